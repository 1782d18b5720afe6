"""What the Tab key completes in a shell: commands, options, the ids of theorems and papers, names that are explained.

A shell asks by running symnorm with `_SYMNORM_COMPLETE` in its environment, as `symnorm completion SHELL` tells it to.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

VARIABLE = "_SYMNORM_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


def is_asked() -> bool:
    """Whether a shell asks for completions."""
    return VARIABLE in os.environ


def answer(commands: click.Group) -> int:
    """Tells a shell what could come next."""
    return shell_complete(commands, {}, "symnorm", VARIABLE, os.environ[VARIABLE])


def script(commands: click.Group, shell: str) -> str:
    """What a shell has to run so that it asks."""
    found = get_completion_class(shell)
    assert found is not None
    return found(commands, {}, "symnorm", VARIABLE).source()


def targets(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of theorems and papers that begin so; or files and folders."""
    from ..catalog import Catalog

    headings = [h for s in Catalog().scripts for h in s.headings]
    papers = {h.paper: f"{sum(h.paper == o.paper for o in headings)} theorems" for h in headings}
    known = {"all": "everything that comes with symnorm", **papers, **{h.id: h.title for h in headings}}
    return [*_beginning(known.items(), begun), CompletionItem(begun, type="file")]


def explained(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The names that can be explained and begin so."""
    from ..glossary import glossary

    return _beginning(((entry.name, entry.first_line) for entry in glossary()), begun)


def _beginning(known: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=told) for name, told in known if name.startswith(begun)]
