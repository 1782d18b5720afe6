"""What coqc prints, read."""

from __future__ import annotations

import re


def axioms(said: str) -> set[str]:
    """The axioms that Rocq prints, of one theorem or of several.

    >>> axioms("Axioms:\\nfoo.bar\\n  : nat ->\\n    nat\\nx : R\\nAxioms:\\ny : R\\n") == {"foo.bar", "x", "y"}
    True
    >>> axioms("Closed under the global context\\n")
    set()
    """
    listed = "\n".join(said.split("Axioms:")[1:])
    return {m[1] for m in re.finditer(r"^([A-Za-z_][\w.']*)(?=\s*:)", listed, re.MULTILINE)}


def first_error(said: str) -> str:
    """The error that coqc tells, in one line."""
    _, _, error = said.partition("Error:")
    return " ".join((error or said).split())[:200]


def line_of(said: str) -> int:
    """The line of an error, from 1; 0 where none is told."""
    found = re.search(r"line (\d+), characters", said)
    return int(found[1]) if found else 0
