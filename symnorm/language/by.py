"""The rules: why a step holds. A script says `by=by.algebra(ode)`; the prover turns that into a certificate.

Each docstring gives the rule as an inference: what stands above the line is needed for what stands below
it. A premise is an earlier entry of the theorem; `premise.d(x)`, `premise.exp(m)`, `premise.at(i, j)`,
`premise.summed(i, w)` and `premise.constant(x0)` are what follows from it at once. In the examples, a, b, c and t are
symbols, as `a = symbol("a")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .refusals import LanguageError
from .statements import excess
from .terms import Term, as_variable, number, sqrt, term

if TYPE_CHECKING:
    from .entries import Entry


@dataclass(frozen=True, eq=False)
class Relation:
    """A quantity that vanishes: an earlier equation, something that follows from one, or a fact of its own."""

    kind: str
    entry: Entry | None = None
    args: tuple[Any, ...] = ()
    premises: tuple[Relation, ...] = ()

    def d(self, variable: Term) -> Relation:
        """The derivative of the equation, which must hold for every value of the variable."""
        return Relation("deriv", self.entry, (self, as_variable(variable)))

    def entries(self) -> list[Entry]:
        """Every earlier entry that is used."""
        found = [self.entry] if self.entry is not None else []
        for part in (*self.premises, *(a for a in self.args if isinstance(a, Relation))):
            found += part.entries()
        return found


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule with its premises, as a script writes it."""

    name: str
    premises: tuple[Relation, ...] = ()
    term: Term | None = None
    discharged: tuple[Entry, ...] = ()
    parts: tuple[Rule, ...] = ()
    start: Term | None = None

    @cached_property
    def implications(self) -> list[tuple[Entry, Entry]]:
        """What was supposed, each with what was shown under it, where the rule makes implications of that."""
        own = list(zip(self.discharged[::2], self.discharged[1::2], strict=True))
        return own + [pair for part in self.parts for pair in part.implications]

    def entries(self) -> list[Entry]:
        """Every earlier entry that is used."""
        shown = [e for pair in self.implications for e in pair]
        return [e for p in self.premises for e in p.entries()] + shown


def relation(premise: Any) -> Relation:
    """A premise as a relation: an entry stands for its own equation."""
    from .entries import Entry

    if isinstance(premise, Relation):
        return premise
    if isinstance(premise, Entry):
        return Relation("use", premise)
    raise LanguageError(f"{premise!r} is not a premise: a premise is what given, suppose, step or claim returned")


def _relations(premises: Any) -> tuple[Relation, ...]:
    """Premises as relations; one may stand by itself."""
    return tuple(relation(p) for p in (premises if isinstance(premises, tuple | list) else (premises,)))


def algebra(*premises: Any, times: Any = None) -> Rule:
    """a - b is a combination of the premises, with functions as factors.

        p = q, r = s, ...
        ----------------- where  a - b = u (p - q) + v (r - s) + ...
              a = b

    Definitions, derivatives and sums over channels are calculation. Where that is not enough, the laws of roots,
    logarithms and exponentials are tried: sqrt(a) sqrt(b) = sqrt(ab), log 2 + log 3 = log 6, log(ab) = log a + log b
    where a and b are known to be positive, (e^(t/2))^2 = e^t; and whether the squares of the two sides, or their
    exponentials, are equal. With `times=m` it is m (a - b) that is combined, and m != 0 has to follow from the
    hypotheses. It is what an equation without a reason is tried by.

    >>> theorem = Theorem("t/1", "Roots", where=[a >= 0, b >= 0])
    >>> line = theorem.claim("(1)", eq(sqrt(a) * sqrt(b), sqrt(a * b)), by.algebra())
    """
    return Rule("algebra", _relations(premises), None if times is None else number(times))


def exponentials(*premises: Any, times: Any = 1) -> Rule:
    """Two numbers with the same exponential are equal.

        exp(m a) = exp(m b), m != 0
        ---------------------------
                  a = b

    >>> theorem = Theorem("t/1", "Exponents", model={b: a})
    >>> p = theorem.given("(1)", eq(exp(2 * a), exp(2 * b)), "hypothesis")
    >>> line = theorem.claim("(2)", eq(a, b), by.exponentials(p, times=2))
    """
    return Rule("exponentials", _relations(premises), number(times))


