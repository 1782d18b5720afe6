"""How large the errors of layer normalization are on families of rows, beside what others compute of the same rows.

    python benchmarks/accuracy_map.py                 the tables; peers that are not installed are left out, and named
    python benchmarks/accuracy_map.py --figure FILE   the map as a figure as well, in SVG

The map shows the largest error of many rows of a family, in machine epsilons of the norm of the result; of dx, in those
of |g|/sqrt(V). What is exact is computed in extended precision, so it takes a machine whose long double is longer.
"""

from __future__ import annotations

import argparse
import importlib
import math
import sys
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import kernels_peers as peers
import numpy as np
from kernels import first_rows

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import kernel_search as search

from symnorm.validation.promises import promised

Array = np.ndarray
PEERS: dict[str, Callable[[], peers.Peer]] = {
    "ours, NumPy": lambda: peers.ours("symnorm.kernels", False),
    "ours, numba": lambda: peers.ours("symnorm.kernels.numba", False),
    "NumPy by hand": peers.numpy,
    "torch": peers.torch_eager,
    "jax.jit": peers.jax_jit,
}
EPS = peers.VALUES["eps"]
ROWS = 16
"""Of each family and length, at a time."""

FAMILIES: dict[str, tuple[int, Callable[[np.random.Generator, int], Array]]] = {
    "normal": (768, lambda r, C: r.standard_normal(C)),
    "uniform from 0 to 1": (768, lambda r, C: r.uniform(0, 1, C)),
    "mean of 100 deviations": (768, lambda r, C: 100 + r.standard_normal(C)),
    "mean of 10,000 deviations": (768, lambda r, C: 1e4 + r.standard_normal(C)),
    "equal but one": (768, lambda r, C: np.where(np.arange(C) == r.integers(C), r.uniform(1, 100), r.uniform(-1, 1))),
    "two values in turn": (768, lambda r, C: np.resize(r.uniform(0, 4, 2), C)),
    "an outlier of a million": (768, lambda r, C: np.where(np.arange(C) == r.integers(C), 1e6, r.standard_normal(C))),
    "two values in turn, long": (65_536, lambda r, C: np.resize(r.uniform(0, 4, 2), C)),
    "normal, long": (65_536, lambda r, C: r.standard_normal(C)),
}


def error(peer: peers.Peer, direction: str, dtype: str, family: str) -> float:
    """The largest error of a peer on rows of a family."""
    C, draw = FAMILIES[family]
    random = np.random.default_rng([C, *family.encode()])
    worst = 0.0
    for _ in range(8 if C < 10_000 else 1):
        x = np.array([draw(random, C) for _ in range(ROWS)]).astype(dtype)
        g = random.standard_normal(x.shape).astype(dtype)
        made = peer(peers.Case("layer_norm_simple", direction, x, g, 1))
        assert made is not None
        found = first_rows(made.call())
        wide = [np.asarray(v, np.longdouble) for v in (g, x)]
        true, size = (search.simple if direction == "forward" else search.backward)(*wide, eps=EPS)
        share = search.norm(found - true) / (size * np.finfo(dtype).eps)
        worst = max(worst, float(np.nan_to_num(share, nan=np.inf).max()))
    return worst


def measured() -> tuple[dict[str, dict[str, list[float]]], list[str]]:
    """(family -> peer -> errors of y and dx in float32, then in float64; what is not installed)."""
    made, missing = {}, []
    for name, make in PEERS.items():
        try:
            made[name] = make()
        except ImportError as absent:
            missing.append(f"{name} ({absent.name or absent})")
    found = {
        family: {
            name: [error(peer, way, dtype, family) for dtype in ("float32", "float64") for way in ("forward", "vjp")]
            for name, peer in made.items()
        }
        for family in FAMILIES
    }
    return found, missing


def shown(value: float) -> str:
    """An error, with as many digits as say something."""
    return "not finite" if math.isinf(value) else f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def tables(found: dict[str, dict[str, list[float]]], missing: list[str]) -> Iterator[str]:
    """The map as two tables."""
    for n, dtype in enumerate(("float32", "float64")):
        names = list(next(iter(found.values())))
        yield f"| {dtype}: y, dx | {' | '.join(names)} |"
        yield f"| --- |{' ---: |' * len(names)}"
        for family, errors in found.items():
            cells = [f"{shown(errors[p][2 * n])}, {shown(errors[p][2 * n + 1])}" for p in names]
            yield f"| {family}, C = {FAMILIES[family][0]:,} | {' | '.join(cells)} |"
        yield ""
    if missing:
        yield f"Not installed: {', '.join(missing)}.\n"


LENGTHS = (2, 7, 64, 127, 768)


def climbed() -> Iterator[str]:
    """What hill climbing finds, beside what the docstrings promise, at 768 channels."""
    targets = {"NumPy": "symnorm.kernels", "numba": "symnorm.kernels.numba"}
    columns = [(t, d) for t in targets for d in ("float32", "float64")]
    yield f"| largest error found, of what is promised at C = 768 | {' | '.join(f'{t}, {d}' for t, d in columns)} |"
    yield f"| --- |{' ---: |' * len(columns)}"
    for name, case in search.CASES.items():
        cells = []
        for target, dtype in columns:
            module = importlib.import_module(targets[target])
            promise = promised(str(getattr(module, case.function).__doc__))
            assert promise is not None
            worst = max(search.climbed(module, name, dtype, C, 12, seed=1)[0] for C in LENGTHS)
            cells.append(f"{worst:.2f} of {promise.at(768):.3g}")
        yield f"| `{name}` | {' | '.join(cells)} |"


def figure(found: dict[str, dict[str, list[float]]]) -> str:
    """The map in float32 and float64 as an SVG: the darker, the larger the error of y, on a logarithmic scale."""
    names = list(next(iter(found.values())))
    left, top, width, height = 210, 54, 92, 24
    size = left + 2 * len(names) * width + 16, top + len(found) * height + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" font-family="sans-serif" '
        'font-size="12">', f'<rect width="{size[0]}" height="{size[1]}" fill="white"/>',
    ]  # fmt: skip
    for n, dtype in enumerate(("float32", "float64")):
        for k, name in enumerate(names):
            x = left + (n * len(names) + k) * width + n * 8
            parts.append(f'<text x="{x + width / 2}" y="{top - 8}" text-anchor="middle">{escape(name)}</text>')
            for line, (family, errors) in enumerate(found.items()):
                value, y = errors[name][2 * n], top + line * height
                shade = min(1.0, max(0.0, math.log10(max(value, 0.1)) + 1) / 6)
                fill = f"rgb({round(255 - 60 * shade)},{round(250 - 200 * shade)},{round(245 - 205 * shade)})"
                parts.append(f'<rect x="{x}" y="{y}" width="{width - 2}" height="{height - 2}" fill="{fill}"/>')
                ink = "white" if shade > 0.55 else "black"
                at = f'x="{x + width / 2 - 1}" y="{y + 15}" text-anchor="middle"'
                parts.append(f'<text {at} fill="{ink}">{shown(value)}</text>')
                if n == k == 0:
                    parts.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(family)}</text>')
        middle = left + (n + 0.5) * len(names) * width + n * 8
        parts.append(f'<text x="{middle}" y="18" text-anchor="middle" font-weight="bold">{dtype}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Reads the command line, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figure", type=Path, metavar="FILE", help="an SVG")
    wanted = parser.parse_args()
    found, missing = measured()
    print("\n".join([*tables(found, missing), *climbed()]))
    if wanted.figure:
        wanted.figure.write_text(figure(found), "utf-8")


if __name__ == "__main__":
    main()
