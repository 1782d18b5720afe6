"""Refutations, as the checker reads them, judged by it before anybody is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..checker.refutation.check import Rechecked, Refutations
from ..language import Entry, Statement, Theorem
from ..witness import Refutation
from .model import Model, model, reading


def statements(entries: Iterable[Entry]) -> list[Statement]:
    """The statements of entries."""
    return [e.statement for e in entries]


@dataclass
class Retrial:
    """The checker's judgement on what refutes the lines of a theorem; `tried` is the model of the theorem.

    What it confirms of errata is kept for the bundle (see `symnorm.checker.refutation.check`).
    """

    theorem: Theorem
    tried: Model
    confirmed: list[dict[str, Any]] = field(default_factory=list)

    def objection(
        self, label: str, statement: Statement, refutation: Refutation, under: Sequence[Statement],
        fails: Sequence[Statement] = (),
    ) -> str:  # fmt: skip
        """Why the checker does not confirm what is said to refute a line; or nothing, and then it is kept."""
        item, again = self._judged(self._checker, label, statement, refutation, under, fails)
        if again.outcome == "refuted":
            self.confirmed.append(item)
        return _said(again)

    def against(self, entry: Entry, refutation: Refutation) -> str:
        """Why a point does not refute a line of the theorem: it is rejected, or may be isolated; or nothing.

        It may be isolated where a hypothesis holds with equality, and nothing shows that it holds beside the point.
        What else is open is told all the same: the line is not proved anyway.
        """
        without_it = reading(self.theorem, (e for e in self.theorem.entries if e is not entry), self.tried)
        _, again = self._judged(without_it, entry.called, entry.statement, refutation, statements(entry.scope))
        due = model(self.theorem, [refutation.point], is_local=True).due if again.unsupported else []
        is_isolated = any(e.role == "where" and e.statement.kind != "differentiable" for e in due)
        return _said(again) if again.outcome == "rejected" or is_isolated else ""

    @cached_property
    def _checker(self) -> Refutations:
        return self.tried.checker or reading(self.theorem, self.theorem.entries, self.tried)

    def _judged(
        self, checker: Refutations, label: str, statement: Statement, refutation: Refutation,
        under: Sequence[Statement], fails: Sequence[Statement] = (),
    ) -> tuple[dict[str, Any], Rechecked]:  # fmt: skip
        """A refutation as the bundle has it, and what the checker says of it.

        Where the model of the theorem does not show that all that is supposed holds, it gets one of its own.
        """
        item = {
            "label": label,
            "statement": statement.form(),
            "kind": "undefined" if refutation.is_undefined else "false",
            "under": [s.form() for s in under],
            "fails": [s.form() for s in fails],
            "point": refutation.point.form(),
            "model": None,
        }
        again = checker.judged(item)
        if again.unsupported:
            item["model"] = model(self.theorem, [refutation.point], fails, is_local=True).form()
            again = checker.judged(item) if item["model"] else again
        return item, again


def _said(again: Rechecked) -> str:
    """Why a refutation is not confirmed, and what to do; or nothing."""
    if again.outcome == "refuted":
        return ""
    if again.outcome == "rejected":
        return f"the checker rejects what is said to refute {again.label}: {again.reason}"
    hint = (
        "give values with which a certificate shows all that is supposed, or state it of fewer names"
        if again.unsupported
        else "give a point with simpler numbers"
    )
    return f"the checker cannot tell that {again.label} is refuted ({again.reason}): {hint}"
