"""A tree at a point: numbers, vectors and matrices to sixty digits, derivatives by central differences.

Read literally: sums are added up, a derivative is a limit of difference quotients, and it exists only where both
one-sided ones agree. A derivative by a name that is defined treats that as a variable: what is calculated from it
moves, and nothing else does.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

from mpmath import mp

from .ellipses import summed, written_out
from .naming import entry
from .points import Env
from .slopes import Slopes
from .tensors import Misfit, Number, Tensor, Undefined, Unknown, Value, each, flat, times, transposed, vector
from .trees import Bound, Node
from .usual import exp, usual


class Values(Slopes):
    """Evaluates the trees of a note at one point."""

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
        own = self.sets.length(node.name) if node.name else self.line(env)
        return vector([mp.mpf(1)] * self.size(own))

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
            if exponent.op != "num" or exponent.name not in ("1", "2", "3"):
                raise Misfit("the power of a matrix")
            product = value
            for _ in range(int(exponent.name) - 1):
                product = times(product, value, "", dot=True)
            return product
        return each(_power, value, power)

    def _sqrt(self, node: Node, env: Env) -> Value:
        if len(node.args) == 2:
            return each(_power, self.of(node.args[0], env), 1 / self.number(node.args[1], env))
        return usual("sqrt", self.of(node.args[0], env))

    def _transpose(self, node: Node, env: Env) -> Value:
        value = self.of(node.args[0], env)
        inner = node.args[0]
        if inner.op == "matrix" and isinstance(value, Tensor) and len(value.shape) == 1:
            return value  # (b_1, ..., b_n)^T is a column, as vectors are
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
        return (
            self.norm(value, "2")
            if isinstance(value, Tensor) and node.args[0].op != "name"
            else each(abs, value)
        )

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
        return entry(self.of(node.args[0], env), tuple(self.whole(a, env) for a in node.args[1:]))

    def _largest(self, node: Node, env: Env) -> Value:
        return each(max, *self._several(node, env))

    def _smallest(self, node: Node, env: Env) -> Value:
        return each(min, *self._several(node, env))

    def _several(self, node: Node, env: Env) -> list[Value]:
        values = [self.of(a, env) for a in node.args]
        return list(flat(values[0])) if len(values) == 1 else values

    def _range(self, node: Node, env: Env) -> list[Env]:
        """The values of the letters of a sum for which its conditions hold."""
        found = [env]
        for bound in node.bounds:
            found = [one for e in found for one in self._letters(bound, node, e)]
        return [e for e in found if all(self.holds(c, e) for c in node.conditions)]

    def _letters(self, bound: Bound, node: Node, env: Env) -> list[Env]:
        letter = bound.letter or self._only_letter(node, env)
        low = self.whole(bound.low, env) if bound.low is not None else 1
        own = self.size(self.sets.letter(letter, env.scope)) if bound.high is None else 0
        high = own if bound.high is None else self.whole(bound.high, env)
        return [
            Env(env.letters | {letter: n}, env.over, env.memo, env.scope, env.depth + 1)
            for n in range(low, high + 1)
        ]

    def _only_letter(self, node: Node, env: Env) -> str:
        body = node.args[0]
        found = {a.name for p in body.parts() if p.op == "name" for a in p.args if a.op == "name"} - {
            *env.letters
        }
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
            return vector(
                [self.number(a, env) for a in written_out(node, lambda index: self.whole(index, env))]
            )
        values = [self.number(a, env) for a in node.args]
        rows, _, columns = node.name.partition("x")
        if not columns or "1" in (rows, columns):
            return vector(values)
        return Tensor((int(rows), int(columns)), tuple(values))

    def _expectation(self, node: Node, env: Env) -> Value:
        [only] = node.args if len(node.args) == 1 else [node]
        is_open = only.op == "name" and not only.args and only.name not in self.known and not env.over
        if is_open and not self.sets.is_vector(only.name):
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
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
"""Conditions within a formula: at a kink, the next number beside it is another one."""


def compare(sign: str, left: Number, right: Number) -> bool:
    """Whether a relation holds between two numbers; what differs by less than calculation can tell is equal."""
    is_equal = bool(abs(left - right) <= mp.mpf(10) ** -12 * (1 + max(abs(left), abs(right))))
    if sign in ("=", "==", ":="):
        return is_equal
    if sign == "!=" or (is_equal and sign in ("<", ">")):
        return not is_equal
    return is_equal or bool(left < right if sign in ("<", "<=") else left > right)


def _divided(a: Number, b: Number) -> Number:
    if b == 0:
        raise Undefined
    return a / b


def _power(base: Number, exponent: Number) -> Number:
    if abs(exponent) > 10_000 or abs(base) > mp.mpf(10) ** 10_000:
        raise Undefined
    if exponent == int(exponent) and abs(exponent) < 1000:
        if base == 0 and exponent < 0:
            raise Undefined
        return base ** int(exponent)
    if base < 0 or (base == 0 and exponent < 0):
        raise Undefined
    return base**exponent
