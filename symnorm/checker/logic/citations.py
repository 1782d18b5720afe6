"""Citations among theorems: a theorem is no better than the theorems that it cites.

What is given has a source: another theorem, or "hypothesis", or none, and then it is taken for granted. A citation has
to be claimed by the cited theorem, symbol for symbol (the label may be another where a paper repeats an equation), and
proved under suppositions that the citing theorem makes as well. With terms in the place of symbols, it may also claim,
in a line before, what the cited one supposes of them. Trusted to say what a theorem supposes and claims.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ..calculus.budget import spend
from ..forms import Form, digest, dimensions, freeze, holds_form, is_variable, lengths, quoted, subforms
from .entry import are_arbitrary
from .instances import Put, Uncitable, putting, read_put, require_instance

GRANTED = ("hypothesis", "")
"""The sources of what is taken for granted."""

MAX_SAID = 600
"""Letters in what is said against a citation."""

IN_A_CIRCLE = "theorems cite each other in a circle"
"""The objection to a theorem in a circle of citations, and to one whose citations lead into one (see `circles`)."""

Shown = Callable[[Form], str]
"""How a statement or a variable is written in a message."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of a theorem as citations need it. `source` is of what is given, `put` what stands for its symbols."""

    label: str
    role: str
    statement: Form
    source: str = ""
    put: Put = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a theorem, by the number of its entry and the hash of its statement; or a citation of `source`."""

    number: int
    label: str
    hash: str
    source: str = ""
    put: Put = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The suppositions of a theorem in words, each by its hash; its claims, and its citations.

    `put` says the same of it with terms in the place of symbols, where it is known line by line.
    """

    preconditions: Mapping[str, str]
    claims: tuple[Claim, ...]
    cites: tuple[Claim, ...]
    put: Callable[[Put], Standing] | None = None


def standing(along: Sequence[Form], lines: Sequence[Line], shown: Shown) -> Standing:
    """The standing of a theorem. A claim that speaks of a constant of integration cannot be cited."""
    constants = [line.statement[1] for line in lines if line.role == "constant"]
    citable = [
        (number, line) for number, line in enumerate(lines)
        if line.role == "claim" and not any(holds_form(line.statement, c) for c in constants)
    ]  # fmt: skip
    claims = [Claim(number, line.label, meaning(line.statement)) for number, line in citable]
    cites = [
        Claim(number, line.label, meaning(line.statement), line.source, line.put)
        for number, line in enumerate(lines) if line.role == "given" and line.source not in GRANTED
    ]  # fmt: skip

    def with_terms(put: Put) -> Standing:
        """Raises Uncitable where it does not hold so, or makes no claim of which that can be told."""
        spoken = [*_supposed(lines), *(line.statement for _, line in citable)]
        require_instance(along, [line.statement for line in lines], spoken, put)
        place = putting(put)
        told = [Claim(number, line.label, digest(place(line.statement))) for number, line in citable]
        return Standing(dict(_preconditions(along, lines, shown, place)), tuple(told), ())

    return Standing(dict(_preconditions(along, lines, shown, putting(()))), tuple(claims), tuple(cites), with_terms)


def standing_of(bundle: Mapping[str, Any], shown: Shown) -> Standing:
    """The same of a theorem as it is in a bundle."""
    lines = [
        Line(e["label"], e["role"], freeze(e["statement"]), e.get("source") or "", read_put(e.get("put", ())))
        for e in bundle["entries"]
    ]
    return standing(freeze(bundle["along"]), lines, shown)


def meaning(statement: Form) -> str:
    """A hash of what a statement says, whatever names its definitions have."""
    return digest(putting(())(statement))


def _supposed(lines: Sequence[Line]) -> list[Form]:
    """The hypotheses of a theorem, and what is given and taken for granted."""
    where = [line.statement for line in lines if line.role == "where"]
    return where + [line.statement for line in lines if line.role == "given" and line.source in GRANTED]


