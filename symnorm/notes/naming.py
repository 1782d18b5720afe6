"""What names stand for at a point: definitions, values that are made up, losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mpmath import mp

from .meaning import ALIASES, Meaning
from .points import DEEPEST, MOST, Env, Point, Reading, TooMuch
from .samples import sample, size_for
from .tensors import Misfit, Number, Tensor, Undefined, Unknown, Value, flat
from .trees import Node
from .usual import usual

if TYPE_CHECKING:
    from .definitions import Definition


class Names:
    """Knows the names of a note at one point."""

    def __init__(
        self, meaning: Meaning, known: Mapping[str, Definition], point: Point, reading: Reading
    ) -> None:
        self.meaning, self.known, self.point, self.reading = meaning, known, point, reading
        self.sets = meaning.sets
        self.work = 0
        self.default = ""
        """The index set of the vectors of the relation, where it has some."""
        self.nudges: dict[tuple[int, int], Number] = {}
        """What is added to numbers that are rounded, by their places."""

    def of(self, node: Node, env: Env) -> Value:
        """The value. Raises Undefined, Misfit, Unknown, TooMuch."""
        self.work += 1
        if self.work > MOST or env.depth > DEEPEST:
            raise TooMuch
        method = getattr(self, f"_{node.op}", None)
        if method is None:
            raise Unknown("this is not understood", node)
        return method(node, env)

    def number(self, node: Node, env: Env) -> Number:
        """The value, which has to be a number."""
        value = self.of(node, env)
        if isinstance(value, Tensor):
            raise Misfit("a number belongs here")
        return value

    def whole(self, node: Node, env: Env) -> int:
        """The value of an index or a bound."""
        value = self.number(node, env)
        if not mp.isfinite(value):
            raise Unknown("an infinite sum is not understood", node)
        if value != int(value) or abs(value) > 1000:
            raise Undefined
        return int(value)

    def size(self, member: str) -> int:
        """The number of entries of a class of indices."""
        root = self.sets.root(member)
        if root not in self.point.sizes:
            self.point.sizes[root] = size_for(len(self.point.sizes), self.point.seed)
        return self.point.sizes[root]

    def line(self, env: Env) -> str:
        """The index set of vectors of which nothing else says how long they are."""
        for key, value in env.over.items():
            if isinstance(value, Tensor):
                return self.sets.place(key)
        return self.default or self.sets.main()

    def _name(self, node: Node, env: Env) -> Value:
        key = node.name
        places = tuple(self.whole(a, env) for a in node.args)
        if not node.args:
            if key in env.letters:
                return mp.mpf(env.letters[key])
            if key == "e" and key not in self.known:
                return mp.e
            if key == r"\pi":
                return mp.pi
            if key in self.sets.lengths and key not in env.over:
                self.point.asked[key] = None
                return mp.mpf(self.size(self.sets.length(key)))
        return self.named(key, places, node, env)

    def named(self, key: str, places: tuple[int, ...], node: Node, env: Env) -> Value:
        """What a name stands for, at some of its places."""
        key = self.meaning.declared.synonyms.get(key, key)
        if key not in env.over and key not in self.known:
            key = self.reading.own(key, len(places), self.sets.arity.get(key, 0))
        if key in env.over:
            return entry(env.over[key], places)
        memo = key, places
        if memo not in env.memo:
            env.memo[memo] = self._found(key, places, node, env)
        return env.memo[memo]

    def _found(self, key: str, places: tuple[int, ...], node: Node, env: Env) -> Value:
        if len(places) == 1 and (key, places[0]) in self.meaning.entries and key not in self.meaning.losses:
            own = self.meaning.entries[key, places[0]]
            return self.of(own.body, env.at({}, own.scope))
        if key in self.known:
            return self.defined(self.known[key], places, node, env)
        square = f"{key}^2"
        square = square if square in env.over or square in self.known else self.alias(square)
        if square and not key.endswith("^2"):
            return usual("sqrt", self.named(square, places, node, env))
        if key in self.meaning.losses:
            return self.loss(key, node, env)
        if other := self.alias(key):
            return self.named(other, places, node, env)
        if key == "I" and not places:
            n = self.size(self.line(env))
            return Tensor((n, n), tuple(mp.mpf(i == j) for i in range(n) for j in range(n)))
        return entry(self.leaf(key, len(places), node), places)

    def alias(self, key: str) -> str:
        """Another name for the same, where only that is defined."""
        for other in ALIASES.get(key, ()):
            if other in self.known:
                return other
        plain = key.split("_")[0]
        if plain != key and "^" not in key:
            return (
                plain if plain in self.known and not any(k.startswith(f"{plain}_") for k in self.known) else ""
            )
        if key.endswith("^2"):
            labelled = [k for k in self.known if k.startswith(f"{key[:-2]}_") and k.endswith("^2")]
            return labelled[0] if len(labelled) == 1 else ""
        labelled = [k for k in self.known if k.startswith(f"{key}_") and not k.endswith("^2")]
        return labelled[0] if len(labelled) == 1 and not self.sets.is_vector(key) else ""

    def defined(self, own: Definition, places: tuple[int, ...], node: Node, env: Env) -> Value:
        """The value of a definition, at some of its places."""
        letters = own.letters
        if any(n < 0 for n in places):
            raise Undefined
        if len(places) > len(letters):
            value = self.of(own.body, env.at(dict(zip(letters, places, strict=False)), own.scope))
            return entry(value, places[len(letters) :])
        if len(places) == len(letters):
            return self.of(own.body, env.at(dict(zip(letters, places, strict=True)), own.scope))
        rest = letters[len(places) :]
        sizes = [self.size(self.sets.letter(letter, own.scope)) for letter in rest]
        bound = dict(zip(letters, places, strict=False))
        entries: list[Number] = []
        for more in _places(sizes):
            value = (
                self.named(own.key, (*places, *more), node, env)
                if not places
                else self.of(own.body, env.at(bound | dict(zip(rest, more, strict=True)), own.scope))
            )
            if isinstance(value, Tensor):
                raise Misfit("a number belongs here")
            entries.append(value)
        return Tensor(tuple(sizes), tuple(entries))

    def leaf(self, key: str, arity: int, node: Node) -> Value:
        """The value of what is not defined, which is made up once for a point."""
        self.point.asked[key] = None
        if key not in self.point.leaves:
            wide = max(arity, self.sets.arity.get(key, 0), int(key in self.sets.vectors))
            sizes = tuple(self.size(self.sets.place(key, at)) for at in range(wide))
            is_positive = key in self.meaning.declared.positive or key in self.point.positive
            self.point.leaves[key] = sample(key, sizes, self.point.seed, is_positive)
        return self.point.leaves[key]

    def loss(self, key: str, node: Node, env: Env) -> Value:
        """An arbitrary smooth function: a polynomial and sines of all that it depends on, with numbers of its own."""
        found: list[Number] = []
        for sink in self.meaning.losses[key]:
            found += flat(self.named(sink, (), node, env))
        total = mp.mpf(0)
        for n, v in enumerate(found):
            w = found[(n + 1) % len(found)]
            a = mp.mpf((7 * n + 3 * self.point.seed) % 11 - 5) / 4 + mp.mpf(1) / 7
            total += a * v + mp.sin(v + n) / 3 + (v * w) / (5 + n) + v**2 / (3 + n)
        return total


def entry(value: Value, places: tuple[int, ...]) -> Value:
    if not places:
        return value
    if not isinstance(value, Tensor):
        raise Misfit("an index at a number")
    return value.entry(*places)


def _places(sizes: list[int]) -> list[tuple[int, ...]]:
    out: list[tuple[int, ...]] = [()]
    for size in sizes:
        out = [(*one, n + 1) for one in out for n in range(size)]
    return out
