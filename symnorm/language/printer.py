"""The common part of all printed forms: which part needs parentheses, and how the letters of sums are chosen.

A subclass of `Printer` is the page on paper (`symnorm.language.latex`) or the terminal (`symnorm.language.text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple

from .letters import LETTERS, index_names, own_indices
from .names import name_of, names_in, visible
from .statements import Cases, EntriesThere, Statement
from .terms import Term, bare, free_indices

ADD, NEG, MUL, FACTOR, ATOM = range(5)
"""How tightly a piece holds together: a sum, a negative, a product, a factor, what can take an exponent."""

OFTEN = {1: " is differentiable", 2: " is twice differentiable"}
"""How often an unknown function is differentiable, in words, where no number is needed."""


class Piece(NamedTuple):
    """A printed part: its text, how tightly it holds together, whether it is open to the right as a sum is."""

    text: str
    level: int
    is_open: bool = False


class Printer:
    """What is common to all printed forms. A subclass has a method `on_<op>` for every other kind of term."""

    signs: ClassVar[dict[str, str]] = {}
    for_every = ""
    too_deep = ""
    transposed = "ᵀ"

    def __init__(self, printed: Term | Statement) -> None:
        names = names_in(printed)
        self._clear, self._indices, self._letters = names.clear, names.indices, names.letters
        self._bound: frozenset[str] = frozenset()  # the indices of the sums around what is printed
        self.several_dimensions = names.several_dimensions

    def whole(self, printed: Term | Statement) -> str:
        """All that is printed, from which the printer knows the names."""
        if isinstance(printed, Statement):
            return self.statement(printed) + self.quantifier()
        return self.piece(printed).text

    def index(self, name: str) -> str:
        """The name of an index, without its set; the index of `every` gets a letter that is free."""
        return self._indices.get(name, bare(name))

    def together(self, t: Term) -> str:
        """The indices with which an array, an entry or a definition is written; empty if there are none."""
        names = [self.index(i) for i in own_indices(t)]
        return ("" if all(len(n) == 1 for n in names) else ",").join(names)

    @contextmanager
    def bound(self, t: Term) -> Iterator[str]:
        """The letter for the index of a sum, while its body is printed.

        A sum that made way for an index hidden in a definition is printed as if it had not: the variance is
        a sum over k of (x_k - mu)^2, although mu is a sum over k as well. And no letter is taken that names
        something in what is printed: beside a number k, or an x_k, the sum is over l. Only where a definition is
        called by its index, as a_i, the letter is that.
        """
        k, _, excluded, body = t.args

        def first(inside: Iterable[Term], taken: Iterable[str] = ()) -> str:
            names = {*taken, *(self.index(n) for n in (*excluded, *index_names(inside)) if n != k)}
            return next((n for n in LETTERS if n not in names), bare(k))

        shown = visible(body)
        is_taken = bare(k) in self._letters or bare(k) == first(body.walk())
        letter = first(shown, self._letters) if is_taken else self.index(k)
        captured = [d for d in shown if d.op == "def" and k not in own_indices(d) and k in free_indices(d)]
        letter = self.captures(bare(k), captured) if captured else letter
        indices, letters, around = self._indices, self._letters, self._bound
        self._indices, self._letters, self._bound = {**indices, k: letter}, letters | {letter}, around | {k}
        yield letter
        self._indices, self._letters, self._bound = indices, letters, around

    def captures(self, k: str, captured: list[Term]) -> str:
        """The letter of a sum over channels of which definitions speak, although they are not called by an index."""
        return k

    def hides_arguments(self, t: Term) -> bool:
        """Whether y(x) is printed y: its argument is a variable, and no other y is about.

        Of several arguments the order counts: f(s, t) = s - t and f(t, s) = s - t say different things. In a sum over
        i, y(x_i) is another one in each channel, and y beside it is not.
        """
        is_clear = t.args[0] in self._clear and name_of(t) in self._clear and len(t.args[2]) == 1
        return is_clear and t.args[2][0].op in ("sym", "coord") and self._bound.isdisjoint(t.args[2][0].args[1:])

    def is_plain(self, t: Term) -> bool:
        """Whether the term is a name, of which one writes dy/dx."""
        if t.op == "app":
            return not any(t.args[1]) and all(a.op in ("sym", "coord") for a in t.args[2])
        return t.op in ("sym", "def", "coord", "vector", "loss") and self.piece(t).level == ATOM

    def piece(self, t: Term) -> Piece:
        """A term as it stands by itself."""
        made: Piece = getattr(self, f"on_{t.op}", self.on_other)(t)
        return made

    def within(self, t: Term, least: int) -> str:
        """A term where only what holds together at least so tightly may stand without parentheses."""
        made = self.piece(t)
        return made.text if made.level >= least else self.parenthesized(made.text)

    def parenthesized(self, inner: str) -> str:
        return f"({inner})"

    def statement(self, s: Statement, inside: bool = False) -> str:
        """A statement; one that is a part of another gets parentheses unless it is a relation."""
        if s.kind == "or" and s.parts[0].kind == "eq" and "pm" in self.signs:
            y, e = s.parts[0].parts
            if s.parts[1:] == (Statement("eq", (y, Term("neg", (e,)))),):
                return f"{self.piece(y).text} = {self.signs['pm']}{self.within(e, MUL)}"
        if isinstance(s, Cases):
            return self.by_cases(s)
        if isinstance(s, EntriesThere):
            values = ", ".join(self.piece(v).text for v in s.values)
            return f"{self.there_of(s.body, s.pairs)}{self.signs['eq']}{self.parenthesized(values)}"
        if s.kind == "differentiable":
            function, times = s.parts
            said = OFTEN.get(times.args[0], f" is {times.args[0]} times differentiable")
            return self.piece(function).text + self.words(said)
        if s.kind in ("or", "and", "implies", "iff"):
            parts = [self.statement(p, inside=True) for p in s.parts]
        else:
            parts, inside = [self.piece(p).text for p in s.shown], False
        whole = self.signs[s.kind].join(parts)
        return self.parenthesized(whole) if inside else whole

    def by_cases(self, s: Cases) -> str:
        """An equation by cases."""
        rows = (f"{self.piece(value).text} {self.when(condition)}" for value, condition in s.rows)
        return f"{self.piece(s.left).text}{self.signs['eq']}{{{'; '.join(rows)}}}"

    def when(self, condition: Statement | None) -> str:
        """When something is the case, in words."""
        return self.words("otherwise") if condition is None else self.words("if ") + self.statement(condition)

    def words(self, said: str) -> str:
        """Words in a statement."""
        return said

    def quantifier(self) -> str:
        """What says of a statement with `every` that it is of every channel; nothing of another."""
        letters = [k for n, k in self._indices.items() if n.startswith("*")]
        return self.for_every + ", ".join(letters) if letters else ""

    def on_add(self, t: Term) -> Piece:
        out = self.within(t.args[0], ADD)
        for part in t.args[1:]:
            negative = part.op == "neg"
            out += (" - " if negative else " + ") + self.within(part.args[0] if negative else part, MUL)
        return Piece(out, ADD)

    def on_neg(self, t: Term) -> Piece:
        made = self.piece(t.args[0])
        if made.level < MUL:
            return Piece("-" + self.parenthesized(made.text), NEG)
        return Piece("-" + made.text, NEG, made.is_open)

    def on_mul(self, t: Term) -> Piece:
        factors, pieces = list(_factors(t)), []
        for n, factor in enumerate(factors):
            made = self.piece(factor)
            leads = n == 0 and not made.is_open and made.level >= NEG
            is_between = factor.op == "inner" and n < len(factors) - 1
            ends = made.is_open and made.level >= MUL and n == len(factors) - 1
            if is_between or not (made.level >= FACTOR or leads or ends):
                made = Piece(self.parenthesized(made.text), ATOM)
            pieces.append(made)
        return Piece(self.product(factors, pieces), min(MUL, pieces[0].level), pieces[-1].is_open)

    def product(self, factors: list[Term], pieces: list[Piece]) -> str:
        """The factors side by side."""
        raise NotImplementedError

    def on_matmul(self, t: Term) -> Piece:
        """A product of matrices, which is taken from the left: brackets show where it is not."""
        left, right = (self.piece(a) for a in t.args)
        made = [p if p.level >= least and not p.is_open else Piece(self.parenthesized(p.text), ATOM)
                for p, least in ((left, MUL), (right, FACTOR))]  # fmt: skip
        return Piece(self.product([*t.args], made), MUL)

    on_inner = on_matmul

    def on_transpose(self, t: Term) -> Piece:
        return Piece(self.within(t.args[0], ATOM) + self.transposed, FACTOR)

    def on_jacobian(self, t: Term) -> Piece:
        above, below = (self.piece(a).text for a in t.args)
        return self.fraction(f"d{above}", f"d{below}")

    def on_diag(self, t: Term) -> Piece:
        return self.called("diag", t)

    def on_trace(self, t: Term) -> Piece:
        return self.called("tr", t)

    def fraction(self, above: str, below: str) -> Piece:
        """One formula over another."""
        raise NotImplementedError

    def there_of(self, body: Term, pairs: tuple[tuple[Any, ...], ...]) -> str:
        """A term, or a vector, at a point."""
        raise NotImplementedError

    def there(self, pairs: Iterable[tuple[Any, ...]], equals: str = " = ", brackets: str = "()") -> str:
        """What stands for what at a point: x = (3, 1, 0), a = 2, i = 1."""
        said = []
        for key, *values in pairs:
            shown = [str(v) if isinstance(v, int) else self.piece(v).text for v in values]
            is_vector, name = (False, self.index(key)) if isinstance(key, str) else (key.axes, self.piece(key).text)
            value = f"{brackets[0]}{', '.join(shown)}{brackets[1]}" if is_vector else shown[0]
            said.append(f"{name}{equals}{value}")
        return ", ".join(said)

    def called(self, name: str, t: Term) -> Piece:
        """A function that is named by a word."""
        return Piece(name + self.parenthesized(self.piece(t.args[0]).text), ATOM)

    def on_other(self, t: Term) -> Piece:
        inside = ", ".join(self.piece(a).text if isinstance(a, Term) else str(a) for a in t.args)
        return Piece(f"{t.op}({inside})", ATOM)


def written(form: type[Printer], printed: Term | Statement) -> str:
    """A term or a statement in the printed form. Never raises: error messages are made of it."""
    try:
        known = names_in(printed).written
        if form not in known:
            known[form] = form(printed).whole(printed)
        return known[form]
    except RecursionError:
        return form.too_deep


def _factors(t: Term) -> Iterator[Term]:
    """The factors of a product, those of products inside it among them."""
    for part in t.args:
        if part.op == "mul":
            yield from _factors(part)
        else:
            yield part
