"""Figures whose every curve is the value of a verified statement: those of the papers, and our own."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from ..errors import UserError
from .dyisru import DYISRU_2, DYISRU_3
from .eln import ELN_1, ELN_2, ELN_3
from .figure import Figure
from .gradients import GRADIENT_VARIANCE
from .jacobian import JACOBIAN
from .uniqueness import UNIQUENESS

FIGURES: tuple[Figure, ...] = (ELN_1, ELN_2, ELN_3, DYISRU_2, DYISRU_3, JACOBIAN, GRADIENT_VARIANCE, UNIQUENESS)


def named(names: Iterable[str]) -> list[Figure]:
    """The figures of these names, or all of them where there are none. Raises UserError for a name of no figure."""
    known = {figure.name: figure for figure in FIGURES}
    for name in (names := list(dict.fromkeys(names))):
        if name not in known:
            close = get_close_matches(name, known, n=1)
            question = f"did you mean {close[0]}? " if close else ""
            raise UserError(
                f"there is no figure {name!r}", f"{question}`symnorm figures --list` shows what there is"
            )
    return [known[name] for name in names or known]
