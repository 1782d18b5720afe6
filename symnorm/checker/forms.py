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
    ["differentiable", ["app", ...], ["num", k]]        the function is k times differentiable, in all its arguments
                                                        together: along those that vary, else for every number
    ["implies", statement, statement]                   ["iff", statement, statement]
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Any

Form = tuple[Any, ...]  # an expression or a statement

MAX_DEPTH = 120
MAX_NODES = 200_000
MAX_VALUES = 2_000_000
"""So many values may a whole document hold: some hundred megabytes of memory, a thousand theorems or so."""

MAX_CHECKED = 16_384
"""So many expressions are remembered as well-formed."""

GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"
"""The Greek letters that have a command of their own in TeX. The others look like Latin ones."""

NAME = re.compile(rf"[A-Za-z{GREEK}][A-Za-z0-9_{GREEK}]{{0,63}}")
EVERY = re.compile(r"\*[1-9]")
"""The names of indices that stand for every channel."""

IDENTIFIER = re.compile(r"[A-Za-z0-9_]{1,64}(/[A-Za-z0-9_]{1,64}){0,3}")
MAX_LABEL = 200
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that Unicode counts as printable and that show nothing."""

NUMBER = re.compile(r"-?[0-9]{1,400}(/[0-9]{1,400})?")
RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")
COMBINATIONS = ("or", "and", "implies", "iff")
FUNCTIONS = ("sqrt", "exp", "log", "tanh")
WORDS = frozenset(
    [*RELATIONS, *COMBINATIONS, "num", "sym", "coord", "delta", "add", "mul", "neg", "div", "pow", "fn", "app", "sum",
     "D", "integral", "at", "def", "differentiable", "vector", "interval"]
)  # fmt: skip
"""What a form begins with. No channel has such a name: those that a sum leaves out would be taken for an expression."""


class Malformed(Exception):
    """The input is not of the form above, or too large."""


def parse_json(text: str | bytes) -> Any:
    """A JSON document in which no key stands twice and no number is a float. Raises Malformed.

    How many values there are is counted before any of them is made, so that there is a bound on memory as well.
    """
    marks: Any = ("[", "{", ",") if isinstance(text, str) else (b"[", b"{", b",")
    if sum(map(text.count, marks)) > MAX_VALUES:
        raise Malformed(f"more than {MAX_VALUES} values in one document")

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
            elif not (part is None or type(part) in (str, int)):
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
    """A name of a symbol, vector, function, definition or of the index of a sum."""
    if isinstance(item, str) and NAME.fullmatch(item):
        return item
    strange = next((c for c in item if not NAME.fullmatch("a" + c)), "") if isinstance(item, str) else ""
    raise Malformed(f"{_short(item)} is not a name: ASCII letters, digits and _, or Greek letters{_what(strange)}")


def channel(item: Any) -> str:
    """A name of a channel, or *1 to *9, which stand for every channel."""
    if isinstance(item, str) and item in WORDS:
        raise Malformed(f"a channel cannot be called {item}, a word of the notation: give it another name")
    return item if isinstance(item, str) and EVERY.fullmatch(item) else name(item)


def identifier(item: Any) -> str:
    """The id of a theorem."""
    if isinstance(item, str) and IDENTIFIER.fullmatch(item):
        return item
    strange = next((c for c in item if not c.isascii()), "") if isinstance(item, str) else ""
    raise Malformed(f"{_short(item)} is not an id: ASCII letters, digits and _, as in paper/1{_what(strange)}")


def label(item: Any) -> str:
    """A label of a line: some words on one line, of Latin and Greek letters, between single blanks."""
    if not isinstance(item, str) or not item:
        raise Malformed(f"{_short(item)} is not a label")
    strange = next((c for c in item if not (" " <= c <= "~" or "À" <= c <= "ž" or c in GREEK + "§–")), "")
    if strange:
        raise Malformed(f"the label {_short(item)} is not of Latin and Greek letters on one line{_what(strange)}")
    if item.split(" ") != item.split() or len(item) > MAX_LABEL:
        raise Malformed(f"the label {_short(item)} is longer than {MAX_LABEL} or has blanks that cannot be seen")
    return item


def shown(text: str) -> str:
    """How a label is compared: without what may be added or lost where it is typeset."""
    return re.sub(r"[\s_{}^$`*\"']", "", text).replace("–", "-")


def words(item: Any) -> str:
    """A title or a note: words on one line, in any script, without what is not seen or turns the order of letters."""
    if not isinstance(item, str):
        raise Malformed(f"{_short(item)} is not a string, as a title and a note are")
    strange = next((c for c in item if not (c.isprintable() or c == "\u00a0") or BLANK.match(c)), "")
    if strange:
        raise Malformed(f"{_short(item)} has a character that cannot be seen{_what(strange)}")
    return item


def _what(character: str) -> str:
    """Which character it is that cannot stand somewhere; nothing of none."""
    if not character:
        return ""
    return f"; it has U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"


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
            if str(number(value)) != value:
                raise Malformed(f"the number {_short(value)} is written as {number(value)}")
        case ("sym", n):
            name(n)
        case ("coord", x, i):
            name(x)
            channel(i)
        case ("delta", i, j):
            channel(i)
            channel(j)
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
                if channel(other) == k:
                    raise Malformed(f"a sum over {k} that leaves out {k}: give the index of the sum another name")
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
                channel(i)
        case _:
            raise Malformed(f"{_short(e)} is not an expression")


def is_variable(v: Any) -> bool:
    """Whether `v` is a symbol or a coordinate, if it is an expression."""
    return isinstance(v, tuple) and v[:1] in (("sym",), ("coord",))


def check_variable(v: Any) -> None:
    """Raises Malformed unless `v` is a symbol or a coordinate."""
    if not is_variable(v):
        raise Malformed(f"{_short(v)} is not a variable: a symbol or a coordinate of a vector")
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
                raise Malformed(f"{_short(s)} does not say of a function of variables that it is differentiable")
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
def integrated(form: Form) -> frozenset[Form]:
    """The variables along which antiderivatives in a form are taken, definitions looked into."""
    inside = frozenset().union(*(integrated(part) for part in form if isinstance(part, tuple)))
    return inside | {form[2]} if form[:1] == ("integral",) else inside


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
