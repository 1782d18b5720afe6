"""Drawings of what rests on what: layers from left to right, as SVG that a page takes in.

The layout is that of Sugiyama, Tagawa and Toda (1981): layers by the longest path, edges cut where they pass a layer,
an order in each layer by barycentres, and then heights. All of it is deterministic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from html import escape
from itertools import pairwise

ROW, COLUMN_GAP, CHARACTER, PADDING, HEIGHT = 38.0, 56.0, 7.6, 26.0, 26.0
SWEEPS = 6


@dataclass(frozen=True)
class Vertex:
    """What is drawn as a box: its name, what stands in it, its CSS class, where it leads, and what it is in words."""

    name: str
    label: str
    style: str
    href: str
    title: str

    @property
    def width(self) -> float:
        """How wide its box is, in the units of the drawing."""
        return len(self.label) * CHARACTER + PADDING


def drawing(vertices: Sequence[Vertex], edges: Iterable[tuple[str, str]], title: str, identifier: str) -> str:
    """An `<svg>` with an arrow from each first to its second of an edge; what others rest on stands on the left."""
    known = {v.name: v for v in vertices}
    wanted = list(dict.fromkeys((a, b) for a, b in edges if a != b and a in known and b in known))
    arranged = _Layers([v.name for v in vertices], wanted)
    lefts, width = _columns(arranged, known)
    heights = arranged.heights()
    height = max(heights.values(), default=0.0) * ROW + ROW
    points = {name: (lefts[arranged.layer[name]], heights[name] * ROW + ROW / 2) for name in heights}
    paths = [_path([points[n] for n in chain], known[chain[0]], arranged, lefts) for chain in arranged.chains]
    boxes = [_box(known[v.name], *points[v.name]) for v in vertices]
    return (
        f'<svg class="graph" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'role="group" aria-labelledby="{identifier}"><title id="{identifier}">{escape(title)}</title>'
        f'<g aria-hidden="true">{"".join(paths)}</g>{"".join(boxes)}</svg>'
    )


class _Layers:
    """Which layer everything stands in, and in which order. Edges that span layers become chains of places."""

    def __init__(self, names: Sequence[str], edges: Sequence[tuple[str, str]]) -> None:
        self.layer = _longest_paths(names, edges)
        self.chains: list[list[str]] = []
        for n, (a, b) in enumerate((a, b) for a, b in edges if self.layer[a] < self.layer[b]):
            passed = [f"\0{n}:{k}" for k in range(self.layer[a] + 1, self.layer[b])]
            self.layer.update({name: self.layer[a] + k for k, name in enumerate(passed, start=1)})
            self.chains.append([a, *passed, b])
        self.before: dict[str, list[str]] = {name: [] for name in self.layer}
        self.after: dict[str, list[str]] = {name: [] for name in self.layer}
        for chain in self.chains:
            for a, b in pairwise(chain):
                self.after[a].append(b)
                self.before[b].append(a)
        self.rows: list[list[str]] = [[] for _ in range(max(self.layer.values(), default=-1) + 1)]
        for name, layer in self.layer.items():
            self.rows[layer].append(name)
        for _ in range(SWEEPS):
            self._sort(self.rows, self.before)
            self._sort(reversed(self.rows), self.after)

    def _sort(self, rows: Iterable[list[str]], neighbours: Mapping[str, list[str]]) -> None:
        """Every layer by the mean place of the neighbours on one side."""
        place = {name: float(n) for row in self.rows for n, name in enumerate(row)}
        for row in rows:
            mean = {name: _mean([place[n] for n in neighbours[name]], place[name]) for name in row}
            row.sort(key=mean.__getitem__)
            place.update((name, float(n)) for n, name in enumerate(row))

    def heights(self) -> dict[str, float]:
        """A height for everything: near its neighbours, in the order of its layer, and at least 1 from the next."""
        at = {name: float(n) for row in self.rows for n, name in enumerate(row)}
        for _ in range(SWEEPS):
            for row in (*self.rows, *reversed(self.rows)):
                near = [_mean([at[n] for n in (*self.before[v], *self.after[v])], at[v]) for v in row]
                at.update(zip(row, _apart(near), strict=True))
        least = min(at.values(), default=0.0)
        return {name: height - least for name, height in at.items()}


def _longest_paths(names: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """The length of the longest path that ends in each. Of a circle, if there is one, an edge is ignored."""
    below: dict[str, list[str]] = {name: [] for name in names}
    for a, b in edges:
        below[b].append(a)
    while True:
        try:
            order = list(TopologicalSorter(below).static_order())
            break
        except CycleError as error:
            first, second, *_ = error.args[1]
            below[second].remove(first)
    layer: dict[str, int] = {}
    for name in order:
        layer[name] = max((layer[a] + 1 for a in below[name]), default=0)
    return {name: layer[name] for name in names}


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights as near as may be to those wanted, in their order and 1 apart: blocks that touch share their mean."""
    blocks: list[tuple[float, int]] = []  # the wanted place of the first of a block, and how many it has
    for place in wanted:
        block = (place, 1)
        while blocks and blocks[-1][0] + blocks[-1][1] > block[0]:
            first, size = blocks.pop()
            block = ((first * size + (block[0] - size) * block[1]) / (size + block[1]), size + block[1])
        blocks.append(block)
    return [first + k for first, size in blocks for k in range(size)]


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _columns(arranged: _Layers, known: Mapping[str, Vertex]) -> tuple[list[float], float]:
    """Where each layer begins, and how wide all of it is."""
    lefts, x = [], 2.0
    for row in arranged.rows:
        lefts.append(x)
        x += max((known[name].width for name in row if name in known), default=0.0) + COLUMN_GAP
    return lefts, max(x - COLUMN_GAP + 2.0, 2.0)


def _path(
    points: Sequence[tuple[float, float]], start: Vertex, arranged: _Layers, lefts: Sequence[float]
) -> str:
    x, y = points[0][0] + start.width, points[0][1]
    parts = [f"M{x:.1f} {y:.1f}"]
    for a, b in points[1:]:
        middle = a - COLUMN_GAP / 2
        parts.append(f"H{max(x, a - COLUMN_GAP):.1f}C{middle:.1f} {y:.1f} {middle:.1f} {b:.1f} {a:.1f} {b:.1f}")
        x, y = a, b
    x, y = points[-1]
    return f'<path d="{"".join(parts)}"/><path class="head" d="M{x:.1f} {y:.1f}l-7 -3.5v7z"/>'


def _box(vertex: Vertex, x: float, y: float) -> str:
    middle = x + vertex.width / 2
    inside = (
        f'<rect x="{x:.1f}" y="{y - HEIGHT / 2:.1f}" width="{vertex.width:.1f}" height="{HEIGHT:.0f}" rx="4"/>'
        f'<text x="{middle:.1f}" y="{y:.1f}" dy=".35em" text-anchor="middle">{escape(vertex.label)}</text>'
    )
    title = f"<title>{escape(vertex.title)}</title>"
    return f'<a class="{escape(vertex.style)}" href="{escape(vertex.href)}">{title}{inside}</a>'
