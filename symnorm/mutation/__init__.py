"""Variants of proved lines: what one slip of the pen makes of them, and whether anything false is accepted."""
