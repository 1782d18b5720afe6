"""Bundles made to mislead the checker or to bring it down, and the program that re-checks them."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from loading import theorems
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    Point,
    Undefined,
    a,
    add,
    app,
    at,
    b,
    div,
    eq,
    exp,
    hyp,
    identity,
    log,
    mul,
    neg,
    num,
    power,
    root,
    sign,
    sub,
    sym,
    t,
    total,
    value,
    x,
)

from symnorm.checker import Malformed, Theorem, check_bundle, parse_json
from symnorm.checker.calculus import normal
from symnorm.checker.calculus.budget import MAX_WORK, Budget
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.forms import MAX_VALUES, digest, freeze
from symnorm.checker.logic import theorem as judging
from symnorm.checker.logic.step import Step
from symnorm.judge import judge
from symnorm.prover import Prover, beginning

ROOT = Path(__file__).parent.parent
FULL = bool(os.environ.get("SYMNORM_HOSTILE"))
"""With SYMNORM_HOSTILE=1 every position of the bundles is attacked, not a sample of them."""


@cache
def bundles() -> dict[str, Any]:
    """The bundle of every ELN theorem, as it is read from JSON."""
    found = {}
    for theorem in theorems("eln"):
        prover = Prover(theorem)
        proofs = [prover.prove(entry) for entry in theorem.entries]
        found[theorem.id] = {
            "id": theorem.id,
            "along": prover.checked.along,
            "entries": [
                {
                    "label": p.entry.label,
                    "role": p.entry.role,
                    "statement": p.statement,
                    "certificate": p.certificate,
                }
                for p in proofs
            ],
        }
    return json.loads(json.dumps(found))


def bundle(kind: str) -> Any:
    """A copy of the shortest bundle in which a relation, a role, a statement or a proof of this kind stands."""
    found = [b for b in bundles().values() if f'"{kind}"' in json.dumps(b) and len(b["entries"]) > 3]
    return copy.deepcopy(min(found, key=lambda b: len(json.dumps(b))))


KINDS = ["linear", "constant", "discharge", "root", "sum", "is"]


def said(found: Any) -> Any:
    """What a bundle states: everything but labels and certificates."""
    return found["along"], [(e["role"], e["statement"]) for e in found["entries"]]


def accepted(found: Any) -> bool:
    """Whether every entry is accepted. Malformed counts as a rejection, any other exception fails the test."""
    try:
        return all(j.accepted for j in check_bundle(found))
    except Malformed:
        return False


def test_the_bundles_are_those_of_the_judge():
    theorem = next(t for t in theorems("eln") if t.id == bundle("linear")["id"])
    report = judge(theorem)
    assert report.verdict == "proved"
    told = json.loads(json.dumps(report.bundle.document))
    assert (told["id"], *said(told)) == (theorem.id, *said(bundles()[theorem.id]))
    assert [e["certificate"] for e in told["entries"]] == [e["certificate"] for e in bundles()[theorem.id]["entries"]]


def test_every_bundle_is_accepted():
    assert len(bundles()) > 20
    assert all(accepted(b) for b in bundles().values())


# --- at every position ----------------------------------------------------------------------------------------

NONSENSE: list[Any] = [
    None, True, False, 0, 1, -1, 7, 10**17, "", "x", "0", "-1", "*1", ".1", "#000001", "C", "num", "use",
    "known",
    [], [[]], {}, {"id": 1}, 0.5, float("nan"), "\ud800", "é" * 3, ["num", "1"], ["num", "0"], ["sym", "C"],
    ["use", 0],
    ["ident", [], None], ["bounds"], [">", ["num", "1"], ["num", "1"]],
]  # fmt: skip


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every position in a document."""
    yield path
    if isinstance(node, (dict, list)):
        for key in node if isinstance(node, dict) else range(len(node)):
            yield from places(node[key], (*path, key))


