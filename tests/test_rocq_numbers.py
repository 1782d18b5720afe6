"""Numbers and laws of functions, of which nobody wrote the premises: Rocq accepts what is shown, and nothing forged."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from needed import needs_coqc

from symnorm import Theorem, by, eq, exp, log, rational, sqrt, symbol, tanh
from symnorm.judge import judge
from symnorm.rocq.judge import Rocq

a, b, t = symbol("a"), symbol("b"), symbol("t")
two, three, six, eight = map(rational, (2, 3, 6, 8))
many = rational("0.044715")


def document() -> dict[str, Any]:
    """The certificates of a theorem that has one line of each kind."""
    made = Theorem("mine/numbers", "Numbers", where=[a > 0, b > 0], model={a: 2, b: 2})
    p = made.given("(0)", eq(tanh(a), tanh(b)), "hypothesis")
    lines = [
        eq(sqrt(two) * sqrt(eight), 4),
        eq(log(two) + log(three), log(six)),
        eq(exp(log(two) / 3) ** 3, 2),
        eq(exp(t / 2) ** 2, exp(t)),
        eq(exp(many * t) * exp(-many * t), 1),
        eq(log(eight) / log(two), 3),
        tanh(rational(400)) < 1,
    ]
    ratio = log(three) / log(two) > rational("1.58")
    bounded = [log(two) < rational("0.7"), ratio, log(six) * sqrt(two) >= rational("2.5")]
    for n, line in enumerate(lines, start=1):
        made.claim(f"({n})", line)
    made.claim("(8)", eq(a, b), by.algebra(p))
    for n, line in enumerate(bounded, start=9):
        made.claim(f"({n})", line, by.bounds())
    report = judge(made)
    assert report.verdict == "proved"
    assert report.bundle is not None
    found: dict[str, Any] = report.bundle.document
    return found


@needs_coqc
def test_rocq_accepts_what_is_reckoned_with_numbers(rocq: Rocq) -> None:
    found = rocq.judge(document())
    assert found.open == {}
    assert found.is_whole


@needs_coqc
def test_rocq_accepts_no_power_of_another_exponential(rocq: Rocq) -> None:
    forged = deepcopy(document())
    line = next(e for e in forged["entries"] if e["label"] == "(4)")
    text = repr(line["certificate"])
    assert "'powers'" in text
    half = ["fn", "exp", ["div", ["sym", "t"], ["num", "2"]]]
    line["statement"] = ["eq", ["pow", half, 3], ["fn", "exp", ["sym", "t"]]]
    assert not rocq.judge(forged).is_whole
