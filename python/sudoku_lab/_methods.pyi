from typing import Any

from arro3.core import Table

from .types import Goal, SolverId

NAMES: list[str]

def answers(name: str, puzzles: Any, *arguments: Any, **options: Any) -> Table: ...

class Methods[Column, Columns]:
    def solve(
        self, *, max_calls: int | None = None, max_time: float | None = None, threads: int = 0
    ) -> Column: ...
    def count(
        self,
        limit: int = 2,
        *,
        max_calls: int | None = None,
        max_time: float | None = None,
        threads: int = 0,
    ) -> Column: ...
    def is_unique(self, *, threads: int = 0) -> Column: ...
    def is_minimal(self, *, threads: int = 0) -> Column: ...
    def canonical(self, *, threads: int = 0) -> Column: ...
    def rate(
        self,
        *,
        arrangements: int = 10,
        seed: int = 0,
        max_calls: int | None = None,
        max_time: float | None = None,
        threads: int = 0,
    ) -> Columns: ...
    def tally(
        self,
        solver: SolverId,
        *,
        goal: Goal = "first",
        max_calls: int | None = None,
        max_time: float | None = None,
        threads: int = 0,
    ) -> Columns: ...
    def why(
        self, *, max_calls: int | None = None, max_time: float | None = None, threads: int = 0
    ) -> Column: ...
