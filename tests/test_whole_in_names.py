"""Whole numbers in names: v_t is of the number t, and what speaks of t says so."""

from __future__ import annotations

import pytest

from symnorm import D, Theorem, by, define, eq, interval, sequence, symbol, total, vector, whole
from symnorm.judge import judge
from symnorm.judge.fair import alike
from symnorm.language import LanguageError, Statement, Term
from symnorm.language.subscripts import calculates_with, tells_of

b, u, C = map(symbol, ("b", "u", "C"))
t, s, z = whole("t"), whole("s"), whole("z", latex=r"\tau")
m = sequence("m")
x = vector("x", C)


def is_proved(made: Theorem) -> bool:
    return judge(made).verdict == "proved"


def theorem(statement: Statement) -> Theorem:
    made = Theorem("names/1", "Names of whole numbers")
    made.claim("(1)", statement, by.algebra())
    return made


def to_s(body: object) -> object:
    return total(body, over=t, up_to=s)


v = symbol("v", "v_t")
p = symbol("p", "b^{(t)}")
named = vector("x", C, "x_t")
other = sequence("y", "y_t")
square = define("S", m[t] ** 2, r"\hat{m}_s")

OF_A_NUMBER = {
    "a symbol": eq(total(m[t] + v, over=t, up_to=s), total(m[t], over=t, up_to=s) + s * v),
    "a symbol beside a free number": eq(m[t] + v, v + m[t]),
    "a symbol with a hat": eq(total(symbol("q", r"\hat{m}_t"), over=t, up_to=s), s * symbol("q", r"\hat{m}_t")),
    "a symbol with several": eq(symbol("q", "q_{t,1}") * t, t * symbol("q", "q_{t,1}")),
    "a symbol of the next": eq(symbol("q", "q_{t+1}") * t, t * symbol("q", "q_{t+1}")),
    "a mark": eq(total(p * b, over=t, up_to=4), 4 * p * b),
    "a vector": eq(total(total(named), over=t, up_to=s), s * total(named)),
    "a sequence": eq(total(other[s], over=t, up_to=3), 3 * other[s]),
    "a definition": eq(total(define("c", b**2, "c_t"), over=t, up_to=3), 3 * b**2),
    "a definition of another": eq(total(square, over=s, up_to=3), 3 * m[t] ** 2),
    "in a definition": eq(define("c", v * total(m[t], over=t, up_to=3)), v * (m[1] + m[2] + m[3])),
    "a Greek letter": eq(total(symbol("q", r"q_\tau"), over=z, up_to=3), 3 * symbol("q", r"q_\tau")),
}


@pytest.mark.parametrize("statement", OF_A_NUMBER.values(), ids=OF_A_NUMBER)
def test_what_looks_like_it_depends_on_a_number_is_refused(statement: Statement) -> None:
    with pytest.raises(LanguageError, match=r"is printed as something of the whole number|needs t as a subscript"):
        alike(theorem(statement))


HIDDEN = {
    "bare": define("c", m[s]), "of a number by itself": define("c", s + 1), "a power": define("c", b**s),
    "a sum up to it": define("c", total(m[t], over=t, up_to=s)), "in a word": define("c", m[s], r"c_{\mathrm{loss}}"),
    "in a definition": define("c", define("d", m[s], "d_s") + 1),
}  # fmt: skip


@pytest.mark.parametrize("c", HIDDEN.values(), ids=HIDDEN)
def test_a_definition_says_of_what_number_it_speaks(c: Term) -> None:
    with pytest.raises(LanguageError, match=r"the definition 'c' .* speaks of the whole number s, and needs s as"):
        alike(theorem(eq(c, c)))
    assert c not in total(c, over=s, up_to=2).walk()  # where it is summed it is written out


def test_of_two_numbers_both_are_said() -> None:
    with pytest.raises(LanguageError, match="needs t as a subscript"):
        alike(theorem(eq(define("c", m[s] * m[t], "c_s"), m[s] * m[t])))
    assert is_proved(theorem(eq(define("c", m[s] * m[t], "c_{st}"), m[s] * m[t])))


@pytest.mark.parametrize("latex", [r"\hat{m}_{t+1}", r"\hat{m}_{t-1}", r"\hat{m}_{2t}", "c_{t2}"])
def test_a_subscript_is_the_number_itself(latex: str) -> None:
    with pytest.raises(LanguageError, match="is printed as something of a number that is calculated from t"):
        alike(theorem(eq(define("c", m[t], latex), m[t])))


