"""What a terminal, a pipe or a file is told, each in its own way.

A terminal gets colours and lines that fit; everything else gets plain lines, as long as they are. NO_COLOR takes the
colours away, and FORCE_COLOR, other than 0, gives them to a pipe or file too. A stream whose encoding lacks our signs
gets them written out.
"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Callable
from typing import TextIO

import click

from .plain import plain

MARKS = {"proved": "✓", "refuted": "✗", "unknown": "?", "fault": "!"}
ASCII_MARKS = {"proved": "v", "refuted": "x", "unknown": "?", "fault": "!"}
COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow", "fault": "magenta"}


class Screen:
    """Writes lines to a stream, or hands them to whatever owns the stream for a while, as a progress display does."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.is_terminal = stream.isatty()
        self.has_colours = _wants_colours(self.is_terminal)
        self.width = max(shutil.get_terminal_size().columns, 40) if self.is_terminal else None
        self.is_ascii = not _can_write(stream, "✓✗…∑σŷ²ₖ≤")
        self.marks = ASCII_MARKS if self.is_ascii else MARKS
        self.owner: Callable[[str], None] | None = None

    def line(self, text: str = "") -> None:
        """One line, or several; what is no sign, as an escape sequence in what a script says, is written as its number.

        The colours of `styled` are left where there are any.
        """
        parts = COLOUR.split(self.written(text)) if self.has_colours else [self.written(text)]
        text = "".join(part if n % 2 else _visible(part) for n, part in enumerate(parts))
        if self.owner is not None:
            self.owner(text)
        else:
            self.stream.write(text + "\n")
            self.stream.flush()

    def passing(self, text: str = "") -> None:
        """A line that the next one takes away; nothing where no terminal waits."""
        if self.width is not None:
            room = self.width - 1
            seen = "".join(c if c.isprintable() else "?" for c in self.written(text))[:room]
            self.stream.write(f"\r{seen:<{room}}\r")
            self.stream.flush()

    def written(self, text: str) -> str:
        """The text in the signs that the stream has."""
        return plain(text) if self.is_ascii else text

    def styled(self, text: str, colour: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        """The text in a colour, where there are colours."""
        if not self.has_colours or not (colour or bold or dim):
            return text
        return click.style(text, fg=colour, bold=bold or None, dim=dim or None)

    def mark(self, verdict: str) -> str:
        """The sign for a verdict."""
        return self.styled(self.marks[verdict], COLOURS[verdict])

    def heading(self, text: str) -> None:
        """Text that stands out."""
        self.entry("", text, at=0, bold=True)

    def entry(self, head: str, text: str, *, at: int, bold: bool = False, dim: bool = False) -> None:
        """A head and a text that begins at column `at` and is broken there, where it has to be."""
        if head and len(click.unstyle(head)) >= at:
            self.line(head)
            head = ""
        head, text = self.written(head), _visible(self.written(text))
        lines = [text]
        if self.width:
            lines = textwrap.wrap(text, max(self.width - at, 20), break_on_hyphens=False) or [""]
        first = head + " " * (at - len(click.unstyle(head)))
        for start, line in zip([first, *[" " * at] * (len(lines) - 1)], lines, strict=True):
            self.line((start + self.styled(line, bold=bold, dim=dim)).rstrip())

    def fit(self, text: str, width: int) -> str:
        """The text, cut to so many columns."""
        text = self.written(text)
        return text if len(text) <= width else text[: max(width - 1, 0)].rstrip() + ("~" if self.is_ascii else "…")


def _wants_colours(is_terminal: bool) -> bool:
    """Whether colours are wanted, by the variables that say so for every program (no-color.org, force-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return is_terminal and os.environ.get("TERM") != "dumb"


def _visible(text: str) -> str:
    from ..checker.titles import visible

    return "\n".join(map(visible, text.expandtabs().split("\n")))


def _can_write(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
