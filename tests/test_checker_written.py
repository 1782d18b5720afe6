"""What the checker writes is read back: by the rules of its notation it is the form that was checked, and no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symnorm.checker import Form, Malformed
from symnorm.checker.calculus.normal import renamed
from symnorm.checker.forms import FUNCTIONS, check_statement, put_for
from symnorm.checker.written import Writer

MU: Form = ("def", "mu", None, ("sum", "k", ("sym", "C"), (), ("coord", "x", "k")))
OUT: Form = ("def", "out", "i", ("add", ("coord", "x", "i"), ("neg", MU)))
ENTRY: Form = ("def", "W", None, ("mul", ("delta", "i", "j"), ("coord", "x", "i")))
DEFINITIONS = {"mu": MU, "out": OUT, "W": ENTRY}
WHOLES = {"n": ("whole", "n", 1), "r": ("whole", "r", 0)}
RELATIONS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
WORDS = {"or": "or", "and": "and", "=>": "implies", "<=>": "iff"}
TOKEN = re.compile(r"[A-Za-z]\w*'*|\d+|\*\*|\.\.|<=>|=>|[!<>]=|\S")


class Reader:
    """Reads a line from left to right, as the notation is defined; it knows which names are vectors."""

    def __init__(self, line: str) -> None:
        self.rest = [*TOKEN.findall(line), ""]

    def statement(self) -> Form:
        if (connection := self.connection_behind()) is not None:
            parts = [self.enclosed(self.statement)]
            while self.rest[0] == connection:
                self.take(connection)
                parts.append(self.enclosed(self.statement))
            return (WORDS[connection], *parts)
        left = self.sum()
        return (RELATIONS[self.rest.pop(0)], left, self.sum())

    def connection_behind(self) -> str | None:
        """The connection behind the parentheses with which a statement begins, if there is one."""
        depth = 0
        for n, token in enumerate(self.rest):
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return self.rest[n + 1] if n and self.rest[n + 1] in WORDS else None
        return None

    def take(self, wanted: str) -> None:
        assert self.rest.pop(0) == wanted

    def enclosed(self, inner: Callable[[], Any]) -> Any:
        self.take("(")
        out = inner()
        self.take(")")
        return out

    def sum(self) -> Form:
        parts = [self.negative() if self.rest[0] == "-" else self.product()]
        while self.rest[0] in ("+", "-"):
            sign = self.rest.pop(0)
            part = self.product()
            parts.append(part if sign == "+" else ("neg", part))
        return parts[0] if len(parts) == 1 else ("add", *parts)

    def negative(self) -> Form:
        self.take("-")
        is_numeral = self.rest[0].isdigit()
        inner = self.product()
        return ("num", f"-{inner[1]}") if is_numeral and inner[0] == "num" else ("neg", inner)

    def product(self) -> Form:
        first, slash, second, behind = [*self.rest[:4], "", "", ""][:4]
        if first.isdigit() and slash == "/" and second.isdigit() and behind != "**":
            del self.rest[:3]
            out: Form = ("num", f"{first}/{second}")
        else:
            out = self.power()
        is_open = False
        while self.rest[0] in ("*", "/"):
            if self.rest.pop(0) == "/":
                out, is_open = ("div", out, self.power()), False
            else:
                out, is_open = ((*out, self.power()) if is_open else ("mul", out, self.power())), True
        return out

    def power(self) -> Form:
        base = self.atom()
        if self.rest[0] != "**":
            return base
        self.take("**")
        if self.rest[:2] == ["(", "-"] and self.rest[2].isdigit() and self.rest[3] == ")":
            return ("pow", base, -self.enclosed(lambda: (self.take("-"), int(self.rest.pop(0)))[1]))
        return ("pow", base, int(self.rest.pop(0))) if self.rest[0].isdigit() else ("power", base, self.atom())

    def atom(self) -> Form:
        if self.rest[0] == "(":
            return self.enclosed(self.sum)
        name = self.rest.pop(0)
        if name.isdigit():
            return ("num", name)
        if self.rest[0] == "[":
            self.take("[")
            return self.channel(name, self.indices("]"))
        if self.rest[0] in ("(", "^"):
            return self.called(name)
        return DEFINITIONS.get(name, ("sym", name))

    def channel(self, name: str, indices: list[str]) -> Form:
        if name == "out":
            return renamed(OUT, "i", indices[0])
        if name == "W":
            i, j = indices
            return renamed(renamed(renamed(ENTRY, "i", "_"), "j", j), "_", i)
        return ("coord", name, *indices)

    def indices(self, end: str) -> list[str]:
        out = [self.index()]
        while self.rest[0] == ",":
            self.take(",")
            out.append(self.index())
        self.take(end)
        return out

    def index(self) -> str:
        name = self.rest.pop(0)
        return f"*{self.rest.pop(0)}" if name == "every" else name

    def called(self, name: str) -> Form:
        orders = None
        if self.rest[0] == "^":
            self.take("^")
            orders = self.enclosed(lambda: self.listed(lambda: int(self.rest.pop(0))))
        self.take("(")
        if name == "delta":
            return ("delta", *self.indices(")"))
        first = self.sum()
        if name in FUNCTIONS:
            self.take(")")
            return ("fn", name, first)
        if name == "sum":
            return self.summed(first)
        arguments = [first]
        while self.rest[0] == ",":
            self.take(",")
            arguments.append(self.sum())
        if name == "at":
            self.take("=")
            arguments.append(self.sum())
        self.take(")")
        if name in ("D", "integral", "at", "power"):
            return (name, *arguments)
        return ("app", name, tuple(orders or [0] * len(arguments)), tuple(arguments))

    def listed(self, inner: Callable[[], Any]) -> list[Any]:
        out = [inner()]
        while self.rest[0] == ",":
            self.take(",")
            out.append(inner())
        return out

    def summed(self, body: Form) -> Form:
        self.take(",")
        index = self.index()
        self.take("=")
        first = int(self.rest.pop(0))
        self.take("..")
        dimension, excluded = self.atom(), []
        if dimension != ("sym", "C"):
            self.take(")")
            return ("upto", index, first, dimension, put_for(body, ("sym", index), ("whole", index, first)))
        while self.rest[0] == ",":
            self.take(",")
            assert self.index() == index
            self.take("!=")
            excluded.append(self.index())
        self.take(")")
        return ("sum", index, dimension, tuple(excluded), body)


def bare(form: Any, bound: dict[Any, str] | None = None, depth: int = 0) -> Any:
    """A form in which what sums bind is called by how deep it stands: which letters they have does not matter."""
    bound, own = bound or {}, f"#{depth}"

    def index(name: str) -> str:
        return bound.get(name, name)

    match form:
        case ("sum", k, dimension, excluded, body):
            return "sum", own, dimension, tuple(map(index, excluded)), bare(body, {**bound, k: own}, depth + 1)
        case ("upto", k, first, last, body):
            return "upto", own, first, bare(last, bound, depth), bare(body, {**bound, (k, first): own}, depth + 1)
        case ("whole", name, start):
            return "whole", bound.get((name, start), name), start
        case ("coord", x, *indices):
            return "coord", x, *map(index, indices)
        case ("delta", i, j):
            return "delta", index(i), index(j)
        case ("def", name, i, body):
            return "def", name, index(i) if i else i, bare(body, bound, depth)
        case tuple():
            return tuple(bare(part, bound, depth) for part in form)
    return form


def _extended(inner: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
    variable = st.sampled_from([("sym", "t"), ("sym", "q"), ("coord", "x", "i"), ("coord", "x", "k")])
    pair = st.tuples(inner, inner)
    order = st.integers(0, 2)
    left_out = st.sampled_from([(), ("j",), ("j", "*1")])
    number = st.sampled_from([WHOLES["n"], WHOLES["r"], ("add", WHOLES["n"], ("num", "1")), ("neg", WHOLES["r"])])
    bound = st.tuples(st.sampled_from("lOqnrp"), st.integers(0, 1))
    last = st.one_of(number, st.sampled_from([("num", "0"), ("num", "12")]))
    return st.one_of(
        st.tuples(st.just("power"), inner, st.one_of(number, st.sampled_from([("num", "2"), ("num", "-1")]))),
        st.tuples(bound, last, inner).map(
            lambda p: ("upto", *p[0], p[1], put_for(p[2], WHOLES["n"], ("whole", *p[0])))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: ("add", *parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: ("mul", *parts)),
        inner.map(lambda e: ("neg", e)),
        pair.map(lambda p: ("div", *p)),
        st.tuples(inner, st.integers(-3, 12)).map(lambda p: ("pow", *p)),
        st.tuples(st.sampled_from(FUNCTIONS), inner).map(lambda p: ("fn", *p)),
        st.tuples(order, inner).map(lambda p: ("app", "f", (p[0],), (p[1],))),
        st.tuples(order, order, pair).map(lambda p: ("app", "g", p[:2], p[2])),
        st.tuples(st.sampled_from(["D", "integral"]), inner, variable),
        st.tuples(st.just("at"), inner, variable, inner),
        st.tuples(st.just("sum"), st.sampled_from(["i", "k"]), st.just(("sym", "C")), left_out, inner),
        st.tuples(left_out, inner).map(lambda p: ("sum", "q", ("sym", "C"), p[0], renamed(p[1], "k", "q"))),
    )


leaves = st.sampled_from([
    *(("num", n) for n in ("0", "1", "2", "-1", "-3", "1/2", "-1/2", "2/3", "12")),
    ("sym", "t"), ("sym", "q"), ("sym", "C"), ("coord", "x", "i"), ("coord", "x", "k"), ("coord", "z", "*1"),
    *WHOLES.values(), ("delta", "i", "j"), ("delta", "k", "*2"), MU, OUT, renamed(OUT, "i", "j"), ENTRY,
])  # fmt: skip
expressions = st.recursive(leaves, _extended, max_leaves=10)
relations = st.tuples(st.sampled_from([*RELATIONS.values()]), expressions, expressions)
statements = st.recursive(
    relations,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: ("or", *parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: ("and", *parts)),
        st.tuples(st.sampled_from(["implies", "iff"]), inner, inner),
    ),
    max_leaves=4,
)


@settings(max_examples=400, deadline=None)
@given(statements)
def test_what_is_written_is_read_back(statement: Form) -> None:
    """The symbol q and channels q are both about, and channels k that are free and bound, in sums in sums.

    So are whole numbers n, and some that sums bind and whose letters look like a number.
    """
    check_statement(statement)
    line = Writer([statement])(statement)
    found = Reader(line).statement()
    for name, number in WHOLES.items():  # of those that no sum has bound
        found = put_for(found, ("sym", name), number)
    assert bare(found) == bare(statement), line
    letters = {t for t in TOKEN.findall(line) if t[0].isalpha()}
    assert not letters & {"l", "O"}, line


def test_how_often_a_function_is_differentiable() -> None:
    function = ("app", "f", (0, 0), (("sym", "t"), ("coord", "x", "*1")))
    twice, positive = ("differentiable", function, ("num", "2")), ("gt", ("sym", "t"), ("num", "0"))
    for form, line in (
        (twice, "f(t, x[every 1]) is 2 times differentiable"),
        (("and", twice, positive), "(f(t, x[every 1]) is 2 times differentiable) and (t > 0)"),
        (("implies", positive, twice), "(t > 0) => (f(t, x[every 1]) is 2 times differentiable)"),
    ):
        check_statement(form)
        assert Writer([form])(form) == line


SYMBOL, ONE = ("sym", "s"), ("num", "1")


@pytest.mark.parametrize(
    ("forms", "said"),
    [
        ([SYMBOL, ("coord", "s", "i")], "the name s stands for two things: a symbol and a vector"),
        ([SYMBOL, ("vector", "s")], "the name s stands for two things: a symbol and a vector"),
        ([("coord", "x", "s"), SYMBOL], "the name s stands for two things: a channel and a symbol"),
        ([SYMBOL, ("def", "s", None, ONE)], "a symbol and the definition 1"),
        ([("def", "s", None, ONE), ("def", "s", None, ("num", "2"))], "the definition 1 and the definition 2"),
        ([("def", "s", None, ONE), ("def", "s", "i", ONE)], "the definition 1 and the definition 1"),
        ([("def", "s", None, ("def", "t", None, SYMBOL))], "the name s stands for two things"),
        ([OUT, ("def", "out", "j", ("coord", "x", "i"))], "the name out stands for two things"),
        (
            [("app", "s", (0,), (ONE,)), ("app", "s", (0, 0), (ONE, ONE))],
            "a function of 1 argument and a function of 2 arguments",
        ),
        ([("app", "s", (0,), (SYMBOL,))], "the name s stands for two things: a function of 1 argument and a symbol"),
        ([("app", "sqrt", (0,), (ONE,))], "a function of 1 argument cannot be called sqrt"),
        ([("app", "sin", (0,), (ONE,))], "a function of 1 argument cannot be called sin"),
        ([("pow", SYMBOL, 11), ("sym", "ll")], "a symbol cannot be called ll: it would be taken for 11"),
        ([("pow", SYMBOL, -10), ("whole", "lO", 1)], "a whole number cannot be called lO: it would be taken for 10"),
        ([("upto", "k", 0, ("num", "3"), SYMBOL), ("sym", "O")], "cannot be called O: it would be taken for 0"),
        ([("sym", "D")], "a symbol cannot be called D: it would be taken for the usual D"),
        ([("coord", "x", "log")], "a channel cannot be called log"),
    ],
)
def test_a_name_has_one_meaning(forms: list[Form], said: str) -> None:
    with pytest.raises(Malformed) as error:
        Writer(forms)
    assert said in str(error.value)


# --- definitions under sums -----------------------------------------------------------------------------------

S, R, TWO = ("whole", "s", 1), ("whole", "r", 1), ("num", "2")


def up_to_two(body: Form, *names: str) -> Form:
    for name in names:
        body = ("upto", name, 1, TWO, body)
    return body


def called(body: Form, name: str = "m", own: Any = None) -> Form:
    return ("def", name, own, body)


def difference(a: Form, b: Form) -> Form:
    return ("add", a, ("neg", b))


def entries(*indices: str) -> Form:
    """x_i - x_j for the last two of three indices."""
    return difference(*(("coord", "x", i) for i in indices))


APART = {
    "two numbers of nested sums": up_to_two(
        ("mul", difference(called(("add", S, ("mul", TWO, R))), called(("add", R, ("mul", TWO, S)))), S), "r", "s"),
    "one number or the other": up_to_two(difference(called(S), called(R)), "r", "s"),
    "numbers of sums side by side": ("add", up_to_two(called(S), "s"), up_to_two(called(("neg", S)), "s")),
    "a number that is free": difference(up_to_two(called(S), "s"), called(R)),
    "numbers from elsewhere": difference(called(S), ("upto", "s", 0, TWO, called(("whole", "s", 0)))),
    "every channel, exchanged": difference(
        called(entries("j", "*1"), own=("i", "j", "*1")), called(entries("*1", "j"), own=("i", "j", "*1"))),
    "every channel, hidden": difference(
        called(entries("j", "*1"), own=("i", "j")), called(entries("j", "i"), own=("*1", "j"))),
    "three channels, turned": difference(
        called(entries("*1", "*2"), own=("*1", "*2", "i")), called(entries("*2", "*1"), own=("*1", "*2", "i"))),
    "two places or one": difference(called(("coord", "x", "i"), own=("i", "j")), called(("coord", "x", "i"), own="i")),
    "a place twice": difference(
        called(("coord", "x", "i"), own=("i", "i")), called(("coord", "x", "i"), own=("i", "j"))),
}  # fmt: skip


@pytest.mark.parametrize("form", APART.values(), ids=APART)
def test_definitions_that_differ_have_not_one_name(form: Form) -> None:
    with pytest.raises(Malformed, match=r"the name (m|s) stands for two things"):
        Writer([("eq", form, ONE)])


TOGETHER = {
    "free and summed": (("add", up_to_two(called(S), "s"), called(S)), "sum(m[s'], s' = 1..2) + m[s]", "m[s] = s"),
    "summed": (up_to_two(called(("add", S, R)), "r", "s"), "sum(sum(m[r, s], r = 1..2), s = 1..2)", "m[r, s] = s + r"),
    "beside a symbol of its letter": (
        ("add", SYMBOL, up_to_two(called(("mul", S, SYMBOL)), "s")), "s + sum(m[s'], s' = 1..2)", "m[s'] = s'*s"),
    "in other channels": (
        difference(called(entries("i", "*1"), own=("i", "*1")), called(entries("*1", "j"), own=("*1", "j"))),
        "m[i, every 1] - m[every 1, j]", "m[i, every 1] = x[i] - x[every 1]"),
}  # fmt: skip


@pytest.mark.parametrize(("form", "line", "definition"), TOGETHER.values(), ids=TOGETHER)
def test_one_definition_in_several_places(form: Form, line: str, definition: str) -> None:
    writer = Writer([form])
    assert (writer(form), writer.definition("m")) == (line, definition)
