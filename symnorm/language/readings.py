r"""What the formulas say that names look like: `|a|` is the root of a^2, `\frac{dy}{dt}` a derivative, y(0) a value.

A formula speaks of the names of a theorem; of one that has another name in it, nobody can say what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from ..checker.forms import of_the_set
from .graph import D, at
from .latex import indexed
from .letters import renamed
from .looks import Look, look
from .names import name_of
from .terms import Term, bare, free_indices, is_length, sqrt, symbol, term

VARIABLES = ("sym", "coord")
OPERATORS = ("mean", "avg", "var", "variance", "std")
"""What is written as functions are and says something of all entries of a vector."""


@dataclass
class Names:
    """What the names of a theorem look like."""

    whole: dict[Look, Term] = field(default_factory=dict)
    """What stands by itself, by its look: symbols, entries of vectors, definitions, functions without arguments."""
    functions: dict[Look, Term] = field(default_factory=dict)
    """Functions, by the look of what stands before their arguments."""
    entries: dict[str, Term] = field(default_factory=dict)
    """What has an entry in every channel, by the look of what stands before the index."""
    channels: dict[str, None] = field(default_factory=lambda: dict.fromkeys("klmnij"))
    """Letters that a reader takes for a channel: the usual ones, and those in the theorem."""

    def named(self, key: str) -> Term | None:
        """What has a name, be it an entry in a channel that is not printed."""
        found = self.whole.get(Look("name", key=key))
        if found is None and key in self._in_every_channel:
            return _in_channel(*self._in_every_channel[key])
        return found

    def is_function(self, key: str) -> bool:
        """Whether a name is that of an unknown function."""
        return Look("name", key=key) in self.functions

    def is_known(self, key: str) -> bool:
        """Whether anything has a name, a vector or a function among others."""
        name = Look("name", key=key)
        return key in self.entries or name in self.functions or name in self.whole or key in self._in_every_channel

    @cached_property
    def _in_every_channel(self) -> dict[str, tuple[Term, str]]:
        """What has entries, with the letter of a channel, by the look of that entry."""
        found = {}
        for t in self.entries.values():
            for letter in self.channels:
                shown = look(indexed(name_of(t), letter))
                if shown.is_name:
                    found[shown.key] = t, letter
        return found


class Readings:
    """Says what formulas say, all names being taken down."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def of(self, shown: Look) -> list[Term]:
        """Everything that a formula can say, and nothing where a name in it stands for nothing."""
        if shown.op in ("D", "partial"):
            return list(self._derivatives(shown))
        one = self.one(shown)
        return [] if one is None else [one]

    def one(self, shown: Look) -> Term | None:
        """What a formula says before all; None where that cannot be said."""
        match shown.op:
            case "name":
                return self.names.named(shown.key)
            case "num":
                return term(shown.number)
            case "entry":
                is_below = shown.key.startswith("_") and "^" not in shown.key
                is_below &= not _is_derivative(shown.parts[0])  # below a derivative in brackets stands what is held
                return self.one(self._entry(shown.parts[0], shown.key)) if is_below else None
            case "norm" | "mean":
                return self._over_channels(shown)
            case "app":
                return self._applied(shown)
            case "D" | "partial":
                return next(self._derivatives(shown), None)
            case "relation":
                return None
        parts = [self.one(p) for p in shown.parts]
        known = [p for p in parts if p is not None]
        if len(known) < len(parts):
            return self._over_channels(shown) if shown.op == "abs" else None
        match shown.op:
            case "group":
                return known[0]
            case "pow":
                return known[0] ** int(shown.number)
            case "sqrt":
                return sqrt(known[0])
            case "abs":
                return abs(known[0])
        return Term(shown.op, tuple(known))

    # --- channels -------------------------------------------------------------------------------------------

    def _entry(self, shown: Look, scripts: str) -> Look:
        """The formula with a subscript at its names that have an entry: (g - h)_i as g_i - h, where h has none."""
        if shown.is_name:
            entry = shown.key + scripts
            return Look("name", key=entry) if self.names.named(entry) is not None else shown
        return replace(shown, parts=tuple(self._entry(p, scripts) for p in shown.parts))

    def _over_channels(self, shown: Look) -> Term | None:
        """The length of a vector, or the mean of its entries."""
        inside = shown.parts[0]
        free = [k for k in self.names.channels if not inside.is_below(k)]
        body = self.one(self._entry(inside, f"_{free[0]}")) if free else None
        index = next((i for i in free_indices(body) if bare(i) == free[0]), None) if body is not None else None
        if body is None or index is None:
            return None
        if shown.op != "mean":
            return sqrt(Term("sum", (index, _size(body, index), (), body**2)))
        return _mean(body, index)

    def mean_of_entries(self, key: str) -> Term:
        """The mean of what has an entry in every channel, wherever the index is printed."""
        entry = self.names.entries[key]
        others = {bare(i) for i in {*free_indices(entry)} - {*entry.args[1:2]}}
        letter = next(k for k in self.names.channels if k not in others)
        return _mean(_in_channel(entry, letter), _of_entry(entry, letter))

    # --- functions and derivatives --------------------------------------------------------------------------

    def _applied(self, shown: Look) -> Term | None:
        """f(x), f'(x) and f(t = 0) where f is a function, and a product where it is not; None where it is nothing."""
        head, primes = applied(shown)
        function = self.names.functions.get(head)
        factor = self.names.named(shown.parts[0].key)
        if any(p.op == "relation" for p in shown.parts[1:]):
            return self._value(shown, function if factor is None else factor)
        if function is None and factor is None and shown.parts[0].key.lower() in OPERATORS:
            return self._operated(shown)
        inside = [self.one(p) for p in shown.parts[1:]]
        arguments = tuple(a for a in inside if a is not None)
        if len(arguments) < len(inside):
            return None
        if function is None:
            return None if factor is None or len(arguments) != 1 else factor * arguments[0]
        name, _, inside_it = function.args
        if len(arguments) != len(inside_it):
            return None
        if not primes:
            return Term("app", (name, (0,) * len(arguments), arguments), function.latex)
        is_plain = len(arguments) == 1 and inside_it[0].op in VARIABLES
        derivative = Term("app", (name, (primes,), inside_it), function.latex)
        return at(derivative, inside_it[0], arguments[0]) if is_plain else None

    def _operated(self, shown: Look) -> Term | None:
        """The mean of the entries of a vector, their variance or the root of that."""
        name, inside = shown.parts[0].key.lower(), shown.parts[1:]
        mean = self._over_channels(Look("mean", inside))
        square = self._over_channels(Look("mean", (Look("pow", inside, number=Fraction(2)),)))
        if mean is None or square is None or name in ("mean", "avg"):
            return mean
        variance = square - mean**2
        return sqrt(variance) if name == "std" else variance

    def _value(self, shown: Look, of: Term | None) -> Term | None:
        """f(t = 0), the value of f at a point."""
        where = shown.parts[-1]
        if of is None or len(shown.parts) != 2 or where.key != "=" or applied(shown)[1]:
            return None
        variable, point = (self.one(p) for p in where.parts)
        if variable is None or variable.op not in VARIABLES or point is None:
            return None
        return at(of, variable, point)

    def _derivatives(self, shown: Look) -> Iterator[Term]:
        """dy/dx where x is a variable, or a name of which alone y is made; of dx/dy, also the reciprocal of that.

        A partial derivative may be one in which the names in the definition of y are held, too.
        """
        above, below = (self.one(p) for p in shown.parts)
        if above is None or below is None:
            return
        yield from _total(above, below)
        if shown.op == "partial":
            yield from _held(above, below)
        elif below.op not in VARIABLES:
            yield from (1 / d for d in _total(below, above))


