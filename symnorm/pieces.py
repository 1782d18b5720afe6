r"""LaTeX in its smallest pieces: commands, single characters, and numbers where they are wanted whole.

>>> [piece for piece, _ in pieces(r"\bar x_{12}")]
['\\bar', ' ', 'x', '_', '{', '1', '2', '}']
>>> [piece for piece, _ in pieces(r"x_{12}", numbers=True)]
['x', '_', '{', '12', '}']
"""

from __future__ import annotations

import re

PIECE = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
PIECE_OR_NUMBER = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|.", re.DOTALL)


def pieces(source: str, numbers: bool = False) -> list[tuple[str, int]]:
    """The pieces, each with where it begins; joined they are the source."""
    return [(m[0], m.start()) for m in (PIECE_OR_NUMBER if numbers else PIECE).finditer(source)]
