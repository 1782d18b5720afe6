"""Whether what is said to hold in the place of a printed line is shown, or assumed.

What the editors assume corrects nothing, in whatever words it is repeated; a consequence that says less may. Two
equations say the same if each follows from the other alone, and so do two inequalities; what they need besides, the
hypotheses of the theorem, does not count.
"""

from __future__ import annotations

from collections.abc import Container

from ..language import Entry, Statement, Term, Theorem, by, eq, ge, gt
from ..language.by import Rule
from ..prover import Prover
from .letters import cone

TAKEN = ("where", "given")
"""The roles of lines that nothing shows."""


def own(entry: Entry) -> list[Entry]:
    """The editors' own assumptions on which a line rests, in order; another theorem may show what is cited."""
    taken = (e for e in cone([entry]) if e.role == "given" and e.is_supplied and _is_uncited(e))
    return sorted(taken, key=lambda e: e.number)


def _is_uncited(entry: Entry) -> bool:
    return entry.source in ("", "hypothesis")


def is_assumed(entry: Entry, printed: Container[str]) -> bool:
    """Whether nothing shows a line: it is a hypothesis, given, or one of its own suppositions; or it repeats some.

    What the editors assume is repeated in whatever words, times 3 or with its sides swapped; a line that a transcript
    has, by its label in `printed`, only as it is.
    """
    if entry.role not in ("step", "claim"):
        return True
    taken = [e for e in entry.theorem.entries if e.role in TAKEN and _is_uncited(e)]
    taken += entry.suppositions
    own = [e.statement for e in taken if e.is_supplied or e.label not in printed]
    return _repeats(entry.theorem, entry.statement, [e.statement for e in taken], own)


def _repeats(theorem: Theorem, statement: Statement, taken: list[Statement], own: list[Statement]) -> bool:
    """Whether a statement is one of some, or says the same as some of the editors' own; so may each of its parts."""
    if statement in taken or any(_says_the_same(theorem, one, statement) for one in own):
        return True
    return statement.kind == "and" and all(_repeats(theorem, part, taken, own) for part in statement.parts)


def _says_the_same(theorem: Theorem, one: Statement, other: Statement) -> bool:
    """Whether each of two statements follows from the other alone, by calculation."""
    if one.kind == "and":
        return any(_says_the_same(theorem, part, other) for part in one.parts)
    first, second = _plain(one), _plain(other)
    if first is None or second is None or first.kind != second.kind or (one.kind == "ne") != (other.kind == "ne"):
        return False
    return _follows(theorem, first, second) and _follows(theorem, second, first)


def _plain(s: Statement) -> Statement | None:
    """An equation as it is, a > b for b < a, and a = b for a != b, which is its opposite; of others, nothing."""
    match s.kind:
        case "eq" | "ne":
            return eq(*s.parts)
        case "ge" | "gt":
            return s
        case "le" | "lt":
            return (ge if s.kind == "le" else gt)(*reversed(s.parts))
    return None


def _difference(s: Statement) -> Term:
    left, right = s.parts
    made: Term = left - right
    return made


def _follows(theorem: Theorem, one: Statement, other: Statement) -> bool:
    """Whether one statement gives another, without anything that the theorem supposes; and nothing less does."""
    made = Theorem(theorem.id, "Two statements", along=theorem.along)
    is_equation = other.kind == "eq"
    alone = made.step("+alone", other, by.algebra() if is_equation else by.sign())
    given = made.given("+one", one, "hypothesis")
    rule: Rule = by.algebra(given) if is_equation else by.sign(_difference(one), given)
    made.claim("+other", other, rule)
    prover = Prover(made)
    shown = [prover.prove(e).judgement.accepted for e in made.entries]
    return shown[-1] and not shown[alone.number]
