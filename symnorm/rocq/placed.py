"""The values of all variables at a point around which something varies, and how that is told by the entries of v."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..checker.calculus.normal import Normalizer
from ..checker.forms import RELATIONS, Form, freeze, holds_form, holds_operation, subforms
from .along import Narrator, Range
from .names import identifier
from .printed import NAME
from .statement import Untranslated, binders
from .witness import Witness
from .written import as_form


class Placed(Witness):
    """A point around which something varies: what varies is told by v, whose entries it is."""

    def __init__(self, range_: Range, forms: Sequence[Form], point: Mapping[str, Any]) -> None:
        self.range = range_
        self.varying = [v for v, _ in range_.slices]
        super().__init__(range_.setting, forms, point)

    @property
    def kind(self) -> str:
        """What varies: symbols, an entry, or a whole vector."""
        return str(self.varying[0][0])

    # --- values -----------------------------------------------------------------------------------------------

    def _function(self, n: str) -> str:
        match freeze(self.point["functions"].get(n)):
            case ((variable,), body):
                text = self.valued(_plain(body), {identifier(variable[1]): self._moved(variable, "u'")})
                name = identifier(n) + "'"
                self.lines.append(f"Definition {name} (u' : R) : R := {text}.")
                return name
        raise Untranslated(f"a point that says nothing of {n}")

    def _at_all(self, name: str) -> Iterator[tuple[dict[str, int], str]]:
        own, body = self.point["indices"], self._body(name)
        if any(holds_form(body, ("sym", c)) for c in self.setting.constants):
            return
        for channels, taken in super()._at_all(name):  # a function of an entry is one of that entry alone
            if not holds_operation(body, "app") or all(own.get(i, k) == k for i, k in channels.items()):
                yield channels, taken

    def _moved(self, variable: Form, value: str) -> str:
        """What stands for a variable, or for the vector of an entry, where that has a value."""
        if variable[0] == "coord":
            return f"(upd {identifier(variable[1])}' {self.index(variable[2])} {value})"
        return value

    def index(self, i: str) -> str:
        """The channel that an index is."""
        return f"{self.point['indices'][i] - 1}%nat"

    def valued(self, form: Form, places: Mapping[str, str]) -> str:
        """An expression or a statement, all of its variables with their values but for some."""
        said = Narrator(self.setting)
        text = said.statement(form) if form[0] in (*RELATIONS, "and", "or") else said.term(form)
        return self.applied(text, form, places)

    def applied(self, text: str, form: Form, places: Mapping[str, str]) -> str:
        """A text with values for the variables of which it speaks, as a form does."""
        used = set(NAME.findall(text))
        found = {n: kind for n, kind in self._spoken(form).items() if n in used}
        if not found:
            return text
        return f"((fun{binders(found.items())} => {text}) {self.listed(found.items(), places)})"

    def listed(self, variables: Iterable[tuple[str, str]], places: Mapping[str, str]) -> str:
        """The values of variables, but for some."""
        return " ".join(places.get(n) or self._constant(n, kind) for n, kind in variables)

    def _spoken(self, form: Form) -> dict[str, str]:
        """The identifiers of all variables of which a form speaks, with their types."""
        found: dict[str, str] = {}
        for part in subforms(form):
            match part:
                case ("sym", n):
                    found[identifier(n)] = "nat" if n in self.setting.dimensions else "R"
                case ("coord", x, *indices):
                    found |= {identifier(x): self.setting.shape(x), **dict.fromkeys(map(identifier, indices), "nat")}
                case ("app", f, _, _):
                    found[identifier(f)] = "R -> R"
                case ("delta", i, j):
                    found |= {identifier(i): "nat", identifier(j): "nat"}
        bound = {identifier(part[1]) for part in subforms(form) if part[:1] == ("sum",)}
        return {n: kind for n, kind in found.items() if n not in bound and n[0] != "*"}

    def _constant(self, name: str, kind: str) -> str:
        """The value of a variable; any where nothing that is stated of the point speaks of it."""
        if kind == "R":
            symbol = next((n for n in self.symbols if identifier(n) == name), None)
            return self._value(("sym", symbol)) if symbol else "0"
        if kind == "nat":
            index = next((i for i in self.point["indices"] if identifier(i) == name), None)
            return self.index(index) if index else f"{self._whole(name)}%nat"
        return f"{name}'"

    # --- what varies ------------------------------------------------------------------------------------------

    @property
    def places(self) -> dict[str, str]:
        """What stands for all that varies, by the entries of v."""
        if self.kind == "vector":
            return {identifier(self.varying[0][1]): "v'"}
        return {identifier(v[1]): self._moved(v, f"(v' {n}%nat)") for n, v in enumerate(self.varying)}

    @property
    def centre(self) -> list[str]:
        """The values of all that varies, as entries."""
        v = self.varying[0]
        if self.kind == "vector":
            return [f"({identifier(v[1])}' {k}%nat)" for k in range(len(self.point["vectors"][v[1]]))]
        if self.kind == "coord":
            return [f"({identifier(v[1])}' {self.index(v[2])})"]
        return [self._value(v) for v in self.varying]

    @property
    def is_everywhere(self) -> bool:
        """Whether all of it has to be looked at: an interval contains a point that is not the centre."""
        return any(p is not None and self._value(v) != self._value(p) for v, p in self.range.slices)

    # --- derivatives of derivatives ---------------------------------------------------------------------------

    @property
    def orders(self) -> list[str]:
        """The derivatives of the functions, by their names, where derivatives of them are differentiated."""
        return [f"{identifier(f)}{n}'" for f, top in self._depths().items() for n in range(1, top + 1)]

    def _depths(self) -> dict[str, int]:
        """How often each function is differentiated at most, where derivatives of it are."""
        found: dict[str, int] = {}
        for part in (part for form in self.forms for part in subforms(form)):
            if part[:1] == ("D",) and any(inner[:1] == ("D",) for inner in subforms(part[1])):
                applied = {inner[1] for inner in subforms(part) if inner[:1] == ("app",)}
                found |= {f: max(_depth(part), found.get(f, 0)) for f in applied if self._is_free(f)}
        return found

    def _is_free(self, f: str) -> bool:
        """Whether a function is one of a number, and not of the entry of a vector."""
        ((variable,), _) = freeze(self.point["functions"][f])
        return bool(variable[0] == "sym")

    def derivatives(self) -> Iterator[str]:
        """What the derivatives of the functions are, as functions."""
        for f, top in self._depths().items():
            ((variable,), body) = freeze(self.point["functions"][f])
            name, places = identifier(f), {identifier(variable[1]): "u'"}
            for n in range(1, top + 1):
                body = as_form(Normalizer()._normal(("D", _plain(body), variable)).value)
                before, own = f"{name}{n - 1 or ''}'", f"{name}{n}'"
                yield f"Definition {own} (u' : R) : R := {self.valued(body, places)}."
                yield (f"Lemma {own}_is : Derive (fun u' => {before} u') = {own}.\nProof.\n"
                       "  apply functional_extensionality; intros u'. apply is_derive_unique.\n"
                       f"  unfold {before}, {own}. eapply d_eq; [derivative|]. simpl. field.\nQed.")  # fmt: skip


def _depth(e: Form) -> int:
    """How many derivatives stand inside each other."""
    inner = max((_depth(part) for part in e if isinstance(part, tuple)), default=0)
    return inner + (e[:1] == ("D",))


def _plain(e: Form) -> Form:
    """An expression with what its definitions stand for."""
    if e[:1] == ("def",):
        return _plain(e[3])
    return tuple(_plain(part) if isinstance(part, tuple) else part for part in e)
