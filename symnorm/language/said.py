"""What a script says besides statements, as a theorem keeps it: points, labels, notes, notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..checker import titles
from ..checker.forms import MAX_DEPTH
from .points import read
from .refusals import LanguageError, allowed
from .statements import RELATIONS, Statement, eq
from .terms import Index, term

MOST_NESTED = MAX_DEPTH - 10
"""So deep may a term be, beside what a certificate has around it."""


def point(at: Mapping[Any, Any]) -> dict[Any, Any]:
    """A point as it is said. Raises LanguageError for what is none, while the line is read where it stands."""
    read(at)
    return dict(at)


def meant(latex: Any, meaning: Any) -> tuple[Any, ...]:
    """What stands for what in notation=: a term, and its indices for row and column if it is an entry of a matrix.

    A number stands for the index of a channel, which is called by it: "1" for i.
    """
    entry, *indices = meaning if isinstance(meaning, tuple) else (meaning,)
    if isinstance(entry, Index) and not indices:
        if not (isinstance(latex, str) and re.fullmatch("[1-9]", latex)):
            raise LanguageError(f"notation= calls the channel {entry} by a number from 1 to 9, and not by {latex!r}")
        return (entry,)
    are_indices = len(indices) < 3 and all(i is None or isinstance(i, Index) for i in indices)
    if not (isinstance(latex, str) and latex.strip() and are_indices and None not in indices[-1:]):
        raise LanguageError(
            "notation= has LaTeX and what it stands for: a term; (w, i) for a column and (w, None, j) for a row whose "
            f"entry is w, (w, i, j) for a matrix; and not {latex!r}: {meaning!r}"
        )
    return term(entry), *indices


def said(label: str, *words: str) -> None:
    """Raises LanguageError unless a label, and a note or what else is said, can be shown as they are."""
    allowed(titles.label, label)
    for told in words:
        allowed(titles.words, told)


def listed(name: str, things: Any, example: str) -> tuple[Any, ...]:
    """What an argument lists. Raises LanguageError for what is no list."""
    if isinstance(things, (str, bytes, Mapping)) or not isinstance(things, Iterable):
        raise LanguageError(f"{name}= is a list, as {name}={example}, and not {things!r}")
    return tuple(things)


def stated(label: str, statement: Any) -> Statement:
    """A statement. Raises LanguageError for anything else."""
    if not isinstance(statement, Statement):
        raise LanguageError(f"{label}: {statement!r} is not a statement; write eq(a, b) or a < b")
    if any(t.height > MOST_NESTED for t in statement.terms()):
        raise LanguageError(f"{label}: terms are nested deeper than {MOST_NESTED}: say it in several lines")
    return statement


def labels(also: Any) -> dict[str, str]:
    """The labels of printed lines, each with the formula that is quoted from it, or "" where none is."""
    if not isinstance(also, Mapping):
        named = (also,) if isinstance(also, str) else listed("also", also, '["(2)"]')
        return dict.fromkeys([allowed(titles.label, label) for label in named], "")
    quoted = dict(also)
    for label, formula in quoted.items():
        allowed(titles.label, label)
        if not isinstance(formula, str):
            raise LanguageError(f"also= quotes the formula of {label} as the transcript has it, and not {formula!r}")
    return quoted


def quoted_words(words: Mapping[str, str]) -> dict[str, str]:
    """Words beside formulas, by the labels of their lines."""
    if not isinstance(words, Mapping):
        raise LanguageError(f'words= quotes words by the labels of lines: {{"(8)": "for large C"}}, and not {words!r}')
    for label, quote in words.items():
        allowed(titles.label, label)
        if not (isinstance(quote, str) and quote.strip()):
            raise LanguageError(f"words= quotes what the transcript has beside {label}, and not {quote!r}")
    return dict(words)


@dataclass(frozen=True)
class Untyped:
    """A printed formula that does not type, letter for letter, and the same with its transposes mended."""

    latex: str
    mended: str


def untyped(latex: str, mended: str) -> Untyped:
    r"""In printed=: a formula in which rows and columns are put together, and the same with other transposes.

    It is no statement, and so it is not false: the kind is "notation", or "extraction" where another one has it right.
    What is mended has to say what the line says:

        printed=untyped(r"\mathbf{1}^T A = \mathbf{1}", r"\mathbf{1}^T A = \mathbf{1}^T"), kind="notation"
    """
    if not (isinstance(latex, str) and isinstance(mended, str)):
        raise LanguageError("untyped(printed, mended) is of two formulas, LaTeX in quotes")
    return Untyped(latex, mended)


def beside(label: str, statement: Statement, printed: Any) -> Statement | Untyped | None:
    """What is said to be printed in the place of a line: another statement, or its right side alone.

    >>> beside("(1)", eq(a, b), c)
    a = c
    """
    if printed is None or isinstance(printed, Statement | Untyped):
        return printed
    if statement.kind not in RELATIONS:
        raise LanguageError(f"{label}: printed= has a whole statement, as eq(a, b), in the place of {statement}")
    left = statement.shown[0]
    return eq(left, printed) if statement.kind == "eq" else Statement(statement.kind, (left, term(printed)))
