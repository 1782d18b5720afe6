"""What `symnorm kernels` says and writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UserError
from .files import Output
from .screen import Screen

if TYPE_CHECKING:
    from ..codegen.claims import Claims
    from ..codegen.module import Target
    from .session import Session

TARGETS = ("numpy", "numba")


def target(name: str) -> Target:
    """What kernels are printed for."""
    if name == "numba":
        from ..codegen.print_numba import NUMBA

        return NUMBA
    from ..codegen.module import NUMPY

    return NUMPY


def claims(session: Session) -> Claims:
    """The verified claims, as the session verifies them."""
    from ..codegen.claims import Claims

    return Claims(session.catalog, session.verify)


def listing(screen: Screen) -> None:
    """Every function, with what it computes and the theorems that it is printed from."""
    from ..codegen.face import FUNCTIONS
    from ..codegen.table import OPERATORS

    operators = {o.name: o for o in OPERATORS}
    width = max(len(f.name) for f in FUNCTIONS) + 4
    for function in FUNCTIONS:
        theorems = dict.fromkeys(operators[name].result.computed.theorem for _, name in function.kernels)
        screen.entry(f"  {function.name}", function.title, at=width)
        screen.entry("", ", ".join(theorems), at=width, dim=True)
    screen.line()
    screen.entry("", "`symnorm kernels emit -o FILE` writes them; `import symnorm.kernels` has them", at=0)


def emit(session: Session, file: str, name: str, package: bool) -> None:
    """Writes the module for a target: self-contained, or as a part of symnorm.kernels."""
    from ..codegen.module import module
    from ..codegen.standalone import self_contained

    with Output(file) as output:
        if output.is_standard_output:
            import sys

            session.screen_to(sys.stderr)
        source = module(claims(session), target(name))
        source = source if package else self_contained(source)
        output.write_text(lambda: source)
    session.screen.line(f"{source.count(chr(10))} lines, printed from statements that are proved")


def check(session: Session, file: str, name: str) -> bool:
    """Says whether an emitted file still matches what is verified."""
    from ..codegen.check import differences

    try:
        source = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UserError(f"cannot read {file}: {reason}", "name a file that `symnorm kernels emit` wrote") from None
    found = list(differences(source, claims(session), file, target(name)))
    for line in found:
        session.screen.line(line)
    if not found:
        session.screen.line(f"{file} is what the verified statements print")
    return not found
