"""What an accepted certificate says, as values that have to be zero.

This reads the same three languages as `symnorm.checker` (identity, relation, sign), by itself: a multiplier times
the target minus cofactors times relations is zero; what a sign witness shows is the quantity that was asked for, and
has the sign that its form gives it. What is asked for at an earlier entry is taken from its statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..checker.forms import Form
from .evaluate import Channels, Frame, Number, Unlucky, Value, bound, rebound
from .nodes import Graph, Node

Signed = tuple[Value, str]
"""A quantity, and its sign: ">", ">=" or "!="."""

IMPLIED = {">": (">", ">=", "!="), ">=": (">=",), "!=": ("!=",)}
SIGNS = {"lt": ">", "gt": ">", "le": ">=", "ge": ">=", "ne": "!="}
"""What each says of the difference of its sides: by itself, for a slip in the checker's table is to be seen here."""
COMBINATIONS = ("and", "implies", "iff")


class Objection(Exception):
    """The certificate cannot be right, whatever the values are."""


@dataclass(frozen=True)
class Duty:
    """A value that is zero if a certificate is right: of an "identity", or for the quantity of a "sign"."""

    kind: str
    value: Value


@dataclass(frozen=True)
class Comparison:
    """Two sides without variables, of which bounds have to decide the relation."""

    relation: str
    left: Node
    right: Node


