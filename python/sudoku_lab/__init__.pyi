from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, Protocol, overload

import numpy
from arro3.core import Table
from numpy.typing import NDArray

from .types import AuditReport, Encoding, Goal, Kind, Rating, SolverId, Symmetry, Tally

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...

type _Cells = Sequence[int | float | None]
type _Column = _ArrowStream | _ArrowArray | Sequence[str | None] | Sequence[_Cells | Sequence[_Cells]]
type _Numbers = NDArray[numpy.integer[Any] | numpy.floating[Any]]
type _Set = _Column | _Numbers | dict[str, _Column | _Numbers] | str | PathLike[str]

__all__ = [
    "audit",
    "canonical",
    "count",
    "duckdb",
    "generate",
    "is_minimal",
    "is_unique",
    "rate",
    "solve",
    "solvers",
    "tally",
    "watch",
]

@overload
def solve(  # type: ignore[overload-overlap] # a text is a sequence of texts
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
def count(  # type: ignore[overload-overlap] # a text is a sequence of texts
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
def is_unique(puzzles: str, *, threads: int = 0) -> bool: ...  # type: ignore[overload-overlap]
@overload
def is_unique(puzzles: _Column | _Numbers, *, threads: int = 0) -> Table: ...
@overload
def is_minimal(puzzles: str, *, threads: int = 0) -> bool: ...  # type: ignore[overload-overlap]
@overload
def is_minimal(puzzles: _Column | _Numbers, *, threads: int = 0) -> Table: ...
@overload
def canonical(puzzles: str, *, threads: int = 0) -> str: ...  # type: ignore[overload-overlap]
@overload
def canonical(puzzles: _Numbers, *, threads: int = 0) -> NDArray[numpy.int8]: ...
@overload
def canonical(puzzles: _Column, *, threads: int = 0) -> Table: ...
@overload
def rate(  # type: ignore[overload-overlap] # a text is a sequence of texts
    puzzles: str,
    *,
    arrangements: int = 10,
    seed: int = 0,
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Rating: ...
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
def tally(  # type: ignore[overload-overlap] # a text is a sequence of texts
    puzzles: str,
    solver: SolverId,
    *,
    goal: Goal = "first",
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Tally: ...
@overload
def tally(
    puzzles: _Column | _Numbers,
    solver: SolverId,
    *,
    goal: Goal = "first",
    max_calls: int | None = None,
    max_time: float | None = None,
    threads: int = 0,
) -> Table: ...
def generate(
    number: int,
    *,
    seed: int = 1,
    kind: Kind = "minimal",
    clues: int | None = None,
    symmetry: Symmetry = "none",
    effort: tuple[int | None, int | None] | None = None,
    effort_of: SolverId | None = None,
    guesses: tuple[int | None, int | None] | None = None,
    climb: bool = False,
    arrange: bool = False,
    threads: int = 0,
) -> Table: ...
def watch(puzzle: str, solver: SolverId, *, goal: Goal = "first", steps: int = 10_000) -> Table: ...
@overload
def audit(
    train: _Set,
    test: _Set | None = None,
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    rating: str | None = None,
    blank: str | None = None,
    encoding: Encoding | None = None,
    findings: str | PathLike[str] | None = None,
    clean: str | PathLike[str] | None = None,
    format: Literal["json"] = "json",
    examples: int = 10,
    arrangements: int = 10,
    seed: int = 0,
    threads: int = 0,
) -> AuditReport: ...
@overload
def audit(
    train: _Set,
    test: _Set | None = None,
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    rating: str | None = None,
    blank: str | None = None,
    encoding: Encoding | None = None,
    findings: str | PathLike[str] | None = None,
    clean: str | PathLike[str] | None = None,
    format: Literal["markdown"],
    examples: int = 10,
    arrangements: int = 10,
    seed: int = 0,
    threads: int = 0,
) -> str: ...
def duckdb[T](connection: T) -> T: ...
def solvers() -> list[SolverId]: ...
