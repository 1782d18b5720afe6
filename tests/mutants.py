"""Mutants of the lines of a proof: one small edit each, of the kind that a misprint makes.

`mutants(statement)` yields every such edit with its name. `Trial` asks of each: is it false,
by a point at which
the witness refutes it,
and can it still be proved in the place of its line? A mutant that is false and proved is
a hole.

    for theorem in theorems("eln"):
        for trial in trials(theorem, most=8):
            assert not trial.is_hole
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symnorm.catalog import Catalog
from symnorm.language import Entry, Rule, Statement, Term, Theorem, by
from symnorm.prover import Prover
from symnorm.runner.worker import PACKAGE, load
from symnorm.witness import Refutation, refute

SLIGHTLY = Fraction(10**9 + 1, 10**9)


def theorems(*targets: str) -> list[Theorem]:
    """The theorems of papers, scripts or ids. What their scripts import is forgotten again."""
    found: list[Theorem] = []
    for script in Catalog().resolve(targets):
        found += load(script)
        for name in [m for m in sys.modules if m.partition(".")[0] == PACKAGE]:
            del sys.modules[name]
    return found


# --- edits ----------------------------------------------------------------------------------------------------

Edit = tuple[str, Term]
Place = tuple[int, ...]


def _number(value: object) -> Term:
    return Term("num", (Fraction(value),))  # type: ignore[call-overload]


def edits(t: Term, symbols: list[Term], indices: list[str], dimension: Term | None) -> Iterator[Edit]:
    """The small edits of one node of a term; what is inside it is left alone."""
    yield "twice", Term("mul", (_number(2), t))
    yield "negative", Term("neg", (t,))
    match t.op, t.args:
        case "num", (value,):
            yield "one more", _number(value + 1)
            yield "1 + 10^-9", _number(value * SLIGHTLY if value else Fraction(1, 10**9))
        case "sym", _:
            for other in symbols:
                if other != t:
                    yield "another symbol", other
            if t == dimension:
                yield "C - 1", Term("add", (t, Term("neg", (_number(1),))))
                yield "C + 1", Term("add", (t, _number(1)))
            else:
                yield "square", Term("pow", (t, 2))
        case "coord", (vector, index):
            for other in indices:
                if other != index:
                    yield "another index", Term("coord", (vector, other), t.latex)
        case "add", parts:
            for n in range(len(parts)):
                rest = (*parts[:n], *parts[n + 1 :])
                yield "a summand less", rest[0] if len(rest) == 1 else Term("add", rest)
                yield "a sign", Term("add", (*parts[:n], Term("neg", (parts[n],)), *parts[n + 1 :]))
            without = Term("neg", (_number(1),))
            if dimension is not None and t == Term("add", (dimension, without)):
                yield "C for C - 1", dimension
        case "mul", parts:
            for n in range(len(parts)):
                rest = (*parts[:n], *parts[n + 1 :])
                yield "a factor less", rest[0] if len(rest) == 1 else Term("mul", rest)
        case "neg", (inner,):
            yield "no sign", inner
        case "div", (above, below):
            yield "upside down", Term("div", (below, above))
            yield "no denominator", above
        case "pow", (base, n):
            yield "another power", Term("pow", (base, n + 1 if n != -1 else -2))
            yield "no power", base
        case "fn", ("sqrt", inner):
            yield "no root", inner
        case "fn", ("exp", inner):
            yield "the other sign", Term("fn", ("exp", Term("neg", (inner,))))
        case "sum", (index, size, (), body):
            for other in indices:
                if not other.startswith("*"):
                    yield "one channel less", Term("sum", (index, size, (other,), body))
        case "sum", (index, size, _, body):
            yield "all channels", Term("sum", (index, size, (), body))
        case "delta", (i, j) if i != j:
            yield "no delta", _number(1)
        case "D", (body, variable):
            yield "no derivative", body
            if variable.op == "coord":
                for other in indices:
                    if other != variable.args[1]:
                        yield (
                            "along another",
                            Term("D", (body, Term("coord", (variable.args[0], other), variable.latex))),
                        )
        case "at", (body, variable, point):
            yield "at another point", Term("at", (body, variable, Term("add", (point, _number(1)))))
            yield "nowhere", body


def mutations(t: Term, symbols: list[Term], indices: list[str], dimension: Term | None) -> Iterator[Edit]:
    """Every edit of every node of a term. Definitions are looked into: a mutant is no definition any more."""
    yield from edits(t, symbols, indices, dimension)
    if t.op == "def":
        for name, inner in mutations(t.args[2], symbols, indices, dimension):
            if name not in ("twice", "negative"):
                yield name, inner
        return
    bound = [i for i in indices if not (t.op == "sum" and t.args[0] == i)]
    for n, arg in enumerate(t.args):
        if (
            isinstance(arg, Term)
            and not (t.op in ("D", "integral", "at") and n == 1)
            and not (t.op == "sum" and n == 1)
        ):
            for name, inner in mutations(arg, symbols, bound, dimension):
                yield name, Term(t.op, (*t.args[:n], inner, *t.args[n + 1 :]), t.latex)
        elif isinstance(arg, tuple) and t.op == "app":
            for m, part in enumerate(arg):
                if isinstance(part, Term):
                    for name, inner in mutations(part, symbols, bound, dimension):
                        changed = (*arg[:m], inner, *arg[m + 1 :])
                        yield name, Term(t.op, (*t.args[:n], changed, *t.args[n + 1 :]), t.latex)


STRONGER = {"le": "lt", "ge": "gt", "lt": "gt", "gt": "lt", "ne": "eq"}


def mutants(statement: Statement, along: tuple[Statement, ...] = ()) -> Iterator[tuple[str, Statement]]:
    """Every mutant of a statement, with the name of the edit. Symbols come from `along`, too."""
    terms = [t for s in (statement, *along) for top in s.terms() for t in top.walk()]
    symbols = list(dict.fromkeys(t for t in terms if t.op == "sym"))
    indices = sorted({t.args[1] for t in _free(statement)})
    dimension = next((t.args[1] for t in terms if t.op == "sum"), None)
    seen = {statement}
    for name, found in _of_statement(statement, symbols, indices, dimension):
        if found not in seen:
            seen.add(found)
            yield name, found


def _of_statement(
    s: Statement, symbols: list[Term], indices: list[str], dimension: Any
) -> Iterator[tuple[str, Statement]]:
    if s.kind in STRONGER:
        yield "another relation", Statement(STRONGER[s.kind], s.parts)
    if s.kind in ("implies", "iff"):
        yield "the converse", Statement("implies", (s.parts[1], s.parts[0]))
    if s.kind == "or":
        yield "the first alone", s.parts[0]
        yield "the last alone", s.parts[-1]
    for n, part in enumerate(s.parts):
        inner: Iterator[tuple[str, Any]]
        if isinstance(part, Statement):
            inner = _of_statement(part, symbols, indices, dimension)
        else:
            inner = mutations(part, symbols, indices, dimension)
        for name, found in inner:
            yield name, Statement(s.kind, (*s.parts[:n], found, *s.parts[n + 1 :]))


def _free(statement: Statement) -> Iterator[Term]:
    """The coordinates whose index no sum binds."""

    def walk(t: Term, bound: frozenset[str]) -> Iterator[Term]:
        if t.op == "coord" and t.args[1] not in bound:
            yield t
        inside = bound | {t.args[0]} if t.op == "sum" else bound
        for part in t.parts():
            yield from walk(part, inside)

    for top in statement.terms():
        yield from walk(top, frozenset())


# --- trials ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """One mutant in the place of a line: where it fails, if anywhere, and what proves it, if anything."""

    entry: Entry
    edit: str
    statement: Statement
    refutation: Refutation | None
    proved_by: str

    @property
    def is_false(self) -> bool:
        """Whether a point shows the mutant to be false."""
        return self.refutation is not None and self.refutation.kind != "undefined"

    @property
    def is_hole(self) -> bool:
        """Whether the mutant is false, and proved all the same."""
        return self.is_false and bool(self.proved_by)


def trials(
    theorem: Theorem, most: int | None = None, choose: Callable[[list[Any], int], list[Any]] | None = None
) -> Iterator[Trial]:
    """Tries the mutants of every step and claim of a theorem, at most so many of each line."""
    prover = Prover(theorem)
    for entry in theorem.entries:
        prover.prove(entry)
        if entry.role not in ("step", "claim"):
            continue
        found = list(mutants(entry.statement, tuple(e.statement for e in theorem.entries[: entry.number])))
        for edit, statement in found if most is None else (choose or spread)(found, most):
            yield tried(prover, entry, edit, statement)


def tried(prover: Prover, entry: Entry, edit: str, statement: Statement) -> Trial:
    """One mutant in the place of a line that was just proved: by its own rule, and by plain algebra.

    What is proved is said to hold where the suppositions hold that its proof stands on, and is judged there.
    """
    assert entry.by is not None
    rules: list[Rule] = [entry.by] if _fits(entry.by, entry.statement, statement) else []
    if entry.by.name != "algebra" or entry.by.term is not None:
        rules.append(by.algebra(*entry.by.premises))
    proved_by, supposed = "", entry.suppositions
    for rule in rules:
        judgement = prover.could_prove(entry, statement, rule)
        if judgement is not None:
            proved_by, supposed = rule.name, [entry.theorem.entries[n] for n in judgement.assumptions]
            break
    refutation = refute(entry.theorem, statement, open_suppositions=supposed)
    return Trial(entry, edit, statement, refutation, proved_by)


def _fits(rule: Rule, line: Statement, mutant: Statement) -> bool:
    """Whether a rule is for statements of the mutant's kind: an equation has no sign."""
    return line.kind == mutant.kind or (
        rule.name in ("sign", "bounds") and "eq" not in (line.kind, mutant.kind)
    )


def spread(found: list[Any], most: int) -> list[Any]:
    """So many of a list, spread over it evenly, the same ones each time."""
    if len(found) <= most:
        return found
    return [found[n * len(found) // most] for n in range(most)]
