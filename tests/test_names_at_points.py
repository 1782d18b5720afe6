"""A name stands for one thing at a point, and nothing in a function moves what is put in: else 1 = 0 has a point."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    D,
    Form,
    a,
    add,
    app,
    at,
    delta,
    eq,
    mul,
    num,
    power,
    sub,
    sym,
)

from symnorm.checker.__main__ import main
from symnorm.checker.calculus.budget import Budget, TooLarge
from symnorm.checker.forms import Malformed, check_expression, freeze
from symnorm.checker.places import require_written, written_point
from symnorm.checker.refutation.check import Refutations
from symnorm.checker.refutation.interpreted import put_in
from symnorm.checker.refutation.names import require_names
from symnorm.checker.refutation.one import require_one
from symnorm.checker.refutation.point import Place, Point, Rejected
from symnorm.checker.refutation.values import Doubt, Undecided


def whole(name: str, start: int = 1) -> Form:
    return ("whole", name, start)


def upto(name: str, start: int, last: Form, body: Form) -> Form:
    return ("upto", name, start, last, body)


def X(*indices: str) -> Form:
    return ("coord", "x", *indices)


def h(*arguments: Form) -> Form:
    return app("h", *arguments)


n, s, t = whole("n"), whole("s", 0), whole("t")
PLAIN = ("identity", ("ident", (), None))

# --- bundles that would prove 1 = 0 -----------------------------------------------------------------------------


def put_twice(first: int, variable: Form, value: Form, factor: Form, rest: Form | None) -> Form:
    """A proof by what is given of every whole number, at one of them, and another entry."""
    return ("identity", ("ident", ((("at", first, variable, value), factor),), rest))


def bundle(made: Bundle, functions: Any, symbols: Any, claimed: Form, *refuted: Any) -> dict[str, Any]:
    """A theorem with a model, whose claim has the functions put in, and a point."""
    shown = Bundle()
    shown.accepts(claimed, PLAIN)
    point = {"symbols": symbols, "vectors": {}, "indices": {}, "functions": functions}
    more = {"under": [], "fails": [], "kind": "false", "model": None, "point": point}
    listed = [{**more, **r} for r in refuted]
    model = {"functions": functions, "symbols": {}, "theorem": {"id": "m", "along": [], "entries": shown.entries}}
    entries = [{**e, **({"source": "hypothesis"} if e["role"] == "given" else {})} for e in made.entries]
    return {"id": "h/1", "along": [], "entries": entries, "point": point, "model": model, "refutations": listed}


SQUARE = power(sub(sym("n"), num("11/2")), 2)
"""(n - 11/2)^2 of the symbol n, where a function of the whole number n is meant."""


def one_of_two_kinds() -> dict[str, Any]:
    """h(1) > h(2), and h(t + 1) = h(t) for every t; the model says that Q = Q."""
    made = Bundle()
    made.add("where", ("gt", h(ONE), h(TWO)))
    made.given(h(add(t, ONE)), h(t))
    made.accepts(eq(ONE, ZERO), put_twice(1, t, ONE, num(-1), ("hyp", 0, ())))
    return bundle(made, {"h": [[n], SQUARE]}, {"t": num(5)}, eq(SQUARE, SQUARE))


def a_true_line_refuted() -> dict[str, Any]:
    made = Bundle()
    made.given(h(add(t, ONE)), h(t))
    made.accepts(eq(sub(h(TWO), h(ONE)), ZERO), put_twice(0, t, ONE, ONE, None))
    refuted = [{"label": "(9)", "statement": eq(h(TWO), h(ONE))}]
    return bundle(made, {"h": [[n], SQUARE]}, {"t": num(5)}, eq(SQUARE, SQUARE), *refuted)


def two_starts() -> dict[str, Any]:
    """h(1, 2) > 1, and h(1, t) = 1 for every t; h(n, n) = n, of n from 0 or n from 1."""
    made = Bundle()
    made.add("where", ("gt", h(ONE, TWO), ONE))
    made.given(h(ONE, t), ONE)
    made.accepts(eq(ONE, ZERO), put_twice(1, t, TWO, ONE, ("hyp", 0, ())))
    return bundle(made, {"h": [[whole("n", 0), n], whole("n", 0)]}, {"t": num(1)}, eq(ONE, ONE))


SLOPE = {"h": [[n], D(n, a)]}
"""h(n) = D(n, a), which is zero: of h(a s) it is not D(a s, a) = s."""


def an_argument_that_moves() -> dict[str, Any]:
    made = Bundle()
    made.add("where", ("lt", h(a), ONE))
    made.given(h(mul(a, s)), s)
    made.accepts(eq(ONE, ZERO), put_twice(1, s, ONE, num(-1), ("hyp", 0, ())))
    return bundle(made, SLOPE, {"s": num(0), "a": num(2)}, eq(D(mul(a, s), a), s))


def proved_and_refuted() -> dict[str, Any]:
    made = Bundle()
    made.given(h(mul(a, s)), s)
    made.accepts(eq(sub(h(a), ONE), ZERO), put_twice(0, s, ONE, ONE, None))
    refuted = [{"label": "(9)", "statement": eq(h(a), ONE)}]
    return bundle(made, SLOPE, {"s": num(0), "a": num(2)}, eq(D(mul(a, s), a), s), *refuted)


HOSTILE: dict[str, tuple[Callable[[], dict[str, Any]], int, str]] = {
    "one of two kinds": (one_of_two_kinds, 1, "the name n stands for two things"),
    "a true line": (a_true_line_refuted, 1, "the name n stands for two things"),
    "two starts": (two_starts, 1, "the name n stands for two things"),
    "an argument that moves": (an_argument_that_moves, 3, "something else is called n"),
    "proved and refuted": (proved_and_refuted, 3, "something else is called n"),
}  # fmt: skip


@pytest.mark.parametrize(("made", "status", "why"), HOSTILE.values(), ids=HOSTILE)
def test_contradictory_hypotheses_do_not_hold_at_once(
    made: Callable[[], dict[str, Any]], status: int, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [made()]}))
    assert main([str(path)]) == status
    out = capsys.readouterr().out
    assert why in out
    assert "hold at once, at a point:" in out
    assert "hypotheses: hold at once" not in out
    for one in [*Refutations(made()).all_judged(), Refutations(made()).hypotheses()]:
        assert one is not None
        assert one.outcome == ("rejected" if status == 1 else "open")


def test_the_same_with_names_of_their_own() -> None:
    """h(n) = (n - 11/2)^2 is not the same for every n, and the model says so; a constant is."""
    square = power(sub(n, num("11/2")), 2)
    for body, outcome in ((square, "open"), (num(3), "satisfied")):
        made = Bundle()
        made.given(h(add(t, ONE)), h(t))
        made.accepts(eq(h(t), h(t)))
        found = Refutations(bundle(made, {"h": [[n], body]}, {"t": num(5)}, eq(num(3), num(3)))).hypotheses()
        assert found is not None
        assert found.outcome == outcome, found.reason


# --- names ------------------------------------------------------------------------------------------------------


def point(functions: Any = (), symbols: Any = (), vectors: Any = (), indices: Any = ()) -> dict[str, Any]:
    return {"symbols": dict(symbols), "vectors": dict(vectors), "indices": dict(indices), "functions": dict(functions)}


CLASHES: dict[str, tuple[dict[str, Any], list[Form], str]] = {
    "a variable and a symbol of its function": (point({"h": [[n], sym("n")]}), [], "n"),
    "a variable and a symbol of the theorem": (point({"h": [[n], n]}), [eq(sym("n"), ONE)], "n"),
    "a symbol and a number of the theorem": (point({"h": [[sym("t")], ONE]}), [eq(h(t), ONE)], "t"),
    "variables of two starts": (point({"h": [[n, whole("n", 0)], n]}), [], "n"),
    "variables of two functions": (point({"h": [[n], n], "g": [[whole("n", 0)], ONE]}), [], "n"),
    "a start of the theorem": (point({"h": [[n], n]}), [eq(whole("n", 0), ONE)], "n"),
    "a number and a length": (point({"h": [[whole("N")], ONE]}), [eq(("coord", "u", "b:N"), ONE)], "N"),
    "a number and the first of two lengths": (
        point({"h": [[whole("N")], ONE]}), [eq(("coord", "Z", "b:N", "c:M"), ONE)], "N",
    ),
    "a number and the other of two lengths": (
        point({"h": [[whole("M")], ONE]}), [eq(("coord", "Z", "b:N", "c:M"), ONE)], "M",
    ),
    "a start of the other of two numbers": (
        point({"h": [[n], n]}), [eq(add(whole("a"), whole("n", 0)), ONE)], "n",
    ),
    "a value and the other of two arrays": (point((), {"z": ONE}), [eq(add(X("i"), ("coord", "z", "i")), ONE)], "z"),
    "the other of two values and an array": (point((), {"b": ONE, "x": ONE}), [eq(X("i"), ONE)], "x"),
    "a number and what a sum runs to": (
        point({"h": [[whole("C")], ONE]}), [eq(("sum", "k", sym("C"), (), ONE), ONE)], "C",
    ),
    "a number and an array": (point({"h": [[whole("x")], ONE]}), [eq(X("i"), ONE)], "x"),
    "a number and a vector of the point": (point({"h": [[whole("x")], ONE]}, vectors={"x": [ONE]}), [], "x"),
    "a number and a function": (point({"h": [[whole("h")], ONE]}), [], "h"),
    "a value and a function of the theorem": (point((), {"h": ONE}), [eq(h(ONE), ONE)], "h"),
    "a symbol and a function": (point({"h": [[n], ONE]}, {"h": ONE}), [], "h"),
    "a vector and a function": (point({"h": [[n], ONE]}, vectors={"h": [ONE]}), [], "h"),
    "a symbol and a vector of the point": (point((), {"x": ONE}, {"x": [ONE]}), [], "x"),
    "a value and an array of the theorem": (point((), {"x": ONE}), [eq(X("i"), ONE)], "x"),
    "entries and a symbol of the theorem": (point((), (), {"a": [ONE]}), [eq(a, ONE)], "a"),
    "arrays of other sets": (point({"h": [[X("i")], ONE]}), [eq(X("i:N"), ONE)], "x"),
    "arrays of more sets": (point({"h": [[X("i", "j")], ONE]}), [eq(X("i"), ONE)], "x"),
    "in a value": (point((), {"a": sym("t")}), [eq(t, ONE)], "t"),
    "in an entry": (point((), (), {"x": [sym("t")]}), [eq(t, ONE)], "t"),
}  # fmt: skip


@pytest.mark.parametrize(("said", "forms", "name"), CLASHES.values(), ids=CLASHES)
def test_a_name_that_stands_for_two_things(said: Any, forms: list[Form], name: str) -> None:
    with pytest.raises(Rejected, match=f"the name {name} stands for two things, a.* and a"):
        require_names(Point(said), freeze(forms))


@pytest.mark.parametrize(
    ("said", "forms", "told"),
    [
        (point((), {"x": ONE}, {"x": [ONE]}), [], "a symbol and an array"),
        (point((), {"h": ONE}), [eq(h(ONE), ONE)], "a function and a symbol"),
        (point({"x": [[a], ONE]}, vectors={"x": [ONE]}), [], "an array and a function"),
        (point({"h": [[n], n]}), [eq(whole("n", 0), ONE)], "a whole number from 0 and a whole number from 1"),
    ],
)
def test_both_things_are_told(said: Any, forms: list[Form], told: str) -> None:
    with pytest.raises(Rejected, match=f"stands for two things, {told}: give one of them another name"):
        require_names(Point(said), freeze(forms))


CLEAR: dict[str, tuple[dict[str, Any], list[Form]]] = {
    "one whole number everywhere": (point({"h": [[n], n], "g": [[n], ONE]}, {"n": ONE}), [eq(h(n), n)]),
    "a symbol as the variable": (point({"h": [[sym("v")], sym("v")]}, {"n": ONE}), [eq(h(n), n)]),
    "what a sum binds": (
        point({"h": [[n], upto("s", 1, n, whole("s"))]}), [eq(upto("s", 0, n, whole("s", 0)), sym("s"))],
    ),
    "a length and a value": (point((), {"N": TWO}, {"u": [ONE, ONE]}), [eq(("coord", "u", "b:N"), sym("N"))]),
    "a definition": (point((), {"W": ONE}), [eq(("def", "W", None, ONE), ONE)]),
    "entries of one array": (point({"h": [[X("p")], ONE]}, (), {"x": [ONE]}), [eq(X("*1"), X("i"))]),
}  # fmt: skip


@pytest.mark.parametrize(("said", "forms"), CLEAR.values(), ids=CLEAR)
def test_names_that_stand_for_one_thing(said: Any, forms: list[Form]) -> None:
    require_names(Point(said), freeze(forms))


def judged(said: Any, *statements: Form, model: Any = None) -> Any:
    entries = [{"role": "where", "statement": s} for s in statements]
    return Refutations({"along": [], "entries": entries, "model": model}).satisfied(said)


def test_a_name_of_the_model_is_that_of_the_theorem() -> None:
    """The theorem of a model speaks of a symbol n, where the point has a whole number."""
    claimed = Bundle()
    claimed.accepts(eq(sym("n"), sym("n")))
    model = {"functions": {}, "symbols": {}, "theorem": {"id": "m", "along": [], "entries": claimed.entries}}
    said = point({"h": [[n], n]})
    assert judged(said, eq(h(TWO), TWO)).outcome == "satisfied"
    found = judged(said, eq(h(TWO), TWO), model=model)
    assert found.outcome == "rejected"
    assert "the name n stands for two things, a symbol and a whole number from 1" in found.reason


UNWRITTEN: dict[str, tuple[dict[str, Any], list[Form]]] = {
    "a channel and a symbol": (point((), {"i": ONE}, {"x": [ONE]}, {"i": 1}), [eq(sym("i"), ONE)]),
    "a name of an operation": (point({"exp": [[a], a]}), [eq(app("exp", ONE), ONE)]),
    "channels of two sets": (
        point((), {"N": ONE}, {"x": [ONE], "u": [ONE]}, {"i": 1, "i:N": 1}), [eq(X("i"), ("coord", "u", "i:N"))],
    ),
    "names that look alike": (point((), {"l1": ONE, "ll": ONE}), []),
}  # fmt: skip


@pytest.mark.parametrize(("said", "statements"), UNWRITTEN.values(), ids=UNWRITTEN)
def test_a_point_that_cannot_be_written_is_none(said: Any, statements: list[Form]) -> None:
    assert written_point(said, statements).startswith("a point that cannot be written: ")
    with pytest.raises(Rejected, match="the point cannot be written: "):
        require_written(Point(said), statements)
    found = judged(said, *statements)
    assert found.outcome == "rejected"
    assert "the point cannot be written: " in found.reason


def test_a_point_is_written_beside_all_that_is_refuted() -> None:
    """As it is printed: a name of the point is no function of another refutation."""
    said = {"label": "(1)", "kind": "false", "under": [], "fails": [], "model": None}
    first = {**said, "statement": eq(a, TWO), "point": point((), {"a": ONE, "exp_": ONE})}
    second = {**said, "statement": eq(app("exp_", ONE), TWO), "point": point({"exp_": [[a], a]}, {"a": ONE})}
    theorem = {"along": [], "entries": []}
    alone, together = ({**theorem, "refutations": r} for r in ([first], [first, second]))
    assert [r.outcome for r in Refutations(alone).all_judged()] == ["refuted"]
    assert [r.outcome for r in Refutations(together).all_judged()] == ["rejected", "refuted"]


# --- what is put in ---------------------------------------------------------------------------------------------

i, j = X("i"), X("j")
MOVING: dict[str, tuple[Form, Form, Form]] = {
    "a slope": (n, D(n, a), a),
    "a slope of a product": (n, D(mul(n, a), a), mul(a, s)),
    "an antiderivative": (n, ("integral", n, a), a),
    "a value elsewhere": (n, at(n, a, ONE), a),
    "along an entry": (n, D(n, i), i),
    "along another entry": (n, D(n, i), j),
    "in a sum": (n, upto("k", 1, TWO, D(n, a)), a),
    "a sum over entries": (n, ("sum", "k", sym("C"), (), D(n, X("k"))), i),
    "of a number from zero": (s, D(s, a), a),
}  # fmt: skip


@pytest.mark.parametrize(("formal", "body", "argument"), MOVING.values(), ids=MOVING)
def test_nothing_in_a_function_moves_its_argument(formal: Form, body: Form, argument: Form) -> None:
    with pytest.raises(Undecided, match="something else is called"):
        put_in(h(argument), {"h": ((formal,), body)}, {})


def test_an_argument_that_does_not_move_is_put_in() -> None:
    def put(body: Form, argument: Form) -> Form:
        return put_in(h(argument), {"h": ((n,), body)}, {})

    assert put(D(mul(n, a), a), add(t, ONE)) == D(mul(add(t, ONE), a), a)
    assert put(mul(n, D(a, a)), a) == mul(a, D(a, a))
    assert put(at(a, a, n), a) == at(a, a, a)
    assert put(D(n, a), n) == D(n, a)
    assert put(upto("n", 1, n, n), t) == upto("n", 1, t, n)
    k, beside = whole("k", 0), whole("k_")
    assert put(upto("k", 1, TWO, mul(n, whole("k"))), k) == upto("k_", 1, TWO, mul(k, beside))


def test_whole_numbers_of_two_starts_are_two_at_a_point() -> None:
    """Nothing else tells them apart where a point is looked at by itself."""
    place = Place(point({"h": [[whole("n", 0), n], sub(whole("n", 0), n)]}), ())
    assert place.truth(eq(h(num(5), TWO), num(3)))
    with pytest.raises(Rejected, match="gives n no value"):
        Place(point({"h": [[n], sym("n")]}), ()).truth(eq(h(ONE), ONE))
    place = Place(point({"h": [[sym("n")], upto("n", 1, TWO, mul(n, sym("n")))]}), ())
    assert place.truth(eq(h(num(5)), num(15)))


# --- at random --------------------------------------------------------------------------------------------------

SYMBOLS: list[Form] = [sym(name) for name in "tua"]
ENTRIES: list[Form] = [("coord", v, k) for v in "xw" for k in "ijk"]
WHOLES: list[Form] = [n, whole("n", 0), whole("s"), whole("t"), whole("u", 0)]
"""Names that clash: t and u are symbols as well."""


class Chance:
    """Functions at a point, and what speaks of them, with few names, so that they meet."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def expression(self, depth: int, variables: list[Form], formals: list[Form]) -> Form:
        """An expression of variables, in which h is applied where it has formal ones."""
        one, part = self.random.choice, lambda more=(): self.expression(depth - 1, [*variables, *more], formals)
        if not depth or not self.random.randrange(4):
            return one([*variables, num(self.random.randint(-2, 3))])
        match one(["add", "mul", "pow", "D", "at", "sum", "delta", "upto", *(["app"] * 4 if formals else [])]):
            case "add" | "mul" as operation:
                return operation, part(), part()
            case "pow":
                return power(part(), one([2, 3]))
            case "D":
                return D(part(), one(SYMBOLS + ENTRIES))
            case "at":
                return at(part(), one(SYMBOLS + ENTRIES), part())
            case "sum":
                return "sum", one("ijk"), sym("C"), (), part()
            case "delta":
                return delta(one("ijk"), one("ijk"))
            case "upto":
                bound = one(WHOLES)
                return "upto", *bound[1:], num(self.random.randint(1, 3)), part([bound])
            case _:
                return h(*(one(ENTRIES) if v[0] == "coord" else part() for v in formals))

    def point(self, function: Any) -> dict[str, Any]:
        symbols = {name: num(self.random.randint(-3, 4)) for name in "tua"}
        vectors = {v: [num(self.random.randint(-3, 4)) for _ in range(3)] for v in "xw"}
        indices = {k: self.random.randint(1, 3) for k in "ijk"}
        return point({"h": function}, {**symbols, "C": num(3)}, vectors, indices)


