r"""What binds a variable or an index: fractions of differentials, integrals, sums, values at a point.

`\frac{dy}{dx}` is a derivative where both are differentials and x can vary; so are `\frac{d}{dx} (y)` and
`\frac{\partial (y)}{\partial x}`. In an integral, the differential may stand anywhere in the product.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ..language.elsewhere import placed
from ..language.graph import D, at, integral
from ..language.latex import latex
from ..language.names import name_of
from ..language.operators import covariance, variance
from ..language.refusals import LanguageError
from ..language.statements import Statement
from ..language.terms import Term, is_length, set_of
from .notation import Notation
from .shapes import Misfit, shape, whole
from .whole import WholeNumbers

DIFFERENTIALS = ("d", r"\partial")
OPERATORS: dict[str, Callable[..., Term]] = {"Var": variance, "Cov": covariance}


def total(made: Term) -> str:
    """That a partial derivative is read as a total one."""
    return f"{latex(made)} is total: what is defined by {name_of(made.args[1])} moves with it"


def may_vary(t: Term, variable: Term) -> bool:
    """Whether a term speaks of a variable, or of an entry of its vector."""
    own = variable.args[0] if variable.op == "coord" else None
    return any(p == variable or (p.op in ("coord", "vector") and p.args[0] == own) for p in t.walk())


class Operators(WholeNumbers):
    """Reads what binds."""

    def __init__(self, source: str, notations: Sequence[Notation]) -> None:
        super().__init__(source, notations)
        self.bars: list[str] = []
        """The bars that are open, innermost last."""
        self.integrals: list[tuple[int, list[tuple[Term, int]]]] = []
        """For every integral around, how deep it stands, and the variables whose differentials were met, with where."""

    def product(self) -> Term:
        """A term without + and - outside brackets."""
        raise NotImplementedError

    def factor(self) -> Term:
        """A term that can be multiplied."""
        raise NotImplementedError

    def sum(self) -> Term:
        """A term, as it stands between brackets."""
        raise NotImplementedError

    def begins(self) -> bool:
        """Whether a factor begins here."""
        raise NotImplementedError

    def argument(self) -> Term:
        """What stands in braces, or the next token alone."""
        raise NotImplementedError

    # --- fractions and derivatives --------------------------------------------------------------------------

    def fraction(self) -> Term:
        """A quotient or a derivative."""
        start = self.at
        self.need(r"\frac")
        found = self.derivative(start)
        if found is not None:
            return found
        above, below = self.argument(), self.argument()
        if len(shape(below)) > 1 or (shape(above) and shape(below) and shape(above) != shape(below)):
            self.refuse("one does not divide by a matrix, nor a row by a column", start)
        if shape(below):
            self.tolerate("a vector below a fraction bar is taken entry by entry")
        return self.marked(Term("div", (above, below)), start)

    def derivative(self, start: int) -> Term | None:
        """The derivative where the fraction is one of differentials; else nothing, and nothing is gone past."""
        variable, sign, after = self.differential_below()
        self.at = start + 1
        if variable is None:
            return None
        before, self.wanted = self.wanted, variable
        if self.next() == sign:  # alone above
            self.at = after
            body = self.differentiated_alone(variable)
        elif self.next(1) == sign:
            self.at += 2
            body = self.product()
            self.need("}")
            self.at = after
        else:
            self.wanted = before
            return None
        self.wanted = before
        if shape(variable) and shape(body):
            self.refuse("the layout of this gradient is not declared", start)
        return self.marked(self.differentiated(body, variable, sign, start), start)

    def differentiated_alone(self, variable: Term) -> Term:
        """What stands behind d/dx: what is in brackets, or the product, where it is clear how far that reaches."""
        start = self.at
        if self.next() in ("(", "["):
            made = self.factor()
            if self.begins():
                self.refuse("brackets have to say whether this is differentiated")
            return made
        made = self.product()
        factors = made.args if made.op == "mul" else (made,)
        if sum(may_vary(f, variable) for f in factors) > 1:
            self.refuse("brackets have to say what of this product is differentiated", start)
        return made

    def differentiated(self, body: Term, variable: Term, sign: str, start: int) -> Term:
        """The derivative, which by what is defined is total."""
        try:
            made = D(body, variable)
        except LanguageError as error:
            self.refuse(str(error), start)
        if sign != "d" and (self.next(), self.next(1)) != (")", "_"):
            self.partials.append(made)
            if variable.op == "def":
                self.tolerate(total(made))
        return made

    def held(self, made: Term, start: int) -> Term:
        """A derivative in brackets that has what is held as its subscript."""
        self.need("_")
        is_group = bool(self.taken("{"))
        found: list[Term] = []
        while not found or (is_group and self.taken(",")):
            if (one := self.name()) is None:
                self.refuse("the name of what is held belongs here")
            found.append(whole(one, self.size) if shape(one) else one)
        if is_group:
            self.need("}")
        body, variable = made.args[:2]
        try:
            return self.marked(D(body, variable, found), start)
        except LanguageError as error:
            self.refuse(str(error), start)

    def operated(self) -> Term:
        """The variance of a vector, or the covariance of two, with what it divides by as a subscript."""
        start, name = self.at, self.next()
        self.at += 1
        below = self.argument() if self.taken("_") else None
        self.need("(")
        vectors = [self.vector()]
        while self.taken(","):
            vectors.append(self.vector())
        self.need(")")
        ddof = 0 if below is None else 1
        if below is not None and below != vectors[0].dimension - 1:
            self.refuse(f"a {OPERATORS[name].__name__} is over {vectors[0].dimension}, or one less", start)
        if len(vectors) != (1 if name == "Var" else 2):
            self.refuse(f"this is not what a {OPERATORS[name].__name__} is of", start)
        return self.marked(OPERATORS[name](*vectors, ddof=ddof), start)

    def vector(self) -> Term:
        """A vector as such, and not one of its entries."""
        start = self.at
        made = self.sum()
        try:
            return whole(made, self.size)
        except Misfit as error:
            self.mistyped(error, start)

    def differential_below(self) -> tuple[Term | None, str, int]:
        """Of a fraction, the variable of the differential below its bar, the sign before it, and where all ends."""
        self.skip_group()
        if self.next() != "{" or self.next(1) not in DIFFERENTIALS:
            return None, "", 0
        sign = self.next(1)
        self.at += 2
        has_brackets = bool(self.taken("("))
        begin = self.at
        found, self.at = self.ahead(self.name)
        found = self.marked(found, begin) if found is not None and found.op in ("sym", "coord", "def") else None
        is_whole = (not has_brackets or bool(self.taken(")"))) and bool(self.taken("}"))
        return (found if is_whole else None), sign, self.at

    def skip_group(self) -> None:
        """Goes past the braces that come, or one token."""
        depth = 0
        while self.at < len(self.tokens):
            depth += (self.next() == "{") - (self.next() == "}")
            self.at += 1
            if depth == 0:
                return

    # --- integrals ------------------------------------------------------------------------------------------

    def integrated(self) -> Term:
        """An antiderivative."""
        start = self.at
        self.at += 1
        self.integrals.append((self.depth, []))
        body = self.product()
        if self.is_differential():
            self.differential()
        _, met = self.integrals.pop()
        if len(met) != 1:
            self.refuse("the differential of this integral is not to be seen", start)
        return self.marked(integral(body, met[0][0]), start)

    def is_differential(self) -> bool:
        """Whether a differential comes: dx, dy, d(x - a)."""
        if self.next() not in DIFFERENTIALS:
            return False
        return self.next(1) == "(" or self.plain_differential()[0] is not None

    def plain_differential(self) -> tuple[Term | None, int]:
        """Of what the differential that comes is one, if that is a name, and where it ends."""
        self.at += 1
        found, end = self.ahead(lambda: self.function_or_name())
        self.at -= 1
        return found, end

    def function_or_name(self) -> Term | None:
        """A name or a function that comes, if it is no fraction."""
        if self.next() == r"\frac":
            return None
        found = self.name()
        return self.call() if found is None else found

    def differential(self) -> Term:
        """Goes past the differential in an integral, in whose place 1 is left, or the derivative by the variable."""
        start = self.at
        found, end = (None, 0) if self.next(1) == "(" else self.plain_differential()
        if found is None:
            self.at += 1
            found = self.factor()
        else:
            self.at = end
        variable = found if found.op in ("sym", "coord") else self.variable(start)
        self.integrals[-1][1].append((variable, self.at))
        return Term("num", (Fraction(1),)) if found == variable else Term("D", (found, variable))

    def variable(self, start: int) -> Term:
        """The variable of the integrals of the line."""
        known = next((n.variables for n in self.notations if n.variables), {})
        if len(known) != 1:
            self.refuse("of which variable is this a function?", start)
        self.tolerate(f"in an integral, the differential of a function is that by {next(iter(known))}")
        return next(iter(known))

    # --- sums and values ------------------------------------------------------------------------------------

    def summed(self) -> Term:
        """A sum over channels, to the end of the product."""
        start = self.at
        self.at += 1
        if (over_numbers := self.summed_up_to()) is not None:
            return self.marked(over_numbers, start)
        self.need("_")
        is_group = bool(self.taken("{"))
        letter = self.token()
        if not (len(letter.text) == 1 and letter.text.islower()):
            self.refuse("the letter of an index belongs here")
        self.at += 1
        excluded = self.excluded() if is_group and self.next() == r"\neq" else ()
        if is_group and self.next() == "=" and excluded:
            self.refuse("a sum that leaves channels out begins with the first of the others")
        if is_group and self.taken("="):
            excluded = self.before_first()
        elif not excluded:
            self.tolerate(rf"\sum_{letter.text} is over all channels")
        if is_group:
            self.need("}")
        size = self.upper_limit(letter.text, excluded)
        before = self.bound.get(letter.text)
        index = self.bound[letter.text] = letter.text + (f":{size.args[0]}" if is_length(size) else "")
        body = self.product()
        del self.bound[letter.text]  # of which set a letter behind a quantifier is, is kept
        self.bound |= {} if before is None else {letter.text: before}
        return self.marked(Term("sum", (index, size, excluded, body)), start)

    def before_first(self) -> tuple[str, ...]:
        """The channels that a sum from a number leaves out: those that are called by the numbers before it."""
        first = self.next()
        before = [str(n) for n in range(1, int(first))] if re.fullmatch("[1-9]", first) else []
        if not before or any(n not in self.numbers for n in before):
            self.need("1")
            return ()
        self.at += 1
        for number in before:
            self.named_by_number(number)
        return tuple(self.numbers[number] for number in before)

    def excluded(self) -> tuple[str, ...]:
        """The channels that a sum leaves out."""
        self.at += 1
        found = [self.index()]
        while self.taken(","):
            found.append(self.index())
        return tuple(found)

    def upper_limit(self, letter: str, excluded: tuple[str, ...]) -> Term:
        """The number of channels of a sum, which may be left out.

        Of several, it is that of the set of an index that the sum leaves out, or of its own letter in the theorem.
        """
        sizes = list(dict.fromkeys(s for n in self.notations for s in n.sizes.values()))
        if self.taken("^"):
            found = self.argument()
            if found not in sizes:
                self.refuse(f"{found} is no number of channels")
            return found
        known = excluded or [n.letters[letter] for n in self.notations if letter in n.letters]
        if len(sizes) > 1 and known:
            sizes = [s for s in sizes if (s.args[0] if is_length(s) else "") == set_of(known[0])]
        if len(sizes) != 1:
            self.refuse("to what does this sum run?")
        if not excluded:
            self.tolerate(f"a sum without an upper limit runs to {sizes[0]}")
        return sizes[0]

    def value_at(self) -> Term:
        """The value of what stands before a bar, at the point below it."""
        start = self.at
        body, pairs = self.at_a_point()
        match pairs:
            case [(Term(op="sym" | "coord") as variable, value)]:
                return self.marked(at(body, variable, value), start)
        try:
            return self.marked(placed(body, tuple(pairs)), start)
        except LanguageError as error:
            self.mistyped(error, start)

    def vector_there(self) -> list[Statement]:
        """The equations of the entries of a vector at a point, where those come; or none, and nothing is gone past."""
        start, tolerances, marks = self.at, dict(self.tolerances), len(self.marks)
        if self.next() == "." and self.token().fence == "left":
            body, pairs = self.at_a_point()
            if len(shape(body)) == 1 and self.taken("="):
                self.need("(")
                return self.entries(body, pairs, start)
        self.at, self.tolerances = start, tolerances
        del self.marks[marks:]
        return []

    def entries(self, body: Term, pairs: list[tuple[Any, ...]], start: int) -> list[Statement]:
        """The equation of each entry of a vector at a point with one of the terms that come."""
        values = [self.sum()]
        while self.taken(","):
            values.append(self.sum())
        self.need(")")
        [row] = shape(body)
        try:
            left = [placed(body, (*pairs, (row, n))) for n in range(1, len(values) + 1)]
        except LanguageError as error:
            self.mistyped(error, start)
        return [Statement("eq", sides) for sides in zip(left, values, strict=True)]

    def at_a_point(self) -> tuple[Term, list[tuple[Any, ...]]]:
        """What stands before a bar, and what is put in the place of what below it."""
        self.at += 1
        self.bars.append("|")
        body = self.sum()
        self.bars.pop()
        self.need("|")
        self.need("_")
        self.need("{")
        pairs = [self.put_in()]
        while self.taken(","):
            pairs.append(self.put_in())
        self.need("}")
        if self.next() in ("^", "_"):
            self.refuse("a value at one point has nothing above: write what is subtracted")
        return body, pairs

    def put_in(self) -> tuple[Any, ...]:
        """What stands for what at a point: a = 2, x = (3, 1, 0), i = 1."""
        token = self.token()
        if self.next(1) == "=" and any(token.text in n.letters for n in self.notations):
            index = self.channel(token)
            self.at += 2
            number = self.sum()
            if number.op != "num" or number.args[0].denominator != 1 or number.args[0] < 1:
                self.refuse(f"the number of a channel belongs here: {token.text} is one")
            return index, int(number.args[0])
        variable = self.name()
        if variable is None or variable.op not in ("sym", "coord"):
            self.refuse("the variable belongs here")
        self.need("=")
        if not shape(variable):
            return variable, self.sum()
        self.need("(")
        entries = [self.sum()]
        while self.taken(","):
            entries.append(self.sum())
        self.need(")")
        return Term("vector", (variable.args[0], variable.size), variable.latex), *entries
