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

from symnorm.checker import check_bundle
from symnorm.checker.__main__ import main as recheck
from symnorm.checker.calculus import normal
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.calculus.ring import Ring
from symnorm.checker.forms import freeze
from symnorm.checker.logic.step import Step
from symnorm.prover import Prover
from symnorm.second import review_bundle
from symnorm.second.evaluate import Budget, Calculus, Frame, Inapplicable, Unlucky
from symnorm.second.modular import LARGE_ORDERS, ORDERS, Residues, Tower, top
from symnorm.second.nodes import Graph

y = app("y", t)


def bundle_of(kit):
    return {"id": "test/1", "along": list(kit.along), "entries": kit.entries}


def reviewed(kit):
    """What the second judge says of all entries, whether the checker has accepted them or not."""
    return review_bundle(bundle_of(kit), [True] * len(kit.entries))


def objections(kit, statement, proof, defined=()):
    """What the second judge says of a claim that a broken checker might accept."""
    kit.judged("claim", statement, proof, defined)
    return reviewed(kit).disagreements


# --- agreement ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["eln/1", "eln/2", "eln/3", "eln/4", "eln/layer", "eln/shape", "eln/matching"])
def test_agrees_on_the_proofs(script):
    for theorem in theorems(script):
        found = agreed(theorem)
        assert found.identities + found.signs > 0


def agreed(theorem):
    """What the second judge says of a theorem; it may not disagree."""
    prover = Prover(theorem)
    proofs = [prover.prove(entry) for entry in theorem.entries]
    entries = [
        {"label": p.entry.label, "role": p.entry.role, "statement": p.statement, "certificate": p.certificate}
        for p in proofs
    ]
    bundle = json.loads(json.dumps({"along": prover.checked.along, "entries": entries}))
    found = review_bundle(bundle, [p.judgement.accepted for p in proofs])
    assert found.disagreements == (), theorem.id
    return found


def test_agrees_on_the_traps():
    found = [agreed(trap.theorem()) for trap in TRAPS.values()]
    assert sum(f.identities for f in found) > 30
    assert sum(f.duties for f in found) > 50


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
    assert found.disagreements == ()
    assert found.identities == 13
    assert found.not_applicable == {"bounds of numbers": 1}


def test_what_has_no_model_is_counted():
    kit = Bundle()
    kit.step(eq(exp(exp(t)), exp(exp(t))))
    kit.accepts(eq(exp(mul(log(TWO), log(num(3)))), exp(mul(log(num(3)), log(TWO)))))
    found = reviewed(kit)
    assert found.disagreements == ()
    assert sum(found.not_applicable.values()) == 2


# --- a broken checker -----------------------------------------------------------------------------------------


multiplied = Polynomial.__mul__


def forgets_mixed_terms(p, q):
    return Polynomial({m: c for m, c in multiplied(p, q).terms.items() if len(m) < 2})


def test_a_corrupted_multiplication_is_caught(monkeypatch):
    claim = eq(power(add(a, b), 2), add(power(a, 2), power(b, 2), mul(TWO, a, b)))
    kit = Bundle()
    monkeypatch.setattr(Polynomial, "__mul__", forgets_mixed_terms)
    kit.accepts(eq(power(add(a, b), 2), add(power(a, 2), power(b, 2))))
    assert reviewed(kit).disagreements == ("(0): an identity does not hold modulo a prime, with 3 channels",)
    monkeypatch.undo()
    kit = Bundle()
    kit.accepts(claim)
    assert reviewed(kit).disagreements == ()


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
    assert len(reviewed(kit).disagreements) == 1


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
    kit = Bundle(t, ("vector", "x"))
    kit.where(">", a)
    kit.given(b, a)
    kit.step(eq(total(ONE), C))
    assert len(objections(kit, statement, proof)) == 1


def test_a_wrong_condition_is_objected_to():
    kit = Bundle()
    assert objections(kit, eq(t, t), identity(), ((">", t, ("num", "1")),))


