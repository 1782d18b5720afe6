"""Which indices of a note run over the same set.

Every place of an index below a name, every letter of a relation and every number of entries, as N, is a member of a
class; what stands at one place, or is summed up to one number, is of one class. A class has one size at a point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .survey import Survey
from .trees import Node


class IndexSets:
    """Classes of letters and places."""

    def __init__(self, survey: Survey, lengths: Iterable[str] = ()) -> None:
        self.survey = survey
        self.lengths = {*lengths, *(survey.tops - survey.bound)}
        """The names that are numbers of entries."""
        self.above: dict[str, str] = {}
        self.vectors: set[str] = set()
        """Names that are vectors although they have no index anywhere."""
        self.arity: dict[str, int] = {}

    def root(self, one: str) -> str:
        """The class of a member."""
        while self.above.get(one, one) != one:
            self.above[one] = self.above.get(self.above[one], self.above[one])
            one = self.above[one]
        return one

    def same(self, one: str, other: str) -> None:
        """Makes two members of one class; a number of entries stands for it where there is one."""
        a, b = self.root(one), self.root(other)
        if a == b:
            return
        if b.startswith("length:") and not a.startswith("length:"):
            a, b = b, a
        self.above[b] = a

    def place(self, key: str, at: int = 0) -> str:
        """An index of a name."""
        return f"place:{key}/{at}"

    def letter(self, letter: str, scope: str) -> str:
        """A letter in a relation."""
        return f"letter:{scope}/{letter}"

    def length(self, name: str) -> str:
        """A number of entries."""
        return f"length:{name}"

    def is_vector(self, key: str) -> bool:
        """Whether a name has entries."""
        return key in self.vectors or self.arity.get(key, 0) > 0

    def count(self, trees: Iterable[Node]) -> None:
        """Notes how many indices each name has at most, and which names are vectors by what is done with them."""
        for tree in trees:
            for node in tree.parts():
                if node.op == "name" and node.args:
                    self.arity[node.name] = max(self.arity.get(node.name, 0), len(node.args))
                self._noted(node)

    def _noted(self, node: Node) -> None:
        inner: tuple[Node, ...] = ()
        is_product = node.op == "mul" and (node.name == "o" or (node.name == "" and node.args[0].op == "transpose"))
        is_function = node.op == "call" and node.name in ("diag", "softmax", "logsumexp")
        if is_product or is_function or node.op in ("transpose", "norm", "inner"):
            inner = node.args
        for one in inner:
            is_plain = one.op == "name" and not one.args and one.name not in self.lengths
            if is_plain and not (node.op == "transpose" and is_capital(one.name)):
                self.vectors.add(one.name)

    def join(self, tree: Node, scope: str) -> None:
        """Puts together what a relation says is of one set."""
        for node in tree.parts():
            if node.op == "name":
                for at, index in enumerate(node.args):
                    for member in self._members(index, scope):
                        self.same(self.place(node.name, at), member)
            if node.op == "delta":
                found = [m for index in node.args for m in self._members(index, scope)]
                for one in found[1:]:
                    self.same(found[0], one)
            if node.op in ("at",) and node.args[0].op in ("name", "call"):
                inner = node.args[0]
                names = (
                    [inner] if inner.op == "name" else [a for a in inner.args if a.op == "name" and not a.args]
                )
                for name in names:
                    for member in self._members(node.args[1], scope):
                        self.same(self.place(name.name), member)
            for bound in node.bounds:
                if bound.high is not None and bound.letter:
                    for member in self._members(bound.high, scope):
                        self.same(self.letter(bound.letter, scope), member)
            if node.op == "relation" and all(a.op == "name" and not a.args for a in node.args):
                letters = [a.name for a in node.args if len(a.name) == 1]
                if len(letters) == 2:
                    self.same(self.letter(letters[0], scope), self.letter(letters[1], scope))

    def _members(self, index: Node, scope: str) -> list[str]:
        if index.op == "name" and not index.args:
            return [self.length(index.name) if index.name in self.lengths else self.letter(index.name, scope)]
        if index.op in ("add", "neg"):
            return [m for a in index.args for m in self._members(a, scope)]
        return []

    def whole(self, trees: Iterable[Node]) -> list[str]:
        """The vectors that stand in some trees without an index, as places."""
        out: list[str] = []
        for tree in trees:
            for node in tree.parts():
                if node.op == "ones" and node.name:
                    out.append(self.length(node.name))
                if (
                    node.op == "name"
                    and not node.args
                    and self.is_vector(node.name)
                    and self.arity.get(node.name, 1) <= 1
                ):
                    out.append(self.place(node.name))
        return out

    def main(self) -> str:
        """The class of most places."""
        places: dict[str, int] = {}
        for one in [*self.above]:
            root = self.root(one)
            places[root] = places.get(root, 0) + 1
        return max(sorted(places), key=lambda r: places[r]) if places else "place:"


def is_capital(name: str) -> bool:
    """Whether a name is a capital letter, perhaps with a subscript, as those of matrices are."""
    return re.fullmatch(r"[A-Z](?:_\{?\w+\}?)?", name) is not None
