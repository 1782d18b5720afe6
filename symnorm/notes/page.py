"""Notes as one page of HTML, with the verdict in the margin beside each relation.

The page is complete in itself and has no script: it asks nobody for anything, and a policy in its head makes the
browser keep to that. Formulas are MathML where latex2mathml is installed and reads them, and otherwise LaTeX as it is
typed. All that comes from a note is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files as resources
from itertools import groupby

from .. import __version__
from ..checker.titles import visible
from ..errors import UserError
from .model import Judged, Link, NoteReport, Verdict
from .report import COUNTED, MARKS, OPEN, counted, one_line, told

MEANINGS = {
    Verdict.PROVED: "there is a proof, and the checker accepted its certificate",
    Verdict.AGREES: "both sides have the same value at every point that was tried; this is no proof",
    Verdict.FALSE: "at the point that is given, the two sides differ",
    Verdict.CONDITIONAL: "it holds under what is given, and fails as it stands or is not defined without it",
    Verdict.DEFINITION: "it was taken to say what its left side means, and was not judged: confirm it",
    Verdict.NOT_UNDERSTOOD: "it was not judged: nobody but a reader can tell",
}
"""What the verdicts mean, for the legend."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

LONGEST = 4000
"""So many letters of LaTeX are typeset; more of them are shown as they are typed."""

MOVES = re.compile(
    r"\\(?:hspace|vspace|hskip|vskip|m?kern|mskip|mspace|raise|lower|raisebox|moveleft|moveright|[rlc]lap|math[rlc]lap"
    r"|[hv]?phantom|smash|rule|href|url|class|style|cssId|html\w*|data|include\w*|unicode|skew)(?![A-Za-z])"
)
"""Commands that could put something in another place, or hide it: such formulas are shown as they are typed."""
COLOURED = re.compile(r"\\(?:text)?color\s*\{[^{}]*\}|\\(?:color|textcolor)\s*\[[^\]]*\]\s*\{[^{}]*\}")
GRID = re.compile(r"\\begin\s*\{(?:[pbvBV]?matrix|smallmatrix|cases|array)")
ALIGNED = re.compile(r"(?<!\\)&")


def as_page(reports: Sequence[NoteReport]) -> str:
    """The page of one note or of several."""
    several = len(reports) > 1
    title = f"{len(reports)} notes" if several else one_line(str(reports[0].file)) if reports else "no notes"
    style = (resources("symnorm.export") / "site" / "style.css").read_text("utf-8")
    own = (resources("symnorm.notes") / "page.css").read_text("utf-8")
    body = [f"<h1>{escape(title)}</h1>", *_contents(reports)]
    for number, report in enumerate(reports, start=1):
        body += Note(report, f"n{number}", 2 if several else 1).html()
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="generator" content="symnorm {escape(__version__)}">',
        f"<title>{escape(title)} · symnorm</title>", '<link rel="icon" href="data:,">',
        f"<style>\n{style}\n{own}</style>", "</head>", "<body>",
        '<a class="skip" href="#content">Skip to the content</a>',
        '<main id="content" tabindex="-1">', *body, *_legend(), "</main>",
        f"<footer><p>Made by symnorm {escape(__version__)}. Formulas and words are those of the notes; the verdicts "
        "speak of the relations as they were read, each by itself.</p></footer>", "</body>", "</html>", "",
    ])  # fmt: skip


def _contents(reports: Sequence[NoteReport]) -> Iterator[str]:
    """The numbers of all notes together, and links to them, where there are several."""
    if len(reports) < 2:
        return
    yield from _counts(reports)
    yield '<nav aria-label="Notes"><ul class="open">'
    for number, report in enumerate(reports, start=1):
        wrong = [counted(len(report.problems), "problem")] if report.problems else []
        wrong += [f"{report.count(v)} {COUNTED[v]}" for v in OPEN if report.count(v)]
        rest = f": {', '.join(wrong)}" if wrong else ""
        yield f'<li><a href="#n{number}">{_text(str(report.file))}</a>{rest}</li>'
    yield "</ul></nav>"


