"""One theorem as LaTeX: what it says of what, its proof line by line, and what is wrong in the paper's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ..report import Hypothesis, Line
from . import texmath
from .edition import Reference, Theorem
from .texparts import (
    LINE,
    SMALL,
    References,
    account,
    displays,
    file_name,
    formula,
    joined,
    label,
    listed,
)
from .texshort import notation
from .texwords import bookmark, code, escaped, is_settable, prose, settable, words

RULES = {
    "algebra": "by algebra", "sign": "by the sign of the difference", "each": "each part by itself",
    "discharge": "by what was shown under the supposition", "bounds": "by bounds for the values of both sides",
    "constant": "by integration", "exponential bound": "by the bound of the exponential",
    "linear": "by a combination of what is known", "monotone": "because both sides grow with their parts",
    "increasing": "by the mean value theorem",
    "exponentials": "because the exponential is injective",
}  # fmt: skip
"""Why a line holds, in words."""


HYPOTHESES = {
    ("setting", "own"): "Suppose",
    ("stated",): r"Suppose, \emph{as the paper states},",
    ("silent",): r"Suppose also, \emph{which the paper does not state and needs},",
    ("editors",): r"Suppose also, \emph{which is the editors'},",
}
"""How hypotheses are introduced, by whose they are."""


class Proof:
    """Writes one theorem."""

    def __init__(self, theorem: Theorem, references: References) -> None:
        self.theorem, self.references = theorem, references
        self.order = [line.anchor for line in theorem.proof]

    def body(self) -> str:
        """Everything below the heading."""
        theorem = self.theorem
        parts = [self._head()]
        if theorem.failure:
            return "\n\n".join([*parts, rf"\textbf{{Not judged.}} {words(theorem.failure.reason)}"])
        parts += [self._statement(), *self._proof(), *self._reconstructed(), *self._open_errata()]
        return "\n\n".join(p for p in parts if p) + "\n"

    def _head(self) -> str:
        theorem = self.theorem
        verdict = theorem.verdict if theorem.verdict == "proved" else rf"\textbf{{{theorem.verdict}}}"
        head = rf"\noindent{code(theorem.id)}, {verdict}"
        if theorem.cites:
            cited = dict.fromkeys(r.theorem for r in theorem.cites)
            head += f"; starts from {joined([self.references.theorem(id) for id in cited])}"
        if theorem.lemmas:
            head += f"; rests on {joined([_lemma(name) for name in theorem.lemmas])}"
        if theorem.rocq:
            head += f"; {words(theorem.rocq.told)}"
        problems = "".join(rf"\par\noindent\textbf{{Problem:}} {words(p)}" for p in theorem.problems)
        return f"{head}.{problems}"

    # --- the statement ------------------------------------------------------------------------------------

    def _statement(self) -> str:
        theorem = self.theorem
        parts = [r"{\raggedright\head{Theorem.}"]
        shaped = [h.formula.latex for h in theorem.hypotheses if h.kind == "array"]
        vectors = [v.latex for v in theorem.vectors if not any(s.startswith(rf"{v.latex} \in ") for s in shaped)]
        if vectors:
            names = ", ".join(vectors)
            number = theorem.channels
            inside = rf" \in \mathbb{{R}}^{{{number.latex}}}" if number else ""
            parts.append(f"Let ${names}{inside}$" + ("" if number else " be real vectors") + ".")
        parts += self._hypotheses()
        if theorem.variables:
            for v in theorem.variables:
                over = "an open set" if v.latex in {v.latex for v in theorem.vectors} else "an interval"
                parts.append(f"Here ${v.latex}$ ranges over {over} on which all this holds.")
        if theorem.definitions:
            parts.append(notation(theorem.definitions))
        given = [line for line in theorem.lines if line.role == "given" and not line.is_cited]
        if given:
            parts.append("Suppose that" + self._footnotes(given) + "\n" + self._displays(given))
            parts.append(self._whose(given))
        parts.append("Then" + self._footnotes(theorem.claims) + "\n" + self._displays(theorem.claims))
        return "\n".join([*parts, r"\par}"])

    def _hypotheses(self) -> Iterator[str]:
        """What is supposed, by whose it is: the setting, the paper's, what the paper needs in silence, the editors'."""
        theorem, first = self.theorem, ("channels", "array", "whole")
        for whose, lead in HYPOTHESES.items():
            found = [h for h in theorem.hypotheses if h.provenance.whose in whose]
            found.sort(key=lambda h: h.kind not in first)
            if found:
                ends = [*("," for _ in found[1:]), "."]
                yield " ".join([lead, *(_supposed(h, end) for h, end in zip(found, ends, strict=True))])
        unused = [h.formula.latex for h in theorem.hypotheses if not h.is_used]
        if unused:
            yield "(Not used: " + listed(unused, end="") + ".)"

    def _whose(self, given: Sequence[Line]) -> str:
        """Whose it is what is given, in the theorem of a paper."""
        told = [(line, p.told) for line in given if (p := line.provenance) and p.whose != "own"]
        return "; ".join(f"{self._name(line)}: {words(said)}" for line, said in told) + "." if told else ""

    def _displays(self, lines: Sequence[Line]) -> str:
        return displays(_chains(lines), self.theorem)

    # --- the proof ----------------------------------------------------------------------------------------

    def _proof(self) -> Iterator[str]:
        rest = [line for line in self.theorem.proof if line.role != "given" or line.is_cited]
        said = [
            f"{lead}\n{displays(groups, self.theorem)}" if groups else lead
            for lead, groups in self._paragraphs(_chains(rest))
        ]
        end = r"\hfill$\square$" if self.theorem.verdict == "proved" else r"\textbf{The proof is not complete.}"
        if said[-1].endswith("}"):  # a display
            said.append(end)
        else:
            said[-1] += f" {end}"
        yield rf"\head{{Proof.}}{said[0]}"
        yield from said[1:]

    def _paragraphs(self, chains: Sequence[Sequence[Line]]) -> Iterator[tuple[str, list[Sequence[Line]]]]:
        """What is said, and what is displayed below it. Lines in a row that hold for the same reason stand together."""
        for is_claims, run in groupby(chains, key=lambda chain: chain[0].role == "claim"):
            if is_claims:
                yield from ((text, []) for text in self._of_claims([chain[0] for chain in run]))
            else:
                yield from self._of_steps(run)

    def _of_claims(self, claims: Sequence[Line]) -> Iterator[str]:
        """Claims stand in the theorem; here is why they hold."""
        for reason, run in groupby(claims, key=lambda line: f"{self._reason(line)}{self._remark(line)}"):
            references = [self.theorem.reference(line) for line in run]
            yield f"{self.references.several(references, self.order, self.theorem.id)} {reason}."

    def _of_steps(self, chains: Iterable[Sequence[Line]]) -> Iterator[tuple[str, list[Sequence[Line]]]]:
        lead, groups = "", list[Sequence[Line]]()
        for chain in chains:
            own = f"{self._lead(chain)}{self._footnotes(chain)}"
            sums_up = chain[0].role == "step" and self._sums_up(chain[0])
            if groups and (sums_up or own != lead or not own.endswith(":")):
                yield lead, groups
                groups = []
            if sums_up:
                yield self._sum(chain[0]), []
            else:
                lead, groups = own, [*groups, chain]
        if groups:
            yield lead, groups

    def _sums_up(self, line: Line) -> bool:
        """Whether a line is what a chain shows as a whole, and fits into the text."""
        premises = [self.theorem.lines[n] for n in line.premises]
        if line.rule != "algebra" or self.theorem.errata_of(line) or len(premises) < 2 or len(_chains(premises)) != 1:
            return False
        ends = (premises[0].sides[0], premises[-1].sides[2])
        return (line.sides[0], line.sides[-1]) == ends and texmath.width(line.formula.latex) < 0.5 * LINE

    def _sum(self, line: Line) -> str:
        """A chain as a whole, in the text."""
        key = f"{file_name(self.theorem.id)}:{line.anchor}"
        name = label(line.label, is_supplied=line.is_supplied)
        return rf"Together: ${line.formula.latex}$.\phantomsection\label{{{key}}}\hfill{name}"

    def _lead(self, group: Sequence[Line]) -> str:
        """What is said before a display: where it comes from."""
        first = group[0]
        source = self.theorem.source_of(first)
        if source is not None:
            put = ", ".join(f"${placed.latex}$" for placed in first.put)
            placed = f" with {put}" if put else ""
            return f"By {self.references(source, self.theorem.id)}{placed},{self._remark(first)}"
        if first.role == "suppose":
            return f"Suppose{self._remark(first)}"
        if first.role == "constant":
            return f"There is a constant, {self._reason(first)}{self._remark(first)}:"
        if len(group) == 1:
            return f"{_capital(self._reason(first))}{self._remark(first)}:"
        reasons: dict[str, list[Reference]] = {}
        for line in group:
            reasons.setdefault(self._reason(line), []).append(self.theorem.reference(line))
        told = [
            f"{self.references.several(lines, self.order, self.theorem.id)} {reason}"
            for reason, lines in reasons.items()
        ]
        notes = [f"{self._name(line)}: {told}" for line in group for told in self._told(line)]
        remarks = f" Notes: {'; '.join(notes)}." if notes else ""
        if len(told) > 1:
            return f"{'; '.join(told)}.{remarks}"
        return f"{_capital(next(iter(reasons)))}{'.' + remarks if remarks else ':'}"

    def _reason(self, line: Line) -> str:
        """Why a line holds: the rule, the premises, the suppositions that it stands on, the lemmas."""
        if line.verdict != "proved":
            return rf"\textbf{{is not proved}} ({line.verdict}: {words(line.reason)})"
        rule = RULES.get(line.rule, f"by {escaped(line.rule)}")
        if line.rule == "algebra" and not line.premises:
            rule = "by calculation"
        if line.premises:
            rule += f" from {self._several(line.premises)}"
        if line.lemmas:
            rule += f" with {joined([_lemma(name) for name in line.lemmas])}"
        supposed = [n for n in line.suppositions if n not in line.premises]
        if supposed:
            rule += f", supposing {self._several(supposed)}"
        return rule

    def _several(self, numbers: Iterable[int]) -> str:
        """Several lines of this theorem, by their numbers."""
        return self.references.several(self.theorem.references(numbers), self.order, self.theorem.id)

    def _remark(self, line: Line) -> str:
        """What is told besides, in parentheses."""
        return "".join(f" ({told})" for told in self._told(line))

    def _told(self, line: Line) -> list[str]:
        """The note on a line, unless a footnote has it, and what derivatives in it are."""
        known = [e.note for e in self.theorem.errata_of(line)]
        note = [words(line.note)] if line.note and line.note not in known else []
        return note + [f"${graph.latex}$" for graph in line.graph]

    def _name(self, line: Line) -> str:
        return self.references(self.theorem.reference(line), self.theorem.id)

    def _reconstructed(self) -> Iterator[str]:
        """Which formulas no extraction has, by how sure they are, and what they may be instead."""
        lines = [line for line in self.theorem.proof if line.quote and line.quote.is_reconstructed]
        sure: dict[str, list[str]] = {}
        for line in lines:
            assert line.quote
            other = line.quote.alternative
            shown = f" (or ${settable(other)}$)" if other and is_settable(other) else ""
            sure.setdefault(line.quote.reconstructed, []).append(f"{words(line.label)}{shown}")
        if sure:
            told = "; ".join(f"{joined(labels)} with {confidence} confidence" for confidence, labels in sure.items())
            yield rf"\head{{Reconstructed.}}No extraction has the formulas {told}."

    # --- what is wrong ------------------------------------------------------------------------------------

    def _footnotes(self, lines: Sequence[Line]) -> str:
        """A footnote for every erratum that one of the lines mends, or stands in the place of."""
        notes = []
        for line in lines:
            for erratum in self.theorem.errata:
                if erratum.mended == line.number:
                    name = words(erratum.label)
                    notes.append(rf"\footnote{{{name}: {account(erratum, SMALL)}}}")
        return r"\textsuperscript{,}".join(notes)

    def _open_errata(self) -> Iterator[str]:
        """What nothing takes the place of."""
        rest = [e for e in self.theorem.errata if e.mended is None]
        head = r"\head{What does not hold.}"
        for e in rest:
            yield rf"{head}{label(e.label, is_supplied=False)} ({words(e.where)}): {account(e, LINE)}"
            head = ""


def _supposed(h: Hypothesis, end: str) -> str:
    """A hypothesis, with where the paper states it, or for which of its lines it is enough, and a sign."""
    if h.provenance.whose == "stated":
        besides = words(h.provenance.told.removeprefix("stated in "))
    else:
        besides = f"for {joined([words(name) for name in dict.fromkeys(h.missing_from)])}" if h.missing_from else ""
    return f"{formula(h.formula.latex, LINE)} ({besides}){end}" if besides else formula(h.formula.latex, LINE, end)


def _chains(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines in groups: the links of one chain a = b = c together, every other line by itself."""
    groups: list[list[Line]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last and _continues(last, line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _continues(before: Line, line: Line) -> bool:
    """Whether a line is the next link of the chain that another is in."""
    is_link = len(before.sides) == len(line.sides) == 3 and before.sides[2] == line.sides[0]
    return is_link and before.role == line.role == "step" and before.is_supplied == line.is_supplied


def _lemma(name: str) -> str:
    return rf"Lemma \emph{{{escaped(name)}}}~\cite{{lemma:{name}}}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sections_of(theorems: Sequence[Theorem], references: References) -> str:
    """The theorems of one script: a section with its docstring, and a subsection for each of them."""
    title, _, rest = theorems[0].docstring.partition("\n\n")
    parts = [_heading("section", " ".join(title.split()).removesuffix("."))] if title else []
    parts += [prose(rest)] if rest else []
    for theorem in theorems:
        heading = _heading("subsection", theorem.title)
        parts.append(rf"{heading}\label{{{file_name(theorem.id)}}}" + "\n" + Proof(theorem, references).body())
    return "\n\n".join(parts)


def _heading(command: str, title: str) -> str:
    return rf"\{command}{{\texorpdfstring{{{words(title)}}}{{{bookmark(title)}}}}}"
