r"""The parts of a formula, as far as its width and its breaks need them.

Widths are estimates, in em of the letters of a display: TeX's own are within a tenth of them. The metrics are those of
Computer Modern, which a document has that asks for no other letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from ..pieces import pieces

RELATIONS = {
    *("=", "<", ">"),
    *(rf"\{name}" for name in ("neq", "ne", "leq", "le", "geq", "ge", "to", "in", "ni", "equiv", "approx", "sim",
      "stackrel", "Rightarrow", "Longrightarrow", "Longleftrightarrow", "iff", "perp", "propto", "rightarrow", "mid")),
}  # fmt: skip
BINARY = {"+", "-", r"\pm", r"\cdot", r"\times", r"\odot", r"\mp", r"\circ"}
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
    r"\tanh": 2.3, r"\log": 1.5, r"\exp": 1.6, r"\max": 2.0, r"\min": 1.8, r"\arg": 1.5, r"\lim": 1.6,
    r"\partial": 0.57, r"\alpha": 0.64, r"\phi": 0.6, r"\mu": 0.6, r"\Delta": 0.83, r"\infty": 1.0}  # fmt: skip
"""Of letters and signs, in em."""


@dataclass(frozen=True)
class Node:
    r"""A piece that stays in one row: its source, its width in em, what it is, and how deep in opened parentheses.

    `inside` are the parts of what could be opened: those between `ends`, or numerator and denominator of a fraction.
    `scripts` is the source of its subscript and superscript, which is in `source` as well. A word between spaces, as in
    `\quad\text{and}\quad`, is one piece, a "separator".
    """

    source: str
    width: float
    kind: str = "ordinary"
    depth: int = 0
    inside: tuple[tuple[Node, ...], ...] = ()
    ends: tuple[str, str] = ("", "")
    scripts: str = ""


Nodes = tuple[Node, ...]


@lru_cache(maxsize=1 << 14)
def read(formula: str) -> Nodes:
    """The nodes of a formula. Their sources, joined, are the formula."""
    return _Reader(formula).nodes()


def width_of(nodes: Iterable[Node]) -> float:
    """How wide nodes are, side by side."""
    return sum(node.width for node in nodes)


class _Reader:
    """Reads a formula from left to right. `style` is 0 in displays, 1 in text, 2 in scripts, 3 in their scripts."""

    SCALE = (1.0, 1.0, 0.72, 0.56)

    def __init__(self, source: str, style: int = 0) -> None:
        self.tokens = [piece for piece, _ in pieces(source)]
        self.position, self.style = 0, style

    def nodes(self) -> Nodes:
        """All nodes; those in parentheses that do not grow are one deeper."""
        out: list[Node] = []
        depth = 0
        while self.position < len(self.tokens):
            start = self.position
            token = self._take()
            depth -= token in (")", "]")
            if token.isspace():
                if out:
                    out[-1] = replace(out[-1], source=out[-1].source + token)
                continue
            node = self._scripted(self._node(token))
            node = replace(node, source="".join(self.tokens[start : self.position]), depth=depth)
            depth += token in ("(", "[")
            if [n.kind for n in out[-2:]] == ["space", "word"] and node.kind == "space":
                parts = [*out[-2:], node]
                out[-2:] = []
                node = Node("".join(p.source for p in parts), width_of(parts), "separator", depth)
            out.append(node)
        return tuple(out)

    def _node(self, token: str) -> Node:
        """What begins with a token, and its width. Its source is filled in where all of it is known."""
        scale, space = self.SCALE[self.style], self.style < 2
        if token in RELATIONS:
            if token == r"\stackrel":
                self._group(), self._group()
            wide = 2.4 if token in (r"\iff", r"\Longleftrightarrow") else 1.6 if len(token) > 6 else 0.78
            return Node(token, scale * (wide + 0.56 * space), "relation")
        if token in BINARY:
            return Node(token, scale * ((0.28 if token == r"\cdot" else 0.78) + 0.44 * space), "binary")
        if token in SPACES:
            return Node(token, SPACES[token], "space")
        if token in (r"\frac", r"\dfrac", r"\tfrac"):
            return self._fraction()
        if token == r"\left":
            return self._fence()
        if token in (r"\text", r"\mbox", r"\textrm"):
            return Node(token, scale * 0.53 * len(self._group()), "word")
        if token == r"\sqrt":
            inside = self._inside(self._group())
            return Node(token, width_of(inside) + 0.9 * scale, "root", inside=(inside,))
        if token == "{" or token in ACCENTS:
            self.position -= token == "{"
            return Node(token, width_of(self._inside(self._group())) + 0.05)
        kind = {"(": "open", "[": "open", ",": "comma"}.get(token, "ordinary")
        default = 0.55 if token.startswith("\\") else 0.78 if token.isupper() else 0.5
        wide = 1.3 if token == r"\sum" and self.style else WIDE.get(token, default)
        return Node(token, scale * wide, kind)

    def _inside(self, source: str, more: int = 0) -> Nodes:
        return _Reader(source, min(self.style + more, 3)).nodes()

    def _fraction(self) -> Node:
        above, below = self._group(), self._group()
        parts = (self._inside(above, 1), self._inside(below, 1))
        return Node("", max(map(width_of, parts)) + 0.24, "fraction", inside=parts)

    def _fence(self) -> Node:
        left, start = self._take(), self.position
        depth = 1
        while depth and self.position < len(self.tokens):
            token = self._take()
            depth += (token == r"\left") - (token == r"\right")
        inner = "".join(self.tokens[start : self.position - 1])
        right = self._take()
        inside = self._inside(inner)
        sign = 0.8 if r"\frac" in inner or r"\sum" in inner else 0.5
        if "." in (left, right):
            return Node("", width_of(inside) + 0.35)
        return Node("", width_of(inside) + 2 * sign, "fence", inside=(inside,), ends=(left, right))

    def _scripted(self, node: Node) -> Node:
        """The node with the scripts that follow it."""
        below = above = 0.0
        start = self.position
        while self.position < len(self.tokens) and self.tokens[self.position] in ("_", "^", "'"):
            mark = self._take()
            wide = 0.3 if mark == "'" else width_of(self._inside(self._group(), 2))
            below, above = (wide, above) if mark == "_" else (below, above + wide)
        if start == self.position:
            return node
        has_limits = node.source == r"\sum" and self.style == 0
        wide = max(node.width, below, above) if has_limits else node.width + max(below, above) + 0.05
        kind = "ordinary" if node.kind == "word" else node.kind
        return replace(node, kind=kind, width=wide, scripts="".join(self.tokens[start : self.position]))

    def _group(self) -> str:
        """The next group in braces, without them, or the next token; spaces before it are skipped."""
        while self.position < len(self.tokens) and self.tokens[self.position].isspace():
            self.position += 1
        token = self._take()
        if token != "{":
            return token
        start, depth = self.position, 1
        while depth and self.position < len(self.tokens):
            token = self._take()
            depth += (token == "{") - (token == "}")
        return "".join(self.tokens[start : self.position - 1])

    def _take(self) -> str:
        """The next token; nothing at the end."""
        self.position += 1
        return self.tokens[self.position - 1] if self.position <= len(self.tokens) else ""
