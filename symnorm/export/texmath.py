r"""Formulas that are wider than the page: how wide TeX will set them, and where they may be broken.

TeX breaks no display by itself, so this does what an author does by hand: a new row before a relation, before + and -,
or after "and"; inside parentheses, which then get a fixed size (\left( and \right) must be in one row); a fraction that
is too wide has several rows above its bar. Nothing else of a formula changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .texnodes import Node, Nodes, read, width_of

LOGICAL = {r"\iff", r"\Rightarrow", r"\Longrightarrow", r"\Longleftrightarrow"}

MARGIN = 1.06
"""Widths are estimates; so much more is taken for granted."""

INDENT = 2.0
"""Of the rows that continue a formula, in em."""


def width(formula: str) -> float:
    """How wide a formula is in a display, in em."""
    return width_of(read(formula)) * MARGIN


def is_name(formula: str) -> bool:
    """Whether a formula states nothing: no relation is in it."""
    return not any(node.kind == "relation" for node in read(formula))


def rows(formula: str, first: float, others: float) -> list[str]:
    """A formula in rows, of which the first and the others are at most so wide, if there is a way."""
    return [_source(row) for row in _broken(read(formula), first, others)]


def _broken(nodes: Nodes, first: float, others: float) -> list[Nodes]:
    """Rows that fit; what does not fit and has no break is opened, and if that does not help stays as it is."""
    out: list[Nodes] = []
    ahead = nodes
    while width_of(ahead) * MARGIN > (room := others if out else first):
        at = _best_break(ahead, room)
        if at is None and (opened := _opened(ahead, room)) is not None:
            ahead = opened
            continue
        at = at or _first_break(ahead)
        if at is None:
            break
        out.append(ahead[:at])
        ahead = ahead[at:]
    return [*out, ahead]


def _best_break(nodes: Nodes, room: float) -> int | None:
    """Before which node to begin a new row: the least deep, then the last of the breaks within the room."""
    found: list[tuple[int, bool, int]] = []
    total = 0.0
    for k, node in enumerate(nodes):
        if total * MARGIN > room:
            break
        cost = _cost(nodes, k) if k else None
        if cost is not None:
            found.append((cost, total < 0.35 * room, -k))
        total += node.width
    return -min(found)[2] if found else None


def _first_break(nodes: Nodes) -> int | None:
    """The first place at which a row may begin, however much stands before it."""
    return next((k for k in range(1, len(nodes)) if _cost(nodes, k) is not None), None)


def _cost(nodes: Nodes, k: int) -> int | None:
    """How bad it is to begin a row with node k."""
    node, before = nodes[k], nodes[k - 1]
    if before.kind == "separator":
        return 10 * node.depth
    if node.kind == "relation":
        return 10 * node.depth + (node.source.strip() not in LOGICAL)
    if before.kind == "comma":
        return 10 * node.depth + 3
    if node.kind == "binary" and before.kind not in ("open", "binary", "relation", "separator"):
        return 10 * node.depth + 2
    return None


def _opened(nodes: Nodes, room: float) -> Nodes | None:
    """The nodes with the widest part in reach taken apart: parentheses first, else a fraction set in rows."""
    total, reach = 0.0, []
    for k, node in enumerate(nodes):
        if total * MARGIN > room:
            break
        reach.append(k)
        total += node.width
    fences = [k for k in reach if nodes[k].kind == "fence" and _breakable(nodes[k].inside[0])]
    if fences:
        k = max(fences, key=lambda k: nodes[k].width)
        return (*nodes[:k], *_unfenced(nodes[k]), *nodes[k + 1 :])
    tall = [k for k in reach if nodes[k].kind in ("fraction", "root") and nodes[k].width * MARGIN > 0.5 * room]
    for k in sorted(tall, key=lambda k: -nodes[k].width):
        rest = total - nodes[k].width
        stacked = _stacked(nodes[k], max(0.5 * room, room - rest * MARGIN))
        if stacked is not None:
            return (*nodes[:k], stacked, *nodes[k + 1 :])
    return None


def _breakable(nodes: Nodes) -> bool:
    return _first_break(nodes) is not None or any(n.kind == "fence" and _breakable(n.inside[0]) for n in nodes)


def _unfenced(fence: Node) -> Nodes:
    """A fence as its parts, with parentheses of a fixed size that can stand in different rows."""
    is_tall = any(mark in fence.source for mark in (r"\frac", r"\sum", r"\int"))
    size = "bigg" if is_tall else "big"
    left, right = fence.ends
    inner = tuple(replace(n, depth=n.depth + fence.depth + 1) for n in fence.inside[0])
    opening = Node(rf"\{size}l{left} ", 0.8 if is_tall else 0.5, "open", fence.depth + 1)
    closing = Node(rf"\{size}r{right}{fence.scripts}", 1.0 if is_tall else 0.7, "close", fence.depth + 1)
    return (opening, *inner, closing)


def _stacked(node: Node, room: float) -> Node | None:
    """A fraction or a root of a narrower width, its content in rows; None where that does not help."""
    parts = []
    for inside in node.inside:
        broken = _broken(read(_source(inside)), room, room - INDENT)  # rows are set as displays are
        if len(broken) > 1:
            body = r" \\ &\quad ".join(_source(row) for row in broken)
            parts.append((rf"\begin{{aligned}} & {body} \end{{aligned}}", max(map(width_of, broken)) + INDENT))
        else:
            parts.append((_source(inside), width_of(inside)))
    wide = max(w for _, w in parts) + (0.9 if node.kind == "root" else 0.24)
    if wide >= 0.95 * node.width:
        return None
    command = r"\sqrt" if node.kind == "root" else r"\frac"
    source = command + "".join(f"{{{source}}}" for source, _ in parts) + node.scripts
    return Node(source, wide, "ordinary", node.depth)


def _source(nodes: Sequence[Node]) -> str:
    """The nodes as LaTeX. A binary operator that begins a row keeps its space by an empty group before it."""
    text = "".join(node.source for node in nodes).strip()
    return "{} " + text if nodes and nodes[0].kind == "binary" else text
