"""What the names in a theorem mean, and by which hashes theorems know each other's statements, however named."""

from __future__ import annotations

from typing import Any

from ..checker.forms import Form, digest
from ..checker.normal import renamed
from ..language import Entry, LanguageError, Statement, Term, Theorem
from ..language.terms import form
from ..language.text import text


def meaning(statement: Statement) -> str:
    """A hash of what a statement says, whatever names its definitions have."""
    return digest(_unfolded(statement.form()))


def _unfolded(form: Form) -> Form:
    if form[0] == "def":
        return _unfolded(form[3])
    return tuple(_unfolded(p) if isinstance(p, tuple) and p else p for p in form)


def one_name_one_meaning(theorem: Theorem) -> dict[str, Term]:
    """The names in a theorem, each with a term that it heads. Raises LanguageError where one stands for two things."""
    seen: dict[str, tuple[Any, Term]] = {}
    looked_at: set[int] = set()  # by identity: terms are equal whatever LaTeX their names have
    ahead = [t for e in theorem.entries for t in e.statement.terms()]
    while ahead:
        t = ahead.pop()
        if id(t) in looked_at:
            continue
        looked_at.add(id(t))
        ahead += t.parts()
        what = _meaning_of_name(t)
        if what is None:
            continue
        first, other = seen.setdefault(t.args[0], (what, t))
        if first != what:
            raise LanguageError(
                f"{theorem.id}: the name {t.args[0]!r} stands for two things: {_described(other)} and "
                f"{_described(t)}; give one another name"
            )
    return {name: t for name, (_, t) in seen.items()}


def _meaning_of_name(t: Term) -> Any:
    """What the name at the head of a term stands for, None where there is no name."""
    match t.op:
        case "sym" | "coord":
            return t.op, t.latex
        case "app":
            return t.op, len(t.args[2]), t.latex
        case "def":
            return t.op, t.latex, renamed(form(t.args[2]), t.args[1] or "", "*")
    return None


def _described(t: Term) -> str:
    match t.op:
        case "sym":
            return f"the symbol {t.latex}"
        case "coord":
            return f"the vector {t.latex}"
        case "app":
            return f"a function of {len(t.args[2])} arguments"
    return f"the definition {text(t)} := {text(t.args[2])}"


def assumptions(theorem: Theorem, channels: Form | None) -> list[dict[str, str]]:
    """What a theorem that cites this one has to suppose as well.

    What is given holds identically along the variables of `along`, so these count wherever anything is given; and so
    do those of which an inequality speaks that is not strict: it may hold where nothing can vary. The number of
    channels is a whole number from 1.
    """
    given = [e for e in theorem.entries if e.role == "given" and e.source == "hypothesis"]
    where = [e.statement for e in theorem.entries if e.role == "where"]
    statements = where + [e.statement for e in given]
    closed = {_name(t) for s in where if s.kind in ("le", "ge") for top in s.terms() for t in top.walk()}
    ranges = [v for v in theorem.along if given or v.op == "interval" or _name(v) in closed]
    return [
        *({"text": text(s), "statement_hash": meaning(s)} for s in statements),
        *({"text": f"that {text(v)} varies", "statement_hash": digest(v.op, _plain(v))} for v in ranges),
        *([] if channels is None else [
            {"text": f"that {channels[1]} is the number of channels", "statement_hash": digest("channels", channels)}
        ]),
    ]


def speaks_of_a_constant(claim: Entry) -> bool:
    """Whether a constant of integration stands in a claim: outside its theorem the name means nothing."""
    introduced = {e.statement.parts[0] for e in claim.theorem.entries if e.role == "constant"}
    return any(t in introduced for top in claim.statement.terms() for t in top.walk() if t.op == "sym")


def _name(t: Term) -> tuple[str, str] | None:
    """What varies where a term does: a symbol, or the vector that a coordinate is of."""
    if t.op in ("coord", "vector"):
        return "vector", t.args[0]
    return ("symbol", t.args[0]) if t.op == "sym" else None


def _plain(v: Term) -> Form:
    return (v.args[0],) if v.op == "vector" else form(v)
