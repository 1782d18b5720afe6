r"""Fair names: whatever the LaTeX of a name can be read as by somebody who knows the other names, the name has to be.

Each name is read by the project's own reader, in the notation of its theorem without that name. What is understood is
an equation that has to be proved: beside \sigma, what looks like \sigma^2 has to be its square. What is not understood
has to be a name by its shape, a letter or a word with accents and scripts; or else a formula of a letter that stands
for nothing, and then no other name is a formula of that letter, and what looks like a square is >= 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ..checker.forms import of_the_set
from ..checker.written import FAMILIAR, OPERATIONS, taken_for
from ..language import LanguageError, Statement, Term, Theorem, eq
from ..language.letters import renamed
from ..language.lookalikes import SIGNS, Seen, described, thing
from ..language.looks import PREFIXES, Look, look
from ..language.matrices import is_matrix, of_set
from ..language.names import NAMED, name_of
from ..language.subscripts import calculates_with, letters_in, tells_of
from ..language.terms import Index
from ..language.text import text
from ..language.whole import open_numbers
from ..reader.cursor import NotUnderstood
from ..reader.everyday import ACCENTS, OF_ENTRIES, Everyday, Usual
from ..reader.notation import Notation
from ..reader.shapes import ROW, of_matrix, settled, shape
from ..reader.tokens import tokens

USUAL_HEADS = frozenset(
    name.lower() for name in (*FAMILIAR.split(), *OPERATIONS, *SIGNS, *SIGNS.values()) if len(name) > 1
) | {"corr", "id", "im", "re", "rank", "logsumexp", "lse", *OF_ENTRIES}
"""Words before brackets that are taken for an operation, in whatever case they are written."""

COMMANDS = (r"\frac", r"\sqrt", *ACCENTS)
"""Commands that begin a formula, whatever has a name."""

UPRIGHT = re.compile(r"\\(?:mathrm|operatorname|text|textrm)\s*\{?\s*[A-Za-z]\s*\}?(?:$|\s*\()")
"""One upright letter that is applied to something: E(x) is an expectation, P(x) a probability."""


@dataclass(frozen=True)
class Alike:
    """A term that looks like a formula, and the statements of which one has to hold for it to look so."""

    shown: Term
    statements: tuple[Statement, ...]

    def refused(self, theorem: Theorem) -> LanguageError:
        """That nothing shows any of them."""
        wanted = self.statements[0]
        begun = f"{theorem.id}: {described(self.shown)} is printed as {text(self.shown)}, and nothing shows that it is"
        if wanted.kind == "ge":
            return LanguageError(f"{begun} >= 0, as a square is; make that a hypothesis, or give it another LaTeX")
        formula = wanted.parts[1]
        of = ", ".join(dict.fromkeys(described(t) for t in formula.as_written() if t.op in NAMED))
        told = f"{text(formula, ascii=True)}{f', with {of}' if of else ''}"
        return LanguageError(f"{begun} {told}; give it another LaTeX")


def alike(theorem: Theorem) -> list[Alike]:
    """The equations that have to hold so that every name may look as it does. Raises LanguageError where none can."""
    return list(_Names(Seen(theorem)).alike())


class _Names:
    """The names of a theorem, one by one."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.refused = seen, seen.printed_as
        self.heads: dict[str, set[tuple[str, ...]]] = {}
        """The things whose LaTeX begins with a token."""
        for shown, t in seen.whole.items():
            self.heads.setdefault(tokens(seen.sources[shown])[0].text, set()).add(thing(t))

    @cached_property
    def notation(self) -> Notation:
        """The meanings of all names."""
        return Notation(self.seen.printed)

    def alike(self) -> Iterator[Alike]:
        """Everything that has to hold because it looks so."""
        free: list[tuple[str, Look, Term]] = []
        for shown, t in self.seen.whole.items():
            source = self.seen.sources[shown]
            if shown.is_name:
                self._refuse_scripts(shown, t)
                self._refuse_usual(shown.key, t)
            if not is_matrix(t):
                self._refuse_numbers(shown, t)
            if found := self._read(t, source):
                yield Alike(t, tuple(found))
            elif t.op == "matrix" and not shown.is_name:
                self._refuse_formula_of_matrices(shown, t)
            elif not shown.is_name:
                free.append((self._decorated(shown, t), shown, t))
                if shown.op == "pow" and shown.number % 2 == 0 and not is_never_negative(t):
                    yield Alike(t, (t >= 0,))
        for one, other in combinations(free, 2):
            self._apart(one, other)
        for t, source in self.seen.quotients.items():
            reader = Everyday(source, self.notation, self.seen.channels)
            try:
                found = [eq(t, made) for made in reader.meanings() if reader.derivatives]
            except (NotUnderstood, Usual):
                found = []
            if not found:
                raise self.refused(t, "a derivative")
            yield Alike(t, tuple(found))

    # --- what the reader makes of a name --------------------------------------------------------------------

    def _read(self, t: Term, source: str) -> list[Statement]:
        """That a name is one of the things which it is read as; nothing where it is not understood."""
        first, *more = tokens(source)
        is_letter = first.text[-1].isalpha() and first.kind != "word" and first.text not in COMMANDS
        if is_letter and not (more and len(self.heads[first.text]) > 1):  # then nothing else begins so
            return []
        try:
            meanings = Everyday(source, self.notation.without(t), self.seen.channels).meanings()
            equal = [s for made in meanings if (s := _equation(t, made)) is not None]
            why = "it has other rows and columns"
        except NotUnderstood:
            return []
        except Usual as usual:
            raise self.refused(t, str(usual)) from None
        except LanguageError as error:
            equal, why = [], str(error)
        if not equal:
            told = f"{described(t)} is printed as {text(t)}, a formula that it cannot be, for {why}"
            raise LanguageError(f"{self.seen.id}: {told}; give it another LaTeX")
        return equal

    # --- names by their shape -------------------------------------------------------------------------------

    def _refuse_usual(self, key: str, t: Term) -> None:
        """Raises LanguageError for a symbol pi and an unknown function sigmoid, on the page or in a terminal."""
        if t.op == "app" and (UPRIGHT.match(name_of(t)) or (len(key) > 1 and key.lower() in USUAL_HEADS)):
            raise self.refused(t, f"the usual {key}")
        for shown in (key, str(t.args[0])):
            is_number = t.op == "def" and not any(part.op in NAMED for part in t.args[2].walk())
            if is_number and (constant := taken_for(shown, "sym")):
                told = "and that is another number here; give it another name and LaTeX"
                raise LanguageError(f"{self.seen.id}: {described(t)} is printed as {shown}, as {constant} is, {told}")
            if known := taken_for(shown, "sym" if t.op == "loss" else t.op):
                told = "give it another name and LaTeX, or define it by what it is"
                raise LanguageError(f"{self.seen.id}: {described(t)} is printed as {shown}, as {known} is; {told}")

    def _refuse_scripts(self, shown: Look, t: Term) -> None:
        """Raises LanguageError for delta_ij, A_12, x^T, a_k where k is a channel, and 5'."""
        base, _, below = shown.key.partition("_")
        if shown.is_number_with_marks():
            raise self.refused(t, "a number with marks")
        if base == "δ" and len(below.strip("{}").replace(",", "")) == 2:
            raise self.refused(t, "Kronecker's delta")
        if "⊤" in shown.key:
            raise self.refused(t, "a transpose")
        if shown.key == "I" and t.op == "matrix":
            raise self.refused(t, "the identity matrix")
        sign, _, rest = shown.key.partition(" ")
        is_entry = sign in PREFIXES.values() and self.seen.is_entry(rest)
        letters = set() if is_entry else letters_in(name_of(t))
        if strange := sorted(letters & self.seen.channels - self.seen.own.get(t, set())):
            raise self.refused(t, f"something in the channel {strange[0]}")

    def _refuse_numbers(self, shown: Look, t: Term) -> None:
        r"""Raises LanguageError for v_t where t is a whole number, for c := m_t, and for \hat m_{t+1} := m_t."""
        own = set(map(name_of, open_numbers(t.args[2]))) if t.op == "def" else set()
        for letter in sorted(own | self.seen.wholes):
            told = tells_of(letter, name_of(t)) or (shown.op == "app" and look(letter).key in shown.names())
            if told and letter not in own:
                raise self.refused(t, f"something of the whole number {letter}")
            if letter in own and not told:
                said = f"{described(t)} speaks of the whole number {letter}, and needs {letter} as a subscript"
                raise LanguageError(f"{self.seen.id}: {said} in its LaTeX")
            if told and calculates_with(letter, name_of(t)):
                raise self.refused(t, f"something of a number that is calculated from {letter}")

    # --- formulas that are not understood -------------------------------------------------------------------

    def _refuse_formula_of_matrices(self, shown: Look, t: Term) -> None:
        """Raises LanguageError for a matrix that is printed as -A; a derivative is told by its entries."""
        if shown.op not in ("D", "partial", "entry", "group"):
            raise self.refused(t, "another matrix")

    def _decorated(self, shown: Look, t: Term) -> str:
        """The name that a look is made of, as u^2, f(x) and (u)_i are. Raises LanguageError where there is no such."""
        first = shown.parts[0] if shown.parts else shown
        if first.is_name and (known := taken_for(first.key, "sym")) and not self.seen.is_known(first.key):
            raise self.refused(t, f"a formula of {known}")
        if shown.op == "app":
            if UPRIGHT.match(name_of(t)) or (len(first.key) > 1 and first.key.lower() in USUAL_HEADS):
                raise self.refused(t, f"the usual {first.key}")
            is_free = t.op == "def" or (_is_of_numbers(shown) and not taken_for(first.key, "app"))
            first = Look("name", key=first.key.partition("^")[0])  # of a derivative, the function
        else:
            is_free = shown.op in ("entry", "group") or (shown.op == "pow" and shown.number >= 2)
        if not (is_free and first.is_name) or self.seen.is_known(first.key):
            raise self._means_nothing(shown, t)
        return first.key

    def _apart(self, one: tuple[str, Look, Term], other: tuple[str, Look, Term]) -> None:
        """Raises LanguageError for u^2 and u^3, f(x) and f(y); f(1) and f(2) may be anything."""
        (a, shown, t), (b, beside, u) = one, other
        name = a if a in beside.names() else b if b in shown.names() else ""
        are_values = _is_of_numbers(shown) and _is_of_numbers(beside)
        if name and thing(t) != thing(u) and not (are_values or _is_entry_of_the_same(one, other)):
            raise LanguageError(
                f"{self.seen.id}: {described(t)} and {described(u)} are both printed as formulas of {name}, "
                "which stands for nothing; give one of them another LaTeX"
            )

    def _means_nothing(self, shown: Look, t: Term) -> LanguageError:
        """That a formula speaks of what is not in the theorem, or says nothing that can be said here."""
        strange = sorted(name for name in shown.names() if not self.seen.is_known(name))
        why = f"in which {', '.join(strange)} stands for nothing" if strange else "which has no meaning here"
        return LanguageError(
            f"{self.seen.id}: {described(t)} is printed as {text(t)}, a formula {why}: a name is a letter or a word, "
            "with accents, subscripts and marks, or it is equal to the formula that it looks like; give it another "
            "LaTeX"
        )


