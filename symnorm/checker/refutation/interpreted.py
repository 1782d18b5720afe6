"""Terms put in the place of unknown functions and of symbols, so that the text means what a point means.

At a point a function is its term in its own variables; every other name in that term has the value of the point, and
so has a symbol that stands for a term: nothing moves them. In a text they would move with what varies there, along
a variable of the theorem or under a derivative, and a sum or a derivative could bind what was not meant. Where this
would happen, Undecided is raised; indices of sums are given other names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..calculus.budget import spend
from ..forms import Form, arrays, free_indices, free_wholes, holds_form, of_the_set, size, subforms, varies_in
from .values import Undecided


def put_in(
    form: Form, functions: Mapping[str, tuple[Form, Form]], symbols: Mapping[str, Form], varying: Iterable[Form] = ()
) -> Form:
    """A statement or expression with terms in the place of functions and symbols.

    `varying` are the variables along which it is meant to hold. Raises Undecided where it would mean something else.
    """
    return _Text(functions, symbols, {}, {}, frozenset(varying))(form)


@dataclass(frozen=True)
class _Text:
    """A simultaneous substitution: `terms` for the variables of a function, `channels` for its indices.

    `moving` are the variables that vary outside of the form or inside of it, `own` those that something in it binds,
    `summed` the indices of the sums around it.
    """

    functions: Mapping[str, tuple[Form, Form]]
    symbols: Mapping[str, Form]
    terms: Mapping[Form, Form]
    channels: Mapping[str, str]
    moving: frozenset[Form]
    own: frozenset[Form] = frozenset()
    summed: frozenset[str] = frozenset()

    def __call__(self, form: Form) -> Form:
        spend(1)
        match form:
            case ("sym" | "whole", n, *_) if form in self.terms:
                return self._argument(form, n)
            case ("sym", n):
                return self._symbol(form, n)
            case ("coord", x, *indices):
                return "coord", x, *(self.channels.get(i, i) for i in indices)
            case ("delta", i, j):
                return "delta", self.channels.get(i, i), self.channels.get(j, j)
            case ("def", n, tuple(indices), body):
                return "def", n, tuple(self.channels.get(i, i) for i in indices), self(body)
            case ("def", n, index, body):
                return "def", n, self.channels.get(index, index), self(body)
            case ("sum", *_):
                return self._sum(form)
            case ("upto", *_):
                return self._up_to(form)
            case ("D" | "integral" | "at" as operation, body, variable, *where):
                moved = self._bound(variable)
                inside = replace(self, moving=self.moving | {moved}, own=self.own | {moved})
                return operation, inside(body), moved, *map(self, where)
            case ("app", n, orders, arguments):
                actual = tuple(map(self, arguments))
                spend(sum(map(size, actual)))  # of what is put in at several places, each counts
                return self._applied(n, orders, actual) if n in self.functions else ("app", n, orders, actual)
        return tuple(self(part) if isinstance(part, tuple) and part else part for part in form)

    def _argument(self, form: Form, n: str) -> Form:
        """The argument of a function, in the place of its variable: nothing in the function moves what is put in."""
        found = self.terms[form]
        if found != form and any(varies_in(found, v) for v in self.own):
            raise Undecided(f"in a function, something else is called {n} as well")
        return found

    def _symbol(self, form: Form, n: str) -> Form:
        """The value that stands for a symbol, and that does not vary."""
        if n not in self.symbols:
            return form
        if any(i[0] == "*" for i in free_indices(self.symbols[n])):
            raise Undecided(f"the value of {n} is another in every channel")
        if form in self.moving or any(varies_in(self.symbols[n], v) for v in self.moving):
            raise Undecided(f"the value of {n} moves along a variable")
        return self.symbols[n]

    def _bound(self, variable: Form) -> Form:
        """The variable of a derivative, of an integral or of a value at a point."""
        if variable[0] == "coord":
            return "coord", variable[1], *(self.channels.get(i, i) for i in variable[2:])
        if self.terms.get(variable, variable) != variable:
            raise Undecided("a derivative in a function that stands at something else than its variables")
        if variable[1] in self.symbols:
            raise Undecided(f"{variable[1]} varies, and has a value")
        return variable

    def _sum(self, form: Form) -> Form:
        """A sum, over an index that is none of those which are put in."""
        _, index, dimension, excluded, body = form
        put = (*self.terms.values(), *self.symbols.values())
        varying = {i for v in self.moving if v[0] == "coord" for i in v[2:]}
        taken = varying.union(self.channels.values(), *map(free_indices, put))
        own, letter = index, index.partition(":")[0]
        while own in taken or (own != index and (own in free_indices(body) or own in excluded)):
            letter += "_"
            own = of_the_set(letter, index)
        channels = {**self.channels, index: own}
        inside = replace(self, channels=channels, summed=self.summed | {own})
        left_out = tuple(self.channels.get(i, i) for i in excluded)
        return "sum", own, self(dimension), left_out, inside(body)

    def _up_to(self, form: Form) -> Form:
        """A sum over whole numbers, by a name that none of those has which are put in."""
        _, index, first, last, body = form
        bound = ("whole", index, first)
        outer = free_wholes(body).difference([bound]).union(*map(free_wholes, self.terms.values()))
        taken = {name for _, name, _ in outer}
        own = index
        while own in taken:
            own += "_"
        inside = replace(self, terms={**self.terms, bound: ("whole", own, first)})
        return "upto", own, first, self(last), inside(body)

    def _applied(self, n: str, orders: Form, arguments: Form) -> Form:
        """The term of a function, at its arguments."""
        variables, body = self.functions[n]
        if any(orders) or len(variables) != len(arguments):
            raise Undecided(f"{n} is not applied as the model has it")
        terms: dict[Any, Any] = {}
        channels: dict[Any, Any] = {}
        for formal, actual in zip(variables, arguments, strict=True):
            if formal[0] == "coord" and (actual[0] != "coord" or arrays(formal) != arrays(actual)):
                raise Undecided(f"{n} is given as a function of an entry, and stands at something else")
            own, at = (formal[2:], actual[2:]) if formal[0] == "coord" else ((formal,), (actual,))
            put = channels if formal[0] == "coord" else terms
            if any(put.setdefault(key, value) != value for key, value in zip(own, at, strict=True)):
                raise Undecided(f"{n} has two variables of one name")
        self._is_closed(n, body, variables, channels)
        inside = _Text({}, self.symbols, terms, channels, self.moving)
        return inside(body)

    def _is_closed(self, n: str, body: Form, variables: Form, channels: Mapping[str, str]) -> None:
        """Raises Undecided where the term of a function speaks of more that varies than of its arguments.

        Other entries of the vector of an argument may stand in it, as in x_i - mu, where that argument alone varies.
        """
        loose = free_indices(body) - channels.keys()
        if loose & self.summed or any(i[0] == "*" for i in loose):
            raise Undecided(f"{n} is another function in every channel")
        if any(part[:1] == ("sum",) and part[1] in channels for part in subforms(body)):
            raise Undecided(f"a sum in {n} has the index of its variable")
        entries = {("coord", v[1], *(channels[i] for i in v[2:])) for v in variables if v[0] == "coord"}
        for v in self.moving - entries:
            spoken_of = {v} if v[0] == "sym" else {part for part in subforms(body) if part[:2] == ("coord", v[1])}
            if any(part not in variables and holds_form(body, part) for part in spoken_of):
                raise Undecided(f"{n} depends on {v[1]}, which varies, besides its variables")
