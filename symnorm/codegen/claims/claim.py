"""A claim of a proved theorem, from the report on it: what functions and kernels are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from ...checker.forms import RELATIONS, Form, dimensions, freeze, lengths
from ...errors import UserError
from ...report import Line, Report


@dataclass(frozen=True)
class Cited:
    """A claim by name: the id of its theorem, and its label."""

    theorem: str
    label: str

    def __str__(self) -> str:
        return f"{self.theorem}: {self.label}"


@dataclass(frozen=True)
class Claim:
    """A claim of a proved theorem: its statement as the checker has read it, and as text, and its hash.

    The hash is of what the claim says, whatever names its definitions have. `definitions` are those of its theorem: the
    name in the statement, and the name and what it stands for as text, for channel i.
    """

    id: str
    label: str
    text: str
    statement: Form
    hash: str
    hypotheses: tuple[str, ...]
    dimension: str | None
    definitions: tuple[tuple[str, str, str], ...] = ()
    conditions: tuple[Form, ...] = ()
    """What its theorem supposes, as the checker has read it."""

    @property
    def sides(self) -> tuple[Form, Form]:
        """The left and the right side."""
        _, left, right = self.statement
        return left, right


def claim_of(report: Report, label: str | None) -> Claim:
    """A claim from the report on its theorem, by its label; without one, the only claim that has two sides.

    What a chain shows as a whole, and what is supplied, has the label that the script gives it, without the +. Raises
    UserError where the theorem is not proved, and where it has no such claim.
    """
    id = report.id
    if report.verdict != "proved":
        why = next(iter(report.problems), "")
        raise UserError(
            f"{id} is not proved: {report.verdict}{f': {why}' if why else ''}",
            f"nothing is made of what is not verified; `symnorm verify {id} -v` says what is missing",
        )
    assert report.bundle is not None
    entries = report.bundle.document["entries"]
    statements = [freeze(entry["statement"]) for entry in entries]
    claims = [line for line in report.claims if line.hash]
    sides = [line for line in claims if statements[line.number][0] in RELATIONS]
    found = _found(label, report.lines) if label is not None else sides[0] if len(sides) == 1 else None
    if found not in claims:
        close = None if label is None else _close(label, claims, report.lines)
        said = f"{id} has several claims" if label is None else f"{id} has no claim {label!r}"
        raise UserError(
            said + (": it is a line of the proof" if found else ""),
            (f"did you mean {close!r}? " if close else "") + f"its claims are {_listed(claims)}",
        )
    if found not in sides:
        raise UserError(
            f"{label!r} of {id} has no two sides: it combines statements",
            f"equations and inequalities have them: {_listed(sides) or 'none of its claims is one'}",
        )
    assert found is not None
    if sets := sorted(name for _, name in lengths(statements[found.number])):
        raise UserError(
            f"{label!r} of {id} speaks of an index set of its own, with {sets[0]} members",
            "a function is made of a claim about vectors that have an entry in every channel, and about nothing else",
        )
    sums = {d for statement in statements for d in dimensions(statement)}
    supposed = [s for s, entry in zip(statements, entries, strict=True) if entry["role"] in ("where", "given")]
    return Claim(
        id, found.name, found.formula.text, statements[found.number], found.hash, tuple(a.text for a in report.assumes),
        next((d[1] for d in sums), None), tuple((d.of, d.name.text, d.body.text) for d in report.definitions),
        tuple(supposed),
    )  # fmt: skip


def _found(label: str, lines: Iterable[Line]) -> Line | None:
    """The line that is meant: of that label in full, or without the + of what is supplied, or a chain as a whole."""
    ways = (lambda line: line.name, lambda line: line.label, _called)
    return next((line for way in ways for line in lines if way(line) == label), None)


def _called(line: Line) -> str:
    """How a script names a line: what is supplied without the +, a chain as a whole by its label."""
    return line.chain.label if line.chain and not line.chain.link else line.label


def _listed(lines: Iterable[Line]) -> str:
    return ", ".join(repr(_called(line)) for line in lines)


def _close(label: str, claims: Sequence[Line], lines: Iterable[Line]) -> str | None:
    """The claim that is meant: the chain of which this is a link, or one whose label has the same numbers."""
    link = _found(label, lines)
    names = [_called(claim) for claim in claims]
    if link and link.chain and link.chain.label in names:
        return link.chain.label
    alike = [name for name in names if re.findall(r"\d+", name) == re.findall(r"\d+", label)]
    return next(iter(get_close_matches(label, alike, n=1)), None)