@pytest.mark.parametrize("latex", ["c_t", r"\hat{m}_t", "c_{1,t}", "c^{(t)}", r"c_{t,\mathrm{out}}", "c_t'"])
def test_what_says_so_is_proved(latex: str) -> None:
    c = define("c", m[t], latex)
    assert is_proved(theorem(eq(total(c, over=t, up_to=s), total(m[t], over=t, up_to=s))))


ELSEWHERE = {
    "another letter": eq(symbol("v", "v_n") * t, t * symbol("v", "v_n")),
    "a letter in a word": eq(symbol("v", r"v_{\mathrm{out}}") * t, t * symbol("v", r"v_{\mathrm{out}}")),
    "no whole number of that letter": eq(v, v),
    "a Greek number": eq(define("c", m[z], r"c_\tau"), m[z]),
    "a sum that binds it": eq(define("c", total(m[t], over=t, up_to=3)), m[1] + m[2] + m[3]),
}


@pytest.mark.parametrize("statement", ELSEWHERE.values(), ids=ELSEWHERE)
def test_other_names_are_not_of_a_number(statement: Statement) -> None:
    assert is_proved(theorem(statement))


def test_subscripts() -> None:
    assert all(tells_of("t", latex) for latex in ("v_t", "v^{(t)}", "v_{1,t}"))
    assert not any(tells_of("t", latex) for latex in ("t", r"v_{\text{out}}", r"v_\tau"))
    assert tells_of(r"\tau", r"v_{1,\tau}")
    assert calculates_with("t", "v_{t+1}")
    assert calculates_with(r"\tau", r"v_{2\tau}")
    assert not any(calculates_with("t", latex) for latex in ("v_{t,1}", "v_{t}^{(2)}", "v_{it}"))


# --- constants of integration -----------------------------------------------------------------------------------

OF_ONE = {
    "an entry": m[s], "the number": 1 * s, "a power": b**s, "a sum up to it": total(m[t], over=t, up_to=s),
    "in a definition": define("c_0", m[s], "k_s"), "a part": u - u + m[s],
}  # fmt: skip


@pytest.mark.parametrize("value", OF_ONE.values(), ids=OF_ONE)
def test_no_constant_of_integration_is_made_of_a_whole_number(value: object) -> None:
    made = Theorem("constants/1", "Constants", along=[interval(u, 0)], model={m[s]: s})
    flat = made.step("(0)", eq(D(value, u), 0), by.algebra())
    with pytest.raises(LanguageError, match=r"a constant of integration is one number, .* for every s: "):
        made.constant("c", eq(symbol("c"), value), by.zero_derivative(flat))


def test_a_constant_of_integration_may_hold_a_sum() -> None:
    made = Theorem("constants/2", "Constants", along=[interval(u, 0)])
    body = total(m[s], over=s, up_to=3)
    flat = made.step("(0)", eq(D(body, u), 0), by.algebra())
    c = symbol("c")
    constant = made.constant("c", eq(c, body), by.zero_derivative(flat))
    made.claim("(1)", eq(total(c, over=s, up_to=t), t * body), by.algebra(constant))
    assert is_proved(made)


@pytest.mark.parametrize("letter", ["l", "O", "I", "ll", "lO"])
@pytest.mark.parametrize("start", [0, 2])
def test_a_whole_number_is_not_printed_as_digits(letter: str, start: int) -> None:
    """In m_l a reader may see the first entry, whether or not there is a 1 elsewhere."""
    number = whole(letter, start)
    for statement in (eq(total(m[number], over=number, up_to=s) + b, 0), eq(m[number + 3], b)):
        with pytest.raises(LanguageError, match=r"is printed as a number is|is printed as the number|called I"):
            alike(theorem(statement))


def test_one_letter_is_not_free_and_bound_in_one_line() -> None:
    for statement in (eq(m[s] * to_s(m[t]), m[s] * to_s(m[t])), eq(m[t], m[t])):
        assert alike(theorem(statement)) == []
    bound = total(m[s], over=s, up_to=t)
    for both in (m[s] * bound, bound + m[s]):
        with pytest.raises(LanguageError, match=r"s is bound by a sum in .*, and stands free beside it"):
            alike(theorem(eq(both, both)))