def _counts(reports: Sequence[NoteReport]) -> Iterator[str]:
    yield '<ul class="counts">'
    yield f"<li>{counted(sum(len(r.relations) for r in reports), 'relation')}:</li>"
    for verdict, said in COUNTED.items():
        yield f"<li>{_mark(verdict, f'{sum(r.count(verdict) for r in reports)} {said}')}</li>"
    yield "</ul>"


def _legend() -> Iterator[str]:
    yield '<section><h2>What the verdicts mean</h2><dl class="legend-of-verdicts">'
    for verdict, meaning in MEANINGS.items():
        yield f"<div><dt>{_mark(verdict)}</dt><dd>{escape(meaning)}</dd></div>"
    yield "</dl></section>"


class Note:
    """One note on the page."""

    def __init__(self, report: NoteReport, id: str, level: int) -> None:
        self.report, self.id, self.level = report, id, level
        self.relations = [(f"{id}-{n}", judged) for n, judged in enumerate(report.relations, start=1)]
        """Each with the anchor by which it is linked."""

    def html(self) -> Iterator[str]:
        """The note, from its numbers to its notation."""
        report = self.report
        yield f'<article id="{self.id}">'
        if self.level > 1:
            yield self._heading(_text(str(report.file)), 0)
        yield from _counts([report])
        for line, problem in report.problems:
            yield f'<p class="trouble">{_at(line)}: {_text(problem)}</p>'
        yield from self._to_look_at()
        yield from self._formulas()
        if not report.relations:
            yield '<p class="lead">No relation was found in this note.</p>'
        yield from self._notation()
        yield from self._passed_over()
        yield "</article>"

    def _heading(self, html: str, depth: int) -> str:
        level = min(self.level + depth, 6)
        return f"<h{level}>{html}</h{level}>"

    def _to_look_at(self) -> Iterator[str]:
        """Links to the relations at which somebody has to look."""
        found = [(anchor, judged) for anchor, judged in self.relations if judged.verdict in OPEN]
        if not found:
            return
        yield f'<nav aria-label="To look at in {escape(one_line(str(self.report.file)))}"><ul class="open">'
        for anchor, judged in found:
            line = f'<a href="#{anchor}">{_at(judged.link.line)}</a>'
            yield f"<li>{_mark(judged.verdict)} {line} <code>{_text(judged.link.latex)}</code></li>"
        yield "</ul></nav>"

    def _formulas(self) -> Iterator[str]:
        """The formulas that have relations, with the headings above and the words around them."""
        section: tuple[str, ...] = ()
        groups = [(f, list(found)) for f, found in groupby(self.relations, lambda found: found[1].link.formula)]
        for n, (formula, found) in enumerate(groups):
            yield from self._headings(section, formula.section)
            section = formula.section
            yield from _words(formula.before)
            yield '<ol class="lines">'
            before: Link | None = None
            for anchor, judged in found:
                yield from _relation(anchor, judged, before)
                before = judged.link
            yield "</ol>"
            following = groups[n + 1][0].before if n + 1 < len(groups) else ""
            if formula.after.split() != following.split():
                yield from _words(formula.after)

    def _headings(self, before: tuple[str, ...], now: tuple[str, ...]) -> Iterator[str]:
        pairs = enumerate(zip(before, now, strict=False))
        same = next((n for n, (a, b) in pairs if a != b), min(len(before), len(now)))
        for depth, title in enumerate(now[same:], start=same + 1):
            yield self._heading(_text(title), depth)

    def _notation(self) -> Iterator[str]:
        if not self.report.notation:
            return
        yield self._heading("Notation", 1)
        yield '<div class="wide"><table class="notation"><thead><tr><th scope="col">name</th><th scope="col">means</th>'
        yield '<th scope="col">from</th></tr></thead><tbody>'
        for d in self.report.notation:
            yield f'<tr><th scope="row"><code>{_text(d.name)}</code></th><td><code>{_text(d.meaning)}</code></td>'
            yield f"<td>{_text(d.source)}</td></tr>"
        yield "</tbody></table></div>"

    def _passed_over(self) -> Iterator[str]:
        """The formulas that are no relations, which nobody judges."""
        if not self.report.passed_over:
            return
        number = counted(len(self.report.passed_over), "formula")
        yield f'<details><summary>{number} without a relation, not judged</summary><ul class="open">'
        for line, latex in self.report.passed_over:
            yield f"<li>{_at(line)} <code>{_text(latex)}</code></li>"
        yield "</ul></details>"


