r"""The edition as LaTeX: one file per paper and one per theorem, each of which compiles alone.

    eln.tex              a paper: its theorems, the list of its errata, the bibliography
    theorems/eln-3.tex   one theorem

Nothing is needed but what a basic installation has: amsmath, amssymb, geometry, hyperref. Between
`\begin{document}` and `\end{document}` stands what an author would paste.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ..faults import Fault, faults
from ..report import Erratum
from .edition import Edition, Lemma, Paper, Reference, Theorem
from .texparts import KINDS, SMALL, References, account, formula, joined
from .texproof import sections_of
from .texwords import code, escaped, words

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage{amsmath,amssymb}
\usepackage[margin=25mm]{geometry}
\usepackage{hyperref}
\hypersetup{colorlinks,allcolors=[rgb]{0,0.2,0.5}}

% A line that the paper prints otherwise, or that is not proved.
\newcommand{\corrected}[1]{#1${}^{\ast}$}
\newcommand{\notproved}[1]{#1${}^{\,?}$}
\newcommand{\head}[1]{\par\nopagebreak\medskip\nopagebreak\noindent\textbf{#1}\quad}
% The first row of an entry of the table of errata: line, where, kind, theorem.
\newcommand{\column}[2]{\parbox[t]{#1\linewidth}{\raggedright#2}\hspace{0.01\linewidth}}
\newcommand{\erratum}[4]{\par\medskip\hrule\smallskip\nopagebreak
  \column{0.22}{\textbf{#1}}\column{0.27}{#2}\column{0.14}{#3}\column{0.32}{#4}\par\nopagebreak}

\allowdisplaybreaks
\emergencystretch=4em
\tolerance=2000
\hbadness=10000
\vbadness=10000
\setcounter{tocdepth}{2}
"""

PRINTED = (
    "Labels are those of the paper; labels in brackets are of lines that it does not print. A line marked "
    r"$\ast$ is printed otherwise: a footnote has what is printed, letter for letter, and a point at which it fails. "
)
LEGEND = (
    "Behind every line stands a certificate, which a checker multiplies out, and an evaluation to 45 digits at points "
    "that satisfy the hypotheses; a line marked ? lacks one of them. All quantities are real; what is shown holds for "
    "every number of channels that the hypotheses admit."
)


def files(edition: Edition) -> dict[str, bytes]:
    """The content of every file, by its path."""
    made = {}
    for paper in edition.papers:
        made[f"{paper.id}.tex"] = paper_document(edition, paper)
        for theorem in paper.theorems:
            made[f"theorems/{theorem.name}.tex"] = theorem_document(edition, paper, theorem)
    return {name: content.encode() for name, content in made.items()}


def paper_document(edition: Edition, paper: Paper) -> str:
    """A paper, with all its theorems that are in the edition."""
    references = _references(paper.theorems)
    sections = []
    for _, group in groupby(paper.theorems, key=lambda t: t.script):
        sections.append(sections_of([*group], references))
    whose = f" of {words(joined(paper.authors))} ({paper.year})" if paper.authors else ""
    title = rf"\title{{{words(paper.title)}\\[1ex] \large The derivations{whose}, checked and corrected}}"
    return _document(
        [title, rf"\author{{Edited with symnorm {edition.version}}}", r"\date{}"],
        [r"\maketitle", _about(paper), r"\tableofcontents", *sections, *_errata(paper, references)],
        _bibliography(edition, [paper], paper.theorems),
    )


def theorem_document(edition: Edition, paper: Paper, theorem: Theorem) -> str:
    """One theorem by itself."""
    about = f"From {_named(paper)}. " if paper.authors else ""
    return _document(
        [],
        [rf"\noindent {about}{_legend(paper)}", sections_of([theorem], _references([theorem]))],
        _bibliography(edition, [paper], [theorem]),
    )


def _references(theorems: Iterable[Theorem]) -> References:
    """References within a document that has these theorems."""
    known = {theorem.id: theorem.by_anchor for theorem in theorems}

    def is_known(reference: Reference) -> bool:
        lines = known.get(reference.theorem)
        return lines is not None and (not reference.label or reference.anchor in lines)

    return References(is_known)


