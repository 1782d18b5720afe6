"""`symnorm figures`: what there is, and files in a folder, all of them or none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..catalog import shown
from ..errors import UserError
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


def drawn(session: Session, names: tuple[str, ...], folder: Path) -> int:
    """Draws figures, writes all their files, and says so; returns the exit status.

    Nothing is written unless all figures can be drawn, and nothing is drawn of what is not proved.
    """
    chosen = named(names)
    require_matplotlib()
    scripts = session.catalog.resolve(dict.fromkeys(id for figure in chosen for id in figure.theorems))
    results = list(session.verify(scripts))
    if status := documents.status(results):
        table = Table(session.screen, scripts, pages.NUMBERS)
        for result in results:
            if result.report["verdict"] != "proved" or result.report["problems"]:
                pages.verdict(session.screen, result, table, 0)
        session.screen.line("No figure is drawn of what is not proved.")
        return status
    reports = {r.report["id"]: r.report for r in results}
    made = {name: content for figure in chosen for name, content in files(figure, reports).items()}
    for file in _write(folder, made):
        session.screen.line(f"wrote {shown(file)}")
    return OK


def _write(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Writes files beside their places, and moves them there when all are written."""
    beside = {folder / name: folder / f".{name}.{os.getpid()}" for name in contents}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for (place, temporary), content in zip(beside.items(), contents.values(), strict=True):
            if place.is_dir():
                raise UserError(f"cannot write {place}: it is a folder", "name another folder, as -o figures")
            temporary.write_bytes(content)
        for place, temporary in beside.items():
            temporary.replace(place)
    except OSError as error:
        raise UserError(
            f"cannot write to {folder}: {error.strerror}", "name a folder that you can write to"
        ) from None
    finally:
        for temporary in beside.values():
            if temporary.exists():
                temporary.unlink()
    return list(beside)
