"""Slips in how sums over channels, over other sets and over whole numbers are calculated: each gives another value.

They were found by mutating the checker (`benchmarks/checker_mutants.py`). Both the expression and its normal form are
evaluated at places with sets of one to three members (`meaning`), at indices that coincide there or do not.
"""

from __future__ import annotations

from random import Random

import pytest
from differential import BAD, SAME, outcome
from expressions import N, Source
from meaning import Place
from test_checker_kit import (
    ONE,
    TWO,
    C,
    D,
    Form,
    a,
    add,
    app,
    at,
    b,
    delta,
    div,
    exp,
    log,
    mul,
    num,
    power,
    root,
    sub,
    t,
    total,
    w,
    x,
)

from symnorm.checker.calculus.budget import TooLarge
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.ring import Ring

PLACES = [Source(Random(f"sums/{n}"), sets=True).place() for n in range(24)]


def u(i: str) -> Form:
    return ("coord", "u", i)


def X(i: str, j: str) -> Form:
    return ("coord", "X", i, j)


def Y(i: str, j: str) -> Form:
    return ("coord", "Y", i, j)


def Z(i: str, j: str) -> Form:
    return ("coord", "Z", i, j)


def over_n(body: Form, k: str = "k:N", *excluded: str) -> Form:
    return total(body, k, *excluded, dimension=N)


def upto(last: Form, body: Form, k: str = "s", first: int = 1) -> Form:
    return ("upto", k, first, last, body)


def to(base: Form, exponent: Form) -> Form:
    return ("power", base, exponent)


def y(*args: Form) -> Form:
    return app("y" if len(args) == 1 else "f", *args)


m, n, v, s, r = ("whole", "m", 0), ("whole", "n", 0), ("whole", "v", 1), ("whole", "s", 1), ("whole", "r", 1)
POSITIVE, ABOVE = add(ONE, power(x("k"), 2)), add(ONE, power(a, 2))
TURNED = add(ONE, power(x("k"), 2), mul(num(4), power(w("k"), 2)))
OLDER = total(total(exp(mul(w("k"), w("l"))), "l"))
TURNED_OF_TWO = add(ONE, power(x("k"), 2), mul(num(4), power(mul(w("k"), w("l")), 2)))

