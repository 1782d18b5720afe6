"""Numbers that were rounded: each decimal stands for all that are written like it."""

from __future__ import annotations

from collections.abc import Sequence

from mpmath import mp

from .tensors import Misfit, Number, Undefined, flat
from .trees import Node
from .trials import Hypothesis, Place, Trial, shape
from .values import DIGITS, Env, Point, Reading, Values


def is_decimal(node: Node) -> bool:
    """Whether a number is written with decimals, two digits of which say something."""
    return node.op == "num" and "." in node.name and len(node.name.replace(".", "").lstrip("0")) >= 2


def half(node: Node) -> Number:
    """Half a unit of the last digit of a number."""
    return mp.mpf(10) ** -len(node.name.partition(".")[2]) / 2


def rounded(trial: Trial, hypotheses: Sequence[Hypothesis]) -> tuple[bool, Place] | None:
    """Whether a relation holds for numbers that are rounded like those it has, and where; None where it has no value."""
    is_about = trial.sign == "~"
    numbers = {
        (n, n.start, n.end): n for t in (trial.left, trial.right) for n in t.parts()
        if is_decimal(n) or (is_about and n.op == "num" and t is trial.right and t.op in ("num", "neg"))
    }  # fmt: skip
    found = [one for seed in (1, 0, 2, 3) if (one := _at(trial, hypotheses, numbers, seed)) is not None]
    return next((one for one in found if not one[0]), found[0]) if found else None


def _at(
    trial: Trial, hypotheses: Sequence[Hypothesis], numbers: dict[tuple[Node, int, int], Node], seed: int
) -> tuple[bool, Place] | None:
    """The same at one point."""
    for reading in (Reading(), Reading(dot=False)):
        with mp.workdps(DIGITS):
            point = Point({}, seed=seed, positive=frozenset().union(*(h.positive for h in hypotheses)))
            values = Values(trial.meaning, trial.known, point, reading)
            try:
                if not all([h.prepare(point, values) for h in hypotheses]):
                    return None
                env = Env(dict.fromkeys(trial.letters, 1), scope=trial.parsed.scope)

                def sides(which: Node | None = None, shift: Number = 0) -> list[list[Number]]:
                    values.nudges = {(which.start, which.end): shift} if which is not None else {}
                    values.work = 0
                    found = []
                    for tree in (trial.left, trial.right):
                        own = which is None or any(part is which for part in tree.parts())
                        saved, values.nudges = values.nudges, values.nudges if own else {}
                        found.append(values.of(tree, Env(dict(env.letters), scope=env.scope)))
                        values.nudges = saved
                    if shape(found[0]) != shape(found[1]):
                        raise Misfit
                    return [flat(v) for v in found]

                left, right = sides()
                slack = [mp.mpf(10) ** -12 * (1 + abs(a)) for a in left]
                for node in numbers.values():
                    is_cut = trial.sign == "~" and any(part is node for part in trial.right.parts())
                    near = sides(node, half(node) * (2 if is_cut else 1))
                    slack = [
                        s + abs((a - b) - (c - d)) for s, a, b, c, d in zip(slack, left, right, *near, strict=True)
                    ]
            except (Undefined, Misfit):
                continue
            place = Place(point, env.letters, _whole(left), _whole(right), tuple(point.asked))
            gaps = zip(left, right, slack, strict=True)
            if trial.sign in ("=", "==", ":=", "~"):
                return all(abs(a - b) <= s * mp.mpf("1.02") for a, b, s in gaps), place
            from .values import compare

            return all(compare(trial.sign, a, b) for a, b, _ in gaps), place
    return None


def _whole(numbers: list[Number]) -> object:
    from .tensors import vector

    return numbers[0] if len(numbers) == 1 else vector(numbers)
