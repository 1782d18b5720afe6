"""What `explain` says."""

from __future__ import annotations

from textwrap import dedent, indent

from ..glossary import GROUPS, Explanation
from .screen import Screen


def listing(screen: Screen, found: tuple[Explanation, ...]) -> None:
    """Everything there is, by groups, with its first line."""
    for group, title in GROUPS.items():
        members = [e for e in found if e.group == group]
        width = max((len(e.name) for e in members), default=0) + 4
        screen.heading(title)
        for one in members:
            screen.entry(f"  {one.name}", one.first_line, at=width)
        screen.line()
    screen.entry("", "`symnorm explain NAME` tells more", at=0)


def explained(screen: Screen, found: list[Explanation]) -> None:
    """What a name means: prose fits the screen, drawings stay as they are."""
    for number, one in enumerate(found):
        if number:
            screen.line()
        screen.heading(one.written)
        screen.entry("", f"({one.group})", at=2, dim=True)
        for paragraph in one.text.split("\n\n"):
            screen.line()
            if paragraph.startswith((" ", ">>>")):
                screen.line(indent(dedent(paragraph), " " * 6))
            else:
                screen.entry("", " ".join(paragraph.split()), at=2)
