r"""Formulas that are wider than the page: how wide TeX will set them, and where they may be broken.

A formula is read into nodes, as far as its width and its breaks need it. TeX breaks no display by itself, so this
does what an author does by hand: a new row before a relation, before + and -, or after "and"; inside parentheses,
which then get a fixed size (\left( and \right) must be in one row); a fraction that is too wide has several rows above
its bar. Nothing else of a formula changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[^\s]|\s+", re.DOTALL)

RELATIONS = {
    *("=", "<", ">"),
    *(rf"\{name}" for name in ("neq", "ne", "leq", "le", "geq", "ge", "to", "in", "ni", "equiv", "approx", "sim",
      "Rightarrow", "Longrightarrow", "Longleftrightarrow", "iff", "perp", "propto", "rightarrow", "mid")),
}  # fmt: skip
LOGICAL = {r"\iff", r"\Rightarrow", r"\Longrightarrow", r"\Longleftrightarrow"}
BINARY = {"+", "-", r"\pm", r"\cdot", r"\times", r"\odot", r"\mp", r"\circ"}
FUNCTIONS = {r"\tanh": 2.3, r"\log": 1.5, r"\exp": 1.6, r"\max": 2.0, r"\min": 1.8, r"\arg": 1.5, r"\lim": 1.6}
SPACES = {
    r"\,": 0.17,
    r"\:": 0.22,
    r"\;": 0.28,
    r"\quad": 1.0,
    r"\qquad": 2.0,
    r"\!": -0.17,
    "~": 0.33,
    r"\ ": 0.33,
}
ACCENTS = {r"\bar", r"\hat", r"\tilde", r"\dot", r"\overline", r"\vec", r"\widehat", r"\mathbf", r"\mathrm",
    r"\mathsf", r"\mathbb", r"\mathcal", r"\operatorname", r"\boldsymbol", r"\underline"}  # fmt: skip
WIDE = {"m": 0.88, "w": 0.72, "M": 0.97, "W": 0.98, "i": 0.35, "j": 0.41, "l": 0.3, "f": 0.55, "t": 0.36, "r": 0.45,
    ",": 0.45, ".": 0.28, ";": 0.45, "(": 0.39, ")": 0.39, "|": 0.28, "[": 0.28, "]": 0.28, "/": 0.5, "'": 0.3,
    r"\sum": 1.5, r"\int": 1.0, r"\ldots": 1.2, r"\dots": 1.2, r"\cdots": 1.2, r"\|": 0.5, "!": 0.28,
    r"\partial": 0.57, r"\alpha": 0.64, r"\phi": 0.6, r"\mu": 0.6, r"\Delta": 0.83, r"\infty": 1.0}  # fmt: skip

MARGIN = 1.06
"""Widths are estimates; so much more is taken for granted."""

INDENT = 2.0
"""Of the rows that continue a formula, in em."""


@dataclass(frozen=True)
class Node:
    """A piece that stays in one row: its source, its width in em, what it is, and how deep in opened parentheses.

    `inside` are the parts of what could be opened: those of a fence, or numerator and denominator of a fraction.
    """

    source: str
    width: float
    kind: str = "ordinary"
    depth: int = 0
    inside: tuple[tuple[Node, ...], ...] = ()
    ends: tuple[str, str] = ("", "")


Nodes = tuple[Node, ...]


def width(formula: str) -> float:
    """How wide a formula is in a display, in em."""
    return _total(read(formula)) * MARGIN


def is_name(formula: str) -> bool:
    """Whether a formula states nothing: no relation is in it."""
    return not any(node.kind == "relation" for node in read(formula))


def rows(formula: str, first: float, others: float) -> list[str]:
    """A formula in rows, of which the first and the others are at most so wide, if there is a way."""
    return [_source(row) for row in _broken(read(formula), first, others)]


@lru_cache(maxsize=1 << 14)
def read(formula: str) -> Nodes:
    """The nodes of a formula."""
    return _Reader(formula).nodes()


# --- rows -------------------------------------------------------------------------------------------------


def _broken(nodes: Nodes, first: float, others: float) -> list[Nodes]:
    """Rows that fit; what does not fit and has no break is opened, and if that does not help stays as it is."""
    out: list[Nodes] = []
    ahead = nodes
    while _total(ahead) * MARGIN > (room := others if out else first):
        at = _best_break(ahead, room)
        if at is None:
            opened = _opened(ahead, room)
            if opened is None:
                at = _first_break(ahead)
                if at is None:
                    break
            else:
                ahead = opened
                continue
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
    scripts = fence.source[fence.source.rindex(right) + len(right) :]
    inner = tuple(replace(n, depth=n.depth + fence.depth + 1) for n in fence.inside[0])
    opening = Node(rf"\{size}l{left} ", 0.8 if is_tall else 0.5, "open", fence.depth + 1)
    closing = Node(rf"\{size}r{right}{scripts}", 1.0 if is_tall else 0.7, "close", fence.depth + 1)
    return (opening, *inner, closing)


def _stacked(node: Node, room: float) -> Node | None:
    """A fraction or a root of a narrower width, its content in rows; None where that does not help."""
    parts = []
    for inside in node.inside:
        broken = _broken(read(_source(inside)), room, room - INDENT)  # rows are set as displays are
        if len(broken) > 1:
            body = r" \\ &\quad ".join(_source(row) for row in broken)
            parts.append((rf"\begin{{aligned}} & {body} \end{{aligned}}", max(map(_total, broken)) + INDENT))
        else:
            parts.append((_source(inside), _total(inside)))
    wide = max(w for _, w in parts) + (0.9 if node.kind == "root" else 0.24)
    if wide >= 0.95 * node.width:
        return None
    command = r"\sqrt" if node.kind == "root" else r"\frac"
    scripts = node.ends[1]
    source = command + "".join(f"{{{source}}}" for source, _ in parts) + scripts
    return Node(source, wide, "ordinary", node.depth)


def _total(nodes: Iterable[Node]) -> float:
    return sum(node.width for node in nodes)


def _source(nodes: Sequence[Node]) -> str:
    """The nodes as LaTeX. A binary operator that begins a row keeps its space by an empty group before it."""
    text = "".join(node.source for node in nodes).strip()
    return "{} " + text if nodes and nodes[0].kind == "binary" else text


# --- reading ----------------------------------------------------------------------------------------------


class _Reader:
    """Reads a formula from left to right. `style` is 0 in displays, 1 in text, 2 in scripts, 3 in their scripts."""

    SCALE = (1.0, 1.0, 0.72, 0.56)

    def __init__(self, source: str, style: int = 0) -> None:
        self.tokens = TOKEN.findall(source)
        self.position, self.style = 0, style

    def nodes(self) -> Nodes:
        """All nodes; those in parentheses that do not grow are one deeper."""
        out: list[Node] = []
        depth = 0
        while self.position < len(self.tokens):
            token = self._take()
            depth -= token in (")", "]")
            if token.isspace():
                if out:
                    out[-1] = replace(out[-1], source=out[-1].source + " ")
                continue
            node = replace(self._scripts(self._node(token)), depth=depth)
            depth += token in ("(", "[")
            if node.source == r"\quad" and len(out) > 1 and out[-1].source.startswith(r"\text"):
                node = self._separator(out)
            out.append(node)
        return tuple(out)

    def _separator(self, out: list[Node]) -> Node:
        r"""\quad\text{and}\quad, after which a row may end."""
        text = out.pop()
        before = out.pop() if out and out[-1].source.strip() == r"\quad" else Node("", 0)
        return Node(before.source + text.source + r"\quad", before.width + text.width + 1.0, "separator")

    def _node(self, token: str) -> Node:
        scale = self.SCALE[self.style]
        has_space = self.style < 2
        if token in RELATIONS or token in (r"\stackrel",):
            extra = ""
            if token == r"\stackrel":
                extra = "".join(f"{{{self._group()}}}" for _ in range(2))
            size = 2.4 if token in (r"\iff", r"\Longleftrightarrow") else 1.6 if len(token) > 6 else 0.78
            return Node(token + extra, scale * (size + 0.56 * has_space), "relation")
        if token in BINARY:
            return Node(token, scale * ((0.28 if token == r"\cdot" else 0.78) + 0.44 * has_space), "binary")
        if token in SPACES:
            return Node(token, SPACES[token], "space")
        if token == "{":
            return self._braces()
        if token in (r"\frac", r"\dfrac", r"\tfrac"):
            return self._fraction(token)
        if token == r"\sqrt":
            source = self._group()
            inside = _Reader(source, self.style).nodes()
            return Node(rf"\sqrt{{{source}}}", _total(inside) + 0.9 * scale, "root", inside=(inside,))
        if token == r"\left":
            return self._fence()
        if token in (r"\text", r"\mbox", r"\textrm"):
            source = self._group()
            return Node(rf"{token}{{{source}}}", scale * 0.53 * len(source))
        if token in ACCENTS:
            source = self._group()
            return Node(rf"{token}{{{source}}}", _total(_Reader(source, self.style).nodes()) + 0.05)
        if token in FUNCTIONS:
            return Node(token, scale * FUNCTIONS[token])
        if token in ("(", "["):
            return Node(token, scale * WIDE[token], "open")
        if token == ",":
            return Node(token, scale * WIDE[token], "comma")
        default = 0.55 if token.startswith("\\") else 0.78 if token.isupper() else 0.5
        wide = WIDE.get(token, default)
        if token == r"\sum" and self.style:
            wide = 1.3
        return Node(token, scale * wide)

    def _braces(self) -> Node:
        self.position -= 1
        source = self._group()
        return Node(f"{{{source}}}", _total(_Reader(source, self.style).nodes()))

    def _fraction(self, token: str) -> Node:
        above, below = self._group(), self._group()
        style = min(self.style + 1, 3)
        parts = tuple(_Reader(part, style).nodes() for part in (above, below))
        return Node(rf"{token}{{{above}}}{{{below}}}", max(map(_total, parts)) + 0.24, "fraction", inside=parts)

    def _fence(self) -> Node:
        left, start = self._take(), self.position
        depth = 1
        while depth and self.position < len(self.tokens):
            token = self._take()
            depth += (token == r"\left") - (token == r"\right")
        inner = "".join(self.tokens[start : self.position - 1])
        right = self._take() if self.position < len(self.tokens) else ""
        inside = _Reader(inner, self.style).nodes()
        sign = 0.0 if left == "." else 0.8 if r"\frac" in inner or r"\sum" in inner else 0.5
        wide = _total(inside) + sign + (sign or 0.35)
        kind = "fence" if left != "." and right != "." else "ordinary"
        return Node(rf"\left{left}{inner}\right{right}", wide, kind, inside=(inside,), ends=(left, right))

    def _scripts(self, node: Node) -> Node:
        """The node with the scripts that follow it."""
        below = above = 0.0
        source = scripts = ""
        style = min(self.style + 2, 3) if self.style < 2 else 3
        while self.position < len(self.tokens) and self.tokens[self.position] in ("_", "^", "'"):
            mark = self._take()
            if mark == "'":
                source, above = "'", above + 0.3
            else:
                inside = self._group()
                wide = _total(_Reader(inside, style).nodes())
                source = f"{mark}{{{inside}}}" if len(inside) > 1 else mark + inside
                below, above = (wide, above) if mark == "_" else (below, above + wide)
            scripts += source
        if not scripts:
            return node
        is_sum = node.source.strip() == r"\sum" and self.style == 0
        wide = max(node.width, below, above) if is_sum else node.width + max(below, above) + 0.05
        ends = node.ends if node.kind == "fence" else ("", scripts)
        return replace(node, source=node.source + scripts, width=wide, ends=ends)

    def _group(self) -> str:
        """The next group in braces, without them, or the next token; spaces before it are skipped."""
        while self.position < len(self.tokens) and self.tokens[self.position].isspace():
            self.position += 1
        if self.position >= len(self.tokens):
            return ""
        token = self._take()
        if token != "{":
            return token
        start, depth = self.position, 1
        while depth and self.position < len(self.tokens):
            token = self._take()
            depth += (token == "{") - (token == "}")
        return "".join(self.tokens[start : self.position - 1])

    def _take(self) -> str:
        self.position += 1
        token: str = self.tokens[self.position - 1]
        return token
