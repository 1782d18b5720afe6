"""Reads the mathematics of a paper, LaTeX as it is printed, and holds it against the statements of a theorem.

    tokens -> cursor -> names -> operators -> terms -> statements     a hand-written Pratt parser
    notation                                                          what a name means, by the theorem
    shapes                                                            vectors and matrices, entry by entry
    harmless                                                          what two ways to write one thing have in common
    binding                                                           whether a statement says what is printed

Nothing is guessed: what is not understood is said, with the place, and what is forgiven is listed with the line.
"""

from .binding import Reader
from .cursor import NotUnderstood
from .harmless import harmless
from .notation import Notation
from .statements import Reading, read

__all__ = ["NotUnderstood", "Notation", "Reader", "Reading", "harmless", "read"]
