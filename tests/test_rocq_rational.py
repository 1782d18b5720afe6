"""Equations of rational functions in Rocq: what is decided, what is refused, and what an equation is given for that."""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc

from symnorm import Theorem, by, eq, mean, sqrt, symbol, vector
from symnorm.judge import judge
from symnorm.rocq.judge import Rocq
from symnorm.rocq.proof import prove

a, t = symbol("a"), symbol("t")
C = symbol("C")
x = vector("x", C)

HEAD = "From Symnorm Require Import Symnorm.\nOpen Scope R_scope.\n"
TRUE = (
    "1 / 2 + 1 / 3 = 5 / 6 by rational 0 0 0",
    "(v + w) ^ 2 - v ^ 2 = w * (2 * v + w) by rational (0, v, w) 0 0",
    "v / w - / w = (v - 1) / w by rational (0, v, w) (0, W) 0",
    "v / (- 2 * v ^ 3) * w = - w / (2 * v ^ 2) by rational (0, w, v) (0, V) 0",
    "v ^ 3 = (w + 1) * v by rational (0, v, w) 0 (0, S)",
    "v ^ 4 - (w + 1) * d = 0 by rational (0, v, w, d) 0 (0, S, D)",
)
FALSE = (
    "1 / 2 + 1 / 3 = 4 / 6 by rational 0 0 0",
    "(v + w) ^ 2 = v ^ 2 + w ^ 2 by rational (0, v, w) (0, V, W) (0, S, D)",
    "v / v = 1 by rational (0, v, w) (0, W) 0",
    "1 / (v - w) - 1 / (v - w) = 0 by rational (0, v, w) (0, V, W) 0",
    "v ^ 3 = (w + 1) * v by rational (0, v, w) 0 0",
    "w / 0 = w / 0 + 0 / w by rational (0, v, w) (0, W) 0",
    "sqrt v * sqrt v = v by rational (0, v) 0 0",
)


@needs_coqc
def test_what_follows_is_decided_and_nothing_else(rocq: Rocq) -> None:
    lines = [HEAD]
    for n, line in enumerate((*TRUE, *FALSE)):
        said, _, tactic = line.partition(" by ")
        lines.append(f"Lemma l{n} (v w d : R) : v <> 0 -> w <> 0 -> root v (w + 1) -> named d (w + 1) -> {said}.")
        lines.append("Proof. intros V W S D. " + (f"{tactic}. Qed." if line in TRUE else f"Fail {tactic}. Abort."))
    (rocq.folder / "rational.v").write_text("\n".join(lines), "utf-8")
    code, said = rocq.run("rational.v")
    assert code == 0, said


def shown(*claims: Any) -> str:
    theorem = Theorem("mine/rational", "Fractions", where=[a > 0, t > 0, mean(x**2) > 0])
    for n, claim in enumerate(claims):
        theorem.claim(f"({n})", claim, by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    proved = prove(made.document)
    assert proved.open == {}
    return proved.text


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (eq(t * (1 + sqrt(a + 1)) ** 2 - 2 * t * sqrt(a + 1), t * (a + 2)), True),
        (eq(t * (sqrt(a + 1) + a), a * t + t * sqrt(a + 1)), False),
        (eq(t / (a + t) + a / (a + t), 1), True),
        (eq(t / (a + t) + a * t / (a + t), t * (1 + a) / (a + t)), False),
    ],
)  # fmt: skip
def test_an_equation_is_given_what_it_needs_and_no_more(claim: Any, given: bool) -> None:
    tactics = [line for line in shown(claim).splitlines() if line.lstrip().startswith("rational")]
    assert tactics
    assert any(not line.endswith(" 0.") for line in tactics) == given, tactics
