r"""Two things that read the same: refused, wherever in a theorem they stand.

What is judged is the term; what a person reads is its printed form. So no two names of a theorem may look alike, on the
page or in a terminal, in printed lines and in the bodies of definitions as well. What a name alone may look like, only
a reader of formulas can tell (see `symnorm.judge.fair`); here it is taken down how everything is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ..checker.forms import of_the_set, set_of
from .entries import Counterexample, MissingHypothesis
from .entrywise import entrywise
from .latex import Latex
from .letters import own_indices, renamed
from .looks import DERIVATIVES, Look, in_print, look
from .matrices import general
from .names import NAMED, name_of, visible
from .printer import Piece
from .refusals import LanguageError
from .statements import Statement
from .terms import Term, bare, free_indices
from .text import ascii_name, text
from .theorem import Theorem
from .whole import open_numbers

SUBSCRIPT = re.compile(r"_(?:\{[^{}]*\}|.)")
SIGNS = {"var": "Var", "cov": "Cov", "diag": "diag", "trace": "tr"}
"""The words before the arguments of operators."""

OPERATORS = frozenset(["Var", "var", "Cov", "cov", "tr", "Tr", "diag", "rank", "Pr", "Σ", "Π", "∑", "∏"])
"""The signs of operators that may be names of what is defined: before a factor, another name would be taken for one."""


def statements(theorem: Theorem) -> Iterator[Statement]:
    """Every statement that is printed of a theorem."""
    for statement in _statements(theorem):
        yield statement
        yield from (s.entries for s in entrywise(statement))


def _statements(theorem: Theorem) -> Iterator[Statement]:
    """The same as they are written; beside an equation of matrices, that of its entries is told."""
    for entry in theorem.entries:
        yield entry.statement
        if entry.printed is not None:
            yield entry.printed.statement
    for erratum in theorem.errata:
        match erratum:
            case MissingHypothesis():
                yield erratum.hypothesis
            case Counterexample():
                yield erratum.claim
                yield from erratum.under
            case _:
                yield erratum.assumes


class Seen:
    """The names of a theorem by their looks. Raises LanguageError where two of them look alike."""

    def __init__(self, theorem: Theorem) -> None:
        self.id = theorem.id
        self.whole: dict[Look, Term] = {}
        """Names that stand alone, by their looks: symbols, entries, definitions, functions without arguments."""
        self.sources: dict[Look, str] = {}
        """The LaTeX with which it is printed."""
        self.functions: dict[Look, Term] = {}
        """Functions, by the look of what stands before their arguments."""
        self.entries: dict[str, Term] = {}
        """Names with an entry in every channel, by the look of what stands before the index."""
        self.printed: list[Term | Statement] = []
        """All that is printed, bodies of definitions included."""
        self.quotients: dict[Term, str] = {}
        """Quotients that are printed as derivatives are, with their LaTeX; none where there are more factors."""
        self.has_differentials = False
        """Whether anything has a d in it, as derivatives have."""
        self.skeletons: dict[str, Term] = {}
        """Names by what is left of them where signs that look the same in print are one."""
        self.numbers: dict[str, str] = {}
        """The numbers that are printed, likewise."""
        self.hidden: dict[str, Term] = {}
        """Functions that are printed without their arguments, by their names."""
        self.plain: dict[str, Term] = {}
        """Names in ASCII."""
        self.channels: set[str] = set()
        """The letters of channels that are printed."""
        self.sizes: set[str] = set()
        """The looks of numbers of channels."""
        self.own: dict[Term, set[str]] = {}
        """The letters of the channels in which a name is."""
        self.operators: dict[Look, Term] = {}
        """Variances, transposes, identity matrices and their like, by what they or their signs look like."""
        self.joined: dict[str, Term] = {}
        """Indices that are printed side by side."""
        self.sets: dict[str, str] = {}
        """The sets to which indices belong that no sum binds, by their letters."""
        self.wholes: set[str] = set()
        """The LaTeX of whole numbers."""
        self.transposed: Term | None = None
        self.has_exponentials = False
        self.defined: set[str] = set()
        self.taken: set[tuple[Term, str | None, str, bool]] = set()
        """The names taken down so far, with their LaTeX, how each was printed, and whether without its arguments."""
        for statement in statements(theorem):
            self.read(statement)
            for index in (i for t in statement.terms() for i in free_indices(t) if i[0] != "*"):
                self.index(index)
        for variable in theorem.variables:
            self.read(variable)
        self._refuse_signs()

    def read(self, printed: Term | Statement) -> None:
        """Prints something, and takes down what its names look like, and those in the bodies of its definitions."""
        self.printed.append(printed)
        tops = [*printed.terms()] if isinstance(printed, Statement) else [printed]
        parts = [part for top in tops for part in visible(top)]
        bound = {name_of(part.args[0]) for part in parts if part.op in ("upto", "between")}
        for both in sorted(bound & {name_of(n) for top in tops for n in open_numbers(top)}):
            raise LanguageError(f"{self.id}: {both} is bound by a sum in {text(printed)}, and stands free beside it")
        self._one_number_of_channels(tops, printed)
        _Reader(printed, self)

    def _one_number_of_channels(self, tops: list[Term], printed: Term | Statement) -> None:
        """Raises LanguageError for C beside a point x = (3, 1, 0) that does not say that C is 3 there."""
        silent, outside, ahead = dict[Term, Term](), set[Term](), [*tops]
        while ahead:
            part = ahead.pop()
            if part.op == "there":
                said = {key for key, *_ in part.args[1:]}
                vectors = (key for key in said if isinstance(key, Term) and key.op == "vector")
                silent.update((length, part) for v in vectors for length in v.axes if length not in said)
            elif part.op == "sym":
                outside.add(part)
            elif part.op not in ("def", "loss", "matrix"):
                ahead.extend(part.shown())
        for length in sorted(silent.keys() & outside, key=text):
            told = f"{text(length)} stands beside {text(silent[length])}, in which it is another number"
            raise LanguageError(f"{self.id}: {told}: say so there, as in at(..., {{x: [3, 1, 0], {text(length)}: 3}})")

    def take(self, t: Term, shown: str, hides: bool, letter_of: Callable[[str], str] | None = None) -> None:
        """A name, as it is printed, and the letters of its indices, as these are printed."""
        if (t, t.latex, shown, hides) in self.taken:
            return
        self.taken.add((t, t.latex, shown, hides))
        letters, own = dict[str, str](), set[str]()
        if letter_of is not None:
            letters = {i: letter_of(i) for i in own_indices(t)} if t.op in ("coord", "def") else {}
            own = set(map(letter_of, free_indices(t)))
        for index, letter in letters.items():
            t = renamed(t, index, of_the_set(letter, index))
        self.own.setdefault(t, set()).update(own)
        self.channels.update(own)
        if t.op == "def" and t.args[0] not in self.defined:
            self.defined.add(t.args[0])
            self.read(t.args[2])
        if t.op == "loss":
            self.read(t.args[1])
        if t.op == "matrix":
            self.read(general(t))
        if len(letters) > 1:
            self.joined.setdefault("".join(letters.values()), t)
        elif t.op in ("coord", "vector") or (t.op == "def" and t.args[1] is not None):
            self.entries.setdefault(look(name_of(t)).key, t)
        if t.op == "app":
            self._place(self.functions, look(name_of(t)), t)
            self._place(self.whole, look(name_of(t)), t)
            self.sources.setdefault(look(name_of(t)), name_of(t))
            if hides and self.hidden.setdefault(t.args[0], t).args[2] != t.args[2]:
                raise self._refused(self.hidden[t.args[0]], t, shown)
        if t.op != "app" or hides:
            self._place(self.whole, look(shown), t)
            self.sources.setdefault(look(shown), shown)
        other = self.plain.setdefault(ascii_name(str(t.args[0])), t)
        if thing(other) != thing(t):
            raise self._refused(other, t, ascii_name(str(t.args[0])))

    def _place(self, table: dict[Look, Term], shown: Look, t: Term) -> None:
        other = table.setdefault(shown, t)
        if thing(other) != thing(t):
            raise self._refused(other, t, text(t))
        if shown.is_name:
            other = self.skeletons.setdefault(in_print(shown.key), t)
            if thing(other) != thing(t):
                raise self._refused(other, t, f"{text(other)} or {text(t)}")

    def _refused(self, one: Term, other: Term, shown: str) -> LanguageError:
        return LanguageError(
            f"{self.id}: {described(one)} and {described(other)} are both printed as {shown}, and nobody could tell "
            "them apart; give one of them another LaTeX"
        )

    def index(self, name: str) -> None:
        """An index that no sum binds: those of one letter belong to one set."""
        letter, own = bare(name), set_of(name)
        if self.sets.setdefault(letter, own) != own:
            of = " and ".join(n or "the channels" for n in sorted((own, self.sets[letter])))
            raise LanguageError(f"{self.id}: {letter} is an index of {of}; give one of them another letter")

    def _refuse_signs(self) -> None:
        """Raises LanguageError for names that look like a sign or a number which is printed beside them."""
        for both in self.joined.keys() & self.channels:
            of = described(self.joined[both])
            raise LanguageError(f"{self.id}: the indices of {of} are printed as {both}, as the index {both} is")
        for shown, t in self.operators.items():
            for named in (table[shown] for table in (self.functions, self.whole) if shown in table):
                raise self.printed_as(named, f"the operator of {text(t)}")
        if self.transposed is not None and (marks := [n for n in self.wholes if look(n) == look("T")]):
            told = f"the whole number {marks[0]} is printed above as the mark in {text(self.transposed)} is"
            raise LanguageError(f"{self.id}: {told}; give it another LaTeX")
        has_differentials = self.has_differentials or any(map(is_differential, self.whole))
        if has_differentials and (d := self.whole.get(Look("name", key="d"))) is not None:
            raise self.printed_as(d, "the sign of a derivative")
        for shown, t in ((shown, t) for shown, t in self.whole.items() if shown.is_name):
            if number := self.numbers.get(in_print(shown.key)):
                raise self.printed_as(t, f"the number {number}")
            if t.op == "whole" and not in_print(shown.key).strip("".join(map(in_print, "0123456789"))):
                raise self.printed_as(t, "a number")
            if shown.key == "e" and self.has_exponentials:
                raise self.printed_as(t, "the base of exp")
            if shown.key in OPERATORS and t.op in ("sym", "vector", "coord"):
                raise self.printed_as(t, "an operator")

    def is_known(self, key: str) -> bool:
        """Whether anything has a name, a vector or a function among others, be it in a channel that is not printed."""
        name = Look("name", key=key)
        return name in self.functions or name in self.whole or self.is_entry(key)

    def is_entry(self, key: str) -> bool:
        """Whether a name is that of a vector, or of an entry of one."""
        return SUBSCRIPT.sub("", key) in self.entries

    def printed_as(self, t: Term, taken: str) -> LanguageError:
        """That a name would be taken for something else."""
        return LanguageError(f"{self.id}: {described(t)} is printed as {taken} is; give it another LaTeX")


class _Reader(Latex):
    """Prints, and takes down every name as it is printed."""

    def __init__(self, printed: Term | Statement, seen: Seen) -> None:
        super().__init__(printed)
        self.seen = seen
        self.told: Term | None = None
        """A function of which the derivative around it tells the argument."""
        if isinstance(printed, Statement):
            self.statement(printed)
        else:
            self.piece(printed)

    def piece(self, t: Term) -> Piece:
        if t.op == "D" and t.args[0].op == "app" and t.args[0].args[2] == t.args[1:]:
            self.told = t.args[0]
        made = super().piece(t)
        if t.op == "whole":
            self.seen.wholes.add(name_of(t))
        self.seen.has_exponentials |= t.op == "fn" and t.args[0] == "exp"
        if t.op in NAMED:
            hides = t.op == "app" and t is not self.told and self.hides_arguments(t)
            self.seen.take(t, made.text, hides, self.index)
        elif t.op == "seq":
            (entry,) = t.parts()
            self.seen.take(entry, name_of(entry), hides=False)
        elif t.op == "num":
            self.seen.numbers.update((in_print(str(abs(n))), str(abs(n))) for n in t.args[0].as_integer_ratio())
        elif t.op in SIGNS:
            self.seen.operators[Look("name", key=SIGNS[t.op])] = t
        elif t.op in ("identity", "ones", "transpose", "jacobian"):
            self.seen.transposed = t if t.op == "transpose" else self.seen.transposed
            with suppress(LanguageError):
                self.seen.operators[look(made.text)] = t
        elif t.op == "delta":
            self.seen.channels.update(map(self.index, t.args))
        if t.size is not None and t.size.op in NAMED:
            self.seen.sizes.add(look(name_of(t.size)).key)
        self.seen.has_differentials |= t.op in ("D", "integral", "slope")
        return made

    def on_div(self, t: Term) -> Piece:
        """A quotient; it is taken down if it looks like a derivative: dy/dt, and b dy/dt."""
        shown = [self.piece(a).text for a in t.args]
        made = self.fraction(*shown)
        with suppress(LanguageError):  # what is no look of a name cannot be taken for a differential
            below = look(shown[1])
            if is_differential(below):
                self.seen.has_differentials = True
                above = [look(name_of(p)) for p in visible(t.args[0]) if p.op in NAMED]
                if any(map(is_differential, above)):
                    self.seen.quotients[t] = made.text if t.args[0].op in NAMED else ""
        return made

    def statement(self, s: Statement, inside: bool = False) -> str:
        if s.kind == "differentiable":  # which is said of a function, whatever its arguments
            self.seen.take(s.parts[0], name_of(s.parts[0]), hides=False)
            return ""
        return super().statement(s, inside)

    @contextmanager
    def bound(self, t: Term) -> Iterator[str]:
        with super().bound(t) as letter:
            self.seen.channels.add(letter)
            yield letter

    def captures(self, k: str, captured: list[Term]) -> str:
        for d in captured:
            if k in self._letters:
                raise LanguageError(f"{self.seen.id}: a sum over {k} is around {text(d)}, and another {k} beside it")
            if not look(name_of(d)).is_below(k):
                told = f"a sum over {k} is around {described(d)}, which needs {k} as a subscript in its LaTeX"
                raise LanguageError(f"{self.seen.id}: {told}")
        return super().captures(k, captured)


def thing(t: Term) -> tuple[str, ...]:
    """The thing that has a name; a derivative of a function has a name of its own."""
    if t.op == "app":
        return "app", t.args[0], *map(str, t.args[1])
    return {"coord": "vector"}.get(t.op, t.op), t.args[0]


def is_differential(shown: Look) -> bool:
    """Whether it is a name that begins with the sign of a derivative."""
    return shown.is_name and shown.key.startswith((*DERIVATIVES,))


def described(t: Term) -> str:
    """The thing that has a name, in words."""
    match t.op:
        case "sym":
            return f"the symbol {t.args[0]!r}"
        case "whole":
            return f"the whole number {t.args[0]!r}"
        case "app":
            return f"the function {t.args[0]!r} of {', '.join(map(text, t.args[2]))}"
        case "def":
            return f"the definition {t.args[0]!r} ({text(t)} := {text(t.args[2])})"
        case "div":
            return f"the quotient {text(t, ascii=True)}"
        case "loss":
            return f"the loss {t.args[0]!r}"
        case "matrix":
            return f"the matrix {t.args[0]!r}"
    return f"the vector {t.args[0]!r}"
