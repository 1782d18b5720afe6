"""`symnorm verify --rocq`: what Rocq accepts of each theorem, as it is judged."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..rocq.judge import Outcome, Rocq, judged, require_coqc

if TYPE_CHECKING:
    from ..runner import Result
    from .session import Session

__all__ = ["accepted_by_rocq", "require_coqc"]

SECONDS = 10
"""Times as much time one run of coqc has as the judgement of a script."""


def accepted_by_rocq(session: Session, results: list[Result], verbose: int) -> tuple[dict[str, dict[str, Any]], bool]:
    """What Rocq says of theorems, as JSON, by their ids, and whether it accepts them all, whole.

    Each is shown as soon as it is known.
    """
    from .. import runner

    screen = session.screen
    bundles = [(r.report.bundle.document, r.report.title) for r in results if r.report.bundle]
    found: dict[str, Outcome] = {}
    screen.heading("Rocq")
    screen.passing("compiling the library")
    with Rocq(session.limits.timeout * SECONDS, runner.cache.default_folder() if session.cache else None) as rocq:
        for outcome in judged(rocq, bundles, session.limits.jobs):
            found[outcome.theorem] = outcome
            screen.passing()
            mark = "✓" if outcome.is_whole else "?"
            screen.line(f"{mark} {outcome.theorem}: {outcome.accepted} of {outcome.entries} statements, "
                        f"{outcome.seconds:.0f} s")  # fmt: skip
            for axiom in outcome.strange:
                screen.entry("", f"rests on another axiom: {axiom}", at=2)
            for label, why in outcome.open.items() if verbose else ():
                screen.entry("", f"{label}: {why}", at=2)
            screen.passing(f"{len(found)} of {len(bundles)} theorems judged by Rocq")
    screen.passing()
    _summary(session, found, verbose)
    return {name: asdict(outcome) for name, outcome in found.items()}, all(o.is_whole for o in found.values())


def _summary(session: Session, found: dict[str, Outcome], verbose: int) -> None:
    whole = sum(o.is_whole for o in found.values())
    accepted, entries = sum(o.accepted for o in found.values()), sum(o.entries for o in found.values())
    session.screen.heading(
        f"Rocq accepts {accepted} of {entries} statements, {whole} of {len(found)} theorems whole"
    )
    if whole < len(found) and not verbose:
        session.screen.line("-v shows why it does not accept the others")
