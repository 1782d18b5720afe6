"""`symnorm.lambdify`: functions over arrays against the definitions, calculated by loops or in many digits."""

from __future__ import annotations

import inspect
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf

import symnorm
from symnorm import lambdify
from symnorm.codegen.claims.claim import Claim
from symnorm.codegen.lambdify.formula import lower
from symnorm.codegen.lambdify.function import function
from symnorm.errors import UserError

RNG = np.random.default_rng(5)
X, G, GAIN = RNG.normal(size=(3, 6))


@pytest.fixture(scope="module", autouse=True)
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Verdicts kept in a folder of the tests, and many digits."""
    with pytest.MonkeyPatch.context() as patch, mp.workdps(40):
        patch.setenv("SYMNORM_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def layer_norm(x: list[Any], eps: Any) -> list[Any]:
    mu = sum(x) / len(x)
    variance = sum((v - mu) ** 2 for v in x) / len(x)
    return [(v - mu) / mp.sqrt(variance + eps) for v in x]


def gradient(f: Callable[[list[Any]], Any], x: list[Any]) -> list[Any]:
    """By differences, in many digits."""
    h = mpf(10) ** -15

    def moved(i: int, by: Any) -> Any:
        return f([v + by * (k == i) for k, v in enumerate(x)])

    return [(moved(i, h) - moved(i, -h)) / (2 * h) for i in range(len(x))]


def exact(values: Any) -> list[Any]:
    return [mpf(float(v)) for v in values]


def close(a: Any, b: Any, rtol: float = 1e-12) -> None:
    np.testing.assert_allclose(a, np.array(b, dtype=float), rtol=rtol, atol=rtol)


# --- values ------------------------------------------------------------------------------------------------------


def test_a_vector_jacobian_product() -> None:
    dx = lambdify("beyond/vjp_layer_norm", "dx")
    g, gain, eps = exact(G), exact(GAIN), mpf("0.1")
    loss = gradient(
        lambda x: sum(a * b * y for a, b, y in zip(g, gain, layer_norm(x, eps), strict=True)), exact(X)
    )
    close(dx(x=X, g=G, gain=GAIN, eps=0.1), loss)


def test_a_matrix_has_an_axis_for_each_channel_in_the_order_of_the_statement() -> None:
    beta = lambdify("beyond/beta", "derivatives")  # d beta_i/dx_j, which is not symmetric

    def beta_of(i: int) -> Callable[[list[Any]], Any]:
        def value(x: list[Any]) -> Any:
            others = [v for k, v in enumerate(x) if k != i]
            m = sum(others) / len(others)
            return mpf(len(x) - 1) / len(x) * sum((v - m) ** 2 for v in others)

        return value

    expected = [gradient(beta_of(i), exact(X)) for i in range(6)]
    assert np.abs(beta(X) - beta(X).T).max() > 0.1
    close(beta(X), expected)


def test_sums_over_the_others() -> None:
    y = lambdify("eln/4", "+A.4-1 as a whole")
    close(y(X), layer_norm(exact(X), 0))


def test_an_elementwise_function_takes_another_number_of_channels() -> None:
    eln = lambdify("beyond/vjp_eln", "forward")
    close(eln(X, beta=2, C=50), [7 * v / mp.sqrt(2 + v**2) for v in exact(X)])
    close(eln(X, beta=2), [mp.sqrt(5) * v / mp.sqrt(2 + v**2) for v in exact(X)])


def test_a_function_of_symbols_alone() -> None:
    dyt = lambdify("eln/2", "(11)")
    close(dyt(x=[-1.0, 0.5], F=0.25, C=50), [7 * mp.tanh(mpf(-7) / 4), 7 * mp.tanh(mpf(7) / 8)])
    assert isinstance(dyt(x=1, F=1, C=2), float)


def test_a_side_without_variables_is_a_number() -> None:
    assert lambdify("eln/shape_extrema", "+greatest, of 50 channels")() == 7
    assert lambdify("beyond/gradient_means", "b", side="right")() == 0


def test_the_left_side_and_inequalities() -> None:
    skewness = lambdify("beyond/moments", "largest skewness", side="left")
    bound = lambdify("beyond/moments", "largest skewness")
    y = exact(layer_norm(exact(X), 0))
    close(skewness(X), sum(v**3 for v in y) / 6)
    close(bound(C=6), 4 / mp.sqrt(5))


@pytest.mark.parametrize(
    "id", ["beyond/beta", "beyond/gradient_variances", "beyond/moments", "dyisru/3", "eln/matching"]
)
def test_both_sides_of_an_equation_agree(id: str) -> None:
    from symnorm.catalog import Catalog
    from symnorm.codegen.lambdify.function import _report, claim_of, function

    report, compared = _report(id, Catalog()), 0
    values = {name: np.array(v) for name, v in {"C": 6, "eps": 0.5, "x": X, "g": G}.items()}
    for label in [c.name for c in report.claims]:
        try:
            claim = claim_of(report, label)
            sides = [function(claim, side) for side in ("left", "right")]
        except UserError:
            continue
        if claim.statement[0] != "eq":
            continue
        left, right = (f(**{n: values[n] for n in inspect.signature(f).parameters}) for f in sides)
        close(*np.broadcast_arrays(left, right))
        compared += 1
    assert compared >= 1


# --- arrays ------------------------------------------------------------------------------------------------------


def test_any_rank_and_broadcasting() -> None:
    dx = lambdify("beyond/vjp_layer_norm", "dx")
    x, g = RNG.normal(size=(2, 4, 3, 6))
    eps = np.array([0.1, 0.2, 0.3])
    whole = dx(x=x, g=g, gain=GAIN, eps=eps)
    assert whole.shape == (4, 3, 6)
    for a in range(4):
        for b in range(3):
            close(whole[a, b], dx(x=x[a, b], g=g[a, b], gain=GAIN, eps=eps[b]), 1e-14)
    close(dx(x=x[::2, ::-1], g=g[::2, ::-1], gain=GAIN, eps=eps[::-1]), whole[::2, ::-1], 1e-14)
    close(
        dx(x=x[0, 0], g=g, gain=1, eps=0), dx(x=np.broadcast_to(x[0, 0], x.shape), g=g, gain=np.ones(6), eps=0)
    )


def test_matrices_of_many_rows() -> None:
    matrix = lambdify("beyond/jacobian_layer_norm", "matrix")
    x = RNG.normal(size=(2, 3, 6))
    assert matrix(x).shape == (2, 3, 6, 6)
    close(matrix(x)[1, 2], matrix(x[1, 2]), 1e-14)
    assert lambdify("beyond/jacobian_layer_norm", "trace")(x).shape == (2, 3)


def test_constants_are_broadcast_over_the_channels() -> None:
    dbias = lambdify("beyond/vjp_layer_norm", "dbias")
    one = dbias(g=G)
    assert one.flags.writeable
    assert not np.shares_memory(one, G)
    forward = lambdify("beyond/vjp_layer_norm", "forward")
    assert forward(x=X, gain=0, bias=2, eps=1).tolist() == [2] * 6


def test_precision_is_that_of_the_arrays() -> None:
    forward = lambdify("beyond/vjp_layer_norm_simple", "forward")
    assert forward(X.astype(np.float32), eps=0.5).dtype == np.float32
    assert forward(np.arange(4), eps=1).dtype == np.float64
    assert forward(X.astype(np.float32), eps=np.float64(0.5)).dtype == np.float64
    matrix = lambdify("beyond/jacobian_layer_norm", "matrix")
    assert matrix(X.astype(np.float32)).dtype == np.float32


def test_complex_steps() -> None:
    forward, dx = (
        lambdify("beyond/vjp_layer_norm_simple", "forward"),
        lambdify("beyond/vjp_layer_norm_simple", "dx"),
    )
    steps = forward(X + 1e-100j * np.eye(6), eps=0.1).imag / 1e-100  # row k: along x_k
    close(dx(x=X, g=G, eps=0.1), steps @ G)


def test_a_bad_row_stays_alone_and_the_input_as_it_was() -> None:
    y = lambdify("eln/4", "+A.4-1 as a whole")
    x = np.stack([X, np.full(6, np.nan), X])
    before = x.copy()
    made = y(x)
    assert np.isnan(made[1]).all()
    close(made[[0, 2]], [layer_norm(exact(X), 0)] * 2)
    np.testing.assert_array_equal(x, before)


# --- what a formula means ------------------------------------------------------------------------------------------

SCRIPT = """
from fractions import Fraction

