"""Sudoku Lab: functions over columns of puzzles.

A column of puzzles is any of these:

- texts of 81 characters, 1 to 9 and ``.`` or ``0`` for a blank, or drawings of nine rows: a list, or
  a column with the Arrow interface (``__arrow_c_stream__`` or
  ``__arrow_c_array__``), as pyarrow, pandas 3, Polars and DuckDB have them;
- a table with the Arrow interface and a column called puzzle, question, quiz, sudoku, grid or board;
- whole numbers, also as floats: a numpy array of shape (N, 81) or (N, 9, 9), or lists of 81 or of nine
  times nine in a list or an Arrow column; 0 is a blank, and in lists of Python None, too.

A number has no leading zeros, so a column of puzzles is read from a CSV file as text:
``pandas.read_csv(path, dtype=str)``, ``polars.read_csv(path, infer_schema=False)``.

Every function returns a table with one row for each puzzle, in their order. It has the Arrow
interface: ``polars.DataFrame(table)``, ``pyarrow.table(table)``, ``table["solution"].to_pylist()``. A
row that cannot be answered holds null and says in the column ``why`` what is wrong with it; it never
fails the others. Clues that contradict each other have no solution, which is an answer, and ``why``
names them. For one ``str`` the result is a value instead of a table, and what is no puzzle a
``ValueError``. A column that is damaged as a whole, such as by offsets beyond its text, is a
``ValueError``, too; text that is not UTF-8 concerns its row alone.

``max_calls`` stops each search after that number of recursive calls, at the same node on every machine;
``max_time`` stops it after that many seconds. A stopped row holds null, and ``why`` says so; for one
``str`` it is a ``TimeoutError``. Ctrl-C is noticed within a tenth of a second, even inside one search.
Other threads of Python go on meanwhile, except in the first milliseconds about one ``str``. ``threads`` is
the number of threads, 0 for one on each core; it changes no result.

``sudoku_lab.polars`` and ``sudoku_lab.pandas`` make methods of columns of these functions, ``duckdb`` and
``sudoku_lab.spark`` functions of SQL. ``sudoku_lab.types`` has the types of arguments and results.
"""

import functools

from . import _native
from ._audit import audit
from ._duckdb import duckdb
from ._native import solvers

__all__ = [
    "audit",
    "canonical",
    "count",
    "duckdb",
    "generate",
    "is_minimal",
    "is_unique",
    "rate",
    "solve",
    "solvers",
    "tally",
    "watch",
]


def _is_numpy(puzzles):
    return hasattr(puzzles, "__array_interface__") and not hasattr(puzzles, "__arrow_c_stream__")


def _is_numbers(puzzles):
    return _is_numpy(puzzles) and puzzles.dtype.kind in "iuf"


_AS_TEXT = "read puzzles as text, such as with pandas.read_csv(path, dtype=str)"


def _cells(puzzle):
    """The cells of a list of 81, or of nine lists of nine, with 0 for None."""
    rows = [row if isinstance(row, (list, tuple)) else [row] for row in puzzle]
    return [0 if cell is None else cell for row in rows for cell in row]


def _array(puzzles):
    """An array of the cells of lists."""
    import numpy

    lists = [_cells(puzzle) for puzzle in puzzles]
    sizes = sorted({len(cells) for cells in lists} - {81})
    if sizes:
        one = "; for one board, pass [board]" if sizes == [9] and len(lists) == 9 else ""
        raise ValueError(f"found lists of {sizes[0]} numbers, expected 81, or nine lists of nine{one}")
    return numpy.array(lists)


def _column(puzzles):
    """The puzzles as the native half takes them: numbers of numpy as int8 of shape (N, 81)."""
    if type(puzzles).__name__ == "LazyFrame":
        raise TypeError("found a LazyFrame, which has no rows yet, expected a table: call .collect()")
    if _is_numpy(puzzles) and puzzles.dtype.kind in "OTU":
        puzzles = puzzles.tolist()
    if isinstance(puzzles, (list, tuple)) and puzzles:
        if isinstance(puzzles[0], (list, tuple)):
            puzzles = _array(puzzles)
        elif isinstance(puzzles[0], int):
            raise TypeError(f"found a list of whole numbers, expected texts: {_AS_TEXT}")
    if not _is_numpy(puzzles):
        return puzzles
    found = f"found an array of {puzzles.dtype} of shape {puzzles.shape}"
    if not _is_numbers(puzzles):
        raise TypeError(f"{found}, expected texts or whole numbers: use .astype('int8')")
    if puzzles.dtype.kind == "f" and not (puzzles % 1 == 0).all():
        raise TypeError(f"{found} with cells that are not whole, expected texts or whole numbers")
    if puzzles.ndim < 2 or puzzles[:1].size % 81 or puzzles.size != 81 * len(puzzles):
        one = ": use .reshape(1, 81)" if puzzles.size == 81 else ""
        raise ValueError(
            f"found numbers of shape {puzzles.shape}, expected (N, 81) or (N, 9, 9){one}"
        )
    # What does not fit is no digit either way.
    numbers = puzzles if puzzles.dtype == "int8" else puzzles.clip(-128, 127).astype("int8")
    return numbers.reshape(-1, 81, copy=False if numbers.flags.c_contiguous else None)


