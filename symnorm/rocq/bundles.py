"""Bundles from a file, whoever wrote it: they need not be proved to be exported, for Rocq says what it accepts.

What the checker does not accept of one is told beside that.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..checker import Malformed, check_bundle, file
from ..checker.refutation.check import Refutations
from ..checker.titles import identifier, visible
from ..errors import UserError


def read(path: Path) -> list[dict[str, Any]]:
    """The theorems of a file, as `symnorm verify --certificates` writes them. Raises UserError for what is none."""
    try:
        theorems = file.read(path)
        for theorem in theorems:
            check_bundle(theorem)
            Refutations(theorem)
            identifier(theorem["id"])
            file.require_all_known(theorem)
        return theorems
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except Malformed as error:
        raise UserError(f"{path} is no bundle: {error}", "symnorm verify ID --certificates FILE writes one") from None


def objections(bundle: Mapping[str, Any]) -> list[str]:
    """What the checker does not accept of a theorem, line by line, as a list in Markdown."""
    points = Refutations(bundle, is_calculated=True)
    tried = points.hypotheses()
    against = [(j.label, j.reason) for j in check_bundle(bundle) if not j.accepted]
    against += [(f"{p.label}, refuted", p.reason) for p in points.all_judged() if p.outcome == "rejected"]
    if tried is not None and tried.outcome == "rejected":
        against.append(("the point at which all that is supposed holds", tried.reason))
    return [f"- {visible(bundle['id'])}, {visible(label)}: {visible(why)}" for label, why in against]
