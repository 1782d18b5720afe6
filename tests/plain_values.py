"""What expressions and statements of a bundle mean at a point, by plain evaluation: nothing of symnorm takes part.

Numbers are fractions as long as nothing irrational stands in them, and then have 300 digits. A derivative is a quotient
of differences, from both sides; an antiderivative is found by Boole's rule, near to the point. What has no value raises
NoValue, and what 300 digits do not tell raises Unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from mpmath import MPContext

Form = tuple[Any, ...]
Slot = tuple[str, tuple[int, ...]]
"""(symbol, ()), or (vector or array, channels), which are numbered from 1."""

CALC = MPContext()
CALC.dps = 300
STEP, NONE, SURE = (CALC.mpf(10) ** -n for n in (40, 60, 30))
"""By how much a variable is moved for a derivative; what is below NONE is zero, what is above SURE is not."""

SIGNS = {"eq": [0], "ne": [-1, 1], "lt": [-1], "le": [-1, 0], "gt": [1], "ge": [0, 1]}


class NoValue(Exception):
    """It has none at the point."""


class Unsure(Exception):
    """That cannot be told, or is not looked at."""


class NoPoint(Exception):
    """The point does not say what a name is, or says it in a circle."""


def frozen(data: Any) -> Any:
    """Lists as tuples."""
    return tuple(map(frozen, data)) if isinstance(data, list | tuple) else data


def parts(form: Any) -> Iterator[Form]:
    """All that a form is made of, from the outside in; what stands in several places comes once."""
    ahead, seen = [form], set()
    while ahead:
        form = ahead.pop()
        if isinstance(form, tuple) and id(form) not in seen:
            seen.add(id(form))
            yield form
            ahead += form


def indices(form: Any) -> set[str]:
    """The channels that a form names and no sum in it binds."""
    match form:
        case ("coord", _, *named) | ("delta", *named):
            return {*named}
        case ("sum", k, size, excluded, body):
            return (indices(body) - {k}) | {*excluded} | indices(size)
        case tuple():
            return set().union(*map(indices, form))
    return set()


def real(v: Any) -> Any:
    """A fraction with 300 digits."""
    return CALC.mpf(v.numerator) / v.denominator if isinstance(v, Fraction) else v


def alike(numbers: list[Any]) -> list[Any]:
    """Fractions, if all numbers are; else all with 300 digits."""
    return numbers if all(isinstance(v, Fraction) for v in numbers) else list(map(real, numbers))


def added(numbers: list[Any]) -> Any:
    """The sum of numbers; of none it is a fraction."""
    return sum(alike(numbers), Fraction(0) if all(isinstance(v, Fraction) for v in numbers) else CALC.mpf(0))


def sign(v: Any) -> int:
    """The sign of a number."""
    if isinstance(v, Fraction):
        return (v > 0) - (v < 0)
    if abs(v) < NONE:
        return 0
    if abs(v) < SURE:
        raise Unsure("a small number")
    return 1 if v > 0 else -1


class World:
    """What every name stands for at a point, as a bundle has it. `calls` are the values that functions took."""

    def __init__(self, point: Mapping[str, Any]) -> None:
        self.symbols = {n: frozen(e) for n, e in point["symbols"].items()}
        self.vectors = {n: frozen(entries) for n, entries in point["vectors"].items()}
        self.functions = {n: frozen(said) for n, said in point["functions"].items()}
        self.named = dict(point["indices"])
        self.known: dict[Slot, Any] = {}
        self.sizes: dict[str, set[int]] = {}
        """How many members each set has that an index belongs to, by its name, as far as it was asked."""
        self.calls: dict[str, list[tuple[tuple[Any, ...], Any]]] = {}
        self.free: dict[int, tuple[Form, list[str]]] = {}
        self.here = Frame(self, {})

    def base(self, slot: Slot) -> Any:
        """The value of a variable at the point. Raises NoPoint."""
        if slot not in self.known:
            name, channels = slot
            said = self.vectors.get(name) if channels else self.symbols.get(name)
            for k in channels:
                said = said[k - 1] if said is not None and 0 < k <= len(said) else None
            if said is None:
                raise NoPoint(f"no value for {slot}")
            self.known[slot] = None
            try:
                self.known[slot] = self.here(said, self.named)
            except NoValue as error:
                raise NoPoint(f"{slot} has no value: {error}") from None
        if self.known[slot] is None:
            raise NoPoint(f"{slot} in terms of itself")
        return self.known[slot]

    def size(self, index: str, dimension: Form) -> int:
        """The number of channels that a sum runs to."""
        size = self.here(dimension, self.named)
        if not isinstance(size, Fraction) or size.denominator != 1 or size < 1:
            raise NoPoint(f"{size} channels")
        self.sizes.setdefault(set_of(index), set()).add(int(size))
        return int(size)

    def measure(self, entry: Form) -> None:
        """Takes down how many entries a vector or an array has along each of its indices. Raises NoPoint."""
        _, name, *named = entry
        rows = [self.vectors.get(name, ())]
        for index in named:
            self.sizes.setdefault(set_of(index), set()).update(map(len, rows))
            if any(not isinstance(row, tuple) or (row and isinstance(row[0], str)) for row in rows):
                raise NoPoint(f"{name} has not so many indices")
            rows = [part for row in rows for part in row]
        if any(not part or not isinstance(part[0], str) for part in rows):
            raise NoPoint(f"{name} has more indices")

    def is_of_one_size(self) -> bool:
        """Whether each set has one number of members, and not two."""
        return all(len(found) == 1 for found in self.sizes.values())

    def looked_up(self, e: Form) -> list[str]:
        """The indices of an expression, which is kept, and its identity with it."""
        if id(e) not in self.free:
            self.free[id(e)] = e, sorted(indices(e))
        return self.free[id(e)][1]

    def is_function(self, name: str) -> bool:
        """Whether a function took one value only wherever its arguments were the same."""
        taken = sorted(((tuple(map(real, a)), real(v)) for a, v in self.calls.get(name, ())), key=lambda c: c[0][0])
        for n, (arguments, value) in enumerate(taken):
            for others, other in taken[n + 1 :]:
                if others[0] - arguments[0] > NONE:
                    break
                if all(abs(a - b) < NONE for a, b in zip(arguments, others, strict=True)) and sign(value - other):
                    return False
        return True


class Frame:
    """A point with some variables moved away from it."""

    def __init__(self, world: World, moved: Mapping[Slot, Any]) -> None:
        self.world, self.moved = world, moved
        self.memo: dict[Any, Any] = {}

    def __call__(self, e: Form, channels: Mapping[str, int]) -> Any:
        """The value of an expression. Raises NoValue, Unsure or NoPoint."""
        key = (id(e), *(channels.get(i) for i in self.world.looked_up(e)))
        if key not in self.memo:
            self.memo[key] = self.value(e, channels)
        return self.memo[key]

    def value(self, e: Form, channels: Mapping[str, int]) -> Any:
        match e:
            case ("num", q):
                return Fraction(q)
            case ("sym", _) | ("coord", _, *_):
                if e[0] == "coord":
                    self.world.measure(e)
                slot = self.slot(e, channels)
                return self.moved[slot] if slot in self.moved else self.world.base(slot)
            case ("delta", i, j):
                return Fraction(channel(i, channels) == channel(j, channels))
            case ("add", *terms):
                return added([self(part, channels) for part in terms])
            case ("mul", *factors):
                return prod(alike([self(part, channels) for part in factors]))
            case ("neg", a):
                return -self(a, channels)
            case ("div", a, b):
                above, below = alike([self(a, channels), nonzero(self(b, channels))])
                return above / below
            case ("pow", a, n):
                base = self(a, channels)
                return base**n if n >= 0 else 1 / nonzero(base) ** -n
            case ("fn", name, a):
                return function(name, self(a, channels))
            case ("def", _, _, body):
                return self(body, channels)
            case ("sum", k, dimension, excluded, body):
                size, out = self.world.size(k, dimension), {channel(i, channels) for i in excluded}
                taken = (n for n in range(1, size + 1) if n not in out)
                return added([self(body, {**channels, k: n}) for n in taken])
            case ("at", a, v, b):
                return self.move(self.slot(v, channels), self(b, channels))(a, channels)
            case ("D", a, v):
                return self.slope(lambda frame: frame(a, channels), self.slot(v, channels), self(v, channels))
            case ("integral", a, v):
                return self.area(a, self.slot(v, channels), self(v, channels), channels)
            case ("app", name, orders, arguments):
                return self.applied(name, orders, arguments, channels)
        raise AssertionError(e)

    def slot(self, variable: Form, channels: Mapping[str, int]) -> Slot:
        """Which variable it is."""
        return variable[1], tuple(channel(i, channels) for i in variable[2:])

    def move(self, slot: Slot, value: Any) -> Frame:
        """The same with a variable elsewhere."""
        return Frame(self.world, {**self.moved, slot: value})

    def slope(self, value: Any, slot: Slot, here: Any) -> Any:
        """The derivative of what a frame gives a value, from both sides. Raises NoValue where these differ."""
        middle = real(value(self))
        try:
            above, below = (real(value(self.move(slot, real(here) + step))) for step in (STEP, -STEP))
        except NoValue:
            raise NoValue("no derivative at the end of where there are values") from None
        if abs(above - 2 * middle + below) > STEP * CALC.mpf(10) ** -15 * (1 + abs(middle)):
            raise NoValue("no derivative: another from each side")
        return (above - below) / (2 * STEP)

    def area(self, body: Form, slot: Slot, here: Any, channels: Mapping[str, int]) -> Any:
        """The antiderivative that is zero where the variable is as the point has it."""
        start, end = real(self.world.base(slot)), real(here)
        values = [real(self.move(slot, start + (end - start) * n / 4)(body, channels)) for n in range(5)]
        return (end - start) * sum(w * v for w, v in zip((7, 32, 12, 32, 7), values, strict=True)) / 90

    def applied(self, name: str, orders: Form, arguments: Form, channels: Mapping[str, int]) -> Any:
        """A function, or a derivative of it, at its arguments: nothing else moves in it."""
        world = self.world
        if name not in world.functions:
            raise NoPoint(f"no function {name}")
        variables, body = world.functions[name]
        if len(variables) != len(arguments):
            raise NoPoint(f"{name} has {len(variables)} variables")
        inside, actual = dict(world.named), tuple(self(a, channels) for a in arguments)
        for formal, argument in zip(variables, arguments, strict=True):
            if formal[0] == "coord":
                if argument[:2] != formal[:2]:
                    raise Unsure(f"{name} is given channel by channel")
                for own, index in zip(formal[2:], argument[2:], strict=True):
                    inside[own] = channel(index, channels)
        slots = [self.slot(formal, inside) for formal in variables]
        frame = Frame(world, dict(zip(slots, actual, strict=True)))
        found = differentiated(frame, body, inside, [s for s, n in zip(slots, orders, strict=True) for _ in range(n)])
        if not any(orders):
            world.calls.setdefault(name, []).append((actual, found))
        return found


def differentiated(frame: Frame, body: Form, channels: Mapping[str, int], slots: list[Slot]) -> Any:
    """The value of a term, differentiated along variables."""
    if not slots:
        return frame(body, channels)
    first, *others = slots
    return frame.slope(lambda moved: differentiated(moved, body, channels, others), first, frame.moved[first])


def set_of(index: str) -> str:
    """The set to which an index belongs: that of b:N is N, and that of i are the channels of the theorem."""
    return index.partition(":")[2]


def members(s: Form, star: str, world: World) -> int:
    """How many members an index of a statement names that stands for all of them."""
    for entry in parts(s):
        if entry[:1] == ("coord",) and star in entry:
            world.measure(entry)
            return max(world.sizes[set_of(star)])
    raise Unsure(f"{star} stands at no vector")


def channel(index: str, channels: Mapping[str, int]) -> int:
    """The number of a channel."""
    if index not in channels:
        raise NoPoint(f"no channel {index}")
    return channels[index]


def nonzero(v: Any) -> Any:
    """A number by which may be divided."""
    if not sign(v):
        raise NoValue("a division by zero")
    return v


def function(name: str, v: Any) -> Any:
    """sqrt, exp, log or tanh."""
    if name in ("sqrt", "log") and (sign(v) < 0 or (name == "log" and not sign(v))):
        raise NoValue(f"{name} of what has none")
    if name == "sqrt" and isinstance(v, Fraction):
        root = CALC.sqrt(real(v))
        near = Fraction(int(CALC.nint(root * v.denominator)), v.denominator)
        return near if near**2 == v else root
    if name == "sqrt":
        return CALC.sqrt(max(v, CALC.mpf(0)))
    return getattr(CALC, name)(real(v))


def holds(s: Form, frame: Frame) -> bool:
    """Whether a statement holds, in all channels that it speaks of. Raises NoValue, Unsure or NoPoint.

    All of it has to have a value, in every channel, but for what an implication does not come to.
    """
    if s[0] == "implies":
        return not holds(s[1], frame) or holds(s[2], frame)
    if s[0] == "iff":
        first, second = (holds(part, frame) for part in s[1:])
        return first == second
    stars = sorted(i for i in indices(s) if i[0] == "*")
    world = frame.world
    found, doubts = [], []
    for chosen in product(*(range(1, members(s, star, world) + 1) for star in stars)):
        try:
            found.append(_holds(s, frame, {**world.named, **dict(zip(stars, chosen, strict=True))}))
        except Unsure as error:
            doubts.append(error)
    if doubts and all(found):
        raise doubts[0]
    return all(found)


def _holds(s: Form, frame: Frame, channels: Mapping[str, int]) -> bool:
    if s[0] in ("or", "and"):
        found = [_holds(part, frame, channels) for part in s[1:]]
        return any(found) if s[0] == "or" else all(found)
    if s[0] in ("implies", "iff"):
        return holds(s, frame)
    if s[0] == "differentiable":
        _, (_, name, _, arguments), (_, times) = s
        for orders in product(range(int(times) + 1), repeat=len(arguments)):
            if sum(orders) <= int(times):
                frame.applied(name, orders, arguments, channels)
        return True
    return sign(added([frame(s[1], channels), -frame(s[2], channels)])) in SIGNS[s[0]]
