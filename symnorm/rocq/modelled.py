"""The proof that all that is supposed of sequences can hold: the model of a bundle is one, for every whole number.

A sequence of the model is a function of the whole number that a number is. That it does what is supposed is a theorem
of its own, which is proved as theorems are. Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..checker.forms import Form, freeze
from ..checker.refutation.interpreted import put_in
from ..checker.refutation.point import Point
from .modules import Modules
from .names import identifier
from .statement import ATOM, Setting, Translator, Untranslated
from .witness import Witness, _closed

NUMBER = "u'"


class _Sequence(Translator):
    """Prints what depends on one whole number as a function of a number."""

    def _term(self, e: Form) -> tuple[str, int]:
        return (NUMBER, ATOM) if e[0] == "whole" else super()._term(e)

    def integer(self, e: Form) -> str:
        """The whole number that the number is."""
        return f"whole_of {NUMBER}" if e[0] == "whole" else super().integer(e)


class Modelled(Witness):
    """What is proved of a point with sequences."""

    def __init__(
        self, setting: Setting, forms: Sequence[Form], bundle: Mapping[str, Any], supposed: Sequence[Form],
        modules: Modules,
    ) -> None:  # fmt: skip
        model = bundle.get("model")
        if model is None:
            raise Untranslated("a point with whole numbers, without a model")
        super().__init__(setting, forms, bundle["point"])
        said = Point({"functions": model["functions"], "symbols": model["symbols"], "vectors": {}, "indices": {}})
        self._wanted = {s: put_in(s, said.functions, said.symbols, ()) for s in supposed}
        self.model = modules.model(model["theorem"], list(self._wanted.values()))

    def proof(self) -> str:
        """The lemmas, and the theorem."""
        own = " ".join(f"{identifier(n)}'" for n in self.setting.functions)
        defined = " ".join(f"{identifier(n)} {identifier(n)}_defined" for n in self.names if self._is_defined(n))
        claims = list(self._claims())
        tactics = "".join(f" | intros; whole_numbers; solve [eapply {c}; eassumption | apply {c}]" for c in claims)
        return "\n".join([
            *self.lines,
            *(f"Lemma {c} : ltac:(let T := type of ({p}) in let T := eval cbv delta [{d}] beta in T in exact T).\n"
              f"Proof. exact ({p}). Qed." for c, (p, d) in zip(claims, self._claims().values(), strict=True)),
            "Theorem holds : stated.", "Proof.", "  unfold stated.",
            *(f"  exists {term}." for term in self.terms.values()),
            f"  cbv beta delta [hypotheses {own} {defined}].",
            "  repeat match goal with |- _ /\\ _ => split end.",
            f"  all: solve [ whole_point{tactics} ].", "Qed.",
        ])  # fmt: skip

    def _is_defined(self, name: str) -> bool:
        return bool(Translator(self.setting).defined(self._body(name)))

    def _function(self, n: str) -> str:
        match freeze(self.point["functions"].get(n)):
            case ((("whole", *_),), body):
                said = _Sequence(Setting((), (), (), (), ())).term(_closed(body, self.symbols))
                name = identifier(n) + "'"
                self.lines.append(f"Definition {name} ({NUMBER} : R) : R := {said}.")
                return name
        return super()._function(n)

    def _claims(self) -> dict[str, tuple[str, str]]:
        """What the model shows of what is supposed: names of lemmas, each with its proof and what it says."""
        document = self.model.proved.document
        stated = {document.entries[s.number].statement: s.name for s in document.stated}
        variables = [n for n, _ in document.setting.variables()]
        if not set(variables) <= self.terms.keys():
            raise Untranslated("a model that speaks of something else")
        values = [self.terms[n] for n in variables]
        module = self.model.name
        given = f"(ltac:(unfold {module}.hypotheses; repeat split; whole_point))" if variables else ""
        found = {}
        for n, wanted in enumerate(self._wanted.values()):
            if wanted in stated:
                name = f"{module}.{stated[wanted]}"
                found[f"l{n}'"] = " ".join([f"{name}_holds", *values, given]), name
        return found
