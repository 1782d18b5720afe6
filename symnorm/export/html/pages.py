"""The pages of the site: the templates, and what they need besides the edition."""

from __future__ import annotations

import re
from textwrap import dedent
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...glossary import Explanation, glossary
from ..edition import VERDICTS, Edition, Erratum, Node, Paper, Reference, Theorem
from .graph import Vertex, drawing
from .mathml import mathml

MARKS = {"proved": "✓", "unknown": "?", "refuted": "✗", "fault": "!", "lemma": "§"}
MEANINGS = {
    "proved": "a certificate was checked, and the evaluation at concrete vectors agrees",
    "unknown": "neither proved nor refuted; this is never counted as a pass",
    "refuted": "at a point that is given, it fails",
    "fault": "it could not be judged, or the two legs disagree: an error of the toolkit",
}
"""What the verdicts mean, for the legend."""


class Site:
    """The pages of an edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.environment = Environment(
            loader=PackageLoader("symnorm.export", "site"), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        )  # fmt: skip
        self.environment.globals.update(
            edition=edition, site=self, marks=MARKS, meanings=MEANINGS, verdicts=VERDICTS, worst=worst
        )
        self.environment.filters.update(
            math=inline, display=display, prose=prose, paragraphs=paragraphs,
            breakable=breakable, explained=self.explained,
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
            found.update({t.id: (a, b) for a, t, b in zip(row, row[1:], row[2:], strict=False) if t is not None})
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

    def explained(self, text: str, root: str) -> Markup:
        """A paragraph of a script, in which `code` stands between backticks; an id there is a link."""
        if text.startswith(" "):
            return Markup('<pre tabindex="0">{}</pre>').format(dedent(text))
        return Markup("<p>{}</p>").format(self._words(text, root))

    def _words(self, text: str, root: str) -> Markup:
        parts = text.split("`")
        if len(parts) % 2 == 0:
            return escape(text)
        made = [self._code(part, root) if n % 2 else escape(part) for n, part in enumerate(parts)]
        return Markup("").join(made)

    def _code(self, name: str, root: str) -> Markup:
        code = Markup("<code>{}</code>").format(name)
        href = self.href(Reference(name, ""), root)
        return Markup('<a href="{}">{}</a>').format(href, code) if href else code

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the papers by their ids."""
        return {paper.id: paper.title for paper in self.edition.papers}

    @cached_property
    def errata(self) -> tuple[Erratum, ...]:
        """All errata, paper by paper."""
        return tuple(e for paper in self.edition.papers for e in paper.errata)

    def kinds(self, errata: Iterable[Erratum]) -> list[tuple[str, int]]:
        """How many errata there are of each kind, the most frequent first."""
        return Counter(e.kind for e in errata).most_common()

    @cached_property
    def explained_kinds(self) -> list[Explanation]:
        """The kinds of errata in the words of the toolkit itself."""
        return [e for e in glossary() if e.group == "kind of erratum"]

    @cached_property
    def explained_rules(self) -> dict[str, Explanation]:
        """The rules that lines of this edition stand on, by their names."""
        known = {e.name.removeprefix("by.").replace("_", " "): e for e in glossary() if e.name.startswith("by.")}
        known["constant"] = known["zero derivative"]
        used = {line.rule for theorem in self.edition.theorems for line in theorem.lines}
        return {name: known[name] for name in sorted(used & known.keys())}

    def graph(self, paper: Paper, root: str) -> tuple[Markup, list[Node], list[tuple[str, list[str], list[str]]]]:
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
        return Markup(drawing(vertices, edges, title, f"graph-{paper.id}")), alone, table

    def lines_graph(self, theorem: Theorem) -> Markup:
        """Which line of a theorem rests on which."""
        vertices = [
            Vertex(line.anchor, line.label, line.verdict, f"#{line.anchor}", f"{line.label}: {line.formula.text}")
            for line in theorem.lines
        ]
        edges = [(p.anchor, line.anchor) for line in theorem.lines for p in line.premises]
        return Markup(drawing(vertices, edges, f"Which line of {theorem.id} rests on which", "graph-lines"))


def worst(theorems: Sequence[Theorem]) -> str:
    """The verdict on several theorems: that on the worst of them."""
    return max((theorem.verdict for theorem in theorems), key=VERDICTS.index)


def inline(latex: str) -> Markup:
    """A formula within a line of text."""
    return Markup(mathml(latex))


def display(latex: str) -> Markup:
    """A formula that stands by itself, and can be scrolled where it is wider than the page."""
    return Markup(f'<div class="formula">{mathml(latex, display=True)}</div>')


def prose(text: str) -> Markup:
    """Words of a paper, in which formulas stand between dollars."""
    parts = text.split("$")
    if len(parts) % 2 == 0:  # then one of them is no delimiter
        return escape(text)
    return Markup("").join(inline(part) if n % 2 else escape(part) for n, part in enumerate(parts))


def breakable(name: str) -> Markup:
    """An id that may be broken where it has a stroke or an underscore."""
    return Markup("<wbr>").join(escape(part) for part in re.split(r"(?<=[/_])", name))


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring. One that is indented is kept as it stands."""
    return [part if part.startswith(" ") else " ".join(part.split()) for part in text.split("\n\n") if part.strip()]
