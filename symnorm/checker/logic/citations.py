"""What theorems say of each other: a theorem is no better than the theorems that it cites.

What is given has a source: another theorem, or "hypothesis", or none, and then it is taken for granted. A citation has
to be claimed by the cited theorem, symbol for symbol (the label may be another where a paper repeats an equation), and
proved under suppositions that the citing theorem makes as well. Trusted to say what a theorem supposes and claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..calculus.budget import spend
from ..forms import Form, digest, dimensions, holds_form, is_variable, subforms
from .entry import are_arbitrary

GRANTED = ("hypothesis", "")
"""The sources of what is taken for granted."""

MAX_SAID = 600
"""Letters in what is said against a citation."""

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
class Supposition:
    """Something that a theorem supposes: in words, and the hash by which suppositions are compared."""

    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a theorem, by the number of its entry and the hash of its statement; or a citation of `source`."""

    number: int
    label: str
    hash: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a theorem supposes, claims and cites."""

    supposes: tuple[Supposition, ...]
    claims: tuple[Claim, ...]
    cites: tuple[Claim, ...]


def standing(along: Sequence[Form], lines: Sequence[Line], shown: Shown) -> Standing:
    """What a theorem supposes, claims and cites. A claim that speaks of a constant of integration cannot be cited."""
    constants = [line.statement[1] for line in lines if line.role == "constant"]
    claims, cites = [], []
    for number, line in enumerate(lines):
        if line.role == "claim" and not any(holds_form(line.statement, c) for c in constants):
            claims.append(Claim(number, line.label, meaning(line.statement)))
        if line.role == "given" and line.source not in GRANTED:
            cites.append(Claim(number, line.label, meaning(line.statement), line.source))
    return Standing(tuple(_suppositions(along, lines, shown)), tuple(claims), tuple(cites))


def meaning(statement: Form) -> str:
    """A hash of what a statement says, whatever names its definitions have."""
    return digest(_unfolded(statement))


def _unfolded(form: Form) -> Form:
    if form[0] == "def":
        return _unfolded(form[3])
    return tuple(_unfolded(p) if isinstance(p, tuple) and p else p for p in form)


def _suppositions(along: Sequence[Form], lines: Sequence[Line], shown: Shown) -> Iterator[Supposition]:
    """What a theorem that cites this one has to suppose as well.

    What is given holds identically along the variables of `along`, so these count wherever anything is given; and so
    do those of which an inequality speaks that is not strict: it may hold where nothing can vary. The number of
    channels is a whole number from 1.
    """
    where = [line.statement for line in lines if line.role == "where"]
    given = [line.statement for line in lines if line.role == "given" and line.source in GRANTED]
    for s in (*where, *given):
        yield Supposition(shown(s), meaning(s))
    channels = tuple(dict.fromkeys(d for line in lines for d in dimensions(line.statement)))
    for s in where:
        if s[0] == "differentiable" and are_arbitrary(s[1][3], along):
            yield Supposition(f"everywhere that {shown(s)}", digest("everywhere", _unfolded(s)))
    closed = [s for s in where if s[0] in ("le", "ge", "differentiable")]
    spoken_of = {_name(part) for s in closed for part in subforms(s) if is_variable(part)}
    for v in along:
        if given or v[0] == "interval" or _name(v) in spoken_of:
            variable = v[1] if v[0] == "vector" else shown(v[1] if v[0] == "interval" else v)
            yield Supposition(f"that {variable} varies", digest(*v))
    for d in channels:
        yield Supposition(f"that {shown(d)} is the number of channels", digest("channels", d))


def _name(v: Form) -> Form:
    """What varies where a variable does: a symbol, or the vector that a coordinate is of."""
    return ("vector", v[1]) if v[0] in ("coord", "vector") else v[:2]


def objections(theorems: Mapping[str, Standing], verdicts: Mapping[str, str], *wanted: str) -> dict[str, list[str]]:
    """What speaks against the citations of some theorems, and of those that they cite, in words.

    `verdicts` are those of each theorem by itself.
    """
    found: dict[str, list[str]] = {}
    for id, circles in _in_order(theorems, wanted):
        own = {s.hash for s in theorems[id].supposes}
        spend(len(own))
        found[id] = []
        for cited in theorems[id].cites:
            below = found.get(cited.source, ())
            if cited.source in circles:
                found[id].append(f"theorems cite each other in a circle: {circles[cited.source]}")
            elif said := _objection(cited, theorems.get(cited.source), verdicts, own, below):
                found[id].append(f"it cites {cited.label} of {cited.source}, {_cut(said)}")
    return found


def _objection(
    cited: Claim, known: Standing | None, verdicts: Mapping[str, str], own: set[str], below: Sequence[str]
) -> str:
    """What speaks against a citation of what is known, by a theorem with suppositions of its own."""
    if known is None:
        return f"and there is no theorem {cited.source}"
    if verdicts[cited.source] != "proved":
        return f"which is not proved: {verdicts[cited.source]}"
    spend(len(known.claims) + len(known.supposes))
    if cited.hash not in {claim.hash for claim in known.claims}:
        labels = [claim.label for claim in known.claims]
        claimed = f"claims nothing that says so; it claims {', '.join(labels) or 'nothing that can be cited'}"
        return f"which {'states it differently' if cited.label in labels else claimed}"
    if lacking := [s.text for s in known.supposes if s.hash not in own]:
        return f"which also supposes {', '.join(lacking)}"
    return f"which is not proved: {below[0]}" if below else ""


def _in_order(theorems: Mapping[str, Standing], wanted: Iterable[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Theorems after those that they cite, each once; with the circles that a citation of each closes, by its source.

    Whoever cites what is in a circle closes one, or cites another that comes before and does.
    """
    done: set[str] = set()
    for root in wanted:
        path = {} if root in done else {root: iter(theorems[root].cites)}
        circles: dict[str, dict[str, str]] = {}
        while path:
            id = next(reversed(path))
            for source in (cited.source for cited in path[id]):
                spend(1)
                if source in path:
                    spend(len(path))
                    around = [*path][[*path].index(source) :]
                    circles.setdefault(id, {})[source] = _cut(" -> ".join((*around, source)))
                elif source in theorems and source not in done:
                    path[source] = iter(theorems[source].cites)
                    break
            else:
                del path[id]
                done.add(id)
                yield id, circles.pop(id, {})


def _cut(text: str) -> str:
    """A text that may go on and on, as a chain of citations does."""
    return text if len(text) <= MAX_SAID else f"{text[: MAX_SAID - 3]}..."