def sign(of: Any = None, *premises: Any) -> Rule:
    """The difference of the two sides equals a term whose sign is plain from its form.

        b - a = w,  w > 0
        -----------------   (likewise <= with w >= 0, and a != b with w != 0)
              a < b

    Plain are: even powers; sums, products, quotients and roots of what is plain; exponentials; sums over the
    channels; |u| - u and |u| + u; and whatever a hypothesis or an earlier inequality says. Without `of` the
    difference itself is taken. An earlier inequality in its place is the difference of the sides of that.

    >>> theorem = Theorem("t/1", "Two squares")
    >>> line = theorem.claim("(1)", 2 * a * b <= a**2 + b**2, by.sign((a - b) ** 2))
    """
    from .entries import Entry

    if isinstance(of, Entry):
        return Rule("sign", _relations((of, *premises)), excess(of.statement))
    return Rule("sign", _relations(premises), None if of is None else number(of))


def strict(of: Any, *premises: Any) -> Rule:
    """What is not negative and not zero is positive: the difference of the two sides is sqrt(w^2), which is w.

        b - a = w,  w >= 0, w != 0
        --------------------------
                  a < b

    >>> theorem = Theorem("t/1", "A step to the right", where=[b >= 0, ne(b, 0)])
    >>> line = theorem.claim("(1)", a < a + b, by.strict(b))
    """
    size = sqrt(number(of) ** 2)
    return sign(size, roots(size, of), *premises)


def squares(of: Any = None, *premises: Any) -> Rule:
    """Of two numbers, the larger by their squares: a^2 - b^2 equals a term w whose sign is plain from its form.

        a >= 0, a^2 - b^2 = w, w >= 0
        -----------------------------
                  b <= a

    So |u| >= u, and |u + v| <= |u| + |v|. Without `of` the difference of the squares itself is taken.

    >>> theorem = Theorem("t/1", "The long way round")
    >>> line = theorem.claim("(1)", sqrt(a**2 + b**2) <= abs(a) + abs(b), by.squares(2 * abs(a) * abs(b)))
    """
    return Rule("squares", _relations(premises), None if of is None else number(of))


def linear(*premises: Any) -> Rule:
    """An inequality that is a combination of what is known, with numbers that are not negative.

        a <= b, c < d, p = q, ...
        ------------------------- where  f - e = u (b - a) + v (d - c) + w (p - q) + ...,  u >= 0, v > 0
                  e < f

    Known are hypotheses and earlier inequalities, and equations among these; squares, roots, exponentials and what is
    made of them; e^t >= 1 + t, and that sqrt, exp and log grow; each member of a sum of what is not negative, what is
    known of every channel, summed, and Cauchy's inequality; the products of two of these; and polynomials that are sums
    of squares, or are so when they are multiplied by 1 + a^2 + b^2 + ... The premises are equations that do not stand
    there as they are, as p.d(t). An equation is shown as <= and >=, or by its square.

    >>> theorem = Theorem("t/1", "A chain", where=[a <= b, b < c])
    >>> line = theorem.claim("(1)", 2 * a < b + c, by.linear())
    """
    return Rule("linear", _relations(premises))


def monotone() -> Rule:
    """Two sides of one shape are compared part by part.

        a <= b, ...
        ------------
        f(a) <= f(b)

    f is made of sums and differences; products with what is not negative; quotients of what is positive; powers, odd or
    of what is not negative; roots, exponentials, logarithms, and tanh; and sums over channels and up to whole numbers,
    whose members are compared. Which of two parts is larger is told by what is known, as in by.linear.

    >>> x, y = vector("x", symbol("C")), vector("y", symbol("C"))
    >>> theorem = Theorem("t/1", "Larger entries", where=[every(x) <= every(y)])
    >>> line = theorem.claim("(1)", total(exp(x**3)) <= total(exp(y**3)), by.monotone())
    """
    return Rule("monotone")


def increasing(variable: Any, start: Any = 0, *premises: Any) -> Rule:
    """The larger side less the smaller one grows from a point, where it is not negative (lemma mean-value).

        f(a) >= 0,  (t - a) f'(t) >= 0
        ------------------------------   where  f = d - c
                   c <= d

    So f' >= 0 is enough for t >= a, f' <= 0 for t <= a; and where it does not show by itself that f' is not negative,
    f' is looked at in the same way, by f''. The hypotheses have to hold all the way from the point a to t: those that
    speak of t are affine in it, as t <= b, or quadratic and concave, as t^2 <= b. The point itself need not satisfy
    those that are strict, but f has a derivative there. Equations may be named as in by.linear.

    >>> t = symbol("t")
    >>> theorem = Theorem("t/1", "A tangent", where=[t >= 0])
    >>> line = theorem.claim("(1)", tanh(t) <= t, by.increasing(t))
    >>> more = theorem.claim("(2)", t - t**3 / 3 <= tanh(t), by.increasing(t, 0))
    """
    along, point = term(variable), term(start)
    if along.op != "sym":
        raise LanguageError(f"by.increasing({variable}): it goes along a symbol, as by.increasing(t, 0)")
    if along in point.walk():
        raise LanguageError(f"by.increasing({variable}, {start}): the point does not move with {variable}")
    return Rule("increasing", _relations(premises), along, start=point)


