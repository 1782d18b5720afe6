"""Reading what is written: expressions and statements as nested tuples, from JSON, within bounds.

An expression is one of

    ["num", "-3/4"]  ["sym", name]  ["coord", vector, index]  ["delta", i, j]
    ["add", e, ...]  ["mul", e, ...]  ["neg", e]  ["div", e, e]  ["pow", e, n]
    ["fn", "sqrt" | "exp" | "log" | "tanh", e]         ["app", name, [order, ...], [e, ...]]
    ["sum", index, dimension, [excluded index, ...], e]
    ["D", e, variable]  ["integral", e, variable]  ["at", e, variable, e]
    ["def", name, index | null, e]                      a name for an expression; it means the expression

and a statement one of

    ["eq" | "ne" | "lt" | "le" | "gt" | "ge", e, e]    ["or" | "and", statement, statement, ...]
    ["implies", statement, statement]                   ["iff", statement, statement]
"""

from __future__ import annotations

import hashlib
import json
import re
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Any

Form = tuple[Any, ...]  # an expression or a statement

MAX_DEPTH = 120
MAX_NODES = 200_000
MAX_CHECKED = 16_384
"""So many expressions are remembered as well-formed."""

NAME = re.compile(r"[^\W\d_][\w']{0,63}|\*[1-9]")
NUMBER = re.compile(r"-?[0-9]{1,400}(/[0-9]{1,400})?")
RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")
COMBINATIONS = ("or", "and", "implies", "iff")
FUNCTIONS = ("sqrt", "exp", "log", "tanh")


class Malformed(Exception):
    """The input is not of the form above, or too large."""


