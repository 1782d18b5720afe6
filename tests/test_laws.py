"""The laws of the checker, row by row: true where they may be applied, and applied, and nothing like them is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from differential import BAD, SAME, compared
from expressions import Source, sub
from instances import COUNTED, OTHER, Instance, choices_of_sets, instance
from meaning import DIGITS, MANY, Arithmetic, Form, Place, Undefined, Unsure, primal, value
from shell import ROOT

from symnorm.checker.calculus.laws import LAWS, RELATIONS, REWRITINGS, SIGNS, Law
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.forms import check_statement, free_indices, free_wholes, holds_form

EQUATIONS = [law for law in REWRITINGS if law.statement[0] == "eq"]
INFERENCES = [*SIGNS, *RELATIONS]
BY_NAME = {law.name: law for law in LAWS}
C, N = ("sym", "C"), ("sym", "N")
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
        statement, conditions, throughout = instance(law, Source(Random(seed)))
        for s in (statement, *conditions, *throughout):
            check_statement(s)


# --- truth ----------------------------------------------------------------------------------------------------


def true(ar: Arithmetic, statement: Form, place: Place) -> bool:
    """Whether a statement holds at a place, for every channel and every whole number *1. Raises Undefined."""
    if statement[0] in ("and", "or"):
        return {"and": all, "or": any}[statement[0]]([true(ar, s, place) for s in statement[1:]])
    places = [place]
    for star in sorted(i for i in free_indices(statement) if i[0] == "*"):
        places = [p.bind(star, channel) for p in places for channel in range(place.size(star))]
    for _, star, start in (w for w in free_wholes(statement) if w[1][0] == "*"):
        places = [p.count(star, n) for p in places for n in range(start, MANY)]
    return all(true_there(ar, statement, p) for p in places)


def true_there(ar: Arithmetic, statement: Form, here: Place) -> bool:
    """Whether a relation, or an implication between two, holds at a place."""
    relation, left, right = statement
    if relation == "implies":
        return not true_there(ar, left, here) or true_there(ar, right, here)
    a, b = value(ar, left, here), value(ar, right, here)
    gap = primal(a) - primal(b)
    s = 0 if abs(gap) < TINY * (1 + abs(primal(b))) else 1 if gap > 0 else -1
    return s in {"eq": (0,), "ne": (1, -1), "lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (1, 0)}[relation]


T, A = ("sym", "t"), ("sym", "a")


def on_the_way(law: Law, chosen: Instance, place: Place) -> list[Place]:
    """Places that differ in t: the one that is given, one where t is the point of the row, and some between and around.

    Raises Undefined where that point has no value.
    """
    start = primal(place.get(T))
    end = primal(value(DIGITS, chosen.of(A), place)) if holds_form((law.statement, law.where), A) else start
    between = [start + (end - start) * DIGITS.number(n) / 4 for n in (0, 1, 3, 4)]
    return [place.put(T, t) for t in (*between, start + DIGITS.one / 16, start - DIGITS.one / 16)]


def holds(statements: tuple[Form, ...], place: Place) -> bool:
    """Whether all statements hold; what has no value does not."""
    try:
        return all(true(DIGITS, s, place) for s in statements)
    except Undefined:
        return False


def applies(law: Law, chosen: Instance, place: Place) -> bool:
    """Whether a law speaks of a place: its conditions hold, and the left side of a rewriting has a value."""
    statement, conditions, throughout = instance(law, chosen.source, chosen=chosen)
    if law in EQUATIONS:
        conditions = (*conditions, ("eq", statement[1], statement[1]))
    if not holds(conditions, place):
        return False
    if not throughout:
        return True
    try:
        return all(holds(throughout, p) for p in on_the_way(law, chosen, place))
    except Undefined:  # the point of the row has no value
        return False


def sampled(law: Law, seed: object, tagged: frozenset[str] | None = None) -> Instance:
    """An instance whose conditions are likely to hold; with sets, some of its indices are of another one."""
    source = Source(Random(f"{law.name}/{seed}"), tagged is not None)
    chosen = Instance(source, source.one(0, 1, 1, 2), tagged or frozenset())
    chosen.suited(law.name)
    return chosen


IN_SETS = [(law, tagged) for law in LAWS for tagged in choices_of_sets(law)]
"""The rows, with the indices that belong to a set of its own, beside vectors and arrays over both."""


@each_law(list(LAWS))
def test_a_law_is_true(law: Law) -> None:
    """Where its conditions hold, so does it, and both sides have a value; with one channel, too."""
    seen: Counter[int] = Counter()
    for seed in range(40):
        chosen = sampled(law, seed)
        statement = chosen.of(law.statement)
        for _ in range(4):
            place = chosen.source.place().in_(DIGITS)
            try:
                if applies(law, chosen, place):
                    assert true(DIGITS, statement, place), (statement, place)
                    seen[place.channels] += 1
            except Undefined:
                pytest.fail(f"no value: {statement} at {place}")
            except Unsure:
                continue
    assert min(seen[n] for n in (1, 2, 3)) >= 3, seen


@pytest.mark.parametrize(("law", "tagged"), IN_SETS, ids=[f"{w.name}-{''.join(sorted(t))}" for w, t in IN_SETS])
def test_a_law_is_true_in_every_set(law: Law, tagged: frozenset[str]) -> None:
    """With indices of two sets, of one to three members each, and arrays over both."""
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(40):
        chosen = sampled(law, seed, tagged)
        statement = chosen.of(law.statement)
        for _ in range(3):
            place = chosen.source.place().in_(DIGITS)
            try:
                if applies(law, chosen, place):
                    assert true(DIGITS, statement, place), (statement, place)
                    seen[place.channels, place.lengths["N"]] += 1
            except Undefined:
                pytest.fail(f"no value: {statement} at {place}")
            except Unsure:
                continue
    assert len(seen) >= 5, seen


def loosely(law: Law, seed: object) -> Instance:
    """An instance in which some names stand for what vanishes, or for anything."""
    source = Source(Random(f"{law.name}/without/{seed}"))
    chosen = Instance(source, source.one(0, 0, 1, 2))
    for name in "abcd":
        if not source.random.randrange(3):
            chosen.found[name] = chosen.vanishing(("num", "2"))
    if source.random.randrange(2):
        chosen.suited(law.name)
    return chosen


NEEDED = [(law, n) for law in INFERENCES for n, s in enumerate(law.where) if s[1][0] != "D"]
"""Conditions by their rows, but for those that a derivative exists: dual numbers do not tell where a corner is."""


@pytest.mark.parametrize(("law", "left_out"), NEEDED, ids=[f"{law.name}-{n}" for law, n in NEEDED])
def test_no_condition_can_be_left_out(law: Law, left_out: int) -> None:
    """Somewhere the others hold, this one does not, and neither does the statement, or it has no value."""
    others = replace(law, where=(*law.where[:left_out], *law.where[left_out + 1 :]))
    for seed in range(400):
        chosen = loosely(law, seed)
        statement = chosen.of(law.statement)
        for _ in range(3):
            place = chosen.source.place().in_(DIGITS)
            try:
                needed = applies(others, chosen, place) and not applies(law, chosen, place)
                if needed and not holds((statement,), place):
                    return
            except Unsure:
                continue
    pytest.fail("it holds without")


SQUARE, ONE = ("pow", T, 2), ("num", "1")
AT_A_POINT: dict[str, tuple[Form, Form, int]] = {
    "sign-rise": (SQUARE, T, 0),
    "sign-rise-positive": (("add", SQUARE, ("neg", T)), T, 0),
    "sign-rise-along": (("neg", SQUARE), T, 0),
    "relation-derivative": (SQUARE, T, 1),
    "relation-constant": (SQUARE, T, 0),
    "relation-linear": (("add", SQUARE, ("neg", ONE)), T, 0),
}
"""Functions f(t) and g(t), and a t at which what has to hold on an interval does hold; a is 1."""


def test_every_row_of_an_interval_is_tried_at_a_point() -> None:
    assert {law.name for law in LAWS if law.throughout} == {*AT_A_POINT}


@each_law([BY_NAME[name] for name in AT_A_POINT])
def test_what_holds_at_one_point_is_not_enough(law: Law) -> None:
    f, g, t = AT_A_POINT[law.name]
    chosen = Instance(Source(Random(0)), found={("f", "t"): f, ("g", "t"): g, "a": ONE})
    place = chosen.source.place().put(T, t).in_(DIGITS)
    statement, conditions, throughout = instance(law, chosen.source, chosen=chosen)
    assert holds((*conditions, *throughout), place)
    assert not holds((statement,), place)
    assert not applies(law, chosen, place)


# --- what the checker makes of them ---------------------------------------------------------------------------

PLAIN: dict[Any, Form] = {
    **{name: ("sym", name) for name in "abc"},
    **{name: ("coord", {"f": "x", "g": "w"}[name], "h") for name in "fg"},
    "h": ("fn", "exp", ("mul", ("coord", "x", "h"), ("coord", "w", "g"))),
    ("f", "t"): ("app", "y", (0,), (("sym", "t"),)),
    ("g", "t"): ("add", ("pow", ("sym", "t"), 2), ("pow", ("sym", "a"), 2)),
    ("f", "whole"): ("app", "y", (0,), (COUNTED,)),
    ("g", "whole"): ("power", ("sym", "b"), COUNTED),
    ("h", "whole"): ("app", "f", (0, 0), (COUNTED, OTHER)),
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


PLAIN_IN_SETS: dict[str, dict[str, Form]] = {
    "ijnq*1*2": {"f": ("coord", "u", "h:N"), "g": ("coord", "X", "h:N", "i"), "h": ("delta", "h:N", "g:N")},
    "n*1": {"f": ("coord", "u", "h:N"), "g": ("coord", "u", "h:N"), "h": ("coord", "X", "h:N", "g")},
    "q*2": {"f": ("coord", "x", "h"), "g": ("coord", "x", "h"), "h": ("coord", "Y", "h", "g:N")},
}
"""The same where indices belong to a set of its own: which ones, and an entry with the other indices beside them."""

AROUND_SETS: dict[str, Callable[[Form], Form]] = {
    "alone": lambda e: e,
    "in a sum over the other set": lambda e: ("sum", "k", C, (), ("mul", ("coord", "X", "i:N", "k"), e)),
    "in a sum over the set": lambda e: ("sum", "k:N", N, ("i:N",), ("mul", ("coord", "Y", "j", "k:N"), e)),
    "in two sums": lambda e: (
        "sum", "k", C, (), ("sum", "l:N", N, ("j:N",), ("mul", ("coord", "X", "l:N", "k"), ("coord", "u", "l:N"), e))
    ),
    "under a derivative along an entry": lambda e: ("D", e, ("coord", "X", "i:N", "j")),
    "in a root": lambda e: ("fn", "sqrt", ("add", ("num", "1"), ("pow", e, 2))),
}  # fmt: skip


@pytest.mark.parametrize("around", AROUND_SETS.values(), ids=AROUND_SETS)
@pytest.mark.parametrize(
    ("law", "tagged"), [(law, tagged) for law, tagged in IN_SETS if law in EQUATIONS and tagged],
    ids=[f"{law.name}-{''.join(sorted(t))}" for law, t in IN_SETS if law in EQUATIONS and t],
)  # fmt: skip
def test_a_law_is_applied_in_every_set(law: Law, tagged: frozenset[str], around: Callable[[Form], Form]) -> None:
    key = next(names for names in PLAIN_IN_SETS if set(names) == set("".join(tagged)))
    made = Instance(Source(Random(0)), found={**PLAIN, **PLAIN_IN_SETS[key]}, tagged=tagged)
    made.whole = {"p": 2, "z": 2}
    _, left, right = made.of(law.statement)
    normalize = Normalizer(C, lengths=frozenset([N]))
    assert normalize(around(left))[0] == normalize(around(right))[0]


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
        (_, left, right), _, _ = instance(law, source)
        around = source.one(*AROUND.values())
        found = compared(sub(around(left), around(right)), [source.place() for _ in range(3)])
        assert not set(found) & set(BAD), (left, right)
        outcomes.update(found)
    assert outcomes[SAME] >= 1


def test_what_is_inferred_is_no_rewriting() -> None:
    assert not {law.name for law in INFERENCES} & {law.name for law in EQUATIONS}
