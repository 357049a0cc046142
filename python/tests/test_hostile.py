"""What the package does with damaged columns, wrong files, limits and signals."""

import os
import pathlib
import signal
import subprocess
import sys

import numpy
import pandas
import polars
import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest

import sudoku_lab

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BLANK = "." * 81
# The last cell can hold no digit, which a search in reading order finds after very many calls.
HOPELESS = "." * 8 + "9" + "." * 63 + "12345678."
# No solution and few clues: half a second for the fastest solver.
SLOW = ".......26....58...58...................9...5.....3....83........................."
BAD = [EASY[:-1].encode() + bytes([last]) for last in b"\xc3\xe2\xf4\xff"]


def unchecked(rows, kind):
    """A column of text from bytes that nobody has checked."""
    raw = {
        pyarrow.string(): pyarrow.binary(),
        pyarrow.large_string(): pyarrow.large_binary(),
        pyarrow.string_view(): pyarrow.binary_view(),
    }
    whole = pyarrow.array(rows, raw[kind])
    return pyarrow.Array.from_buffers(kind, len(rows), whole.buffers())


def columns_of(rows):
    """The same rows in every type of text."""
    for kind in [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]:
        yield str(kind), unchecked(rows, kind)
    text = unchecked(rows, pyarrow.string())
    yield "dictionary", pyarrow.DictionaryArray.from_arrays(list(range(len(rows))), text)
    yield "chunks", pyarrow.chunked_array([text[:1], text[1:]])
    yield "binary", pyarrow.array(rows, pyarrow.binary())
    yield "view", pyarrow.array(rows, pyarrow.binary()).view(pyarrow.string())


def test_text_that_is_not_utf8_concerns_its_row_alone():
    rows = [EASY.encode(), *BAD, b"\xff" * 81, EASY.encode()]
    for name, column in columns_of(rows):
        table = sudoku_lab.solve(column)
        solutions, why = table["solution"].to_pylist(), table["why"].to_pylist()
        assert solutions[0] == solutions[-1] == sudoku_lab.solve(EASY), name
        assert solutions[1:-1] == [None] * 5 and [why[0], why[-1]] == [None, None], name
        assert why[1] == "byte 81: found 0xc3, expected UTF-8", name
        assert why[5] == "byte 1: found 0xff, expected UTF-8", name


def test_a_csv_file_that_is_not_utf8_is_read_row_by_row(tmp_path):
    file = tmp_path / "puzzles.csv"
    file.write_bytes(b"\n".join([b"puzzle", EASY.encode(), *BAD]))
    unchecked = pyarrow.csv.ConvertOptions(check_utf8=False, column_types={"puzzle": pyarrow.string()})
    table = pyarrow.csv.read_csv(file, convert_options=unchecked)
    assert sudoku_lab.count(table)["solutions"].to_pylist() == [1, None, None, None, None]


def test_solutions_and_ratings_that_are_not_utf8_are_found(tmp_path):
    column = unchecked([sudoku_lab.solve(EASY).encode()[:-1] + b"\xc3", b"\xff"], pyarrow.string())
    table = pyarrow.table({"puzzle": [EASY, EASY[::-1]], "solution": column, "rating": column})
    found = sudoku_lab.audit(table)["files"][0]
    # The second is no solution, as in a file.
    assert found["found"]["wrong-solution"] == 1 and found["rated"] == 0


def test_offsets_that_do_not_fit_their_text_are_an_error():
    text = pyarrow.py_buffer(EASY.encode() * 3)
    for kind, width in [(pyarrow.string(), "int32"), (pyarrow.large_string(), "int64")]:
        for offsets in [[0, 243, 81, 243], [0, 500, 81, 162], [0, -5, 81, 162], [81, 0, 81, 162]]:
            column = pyarrow.Array.from_buffers(
                kind, 3, [None, pyarrow.py_buffer(numpy.array(offsets, width)), text]
            )
            with pytest.raises(ValueError):
                sudoku_lab.solve(column)
            with pytest.raises(ValueError):
                sudoku_lab.audit(pyarrow.table({"puzzle": [EASY] * 3, "solution": column}))
    view = pyarrow.array([EASY * 2], pyarrow.string_view()).buffers()
    for damaged in [(0, 0, 0, 1), (4, 99, 99, 99), (200, 0, 9, 0)]:
        views = bytearray(view[1].to_pybytes())
        views[8:12] = bytes(damaged)
        parts = [None, pyarrow.py_buffer(bytes(views)), view[2]]
        with pytest.raises(ValueError):
            sudoku_lab.solve(pyarrow.Array.from_buffers(pyarrow.string_view(), 1, parts))


