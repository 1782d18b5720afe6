"""The edition as a web site: static pages, readable offline, that ask no other host for anything.

    index.html     every theorem with its verdict, paper by paper
    theorems/      a page per theorem: what is printed beside what holds, and why
    papers/        a page per paper that is complete: every printed line, and what is said of it
    errata.html    what is wrong in the papers
    graph.html     which theorem starts from which
    coverage.html  how many printed lines have a verdict
    about.html     what a verdict rests on, and a legend

The pages are the templates of `symnorm/export/site`, filled with the edition and with nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files as resources
from typing import TYPE_CHECKING

from ...errors import UserError

if TYPE_CHECKING:
    from ..edition import Edition

ASSETS = ("style.css", "site.js")
PAGES = ("index", "errata", "graph", "coverage", "about")


def files(edition: Edition) -> Mapping[str, bytes]:
    """The content of every file of the site, by its path. Raises UserError where the extra `html` is missing."""
    try:
        from .pages import Site
    except ModuleNotFoundError as error:
        raise UserError(
            f"export html needs {error.name}, which is not installed", "pip install 'symnorm[html]'"
        ) from None
    site = Site(edition)
    pages = {f"{name}.html": site.page(name) for name in PAGES}
    pages |= {f"papers/{site.names[paper.id]}.html": site.paper(paper) for paper in edition.papers if paper.printed}
    pages |= {f"theorems/{theorem.name}.html": site.theorem(theorem) for theorem in edition.theorems}
    folder = resources("symnorm.export") / "site"
    return {
        **{name: page.encode() for name, page in pages.items()},
        **{name: (folder / name).read_bytes() for name in ASSETS},
    }
