"""Whether a statement says what is printed: the print is read, and the two are compared as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..language.entries import Counterexample, Entry
from ..language.entrywise import is_of_matrices
from ..language.graph import D
from ..language.latex import latex
from ..language.letters import renamed
from ..language.lookalikes import statements
from ..language.names import NAMED, name_of, visible
from ..language.said import Untyped
from ..language.statements import RELATIONS as KINDS
from ..language.statements import Statement
from ..language.terms import Index, Term, bare, free_indices
from ..language.theorem import Theorem
from ..report import Binding
from .cursor import Mistyped, NotUnderstood, caret
from .harmless import Former, harmless
from .notation import Notation, is_begun, occurs, pattern
from .operators import total
from .shapes import at_places, general, without_ones
from .statements import LOOSE, RELATIONS, Reading, of_sides, read
from .terms import OF_ITS_OWN
from .tokens import tokens, without_transposes

if TYPE_CHECKING:
    from ..transcript import Line


DEFINED = {"def": "", "abs": "|a|", "max": r"\max", "min": r"\min"}
"""What may be put in, with how that is called where it has no name of its own."""

Equal = Callable[[Entry, Term, Term], bool]
"""Whether two terms are shown to be equal, in the place of an entry."""


def lines(theorem: Theorem, printed: Mapping[str, Line]) -> Iterator[tuple[str, str, Said, str]]:
    """Printed formulas: the label, the formula, what the script says it is, and what the script quotes."""
    repeats = _repeats(printed)
    for entry in theorem.entries:
        if not entry.is_supplied and entry.label in printed:
            said = Said(entry, entry.statement if entry.printed is None else entry.printed.statement, entry.line)
            line = printed[entry.label]
            wrong = entry.printed.untyped if entry.printed else None
            if line.latex:
                yield line.label, line.latex, said._replace(untyped=wrong), entry.reads
            yield from ((r.label, r.latex, said, "") for r in repeats.get(line.label, ()))
        others = dict(zip(entry.also, entry.also_reads, strict=True)) | ({entry.whole: ""} if entry.whole else {})
        for line, reads in ((printed[label], reads) for label, reads in others.items() if label in printed):
            said = Said(entry, entry.statement, entry.line)
            if line.latex:
                yield line.label, line.latex, said, reads
            yield from ((r.label, r.latex, said, "") for r in repeats.get(line.label, ()))
    for erratum in theorem.errata:
        if isinstance(erratum, Counterexample) and erratum.label in printed and printed[erratum.label].latex:
            line = printed[erratum.label]
            said = Said(theorem.entries[-1], erratum.claim, erratum.line)
            yield line.label, line.readings.get(erratum.reading, line.latex), said, erratum.reads


class Said(NamedTuple):
    """What a script says a printed line is: a statement in the place of an entry, and where it stands in the script."""

    entry: Entry
    statement: Statement
    script_line: int
    untyped: Untyped | None = None
    """What it says does not type."""


def _repeats(printed: Mapping[str, Line]) -> dict[str, list[Line]]:
    """The formulas that repeat another line, which may be one in words, in other ones, by the label of that one."""
    found: dict[str, list[Line]] = {}
    for line in printed.values():
        first = line
        while first.same_as:
            first = printed[first.same_as]
        is_said = first.latex or any(t.text in (*RELATIONS, *LOOSE) for t in tokens(line.latex))  # not a lone term
        if first is not line and is_said and line.latex and tokens(line.latex) != tokens(first.latex):
            found.setdefault(first.label, []).append(line)
    return found


class Reader:
    """Holds print against the statements of one theorem."""

    def __init__(self, theorem: Theorem, equal: Equal | None = None) -> None:
        self.theorem, self.equal = theorem, equal
        self.declared = Notation([], theorem.notation)
        self.statements = list(statements(theorem))
        self._told: dict[tuple[Any, ...], tuple[Said, Binding]] = {}
        """What became of lines, by the objects themselves: statements that are equal may be printed in other ways."""
        self._bound: dict[tuple[str, int], tuple[Statement, tuple[Binding, Reading | None]]] = {}
        """What comparing a formula with a statement has shown, likewise."""
        self._notations: dict[int, tuple[Statement, Notation]] = {}
        self._defining: dict[str, bool] = {}
        self._formers: dict[tuple[Any, ...], Former] = {}

    def bindings(self, printed: Mapping[str, Line]) -> list[Binding]:
        """What became of every printed line that has a formula and, by its label or one that it repeats, a statement.

        What differs as it is written is compared by value, if there is an `equal` that can tell.
        """
        return [self.line(*line) for line in lines(self.theorem, printed)]

    def misdeclared(self) -> Iterator[str]:
        """What is declared to stand for one thing, and says another in this theorem as it is."""
        for printed, (meaning, *indices) in self.theorem.notation.items():
            if isinstance(meaning, Index):
                continue
            if printed.strip() in OF_ITS_OWN:
                yield f"notation= gives {printed} a meaning, and it has one everywhere"
            with suppress(NotUnderstood):
                said, declared = read(printed, self.plain).meaning, general(meaning, indices)
                if not (_is_fraction(printed, declared) or self.is_same(said, declared)):
                    yield f"notation= has {printed} for {latex(meaning)}, and in this theorem it says something else"

    def is_same(self, said: Statement | Term, declared: Term) -> bool:
        """Whether two things are one, whatever the letters of their channels, as soon as definitions are put in."""
        if not isinstance(said, Term):
            return False
        if declared.op == "vector":
            return said.op in ("vector", "coord") and said.args[0] == declared.args[0]
        one, other = without_ones(_anywhere(said)), without_ones(_anywhere(declared))
        return self.is_one(self.notation.twins, one, other, _definitions(one, other))

    def definitions(self, printed: Mapping[str, Line]) -> list[str]:
        """The labels of the lines with a reason that are definitions of the theorem as they are printed."""
        return [line.label for line in printed.values() if line.reason and self.is_definition(line.latex)]

    def line(self, label: str, printed: str, said: Said, reads: str) -> Binding:
        """The binding of a line; what the script says of it has to be so. An erratum and its line ask for the same."""
        key = printed, reads, id(said.entry), id(said.statement), said.untyped
        if key not in self._told:
            self._told[key] = said, self._line(printed, said, reads)
        return replace(self._told[key][1], label=label, script_line=said.script_line)

    def _line(self, printed: str, said: Said, reads: str) -> Binding:
        if said.untyped is not None:
            return self.untyped(printed, said.statement, said.untyped)
        found, reading = self.bind(printed, said.statement)
        if reads and reads != printed:
            shown = f"reads= quotes {reads}, and what is printed is {printed}"
            found = Binding("differs", reason=shown, place=caret(printed, 0, len(printed)))
        elif reads and found.outcome in ("bound", "declared"):
            found = Binding("differs", reason="reads= is needless: what is printed says just that", place=printed)
        elif reads:
            found = Binding("interpretation", place=printed)
        elif found.outcome == "differs" and reading is not None and self.is_equal(reading.meaning, said):
            more = "each side has the same value, so write it as it is printed, or sign it with reads="
            found = replace(found, outcome="value", reason=f"{found.reason}; {more}")
        return found

    def untyped(self, printed: str, statement: Statement, wrong: Untyped) -> Binding:
        """Whether a formula does not type, and with other transposes says a statement."""
        if wrong.latex != printed:
            shown = f"printed= quotes {wrong.latex}, and what is printed is {printed}"
            return Binding("differs", reason=shown, place=caret(printed, 0, len(printed)))
        if not (misfit := self.misfit(printed, statement)):
            return Binding("differs", reason="what is printed types, and is said not to", place=printed)
        if wrong.mended == printed or without_transposes(wrong.mended) != without_transposes(printed):
            more = f"what is mended is not printed but for transposes: {wrong.mended}"
            return Binding("differs", reason=more, place=caret(printed, 0, len(printed)))
        found, _ = self.bind(wrong.mended, statement)
        if found.outcome not in ("bound", "declared"):
            return replace(found, outcome="differs", reason=f"with its transposes mended: {found.reason}")
        return Binding("declared", (*found.tolerances, f"its transposes are mended: {misfit}"))

    def misfit(self, printed: str, statement: Statement) -> str:
        """What does not type in a formula, if it is not understood for no other reason; else nothing."""
        if self.bind(printed, statement)[0].outcome != "not understood":
            return ""
        try:
            notations = Notation([statement]), self.notation, self.declared
            read(printed, *notations, of_matrices=is_of_matrices(statement))
        except Mistyped as error:
            return error.why
        except NotUnderstood:
            pass
        return ""

    def is_equal(self, meaning: Statement | Term, said: Said) -> bool:
        """Whether both sides of what was read are shown to be those of the statement."""
        if self.equal is None or isinstance(meaning, Term) or meaning.kind not in KINDS:
            return False
        statement = at_places(said.statement)
        pairs = list(zip(meaning.terms(), statement.terms(), strict=False))
        return meaning.kind == said.statement.kind and all(self.equal(said.entry, a, b) for a, b in pairs)

    @cached_property
    def notation(self) -> Notation:
        """The notation of the theorem."""
        return Notation(self.statements)

    @cached_property
    def plain(self) -> Notation:
        """The same without the names that are written as formulas."""
        return self.notation.without_formulas(self.notation.functions)

    def bind(self, printed: str, statement: Statement) -> tuple[Binding, Reading | None]:
        """Whether a statement of the theorem says what is printed, as it is written; and what was read.

        A formula is a name only where it says nothing of the theorem as a formula.
        """
        key = printed, id(statement)
        if key not in self._bound:
            try:
                found = self._bind(printed, statement)
            except RecursionError:
                found = Binding("not understood", (), "nested too deeply", caret(printed, 0, len(printed))), None
            self._bound[key] = statement, found
        return self._bound[key][1]

    def _bind(self, printed: str, statement: Statement) -> tuple[Binding, Reading | None]:
        functions = self.notation.functions
        if id(statement) not in self._notations:
            self._notations[id(statement)] = statement, Notation([statement])
        line = self._notations[id(statement)][1]
        plain = line.without_formulas(functions), self.plain
        if plain != (line, self.notation):
            found = self.bound(printed, statement, *plain)
            if found[0].outcome in ("bound", "declared"):
                return found
        binding, reading = self.bound(printed, statement, line, self.notation)
        if reading is not None and binding.outcome == "differs":
            place = _where(reading, at_places(statement), self.former({**self.notation.twins, **line.twins}))
            binding = replace(binding, place=place)
        return binding, reading

    def bound(
        self, printed: str, statement: Statement, line: Notation, notation: Notation
    ) -> tuple[Binding, Reading | None]:
        """Whether a statement says what is printed, in the notation of its line and then in another.

        Products of matrices are taken from the left or from the right, and rows may be either of two free indices: an
        equation of matrices is one of their transposes.
        """
        free = list(dict.fromkeys(i for t in statement.terms() for i in free_indices(t)))
        orders = [free, free[::-1]] if len(free) == 2 else [free]
        meant = is_of_matrices(statement)
        orders = [[]] if meant else orders
        found: list[tuple[Binding, Reading]] = []
        notations = (line, notation, self.declared) if meant or line.has_matrices else (self.declared, line, notation)
        for order, from_right in ((o, right) for o in orders for right in (False, True)):
            if from_right and not found[-1][1].has_ends:
                continue
            try:
                reading = read(printed, *notations, free=order, from_right=from_right, of_matrices=meant)
            except NotUnderstood as error:
                if not found:
                    return Binding("not understood", (), error.why, error.caret), None
                continue
            found.append((self.compared(reading, statement, line), reading))
            if found[-1][0].outcome != "differs":
                return found[-1]
        if "*1" in free and all(f[0].outcome == "differs" for f in found):
            found += self.of_every_channel(printed, statement, line, notation)
        return next((f for f in found if f[0].outcome != "differs"), found[0])

    def of_every_channel(
        self, printed: str, statement: Statement, line: Notation, notation: Notation
    ) -> Iterator[tuple[Binding, Reading]]:
        """The readings in which what is said of one channel, by its letter, is said of every one."""
        known = {*self.declared.sizes, *line.sizes, *notation.sizes}
        letters = dict.fromkeys(t.text for t in tokens(printed) if t.text in known)
        for letter in letters:
            with suppress(NotUnderstood):
                reading = read(printed, self.declared, line, notation, every=letter)
                yield self.compared(reading, statement, line), reading

    def redefined(
        self, statement: Statement, printed: str, defining: Sequence[tuple[str, str]], holds: Callable[[str], bool]
    ) -> tuple[str, str] | None:
        """A name in a statement that the paper defines, and no time as the script has it; with the label of a line.

        What is `defining` is told by label and formula. The script has it so where that is a definition of the
        theorem, or where it `holds`: the latter of a name without a definition, and of what notation= declares in what
        is `printed`. Where only words are printed, the names without a definition are the script's own.
        """
        kinds = NAMED if printed else ("def",)
        for t in dict.fromkeys(p for term in statement.terms() for p in visible(term) if p.op in kinds):
            notation = Notation([t])
            own = [(label, formula) for label, formula in defining if notation.begins(formula, t)]
            if own and not any(self.is_definition(f) or (t.op != "def" and holds(f)) for _, f in own):
                return name_of(t), own[0][0]
        for name in (n for n in self.theorem.notation if n not in self.declared.numbers and occurs(n, printed)):
            own = [(label, formula) for label, formula in defining if is_begun(name, formula)]
            if own and not any(self.is_definition(f) or holds(f) for _, f in own):
                return name, own[0][0]
        return None

    def is_definition(self, printed: str) -> bool:
        """Whether a formula is an equation of what is the same as soon as definitions of the theorem are put in."""
        if printed not in self._defining:
            self._defining[printed] = self._is_definition(printed)
        return self._defining[printed]

    def _is_definition(self, printed: str) -> bool:
        if not (self.declared.defines(printed) or self.notation.defines(printed)):
            return False
        for free in (("i",), ("i", "j")):
            try:
                meaning = read(printed, self.declared, self.notation, free=free).meaning
            except NotUnderstood:
                continue
            if isinstance(meaning, Term) or meaning.kind != "eq":
                return False
            left, right = meaning.parts
            is_idle = self.is_one({}, left, right)
            return not is_idle and self.is_one(self.notation.twins, left, right, _definitions(left, right))
        return False

    def is_one(
        self, twins: Mapping[Term, Term], one: Statement | Term, other: Statement | Term, put_in: Iterable[str] = ()
    ) -> bool:
        """Whether two things are the same as they are written, or as soon as some definitions are put in."""
        former = self.former(twins, put_in)
        return former.of(one) == former.of(other)

    def former(self, twins: Mapping[Term, Term], put_in: Iterable[str] = ()) -> Former:
        """What makes the forms of terms: one for all lines, which have most of their terms in common."""
        key = tuple(twins.items()), frozenset(put_in)
        if key not in self._formers:
            self._formers[key] = Former(twins, lambda t: _called(t) in key[1])
        return self._formers[key]

    def compared(self, reading: Reading, statement: Statement, line: Notation) -> Binding:
        """Whether what was read is a statement, as the two are written."""
        twins = {**self.notation.twins, **line.twins}
        shown, statement = statement, at_places(statement)
        if direct := _direct(reading, statement):
            found = self.compared(*direct, line)
            if found.outcome in ("bound", "declared"):
                return found
        meaning, forgiven = reading.meaning, reading.tolerances
        if self.is_one(twins, meaning, statement):
            return Binding("declared" if forgiven else "bound", forgiven)
        definitions = _definitions(meaning, statement)
        if definitions and self.is_one(twins, meaning, statement, definitions):
            return Binding("declared", (*forgiven, *(f"by the definition of {name}" for name in sorted(definitions))))
        return Binding("differs", forgiven, f"the statement is {latex(shown)}")


def _direct(reading: Reading, statement: Statement) -> tuple[Reading, Statement] | None:
    r"""What is read and the statement with nothing held, if all that is direct is printed with \partial; or nothing.

    A page does not print what is held: both readings are admitted, and which one is meant is told.
    """
    partials = {harmless(_anywhere(p)): p for p in reading.partials}
    told, forgiven = [], dict.fromkeys(reading.tolerances)
    parts = list(dict.fromkeys(p for t in statement.terms() for p in visible(t) if p.op == "slope"))
    for t in (p for p in parts if p.args[2]):
        free = D(*t.args[:2])
        printed = partials.get(harmless(_anywhere(free)))
        if printed is None:
            return None
        if free not in parts:
            forgiven.pop(total(printed), None)
        told.append(f"{latex(free)} is direct, with {', '.join(name_of(one) for one in t.args[2])} held")
    loose = of_sides(statement, _without_held)
    return (replace(reading, tolerances=(*forgiven, *told), partials=()), loose) if told else None


def _is_fraction(printed: str, declared: Term) -> bool:
    r"""Whether LaTeX is the fraction of differentials that a name or a derivative is called, without its indices.

    What stands above in brackets has no other name: \frac{\partial (x - \mu)}{\partial \mu}.
    """
    if printed.startswith(r"\frac{\partial \left("):
        return True
    own = (latex(t) for t in visible(declared) if t.op in ("def", "D", "slope"))
    return printed.startswith(r"\frac") and _without_indices(printed) in map(_without_indices, own)


def _without_indices(source: str) -> str:
    """A formula as its tokens, without the letters of channels below."""
    return re.sub("_ (?:[a-z]|{ [a-z ,]* })(?= |$)", "", " ".join(pattern(source))).replace("  ", " ")


def _anywhere(t: Term) -> Term:
    """A term in which no letter of a channel tells anything: a sum around it may have another."""
    for n, index in enumerate(free_indices(t)):
        t = renamed(t, index, index.replace(bare(index), f"*0{n}", 1))
    return t


def _without_held(t: Term) -> Term:
    return D(*t.args[:2]) if t.op == "slope" else t if t.op == "def" else t.rebuilt(_without_held)


def _definitions(a: Statement | Term, b: Statement | Term) -> set[str]:
    """The definitions that one of two things has and the other has not, or that stand in such."""
    put_in: set[str] = set()
    while True:
        names = [{_called(t) for t in _shown(one, put_in) if t.op in DEFINED} for one in (a, b)]
        more = (names[0] ^ names[1]) - put_in
        if not more:
            return put_in
        put_in |= more


def _shown(printed: Statement | Term, put_in: set[str]) -> Iterator[Term]:
    """What is to be seen, where some definitions are put in; a term that stands in several places comes once."""
    ahead = [printed] if isinstance(printed, Term) else [*printed.terms()]
    seen: set[int] = set()
    while ahead:
        t = ahead.pop()
        if id(t) in seen:
            continue
        seen.add(id(t))
        if t.op not in DEFINED:
            yield t
            ahead += t.parts()
        elif _called(t) in put_in:
            ahead.append(t.parts()[-1])
        else:
            yield t
            ahead += t.shown() if t.op != "def" else ()


def _called(t: Term) -> str:
    """What a definition is called, or what stands for another term."""
    return DEFINED.get(t.op) or name_of(t)


def _where(found: Reading, statement: Statement, plain: Former) -> str:
    """The print, with carets below the first of its smallest parts that the statement does not have."""
    known = {plain.of(t) for top in statement.terms() for t in visible(top)}
    strange = [m for m in found.marks if plain.of(m.term) not in known]
    mark = min(strange, key=lambda m: (m.end - m.start, m.start), default=None)
    return caret(found.source, mark.start, mark.end) if mark else caret(found.source, 0, len(found.source))
