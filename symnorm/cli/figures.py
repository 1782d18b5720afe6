"""`symnorm figures`: what there is, and files in a folder, all of them or none."""

from __future__ import annotations

import os

from ..catalog import shown
from ..figures import FIGURES, named
from ..figures.render import files, require_matplotlib
from . import OK, documents, pages
from .screen import Screen
from .session import Session
from .table import Table


def listing(screen: Screen) -> None:
    """The figures: name, title, and of which paper."""
    for figure in FIGURES:
        screen.entry(f"{figure.name}", f"{figure.title}{f' ({figure.of})' if figure.of else ''}", at=20)


def drawn(session: Session, names: tuple[str, ...], folder: str) -> int:
    """Draws figures, writes all their files, and says so; returns the exit status.

    Nothing is written unless all figures can be drawn, and nothing is drawn of what is not proved.
    """
    from ..files import add

    chosen = named(names)
    os.environ.pop("MPLBACKEND", None)  # it is for windows, and matplotlib would refuse a name that it does not know
    require_matplotlib()
    scripts = session.resolve(dict.fromkeys(id for figure in chosen for id in figure.theorems))
    results = list(session.verify(scripts))
    if status := documents.status(results):
        table = Table(session.screen, scripts, pages.NUMBERS)
        for result in results:
            if result.report.verdict != "proved" or result.report.problems:
                pages.verdict(session.screen, result, table, 0)
        session.screen.line("No figure is drawn of what is not proved.")
        return status
    reports = {r.report.id: r.report for r in results}
    made = {name: content for figure in chosen for name, content in files(figure, reports).items()}
    for file in add(folder, made):
        session.screen.line(f"wrote {shown(file)}")
    return OK
