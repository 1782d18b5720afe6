"""Whether an emitted file still says what is verified."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator

from ..errors import UserError
from .claims import Claims
from .module import NUMPY, Target, module
from .standalone import self_contained
from .table import Cited


def statements(source: str, name: str) -> dict[str, str]:
    """The statements that a file was printed from: claim -> hash. The file is read, not run. Raises UserError."""
    hint = "check a file that `symnorm kernels emit` wrote"
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UserError(f"{name} is no Python: {error}", hint) from None
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="STATEMENTS")], value=ast.Dict() as table):
                try:
                    found = ast.literal_eval(table)
                except ValueError:
                    break
                if all(isinstance(k, str) and isinstance(v, str) and ": " in k for k, v in found.items()):
                    return dict(found)
    raise UserError(f"{name} does not say which statements it was printed from", hint)


def differences(source: str, claims: Claims, name: str = "the file", target: Target = NUMPY) -> Iterator[str]:
    """What an emitted file has that is not so any more, one line each: a statement, or the text itself."""
    said = {Cited(*cited.split(": ", 1)): hash for cited, hash in statements(source, name).items()}
    with contextlib.suppress(UserError):
        claims.verify(said)  # at once; where that fails, one by one says which
    changed = False
    for cited, hash in said.items():
        try:
            found = claims[cited].hash
        except UserError as error:
            changed = True
            yield f"{cited}: {error}"
            continue
        if found != hash:
            changed = True
            yield f"{cited}: the statement is another one now"
    if changed:
        return
    printed = module(claims, target)
    if source not in (printed, self_contained(printed)):
        yield "the statements hold, and the text differs from what is printed from them now"
