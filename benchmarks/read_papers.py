"""Reads the printed lines of the three papers as notes, and compares what `symnorm read` finds with their errata.

    python benchmarks/read_papers.py              what it finds
    python benchmarks/read_papers.py --write      and writes docs/reading-the-papers.md
    python benchmarks/read_papers.py -v eln       every relation of one paper with its label

A transcript (`proofs/*/transcript.toml`) has the formulas of a paper with the words beside them. They are written
down as a note, in their order and under their headings, and read with the few lines of notation below and nothing
else: no script of the project is consulted. What the project says of a line is looked up afterwards.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from symnorm.files import Output, sealed_page
from symnorm.notes.judge import read_files
from symnorm.notes.model import Judged, Verdict
from symnorm.notes.report import told
from symnorm.transcript import Line, Paper, read_transcript

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reading-the-papers.md"
INLINE = re.compile(r"\$([^$]+)\$")

NOTATION = {
    "eln": r"""
dimensions = ["C"]
vectors = ["x"]
[scopes]
"Theorem 2" = ['y = \sqrt{C - 1} \tanh(\alpha x)', 'F', 'A']
"App. A.2" = ['y = \sqrt{C - 1} \tanh(\alpha x)', 'F', 'A']
"Theorem 3" = ['y = \sqrt{C - 1} \frac{x - \mu}{\sqrt{\beta + (x - \mu)^2}}', 'F']
"App. A.3" = ['y = \sqrt{C - 1} \frac{x - \mu}{\sqrt{\beta + (x - \mu)^2}}', 'F']
""",
    "dyisru": r"""
dimensions = ["C"]
vectors = ["x"]
definitions = ['y = \frac{x}{\nu}', '\nu = \sqrt{\frac{1}{C} \sum_{k=1}^{C} x_k^2}']
[scopes]
"Theorem 2" = ['y = \sqrt{C} \tanh(\alpha x)', 'A']
"App. B.2" = ['y = \sqrt{C} \tanh(\alpha x)', 'A']
""",
    "adanorm": r"""
dimensions = ["H"]
vectors = ["x", "g", "b", "u"]
losses = { "\\ell" = ["y"] }
layout = "denominator"
positive = ["k", "C"]
definitions = ['y = \frac{x - \mu}{\sigma}', '\sigma = \sqrt{\frac{1}{H} \sum_{i=1}^{H} (x_i - \mu)^2}',
  '\bar{g} = \frac{1}{H} \sum_{i=1}^{H} g_i', 'D_g = \frac{1}{H} \sum_{i=1}^{H} (g_i - \bar{g})^2',
  '\bar{b} = \frac{1}{H} \sum_{i=1}^{H} b_i', 'D_b = \frac{1}{H} \sum_{i=1}^{H} (b_i - \bar{b})^2', 'k = 1/10']
