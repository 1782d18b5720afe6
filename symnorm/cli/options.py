"""What the options and arguments of several commands have in common."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

MOST_MEMORY = 1 << 20
"""In GiB; no machine has more, and no system counts further than some thousand times that."""

JOBS = "So many scripts at once; by default, one per processor."

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "whole number"


class Amount(click.FloatRange):
    """A finite number in a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        """The number, or a complaint."""
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a valid number.", param, context)
        if not math.isfinite(number):
            self.fail(f"{number} is not finite.", param, context)
        return super().convert(value, param, context)


class Memory(Amount):
    """So many GiB, or 0: a limit below what a process has as it begins would limit nothing that it has already."""

    LEAST = 0.1

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        """The number, or a complaint."""
        number = super().convert(value, param, context)
        if 0 < number < self.LEAST:
            self.fail(f"{number} is too little: a script begins with {self.LEAST} GiB. 0 is no limit.", param, context)
        return number


class Commands(click.Group):
    """Commands; one that is misspelled is asked about, and one that is missing is told from which to choose."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """What is left for the command, or a complaint."""
        if not (arguments or self.invoke_without_command):
            context.fail(f"Missing command: {', '.join(self.list_commands(context))}.")
        return super().parse_args(context, arguments)

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        """The command that is meant, or a complaint."""
        if self.get_command(context, arguments[0]) is None and not arguments[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(arguments[0], self.list_commands(context), n=1)
            question = f" Did you mean {close[0]}?" if close else ""
            context.fail(f"No such command {arguments[0]!r}.{question}")
        return super().resolve_command(context, arguments)


def verifies(command: _Command) -> _Command:
    """Gives a command the options of a run, and a session made of them."""

    @click.option("-j", "--jobs", metavar="N", type=Whole(1), help=JOBS)
    @click.option("--timeout", metavar="SECONDS", type=Amount(0, min_open=True), default=120,
                  show_default=True, help="Limit for each script.")  # fmt: skip
    @click.option("--memory", metavar="GIB", type=Memory(0, MOST_MEMORY), default=4, show_default=True,
                  help="Limit for each script, from 0.1; 0 is none.")  # fmt: skip
    @click.option("--no-cache", is_flag=True,
                  help="Verify everything anew, and keep no verdicts. Otherwise the verdicts are kept of scripts that "
                       "name nothing that may change; the order of a set and computed names are not seen.")  # fmt: skip
    @functools.wraps(command)
    def wrapped(jobs: int | None, timeout: float, memory: float, no_cache: bool, **rest: Any) -> Any:
        from .session import Session

        session = Session.with_options(jobs, timeout, memory, not no_cache)
        try:
            return command(session, **rest)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(session.so_far) from None

    return wrapped  # type: ignore[return-value]
