r"""Signs of relation: which there are, and what a printed one says by its meaning alone.

>>> kind(r"\leqslant"), kind(r"\stackrel{\text{def}}{=}"), kind(r"\overset{(3)}{\approx}"), kind("&=&")
('<=', ':=', '~', '=')
"""

from __future__ import annotations

import re
from functools import lru_cache

KINDS = {
    "=": "=", "==": "=", "＝": "=",
    r"\neq": "!=", r"\ne": "!=", "≠": "!=", r"\not=": "!=", r"\not\equiv": "!=", "!=": "!=",
    "<": "<", r"\lt": "<", "＜": "<", ">": ">", r"\gt": ">", "＞": ">",
    r"\ll": "much", "<<": "much", "≪": "much", r"\gg": "much", ">>": "much", "≫": "much",
    r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", r"\leqq": "<=", "≤": "<=", "⩽": "<=", "<=": "<=",
    r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", r"\geqq": ">=", "≥": ">=", "⩾": ">=", ">=": ">=",
    r"\approx": "~", r"\simeq": "~", r"\approxeq": "~", r"\cong": "~", "≈": "~", "≃": "~", r"\fallingdotseq": "~",
    r"\equiv": "==", "≡": "==",
    ":=": ":=", "=:": ":=", r"\coloneqq": ":=", r"\eqqcolon": ":=", r"\coloneq": ":=", r"\vcentcolon=": ":=",
    r"\colon=": ":=", r"\triangleq": ":=", r"\leftarrow": ":=", r"\gets": ":=", r"\doteq": ":=", r"\eqdef": ":=",
    r"\defeq": ":=", "≜": ":=", "≔": ":=", "←": ":=", r"\longleftarrow": ":=",
}  # fmt: skip
"""What the printed signs say: = equal, ~ about, much for much less or larger, == identical, := a definition."""
STACKED = re.compile(r"\\(?:stackrel|overset|underset|xlongequal|mathrel)(?![A-Za-z])")
DEFINES = re.compile(r"def|\\triangle|\\Delta|:|△|≜|定义|정의|定義")


def kind(sign: str) -> str:
    r"""The meaning of a sign: =, !=, <, >, <=, >=, ~ for about, much, == for \equiv, := for a definition."""
    return meaning(sign) or "="


@lru_cache(maxsize=1 << 12)
def meaning(sign: str) -> str | None:
    """The meaning of a sign; None if it is none of relation."""
    text = re.sub(r"[\s&]", "", sign)
    if not STACKED.match(text):
        return KINDS.get(text)
    if text.startswith(r"\xlongequal"):
        return ":=" if DEFINES.search(text) else "="
    above, base = _parts(text)
    found = meaning(base)
    return ":=" if found in ("=", "==") and DEFINES.search(above) else found


def _parts(text: str) -> tuple[str, str]:
    r"""What stands above, and the sign itself, of `\overset{a}{=}`; a mere `\mathrel{=}` has nothing above."""
    body = STACKED.sub("", text, count=1)
    depth, ends = 0, []
    for place, character in enumerate(body):
        depth += (character == "{") - (character == "}")
        if depth == 0 and character == "}":
            ends.append(place + 1)
    if text.startswith(r"\mathrel"):
        return "", body[: ends[0]].strip("{}").replace(r"\mathop:", ":") if ends else ""
    if not ends or ends[0] == len(body):
        return "", ""
    return body[: ends[0]], body[ends[0] :].removeprefix("{").removesuffix("}")
