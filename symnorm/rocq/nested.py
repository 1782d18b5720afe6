"""Sums of sums: a sum over an index of a product with sums in it is a moment, whose sums may come in another order.

Both sides are the same sum over all indices of one product: sums that stand in a product are pulled out of it, one
after the other, and then sums that stand next to each other change their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from ..checker.calculus.polynomial import Monomial, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.substitution import rename
from .algebra import Fact, Tree
from .printed import Unproved

if TYPE_CHECKING:
    from .sums import Sums

MOST = 4
"""So many sums change their places at most: the ring brings no more into an order."""


class Layer(NamedTuple):
    """A product with a sum in it: the monomial of that, the other factors, and what is summed with these."""

    whole: Quotient
    moment: Monomial
    rest: Quotient
    over: str
    inner: Quotient


class Nested:
    """Proofs of sums of sums."""

    def __init__(self, sums: Sums) -> None:
        self.sums, self.ring, self.script = sums, sums.ring, sums.script

    def equal(self, bound: Monomial, index: str, moment: Quotient) -> str:
        """The proof that the sum of a monomial over an index is a moment."""
        facts: dict[Tree, Fact] = {}
        tree = self.sums.factors(bound, facts)
        own, text = self.script.bind(index), self.sums.printer.monomial(bound)
        layers = list(self._layers(self._value(bound, facts), index))
        order = [index, *(one.over for one in layers)]
        for one in order:
            self.script.bind(one)
        whole = self._pulled_out(text, tree, facts, layers, index)
        [(number, _)] = moment.num.leading()[0]
        key = self.ring.keys[number][2]
        there, back = self._other(key, order, layers)
        shown = [whole, *self._swapped(order, there, layers[-1].inner), f"(eq_sym {back})"]
        proof = shown[-1]
        for one in reversed(shown[:-1]):
            proof = f"(eq_trans {one} {proof})"
        size = self.script.size
        return self.script.lemma(f"sum {size} (fun {own} => {text}) = {self.sums.told(moment)}", proof)

    def _other(self, key: Monomial, order: Sequence[str], layers: Sequence[Layer]) -> tuple[Sequence[str], str]:
        """The order of the sums in a moment, and the proof that it is the sum of the same product in that order."""
        if len(order) > MOST:
            raise Unproved("a sum of many sums")
        for names in permutations(order):
            facts: dict[Tree, Fact] = {}
            tree = self.sums.at_index(key, names[0], facts)
            found = list(self._layers(self._value(key, facts), names[0], names[1:]))
            if len(found) == len(layers) and found[-1].inner == layers[-1].inner:
                own = self.script.bind(names[0])
                return names, self._pulled_out(self.sums.of_moment(key, own), tree, facts, found, names[0])
        raise Unproved("a sum of sums")

    def _value(self, monomial: Monomial, facts: dict[Tree, Fact]) -> Quotient:
        """The normal form of a monomial of which the factors are known, in the order in which they stand there."""
        value: Quotient = self.ring.constant(1)
        for (_, e), fact in zip(monomial, facts.values(), strict=True):
            value = value * fact.value.power(e)
        return value

    def _layers(self, value: Quotient, index: str, names: Iterable[str] | None = None) -> Iterator[Layer]:
        """The sums that stand in a product and depend on an index, or on that of another of them."""
        ring, own = self.ring, {index}
        given = iter(names) if names is not None else None
        while True:
            single = value.num.as_monomial()
            if single is None:
                raise Unproved("a sum of sums that is no product")
            monomial, c = single
            inner = [a for a, _ in monomial if ring.keys[a][0] == "sum" and not own.isdisjoint(ring.indices_of[a])]
            if not inner:
                return
            over = ring.fresh_index(index) if given is None else next(given, None)
            if over is None:
                return
            left = tuple((a, e - (a == inner[0])) for a, e in monomial if (a, e) != (inner[0], 1))
            rest = Quotient(ring, Polynomial({left: c}), value.den)
            moment = ring.keys[inner[0]][2]
            image = rename(Quotient(ring, Polynomial({moment: 1}), {}), ring.bound(moment), over) * rest
            yield Layer(value, moment, rest, over, image)
            value, own = image, {*own, over}

    def _pulled_out(
        self, text: str, tree: Tree, facts: dict[Tree, Fact], layers: Sequence[Layer], index: str
    ) -> str:
        """The proof that the sum over an index is the sum over all of them of one product."""
        own, whole = self.script.bind(index), layers[0].whole
        start = self.script.lemma(
            f"{text} = {self.sums.told(whole)}", self.sums.algebra.equal(tree, whole, facts)
        )
        proof = ""
        for layer in reversed(layers):
            over, step = self.script.bind(layer.over), self._step(layer)
            inner = f"(sum_ext {self.script.size} _ _ (fun {over} r_{over} => {proof}))"
            proof = f"(eq_trans {step} {inner})" if proof else step
        return f"(sum_ext {self.script.size} _ _ (fun {own} r_{own} => (eq_trans {start} {proof})))"

    def _step(self, layer: Layer) -> str:
        """The proof that a product with a sum in it is a sum."""
        size, own, told = self.script.size, self.script.bind(layer.over), self.sums.told
        facts: dict[Tree, Fact] = {}
        tree = self.sums.at_index(layer.moment, layer.over, facts)
        body, rest, inner = self.sums.of_moment(layer.moment, own), told(layer.rest), told(layer.inner)
        equal = self.sums.algebra.equal
        product = equal(layer.inner, ("mul", tree, layer.rest), facts)
        apart = self.script.lemma(f"{inner} = ({body}) * ({rest})", product)
        functions = f"(fun {own} => {inner}) (fun {own} => {body}) ({rest})"
        pulled = f"(sum_factor {size} {functions} (fun {own} r_{own} => {apart}))"
        moment = self.ring.generator(("sum", self.ring.generator(self.sums.dimension), layer.moment))
        whole = equal(layer.whole, ("mul", moment, layer.rest))
        return self.script.lemma(
            f"{told(layer.whole)} = sum {size} (fun {own} => {inner})", f"(eq_trans {whole} (eq_sym {pulled}))"
        )

    def _swapped(self, order: Sequence[str], there: Sequence[str], body: Quotient) -> Iterator[str]:
        """The proofs that sums which stand next to each other may change their places, from one order to another."""
        now = list(order)
        for place, index in enumerate(there):
            for k in range(now.index(index) - 1, place - 1, -1):
                yield self._swap(now, k, body)
                now[k], now[k + 1] = now[k + 1], now[k]

    def _swap(self, order: Sequence[str], place: int, body: Quotient) -> str:
        size, letters = self.script.size, list(map(self.script.bind, order))
        text = self.sums.told(body)
        for own in reversed(letters[place + 2 :]):
            text = f"sum {size} (fun {own} => {text})"
        proof = f"(sum_swap {size} {size} (fun {' '.join(letters[place : place + 2])} => {text}))"
        for own in reversed(letters[:place]):
            proof = f"(sum_ext {size} _ _ (fun {own} r_{own} => {proof}))"
        return proof
