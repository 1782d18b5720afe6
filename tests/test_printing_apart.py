"""Two statements of a theorem that passes are printed alike only where they say the same, by the laws of brackets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from symnorm import (
    D,
    Theorem,
    at,
    define,
    delta,
    eq,
    function,
    indices,
    integral,
    mean,
    symbol,
    total,
    vector,
    whole,
)
from symnorm.judge.fair import alike
from symnorm.language import LanguageError, Statement, Term, term
from symnorm.language.latex import latex
from symnorm.language.text import text
from symnorm.mutation.edits import Scope, variants
from symnorm.reader.harmless import harmless

C, a, b, t = (symbol(n) for n in ("C", "a", "b", "t"))
x, z = vector("x", C), vector("z", C, r"\mathbf{z}")
i, j, k = indices("i j k", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
out = define("out", x - mu, "y")
entry = define("W", delta(i, j) * x[i], "W_{ij}")
f, g = function("f", t), function("g", x[i], latex=r"\hat g")


def plain(t: Any, letters: tuple[str, ...] = ()) -> Any:
    """What a statement says, whatever its brackets, its fraction bars, and the letters of its sums."""
    if isinstance(t, Statement):
        return t.kind, *(plain(p) for p in t.parts)
    if isinstance(t, str):
        return ("bound", len(letters) - letters[::-1].index(t) - 1) if t in letters else t
    if isinstance(t, tuple):
        return tuple(plain(p, letters) for p in t)
    if not isinstance(t, Term):
        return t
    match t.op, t.args:
        case "num", (value,):
            return _product(value, ())
        case "add", parts:
            return _flat("add", [plain(p, letters) for p in parts])
        case "neg", (inner,):
            return _product(Fraction(-1), (plain(inner, letters),))
        case "mul", parts:
            return _product(Fraction(1), tuple(plain(p, letters) for p in parts))
        case "div", (above, below) if below.op == "num" and above.op == "num" and below.args[0]:
            return _product(above.args[0] / below.args[0], ())
        case "sum", (index, dimension, excluded, body):
            return "sum", plain(dimension, letters), plain(excluded, letters), plain(body, (*letters, index))
        case "def", (name, own, _):
            return "def", name, own and plain(own, letters)
    return t.op, *(plain(p, letters) for p in t.args)


def _flat(op: str, parts: list[Any]) -> Any:
    inside: list[Any] = []
    for p in parts:
        inside += p[1:] if p[0] == op else [p]
    return op, *inside


def _product(number: Fraction, factors: tuple[Any, ...]) -> Any:
    """A sign and factors: where the minus stands makes no difference."""
    sign = -1 if number < 0 else 1
    inside: list[Any] = [] if abs(number) == 1 and factors else [abs(number)]
    for factor in factors:
        if factor[0] == "mul":
            sign *= factor[1]
            inside += factor[2:]
        else:
            inside.append(factor)
    if sign == 1 and len(inside) == 1 and not isinstance(inside[0], Fraction):
        return inside[0]
    return "mul", sign, *inside


def _extended(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pairs = st.tuples(inner, inner)
    variable = st.sampled_from([t, x[i], x[j]])
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / p[1]),
        pairs.map(lambda p: Term("mul", p)),
        pairs.map(lambda p: Term("add", p)),
        inner.map(lambda u: -u),
        st.tuples(inner, st.integers(-2, 3)).map(lambda p: p[0] ** p[1]),
        st.tuples(st.sampled_from(["sqrt", "exp", "log", "tanh"]), inner).map(lambda p: Term("fn", p)),
        st.builds(D, inner, variable),
        st.builds(integral, inner, variable),
        st.builds(at, inner, variable, inner),
        st.builds(lambda u, n: Term("sum", (n, C, (), u)), inner, st.sampled_from(["k", "i", "l"])),
        st.builds(lambda u, e: Term("sum", ("k", C, e, u)), inner, st.sampled_from([("i",), ("i", "j")])),
        st.builds(lambda u, n: Term("app", ("h", (n, 0), (u, u)), r"\phi"), inner, st.integers(0, 2)),
        st.builds(lambda u, n: Term("app", ("p", (n,), (u,)), "p"), inner, st.integers(0, 2)),
    )


leaves = st.sampled_from([
    a, b, t, x[i], x[j], x[k], z[i], mu, sigma2, out[i], out[k], entry, f, g, delta(i, j), delta(i, k), total(x),
    D(f, t), Term("app", ("f", (1,), (t,)), "f"), *(term(n) for n in (0, 1, 2, 3, Fraction(1, 2), Fraction(-2, 3), -1)),
])  # fmt: skip
terms = st.recursive(leaves, _extended, max_leaves=8)
statements = st.builds(Statement, st.sampled_from(["eq", "lt", "ne"]), st.tuples(terms, terms))


@settings(max_examples=150, deadline=None)
@given(statements, st.data())
def test_what_is_printed_alike_says_the_same(one: Statement, data: st.DataObject) -> None:
    found = [v.statement for _, v in zip(range(200), variants(one, Scope.of([one], unfolds=False)), strict=False)]
    for other in found[:40]:
        if text(other) == text(one) or latex(other) == latex(one):
            made = Theorem("print/1", "Both", where=[C > 0])
            for n, s in enumerate((one, other), start=1):
                made.given(f"({n})", s, "hypothesis")
            try:
                alike(made)
            except LanguageError:
                continue
            assert plain(one) == plain(other), (text(one), latex(one), one.form(), other.form())


def seen(source: str) -> str:
    r"""What a page shows of LaTeX: `\left.` draws nothing, and brackets are brackets at any height."""
    for unseen in (r"\left.", r"\left", r"\right", r"\,"):
        source = source.replace(unseen, "")
    return " ".join(source.split())


def grown(inner: list[Term], beside: list[Term]) -> list[Term]:
    """Every term that is made of one from the first list, and at most one from the second."""
    pairs = [pair for u in inner for v in beside for pair in ((u, v), (v, u))]
    joined = [Term(op, pair) for pair in pairs for op in ("add", "mul", "div")]
    values = [at(u, t, point) for u, point in pairs]
    return [*joined, *values, *(-u for u in inner), *(D(u, t) for u in inner), *(integral(u, t) for u in inner)]


def test_what_a_value_at_a_point_is_of_is_to_be_seen() -> None:
    few = [t, a, term(2)]
    once = grown(few, few)
    twice = grown(once, [t, term(2)])
    with_points = [u for u in grown(twice, [t]) if any(p.op == "at" for p in u.walk())]
    for form in (latex, text):
        shown: dict[str, Term] = {}
        for u in [*few, *once, *twice, *with_points]:
            other = shown.setdefault(seen(form(u)), u)
            assert harmless(other) == harmless(u), form(u)
    assert len(shown) > 2_000
    assert latex(at(t + t, t, 1)) == r"\left. (t + t) \right|_{t = 1}"
    assert latex(t + at(t, t, 1)) == r"t + \left. t \right|_{t = 1}"
    assert latex(Term("mul", (term(2), at(2, t, 1)))) == r"2 \cdot \left. 2 \right|_{t = 1}"


def test_a_product_is_not_printed_as_a_function_is_applied() -> None:
    """-u (1 - t) would be that u is taken at 1 - t: a dot stands between, behind whatever sign and power."""
    u, n = function("u", t), whole("n")
    products = [
        (-f) * (1 - t), (-Term("neg", (f,))) * (1 - t), (-(a * f)) * (1 - t), (-(f**2)) * (1 - t), (-a * f) * (t + b),
        f**n * (1 - t), (-(f**n)) * (1 - t), (-D(f, t)) * (1 - t), (-u) * (u + 1),
    ]
    for made in products:
        assert r" \cdot (" in latex(made), latex(made)
    for made in ((-a) * (1 - t), (-x[i]) * (1 - t), (-f) * a):
        assert r"\cdot" not in latex(made)


def test_what_a_sum_moves_is_shown() -> None:
    """The first is false for most functions g of x_i, and the second is true for all."""
    moved, still = eq(total(g, over=i), C * g), eq(total(g, over=k), C * g)
    for shown in (latex, text):
        assert shown(moved) != shown(still)
    assert latex(moved).count("(x_") == 1
    assert "(x_" not in latex(still)
