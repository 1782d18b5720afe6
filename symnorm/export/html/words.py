"""Formulas and words as HTML. What stands in a text is escaped, and mathematics in it becomes a formula."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import dedent

from markupsafe import Markup, escape

from ...errors import UserError
from ..typed import formulas
from .mathml import mathml


def inline(latex: str) -> Markup:
    """A formula within a line of text."""
    return Markup(mathml(latex))


def display(latex: str) -> Markup:
    """A formula that stands by itself, and can be scrolled where it is wider than the page."""
    return Markup(f'<div class="formula">{mathml(latex, display=True)}</div>')


def as_printed(latex: str) -> Markup:
    """A formula of a paper that stands by itself. One that is no LaTeX is shown as it is typed."""
    try:
        return display(latex)
    except UserError:
        return Markup('<div class="formula"><code>{}</code></div>').format(latex)


def words(text: str) -> Markup:
    """Words of a script, with mathematics in them as people type it: x_i >= mu."""
    made, at = Markup(), 0
    for start, end, latex in formulas(text):
        made += escape(text[at:start]) + _inline_or(latex, text[start:end])
        at = end
    return made + escape(text[at:])


def prose(text: str) -> Markup:
    """Words of a paper, in which formulas stand between dollars."""
    parts = text.split("$")
    if len(parts) % 2 == 0:  # then one of them is no delimiter
        return escape(text)
    return Markup().join(
        _inline_or(part, f"${part}$") if n % 2 else escape(part) for n, part in enumerate(parts)
    )


def _inline_or(latex: str, typed: str) -> Markup:
    """A formula within a line of text; if it is none, what is typed there."""
    try:
        return inline(latex)
    except UserError:
        return escape(typed)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring. One that is indented is kept as it stands."""
    return [
        part if part.startswith(" ") else " ".join(part.split()) for part in text.split("\n\n") if part.strip()
    ]


def paragraph(text: str, between: Callable[[str], Markup] = words) -> Markup:
    """A paragraph of a docstring, in which `code` stands between backticks."""
    if text.startswith(" "):
        return Markup('<pre tabindex="0">{}</pre>').format(dedent(text))
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return Markup("<p>{}</p>").format(between(text))
    made = (Markup("<code>{}</code>").format(p) if n % 2 else between(p) for n, p in enumerate(parts))
    return Markup("<p>{}</p>").format(Markup().join(made))


def breakable(name: str) -> Markup:
    """An id that may be broken where it has a stroke or an underscore."""
    return Markup("<wbr>").join(escape(part) for part in re.split(r"(?<=[/_])", name))