# A question keeps its solvers for the next text.
_question = functools.lru_cache(maxsize=32)(_native.Question)


def _ask(puzzles, threads, name, *arguments):
    """The answer of a function to one text, or to a column."""
    question = _question(name, *arguments)
    if isinstance(puzzles, str):
        return question.one(puzzles)
    if name not in ("solve", "canonical") or not _is_numbers(puzzles):
        return question.table(_column(puzzles), threads)
    import numpy

    grids = numpy.empty((len(puzzles), 81), dtype=numpy.int8)
    question.fill(grids, _column(puzzles), threads)
    return grids.reshape(puzzles.shape)


def solve(puzzles, *, max_calls=None, max_time=None, threads=0):
    """A solution of each puzzle; of several, any.

    The columns are ``solution``, 81 digits, null where there is none, and ``why``. For a numpy array
    of numbers it is an array of int8 of the same shape, with zeros where there is none, and -1 where the
    search was stopped. Without a limit, some puzzles without a solution and with few clues take very long.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solve(easy)
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> table = solve([easy, "55" + "." * 79, "oops", None])
    >>> table["solution"].to_pylist()[1:]
    [None, None, None]
    >>> table["why"].to_pylist()[1]
    'the digit 5 stands twice in row 1: at row 1, column 1 and at row 1, column 2'

    In numpy, 0 is a blank:

    >>> import numpy
    >>> solve(numpy.array([[int(c) for c in easy.replace(".", "0")]], dtype=numpy.int8))[0, :9]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=int8)
    """
    return _ask(puzzles, threads, "solve", (max_calls, max_time))


def count(puzzles, limit=2, *, max_calls=None, max_time=None, threads=0):
    """How many solutions each puzzle has, up to ``limit``, where the search ends.

    The columns are ``solutions``, uint32, and ``why``.

    >>> count("." * 81, limit=1000)
    1000
    >>> count(["." * 81, "oops"])["solutions"].to_pylist()
    [2, None]
    >>> count(["." * 81], 10**9, max_calls=5000)["why"].to_pylist()
    ['stopped after 5000 calls']
    """
    return _ask(puzzles, threads, "count", (max_calls, max_time), limit)


