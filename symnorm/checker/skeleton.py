"""The skeleton of a name: names that a reader may take for each other have the same one.

A name is compared by it with the other names of its theorem, with numbers and with the usual functions; a label with
the other labels, the id of a theorem with those beside it. No theorem needs both xl and x1, and one of them can always
be called something else.

>>> skeleton("xl") == skeleton("x1") == skeleton("xI"), skeleton("νorrn") == skeleton("vorm"), skeleton("xi")
(True, True, 'xi')
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from .calculus.budget import spend

ALIKE = {
    "l": "1I|", "O": "0Ø", "a": "α", "d": "đ", "D": "ÐĐ", "h": "ħ", "H": "Ħ", "i": "ιı", "k": "κĸ", "L": "Ł", "n": "ηŋ",
    "o": "σø", "p": "ρþ", "P": "Þ", "t": "τŧ", "T": "Ŧ", "v": "ν", "w": "ω", "x": "χ×", "y": "γ", "β": "ß",
    "-": "–", ".": ",",
}  # fmt: skip
"""Characters that look like a letter or a sign, in some terminal or other."""

TWO_AS_ONE = (("rn", "m"), ("vv", "w"))
LETTERS = str.maketrans({other: one for one, others in ALIKE.items() for other in others} | {"ł": "l"})


@lru_cache(maxsize=1 << 14)
def skeleton(text: str) -> str:
    """The same for all that look alike: no accents, one letter for those that few can tell apart."""
    spend(len(text))
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    bare = bare.translate(LETTERS)
    for two, one in TWO_AS_ONE:
        bare = bare.replace(two, one)
    while "__" in bare:
        bare = bare.replace("__", "_")
    return bare
