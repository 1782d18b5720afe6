"""Names in a formula: the longest that the notation has, with its index or its arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..language.graph import at
from ..language.letters import renamed
from ..language.names import name_of
from ..language.terms import Term, bare, free_indices, set_of
from .cursor import Cursor, NotUnderstood
from .notation import Name, Notation, Pattern, fits
from .shapes import COLUMN, Misfit
from .tokens import Token

EVERY = "?"
"""What a letter behind \\forall is until it has stood at a place that says of which set it is."""


class Names(Cursor):
    """Reads names, by the notation of the line and then by that of the theorem."""

    def __init__(self, source: str, notations: Sequence[Notation]) -> None:
        super().__init__(source)
        self.notations = notations
        self.numbers = {n: i for notation in notations for n, i in notation.numbers.items()}
        """The channels that the paper calls by a number."""
        self.bound: dict[str, str] = dict(self.numbers)
        """The letters of sums around, and of `\\forall`, with the index that each is."""
        self.lacking: set[int] = set()
        """The places of the names of arrays that have fewer indices than sets: rows, columns and matrices."""
        self.wanted: Term | None = None
        """The variable of the derivative around: of y(t) and y(x), dy/dx is of y(x)."""

    def sum(self) -> Term:
        """A term, as it stands between brackets."""
        raise NotImplementedError

    def index(self) -> str:
        """The letter of a channel."""
        found = self.channel(self.token())
        self.at += 1
        return found

    def is_condition(self) -> bool:
        r"""Whether (i \neq j) comes, a condition on two channels."""
        ahead = [self.next(n) for n in range(5)]
        return ahead[::2] == ["(", r"\neq", ")"] and len(ahead[1]) == len(ahead[3]) == 1

    def channel(self, token: Token) -> str:
        """The index that a letter is."""
        if token.text in self.bound:
            self.named_by_number(token.text)
            return self.bound[token.text]
        found = next((n.letters[token.text] for n in self.notations if token.text in n.letters), None)
        if found is None or any(found in n.renamed for n in self.notations):
            why = f"{token.text or 'this'} is no channel of this theorem"
            raise NotUnderstood(why, self.source, token.start, token.end)
        return found

    def named_by_number(self, number: str) -> None:
        """Says which channel a number is that stands for one."""
        if self.bound.get(number) == self.numbers.get(number) is not None:
            self.tolerate(f"by the notation {number}, which is the channel {bare(self.numbers[number])}")

    def indices(self, name: Name, letters: Sequence[Token], start: int) -> str | tuple[str, ...]:
        r"""The indices that letters are behind a name; after \forall, each is of the set of its place."""
        if name.index is None:
            return ""
        if isinstance(name.index, tuple) and len(letters) < len(name.index):
            self.lacking.add(start)
        if not letters:
            return name.places
        for letter, own in zip(letters, name.sets, strict=False):
            if self.channel(letter) == EVERY:
                of_set = [f"*{k}:{own}" if own else f"*{k}" for k in (1, 2, 3)]
                self.bound[letter.text] = next(star for star in of_set if star not in self.bound.values())
        found = tuple(map(self.channel, letters))
        if not isinstance(name.index, tuple):
            return found[0]
        return found if len(found) == len(name.index) else name.row(found[0])

    def name(self) -> Term | None:
        """The longest name that begins here, or none: also where an index or a prime is left over."""
        start = self.at
        self.refuse_number_of_channel()
        for length in self.lengths():
            found = None if self.goes_on(length) else self.known(length)
            if found is not None:
                self.at += length
                name, letters = found
                self.noted(name)
                try:
                    made = name.at(self.indices(name, letters, self.tokens[start].start))
                except Misfit as error:
                    self.mistyped(error, start)
                return self.marked(self.moved(name, made), start)
        return None

    def moved(self, name: Name, made: Term) -> Term:
        """What a name means where its own letters stand for other channels."""
        if name.index is None:
            for letter, index in self.bound.items():
                made = made if letter == index else renamed(made, letter, index)
        return made

    def bound_letters(self) -> set[str]:
        """The letters that sums around bind, which in their scope are nothing else."""
        return {letter for letter, index in self.bound.items() if bare(index) != COLUMN and letter not in self.numbers}

    def refuse_number_of_channel(self) -> None:
        """Refuses the bare letter of a sum, whatever else has that letter: there it is the number of a channel."""
        if self.next() in self.bound_letters() and self.next(1) != "_":
            self.refuse(number_of_channel(self.next()))

    def known(self, length: int) -> tuple[Name, list[Token]] | None:
        """The name of so many tokens that begins here, with the letters of its indices."""
        exact = tuple(t.text for t in self.tokens[self.at : self.at + length])
        for notation in self.notations:
            if names := [n for n in notation.names.get(exact, ()) if self.is_open(n, exact)]:
                return self.one_of(names), []
        for notation in reversed(self.notations):
            for pattern in notation.entries.get((length, exact[0]), ()):
                letters = fits(pattern, self.tokens, self.at, self.bound)
                if letters and (len({t.text for t in letters}) == 1 or _is_of_array(notation.names[pattern])):
                    return self.one_of(notation.names[pattern]), letters
        for notation in self.notations:
            if names := notation.bare.get(exact, []):
                return self.one_of(names), []
        return None

    def lengths(self) -> list[int]:
        """The numbers of tokens that a name can have here, the longest first."""
        room = len(self.tokens) - self.at
        found = {n for notation in self.notations for n in notation.heads.get(self.next(), ())}
        return sorted((n for n in found if n <= room), reverse=True)

    def is_open(self, name: Name, found: Pattern) -> bool:
        """Whether a name means the same here: its letters that sums bind are its indices, and of a declared one all."""
        free = {*free_indices(name.term)}
        captured = {*found} & {*self.bound} - {*self.numbers} if name.declared else {*found[1:]} & self.bound_letters()
        if not captured <= free:
            return False
        return not name.declared or free & {*self.bound.values()} <= {*found}

    def one_of(self, names: list[Name]) -> Name:
        """The meaning of a name that has one."""
        if len(names) > 1:
            self.refuse(f"{self.next()} may be {' or '.join(map(str, (n.term for n in names)))}")
        return names[0]

    def goes_on(self, length: int) -> bool:
        """Whether after so many tokens comes what would belong to the name: an index, a prime."""
        return self.next(length) in ("_", "'")

    def noted(self, name: Name) -> None:
        """Says that a name is one that the theorem declares, or one that holds an operation."""
        if name.declared:
            self.tolerate(f"by the notation {name.declared}")
        elif any(name.holds_operation(notation.functions) for notation in self.notations):
            self.tolerate(f"{name_of(name.term)} is a name")

    def size(self, index: str = "") -> Term | None:
        """The length of the set of an index, where it is known; without one, the number of channels."""
        own = f":{set_of(index)}" if set_of(index) else ""
        return next((n.sizes[own] for n in self.notations if own in n.sizes), None)

    def call(self) -> Term | None:
        """An unknown function, with its arguments or without them."""
        start = self.at
        for length in self.lengths():
            key = tuple(t.text for t in self.tokens[start : start + length])
            for notation in self.notations:
                if key in notation.functions and self.next(length) != "_" and not self.bound_letters() & {*key[1:]}:
                    self.at += length
                    return self.marked(self.application(notation.functions[key], start), start)
        return None

    def application(self, known: list[Term], start: int) -> Term:
        """A function of what stands in brackets; without any, of what it is a function of everywhere."""
        orders = self.orders(len(known[0].args[2]))
        point = self.evaluated_variable()
        wanted = self.wanted if point is None else point
        if self.next() == "(" and point is None:
            return self.called(known[0], orders, start)
        plain = list({t.args[2]: None for t in known})
        if wanted is not None and any(wanted in a for a in plain):
            plain = [a for a in plain if wanted in a]
        if len(plain) != 1:
            self.refuse(f"of what is {name_of(known[0])} a function here?", start)
        return Term("app", (known[0].args[0], orders, plain[0]), known[0].latex)

    def evaluated_variable(self) -> Term | None:
        """The variable x where (x = a) comes; it is not gone past."""
        if self.next() != "(":
            return None
        self.at += 1
        found, end = self.variable_ahead()
        self.at -= 1
        return found if end < len(self.tokens) and self.tokens[end].text == "=" else None

    def variable_ahead(self) -> tuple[Term | None, int]:
        """The variable that comes, or none, and where it ends; it is not gone past."""
        found, end = self.ahead(self.name)
        return (found if found is not None and found.op in ("sym", "coord") else None), end

    def ahead(self, look: Callable[[], Term | None]) -> tuple[Term | None, int]:
        """What comes, or nothing where that is not understood, and where it ends; it is not gone past."""
        begin, marks, tolerances, depth = self.at, len(self.marks), dict(self.tolerances), (self.depth, self.products)
        try:
            found = look()
        except NotUnderstood:
            found = None
        end, self.at, self.tolerances, (self.depth, self.products) = self.at, begin, tolerances, depth
        del self.marks[marks:]
        return found, end

    def evaluated(self, made: Term, start: int) -> Term:
        """The value y(x = a) of a name, where that is what is written."""
        variable = self.evaluated_variable()
        if variable is None:
            return made
        self.at += 1
        self.name()
        self.need("=")
        point = self.sum()
        self.need(")")
        return self.marked(at(made, variable, point), start)

    def orders(self, arity: int) -> tuple[int, ...]:
        """How often a function is differentiated, by the marks above it: y', f^{(1,0)}."""
        primes = 0
        while self.taken("'"):
            primes += 1
        if primes:
            return (primes,)
        if (self.next(), self.next(1), self.next(2)) != ("^", "{", "("):
            return (0,) * arity
        self.at += 3
        found = []
        while self.next().isdecimal():
            found.append(int(self.next()))
            self.at += 1
            self.taken(",")
        self.need(")")
        self.need("}")
        return tuple(found)

    def called(self, known: Term, orders: tuple[int, ...], start: int) -> Term:
        """A function of the arguments in brackets."""
        self.at += 1
        arguments = [self.sum()]
        while self.taken(","):
            arguments.append(self.sum())
        self.need(")")
        if len(arguments) != len(known.args[2]):
            self.refuse(f"{name_of(known)} has {len(known.args[2])} arguments", start)
        return Term("app", (known.args[0], orders, tuple(arguments)), known.latex)


def _is_of_array(names: list[Name]) -> bool:
    return all(isinstance(name.index, tuple) for name in names)


def number_of_channel(letter: str) -> str:
    """That a letter stands for a number that no term is."""
    return f"{letter} is the number of a channel here, and no term is that: call what else has the letter otherwise"
