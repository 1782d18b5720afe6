"""Reads notes: the verdict on each relation, by its values at points and then by a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import UserError
from ..reader.cursor import NotUnderstood
from .chains import links
from .declared import Declared, declared
from .documents import read_note
from .draft import verified
from .meaning import understand
from .model import Judged, NoteReport, Verdict
from .verdicts import Judge


def read_files(
    paths: Sequence[Path], notation: Path | None = None, progress: Callable[[str], None] | None = None
) -> list[NoteReport]:
    """Reads notes and judges their relations. Raises UserError for what is wrong with a file or its notation."""
    text = None
    if notation is not None:
        try:
            text = notation.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(
                f"{notation} cannot be read: {getattr(error, 'strerror', '') or 'it is not UTF-8'}"
            ) from None
    shared = declared(text, str(notation)) if text is not None else None
    return [read_file(path, shared, progress) for path in paths]


def read_file(path: Path, shared: Declared | None, progress: Callable[[str], None] | None = None) -> NoteReport:
    """Reads one note."""
    note = read_note(path)
    if not note.formulas and note.problems and note.problems[0][0] == 0:
        raise UserError(note.problems[0][1])
    own = shared
    if own is None:
        own = declared(note.front[0], f"{path}, line {note.front[1]}") if note.front else Declared()
    found, others = links(note.formulas)
    try:
        meaning = understand(found, note.formulas, own)
    except NotUnderstood as error:
        raise UserError(f"the notation is not understood: {error.why}: {error.source}") from None
    judge = Judge(meaning)
    judged: list[Judged | None] = []
    for place in range(len(meaning.parsed)):
        if progress:
            progress(f"{path}: {place + 1} of {len(meaning.parsed)} relations")
        judged.append(judge.judged(place))
    if progress:
        progress(f"{path}: proving what agrees")
    relations = with_proofs(judge, judged, path.stem)
    passed = [(f.line, f.latex) for f in others] + judge.passed_over
    return NoteReport(path, meaning.declarations(), tuple(relations), tuple(passed),
                      note.problems + tuple(meaning.problems), judge.findings)  # fmt: skip


def with_proofs(judge: Judge, judged: Sequence[Judged | None], stem: str) -> list[Judged]:
    """The relations, those proved whose certificate the checker accepts."""
    found = verified(judge.findings, judged, stem)
    out: list[Judged | None] = []
    for place, one in enumerate(judged):
        verdict, theorem = found.get(place, ("", ""))
        if one is not None and verdict == "proved":
            one = replace(one, verdict=Verdict.PROVED, certificate=theorem)
        elif one is not None and verdict == "refuted":
            one = replace(
                one,
                verdict=Verdict.CONDITIONAL,
                note="it agrees at ordinary points, and fails at a special one",
            )
        out.append(one)
    judge.findings.judged = out
    return [one for one in out if one is not None]
