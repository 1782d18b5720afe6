"""Sums over channels: a normal form is summed term by term, each term a multiple of a moment."""

from __future__ import annotations

from typing import NamedTuple

from ..checker.calculus.normal import renamed
from ..checker.calculus.polynomial import Monomial, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.substitution import rename
from ..checker.forms import Form
from .algebra import Fact, Tree
from .facts import Values
from .nested import Nested
from .printed import Unproved
from .written import as_form

EXCLUDED = ("", "sum_but", "sum_but_two")


class Term(NamedTuple):
    """A summand: what does not depend on the index, the rest, its sum as a normal form, the proof of that."""

    factor: Quotient
    rest: Tree
    summand: str
    value: Quotient
    proof: str


class Sums(Values):
    """Sums over channels."""

    def _proof(self, e: Form, q: Quotient) -> str:
        match e:
            case ("sum", k, _, excluded, body):
                return self._sum(k, excluded, body, q)
        return super()._proof(e, q)

    def _sum(self, k: str, excluded: tuple[str, ...], body: Form, q: Quotient) -> str:
        fresh = self.ring.fresh_index(k)
        own = self.script.bind(fresh)
        inner = self.fact(renamed(body, k, fresh))
        every = f"(fun {own} => {self.told(inner.value)}) (fun {own} r_{own} => {inner.equality})"
        rule = (
            f"sum_ext {self.script.size}",
            f"sum_but_ext {self.script.size}",
            f"sum_but_two_ext {self.script.size}",
        )
        places = "".join(f" {self.printer.index(i)}" for i in excluded)
        whole = self.without(inner.value, fresh, excluded)
        if self.normal.total(inner.value, fresh, excluded) != q:
            raise Unproved("a sum with another value")
        return f"(eq_trans ({rule[len(excluded)]}{places} _ {every}) {whole})"

    def without(self, q: Quotient, index: str, excluded: tuple[str, ...]) -> str:
        """The sum of a quantity over an index, without some of its terms, is its normal form."""
        whole, moments = self.moments(q, index)
        if not excluded:
            return moments
        value = self.normal.total(q, index, excluded)
        length, own, told = self.script.size, self.printer.letters[index], self.told
        kind, out = EXCLUDED[len(excluded)], "".join(f" {self.printer.index(i)}" for i in excluded)
        ranges = " ".join(self.script.in_range(i) for i in excluded)
        function = f"(fun {own} => {told(q)})"
        at = [rename(q, index, i) for i in excluded]
        tree: Tree = ("add", whole, ("neg", at[0]))
        if len(excluded) == 2:
            same = self.ring.delta(*excluded)
            tree = (*tree, ("neg", ("mul", at[1], ("add", ("num", "1"), ("neg", same)))))
        taken = "".join(f" {self.moved(q, {index: i})}" for i in excluded)
        swap = (
            " (delta_sym _ _)"
            if len(excluded) == 2 and list(excluded) != sorted(excluded)
            else (" eq_refl" if len(excluded) == 2 else "")
        )
        holes = "_ " * (2 * len(excluded))
        proof = f"({kind}_value {length}{out} {function} {holes}{ranges} {moments}{taken}{swap})"
        return self.script.lemma(
            f"{kind} {length}{out} {function} = {told(value)}",
            f"(eq_trans {proof} {self.algebra.equal(tree, value)})",
        )

    # --- moments ----------------------------------------------------------------------------------------------

    def moments(self, q: Quotient, index: str) -> tuple[Quotient, str]:
        """The sum of a quantity over an index: its value, and the proof of that."""
        whole = self.ring.sum(q, index, self.ring.generator(self.dimension))
        found: str = self.memory.once("moments", (q, index), lambda: self._moments(q, index, whole))
        return whole, found

    def _moments(self, q: Quotient, index: str, whole: Quotient) -> str:
        own, length, told = self.printer.letters[index], self.script.size, self.told
        facts: dict[Tree, Fact] = {}
        terms = self._terms(q, index, facts)
        statement = f"sum {length} (fun {own} => {told(q)}) = {told(whole)}"
        if not terms:
            return self.script.lemma(statement, f"(sum_zero {length})")
        return self.script.lemma(statement, self.in_steps("sum", length, own, q, terms, whole, facts))

    def in_steps(
        self, kind: str, ends: str, own: str, q: Quotient, terms: list[Term], whole: Quotient,
        facts: dict[Tree, Fact] | None = None,
    ) -> str:  # fmt: skip
        """The proof that the sum of a quantity, which has these terms, is a value: they are summed one by one.

        `kind` is "sum" or "total" with its `ends`, and of each there are lemmas of that name in the library.
        """
        told, last = self.told, terms[-1]
        tree: Tree = ("mul", last.factor, last.rest)
        value: Tree = ("mul", last.factor, last.value)
        split = f"({told(last.factor)}) * ({last.summand})"
        proof = f"({kind}_last {ends} ({told(last.factor)}) (fun {own} => {last.summand}) _ {last.proof})"
        for t in reversed(terms[:-1]):
            factor = f"({told(t.factor)})"
            proof = f"({kind}_step {ends} {factor} (fun {own} => {t.summand}) _ _ _ {t.proof} {proof})"
            split, tree = f"{factor} * ({t.summand}) + ({split})", ("add", ("mul", t.factor, t.rest), tree)
            value = ("add", ("mul", t.factor, t.value), value)
        apart = self.script.lemma(f"{told(q)} = {split}", self.algebra.equal(q, tree, facts))
        every = f"({kind}_ext {ends} _ _ (fun {own} r_{own} => {apart}))"
        return f"(eq_trans {every} (eq_trans {proof} {self.algebra.equal(value, whole)}))"

    def _terms(self, q: Quotient, index: str, facts: dict[Tree, Fact]) -> list[Term]:
        """The summands of a quantity, each with its sum over an index; the facts of what stands in them."""
        ring = self.ring
        inside, outside = ring.summands(q, index)
        over = ring.quotient(Polynomial.constant(1), outside)
        terms = []
        for monomial, c in inside.terms.items():
            free = Quotient(
                ring, Polynomial({tuple(f for f in monomial if index not in ring.indices_of[f[0]]): c}), {}
            )
            bound = tuple(f for f in monomial if index in ring.indices_of[f[0]])
            terms.append(self._term(free * over, bound, index, facts))
        return terms

    def _term(self, factor: Quotient, bound: Monomial, index: str, facts: dict[Tree, Fact]) -> Term:
        ring, told = self.ring, self.told
        own, length = self.printer.letters[index], self.script.size
        dimension = ring.generator(self.dimension)
        deltas = [a for a, _ in bound if ring.keys[a][0] == "delta"]
        if deltas:
            return self._at_delta(factor, bound, index, deltas[0])
        if not bound:
            one = ring.constant(1)
            return Term(factor, one, "1", dimension, f"(sum_one {length})")
        moment = ring._sum_monomial(bound, index, dimension)
        number = moment.as_atom()
        key = () if number is None else ring.keys[number]
        if key[:1] != ("sum",):
            raise Unproved("a sum of sums")
        if not self._is_moment(bound, index, key[2]):
            shown = Nested(self).equal(bound, index, moment)
            return Term(factor, self.factors(bound, facts), self.printer.monomial(bound), moment, shown)
        rest = self.at_index(key[2], index, facts)
        return Term(factor, rest, self.of_moment(key[2], own), moment, f"(eq_refl ({told(moment)}))")

    def _is_moment(self, monomial: Monomial, index: str, moment: Monomial) -> bool:
        """Whether a moment sums up a monomial over an index as it is: sums in it may come in another order."""
        image = rename(self.conditions.monomial(monomial), index, self.ring.placeholder(monomial, index))
        return image.num.as_monomial() == (moment, 1)

    def _at_delta(self, factor: Quotient, bound: Monomial, index: str, delta: int) -> Term:
        """A summand with a delta, of which one value is left."""
        own, length, ring = self.printer.letters[index], self.script.size, self.ring
        _, i, j = ring.keys[delta]
        other = j if i == index else i
        rest = tuple(f for f in bound if f[0] != delta)
        if dict(bound)[delta] != 1:
            raise Unproved("a power of a delta in a sum")
        body = self.conditions.monomial(rest)
        place, text = self.printer.index(other), self.printer.whole(body)
        image = rename(body, index, other)
        function = f"(fun {own} => {text})"
        tree = ("mul", ring.generator(("delta", i, j)), body)
        ordered = f"delta {own} {place}" if i == index else f"delta {place} {own}"
        rule = "sum_delta" if i == index else "sum_delta_sym"
        shown = f"({rule} {length} {place} {function} {self.script.in_range(other)})"
        moved = self.moved(body, {index: other})
        proof = f"(eq_trans {shown} {moved})" if moved != "eq_refl" else shown
        return Term(factor, tree, f"{ordered} * ({text})", image, proof)

    def at_index(self, monomial: Monomial, index: str, facts: dict[Tree, Fact]) -> Tree:
        """The monomial of a moment at an index, in the order in which it is printed."""
        return self.factors(monomial, facts, self.ring.bound(monomial), index)

    def factors(self, monomial: Monomial, facts: dict[Tree, Fact], own: str = "", index: str = "") -> Tree:
        """A monomial with the facts of its factors, perhaps with an index in the place of another."""
        factors = []
        for a, e in monomial:
            form = as_form(self.conditions.monomial(((a, 1),)))
            form = renamed(form, own, index) if own else form
            facts[form] = self.fact(form)
            factors.append(("pow", form, e) if e > 1 else form)
        return ("mul", *factors) if len(factors) > 1 else factors[0]

    def of_moment(self, monomial: Monomial, own: str) -> str:
        """The monomial of a moment, with a letter for what it binds."""
        bound = self.ring.bound(monomial)
        self.printer.letters[bound] = own
        try:
            return self.printer.monomial(monomial)
        finally:
            del self.printer.letters[bound]
