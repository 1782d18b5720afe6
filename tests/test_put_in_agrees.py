"""A text with terms put in has the value that the point gives to what it stands for, and so have its derivatives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from test_points_agree import NONE, OPEN, UNFIT, Source

from symnorm.checker.forms import Form, subforms
from symnorm.checker.refutation.interpreted import put_in
from symnorm.checker.refutation.point import Place, Rejected
from symnorm.checker.refutation.values import Ball, NoValue, Undecided

VARIABLES: tuple[Form, ...] = (("sym", "a"), ("sym", "t"), ("coord", "x", "i"), ("coord", "x", "j"))


class Texts(Source):
    """Expressions in which functions stand, of numbers and of entries, and values that are terms."""

    def called(self, depth: int, indices: tuple[str, ...] = ("i", "j")) -> Form:
        """An expression in which functions are applied to expressions and to entries."""
        e = self.expression(depth, indices)
        return self._with_entries(e, indices)

    def _with_entries(self, e: Any, indices: tuple[str, ...]) -> Any:
        if not isinstance(e, tuple) or not e:
            return e
        if e[0] == "coord" and not self.random.randrange(2):
            return "app", "z", (0,), (e,)
        if e[0] == "sym" and e[1] == "a" and not self.random.randrange(3):
            return "sym", "b"
        if e[0] in ("D", "at"):
            return e[0], self._with_entries(e[1], indices), e[2], *(self._with_entries(p, indices) for p in e[3:])
        if e[0] == "sum":
            return *e[:4], self._with_entries(e[4], (*indices, e[1]))
        return tuple(self._with_entries(part, indices) if isinstance(part, tuple) else part for part in e)

    def meaning(self) -> tuple[Any, Any]:
        """Functions, and values that are terms, as a point has them."""
        formals = self.one(*([("sym", n), ("sym", m)] for n, m in ("at", "ta", "tp", "ps")))
        functions = {
            "f": (tuple(formals), self._of(formals, 2)),
            "z": ((("coord", "x", "i"),), self.expression(2, calls=False)),
        }
        return functions, {"b": self.expression(1, calls=False), "p": ("num", "2"), "s": ("num", "3")}

    def _of(self, formals: list[Form], depth: int) -> Form:
        """A term in which the variables of a function stand; now and then something else does."""
        e = self.expression(depth, calls=False)
        put = {("sym", "a"): formals[0], ("sym", "t"): formals[1], ("coord", "x", "j"): formals[1]}
        return e if not self.random.randrange(5) else _replaced(e, put)


def _replaced(e: Any, put: Any) -> Any:
    if e in put:
        return put[e]
    return tuple(_replaced(part, put) if isinstance(part, tuple) and part else part for part in e)


def valued(e: Form, point: Any) -> Any:
    try:
        place = Place(point, {("sym", "C")})
        return place.root(e, place.channels)
    except NoValue:
        return NONE
    except Undecided:
        return OPEN
    except Rejected:
        return UNFIT


def agree(written: Any, text: Any) -> bool:
    """Whether a text has the value of what is written. An argument without a value need not stand in it."""
    if isinstance(written, str) or text is OPEN:
        return True
    if isinstance(text, str):
        return False
    bounds = [(v.low, v.high) if isinstance(v, Ball) else (v * 2**1024, v * 2**1024) for v in (written, text)]
    return bounds[0][0] <= bounds[1][1] + 1 and bounds[1][0] <= bounds[0][1] + 1


@pytest.mark.parametrize("seed", range(4))
def test_a_text_has_the_value_of_what_it_stands_for(seed: int) -> None:
    source, seen, bad = Texts(f"texts/{seed}"), Counter[str](), []
    while seen["put in"] < 400:
        e, (functions, values) = source.called(source.one(2, 3)), source.meaning()
        if not any(part[:1] == ("app",) or part == ("sym", "b") for part in subforms(e)):
            continue
        point = source.point().form()
        point["symbols"].update(values)
        point["functions"] = {n: [list(formals), body] for n, (formals, body) in functions.items()}
        varying = source.one((), VARIABLES[:1], VARIABLES[1:2], VARIABLES[2:3], VARIABLES[1:3])
        try:
            text = put_in(e, functions, values, varying)
        except Undecided:
            seen["refused"] += 1
            continue
        seen["put in"] += 1
        for written, shown in ((e, text), *((("D", e, v), ("D", text, v)) for v in varying)):
            mine, other = valued(written, point), valued(shown, point)
            seen["numbers"] += not isinstance(mine, str) and not isinstance(other, str)
            if not agree(mine, other):
                bad.append((written, shown, point, varying, mine, other))
    assert bad == []
    assert seen["numbers"] > 150
    assert seen["refused"] > 50
