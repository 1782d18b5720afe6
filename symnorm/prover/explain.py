"""Why a line was not proved, in words that help to mend it."""

from __future__ import annotations

from ..checker.algebra import Quotient
from ..checker.forms import Form
from ..checker.step import Step
from ..language.terms import Term
from ..language.text import text
from ..language.theorem import Theorem
from .prover import Proof
from .readback import read_back

MAX_SHOWN = 160


def explain(proof: Proof, theorem: Theorem) -> str:
    """One line: the condition that is open, or what the two sides differ by."""
    failure, judgement = proof.failure, proof.judgement
    if failure is None:
        return judgement.reason
    names = _spellings(theorem)
    if failure.duty is not None:
        relation, q = failure.duty
        shown = _shown(q, names)
        sign = {"!=": "≠", ">": ">", ">=": "≥"}[relation]
        return f"it needs {shown} {sign} 0, which no hypothesis gives: add it to where=, or show it in a step before"
    if failure.residual is not None:
        return f"{failure}: left over is {_shown(failure.residual, names)}"
    return str(failure)


def _shown(q: Quotient, names: dict[tuple[str, ...], Term]) -> str:
    known = {value: t for t, value in _values(q, names)}
    shown = text(known[q]) if q in known else text(_term(read_back(q), names))
    return shown if len(shown) <= MAX_SHOWN else shown[: MAX_SHOWN - 1] + "…"


def _values(q: Quotient, names: dict[tuple[str, ...], Term]) -> list[tuple[Term, Quotient]]:
    return []


def _spellings(theorem: Theorem) -> dict[tuple[str, ...], Term]:
    """How symbols, vectors and functions are written in the theorem."""
    found: dict[tuple[str, ...], Term] = {}
    for entry in theorem.entries:
        for top in entry.statement.terms():
            for t in top.walk():
                if t.op in ("sym", "coord", "app"):
                    found.setdefault((t.op, t.args[0]), t)
    return found


def _term(form: Form, names: dict[tuple[str, ...], Term]) -> Term:
    """A plain form as a term again, spelled as the theorem spells it."""
    if form[0] == "num":
        from fractions import Fraction

        return Term("num", (Fraction(form[1]),))
    known = names.get(form[:2]) if form[0] in ("sym", "coord", "app") else None
    args = tuple(
        _term(a, names) if isinstance(a, tuple) and a and isinstance(a[0], str) and form[0] != "sum"
        else tuple(_term(p, names) if isinstance(p, tuple) else p for p in a) if isinstance(a, tuple)
        else a
        for a in form[1:]
    )  # fmt: skip
    if form[0] == "sum":
        args = (form[1], _term(form[2], names), form[3], _term(form[4], names))
    return Term(form[0], args, known.latex if known is not None else None)
