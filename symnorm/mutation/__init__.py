"""Variants of proved lines: what one slip of the pen makes of them, and whether anything false is accepted."""

from .repair import repair
from .trials import Mutation, Trial, answer, score

__all__ = ["Mutation", "Trial", "answer", "repair", "score"]
