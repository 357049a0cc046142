"""The package as installed, against known answers and against the program.

`SUDOKU_LAB` names the program, as `cargo xtask wheel` builds it.
"""

import csv
import hashlib
import inspect
import io
import os
import pathlib
import re
import subprocess
import sys
import threading
import typing

import numpy
import pandas
import polars
import pyarrow
import pytest

import sudoku_lab
from sudoku_lab import types

TOP = pathlib.Path(__file__).parents[2]
SETS = sorted((TOP / "crates/puzzles/data").glob("*.txt"))
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CONTRADICTORY = "55" + EASY[2:]


def rows(file):
    """Puzzle, number of solutions, solution or -."""
    lines = (line.split() for line in file.read_text().splitlines() if not line.startswith("#"))
    return [(line[0], int(line[1]), line[2]) for line in lines]


def numbers(texts):
    cells = "".join(texts).replace(".", "0").encode()
    return (numpy.frombuffer(cells, dtype=numpy.uint8) - ord("0")).astype("int8").reshape(-1, 81)


def texts(grids):
    return ["".join(map(str, grid)) if grid.any() else "" for grid in grids]


def program(*arguments, lines):
    found = os.environ.get("SUDOKU_LAB")
    if not found:
        pytest.skip("SUDOKU_LAB names no program")
    ran = subprocess.run(
        [found, *arguments, "-"], input="\n".join(lines), capture_output=True, text=True
    )
    return ran.stdout


def digest(values):
    return hashlib.sha256("\n".join(value or "" for value in values).encode()).hexdigest()


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_answers_are_those_of_the_sets(file):
    puzzles, counts, solutions = zip(*rows(file))
    table = sudoku_lab.solve(list(puzzles))
    for count, expected, found in zip(counts, solutions, table["solution"].to_pylist()):
        assert (found is not None) == (count > 0)
        assert count != 1 or found == expected
    limited = sudoku_lab.count(list(puzzles), limit=50)["solutions"].to_pylist()
    assert limited == [min(count, 50) for count in counts]
    unique = sudoku_lab.is_unique(list(puzzles))["unique"].to_pylist()
    assert unique == [count == 1 for count in counts]


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_numpy_duckdb_polars_and_the_program_give_one_hash(file):
    import duckdb

    puzzles = [puzzle for puzzle, count, _ in rows(file) if count <= 1]
    if not puzzles:
        return
    connection = sudoku_lab.duckdb(duckdb.connect())
    table = pyarrow.table({"no": range(len(puzzles)), "puzzle": puzzles})
    query = "SELECT sudoku_solve(puzzle), sudoku_canonical(puzzle), sudoku_is_minimal(puzzle) FROM t"
    connection.register("t", table)
    of_duckdb = connection.sql(query + " ORDER BY no").fetchall()
    series = polars.Series(puzzles)
    rated = list(csv.DictReader(io.StringIO(program("rate", "--arrangements", "1", lines=puzzles))))
    solutions = {
        "numpy": texts(sudoku_lab.solve(numbers(puzzles))),
        "Polars": polars.DataFrame(sudoku_lab.solve(series))["solution"].to_list(),
        "DuckDB": [row[0] for row in of_duckdb],
        "program": [row["solution"] for row in rated],
    }
    assert len({digest(column) for column in solutions.values()}) == 1
    forms = {
        "numpy": [
            text.replace("0", ".") for text in texts(sudoku_lab.canonical(numbers(puzzles)))
        ],
        "Polars": polars.DataFrame(sudoku_lab.canonical(series))["canonical"].to_list(),
        "DuckDB": [row[1] for row in of_duckdb],
        "program": [row["canonical"] for row in rated],
    }
    assert len({digest(column) for column in forms.values()}) == 1
    minimal = sudoku_lab.is_minimal(series)["minimal"].to_pylist()
    assert minimal == [row[2] for row in of_duckdb] == [row["minimal"] == "true" for row in rated]


def test_a_rating_is_that_of_the_program():
    puzzles = [puzzle for puzzle, *_ in rows(TOP / "crates/puzzles/data/minimal.txt")[:50]]
    table = sudoku_lab.rate([*puzzles, CONTRADICTORY], arrangements=3, seed=5)
    assert table.field("guesses_mean").metadata[b"tree"] == b"whole-grid"
    lines = [*puzzles, CONTRADICTORY]
    expected = program("rate", "--arrangements", "3", "--seed", "5", "--format", "json", lines=lines)
    found = pyarrow.table(table).drop(["why"]).to_pylist()
    import json

    assert found == [json.loads(line) for line in expected.splitlines()]


