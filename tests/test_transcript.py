"""Transcripts are read completely or refused with the place of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from symnorm import runner, transcript
from symnorm.catalog import Catalog
from symnorm.coverage import covered, standing
from symnorm.errors import UserError
from symnorm.transcript import Line, Paper, Table, read_transcript

HEAD = """
[paper]
id = "norm"
title = "Norms"
authors = ["A. Author", "B. Author"]
year = 2025
arxiv = "1234.5678"

[paper.extractions]
"a" = "a good one"
"b" = "a damaged one"
"""

LINE = """
[[line]]
label = "(1)"
where = "Sec. 1"
latex = '\\mu = 0'
extractions = ["a"]
readings = { "b" = '\\mu' }
reason = "definition"
"""

TABLE = """
[[table]]
name = "Table 1"
columns = ["Model", "Score"]
rows = [["LN", "28.3"], ["AN", ""]]
bold = [["LN", "Score"]]
"""


def read(tmp_path: Path, text: str | bytes) -> Paper:
    path = tmp_path / "transcript.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_transcript(path)


def another(label: str, more: str = "") -> str:
    return f'[[line]]\nlabel = "{label}"\nwhere = "Sec. 2"\n{more}\n'


def test_a_whole_transcript(tmp_path: Path) -> None:
    paper = read(tmp_path, HEAD + LINE + another("(2)") + TABLE)
    assert (paper.id, paper.title, paper.authors, paper.year) == (
        "norm",
        "Norms",
        ("A. Author", "B. Author"),
        2025,
    )
    assert (paper.arxiv, paper.venue) == ("1234.5678", "")
    assert paper.extractions == {"a": "a good one", "b": "a damaged one"}
    assert paper.lines == (
        Line("(1)", "Sec. 1", r"\mu = 0", "", ("a",), {"b": r"\mu"}, reason="definition"),
        Line("(2)", "Sec. 2"),
    )
    assert paper.tables == (
        Table("Table 1", ("Model", "Score"), (("LN", "28.3"), ("AN", "")), bold=(("LN", "Score"),)),
    )
    assert paper.by_label["(2)"] is paper.lines[1]


def test_a_line_that_repeats_another_has_its_verdict_and_its_reason(tmp_path: Path) -> None:
    repeats = another("(2)", 'same_as = "(1)"') + another("(3)", 'same_as = "(2)"') + another("(4)")
    paper = read(tmp_path, HEAD + LINE + repeats)
    third, fourth = paper.by_label["(3)"], paper.by_label["(4)"]
    assert standing(paper, third, {"(1)": "given"}) == "given"
    assert standing(paper, third, {"(1)": "given", "(3)": "verdict"}) == "verdict"
    assert standing(paper, third, {"(4)": "verdict"}) == "reason"
    assert standing(paper, fourth, {"(1)": "verdict"}) == "missing"
    assert paper.reason(third) == "definition"
    assert paper.reason(fourth) == ""


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (LINE, "there is no table [paper]", "begin with [paper]"),
        ("paper = 1", "there is no table [paper]", "begin with [paper]"),
        (HEAD + "[[lines]]", "unknown field lines", "did you mean line?"),
        (HEAD + "[line]", "line is not a list of tables", "begin every one with [[line]]"),
        (HEAD.replace("2025", '"2025"'), "[paper]: year is '2025'", "a whole number"),
        (HEAD.replace("year = 2025", ""), "[paper]: there is no year", "add year, a whole number"),
        (HEAD.replace("year", "yaer"), "[paper]: unknown field yaer", "did you mean year?"),
        (
            HEAD.replace('["A. Author", "B. Author"]', '"A. Author"'),
            "authors is 'A. Author'",
            "a list of strings",
        ),
        (HEAD + '"c" = 1', "extractions is {", "a table of strings"),
        (HEAD + "[[line]]", "line no. 1: there is no label", "add a label that no other line has"),
        (HEAD + another(""), "line no. 1: there is no label", "add a label that no other line has"),
        (HEAD + LINE + another("(1)"), "line (1): the label stands twice", "another label"),
        (HEAD + '[[line]]\nlabel = "(7)"', "line (7): there is no where", "add where, a string in quotes"),
        (HEAD + another("(7)", "latexx = ''"), "line (7): unknown field latexx", "did you mean latex?"),
        (HEAD + another("(7)", "latex = 1"), "line (7): latex is 1", "it has to be a string in quotes"),
        (
            HEAD + another("(7)", 'extractions = ["c"]'),
            "line (7): there is no extraction 'c'",
            "[paper.extractions]",
        ),
        (HEAD + another("(7)", "readings = { c = '' }"), "line (7): there is no extraction 'c'", "[paper.extr"),
        (
            HEAD + another("(7)", 'same_as = "(8)"'),
            "line (7): same_as names '(8)', which is no line",
            "copy the label",
        ),
        (
            HEAD + another("(7)", 'same_as = "(7)"'),
            "line (7): same_as leads back to the line itself",
            "have none",
        ),
        (HEAD + "[[table]]", "table no. 1: there is no name", "add a name that no other table has"),
        (HEAD + TABLE + TABLE, "table Table 1: the name stands twice", "another name"),
        (HEAD + TABLE.replace('["AN", ""]', '["AN"]'), "a row of 1 entries for 2 columns: AN", "write ''"),
        (HEAD + TABLE.replace('["AN", ""]', "1"), "table Table 1: rows is [", "a list of lists of strings"),
        (
            HEAD + TABLE.replace('["LN", "Score"]]', '["LN", "Time"]]'),
            "bold names ['LN', 'Time']",
            "[row, column]",
        ),
        (HEAD + 'latex = "\\mu"', "not TOML", "single quotes"),
        (b"\xff", "not UTF-8 (byte 0)", "save the file as UTF-8"),
        ("a = " + "[" * 20_000, "nested too deeply", "flat"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str | bytes, message: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(str(tmp_path / "transcript.toml"))
    assert message in str(caught.value)
    assert hint in caught.value.hint


def test_a_file_that_is_missing_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_transcript(tmp_path / "transcript.toml")
    monkeypatch.setattr(transcript, "MAX_BYTES", 10)
    with pytest.raises(UserError, match="more than"):
        read(tmp_path, HEAD)


def test_our_own_transcripts_are_read() -> None:
    papers = [read_transcript(path) for path in Catalog().transcripts()]
    assert "eln" in {paper.id for paper in papers}
    assert all(paper.lines for paper in papers)


COVERING = """
from symnorm import Theorem, by, eq, symbol
a, b = symbol("a"), symbol("b")
first = Theorem("cover/1", "Granted, and shown", model={a: 1, b: 1})
g = first.given("(1)", eq(a, 1), "hypothesis", also=["(2)"])
h = first.given("(3)", eq(b, 1), "hypothesis")
first.claim("(4)", eq(a, b), by.algebra(g, h), also=["(5)"])
second = Theorem("cover/2", "Nothing")
second.claim("(6)", eq(a * b, a * b), by.algebra(), also=["(7)"])
third = Theorem("cover/3", "Cited")
again = third.given("(8)", eq((a + b)**2, a**2 + 2*a*b + b**2), "cover/4", also=["(2)"])
third.claim("+own", eq((a + b)**2 - 2*a*b, a**2 + b**2), by.algebra(again))
fourth = Theorem("cover/4", "Shown")
fourth.claim("(9)", eq((a + b)**2, a**2 + 2*a*b + b**2), by.algebra())
"""


def test_what_covers_a_printed_line(tmp_path: Path) -> None:
    """What is given is counted apart, and so is what is only said to say the same; a = a covers nothing."""
    (tmp_path / "a.py").write_text(COVERING)
    catalog = Catalog(tmp_path)
    events = runner.verify(catalog.resolve(["all"]), catalog.near, runner.Limits(jobs=1), None)
    reports = [e.report for e in events if isinstance(e, runner.Result)]
    assert {r.id: r.verdict for r in reports} == dict.fromkeys(("cover/1", "cover/2", "cover/3", "cover/4"), "proved")
    assert covered(reports) == {
        "(1)": "given", "(2)": "also", "(3)": "given", "(4)": "verdict", "(5)": "also", "(8)": "verdict",
        "(9)": "verdict",
    }  # fmt: skip


IDLE = """
from symnorm import Theorem, both, by, define, delta, either, eq, function, indices
from symnorm import rational, sqrt, symbol, total, vector
a, b, C, t = (symbol(n) for n in ("a", "b", "C", "t"))
x, y = vector("x", C), function("y", t)
i, j = indices("i j", C)
s = define("s", a + 1)
of = Theorem("{id}", "T", where={where})
{before}
of.claim("(1)", {statement}, {rule})
"""

SAYS_NOTHING = {
    "numbers": ("eq(rational(2) + 2, 4)", "of.claim('+own', eq(b, b), by.algebra())"),
    "numbers alone": ("eq(sqrt(rational(4)), 2)", ""),
    "the same": ("eq(a, a)", "of.claim('+own', eq(2 * a, a + a), by.algebra())"),
    "the same vector": ("eq(x[i], x[i])", ""),
    "the same, twice": ("both(eq(s, s), eq(x[i], x[i]))", ""),
    "this or that": ("either(eq(a, a), eq(s, s + 1))", ""),
    "no less": ("s >= s", ""),
}
SAYS_SOMETHING = {
    "the only line": ("eq(2 * a, a + a)", ""),
    "of a hypothesis": ("a > -1", ""),
    "of another line": ("eq(2 * a, a + a)", "of.claim('+own', eq(3 * a, a + 2 * a), by.algebra())"),
    "of what nothing else speaks of": ("eq(2 * a, a + a)", "of.claim('+own', eq(b, b), by.algebra())"),
    "of a vector": ("eq(2 * x[i], x[i] + x[i])", "of.claim('+own', eq(b, b), by.algebra())"),
    "of a function": ("eq(2 * y, y + y)", "of.claim('+own', eq(b, b), by.algebra())"),
    "of a definition": ("eq(s, a + 1)", "of.claim('+own', eq(b, b), by.algebra())"),
    "of channels": ("eq(delta(i, j), delta(j, i))", "of.claim('+own', eq(b, b), by.algebra())"),
    "the same, and more": ("both(eq(s, s), eq(2 * s, s + s))", ""),
}


def counted(tmp_path: Path, statement: str, before: str, where: str) -> bool:
    """Whether a line counts that says a statement."""
    rule = "by.algebra()"
    if ">" in statement:
        rule = "by.sign()"
    parts = statement.count("eq(") if statement.startswith("both") else 0
    rule = f"by.each({', '.join([rule] * parts)})" if parts else rule
    script = IDLE.format(id="idle/1", where=where, before=before, statement=statement, rule=rule)
    (tmp_path / "a.py").write_text(script)
    catalog = Catalog(tmp_path)
    events = runner.verify(catalog.resolve(["all"]), catalog.near, runner.Limits(jobs=1), None)
    (report,) = [e.report for e in events if isinstance(e, runner.Result)]
    assert report.lines[-1].verdict == "proved", (report.failure, report.lines[-1].reason)
    return "(1)" in covered([report])


@pytest.mark.parametrize(("statement", "before"), SAYS_NOTHING.values(), ids=SAYS_NOTHING)
def test_a_line_that_says_nothing_of_its_theorem_covers_nothing(tmp_path: Path, statement: str, before: str) -> None:
    assert not counted(tmp_path, statement, before, "[]")


@pytest.mark.parametrize(("statement", "before"), SAYS_SOMETHING.values(), ids=SAYS_SOMETHING)
def test_a_line_that_says_something_covers(tmp_path: Path, statement: str, before: str) -> None:
    assert counted(tmp_path, statement, before, "[a > 0]" if statement == "a > -1" else "[]")
