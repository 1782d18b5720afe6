r"""The notation of what is read: which tokens are a name, and what it means.

A name is known by its LaTeX, whatever that is: `x_i`, `\hat y_i`, `F(x)`, `\frac{\partial y_j}{\partial x_i}`. Where an
index belongs, any letter for a channel fits. Of several names that begin at a token, the longest is meant.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from ..language import matrices
from ..language.latex import indexed
from ..language.latex import latex as printed_as
from ..language.letters import renamed
from ..language.looks import look
from ..language.matrices import is_matrix
from ..language.names import name_of, visible
from ..language.statements import Statement
from ..language.terms import Index, Term, bare, free_indices, is_length, set_of
from .harmless import is_number
from .shapes import (
    COLUMN,
    ROW,
    Misfit,
    at_places,
    general,
    is_constant,
    of_matrix,
    reindexed,
    shape,
)
from .tokens import Token, tokens

INDEX = "@"
"""In the pattern of a name, where the letter of an index stands."""

DEFINES = ("=", ":", r"\equiv", r"\stackrel")
"""What stands after the name in a definition."""

Pattern = tuple[str, ...]
Declared = Mapping[str, tuple[Any, ...]]
"""What a paper writes in the place of a term: LaTeX, and (term, index of its row, index of its column)."""


@dataclass(frozen=True)
class Name:
    """A name and its meaning: a term, or for an entry one in which the index may be another."""

    term: Term
    index: str | tuple[str, ...] | None = None
    """The index in the term; "" of a vector, which has none yet. Of an array there are several."""
    declared: str = ""
    """The LaTeX under which the theorem says that the paper has it, where that is not its own."""
    is_matrix: bool = False
    """Whether it is a matrix, a row or a column, in one of its entries."""
    met: dict[Any, Term] = field(default_factory=dict, compare=False)
    """It in the channels in which it was read so far."""

    def holds_operation(self, functions: Container[Pattern]) -> bool:
        r"""Whether it is written as a formula is: `|a|`, `\frac{dy}{dt}`, `y(0)` where y is one of the functions."""
        if self.declared or self.is_matrix:
            return False
        source = name_of(self.term)
        shown = look(source)
        if shown.op == "app":
            head = pattern(source)[: pattern(source).index("(")]
            return tuple(text for text in head if text != "'") in functions
        return not (shown.op in ("name", "num", "pow") or (shown.op in ("entry", "group") and shown.parts[0].is_name))

    def at(self, index: str | tuple[str, ...]) -> Term:
        """The name in a channel; of an array, for several indices. Raises Misfit where one is of another set."""
        if self.index in (None, index):
            return self.term
        if index not in self.met:
            if isinstance(self.index, tuple) or isinstance(index, tuple):
                self.met[index] = reindexed(self.term, self.index, index)
            elif set_of(index) != self.sets[0]:
                raise Misfit(f"{self.term} has other indices")
            else:
                self.met[index] = self._entry(index) if self.index == "" else renamed(self.term, self.index, index)
        return self.met[index]

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets of its indices, as far as that is told; of a vector without an index, that of its entries."""
        if self.index == "":
            return tuple(a.args[0] if is_length(a) else "" for a in self.term.axes)
        indices = self.index if isinstance(self.index, tuple) else (self.index or "",)
        return tuple(i.partition(":")[2] for i in indices)

    @property
    def places(self) -> str | tuple[str, ...]:
        """The indices with which it is a column or a matrix, by its sets. Raises Misfit of an array with three."""
        if not isinstance(self.index, tuple):
            return f"{ROW}:{self.sets[0]}" if self.sets[0] else ROW
        if len(self.index) > 2:
            raise Misfit(f"{self.term} has three indices: write them")
        return tuple(f"{p}:{s}" if s else p for p, s in zip((ROW, COLUMN), self.sets, strict=True))

    def row(self, index: str) -> tuple[str, ...]:
        """Of an array with two sets, the indices with which it is a column of entries, one of them being told."""
        known = [n for n, own in enumerate(self.sets) if own == set_of(index)]
        if len(self.sets) != 2 or not known:  # of a family over its own set, u_i is the row i
            raise Misfit(f"{self.term} has other indices")
        other = self.sets[1 - known[0]]
        free = f"{ROW}:{other}" if other else ROW
        return (index, free) if known[0] == 0 else (free, index)

    def _entry(self, index: str) -> Term:
        return self.term[Index(index, self.term.dimension)]


