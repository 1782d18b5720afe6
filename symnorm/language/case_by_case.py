"""How an equation by cases is shown: every value under the supposition of its condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .by import Rule, discharge, each
from .refusals import LanguageError
from .statements import Cases, Statement

if TYPE_CHECKING:
    from .theorem import Theorem


def case_by_case(theorem: Theorem, label: str, statement: Statement, rule: Rule) -> Rule:
    """The rule by which an equation by cases follows, every case shown by its own rule, or by one for all."""
    if not isinstance(statement, Cases):
        raise LanguageError(f"{label}: by.cases shows an equation by cases, eq(y, cases(...))")
    rules = rule.parts if rule.name == "cases" else (rule,)
    rules = rules * len(statement.rows) if len(rules) == 1 else rules
    if len(rules) != len(statement.rows):
        raise LanguageError(f"{label}: by.cases has {len(rules)} rules for {len(statement.rows)} cases")
    called = label.removeprefix("+")
    pairs = enumerate(zip(statement.parts, rules, strict=True), start=1)
    return each(*[_implied(theorem, f"{called}, case {n}", part, inner) for n, (part, inner) in pairs])


def _implied(theorem: Theorem, name: str, implication: Statement, rule: Rule) -> Rule:
    condition, shown = implication.parts
    supposed = theorem.suppose(name, condition)
    inner = _implied(theorem, f"{name}, and more", shown, rule) if shown.kind == "implies" else rule
    return discharge(supposed, theorem.supplied(f"{name}: the value", shown, inner))
