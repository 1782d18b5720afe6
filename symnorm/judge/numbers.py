"""Relations between numbers that fail where no interval tells: the opposite is proved, as that sqrt(2)^2 >= 2.

The proof is one of a theorem that supposes nothing, with a certificate that the checker accepts.
"""

from __future__ import annotations

from ..language import Statement, Term, Theorem
from ..language.statements import OPPOSITE
from ..language.text import text
from ..mutation.repair import OF_NUMBERS
from ..prover import Prover
from ..witness import Refutation
from ..witness.arithmetic import BALLS, Undecided, Undefined
from ..witness.evaluate import Frame, Point


def refuted(statement: Statement) -> Refutation | None:
    """What there is to say of a relation between numbers whose opposite is proved; None where none is."""
    if statement.kind not in OPPOSITE or type(statement) is not Statement:
        return None
    if any(t.op not in OF_NUMBERS for top in statement.terms() for t in top.walk()):
        return None
    theorem = Theorem("numbers/1", "The opposite")
    entry = theorem.claim("(1)", Statement(OPPOSITE[statement.kind], statement.parts))
    if not Prover(theorem).prove(entry).judgement.accepted:
        return None
    point = Point({})
    frame = point.frame(BALLS)
    left, right = (_shown(frame, side) for side in statement.parts)
    return Refutation({}, left, right, "exact", f"{entry.statement} is proved", point=point)


def _shown(frame: Frame, side: Term) -> str:
    """A side of a relation as a number, or as it is written where none is found, as of e^200000."""
    try:
        return BALLS.show(frame(side, {}))
    except (Undecided, Undefined):
        return text(side)
