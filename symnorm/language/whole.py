"""Whole numbers and what runs over them: sequences, sums that end at one, powers, induction.

    t, s = whole("t"), whole("s")                     # any whole number from 1; whole("t", 0): from 0
    m = sequence("m")                                 # m[t], m[t - 1], m[0]
    total(m[s], over=s, up_to=t)                      # m_1 + ... + m_t
    total(m[s], over=s, start=t + 1, up_to=t + n)     # m_{t+1} + ... + m_{t+n}
    total(m[s], over=s, start=3, up_to=t)             # m_3 + ... + m_t, and 0 for t = 1
    beta ** (t - s)                                   # a power with a whole exponent

What is supposed, given or shown of t is supposed, given or shown of every t; so nothing varies along it, and no
hypothesis holds for some of its values only.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from operator import add, sub
from typing import TYPE_CHECKING, Any

from ..checker.forms import MAX_START, free_wholes
from .by import Rule, algebra, sign
from .by import induction as by_induction
from .names import name_of
from .refusals import LanguageError
from .statements import INEQUALITIES, Statement
from .terms import MEANINGS, Term, _latex, _name, form, once, term
from .text import text

if TYPE_CHECKING:
    from .entries import Entry
    from .theorem import Theorem

Linear = dict[Term | None, Fraction]
"""The multiples of whole numbers that make one, and under None a number."""


def whole(name: str, start: int = 1, latex: str | None = None) -> Term:
    """A whole number, any one from the start."""
    if type(start) is not int or not 0 <= start <= MAX_START:
        raise LanguageError(f"a whole number starts from 0 or more, at most {MAX_START}, and not from {start!r}")
    return Term("whole", (_name(name), start), _latex(name, latex))


def sequence(name: str, latex: str | None = None) -> Sequence:
    """An unknown sequence: m[t] is m_t, for a whole number t or a sum of such."""
    return Sequence(_name(name), _latex(name, latex))


class Sequence:
    """A sequence by its name alone."""

    def __init__(self, name: str, latex: str) -> None:
        self.name, self.latex = name, latex

    def __getitem__(self, number: Any) -> Term:
        return Term("seq", (self.name, self.latex, _number(number, f"{self.name}[...]")))

    def __repr__(self) -> str:
        return self.name


def _applied(name: str, latex: str, number: Term) -> Term:
    return Term("app", (name, (0,), (number,)), latex)


MEANINGS["seq"] = _applied


FUNCTION = "for a function of a real number there is function('y', u)"
POWER = "write sqrt(x), or exp(p * log(x)) for x to the power p"


def _number(value: Any, where: str, instead: str = FUNCTION) -> Term:
    """A whole number, or a sum of such. Raises LanguageError for anything else."""
    t = term(value)
    if linear(t) is None:
        raise LanguageError(
            f"{where} has a whole number, as t = whole('t'), t + 1 or 0, and not {t}; {instead}"
        )
    return t


def whole_numbers(number: Term, value: Any) -> tuple[Term, Term]:
    """A whole number of which something holds, and another one that is put in its place."""
    if number.op != "whole":
        raise LanguageError(f"p.at(t, t + 1) is for a whole number t = whole('t'), and {number} is none")
    return number, _number(value, f"p.at({number}, ...)")


def powered(base: Term, exponent: Term) -> Term:
    """base ** exponent for a whole exponent."""
    if base.is_channel and exponent.op == "whole" and name_of(exponent) == "T":
        raise LanguageError(f"{base}^T is the transpose: give {exponent} another letter, or {base} an index, as x[i]")
    number = _number(exponent, f"{base} ** ...", POWER)
    return base ** int(number.args[0]) if number.op == "num" else Term("power", (base, number))


def up_to(body: Term, over: Any, last: Any, first: Any = None) -> Term:
    """The sum of a body in which the whole number `over` stands, from its start, or from the first, to the last.

    From a number, as 3, it is the sum over a whole number that starts there, and empty where it ends before. From t + 1
    it is the difference of two sums, and so it has to be plain that the last is no less than the one before the first:
    of a sum that runs backwards, a page says that it is empty, and the difference is something else.
    """
    if not isinstance(over, Term) or over.op != "whole":
        ends = "start= and up_to= are the ends of a sum over a whole number"
        raise LanguageError(f"{ends}, as over=s for s = whole('s'), and not of one over={over}")
    end = _number(last, "up_to=")
    if over in end.walk():
        raise LanguageError(f"the sum over {over} ends at {end}: give one of the two another letter")
    if body.is_channel:
        raise LanguageError(f"in total(..., over={over}) write vectors with their index, as x[i]")
    inside = written_out(body, over)
    if first is None or term(first) == term(over.args[1]):
        return Term("upto", (over, end, inside))
    begin = _number(first, "start=")
    if over in begin.walk():
        raise LanguageError(f"the sum over {over} starts from {begin}: give one of the two another letter")
    if not _is_natural(begin - over.args[1]):
        raise LanguageError(f"{over} is any whole number from {over.args[1]}, and {begin} may be less than that")
    counted = [c for t, c in (linear(end) or {}).items() if t is not None]
    if begin.op == "num" and begin.args[0] <= MAX_START and min(counted, default=0) >= 0:
        return Term("between", (over, begin, end, inside))
    if not _is_natural(end - begin + 1):
        raise LanguageError(
            f"a sum from {begin} to {end} may run backwards: write the end by the start, as start=t + 1, up_to=t + n"
        )
    return Term("between", (over, begin, end, inside))


def _between(over: Term, first: Term, last: Term, body: Term) -> Term:
    if first.op == "num":
        number = int(first.args[0])
        begun = Term("whole", (f"{over.args[0]}__{number}", number), over.latex)  # another one than that from its start
        return Term("upto", (begun, last, _put(body, over, begun)))
    return Term("upto", (over, last, body)) - Term("upto", (over, _written(linear(first - 1) or {}), body))


MEANINGS["between"] = _between


def _is_natural(t: Term) -> bool:
    """Whether a whole number is 0 or more, by its form: none of those in it is taken away."""
    times = linear(t) or {}
    lowest = sum(c * (1 if n is None else n.args[1]) for n, c in times.items())
    return lowest >= 0 and all(c >= 0 for n, c in times.items() if n is not None)


def linear(t: Term) -> Linear | None:
    """What a whole number is made of: whole numbers, and integer multiples of them; None for anything else."""
    match t.op, t.args:
        case "num", (value,):
            return {None: value} if value.denominator == 1 else None
        case "whole", _:
            return {t: Fraction(1)}
        case "neg", (a,):
            inner = linear(a)
            return inner and {key: -c for key, c in inner.items()}
        case "add", parts:
            made: Linear = {}
            for part in map(linear, parts):
                if part is None:
                    return None
                for key, c in part.items():
                    made[key] = made.get(key, Fraction(0)) + c
            return made
        case "mul", (Term(op="num", args=(n,)), a) if n.denominator == 1:
            inner = linear(a)
            return inner and {key: n * c for key, c in inner.items()}
    return None


def _written(made: Linear) -> Term:
    """A whole number as it is usually written: t + 1, t - s, 1 - s."""
    parts = [(c, term(abs(c)) if t is None else t if abs(c) == 1 else abs(c) * t) for t, c in made.items() if c]
    added, taken = [part for c, part in parts if c > 0], [part for c, part in parts if c < 0]
    if not added:
        added = [-taken.pop(0)] if taken else [term(0)]
    return reduce(sub, taken, reduce(add, added))


@once
def open_numbers(t: Term) -> frozenset[Term]:
    """The whole numbers of which a term speaks and that no sum in it binds."""
    if t.op == "whole":
        return frozenset([t])
    if t.op == "upto":
        over, last, body = t.args
        return open_numbers(last) | (open_numbers(body) - {over})
    return frozenset().union(*map(open_numbers, t.parts()))


def speaks_of(t: Term, number: Term) -> bool:
    """Whether a whole number stands in a term, and not only in sums over it."""
    return number in open_numbers(t)


def speaks_of_any(t: Term) -> bool:
    """Whether a term speaks of any whole number."""
    return bool(free_wholes(form(t)))


def written_out(t: Term, number: Term) -> Term:
    """A term without the definitions that speak of a whole number: what has a name has one value, and no other."""
    if not speaks_of(t, number):
        return t
    if t.op == "slope" and any(speaks_of(one, number) for one in (t.args[1], *t.args[2])):
        raise LanguageError(
            f"by its definitions {t} speaks of {number}, and it is neither summed over {number} nor taken at another "
            "number: claim in a line of its own what it is, without that derivative, and go on from there"
        )
    if t.op == "def":
        return written_out(t.args[2], number)
    return t.rebuilt(lambda part: written_out(part, number))


def put(t: Any, number: Term, value: Term) -> Any:
    """A term or a statement with another whole number in the place of one; definitions that speak of it written out."""
    if isinstance(t, Statement):
        return Statement(t.kind, tuple(put(part, number, value) for part in t.parts))
    return _put(written_out(t, number), number, value)


def _put(t: Term, number: Term, value: Term) -> Term:
    if not speaks_of(t, number):
        return t
    made = linear(t)
    if made is not None:
        more = linear(value)
        assert more is not None
        times = made.pop(number)
        for key, c in more.items():
            made[key] = made.get(key, Fraction(0)) + times * c
        return _written(made)
    match t.op, t.args:
        case "upto", (over, last, body):
            if over == number:
                return Term("upto", (over, _put(last, number, value), body))
            if over in value.walk():
                raise LanguageError(f"{value} in the place of {number}: the sum over {over} needs another letter")
            return Term("upto", (over, _put(last, number, value), _put(body, number, value)))
        case "between", (over, first, last, body):
            if over in value.walk():
                raise LanguageError(f"{value} in the place of {number}: the sum over {over} needs another letter")
            ends = _put(last, number, value), _put(first, number, value)
            return up_to(_put(body, number, value), over, *ends)
        case "power", (base, exponent):
            base, exponent = _put(base, number, value), _put(exponent, number, value)
            if exponent.op != "num":
                return Term("power", (base, exponent))
            return base ** int(exponent.args[0]) if exponent.args[0] != 1 else base
    return t.rebuilt(lambda part: _put(part, number, value))


def require_one_number(label: str, statement: Statement) -> None:
    """Raises LanguageError for a constant of integration that is another number for every whole number."""
    if open_ := sorted(free_wholes(statement.form())):
        number = open_[0][1]
        raise LanguageError(
            f"{label.removeprefix('+')}: a constant of integration is one number, and {statement} is said for every "
            f"{number}: give the value at a point instead, by p.constant(point), where p is the line D(..., x) = 0"
        )


def any_whole(statements: Iterable[Statement]) -> list[tuple[str, str]]:
    """That each whole number in some statements is any from its start, in LaTeX and in words."""
    listed = list(statements)
    free = frozenset().union(*(free_wholes(s.form()) for s in listed))
    shown = {form(t): t for s in listed for top in s.terms() for t in top.walk() if t.op == "whole"}
    found = [(shown[one], one[2]) for one in sorted(free)]
    return [
        (rf"{name_of(t)} \in \{{{start}, {start + 1}, \dots\}}", f"{text(t)} is any whole number from {start}")
        for t, start in found
    ]


def takes(label: str, step: Any, premises: int) -> bool:
    """Whether the step is a function of so many premises. Raises LanguageError for one of fewer or more."""
    if not callable(step):
        return False
    try:
        inspect.signature(step).bind(*range(premises))
    except (TypeError, ValueError):
        written = f"step=lambda {', '.join('pqrs'[:premises])}: ..."
        raise LanguageError(f"{label}: step= is a function of what is supposed, as {written}") from None
    return True


def induction(
    theorem: Theorem, label: str, statement: Statement, over: Term, base: Any, step: Any, smaller: Any, **more: Any
) -> Entry:
    """The lines of an induction: what it starts with, what is supposed, the step, and what follows."""
    called = label.removeprefix("+")
    if not isinstance(over, Term) or over.op != "whole":
        raise LanguageError(f"{label}: an induction is over a whole number, as over=t for t = whole('t'), not {over}")
    if not isinstance(statement, Statement) or not any(speaks_of(t, over) for t in statement.terms()):
        raise LanguageError(f"{label}: an induction over {over} shows a statement about {over}")
    plain = sign if statement.kind in INEQUALITIES else algebra
    several = base if isinstance(base, list | tuple) else [] if base is None else [base]
    bases = [*several] if base is not None or smaller is not None else [plain()]
    if not all(isinstance(rule, Rule) for rule in bases) or not (bases or smaller is not None):
        raise LanguageError(f"{label}: base= is a rule for the start of {over}, or several, for its first numbers")
    if smaller is not None:
        from .strong import strong_induction

        return strong_induction(theorem, label, statement, over, smaller, bases, step, **more)
    begun = [
        theorem.supplied(f"{called} for {over} = {number}", put(statement, over, term(number)), rule)
        for number, rule in enumerate(bases, over.args[1])
    ]
    more_of_it = enumerate([put(statement, over, over + n) for n in range(1, len(bases))], 1)
    supposed = [theorem.suppose(f"{called} for one {over}", statement)]
    supposed += [theorem.suppose(f"{called} for that {over} + {n}", s) for n, s in more_of_it]
    rule = step(*supposed) if takes(label, step, len(supposed)) else step
    if step is None:
        rule = algebra(*supposed) if plain is algebra else sign()
    if not isinstance(rule, Rule):
        raise LanguageError(f"{label}: step= is a rule, or a function of a premise that returns one, and not {rule!r}")
    following = put(statement, over, over + len(bases))
    shown = theorem.supplied(f"{called} for {over} + {len(bases)}", following, rule)
    return theorem._add(label, "claim", statement, by_induction(over, begun, supposed, shown), **more)