def changed(document: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy in which `change(container, key)` was called for a position."""
    made = copy.deepcopy(document)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    change(inner, path[-1])
    return made


def attacks(found: Any, random: Random) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every position: replaced by nonsense or what stands elsewhere, deleted, doubled, swapped."""
    everywhere = list(places(found))

    def put(item: Any) -> Callable[[Any, Any], None]:
        return lambda inner, key: inner.__setitem__(key, item)

    def delete(inner: Any, key: Any) -> None:
        del inner[key]

    def double(inner: Any, key: Any) -> None:
        inner.insert(key, inner[key]) if isinstance(inner, list) else inner.__setitem__(f"{key}2", inner[key])

    def swap(inner: Any, key: Any) -> None:
        other = (key + 1) % len(inner) if isinstance(inner, list) else next(iter(inner))
        inner[key], inner[other] = inner[other], inner[key]

    for path in everywhere[1:]:
        elsewhere = found
        for key in random.choice(everywhere):
            elsewhere = elsewhere[key]
        for change in (put(random.choice(NONSENSE)), put(copy.deepcopy(elsewhere)), delete, double, swap):
            yield path, change


def sample(found: Any, random: Random, count: int) -> list[Any]:
    made = list(attacks(found, random))
    return made if FULL or len(made) <= count else random.sample(made, count)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bundle_changed_at_any_position(kind):
    """It is rejected, or it still says what it said: the certificate was changed where that does not matter."""
    found, random = bundle(kind), Random(kind)
    for path, change in sample(found, random, 120):
        made = changed(found, path, change)
        if accepted(made):
            assert said(made) == said(found) or (path[0] == "along" and len(path) > 1), path


def rehashed(found: Any) -> Any:
    """The bundle with all hashes made right, as an attacker would."""
    try:
        theorem = Theorem(found["along"])
        for e in found["entries"]:
            e["certificate"][0] = theorem.hash_of(e["role"], freeze(e["statement"]))
            theorem.add(e["label"], e["role"], e["statement"], e["certificate"])
    except (Malformed, TypeError, KeyError, IndexError, AttributeError):
        pass
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_bundle_changed_at_any_position_with_right_hashes(kind):
    """The judgement is made without an exception, and what is still accepted has a claim."""
    found, random = bundle(kind), Random(kind)
    for path, change in sample(found, random, 60):
        made = rehashed(changed(found, path, change))
        if accepted(made):
            assert any(e["role"] == "claim" for e in made["entries"])


POINTS = [
    Point({"beta": 2}, {"x": entries}, {"i": 1 + n % len(entries), "j": 1 + (n + 1) % len(entries)})
    for n, entries in enumerate([[0, 1, 5], [1, 2, 4, 8], [-1, 3], [2, 7, 1, 1, 5]])
]
"""Points at which the hypotheses of eln/1 hold: more than one channel, not all equal."""

OTHER_LEAVES = {"i": ["j"], "j": ["i"], "add": ["mul"], "mul": ["add"], "sqrt": ["exp", "log"], "neg": ["fn"]}


def lies(statement: Any, random: Random) -> Iterator[Any]:
    """The statement with one number, index, operation or exponent changed."""
    for path in places(statement):
        node = statement
        for key in path:
            node = node[key]
        if path and isinstance(node, str):
            others = OTHER_LEAVES.get(node, [])
            if path[-1] == 1 and node.lstrip("-").replace("/", "").isdigit():
                others = [str(int(node.partition("/")[0]) + 1), "-" + node.lstrip("-"), "0"]
            for other in others:
                yield changed(statement, path, lambda inner, key, other=other: inner.__setitem__(key, other))
        elif path and isinstance(node, int):
            yield changed(statement, path, lambda inner, key: inner.__setitem__(key, inner[key] + 1))
        elif path and isinstance(node, list) and node[:1] in (["coord"], ["sym"], ["num"], ["div"]):
            for other in (["neg", node], ["mul", ["num", "2"], node], ["add", node, ["num", "1"]]):
                yield changed(statement, path, lambda inner, key, other=other: inner.__setitem__(key, other))


def holds(statement: Any, point: Point) -> bool:
    _, left, right = freeze(statement)
    try:
        p, q = value(left, point), value(right, point)
    except (Undefined, KeyError, AttributeError):
        return False
    return abs(p - q) < 1e-15 * max(1, abs(p))


def test_a_false_statement_with_the_certificate_of_a_true_one():
    """Of the lines of eln/1: changed, given the right hash, and accepted only where they are still true."""
    found, random = bundles()["eln/1"], Random(1)
    entries, count = found["entries"], 0
    for n, entry in enumerate(entries):
        if entry["role"] not in ("step", "claim") or entry["statement"][0] != "eq":
            continue
        if not all(holds(entry["statement"], p) for p in POINTS):  # it rests on a supposition
            continue
        theorem = Theorem(found["along"])
        for e in entries[:n]:
            theorem.add(e["label"], e["role"], e["statement"], e["certificate"])
        made = list(lies(entries[n]["statement"], random))
        for statement in made if FULL else random.sample(made, min(6, len(made))):
            try:
                hash = theorem.hash_of(entries[n]["role"], freeze(statement))
                certificate = [hash, *entries[n]["certificate"][1:]]
                judgement = beginning(theorem, n).add("", entries[n]["role"], statement, certificate)
            except Malformed:
                continue
            count += 1
            assert not judgement.accepted or all(holds(statement, p) for p in POINTS), statement
    assert count > 100


# --- one entry for another ------------------------------------------------------------------------------------


def test_a_certificate_is_bound_to_its_statement():
    for kind, other in (("constant", "linear"), ("linear", "discharge")):
        found, more = bundle(kind), bundle(other)
        for n, e in enumerate(found["entries"]):
            made = bundle(kind)
            made["entries"][n]["certificate"] = more["entries"][n % len(more["entries"])]["certificate"]
            assert "made for another statement" in check_bundle(made)[n].reason
            made["entries"][n]["certificate"] = found["entries"][n - 1]["certificate"]
            assert "made for another statement" in check_bundle(made)[n].reason
            assert n == 0 or e["certificate"][0] != found["entries"][0]["certificate"][0]


@pytest.mark.parametrize("kind", ["constant", "linear", "discharge"])
def test_entries_left_out_doubled_or_moved(kind):
    found = bundle(kind)
    for n in range(len(found["entries"])):
        for change in ("left out", "doubled", "moved", "renamed"):
            made = bundle(kind)
            entries = made["entries"]
            if change == "left out":
                del entries[n]
            elif change == "doubled":
                entries.insert(n, copy.deepcopy(entries[n]))
            elif change == "moved":
                entries.insert(0 if n else 1, entries.pop(n))
            else:
                entries[n]["role"] = "given" if entries[n]["role"] != "given" else "step"
            if accepted(made):
                assert change in ("left out", "doubled")
                assert n >= len(entries) - 1 or said(made)[1] == said(found)[1][: len(entries)]


@pytest.mark.parametrize("kind", ["constant", "linear"])
def test_what_is_given_left_out_with_right_hashes(kind):
    """Every equation that these theorems start from is needed."""
    for n, e in enumerate(bundle(kind)["entries"]):
        if e["role"] == "given":
            made = bundle(kind)
            made["entries"][n]["statement"] = ["eq", ["num", "1"], ["num", "1"]]
            assert not accepted(rehashed(made)), e


@pytest.mark.parametrize("kind", ["constant", "linear"])
def test_along_left_out(kind):
    made = bundle(kind)
    assert made["along"]
    made["along"] = []
    assert not accepted(made)
    assert not accepted(rehashed(made))


# --- what is no bundle ----------------------------------------------------------------------------------------

ENTRY = {"label": "(1)", "role": "claim", "statement": eq(a, a), "certificate": ["", [], []]}


@pytest.mark.parametrize(
    "document",
    [
        None, True, 0, "", "bundle", [], {}, {"id": "x"}, {"id": "x", "along": [], "entries": []},
        {"id": 1, "along": [], "entries": [ENTRY]},
        {"id": "x", "along": {}, "entries": [ENTRY]},
        {"id": "x", "along": "t", "entries": [ENTRY]},
        {"id": "x", "along": [], "entries": {"0": ENTRY}},
        {"id": "x", "along": [], "entries": [None]},
        {"id": "x", "along": [], "entries": [[]]},
        {"id": "x", "along": [], "entries": [{}]},
        {"id": "x", "along": [], "entries": [{**ENTRY, "label": 1}]},
        {"id": "x", "along": [], "entries": [{**ENTRY, "role": "axiom"}]},
        {"id": "x", "along": [], "entries": [{**ENTRY, "role": None}]},
        {"id": "x", "along": [], "entries": [{**ENTRY, "statement": None}]},
        {"id": "x", "along": [], "entries": [{**ENTRY, "role": "step"}]},
        {"id": "x", "along": [], "entries": [{k: v for k, v in ENTRY.items() if k != "certificate"}]},
        *({"id": "x", "along": [v], "entries": [ENTRY]} for v in (
            1, None, True, "t", [], [[]], ["sym"], ["sym", 1], ["sym", ""], ["vector"], ["vector", None],
            ["vector", "x", "y"], ["coord", "x"], ["num", "1"], ["add", t, t], ["interval", t], ["interval", t,
            0],
            ["interval", ["num", "0"], ["num", "0"]], ["interval", ["vector", "x"], ["num", "0"]], {}, 0.5,
        )),
    ],
    ids=lambda d: repr(d)[:70],
)  # fmt: skip
def test_what_is_no_bundle(document):
    with pytest.raises(Malformed):
        check_bundle(document)


STATEMENTS: list[Any] = [
    None, 0, "", [], ["eq"], ["eq", a], ["eq", a, a, a], ["eq", None, a], ["=", a, a], ["or", eq(a, a)],
    ["and"],
    ["implies", eq(a, a)], ["implies", a, a], ["iff", eq(a, a), eq(a, a), eq(a, a)], ["not", eq(a, a)],
    ["differentiable"], ["differentiable", a], ["differentiable", a, ["num", "1"]],
    *(["differentiable", ["app", "y", [0], [["sym", "t"]]], times] for times in (
        1, "1", ["num"], ["num", 1], ["num", "0"], ["num", "-1"], ["num", "10"], ["num", "1/2"], ["sym", "n"],
    )),
    ["differentiable", ["app", "y", [1], [["sym", "t"]]], ["num", "1"]],
    ["differentiable", ["app", "y", [0, 0], [["sym", "t"]]], ["num", "1"]],
    ["differentiable", ["app", "y", [0], [["num", "2"]]], ["num", "1"]],
    ["differentiable", ["app", "y", [0], [["neg", ["sym", "t"]]]], ["num", "1"]],
    *(["eq", e, ["num", "1"]] for e in (
        [], ["num"], ["num", 1], ["num", "1.5"], ["num", "1/0"], ["num", "0x1"], ["num", " 1"], ["num", "1\n"],
        ["num", "+1"], ["num", "--1"], ["num", "1" * 401], ["num", "١"], ["sym"], ["sym", ""], ["sym", "1"],
        ["sym", "a b"], ["sym", "_a"], ["sym", "a" * 65], ["sym", ".1"], ["sym", "#1"], ["sym", "*0"], ["sym",
        "**"],
        ["sym", "\ud800"], ["sym", "a\n"], ["sym", None], ["coord", "x"], ["coord", "x", 1], ["coord", "x", *"ijkl"],
        ["delta", "i"], ["delta", "i", 2], ["add"], ["mul"], ["add", 1], ["neg"], ["neg", a, a], ["div", a],
        ["pow", a],
        ["pow", a, "2"], ["pow", a, 101], ["pow", a, -101], ["pow", a, None], ["pow", a, a], ["fn", "sin", a],
        ["fn", "sqrt"], ["fn", "sqrt", a, a], ["app", "y", [0], []], ["app", "y", [], []], ["app", "y", [0, 0],
        [a]],
        ["app", "y", [-1], [a]], ["app", "y", [10], [a]], ["app", "y", ["0"], [a]], ["app", "y", 0, [a]],
        ["sum", "k", C, a], ["sum", "k", C, None, a], ["sum", "k", C, [1], a], ["sum", 1, C, [], a], ["sum",
        "k", 3, [], a],
        ["D", a], ["D", a, a, a], ["D", a, ["num", "1"]], ["D", a, ["add", t, t]], ["integral", a, ["vector",
        "x"]],
        ["at", a, t], ["at", a, ["num", "0"], a], ["def", "d", a], ["def", 1, None, a], ["def", "d", 1, a],
        ["vector", "x"],
        ["interval", t, a], {"num": "1"}, 1.0,
    )),
]  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: repr(s)[:70])
def test_what_is_no_statement(statement):
    with pytest.raises(Malformed):
        check_bundle({"id": "x", "along": [], "entries": [{**ENTRY, "statement": statement}]})


