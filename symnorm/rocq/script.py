"""Lemmas as they are written, one after the other, and what each rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..checker.calculus.generators import COUNTED
from ..checker.forms import Form, set_of, subforms
from .along import Narrator
from .document import Document
from .names import identifier
from .printed import NAME, Printer, Unproved
from .statement import Untranslated, binders, conjunction, counted

SUPPOSITION = re.compile(r"s(\d+)'")
FUNCTION = re.compile(r"fun ([\w' ]+) =>")
GIVEN = "H'"
"""The proof of all that is supposed."""

PLACE = "j'0"
"""The proof that what varies is somewhere in its set."""


@dataclass(frozen=True)
class Binder:
    """Variables that are bound around a proof, with their types, and what is known of them: names and propositions."""

    variables: tuple[tuple[str, str], ...]
    known: tuple[tuple[str, str], ...]
    mark: str
    """The name that a function takes where it binds all of them."""
    order: int
    """Those that it may speak of come first."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables and the proofs of what is known of them, as arguments."""
        return tuple(name for name, _ in (*self.variables, *self.known))

    @property
    def taking(self) -> str:
        """The same as binders."""
        return "".join(f" ({name} : {kind})" for name, kind in (*self.variables, *self.known))

    @property
    def words(self) -> set[str]:
        """All that is spoken of: a proof that speaks of a part needs it."""
        return {word for _, text in self.known for word in NAME.findall(text)} - {name for name, _ in self.variables}


class Writer(Narrator):
    """Prints forms of other variables and indices than those of the theorem, too.

    A definition that speaks of them, and has no words for that, is printed as what it stands for.
    """

    def _term(self, e: Form) -> tuple[str, int]:
        return self._term(e[3]) if e[0] == "def" and not self._has_words(e) else super()._term(e)

    def _applied(self, name: str, definition: Form, suffix: str = "") -> str:
        if suffix and not self._has_words(definition):
            return conjunction(self.defined(definition[3]))
        return super()._applied(name, definition, suffix)

    def _has_words(self, definition: Form) -> bool:
        try:
            super()._applied(definition[1], definition)
        except Untranslated:
            return False
        return not _is_foreign(definition)


def _is_foreign(form: Form) -> bool:
    """Whether a form speaks of a variable that is none of the theorem: it has a prime in its name."""
    return any(part[:1] in (("sym",), ("coord",)) and "'" in part[1] for part in subforms(form))


