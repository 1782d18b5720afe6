"""An operation on arrays, and what it has one number for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any


class Rank(IntFlag):
    """What a node has one number for: nothing, each row, each channel, each row and channel."""

    NUMBER = 0
    ROW = 1
    CHANNEL = 2
    BLOCK = 3


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """An operation and its operands; a leaf has its value or name in `leaf`. `name` is that of a definition."""

    op: str
    args: tuple[Node, ...]
    rank: Rank
    leaf: Any = None
    name: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This node and every node below it, operands first, each once."""
        seen: set[Node] = set()

        def below(node: Node) -> Iterator[Node]:
            if node not in seen:
                seen.add(node)
                for arg in node.args:
                    yield from below(arg)
                yield node

        return below(self)
