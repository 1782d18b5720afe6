"""The first part of an exported file: what a theorem supposes and claims, and nothing of how that is proved.

Definitions stand first, then `hypotheses`, then a proposition for each step and claim, NAME, and NAME_defined for where
it is defined. A step that stands on suppositions says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..checker.forms import Form, freeze, own_indices
from ..checker.logic.entry import Judgement
from ..checker.logic.theorem import check_bundle
from .names import identifier, labels, letter
from .statement import Setting, Translator, Untranslated, binders, conjunction


@dataclass(frozen=True)
class Stated:
    """A step or a claim as it is stated: its number among the entries, and the names of its propositions."""

    number: int
    label: str
    name: str
    duties: tuple[str, ...]

    @property
    def companion(self) -> str:
        """The proposition that it is defined; empty where that is plain."""
        return f"{self.name}_defined" if self.duties else ""


@dataclass(frozen=True)
class Document:
    """A theorem as it is stated in Rocq. Raises Untranslated where it cannot be."""

    id: str
    entries: tuple[Judgement, ...]
    setting: Setting
    hypotheses: tuple[str, ...]
    """All that is supposed: ranges of the indices first, then the hypotheses, in the order of `supposed`."""
    supposed: tuple[int, ...]
    """The entries that are hypotheses."""
    stated: tuple[Stated, ...]
    text: str

    @property
    def arguments(self) -> str:
        """All variables, as the arguments of what speaks of them."""
        return " ".join(name for name, _ in self.setting.variables())


def document(bundle: Mapping[str, Any], title: str = "") -> Document:
    """The statement of a theorem from its bundle."""
    entries = check_bundle(bundle)
    along = freeze(bundle["along"])
    _require_pointwise(along, entries)
    setting = Setting.of([e.statement for e in entries])
    said = Translator(setting)
    supposed = tuple(n for n, e in enumerate(entries) if e.role in ("where", "given"))
    variables = setting.variables()
    parts = ranged(setting, [entries[n].statement for n in supposed])
    lines = [f"(* {_comment(bundle['id'])}{title and ': ' + _comment(title)} *)", "",
             "From Symnorm Require Import Symnorm.", "Open Scope R_scope.", ""]  # fmt: skip
    lines += [*definitions(setting), *hypotheses(setting, parts)]
    shown = [(n, e) for n, e in enumerate(entries) if e.role in ("step", "claim")]
    names = labels([(e.role, e.label) for _, e in shown])
    every = f"forall{binders(variables)},\n  hypotheses {' '.join(n for n, _ in variables)} ->" if variables else ""
    stated = []
    for (number, entry), name in zip(shown, names, strict=True):
        under = "".join(f"\n  ({said.statement(entries[n].statement)}) ->" for n in sorted(entry.assumptions))
        one = Stated(number, entry.label, name, tuple(said.defined(entry.statement)))
        lines += [f"(* {_comment(entry.label)} *)",
                  f"Definition {name} : Prop := {every}{under}\n  {said.statement(entry.statement)}."]  # fmt: skip
        if one.duties:
            lines.append(f"Definition {one.companion} : Prop := {every}{under}\n  {conjunction(one.duties)}.")
        lines.append("")
        stated.append(one)
    return Document(bundle["id"], tuple(entries), setting, tuple(parts), supposed, tuple(stated), "\n".join(lines))


def definitions(setting: Setting) -> list[str]:
    """The definitions of a theorem, inner ones first, each with where it is defined."""
    return [line for name, form in setting.definitions.items() for line in _definition(setting, name, form)]


def hypotheses(setting: Setting, parts: Sequence[str]) -> list[str]:
    """The definition of all that is supposed together."""
    return [f"Definition hypotheses{binders(setting.variables())} : Prop :=\n  {conjunction(parts)}.", ""]


def ranged(setting: Setting, supposed: Sequence[Form]) -> list[str]:
    """Hypotheses as propositions, after the ranges of all indices."""
    sizes = [f"(1 <= {identifier(n)})%nat" for n in setting.dimensions]
    ranges = [f"({identifier(i)} < {identifier(setting.dimensions[0])})%nat" for i in setting.indices]
    return [*sizes, *ranges, *map(Translator(setting).statement, supposed)]


def _require_pointwise(along: Sequence[Form], entries: Sequence[Judgement]) -> None:
    """Raises Untranslated for a theorem that says something of functions on an interval, not of values at a point."""
    if any(e.role == "constant" for e in entries):
        raise Untranslated("a constant of integration")
    if along and any(e.role == "given" for e in entries):
        raise Untranslated("an equation that is given on an interval")


def _definition(setting: Setting, name: str, form: Form) -> list[str]:
    own = {i: letter(i, setting.taken - set(map(identifier, setting.indices))) for i in own_indices(form)}
    said = Translator(setting, own)
    others = setting.variables(form)
    others = others[: len(others) - len(own)]
    taking = binders([*others, *((n, "nat") for n in own.values())])
    lines = [f"Definition {identifier(name)}{taking} : R :=\n  {said.term(form[3])}."]
    if duties := said.defined(form[3]):
        lines.append(f"Definition {identifier(name)}_defined{taking} : Prop :=\n  {conjunction(duties)}.")
    return [*lines, ""]


def _comment(text: str) -> str:
    """Text that may stand in a comment: all of it can be seen, nothing turns the line around, and nothing ends it."""
    seen = "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)
    return seen.replace("(*", "( *").replace("*)", "* )").replace('"', "''")
