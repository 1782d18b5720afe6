"""Points of a theorem: one at which all that is supposed holds, and for each line that is refuted one where it fails.

A point stands in the bundle, as data. What is stated of it is printed by the translator, as everything that is stated:
that there are numbers, vectors and functions such that all that is supposed holds, all is defined, and a line does not
hold. Definedness is a part of it, for Rocq's 1/0 is 0 and refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..checker.forms import Form, freeze, holds_operation, varies_in
from ..checker.logic.entry import ranges
from ..checker.refutation.values import Doubt
from .document import definitions, hypotheses, ranged
from .statement import Setting, Translator, Untranslated, binders, conjunction
from .witness import Witness

POSSIBLE = "all that is supposed can hold"

HEAD = "From Symnorm Require Import Points.\nOpen Scope R_scope.\n"

LIMIT = "Set Default Timeout 60.\n"
"""No sentence takes longer than so many seconds."""


@dataclass(frozen=True)
class Pointed:
    """A statement that there is a point, and its proof: a module of that name.

    `kind` is "possible" where all that is supposed is to hold, otherwise that of the refutation.
    """

    name: str
    kind: str
    label: str
    stated: str
    proof: str

    @property
    def text(self) -> str:
        """The statement with its proof."""
        return f"\nModule {self.name}.\n{self.stated}\n{self.proof}\nEnd {self.name}.\n"

    def check(self, file: str) -> str:
        """The statement once more, held against the proof in a file."""
        proof = f"Proof. exact {file}.{self.name}.holds. Qed."
        return f"\nModule {self.name}.\n{self.stated}\nTheorem checked : stated.\n{proof}\nEnd {self.name}.\n"


class Points:
    """What is stated of the points of a theorem, and what has no translation."""

    def __init__(self, bundle: Mapping[str, Any]) -> None:
        self._bundle = bundle
        self.stated: list[Pointed] = []
        self.open: dict[str, str] = {}
        """What is not stated by its label, with the reason."""
        if bundle.get("point") is not None:
            self._add(POSSIBLE, self._possible)
        for n, item in enumerate(bundle.get("refutations", []), 1):
            self._add(f"refutation {n}, {item['label']}", partial(self._refuted, f"refuted_{n}", item))

    @staticmethod
    def counted(bundle: Mapping[str, Any]) -> int:
        """How many statements there would have to be: that all can hold, and one for each refutation."""
        return (bundle.get("point") is not None) + len(bundle.get("refutations", []))

    def _add(self, label: str, state: Callable[[str], Pointed]) -> None:
        try:
            self.stated.append(state(label))
        except (Untranslated, Doubt) as error:
            self.open[label] = str(error)

    def _possible(self, label: str) -> Pointed:
        supposed = self._supposed()
        setting = Setting.of([freeze(e["statement"]) for e in self._bundle["entries"]])
        parts = [duty for s in supposed for duty in Translator(setting).defined(s)]
        return _pointed("possible", "possible", label, setting, supposed, parts, self._bundle["point"], supposed)

    def _refuted(self, name: str, item: Mapping[str, Any], label: str) -> Pointed:
        statement, under, fails = (freeze(item[key]) for key in ("statement", "under", "fails"))
        supposed = [*(s for s in self._supposed() if s not in fails), *under]
        forms = [*supposed, *fails, statement]
        setting = Setting.of(forms)
        said = Translator(setting)
        parts = [duty for s in (*supposed, *fails) for duty in said.defined(s)]
        parts += [f"~ ({said.statement(s)})" for s in fails]
        duties = said.defined(statement)
        if item["kind"] == "false":
            parts += [*duties, f"~ ({said.statement(statement)})"]
        elif duties:
            parts.append(f"~ ({conjunction(duties)})")
        else:
            raise Untranslated("a line that is defined everywhere in Rocq")
        return _pointed(name, item["kind"], label, setting, supposed, parts, item["point"], forms)

    def _supposed(self) -> list[Form]:
        """All that is supposed. Along a variable, a strict inequality that holds at a point holds around it as well."""
        if any(e["role"] == "constant" for e in self._bundle["entries"]):
            raise Untranslated("a constant of integration")
        along = ranges(freeze(self._bundle["along"]))
        supposed = [freeze(e["statement"]) for e in self._bundle["entries"] if e["role"] in ("where", "given")]
        for s in supposed:
            is_open = s[0] in ("lt", "gt", "ne") and not holds_operation(s, "app")
            if not is_open and any(varies_in(s, v) for v in along):
                raise Untranslated("what holds along a variable")
        return supposed


def _pointed(
    name: str, kind: str, label: str, setting: Setting, supposed: Sequence[Form], parts: Iterable[str],
    point: Mapping[str, Any], forms: Sequence[Form],
) -> Pointed:  # fmt: skip
    """That there is a point where all that is supposed holds, and these parts; it speaks of these forms."""
    variables = setting.variables()
    whole = [" ".join(["hypotheses", *(n for n, _ in variables)]), *dict.fromkeys(parts)]
    exists = f"exists{binders(variables)},\n  " if variables else ""
    lines = [*definitions(setting), *hypotheses(setting, ranged(setting, supposed)),
             f"Definition stated : Prop := {exists}{conjunction(whole)}."]  # fmt: skip
    return Pointed(name, kind, label, "\n".join(lines), Witness(setting, forms, point).proof())
