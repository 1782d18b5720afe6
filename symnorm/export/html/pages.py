"""The pages of the site: the templates, and what they need besides the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...faults import Fault, faults
from ...glossary import Explanation, glossary
from ...report import VERDICTS, Erratum, slug
from ..edition import Edition, Node, Paper, Reference, Theorem
from .graph import Vertex, drawing
from .words import as_printed, breakable, display, inline, paragraph, paragraphs, prose, words

MARKS = {"proved": "✓", "unknown": "?", "refuted": "✗", "fault": "!", "lemma": "§"}
MEANINGS = {
    "proved": "a certificate was checked, and the evaluation at concrete vectors agrees",
    "unknown": "neither proved nor refuted; this is never counted as a pass",
    "refuted": "at a point that is given, it fails",
    "fault": "it could not be judged, or the two legs disagree: an error of the toolkit",
}
"""What the verdicts mean, for the legend."""

SEVERITIES = {
    "breaks": "breaks what is claimed",
    "repairable": "repairable",
    "cosmetic": "cosmetic",
    "none": "no error",
}
"""How much is wrong, for a badge."""

MEASURED = {
    "breaks": "what is claimed is not to be had: nothing takes its place",
    "repairable": "it holds as corrected, with a hypothesis that is named, or by another argument",
    "cosmetic": "what is meant is plain, and holds",
    "none": "the paper means no more than what holds, or no extraction has the formula",
}
"""What these mean, for the legend."""

BINDING = {
    "bound": "the line says what is printed",
    "declared": "the line says what is printed",
    "value": "written otherwise than it is printed, and each side shown to be equal",
    "interpretation": "an interpretation by the editors: what is printed does not say this by itself",
    "not understood": "nobody but a reader can tell whether the line says what is printed",
    "differs": "the line does not say what is printed",
}
"""What became of the comparison of a line with the print."""


class Site:
    """The pages of an edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.environment = Environment(
            loader=PackageLoader("symnorm.export", "site"), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        )  # fmt: skip
        self.environment.globals.update(
            edition=edition,
            site=self,
            marks=MARKS,
            meanings=MEANINGS,
            verdicts=VERDICTS,
            binding=BINDING,
            worst=worst,
            severities=SEVERITIES,
            measured=MEASURED,
            plain=escape,
        )
        self.environment.filters.update(
            math=inline, display=display, as_printed=as_printed, words=words, prose=prose, paragraphs=paragraphs,
            paragraph=paragraph, breakable=breakable,
        )  # fmt: skip

    def page(self, name: str) -> str:
        """One of the pages that there is one of."""
        return self._rendered(name, "")

    def paper(self, paper: Paper) -> str:
        """The page of a paper."""
        return self._rendered("paper", "../", paper=paper)

    def theorem(self, theorem: Theorem) -> str:
        """The page of a theorem."""
        before, after = self._neighbours[theorem.id]
        return self._rendered("theorem", "../", theorem=theorem, before=before, after=after)

    @cached_property
    def _neighbours(self) -> dict[str, tuple[Theorem | None, Theorem | None]]:
        """The theorems before and after each in its paper."""
        found: dict[str, tuple[Theorem | None, Theorem | None]] = {}
        for paper in self.edition.papers:
            row = (None, *paper.theorems, None)
            found.update(
                {t.id: (a, b) for a, t, b in zip(row, row[1:], row[2:], strict=False) if t is not None}
            )
        return found

    def _rendered(self, name: str, root: str, **more: object) -> str:
        return self.environment.get_template(f"{name}.html").render(root=root, here=name, **more)

    # --- what the templates ask for -----------------------------------------------------------------------

    def href(self, reference: Reference, root: str) -> str:
        """Where a line is, from a page so far below the root; empty if it is not in this edition."""
        theorem = self.edition.by_id.get(reference.theorem)
        if theorem is None:
            return ""
        return f"{root}theorems/{theorem.name}.html" + (f"#{reference.anchor}" if reference.anchor else "")

    @cached_property
    def names(self) -> dict[str, str]:
        """What the papers are called in file names and anchors, by their ids, which may be anything."""
        names: dict[str, str] = {}
        for n, paper in enumerate(self.edition.papers, start=1):
            name = slug(paper.id)
            names[paper.id] = f"{name}-{n}" if name in names.values() else name
        return names

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the papers by their ids."""
        return {paper.id: paper.title for paper in self.edition.papers}

    @cached_property
    def errata(self) -> tuple[Erratum, ...]:
        """All errata, paper by paper."""
        return tuple(e for paper in self.edition.papers for e in paper.errata)

    def kinds(self, errata: Iterable[Erratum]) -> list[tuple[str, int]]:
        """How many faults there are of each kind, the most frequent first."""
        return Counter(fault.first.kind for fault in faults(errata)).most_common()

    def faults(self, errata: Iterable[Erratum]) -> list[Fault]:
        """The faults that some errata are places of, the most severe first."""
        return faults(errata)

    @cached_property
    def explained_kinds(self) -> list[Explanation]:
        """The kinds of errata in the words of the toolkit itself."""
        return [e for e in glossary() if e.group == "kind of erratum"]

    @cached_property
    def explained_rules(self) -> dict[str, Explanation]:
        """The rules that lines of this edition stand on, by their names."""
        known = {
            e.name.removeprefix("by.").replace("_", " "): e for e in glossary() if e.name.startswith("by.")
        }
        known["constant"] = known["zero derivative"]
        used = {line.rule for theorem in self.edition.theorems for line in theorem.lines}
        return {name: known[name] for name in sorted(used & known.keys())}

    def graph(
        self, paper: Paper, root: str
    ) -> tuple[Markup, list[Node], list[tuple[str, list[str], list[str]]]]:
        """What rests on what in a paper: the drawing, the theorems outside of it, and the drawing as a table."""
        own = {theorem.id for theorem in paper.theorems}
        edges = [(e.used, e.user) for e in self.edition.edges if e.user in own or e.used in own]
        joined = {name for edge in edges for name in edge}
        nodes = [n for n in self.edition.nodes if n.id in joined]
        vertices = [
            Vertex(
                n.id, f"{MARKS[n.verdict]} {n.id}",
                f"{n.verdict}{'' if n.id in own or n.verdict == 'lemma' else ' elsewhere'}",
                f"{root}about.html#lemma-{n.id}" if n.verdict == "lemma" else self.href(Reference(n.id, ""), root),
                f"{n.id}, {n.verdict}: {n.title}",
            )
            for n in nodes
        ]  # fmt: skip
        table = [
            (n.id, [a for a, b in edges if b == n.id], [b for a, b in edges if a == n.id])
            for n in nodes
        ]  # fmt: skip
        alone = [n for n in self.edition.nodes if n.id in own - joined]
        title = f"What rests on what in {paper.title}"
        return Markup(drawing(vertices, edges, title, f"graph-{self.names[paper.id]}")), alone, table

    def lines_graph(self, theorem: Theorem) -> Markup:
        """Which line of a theorem rests on which."""
        vertices = [
            Vertex(
                line.anchor, line.label, line.verdict, f"#{line.anchor}", f"{line.label}: {line.formula.text}"
            )
            for line in theorem.proof
        ]
        edges = [(p.anchor, line.anchor) for line in theorem.proof for p in theorem.references(line.premises)]
        return Markup(drawing(vertices, edges, f"Which line of {theorem.id} rests on which", "graph-lines"))


def worst(theorems: Sequence[Theorem]) -> str:
    """The verdict on several theorems: that on the worst of them."""
    return max((theorem.verdict for theorem in theorems), key=VERDICTS.index)
