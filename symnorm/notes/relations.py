"""What all judging of a note shares: the relations, what was found of them, what they depend on."""

from __future__ import annotations

from mpmath import mp

from .definitions import mentions
from .findings import Findings
from .hypotheses import stated
from .meaning import Meaning, Parsed
from .model import Formula, Point, Verdict
from .samples import shown
from .trees import Node
from .trials import Hypothesis, Place


class Relations:
    """The relations of one note, and what was found of those before."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning
        self.passed_over: list[tuple[int, str]] = []
        self.case: tuple[Hypothesis, Formula] | None = None
        self.suppositions: list[tuple[int, Hypothesis]] = []
        self.spent = 0
        """The nodes that were evaluated for what is false so far."""
        self.findings = Findings(meaning)
        self.verdicts: dict[int, Verdict] = {}
        """Those on the relations before, by their places."""
        self.always = [h for p in meaning.supposed if (h := stated(p, meaning))]

    def _place(self, p: Parsed) -> int:
        return next(n for n, q in enumerate(self.meaning.parsed) if q is p)

    def _trees(self, p: Parsed) -> list[Node]:
        """The sides of a relation and the bodies of the definitions on which they depend."""
        known = self.meaning.known(p.link)
        out = list(p.trees)
        seen: set[str] = set()
        for tree in out:
            for part in tree.parts():
                names = [part.name, f"{part.name}^2"] if part.op in ("name", "call") else []
                if part.op == "pow" and part.args[0].op == "name":
                    names.append(f"{part.args[0].name}^2")
                for name in names:
                    if name in known and name not in seen:
                        seen.add(name)
                        out.append(known[name].body)
        return out

    def _depends(self, tree: Node, p: Parsed) -> set[str]:
        """The names on which a side depends, through definitions and losses."""
        found = mentions(tree, self.meaning.known(p.link))
        for key in found & {*self.meaning.losses}:
            for sink in self.meaning.losses[key]:
                found |= mentions(Node("name", name=sink), self.meaning.known(p.link))
        return found

    def _held(self, p: Parsed) -> frozenset[str]:
        """What is a variable somewhere in a relation, and defined: held by a derivative that is direct."""
        known = self.meaning.known(p.link)
        found: set[str] = set()
        for tree in p.trees:
            for node in tree.parts():
                if node.op == "partial":
                    for one in node.args[1:]:
                        name = f"{one.args[0].name}^2" if one.op == "pow" else one.name
                        found |= {n for n in (name, name.split("_")[0]) if n in known}
        return frozenset(found)


def shown_place(place: Place) -> Point:
    with mp.workdps(20):
        return Point(place.values(), shown(place.left), shown(place.right))
