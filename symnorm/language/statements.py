"""Statements: what can be true or false. Inert, like the terms they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import inf
from typing import Any

from .arrays import every
from .refusals import InertStatement, LanguageError
from .terms import Term, form, term

RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")
INEQUALITIES = ("lt", "le", "gt", "ge")
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
SIGNS = {"lt": "<", "le": "<=", "eq": "=", "ne": "<>", "ge": "=>", "gt": ">"}
"""How two numbers may compare where a relation holds."""
TURNED = str.maketrans("<>", "><")


class Statement(InertStatement):
    """An equation, an inequality, or a combination of statements. Made by eq, ne, a < b, either, both, implies, iff."""

    __slots__ = ("kind", "names", "parts")

    def __init__(self, kind: str, parts: tuple[Any, ...]) -> None:
        self.kind, self.parts = kind, parts
        self.names: Any = None
        """The names in it, once it was printed (see `symnorm.language.names`)."""

    @property
    def shown(self) -> tuple[Any, ...]:
        """The parts as they are printed."""
        return self.parts

    def printed(self) -> Iterator[Term]:
        """The terms that are printed in it, in order."""
        for part in self.shown:
            if isinstance(part, Statement):
                yield from part.printed()
            else:
                yield part

    def terms(self) -> Iterator[Term]:
        """The terms that stand directly in the statement, in order."""
        for part in self.parts:
            if isinstance(part, Statement):
                yield from part.terms()
            else:
                yield part

    def form(self) -> tuple[Any, ...]:
        """The plain form (see `symnorm.checker.forms`)."""
        return (self.kind, *(p.form() if isinstance(p, Statement) else form(p) for p in self.parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and self.kind == other.kind and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((self.kind, self.parts))

    def __repr__(self) -> str:
        from .text import text

        return text(self)

    def _repr_latex_(self) -> str:
        from .latex import latex

        return f"${latex(self)}$"


Row = tuple[Term, Statement | None]
"""A value with the condition under which it is that; with none, the value in all other cases."""


class Choice:
    """A side of an equation that is one thing or another. Made by `cases`."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows


class Cases(Statement):
    """An equation by cases: it is printed as such, and is that every condition implies its equation."""

    __slots__ = ("left", "rows")

    def __init__(self, left: Term, rows: tuple[Row, ...]) -> None:
        self.left, self.rows = left, rows
        conditions = [c for _, c in rows if c is not None]
        parts = []
        for value, condition in rows:
            made = Statement("eq", (left, value))
            for one in [condition] if condition is not None else [_opposite(c) for c in reversed(conditions)]:
                made = Statement("implies", (one, made))
            parts.append(made)
        super().__init__("and", tuple(parts))


class EntriesThere(Statement):
    """The equation of a vector at a point and its entries there: it is printed as such, and is that of each of them."""

    __slots__ = ("body", "pairs", "values")

    def __init__(
        self, body: Term, pairs: tuple[tuple[Any, ...], ...], values: tuple[Term, ...], parts: tuple[Statement, ...]
    ) -> None:
        self.body, self.pairs, self.values = body, pairs, values
        super().__init__("and", parts)

    def printed(self) -> Iterator[Term]:
        """The terms that are printed in it, in order."""
        yield self.body
        yield from (part for pair in self.pairs for part in pair if isinstance(part, Term))
        yield from self.values


def cases(*rows: Any) -> Choice:
    """A side of an equation that is one thing or another: eq(y, cases((x, x >= 0), (0, x < 0))).

    A row is a value with its condition, a relation. The last may be a value alone: that in all other cases. Without it
    the conditions have to compare the same two terms, and leave nothing. Of two that may hold at once, one reader takes
    the first and another asks for both: all compare the same two terms, or one term with numbers.
    """
    has_rest = len(rows) > 1 and not isinstance(rows[-1], tuple)
    said = rows[:-1] if has_rest else rows
    if len(rows) < 2 or not all(map(_is_row, said)):
        raise LanguageError("write cases((a, x > 0), (b, x < 0), c): values with their conditions, and one otherwise")
    conditions = [condition for _, condition in said]
    told = ", ".join(map(repr, conditions))
    ways = _ways(conditions)
    if not all(_exclude(*two) for two in combinations(conditions, 2)):
        advice = "compare the same two terms in all of them, or one term with numbers"
        raise LanguageError(f"of the cases {told}, two may hold at once, and then there are two values; {advice}")
    if ways is not None and len({*ways}) == 3 and has_rest:
        raise LanguageError(f"the cases {told} leave nothing; take the last value away")
    if not has_rest and (ways is None or len(ways) < 3):
        raise LanguageError(f"the cases {told} may leave something: say last, and alone, what holds otherwise")
    read = [(term(value), condition) for value, condition in said]
    return Choice((*read, (term(rows[-1]), None)) if has_rest else tuple(read))


def _is_row(row: Any) -> bool:
    is_pair = isinstance(row, tuple) and len(row) == 2
    return is_pair and isinstance(row[1], Statement) and row[1].kind in RELATIONS


