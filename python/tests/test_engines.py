"""Every engine gives the answers of the tables, whatever rows lie around them."""

import hashlib
import json
import pathlib
import subprocess
import sys
import timeit
import typing

import duckdb
import pandas
import polars
import pyarrow
import pytest

import sudoku_lab
import sudoku_lab.pandas
import sudoku_lab.polars
from sudoku_lab import spark, types
from sudoku_lab._methods import NAMES, answers

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CONTRADICTORY = "55" + EASY[2:]
BAD = [None, "oops", CONTRADICTORY, EASY[:-1], "", "é" * 81]
ROWS = [EASY, *BAD, "." * 81, EASY.replace(".", "0"), "12345678." + "." * 8 + "9" + "." * 63, EASY]
NUMBERED = pyarrow.table({"no": range(len(ROWS)), "puzzle": ROWS})

# The arguments of each function, as Python and as SQL write them.
ARGUMENTS = {"count": ([5], ", 5"), "tally": (["bands/bivalue"], ", 'bands/bivalue'")}


def plain(value):
    """A value as Python holds it, without the counters that a solver does not report."""
    if isinstance(value, dict):
        value = {name: plain(one) for name, one in value.items()}
        for name in [name for name in value if name.startswith("counts.")]:
            value.setdefault("counts", {})[name.removeprefix("counts.")] = value.pop(name)
        if "counts" in value:
            value["counts"] = {name: n for name, n in value["counts"].items() if n is not None}
        return value
    if pandas.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value


def digest(values):
    text = json.dumps([plain(value) for value in values], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def of_table(name, arguments, _):
    table = pyarrow.table(answers(name, ROWS, *arguments))
    return (table.to_struct_array() if table.num_columns > 1 else table.column(0)).to_pylist()


def expression(name, arguments):
    return getattr(polars.col("puzzle").sudoku, name)(*arguments).alias("answer")


def of_polars(name, arguments, _):
    return polars.DataFrame(NUMBERED).select(expression(name, arguments))["answer"].to_list()


def of_polars_lazily(name, arguments, _):
    frame = polars.LazyFrame(NUMBERED).select(expression(name, arguments))
    assert frame.collect_schema() == frame.collect().schema
    return frame.collect()["answer"].to_list()


def of_polars_streaming(name, arguments, _):
    frame = polars.LazyFrame(NUMBERED).with_columns(expression(name, arguments))
    return frame.collect(engine="streaming").sort("no")["answer"].to_list()


def of_polars_in_groups(name, arguments, _):
    groups = polars.DataFrame(NUMBERED).group_by(polars.col("no") % 3)
    found = groups.agg(rows=polars.col("no"), answer=expression(name, arguments))
    return found.explode("rows", "answer").sort("rows")["answer"].to_list()


def of_pandas(name, arguments, _):
    series = pandas.Series(ROWS, index=range(100, 100 + len(ROWS)), name="mine")[::-1]
    found = getattr(series.sudoku, name)(*arguments)
    assert found.index.equals(series.index)
    found = found[::-1]
    return found.to_dict("records") if found.ndim > 1 else found.to_list()


def of_duckdb(name, _, arguments):
    connection = sudoku_lab.duckdb(sudoku_lab.duckdb(duckdb.connect()).cursor())
    connection.register("t", NUMBERED)
    found = connection.sql(f"SELECT sudoku_{name}(puzzle{arguments}) FROM t ORDER BY no")
    return [row[0] for row in found.fetchall()]


ENGINES = [of_polars, of_polars_lazily, of_polars_streaming, of_polars_in_groups, of_pandas, of_duckdb]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__)
def test_all_engines_give_one_hash(engine, name):
    arguments = ARGUMENTS.get(name, ([], ""))
    expected, found = of_table(name, *arguments), engine(name, *arguments)
    assert digest(found) == digest(expected), (found, expected)
    assert [row is None for row in found] != [True] * len(found)


def test_arguments_of_sql_may_differ_from_row_to_row():
    connection = sudoku_lab.duckdb(duckdb.connect())
    found = connection.sql(
        f"""SELECT sudoku_count(p, n), sudoku_tally(p, s).counts.guesses, sudoku_tally(p, s).counts.undos
            FROM (VALUES (1, '{EASY}', 2, 'bands/bivalue'), (2, '{"." * 81}', 9, 'bitmask/cursor'),
                         (3, NULL, 2, NULL), (4, '{"." * 81}', NULL, 'bands/bivalue'))
            t(no, p, n, s) ORDER BY no"""
    ).fetchall()
    assert [row[0] for row in found] == [1, 9, None, None]
    assert [row[1] is None for row in found] == [False, True, True, False]
    assert [row[2] is None for row in found] == [True, False, True, True]
    with pytest.raises(duckdb.Error, match="no solver is called"):
        connection.sql(f"SELECT sudoku_tally('{EASY}', 'nice')").fetchall()


