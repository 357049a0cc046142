import functools

from . import _sql

# DuckDB calls a function from cursors after the connection that registered it is closed and forgets it.
_function = functools.cache(_sql.function)


def duckdb(connection):
    """Registers the functions with a connection to DuckDB, and returns it. To do so again changes nothing.

    - ``sudoku_solve(p)``: VARCHAR, a solution
    - ``sudoku_count(p, n)``: UINTEGER, how many solutions there are, up to n
    - ``sudoku_is_unique(p)``, ``sudoku_is_minimal(p)``: BOOLEAN
    - ``sudoku_canonical(p)``: VARCHAR, the canonical form
    - ``sudoku_rate(p)``: STRUCT with the columns of ``rate``
    - ``sudoku_tally(p, solver)``: STRUCT with the columns of ``tally``; in ``counts``, what the solver does
      not report is NULL
    - ``sudoku_why(p)``: VARCHAR, why there is no solution

    p is the text of a puzzle. Where there is no answer it is NULL. A solver that there is not fails the
    query. Needs the packages duckdb, numpy and pyarrow, as ``pip install 'sudoku-lab[duckdb]'`` installs
    them.

    >>> import duckdb as engine
    >>> connection = duckdb(engine.connect())
    >>> connection.sql("SELECT sudoku_count(repeat('.', 81), 7)").fetchall()
    [(7,)]
    """
    known = connection.sql("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()
    for name, parameters in _sql.PARAMETERS.items():
        # All cursors of a connection share its functions. DuckDB has threads of its own: each asks alone.
        if (f"sudoku_{name}",) not in known:
            function, result = _function(name), _type(connection, _sql.type_of(name))
            connection.create_function(
                f"sudoku_{name}", function, parameters, result, type="arrow", null_handling="special"
            )
    return connection


def _type(connection, type):
    """A type of pyarrow as DuckDB calls it."""
    import pyarrow

    if pyarrow.types.is_struct(type):
        return connection.struct_type({field.name: _type(connection, field.type) for field in type})
    names = {"string": "VARCHAR", "bool": "BOOLEAN", "double": "DOUBLE"}
    names |= {"uint8": "UTINYINT", "uint32": "UINTEGER", "uint64": "UBIGINT"}
    return names[str(type)]
