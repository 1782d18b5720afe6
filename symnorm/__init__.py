"""symnorm: a critical edition of the mathematics of normalization layers, checked by machine.

The names that a proof script uses are here, and `lambdify`, which makes a function of what a script has shown. All
are loaded when they are first used: importing symnorm costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .codegen.lambdify import lambdify as lambdify
    from .language import (
        D,
        Theorem,
        at,
        both,
        by,
        define,
        delta,
        either,
        eq,
        every,
        exp,
        function,
        ge,
        gt,
        iff,
        implies,
        indices,
        integral,
        interval,
        le,
        link,
        log,
        lt,
        mean,
        ne,
        others,
        rational,
        sqrt,
        symbol,
        tanh,
        total,
        vector,
    )
    from .tables import printed_tables

__all__ = [
    "D",
    "Theorem",
    "at",
    "both",
    "by",
    "define",
    "delta",
    "either",
    "eq",
    "every",
    "exp",
    "function",
    "ge",
    "gt",
    "iff",
    "implies",
    "indices",
    "integral",
    "interval",
    "le",
    "link",
    "log",
    "lt",
    "mean",
    "ne",
    "others",
    "printed_tables",
    "rational",
    "sqrt",
    "symbol",
    "tanh",
    "total",
    "vector",
]


def __getattr__(name: str) -> Any:
    if name == "lambdify":  # not in __all__: it is no part of the language, and needs NumPy and SymPy
        from .codegen.lambdify import lambdify

        return lambdify
    if name == "printed_tables":
        from .tables import printed_tables

        return printed_tables
    if name in __all__:
        from . import language

        return getattr(language, name)
    raise AttributeError(f"module 'symnorm' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, "lambdify"])
