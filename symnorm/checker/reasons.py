"""Why an entry was rejected, with what differs in it: both quantities, or what is left over, as they are calculated."""

from __future__ import annotations

from .calculus.budget import TooLarge
from .calculus.quotient import Quotient
from .forms import Form
from .logic.entry import Judgement
from .readback import extent, read_back
from .written import Writer

MAX_EXTENT = 400
"""A quantity of more generators and terms is not written."""

TOO_LONG = "what is too long to write"

MAX_SHOWN = 160
SIGNS = {"!=": " != 0", ">": " > 0", ">=": " >= 0", "exists": " exists"}


def reason(judgement: Judgement, statement: Form, written: Writer) -> str:
    """The reason of a judgement on a statement, with the quantities of which it speaks and where they come from."""
    match [_calculated(q, written) for q in judgement.of]:
        case [one] if judgement.duty is not None:
            told = f": {one}{SIGNS[judgement.duty[0]]}"
        case [left_over]:
            told = f", by {left_over}"
        case [found, wanted]:
            told = f": {found}, and not {wanted}"
        case _:
            return judgement.reason
    return f"{judgement.reason}{told}; in {shown(statement, written)}"


def _calculated(q: Quotient, written: Writer) -> str:
    try:
        return shown(read_back(q), written) if extent(q) <= MAX_EXTENT else TOO_LONG
    except TooLarge:  # a number
        return TOO_LONG


def shown(form: Form, written: Writer) -> str:
    """A form, for a message."""
    text = written(form)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."
