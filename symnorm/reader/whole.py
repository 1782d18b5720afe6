r"""Whole numbers in a formula: entries of sequences, `\sum_{s=1}^{t}`, powers with a whole exponent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..language.refusals import LanguageError
from ..language.terms import Term
from ..language.whole import Sequence, linear, powered, sequence, up_to
from .names import Names


class WholeNumbers(Names):
    """Reads what whole numbers stand in."""

    def argument(self) -> Term:
        """What stands in braces, or the next token alone."""
        raise NotImplementedError

    def product(self) -> Term:
        """A term without + and - outside brackets."""
        raise NotImplementedError

    def entry(self) -> Term | None:
        """The entry of a sequence that begins here, or none."""
        start = self.at
        for length in self.lengths():
            key = tuple(t.text for t in self.tokens[start : start + length])
            for notation in self.notations:
                if key in notation.sequences and self.next(length) == "_":
                    self.at += length + 1
                    known = sequence(*notation.sequences[key])
                    return self.numbered(partial(self.of, known), start)
        return None

    def of(self, known: Sequence) -> Term:
        """The entry of a sequence whose number comes."""
        return known[self.argument()]

    def is_whole_ahead(self) -> bool:
        """Whether what comes is made of whole numbers, and is no number."""
        found, _ = self.ahead(self.argument)
        return found is not None and linear(found) is not None and any(t.op == "whole" for t in found.walk())

    def raised(self, base: Term, start: int) -> Term:
        """A power with the whole exponent that comes."""
        return self.numbered(lambda: powered(base, self.argument()), start)

    def summed_up_to(self) -> Term | None:
        """The rest of a sum over whole numbers, or nothing, and nothing is gone past."""
        start = self.at
        over = None
        if self.taken("_") and self.taken("{"):
            over, self.at = self.ahead(self.name)
        if over is None or over.op != "whole" or not self.taken("="):
            self.at = start
            return None
        first = self.sum()
        self.need("}")
        self.need("^")
        last = self.argument()
        body = self.product()
        return self.numbered(lambda: up_to(body, over, last, first), start)

    def numbered(self, make: Callable[[], Term], start: int) -> Term:
        """What is made; refused where that is not possible."""
        try:
            return self.marked(make(), start)
        except LanguageError as error:
            self.refuse(str(error), start)
