"""The reason of a line: the one that it is tried by where it has none, and one that is said of several statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .by import Rule, algebra, each, sign
from .case_by_case import case_by_case
from .refusals import LanguageError
from .statements import Cases, Statement

if TYPE_CHECKING:
    from .theorem import Theorem

WHOLE = ("discharge", "induction", "constant")
"""The rules that show a statement as a whole, whatever it is made of."""


def by_itself(label: str, statement: Statement) -> Rule:
    """The rule of a line without one: an equation by calculation, an inequality by its sign, several each by its own.

    >>> by_itself("(1)", eq(a, b)).name, by_itself("(2)", a < b).name
    ('algebra', 'sign')
    """
    match statement.kind:
        case "eq" | "or":
            return algebra()
        case "and" if isinstance(statement, Cases):
            return algebra()
        case "and":
            return each(*[by_itself(label, part) for part in statement.parts])
        case "implies" | "iff":
            raise LanguageError(
                f"{label}: {statement} is shown by what follows from a supposition: p = theorem.suppose(...), a line q "
                "that is shown with it, and by.discharge(p, q) as the reason here"
            )
    return sign()


def reason(theorem: Theorem, label: str, statement: Statement, by: Rule | None) -> Rule:
    """The rule of a line as it is recorded: with a rule for each of several statements, and for every case."""
    by = by_itself(label, statement) if by is None else by
    if by.name == "cases" or (isinstance(statement, Cases) and by.name not in (*WHOLE, "each")):
        return case_by_case(theorem, label, statement, by)
    if statement.kind != "and" or by.name in WHOLE:
        return by
    if by.name != "each":
        return each(*[by] * len(statement.parts))
    return each(*by.parts * len(statement.parts)) if len(by.parts) == 1 else by