class Notation:
    """What the names in some terms and statements mean."""

    def __init__(self, printed: Iterable[Term | Statement], declared: Declared | None = None) -> None:
        self.names: dict[Pattern, list[Name]] = {}
        self.bare: dict[Pattern, list[Name]] = {}
        """Vectors without an index."""
        self.functions: dict[Pattern, list[Term]] = {}
        """The applications of every unknown function, outside definitions."""
        self.sequences: dict[Pattern, tuple[str, str]] = {}
        """The name and the LaTeX of every sequence."""
        self.sizes: dict[str, Term] = {}
        """The number of channels of every index; of what else has channels under "", of other sets under :N."""
        self.letters: dict[str, str] = {}
        """The indices, by their letters: of one letter, one that no sum binds comes first."""
        self.numbers: dict[str, str] = {}
        """The indices that the paper calls by the number of a channel."""
        self.renamed: set[str] = set()
        """The indices of the theorem that the paper calls otherwise: a letter of its own is another."""
        self.has_sets = False
        """Whether an index is of a set of its own."""
        self.has_arrays = False
        self.has_matrices = False
        self.variables: dict[Term, None] = {}
        """Those of integrals."""
        printed = list(printed)
        entries = {id(top): [top] if isinstance(top, Term) else [*at_places(top).terms()] for top in printed}
        for t in (t for top in printed for t in entries[id(top)]):
            for i in free_indices(t):
                self._channels(i, None)
        added: set[int] = set()  # by identity: terms are equal whatever LaTeX their names have
        for top in [*printed]:
            for t in dict.fromkeys((*([] if isinstance(top, Term) else top.printed()), *entries[id(top)])):
                for part in t.as_written():
                    if id(part) not in added:
                        added.add(id(part))
                        self._add(part)
                self._functions(p for p in visible(t) if p.op == "app")
        for latex, (meaning, *indices) in (declared or {}).items():
            if isinstance(meaning, Index):
                self.numbers[latex] = meaning.name
            else:
                self._declare(latex, meaning, indices)
        self._order()

    def _order(self) -> None:
        self.entries: dict[tuple[int, str], list[Pattern]] = {}
        """The patterns with an index, by how long they are and what they begin with."""
        for found in self.names:
            if INDEX in found:
                self.entries.setdefault((len(found), found[0]), []).append(found)
        self.heads: dict[str, set[int]] = {}
        """How long the names can be that begin with a token."""
        for found in (*self.names, *self.bare, *self.functions, *self.sequences):
            self.heads.setdefault(found[0], set()).add(len(found))

    def without_formulas(self, functions: Container[Pattern]) -> Notation:
        """The same without the names that hold an operation; itself where there are none."""
        names, bare = (
            {p: left for p, known in table.items() if (left := [n for n in known if not n.holds_operation(functions)])}
            for table in (self.names, self.bare)
        )
        if (names, bare) == (self.names, self.bare):
            return self
        plain = copy(self)
        plain.names, plain.bare = names, bare
        plain._order()
        return plain

    def without(self, named: Term) -> Notation:
        """The same without one thing that has a name."""
        own, plain = {pattern(name_of(named)), entry(name_of(named))}, copy(self)
        plain.names, plain.bare = (
            {p: left for p, known in table.items() if (left := [n for n in known if not (
                p in own if n.is_matrix else _is_of(n, named)
            )])}
            for table in (self.names, self.bare)
        )  # fmt: skip
        if named.op == "app":
            plain.functions = {p: known for p, known in self.functions.items() if known[0].args[0] != named.args[0]}
            plain.sequences = {p: known for p, known in self.sequences.items() if known[0] != named.args[0]}
        plain._order()
        return plain

    def defines(self, formula: str) -> bool:
        """Whether a formula begins with a definition, or what is declared, and what stands after such a name."""
        found, text = tokens(formula), pattern(formula)
        for length in self.heads.get(text[0], ()) if text else ():
            if text[length : length + 1] and text[length] in DEFINES:
                known = [*self.names.get(text[:length], ()), *self.bare.get(text[:length], ())]
                letters = (fits(p, found, 0) for p in self.entries.get((length, text[0]), ()))
                if any(n.declared or n.term.op == "def" for n in known) or any(letters):
                    return True
        return False

    def begins(self, formula: str, named: Term) -> bool:
        """Whether a formula defines a name, whatever letter its index has."""
        tables = [*self.names.items(), *self.bare.items()]
        own = (p for p, known in tables for n in known if _is_of(n, named))
        found, text = tokens(formula), pattern(formula)
        return any(text[len(p) : len(p) + 1] and text[len(p)] in DEFINES and fits(p, found, 0) is not None for p in own)

    @cached_property
    def twins(self) -> dict[Term, Term]:
        r"""Powers of a name that look like another: the square of \sigma, and what is called \sigma^2."""
        found = {}
        for power, names in self.names.items():
            if power[-2:-1] == ("^",) and power[-1].isdecimal() and len(names) == 1:
                for base in self.names.get(power[:-2], []):
                    found[Term("pow", (base.term, int(power[-1])))] = names[0].term
        return found

    def _add(self, t: Term) -> None:
        match t.op, t.args:
            case ("identity" | "ones" | "matrix" | "jacobian" | "def"), _ if is_matrix(t):
                self._matrix(t)
            case "seq", (name, latex, _):
                self.sequences[pattern(name_of(t.parts()[0]))] = name, latex
            case "sym" | "loss" | "whole", _:
                self._keep(self.names, pattern(name_of(t)), Name(t))
            case "vector", (_, *places):
                for size in t.axes:
                    self._channels("", size)
                if len(places) > 1:
                    self._array(t, tuple(p if isinstance(p, str) else _hole(p) for p in places))
                else:
                    self._vector(t, "")
            case "coord", (_, *indices):
                for index in indices:
                    is_own = len(indices) == 1 or not set_of(index)
                    self._channels(index, t.size if is_own else None)
                if len(indices) > 1:
                    self._array(t, tuple(indices))
                else:
                    self._vector(t, *indices)
            case "def", _ if is_number(t):
                pass
            case "def", (_, None, _) if not t.is_channel:
                self._keep(self.names, pattern(name_of(t)), Name(t))
            case "def", (_, tuple(own), _):
                holes = {f":{size.args[0]}": _hole(size) for size in t.axes}
                self._array(t, tuple(holes.get(str(i), str(i)) for i in own))
            case "def", (_, None, _) if len(t.axes) > 1:
                self._array(t, tuple(map(_hole, t.axes)))
            case "def", (_, index, _):
                self._channels(index or "", None)
                self._vector(t, index or "")
            case "integral", (_, variable):
                self.variables[variable] = None
            case "sum", (index, size, excluded, _):
                for one in (index, *excluded):
                    self._channels(one, size)
            case "delta", pair:
                for index in pair:
                    self._channels(index, t.size)

    def _matrix(self, t: Term) -> None:
        """A matrix, row or column that has a name, and a Jacobian, which looks like a fraction."""
        source, made = printed_as(t), of_matrix(t)
        self.has_matrices = True
        row, *more = shape(made)
        if not more and bare(row) == ROW:
            self._keep(self.bare, pattern(source), Name(made, row, is_matrix=True))
            self._keep(self.names, entry(source), Name(made, row, is_matrix=True))
        else:
            self._keep(self.names, pattern(source), Name(made, None, is_matrix=True))
        for size in matrices.shape(t):
            self._channels("", size)

    def _functions(self, applications: Iterable[Term]) -> None:
        for t in applications:
            known = self.functions.setdefault(pattern(name_of(t)), [])
            known += [t] if t not in known else []

    def _declare(self, latex: str, meaning: Term, indices: Sequence[Index | None]) -> None:
        made = general(meaning, indices)
        if len(indices) == 1:
            [row] = shape(made)
            self._keep(self.bare, pattern(latex), Name(made, row, latex))
            self._keep(self.names, entry(latex), Name(made, row, latex))
        else:
            self._keep(self.names, pattern(latex), Name(made, None, latex))
        free = {*free_indices(meaning)}
        below = {after for mark, after in pairwise(pattern(latex)) if mark == "_"}
        if not indices and below and not below & free:
            self.renamed |= free
        for part in meaning.as_written():
            if part.op in ("vector", "coord", "sum", "delta"):
                self._add(part)

    def _channels(self, index: str, size: Term | None) -> None:
        if bare(index):
            self.letters.setdefault(bare(index), index)
            self.has_sets = self.has_sets or bool(set_of(index))
        if size is not None:
            self.sizes.setdefault(index or _hole(size).removesuffix(":"), size)
            self.sizes.setdefault(_hole(size).removesuffix(":"), size)

    def _array(self, t: Term, indices: tuple[str, ...]) -> None:
        r"""A name with several indices: x_{bi}, x_{b,i}, and of two also x^{(b)}_i."""
        latex, name = name_of(t), Name(t, indices)
        self.has_arrays = True
        letters = [INDEX] * len(indices)
        written = [indexed(latex, "".join(letters)), indexed(latex, ",".join(letters))]
        if len(letters) == 2 and not {"^", "_"} & {*pattern(latex)}:
            written.append(f"{latex}^{{({INDEX})}}_{INDEX}")
        if len(letters) == 2:
            self._keep(self.bare, pattern(latex), name)
            written.append(indexed(latex, INDEX))
        for one in written:
            self._keep(self.names, pattern(one), name)

    def _vector(self, t: Term, index: str) -> None:
        self._keep(self.names, entry(name_of(t)), Name(t, index))
        self._keep(self.bare, pattern(name_of(t)), Name(t, index))

    @staticmethod
    def _keep(table: dict[Pattern, list[Name]], found: Pattern, name: Name) -> None:
        known = table.setdefault(found, [])
        same = next((n for n, one in enumerate(known) if _is_same(name, one)), None)
        if same is None:
            known.append(name)
        elif is_constant(name.term):  # which keeps its index, and the entry of it has lost that
            known[same] = name


