import json
import os

from . import _native


def audit(train, test=None, *, examples=10, arrangements=10, seed=0, threads=0):
    """What is wrong with a set of puzzles, or with a training set and a test set, and how hard they are.

    Each is the path of a file that ``sudoku-lab solve`` reads, or a column or table of puzzles. Of a table,
    the columns solution or answer, and rating or difficulty, are read too. The result is what
    ``sudoku-lab audit --format json`` prints: ``files`` with the number of rows, of those with one
    solution, of minimal ones, and of each finding; and ``examples``, up to ``examples`` rows of each
    finding in each file. The line of a row of a table is its number, from 1. Some hundred microseconds a
    puzzle on one core; memory is bounded for files. Raises ``OSError``, such as ``FileNotFoundError``, for a
    file that cannot be read, and ``ValueError`` for one that holds no text, such as Parquet, or where no
    row is a puzzle.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> report = audit([easy], [easy[::-1]])
    >>> report["files"][1]["found"]["equivalent-leak"]
    1
    """
    from . import _column

    named = []
    for name, source in [("train", train)] + ([] if test is None else [("test", test)]):
        if isinstance(source, (str, os.PathLike)):
            # The error of the system names the file.
            open(source, "rb").close()
            named.append((os.fspath(source), (source, None)))
        else:
            named.append((name, (None, _column(source))))
    return json.loads(_native.audit(named, examples, arrangements, seed, threads))
