"""Points as a script writes them, and models: what names stand for.

Whatever a script says about a point has the same form: the `model` of a theorem, the `at` of a printed line, of a
counterexample or of a supposition. It maps symbols to numbers or terms, vectors to lists of them, indices to
channels, and an unknown function, applied to variables, to a term in these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..checker.forms import free_wholes, of_the_set
from ..checker.refutation.one import require_one
from ..checker.refutation.values import Undecided
from .arrays import filled, sets_of
from .graph import gradient
from .refusals import LanguageError
from .statements import Statement
from .terms import Index, Term, form, is_length, term

EVERY = "*9"
"""The index of a function of a channel, given as a term in one: y stands for (x - mu)/sigma, whatever the channel."""

Name = tuple[str, str]
"""A kind ("symbol", "vector", "index" or "function") and a name."""

Value = Fraction | Term
"""A number, or a term that is evaluated at the point."""


@dataclass(frozen=True)
class Interpretation:
    """What an unknown function stands for: a term in which the formal arguments are variables."""

    formals: tuple[Term, ...]
    body: Term

    @property
    def meaning(self) -> Term:
        """The term, without a name that it may have."""
        body: Term = self.body.args[2] if self.body.op == "def" else self.body
        return body

    def applied(self, name: str) -> str:
        """The function of that name with its arguments, for a message: y(x_i)."""
        return f"{name}({', '.join(map(repr, self.formals))})"


def read(said: Mapping[Any, Any]) -> tuple[dict[Name, Any], dict[str, tuple[str, ...]]]:
    """What a mapping says: the values of names, and the dimensions of each vector or array.

    The value of a loss is that of its gradient.
    Raises LanguageError for what is no exact point: floats, vectors of the wrong length, other keys.
    """
    if not isinstance(said, Mapping):
        raise LanguageError(f"a point gives names a value, as at={{C: 3, x: [0, 1, 5]}}, and not {said!r}")
    values: dict[Name, Any] = {}
    sizes: dict[str, tuple[str, ...]] = {}
    for key, value in said.items():
        if isinstance(key, Term) and key.op == "loss":
            key = gradient(key)
        if isinstance(key, Index):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise LanguageError(f"the index {key} is a channel, numbered from 1, not {value!r}")
            values["index", key.name] = value
        elif isinstance(key, Term) and key.op == "sym":
            values["symbol", key.args[0]] = given_value(value)
        elif isinstance(key, Term) and key.op == "whole":
            start = key.args[1]
            if isinstance(value, bool) or not isinstance(value, int) or value < start:
                raise LanguageError(f"{key} is a whole number from {start}, not {value!r}")
            values["symbol", key.args[0]] = Fraction(value)
        elif isinstance(key, Term) and key.op == "seq":
            values["function", key.args[0]] = _interpretation(key.parts()[0], term(value))
        elif isinstance(key, Term) and key.op == "vector":
            values["vector", key.args[0]] = _entries(key, value, len(key.args) - 1)
            sizes[key.args[0]] = sets_of(key)
        elif isinstance(key, Term) and key.op == "app":
            values["function", key.args[0]] = _interpretation(key, term(value))
        else:
            raise LanguageError(f"a point gives symbols, vectors, indices and functions a value, not {key!r}")
    for vector, over in sizes.items():
        for size, length in zip(over, extents(values["vector", vector]), strict=True):
            if values.setdefault(("symbol", size), Fraction(length)) != length:
                raise LanguageError(f"{vector} has {length} entries, but {size} = {values['symbol', size]}")
    return values, sizes


def _entries(key: Term, value: Any, depth: int) -> tuple[Any, ...]:
    """The entries of a vector; of an array, its rows, all of one length."""
    if not isinstance(value, (list, tuple)) or not value:
        what = "rows" if depth > 1 else "entries"
        raise LanguageError(f"the vector {key} is given by the list of its {what}, not by {value!r}")
    if depth == 1:
        return tuple(map(given_value, value))
    rows = tuple(_entries(key, row, depth - 1) for row in value)
    if len({extents(row) for row in rows}) > 1:
        raise LanguageError(f"the rows of {key} are of different lengths")
    return rows


def extents(entries: Any) -> tuple[int, ...]:
    """How many entries a vector has; of an array, how many rows, and how many entries each of them has."""
    return (len(entries), *extents(entries[0])) if isinstance(entries, tuple) else ()


def given_value(value: Any) -> Value:
    """A number, exactly, or a term that is evaluated at the point. Raises LanguageError for floats and vectors."""
    t = term(value)
    if t.is_channel:
        raise LanguageError(f"{t} is a vector, where one number belongs")
    number: Value = t.args[0] if t.op == "num" else _definite(t)
    return number


def no_one_function(
    functions: Mapping[str, Interpretation], said: Iterable[Statement], varying: Iterable[Term]
) -> str:
    """Which function is another one in each channel, where statements speak of it in more than one; or nothing."""
    by_channel = any(formal.op == "coord" for f in functions.values() for formal in f.formals)
    forms = {n: (tuple(map(form, f.formals)), form(f.body)) for n, f in functions.items()} if by_channel else {}
    try:
        require_one(forms, (s.form() for s in said), ((v.op, v.args[0]) for v in varying))
    except Undecided as error:
        return str(error)
    return ""


def _interpretation(key: Term, body: Term) -> Interpretation:
    if key.is_channel:
        for axis in key.axes:
            star = f"{EVERY}:{axis.args[0]}" if is_length(axis) else EVERY
            key, body = filled(key, axis, star), filled(body, axis, star)
    if body.is_channel or any(a.op not in ("sym", "coord", "whole") for a in key.args[2]):
        raise LanguageError(f"{key} needs a term in its variables, as in {{function('y', t): t**2}}")
    if len({*key.args[2]}) < len(key.args[2]):
        raise LanguageError(f"{key} is a function of variables that are all different")
    formals: list[Term] = []
    channels: set[str] = set()
    for formal in key.args[2]:
        if formal.op == "coord" and channels & {*formal.args[1:]}:  # y(x_i, w_i) is y(x_j, w_k) in the channel j = k
            stars = [of_the_set(f"*{9 - len(formals)}", i) for i in formal.args[1:]]
            own = Term("coord", (formal.args[0], *stars), formal.latex, formal.size)
            formal, body = own, _with(body, formal, own)
        formals.append(formal)
        channels |= {*formal.args[1:]} if formal.op == "coord" else set()
    return Interpretation(tuple(formals), _definite(body, formals))


def _with(t: Term, entry: Term, other: Term) -> Term:
    """A term with another entry in the place of one, but where a sum binds its channel."""
    if t.op == "sum" and t.args[0] in entry.args[1:]:
        return t
    return other if t == entry else t.rebuilt(lambda part: _with(part, entry, other))


def _definite(t: Term, variables: Iterable[Term] = ()) -> Term:
    """The term. Raises LanguageError where it is no one value: any constant may be added, or a whole number is open."""
    if any(inside.op == "integral" for inside in t.walk()):
        raise LanguageError(f"{t} is no value, for any constant may be added: give an antiderivative by a formula")
    if open_ := free_wholes(form(t)) - {*map(form, variables)}:
        (_, number, _), *_ = sorted(open_)
        raise LanguageError(
            f"{t} is no value, for it is another one for every {number}: only a sequence depends on a whole number, as "
            "m[t] for m = sequence('m')"
        )
    return t
