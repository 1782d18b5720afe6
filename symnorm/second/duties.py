"""What expressions, as they are written, need to be defined: found by walking them, without a normal form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..checker.forms import of_the_set
from .nodes import Graph, Node
from .whole import may_be_negative


@dataclass(frozen=True)
class Duty:
    """What has to hold for an expression to be defined: value > 0, >= 0 or != 0.

    A free index "#1", "#2" ... of the value stands for every channel. A duty >= 0 is one of > 0 where one of the
    slopes in `moves` is not zero: it stands under a derivative. `origin` is what needs it.
    """

    relation: str
    value: Node
    origin: str
    moves: tuple[Node, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it is met by calculation with numbers."""
        q = self.value.rational
        return q is not None and (q > 0 or (q < 0 and self.relation == "!=") or (q == 0 and self.relation == ">="))


class Duties:
    """The duties of the nodes of a graph, each found once."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[Node, tuple[Duty, ...]] = {}

    def of(self, node: Node) -> tuple[Duty, ...]:
        """What a node needs to be defined, but for what is plain."""
        if node not in self._found:
            parts = node.parts[:1] if node.op in ("D", "at", "integral", "put") else node.parts
            inside = [d for part in parts for d in self.of(part)]
            found = dict.fromkeys((*self._changed(node, inside), *_own(node)))
            self._found[node] = tuple(d for d in found if not d.is_plain)
        return self._found[node]

    def _changed(self, node: Node, inside: list[Duty]) -> list[Duty]:
        """The duties of the parts, as they are due for the whole."""
        match node.op, node.args:
            case "sum", (index, *_):
                return [self._for_every(index, d) for d in inside]
            case "upto", (whole, first, *_):
                return [self._for_every_number(whole, first, d) for d in inside]
            case "put", (_, whole, value):
                return [replace(d, value=self.graph.put(d.value, whole, value)) for d in inside]
            case "bind", (_, i, j):
                return [replace(d, value=self.graph.bind(d.value, i, j)) for d in inside]
            case "D", (_, variable):
                return [self._under_derivative(variable, d) for d in inside]
            case "at", (_, variable, point):
                return [*(self._at(variable, point, d) for d in inside), *self.of(point)]
        return inside

    def _for_every(self, index: str, duty: Duty) -> Duty:
        if index not in duty.value.free:
            return duty
        picks = 1 + sum(i[0] == "#" for i in duty.value.free)
        return replace(duty, value=self.graph.bind(duty.value, index, of_the_set(f"#{picks}", index)))

    def _for_every_number(self, whole: str, first: int, duty: Duty) -> Duty:
        """What stands under a sum has a value at every whole number from the first, wherever the sum ends."""
        if whole not in duty.value.free:
            return duty
        picks = 1 + sum(i[0] == "#" for i in duty.value.free)
        counted = self.graph.make("add", self.graph.make("whole", f"#{picks}@1", 1), self.graph.number(first - 1))
        return replace(duty, value=self.graph.put(duty.value, whole, counted))

    def _under_derivative(self, variable: Node, duty: Duty) -> Duty:
        """A root of what moves has to be positive. Whether something moves is asked where the derivative stands."""
        if duty.relation != ">=" or variable.args[0] not in duty.value.names:
            return duty
        return replace(duty, moves=(*duty.moves, self.graph.make("D", duty.value, variable)))

    def _at(self, variable: Node, point: Node, duty: Duty) -> Duty:
        if variable.args[0] not in duty.value.names:
            return duty
        return replace(duty, value=self.graph.make("at", duty.value, variable, point))


def _own(node: Node) -> tuple[Duty, ...]:
    """What an operation itself needs of its parts."""
    match node.op, node.args:
        case "div", (_, below):
            return (Duty("!=", below, "div"),)
        case "pow", (base, int(n)) if n < 0:
            return (Duty("!=", base, "pow"),)
        case "power", (base, exponent) if may_be_negative(exponent):
            return (Duty("!=", base, "power"),)
        case "fn", ("sqrt", a):
            return (Duty(">=", a, "sqrt"),)
        case "fn", ("log", a):
            return (Duty(">", a, "log"),)
    return ()
