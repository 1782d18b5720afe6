"""The proof that a theorem along a variable has a point: a set around it in which all that is supposed holds.

What is strict at the point holds around it, for all that stands there is continuous. What is given along the variables
is shown by the model of the bundle: a theorem of its own, with functions put in, which is proved as theorems are.
Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..checker.calculus.normal import Normalizer
from ..checker.forms import Form, freeze, holds_form, holds_operation, subforms
from ..checker.logic.entry import Judgement, ranges
from ..checker.logic.theorem import check_bundle
from ..checker.refutation.interpreted import put_in
from ..checker.refutation.point import Point
from .algebra import nested
from .along import Range
from .names import identifier
from .printed import NAME
from .proof import Proved, prove
from .statement import Translator, Untranslated, binders
from .witness import LIGHT, Witness
from .written import as_form

STRICT = ("lt", "gt", "ne")
MODEL, THEOREM = "Model", "Introduced"


class Ranging(Witness):
    """What is proved of a point around which something varies."""

    def __init__(
        self, range_: Range, forms: Sequence[Form], point: Mapping[str, Any], supposed: Sequence[Form],
        model: Mapping[str, Any] | None, constants: Sequence[tuple[str, Form]], bundle: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.range, self.supposed, self.forms, self.constants = range_, supposed, forms, constants
        self.theorem = _introducing(bundle, [c for c, _ in constants], supposed) if constants else None
        if model is None:
            raise Untranslated("a point without a model")
        said = Point({"functions": model["functions"], "symbols": model["symbols"], "vectors": {}, "indices": {}})
        functions, symbols = said.functions, said.symbols
        wanted = [put_in(s, functions, symbols, ranges(range_.setting.along)) for s in supposed]
        self._wanted = dict(zip(supposed, wanted, strict=True))
        self.model: Proved = prove(model["theorem"], supposed=_rests_on(model["theorem"], wanted))
        claims = {entry.statement: n for n, entry in enumerate(self.model.document.entries) if entry.role == "claim"}
        if failed := [self.model.open[claims[s]] for s in wanted if s in claims and claims[s] in self.model.open]:
            raise Untranslated(f"a model that is not proved: {failed[0]}")
        super().__init__(range_.setting, forms, point)

    # --- values -----------------------------------------------------------------------------------------------

    def _function(self, n: str) -> str:
        match freeze(self.point["functions"].get(n)):
            case ((variable,), body):
                text = self._valued(_plain(body), {variable[1]: self._moved(variable, "u'")})
                name = identifier(n) + "'"
                self.lines.append(f"Definition {name} (u' : R) : R := {text}.")
                return name
        raise Untranslated(f"a point that says nothing of {n}")

    def _at_all(self, name: str) -> Iterator[tuple[dict[str, int], str]]:
        own = self.point["indices"]
        if any(holds_form(self._body(name), ("sym", c)) for c in self.setting.constants):
            return
        for channels, taken in super()._at_all(name):  # a function of an entry is one of that entry alone
            if not holds_operation(self._body(name), "app") or all(own.get(i, k) == k for i, k in channels.items()):
                yield channels, taken

    def _moved(self, variable: Form, value: str) -> str:
        """What stands for a variable, or for the vector of an entry, where that has a value."""
        if variable[0] == "coord":
            return f"(upd {identifier(variable[1])}' {self._index(variable[2])} {value})"
        return value

    def _index(self, i: str) -> str:
        return f"{self.point['indices'][i] - 1}%nat"

    def _valued(self, form: Form, places: Mapping[str, str]) -> str:
        """An expression or a statement, all of its variables with their values but for some."""
        said = Translator(self.setting)
        text = said.statement(form) if form[0] in ("eq", *STRICT, "le", "ge", "and", "or") else said.term(form)
        return self._with(text, form, places)

    def _with(self, text: str, form: Form, places: Mapping[str, str]) -> str:
        """A text with values for the variables of which it speaks."""
        used = set(NAME.findall(text))
        found = {n: kind for n, kind in self._spoken(form).items() if n in used}
        if not found:
            return text
        values = [places.get(n) or self._constant(n, kind) for n, kind in found.items()]
        return f"((fun{binders(found.items())} => {text}) {' '.join(values)})"

    def _spoken(self, form: Form) -> dict[str, str]:
        """The identifiers of all variables of which a form speaks, with their types."""
        found: dict[str, str] = {}
        for part in subforms(form):
            match part:
                case ("sym", n):
                    found[identifier(n)] = "nat" if n in self.setting.dimensions else "R"
                case ("coord", x, i):
                    found |= {identifier(x): "nat -> R", identifier(i): "nat"}
                case ("app", f, _, _):
                    found[identifier(f)] = "R -> R"
                case ("delta", i, j):
                    found |= {identifier(i): "nat", identifier(j): "nat"}
        bound = {identifier(part[1]) for part in subforms(form) if part[:1] == ("sum",)}
        return {n: kind for n, kind in found.items() if n not in bound and n[0] != "*"}

    def _constant(self, name: str, kind: str) -> str:
        """The value of a variable."""
        if kind == "R":
            found = next((n for n in self.symbols if identifier(n) == name), None)
            return self._value(("sym", found)) if found else "0"  # what nothing here speaks of
        if kind == "nat":
            return next(
                (self._index(i) for i in self.point["indices"] if identifier(i) == name), None
            ) or f"{self._whole(name)}%nat"
        return f"{name}'"

    @property
    def _varying(self) -> list[Form]:
        return [v for v, _ in self.range.slices]

    @property
    def _places(self) -> dict[str, str]:
        """What stands for all that varies, where it is v: the entries of v, or v itself."""
        if self._varying[0][0] == "vector":
            return {self._varying[0][1]: "v'"}
        return {v[1]: self._moved(v, f"(v' {n}%nat)") for n, v in enumerate(self._varying)}

    @property
    def _centre(self) -> list[str]:
        """The values of all that varies, as entries."""
        v = self._varying[0]
        if v[0] == "vector":
            return [f"({identifier(v[1])}' {k}%nat)" for k in range(len(self.point["vectors"][v[1]]))]
        return [
            f"({identifier(v[1])}' {self._index(v[2])})" if v[0] == "coord" else self._value(v) for v in self._varying
        ]

    # --- what is supposed -------------------------------------------------------------------------------------

    def _claims(self) -> dict[Form, str]:
        """What the model claims: the names of its propositions."""
        return {
            entry.statement: s.name
            for s in self.model.document.stated if (entry := self.model.document.entries[s.number]).role == "claim"
        }  # fmt: skip

    def _model(self) -> str:
        """The values of the variables of the model, which varies as the theorem does."""
        places = {identifier(n): value for n, value in self._places.items()}
        return self._listed(self.model.document.setting.variables(), places)

    def _listed(self, variables: Iterable[tuple[str, str]], places: Mapping[str, str]) -> str:
        return " ".join(places.get(n) or self._constant(n, kind) for n, kind in variables)

    def _parts(self) -> Iterator[tuple[str, str]]:
        """For each part of `hypotheses` how it is shown: by a claim, by what is strict, by a rule."""
        for _ in (*self.setting.dimensions, *self.setting.indices):
            yield "size", ""
        claims = self._claims()
        for s, wanted in self._wanted.items():
            for text in Translator(self.setting).granted(s):
                yield ("exists", claims[wanted]) if wanted in claims else ("strict", self._with(text, s, self._places))
            if wanted in claims:
                yield "claim", claims[wanted]
            elif s[0] == "differentiable":
                yield "smooth", ""
            else:
                yield "strict", self._valued(s, self._places)

    def proof(self) -> str:
        """The lemmas, and the theorem."""
        self.prepare()
        parts = list(self._parts())
        size = len(self._centre)
        strict = [text for kind, text in parts if kind == "strict"]
        own = self.model.document
        arguments, given = self._model(), " ".join([f"{MODEL}.hypotheses", self._model()])
        given = given if own.setting.variables() else f"{MODEL}.hypotheses"
        cases = "".join(f" | {k}%nat => {value}" for k, value in enumerate(self._centre))
        together = " /\\ ".join([given, *(f"({s})" for s in strict)])
        names = [f"{MODEL}.{identifier(n)}{end}" for n, form in own.setting.definitions.items()
                 for end in ("", "_defined") if not end or Translator(own.setting).defined(form[3])]  # fmt: skip
        more = [*(n for n, _ in self._written()), *self._orders()]
        self.lines = [*_module(MODEL, self.model), *(_module(THEOREM, self.theorem) if self.theorem else ()),
                      *self.lines, *self._derivatives(),
                      f"Definition centre' (k : nat) : R := match k with{cases} | _ => 0 end.",
                      f"Definition near' (v' : nat -> R) : Prop := {together}.",
                      f"Ltac expand ::= cbv beta iota zeta delta [{LIGHT} near' centre' {MODEL}.hypotheses "
                      f"{' '.join([*names, *more])}]."]  # fmt: skip
        self.lines += [*self._lemmas(size, parts, len(strict), arguments), *self._theorem(size)]
        return "\n".join(self.lines)

    def _written(self) -> Iterator[tuple[str, str]]:
        """What `expand` writes out besides: definitions of this file."""
        for n in self.names:
            yield identifier(n), ""
            if Translator(self.setting).defined(self._body(n)):
                yield f"{identifier(n)}_defined", ""
        for n in (*self.setting.vectors, *self.setting.functions):
            yield f"{identifier(n)}'", ""

    @property
    def _is_everywhere(self) -> bool:
        """Whether the set is everything: an interval contains a point that is not the centre."""
        return any(
            point is not None and self._value(v) != self._value(point) for v, point in self.range.slices
        )

    def _lemmas(self, size: int, parts: Sequence[tuple[str, str]], strict: int, arguments: str) -> Iterator[str]:
        if self._is_everywhere:
            yield "Lemma around' : forall v', near' v'.\nProof. intros v'. expand. at_point. Qed."
        else:
            yield f"Lemma around' : beside {size} centre' near'.\nProof. expand. besides. Qed."
        values = " ".join(self._all_values())
        opened = nested(["M'", *(f"c{n}'" for n in range(strict))])
        yield (f"Lemma supposed' : forall v', near' v' -> hypotheses {values}.\nProof.\n  intros v' N'. "
               f"unfold near' in N'. destruct N' as {opened}. unfold hypotheses.")  # fmt: skip
        seen = 0
        for n, (kind, text) in enumerate(parts):
            match kind:
                case "size":
                    tactic = "lia"
                case "claim":
                    tactic = f"exact ({MODEL}.{text}_holds {arguments} M')"
                case "exists":
                    tactic = f"among ({MODEL}.{text}_defined_holds {arguments} M')"
                case "smooth":
                    tactic = "intros ?; expand; eapply d_exists; derivative"
                case _:
                    tactic, seen = f"exact c{seen}'", seen + 1
            yield f"  {'split; [' if n < len(parts) - 1 else ''}{tactic}{'|]' if n < len(parts) - 1 else ''}."
        yield "Qed."

    def _all_values(self) -> Iterator[str]:
        """The values of all variables, in their order, those that vary as they stand at v."""
        places = {identifier(n): value for n, value in self._places.items()}
        for name, _ in self.setting.variables():
            yield places.get(name) or self.terms[name]

    def _theorem(self, size: int) -> Iterator[str]:
        names = [name for name, _ in self.range.varying]
        v = self._varying[0]
        yield "Theorem holds : stated.\nProof.\n  unfold stated."
        if not self._is_everywhere:
            yield "  destruct around' as [d' [D' N']]."
        yield from (f"  exists {self.terms[name]}." for name, _ in self.range.fixed)
        arguments = " ".join(self.terms[name] for name, _ in self.range.fixed)
        yield f"  pose (J' := (fun {' '.join(names)} => {self._set(names, size)}))."
        yield f"  exists J'. assert (A' : along {arguments} J')."
        yield "  { unfold along, J'; cbv beta."
        *slices, _ = self.range.parts
        yield from (f"    split; [{self._slice(part)}|]." for part in slices)
        cases = "".join(f" | {k}%nat => {n}" for k, n in enumerate(names))
        place = {"vector": names[0], "coord": f"fun _ => {self._entries(names)[0]}"}.get(
            v[0], f"fun k => match k with{cases} | _ => 0 end"
        )
        yield (f"    intros {names[0]} [E' H']. rewrite E'." if v[0] == "coord" else f"    intros {' '.join(names)} H'.")
        yield f"    pose proof (supposed' ({place})) as S'. cbv beta iota in S'. apply S'."
        yield f"    {'apply around' + chr(39) if self._is_everywhere else 'apply N' + chr(39) + '; reached'}. }}"
        yield "  split; [exact A'|]."
        at = " ".join(self.terms[name] for name in names)
        yield f"  assert (P' : J' {at}) by (unfold J'; within)."
        if self.theorem:
            yield from self._obtained(at)
        yield from (f"  exists {self.terms[name]}." for name in names)
        yield "  split; [exact P'|]."
        if orders := self._orders():
            names = [n for n, _ in self._written() if not n.endswith("'")]
            unfolding = f"unfold {', '.join(names)}. " if names else ""
            yield f"  {unfolding}rewrite {', '.join(f'?{name}_is' for name in orders)}."
        yield "  at_point.\nQed."

    def _obtained(self, at: str) -> Iterator[str]:
        """The constants of which the line speaks: they exist, and at the point they are what they equal there."""
        assert self.theorem is not None
        found = self.theorem.document.range
        given = self._listed(found.fixed, {n: self.terms[n] for n, _ in self.range.fixed})
        names = " ".join(name for name, _ in found.varying)
        yield f"  assert (B' : {THEOREM}.along {given} J')."
        yield f"  {{ unfold {THEOREM}.along. unfold along in A'. apart. repeat (split; [assumption|]). intros {names} H'."
        yield f"    match goal with K : forall {names}, J' {names} -> hypotheses {'_ ' * len(self.setting.variables())}|- _ =>"
        yield f"      specialize (K {names} H'); unfold hypotheses in K; unfold {THEOREM}.hypotheses; apart end."
        yield "    repeat match goal with |- _ /\\ _ => split end; match goal with K : _ |- _ => exact K end. }"
        for c, _ in self.constants:
            name = identifier(c)
            yield f"  destruct ({THEOREM}.x_{name}' {given} J' B') as [{name} k_{name}']. exists {name}."
            yield f"  match goal with |- ?P /\\ _ => assert (K_{name}' : P) by exact k_{name}' end."
            yield f"  split; [exact K_{name}'|]."
        for c, _ in reversed(self.constants):
            name = identifier(c)
            yield f"  pose proof (K_{name}' {at} P') as E'. clear k_{name}' K_{name}'. subst {name}."

    def _orders(self) -> list[str]:
        """The derivatives of the functions, by their names, where derivatives of them are differentiated."""
        return [f"{identifier(f)}{n}'" for f, top in self._depths().items() for n in range(1, top + 1)]

    def _depths(self) -> dict[str, int]:
        """How often each function is differentiated at most, where derivatives of it are."""
        found: dict[str, int] = {}
        for form in self.forms:
            for part in subforms(form):
                if part[:1] == ("D",) and any(inner[:1] == ("D",) for inner in subforms(part[1])):
                    applied = {inner[1] for inner in subforms(part) if inner[:1] == ("app",)}
                    found |= {f: max(_depth(part), found.get(f, 0)) for f in applied}
        return found

    def _derivatives(self) -> Iterator[str]:
        """What the derivatives of the functions are, as functions."""
        for f, top in self._depths().items():
            ((variable,), body) = freeze(self.point["functions"][f])
            name = identifier(f)
            for n in range(1, top + 1):
                body = as_form(Normalizer()._normal(("D", _plain(body), variable)).value)
                before, own = f"{name}{n - 1 or ''}'", f"{name}{n}'"
                text = self._valued(body, {identifier(variable[1]): "u'"})
                yield f"Definition {own} (u' : R) : R := {text}."
                yield (f"Lemma {own}_is : Derive (fun u' => {before} u') = {own}.\nProof.\n"
                       "  apply functional_extensionality; intros u'. apply is_derive_unique.\n"
                       f"  unfold {before}, {own}. eapply d_eq; [derivative|]. simpl. field.\nQed.")  # fmt: skip

    def _set(self, names: Sequence[str], size: int) -> str:
        """Where all that varies is."""
        v = self._varying[0]
        if v[0] == "vector":
            return "True" if self._is_everywhere else f"forall k, (k < {size})%nat -> Rabs ({names[0]} k - centre' k) < d'"
        entries = self._entries(names)
        near = " /\\ ".join(self._close(f"{n}", k) for k, n in enumerate(entries))
        if v[0] == "coord":
            return f"{names[0]} = upd {names[0]}' {self._index(v[2])} ({entries[0]}) /\\ {near}"
        return near

    def _close(self, value: str, k: int) -> str:
        return "True" if self._is_everywhere else f"Rabs ({value} - centre' {k}%nat) < d'"

    def _slice(self, part: str) -> str:
        """The tactic that shows a part of `along`."""
        v = self._varying[0]
        if part.startswith("segment"):
            return f"apply (segment_of (fun t' => {self._close('t' + chr(39), 0)}) {identifier(v[1])}' {self._index(v[2])}); ranging"
        return "ranging"

    def _entries(self, varying: Sequence[str]) -> list[str]:
        v = self._varying[0]
        return [f"{varying[0]} {self._index(v[2])}"] if v[0] == "coord" else list(varying)


def _module(name: str, proved: Proved) -> list[str]:
    """A theorem with its proofs, as a module."""
    own = proved.document.text
    return [f"Module {name}.", own.partition("Open Scope R_scope.\n")[2] + proved.text[len(own) :], f"End {name}."]


def _introducing(bundle: Mapping[str, Any], constants: Sequence[str], supposed: Sequence[Form]) -> Proved:
    """The theorem as far as the constants are introduced, with no more hypotheses than these."""
    entries = check_bundle(bundle)
    wanted = {n for n, e in enumerate(entries) if e.role == "constant" and e.statement[1][1] in constants}
    needed = _used(entries, wanted, [e["certificate"][1] for e in bundle["entries"]])
    kept = frozenset(n for n in needed if entries[n].role not in ("where", "given") or entries[n].statement in supposed)
    proved = prove(bundle, without=frozenset(range(len(entries))) - kept, supposed=kept)
    if any(f"x_{identifier(c)}'" not in proved.text for c in constants):
        raise Untranslated("a constant of integration that does not exist by what is left")
    return proved


def _used(entries: Sequence[Judgement], wanted: Iterable[int], conditions: Sequence[Any] = ()) -> frozenset[int]:
    """All entries on which some rest, and those that have established a condition of theirs."""
    ahead, found = list(wanted), set[int]()
    while ahead:
        n = ahead.pop()
        if n not in found:
            found.add(n)
            ahead += entries[n].used
            ahead += [c[0] for c in conditions[n] if isinstance(c[0], int)] if conditions else []
    return frozenset(found)


def _rests_on(theorem: Mapping[str, Any], wanted: Sequence[Form]) -> frozenset[int]:
    """The hypotheses of a model on which claims rest."""
    entries = check_bundle(theorem)
    return _used(entries, (n for n, e in enumerate(entries) if e.role == "claim" and e.statement in wanted))


def _depth(e: Form) -> int:
    """How many derivatives stand inside each other."""
    inner = max((_depth(part) for part in e if isinstance(part, tuple)), default=0)
    return inner + (e[:1] == ("D",))


def _plain(e: Form) -> Form:
    """An expression with what its definitions stand for."""
    if e[:1] == ("def",):
        return _plain(e[3])
    return tuple(_plain(part) if isinstance(part, tuple) else part for part in e)
