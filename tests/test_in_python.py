"""`theorem.verify()`: a verdict in a notebook, from a process that has never seen the session."""

from __future__ import annotations

from pathlib import Path

import pytest

from symnorm import Theorem, by, eq, exp, gt, symbol
from symnorm.errors import UserError
from symnorm.report import Report

a, b, t = symbol("a"), symbol("b"), symbol("t")


def squares() -> Theorem:
    theorem = Theorem("here/squares", "Two squares")
    theorem.claim("(1)", eq((a + b) ** 2, a**2 + 2 * a * b + b**2), by=by.algebra())
    wrong = eq((a - b) ** 2, a**2 - b**2)
    theorem.claim("(2)", eq((a - b) ** 2, a**2 - 2 * a * b + b**2), by=by.algebra(), printed=wrong, note="<b> & c")
    return theorem


def test_a_theorem_gives_the_typed_report() -> None:
    report = squares().verify()
    assert isinstance(report, Report)
    assert report.verdict == "proved"
    assert [line.verdict for line in report.steps] == ["proved", "proved"]
    assert [e.label for e in report.errata] == ["(2)"]


def test_what_is_false_is_refuted_at_a_point() -> None:
    theorem = Theorem("here/positive", "A square is positive")
    theorem.claim("(1)", gt(a**2, 0), by=by.sign())
    report = theorem.verify()
    assert report.verdict == "refuted"
    assert report.lines[0].refutation is not None
    assert "a = 0" in report.lines[0].refutation.text


def test_a_report_shows_itself_as_in_the_terminal() -> None:
    shown = repr(squares().verify())
    assert shown.startswith("here/squares  Two squares\n")
    assert "fails at" in shown
    assert "\x1b" not in shown


def test_a_report_shows_itself_in_a_notebook() -> None:
    html = squares().verify()._repr_html_()
    assert html.count("<tr>") == html.count("</tr>") == 2
    assert 'alttext="(a + b)^2 = a^2 + 2 a b + b^2"' in html
    assert "printed: (a - b)² = a² - b²" in html


def test_no_word_of_a_script_is_html() -> None:
    theorem = Theorem("here/words", "<script>alert(1)</script>")
    theorem.claim("<b>", eq(a, a), by=by.algebra())
    html = theorem.verify()._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html


def test_a_theorem_of_the_session_is_cited_by_being_named() -> None:
    cites = Theorem("here/cites", "Of two squares")
    line = cites.given("(1)", eq((a + b) ** 2, a**2 + 2 * a * b + b**2), source="here/squares")
    cites.claim("(2)", eq((a + b) ** 2 - 2 * a * b, a**2 + b**2), by=by.algebra(line))
    assert cites.verify().verdict == "unknown"
    assert cites.verify(squares()).verdict == "proved"


def test_two_theorems_of_one_id_are_refused() -> None:
    with pytest.raises(UserError, match="one id"):
        squares().verify(squares())


def test_a_session_that_patches_the_toolkit_changes_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symnorm.checker.logic.rules.identity", lambda *_: None)
    theorem = Theorem("here/false", "One is two")
    theorem.claim("(1)", eq(exp(t), exp(2 * t)), by=by.algebra())
    assert theorem.verify().verdict == "refuted"


@pytest.mark.parametrize(("limit", "said"), [({"timeout": 0.01}, "0.01 s"), ({"memory": 0.001}, "out of memory")])
def test_limits_are_said(limit: dict[str, float], said: str) -> None:
    with pytest.raises(UserError, match=said):
        squares().verify(**limit)


def test_no_file_of_the_current_folder_takes_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("json.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    assert squares().verify().verdict == "proved"
