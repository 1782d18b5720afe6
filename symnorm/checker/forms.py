"""Reading what is written: expressions and statements as nested tuples, from JSON, within bounds.

An expression is one of

    ["num", "-3/4"]  ["sym", name]  ["coord", vector, index, ...]  ["delta", i, j]
    ["add", e, ...]  ["mul", e, ...]  ["neg", e]  ["div", e, e]  ["pow", e, n]
    ["fn", "sqrt" | "exp" | "log" | "tanh", e]         ["app", name, [order, ...], [e, ...]]
    ["sum", index, dimension, [excluded index, ...], e]
    ["D", e, variable]  ["integral", e, variable]  ["at", e, variable, e]
    ["whole", name, start]                              any whole number from start
    ["upto", name, first, last, e]                      the sum of e over ["whole", name, first], as far as last
    ["power", e, exponent]                              a power with a whole exponent, as b^(t - s)
    ["def", name, index | [index, ...] | null, e]       a name for an expression; it means the expression

An index belongs to a set, which its name tells: `i` to the channels of the theorem, as many as its sums say, and `b:N`
to a set of its own that has N members; so `*1` stands for every channel and `*1:N` for every member of that set. Sets
of different names have nothing to do with each other, whatever their lengths. A vector has an entry for every member
of a set, an array for every choice of members of two or three.

and a statement one of

    ["eq" | "ne" | "lt" | "le" | "gt" | "ge", e, e]    ["or" | "and", statement, statement, ...]
    ["differentiable", ["app", ...], ["num", k]]        the function is k times differentiable, in all its arguments
                                                        together: along those that vary, else for every number
    ["implies", statement, statement]                   ["iff", statement, statement]

A whole number is neither a variable nor a number of channels: nothing is differentiated by it, and it gets no value
that need not be whole. What is supposed of one is supposed of all: m(t) >= 0 holds for every whole t from its start,
in a hypothesis, in what is given and in what was shown; but what stands on a supposition holds for one t alone. A
sequence is an unknown function of a whole number. The last number of a sum and an exponent are whole by their form:
sums and multiples of whole numbers (see `Ring.units`); a sum that ends before it begins is empty; b^0 is 1 for every b.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Any, NamedTuple

from .calculus.budget import spend

Form = tuple[Any, ...]  # an expression or a statement

MAX_WORDS = 10_000
"""So many letters a title or a note may have, ten times what the longest takes, and so many of a string are read."""

LEAVES = (str, int, type(None))
"""The types of what a form is made of at last."""

MAX_DEPTH = 120
MAX_NODES = 200_000
MAX_VALUES = 2_000_000
"""So many values may a whole document hold: some hundred megabytes of memory, a thousand theorems or so."""

MAX_START = 100
"""From so much may a whole number begin, and so many terms of a sum are written out."""

MAX_CHECKED = 16_384
"""So many expressions are remembered as well-formed."""

MAX_ALIKE = 256
"""So many forms that hold -1 or -2 may have one hash.

To Python these two numbers have the same: with k of them in a form there are 2^k that a dictionary compares one by one.
"""

GREEK = "αβγδεζηθικλμνξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
"""The Greek letters that have a command of their own in TeX, but for upsilon.

