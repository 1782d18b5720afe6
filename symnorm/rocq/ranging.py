"""The proof that a theorem along a variable has a point: a set around it in which all that is supposed holds.

What is strict at the point holds around it, for all that stands there is continuous. What is given along the variables
is shown by the model of the bundle: a theorem of its own, with functions put in, which is proved as theorems are.
Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..checker.forms import Form, subforms
from ..checker.logic.entry import ranges
from ..checker.refutation.interpreted import put_in
from ..checker.refutation.point import Point
from .algebra import nested
from .along import Narrator, Range
from .document import Stated
from .modules import Modules
from .names import DEFINED, identifier
from .placed import Placed
from .statement import Untranslated, binders
from .witness import LIGHT

TIME = "t'"
"""The number that stands for what varies."""

ALL_DEFINED = f"hypotheses{DEFINED}"
"""The definition of all that has to hold for what is supposed to be defined."""

Part = tuple[str, str]
"""How a part of `hypotheses` or of `hypotheses_defined` is shown, and by what."""


class Ranging(Placed):
    """What is proved of a point around which something varies."""

    def __init__(
        self, range_: Range, forms: Sequence[Form], item: Mapping[str, Any], supposed: Sequence[Form],
        bundle: Mapping[str, Any], modules: Modules, constants: Sequence[str], parts: Sequence[str],
    ) -> None:  # fmt: skip
        model = item.get("model") or bundle.get("model")
        if model is None:
            raise Untranslated("a point without a model")
        self.constants = [identifier(c) for c in constants]
        said = Point({"functions": model["functions"], "symbols": model["symbols"], "vectors": {}, "indices": {}})
        along = ranges(range_.setting.along)
        self._wanted = {s: put_in(s, said.functions, said.symbols, along) for s in supposed}
        self.model = modules.model(model["theorem"], list(self._wanted.values()))
        self.introduced = modules.introducing(bundle, constants, supposed) if constants else None
        super().__init__(range_, forms, item["point"])
        self.shown = parts
        stated = Narrator(range_.setting)
        self.integrals = [e for e in _integrals(forms) if stated.defined(e)[-1] in parts]
        """The antiderivatives that are shown to exist."""
        if self.integrals and (self.kind == "vector" or len(self.varying) > 1 or self.is_everywhere):
            raise Untranslated("antiderivatives, where something varies that is not near one number")

    def proof(self) -> str:
        """The lemmas, and the theorem."""
        self.prepare()
        parts, required = list(self._parts()), list(self._required())
        strict = [text for kind, text in (*parts, *required) if kind == "strict"]
        cases = "".join(f" | {k}%nat => {value}" for k, value in enumerate(self.centre))
        given = " ".join([f"{self.model.name}.hypotheses", self._model]).strip()
        continuous = [f"continuous {self._integrand(e)} (v' 0%nat)" for e in self.integrals]
        near = [given, *strict, *continuous]
        together = " /\\ ".join(f"({part})" for part in near)
        self.lines += [
            *self.derivatives(),
            f"Definition centre' (k : nat) : R := match k with{cases} | _ => 0 end.",
            f"Definition near' (v' : nat -> R) : Prop := {together}.",
            f"Ltac expand ::= cbv beta iota zeta delta [{LIGHT} {' '.join(self._unfolded())}].",
            *self._around(), *self._shown_near("supposed'", "hypotheses", parts, near),
            *(self._shown_near("defined'", ALL_DEFINED, required, near) if required else ()),
            *self._theorem(["supposed'", "defined'"] if required else ["supposed'"]),
        ]  # fmt: skip
        return "\n".join(self.lines)

    # --- what is supposed -------------------------------------------------------------------------------------

    @property
    def _model(self) -> str:
        """The values of the variables of the model, which varies as the theorem does."""
        return self.listed(self.model.proved.document.setting.variables(), self.places)

    def _parts(self) -> Iterator[Part]:
        """For each part of `hypotheses` how it is shown: by a claim, by what is strict, by a rule."""
        claims = {statement: stated.name for statement, stated in self._claims().items()}
        for _ in (*self.setting.dimensions, *self.setting.indices):
            yield "size", ""
        for s, wanted in self._wanted.items():
            for text in Narrator(self.setting).granted(s):
                yield ("exists", claims[wanted]) if wanted in claims else ("strict", self.applied(text, s, self.places))
            if wanted in claims:
                yield "claim", claims[wanted]
            elif s[0] == "differentiable":
                yield "smooth", ""
            else:
                yield "strict", self.valued(s, self.places)

    def _required(self) -> Iterator[Part]:
        """The same for each part of `hypotheses_defined`."""
        claims = self._claims()
        found: dict[str, Part] = {}
        for s, wanted in self._wanted.items():
            is_claimed = wanted in claims and claims[wanted].companion
            for text in Narrator(self.setting).required(s):
                if is_claimed:
                    found[text] = "defined", claims[wanted].name
                else:
                    found.setdefault(text, ("strict", self.applied(text, s, self.places)))
        yield from found.values()

    def _claims(self) -> dict[Form, Stated]:
        """The claims of the model."""
        document = self.model.proved.document
        entries = document.entries
        return {entries[s.number].statement: s for s in document.stated if entries[s.number].role == "claim"}

    def _unfolded(self) -> Iterator[str]:
        """All that `expand` writes out."""
        yield from ("near'", "centre'", f"{self.model.name}.hypotheses", *self.orders)
        setting = self.model.proved.document.setting
        for n, form in setting.definitions.items():
            yield f"{self.model.name}.{identifier(n)}"
            if Narrator(setting).defined(form[3]):
                yield f"{self.model.name}.{identifier(n)}_defined"
        yield from self._definitions()
        yield from (f"{identifier(n)}'" for n in (*self.setting.vectors, *self.setting.functions))

    def _definitions(self) -> Iterator[str]:
        """The definitions of which is spoken."""
        for n in self.names:
            yield identifier(n)
            if Narrator(self.setting).defined(self._body(n)):
                yield f"{identifier(n)}_defined"

    def _around(self) -> Iterator[str]:
        """The lemma that all of it holds around the point."""
        if self.is_everywhere:
            yield "Lemma around' : forall v', near' v'.\nProof. intros v'. expand. at_point. Qed."
        else:
            yield f"Lemma around' : beside {len(self.centre)} centre' near'.\nProof. expand. besides. Qed."

    def _shown_near(self, lemma: str, of: str, parts: Sequence[Part], near: Sequence[str]) -> Iterator[str]:
        """The lemma that all parts of a proposition hold there."""
        values = " ".join(self.places.get(name) or self.terms[name] for name, _ in self.setting.variables())
        names = ["M'", *(f"c{n}'" for n in range(1, len(near)))]
        opened = f"destruct N' as {nested(names)}" if near[1:] else "pose proof N' as M'"
        yield (f"Lemma {lemma} : forall v', near' v' -> {of} {values}.\nProof.\n  intros v' N'. "
               f"unfold near' in N'. {opened}. unfold {of}.")  # fmt: skip
        tactics = [f"exact c{near.index(text)}'" if kind == "strict" else self._tactic(kind, text)
                   for kind, text in parts]  # fmt: skip
        yield from (f"  split; [{tactic}|]." for tactic in tactics[:-1])
        yield f"  {tactics[-1]}.\nQed."

    def _tactic(self, kind: str, claim: str) -> str:
        name = self.model.name
        match kind:
            case "claim":
                return f"exact ({name}.{claim}_holds {self._model} M')"
            case "exists":
                return f"among ({name}.{claim}_defined_holds {self._model} M')"
            case "defined":  # numbers stand for symbols in the model: what is plain of them is not said there
                return f"first [among ({name}.{claim}_defined_holds {self._model} M') | at_point]"
            case "smooth":
                return "try intros ?; expand; eapply d_exists; derivative"
        return "lia"

    # --- the point --------------------------------------------------------------------------------------------

    def _theorem(self, lemmas: Sequence[str]) -> Iterator[str]:
        names = [name for name, _ in self.range.varying]
        yield "Theorem holds : stated.\nProof.\n  unfold stated."
        if not self.is_everywhere:
            yield "  destruct around' as [d' [D' N']]."
        yield from (f"  exists {self.terms[name]}." for name, _ in self.range.fixed)
        yield f"  pose (J' := (fun{binders(self.range.varying)} => {self._set(names)})). exists J'."
        fixed = " ".join(self.terms[name] for name, _ in self.range.fixed)
        yield f"  assert (A' : along {fixed} J')."
        yield from self._along(names, lemmas[0])
        yield "  split; [exact A'|]."
        if lemmas[1:]:
            yield "  split."
            yield from self._everywhere(names, lemmas[1])
        at = " ".join(self.terms[name] for name in names)
        yield f"  assert (P' : J' {at}) by (unfold J'; within)."
        yield from self._obtained(at)
        yield from self._integrated()
        yield from (f"  exists {self.terms[name]}." for name in names)
        tactics = ["exact P'", *map(self._shown, self.shown)]
        yield from (f"  split; [{tactic}|]." for tactic in tactics[:-1])
        yield f"  {tactics[-1]}.\nQed."

    def _shown(self, part: str) -> str:
        """How a part of what is stated of the point is proved."""
        said = Narrator(self.setting)
        for n, e in enumerate(self.integrals):
            if part == said.defined(e)[-1]:
                return f"exists I{n}'; {self._antiderivative(n)}"
        for s in self.forms:
            if part == f"~ ({said.statement(s)})" and (found := _integrals([s])):
                return self._differs([self.integrals.index(e) for e in found])
        steps = []
        if self.orders:
            steps += [f"unfold {name}" for name in self._definitions()]
            steps.append(f"rewrite {', '.join(f'?{name}_is' for name in self.orders)}")
        return "; ".join([*steps, "at_point"])

    # --- antiderivatives --------------------------------------------------------------------------------------

    def _integrand(self, e: Form) -> str:
        """What is integrated, as a function of a number."""
        (v,) = self.varying
        return f"(fun t' : R => {self.valued(e[1], {identifier(v[1]): self._moved(v, TIME)})})"

    def _integrated(self) -> Iterator[str]:
        """The antiderivatives: they exist, for what is integrated is continuous near the point."""
        for n, e in enumerate(self.integrals):
            yield f"  destruct (along_continuous _ {self._integrand(e)}"
            yield f"    (interval_ball (centre' 0%nat) d')) as [I{n}' A{n}']."
            yield "  { intros t' T'. pose proof (N' (fun _ => t') ltac:(intros [|k] K; [exact T' | lia])) as C'."
            yield "    unfold near' in C'. apart. assumption. }"
            yield f"  pose proof (A{n}' _ (near_itself (centre' 0%nat) _ D')) as S{n}'."

    def _antiderivative(self, n: int) -> str:
        """That one of them is what is stated of it."""
        name, _ = self.range.varying[0]
        moved = f"intros {name} [E' T']; rewrite E'" if self.kind == "coord" else f"intros {name} T'"
        return f"{moved}; exact (A{n}' _ T')"

    def _differs(self, own: Sequence[int]) -> str:
        """That an equation of antiderivatives does not hold: its sides have not the same slope at the point."""
        shown = " | ".join(map(self._antiderivative, own))
        functions = " ".join(f"I{n}'" for n in own)
        place = f"(fun {TIME} => {self._moved(self.varying[0], TIME)})"
        return (f"intros L'; edestruct (L' {functions}) as [K' E']; [{shown} | "
                f"eapply (differ_not _ J' {place} _ _ (centre' 0%nat) d' K' _ D'); "
                "[intros t' T'; unfold J'; rewrite ?upd_same; auto | exact E' | cbv beta; expand; derivative | "
                "cbv beta; rewrite ?Rmult_0_l, ?Rmult_0_r; decided]]")  # fmt: skip

    def _set(self, names: Sequence[str]) -> str:
        """Where all that varies is."""
        if self.kind == "vector":
            near = f"forall k, (k < {len(self.centre)})%nat -> Rabs ({names[0]} k - centre' k) < d'"
            return "True" if self.is_everywhere else near
        near = " /\\ ".join(self._close(entry, k) for k, entry in enumerate(self._entries(names)))
        if self.kind == "coord":
            i = self.index(self.varying[0][2])
            return f"{names[0]} = upd {names[0]}' {i} ({names[0]} {i}) /\\ {near}"
        return near

    def _close(self, value: str, k: int) -> str:
        return "True" if self.is_everywhere else f"Rabs ({value} - centre' {k}%nat) < d'"

    def _entries(self, names: Sequence[str]) -> list[str]:
        """All that varies, as numbers."""
        return [f"{names[0]} {self.index(self.varying[0][2])}"] if self.kind == "coord" else list(names)

    def _along(self, names: Sequence[str], lemma: str) -> Iterator[str]:
        """The proof of what `along` says."""
        yield "  { unfold along, J'; cbv beta."
        i = self.index(self.varying[0][2]) if self.kind == "coord" else ""
        slice_ = f"apply (segment_of (fun t => {self._close('t', 0)}) {names[0]}' {i}); ranging" if i else "ranging"
        *slices, _ = self.range.parts
        yield from (f"    split; [{slice_ if part.startswith('segment') else 'ranging'}|]." for part in slices)
        yield from self._everywhere(names, lemma)
        yield "  }"

    def _everywhere(self, names: Sequence[str], lemma: str) -> Iterator[str]:
        """The proof that what a lemma shows holds in all of the set."""
        cases = "".join(f" | {k}%nat => {n}" for k, n in enumerate(names))
        place = {"vector": names[0], "coord": f"fun _ => {self._entries(names)[0]}"}.get(
            self.kind, f"fun k => match k with{cases} | _ => 0 end"
        )
        taken = f"{names[0]} [E' H']. rewrite E'" if self.kind == "coord" else f"{' '.join(names)} H'"
        yield f"  {{ unfold J'. cbv beta. intros {taken}."
        yield f"    pose proof ({lemma} ({place})) as S'. cbv beta iota in S'. apply S'."
        ending = "exact H'" if self.kind == "vector" else "reached"
        yield "    apply around'. }" if self.is_everywhere else f"    apply N'; {ending}. }}"

    def _obtained(self, at: str) -> Iterator[str]:
        """The constants of which the line speaks: they exist, and at the point they are what they equal there."""
        if self.introduced is None:
            return
        own, found = self.introduced.name, self.introduced.proved.document.range
        given = self.listed(found.fixed, {n: self.terms[n] for n, _ in self.range.fixed})
        names, holes = " ".join(name for name, _ in found.varying), " _" * len(self.setting.variables())
        yield f"  assert (B' : {own}.along {given} J')."
        yield f"  {{ unfold {own}.along. unfold along in A'. apart. repeat (split; [assumption|]). intros {names} H'."
        yield f"    match goal with K : forall {names}, J' {names} -> hypotheses{holes} |- _ =>"
        yield f"      specialize (K {names} H'); unfold hypotheses in K; unfold {own}.hypotheses; apart end."
        yield "    repeat match goal with |- _ /\\ _ => split end; match goal with K : _ |- _ => exact K end. }"
        for c in self.constants:
            yield f"  destruct ({own}.x_{c}' {given} J' B') as [{c} k_{c}']. exists {c}."
            yield f"  match goal with |- ?P /\\ _ => assert (K_{c}' : P) by exact k_{c}' end. split; [exact K_{c}'|]."
        for c in reversed(self.constants):
            yield f"  pose proof (K_{c}' {at} P') as E'. clear k_{c}' K_{c}'. subst {c}."


def _integrals(forms: Sequence[Form]) -> list[Form]:
    """The antiderivatives in forms, each once."""
    return list(dict.fromkeys(part for form in forms for part in subforms(form) if part[:1] == ("integral",)))
