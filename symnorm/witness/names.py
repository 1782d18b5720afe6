"""Names and what they stand for: read from a script, found in terms, written for a message.

Whatever a script says about a point has the same form: the `model` of a theorem, the `at` of a printed line, of a
counterexample or of a supposition. It maps symbols to numbers or terms, vectors to lists of them, indices to
channels, and an unknown function, applied to variables, to a term in these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symnorm.language import Index, LanguageError, Term, symbol, term

from .arithmetic import BALLS, Undecided, Undefined
from .evaluate import Interpretation, Name, Point, Value


def read(said: Mapping[Any, Any]) -> tuple[dict[Name, Any], dict[str, str]]:
    """A mapping as a script writes it: the values of names, and the dimension of each vector.

    Raises LanguageError for what is no exact point: floats, vectors of the wrong length, other keys.
    """
    values: dict[Name, Any] = {}
    sizes: dict[str, str] = {}
    for key, value in said.items():
        if isinstance(key, Index):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise LanguageError(f"the index {key} is a channel, numbered from 1, not {value!r}")
            values["index", key.name] = value
        elif isinstance(key, Term) and key.op == "sym":
            values["symbol", key.args[0]] = given_value(value)
        elif isinstance(key, Term) and key.op == "vector":
            if not isinstance(value, (list, tuple)) or not value:
                raise LanguageError(f"the vector {key} is given by the list of its entries, not by {value!r}")
            values["vector", key.args[0]] = tuple(map(given_value, value))
            sizes[key.args[0]] = key.args[1].args[0]
        elif isinstance(key, Term) and key.op == "app":
            values["function", key.args[0]] = _interpretation(key, term(value))
        else:
            raise LanguageError(f"a point gives symbols, vectors, indices and functions a value, not {key!r}")
    for vector, size in sizes.items():
        length = len(values["vector", vector])
        if values.setdefault(("symbol", size), Fraction(length)) != length:
            raise LanguageError(f"{vector} has {length} entries, but {size} = {values['symbol', size]}")
    return values, sizes


def given_value(value: Any) -> Value:
    """A number, exactly, or a term that is evaluated at the point. Raises LanguageError for floats and vectors."""
    t = term(value)
    if t.is_channel:
        raise LanguageError(f"{t} is a vector, where one number belongs")
    number: Value = t.args[0] if t.op == "num" else t
    return number


def _interpretation(key: Term, body: Term) -> Interpretation:
    if key.is_channel:
        index = Index("#", key.dimension)
        key, body = key[index], body[index] if body.is_channel else body
    if body.is_channel or any(a.op not in ("sym", "coord") for a in key.args[2]):
        raise LanguageError(f"{key} needs a term in its variables, as in {{function('y', t): t**2}}")
    return Interpretation(key.args[2], body)


@lru_cache(maxsize=1 << 16)
def occurring(t: Term, dummies: bool = True) -> tuple[Name, ...]:
    """The names in a term that need a value, in order; definitions looked into.

    With `dummies`, also a variable that `at` moves away: it is evaluated from some value of it, whatever that is.
    """
    return tuple(dict.fromkeys(_occurring(t, dummies)))


def _occurring(t: Term, dummies: bool) -> Iterator[Name]:
    match t.op, t.args:
        case "sym", (name,):
            yield "symbol", name
        case "coord" | "delta", (first, second):
            yield ("vector" if t.op == "coord" else "index"), first
            yield "index", second
        case "vector", (name, _):
            yield "vector", name
        case "sum", (index, dimension, excluded, body):
            yield from occurring(dimension, dummies)
            yield from (("index", e) for e in excluded)
            yield from (n for n in occurring(body, dummies) if n != ("index", index))
        case "at", (body, Term(op="sym", args=(name,)), point) if not dummies:
            yield from (n for n in occurring(body, dummies) if n != ("symbol", name))
            yield from occurring(point, dummies)
        case _:
            if t.op == "app":
                yield "function", t.args[0]
            for part in t.parts():
                yield from occurring(part, dummies)


def names_inside(value: Any) -> Iterator[Name]:
    """The names on which a value rests that is given by a term."""
    match value:
        case Term():
            yield from occurring(value)
        case tuple():
            for entry in value:
                yield from names_inside(entry)
        case Interpretation(formals, body):
            yield from (n for f in formals if f.op == "coord" for n in occurring(f))
            yield from (n for n in occurring(body) if n[0] != "symbol" or symbol(n[1]) not in formals)


@lru_cache(maxsize=1 << 16)
def sizes_shown(t: Term) -> tuple[tuple[str, str], ...]:
    """(vector, dimension) wherever a term shows them together: a sum over the channels of the vector."""
    return tuple(dict.fromkeys(_sizes_shown(t, {})))


def _sizes_shown(t: Term, bound: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if t.op == "vector":
        yield t.args[0], t.args[1].args[0]
    if t.op == "coord" and t.args[1] in bound:
        yield t.args[0], bound[t.args[1]]
    if t.op == "sum" and t.args[1].op == "sym":
        bound = {**bound, t.args[0]: t.args[1].args[0]}
        yield "", t.args[1].args[0]
    for part in t.parts():
        yield from _sizes_shown(part, bound)


def describe(point: Point) -> str:
    """A point on one line, as C = 3, x = (0, 1, 5), i = 2."""
    return ", ".join(f"{name} = {value}" for name, value in described(point).items())


def described(point: Point, names: Iterable[Name] | None = None) -> dict[str, str]:
    """The values of the names, by default of all: exact where they are rational, else enclosed."""
    wanted = set(point.values if names is None else names)
    shown = {}
    for (kind, name), value in point.values.items():
        if name and (kind, name) in wanted:
            match value:
                case Interpretation():
                    shown[value.applied(name)] = repr(value.meaning)
                case tuple():
                    shown[name] = f"({', '.join(_shown(v, point) for v in value)})"
                case _:
                    shown[name] = _shown(value, point)
    return shown


def _shown(value: Value | int, point: Point) -> str:
    if not isinstance(value, Term):
        return str(value)
    try:
        return BALLS.show(point.frame(BALLS)(value, point.indices))
    except Undecided:
        return repr(value)
    except Undefined:
        return "undefined"
