"""What stands in the subscript and in the marks of a name: letters, and the names of whole numbers."""

from __future__ import annotations

import re

WORDS_AND_COMMANDS = re.compile(r"\\[A-Za-z]+\s*(?:\{\s*[A-Za-z][^{}]+\})?")
"""What is more than a letter or a number in a subscript."""


def _scripts(latex: str) -> str:
    return "_".join(re.split("[_^]", latex)[1:])


def letters_in(latex: str) -> set[str]:
    """The letters and numbers that stand by themselves in the subscript and the marks of a name, and not in a word."""
    return {*re.findall("[A-Za-z]|[0-9]+", WORDS_AND_COMMANDS.sub(" ", _scripts(latex)))}


def tells_of(number: str, latex: str) -> bool:
    """Whether the name of a whole number stands in the subscript or the marks of another name."""
    return number in letters_in(latex) if _is_letter(number) else number in _scripts(latex)


def calculates_with(number: str, latex: str) -> bool:
    """Whether a subscript has the next number, as t + 1, or 2t: m_t, m_{t,i} and m_{it} have t itself."""
    scripts = _scripts(latex)
    if _is_letter(number):
        scripts = WORDS_AND_COMMANDS.sub(" ", scripts)
    items = re.split(r"[_,{}()]", scripts)
    return any(number in item and re.search(r"[-+*/0-9]", item.replace(number, " ")) for item in items)


def _is_letter(number: str) -> bool:
    return len(number) == 1 and number.isascii()
