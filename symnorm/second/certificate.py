"""A theorem read again: what its certificates say, as nodes that have to be zero, duties, and what each stands on.

This reads the same three languages as `symnorm.checker` (identity, relation, sign), by itself: a multiplier times
the target minus cofactors times relations is zero; what a sign witness shows is the quantity that was asked for, and
has the sign that its form gives it. What is asked for at an earlier entry is taken from its statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..checker.forms import Form, dimensions, free_indices, free_wholes, holds_form, lengths, varies_in
from .nodes import Graph, Node, Objection
from .smoothness import Orders, Smoothness, granted, highest

Signed = tuple[Node, str]
"""A quantity, and its sign: ">", ">=" or "!="."""

IMPLIED = {">": (">", ">=", "!="), ">=": (">=",), "!=": ("!=",)}
SIGNS = {"lt": ">", "gt": ">", "le": ">=", "ge": ">=", "ne": "!="}
"""What each says of the difference of its sides: by itself, for a slip in the checker's table is to be seen here."""
COMBINATIONS = ("or", "and", "implies", "iff")


@dataclass(frozen=True)
class Check:
    """A value that is zero if a certificate is right, of an "identity" or for the quantity of a "sign".

    It is where the first `before` conditions of the entry hold, and `nonzero` is not zero.
    """

    kind: str
    value: Node
    before: int
    nonzero: Node | None = None


@dataclass(frozen=True)
class Comparison:
    """Two sides without variables, of which bounds have to decide the relation."""

    relation: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Condition:
    """A quantity and its sign, as an entry establishes it, and the entries that its witness uses."""

    quantity: Node
    sign: str
    used: frozenset[int]


@dataclass
class Entry:
    """An entry, as read."""

    label: str
    role: str
    statement: Form
    objection: str = ""
    """What is wrong with it, whatever the values are."""
    conditions: list[Condition] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    written: dict[Node, int] = field(default_factory=dict)
    """The expressions in it, and how many of its conditions stood before each: these have to make it defined."""
    used: set[int] = field(default_factory=set)
    elsewhere: set[int] = field(default_factory=set)
    """What is used at another whole number or for another channel than that of which it speaks."""
    discharged: set[int] = field(default_factory=set)
    inductive: dict[int, set[int]] = field(default_factory=dict)
    """The steps of inductions that it makes, each with the suppositions that it may stand on."""
    granted: Orders = field(default_factory=dict)
    """The derivatives of unknown functions that it makes sure of."""
    doubts: list[str] = field(default_factory=list)
    """What could not be decided about it, in words."""
    is_everywhere: bool = False
    """Whether it uses an equation as holding everywhere, not at a point."""


