"""The tables of `kernels.py`, in Markdown, from its results."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator
from typing import Any

Case = dict[str, Any]

OURS = ("numpy target", "numba target")
FLOORS = ("copy", "add")
COMPARED = {"numpy target": ("copy", "NumPy", "lambdify", "torch eager"), "numba target": ("copy", "add")}
README = (
    *((shape, "float32", 1) for shape in ("8192x4096", "4096x1024", "64x768", "1x4096")),
    ("4096x1024", "float64", 1),
    ("8192x4096", "float32", 2),
)
"""The settings that the README shows."""


def ratio(case: Case, above: str, below: str) -> float | None:
    """The median over the rounds of the seconds of one peer by those of another; None if one was not measured."""
    seconds = case["seconds"]
    if above not in seconds or below not in seconds:
        return None
    return statistics.median(a / b for a, b in zip(seconds[above], seconds[below], strict=True))


def mean(values: Iterable[float | None]) -> float | None:
    """The geometric mean of what there is."""
    logarithms = [math.log(value) for value in values if value is not None]
    return math.exp(statistics.fmean(logarithms)) if logarithms else None


def shown(value: float | None, worst: float | None = None) -> str:
    """A ratio to two digits, and the worst behind it."""
    if value is None:
        return ""
    text = f"{value:.2f}" if value < 10 else f"{value:.0f}"
    return text if worst is None else f"{text} ({worst:.2f})"


def grid(header: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """The lines of a table; all columns but the first hold numbers."""
    yield f"| {' | '.join(header)} |"
    yield f"| --- |{' ---: |' * (len(header) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def settings(cases: list[Case]) -> list[tuple[str, str, int]]:
    """(shape, dtype, threads), each once, in the order of measuring."""
    return list(dict.fromkeys((c["shape"], c["dtype"], c["threads"]) for c in cases))


def of(cases: list[Case], setting: tuple[str, str, int]) -> list[Case]:
    return [c for c in cases if (c["shape"], c["dtype"], c["threads"]) == setting]


def threads(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"


def reused(cases: list[Case], name: str) -> str:
    """Whether a peer writes into arrays that are reused."""
    return "reused" if all(c["reuses"].get(name, True) for c in cases) else "new"


def by_setting(cases: list[Case], ours: str) -> Iterator[str]:
    """Peer by setting: how many times as long as `ours` it takes, and the operator where that is least."""
    columns = settings(cases)
    names = [n for n in dict.fromkeys(n for c in cases for n in c["seconds"]) if n != ours]
    header = [f"time by that of the {ours}", "outputs"]
    header += [f"{s} {d}, {threads(t)}" for s, d, t in columns]

    def row(name: str) -> list[str]:
        cells = []
        for setting in columns:
            found = [r for c in of(cases, setting) if (r := ratio(c, name, ours)) is not None]
            cells.append(shown(mean(found), min(found, default=None)))
        return [name, reused(cases, name), *cells]

    yield from grid(header, map(row, names))


def fastest(case: Case, ours: str) -> tuple[float, str] | None:
    """The time of `ours` by that of the fastest peer of other people's in the same rounds, and which that is."""
    others = [n for n in case["seconds"] if n not in FLOORS and not n.startswith(OURS)]
    return max(((r, n) for n in others if (r := ratio(case, ours, n)) is not None), default=None)


def by_operator(cases: list[Case], setting: tuple[str, str, int]) -> Iterator[str]:
    """Operator by peer in one setting: the time of each target by that of the peer, and of the fastest peer."""
    here = of(cases, setting)
    columns = [(t, p) for t in OURS for p in COMPARED[t] if any(ratio(c, t, p) is not None for c in here)]
    targets = [t for t in OURS if any(fastest(c, t) for c in here)]
    header = [f"{setting[0]} {setting[1]}, {threads(setting[2])}", *(f"{t} / {p}" for t, p in columns)]
    header += [f"{t} / fastest" for t in targets]

    def row(case: Case) -> list[str]:
        found = [(fastest(case, t) or (None, "")) for t in targets]
        cells = [shown(ratio(case, t, p)) for t, p in columns] + [f"{shown(r)} {n}".strip() for r, n in found]
        return [f"{case['operator']}, {case['direction']}", *cells]

    last = ["geometric mean", *(shown(mean(ratio(c, t, p) for c in here)) for t, p in columns)]
    last += [shown(mean(f[0] for c in here if (f := fastest(c, t)))) for t in targets]
    yield from grid(header, [*map(row, here), last])


def two_threads(cases: list[Case]) -> Iterator[str]:
    """How many times as fast the targets are on two threads, in the same rounds, and where that is least."""
    two = [c for c in cases if any(f"{t} (one thread)" in c["seconds"] for t in OURS)]
    columns = settings(two)
    if not columns:
        return

    def row(target: str) -> list[str]:
        cells = []
        for setting in columns:
            found = [ratio(c, f"{target} (one thread)", target) for c in of(two, setting)]
            cells.append(shown(mean(found), min((r for r in found if r is not None), default=None)))
        return [target, *cells]

    header = ["two threads: times as fast as one", *(f"{shape} {dtype}" for shape, dtype, _ in columns)]
    yield from grid(header, map(row, OURS))


def _key(case: Case) -> tuple[str, str]:
    return case["operator"], case["direction"]


def introduction(results: dict[str, Any]) -> list[str]:
    """What was measured, and with what."""
    functions = len({_key(c) for c in results["cases"]})
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    lines = [
        f"{functions} functions, forward and vector-Jacobian products: geometric means of the medians of ratios between"
        " calls in turn, in parentheses the least; above 1, ours is faster. *reused* is what writes into an array that"
        f" is there, *new* what makes one at each call. Python {results['python']} on {results['machine']}, {versions}."
        " `copy` is np.copyto, which reads one array and writes one; `add` is np.add, which reads two, as the"
        f" vector-Jacobian products do. {results.get('code', '')}"
    ]
    return [*lines, f"Not measured: {', '.join(results['missing'])}."] if results["missing"] else lines


def page(results: dict[str, Any]) -> str:
    """The tables of the README: in some settings, how each peer compares with each target."""
    cases = [c for c in results["cases"] if (c["shape"], c["dtype"], c["threads"]) in README]
    measured = [t for t in OURS if any(t in c["seconds"] for c in cases)]
    return "\n".join(
        [*introduction(results), *(line for t in measured for line in ("", *by_setting(cases, t)))]
    )


def rendered(results: dict[str, Any]) -> str:
    """All tables."""
    cases = results["cases"]
    lines = introduction(results)
    for ours in OURS:
        if any(ours in c["seconds"] for c in cases):
            lines += ["", *by_setting(cases, ours)]
    for setting in settings(cases):
        lines += ["", *by_operator(cases, setting)]
    return "\n".join([*lines, "", *two_threads(cases)])