def test_what_no_engine_can_ask_is_an_error():
    with pytest.raises(ValueError, match="no solver is called"):
        polars.col("puzzle").sudoku.tally("nice")
    for column in [pandas.Series([1, 2]), pandas.Series([EASY, 5], dtype=object)]:
        with pytest.raises(TypeError):
            column.sudoku.solve()
    numbers = polars.DataFrame({"puzzle": [1]})
    with pytest.raises((TypeError, polars.exceptions.ComputeError), match="expected text"):
        numbers.select(polars.col("puzzle").sudoku.solve())


@pytest.mark.parametrize("name", NAMES[:-1])
def test_one_text_is_answered_as_its_row(name):
    function, (arguments, _) = getattr(sudoku_lab, name), ARGUMENTS.get(name, ([], ""))
    for row in filter(lambda row: row is not None, ROWS):
        if row in BAD and row != CONTRADICTORY:
            with pytest.raises(ValueError, match="found"):
                function(row, *arguments)
            continue
        (expected,) = pyarrow.table(function([row], *arguments)).to_pylist()
        assert function(row, *arguments) == (expected if len(expected) > 2 else [*expected.values()][0])


def test_one_text_costs_microseconds():
    """The target is 2; a machine that is shared, and libraries without optimisation, take longer."""
    for function in [sudoku_lab.solve, sudoku_lab.count, sudoku_lab.is_unique]:
        assert min(timeit.repeat(lambda: function(EASY), number=200, repeat=20)) / 200 < 50e-6


def test_every_method_and_type_is_documented_and_complete():
    for module in [sudoku_lab, sudoku_lab.polars, sudoku_lab.pandas, spark]:
        assert module.__doc__
        for name in module.__all__:
            public = getattr(module, name)
            assert public.__doc__, name
            methods = [getattr(public, method) for method in NAMES if isinstance(public, type)]
            assert all(method.__doc__ for method in methods)
    assert (pathlib.Path(sudoku_lab.__file__).parent / "py.typed").exists()
    assert set(sudoku_lab.solvers()) <= set(typing.get_args(types.SolverId))
    for argument, names in [("kind", types.Kind), ("symmetry", types.Symmetry)]:
        with pytest.raises(ValueError, match=", ".join(typing.get_args(names)) + "$"):
            sudoku_lab.generate(1, **{argument: "nice"})
    report = sudoku_lab.audit([EASY, EASY, "oops"], [EASY])
    parts = [
        (report, types.AuditReport),
        (report["files"][0], types.FileReport),
        (report["files"][0]["guesses"], types.Quantiles),
        (report["examples"][0], types.Example),
        (sudoku_lab.rate(EASY), types.Rating),
        (sudoku_lab.tally(EASY, "bands/bivalue"), types.Tally),
    ]
    for found, kind in parts:
        assert set(found) == set(kind.__annotations__), kind
    assert list(report["files"][0]["found"]) == list(typing.get_args(types.Finding))


SCRIPT = """
import sudoku_lab
from sudoku_lab.types import AuditReport, Kind, SolverId

report: AuditReport = sudoku_lab.audit(["x"], "test.csv")
leaks: int = report["files"][1]["found"]["leak"]
solution: str | None = sudoku_lab.solve("x")
clues: int = sudoku_lab.rate("x")["clues"]
ids: list[SolverId] = sudoku_lab.solvers()
outcome: str = sudoku_lab.tally("x", ids[0], goal="unique")["outcome"]
names: list[str] = sudoku_lab.generate(3, kind="easy", symmetry="half-turn").column_names
"""
WRONG = ['generate(3, kind="nice")', 'tally("x", "nice")', 'rate("x")["clue"]', 'audit(["x"])["file"]']


def mypy(tmp_path, *arguments):
    pytest.importorskip("mypy")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\n[mypy-pyspark.*,pandas.*,pyarrow.*]\nignore_missing_imports = True\n")
    command = [sys.executable, "-m", *arguments]
    command[3:3] = ["--mypy-config-file" if "stubtest" in arguments[0] else "--config-file", config]
    return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)


def test_a_small_script_is_typed(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ran = mypy(tmp_path, "mypy", "script.py")
    assert ran.returncode == 0, ran.stdout
    script.write_text(SCRIPT + "\n".join(f"sudoku_lab.{call}" for call in WRONG))
    errors = mypy(tmp_path, "mypy", "script.py").stdout.splitlines()[:-1]
    lines = {error.split(":")[1] for error in errors if " error: " in error}
    assert len(lines) == len(WRONG), errors


def test_stubs_are_those_of_the_package(tmp_path):
    # Stubtest takes a Literal of several names for a union.
    (tmp_path / "allowed").write_text(r"sudoku_lab\.types\.(Encoding|Finding|Goal|Kind|Outcome|SolverId|Symmetry)")
    ran = mypy(tmp_path, "mypy.stubtest", "sudoku_lab", "--allowlist", "allowed")
    assert ran.returncode == 0, ran.stdout + ran.stderr
