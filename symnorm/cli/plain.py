"""Mathematics for a stream that has ASCII alone: sigma^2 for σ², sum_k for ∑ₖ, yhat for ŷ."""

from __future__ import annotations

import re
import unicodedata

SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "±": "+-", "⇒": "=>", "⇔": "<=>", "·": "*", "×": "x", "−": "-", "√": "sqrt",
    "∑": "sum", "∫": "int", "∞": "infinity", "‖": "||", "∂": "d", "∇": "grad", "′": "'", "∈": "in", "⋆": "*",
    "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "ϑ": "theta", "⊤": "T",
}  # fmt: skip
ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u0307": "dot", "\u20d7": "vec"}


def plain(text: str) -> str:
    """A text with the signs that are not ASCII written out; one that has no name here stays."""
    if text.isascii():
        return text
    out, script = "", ""
    for character in text:
        kind, _, inside = unicodedata.decomposition(character).partition(" ")
        raised = {"<super>": "^", "<sub>": "_"}.get(kind, "")
        letter = chr(int(inside.split()[0], 16)) if raised else character
        if raised != script and script:
            out = _closed(out, script)
        out += (raised + "\0" if raised and raised != script else "") + (SIGNS.get(letter) or _spelled(letter))
        script = raised
    return _closed(out, script) if script else out


def _closed(out: str, script: str) -> str:
    """The text with the script that it ends with in parentheses, unless that is a number or a name."""
    before, _, inside = out.rpartition(script + "\0")
    return before + script + (inside if inside.isalnum() or inside.startswith("(") else f"({inside})")


def _spelled(character: str) -> str:
    """A Greek letter by its name, another letter with its accent by name if that is one of mathematics."""
    if character.isascii():
        return character
    named = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)", unicodedata.name(character, ""))
    if named:
        word = named[2].replace("LAMDA", "LAMBDA").lower()
        return word.capitalize() if named[1] == "CAPITAL" else word
    parts = unicodedata.normalize("NFKD", character)
    bare = "".join(ACCENTS.get(c, "") if unicodedata.combining(c) else c for c in parts)
    return bare if bare.isascii() else character
