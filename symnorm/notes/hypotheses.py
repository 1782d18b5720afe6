"""What may have been meant: hypotheses under which a relation that fails would hold, likely ones first."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import partial

from mpmath import mp

from .letters import free_letters
from .meaning import Meaning, Parsed
from .points import Env, Point, Reading
from .samples import SMALL
from .tensors import Misfit, Number, Tensor, Undefined, Value, flat
from .trees import Node
from .trials import Hypothesis, Outcome, Trial
from .values import Values, compare

ONE_HOT = re.compile(
    r"one.?hot|true class|true label|correct class|独热|真实类|正解|원-?핫|otimes um", re.IGNORECASE
)


def stated(p: Parsed, meaning: Meaning) -> Hypothesis | None:
    """What a relation supposes that speaks of nothing but names that are left open; None where it cannot be used."""
    if p.left is None or p.right is None:
        return None
    text = f"{p.link.latex.strip()}"
    where = f"line {p.link.line}" if p.scope[0] != "n" else "notation"
    left, right, sign = p.left, p.right, p.sign
    key = left.name if left.op == "name" and not left.args else ""
    letters = free_letters((left, right), meaning)

    def prepare(point: Point, values: Values) -> bool:
        for one in range(6):
            if _holds_everywhere(left, right, sign, letters, values, p.scope):
                return True
            if sign == "=" and not _solved(left, right, letters, values, p.scope):
                return False
            if sign != "=":
                _shifted(left, point, one)
        return _holds_everywhere(left, right, sign, letters, values, p.scope)

    if sign in (">", ">=") and right.op == "num" and right.name == "0" and key:
        return Hypothesis(text, lambda _, __: True, positive=frozenset({key}), stated=where)
    return Hypothesis(text, prepare, stated=where)


def _envs(letters: list[str], values: Values, scope: str) -> list[Env]:
    found: list[dict[str, int]] = [{}]
    for letter in letters:
        size = values.size(values.sets.letter(letter, scope))
        found = [one | {letter: n} for one in found for n in range(1, size + 1)]
    return [Env(one, scope=scope) for one in found[:64]]


def _holds_everywhere(
    left: Node, right: Node, sign: str, letters: list[str], values: Values, scope: str
) -> bool:
    for env in _envs(letters, values, scope):
        a, b = flat(values.of(left, env)), flat(values.of(right, env))
        if len(a) != len(b) or not all(compare(sign, x, y) for x, y in zip(a, b, strict=True)):
            return False
    return True


def _solved(left: Node, right: Node, letters: list[str], values: Values, scope: str) -> bool:
    """Changes one number of what is left open so that an equation holds."""
    if letters or left.op == "name":
        return _assigned(left, right, letters, values, scope)
    names = [
        n for n in dict.fromkeys(p.name for p in left.parts() if p.op == "name") if n in values.point.leaves
    ] or [n for n in values.point.asked if n in values.point.leaves]
    for name in names:
        value = values.point.leaves[name]
        start = flat(value)[-1]

        gap = partial(_gap, left, right, values, scope, name, value)
        try:
            root = mp.findroot(gap, (start, start + 1), tol=mp.mpf(10) ** -40, maxsteps=60, verify=False)
            gap(mp.re(root))
            if _holds_everywhere(left, right, "=", letters, values, scope):
                return True
        except (Undefined, ValueError, ZeroDivisionError, TypeError):
            pass
        values.point.leaves[name] = value
    return False


def _gap(left: Node, right: Node, values: Values, scope: str, name: str, value: Value, x: object) -> object:
    """By how much an equation fails where the last number of a name is another."""
    moved = Tensor(value.shape, (*value.data[:-1], x)) if isinstance(value, Tensor) else x
    values.point.leaves[name] = moved
    return values.number(left, Env({}, scope=scope)) - values.number(right, Env({}, scope=scope))


def _assigned(left: Node, right: Node, letters: list[str], values: Values, scope: str) -> bool:
    """Puts the right side in the place of a name on the left."""
    if left.op != "name" or len(left.args) != len(letters):
        return False
    envs = _envs(letters, values, scope)
    found = [values.of(right, env) for env in envs]
    if left.name in values.sets.lengths:
        return False
    old = values.point.leaves.get(left.name)
    if letters and len(left.args) == 1:
        values.point.leaves[left.name] = Tensor((len(found),), tuple(found))
    elif not letters:
        same = isinstance(old, Tensor) and not isinstance(found[0], Tensor)
        values.point.leaves[left.name] = (
            old.map(lambda _: found[0]) if same and isinstance(old, Tensor) else found[0]
        )
    else:
        return False
    return True


def _shifted(left: Node, point: Point, turn: int) -> None:
    for name in dict.fromkeys(p.name for p in left.parts() if p.op == "name"):
        if name in point.leaves:
            value = point.leaves[name]
            move = mp.mpf((-1) ** turn * (turn + 1))
            point.leaves[name] = (
                value.map(partial(operator.add, move)) if isinstance(value, Tensor) else value + move
            )


def likely(names: tuple[str, ...], meaning: Meaning, outcome: Outcome, letters: list[str]) -> list[Hypothesis]:
    """Hypotheses that papers leave out: eps = 0, an undefined number of entries, a sign, numbers that sum to 1."""
    out: list[Hypothesis] = []
    for name in names:
        if name in (r"\epsilon", r"\delta", "eps"):
            out.append(Hypothesis(f"{name} = 0", _set(name, lambda _: mp.mpf(0))))
    lengths = sorted({*outcome.fails[0].point.sizes} if outcome.fails else ())
    for name in names:
        is_scalar = not meaning.sets.is_vector(name) and not meaning.sets.arity.get(name)
        if is_scalar and len(name) == 1 and name.isalpha() and name not in ("x", "y", "z"):
            for root in lengths:
                shown = root.removeprefix("length:") if root.startswith("length:") else "the number of entries"
                out.append(Hypothesis(f"{name} = {shown}", _set(name, partial(_size, root))))
    out += [Hypothesis(f"{_entries(name, meaning)} > 0", lambda _, __: True, positive=frozenset({name}))
            for name in names if name not in SMALL]  # fmt: skip
    for name in names:
        if meaning.sets.is_vector(name):
            out.append(Hypothesis(rf"\sum_i {name}_i = 1", _normalized(name)))
            is_label = name.strip("{}")[:1] in ("y", "t") and says_one_hot(meaning)
            out += [one_hot(name, letter) for letter in letters if is_label]
        if name.endswith("(0)"):
            out.insert(0, Hypothesis(f"{name.removesuffix('(0)')}_0 = 0", _set(name, lambda _: mp.mpf(0))))
    return out


def suitable(name: str, trial: Trial) -> Hypothesis:
    """That a constant has the value for which a relation holds, at every point and for every index another one."""

    def prepare(point: Point, values: Values) -> bool:
        def gap(x: Number) -> Number:
            point.leaves[name] = x
            values.work = 0
            env = Env(dict.fromkeys(trial.letters, 1), scope=trial.parsed.scope)
            return values.number(trial.left, env) - values.number(trial.right, env)

        for start in (1, 3, -2):
            try:
                root = mp.findroot(
                    gap, (mp.mpf(start), mp.mpf(start) + 1), tol=mp.mpf(10) ** -40, maxsteps=60, verify=False
                )
                point.leaves[name] = mp.re(root)
                if abs(gap(mp.re(root))) < mp.mpf(10) ** -20:
                    return True
            except (Undefined, Misfit, ValueError, ZeroDivisionError, TypeError):
                continue
        return False

    return Hypothesis(f"a suitable {name}", prepare, letters=lambda found: all(n == 1 for n in found.values()))


def not_negative(node: Node) -> Hypothesis:
    """That something which is defined is not negative: points where it is are passed over."""
    def prepare(point: Point, values: Values) -> bool:
        value = values.of(node, Env())
        return not isinstance(value, Tensor) and bool(value >= 0)

    return Hypothesis(rf"{node.name} \ge 0", prepare)


def counted(name: str, root: str) -> Hypothesis:
    """That a letter is the number of entries of an index set which has no other name."""
    return Hypothesis(f"{name} is the number of entries", _set(name, partial(_size, root)))


def extent(key: str, count: int, stated_: str) -> Hypothesis:
    """That a vector has so many entries."""

    def prepare(point: Point, values: Values) -> bool:
        point.sizes[values.sets.root(values.sets.place(key))] = count
        return True

    return Hypothesis(f"{key} has {count} entries ({stated_})", prepare)


def one_hot(name: str, letter: str) -> Hypothesis:
    """That a vector is 1 at one index, and 0 at the others: the relation is looked at for that index, the first."""

    def prepare(point: Point, values: Values) -> bool:
        value = values.leaf(name, 1, Node("name", name=name))
        if not isinstance(value, Tensor) or len(value.shape) > 1:
            return False
        point.leaves[name] = Tensor(value.shape, tuple(mp.mpf(n == 0) for n in range(value.shape[0])))
        return True

    return Hypothesis(
        f"{name} is 1 at {letter} and 0 elsewhere", prepare, letters=lambda found: found.get(letter) == 1
    )


def says_one_hot(meaning: Meaning) -> bool:
    """Whether the words of a note speak of a vector that is 1 at one place."""
    return any(ONE_HOT.search(f"{p.link.formula.before} {p.link.formula.after}") for p in meaning.parsed)


def _entries(name: str, meaning: Meaning) -> str:
    return f"{name}_i" if meaning.sets.is_vector(name) else name


def _size(root: str, values: Values) -> Number:
    return mp.mpf(values.size(root))


def _set(name: str, value: Callable[[Values], object]) -> Callable[[Point, Values], bool]:
    def prepare(point: Point, values: Values) -> bool:
        point.leaves[name] = value(values)
        return True

    return prepare


def _normalized(name: str) -> Callable[[Point, Values], bool]:
    def prepare(point: Point, values: Values) -> bool:
        value = values.leaf(name, 1, Node("name", name=name))
        if not isinstance(value, Tensor):
            return False
        whole = mp.fsum(value.data)
        if whole == 0:
            return False
        point.leaves[name] = value.map(lambda v: v / whole)
        return True

    return prepare


def example(meaning: Meaning, p: Parsed) -> Hypothesis | None:
    """The values of the note's example: of each name, the last before a relation, or else the first behind."""
    chosen: dict[str, tuple[Node, int, str]] = {}
    order = {id(q.link): n for n, q in enumerate(meaning.parsed)}
    for key, node, link in meaning.examples:
        if key not in chosen or order[id(link)] <= order[id(p.link)]:
            chosen[key] = node, link.line, link.latex
    if not chosen:
        return None

    def prepare(point: Point, values: Values) -> bool:
        for key, (node, _, _) in chosen.items():
            value = values.of(node, Env())
            if isinstance(value, Tensor) and len(value.shape) == 1:
                point.sizes[values.sets.root(values.sets.place(key))] = value.shape[0]
            if key in values.sets.lengths:
                point.sizes[values.sets.root(values.sets.length(key))] = int(value)
            point.leaves[key] = value
        return True

    text = ", ".join(latex.strip().rstrip(",.") for _, _, latex in chosen.values())
    return Hypothesis(text, prepare, stated=f"line {max(n for _, n, _ in chosen.values())}")


def of_letters(equal: bool, letters: tuple[str, str]) -> Hypothesis:
    """That two indices are equal, or differ."""
    a, b = letters

    def allowed(found: Mapping[str, int]) -> bool:
        return a not in found or b not in found or (found[a] == found[b]) == equal

    return Hypothesis(f"{a} = {b}" if equal else rf"{a} \neq {b}", lambda _, __: True, letters=allowed)


TOTAL = Reading()