def _preconditions(
    along: Sequence[Form], lines: Sequence[Line], shown: Shown, place: Callable[[Form], Form]
) -> Iterator[tuple[str, str]]:
    """The suppositions that a theorem has to make as well if it cites this one, each by its hash and in words.

    `place` puts terms in the place of symbols.

    What is given holds identically along the variables of `along`, so these count wherever anything is given; and so
    do those of which an inequality speaks that is not strict: it may hold where nothing can vary. The number of
    channels is a whole number from 1.
    """
    where = [line.statement for line in lines if line.role == "where"]
    given = any(line.role == "given" and line.source in GRANTED for line in lines)
    for s in _supposed(lines):
        yield digest(place(s)), shown(s)
    for s in where:
        if s[0] == "differentiable" and are_arbitrary(s[1][3], along):
            yield digest("everywhere", place(s)), f"everywhere that {shown(s)}"
    closed = [s for s in where if s[0] in ("le", "ge", "differentiable")]
    spoken_of = {_name(part) for s in closed for part in subforms(s) if is_variable(part)}
    for v in along:
        if given or v[0] == "interval" or _name(v) in spoken_of:
            variable = v[1] if v[0] == "vector" else shown(v[1] if v[0] == "interval" else v)
            yield digest(*v), f"that {variable} varies"
    for d in (d for line in lines for d in dimensions(line.statement) | lengths(line.statement)):
        yield digest("channels", d), f"that {shown(d)} is the number of channels"


def _name(v: Form) -> Form:
    """The symbol that varies with a variable, or the vector to which a coordinate belongs."""
    return ("vector", v[1]) if v[0] in ("coord", "vector") else v[:2]


def objections(theorems: Mapping[str, Standing], verdicts: Mapping[str, str]) -> dict[str, list[str]]:
    """The objections to the citations of each theorem, in words. `verdicts` are those of each by itself."""
    found: dict[str, list[str]] = {}
    for id in _in_order(theorems):
        own = theorems[id]
        found[id] = []
        for cited in own.cites:
            below = found.get(cited.source, ())
            if said := _objection(cited, own, theorems.get(cited.source), verdicts, below):
                found[id].append(f"it cites {quoted(cited.label)} of {cited.source}, {cut(said)}")
    return {id: found.get(id, [IN_A_CIRCLE]) for id in theorems}


def _objection(
    cited: Claim, own: Standing, known: Standing | None, verdicts: Mapping[str, str], below: Sequence[str]
) -> str:
    """The objection to a citation by a theorem of this standing, by all that is known of the cited one; or nothing."""
    if known is None:
        return f"and there is no theorem {cited.source}"
    if verdicts[cited.source] != "proved":
        return f"which is not proved: {verdicts[cited.source]}"
    spend(len(known.claims) + len(known.preconditions))
    said: Collection[str] = own.preconditions
    if cited.put:
        try:
            known = _with_terms(known, cited.put)
        except Uncitable as error:
            return str(error)
        said = own.preconditions.keys() | {claim.hash for claim in own.claims if claim.number < cited.number}
    if cited.hash not in {claim.hash for claim in known.claims}:
        labels = [claim.label for claim in known.claims]
        claimed = ", ".join(map(quoted, labels)) or "nothing that can be cited"
        claimed = f"claims nothing that says so; it claims {claimed}"
        return f"which {'states it differently' if cited.label in labels else claimed}"
    if lacking := [text for hash, text in known.preconditions.items() if hash not in said]:
        there = ", of the terms in the place of its symbols" if cited.put else ""
        return f"which also supposes {', '.join(lacking)}{there}"
    return f"which is not proved: {below[0]}" if below else ""


def _with_terms(known: Standing, put: Put) -> Standing:
    """What a theorem says with terms in the place of symbols. Raises Uncitable."""
    if known.put is None:
        raise Uncitable("of which nothing is known with terms in the place of symbols")
    return known.put(put)


def _in_order(theorems: Mapping[str, Standing]) -> Iterator[str]:
    """Theorems after those that they cite, without those that are in a circle or cite what is."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for id, known in theorems.items():
        spend(1 + len(known.cites))
        sorter.add(id, *(cited.source for cited in known.cites if cited.source in theorems))
    with suppress(CycleError):  # what is not behind a circle comes all the same
        sorter.prepare()
    while ready := sorter.get_ready():
        yield from ready
        sorter.done(*ready)


def cut(text: str) -> str:
    """A text that may go on and on, as a chain of citations does."""
    return text if len(text) <= MAX_SAID else f"{text[: MAX_SAID - 3]}..."
