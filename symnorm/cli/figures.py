"""`symnorm figures`: what there is, and files in a folder, all of them or none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..errors import UserError
from ..figures import FIGURES, named
from ..figures.render import files, require_matplotlib
from .screen import Screen
from .session import Session


def listing(screen: Screen) -> None:
    """The figures: name, title, and of which paper."""
    for figure in FIGURES:
        screen.entry(f"{figure.name}", f"{figure.title}{f' ({figure.of})' if figure.of else ''}", at=20)


def written(session: Session, names: tuple[str, ...], folder: Path) -> list[Path]:
    """Draws figures and writes them; returns the files. Nothing is written unless all figures can be drawn."""
    chosen = named(names)
    require_matplotlib()
    scripts = session.catalog.resolve(dict.fromkeys(id for figure in chosen for id in figure.theorems))
    reports = {r.report["id"]: r.report for r in session.verify(scripts)}
    made = {name: content for figure in chosen for name, content in files(figure, reports).items()}
    return _write(folder, made)


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
