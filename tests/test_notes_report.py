"""Reports on notes: what a terminal, a program and a workflow are told, and the exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import noted
import pytest
from noted import AGREES, CONDITIONAL, FALSE, OPEN, PROVED, SAMPLE, judged, report

from symnorm.cli.plain import plain
from symnorm.notes.model import Declaration, Judged, NoteReport, Point, Verdict
from symnorm.notes.report import as_annotations, as_json, as_text, columns, status

DOCS = Path(__file__).parent.parent / "docs" / "read.md"


def text(*reports: NoteReport, width: int | None = None, verbose: bool = False, colour: bool = False) -> str:
    return as_text(reports, width, colour, verbose)


# --- text ----------------------------------------------------------------------------------------------------


def test_what_is_open_is_told_and_the_rest_is_counted() -> None:
    assert text(SAMPLE) == r"""note.md
✗ note.md:5: false
    \sigma^2 = \frac{1}{N} \sum_{i=1}^N x_i^2 + \mu^2
    fails at    N = 2, x = (0, 1): left 0.25, right 0.75
    agrees as   \sigma^2 = \frac{1}{N} \sum_{i=1}^N x_i^2 - \mu^2 (- for +)
† note.md:6: conditional
    \sqrt{\mu^2} = \mu
    fails at    N = 1, x = (-1): left 1, right -1
    supposing   \mu \ge 0
? note.md:7: not understood
    x \star \mu = 0
      ^^^^^
    why         \star has no meaning: define it in the notation
taken as definitions; confirm:
    note.md:3  \mu = \frac{1}{N} \sum_{i=1}^N x_i
    note.md:3  \sigma^2 = \frac{1}{N} \sum_{i=1}^N (x_i - \mu)^2

