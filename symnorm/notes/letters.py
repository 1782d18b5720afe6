"""The indices of a relation that no sum binds: it is said of all their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .meaning import Meaning
from .trees import Node


def free_letters(trees: Sequence[Node], meaning: Meaning) -> list[str]:
    """The letters, in their order."""
    found = {letter for tree in trees for letter in _free(tree, frozenset(), meaning)}
    return sorted(found - meaning.sets.lengths)


def _free(node: Node, bound: frozenset[str], meaning: Meaning) -> Iterator[str]:
    inside = bound | {b.letter for b in node.bounds}
    for index in _indices(node):
        yield from (p.name for p in index.parts() if _is_letter(p) and p.name not in inside)
    for condition in node.conditions if node.op == "indicator" else (node,) if node.op == "relation" else ():
        if all(a.op == "name" for a in condition.args):
            letters = (p.name for p in condition.parts() if _is_letter(p) and len(p.name) == 1)
            yield from (one for one in letters if one not in inside and meaning.survey.is_index("x", one))
    for one in node.bounds:
        for part in (p for p in (one.low, one.high) if p is not None):
            names = (p.name for p in part.parts() if _is_letter(p) and p.name in meaning.survey.bound)
            yield from (name for name in names if name not in bound)
            yield from _free(part, bound, meaning)
    for part in (*node.args, *node.conditions):
        yield from _free(part, inside, meaning)


def _indices(node: Node) -> tuple[Node, ...]:
    return node.args if node.op in ("name", "delta") else node.args[1:] if node.op == "at" else ()


def _is_letter(node: Node) -> bool:
    return node.op == "name" and not node.args
