"""Whether an emitted file still says what is verified."""

from __future__ import annotations

import ast
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...errors import UserError
from ..claims.claim import Cited
from ..claims.verified import Claims
from .module import hashes, module, whole
from .standalone import self_contained
from .target import NUMPY, Target

SUFFIX = ".json"
"""Of the file that has the hashes of a module which is a part of its package, beside it."""


def statements(source: str, path: Path) -> dict[str, str]:
    """The statements that a file was printed from: claim -> hash. It is read, not run. Raises UserError.

    A file that is self-contained has them in itself, another one in the JSON file beside it.
    """
    hint = "check a file that `symnorm kernels emit` wrote"
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UserError(f"{path} is no Python: {error}", hint) from None
    found = _within(tree)
    if found is None:
        found, hint = _beside(path), f"{hint}, with its JSON file beside it if it is a part of a package"
    if not isinstance(found, dict) or not all(_is_stated(cited, hash) for cited, hash in found.items()):
        raise UserError(f"{path} does not say which statements it was printed from", hint)
    return found


def _within(tree: ast.Module) -> Any:
    """What a file calls STATEMENTS; None where it calls nothing so."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="STATEMENTS")], value=table):
                try:
                    return ast.literal_eval(table)
                except (ValueError, TypeError, RecursionError):
                    return ""
    return None


def _beside(path: Path) -> Any:
    """The statements in the JSON file beside a file, if it has any."""
    try:
        document = json.loads(path.with_suffix(SUFFIX).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return document.get("statements") if isinstance(document, dict) else None


def _is_stated(cited: Any, hash: Any) -> bool:
    return isinstance(cited, str) and isinstance(hash, str) and ": " in cited


def differences(source: str, claims: Claims, path: Path, target: Target = NUMPY) -> Iterator[str]:
    """What an emitted file has that is not so any more, one line each: a statement, or the text itself."""
    said = {Cited(*cited.split(": ", 1)): hash for cited, hash in statements(source, path).items()}
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
    if {str(cited): hash for cited, hash in said.items()} != hashes(claims, target):
        yield "it was printed from other statements than what is printed now"
    elif source not in (module(claims, target), self_contained(whole(claims, target), target.package)):
        yield "the statements hold, and the text differs from what is printed from them now"
