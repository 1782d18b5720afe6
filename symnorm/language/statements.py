"""Statements: what can be true or false. Inert, like the terms they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .refusals import InertStatement, LanguageError
from .terms import Term, every, form, term

RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")


class Statement(InertStatement):
    """An equation, an inequality, or a combination of statements. Made by eq, ne, a < b, either, both, implies, iff."""

    __slots__ = ("kind", "names", "parts")

    def __init__(self, kind: str, parts: tuple[Any, ...]) -> None:
        self.kind, self.parts = kind, parts
        self.names: Any = None
        """The names in it, once it was printed (see `symnorm.language.names`)."""

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


def eq(left: Any, right: Any) -> Statement:
    """left = right. Equality of two terms as written is `==`; this is the mathematical statement."""
    return Statement("eq", (term(left), term(right)))


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
