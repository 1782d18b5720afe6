"""What each entry of a theorem stands on: its place, its hash, the suppositions under what it uses."""

from __future__ import annotations

from collections.abc import Collection

from ..checker.forms import Form, digest, holds_form
from .certificate import Entry
from .nodes import Objection


class Accounts:
    """Keeps them entry by entry."""

    def __init__(self, along: Form, dimensions: Collection[str], shapes: Collection[tuple[str, Form]] = ()) -> None:
        self._along, self._dimensions, self._shapes = along, dimensions, shapes
        self._chain = digest(along)
        self._entries: list[Entry] = []
        self._assumptions: list[frozenset[int] | None] = []
        """The suppositions that an entry stands on; None for one that was not accepted."""

    def pass_over(self, entry: Entry) -> None:
        """The next entry, which was not accepted."""
        self._next(entry, None)

    def _next(self, entry: Entry, assumptions: frozenset[int] | None) -> None:
        self._chain = digest(self._chain, entry.role, entry.statement)
        self._entries.append(entry)
        self._assumptions.append(assumptions)

    def add(self, entry: Entry, bound: object) -> None:
        """The next entry. Raises Objection."""
        wrong, number = "", len(self._entries)
        if bound != digest(self._chain, entry.role, entry.statement):
            wrong = "a certificate of another statement"
        used = {n: self._assumptions[n] for n in entry.used | entry.discharged}
        if any(a is None for a in used.values()):
            wrong = "it stands on what was not accepted"
        found = frozenset().union(*(a for n, a in used.items() if a))
        if entry.is_everywhere and found:
            wrong = "what is only supposed is used as holding everywhere"
        if any(used[n] for n in entry.elsewhere):
            wrong = "what is only supposed is used at another whole number, or for another channel"
        if any(not (used[m] or frozenset()) <= supposed for m, supposed in entry.inductive.items()):
            wrong = "an induction under a supposition"
        if entry.role == "suppose":
            found |= {number}
        found -= {n for n in entry.discharged if self._entries[n].role == "suppose"}
        if entry.role == "claim" and found:
            wrong = "a claim stands on a supposition that is never discharged"
        if len(self._dimensions) > 1:
            wrong = "sums over different numbers of channels"
        if len({name for name, _ in self._shapes}) < len(self._shapes):
            wrong = "an array with other indices elsewhere"
        constants = [e.statement[1] for e in self._entries if e.role == "constant"]
        if entry.role == "given" and any(holds_form(entry.statement, c) for c in constants):
            wrong = "what is given speaks of a constant of integration"
        if entry.role == "where" and any(e.role != "where" for e in self._entries):
            wrong = "a hypothesis after something else"
        self._next(entry, found)
        if wrong:
            raise Objection(wrong)
