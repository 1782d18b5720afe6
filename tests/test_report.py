"""The report on a theorem: what is written comes back as it was, and what does not fit is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import loading
import pytest
from exports import write

from symnorm.as_json import Misfit, from_json, names, to_json
from symnorm.catalog import Catalog
from symnorm.checker import check_bundle
from symnorm.judge import judge
from symnorm.report import Bundle, Failure, Report, Review, slug
from symnorm.transcript import read_transcript


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Report]:
    """The reports on a paper with an erratum of every kind, a chain, a supposition, a citation and a wrong line."""
    place = write(tmp_path_factory.mktemp("proofs") / "mini", "eq(mean(y**2), 2)")
    printed = read_transcript(place / "transcript.toml").by_label
    [script] = Catalog(place).scripts
    return [judge(theorem, printed) for theorem in loading.load(script)]


def test_what_is_read_is_what_was_written(reports: list[Report]) -> None:
    for report in reports:
        assert from_json(Report, json.loads(json.dumps(to_json(report)))) == report
    assert {line.verdict for report in reports for line in report.lines} >= {"proved", "refuted"}
    assert any(line.refutation and line.refutation.values for line in reports[0].lines)


def test_what_did_not_get_as_far_comes_back_as_well() -> None:
    failure = Failure("time", "did not finish", "--timeout")
    report = Report("a/1", "A", "a", "fault", problems=("did not finish",), failure=failure, seconds=1.5)
    review = Review(1, 2, 3, {"too large": 1}, ("(1): no",), {"identities": 1})
    for value in (report, review, failure):
        assert from_json(type(value), json.loads(json.dumps(to_json(value)))) == value


def test_lines_are_referred_to_by_their_numbers(reports: list[Report]) -> None:
    report = reports[0]
    assert [line.number for line in report.lines] == list(range(len(report.lines)))
    whole = next(line for line in report.lines if line.chain and not line.chain.link)
    assert [report.lines[n].chain.link for n in whole.premises] == [1, 2]
    assert report.named(whole.premises) == ["(3)-1", "(3)-2"]
    assert (whole.label, whole.name, whole.is_supplied) == ("(3) as a whole", "+(3) as a whole", True)


def test_a_bundle_is_what_the_checker_reads(reports: list[Report]) -> None:
    bundle = reports[1].bundle
    assert bundle is not None
    assert all(judgement.accepted for judgement in check_bundle(bundle.document))
    assert Bundle.of(bundle.document) == bundle
    assert Bundle.of({**bundle.document, "id": "another"}).digest != bundle.digest


def test_a_report_does_not_change(reports: list[Report]) -> None:
    with pytest.raises(FrozenInstanceError):
        reports[0].verdict = "proved"  # type: ignore[misc]
    worse = reports[1].worsened("unknown", ["why"])
    assert (worse.verdict, worse.problems) == ("unknown", (*reports[1].problems, "why"))


def test_what_differs_from_run_to_run_is_not_published(reports: list[Report]) -> None:
    published = to_json(reports[0], published=True)
    assert set(names(Report)) - set(published) == {"bundle", "seconds", "ground_types"}
    assert set(names(Report)) == {f.name for f in fields(Report)}


SPOILED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a verdict that is none": (
        lambda r: r.update(verdict="surely"),
        ".verdict has to be proved or unknown or refuted or fault, and is 'surely'",
    ),
    "a number for a string": (lambda r: r.update(title=1), ".title has to be string, and is 1"),
    "a truth value for a number": (
        lambda r: r["lines"][1].update(number=True), ".lines[1].number has to be integer, and is True",
    ),
    "a string for an array": (lambda r: r.update(lemmas="all"), ".lemmas has to be array, and is 'all'"),
    "an array for an object": (
        lambda r: r["lines"][0].update(formula=[]), ".lines[0].formula has to be object with latex, text, and is []",
    ),
    "nothing where something is due": (
        lambda r: r["lines"][2].update(formula=None),
        ".lines[2].formula has to be object with latex, text, and is None",
    ),
    "a value that is none": (
        lambda r: r["conceptual"][0]["point"]["values"].append("x = 1"),
        ".conceptual[0].point.values[2] has to be object with name, value, latex, and is 'x = 1'",
    ),
    "a reading that is none": (
        lambda r: r["lines"][2]["quote"].update(readings={"a": 1}),
        ".lines[2].quote.readings.a has to be string, and is 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "message"), SPOILED.values(), ids=SPOILED)
def test_what_does_not_fit_is_refused(
    reports: list[Report], spoil: Callable[[dict[str, Any]], Any], message: str
) -> None:
    document = to_json(reports[0])
    spoil(document)
    with pytest.raises(Misfit) as caught:
        from_json(Report, document)
    assert str(caught.value) == message


@pytest.mark.parametrize("key", ["verdict", "problems", "bundle"])
def test_no_field_may_be_missing(reports: list[Report], key: str) -> None:
    document = to_json(reports[0])
    del document[key]
    with pytest.raises(Misfit, match="this has to be object with id, title, paper, verdict"):
        from_json(Report, document)
    with pytest.raises(Misfit, match="this has to be object with cause, reason, hint, traceback"):
        from_json(Failure, {"cause": "tool", "reason": "", "hint": "", "traceback": "", "more": ""})


@pytest.mark.parametrize(("label", "anchor"), [("(27)-3", "27-3"), ("A.3 text 5.2", "a-3-text-5-2"), ("β²", "line")])
def test_a_label_as_an_identifier(label: str, anchor: str) -> None:
    assert slug(label) == anchor
    assert Path(anchor).name == anchor
