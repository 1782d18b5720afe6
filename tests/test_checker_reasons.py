"""Why the checker's program rejects an entry: what differs is shown, as it was calculated, next to where it stands."""

from __future__ import annotations

import json

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    D,
    a,
    add,
    app,
    at,
    b,
    delta,
    div,
    eq,
    exp,
    hyp,
    ident,
    identity,
    integral,
    log,
    mul,
    num,
    power,
    root,
    sign,
    t,
    total,
    use,
    x,
    y,
)

from symnorm.checker.__main__ import main
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.readback import extent, read_back


@pytest.fixture
def said(tmp_path, capsys):
    """What the program says of the last entry of a bundle, which it rejects."""

    def run(made: Bundle) -> str:
        path = tmp_path / "bundle.json"
        path.write_text(json.dumps({"theorems": [{"id": "a/1", "along": made.along, "entries": made.entries}]}))
        assert main([str(path)]) == 1
        (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  (")]
        return line.partition("): ")[2]

    return run


def positive() -> Bundle:
    made = Bundle()
    made.where(">", a)
    made.where(">", b)
    return made


REJECTED = {
    "an equation": (eq(power(add(a, b), 2), add(power(a, 2), power(b, 2))), identity(),
                    "the two sides differ, by 2*a*b; in (a + b)**2 = a**2 + b**2"),
    "a quotient": (eq(div(a, b), div(b, a)), identity(),
                   "the two sides differ, by (a**2 - b**2)/(a*b); in a/b = b/a"),
    "a sum": (eq(total(mul(a, x("k"))), total(x("k"))), identity(),
              "the two sides differ, by a*sum(x[s1], s1 = 1..C) - sum(x[s1], s1 = 1..C); in "
              "sum(a*x[k], k = 1..C) = sum(x[k], k = 1..C)"),
    "with a premise": (eq(a, b), identity((("root", a, b, hyp(0), hyp(1), ident()), ONE)),
                       "the two sides differ, by a**2 - b**2; in a = b"),
    "another sign": (("gt", add(a, ONE), ZERO), sign(hyp(0)),
                     "a witness does not show the quantity to be > 0: it is of another quantity: a, and not a + 1; in "
                     "a + 1 > 0"),
    "what is not defined": (eq(div(ONE, add(a, num(-2))), ONE), identity(),
                            "a condition of being defined is not established: a + (-2) != 0; in 1/(a + (-2)) = 1"),
    "a root": (eq(root(add(a, num(-2))), ONE), identity(),
               "a condition of being defined is not established: a + (-2) >= 0; in sqrt(a + (-2)) = 1"),
    "a derivative": (eq(D(y, t), ZERO), identity(),
                     "a condition of being defined is not established: y^(1)(t) exists; in D(y(t), t) = 0"),
    "nothing that differs": (eq(a, b), sign(hyp(0)), "this kind of proof does not fit this kind of statement"),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "proof", "words"), REJECTED.values(), ids=REJECTED)
def test_what_differs_is_shown(said, statement, proof, words):
    made = positive()
    assert not made.judged("claim", statement, proof).accepted
    assert said(made) == words


def test_what_is_long_is_cut(said):
    made = positive()
    made.judged("claim", eq(add(*(mul(num(n), exp(mul(num(n), a))) for n in range(2, 90))), b), identity())
    line = said(made)
    assert line.startswith("the two sides differ, by ")
    assert line.count("...") == 2
    assert len(line) < 400


def test_what_would_take_long_to_write_is_not_written(said):
    """f(t) + g(t) in the place of t, ten times: a thousand functions, written out."""
    made, tower = positive(), t
    for _ in range(10):
        tower = at(tower, t, add(app("f", t), app("g", t)))
    made.judged("claim", eq(tower, ONE), identity())
    assert "the two sides differ, by what is too long to write; in at(at(" in said(made)


@pytest.mark.parametrize(
    "huge", [power(num(10**300), 2), power(num(10**300), 16), div(ONE, power(num(10**300), 16))]
)
def test_a_number_of_many_digits_is_not_written(said, huge):
    """A form has numbers of 400 digits at most, and Python refuses to write more than 4300."""
    made = positive()
    made.judged("claim", eq(mul(huge, a), b), identity())
    assert said(made).startswith("the two sides differ, by what is too long to write; in ")


@pytest.mark.parametrize(
    "form",
    [
        add(a, b), power(add(a, b), 3), div(a, add(b, TWO)), root(add(a, ONE)), exp(mul(a, b)), log(add(a, TWO)),
        total(mul(x("k"), x("k"))), total(div(ONE, add(a, x("k")))), app("f", a, b), delta("i", "j"),
        mul(x("i"), total(total(mul(x("k"), x("l")), "l", "k"))), at(y, t, a), integral(exp(t), t), ZERO,
    ],
)  # fmt: skip
def test_extent_counts_what_is_read_back(form):
    """It bounds the number of names and numbers in what is written, and is no more than some times that."""
    normal = Normalizer(C)
    q = normal(form)[0]
    leaves = _leaves(read_back(q))
    assert leaves <= 3 * extent(q) + 1
    assert extent(q) <= 6 * leaves


def test_a_sum_is_as_long_as_what_is_summed_and_what_it_runs_to():
    normal = Normalizer(C)
    s, last = ("whole", "s", 1), ("whole", "m", 0)
    for index, length, body in (("k", C, app("f", x("k"), add(a, x("k")))), (None, last, app("f", s, add(a, s)))):
        whole = total(body, index) if index else ("upto", "s", 1, last, body)
        parts, q = [normal(part)[0] for part in (body, length)], normal(whole)[0]
        assert q.as_atom() is not None
        assert extent(q) == 1 + sum(map(extent, parts))
        assert extent(q) > 8


def _leaves(form: object) -> int:
    match form:
        case ("num" | "sym" | "coord" | "delta", *_):
            return 1
        case tuple():
            return sum(map(_leaves, form))
    return 0


def test_the_premises_that_were_used_count(said):
    made = positive()
    n = made.given(a, b)
    made.judged("claim", eq(a, mul(TWO, b)), identity((use(n), ONE)))
    assert said(made) == "the two sides differ, by -b; in a = 2*b"
