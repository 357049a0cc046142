"""The cost of a puzzle in a table engine, beside the kernel: `python python/tests/scale.py PUZZLES`.

Prints the tables of docs/SCALE.md: the CPU time of a puzzle for a function of ours, for the identity
function in the same engine, and for the kernel alone, each the smallest of several runs; the CPU time of
all functions, over a column and for one text at a time; the bytes of a puzzle in a file; and the wall time
of a job on Spark with one worker and with two.
"""

import pathlib
import sys
import tempfile
import time

import duckdb
import numpy
import pandas
import polars
import pyarrow

import cluster
import sudoku_lab
import sudoku_lab.pandas
import sudoku_lab.polars

RUNS = 5
PART = 10_000


def engines(puzzles):
    """For each engine, the identity function and ours, over all puzzles."""
    cells = numpy.frombuffer("".join(puzzles).replace(".", "0").encode(), dtype=numpy.uint8)
    numbers = (cells - ord("0")).astype("int8").reshape(-1, 81)
    yield "numpy", lambda: numbers.copy(), lambda: sudoku_lab.solve(numbers, threads=1)
    frame = polars.DataFrame({"puzzle": puzzles})
    yield (
        "Polars",
        lambda: frame.select(
            polars.col("puzzle").map_batches(lambda column: column, return_dtype=polars.String)
        ),
        lambda: frame.select(polars.col("puzzle").sudoku.solve(threads=1)),
    )
    series = pandas.Series(puzzles)
    yield (
        "pandas",
        lambda: pyarrow.table({"puzzle": pyarrow.array(series)}).to_pandas(),
        lambda: series.sudoku.solve(threads=1),
    )
    connection = sudoku_lab.duckdb(duckdb.connect(config={"threads": 1}))
    connection.create_function("same", lambda p: p, ["VARCHAR"], "VARCHAR", type="arrow")
    connection.execute("CREATE TABLE t AS SELECT puzzle FROM frame")
    asked = "SELECT count(a), min(a) FROM (SELECT {}(puzzle) AS a FROM t)"
    yield (
        "DuckDB",
        lambda: connection.sql(asked.format("same")).fetchall(),
        lambda: connection.sql(asked.format("sudoku_solve")).fetchall(),
    )


def least(function):
    """The smallest CPU time of a call, in seconds."""
    times = []
    for _ in range(RUNS):
        before = time.process_time()
        function()
        times.append(time.process_time() - before)
    return min(times)


def kernel_time(puzzles):
    """The smallest time of the searches alone, in seconds: wall time, so the parts are short."""
    return min(sudoku_lab._native.search_seconds(puzzles) for _ in range(RUNS))


def rounded(number):
    """Two digits of a number."""
    return f"{float(f'{number:.2g}'):g}"


FUNCTIONS = {
    "`solve`": sudoku_lab.solve,
    "`count`, up to two": sudoku_lab.count,
    "`tally` by `bands/bivalue`": lambda puzzles, **threads: sudoku_lab.tally(puzzles, "bands/bivalue", **threads),
    "`canonical`": sudoku_lab.canonical,
    "`is_minimal`": sudoku_lab.is_minimal,
    "`rate`": sudoku_lab.rate,
    "`audit`": sudoku_lab.audit,
}


def bytes_of(frame, folder, compression):
    """Bytes of a row in Parquet."""
    file = pathlib.Path(folder) / f"{compression}.parquet"
    frame.write_parquet(file, compression=compression)
    return file.stat().st_size / len(frame)


def on_spark(folder, file, workers, solver):
    """Wall time of a tally, from Parquet to Parquet, with the executors started before."""
    from sudoku_lab import spark

    times = []
    with cluster.cluster(workers) as (_, session):
        for run in range(3):
            frame = session.read.parquet(str(file)).repartition(40)
            before = time.monotonic()
            out = str(pathlib.Path(folder) / f"{workers}-{run}")
            spark.tally(frame, solver, max_calls=20_000).write.parquet(out)
            times.append(time.monotonic() - before)
    return min(times)


def read(path):
    """The puzzles of a text, one a line, or of the column `puzzle` of a Parquet file."""
    if path.endswith(".parquet"):
        return polars.read_parquet(path, columns=["puzzle"])["puzzle"].to_list()
    return pathlib.Path(path).read_text().split()


def main(path):
    puzzles = read(path)
    kernel = sum(map(kernel_time, (puzzles[at : at + PART] for at in range(0, len(puzzles), PART))))
    micros = 1e6 / len(puzzles)
    print(f"{len(puzzles):,} puzzles\n")
    print("| engine | identity function | `solve` | difference, divided by the kernel's time |")
    print("|---|---:|---:|---:|")
    print(f"| none: the kernel alone | | {kernel * micros:.2f} µs | |")
    for name, identity, ours in engines(puzzles):
        same, solved = least(identity), least(ours)
        ratio = (solved - same) / kernel
        print(f"| {name} | {same * micros:.2f} µs | {solved * micros:.2f} µs | {ratio:.1f} |", flush=True)
    print("\n| function | column | one text at a time | 10¹⁰ puzzles, on paper |\n|---|---:|---:|---:|")
    some = puzzles[:20_000]
    column = polars.Series(some)
    for name, function in FUNCTIONS.items():
        each = least(lambda: function(column, threads=1)) * 1e6 / len(some)
        single = least(lambda: [*map(function, some)]) * 1e6 / len(some) if name != "`audit`" else None
        alone = f"{rounded(single)} µs" if single else ""
        hours = each * 1e4 / 3600
        print(f"| {name} | {rounded(each)} µs | {alone} | {rounded(hours)} core hours |", flush=True)
    print("\n| column, in Parquet | snappy | zstd |\n|---|---:|---:|")
    solved = polars.DataFrame(sudoku_lab.solve(polars.Series(puzzles)))
    with tempfile.TemporaryDirectory() as folder:
        for name, frame in {
            "puzzle": polars.DataFrame({"puzzle": puzzles}),
            "solution": solved.select("solution"),
        }.items():
            sizes = [bytes_of(frame, folder, compression) for compression in ["snappy", "zstd"]]
            print(f"| {name} | {sizes[0]:.0f} bytes | {sizes[1]:.0f} bytes |")
    if cluster.MISSING:
        sys.exit(f"Spark is left out: {cluster.MISSING}")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "puzzles.parquet"
        some = puzzles[:200_000]
        polars.DataFrame({"puzzle": some}).write_parquet(file, compression="snappy")
        solver = "bitmask/blank-list"
        one, two = (on_spark(folder, file, workers, solver) for workers in [1, 2])
        alone = time.process_time()
        sudoku_lab.tally(some, solver, max_calls=20_000, threads=1)
        alone = time.process_time() - alone
    each = 1e6 / len(some)
    print(f"\nSpark, a tally of {solver} over {len(some):,} puzzles, {alone * each:.0f} us a puzzle alone:")
    print(f"one worker {one:.1f} s, two workers {two:.1f} s, {one / two:.2f} times as fast")


if __name__ == "__main__":
    main(sys.argv[1])
