"""The names in a term or a statement, and the letters that they leave free: what a printer needs to know beforehand."""

from __future__ import annotations

from typing import Any

from .letters import LETTERS, index_names
from .looks import spelled
from .statements import Statement
from .terms import Term, bare, free_indices

NAMED = ("sym", "def", "app", "vector", "coord", "loss", "whole", "matrix")
"""The operations of what has a name of its own."""


class Names:
    """The names in what is printed."""

    def __init__(self, printed: Term | Statement) -> None:
        seen = [t for top in _tops(printed) for t in visible(top)]
        uses: dict[str, set[Any]] = {}
        for t in seen:
            if t.op in ("app", "sym", "def", "loss", "whole"):
                use = t.args[2] if t.op == "app" else t.op
                uses.setdefault(t.args[0], set()).add(use)
                uses.setdefault(name_of(t), set()).add(use)
            elif t.op == "D" and t.args[0].op == "app" and t.args[1] not in t.args[0].args[2]:
                uses.setdefault(name_of(t.args[0]), set()).add("D")  # df/dt is of an f(t)
        self.clear = {name for name, things in uses.items() if len(things) == 1}
        """Those that are used in one way only."""
        taken = {str(n) for n in uses} | {str(t.args[0]) for t in seen if t.op == "vector"}
        channels = set(index_names(seen))
        free = iter([n for n in LETTERS if n not in {*map(bare, channels)} | taken])
        self.indices = {n: next(free, n) for n in sorted(channels) if n.startswith("*")}
        """Letters that are free, for the indices of `every`."""
        unbound = {n for top in _tops(printed) for n in free_indices(top)}
        self.letters = {self.indices.get(n, bare(n)) for n in unbound} | taken
        """What no sum may call its index: names, indices that are free, and those of the sums around it."""
        self.several_dimensions = len({t.args[1] for t in seen if t.op == "sum"}) > 1
        self.written: dict[type, str] = {}
        """All of it as it is written on the page, in a terminal and elsewhere, as soon as it was."""


def names_in(printed: Term | Statement) -> Names:
    """The names in what is printed: it keeps them, as it is printed on the page, in a terminal and elsewhere."""
    if printed.names is None:
        printed.names = Names(printed)
    found: Names = printed.names
    return found


def name_of(t: Term) -> str:
    r"""The LaTeX of a name: its own, or one made from the name, as `\mu` for mu and `x_0` for x0."""
    if t.latex and t.latex != t.args[0]:
        return t.latex
    return spelled(str(t.args[0]))


def _tops(printed: Term | Statement) -> list[Term]:
    return [printed] if isinstance(printed, Term) else list(printed.printed())


def visible(t: Term) -> list[Term]:
    """A term and the terms inside it that are printed: a definition is printed as its name."""
    found, ahead = [], [t]
    while ahead:
        t = ahead.pop()
        found.append(t)
        if t.op not in ("def", "loss", "matrix"):
            ahead.extend(reversed(t.shown()))
    return found


def may_be_argument(definition: Term, shown: Term) -> bool:
    """Whether F(t - 1) may be a value of F: the definition speaks of what varies in the brackets."""
    inside = [*definition.args[2].walk()]
    sizes = {p.size for p in inside} | {a for p in inside if p.op in ("sum", "vector") for a in p.args[1:]}
    return not sizes.issuperset({p for p in visible(shown) if p.op == "sym"} & {*inside})
