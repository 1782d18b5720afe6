"""What is charged under a label is what is printed there, and what the paper says itself is not said to be missing."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, define, eq, indices, link, mean, silent, sqrt, symbol, total, vector
from symnorm.judge import judge
from symnorm.language import Entry
from symnorm.report import Report
from symnorm.transcript import Line

t, a, b = map(symbol, "tab")
ROOT, IDENTITY, UNKNOWN = r"\sqrt{t^2} = t", "a + b = b + a", r"\cos^2(t) + \sin^2(t) = 1"
POINT = {t: -1}


def counted(report: Report) -> list[str]:
    """The labels of the errata that are shown."""
    return [e.label for e in report.errata if e.verdict == "refuted"]


def rooted(**where: Any) -> tuple[Theorem, Entry]:
    """The root of a square is the number, where that is positive."""
    theorem = Theorem("charged/1", "Charged", where=[silent(t > 0)], **where)
    roots = by.algebra(by.roots(sqrt(t**2), t))
    return theorem, theorem.claim("(1)", eq(sqrt(t**2), t), roots)


def lines(**printed: str) -> dict[str, Line]:
    """A transcript of the lines (1), (2), ..."""
    return {f"({n[1:]})": Line(f"({n[1:]})", "Sec. 1", latex, extractions=("a", "b")) for n, latex in printed.items()}


# --- the line that lacks something ----------------------------------------------------------------------------


@pytest.mark.parametrize("printed", [IDENTITY, UNKNOWN, "", "t = t", r"\sqrt{t^2} = 2 t - t"])
def test_a_line_is_not_said_to_lack_what_another_lacks(printed: str) -> None:
    theorem, root = rooted()
    theorem.missing("(2)", root, t > 0, at=POINT, note="")
    report = judge(theorem, lines(_1=ROOT, _2=printed))
    assert counted(report) == []
    assert "what is printed as (2) is not what is said to lack a hypothesis" in report.problems[0]


@pytest.mark.parametrize(("printed", "more"), [
    (ROOT, {}),
    (r"t = \sqrt{t^2}", {"reads": r"t = \sqrt{t^2}"}),
    (UNKNOWN, {"reads": UNKNOWN}),
])  # fmt: skip
def test_a_line_lacks_what_its_statement_lacks_however_it_is_printed(printed: str, more: dict[str, str]) -> None:
    """In form, or as it is signed."""
    theorem, root = rooted()
    theorem.missing("(2)", root, t > 0, at=POINT, note="", **more)
    report = judge(theorem, lines(_1=ROOT, _2=printed))
    assert report.problems == ()
    assert counted(report) == ["(2)"]


def test_what_is_signed_is_what_is_printed() -> None:
    theorem, root = rooted()
    theorem.missing("(2)", root, t > 0, at=POINT, note="", reads=IDENTITY)
    report = judge(theorem, lines(_1=ROOT, _2=UNKNOWN))
    assert counted(report) == []


def test_the_line_itself_may_lack_it_in_words_and_signed() -> None:
    for printed, reads in (("", ""), (UNKNOWN, UNKNOWN)):
        theorem = Theorem("charged/2", "Charged", where=[t > 0])
        root = theorem.claim("(1)", eq(sqrt(t**2), t), by.algebra(by.roots(sqrt(t**2), t)), reads=reads)
        theorem.missing("(1)", root, t > 0, at=POINT, note="")
        assert counted(judge(theorem, lines(_1=printed))) == ["(1)"]


def test_a_chain_as_a_whole_lacks_nothing_under_the_label_of_a_link() -> None:
    def chained(label: str, link_of_it: bool) -> Report:
        theorem = Theorem("charged/3", "Charged", where=[t > 0])
        roots = by.algebra(by.roots(sqrt(t**2), t))
        whole = theorem.chain("(1)", 2 * t + t, 3 * t, link(2 * t + sqrt(t**2), roots), claim=True)
        lacks = whole.by.entries()[1] if link_of_it and whole.by else whole
        theorem.missing(label, lacks, t > 0, at=POINT, note="")
        prints = {"(1)-1": "2 t + t = 3 t", "(1)-2": r"3 t = 2 t + \sqrt{t^2}"}
        return judge(theorem, {name: Line(name, "Sec. 1", latex) for name, latex in prints.items()})

    assert counted(chained("(1)-2", True)) == ["(1)-2"]
    assert counted(chained("(1)-2", False)) == []
    assert counted(chained("(1)-1", True)) == []


# --- the line whose argument has a gap ------------------------------------------------------------------------


def gap(printed: str, **reads: str) -> Report:
    """A gap in (2), which no line of the theorem says, or in (3), which one says that needs an argument."""
    theorem, root = rooted()
    theorem.claim("(3)", eq(2 * sqrt(t**2), 2 * t), by.algebra(root))
    theorem.gap("(2)", assumes=eq(t, 1), at={t: 3}, repaired=root, note="", **reads)
    return judge(theorem, lines(_1=ROOT, _2=printed, _3=r"2 \sqrt{t^2} = 2 t"))


@pytest.mark.parametrize("printed", ["1 + 1 = 2", UNKNOWN, "t"])
def test_a_gap_is_one_in_a_line_of_the_theorem(printed: str) -> None:
    assert counted(gap(printed)) == []
    assert "what is printed as (2) is no line of this theorem" in gap(printed).problems[0]
    assert counted(gap(printed, reads=printed)) == ["(2)"]
    assert counted(gap(printed, reads=ROOT)) == []


def test_a_gap_may_stand_in_words_and_in_what_is_repaired() -> None:
    assert counted(gap("")) == ["(2)"]
    assert counted(gap(ROOT)) == ["(2)"]


def test_a_gap_may_stand_in_another_line_of_the_theorem() -> None:
    theorem, root = rooted()
    theorem.claim("(3)", eq(2 * sqrt(t**2), 2 * t), by.algebra(root))
    theorem.gap("(3)", assumes=eq(t, 1), at={t: 3}, repaired=root, note="")
    assert counted(judge(theorem, lines(_1=ROOT, _3=r"2 \sqrt{t^2} = 2 t"))) == ["(3)"]


# --- what is not understood -----------------------------------------------------------------------------------


def test_what_is_not_understood_is_not_false_before_it_is_signed() -> None:
    def unread(reads: str) -> Report:
        theorem = Theorem("charged/4", "Charged")
        theorem.claim("(1)", eq(t * 2, t + t), by.algebra(), printed=eq(t * 2, 3 * t), at={t: 2}, note="", reads=reads)
        theorem.claim("(3)", eq(t + t, 2 * t), by.algebra())
        theorem.counterexample("(2)", eq(t, t + 1), at={t: 2}, note="", reads=reads)
        return judge(theorem, lines(_1=UNKNOWN, _2=UNKNOWN, _3="t + t = 2 t"))

    assert counted(unread("")) == []
    assert [r"\cos is no name of this theorem" in problem for problem in unread("").problems] == [True, True]
    assert counted(unread(UNKNOWN)) == ["(1)", "(2)"]
    assert unread(UNKNOWN).problems == ()


# --- what the paper calls a thing ----------------------------------------------------------------------------------


C = symbol("C")
[i, k] = indices("i k", C)
x, z = vector("x", C), vector("z", C)


def centered(mu: Any, definition: str, **more: Any) -> Report:
    """A theorem in which a printed sum of deviations is said to be wrong, with a printed definition of the mean."""
    mu = define("mu", mu, r"\mu")
    theorem = Theorem("charged/7", "Deviations", where=[C > 1])
    theorem.claim("+a", eq(total(x - mu), total(x) - C * mu), by.algebra())
    wrong = eq(total(x - mu), 0)
    theorem.counterexample("(2)", wrong, at={C: 2, x: [1, 3]}, note="", **more)
    printed = r"\sum_{k=1}^{C} (x_k - \mu) = 0"
    first = Line("(1)", "Sec. 1", definition, reason="definition", extractions=("a", "b"))
    second = Line("(2)", "Sec. 1", printed, extractions=("a", "b"))
    return judge(theorem, {line.label: line for line in (first, second) if line.latex})


def test_a_line_is_not_wrong_by_a_definition_that_the_paper_has_otherwise() -> None:
    printed = r"\mu = \frac{1}{C} \sum_{k=1}^{C} x_k"
    report = centered(mean(x) + 1, printed)
    assert counted(report) == []
    assert r"(2) speaks of \mu, and no definition of the paper is the one of the script" in report.problems[0]
    assert counted(centered(mean(x) + 1, r"\mu = 1 + \frac{1}{C} \sum_{k=1}^{C} x_k")) == ["(2)"]
    assert counted(centered(mean(x) + 1, "")) == ["(2)"]


@pytest.mark.parametrize("printed", [
    "a + ", r"a \gg 5 \heartsuit", r"a \not= b", r"a + b = b + a \qquad (2)", "a b = a \\quad b",
])  # fmt: skip
def test_what_is_not_understood_is_not_proved_unless_it_is_signed(printed: str) -> None:
    for reads, verdict in (("", "unknown"), (printed, "proved")):
        theorem = Theorem("charged/8", "Signed")
        theorem.claim("(1)", eq(a + b, b + a), by.algebra(), reads=reads)
        report = judge(theorem, lines(_1=printed))
        assert (report.verdict, bool(report.problems)) == (verdict, not reads)


@pytest.mark.parametrize(
    ("printed", "meaning"),
    [
        ("C - 1", C), ("2 + a", b), ("2", a), ("a", b), ("x_k", z[i]), (r"\tanh", a), ("|a|", a), (r"\sqrt{a}", a),
        ("a + b", a), (r"\sum_{k=1}^{C} x_k", a), ("=", a), ("x", z), (r"\frac{a}{b}", a),
    ],
)  # fmt: skip
def test_notation_gives_nothing_another_meaning(printed: str, meaning: Any) -> None:
    theorem = Theorem("charged/9", "Notation", where=[b > 0], notation={printed: meaning})
    theorem.claim("(1)", eq(a + b + total(x) + total(z), b + a + total(z) + total(x)), by.algebra())
    report = judge(theorem, lines(_1="t = t"))
    assert report.verdict == "unknown"
    assert any("notation= " in problem for problem in report.problems)


def test_notation_gives_what_has_no_meaning_one() -> None:
    theorem = Theorem("charged/9", "Notation", notation={r"\gamma": a, "x": x, r"\mathbf{u}": (x[i], i), "y_i": x[k]})
    theorem.claim("(1)", eq(a + x[i], x[i] + a), by.algebra())
    report = judge(theorem, lines(_1=r"\gamma + x_i = x_i + a"))
    assert (report.verdict, report.problems) == ("proved", ())


def test_a_formula_that_repeats_a_line_in_words_is_held_against_its_statement() -> None:
    theorem = Theorem("charged/10", "Words")
    theorem.claim("(1)", eq(a + b, b + a), by.algebra())
    words = {"(1)": Line("(1)", "Sec. 1", "", text="it commutes", extractions=("a", "b"))}
    for printed, verdict in (("a + b = b + a", "proved"), ("a + b = 5", "unknown")):
        repeated = Line("(2)", "Sec. 1", printed, same_as="(1)", extractions=("a", "b"))
        assert judge(theorem, words | {"(2)": repeated}).verdict == verdict


def test_an_erratum_tells_what_the_reading_of_its_line_rests_on() -> None:
    theorem = Theorem("charged/11", "Read", notation={r"\gamma": a})
    theorem.claim("(1)", eq(a + b, b + a), by.algebra())
    for label, reads in (("(2)", ""), ("(3)", UNKNOWN)):
        theorem.counterexample(label, eq(a + b, 2 * a), at={a: 1, b: 2}, note="", reads=reads)
    report = judge(theorem, lines(_1="a + b = b + a", _2=r"\gamma + b = 2 \gamma", _3=UNKNOWN))
    read = {e.label: report.read_by(e.label) for e in report.errata}
    assert read == {"(2)": [r"by the notation \gamma"], "(3)": ["as the script signs"]}
    assert report.read_by("(1)") == []
