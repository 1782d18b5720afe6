r"""Formulas as anybody reads them: also those that this language never prints, such as \bar x, std(x) and (x - y)_i.

No printed line is read so. This reader is asked what the LaTeX of a *name* would be taken for by somebody who knows
the other names, and takes it for something wherever anybody might: for a term, or for an operation that no term is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import permutations

from ..checker.forms import of_the_set
from ..checker.written import FAMILIAR, OPERATIONS
from ..language.graph import D, at, leads
from ..language.letters import renamed
from ..language.names import NAMED, name_of, visible
from ..language.refusals import LanguageError
from ..language.terms import Term, bare, free_indices, sqrt, symbol
from .notation import Name, Notation
from .operators import DIFFERENTIALS
from .shapes import COLUMN, ROW, Misfit, over_entries, shape
from .statements import Statements
from .tokens import Token

DOTS = (r"\dot", r"\ddot")
ACCENTS = (r"\bar", r"\overline", *DOTS)
"""Accents that say something of a name: it is a mean, or a derivative."""
MEANS = ("mean", "avg", "average", "ave")
OF_ENTRIES = (*MEANS, "var", "variance", "std", "sd", "rms", "norm", "median", "range", "total", "dim")
"""Words for what is made of all entries of a vector, before brackets or in a subscript: mean(x), x_std, norm_x."""
UPRIGHT_DIFFERENTIAL = re.compile(r"\\(?:mathrm|mathit|operatorname|text|textrm)\s*\{\s*d([A-Za-z])\s*\}")
USUAL_LETTERS = "klmnij"
"""Letters that anybody takes for the index of a channel; of those that are free, a sum has the first."""
MARKS = ("*", r"\ast", r"\star", r"\dagger", r"\perp", "+")
"""Above a matrix, they make another one of it."""
VARIABLES = ("sym", "coord")


class Usual(LanguageError):
    """A formula that would be taken for what no term is: an entry with a number, the derivative of a name."""


class Everyday(Statements):
    """Reads formulas generously."""

    def __init__(self, source: str, notation: Notation, channels: Container[str]) -> None:
        super().__init__(UPRIGHT_DIFFERENTIAL.sub(r"d\1 ", source), [notation])
        self.channels = channels
        """The letters of channels that are printed."""
        self.is_of_vectors = False
        """Whether this is something of a vector."""
        self.derivatives: list[Term] = []
        """All that the last fraction of differentials may mean."""

    def meanings(self) -> list[Term]:
        """Everything that the whole formula may mean. Raises NotUnderstood, and Usual."""
        made = self.to_the_end(self.sum())
        return self.derivatives if any(made is one for one in self.derivatives) else [made]

    # --- names ----------------------------------------------------------------------------------------------

    def goes_on(self, length: int) -> bool:
        """Nothing is left over behind a name: it does something to what has the name."""
        return False

    def bound_letters(self) -> set[str]:
        """The letters of sums, of which a name has none."""
        return set()

    def indices(self, name: Name, letters: Sequence[Token], start: int) -> str | tuple[str, ...]:
        """The indices that letters are behind a name: usual ones, too, each of the set of its place."""
        for letter, own in zip((t.text for t in letters), name.sets, strict=False):
            if self.is_letter(letter) and not any(letter in n.letters for n in self.notations):
                self.bound.setdefault(letter, of_the_set(letter, f":{own}"))
        return super().indices(name, letters, start)

    def is_letter(self, letter: str) -> bool:
        """Whether anybody would take a letter for the index of a channel."""
        return letter in self.channels or letter in USUAL_LETTERS

    def application(self, known: list[Term], start: int) -> Term:
        """A function, without its arguments one of those that there are."""
        return super().application(known if self.next() == "(" else known[:1], start)

    def known(self, length: int) -> tuple[Name, list[Token]] | None:
        r"""The name of so many tokens that begins here: a vector in \|x\|, although there is a number x."""
        exact = tuple(t.text for t in self.tokens[self.at : self.at + length])
        if self.is_of_vectors and (names := self.notations[0].bare.get(exact)):
            return names[0], []
        return super().known(length)

    def multiplied(self, factors: list[Term]) -> Term:
        """The product of what stands side by side: of vectors, entry by entry."""
        try:
            return super().multiplied(factors)
        except Misfit:
            if len({shape(f) for f in factors if shape(f)}) > 1:
                raise
            return Term("mul", tuple(factors))

    def is_known(self) -> bool:
        """Whether something comes that has a name."""
        return any(self.ahead(named)[0] is not None for named in (self.entry, self.name, self.call))

    # --- what is done to them -------------------------------------------------------------------------------

    def primary(self) -> Term:
        """A factor without its powers, with what a subscript or a prime makes of it."""
        start, token = self.at, self.token()
        if self.is_known():
            made = super().primary()
        elif token.text in ACCENTS:
            made = self.accented()
        elif token.kind == "word":
            made = self.word()
        else:
            self.refuse_derivatives()
            made = super().primary()
        while self.next() == "_" and shape(made):
            made = self.below(made, start)
        self.refuse_marks(made)
        return made

    def refuse_marks(self, made: Term) -> None:
        """Raises Usual for g', g^{(2)} and g_t, where g is defined by t, and for A' and A^*, where A is a matrix."""
        ahead = [self.next(n) for n in range(4)]
        is_prime = ahead[0] == "'" or ahead[:2] == ["^", r"\prime"]
        if len(shape(made)) > 1 and (is_prime or (ahead[0] == "^" and ahead[1] in MARKS)):
            raise Usual("a derivative, a transpose or another matrix that is made of one")
        is_order = ahead[:3] == ["^", "{", "("] and ahead[3].isdecimal()
        if _is_varying(made) and (is_prime or is_order or (ahead[0] == "_" and self.names_below() & _variables(made))):
            raise Usual("a derivative")

    def accented(self) -> Term:
        """The mean of a vector, with a bar over it; what has a dot is a derivative."""
        start, accent, self.is_of_vectors = self.at, self.next(), True
        self.at += 1
        made = self.primary() if self.is_known() else self.argument()
        self.is_of_vectors = False
        if accent in DOTS:
            raise Usual("a derivative")
        return self.of_entries("mean", made, start)

    def word(self) -> Term:
        """An operation on the entries of a vector, or letters side by side that are names; sinu is taken for sin u."""
        start, word = self.at, self.next()
        self.at += 1
        if word.lower() in OF_ENTRIES and (self.next() == "(" or self.taken("_")):
            inside = self.bracketed() if self.next() == "(" else self.argument()
            return self.of_entries(word.lower(), inside, start)
        letters = word.rstrip("0123456789")
        for function in (*FAMILIAR.split(), *OPERATIONS):
            rest = letters.removeprefix(function)
            if rest and rest != letters and all(self.letter(one) is not None for one in rest):
                raise Usual(f"{function} of {rest}")
        factors = [made for one in letters if (made := self.letter(one)) is not None]
        if len(factors) < len(word):
            if factors and len(factors) == len(letters):
                raise Usual(f"the product of {', '.join(letters)}")
            self.refuse(f"{word} is no word that is known", start)
        return Term("mul", tuple(factors))

    def is_whole_ahead(self) -> bool:
        """Whether what comes is made of whole numbers: a word is none, whatever its letters are."""
        return self.token().kind != "word" and super().is_whole_ahead()

    def names_below(self) -> set[str]:
        """The tokens of the subscript that comes."""
        start = self.at
        self.at += 1
        self.skip_group()
        end, self.at = self.at, start
        return {t.text for t in self.tokens[start + 1 : end]}

    def letter(self, one: str) -> Term | None:
        """The meaning of a letter alone."""
        try:
            return Everyday(one, self.notations[0], self.channels).meanings()[0]
        except LanguageError:
            return None

    def below(self, made: Term, start: int) -> Term:
        """An entry of a vector, or what the word below says of all entries."""
        self.at += 1
        begin = self.at
        self.skip_group()
        found = [t.text for t in self.tokens[begin : self.at] if t.text not in ("{", "}")]
        if len(found) == 1 and found[0].lower() in OF_ENTRIES:
            return self.of_entries(found[0].lower(), made, start)
        known = {*"+-,()", *(name_of(size) for n in self.notations for size in n.sizes.values())}
        if not all(text in known or text.isdecimal() or self.is_letter(text) for text in found):
            self.refuse("this is no index of a channel", begin)
        if len(found) > 1 or len(shape(made)) > 1 or not found[0].islower():
            raise Usual(f"an entry of {self.source[self.tokens[start].start : self.tokens[begin - 2].end]}")
        (row,) = shape(made)
        return renamed(made, row, of_the_set(found[0], row))

    def of_entries(self, word: str, made: Term, start: int) -> Term:
        """The mean of the entries of a vector, or what another word says of them."""
        mean = self.mean(made, start)
        if word in MEANS:
            return mean
        if word not in ("var", "variance", "std"):
            raise Usual(f"the {word} of the entries of {name_of(made) if made.op in NAMED else 'a vector'}")
        variance = Term("add", (self.mean(made**2, start), -(mean**2)))
        return sqrt(variance) if word == "std" else variance

    def mean(self, made: Term, start: int) -> Term:
        """The mean of the entries of a vector."""
        found = self.over_entries(made, start)
        return Term("mul", (1 / found.args[1], found))

    def over_entries(self, made: Term, start: int) -> Term:
        """The sum over the entries of a vector, by a usual letter where one is free."""
        try:
            index, size, _, body = over_entries(made, self.size).args
        except Misfit as error:
            self.mistyped(error, start)
        free = [n for n in USUAL_LETTERS if n not in map(bare, free_indices(body))]
        new = of_the_set(next(iter(free), bare(index)), index)
        return Term("sum", (new, size, (), renamed(body, index, new)))

    def absolute(self) -> Term:
        """An absolute value, or the length of a vector."""
        start = self.at
        made = self.between("|")
        return sqrt(self.over_entries(made**2, start)) if shape(made) else abs(made)

    def norm(self) -> Term:
        r"""The length of a vector; \|x\|_1 is the sum of absolute values."""
        start, self.is_of_vectors = self.at, True
        made = self.between(r"\|")
        self.is_of_vectors = False
        if (self.next(), self.next(1)) == ("_", "1"):
            self.at += 2
            return self.over_entries(abs(made), start)
        self.at += 2 * ((self.next(), self.next(1)) == ("_", "2"))
        return sqrt(self.over_entries(made**2, start))

    # --- derivatives ----------------------------------------------------------------------------------------

    def refuse_derivatives(self) -> None:
        """Raises Usual for u_t and u_{tt}, where u is a function of t, and for m_t, where m is a sequence."""
        for length in (n for n in self.lengths() if self.next(n) in ("_", "'", "^")):
            key = tuple(t.text for t in self.tokens[self.at : self.at + length])
            if any(key in n.sequences for n in self.notations):
                raise Usual("what is made of a sequence")
            if self.next(length) != "_":
                continue
            for known in (t for n in self.notations for t in n.functions.get(key, ())):
                below = "".join(t.text for t in self.tokens[self.at + length + 1 :]).strip("{}").replace(",", "")
                own = {name_of(a) for a in known.args[2] if a.op == "sym"}
                if below in own or (below and own >= {*below}):
                    raise Usual("a derivative")

    def derivative(self, start: int) -> Term | None:
        """The derivative of one name by another, of several that it may be the first."""
        pair = self.differentials()
        if pair is None:
            return super().derivative(start)
        sign, above, below = pair
        self.derivatives = list(_derivatives(sign, above, below))
        if not self.derivatives:
            self.refuse("nobody can tell what this derivative is", start)
        return self.derivatives[0]

    def differentials(self) -> tuple[str, Term, Term] | None:
        """The sign of two differentials, and of what they are; or nothing, and nothing is gone past."""
        start, signs, found = self.at, list[str](), list[Term]()
        while len(found) < 2 and self.taken("{") and (sign := self.taken(*DIFFERENTIALS)):
            made, self.at = self.ahead(self.function_or_name)
            if made is None or not self.taken("}"):
                break
            signs.append(sign)
            found.append(made)
        if len(found) == 2 and signs[0] == signs[1]:
            return signs[0], found[0], found[1]
        self.at = start
        return None


def _variables(t: Term) -> set[str]:
    """The LaTeX of the symbols in a definition."""
    return {name_of(part) for part in t.args[2].walk() if part.op == "sym"}


def _is_varying(t: Term) -> bool:
    """Whether a definition has a slope: one of vectors is no function of one variable."""
    kinds = {part.op for part in t.args[2].walk()} if t.op == "def" and not shape(t) else set()
    return bool(kinds & {"sym", "app"}) and not kinds & {"coord", "vector"}


def _derivatives(sign: str, above: Term, below: Term) -> Iterator[Term]:
    """The meanings of dy/dx: of vectors, the entries of a matrix in either layout, or of a column or a row."""
    for places in permutations((ROW, COLUMN)):
        moved = (_moved(t, place) for t, place in zip((above, below), places, strict=True))
        yield from _of_numbers(sign, *moved)
        if not (shape(above) or shape(below)):
            break


def _moved(t: Term, place: str) -> Term:
    """A vector with its entry at another place."""
    for old in shape(t):
        t = renamed(t, old, of_the_set(place, old))
    return t


def _of_numbers(sign: str, above: Term, below: Term) -> Iterator[Term]:
    r"""dy/dx where x is a variable, or a name of which alone y is made; of dx/dy, also the reciprocal of that.

    A partial derivative may be one in which the names in the definition of y are held, too.
    """
    yield from _total(above, below)
    if sign != "d":
        yield from _held(above, below)
    elif below.op not in VARIABLES:
        yield from (1 / d for d in _total(below, above))


def _total(above: Term, below: Term) -> Iterator[Term]:
    """A derivative by a variable; by something else in a definition, if the definition is made of that alone."""
    if below.op in VARIABLES:
        yield D(above, below)
    elif above.op == "def" and below.op in ("def", "app"):
        body = _put(above.args[2], {below: (letter := symbol("held"))})
        if not _names_of_variables(body) & _names_of_variables(below):
            yield at(D(body, letter), letter, below)


def _held(above: Term, below: Term) -> Iterator[Term]:
    """The derivative in which the numbers that a definition names are held."""
    if above.op == "def":
        named = dict.fromkeys(p for p in visible(above.args[2]) if p.op == "def" and not free_indices(p))
        with suppress(LanguageError):
            yield D(above, below, [p for p in named if leads(below, p)])


def _put(t: Term, letters: Mapping[Term, Term]) -> Term:
    return letters[t] if t in letters else t.rebuilt(lambda part: _put(part, letters))


def _names_of_variables(t: Term) -> set[str]:
    return {p.args[0] for p in t.walk() if p.op in (*VARIABLES, "vector")}