def _ways(conditions: list[Statement]) -> str | None:
    """How two numbers compare in all of some relations together, if these are of the same two numbers."""
    first = conditions[0].parts
    if any(c.parts not in (first, first[::-1]) for c in conditions):
        return None
    return "".join(SIGNS[c.kind] if c.parts == first else SIGNS[c.kind].translate(TURNED) for c in conditions)


def _exclude(one: Statement, other: Statement) -> bool:
    """Whether two relations are known not to hold at once: of the same two terms, or of one term and numbers."""
    if (ways := _ways([one, other])) is not None:
        return len(ways) == len({*ways})
    (of, low, high), (same, lower, higher) = _range(one), _range(other)
    return of is not None and of == same and (high < lower or higher < low)


def _range(relation: Statement) -> tuple[Term | None, tuple[float | Fraction, int], tuple[float | Fraction, int]]:
    """(term, least, greatest) for a relation between a term and a number: what comes after an open end is +-1."""
    a, b = relation.parts
    signs = SIGNS[relation.kind]
    if a.op == "num":
        a, b, signs = b, a, signs.translate(TURNED)
    if b.op != "num" or relation.kind == "ne":
        return None, (-inf, 0), (inf, 0)
    value: Fraction = b.args[0]
    low, high = (value, int("=" not in signs)), (value, -int("=" not in signs))
    return a, (-inf, 0) if "<" in signs else low, (inf, 0) if ">" in signs else high


def _opposite(relation: Statement) -> Statement:
    return Statement(OPPOSITE[relation.kind], relation.parts)


def eq(left: Any, right: Any) -> Statement:
    """left = right. Equality of two terms as written is `==`; this is the mathematical statement.

    Of vectors and matrices it is meant entry by entry; of a vector at a point, the right side is the list of entries.
    """
    from .entrywise import equation
    from .vector_there import VectorThere, entries_there

    if isinstance(left, VectorThere):
        return entries_there(left.body, left.pairs, right)
    left = term(left)
    if isinstance(right, Choice):
        return Cases(left, right.rows)
    right = term(right)
    return equation(left, right)


def ne(left: Any, right: Any) -> Statement:
    """left != right."""
    return Statement("ne", (term(left), term(right)))


def lt(left: Any, right: Any) -> Statement:
    """left < right."""
    return Statement("lt", (term(left), term(right)))


def le(left: Any, right: Any) -> Statement:
    """left <= right."""
    return Statement("le", (term(left), term(right)))


def gt(left: Any, right: Any) -> Statement:
    """left > right."""
    return Statement("gt", (term(left), term(right)))


def ge(left: Any, right: Any) -> Statement:
    """left >= right."""
    return Statement("ge", (term(left), term(right)))


def either(*statements: Statement) -> Statement:
    """At least one of the equations holds."""
    return Statement("or", _several("either", statements))


def both(*statements: Statement) -> Statement:
    """All of the statements hold."""
    return Statement("and", _several("both", statements))


def implies(left: Statement, right: Statement) -> Statement:
    """If left, then right."""
    return Statement("implies", _several("implies", (left, right)))


def iff(left: Statement, right: Statement) -> Statement:
    """left exactly if right."""
    return Statement("iff", _several("iff", (left, right)))


def differentiable(function: Term, times: int = 1) -> Statement:
    """The unknown function is differentiable a number of times, in all its arguments together.

    A hypothesis, for where=: `differentiable(y, 2)` with y = function("y", t) says that y has two derivatives wherever
    t ranges (in along=), or for every number where t does not vary. For a function of one argument, a derivative that
    stands as D(y, t) in a hypothesis or a given equation, or that an equation is solved for, exists without that; a
    function of several arguments has to be said to be differentiable. Raises LanguageError for what is no unknown
    function.
    """
    is_plain = isinstance(function, Term) and function.op == "app"
    if not is_plain or any(a.op not in ("sym", "coord", "vector") for a in function.args[2]):
        raise LanguageError(f"differentiable(y) is said of an unknown function y, and {function!r} is none")
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= 9:
        raise LanguageError(f"{function!r} is differentiable 1 to 9 times, not {times!r}")
    return Statement("differentiable", (every(function) if function.is_channel else function, term(times)))


def _several(word: str, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements that a word connects, if they are some."""
    for s in statements:
        if not isinstance(s, Statement):
            raise LanguageError(f"{word}(...) connects statements, as eq(a, b) or a < b, and {s!r} is none")
    if len(statements) < 2:
        raise LanguageError(f"{word}(a, b) needs at least two statements")
    return statements


def excess(inequality: Statement) -> Term:
    """The larger side of an inequality less the smaller one. Raises LanguageError for anything else."""
    from .matrices import is_zero

    if inequality.kind not in INEQUALITIES:
        raise LanguageError(f"{inequality} is no inequality, and the sign of no difference is plain from it")
    small, large = inequality.parts if inequality.kind in ("lt", "le") else reversed(inequality.parts)
    made: Term = large if is_zero(small) else large - small
    return made
