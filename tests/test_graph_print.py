r"""Derivatives by defined quantities, a loss and variances as they are printed: what the reader makes of them.

The formulas are those of Ioffe and Szegedy 2015, Sec. 3, letter for letter but for spaces.
"""

from __future__ import annotations

import pytest
from loading import theorems
from shell import ROOT

from symnorm.language import (
    D,
    Statement,
    Theorem,
    covariance,
    define,
    eq,
    indices,
    loss,
    mean,
    symbol,
    total,
    variance,
    vector,
)
from symnorm.language.latex import latex
from symnorm.reader import Reader
from symnorm.reader.slips import slips

B = r"_{\mathcal{B}}"
PRINTED = {
    "(1)": r"\frac{\partial \ell}{\partial \widehat{x}_i} = \frac{\partial \ell}{\partial y_i} \cdot \gamma",
    "(2)": rf"\frac{{\partial \ell}}{{\partial \sigma{B}^2}} = \sum_{{i=1}}^m \frac{{\partial \ell}}{{\partial "
    rf"\widehat{{x}}_i}} \cdot (x_i - \mu{B}) \cdot \frac{{-1}}{{2}} (\sigma{B}^2 + \epsilon)^{{-3/2}}",
    "(3)": rf"\frac{{\partial \ell}}{{\partial \mu{B}}} = \left( \sum_{{i=1}}^m \frac{{\partial \ell}}{{\partial "
    rf"\widehat{{x}}_i}} \cdot \frac{{-1}}{{\sqrt{{\sigma{B}^2 + \epsilon}}}} \right) + \frac{{\partial \ell}}"
    rf"{{\partial \sigma{B}^2}} \cdot \frac{{\sum_{{i=1}}^m -2(x_i - \mu{B})}}{{m}}",
    "(4)": rf"\frac{{\partial \ell}}{{\partial x_i}} = \frac{{\partial \ell}}{{\partial \widehat{{x}}_i}} \cdot "
    rf"\frac{{1}}{{\sqrt{{\sigma{B}^2 + \epsilon}}}} + \frac{{\partial \ell}}{{\partial \sigma{B}^2}} \cdot "
    rf"\frac{{2(x_i - \mu{B})}}{{m}} + \frac{{\partial \ell}}{{\partial \mu{B}}} \cdot \frac{{1}}{{m}}",
    "(5)": r"\frac{\partial \ell}{\partial \gamma} = \sum_{i=1}^m \frac{\partial \ell}{\partial y_i} "
    r"\cdot \widehat{x}_i",
    "(6)": r"\frac{\partial \ell}{\partial \beta} = \sum_{i=1}^m \frac{\partial \ell}{\partial y_i}",
}

C, t = symbol("C"), symbol("t")
x, w = vector("x", C), vector("w", C)
i, k = indices("i k", C)
mu = define("mu", mean(x), r"\mu")
s = define("s", mean((x - mu) ** 2))
n = define("n", x * mu + s)
ell = loss("ell", n, r"\ell")


def example() -> Theorem:
    [theorem] = theorems(str(ROOT / "examples" / "backpropagation.py"))
    return theorem


def bound(statement: Statement, printed: str) -> tuple[str, tuple[str, ...]]:
    """What the reader says of a line of a theorem, and what it forgave."""
    theorem = Theorem("test/print", "Print")
    theorem._add("(1)", "given", statement, None, source="hypothesis")
    found = Reader(theorem).bind(printed, statement)[0]
    return found.outcome, found.tolerances


def test_the_six_equations_are_what_the_paper_prints() -> None:
    theorem = example()
    reader, statements = Reader(theorem), {e.label: e.statement for e in theorem.entries}
    for label, printed in PRINTED.items():
        found = reader.bind(printed, statements[label])[0]
        assert found.outcome == "declared", (label, found)
        assert all(" is total: " in told for told in found.tolerances)
        assert reader.bind(latex(statements[label]), statements[label])[0].outcome == "bound"


def test_no_slip_in_the_six_equations_stays_bound() -> None:
    theorem = example()
    reader, statements = Reader(theorem), {e.label: e.statement for e in theorem.entries}
    tried = 0
    for label, printed in PRINTED.items():
        for slip in slips(printed):
            tried += 1
            assert reader.bind(slip, statements[label])[0].outcome not in ("bound", "declared"), slip
    assert tried > 300


@pytest.mark.parametrize(
    "statement",
    [
        eq(D(ell, mu, holding=[s]), D(ell, n[i]) * x[i]),
        eq(D(n[k], x[i], holding=[mu, s]), mu),
        eq(variance(x, ddof=1), covariance(x, 2 * w - x) * t),
        eq(D(variance(x) * mu, mu), t),
    ],
    ids=str,
)
def test_no_slip_in_our_own_latex_stays_bound(statement: Statement) -> None:
    printed = latex(statement)
    assert bound(statement, printed) == ("bound", ())
    for slip in slips(printed):
        assert bound(statement, slip)[0] not in ("bound", "declared"), slip


def test_a_partial_derivative_may_be_direct_and_which_it_is_is_told() -> None:
    printed = r"\frac{\partial s}{\partial x_i} = \frac{2 (x_i - \mu)}{C}"
    told = (r"\frac{ds}{dx_i} is direct, with \mu held",)
    assert bound(eq(D(s, x[i], holding=[mu]), 2 * (x[i] - mu) / C), printed) == ("declared", told)
    assert bound(eq(D(s, x[i]), 2 * (x[i] - mu) / C), printed) == ("bound", ())
    plain = printed.replace(r"\partial ", "d")
    assert bound(eq(D(s, x[i], holding=[mu]), 2 * (x[i] - mu) / C), plain)[0] == "differs"


def test_one_chain_may_mix_total_and_direct_derivatives() -> None:
    printed = (
        r"\frac{\partial s}{\partial x_i} = \frac{\partial s}{\partial x_i}"
        r" + \frac{\partial s}{\partial \mu} \frac{\partial \mu}{\partial x_i}"
    )
    total_of_mu = r"\frac{ds}{d\mu} is total: what is defined by \mu moves with it"
    direct = r"\frac{ds}{dx_i} is direct, with \mu held"
    mixed = eq(D(s, x[i]), D(s, x[i], holding=[mu]) + D(s, mu) * D(mu, x[i]))
    assert bound(mixed, printed) == ("declared", (total_of_mu, direct))
    other = eq(D(s, x[i]), D(s, w[i]) + D(s, mu) * D(mu, x[i]))
    assert bound(other, printed)[0] == "differs"


def test_the_letter_of_a_sum_around_a_direct_derivative_is_no_matter() -> None:
    statement = eq(total(D(s, x[k], holding=[mu]), over=k), 0)
    found = bound(statement, r"\sum_{i=1}^C \frac{\partial s}{\partial x_i} = 0")
    assert found == ("declared", (r"\frac{ds}{dx_k} is direct, with \mu held",))


def test_a_definition_is_not_put_in_where_a_derivative_is_by_it() -> None:
    """Of two definitions of one body, the derivatives are by the one that is printed."""
    nu = define("nu", mean(x), r"\nu")
    y = define("y", mu + nu**2)
    assert bound(eq(D(y, mu), 1), r"\frac{dy}{d\nu} = 1")[0] == "differs"
    assert bound(eq(D(mu * nu, mu), nu), r"\frac{d}{d\mu} (\mu \mu) = \nu")[0] == "differs"
