r"""Statements read from LaTeX.

    statement = implied [("\iff" | "\Rightarrow") implied]
    implied   = joined ("\text{or}" joined)*
    joined    = single ("\text{and}" single)*
    single    = "(" statement ")" | term relation term | term "= \pm" term | term "\text{is differentiable}"
              | term "= \begin{cases}" term "&" "\text{if}" term relation term "\\" ... "\end{cases}"

"\forall k" at the end makes an entry at k one in every channel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..language.printer import OFTEN
from ..language.refusals import LanguageError
from ..language.statements import Statement, cases, eq
from ..language.terms import Term, bare, free_indices, set_of, term
from .cursor import Mark, NotUnderstood
from .names import EVERY, number_of_channel
from .notation import Notation
from .shapes import settled, shape, without_ones
from .terms import DIFFERENTIABLE, Terms

RELATIONS = {"=": "eq", r"\neq": "ne", "<": "lt", r"\leq": "le", ">": "gt", r"\geq": "ge"}
LOOSE = {r"\equiv": r"\equiv is =", ":": ":= is =", r"\leftarrow": r"\leftarrow is =",
         r"\to": r"\to is =", r"\stackrel": ""}
"""What is read as =, and what is forgiven with it."""

WHERE, OTHERWISE = ("if", "for", "when", "where"), ("otherwise", "else", "if otherwise")
"""What stands before the condition of a case, and in its place."""

LABEL = r"(?:[A-Za-z]?\.?\d+(?:\.\d+)*[a-z]?|[A-Za-z])"
REASON = re.compile(rf"\{{\s*(?:\(\s*{LABEL}(?:\s*[,;]\s*{LABEL})*\s*\))?\s*\}}")
"""What may stand above a relation: the labels of lines, in brackets, or nothing."""


@dataclass(frozen=True)
class Reading:
    r"""What a formula says: a statement or a term, what was forgiven, and where its terms stand in it.

    `partials` are derivatives printed with \partial.
    """

    source: str
    meaning: Statement | Term
    tolerances: tuple[str, ...]
    marks: tuple[Mark, ...]
    partials: tuple[Term, ...] = ()
    has_ends: bool = False
    """Whether a product in it may be taken from either end: another one, perhaps."""


def read(
    source: str, *notations: Notation, free: Sequence[str] = (), from_right: bool = False, every: str = "",
    of_matrices: bool = False,
) -> Reading:  # fmt: skip
    """What LaTeX says, names being looked up in one notation after the other. Raises NotUnderstood.

    `free` are the channels for which an equation of vectors or matrices is meant: that of the row, that of the column.
    In a statement `of_matrices` that is not forgiven, but meant, and its entries stay at the places of their rows and
    columns. Products of matrices may be taken `from_right`. What the letter `every` is an index of is meant in every
    channel.
    """
    reader = Statements(source, notations)
    reader.free, reader.from_right, reader.of_matrices = free, from_right, of_matrices
    reader.quantified()
    if every:
        reader.bound[every] = "*1"
        reader.tolerate(f"what is said of {every} is said of every channel")
    meaning = reader.whole()
    reader.refuse_numbers_of_channels(meaning)
    told = tuple(reader.tolerances), tuple(reader.marks), tuple(reader.partials)
    return Reading(source, meaning, *told, has_ends=reader.has_ends)


Read = TypeVar("Read", Statement, Term)


class Statements(Terms):
    """Reads statements."""

    free: Sequence[str] = ()
    enclosures = 0
    """In how many brackets a statement was looked for."""
    vectors_read = 0
    """How many relations were read entry by entry."""

    def whole(self) -> Statement | Term:
        """All of the formula: a statement, or a term where there is no relation."""
        if not self.tokens:
            self.refuse("there is no formula")
        if not any(t.text in (*RELATIONS, *LOOSE) or DIFFERENTIABLE in t.text for t in self.tokens):
            return self.to_the_end(self.sum())
        try:
            return self.to_the_end(self.statement())
        except NotUnderstood as error:
            self.restart(0, {})
            return self.lone_term(error)

    def refuse_numbers_of_channels(self, made: Statement | Term) -> None:
        """Refuses a name that is the letter of a channel of which the formula speaks, as a sum does in its scope."""
        terms = [made] if isinstance(made, Term) else [*made.terms()]
        letters = {bare(letter) for t in terms for letter in free_indices(t)}
        for mark in self.marks:
            if (shown := self.source[mark.start : mark.end].strip("{} ")) in letters:
                raise NotUnderstood(number_of_channel(shown), self.source, mark.start, mark.end)

    def to_the_end(self, made: Read) -> Read:
        """What was read, if that is all."""
        if self.at < len(self.tokens):
            self.refuse("what begins here is not understood")
        return made

    def lone_term(self, error: NotUnderstood) -> Term:
        """A term that is all there is, although a relation stands in it, as in a name or in y(x = 0)."""
        try:
            return self.to_the_end(self.sum())
        except NotUnderstood:
            raise error from None

    def restart(self, place: int, tolerances: dict[str, None]) -> None:
        """Goes back to a place, as if nothing had been read from there on."""
        self.at, self.depth, self.tolerances = place, 0, tolerances
        self.marks = [m for m in self.marks if place < len(self.tokens) and m.end <= self.tokens[place].start]
        self.bars, self.integrals, self.wanted, self.products = [], [], None, 0

    def quantified(self) -> None:
        r"""Finds the letter after \forall, which means every channel, and takes both away.

        Of more letters it would not be clear whether they mean the same channel, which no statement can leave open,
        unless they are of an array.
        "\forall x," at the beginning, where x is a vector, is what every line means.
        """
        if self.next() == r"\forall":
            self.at = 1
            of_all = self.name()
            if of_all is None or not shape(of_all) or not self.taken(","):
                self.refuse("a vector and a comma belong here")
            self.tolerate("what is said for all vectors is said for any")
            self.tokens, self.at = self.tokens[self.at :], 0
        places = [n for n, t in enumerate(self.tokens) if t.text == r"\forall"]
        if not places:
            return
        self.at = places[0] + 1
        letters = [t.text for t in self.tokens[self.at :]]
        has_arrays = any(n.has_sets or n.has_arrays for n in self.notations)
        if not re.fullmatch("[a-z](,[a-z]){0,2}" if has_arrays else "[a-z]", "".join(letters)):
            self.refuse(r"the letter of one index belongs behind \forall, and nothing else")
        self.at, self.tokens = 0, self.tokens[: places[0]]
        self.bound |= {letter: EVERY if has_arrays else "*1" for letter in letters if letter != ","}

    def statement(self) -> Statement:
        """Statements with an arrow between them, or one."""
        before = self.vectors_read
        left = self.several("or", ("or",))
        if self.taken(r"\iff"):
            made = Statement("iff", (left, self.several("or", ("or",))))
            self.refuse_entries_for_all(before)
            return made
        if self.taken(r"\Rightarrow"):
            self.refuse_entries_for_all(before)
            return Statement("implies", (left, self.several("or", ("or",))))
        return left

    def refuse_entries_for_all(self, before: int) -> None:
        """Refuses what was read entry by entry since where it is not the same for one entry and for all of them."""
        if self.vectors_read > before:
            self.refuse("a condition on a vector is one on all of its entries: write the entries, and of which it is")

    def several(self, kind: str, words: Sequence[str]) -> Statement:
        """Statements with a word between them, or one."""
        before = self.vectors_read
        parts = [self.several("and", ("and",)) if kind == "or" else self.single()]
        while self.taken(*words) or (kind == "and" and self.goes_on_behind_comma()):
            parts.append(self.several("and", ("and",)) if kind == "or" else self.single())
        if len(parts) > 1 and kind == "or":
            self.refuse_entries_for_all(before)
        return parts[0] if len(parts) == 1 else Statement(kind, tuple(parts))

    def goes_on_behind_comma(self) -> bool:
        """Goes past a comma, with which one more statement comes, or the others of a family to the end."""
        if not self.taken(","):
            return False
        start = self.at
        others, self.at = self.ahead(self.others)
        if others is not None and self.at == len(self.tokens):
            named = self.source[self.tokens[start - 1].end :].strip(" ~").removeprefix(r"\quad").strip()
            self.tolerate(f"{named} names the others of the family, and says nothing of them")
            return False
        self.at = start
        self.tolerate("a comma between statements is and")
        return True

    def others(self) -> Term:
        r"""The others of a family, of which some are called by a number: u_3, \ldots, u_C."""
        start, first = self.at, self.entry_at(str(len(self.numbers) + 1))
        for sign in (",", r"\ldots", ","):
            self.need(sign)
        if self.entry_at(str(self.size())) != first or len(shape(first)) != 2:
            self.refuse("these are no members of one family", start)
        return first

    def single(self) -> Statement:
        """One relation, or a statement in brackets."""
        start, tolerances = self.at, dict(self.tolerances)
        if self.next() == "(":
            try:
                return self.relation()
            except NotUnderstood as error:
                self.restart(start, tolerances)
                return self.enclosed(error)
        return self.relation()

    def enclosed(self, error: NotUnderstood) -> Statement:
        """A statement in brackets; where it is none either, the error that came first and got further."""
        self.at += 1
        self.enclosures += 1
        if self.enclosures > self.DEEPEST:
            raise error
        try:
            made = self.statement()
            self.need(")")
        except NotUnderstood as second:
            raise max(error, second, key=lambda e: e.start) from None
        return made

    def relation(self) -> Statement:
        """Two terms and the relation between them, entry by entry where they are vectors or matrices."""
        start = self.at
        shaped = self.relation_of_shapes()
        self.agree([*shaped.terms()], start)
        if any(map(shape, shaped.terms())):
            self.vectors_read += 1
            if shaped.kind == "or":
                self.refuse_entries_for_all(0)
            if shaped.kind == "ne":
                self.refuse(r"vectors differ where one entry does: write x_i \neq y_i where each one is meant", start)
        made = of_sides(shaped, without_ones)
        if self.of_matrices:
            return made
        found = {i for t in made.terms() for i in shape(t)}
        if len(found) > 1 and any(found.isdisjoint(free_indices(t)) and free_indices(t) for t in made.terms()):
            self.refuse("one side has indices and the other has none: write both with them, or neither", start)
        places = self.free_places(found, start)
        if places or any(map(shape, shaped.terms())):
            at = f", at {', '.join(map(bare, places.values()))}" if places else ""
            self.tolerate(f"what has no index is read entry by entry{at}")
        return of_sides(made, lambda t: settled(t, places))

    def free_places(self, found: set[str], start: int) -> dict[str, str]:
        """The free indices of the statement for rows and columns, each of its set."""
        if found and any(m.start in self.lacking for m in self.marks):
            self.refuse("an array lacks an index here: the statement is one of its entries", start)
        left, places = [*(self.free if found else ())], {}
        for index in sorted(found, reverse=True):
            same = next((i for i in left if set_of(i) == set_of(index)), None)
            if same is None:
                self.refuse("this is a vector or a matrix, and the statement has no such index", start)
            left.remove(same)
            places[index] = same
        if left:
            self.refuse("this is a vector or a matrix, and the statement has no such index", start)
        return places

    def relation_of_shapes(self) -> Statement:
        """The relation, in which vectors may still have no index."""
        if there := self.vector_there():
            return Statement("and", tuple(there))
        is_double = bool(self.taken(r"\pm"))
        left = self.product() if is_double else self.sum()
        if is_double and (self.next(), self.next(1)) != ("=", r"\pm"):
            self.refuse("two signs are equal to two: = \\pm belongs here")
        if self.token().kind == "word" and (times := self.times()):
            return Statement("differentiable", (left, term(times)))
        kind = self.sign()
        if kind == "eq" and self.taken(r"\pm"):
            right = self.product()
            if is_double:
                return Statement("and", (Statement("eq", (left, right)), eq(-left, -right)))
            return Statement("or", (Statement("eq", (left, right)), Statement("eq", (left, Term("neg", (right,))))))
        if kind == "eq" and self.taken(r"\begin{cases}"):
            return self.by_cases(left)
        made = Statement(kind, (left, self.sum()))
        for apart in reversed(self.apart()):
            made = Statement("implies", (apart, made))
        return made

    def apart(self) -> list[Statement]:
        r"""That channels are not one, where (i \neq j) stands behind a relation, or (i > 2)."""
        of_two = self.of_two_channels()
        return self.behind_numbered() if of_two is None else [of_two]

    def behind_numbered(self) -> list[Statement]:
        """That a channel is none of those that are called by a number, where (i > 2) stands behind a relation."""
        start = self.at
        self.taken(",")
        ahead = [self.next(n) for n in range(5)]
        numbers = [str(n) for n in range(1, len(self.numbers) + 1)]
        if not numbers or [ahead[0], *ahead[2:]] != ["(", ">", numbers[-1], ")"] or [*self.numbers] != numbers:
            self.at = start
            return []
        self.at += 1
        i = self.index()
        self.at += 3
        self.tolerate(f"({bare(i)} > {numbers[-1]}) is a condition")
        for number in numbers:
            self.named_by_number(number)
        return [eq(Term("delta", (i, self.numbers[n]), size=self.size(i)), 0) for n in numbers]

    def of_two_channels(self) -> Statement | None:
        r"""That two channels are not one, where (i \neq j) stands behind a relation."""
        if not self.is_condition():
            return None
        self.at += 1
        i = self.index()
        self.at += 1
        j = self.index()
        self.at += 1
        self.tolerate(rf"({i} \neq {j}) is a condition")
        return eq(Term("delta", (i, j), size=self.size(i)), 0)

    def by_cases(self, left: Term) -> Statement:
        """An equation whose right side is one thing or another."""
        start = self.at - 1
        rows: list[Any] = []
        while True:
            value = self.sum()
            self.taken(",")
            self.need("&")
            if self.taken(*OTHERWISE):
                rows.append(value)
            else:
                self.taken(*WHERE)
                rows.append((value, self.relation_of_shapes()))
            self.taken(",", ".")
            if not self.taken(r"\\") or self.next() == r"\end{cases}":
                break
        self.need(r"\end{cases}")
        try:
            return eq(left, cases(*rows))
        except LanguageError as error:
            self.refuse(str(error), start)

    def times(self) -> int:
        """How often a function is said to be differentiable; 0 where nothing is said of that."""
        words = self.token().text
        for times in range(1, 10):
            if words == OFTEN.get(times, f" is {times} times differentiable").strip():
                self.at += 1
                return times
        return 0

    def sign(self) -> str:
        """The relation that comes."""
        if self.taken(r"\stackrel"):
            self.reason_skipped()
            is_group = bool(self.taken("{"))
            kind = self.sign()
            if is_group:
                self.need("}")
            return kind
        if self.next() in LOOSE:
            self.tolerate(LOOSE[self.next()])
            if self.taken(":"):
                self.need("=")
            else:
                self.at += 1
            return "eq"
        found = RELATIONS.get(self.next())
        if found is None:
            self.refuse("a relation belongs here: =, <, \\leq, ...")
        self.at += 1
        return found

    def reason_skipped(self) -> None:
        r"""Goes past the reason above a relation, as in \stackrel{(3)}{=}."""
        if self.at == len(self.tokens):
            self.refuse("something is missing here")
        start = self.at
        self.skip_group()
        if not REASON.fullmatch(self.source[self.tokens[start].start : self.tokens[self.at - 1].end]):
            self.refuse(r"above a relation stands a reason in brackets, as in \stackrel{(3)}{=}, or nothing", start)


def of_sides(s: Statement, change: Callable[[Term], Term]) -> Statement:
    """A statement with its terms changed."""
    return Statement(s.kind, tuple(of_sides(p, change) if isinstance(p, Statement) else change(p) for p in s.parts))
