r"""LaTeX cut into tokens, each with the place where it stands.

Whatever is only for the eye is no token (spaces, `\left`, `\displaystyle`), and what is written in two ways is one
token: `\le` and `\leq`, `\dfrac` and `\frac`, `{x}` and `x`. Alphabets tell no two names apart, so that `\mathbf{x}` is
x; a word in one of them, as in `\text{DyT}`, is one token.

>>> [t.text for t in tokens(r"\left( \hat{y}_{ij} \right)^{2}")]
['(', '\\hat', 'y', '_', '{', 'i', 'j', '}', ')', '^', '2']
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..pieces import pieces

ALPHABETS = (r"\text", r"\textrm", r"\mathrm", r"\mathsf", r"\mathit", r"\operatorname")
WORD = re.compile(r"\*?\s*\{\s*([^{}\\]{2,}?)\s*\}")
CASES = re.compile(r"\\(begin|end)\s*\{\s*cases\s*\}")
ROMAN = re.compile(r"\s+([A-Za-z]{2,})")
ONES = re.compile(r"\\(?:mathbb|mathbf|boldsymbol|bm)\s*(?:\{\s*(\d+)\s*\}|(\d+))")
"""A number in such letters may be part of a name, as of a vector of ones, and is no number."""
FENCES = (r"\left", r"\right")
UNSEEN = re.compile(
    r"\s|~|\\[,;:!> ]|\\(?:quad|qquad|displaystyle|textstyle|limits|mathbf|mathrm|mathsf|mathit|mathbb|boldsymbol|bm|rm"
    r"|(?:big|Big|bigg|Bigg)[lrm]?)"
)
WIDE = (r"\quad", r"\qquad")
SAME = {
    r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\lVert": r"\|",
    r"\rVert": r"\|", r"\Vert": r"\|", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\times": r"\cdot",
    r"\Longleftrightarrow": r"\iff", r"\Leftrightarrow": r"\iff", r"\Longrightarrow": r"\Rightarrow",
    r"\leqslant": r"\leq", r"\geqslant": r"\geq",
    r"\implies": r"\Rightarrow", r"\dots": r"\ldots", r"\cdots": r"\ldots", r"\rightarrow": r"\to",
}  # fmt: skip
"""Two ways to write one thing."""


class Token(NamedTuple):
    """One token: as it is compared, where it stands, and whether `\\left` or `\\right` makes a fence of it.

    What is `apart` stands behind a wide space, which no product has in it.
    """

    text: str
    start: int
    end: int
    kind: str = "sign"
    fence: str = ""
    apart: bool = False


@lru_cache(maxsize=1 << 13)
def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of a formula. Nothing is refused here."""
    found: list[Token] = []
    apart = False
    ahead = deque(pieces(source, numbers=True))
    while ahead:
        made = _token(source, ahead)
        while ahead and ahead[0][1] < made.end:
            ahead.popleft()
        if made.text == source[made.start : made.end] and made.kind == "number":
            while len(made.text) > 1 and made.text[0] != "." and _is_argument(found):
                found.append(made._replace(text=made.text[0], end=made.start + 1))
                made = made._replace(text=made.text[1:], start=made.start + 1)
            if made.text[0] == ".":
                made = made._replace(kind="sign")
        apart = apart or made.text in WIDE
        if made.kind != "unseen":
            found.append(made._replace(apart=apart))
            apart = False
    return _without_idle_braces(found)


TRANSPOSED = ("T", r"\top")


def without_transposes(source: str) -> list[str]:
    """The texts of the tokens of a formula, those of its transposes left out."""
    texts = [t.text for t in tokens(source)]
    places = {n for n, (sign, above) in enumerate(pairwise(texts)) if sign == "^" and above in TRANSPOSED}
    return [text for n, text in enumerate(texts) if n not in places and n - 1 not in places]


def _token(source: str, ahead: deque[tuple[str, int]]) -> Token:
    """The token that begins with the next piece. That is taken; others of it are left."""
    text, start = ahead.popleft()
    end = start + len(text)
    word = WORD.match(source, end) if text in ALPHABETS else ROMAN.match(source, end) if text == r"\rm" else None
    if word:
        return Token(word[1], start, word.end(), "number" if word[1].isdecimal() else "word")
    if part := CASES.match(source, start):
        return Token(rf"\{part[1]}{{cases}}", start, part.end())
    if one := ONES.match(source, start):
        return Token(one[1] or one[2], start, one.end())
    if text in FENCES and (found := next((p for p in ahead if not p[0].isspace()), None)):
        return Token(SAME.get(found[0], found[0]), start, found[1] + len(found[0]), "sign", text[1:])
    if source.startswith("...", start):
        return Token(r"\ldots", start, start + 3)
    if text in FENCES or UNSEEN.fullmatch(text):
        return Token(text, start, end, "unseen")
    return Token(SAME.get(text, text), start, end, "number" if text[0].isdecimal() else "sign")


def _is_argument(found: list[Token]) -> bool:
    r"""Whether what comes is below or above a sign, or an argument of a command: of digits, TeX takes one."""
    if not found:
        return False
    if found[-1].text in ("_", "^", r"\frac", r"\sqrt"):
        return True
    depth, start = 0, len(found)
    while start:
        start -= 1
        depth += (found[start].text == "}") - (found[start].text == "{")
        if depth <= 0:
            break
    return depth == 0 and start > 0 and found[start - 1].text == r"\frac"


def _without_idle_braces(found: list[Token]) -> tuple[Token, ...]:
    """The tokens without the braces around one alone, which then reaches as far as they do."""
    out: list[Token] = []
    for token in found:
        if token.text == "}" and len(out) > 1 and out[-2].text == "{" and out[-1].text not in ("{", "}"):
            inner = out.pop()
            out[-1] = inner._replace(start=out[-1].start, end=token.end)
        else:
            out.append(token)
    return tuple(out)
