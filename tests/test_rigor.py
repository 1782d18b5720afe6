"""The second judge agrees with the checker on what holds, and objects where the checker is broken or is lied to."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
import shell
import sympy
from loading import theorems
from test_checker_kit import (
    HERE,
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
    neg,
    num,
    power,
    root,
    sign,
    sub,
    t,
    tanh,
    total,
    u,
    use,
    w,
    x,
)
from traps import TRAPS

from symnorm import rigor
from symnorm.checker import normal
from symnorm.checker.algebra import Ring
from symnorm.checker.forms import freeze
from symnorm.checker.polynomial import Polynomial
from symnorm.prover import Prover
from symnorm.rigor import evaluate, review
from symnorm.rigor.evaluate import Calculus, Frame, Inapplicable, Unlucky
from symnorm.rigor.modular import ORDERS, Residues, Tower
from symnorm.rigor.nodes import Graph

y = app("y", t)
AGREES = {"not_applicable": {}, "disagreements": []}


def bundle_of(kit):
    return {"id": "test/1", "along": list(kit.along), "entries": kit.entries}


def reviewed(kit):
    """What the second judge says of all entries, whether the checker has accepted them or not."""
    return review(bundle_of(kit), [True] * len(kit.entries))


def objections(kit, statement, proof, defined=()):
    """What the second judge says of a claim that a broken checker might accept."""
    kit.judged("claim", statement, proof, defined)
    return reviewed(kit)["disagreements"]


# --- agreement ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["eln/1", "eln/2", "eln/3", "eln/4", "eln/layer", "eln/shape", "eln/matching"])
def test_agrees_on_the_proofs(script):
    for theorem in theorems(script):
        found = agreed(theorem)
        assert found["identities"] + found["signs"] > 0


def agreed(theorem):
    """What the second judge says of a theorem; it may not disagree."""
    prover = Prover(theorem)
    proofs = [prover.prove(entry) for entry in theorem.entries]
    entries = [
        {"label": p.entry.label, "role": p.entry.role, "statement": p.statement, "certificate": p.certificate}
        for p in proofs
    ]
    bundle = json.loads(json.dumps({"entries": entries}))
    found = review(bundle, [p.judgement.accepted for p in proofs])
    found["not_applicable"].pop("bounds: without python-flint", None)
    assert {key: found[key] for key in AGREES} == AGREES, theorem.id
    return found


def test_agrees_on_the_traps():
    assert sum(agreed(trap.theorem())["identities"] for trap in TRAPS.values()) > 30


def test_every_kind_of_certificate():
    kit = Bundle(("interval", t, ZERO), ("vector", "x"))
    kit.where(">", a)
    kit.where(">", b)
    kit.where(">", x("*1"))
    kit.where(">=", sub(C, ONE))
    slope = kit.given(D(y, t), y)
    start = kit.given(at(y, t, ZERO), ZERO)
    product = kit.given(mul(a, b), ONE)
    quotient = kit.step(eq(a, div(ONE, b)), identity((use(product), div(ONE, b))))
    logarithms = ("log", ((1, a, hyp(0)), (1, b, hyp(1))), ident((use(product), ONE)))
    kit.step(eq(add(log(a), log(b)), ZERO), identity((logarithms, ONE)))
    kit.defined.append((">=", power(a, 2), ("sq", a)))
    kit.step(
        eq(root(power(a, 2)), a),
        identity((("root", root(power(a, 2)), a, ("root", ("known", 4)), hyp(0), ident()), ONE)),
    )
    kit.step(eq(exp(log(a)), div(ONE, b)), identity((use(quotient), ONE)))
    kit.step(
        eq(y, ZERO), identity((("linear", y, ONE, t, ZERO, ident((use(slope), ONE)), ident((use(start), ONE))), ONE))
    )
    kit.step(("gt", total(power(x("k"), 2)), num(-1)), sign(("add", ("sum", "*1", (), ("sq", x("*1"))), ("num", "1"))))
    kit.step(("ge", exp(a), add(a, ONE)), sign(("exp-bound", a)))
    kit.step(("gt", x("i"), ZERO), sign(hyp(2, ("*1", "i"))))
    kit.step(eq(D(tanh(t), t), sub(ONE, power(tanh(t), 2))))
    kit.step(eq(D(total(mul(x("k"), w("k"))), x("j")), w("j")))
    kit.step(eq(total(mul(delta("k", "i"), x("k"))), x("i")))
    kit.accepts(("lt", root(TWO), num("3/2")), ("bounds",))
    found = reviewed(kit)
    assert found["disagreements"] == []
    assert found["identities"] == 12
    assert found["bounds"] + sum(found["not_applicable"].values()) == 1


def test_with_and_without_flint(monkeypatch):
    pytest.importorskip("flint")
    kit = Bundle()
    kit.where(">", a)
    kit.step(eq(power(root(a), 2), a))
    kit.accepts(("gt", exp(ONE), num("27/10")), ("bounds",))
    counts = {"identities": 1, "exact": 1, "signs": 2, "bounds": 1}
    assert reviewed(kit) == {**counts, "not_exact": {}, **AGREES}
    monkeypatch.setattr(rigor, "has_flint", lambda: False)
    without = {"not_applicable": {"bounds: without python-flint": 1}, "not_exact": {"without python-flint": 1}}
    assert reviewed(kit) == {**counts, "exact": 0, "bounds": 0, **AGREES, **without}


def test_what_has_no_model_is_counted():
    kit = Bundle()
    kit.step(eq(exp(exp(t)), exp(exp(t))))
    kit.accepts(eq(exp(mul(log(TWO), log(num(3)))), exp(mul(log(num(3)), log(TWO)))))
    found = reviewed(kit)
    assert found["disagreements"] == []
    assert sum(found["not_applicable"].values()) == 2


# --- a broken checker -----------------------------------------------------------------------------------------


multiplied = Polynomial.__mul__


def forgets_mixed_terms(p, q):
    return Polynomial({m: c for m, c in multiplied(p, q).terms.items() if len(m) < 2})


def test_a_corrupted_multiplication_is_caught(monkeypatch):
    claim = eq(power(add(a, b), 2), add(power(a, 2), power(b, 2), mul(TWO, a, b)))
    kit = Bundle()
    monkeypatch.setattr(Polynomial, "__mul__", forgets_mixed_terms)
    kit.accepts(eq(power(add(a, b), 2), add(power(a, 2), power(b, 2))))
    assert reviewed(kit)["disagreements"] == ["(0): an identity does not hold modulo a prime, with 3 channels"]
    monkeypatch.undo()
    kit = Bundle()
    kit.accepts(claim)
    assert reviewed(kit)["disagreements"] == []


BREAKAGES = {
    "a wrong derivative": (
        normal, "derivative", lambda q, v, duties: q.ring.constant(0), eq(D(power(a, 2), a), ZERO), identity(),
    ),
    "a sum that forgets the number of channels": (
        Ring, "sum", lambda ring, q, index, dimension: q, eq(total(a), a), identity(),
    ),
    "an exponential of a sum": (
        Ring, "exp", lambda ring, q: q + ring.constant(1), eq(exp(a), add(a, ONE)), identity(),
    ),
    "a delta that is one": (Ring, "delta", lambda ring, i, j: ring.constant(1), eq(delta("i", "j"), ONE), identity()),
    "a root of a square": (Ring, "sqrt", lambda ring, q: q, eq(root(a), a), identity()),
    "a logarithm of a product": (
        Ring, "log", lambda ring, q: q, eq(log(a), a), identity(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_broken_rule_is_caught(name, monkeypatch):
    room, attribute, broken, claim, proof = BREAKAGES[name]
    kit = Bundle()
    kit.where(">", a)
    kit.step(eq(total(ONE), C))
    monkeypatch.setattr(room, attribute, broken)
    kit.accepts(claim, proof)
    monkeypatch.undo()
    assert len(reviewed(kit)["disagreements"]) == 1


@pytest.mark.parametrize(
    ("statement", "proof"),
    [
        (("gt", a, ZERO), sign(("sq", root(a)))),
        (("gt", mul(a, t), ZERO), sign(("mul", hyp(0), ("sq", t)))),
        (("gt", b, ZERO), sign(hyp(0))),
        (("ge", power(t, 3), ZERO), sign(("sq", t))),
        (("gt", total(x("k")), ZERO), sign(("sum", "*1", (), ("sq", x("*1"))))),
        (("gt", sub(exp(t), t), ZERO), sign(("exp-bound", t))),
        (("ne", t, ZERO), sign(("neg", ("num", "0")))),
        (("lt", root(TWO), num("7/5")), ("bounds",)),
        (("and", ("lt", ZERO, a), ("lt", a, ZERO)), ("all", sign(hyp(0)), sign(hyp(0)))),
        (eq(t, u), ("exp", ("num", "1"), ident())),
        (eq(root(power(t, 2)), t), identity()),
        (eq(log(mul(t, t)), mul(TWO, log(t))), identity()),
        (eq(exp(mul(TWO, log(t))), t), identity()),
        (eq(add(a, ONE), a), identity((use(1), ONE))),
        (eq(t, ZERO), identity((("square", t, ident()), ONE))),
        (eq(t, u), identity((("root", t, u, ("sq", t), ("sq", u), ident()), ONE))),
        (eq(x("i"), x("j")), identity((("sum", 1, "i", ONE), ONE))),
        (eq(y, ZERO), identity((("linear", y, ONE, t, ZERO, ident(), ident()), ONE))),
        (("implies", eq(t, ZERO), eq(t, ONE)), ("discharge", 1, 1)),
        (eq(t, ZERO), ("bounds", 1)),
    ],
    ids=repr,
)
def test_a_lie_is_objected_to(statement, proof):
    if statement[0] == "lt" and not rigor.has_flint():
        pytest.skip("bounds need python-flint")
    kit = Bundle(t, ("vector", "x"))
    kit.where(">", a)
    kit.given(b, a)
    kit.step(eq(total(ONE), C))
    assert len(objections(kit, statement, proof)) == 1


def test_a_wrong_condition_is_objected_to():
    kit = Bundle()
    assert objections(kit, eq(t, t), identity(), ((">", t, ("num", "1")),))


def test_what_the_checker_has_not_accepted_is_left_alone():
    kit = Bundle()
    kit.judged("claim", eq(ONE, ZERO))
    found = review(bundle_of(kit), [False])
    assert found["identities"] == found["signs"] == len(found["disagreements"]) == 0


# --- its own arithmetic ---------------------------------------------------------------------------------------


def test_the_primes():
    for q in ORDERS:
        assert sympy.isprime(q)
        assert sympy.isprime(2 * q + 1)
        assert q % 8 == 7
        assert all(pow(n, q, 2 * q + 1) == 1 == pow(n, (q - 1) // 2, q) for n in range(1, 61))


def frame(arithmetic, size=3):
    return Frame(Calculus(arithmetic), "C", size)


def evaluated(expression, make=Residues, seed=1):
    """The value of an expression where t = 3/2, a = 2, b = 1/3, x = (1, 2, 6), w = (3, 1/2, 1), i = 1, j = 3."""
    here = frame(make(seed))
    for name, value in HERE.symbols.items():
        here = here.moving((name, 0), here.calculus.base.number(Fraction(value)))
    for name, entries in HERE.vectors.items():
        for n, value in enumerate(entries, start=1):
            here = here.moving((name, n), here.calculus.base.number(Fraction(value)))
    return here(Graph().node(freeze(expression)), HERE.indices)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (total(x("k")), 9),
        (total(power(x("k"), 2), "k", "i"), 40),
        (total(total(mul(x("k"), w("l")), "l")), Fraction(81, 2)),
        (total(mul(delta("k", "j"), w("k"))), 1),
        (D(power(t, 3), t), Fraction(27, 4)),
        (D(D(power(t, 3), t), t), 9),
        (D(power(t, -2), t), Fraction(-16, 27)),
        (D(div(t, add(t, ONE)), t), Fraction(4, 25)),
        (D(total(power(x("k"), 2)), x("j")), 12),
        (total(D(power(x("k"), 2), x("k"))), 18),
        (at(mul(t, t), t, add(t, ONE)), Fraction(25, 4)),
        (D(at(mul(t, t), t, add(t, ONE)), t), 5),
        (at(total(x("k")), x("i"), ZERO), 8),
        (D(mul(t, D(power(t, 2), t)), t), 6),
        (D(D(mul(t, a), t), a), 1),
        (root(num("9/4")), Fraction(3, 2)),
        (D(root(power(a, 2)), a), 1),
        (mul(root(num(8)), root(TWO)), 4),
        (div(power(a, -2), ("def", "five", None, num(5))), Fraction(1, 20)),
        (D(integral(power(t, 2), t), t), Fraction(9, 4)),
    ],
    ids=repr,
)
@pytest.mark.parametrize("make", [Residues, Tower, "exact"])
def test_values(expression, expected, make):
    if make == "exact":
        pytest.importorskip("flint")
        from symnorm.rigor.exact import Ratios

        value = evaluated(expression, lambda seed: Ratios(seed, 24))
        assert value.below * Fraction(expected).numerator == value.above * Fraction(expected).denominator
        return
    made = make(1)
    expected = made.number(Fraction(expected))
    assert evaluated(expression, make) == expected or evaluated(expression, make).top == expected.top


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (exp(add(a, b)), mul(exp(a), exp(b))),
        (exp(neg(a)), div(ONE, exp(a))),
        (exp(ZERO), ONE),
        (log(ONE), ZERO),
        (log(exp(mul(a, root(TWO)))), mul(a, root(TWO))),
        (log(mul(exp(a), exp(b))), add(a, b)),
        (exp(mul(TWO, log(TWO))), num(4)),
        (exp(mul(num("1/2"), log(TWO))), root(TWO)),
        (exp(add(t, mul(t, log(num(3))))), mul(exp(t), exp(mul(t, log(num(3)))))),
        (D(exp(mul(a, t)), t), mul(a, exp(mul(a, t)))),
        (D(log(mul(a, t)), t), div(ONE, t)),
        (D(tanh(t), t), sub(ONE, power(tanh(t), 2))),
        (log(div(add(ONE, tanh(t)), sub(ONE, tanh(t)))), mul(TWO, t)),
    ],
    ids=repr,
)
def test_exponentials_and_logarithms(left, right):
    assert evaluated(sub(left, right), Tower).top == 0
    assert evaluated(sub(left, mul(right, num("1000001/1000000"))), Tower).top != 0 or right == ZERO


def test_what_takes_too_long_is_not_applicable(monkeypatch):
    monkeypatch.setattr(evaluate, "MAX_VALUES", 4_000)
    nested = mul(*(x(f"m{n}") for n in range(8)))
    for n in range(8):
        nested = total(nested, f"m{n}")
    with pytest.raises(Inapplicable, match="values to calculate"):
        frame(Residues(1), 7)(Graph().node(freeze(nested)), {})


def test_roots_that_do_not_exist_are_bad_luck():
    with pytest.raises(Unlucky):
        evaluated(root(num(-1)))
    with pytest.raises(Unlucky):
        evaluated(div(ONE, sub(t, num("3/2"))))


def test_an_exponential_of_an_exponential_has_no_model():
    with pytest.raises(Inapplicable):
        evaluated(exp(exp(t)), Tower)


@pytest.mark.parametrize("seed", range(8))
def test_a_rational_square_leaves_the_root_whatever_the_prime(seed):
    residues = Residues(seed)
    large = Fraction(10**12 + 39, 10**9 + 7)
    f = next(n for n in range(61, 200) if pow(n, residues.order, residues.prime) == 1)
    first = residues.sqrt(f)
    assert residues.sqrt(residues.multiply(f, residues.number(large**2))) == residues.multiply(
        first, residues.number(large)
    )


# --- the command line -----------------------------------------------------------------------------------------


def test_verify_with_rigor(tmp_path: Path):
    shell.write(tmp_path / "a", one=shell.good("a/1"))
    plain = shell.symnorm("verify", "a", folder=tmp_path)
    assert (plain.returncode, "second judge" in plain.stdout) == (0, False)
    first = shell.symnorm("verify", "a", "--rigor", "--json", "out.json", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "kept" not in first.stdout  # what was found without the second judge does not count
    assert "second judge, 1 theorem: 0 identities, 0 of them multiplied out, 0 quantities" in first.stdout
    assert json.loads((tmp_path / "out.json").read_text())["summary"]["rigor"]["disagreements"] == 0
    assert "kept" in shell.symnorm("verify", "a", "--rigor", folder=tmp_path).stdout


def test_a_disagreement_is_a_fault(tmp_path: Path):
    text = shell.good("a/1").replace('note="a factor too many"', 'note="a wrong certificate"')
    shell.write(tmp_path / "a", one=text)
    assert shell.symnorm("verify", "a", folder=tmp_path).returncode == 0
    told = shell.symnorm("verify", "a", "--rigor", folder=tmp_path)
    assert told.returncode == 3
    assert "the second judge disagrees with the checker: (1): an identity does not hold" in told.stdout
    assert "1 disagreement" in told.stdout
    assert shell.symnorm("verify", "a", "--rigor", folder=tmp_path).returncode == 3