The others look like Latin ones; the small upsilon looks like u, v and nu, and the capital one is Y.
"""

PLAIN = re.compile(r"[\w().+-]+")
NAME = re.compile(rf"[A-Za-z{GREEK}][A-Za-z0-9_{GREEK}]{{0,63}}")
EVERY = re.compile(r"\*[1-9]")
"""The names of indices that stand for every channel, without their sets."""

MAX_INDICES = 3
"""So many indices an array may have."""

MAX_DIGITS = 400
"""So many digits a number may have, and its denominator."""

NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}(/[1-9][0-9]{{0,{MAX_DIGITS - 1}}})?")
RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")
COMBINATIONS = ("or", "and", "implies", "iff")
FUNCTIONS = ("sqrt", "exp", "log", "tanh")
WORDS = frozenset(
    [*RELATIONS, *COMBINATIONS, "num", "sym", "coord", "delta", "add", "mul", "neg", "div", "pow", "fn", "app", "sum",
     "D", "integral", "at", "def", "differentiable", "vector", "interval", "whole", "upto", "power"]
)  # fmt: skip
"""The first words of forms. No channel has such a name: the indices that a sum leaves out would look like a form."""


class Malformed(Exception):
    """The input is not of the form above, or too large."""


def parse_json(text: str | bytes) -> Any:
    """A JSON document in which no key stands twice and no number is a float. Raises Malformed.

    How many values there are is counted before any of them is made, so that there is a bound on memory as well.
    """
    _alike.clear()  # what another document holds is not held against this one
    marks: Any = ("[", "{", ",") if isinstance(text, str) else (b"[", b"{", b",")
    if sum(map(text.count, marks)) > MAX_VALUES:
        raise Malformed(f"more than {MAX_VALUES} values in one document")

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) != len(items):
            raise Malformed("a key stands twice in one object")
        return made

    def integer(token: str) -> int:
        if len(token) > 18 or not token.lstrip("-").isdigit():
            raise Malformed(f"the number {token[:20]} is not an integer of at most 18 digits")
        return int(token)

    try:
        return json.loads(
            text, object_pairs_hook=pairs, parse_float=integer, parse_constant=integer, parse_int=integer
        )
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None


_frozen: dict[int, tuple[Any, int, int]] = {}
"""Frozen tuples, with how many nodes are in each and how deep, by identity: no other has it while they are here."""


_signed: dict[int, int] = {}
"""Hashes of those frozen tuples that hold -1 or -2, by identity: here both numbers have hashes of their own."""

_alike: dict[int, set[int]] = {}
"""The hashes that these tuples have here, by those that they have in a dictionary."""


def freeze(data: Any) -> Any:
    """Lists as tuples, all the way down, within MAX_DEPTH, MAX_NODES and MAX_ALIKE. Raises Malformed.

    A tuple that is frozen already stays the same object.
    """
    nodes = signs = 0
    if len(_frozen) > MAX_CHECKED:
        for kept in (_frozen, _signed, _alike):
            kept.clear()

    def walk(item: Any, depth: int) -> Any:
        nonlocal nodes, signs
        _, inside, height = _frozen.get(id(item), (None, 0, 0))
        if not (inside or isinstance(item, (list, tuple))):
            raise Malformed(f"a {type(item).__name__} where a list, a string or an integer belongs")
        before, nodes = nodes, nodes + (inside or len(item))
        if nodes >= MAX_NODES:
            raise Malformed(f"more than {MAX_NODES} nodes in one document part")
        if depth + height >= MAX_DEPTH:
            raise Malformed(f"nested deeper than {MAX_DEPTH}")
        if inside:
            signs += id(item) in _signed
            return item
        outside = signs
        parts = [part if type(part) in LEAVES else walk(part, depth + 1) for part in item]
        found = item if type(item) is tuple and all(map(is_, parts, item)) else tuple(parts)
        height = 1 + max([_frozen[id(part)][2] for part in found if type(part) is tuple], default=-1)
        _frozen[id(found)] = found, nodes - before, height
        signs += -1 in found or -2 in found
        if signs > outside:
            _signed[id(found)] = _told_apart(found)
        return found

    return walk((data,), 0)[0]


def _told_apart(form: Form) -> int:
    """The hash of a frozen form in which -1 and -2 differ. Raises Malformed where too many look like it."""
    parts = (_signed.get(id(part), part) if type(part) is tuple else part for part in form)
    own = hash(tuple([f"{part}" if part in (-1, -2) else part for part in parts]))
    alike = _alike.setdefault(hash(form), set())
    alike.add(own)
    if len(alike) > MAX_ALIKE:
        raise Malformed(f"more than {MAX_ALIKE} expressions that differ from each other in exponents -1 and -2 alone")
    return own


@lru_cache(maxsize=1_024)
def digest(*parts: Any) -> str:
    """The hash by which a certificate names what it certifies, of what is frozen: equal parts are written alike."""
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def short(item: Any) -> str:
    """An item as it was read, cut short for a message."""
    text = repr(item)
    spend(len(text) // 64)
    return text if len(text) <= 60 else text[:57] + "..."


def quoted(label: str) -> str:
    """A label, in quotes unless it is a number or a word, as (5)-1 is: several words could pass for what is said."""
    return label if PLAIN.fullmatch(label) else repr(label)


def strange(item: Any, is_allowed: Callable[[str], object]) -> str:
    """The first character of a string that is not allowed there, for a message; nothing where there is none."""
    character = next((c for c in item[:MAX_WORDS] if not is_allowed(c)), "") if isinstance(item, str) else ""
    return f"; it has U+{ord(character):04X} {unicodedata.name(character, 'without a name')}" if character else ""


def name(item: Any) -> str:
    """A name of a symbol, vector, function, definition or of the index of a sum."""
    if isinstance(item, str) and NAME.fullmatch(item):
        return item
    odd = strange(item, lambda c: NAME.fullmatch("a" + c))
    raise Malformed(f"{short(item)} is not a name: ASCII letters, digits and _, or Greek letters{odd}")


def set_of(index: str) -> str:
    """The name of the set to which an index belongs; empty for the channels of the theorem."""
    return index.partition(":")[2]


def of_the_set(name: str, index: str) -> str:
    """A name for an index of the set to which another belongs."""
    return f"{name}:{set_of(index)}" if set_of(index) else name


def _without_set(item: Any) -> Any:
    """An index without the name of its set, which is checked to be one."""
    bare, colon, own = item.partition(":") if isinstance(item, str) else (item, "", "")
    if colon:
        name(own)
    return bare


def channel(item: Any) -> str:
    """A name of a channel, or *1 to *9, which stand for every channel; those of another set end with :N."""
    bare = _without_set(item)
    if isinstance(bare, str) and bare in WORDS:
        raise Malformed(f"a channel cannot be called {bare}, a word of the notation: give it another name")
    if not (isinstance(bare, str) and EVERY.fullmatch(bare)):
        name(bare)
    return str(item)


@lru_cache(maxsize=4_096)
def number(item: Any) -> Fraction:
    """A rational number."""
    if isinstance(item, str) and NUMBER.fullmatch(item):
        return Fraction(item)
    raise Malformed(f"{short(item)} is not a rational number")


@lru_cache(maxsize=MAX_CHECKED)
def check_expression(e: Any) -> None:
    """Raises Malformed unless `e`, frozen, is an expression."""
    inner: tuple[Any, ...] = ()
    match e:
        case ("num", value):
            if str(number(value)) != value:
                raise Malformed(f"the number {short(value)} is written as {number(value)}")
        case ("sym", n):
            name(n)
        case ("coord", x, i, *more) if len(more) < MAX_INDICES:
            name(x)
            for index in (i, *more):
                channel(index)
        case ("delta", i, j):
            channel(i)
            channel(j)
        case ("add" | "mul", _, *_) | ("neg", _) | ("div", _, _):
            inner = e[1:]
        case ("pow", a, int(n)) if abs(n) <= 100:
            inner = (a,)
        case ("fn", f, a) if f in FUNCTIONS:
            inner = (a,)
        case ("app", n, tuple(orders), tuple(inner)) if len(orders) == len(inner) > 0:
            name(n)
            if not all(isinstance(o, int) and 0 <= o <= 9 for o in orders):
                raise Malformed("an order of derivative outside 0..9")
        case ("sum", k, dimension, tuple(excluded), a):
            name(_without_set(k))
            inner = (dimension, a)
            if k in map(channel, excluded):
                raise Malformed(f"a sum over {k} that leaves out {k}: give the index of the sum another name")
            if set_of(k) and dimension != ("sym", set_of(k)):
                raise Malformed(f"a sum over {k} runs to {set_of(k)}")
        case ("whole", n, int(start)) if 0 <= start <= MAX_START:
            if not (isinstance(n, str) and EVERY.fullmatch(n)):
                name(n)
        case ("upto", k, int(first), last, a) if 0 <= first <= MAX_START:
            name(k)
            inner = (last, a)
        case ("power", a, exponent):
            inner = (a, exponent)
        case ("D" | "integral", a, v):
            check_variable(v)
            inner = (a,)
        case ("at", a, v, b):
            check_variable(v)
            inner = (a, b)
        case ("def", n, own, a) if not isinstance(own, tuple) or 1 < len(own) <= MAX_INDICES:
            name(n)
            inner = (a,)
            for index in own_indices(e):
                channel(index)
        case _:
            raise Malformed(f"{short(e)} is not an expression")
    for part in inner:
        check_expression(part)


def own_indices(definition: Form) -> tuple[Any, ...]:
    """The indices with which the name of a definition is written."""
    own = definition[2]
    return () if own is None else own if isinstance(own, tuple) else (own,)


def is_variable(v: Any) -> bool:
    """Whether `v` is a symbol or a coordinate, if it is an expression."""
    return isinstance(v, tuple) and v[:1] in (("sym",), ("coord",))


def check_variable(v: Any) -> None:
    """Raises Malformed unless `v` is a symbol or a coordinate."""
    if not is_variable(v):
        raise Malformed(f"{short(v)} is not a variable: a symbol or a coordinate of a vector")
    check_expression(v)


def check_statement(s: Any) -> None:
    """Raises Malformed unless `s`, frozen, is a statement."""
    match s:
        case (str(relation), a, b) if relation in RELATIONS:
            check_expression(a)
            check_expression(b)
        case ("differentiable", ("app", _, tuple(orders), tuple(args)) as function, ("num", str(times))):
            check_expression(function)
            if any(orders) or not all(map(is_variable, args)) or not re.fullmatch("[1-9]", times):
                raise Malformed(f"{short(s)} does not say of a function of variables that it is differentiable")
        case ("or" | "and", _, _, *_) | ("implies" | "iff", _, _):
            for part in s[1:]:
                check_statement(part)
        case _:
            raise Malformed(f"{short(s)} is not a statement")


def subforms(form: Form) -> Iterator[Form]:
    """A form and all that it is made of, from left to right, definitions looked into.

    An object that stands in several places, as a definition may, comes once.
    """
    ahead, seen = [form], set()
    while ahead:
        form = ahead.pop()
        if id(form) not in seen:
            seen.add(id(form))
            spend(1)
            yield form
            ahead += [part for part in reversed(form) if isinstance(part, tuple)]


@lru_cache(maxsize=MAX_CHECKED)
def size(form: Form) -> int:
    """How many forms a form is made of, itself included, each counted wherever it stands."""
    return 1 + sum(size(part) for part in form if isinstance(part, tuple))


def holds_form(form: Form, wanted: Form) -> bool:
    """Whether an expression or statement occurs in another."""
    return any(part == wanted for part in subforms(form))


def holds_operation(form: Form, operation: str) -> bool:
    """Whether an operation occurs in a form."""
    return any(part[:1] == (operation,) for part in subforms(form))


class Shape(NamedTuple):
    """Over what a form sums and integrates, and the indices in it (see the functions of these names)."""

    dimensions: frozenset[Form]
    lengths: frozenset[Form]
    arrays: frozenset[tuple[str, Form]]
    integrated: frozenset[Form]


@lru_cache(maxsize=MAX_CHECKED)
def _shape(form: Form) -> Shape:
    """All of it at once: one look at every form in a form."""
    dimensions, named, arrays, integrated = set[Form](), set[str](), set[tuple[str, Form]](), set[Form]()
    for part in subforms(form):
        match part:
            case ("sum", index, dimension, *_):
                named.add(index)
                if not set_of(index):
                    dimensions.add(dimension)
            case ("coord", x, *indices):
                named.update(indices)
                arrays.add((x, tuple(map(set_of, indices))))
            case ("delta", i, j):
                named |= {i, j}
            case ("integral", _, variable):
                integrated.add(variable)
    lengths = (("sym", set_of(i)) for i in named if set_of(i))
    return Shape(frozenset(dimensions), frozenset(lengths), frozenset(arrays), frozenset(integrated))


def dimensions(form: Form) -> frozenset[Form]:
    """The ends of the sums over channels, those over other sets left out: they run to `lengths`."""
    return _shape(form).dimensions


def lengths(form: Form) -> frozenset[Form]:
    """How many members the sets of the indices in a form have, the channels of the theorem left out."""
    return _shape(form).lengths


def arrays(form: Form) -> frozenset[tuple[str, Form]]:
    """The vectors and arrays of a form, each with the sets over which its entries stand."""
    return _shape(form).arrays


def integrated(form: Form) -> frozenset[Form]:
    """The variables along which antiderivatives in a form are taken."""
    return _shape(form).integrated


@lru_cache(maxsize=MAX_CHECKED)
def free_indices(form: Form) -> frozenset[str]:
    """The indices of a form that no sum in it binds."""
    match form:
        case ("coord", _, *indices) | ("delta", *indices):
            return frozenset(indices)
        case ("sum", index, dimension, excluded, body):
            return (free_indices(body) - {index}) | frozenset(excluded) | free_indices(dimension)
        case ("def", _, _, body):
            return free_indices(body)
    return frozenset().union(*(free_indices(part) for part in form if isinstance(part, tuple)))


@lru_cache(maxsize=MAX_CHECKED)
def free_wholes(form: Form) -> frozenset[Form]:
    """The whole numbers of which a form speaks and that no sum in it binds."""
    match form:
        case ("whole", _, _):
            return frozenset([form])
        case ("upto", index, first, last, body):
            return free_wholes(last) | (free_wholes(body) - {("whole", index, first)})
    return frozenset().union(*(free_wholes(part) for part in form if isinstance(part, tuple)))


def put_for(form: Form, whole: Form, value: Form) -> Form:
    """A form with a value in the place of a whole number; a sum that binds that number is left alone."""
    if form == whole:
        return value
    if form[:1] == ("upto",) and ("whole", *form[1:3]) == whole:
        return *form[:3], put_for(form[3], whole, value), form[4]
    return tuple(put_for(part, whole, value) if isinstance(part, tuple) else part for part in form)


def varies_in(form: Form, variable: Form) -> bool:
    """Whether a form speaks of a variable: a symbol, or any entry of its vector."""
    if variable[0] == "sym":
        return holds_form(form, variable)
    return any(part[:2] == ("coord", variable[1]) for part in subforms(form))


def pair(item: Any) -> tuple[Any, Any]:
    """Both parts of a pair in a certificate."""
    if isinstance(item, tuple) and len(item) == 2:
        return item[0], item[1]
    raise Malformed("a pair was expected")