VALUES = {
    # one set
    "a divisor outside": total(div(x("k"), add(TWO, power(a, 2)))),
    "a divisor within": total(div(w("k"), POSITIVE)),
    "a divisor in two parts": total(div(w("k"), mul(POSITIVE, add(TWO, power(a, 2))))),
    "two divisors within": total(div(w("k"), mul(POSITIVE, add(ONE, exp(x("k")))))),
    "a square of a divisor": total(div(w("k"), power(POSITIVE, 2))),
    "a divisor that speaks of two": total(total(div(w("l"), add(ONE, power(add(x("k"), x("l")), 2))), "l")),
    "a divisor with a factor": total(div(w("k"), add(TWO, mul(num(4), power(x("k"), 2))))),
    "with coefficients": total(add(mul(TWO, x("k")), mul(num("-2/3"), power(w("k"), 2)), num(4))),
    "a constant": total(mul(a, b)),
    "constants and entries": mul(total(mul(a, x("k"))), total(mul(b, power(x("k"), 2)))),
    "but one": total(mul(x("k"), w("i")), "k", "i"),
    "but two that may be one": total(exp(x("k")), "k", "i", "j"),
    "a delta": total(mul(delta("k", "j"), x("k"), w("k"))),
    "a delta beside a sum": total(mul(delta("k", "i"), x("k"), total(mul(w("k"), w("l")), "l"))),
    "a delta without its index": total(mul(delta("i", "j"), x("k"))),
    # generators that are older than those in the summand: another term leads where its index has another name
    "a divisor": add(total(w("k")), total(div(x("k"), TURNED))),
    "a divisor twice": add(total(w("k")), total(div(x("k"), power(TURNED, 2)))),
    "a root": add(total(w("k")), total(mul(w("k"), root(TURNED)))),
    "a root below": add(total(w("k")), total(div(w("k"), root(TURNED)))),
    "both, and the sum twice": add(total(w("k")), power(total(div(root(TURNED), TURNED)), 2)),
    "a divisor of two": add(OLDER, total(total(div(x("l"), TURNED_OF_TWO), "l"))),
    "a root of two": add(OLDER, total(total(mul(x("l"), root(TURNED_OF_TWO)), "l"))),
    "a divisor of two, squared": add(OLDER, total(power(total(div(x("l"), TURNED_OF_TWO), "l"), 2))),
    "a divisor of two sets": add(total(mul(w("k"), over_n(u("l:N"), "l:N"))), over_n(total(
        div(x("k"), add(ONE, power(x("k"), 2), mul(num(3), power(mul(w("k"), u("l:N")), 2))))), "l:N")),
    "a divisor of a number": add(upto(n, to(w("i"), s)), upto(n, div(
        s, add(ONE, to(power(x("i"), 2), s), mul(num(3), to(power(w("i"), 2), s)))))),
    # sums of sums
    "two": total(total(mul(x("k"), w("l"), add(x("k"), w("l"))), "l")),
    "two that are bound by a function": total(total(exp(mul(x("k"), w("l"))), "l")),
    "a square": power(total(mul(x("k"), w("k"))), 2),
    "a square within": total(mul(x("k"), power(total(mul(Y("k", "l:N"), u("l:N")), "l:N", dimension=N), 2))),
    "a cube within": total(power(over_n(Y("k", "l:N"), "l:N"), 3)),
    "a square of a sum that speaks of nothing": total(mul(x("k"), power(total(w("l"), "l"), 2))),
    "the same name twice": total(mul(x("k"), total(mul(x("k"), w("k"))))),
    "a sum in an exponential": total(mul(w("k"), exp(total(mul(x("k"), w("l")), "l")))),
    "a sum in an exponential in a sum": total(exp(mul(x("k"), total(exp(mul(x("k"), w("l"))), "l")))),
    "three": total(total(total(mul(x("k"), x("l"), exp(mul(w("l"), w("o")))), "o"), "l")),
    "with one that is excluded": total(total(mul(x("k"), w("l")), "l", "k")),
    # two sets
    "all entries": over_n(total(X("k:N", "l"), "l")),
    "a matrix between two vectors": over_n(total(mul(u("k:N"), X("k:N", "l"), x("l")), "l")),
    "the same the other way round": total(over_n(mul(u("k:N"), X("k:N", "l"), x("l"))), "l"),
    "a product of matrices": over_n(mul(Y("i", "k:N"), X("k:N", "j"))),
    "a trace": total(over_n(mul(Y("l", "k:N"), X("k:N", "l"))), "l"),
    "both squared": total(over_n(mul(power(Y("l", "k:N"), 2), X("k:N", "l"))), "l"),
    "a ring of four": over_n(total(over_n(total(mul(
        Y("l", "k:N"), X("k:N", "o"), Y("o", "m:N"), X("m:N", "l")), "l"), "m:N"), "o")),
    "a chain": over_n(total(over_n(mul(u("k:N"), X("k:N", "o"), Y("o", "m:N")), "m:N"), "o")),
    "five": over_n(total(over_n(total(total(mul(
        X("k:N", "l"), Y("l", "m:N"), X("m:N", "o"), exp(mul(x("o"), w("p")))), "p"), "o"), "m:N"), "l")),
    "constants over both": over_n(total(a, "l")),
    "a function of both": over_n(total(exp(mul(x("l"), u("k:N"), a)), "l")),
    "a function of all entries of a row": over_n(exp(total(mul(X("k:N", "l"), x("l")), "l"))),
    "a mean of exponentials": div(over_n(mul(u("k:N"), exp(X("k:N", "i")))), over_n(exp(X("k:N", "i")))),
    "but one of a set": over_n(mul(u("k:N"), X("k:N", "j")), "k:N", "i:N"),
    "a delta of a set": over_n(mul(delta("k:N", "j:N"), u("k:N"), X("k:N", "i"))),
    "deltas of two sets": mul(delta("i:N", "j:N"), delta("i", "j"), X("j:N", "j")),
    "a slope by an entry": D(over_n(total(mul(u("k:N"), power(X("k:N", "l"), 2), x("l")), "l")), X("j:N", "i")),
    "a slope under a sum": over_n(D(mul(X("k:N", "i"), X("j:N", "i")), X("j:N", "i"))),
    "a divisor of another set": total(div(x("k"), over_n(add(ONE, power(Y("k", "l:N"), 2)), "l:N"))),
    # definitions of entries
    "a definition with an index": total(mul(w("k"), ("def", "d", "k", power(x("k"), 2)))),
    "with two indices": over_n(mul(u("k:N"), ("def", "d", ("k:N", "i"), power(X("k:N", "i"), 2)))),
    "with two indices, over the other one": total(mul(x("k"), ("def", "d", ("i:N", "k"), power(X("i:N", "k"), 2)))),
    "over both": over_n(total(mul(x("l"), ("def", "d", ("k:N", "l"), exp(mul(X("k:N", "l"), x("l"))))), "l")),
    "over one and with it excluded": over_n(("def", "d", ("k:N", "i"), X("k:N", "i")), "k:N", "j:N"),
    "of which the same stands there twice": total(("def", "d", ("k", "k"), mul(x("k"), w("k")))),
    "one in another": over_n(("def", "e", ("k:N", "j"), add(a, ("def", "d", ("k:N", "i"), X("k:N", "i"))))),
    "of a sum that binds the name": over_n(("def", "d", ("k:N", "i"), mul(u("k:N"), over_n(X("k:N", "i"))))),
    # whole numbers
    "a power of a sum": to(total(x("k")), n),
    "a sum of powers": total(mul(w("k"), to(x("k"), v))),
    "a sum of powers of a sum": upto(v, to(a, s)),
    "a power of two parts": to(mul(a, x("i")), add(n, v)),
    "a power of a number": to(num(-2), add(n, ONE)),
    "a power of zero": to(sub(a, a), n),
    "a power that may be negative": to(add(ONE, power(a, 2)), sub(n, add(m, TWO))),
    "twice a number": to(a, mul(TWO, n)),
    "a root to a power": to(root(ABOVE), add(n, v)),
    "a power of a power": to(to(ABOVE, n), v),
    "the slope of a power": D(to(add(TWO, mul(t, t)), add(n, v)), t),
    "the slope of a sum of powers": D(upto(n, to(add(TWO, mul(t, t)), s)), t),
    "a sum to a number and some": upto(add(n, TWO), mul(s, y(s))),
    "a sum to a number from one": upto(v, mul(s, y(s))),
    "a sum to one less": upto(sub(v, ONE), y(s)),
    "a sum from zero": upto(n, mul(("whole", "s", 0), y(("whole", "s", 0))), first=0),
    "a sum from two": upto(add(v, ONE), y(("whole", "s", 2)), first=2),
    "a sum to two numbers": upto(add(n, v), mul(s, y(s))),
    "a sum to two numbers and some": upto(add(n, m, TWO), y(s, a)),
    "a sum to twice a number": upto(mul(TWO, n), mul(s, y(s))),
    "a sum to two numbers, from two": upto(add(n, v), y(("whole", "s", 2)), first=2),
    "a sum within, to the sum of what is summed over": upto(n, upto(add(s, v), mul(r, y(s)), "r")),
    "no term": upto(num(0), y(s)),
    "a sum of constants": upto(v, mul(a, b)),
    "a divisor of a sum": upto(v, div(y(s), add(TWO, power(a, 2)))),
    "a divisor in a sum": upto(v, div(y(s), s)),
    "two divisors in a sum": upto(v, div(y(s), mul(s, add(s, ONE), add(TWO, power(a, 2))))),
    "a divisor of the end": upto(add(v, TWO), div(ONE, add(s, v))),
    "sums within": upto(v, upto(s, mul(r, y(s)), "r")),
    "sums within, to another": upto(n, upto(v, mul(y(r), y(s)), "r")),
    "a name that is bound twice": upto(n, mul(s, upto(s, y(s)))),
    "a name that is bound three times": upto(n, upto(s, upto(s, mul(s, y(s))))),
    "sums bound by a function": upto(n, y(upto(v, mul(r, s), "r"))),
    "sums bound by a function of both": upto(add(n, ONE), exp(mul(num("1/4"), upto(s, div(r, s), "r")))),
    "a square of a sum of numbers": power(upto(n, y(s)), 2),
    "channels within": upto(n, total(mul(x("k"), s))),
    "channels around": total(upto(n, mul(x("k"), s))),
    "channels bound by a function": upto(n, exp(div(total(mul(x("k"), w("k"))), add(s, num(9))))),
    "channels and a power": total(upto(v, mul(w("k"), to(x("k"), s)))),
    "a power of channels in a sum": upto(v, to(over_n(mul(u("k:N"), div(ONE, num(4)))), s)),
    "a set within": upto(n, over_n(mul(u("k:N"), X("k:N", "i"), s))),
    "a function of a channel and a number": total(upto(n, exp(mul(x("k"), div(s, num(4)))))),
    "what a function of a number is put in": upto(add(n, TWO), mul(y(add(s, n)), s)),
    "the end in the summand": upto(add(v, ONE), y(s, v)),
    "a value in the summand": at(upto(v, y(mul(t, s))), t, add(a, ONE)),
    "a value in a summand and a divisor": at(upto(v, div(ONE, add(s, mul(t, t)))), t, x("i")),
    "a delta in the summand": mul(delta("i", "j"), upto(n, mul(s, x("j")))),
    "a delta and a function of a number": mul(delta("i", "j"), y(n), x("j"), to(x("j"), v)),
    "a logarithm": upto(n, log(add(s, power(a, 2)))),
}  # fmt: skip