def parse_json(text: str | bytes) -> Any:
    """A JSON document in which no key stands twice and no number is a float. Raises Malformed."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) != len(items):
            raise Malformed("a key stands twice in one object")
        return made

    def refuse(token: str) -> Any:
        raise Malformed(f"the number {token[:20]} is not an integer")

    def integer(token: str) -> int:
        if len(token) > 18:
            raise Malformed("an integer of more than 18 digits")
        return int(token)

    try:
        return json.loads(
            text, object_pairs_hook=pairs, parse_float=refuse, parse_constant=refuse, parse_int=integer
        )
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None


def freeze(data: Any) -> Any:
    """Lists as tuples, all the way down, within MAX_DEPTH and MAX_NODES. Raises Malformed.

    A tuple that is frozen already stays the same object, and what stands in several places is looked at once.
    """
    seen: dict[int, tuple[Any, int, int]] = {}

    def walk(item: Any) -> tuple[Any, int, int]:
        """(frozen, number of nodes, depth) of a list or tuple."""
        found = seen.get(id(item))
        if found is not None:
            return found
        parts, nodes, depth = [], len(item), 0
        for part in item:
            if isinstance(part, (list, tuple)):
                part, more, below = walk(part)
                nodes, depth = nodes + more, max(depth, below)
            elif not (part is None or isinstance(part, (str, int))):
                raise Malformed(f"a {type(part).__name__} where a list, a string or an integer belongs")
            parts.append(part)
        if nodes >= MAX_NODES:
            raise Malformed(f"more than {MAX_NODES} nodes in one document part")
        if depth >= MAX_DEPTH:
            raise Malformed(f"nested deeper than {MAX_DEPTH}")
        is_same = type(item) is tuple and all(map(is_, item, parts))
        seen[id(item)] = item if is_same else tuple(parts), nodes, depth + 1
        return seen[id(item)]

    try:
        return walk([data])[0][0]
    except RecursionError:
        raise Malformed(f"nested deeper than {MAX_DEPTH}") from None


def digest(*parts: Any) -> str:
    """The hash by which a certificate names what it certifies."""
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def name(item: Any) -> str:
    """A name of a symbol, vector, function or index."""
    if isinstance(item, str) and NAME.fullmatch(item):
        return item
    raise Malformed(f"{_short(item)} is not a name")


def number(item: Any) -> Fraction:
    """A rational number."""
    if isinstance(item, str):
        return _rational(item)
    raise Malformed(f"{_short(item)} is not a rational number")


@lru_cache(maxsize=4_096)
def _rational(written: str) -> Fraction:
    if NUMBER.fullmatch(written):
        try:
            return Fraction(written)
        except ZeroDivisionError:
            pass
    raise Malformed(f"{_short(written)} is not a rational number")


def check_expression(e: Any) -> None:
    """Raises Malformed unless `e`, frozen, is an expression."""
    if not isinstance(e, tuple) or not e:
        raise Malformed(f"{_short(e)} is not an expression")
    _check(e)


@lru_cache(maxsize=MAX_CHECKED)
def _check(e: Form) -> None:
    match e:
        case ("num", value):
            number(value)
        case ("sym", n):
            name(n)
        case ("coord" | "delta", a, b):
            name(a)
            name(b)
        case ("add" | "mul", _, *_):
            for part in e[1:]:
                check_expression(part)
        case ("neg", a):
            check_expression(a)
        case ("div", a, b):
            check_expression(a)
            check_expression(b)
        case ("pow", a, int(n)) if abs(n) <= 100:
            check_expression(a)
        case ("fn", f, a) if f in FUNCTIONS:
            check_expression(a)
        case ("app", n, tuple(orders), tuple(args)) if len(orders) == len(args) > 0:
            name(n)
            if not all(isinstance(o, int) and 0 <= o <= 9 for o in orders):
                raise Malformed("an order of derivative outside 0..9")
            for part in args:
                check_expression(part)
        case ("sum", k, dimension, tuple(excluded), a):
            name(k)
            check_expression(dimension)
            check_expression(a)
            for other in excluded:
                name(other)
        case ("D" | "integral", a, v):
            check_expression(a)
            check_variable(v)
        case ("at", a, v, b):
            check_expression(a)
            check_variable(v)
            check_expression(b)
        case ("def", n, i, a):
            name(n)
            check_expression(a)
            if i is not None:
                name(i)
        case _:
            raise Malformed(f"{_short(e)} is not an expression")


def check_variable(v: Any) -> None:
    """Raises Malformed unless `v` is a symbol or a coordinate."""
    if not (isinstance(v, tuple) and v and v[0] in ("sym", "coord")):
        raise Malformed(f"{_short(v)} is not a variable: a symbol or a coordinate of a vector")
    check_expression(v)


def check_statement(s: Any) -> None:
    """Raises Malformed unless `s`, frozen, is a statement."""
    match s:
        case (str(relation), a, b) if relation in RELATIONS:
            check_expression(a)
            check_expression(b)
        case ("or" | "and", _, _, *_):
            for part in s[1:]:
                check_statement(part)
        case ("implies" | "iff", a, b):
            check_statement(a)
            check_statement(b)
        case _:
            raise Malformed(f"{_short(s)} is not a statement")


def holds_form(form: Any, wanted: Form) -> bool:
    """Whether an expression or statement occurs in another, definitions looked into."""
    return form == wanted or (isinstance(form, tuple) and any(holds_form(part, wanted) for part in form))


def size(form: Form) -> int:
    """How many expressions a form is made of, itself included."""
    return 1 + sum(size(part) for part in form if isinstance(part, tuple))


@lru_cache(maxsize=MAX_CHECKED)
def dimensions(form: Form) -> frozenset[Form]:
    """What the sums of a form run to."""
    inside = frozenset().union(*(dimensions(part) for part in form if isinstance(part, tuple)))
    match form:
        case ("sum", _, dimension, tuple(), _):
            return inside | {dimension}
    return inside


def holds_operation(form: Any, operation: str) -> bool:
    """Whether an operation occurs in a form, definitions looked into."""
    return isinstance(form, tuple) and (form[:1] == (operation,) or any(holds_operation(p, operation) for p in form))


@lru_cache(maxsize=MAX_CHECKED)
def free_indices(form: Form) -> frozenset[str]:
    """The indices of a form that no sum in it binds."""
    match form:
        case ("coord", _, index):
            return frozenset([index])
        case ("delta", i, j):
            return frozenset([i, j])
        case ("sum", index, dimension, excluded, body):
            return (free_indices(body) - {index}) | frozenset(excluded) | free_indices(dimension)
        case ("def", _, _, body):
            return free_indices(body)
    return frozenset().union(*(free_indices(part) for part in form if isinstance(part, tuple)))


def _short(item: Any) -> str:
    text = repr(item)
    return text if len(text) <= 60 else text[:57] + "..."


def pair(item: Any) -> tuple[Any, Any]:
    """Both parts of a pair in a certificate."""
    if isinstance(item, tuple) and len(item) == 2:
        return item[0], item[1]
    raise Malformed("a pair was expected")


def triple(item: Any) -> tuple[Any, Any, Any]:
    """The parts of a triple in a certificate."""
    if isinstance(item, tuple) and len(item) == 3:
        return item[0], item[1], item[2]
    raise Malformed("a triple was expected")
