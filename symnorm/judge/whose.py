"""Whose error it is: what every extraction of a paper prints in the place of a line, and not one of them alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..language import Entry
from ..reader import Reader
from ..reader.binding import Said
from ..reader.tokens import tokens

if TYPE_CHECKING:
    from ..transcript import Line

AGREED = ("notation", "hypothesis", "convention")
"""The reasons of lines in which a paper says under what all the others stand."""

SUPPOSED = ("hypothesis", "convention", "assumption", "condition", "setting")
"""Those of lines that may limit all the others."""


@dataclass(frozen=True)
class Prints:
    """What is charged as it is printed, the extractions that have it so, and what the others have.

    It `is_transcribed` where it is what the transcript gives as the line, and not what some extractions have instead.
    `labels` are those of the lines that repeat it, letter for letter; `words` are those around it, `reason` is why no
    verdict is due. `throughout` is what the paper agrees on for all of its lines: formulas, with the words around them.
    `supposed` are the words of hypotheses and conventions, with their labels. The `alternative` is what the line may be
    instead, where it is reconstructed.
    """

    latex: str
    by: tuple[str, ...]
    others: Mapping[str, str]
    is_transcribed: bool
    labels: tuple[str, ...]
    words: str = ""
    reason: str = ""
    throughout: tuple[tuple[str, str], ...] = ()
    alternative: str = ""
    supposed: tuple[tuple[str, str], ...] = ()

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
        throughout = tuple((one.latex, one.text) for one in lines.values() if _kind(one.reason) in AGREED)
        is_own = _alike(latex, line.latex)
        alternative = line.alternative if is_own else ""
        supposed = tuple((one.label, one.text) for one in lines.values() if is_supposed(one.reason))
        return cls(latex, by, others, is_own, labels, line.text, reason, throughout, alternative, supposed)

    def origin(self, kind: str) -> str:
        """Whose error it is, as far as the sources tell; words may mean something else than the script says."""
        named, others = ", ".join(self.by), ", ".join(self.others)
        if kind == "extraction":
            return f"extraction {named}"
        whose = "the author's" if self.latex else "the author's, if the words mean what is said to fail"
        if not self.by:
            return f"{whose}, if the formula is reconstructed rightly" if self.latex else whose
        if len(self.by) > 1:
            return f"{whose}: extractions {named} agree" + (f"; not {others}" if others else "")
        if others:
            return f"{whose}, if extraction {named} is right and not {others}"
        return f"{whose}, as far as the one extraction {named} tells"

    def acquitting(self, reader: Reader, proved: Iterable[Entry]) -> list[str]:
        """What else may be printed that is proved, or the same by value: then the author is right.

        These are other extractions, by name, and the alternative of a line that is reconstructed.
        """
        shown = list(proved)

        def says(latex: str, entry: Entry) -> bool:
            said, plain = Said(entry, entry.statement, entry.line), latex.rstrip(" .,;")
            return entry.reads == latex or reader.line("", plain, said, "").outcome in ("bound", "declared", "value")

        prints = [*((f"extraction {name}", latex) for name, latex in self.others.items())]
        prints.append(("the alternative", self.alternative))
        return [name for name, latex in prints if latex and any(says(latex, e) for e in shown)]


def is_supposed(reason: str) -> bool:
    """Whether a line with this reason may limit all the others, and the reason does not go on to say what it means.

    As in "convention: of layout, and no condition".
    """
    return _kind(reason) in SUPPOSED and ":" not in reason


def _kind(reason: str) -> str:
    """The first words of the reason why no verdict is due."""
    return re.split("[,:;]", reason)[0]


def _alike(one: str, other: str) -> bool:
    """Whether two prints are one: formulas are, if they differ in nothing but what is for the eye."""
    if not one or not other:
        return one == other
    return [t.text for t in tokens(one)] == [t.text for t in tokens(other)]


def _first(line: Line, lines: Mapping[str, Line]) -> Line:
    """The line that a line repeats, which repeats none."""
    while line.same_as in lines:
        line = lines[line.same_as]
    return line
