"""The command line. Importing it costs click and nothing else; every command loads what it needs."""

from __future__ import annotations

import functools
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import __version__
from ..errors import UserError

if TYPE_CHECKING:
    from .session import Session

OK, NOT_PROVED, USAGE, FAILED, INTERRUPTED, TERMINATED, BROKEN_PIPE = 0, 1, 2, 3, 130, 143, 141

_Command = TypeVar("_Command", bound=Callable[..., Any])


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit status. What goes wrong is said in one line and a hint."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        with commands.make_context("symnorm", arguments) as context:
            status: int = commands.invoke(context)
            sys.stdout.flush()
            return status
    except click.exceptions.Exit as left:
        return left.exit_code
    except UserError as error:
        return _complain(str(error), error.hint, USAGE)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "symnorm"
        return _complain(error.format_message(), f"`{command} --help` explains", USAGE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("SYMNORM_DEBUG"):
            raise
        return _complain(
            f"symnorm failed: {type(error).__name__}: {error}", "SYMNORM_DEBUG=1 shows where", FAILED
        )
    finally:
        signal.signal(signal.SIGTERM, before)


def _complain(message: str, hint: str, status: int) -> int:
    click.echo(f"symnorm: error: {message}", err=True)
    if hint:
        click.echo(f"  hint: {hint}", err=True)
    return status


def _verifies(command: _Command) -> _Command:
    """Gives a command the options of a run, and a session made of them."""

    @click.option(
        "-j", "--jobs", metavar="N", type=click.IntRange(1), help="Scripts at once; one per processor."
    )
    @click.option("--timeout", metavar="SECONDS", type=click.FloatRange(0, min_open=True), default=120,
                  show_default=True, help="For one script.")  # fmt: skip
    @click.option("--memory", metavar="GIB", type=click.FloatRange(0), default=4, show_default=True,
                  help="For one script; 0 for no limit.")  # fmt: skip
    @click.option("--no-cache", is_flag=True, help="Verify everything anew, and keep no verdicts.")
    @functools.wraps(command)
    def wrapped(jobs: int | None, timeout: float, memory: float, no_cache: bool, **rest: Any) -> Any:
        from .session import Session

        return command(Session.with_options(jobs, timeout, memory, not no_cache), **rest)

    return wrapped  # type: ignore[return-value]


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="symnorm", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> int:
    """Verifies mathematical papers line by line.

    \b
      symnorm list                    what there is
      symnorm verify all              verify everything that comes with symnorm
      symnorm verify mine/theorem.py  verify a theorem of your own
      symnorm show eln/3              read a theorem: printed beside corrected

    \b
    Exit status: 0 all is proved, as the scripts say
                 1 something is refuted, unknown, or not as a script says
                 2 the input is wrong
                 3 symnorm itself failed, or ran out of time or memory
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return OK


@commands.command()
@click.argument("targets", metavar="[all | ID | PAPER | PATH]...", nargs=-1)
@click.option("-v", "--verbose", count=True, help="Every step; -vv also the traceback of a script that fails.")
@click.option("--json", "json_file", metavar="FILE", help="Write the verdicts as JSON; - is standard output.")
@click.option("--certificates", metavar="FILE", help="Write what `python -m symnorm.checker FILE` re-checks.")
@_verifies
def verify(
    session: Session, targets: tuple[str, ...], verbose: int, json_file: str | None, certificates: str | None
) -> int:
    """Verify theorems and say what holds.

    TARGETS are ids (eln/3), papers (eln), scripts or folders of your own, or `all`, which is also meant by none.

    \b
      symnorm verify                      everything
      symnorm verify eln/1 eln/3 -v       two theorems, step by step
      symnorm verify mine/                your own scripts, in any folder
      symnorm verify all --json out.json  verdicts for another program

    A line of the answer is: the verdict (✓ proved, ✗ refuted, ? unknown, ! not judged), the id, the title, how many
    steps, how many errata of the paper, how long it took. What is wrong follows it.
    """
    from . import documents, pages
    from .files import Output

    if json_file and json_file == certificates:
        raise UserError(f"--json and --certificates both name {json_file}", "name two files")
    with Output(json_file) as verdicts, Output(certificates) as bundle:
        if verdicts.is_standard_output:
            session.screen_to(sys.stderr)
        results = []
        scripts = session.catalog.resolve(targets or ("all",))
        for result in session.verify(scripts):
            pages.verdict(session.screen, result, scripts, verbose)
            results.append(result)
        summary = documents.summary(results, session.seconds)
        pages.summary(session.screen, summary)
        if verbose and session.trouble:
            session.screen.line(session.trouble)
        verdicts.write(lambda: documents.verdicts(results, summary))
        bundle.write(lambda: documents.certificates(results))
    return documents.status(results)


@commands.command("list")
def list_() -> int:
    """List the theorems, with the verdicts that are known.

    Nothing is run: a theorem that was not verified since it was changed has no mark.

    \b
      symnorm list
    """
    from . import pages
    from .session import Session

    session = Session()
    pages.listing(session.screen, session.catalog.resolve(["all"]), session.kept())
    return OK


@commands.command()
@click.argument("theorem", metavar="ID")
@_verifies
def show(session: Session, theorem: str) -> int:
    """Show one theorem, line by line, with what the paper prints beside what holds.

    \b
      symnorm show eln/3
    """
    from . import documents, pages

    results = session.wanted(theorem)
    for result in results:
        pages.theorem(session.screen, result)
    return documents.status(results)


@commands.command()
@click.argument("target", metavar="[ID | PAPER | PATH]", default="all")
@click.option("--json", "json_file", metavar="FILE", help="Write the list as JSON; - is standard output.")
@_verifies
def errata(session: Session, target: str, json_file: str | None) -> int:
    """List what is wrong in the papers: where, as printed, as corrected, and a point where it fails.

    \b
      symnorm errata
      symnorm errata eln --json errata.json
    """
    from . import documents, pages
    from .files import Output

    with Output(json_file) as output:
        results = session.wanted(target)
        if not output.is_standard_output:
            pages.errata(session.screen, results)
        output.write(lambda: documents.errata(results))
    return documents.status(results)


@commands.command()
@click.argument("target", metavar="[ID | PAPER | PATH]", default="all")
@_verifies
def axioms(session: Session, target: str) -> int:
    """Show what theorems rest on: hypotheses, theorems that they cite, and lemmas that are not proved here.

    \b
      symnorm axioms eln/2
    """
    from . import documents, pages

    results = list(session.verify(session.catalog.resolve([target])))
    pages.axioms(session.screen, results)
    return documents.status(results)


@commands.command()
@click.argument("target", metavar="[PAPER | PATH]", default="all")
@click.option("--json", "json_file", metavar="FILE", help="Write the numbers as JSON; - is standard output.")
@_verifies
def coverage(session: Session, target: str, json_file: str | None) -> int:
    """Count the printed lines of every paper that have a verdict, and list those that have none.

    The printed lines are those of the transcripts. A line has a verdict, or a reason why none is due, or is missing.

    \b
      symnorm coverage
      symnorm coverage eln --json -
    """
    from . import documents, pages
    from .files import Output

    with Output(json_file) as output:
        results, transcripts = session.against_transcripts(target)
        papers = documents.coverage(results, transcripts)
        if not output.is_standard_output:
            pages.coverage(session.screen, papers)
        output.write(lambda: papers)
    complete = not any(paper["missing"] for paper in papers if paper["theorems"])
    return max(documents.status(results), OK if complete else NOT_PROVED)