@pytest.mark.parametrize(
    "certificate", [None, 0, "", [], [""], ["", []], ["", [], [], []], [0, [], []], ["", None, []], {}]
)
def test_what_is_no_certificate(certificate):
    judgement = check_bundle({"id": "x", "along": [], "entries": [{**ENTRY, "certificate": certificate}]})[0]
    assert not judgement.accepted
    assert judgement.reason


def test_one_and_true_are_not_the_same_number():
    for strange in (["eq", ["pow", a, True], a], ["eq", ["app", "f", [False], [a]], a]):
        with pytest.raises(Malformed, match="a bool where a list, a string or an integer belongs"):
            freeze(strange)


def test_what_is_frozen_stays_the_same_object():
    frozen = ("add", ("sym", "x"), ("def", "d", None, ("pow", ("sym", "x"), 2)))
    assert freeze(frozen) is frozen
    again = freeze(("neg", frozen, ["num", "1"]))
    assert again == ("neg", frozen, ("num", "1"))
    assert again[1] is frozen
    hash(freeze(["add", ("neg", ["sym", "x"]), []]))  # a list within a tuple is frozen as well


def powers(depth):
    """All powers of powers of a with these exponents: Python has one hash for all of them."""
    found = [["sym", "a"]]
    for _ in range(depth):
        found = [["pow", form, n] for form in found for n in (-1, -2)]
    return found


