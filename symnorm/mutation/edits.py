"""One-edit variants of a statement: the slips that turn a line into a misprint of itself.

`variants(statement, scope)` yields every statement that one edit makes: a sign, a factor, C for C - 1, a symbol or an
index for another, a root or a square too few, lost parentheses, a relation turned around, a change by 10^-9.
Whether what comes out is true is the business of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise
from random import Random
from typing import Any

from ..checker.forms import of_the_set, set_of
from ..language import LanguageError, Statement, Term, covariance, variance
from ..language.elsewhere import placed
from ..language.graph import slope
from ..language.letters import own_indices, renamed
from ..language.terms import free_indices
from ..language.whole import powered, sequence, up_to

SLIGHTLY = Fraction(10**9 + 1, 10**9)

RELATIONS = {
    "eq": ("ne",), "ne": ("eq",), "lt": ("gt", "le"), "gt": ("lt", "ge"), "le": ("ge", "lt"), "ge": ("le", "gt"),
}  # fmt: skip
"""What a relation is turned into: the opposite, the stricter, the weaker."""

Edit = tuple[str, Term]
"""The kind of an edit, and what stands there now."""


@dataclass(frozen=True)
class Variant:
    """A statement with one edit, of a kind such as "sign" or "index"."""

    kind: str
    statement: Statement


@dataclass(frozen=True)
class Scope:
    """What can stand in the place of something else: scalar names, names with a channel, indices; and dimensions."""

    scalars: tuple[Term, ...]
    channels: tuple[Term, ...]
    indices: tuple[str, ...]
    dimensions: tuple[Term, ...]
    unfolds: bool = True

    @classmethod
    def of(cls, statements: Iterable[Statement], unfolds: bool = True) -> Scope:
        """All that occurs in the statements. With `unfolds`, edits are made inside of definitions, too."""
        tops = list(dict.fromkeys(t for s in statements for t in s.terms()))
        terms = list(dict.fromkeys(t for top in tops for t in top.as_written()))
        named = [t for t in terms if t.op in ("sym", "coord", "def") and not t.is_channel]
        one = Term("neg", (_number(1),))
        counted = [t.args[0] for t in terms if t.op == "add" and t.args[0].op == "sym" and t.args[1] == one]
        return cls(
            tuple(t for t in named if t.op == "sym" or (t.op == "def" and t.args[1] is None)),
            tuple({(t.op, t.args[0]): t for t in named if t.op != "sym" and t.args[1] is not None}.values()),
            tuple(dict.fromkeys(i for top in tops for i in free_indices(top) if i[0] != "*")),
            tuple(dict.fromkeys([t.args[1] for t in terms if t.op == "sum"] + counted)),
            unfolds,
        )

    def turns(self, t: Term) -> list[tuple[str, str]]:
        """The free indices of a term, each with every other index."""
        return [(i, j) for i in free_indices(t) for j in self.indices if i != j]

    def inside(self, t: Term) -> Scope:
        """The scope below a term: under a sum, its index is there as well."""
        if t.op != "sum" or t.args[0] in self.indices:
            return self
        return Scope(self.scalars, self.channels, (*self.indices, t.args[0]), self.dimensions, self.unfolds)


def variants(statement: Statement, scope: Scope) -> Iterator[Variant]:
    """Every variant of a statement, each once. One whose two sides are the same, letter for letter, is left out."""
    seen = {statement}
    for kind, found in _of_statement(statement, scope):
        if found not in seen and not (found.kind == "eq" and found.parts[0] == found.parts[1]):
            seen.add(found)
            yield Variant(kind, found)


def selected(found: Iterable[Variant], most: int, seed: int) -> list[Variant]:
    """So many variants, of as many kinds as possible; the same ones for the same seed."""
    random = Random(seed)
    by_kind: dict[str, list[Variant]] = {}
    for variant in found:
        by_kind.setdefault(variant.kind, []).append(variant)
    groups = [random.sample(group, min(len(group), most)) for group in by_kind.values()]
    random.shuffle(groups)
    turns = (group[turn] for turn in range(most) for group in groups if turn < len(group))
    return list(islice(turns, most))


# --- statements -------------------------------------------------------------------------------------------


def _of_statement(s: Statement, scope: Scope) -> Iterator[tuple[str, Statement]]:
    for kind in RELATIONS.get(s.kind, ()):
        yield "relation", Statement(kind, s.parts)
    match s.kind, s.parts:
        case "implies" | "iff", (a, b):
            yield "relation", Statement("implies", (b, a))
        case "or", parts:
            for part in parts:
                yield "relation", part
        case "lt" | "le" | "gt" | "ge", (left, right):
            for shift in (1, Fraction(1, 10**9)):
                for added in (_number(shift), Term("neg", (_number(shift),))):
                    yield "bound", Statement(s.kind, (left, _sum([right, added])))
    for n, part in enumerate(s.parts):
        changed: Iterator[tuple[str, Any]]
        changed = _of_statement(part, scope) if isinstance(part, Statement) else _of_summand(part, scope)
        for kind, new in changed:
            yield kind, Statement(s.kind, _with(s.parts, n, new))


def _of_summand(t: Term, scope: Scope) -> Iterator[Edit]:
    """The edits of a side, of a summand, of what stands under a root: also its sign and factors in front."""
    yield "sign", _negative(t)
    for factor in (Fraction(2), Fraction(1, 2)):
        yield "factor", _times(_number(factor), t)
    for dimension in scope.dimensions:
        yield "dimension", _times(dimension, t)
        yield "dimension", Term("div", (t, dimension))
    yield "tiny", _times(_number(SLIGHTLY), t)
    yield from _of_term(t, scope)


def _of_term(t: Term, scope: Scope) -> Iterator[Edit]:
    """The edits of a node and of what is inside it."""
    yield from _of_node(t, scope)
    yield from _parentheses(t)
    if t.op == "def":
        if scope.unfolds:  # what comes out is not the thing that was defined
            yield from _of_term(t.args[2], scope)
        return
    if t.op in ("slope", "var", "cov", "seq", "power", "upto", "between", "there"):
        yield from _of_operator(t, scope)
        return
    if t.op in ("inner", "trace"):  # the sum that it is
        yield from _of_term(t.parts()[0], scope)
        return
    below = scope.inside(t)
    for n, arg in enumerate(t.args):
        if isinstance(arg, tuple):
            for m, part in enumerate(arg):
                if isinstance(part, Term):
                    for kind, new in _of_summand(part, below):
                        yield kind, Term(t.op, _with(t.args, n, _with(arg, m, new)), t.latex)
        elif isinstance(arg, Term) and (t.op, n) not in _FIXED:
            deeper = _of_term if (t.op, n) in _FACTORS or t.op in ("mul", "neg") else _of_summand
            for kind, new in deeper(arg, below):
                yield kind, Term(t.op, _with(t.args, n, new), t.latex)


def _of_operator(t: Term, scope: Scope) -> Iterator[Edit]:
    """The edits of a derivative on the graph of definitions, of a variance, of what a whole number stands in."""
    tried: list[tuple[str, Callable[[], Term]]] = []
    match t.op, t.args:
        case "slope", (body, variable, held):
            others = [v for v in (*scope.scalars, *scope.channels) if v != variable]
            tried += [("derivative", partial(slope, body, other, ())) for other in others]
            tried += [("index", partial(slope, body, renamed(variable, i, j), held)) for i, j in scope.turns(variable)]
            more = [one for one in scope.scalars if one not in held]
            tried += [("held", partial(slope, body, variable, (*held, one))) for one in more]
            tried += [("held", partial(slope, body, variable, _without(held, n))) for n in range(len(held))]
            if body.op != "loss":
                tried += [(kind, partial(slope, new, variable, held)) for kind, new in _of_summand(body, scope)]
        case "seq", (name, shown, number):
            tried += [("index", partial(sequence(name, shown).__getitem__, number + n)) for n in (1, -1)]
        case "power", (base, exponent):
            tried += [("power", partial(powered, base, exponent + n)) for n in (1, -1)]
            tried += [(kind, partial(powered, new, exponent)) for kind, new in _of_summand(base, scope)]
        case "upto", (over, last, body):
            tried += [("index", partial(up_to, body, over, last + n)) for n in (1, -1)]
            tried += [(kind, partial(up_to, new, over, last)) for kind, new in _of_summand(body, scope)]
        case "between", (over, first, last, body):
            tried += [("index", partial(up_to, body, over, last + n, first)) for n in (1, -1)]
            tried += [("index", partial(up_to, body, over, last, first + n)) for n in (1, -1)]
            tried += [(kind, partial(up_to, new, over, last, first)) for kind, new in _of_summand(body, scope)]
        case "there", (body, *pairs):
            tried += [(kind, partial(placed, new, tuple(pairs))) for kind, new in _of_summand(body, scope)]
            for n, (of, *values) in enumerate(pairs):
                for m, value in enumerate(values):
                    for step in (1, -1):
                        put = (of, *values[:m], _beside(value, step), *values[m + 1 :])
                        tried.append(("number", partial(placed, body, (*pairs[:n], put, *pairs[n + 1 :]))))
        case _, (*vectors, ddof):
            made: Callable[..., Term] = variance if t.op == "var" else covariance
            tried.append(("dimension", partial(made, *vectors, ddof=1 - ddof)))
            for n, x in enumerate(vectors):
                before, after = vectors[:n], vectors[n + 1 :]
                tried += [(kind, partial(made, *before, new, *after, ddof=ddof)) for kind, new in _of_summand(x, scope)]
    for kind, make in tried:
        with suppress(LanguageError):  # most of what can be put in its place makes no sense
            yield kind, make()


def _beside(value: Any, step: int) -> Any:
    """A number, a term or the number of a channel, and one more or less."""
    return _number(value.args[0] + step) if isinstance(value, Term) and value.op == "num" else value + step


_FIXED = {("D", 1), ("integral", 1), ("at", 1), ("sum", 1), ("norm", 0), ("norm_1", 0)}
"""The arguments that are variables, a dimension or a vector."""

_OTHER = {"max": "min", "min": "max", "norm": "norm_1", "norm_1": "norm", "abs": ""}
"""What is taken for another of its kind."""

_FACTORS = {("div", 0), ("D", 0), ("integral", 0), ("sum", 3), ("pow", 0)}
"""The arguments whose sign and factors are those of the whole, or almost."""


# --- terms ------------------------------------------------------------------------------------------------


def _of_node(t: Term, scope: Scope) -> Iterator[Edit]:
    if t.op in ("mul", "div", "sum", "fn", "D", *_OTHER):
        yield "power", Term("pow", (t, 2))
    match t.op, t.args:
        case "num", (value,):
            yield from (("number", _number(value + step)) for step in (1, -1))
            yield "tiny", _number(value * SLIGHTLY if value else SLIGHTLY - 1)
        case "sym" | "coord" | "def" | "app", _:
            yield from _of_name(t, scope)
        case "add", parts:
            for n, part in enumerate(parts):
                yield "lost summand", _sum(_without(parts, n))
                yield "sign", _sum(_with(parts, n, _negative(part)))
            if parts[0] in scope.dimensions and parts[1:] == (Term("neg", (_number(1),)),):
                yield "dimension", parts[0]
                yield "dimension", _less(parts[0], 2)
        case "mul", parts:
            for n, part in enumerate(parts):
                yield "lost factor", _product(_without(parts, n))
                yield "doubled factor", _product([*parts[:n], part, *parts[n:]])
        case "neg", (inner,):
            yield "sign", inner
        case "div", (above, below):
            yield "lost factor", above
            yield "doubled factor", Term("div", (above, Term("pow", (below, 2))))
            yield "fraction", Term("div", (below, above))
            yield "fraction", Term("mul", (above, below))
        case "pow", (base, n):
            yield "power", base
            yield from (("power", Term("pow", (base, m))) for m in (n + 1, n - 1) if m not in (0, 1))
        case "fn", (name, inner):
            yield ("root" if name == "sqrt" else "function"), inner
        case "whole", _:
            yield from (("number", _sum([t, _number(step)])) for step in (1, -1))
        case "abs", (inner,):
            yield "function", inner
        case ("max" | "min" | "norm" | "norm_1"), parts:
            yield "function", Term(_OTHER[t.op], parts)
        case "delta", _:
            yield "index", _number(1)
            yield "index", _number(0)
        case "sum", (index, dimension, excluded, body):
            if excluded:
                yield "index", Term("sum", (index, dimension, (), body))
            else:
                yield from (
                    ("index", Term("sum", (index, dimension, (i,), body)))
                    for i in scope.indices if i != index and set_of(i) == set_of(index)
                )  # fmt: skip
        case "D", (body, variable):
            yield "derivative", body
            if variable.op == "coord":
                yield from (("index", Term("D", (body, other))) for other in _reindexed(variable, scope))
        case "at", (body, _, _):
            yield "derivative", body


def _of_name(t: Term, scope: Scope) -> Iterator[Edit]:
    """The edits of a symbol, a coordinate, a definition or the value of an unknown function."""
    yield "power", Term("pow", (t, 2))
    yield "root", Term("fn", ("sqrt", t))
    own = own_indices(t) if t.op in ("coord", "def") else ()
    if not own:
        yield from (("symbol", other) for other in scope.scalars if other != t)
    else:
        for other in scope.channels:
            if (other.op, other.args[0]) != (t.op, t.args[0]) and (made := _at(other, own)) is not None:
                yield "symbol", made
        yield from (("index", other) for other in _reindexed(t, scope))
    if t in scope.dimensions:
        yield from (("dimension", _less(t, n)) for n in (1, 2, -1))


def _reindexed(t: Term, scope: Scope) -> Iterator[Term]:
    """An entry with another index in the place of one, and with two indices of one set swapped."""
    own = own_indices(t)
    for n, index in enumerate(own):
        for i in scope.indices:
            if i != index and set_of(i) == set_of(index):
                made = _at(t, (*own[:n], i, *own[n + 1 :]))
                if made is not None:
                    yield made
    swapped = _at(t, own[::-1]) if len(own) > 1 else None
    if swapped is not None:
        yield swapped


def _at(t: Term, indices: tuple[str, ...]) -> Term | None:
    """An entry with other indices, all at once; None where they are of other sets."""
    own = own_indices(t)
    if [*map(set_of, own)] != [*map(set_of, indices)]:
        return None
    if len(own) == 1:
        return renamed(t, *own, *indices)
    aside = [of_the_set(f"#{n}", index) for n, index in enumerate(own)]
    for old, new in (*zip(own, aside, strict=True), *zip(aside, indices, strict=True)):
        t = renamed(t, old, new)
    return t if own_indices(t) == indices else None


def _parentheses(t: Term) -> Iterator[Edit]:
    """Parentheses that are lost around a sum or a denominator, or that enclose a summand too many."""
    match t.op, t.args:
        case "mul", parts:
            for n, part in enumerate(parts):
                if part.op == "add":
                    before, after = [*parts[:n], part.args[0]], [part.args[-1], *parts[n + 1 :]]
                    yield "parentheses", _sum([_signed(before), *part.args[1:-1], _signed(after)])
        case "div", (above, below):
            if above.op == "add":
                last, sign = _unsigned(above.args[-1])
                yield "parentheses", _sum([*above.args[:-1], _sign(Term("div", (last, below)), sign)])
            if below.op == "add":
                yield "parentheses", _sum([Term("div", (above, below.args[0])), *below.args[1:]])
            if below.op == "mul":
                yield "parentheses", _product([Term("div", (above, below.args[0])), *below.args[1:]])
        case "pow", (base, n) if base.op in ("add", "mul", "div"):
            last, sign = _unsigned(base.args[-1])
            yield "parentheses", Term(base.op, (*base.args[:-1], _sign(Term("pow", (last, n)), sign)))
        case "add", parts:
            for n, (first, second) in enumerate(pairwise(parts)):
                for joined in _joined(first, second):
                    yield "parentheses", _sum([*parts[:n], joined, *parts[n + 2 :]])


def _joined(first: Term, second: Term) -> Iterator[Term]:
    """a + b c as (a + b) c, a + b/c as (a + b)/c, a + b^n as (a + b)^n."""
    inner, sign = _unsigned(second)
    match inner.op, inner.args:
        case "mul", (head, *rest):
            yield _product([_sum([first, _sign(head, sign)]), *rest])
        case "div" | "pow", (head, last):
            yield Term(inner.op, (_sum([first, _sign(head, sign)]), last))


# --- making terms -----------------------------------------------------------------------------------------


def _number(value: Fraction | int) -> Term:
    return Term("num", (Fraction(value),))


def _negative(t: Term) -> Term:
    return t.args[0] if t.op == "neg" else Term("neg", (t,))


def _times(factor: Term, t: Term) -> Term:
    """A factor in front, behind the sign."""
    inner, sign = _unsigned(t)
    return _sign(Term("mul", (factor, *(inner.args if inner.op == "mul" else (inner,)))), sign)


def _unsigned(t: Term) -> tuple[Term, int]:
    return (t.args[0], -1) if t.op == "neg" else (t, 1)


def _sign(t: Term, sign: int) -> Term:
    return t if sign > 0 else Term("neg", (t,))


def _signed(factors: list[Term]) -> Term:
    """A product, with the sign of a factor before the whole."""
    pairs = [_unsigned(f) for f in factors]
    odd = sum(sign < 0 for _, sign in pairs) % 2
    return _sign(_product([f for f, _ in pairs]), -1 if odd else 1)


def _less(t: Term, n: int) -> Term:
    return _sum([t, Term("neg", (_number(n),)) if n > 0 else _number(-n)])


def _sum(parts: Iterable[Term]) -> Term:
    flat = [p for part in parts for p in (part.args if part.op == "add" else (part,))]
    return flat[0] if len(flat) == 1 else Term("add", tuple(flat))


def _product(parts: Iterable[Term]) -> Term:
    found = tuple(parts)
    return found[0] if len(found) == 1 else Term("mul", found)


def _with(parts: tuple[Any, ...], n: int, new: Any) -> tuple[Any, ...]:
    return (*parts[:n], new, *parts[n + 1 :])


def _without(parts: tuple[Term, ...], n: int) -> tuple[Term, ...]:
    return (*parts[:n], *parts[n + 1 :])