class Reader:
    """Reads one entry, that after those in `earlier`. Raises Objection."""

    def __init__(
        self, graph: Graph, along: Form, earlier: Sequence[Entry], entry: Entry, smoothness: Smoothness
    ) -> None:
        self.graph, self.along, self.earlier, self.entry, self.smoothness = graph, along, earlier, entry, smoothness

    def read(self, defined: Form, proof: Form) -> None:
        """Reads the certificate."""
        for condition in defined:
            match condition:
                case (int(n), int(k)):
                    self.entry.conditions.append(self._recalled(n, k))
                case ("solved", n, derivative):
                    self._solved(n, derivative)
                case (relation, expression, witness):
                    outer, self.entry.used = self.entry.used, set()
                    quantity = self.value(expression)
                    sign = self.shows(quantity, relation, witness)
                    self.entry.conditions.append(Condition(quantity, sign, frozenset(self.entry.used)))
                    self.entry.used |= outer
                case _:
                    raise Objection("a condition of an unknown form")
        statement = self.entry.statement
        match self.entry.role:
            case "step" | "claim":
                self._stated(statement, proof)
                self.proof(statement, proof)
            case "where" | "given":
                self._supposed(statement)
            case "constant":
                self._stated(statement, ())
                self._introduced(statement, proof)
            case _:
                self._stated(statement, ())

    def _supposed(self, statement: Form) -> None:
        """A hypothesis, and the derivatives of which it makes sure."""
        if self.entry.role == "where" and statement[0] not in (*SIGNS, "differentiable"):
            raise Objection("a hypothesis that is neither an inequality nor says that a function is differentiable")
        if statement[0] == "differentiable":
            self.entry.granted = {statement[1][1]: int(statement[2][1])}
            return
        self._stated(statement, ())
        self.entry.granted = highest(granted(node) for node in self.entry.written)

    def _introduced(self, statement: Form, n: Any) -> None:
        """A constant of integration has to be new, and equal to what has no slope on an interval."""
        self.everywhere(n)
        match statement, self.use(n):
            case ("eq", ("sym", name) as constant, g), ("eq", ("D", other, variable), ("num", "0")) if g == other:
                if variable not in {v[1] if v[0] == "interval" else v for v in self.along}:
                    raise Objection("a constant of integration without an interval")
                if any(holds_form(form, constant) for form in (g, *self.along, *(e.statement for e in self.earlier))):
                    raise Objection(f"the constant {name} was spoken of before")
            case _:
                raise Objection("a constant of integration that is not what has no slope")

    def _recalled(self, n: int, k: int) -> Condition:
        """A condition of an earlier entry; what shows it is looked at there, that it is defined, here."""
        conditions = self.at(n).conditions
        if not 0 <= k < len(conditions):
            raise Objection("a condition that the earlier entry has not")
        self._owed(conditions[k].quantity)
        self.entry.used |= conditions[k].used
        return conditions[k]

    def _solved(self, n: Any, derivative: Form) -> None:
        """An equation for a derivative of an unknown function makes sure of the next."""
        self.everywhere(n)
        match derivative:
            case ("app", name, (int(order),), (variable,)):
                self.varying(variable)
                if self.smoothness.needed(self.difference(self.use(n))).get(name, 0) != order:
                    raise Objection("an equation solved for a derivative that does not stand in it")
                self.entry.granted = highest([self.entry.granted, {name: order + 1}])
            case _:
                raise Objection("no derivative of an unknown function of one variable")

    def _stated(self, statement: Form, proof: Form) -> None:
        """The expressions of the statement; what is shown by bounds is defined, or it would have none."""
        if proof == ("bounds",):
            return
        if statement[0] in COMBINATIONS:
            proofs = proof[1:] if proof[:1] == ("all",) and len(proof) == len(statement) else [()] * len(statement)
            for part, inner in zip(statement[1:], proofs, strict=False):
                self._stated(part, inner)
        elif statement[0] == "eq":
            self._owed(self.difference(statement))
        else:
            for part in statement[1:]:
                self.value(part)

    def at(self, n: Any) -> Entry:
        if type(n) is not int or not 0 <= n < len(self.earlier):
            raise Objection("no such earlier entry")
        return self.earlier[n]

    def use(self, n: Any) -> Form:
        """The statement of an earlier entry, which counts as used."""
        statement = self.at(n).statement
        self.entry.used.add(n)
        return statement

    def proof(self, statement: Form, proof: Form) -> None:
        """What a proof of a statement says."""
        match statement, proof:
            case ("eq" | "or", *_), ("identity", certificate):
                self.identity(self.difference(statement), certificate)
            case ("eq", a, b), ("exp", witness, certificate):
                factor, sign = self.sign(witness)
                needs(sign, "!=")
                self.identity(self._exponentials(factor, self.value(a), self.value(b)), certificate)
            case (("lt" | "le" | "gt" | "ge" | "ne") as kind, a, b), ("sign", witness):
                self.shows(self.excess(statement), SIGNS[kind], witness)
            case (str(kind), a, b), ("bounds",) if kind not in COMBINATIONS:
                self.entry.comparisons.append(Comparison(kind, self.graph.node(a), self.graph.node(b)))
            case ("and", *parts), ("all", *proofs) if len(parts) == len(proofs):
                for part, inner in zip(parts, proofs, strict=True):
                    self.proof(part, inner)
            case ("implies", a, b), ("discharge", n, m):
                self._discharge(a, b, n, m)
            case ("iff", a, b), ("discharge", n, m, k, l):
                self._discharge(a, b, n, m)
                self._discharge(b, a, k, l)
            case _:
                raise Objection("a proof that does not fit its statement")

    def _discharge(self, a: Form, b: Form, n: Any, m: Any) -> None:
        """Under a supposition, what it implies was shown; there is nothing to calculate."""
        supposed, shown = self.at(n), self.at(m)
        if supposed.role != "suppose" or (supposed.statement, shown.statement) != (a, b):
            raise Objection("an implication of something else than was supposed and shown")
        if any(i[0] == "*" for i in free_indices(a) | free_indices(b)):
            raise Objection("an implication about every channel")
        self.entry.discharged |= {n, m}

    def everywhere(self, n: Any) -> None:
        """An earlier entry is used as holding everywhere."""
        self.use(n)
        self.entry.is_everywhere = True

    def every(self, n: Any, index: str) -> None:
        """An earlier entry is used as holding for every channel in the place of an index, and everywhere."""
        self.everywhere(n)
        if index[0] != "*":
            self.any(n, index)

    def any(self, n: Any, index: str) -> None:
        """An earlier entry is used as holding for any channel in the place of one: nothing supposed speaks of that."""
        self.use(n)
        self.entry.elsewhere.add(n)
        fixed = [e.statement for e in self.earlier if e.role in ("where", "given", "constant")]
        if any(index in free_indices(form) for form in (*fixed, *self.along)):
            raise Objection(f"an entry at every {index}, of which a hypothesis speaks")

    def varying(self, variable: Form) -> Node:
        """The node of a variable that the theorem lets vary."""
        ranges = {v[1] if v[0] == "interval" else v for v in self.along}
        if variable not in ranges and not (variable[0] == "coord" and ("vector", variable[1]) in ranges):
            raise Objection("a derivative of an equation along a variable that does not vary")
        return self.graph.node(variable)

    # --- identities ---------------------------------------------------------------------------------------

    def identity(self, target: Node, certificate: Form) -> None:
        """multiplier * target - sum of cofactor * relation has to be zero."""
        graph = self.graph
        _, parts, witness = certificate
        multiplier = None
        if witness is not None:
            multiplier, sign = self.sign(witness)
            needs(sign, "!=")
            target = graph.make("mul", multiplier, target)
        for relation, cofactor in parts:
            target = graph.minus(target, graph.make("mul", self.value(cofactor), self.relation(relation)))
        self.check("identity", target, multiplier)

    def relation(self, relation: Form) -> Node:
        """The node that a relation says is zero."""
        graph = self.graph
        match relation:
            case ("use", n):
                return self.difference(self.use(n))
            case ("deriv", ("use" | "deriv", *_) as inner, variable):
                if inner[0] == "use":
                    self.everywhere(inner[1])
                    self._owed(self.difference(self.use(inner[1])))
                return graph.make("D", self.relation(inner), self.varying(variable))
            case ("rename", n, i, j):
                self.every(n, i)
                return graph.bind(self.difference(self.use(n)), i, j)
            case ("sum", n, i, weight):
                self.every(n, i)
                term = graph.make("mul", self.value(weight), self.difference(self.use(n)))
                return graph.make("sum", i, None, (), term)
            case ("exp", n, m):
                _, a, b = self.use(n)
                return self._exponentials(self.value(m), graph.node(a), graph.node(b))
            case ("root", a, b, sign_a, sign_b, certificate):
                p, q = self.value(a), self.value(b)
                self.shows(p, ">=", sign_a)
                self.shows(q, ">=", sign_b)
                self.identity(graph.minus(graph.make("mul", p, p), graph.make("mul", q, q)), certificate)
                return graph.minus(p, q)
            case ("square", a, certificate):
                p = self.value(a)
                self.identity(graph.make("mul", p, p), certificate)
                return p
            case ("powers", e, n):
                u = self.value(e)
                left, multiple = graph.make("fn", "exp", u), graph.make("mul", graph.number(n), u)
                return graph.minus(graph.make("pow", left, n), graph.make("fn", "exp", multiple))
            case ("log", parts, certificate):
                return self._logarithms(parts, certificate)
            case ("constant", n, point):
                self.everywhere(n)
                return self._constant(self.use(n), point)
            case ("linear", v, p, x, x0, slope, start):
                self.varying(x)
                self.entry.is_everywhere = True
                rate = graph.minus(self.value(("D", v, x)), graph.make("mul", self.value(p), self.value(v)))
                self.identity(rate, slope)
                self.identity(self.value(("at", v, x, x0)), start)
                self.value(("at", p, x, x0))
                self._contained(x, x0)
                return self.value(v)
        raise Objection("a relation of an unknown kind")

    def difference(self, statement: Form) -> Node:
        """left - right of an equation; of several, the product; with integrals, the derivative."""
        if statement[0] == "or":
            return self.graph.make("mul", *map(self.difference, statement[1:]))
        if statement[0] != "eq":
            raise Objection("no equation where one is needed")
        difference = self.graph.minus(self.graph.node(statement[1]), self.graph.node(statement[2]))
        if not difference.integrals:
            return difference
        if len(difference.integrals) > 1:
            raise Objection("integrals along two variables in one equation")
        self.entry.is_everywhere = True
        return self.graph.make("D", difference, *difference.integrals)

    def _logarithms(self, parts: Form, certificate: Form) -> Node:
        graph, product, total = self.graph, [], []
        for n, argument, witness in parts:
            f = self.value(argument)
            self.shows(f, ">", witness)
            product.append(graph.make("pow", f, n))
            total.append(graph.make("mul", graph.number(n), graph.make("fn", "log", f)))
        self.identity(graph.minus(graph.make("mul", graph.number(1), *product), graph.number(1)), certificate)
        return graph.make("add", graph.number(0), *total)

    def _exponentials(self, factor: Node, a: Node, b: Node) -> Node:
        """exp(factor a) - exp(factor b)."""
        left, right = (self.graph.make("fn", "exp", self.graph.make("mul", factor, side)) for side in (a, b))
        return self.graph.minus(left, right)

    def _constant(self, statement: Form, point: Form) -> Node:
        match statement:
            case ("eq", ("D", g, variable), ("num", "0")):
                self.varying(variable)
                self._contained(variable, point)
                return self.graph.minus(self.graph.node(g), self.value(("at", g, variable, point)))
        raise Objection("a constant where no derivative is zero")

    def _contained(self, variable: Form, point: Form) -> None:
        """The theorem has to say that the interval of the variable contains the point."""
        declared = [v[2] for v in self.along if v[0] == "interval" and v[1] == variable]
        if not declared:
            raise Objection("a point of an interval that is not said to contain it")
        node, others = self.graph.node(point), map(self.graph.node, declared)
        gaps = [self.graph.minus(node, other) for other in others]
        self.check("identity", self.graph.make("mul", self.graph.number(1), *gaps))

    # --- signs --------------------------------------------------------------------------------------------

    def shows(self, quantity: Node, relation: str, witness: Form) -> str:
        """A witness has to be of this quantity, and of a sign that implies the relation; the sign."""
        shown, sign = self.sign(witness)
        needs(sign, relation)
        self.check("sign", self.graph.minus(shown, quantity) if shown is not quantity else self.graph.number(0))
        return sign

    def sign(self, witness: Form) -> Signed:
        """The quantity of a sign witness, and the sign that its form gives it."""
        graph = self.graph
        match witness:
            case ("num", value):
                number = Fraction(value)
                return self.value(witness), ">" if number > 0 else "!=" if number else ">="
            case ("hyp", n, renaming):
                statement = self.use(n)
                if statement[0] not in SIGNS:
                    raise Objection("no inequality where one is needed")
                q = self.excess(statement)
                for old, new in renaming:
                    if old[0] != "*":
                        self.any(n, old)
                    q = graph.bind(q, old, new)
                return q, SIGNS[statement[0]]
            case ("known", int(n)) if 0 <= n < len(self.entry.conditions):
                known = self.entry.conditions[n]
                self.entry.used |= known.used
                return known.quantity, known.sign
            case ("sq", e):
                return graph.make("mul", self.value(e), self.value(e)), ">="
            case ("sq+", inner):
                q, sign = self.sign(inner)
                return graph.make("mul", q, q), ">=" if sign == ">=" else ">"
            case ("add", *inner):
                nodes, signs = self._each(inner)
                if "!=" in signs:
                    raise Objection("a sum with a summand of unknown sign")
                return graph.make("add", *nodes), ">" if ">" in signs else ">="
            case ("mul", *inner):
                nodes, signs = self._each(inner)
                return graph.make("mul", *nodes), _sign_of_product(set(signs))
            case ("inv", inner):
                q, sign = self.sign(inner)
                needs(sign, "!=")
                return graph.make("pow", q, -1), sign
            case ("neg", inner):
                q, sign = self.sign(inner)
                needs(sign, "!=")
                return graph.make("neg", q), "!="
            case ("exp", e):
                return graph.make("fn", "exp", self.value(e)), ">"
            case ("exp-bound", e):
                u = self.value(e)
                return graph.make("add", graph.make("fn", "exp", u), graph.make("neg", u), graph.number(-1)), ">="
            case ("root", inner):
                q, sign = self.sign(inner)
                needs(sign, ">=")
                return graph.make("fn", "sqrt", q), sign
            case ("sum", index, excluded, inner) if index[0] == "*":
                q, sign = self.sign(inner)
                needs(sign, ">=")
                return graph.make("sum", index, None, excluded, q), ">=" if excluded else sign
            case ("rise", variable, f, point, 0 | 1 as n, inner):
                return self._rise(variable, f, point, n, inner)
            case ("length", size):
                statements = (self.entry.statement, *(e.statement for e in self.earlier))
                if not any(size in dimensions(s) | lengths(s) for s in statements):
                    raise Objection("the length of no set")
                return graph.minus(self.value(size), graph.number(1)), ">="
            case ("is", e, inner, certificate):
                q, sign = self.sign(inner)
                self.identity(graph.minus(self.value(e), q), certificate)
                return self.value(e), sign
        raise Objection("a sign witness of an unknown kind")

    def _rise(self, variable: Form, f: Form, point: Form, n: int, witness: Form) -> Signed:
        """What grows from a point: times the way from there, where the slope alone is said to have a sign."""
        graph = self.graph
        self.entry.is_everywhere = True
        self._between(variable, point)
        slope, way = self.value(("D", f, variable)), graph.minus(self.value(variable), self.value(point))
        self.value(("at", ("D", f, variable), variable, point))
        sign = self.shows(graph.make("mul", way, slope) if n else slope, ">=", witness)
        rise = graph.minus(self.value(f), self.value(("at", f, variable, point)))
        return (rise, sign) if n else (graph.make("mul", way, rise), ">=")

    def _between(self, variable: Form, point: Form) -> None:
        """What is supposed may not be lost on the way: no equation speaks of the variable, no inequality bends twice.

        That the inequalities hold at the point, and bend the right way, is for the checker: here nothing is compared.
        """
        if variable[0] != "sym" or holds_form(point, variable):
            raise Objection("a point that moves, or another variable than a symbol")
        if free_wholes(point) or any(i[0] == "*" for i in free_indices(point)):
            raise Objection("a point for each whole number or channel")
        ranges = {v[1] if v[0] == "interval" else v for v in self.along}
        if variable in ranges:
            self._contained(variable, point)
            return
        if holds_form(self.along, variable) or any(varies_in(point, v) for v in ranges):
            raise Objection("an interval or a point that moves")
        for n, e in enumerate(self.earlier):
            if e.role not in ("where", "given", "constant") or not holds_form(e.statement, variable):
                continue
            if e.statement[0] == "differentiable":
                continue
            if e.role == "constant" or e.statement[0] not in SIGNS or e.granted:
                raise Objection("what is given may not hold between the point and the variable")
            bend = self.excess(self.use(n))
            for _ in range(2 if e.statement[0] != "ne" else 0):
                bend = self.graph.make("D", bend, self.graph.node(variable))
            self.check("identity", self.graph.make("D", bend, self.graph.node(variable)))

    def _each(self, witnesses: Sequence[Form]) -> tuple[list[Node], list[str]]:
        pairs = [self.sign(w) for w in witnesses]
        return [q for q, _ in pairs], [s for _, s in pairs]

    def excess(self, statement: Form) -> Node:
        kind, a, b = statement
        low, high = (a, b) if kind in ("lt", "le") else (b, a)
        return self.graph.minus(self.graph.node(high), self.graph.node(low))

    # --- expressions --------------------------------------------------------------------------------------

    def value(self, form: Form) -> Node:
        """The node of an expression that has to be defined."""
        node = self.graph.node(form)
        self._owed(node)
        return node

    def check(self, kind: str, value: Node, nonzero: Node | None = None) -> None:
        self.entry.checks.append(Check(kind, value, len(self.entry.conditions), nonzero))

    def _owed(self, node: Node) -> None:
        self.entry.written.setdefault(node, len(self.entry.conditions))


def needs(sign: str, relation: str) -> None:
    if relation not in IMPLIED[sign]:
        raise Objection(f"what is {sign} 0 does not have to be {relation} 0")


def _sign_of_product(signs: set[str]) -> str:
    if signs <= {">"}:
        return ">"
    if signs <= {">", "!="}:
        return "!="
    if signs <= {">", ">="}:
        return ">="
    raise Objection("a product of unknown sign")
