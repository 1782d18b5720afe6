"""Points and theorems of bundles, changed at random: most of what comes of it no longer fits."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

NUMBERS = ("0", "1", "-1", "2", "1/2", "3", "-2", "4", "1/3")
RELATIONS = ("eq", "ne", "lt", "le", "gt", "ge")
FUNCTIONS = ("sqrt", "exp", "log", "tanh")
PREMISES = ("where", "given")


class Changes:
    """Changes of a theorem of a bundle, and of its refutations."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def changed(self, bundle: Any) -> tuple[Any, Any]:
        """A theorem and one of its refutations, or None for its own point; something in them is another."""
        theorem = {**bundle, "point": copy.deepcopy(bundle["point"])}
        theorem["entries"] = [{**e, "statement": copy.deepcopy(e["statement"])} for e in bundle["entries"]]
        listed = bundle["refutations"]
        item = copy.deepcopy(self.random.choice(listed)) if listed and self.random.randrange(2) else None
        for _ in range(self.random.choice((1, 1, 2))):
            self._change(theorem, item)
        return theorem, item

    def _change(self, theorem: Any, item: Any) -> None:
        at = theorem["point"] if item is None else item["point"]
        premises = [e["statement"] for e in theorem["entries"] if e["role"] in PREMISES]
        names = sorted(at["symbols"]) or ["a"]
        match self.random.randrange(5):
            case 0 | 1:
                self._edit(at, names)
            case 2:
                self._edit(self.random.choice(premises), names)
            case 3:
                variable = ["sym", self.random.choice(names)]
                interval = ["interval", variable, ["num", self.random.choice(NUMBERS)]]
                theorem["along"] = [*theorem["along"], self.random.choice((variable, interval))]
            case _:
                self._edit(at if item is None else item["statement"], names)

    def _edit(self, form: Any, names: list[str]) -> None:
        """Puts another number, relation, function, name or channel somewhere."""
        if found := list(_places(form)):
            inside, key, kind = self.random.choice(found)
            inside[key] = self.random.choice(
                {"num": NUMBERS, "fn": FUNCTIONS, "sym": names, "channel": (1, 2, 3)}.get(kind, RELATIONS)
            )


def _places(form: Any) -> Iterator[tuple[Any, Any, str]]:
    """What may be put elsewhere: in which list or object, under which key, and of which kind it is."""
    if isinstance(form, dict):
        for name, inside in form.items():
            if isinstance(inside, int):
                yield form, name, "channel"
            yield from _places(inside)
    elif isinstance(form, list):
        if form and form[0] in ("num", "fn", "sym"):
            yield form, 1, form[0]
        elif form and form[0] in RELATIONS:
            yield form, 0, "relation"
        for inside in form:
            yield from _places(inside)
