"""The lines of a theorem, and what is said to be wrong with print: as data, which `Theorem` puts together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .by import Relation, Rule
from .for_every import summed_inequality
from .provenance import Provenance
from .refusals import LanguageError
from .said import Untyped, labels
from .statements import INEQUALITIES, Statement
from .terms import Index, Term, number, term
from .whole import whole_numbers

if TYPE_CHECKING:
    from .theorem import Theorem


@dataclass(frozen=True)
class Printed:
    """What the paper prints where it differs from what holds, and where it fails.

    Of what does not type, `untyped` has it letter for letter, and the statement is that of the line.
    """

    statement: Statement
    kind: str
    note: str
    point: Mapping[Any, Any] | None
    untyped: Untyped | None = None


@dataclass(frozen=True)
class Chain:
    """The place of a line in a chain: which link it is, from 1; 0 is what the chain shows as a whole."""

    label: str
    link: int


@dataclass(eq=False, repr=False)
class Entry:
    """One line of a proof. Used as a premise of later lines."""

    theorem: Theorem
    number: int
    label: str
    role: str
    statement: Statement
    by: Rule | None = None
    source: str = ""
    also: tuple[str, ...] = ()
    printed: Printed | None = None
    note: str = ""
    point: Mapping[Any, Any] | None = None
    also_reads: tuple[str, ...] = ()
    line: int = 0
    chain: Chain | None = None
    reads: str = ""
    put: tuple[tuple[Term, Term], ...] = ()
    provenance: Provenance | None = None

    def __repr__(self) -> str:
        return f"{self.label}: {self.statement!r}"

    def _repr_latex_(self) -> str:
        return self.statement._repr_latex_()

    @property
    def is_supplied(self) -> bool:
        """Whether the line is the editor's own and stands in no paper."""
        return self.label.startswith("+")

    @property
    def called(self) -> str:
        """The label without the + that makes a line supplied: it is no part of what the line is called."""
        return self.label.removeprefix("+")

    @property
    def whole(self) -> str:
        """The label of the printed chain that it is as a whole, or nothing."""
        links = self.by.entries() if self.chain and not self.chain.link and self.by else []
        return self.chain.label if self.chain and any(not e.is_supplied for e in links) else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the printed lines that it says: its own, those in `also`, that of a chain it is as a whole."""
        return (self.label, *self.also, *([self.whole] if self.whole else []))

    def __post_init__(self) -> None:
        self._resting = self._rests_on()

    def _rests_on(self) -> frozenset[int]:
        """The numbers of the suppositions on which the line rests: those of its premises, which stand before it."""
        found = {self.number} if self.role == "suppose" else set[int]()
        if self.by is not None:
            for premise in (p for relation in self.by.premises for p in relation.entries()):
                found |= premise._resting
            for _, shown in self.by.implications:
                found |= shown._resting - {s.number for s, q in self.by.implications if q is shown}
        return frozenset(found)

    @property
    def suppositions(self) -> list[Entry]:
        """The suppositions on which the line rests, by its premises, and which are not discharged; in order."""
        return [self.theorem.entries[n] for n in sorted(self._resting)]

    @property
    def scope(self) -> list[Entry]:
        """The suppositions under which the line stands in the text: on which it rests, or from which it is shown.

        What is concluded from a supposition, and all between the two, stands under it.
        """
        ends = [(s, q) for e in self.theorem.entries if e.by is not None for s, q in e.by.implications]
        around = {s.number for s, q in ends if s.number < self.number <= q.number}
        numbers = around | {e.number for e in self.suppositions}
        return [self.theorem.entries[n] for n in sorted(numbers)]

    def d(self, variable: Term) -> Relation:
        """The derivative of this equation, which must hold for every value of the variable.

        >>> y = function("y", t)
        >>> theorem = Theorem("t/1", "A circle", where=[y > 0, differentiable(y)], along=[t], model={y: sqrt(1 - t**2)})
        >>> circle = theorem.given("(1)", eq(t**2 + y**2, 1), "hypothesis")
        >>> line = theorem.claim("(2)", eq(D(y, t), -t / y), by.algebra(circle.d(t)))
        """
        return Relation("use", self).d(variable)

    def exp(self, times: Any = 1) -> Relation:
        """exp(m left) = exp(m right).

        >>> theorem = Theorem("t/1", "A logarithm", where=[a > 0], model={a: exp(symbol("b"))})
        >>> p = theorem.given("(1)", eq(log(a), b), "hypothesis")
        >>> line = theorem.claim("(2)", eq(a, exp(b)), by.algebra(p.exp()))
        """
        return Relation("exp", self, (number(times),))

    def at(self, i: Index | Term, j: Any) -> Relation:
        """This equation, which holds for every channel i, for channel j in the place of i.

        One that holds for every whole number t is so for another in its place, as t + 1.

        >>> C = symbol("C")
        >>> x, y = vector("x", C), vector("y", C)
        >>> i, j = indices("i j", C)
        >>> theorem = Theorem("t/1", "Another channel")
        >>> p = theorem.step("(1)", eq(D(mean(x), x[i]), 1 / C))
        >>> line = theorem.claim("(2)", eq(D(mean(x), x[i]), D(mean(x), x[j])), by.algebra(p, p.at(i, j)))
        """
        if isinstance(i, Term):
            return Relation("instance", self, whole_numbers(i, j))
        self._speaks_of(i)
        _require_index(j)
        return Relation("rename", self, (i.name, j.name))

    def summed(self, i: Index, weight: Any = 1) -> Relation | Entry:
        """The sum over i of a weight times this equation, which holds for every channel i.

        Of an inequality, with a weight >= 0, it is a line of its own; of one with < or >, the weight is positive.

        >>> C = symbol("C")
        >>> x = vector("x", C)
        >>> (i,) = indices("i", C)
        >>> theorem = Theorem("t/1", "A bound, summed")
        >>> p = theorem.step("(1)", 2 * x[i] <= 1 + x[i] ** 2, by.sign((x[i] - 1) ** 2))
        >>> line = theorem.claim("(2)", 2 * total(x) <= C + total(x**2), by.sign(p.summed(i)))
        """
        self._speaks_of(i)
        if self.statement.kind in INEQUALITIES:
            return summed_inequality(self, i, number(weight))
        return Relation("sum", self, (i.name, number(weight)))

    def _speaks_of(self, i: Any) -> None:
        _require_index(i)
        terms = (t for top in self.statement.terms() for t in top.walk())
        if not any(t.op in ("coord", "delta") and i.name in t.args for t in terms):
            raise LanguageError(f"{self.label} does not speak of channel {i}")

    def constant(self, point: Any) -> Relation:
        """From dg/dx = 0: g = g(point), by the lemma zero-derivative.

        >>> y = function("y", t)
        >>> theorem = Theorem("t/1", "Exponential decay", along=[interval(t, 0)], model={y: exp(-t)})
        >>> ode = theorem.given("(1)", eq(D(y, t), -y), "hypothesis")
        >>> slope = theorem.step("(2)", eq(D(y * exp(t), t), 0), by.algebra(ode))
        >>> line = theorem.claim("(3)", eq(y, at(y, t, 0) * exp(-t)), by.algebra(slope.constant(0)))
        """
        return Relation("constant", self, (number(point),))


def _require_index(i: Any) -> None:
    if not isinstance(i, Index):
        raise LanguageError(f"{i!r} is not the name of a channel: write i, j = indices('i j', C) and name i or j")


@dataclass(frozen=True)
class Counterexample:
    """A claim that is false as it stands: a point satisfies its hypotheses and violates it."""

    label: str
    claim: Statement
    point: Mapping[Any, Any]
    note: str
    kind: str = "false"
    under: tuple[Statement, ...] = ()
    corrected: Entry | None = None
    reading: str = ""
    line: int = 0
    reads: str = ""


@dataclass(frozen=True)
class MissingHypothesis:
    """A hypothesis that is enough for a printed line, which does not state it: proved with it, refuted without it."""

    label: str
    entry: Entry
    hypothesis: Statement
    point: Mapping[Any, Any]
    note: str
    line: int = 0
    reads: str = ""


@dataclass(frozen=True)
class Gap:
    """What an argument assumes in silence: the assumption fails at a point, and another argument takes its place."""

    label: str
    assumes: Statement
    point: Mapping[Any, Any]
    repaired: Entry
    note: str
    line: int = 0
    reads: str = ""


Erratum = Counterexample | MissingHypothesis | Gap


@dataclass(frozen=True)
class Link:
    """One more member of a chain a = b = c, with its reason."""

    member: Term
    by: Rule | None = None
    printed: Any = None
    kind: str = "typo"
    note: str = ""
    also: Mapping[str, str] = field(default_factory=dict)
    point: Mapping[Any, Any] | None = None
    reads: str = ""


def link(
    member: Any, by: Rule | None = None, *, printed: Any = None, kind: str = "typo", note: str = "",
    also: Iterable[str] = (), at: Mapping[Any, Any] | None = None, reads: str = "",
) -> Link:  # fmt: skip
    """A member of a chain with a reason of its own; `printed` is the member as printed, where that differs."""
    return Link(term(member), by, printed, kind, note, labels(also), at, reads)
