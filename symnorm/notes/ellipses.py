"""An ellipsis, read as the sum that it stands for: from the entry 1 to the last, or to the end where there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .tensors import Undefined, Unknown
from .trees import Bound, Node, number

LETTER = "k*"
"""No letter of a note looks like this."""


def summed(node: Node) -> Node:
    """The sum. Raises Unknown where the terms are not alike, but for the number of an entry."""
    args = node.args
    between: Node | None = None
    if args and args[0].op == "dots":  # a_1 + ... + a_i + ...: one of those between, and then the rest
        between = args[0].args[-1] if args[0].name == "last" else None
        args = args[0].args[:-1] if between is not None else args[0].args
        node = replace(node, name="")
    last = args[-1] if node.name == "last" else None
    before = args[:-1] if last is not None else args
    if not before:
        raise Unknown("an ellipsis needs a term before it", node)
    template = _numbered(before[0], "1")
    if template.key == before[0].key:
        raise Unknown("the first term has no entry with the number 1", node)
    for n, term in enumerate(before[1:], 2):
        if _with(template, number(n)).key != term.key:
            raise Unknown("these terms are not alike, but for the number of an entry", node)
    if between is not None and not any(
        _with(template, index).key == between.key for index in _indices(between)
    ):
        raise Unknown("the terms before and behind the ellipsis are not alike: write the sum", node)
    if last is None:
        key = next(p.name for p in template.parts() if p.op == "name" and any(a.name == LETTER for a in p.args))
        high = Node("extent", name=key)
    else:
        found = [high for high in _indices(last) if _with(template, high).key == last.key]
        if not found:
            raise Unknown("the last term is not like the first, but for the number of an entry", node)
        high = found[0]
    return Node("sum", (template,), bounds=(Bound(LETTER, number(1), high),), start=node.start, end=node.end)


def written_out(node: Node, whole: Callable[[Node], int]) -> list[Node]:
    """All entries of a row with an ellipsis; the first may be another than the rest say. Raises Unknown."""
    at = next(n for n, a in enumerate(node.args) if a.op == "dots")
    before, behind = list(node.args[:at]), node.args[at + 1 :]
    if not before or len(behind) != 1:
        raise Unknown("in this row, an entry belongs before the ellipsis and one behind it", node)
    number_of = len(before)
    template = _numbered(before[-1], str(number_of))
    found = [high for high in _indices(behind[0]) if _with(template, high).key == behind[0].key]
    if template.key == before[-1].key or not found:
        raise Unknown("the last entry of this row is not like the one before the ellipsis", node)
    last = whole(found[0])
    if last < number_of:
        raise Undefined
    return before + [_with(template, number(n)) for n in range(number_of + 1, last + 1)]


def _numbered(node: Node, digits: str) -> Node:
    """A term with a letter for the number of an entry."""
    if node.op == "name":
        return replace(node, args=tuple(
            Node("name", name=LETTER) if a.op == "num" and a.name == digits else a for a in node.args
        ))  # fmt: skip
    return replace(node, args=tuple(_numbered(a, digits) for a in node.args))


def _with(node: Node, index: Node) -> Node:
    """A term with an index for that letter."""
    if node.op == "name" and node.name == LETTER and not node.args:
        return index
    return replace(node, args=tuple(_with(a, index) for a in node.args))


def _indices(node: Node) -> list[Node]:
    return [a for p in node.parts() if p.op == "name" for a in p.args]
