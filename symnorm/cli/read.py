"""The command `symnorm read`, once or whenever a note changes."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UserError

if TYPE_CHECKING:
    from ..notes.model import NoteReport
    from .screen import Screen


@dataclass(frozen=True)
class Wanted:
    """What is wanted of one run: which notes, how much is said, and what is written."""

    files: tuple[Path, ...]
    folder: str | None
    notation: Path | None
    json_file: str | None
    html_file: str | None
    is_strict: bool
    annotations: str | None
    verbose: bool

    def __post_init__(self) -> None:
        if self.json_file and self.json_file == self.html_file:
            raise UserError(f"--json and --html both name {self.json_file}", "name two files")
        for target in (self.json_file, self.html_file, self.folder):
            self._refuse_to_write(target)
        if self.folder is not None:
            self.folders()

    def _refuse_to_write(self, target: str | None) -> None:
        """Raises UserError where a note, or its notation, is what would be written: also one that is empty."""
        if target in (None, "-"):
            return
        for source in (*self.files, *([self.notation] if self.notation else ())):
            if _is_same(Path(str(target)), source):
                raise UserError(f"will not replace {target}: it is what is to be read", "name another file")

    def folders(self) -> list[Path]:
        """The folder for the draft of each note: of several notes, each has one that is named after it."""
        assert self.folder is not None
        if len(self.files) == 1:
            return [Path(self.folder)]
        found = [Path(self.folder) / file.stem for file in self.files]
        for n, folder in enumerate(found):
            if folder in found[:n]:
                first = self.files[found.index(folder)]
                said = f"{first} and {self.files[n]} would both be written to {folder}"
                raise UserError(said, "read one after the other, and name two folders")
        return found


def _is_same(one: Path, other: Path) -> bool:
    """Whether two names lead to one file, by whatever links."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


@click.command(short_help="Judge the relations of anybody's notes.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-v", "--verbose", is_flag=True, help="Show every relation, what was forgiven, and the notation.")
@click.option("--notation", metavar="FILE", type=click.Path(path_type=Path), help="What the names mean (TOML).")
@click.option("-o", "--output", "folder", metavar="DIR", help="Write scripts that verify: the draft of an edition.")
@click.option("--json", "json_file", metavar="FILE", help="Write the verdicts as JSON; - is standard output.")
@click.option("--html", "html_file", metavar="FILE", help="Write a page with the verdicts in its margin; or -.")
@click.option("--strict", is_flag=True, help="Also a relation that is conditional or not understood is a failure.")
@click.option("--annotations", type=click.Choice(["github"]), help="Print what shows them beside the lines.")
@click.option("--watch", is_flag=True, help="Read again whenever a note changes, until Ctrl-C.")
def read(
    files: tuple[Path, ...], verbose: bool, notation: Path | None, folder: str | None, json_file: str | None,
    html_file: str | None, strict: bool, annotations: str | None, watch: bool,
) -> int:  # fmt: skip
    """Read notes, and judge each relation in them: what holds, what is false and where it fails.

    A note is a file of Markdown or LaTeX, a notebook, or Python with mathematics in its docstrings. Nothing has to be
    added to it, and it is never written to.

    \b
      symnorm read note.md                      what is wrong in it
      symnorm read note.md -v                   every relation
      symnorm read note.md --html note.html     verdicts in the margin
      symnorm read note.md --json -             for another program
      symnorm read note.md --watch              again whenever you save
      symnorm read note.md --notation names.toml    what names mean
      symnorm read note.md -o draft             scripts to verify and go on with
      symnorm read docs/*.md --strict --annotations github    in a workflow

    \b
    Verdicts: ✓ proved          there is a proof, and the checker accepted it
              ≈ agrees          at every point that was tried; no proof
              ✗ false           with a point where it fails
              † conditional     it holds under what is named
              ≔ definition      taken as one, and not judged: confirm it
              ? not understood  not judged; what is unclear is marked

    docs/read.md lists what a notation may say, and docs/notation.schema.json says it to an editor.

    Exit status: 1 if a relation is false, and with --strict if one is conditional or not understood; 2 if a file
    cannot be read. The numbers count all relations that were found.
    """
    distinct = tuple(dict.fromkeys(files))
    wanted = Wanted(distinct, folder, notation, json_file, html_file, strict, annotations, verbose)
    return _watching(wanted) if watch else _once(wanted)[0]


def _once(wanted: Wanted) -> tuple[int, list[NoteReport]]:
    """Reads the notes, says what was found, writes it, and returns the exit status with the reports."""
    from ..files import Output, sealed_page
    from ..notes.page import as_page
    from ..notes.report import as_json, status

    with Output(wanted.json_file) as verdicts, Output(wanted.html_file) as page:
        reports = _read(wanted)
        screen = _screen(wanted)
        _say(screen, wanted, reports)
        verdicts.write(lambda: as_json(reports))
        page.write_text(lambda: as_page(reports), sealed_page)
        for file in _drafts(wanted, reports):
            screen.line(f"wrote {file}")
    return status(reports, wanted.is_strict), reports


def _read(wanted: Wanted) -> list[NoteReport]:
    """The reports, with the progress on standard error while a terminal waits there."""
    from ..notes.judge import read_files
    from .screen import Screen

    waiting = Screen(sys.stderr)
    try:
        return read_files(wanted.files, wanted.notation, waiting.passing if waiting.is_terminal else None)
    finally:
        if waiting.is_terminal:
            waiting.passing()


def _screen(wanted: Wanted) -> Screen:
    """What people read goes to standard error where something else is wanted on standard output."""
    from .screen import Screen

    return Screen(sys.stderr if "-" in (wanted.json_file, wanted.html_file) else sys.stdout)


def _say(screen: Screen, wanted: Wanted, reports: Sequence[NoteReport]) -> None:
    """Prints the reports. With annotations, nothing in a note is taken for a command by what runs the workflow."""
    from ..notes.report import as_annotations, as_text

    plain = screen.written if screen.is_ascii else None
    text = as_text(reports, screen.width, screen.has_colours, wanted.verbose, plain)
    if not wanted.annotations:
        screen.line(text)
        return
    token = secrets.token_hex(16)
    screen.line(f"::stop-commands::{token}")
    screen.line(text)
    screen.line(f"::{token}::")
    for line in as_annotations(reports, wanted.annotations).splitlines():
        screen.line(line)


def _drafts(wanted: Wanted, reports: Sequence[NoteReport]) -> Iterator[str]:
    """Writes the drafts, and names their files."""
    if wanted.folder is None:
        return
    from ..catalog import shown
    from ..notes.edition import write
    from .drafting import complaints

    for report, folder in zip(reports, wanted.folders(), strict=True):
        yield from map(shown, write(report, folder, complaints))


def _watching(wanted: Wanted) -> int:
    """Reads again and again; a note that takes others in is read again when one of these changes, too."""
    from .watching import watching

    reports: list[NoteReport] = []

    def once() -> int:
        nonlocal reports
        status, reports = _once(wanted)
        return status

    def files() -> list[Path]:
        others = (j.link.formula.file for r in reports for j in r.relations)
        return list(dict.fromkeys((*wanted.files, *([wanted.notation] if wanted.notation else ()), *others)))

    return watching(once, files, lambda: _screen(wanted))
