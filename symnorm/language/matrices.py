"""Vectors and matrices as such: written and printed as on paper, and meant entry by entry.

A matrix is a term that stands in no number. It has the tree that is printed, as (I - y y^T / C) / sigma, a set of rows
and one of columns, and an entry for a member of each. A vector is a column, and its transpose a row. Shapes are
checked wherever two of them meet; what does not type is refused.

The entry of a product is a sum, in the order of the factors: of A B x the sum over the columns of A B. An equation of
matrices is that of their entries (see `symnorm.language.entrywise`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from .graph import D
from .letters import LETTERS, free_letter, letters_in, renamed
from .names import name_of
from .refusals import LanguageError, _refused
from .terms import MEANINGS, Index, Term, _latex, _name, bare, free_indices, is_length, once, term
from .whole import open_numbers

SHAPED = ("identity", "ones", "transpose", "matmul", "diag", "jacobian", "matrix")
"""What is a matrix, whatever stands in it."""

ROW, COLUMN = "*2", "*3"
"""The indices of the entry by which a matrix is given."""

Letters = Mapping[str, str]
"""The letters of indices, each with the name of its set; of channels, none."""
NO_LETTERS: Letters = MappingProxyType({})

Shape = tuple[Term | None, Term | None]
"""The lengths of the sets of rows and columns; None where there is one alone."""


class Matrix(Term):
    """A matrix, a row, or a column that is more than a vector."""

    __slots__ = ()

    def __init__(self, op: str, args: tuple[Any, ...], latex: str | None = None, size: Term | None = None) -> None:
        super().__init__(op, args, latex, size)
        self.axes = ()
        shape(self)

    def __getitem__(self, index: Any) -> Term:
        """An entry: A[i, j], and of a column or a row its only index."""
        found = index if isinstance(index, tuple) else (index,)
        sizes = [size for size in shape(self) if size is not None]
        if not all(isinstance(i, Index) for i in found) or [i.dimension for i in found] != sizes:
            raise LanguageError(f"{self} is {called(shape(self))}: its entry has an index of each set, as A[i, j]")
        return entry(self, *places(shape(self), tuple(i.name for i in found)))

    def __add__(self, other: Any) -> Term:
        return _joined(self, term(other))

    def __radd__(self, other: Any) -> Term:
        return _joined(term(other), self)

    def __sub__(self, other: Any) -> Term:
        return _joined(self, Term("neg", (term(other),)))

    def __rsub__(self, other: Any) -> Term:
        return _joined(term(other), Matrix("neg", (self,)))

    def __neg__(self) -> Term:
        return Matrix("neg", (self,))

    def __mul__(self, other: Any) -> Term:
        return Matrix("mul", (self, term(other)))

    def __rmul__(self, other: Any) -> Term:
        return Matrix("mul", (term(other), self))

    def __truediv__(self, other: Any) -> Term:
        return Matrix("div", (self, term(other)))

    __rtruediv__ = _refused("one does not divide by {}, which is a matrix")
    __pow__ = __abs__ = _refused("{} is a matrix: write A @ A for the product with itself, and A[i, j] for an entry")
    __lt__ = __le__ = __gt__ = __ge__ = _refused("{} is a matrix, and matrices have no order: compare entries, A[i, j]")


def _joined(left: Term, right: Term) -> Term:
    return Matrix("add", (*left.args, right) if left.op == "add" else (left, right))


# --- what is made of what ---------------------------------------------------------------------------------------------


def identity(size: Term) -> Matrix:
    """The identity matrix I, with as many rows and columns."""
    return Matrix("identity", ("I", _size("identity", size)))


def ones(size: Term) -> Matrix:
    """The column all of whose entries are 1."""
    return Matrix("ones", ("ones", _size("ones", size)), rf"\mathbf{{1}}_{{{name_of(size)}}}")


def transpose(a: Any) -> Term:
    """Rows for columns; A.T is short for it."""
    a = term(a)
    return a.args[0] if a.op == "transpose" else Matrix("transpose", (a,))


def product(a: Any, b: Any) -> Term:
    """A @ B: the product of matrices, rows and columns. Of a row and a column it is a number."""
    a, b = term(a), term(b)
    if _product(a, b) != (None, None):
        return Matrix("matmul", (a, b))
    return Term("inner", (a, b))


def outer(u: Any, v: Any) -> Term:
    """u v^T, the matrix with the entries u_i v_j."""
    return product(u, transpose(v))


def diag(u: Any) -> Matrix:
    """The diagonal matrix with the entries of a vector on its diagonal."""
    return Matrix("diag", (term(u),))


def trace(a: Any) -> Term:
    """The sum of the entries on the diagonal of a square matrix."""
    a = term(a)
    rows, columns = shape(a)
    if rows is None or rows != columns:
        raise LanguageError(f"a trace is one of a square matrix, and {a} is {called(shape(a))}")
    return Term("trace", (a,))


def jacobian(y: Any, x: Any) -> Matrix:
    """The matrix of the derivatives of a vector by another: dy_i/dx_j in row i and column j."""
    return Matrix("jacobian", (term(y), term(x)))


def matrix(name: str, entry: Any, rows: Index | None, columns: Index | None = None, latex: str | None = None) -> Matrix:
    """A matrix that has a name, by its entry for a row and a column: matrix("A", x[i] - x[j], i, j).

    Without columns it is a column, and with rows=None a row. Whatever its name, it means its entries.
    """
    made, sizes = term(entry), []
    for index, place in ((rows, ROW), (columns, COLUMN)):
        if not (index is None or isinstance(index, Index)):
            raise LanguageError(f"the rows and the columns of {name} are told by indices, and not by {index!r}")
        made = made if index is None else renamed(made, index.name, of_set(place, index.dimension))
        sizes.append(None if index is None else index.dimension)
    if rows is not None and columns is not None and rows.name == columns.name:
        raise LanguageError(f"the rows and the columns of {name} have one index {rows}: give it two, or write diag(u)")
    return Matrix("matrix", (_name(name), made, *sizes), _latex(name, latex))


def _size(what: str, size: Any) -> Term:
    made = term(size)
    if made.op != "sym":
        raise LanguageError(f"{what}(C) is of a number of channels, as C = symbol('C'), and not of {made}")
    return made


# --- shapes -----------------------------------------------------------------------------------------------------------


def called(found: Shape) -> str:
    """A shape in words."""
    rows, columns = found
    if rows is None:
        return "a number" if columns is None else f"a row of {columns} entries"
    return f"a column of {rows} entries" if columns is None else f"a matrix of {rows} rows and {columns} columns"


def is_matrix(t: Term) -> bool:
    """Whether a term is a matrix, a row, or a column that is more than a vector."""
    ahead, seen = [t], set[int]()
    while ahead:
        t = ahead.pop()
        if t.op in SHAPED:
            return True
        match t.op, t.args:
            case ("def", (_, None, *inside)) | ("sum", (_, _, _, *inside)) | (
                "add" | "neg" | "mul" | "div", inside
            ) if id(t) not in seen:
                seen.add(id(t))  # it may stand in many places
                ahead += inside
    return False


def is_vector(x: Term) -> bool:
    """Whether what has channels is printed as a vector is: a name, a sum of some, or one times a number."""
    match x.op, x.args:
        case "vector" | "def", _:
            return True
        case "sum" | "upto", (*_, body):
            return is_vector(body)
        case "add" | "neg", parts:
            return all(is_vector(p) for p in parts if p.is_channel)
        case "mul", parts:
            vectors = [p for p in parts if p.is_channel]
            return len(vectors) == 1 and is_vector(vectors[0])
        case "div", (above, below):
            return not below.is_channel and is_vector(above)
    return False


def is_zero(t: Term) -> bool:
    """Whether a term is 0 as it is written, which may stand for a vector or a matrix."""
    while t.op == "neg":  # however often
        (t,) = t.args
    return bool(t.op == "num" and t.args[0] == 0)


@once
def shape(t: Term) -> Shape:
    """The rows and columns of a term. Raises LanguageError where something in it does not type."""
    if not is_matrix(t):
        return _plain(t)
    match t.op, t.args:
        case ("identity" | "diag"), (*_, of):
            size = of if t.op == "identity" else _column(of, "a diagonal matrix is one of")
            return size, size
        case "ones", (_, size):
            return size, None
        case "transpose", (a,):
            rows, columns = shape(a)
            if (rows, columns) == (None, None):
                raise LanguageError(f"{a} is a number, which has no transpose")
            return columns, rows
        case "matmul", (a, b):
            return _product(a, b)
        case "jacobian", (y, x):
            return _jacobian(y, x)
        case "matrix", (_, body, rows, columns):
            return _given(t, body, rows, columns)
        case ("def", (_, _, body)) | ("sum", (_, _, _, body)):
            return shape(body)
        case "add", parts:
            return agreed(parts)
        case "mul", parts:
            return _scaled(parts)
        case "div", (a, b) if shape(b) != (None, None):
            raise LanguageError(f"one does not divide by {b}, which is {called(shape(b))}")
    return shape(t.args[0])


def _plain(t: Term) -> Shape:
    """The shape of a vector, or of an array with two indices: of a name, a sum of such, or a multiple."""
    if not t.axes:
        return None, None
    if not is_vector(t) or len(t.axes) > 2 or not _is_over(t, t.axes):
        raise LanguageError(
            f"{t} is taken entry by entry, and a product of vectors side by side is one of matrices: give it a name, "
            f"as z = define('z', {t})"
        )
    return t.axes[0], t.axes[1] if len(t.axes) == 2 else None


def _is_over(t: Term, axes: tuple[Term, ...]) -> bool:
    """Whether a sum or a multiple of vectors is made of such over these sets, whatever its numbers are made of."""
    return t.op in ("vector", "def") or all(p.axes == axes and _is_over(p, axes) for p in t.shown() if p.axes)


def _column(t: Term, what: str) -> Term:
    rows, columns = shape(t)
    if rows is None or columns is not None:
        raise LanguageError(f"{what} a vector, and {t} is {called(shape(t))}")
    return rows


def _product(a: Term, b: Term) -> Shape:
    (rows, inner), (across, columns) = shape(a), shape(b)
    for one in (a, b):
        if shape(one) == (None, None):
            raise LanguageError(f"{one} is a number: a multiple of a matrix is written 2 * A, and A @ B is a product")
    if inner != across:
        both = f"{a} is {called(shape(a))}, and {b} is {called(shape(b))}"
        if shape(a) == shape(b) and inner is None:
            more = "write u.T @ v for the inner product u^T v, and outer(u, v) for u v^T"
        else:
            more = "a product needs as many columns on the left as rows on the right; is a .T missing?"
        raise LanguageError(f"{both}: {more}")
    return rows, columns


def _jacobian(y: Term, x: Term) -> Shape:
    if y.op not in ("vector", "def") or not (x.op in ("vector", "def") and len(x.axes) == 1):
        raise LanguageError(
            f"jacobian(y, x) is of two vectors that have names, and not of {y} and {x}; write y = define('y', ...)"
        )
    return _column(y, "a Jacobian is one of"), x.axes[0]


def _given(t: Term, body: Term, rows: Term | None, columns: Term | None) -> Shape:
    if body.is_channel or is_matrix(body):
        raise LanguageError(f"a matrix is given by its entry, a number, and {body} is none: write x[i]")
    there = {of_set(i, s) for i, s in ((ROW, rows), (COLUMN, columns)) if s is not None}
    if not there or not there >= {i for i in free_indices(body) if i[0] == "*"}:
        raise LanguageError(f"{t.args[0]} has neither rows nor columns: write matrix({t.args[0]!r}, x[i] - x[j], i, j)")
    others = [*(bare(i) for i in free_indices(body) if i not in there), *map(str, open_numbers(body))]
    if others:
        raise LanguageError(
            f"{t.args[0]} is another matrix for every {others[0]}, and its name does not say so: what is summed over "
            f"{others[0]}, say, is written by entries"
        )
    return rows, columns


def _scaled(parts: tuple[Term, ...]) -> Shape:
    found = [p for p in parts if shape(p) != (None, None)]
    if len(found) != 1:
        told = " and ".join(f"{p}, {called(shape(p))}," for p in found)
        raise LanguageError(f"{told} are multiplied with A @ B; * is for numbers")
    return shape(found[0])


def agreed(parts: tuple[Term, ...]) -> Shape:
    """The shape that all parts of a sum, or both sides of an equation, have; 0 has any. Raises LanguageError."""
    found = {shape(p): p for p in reversed(parts) if not is_zero(p)}
    if len(found) == 1:
        return next(iter(found))
    told = ", ".join(f"{p} is {called(s)}" for s, p in reversed(found.items()))
    is_turned = any((columns, rows) in found for rows, columns in found if rows != columns)
    more = "transpose one of them" if is_turned else "a number that belongs to every entry is one times ones(C)"
    raise LanguageError(f"{told}: these are not put together; {more}")


# --- entries ----------------------------------------------------------------------------------------------------------


@once
def entry(t: Term, row: str | None, column: str | None) -> Term:
    """The entry of a matrix, by the names of its indices; of a number, that number."""
    rows, columns = shape(t)
    if not is_matrix(t):
        at = tuple(Index(i, size) for i, size in ((row, rows), (column, columns)) if i is not None and size is not None)
        return t[at] if at else t
    match t.op, t.args:
        case "identity", _:
            return Term("delta", (row, column), size=rows)
        case "ones", _:
            return Term("num", (Fraction(1),))
        case "transpose", (a,):
            return entry(a, column, row)
        case "matmul", (a, b):
            return _sum_of_products(a, b, row, column)
        case "diag", (u,):
            return Term("mul", (Term("delta", (row, column), size=rows), entry(u, row, None)))
        case "jacobian", (y, x) if columns is not None and column is not None:
            return D(entry(y, row, None), x[Index(column, columns)])
        case "matrix", (_, body, _, _):
            for place, index in ((of_set(ROW, rows), row), (of_set(COLUMN, columns), column)):
                body = body if index is None else renamed(body, place, index)
            return body
        case "def", (_, _, body) if row is not None and row == column:  # J_kk is no name: k is the row and the column
            return entry(body, row, column)
        case "def", (_, _, body):
            return _named(t, entry(body, row, column), tuple(i for i in (row, column) if i is not None))
        case "sum", (k, size, excluded, body):
            own = k if k not in (row, column) else free_letter({*letters_in(body), *_letters(row, column)}, k)
            return Term("sum", (own, size, excluded, entry(renamed(body, k, own), row, column)))
        case "mul", parts:
            return _times(*(entry(p, row, column) for p in parts))
    return Term(t.op, tuple(entry(p, row, column) for p in t.args))


def general(t: Term) -> Term:
    """The entry of a matrix for a row i and a column j."""
    return entry(t, *places(shape(t), free_letters((t,), shape(t))))


def as_definition(t: Term) -> Term:
    """What has a name, by its general entry: A_ij := x_i - x_j."""
    made = general(t)
    return made if t.op == "def" else _named(t, made, free_letters((t,), shape(t)))


def places(sizes: Shape, letters: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Indices for the rows and columns that there are."""
    ahead = iter(letters)
    row, column = (None if size is None else next(ahead) for size in sizes)
    return row, column


