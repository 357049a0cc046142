"""Calls with damaged buffers and wrong arguments: `python python/tests/fuzz.py [CALLS [SEED]]`.

Every call must return or raise an exception. The process ends by a signal where one reads foreign memory
that it should not, and with a message where memory grows. An exit code other than 0 names the call, which
the same seed repeats.
"""

import array
import datetime
import decimal
import pathlib
import random
import sys
import tempfile

import numpy
import pandas
import polars
import pyarrow

import sudoku_lab

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TEXTS = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.binary()]
TEXTS += [pyarrow.large_binary(), pyarrow.binary_view()]
NUMBERS = ["int8", "uint8", "int16", "int32", "int64", "uint64", "float32", "float64", "bool"]
NAMES = ["puzzle", "Quizzes", "solution", "rating", "id", "\x1b[31m\n", ""]


def memory_held():
    """Bytes of memory that the process holds now; 0 where the system does not say."""
    try:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


class Damage:
    """Columns and arguments, drawn from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def row(self):
        """A puzzle, or something like one, as bytes."""
        draw = self.random
        row = bytearray(EASY.encode())
        match draw.randrange(8):
            case 0:
                row[draw.randrange(81)] = draw.randrange(256)
            case 1:
                row[-1] = draw.choice(b"\xc3\xe2\xf4\xff")
            case 2:
                row = row[: draw.randrange(82)]
            case 3:
                row = bytearray(draw.randbytes(draw.choice([0, 1, 12, 13, 81, 300])))
            case 4:
                row = bytearray(b"." * 81)
        return bytes(row)

    def some(self, make):
        return [make() for _ in range(self.random.choice([0, 1, 2, 3, 17, 300]))]

    def buffer(self, content):
        """The bytes, sometimes cut off, or with one bit flipped."""
        draw, content = self.random, bytearray(content)
        if content and draw.random() < 0.15:
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        if draw.random() < 0.05:
            content = content[: draw.randrange(len(content) + 1)]
        return pyarrow.py_buffer(bytes(content))

    def text(self):
        """A column of text whose buffers are damaged."""
        draw, kind = self.random, self.random.choice(TEXTS)
        rows = self.some(self.row)
        as_bytes = {0: pyarrow.binary(), 1: pyarrow.large_binary(), 2: pyarrow.binary_view()}
        whole = pyarrow.array(rows, as_bytes[TEXTS.index(kind) % 3])
        parts = whole.buffers()
        validity = pyarrow.py_buffer(draw.randbytes(len(rows) // 8 + 1))
        if draw.random() < 0.5:
            validity = None
        parts = [validity] + [part and self.buffer(part.to_pybytes()) for part in parts[1:]]
        length = max(0, len(rows) + draw.choice([0, 0, 0, 0, 0, -1, 1, 1000]))
        nulls = draw.choice([-1, -1, -1, -1, 0, length])
        return pyarrow.Array.from_buffers(kind, length, parts, nulls, draw.choice([0, 0, 0, 1]))

    def dictionary(self):
        draw, values = self.random, self.text()
        kind = draw.choice([pyarrow.int8(), pyarrow.uint16(), pyarrow.int64()])
        keys = pyarrow.array(self.some(lambda: draw.choice([0, 1, 2, 100, None])), kind)
        return pyarrow.DictionaryArray.from_arrays(keys, values, safe=False)

    def lists(self):
        draw, size = self.random, self.random.choice([81, 81, 81, 80, 0])
        kind = draw.choice([*NUMBERS, "null", "string"])
        cells = self.some(lambda: None) if kind == "null" else self.numbers(size, kind)
        return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(cells), size)

    def numbers(self, size, kind):
        cells = numpy.frombuffer(self.random.randbytes(size * self.random.randrange(4)), "uint8") % 11
        return cells.astype("str" if kind == "string" else kind)

    def other(self):
        draw = self.random
        return draw.choice(
            [
                lambda: pyarrow.nulls(draw.choice([0, 3])),
                lambda: pyarrow.array([decimal.Decimal(1)]),
                lambda: pyarrow.array([datetime.datetime.now()]),
                lambda: pyarrow.array([[1, 2], None]),
                lambda: pyarrow.array([{"puzzle": EASY}, None]),
                lambda: pyarrow.RunEndEncodedArray.from_arrays([1, draw.choice([3, 10**12])], ["a", EASY]),
                lambda: pyarrow.UnionArray.from_sparse(
                    pyarrow.array([0, 0], pyarrow.int8()), [pyarrow.array([EASY, EASY])]
                ),
            ]
        )()

    def table(self):
        """A table, sometimes one that went through a damaged file."""
        draw = self.random
        names = draw.sample(NAMES, draw.randrange(1, 4))
        columns = [self.text()] + [draw.choice([self.text, self.dictionary])() for _ in names[1:]]
        length = min(len(column) for column in columns)
        columns = [column.slice(draw.choice([0, 0, length // 2]), length // 2) for column in columns]
        batch = pyarrow.RecordBatch.from_arrays(columns, names)
        if draw.random() < 0.5:
            return batch
        sink = pyarrow.BufferOutputStream()
        with pyarrow.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        damaged = bytearray(sink.getvalue().to_pybytes())
        for _ in range(draw.randrange(3)):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        return pyarrow.ipc.open_stream(bytes(damaged)).read_all()

    def chunks(self):
        column = self.text()
        return pyarrow.chunked_array([column, column.slice(len(column) // 2), column], column.type)

    def array(self):
        """An array of numpy of any type, shape and stride."""
        draw = self.random
        cells = numpy.frombuffer(draw.randbytes(81 * 12), "uint8") % 11
        cells = cells.astype(draw.choice([*NUMBERS, "int8", "int8", "complex64", "S1", "U1", "O"]))
        shape = draw.choice([(12, 81), (12, 9, 9), (972,), (3, 4, 81), (81, 12), (0, 81), (12, 81, 1)])
        cells = cells[: 0 if 0 in shape else None].reshape(shape)
        return draw.choice(
            [
                lambda: cells,
                lambda: cells[::-1],
                lambda: cells[::2],
                lambda: cells.T,
                lambda: numpy.asfortranarray(cells),
                lambda: numpy.broadcast_to(cells[:1], shape),
                lambda: numpy.broadcast_to(numpy.int8(0), (10**12, 81)),
                lambda: cells.view("V1") if cells.size and cells.dtype.kind != "O" else cells,
            ]
        )()

    def python(self):
        """Objects of Python and of other packages."""
        draw = self.random
        item = lambda: draw.choice([EASY, self.row().decode(errors="replace"), None, "\udcff", ""])
        return draw.choice(
            [
                lambda: self.some(item),
                lambda: [*self.some(item), draw.choice([1, b"x", 0.5, []])],
                lambda: item() or "",
                lambda: memoryview(array.array("b", draw.randbytes(162))).cast("B").cast("b", [2, 81]),
                lambda: array.array("b", draw.randbytes(81)),
                lambda: draw.choice([None, 7, b"", {}, {"puzzle": [EASY]}, object(), iter([])]),
                lambda: pandas.Series(self.some(lambda: draw.choice([EASY, None, "oops"]))),
                lambda: polars.Series(self.some(lambda: draw.choice([EASY, None, "oops"]))),
                lambda: pandas.DataFrame({"puzzle": [EASY, "oops"], "rating": [0.5, None]}),
            ]
        )()

    def column(self):
        kinds = [self.text, self.text, self.dictionary, self.lists, self.other, self.table, self.chunks]
        return self.random.choice([*kinds, self.array, self.python])()

    def limits(self):
        """Limits of which one, at least, ends a search soon."""
        draw = self.random
        calls, time = draw.choice([1, 100]), draw.choice([None, 1e-6, 1e9])
        if draw.random() < 0.2:
            calls = draw.choice([0, -1, 2**70, "x"])
        if draw.random() < 0.2:
            time = draw.choice([0, -1, 1e300, 1e-300, float("nan"), "x"])
        return {"max_calls": calls, "max_time": time}

    def arguments(self):
        """A function and its other arguments."""
        draw = self.random
        wrong = lambda right, *others: draw.choice(others if draw.random() < 0.1 else right)
        threads = {"threads": wrong([1, 1, 2, 0, 3], 10**9, 2**63, -1, 2**64, "x")}
        few = {"arrangements": wrong([1, 2], 0, -1, 10**15, 2**64), "seed": wrong([0, 7], -1, 2**64)}
        solver = wrong(sudoku_lab.solvers(), "bitmask", "\x1b[31m", "")
        goal = wrong(["first", "unique"], "\x1b")
        limit = {"limit": wrong([0, 1, 2, 100, 2**32 - 1], 2**32, -1)}
        return draw.choice(
            [
                (sudoku_lab.solve, self.limits() | threads),
                (sudoku_lab.count, limit | self.limits() | threads),
                (sudoku_lab.is_unique, threads),
                (sudoku_lab.is_minimal, threads),
                (sudoku_lab.canonical, threads),
                (sudoku_lab.rate, few | self.limits() | threads),
                (sudoku_lab.tally, {"solver": solver, "goal": goal} | self.limits() | threads),
                (sudoku_lab.audit, few | {"examples": wrong([0, 1, 10], -1)} | threads),
            ]
        )


def main(calls, seed):
    damage, held, answered, refused = Damage(seed), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "puzzles"
        while answered + refused < calls:
            function, arguments = damage.arguments()
            try:
                column = damage.column()
            except (pyarrow.ArrowException, OSError):
                continue  # pyarrow itself refuses it
            if function is sudoku_lab.audit and damage.random.random() < 0.2:
                file.write_bytes(b"\n".join(damage.some(damage.row)))
                column = file
            try:
                function(column, **arguments)
                answered += 1
            except Exception:
                refused += 1
            except BaseException:
                call = answered + refused
                print(f"call {call} of seed {seed}: {function.__name__}, {arguments}", file=sys.stderr)
                raise
            if answered + refused == calls // 5:
                held = memory_held()
    grown = memory_held() - held
    print(f"{answered} calls answered, {refused} refused, memory grew by {grown >> 10} KiB")
    if grown > 64 << 20:
        sys.exit("memory grows")


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    main(*arguments, *[2000, 1][len(arguments) :])
