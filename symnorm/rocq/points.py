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

from ..checker.calculus.budget import MAX_WORK, MAX_WORK_OF_THEOREM, Budget, TooLarge
from ..checker.forms import Form, freeze, holds_operation, varies_in
from ..checker.logic.entry import ranges
from ..checker.refutation.values import Doubt
from .along import Narrator, Range, constants_of
from .document import definitions, hypotheses, ranged, varying
from .modelled import Modelled
from .modules import Modules
from .ranging import ALL_DEFINED, Ranging
from .statement import Setting, Untranslated, conjunction
from .witness import Witness

POSSIBLE = "all that is supposed can hold"

HEAD = "From Symnorm Require Import Beside Whole.\nOpen Scope R_scope.\n"

COUNTING = ("whole", "upto", "power")
"""The operations that speak of whole numbers."""

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
        self.modules = Modules()
        """What proofs of points speak of, beside those."""
        self.stated: list[Pointed] = []
        self.open: dict[str, str] = {}
        """What is not stated by its label, with the reason."""
        with Budget(MAX_WORK_OF_THEOREM, "the points of one theorem"):
            if self.is_conditional(bundle):
                self._add(POSSIBLE, self._possible)
            for n, item in enumerate(bundle.get("refutations", []), 1):
                self._add(f"refutation {n}, {item['label']}", partial(self._refuted, f"refuted_{n}", item))

    @staticmethod
    def counted(bundle: Mapping[str, Any]) -> int:
        """How many statements there would have to be: that all can hold, and one for each refutation."""
        return Points.is_conditional(bundle) + len(bundle.get("refutations", []))

    @staticmethod
    def is_conditional(bundle: Mapping[str, Any]) -> bool:
        """Whether a theorem supposes anything, or a point is said to show that it can hold."""
        return bundle.get("point") is not None or any(e["role"] in ("where", "given") for e in bundle["entries"])

    def _add(self, label: str, state: Callable[[str], Pointed]) -> None:
        try:
            with Budget(MAX_WORK, "one point"):
                self.stated.append(state(label))
        except (Untranslated, Doubt, TooLarge) as error:
            self.open[label] = str(error)
        except RecursionError:
            self.open[label] = "nested too deeply"

    def _possible(self, label: str) -> Pointed:
        if self._bundle.get("point") is None:
            raise Untranslated("no point at which that is so")
        supposed = self._supposed()
        setting = Setting.of(self._all, self._along, self._constants)
        said = Narrator(setting)
        parts = [] if self._along else [said.each(s) + duty for s in supposed for duty in said.required(s)]
        return self._pointed("possible", "possible", label, setting, supposed, parts, self._bundle, supposed)

    def _refuted(self, name: str, item: Mapping[str, Any], label: str) -> Pointed:
        statement, under, fails = (freeze(item[key]) for key in ("statement", "under", "fails"))
        supposed = [s for s in self._supposed() if s not in fails]
        if not self._along:
            supposed += under
        forms = [*supposed, *under, *fails, statement]
        setting = Setting.of(forms, self._along, self._constants, self._all)
        said = Narrator(setting)
        parts = [said.statement(s) for s in under] if self._along else []
        local = (*under, *fails) if self._along else (*supposed, *under, *fails)
        parts += [duty for s in local for duty in said.required(s)]
        parts += [f"~ ({said.statement(s)})" for s in fails]
        duties = said.required(statement)
        if item["kind"] == "false":
            parts += [*duties, f"~ ({said.statement(statement)})"]
        elif duties:
            parts.append(f"~ ({conjunction(duties)})")
        else:
            raise Untranslated("a line that is defined everywhere in Rocq")
        return self._pointed(name, item["kind"], label, setting, supposed, parts, item, forms)

    @property
    def _all(self) -> list[Form]:
        """All statements of the theorem."""
        return [freeze(e["statement"]) for e in self._bundle["entries"]]

    @property
    def _along(self) -> tuple[Form, ...]:
        return varying(self._bundle)

    @property
    def _introduced(self) -> list[tuple[str, Form]]:
        """The constants of integration, each with what it is introduced as."""
        found = [freeze(e["statement"]) for e in self._bundle["entries"] if e["role"] == "constant"]
        return [(c, form) for _, (_, c), form in found]

    @property
    def _constants(self) -> tuple[str, ...]:
        return tuple(c for c, _ in self._introduced)

    def _supposed(self) -> list[Form]:
        """All that is supposed. Along a variable, a strict inequality that holds at a point holds around it as well."""
        along = ranges(freeze(self._bundle["along"]))
        supposed = [freeze(e["statement"]) for e in self._bundle["entries"] if e["role"] in ("where", "given")]
        for s in supposed:
            is_open = s[0] in ("lt", "gt", "ne") and not holds_operation(s, "app")
            if not self._along and not is_open and any(varies_in(s, v) for v in along):
                raise Untranslated("what holds along a variable")
        return supposed

    def _pointed(
        self, name: str, kind: str, label: str, setting: Setting, supposed: Sequence[Form], parts: Iterable[str],
        item: Mapping[str, Any], forms: Sequence[Form],
    ) -> Pointed:  # fmt: skip
        """That there is a point where all that is supposed holds, and these parts; it speaks of these forms.

        Where something varies, what is supposed is defined in the whole set in which it holds.
        """
        is_counted = any(holds_operation(s, kind) for s in forms for kind in COUNTING)
        if is_counted and (kind != "possible" or self._along):
            raise Untranslated("a refutation with whole numbers")
        range_, said = Range(setting), Narrator(setting)
        given = [said.each(s) + p for s in supposed for p in (*said.granted(s), said.statement(s))]
        whole = ranged(setting) + given
        constants = constants_of(forms, self._introduced)
        required = dict.fromkeys(duty for s in supposed for duty in said.required(s)) if self._along else {}
        parts = [p for p in dict.fromkeys(parts) if p not in required]
        names = " ".join([ALL_DEFINED, *(n for n, _ in setting.variables())])
        told = range_.somewhere([(c, said.term(form)) for c, form in constants], [names] if required else [], parts)
        lines = [*definitions(setting), *hypotheses(setting, whole),
                 *(hypotheses(setting, list(required), name=ALL_DEFINED) if required else ()), *range_.definition(),
                 f"Definition stated : Prop := {told}."]  # fmt: skip
        if self._along:
            introduced = [c for c, _ in constants]
            proof = Ranging(range_, forms, item, supposed, self._bundle, self.modules, introduced, parts).proof()
        elif is_counted:
            proof = Modelled(setting, forms, self._bundle, supposed, self.modules).proof()
        else:
            proof = Witness(setting, forms, item["point"]).proof()
        return Pointed(name, kind, label, "\n".join(lines), proof)
