"""Functions that mean the same in every note, unless a note defines them."""

from __future__ import annotations

from collections.abc import Callable

from mpmath import mp

from .tensors import Misfit, Number, Tensor, Undefined, Value, each


def _real(f: Callable[[Number], Number]) -> Callable[[Number], Number]:
    def real(x: Number) -> Number:
        try:
            value = f(x)
        except (ValueError, ZeroDivisionError, OverflowError):
            raise Undefined from None
        if isinstance(value, mp.mpc) or not mp.isfinite(value):
            raise Undefined
        return value

    return real


def _log(x: Number) -> Number:
    if x <= 0:
        raise Undefined
    return mp.log(x)


def exp(x: Number) -> Number:
    """e^x, unless it is beyond what a computer would write down."""
    if x > 10_000:
        raise Undefined
    return mp.exp(x)


def sigmoid(x: Number) -> Number:
    """The logistic function."""
    return 1 / (1 + exp(-x))


def _phi(x: Number) -> Number:
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def _sign(x: Number) -> Number:
    return mp.sign(x)


ENTRYWISE: dict[str, Callable[[Number], Number]] = {
    "exp": exp, "log": _log, "log10": lambda x: _log(x) / mp.log(10), "tanh": mp.tanh, "sinh": mp.sinh, "cosh": mp.cosh,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "arctan": mp.atan, "arcsin": _real(mp.asin), "coth": _real(mp.coth),
    "erf": mp.erf, "erfc": mp.erfc, "sech": mp.sech, "artanh": _real(mp.atanh), "arctanh": _real(mp.atanh),
    "arsinh": mp.asinh, "sqrt": _real(mp.sqrt),
}  # fmt: skip
"""Known to everybody, and never listed."""

NAMED: dict[str, tuple[str, Callable[[Number], Number]]] = {
    "sigmoid": ("1/(1 + e^{-x})", sigmoid), "Sigmoid": ("1/(1 + e^{-x})", sigmoid),
    r"\sigma": ("1/(1 + e^{-x})", sigmoid),
    "logistic": ("1/(1 + e^{-x})", sigmoid), "Tanh": (r"\tanh x", mp.tanh),
    "relu": (r"\max(x, 0)", lambda x: max(x, mp.mpf(0))), "ReLU": (r"\max(x, 0)", lambda x: max(x, mp.mpf(0))),
    "SiLU": (r"x \sigma(x)", lambda x: x * sigmoid(x)), "silu": (r"x \sigma(x)", lambda x: x * sigmoid(x)),
    "Swish": (r"x \sigma(x)", lambda x: x * sigmoid(x)), "swish": (r"x \sigma(x)", lambda x: x * sigmoid(x)),
    "GELU": (r"x \Phi(x)", lambda x: x * mp.ncdf(x)), "gelu": (r"x \Phi(x)", lambda x: x * mp.ncdf(x)),
    "Softplus": (r"\log(1 + e^x)", lambda x: mp.log1p(exp(x))),
    "softplus": (r"\log(1 + e^x)", lambda x: mp.log1p(exp(x))),
    "Softsign": ("x/(1 + |x|)", lambda x: x / (1 + abs(x))), "softsign": ("x/(1 + |x|)", lambda x: x / (1 + abs(x))),
    "Mish": (r"x \tanh(\log(1 + e^x))", lambda x: x * mp.tanh(mp.log1p(exp(x)))),
    r"\Phi": ("the distribution function of a standard normal variable", mp.ncdf),
    r"\phi": ("the density of a standard normal variable", _phi),
    "sign": ("-1, 0 or 1", _sign), "sgn": ("-1, 0 or 1", _sign),
    "logit": (r"\log(p/(1 - p))", lambda p: _log(p / (1 - p)) if 0 < p < 1 else _log(mp.mpf(-1))),
}  # fmt: skip
"""Names that a note may use without a definition; each use is listed among the notation."""


def softmax(value: Value) -> Value:
    """e^{x_i} over the sum of all."""
    if not isinstance(value, Tensor):
        raise Misfit("softmax takes a vector")
    above = value.map(exp)
    whole = mp.fsum(above.data)
    return above.map(lambda x: x / whole)


def logsumexp(value: Value) -> Value:
    """The logarithm of the sum of the exponentials."""
    if not isinstance(value, Tensor):
        raise Misfit("a vector belongs here")
    return mp.log(mp.fsum(exp(x) for x in value))


OF_VECTORS: dict[str, tuple[str, Callable[[Value], Value]]] = {
    "softmax": (r"e^{x_i} / \sum_j e^{x_j}", softmax), "Softmax": (r"e^{x_i} / \sum_j e^{x_j}", softmax),
    "logsumexp": (r"\log \sum_j e^{x_j}", logsumexp), "LSE": (r"\log \sum_j e^{x_j}", logsumexp),
}  # fmt: skip


def usual(name: str, value: Value) -> Value:
    """The value of such a function. Raises KeyError where it is none."""
    if name in OF_VECTORS:
        return OF_VECTORS[name][1](value)
    return each(ENTRYWISE[name] if name in ENTRYWISE else NAMED[name][1], value)


def meaning_of(name: str) -> str:
    """What such a name means, where it has to be listed."""
    return (NAMED | OF_VECTORS).get(name, ("",))[0]


def is_usual(name: str) -> bool:
    """Whether a function has a value without being defined."""
    return name in ENTRYWISE or name in NAMED or name in OF_VECTORS