class Script:
    """The lemmas of one theorem, in a section that has its variables and its hypotheses.

    A lemma takes the suppositions that it uses and the variables that are bound around it; `lemma` returns it applied
    to them, as a term.
    """

    def __init__(self, document: Document, printer: Printer) -> None:
        self.document, self.printer = document, printer
        self.setting = document.setting
        self.lines: list[str] = []
        self.scope: frozenset[int] = frozenset()
        """The suppositions under which the entry may be proved that is being proved."""
        self.binders: dict[str, Binder] = {}
        """What is bound, by each of its names."""
        self.integrals: dict[Form, str] = {}
        """The names of antiderivatives, which are bound."""
        self.place: Binder | None = None
        """All that varies, which is somewhere in its set."""
        if varying := document.range.varying:
            self.place = Binder(tuple(varying), ((PLACE, document.range.place),), PLACE, 0)
            self.binds(self.place)
            printer.kinds |= dict(varying)
        for n, start in self.setting.wholes.items():
            known = (f"r_{identifier(n)}", f"({start} <= {identifier(n)})%nat")
            self.binds(Binder(((identifier(n), "nat"),), (known,), known[0], 0))
            printer.kinds[identifier(n)] = "nat"
        self._used: list[set[int]] = []
        self._count = 0

    def measure(self, symbols: Sequence[str]) -> None:
        """From now on, lemmas are stated of all values of some symbols for which all that is supposed holds."""
        if symbols and not self.document.range.varying:
            variables = tuple((identifier(name), "R") for name in symbols)
            self.place = Binder(variables, ((PLACE, self.document.range.supposed),), PLACE, 0)
            self.binds(self.place)
            self.printer.kinds |= dict(variables)

    @property
    def is_measured(self) -> bool:
        """Whether lemmas are stated of all values of some symbols."""
        return self.place is not None and not self.document.range.varying

    @property
    def standing(self) -> list[tuple[str, str]]:
        """(identifier, type) of all that lemmas are stated of in a section: of what else is bound in each of them."""
        own = self.place.names if self.is_measured and self.place else ()
        return [v for v in self.document.range.taken if v[0] not in own]

    # --- what stands in a lemma ------------------------------------------------------------------------------

    @property
    def translator(self) -> Writer:
        """Prints forms as they are written, with the letters of the indices that are bound."""
        return Writer(self.setting, self.printer.letters, self.integrals)

    @property
    def size(self) -> str:
        """The number of channels."""
        return self.setting.dimensions[0]

    def bind(self, index: str, start: int = 1) -> str:
        """A letter for an index that is bound from now on: of a channel, or of a whole number from a start."""
        if index not in self.printer.letters:
            own = self.printer.letters[index] = self.fresh(index.strip("#*0123456789").partition(":")[0] or "k")
            is_counted = set_of(index) == set_of(COUNTED)
            if is_counted:
                self.printer.letters[counted(("whole", index, start))] = own
            known = f"({start} <= {own})%nat" if is_counted else f"({own} < {self.size})%nat"
            self.binds(Binder(((own, "nat"),), ((f"r_{own}", known),), own, self._count))
        return self.printer.letters[index]

    def fresh(self, name: str) -> str:
        """A name that stands nowhere else."""
        self._count += 1
        return f"{name.rstrip(chr(39))}'{self._count}"

    def binder(self, variable: str, kind: str, known: Sequence[tuple[str, str]]) -> None:
        """A variable is bound from now on, with what is known of it."""
        self._count += 1
        self.binds(Binder(((variable, kind),), tuple(known), known[0][0], self._count))

    def binds(self, binder: Binder) -> None:
        """Something is bound from now on."""
        self.binders |= dict.fromkeys(binder.names, binder)

    def in_range(self, index: str) -> str:
        """The proof that an index is one of the channels."""
        found = self.printer.letters.get(index)
        return (
            f"r_{found}"
            if found
            else self.hypothesis(len(self.setting.dimensions) + self.setting.indices.index(index))
        )

    def hypothesis(self, number: int) -> str:
        """The proof of one of the hypotheses, by its number among all."""
        return self.applied(f"h{number}'", [self.place] if self.place else [])

    @staticmethod
    def applied(name: str, bound: Sequence[Binder], suppositions: Iterable[int] = ()) -> str:
        """A lemma applied to what it takes: what varies comes first, then suppositions, then all else."""
        first = [part for b in bound if not b.order for part in b.names]
        more = [part for b in bound if b.order for part in b.names]
        whole = [name, *first, *(f"s{n}'" for n in suppositions), *more]
        return f"({' '.join(whole)})" if len(whole) > 1 else name

    def supposed(self, number: int) -> str:
        """The proof of a supposition, where it is in scope."""
        if number not in self.scope:
            raise Unproved("a supposition that is used out of its scope")
        self.use({number})
        return f"s{number}'"

    def use(self, suppositions: Iterable[int]) -> None:
        """What is being proved uses suppositions."""
        if self._used:
            self._used[-1] |= set(suppositions)

    @contextmanager
    def using(self) -> Iterator[set[int]]:
        """The suppositions that are used within."""
        self._used.append(set())
        try:
            yield self._used[-1]
        finally:
            self._used.pop()

    # --- lemmas -----------------------------------------------------------------------------------------------

    def lemma(self, statement: str, proof: str | Sequence[str], own: Iterable[str] = ()) -> str:
        """Writes a lemma, proved by a term or by tactics, and returns it, applied to all that it is stated of.

        The proof binds `own` itself, and suppositions that have other names there.
        """
        lines = [f"exact {proof}."] if isinstance(proof, str) else proof
        said = " ".join([statement, *lines])
        suppositions = sorted({int(n) for n in SUPPOSITION.findall(said)})
        told = "".join(self.translator.statement(self.document.entries[n].statement) for n in suppositions)
        bound = [b for b in self.bound(f"{said} {told}", bool(suppositions)) if b.mark not in own]
        name = self.fresh("n")
        self.write(name, statement, lines, suppositions, bound)
        self.use(suppositions)
        return self.applied(name, bound, suppositions)

    def everywhere(self, statement: str, proof: str) -> str:
        """Writes a lemma about every place where what varies may be, and returns it."""
        assert self.place is not None
        names = " ".join(self.place.names)
        return self.lemma(f"forall{self.place.taking}, ({statement})", f"(fun {names} => {proof})")

    def bound(self, text: str, at_the_place: bool = False) -> list[Binder]:
        """What is bound around a text: all names of binders in it, but those that it binds itself."""
        own = {name for names in FUNCTION.findall(text) for name in names.split()}
        found: dict[str, Binder] = {self.place.mark: self.place} if at_the_place and self.place else {}
        todo = set(NAME.findall(text))
        while todo:
            word = todo.pop()
            binder = self.binders.get(word)
            if binder and binder.mark not in own and binder.mark not in found:
                found[binder.mark] = binder
                todo |= binder.words
        return sorted(found.values(), key=lambda b: (b.order, b.variables if b is not self.place else ()))

    def write(self, name: str, statement: str, script: Sequence[str], suppositions: Sequence[int],
              bound: Sequence[Binder] = (), everything: bool = False) -> None:  # fmt: skip
        """Writes a lemma under a name; with `everything` it is stated of all variables, used or not."""
        entries = self.document.entries
        taking = "".join(b.taking for b in bound if not b.order)
        taking += "".join(f" (s{n}' : {self.translator.statement(entries[n].statement)})" for n in suppositions)
        taking += "".join(b.taking for b in bound if b.order)
        self.lines.append(f"Lemma {name}{taking} :\n  {statement}.")
        using = " using All" if everything else ""
        self.lines.append(f"Proof{using}.\n" + "\n".join(f"  {line}" for line in script) + "\nQed.")

    def general(self, statement: str, script: Sequence[str]) -> str:
        """Writes a lemma about real numbers, which speaks of nothing in the theorem."""
        name = self.fresh("a")
        self.lines.append(
            f"Lemma {name} {statement}.\nProof.\n" + "\n".join(f"  {line}" for line in script) + "\nQed."
        )
        return name

    @property
    def header(self) -> str:
        """What opens the section."""
        given = "" if self.is_measured else f" ({GIVEN} : {self.document.range.supposed})"
        context = f"{binders(self.standing)}{given}"
        return f"Section Proofs.\nContext{context}." if context else "Section Proofs."
