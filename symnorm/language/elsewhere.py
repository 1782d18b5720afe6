r"""Values at concrete points: at(mu, {x: [3, 1, 0]}) is the mean of 3, 1 and 0.

What is said of a point has the form of every point of a script: symbols with numbers or terms, vectors with the list of
their entries, indices with the numbers of channels. It is printed as \left. \mu \right|_{x = (3, 1, 0)} and means the
term with these in the place of what they stand for: sums over so many channels are written out, definitions too, and a
derivative is taken before anything is put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from .points import read
from .refusals import LanguageError
from .terms import MEANINGS, Index, Term, bare, free_indices, is_length, set_of, term
from .whole import open_numbers

Pairs = tuple[tuple[Any, ...], ...]
"""What is put in the place of each name: (a, value), (x, first entry, second, ...), ("i", number of the channel)."""

MOVING = ("D", "at")
"""What is taken before anything is put in."""


def elsewhere(body: Term, point: Mapping[Any, Any]) -> Any:
    """The value of a term, or a vector, at a point. Raises LanguageError where some channel has no value there."""
    from .matrices import is_matrix
    from .vector_there import VectorThere

    values, sizes = read(point)
    pairs: list[tuple[Any, ...]] = []
    for key, value in point.items():
        if isinstance(key, Index):
            pairs.append((key.name, value))
        elif key.op == "vector" and len(sizes[key.args[0]]) == 1:
            pairs.append((key, *map(term, values["vector", key.args[0]])))
        elif key.op == "sym" and not is_length(key):
            pairs.append((key, term(value)))
        else:
            raise LanguageError(f"at(..., {{...}}) gives symbols, vectors and indices a value, and {key!r} is none")
    if body.is_channel or is_matrix(body):
        return VectorThere(body, tuple(pairs))
    match pairs:
        case [(Term(op="sym") as symbol, value)]:
            return Term("at", (body, symbol, value))
    return placed(body, tuple(pairs))


def placed(body: Term, pairs: Pairs) -> Term:
    """The value of a term with something in the place of names. Raises LanguageError for what has no value there."""
    if not pairs:
        raise LanguageError(f"{body} at no point: a point gives something a value, as at(mu, {{x: [3, 1, 0]}})")
    for of, *entries in pairs:
        for e in entries:
            if isinstance(e, Term) and (e.is_channel or free_indices(e) or open_numbers(e)):
                raise LanguageError(f"{e} in the place of {of} is no number: give numbers, or terms in symbols")
        if not _speaks_of(body, of):
            named = bare(of) if isinstance(of, str) else of
            raise LanguageError(f"{body} does not speak of {named}, and so at a point {named} has no value")
    if body.is_channel:
        raise LanguageError(f"{body} is a vector: write an entry of it, with the channel, as at(y[i], {{..., i: 1}})")
    return Term("there", (body, *pairs))


def _speaks_of(body: Term, of: Any) -> bool:
    if isinstance(of, str):
        return of in free_indices(body)
    kinds = ("sym",) if of.op == "sym" else ("vector", "coord")
    return any(t.op in kinds and t.args[0] == of.args[0] for t in body.walk())


def _meaning(body: Term, *pairs: tuple[Any, ...]) -> Term:
    inside = body.walk()
    there = _There(pairs, _mark(inside) if any(part.op in MOVING for part in inside) else "")
    made = there.of(body, {of[0]: of[1] for of in pairs if isinstance(of[0], str)})
    open_ = next((of[0] for of in pairs if of[0] in free_indices(made)), None)
    if open_ is not None:  # what speaks of the index has no numbers for its members
        raise LanguageError(
            f"at this point {bare(open_)} has a number, and what {body} has there is not known: give every vector that "
            f"has the index {bare(open_)} its entries as well"
        )
    for symbol, value in there.held.items():
        made = Term("at", (made, symbol, value))
    return made


MEANINGS["there"] = _meaning


def _mark(inside: tuple[Term, ...]) -> str:
    """The end of the names of what is held until afterwards: no symbol in the term has it, from a point inside, say."""
    named = {t.args[0] for t in inside if t.op == "sym"}
    return next(end for end in map("__{}".format, count(1)) if not any(name.endswith(end) for name in named))


class _There:
    """The change that puts the values of a point in; those that are held are symbols of their own until afterwards."""

    def __init__(self, pairs: Pairs, mark: str) -> None:
        self.symbols: dict[str, Term] = {}
        self.vectors: dict[str, tuple[Term, ...]] = {}
        self.counts: dict[str, int] = {}
        """The numbers of channels, and of the members of other sets, by the names of the sets."""
        self.held: dict[Term, Term] = {}
        for key, *values in pairs:
            if isinstance(key, str):
                continue
            name = key.args[0]
            put = [self._hold(f"{name}_{n}{mark}", value) if mark else value for n, value in enumerate(values, 1)]
            if key.op == "vector":
                self.vectors[key.args[0]] = tuple(put)
                self.counts[key.args[1].args[0]] = len(put)
            else:
                self.symbols[key.args[0]] = put[0]
        self.symbols.update((name, Term("num", (term(n).args[0],))) for name, n in self.counts.items())

    def _hold(self, name: str, value: Term) -> Term:
        symbol = Term("sym", (name,), name)
        self.held[symbol] = value
        return symbol

    def of(self, t: Term, channels: Mapping[str, int]) -> Term:
        """A term at the point, with the numbers of the channels that its indices stand for."""
        match t.op, t.args:
            case "sym", (name, *_):
                return self.symbols.get(name, t)
            case "coord", (name, *indices):
                return self._entry(t, name, [channels.get(i) for i in indices])
            case "delta", (i, j):
                here = channels.get(i), channels.get(j)
                if None in here and here != (None, None):
                    raise _open(t, i if here[0] is None else j)
                return t if None in here else term(int(here[0] == here[1]))
            case "sum", (index, size, excluded, body) if size.args[0] in self.counts:
                left_out = [channels.get(i) for i in excluded]
                if None in left_out:
                    raise _open(t, excluded[left_out.index(None)])
                numbers = [n for n in range(1, self.counts[size.args[0]] + 1) if n not in left_out]
                parts = tuple(self.of(body, {**channels, index: n}) for n in numbers)
                return Term("add", parts) if len(parts) > 1 else parts[0] if parts else term(0)
            case "sum", (index, *_):
                return t.rebuilt(lambda part: self.of(part, {i: n for i, n in channels.items() if i != index}))
            case "def", (_, _, body):
                return self.of(body, channels)
            case "integral", _:
                raise LanguageError(f"{t} has no value at a point: any constant may be added")
        if t.op in MEANINGS:
            return self.of(t.parts()[0], channels)
        return t.rebuilt(lambda part: self.of(part, channels))

    def _entry(self, t: Term, name: str, numbers: list[int | None]) -> Term:
        entries = self.vectors.get(name)
        if entries is not None and numbers[0] is not None:
            if not 0 < numbers[0] <= len(entries):
                raise LanguageError(f"at this point {name} has {len(entries)} entries, and no entry {numbers[0]}")
            return entries[numbers[0] - 1]
        over = {t.size.args[0]} if t.size is not None else set()
        over |= {set_of(i) for i in t.args[1:] if set_of(i)}
        if entries is not None:
            raise _open(t, t.args[1])
        if over & {*self.counts}:
            raise LanguageError(f"at this point {t} has no value: give {name} as well")
        return t


def _open(t: Term, index: str) -> LanguageError:
    return LanguageError(f"at this point {t} is another one for each {bare(index)}: say which, as {bare(index)}: 2")
