r"""What a printed sign of relation says, by its meaning alone."""

from __future__ import annotations

import re

KINDS = {
    "=": "=", r"\neq": "!=", r"\ne": "!=", "<": "<", ">": ">", r"\lt": "<", r"\gt": ">", r"\le": "<=", r"\leq": "<=",
    r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", r"\ll": "<", r"\gg": ">", r"\approx": "~",
    r"\simeq": "~", r"\approxeq": "~", r"\cong": "~", r"\equiv": "==", ":=": ":=", r"\coloneqq": ":=",
    r"\triangleq": ":=",
    r"\leftarrow": ":=", r"\gets": ":=", r"\doteq": ":=", r"\stackrel": "=", r"\overset": "=", "≤": "<=", "≥": ">=",
    "≠": "!=", "≈": "~", "≡": "==", r"\vcentcolon=": ":=",
}  # fmt: skip


def kind(sign: str) -> str:
    r"""The meaning of a sign: =, !=, <, >, <=, >=, ~ for about, == for \equiv, := for a definition."""
    text = re.sub(r"[\s&]", "", sign)
    if found := re.match(
        r"\\(?:stackrel|overset|underset)\s*(\{.*\})\{?(=|\\equiv|\\approx|\\le|\\ge)\}?$", text
    ):
        is_definition = re.search(r"def|\\triangle|\\Delta|:", found[1])
        return ":=" if is_definition else KINDS.get(found[2], "=")
    return KINDS.get(text, ":=" if text.startswith(":") or text.startswith("=:") else "=")
