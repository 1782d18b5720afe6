"""What a misspelt name of a script was probably meant to be."""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Iterable
from types import ModuleType

IMPORTED = re.compile(r"cannot import name '(\w+)' from 'symnorm'")
KEYWORD = re.compile(r"(\w+\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'")


def meant_instead(error: BaseException) -> str:
    """A question after an error for a name that nothing has, or nothing where no name is close.

    >>> from symnorm import by
    >>> try: by.algbra()
    ... except AttributeError as error: print(meant_instead(error))
    ; did you mean algebra?
    """
    close: list[str] = []
    match error:
        case AttributeError(name=str(name), obj=thing) if thing is not None:
            close = _close(name, dir(thing))
        case NameError(name=str(name)):
            close = _of_symnorm(name)
            if close == [name]:
                return f"; write from symnorm import {name}"
        case ImportError() if found := IMPORTED.match(str(error)):
            close = _of_symnorm(found[1])
        case TypeError() if found := KEYWORD.match(str(error)):
            close = [f"{name}=" for name in _close(found[3], _arguments((found[1] or "")[:-1], found[2]))]
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _close(name: str, known: Iterable[str]) -> list[str]:
    public = [n for n in known if not n.startswith("_")]
    return [name] if name in public else difflib.get_close_matches(name, public, 2)


def _of_symnorm(name: str) -> list[str]:
    """Names of symnorm that are close to one, and rules that are called so."""
    from ..language import __all__ as names
    from ..language import by

    found = _close(name, names)
    rules: ModuleType = by
    return found or [f"by.{rule}" for rule in _close(name, [n for n in vars(rules) if callable(getattr(rules, n))])]


def _arguments(owner: str, function: str) -> list[str]:
    """The arguments of a theorem, of a method of one or of a line, or of a rule."""
    from ..language import Entry, Theorem, by

    places = [t for t in (Theorem, Entry) if t.__name__ == owner] if owner else [by]
    called = next((getattr(p, function) for p in places if hasattr(p, function)), None)
    return list(inspect.signature(called).parameters) if callable(called) else []
