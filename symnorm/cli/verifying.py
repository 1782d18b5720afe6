"""The command `symnorm verify`, once or whenever a file changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..catalog import Script, shown
from ..errors import UserError
from . import NOT_PROVED, OK, USAGE, completion
from .options import verifies

if TYPE_CHECKING:
    from ..runner import Result
    from .session import Session

PERIOD = 0.3
"""Seconds between two looks at the files that are watched."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted of one run: which theorems, how much is said, and what is written."""

    targets: tuple[str, ...]
    words: tuple[str, ...]
    verbose: int
    is_quiet: bool
    ends_early: bool
    json_file: str | None
    certificates: str | None
    rigor: bool
    rocq: bool

    def matches(self, *texts: str) -> bool:
        """Whether each of the words stands in one of the texts, in whatever case."""
        return all(any(word in text.lower() for text in texts) for word in self.words)

    def scripts(self, session: Session) -> list[Script]:
        """The scripts with a theorem that is wanted. Raises UserError where there is none."""
        scripts = session.resolve(self.targets or ("all",))
        if not self.words:
            return scripts
        found = [s for s in scripts if s.broken or any(self.matches(h.id, h.title) for h in s.headings)]
        if not found:
            said = " and ".join(map(repr, self.words))
            raise UserError(f"no theorem has {said} in its id or title", "`symnorm list` shows the ids and titles")
        return found

    def shows(self, result: Result) -> bool:
        """Whether a result is of a theorem that is wanted, or cited by one, or of a script without verdicts."""
        report = result.report
        return bool(result.needed_by or report.failure) or self.matches(report.id, report.title)


@click.command()
@click.argument("targets", metavar="[all | ID | PAPER | PATH]...", nargs=-1, shell_complete=completion.targets)
@click.option("-v", "--verbose", count=True, help="Show every step; -vv also the traceback of a script that fails.")
@click.option("-q", "--quiet", is_flag=True, help="Show only what is not proved, and the summary.")
@click.option("-k", "words", metavar="WORDS", default="",
              help="Only theorems that have all these words in their id or title.")  # fmt: skip
@click.option("-x", "--fail-fast", is_flag=True, help="End with the first theorem that is not proved.")
@click.option("--watch", is_flag=True, help="Verify again whenever a script changes, until Ctrl-C.")
@click.option("--json", "json_file", metavar="FILE", help="Write the verdicts as JSON; - is standard output.")
@click.option("--certificates", metavar="FILE", help="Write what `python -m symnorm.checker FILE` re-checks; or -.")
@click.option("--rigor", is_flag=True, help="Ask the second judge, too; it multiplies out by python-flint.")
@click.option("--rocq", is_flag=True, help="Let Rocq (Coq) judge each theorem, too, by proofs of its own.")
@verifies
def verify(
    session: Session, targets: tuple[str, ...], verbose: int, quiet: bool, words: str, fail_fast: bool, watch: bool,
    json_file: str | None, certificates: str | None, rigor: bool, rocq: bool,
) -> int:  # fmt: skip
    """Verify theorems and say what holds.

    Name theorems by their ids (eln/3), papers (eln), or scripts and folders of your own. `all`, or no name, is
    everything that comes with symnorm.

    \b
      symnorm verify                            everything
      symnorm verify eln/1 eln/3 -v             two theorems, step by step
      symnorm verify all -k "beta" -q           what speaks of beta, if it fails
      symnorm verify mine/ -x                   until something is not proved
      symnorm verify mine/ --watch              again whenever you save
      symnorm verify mine/ -vv                  your own, with tracebacks
      symnorm verify mine/ --timeout 600 --memory 8      where it takes long
      symnorm verify all -j 1 --no-cache        anew, one script at a time
      symnorm verify all --json out.json        for another program
      symnorm verify all --certificates b.json  what the next line re-checks:
      python -m symnorm.checker b.json          without SymPy
      symnorm verify all --rigor                needs symnorm[rigor]
      symnorm verify eln/1 --rocq               needs Rocq (Coq) and Coquelicot

    Each theorem has a line with its verdict (✓ proved, ✗ refuted, ? unknown, ! not judged), its id and title, the
    number of steps, the number of errata of the paper, and the time it took, or `kept` where nothing has changed since
    an earlier run. What is wrong stands below it. A step that rests on a line which is not proved is unknown.
    """
    if json_file and json_file == certificates:
        raise UserError(f"--json and --certificates both name {json_file}", "name two files")
    if quiet and verbose:
        raise UserError("-q shows less and -v more", "give one of them")
    chosen = tuple(words.lower().split())
    wanted = Wanted(targets, chosen, verbose, quiet, fail_fast, json_file, certificates, rigor, rocq)
    return _watching(session, wanted) if watch else _once(session, wanted)


