"""Statements about vectors and arrays over sets of two lengths, at random, and points for them."""

from __future__ import annotations

import json
from typing import Any

from test_put_in_agrees import Texts

Form = tuple[Any, ...]
N: Form = ("sym", "N")
MEMBERS = ("m:N", "n:N")


class Arrays(Texts):
    """What `Texts` makes, with entries of X over N and the channels, and of u over N, in the place of some of x."""

    def over_sets(self, e: Any, members: tuple[str, ...] = MEMBERS) -> Any:
        """An expression with entries, deltas and sums over N in it."""
        if not isinstance(e, tuple) or not e:
            return e
        if isinstance(e[0], str) and len(members) < 4 and not self.random.randrange(8):
            k = f"k{len(members)}:N"
            excluded = tuple(self.random.sample(members, self.one(0, 0, 1)))
            return "sum", k, N, excluded, self.over_sets(e, (*members, k))
        entries = (("coord", "X", self.one(*members), e[2]), ("coord", "u", self.one(*members))) if len(e) > 2 else ()
        match e:
            case ("coord", _, _):
                return self.one(e, e, e, *entries)
            case ("delta", _, _):
                return self.one(e, e, ("delta", self.one(*members), self.one(*members)))
            case ("D" | "at" as operation, body, variable, *rest):
                at_entry = ("coord", "X", self.one(*members), "i")
                moved = self.one(variable, variable, at_entry, ("coord", "u", self.one(*members)))
                return operation, self.over_sets(body, members), moved, *(self.over_sets(p, members) for p in rest)
            case ("app", "z", *_):
                return e
            case ("sum", k, size, excluded, body):
                return "sum", k, size, excluded, self.over_sets(body, members)
        return tuple(self.over_sets(part, members) if isinstance(part, tuple) else part for part in e)

    def every(self, e: Any) -> Any:
        """The same of every channel, or of every member, in the place of some."""
        for old, new in (("j", "*1"), ("n:N", "*1:N"), ("i", "*2")):
            e = e if self.random.randrange(4) else renamed(e, old, new)
        return e

    def statement(self) -> Form:
        """A relation between two expressions, or two of them."""
        left, right = (self.over_sets(self.called(depth)) for depth in (self.one(1, 2, 3), self.one(0, 1)))
        said = self.every((self.one("eq", "ne", "le", "gt", "ge"), left, right))
        return said if self.random.randrange(6) else (self.one("or", "and"), said, self.every(("gt", right, left)))

    def along(self) -> list[Form]:
        """What varies."""
        entry = ("coord", "X", "m:N", "i")
        return self.one([], [], [("sym", "a")], [("vector", "x")], [("vector", "X")], [entry], [("sym", "t")],
                        [("interval", ("sym", "a"), ("num", "1"))], [("interval", entry, ("num", "0"))],
                        [("vector", "u"), ("sym", "t")])  # fmt: skip

    def place(self, said: Any) -> Any:
        """A point for what is said, with all arrays of which it speaks."""
        functions, values = self.meaning()
        point = self.point().form()
        size, members = int(point["symbols"]["C"][1]), self.one(1, 2, 3)
        point["symbols"] |= {**values, "N": ("num", str(members))}
        point["functions"] = {n: (formals, body) for n, (formals, body) in functions.items()}
        point["indices"] |= {n: self.one(*range(1, members + 1)) for n in MEMBERS}
        arrays = {"X": [[self.number() for _ in range(size)] for _ in range(members)],
                  "u": [self.number() for _ in range(members)]}  # fmt: skip
        point["vectors"] |= {n: rows for n, rows in arrays.items() if f'"{n}"' in json.dumps(said)}
        return json.loads(json.dumps(point))

    def number(self) -> Form:
        return "num", self.one("0", "1", "2", "-1", "1/2", "3")


def renamed(e: Any, old: str, new: str) -> Any:
    if isinstance(e, tuple):
        return tuple(renamed(part, old, new) for part in e)
    return new if e == old else e
