from pyspark.sql import DataFrame, SparkSession

from .types import Goal, SolverId

__all__ = ["canonical", "count", "is_minimal", "is_unique", "rate", "register", "solve", "tally"]

def solve(
    frame: DataFrame,
    column: str = "puzzle",
    max_calls: int | None = None,
    max_time: float | None = None,
) -> DataFrame: ...
def count(
    frame: DataFrame,
    column: str = "puzzle",
    limit: int = 2,
    max_calls: int | None = None,
    max_time: float | None = None,
) -> DataFrame: ...
def is_unique(frame: DataFrame, column: str = "puzzle") -> DataFrame: ...
def is_minimal(frame: DataFrame, column: str = "puzzle") -> DataFrame: ...
def canonical(frame: DataFrame, column: str = "puzzle") -> DataFrame: ...
def rate(
    frame: DataFrame,
    column: str = "puzzle",
    arrangements: int = 10,
    seed: int = 0,
    max_calls: int | None = None,
    max_time: float | None = None,
) -> DataFrame: ...
def tally(
    frame: DataFrame,
    solver: SolverId,
    column: str = "puzzle",
    goal: Goal = "first",
    max_calls: int | None = None,
    max_time: float | None = None,
) -> DataFrame: ...
def register(session: SparkSession) -> SparkSession: ...
