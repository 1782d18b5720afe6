"""`symnorm export`: the edition, as files in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import completion
from .options import Commands

if TYPE_CHECKING:
    from ..export.edition import Edition
    from .session import Session

Files = Mapping[str, bytes]
"""What an export makes: the content of every file, by its path in the folder."""

Make = Callable[["Edition"], tuple[Files, str]]
"""Makes the files of an edition, and says what they lack: nothing, if all is there."""
Load = Callable[[], Make]


@click.group(cls=Commands, short_help="Write the edition, for people or for programs.")
def export() -> None:
    """Write the edition: what was verified, for people to read or for programs.

    \b
      symnorm export html all -o site      a web site, to be read offline
      symnorm export latex eln -o eln      one paper, corrected, as LaTeX
      symnorm export pdf eln/3 -o pdf      one theorem, compiled
      symnorm export json all -o data      everything as JSON, with certificates
      symnorm export rocq eln/1 -o rocq    a theorem with its proofs, for Rocq
      symnorm export rocq b.json -o rocq   the theorems of a bundle of anybody

    Whatever is not verified yet is verified first. What is not proved is exported, and shown as such.

    The folder is written in one piece. One that is there is replaced only if it is empty, or if an export wrote it and
    nobody has changed it since.
    """


def add_formats(verifies: Callable[[Any], Any]) -> None:
    """Adds a command for every format; `verifies` gives a command the options of a run."""
    for name, load, short, purpose in FORMATS:
        command = _rocq_command(purpose) if name == "rocq" else _command(load, purpose)
        takes = "ID | PAPER | PATH | BUNDLE.json | all" if name == "rocq" else "ID | PAPER | PATH | all"
        parameters = (
            click.argument("target", metavar=f"[{takes}]", default="all", shell_complete=completion.targets),
            click.option("-o", "--output", metavar="DIR", required=True, help="The folder to write."),
        )
        for parameter in parameters:
            command = parameter(command)
        export.command(name, short_help=short)(verifies(command))


def _command(load: Load, purpose: str, *, with_cited: bool = False) -> Callable[..., int]:
    def command(session: Session, target: str, output: str) -> int:
        from .. import files as folder
        from . import documents

        folder.check(output)
        make = load()
        results = session.wanted(target, with_cited=with_cited)
        files, lacking = make(session.edition(results))
        folder.write(output, files)
        status = documents.status(results)
        session.screen.line(f"wrote {output}: {_counted(results, 'theorem')}, {_counted(files, 'file')}")
        if lacking:
            session.screen.entry("", lacking, at=0)
        open_ = [r.report.id for r in results if r.report.verdict != "proved"]
        if open_:
            session.screen.entry("", f"not proved, and shown as such: {', '.join(open_)}", at=0)
        return status

    command.__doc__ = purpose
    return command


def _rocq_command(purpose: str) -> Callable[..., int]:
    """The same for Rocq, which takes a bundle as well: what is in one need not have been verified."""
    verified = _command(_rocq, purpose, with_cited=True)

    def command(session: Session, target: str, output: str) -> int:
        if not target.endswith(".json"):
            return verified(session, target, output)
        from .. import files as folder
        from ..rocq.bundles import objections, read
        from . import NOT_PROVED, OK

        folder.check(output)
        bundles = read(Path(target))
        files, lacking = _of_bundles((bundle, "") for bundle in bundles)
        folder.write(output, files)
        session.screen.line(f"wrote {output}: {_counted(bundles, 'theorem')}, {_counted(files, 'file')}")
        if lacking:
            session.screen.entry("", lacking, at=0)
        rejected = [line for bundle in bundles for line in objections(bundle)]
        for line in rejected:
            session.screen.entry("", f"not accepted by the checker: {line[2:]}", at=0)
        return NOT_PROVED if rejected else OK

    command.__doc__ = purpose
    return command


def _counted(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _latex() -> Make:
    from ..export.tex import files

    return lambda edition: (files(edition), "")


def _pdf() -> Make:
    from ..export.pdf import files, require_tex

    require_tex()
    return lambda edition: (files(edition), "")


def _html() -> Make:
    from ..export.html import files

    return lambda edition: (files(edition), "")


def _json() -> Make:
    from ..export.data import files

    return lambda edition: (files(edition), "")


def _sympy() -> Make:
    from ..export.sympy import files

    return lambda edition: (files(edition), "")


def _rocq() -> Make:
    return lambda edition: _of_bundles((t.bundle.document, t.title) for t in edition.theorems if t.bundle is not None)


def _of_bundles(bundles: Iterable[tuple[Mapping[str, Any], str]]) -> tuple[Files, str]:
    from ..rocq.files import files

    made, entries, proved = files(bundles)
    lacking = f"{proved} of {entries} statements have a proof there; README.md says why the others have none"
    return made, lacking if proved < entries else ""


FORMATS: tuple[tuple[str, Load, str, str], ...] = (
    ("latex", _latex, "The corrected derivations as LaTeX.",
     """The corrected derivations as LaTeX that an author would paste.

    One file per paper and one per theorem, each of which compiles alone, with nothing but amsmath and what every
    installation has. Corrected lines are marked; footnotes have what is printed, and where it fails."""),
    ("pdf", _pdf, "The same, compiled.",
     """The corrected derivations, compiled: one PDF per paper, or of the theorem that was named.

    Needs pdflatex; where it is missing, the message says what to install."""),
    ("html", _html, "A web site, to be read offline.",
     """A web site: an index, a page per theorem, the errata, the graph of dependencies.

    It is readable offline and asks no other host for anything; begin with index.html."""),
    ("json", _json, "Everything as JSON, and the certificates.",
     """Everything as JSON (edition.json, by the rules of schema.json), and the certificates.

    `python -m symnorm.checker DIR/certificates.json` checks these again without any third-party package."""),
    ("sympy", _sympy, "Plain scripts for SymPy and mpmath.",
     """Plain, commented scripts for SymPy and mpmath, one per theorem, which run without symnorm.

    Each has the definitions, and checks every line for 2, 3, 4 and 5 channels: by SymPy, or with 50 digits at points
    where SymPy does not decide; and the misprinted lines, at the points where they fail."""),
    ("rocq", _rocq, "The theorems with their proofs, for Rocq (Coq).",
     """The theorems with their proofs, for Rocq (Coq) to judge at full meaning: vectors, sums and derivatives as such.

    One file per theorem, another that states it once more and holds that against the proofs, the library under them,
    and a Makefile. README.md says what to read, and what has no proof there yet. Rocq is not needed to write them.
    A bundle from `verify --certificates`, or from somebody else, is exported as it is, without being verified."""),
)  # fmt: skip