def assert_same(e: Form, places: list[Place], at_least: int) -> None:
    """An expression and its normal form have one value wherever what they need holds, and so it does at some places."""
    q, duties = Normalizer(C, lengths=frozenset([N]))(e)
    outcomes = [outcome(e, q, duties, place) for place in places]
    assert not set(outcomes) & set(BAD)
    assert outcomes.count(SAME) >= at_least


@pytest.mark.parametrize("e", VALUES.values(), ids=VALUES)
def test_a_normal_form_has_the_value_of_what_was_written(e: Form) -> None:
    assert_same(e, PLACES, 3)


@pytest.mark.parametrize("seed", range(12))
def test_double_sums_beside_each_other_have_their_values(seed: int) -> None:
    """At random, so that now one term of a root or of a divisor is the older one and now the other."""
    random = Random(f"beside/{seed}")

    def product() -> Form:
        return mul(*(random.choice([x, w])(random.choice("kl")) for _ in range(random.choice([1, 2, 2]))))

    def summand() -> Form:
        below = add(ONE, power(product(), 2), mul(num(4), power(product(), 2)))
        return random.choice([div(product(), below), mul(product(), root(below)), exp(product())])

    e = add(*(total(total(summand(), "l")) for _ in range(3)))
    assert_same(e, PLACES[:6], 1)


