"""The functions over columns, for DataFrames of Apache Spark.

Each takes a DataFrame and the name of a column of texts, and returns the DataFrame with the columns of
the function of the same name behind its own; ``why`` is called ``solve_why``, ``rate_why`` and so on, so
that one function can follow another. Rows stay where they are: there is no shuffle, and a task
that fails is done again elsewhere with the same result, unless ``max_time`` stops a search. Every task
uses one thread. Needs the package pyspark, as ``pip install 'sudoku-lab[spark]'`` installs it, and ``sudoku_lab`` on every worker.

    from sudoku_lab import spark
    rated = spark.rate(session.read.parquet("puzzles.parquet"), "puzzle")
"""

import functools

import sudoku_lab

from . import _sql

__all__ = ["canonical", "count", "is_minimal", "is_unique", "rate", "register", "solve", "tally"]


def solve(frame, column="puzzle", max_calls=None, max_time=None):
    """A solution of each puzzle: ``solution`` and ``solve_why``."""
    return _over(frame, column, "solve", max_calls=max_calls, max_time=max_time)


def count(frame, column="puzzle", limit=2, max_calls=None, max_time=None):
    """How many solutions each puzzle has, up to ``limit``: ``solutions`` and ``count_why``."""
    return _over(frame, column, "count", limit, max_calls=max_calls, max_time=max_time)


def is_unique(frame, column="puzzle"):
    """Whether each puzzle has exactly one solution: ``unique`` and ``is_unique_why``."""
    return _over(frame, column, "is_unique")


def is_minimal(frame, column="puzzle"):
    """Whether each puzzle has one solution, and removing any clue gives more: ``minimal`` and ``is_minimal_why``."""
    return _over(frame, column, "is_minimal")


def canonical(frame, column="puzzle"):
    """The canonical form of each puzzle: ``canonical`` and ``canonical_why``."""
    return _over(frame, column, "canonical")


def rate(frame, column="puzzle", arrangements=10, seed=0, max_calls=None, max_time=None):
    """How hard each puzzle is: the columns of ``sudoku_lab.rate`` but ``puzzle``, and ``rate_why``."""
    limits = {"max_calls": max_calls, "max_time": max_time}
    return _over(frame, column, "rate", arrangements=arrangements, seed=seed, **limits)


def tally(frame, solver, column="puzzle", goal="first", max_calls=None, max_time=None):
    """The exact work of a solver on each puzzle: ``outcome``, ``solution``, ``counts`` and ``tally_why``."""
    limits = {"max_calls": max_calls, "max_time": max_time}
    return _over(frame, column, "tally", solver, goal=goal, **limits)


def register(session):
    """Registers the functions of ``sudoku_lab.duckdb`` with a session of Spark, 4.1 or later, for SQL and for
    ``pyspark.sql.functions.call_function``: ``SELECT sudoku_count(puzzle, 2L) FROM t``. Numbers have the next
    wider type with a sign. Returns the session."""
    from pyspark.sql.functions import arrow_udf
    from pyspark.sql.pandas.types import from_arrow_type

    for name in _sql.PARAMETERS:
        kind = _signed(_sql.type_of(name))
        function = arrow_udf(_sql.function(name, kind), from_arrow_type(kind))
        session.udf.register(f"sudoku_{name}", function)
    return session


def _over(frame, column, name, *arguments, **options):
    """The frame with the columns of a function over one of its columns.

    Raises ``ValueError`` where the frame has a column of the same name already, and ``TypeError`` where
    the column is missing or no text.
    """
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StringType, StructType

    if column not in frame.columns or frame.schema[column].dataType != StringType():
        raise TypeError(f"{column} is no column of texts")
    added = functools.partial(_added, name, arguments, options)
    fields = from_arrow_schema(added([]).schema).fields
    taken = {field.name for field in fields} & set(frame.columns)
    if taken:
        raise ValueError(f"there is a column called {min(taken)} already")

    def batches(parts):
        import pyarrow

        for part in parts:
            columns = added(part.column(column))
            whole = pyarrow.Table.from_batches([part])
            for name in columns.column_names:
                whole = whole.append_column(name, columns[name])
            yield from whole.to_batches()

    return frame.mapInArrow(batches, StructType(frame.schema.fields + fields))


def _added(name, arguments, options, puzzles):
    """The columns that a function adds, with types that Spark has."""
    import pyarrow

    table = pyarrow.table(getattr(sudoku_lab, name)(puzzles, *arguments, **options, threads=1))
    table = table.drop(["puzzle"]) if "puzzle" in table.column_names else table
    fields = [field.with_type(_signed(field.type)) for field in table.schema]
    names = [f"{name}_why" if field.name == "why" else field.name for field in fields]
    return table.cast(pyarrow.schema(fields)).combine_chunks().rename_columns(names)


def _signed(type):
    """Spark has no numbers without a sign: the next wider type, or int64."""
    import pyarrow

    if pyarrow.types.is_struct(type):
        return pyarrow.struct([field.with_type(_signed(field.type)) for field in type])
    wider = {
        pyarrow.uint8(): pyarrow.int16(),
        pyarrow.uint32(): pyarrow.int64(),
        pyarrow.uint64(): pyarrow.int64(),
    }
    return wider.get(type, type)
