"""Signs and vanishing quantities, proved as the certificate of an entry says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Protocol

from ..checker.calculus.generators import COUNTED
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring
from ..checker.calculus.substitution import rename
from ..checker.forms import Form, free_indices, number, of_the_set, put_for
from ..checker.logic.rules import INEQUALITIES
from ..checker.logic.step import implies
from .algebra import Fact, Tree
from .conditions import REWRITE, SAID, weaker
from .everywhere import Everywhere
from .moving import Facts
from .printed import Unproved
from .replaced import replaced
from .rising import Rise
from .script import Script
from .statement import PRODUCT, counted
from .written import as_form

ONE: Form = ("num", "1")
ZERO: Form = ("num", "0")

Signed = tuple[Quotient, str, str]
"""A quantity, its sign, and the proof."""


class Entries(Protocol):
    """What is known of the entries before."""

    def statement(self, number: int) -> Form:
        """What an entry says."""

    def proof(self, number: int) -> str:
        """The proof of an entry, as it is stated."""

    def elsewhere(self, number: int, index: str, to: str) -> tuple[Form, str]:
        """What an entry says of one channel, said of another, and the proof. Raises Unproved."""


class Signs:
    """The rules of the certificates that are signs (see `checker.logic.rules`), each of them as lemmas of Rocq."""

    def __init__(self, facts: Facts, entries: Entries) -> None:
        self.facts, self.entries = facts, entries
        self.ring: Ring = facts.ring
        self.script: Script = facts.script
        self.everywhere = Everywhere(facts)
        self.known: list[Signed] = []
        """The conditions that the entry has established so far."""

    def told(self, q: Quotient) -> str:
        """A normal form, printed."""
        return self.facts.told(q)

    def equal(self, left: Tree, right: Tree, facts: dict[Tree, Fact] | None = None) -> str:
        """The proof that two trees are equal."""
        return self.facts.algebra.equal(left, right, facts)

    def named(self, q: Quotient, sign: str, tree: Tree, proof: str) -> Signed:
        """What has a sign as it is put together has it as a normal form."""
        equal = self.equal(tree, q)
        if equal != "eq_refl":
            statement = SAID[sign].format(f"({self.told(q)})")
            proof = self.script.lemma(statement, f"({REWRITE[sign]} _ _ {equal} {proof})")
        return q, sign, proof

    def sign(self, witness: Form) -> Signed:
        """The quantity of a sign witness, its sign, and the proof. Raises Unproved."""
        told = self.told
        match witness:
            case ("num", value):
                c = number(value)
                sign, q = ">" if c > 0 else "!=" if c < 0 else ">=", self.ring.constant(c)
                return q, sign, f"(ltac:(lra) : {SAID[sign].format(f'({told(q)})')})"
            case ("hyp", n, renaming):
                return self._hypothesis(n, dict(renaming))
            case ("known", n):
                return self.known[n]
            case ("sq", e):
                q = self.facts.value(e)
                return self.named(q.power(2), ">=", ("pow", q, 2), f"(pow2_ge_0 ({told(q)}))")
            case ("sq+", inner):
                q, s, proof = self.sign(inner)
                if not implies(s, "!="):
                    return self.named(q.power(2), ">=", ("pow", q, 2), f"(pow2_ge_0 ({told(q)}))")
                positive = f"(square_positive _ {weaker(s, '!=', proof)})"
                return self.named(q.power(2), ">", ("pow", q, 2), positive)
            case ("add", *_):
                return reduce(self._plus, map(self.sign, witness[1:]))
            case ("mul", *_):
                return reduce(self._times, map(self.sign, witness[1:]))
            case ("inv", inner):
                return self._inverse(*self.sign(inner))
            case ("neg", inner):
                q, s, proof = self.sign(inner)
                opposite = f"(Ropp_neq_0_compat _ {weaker(s, '!=', proof)})"
                return self.named(-q, "!=", ("neg", q), opposite)
            case ("exp", e):
                return self._exponential(self.facts.value(e))
            case ("exp-bound", e):
                return self._bound(self.facts.value(e))
            case ("root", inner):
                return self._rooted(*self.sign(inner))
            case ("sum", str(index), excluded, inner):
                return self._sum(index, excluded, inner)
            case ("rise", variable, f, point, n, inner):
                return Rise(self, variable, f, point).sign(n, inner)
            case ("whole", e):
                q = self.facts.value(e)
                sign = ">" if self.ring.least(q) else ">="
                return q, sign, self._whole(q, sign)
            case ("power", inner, exponent):
                return self._power(*self.sign(inner), exponent)
            case ("at", n, t, value):
                statement, proof = self.facts.instance(self.entries.statement(n), self.entries.proof(n), t, value)
                return self.excess(statement, proof)
            case ("upto", str(index), last, inner):
                return self._up_to(index, last, inner)
            case ("length", size):
                n = self.facts.value(size)
                shown = f"(length_nonneg {self.script.size} {self.script.hypothesis(0)})"
                return self.named(n - self.ring.constant(1), ">=", ("add", n, ("neg", ONE)), shown)
            case ("is", e, inner, certificate):
                q, s, proof = self.sign(inner)
                target = self.facts.value(e)
                zero = self.identity(target - q, certificate)
                equal = self.from_difference(target, q, zero)
                return target, s, f"({REWRITE[s]} _ _ (eq_sym {equal}) {proof})"
        raise Unproved(f"the sign witness {witness[0]}")

    def from_difference(self, a: Quotient, b: Quotient, zero: str) -> str:
        """That two quantities are equal whose difference, as a normal form, is zero."""
        if a == b:
            return "eq_refl"
        difference = self.equal(("add", a, ("neg", b)), a - b)
        return self.script.lemma(
            f"{self.told(a)} = {self.told(b)}", f"(equal_of_vanishing _ _ (eq_trans {difference} {zero}))"
        )

    def _plus(self, a: Signed, b: Signed) -> Signed:
        (p, s, left), (q, t, right) = a, b
        rule = {(">", ">"): "plus_positive", (">", ">="): "plus_positive_nonneg", (">=", ">"): "plus_nonneg_positive",
                (">=", ">="): "plus_nonneg"}[s, t]  # fmt: skip
        sign = ">" if ">" in (s, t) else ">="
        return self.named(p + q, sign, ("add", p, q), f"({rule} _ _ {left} {right})")

    def _times(self, a: Signed, b: Signed) -> Signed:
        (p, s, left), (q, t, right) = a, b
        if s == t == ">":
            sign, rule = ">", "Rmult_lt_0_compat"
        elif implies(s, "!=") and implies(t, "!="):
            sign, rule = "!=", "mult_nonzero"
        else:
            sign, rule = ">=", "Rmult_le_pos"
        shown = f"({rule} _ _ {weaker(s, sign, left)} {weaker(t, sign, right)})"
        return self.named(p * q, sign, ("mul", p, q), shown)

    def _inverse(self, q: Quotient, s: str, proof: str) -> Signed:
        """The inverse, of which the equation needs no more than that the quantity is not zero."""
        rule = {">": "inverse_positive", "!=": "inverse_nonzero"}[s]
        with self.facts.conditions.also(s, q, proof):
            return self.named(q.inverse(), s, ("div", ONE, q), f"({rule} _ {proof})")

    def _exponential(self, u: Quotient) -> Signed:
        q = self.ring.exp(u)
        return q, ">", f"(same_positive _ _ {self.facts.exponential(u, q)} (exp_pos ({self.told(u)})))"

    def _bound(self, u: Quotient) -> Signed:
        """exp(u) - u - 1 is not negative."""
        q = self.ring.exp(u)
        shown = f"(exp_bound ({self.told(u)}) _ {self.facts.exponential(u, q)})"
        tree = ("add", q, ("neg", u), ("neg", ONE))
        return self.named(q - u - self.ring.constant(1), ">=", tree, shown)

    def _rooted(self, q: Quotient, s: str, proof: str) -> Signed:
        root = self.ring.sqrt(q)
        shown = f"(sqrt_lt_R0 _ {proof})" if s == ">" else f"(sqrt_pos ({self.told(q)}))"
        equal = self.facts.root(q, root)
        if equal == "eq_refl":
            return root, s, shown
        statement = SAID[s].format(f"({self.told(root)})")
        return root, s, self.script.lemma(statement, f"({REWRITE[s]} _ _ {equal} {shown})")

    def _sum(self, index: str, excluded: tuple[str, ...], inner: Form) -> Signed:
        """A sum of what is not negative, or of what is positive; the index of the witness may stand outside as well."""
        self.script.bind(index)
        q, s, proof = self.sign(inner)
        sign = ">=" if excluded else s
        size, conditions = self.script.size, self.facts.conditions
        each = conditions.closed(index, SAID[sign].format(f"({self.told(q)})"), weaker(s, sign, proof))
        fresh = self.ring.fresh_index(index)
        own = self.script.bind(fresh)
        image = rename(q, index, fresh)
        moved = self.facts.moved(q, {index: fresh})
        shown = f"({each} {own} r_{own})"
        shown = shown if moved == "eq_refl" else f"({REWRITE[sign]} _ _ {moved} {shown})"
        whole = self.facts.normal.total(image, fresh, excluded)
        kind = ("sum_nonneg", "sum_but_nonneg", "sum_but_two_nonneg")[len(excluded)]
        out = "".join(f" {self.facts.printer.index(i)}" for i in excluded)
        function, every = f"(fun {own} => {self.told(image)})", f"(fun {own} r_{own} => {shown})"
        value = self.facts.without(image, fresh, excluded)
        if sign == ">":
            kind, function = "sum_positive", f"{function} {self.script.hypothesis(0)}"
        return whole, sign, f"({REWRITE[sign]} _ _ {value} ({kind} {size}{out} {function} {every}))"

    def _up_to(self, index: str, last: Form, inner: Form) -> Signed:
        """The sum up to a whole number of what is not negative for any."""
        bound = of_the_set(index, COUNTED)
        own = self.script.bind(bound)
        self.facts.printer.letters[counted(("whole", index, 1))] = own
        q, s, proof = self.sign(inner)
        body = as_form(q)
        written = f"({REWRITE['>=']} _ _ (eq_sym {self.facts.equals(body, q)}) {weaker(s, '>=', proof)})"
        form: Form = ("upto", "j'", 1, last, put_for(body, ("whole", index, 1), ("whole", "j'", 1)))
        fact, end = self.facts.fact(form), self.facts.integer(last)
        shown = f"(total_nonneg 1 ({end})%Z _ (fun {own} r_{own} => {written}))"
        shown = self.script.lemma(f"0 <= {self.facts.said(form)}", shown)
        return fact.value, ">=", f"({REWRITE['>=']} _ _ {fact.equality} {shown})"

    def _whole(self, q: Quotient, sign: str) -> str:
        """The proof that a sum of whole numbers has a sign."""
        z = f"({self.facts.printer.count(q)})%Z"
        relation = "lt" if sign == ">" else "le"
        return self.script.lemma(SAID[sign].format(f"({self.told(q)})"), [
            f"assert (E' : ({'0 < ' if sign == '>' else '0 <= '}{z})%Z) by lia.",
            f"apply IZR_{relation} in E'. replace ({self.told(q)}) with (IZR {z}) by counted. exact E'.",
        ])  # fmt: skip

    def _power(self, q: Quotient, s: str, proof: str, exponent: Form) -> Signed:
        """A power of what has a sign has that."""
        if s == ">=":
            raise Unproved("a power of what may be zero")
        written: Form = ("power", as_form(q), exponent)
        z = f"({self.facts.integer(exponent)})%Z"
        rule = "powerRZ_lt" if s == ">" else "powerRZ_NOR"
        fact = self.facts.fact(written)
        inner = self.facts.equals(as_form(q), q)
        own = f"({REWRITE[s]} _ _ (eq_sym {inner}) {proof})" if inner != "eq_refl" else proof
        shown = f"({rule} _ {z} {own})"
        return fact.value, s, self.script.lemma(
            SAID[s].format(f"({self.told(fact.value)})"), f"({REWRITE[s]} _ _ {fact.equality} {shown})"
        )

    def _hypothesis(self, n: int, renaming: dict[str, str]) -> Signed:
        """An earlier inequality, perhaps for other channels: one that it says of a free index is proved there again."""
        free = {i: to for i, to in renaming.items() if i[0] != "*"}
        if not free:
            statement, proof = self.entries.statement(n), self.entries.proof(n)
            return self.excess(*self.instance(statement, proof, renaming))
        if len(renaming) > 1:
            raise Unproved("an inequality at several other channels")
        [(index, to)] = free.items()
        if to[0] != "*":
            return self.excess(*self.entries.elsewhere(n, index, to))
        fresh = self.ring.fresh_index(index)
        self.script.bind(fresh)
        q, sign, proof = self.excess(*self.entries.elsewhere(n, index, fresh))
        each = self.facts.conditions.closed(fresh, SAID[sign].format(f"({self.told(q)})"), proof)
        own, moved = self.script.bind(to), self.facts.moved(q, {fresh: to})
        shown = f"({each} {own} r_{own})"
        return rename(q, fresh, to), sign, shown if moved == "eq_refl" else f"({REWRITE[sign]} _ _ {moved} {shown})"

    def instance(self, statement: Form, proof: str, renaming: dict[str, str]) -> tuple[Form, str]:
        """A statement about every channel, at some of them, or at those that are bound."""
        for star in sorted(i for i in free_indices(statement) if i[0] == "*"):
            to = renaming.get(star, star)
            if to[0] == "*":
                self.script.bind(to)
            proof = f"({proof} {self.facts.printer.index(to)} {self.script.in_range(to)})"
        return replaced(statement, renaming), proof

    def excess(self, statement: Form, proof: str) -> Signed:
        """The larger side of an inequality less the smaller one."""
        relation, a, b = statement
        if relation not in INEQUALITIES:
            raise Unproved("an inequality")
        low, high = (a, b) if relation in ("lt", "le") else (b, a)
        facts = {e: self.facts.fact(e) for e in (low, high)}
        q, sign = facts[high].value - facts[low].value, INEQUALITIES[relation]
        equal = self.equal(("add", high, ("neg", low)), q, facts)
        rule = {">": "less_positive", ">=": "less_nonneg", "!=": "differ_nonzero"}[sign]
        proof = f"(Rge_le _ _ {proof})" if relation == "ge" else proof
        said = SAID[sign].format(f"({self.told(q)})")
        return q, sign, self.script.lemma(said, f"({REWRITE[sign]} _ _ {equal} ({rule} _ _ {proof}))")

    # --- what vanishes ----------------------------------------------------------------------------------------

    def identity(self, target: Quotient, certificate: Form) -> str:
        """The proof that a normal form is zero."""
        _, parts, witness = certificate
        if not target:
            return "eq_refl"
        found = [(self.facts.value(cofactor), *self.relation(relation)) for relation, cofactor in parts]
        tree, zero = self._combination(found)
        if witness is None:
            shown = f"(eq_trans {self.equal(target, tree)} {zero})"
        else:
            factor, s, proof = self.sign(witness)
            whole = self.equal(("mul", factor, target), tree)
            shown = f"(vanishing_factor _ _ {weaker(s, '!=', proof)} (eq_trans {whole} {zero}))"
        return self.script.lemma(f"{self.told(target)} = 0", shown)

    def _combination(self, found: list[tuple[Quotient, Quotient, str]]) -> tuple[Tree, str]:
        """The sum of multiples of what vanishes, and that it does."""
        tree: Tree = ("num", "0")
        zero = "eq_refl"
        for n, (cofactor, q, proof) in enumerate(reversed(found)):
            term, shown = ("mul", cofactor, q), f"(term_vanishes ({self.told(cofactor)}) _ {proof})"
            tree = ("add", term, tree) if n else term
            zero = f"(sum_vanishes _ _ {shown} {zero})" if n else shown
        return tree, zero

    def relation(self, certificate: Form) -> tuple[Quotient, str]:
        """A quantity that vanishes, and the proof."""
        match certificate:
            case ("use", n):
                return self._use(self.entries.statement(n), self.entries.proof(n))
            case ("at", n, t, value):
                return self._use(*self.facts.instance(self.entries.statement(n), self.entries.proof(n), t, value))
            case ("rename", n, i, j):
                return self._renamed(n, i, j)
            case ("sum", n, i, weight, *own):
                return self._summed(n, i, self.facts.value(weight), *own)
            case ("root", a, b, sign_a, sign_b, squares):
                p, q = self.facts.value(a), self.facts.value(b)
                shown = [weaker(s, ">=", proof) for _, s, proof in map(self.sign, (sign_a, sign_b))]
                zero = self.identity(p * p - q * q, squares)
                apart = self.equal(("add", ("pow", p, 2), ("neg", ("pow", q, 2))), p * p - q * q)
                proof = f"(equal_roots _ _ {shown[0]} {shown[1]} (eq_trans {apart} {zero}))"
                return self._vanishes(p - q, ("add", p, ("neg", q)), proof)
            case ("square", a, square):
                q = self.facts.value(a)
                zero = self.identity(q.power(2), square)
                whole = self.equal(("pow", q, 2), q.power(2))
                return self._vanishes(q, q, f"(square_vanishing _ (eq_trans {whole} {zero}))")
            case ("deriv", inner, v):
                q, zero = self.relation(inner)
                return self.everywhere.slope(as_form(q), zero, v) if q else (q, zero)
            case ("exp", n, m):
                return self._exponentials(self.entries.statement(n), self.entries.proof(n), m)
            case ("powers", e, n):
                return self._powers(e, n)
            case ("log", parts, product):
                return self._logarithms(parts, product)
            case ("constant", n, _):
                _, (_, g, v), _ = self.entries.statement(n)
                there: Form = ("at", g, v, self.everywhere.point(v))
                difference: Form = ("add", g, ("neg", there))
                facts = {e: self.facts.fact(e) for e in (g, there)}
                proof = f"(vanishing _ _ {self.everywhere.same(g, v, self.entries.proof(n))})"
                return self._vanishes(facts[g].value - facts[there].value, difference, proof, facts)
            case ("linear", v, p, x, x0, slope, start):
                return self._linear(v, p, x, x0, slope, start)
        raise Unproved(f"the relation {certificate[0]}")

    def _exponentials(self, statement: Form, proof: str, m: Form) -> tuple[Quotient, str]:
        """exp(m a) = exp(m b), where a = b."""
        _, a, b = statement
        left, right = (("fn", "exp", ("mul", m, side)) for side in (a, b))
        facts = {e: self.facts.fact(e) for e in (left, right)}
        multiple = f"(fun z' => exp ({self.script.translator.term(m, PRODUCT)} * z'))"
        equal = f"(f_equal {multiple} {self.equation(statement, proof)})"
        q = facts[left].value - facts[right].value
        return self._vanishes(q, ("add", left, ("neg", right)), f"(vanishing _ _ {equal})", facts)

    def equal_exponents(self, a: Form, b: Form, witness: Form, certificate: Form) -> str:
        """The proof that a = b, for exp(m a) = exp(m b) and m is not zero."""
        m, s, proof = self.sign(witness)
        left, right = (("fn", "exp", ("mul", as_form(m), side)) for side in (a, b))
        facts = {e: self.facts.fact(e) for e in (left, right)}
        q = facts[left].value - facts[right].value
        tree: Form = ("add", left, ("neg", right))
        zero = f"(eq_trans {self.equal(tree, q, facts)} {self.identity(q, certificate)})"
        return f"(equal_exponents _ _ _ {weaker(s, '!=', proof)} {zero})"

    def _powers(self, e: Form, n: int) -> tuple[Quotient, str]:
        """exp(e)^n = exp(n e)."""
        power: Form = ("pow", ("fn", "exp", e), n)
        whole: Form = ("fn", "exp", ("mul", ("num", str(n)), e))
        facts = {part: self.facts.fact(part) for part in (power, whole)}
        equal = f"(eq_sym (exp_power {n} ({self.script.translator.term(e)}) _ eq_refl))"
        q = facts[power].value - facts[whole].value
        return self._vanishes(q, ("add", power, ("neg", whole)), f"(vanishing _ _ {equal})", facts)

    def _logarithms(self, parts: Sequence[Form], certificate: Form) -> tuple[Quotient, str]:
        """The sum of multiples of logarithms is zero, for the product of the powers is 1."""
        one = self.ring.constant(1)
        product, power, total = one, ONE, ZERO
        sign, shown, value = "Rlt_0_1", "ln_1", self.ring.constant(0)
        for n, f, witness in reversed(parts):
            q = self.facts.value(f)
            _, s, proof = self.sign(witness)
            rule = "ln_power" if n > 0 else "ln_power_less"
            log, positive = self.ring.log(q), weaker(s, ">", proof)
            named = f"{abs(n)} ({self.told(q)}) ({self.told(log)}) _ _ {positive} {self.facts.logarithm(q)}"
            shown = f"({rule} {named} {sign} {shown})"
            sign = f"({rule}_positive {abs(n)} ({self.told(q)}) _ {positive} {sign})"
            power = ("mul", ("pow", q, n), power)
            total = ("add", ("mul", ("num", str(n)), log), total)
            product, value = product * q.power(n), value + log.scaled(n)
        zero = self.identity(product - one, certificate)
        equal = self.from_difference(product, one, zero)
        whole = f"(eq_trans {self.equal(power, product)} {equal})"
        return self._vanishes(value, total, f"(ln_whole _ _ {shown} {whole})")

    def _linear(self, v: Form, p: Form, x: Form, x0: Form, slope: Form, start: Form) -> tuple[Quotient, str]:
        """v = 0, for it solves a linear equation and is zero somewhere."""
        value, proof = self.facts.slope(v, x)
        product: Form = ("mul", p, v)
        right = self.facts.fact(product)
        zero = self.identity(value - right.value, slope)
        equal = f"(eq_trans {self.from_difference(value, right.value, zero)} (eq_sym {right.equality}))"
        there = self.facts.fact(("at", v, x, x0))
        begins = f"(eq_trans {there.equality} {self.identity(there.value, start)})"
        shown = self.everywhere.linear(
            v, p, x, f"(d_eq _ _ _ _ {proof} {equal})", f"(d_exists _ _ _ {self.facts.slope(p, x)[1]})", begins
        )
        fact = self.facts.fact(v)
        return self._vanishes(fact.value, v, shown, {v: fact})

    def _vanishes(
        self, q: Quotient, tree: Tree, proof: str, facts: dict[Tree, Fact] | None = None
    ) -> tuple[Quotient, str]:
        """What vanishes as it is put together vanishes as a normal form."""
        if not q:
            return q, "eq_refl"
        shown = f"(eq_trans {self.equal(q, tree, facts)} {proof})"
        return q, self.script.lemma(f"{self.told(q)} = 0", shown)

    def _renamed(self, n: int, i: str, j: str) -> tuple[Quotient, str]:
        statement, proof = self.entries.statement(n), self.entries.proof(n)
        if i[0] != "*":
            return self._use(*self.entries.elsewhere(n, i, j))
        return self._use(*self.instance(statement, proof, {i: j}))

    def _summed(self, n: int, i: str, weight: Quotient, own: str = "") -> tuple[Quotient, str]:
        """The sum over all channels of multiples of what vanishes in each; the weight may have its `own` index."""
        statement, proof = self.entries.statement(n), self.entries.proof(n)
        if i[0] == "*":
            self.script.bind(i)
            q, zero = self._use(*self.instance(statement, proof, {}))
        else:
            index = self.ring.fresh_index(i)
            self.script.bind(index)
            q, zero = self._use(*self.entries.elsewhere(n, i, index))
            weight, i = rename(weight, own or i, index), index
        letter = self.script.bind(i)
        term = weight * q
        each = self._vanishes(term, ("mul", weight, q), f"(term_vanishes ({self.told(weight)}) _ {zero})")[1]
        whole = self.facts.normal.total(term, i, ())
        if not whole:
            return whole, "eq_refl"
        every = f"(fun {letter} r_{letter} => {each})"
        sums = f"(sum_vanishing {self.script.size} (fun {letter} => {self.told(term)}) {every})"
        return whole, self.script.lemma(
            f"{self.told(whole)} = 0", f"(eq_trans (eq_sym {self.facts.without(term, i, ())}) {sums})"
        )

    def _use(self, statement: Form, proof: str) -> tuple[Quotient, str]:
        for star in sorted(i for i in free_indices(statement) if i[0] == "*"):
            if star not in self.facts.printer.letters:
                raise Unproved("an equation about every channel")
        if statement[0] == "or":
            return self._either(statement, proof)
        if statement[0] != "eq":
            raise Unproved("an equation")
        q, tree, facts = self._difference(statement)
        return self._vanishes(q, tree, f"(vanishing _ _ {self.equation(statement, proof)})", facts)

    def _difference(self, statement: Form) -> tuple[Quotient, Tree, dict[Tree, Fact]]:
        """The difference of the sides of an equation: its normal form, and as it is written."""
        _, a, b = statement
        facts = {e: self.facts.fact(e) for e in (a, b)}
        return facts[a].value - facts[b].value, ("add", a, ("neg", b)), facts

    def _either(self, statement: Form, proof: str) -> tuple[Quotient, str]:
        """One of several equations holds: the product of the differences vanishes."""
        parts = [self._difference(part) for part in statement[1:]]
        q, tree, facts = parts[-1]
        shown = "(fun P' => vanishing _ _ P')"
        for own, difference, more in reversed(parts[:-1]):
            q, tree, facts = own * q, ("mul", difference, tree), {**more, **facts}
            shown = f"(fun P' => either_vanishes _ _ _ _ P' (fun Q' => vanishing _ _ Q') {shown})"
        return self._vanishes(q, tree, f"({shown} {proof})", facts)

    def one_of(self, parts: Sequence[Form], certificate: Form) -> str:
        """One of several equations holds, for the product of their differences vanishes."""
        last, said = parts[-1], self.script.translator
        q, tree, facts = self._difference(last)
        shown, text = "(fun P' => equal_of_vanishing _ _ P')", said.statement(last)
        for part in reversed(parts[:-1]):
            own, difference, more = self._difference(part)
            q, tree, facts = own * q, ("mul", difference, tree), {**more, **facts}
            both = f"({said.statement(part)}) ({text})"
            shown = f"(fun P' => either_holds _ _ {both} P' (fun Q' => equal_of_vanishing _ _ Q') {shown})"
            text = f"({said.statement(part)}) \\/ ({text})"
        whole = f"(eq_trans {self.equal(tree, q, facts)} {self.identity(q, certificate)})"
        return f"({shown} {whole})"

    def equation(self, statement: Form, proof: str) -> str:
        """The proof that both sides of an equation are equal, from the proof of the equation as it is stated."""
        _, a, _ = statement
        if a[0] != "D":
            return proof
        rule, holes = ("p", 4) if a[2][0] == "coord" else ("d", 3)
        return f"({rule}_value{' _' * holes} {proof})"
