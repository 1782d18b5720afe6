"""Theorems as plain scripts for SymPy and mpmath, which run without symnorm."""

from .script import files

__all__ = ["files"]
