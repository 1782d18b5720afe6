"""A theorem with terms in the place of its symbols: `Theorem.apply`.

What is applied is cited, as by `given`, and what the cited theorem supposes of the terms is claimed in lines before,
unless it is known. Whether all that is so is for the checker (`symnorm.checker.logic.instances`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .by import Rule, linear
from .entries import Entry
from .refusals import LanguageError
from .statements import INEQUALITIES, Statement
from .terms import Term, free_indices, is_length, term
from .whole import speaks_of_any

if TYPE_CHECKING:
    from .theorem import Theorem

Put = tuple[tuple[Term, Term], ...]

OF_SLOPES = ("D", "at", "integral", "slope")
"""The operations of terms that exist only where something has a derivative or an antiderivative."""


def apply(
    theorem: Theorem, other: Theorem, values: Mapping[Any, Any], label: str, claim: str, by: Rule | None
) -> Entry:
    """The line that says what a claim of another theorem says of terms; before it, what that supposes of them."""
    put = terms_for(values)
    before = sum(e.source == other.id and bool(e.put) for e in theorem.entries)
    of = f"of {other.id}, applied {before + 1}" if before else f"of {other.id}, applied"
    wanted = _claim(other, claim)
    known = {e.statement.form() for e in theorem.entries if _is_known(e)}
    for n, supposed in enumerate((e for e in other.entries if _is_supposed(e)), start=1):
        statement = _placed(supposed.statement, put)
        if statement.kind != "differentiable" and statement.form() not in known:
            rule = by or (linear() if statement.kind in INEQUALITIES else None)
            theorem.claim(f"+hypothesis {n} {of}", statement, rule)
    return theorem.given(label or f"+{wanted.called} {of}", _placed(wanted.statement, put), other.id, put=values)


def terms_for(values: Mapping[Any, Any] | None) -> Put:
    """Symbols of a theorem that is cited, each with the term in its place."""
    put = tuple((term(symbol), term(value)) for symbol, value in (values or {}).items())
    for symbol, value in put:
        is_number = not value.is_channel and all(i[0] != "*" for i in free_indices(value)) and not speaks_of_any(value)
        if symbol.op != "sym" or is_length(symbol) or not is_number:
            raise LanguageError(f"{symbol} = {value}: a term that is a number stands in the place of a symbol")
        if any(t.op in OF_SLOPES or (t.op == "app" and any(t.args[1])) for t in value.walk()):
            raise LanguageError(
                f"{symbol} = {value}: a term with a derivative or an integral stands in the place of no symbol, for it "
                "may not exist; claim what the theorem says of it, by its own proof"
            )
    return put


def _is_known(entry: Entry) -> bool:
    return entry.role in ("where", "claim") or _is_supposed(entry)


def _is_supposed(entry: Entry) -> bool:
    return entry.role == "where" or (entry.role == "given" and entry.source == "hypothesis")


def _claim(other: Theorem, label: str) -> Entry:
    """The claim of a theorem that has a label; without one, the only claim."""
    claims = [e for e in other.entries if e.role == "claim" and label in ("", e.label)]
    if len(claims) != 1:
        labels = ", ".join(repr(e.label) for e in other.entries if e.role == "claim")
        raise LanguageError(f"{other.id} claims {labels or 'nothing'}: name one of these, as claim={labels or '...'}")
    return claims[0]


def _placed(statement: Statement, put: Put) -> Statement:
    """A statement with terms in the place of symbols; definitions that speak of these are written out."""
    if type(statement) is not Statement:
        raise LanguageError(f"{statement} is not one that can be applied to terms: claim what it says line by line")
    parts = (
        _placed(part, put) if isinstance(part, Statement) else _put(part, dict(put)) for part in statement.parts
    )
    return Statement(statement.kind, tuple(parts))


def _put(t: Any, values: dict[Term, Term]) -> Any:
    if not isinstance(t, Term):
        return t
    if t in values:
        return values[t]
    if t.op == "sum" and any(t.args[0] in free_indices(value) for s, value in values.items() if s in t.walk()):
        raise LanguageError(f"{t} sums over {t.args[0]}, and a term speaks of that: give its index another name")
    if t.op == "def" and any(symbol in t.args[2].walk() for symbol in values):
        return _put(t.args[2], values)
    return t.rebuilt(lambda part: _put(part, values))
