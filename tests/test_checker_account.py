"""What is told of one theorem: how much of it counts as rejected or open, and each thing once, in one order."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    a,
    add,
    app,
    b,
    eq,
    identity,
    mul,
    num,
    sym,
    t,
    x,
)

from symnorm.checker import Judgement, Malformed, check_bundle
from symnorm.checker.account import Account
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.circles import with_circles
from symnorm.checker.logic.citations import IN_A_CIRCLE, Claim, Standing
from symnorm.checker.places import written_point
from symnorm.checker.reasons import MAX_SHOWN, reason, shown
from symnorm.checker.refutation.check import Rechecked
from symnorm.checker.titles import identifier, label, words
from symnorm.checker.written import Writer
from symnorm.second import Outcome

AGREES = Outcome(0, 0, 0, {}, ())
POINT: dict[str, Any] = {"symbols": {}, "vectors": {}, "indices": {}, "functions": {}}


def document(*statements: Any, along: Any = (), suppose: Any = (), **more: Any) -> dict[str, Any]:
    """A theorem as a bundle has it, that supposes and claims."""
    bundle = Bundle(*along)
    for role, s in suppose:
        bundle.judged(role, s)
    for s in statements:
        bundle.judged("claim", s, identity())
    return {"id": "a/1", "along": list(along), "entries": bundle.entries, **more}


def account(found: dict[str, Any], points: Any = (), tried: Any = None, **changes: Any) -> Account:
    judgements = [replace(j, **changes) for j in check_bundle(found)]
    return Account(found, judgements, AGREES, list(points), tried)


def rechecked(outcome: str) -> Rechecked:
    return Rechecked("(1)", outcome, "why")


# --- how much is rejected, or open ----------------------------------------------------------------------------


@pytest.mark.parametrize("outcomes", [*product(["refuted", "rejected", "open"], repeat=3)])
def test_every_point_that_is_rejected_or_open_counts(outcomes: tuple[str, ...]) -> None:
    *points, last = outcomes
    found = account(document(eq(a, a), suppose=[("where", ("gt", a, ZERO))]), map(rechecked, points), rechecked(last))
    assert (found.rejected, found.open) == (outcomes.count("rejected"), outcomes.count("open"))


@pytest.mark.parametrize("suppose", [[], [("where", ("gt", a, ZERO))], [("given", eq(b, b))]])
@pytest.mark.parametrize("points", [[], ["open"], ["open", "refuted", "open"]])
def test_what_is_supposed_and_shown_at_no_point_counts_as_open(suppose: Any, points: list[str]) -> None:
    found = account(document(eq(a, a), suppose=suppose), map(rechecked, points))
    assert found.is_conditional == bool(suppose)
    assert found.open == points.count("open") + bool(suppose)


# --- what is told ---------------------------------------------------------------------------------------------


def test_of_labels_that_look_alike_those_are_told() -> None:
    found = document(*[eq(a, a)] * 5)
    judgements = [
        replace(j, label=n) for j, n in zip(check_bundle(found), ["a b", "other", "c d", "ab", "cd"], strict=True)
    ]
    with pytest.raises(Malformed) as error:
        Account(found, judgements, AGREES, [])
    assert str(error.value) == "a/1: two lines have the label 'a b' and 'ab'"


def test_lemmas_are_told_in_one_order() -> None:
    names = frozenset("hgfedcba")
    [first, *rest] = account(document(eq(a, a)), lemmas=names).lines(verbose=True)
    assert first == "a/1: 1 of 1 entries accepted, rests on a, b, c, d, e, f, g, h"
    assert rest[-1].endswith("a = a, by a, b, c, d, e, f, g, h")


@pytest.mark.parametrize(("values", "where"), [({}, ""), ({"a": ONE}, ", at a = 1")])
def test_a_point_is_told_where_it_gives_something_a_value(values: Any, where: str) -> None:
    item = {"label": "(1)", "statement": eq(ONE, TWO), "kind": "false", "under": [], "fails": []}
    refuted = {**item, "point": {**POINT, "symbols": values}}
    found = account(document(eq(a, a), refutations=[refuted]), [Rechecked("(1)", "refuted", "")])
    assert f"    refuted  (1): 1 = 2{where}" in list(found.lines(verbose=True))


def test_the_model_of_a_refutation_is_told() -> None:
    model = {"theorem": {"entries": [{"role": "claim", "statement": eq(b, b)}]}}
    item = {"label": "(1)", "statement": eq(a, TWO), "kind": "false", "under": [], "fails": [], "model": model}
    refuted = {**item, "point": {**POINT, "symbols": {"a": ONE}}}
    lines = list(account(document(eq(a, a), refutations=[refuted]), [Rechecked("(1)", "refuted", "")]).lines(True))
    start = lines.index("    by a model, a theorem of its own:")
    assert lines[start + 1] == "      claim   b = b"
    assert lines[start - 1].startswith("    refuted  (1)")


def test_of_a_model_what_it_supposes_and_claims_is_told() -> None:
    entries = [{"role": role, "statement": eq(b, num(n))} for n, role in enumerate(("where", "given", "step", "claim"))]
    lines = list(account(document(eq(a, a))).shown_by({"theorem": {"entries": entries}}))
    assert lines == ["    by a model, a theorem of its own:", "      where   b = 0", "      claim   b = 3"]
    assert list(account(document(eq(a, a))).shown_by(None)) == []


def test_of_a_model_that_cannot_be_written_this_is_told() -> None:
    entries = [{"role": "claim", "statement": eq(app("l1", a), sym("ll"))}]
    (line,) = account(document(eq(a, a))).shown_by({"theorem": {"entries": entries}})
    assert line.startswith("    by a model, a theorem that cannot be written: ")
    assert "l1" in line
    assert "ll" in line


@pytest.mark.parametrize(
    ("along", "wanted"),
    [
        (t, "t ranges over an interval"), (x("i"), "x[i] ranges over an interval"),
        (("vector", "x"), "x ranges over an open set"),
        (("interval", t, TWO), "t ranges over an interval that contains 2"),
        (("interval", x("i"), a), "x[i] ranges over an interval that contains a"),
    ],
)  # fmt: skip
def test_what_a_variable_ranges_over(along: Any, wanted: str) -> None:
    assert list(account(document(eq(a, a), along=[along])).supposed()) == [wanted]


def test_lengths_arrays_and_whole_numbers_are_supposed() -> None:
    """N members, M and K of other sets; x over one set, A over two, and one over the channels and a set."""
    parts = [("coord", *p.split()) for p in ("x n:N", "v m:M", "z k:K", "A n:N m:M", "B i k:K", "w i", "V m:M n:N")]
    whole, other = ("whole", "p", 1), ("whole", "q", 0)
    found = account(document(eq(a, a)))
    found.statements = [eq(add(*parts), ZERO), eq(mul(whole, other), ZERO)]
    found.written = Writer(found.statements)
    assert list(found.supposed()) == [
        *(f"{n} is a length, a whole number from 1" for n in "KMN"),
        "A has an entry for every choice of N, M", "B has an entry for every choice of a channel, K",
        "V has an entry for every choice of M, N",
        "v has an entry for every choice of M", "x has an entry for every choice of N",
        "z has an entry for every choice of K", "p is any whole number from 1", "q is any whole number from 0",
    ]  # fmt: skip


# --- points ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("times", "wanted"), [(4, "0, 0, 0, 0"), (5, "0, 0, 0, 0, 0"), (6, "0, ..., 0 [6]")])
def test_equal_entries_in_a_row_are_counted_from_six(times: int, wanted: str) -> None:
    assert written_point({**POINT, "vectors": {"x": [ONE, *[ZERO] * times]}}, []) == f"x = (1, {wanted})"


def test_every_name_of_a_point_is_written() -> None:
    functions = {"y": [[t], mul(TWO, t)], "z": [[t, a], add(t, a)]}
    found = written_point({**POINT, "symbols": {"b": TWO}, "functions": functions, "indices": {"i": 3}}, [])
    assert found == "b = 2, y(t) = 2*t, z(t, a) = t + a, i = 3"
    spoken_of = [eq(app("z", t, b), app("y", t))]
    assert written_point({**POINT, "functions": functions}, spoken_of) == "y(t) = 2*t, z(t, a) = t + a"


def test_the_rows_of_an_array_are_written() -> None:
    rows = [[ONE, TWO], [ZERO, ZERO]]
    assert written_point({**POINT, "vectors": {"A": rows}}, []) == "A = ((1, 2), (0, 0))"


def test_a_whole_number_at_a_point_is_the_one_of_the_theorem() -> None:
    whole = ("whole", "n", 1)
    said = {**POINT, "symbols": {"n": TWO, "a": ONE}}
    assert written_point(said, [eq(mul(a, whole), ONE)]) == "n = 2, a = 1"


# --- reasons --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", [MAX_SHOWN - 1, MAX_SHOWN, MAX_SHOWN + 1])
def test_what_is_long_is_cut_where_it_is_too_long(letters: int) -> None:
    name = sym("b" * letters)
    found = shown(name, Writer([name]))
    assert found == ("b" * letters if letters <= 160 else "b" * 157 + "...")


@pytest.mark.parametrize("sign", ["!= 0", "> 0", ">= 0", "exists"])
def test_a_duty_is_told_with_its_sign(sign: str) -> None:
    q = Normalizer()(a)[0]
    judgement = Judgement("(1)", "claim", eq(a, a), "", reason="not shown", duty=(sign.split()[0], q), of=(q,))
    written = Writer([eq(a, a)])
    assert reason(judgement, eq(a, a), written) == f"not shown: a {sign}; in a = a"


# --- circles --------------------------------------------------------------------------------------------------


def test_what_leads_to_a_circle_is_told_which_one() -> None:
    """c cites a, and a and b cite each other: whichever is looked at first."""
    cites = {"a": ["b"], "b": ["a"], "c": ["a"], "d": []}
    objected = {n: [IN_A_CIRCLE] if of else [] for n, of in cites.items()}
    for order in ("abcd", "cabd", "bcad", "dcba"):
        standings = {n: standing(cites[n]) for n in order}
        found = with_circles(standings, objected)
        [around] = found["a"]
        assert found["b"] == found["c"] == [around]
        assert around in (f"{IN_A_CIRCLE}: a -> b -> a", f"{IN_A_CIRCLE}: b -> a -> b")
        assert found["d"] == []


def standing(sources: list[str]) -> Standing:
    return Standing({}, (), tuple(Claim(0, "(1)", "", source) for source in sources))


# --- words around the formulas --------------------------------------------------------------------------------


@pytest.mark.parametrize("item", [5, None, ["a"], "", ()])
def test_a_label_is_a_string_of_some_letters(item: Any) -> None:
    with pytest.raises(Malformed, match="is not a label"):
        label(item)


@pytest.mark.parametrize("item", [5, None, ["a/1"], "", "a b", "é/1"])
def test_an_id_is_a_string_of_ascii_letters(item: Any) -> None:
    with pytest.raises(Malformed, match="is not an id"):
        identifier(item)


@pytest.mark.parametrize("letter", "aZ~!À×ž§–αΩ")
def test_letters_of_a_label(letter: str) -> None:
    assert label(f"a{letter}") == f"a{letter}"


@pytest.mark.parametrize("letter", "\x1f\x7f\u00a0¿ſж中")
def test_what_is_no_letter_of_a_label(letter: str) -> None:
    with pytest.raises(Malformed, match=f"Latin and Greek letters on one line; it has U\\+{ord(letter):04X}"):
        label(f"a{letter}")


@pytest.mark.parametrize(("item", "fits"), [("a" * 200, True), ("a" * 201, False), ("a  b", False), (" a", False)])
def test_a_label_is_short_and_its_blanks_are_seen(item: str, fits: bool) -> None:
    if fits:
        assert label(item) == item
    else:
        with pytest.raises(Malformed, match="longer than 200 or has blanks that cannot be seen"):
            label(item)


@pytest.mark.parametrize("item", ["a" * 10_000, "a\u00a0b", "中文", "é – “q”"])
def test_words_of_a_title(item: str) -> None:
    assert words(item) == item


@pytest.mark.parametrize("letter", "\n\u2800\u202e\u3164")
def test_what_is_not_seen_is_no_part_of_a_title(letter: str) -> None:
    with pytest.raises(Malformed, match=f"cannot be seen; it has U\\+{ord(letter):04X}"):
        words(f"a\u00a0{letter}b")


def test_a_title_of_too_many_letters() -> None:
    with pytest.raises(Malformed, match="has 10001 letters, and a title or a note 10000 at most"):
        words("a" * 10_001)
