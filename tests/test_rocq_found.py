"""Rocq accepts the proofs of what by.linear and by.monotone find, a line of each kind, and of no changed line."""

from __future__ import annotations

from typing import Any

from needed import needs_coqc

from symnorm import Theorem, by, eq, every, indices, log, norm, sqrt, symbol, tanh, total, vector
from symnorm.judge import judge
from symnorm.rocq.files import Content
from symnorm.rocq.judge import Rocq
from symnorm.rocq.proof import prove

C, a, b, c = map(symbol, ("C", "a", "b", "c"))
x, w = vector("x", C), vector("w", C)
(i,) = indices("i", C)

FOUND = {
    "a chain": (a < c, by.linear()),
    "parts that grow": (tanh(a**3) <= tanh(b**3), by.monotone()),
    "roots and logarithms": (sqrt(a) + log(1 + a) <= sqrt(b) + log(1 + b), by.monotone()),
    "a sum, strictly": (total(x) < total(w), by.monotone()),
    "a member of a sum": (x[i] ** 2 <= total(x**2), by.linear()),
    "Cauchy's inequality": (total(x * w) ** 2 <= total(x**2) * total(w**2), by.linear()),
    "a sum of squares": (a**4 - 3 * a**2 + 3 > 0, by.linear()),
    "by squares": (abs(x[i] + w[i]) <= abs(x[i]) + abs(w[i]), by.linear()),
    "a line of any channel, summed": (norm(x + w, 1) <= norm(x, 1) + norm(w, 1), by.linear()),
    "the logarithm of a product": (eq(log((1 + a) * (1 + b)), log(1 + a) + log(1 + b)), by.algebra()),
}  # fmt: skip


def bundle() -> dict[str, Any]:
    theorem = Theorem("mine/found", "Found", where=[a >= 0, a <= b, b < c, every(x) < every(w)])
    for label, (statement, rule) in FOUND.items():
        theorem.claim(label, statement, rule)
    made = judge(theorem)
    assert [(line.label, line.reason) for line in made.lines if line.verdict != "proved"] == []
    assert made.bundle is not None
    return dict(made.bundle.document)


@needs_coqc
def test_every_kind_is_accepted_and_no_changed_statement(rocq: Rocq) -> None:
    proved = prove(bundle())
    assert proved.open == {}
    (rocq.folder / "T_mine_found.v").write_text(proved.text, "utf-8")
    code, said = rocq.run("T_mine_found.v")
    assert code == 0, said
    held = Content("mine/found", proved, ()).check
    (rocq.folder / "found.v").write_text(held, "utf-8")
    assert rocq.run("found.v")[0] == 0
    old, new = "a < c", "c < a"
    assert old in held
    (rocq.folder / "found_not.v").write_text(held.replace(old, new), "utf-8")
    assert rocq.run("found_not.v")[0] == 1
