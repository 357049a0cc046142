"""One training set and one test set with planted faults, in every format: program and wheel find the
planted faults, and nothing else."""

import csv
import gzip
import hashlib
import io
import json
import os
import pathlib
import random
import subprocess

import numpy
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest
import sudoku_lab

PLANTED = {"exact": 50, "permuted": 60, "transposed": 70, "duplicate": 23}
FOUND = {
    "unreadable": 4,
    "contradictory": 9,
    "no-solution": 15,
    "several": 25,
    "wrong-solution": 40,
    "duplicate": 23,
    "leak": 50,
    "equivalent-leak": 130,
}
CLEAN = 200


def permuted(puzzle, draw):
    """A puzzle with relabelled digits, and with rows and columns in another order."""

    def lines():
        bands = draw.sample([0, 1, 2], 3)
        return [3 * band + row for band in bands for row in draw.sample([0, 1, 2], 3)]

    digits = dict(zip("123456789", draw.sample("123456789", 9)))
    rows, columns = lines(), lines()
    return "".join(digits.get(puzzle[9 * row + column], ".") for row in rows for column in columns)


def transposed(puzzle):
    return "".join(puzzle[at % 9 * 9 + at // 9] for at in range(81))


def with_a_clue_twice(puzzle):
    """A puzzle that repeats its first clue in another cell of its row."""
    clue = next(at for at, digit in enumerate(puzzle) if digit != ".")
    row = range(clue // 9 * 9, clue // 9 * 9 + 9)
    blank = next(at for at in row if puzzle[at] == ".")
    return puzzle[:blank] + puzzle[clue] + puzzle[blank + 1 :]


@pytest.fixture(scope="module")
def sets():
    """The rows of both sets: puzzle, solution and rating. A puzzle of 80 cells is unreadable."""
    draw = random.Random(1)
    made = sudoku_lab.generate(700, seed=11)
    whole = list(zip(made["puzzle"].to_pylist(), made["solution"].to_pylist()))
    train, new = whole[:300], iter(whole[300:])
    take = lambda number: [next(new) for _ in range(number)]
    solved = lambda puzzle: (puzzle, sudoku_lab.solve(puzzle))
    clean = take(CLEAN)
    rows = clean + train[:50]
    rows += [solved(permuted(puzzle, draw)) for puzzle, _ in train[50:110]]
    rows += [(transposed(puzzle), transposed(solution)) for puzzle, solution in train[110:180]]
    rows += [(puzzle, solution[:80] + solution[0]) for puzzle, solution in take(90) if solution[0] != solution[80]][:40]
    clues = [(puzzle, next(at for at in range(81) if puzzle[at] != ".")) for puzzle, _ in take(25)]
    rows += [solved(puzzle[:at] + "." + puzzle[at + 1 :]) for puzzle, at in clues]
    rows += [(puzzle, None) for puzzle in sudoku_lab.generate(15, seed=12, kind="unsolvable")["puzzle"].to_pylist()]
    rows += [(with_a_clue_twice(puzzle), None) for puzzle, _ in take(9)]
    rows += [(puzzle[:80], None) for puzzle, _ in take(4)]
    draw.shuffle(rows)
    rows += clean[:23]
    rated = lambda rows: [(*row, draw.randrange(100)) for row in rows]
    return rated(train), rated(rows)


def numbers(rows, column, first=0):
    """A column as numbers, with 77 in a row that has no 81 cells."""
    cells = [row[column] or "." * 81 for row in rows]
    of = lambda text: [int(sign.replace(".", "0")) + first for sign in text] + [77] * (81 - len(text))
    return numpy.array([of(text) for text in cells], dtype="int8" if first == 0 else "uint8")


def frame(rows):
    return pandas.DataFrame(rows, columns=["question", "answer", "rating"])


def cells(rows):
    """Lists of numbers beside the rating."""
    lists = {name: list(map(list, numbers(rows, at).tolist())) for at, name in enumerate(["quiz", "solution"])}
    return pyarrow.table(lists | {"difficulty": [row[2] for row in rows]})


def text_csv(rows):
    return frame(rows).to_csv(index=False)


def npy(array):
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


def npz(rows, save):
    file = io.BytesIO()
    save(file, quizzes=numbers(rows, 0).reshape(-1, 9, 9), solutions=numbers(rows, 1), rating=[row[2] for row in rows], meta=1)
    return file.getvalue()


def written(write):
    """What `write` writes to a file."""
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def folder(path, rows):
    """The layout of HRM."""
    path.mkdir()
    for name, column in [("inputs", 0), ("labels", 1)]:
        numpy.save(path / f"all__{name}.npy", numbers(rows, column, 1))
    numpy.save(path / "all__puzzle_indices.npy", numpy.arange(len(rows) + 1))
    (path / "dataset.json").write_text("{}")


def arrow(table, new, **options):
    """A file or a stream of Arrow with batches of 100 rows."""

    def write(file):
        with new(file, table.schema, options=pyarrow.ipc.IpcWriteOptions(**options)) as to:
            to.write_table(table, max_chunksize=100)

    return written(write)


def encoded(rows):
    """Texts as keys of dictionaries, which grow from batch to batch."""
    table = pyarrow.Table.from_pandas(frame(rows))
    parts = [table.slice(at, 100) for at in range(0, len(table), 100)]
    parts = [pyarrow.table([part[name].dictionary_encode() if name != "rating" else part[name] for name in part.column_names], part.column_names) for part in parts]
    return pyarrow.concat_tables(parts)


# What a file of each format holds.
FILES = {
    "csv": lambda rows: text_csv(rows).encode(),
    "tsv": lambda rows: frame(rows).to_csv(index=False, sep="\t").encode(),
    "csv.gz": lambda rows: gzip.compress(text_csv(rows).encode()),
    "json": lambda rows: frame(rows).to_json(orient="records").encode(),
    "jsonl": lambda rows: frame(rows).to_json(orient="records", lines=True).encode(),
    "lists.jsonl": lambda rows: polars.from_arrow(cells(rows)).write_ndjson().encode(),
    "npz": lambda rows: npz(rows, numpy.savez),
    "packed.npz": lambda rows: npz(rows, numpy.savez_compressed),
    "arrow": lambda rows: arrow(encoded(rows).unify_dictionaries(), pyarrow.ipc.new_file),
    "arrows": lambda rows: arrow(encoded(rows), pyarrow.ipc.new_stream, emit_dictionary_deltas=True),
    "lists.arrow": lambda rows: arrow(cells(rows), pyarrow.ipc.new_file, compression="lz4"),
    "feather": lambda rows: written(lambda file: pyarrow.feather.write_feather(pyarrow.Table.from_pandas(frame(rows)), file)),
    "polars.arrow": lambda rows: written(polars.DataFrame(frame(rows)).write_ipc),
    "polars.arrows": lambda rows: written(lambda file: polars.DataFrame(frame(rows)).write_ipc_stream(file, compression="lz4")),
    "polars.parquet": lambda rows: written(polars.DataFrame(frame(rows)).write_parquet),
    "lists.parquet": lambda rows: written(lambda file: pyarrow.parquet.write_table(cells(rows), file)),
    **{
        f"{kind}.parquet": lambda rows, kind=kind: written(
            lambda file: pyarrow.parquet.write_table(
                pyarrow.Table.from_pandas(frame(rows)), file, compression=kind, data_page_version=page
            )
        )
        for kind, page in [("none", "1.0"), ("snappy", "1.0"), ("gzip", "1.0"), ("lz4", "2.0"), ("zstd", "2.0")]
    },
}

# What Python holds, for the wheel alone.
OBJECTS = {
    "pandas": frame,
    "polars": lambda rows: polars.DataFrame(frame(rows)),
    "pyarrow": lambda rows: pyarrow.Table.from_pandas(frame(rows)),
    "lists in a table": cells,
    "lists": lambda rows: {"puzzle": [row[0] for row in rows], "solution": [row[1] for row in rows], "rating": [row[2] for row in rows]},
    "arrays": lambda rows: {"puzzle": numbers(rows, 0), "solution": numbers(rows, 1), "rating": numpy.array([row[2] for row in rows])},
    "mixed": lambda rows: {"puzzle": numbers(rows, 0), "solution": [row[1] for row in rows], "rating": [row[2] for row in rows]},
}


def check(report, rows, found=FOUND):
    train, test = report["files"]
    assert {name: n for name, n in train["found"].items() if n} == {}
    assert {name: n for name, n in test["found"].items() if n} == found
    assert (train["rows"], test["rows"]) == (len(rows[0]), len(rows[1]))
    assert train["unique"] == train["minimal"] == len(rows[0])
    return train["rated"], test["rated"], train["rank_correlation"]


def program(*arguments):
    command = os.environ.get("SUDOKU_LAB") or pytest.skip("SUDOKU_LAB names no program")
    ran = subprocess.run([command, "audit", *arguments], capture_output=True, text=True)
    assert ran.returncode in (0, 1), ran.stderr
    return ran


RATED = 300, 483, pytest.approx(0, abs=0.2)


@pytest.mark.parametrize("kind", FILES)
def test_the_planted_faults_are_found_in_files(sets, tmp_path, kind):
    files = [tmp_path / f"{name}.{kind}" for name in ["train", "test"]]
    for file, rows in zip(files, sets):
        file.write_bytes(FILES[kind](rows))
    report = sudoku_lab.audit(*files)
    assert check(report, sets) == RATED
    sums = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    assert [list(file["sha256"].values()) for file in report["files"]] == [[one] for one in sums]
    assert json.loads(program("--format", "json", *files).stdout) == report


def test_arrow_that_only_c_unpacks_is_refused_by_name(sets, tmp_path):
    file = tmp_path / "train.arrow"
    file.write_bytes(arrow(cells(sets[0]), pyarrow.ipc.new_file, compression="zstd"))
    with pytest.raises(ValueError, match="found Arrow that is compressed with zstd, expected lz4 or none"):
        sudoku_lab.audit(file)
    command = os.environ.get("SUDOKU_LAB") or pytest.skip("SUDOKU_LAB names no program")
    ran = subprocess.run([command, "audit", file], capture_output=True, text=True)
    assert ran.returncode == 2 and "expected lz4 or none" in ran.stderr, ran.stderr


def test_the_planted_faults_are_found_without_solutions(sets, tmp_path):
    found = {name: n for name, n in FOUND.items() if name != "wrong-solution"}
    for ending, of in [("txt", lambda rows: "\n".join(row[0] for row in rows).encode()), ("npy", lambda rows: npy(numbers(rows, 0)))]:
        files = [tmp_path / f"{name}.{ending}" for name in ["train", "test"]]
        for file, rows in zip(files, sets):
            file.write_bytes(of(rows))
        report = sudoku_lab.audit(*files)
        check(report, sets, found)
        assert json.loads(program("--format", "json", *files).stdout) == report
    for of in [lambda rows: numbers(rows, 0), lambda rows: [row[0] for row in rows]]:
        check(sudoku_lab.audit(*map(of, sets)), sets, found)


def test_the_planted_faults_are_found_in_folders_of_hrm(sets, tmp_path):
    folders = [tmp_path / "train", tmp_path / "test"]
    for path, rows in zip(folders, sets):
        folder(path, rows)
    report = sudoku_lab.audit(*folders)
    check(report, sets)
    assert len(report["files"][0]["sha256"]) == 2
    assert json.loads(program("--format", "json", *folders).stdout) == report
    arrays = [{"puzzle": numbers(rows, 0, 1), "solution": numbers(rows, 1, 1)} for rows in sets]
    check(sudoku_lab.audit(*arrays, encoding="hrm"), sets)


@pytest.mark.parametrize("kind", OBJECTS)
def test_the_planted_faults_are_found_in_objects(sets, kind):
    assert check(sudoku_lab.audit(*map(OBJECTS[kind], sets)), sets) == RATED


def test_the_planted_faults_are_found_in_data_sets_of_hugging_face(sets):
    datasets = pytest.importorskip("datasets")
    shuffled = [datasets.Dataset.from_pandas(frame(rows)).shuffle(seed=1) for rows in sets]
    assert check(sudoku_lab.audit(*shuffled), sets) == RATED


def test_findings_and_clean_rows_are_tables(sets, tmp_path):
    for name, rows in zip(["train", "test"], sets):
        (tmp_path / f"{name}.csv").write_text(text_csv(rows))
    files = [tmp_path / "train.csv", tmp_path / "test.csv"]
    tables = [tmp_path / "findings.csv", tmp_path / "clean.csv"]
    sudoku_lab.audit(*files, findings=tables[0], clean=tables[1])
    found = list(csv.DictReader(tables[0].open()))
    assert [list(row) for row in found[:1]] == [["file", "row", "finding", "partner", "message"]]
    assert [int(row["row"]) for row in found] == sorted(int(row["row"]) for row in found)
    assert len(found) == sum(FOUND.values())
    for row in found:
        puzzle = sets[1][int(row["row"]) - 2][0]
        if row["finding"] in ("leak", "equivalent-leak"):
            file, _, line = row["partner"].rpartition(":")
            assert file == str(files[0])
            partner = sets[0][int(line) - 2][0]
            assert sudoku_lab.canonical(puzzle) == sudoku_lab.canonical(partner)
            assert (puzzle == partner) == (row["finding"] == "leak")
    dirty = {int(row["row"]) - 2 for row in found}
    clean = [row for at, row in enumerate(sets[1]) if at not in dirty]
    assert len(clean) == CLEAN
    assert list(csv.reader(tables[1].open()))[1:] == [[*row[:2], str(row[2])] for row in clean]
    by_program = [tmp_path / "a.csv", tmp_path / "b.csv"]
    program("--findings", by_program[0], "--clean", by_program[1], *files)
    assert [file.read_text() for file in by_program] == [file.read_text() for file in tables]
    again = sudoku_lab.audit(files[0], tables[1])["files"][1]
    assert again["rows"] == CLEAN and not any(again["found"].values())


def test_a_card_is_the_same_by_program_and_wheel(sets, tmp_path):
    files = [tmp_path / "train.csv", tmp_path / "test.csv"]
    for file, rows in zip(files, sets):
        file.write_text(text_csv(rows))
    card = sudoku_lab.audit(*files, format="markdown", arrangements=3, rating="rating")
    ran = program("--format", "markdown", "--arrangements", "3", "--rating", "rating", *files)
    assert ran.stdout == card
    assert "| leak: the same puzzle is in the first file | 0 | 50 |" in card
    assert f"`sudoku-lab audit --arrangements 3 --rating rating {files[0]} {files[1]}`" in card


def test_the_exit_code_follows_the_findings_that_are_asked_for(sets, tmp_path):
    files = [tmp_path / "train.csv", tmp_path / "test.csv"]
    for file, rows in zip(files, sets):
        file.write_text(text_csv(rows))
    for kinds, code in [("undecided", 0), ("undecided,leak", 1), ("all", 1)]:
        assert program("--fail-on", kinds, *files).returncode == code
    ran = subprocess.run([os.environ["SUDOKU_LAB"], "audit", "--fail-on", "leek", files[0]], capture_output=True, text=True)
    assert ran.returncode == 2 and "leak" in ran.stderr
