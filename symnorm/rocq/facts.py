"""Facts about single terms: that what is written equals its normal form.

A fact follows the structure of its term. Sums, quotients and powers of other terms are one step, which is `algebra`;
a sum over channels is taken apart into moments (`sums`); a derivative has one rule for each constructor (`slopes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ..checker.calculus.normal import Normalizer, renamed
from ..checker.calculus.polynomial import Monomial, Number, Polynomial, ratio
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import multiple
from ..checker.calculus.substitution import rename
from ..checker.forms import Form
from .algebra import Fact, Tree
from .conditions import REWRITE, SAID, Conditions, Memory
from .document import Document
from .names import identifier
from .numbers import calculation, holds_function, is_number, sign_of
from .printed import Printer, Unproved
from .script import Script
from .written import as_form

ARITHMETIC = ("num", "add", "mul", "neg", "div", "pow")


class Values:
    """That terms equal their normal forms, each proved once."""

    def __init__(self, document: Document, normal: Normalizer) -> None:
        self.normal, self.ring = normal, normal.ring
        self.printer = Printer(self.ring, document.setting)
        self.script = Script(document, self.printer)
        self.memory = Memory(self.script)
        self.conditions = Conditions(self.script, self.memory)
        self.algebra = self.conditions.algebra
        self.conditions.moved = self.moved

    def forget(self) -> None:
        """Facts whose lemmas were taken back are proved again where they are needed."""
        self.memory.forget()
        self.algebra.forget()

    @property
    def dimension(self) -> Form:
        """The number of channels."""
        assert self.normal.dimension is not None
        return self.normal.dimension

    def said(self, e: Form) -> str:
        """An expression as it is written."""
        return self.script.translator.term(e)

    def value(self, e: Form) -> Quotient:
        """The normal form of an expression."""
        found: Quotient = self.normal._normal(e).value
        return found

    def told(self, q: Quotient) -> str:
        """A normal form, printed."""
        return self.printer.quotient(q)

    # --- terms ------------------------------------------------------------------------------------------------

    def fact(self, e: Form) -> Fact:
        """That an expression equals its normal form."""
        found: Fact = self.memory.once("value", e, lambda: self._fact(e))
        return found

    def _fact(self, e: Form) -> Fact:
        text, q = self.said(e), self.value(e)
        if text == self.printer.whole(q):
            return Fact(text, q, "")
        if e[0] == "def":
            inner = self.fact(e[3])
            return Fact(text, q, self.script.lemma(f"{text} = {self.told(q)}", inner.equality))
        proof = self._proof(e, q)
        return Fact(text, q, self.script.lemma(f"{text} = {self.told(q)}", proof))

    def _proof(self, e: Form, q: Quotient) -> str:
        match e:
            case (kind, *_) if kind in ARITHMETIC:
                return self.algebra.equal(e, q, {leaf: self.fact(leaf) for leaf in self.leaves(e)})
            case ("delta", i, j):
                place = " ".join(map(self.printer.index, (i, j)))
                return f"(delta_same {self.printer.index(i)})" if i == j else f"(delta_sym {place})"
            case ("fn", "sqrt", a):
                return self._inside("sqrt", self.fact(a), self.root(self.value(a), q))
            case ("fn", "exp", a):
                return self._inside("exp", self.fact(a), self.exponential(self.value(a), q))
            case ("fn", "tanh", a):
                double: Form = ("fn", "exp", ("mul", ("num", "2"), a))
                one: Form = ("num", "1")
                below: Form = ("add", double, one)
                facts = {part: self.fact(part) for part in (double, below)}
                ratio = self.algebra.equal(("div", ("add", double, ("neg", one)), below), q, facts)
                return f"(eq_trans (tanh_double ({self.said(a)})) {ratio})"
            case ("fn", "log", a):
                return self._inside("ln", self.fact(a), self.logarithm(self.value(a)))
            case ("app", name, (0,), (a,)):
                return self._inside(identifier(name), self.fact(a), "eq_refl")
            case ("app", name, (order,), (a,)):
                return self._inside(f"(Derive_n {identifier(name)} {order})", self.fact(a), "eq_refl")
            case ("integral", *_):
                return "eq_refl"
        raise Unproved(f"a value of {e[0]}")

    def _inside(self, function: str, inner: Fact, proof: str) -> str:
        """From f(normal form) = q, that f(term) = q."""
        return f"(eq_trans (f_equal {function} {inner.proof}) {proof})" if inner.proof else proof

    def leaves(self, e: Form) -> list[Form]:
        """What an arithmetic expression is made of: what is no arithmetic, and its divisors."""
        return list(dict.fromkeys(self._leaves(e)))

    def _leaves(self, e: Form) -> Iterator[Form]:
        match e:
            case ("num", _):
                return
            case ("add" | "mul" | "neg", *parts):
                for part in parts:
                    yield from self._leaves(part)
            case ("div", a, b):
                yield from self._leaves(a)
                if b[0] != "num":
                    yield b
            case ("pow", a, n):
                yield from self._leaves(a) if n >= 0 else [a]
            case _:
                yield e

    def moved(self, q: Quotient, places: Mapping[str, str]) -> str:
        """That a normal form, as printed at other indices, is the normal form there."""
        form, value = as_form(q), q
        for index, to in places.items():
            form, value = renamed(form, index, to), rename(value, index, to)
        return self.equals(form, value)

    def equals(self, e: Form, q: Quotient) -> str:
        """That an expression equals a normal form, which need not be the one that it is brought to."""
        fact = self.fact(e)
        if fact.value == q:
            return fact.equality
        return f"(eq_trans {fact.equality} {self.algebra.equal(fact.value, q)})"

    # --- functions --------------------------------------------------------------------------------------------

    def root(self, inner: Quotient, q: Quotient) -> str:
        """That the root of a normal form is a normal form: what is a square comes out."""
        told = self.told
        if not q:
            return "sqrt_0"
        if (c := q.as_constant()) is not None:
            return f"(sqrt_exact ({told(self.ring.constant(c))}) ({told(inner)}) ltac:(lra) ltac:(field))"
        ((monomial, c),) = q.num.terms.items()
        if c == 1:
            return "eq_refl"
        rest, number = self.ring.keys[monomial[0][0]][1], self.ring.constant(c)
        equal = self.algebra.equal(inner, ("mul", ("pow", number, 2), rest))
        nonnegative = self.conditions.signed(">=", rest)
        return f"(sqrt_scaled ({told(number)}) _ ({told(rest)}) ltac:(lra) {nonnegative} {equal})"

    def exponential(self, inner: Quotient, q: Quotient) -> str:
        """That the exponential of a normal form is one, term by term: exp(c u) is a power of exp(u)."""
        if not inner:
            return "exp_0"
        parts = [self._factor(monomial, c, inner) for monomial, c in inner.num.terms.items()]
        tree, image, proof = parts[-1]
        for one, its_image, shown in reversed(parts[:-1]):
            tree, image = ("add", one, tree), ("mul", its_image, image)
            proof = f"(exp_step _ _ _ _ {shown} {proof})"
        equal = self.algebra.equal(inner, tree)
        return f"(eq_trans (eq_trans (f_equal exp {equal}) {proof}) {self.algebra.equal(image, q)})"

    def _factor(self, monomial: Monomial, c: Number, inner: Quotient) -> tuple[Tree, Tree, str]:
        """A summand of an exponent, the exponential of it, and the proof of that."""
        ring, told, times = self.ring, self.told, c.numerator
        match monomial:
            case ((a, 1),) if ring.keys[a][0] == "log" and not inner.den and c.denominator <= 2:
                f: Quotient = ring.keys[a][1]
                positive = self.conditions.signed(">", f)
                unit = ring.generator(ring.keys[a])
                image = f if c.denominator == 1 else ring.sqrt(f)
                shown = f"(exp_ln ({told(f)}) {positive})"
                if c.denominator == 2:
                    unit = unit.scaled(Fraction(1, 2))
                    half = self.algebra.equal(unit, ("div", ring.generator(ring.keys[a]), ("num", "2")))
                    shown = (f"(eq_trans (eq_trans (f_equal exp {half}) (exp_half_ln ({told(f)}) {positive})) "
                             f"{self.root(f, image)})")  # fmt: skip
            case _:
                times = multiple(c)
                unit = ring.quotient(Polynomial({monomial: ratio(c, times)}), inner.den)
                image = ring.generator(("exp", unit))
                shown = "eq_refl"
        sign = "" if c > 0 else "_less"
        tree = ("mul", ("num", str(times)), unit)
        proof = f"(exp_power{sign} {abs(times)} ({told(unit)}) _ {shown})"
        return tree, ("pow", image, times), proof

    def logarithm(self, inner: Quotient) -> str:
        """That the logarithm of a normal form is a normal form."""
        if inner.as_constant() == 1:
            return "ln_1"
        number = inner.as_atom()
        key = () if number is None else self.ring.keys[number]
        return f"(ln_exp ({self.told(key[1])}))" if key[:1] == ("exp",) else "eq_refl"

    # --- what has to hold ---------------------------------------------------------------------------------------

    def duty(self, sign: str, e: Form) -> str:
        """The proof that an expression, as it is written, has a sign."""
        found: str = self.memory.once("duty" + sign, e, lambda: self._duty(sign, e))
        return found

    def _duty(self, sign: str, e: Form) -> str:
        if is_number(e) and holds_function(e):
            relation = sign_of(sign, e)
            return self.script.lemma(SAID[sign].format(self.said(e)), calculation(relation))
        fact = self.fact(e)
        proof = (
            self.conditions.different(fact.value) if sign == "!=" else self.conditions.signed(sign, fact.value)
        )
        return f"({REWRITE[sign]} _ _ (eq_sym {fact.proof}) {proof})" if fact.proof else proof