@pytest.mark.parametrize("parts", [lambda forms: [["add", *forms]], lambda forms: forms], ids=["at once", "one by one"])
def test_forms_of_one_hash_are_so_many(parts):
    """Each would be compared with all others, as often as anything is looked up: with 4,096 of them for minutes."""
    listed = parts(powers(9))
    parse_json("[]")
    with pytest.raises(Malformed, match="more than 256 expressions that differ from each other in exponents -1 and -2"):
        [freeze(form) for form in listed]
    freeze(["add", ["neg", ["add", *powers(5)]], *powers(5)])  # what stands there again is the same
    assert len({hash(freeze(form)) for form in powers(5)}) == 1


def test_forms_of_one_document_are_not_held_against_another():
    parse_json("[]")
    for form in powers(7)[:64]:
        freeze(form)
    parse_json("[]")
    for form in powers(7)[64:]:
        freeze(form)


# --- the text -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", " ", "nul", "{", "[1,]", "{'a': 1}", '{"a": 1, "a": 2}', '[{"b": {"a": 1, "a": 1}}]', "[1.0]", "[1e3]",
    "[NaN]",
     "[Infinity]", "[-Infinity]", "[1234567890123456789]", "[" * 100_000, '{"a":' * 100_000, b"\xff\xfe\x00",
     b"[\"\xc3\x28\"]", "[1] [2]", "\x00", '["\\ud800\\u"]', "[00]", "[+1]", "[0x10]", "'"],
    ids=lambda t: repr(t)[:30],
)  # fmt: skip
def test_what_is_no_json(text):
    with pytest.raises(Malformed):
        parse_json(text)


