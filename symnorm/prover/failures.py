"""Why no certificate was found: what a proof of an entry raises."""

from __future__ import annotations

from ..checker.forms import Form


class NotFound(Exception):
    """No certificate was found.

    `needs` is a condition that nothing shows, as a relation to 0 and an expression; `left_over` is what is
    not accounted for, factored; `nowhere` is what has no value, whatever its names stand for; `rule` is one that looked
    for a proof in vain.
    """

    def __init__(
        self, reason: str, needs: tuple[str, Form] | None = None, left_over: Form | None = None,
        nowhere: Form | None = None, rule: str = "",
    ) -> None:  # fmt: skip
        super().__init__(reason)
        self.needs, self.left_over, self.nowhere, self.rule = needs, left_over, nowhere, rule


class NotPlain(NotFound):
    """The form of a difference does not show its sign, or a search for it finds nothing."""

    def __init__(self, relation: str, difference: Form, rule: str = "") -> None:
        super().__init__(f"nothing known shows the difference to be {relation} 0", None, difference, rule=rule)
        self.relation = relation
