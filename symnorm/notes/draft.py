"""A script for a note: its definitions, and a claim for each relation. What of it is proved, the toolkit says.

The script is text, as a person would write it, and is run as such: what a folder holds is what was verified.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .meaning import Meaning, Parsed
from .model import Judged, NoteReport, Verdict
from .points import Reading
from .tensors import Unknown
from .translate import RELATIONS, Terms, Untranslated, Words

IMPORTS = (
    "D", "Theorem", "array", "at", "cases", "define", "delta", "eq", "every", "exp", "ge", "gt", "indices", "le",
    "length", "log", "loss", "lt", "mean", "ne", "norm", "rational", "sqrt", "symbol", "tanh", "total", "vector",
)  # fmt: skip
MOST_RUNS = 12
"""So many scripts are verified at most for one note."""
MOST = 60
"""So many claims stand in one script at most."""


@dataclass(frozen=True)
class Claim:
    """A relation in the language: its label and its statement, and what it needs."""

    place: int
    label: str
    statement: str


@dataclass
class Draft:
    """A script with the claims of a note."""

    id: str
    title: str
    lines: list[str]
    conditions: list[str]
    claims: list[Claim]

    def text(self) -> str:
        """The script."""
        body = [*self.lines, "", f"theorem = Theorem({self.id!r}, {self.title!r}, where=["]
        body += [f"    {condition}," for condition in self.conditions] + ["])"]
        body += [f"theorem.claim({c.label!r}, {c.statement})" for c in self.claims]
        used = [name for name in IMPORTS if re.search(rf"(?<![A-Za-z0-9_]){name}\(", "\n".join(body))]
        head = [
            '"""A draft, made from a note: every line is a claim, still without the print beside it."""',
            "",
        ]
        head += ["from fractions import Fraction", ""] if "Fraction(" in "\n".join(body) else []
        return "\n".join([*head, f"from symnorm import {', '.join(used)}", "", *body, ""])


def drafted(
    meaning: Meaning,
    readings: Mapping[int, Reading],
    places: Sequence[int],
    stem: str,
    plain_names: bool = False,
) -> tuple[Draft, list[str]]:
    """A script with the relations at some places, as far as the language has words for them, and what it lacks."""
    words = Words(meaning, meaning.definitions, plain_names=plain_names)
    claims: list[Claim] = []
    lacking: list[str] = []
    for place in places[:MOST]:
        p = meaning.parsed[place]
        saved = (
            len(words.lines),
            dict(words.conditions),
            dict(words.names),
            dict(words.sizes),
            dict(words.indices),
        )
        try:
            label = _label(p, {c.label for c in claims})
            claims.append(Claim(place, label, _statement(p, words, readings.get(place, Reading()))))
        except (Untranslated, Unknown) as error:
            lacking.append(f"line {p.link.line}: {error}")
            del words.lines[saved[0] :]
            words.conditions, words.names, words.sizes, words.indices = saved[1:]
    return Draft(f"notes/{stem}", stem, words.lines, list(words.conditions), claims), lacking


def _label(p: Parsed, taken: set[str]) -> str:
    where = f"display {p.link.formula.display}" if p.link.formula.display else f"line {p.link.line}"
    first = f"{where}, {p.link.number}"
    return next(one for one in (first, *(f"{first}, {n}" for n in range(2, MOST + 2))) if one not in taken)


def _statement(p: Parsed, words: Words, reading: Reading) -> str:
    assert p.left is not None
    assert p.right is not None
    if reading.held or not reading.dot:
        raise Untranslated("this reading")
    terms = Terms(words, {}, p.scope)
    terms.plain = reading.plain
    rank = max(terms.rank(p.left)[0], terms.rank(p.right)[0])
    whole = [*terms.sets.whole([p.left, p.right]), terms.sets.main()]
    places: list[str | None] = [words.new_index(whole[0]) for _ in range(rank)]
    left, right = (terms.entry(side, list(places)) for side in (p.left, p.right))
    return RELATIONS[p.sign].format(left, right)


def verified(
    meaning: Meaning, readings: Mapping[int, Reading], judged: Sequence[Judged | None], stem: str
) -> dict[int, str]:
    """The verdicts of the toolkit on the relations that agree and can be written in the language, by their places."""
    places = [n for n, one in enumerate(judged) if one and one.verdict is Verdict.AGREES and n in readings]
    draft, _ = drafted(meaning, readings, places, stem)
    lines = _lines(draft) if draft.claims else {}
    if lines is None:  # the names of the note are too much alike, or one of the claims cannot be stated
        draft, _ = drafted(meaning, readings, places, stem, plain_names=True)
        return _verified(draft, [MOST_RUNS])
    return {c.place: lines[c.label] for c in draft.claims if c.label in lines}


def _verified(draft: Draft, left: list[int]) -> dict[int, str]:
    """The same where a script cannot be run as a whole: by halves, in so many runs at most as are left."""
    if not draft.claims or not left[0]:
        return {}
    left[0] -= 1
    lines = _lines(draft)
    if lines is not None:
        return {c.place: lines[c.label] for c in draft.claims if c.label in lines}
    if len(draft.claims) == 1:
        return {}
    half = len(draft.claims) // 2
    parts = (draft.claims[:half], draft.claims[half:])
    return {
        place: one
        for part in parts
        for place, one in _verified(replace(draft, claims=list(part)), left).items()
    }


def _lines(draft: Draft) -> dict[str, str] | None:
    """The verdict on each line; None where the script does not run, or is not judged."""
    from ..errors import UserError
    from ..language.refusals import LanguageError

    space: dict[str, object] = {}
    try:
        exec(compile(draft.text(), f"<draft of {draft.id}>", "exec"), space)
        report = space["theorem"].verify()  # type: ignore[attr-defined]
    except (LanguageError, UserError, TypeError, ValueError, ZeroDivisionError):
        return None
    return {line.label: str(line.verdict) for line in report.lines}


def write(report: NoteReport, folder: Path) -> list[Path]:
    """Writes the script of a note. Raises UserError where nothing of it can be written in the language."""
    raise NotImplementedError


__all__ = ["Draft", "drafted", "verified", "write"]
