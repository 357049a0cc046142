"""The functions of ``sudoku_lab`` for engines of SQL, which ask about arrays of pyarrow."""

from . import _native
from ._methods import NAMES, answers

# The types of the parameters. DuckDB keeps no description of a function that Python registers.
PARAMETERS = {name: ["VARCHAR"] for name in NAMES}
PARAMETERS |= {"count": ["VARCHAR", "BIGINT"], "tally": ["VARCHAR", "VARCHAR"]}


def answer(name, puzzles, *arguments):
    """The array of answers; each argument is one value for all puzzles."""
    import pyarrow

    if name == "count":
        arguments = [min(max(limit, 0), 2**32 - 1) for limit in arguments]
    table = pyarrow.table(answers(name, puzzles, *arguments, threads=1))
    if name == "tally":
        # The type of a function does not depend on the solver: all have all counters.
        counts = table["counts"].combine_chunks()
        reported = {field.name for field in counts.type}
        nothing = pyarrow.nulls(len(counts), pyarrow.uint64())
        all_counters = _native.counters()
        columns = [counts.field(name) if name in reported else nothing for name in all_counters]
        counts = pyarrow.StructArray.from_arrays(columns, all_counters)
        table = table.set_column(table.schema.get_field_index("counts"), "counts", counts)
    array = table.column(0) if table.num_columns == 1 else table.to_struct_array()
    return array.chunk(0) if array.num_chunks == 1 else array.combine_chunks()


def type_of(name):
    """The type of the answers of a function."""
    return answer(name, [], *{"count": [2], "tally": ["bitmask/cursor"]}.get(name, [])).type


def function(name, kind=None):
    """A function of arrays, as engines call it, which count its parameters; ``kind`` is the type of the answers."""
    kind = kind or type_of(name)
    if len(PARAMETERS[name]) == 1:
        return lambda puzzles: answer(name, puzzles).cast(kind)
    return lambda puzzles, argument: _by_argument(name, kind, puzzles, argument)


def _by_argument(name, kind, puzzles, argument):
    """The array of answers; rows with equal arguments are asked together, without one they are null."""
    import pyarrow
    from pyarrow import compute

    parts, order = [pyarrow.nulls(0, kind)], [pyarrow.nulls(0, pyarrow.uint64())]
    for value in compute.unique(argument).to_pylist():
        these = compute.is_null(argument) if value is None else compute.equal(argument, value)
        rows = compute.indices_nonzero(these)
        if value is None:
            parts.append(pyarrow.nulls(len(rows), kind))
        else:
            parts.append(answer(name, puzzles.take(rows), value).cast(kind))
        order.append(rows)
    return pyarrow.concat_arrays(parts).take(compute.sort_indices(pyarrow.concat_arrays(order)))
