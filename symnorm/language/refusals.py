"""What Python offers and terms, statements and indices do not have: whoever tries is told what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..checker.forms import Malformed


class LanguageError(Exception):
    """A script says something that makes no sense; the message says what to write instead."""


def allowed(check: Callable[[Any], str], said: Any) -> str:
    """A name, a label or some words, as they may stand in a bundle too. Raises LanguageError where they may not."""
    try:
        return check(said)
    except Malformed as error:
        raise LanguageError(str(error)) from None


def _refused(message: str) -> Callable[..., NoReturn]:
    """A method that refuses; `{}` in the message is the object."""

    def method(self: object, *_: object) -> NoReturn:
        raise LanguageError(message.format(self))

    return method


class InertTerm:
    """The operations of Python that a term does not have."""

    __slots__ = ()
    __bool__ = _refused("a term is neither true nor false; compare terms with eq(a, b), ne(a, b) or a < b")
    __pos__ = _refused("write {0}, without the +")
    __iter__ = __len__ = __contains__ = __reversed__ = _refused(
        "{} cannot be gone through; write total(x) for the sum over the channels of x, mean(x), or x[i] for one channel"
    )
    __float__ = __int__ = __complex__ = __index__ = __round__ = __trunc__ = __floor__ = __ceil__ = _refused(
        "{} has no value as a Python number: a term stays as it is written, and its functions are symnorm's sqrt, exp, "
        "log and tanh"
    )
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refused(
        "there is no division with a remainder; write a/b for the quotient"
    )
    __call__ = _refused("{0} is no function of Python; write at({0}, t, 2) for its value at t = 2")
    __and__ = __or__ = __rand__ = __ror__ = __xor__ = __invert__ = _refused(
        "{} is a number; statements are connected by both(...), either(...), implies(a, b) and iff(a, b)"
    )

    def __rpow__(self, base: object) -> NoReturn:
        raise LanguageError(f"an exponent is an integer; write exp(p * log({base})) for {base} to the power p")

    def __array_ufunc__(self, function: Any, method: str, *operands: object, **_: object) -> NoReturn:
        for other in operands:
            if not isinstance(other, InertTerm):
                raise refused_value(other)
        raise LanguageError(
            f"NumPy's {function.__name__} is of numbers; the functions of a term are symnorm's sqrt, exp, log and tanh"
        )


class InertStatement:
    """The operations of Python that a statement does not have."""

    __slots__ = ()

    __bool__ = _refused(
        "whether {} is not known while the script is read: a statement is a line of a theorem, no condition of if, "
        "and, or, max or min. Write a < b < c as two statements, and connect statements by both(...) or either(...)"
    )
    __and__ = __or__ = __invert__ = _refused(
        "statements are connected by both(a, b), either(a, b), implies(a, b) and iff(a, b)"
    )
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __pow__ = _refused(
        "{} is a statement, and one calculates with terms; a premise times a factor is found by by.algebra itself"
    )
    __lt__ = __le__ = __gt__ = __ge__ = _refused(
        "{} is a statement and cannot be compared; write a < b and b < c as two statements"
    )


class InertIndex:
    """The operations of Python that an index does not have: a channel has a name and is no number."""

    __slots__ = ()

    __add__ = __radd__ = __sub__ = __rsub__ = __neg__ = __rmul__ = __mul__ = __truediv__ = __pow__ = _refused(
        "{} is the name of a channel, and no number to calculate with; another channel has a name of its own, "
        "as in i, j = indices('i j', C)"
    )
    __lt__ = __le__ = __gt__ = __ge__ = _refused("{} is the name of a channel: channels have no order")


def refused_value(value: Any) -> LanguageError:
    """Why a value is no term, and what to write in its place."""
    kind = type(value)
    if isinstance(value, bool) or (kind.__module__, kind.__name__) == ("numpy", "bool"):
        return LanguageError(f"{value} is not a number; a statement is written as eq(a, b) or a < b")
    if isinstance(value, (float, complex)):
        return LanguageError(
            f"{value} is a floating-point number, and statements are exact: write rational('{value}') "
            "for the decimal, or Fraction(p, q)"
        )
    if kind.__module__ == "numpy":
        instead = "x = vector('x', C) for a vector" if getattr(value, "ndim", 0) else f"rational('{value}')"
        return LanguageError(f"{value!r} is of NumPy, and statements are symbolic and exact: write {instead}")
    if kind.__module__ in ("decimal", "_decimal"):
        return LanguageError(f"{value!r} is not a term: write rational('{value}')")
    if isinstance(value, str):
        return LanguageError(f"{value!r} is a string and not a term: write symbol({value!r}) or rational('0.1')")
    if kind.__name__ == "Index":
        return LanguageError(f"{value} is the name of a channel and not a number: write x[{value}] for an entry of x")
    if kind.__name__ == "Statement":
        return LanguageError(f"{value} is a statement, where a term belongs")
    if kind.__name__ in ("Entry", "Relation"):
        return LanguageError("a line of the theorem stands where a term belongs; a line is a premise of a rule")
    return LanguageError(f"{value!r} is not a term: use symbols, vectors, integers, fractions and rational('0.1')")
