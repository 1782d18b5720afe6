"""What grows from a point: the mean value theorem, with all that is supposed at every number on the way. Not trusted.

What a proof says at the variable it says wherever all that is supposed holds: its lemmas are stated of the place. So
they hold at each number between the point and the variable, where the hypotheses hold, too (see `Rise.v`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..checker.calculus.quotient import Quotient
from ..checker.calculus.substitution import substitute
from ..checker.forms import Form, subforms, varies_in
from ..checker.logic.rules import INEQUALITIES
from .algebra import Tree
from .conditions import REWRITE, SAID, weaker
from .everywhere import Everywhere
from .moving import put
from .names import identifier
from .printed import Unproved
from .statement import ATOM

if TYPE_CHECKING:
    from .signs import Signed, Signs


def measured(certificates: Any) -> list[str]:
    """The names of the symbols along which something grows in certificates."""
    found = (part[1][1] for part in subforms(certificates) if part[:1] == ("rise",))
    return sorted(dict.fromkeys(found))


class Rise:
    """One witness: f less its value at a point, along a variable."""

    def __init__(self, signs: Signs, variable: Form, f: Form, point: Form) -> None:
        self.signs, self.facts, self.script = signs, signs.facts, signs.facts.script
        self.variable, self.f, self.point = variable, f, point
        self.name = identifier(variable[1])
        place = self.script.place
        if place is None or self.name not in place.names:
            raise Unproved("growth along a variable that stays where something else varies")
        self.place = place
        self.start = self.script.translator.term(point, ATOM)

    def sign(self, n: int, witness: Form) -> Signed:
        """The quantity, its sign, and the proof."""
        facts, said = self.facts, self.script.translator
        found, own, proof = self.signs.sign(witness)
        sign = own if n else ">="
        slope, derivative = facts.slope(self.f, self.variable)
        tree: Tree = ("mul", self._way, slope) if n else slope
        here = self._as(tree, found, sign, weaker(own, sign, proof))
        function, rate = said.function(self.f, self.variable), f"(fun {self.name} => {facts.told(slope)})"
        product = f"(({self.name} - {self.start}) * ({facts.told(slope)}))" if n else f"({facts.told(slope)})"
        between = self._between()
        exists = self.script.everywhere(facts.derivative(self.f, self.variable, facts.told(slope)), derivative)
        along = self._mid(between, exists)
        signed = self._mid(between, self.script.everywhere(SAID[sign].format(product), here))
        rule = ("rise_positive" if sign == ">" else "rise_nonneg") if n else "rise_along"
        apart = f" (apart_of_positive _ _ _ {here})" if sign == ">" else ""
        first = self._at_the_point(exists)
        shown = f"({rule} {function} {rate} {self.start} {self.name} _ {first} {along}{apart} {signed})"
        return self._named(n, sign, shown)

    @property
    def _way(self) -> Tree:
        return ("add", self.variable, ("neg", self.point))

    def _as(self, tree: Tree, q: Quotient, sign: str, proof: str) -> str:
        """The proof that what is put together has the sign of its normal form."""
        facts = {e: self.facts.fact(e) for e in (self.variable, self.point)}
        equal = self.signs.equal(tree, q, facts)
        return proof if equal == "eq_refl" else f"({REWRITE[sign]} _ _ (eq_sym {equal}) {proof})"

    def _named(self, n: int, sign: str, proof: str) -> Signed:
        """The growth as a normal form."""
        there = put(self.f, self.variable, self.point)
        facts = {e: self.facts.fact(e) for e in (self.f, there, self.variable, self.point)}
        rise: Tree = ("add", self.f, ("neg", there))
        tree = rise if n else ("mul", self._way, rise)
        grown = facts[self.f].value - facts[there].value
        q = grown if n else (facts[self.variable].value - facts[self.point].value) * grown
        equal = self.signs.equal(tree, q, facts)
        statement = SAID[sign].format(f"({self.facts.told(q)})")
        return q, sign, self.script.lemma(statement, f"({REWRITE[sign]} _ _ {equal} {proof})")

    def _at_the_point(self, everywhere: str) -> str:
        """The derivative at the point: an interval contains that; elsewhere, what the derivative needs holds there."""
        if self.script.document.range.varying:
            return f"({everywhere} {self.start} {Everywhere(self.facts).reached(self.variable)})"
        scene = self.facts.scene(("D", self.f, self.variable), self.variable)

        def derivative() -> str:
            return self.facts.slope(scene.form[1], scene.variable)[1]

        return scene.at(self.point, derivative)

    def _mid(self, between: str, every: str) -> str:
        """What holds at every place, at every number on the way."""
        s = self.script.fresh("s")
        names = " ".join(s if name == self.name else name for name, _ in self.place.variables)
        return f"(fun {s} m_{s} => {every} {names} ({between} {s} m_{s}))"

    def _between(self) -> str:
        """The proof that all that is supposed holds at every number on the way."""
        s = self.script.fresh("s")
        (_, known), *_ = self.place.known
        there = " ".join(s if word == self.name else word for word in known.split(" "))
        statement = f"forall {s}, mid {self.start} {self.name} {s} -> {there}"
        if self.script.document.range.varying:
            return self.script.lemma(statement, self._in_the_interval(s))
        return self.script.lemma(statement, [*self._supposed(s)])

    def _in_the_interval(self, s: str) -> str:
        """Where the variable ranges over an interval, that this has the number."""
        along = Everywhere(self.facts)
        if len(self.place.variables) > 1 or along.point(self.variable) != self.point:
            raise Unproved("growth along one of several variables that vary, or from another point")
        ends = f"{self.start} {self.name} {s} {along.slice(self.variable)}"
        inside = f"{along.reached(self.variable)} {self.place.mark} (mid_between _ _ _ m_{s})"
        return f"(fun {s} m_{s} => interval_between {along.set(self.variable)} {ends} {inside})"

    def _supposed(self, s: str) -> Iterator[str]:
        """The hypotheses at a number on the way, by tactics: each that moves is convex."""
        document, tried = self.script.document, [f"exact {self.script.hypothesis(n)}" for n in self._still()]
        yield f"intros {s} m_{s}. destruct (mid_convex _ _ _ m_{s}) as [l_{s} [L_{s} [M_{s} E_{s}]]]. rewrite E_{s}."
        for number, place in document.supposed.items():
            statement = document.entries[number].statement
            if not varies_in(statement, self.variable):
                continue
            if statement[0] not in INEQUALITIES or "forall" in document.hypotheses[place]:
                raise Unproved("a hypothesis that moves, and is said of every channel")
            q, _, _ = self.signs.excess(statement, self.signs.entries.proof(number))
            at_start = substitute(q, self.facts.ring.atom(self.variable), self.facts.value(self.point))
            yield f"pose proof {self.script.hypothesis(place)} as G{number}_{s}."
            yield f"pose proof {self.facts.conditions.signed('>=', at_start)} as K{number}_{s}."
            tried.append(f"convex l_{s} {self.start} {self.name} G{number}_{s} K{number}_{s}")
        goals = "repeat match goal with |- _ /\\ _ => split end"
        yield f"unfold hypotheses. {goals}; first [{' | '.join(['exact I', *tried])}]."

    def _still(self) -> list[int]:
        """The hypotheses that do not speak of the variable, by their places."""
        document = self.script.document
        moving = {p for n, p in document.supposed.items() if varies_in(document.entries[n].statement, self.variable)}
        return [n for n in range(len(document.hypotheses)) if n not in moving]
