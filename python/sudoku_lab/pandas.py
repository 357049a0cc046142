"""An accessor of pandas for a column of puzzles: ``import sudoku_lab.pandas``.

``frame["puzzle"].sudoku`` has the methods of ``Accessor``. Results keep the index: a Series with the name of the
column or, for ``rate`` and ``tally``, a DataFrame. Numbers and booleans have the types of pandas that hold NA.
Needs the packages pandas, 2.2 or later, and pyarrow.

>>> import pandas, sudoku_lab.pandas
>>> pandas.Series(["." * 81, "oops"], index=["a", "b"]).sudoku.count(limit=7)["a"]
np.uint32(7)
"""

import pandas
import pyarrow

from ._methods import Methods, answers

__all__ = ["Accessor"]

_TYPES = {
    pyarrow.bool_(): pandas.BooleanDtype(),
    pyarrow.uint8(): pandas.UInt8Dtype(),
    pyarrow.uint32(): pandas.UInt32Dtype(),
    pyarrow.uint64(): pandas.UInt64Dtype(),
    pyarrow.float64(): pandas.Float64Dtype(),
}


@pandas.api.extensions.register_series_accessor("sudoku")
class Accessor(Methods):
    __doc__ = Methods.__doc__

    def __init__(self, series):
        self._series = series

    def _ask(self, name, *arguments, **options):
        puzzles = pyarrow.array(self._series, from_pandas=True)
        table = pyarrow.table(answers(name, puzzles, *arguments, **options))
        frame = table.flatten().to_pandas(types_mapper=_TYPES.get)
        frame.index = self._series.index
        return frame if len(frame.columns) > 1 else frame.iloc[:, 0].rename(self._series.name)
