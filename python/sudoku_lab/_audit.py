import io
import json
import os

from . import _native

# As for the other functions; views of a few bytes claim to have more.
_MOST_ROWS = 2**32 - 1


def audit(
    train,
    test=None,
    *,
    puzzle=None,
    solution=None,
    rating=None,
    blank=None,
    encoding=None,
    findings=None,
    clean=None,
    format="json",
    examples=10,
    arrangements=10,
    seed=0,
    threads=0,
):
    """What is wrong with a set of puzzles, or with a training set and a test set, and how hard they are.

    Each is the path of a file or folder that ``sudoku-lab audit`` reads, a column or table of puzzles, a
    ``Dataset`` of Hugging Face, or a dictionary of columns, such as ``{"puzzle": inputs, "solution":
    labels}``. The options are those of the program: ``puzzle``, ``solution`` and ``rating`` name columns,
    ``encoding="hrm"`` is for digits from 1 to 10, ``findings`` is a file for all findings, ``clean`` one
    for the puzzles of the last set that have none. The result is what ``sudoku-lab audit --format json``
    prints: ``files`` with the number of rows, of those with one solution, of minimal ones, and of each
    finding; and ``examples``, up to ``examples`` rows of each finding in each file; or, with
    ``format="markdown"``, a table for the card of a data set. The line of a row of a table is its number,
    from 1. Memory is bounded for files; of Arrow, it holds a batch. Raises ``OSError``, such as
    ``FileNotFoundError``, for a file that cannot be read, and ``ValueError`` for one that is not read, or
    where no row is a puzzle.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> report = audit([easy], [easy[::-1]])
    >>> report["files"][1]["found"]["equivalent-leak"]
    1
    """
    names = "puzzle solution rating blank encoding findings clean examples arrangements seed".split()
    options = {name: value for name, value in locals().items() if name in names}
    if format not in ("json", "markdown"):
        raise ValueError(f"no format is called `{format}`, expected json, markdown")
    sources = [("train", train)] + ([] if test is None else [("test", test)])
    named = [_source(name, source) for name, source in sources]
    options = json.dumps(options, default=_plain)
    report = _native.audit(named, options, format == "markdown", threads)
    return report if format == "markdown" else json.loads(report)


def _source(name, source):
    """The name of a source, and what the native half reads: a path, the bytes of a file, or a table."""
    from . import _column, _is_numbers, _is_numpy

    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        inputs = os.path.join(path, "all__inputs.npy")
        # The error of the system names the file.
        open(inputs if os.path.isfile(inputs) else path, "rb").close()
        return path, (path, None, None)
    if type(source).__module__.startswith("datasets."):
        source = source.with_format("arrow")[:]
    columns = source if isinstance(source, dict) else {"puzzle": source}
    if all(_is_numpy(column) and _is_numbers(column) for column in columns.values()):
        import numpy

        rows = max((len(column) for column in columns.values() if column.ndim), default=0)
        if rows > _MOST_ROWS:
            raise ValueError(f"found {rows} rows, expected at most {_MOST_ROWS} in one call")
        file = io.BytesIO()
        if isinstance(source, dict):
            numpy.savez(file, **columns)
        else:
            numpy.save(file, _column(source))
        return name, (None, file.getvalue(), None)
    if isinstance(source, dict) or isinstance(source, (list, tuple)) or _is_numpy(source):
        rows = (dict(zip(columns, row)) for row in zip(*columns.values(), strict=True))
        return name, (None, "\n".join(json.dumps(row, default=_plain) for row in rows).encode(), None)
    _column(source)
    return name, (None, None, source)


def _plain(value):
    """A value of another library, or a path, as one of Python."""
    for method in ("tolist", "as_py", "__fspath__"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"found a {type(value).__name__} in a row, expected a text or numbers")
