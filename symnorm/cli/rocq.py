"""`symnorm verify --rocq`: what Rocq accepts of each theorem, as it is judged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..report import Acceptance
    from ..runner import Result
    from ..runner.processes import Guard
    from .session import Session

SECONDS = 10
"""Times as much time one run of coqc has as the judgement of a script."""


def require_coqc() -> None:
    """Raises UserError where Rocq is not installed."""
    from ..rocq import installed  # which few commands need

    installed.require_coqc()


def accepted_by_rocq(session: Session, results: list[Result], verbose: int) -> list[Result]:
    """The results with what Rocq says of them; each is shown as soon as it is known."""
    from .. import runner
    from ..rocq.judge import Rocq, judged

    screen = session.screen
    bundles = [(r.report.bundle.document, r.report.title) for r in results if r.report.bundle]
    found: dict[str, Acceptance] = {}
    screen.heading("Rocq")
    screen.passing("compiling the library")
    seconds, memory = session.limits.timeout * SECONDS, session.limits.memory
    kept = runner.cache.default_folder() if session.cache else None
    with _guard() as guard, Rocq(seconds, kept, memory=memory, watch=guard) as rocq:
        for theorem, one in _told(session, judged(rocq, bundles, session.limits.jobs), len(bundles)):
            found[theorem] = one
            screen.passing()
            mark = "✓" if one.is_whole else "?"
            screen.line(f"{mark} {theorem}: {one.accepted} of {one.entries} statements, {one.seconds:.0f} s")
            for axiom in one.strange:
                screen.entry("", f"rests on another axiom: {axiom}", at=2)
            for label, why in one.open.items() if verbose else ():
                screen.entry("", f"{label}: {why}", at=2)
            screen.passing(f"{len(found)} of {len(bundles)} theorems judged by Rocq")
    screen.passing()
    _summary(session, found, verbose)
    return [replace(r, report=replace(r.report, rocq=found.get(r.report.id))) for r in results]


def _told(session: Session, judged: Iterator[tuple[str, Acceptance]], among: int) -> Iterator[tuple[str, Acceptance]]:
    """What is judged; where that is interrupted, it is said how far it is."""
    done = 0
    try:
        for one in judged:
            yield one
            done += 1
    except KeyboardInterrupt:
        session.screen.passing()
        session.screen.line(f"interrupted: Rocq has judged {done} of {among} theorems")
        raise


@contextmanager
def _guard() -> Iterator[Guard | None]:
    """What kills the processes of Rocq when this one has been killed; None where the system has no such thing."""
    from ..runner.pool import CAN_FORK
    from ..runner.processes import Guard

    guard = Guard() if CAN_FORK else None
    try:
        yield guard
    finally:
        if guard:
            guard.close()


def _summary(session: Session, found: dict[str, Acceptance], verbose: int) -> None:
    whole = sum(one.is_whole for one in found.values())
    accepted, entries = sum(one.accepted for one in found.values()), sum(one.entries for one in found.values())
    session.screen.heading(
        f"Rocq accepts {accepted} of {entries} statements, {whole} of {len(found)} theorems whole"
    )
    if whole < len(found) and not verbose:
        session.screen.line("-v shows why it does not accept the others")
