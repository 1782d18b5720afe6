"""What a note defines: the first `name = ...` whose left side is new, and what it supposes and gives as an example.

A definition is never counted as verified. One that is told by a word or a sign of definition comes before one that only
looks like one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .model import Link
from .trees import Node
from .usual import ENTRYWISE

NEVER = ("e", r"\pi", "I", r"\infty")
TOLD = re.compile(
    r"(?:^|[^a-z])(?:let|where|define[sd]?|denote[sd]?|set|with|given|recall|put|write|called|say|suppose)(?:[^a-z]|$)"
    r"|其中|定义|记|令|设|为|여기서|정의|ただし|とおく|とする|定義|onde|seja|sejam|definimos|trong đó|đặt|gọi"
    r"|donde|sea|où|soit|wobei|sei",
    re.IGNORECASE,
)
"""Words that bring in a definition."""


@dataclass(frozen=True)
class Definition:
    """A name, its letters and arguments, and what it means."""

    key: str
    letters: tuple[str, ...]
    arguments: tuple[str, ...]
    body: Node
    link: Link | None
    scope: str
    is_told: bool = False

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"line {self.link.line}" if self.link else "notation"


@dataclass(frozen=True)
class Target:
    """A left side that may define: a name with letters, or a function of bare arguments."""

    key: str
    letters: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    number: int | None = None
    """The index of a single entry, as in m_0 = 0."""


def target(node: Node, is_vector: Callable[[str], bool]) -> Target | None:
    """What a side would define, if it stood on the left of a definition."""
    letters: tuple[str, ...] = ()
    if node.op == "at" and node.args[0].op in ("call", "name"):
        letters = tuple(a.name for a in node.args[1:])
        if not _are_letters(node.args[1:]):
            return None
        node = node.args[0]
    square = (
        node.op == "pow" and node.args[1].name == "2" and node.args[1].op == "num" and node.args[0].op == "name"
    )
    if square:
        inner = node.args[0]
        if _are_letters(inner.args):
            return Target(f"{inner.name}^2", tuple(a.name for a in inner.args))
        return None
    if node.op == "name" and node.name not in NEVER:
        if len(node.args) == 1 and node.args[0].op == "num":
            return Target(node.name, number=int(node.args[0].name))
        if _are_letters(node.args) and len({a.name for a in node.args}) == len(node.args):
            return Target(node.name, tuple(a.name for a in node.args) or letters)
    if node.op == "call" and node.name not in (*ENTRYWISE, "diag", "tr", "det", "rank") and all(
        a.op == "name" and not a.args for a in node.args
    ):
        names = tuple(a.name for a in node.args)
        if len({*names}) == len(names):
            return Target(node.name, letters, names)
    return None


def shifted(left: Node, body: Node) -> tuple[Target, Node] | None:
    """A recursion that gives the next value, as v_{t+1} = b v_t, written for the value itself."""
    if left.op != "name" or len(left.args) != 1 or left.args[0].op != "add" or len(left.args[0].args) != 2:
        return None
    letter, more = left.args[0].args
    if letter.op != "name" or more.op != "num" or not any(p.op == "name" and p.name == left.name for p in body.parts()):
        return None
    return Target(left.name, (letter.name,)), _moved(body, letter.name, Node("neg", (more,)))


def _moved(node: Node, letter: str, step: Node) -> Node:
    """A tree with a letter for what is so much further."""
    if node.op == "name" and node.name == letter and not node.args:
        return Node("add", (node, step), start=node.start, end=node.end)
    return replace(node, args=tuple(_moved(a, letter, step) for a in node.args))


def _are_letters(nodes: tuple[Node, ...]) -> bool:
    return all(n.op == "name" and not n.args and len(n.name) == 1 for n in nodes)


def is_number(node: Node) -> bool:
    """Whether a side is a number as it is written, or a row of such, and no formula."""
    if node.op == "neg":
        return is_number(node.args[0])
    if node.op == "matrix":
        return all(map(is_number, node.args))
    return node.op == "num"


def has_no_names(node: Node) -> bool:
    """Whether nothing has to be known to calculate it."""
    return not any(p.op in ("name", "partial", "expectation", "variance", "covariance", "dots") and p.name not in NEVER
                   for p in node.parts())  # fmt: skip


def is_told(link: Link) -> bool:
    """Whether a word beside a relation says that it is a definition."""
    before = link.formula.before.strip().splitlines()[-1:] if link.number == 1 else []
    return bool(TOLD.search(" ".join([link.words, *(b[-60:] for b in before)])))


def mentions(node: Node, known: Mapping[str, Definition]) -> set[str]:
    """The names that a tree depends on, through the definitions."""
    seen: set[str] = set()
    ahead = [p.name for p in node.parts() if p.op in ("name", "call")]
    ahead += [f"{p.args[0].name}^2" for p in node.parts() if p.op == "pow" and p.args[0].op == "name"]
    while ahead:
        key = ahead.pop()
        if key in seen:
            continue
        seen.add(key)
        if key in known:
            body = known[key].body
            ahead += [p.name for p in body.parts() if p.op in ("name", "call")]
            ahead += [f"{p.args[0].name}^2" for p in body.parts() if p.op == "pow" and p.args[0].op == "name"]
        if f"{key}^2" in known and key not in known:
            ahead.append(f"{key}^2")
    return seen


def is_recursion(node: Node, key: str) -> bool:
    """Whether a body speaks of its own name only at other numbers, as m_{t-1} in that of m_t."""
    own = [p for p in node.parts() if p.op == "name" and p.name == key]
    return bool(own) and all(p.args and any(a.op == "add" for a in p.args) for p in own)