def _document(head: Sequence[str], parts: Sequence[str], bibliography: str) -> str:
    body = "\n\n".join(p for p in (*parts, bibliography) if p)
    return "\n".join([PREAMBLE, *head, r"\begin{document}", "", body, "", r"\end{document}", ""])


def _about(paper: Paper) -> str:
    verdicts = [t.verdict for t in paper.theorems]
    counts = joined([f"{verdicts.count(v)} {v}" for v in dict.fromkeys(verdicts)])
    about = f"Theorems: {counts}. "
    if paper.printed:
        n = paper.coverage
        about += (
            f"Of the {len(paper.printed)} printed lines {n['verdict'] + n['also']} have a verdict, {n['given']} are "
            f"taken for granted, for {n['reason']} no verdict is due, {n['missing']} are missing. "
        )
    if paper.errata:
        kinds = [fault.first.kind for fault in faults(paper.errata)]
        each = joined([f"{kinds.count(k)} {k}" for k in KINDS if k in kinds])
        about += f"Errata: {len(kinds)} in {len(paper.errata)} places ({each}). "
    source = f"The paper is {_named(paper)}. " if paper.authors else ""
    return rf"\noindent {source}{about}\par\noindent {_legend(paper)}"


def _legend(paper: Paper) -> str:
    return f"{PRINTED if paper.authors else ''}{LEGEND}"


def _named(paper: Paper) -> str:
    return rf"\emph{{{words(paper.title)}}}~\cite{{paper:{paper.id}}}"


# --- errata -----------------------------------------------------------------------------------------------


def _errata(paper: Paper, references: References) -> list[str]:
    """The table of all errata of a paper."""
    if not paper.errata:
        return []
    return [
        r"\clearpage",
        r"\section{Errata}",
        r"{\footnotesize\setlength{\parindent}{0pt}",
        r"\erratum{line}{\textbf{where}}{\textbf{kind}}{\textbf{theorem}}",
        *(row for fault in faults(paper.errata) for row in _fault(fault, references)),
        r"\par}",
    ]


def _fault(fault: Fault, references: References) -> Iterator[str]:
    """A fault, told once, and the rows of its places."""
    if len(fault.places) > 1:
        yield rf"\par\medskip\textbf{{One fault in {len(fault.places)} places}}: {words(fault.first.note)}."
    for e in fault.places:
        yield _erratum(e, references)


def _erratum(e: Erratum, references: References) -> str:
    text = account(e, SMALL)
    if e.corrected is not None and e.condition is None:
        text += f" Corrected: {formula(e.corrected.latex, SMALL, '.')}"
    elif e.corrected is not None and e.condition is not None:
        condition = formula(e.condition.latex, SMALL, ".")
        text += f" Corrected: {formula(e.corrected.latex, SMALL)} if {condition}"
    if e.origin:
        text += f" Whose: {words(e.origin)}."
    text += f" Severity: {e.severity}."
    theorem = references.theorem(e.theorem)
    return rf"\erratum{{{words(e.label)}}}{{{words(e.where)}}}{{{e.kind}}}{{{theorem}}}" + "\n" + text


# --- bibliography -----------------------------------------------------------------------------------------


def _bibliography(edition: Edition, papers: Sequence[Paper], theorems: Sequence[Theorem]) -> str:
    """The papers and the lemmas that a document cites."""
    used = {name for theorem in theorems for name in theorem.lemmas}
    items = [_paper(p) for p in papers if p.authors]
    items += [_lemma(lemma) for lemma in edition.lemmas if lemma.name in used]
    if not items:
        return ""
    return "\n".join([r"\begin{thebibliography}{9}", *items, r"\end{thebibliography}"])


def _paper(paper: Paper) -> str:
    where = [words(paper.venue)] if paper.venue else []
    where += [f"arXiv:{code(paper.arxiv)}"] if paper.arxiv else []
    parts = [words(joined(paper.authors)), rf"\emph{{{words(paper.title)}}}", *where, str(paper.year)]
    return rf"\bibitem{{paper:{paper.id}}} " + ", ".join(parts) + "."


def _lemma(lemma: Lemma) -> str:
    return (
        rf"\bibitem{{lemma:{lemma.name}}} Lemma \emph{{{escaped(lemma.name)}}}. {words(lemma.statement)} "
        rf"See {words(lemma.reference)}."
    )
