"""What a page tells beside a line, because its formula does not say it by itself.

Of derivatives on the graph of definitions: total or direct, and which definitions lie between. Of an equation of
vectors or matrices: what it is entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .entrywise import Entrywise, entrywise
from .graph import leads, same
from .latex import latex
from .names import name_of, visible
from .statements import Statement
from .terms import Term, bare
from .text import text, unicode


class Told(NamedTuple):
    """Words with formulas in them: as LaTeX in mathematical mode, and for a terminal."""

    latex: str
    text: str


def told_of(statements: Iterable[Statement]) -> tuple[Told, ...]:
    """What is told of every equation of matrices, and derivative on the graph of definitions, in some statements.

    Of dy/dy, nothing is told.
    """
    several = list(statements)
    found = (t for t in _parts(several) if t.op == "slope" and (t.args[1].op == "def" or t.args[2]))
    meant = (_meant(s) for one in several for s in entrywise(one))
    return *dict.fromkeys(meant), *(_told(t) for t in dict.fromkeys(found) if _arrows(*t.args))


def _meant(s: Entrywise) -> Told:
    """What an equation of vectors or matrices means."""
    sets, entries = ", ".join(map(bare, s.indices)), s.entries
    said = "entry by entry, for every "
    return Told(rf"\text{{{said}}} {sets}:\; {latex(entries)}", f"{said}{sets}: {text(entries)}")


def losses(statements: Iterable[Statement]) -> tuple[Told, ...]:
    """What is supposed of every loss in some statements."""
    return tuple(_supposed(t) for t in dict.fromkeys(_parts(statements)) if t.op == "loss")


def _supposed(t: Term) -> Told:
    made, of = _shown(t), _shown(t.args[1])
    said, alone = " is a totally differentiable function of all entries of ", ", and of nothing else"
    return Told(
        rf"{made.latex} \text{{{said}}} {of.latex} \text{{{alone}}}", f"{made.text}{said}{of.text}{alone}"
    )


def _parts(statements: Iterable[Statement]) -> Iterator[Term]:
    """All terms of some statements, and those inside definitions."""
    for t in (t for s in statements for t in s.terms()):
        yield from t.as_written()


def _told(t: Term) -> Told:
    """Of a derivative: whether it is total, what is held, and from what to what the definitions lead."""
    held = t.args[2]
    leading = _arrows(*t.args)
    made, stay = _shown(t), [_shown(one) for one in held]
    begun = r"\text{ is direct, with }", " is direct, with ", r"\text{ held: }", " held: "
    if not held:
        begun = r"\text{ is total: }", " is total: ", "", ""
    return Told(
        made.latex + begun[0] + ", ".join(one.latex for one in stay) + begun[2]
        + r";\; ".join(rf"{a.latex} \to {', '.join(one.latex for one in b)}" for a, b in leading.items()),
        made.text + begun[1] + ", ".join(one.text for one in stay) + begun[3]
        + "; ".join(f"{a.text} → {', '.join(one.text for one in b)}" for a, b in leading.items()),
    )  # fmt: skip


def _arrows(body: Term, variable: Term, held: tuple[Term, ...]) -> dict[Told, dict[Told, None]]:
    """From what to what the definitions lead that move with a variable, the variable first and the body last."""
    end = body.args[1] if body.op == "loss" else body
    moved = [d for d in reversed(end.as_written()) if leads(variable, d) and not any(same(d, one) for one in held)]
    inside = {_shown(d): d.args[2] for d in moved}
    if body.op == "loss" or end.op != "def":
        inside[_shown(body)] = end
    found: dict[Told, dict[Told, None]] = {_shown(variable): {}, **{name: {} for name in inside}}
    for target, formula in inside.items():
        for source in visible(formula):
            name = _shown(variable if same(source, variable) else source)
            if name in found and (same(source, variable) or source.op == "def"):
                found[name][target] = None
    return {source: targets for source, targets in found.items() if targets}


def _shown(t: Term) -> Told:
    """A term as it is printed; of a definition, the name that its entries share."""
    if t.op == "def":
        return Told(name_of(t), unicode(name_of(t)))
    return Told(latex(t), text(t))