def test_json():
    assert parse_json('{"a": [1, -2, "3", null, true], "b": {"a": 1}}') == {
        "a": [1, -2, "3", None, True],
        "b": {"a": 1},
    }
    assert parse_json(b'["\\u00e9"]') == ["é"]


# --- size and time --------------------------------------------------------------------------------------------


def nested(wrap: Callable[[Any], Any], depth: int, inner: Any = a) -> Any:
    for _ in range(depth):
        inner = wrap(inner)
    return inner


def add_all(prefix: str, n: int) -> Any:
    return add(*(sym(f"{prefix}{k}") for k in range(n)))


THOUSAND = num("7" * 400)
HEAVY: dict[str, Any] = {
    "deep": nested(lambda e: ["neg", e], 110),
    "deep sums": nested(lambda e: total(e), 50, x("k")),
    "deep roots": nested(lambda e: root(add(ONE, power(e, 2))), 35),
    "deep exponentials": nested(exp, 100),
    "deep tanh": nested(lambda e: ["fn", "tanh", e], 30),
    "towers of numbers": nested(lambda e: power(e, 100), 8, THOUSAND),
    "a tower of roots of numbers": nested(lambda e: root(power(e, 3)), 50, THOUSAND),
    "powers of a sum": nested(lambda e: power(e, 50), 3, add_all("a", 10)),
    "products of sums": mul(*(add_all("abcdefgh"[n], 40) for n in range(8))),
    "a product of two long sums": mul(add_all("a", 2400), add_all("b", 2400)),
    "a long sum": ["add", *([sym(f"a{n % 4000}") for n in range(30_000)])],
    "quotients": nested(lambda e: div(add(e, a), add(e, b)), 10),
    "fractions of fractions": add(*(div(ONE, add(sym(f"a{n}"), b)) for n in range(40))),
    "values of values": nested(lambda e: at(e, t, add(exp(t), log(add(power(t, 2), ONE)))), 60, t),
    "values of roots": nested(lambda e: at(e, t, root(add(t, power(t, 2), ONE))), 60, t),
    "values that double": nested(lambda e: at(e, t, mul(t, add(t, ONE))), 60, t),
    "derivatives": nested(lambda e: ["D", e, t], 60, exp(mul(t, exp(t)))),
    "derivatives of a function": nested(lambda e: ["D", e, t], 100, ["app", "y", [0], [mul(t, t)]]),
    "one over each of many": add(*(div(ONE, sym(f"a{n}")) for n in range(900))),
    "fractions of many digits": power(
        add(*(mul(num(f"{'7' * 399}{n}/{'3' * 399}1"), sym(f"a{n}")) for n in range(9))), 12
    ),
    "many sums": nested(lambda e: e, 0, None),
    "sums of products of sums": nested(lambda e: total(mul(e, add(x("k"), a, e))), 8, x("k")),
    "nothing over a very high power": sub(*[nested(lambda e: power(e, 100), 8, div(ONE, a))] * 2),
    "a large exponential": exp(THOUSAND),
    "a large exponential of a logarithm": exp(mul(THOUSAND, log(a))),
}
HEAVY["many sums"] = mul(ZERO, nested(lambda e: e, 0, div(ONE, add(*(x(f"k{n}") for n in range(12))))))
for _n in range(12):
    HEAVY["many sums"] = total(HEAVY["many sums"], f"k{_n}")


