"""Whether the conditions that an entry establishes meet its duties: held against each other by their values.

Two quantities are the same up to a rational factor if their values at two points modulo a prime have the same quotient.
A duty is met by a condition of an implied sign that is the same up to a factor, positive unless the duty is != 0; or
by a product of powers of such conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations_with_replacement

from .certificate import IMPLIED, Condition, Entry
from .duties import Duties, Duty
from .evaluate import Channels, Frame, Inapplicable, Unlucky
from .modular import rational, top
from .nodes import Graph, Node
from .points import PAIR, Points

SIZE = 3
PAIRS = 24
"""So many pairs of points are tried until there is one where everything has a value."""

ENOUGH = 2
"""At so many pairs a duty is looked at."""

MAX_FACTORS = 60
"""Of so many conditions at most, products are tried."""


DUE = {"div": "a denominator", "pow": "the base of a negative power",
       "power": "the base of a power whose exponent may be negative", "sqrt": "a radicand", "log": "an argument of log"}


UNSEEN = "no condition is seen to meet it, and a factor e^u, which is positive, may be hidden in a sum"
"""Why an unmet duty is no objection where exponentials or logarithms stand."""


class _Unmet(Exception):
    """No condition makes sure of a duty."""


@dataclass(frozen=True)
class Known:
    """A condition for some channels: the quotient of its values at a pair of points, its value at the first."""

    quotient: int
    value: int
    sign: str
    place: int


class Definedness:
    """Holds duties against conditions, for one theorem."""

    def __init__(self, graph: Graph, points: Points) -> None:
        self.points, self.duties = points, Duties(graph)
        self._moves: dict[Node, bool] = {}
        self._met: dict[tuple[Node, str], list[set[tuple[Node, str]]]] = {}
        """What has met a duty before: sets of quantities and their signs."""

    def answers(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """The duties of an entry, each with an objection, or with why it cannot be looked at."""
        owed: dict[Duty, int] = {}
        for node, before in entry.written.items():
            for duty in self.duties.of(node):
                owed[duty] = min(before, owed.get(duty, before))
        held = _Held(self.points, entry.conditions, list(owed)) if owed else None
        for duty, before in owed.items():
            relation = ">" if any(map(self._is_moving, duty.moves)) else duty.relation
            signs = {(c.quantity, c.sign) for c in entry.conditions[:before]}
            met = self._met.setdefault((duty.value, relation), [])
            trouble = ""
            if held and not any(enough <= signs for enough in met):
                used: set[int] = set()
                try:
                    trouble = held.against(duty.value, relation, before, used)
                except _Unmet:
                    what = DUE.get(duty.origin, duty.origin)
                    if held.kind.elementary:
                        yield "", UNSEEN
                    else:
                        yield f"none of its conditions makes sure that {what} is {relation} 0", ""
                    continue
                if not trouble:
                    met.append({(c.quantity, c.sign) for n, c in enumerate(entry.conditions) if n in used})
            yield "", trouble

    def _is_moving(self, slope: Node) -> bool:
        """Whether a slope is not zero for some channels; where it has no value, it counts as such."""
        if slope not in self._moves:
            self._moves[slope] = self._is_not_zero(slope)
        return self._moves[slope]

    def _is_not_zero(self, slope: Node) -> bool:
        for attempt in range(PAIRS):
            frame = self.points.at(attempt, SIZE, slope)
            try:
                values = [frame(slope, channels) for channels in self.points.every({}, list(slope.free), SIZE)]
            except Unlucky:
                continue
            except Inapplicable:
                break
            return not all(map(frame.calculus.base.is_zero, values))
        return True


class _Held:
    """The conditions of one entry, at pairs of points."""

    def __init__(self, points: Points, conditions: Sequence[Condition], duties: Sequence[Duty]) -> None:
        self.points, self.conditions = points, conditions
        nodes = [*(c.quantity for c in conditions), *(d.value for d in duties)]
        self.kind = next((n for n in nodes if n.elementary), nodes[0])
        self.named = sorted({i for n in nodes for i in n.free if i[0] not in "#*"})
        self._known: dict[int, list[Known]] = {}

    def against(self, value: Node, relation: str, before: int, used: set[int]) -> str:
        """Nothing where the conditions before a place meet a duty at a few pairs; else why there is no answer.

        The places of the conditions that it takes are added to `used`. Raises _Unmet.
        """
        found, trouble = 0, ""
        for pair in range(PAIRS):
            try:
                self._meet(pair, value, relation, before, used)
            except (Unlucky, Inapplicable) as error:
                trouble = str(error)
                if isinstance(error, Inapplicable):
                    break
                continue
            found += 1
            if found == ENOUGH:
                return ""
        return "" if found else trouble

    def _meet(self, pair: int, value: Node, relation: str, before: int, used: set[int]) -> None:
        """Holds a duty against conditions, for every channel in the place of those bound. Raises _Unmet, Unlucky."""
        known = [k for k in self._all_known(pair) if k.place < before]
        last = Unlucky()
        found = False
        for channels in self.points.every(self._channels(pair), [i for i in value.free if i[0] in "#*"], SIZE):
            try:
                duty = self._valued(pair, value, channels)
            except Unlucky as error:
                last = error
                continue
            found = True
            prime = self._prime(pair)
            enough = _implying(duty, relation, known, prime)
            if enough is None:
                enough = _product(*duty, relation, [*known, *self._exponentials(pair, value, channels)], prime)
            if enough is None:
                raise _Unmet
            used.update(k.place for k in enough)
        if not found:
            raise last

    def _all_known(self, pair: int) -> list[Known]:
        if pair not in self._known:
            known = [Known(1, 1, ">", -1)]
            for place, condition in enumerate(self.conditions):
                q = condition.quantity
                for channels in self.points.every(self._channels(pair), [i for i in q.free if i[0] == "*"], SIZE):
                    with suppress(Unlucky, Inapplicable):
                        quotient, first = self._valued(pair, q, channels)
                        known.append(Known(quotient, first, condition.sign, place))
            self._known[pair] = known
        return self._known[pair]

    def _exponentials(self, pair: int, value: Node, channels: Channels) -> Iterator[Known]:
        """The exponentials in a value: positive, whatever they are of."""
        for node in value.within():
            if node.op == "fn" and node.args[0] == "exp" and channels.keys() >= {*node.free}:
                with suppress(Unlucky, Inapplicable):
                    yield Known(*self._valued(pair, node, channels), ">", -1)

    def _channels(self, pair: int) -> Channels:
        """Channels for the indices that are free in the entry: of the first pair all different, if there are enough."""
        if pair % 2 == 0:
            return {index: 1 + n % self.points.members(index, SIZE) for n, index in enumerate(self.named)}
        return {index: 1 + (pair >> n + 1) % self.points.members(index, SIZE) for n, index in enumerate(self.named)}

    def _frames(self, pair: int) -> tuple[Frame, Frame]:
        first, second = (self.points.at(PAIR * pair + n, SIZE, self.kind) for n in range(2))
        return first, second

    def _prime(self, pair: int) -> int:
        return 2 * self.points.order(PAIR * pair) + 1

    def _valued(self, pair: int, node: Node, channels: Channels) -> tuple[int, int]:
        """(quotient of the values at both points, value at the first); (0, 0) for what is zero. Raises Unlucky."""
        frames = self._frames(pair)
        first, second = (top(frame(node, channels)) for frame in frames)
        if not first or not second:
            if first or second:
                raise Unlucky("zero at one point")
            return 0, 0
        prime = self._prime(pair)
        return first * pow(second, -1, prime) % prime, first


def _implying(duty: tuple[int, int], relation: str, known: Sequence[Known], prime: int) -> Sequence[Known] | None:
    """What implies the sign of a duty, among quantities of known signs; None if nothing does."""
    quotient, value = duty
    for k in known:
        if not k.quotient and k.sign != ">=":
            return (k,)  # for these channels a condition fails, and nothing is due
    if not quotient:
        return () if relation == ">=" else None
    for k in known:
        if k.quotient == quotient and relation in IMPLIED[k.sign] and _fits(relation, value, k.value, prime):
            return (k,)
    return None


def _fits(relation: str, value: int, other: int, prime: int) -> bool:
    """Whether a value is a positive rational multiple of another; any multiple, for !=."""
    if relation == "!=":
        return True
    factor = rational(value * pow(other, -1, prime) % prime, prime)
    return factor is not None and factor > 0


def _product(
    quotient: int, value: int, relation: str, known: Sequence[Known], prime: int
) -> Sequence[Known] | None:
    """At most three quantities that are not zero, and one that is >= 0, of whose powers a duty is the product."""
    if not quotient:
        return None
    powers: dict[int, tuple[int, Known]] = {1: (1, known[0])}
    for k in [k for k in known if k.sign != ">="][:MAX_FACTORS]:
        for n in (1, -1, 2, -2) if relation == "!=" or k.sign == ">" else (2, -2):
            powers.setdefault(pow(k.quotient, n, prime), (pow(k.value, n, prime), k))
    bases = [known[0], *(k for k in known if k.sign == ">=" and relation == ">=" and k.quotient)]
    inverses = [(pow(q, -1, prime), v, k) for q, (v, k) in powers.items()]
    for base in bases:
        wanted = quotient * pow(base.quotient, -1, prime) % prime
        for (p, v, one), (q, w, other) in combinations_with_replacement(inverses, 2):
            rest = powers.get(wanted * p * q % prime)
            if rest and _fits(relation, value, base.value * v * w * rest[0] % prime, prime):
                return base, one, other, rest[1]
    return None
