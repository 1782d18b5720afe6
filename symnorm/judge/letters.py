"""Names in a printed line that stand for nothing in its theorem: what else they may be read for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..checker.forms import Form, subforms
from ..checker.refutation.interpreted import put_in
from ..checker.refutation.values import Undecided
from ..language import Statement, Theorem
from ..language.points import Name
from ..witness.names import occurring
from .model import as_statement


def strangers(theorem: Theorem, statement: Statement) -> list[Name]:
    """The symbols, vectors and functions of a statement that stand in no line and no hypothesis of the theorem."""
    known = {n for e in theorem.entries for t in e.statement.terms() for n in occurring(t)}
    return [n for t in statement.terms() for n in occurring(t) if n not in known and n[0] != "index"]


def in_other_letters(theorem: Theorem, statement: Statement, stranger: Name) -> Iterator[Statement]:
    """The statement with a symbol, a definition or a vector of the theorem in the place of a stranger."""
    kind, name = stranger
    inside = dict.fromkeys(part for e in theorem.entries for part in subforms(e.statement.form()))
    if kind == "vector":
        for vector in dict.fromkeys(part[1] for part in inside if part[:1] == ("coord",)):
            yield as_statement(_with_vector(statement.form(), name, vector))
    elif kind == "symbol":
        for part in inside:
            if part[:1] == ("sym",) or (part[:1] == ("def",) and part[2] is None):
                with suppress(Undecided):
                    yield as_statement(put_in(statement.form(), {}, {name: part}))


def _with_vector(form: Form, old: str, new: str) -> Form:
    if form[:2] == ("coord", old):
        return "coord", new, form[2]
    return tuple(_with_vector(part, old, new) if isinstance(part, tuple) and part else part for part in form)
