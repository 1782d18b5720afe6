"""Where the variables range that a theorem lets vary, as it is stated: a set J in which all that is supposed holds.

A number ranges over an open interval, whatever the others are; an entry of a vector does, and all other entries stay
where they are; a whole vector ranges over an open set. What is shown is shown of every place in J. It is trusted, as
`statement` is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..checker.forms import Form, holds_form, holds_operation, subforms
from .names import identifier, letter
from .statement import APPLIED, ATOM, Setting, Translator, Untranslated, binders, conjunction


@dataclass(frozen=True)
class Range:
    """The variables of a theorem, those that stay and those that vary. Nothing varies where all is said of a point."""

    setting: Setting

    @property
    def slices(self) -> list[tuple[Form, Form | None]]:
        """What varies, as a variable or a vector, each with a point that its interval contains."""
        found: list[tuple[Form, Form | None]] = [
            (f[1], f[2]) if f[0] == "interval" else (f, None) for f in self.setting.along
        ]
        names = [v[1] for v, _ in found]
        if len(set(names)) < len(names):
            raise Untranslated("two entries of one vector that vary")
        return found

    @property
    def varying(self) -> list[tuple[str, str]]:
        """(identifier, type) of all that varies."""
        names = {identifier(v[1]): None for v, _ in self.slices}
        found = dict(self.setting.variables())
        if not names.keys() <= found.keys():
            raise Untranslated("a variable that varies, and of which nothing speaks")
        return [(name, found[name]) for name in names]

    @property
    def fixed(self) -> list[tuple[str, str]]:
        """(identifier, type) of all that stays where it is."""
        varying = dict(self.varying)
        return [v for v in self.setting.variables() if v[0] not in varying]

    @property
    def set(self) -> str:
        """The identifier of the set."""
        return letter("J", self.setting.taken)

    @property
    def arguments(self) -> list[tuple[str, str]]:
        """(identifier, type) of all that stays, and of the set."""
        kind = " -> ".join(f"({t})" if " " in t else t for _, t in self.varying)
        return [*self.fixed, *([(self.set, f"{kind} -> Prop")] if self.varying else [])]

    @property
    def taken(self) -> list[tuple[str, str]]:
        """(identifier, type) of all of which is said what is shown."""
        return self.arguments if self.varying else self.setting.variables()

    @property
    def place(self) -> str:
        """That what varies is in the set."""
        return " ".join([self.set, *(name for name, _ in self.varying)])

    @property
    def supposed(self) -> str:
        """That all that is supposed holds: at the point, or in the whole set."""
        return " ".join(["along" if self.varying else "hypotheses", *(name for name, _ in self.taken)])

    def everywhere(self, proposition: str) -> str:
        """What holds at every place of the set."""
        names = " ".join(name for name, _ in self.varying)
        return f"forall {names}, {self.place} -> {proposition}"

    def without(self, name: str, proposition: str) -> str:
        """What holds whatever all that varies is, but for one of them."""
        others = " ".join(n for n, _ in self.varying if n != name)
        return f"forall {others}, {proposition}" if others else proposition

    def slice(self, name: str) -> str:
        """The set as one of one variable, with all others where they are."""
        return f"(fun {name} => {self.place})" if len(self.varying) > 1 else self.set

    def definition(self) -> list[str]:
        """The definition of `along`: where the set is, and that all that is supposed holds there."""
        if not self.varying:
            return []
        return [f"Definition along{binders(self.arguments)} : Prop :=\n  {conjunction(self.parts)}.", ""]

    @property
    def parts(self) -> list[str]:
        """What `along` says: what each slice is, and which point it contains; last, that all that is supposed holds."""
        said = Translator(self.setting)
        parts = []
        for v, point in self.slices:
            name = identifier(v[1])
            match v:
                case ("sym", _):
                    parts.append(self.without(name, f"interval {self.slice(name)}"))
                case ("coord", _, i):
                    parts.append(self.without(name, f"segment {said.index(i)} {self.slice(name)}"))
                case ("vector", _):
                    size = identifier(self.setting.dimensions[0])
                    parts.append(self.without(name, f"open_set {size} {self.slice(name)}"))
            if point is not None:
                parts.append(self.everywhere(self._moved(v, said.term(point, ATOM))))
        every = " ".join(["hypotheses", *(n for n, _ in self.setting.variables())])
        return [*parts, self.everywhere(every)]

    def _moved(self, v: Form, point: str) -> str:
        """That the set has the place in which a variable is a point."""
        name = identifier(v[1])
        value = f"(upd {name} {Translator(self.setting).index(v[2])} {point})" if v[0] == "coord" else point
        return " ".join([self.set, *(value if n == name else n for n, _ in self.varying)])

    # --- what is shown ----------------------------------------------------------------------------------------

    def opening(self, constants: Sequence[tuple[str, str]]) -> str:
        """What stands before all that is shown, which speaks of constants of integration (name, what it equals)."""
        if not self.taken:
            return ""
        text = f"forall{binders(self.taken)},\n  {self.supposed} ->"
        if constants:
            text += f"\n  exists {' '.join(identifier(c) for c, _ in constants)} : R,"
        if self.varying:
            names = " ".join(name for name, _ in self.varying)
            text += f"\n  forall {names}, {self.place} ->"
        return text + "".join(f"\n  ({identifier(c)} = {value}) /\\" for c, value in constants)

    def somewhere(
        self, constants: Sequence[tuple[str, str]], required: Sequence[str], parts: Sequence[str]
    ) -> str:  # fmt: skip
        """That there is a place where all that is supposed holds, and so do these parts; what is required does in J."""
        first = [f"exists{binders(self.taken)},\n  "] if self.taken else []
        if not self.varying:
            return "".join([*first, conjunction([self.supposed, *required, *parts])])
        found = [*first, *(f"({part}) /\\\n  " for part in (self.supposed, *map(self.everywhere, required)))]
        for c, value in constants:
            found.append(f"exists {identifier(c)} : R, ({self.everywhere(f'{identifier(c)} = {value}')}) /\\\n  ")
        names = " ".join(name for name, _ in self.varying)
        return "".join([*found, f"exists {names},\n  ", conjunction([self.place, *parts])])


@dataclass(frozen=True)
class Narrator(Translator):
    """Prints what is said of antiderivatives, too: of functions that have a derivative everywhere in the set."""

    integrals: Mapping[Form, str] = field(default_factory=dict)
    """The identifiers of antiderivatives."""

    def _term(self, e: Form) -> tuple[str, int]:
        if e[0] == "integral" and e in self.integrals:
            return f"{self.integrals[e]} {self.value(e[2])}", APPLIED
        return super()._term(e)

    def value(self, v: Form) -> str:
        """Where a variable is: a number."""
        return f"({identifier(v[1])} {self.index(v[2])})" if v[0] == "coord" else identifier(v[1])

    def antiderivative(self, e: Form, name: str) -> str:
        """That a function is an antiderivative."""
        place, integrand = self.value(e[2]), self.term(e[1], ATOM)
        return Range(self.setting).everywhere(f"is_derive {name} {place} {integrand}")

    def _said(self, s: Form) -> str:
        if s[0] != "eq" or not holds_operation(s, "integral"):
            return super()._said(s)
        found = list(dict.fromkeys(part for part in subforms(s) if part[:1] == ("integral",)))
        taken = {*self.setting.taken, *self.letters.values()}
        names = {e: letter(f"I{n}", taken) for n, e in enumerate(found, 1)}
        inner, number = replace(self, integrals=names), letter("K", taken)
        given = "".join(f"({self.antiderivative(e, name)}) -> " for e, name in names.items())
        equal = Range(self.setting).everywhere(f"{inner.term(s[1])} = {inner.term(s[2])} + {number}")
        return f"forall {' '.join(names.values())} : R -> R, {given}exists {number} : R, {equal}"

    def _defined(self, form: Form) -> Iterable[str]:
        if form[0] != "integral":
            yield from super()._defined(form)
            return
        yield from self.defined(form[1])
        name = letter("I", {*self.setting.taken, *self.letters.values()})
        yield f"exists {name} : R -> R, {self.antiderivative(form, name)}"


def constants_of(statements: Sequence[Form], introduced: Sequence[tuple[str, Form]]) -> list[tuple[str, Form]]:
    """The constants of which statements speak, and of which these constants speak, as they were introduced."""
    found: list[tuple[str, Form]] = []
    spoken = list(statements)
    for name, form in reversed(introduced):
        if any(holds_form(s, ("sym", name)) for s in spoken):
            found.append((name, form))
            spoken.append(form)
    return found[::-1]
