r"""Two things that read the same: refused, wherever in a theorem they stand.

What is judged is the term; what a person reads is its printed form. So no two names of a theorem may look alike, on the
page or in a terminal, in printed lines and in the bodies of definitions as well. A name that looks like a formula, as
\sigma^2 does beside \sigma, has to be equal to it: `alike` says which equations have to be proved. Where there is no
\sigma, such a name has to be >= 0; nor may any other formula speak of what is not there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations
from string import digits

from ..checker.forms import of_the_set, set_of
from ..checker.written import FAMILIAR, OPERATIONS, taken_for
from .entries import Counterexample, MissingHypothesis
from .entrywise import entrywise
from .latex import Latex
from .letters import own_indices, renamed
from .looks import ACCENTS, DERIVATIVES, DOTS, PREFIXES, Look, in_print, look
from .matrices import general
from .names import NAMED, name_of, visible
from .printer import Piece
from .readings import OPERATORS, Names, Readings, is_never_negative
from .refusals import LanguageError
from .statements import Statement, eq
from .subscripts import calculates_with, letters_in, tells_of
from .terms import Term, bare, free_indices
from .text import ascii_name, text
from .theorem import Theorem
from .whole import open_numbers

SIGNS = {"var": "Var", "cov": "Cov", "diag": "diag", "trace": "tr"}
"""What stands before the arguments of an operator."""
FAMILIAR_OR_OWN = (*FAMILIAR.split(), *OPERATIONS)
"""Functions that every reader knows."""

USUAL_HEADS = frozenset(
    name.lower() for name in (*FAMILIAR_OR_OWN, *SIGNS, *SIGNS.values()) if len(name) > 1
) | {"corr", "id", "im", "re", "rank", "logsumexp", "lse", "mean", "avg", "std", "median"}
"""What stands before brackets and is taken for an operation, in whatever case it is written."""

OF_ENTRIES = ("std", "var", "norm", "median")
"""What makes a number of the entries of a vector, where it stands below its name: x_std."""

UPRIGHT = re.compile(r"\\(?:mathrm|operatorname|text|textrm)\s*\{?\s*[A-Za-z]\s*\}?(?:$|\s*\()")
"""One upright letter that is applied to something: E(x) is an expectation, P(x) a probability."""

ORDER = re.compile(r"\^\(\d+\)$")
"""The mark of a derivative: y^{(2)}."""


@dataclass(frozen=True)
class Alike:
    """A term that looks like a formula, and the statements of which one has to hold for it to look so."""

    shown: Term
    statements: tuple[Statement, ...]

    def refused(self, theorem: Theorem) -> LanguageError:
        """That nothing shows any of them."""
        wanted = self.statements[0]
        begun = f"{theorem.id}: {_described(self.shown)} is printed as {text(self.shown)}, and nothing shows that it is"
        if wanted.kind == "ge":
            return LanguageError(f"{begun} >= 0, as a square is; make that a hypothesis, or give it another LaTeX")
        formula = wanted.parts[1]
        of = ", ".join(dict.fromkeys(_described(t) for t in formula.as_written() if t.op in NAMED))
        told = f"{text(formula, ascii=True)}{f', with {of}' if of else ''}"
        return LanguageError(f"{begun} {told}; give it another LaTeX")


def alike(theorem: Theorem) -> list[Alike]:
    """The equations that have to hold so that every name may look as it does. Raises LanguageError where none can."""
    seen = _Seen(theorem.id)
    for statement in statements(theorem):
        seen.read(statement)
        for index in (i for t in statement.terms() for i in free_indices(t) if i[0] != "*"):
            seen.index(index)
    for variable in theorem.variables:
        seen.read(variable)
    return list(seen.alike())


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


class _Seen:
    """What the names of a theorem look like."""

    def __init__(self, identifier: str) -> None:
        self.id = identifier
        self.names = Names()
        self.quotients: dict[Term, Look] = {}
        """Quotients that are printed as derivatives are."""
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
        """What numbers of channels look like."""
        self.own: dict[Term, set[str]] = {}
        """The letters of the channels in which a name is."""
        self.operators: dict[Look, Term] = {}
        """Variances, transposes, identity matrices and their like, by what they or their signs look like."""
        self.arrays: dict[str, Term] = {}
        """Arrays and definitions with several indices, by the look of what stands before these."""
        self.joined: dict[str, Term] = {}
        """Indices that are printed side by side."""
        self.sets: dict[str, str] = {}
        """The sets to which indices belong that no sum binds, by their letters."""
        self.wholes: set[str] = set()
        """What whole numbers look like."""
        self.transposed: Term | None = None
        self.sequences: set[str] = set()
        self.has_exponentials = False
        self.defined: set[str] = set()
        self.taken: set[tuple[Term, str | None, str, bool]] = set()
        """The names taken down so far, with their LaTeX, how each was printed, and whether without its arguments."""

    def read(self, printed: Term | Statement) -> None:
        """Prints something, and takes down what its names look like, and those in the bodies of its definitions."""
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
            self.arrays.setdefault(look(name_of(t)).key, t)
        if _is_array(t):
            self.arrays.setdefault(look(name_of(t)).key, t)
            if len(letters) > 1:
                self.joined.setdefault("".join(letters.values()), t)
        elif _has_channels(t):
            self.names.entries.setdefault(look(name_of(t)).key, t)
            self.names.channels.update((bare(a), None) for a in t.args[1:2] if isinstance(a, str))
        if t.op == "app":
            self._place(self.names.functions, look(name_of(t)), t)
            self._place(self.names.whole, look(name_of(t)), t)
            if hides and self.hidden.setdefault(t.args[0], t).args[2] != t.args[2]:
                raise self._refused(self.hidden[t.args[0]], t, shown)
        if t.op != "app" or hides:
            self._place(self.names.whole, look(shown), t)
        other = self.plain.setdefault(ascii_name(str(t.args[0])), t)
        if _thing(other) != _thing(t):
            raise self._refused(other, t, ascii_name(str(t.args[0])))

    def _place(self, table: dict[Look, Term], shown: Look, t: Term) -> None:
        other = table.setdefault(shown, t)
        if _thing(other) != _thing(t):
            raise self._refused(other, t, text(t))
        if shown.is_name:
            other = self.skeletons.setdefault(in_print(shown.key), t)
            if _thing(other) != _thing(t):
                raise self._refused(other, t, f"{text(other)} or {text(t)}")

    def _refused(self, one: Term, other: Term, shown: str) -> LanguageError:
        return LanguageError(
            f"{self.id}: {_described(one)} and {_described(other)} are both printed as {shown}, and nobody could tell "
            "them apart; give one of them another LaTeX"
        )

    def index(self, name: str) -> None:
        """An index that no sum binds: those of one letter belong to one set."""
        letter, own = bare(name), set_of(name)
        if self.sets.setdefault(letter, own) != own:
            of = " and ".join(n or "the channels" for n in sorted((own, self.sets[letter])))
            raise LanguageError(f"{self.id}: {letter} is an index of {of}; give one of them another letter")

    # --- formulas -------------------------------------------------------------------------------------------

    def alike(self) -> Iterator[Alike]:
        """What has to hold, because it looks so."""
        for both in self.joined.keys() & self.channels:
            of = _described(self.joined[both])
            raise LanguageError(f"{self.id}: the indices of {of} are printed as {both}, as the index {both} is")
        readings = Readings(self.names)
        free: list[tuple[str, Look, Term]] = []
        for shown, t in self.names.whole.items():
            if shown.is_name:
                self._not_a_number(shown.key, t)
                self._not_a_product(shown, t)
                self._not_of_another(shown.key, t)
                self._not_known(shown.key, t)
                self._not_in_channel(shown, t)
                self._speaks_of_its_numbers(shown, t)
                self._operated(shown.key, t)
                yield from self._mean(shown.key, t, readings)
                yield from self._letters(shown.key, t, readings)
            elif t.op == "matrix":
                self._no_formula_of_another(shown, t)  # it is told by its entries
            elif says := readings.of(shown):
                yield _equal(t, says)
            else:
                self._no_usual_operation(shown, t)
                self._speaks_of_its_numbers(shown, t)
                free.append((self._decorated(shown, t), shown, t))
                if shown.op == "pow" and shown.number % 2 == 0 and not is_never_negative(t):
                    yield Alike(t, (t >= 0,))
        for one, other in combinations(free, 2):
            self._apart(one, other)
        for shown, t in self.operators.items():
            for named in (table[shown] for table in (self.names.functions, self.names.whole) if shown in table):
                raise self._printed_as(named, f"the operator of {text(t)}")
        if self.transposed is not None and (marks := [n for n in self.wholes if look(n) == look("T")]):
            told = f"the whole number {marks[0]} is printed above as the mark in {text(self.transposed)} is"
            raise LanguageError(f"{self.id}: {told}; give it another LaTeX")
        has_differentials = self.has_differentials or any(map(_is_differential, self.names.whole))
        if has_differentials and (d := self.names.named("d")) is not None:
            raise self._printed_as(d, "the sign of a derivative")
        for t, shown in self.quotients.items():
            if shown.op not in DERIVATIVES.values() or not (says := readings.of(shown)):
                raise self._printed_as(t, "a derivative")
            yield _equal(t, says)

    def _no_formula_of_another(self, shown: Look, t: Term) -> None:
        """Raises LanguageError for matrices that are printed as 0, and as -A or A^2 where there is an A."""
        is_told = shown.op in ("D", "partial", "entry", "group")
        if not shown.names() or (not is_told and any(map(self.names.is_known, shown.names()))):
            raise self._printed_as(t, "another matrix")

    def _decorated(self, shown: Look, t: Term) -> str:
        """The name that a look is made of, as u^2, f(x) and (u)_i are. Raises LanguageError where there is no such."""
        first = shown.parts[0]
        if first.is_name and (known := taken_for(first.key, "sym")) and not self.names.is_known(first.key):
            raise self._printed_as(t, f"a formula of {known}")
        if shown.op == "app":
            is_free = first.key.lower() not in OPERATORS and (
                t.op == "def" or not (_has_signs(shown) or taken_for(first.key, "app") or self._varies(shown))
            )
            first = Look("name", key=first.key.partition("^")[0])
        else:
            is_free = shown.op in ("entry", "group") or (shown.op == "pow" and shown.number >= 2)
        if not (is_free and first.is_name) or self.names.is_known(first.key):
            raise self._means_nothing(shown, t)
        return first.key

    def _varies(self, shown: Look) -> bool:
        """Whether something of the theorem stands in the brackets of f(x), which a symbol does not depend on."""
        return any(self.names.is_known(name) for argument in shown.parts[1:] for name in argument.names())

    def _apart(self, one: tuple[str, Look, Term], other: tuple[str, Look, Term]) -> None:
        """Raises LanguageError for u^2 and u^3, f(x) and f(y); f(1) and f(2) may be anything."""
        (a, shown, t), (b, beside, u) = one, other
        name = a if a in beside.names() else b if b in shown.names() else ""
        are_values = shown.op == beside.op == "app" and all(map(_is_number, (*shown.parts[1:], *beside.parts[1:])))
        if name and _thing(t) != _thing(u) and not (are_values or _is_entry_of_the_same(one, other)):
            raise LanguageError(
                f"{self.id}: {_described(t)} and {_described(u)} are both printed as formulas of {name}, "
                "which stands for nothing; give one of them another LaTeX"
            )

    def _means_nothing(self, shown: Look, t: Term) -> LanguageError:
        """That a formula speaks of what is not in the theorem, or says nothing that can be said here."""
        strange = sorted(name for name in shown.names() if not self.names.is_known(name))
        why = f"in which {', '.join(strange)} stands for nothing" if strange else "which has no meaning here"
        return LanguageError(
            f"{self.id}: {_described(t)} is printed as {text(t)}, a formula {why}: a name is a letter or a word, with "
            "accents, subscripts and marks, or it is equal to the formula that it looks like; give it another LaTeX"
        )

    def _letters(self, key: str, t: Term, readings: Readings) -> Iterator[Alike]:
        r"""For \mathrm{ab} beside a and b: it has to be their product. Raises LanguageError for sina beside a."""
        base = re.split("[_^]", key)[0]
        scripts = key.removeprefix(base)
        letters = base.rstrip("0123456789")
        if not (letters.isascii() and letters.isalpha()):
            return
        for function in FAMILIAR_OR_OWN:
            rest = letters.removeprefix(function)
            if len(rest) < len(letters) and rest and all(map(self.names.is_known, rest)):
                raise self._printed_as(t, f"{function} of {rest}")
        if len(letters) > 1 and all(map(self.names.is_known, letters)):
            product = Look("mul", tuple(Look("name", key=letter) for letter in letters))
            says = readings.of(Look("entry", (product,), scripts) if scripts else product)
            if not says or base != letters:
                raise self._printed_as(t, f"the product of {', '.join(letters)}")
            yield _equal(t, says)

    def _not_a_number(self, key: str, t: Term) -> None:
        """Raises LanguageError for l beside 1, for O beside 0, and for a whole number l, in whose place 1 may be."""
        if number := self.numbers.get(in_print(key)):
            raise self._printed_as(t, f"the number {number}")
        if t.op == "whole" and not in_print(key).strip("".join(map(in_print, "0123456789"))):
            raise self._printed_as(t, "a number")

    def _printed_as(self, t: Term, taken: str) -> LanguageError:
        return LanguageError(f"{self.id}: {_described(t)} is printed as {taken} is; give it another LaTeX")

    def _not_a_product(self, shown: Look, t: Term) -> None:
        r"""Raises LanguageError for dx where there are d and x."""
        first, _, rest = shown.key.partition(" ")
        if first in PREFIXES.values() and rest:
            one, other = (self.names.whole.get(Look("name", key=key)) for key in (first, rest))
            if one is not None and other is not None:
                raise LanguageError(
                    f"{self.id}: {_described(t)} is printed as {text(t)}, as the product of {_described(one)} and "
                    f"{_described(other)} is; give one of them another LaTeX"
                )

    def _not_known(self, key: str, t: Term) -> None:
        """Raises LanguageError for a symbol pi and an unknown function sigmoid, on the page or in a terminal."""
        if t.op == "app" and (UPRIGHT.match(name_of(t)) or (len(key) > 1 and key.lower() in USUAL_HEADS)):
            raise self._printed_as(t, f"the usual {key}")
        for shown in (key, str(t.args[0])):
            is_number = t.op == "def" and not any(part.op in NAMED for part in t.args[2].walk())
            if is_number and (constant := taken_for(shown, "sym")):
                told = "and that is another number here; give it another name and LaTeX"
                raise LanguageError(f"{self.id}: {_described(t)} is printed as {shown}, as {constant} is, {told}")
            if known := taken_for(shown, "sym" if t.op == "loss" else t.op):
                told = "give it another name and LaTeX, or define it by what it is"
                raise LanguageError(f"{self.id}: {_described(t)} is printed as {shown}, as {known} is; {told}")

    def _no_usual_operation(self, shown: Look, t: Term) -> None:
        r"""Raises LanguageError for \mathrm{Cov}(x, y) that nothing here says is a covariance, and for Exp(x)."""
        head = shown.parts[0].key if shown.op == "app" and t.op == "def" else ""
        if head and ((len(head) > 1 and head.lower() in USUAL_HEADS) or UPRIGHT.match(name_of(t))):
            raise self._printed_as(t, f"the usual {head}")

    def _not_of_another(self, key: str, t: Term) -> None:
        """Raises LanguageError for y' beside a function y, x_j beside a vector x, delta_ij, and e beside exp."""
        taken = ""
        base, _, below = key.partition("_")
        stem = unicodedata.normalize("NFD", key)
        for mark in ("^′", "′", *DOTS):
            stem = stem.replace(mark, "")
        stem = re.sub(ORDER, "", unicodedata.normalize("NFC", stem))
        if (stem != key and (self.names.is_function(stem) or self._is_varying(stem, t))) or self._is_by(base, below):
            taken = "a derivative"
        elif self._is_of_a_sequence(base, below):
            taken = f"an entry of {_described(self.names.functions[Look('name', key=base)])}"
        elif base == "δ" and len(below.strip("{}").replace(",", "")) == 2:
            taken = "Kronecker's delta"
        elif below in self.names.channels and base in self.names.entries and not _has_channels(t):
            taken = f"an entry of {_described(self.names.entries[base])}"
        elif below and self._is_other(base, t) and set(below) <= {*"{},", *digits, *"".join(self.channels)}:
            taken = f"an entry of {_described(self.arrays[base])}"
        elif "⊤" in key and (t.op != "matrix" or self._is_of_several(re.split(r"[_^]", key)[0])):
            taken = "a transpose"
        elif key == "I" and t.op == "matrix":
            taken = "the identity matrix"
        elif key == "e" and self.has_exponentials:
            taken = "the base of exp"
        if taken:
            raise self._printed_as(t, taken)

    def _is_other(self, base: str, t: Term) -> bool:
        """Whether a name is that of an array that a term is no entry of."""
        return base in self.arrays and _thing(self.arrays[base]) != _thing(t)

    def _is_of_several(self, base: str) -> bool:
        """Whether a name is that of a vector, an array or a matrix, which has a transpose."""
        whole = self.names.whole.get(Look("name", key=base))
        return base in self.names.entries or base in self.arrays or (whole is not None and whole.op == "matrix")

    def _is_varying(self, key: str, t: Term) -> bool:
        """Whether a definition is called so that has a slope: one of vectors is no function of one variable."""
        known = self.names.named(key)
        if known is None or known.op != "def" or _has_channels(t):
            return False
        kinds = {part.op for part in known.args[2].walk()}
        return not kinds & {"coord", "vector"} and bool(kinds & {"sym", "app"})

    def _is_by(self, base: str, below: str) -> bool:
        """Whether a name is u_t or u_{tt}, where u is a function of t."""
        function = self.names.functions.get(Look("name", key=base))
        if function is None or not below:
            return False
        own = {look(name_of(a)).key for a in function.args[2] if a.op == "sym"}
        return below in own or own.issuperset(below.strip("{}").replace(",", ""))

    def _is_of_a_sequence(self, base: str, below: str) -> bool:
        """Whether a name is m_1 or m_t, where m is a sequence."""
        function = self.names.functions.get(Look("name", key=base))
        return bool(below) and function is not None and function.args[0] in self.sequences

    def _not_in_channel(self, shown: Look, t: Term) -> None:
        """Raises LanguageError for a_k where k is a channel, for x_1 and x_C beside a vector x, and for 5'."""
        if shown.is_number_with_marks():
            raise self._printed_as(t, "a number with marks")
        base, _, below = shown.key.partition("_")
        letters = set() if self._is_differential_of_entry(shown.key) else letters_in(name_of(t))
        if strange := sorted(letters & self.channels - self.own.get(t, set())):
            raise self._printed_as(t, f"something in the channel {strange[0]}")
        is_entry = any(one.isdigit() or one in self.sizes or one in self.names.channels for one in letters)
        if below and is_entry and base in self.names.entries and not _has_channels(t):
            raise self._printed_as(t, f"an entry of {_described(self.names.entries[base])}")

    def _speaks_of_its_numbers(self, shown: Look, t: Term) -> None:
        r"""Raises LanguageError for v_t where t is a whole number, for c := m_t, and for \hat m_{t+1} := m_t."""
        own = set(map(name_of, open_numbers(t.args[2]))) if t.op == "def" else set()
        for letter in sorted(own | self.wholes):
            told = tells_of(letter, name_of(t)) or (shown.op == "app" and look(letter).key in shown.names())
            if told and letter not in own:
                raise self._printed_as(t, f"something of the whole number {letter}")
            if letter in own and not told:
                said = f"{_described(t)} speaks of the whole number {letter}, and needs {letter} as a subscript"
                raise LanguageError(f"{self.id}: {said} in its LaTeX")
            if told and calculates_with(letter, name_of(t)):
                raise self._printed_as(t, f"something of a number that is calculated from {letter}")

    def _is_differential_of_entry(self, key: str) -> bool:
        """Whether a name is that of dx_i, where there is an x_i."""
        sign, _, rest = key.partition(" ")
        return sign in PREFIXES.values() and (known := self.names.named(rest)) is not None and _has_channels(known)

    def _mean(self, key: str, t: Term, readings: Readings) -> Iterator[Alike]:
        r"""For \bar x and x_mean beside a vector x: it has to be the mean of its entries; x_std is refused there."""
        plain = unicodedata.normalize("NFC", unicodedata.normalize("NFD", key).replace(ACCENTS[r"\bar"], ""))
        base, _, below = key.partition("_")
        word = below.strip("{}").lower()
        if word in ("mean", "avg"):
            plain = base
        if _has_channels(t) or (plain if plain != key else base) not in self.names.entries:
            return
        if plain != key:
            yield _equal(t, [readings.mean_of_entries(plain)])
        elif word in OF_ENTRIES:
            raise self._printed_as(t, f"the {word} of the entries of {_described(self.names.entries[base])}")

    def _operated(self, key: str, t: Term) -> None:
        """Raises LanguageError for norm_x beside a vector x."""
        word, _, below = key.partition("_")
        if word.lower() in (*OF_ENTRIES, "mean", "avg", "dim") and below in self.names.entries and not _has_channels(t):
            raise self._printed_as(t, f"the {word} of the entries of {_described(self.names.entries[below])}")