@pytest.mark.parametrize("name", [f"z{n}" for n in range(12)])
def test_a_wrong_sign_of_a_root_at_another_channel_is_caught(name):
    """|z_i| + z_i = 0, shown with cofactors that cancel and are defined where z_j < 0: whatever the points are."""
    i, j = ("coord", name, "i"), ("coord", name, "j")
    absolute = {k: root(power(k, 2)) for k in (i, j)}
    kit = Bundle()
    kit.add("where", ("lt", j, ZERO))
    square, other = ((">=", power(k, 2), ("sq", k)) for k in (i, j))
    below = sub(absolute[j], j)
    positive = (">", below, ("add", ("root", ("sq", j)), hyp(0)))
    one = kit.step(eq(ONE, ONE))
    parts = ((use(one), div(ONE, below)), (use(one), neg(div(ONE, below))))
    told = objections(kit, eq(add(absolute[i], i), ZERO), identity(*parts), (square, other, positive))
    assert len(told) == 1
    assert "does not hold modulo a prime" in told[0]


def test_what_the_checker_has_not_accepted_is_left_alone():
    kit = Bundle()
    kit.rejects("the two sides differ", eq(ONE, ZERO))
    found = review_bundle(bundle_of(kit), [False])
    assert found.identities == found.signs == found.duties == len(found.disagreements) == 0


DUTIES = {
    "a denominator": (eq(div(t, t), ONE), "a denominator is != 0"),
    "a radicand": (eq(sub(root(t), root(t)), ZERO), "a radicand is >= 0"),
    "a logarithm": (eq(sub(log(t), log(t)), ZERO), "an argument of log is > 0"),
    "under a sum": (eq(sub(total(root(x("k"))), total(root(x("k")))), ZERO), "a radicand is >= 0"),
    "under a derivative": (eq(sub(D(root(power(t, 2)), t), D(root(power(t, 2)), t)), ZERO), "a radicand is > 0"),
    "at a point": (eq(at(div(ONE, t), t, u), div(ONE, u)), "a denominator is != 0"),
    "another condition": (eq(div(a, add(a, t)), sub(ONE, div(t, add(a, t)))), "a denominator is != 0"),
}


@pytest.mark.parametrize("name", DUTIES)
def test_a_duty_that_the_checker_forgets_is_owed(name, monkeypatch):
    claim, told = DUTIES[name]
    kit = Bundle()
    kit.where(">", a)
    kit.step(eq(total(ONE), C))
    kit.defined.append((">=", power(t, 2), ("sq", t)))
    monkeypatch.setattr(Step, "require", lambda step, duties: None)
    kit.accepts(claim)
    monkeypatch.undo()
    [said] = reviewed(kit).disagreements
    assert said.endswith(f"makes sure that {told}")


def test_a_duty_is_met_by_a_product_of_conditions():
    kit = Bundle()
    kit.where(">", a)
    kit.where("!=", b)
    kit.accepts(eq(div(add(div(a, b), ZERO), div(a, b)), ONE), defined=(("!=", mul(a, b), ("mul", hyp(0), hyp(1))),))
    assert reviewed(kit).disagreements == ()


def test_a_derivative_of_which_nothing_makes_sure_is_objected_to():
    kit = Bundle(t)
    told = objections(kit, eq(D(D(y, t), t), D(D(y, t), t)), identity())
    assert told == ("(0): nothing makes sure that y is differentiable, 2 times",)


def test_what_a_claim_stands_on_is_read_again():
    kit = Bundle()
    kit.suppose(eq(a, b))
    assert objections(kit, eq(a, b), identity((use(0), ONE))) == (
        "(1): a claim stands on a supposition that is never discharged",
    )
    kit = Bundle()
    kit.step(eq(ONE, ONE))
    kit.entries[0]["statement"] = eq(ONE, div(TWO, TWO))
    assert reviewed(kit).disagreements == ("(0): a certificate of another statement",)


# --- its own arithmetic ---------------------------------------------------------------------------------------


