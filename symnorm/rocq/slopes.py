"""Derivatives: one rule for each constructor, and the value that the rules give is a normal form."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..checker.calculus.normal import Normalizer, renamed
from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form, varies_in
from .algebra import Fact, Tree
from .conditions import SAID
from .counted import Counted
from .document import Document
from .existing import Existing
from .names import identifier
from .printed import Unproved
from .sums import EXCLUDED

ONE: Form = ("num", "1")
TWO: Form = ("num", "2")


def _minus(a: Tree, b: Tree) -> Tree:
    return ("add", a, ("neg", b))


@dataclass
class Ruled:
    """The derivative of an expression by rules: along what, the names of the rules, and what they speak of."""

    variable: Form
    facts: dict[Tree, Fact] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """How the names of the rules begin."""
        return "p" if self.variable[0] == "coord" else "d"

    @property
    def at(self) -> str:
        """The place, as arguments that Rocq finds."""
        return " _ _" if self.variable[0] == "coord" else " _"


class Slopes(Counted):
    """Derivatives, by rules."""

    def __init__(self, document: Document, normal: Normalizer) -> None:
        super().__init__(document, normal)
        self.existing = Existing(document, self)

    def _proof(self, e: Form, q: Quotient) -> str:
        match e:
            case ("D", a, v):
                _, proof = self.slope(a, v)
                return f"({'p_value _ _ _' if v[0] == 'coord' else 'd_value _ _'} _ {proof})"
        return super()._proof(e, q)

    def slope(self, a: Form, v: Form) -> tuple[Quotient, str]:
        """The derivative of an expression along a variable: its normal form, and the proof."""
        found: tuple[Quotient, str] = self.memory.once("slope", (a, v), lambda: self._slope(a, v))
        return found

    def derivative(self, a: Form, v: Form, d: str) -> str:
        """That an expression has a derivative, as a proposition."""
        said = self.script.translator
        head = "is_partial" if v[0] == "coord" else "is_derive"
        return f"{head} {said.function(a, v)} {said.place(v)} ({d})"

    def _slope(self, a: Form, v: Form) -> tuple[Quotient, str]:
        q = self.value(("D", a, v))
        ruled = Ruled(v)
        if a[0] == "def":
            return q, f"({self.slope(a[3], v)[1]} : {self.derivative(a, v, self.told(q))})"
        if not varies_in(a, v):
            return q, f"({ruled.rule}_const ({self.said(a)}) {self.script.translator.place(v)})"
        if a == v and v[0] == "sym":
            return q, f"(d_id {self.script.translator.place(v)})"
        proof, tree = self._constructor(a, ruled)
        equal = self.algebra.equal(tree, q, ruled.facts)
        if equal != "eq_refl":
            proof = f"({ruled.rule}_eq _{ruled.at} _ _ {proof} {equal})"
        return q, self.script.lemma(self.derivative(a, v, self.told(q)), proof)

    def near(self, sign: str, e: Form, v: Form) -> str:
        """That an expression has a sign around a point, for it has a derivative there, or does not change."""
        said = self.script.translator
        r, place = ("a", "_ _") if v[0] == "coord" else ("l", "_")
        if not varies_in(e, v):
            text = SAID[sign].format(said.term(e))
            return (
                f"({r}_all (fun {identifier(v[1])} => {text}) {said.place(v)} (fun _ => {self.duty(sign, e)}))"
            )
        rule = {"!=": "nonzero", ">": "positive", ">=": "nonneg"}[sign]
        own = self.duty(">" if sign == ">=" else sign, e)
        return f"({r}_{rule} {said.function(e, v)} {place} _ {self.slope(e, v)[1]} {own})"

    # --- rules ------------------------------------------------------------------------------------------------

    def _note(self, e: Form, ruled: Ruled) -> Form:
        for leaf in self.leaves(e):
            ruled.facts[leaf] = self.fact(leaf)
        return e

    def _leaf(self, e: Form, ruled: Ruled) -> Form:
        ruled.facts[e] = self.fact(e)
        return e

    def _rule(self, e: Form, ruled: Ruled) -> tuple[str, Tree]:
        """The proof that an expression has a derivative, and that as a tree, beneath other rules."""
        r, at = ruled.rule, ruled.at
        match e:
            case _ if not varies_in(e, ruled.variable):
                return f"({r}_const ({self.said(e)}){at})", ("num", "0")
            case ("add", first, *rest):
                proof, tree = self._rule(first, ruled)
                whole = [tree]
                for part in rest:
                    kind, inner = ("minus", part[1]) if part[0] == "neg" else ("plus", part)
                    shown, slope = self._rule(inner, ruled)
                    proof = f"({r}_{kind} _ _{at} _ _ {proof} {shown})"
                    whole = [("add", *whole, ("neg", slope) if kind == "minus" else slope)]
                return proof, whole[0]
            case ("neg", inner):
                proof, tree = self._rule(inner, ruled)
                return f"({r}_opp _{at} _ {proof})", ("neg", tree)
            case ("mul", first, *rest):
                proof, tree = self._rule(first, ruled)
                self._note(e, ruled)
                before: Tree = first
                for part in rest:
                    shown, slope = self._rule(part, ruled)
                    proof = f"({r}_mult _ _{at} _ _ {proof} {shown})"
                    tree = ("add", ("mul", tree, part), ("mul", before, slope))
                    before = ("mul", *before[1:], part) if before is not first else ("mul", first, part)
                return proof, tree
            case ("div", above, below):
                upper, slope = self._rule(self._note(above, ruled), ruled)
                lower, other = self._rule(self._leaf(below, ruled), ruled)
                condition = "ltac:(lra)" if below[0] == "num" else self.duty("!=", below)
                tree = ("div", _minus(("mul", slope, below), ("mul", above, other)), ("pow", below, 2))
                return f"({r}_div _ _{at} _ _ {upper} {lower} {condition})", tree
            case ("pow", inner, n) if n > 0:
                proof, slope = self._rule(self._leaf(inner, ruled), ruled)
                tree = ("mul", ("num", str(n)), slope, ("pow", inner, n - 1))
                return f"({r}_power _ {n - 1}{at} _ {proof})", tree
            case ("pow", inner, n) if n < 0:
                proof, slope = self._rule(self._leaf(inner, ruled), ruled)
                positive = ("mul", ("num", str(-n)), slope, ("pow", inner, -n - 1))
                tree = ("div", ("neg", positive), ("pow", ("pow", inner, -n), 2))
                condition = f"(pow_nonzero _ {-n} {self.duty('!=', inner)})"
                return f"({r}_inv _{at} _ ({r}_power _ {-n - 1}{at} _ {proof}) {condition})", tree
        value, proof = self.slope(e, ruled.variable)
        return proof, value

    def _constructor(self, e: Form, ruled: Ruled) -> tuple[str, Tree]:
        """The same of the expression itself, whatever it is."""
        r, at, v = ruled.rule, ruled.at, ruled.variable
        match e:
            case ("fn", name, inner):
                slope, proof = self.slope(inner, v)
                condition = f" {self.duty('>', inner)}" if name in ("sqrt", "log") else ""
                rule = "ln" if name == "log" else name
                return f"({r}_{rule} _{at} _ {proof}{condition})", self._chain(name, slope, inner, ruled)
            case ("app", name, (order,), (inner,)):
                slope, proof = self.slope(inner, v)
                known = self.existing.proof(name, order + 1, inner)
                leaf = self._leaf(("app", name, (order + 1,), (inner,)), ruled)
                return f"({r}_app {identifier(name)} {order} _{at} _ {proof} {known})", ("mul", slope, leaf)
            case ("integral", inner, along) if along == v and self.script.place and e in self.script.integrals:
                known = f"({self.script.integrals[e]}_is {' '.join(self.script.place.names)})"
                known = f"(entry_slope _ _ _ _ {known})" if v[0] == "coord" else known
                return known, self._leaf(inner, ruled)
            case ("sum", k, _, excluded, body):
                return self._sum_rule(k, excluded, body, ruled)
            case ("coord", _, i):
                k, j = self.printer.index(i), self.printer.index(v[2])
                delta = self.ring.delta(i, v[2])
                entry = f"(p_entry _ {k} {j})"
                if i == v[2]:
                    return f"(p_eq _ _ _ _ _ {entry} (delta_same {k}))", delta
                return entry if i < v[2] else f"(p_eq _ _ _ _ _ {entry} (delta_sym {k} {j}))", delta
            case (kind, *_) if kind in ("add", "neg", "mul", "div", "pow"):
                return self._rule(e, ruled)
        raise Unproved(f"a derivative of {e[0]}")

    def _chain(self, name: str, slope: Quotient, inner: Form, ruled: Ruled) -> Tree:
        """The derivative of a function of an expression, from that of the expression."""
        e = self._leaf(("fn", name, inner), ruled)
        match name:
            case "sqrt":
                return ("div", slope, ("mul", TWO, e))
            case "log":
                return ("div", slope, self._leaf(inner, ruled))
            case "exp":
                return ("mul", slope, e)
        return ("mul", slope, _minus(ONE, ("pow", e, 2)))

    def _sum_rule(self, k: str, excluded: tuple[str, ...], body: Form, ruled: Ruled) -> tuple[str, Tree]:
        fresh = self.ring.fresh_index(k)
        own = self.script.bind(fresh)
        inner, proof = self.slope(renamed(body, k, fresh), ruled.variable)
        kind = EXCLUDED[len(excluded)] or "sum"
        out = "".join(f" {self.printer.index(i)}" for i in excluded)
        every = f"(fun {own} => {self.told(inner)}) (fun {own} r_{own} => {proof})"
        rule = f"({ruled.rule}_{kind} {self.script.size}{out} _{ruled.at} {every})"
        whole = self.without(inner, fresh, excluded)
        return f"({ruled.rule}_eq _{ruled.at} _ _ {rule} {whole})", self.normal.total(inner, fresh, excluded)
