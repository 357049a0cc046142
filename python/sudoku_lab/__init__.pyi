from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, Protocol, overload

import numpy
from arro3.core import Table
from numpy.typing import NDArray

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...

type _Cells = Sequence[int | float | None]
type _Column = _ArrowStream | _ArrowArray | Sequence[str | None] | Sequence[_Cells | Sequence[_Cells]]
type _Numbers = NDArray[numpy.integer[Any] | numpy.floating[Any]]
type _Goal = Literal["first", "unique"]

__all__: list[str]

@overload
def solve(
    puzzles: str,
    *,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> str | None: ...
@overload
def solve(
    puzzles: _Numbers,
    *,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> NDArray[numpy.int8]: ...
@overload
def solve(
    puzzles: _Column,
    *,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Table: ...
@overload
def count(
    puzzles: str,
    limit: int = 2,
    *,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> int: ...
@overload
def count(
    puzzles: _Column | _Numbers,
    limit: int = 2,
    *,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Table: ...
@overload
def is_unique(puzzles: str, *, threads: int = 0) -> bool: ...
@overload
def is_unique(puzzles: _Column | _Numbers, *, threads: int = 0) -> Table: ...
@overload
def is_minimal(puzzles: str, *, threads: int = 0) -> bool: ...
@overload
def is_minimal(puzzles: _Column | _Numbers, *, threads: int = 0) -> Table: ...
@overload
def canonical(puzzles: str, *, threads: int = 0) -> str: ...
@overload
def canonical(puzzles: _Numbers, *, threads: int = 0) -> NDArray[numpy.int8]: ...
@overload
def canonical(puzzles: _Column, *, threads: int = 0) -> Table: ...
@overload
def rate(
    puzzles: str,
    *,
    arrangements: int = 10,
    seed: int = 0,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> dict[str, Any]: ...
@overload
def rate(
    puzzles: _Column | _Numbers,
    *,
    arrangements: int = 10,
    seed: int = 0,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Table: ...
@overload
def tally(
    puzzles: str,
    solver: str,
    *,
    goal: _Goal = "first",
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> dict[str, Any]: ...
@overload
def tally(
    puzzles: _Column | _Numbers,
    solver: str,
    *,
    goal: _Goal = "first",
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Table: ...
def generate(
    number: int,
    *,
    seed: int = 0,
    kind: str = "minimal",
    clues: int | None = None,
    symmetry: str = "none",
) -> Table: ...
def watch(puzzle: str, solver: str, *, goal: _Goal = "first", steps: int = 10_000) -> Table: ...
def audit(
    train: _Column | _Numbers | str | PathLike[str],
    test: _Column | _Numbers | str | PathLike[str] | None = None,
    *,
    examples: int = 10,
    arrangements: int = 10,
    seed: int = 0,
    threads: int = 0,
) -> dict[str, Any]: ...
def duckdb[T](connection: T) -> T: ...
def solvers() -> list[str]: ...