def test_the_primes():
    for q in (*ORDERS, *LARGE_ORDERS):
        assert sympy.isprime(q)
        assert sympy.isprime(2 * q + 1)
        assert q % 8 == 7
        assert all(pow(n, q, 2 * q + 1) == 1 == pow(n, (q - 1) // 2, q) for n in range(1, 61))


def residues(seed=1):
    return Residues(ORDERS[seed], seed)


def tower(seed=1):
    return Tower(residues(seed))


def frame(arithmetic, size=3, budget=10_000):
    return Frame(Calculus(arithmetic, Budget(budget)), "C", size)


def evaluated(expression, make=residues):
    """The value of an expression where t = 3/2, a = 2, b = 1/3, x = (1, 2, 6), w = (3, 1/2, 1), i = 1, j = 3."""
    here = frame(make())
    number = here.calculus.base.number
    for name, value in HERE.symbols.items():
        here.where[name, 0] = number(Fraction(value))
    for name, entries in HERE.vectors.items():
        here.where.update({(name, n): number(Fraction(value)) for n, value in enumerate(entries, start=1)})
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
@pytest.mark.parametrize("make", [residues, tower, "exact"])
def test_values(expression, expected, make):
    expected = Fraction(expected)
    if make == "exact":
        pytest.importorskip("flint")
        from symnorm.rigor.exact import Ratios

        value = evaluated(expression, lambda: Ratios(residues(), 24))
        assert value.below * expected.numerator == value.above * expected.denominator
    else:
        assert top(evaluated(expression, make)) == residues().number(expected)


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
    assert evaluated(sub(left, right), tower).top == 0
    assert evaluated(sub(left, mul(right, num("1000001/1000000"))), tower).top != 0 or right == ZERO


def test_what_takes_too_long_is_not_applicable():
    nested = mul(*(x(f"m{n}") for n in range(8)))
    for n in range(8):
        nested = total(nested, f"m{n}")
    with pytest.raises(Inapplicable, match="values to calculate"):
        frame(residues(), 7, 4_000)(Graph().node(freeze(nested)), {})


def test_roots_that_do_not_exist_are_bad_luck():
    with pytest.raises(Unlucky):
        evaluated(root(num(-1)))
    with pytest.raises(Unlucky):
        evaluated(div(ONE, sub(t, num("3/2"))))


def test_an_exponential_of_an_exponential_has_no_model():
    with pytest.raises(Inapplicable):
        evaluated(exp(exp(t)), tower)


@pytest.mark.parametrize("seed", range(len(LARGE_ORDERS)))
def test_a_rational_square_leaves_the_root_whatever_the_prime(seed):
    at_seed = Residues(LARGE_ORDERS[seed], seed)
    large = Fraction(10**12 + 39, 10**9 + 7)
    f = next(n for n in range(61, 200) if pow(n, at_seed.order, at_seed.prime) == 1)
    first = at_seed.sqrt(f)
    assert at_seed.sqrt(at_seed.multiply(f, at_seed.number(large**2))) == at_seed.multiply(
        first, at_seed.number(large)
    )


# --- the command line -----------------------------------------------------------------------------------------


def test_the_program_of_the_checker_asks_the_second_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bundle = Bundle()
    bundle.accepts(eq(power(add(a, b), 2), add(power(a, 2), mul(num(2), a, b), power(b, 2))))
    path = tmp_path / "out.json"
    path.write_text(json.dumps({"theorems": [{"id": "a/1", "along": [], "entries": bundle.entries}]}))
    assert recheck([str(path)]) == 0
    assert "second judge: agrees (1 identities" in capsys.readouterr().out


def test_a_disagreement_is_a_fault(tmp_path: Path):
    text = shell.good("a/1").replace('note="a factor too many"', 'note="a wrong certificate"')
    shell.write(tmp_path / "a", one=text)


def test_what_sums_run_to_may_be_anything_in_an_entry_that_is_rejected() -> None:
    """Two sums, to a symbol and to a sum: the checker rejects the entry, and the second judge passes it over."""
    sums = [("sum", "k", size, (), ("coord", "x", "k")) for size in (("sym", "C"), ("add", ("sym", "C"), ("num", "1")))]
    bundle = json.loads(json.dumps({"id": "sizes/1", "along": [], "entries": [
        {"label": "(1)", "role": "claim", "source": "", "statement": ("eq", *sums), "certificate": ("", (), ())},
    ]}))  # fmt: skip
    judgements = check_bundle(bundle)
    assert not judgements[0].accepted
    assert review_bundle(bundle, [j.accepted for j in judgements]).disagreements == ()
