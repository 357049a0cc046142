import polars

from ._methods import Methods

__all__ = ["Expression"]

class Expression(Methods[polars.Expr, polars.Expr]):
    def __init__(self, expression: polars.Expr) -> None: ...
