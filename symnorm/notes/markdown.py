r"""Markdown, block by block: code, quotes and comments are taken off, and the rows stay where they are.

What is left is text for `scan`: a fence of kind `math`, and reStructuredText's `.. math::`, stand between two marks
that no text has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .places import Row

OPENS, CLOSES = "\ue000", "\ue001"
"""Marks around a block that is mathematics."""
FENCE = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,}|:{3,}(?=[ \t]*\{math\}))[ \t]*(.*)$")
QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
ITEM = re.compile(r"[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
RAW = re.compile(
    r"\{%-?\s*(?:end)?(?:raw|katex|math)\b[^%\n]{0,99}%\}|\{\{[<%]\s*(?:/\s*)?(?:raw)?(?:math|katex|mathjax)\b[^{}\n]{0,99}?[>%]\}\}"
)
"""Marks of Jekyll and Hugo around mathematics."""
DISPLAY = re.compile(r"\$\$|\\\[|\\begin\{")
REST = re.compile(r"([ \t]*)\.\. math::[ \t]*(.*)$")
OPTION = re.compile(r"[ \t]*:[a-z-]+:")
LONG_ROW = 2_000
"""A row of so many characters is no text in which code is quoted."""
FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}


@dataclass
class _State:
    """What is open at a row."""

    fence: str = ""
    is_math: bool = False
    is_quote: bool = False
    in_display: bool = False
    in_list: bool = False
    in_code: bool = False
    after_blank: bool = True
    rest: int | None = None
    """The indentation of `.. math::`, while its block goes on."""
    out: list[Row] = field(default_factory=list)


def unfolded(rows: Iterable[Row], begins: bool = True) -> list[Row]:
    """The rows with only what may be text and mathematics in them. A file `begins` with its front matter, if any."""
    rows = [(text.replace(OPENS, " ").replace(CLOSES, " "), file, line) for text, file, line in rows]
    state = _State()
    for text, file, line in rows[_front_matter(rows) if begins else 0 :]:
        state.out.append((_row(text, state), file, line))
    if state.rest is not None:
        text, file, line = state.out[-1]
        state.out[-1] = (text + CLOSES, file, line)
    return state.out


def _front_matter(rows: list[Row]) -> int:
    """The number of rows of the front matter."""
    ends = FRONT_MATTER.get(rows[0][0].rstrip(), ()) if rows else ()
    return next((n + 1 for n, row in enumerate(rows) if n and row[0].rstrip() in ends), 0) if ends else 0


def _row(text: str, state: _State) -> str:
    """One row, without what is no text."""
    if not text and state.rest is None:
        state.is_quote, state.after_blank = False, True
        return text
    text = _unquoted(text, state)
    for block in (_fenced, _rest, _indented):
        if (seen := block(text, state)) is not None:
            state.after_blank = not text.strip()
            return seen
    if text.strip():
        state.in_list = bool(ITEM.match(text)) or (state.in_list and (text[0] in " \t" or not state.after_blank))
    state.after_blank = not text.strip()
    state.in_display = _ends_in_display(text, state.in_display)
    return RAW.sub(lambda m: " " * len(m[0]), text)


def _unquoted(text: str, state: _State) -> str:
    """The row without marks of a quote. In a display, a row may begin with the sign > as well."""
    m = QUOTE.match(text)
    is_sign = state.in_display and not state.after_blank
    if m is None or (not state.is_quote and (is_sign or state.fence)):
        if state.is_quote and not text.strip():
            state.is_quote = False
        return text
    state.is_quote = True
    return " " * m.end() + text[m.end() :]


def _fenced(text: str, state: _State) -> str | None:
    """A row of a fence, or one that opens or closes it."""
    m = FENCE.match(text.lstrip(" \t"))
    if state.fence:
        closes = text.strip()
        if len(closes) >= len(state.fence) and not closes.strip(state.fence[0]):
            state.fence = ""
            return CLOSES if state.is_math else ""
        return text if state.is_math and not OPTION.match(text) else ""
    if m is None or (m[1][0] == "`" and "`" in m[2]):
        return None
    state.fence = m[1]
    state.is_math = bool(re.match(r"\{?\s*\.?math\b", m[2], re.IGNORECASE))
    state.in_display = False
    return OPENS if state.is_math else ""


def _rest(text: str, state: _State) -> str | None:
    """A row of a `.. math::` of reStructuredText."""
    own = len(text) - len(text.lstrip())
    if state.rest is not None:
        if not text.strip():
            return ""
        if own > state.rest:
            return "" if OPTION.match(text) else text
        state.rest = None
        last, file, line = state.out[-1]
        state.out[-1] = (last + CLOSES, file, line)
    m = REST.match(text)
    if m is None:
        return None
    state.rest = own
    return f"{OPENS} {m[2]}"


def _indented(text: str, state: _State) -> str | None:
    """A row of code that is nothing but indented. What looks like a display is none, and neither is an item's."""
    if not text.strip():
        return None
    deep = text.startswith(("    ", "\t"))
    state.in_code = (
        deep and (state.in_code or state.after_blank) and not state.in_list and not state.in_display
        and not DISPLAY.search(text) and not state.is_quote
    )  # fmt: skip
    return "" if state.in_code else None


def _ends_in_display(text: str, is_open: bool) -> bool:
    """Whether a display is open behind a row."""
    if text.startswith("#") and not is_open:
        return False
    if len(text) < LONG_ROW:
        text = CODE_SPAN.sub("", text)
    for m in re.finditer(r"\$\$|\\\\|\\\[|\\\]|\\(begin|end)\{", text):
        match m[0]:
            case "$$":
                is_open = not is_open
            case r"\[":
                is_open = True
            case r"\]":
                is_open = False
    return is_open


