"""Two things that read the same on the page: a definition that is printed like a symbol, x_1 beside the entry x_i.

What is judged is the term; what a person reads is its printed form. Papers do use a letter twice, in lines that are
apart; within one line nobody could tell the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .refusals import LanguageError
from .statements import Statement
from .terms import Term
from .text import Text, text
from .theorem import Counterexample, MissingHypothesis, Theorem

NAMED = {"sym": "sym", "def": "def", "app": "app", "vector": "vector", "coord": "vector"}


def lookalikes(statements: Iterable[Statement]) -> Iterator[tuple[str, Term, Term]]:
    """(how both are printed, the one, the other): each pair once, of names that stand in the statements."""
    seen: dict[str, Term] = {}
    told = set()
    for statement in statements:
        printer = Text(statement)
        for t in (named for top in statement.terms() for named in _named(top, frozenset())):
            printed = printer.piece(t).text
            other = seen.setdefault(printed, t)
            if _thing(other) != _thing(t) and printed not in told:
                told.add(printed)
                yield printed, other, t


def _named(t: Term, bound: frozenset[Term]) -> Iterator[Term]:
    """What has a name in a term as it is printed. A variable for which a value is put has a meaning in there alone."""
    if t.op in NAMED and t not in bound:
        yield t
    if t.op == "at":
        body, variable, point = t.args
        yield from _named(body, bound | {variable})
        yield from _named(point, bound)
    elif t.op != "def":
        for part in t.parts():
            yield from _named(part, bound)


def _thing(t: Term) -> tuple[str, str]:
    return NAMED[t.op], t.args[0]


def told_apart(theorem: Theorem) -> list[str]:
    """What reads the same in lines of a theorem that are apart. Raises LanguageError where it stands in one line."""
    written = list(_lines(theorem))
    alike = list(lookalikes(s for _, s in written))
    for label, statement in written if alike else ():
        for printed, one, other in lookalikes([statement]):
            raise LanguageError(
                f"{theorem.id}, {label}: {_described(one)} and {_described(other)} are both printed as {printed}, and "
                "nobody could tell them apart; give one of them another LaTeX"
            )
    return [
        f"{_described(one)} and {_described(other)} are both printed as {printed}, in different lines"
        for printed, one, other in alike
    ]


def _lines(theorem: Theorem) -> Iterator[tuple[str, Statement]]:
    """Every statement that is printed of a theorem, with its label."""
    for entry in theorem.entries:
        yield entry.label.lstrip("+"), entry.statement
        if entry.printed is not None:
            yield entry.label, entry.printed.statement
    for erratum in theorem.errata:
        if not isinstance(erratum, MissingHypothesis):
            yield erratum.label, erratum.claim if isinstance(erratum, Counterexample) else erratum.assumes


def _described(t: Term) -> str:
    match t.op:
        case "sym":
            return f"the symbol {t.args[0]!r}"
        case "app":
            return f"the function {t.args[0]!r}"
        case "def":
            return f"the definition {t.args[0]!r} ({text(t)} := {text(t.args[2])})"
    return f"the vector {t.args[0]!r}"
