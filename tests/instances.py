"""Instances of the laws: something at random in the place of what stands for anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from expressions import Source
from meaning import Form

from symnorm.checker.calculus.laws import Law
from symnorm.checker.calculus.normal import renamed
from symnorm.checker.forms import of_the_set, put_for, set_of, subforms

COUNTED, OTHER = ("whole", "h", 1), ("whole", "o", 1)
"""The whole number of what stands for f(s), and the second one of h(s, q)."""

OWN = ("h", "g")
"""Names of the indices of what stands for f_i, and for h_iq."""

ALL = ("i", "j", "n", "q", "*1", "*2")
"""The indices of the rows."""


def choices_of_sets(law: Law) -> list[frozenset[str]]:
    """Which indices of a row may belong to another set than the channels: none, all, or one of two summed over."""
    rows = (law.statement, *law.where)
    speaks = any(part[:1] in (("coord",), ("delta",), ("sum",)) for row in rows for part in subforms(row))
    of_two = any(part[:2] == ("coord", "h") for row in rows for part in subforms(row))
    others = [frozenset(ALL)] * speaks + [frozenset(("n", "*1")), frozenset(("q", "*2"))] * of_two
    return [frozenset(), *others]


@dataclass
class Instance:
    """Something in the place of each name of a law, found as it is asked for."""

    source: Source
    depth: int = 1
    tagged: frozenset[str] = frozenset()
    """The indices of the row that belong to the set N."""
    found: dict[Any, Form] = field(default_factory=dict)
    whole: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.whole = {"p": self.source.one(1, 2, 3), "z": self.source.one(-2, -1, 0, 1, 2, 3)}

    def of(self, e: Any) -> Any:
        """A form of a law with everything in its place."""
        match e:
            case ("sym", "a" | "b" | "c" | "d" as name):
                return self.chosen(name, lambda: self._scalar())
            case ("coord", "f" | "g" | "h" as name, *indices):
                found = self.chosen(name, lambda: self._in_channels(indices))
                for own, index in zip(OWN, map(self.index, indices), strict=False):
                    found = renamed(found, of_the_set(own, index), index)
                return found
            case ("coord", "x" as name, index):
                return ("coord", "u" if index in self.tagged else name, self.index(index))
            case ("delta", i, j):
                return ("delta", self.index(i), self.index(j))
            case ("sum", index, _, excluded, body):
                k = self.index(index)
                length = ("sym", set_of(k) or "C")
                return ("sum", k, length, tuple(map(self.index, excluded)), self.of(body))
            case ("sym", "C") if "n" in self.tagged:
                return ("sym", "N")
            case ("app", "f" | "g" as name, (0,), (argument,)) if argument != ("sym", "t"):
                return put_for(self.chosen((name, "whole"), lambda: self._in_whole()), COUNTED, self.of(argument))
            case ("app", "h", (0, 0), (one, other)):
                found = put_for(self.chosen(("h", "whole"), self._in_two), COUNTED, self.of(one))
                return put_for(found, OTHER, self.of(other))
            case ("app", "f" | "g" as name, (0,), (_,)):
                return self.chosen((name, "t"), lambda: self._in_t())
            case ("num", "p" | "z" as name):
                return ("num", str(self.whole[name]))
            case ("pow", base, str(exponent)):
                p = self.whole["z" if exponent == "z" else "p"]
                return ("pow", self.of(base), {"p": p, "z": p, "p-1": p - 1, "-p": -p}[exponent])
        return tuple(self.of(part) if isinstance(part, tuple) else part for part in e)

    def index(self, name: str) -> str:
        """An index of the row, with its set."""
        return f"{name}:N" if name in self.tagged else name

    def chosen(self, name: Any, make: Any) -> Form:
        if name not in self.found:
            self.found[name] = make()
        return self.found[name]

    def _scalar(self) -> Form:
        """What does not speak of t, and is positive more often than not."""
        free = self.source.free
        e = self.source.positive(self.depth, free) if self.source.random.randrange(2) else self._any(free)
        return _without_t(e)

    def _in_channels(self, indices: Sequence[str]) -> Form:
        own = [of_the_set(name, self.index(i)) for name, i in zip(OWN, indices, strict=False)]
        return _without_t(self._any((*own, *own, *self.source.free)))

    def _in_t(self) -> Form:
        e = self._any(self.source.free)
        t = ("sym", "t")
        return self.source.one(e, ("add", e, t), ("mul", e, t), ("add", ("num", "1"), ("pow", e, 2)))

    def _in_whole(self) -> Form:
        e = _without_t(self._any(self.source.free))
        made = self.source.one("plain", "sum", "product", "power", "function", "less")
        less = ("add", COUNTED, ("num", "-1"))
        return {
            "plain": e, "sum": ("add", e, COUNTED), "product": ("mul", e, COUNTED), "power": ("power", e, COUNTED),
            "function": ("mul", e, ("app", "y", (0,), (COUNTED,))), "less": ("mul", e, less),
        }[made]  # fmt: skip

    def _in_two(self) -> Form:
        e = self._in_whole()
        made = self.source.one("power", "product", "function", "one")
        return {
            "power": ("power", e, OTHER), "product": ("mul", e, ("add", OTHER, COUNTED)),
            "function": ("mul", e, ("app", "f", (0, 0), (COUNTED, OTHER))), "one": e,
        }[made]  # fmt: skip

    def _any(self, indices: tuple[str, ...]) -> Form:
        return self.source.expression(self.source.one(0, self.depth, self.depth), indices)


    # --- what is equal, and what vanishes ---------------------------------------------------------------------

    def again(self, e: Form) -> Form:
        """Another expression for the same."""
        one, two = ("num", "1"), ("num", "2")
        return self.source.one(
            ("neg", ("neg", e)), ("add", ("add", e, one), ("neg", one)), ("div", ("mul", two, e), two),
            ("mul", one, e),
        )

    def vanishing(self, e: Form) -> Form:
        """What is zero wherever e has a value."""
        return ("add", e, ("neg", self.again(e)))

    def suited(self, name: str) -> None:
        """Puts something in the place of names so that the conditions of a row hold more often than by chance."""
        a, b, c = (("sym", n) for n in "abc")
        f = ("app", "f", (0,), (("sym", "t"),))
        match name:
            case "sign-equal" | "relation-use" | "relation-exp" | "relation-exponent":
                self.found["b"] = self.again(self.of(a))
            case "relation-either" | "relation-product":
                one = self.source.one("a", "b")
                self.found[one] = self.vanishing(self._scalar())
            case "relation-combination":
                if self.source.random.randrange(3):
                    self.found["c"] = self.vanishing(self._scalar())
                self.found["a"] = ("div", ("mul", self.of(("sym", "d")), self.of(c)), self.of(b))
            case "relation-derivative":
                self.found["g", "t"] = self.again(self.of(f))
            case "relation-channel" | "relation-sum":
                self.found["f"] = self.vanishing(self._in_channels(["n"]))
            case "relation-instance" | "relation-induction":
                if self.source.random.randrange(2):
                    self.found["f", "whole"] = self.vanishing(self._in_whole())
            case "relation-root":
                root = ("fn", "sqrt", ("pow", self.of(a), 2))
                self.found["b"] = self.source.one(root, root, ("neg", root))
            case "relation-square":
                self.found["a"] = self.vanishing(self._scalar())
            case "relation-log":
                self.whole["z"] = self.source.one(-1, 1)
                self.found["b"] = ("pow", self.of(a), -self.whole["p"] * self.whole["z"])
            case "sign-rise" | "sign-rise-positive":
                way = ("add", ("sym", "t"), ("neg", self.of(a)))
                self.found["f", "t"] = ("add", ("mul", ("pow", way, 2), self._scalar()), self._scalar())
            case "sign-rise-along":
                self.found["f", "t"] = ("add", ("mul", ("sym", "t"), self._scalar()), self._scalar())
            case "relation-constant":
                self.found["f", "t"] = ("add", self.vanishing(self._in_t()), self._scalar())
            case "relation-linear":
                self.found["f", "t"] = self.vanishing(self._in_t())


def _without_t(e: Any) -> Any:
    """The same with b for t."""
    if e == ("sym", "t"):
        return ("sym", "b")
    return tuple(_without_t(part) if isinstance(part, tuple) else part for part in e)


def instance(
    law: Law, source: Source, depth: int = 1, chosen: Instance | None = None, tagged: frozenset[str] = frozenset()
) -> tuple[Form, tuple[Form, ...], tuple[Form, ...]]:
    """(statement, conditions, conditions on an interval) of an instance, in which equations are likely to hold."""
    if chosen is None:
        chosen = Instance(source, depth, tagged)
        chosen.suited(law.name)
    return chosen.of(law.statement), tuple(map(chosen.of, law.where)), tuple(map(chosen.of, law.throughout))
