"""Lemmas as they are written, one after the other, and what each rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..checker.forms import Form, subforms
from .document import Document
from .printed import NAME, Printer, Unproved
from .statement import Translator, Untranslated, conjunction

SUPPOSITION = re.compile(r"s(\d+)'")
FUNCTION = re.compile(r"fun ([\w' ]+) =>")


@dataclass(frozen=True)
class Binder:
    """A variable that is bound around a proof, with its type, and what is known of it: names and propositions."""

    name: str
    kind: str
    known: tuple[tuple[str, str], ...]
    mark: str
    """The name that a function takes where it binds all of them."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variable and the proofs of what is known of it, as arguments."""
        return self.name, *(name for name, _ in self.known)

    @property
    def taking(self) -> str:
        """The same as binders."""
        return "".join(f" ({name} : {kind})" for name, kind in ((self.name, self.kind), *self.known))

    @property
    def words(self) -> set[str]:
        """All that is spoken of: a proof that speaks of a part needs it."""
        return {word for _, text in self.known for word in NAME.findall(text)} - {self.name}


class Writer(Translator):
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
        self._used: list[set[int]] = []
        self._count = 0

    # --- what stands in a lemma ------------------------------------------------------------------------------

    @property
    def translator(self) -> Writer:
        """Prints forms as they are written, with the letters of the indices that are bound."""
        return Writer(self.setting, self.printer.letters)

    @property
    def size(self) -> str:
        """The number of channels."""
        return self.setting.dimensions[0]

    def bind(self, index: str) -> str:
        """A letter for an index that is bound from now on."""
        if index not in self.printer.letters:
            own = self.printer.letters[index] = self.fresh(index.strip("#*0123456789").partition(":")[0] or "k")
            self.binds(Binder(own, "nat", ((f"r_{own}", f"({own} < {self.size})%nat"),), own))
        return self.printer.letters[index]

    def fresh(self, name: str) -> str:
        """A name that stands nowhere else."""
        self._count += 1
        return f"{name.rstrip(chr(39))}'{self._count}"

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
        return f"h{number}'"

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

    def lemma(self, statement: str, proof: str | Sequence[str]) -> str:
        """Writes a lemma, proved by a term or by tactics, and returns it, applied to all that it is stated of."""
        lines = [f"exact {proof}."] if isinstance(proof, str) else proof
        said = " ".join([statement, *lines])
        suppositions = sorted({int(n) for n in SUPPOSITION.findall(said)})
        bound = self._bound(said)
        name = self.fresh("n")
        self.write(name, statement, lines, suppositions, bound)
        self.use(suppositions)
        more = [*(f"s{n}'" for n in suppositions), *(part for b in bound for part in b.names)]
        return f"({' '.join([name, *more])})" if more else name

    def _bound(self, text: str) -> list[Binder]:
        """What is bound around a text: all names of binders in it, but those that it binds itself."""
        own = {name for names in FUNCTION.findall(text) for name in names.split()}
        found: dict[str, Binder] = {}
        todo = set(NAME.findall(text))
        while todo:
            word = todo.pop()
            binder = self.binders.get(word)
            if binder and binder.mark not in own and binder.name not in found:
                found[binder.name] = binder
                todo |= binder.words
        return sorted(found.values(), key=lambda b: int(b.name.rpartition("'")[2]))

    def write(self, name: str, statement: str, script: Sequence[str], suppositions: Sequence[int],
              bound: Sequence[Binder] = (), everything: bool = False) -> None:  # fmt: skip
        """Writes a lemma under a name; with `everything` it is stated of all variables, used or not."""
        entries = self.document.entries
        taking = "".join(f" (s{n}' : {self.translator.statement(entries[n].statement)})" for n in suppositions)
        taking += "".join(b.taking for b in bound)
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
        variables = "".join(f" ({name} : {kind})" for name, kind in self.setting.variables())
        return f"Section Proofs.\nContext{variables} (H' : hypotheses {self.document.arguments})."