def test_keys_and_numbers_of_nulls_that_do_not_fit_are_an_error():
    for key in [1, 100, -1]:
        column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, key]), [EASY], safe=False)
        with pytest.raises(ValueError):
            sudoku_lab.solve(column)
    parts = pyarrow.array([EASY, None]).buffers()
    with pytest.raises(ValueError, match="null"):
        sudoku_lab.solve(pyarrow.Array.from_buffers(pyarrow.string(), 2, parts, 2))


def pandas_numbers():
    """What pandas makes of puzzles in a CSV file unless it is told that they are text."""
    return pandas.DataFrame({"puzzle": [int(EASY.replace(".", "0"))]})


def test_what_is_no_text_and_no_whole_number_is_refused():
    grids = numpy.full((2, 81), 0.5)
    for dtype in ["bool", "float32", "float64", "complex64", "M8[s]"]:
        for function in [sudoku_lab.solve, sudoku_lab.count, sudoku_lab.canonical]:
            with pytest.raises(TypeError, match="expected texts or whole numbers"):
                function(grids.astype(dtype))
    for cell in [True, 1.5]:
        lists = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array([cell] * 81), 81)
        with pytest.raises(TypeError, match="expected text or"):
            sudoku_lab.solve(lists)
    with pytest.raises(TypeError, match="call .collect"):
        sudoku_lab.count(polars.LazyFrame({"puzzle": [EASY]}))
    for numbers in [[int(EASY.replace(".", "0"))], pyarrow.array([1.5]), pandas_numbers()]:
        with pytest.raises(TypeError, match="dtype=str"):
            sudoku_lab.count(numbers)
    board = [[int(cell) for cell in EASY.replace(".", "0")[row * 9 : row * 9 + 9]] for row in range(9)]
    for lists, said in [(board, "pass .board"), ([[1, 2]], "lists of 2 numbers")]:
        with pytest.raises(ValueError, match=said):
            sudoku_lab.count(lists)
    for column in [pyarrow.array([1]), pyarrow.array([1.5]), pyarrow.array([True])]:
        with pytest.raises(ValueError, match="none of 1 rows could be read"):
            sudoku_lab.audit(pyarrow.table({"puzzle": column}))
    for table in [pyarrow.table({"id": [1], "text": [EASY]}), polars.DataFrame({"solution": [EASY]})]:
        for function in [sudoku_lab.rate, sudoku_lab.canonical]:
            with pytest.raises(ValueError, match="found the columns .*, expected one to be puzzle"):
                function(table)


def test_a_text_that_is_half_a_surrogate_pair_concerns_its_row_alone():
    assert sudoku_lab.count([EASY, "\udcff"])["solutions"].to_pylist() == [1, None]


def test_more_rows_than_memory_holds_are_refused():
    runs = pyarrow.RunEndEncodedArray.from_arrays([10**12], [EASY])
    for column in [runs, numpy.broadcast_to(numpy.int8(0), (10**12, 81))]:
        with pytest.raises(ValueError, match="found 1000000000000 rows"):
            sudoku_lab.count(column)
    with pytest.raises(ValueError, match="expected 1 to 1000000"):
        sudoku_lab.rate(EASY, arrangements=10**15)
    assert len(sudoku_lab.count([EASY] * 9, threads=2**63)) == 9


