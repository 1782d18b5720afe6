"""Numbers that were rounded: each decimal stands for all that are written like it."""

from __future__ import annotations

from collections.abc import Sequence

from mpmath import mp

from .points import DIGITS, Env, Point, Reading
from .tensors import Misfit, Number, Tensor, Undefined, Value, flat, vector
from .trees import Node
from .trials import Hypothesis, Place, Trial, shape
from .values import Values, compare

SEEDS = (1, 0, 2, 3)


def is_decimal(node: Node) -> bool:
    """Whether a number is written with decimals, two digits of which say something."""
    return node.op == "num" and "." in node.name and len(node.name.replace(".", "").lstrip("0")) >= 2


def half(node: Node) -> Number:
    """Half a unit of the last digit of a number."""
    return mp.mpf(10) ** -len(node.name.partition(".")[2]) / 2


def rounded(trial: Trial, hypotheses: Sequence[Hypothesis]) -> tuple[bool, Place] | None:
    """Whether a relation holds for numbers rounded like those it has, and where; None where it has no value."""
    found = [one for seed in SEEDS if (one := _at(trial, hypotheses, seed)) is not None]
    return next((one for one in found if not one[0]), found[0]) if found else None


def _at(trial: Trial, hypotheses: Sequence[Hypothesis], seed: int) -> tuple[bool, Place] | None:
    """The same at one point."""
    for reading in (Reading(), Reading(dot=False)):
        with mp.workdps(DIGITS):
            point = Point({}, seed=seed, positive=frozenset().union(*(h.positive for h in hypotheses)))
            values = Values(trial.meaning, trial.known, point, reading)
            try:
                if not all(h.prepare(point, values) for h in hypotheses):
                    return None
                left, right, slack = _sides(trial, values)
            except (Undefined, Misfit):
                continue
            letters = dict.fromkeys(trial.letters, 1)
            place = Place(point, letters, left, right, tuple(point.asked))
            pairs = list(zip(flat(left), flat(right), strict=True))
            if trial.sign in ("=", "==", ":=", "~"):
                near = all(abs(a - b) <= s * mp.mpf("1.02") for (a, b), s in zip(pairs, slack, strict=True))
                return near or _is_cut(trial, pairs), place
            return all(compare(trial.sign, a, b) for a, b in pairs), place
    return None


def _is_cut(trial: Trial, pairs: Sequence[tuple[Number, Number]]) -> bool:
    """Whether the number behind a sign for `about` has lost its last digits, as 0.510 for 0.5108."""
    number = trial.right.args[0] if trial.right.op == "neg" else trial.right
    if trial.sign != "~" or number.op != "num" or "." not in number.name:
        return False
    return all(a * b > 0 and 0 <= abs(a) - abs(b) < 2 * half(number) for a, b in pairs)


def _sides(trial: Trial, values: Values) -> tuple[Value, Value, list[Number]]:
    """Both sides, and by how much they may differ: by what each number may have lost when it was rounded."""
    is_about = trial.sign == "~"
    left, right = (_value(trial, values, tree) for tree in (trial.left, trial.right))
    if shape(left) != shape(right):
        raise Misfit("sides of different shapes")
    slack = [mp.mpf(10) ** -12 * (1 + abs(a)) for a in flat(left)]
    for tree, here in ((trial.left, left), (trial.right, right)):
        for node in tree.parts():
            is_lone = is_about and tree is trial.right and tree.op in ("num", "neg") and node.op == "num"
            if not (is_decimal(node) or is_lone):
                continue
            values.nudges = {(node.start, node.end): half(node)}
            moved = flat(_value(trial, values, tree))
            values.nudges = {}
            slack = [s + abs(a - b) for s, a, b in zip(slack, moved, flat(here), strict=True)]
    return left, right, slack


def _value(trial: Trial, values: Values, tree: Node) -> Value:
    values.work = 0
    value = values.of(tree, Env(dict.fromkeys(trial.letters, 1), scope=trial.parsed.scope))
    return vector(flat(value)) if isinstance(value, Tensor) and len(value.shape) == 1 else value
