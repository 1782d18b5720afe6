"""Lemmas as they are written, one after the other, and what each rests on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from .document import Document
from .printed import Printer, Unproved
from .statement import Translator


class Script:
    """The lemmas of one theorem. A lemma is stated of all variables, under the hypotheses, of the suppositions that it
    uses and of the indices that are bound around it; `lemma` returns it applied to them, as a term.
    """

    def __init__(self, document: Document, printer: Printer) -> None:
        self.document, self.printer = document, printer
        self.setting = document.setting
        self.lines: list[str] = []
        self.scope: frozenset[int] = frozenset()
        """The suppositions under which the entry may be proved that is being proved."""
        self._used: list[set[int]] = []
        self._count = 0

    # --- what stands in a lemma ------------------------------------------------------------------------------

    @property
    def translator(self) -> Translator:
        """Prints forms as they are written, with the letters of the indices that are bound."""
        return Translator(self.setting, self.printer.letters)

    def bind(self, index: str) -> str:
        """A letter for an index that is bound from now on."""
        if index not in self.printer.letters:
            self._count += 1
            bare = index.strip("#*0123456789").partition(":")[0] or "k"
            self.printer.letters[index] = f"{bare}'{self._count}"
        return self.printer.letters[index]

    def in_range(self, index: str) -> str:
        """The proof that an index is one of the channels."""
        found = self.printer.letters.get(index)
        if found:
            return f"r_{found}"
        return f"({self.hypothesis(len(self.setting.dimensions) + self.setting.indices.index(index))})"

    def hypothesis(self, number: int) -> str:
        """The proof of one of the hypotheses, by its number among all."""
        return f"h{number}' H'"

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

    def lemma(
        self, statement: str, prove: Callable[[], Sequence[str]] | Sequence[str], bound: Iterable[str] = ()
    ) -> str:
        """Writes a lemma and returns it, applied to all that it is stated of."""
        script = prove() if callable(prove) else prove
        suppositions = sorted({int(n) for n in re.findall(r"\bs(\d+)'", " ".join(script))})
        letters = [self.printer.letters[i] for i in sorted(bound) if i in self.printer.letters]
        self._count += 1
        name = f"n{self._count}'"
        self.write(name, statement, script, suppositions, letters)
        self.use(suppositions)
        return self.applied(name, suppositions, letters)

    def write(self, name: str, statement: str, script: Sequence[str], suppositions: Sequence[int],
              letters: Sequence[str]) -> None:  # fmt: skip
        """Writes a lemma under a name."""
        entries = self.document.entries
        taking = "".join(f" (s{n}' : {self.translator.statement(entries[n].statement)})" for n in suppositions)
        size = self.setting.dimensions[0] if letters else ""
        taking += "".join(f" ({k} : nat) (r_{k} : ({k} < {size})%nat)" for k in letters)
        self.lines.append(f"Lemma {name} {self.header}{taking} :\n  {statement}.")
        self.lines.append("Proof.\n" + "\n".join(f"  {line}" for line in script) + "\nQed.")

    @property
    def header(self) -> str:
        """The variables and the hypotheses, which every lemma is stated of."""
        arguments = self.document.arguments
        variables = " ".join(f"{{{name} : {kind}}}" for name, kind in self.setting.variables())
        return f"{variables} (H' : hypotheses {arguments})"

    def applied(self, name: str, suppositions: Iterable[int], letters: Iterable[str]) -> str:
        """A lemma applied to all that it is stated of, as it stands in other lemmas."""
        more = [*(f"s{n}'" for n in suppositions), *(part for k in letters for part in (k, f"r_{k}"))]
        return "(" + " ".join([name, "H'", *more]) + ")"
