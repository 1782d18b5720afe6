"""The commands `symnorm kernels ...`, and what they say and write."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UserError
from ..files import Output, unsealed
from . import NOT_PROVED, OK
from .options import Commands, Whole, verifies
from .screen import Screen

if TYPE_CHECKING:
    from ..codegen.claims.verified import Claims
    from ..codegen.emit.target import Target
    from .session import Session


def _target(name: str) -> Target:
    """What kernels are printed for."""
    from ..codegen.emit.target import TARGETS

    return TARGETS[name]


def _claims(session: Session) -> Claims:
    """The verified claims, as the session verifies them."""
    from ..codegen.claims.verified import Claims

    return Claims(session.catalog, session.verify)


def listing(screen: Screen) -> None:
    """Every function, with what it computes and the theorems that it is printed from."""
    from ..codegen.emit.face import FUNCTIONS
    from ..codegen.operators.table import OPERATORS

    operators = {o.name: o for o in OPERATORS}
    width = max(len(f.name) for f in FUNCTIONS) + 4
    for function in FUNCTIONS:
        theorems = dict.fromkeys(operators[name].result.computed.theorem for _, name in function.kernels)
        screen.entry(f"  {function.name}", function.title, at=width)
        screen.entry("", ", ".join(theorems), at=width, dim=True)
    screen.line()
    screen.entry("", "`symnorm kernels emit -o FILE` writes them; `import symnorm.kernels` has them", at=0)


def emit(session: Session, file: str, name: str, package: bool) -> None:
    """Writes the module for a target: self-contained, or as a part of symnorm.kernels with its hashes beside it."""
    from ..codegen.emit.check import SUFFIX

    if package and file == "-":
        raise UserError("a part of the package has a JSON file beside it", "name a file, as kernels/functions.py")
    beside = str(Path(file).with_suffix(SUFFIX)) if package else None
    with Output(file) as output, Output(beside) as listed:
        from ..codegen.emit.module import hashes, module, whole
        from ..codegen.emit.standalone import self_contained

        if output.is_standard_output:
            session.screen_to(sys.stderr)
        claims, target = _claims(session), _target(name)
        source = module(claims, target) if package else self_contained(whole(claims, target), target.package)
        stated = hashes(claims, target)
        listed.write(lambda: {"target": name, "statements": stated})
        output.write_text(lambda: source)
    session.screen.line(f"{source.count(chr(10))} lines, printed from statements that are proved")


def check(session: Session, file: str, seed: int, thorough: bool, json_file: str | None) -> bool:
    """Says whether an emitted file matches what is verified, and whether its functions compute it."""
    from ..codegen.emit.check import differences, statements
    from ..validation import source
    from . import validated

    with Output(json_file) as output:
        if output.is_standard_output:
            session.screen_to(sys.stderr)
        text = _text(file)
        statements(unsealed(text), Path(file))  # refuses what symnorm has not written, before anything is read from it
        kernels, claims = source(text, Path(file)), _claims(session)
        target = kernels.target
        found = list(differences(unsealed(text), claims, Path(file), _target(target)))
        for line in found:
            session.screen.line(line)
        outcome = validated.outcome(session, kernels, claims, seed, thorough)
        validated.page(session.screen, outcome, file, not found)
        output.write(lambda: {
            "file": file, "sha256": kernels.digest, "target": target, "text": found or ["as printed"],
            **outcome.as_json(),
        })  # fmt: skip
    return not found and outcome.passed


def _text(file: str) -> str:
    """The text of a file. Raises UserError."""
    try:
        return Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UserError(
            f"cannot read {file}: {reason}", "name a file that `symnorm kernels emit` wrote"
        ) from None


@click.group(cls=Commands, short_help="NumPy functions printed from verified theorems.")
def kernels() -> None:
    """NumPy functions printed from verified theorems: forward, and vector-Jacobian product.

    \b
      symnorm kernels list
      symnorm kernels emit -o my_kernels.py
      symnorm kernels check my_kernels.py
    """


_written_for = click.option(
    "--target", type=click.Choice(["numpy", "numba", "torch"]), default="numpy", show_default=True,
    help="What the functions are written for.",
)  # fmt: skip


@kernels.command("list")
def list_() -> int:
    """List the functions, and the theorems that they are printed from."""
    listing(Screen(sys.stdout))
    return OK


@kernels.command("emit")
@click.option(
    "-o", "--output", "file", metavar="FILE", required=True, help="The file to write; - is standard output."
)
@_written_for
@click.option("--package", is_flag=True, help="Write it as a part of symnorm.kernels, with its hashes beside it.")
@verifies
def emit_(session: Session, file: str, target: str, package: bool) -> int:
    """Write the functions as Python source for NumPy, numba or PyTorch.

    It needs nothing else, neither symnorm nor what comes with it.

    A theorem that is not proved as it stands now yields no kernel. A file that is there is replaced only if symnorm
    wrote it and nobody has changed it since.

    \b
      symnorm kernels emit -o my_kernels.py
      symnorm kernels emit --target torch -o my_layers.py
    """
    emit(session, file, target, package)
    return OK


@kernels.command("check", short_help="Hold an emitted file against the statements it was printed from.")
@click.argument("file", metavar="FILE")
@click.option("--seed", metavar="N", type=Whole(0), default=0, show_default=True, help="Of the random rows.")
@click.option("--thorough", is_flag=True, help="All hard rows of every length, up to 4,096. Takes minutes.")
@click.option("--json", "json_file", metavar="FILE", help="Write what was found as JSON; - is standard output.")
@verifies
def check_(session: Session, file: str, seed: int, thorough: bool, json_file: str | None) -> int:
    """Check an emitted file: the statements it was printed from, its text, and what its functions compute.

    Every function is run, on random rows and on rows where numbers overflow, underflow or cancel, in float32 and
    float64, as a whole and row by row, on threads, with plans and into arrays that are given; of layers for PyTorch,
    the gradients are those that autograd finds. What it returns is held
    against the verified statement, which is evaluated in enclosures, within the error that the docstring promises. The
    laws by which results are scaled, and what is at the head of a file for numba, are held against theorems as well.

    \b
      symnorm kernels check my_kernels.py
      symnorm kernels check my_kernels.py --json found.json

    A copy is run in a process of its own, which may not write, start programs or use the network. The answer says for
    each function how many rows took which path: a path on which nothing was compared shows 0, and is named below.

    Exit status: 1 if a statement has changed, if it is no longer proved, if the text was changed, or if a function
    computes something else.
    """
    return OK if check(session, file, seed, thorough, json_file) else NOT_PROVED