""",
}
"""What a reader of each paper declares."""

WORDS = {"definition": "We define", "hypothesis": "Suppose", "requirement": "We require", "convention": "Let"}
"""How a note says what the transcript says of a line: its reason begins so."""


@dataclass(frozen=True)
class Read:
    """A relation of a paper: the label of its line, and what `symnorm read` says."""

    label: str
    judged: Judged


@dataclass
class Compared:
    """A paper as it was read, beside the errata of the project."""

    paper: Paper
    relations: list[Read]
    errata: dict[str, set[str]]
    """By label: the kinds of the errata."""
    formulas: set[str] = field(default_factory=set)
    """The labels of lines of which a relation was found."""

    def flagged(self, *verdicts: Verdict) -> list[Read]:
        """The relations with one of some verdicts."""
        return [r for r in self.relations if r.judged.verdict in verdicts]

    def found(self) -> dict[str, set[Verdict]]:
        """By label of an erratum: the verdicts on its relations that are no agreement."""
        out: dict[str, set[Verdict]] = {}
        for r in self.flagged(Verdict.FALSE, Verdict.CONDITIONAL):
            if r.label in self.errata:
                out.setdefault(r.label, set()).add(r.judged.verdict)
        return out

    def wrongly_false(self) -> list[Read]:
        """The relations that are called false, and have no erratum."""
        return [r for r in self.flagged(Verdict.FALSE) if r.label not in self.errata]

    def wrongly_true(self) -> list[Read]:
        """The relations that are called proved or agreeing, and have an erratum."""
        return [r for r in self.flagged(Verdict.PROVED, Verdict.AGREES) if r.label in self.errata]


# --- a paper as a note -------------------------------------------------------------------------------------------


def note(paper: Paper) -> tuple[str, list[str]]:
    """A paper as a note of Markdown, with the label of the line that each of its lines comes from."""
    rows: list[str] = []
    labels: list[str] = []
    above: list[str] = []
    for line in paper.lines:
        headings = [part.strip() for part in line.where.split(",")][:2]
        if headings != above:
            rows += [text for n, part in enumerate(headings, start=1) for text in (f"{'#' * n} {part}", "")]
            above = headings
        if not line.same_as:
            rows += [*_written(line, paper), ""]
        labels += [line.label] * (len(rows) - len(labels))
    return "\n".join(rows) + "\n", labels


def _written(line: Line, paper: Paper) -> Iterator[str]:
    """The words and the formula of a line."""
    formulas = [" ".join(f.split()) for f in INLINE.findall(line.text)]
    latex = " ".join(line.latex.split())
    if not latex or latex in formulas:
        yield line.text if latex else INLINE.sub(r"\1", line.text)
        return
    reason = re.split(r"[:,;]", paper.reason(line))[0].strip()
    told = WORDS.get(reason, "")
    yield " ".join(" ".join([INLINE.sub("", line.text), told]).split())
    yield ""
    yield f"$${latex}$$"


def read(path: Path) -> Compared:
    """Reads the transcript of a paper."""
    paper = read_transcript(path)
    text, labels = note(paper)
    with tempfile.TemporaryDirectory() as folder:
        file, notation = Path(folder, f"{paper.id}.md"), Path(folder, "notation.toml")
        file.write_text(text, "utf-8")
        notation.write_text(NOTATION[paper.id], "utf-8")
        [report] = read_files([file], notation)
    relations = [Read(labels[j.link.line - 1], j) for j in report.relations]
    return Compared(paper, relations, errata(paper), {r.label for r in relations})


def errata(paper: Paper) -> dict[str, set[str]]:
    """By label: the kinds of the errata that the project has shown, of formulas."""
    command = [sys.executable, "-m", "symnorm", "errata", paper.id, "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    found: dict[str, set[str]] = {}
    for one in json.loads(done.stdout)["errata"]:
        line = paper.by_label.get(one["label"])
        if line is not None and line.latex:
            found.setdefault(line.label, set()).add(one["kind"])
    return found


def main() -> None:
    """Reads the papers, and says or writes what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paper", nargs="*", default=sorted(NOTATION))
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    parser.add_argument("-v", "--verbose", action="store_true", help="show every relation")
    asked = parser.parse_args()
    compared = [read(ROOT / "proofs" / paper / "transcript.toml") for paper in asked.paper]
    if asked.verbose:
        print("\n".join(line for one in compared for line in every(one)))
    if asked.write:
        with Output(str(PAGE)) as output:
            output.write_text(lambda: page(compared), sealed_page)
    else:
        print(page(compared))


def every(one: Compared) -> Iterator[str]:
    """Every relation with its label, the kinds of its errata, and what there is to say of it."""
    for r in one.relations:
        kinds = ",".join(sorted(one.errata.get(r.label, ())))
        yield f"{r.judged.verdict:15} {r.label:16} {kinds:12} {r.judged.link.latex}"
        if r.judged.verdict not in (Verdict.PROVED, Verdict.DEFINITION):
            yield from (f"{'':32} {about}: {said}" for about, said in told(r.judged))


