r"""Vectors and matrices in a formula, entry by entry, as our terms have them.

While a formula is read, the entry of a column has the index `ROW`, that of a row `COLUMN`, that of a matrix both. What
has a shape can be added to its like, transposed, and multiplied where that types: `W y` is a sum over the columns of W,
`y^T y` a number, `y y^T` a matrix, and `y y` nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from ..language import matrices
from ..language.arrays import filled
from ..language.terms import Index, Term, free_indices, is_length, renamed, set_of

ROW, COLUMN = "*r", "*c"
ONES = "\\1"
"""What keeps the index of a vector all of whose entries are the same."""
ZERO = "0 is a vector"
"""What is forgiven where 0 stands for a vector or a matrix; in an equation of these it is one."""
CALLED = {(): "a number", (ROW,): "a column", (COLUMN,): "a row", (ROW, COLUMN): "a matrix"}

Shape = tuple[str, ...]


class Misfit(Exception):
    """What is put together does not type."""


def shape(t: Term) -> Shape:
    """Which of the two indices an entry has."""
    found = free_indices(t)
    return tuple(i for i in (ROW, COLUMN) if i in found)


def general(meaning: Term, indices: Sequence[Index | None]) -> Term:
    """The general entry of a declared matrix, which the theorem has at certain indices."""
    made = meaning
    for old, new in zip(indices, (ROW, COLUMN), strict=False):
        if old is None:
            continue
        moved = in_channel(made, old.name, new)
        made = constant(moved, new) if new not in free_indices(moved) else moved
    return made


def of_matrix(t: Term) -> Term:
    """The general entry of a matrix, a row or a column."""
    rows, columns = matrices.shape(t)
    places = [(ROW, rows), (COLUMN, columns)]
    made = matrices.entry(t, *(None if size is None else place for place, size in places))
    for place in (place for place, size in places if size is not None and place not in free_indices(made)):
        made = constant(made, place)
    return made


def constant(value: Term, index: str) -> Term:
    """The entry of a vector all of whose entries are the same, which has to keep its index until the end."""
    return Term("mul", (value, Term("coord", (ONES, index))))


def multiplied(factors: Sequence[Term], size: Term | None, from_right: bool = False) -> Term:
    """The product of what stands side by side; a product of matrices may be taken from either end. Raises Misfit."""
    if from_right:
        *others, made = factors
        for factor in reversed(others):
            made = _times(factor, made, size)
        return made
    made, *others = factors
    for factor in others:
        made = _times(made, factor, size)
    return made


def _times(a: Term, b: Term, size: Term | None) -> Term:
    left, right = shape(a), shape(b)
    if not (left and right) or (left == (ROW,) and right == (COLUMN,)):
        return _flat(a, b)
    if COLUMN in left and ROW in right and size is not None:
        k = _fresh(a, b)
        return Term("sum", (k, size, (), _flat(in_channel(a, COLUMN, k), in_channel(b, ROW, k))))
    raise Misfit(f"{CALLED[left]} times {CALLED[right]} does not type")


def _flat(a: Term, b: Term) -> Term:
    return Term("mul", (*(a.args if a.op == "mul" else (a,)), *(b.args if b.op == "mul" else (b,))))


def _fresh(*terms: Term) -> str:
    """The name of an index that no sum in the terms has."""
    taken = {p.args[0] for t in terms for p in t.walk() if p.op == "sum"}
    return next(n for n in map("s{}".format, range(999)) if n not in taken)


def whole(t: Term) -> Term:
    """The vector of which a term is the entry in a row. Raises Misfit where there is none."""
    if shape(t) != (ROW,):
        raise Misfit(f"a vector belongs here, and this is {CALLED[shape(t)]}")
    match t.op, t.args:
        case "coord", (name, _):
            return Term("vector", (name, t.size), t.latex)
        case "def", (name, _, body):
            return Term("def", (name, None, whole(body)), t.latex)
        case "sum" | "delta", _:
            raise Misfit("what has a row in a sum is not read as a vector")
    return t.rebuilt(lambda part: whole(part) if shape(part) else part)


def transposed(t: Term) -> Term:
    """Rows for columns. Raises Misfit for a number."""
    if not shape(t):
        raise Misfit("a number is transposed")
    return in_channel(in_channel(in_channel(t, ROW, "*t"), COLUMN, ROW), "*t", COLUMN)


def over_entries(t: Term, size: Term | None) -> Term:
    """The sum of something of each entry. Raises Misfit for a number."""
    if len(shape(t)) != 1 or size is None:
        raise Misfit(f"a norm is one of a vector, and this is {CALLED[shape(t)]}")
    k = _fresh(t)
    return Term("sum", (k, size, (), in_channel(t, shape(t)[0], k)))


def trace(t: Term, size: Term | None) -> Term:
    """The sum of the entries on the diagonal. Raises Misfit for what is no matrix."""
    if shape(t) != (ROW, COLUMN) or size is None:
        raise Misfit(f"a trace is one of a matrix, and this is {CALLED[shape(t)]}")
    k = _fresh(t)
    return Term("sum", (k, size, (), in_channel(in_channel(t, ROW, k), COLUMN, k)))


def diagonal(t: Term, size: Term | None) -> Term:
    """The matrix with a vector on its diagonal. Raises Misfit for what is no vector."""
    if shape(t) != (ROW,):
        raise Misfit(f"a diagonal matrix is one of a vector, and this is {CALLED[shape(t)]}")
    return Term("mul", (Term("delta", (ROW, COLUMN), size=size), t))


def agreed(parts: Iterable[Term]) -> str:
    """What has to be forgiven where the parts of a sum, or the sides of a relation, are put together. Raises Misfit."""
    shapes = {shape(p) for p in parts if not is_zero(p)}
    if len(shapes) < 2:
        is_mixed = any(map(is_zero, parts)) and any(shapes)
        return ZERO if is_mixed else ""
    if len(shapes) == 2 and () in shapes:
        return "a number stands for a vector, all of whose entries it is"
    raise Misfit(" and ".join(CALLED[s] for s in sorted(shapes)) + " are put together")


def is_zero(t: Term) -> bool:
    """Whether a term is 0 as written."""
    return bool(t.op == "num" and t.args[0] == 0) or (t.op == "neg" and is_zero(t.args[0]))


def settled(t: Term, places: Mapping[str, str]) -> Term:
    """A term with indices of the statement in the place of rows and columns."""
    for old in shape(t):
        t = in_channel(t, old, places[old])
    return t


def without_ones(t: Term) -> Term:
    """A term in which the entries of vectors that are the same everywhere are numbers."""
    if not any(p.op == "coord" and p.args[0] == ONES for p in t.walk()):
        return t
    if t.op == "coord" and t.args[0] == ONES:
        return Term("num", (Fraction(1),))
    return t.rebuilt(without_ones)


def reindexed(t: Term, old: str | tuple[str, ...] | None, new: str | tuple[str, ...]) -> Term:
    """An array, an entry of one or a definition with other indices. Raises Misfit where these are of other sets."""
    if not (isinstance(old, tuple) and isinstance(new, tuple) and [*map(set_of, old)] == [*map(set_of, new)]):
        raise Misfit(f"{t} has other indices")
    if t.op in ("vector", "coord"):
        size = next((a for a in t.axes if not is_length(a)), next(iter(t.axes), t.size))
        return Term("coord", (t.args[0], *new), t.latex, size)
    aside = [f"*r{n}:{set_of(i)}" if set_of(i) else f"*r{n}" for n, i in enumerate(old)]
    body = t.args[2]
    for index, spare in zip(old, aside, strict=True):
        axis = next((a for a in body.axes if index in (f":{a.args[0]}", ":") and is_length(a) == (index != ":")), None)
        body = in_channel(body, index, spare) if axis is None else filled(body, axis, spare)
    for spare, index in zip(aside, new, strict=True):
        body = in_channel(body, spare, index)
    return Term("def", (t.args[0], new, body), t.latex)


def in_channel(t: Term, old: str, new: str) -> Term:
    """A term in another channel; the sums in it make way."""
    if t.op == "coord":
        return renamed(t, old, new)
    taken = {p.args[0] for p in t.walk() if p.op == "sum"}
    if new in taken:
        spare = next(n for n in map("s{}".format, range(99)) if n not in taken)
        t = _apart(t, new, spare)
    return renamed(t, old, new)


def _apart(t: Term, old: str, new: str) -> Term:
    """A term in which no sum is over `old`."""

    def change(part: Term) -> Term:
        if part.op == "sum" and part.args[0] == old:
            _, size, excluded, body = part.args
            return Term("sum", (new, size, excluded, renamed(change(body), old, new)))
        return part.rebuilt(change)

    return change(t)
