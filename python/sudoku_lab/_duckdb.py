from . import _native

# The columns of `rate`, as DuckDB calls their types.
_RATING = {
    "puzzle": "VARCHAR",
    "solution": "VARCHAR",
    "solutions": "UTINYINT",
    "clues": "UTINYINT",
    "minimal": "BOOLEAN",
    "canonical": "VARCHAR",
    "guesses_mean": "DOUBLE",
    "guesses_sd": "DOUBLE",
    "singles": "BOOLEAN",
    "locked": "BOOLEAN",
    "why": "VARCHAR",
}

# Neither calls nor seconds are limited.
_NO_LIMIT = (None, None)


def duckdb(connection):
    """Registers the functions of the laboratory with a connection to DuckDB, and returns it. To do so again changes
    nothing.

    - ``sudoku_solve(p)``: VARCHAR, a solution
    - ``sudoku_count(p, n)``: UINTEGER, how many solutions there are, up to n
    - ``sudoku_canonical(p)``: VARCHAR, the canonical form
    - ``sudoku_is_minimal(p)``: BOOLEAN
    - ``sudoku_rate(p)``: STRUCT with the columns of ``rate``

    p is the text of a puzzle. Where there is no answer it is NULL. Needs the packages duckdb, numpy and
    pyarrow, as ``pip install 'sudoku-lab[duckdb]'`` installs them.

    >>> import duckdb as engine
    >>> connection = duckdb(engine.connect())
    >>> connection.sql("SELECT sudoku_count(repeat('.', 81), 7)").fetchall()
    [(7,)]
    """
    import pyarrow
    import pyarrow.compute

    # DuckDB has threads of its own: each asks on its own.
    def column(function, *arguments):
        return lambda puzzles: pyarrow.table(function(puzzles, *arguments, 1)).column(0)

    def count(puzzles, limits):
        """Rows with equal limits are counted together."""
        puzzles, limits = puzzles.combine_chunks(), limits.combine_chunks()
        counts = pyarrow.nulls(len(puzzles), pyarrow.uint32())
        for limit in limits.unique().drop_null().to_pylist():
            these = pyarrow.compute.fill_null(pyarrow.compute.equal(limits, limit), False)
            found = _native.count(puzzles.filter(these), min(max(limit, 0), 2**32 - 1), _NO_LIMIT, 1)
            column = pyarrow.table(found).column(0).combine_chunks()
            counts = pyarrow.compute.replace_with_mask(counts, these, column)
        return counts

    def rate(puzzles):
        return pyarrow.table(_native.rate(puzzles, 10, 0, _NO_LIMIT, 1)).to_struct_array()

    functions = {
        "sudoku_solve": (column(_native.solve, _NO_LIMIT), ["VARCHAR"], "VARCHAR"),
        "sudoku_count": (count, ["VARCHAR", "BIGINT"], "UINTEGER"),
        "sudoku_canonical": (column(_native.canonical), ["VARCHAR"], "VARCHAR"),
        "sudoku_is_minimal": (column(_native.is_minimal), ["VARCHAR"], "BOOLEAN"),
        "sudoku_rate": (rate, ["VARCHAR"], connection.struct_type(_RATING)),
    }
    known = connection.sql("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()
    for name, (function, parameters, result) in functions.items():
        if (name,) in known:
            connection.remove_function(name)
        connection.create_function(
            name, function, parameters, result, type="arrow", null_handling="special"
        )
    return connection
