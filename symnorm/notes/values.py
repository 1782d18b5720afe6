"""A tree at a point: numbers, vectors and matrices to sixty digits, derivatives by central differences.

Read literally: sums are added up, a derivative is a limit of difference quotients, and it exists only where both one-sided
ones agree. A derivative by a name that is defined treats that as a variable: what is calculated from it moves, and nothing
else does.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mpmath import mp

from .ellipses import summed, written_out
from .meaning import ALIASES, Meaning, usual_name
from .samples import sample, size_for
from .tensors import Misfit, Number, Tensor, Undefined, Unknown, Value, each, flat, times, transposed, vector
from .trees import Bound, Node
from .usual import exp, usual

if TYPE_CHECKING:
    from .definitions import Definition

DIGITS = 60
STEP = mp.mpf(10) ** -18
KINK = mp.mpf(10) ** -9
"""One-sided difference quotients that differ by more belong to no derivative."""
MOST = 60_000
"""So many nodes are evaluated for one side of a relation at one point."""
DEEPEST = 60


class TooMuch(Exception):
    """The work on one relation has a bound."""


@dataclass
class Point:
    """Sizes of index sets and values of what is not defined, made up as they are asked for."""

    sizes: dict[str, int]
    leaves: dict[str, Value] = field(default_factory=dict)
    seed: int = 0
    positive: frozenset[str] = frozenset()
    asked: dict[str, None] = field(default_factory=dict)
    """The names whose values were used."""


@dataclass(frozen=True)
class Reading:
    """How what may be meant in two ways is meant."""

    dot: bool = True
    """Whether a dot between two vectors is their inner product."""
    held: frozenset[str] = frozenset()
    """What stays where it is while something is differentiated: the derivative is direct."""
    total_of_losses: bool = False
    """Whether the derivative of a loss is total all the same."""
    plain: frozenset[str] = frozenset()
    """Names that are numbers where they have no index, although they have one elsewhere."""
    apart: frozenset[str] = frozenset()
    """Names that are other vectors where they have fewer indices than elsewhere."""

    def own(self, key: str, indices: int, arity: int) -> str:
        """A name, told apart from the same name with another number of indices."""
        if (not indices and key in self.plain) or (0 < indices < arity and key in self.apart):
            return key + " " * (indices + 1)
        return key


@dataclass
class Env:
    """What the names stand for, at a place of an evaluation."""

    letters: dict[str, int] = field(default_factory=dict)
    over: dict[str, Value] = field(default_factory=dict)
    """Names that are variables now: those by which is differentiated, and arguments of functions."""
    memo: dict[tuple[str, tuple[int, ...]], Value] = field(default_factory=dict)
    scope: str = ""
    depth: int = 0

    def at(self, letters: Mapping[str, int], scope: str) -> Env:
        """The same with other letters."""
        return Env(dict(letters), self.over, self.memo, scope, self.depth + 1)

    def moved(self, key: str, value: Value) -> Env:
        """The same with a name that stands for a value."""
        return Env(self.letters, self.over | {key: value}, {}, self.scope, self.depth + 1)


class Values:
    """Evaluates the trees of a note at one point."""

    def __init__(self, meaning: Meaning, known: Mapping[str, Definition], point: Point, reading: Reading) -> None:
        self.meaning, self.known, self.point, self.reading = meaning, known, point, reading
        self.sets = meaning.sets
        self.work = 0
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
        if value != int(value) or abs(value) > 1000:
            raise Undefined
        return int(value)

    def size(self, member: str) -> int:
        """The number of entries of a class of indices."""
        root = self.sets.root(member)
        if root not in self.point.sizes:
            self.point.sizes[root] = size_for(len(self.point.sizes), self.point.seed)
        return self.point.sizes[root]

    # --- numbers and names ----------------------------------------------------------------------------------

    def _num(self, node: Node, env: Env) -> Value:
        return mp.mpf(node.name) + self.nudges.get((node.start, node.end), 0)

    def _extent(self, node: Node, env: Env) -> Value:
        value = self.named(node.name, (), node, env)
        if not isinstance(value, Tensor):
            raise Misfit("a vector belongs here")
        return mp.mpf(value.shape[0])

    def _infinity(self, node: Node, env: Env) -> Value:
        return mp.inf

    def _ones(self, node: Node, env: Env) -> Value:
        return vector([mp.mpf(1)] * self.size(self.line(env)))

    def line(self, env: Env) -> str:
        """The index set of vectors of which nothing else says how long they are."""
        for key, value in env.over.items():
            if isinstance(value, Tensor):
                return self.sets.place(key)
        return self.sets.main()

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
            return _entry(env.over[key], places)
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
        return _entry(self.leaf(key, len(places), node), places)

    def alias(self, key: str) -> str:
        """Another name for the same, where only that is defined."""
        for other in ALIASES.get(key, ()):
            if other in self.known:
                return other
        plain = key.split("_")[0]
        if plain != key and "^" not in key:
            return plain if plain in self.known and not any(k.startswith(f"{plain}_") for k in self.known) else ""
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
            return _entry(value, places[len(letters) :])
        if len(places) == len(letters):
            return self.of(own.body, env.at(dict(zip(letters, places, strict=True)), own.scope))
        rest = letters[len(places) :]
        sizes = [self.size(self.sets.letter(letter, own.scope)) for letter in rest]
        bound = dict(zip(letters, places, strict=False))
        entries: list[Number] = []
        for more in _places(sizes):
            value = self.named(own.key, (*places, *more), node, env) if not places else self.of(
                own.body, env.at(bound | dict(zip(rest, more, strict=True)), own.scope)
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

    # --- calculation ----------------------------------------------------------------------------------------

    def _add(self, node: Node, env: Env) -> Value:
        values = [self.of(a, env) for a in node.args]
        total = values[0]
        for value in values[1:]:
            if isinstance(total, Tensor) and isinstance(value, Tensor) and total.shape == value.shape:
                total = replace(total, is_row=value.is_row and total.is_row)
            total = each(lambda p, q: p + q, total, value)
        return total

    def _neg(self, node: Node, env: Env) -> Value:
        return each(lambda p: -p, self.of(node.args[0], env))

    def _mul(self, node: Node, env: Env) -> Value:
        return times(self.of(node.args[0], env), self.of(node.args[1], env), node.name, self.reading.dot)

    def _div(self, node: Node, env: Env) -> Value:
        return each(_divided, self.of(node.args[0], env), self.of(node.args[1], env))

    def _pow(self, node: Node, env: Env) -> Value:
        base, exponent = node.args
        if base.op == "name" and exponent.op == "num":
            key = f"{base.name}^{exponent.name}"
            if key not in env.over and key not in self.known and base.name not in self.known:
                key = self.alias(key) or key
            if key in env.over or key in self.known:
                return self.named(key, tuple(self.whole(a, env) for a in base.args), node, env)
        if base.op == "name" and base.name == "e" and "e" not in self.known:
            return each(exp, self.of(exponent, env))
        value, power = self.of(base, env), self.of(exponent, env)
        if isinstance(value, Tensor) and len(value.shape) == 2:
            raise Misfit("the power of a matrix")
        return each(_power, value, power)

    def _sqrt(self, node: Node, env: Env) -> Value:
        if len(node.args) == 2:
            return each(_power, self.of(node.args[0], env), 1 / self.number(node.args[1], env))
        return usual("sqrt", self.of(node.args[0], env))

    def _transpose(self, node: Node, env: Env) -> Value:
        value = self.of(node.args[0], env)
        inner = node.args[0]
        if not isinstance(value, Tensor) and inner.op == "name" and inner.name not in self.known:
            raise Unknown(f"declare what {inner.name} is: a vector or a matrix", inner)
        return transposed(value)

    def _inner(self, node: Node, env: Env) -> Value:
        a, b = (self.of(one, env) for one in node.args)
        if not (isinstance(a, Tensor) and isinstance(b, Tensor)):
            raise Misfit("an inner product is of two vectors")
        return mp.fsum(flat(each(lambda p, q: p * q, replace(a, is_row=False), replace(b, is_row=False))))

    def _abs(self, node: Node, env: Env) -> Value:
        value = self.of(node.args[0], env)
        return self.norm(value, "2") if isinstance(value, Tensor) and node.args[0].op != "name" else each(abs, value)

    def _norm(self, node: Node, env: Env) -> Value:
        inner = node.args[0]
        value = self.of(inner, env)
        if not isinstance(value, Tensor) and inner.op == "name" and inner.name not in self.known:
            raise Unknown(f"declare that {inner.name} is a vector", inner)
        return self.norm(value, node.name)

    def norm(self, value: Value, name: str) -> Number:
        """The length of a vector, or another norm."""
        numbers = flat(value)
        if name == "1":
            return mp.fsum(map(abs, numbers))
        if name == r"\infty":
            return max(map(abs, numbers))
        return mp.sqrt(mp.fsum(p * p for p in numbers))

    def _at(self, node: Node, env: Env) -> Value:
        return _entry(self.of(node.args[0], env), tuple(self.whole(a, env) for a in node.args[1:]))

    # --- functions ------------------------------------------------------------------------------------------

    def _call(self, node: Node, env: Env) -> Value:
        key = node.name
        if key == "diag" and isinstance(value := self.of(node.args[0], env), Tensor):
            n = value.shape[0]
            return Tensor((n, n), tuple(value.data[i] if i == j else mp.mpf(0) for i in range(n) for j in range(n)))
        if key == "tr" and isinstance(value := self.of(node.args[0], env), Tensor) and len(value.shape) == 2:
            return mp.fsum(value.entry(i + 1, i + 1) for i in range(value.shape[0]))
        if key in env.over and not node.args:
            return env.over[key]
        if key not in self.known and (other := self.alias(key)):
            key = other
        own = self.known.get(key)
        bare = all(a.op == "name" and not a.args for a in node.args)
        if own is None:
            if key in self.meaning.losses and bare:
                return self.named(key, (), node, env)
            if node.args and len(node.args) == 1 and usual_name(key, self.meaning):
                return usual(key, self.of(node.args[0], env))
            raise Unknown(f"{key} is not defined: define it in the notation", node)
        if key in env.over and bare:
            return env.over[key]
        if not own.arguments:
            if not bare:
                raise Unknown(f"{key} is defined without arguments", node)
            return self.named(key, (), node, env)
        if not node.args or all(a.op == "name" and a.name == own_name and not a.args for a, own_name in zip(
            node.args, own.arguments, strict=False
        )):  # fmt: skip
            return self.named(key, (), node, env)
        if len(node.args) != len(own.arguments):
            raise Unknown(f"{key} has {len(own.arguments)} arguments where it is defined", node)
        return self.applied(own, [self.of(a, env) for a in node.args], node, env)

    def applied(self, own: Definition, arguments: list[Value], node: Node, env: Env) -> Value:
        """A function of the note at some arguments: what is calculated from these names moves with them."""
        over = dict(env.over)
        for name, value in zip(own.arguments, arguments, strict=True):
            if not isinstance(value, Tensor) and self.sets.arity.get(name, 0) and self._is_indexed(own, name):
                raise Misfit(f"{own.key} takes a vector")
            over[name] = value
        inner = Env({}, over, {}, own.scope, env.depth + 1)
        return self.defined(replace(own, key=f"{own.key}()"), (), node, inner) if own.letters else self.of(own.body, inner)

    def _is_indexed(self, own: Definition, name: str) -> bool:
        return any(p.op == "name" and p.name == name and p.args for p in own.body.parts())

    def _prime(self, node: Node, env: Env) -> Value:
        call = node.args[0]
        if len(call.args) != 1:
            if not call.args and (own := self.known.get(call.name)) and len(own.arguments) == 1:
                call = call.with_args(Node("name", name=own.arguments[0]))
            else:
                raise Unknown("a prime belongs to a function of one argument", node)
        value = self.of(call.args[0], env)
        return self.slope(call, value, int(node.name), env)

    def slope(self, call: Node, value: Value, times_: int, env: Env) -> Value:
        """A derivative of a function of one argument, entry by entry."""
        def at(shift: Number) -> Value:
            moved = each(lambda p: p + shift, value)
            if times_ > 1:
                return self.slope(call, moved, times_ - 1, env)
            own = self.known.get(call.name) or self.known.get(self.alias(call.name))
            if own is not None and own.arguments:
                return self.applied(own, [moved], call, env)
            if own is None and usual_name(call.name, self.meaning):
                return usual(call.name, moved)
            raise Unknown(f"{call.name} is not defined: define it in the notation", call)

        return _quotient(at)

    def _largest(self, node: Node, env: Env) -> Value:
        return each(max, *self._several(node, env))

    def _smallest(self, node: Node, env: Env) -> Value:
        return each(min, *self._several(node, env))

    def _several(self, node: Node, env: Env) -> list[Value]:
        values = [self.of(a, env) for a in node.args]
        return list(flat(values[0])) if len(values) == 1 else values

    # --- derivatives ----------------------------------------------------------------------------------------

    def _partial(self, node: Node, env: Env) -> Value:
        above, *below = node.args
        if len(below) > 1:
            above = Node("partial", (above, *below[1:]), node.name, start=node.start, end=node.end)
        return self.by(above, below[0], env)

    def by(self, above: Node, variable: Node, env: Env) -> Value:
        """A derivative, or all of them where a vector is differentiated or differentiated by."""
        key, places, factor = self.variable(variable, env)
        if key not in env.over:
            self.need_path(above, key, variable)
        value = self.whole_of(key, len(places), variable, env)
        held = env
        own = f"{above.args[0].name}^2" if above.op == "pow" else above.name
        is_total = self.reading.total_of_losses and above.name in self.meaning.losses
        for name in () if is_total else sorted(self.reading.held - {key, own, self.alias(own), self.alias(above.name)}):
            if name not in held.over:
                held = held.moved(name, self.named(name, (), above, env))
        if isinstance(value, Tensor) and len(places) < len(value.shape):
            if places:
                raise Misfit("a derivative by a row")
            columns = [self.moved(above, key, value, at, held) for at in range(len(value.data))]
            return _jacobian(columns, value.shape)
        at = 0
        if isinstance(value, Tensor):
            for place, size in zip(places, value.shape, strict=True):
                if not 1 <= place <= size:
                    raise Undefined
                at = at * size + place - 1
        elif places:
            raise Misfit("an index at a number")
        return each(lambda p: p * factor, self.moved(above, key, value, at, held))

    def whole_of(self, key: str, indices: int, node: Node, env: Env) -> Value:
        """All of what is differentiated by."""
        is_apart = key != key.strip() and key not in env.over
        return self.leaf(key, indices, node) if is_apart else self.named(key, (), node, env)

    def variable(self, node: Node, env: Env) -> tuple[str, tuple[int, ...], Number]:
        """By what is differentiated: its name, its places, and a factor where the square of a name stands there."""
        one = mp.mpf(1)
        if node.op == "pow" and node.args[0].op == "name" and node.args[1].op == "num":
            base = node.args[0]
            places = tuple(self.whole(a, env) for a in base.args)
            key = f"{base.name}^{node.args[1].name}"
            if key in self.known or key in env.over:
                return key, places, one
            labelled = self.alias(base.name)
            if f"{labelled}^2" in self.known or f"{labelled}^2" in env.over:
                return f"{labelled}^2", places, one
            if node.args[1].name == "2":
                return base.name, places, 1 / (2 * self.number(base, env))
        if node.op == "call" and all(a.op == "name" and not a.args for a in node.args):
            return node.name, (), one
        if node.op != "name":
            raise Unknown("a derivative is taken by a name", node)
        if node.name in env.letters or node.name in self.sets.lengths:
            raise Unknown("nothing is differentiated by an index or a number of entries", node)
        key = self.meaning.declared.synonyms.get(node.name, node.name)
        own = self.reading.own(key, len(node.args), self.sets.arity.get(key, 0))
        if own != key and key not in self.known and key not in env.over:
            return own, tuple(self.whole(a, env) for a in node.args), one
        if key not in self.known and key not in env.over and (other := self.alias(key)):
            key = other
        return key, tuple(self.whole(a, env) for a in node.args), one

    def need_path(self, above: Node, key: str, node: Node) -> None:
        """Refuses a derivative of what does not depend on its variable, as far as the note says."""
        key = key.strip()
        seen: set[str] = set()
        ahead = [above]
        while ahead:
            for part in ahead.pop().parts():
                name = part.name if part.op in ("name", "call") else ""
                square = f"{part.args[0].name}^2" if part.op == "pow" and part.args[0].op == "name" else ""
                for one in filter(None, (name, square, f"{name}^2" if name and name not in self.known else "")):
                    one = self.meaning.declared.synonyms.get(one, one)
                    one = one if one in self.known else self.alias(one) or one
                    if one == key:
                        return
                    if one in seen:
                        continue
                    seen.add(one)
                    if one in self.meaning.losses:
                        ahead += [Node("name", name=sink) for sink in self.meaning.losses[one]]
                    elif one in self.known:
                        ahead.append(self.known[one].body)
        if not any(p.op in ("name", "call", "partial") for p in above.parts()):
            return
        shown = above.name or "this"
        raise Unknown(f"nothing in the note says how {shown} depends on {key}: define it in the notation", node)

    def moved(self, above: Node, key: str, value: Value, at: int, env: Env) -> Value:
        """The derivative of a term where one number of a name moves."""
        def shifted(shift: Number) -> Value:
            if isinstance(value, Tensor):
                data = [*value.data]
                data[at] += shift
                return self.of(above, env.moved(key, Tensor(value.shape, tuple(data), value.is_row)))
            return self.of(above, env.moved(key, value + shift))

        return _quotient(shifted)

    # --- sums and the like ----------------------------------------------------------------------------------

    def _range(self, node: Node, env: Env) -> list[Env]:
        """The values of the letters of a sum for which its conditions hold."""
        found = [env]
        for bound in node.bounds:
            found = [one for e in found for one in self._letters(bound, node, e)]
        return [e for e in found if all(self.holds(c, e) for c in node.conditions)]

    def _letters(self, bound: Bound, node: Node, env: Env) -> list[Env]:
        letter = bound.letter or self._only_letter(node, env)
        low = self.whole(bound.low, env) if bound.low is not None else 1
        if bound.high is not None:
            high = self.whole(bound.high, env)
        else:
            high = self.size(self.sets.letter(letter, env.scope))
        return [
            Env(env.letters | {letter: n}, env.over, env.memo, env.scope, env.depth + 1) for n in range(low, high + 1)
        ]

    def _only_letter(self, node: Node, env: Env) -> str:
        body = node.args[0]
        found = {a.name for p in body.parts() if p.op == "name" for a in p.args if a.op == "name"} - {*env.letters}
        if len(found) != 1:
            raise Unknown("over which letter is this sum?", node)
        return found.pop()

    def _sum(self, node: Node, env: Env) -> Value:
        return self._folded(node, env, mp.mpf(0), lambda p, q: p + q)

    def _prod(self, node: Node, env: Env) -> Value:
        return self._folded(node, env, mp.mpf(1), lambda p, q: p * q)

    def _folded(self, node: Node, env: Env, start: Number, f: object) -> Value:
        total: Value = start
        for one in self._range(node, env):
            total = each(f, total, self.of(node.args[0], one))  # type: ignore[arg-type]
        return total

    def _max(self, node: Node, env: Env) -> Value:
        values = [self.number(node.args[0], one) for one in self._range(node, env)]
        if not values:
            raise Undefined
        return max(values)

    def _min(self, node: Node, env: Env) -> Value:
        values = [self.number(node.args[0], one) for one in self._range(node, env)]
        if not values:
            raise Undefined
        return min(values)

    def _dots(self, node: Node, env: Env) -> Value:
        return self.of(summed(node), env)

    def _integral(self, node: Node, env: Env) -> Value:
        body, low, high = node.args
        variable = node.bounds[0].letter
        a, b = self.number(low, env), self.number(high, env)
        return mp.quad(lambda t: self.number(body, env.moved(variable, t)), [a, b])

    # --- conditions -----------------------------------------------------------------------------------------

    def holds(self, node: Node, env: Env) -> bool:
        """Whether a condition holds."""
        if node.op == "and":
            return all(self.holds(a, env) for a in node.args)
        left, right = (self.number(a, env) for a in node.args)
        return _EXACT[node.name](left, right)

    def _cases(self, node: Node, env: Env) -> Value:
        for value, condition in zip(node.args[::2], node.args[1::2], strict=True):
            if self.holds(condition, env):
                return self.of(value, env)
        raise Undefined

    def _delta(self, node: Node, env: Env) -> Value:
        a, b = (self.whole(one, env) for one in node.args)
        return mp.mpf(a == b)

    def _indicator(self, node: Node, env: Env) -> Value:
        return mp.mpf(self.holds(node.conditions[0], env))

    def _matrix(self, node: Node, env: Env) -> Value:
        if any(a.op == "dots" and not a.args for a in node.args):
            return vector([self.number(a, env) for a in written_out(node, lambda index: self.whole(index, env))])
        values = [self.number(a, env) for a in node.args]
        rows, _, columns = node.name.partition("x")
        if not columns or "1" in (rows, columns):
            return vector(values)
        return Tensor((int(rows), int(columns)), tuple(values))

    # --- moments --------------------------------------------------------------------------------------------

    def _expectation(self, node: Node, env: Env) -> Value:
        [only] = node.args if len(node.args) == 1 else [node]
        if only.op == "name" and not only.args and only.name not in self.known and not env.over:
            return self.leaf(rf"\mathbb{{E}}[{only.name}]", 0, node)
        return self._mean(self._sample(node, env)[0])

    def _variance(self, node: Node, env: Env) -> Value:
        [sample] = self._sample(node, env)
        mean = self._mean(sample)
        return self._mean([(p - mean) ** 2 for p in sample])

    def _covariance(self, node: Node, env: Env) -> Value:
        a, b = self._sample(node, env, 2)
        return self._mean([p * q for p, q in zip(a, b, strict=True)]) - self._mean(a) * self._mean(b)

    def _sample(self, node: Node, env: Env, count: int = 1) -> list[list[Number]]:
        values = [self.of(a, env) for a in node.args]
        if len(values) != count or not all(isinstance(v, Tensor) for v in values):
            raise Unknown("this is understood of a vector alone, as the mean over its entries", node)
        return [flat(v) for v in values]

    @staticmethod
    def _mean(sample: list[Number]) -> Number:
        return mp.fsum(sample) / len(sample)


_EXACT: dict[str, Callable[[Number, Number], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}
"""Conditions within a formula: at a kink, the next number beside it is another one."""


def compare(sign: str, left: Number, right: Number) -> bool:
    """Whether a relation holds between two numbers; what differs by less than calculation can tell is equal."""
    is_equal = abs(left - right) <= mp.mpf(10) ** -12 * (1 + max(abs(left), abs(right)))
    return {
        "=": is_equal, "==": is_equal, ":=": is_equal, "!=": not is_equal, "<": left < right and not is_equal,
        ">": left > right and not is_equal, "<=": left < right or is_equal, ">=": left > right or is_equal,
    }[sign]  # fmt: skip


def _entry(value: Value, places: tuple[int, ...]) -> Value:
    if not places:
        return value
    if not isinstance(value, Tensor):
        raise Misfit("an index at a number")
    return value.entry(*places)


def _divided(a: Number, b: Number) -> Number:
    if b == 0:
        raise Undefined
    return a / b


def _power(base: Number, exponent: Number) -> Number:
    if exponent == int(exponent) and abs(exponent) < 1000:
        if base == 0 and exponent < 0:
            raise Undefined
        return base ** int(exponent)
    if base < 0 or (base == 0 and exponent < 0):
        raise Undefined
    return base**exponent


def _quotient(f: object) -> Value:
    """The derivative at 0 of a function of a shift. Raises Undefined where the one-sided ones differ."""
    before, here, after = (f(s) for s in (-STEP, mp.mpf(0), STEP))  # type: ignore[operator]

    def slope(p: Number, q: Number, r: Number) -> Number:
        left, right = (q - p) / STEP, (r - q) / STEP
        if abs(left - right) > KINK * (1 + abs(left) + abs(right)):
            raise Undefined
        return (r - p) / (2 * STEP)

    return each(slope, before, here, after)


def _jacobian(columns: list[Value], shape: tuple[int, ...]) -> Value:
    """Derivatives by each number of a vector, put together: of a vector, in numerator layout."""
    if not isinstance(columns[0], Tensor):
        return Tensor(shape, tuple(columns))
    if len(shape) > 1 or len(columns[0].shape) > 1:
        raise Misfit("derivatives of matrices by matrices")
    rows, width = columns[0].shape[0], len(columns)
    return Tensor((rows, width), tuple(columns[j].data[i] for i in range(rows) for j in range(width)))


def _places(sizes: list[int]) -> list[tuple[int, ...]]:
    out: list[tuple[int, ...]] = [()]
    for size in sizes:
        out = [(*one, n + 1) for one in out for n in range(size)]
    return out
