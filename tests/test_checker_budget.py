"""Budgets: the innermost counts, none lets anybody spend more than those around it have left."""

from __future__ import annotations

import json

import pytest
from test_checker_kit import (
    ONE,
    Bundle,
    D,
    a,
    add,
    app,
    at,
    b,
    c,
    div,
    eq,
    exp,
    identity,
    mul,
    num,
    power,
    root,
    sym,
    t,
    total,
    x,
)

from symnorm.checker import Malformed, check_bundle
from symnorm.checker import __main__ as program
from symnorm.checker.calculus import budget as budget_module
from symnorm.checker.calculus.budget import MAX_WORK, Budget, TooLarge, spend, spent
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.quotient import Undefined
from symnorm.checker.calculus.ring import Ring
from symnorm.checker.forms import freeze, holds_form
from symnorm.checker.logic import theorem
from symnorm.checker.logic.entry import Condition
from symnorm.checker.refutation.check import check_refutations
from symnorm.checker.skeleton import skeleton
from symnorm.checker.written import Writer


def test_a_budget_ends_where_it_is_spent():
    with Budget(10, "a test") as budget:
        spend(10)
        with pytest.raises(TooLarge, match="more than 10 terms to handle for a test"):
            spend(1)
    assert budget.done == 11


def test_a_budget_is_as_good_as_those_around_it():
    with Budget(10, "the whole") as outer:
        spend(3)
        with Budget(1_000, "a part") as inner:
            spend(7)
            with pytest.raises(TooLarge, match="10 terms to handle for the whole"):
                spend(1)
        assert (inner.done, outer.done) == (8, 11)
        with pytest.raises(TooLarge, match="the whole"), Budget(5, "another part"):
            spend(1)


def test_what_a_budget_has_left_when_it_comes_into_force_again():
    budget = Budget(10, "several parts")
    for _ in range(2):
        with budget:
            spend(4)
    with budget, pytest.raises(TooLarge, match="several parts"):
        spend(3)


def test_the_smaller_of_two_budgets_is_what_a_message_names():
    with Budget(9, "the whole"), Budget(5, "a part"), pytest.raises(TooLarge, match=r"than 5 terms .* for a part"):
        spend(6)


def test_all_that_was_spent():
    before = spent()
    with Budget(100, "the whole"):
        spend(1)
        with Budget(100, "a part"):
            spend(2)
            assert spent() == before + 3
        spend(4)
    assert spent() == before + 7


def test_a_budget_that_comes_into_force_again_within_another():
    """It may spend what it has left, and no more; what it spent before counts once in the other."""
    with Budget(100, "the whole") as outer:
        inner = Budget(90, "parts")
        with inner:
            spend(60)
        before = spent()
        with inner:
            spend(25)
            assert spent() == before + 25
        assert (inner.done, outer.done, spent()) == (85, 85, before + 25)
        with inner, pytest.raises(TooLarge, match="90 terms to handle for parts"):
            spend(6)
    with Budget(50, "the whole"):
        inner = Budget(1_000, "parts")
        with inner:
            spend(30)
        with inner:
            spend(19)
            with pytest.raises(TooLarge, match="50 terms to handle for the whole"):
                spend(2)


def test_nothing_was_spent_before_the_first_budget(monkeypatch):
    monkeypatch.setattr(budget_module, "_in_force", [Budget(10, "all")])
    assert spent() == 0
    spend(2)
    assert spent() == 2


def test_a_judgement_has_its_own_budget_whatever_else_is_in_force():
    """A program that gives itself more does not give the checker more."""
    heavy = eq(power(add(a, b, num(1)), 100), power(add(b, a, num(2)), 100))
    with Budget(1 << 50, "a search without end"):
        judgement = Bundle().judged("claim", heavy, identity())
    assert judgement.reason == f"more than {MAX_WORK} terms to handle for one entry"


def test_all_entries_together_have_a_bound(monkeypatch):
    """Each of them is cheap; the first ones are accepted, the last ones are not."""
    bundle = Bundle()
    for n in range(8):
        bundle.accepts(eq(power(add(a, b, num(n)), 9), power(add(b, a, num(n)), 9)))
    whole = {"id": "t/1", "along": [], "entries": bundle.entries}
    assert all(j.accepted for j in check_bundle(whole))
    monkeypatch.setattr(theorem, "MAX_WORK_OF_THEOREM", 2_000)
    judgements = check_bundle(whole)
    assert judgements[0].accepted
    assert "more than 2000 terms to handle for one theorem" in judgements[-1].reason


