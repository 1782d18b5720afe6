"""Relations between numbers: by rational arithmetic; by intervals where there are roots, exponentials, logarithms."""

from __future__ import annotations

from ..checker.calculus.enclosure import Unbounded, decide
from ..checker.forms import Form, subforms
from .names import identifier
from .printed import Unproved

MADE_OF_NUMBERS = ("num", "add", "mul", "neg", "div", "pow", "fn", "def")
ZERO: Form = ("num", "0")


def is_number(e: Form) -> bool:
    """Whether nothing but numbers stands in an expression."""
    return all(not isinstance(part[0], str) or part[0] in MADE_OF_NUMBERS for part in subforms(e) if part)


def holds_function(form: Form) -> bool:
    """Whether a root, an exponential or the like stands in a form."""
    return any(part[:1] == ("fn",) for part in subforms(form))


def calculation(statement: Form) -> list[str]:
    """Tactics that prove a relation between numbers as it is written."""
    names = dict.fromkeys(part[1] for part in subforms(statement) if part[:1] == ("def",))
    lines = [f"unfold {', '.join(map(identifier, names))}."] if names else []
    if not holds_function(statement):
        return [*lines, "lra."]
    relation, a, b = statement
    if relation == "ne":
        lines.append(f"apply {'Rlt_not_eq' if _decided('lt', a, b) else 'Rgt_not_eq, Rlt_gt'}.")
    ending = {"gt": "apply Rlt_gt. ", "ge": "apply Rle_ge. "}.get(relation, "")
    return [*lines, f"rewrite ?tanh_double. {ending}interval."]


def sign_of(sign: str, e: Form) -> Form:
    """That a number has a sign, as a relation."""
    return {"!=": ("ne", e, ZERO), ">": ("lt", ZERO, e), ">=": ("le", ZERO, e)}[sign]


def _decided(relation: str, a: Form, b: Form) -> bool:
    try:
        return decide(relation, a, b)
    except Unbounded as error:
        raise Unproved(str(error)) from None
