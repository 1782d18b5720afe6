"""Letters of indices: none that is free comes under a sum, and none that has a number at a point stays free.

The statements were found by evaluating what is printed beside what is meant. What is true of each was seen by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symnorm import (
    Theorem,
    array,
    at,
    by,
    define,
    diag,
    eq,
    identity,
    indices,
    jacobian,
    maximum,
    mean,
    minimum,
    norm,
    ones,
    others,
    outer,
    symbol,
    total,
    variance,
    vector,
)
from symnorm.judge import judge
from symnorm.language import LanguageError, Statement, Term
from symnorm.language.letters import free_letter, letters_in, renamed
from symnorm.language.terms import form, free_indices

C = symbol("C")
x, w = vector("x", C), vector("w", C)
u = array("u", C, C)
i, j, k, m = indices("i j k l", C)


def verdict(statement: Statement) -> str:
    theorem = Theorem("letters/1", "Of letters")
    theorem.claim("(1)", statement, by.algebra())
    return judge(theorem).verdict


def linear_combination(letter: object) -> Term:
    """sum_i x_i u_i of a family of vectors, over whatever letter."""
    return total(x[letter] * u[letter], over=letter)


TRUE: dict[str, Callable[[], Statement]] = {
    "a linear combination": lambda: eq(linear_combination(i), u.T @ x),
    "its entry": lambda: eq(define("z", linear_combination(i))[i], total(x[k] * u[k, i], over=k)),
    "a multiple of a vector": lambda: eq(total(x[i] * x, over=i), total(x) * x),
    "a diagonal matrix": lambda: eq(diag(total(x[i] * x, over=i)), total(x) * diag(x)),
    "a Jacobian": lambda: eq(jacobian(define("z", total(w[i] * x, over=i)), x), total(w) * identity(C)),
    "a sum of outer products": lambda: eq(total(x[i] * outer(u[i], w), over=i), outer(u.T @ x, w)),
    "a number times a norm": lambda: eq(norm(others(w, k) * x) ** 2, others(w, k) ** 2 * norm(x) ** 2),
    "a number times a vector": lambda: eq(total(others(w, k) * x), others(w, k) * total(x)),
    "a mean": lambda: eq(mean(others(w, k) * x), others(w, k) * mean(x)),
    "a variance": lambda: eq(variance(others(w, k) * x), others(w, k) ** 2 * variance(x)),
    "two that are left out": lambda: eq(total(others(w, [k, m]) * x), others(w, [k, m]) * total(x)),
}

FALSE: dict[str, Callable[[], Statement]] = {
    "a linear combination": lambda: eq(linear_combination(i), total(x[k] * u[k, k], over=k) * ones(C)),
    "its entry": lambda: eq(define("z", linear_combination(i))[i], total(x[k] * u[k, k], over=k)),
    "a multiple of a vector": lambda: eq(total(x[i] * x, over=i), total(x**2) * ones(C)),
    "a diagonal matrix": lambda: eq(diag(total(x[i] * x, over=i)), total(x**2) * identity(C)),
    "a Jacobian": lambda: eq(jacobian(define("z", total(x[i] * x, over=i)), x), 2 * outer(ones(C), x)),
    "a number times a norm": lambda: eq(norm(others(w, k) * x) ** 2, total((total(w) - w) ** 2 * x**2)),
    "a number times a vector": lambda: eq(total(others(w, k) * x), total((total(w) - w) * x)),
    "a variance": lambda: eq(variance(others(w, k) * x), variance((total(w) - w) * x)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_whatever_the_letter(name: str) -> None:
    assert verdict(TRUE[name]()) == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_whatever_the_letter(name: str) -> None:
    assert verdict(FALSE[name]()) == "refuted"


@pytest.mark.parametrize("letter", [i, j, k, m], ids=str)
def test_the_letter_of_a_sum_says_nothing(letter: object) -> None:
    """Entries of one and the same, of which the sum has the letter of the entry, or another."""
    wanted = form(linear_combination(m)[i])
    assert verdict(eq(linear_combination(letter)[i], linear_combination(m)[i])) == "proved"
    assert len(str(form(linear_combination(letter)[i]))) == len(str(wanted))


# --- another letter -------------------------------------------------------------------------------------------


def test_a_sum_makes_way_for_a_letter_that_is_free() -> None:
    t = renamed(total(x[i] * w[k], over=k), "i", "k")
    assert free_indices(t) == ("k",)
    assert t == total(x[k] * w[m], over=m)


def test_sums_in_one_another_make_way() -> None:
    t = renamed(total(x[i] * total(w[k] * u[k, m], over=k), over=m), "i", "k")
    assert free_indices(t) == ("k",)


def test_what_a_sum_leaves_out_is_renamed() -> None:
    assert free_indices(renamed(others(w, k), "k", "i")) == ("i",)
    assert free_indices(renamed(total(others(w, i) * x[k], over=k), "i", "k")) == ("k",)


def test_a_bound_letter_is_not_renamed() -> None:
    t = total(x[k] * w[k], over=k)
    assert renamed(t, "k", "i") == t


def test_a_number_at_a_point_makes_way() -> None:
    t = at(x[i] * w[k], {x: [1, 2], w: [3, 4], k: 2, i: 1})
    assert free_indices(t) == ()
    assert renamed(t, "j", "k") == t


def test_letters_are_found_wherever_they_stand() -> None:
    assert letters_in(others(w, k)) >= {"k"}
    assert letters_in(define("r", others(w, k))) >= {"k"}
    assert free_letter({"k", "l"}) == "m"
    assert free_letter({*"klmnpqrsuvw"}) == "k1"
    assert free_letter({"k"}, "b:N") == "l:N"


# --- numbers of indices at a point ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: at(x[i], {i: 1}),
        lambda: at(x[i] ** 2, {i: 2}),
        lambda: at(others(x, i), {i: 1}),
        lambda: at(x[i] * w[i], {x: [1, 2], i: 1}),
        lambda: at(total(x[k] * u[k, i], over=k), {i: 1}),
        lambda: at(define("z", x**2)[i], {i: 1}),
    ],
)
def test_an_index_with_a_number_leaves_nothing_open(make: Callable[[], Term]) -> None:
    with pytest.raises(LanguageError, match="at this point"):
        form(make())


def test_an_index_with_a_number_where_all_is_given() -> None:
    assert verdict(eq(at(x[i] * w[i], {x: [1, 2], w: [3, 5], i: 2}), 10)) == "proved"
    assert verdict(eq(at(others(x, i), {x: [1, 2, 4], i: 2}), 5)) == "proved"


# --- sums and their letters -------------------------------------------------------------------------------------


def test_a_sum_over_what_it_leaves_out_is_refused() -> None:
    with pytest.raises(LanguageError, match="does not leave out i"):
        others(x[i] * w[i], [i], over=i)


@pytest.mark.parametrize(("of", "found"), [(maximum, 9), (minimum, 1)])
def test_the_largest_of_many_numbers(of: Callable[..., Term], found: int) -> None:
    numbers = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3)
    assert verdict(eq(of(*numbers), found)) == "proved"
    names = [symbol(f"a{n}") for n in range(24)]
    assert len(str(form(of(*names)))) < 200_000
