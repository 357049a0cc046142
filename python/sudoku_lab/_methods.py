import sudoku_lab


class Methods:
    """The functions of ``sudoku_lab`` as methods of a column of texts.

    Options and results are those of the function of the same name, where the reason for a missing
    answer is null too; ``why`` has it. A row that is no puzzle is null and fails no other row. Raises
    what the function raises for its options and for a column that holds neither texts nor cells.
    """

    def _ask(self, name, *arguments, **options):
        raise NotImplementedError

    def solve(self, *, max_calls=None, max_time=None, threads=0):
        """A solution, 81 digits; null where there is none."""
        return self._ask("solve", max_calls=max_calls, max_time=max_time, threads=threads)

    def count(self, limit=2, *, max_calls=None, max_time=None, threads=0):
        """The number of solutions, up to ``limit``."""
        return self._ask("count", limit, max_calls=max_calls, max_time=max_time, threads=threads)

    def is_unique(self, *, threads=0):
        """Whether there is exactly one solution."""
        return self._ask("is_unique", threads=threads)

    def is_minimal(self, *, threads=0):
        """Whether there is one solution, and removing any clue gives more."""
        return self._ask("is_minimal", threads=threads)

    def canonical(self, *, threads=0):
        """The canonical form, 81 characters."""
        return self._ask("canonical", threads=threads)

    def rate(self, *, arrangements=10, seed=0, max_calls=None, max_time=None, threads=0):
        """All columns of the rating, with ``why``."""
        limits = {"max_calls": max_calls, "max_time": max_time}
        return self._ask("rate", arrangements=arrangements, seed=seed, **limits, threads=threads)

    def tally(self, solver, *, goal="first", max_calls=None, max_time=None, threads=0):
        """All columns of the tally, with ``why``."""
        limits = {"max_calls": max_calls, "max_time": max_time}
        return self._ask("tally", solver, goal=goal, **limits, threads=threads)

    def why(self, *, max_calls=None, max_time=None, threads=0):
        """Why ``solve`` has no solution for a row; null where it has one."""
        return self._ask("why", max_calls=max_calls, max_time=max_time, threads=threads)


NAMES = [name for name in vars(Methods) if not name.startswith("_")]


def answers(name, puzzles, *arguments, **options):
    """The table of a method: one column, or several for ``rate`` and ``tally``."""
    function = sudoku_lab.solve if name == "why" else getattr(sudoku_lab, name)
    table = function(puzzles, *arguments, **options)
    if name in ("rate", "tally"):
        return table
    return table.select([table.column_names[-1 if name == "why" else 0]])
