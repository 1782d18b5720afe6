"""Whose error it is: what every extraction of a paper prints in the place of a line, and not one of them alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..language import Entry
from ..reader import Reader
from ..reader.binding import Said
from ..reader.tokens import tokens

if TYPE_CHECKING:
    from ..transcript import Line

SUPPOSING = (
    "hypothesis", "hypotheses", "assumption", "assumptions", "condition", "conditions", "setting", "requirement",
    "requirements", "restriction", "premise", "proviso", "constraint", "domain", "range",
)  # fmt: skip
"""With what the reasons of lines begin that may limit all the others."""

NAMING = ("definition", "definitions", "notation", "convention", "conventions")
"""With what those of lines begin in which names get their meaning."""


@dataclass(frozen=True)
class Prints:
    """A charged line as it is printed, the extractions that have it so, and what the others have.

    It `is_transcribed` where it is what the transcript gives as the line, and not what some extractions have instead.
    `labels` are those of the lines that repeat it, letter for letter; `words` are those around it, `reason` is why no
    verdict is due. `repeated` are the lines that it repeats itself. `throughout` are the lines in which the paper says
    under what all of its lines stand, and what names mean. The `alternative` is what the line may be instead, where it
    is reconstructed, with the confidence `reconstructed`.
    """

    latex: str
    by: tuple[str, ...]
    others: Mapping[str, str]
    is_transcribed: bool
    labels: tuple[str, ...]
    words: str = ""
    reason: str = ""
    throughout: tuple[Line, ...] = ()
    alternative: str = ""
    repeated: tuple[Line, ...] = ()
    reconstructed: str = ""

    @classmethod
    def of(cls, label: str, lines: Mapping[str, Line], reading: str = "") -> Prints:
        """The prints of a line, where it is charged as one extraction has it, or as the transcript has it."""
        line = lines[label]
        every = {**dict.fromkeys(line.extractions, line.latex), **line.readings}
        latex = every.get(reading, line.latex)
        by = tuple(name for name, printed in every.items() if _alike(printed, latex))
        others = {name: printed for name, printed in every.items() if name not in by}
        first = _first(line, lines)
        same = (one.label for one in lines.values() if one.latex == line.latex and _first(one, lines) is first)
        labels = tuple(same) if line.latex else (label,)
        reason = line.reason or first.reason
        throughout = tuple(one for one in lines.values() if is_throughout(one) and one.label not in (label, *labels))
        is_own = _alike(latex, line.latex)
        alternative = line.alternative if is_own else ""
        repeated = tuple(_repeated(line, lines))
        sure = line.reconstructed if is_own else ""
        return cls(latex, by, others, is_own, labels, line.text, reason, throughout, alternative, repeated, sure)

    @property
    def is_reconstructed(self) -> bool:
        """Whether no extraction has the formula: then nobody is known to have printed it."""
        return bool(self.reconstructed and self.latex and not self.by)

    @property
    def supposed(self) -> list[Line]:
        """The lines that may limit all the others: each is understood, or signed."""
        return [one for one in self.throughout if _is_unsigned(one.reason)]

    def origin(self, kind: str) -> str:
        """Whose error it is, as far as the sources tell; words may mean something else than the script says."""
        named, others = ", ".join(self.by), ", ".join(self.others)
        if kind == "extraction":
            return f"extraction {named}"
        if kind in ("approximation", "reading"):
            return "nobody's: no error"
        if self.is_reconstructed:
            return f"nobody's: no extraction has it; reconstructed with {self.reconstructed} confidence"
        whose = "the author's" if self.latex else "the author's, if the words mean what is said to fail"
        if not self.by:
            return f"{whose}, if the formula is reconstructed rightly" if self.latex else whose
        if len(self.by) > 1:
            return f"{whose}: extractions {named} agree" + (f"; not {others}" if others else "")
        if others:
            return f"{whose}, if extraction {named} is right and not {others}"
        only = f"as extracted: {named} is the only extraction"
        return only if self.latex else f"{only}, and if the words mean what fails"

    def acquitting(self, reader: Reader, proved: Iterable[Entry]) -> list[str]:
        """Other prints that are proved, or the same by value: then the author is right.

        These are other extractions, by name, and the alternative of a line that is reconstructed.
        """
        shown = list(proved)

        def says(latex: str, entry: Entry) -> bool:
            said, plain = Said(entry, entry.statement, entry.line), latex.rstrip(" .,;")
            return entry.reads == latex or reader.line("", plain, said, "").outcome in ("bound", "declared", "value")

        prints = [*((f"extraction {name}", latex) for name, latex in self.others.items())]
        prints.append(("the alternative", self.alternative))
        return [name for name, latex in prints if latex and any(says(latex, e) for e in shown)]


def is_supposing(reason: str) -> bool:
    """Whether a line with this reason says under what all the others stand."""
    return _begins(reason) in SUPPOSING


def is_naming(reason: str) -> bool:
    """Whether a line with this reason says what names mean."""
    return _begins(reason) in NAMING


def may_be_signed(charged: Iterable[str], lines: Mapping[str, Line]) -> set[str]:
    """The labels of lines that may limit those that are charged, beside these themselves."""
    limiting = {one.label for one in lines.values() if is_throughout(one) and _is_unsigned(one.reason)}
    return limiting | {one.label for label in charged if label in lines for one in _repeated(lines[label], lines)}


def is_throughout(line: Line) -> bool:
    """Whether a paper says in a line under what all the others stand, as in all but definitions of single names."""
    return is_supposing(line.reason) or (is_naming(line.reason) and not _begins(line.reason).startswith("definition"))


def _is_unsigned(reason: str) -> bool:
    """Whether a line with this reason may limit all the others, and the reason does not go on to say what it means.

    As in "convention: of layout, and no condition".
    """
    return ":" not in reason


def _begins(reason: str) -> str:
    """The first word of the reason why no verdict is due."""
    found = re.match(r"\W*([\w-]*)", reason.lower())
    return found[1] if found else ""


def _alike(one: str, other: str) -> bool:
    """Whether two prints are one: formulas are, if they differ in nothing but what is for the eye."""
    if not one or not other:
        return one == other
    return [t.text for t in tokens(one)] == [t.text for t in tokens(other)]


def _first(line: Line, lines: Mapping[str, Line]) -> Line:
    """The line that a line repeats, which repeats none."""
    return [line, *_repeated(line, lines)][-1]


def _repeated(line: Line, lines: Mapping[str, Line]) -> Iterator[Line]:
    """The lines that a line repeats, the first of them last."""
    while line.same_as in lines:
        line = lines[line.same_as]
        yield line