# --- what no expression that is read leads to -----------------------------------------------------------------


def ring_with(*written: Form) -> tuple[Ring, list[int]]:
    """A ring, and the numbers of the generators that these coordinates are."""
    ring = Ring()
    return ring, [ring.atom(form) for form in written]


def moment_of(ring: Ring, *numbers: int) -> tuple[tuple[int, int], ...]:
    return tuple((number, 1) for number in sorted(numbers, reverse=True))


def test_what_is_summed_stays_one_monomial() -> None:
    ring, (one, other) = ring_with(x("k"), w("k"))
    first, second = (ring.generator(ring.keys[number]) for number in (one, other))
    assert ring._single(first.scaled(3)) == (((one, 1),), 3)
    for wrong in (first + second, first / second, (first + second) / second, ring.constant(0)):
        with pytest.raises(TooLarge, match="does not stay a monomial"):
            ring._single(wrong)


def test_what_is_summed_stays_as_deep() -> None:
    ring, (deep,) = ring_with(x("k"))
    ring._depths[deep] = 3  # and none of what comes in its place
    with pytest.raises(TooLarge, match="does not stay as deep"):
        ring._moment(moment_of(ring, deep), "k", ring.generator(C))


TAKEN = [(".1~0:N", False), (".1~1:N", False), (".1~2:N", True), (".2~0:N", True)]


@pytest.mark.parametrize(("taken", "is_arranged"), TAKEN)
def test_an_order_does_not_bind_a_name_that_is_taken(taken: str, is_arranged: bool) -> None:
    """A sum over k and l of Z_ak Z_kl, of which Z_kl is summed over l: with another name for a, or that of k."""
    ring, (outer, inner, bound) = ring_with(Z(taken, "k:N"), Z("k:N", "l:N"), Z("k:N", ".1:N"))
    length = ring.generator(N)
    summed = ring.sum(ring.generator(ring.keys[inner]), "l:N", length).as_atom()
    assert ring.keys[summed][2] == moment_of(ring, bound)
    monomial = moment_of(ring, outer, summed)
    whole, sums = ring._arranged(monomial, "k:N", length)
    assert len(sums) == 1 + is_arranged
    if not is_arranged:
        assert (whole.num.as_monomial(), sums) == ((monomial, 1), [("k:N", length, "sum")])
