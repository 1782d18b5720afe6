"""Functions of a note at their arguments, and derivatives by central differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mpmath import mp

from .definitions import Definition, mentions
from .meaning import usual_name
from .naming import Names
from .points import KINK, STEP, Env
from .tensors import Misfit, Number, Tensor, Undefined, Unknown, Value, each
from .trees import Node
from .usual import usual


class Slopes(Names):
    """Evaluates functions and derivatives."""

    def _call(self, node: Node, env: Env) -> Value:
        key = node.name
        if key == "diag" and isinstance(value := self.of(node.args[0], env), Tensor):
            n = value.shape[0]
            return Tensor(
                (n, n), tuple(value.data[i] if i == j else mp.mpf(0) for i in range(n) for j in range(n))
            )
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
            if not bare or not {a.name for a in node.args} <= mentions(own.body, self.known):
                raise Unknown(f"{key} is defined without arguments", node)
            return self.named(key, (), node, env)
        if node.args and len(node.args) != len(own.arguments):
            own = self.known.get(f"{key}/{len(node.args)}")
            if own is None:
                raise Unknown(f"{key} has another number of arguments where it is defined", node)
        if not node.args or (bare and tuple(a.name for a in node.args) == own.arguments):
            return self.named(own.key, (), node, env)
        return self.applied(own, [self.of(a, env) for a in node.args], node, env)

    def applied(self, own: Definition, arguments: list[Value], node: Node, env: Env) -> Value:
        """A function of the note at some arguments: what is calculated from these names moves with them."""
        over = dict(env.over)
        for name, value in zip(own.arguments, arguments, strict=True):
            if not isinstance(value, Tensor) and self.sets.arity.get(name, 0) and self._is_indexed(own, name):
                raise Misfit(f"{own.key} takes a vector")
            over[name] = value
        inner = Env({}, over, {}, own.scope, env.depth + 1)
        return (
            self.defined(replace(own, key=f"{own.key}()"), (), node, inner)
            if own.letters
            else self.of(own.body, inner)
        )

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
        for name in (
            () if is_total else sorted(self.reading.held - {key, own, self.alias(own), self.alias(above.name)})
        ):
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


def _quotient(f: Callable[[Number], Value]) -> Value:
    """The derivative at 0 of a function of a shift. Raises Undefined where the one-sided ones differ."""
    before, here, after = (f(s) for s in (-STEP, mp.mpf(0), STEP))

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
