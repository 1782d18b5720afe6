"""A claim of a proved theorem, from the report on it: what functions and kernels are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from .. import runner
from ..checker.forms import RELATIONS, Form, dimensions, freeze
from ..errors import UserError
from ..language.theorem import WHOLE


@dataclass(frozen=True)
class Claim:
    """A claim of a proved theorem: its statement as the checker has read it, and as text, and its hash.

    The hash is of what the claim says, whatever names its definitions have.
    """

    id: str
    label: str
    text: str
    statement: Form
    hash: str
    hypotheses: tuple[str, ...]
    dimension: str | None


def claim_of(report: runner.Report, label: str | None) -> Claim:
    """A claim from the report on its theorem, by its label; without one, the only claim that has two sides.

    What a chain shows as a whole, and what is supplied, has the label that the script gives it, without the +. Raises
    UserError where the theorem is not proved, and where it has no such claim.
    """
    id = report["id"]
    if report["verdict"] != "proved":
        why = next(iter(report["problems"]), "")
        raise UserError(
            f"{id} is not proved: {report['verdict']}{f': {why}' if why else ''}",
            f"nothing is made of what is not verified; `symnorm verify {id} -v` says what is missing",
        )
    hashes = {c["label"]: c["statement_hash"] for c in report["claims"]}
    entries = {e["label"]: freeze(e["statement"]) for e in runner.unpacked(report["certificate"])["entries"]}
    sides = [known for known in hashes if entries[known][0] in RELATIONS]
    if label is None and len(sides) == 1:
        label = sides[0]
    found = None if label is None else _line(label, entries)
    if found is None or found not in hashes:
        close = None if label is None else _close(label, hashes)
        said = f"{id} has several claims" if label is None else f"{id} has no claim {label!r}"
        raise UserError(
            said + (": it is a line of the proof" if found else ""),
            (f"did you mean {close!r}? " if close else "") + f"its claims are {_listed(hashes)}",
        )
    if found not in sides:
        raise UserError(
            f"{label!r} of {id} has no two sides: it combines statements",
            f"equations and inequalities have them: {_listed(sides) or 'none of its claims is one'}",
        )
    sums = {d for statement in entries.values() for d in dimensions(statement)}
    return Claim(
        id, found, next(s["text"] for s in report["steps"] if s["label"] == found),
        entries[found], hashes[found], tuple(a["text"] for a in report["assumes"]),
        next((d[1] for d in sums), None),
    )  # fmt: skip


def _line(label: str, known: Iterable[str]) -> str | None:
    """The label in full of the line that is meant."""
    return next((full for full in (label, f"+{label}", WHOLE.format(label)) if full in known), None)


def _called(label: str) -> str:
    """How a script names a line: what is supplied without the +, a chain as a whole by its label."""
    before, after = WHOLE.split("{}")
    return label.removeprefix(before).removesuffix(after) if label.startswith(before) else label


def _listed(labels: Iterable[str]) -> str:
    return ", ".join(repr(_called(label)) for label in labels)


def _close(label: str, claims: Iterable[str]) -> str | None:
    """The claim that is meant: the chain of which this is a link, or one whose label has the same numbers."""
    chain = re.sub(r"[-.]\d+$", "", label)
    if WHOLE.format(chain) in claims:
        return chain
    alike = [c for c in map(_called, claims) if re.findall(r"\d+", c) == re.findall(r"\d+", label)]
    return next(iter(get_close_matches(label, alike, n=1)), None)
