"""How mathematics is written: terms, statements, theorems and the rules that connect their lines."""

from . import by
from .arrays import array, every, length, mean, others, total
from .by import Relation, Rule
from .entries import Counterexample, Entry, Gap, MissingHypothesis, Printed, link
from .graph import D, at, integral, loss
from .magnitudes import function_of, maximum, minimum, norm
from .matrices import diag, identity, jacobian, matrix, ones, outer, trace, transpose
from .operators import covariance, variance
from .provenance import editors, silent, stated
from .refusals import LanguageError
from .said import Untyped, untyped
from .statements import Statement, both, cases, differentiable, either, eq, ge, gt, iff, implies, le, lt, ne
from .terms import (
    Index,
    Term,
    define,
    delta,
    exp,
    function,
    indices,
    interval,
    log,
    rational,
    sqrt,
    symbol,
    tanh,
    term,
    vector,
)
from .theorem import KINDS, Theorem
from .whole import sequence, whole

__all__ = [
    "KINDS",
    "Counterexample",
    "D",
    "Entry",
    "Gap",
    "Index",
    "LanguageError",
    "MissingHypothesis",
    "Printed",
    "Relation",
    "Rule",
    "Statement",
    "Term",
    "Theorem",
    "Untyped",
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
    "rational",
    "sequence",
    "silent",
    "sqrt",
    "stated",
    "symbol",
    "tanh",
    "term",
    "total",
    "trace",
    "transpose",
    "untyped",
    "variance",
    "vector",
    "whole",
]
