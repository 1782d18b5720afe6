"""What coqc prints, read."""

from __future__ import annotations

import re

LISTED, CLOSED = "Axioms:", "Closed under the global context"
"""One of them begins what Rocq says of that on which something rests."""


def axioms(said: str) -> set[str] | None:
    """All on which Rocq says that something rests, from all that it prints; None where it does not say that.

    An axiom stands by its name, anything else by the line that Rocq has for it: a fixpoint that is only assumed to be
    guarded, an inductive type that is assumed to be positive, a theory in which universes are not checked.

    >>> axioms("Axioms:\\nfoo.bar\\n  : nat ->\\n    nat\\nx : R\\n") == {"foo.bar", "x"}
    True
    >>> axioms("Closed under the global context\\n")
    set()
    >>> axioms("Axioms:\\nbad is assumed to be guarded.\\n")
    {'bad is assumed to be guarded.'}
    >>> axioms("")
    """
    header, *lines = said.splitlines() or [""]
    if header not in (LISTED, CLOSED):
        return None
    found: list[str] = []
    for line in filter(str.strip, lines):
        if header == LISTED and found and line[0] == " ":
            continue  # the type of an axiom goes on
        named = re.fullmatch(r"(\S+)(?: :.*)?", line)
        found.append(named[1] if named and header == LISTED else line)
    return set(found)


def first_error(said: str) -> str:
    """The error that coqc tells, in one line."""
    _, _, error = said.partition("Error:")
    return " ".join((error or said).split())[:200]


def line_of(said: str) -> int:
    """The line of an error, from 1; 0 where none is told."""
    found = re.search(r"line (\d+), characters", said)
    return int(found[1]) if found else 0