def _hole(axis: Term) -> str:
    """What stands where an array has no index yet."""
    return f":{axis.args[0]}" if is_length(axis) else ":"


def _is_same(a: Name, b: Name) -> bool:
    """Whether two names mean the same, in whatever channel they were met."""
    one, other = (n.term.args[0] if is_constant(n.term) else n.term for n in (a, b))
    if a.index is None or b.index is None or {one.op, other.op} - {"vector", "coord", "def"}:
        return a.term == b.term and a.index == b.index
    return one.args[0] == other.args[0] and {one.op, other.op} != {"coord", "def"}


def _is_of(name: Name, named: Term) -> bool:
    entries = ("coord", "vector")
    is_alike = name.term.op == named.op or (name.term.op in entries and named.op in entries)
    return is_alike and name.term.args[0] == named.args[0]


def is_begun(name: str, formula: str) -> bool:
    """Whether a formula defines what is written so."""
    wanted, found = pattern(name), pattern(formula)
    return found[: len(wanted)] == wanted and found[len(wanted) : len(wanted) + 1] in {(sign,) for sign in DEFINES}


def occurs(name: str, formula: str) -> bool:
    """Whether what is written so stands in a formula."""
    wanted, found = pattern(name), pattern(formula)
    return any(found[at : at + len(wanted)] == wanted for at in range(len(found)))


@lru_cache(maxsize=1 << 12)
def pattern(latex: str) -> Pattern:
    """A name as the texts of its tokens."""
    return tuple(t.text for t in tokens(latex))


@lru_cache(maxsize=1 << 12)
def entry(latex: str) -> Pattern:
    """The pattern of an entry of a vector: `INDEX` stands for the letter."""
    return pattern(indexed(latex, INDEX))


def fits(wanted: Pattern, found: tuple[Token, ...], at: int, bound: Container[str] = ()) -> list[Token] | None:
    """The letters of indices, or what is bound as one, where the tokens from a place on are a name of this pattern."""
    if at + len(wanted) > len(found):
        return None
    letters = []
    for k, text in enumerate(wanted):
        token = found[at + k]
        if text == INDEX and (token.text in bound or (len(token.text) == 1 and "a" <= token.text <= "z")):
            letters.append(token)
        elif text != token.text:
            return None
    return letters