def exponential_bound(u: Any) -> Rule:
    """The exponential lies above its tangent at 0 (lemma exponential-bound).

        -----------
        e^u >= 1 + u

    >>> theorem = Theorem("t/1", "A tangent")
    >>> line = theorem.claim("(1)", exp(-a) >= 1 - a, by.exponential_bound(-a))
    """
    return Rule("exponential bound", (), number(u))


def bounds() -> Rule:
    """Both sides are numbers, and bounds for their values decide; where they are equal, calculation does.

        low <= a, b <= high, high < low
        -------------------------------   (likewise for the other inequalities)
                  b < a

    >>> theorem = Theorem("t/1", "Numbers")
    >>> line = theorem.claim("(1)", sqrt(rational(2)) < rational("1.5"), by.bounds())
    """
    return Rule("bounds")


def each(*rules: Rule) -> Rule:
    """Several statements at once, each by a rule of its own, or all by one: by.each(by.sign()).

        a, b, ...
        -------------
        a and b and ...

    >>> theorem = Theorem("t/1", "Signs", where=[a > 0, b > 0])
    >>> line = theorem.claim("(1)", both(a + b > 0, a * b > 0), by.each(by.sign()))
    """
    return _parts("each", "statement", rules)


def cases(*rules: Rule) -> Rule:
    """An equation by cases, each by a rule of its own, or all by one, under the supposition of its condition.

        [c] ... y = a   [not c] ... y = b
        ---------------------------------
            y = a if c, b otherwise

    >>> theorem = Theorem("t/1", "The size of a number")
    >>> line = theorem.claim("(1)", eq(abs(a), cases((a, a >= 0), (-a, a < 0))), by.cases(by.algebra()))
    """
    return _parts("cases", "case", rules)


def _parts(name: str, part: str, rules: tuple[Any, ...]) -> Rule:
    """A rule that is made of others. Raises LanguageError for what is none."""
    for rule in rules:
        if not isinstance(rule, Rule):
            raise LanguageError(f"{rule!r} is not a rule: by.{name} has one for each {part}, as by.algebra(premise)")
    return Rule(name, tuple(p for r in rules for p in r.premises), parts=rules)


def discharge(supposed: Entry, shown: Entry, *back: Entry) -> Rule:
    """What was shown under a supposition, as an implication; with the way back, as an equivalence.

        [a] ... b          [a] ... b   [b] ... a
        ---------          ---------------------
         a => b                  a <=> b

    >>> theorem = Theorem("t/1", "A square", where=[a >= 0])
    >>> large = theorem.suppose("large", a > 1, at={a: 2})
    >>> shown = theorem.step("(1)", a**2 > 1, by.linear())
    >>> line = theorem.claim("(2)", implies(a > 1, a**2 > 1), by.discharge(large, shown))
    """
    lines = (supposed, shown, *back)
    for line in lines:
        if isinstance(line, Relation) or relation(line).entry is not line:
            raise LanguageError("by.discharge has lines: what suppose returned, and the line that was shown")
    return Rule("discharge", (), None, lines)


def induction(over: Term, bases: Sequence[Entry], supposed: Sequence[Entry], shown: Entry) -> Rule:
    """What holds at the start, and at t + 1 where it is supposed at t, holds for every whole number t.

        P(1)    [P(t)] ... P(t + 1)        P(1)  P(2)    [P(t)] [P(t + 1)] ... P(t + 2)
        ---------------------------        --------------------------------------------
                   P(t)                                        P(t)

    Nothing else may be supposed. `theorem.induction` writes these lines.

    >>> n, s = whole("n"), whole("s")
    >>> def odd(m):
    ...     return total(2 * s - 1, over=s, up_to=m)
    >>> theorem = Theorem("t/1", "Odd numbers")
    >>> base = theorem.step("(1)", eq(odd(1), 1))
    >>> supposed = theorem.suppose("(2)", eq(odd(n), n**2))
    >>> shown = theorem.step("(3)", eq(odd(n + 1), (n + 1) ** 2), by.algebra(supposed))
    >>> line = theorem.claim("(4)", eq(odd(n), n**2), by.induction(n, [base], [supposed], shown))
    """
    discharged = [e for one in supposed for e in (one, shown)]
    return Rule("induction", tuple(map(relation, bases)), over, tuple(discharged))


