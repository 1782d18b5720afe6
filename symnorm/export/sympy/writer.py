"""Forms as Python for SymPy: expressions as they are written, for one number of channels at a time.

What an expression depends on, besides the names of the theorem, is given to it by name: the members of sets for which
its free indices stand, and whole numbers. So a definition of y_i is a function y(i), and each line a function of its
free indices.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ...checker.forms import Form, free_indices, free_wholes, own_indices, set_of, subforms

ADD, MULTIPLY, NEGATE, POWER, ATOM = range(5)
"""How tightly the operations of Python bind, the loosest first."""

RUNTIME = """
    Function Integer Integral Rational S Symbol diff exp log sqrt tanh real vector total up_to delta slope at holds
    number plain concrete points is_zero check compare sampled values_at fails has_no_value skip tell end found limit
    where theorem sympy mpmath itertools random signal sys time contextmanager TooLong LIMIT DIGITS POINTS TRIES TOTAL
    BEGUN is_over wrong print sum zip dict list range int side
"""
RESERVED = frozenset(RUNTIME.split()) | {*keyword.kwlist}
"""What stands for something in a script."""


class Writer:
    """Writes the forms of one theorem. Names that would mean something else in Python have an underscore more."""

    def __init__(self, forms: Iterable[Form]) -> None:
        inside = [part for form in forms for part in subforms(form)]
        self.definitions: dict[str, Form] = {}
        self.functions: dict[str, None] = {}
        self.arrays: dict[str, tuple[str, ...]] = {}
        self.symbols: dict[str, None] = {}
        self.sizes: dict[str, None] = {}
        for part in inside:
            match part:
                case ("def", name, _, _):
                    self.definitions.setdefault(name, part)
                case ("app", name, _, _):
                    self.functions.setdefault(name)
                case ("coord", name, *indices):
                    self.arrays.setdefault(name, tuple(map(set_of, indices)))
                case ("sum", _, ("sym", size), _, _):
                    self.sizes.setdefault(size)
                case ("sym", name):
                    self.symbols.setdefault(name)
        self._names: dict[tuple[str, str], str] = {}
        self._taken = {*RESERVED}
        values: dict[str, Iterable[str]] = {"sym": self.symbols, "coord": self.arrays}
        called: dict[str, Iterable[str]] = {"def": self.definitions, "app": self.functions}
        for kind, names in (*values.items(), *called.items()):
            for name in names:
                own = self._names[kind, name] = _own(name, self._taken)
                self._taken.add(own)

    def name(self, kind: str, name: str) -> str:
        """What has a name in the theorem, in Python; a function y and a definition y have two there."""
        return self._names.get((kind, name)) or _own(name, self._taken)

    def index(self, index: str) -> str:
        """The name of the member of its set for which an index stands."""
        bare, _, own = index.partition(":")
        bare = f"every_{bare[1:]}" if bare[0] == "*" else bare
        return _own(f"{bare}_{own}" if own else bare, self._taken)

    def places(self, form: Form) -> tuple[str, ...]:
        """What a form depends on: its free indices, and the whole numbers of which it speaks, by their names here."""
        return (*map(self.index, sorted(free_indices(form))), *(self.whole(w) for w in sorted(free_wholes(form))))

    def whole(self, whole: Form) -> str:
        """The name of a whole number."""
        return _own(whole[1], self._taken)

    def __call__(self, form: Form, within: int = ADD) -> str:
        """An expression, in brackets where it binds less tightly than what it stands in."""
        text, binds = self._written(form)
        return text if binds >= within else f"({text})"

    def _written(self, form: Form) -> tuple[str, int]:
        match form:
            case ("num", value):
                return _number(Fraction(value))
            case ("sym", name):
                return self.name("sym", name), ATOM
            case ("whole", *_):
                return self.whole(form), ATOM
            case ("coord", name, *indices):
                return f"{self.name('coord', name)}[{', '.join(map(self.index, indices))}]", ATOM
            case ("delta", i, j):
                return f"delta({self.index(i)}, {self.index(j)})", ATOM
            case ("add", *parts):
                return self._sum(parts), ADD
            case ("mul", *parts):
                return " * ".join(self(p, NEGATE if n else MULTIPLY) for n, p in enumerate(parts)), MULTIPLY
            case ("neg", a):
                return f"-{self(a, POWER)}", NEGATE
            case ("div", a, b):
                below = self(b, POWER)
                return f"{self(a, MULTIPLY)} / {f'S({below})' if not _speaks(b) else below}", MULTIPLY
            case ("pow", a, int(n)):
                base = self(a, ATOM)
                return f"{base if _speaks(a) else f'S({base})'}**{n if n >= 0 else f'({n})'}", POWER
            case ("power", a, exponent):
                return f"S({self(a)})**{self(exponent, ATOM)}", POWER
            case ("fn", function, a):
                return f"{function}({self(a)})", ATOM
            case ("app", name, orders, arguments):
                given = ", ".join(map(self, arguments))
                if not any(orders):
                    return f"{self.name('app', name)}({given})", ATOM
                return f"slope({self.name('app', name)}, {tuple(orders)!r}, {given})", ATOM
            case ("sum", index, size, excluded, body):
                left_out = f", without=({', '.join(map(self.index, excluded))},)" if excluded else ""
                return f"total(lambda {self.index(index)}: {self(body)}, {self(size)}{left_out})", ATOM
            case ("upto", index, first, last, body):
                own = self.whole(("whole", index, first))
                return f"up_to(lambda {own}: {self(body)}, {first}, {self(last)})", ATOM
            case ("D", a, variable):
                return f"diff({self(a)}, {self(variable)})", ATOM
            case ("integral", a, variable):
                return f"Integral({self(a)}, {self(variable)})", ATOM
            case ("at", a, variable, value):
                return f"at({self(a)}, {self(variable)}, {self(value)})", ATOM
            case ("def", name, _, body):
                return self._defined(name, form, body), ATOM
        raise AssertionError(form[0])

    def _sum(self, parts: list[Form]) -> str:
        written = self(parts[0])
        for part in parts[1:]:
            sign, inner = ("-", part[1]) if part[0] == "neg" else ("+", part)
            written += f" {sign} {self(inner, MULTIPLY)}"
        return written

    def _defined(self, name: str, form: Form, body: Form) -> str:
        """The name of a definition, with the indices of this use in the places of those of its first."""
        first = self.definitions[name]
        own = [*own_indices(first), *(i for i in in_order(first[3]) if i not in own_indices(first))]
        here = [*own_indices(form), *(i for i in in_order(body) if i not in own_indices(form))]
        wholes = [self.whole(w) for w in sorted(free_wholes(body))]
        given = [self.index(i) for i in here[: len(own)]] + wholes
        own_name = self.name("def", name)
        return f"{own_name}({', '.join(given)})" if given else own_name

    def definition(self, name: str) -> str:
        """The line that makes a definition: a value, or a function of the indices and whole numbers it depends on."""
        form = self.definitions[name]
        own = [*own_indices(form), *(i for i in in_order(form[3]) if i not in own_indices(form))]
        given = [*map(self.index, own), *(self.whole(w) for w in sorted(free_wholes(form[3])))]
        body, own_name = self(form[3]), self.name("def", name)
        if not given:
            return f"{own_name} = {body if _speaks(form[3]) else f'S({body})'}"
        return f"def {own_name}({', '.join(given)}): return {body}"


def in_order(form: Form) -> list[str]:
    """The free indices of an expression, in the order in which they are read."""
    free, found = free_indices(form), dict[str, None]()
    for part in subforms(form):
        if part[:1] in (("coord",), ("delta",)):
            found.update(dict.fromkeys(i for i in part[1 + (part[0] == "coord") :] if i in free))
        elif part[:1] == ("sum",):
            found.update(dict.fromkeys(i for i in part[3] if i in free))
    return [*found]


def _speaks(form: Form) -> bool:
    """Whether there is more in a form than numbers, for which Python calculates with floats."""
    return any(part[:1] and part[0] in ("sym", "coord", "app", "sum", "def", "fn", "delta") for part in subforms(form))


def _number(value: Fraction) -> tuple[str, int]:
    if value.denominator != 1:
        return f"Rational({value.numerator}, {value.denominator})", ATOM
    return str(value.numerator), ATOM if value >= 0 else NEGATE


def _own(name: str, taken: Iterable[Any]) -> str:
    while name in taken or not name.isidentifier():
        name = f"{name}_" if name.isidentifier() else f"n_{name}"
    return name
