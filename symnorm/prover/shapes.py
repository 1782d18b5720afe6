"""Inequalities of sums over channels: their members, inequalities summed, and Cauchy's inequality. Not trusted.

Each is a sum of terms that are not negative, as the checker takes it:

    sum_k m_k - m_i                    the sum over k != i of m_k >= 0
    sum_k w_k (b_k - a_k)              with w_k >= 0 and a_k <= b_k for every k
    (sum w u^2)(sum w v^2) - (sum w u v)^2 = 1/2 sum_k sum_l w_k w_l (u_k v_l - u_l v_k)^2      (Lagrange)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ..checker.calculus.normal import renamed
from ..checker.calculus.polynomial import Monomial, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.substitution import rename
from ..checker.forms import Form, of_the_set, set_of, subforms
from ..checker.readback import atom, polynomial
from .linear import Fact, Linear
from .plain import any_channel

ONE: Form = ("num", "1")

MAX_VECTORS = 6
"""Of so many vectors Cauchy's inequality is looked at, for each two of them."""

MAX_WEIGHTS = 8
"""By so many weights an inequality is multiplied before it is summed."""


def members(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """A sum of what is not negative is at least each member of it that is spoken of."""
    ring = search.ring
    for number in _sums(search, q, facts):
        form = atom(ring, number)
        star = any_channel(form[4], form[1])
        inner = search.signs.of_form(renamed(form[4], form[1], star), ">=")
        for index in search.indices(star) if inner is not None else ():
            yield from search.shown(("sum", star, (index,), inner))


def summed(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Sums over the channels of quantities that are nowhere negative, times a weight that is not negative."""
    known = list(_of_any_channel(search))
    for star, each in known:
        weights: dict[Form, None] = {ONE: None}
        weights.update((f.witness, None) for own, f in known if own == star and f is not each)
        weights.update((w, None) for w in _factors(search, q, facts, star))
        for weight in list(weights)[:MAX_WEIGHTS]:
            inner = each.witness if weight == ONE else ("mul", weight, each.witness)
            yield from search.shown(("sum", star, (), inner))


def cauchy(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Cauchy's inequality, for two vectors in sums, and with a weight that is not negative; of one vector, Jensen's."""
    for star, weight, u, v in dict.fromkeys([*_weighted(search, q, facts), *_written(search)]):
        other = of_the_set("*8", star)
        here, there = (renamed(form, star, other) for form in (u, v))
        square: Form = ("sq", ("add", ("mul", u, there), ("neg", ("mul", here, v))))
        if weight != ONE:
            first = search.signs.of_form(weight, ">=")
            second = search.signs.of_form(renamed(weight, star, other), ">=")
            if first is None or second is None:
                continue
            square = ("mul", first, second, square)
        yield from search.shown(("mul", ("num", "1/2"), ("sum", star, (), ("sum", other, (), square))))


def _sums(search: Linear, q: Quotient, facts: Sequence[Fact]) -> list[int]:
    """The sums over channels that stand in a quantity and in the facts."""
    found = [a for value in (q, *(f.value for f in facts)) for a in value.num.atoms()]
    return [a for a in dict.fromkeys(found) if search.ring.keys[a][0] == "sum"]


def _of_any_channel(search: Linear) -> Iterator[tuple[str, Fact]]:
    """Facts that hold in any channel, with the index that stands for it."""
    for star, witness in search.signs.facts.of_any_channel():
        for fact in search.shown(witness):
            if {i for i in search.ring.indices(fact.value) if i[0] == "*"} == {star}:
                yield star, fact


def _factors(search: Linear, q: Quotient, facts: Sequence[Fact], star: str) -> Iterator[Form]:
    """Sign witnesses for what stands in the sums as a factor and is not negative for any channel."""
    ring = search.ring
    for number in _sums(search, q, facts):
        bound = ring.bound(ring.keys[number][2])
        if set_of(bound) != set_of(star):
            continue
        for factor in ring.keys[number][2]:
            power = rename(ring.quotient(Polynomial({(factor,): 1}), {}), bound, star)
            for relation in (">", ">="):
                if not power.den and (witness := search.signs.factors.positive_sum(power.num, {}, relation)):
                    yield witness
                    break


def _weighted(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[tuple[str, Form, Form, Form]]:
    """(*, w, u, v) where sums of w u^2 and w v^2 stand in a quantity, by their normal forms."""
    ring, sets = search.ring, dict[str, dict[Monomial, None]]()
    for number in _sums(search, q, ()):
        bound = ring.bound(ring.keys[number][2])
        star = of_the_set("*9", bound)
        moved = rename(ring.quotient(Polynomial({ring.keys[number][2]: 1}), {}), bound, star)
        if not moved.den and (single := moved.num.as_monomial()) is not None:
            sets.setdefault(star, {(): None})[single[0]] = None
    for star, monomials in sets.items():
        for p, r in combinations(monomials, 2):
            one, other = dict(p), dict(r)
            common = {a: min(e, other[a]) for a, e in one.items() if a in other}
            left = [{a: e - common.get(a, 0) for a, e in m.items()} for m in (one, other)]
            if all(e % 2 == 0 for m in left for e in m.values()):
                u, v = (_monomial(search, {a: e // 2 for a, e in m.items()}) for m in left)
                yield star, _monomial(search, common), u, v


def _monomial(search: Linear, exponents: dict[int, int]) -> Form:
    monomial = tuple((a, e) for a, e in sorted(exponents.items(), reverse=True) if e)
    return polynomial(search.ring, Polynomial({monomial: 1}))


def _written(search: Linear) -> Iterator[tuple[str, Form, Form, Form]]:
    """(*, 1, u, v) for vectors u and v whose products are summed as it is written."""
    vectors: dict[str, dict[Form, None]] = {}
    for statement in search.forms:
        for form in subforms(statement):
            if form[:1] == ("sum",) and not form[3]:
                star = of_the_set("*9", form[1])
                found = vectors.setdefault(star, {ONE: None})
                found.update(dict.fromkeys(_roots(renamed(form[4], form[1], star), star)))
    for star, several in vectors.items():
        for u, v in combinations(list(several)[:MAX_VECTORS], 2):
            yield star, ONE, u, v


def _roots(body: Form, star: str) -> Iterable[Form]:
    """The factors of what is summed that may be the entries of vectors."""
    match body:
        case ("def", _, _, inner):
            return _roots(inner, star)
        case ("pow", a, 2):
            return (a,)
        case ("pow", a, n) if n > 0 and n % 2 == 0:
            return (("pow", a, n // 2),)
        case ("mul", *factors):
            return tuple(factors)
    return (body,)
