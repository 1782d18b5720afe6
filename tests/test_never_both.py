"""Nothing is both accepted and refuted under the same hypotheses: what is proved has no point, what has one no proof.

The lines of the papers' theorems, proved and refuted; and instances of the laws, as they are and off by a number.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from expressions import Source
from instances import Instance, instance
from loading import bundles, theorems

from symnorm.checker import check_bundle
from symnorm.checker.calculus.laws import LAWS, Law
from symnorm.checker.forms import Form, free_wholes, freeze, integrated, put_for
from symnorm.checker.refutation.check import Rechecked, Refutations
from symnorm.judge.model import as_statement
from symnorm.language import LanguageError, Statement, Theorem, by
from symnorm.prover import Prover

NUMBERS = ("-2", "-1", "0", "1/2", "1", "4/3", "2", "3", "5")
PREMISES = ("where", "given", "constant")


def refutation(statement: Any, point: Any, kind: str = "false", under: Any = ()) -> dict[str, Any]:
    """A refutation as a bundle has it."""
    return {"label": "(9)", "statement": statement, "kind": kind, "under": list(under), "fails": [], "point": point}


# --- the lines of the papers' theorems ------------------------------------------------------------------------


def elsewhere(bundle: Any, random: Random) -> dict[str, Any]:
    """The point of a theorem with other numbers in it; of functions and of channels it says the same."""
    point = copy.deepcopy(bundle["point"])
    sizes = {str(len(entries)) for entries in point["vectors"].values()}
    for name, value in point["symbols"].items():
        if value[0] == "num" and value[1] not in sizes and random.randrange(2):
            point["symbols"][name] = ["num", random.choice(NUMBERS)]
    for name, entries in point["vectors"].items():
        point["vectors"][name] = [["num", random.choice(NUMBERS)] if e[0] == "num" else e for e in entries]
    return point


def points(bundle: Any, checker: Refutations) -> Iterator[dict[str, Any]]:
    """Where all that a theorem supposes holds: its own point, those where something fails, and some at random."""
    listed = [bundle["point"], *(r["point"] for r in bundle["refutations"] if not r["fails"])]
    random = Random(bundle["id"])
    if max(map(len, bundle["point"]["vectors"].values()), default=0) < 10:
        listed += [elsewhere(bundle, random) for _ in range(3)]
    yield from [p for p in listed if checker.satisfied(p).outcome == "satisfied"][:2]


@pytest.mark.parametrize("part", range(4))
def test_what_is_proved_is_refuted_nowhere(part: int) -> None:
    bad, seen = [], Counter[str]()
    for bundle in (b for b in bundles()[part::4] if b["point"] is not None):
        premises = [e for e in bundle["entries"] if e["role"] in PREMISES]
        checker = Refutations({**bundle, "entries": premises, "refutations": []})
        judgements = check_bundle(bundle)
        for point in points(bundle, checker):
            for entry, judgement in zip(bundle["entries"], judgements, strict=True):
                if entry["role"] not in ("step", "claim") or not judgement.accepted:
                    continue
                under = [bundle["entries"][n]["statement"] for n in judgement.assumptions]
                for kind in ("false", "undefined"):
                    found = checker.judged(refutation(entry["statement"], point, kind, under))
                    seen[found.outcome] += 1
                    if found.outcome == "refuted":
                        bad.append((bundle["id"], entry["label"], kind, point))
    assert bad == []
    assert seen["rejected"] > 300


@cache
def scripts() -> dict[str, Theorem]:
    return {theorem.id: theorem for theorem in theorems("all")}


def test_what_is_refuted_is_proved_by_nothing() -> None:
    """Neither by what proves the line that is right, nor by calculation from all that is supposed, or shown."""
    tried = Counter[str]()
    for bundle in [b for b in bundles() if b["refutations"]][::2]:
        theorem = scripts()[bundle["id"]]
        prover = Prover(theorem)
        for entry in theorem.entries:
            prover.prove(entry)
        for item in bundle["refutations"]:
            statement = as_statement(freeze(item["statement"]))
            if not item["fails"]:
                rules = [e.by for e in theorem.entries if e.by and item["label"] in e.labels]
                plain = [e for e in theorem.entries[:-1] if e.statement.kind == "eq" and not e.scope]
                shown = [e for e in plain if e.role != "suppose"][-6:]
                for rule in (*rules, by.algebra(), by.sign(), by.algebra(*shown)):
                    assert not prover.could_prove(theorem.entries[-1], statement, rule), (bundle["id"], item["label"])
                    tried["in the theorem"] += 1
            under, fails = ([as_statement(freeze(s)) for s in item[part]] for part in ("under", "fails"))
            supposed = [e.statement for e in theorem.entries if e.role in ("where", "given")]
            premises = [s for s in (*supposed, *under) if s not in fails]
            for rule in ("algebra", "sign"):
                assert not proved(statement, premises, theorem.along, rule), (bundle["id"], item["label"])
                tried["alone"] += 1
    assert tried["in the theorem"] > 150
    assert tried["alone"] > 90


def proved(statement: Statement, premises: list[Statement], along: Any = (), rule: str = "") -> bool:
    """Whether a statement is proved from premises alone, by calculation or by its sign."""
    rule = rule or ("algebra" if statement.kind in ("eq", "or") else "sign")
    hypotheses = [s for s in premises if s.kind in ("ne", "lt", "le", "gt", "ge", "differentiable")]
    theorem = Theorem("both/1", "Both", along=along, where=hypotheses)
    given = [theorem.given(f"g{n}", s, "hypothesis") for n, s in enumerate(premises) if s not in hypotheses]
    equations = [e for e in given if e.statement.kind in ("eq", "or")]
    theorem.claim("c", statement, by.algebra(*equations) if rule == "algebra" else by.sign())
    prover = Prover(theorem)
    return [prover.prove(entry).judgement.accepted for entry in theorem.entries][-1]


# --- instances of the laws ------------------------------------------------------------------------------------

AT_A_POINT = [law for law in LAWS if not law.throughout and not integrated(law.statement)]
U, V = ("sym", "u"), ("sym", "v")
FUNCTIONS = {
    "y": [[U], ("add", ("pow", U, 2), ("div", U, ("num", "3")))],
    "g": [[U], ("fn", "exp", ("div", U, ("num", "2")))],
    "f": [[U, V], ("add", ("mul", U, ("pow", V, 2)), ("fn", "exp", V))],
}


def place(source: Source) -> dict[str, Any]:
    """A point at random, as a bundle has it."""
    found = source.place()
    symbols = {**found.symbols, **found.wholes, "C": found.channels, "u": 0, "v": 0}
    return {
        "symbols": {n: ("num", str(v)) for n, v in symbols.items()},
        "vectors": {n: [("num", str(v)) for v in entries] for n, entries in found.vectors.items()},
        "indices": {n: channel + 1 for n, channel in found.indices.items()},
        "functions": FUNCTIONS,
    }


def supposing(law: Law, chosen: Instance) -> tuple[Form, list[Form]]:
    """An instance of a law: what it says, and all that it needs; of a rewriting, that the left side has a value."""
    statement, conditions, _ = instance(law, chosen.source, chosen=chosen)
    left = [has_value(statement[1])] if statement[0] == "eq" else []
    return statement, [*(has_value(s[1]) if s[0] == "eq" and s[1] == s[2] else s for s in conditions), *left]


def has_value(e: Form) -> Form:
    """That an expression has a value, in a way that enclosures can tell: e^2 >= -1."""
    return "ge", ("pow", e, 2), ("num", "-1")


REACHED = range(1, 6)
"""The whole numbers up to the largest one that a row speaks of at a point, and one more."""


def at_numbers(premise: Form, at: dict[str, Any]) -> list[Form]:
    """What a premise says at a point, with numbers in the place of whole numbers.

    No point shows that something holds of every whole number. What is supposed of every one is asked for only as far
    as the row reaches, which is less than the row supposes: it has to be true even so.
    """
    made = [premise]
    for whole in sorted(free_wholes(premise)):
        values = [("num", str(n)) for n in REACHED] if whole[1][0] == "*" else [at["symbols"][whole[1]]]
        made = [put_for(s, whole, value) for s in made for value in values]
    return made


def checker_of(premises: list[Form], at: dict[str, Any]) -> Refutations:
    """The checker of a point, under premises."""
    listed = [s for premise in premises for s in at_numbers(premise, at)]
    entries = [{"role": "where" if s[0] in ("ne", "gt", "ge") else "given", "statement": s} for s in listed]
    return Refutations({"entries": entries, "along": ()})


def sampled(law: Law, seed: object) -> Instance:
    """An instance whose conditions are likely to hold."""
    source = Source(Random(f"both/{law.name}/{seed}"))
    chosen = Instance(source, source.one(0, 1, 1))
    chosen.suited(law.name)
    return chosen


@pytest.mark.parametrize("law", AT_A_POINT, ids=[law.name for law in AT_A_POINT])
def test_a_law_is_refuted_nowhere_and_what_is_off_by_a_number_is_proved_by_nothing(law: Law) -> None:
    seen = Counter[str]()
    for seed in range(20):
        chosen = sampled(law, seed)
        statement, premises = supposing(law, chosen)
        fits = False
        for at in [place(chosen.source) for _ in range(5)]:
            checker = checker_of(premises, at)
            if checker.satisfied(at).outcome == "satisfied":
                fits = True
                for kind in ("false", "undefined"):
                    found = checker.judged(refutation(statement, at, kind))
                    assert found.outcome != "refuted", (statement, premises, at)
                    seen[found.outcome] += 1
                if wrong := off(statement, chosen.source):
                    found = checker.judged(refutation(wrong, at))
                    assert not holds(found), (wrong, premises, at)
                    seen["wrong, and " + found.outcome] += 1
        if fits and seed < 4:
            try:
                seen["proved"] += proved(as_statement(statement), list(map(as_statement, premises)))
                if wrong := off(statement, chosen.source):
                    for rule in ("algebra", "sign"):
                        assert not proved(as_statement(wrong), list(map(as_statement, premises)), (), rule)
                    seen["not proved"] += 1
            except LanguageError:
                seen["not written by a script"] += 1
    assert seen["rejected"] + seen["open"] > 4, seen


OPPOSITE = {"ne": "eq", "gt": "le", "ge": "lt"}


def off(statement: Form, source: Source) -> Form | None:
    """An equation with a number more on one side, the opposite of an inequality; of others, nothing."""
    relation, left, right, *_ = statement
    if relation in OPPOSITE:
        return OPPOSITE[relation], left, right
    if relation != "eq" or integrated(statement):
        return None
    return "eq", left, ("add", right, ("num", source.one("1", "-1", "1/2", "1/1000000000000000000000", "3")))


def holds(found: Rechecked) -> bool:
    """Whether a statement is said to hold at a point."""
    return found.reason.startswith("the statement holds")