@pytest.mark.parametrize("expression", HEAVY.values(), ids=HEAVY)
def test_what_takes_long_is_given_up(expression, monkeypatch):
    """Whatever the verdict, it comes: here, where a twentieth of the usual work is allowed, within seconds."""
    monkeypatch.setattr(judging, "MAX_WORK", MAX_WORK // 20)
    for proof in (identity(), ("bounds",)):
        judgement = Bundle().judged("claim", eq(expression, expression), proof)
        assert isinstance(judgement.reason, str)


@pytest.mark.parametrize("depth", [119, 200, 5_000, 50_000])
def test_deep_nesting(depth):
    for wrap in (lambda e: ["neg", e], lambda e: ["add", a, e], lambda e: ["def", "d", None, e]):
        with contextlib.suppress(Malformed):
            assert not Bundle().judged("claim", ["eq", nested(wrap, depth), ZERO], identity()).accepted
    for wrap in (
        lambda w: ["neg", w],
        lambda w: ["add", ["num", "1"], w],
        lambda w: ["is", a, w, ["ident", [], None]],
    ):
        reason = "nested deeper than 120"
        Bundle().rejects(reason, ("gt", a, ZERO), ["sign", nested(wrap, depth, ["num", "1"])])
    relation = nested(lambda r: ["deriv", r, t], depth, ["use", 0])
    bundle = Bundle(t)
    bundle.given(a, b)
    bundle.rejects("nested deeper than 120", eq(a, TWO), identity((relation, ONE)))


def test_many_nodes():
    with pytest.raises(Malformed, match="more than"):
        Bundle().judged("claim", ["eq", ["add", *[a] * 200_001], ZERO], identity())
    assert (
        "more than"
        in Bundle().judged("claim", eq(a, a), ["identity", ["ident", [[["use", 0], a]] * 200_001, None]]).reason
    )


def test_a_normalizer_that_remembers_much_is_not_used_again(monkeypatch):
    """No new generators, but new terms in every entry: what is kept of them has a bound."""
    monkeypatch.setattr(normal, "MAX_WORK", 10_000)
    bundle, seen = Bundle(), []
    for n in range(6):
        bundle.accepts(eq(power(add(a, b, num(n)), 40), power(add(b, a, num(n)), 40)))
        seen.append(bundle.theorem.normal)
    assert len(seen[-1].ring.keys) == 2
    assert 1 < len({id(one) for one in seen}) < 6


COUNTED = {
    "multiples of a sum": ["app", "f", [0] * 300, [mul(num(n + 2), power(add_all("a", 6), 10)) for n in range(300)]],
    "sums in each other": nested(lambda e: total(e), 100, add(*([x("k")] * 9_000))),
    "one root in many exponentials": at(
        add(*(exp(mul(t, sym(f"b{n}"))) for n in range(900))), t, root(add_all("a", 900))
    ),
    "conditions in each other": nested(neg, 110, add(*(root(add(sym(f"a{n}"), ONE)) for n in range(4_000)))),
}


@pytest.mark.parametrize("expression", COUNTED.values(), ids=COUNTED)
def test_what_is_kept_in_memory_counts_as_work(expression):
    with Budget(MAX_WORK, "a test") as counted:
        reason = Bundle().judged("claim", eq(expression, ZERO), identity()).reason
        assert reason in ("the two sides differ", "a condition of being defined is not established")
    assert counted.done > 800_000


def test_values_in_each_other_are_found_once():
    """Twenty points in each other, each of two functions of the one before: two new functions each, not a million."""
    two = add(app("g", t), app("h", t))
    expression = nested(lambda e: at(e, t, two), 20, add(exp(t), app("f", t)))
    with Budget(MAX_WORK, "a test") as counted:
        assert Bundle().judged("claim", eq(expression, expression), identity()).accepted
    assert counted.done < 20_000


def test_a_document_of_very_many_values_is_not_read(tmp_path):
    """Thirty megabytes of [] would be some gigabytes of lists."""
    text = "[" + "[]," * MAX_VALUES + "[]]"
    for document in (text, text.encode(), text.encode("utf-16")):
        with pytest.raises(Malformed, match=f"more than {MAX_VALUES} values"):
            parse_json(document)
    assert len(parse_json("[" + "[]," * 1_000 + "[]]")) == 1_001
    path = tmp_path / "bundle.json"
    path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "symnorm.checker", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"more than {MAX_VALUES} values" in done.stderr


def test_many_entries():
    bundle = Bundle()
    bundle.theorem.entries = [None] * 2_000
    with pytest.raises(Malformed, match="more than 2000 entries"):
        bundle.theorem.add("", "claim", eq(a, a), ("", (), ()))


def test_many_heavy_entries_are_hashed_as_often_as_so_many(monkeypatch):
    """The hash of an entry is not made from all the statements before it again."""
    long, sizes = eq(add_all("a", 900), add_all("a", 900)), []

    def measured(*parts):
        sizes.append(len(json.dumps(parts)))
        return digest(*parts)

    monkeypatch.setattr("symnorm.checker.logic.theorem.digest", measured)
    bundle = Bundle()
    for _ in range(24):
        bundle.accepts(long)
    assert len(sizes) < 60
    assert max(sizes) < 1.1 * sizes[1]


# --- the program ----------------------------------------------------------------------------------------------

PROGRAM = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module('symnorm.checker', run_name='__main__', alter_sys=True)
"""


def program(*arguments: object, path: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """`python -m symnorm.checker` in an interpreter that sees no installed package."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(path), *map(str, arguments)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def written(folder: Path, document: Any, name: str = "bundle.json") -> Path:
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def verdicts_of(output: str) -> list[str]:
    """The lines of the program, those apart that tell what is granted, what the second judge says, and of a point."""
    apart = ("  taken for granted  ", "  second judge: ", "  hypotheses: nothing here shows that they hold at once")
    return [line for line in output.splitlines() if not line.startswith(apart)]


def test_the_program_accepts_all_eln_theorems(tmp_path):
    found = program(written(tmp_path, {"theorems": list(bundles().values())}))
    assert found.stderr == ""
    assert found.returncode == 3  # nothing is rejected; they have no points
    lines = verdicts_of(found.stdout)
    assert len(lines) == len(bundles())
    for line, (id, made) in zip(lines, bundles().items(), strict=True):
        n = len(made["entries"])
        assert line.startswith(f"{id}: {n} of {n} entries accepted")
    assert any(line.endswith(", rests on linear-equation") for line in lines)
    assert any(line.endswith(", rests on zero-derivative") for line in lines)


def test_the_program_rejects_a_tampered_bundle(tmp_path):
    good, made = bundle("discharge"), bundle("linear")
    last, n = made["entries"][-1], len(made["entries"])
    last["statement"][2] = ["num", "0"]
    found = program(written(tmp_path, {"theorems": [good, made, bundle("constant")]}))
    assert found.returncode == 1
    lines = verdicts_of(found.stdout)
    assert lines[:3] == [
        f"{good['id']}: {len(good['entries'])} of {len(good['entries'])} entries accepted",
        f"{made['id']}: {n - 1} of {n} entries accepted",
        f"  {last['label']}: the certificate was made for another statement",
    ] or lines[1].startswith(f"{made['id']}: {n - 1} of {n} entries accepted")
    assert lines[3].startswith(bundle("constant")["id"])


def test_the_program_goes_on_with_the_next_file(tmp_path):
    good, bad = bundle("discharge"), bundle("linear")
    del bad["entries"][0]
    files = [written(tmp_path, {"theorems": [m]}, f"{n}.json") for n, m in enumerate((bad, good))]
    found = program(*files)
    assert found.returncode == 1
    n = len(good["entries"])
    assert f"{good['id']}: {n} of {n} entries accepted" in found.stdout


@pytest.mark.parametrize(
    "content",
    ["", "nonsense", "[]", "{}", '{"theorems": []}', '{"theorems": {}}', '{"theorems": [1]}',
    '{"theorems": [{}]}',
     '{"theorems": [{"id": "x", "along": [1], "entries": []}]}',
     '{"theorems": [{"id": "x", "along": [], "entries": []}]}',
     '{"theorems": [], "theorems": []}', "[" * 200_000,
     '{"theorems": [{"id": "x", "along": [], "entries": [1.5]}]}'],
    ids=lambda c: c[:60],
)  # fmt: skip
def test_the_program_says_what_is_no_bundle(tmp_path, content):
    found = program(written(tmp_path, content))
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.startswith(str(tmp_path / "bundle.json") + ": ")
    assert len(found.stderr.splitlines()) == 1


def test_the_program_and_files_that_are_not_there(tmp_path):
    for path in (tmp_path / "none.json", tmp_path):
        found = program(path)
        assert found.returncode == 2
        assert "Traceback" not in found.stderr
        assert str(path) in found.stderr


def test_the_program_explains_itself():
    assert program().returncode == 2
    assert program("--help").returncode == 0
    assert program().stdout == program("--help").stdout == program("-h").stdout
    assert "Exit status" in program().stdout


LABELS = ["\ud800", "(1)\n", "\x1b[2J", "(1)\reln/1: 9 of 9 entries accepted", "\u2028", "a\u0000b", "\u202e"]


@pytest.mark.parametrize("label", LABELS, ids=ascii)
def test_the_program_refuses_labels_and_ids_that_could_pass_for_its_output(tmp_path, label):
    entry = {"label": label, "role": "claim", "statement": eq(a, b), "certificate": ["", [], []]}
    for id in ("x", label):
        found = program(written(tmp_path, {"theorems": [{"id": id, "along": [], "entries": [entry]}]}))
        assert found.returncode == 2
        assert found.stdout == ""
        assert len(found.stderr.splitlines()) == 1
        assert label not in found.stderr
        assert "is not" in found.stderr


def test_the_program_imports_the_standard_library_only(tmp_path):
    listing = "import atexit, sys\natexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))"
    path = written(tmp_path, {"theorems": [bundle("sum")]})
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", listing + PROGRAM, str(ROOT), str(path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert found.returncode == 3
    known = {*sys.stdlib_module_names, "__main__"}
    own = [m for m in found.stderr.split() if m.partition(".")[0] not in known]
    assert all(m == "symnorm" or m.startswith(("symnorm.checker", "symnorm.second")) for m in own), own


# --- hypotheses that are used ---------------------------------------------------------------------------------


def test_a_judgement_lists_what_was_used():
    bundle = Bundle()
    bundle.where(">", a)
    bundle.where(">", b)
    bundle.defined.clear()
    n = bundle.given(sub(a, b), ZERO)
    judgement = bundle.judged("claim", ("gt", mul(a, a), ZERO), sign(("mul", hyp(0), hyp(0))))
    assert (judgement.accepted, judgement.used, judgement.lemmas) == (True, {0}, set())
    judgement = bundle.judged("claim", eq(a, b), identity((("use", n), ONE)))
    assert judgement.used == {n}


def test_bounds_are_work():
    exponentials = add(*(["fn", "exp", ["num", f"{10**6 + 4 + n}/1000003"]] for n in range(2_000)))
    judgement = Bundle().judged("claim", ("gt", exponentials, ZERO), ("bounds",))
    assert "terms to handle" in judgement.reason


def test_what_a_condition_rests_on_is_work():
    bundle = Bundle()
    for n in range(60):
        bundle.add("where", ("gt", sym(f"a{n}"), ZERO))
    whole = ["add", *(["hyp", n, []] for n in range(60))]
    total_ = add(*(sym(f"a{n}") for n in range(60)))
    spent = []
    for times in (1, 50):
        with Budget(MAX_WORK, "a test") as counted:
            assert bundle.judged("step", eq(a, a), identity(), [(">", total_, whole)] * times).accepted
        spent.append(counted.done)
    assert spent[1] > spent[0] + 49 * 60


def test_an_equation_is_read_once_however_often_it_is_used(monkeypatch):
    seen = []
    found = Step.difference
    monkeypatch.setattr(Step, "difference", lambda step, s: seen.append(s) or found(step, s))
    bundle = Bundle()
    n = bundle.given(a, b)
    seen.clear()
    bundle.accepts(eq(mul(num(40), a), mul(num(40), b)), identity(*[(["use", n], ONE)] * 40))
    assert len(seen) <= 4


def test_numbers_that_are_chosen_to_have_one_hash():
    cycle = 2**61 - 1
    polynomials = [Polynomial({(): 2 + k * cycle}) for k in range(100)]
    assert len({hash(p) for p in polynomials}) == 100
    assert len({hash(Polynomial({((1, 1),): Fraction(2 + k * cycle, 3)})) for k in range(100)}) == 100
    assert hash(Polynomial({(): Fraction(3)})) == hash(Polynomial({(): 3}))
    assert hash(Polynomial({(): Fraction(cycle)})) == hash(Polynomial({(): cycle}))


def test_sums_over_what_looks_alike_are_refused(tmp_path):
    """Two numbers of channels that differ in a name alone."""
    index = ("coord", "x", "k")
    sums = [("sum", "k", ("def", "n", i, sym("C")), (), index) for i in (None, "i")]
    bundle = {
        "id": "c/1", "along": [],
        "entries": [{"label": "(1)", "role": "claim", "statement": eq(*sums), "certificate": ["", [], identity()]}],
    }  # fmt: skip
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [bundle]}))
    done = subprocess.run(
        [sys.executable, "-m", "symnorm.checker", "-v", str(path)], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
    assert "c/1: the name n stands for two things: the definition C and the definition C" in done.stderr