from symnorm import *
from symnorm.language.terms import term

C, v, sum_, kw = symbol("C"), symbol("v"), symbol("len", "s"), symbol("lambda", "m")
x = vector("x", C)
i, j, k = indices("i j k", C)
names = Theorem("mine/names", "Names that Python has")
names.claim("(1)", eq(total(x) * sum_ - kw, kw * (-1) + sum_ * total(x)), by.algebra())
capture = Theorem("mine/capture", "A sum with a value in it")
capture.claim("(1)", eq(at(total(x * v), v, x[i]), x[i] * total(x)), by.algebra())
capture.claim("(2)", eq(total(total(x[i] * x[j] * delta(i, j), over=j), over=i), total(x**2)), by.algebra())
capture.claim("(3)", eq(total(2, over=k), 2 * C), by.algebra())
capture.claim("(4)", eq(total(x[i] ** 2 * others(x, i), over=i), total(x**2) * total(x) - total(x**3)), by.algebra())
capture.claim("(5)", eq(x[j] * delta(i, j), x[i] * delta(i, j)), by.algebra())
capture.claim("(6)", eq(total(delta(i, k), over=k) * delta(i, j), delta(j, i)), by.algebra())
signs = Theorem("mine/signs", "Signs and brackets", where=[ne(v, 0), ne(C, 0)])
signs.claim("(1)", eq(-(v - (2 - v)) / (1 / v) ** 2 / (v * 2), v - v**2 + 0 * C), by.algebra())
signs.claim("(2)", eq(3 - -v**2 - (-2) ** 3 * (Fraction(-1, 2) * v) ** -2, 3 + v**2 + 32 * v**-2), by.algebra())
wrong = Theorem("mine/wrong", "Wrong")
wrong.claim("(1)", eq(2 * v, v), by.algebra())
unknown = Theorem("mine/unknown", "Unknown", along=[v], model={function("f", v): v})
f = unknown.given("(0)", eq(D(function("f", v), v), 1), "hypothesis")
unknown.claim("(1)", eq(D(function("f", v), v) - 1, 0), by.algebra(f))
unknown.claim("(2)", eq(1, D(function("f", v), v)), by.algebra(f))
chain = Theorem("mine/chain", "A chain, and numbers on the right")
chain.chain("(1)", v + v, 2 * v, v * (1 + term(1)), claim=True)
chain.claim("(2)", v**2 + 1 > 0, by.sign(v**2 + 1))
chain.claim("+more", eq(3 * v, v + 2 * v), by.algebra())
chain.claim("(4)", eq(v - v, 0), by.algebra())
"""


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    (folder / "mine.py").write_text(SCRIPT)
    return folder


@pytest.mark.parametrize("label", ["(1)", "(2)", "(3)", "(4)", "(5)", "(6)"])
def test_indices_do_not_meet(label: str, mine: Path) -> None:
    left, right = (lambdify("mine/capture", label, side=side, proofs=mine) for side in ("left", "right"))
    values = {"x": X, "C": 6}
    sides = [f(**{n: values[n] for n in inspect.signature(f).parameters}) for f in (left, right)]
    close(*sides)
    expected = {
        "(1)": [v * sum(X) for v in X],
        "(2)": sum(v * v for v in X),
        "(3)": 12,
        "(4)": sum(X[i] ** 2 * X[k] for i in range(6) for k in range(6) if i != k),
        "(5)": [[X[i] * (i == j) for j in range(6)] for i in range(6)],
        "(6)": [[i == j for j in range(6)] for i in range(6)],
    }
    close(sides[1], expected[label])


def test_names_that_python_has(mine: Path) -> None:
    f = lambdify("mine/names", proofs=mine)
    close(f(X, len=2, lambda_=3), 2 * sum(X) - 3)


SAME = """
from symnorm import Theorem, by, eq, symbol, vector, mean, define
C = symbol("C")
x = vector("x", C)
greek, long, one = symbol("\u03bc", r"\\mu"), symbol("y" * 60, "y"), symbol("numpy", "n")
word, under, letter = symbol("lambda", "h"), symbol("lambda1", "k"), symbol("nu", "m")
{more}
theorem = Theorem("same/1", "Names", where=[C > 0])
theorem.claim("(1)", eq(mean(x) + 2*greek, body + 2*greek), by.algebra())
theorem.claim("(2)", eq((word + under)**2, word**2 + 2*word*under + under**2), by.algebra())
theorem.claim("(3)", eq(long + one + letter + 3*greek, one + long + 3*greek + letter), by.algebra())
"""


def test_names_that_are_one_to_python(tmp_path: Path) -> None:
    """Python takes the micro sign for the Greek letter, so the source has names of its own."""
    (tmp_path / "a.py").write_text(SAME.format(more='body = define("mu_", mean(x), r"\\bar x")'), "utf-8")
    f = lambdify("same/1", "(1)", proofs=tmp_path)
    close(f(x=np.array([1.0, 2.0, 3.0]), μ=100.0), 202)
    assert f.source.isascii()  # type: ignore[attr-defined]
    f = lambdify("same/1", "(2)", proofs=tmp_path)
    assert sorted(inspect.signature(f).parameters) == ["lambda1", "lambda_"]
    for given in ({"lambda_": 3, "lambda1": 4}, {"lambda": 3, "lambda1": 4}):
        close(f(**given), 49)
    close(lambdify("same/1", "(2)", side="left", proofs=tmp_path)(lambda_=3, lambda1=5), 64)
    f = lambdify("same/1", "(3)", proofs=tmp_path)
    close(f(**{"y" * 60: 1.0, "numpy": 10.0, "nu": 100.0, "μ": 1000.0}), 3111)


@pytest.mark.parametrize(
    ("names", "keywords"),
    [
        (["\u03bc", "\u00b5", "mu"], ["\u03bc", "\u03bc_", "mu"]),
        (["\u00b5", "\u03bc"], ["\u03bc_", "\u03bc"]),
        (["lambda", "lambda_", "lambda__"], ["lambda___", "lambda_", "lambda__"]),
        (["\ufb01", "fi", "\u2126", "\u03a9"], ["fi_", "fi", "\u03a9_", "\u03a9"]),
    ],
)
def test_every_argument_has_a_keyword_of_its_own(names: list[str], keywords: list[str]) -> None:
    side = ("add", *(("mul", ("num", str(10**n)), ("sym", name)) for n, name in enumerate(names)))
    formula = lower(side, ("eq", side, side), None)
    assert [formula.keywords[name] for name in names] == keywords
    claim = Claim("a/1", "(1)", "", ("eq", side, side), "", (), None)
    f = function(claim)
    close(f(**dict.fromkeys(keywords, 0) | {keywords[0]: 1, keywords[-1]: 2}), 1 + 2 * 10 ** (len(names) - 1))
    close(f(**{name: n + 1 for n, name in enumerate(names)}), sum((n + 1) * 10**n for n in range(len(names))))


@pytest.mark.parametrize(
    ("label", "value"), [("(1)", lambda v: v - v**2), ("(2)", lambda v: 3 + v**2 + 32 / v**2)]
)
def test_signs_and_brackets(label: str, value: Callable[[Any], Any], mine: Path) -> None:
    for side in ("left", "right"):
        f = lambdify("mine/signs", label, side=side, proofs=mine)
        arguments = {n: {"v": 1.75, "C": 3}[n] for n in inspect.signature(f).parameters}
        close(f(**arguments), value(1.75))


def test_the_source_is_what_is_run_in_the_order_of_the_formula() -> None:
    x, C = ("coord", "x", "k"), ("sym", "C")
    mean = ("mul", ("div", ("num", "1"), C), ("sum", "k", C, (), x))
    far = ("def", "far", "i", ("add", ("coord", "x", "i"), ("neg", mean)))
    side = ("mul", ("sym", "a"), ("mul", ("pow", far, 2), ("pow", C, -3)), ("neg", ("fn", "exp", far)))
    f = function(Claim("a/1", "(1)", "", ("eq", side, side), "", (), "C"))
    assert f.source.splitlines() == [  # type: ignore[attr-defined]
        "far = x - mean(x, axis=-1, keepdims=True)",
        "return a * (far**2 * (1 / C**3)) * -exp(far)",
    ]
    given = np.array([0.5, 2.0, 3.5])
    off = given - given.mean()
    np.testing.assert_array_equal(f(given, a=0.3), 0.3 * (off**2 * (1 / 27)) * -np.exp(off))


def test_a_function_is_made_without_sympy() -> None:
    code = (
        "import sys; sys.modules['sympy'] = None\n"
        "from symnorm.codegen.claims.claim import Claim\n"
        "from symnorm.codegen.lambdify.function import function\n"
        "side = ('fn', 'tanh', ('sym', 'a'))\n"
        "print(function(Claim('a/1', '(1)', '', ('eq', side, side), '', (), None))(a=0.0))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0.0"


# --- what is said ----------------------------------------------------------------------------------------------


def test_the_docstring_says_what_is_evaluated() -> None:
    f = lambdify("beyond/vjp_layer_norm_simple", "forward")
    claim = f.claim  # type: ignore[attr-defined]
    text = inspect.getdoc(f) or ""
    for part in ("beyond/vjp_layer_norm_simple, forward: the right side of", claim.text, claim.hash, "V > 0",
                 "x: shape (..., C)", "eps: a number", "shape (..., C), indexed by i", "mu = mean(x"):  # fmt: skip
        assert part in text
    assert str(inspect.signature(f)) == "(x, *, eps)"


def test_the_hash_is_that_of_the_statement() -> None:
    from symnorm.catalog import Catalog
    from symnorm.checker.logic.citations import meaning
    from symnorm.runner import script as scripts

    claim = lambdify("beyond/gradient_means", "a").claim  # type: ignore[attr-defined]
    (script,) = Catalog().resolve(["beyond/gradient_means"])
    theorem = next(t for t in scripts.load(script) if t.id == "beyond/gradient_means")
    (entry,) = [e for e in theorem.entries if e.label == "a"]
    assert claim.hash == meaning(entry.statement.form())


def refused(*arguments: Any, **options: Any) -> str:
    with pytest.raises(UserError) as caught:
        lambdify(*arguments, **options)
    return f"{caught.value}; {caught.value.hint}"


def test_claims_that_are_not_there() -> None:
    assert "did you mean beyond/vjp_layer_norm" in refused("beyond/vjp_layer_nrom")
    assert "'eln' is not the id of one theorem; name one of them: eln/1" in refused("eln")
    assert "did you mean 'dgain'" in refused("beyond/vjp_layer_norm", "dgian")
    assert "has no claim '(5)'; its claims are" in refused("beyond/vjp_layer_norm", "(5)")
    assert "has several claims; its claims are 'forward', 'dx'" in refused("beyond/vjp_layer_norm")
    assert "side='up' is no side" in refused("beyond/vjp_layer_norm", "dx", side="up")


def test_a_chain_has_the_label_that_the_script_gives_it(mine: Path) -> None:
    """(1) is v + v = 2 v = v (1 + 1): the whole is a claim, its links are lines of the proof."""
    f = lambdify("mine/chain", "(1)", side="left", proofs=mine)
    assert f.claim.text == "v + v = v·(1 + 1)"  # type: ignore[attr-defined]
    assert f(v=3) == 6
    assert lambdify("mine/chain", "more", side="left", proofs=mine)(v=3) == 9
    link = refused("mine/chain", "(1)-2", proofs=mine)
    assert link == (
        "mine/chain has no claim '(1)-2': it is a line of the proof; did you mean '(1)'? its claims are '(1)', '(2)', "
        "'more', '(4)'"
    )


def test_a_slip_in_a_number_is_none(mine: Path) -> None:
    """(3) is not there, and is no slip for (4)."""
    assert refused("mine/chain", "(3)", proofs=mine) == "mine/chain has no claim '(3)'; its claims are " + (
        "'(1)', '(2)', 'more', '(4)'"
    )
    assert "did you mean '(2)'? " in refused("mine/chain", "(2", proofs=mine)


@pytest.mark.parametrize("label", ["(2)", "(4)"])
def test_a_number_is_given_only_if_it_is_asked_for(label: str, mine: Path) -> None:
    """(2) is v^2 + 1 > 0, (4) is v - v = 0."""
    said = refused("mine/chain", label, proofs=mine)
    assert said.startswith(f"the right side of {label!r} in mine/chain is a number: ")
    assert said.endswith("write side='left' for the function that is compared with it, or side='right' for the number")
    assert lambdify("mine/chain", label, side="right", proofs=mine)() == 0
    assert lambdify("mine/chain", label, side="left", proofs=mine)(v=2) == {"(2)": 5, "(4)": 0}[label]


def test_what_is_no_formula() -> None:
    assert "combines statements" in refused("eln/4", "(14)-3")
    assert "a derivative stands in it" in refused("eln/1", "(5)", side="left")


def test_what_is_not_proved(mine: Path) -> None:
    assert "mine/wrong is not proved: refuted" in refused("mine/wrong", proofs=mine)
    assert "derivative" in refused("mine/unknown", "(2)", proofs=mine)


def test_what_a_script_says_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("from symnorm import Theorem\ntheorem = Theorem('bad/1', 'Bad')\n1/0\n")
    assert "bad/1 is not proved: fault: " in refused("bad/1", proofs=tmp_path)


def test_arguments_that_do_not_fit() -> None:
    dx = lambdify("beyond/vjp_layer_norm", "dx")
    with pytest.raises(TypeError, match="missing a required argument: 'eps'"):
        dx(x=X, g=G, gain=1)
    with pytest.raises(TypeError, match="too many positional"):
        dx(X, G, GAIN, 0)
    with pytest.raises(ValueError, match="gain has 5, g has 6, x has 6"):
        dx(x=X, g=G, gain=np.ones(5), eps=0)
    with pytest.raises(ValueError, match="do not broadcast"):
        dx(x=np.ones((2, 6)), g=np.ones((3, 6)), gain=1, eps=0)
    with pytest.raises(ValueError, match="has to be an array with the channels along its last axis"):
        dx(x=1, g=1, gain=1, eps=0)
    with pytest.raises(TypeError, match="eps is a str"):
        dx(x=X, g=G, gain=1, eps="1e-5")
    with pytest.raises(ValueError, match=r"C=7\.0 is not the number of channels of the arrays, 6"):
        lambdify("beyond/jacobian_layer_norm", "matrix")(X, C=7)


def test_importing_symnorm_stays_light() -> None:
    code = "import symnorm, sys; dir(symnorm); print(sorted({'numpy', 'sympy', 'symnorm.codegen'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert symnorm.lambdify is lambdify
    assert "lambdify" not in symnorm.__all__  # a script has no use for it


def test_a_traceback_says_what_to_do() -> None:
    with pytest.raises(UserError) as told:
        lambdify("beyond/vjp_layer_norm", "(5)")
    assert traceback.format_exception_only(told.value)[-1] == "hint: its claims are 'forward', 'dx', 'dgain', 'dbias'\n"
