"""Index sets and arrays: what has values over several sets, its entries, and sums over one set or the other.

`N = length("N")` is the length of an index set of its own, a whole number from 1; `symbol("C")` stands for the number
of channels, of which a theorem has one. `x = array("x", N, C)` has an entry x[b, i] for every member b of the one set
and every channel i. Beside it, `x - mu` with mu over C alone has values over N and C as well: what belongs together is
told by the sets, and never by the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import mul
from typing import Any

from ..checker.forms import MAX_INDICES, set_of
from .letters import apart, binds, free_letter, letters_in
from .refusals import LanguageError
from .terms import Index, Term, _latex, _name, bare, free_indices, is_length, term

Over = Index | Term | Sequence[Index | Term] | None
"""What a sum runs over: an index that stands in it, a set by its length, or several of these."""


def length(name: str, latex: str | None = None) -> Term:
    """The length of an index set of its own, a whole number from 1: N = length("N"), b, = indices("b", N)."""
    return Term("sym", (_name(name), "length"), _latex(name, latex))


def array(name: str, *lengths: Term, latex: str | None = None) -> Term:
    """Real numbers with two indices or three: x = array("x", N, C) has the entries x[b, i]."""
    if not 1 <= len(lengths) <= MAX_INDICES or any(term(n).op != "sym" for n in lengths):
        raise LanguageError(f"the array {name} has one to three lengths, each a symbol, as array({name!r}, N, C)")
    if len({n for n in lengths if not is_length(n)}) > 1:
        raise LanguageError(f"of the sets of {name}, one has channels; give another length('N') of its own")
    return Term("vector", (_name(name), *lengths), _latex(name, latex))


def entry(t: Term, indices: tuple[Any, ...]) -> Term:
    """The value of a term for some indices: for as many as it has axes, in their order, or for one of a set."""
    if not all(isinstance(i, Index) for i in indices) or len(indices) not in (1, len(t.axes)):
        got = indices[0] if len(indices) == 1 else indices
        many = "one index" if len(t.axes) < 2 else f"one index, or by {len(t.axes)}"
        raise LanguageError(f"a channel is named by {many}, as i, = indices('i', C) and x[i]; got {got!r}")
    if not t.axes:
        raise LanguageError(f"{t} is a number, not a vector: it has no channel {indices[0]}")
    wanted = tuple(i.dimension for i in indices)
    if len(t.axes) == 1 and len(indices) == 1 and wanted != t.axes:
        raise LanguageError(f"{t} has {t.axes[0]} channels, and {indices[0]} is the name of one of {wanted[0]}")
    if wanted != t.axes and (len(indices) > 1 or wanted[0] not in t.axes):
        over, given = (", ".join(map(str, axes)) for axes in (t.axes, wanted))
        raise LanguageError(f"{t} has values over {over}, in this order, and its indices are of {given}")
    if t.op == "vector" and len(t.args) == 3 and t.axes == wanted * 2:  # a family u_1, ..., u_C of vectors
        return _with(t, [indices[0].name, t.args[2]])
    if t.op == "vector" and len(t.axes) == len(indices):
        at = iter(indices)
        return _with(t, [next(at).name if isinstance(a, Term) else a for a in t.args[1:]])
    return reduce(lambda made, i: filled(made, i.dimension, i.name), indices, t)


def filled(t: Term, axis: Term, index: str) -> Term:
    """A term for one member of one of its sets. A sum over that index makes way: its own has another letter."""
    if axis not in t.axes:
        return t
    if index in binds(t):
        t = apart(t, index)
    if t.op == "vector":
        if t.axes.count(axis) > 1:
            example = ", ".join("ijk"[: len(t.axes)])
            raise LanguageError(f"{t} has several indices of {axis}: write all of them, as {t}[{example}]")
        return _with(t, [index if a == axis else a for a in t.args[1:]])
    if t.op == "def":
        name, own, body = t.args
        made = [f":{a.args[0]}" for a in body.axes] if own is None else list(own)
        own = tuple(index if i == f":{axis.args[0]}" else i for i in made)
        return Term("def", (name, own[0] if len(own) == 1 else own, filled(body, axis, index)), t.latex)
    if t.op == "slope":  # what is held stays: all of its entries are
        body, variable, held = t.args
        return Term("slope", (filled(body, axis, index), variable, held), t.latex)
    return t.rebuilt(lambda part: filled(part, axis, index))


def _with(t: Term, places: list[Any]) -> Term:
    """An array with indices in the place of some of its lengths: an entry where none is left."""
    size = next((a for a in t.axes if not is_length(a)), t.size)
    if any(isinstance(p, Term) for p in places):
        return Term("vector", (t.args[0], *places), t.latex, size)
    return Term("coord", (t.args[0], *places), t.latex, t.axes[0] if size is None else size)


def every(body: Any) -> Term:
    """A term in every channel, for all members of its sets: `every(x) > 0` says that all its entries are positive.

    An equation of vectors is one of their entries: `eq(every(a), every(b))`.
    """
    t = term(body)
    if not t.axes:
        own = ", ".join(bare(i) for i in free_indices(t))
        told = f"; it has the index {own} already: write it of a vector or an array, as X[b], without" if own else ""
        raise LanguageError(f"{t} is a number, not a vector: it has no channels{told}")
    stars = [f"*{1 + t.axes[:n].count(a)}" + (f":{a.args[0]}" if is_length(a) else "") for n, a in enumerate(t.axes)]
    return entry(t, tuple(Index(star, a) for star, a in zip(stars, t.axes, strict=True)))


def total(body: Any, over: Over = None, up_to: Any = None, start: Any = None) -> Term:
    """The sum over all channels: of a channel term, or of a term in which the index `over` stands.

    `over` may be the length of one of the sets over which the term has values, or a list of several. With `up_to`, it
    is a whole number, from its start to that: `total(m[s], over=s, up_to=t)`; from another one with `start`.
    """
    if up_to is not None or start is not None or (isinstance(over, Term) and over.op == "whole"):
        from .whole import up_to as sum_up_to

        return sum_up_to(term(body), over, up_to, start)
    return _sum(term(body), over, ())


def others(body: Any, but: Index | Sequence[Index], over: Index | None = None) -> Term:
    """The sum over all channels but i, or over all members but i of its set; with but=[i, j], over all but these.

    Of a term in which the index `over` stands, it is over that.
    """
    body, left_out = term(body), _listed(but)
    sizes = {i.dimension for i in (*left_out, *([] if over is None else [over])) if isinstance(i, Index)}
    is_list = left_out and all(isinstance(i, Index) for i in left_out)
    if not is_list or len(sizes) != 1 or len({i.name for i in left_out}) < len(left_out):
        raise LanguageError(f"a sum leaves out members of its set, each once, by their indices, and not {but!r}")
    if over is not None:
        return _sum(body, over, tuple(i.name for i in left_out))
    entry(body, (left_out[0],))  # is it one of the channels of the body?
    return _sum(body, left_out[0].dimension, tuple(i.name for i in left_out))


def mean(body: Any, over: Over = None) -> Term:
    """The average over all channels, (1/C) sum_k; or over one of the sets of a term, or several."""
    body = term(body)
    indices = [i for i in _listed(over) if isinstance(i, Index)]
    share: Term = 1 / reduce(mul, [i.dimension for i in indices] or _lengths(body, over))
    return share * total(body, over)


def _lengths(body: Term, over: Over) -> list[Term]:
    """The sets over which a sum runs, from the outermost one inwards."""
    sizes = [body.dimension] if over is None else _listed(over)
    for n, size in enumerate(sizes):
        if not isinstance(size, Term) or size not in body.axes or size in sizes[:n]:
            shown = ", ".join(map(str, body.axes)) or "no set: write an index, as x[i] and over=i"
            raise LanguageError(f"{body} has values over {shown}; a sum does not run over {size!r}")
    if not sizes:
        raise LanguageError("over= is an index, the length of a set, or a list of some")
    return sizes


def _listed(over: Any) -> list[Any]:
    return [*over] if isinstance(over, (list, tuple)) else [over]


def _sum(body: Term, over: Over, excluded: tuple[str, ...]) -> Term:
    if isinstance(over, Index):
        if over.name in excluded:
            raise LanguageError(f"a sum over {over} does not leave out {over}: give its index another letter")
        if over.dimension in body.axes and not _is_of_family(body, over):
            raise LanguageError(f"in total(..., over={over}) write vectors with their index, as x[{over}]")
        made: Term = type(body)("sum", (over.name, over.dimension, excluded, body))
        return made
    if (several := _listed(over)) and all(isinstance(i, Index) for i in several):
        return reduce(lambda made, i: _sum(made, i, excluded), reversed(several), body)
    for size in reversed(_lengths(body, over)):
        own = f":{size.args[0]}" if is_length(size) else ""
        k = free_letter({*letters_in(body), *map(bare, excluded)}, own)
        body = Term("sum", (k, size, excluded, filled(body, size, k)))
    return body


def _is_of_family(body: Term, over: Index) -> bool:
    """Whether a vector is one for every member of its own set, as lambda_k u_k: a sum of such is a vector."""
    from .matrices import is_vector

    return over.name in free_indices(body) and len(body.axes) == 1 and is_vector(body)


def sets_of(t: Term) -> tuple[str, ...]:
    """The names of the lengths over which the entries of a vector, an array or one of its entries stand."""
    size = "" if t.size is None else t.size.args[0]
    return tuple(a.args[0] if isinstance(a, Term) else set_of(a) or size for a in t.args[1:])
