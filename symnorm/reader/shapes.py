r"""Vectors and matrices in a formula, entry by entry, as our terms have them.

While a formula is read, the entry of a column has the index `ROW`, that of a row `COLUMN`, that of a matrix both. What
has a shape can be added to its like, transposed, and multiplied where that types: `W y` is a sum over the columns of W,
`y^T y` a number, `y y^T` a matrix, and `y y` nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from ..language import matrices
from ..language.arrays import filled
from ..language.entrywise import Entrywise, is_of_matrices
from ..language.letters import renamed
from ..language.matrices import of_set
from ..language.statements import EntriesThere, Statement
from ..language.terms import Index, Term, bare, free_indices, is_length, set_of
from ..language.vector_there import equations

ROW, COLUMN = "*r", "*c"
"""The indices of a row and of a column, where these are channels; of a set of its own, they end with it, as *r:N."""
ONES = "\\1"
"""What keeps the index of a vector all of whose entries are the same."""
ZERO = "0 is a vector"
"""What is forgiven where 0 stands for a vector or a matrix; in an equation of these it is one."""
CALLED = {(): "a number", (ROW,): "a column", (COLUMN,): "a row", (ROW, COLUMN): "a matrix"}

Shape = tuple[str, ...]
Sizes = Callable[[str], Term | None]
"""The length of the set of an index, where it is known."""


class Misfit(Exception):
    """What is put together does not type."""


def shape(t: Term) -> Shape:
    """The indices of the row and the column that an entry has."""
    found = free_indices(t)
    return tuple(i for place in (ROW, COLUMN) for i in found if bare(i) == place)


def called(t: Term) -> str:
    """A shape in words."""
    found = shape(t)
    sets = [set_of(i) or "channels" for i in found]
    lengths = f" of {' and '.join(sets)}" if any(map(set_of, found)) else ""
    return CALLED.get(tuple(map(bare, found)), "what has no shape") + lengths


def _is_of(t: Term, *places: str) -> bool:
    return tuple(map(bare, shape(t))) == places


def general(meaning: Term, indices: Sequence[Index | None]) -> Term:
    """The general entry of a declared matrix, which the theorem has at certain indices."""
    made = meaning
    for old, place in zip(indices, (ROW, COLUMN), strict=False):
        if old is None:
            continue
        new = of_set(place, old.dimension)
        moved = renamed(made, old.name, new)
        made = constant(moved, new) if new not in free_indices(moved) else moved
    return made


def of_matrix(t: Term) -> Term:
    """The general entry of a matrix, a row or a column."""
    sizes = zip((ROW, COLUMN), matrices.shape(t), strict=True)
    places = [None if size is None else of_set(place, size) for place, size in sizes]
    made = matrices.entry(t, *places)
    for place in (place for place in places if place is not None and place not in free_indices(made)):
        made = constant(made, place)
    return made


def constant(value: Term, index: str) -> Term:
    """The entry of a vector all of whose entries are the same, which has to keep its index until the end."""
    return Term("mul", (value, Term("coord", (ONES, index))))


def is_constant(t: Term) -> bool:
    """Whether a term is the entry of a vector all of whose entries are the same."""
    return t.op == "mul" and t.args[-1].op == "coord" and t.args[-1].args[0] == ONES


def multiplied(factors: Sequence[Term], sizes: Sizes, from_right: bool = False) -> Term:
    """The product of what stands side by side; a product of matrices may be taken from either end. Raises Misfit."""
    if from_right:
        *others, made = factors
        for factor in reversed(others):
            made = _times(factor, made, sizes)
        return made
    made, *others = factors
    for factor in others:
        made = _times(made, factor, sizes)
    return made


def _times(a: Term, b: Term, sizes: Sizes) -> Term:
    left, right = shape(a), shape(b)
    if not (left and right) or (_is_of(a, ROW) and _is_of(b, COLUMN)):
        return _flat(a, b)
    across = next((i for i in left if bare(i) == COLUMN), None)
    down = next((i for i in right if bare(i) == ROW), None)
    if across is None or down is None or set_of(across) != set_of(down) or (size := sizes(across)) is None:
        raise Misfit(f"{called(a)} times {called(b)} does not type")
    k = of_set(_fresh(a, b), size)
    return Term("sum", (k, size, (), _flat(renamed(a, across, k), renamed(b, down, k))))


def _flat(a: Term, b: Term) -> Term:
    return Term("mul", (*(a.args if a.op == "mul" else (a,)), *(b.args if b.op == "mul" else (b,))))


def _fresh(*terms: Term) -> str:
    """The name of an index that no sum in the terms has."""
    taken = {bare(p.args[0]) for t in terms for p in t.walk() if p.op == "sum"}
    return next(n for n in map("s{}".format, range(999)) if n not in taken)


def whole(t: Term, sizes: Sizes) -> Term:
    """The vector of which a term is the entry in a row. Raises Misfit where there is none."""
    if not _is_of(t, ROW):
        raise Misfit(f"a vector belongs here, and this is {called(t)}")
    [row] = shape(t)
    match t.op, t.args:
        case "coord", (name, *indices):
            size = t.size if len(indices) > 1 else None
            return Term("vector", (name, *(sizes(row) if i == row else i for i in indices)), t.latex, size)
        case "def", (name, tuple(own), body):
            inside = whole(body, sizes)
            hole = f":{inside.axes[0].args[0]}"
            return Term("def", (name, tuple(hole if i == row else i for i in own), inside), t.latex)
        case "def", (name, _, body):
            return Term("def", (name, None, whole(body, sizes)), t.latex)
        case "delta", _:
            raise Misfit("a row of Kronecker's delta is not read as a vector")
    return t.rebuilt(lambda part: whole(part, sizes) if shape(part) else part)


def transposed(t: Term) -> Term:
    """Rows for columns. Raises Misfit for a number."""
    found = shape(t)
    if not found:
        raise Misfit("a number is transposed")
    made = t
    for i in found:
        made = renamed(made, i, i.replace(bare(i), "*t" if bare(i) == ROW else ROW, 1))
    for i in (i for i in found if bare(i) == ROW):
        made = renamed(made, i.replace(ROW, "*t", 1), i.replace(ROW, COLUMN, 1))
    return made


def over_entries(t: Term, sizes: Sizes) -> Term:
    """The sum of something of each entry. Raises Misfit for a number."""
    found = shape(t)
    if len(found) != 1 or (size := sizes(found[0])) is None:
        raise Misfit(f"a norm is one of a vector, and this is {called(t)}")
    k = of_set(_fresh(t), size)
    return Term("sum", (k, size, (), renamed(t, found[0], k)))


def trace(t: Term, sizes: Sizes) -> Term:
    """The sum of the entries on the diagonal. Raises Misfit for what is no square matrix."""
    found = shape(t)
    if not _is_of(t, ROW, COLUMN) or len({*map(set_of, found)}) > 1 or (size := sizes(found[0])) is None:
        raise Misfit(f"a trace is one of a square matrix, and this is {called(t)}")
    k = of_set(_fresh(t), size)
    t = _without_names(t, {*found})  # Z_kk is no name: k is the row and the column
    return Term("sum", (k, size, (), renamed(renamed(t, found[0], k), found[1], k)))


def _without_names(t: Term, places: set[str]) -> Term:
    """A term without the definitions that are called by both of two places."""
    if t.op == "def" and isinstance(t.args[1], tuple) and {*t.args[1]} == places:
        return _without_names(t.args[2], places)
    return t.rebuilt(lambda part: _without_names(part, places)) if places <= {*free_indices(t)} else t


def diagonal(t: Term, sizes: Sizes) -> Term:
    """The matrix with a vector on its diagonal. Raises Misfit for what is no vector."""
    if not _is_of(t, ROW):
        raise Misfit(f"a diagonal matrix is one of a vector, and this is {called(t)}")
    [row] = shape(t)
    return Term("mul", (Term("delta", (row, row.replace(ROW, COLUMN, 1)), size=sizes(row)), t))


def agreed(parts: Iterable[Term]) -> str:
    """What has to be forgiven where the parts of a sum, or the sides of a relation, are put together. Raises Misfit."""
    shapes = {shape(p): called(p) for p in parts if not is_zero(p)}
    if len(shapes) < 2:
        is_mixed = any(map(is_zero, parts)) and any(shapes)
        return ZERO if is_mixed else ""
    if len(shapes) == 2 and () in shapes:
        return "a number stands for a vector, all of whose entries it is"
    raise Misfit(" and ".join(said for _, said in sorted(shapes.items())) + " are put together")


def is_zero(t: Term) -> bool:
    """Whether a term is 0 as written."""
    return bool(t.op == "num" and t.args[0] == 0) or (t.op == "neg" and is_zero(t.args[0]))


def at_places(s: Statement) -> Statement:
    """A statement with its equations of vectors and matrices at the places of rows and columns, whatever their letters.

    Two of them in one statement may be over different sets, and have one letter.
    """
    if isinstance(s, Entrywise):
        return s.at(ROW, COLUMN)
    if isinstance(s, EntriesThere):
        (size,) = (size for size in matrices.shape(s.body) if size is not None)
        return Statement(s.kind, equations(s.body, s.pairs, s.values, of_set(ROW, size)))
    if not is_of_matrices(s):
        return s
    return Statement(s.kind, tuple(map(at_places, s.parts)))


def settled(t: Term, places: Mapping[str, str]) -> Term:
    """A term with indices of the statement in the place of rows and columns."""
    for old in shape(t):
        t = renamed(t, old, places[old])
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
        body = renamed(body, index, spare) if axis is None else filled(body, axis, spare)
    for spare, index in zip(aside, new, strict=True):
        body = renamed(body, spare, index)
    return Term("def", (t.args[0], new, body), t.latex)

