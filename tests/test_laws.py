"""The laws of the checker, row by row: true where they may be applied, and applied, and nothing like them is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from differential import BAD, SAME, compared
from expressions import Source, sub
from instances import Instance, instance
from meaning import DIGITS, Arithmetic, Form, Place, Undefined, Unsure, primal, value
from shell import ROOT

from symnorm.checker.calculus.laws import LAWS, SIGNS, Law
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.forms import check_statement, free_indices

EQUATIONS = [law for law in LAWS if law.statement[0] == "eq"]
BY_NAME = {law.name: law for law in LAWS}
C = ("sym", "C")
TINY = 1e-20


def each_law(laws: list[Law]) -> Any:
    return pytest.mark.parametrize("law", laws, ids=[law.name for law in laws])


# --- the two lists --------------------------------------------------------------------------------------------


def test_what_the_code_applies_is_what_the_table_has() -> None:
    """The code names each law where it applies it, in a comment `# law: name, name`."""
    named: Counter[str] = Counter()
    for path in (ROOT / "symnorm" / "checker").rglob("*.py"):
        for line in re.findall(r"# law: (.*)", path.read_text("utf-8")):
            named.update(name.strip() for name in line.split(","))
    assert sorted(named) == sorted(BY_NAME)


def test_a_law_has_one_row() -> None:
    assert len(BY_NAME) == len(LAWS)
    assert all(law.why for law in LAWS)


@each_law(list(LAWS))
def test_instances_are_statements(law: Law) -> None:
    for seed in range(5):
        statement, conditions = instance(law, Source(Random(seed)))
        for s in (statement, *conditions):
            check_statement(s)


# --- truth ----------------------------------------------------------------------------------------------------


def true(ar: Arithmetic, statement: Form, place: Place) -> bool:
    """Whether a statement holds at a place, in every channel where it speaks of every channel. Raises Undefined."""
    if statement[0] == "and":
        return all(true(ar, s, place) for s in statement[1:])
    stars = sorted(i for i in free_indices(statement) if i[0] == "*")
    relation, left, right = statement
    for channels in product(range(place.channels), repeat=len(stars)):
        here = place
        for star, channel in zip(stars, channels, strict=True):
            here = here.bind(star, channel)
        a, b = value(ar, left, here), value(ar, right, here)
        gap = primal(a) - primal(b)
        s = 0 if abs(gap) < TINY * (1 + abs(primal(b))) else 1 if gap > 0 else -1
        if s not in {"eq": (0,), "ne": (1, -1), "lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (1, 0)}[relation]:
            return False
    return True


def applies(law: Law, statement: Form, conditions: tuple[Form, ...], place: Place) -> bool:
    """Whether a law speaks of a place: its conditions hold, and the left side of an equation has a value."""
    try:
        if law.statement[0] == "eq":
            value(DIGITS, statement[1], place)
        return all(true(DIGITS, c, place) for c in conditions)
    except Undefined:
        return False


@each_law(list(LAWS))
def test_a_law_is_true(law: Law) -> None:
    """Where its conditions hold and the left side has a value, the right side has the same; with one channel, too."""
    seen: Counter[int] = Counter()
    for seed in range(40):
        source = Source(Random(f"{law.name}/{seed}"))
        statement, conditions = instance(law, source, source.one(0, 1, 1, 2))
        for _ in range(4):
            place = source.place().in_(DIGITS)
            try:
                if applies(law, statement, conditions, place):
                    assert true(DIGITS, statement, place), (statement, place)
                    seen[place.channels] += 1
            except Undefined:
                pytest.fail(f"no value on the right: {statement} at {place}")
            except Unsure:
                continue
    assert min(seen[n] for n in (1, 2, 3)) >= 3, seen


# --- what the checker makes of them ---------------------------------------------------------------------------

PLAIN: dict[Any, Form] = {
    **{name: ("sym", name) for name in "abc"},
    **{name: ("coord", {"f": "x", "g": "w"}[name], "h") for name in "fg"},
    ("f", "t"): ("app", "y", (0,), (("sym", "t"),)),
    ("g", "t"): ("add", ("pow", ("sym", "t"), 2), ("pow", ("sym", "a"), 2)),
}
"""As little in the place of each name as there may be: a symbol, a coordinate, an unknown function."""

AROUND: dict[str, Callable[[Form], Form]] = {
    "alone": lambda e: e,
    "in a sum": lambda e: ("sum", "k", C, (), ("mul", ("coord", "w", "k"), e)),
    "in a sum over all channels but one": lambda e: ("sum", "k", C, ("i",), ("mul", ("coord", "x", "k"), e)),
    "with a delta": lambda e: ("mul", ("delta", "i", "j"), e),
    "in two sums": lambda e: ("sum", "k", C, (), ("sum", "l", C, ("k",), ("mul", ("coord", "x", "l"), e))),
    "under a derivative": lambda e: ("D", e, ("sym", "a")),
    "under a derivative along a coordinate": lambda e: ("D", e, ("coord", "x", "i")),
    "at a point": lambda e: ("at", e, ("sym", "b"), ("num", "2")),
    "in an exponential": lambda e: ("fn", "exp", ("mul", ("coord", "w", "j"), e)),
    "in a root": lambda e: ("fn", "sqrt", ("add", ("num", "1"), ("pow", e, 2))),
}


def plainly(law: Law, whole: int = 3) -> Instance:
    made = Instance(Source(Random(0)), found=dict(PLAIN))
    made.whole = {"p": whole, "z": whole}
    return made


def difference(left: Form, right: Form) -> Any:
    normalize = Normalizer(C)
    return normalize(left)[0] - normalize(right)[0]


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@each_law(EQUATIONS)
def test_a_law_is_applied(law: Law, around: Callable[[Form], Form]) -> None:
    for whole in (1, 2, 3) if around is AROUND["alone"] else (2,):
        _, left, right = plainly(law, whole).of(law.statement)
        assert not difference(around(left), around(right))


@each_law(EQUATIONS)
def test_what_is_not_the_law_is_not_applied(law: Law) -> None:
    """One thing changed on the right: where that has another value, it has another normal form."""
    source = Source(Random(law.name))
    made = plainly(law)
    _, left, right = made.of(law.statement)
    others = [("add", right, ("num", "1")), ("mul", ("num", "2"), right), ("neg", right), *_changed(right)]
    seen = 0
    for other in others:
        for _ in range(12):
            place = source.place().in_(DIGITS)
            try:
                if not true(DIGITS, ("eq", left, other), place):
                    assert difference(left, other), other
                    seen += 1
                    break
            except (Undefined, Unsure):
                continue
    assert seen >= 2


def _changed(e: Any) -> list[Form]:
    """The expressions that differ from one in one place."""
    pairs = ("ab", "xw", "ij", ("exp", "tanh"), ("sqrt", "exp"), ("log", "sqrt"))
    other = {"c": "a", **dict(pairs), **{q: p for p, q in pairs}}
    found: list[Form] = []
    for n, part in enumerate(e):
        made: list[Any] = []
        if isinstance(part, tuple) and part:
            made = _changed(part)
        elif n and e[0] in ("sym", "coord", "fn") and part in other:
            made = [other[part]]
        elif n and e[0] == "num":
            made = ["5", f"-{part}".replace("--", "")]
        elif n and e[0] == "pow" and isinstance(part, int):
            made = [part + 1, -part]
        found += [(*e[:n], m, *e[n + 1 :]) for m in made]
    return found


WRONG = {
    "a third of a logarithm": ("exp-half-log", ("fn", "exp", ("div", ("fn", "log", ("sym", "a")), ("num", "3")))),
    "a cube root that is a square root": ("root-square", ("fn", "sqrt", ("pow", ("sym", "a"), 3))),
    "two thirds of a logarithm": (
        "exp-log", ("fn", "exp", ("mul", ("num", "2/3"), ("fn", "log", ("sym", "a")))),
    ),
    "a negative square": ("root-scaled", ("fn", "sqrt", ("mul", ("num", "-4"), ("sym", "a")))),
    "no square": ("root-scaled", ("fn", "sqrt", ("mul", ("num", "2"), ("sym", "a")))),
}  # fmt: skip


@pytest.mark.parametrize(("name", "left"), WRONG.values(), ids=WRONG)
def test_what_looks_like_a_law(name: str, left: Form) -> None:
    law = BY_NAME[name]
    for whole in (-2, -1, 1, 2, 3):
        assert difference(left, plainly(law, whole).of(law.statement)[2])


@each_law(EQUATIONS)
def test_a_law_around_anything(law: Law) -> None:
    """Both sides in a context, at random: no value but the right one, and no condition less than is needed."""
    outcomes: Counter[str] = Counter()
    for seed in range(6):
        source = Source(Random(f"{law.name}/{seed}"))
        (_, left, right), _ = instance(law, source)
        around = source.one(*AROUND.values())
        found = compared(sub(around(left), around(right)), [source.place() for _ in range(3)])
        assert not set(found) & set(BAD), (left, right)
        outcomes.update(found)
    assert outcomes[SAME] >= 1


def test_signs_are_no_equations() -> None:
    assert not set(SIGNS) & set(EQUATIONS)