def _relation(anchor: str, judged: Judged, before: Link | None) -> Iterator[str]:
    """A relation beside its verdict; where it goes on with the one before, its left side is not said again."""
    link, verdict = judged.link, judged.verdict
    goes_on = before is not None and before.chain == link.chain and before.right == link.left
    yield f'<li class="line" data-verdict="{verdict.value}" id="{anchor}">'
    yield f'<div class="label">{_mark(verdict)} <a href="#{anchor}">{_at(link.line)}</a></div><div class="body">'
    yield typeset(f"{link.sign} {link.right}" if goes_on else link.latex)
    if link.words.strip():
        yield f'<p class="aside">{_text(link.words)}</p>'
    yield from _understood_up_to(judged)
    yield from _details(judged)
    yield f"<details><summary>LaTeX</summary>{_source(link.latex)}</details></div></li>"


def _details(judged: Judged) -> Iterator[str]:
    """What there is to say of a relation, each thing beside its name."""
    found = list(told(judged, verbose=True))
    if not found:
        return
    yield "<dl>"
    for name, text in found:
        value = _text(text)
        if name == "agrees as" and judged.repair:
            value = typeset(judged.repair.latex) + _text(judged.repair.edit)
        yield f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>"
    yield "</dl>"


def _understood_up_to(judged: Judged) -> Iterator[str]:
    """The LaTeX with a mark on what is not understood of it."""
    if judged.caret is None:
        return
    latex, start, end = judged.caret
    start = min(max(start, 0), len(latex))
    end = max(end, start)
    before, here, after = (escape(_lines(part)) for part in (latex[:start], latex[start:end], latex[end:]))
    yield f'<pre class="source" tabindex="0"><code>{before}<mark>{here or "(here)"}</mark>{after}</code></pre>'


def typeset(latex: str) -> str:
    """A formula that stands by itself, as MathML; as it is typed, where that cannot be had."""
    try:
        from ..export.html.mathml import mathml

        plain = one_line(COLOURED.sub("", latex))
        is_aligned = ALIGNED.search(plain) and not GRID.search(plain)
        if len(plain) <= LONGEST and not MOVES.search(plain) and not is_aligned:
            return f'<div class="formula">{mathml(plain, display=True)}</div>'
    except (ImportError, UserError, RecursionError):
        pass
    return _source(latex)


def _source(latex: str) -> str:
    return f'<pre class="source" tabindex="0"><code>{escape(_lines(latex))}</code></pre>'


def _words(text: str) -> Iterable[str]:
    return [f'<p class="words">{_text(text)}</p>'] if text.strip() else []


def _mark(verdict: Verdict, said: str = "") -> str:
    """A verdict by colour, sign and word."""
    return (
        f'<span class="mark {_kind(verdict)}"><span aria-hidden="true">{MARKS[verdict]}</span>'
        f"<span>{escape(said or verdict.value)}</span></span>"
    )


def _kind(verdict: Verdict) -> str:
    return verdict.value.replace(" ", "-")


def _at(line: int) -> str:
    return f"line {line}" if line else "the file"


def _text(text: str) -> str:
    return escape(one_line(text))


def _lines(text: str) -> str:
    return "\n".join(map(visible, text.expandtabs().splitlines()))