def test_all_theorems_of_a_file_together_have_a_bound(monkeypatch, tmp_path, capsys):
    """Each is cheap enough."""
    bundle, path = Bundle(), tmp_path / "bundle.json"
    bundle.accepts(eq(power(add(a, b), 9), power(add(b, a), 9)))
    whole = [{"id": f"t/{n + 2}", "along": [], "entries": bundle.entries} for n in range(6)]
    path.write_text(json.dumps({"theorems": whole}))
    assert program.main([str(path)]) == 0
    monkeypatch.setattr(program, "MAX_WORK_OF_BUNDLE", 500)
    capsys.readouterr()
    assert program.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert 0 < out.count("1 of 1 entries accepted") < len(whole)
    assert err == f"{path}: more than 500 terms to handle for one bundle\n"


def test_a_proof_may_be_as_heavy_as_an_entry_may_be(monkeypatch):
    monkeypatch.setattr(theorem, "MAX_WORK", 100)
    judgement = Bundle().judged("claim", eq(mul(a, power(add(a, b), 40)), a), identity())
    assert "for one entry" in judgement.reason


def spent_by(work):
    """What a piece of work counts as."""
    with Budget(1 << 40, "a test") as budget:
        work()
    return budget.done


def nested(depth, own=None):
    """Definitions around each other, of a sum with many terms."""
    form = add(*[a if own is None else x("i")] * 500)
    for n in range(depth):
        form = ("def", f"d{n}", own, form)
    return form


@pytest.mark.parametrize("own", [None, "i"])
def test_definitions_within_definitions_count_as_often_as_they_are_compared(own):
    """Each has a body that is as long as the innermost one."""
    few, many = (spent_by(lambda d=d: Writer([eq(nested(d, own), a)])) for d in (10, 50))
    assert few > 10 * 500
    assert many > 50 * 500


def test_what_is_written_counts():
    write = Writer([eq(add(*[a] * 300), b)])
    assert spent_by(lambda: write(eq(add(*[a] * 300), b))) >= 300


def test_looking_through_a_form_counts():
    form = ("add", *(num(n) for n in range(200)))
    assert spent_by(lambda: holds_form(form, b)) >= 200


def test_a_name_counts_by_its_letters():
    assert spent_by(lambda: skeleton("never_seen_before_by_any_test")) >= 29


def test_a_refutation_counts_all_that_it_looks_at():
    bundle = {
        "id": "t/1", "along": [], "entries": [{"role": "where", "statement": ["gt", ["sym", "a"], ["num", "0"]]}] * 160,
        "refutations": [{"label": "(1)", "statement": ["eq", ["sym", "a"], ["num", "2"]], "kind": "false", "under": [],
                         "fails": [], "point": {"symbols": {"a": ["num", "1"]}, "vectors": {}, "indices": {},
                                                "functions": {}}}],
    }  # fmt: skip
    once = spent_by(lambda: check_refutations(bundle))
    assert once >= 160
    bundle["refutations"] *= 3
    assert spent_by(lambda: check_refutations(bundle)) >= 2 * once


def test_the_program_has_a_bound_for_all_that_it_says_of_a_bundle(monkeypatch, capsys, tmp_path):
    bundle = Bundle()
    bundle.accepts(eq(nested(90), nested(90)))
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [{"id": "t/1", "along": [], "entries": bundle.entries}]}))
    assert program.main([str(path)]) == 0
    monkeypatch.setattr(program, "MAX_WORK_OF_BUNDLE", 30_000)
    assert program.main([str(path)]) == 2
    assert capsys.readouterr().err == f"{path}: more than 30000 terms to handle for one bundle\n"


def test_so_many_variables_vary_in_a_theorem():
    theorem.Theorem([["sym", f"v{n}"] for n in range(100)])
    with pytest.raises(Malformed, match="a theorem in which more than 100 variables vary"):
        theorem.Theorem([["sym", f"v{n}"] for n in range(101)])


def test_many_hypotheses_on_functions_count_for_each_other():
    """Each entry asks which symbols stand for every number, in all those before it."""

    def judged(number):
        bundle = Bundle()
        for n in range(number):
            symbols = [sym(f"v{n}_{k}") for k in range(20)]
            bundle.add("where", ("differentiable", app(f"f{n}", *symbols), num(1)))

    assert spent_by(lambda: judged(40)) > 3 * spent_by(lambda: judged(20))


def test_derivatives_that_exist_count_for_each_other():
    """Each entry in which one stands asks for it among all that are known before it."""

    def judged(number):
        t = sym("t")
        bundle = Bundle(("interval", t, num(0)))
        for n in range(number):
            bundle.given(("D", app(f"f{n}", t), t), num(1))

    assert spent_by(lambda: judged(80)) > 3 * spent_by(lambda: judged(40))


