"""What a theorem has recorded, as it was written: what is changed afterwards is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from .statements import Statement
from .terms import Term

START = ("id", "title", "paper", "along", "model", "model_by", "notation", "words")
"""What a theorem begins with; its hypotheses are lines."""


class Written:
    """What a theorem begins with, and each line and erratum with its content, in the list where it was put."""

    def __init__(self, theorem: Any) -> None:
        self._theorem, self._start = theorem, _start(theorem)
        self._things: list[tuple[list[Any], Any, Any]] = []

    def add(self, listed: list[Any], thing: Any) -> None:
        """Puts a line or an erratum at the end of its list."""
        listed.append(thing)
        self._things.append((listed, thing, _all(thing)))

    def changed(self, *lists: list[Any]) -> str:
        """What is not as it was written: a label, or what a theorem begins with; nothing where all is."""
        seen = object()
        if _start(self._theorem) != self._start or not _is_as_made(self._start, seen):
            return "along=, model=, notation= or words="
        for listed in lists:
            added = [(thing, content) for home, thing, content in self._things if home is listed]
            for (thing, content), here in zip_longest(added, listed, fillvalue=(None, None)):
                if thing is None:
                    return "what was not written there"
                if here is not thing or _all(thing) != content or not _is_as_made(content, seen):
                    return str(thing.label)
        return "" if len(self._things) == sum(map(len, lists)) else "a list"


def _start(theorem: Any) -> Any:
    return _content([getattr(theorem, name) for name in START])


def _all(thing: Any) -> Any:
    """The content of a line or an erratum, and of what is printed in its place."""
    printed = getattr(thing, "printed", None)
    return _content(vars(thing)), _content(vars(printed)) if hasattr(printed, "__dict__") else printed


def _content(value: Any) -> Any:
    """What is in a value that could be changed where it stands; terms are compared as they are written."""
    match value:
        case Term() | str() | int() | None:  # most are: whether something is a mapping is told slowly
            return value
        case Statement():
            return value.kind, *map(_content, value.parts), *value.shown
        case list() | tuple():
            return tuple(map(_content, value))
        case Mapping():
            return tuple((_content(key), _content(one)) for key, one in value.items())
    return value


def _is_as_made(content: Any, seen: object) -> bool:
    """Whether all terms in a content are as they were made, those left out that have the mark of what was seen."""
    ahead = list(_terms(content))
    while ahead:
        t = ahead.pop()
        if t.mark[0] is not seen:
            t.mark = seen, 0
            if not t.is_as_made:
                return False
            ahead += t.parts()
    return True


def _terms(content: Any) -> Iterator[Term]:
    """The terms that stand in a content."""
    if isinstance(content, Term):
        yield content
    elif isinstance(content, tuple):
        for part in content:
            yield from _terms(part)
