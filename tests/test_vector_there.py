"""A vector at a concrete point in one line: what it means, how it is printed and read, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symnorm import D, Theorem, at, by, define, eq, indices, matrix, mean, symbol, total, vector
from symnorm.judge import judge
from symnorm.language.latex import latex
from symnorm.language.record import record, theorems_from
from symnorm.language.refusals import LanguageError
from symnorm.reader import Reader

C, a = symbol("C"), symbol("a")
x = vector("x", C)
i, j = indices("i j", C)
y = define("y", x - mean(x))
g = define("g", matrix("gradient", D(total(x**2) / 2, x[i]), i))

TRUE = [
    eq(at(y, {x: [3, 1, 2]}), [1, -1, 0]), eq(at(g, {x: [3, 1, 0]}), [3, 1, 0]), eq(at(x, {x: [a, 2]}), [a, 2]),
    eq(at(y, {x: [a, 0, 2 * a]}), [0, -a, a]), eq(at(2 * y, {x: [3, 1]}), (2, -2)),
    eq(at(a * x, {x: [3, 1], a: 2}), [6, 2]),
]  # fmt: skip
FALSE = [eq(at(y, {x: [3, 1, 2]}), [1, 0, 0]), eq(at(g, {x: [3, 1, 0]}), [3, 1, 1])]


def verdict(statement: Any) -> str:
    theorem = Theorem("there/1", "A vector at a point")
    theorem.claim("(1)", statement, by.algebra())
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return judge(again).lines[0].verdict


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_every_entry_is_shown(statement: Any) -> None:
    assert verdict(statement) == "proved"


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_a_wrong_entry_is_refuted(statement: Any) -> None:
    assert verdict(statement) == "refuted"


def test_how_it_is_printed() -> None:
    assert latex(TRUE[0]) == r"\left. y \right|_{x = (3, 1, 2)} = (1, -1, 0)"
    assert str(TRUE[0]) == "y|_{x = (3, 1, 2)} = (1, -1, 0)"


@pytest.mark.parametrize("statement", [*TRUE, *FALSE], ids=str)
def test_it_is_read_as_it_is_printed_and_nothing_else_is(statement: Any) -> None:
    theorem = Theorem("there/1", "A vector at a point")
    theorem.claim("(1)", statement, by.algebra())
    reader, printed = Reader(theorem), latex(statement)
    assert reader.bind(printed, statement)[0].outcome == "bound"
    head, _, listed = printed.rpartition(" = ")
    for wrong in (f"{head} = ({listed[1:-1]}, 0)", f"{head} = ({', '.join(listed[1:-1].split(', ')[::-1])})",
                  f"{head} = {listed[:-1]}", f"{head}, {listed}"):  # fmt: skip
        if wrong != printed:
            assert reader.bind(wrong, statement)[0].outcome in ("differs", "not understood"), wrong


BAD: list[tuple[Any, str]] = [
    (lambda: eq(at(y, {x: [3, 1, 0]}), [1, 0]), "has 3 entries at this point, and not 2"),
    (lambda: eq(at(y, {x: [3, 1, 0]}), 0), "is the list of its entries"),
    (lambda: eq(at(y, {x: [3, 1, 0]}), y), "is the list of its entries"),
    (lambda: eq(at(a * x, {a: 2}), [1, 0]), "an open number of entries"),
    (lambda: eq(at(y, {x: [3, 1, 0], i: 2}), [1, 0, 0]), "does not speak of i"),
    (lambda: eq([1, 0, 0], at(y, {x: [3, 1, 0]})), "1, 0, 0"),
    (lambda: at(y, {x: [3, 1]}) + 1, "unsupported operand"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD, ids=range(len(BAD)))
def test_what_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises((LanguageError, TypeError), match=said):
        wrong()