def free_letters(sides: tuple[Term, ...], sizes: Shape, of: Letters = NO_LETTERS) -> tuple[str, ...]:
    """Letters for rows and columns: i and j, or i_N and j_N of a set N, where they stand for nothing else in the sides.

    An index is written without its set, and so in one theorem no two sets may share a letter: `of` has the sets of the
    letters that stand in it already.
    """
    starred = places(sizes, tuple(of_set(p, s) for p, s in zip((ROW, COLUMN), sizes, strict=True) if s is not None))
    taken = {bare(n) for t in sides for n in free_indices(entry(t, *starred))}
    found = []
    for size, letter in zip(sizes, ("i", "j"), strict=True):
        if size is not None:
            name = str(size.args[0]) if is_length(size) else ""
            letters = (f"{n}_{name}" if name else n for n in (letter, *LETTERS))
            new = next(n for n in letters if n not in taken and of.get(n, name) == name)
            found.append(of_set(new, size))
            taken.add(new)
    return tuple(found)


def of_set(letter: str, size: Term | None) -> str:
    """The name of an index of a set, which is told by its length."""
    return f"{letter}:{size.args[0]}" if size is not None and is_length(size) else letter


def _named(t: Term, body: Term, indices: tuple[str, ...]) -> Term:
    """An entry of what has a name: z_i of a vector, W_ij of a matrix."""
    own = indices if len(indices) > 1 else indices[0]
    return Term("def", (t.args[0], own, body), t.latex)