def test_the_work_is_that_of_the_program():
    puzzles = [puzzle for puzzle, *_ in rows(TOP / "crates/puzzles/data/easy.txt")[:20]]
    for solver in ["bitmask/blank-list", "bands/bivalue", "whole-grid/words"]:
        table = pyarrow.table(sudoku_lab.tally(puzzles, solver))
        lines = program("tally", "--solver", solver, lines=puzzles)
        for row, expected in zip(table.to_pylist(), csv.DictReader(io.StringIO(lines)), strict=True):
            assert row["outcome"] == expected["outcome"]
            reported = {name: int(expected[name]) for name in row["counts"]}
            assert row["counts"] == reported and reported
    with pytest.raises(ValueError, match="no solver is called"):
        sudoku_lab.tally(puzzles, "bitmask")


def test_one_bad_row_fails_no_batch():
    bad = [EASY, None, "oops", CONTRADICTORY, EASY[:-1], EASY.replace(".", "0")]
    columns = {
        "list": bad,
        "pyarrow": pyarrow.array(bad),
        "large": pyarrow.array(bad, pyarrow.large_string()),
        "view": pyarrow.array(bad, pyarrow.string_view()),
        "dictionary": pyarrow.array(bad).dictionary_encode(),
        "chunks": pyarrow.chunked_array([bad[:2], [], bad[2:]], pyarrow.string()),
        "table": pyarrow.table({"id": range(6), "Quizzes": bad}),
        "pandas": pandas.Series(bad),
        "Polars": polars.Series(bad),
        "Polars frame": polars.DataFrame({"question": bad}),
    }
    solution = sudoku_lab.solve(EASY)
    for name, column in columns.items():
        table = sudoku_lab.solve(column)
        found = table["solution"].to_pylist()
        assert found == [solution, None, None, None, None, solution], name
        why = table["why"].to_pylist()
        assert why[0] is None and why[1] == "no puzzle: null", name
        assert "found" in why[2] and "stands twice" in why[3] and "found 80 cells" in why[4], name
        assert sudoku_lab.count(column)["solutions"].to_pylist() == [1, None, None, 0, None, 1], name
        assert sudoku_lab.is_unique(column)["unique"].to_pylist()[1:5] == [None, None, False, None]


def test_a_row_is_answered_alike_wherever_it_lies():
    unsolvable = "12345678." + "." * 8 + "9" + "." * 63
    kinds = [EASY, None, "oops", CONTRADICTORY, unsolvable]
    places = numpy.random.default_rng(1).integers(len(kinds), size=10_000)
    for function in [sudoku_lab.solve, sudoku_lab.count]:
        of_kinds, found = (
            pyarrow.table(function(column)).to_pylist()
            for column in [kinds, [kinds[kind] for kind in places]]
        )
        assert [row["why"] is None for row in of_kinds[:4]] == [True, False, False, False]
        assert found == [of_kinds[kind] for kind in places]


def test_numbers_of_any_type_and_shape():
    grids = numbers([EASY, EASY])
    solution = numbers([sudoku_lab.solve(EASY)])[0]
    for dtype in ["int8", "uint8", "int32", "int64"]:
        for shape in [(2, 81), (2, 9, 9)]:
            found = sudoku_lab.solve(grids.astype(dtype).reshape(shape))
            assert found.shape == shape and found.dtype == "int8"
            assert (found.reshape(2, 81) == solution).all()
    assert (sudoku_lab.solve(numpy.asfortranarray(grids)) == solution).all()
    lists = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(grids.ravel()), 81)
    assert sudoku_lab.count(lists)["solutions"].to_pylist() == [1, 1]
    assert sudoku_lab.count(lists.slice(1))["solutions"].to_pylist() == [1]
    assert (sudoku_lab.solve(grids.astype("float32")) == solution).all()
    blank = [cell or None for cell in grids[0].tolist()]
    boards = grids.reshape(2, 9, 9).tolist()
    for cells in [[blank, blank], boards, pyarrow.array(grids.tolist()), pyarrow.array(boards),
                  pyarrow.array(grids.astype("float64").tolist()), grids.astype(object)]:
        assert sudoku_lab.count(cells)["solutions"].to_pylist() == [1, 1]
    short = sudoku_lab.count(pyarrow.array([grids[0].tolist(), [1, 2], None]))
    assert short["solutions"].to_pylist() == [1, None, None]
    assert short["why"].to_pylist()[1] == "found no 81 numbers"
    for value in [10, 127, 265, -1]:
        wide = grids.astype("int64")
        wide[1, 3] = value
        table = sudoku_lab.is_unique(wide)
        assert table["unique"].to_pylist() == [True, None]
        assert table["why"].to_pylist()[1].startswith("cell 3 holds ")
        assert not sudoku_lab.solve(wide)[1].any()
    assert sudoku_lab.solve(numpy.zeros((0, 81), dtype="int8")).shape == (0, 81)
    for shape in [(3, 80), (81,), (9, 9)]:
        with pytest.raises(ValueError, match="expected"):
            sudoku_lab.solve(numpy.zeros(shape, dtype="int8"))