6 relations: 0 proved, 1 agreeing at points only, 1 false, 1 conditional, 2 taken as definition, 1 not understood"""


def test_every_relation_is_told_if_wanted() -> None:
    notation = (Declaration("N", "a number of entries", "notation"),)
    found = text(report(AGREES, PROVED, notation=notation, passed_over=((9, "x_i"),)), verbose=True)
    assert found.splitlines()[1:-2] == [
        "≈ note.md:4: agrees",
        r"    \sum_{i=1}^N (x_i - \mu) = 0",
        "    compared    at 29 points",
        "✓ note.md:8: proved",
        "    N = N",
        "    compared    at 29 points",
        "    forgiven    a sum without bounds",
        "    certificate note/3",
        "notation:",
        "    N (notation)  a number of entries",
        "no relations, and not judged:",
        "    note.md:9  x_i",
    ]


def test_the_numbers_add_up_to_all_relations_of_all_notes() -> None:
    last = text(SAMPLE, report(PROVED, FALSE)).splitlines()[-1]
    first, *each = map(int, re.findall(r"\d+(?= (?!notes))", last.removeprefix("2 notes, ")))
    assert first == sum(each) == 8
    assert last.startswith("2 notes, 8 relations: 1 proved, 1 agreeing at points only, 2 false")


def test_a_note_without_relations_says_so() -> None:
    assert text(report()).splitlines()[1] == "no relation was found in it"
    assert text(report()).splitlines()[-1].startswith("0 relations: 0 proved")


def test_a_problem_stands_first_with_its_place() -> None:
    said = text(report(FALSE, problems=((12, "this $$ is never closed"), (0, "it is not UTF-8"))))
    assert said.splitlines()[1:3] == ["! note.md:12: this $$ is never closed", "! note.md: it is not UTF-8"]
    assert said.endswith("0 not understood; 2 problems")
    assert "no relation" not in text(report(problems=((0, "there is no such file"),)))


@pytest.mark.parametrize("width", [40, 57, 80, 120])
def test_lines_fit_the_terminal(width: int) -> None:
    long = judged(" + ".join(f"a_{n}" for n in range(99)) + " = b", Verdict.FALSE, note="so many words " * 30)
    source = f"{'x + ' * 60}\\nabla"
    marked = judged(f"{source}{' + y' * 60} = 0", Verdict.NOT_UNDERSTOOD, caret=(source, 240, 246))
    file = Path("in/a/folder/with/a/long/name.md")
    far = judged(r"\mu = \frac{1}{N} \sum_{i=1}^N x_i", Verdict.DEFINITION, within=noted.formula("a = b", file=file))
    problems = ((3, "too many words " * 20),)
    said = text(report(long, marked, far, *SAMPLE.relations, problems=problems), width=width, verbose=True)
    assert max(columns(line) for line in said.splitlines() if str(file) not in line) <= width
    assert any(line.endswith(r"_{i=1}^N x_i") for line in said.splitlines())


def test_a_long_formula_keeps_both_ends() -> None:
    latex = "f(x) = " + " + ".join(f"x_{{{n}}}^2" for n in range(40)) + " - c"
    shown = text(report(judged(latex, Verdict.FALSE)), width=60).splitlines()[2].strip()
    assert len(shown) <= 56
    head, _, tail = shown.partition(" ... ")
    assert latex.startswith(head)
    assert latex.endswith(tail)
    assert min(len(head), len(tail)) > 10
    assert latex in text(report(judged(latex, Verdict.FALSE)))


def under_carets(said: str) -> str:
    """The part of a formula that has carets below it."""
    above, below = next(
        (a, b) for a, b in zip(said.splitlines(), said.splitlines()[1:], strict=False) if set(b) == {" ", "^"}
    )
    start = [columns(above[:n]) for n in range(len(above) + 1)]
    return above[start.index(below.index("^")) : start.index(len(below))]


@pytest.mark.parametrize(("shown", "taken"), [("", 0), ("ab", 2), ("均值", 4), ("e\u0301", 1), ("σ²", 2), ("ﾊﾞ", 2)])
def test_letters_have_their_columns(shown: str, taken: int) -> None:
    assert columns(shown) == taken


@pytest.mark.parametrize("width", [None, 50])
@pytest.mark.parametrize(
    ("latex", "part"),
    [
        (r"a + \foo{b} = c", r"\foo{b}"),
        ("a\n  +\n\\foo{b} = c", r"\foo{b}"),
        (r"\text{均值} + \foo = c", r"\foo"),
        ("\x1b + \\foo = c", r"\foo"),
        (f"{'x + ' * 30}\\foo{' + y' * 30} = c", r"\foo"),
    ],
)
def test_carets_stand_below_what_is_not_understood(width: int | None, latex: str, part: str) -> None:
    start = latex.index(part)
    left = latex.partition(" = ")[0]
    for source in (latex, left):
        one = judged(latex, Verdict.NOT_UNDERSTOOD, caret=(source, start, start + len(part)))
        assert under_carets(text(report(one), width=width)) == part


@pytest.mark.parametrize(("start", "end"), [(-3, -1), (0, 0), (5, 2), (99, 100)])
def test_a_caret_that_points_nowhere_is_one_caret(start: int, end: int) -> None:
    one = judged("a = b", Verdict.NOT_UNDERSTOOD, caret=("a = b", start, end))
    assert text(report(one)).splitlines()[3].count("^") >= 1


def test_a_side_that_stands_twice_is_shown_by_itself() -> None:
    one = judged(r"\foo x = \foo x", Verdict.NOT_UNDERSTOOD, caret=(r"\foo x", 0, 4))
    assert text(report(one)).splitlines()[2:5] == [r"    \foo x = \foo x", r"    \foo x", "    ^^^^"]


def test_colours_come_with_signs_and_words() -> None:
    said = text(SAMPLE, colour=True)
    assert "\x1b[31m✗ note.md:5: false\x1b[0m" in said
    assert re.sub(r"\x1b\[\d*m", "", said) == text(SAMPLE)
    assert "\x1b" not in text(SAMPLE)


def test_no_note_controls_the_terminal() -> None:
    point = Point({"x\x1b[1m": "1\r2"}, "\x9b", "\x00")
    evil = judged("\x1b[2J\u202e x = \x07 y", Verdict.FALSE, counterexample=point)
    found = report(evil, file=Path("a\x1b[31m.md"), problems=((1, "\x1b]0;t\x07"),))
    for colour in (False, True):
        said = text(found, colour=colour, verbose=True)
        ours = re.sub(r"\x1b\[\d*m", "", said) if colour else said
        assert all(c.isprintable() or c == "\n" for c in ours)
        assert r"\x1b[2J\u202e x = \x07 y" in ours


def test_a_stream_without_our_signs_gets_them_written_out() -> None:
    found = report(judged("σ = ŷ", Verdict.FALSE), *SAMPLE.relations, PROVED, AGREES)
    said = as_text([found], None, False, True, plain)
    assert said.isascii()
    assert "x note.md:1: false\n    sigma = yhat\n" in said
    marks = dict(re.findall(r"^(.) note\.md:\d+: (.+)$", said, re.MULTILINE))
    assert len(marks) == len(Verdict)


# --- JSON ----------------------------------------------------------------------------------------------------

TEXT, NUMBER = {"type": "string"}, {"type": "integer", "minimum": 0}
TEXTS = {"type": "array", "items": TEXT}


def exactly(**keys: object) -> dict[str, object]:
    return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}


def or_null(schema: object) -> dict[str, object]:
    return {"anyOf": [schema, {"type": "null"}]}


RELATION = exactly(
    line=NUMBER, display=NUMBER, link=NUMBER, latex=TEXT, reading=TEXT, hypotheses=TEXTS, note=TEXT, points=NUMBER,
    verdict={"enum": ["proved", "agrees", "false", "conditional", "definition", "not understood"]},
    counterexample=or_null(exactly(values={"type": "object", "additionalProperties": TEXT}, left=TEXT, right=TEXT)),
    repair=or_null(exactly(latex=TEXT, edit=TEXT)), tolerances=TEXTS, certificate=TEXT,
    caret=or_null(exactly(latex=TEXT, start=NUMBER, end=NUMBER)),
)  # fmt: skip
FILE = exactly(
    file=TEXT, notation={"type": "array", "items": exactly(name=TEXT, meaning=TEXT, source=TEXT)},
    relations={"type": "array", "items": RELATION},
    problems={"type": "array", "items": exactly(line=NUMBER, problem=TEXT)},
)  # fmt: skip
COUNTS = ("relations", "proved", "agrees", "false", "conditional", "definition", "not understood")
SUMMARY = exactly(**dict.fromkeys(COUNTS, NUMBER))


def test_json_has_the_keys_that_are_promised() -> None:
    document = json.loads(json.dumps(as_json([SAMPLE, report(PROVED, problems=((1, "no"),))])))
    jsonschema.validate(document, exactly(files={"type": "array", "items": FILE}, summary=SUMMARY))
    false = document["files"][0]["relations"][3]
    assert (false["line"], false["verdict"]) == (5, "false")
    assert false["counterexample"] == {"values": {"N": "2", "x": "(0, 1)"}, "left": "0.25", "right": "0.75"}
    assert false["repair"]["edit"] == "- for +"
    assert document["files"][0]["relations"][5]["caret"] == {"latex": r"x \star \mu", "start": 2, "end": 7}
    assert document["files"][0]["relations"][2]["counterexample"] is None
    assert document["files"][1]["problems"] == [{"line": 1, "problem": "no"}]
    assert document["summary"] == {
        "relations": 7, "proved": 1, "agrees": 1, "false": 1, "conditional": 1, "definition": 2, "not understood": 1,
    }  # fmt: skip


def test_the_latex_of_json_is_that_of_the_note() -> None:
    latex = "a\n \x1b \\mu  = <b>"
    assert as_json([report(judged(latex, Verdict.FALSE))])["files"][0]["relations"][0]["latex"] == latex


# --- annotations ---------------------------------------------------------------------------------------------


def unescaped(text: str) -> str:
    """What GitHub makes of an escaped text."""
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def commands(lines: str) -> list[tuple[str, dict[str, str], str]]:
    """What GitHub reads: the command, its properties, its message (docs: workflow commands)."""
    read = []
    for line in lines.splitlines():
        name, properties, message = re.fullmatch(r"::(\w+) ((?:(?!::).)*)::(.*)", line).groups()  # type: ignore[union-attr]
        pairs = dict(part.split("=", 1) for part in properties.split(","))
        read.append((name, {key: unescaped(value) for key, value in pairs.items()}, unescaped(message)))
    return read


def test_annotations() -> None:
    first, second, third = commands(as_annotations([SAMPLE]))
    assert first == (
        "error",
        {"file": "note.md", "line": "5", "title": "symnorm: false"},
        "\\sigma^2 = \\frac{1}{N} \\sum_{i=1}^N x_i^2 + \\mu^2\n"
        "fails at N = 2, x = (0, 1): left 0.25, right 0.75\n"
        "agrees as \\sigma^2 = \\frac{1}{N} \\sum_{i=1}^N x_i^2 - \\mu^2 (- for +)",
    )
    assert (second[0], second[1]["line"]) == ("warning", "6")
    assert (third[0], third[1]["line"]) == ("notice", "7")
    assert as_annotations([report(AGREES, PROVED)]) == ""


def test_annotations_of_a_hostile_note_are_one_command_each() -> None:
    file = Path("a,line=1::b%,c:\n::error::d.md")
    latex = "100%0A \n::error file=x::y\r\n::set-output name=a::b = %3A ::"
    one = judged(latex, Verdict.FALSE, within=noted.formula(latex, file=file), line=3)
    (name, properties, message), (_, problem, _) = sorted(
        commands(as_annotations([report(one, file=file, problems=((0, "c,d::e\nf"),))])), key=lambda c: c[1]["title"]
    )
    assert name == "error"
    assert properties == {"file": "a,line=1::b%,c:\\n::error::d.md", "line": "3", "title": "symnorm: false"}
    assert message == "100%0A ::error file=x::y ::set-output name=a::b = %3A ::"
    assert problem["line"] == "1"


def test_another_format_of_annotations_is_refused() -> None:
    with pytest.raises(ValueError, match="gitlab"):
        as_annotations([SAMPLE], "gitlab")


# --- the exit status -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relations", "loose", "strict"),
    [((), 0, 0), ((PROVED, AGREES), 0, 0), ((FALSE,), 1, 1), ((AGREES, CONDITIONAL), 0, 1), ((OPEN,), 0, 1)],
)
def test_status(relations: tuple[Judged, ...], loose: int, strict: int) -> None:
    reports = [report(PROVED), report(*relations)]
    assert (status(reports, strict=False), status(reports, strict=True)) == (loose, strict)
    broken = [*reports, report(problems=((1, "this $$ is never closed"),))]
    assert (status(broken, strict=False), status(broken, strict=True)) == (2, 2)


# --- the documentation ---------------------------------------------------------------------------------------


def test_the_documentation_has_every_verdict_and_every_key() -> None:
    page = DOCS.read_text("utf-8")
    for verdict in Verdict:
        assert f"| {verdict.value} |" in page
    keys = {*as_json([SAMPLE])["files"][0]["relations"][0], *as_json([SAMPLE])["files"][0]}
    assert {key for key in keys if f"`{key}`" not in page} == set()