def _sum_of_products(a: Term, b: Term, row: str | None, column: str | None) -> Term:
    """The entry of a product, a sum over what stands between the two; of a column and a row, one product."""
    _, between = shape(a)
    if between is None:
        return _times(entry(a, row, None), entry(b, None, column))
    place = of_set(ROW, between)
    taken = letters_in(entry(a, row, place), entry(b, place, column)) | _letters(row, column)
    k = free_letter(taken, place)
    return Term("sum", (k, between, (), _times(entry(a, row, k), entry(b, k, column))))


def _letters(*places: str | None) -> set[str]:
    """The letters of a row and a column."""
    return {bare(i) for i in places if i is not None}


def _times(*factors: Term) -> Term:
    """A product, as one of all factors."""
    return Term("mul", tuple(f for one in factors for f in (one.args if one.op == "mul" else (one,))))


def over_entries(x: Term, of: Callable[[Term], Term]) -> Term:
    """The sum of something of each entry of a column or a row."""
    size = next(s for s in shape(x) if s is not None)
    place = of_set(ROW, size)
    made = entry(x, *places(shape(x), (place,)))
    k = free_letter(letters_in(made), place)
    return Term("sum", (k, size, (), of(entry(x, *places(shape(x), (k,))))))


def _inner(a: Term, b: Term) -> Term:
    return _sum_of_products(a, b, None, None)


def _trace(a: Term) -> Term:
    rows, _ = shape(a)
    place = of_set(ROW, rows)
    k = free_letter(letters_in(entry(a, place, place)), place)
    return Term("sum", (k, rows, (), entry(a, k, k)))


MEANINGS["inner"] = _inner
MEANINGS["trace"] = _trace