class Reader:
    """Reads the certificate of one entry: what has to be zero, `duties`, and what bounds decide, `comparisons`.

    `earlier` has what the certificates of all entries establish: a certificate may recall a condition of another.
    """

    def __init__(self, graph: Graph, statements: Sequence[Form], earlier: Sequence[Form] = ()) -> None:
        self.graph, self.statements, self._earlier = graph, statements, earlier
        self._recalled: dict[int, list[tuple[Form, str]]] = {}
        self.duties: list[Duty] = []
        self.comparisons: list[Comparison] = []
        self.nodes: list[Node] = []
        self.has_exponentials = False
        self._known: list[Signed] = []

    def read(self, statement: Form, role: str, defined: Form, proof: Form) -> None:
        """Reads a certificate of a statement. Raises Objection."""
        self._establish(defined)
        if role in ("step", "claim"):
            self.proof(statement, proof)

    def _establish(self, defined: Form) -> list[tuple[Form, str]]:
        """Reads the conditions of a certificate; returns each with its sign."""
        found = []
        for condition in defined:
            match condition:
                case (int(entry), int(k)):
                    expression, sign = self._recall(entry, k)
                    quantity = self.value(expression)
                case (relation, expression, witness):
                    quantity = self.value(expression)
                    sign = self.shows(quantity, relation, witness)
            self._known.append((quantity, sign))
            found.append((expression, sign))
        return found

    def _recall(self, entry: int, k: int) -> tuple[Form, str]:
        """A condition of an earlier entry; what shows it is looked at there."""
        if entry not in self._recalled:
            if not 0 <= entry < len(self._earlier):
                raise Objection("a condition of no earlier entry")
            there = Reader(self.graph, self.statements, self._earlier[:entry])
            self._recalled[entry] = there._establish(self._earlier[entry])
        if not 0 <= k < len(self._recalled[entry]):
            raise Objection("a condition that the earlier entry has not")
        return self._recalled[entry][k]

    def proof(self, statement: Form, proof: Form) -> None:
        """What a proof of a statement says."""
        match statement, proof:
            case ("eq" | "or", *_), ("identity", certificate):
                self.identity(self.difference(statement), certificate)
            case ("eq", a, b), ("exp", witness, certificate):
                factor, sign = self.sign(witness)
                _needs(sign, "!=")
                self.identity(self._exponentials(factor, self.value(a), self.value(b)), certificate)
            case (("lt" | "le" | "gt" | "ge" | "ne") as kind, a, b), ("sign", witness):
                low, high = (a, b) if kind in ("lt", "le") else (b, a)
                self.shows(_minus(self.value(high), self.value(low)), SIGNS[kind], witness)
            case (str(kind), a, b), ("bounds",) if kind not in COMBINATIONS:
                self.comparisons.append(Comparison(kind, self.node(a), self.node(b)))
            case ("and", *parts), ("all", *proofs) if len(parts) == len(proofs):
                for part, inner in zip(parts, proofs, strict=True):
                    self.proof(part, inner)
            case ("implies" | "iff", *_), ("discharge", *numbers):
                self._discharge(statement, numbers)
            case _:
                raise Objection("a proof that does not fit its statement")

    def _discharge(self, statement: Form, numbers: Sequence[Any]) -> None:
        """Under a supposition, what it implies was shown; there is nothing to calculate."""
        _, a, b = statement
        wanted = [a, b] if statement[0] == "implies" else [a, b, b, a]
        if [self.statements[n] for n in numbers] != wanted:
            raise Objection("an implication of something else than was supposed and shown")

    # --- identities ---------------------------------------------------------------------------------------

    def identity(self, target: Value, certificate: Form) -> None:
        """multiplier * target - sum of cofactor * relation has to be zero."""
        _, parts, nonzero = certificate
        multiplier: Value | None = None
        if nonzero is not None:
            multiplier, sign = self.sign(nonzero)
            _needs(sign, "!=")
        products = [(self.value(cofactor), self.relation(relation)) for relation, cofactor in parts]

        def value(frame: Frame, channels: Channels) -> Number:
            calculus = frame.calculus
            total = target(frame, channels)
            if multiplier is not None:
                factor = multiplier(frame, channels)
                if calculus.base.is_zero(factor):
                    raise Unlucky("a multiplier that vanishes")
                total = calculus.multiply(factor, total)
            for cofactor, relation in products:
                product = calculus.multiply(cofactor(frame, channels), relation(frame, channels))
                total = calculus.subtract(total, product)
            return total

        self.duties.append(Duty("identity", value))

    def relation(self, relation: Form) -> Value:
        """The value that a relation says is zero."""
        match relation:
            case ("use", n):
                return self.difference(self.statements[n])
            case ("deriv", inner, variable):
                body, v = self.relation(inner), self.node(variable)
                return lambda frame, channels: frame.derivative(body, v, channels)
            case ("rename", n, i, j):
                body = self.difference(self.statements[n])
                return lambda frame, channels: body(frame, bound(channels, i, channels[j]))
            case ("sum", n, i, weight):
                term = _times(self.value(weight), self.difference(self.statements[n]))
                return lambda frame, channels: frame.total(term, i, (), channels)
            case ("exp", n, m):
                _, a, b = self.statements[n]
                return self._exponentials(self.value(m), self.value(a), self.value(b))
            case ("root", a, b, sign_a, sign_b, certificate):
                p, q = self.value(a), self.value(b)
                self.shows(p, ">=", sign_a)
                self.shows(q, ">=", sign_b)
                self.identity(_minus(_times(p, p), _times(q, q)), certificate)
                return _minus(p, q)
            case ("square", a, certificate):
                p = self.value(a)
                self.identity(_times(p, p), certificate)
                return p
            case ("log", parts, certificate):
                return self._logarithms(parts, certificate)
            case ("constant", n, point):
                return self._constant(self.statements[n], point)
            case ("linear", v, p, x, x0, slope, start):
                rate = _minus(self.value(("D", v, x)), _times(self.value(p), self.value(v)))
                self.identity(rate, slope)
                self.identity(self.value(("at", v, x, x0)), start)
                return self.value(v)
        raise Objection("a relation of an unknown kind")

    def difference(self, statement: Form) -> Value:
        """left - right of an equation; of several, the product; with integrals, the derivative."""
        if statement[0] == "or":
            product = self.difference(statement[1])
            for part in statement[2:]:
                product = _times(product, self.difference(part))
            return product
        if statement[0] != "eq":
            raise Objection("no equation where one is needed")
        left, right = self.node(statement[1]), self.node(statement[2])
        difference = _minus(_at(left), _at(right))
        variables = left.integrated() | right.integrated()
        if len(variables) > 1:
            raise Objection("integrals along two variables in one equation")
        for variable in variables:
            return lambda frame, channels: frame.derivative(difference, variable, channels)
        return difference

    def _logarithms(self, parts: Form, certificate: Form) -> Value:
        factors, self.has_exponentials = [], True
        for n, argument, witness in parts:
            f = self.value(argument)
            self.shows(f, ">", witness)
            factors.append((n, f))

        def product(frame: Frame, channels: Channels) -> Number:
            calculus, made = frame.calculus, frame.calculus.one
            for n, f in factors:
                made = calculus.multiply(made, calculus.power(f(frame, channels), n))
            return calculus.subtract(made, calculus.one)

        def total(frame: Frame, channels: Channels) -> Number:
            calculus, made = frame.calculus, frame.calculus.zero
            for n, f in factors:
                term = calculus.function("log", f(frame, channels))
                made = calculus.add(made, calculus.multiply(calculus.base.number(Fraction(n)), term))
            return made

        self.identity(product, certificate)
        return total

    def _exponentials(self, factor: Value, a: Value, b: Value) -> Value:
        """exp(factor a) - exp(factor b)."""
        self.has_exponentials = True

        def value(frame: Frame, channels: Channels) -> Number:
            calculus, m = frame.calculus, factor(frame, channels)
            left, right = (calculus.multiply(m, side(frame, channels)) for side in (a, b))
            return calculus.subtract(calculus.function("exp", left), calculus.function("exp", right))

        return value

    def _constant(self, statement: Form, point: Form) -> Value:
        match statement:
            case ("eq", ("D", g, variable), ("num", "0")):
                there: Form = ("at", g, variable, point)
                return _minus(self.value(g), self.value(there))
        raise Objection("a constant where no derivative is zero")

    # --- signs --------------------------------------------------------------------------------------------

    def shows(self, quantity: Value, relation: str, witness: Form) -> str:
        """A witness has to be of this quantity, and of a sign that implies the relation; the sign."""
        shown, sign = self.sign(witness)
        _needs(sign, relation)
        self.duties.append(Duty("sign", _minus(shown, quantity)))
        return sign

    def sign(self, witness: Form) -> Signed:
        """The quantity of a sign witness, and the sign that its form gives it."""
        match witness:
            case ("num", value):
                number = Fraction(value)
                return self.value(witness), ">" if number > 0 else "!=" if number else ">="
            case ("hyp", n, renaming):
                return self._hypothesis(self.statements[n], renaming)
            case ("known", n):
                return self._known[n]
            case ("sq", e):
                return _times(self.value(e), self.value(e)), ">="
            case ("sq+", inner):
                q, sign = self.sign(inner)
                return _times(q, q), ">=" if sign == ">=" else ">"
            case ("add", *inner):
                values, signs = self._each(inner)
                if "!=" in signs:
                    raise Objection("a sum with a summand of unknown sign")
                return _folded("add", values), ">" if ">" in signs else ">="
            case ("mul", *inner):
                values, signs = self._each(inner)
                return _folded("multiply", values), _sign_of_product(set(signs))
            case ("inv", inner):
                q, sign = self.sign(inner)
                _needs(sign, "!=")
                return lambda frame, channels: frame.calculus.power(q(frame, channels), -1), sign
            case ("neg", inner):
                q, sign = self.sign(inner)
                _needs(sign, "!=")
                return lambda frame, channels: frame.calculus.negative(q(frame, channels)), "!="
            case ("exp", e):
                return self.value(("fn", "exp", e)), ">"
            case ("exp-bound", e):
                bound_: Form = ("add", ("fn", "exp", e), ("neg", e), ("num", "-1"))
                return self.value(bound_), ">="
            case ("root", inner):
                q, sign = self.sign(inner)
                _needs(sign, ">=")
                return lambda frame, channels: frame.calculus.function("sqrt", q(frame, channels)), sign
            case ("sum", index, excluded, inner):
                q, sign = self.sign(inner)
                _needs(sign, ">=")
                return lambda frame, channels: frame.total(q, index, excluded, channels), ">="
            case ("is", e, inner, certificate):
                q, sign = self.sign(inner)
                self.identity(_minus(self.value(e), q), certificate)
                return self.value(e), sign
        raise Objection("a sign witness of an unknown kind")

    def _each(self, witnesses: Sequence[Form]) -> tuple[list[Value], list[str]]:
        pairs = [self.sign(w) for w in witnesses]
        return [q for q, _ in pairs], [s for _, s in pairs]

    def _hypothesis(self, statement: Form, renaming: Form) -> Signed:
        """The difference that an inequality says has a sign; its indices *1, *2 ... may be renamed, one by one."""
        if statement[0] not in SIGNS:
            raise Objection("no inequality where one is needed")
        kind, a, b = statement
        low, high = (a, b) if kind in ("lt", "le") else (b, a)
        difference = _minus(self.value(high), self.value(low))
        meant = {old: old for old, _ in renaming}
        for old, new in renaming:
            meant = {index: new if now == old else now for index, now in meant.items()}

        def value(frame: Frame, channels: Channels) -> Number:
            return difference(frame, rebound(channels, {index: channels[now] for index, now in meant.items()}))

        return value, SIGNS[kind]

    # --- values -------------------------------------------------------------------------------------------

    def node(self, form: Form) -> Node:
        """An expression as a node."""
        node = self.graph.node(form)
        self.nodes.append(node)
        self.has_exponentials |= any(n.op == "fn" and n.args[0] != "sqrt" for n in node.walk())
        return node

    def value(self, form: Form) -> Value:
        """The value of an expression."""
        return _at(self.node(form))


def _at(node: Node) -> Value:
    return lambda frame, channels: frame(node, channels)


def _minus(a: Value, b: Value) -> Value:
    return lambda frame, channels: frame.calculus.subtract(a(frame, channels), b(frame, channels))


def _times(a: Value, b: Value) -> Value:
    return lambda frame, channels: frame.calculus.multiply(a(frame, channels), b(frame, channels))


def _folded(operation: str, values: Sequence[Value]) -> Value:
    def value(frame: Frame, channels: Channels) -> Number:
        total = values[0](frame, channels)
        for part in values[1:]:
            total = getattr(frame.calculus, operation)(total, part(frame, channels))
        return total

    return value


def _needs(sign: str, relation: str) -> None:
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
