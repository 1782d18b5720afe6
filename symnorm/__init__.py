"""symnorm: a critical edition of the mathematics of normalization layers, checked by machine.

The names that a proof script uses are here, and `lambdify`, which makes a function of what a script has shown. All
are loaded when they are first used: importing symnorm costs next to nothing.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whoever has it on the path, without an installer that would say so
    raise ImportError("symnorm needs Python 3.11 or newer, and this is " + sys.version.split()[0])

if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    del sys.path[0]  # python -m symnorm: what lies in the current folder, json.py perhaps, is no part of the toolkit

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .codegen.lambdify import lambdify as lambdify
    from .language import (
        D,
        Theorem,
        array,
        at,
        both,
        by,
        cases,
        covariance,
        define,
        delta,
        diag,
        differentiable,
        editors,
        either,
        eq,
        every,
        exp,
        function,
        function_of,
        ge,
        gt,
        identity,
        iff,
        implies,
        indices,
        integral,
        interval,
        jacobian,
        le,
        length,
        link,
        log,
        loss,
        lt,
        matrix,
        maximum,
        mean,
        minimum,
        ne,
        norm,
        ones,
        others,
        outer,
        rational,
        sequence,
        silent,
        sqrt,
        stated,
        symbol,
        tanh,
        total,
        trace,
        transpose,
        variance,
        vector,
        whole,
    )
    from .tables import printed_tables

__all__ = [
    "D",
    "Theorem",
    "array",
    "at",
    "both",
    "by",
    "cases",
    "covariance",
    "define",
    "delta",
    "diag",
    "differentiable",
    "editors",
    "either",
    "eq",
    "every",
    "exp",
    "function",
    "function_of",
    "ge",
    "gt",
    "identity",
    "iff",
    "implies",
    "indices",
    "integral",
    "interval",
    "jacobian",
    "le",
    "length",
    "link",
    "log",
    "loss",
    "lt",
    "matrix",
    "maximum",
    "mean",
    "minimum",
    "ne",
    "norm",
    "ones",
    "others",
    "outer",
    "printed_tables",
    "rational",
    "sequence",
    "silent",
    "sqrt",
    "stated",
    "symbol",
    "tanh",
    "total",
    "trace",
    "transpose",
    "untyped",
    "variance",
    "vector",
    "whole",
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