class _Reader(Latex):
    """Prints, and takes down every name as it is printed."""

    def __init__(self, printed: Term | Statement, seen: _Seen) -> None:
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
            self.seen.sequences.add(entry.args[0])
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
            if _is_differential(below):
                self.seen.has_differentials = True
                above = [look(name_of(p)) for p in visible(t.args[0]) if p.op in NAMED]
                if any(map(_is_differential, above)):
                    is_plain = t.args[0].op in NAMED
                    self.seen.quotients[t] = look(made.text) if is_plain else Look("div", (*above, below))
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
                told = f"a sum over {k} is around {_described(d)}, which needs {k} as a subscript in its LaTeX"
                raise LanguageError(f"{self.seen.id}: {told}")
        return super().captures(k, captured)


def _thing(t: Term) -> tuple[str, ...]:
    """What a name is the name of; a derivative of a function has a name of its own."""
    if t.op == "app":
        return "app", t.args[0], *map(str, t.args[1])
    return {"coord": "vector"}.get(t.op, t.op), t.args[0]


def _has_channels(t: Term) -> bool:
    """Whether a name has a value in every channel: a vector, an entry of one, a definition of these."""
    return t.op in ("coord", "vector") or (t.op == "def" and t.args[1] is not None)


def _is_array(t: Term) -> bool:
    """Whether a name has a value for several indices at once."""
    own = t.args[1:2] if t.op == "def" else t.args[1:]
    return t.op in ("vector", "coord", "def") and (len(own) > 1 or len(t.axes) > 1 or isinstance(own[0], tuple))


def _has_signs(shown: Look) -> bool:
    return shown.op in ("abs", "norm", "relation") or any(map(_has_signs, shown.parts))


def _is_entry_of_the_same(one: tuple[str, Look, Term], other: tuple[str, Look, Term]) -> bool:
    """Whether (W)_{nj} is what (W)_{ij} is in the other channels."""
    (a, shown, t), (b, beside, u) = one, other
    if not (a == b and shown.op == beside.op == "entry" and t.op == u.op == "def"):
        return False
    letters = [pair for pair in zip(shown.key, beside.key, strict=False) if pair[0] != pair[1]]
    return len(letters) == 1 and bool(renamed(t.args[2], *letters[0]) == u.args[2])


def _is_differential(shown: Look) -> bool:
    return shown.is_name and shown.key.startswith((*DERIVATIVES,))


def _is_number(shown: Look) -> bool:
    return shown.op == "num" or (shown.op == "neg" and shown.parts[0].op == "num")


def _equal(t: Term, says: Iterable[Term]) -> Alike:
    return Alike(t, tuple(eq(t, one) for one in says))


def _described(t: Term) -> str:
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
