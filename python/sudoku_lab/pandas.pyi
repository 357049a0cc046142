import pandas

from ._methods import Methods

__all__ = ["Accessor"]

class Accessor(Methods[pandas.Series, pandas.DataFrame]):
    def __init__(self, series: pandas.Series) -> None: ...
