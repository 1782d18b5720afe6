"""Whole numbers: powers with whole exponents, sums up to one, and what holds of every one, at a certain one."""

from __future__ import annotations

from ..checker.calculus.generators import COUNTED
from ..checker.calculus.polynomial import Monomial, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.substitution import rename
from ..checker.forms import Form, put_for
from .algebra import Tree
from .names import identifier
from .printed import NAME, Unproved
from .sums import Sums, Term
from .written import as_form


def whole(index: str) -> Form:
    """The whole number from 1 that a sum binds."""
    return ("whole", index, 1)


def elsewhere(proof: str, number: Form, at: str, known: str) -> str:
    """What is proved of every value of a whole number, which is free in the proof, at another one."""
    places = {identifier(number[1]): at, f"r_{identifier(number[1])}": known}
    return NAME.sub(lambda m: places.get(m[0], m[0]), proof)


class Counted(Sums):
    """Terms with whole numbers."""

    def _proof(self, e: Form, q: Quotient) -> str:
        match e:
            case ("power", a, exponent):
                return self._power(a, exponent, q)
            case ("upto", *_):
                return self._from(e, q)
        return super()._proof(e, q)

    def integer(self, e: Form) -> str:
        """The end of a sum or an exponent, as it is written."""
        return self.script.translator.integer(e)

    # --- another number in the place of one --------------------------------------------------------------------

    def put(self, value: Form, name: str = "E'") -> list[str]:
        """Tactics: in what is known of Z.to_nat z, the number z that a term is stands as it is written."""
        z = self.integer(value)
        return [
            f"assert (V' : INR (Z.to_nat ({z})%Z) = {self.said(value)}) by (rewrite INR_to_nat by lia; counted).",
            f"assert (W' : Z.of_nat (Z.to_nat ({z})%Z) = ({z})%Z) by lia.",
            f"cbv beta in {name}. rewrite ?V', ?W' in {name}.",
        ]

    def instance(self, statement: Form, proof: str, number: Form, value: Form) -> tuple[Form, str]:
        """What is proved of every whole number, at one."""
        image = put_for(statement, number, value)
        z = f"(Z.to_nat ({self.integer(value)})%Z)"
        lines = [
            f"assert (R' : ({number[2]} <= {z})%nat) by lia.",
            f"pose proof {elsewhere(proof, number, z, chr(82) + chr(39))} as E'.",
            *self.put(value),
            "exact E'.",
        ]
        return image, self.script.lemma(self.script.translator.statement(image), lines)

    # --- powers -------------------------------------------------------------------------------------------------

    def _power(self, a: Form, exponent: Form, q: Quotient) -> str:
        inner, z = self.fact(a), self.integer(exponent)
        base, text = inner.value, self.told(inner.value)
        inside = f"(f_equal (fun b' => powerRZ b' ({z})%Z) {inner.equality})"
        if base.as_constant() == 1:
            return f"(eq_trans {inside} (power_one ({z})%Z))"
        times, rest = self.ring.units(self.value(exponent))
        may_be_zero = all(n >= 0 for n in (rest, *times.values()))
        nonzero = "" if may_be_zero else self.conditions.different(base)
        parts: list[tuple[str, Tree, str]] = []

        def part(n: int, unit: str, tree: Tree, proof: str) -> None:
            if n < 0:
                opposite = f"(power_opposite _ _ _ {nonzero} {proof})"
                parts.append((f"- {unit}", ("div", ("num", "1"), tree), opposite))
            else:
                parts.append((unit, tree, proof))

        def side(*integers: str) -> str:
            """That a sum of exponents is a product of powers: all are 0 at least, or the base is not zero."""
            wanted = " /\\ ".join(f"(0 <= {i})%Z" for i in integers)
            return f"(or_intror (ltac:(lia) : {wanted}))" if may_be_zero else f"(or_introl {nonzero})"

        part(rest, f"(Z.of_nat {abs(rest)})", ("pow", base, abs(rest)), f"(power_nonneg ({text}) {abs(rest)})")
        for t, n in times.items():
            unit = self.ring.generator(self.ring.keys[t]) - self.ring.constant(self.ring.keys[t][2])
            power = self.ring.generator(("power", base, unit))
            u = f"({self.printer.count(unit)})%Z"
            shown = f"(power_times ({text}) {u} {abs(n)} ({self.told(power)}) {side(u)} eq_refl)"
            part(n, f"(Z.of_nat {abs(n)} * {u})", ("pow", power, abs(n)), shown)
        tree: Tree = parts[-1][1]
        integer, proof = parts[-1][0], parts[-1][2]
        for own, one, shown in reversed(parts[:-1]):
            proof = f"(power_plus ({text}) ({own})%Z ({integer})%Z _ _ {side(own, integer)} {shown} {proof})"
            integer, tree = f"{own} + ({integer})", ("mul", one, tree)
        equal = self.algebra.equal(tree, q)
        apart = self.script.lemma(
            f"powerRZ ({text}) ({z})%Z = {self.told(q)}",
            [f"replace ({z})%Z with ({integer})%Z by lia.", f"etransitivity; [exact {proof}|].",
             f"unfold Rdiv; rewrite ?Rmult_1_l. etransitivity; [|exact {equal}]. unfold Rdiv. ring."],
        )
        return f"(eq_trans {inside} {apart})"

    # --- sums up to a whole number --------------------------------------------------------------------------------

    def _from(self, e: Form, q: Quotient) -> str:
        """A sum from whatever number, as one from 1."""
        _, k, first, last, body = e
        z, before = self.integer(last), first - 1
        fresh = self.ring.fresh_index(COUNTED)
        end = self.value(last) - self.ring.constant(before)
        if not before:
            return self._up_to(put_for(body, ("whole", k, 1), whole(fresh)), fresh, z, end, q)
        place: Form = ("add", whole(fresh), ("num", str(before)))
        own, y = self.script.bind(fresh), f"{z} - ({before})"
        form = put_for(body, ("whole", k, first), place)
        shifted = self.script.lemma(f"{self.said(e)} = total 1 ({y})%Z (fun {own} => {self.said(form)})", [
            f"apply total_from; [lia|]. intros {own} r_{own}.",
            f"replace (Z.to_nat (Z.of_nat {own} + (Z.of_nat {first} - 1))) with (Z.to_nat ({self.integer(place)})%Z) "
            "by (f_equal; lia).",
            *(line.replace(" in E'", "") for line in self.put(place)), "reflexivity.",
        ])  # fmt: skip
        return f"(eq_trans {shifted} {self._up_to(form, fresh, y, end, q)})"

    def _up_to(self, form: Form, fresh: str, z: str, last: Quotient, q: Quotient) -> str:
        """The sum of a form up to z, an index of it being bound: the last terms by themselves, the rest one by one."""
        ring = self.ring
        times, more = ring.units(last)
        begun = last - ring.constant(max(more, 0))
        own = self.script.bind(fresh)
        written = f"(fun {own} => {self.said(form)})"
        start = f"({self.printer.count(begun)})%Z"
        ends: list[Form] = []
        steps = [f"({start}{' + 1' * n})%Z" for n in range(max(more, 0) + 1)]
        lines = [f"etransitivity; [exact (total_at ({z})%Z {steps[-1]} {written} ltac:(lia))|]."]
        lines += [f"rewrite (total_next {step} {written}) by lia." for step in reversed(steps[:-1])]
        for n in range(1, more + 1):
            end = as_form(begun + ring.constant(n))
            ends.append(put_for(form, whole(fresh), end))
            lines += [
                f"replace (Z.to_nat ({start}{' + 1' * n})) with (Z.to_nat ({self.integer(end)})%Z) by (f_equal; lia).",
                *(line.replace(" in E'", "").replace("V'", f"V{n}'").replace("W'", f"W{n}'") for line in self.put(end)),
            ]
        rest = f"total 1 {start} {written}"
        lines.append("reflexivity.")
        apart = self.script.lemma(
            f"total 1 ({z})%Z {written} = {' + '.join([rest, *(f'({self.said(end)})' for end in ends)])}", lines
        )
        if times:
            inner = self.fact(form)
            value, moments = self.counted_moments(inner.value, fresh, begun)
            every = f"(fun {own} => {self.told(inner.value)}) (fun {own} r_{own} => {inner.equality})"
            shown = f"(eq_trans (total_ext 1 {start} _ {every}) {moments})"
        else:
            value, shown = ring.constant(0), f"(total_empty 1 {start} _ ltac:(lia))"
        facts = {end: self.fact(end) for end in ends}
        tree: Tree = ("add", value, *ends) if ends else value
        equal = self.algebra.equal(tree, q, facts)
        whole_ = self.script.lemma(
            f"total 1 ({z})%Z {written} = {self.told(q)}",
            [f"rewrite {apart}.", f"rewrite {self._named_sum(rest, value, shown)}.", f"exact {equal}."],
        )
        return whole_

    def _named_sum(self, text: str, value: Quotient, proof: str) -> str:
        return self.script.lemma(f"{text} = {self.told(value)}", proof)

    def counted_moments(self, q: Quotient, index: str, last: Quotient) -> tuple[Quotient, str]:
        """The sum of a quantity up to a whole number: its value, and the proof of that."""
        ring, own, told = self.ring, self.printer.letters[index], self.told
        value = ring._moments(q, index, lambda m: ring._sum_monomial(m, index, last, "upto"))
        z = f"({self.printer.count(last)})%Z"
        statement = f"total 1 {z} (fun {own} => {told(q)}) = {told(value)}"
        inside, outside = ring.summands(q, index)
        over = ring.quotient(Polynomial.constant(1), outside)
        terms = []
        for monomial, c in inside.terms.items():
            free = Polynomial({tuple(f for f in monomial if index not in ring.indices_of[f[0]]): c})
            bound = tuple(f for f in monomial if index in ring.indices_of[f[0]])
            terms.append(self._counted_term(Quotient(ring, free, {}) * over, bound, index, last))
        if not terms:
            return value, self.script.lemma(statement, f"(total_zero 1 {z})")
        return value, self.script.lemma(statement, self.in_steps("total", f"1 {z}", own, q, terms, value))

    def _counted_term(self, factor: Quotient, bound: Monomial, index: str, last: Quotient) -> Term:
        ring, own = self.ring, self.printer.letters[index]
        z = f"({self.printer.count(last)})%Z"
        if not bound:
            if ring.least(last) < 0:
                raise Unproved("how many terms a sum has that may be empty")
            proof = self.script.lemma(
                f"total 1 {z} (fun _ => 1) = {self.told(last)}", ["rewrite total_one by lia. counted."]
            )
            return Term(factor, ring.constant(1), "1", last, proof)
        moment = ring._sum_monomial(bound, index, last, "upto")
        number = moment.as_atom()
        key = () if number is None else ring.keys[number]
        image = rename(self.conditions.monomial(bound), index, ring.placeholder(bound, index))
        if key[:1] != ("upto",) or image.num.as_monomial() != (key[2], 1) or image.den:
            raise Unproved("a sum of sums up to a whole number")
        placed = ring.bound(key[2])
        factors: list[Tree] = []
        for a, e in key[2]:
            match ring.keys[a]:
                case ("inv", p):
                    one: Tree = ("div", ("num", "1"), rename(Quotient(ring, p, {}), placed, index))
                case _:
                    one = rename(self.conditions.monomial(((a, 1),)), placed, index)
            factors.append(("pow", one, e) if e > 1 else one)
        rest = ("mul", *factors) if len(factors) > 1 else factors[0]
        return Term(factor, rest, self.of_moment(key[2], own), moment, f"(eq_refl ({self.told(moment)}))")
