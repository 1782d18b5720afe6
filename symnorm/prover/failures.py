"""Why no certificate was found, as data; `explain` puts it into words."""

from __future__ import annotations

from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form

INEQUALITY = (
    "by.algebra shows equations, and this is an inequality: by.sign() shows it where its sign is plain, by.sign(w) "
    "where the difference of its sides is a w whose sign is; of two numbers, by.bounds()"
)
NO_EQUATION = {
    **dict.fromkeys(("lt", "le", "gt", "ge", "ne"), INEQUALITY),
    "and": "by.algebra shows an equation, and these are several statements: by.each(...) has a rule for each",
    "implies": "by.algebra shows an equation, and this is an implication: suppose its left side in a line p = "
    "theorem.suppose(...), show the right side in a line q, and write by.discharge(p, q)",
    "iff": "by.algebra shows an equation, and this is an equivalence: suppose one side in a line p, show the other in "
    "a line q, then the other way round, and write by.discharge(p, q, s, r)",
}
"""Advice where a calculation has nothing to show, by the kind of statement."""


class NotFound(Exception):
    """No certificate was found.

    `needs` is a condition that nothing shows, as a relation to 0 and an expression; `left_over` is what is
    not accounted for; `nowhere` is what has no value, whatever its names stand for; `rule` is one that looked for a
    proof in vain.
    """

    def __init__(
        self, reason: str, needs: tuple[str, Form] | None = None, left_over: Quotient | None = None,
        nowhere: Form | None = None, rule: str = "",
    ) -> None:  # fmt: skip
        super().__init__(reason)
        self.needs, self.left_over, self.nowhere, self.rule = needs, left_over, nowhere, rule


class NotPlain(NotFound):
    """The form of a difference does not show its sign, or a search for it finds nothing."""

    def __init__(self, relation: str, difference: Quotient, rule: str = "") -> None:
        super().__init__(f"nothing known shows the difference to be {relation} 0", None, difference, rule=rule)
        self.relation = relation
