from typing import Any, final

from arro3.core import Table

__all__ = ["audit", "Question", "counters", "generate", "search_seconds", "solvers", "watch"]

type _Budget = tuple[int | None, float | None]

@final
class Question:
    def __new__(
        cls,
        name: str,
        budget: _Budget,
        limit: int = 2,
        number: int = 10,
        seed: int = 0,
        solver: str = "",
        goal: str = "first",
    ) -> Question: ...
    def one(self, text: str) -> Any: ...
    def table(self, puzzles: Any, threads: int) -> Table: ...
    def fill(self, out: Any, puzzles: Any, threads: int) -> None: ...

def audit(
    sources: list[tuple[str, Any]], options: str, markdown: bool, number: int
) -> str: ...
def generate(
    number: int,
    which: tuple[str, int | None, str],
    range: tuple[str | None, tuple[int | None, int | None]] | None,
    how: tuple[int, bool, bool, int],
) -> Table: ...
def search_seconds(puzzles: Any) -> float: ...
def watch(puzzle: str, id: str, goal_name: str, most: int) -> Table: ...
def solvers() -> list[str]: ...
def counters() -> list[str]: ...