def test_calls_with_damaged_columns_and_wrong_arguments_return():
    script = pathlib.Path(__file__).parent / "fuzz.py"
    calls = os.environ.get("SUDOKU_FUZZ_CALLS", "2000")
    ran = subprocess.run([sys.executable, script, calls], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_a_search_ends_at_its_limit():
    for function, arguments in [
        (sudoku_lab.solve, {}),
        (sudoku_lab.count, {"limit": 2**32 - 1}),
        (sudoku_lab.rate, {}),
        (sudoku_lab.tally, {"solver": "bitmask/blank-list"}),
    ]:
        for limits, why in [
            ({"max_calls": 2}, "stopped after 2 calls"),
            ({"max_time": 1e-9}, "stopped after 1ns"),
            ({"max_calls": 2, "max_time": 100}, "stopped after 2 calls"),
        ]:
            table = pyarrow.table(function([BLANK, "oops", None], **arguments, **limits))
            reasons = table["why"].to_pylist()
            assert reasons[0] == why and reasons[1] != why, function
            if function in [sudoku_lab.solve, sudoku_lab.count]:
                with pytest.raises(TimeoutError, match=why):
                    function(BLANK, **arguments, **limits)
        for limits in [{"max_calls": 0}, {"max_time": 0}, {"max_time": -1}, {"max_time": float("nan")}]:
            with pytest.raises(ValueError, match="expected"):
                function(BLANK, **arguments, **limits)
    stopped = sudoku_lab.solve(numpy.zeros((1, 9, 9), "int8"), max_calls=1)
    assert (stopped == -1).all()
    assert sudoku_lab.solve(EASY, max_calls=10**6) == sudoku_lab.solve(EASY)
    assert sudoku_lab.tally(BLANK, "bitmask/cursor", max_calls=9)["outcome"] == "stopped"


INTERRUPTED = """
import signal, sys, sudoku_lab

class Stop(Exception):
    pass

def stop(*_):
    raise Stop

signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    {call}
except Stop:
    sys.exit(7)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer here")
@pytest.mark.parametrize(
    "call",
    [
        f"sudoku_lab.count({BLANK!r}, 2**32 - 1)",
        f"sudoku_lab.count([{BLANK!r}] * 9, 2**32 - 1, threads=3)",
        f"sudoku_lab.tally({HOPELESS!r}, 'bitmask/blank-list')",
        f"sudoku_lab.tally([{HOPELESS!r}] * 2, 'brute-scan/three-loops', goal='unique')",
        f"sudoku_lab.solve([{SLOW!r}] * 200, threads=1)",
        f"sudoku_lab.is_unique([{SLOW!r}] * 200, threads=1)",
        f"sudoku_lab.rate([{SLOW!r}] * 200, threads=1)",
        f"sudoku_lab.audit([{SLOW!r}] * 200, threads=1)",
        f"sudoku_lab.canonical([{BLANK!r}] * 1_000_000)",
    ],
)
def test_a_signal_ends_a_search(call):
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED.format(call=call)], timeout=60)
    assert ran.returncode == 7


def test_files_that_hold_no_text_are_refused_by_name(tmp_path):
    file = tmp_path / "file"
    for write, name in [
        (lambda: file.write_bytes(b"\x89HDF\r\n\x1a\n" + b"\0" * 99), "an HDF5 file"),
        (lambda: file.write_bytes(b"SQLite format 3\0" + b"\0" * 99), "an SQLite database"),
    ]:
        write()
        with pytest.raises(ValueError, match=f"found {name}, expected text"):
            sudoku_lab.audit(file)
    for begin in [b"\xfd7zXZ\0", b"PK\x03\x04", b"PAR1", b"\x93NUMPY\1\0", b"ARROW1", b"\xff" * 4]:
        file.write_bytes(begin + b"\0" * 99)
        with pytest.raises((OSError, ValueError)):
            sudoku_lab.audit(file)


def test_an_audit_of_nothing_is_an_error(tmp_path):
    file = tmp_path / "file"
    for text, why in [("hello\n", "found no puzzle"), ("", "found no puzzle")]:
        file.write_text(text)
        with pytest.raises(ValueError, match=why):
            sudoku_lab.audit(file)
    for column in [["oops", None], [], pandas.DataFrame({"puzzle": ["oops"]})]:
        with pytest.raises(ValueError, match="train: "):
            sudoku_lab.audit(column)
        with pytest.raises(ValueError, match="test: "):
            sudoku_lab.audit([EASY], column)
    assert sudoku_lab.audit(["oops", EASY])["files"][0]["rows"] == 2


def test_a_file_that_cannot_be_opened_is_the_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError) as error:
        sudoku_lab.audit(tmp_path / "none\x1b[31m.csv")
    assert error.value.filename == str(tmp_path / "none\x1b[31m.csv") and error.value.errno == 2
    assert "\x1b" not in str(error.value)
    with pytest.raises(OSError) as error:
        sudoku_lab.audit(tmp_path)
    assert error.value.filename == str(tmp_path)


def test_names_in_errors_are_printable(tmp_path):
    name = "\x1b[31m\r\nred"
    calls = [
        lambda: sudoku_lab.tally(EASY, name),
        lambda: sudoku_lab.tally(EASY, "bitmask/cursor", goal=name),
        lambda: sudoku_lab.generate(1, kind=name),
        lambda: sudoku_lab.generate(1, symmetry=name),
        lambda: sudoku_lab.watch(EASY, name),
        lambda: sudoku_lab.solve(pyarrow.table({name: [EASY]})),
        lambda: sudoku_lab.solve(name),
        lambda: sudoku_lab.solve(pyarrow.table({"puzzle": pyarrow.array([{name: 1}])})),
        lambda: sudoku_lab.solve(numpy.zeros(3, dtype=[(name, "i1")])),
    ]
    if os.name == "posix":
        file = tmp_path / name
        file.write_text("hello")
        calls.append(lambda: sudoku_lab.audit(file))
    for call in calls:
        with pytest.raises((TypeError, ValueError)) as error:
            call()
        assert str(error.value).isprintable()
