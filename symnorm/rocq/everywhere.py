"""What holds wherever a theorem lets its variables range, and what follows of that: its derivative, and constants."""

from __future__ import annotations

from collections.abc import Callable

from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form, subforms
from .moving import Facts
from .names import identifier
from .printed import Unproved
from .script import GIVEN
from .statement import ATOM


class Everywhere:
    """Proofs from what holds everywhere: in the set in which the variables of a theorem range."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.script = facts, facts.script
        self.range = facts.script.document.range
        facts.near_place = self._exists_near

    # --- where that is ----------------------------------------------------------------------------------------

    def write(self) -> None:
        """Writes what is known of the set, as lemmas."""
        parts = self.range.parts
        pattern = f"[{' ['.join(f'i{n}' for n in range(len(parts) - 1))} i{len(parts) - 1}{']' * (len(parts) - 1)}"
        for n, part in enumerate(parts):
            self.script.write(f"i{n}'", part, [f"destruct {GIVEN} as {pattern}.", f"exact i{n}."], [])

    @property
    def given(self) -> str:
        """The proof that all that is supposed holds at the place where the variables are."""
        return f"i{len(self.range.parts) - 1}' {self._place}"

    @property
    def _place(self) -> str:
        assert self.script.place is not None
        return " ".join(self.script.place.names)

    def _number(self, v: Form) -> int:
        """The number of the part of `along` that is about a variable."""
        number = 0
        for own, point in self.range.slices:
            if own[1] == v[1] and own[0] in (v[0], "vector") and (own[0] != "coord" or own == v):
                return number
            number += 1 if point is None else 2
        raise Unproved("a variable that does not vary")

    def slice(self, v: Form) -> str:
        """The proof of what the set is along a variable: an interval, a segment, or open."""
        others = " ".join(n for n, _ in self.range.varying if n != identifier(v[1]))
        return f"(i{self._number(v)}' {others})" if others else f"i{self._number(v)}'"

    def set(self, v: Form) -> str:
        """The set as one of a variable."""
        return self.range.slice(identifier(v[1]))

    def _near(self, v: Form) -> str:
        """The proof that a variable may be moved a little."""
        assert self.script.place is not None
        place = self.script.translator.place(v)
        if v[0] == "sym":
            return f"(interval_near {self.set(v)} {place} {self.slice(v)} {self.script.place.mark})"
        if self.range.slices[0][0][0] == "vector":
            return f"(open_near {self.script.size} {self.set(v)} {place} {self.slice(v)} {self.script.place.mark})"
        index = self.script.translator.index(v[2])
        return f"(segment_near {index} {self.set(v)} {identifier(v[1])} {self.slice(v)} {self.script.place.mark})"

    def along(self, v: Form, proof: str, statement: str) -> str:
        """What is proved at the place, as a function of a variable that is somewhere in its slice."""
        lemma = self.script.everywhere(statement, proof)
        if len(self.range.varying) == 1:
            return lemma
        names = " ".join(n for n, _ in self.range.varying)
        return f"(fun {identifier(v[1])} k' => {lemma} {names} k')"

    def _exists_near(self, name: str, order: int, place: Form, v: Form) -> str:
        """The proof that a derivative exists around the place, for it does everywhere."""
        said = self.script.translator
        exists = f"ex_derive_n {identifier(name)} {order} {said.term(place, ATOM)}"
        every = self.along(v, self.facts.existing.proof(name, order, place), exists)
        rule = "around_everywhere" if v[0] == "coord" else "near_everywhere"
        return f"({rule} {self.set(v)} (fun {identifier(v[1])} => {exists}) {said.place(v)} {self._near(v)} {every})"

    # --- what follows -----------------------------------------------------------------------------------------

    def slope(self, e: Form, zero: str, v: Form) -> tuple[Quotient, str]:
        """The derivative of what is zero everywhere, as a normal form, and that it is zero."""
        said = self.script.translator
        every = self.along(v, zero, f"{said.term(e)} = 0")
        q, proof = self.facts.slope(e, v)
        rule = "p_vanish" if v[0] == "coord" else "d_vanish"
        shown = f"({rule} {self.set(v)} {said.function(e, v)} {said.place(v)} _ {self._near(v)} {every} {proof})"
        return q, self.script.lemma(f"{self.facts.told(q)} = 0", shown)

    def constant(self, statement: Form, v: Form, proof: str) -> str:
        """A constant c = g from that g has the derivative 0 along a variable: it exists, and is bound from now on."""
        _, (_, c), g = statement
        said, name = self.script.translator, identifier(c)
        every = self.along(v, proof, self.facts.derivative(g, v, "0"))
        exists = f"exists {name} : R, {self.range.everywhere(f'{name} = {said.term(g)}')}"
        if v[0] == "sym":
            shown = f"(along_exists {self.set(v)} {said.function(g, v)} {self.slice(v)} {every})"
        else:
            index = said.index(v[2])
            shown = f"(segment_exists {index} {self.set(v)} {said.function(g, v)} {self.slice(v)} {every})"
        if len(self.range.varying) > 1:
            raise Unproved("a constant of integration where several variables vary")
        self.script.write(f"x_{name}'", exists, [f"exact {shown}."], [], everything=True)
        known = f"k_{name}'"
        self.facts.printer.kinds[name] = "R"
        self.script.binder(name, "R", [(known, self.range.everywhere(f"{name} = {said.term(g)}"))])
        return f"({known} {self._place})"

    def differ(self, statement: Form, zero: Callable[[Quotient], str]) -> str:
        """An equation of antiderivatives, from a proof that the difference of its sides has the derivative 0."""
        _, a, b = statement
        found = list(dict.fromkeys(part for part in subforms(statement) if part[:1] == ("integral",)))
        (v,) = {e[2] for e in found}
        names = [self._bound(e) for e in found]
        difference: Form = ("add", a, ("neg", b))
        q, proof = self.facts.slope(difference, v)
        rule, holes = ("p", " _ _ _ _ _") if v[0] == "coord" else ("d", " _ _ _ _")
        every = self.along(v, f"({rule}_eq{holes} {proof} {zero(q)})", self.facts.derivative(difference, v, "0"))
        said = self.script.translator
        sides = f"{said.function(a, v)} {said.function(b, v)} {self.slice(v)} {every}"
        lemma = f"segment_differ {said.index(v[2])}" if v[0] == "coord" else "along_differ"
        equal = f"exists K' : R, {self.range.everywhere(f'{said.term(a)} = {said.term(b)} + K' + chr(39))}"
        shown = self.script.lemma(equal, f"({lemma} {self.set(v)} {sides})")
        return f"(fun {' '.join([*names, *(f'{name}_is' for name in names)])} => {shown})"

    def _bound(self, e: Form) -> str:
        """The name of an antiderivative, which is bound from now on."""
        if e not in self.script.integrals:
            name = self.script.fresh("i")
            known = self.script.translator.antiderivative(e, name)
            self.script.binder(name, "R -> R", [(f"{name}_is", known)])
            self.facts.printer.kinds[name] = "R -> R"
            self.script.integrals[e] = name
            number = self.facts.value(e).as_atom()
            assert number is not None
            self.facts.printer.integrals[number] = self.script.translator.term(e)
        return self.script.integrals[e]

    def antiderivative(self, e: Form) -> str:
        """That there is an antiderivative of what has a derivative everywhere."""
        _, inner, v = e
        said = self.script.translator
        rule, ex = ("p_exists _ _ _ _", "ex_partial") if v[0] == "coord" else ("d_exists _ _ _", "ex_derive")
        smooth = f"{ex} {said.function(inner, v)} {said.place(v)}"
        every = self.along(v, f"({rule} {self.facts.slope(inner, v)[1]})", smooth)
        lemma = f"segment_antiderivative {said.index(v[2])}" if v[0] == "coord" else "along_antiderivative"
        return f"({lemma} {self.set(v)} {said.function(inner, v)} {self.slice(v)} {every})"

    def solved(self, statement: Form, proof: str, derivative: Form) -> None:
        """The next derivative exists, for what the last one equals everywhere has a derivative."""
        match statement, derivative:
            case ("eq", ("D", ("app", name, (0,), (v,)), along), g), ("app", other, (1,), (place,)):
                if not (name == other and v == along == place):
                    raise Unproved("a derivative that exists by an equation of another")
        _, left, g = statement
        name, v = derivative[1], derivative[3][0]
        said, fact = self.script.translator, self.facts.fact(left)
        equal = f"(eq_trans (eq_sym {fact.equality}) {self.equation(left, proof)})"
        every = self.along(v, equal, f"Derive_n {identifier(name)} 1 {said.value(v)} = {said.term(g)}")
        _, slope = self.facts.slope(g, v)
        rule = "entry_again" if v[0] == "coord" else "derive_again"
        shown = (f"({rule} {identifier(name)} 1 {self.set(v)} {said.function(g, v)} {said.place(v)} _ {self._near(v)} "
                 f"{every} {slope})")  # fmt: skip
        exists = self.script.lemma(f"ex_derive_n {identifier(name)} 2 {said.value(v)}", shown)
        self.facts.existing.more.append((name, 2, v, exists))

    @staticmethod
    def equation(left: Form, proof: str) -> str:
        """The equation that a derivative equals something, from that it exists and does."""
        return f"(p_value _ _ _ _ {proof})" if left[2][0] == "coord" else f"(d_value _ _ _ {proof})"

    def same(self, g: Form, v: Form, proof: str) -> str:
        """g(v) = g(point), for a derivative of g that is zero."""
        point = self.point(v)
        said = self.script.translator
        every = self.along(v, proof, self.facts.derivative(g, v, "0"))
        ends = f"{said.place(v)} {said.term(point, ATOM)}"
        return (f"(along_constant {self.set(v)} {said.function(g, v)} {ends} {self.slice(v)} {every} "
                f"{self._mark} {self.reached(v)})")  # fmt: skip

    def linear(self, v: Form, p: Form, x: Form, slope: str, continuous: str, start: str) -> str:
        """v = 0, from v' = p v, that p has a derivative, and that v is zero at the point."""
        said = self.script.translator
        product = said.term(("mul", p, v))
        every = self.along(x, slope, self.facts.derivative(v, x, product))
        smooth = self.along(x, continuous, f"ex_derive {said.function(p, x)} {said.place(x)}")
        ends = f"{said.term(self.point(x), ATOM)} {said.place(x)}"
        return (f"(along_linear {self.set(x)} {said.function(v, x)} {said.function(p, x)} {ends} {self.slice(x)} "
                f"{every} {smooth} {self.reached(x)} {self._mark} {start})")  # fmt: skip

    @property
    def _mark(self) -> str:
        assert self.script.place is not None
        return self.script.place.mark

    def point(self, v: Form) -> Form:
        """The point that the interval of a variable is said to contain."""
        for own, point in self.range.slices:
            if own == v and point is not None and v[0] == "sym":
                return point
        raise Unproved("a value at a point that is not in the interval")

    def reached(self, v: Form) -> str:
        """The proof that it does."""
        return f"(i{self._number(v) + 1}' {self._place})"