def test_what_a_condition_rests_on_counts_each_time_it_is_recalled():
    def judged(recalls):
        bundle = Bundle()
        hypotheses = [("hyp", bundle.where(">", a), ()) for _ in range(30)]
        thirty = mul(num(30), a)
        n = bundle.add("step", eq(a, a), identity(), [(">", thirty, ("add", *hypotheses))])
        last = len(bundle.theorem.entries[n].conditions) - 1
        bundle.add("step", eq(a, a), identity(), [(n, last)] * recalls)

    assert spent_by(lambda: judged(200)) - spent_by(lambda: judged(100)) >= 100 * 30


# --- what was worked out for a search ---------------------------------------------------------------------------


def search(bundle, statement):
    """Both sides of a statement, as who searches for its proof asks for them: with a bound of their own."""
    statement = freeze(statement)
    with Budget(1 << 40, "a search"):
        trial = bundle.theorem.step(statement, is_trial=True)
        for side in reversed(statement[1:]):
            trial.normal(side)
    return bundle


WHOLE = at(D(power(add(("def", "s", None, total(mul(x("k"), power(add(x("k"), t), 6)))), exp(t)), 3), t), t, mul(a, b))


def test_what_was_worked_out_for_a_search_is_not_worked_out_again(monkeypatch):
    bundle, worked_out = search(Bundle(), eq(WHOLE, WHOLE)), []
    step = Normalizer._step
    monkeypatch.setattr(Normalizer, "_step", lambda n, e, duties: worked_out.append(e) or step(n, e, duties))
    bundle.accepts(eq(WHOLE, WHOLE))
    assert not worked_out
    assert bundle.theorem.step(eq(a, b)).ring is bundle.theorem.step(eq(a, b), is_trial=True).ring


@pytest.mark.parametrize("statement", [eq(WHOLE, WHOLE), eq(WHOLE, total(WHOLE)), eq(WHOLE, power(WHOLE, 2))])
def test_it_counts_as_work_all_the_same(statement):
    """A search may do more than a judge. That gives the judge no more to do, but for generators that are there."""
    alone, told = (
        spent_by(lambda bundle=bundle: bundle.judged("claim", statement, identity()))
        for bundle in (Bundle(), search(Bundle(), statement))
    )
    assert alone > 1_000
    assert told <= alone <= told * 1.01


def test_a_quotient_is_worked_out_once_and_counts_each_time(monkeypatch):
    """It is the same object; another denominator is another quotient, and a division by zero has none ever."""
    ring, reduced = Ring(), []
    p, q = (ring.generator(("sym", name)).num for name in "ab")
    reduce = Ring._reduce
    monkeypatch.setattr(Ring, "_reduce", lambda r, num, den: reduced.append(num) or reduce(r, num, den))
    first, again, other = [], [], []
    work = spent_by(lambda: first.append(ring.quotient(p * q + q * q, {p + q: 1})))
    assert spent_by(lambda: again.append(ring.quotient(q * q + q * p, {q + p: 1}))) == work
    assert again[0] is first[0]
    assert (again[0].num, again[0].den, len(reduced)) == (q, {}, 1)
    other.append(ring.quotient(p * q + q * q, {p + q: 2}))
    assert (other[0].num, other[0].den) == (q, {p + q: 1})
    for _ in range(2):
        with pytest.raises(Undefined):
            ring.quotient(p, {p - p: 1})


def test_it_is_bounded_as_if_there_had_been_no_search():
    heavy = eq(power(add(a, b, num(1)), 100), power(add(b, a, num(2)), 100))
    for before in ([heavy], [eq(heavy[1], a), eq(b, heavy[2])]):
        bundle = Bundle()
        for statement in before:
            search(bundle, statement)
        bundle.rejects(f"more than {MAX_WORK} terms to handle for one entry", heavy)


def test_a_search_changes_no_judgement():
    """Whatever was asked before, with whatever is supposed: normal forms and what they need are the same."""
    for wrong in (eq(div(a, a), ONE), eq(root(power(a, 2)), a), eq(D(c, t), ONE), eq(total(x("i")), x("i"))):
        fresh = Bundle().judged("claim", wrong, identity())
        bundle = search(search(Bundle(), eq(mul(a, wrong[1]), wrong[2])), wrong)
        known = bundle.theorem.step(freeze(wrong), is_trial=True)
        for duty in known.normal(freeze(wrong)[1])[1]:
            known.know(Condition(a, ">", frozenset()), duty[1])
        told = bundle.judged("claim", wrong, identity())
        assert (told.accepted, told.reason, told.hash) == (fresh.accepted, fresh.reason, fresh.hash)
        assert not told.accepted


def test_a_product_of_many_symbols_counts_as_the_long_monomial_that_it_is():
    """Each factor makes the monomial one longer, which is written anew."""

    def made(number):
        return lambda: Normalizer()(mul(*(sym(f"s{n}") for n in range(number))))

    assert spent_by(made(2_000)) - 2 * spent_by(made(1_000)) > 2_000
