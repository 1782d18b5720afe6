"""A place in a formula, and what is said where it cannot be understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from ..language.refusals import LanguageError
from ..language.terms import Term
from .tokens import Token, tokens


class NotUnderstood(LanguageError):
    """LaTeX that cannot be read: what is wrong, and from where to where."""

    def __init__(self, why: str, source: str, start: int, end: int) -> None:
        super().__init__(why)
        self.why, self.source, self.start, self.end = why, source, start, end

    @property
    def caret(self) -> str:
        """The formula on one line, and below it carets under what is not understood."""
        return caret(self.source, self.start, self.end)


def caret(source: str, start: int, end: int, width: int = 100) -> str:
    """A formula, and below it carets from one place to another; of a long formula, what stands around."""
    first = 0 if end <= width else max(0, start - width // 2)
    shown = " ".join(source[first : first + width].splitlines())
    before, after = "..." if first else "", "..." if first + width < len(source) else ""
    marks = "^" * max(1, min(end, first + width) - start)
    return f"{before}{shown}{after}\n{' ' * (len(before) + start - first)}{marks}"


class Mistyped(NotUnderstood):
    """LaTeX in which rows, columns and numbers are put together that do not fit."""


class Mark(NamedTuple):
    """Where a term stands in a formula."""

    term: Term
    start: int
    end: int


@dataclass
class Cursor:
    """Goes through the tokens of a formula; a subclass knows what they mean."""

    source: str
    at: int = 0
    depth: int = 0
    products: int = 0
    """How many brackets, and how many products, are open, one inside the other."""
    tolerances: dict[str, None] = field(default_factory=dict)
    """What was forgiven, in the order in which it was met."""
    marks: list[Mark] = field(default_factory=list)
    partials: list[Term] = field(default_factory=list)
    r"""The derivatives that were met with \partial: they may be direct, and what is held is not printed."""

    DEEPEST = 30
    """In so many brackets at most."""
    LONGEST = 500
    """So many tokens at most."""
    MOST = 5_000
    """So many factors are read at most, those counted again that are read in several ways."""
    factors = 0
    """How many were read."""

    def __post_init__(self) -> None:
        self.tokens = tokens(self.source)
        if len(self.tokens) > self.LONGEST:
            raise NotUnderstood(f"a formula of more than {self.LONGEST} tokens: write it as several", self.source, 0, 1)

    def next(self, ahead: int = 0) -> str:
        """The text of a token that comes; nothing at the end."""
        return self.tokens[self.at + ahead].text if self.at + ahead < len(self.tokens) else ""

    def token(self) -> Token:
        """The token that comes; at the end, one of no width."""
        end = len(self.source)
        return self.tokens[self.at] if self.at < len(self.tokens) else Token("", end, end)

    def taken(self, *wanted: str) -> str:
        """The next token where it is one of those, else nothing."""
        if self.next() in wanted and self.at < len(self.tokens):
            self.at += 1
            return self.tokens[self.at - 1].text
        return ""

    def need(self, wanted: str) -> None:
        """Goes past a token that has to come."""
        if not self.taken(wanted):
            self.refuse(f"{wanted} belongs here")

    def refuse(self, why: str, start: int | None = None) -> NoReturn:
        """Raises NotUnderstood at the next token, or at all from a token on that was read."""
        token = self.token()
        if start is None:
            raise NotUnderstood(why, self.source, token.start, max(token.end, token.start + 1))
        raise NotUnderstood(why, self.source, self.tokens[start].start, self.tokens[self.at - 1].end)

    def mistyped(self, error: Exception, start: int) -> NoReturn:
        """Raises Mistyped, from a token on that was read."""
        raise Mistyped(str(error), self.source, self.tokens[start].start, self.tokens[self.at - 1].end)

    def tolerate(self, what: str) -> None:
        """Notes what is forgiven."""
        self.tolerances[what] = None

    def marked(self, made: Term, start: int) -> Term:
        """A term, with the tokens that it was read from, from a token on."""
        if start < self.at:
            self.marks.append(Mark(made, self.tokens[start].start, self.tokens[self.at - 1].end))
        return made
