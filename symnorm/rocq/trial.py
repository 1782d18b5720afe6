"""One theorem before coqc: what is refused is left out, with the reason, and the rest is tried again."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from .cited import cites
from .composed import Source, compose
from .files import Content, steps_and_claims
from .points import Pointed, Points
from .proof import Proved, prove
from .said import axioms, first_error, line_of
from .statement import Untranslated
from .toplevel import NOT_REACHED

SIGNALLED, ANOMALY = 128, 129
"""A shell adds 128 to the number of a signal; coqc itself ends with 129 where it has failed within."""

ROUNDS = 4
"""So often the proofs of a theorem are tried, each time without the entries that were not accepted before."""


STOPPED = "coqc was stopped"

UNSAID = "Rocq does not say on what it rests"

OF_THIS_TIME = re.compile(
    rf"more than \d+ seconds|{STOPPED}|{NOT_REACHED}|[Tt]imeout|Timed out|[Oo]ut of memory|[Ss]tack overflow|Killed"
)
"""Words about what has not come to its end: another run, with more time, may say otherwise."""

WRITING = Lock()
"""Statements and proofs are written by one thread at a time, for the checker keeps what it works on in common."""


class Coqc(Protocol):
    """What runs coqc in a folder."""

    folder: Path
    is_over: bool

    def run(self, file: str) -> tuple[int, str]:
        """The exit status of coqc on a file, and what it says. Raises TimeoutExpired."""

    def refused(self, proved: Proved) -> dict[int, str]:
        """The entries of a theorem that are not accepted, each judged by itself, with the reason."""


@dataclass
class Accepted:
    """What Rocq accepts of a theorem.

    `entries` are the accepted steps and claims by their labels, `kinds` the accepted points with what they are;
    `open` has the others, with the reason.
    """

    entries: list[str] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)
    open: dict[str, str] = field(default_factory=dict)
    axioms: set[str] = field(default_factory=set)
    is_final: bool = True
    """Whether another run, with more time or memory, would say the same."""
    uncited: str = ""
    """Why what is cited is among what is supposed; empty where it is not."""
    source: Source | None = None
    """What other theorems may cite of it."""


def accepted(
    coqc: Coqc, bundle: Mapping[str, Any], title: str = "", sources: Mapping[str, Source] | None = None
) -> Accepted:  # fmt: skip
    """What Rocq accepts of a theorem and its points; what it cites is taken from sources, by their ids."""
    trial = _Trial(coqc, bundle, title, sources or {})
    while trial.proved or trial.points:
        content = trial.content()
        code, said = trial.run(f"{content.name}.v", content.text)
        if trial.is_stopped(code):
            return trial.nothing(STOPPED)
        if not code:
            return trial.held(content)
        trial.leave_out(content.text, said)
    return trial.result(set())


class _Trial:
    """What is tried of a theorem: its proofs, if there are any, and its points, but for those that were refused."""

    def __init__(
        self, coqc: Coqc, bundle: Mapping[str, Any], title: str, sources: Mapping[str, Source]
    ) -> None:  # fmt: skip
        self.coqc, self.bundle, self.title, self.sources = coqc, bundle, title, sources
        self.uncited = ""
        with WRITING:
            stated = Points(bundle)
        self.points: Sequence[Pointed] = stated.stated
        self.beside = stated.modules
        self.without = dict(stated.open)
        """The points that are left out, with the reason."""
        self.refused: dict[int, str] = {}
        self.rounds = 0
        self.unproved: dict[str, str] = {}
        """All steps and claims, where no proofs are left, with the reason."""
        self.proved: Proved | None = None
        self.is_final = True
        self._prove()

    def content(self) -> Content:
        """All that is tried, without what it cites where that is to be had."""
        content = Content(self.bundle["id"], self.proved, self.points, self.beside)
        if not self.proved or not cites(self.bundle):
            return content
        try:
            with WRITING:
                return replace(content, composed=compose(self.bundle, self.title, content.name, self.sources))
        except Untranslated as error:
            self.uncited = str(error)
            return content

    def run(self, file: str, text: str) -> tuple[int, str]:
        """What coqc says of a text."""
        (self.coqc.folder / file).write_text(text, "utf-8")
        try:
            code, said = self.coqc.run(file)
        except subprocess.TimeoutExpired as error:
            code, said = 1, f"coqc takes more than {error.timeout:.0f} seconds"
        if code and (code < 0 or code >= SIGNALLED or OF_THIS_TIME.search(said)):
            self.is_final = False
        return code, said

    def is_stopped(self, code: int) -> bool:
        """Whether coqc has not ended by itself, from its exit status."""
        return self.coqc.is_over or code < 0 or (code >= SIGNALLED and code != ANOMALY)

    # --- what is left out -------------------------------------------------------------------------------------

    def leave_out(self, text: str, said: str) -> None:
        """Leaves out what is not accepted: a point, or entries; where nobody knows which, all points, or all proofs."""
        why = first_error(said)
        if points := _at(text, said, self.points):
            self._leave(why, points)
            return
        more = self.coqc.refused(self.proved) if self.proved else {}
        self.is_final &= not any(map(OF_THIS_TIME.search, more.values()))
        if more.keys() - self.refused.keys():
            self.refused = more | self.refused
            self._prove()
        elif self.points:
            self._leave(why, self.points)
        else:
            self._give_up(f"coqc: {why}")

    def _leave(self, why: str, points: Sequence[Pointed]) -> None:
        self.without |= dict.fromkeys((p.label for p in points), why)
        self.points = [p for p in self.points if p not in points]

    def _prove(self) -> None:
        if self.rounds == ROUNDS:
            self._give_up("too many proofs that Rocq does not accept")
            return
        self.rounds += 1
        try:
            with WRITING:
                self.proved = prove(self.bundle, self.title, frozenset(self.refused))
        except Untranslated as error:
            self._give_up(f"not stated yet: {error}")

    def _give_up(self, why: str) -> None:
        self.proved, self.unproved = None, dict.fromkeys(steps_and_claims(self.bundle), why)

    # --- what is accepted -------------------------------------------------------------------------------------

    def held(self, content: Content) -> Accepted:
        """The proofs held against the statements, as the translator prints them."""
        code, said = self.run(f"{content.name_of_check}.v", content.check)
        if self.is_stopped(code):
            return self.nothing(STOPPED)
        if code and content.composed:
            self.uncited = f"Rocq does not accept that what it cites follows: {first_error(said)}"
            return self.held(replace(content, composed=None))
        if code:
            return self.nothing(first_error(said))
        rest_on = axioms(said) if content.shown else set()
        if rest_on is None:
            return self.nothing(UNSAID)
        return replace(self.result(rest_on), uncited=self.uncited, source=content.source)

    def result(self, rest_on: set[str]) -> Accepted:
        """What is left is accepted."""
        kinds = {p.label: p.kind for p in self.points}
        found = Accepted(kinds=kinds, open=self.unproved | self.without, axioms=rest_on, is_final=self.is_final)
        if self.proved:
            entries = self.proved.document.entries
            found.entries = [entries[n].label for n in self.proved.entries]
            found.open |= {entries[n].label: self.refused.get(n, why) for n, why in self.proved.open.items()}
        return found

    def nothing(self, why: str) -> Accepted:
        """Nothing is accepted, for one reason."""
        labels = [*steps_and_claims(self.bundle), *(p.label for p in self.points)]
        return Accepted(open=self.without | dict.fromkeys(labels, why), is_final=self.is_final)


def _at(text: str, said: str, those: Sequence[Pointed]) -> list[Pointed]:
    """The point in whose module an error is, or all whose proofs speak of that module."""
    opened = [m[1] for line in text.splitlines()[: line_of(said)] if (m := re.fullmatch(r"Module (\w+)\.", line))]
    return [p for p in those if p.name == opened[-1] or f"{opened[-1]}." in p.proof] if opened else []