def _equation(t: Term, made: Term) -> Statement | None:
    """That a name is what was read, entry by entry; None where rows and columns differ. Raises LanguageError."""
    entry = of_matrix(t) if is_matrix(t) else t[Index(of_set(ROW, t.dimension), t.dimension)] if len(t.axes) == 1 else t
    if made.op != "num" and shape(made) != shape(entry):
        return None
    places = {i: of_the_set(letter, i) for i, letter in zip(shape(entry), "ij", strict=False)}
    equation = eq(settled(entry, places), settled(made, places))
    equation.form()  # a loss has no value, and so nothing is equal to its square
    return equation


def is_never_negative(t: Term) -> bool:
    """Whether it is plain from its form that a term is not negative where it has a value, as a mean of squares is."""
    sizes = {p.args[1] for p in t.walk() if p.op == "sum"}

    def plain(t: Term) -> bool:
        match t.op, t.args:
            case "num", (value,):
                return bool(value >= 0)
            case "sym", _:
                return t in sizes
            case "pow", (base, n):
                return n % 2 == 0 or plain(base)
            case "fn", (name, _):
                return name in ("sqrt", "exp")
            case "def" | "sum", (*_, body):
                return plain(body)
            case ("abs" | "norm" | "norm_1"), _:
                return True
            case "add" | "mul" | "div", parts:
                return all(map(plain, parts))
        return False

    return plain(t)


def _is_entry_of_the_same(one: tuple[str, Look, Term], other: tuple[str, Look, Term]) -> bool:
    """Whether (W)_{nj} is what (W)_{ij} is in the other channels."""
    (a, shown, t), (b, beside, u) = one, other
    if not (a == b and shown.op == beside.op == "entry" and t.op == u.op == "def"):
        return False
    letters = [pair for pair in zip(shown.key, beside.key, strict=False) if pair[0] != pair[1]]
    return len(letters) == 1 and bool(renamed(t.args[2], *letters[0]) == u.args[2])


def _is_of_numbers(shown: Look) -> bool:
    """Whether it is a value at a number, as f(1) and f(-1) are."""
    arguments = (p.parts[0] if p.op == "neg" else p for p in shown.parts[1:])
    return shown.op == "app" and all(p.op == "num" for p in arguments)