def roots(a: Any, b: Any, *premises: Any) -> Relation:
    """Two non-negative numbers with the same square are equal: a - b = 0 as a premise.

        a >= 0, b >= 0, a^2 = b^2
        -------------------------
                  a = b

    >>> theorem = Theorem("t/1", "A positive factor", where=[a > 0])
    >>> left, right = sqrt(a**2 * b**2 + a**2), a * sqrt(b**2 + 1)
    >>> line = theorem.claim("(1)", eq(left, right), by.algebra(by.roots(left, right)))
    """
    return Relation("root", None, (number(a), number(b)), _relations(premises))


def squeezed(a: Any, *premises: Any) -> Relation:
    """What is neither positive nor negative is zero: a = 0 as a premise (by.roots, since a and -a have one square).

        a >= 0, a <= 0
        --------------
            a = 0

    >>> theorem = Theorem("t/1", "Between two bounds", where=[a >= b, a <= b])
    >>> line = theorem.claim("(1)", eq(a, b), by.algebra(by.squeezed(a - b)))
    """
    return roots(a, -number(a), *premises)


def vanishing_square(a: Any, *premises: Any) -> Relation:
    """A number whose square is zero is zero: a = 0 as a premise.

        a^2 = 0
        -------
         a = 0

    >>> theorem = Theorem("t/1", "A square that is zero", model={b: a})
    >>> p = theorem.given("(1)", eq(a**2 + b**2, 2 * a * b), "hypothesis")
    >>> line = theorem.claim("(2)", eq(a, b), by.algebra(by.vanishing_square(a - b, p)))
    """
    return Relation("square", None, (number(a),), _relations(premises))


def logarithms(powers: dict[Term, int], *premises: Any) -> Relation:
    """The law of logarithms as a premise, for positive numbers and integer exponents.

        a > 0, b > 0, ..., a^n b^m ... = 1
        ----------------------------------
           n log a + m log b + ... = 0

    >>> theorem = Theorem("t/1", "A power", where=[a > 0, b > 0], model={b: a**2})
    >>> p = theorem.given("(1)", eq(a**2, b), "hypothesis")
    >>> line = theorem.claim("(2)", eq(log(b), 2 * log(a)), by.algebra(by.logarithms({a: 2, b: -1}, p)))
    """
    if not isinstance(powers, dict) or not all(type(n) is int for n in powers.values()):
        raise LanguageError(f"by.logarithms has whole numbers by terms, as {{a: 2, b: -1}}; got {powers!r}")
    pairs = tuple((n, number(f)) for f, n in powers.items())
    return Relation("log", None, pairs, _relations(premises))


def zero_derivative(premise: Entry) -> Rule:
    """What has derivative zero on an interval is constant there (lemma zero-derivative); c is a new symbol.

        dg/dx = 0
        ---------
          c = g

    >>> y = function("y", t)
    >>> theorem = Theorem("t/1", "Exponential decay", along=[t], model={y: exp(-t)})
    >>> ode = theorem.given("(1)", eq(D(y, t), -y), "hypothesis")
    >>> slope = theorem.step("(2)", eq(D(y * exp(t), t), 0), by.algebra(ode))
    >>> line = theorem.constant("c", eq(c, y * exp(t)), by.zero_derivative(slope))
    >>> last = theorem.claim("(3)", eq(y, c * exp(-t)), by.algebra(line))
    """
    return Rule("constant", (relation(premise),))


def linear_equation(
    v: Any, p: Any, x: Term, x0: Any, slope: Any = (), start: Any = ()
) -> Relation:
    """The only solution of v' = p v with v(x0) = 0 is zero (lemma linear-equation): v = 0 as a premise.

        dv/dx = p v, v(x0) = 0
        ----------------------
                v = 0

    `slope` are the premises of the first, `start` those of the second.

    >>> y = function("y", t)
    >>> theorem = Theorem("t/1", "A solution that starts at 0", along=[interval(t, 0)], model={y: 0})
    >>> ode = theorem.given("(1)", eq(D(y, t), 3 * y), "hypothesis")
    >>> start = theorem.given("(2)", eq(at(y, t, 0), 0), "hypothesis")
    >>> line = theorem.claim("(3)", eq(y, 0), by.algebra(by.linear_equation(y, 3, t, 0, slope=ode, start=start)))
    """
    first, second = _relations(slope), _relations(start)
    terms = (number(v), number(p), as_variable(x), number(x0))
    return Relation("linear", None, (*terms, first, second), (*first, *second))
