"""Inequalities between two terms of one shape, from inequalities between their parts. Not trusted.

A difference of two terms is put together from those of their parts:

    b d - a c     = (b - a) d + a (d - c)
    c/d - a/b     = (c - a)/d + a (b - d)/(b d)
    b^n - a^n     = (b - a) (a^(n-1) + a^(n-2) b + ... + b^(n-1))
                  = (d/2^(n-1)) (n s^(n-1) + ... + d^(n-1)), the sum over odd j of (n over j) s^(n-j) d^(j-1),
                    where n is odd, d = b - a, and s = a + b

Sums over channels and up to whole numbers are compared member by member, and `increasing` has the functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import comb

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.normal import renamed
from ..checker.calculus.quotient import Undefined
from ..checker.forms import Form, put_for
from .facts import Open
from .increasing import increase
from .linear import SIMPLE, Linear
from .plain import any_channel, counted

ONE: Form = ("num", "1")
ZERO: Form = ("num", "0")

MAX_POWER = 12
"""No higher power is compared."""


class Monotone:
    """The comparison of terms in one step."""

    def __init__(self, search: Linear) -> None:
        self._search, self._signs = search, search.signs
        self._found: dict[tuple[Form, Form], Form | None] = {}

    def less(self, low: Form, high: Form) -> Form | None:
        """A witness for high - low > 0, or for high - low >= 0; or None."""
        key = low, high
        if key not in self._found:
            self._found[key] = None  # while it is looked for, it is not known
            with suppress(Open, Undefined, TooLarge):
                self._found[key] = self._less(low, high)
        return self._found[key]

    def _less(self, low: Form, high: Form) -> Form | None:
        q = self._signs.define(_difference(low, high))
        if not q:
            return ZERO
        found = self._search.witness(q, ">", SIMPLE)
        if found is not None:
            return found
        shapes = [witness for witness in self._by_shape(low, high) if self._signs.shows(witness, q, ">=")]
        strict = next((witness for witness in shapes if self._signs.shows(witness, q, ">")), None)
        return strict or self._search.witness(q, ">=", SIMPLE) or next(iter(shapes), None)

    def _by_shape(self, low: Form, high: Form) -> Iterator[Form]:
        """Witnesses made of those for the parts; some may be of another quantity."""
        match low, high:
            case ("def", _, _, a), _:
                yield from _some(self.less(a, high))
            case _, ("def", _, _, b):
                yield from _some(self.less(low, b))
            case ("neg", a), ("neg", b):
                yield from _some(self.less(b, a))
            case ("add", *_), ("add", *_):
                yield from self._sums(*self._apart(low[1:], high[1:])[1:])
            case (("mul", *_), _) | (_, ("mul", *_)):
                yield from self._products(_parts(low), _parts(high))
            case ("div", a, b), ("div", c, d):
                yield from self._quotients(a, b, c, d)
            case ("pow", a, n), ("pow", b, m) if n == m:
                yield from self._powers(a, b, n)
            case ("fn", f, a), ("fn", g, b) if f == g:
                more = self.less(a, b)
                yield from _some(None if more is None else increase(self._search, f, a, b, more))
            case ("sum", i, n, left_out, a), ("sum", j, m, also, b) if (n, left_out) == (m, also):
                star = any_channel(("add", a, b), i)
                inner = self.less(renamed(a, i, star), renamed(b, j, star))
                yield from _some(None if inner is None else ("sum", star, left_out, inner))
            case ("upto", i, first, last, a), ("upto", j, begun, end, b) if (first, last) == (begun, end):
                star, whole = counted(("add", a, b), first)
                inner = self.less(put_for(a, ("whole", i, first), whole), put_for(b, ("whole", j, first), whole))
                before = ("add", last, ("num", str(1 - first)))
                yield from _some(None if inner is None else ("upto", star, before, inner))

    def _apart(self, low: Sequence[Form], high: Sequence[Form]) -> tuple[list[Form], list[Form], list[Form]]:
        """The forms that two lists have in common, by value, and the rest of each list."""
        values = [self._signs.define(form) for form in high]
        left, common, rest = list(high), [], []
        for form in low:
            value = self._signs.define(form)
            if value in values:
                at = values.index(value)
                del values[at], left[at]
                common.append(form)
            else:
                rest.append(form)
        return common, rest, left

    def _sums(self, low: list[Form], high: list[Form]) -> Iterator[Form]:
        """From summand to summand, in the order in which they stand."""
        if len(low) != len(high):
            return
        parts = [self.less(a, b) for a, b in zip(low, high, strict=True)]
        if None not in parts:
            yield ("add", *parts)

    def _products(self, low: Sequence[Form], high: Sequence[Form]) -> Iterator[Form]:
        """From factor to factor: what both have in common has a sign, and so has everything else."""
        common, low, high = self._apart(low, high)
        for a, b, sign in ((low, high, common), (high, low, [("num", "-1"), *common])):
            factor = self._sign(("mul", *sign) if sign else ONE)
            inner = self._along(a, b) if factor is not None else None
            if inner is not None:
                yield ("mul", factor, inner)

    def _along(self, low: Sequence[Form], high: Sequence[Form]) -> Form | None:
        """A witness for the product of `high` less that of `low`, one factor changed after the other."""
        low, high = (list(a) + [ONE] * (max(len(low), len(high)) - len(a)) for a in (low, high))
        parts: list[Form] = []
        for n, (a, b) in enumerate(zip(low, high, strict=True)):
            more = self.less(a, b)
            others = [self._sign(form) for form in (*low[:n], *high[n + 1 :])]
            if more is None or None in others:
                return None
            parts.append(("mul", more, *others) if others else more)
        return ("add", *parts) if parts else None

    def _quotients(self, a: Form, b: Form, c: Form, d: Form) -> Iterator[Form]:
        """c/d - a/b, with denominators that are positive; or, where they are one, not zero."""
        below, other = self._signs.shown(b, ">"), self._signs.shown(d, ">")
        above = self.less(a, c)
        if above is not None and other is not None and below is not None:
            first: Form = ("mul", above, ("inv", other))
            for numerator, more in ((a, self.less(d, b)), (("neg", a), self.less(b, d))):
                sign = self._sign(numerator) if more is not None else None
                if sign is not None:
                    yield ("add", first, ("mul", sign, more, ("inv", below), ("inv", other)))
        if self._signs.define(b) == self._signs.define(d):
            negative = self._signs.shown(("neg", b), ">")
            more = self.less(c, a) if negative is not None else None
            if more is not None:
                yield ("mul", more, ("inv", negative))

    def _powers(self, a: Form, b: Form, n: int) -> Iterator[Form]:
        """b^n - a^n."""
        if not 1 < abs(n) <= MAX_POWER:
            return
        if n < 0:
            yield from self._quotients(ONE, ("pow", a, -n), ONE, ("pow", b, -n))
            return
        more = self.less(a, b)
        if more is not None and n % 2:
            yield _odd(a, b, n, more)
        for p, q in ((a, b), (("neg", b), ("neg", a))):  # for even n, (-a)^n = a^n
            grown = self.less(p, q)
            signs = (self._sign(p), self._sign(q)) if grown is not None and (p is a or n % 2 == 0) else (None, None)
            if None not in signs:
                one, other = signs
                mixed = [("mul", *[one] * k, *[other] * (n - 1 - k)) for k in range(n)]
                yield ("mul", grown, ("add", *mixed))
        if n % 2 == 0:  # -b <= a <= b
            beyond = self.less(("neg", b), a)
            if more is not None and beyond is not None:
                mixed = [("mul", ONE, *[("sq", a)] * k, *[("sq", b)] * (n // 2 - 1 - k)) for k in range(n // 2)]
                yield ("mul", more, beyond, ("add", *mixed))

    def _sign(self, form: Form) -> Form | None:
        return self._signs.shown(form, ">") or self._signs.shown(form, ">=")


def _odd(a: Form, b: Form, n: int, more: Form) -> Form:
    """A witness for b^n - a^n with odd n, from one for b - a."""
    terms = [
        ("mul", ("num", str(comb(n, j))), *[("sq", ("add", a, b))] * ((n - j) // 2), *[("sq+", more)] * (j // 2))
        for j in range(1, n + 1, 2)
    ]
    return ("mul", ("num", f"1/{2 ** (n - 1)}"), more, ("add", *terms))


def _parts(form: Form) -> Sequence[Form]:
    return form[1:] if form[0] == "mul" else (form,)


def _some(witness: Form | None) -> Sequence[Form]:
    return () if witness is None else (witness,)


def _difference(low: Form, high: Form) -> Form:
    return ("add", high, ("neg", low))