def _is_derivative(shown: Look) -> bool:
    """Whether a formula is a derivative, in brackets or without."""
    return shown.op in ("D", "partial") or (shown.op == "group" and _is_derivative(shown.parts[0]))


def applied(shown: Look) -> tuple[Look, int]:
    """What is applied in f''(x), without its primes, and how many they are."""
    key = shown.parts[0].key
    bare = key.rstrip("′")
    return Look("name", key=bare.removesuffix("^")), len(key) - len(bare)


def is_never_negative(t: Term) -> bool:
    """Whether it is plain from its form that a term is not negative where it has a value, as a mean of squares is."""
    sizes = {p.args[1] for p in t.walk() if p.op == "sum"}

    def plain(t: Term) -> bool:
        match t.op, t.args:
            case "num", (value,):
                return bool(value >= 0)
            case "sym", _:
                return t in sizes
            case "pow", (base, n):
                return n % 2 == 0 or plain(base)
            case "fn", (name, _):
                return name in ("sqrt", "exp")
            case "def" | "sum", (*_, body):
                return plain(body)
            case ("abs" | "norm" | "norm_1"), _:
                return True
            case "add" | "mul" | "div", parts:
                return all(map(plain, parts))
        return False

    return plain(t)


def _mean(body: Term, letter: str) -> Term:
    size = _size(body, letter)
    share: Term = 1 / size
    return share * Term("sum", (letter, size, (), body))


def _size(body: Term, letter: str) -> Term:
    """To what a sum over the entries runs."""
    return next(p.size for p in body.walk() if letter in free_indices(p) and p.size is not None)


def _in_channel(t: Term, letter: str) -> Term:
    if t.op == "vector":
        return Term("coord", (t.args[0], _of_entry(t, letter)), t.latex, t.args[1])
    return renamed(t, t.args[1], _of_entry(t, letter))


def _of_entry(t: Term, letter: str) -> str:
    """An index of the set over which a vector has its entries."""
    if t.op == "vector":
        return of_the_set(letter, f":{t.args[1].args[0]}" if is_length(t.args[1]) else "")
    return of_the_set(letter, t.args[1])


def _total(above: Term, below: Term) -> Iterator[Term]:
    """A derivative by a variable; by something else in a definition, if the definition is made of that alone."""
    if below.op in VARIABLES:
        yield D(above, below)
    elif above.op == "def" and below.op in ("def", "app"):
        body = _put(above.args[2], {below: (letter := symbol("held"))})
        if not _names_of_variables(body) & _names_of_variables(below):
            yield at(D(body, letter), letter, below)


def _held(above: Term, below: Term) -> Iterator[Term]:
    """The derivative of the body of a definition in which the numbers that it names count as variables of their own."""
    if above.op != "def":
        return
    inside = [p for p in dict.fromkeys(_shown(above.args[2])) if p.op == "def" and not free_indices(p)]
    letters = {t: symbol(f"held{n}") for n, t in enumerate(inside)}
    variable = letters.get(below, below)
    if variable.op in VARIABLES:
        made = D(_put(above.args[2], letters), variable)
        for thing, letter in letters.items():
            made = at(made, letter, thing)
        yield made


def _put(t: Term, letters: Mapping[Term, Term]) -> Term:
    return letters[t] if t in letters else t.rebuilt(lambda part: _put(part, letters))


def _shown(t: Term) -> Iterator[Term]:
    """The parts of a term, but not those inside definitions."""
    yield t
    if t.op != "def":
        for part in t.parts():
            yield from _shown(part)


def _names_of_variables(t: Term) -> set[str]:
    return {p.args[0] for p in t.walk() if p.op in (*VARIABLES, "vector")}