def _once(session: Session, wanted: Wanted) -> int:
    """Verifies what is wanted, says what was found, writes it, and returns the exit status."""
    from ..files import Output
    from . import documents, pages
    from .rocq import accepted_by_rocq, require_coqc

    with Output(wanted.json_file) as verdicts, Output(wanted.certificates) as bundle:
        if verdicts.is_standard_output or bundle.is_standard_output:
            session.screen_to(sys.stderr)
        if wanted.rigor:
            session.ask_for_rigor()
        if wanted.rocq:
            require_coqc()
        scripts = wanted.scripts(session)
        results = _results(session, wanted, scripts)
        left_out = session.catalog.left_out
        summary = {**documents.summary(results, session.seconds), "left_out": len(left_out)}
        pages.summary(session.screen, summary, wanted.verbose)
        pages.not_run(session.screen, left_out, wanted.verbose)
        pages.left_out(session.screen, scripts)
        if wanted.verbose and session.trouble:
            session.screen.line(session.trouble)
        if wanted.rocq:
            results = accepted_by_rocq(session, results, wanted.verbose)
        verdicts.write(lambda: documents.verdicts(results, summary, left_out))
        bundle.write(lambda: documents.certificates(results))
    is_accepted = all(r.report.rocq.is_whole for r in results if r.report.rocq)
    return max(documents.status(results), OK if is_accepted else NOT_PROVED)


def _results(session: Session, wanted: Wanted, scripts: list[Script]) -> list[Result]:
    """The results that are wanted, each shown as it comes; with --fail-fast, none after one that is not proved."""
    from . import documents, pages
    from .table import Table

    table, results = Table(session.screen, scripts, pages.NUMBERS), []
    for result in filter(wanted.shows, session.verify(scripts)):
        is_ok = documents.status([result]) == OK
        if not (wanted.is_quiet and is_ok):
            pages.verdict(session.screen, result, table, wanted.verbose)
        results.append(result)
        if wanted.ends_early and not is_ok:
            left = sum(wanted.matches(h.id, h.title) for s in scripts for h in s.headings) - len(results)
            if left > 0:
                session.screen.entry("", f"ended there: {pages.counted(left, 'theorem')} not looked at", at=0)
            break
    return results


def _watching(session: Session, wanted: Wanted) -> int:
    """Verifies again and again, and returns the exit status of the last time when it is interrupted in between."""
    from . import pages

    while True:
        status, scripts = OK, list[Script]()
        try:
            scripts = wanted.scripts(session)
            status = _once(session, wanted)
        except UserError as error:
            session.screen.entry("", f"{error}" + (f" (hint: {error.hint})" if error.hint else ""), at=0)
            status = USAGE
        watched = _watched(wanted, scripts)
        session.screen.entry("", f"watching {pages.counted(len(watched), 'file')}; Ctrl-C ends", at=0, dim=True)
        try:
            changed = _change(wanted, scripts, watched)
        except KeyboardInterrupt:
            return status
        session = session.renewed()
        session.screen.line()
        session.screen.heading(f"{time.strftime('%H:%M:%S')}  {shown(changed)}")


def _watched(wanted: Wanted, scripts: Iterable[Script]) -> dict[Path, tuple[int, int]]:
    """The files beside the scripts that are meant, on which verdicts may depend, and when each was changed."""
    named = [Path(target).resolve() for target in wanted.targets if Path(target).exists()]
    folders = {s.path.parent.resolve() for s in scripts} | {p if p.is_dir() else p.parent for p in named}
    found = dict[Path, tuple[int, int]]()
    for folder in sorted(folders):
        for file in (*folder.glob("*.py"), *folder.glob("*.toml")):
            with suppress(OSError):
                about = file.stat()
                found[file] = about.st_mtime_ns, about.st_size
    return found


def _change(wanted: Wanted, scripts: list[Script], before: Mapping[Path, tuple[int, int]]) -> Path:
    """Waits until a file is changed, begun or taken away, and returns it."""
    while True:
        time.sleep(PERIOD)
        now = _watched(wanted, scripts)
        changed = [path for path in (*now, *before) if now.get(path) != before.get(path)]
        if changed:
            return changed[0]
