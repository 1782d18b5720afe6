"""Every lemma of a file judged by itself: what Rocq does not accept is left behind, and the rest is looked at.

coqc stops at the first mistake. Its interactive sister goes on; it is given the file, lemma by lemma, and asked after
each whether there is such a constant now. No sentence may take longer than so many seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .proof import MARK, Proved

BEGINNING = re.compile(r"^(?=(?:Lemma|Theorem|Definition|End|\(\* entry) )", re.MULTILINE)
NAMED = re.compile(r"(?:Lemma|Theorem) (\S+)")
ANSWERED = re.compile(r"No\s+object\s+of\s+basename\s+after'(\S+)")
THERE = re.compile(r"Constant\s+Top\.(?:Proofs\.)?(\S+)")
ERROR = re.compile(r"^Error:(.*?)(?=^\S* <|\Z)", re.MULTILINE | re.DOTALL)

NOT_REACHED = "not reached in time"


class Block(NamedTuple):
    """A lemma or a theorem: the entry to whose proof it belongs, its name, its text; or a text between those."""

    entry: int | None
    name: str
    text: str


def blocks(text: str) -> Iterator[Block]:
    """A file, lemma by lemma."""
    entry = None
    for part in BEGINNING.split(text):
        if mark := MARK.match(part):
            entry = int(mark[1])
        named = NAMED.match(part)
        yield Block(entry, named[1] if named else "", part)


def asking(text: str, seconds: float) -> str:
    """A file for the interactive Rocq: after each lemma it is asked whether there is one of that name."""
    lines = ["Set Silent.", f"Set Default Timeout {max(1, round(seconds))}."]
    for block in blocks(text):
        lines.append(block.text)
        if block.name:
            lines.append(f"Abort.\nLocate {block.name}.\nLocate after'{block.name}.")
    return "\n".join([*lines, ""])


def not_accepted(proved: Proved, said: str) -> dict[int, str]:
    """The entries of which something has not been accepted, with the first error, from what Rocq has answered."""
    answers: dict[str, str | None] = {}
    before = 0
    for answer in ANSWERED.finditer(said):
        part = said[before : answer.start()]
        errors = [" ".join(e.split()) for e in ERROR.findall(part)]
        errors = [e for e in errors if not e.startswith(("No focused", "(in proof"))]
        is_there = answer[1] in THERE.findall(part) and not errors  # it goes on after a tactic that fails
        answers[answer[1]] = None if is_there else (errors or ["not proved"])[0][:200]
        before = answer.end()
    found: dict[int, str] = {}
    for block in blocks(proved.text):
        why = answers.get(block.name, NOT_REACHED) if block.name else None
        if why is not None and block.entry is not None:
            found.setdefault(block.entry, why)
    return found
