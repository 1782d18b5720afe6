r"""The notation of a note, as its reader declares it: a short TOML block, in a file or in a comment of the note.

dimensions = ["N", "d"]                     # numbers of entries
synonyms = { "m" = "N" }                    # one thing under two names
vectors = ["x", "\\gamma"]                  # or { x = "d" }
matrices = { W = ["n", "d"] }
functions = ["f"]                           # f(x) is a value, and no product
positive = ["\\epsilon"]
losses = ["L"]                              # or { L = ["y"] }: an arbitrary function of y
derivatives = "total"                       # or "direct": what stands in other derivatives of the line is held
layout = "numerator"                        # or "denominator"
definitions = ['\mu = \frac{1}{N} \sum_i x_i']
suppose = ['\sum_i y_i = 1']
scopes = { "Appendix B" = ['y = \tanh(a x)', '\beta'] }  # there, y means that, and \beta is open
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar

from ..errors import UserError
from .model import Declaration

CHOICES = {"derivatives": ("total", "direct"), "layout": ("numerator", "denominator", "either")}


@dataclass(frozen=True)
class Declared:
    """What is declared of the names of a note."""

    PLACE: ClassVar[Path] = Path("notation")

    dimensions: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)
    vectors: Mapping[str, str] = field(default_factory=dict)
    """With the number of entries, or nothing where that is left open."""
    matrices: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    functions: tuple[str, ...] = ()
    positive: tuple[str, ...] = ()
    losses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    derivatives: str = "total"
    layout: str = "either"
    definitions: tuple[str, ...] = ()
    suppose: tuple[str, ...] = ()
    scopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the beginning of a heading: what names mean below it, or names that are open there."""

    def formulas(self) -> tuple[str, ...]:
        """The relations in it."""
        return (*self.definitions, *self.suppose, *(text for some in self.scopes.values() for text in some))

    def shapes(self) -> dict[str, tuple[str, ...]]:
        """The numbers of entries of each vector and matrix."""
        return {name: (size,) for name, size in self.vectors.items()} | {
            n: tuple(s) for n, s in self.matrices.items()
        }

    def leaves(self) -> set[str]:
        """Names of which it is said what they are, so that no relation of the note defines them."""
        return {*self.losses, *self.dimensions}

    def names(self) -> set[str]:
        """All names that have an entry."""
        return {*self.vectors, *self.matrices, *self.functions, *self.positive, *self.leaves()}

    def declarations(self) -> list[Declaration]:
        """The entries, to be shown."""
        out = [Declaration(n, "a number of entries", "notation") for n in self.dimensions]
        out += [Declaration(n, f"the same as {m}", "notation") for n, m in self.synonyms.items()]
        out += [
            Declaration(n, f"a vector{f' of {s} entries' if s else ''}", "notation")
            for n, s in self.vectors.items()
        ]
        out += [
            Declaration(n, f"a matrix of {' x '.join(s)} entries", "notation") for n, s in self.matrices.items()
        ]
        out += [Declaration(n, "positive", "notation") for n in self.positive]
        for text in self.definitions:
            left, _, right = text.partition("=")
            out.append(Declaration(left.strip(), right.strip(), "notation"))
        for heading, some in self.scopes.items():
            out += [Declaration(text, f"so below {heading}", "notation") for text in some]
        return out + [Declaration(text, "supposed", "notation") for text in self.suppose]


FIELDS = tuple(f.name for f in fields(Declared))


def declared(text: str, where: str) -> Declared:
    """The notation in a TOML text. Raises UserError, with the place, where it is none."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{where}: this is no TOML: {error}") from None
    for name in found:
        if name not in FIELDS:
            near = difflib.get_close_matches(name, FIELDS, 1)
            more = f": did you mean {near[0]}?" if near else f"; there are {', '.join(FIELDS)}"
            raise UserError(f"{where}: the notation has no entry {name}{more}")
    for name, allowed in CHOICES.items():
        if found.get(name, allowed[0]) not in allowed:
            raise UserError(f"{where}: {name} is one of {', '.join(allowed)}")
    texts = {
        n: _texts(found.get(n, []), n, where)
        for n in ("dimensions", "functions", "positive", "definitions", "suppose")
    }
    vectors, losses = found.get("vectors", {}), found.get("losses", {})
    if isinstance(vectors, list):
        vectors = dict.fromkeys(_texts(vectors, "vectors", where), "")
    if isinstance(losses, list):
        losses = {name: [] for name in _texts(losses, "losses", where)}
    return Declared(
        dimensions=texts["dimensions"],
        synonyms=_table(found.get("synonyms", {}), "synonyms", where),
        vectors=_table(vectors, "vectors", where),
        matrices={
            n: _pair(s, n, where) for n, s in _mapping(found.get("matrices", {}), "matrices", where).items()
        },
        functions=texts["functions"],
        positive=texts["positive"],
        losses={n: _texts(s, f"losses, {n}", where) for n, s in _mapping(losses, "losses", where).items()},
        derivatives=str(found.get("derivatives", "total")),
        layout=str(found.get("layout", "either")),
        definitions=texts["definitions"],
        suppose=texts["suppose"],
        scopes={
            n: _texts(s, f"scopes, {n}", where) for n, s in _mapping(found.get("scopes", {}), "scopes", where).items()
        },
    )


def _texts(found: Any, name: str, where: str) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(one, str) and one.strip() for one in found):
        raise UserError(f'{where}: {name} is a list of texts, as {name} = ["x"]')
    return tuple(one.strip() for one in found)


def _mapping(found: Any, name: str, where: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise UserError(f"{where}: {name} is a table, as {name} = {{ x = ... }}")
    return found


def _table(found: Any, name: str, where: str) -> dict[str, str]:
    for key, value in _mapping(found, name, where).items():
        if not isinstance(value, str):
            raise UserError(f"{where}: in {name}, {key} has to be a text")
    return {str(key): value.strip() for key, value in found.items()}


def _pair(found: Any, name: str, where: str) -> tuple[str, str]:
    texts = _texts(found, f"matrices, {name}", where)
    if len(texts) != 2:
        raise UserError(f'{where}: a matrix has two numbers of entries, as {name} = ["n", "d"]')
    return texts[0], texts[1]