def test_what_is_no_column_is_an_error():
    with pytest.raises(ValueError, match="expected one to be puzzle"):
        sudoku_lab.solve(pyarrow.table({"a": ["x"]}))
    for column in [pyarrow.array([[1, 2]]), 7, [1, 2], object()]:
        with pytest.raises((TypeError, ValueError)):
            sudoku_lab.solve(column)
    with pytest.raises(ValueError, match="found 4 cells"):
        sudoku_lab.solve("1234")
    assert sudoku_lab.solve(CONTRADICTORY) is None and sudoku_lab.count(CONTRADICTORY) == 0
    assert len(sudoku_lab.solve([])) == 0
    with pytest.raises(ValueError):
        sudoku_lab.rate(EASY, arrangements=0)


def test_a_small_column_is_answered_however_long_its_searches_are():
    """With one thread, solvers that are kept answer it, and then others if that takes long."""
    puzzles, _, solutions = zip(*rows(TOP / "crates/puzzles/data/hard.txt"))
    nodes = [row["nodes"] for row in sudoku_lab.tally(list(puzzles), "whole-grid/words")["counts"].to_pylist()]
    hardest = nodes.index(max(nodes))
    for number in [1, 256]:
        table = sudoku_lab.solve([puzzles[hardest]] * number, threads=1)
        assert table["solution"].to_pylist() == [solutions[hardest]] * number
        assert table["why"].to_pylist() == [None] * number
    assert max(nodes) * 256 > 10_000


def test_threads_change_nothing():
    puzzles = sudoku_lab.generate(300, seed=3)
    one = pyarrow.table(sudoku_lab.rate(puzzles, arrangements=2, threads=1)).combine_chunks()
    for threads in [0, 2, 7]:
        other = pyarrow.table(sudoku_lab.rate(puzzles, arrangements=2, threads=threads))
        assert other.combine_chunks() == one


def test_other_threads_go_on():
    puzzles = list(sudoku_lab.generate(2000, seed=3)["puzzle"].to_pylist())
    seen = []
    worker = threading.Thread(target=lambda: seen.append(sudoku_lab.rate(puzzles)))
    worker.start()
    ticks = 0
    while worker.is_alive():
        worker.join(0.001)
        ticks += 1
    assert ticks > 3 and len(seen[0]) == 2000


def test_generated_puzzles_are_those_of_the_program():
    found = os.environ.get("SUDOKU_LAB") or pytest.skip("SUDOKU_LAB names no program")
    kinds = [{"kind": kind} | ({"clues": 30} if kind == "unique" else {}) for kind in typing.get_args(types.Kind)]
    symmetries = [{"symmetry": symmetry, "seed": 9} for symmetry in typing.get_args(types.Symmetry)]
    efforts = [
        {"effort": (1000, 2000), "seed": 5, "clues": 25, "arrange": True},
        {"effort": (None, 200), "climb": True},
        {"effort": (1000, None), "effort_of": "bitmask-singles/prefill"},
        {"guesses": (8, 20), "climb": True, "seed": 2},
    ]
    for words in [*kinds, *symmetries, *efforts]:
        ran = subprocess.run([found, "generate", "--count=5", *map(option, words.items())], capture_output=True, text=True)
        for threads in [1, 3]:
            made = sudoku_lab.generate(5, **words, threads=threads)
            assert made["puzzle"].to_pylist() == ran.stdout.split(), (words, ran.stderr)


def option(pair):
    """A word of the wheel as the program has it."""
    name, value = pair
    if isinstance(value, tuple):
        value = "..".join("" if end is None else str(end) for end in value)
    name = "--" + name.replace("_", "-")
    return name if value is True else f"{name}={value}"


def test_generate_takes_the_words_of_the_program():
    found = os.environ.get("SUDOKU_LAB") or pytest.skip("SUDOKU_LAB names no program")
    help = subprocess.run([found, "generate", "--help"], capture_output=True, text=True).stdout
    options = set(re.findall(r"^ +--([a-z-]+)", help, re.MULTILINE))
    words = inspect.signature(sudoku_lab.generate).parameters
    # A table has one format, and `number` stands first.
    assert options - {"count", "format"} == {name.replace("_", "-") for name in words} - {"number"}


