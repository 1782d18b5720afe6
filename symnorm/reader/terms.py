r"""Terms read from LaTeX: a hand-written Pratt parser that knows the notation.

How tightly things hold together, from loose to tight:

    a + b, a - b                 sums
    -a, a b, a \cdot b, a / b    products; \sum, \int and d/dx reach to the end of theirs
    a^2, a'                      powers
    names, numbers, (a), \frac{a}{b}, \sqrt{a}, \log(a), |a|, \|x\|, \max(a, b)

A product goes on as long as something begins. What follows d/dx or a function in brackets is inside, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..language.names import may_be_argument, name_of
from ..language.terms import Term, bare, set_of, sqrt
from .operators import OPERATORS, Operators, may_vary
from .shapes import COLUMN, ZERO, Misfit, agreed, diagonal, multiplied, over_entries, shape, trace, transposed
from .tokens import TRANSPOSED

FUNCTIONS = {name: name.strip("\\") for name in (r"\log", r"\exp", r"\tanh", "log", "exp", "tanh")} | {r"\ln": "log"}
LARGEST = {r"\max": "max", r"\min": "min", "max": "max", "min": "min"}
CLOSING = {"(": ")", "[": "]", "{": "}", r"\{": r"\}", "|": "|", r"\|": r"\|"}
SIGNS = (")", "]", "}", "+", "-", "=", "<", ">", ",", "&", "^", "_", "'", "/", r"\pm", r"\cdot", r"\odot", r"\forall",
         r"\neq", r"\leq", r"\geq", r"\equiv", r"\Rightarrow", r"\iff", r"\stackrel", r"\to", r"\leftarrow", r"\gg",
         r"\in", ":", "or", "and", "", r"\sim", ".", ";", r"\}", r"\\", r"\end{cases}")  # fmt: skip
"""With these begins no factor."""

COMMANDS = ("tr", "diag", r"\frac", r"\sqrt", r"\sum", r"\int", r"\delta")
OF_ITS_OWN = frozenset([*FUNCTIONS, *LARGEST, *OPERATORS, *SIGNS, *CLOSING, *COMMANDS])
"""What means one thing in every theorem."""

DIFFERENTIABLE = "differentiable"
"""In the words that end such a statement."""


class Terms(Operators):
    """Reads terms."""

    of_matrices = False
    """Whether the statement has equations of vectors or matrices, so that these belong here."""
    from_right = False
    """Whether products of matrices are taken from the right."""
    has_ends = False
    """Whether there was a product of so many factors that it makes a difference."""

    # --- sums and products ----------------------------------------------------------------------------------

    def sum(self) -> Term:
        """Terms with + and - between them."""
        self.depth += 1
        if self.depth > self.DEEPEST:
            self.refuse("nested too deeply")
        start = self.at
        parts = [self.product()]
        while sign := self.taken("+", "-"):
            begin = self.at - 1
            part = self.product()
            parts.append(part if sign == "+" else self.marked(Term("neg", (part,)), begin))
        self.depth -= 1
        if len(parts) == 1:
            return parts[0]
        self.agree(parts, start)
        return self.marked(Term("add", tuple(parts)), start)

    def agree(self, parts: Sequence[Term], start: int) -> None:
        """Refuses what is of different shapes; what is forgiven is noted."""
        try:
            forgiven = agreed(parts)
        except Misfit as error:
            self.mistyped(error, start)
        if forgiven and not (self.of_matrices and forgiven == ZERO):
            self.tolerate(forgiven)

    def product(self) -> Term:
        """Factors side by side, which may have a sign before them."""
        self.products += 1
        if self.products > 2 * self.DEEPEST:
            self.refuse("nested too deeply")
        made = self.signed_product()
        self.products -= 1
        return made

    def signed_product(self) -> Term:
        """The product, once it is known that it is not too deep."""
        start = self.at
        if self.taken("-"):
            if self.next() == "-":
                self.refuse("one sign is enough")
            return self.marked(Term("neg", (self.product(),)), start)
        begin = self.at
        factors = [self.factor()]
        apart: list[list[Term]] = []  # what stands before each \odot
        while True:
            self.refuse_behind_differential(factors[-1], begin)
            begin = self.at
            if self.taken("/"):
                factors = [self.divided(factors, start)]
            elif self.taken(r"\cdot"):
                factors.append(self.factor())
            elif self.taken(r"\odot"):
                apart.append(factors)
                factors = [self.factor()]
            elif self.begins():
                self.beside(factors[-1])
                factors.append(self.factor())
            else:
                break
        if apart:
            return self.marked(self.entry_by_entry([*apart, factors], start), start)
        if len(factors) == 1:
            return factors[0]
        try:
            return self.marked(self.multiplied(factors), start)
        except Misfit as error:
            self.mistyped(error, start)

    def refuse_behind_differential(self, factor: Term, start: int) -> None:
        r"""Refuses a factor that varies behind the differential of its integral, as in \int \frac{dt}{u} v."""
        depth, met = self.integrals[-1] if self.integrals else (-1, [])
        if depth == self.depth and met and met[0][1] <= start and may_vary(factor, met[0][0]):
            self.refuse("this may stand in the integral or behind it: write the differential last", start)

    def entry_by_entry(self, groups: Sequence[Sequence[Term]], start: int) -> Term:
        r"""The product of what stands between the signs \odot: of each, one factor at most is no number."""
        if any(sum(map(bool, map(shape, group))) > 1 for group in groups):
            self.refuse(r"brackets have to say what \odot multiplies: write A \odot (B C)", start)
        if len({shape(f) for group in groups for f in group if shape(f)}) > 1:
            self.refuse(r"\odot multiplies vectors, or matrices, of one shape", start)
        self.tolerate(r"\odot multiplies entry by entry")
        return Term("mul", tuple(f for group in groups for f in group))

    def multiplied(self, factors: list[Term]) -> Term:
        """The product of what stands side by side. Raises Misfit."""
        self.has_ends = self.has_ends or len(factors) > 2
        return multiplied(factors, self.size, self.from_right)

    def divided(self, factors: list[Term], start: int) -> Term:
        """What stands before a slash, over the factor behind it; more factors would leave open where they belong."""
        try:
            above = self.multiplied(factors)
        except Misfit as error:
            self.mistyped(error, start)
        below = self.factor()
        self.scalar(below, start)
        if self.begins():
            self.refuse("brackets have to say whether this is above or below: write (a/b) c or a/(b c)")
        return self.marked(Term("div", (above, below)), start)

    def beside(self, before: Term) -> None:
        """Refuses what stands beside a factor and may be something else than another factor."""
        if self.token().kind == "number" and self.tokens[self.at - 1].kind == "number":
            self.refuse(r"a number beside a number: write \cdot between two factors, or one number")
        if before.op == "num" and self.is_fraction_of_numbers():
            self.refuse(r"this may be a mixed number: write \cdot before a factor, or one fraction")
        inside = before.args[0] if before.op == "pow" else before
        above, last = ["", *(t.text for t in self.tokens[max(0, self.at - 2) : self.at])][-2:]
        is_closed = last in (")", "]") or (above == "^" and last in TRANSPOSED)
        if is_closed or self.next() not in ("(", "[") or self.ahead(self.name)[0] is not None:
            return
        if inside.op in ("app", "D", "slope") or (inside.op == "def" and not self.is_factor(inside)):
            self.refuse(r"this may be an argument: write \cdot before what is a factor")
        if inside.op in ("def", "sym") and not shape(inside):
            self.tolerate(f"{name_of(inside)} before brackets is a factor")

    def is_fraction_of_numbers(self) -> bool:
        """Whether a fraction comes that has a number above and below."""
        if self.next() != r"\frac":
            return False
        above_and_below = [t for t in self.tokens[self.at + 1 : self.at + 7] if t.text not in ("{", "}")][:2]
        return all(t.kind == "number" for t in above_and_below)

    def is_factor(self, definition: Term) -> bool:
        """Whether the brackets that come behind a definition cannot be those of its argument."""
        argument, _ = self.ahead(self.bracketed)
        return self.is_sum_in_brackets() and (argument is None or not may_be_argument(definition, argument))

    def is_sum_in_brackets(self) -> bool:
        """Whether brackets come that a factor needs: around a sum, or around a row."""
        depth = 0
        for n, token in enumerate(self.tokens[self.at :]):
            depth += (token.text in "({[") - (token.text in ")}]")
            if depth == 0:
                return False
            if depth == 1 and n > 1 and token.text in ("+", "-", r"\ldots"):
                return True
        return False

    def scalar(self, t: Term, start: int) -> None:
        """Refuses a vector where only a number can stand."""
        if shape(t):
            self.refuse("a number belongs here, and this is a vector or a matrix", start)

    def begins(self) -> bool:
        """Whether a factor begins here."""
        token = self.token()
        if token.apart or (token.text in SIGNS and token.fence != "left") or token.fence == "right":
            return False
        if self.is_condition():
            return False
        if (token.text in ("|", r"\|") and self.closes(token.text)) or DIFFERENTIABLE in token.text:
            return False
        return not (self.integrals and self.integrals[-1][0] == self.depth and self.is_differential())

    def closes(self, bar: str) -> bool:
        """Whether a bar that comes ends what a bar began."""
        return self.token().fence != "left" and bar in self.bars

    # --- factors --------------------------------------------------------------------------------------------

    def factor(self) -> Term:
        """Something with the powers behind it."""
        start = self.at
        self.factors += 1
        if self.factors > self.MOST:
            self.refuse("too much to try: it may be read in too many ways, one inside the other")
        made = self.primary()
        if made.op in ("app", "def"):
            made = self.evaluated(made, start)
        first = self.at
        while True:
            if self.next() == "^" and self.at > first and self.tokens[self.at - 1].text != ")":
                self.refuse("TeX sets no power above a power: write brackets, as in (a^2)^3")
            if self.next() == "^" and self.next(1) in TRANSPOSED and (shape(made) or not self.is_power_of_whole()):
                made = self.transpose(made, start)
            elif self.next() == "^" and self.is_power_of_whole():
                self.at += 1
                made = self.raised(made, start)
            elif self.taken("^"):
                made = self.marked(self.by_entry(made, "the power of a vector", start) ** self.exponent(), start)
            elif self.next() == "_" and made.op in ("D", "slope") and self.tokens[self.at - 1].text == ")":
                made = self.held(made, start)
                first = self.at
            elif self.next() in ("_", "'"):
                self.refuse("this belongs to no name that is known")
            else:
                return self.marked(made, start)

    def is_power_of_whole(self) -> bool:
        """Whether what stands above is a whole number that has a name."""
        self.at += 1
        found = self.is_whole_ahead()
        self.at -= 1
        return found

    def transpose(self, made: Term, start: int) -> Term:
        """What a T above makes of a matrix."""
        self.at += 2
        try:
            return self.marked(transposed(made), start)
        except Misfit as error:
            self.mistyped(error, start)

    def exponent(self) -> int | Fraction:
        """A whole number above, or half of an odd one."""
        is_group = bool(self.taken("{"))
        sign = -1 if is_group and self.taken("-") else 1
        number = self.next()
        if self.token().kind != "number" or not number.isdecimal() or len(number) > 2:
            self.refuse("only a whole number can be an exponent")
        self.at += 1
        value: int | Fraction = sign * int(number)
        if is_group and self.taken("/"):
            self.need("2")
            value = Fraction(value, 2)
        if is_group:
            self.need("}")
        if isinstance(value, Fraction) and value.denominator == 1:
            self.refuse("only a whole number can be an exponent, or half of an odd one")
        return value

    def primary(self) -> Term:
        """A name, a number, or what brackets and commands make."""
        if self.integrals and self.is_differential():
            return self.differential()
        for named in (self.entry, self.name, self.call):
            if (found := named()) is not None:
                return found
        token = self.token()
        if token.kind == "number":
            self.at += 1
            return Term("num", (Fraction(token.text),))
        match token.text:
            case "." if token.fence == "left":
                return self.value_at()
            case "(" | "[":
                return self.bracketed()
            case "{":
                return self.in_braces()
            case "|":
                return self.absolute()
            case r"\|":
                return self.norm()
            case r"\frac":
                return self.fraction()
            case r"\sqrt":
                start, self.at = self.at, self.at + 1
                return sqrt(self.by_entry(self.argument(), "the root of a vector", start))
            case r"\sum":
                return self.summed()
            case r"\int":
                return self.integrated()
            case r"\delta":
                return self.kronecker()
            case ("tr" | "diag") if token.kind == "word":
                return self.of_diagonal()
            case text if text in OPERATORS and token.kind == "word":
                return self.operated()
            case text if text in FUNCTIONS:
                return self.function(FUNCTIONS[text])
            case text if text in LARGEST:
                return self.largest(LARGEST[text])
        if token.text in SIGNS:
            self.refuse("something is missing here")
        more = " with what follows it" if self.next(1) in ("_", "'") else ""
        self.refuse(f"{token.text}{more} is no name of this theorem")

    def bracketed(self) -> Term:
        """What stands in brackets."""
        if self.is_template():
            return self.template()
        opening = self.next()
        self.at += 1
        bars, self.bars = self.bars, []  # no bar from outside ends anything in brackets
        made = self.sum()
        self.bars = bars
        self.need(CLOSING[opening])
        return made

    def in_braces(self) -> Term:
        """One factor in braces, which no page shows; around more, they would hold together what nobody sees."""
        start = self.at
        self.at += 1
        ends = [self.ahead(name) for name in (self.entry, self.name, self.call)]
        made = self.factor()
        is_name = any(found is not None and end == self.at for found, end in ends)
        if not self.taken("}"):
            self.refuse("no page shows these braces: write brackets where they are meant", start)
        reaches_on = made.op in ("sum", "upto", "integral", "D", "slope")
        if (reaches_on and (self.begins() or self.next() in ("/", r"\cdot", r"\odot"))) or (
            self.next() in ("^", "_") and not (is_name or made.op == "num")
        ):
            self.refuse("no page shows the braces before this: write brackets where they are meant")
        return made

    def by_entry(self, made: Term, called: str, start: int) -> Term:
        """A number, or a vector of which something is taken entry by entry; refuses a matrix."""
        if len(shape(made)) > 1:
            self.refuse(f"{called} is taken entry by entry, that of a matrix is not", start)
        if shape(made):
            self.tolerate(f"{called} is taken entry by entry")
        return made

    def is_template(self) -> bool:
        """Whether what comes in brackets has an ellipsis in it: (a_1, a_2, ..., a_H)."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token.text in "({[") - (token.text in ")}]")
            if depth == 0 or self.next() != "(":
                return False
            if depth == 1 and token.text == r"\ldots":
                return True
        return False

    def template(self) -> Term:
        """A row by its first entries and its last: they have to be the same but for the index."""
        start = self.at
        self.at += 1
        entries: list[Term] = []
        while not self.taken(r"\ldots"):
            entries.append(self.entry_at(str(len(entries) + 1)))
            self.need(",")
        self.need(",")
        entries.append(self.entry_at(str(self.size())))
        self.need(")")
        if len({*entries}) > 1:
            self.refuse("the entries of this vector are not of one form", start)
        self.tolerate("an ellipsis is the vector whose entries are of that form")
        return self.marked(entries[0], start)

    def entry_at(self, place: str) -> Term:
        """An entry of a vector, in which a place stands for the index."""
        before, self.bound = self.bound, {**self.bound, place: COLUMN}
        made = self.sum()
        self.bound = before
        return made

    def argument(self) -> Term:
        """What stands in braces, or the next token alone, as TeX takes it."""
        if self.next() == "{":
            return self.bracketed()
        whole, self.tokens = self.tokens, self.tokens[: self.at + 1]
        try:
            return self.primary()
        finally:
            self.tokens = whole

    def absolute(self) -> Term:
        """An absolute value."""
        start = self.at
        made = self.between("|")
        if shape(made):
            self.refuse(r"between such bars stands a number: write |x_i| or \|x\|", start)
        return self.marked(abs(made), start)

    def norm(self) -> Term:
        """The length of a vector, the root of the sum of its squares; or \\|x\\|_1, the sum of absolute values."""
        start = self.at
        made = self.between(r"\|")
        is_of_sizes = (self.next(), self.next(1)) == ("_", "1")
        try:
            if is_of_sizes:
                self.at += 2
                return over_entries(abs(made), self.size)
            square = over_entries(Term("pow", (made, 2)), self.size)
        except Misfit as error:
            self.mistyped(error, start)
        if (self.next(), self.next(1)) == ("^", "2"):
            self.at += 2
            return square
        return sqrt(square)

    def largest(self, op: str) -> Term:
        """The largest or the smallest of the numbers in brackets."""
        start = self.at
        self.at += 1
        opening = self.taken("(", "[", r"\{")
        if not opening:
            self.refuse(rf"the numbers stand in brackets, as in \{op}(a, b)")
        bars, self.bars = self.bars, []
        numbers = [self.sum()]
        while self.taken(","):
            numbers.append(self.sum())
        self.bars = bars
        self.need(CLOSING[opening])
        if len(numbers) < 2:
            self.refuse(f"the {op}imum of one number?", start)
        self.agree(numbers, start)
        return self.marked(Term(op, tuple(numbers)), start)

    def between(self, bar: str) -> Term:
        """What stands between two bars."""
        self.at += 1
        self.bars.append(bar)
        made = self.sum()
        self.bars.pop()
        self.need(bar)
        return made

    def function(self, name: str) -> Term:
        """A known function, of what is in the brackets behind it; `\\tanh^2(u)` is the square of its value."""
        start = self.at
        self.at += 1
        power = self.exponent() if self.taken("^") else 1
        if power < 0 or isinstance(power, Fraction):
            self.refuse(r"this is an inverse function or a power: write \frac{1}{...} for a power", start)
        if self.next() not in ("(", "["):
            self.refuse("the argument of a function stands in brackets")
        made = Term("fn", (name, self.by_entry(self.bracketed(), f"the {name} of a vector", start)))
        if self.next() == "^":
            self.refuse(rf"this has two readings: write \{name}((...)^2) or (\{name}(...))^2")
        return made if power == 1 else Term("pow", (made, power))

    def of_diagonal(self) -> Term:
        """The trace of a matrix, or the diagonal matrix of a vector."""
        start, name = self.at, self.next()
        self.at += 1
        if self.next() != "(":
            self.refuse(f"the argument of {name} stands in brackets")
        made = self.bracketed()
        try:
            return self.marked((trace if name == "tr" else diagonal)(made, self.size), start)
        except Misfit as error:
            self.mistyped(error, start)

    def kronecker(self) -> Term:
        """Kronecker's delta."""
        start = self.at
        self.at += 1
        self.need("_")
        self.need("{")
        i = self.index()
        self.taken(",")
        j = self.index()
        self.need("}")
        if set_of(i) != set_of(j):
            self.refuse(f"{bare(i)} and {bare(j)} are indices of different sets", start)
        size = next((n.sizes[i] for n in self.notations if i in n.sizes), self.size(i))
        return self.marked(Term("delta", (i, j), size=size), start)
