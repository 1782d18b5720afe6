"""A theorem without what it cites: that is no more supposed, but taken from the files in which it is proved.

`T_NAME.v` proves a theorem with what it cites among its hypotheses. Here it is stated once more without these, and all
that was supposed there is shown from what is left and from the theorems that are cited, as they are stated in their own
files Check_NAME.v. That statement is what counts; nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..checker.forms import Form, digest, holds_form
from ..checker.logic.citations import meaning
from ..checker.logic.instances import Put, putting, read_put
from .algebra import nested
from .along import Narrator
from .cited import source_of
from .document import Document, Stated, document
from .names import identifier
from .statement import ATOM, Translator, Untranslated, binders

FROM_HERE = "first [match goal with K : _ |- _ => exact K end | lia]"
"""How what a cited theorem supposes is found among what is supposed."""

OF_TERMS = (
    "first [match goal with K : _ |- _ => exact K end | lia | exact (exp_pos _) | exact (sqrt_pos _) "
    "| exact (Rle_ge _ _ (sqrt_pos _)) | exact (pow2_ge_0 _) | exact (Rle_ge _ _ (pow2_ge_0 _)) | lra | nra]"
)
"""The same of terms in the place of its symbols, which may follow by arithmetic."""

SUPPOSED = "supposed'"
"""The lemma that all holds which the file of the proofs supposes."""


@dataclass(frozen=True)
class Source:
    """A theorem that is cited: its file of statements, what is stated there, and the entries that are accepted.

    `put` are the terms in the place of its symbols.
    """

    file: str
    document: Document
    entries: Sequence[int]
    put: Put = ()

    def claim(self, statement: Form) -> Stated:
        """The claim that says the same. Raises Untranslated where there is none with a proof."""
        found, constants = self.document, [("sym", c) for c, _ in self.document.constants]
        for stated in found.stated:
            entry = found.entries[stated.number]
            is_claim = entry.role == "claim" and stated.number in self.entries
            is_free = not any(holds_form(entry.statement, c) for c in constants)
            if is_claim and is_free and digest(putting(self.put)(entry.statement)) == meaning(statement):
                return stated
        raise Untranslated(f"no proof in Rocq of what it cites from {found.id}")


@dataclass(frozen=True)
class Composed:
    """A theorem as it is stated without what it cites, and that nothing more has to be supposed, as lines of Rocq."""

    document: Document
    files: tuple[str, ...]
    """The files in which that is proved what is cited."""
    lines: tuple[str, ...]

    def proof(self, lemma: str) -> str:
        """The proof of a proposition, from the theorem with what is cited among its hypotheses."""
        taken = " ".join(n for n, _ in self.document.range.taken)
        return f"(fun {taken} H' => {lemma} {taken} ({SUPPOSED} {taken} H'))" if taken else lemma


def compose(bundle: Mapping[str, Any], title: str, file: str, sources: Mapping[str, Source]) -> Composed:
    """A theorem without what it cites of sources, by their ids. Raises Untranslated where that cannot be."""
    full = document(bundle, title)
    cited = {n: source_of(e) for n, e in enumerate(bundle["entries"]) if source_of(e)}
    if missing := {*cited.values()} - sources.keys():
        raise Untranslated(f"a citation of {min(missing)}, which is not here")
    own = document(bundle, title, full.supposed.keys() - cited.keys())
    files = tuple(dict.fromkeys(sources[id].file for id in cited.values()))
    placed = {n: replace(sources[id], put=read_put(bundle["entries"][n].get("put", ()))) for n, id in cited.items()}
    if own.range.varying and any(source.put for source in placed.values()):
        raise Untranslated("a citation of terms where something varies")
    lines = [f"From Symnorm Require {name}." for name in files]
    if own.range.taken:
        lines += ["", *_Supposed(file, full, own, placed).lemma()]
    return Composed(own, files, tuple(lines))


class _Supposed:
    """The proof that all holds that a theorem supposes with what it cites, from what it supposes of its own."""

    def __init__(self, file: str, full: Document, own: Document, cited: Mapping[int, Source]) -> None:
        self.file, self.full, self.own, self.cited = file, full, own, cited
        self.names = dict((*own.range.arguments, *own.range.varying))

    def lemma(self) -> Iterator[str]:
        """All of it."""
        range_ = self.own.range
        taken = " ".join(n for n, _ in range_.taken)
        head = "along" if range_.varying else "hypotheses"
        yield f"Lemma {SUPPOSED} : forall{binders(range_.taken)}, {head} {taken} -> {self.file}.{head} {taken}."
        yield f"Proof.\n  intros {taken} H'."
        if range_.varying:
            yield from self._opened("along", range_.parts, "i")
            yield f"  unfold {self.file}.along."
            yield from (f"  split; [exact i{n}'|]." for n in range(len(range_.parts) - 1))
            names = " ".join(n for n, _ in range_.varying)
            yield f"  intros {names} P'. pose proof ({self._everywhere} {names} P') as H'."
        yield from self._opened("hypotheses", self.own.hypotheses, "a")
        for k, source in enumerate(self._sources):
            yield from self._given(k, source)
        yield from _parts(f"{self.file}.hypotheses", self._tactics())
        yield "Qed.\n"

    @property
    def _sources(self) -> list[Source]:
        return [s for n, s in enumerate(self.cited.values()) if s not in [*self.cited.values()][:n]]

    @property
    def _everywhere(self) -> str:
        """The proof that all that is supposed of its own holds in the whole set."""
        return f"i{len(self.own.range.parts) - 1}'"

    def _opened(self, name: str, parts: Sequence[str], letter: str) -> Iterator[str]:
        names = [f"{letter}{n}'" for n in range(len(parts))]
        match names:
            case []:
                opened = "clear H'"
            case [one]:
                opened = f"rename H' into {one}"
            case _:
                opened = f"destruct H' as {nested(names)}"
        yield f"  unfold {name} in H'. {opened}."

    def _tactics(self) -> Iterator[str]:
        """How each part is shown of what the file of the proofs supposes."""
        own = iter(range(len(self.own.hypotheses)))
        ranges = len(self.full.hypotheses) - sum(map(self._many, self.full.supposed))
        yield from (f"exact a{next(own)}'" for _ in range(ranges))
        for n in self.full.supposed:
            if n in self.cited:
                yield from self._from_source(n)
            else:
                yield from (f"exact a{next(own)}'" for _ in range(self._many(n)))

    def _many(self, number: int) -> int:
        """How many parts a hypothesis has: that derivatives exist, and what it says."""
        return len(Narrator(self.full.setting).granted(self.full.entries[number].statement)) + 1

    def _from_source(self, number: int) -> Iterator[str]:
        source = self.cited[number]
        claim = source.claim(self.full.entries[number].statement)
        words = [f"{source.file}.checked_{{}}", *self._values(source)]
        if source.document.range.taken:
            words.append(f"g{self._sources.index(source)}'")
        if source.document.range.varying:
            words += [*(n for n, _ in self.own.range.varying), "P'"]
        said = " ".join(words)
        yield from (f"among ({said.format(claim.companion)})" for _ in range(self._many(number) - 1))
        yield f"exact ({said.format(claim.name)})"

    def _given(self, k: int, source: Source) -> Iterator[str]:
        """That all holds that a cited theorem supposes."""
        range_ = source.document.range
        if not range_.taken:
            return
        head = "along" if range_.varying else "hypotheses"
        yield f"  assert (g{k}' : {source.file}.{head} {' '.join(self._values(source))})."
        inner = [OF_TERMS if source.put else FROM_HERE] * len(source.document.hypotheses)
        if not range_.varying:
            yield from ("  {", *_parts(f"{source.file}.hypotheses", inner), "  }")
            return
        if range_.varying != self.own.range.varying:
            raise Untranslated(f"a citation of {source.document.id}, where something else varies")
        names = " ".join(f"{n}''" for n, _ in range_.varying)
        yield f"  {{ unfold {source.file}.along."
        yield from (f"  split; [{FROM_HERE}|]." for _ in range_.parts[1:])
        yield f"  intros {names} Q'. pose proof ({self._everywhere} {names} Q') as H'."
        yield "  unfold hypotheses in H'. apart."
        yield from _parts(f"{source.file}.hypotheses", inner)
        yield "  }"

    def _values(self, source: Source) -> list[str]:
        """The values of the variables of a cited theorem: the terms in their place, or by their names.

        Any value will do for those of which nothing is supposed.
        """
        sizes = {*map(identifier, source.document.setting.dimensions)}
        said = Translator(self.own.setting)
        values = {n: n for n, kind in source.document.range.taken if self.names.get(n) == kind}
        values |= {identifier(symbol[1]): said.term(value, ATOM) for symbol, value in source.put}
        return [values.get(n) or _any(kind, n in sizes) for n, kind in source.document.range.taken]


def _parts(name: str, tactics: Iterable[str]) -> Iterator[str]:
    """The proof of a proposition by those of its parts."""
    *most, last = [*tactics] or ["exact I"]
    yield f"  unfold {name}."
    yield from (f"  split; [{tactic}|]." for tactic in most)
    yield f"  {last}."


def _any(kind: str, is_size: bool) -> str:
    """Some value of a type: a number, or a function that has it everywhere."""
    *arguments, result = kind.split(" -> ")
    if result not in ("nat", "R"):
        raise Untranslated("a citation of a theorem in which more varies")
    value = "1%nat" if is_size else "0%nat" if result == "nat" else "0"
    return f"(fun {' '.join('_' for _ in arguments)} => {value})" if arguments else value