@pytest.mark.parametrize(
    "words, why",
    [
        ({"kind": "nice"}, "no kind is called"),
        ({"effort": (9, 9)}, "9..9 is empty, expected LOW below HIGH"),
        ({"effort_of": "bands/bivalue"}, "effort_of needs effort"),
        ({"effort": (1, 9), "effort_of": "nice"}, "no solver is called"),
        ({"effort": (1, 9), "effort_of": "whole-grid/words"}, "does not report the digits"),
        ({"effort": (1, 9), "guesses": (1, 9)}, "cannot be used with"),
        ({"climb": True}, "needs a range"),
    ],
)
def test_puzzles_that_cannot_be_as_wanted_are_an_error(words, why):
    with pytest.raises(ValueError, match=why):
        sudoku_lab.generate(1, **words)


def test_steps_lead_to_the_solution():
    for solver in ["bitmask/blank-list", "propagation/hidden-singles", "whole-grid/words"]:
        steps = pyarrow.table(sudoku_lab.watch(EASY, solver)).to_pylist()
        assert [row["step"] for row in steps] == list(range(len(steps)))
        assert steps[0]["board"] == EASY and steps[0]["event"] == "puzzle"
        assert steps[-1]["event"] == "solved" and steps[-1]["board"] == sudoku_lab.solve(EASY)
        for row in steps:
            if row["event"] in ["place", "deduce"]:
                assert row["board"][row["cell"]] == str(row["digit"])


def test_duckdb_takes_nulls_and_what_is_no_puzzle():
    import duckdb

    connection = sudoku_lab.duckdb(duckdb.connect())
    rows = connection.sql(
        f"""SELECT sudoku_solve(p), sudoku_count(p, n), sudoku_is_minimal(p), sudoku_rate(p).clues,
                   sudoku_rate(p).why
            FROM (VALUES (1, NULL, 2), (2, 'oops', 2), (3, repeat('.', 81), 5), (4, repeat('.', 81), 3),
                         (5, '{EASY}', NULL), (6, '{CONTRADICTORY}', 2)) t(no, p, n) ORDER BY no"""
    ).fetchall()
    assert [row[1] for row in rows] == [None, None, 5, 3, None, 0]
    assert [row[2] for row in rows] == [None, None, False, False, False, False]
    assert [row[3] for row in rows] == [None, None, 0, 0, 30, 30]
    assert rows[4][0] == sudoku_lab.solve(EASY) and "stands twice" in rows[5][4]


def test_the_examples_of_the_readme_run():
    readme = (TOP / "python/README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        if "pyspark" not in block:
            subprocess.run([sys.executable, "-c", block], check=True, capture_output=True)


def test_an_audit_is_that_of_the_program(tmp_path):
    import json

    train = sudoku_lab.generate(60, seed=4)["puzzle"].to_pylist()
    turned = train[3][::-1]
    test = [*sudoku_lab.generate(20, seed=5)["puzzle"].to_pylist(), train[7], turned, "oops"]
    answers = [sudoku_lab.solve(puzzle) for puzzle in train]
    answers[2] = answers[1]
    ratings = [str(len(puzzle.replace(".", ""))) for puzzle in train]
    frame = pandas.DataFrame({"question": train, "answer": answers, "rating": ratings})
    report = sudoku_lab.audit(frame, test)
    found = [{name: n for name, n in file["found"].items() if n} for file in report["files"]]
    assert found == [{"wrong-solution": 1}, {"unreadable": 1, "leak": 1, "equivalent-leak": 1}]
    assert report["files"][0]["rank_correlation"] is not None
    places = {example["finding"]: example["line"] for example in report["examples"]}
    assert places == {"wrong-solution": 3, "unreadable": 23, "leak": 21, "equivalent-leak": 22}

    files = [tmp_path / "train.csv", tmp_path / "test.txt"]
    frame.to_csv(files[0], index=False)
    files[1].write_text("\n".join(test[:-1]))
    of_files = sudoku_lab.audit(*files)
    assert [file["found"] for file in of_files["files"]] == [
        report["files"][0]["found"],
        {**report["files"][1]["found"], "unreadable": 0},
    ]
    program_found = os.environ.get("SUDOKU_LAB") or pytest.skip("SUDOKU_LAB names no program")
    ran = subprocess.run(
        [program_found, "audit", "--format", "json", *files], capture_output=True, check=True
    )
    assert json.loads(ran.stdout) == of_files
    with pytest.raises(OSError):
        sudoku_lab.audit(tmp_path / "none.csv")
