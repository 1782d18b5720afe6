"""The proof that a point is one: the values of definitions there, where they are defined, and then all that is stated.

Nothing here is trusted. The values are the checker's; Rocq computes them again (see `Ground.v` and `Points.v`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ..checker.calculus.budget import spend
from ..checker.forms import Form, freeze, own_indices, subforms
from ..checker.refutation.point import Place
from ..checker.refutation.values import Doubt
from .names import identifier
from .statement import Setting, Translator, Untranslated

LIGHT = """
    sum sum_but sum_but_two delta upd is_partial ex_partial partial around Nat.eq_dec nat_rec nat_rect sumbool_rec
    sumbool_rect tanh sinh cosh
"""
"""What of the library is written out at a point."""

MANY = 64
"""So many values of a definition are worked out beforehand at most."""


class Witness:
    """What is proved of a point of which forms speak, as text."""

    def __init__(self, setting: Setting, forms: Sequence[Form], point: Mapping[str, Any]) -> None:
        self.setting, self.forms, self.point = setting, forms, point
        spoken = {name for form in forms for name in _spoken_of(form)}
        self.names = [n for n in setting.definitions if n in spoken]
        self.symbols = {n: freeze(e) for n, e in point["symbols"].items()}
        self.said = Translator(Setting((), (), (), (), ()))
        self.lines: list[str] = []
        self.terms = dict(self._terms())
        self.without_value: set[str] = set()
        self.values: dict[str, list[str]] = {}
        """The lemmas about the values of each definition, by its name."""

    def proof(self) -> str:
        """The lemmas, and the theorem."""
        self.prepare()
        self.lines += ["Theorem holds : stated.", "Proof.", "  unfold stated."]
        self.lines += [f"  exists {term}." for term in self.terms.values()]
        return "\n".join([*self.lines, "  unfold hypotheses. at_point.", "Qed."])

    def prepare(self) -> None:
        """The lemmas: what the values of definitions are at the point, and that they are defined there."""
        own = [identifier(n) + "'" for n in (*self.setting.vectors, *self.setting.functions)]
        defined = [d for d in self.names if Translator(self.setting).defined(self._body(d))]
        all_of_it = [*map(identifier, self.names), *(f"{identifier(d)}_defined" for d in defined), *own]
        self.lines += [f"Ltac light ::= cbv beta iota zeta delta [hypotheses {LIGHT}].",
                       f"Ltac expand ::= cbv beta iota zeta delta [{LIGHT} {' '.join(all_of_it)}]."]  # fmt: skip
        sizes = [_symbol(n) for n in self.setting.dimensions if n in self.symbols]
        place = Place(self.point, sizes, (*self.setting.definitions.values(), *self.forms))
        for n in self.names:
            self._values_of(n, place)
        found = [v for n in reversed(self.values) for v in self.values[n]]
        self.lines += [f"Ltac values ::= {_rewriting(found)}."]
        for n in defined:
            self._defined(n)

    def _body(self, name: str) -> Form:
        body: Form = self.setting.definitions[name][3]
        return body

    def _terms(self) -> Iterator[tuple[str, str]]:
        """What the point says of every variable, in their order, as terms of Rocq."""
        for n in self.setting.dimensions:
            yield identifier(n), f"{self._whole(n)}%nat"
        for n in self.setting.vectors:
            if n not in self.point["vectors"]:
                raise Untranslated(f"a point that says nothing of {n}")
            name, own = identifier(n) + "'", "klm"[: self.setting.arrays.get(n, 1)]
            entries = self._matched(self.point["vectors"][n], own)
            self.lines.append(f"Definition {name} ({' '.join(own)} : nat) : R := {entries}.")
            yield identifier(n), name
        for n in self.setting.functions:
            yield identifier(n), self._function(n)
        for n in self.setting.symbols:
            if n not in self.setting.constants:
                yield identifier(n), self._value(("sym", n))
        for i in self.setting.indices:
            if i not in self.point["indices"]:
                raise Untranslated(f"a point that says nothing of {i}")
            yield identifier(i), f"{self.point['indices'][i] - 1}%nat"

    def _matched(self, values: Any, indices: Sequence[str]) -> str:
        """The entries of a vector by its index, or of an array, row by row."""
        if not indices:
            return self._value(values)
        cases = "".join(f" | {k}%nat => {self._matched(e, indices[1:])}" for k, e in enumerate(values))
        return f"match {indices[0]} with{cases} | _ => 0 end"

    def _function(self, n: str) -> str:
        """A function of one number, as a definition."""
        match freeze(self.point["functions"].get(n)):
            case ((("sym", of),), body):
                said = self.said.term(_closed(body, self.symbols, of))
                name = identifier(n) + "'"
                self.lines.append(f"Definition {name} ({identifier(of)} : R) : R := {said}.")
                return name
        raise Untranslated(f"a point that says nothing of {n}")

    def _value(self, e: Any) -> str:
        text = self.said.term(_closed(freeze(e), self.symbols))
        spend(len(text))
        return f"({text})"

    def _whole(self, name: str) -> int:
        if name not in self.point["symbols"] and self.point["vectors"]:  # no sum names it
            return len(next(iter(self.point["vectors"].values())))
        match self.symbols.get(name):
            case ("num", value) if value.isdecimal():
                return int(value)
        raise Untranslated(f"a point that says nothing of {name}")

    # --- definitions at the point -----------------------------------------------------------------------------

    def _at_all(self, name: str) -> Iterator[tuple[dict[str, int], str]]:
        """A definition at all of its indices: the channels, from 1, and how it is written there."""
        form = self.setting.definitions[name]
        indices = (*self.setting.spoken(form), *own_indices(form))
        others = [n for n, _ in self.setting.variables(form)][: -len(indices) or None]
        size = self._whole(self.setting.dimensions[0]) if indices else 0
        if size ** len(indices) > MANY:
            return
        for channels in product(range(1, size + 1), repeat=len(indices)):
            taken = [*(self.terms[n] for n in others), *(f"{k - 1}" for k in channels)]
            yield dict(zip(indices, channels, strict=True)), " ".join(["{}", *taken])

    def _values_of(self, name: str, place: Place) -> None:
        inner = [v for n in _spoken_of(self._body(name)) for v in self.values.get(n, [])]
        for channels, taken in self._at_all(name):
            try:
                value = place.root(self._body(name), {**place.channels, **channels})
            except Doubt:
                self.without_value.add(taken.format(name))
                continue
            if not isinstance(value, Fraction):
                continue
            lemma = f"v{sum(map(len, self.values.values()))}'"
            term = taken.format(identifier(name))
            self.lines += [f"Lemma {lemma} : {term} = {self.said.term(('num', str(value)))}.",
                           f"Proof. unfold {identifier(name)}. light. {_rewriting(inner)}. decided. Qed."]  # fmt: skip
            self.values.setdefault(name, []).append(lemma)

    def _defined(self, name: str) -> None:
        for n, (_, taken) in enumerate(self._at_all(name)):
            if taken.format(name) in self.without_value:
                continue
            lemma = f"w{n}_{identifier(name)}"
            said = f"{identifier(name)}_defined"
            self.lines += [f"Lemma {lemma} : {taken.format(said)}.",
                           f"Proof. unfold {said}. at_point. Qed.",
                           f"#[local] Hint Resolve {lemma} : point."]  # fmt: skip


def _rewriting(lemmas: Iterable[str]) -> str:
    listed = ", ".join(f"?{v}" for v in lemmas)
    return f"rewrite {listed}" if listed else "idtac"


def _spoken_of(body: Form) -> list[str]:
    """The definitions that stand in a term, those that hold others first."""
    return list(dict.fromkeys(part[1] for part in subforms(body) if part[:1] == ("def",)))


def _symbol(name: str) -> Form:
    return ("sym", name)


def _closed(e: Form, symbols: Mapping[str, Form], of: str = "", inside: tuple[str, ...] = ()) -> Form:
    """A value without symbols but the one that it is a function `of`: what it speaks of has values of its own.

    It stands `inside` of the values of some symbols, of which it must not speak.
    """
    spend(1)
    match e:
        case ("sym", name) if name == of:
            return e
        case ("sym", name) if name in inside:
            raise Untranslated(f"a point that gives {name} in terms of itself")
        case ("sym", name) if name not in symbols:
            raise Untranslated(f"a point that says nothing of {name}")
        case ("sym", name):
            return _closed(symbols[name], symbols, "", (*inside, name))
        case ("def", _, _, body):
            return _closed(body, symbols, of, inside)
    return tuple(_closed(part, symbols, of, inside) if isinstance(part, tuple) and part else part for part in e)
