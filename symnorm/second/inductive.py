"""What certificates say of whole numbers, read again: instances, signs, inductions."""

from __future__ import annotations

from typing import Any

from ..checker.forms import Form, free_indices, holds_form, holds_operation
from .certificate import SIGNS, Reader, Signed, needs
from .nodes import Node, Objection, named
from .whole import least, linear, may_be_negative


class InductiveReader(Reader):
    """Reads one entry, in which whole numbers may stand. Raises Objection."""

    def proof(self, statement: Form, proof: Form) -> None:
        """What a proof of a statement says."""
        match statement, proof:
            case (kind, _, _), ("induction", whole, *pairs, m) if kind == "eq" or kind in SIGNS:
                self._induction(statement, whole, pairs[::2], pairs[1::2], m)
            case _:
                super().proof(statement, proof)

    def relation(self, relation: Form) -> Node:
        """The node that a relation says is zero."""
        match relation:
            case ("at", n, whole, e):
                return self._instance(n, whole, e, self.difference(self.use(n)))
        return super().relation(relation)

    def sign(self, witness: Form) -> Signed:
        """The quantity of a sign witness, and the sign that its form gives it."""
        graph = self.graph
        match witness:
            case ("whole", e):
                lowest = self._least(e)
                if lowest is None or lowest < 0:
                    raise Objection("a whole number that may be negative")
                return self.value(e), ">" if lowest else ">="
            case ("power", inner, exponent):
                q, sign = self.sign(inner)
                if may_be_negative(self.value(exponent)):
                    needs(sign, "!=")
                return graph.make("power", q, self.value(exponent)), sign
            case ("upto", index, last, inner) if index[0] == "*":
                q, sign = self.sign(inner)
                needs(sign, ">=")
                return graph.make("upto", f"{index}@1", 1, self.value(last), q), ">="
            case ("at", n, whole, e):
                statement = self.use(n)
                if statement[0] not in SIGNS:
                    raise Objection("no inequality where one is needed")
                return self._instance(n, whole, e, self.excess(statement)), SIGNS[statement[0]]
        return super().sign(witness)

    def _induction(self, statement: Form, whole: Form, starts: list[Any], supposed: list[Any], m: Any) -> None:
        """The statement was shown at its first numbers, and after so many where it was supposed at each from t on."""
        if any(self.at(n).role != "suppose" for n in supposed) or len(starts) != len(supposed) or not supposed:
            raise Objection("an induction that supposes something else")
        if self.at(supposed[0]).statement != statement:
            raise Objection("an induction that supposes something else")
        if whole[0] != "whole" or any(i[0] == "*" for i in free_indices(statement)):
            raise Objection("an induction that is not about one whole number, or is about every channel")
        self._is_closed(statement)
        graph = self.graph
        t = graph.node(whole)
        values = [(k, graph.number(whole[2] + r)) for r, k in enumerate(starts)]
        values += [(n, graph.make("add", t, graph.number(r))) for r, n in enumerate((*supposed, m))]
        for said, value in ((self.at(entry).statement, value) for entry, value in values):
            if any(holds_operation(s, "integral") for s in (said, statement)):
                raise Objection("an induction about antiderivatives")
            if (said[0] == "eq") != (statement[0] == "eq") or SIGNS.get(said[0]) != SIGNS.get(statement[0]):
                raise Objection("an induction from another relation")
            wanted = graph.put(self.excess(statement), named(whole), value)
            self.check("identity", graph.minus(self.excess(said), wanted))
        for k in starts:
            self.use(k)
            self.entry.elsewhere.add(k)
        self.entry.discharged |= {*supposed, m}
        self.entry.inductive[m] = {*supposed}

    def _is_closed(self, statement: Form) -> None:
        """Raises Objection where a constant of integration stands, which may be another for another number."""
        if any(e.role == "constant" and holds_form(statement, e.statement[1]) for e in self.earlier):
            raise Objection("a constant of integration at another whole number than its own")

    def _instance(self, n: Any, whole: Form, e: Form, known: Node) -> Node:
        """What an earlier entry says of every whole number, at one of them."""
        self._is_closed(self.use(n))
        self.entry.elsewhere.add(n)
        lowest = self._least(e, whole[2])
        if whole[0] != "whole" or lowest is None or lowest < whole[2]:
            raise Objection("an entry used at a number of which it does not speak")
        return self.graph.put(known, named(whole), self.value(e))

    def _least(self, e: Form, otherwise: int = 1) -> int | None:
        """What a whole number is at least; where it is not written as one, that is a doubt."""
        found = linear(self.value(e))
        if found is None:
            self.entry.doubts.append("a whole number that is not written as one")
            return otherwise
        return least(found)
