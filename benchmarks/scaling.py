"""What a line costs to prove, to check and to evaluate, and how that grows.

    python benchmarks/scaling.py

Three tables. The first is about all lines of all theorems that come with symnorm. The second has theorems of one line
that grow in one thing only: the number of generators, the degree, the number of premises, the power under a mean. The
third groups the theorems by their number of lines.

Everything is measured in one process that does nothing else, in seconds of processor time, and each judge on its own:
*proving* is the search for a certificate, *checking* is the judgement on it alone, as `python -m symnorm.checker` does
it, *witnessing* is the search for points and the evaluation at them.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from loading import theorems

from symnorm import Theorem, by, eq, mean, symbol, vector
from symnorm.checker import check_bundle
from symnorm.language import Statement, Term, term
from symnorm.prover import Prover
from symnorm.witness import confirm, sample

BOUNDS = (5, 10, 20, 40, 80)
RUNS = 3
SIZES = {
    "generators": (2, 4, 8, 16, 32), "degree": (4, 8, 16, 32, 64), "premises": (2, 4, 8, 16), "power": (2, 4, 8, 16),
}  # fmt: skip


@dataclass(frozen=True)
class Cost:
    """Seconds that each judge takes for a theorem of so many lines."""

    paper: str
    lines: int
    proving: float
    checking: float
    witnessing: float

    def per_line(self) -> tuple[float, float, float]:
        """Milliseconds for each line."""
        parts = (self.proving, self.checking, self.witnessing)
        return tuple(1000 * s / self.lines for s in parts)  # type: ignore[return-value]


def cost(theorem: Theorem) -> Cost:
    """What a theorem costs. Raises AssertionError where a judge does not say that it holds."""
    started = time.process_time()
    prover = Prover(theorem)
    proofs = [prover.prove(e) for e in theorem.entries]
    proved = time.process_time()
    entries = [
        {"label": p.entry.label, "role": p.entry.role, "statement": p.statement, "certificate": p.certificate}
        for p in proofs
    ]
    bundle: Any = {"id": theorem.id, "along": list(prover.checked.along), "entries": entries}
    before_check = time.process_time()
    judgements = check_bundle(bundle)
    checked = time.process_time()
    points = sample(theorem)
    lines = [p for p in proofs if p.entry.role not in ("where", "given", "suppose")]
    for p in lines:
        supposed = [theorem.entries[n] for n in p.judgement.assumptions]
        seen = confirm(theorem, p.entry, points, supposed)
        assert seen.verdict == "agrees", (theorem.id, p.entry.label, seen)
    witnessed = time.process_time()
    assert all(j.accepted for j in judgements), theorem.id
    checking = checked - before_check
    proving = max(proved - started - checking, 0.0)  # the prover asks the checker at the end
    return Cost(theorem.paper, len(lines), proving, checking, witnessed - checked)


# --- theorems that grow ---------------------------------------------------------------------------------------


def _added(terms: Iterable[Term]) -> Term:
    total, *rest = terms
    for t in rest:
        total = total + t
    return total


def _symbols(n: int) -> list[Term]:
    return [symbol(f"a{k}") for k in range(n)]


def generators(n: int) -> tuple[Statement, list[Statement]]:
    """(a_1 + ... + a_n)^2, multiplied out."""
    a = _symbols(n)
    squares, mixed = [s**2 for s in a], [2 * p * q for p, q in combinations(a, 2)]
    return eq(_added(a) ** 2, _added([*squares, *mixed])), []


def degree(n: int) -> tuple[Statement, list[Statement]]:
    """(a + b)^n, multiplied out."""
    a, b = symbol("a"), symbol("b")
    return eq((a + b) ** n, _added(comb(n, k) * a ** (n - k) * b**k for k in range(n + 1))), []


def premises(n: int) -> tuple[Statement, list[Statement]]:
    """a_1 = a_2, a_2 = a_3, ... give a_1^2 = a_n^2."""
    a = _symbols(n + 1)
    return eq(a[0] ** 2, a[-1] ** 2), [eq(p, q) for p, q in pairwise(a)]


def power(n: int) -> tuple[Statement, list[Statement]]:
    """The n-th central moment by the others, for any number of channels."""
    C = symbol("C")
    x = vector("x", C)
    mu = mean(x)
    summands = (comb(n, k) * (-1 * mu) ** (n - k) * (mean(x**k) if k else term(1)) for k in range(n + 1))
    return eq(mean((x - mu) ** n), _added(summands)), []


FAMILIES: dict[str, Callable[[int], tuple[Statement, list[Statement]]]] = {
    "generators": generators, "degree": degree, "premises": premises, "power": power,
}  # fmt: skip


def grown(family: str, n: int) -> Theorem:
    """The theorem of a family of a size."""
    statement, given = FAMILIES[family](n)
    a = _symbols(len(given) + 1)
    model = dict.fromkeys(a[:-1], a[-1])
    theorem = Theorem(f"scaling/{family}_{n}", family, where=[symbol("C") > 0], model=model)
    known = [theorem.given(f"({k})", s, "hypothesis") for k, s in enumerate(given, start=1)]
    theorem.claim("claim", statement, by.algebra(*known))
    return theorem


# --- tables ---------------------------------------------------------------------------------------------------


def _row(*cells: object) -> str:
    return f"| {' | '.join(f'{c:.1f}' if isinstance(c, float) else str(c) for c in cells)} |"


def _medians(costs: list[Cost]) -> Iterator[float]:
    return map(statistics.median, zip(*(c.per_line() for c in costs), strict=True))


def _by_paper(costs: list[Cost]) -> Iterator[str]:
    yield "| paper: median ms per line | lines | proving | checking | witnessing |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for paper in dict.fromkeys(c.paper for c in costs):
        own = [c for c in costs if c.paper == paper]
        yield _row(paper, sum(c.lines for c in own), *_medians(own))
    lines = sum(c.lines for c in costs)
    sums = (sum(c.proving for c in costs), sum(c.checking for c in costs), sum(c.witnessing for c in costs))
    yield _row("all", lines, *_medians(costs))
    yield _row("all: mean", lines, *(1000 * s / lines for s in sums))


def _by_size() -> Iterator[str]:
    yield "| ms | size | proving | checking | witnessing |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for family, sizes in SIZES.items():
        about = (FAMILIES[family].__doc__ or "").rstrip(".")
        for n in sizes:
            costs = [cost(grown(family, n)) for _ in range(RUNS)]
            yield _row(f"{family}: {about}" if n == sizes[0] else "", n, *_medians(costs))


def _by_lines(costs: list[Cost]) -> Iterator[str]:
    yield "| lines of a theorem | theorems | median ms per line, all three |"
    yield "| ---: | ---: | ---: |"
    low = 1
    for high in BOUNDS:
        group = [sum(c.per_line()) for c in costs if low <= c.lines <= high]
        if group:
            yield _row(f"{low} to {high}", len(group), statistics.median(group))
        low = high + 1


def tables() -> str:
    """All three, in Markdown."""
    cost(grown("generators", 2))  # what is loaded late is loaded now
    costs = [cost(t) for t in theorems("all") if any(e.role == "claim" for e in t.entries)]
    return "\n".join([*_by_paper(costs), "", *_by_size(), "", *_by_lines(costs)])


if __name__ == "__main__":
    print(tables())