@pytest.mark.parametrize("seed", range(3))
def test_a_function_has_one_meaning_where_names_clash(seed: int) -> None:
    """What is put in has the value at a point that the function has there, or is refused."""
    chance, seen, bad = Chance(f"clashes/{seed}"), Counter[str](), []
    while seen["alike"] < 500 and not bad:
        one = chance.random
        formals = one.sample(SYMBOLS + ENTRIES[:2] + ENTRIES[3:5] + 2 * WHOLES, one.choice([1, 1, 2]))
        body = chance.expression(one.randint(1, 3), [*SYMBOLS, *ENTRIES, *formals], [])
        stated = chance.expression(one.randint(2, 4), SYMBOLS + ENTRIES, formals)
        varying = one.choice([(), (SYMBOLS[0],), (("coord", "x", "i"),), (("vector", "x"),)])
        try:
            with Budget(100_000, "one comparison"):
                check_expression(freeze(stated))
                place = Place(chance.point([formals, body]), {sym("C")}, (stated,))
                require_one(place.functions, (stated,), varying)
                shown = put_in(stated, place.functions, {}, varying)
                values = place.root(stated, place.channels), place.root(shown, place.channels)
        except (Malformed, Doubt, TooLarge) as error:
            seen["called as well" if "as well" in str(error) else "refused"] += 1
            continue
        seen["alike"] += shown != stated
        if values[0] != values[1]:
            bad.append((stated, formals, body, shown, values))
    assert bad == []
    assert seen["called as well"] > 3
