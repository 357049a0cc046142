"""The types of arguments and results: closed lists of names, and the keys of dictionaries."""

from typing import Literal, TypedDict

Encoding = Literal["digits", "hrm"]
Goal = Literal["first", "unique"]
Kind = Literal["minimal", "unique", "easy", "multi", "unsolvable", "contradictory"]
Symmetry = Literal[
    "none", "half-turn", "quarter-turn", "horizontal", "vertical", "diagonal", "anti-diagonal"
]
Finding = Literal[
    "unreadable",
    "contradictory",
    "no-solution",
    "several",
    "undecided",
    "wrong-solution",
    "duplicate",
    "equivalent",
    "leak",
    "equivalent-leak",
]
SolverId = Literal[
    "brute-scan/three-loops",
    "brute-scan/fused",
    "scan-from-start/three-loops",
    "scan-from-start/fused",
    "state-arrays/cursor",
    "state-arrays/blank-list",
    "bitmask/cursor",
    "bitmask/next-blank",
    "bitmask/blank-list",
    "bitmask-singles/prefill",
    "fewest-candidates/static",
    "fewest-candidates/scan",
    "fewest-candidates/buckets",
    "propagation/naked-singles",
    "propagation/naked-singles-trail",
    "propagation/hidden-singles",
    "propagation/locked-candidates",
    "exact-cover/dancing-links",
    "exact-cover/dancing-cells",
    "exact-cover/bitset",
    "bands/bivalue",
    "bands/impact",
    "bands/stacks",
    "whole-grid/words",
    "whole-grid/avx2",
    "whole-grid/avx512vl",
    "whole-grid/swarm",
    "whole-grid/avx512",
]
Outcome = Literal["solved", "several", "no-solution", "stopped", "invalid", "wrong"]


class Rating(TypedDict):
    """The answer of ``rate`` to one text; None where a search was stopped."""

    puzzle: str
    solution: str | None
    solutions: int | None
    clues: int
    minimal: bool | None
    canonical: str
    guesses_mean: float | None
    guesses_sd: float | None
    singles: bool | None
    locked: bool | None
    why: str | None


class Tally(TypedDict):
    """The answer of ``tally`` to one text; ``counts`` has the counters that the solver reports."""

    outcome: Outcome
    solution: str | None
    counts: dict[str, int | None]
    why: str | None


class Quantiles(TypedDict):
    """The spread of a figure over the puzzles of a file."""

    mean: float
    median: float
    p90: float
    p99: float
    max: float


class Place(TypedDict):
    """A row of a file, by its line from 1."""

    file: str
    line: int


class Example(Place):
    """A row with a finding, and the earlier row that it repeats."""

    finding: Finding
    message: str
    other: Place | None


class FileReport(TypedDict):
    """The figures of one file; ``sudoku_lab.audit`` says what is counted."""

    name: str
    sha256: dict[str, str]
    rows: int
    unique: int
    minimal: int
    singles: int
    locked: int
    guesses: Quantiles | None
    guesses_sd: float | None
    rated: int
    rank_correlation: float | None
    found: dict[Finding, int]


class AuditReport(TypedDict):
    """The result of ``sudoku_lab.audit``; ``schema_version`` changes when a key does."""

    schema_version: int
    version: str
    options: dict[str, str | int | None]
    files: list[FileReport]
    examples: list[Example]
