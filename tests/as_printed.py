"""Values of terms as they are printed: found from the tree that the printers walk, and not from its plain form.

What a verdict judges is the plain form of a term, and all legs of a verdict share the step that leads to it. Here
nothing of that step takes part: no form, no meaning of an operation by another one, no entry of a matrix, no index that
is put in or renamed. A norm is the norm of numbers, a product of matrices that of two tables of numbers, a derivative
comes from dual numbers, and the letter of a sum stands for a member of its set inside the sum and nowhere else. What
has a name is looked up by it: y_i is the entry i of what y was defined to be.

`World` (see `printed_world`) says what the names stand for, and `Printed(world)(term)` is the value: an `Array` or a
`Grid`. What is not known here raises `Unknown`; what has no value raises `Undefined` of `meaning`, whose numbers these
are, and what they cannot tell `Unsure`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from meaning import Dual, Unsure, primal
from printed_values import (
    NOTHING,
    Array,
    Grid,
    Unknown,
    Value,
    array,
    attempted,
    changed,
    grid,
    joined,
    listed,
    objects,
    slope,
    told,
)
from printed_world import Moved, World

from symnorm.language import Term


class Printed:
    """The values of terms in a world. A method `on_<op>` is the meaning of an operation, as one reads it."""

    def __init__(self, world: World, known: dict[str, Value] | None = None) -> None:
        self.world, self.ar = world, world.arithmetic
        self.known = {} if known is None else known
        """The values of what is defined: the same for all members of sets."""

    def __call__(self, t: Term) -> Value:
        """The value of a term. Raises Unknown, Undefined or Unsure."""
        reading = getattr(self, f"on_{t.op}", None)
        if reading is None:
            raise Unknown(t.op)
        found: Value = reading(*t.args)
        return found

    def number(self, t: Term) -> Any:
        """The value of a term that is a number."""
        found = self(t)
        if isinstance(found, Grid):
            if found.entries.shape != (1, 1):
                raise Unknown("a matrix where a number belongs")
            return told(found.entries[0, 0])
        return found.number

    def within(self, **changes: Any) -> Printed:
        """The same in a world that is changed."""
        start = self.world.start or self.world
        return Printed(replace(self.world, start=start, **changes))

    def binding(self, index: str, member: int) -> Printed:
        """The same where an index stands for a member."""
        return Printed(replace(self.world, members={**self.world.members, index: member}), self.known)

    def member(self, index: str) -> int:
        if index not in self.world.members:
            raise Unknown(f"the index {index}")
        return self.world.members[index]

    def size(self, t: Term) -> int:
        return self.world.sizes[t.args[0]]

    # --- names ----------------------------------------------------------------------------------------------------

    def on_num(self, value: Fraction) -> Value:
        return Array.of(self.ar.number(value))

    def on_sym(self, name: str, *_: Any) -> Value:
        if name in self.world.sizes:
            return Array.of(self.ar.number(self.world.sizes[name]))
        if name not in self.world.symbols:
            raise Unknown(f"the symbol {name}")
        return Array.of(self.world.symbols[name])

    def on_whole(self, name: str, _: int) -> Value:
        return Array.of(self.ar.number(self.world.wholes[name])) if name in self.world.wholes else self.on_sym(name)

    def whole(self, t: Term) -> int:
        found = self.number(t)
        if found != int(found):
            raise Unknown("a whole number that is none")
        return int(found)

    def on_vector(self, name: str, *places: Any) -> Value:
        if name not in self.world.arrays:
            raise Unknown(f"the vector {name}")
        entries = self.world.arrays[name][tuple(self.member(i) if isinstance(i, str) else slice(None) for i in places)]
        sets = tuple(p.args[0] for p in places if isinstance(p, Term))
        return Array(sets, entries) if sets else Array.of(entries)

    on_coord = on_vector

    def on_delta(self, i: str, j: str) -> Value:
        return Array.of(self.ar.one if self.member(i) == self.member(j) else self.ar.zero)

    def on_def(self, name: str, own: Any, body: Term) -> Value:
        if name in self.world.held:
            before = self.world.held[name]
            here = replace(before, members=self.world.members, wholes=self.world.wholes)
            return Printed(here).on_def(name, own, body)
        places = () if own is None else own if isinstance(own, tuple) else (own,)
        if name not in self.world.definitions:
            return self._after_the_move(self(body), name, places)
        if name not in self.known:
            self.known[name] = self._after_the_move(self(self.world.definitions[name]), name, ())
        found = self.known[name]
        return found if own is None else self._entry(found, places)

    def _entry(self, v: Value, places: tuple[str, ...]) -> Value:
        """An entry of what is defined; of an array, with a colon in the place of an index, all there."""
        open_ = [p[:1] == ":" for p in places]
        if isinstance(v, Grid):
            return Array.of(v.entry(tuple(map(self.member, places))))
        if not v.sets:  # the same number for every member
            return v
        entries = v.entries[tuple(slice(None) if o else self.member(p) for o, p in zip(open_, places, strict=True))]
        sets = tuple(s for s, o in zip(v.sets, open_, strict=True) if o)
        return Array(sets, entries) if sets else Array.of(entries)

    def _after_the_move(self, v: Value, name: str, places: tuple[str, ...]) -> Value:
        """The value of what is defined, if it is what moves: the step is added to the entry that does."""
        moved = self.world.moved
        if moved is None or moved.name != name:
            return v
        if places:
            here = tuple(map(self.member, places)) == moved.members
            return changed(lambda number: number + moved.step, v) if here else v
        entries = v.entries.copy()
        entries[moved.members] = entries[moved.members] + moved.step
        return replace(v, entries=entries)

    # --- arithmetic -----------------------------------------------------------------------------------------------

    def on_add(self, *parts: Term) -> Value:
        return joined(operator.add, map(self, parts))

    def on_mul(self, *parts: Term) -> Value:
        return joined(operator.mul, map(self, parts))

    def on_neg(self, part: Term) -> Value:
        return changed(operator.neg, self(part))

    def on_div(self, above: Term, below: Term) -> Value:
        return joined(operator.mul, (self(above), changed(self.ar.reciprocal, self(below))))

    def on_pow(self, base: Term, n: int) -> Value:
        return changed(lambda v: self.ar.power(v, n), self(base))

    def on_power(self, base: Term, exponent: Term) -> Value:
        return self.on_pow(base, self.whole(exponent))

    def on_half(self, base: Term, numerator: int) -> Value:
        return changed(lambda v: self.ar.power(self.ar.apply("sqrt", v), numerator), self(base))

    def on_fn(self, name: str, inside: Term) -> Value:
        return changed(self._tanh if name == "tanh" else lambda v: self.ar.apply(name, v), self(inside))

    def _tanh(self, v: Any) -> Any:
        square = self.ar.power(self.ar.apply("exp", v * self.ar.number(Fraction(1, 2))), 4)
        return (square + -1) * self.ar.reciprocal(square + 1)

    def on_abs(self, inside: Term) -> Value:
        return changed(self._size, self(inside))

    def _size(self, v: Any) -> Any:
        sign = self.ar.sign(v)
        if not sign and isinstance(v, Dual):
            raise Unsure("an absolute value at zero, which moves")
        return v if sign > 0 else -v

    def _larger(self, a: Any, b: Any) -> Any:
        return (a + b + self._size(a + -b)) * self.ar.reciprocal(self.ar.number(2))

    def on_max(self, *parts: Term) -> Value:
        return joined(self._larger, map(self, parts))

    def on_min(self, *parts: Term) -> Value:
        return joined(lambda a, b: -self._larger(-a, -b), map(self, parts))

    # --- sums -----------------------------------------------------------------------------------------------------

    def on_sum(self, index: str, size: Term, excluded: tuple[str, ...], body: Term) -> Value:
        left_out = {self.member(i) for i in excluded}
        here = [n for n in range(self.size(size)) if n not in left_out]
        return self._added(self.binding(index, n)(body) for n in here)

    def _added(self, values: Iterator[Value]) -> Value:
        found = [*values]
        return joined(operator.add, found) if found else Array.of(self.ar.zero)

    def on_upto(self, over: Term, last: Term, body: Term) -> Value:
        return self._counted(over, over.args[1], last, body)

    def on_between(self, over: Term, first: Term, last: Term, body: Term) -> Value:
        return self._counted(over, self.whole(first), last, body)

    def _counted(self, over: Term, first: int, last: Term, body: Term) -> Value:
        numbers = range(first, self.whole(last) + 1)
        return self._added(self.within(wholes={**self.world.wholes, over.args[0]: n})(body) for n in numbers)

    def on_var(self, x: Term, ddof: int) -> Value:
        return self.on_cov(x, x, ddof)

    def on_cov(self, x: Term, y: Term, ddof: int) -> Value:
        left, right = (self._centred(t) for t in (x, y))
        many = self.ar.reciprocal(self.ar.number(len(left) - ddof))
        return Array.of(sum((a * b for a, b in zip(left, right, strict=True)), self.ar.zero) * many)

    def _centred(self, x: Term) -> list[Any]:
        """The entries of a vector less their mean."""
        entries = listed(self(x).entries)
        mean = sum(entries, self.ar.zero) * self.ar.reciprocal(self.ar.number(len(entries)))
        return [e + -mean for e in entries]

    def on_norm(self, x: Term) -> Value:
        return Array.of(self.ar.apply("sqrt", sum((e * e for e in listed(self(x).entries)), self.ar.zero)))

    def on_norm_1(self, x: Term) -> Value:
        return Array.of(sum(map(self._size, listed(self(x).entries)), self.ar.zero))

    # --- matrices -------------------------------------------------------------------------------------------------

    def on_identity(self, _: str, size: Term) -> Value:
        numbers = {True: self.ar.one, False: self.ar.zero}
        n = range(self.size(size))
        return Grid(size.args[0], size.args[0], objects([[numbers[i == j] for j in n] for i in n], 2))

    def on_ones(self, _: str, size: Term) -> Value:
        return Grid(size.args[0], None, objects([[self.ar.one]] * self.size(size), 2))

    def on_transpose(self, a: Term) -> Value:
        found = grid(self(a))
        return Grid(found.columns, found.rows, found.entries.T)

    def on_matmul(self, a: Term, b: Term) -> Value:
        left, right = grid(self(a)), grid(self(b))
        made = [[attempted(self._dot, *row, *column) for column in right.entries.T] for row in left.entries]
        return Grid(left.rows, right.columns, objects(made, 2))

    def _dot(self, *numbers: Any) -> Any:
        """The product of a row and a column, one after the other."""
        half = len(numbers) // 2
        return sum(map(operator.mul, numbers[:half], numbers[half:]), self.ar.zero)

    def on_inner(self, a: Term, b: Term) -> Value:
        found = self.on_matmul(a, b).entries
        if found.shape != (1, 1):
            raise Unknown("an inner product that is no number")
        return Array.of(told(found[0, 0]))

    def on_diag(self, u: Term) -> Value:
        found = grid(self(u))
        made = [[e if i == j or e is NOTHING else self.ar.zero for j in range(len(found.entries))]
                for i, e in enumerate(found.entries[:, 0])]  # fmt: skip
        return Grid(found.rows, found.rows, objects(made, 2))

    def on_trace(self, a: Term) -> Value:
        return Array.of(sum(listed(grid(self(a)).entries.diagonal()), self.ar.zero))

    def on_matrix(self, _: str, entry: Term, rows: Term | None, columns: Term | None) -> Value:
        def here(star: str, size: Term | None) -> tuple[str, str | None, range]:
            if size is None:
                return star, None, range(1)
            own = f"{star}:{size.args[0]}" if len(size.args) > 1 else star
            return own, size.args[0], range(self.size(size))

        (i, down, height), (j, across, width) = here("*2", rows), here("*3", columns)
        made = [[attempted(lambda p, q: self.binding(i, p).binding(j, q).number(entry), p, q) for q in width]
                for p in height]  # fmt: skip
        return Grid(down, across, objects(made, 2))

    def on_jacobian(self, y: Term, x: Term) -> Value:
        (across,) = array(self(x)).sets
        columns = [grid(self._derivative(y, self.moving(x, (n,)))) for n in range(self.world.sizes[across])]
        return Grid(columns[0].rows, across, np.hstack([c.entries for c in columns]))

    # --- what varies ----------------------------------------------------------------------------------------------

    def put(self, variable: Term, value: Any) -> Printed:
        """The same where a symbol or an entry has another value."""
        name, *indices = variable.args
        if variable.op == "coord":
            entries = self.world.arrays[name].copy()
            entries[tuple(map(self.member, indices))] = value
            return self.within(arrays={**self.world.arrays, name: entries})
        if name in self.world.sizes:
            raise Unknown("a number of members that varies")
        return self.within(symbols={**self.world.symbols, name: value})

    def moving(self, variable: Term, members: tuple[int, ...] = (), held: Iterable[Term] = ()) -> Printed:
        """The same where a variable or what is defined moves, or an entry of it, and something is held."""
        tag = self.world.tag + 1
        moved = self.within(tag=tag, held={**self.world.held, **{one.args[0]: self.world for one in held}})
        name, *own = variable.args
        if variable.op == "def":
            places = own[0] if isinstance(own[0], tuple) else () if own[0] is None else (own[0],)
            members = members or tuple(map(self.member, places))
            return moved.within(moved=Moved(name, members, Dual(tag, self.ar.zero, self.ar.one)))
        if variable.op == "vector":
            entries = self.world.arrays[name].copy()
            entries[members] = Dual(tag, entries[members], self.ar.one)
            return moved.within(arrays={**self.world.arrays, name: entries})
        return moved.put(variable, Dual(tag, self.number(variable), self.ar.one))

    def _derivative(self, body: Term, moved: Printed) -> Value:
        return changed(lambda v: slope(v, moved.world.tag, self.ar.zero), moved(body))

    def on_D(self, body: Term, variable: Term) -> Value:
        return self._derivative(body, self.moving(variable))

    def on_slope(self, body: Term, variable: Term, held: tuple[Term, ...]) -> Value:
        return self._derivative(body, self.moving(variable, held=held))

    def on_loss(self, name: str, of: Term) -> Value:
        """A quadratic function of a vector, with the gradient that is given at the values that it has."""
        gradient = listed(self.on_vector(f"gradient__{name}__{of.args[0]}", *of.axes).entries)
        found, value = self.ar.zero, listed(self(of).entries)
        for g, v in zip(gradient, value, strict=True):
            step = v + -primal(v)
            found = found + g * step + step * step
        return Array.of(found)

    def on_at(self, body: Term, variable: Term, point: Term) -> Value:
        where = self(point)
        if isinstance(where, Grid) or not where.sets:
            return self.put(variable, self.number(point))(body)
        made = np.empty(where.entries.shape, dtype=object)
        for place in product(*map(range, made.shape)):  # at every entry of a vector, that of what is taken there
            here = dict(zip(where.sets, place, strict=True))
            one = where.entries[place]
            made[place] = attempted(lambda v, here=here: array(self.put(variable, v)(body)).entry(here), one)
        return Array(where.sets, made)

    def on_there(self, body: Term, *pairs: tuple[Any, ...]) -> Value:
        return self.at(pairs)(body)

    def at(self, pairs: Iterable[tuple[Any, ...]]) -> Printed:
        """The same at a point, as it is printed: x = (3, 1, 0), a = 2, i = 1."""
        world = self.world
        sizes, symbols, arrays, members = (
            dict(m) for m in (world.sizes, world.symbols, world.arrays, world.members)
        )
        for key, *values in pairs:
            if isinstance(key, str):
                members[key] = values[0] - 1
            elif key.op == "sym":
                symbols[key.args[0]] = self.number(values[0])
            else:
                arrays[key.args[0]] = objects([self.number(v) for v in values], 1)
                sizes[key.args[1].args[0]] = len(values)
        return self.within(sizes=sizes, symbols=symbols, arrays=arrays, members=members)

    # --- unknown functions ----------------------------------------------------------------------------------------

    def on_seq(self, name: str, _: str, number: Term) -> Value:
        return self.on_app(name, (0,), (number,))

    def on_app(self, name: str, orders: tuple[int, ...], arguments: tuple[Term, ...]) -> Value:
        if name not in self.world.functions:
            raise Unknown(f"the function {name}")
        values = [array(self(a)) for a in arguments]
        sets = max((v.sets for v in values), key=len)
        if len({*sets}) < len(sets):
            raise Unknown("a function of a family of vectors")
        made = np.empty([self.world.sizes[s] for s in sets], dtype=object)
        for place in product(*map(range, made.shape)):
            here = dict(zip(sets, place, strict=True))
            members = [self._members(a, here) for a in arguments]
            made[place] = attempted(lambda here=here, members=members: self._applied(
                name, orders, [v.entry(here) for v in values], members
            ))  # fmt: skip
        return Array(sets, made)

    def _members(self, t: Term, here: Mapping[str, int]) -> tuple[int, ...] | None:
        """The members of sets that tell an entry of a vector; of another argument, nothing."""
        if t.op not in ("coord", "vector"):
            return None
        return tuple(self.member(i) if isinstance(i, str) else here[i.args[0]] for i in t.args[1:])

    def _applied(self, name: str, orders: tuple[int, ...], values: list[Any], members: list[Any], more: int = 0) -> Any:
        """The value of a function, or of its derivatives, one after another."""
        tag = self.world.tag + more
        for n, order in enumerate(orders):
            if order:
                lower = (*orders[:n], order - 1, *orders[n + 1 :])
                moved = [Dual(tag + 1, v, self.ar.one) if m == n else v for m, v in enumerate(values)]
                return slope(self._applied(name, lower, moved, members, more + 1), tag + 1, self.ar.zero)
        formals, body = self.world.functions[name]
        inside = Printed(replace(self.world.start or self.world, tag=tag))
        for formal, value, place in zip(formals, values, members, strict=True):
            if formal.op == "whole":
                inside = inside.within(wholes={**inside.world.wholes, formal.args[0]: int(primal(value))})
                continue
            if formal.op == "coord":
                if place is None:
                    raise Unknown("a function of an entry, of something else")
                entry = dict(zip(formal.args[1:], place, strict=True))
                inside = inside.within(members={**inside.world.members, **entry})
            inside = inside.put(formal, value)
        return inside.number(body)

