"""Bundles from a file, whoever wrote it: they need not be proved to be exported, for Rocq says what it accepts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..checker import Malformed, check_bundle, parse_json
from ..checker.refutation.check import Refutations
from ..errors import UserError


def read(path: Path) -> list[dict[str, Any]]:
    """The theorems of a file, as `symnorm verify --certificates` writes them. Raises UserError for what is none."""
    try:
        match parse_json(path.read_bytes()):
            case {"theorems": [_, *_] as theorems}:
                for theorem in theorems:
                    check_bundle(theorem)
                    Refutations(theorem)
                return list(theorems)
        raise Malformed("a bundle is an object with a non-empty list of theorems")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except Malformed as error:
        raise UserError(f"{path} is no bundle: {error}", "symnorm verify ID --certificates FILE writes one") from None
