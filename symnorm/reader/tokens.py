r"""LaTeX cut into tokens, each with the place where it stands.

Whatever is only for the eye is no token (spaces, `\left`, `\displaystyle`), and what is written in two ways is one
token: `\le` and `\leq`, `\dfrac` and `\frac`, `{x}` and `x`. Alphabets tell no two names apart, so that `\mathbf{x}` is
x; a word in one of them, as in `\text{DyT}`, is one token.

>>> [t.text for t in tokens(r"\left( \hat{y}_{ij} \right)^{2}")]
['(', '\\hat', 'y', '_', '{', 'i', 'j', '}', ')', '^', '2']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

WORDS = r"\\(?:text|textrm|mathrm|mathsf|mathit|operatorname\*?)\s*\{\s*([^{}\\]{2,}?)\s*\}|\\rm\s+([A-Za-z]{2,})"
TOKEN = re.compile(
    rf"(?P<word>{WORDS})|(?P<fence>\\(?:left|right)\s*(?:\\[A-Za-z|{{}}]+|\\.|.))|(?P<command>\\[A-Za-z]+\*?|\\.)"
    r"|(?P<dots>\.\.\.)|(?P<number>\d+(?:\.\d+)?)|(?P<sign>.)",
    re.DOTALL,
)
UNSEEN = re.compile(
    r"\s|~|\\[,;:!> ]|\\(?:quad|qquad|displaystyle|textstyle|limits|mathbf|mathrm|mathsf|mathit|mathbb|boldsymbol|bm|rm"
    r"|(?:big|Big|bigg|Bigg)[lrm]?)"
)
SAME = {
    r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\lVert": r"\|",
    r"\rVert": r"\|", r"\Vert": r"\|", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\times": r"\cdot",
    r"\Longleftrightarrow": r"\iff", r"\Leftrightarrow": r"\iff", r"\Longrightarrow": r"\Rightarrow",
    r"\implies": r"\Rightarrow", r"\dots": r"\ldots", "...": r"\ldots", r"\cdots": r"\ldots", r"\rightarrow": r"\to",
}  # fmt: skip
"""Two ways to write one thing."""


@dataclass(frozen=True)
class Token:
    """One token: as it is compared, where it stands, and whether `\\left` or `\\right` makes a fence of it."""

    text: str
    start: int
    end: int
    kind: str = "sign"
    fence: str = ""


@lru_cache(maxsize=1 << 13)
def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of a formula. Nothing is refused here."""
    found: list[Token] = []
    for match in TOKEN.finditer(source):
        start = match.start()
        if match["number"] and found and found[-1].text in ("_", "^") and len(match[0]) > 1:
            first = Token(match[0][0], start, start + 1, "number")
            found += [first, Token(match[0][1:], start + 1, match.end(), "number")]
        elif not UNSEEN.fullmatch(match[0]):
            found.append(_token(match))
    return _without_idle_braces(found)


def _token(match: re.Match[str]) -> Token:
    kind = str(match.lastgroup) if match.lastgroup else "sign"
    text, fence = match[0], ""
    if match["word"]:
        text, kind = match[2] or match[3], "word"
        if text.isdecimal():
            kind = "number"
    elif match["fence"]:
        kind, fence = "sign", "left" if text.startswith(r"\left") else "right"
        text = text.removeprefix(rf"\{fence}").strip()
    return Token(SAME.get(text, text), match.start(), match.end(), kind, fence)


def _without_idle_braces(found: list[Token]) -> tuple[Token, ...]:
    """The tokens without the braces around one alone, which then reaches as far as they do."""
    out: list[Token] = []
    for token in found:
        if token.text == "}" and len(out) > 1 and out[-2].text == "{" and out[-1].text not in ("{", "}"):
            inner = out.pop()
            out[-1] = replace(inner, start=out[-1].start, end=token.end)
        else:
            out.append(token)
    return tuple(out)
