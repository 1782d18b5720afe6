"""Whose a hypothesis is: stated by the paper, not stated by it, or supposed by the editors.

A script says it of every hypothesis of a theorem that has a transcript, and there is no default:

    where=[stated(C > 0, "Sec. 4.1 text 9", "C>0"), silent(sigma2 > 0), editors(C >= 5)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..checker import titles
from .refusals import LanguageError, allowed
from .statements import Statement

WHOSE = ("stated", "silent", "editors")


@dataclass(frozen=True)
class Provenance:
    """Whose a hypothesis is; one that is stated has the label of the line that states it, and words of that line."""

    whose: str
    label: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        if self.whose not in WHOSE or (self.whose == "stated") != bool(self.label and self.words):
            raise LanguageError(f"a hypothesis is {', '.join(WHOSE)}, and a stated one has a label and words: {self}")
        if self.label:
            allowed(titles.label, self.label)


@dataclass(frozen=True)
class Supposed:
    """A hypothesis with its provenance, as it stands in where= and in given(...)."""

    statement: Statement
    provenance: Provenance


def stated(hypothesis: Statement, label: str, words: str) -> Supposed:
    r"""A hypothesis that the paper states: in the line of that label, with these words or this formula of it.

    They are quoted letter for letter from the transcript, which is looked up:

        where=[stated(beta >= 0, "A.3-15", r"\beta := c^2 \geq 0")]
    """
    if not (isinstance(label, str) and label.strip() and isinstance(words, str) and words.strip()):
        raise LanguageError(f"stated(hypothesis, label, words) quotes a line of the transcript, and not {label!r}")
    return _supposed(hypothesis, Provenance("stated", label, words))


def silent(hypothesis: Statement) -> Supposed:
    """A hypothesis that the paper states nowhere, although what it claims, or how it argues, needs it.

        where=[silent(sigma2 > 0)]
    """
    return _supposed(hypothesis, Provenance("silent"))


def editors(hypothesis: Statement) -> Supposed:
    """A hypothesis of the editors, for what they claim themselves or for how they argue.

        where=[editors(H >= 5)]
    """
    return _supposed(hypothesis, Provenance("editors"))


def apart(hypothesis: Any) -> tuple[Any, Provenance | None]:
    """What is supposed, and whose it is where the script says so."""
    return (hypothesis.statement, hypothesis.provenance) if isinstance(hypothesis, Supposed) else (hypothesis, None)


def _supposed(hypothesis: Any, provenance: Provenance) -> Supposed:
    if not isinstance(hypothesis, Statement):
        raise LanguageError(f"{provenance.whose}({hypothesis!r}): a hypothesis is a statement, as t > 0")
    return Supposed(hypothesis, provenance)
