"""Expressions of Polars over a column of puzzles: ``import sudoku_lab.polars``.

``pl.col("puzzle").sudoku`` has the methods of ``Expression``: in every context, lazy or eager, in groups and
with the streaming engine. ``rate`` and ``tally`` give a struct. Needs the package polars.

>>> import polars as pl, sudoku_lab.polars
>>> frame = pl.LazyFrame({"puzzle": ["." * 81, "oops"]})
>>> frame.select(pl.col("puzzle").sudoku.count(limit=7)).collect()["puzzle"].to_list()
[7, None]
"""

import polars

from ._methods import Methods, answers

__all__ = ["Expression"]


@polars.api.register_expr_namespace("sudoku")
class Expression(Methods):
    __doc__ = Methods.__doc__

    def __init__(self, expression):
        self._expression = expression

    def _ask(self, name, *arguments, **options):
        def answered(puzzles):
            frame = polars.DataFrame(answers(name, puzzles, *arguments, **options))
            answer = frame.to_series() if frame.width == 1 else frame.to_struct()
            return answer.rename(getattr(puzzles, "name", ""))

        kind = answered([]).dtype
        return self._expression.map_batches(answered, return_dtype=kind, is_elementwise=True)
