"""Citations among theorems: a theorem is no better than the theorems that it cites.

What is given has a source: another theorem, or "hypothesis", or none, and then it is taken for granted. A citation has
to be claimed by the cited theorem, symbol for symbol (the label may be another where a paper repeats an equation), and
proved under suppositions that the citing theorem makes as well. Trusted to say what a theorem supposes and claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from ..calculus.budget import spend
from ..forms import Form, digest, dimensions, holds_form, is_variable, lengths, quoted, subforms
from .entry import are_arbitrary

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
    """An entry of a theorem as citations need it. `source` is of what is given."""

    label: str
    role: str
    statement: Form
    source: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a theorem, by the number of its entry and the hash of its statement; or a citation of `source`."""

    number: int
    label: str
    hash: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The suppositions of a theorem in words, each by its hash; its claims, and its citations."""

    preconditions: Mapping[str, str]
    claims: tuple[Claim, ...]
    cites: tuple[Claim, ...]


def standing(along: Sequence[Form], lines: Sequence[Line], shown: Shown) -> Standing:
    """The standing of a theorem. A claim that speaks of a constant of integration cannot be cited."""
    constants = [line.statement[1] for line in lines if line.role == "constant"]
    claims, cites = [], []
    for number, line in enumerate(lines):
        if line.role == "claim" and not any(holds_form(line.statement, c) for c in constants):
            claims.append(Claim(number, line.label, meaning(line.statement)))
        if line.role == "given" and line.source not in GRANTED:
            cites.append(Claim(number, line.label, meaning(line.statement), line.source))
    return Standing(dict(_preconditions(along, lines, shown)), tuple(claims), tuple(cites))


def meaning(statement: Form) -> str:
    """A hash of what a statement says, whatever names its definitions have."""
    return digest(_unfolded(statement))


def _unfolded(form: Form) -> Form:
    if form[0] == "def":
        return _unfolded(form[3])
    return tuple(_unfolded(p) if isinstance(p, tuple) and p else p for p in form)


def _preconditions(along: Sequence[Form], lines: Sequence[Line], shown: Shown) -> Iterator[tuple[str, str]]:
    """The suppositions that a theorem has to make as well if it cites this one, each by its hash and in words.

    What is given holds identically along the variables of `along`, so these count wherever anything is given; and so
    do those of which an inequality speaks that is not strict: it may hold where nothing can vary. The number of
    channels is a whole number from 1.
    """
    where = [line.statement for line in lines if line.role == "where"]
    given = [line.statement for line in lines if line.role == "given" and line.source in GRANTED]
    for s in (*where, *given):
        yield meaning(s), shown(s)
    for s in where:
        if s[0] == "differentiable" and are_arbitrary(s[1][3], along):
            yield digest("everywhere", _unfolded(s)), f"everywhere that {shown(s)}"
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
    if cited.hash not in {claim.hash for claim in known.claims}:
        labels = [claim.label for claim in known.claims]
        claimed = ", ".join(map(quoted, labels)) or "nothing that can be cited"
        claimed = f"claims nothing that says so; it claims {claimed}"
        return f"which {'states it differently' if cited.label in labels else claimed}"
    if lacking := [text for hash, text in known.preconditions.items() if hash not in own.preconditions]:
        return f"which also supposes {', '.join(lacking)}"
    return f"which is not proved: {below[0]}" if below else ""


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
