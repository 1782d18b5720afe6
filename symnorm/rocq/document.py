"""The first part of an exported file: what a theorem supposes and claims, and nothing of how that is proved.

Definitions stand first, then `hypotheses`, then a proposition for each step and claim, NAME, and NAME_defined for where
it is defined. A step that stands on suppositions says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..checker.forms import Form, freeze, own_indices, subforms
from ..checker.logic.entry import Judgement, are_arbitrary
from ..checker.logic.theorem import check_bundle
from .along import Narrator, Range, constants_of
from .cited import source_of
from .names import identifier, labels, letter
from .statement import Setting, binders, conjunction

GRADIENT = "gradient__"
"""How the names of vectors begin that are the gradient of a loss; no script can give such a name."""


@dataclass(frozen=True)
class Stated:
    """A step or a claim as it is stated: its number among the entries, and the names of its propositions."""

    number: int
    label: str
    name: str
    duties: tuple[str, ...]
    lines: tuple[str, ...]

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
    range: Range
    hypotheses: tuple[str, ...]
    """All that is supposed: ranges of the indices first, then the hypotheses."""
    supposed: Mapping[int, int]
    """The entries that are hypotheses, and the place of each among all that is supposed."""
    constants: tuple[tuple[str, Form], ...]
    """The constants of integration, each with what it is introduced as."""
    stated: tuple[Stated, ...]
    head: tuple[str, ...]
    """The lines before what is stated: the definitions, and all that is supposed."""

    @property
    def text(self) -> str:
        """All of it."""
        return self.stating({s.number for s in self.stated})

    def stating(self, numbers: Collection[int]) -> str:
        """The statement of some steps and claims; of the others it is said that they have no proof."""
        lines = [*self.head]
        for s in self.stated:
            lines += s.lines if s.number in numbers else [f"(* {_comment(s.label)} has no proof here. *)", ""]
        return "\n".join(lines)

    def constants_of(self, number: int) -> list[tuple[str, Form]]:
        """The constants of which an entry speaks, or one of the suppositions under which it is shown."""
        entry = self.entries[number]
        spoken = [entry.statement, *(self.entries[n].statement for n in sorted(entry.assumptions))]
        return constants_of(spoken, self.constants)


def document(bundle: Mapping[str, Any], title: str = "", kept: Collection[int] | None = None) -> Document:
    """The statement of a theorem from its bundle; `kept` are the hypotheses that it has, if not all."""
    entries = tuple(check_bundle(bundle))
    constants = tuple((e.statement[1][1], e.statement[2]) for e in entries if e.role == "constant")
    setting = Setting.of([e.statement for e in entries], varying(bundle), tuple(c for c, _ in constants))
    said, range_ = Narrator(setting), Range(setting)
    parts, supposed, notes = ranged(setting), dict[int, int](), dict[int, str]()
    for n, e in enumerate(entries):
        if e.role in ("where", "given") and (kept is None or n in kept):
            if source := source_of(bundle["entries"][n]):
                notes[len(parts)] = f"cited: {_comment(e.label)} of {_comment(source)}"
            parts += [said.each(e.statement) + p for p in (*said.granted(e.statement), said.statement(e.statement))]
            supposed[n] = len(parts) - 1
    library = "Along" if range_.varying else "Symnorm"
    lines = [f"(* {_comment(bundle['id'])}{title and ': ' + _comment(title)} *)", "",
             f"From Symnorm Require Import {library}.", "Open Scope R_scope.", ""]  # fmt: skip
    lines += [f"(* {v}: the partial derivatives of a loss, whose derivative is told by them: see Loss.v *)\n"
              for v in setting.vectors if v.startswith(GRADIENT)]  # fmt: skip
    lines += [*definitions(setting), *hypotheses(setting, parts, notes), *range_.definition()]
    shown = [(n, e) for n, e in enumerate(entries) if e.role in ("step", "claim")]
    names = labels([(e.role, e.label) for _, e in shown])
    found = Document(bundle["id"], entries, setting, range_, tuple(parts), supposed, constants, (), tuple(lines))
    stated = []
    for (number, entry), name in zip(shown, names, strict=True):
        duties = tuple(said.required(entry.statement))
        own = [f"(* {_comment(entry.label)} *)",
               f"Definition {name} : Prop := {_whole(found, number, said.statement(entry.statement))}."]  # fmt: skip
        if duties:
            own.append(f"Definition {name}_defined : Prop := {_whole(found, number, conjunction(duties))}.")
        stated.append(Stated(number, entry.label, name, duties, (*own, "")))
    return replace(found, stated=tuple(stated))


def _whole(found: Document, number: int, proposition: str) -> str:
    """A proposition of an entry, said of everything, under all that is supposed."""
    said = Narrator(found.setting)
    constants = [(c, said.term(form)) for c, form in found.constants_of(number)]
    supposed = [found.entries[n].statement for n in sorted(found.entries[number].assumptions)]
    counted = said.each(found.entries[number].statement, *supposed)
    text = (f"\n  {counted.strip()}" if counted else "") + "".join(f"\n  ({said.statement(s)}) ->" for s in supposed)
    text += f"\n  {proposition}"
    return found.range.opening(constants) + (f"\n  ({text.strip()})" if constants else text)


def varying(bundle: Mapping[str, Any]) -> tuple[Form, ...]:
    """What varies in a theorem; nothing where it says all of values at a point.

    A function that is differentiable where a variable is that varies is so on the whole interval, and nowhere else.
    """
    along: tuple[Form, ...] = freeze(bundle["along"])
    is_along = any(e["role"] in ("given", "constant") for e in bundle["entries"])
    smooth = (part for e in bundle["entries"] for part in subforms(freeze(e["statement"]))
              if part[:1] == ("differentiable",))  # fmt: skip
    return along if is_along or not all(are_arbitrary(s[1][3], along) for s in smooth) else ()


def definitions(setting: Setting) -> list[str]:
    """The definitions of a theorem, inner ones first, each with where it is defined."""
    return [line for name, form in setting.definitions.items() for line in _definition(setting, name, form)]


def hypotheses(
    setting: Setting, parts: Sequence[str], notes: Mapping[int, str] | None = None, name: str = "hypotheses"
) -> list[str]:  # fmt: skip
    """The definition of all that is supposed together; notes stand before some of it."""
    noted = [f"(* {notes[n]} *) {part}" if notes and n in notes else part for n, part in enumerate(parts)]
    return [f"Definition {name}{binders(setting.variables())} : Prop :=\n  {conjunction(noted)}.", ""]


def ranged(setting: Setting) -> list[str]:
    """The ranges of all indices, as propositions."""
    sizes = [f"(1 <= {identifier(n)})%nat" for n in setting.dimensions]
    return [*sizes, *(f"({identifier(i)} < {identifier(setting.dimensions[0])})%nat" for i in setting.indices)]


def _definition(setting: Setting, name: str, form: Form) -> list[str]:
    own = {i: letter(i, setting.taken - set(map(identifier, setting.indices))) for i in own_indices(form)}
    said = Narrator(setting, own)
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