# --- the page ----------------------------------------------------------------------------------------------------


START = """# The three papers, read as notes

Written by `python benchmarks/read_papers.py --write`. The transcripts of the project have the formulas of three papers
and the words beside them. Here each is read as `symnorm read` reads anybody's note, with the few lines of notation
below and no script of the project; lines that repeat others are left out, and a line that the transcript calls a
definition, a hypothesis or a requirement is told as one, for its words are shortened there. Then the verdicts are
compared with the errata of the edition.

An erratum is *found* where a relation of its line is called false or conditional. Only formulas count. *Seen in values*
are those that are called typo, false or damage of an extraction: a gap, a notation, an approximation that the paper
declares and a hypothesis that is nothing but what a divisor needs are no fault to this command. *False, and no
erratum* are mistakes of the reader; *holding, and an erratum* are lines that agree as they are read.
"""


def page(compared: Sequence[Compared]) -> str:
    """The page: a table, the errata that were found, and what is called false that is none."""
    parts = [START, "\n".join(table(compared))]
    for one in compared:
        parts += [f"## {one.paper.title}", f"```toml\n{NOTATION[one.paper.id].strip()}\n```", *_lists(one)]
    return "\n\n".join(part.strip() for part in parts) + "\n\n"


def table(compared: Sequence[Compared]) -> Iterator[str]:
    """The counts of each paper."""
    yield f"| paper | relations | {' | '.join(Verdict)} |"
    yield f"| --- |{' ---: |' * (1 + len(Verdict))}"
    for one in compared:
        counts = Counter(r.judged.verdict for r in one.relations)
        yield f"| {one.paper.id} | {len(one.relations)} | {' | '.join(str(counts[v]) for v in Verdict)} |"
    yield ""
    yield "| paper | errata of formulas | with a relation | found | seen in values | of these, found " \
          "| false, and no erratum | holding, and an erratum |"  # fmt: skip
    yield f"| --- |{' ---: |' * 7}"
    for one in compared:
        visible = {label for label, kinds in one.errata.items() if kinds & SEEN and label in one.formulas}
        cells = [len(one.errata), len(one.errata.keys() & one.formulas), len(one.found()), len(visible),
                 len(visible & one.found().keys()), len(one.wrongly_false()), len(one.wrongly_true())]  # fmt: skip
        yield f"| {one.paper.id} | {' | '.join(map(str, cells))} |"


SEEN = {"typo", "false", "extraction"}
"""The kinds of errata that have a value at which they show."""
WHY = {
    Verdict.FALSE: "called false, and no erratum of the edition",
    Verdict.PROVED: "holding as read, and an erratum of the edition",
    Verdict.NOT_UNDERSTOOD: "not understood",
}


def _lists(one: Compared) -> Iterator[str]:
    found = [f"- {label}: {', '.join(sorted(verdicts))} ({', '.join(sorted(one.errata[label]))})"
             for label, verdicts in one.found().items()]  # fmt: skip
    yield "Errata that it finds:\n\n" + ("\n".join(found) or "- none")
    for title, some in (
        (WHY[Verdict.FALSE], one.wrongly_false()),
        (WHY[Verdict.PROVED], one.wrongly_true()),
        (WHY[Verdict.NOT_UNDERSTOOD], one.flagged(Verdict.NOT_UNDERSTOOD)),
    ):
        rows = [_row(r, one) for r in some]
        yield f"{title.capitalize()}:\n\n" + ("\n".join(rows) or "- none")


def _row(r: Read, one: Compared) -> str:
    kinds = f" [{', '.join(sorted(one.errata[r.label]))}]" if r.label in one.errata else ""
    why = f": {r.judged.note}" if r.judged.note else ""
    return f"- {r.label}{kinds}, `{r.judged.link.latex.replace('`', '')}`{why}"


if __name__ == "__main__":
    main()
