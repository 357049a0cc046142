"""The functions for Spark, on a cluster of two workers, one of which dies.

Skipped where Java or pyspark is missing; `cargo xtask wheel --spark` installs pyspark.
"""

import pathlib
import threading
import time

import pyarrow
import pytest

import cluster
import sudoku_lab

pytestmark = pytest.mark.skipif(cluster.MISSING is not None, reason=str(cluster.MISSING))

TOP = pathlib.Path(__file__).parents[2]
PARTS = 40


def puzzles():
    """Every set of the laboratory, and rows that are no puzzle."""
    rows = []
    for file in sorted((TOP / "crates/puzzles/data").glob("*.txt")):
        lines = (line.split() for line in file.read_text().splitlines())
        rows += [line[0] for line in lines if line and line[0] != "#"]
    return [*rows, None, "oops", "55" + "." * 79]


@pytest.fixture
def spark():
    with cluster.cluster(2) as (_, session):
        yield session


def frame(session, rows, parts):
    numbered = pyarrow.table({"no": range(len(rows)), "puzzle": rows})
    return session.createDataFrame(numbered).repartition(parts)


def collected(answered):
    """The rows of a cluster in their order, without the columns that they came with."""
    table = answered.toArrow().sort_by("no").drop(["no", "puzzle"])
    names = ["why" if name.endswith("_why") else name for name in table.column_names]
    return table.rename_columns(names).to_pylist()


def here(table):
    table = pyarrow.table(table)
    return table.drop([n for n in ["puzzle"] if n in table.column_names]).to_pylist()


def test_a_cluster_answers_as_one_machine_does(spark):
    from sudoku_lab import spark as functions

    rows = puzzles()
    # A search in reading order takes minutes for some of the sets, and is stopped.
    whole = frame(spark, rows, PARTS).cache()
    tally = {"goal": "first", "max_calls": 1000}
    for name, found, expected in [
        ("solve", functions.solve(whole), sudoku_lab.solve(rows)),
        ("count", functions.count(whole, limit=5), sudoku_lab.count(rows, limit=5)),
        ("is_unique", functions.is_unique(whole), sudoku_lab.is_unique(rows)),
        ("is_minimal", functions.is_minimal(whole), sudoku_lab.is_minimal(rows)),
        ("canonical", functions.canonical(whole), sudoku_lab.canonical(rows)),
        ("rate", functions.rate(whole, arrangements=2), sudoku_lab.rate(rows, arrangements=2)),
        (
            "tally",
            functions.tally(whole, "bitmask/blank-list", **tally),
            sudoku_lab.tally(rows, "bitmask/blank-list", **tally),
        ),
    ]:
        assert collected(found) == here(expected), name


def test_functions_of_sql_answer_as_tables_do(spark):
    from sudoku_lab import spark as functions
    from test_engines import ARGUMENTS, NAMES, NUMBERED, digest, of_table

    functions.register(spark).createDataFrame(NUMBERED).repartition(3).createOrReplaceTempView("t")
    for name in NAMES:
        python, sql = ARGUMENTS.get(name, ([], ""))
        found = spark.sql(f"SELECT sudoku_{name}(puzzle{sql}) FROM t ORDER BY no").collect()
        rows = [row[0].asDict(True) if hasattr(row[0], "asDict") else row[0] for row in found]
        assert digest(rows) == digest(of_table(name, python, sql)), (name, rows)


def test_what_cannot_be_asked_is_an_error(spark):
    from sudoku_lab import spark as functions

    two = frame(spark, ["." * 81], 1)
    with pytest.raises(TypeError, match="no is no column of texts"):
        functions.solve(two, "no")
    with pytest.raises(TypeError, match="grid is no column of texts"):
        functions.solve(two, "grid")
    with pytest.raises(ValueError, match="a column called solution already"):
        functions.solve(functions.solve(two))


def test_a_dead_worker_changes_no_row():
    from sudoku_lab import spark as functions

    rows = sudoku_lab.generate(20_000, seed=1)["puzzle"].to_pylist() + puzzles()
    expected = here(sudoku_lab.rate(rows, arrangements=20))
    with cluster.cluster(2) as (machines, session):
        job = functions.rate(frame(session, rows, PARTS), arrangements=20)
        found = []
        asks = threading.Thread(target=lambda: found.extend(collected(job)))
        asks.start()
        tracker = session.sparkContext.statusTracker()

        def done():
            """Tasks of the job that are finished."""
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            return max((stage.numCompletedTasks for stage in stages if stage.numTasks == PARTS), default=0)

        while asks.is_alive() and done() < PARTS // 4:
            time.sleep(0.05)
        at = done()
        machines.kill(0)
        assert 0 < at < PARTS, f"the worker was killed after {at} of {PARTS} tasks"
        asks.join()
        assert cluster.executors(session) == 1
    assert len(found) == len(expected) and found == expected
