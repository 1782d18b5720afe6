"""That the derivatives of unknown functions exist: by a hypothesis that says so, or in which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..checker.forms import Form
from ..checker.logic.entry import are_arbitrary
from ..checker.logic.statements import derivatives_in
from .document import Document
from .names import identifier
from .printed import Unproved
from .statement import ATOM

if TYPE_CHECKING:
    from .facts import Values


class Existing:
    """What is known of the derivatives of unknown functions."""

    def __init__(self, document: Document, facts: Values) -> None:
        self.document, self.facts = document, facts
        self.more: list[tuple[str, int, Form, str]] = []
        """Those that were shown to exist: function, order, where, the proof."""

    def proof(self, name: str, order: int, place: Form) -> str:
        """The proof that a function has a derivative of an order at a place."""
        for found in (self._supposed(name, order, place), self._standing(name, order, place)):
            if (proof := next(found, None)) is not None:
                return proof
        raise Unproved(f"a derivative that is not known to exist: {name}, {order}")

    def is_everywhere(self, name: str) -> bool:
        """Whether a function is supposed to be differentiable at every number."""
        along = self.document.setting.along
        said = [self.document.entries[n].statement for n in self.document.supposed]
        return any(s[0] == "differentiable" and s[1][1] == name and are_arbitrary(s[1][3], along) for s in said)

    def _supposed(self, name: str, order: int, place: Form) -> Iterator[str]:
        """By a hypothesis that the function is differentiable."""
        for n, where in self.document.supposed.items():
            match self.document.entries[n].statement:
                case ("differentiable", ("app", other, _, (formal,)), ("num", k)) if other == name and int(k) >= order:
                    proof = self.facts.script.hypothesis(where)
                    m = f" {order} ltac:(lia)" if k != "1" else ""
                    if are_arbitrary((formal,), self.document.setting.along):
                        yield f"({proof}{m} {self.facts.script.translator.term(place, ATOM)})"
                    elif formal[0] == "coord" and formal[2][0] == "*":
                        if place[:2] == formal[:2]:
                            index = self.facts.printer.index(place[2])
                            yield f"({proof} {index} {self.facts.script.in_range(place[2])})"
                    elif moved := self._moved(name, order, formal, place, f"({proof}{m})"):
                        yield moved

    def _standing(self, name: str, order: int, place: Form) -> Iterator[str]:
        """By a hypothesis in which the derivative stands, or by what was shown."""
        for n, where in self.document.supposed.items():
            statement = self.document.entries[n].statement
            for derivative in derivatives_in(statement):
                if _of(derivative) == (name, order):
                    proof = self._exists(statement, derivative, where)
                    if moved := self._moved(name, order, _variable(derivative), place, proof):
                        yield moved
        for other, known, formal, proof in self.more:
            if (other, known) == (name, order) and (moved := self._moved(name, order, formal, place, proof)):
                yield moved

    def _exists(self, statement: Form, derivative: Form, where: int) -> str:
        """The proof that a derivative exists which stands in a hypothesis."""
        is_partial = _variable(derivative)[0] == "coord"
        if statement[0] == "eq" and statement[1] == derivative:
            proof = f"({'p_exists _ _ _' if is_partial else 'd_exists _ _'} _ {self.facts.script.hypothesis(where)})"
        else:
            said = self.facts.script.translator.defined(derivative)[-1]
            proof = self.facts.script.hypothesis(self.document.hypotheses.index(said))
        return f"(entry_exists _ _ _ {proof})" if is_partial else proof

    def _moved(self, name: str, order: int, formal: Form, place: Form, proof: str) -> str:
        """The same at a place that is equal to that of which it is known; nothing where it is not."""
        if formal == place:
            return proof
        if self.facts.value(formal) != self.facts.value(place):
            return ""
        equal = f"(eq_trans {self.facts.fact(formal).equality} (eq_sym {self.facts.fact(place).equality}))"
        return f"(moved_to (ex_derive_n {identifier(name)} {order}) _ _ {equal} {proof})"


def _of(derivative: Form) -> tuple[str, int] | None:
    """The function and the order of a derivative along its argument."""
    match derivative:
        case ("D", inner, _):
            found = _of(inner)
            return found and (found[0], found[1] + 1)
        case ("app", name, (order,), _):
            return name, order
        case ("def", _, _, body):
            return _of(body)
    return None


def _variable(derivative: Form) -> Form:
    """Where such a derivative is taken."""
    found: Form = derivative[2] if derivative[0] == "D" else derivative[3][0]
    return found