def is_unique(puzzles, *, threads=0):
    """Whether each puzzle has exactly one solution.

    The columns are ``unique``, bool, and ``why``.

    >>> is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    return _ask(puzzles, threads, "is_unique", (None, None))


def is_minimal(puzzles, *, threads=0):
    """Whether each puzzle has exactly one solution, and removing any clue gives more.

    The columns are ``minimal``, bool, and ``why``.

    >>> is_minimal("...8.1..........435............7.8........1...2..3....6......75..34........2..6..")
    True
    """
    return _ask(puzzles, threads, "is_minimal", (None, None))


def canonical(puzzles, *, threads=0):
    """The canonical form of each puzzle: the smallest of all equivalent grids, 0 for a blank.

    Two puzzles have the same one exactly if relabelled digits, reordered bands, stacks, rows and
    columns, or a transposition turn one into the other. The columns are ``canonical``, 81 characters
    with ``.`` for a blank, and ``why``; for a numpy array of numbers it is one of int8 of the same
    shape.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(puzzle) == canonical(puzzle[::-1])
    True
    """
    return _ask(puzzles, threads, "canonical", (None, None))


def rate(puzzles, *, arrangements=10, seed=0, max_calls=None, max_time=None, threads=0):
    """How hard each puzzle is, whichever way it lies.

    ``guesses_mean`` and ``guesses_sd``, float64, are the mean and the standard deviation (n - 1) of the
    guesses that a search with the tree ``whole-grid`` makes up to a first solution, over
    ``arrangements`` of the canonical form that are drawn from ``seed``; the metadata of both columns
    name these three. Equivalent puzzles have equal ratings. The other columns are ``puzzle`` and
    ``solution`` as 81 characters, ``solutions``, uint8: 0, 1, or 2 for two and more; ``clues``, uint8;
    ``minimal``, bool; ``canonical``; ``singles`` and ``locked``, bool: whether naked and hidden singles,
    or these and locked candidates, solve the puzzle; and ``why``. A rating makes several searches; those
    that try each clue for ``minimal`` count as one. Without ``max_calls``, each is stopped after 10 million
    calls, some seconds.

    >>> rating = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> rating["clues"], rating["solutions"], rating["minimal"], rating["guesses_mean"], rating["singles"]
    (30, 1, False, 0.0, True)
    """
    return _ask(puzzles, threads, "rate", (max_calls, max_time), 2, arrangements, seed)


def tally(puzzles, solver, *, goal="first", max_calls=None, max_time=None, threads=0):
    """The exact work of a solver on each puzzle, the same on every machine.

    ``solver`` is one of ``solvers()``. ``goal`` is "first" for a first solution, or "unique" for the proof
    that there is no second one. The columns are ``outcome``: solved, several, no-solution, stopped (by
    ``max_calls`` or ``max_time``), invalid (the clues contradict each other), or wrong; ``solution``; ``counts``, a struct
    of uint64 with every counter that the solver reports; and ``why``. Raises ``ValueError`` for a solver
    that there is not, or that this processor cannot run.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> work = tally(easy, "bitmask/blank-list")
    >>> work["outcome"], work["counts"]["placements"], work["counts"]["undos"]
    ('solved', 4208, 4157)
    """
    return _ask(puzzles, threads, "tally", (max_calls, max_time), 2, 10, 0, solver, goal)


def generate(
    number,
    *,
    seed=1,
    kind="minimal",
    clues=None,
    symmetry="none",
    effort=None,
    effort_of=None,
    guesses=None,
    climb=False,
    arrange=False,
    threads=0,
):
    """New puzzles, the same for a seed on every machine, by the options of ``sudoku-lab generate``.

    ``kind`` is minimal, unique, easy, multi (two solutions or more), unsolvable or contradictory;
    ``clues`` a number of clues; ``symmetry`` none, half-turn, quarter-turn, horizontal, vertical, diagonal
    or anti-diagonal. ``effort`` keeps the puzzles for which a search in reading order, or the solver
    ``effort_of``, places so many digits: ``(1000, 2000)`` for 1000 to 1999, with None for no end.
    ``guesses`` keeps minimal puzzles by the guesses of a search with naked and hidden singles. With
    ``climb``, a puzzle is changed stepwise until it is in this range, instead of making new ones;
    ``arrange`` rearranges each at the end. The columns are ``puzzle``, ``solution`` and ``solutions``,
    uint32. A number of clues far from 24, or a rare effort, takes longer. Raises ``ValueError`` when no
    puzzle can be as wanted.

    >>> table = generate(3, seed=1, clues=24)
    >>> [len(puzzle.replace(".", "")) for puzzle in table["puzzle"].to_pylist()]
    [24, 24, 24]
    >>> hard = generate(1, guesses=(8, 20), climb=True)["puzzle"].to_pylist()
    >>> rate(hard)["singles"].to_pylist()
    [False]
    """
    if effort is not None and guesses is not None:
        raise ValueError("effort cannot be used with guesses")
    if effort_of is not None and effort is None:
        raise ValueError("effort_of needs effort")
    range = None if guesses is None else (None, guesses)
    if effort is not None:
        # All solvers that search in reading order place the same digits.
        range = (effort_of or "bitmask/blank-list", effort)
    how = (seed, climb, arrange, threads)
    return _native.generate(number, (kind, clues, symmetry), range, how)


def watch(puzzle, solver, *, goal="first", steps=10_000):
    """The steps of a search, as a table; step 0 is the puzzle.

    ``puzzle`` is a text, ``solver`` one of ``solvers()``, ``goal`` as for ``tally``; at most ``steps`` steps.
    The columns are ``step``, uint64; ``event``: puzzle, place, undo, deduce, guess, back, solved, or a
    counter that names a round of rules; ``cell``, uint8 from 0 to 80, and ``digit``, uint8, where the event
    has them; ``depth``, uint64; ``words``, what the step does, and why; and ``board``, 81 characters. Raises
    ``ValueError`` for a text that is no puzzle, and as ``tally``.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> watch(easy, "bitmask/blank-list", steps=2)["event"].to_pylist()
    ['puzzle', 'place', 'place']
    >>> watch(easy, "propagation/hidden-singles", steps=1)["words"][1].as_py()
    '5 is forced at row 5, column 5: no other digit is left there'
    """
    return _native.watch(puzzle, solver, goal, steps)
