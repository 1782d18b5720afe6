"""The command line. Importing it costs click and nothing else; every command loads what it needs."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .. import __version__
from ..errors import UserError
from . import completion, streams
from .export import add_formats, export
from .options import JOBS, Amount, Commands, Whole, verifies

if TYPE_CHECKING:
    from .session import Session

OK, NOT_PROVED, USAGE, FAILED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 130, 141

MOST_MUTANTS = 1_000_000
"""Of a line; more than any line has."""

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
"""Signals on which a command ends as it does otherwise: with nothing that runs, and no half of a file."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit status. What goes wrong is said in one line and a hint."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    streams.prepare()
    before = {n: signal.signal(n, _end) for n in ENDING if signal.getsignal(n) is not signal.SIG_IGN}
    try:
        if completion.is_asked():
            return completion.answer(commands)
        _require_current_folder()
        _require_names(arguments)
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
        return _complain(" ".join(error.format_message().split()), f"`{command} --help` explains", USAGE)
    except BrokenPipeError:
        streams.abandon(sys.stdout)
        return BROKEN_PIPE
    except KeyboardInterrupt as interrupt:
        return _say(f"symnorm: interrupted{interrupt}", INTERRUPTED)
    except Exception as error:
        if message := streams.complaint(error):
            streams.abandon(sys.stdout)
            return _complain(message, "", USAGE)
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return _complain(f"{_begun(error.filename)} is longer than a name may be here", "name a file", USAGE)
        if os.environ.get("SYMNORM_DEBUG"):
            raise
        return _complain(
            f"symnorm failed: {type(error).__name__}: {error}", "SYMNORM_DEBUG=1 shows where", FAILED
        )
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _require_current_folder() -> None:
    """Raises UserError where the folder that the shell is in was removed: no path means anything there."""
    try:
        os.getcwd()
    except OSError as error:
        raise UserError(f"the current folder cannot be read: {error.strerror}", "cd to one that is there") from None


def _require_names(arguments: Sequence[str]) -> None:
    """Raises UserError where an argument has a character that no name has: another program may hand it on."""
    for argument in arguments:
        if "\0" in argument:
            raise UserError(f"{argument!r} has a null character, as no name and no number has", "leave it out")


def _begun(name: object, most: int = 40) -> str:
    """A name, or how it begins."""
    return repr(name) if len(str(name)) <= most else f"{str(name)[:most]!r}..."


def _end(number: int, _: object) -> None:
    sys.exit(128 + number)


def _complain(message: str, hint: str, status: int) -> int:
    from ..checker.titles import visible

    return _say(f"symnorm: error: {visible(message)}" + (f"\n  hint: {visible(hint)}" if hint else ""), status)


def _say(message: str, status: int) -> int:
    try:
        click.echo(message, err=True)
    except OSError:  # where standard error is full, the exit status has to do
        streams.abandon(sys.stderr)
    return status


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="symnorm", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> int:
    """Verifies mathematical papers line by line.

    \b
      symnorm list                    what there is
      symnorm verify all              verify everything that comes with symnorm
      symnorm verify mine/theorem.py  verify a theorem of your own
      symnorm show eln/3              read a theorem: printed beside corrected
      symnorm read note.md            judge the relations of anybody's note

    \b
    Exit status: 0 all is proved, as the scripts say
                 1 something is refuted, unknown, or not as a script says
                 2 the input is wrong
                 3 symnorm itself failed, or ran out of time or memory
                 130 interrupted; what was verified is kept

    A file or folder that is there is replaced only if symnorm wrote it and nobody has changed it since.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return OK


@commands.command("list")
@click.argument("targets", metavar="[all | ID | PAPER | PATH]...", nargs=-1, shell_complete=completion.targets)
def list_(targets: tuple[str, ...]) -> int:
    """List theorems, with the verdicts that are known.

    Nothing is run: a theorem that has not been verified since it was last changed has no mark. Names are as for verify.

    \b
      symnorm list        everything that comes with symnorm
      symnorm list eln    one paper
      symnorm list mine/  your own
    """
    from . import pages
    from .session import Session

    session = Session()
    scripts = session.resolve(targets or ("all",))
    pages.listing(session.screen, scripts, session.kept(scripts))
    return OK


@commands.command(short_help="Read one theorem: printed beside corrected.")
@click.argument("theorem", metavar="ID", shell_complete=completion.targets)
@verifies
def show(session: Session, theorem: str) -> int:
    """Show one theorem, line by line, with what the paper prints beside what holds.

    \b
      symnorm show eln/3
    """
    from . import documents, pages

    results = session.wanted(theorem)
    for result in results:
        pages.theorem(session.screen, result.report, result.script)
    return documents.status(results)


@commands.command(short_help="What is wrong in the papers, and where it fails.")
@click.argument("target", metavar="[ID | PAPER | PATH]", default="all", shell_complete=completion.targets)
@click.option("--json", "json_file", metavar="FILE", help="Write the list as JSON; - is standard output.")
@verifies
def errata(session: Session, target: str, json_file: str | None) -> int:
    """List what is wrong in the papers: where, as printed, as corrected, and a point where it fails.

    \b
      symnorm errata
      symnorm errata eln --json errata.json
    """
    from ..files import Output
    from . import documents, pages

    with Output(json_file) as output:
        results = session.wanted(target)
        if not output.is_standard_output:
            pages.errata(session.screen, results)
        output.write(lambda: documents.errata(results))
    return documents.status(results)


@commands.command(short_help="What theorems rest on: hypotheses, theorems, lemmas.")
@click.argument("target", metavar="[ID | PAPER | PATH]", default="all", shell_complete=completion.targets)
@verifies
def axioms(session: Session, target: str) -> int:
    """Show what theorems rest on: hypotheses, theorems that they cite, and lemmas that are not proved here.

    \b
      symnorm axioms eln/2
    """
    from . import documents, pages

    results = list(session.verify(session.resolve([target])))
    pages.axioms(session.screen, results)
    return documents.status(results)


@commands.command(short_help="Which printed lines of a paper have a verdict.")
@click.argument("target", metavar="[PAPER | ID | PATH]", default="all", shell_complete=completion.targets)
@click.option("-v", "--verbose", is_flag=True, help="Show every formula that is not bound as it is printed, and why.")
@click.option("--slips", is_flag=True, help="Change every printed formula, one token at a time: is it noticed?")
@click.option("--json", "json_file", metavar="FILE", help="Write the numbers as JSON; - is standard output.")
@verifies
def coverage(session: Session, target: str, verbose: bool, slips: bool, json_file: str | None) -> int:
    """Count the printed lines of every paper that have a verdict, and list those that have none.

    Of one theorem, by its ID, those lines count of which it speaks.

    The printed lines are those of the transcripts. A line has a verdict of its own or that of a line which says the
    same (also=); or it is taken for granted; or there is a reason why no verdict is due; or it is missing. A line of
    numbers alone, or one whose two sides are written alike, covers none.

    Every printed formula that has a statement is read, and what was read is compared with the statement: it is that as
    printed, by a declaration (a definition, a notation, what was forgiven), or by an interpretation that the script
    signs (reads=); or it is not understood, or not what is printed, be it equal or not. With --slips, the print is
    changed, a number, a letter or a sign at a time, and whatever is taken for what is printed all the same is listed.

    \b
      symnorm coverage -v
      symnorm coverage --slips
      symnorm coverage eln --json -
    """
    from ..files import Output
    from . import documents, pages

    with Output(json_file) as output:
        results, transcripts = session.against_transcripts(target)
        found = documents.coverage(results, transcripts, not any(r.report.id == target for r in results))
        if slips:
            documents.add_slips(found, session.slips([r.script for r in results]))
        if not output.is_standard_output:
            pages.coverage(session.screen, found["papers"], verbose)
        output.write(lambda: found)
    complete = not any(paper["missing"] or paper.get("missed") for paper in found["papers"] if paper["theorems"])
    untried = any(paper.get("untried") for paper in found["papers"])
    return max(documents.status(results), FAILED if untried else OK if complete else NOT_PROVED)


@commands.command(short_help="Change what is proved: is anything false accepted?")
@click.argument("targets", metavar="[all | ID | PAPER | PATH]...", nargs=-1, shell_complete=completion.targets)
@click.option("-v", "--verbose", is_flag=True, help="Show the weak lines, too, by their labels.")
@click.option("--each", metavar="N", type=Whole(1, MOST_MUTANTS), default=3, show_default=True,
              help="So many false mutants of each line.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Try every mutant of every line. It takes long.")
@click.option("--json", "json_file", metavar="FILE", help="Write the score as JSON; - is standard output.")
@click.option("-j", "--jobs", metavar="N", type=Whole(1), help=JOBS)
@click.option("--timeout", metavar="SECONDS", type=Amount(0, min_open=True),
              help="Limit for each script; 600, or a day with --all.")  # fmt: skip
def mutate(
    targets: tuple[str, ...], verbose: bool, each: int, every: bool, json_file: str | None, jobs: int | None,
    timeout: float | None,
) -> int:  # fmt: skip
    """Change what is proved, a little, and see whether anything false is accepted.

    A mutant is a line with one slip: a sign, a factor, C for C - 1, another index, a root too few, an inequality turned
    around, a change by 10^-9; or the theorem without one of its hypotheses. It is false where it fails at a point, in
    exact numbers or enclosures. A false mutant that can be proved in the place of its line is an error of symnorm. A
    line is weak where most mutants that were tried are false at no point.

    \b
      symnorm mutate                  a sample of every line of everything
      symnorm mutate eln/1 --all -v   every mutant of one theorem
      symnorm mutate mine/            your own scripts

    The same mutants are tried each time. Exit status: 1 if a false mutant is accepted, or a line is not proved, so that
    it was left out; 3 if symnorm fails on one.
    """
    from ..files import Output
    from . import mutants
    from .session import Session
    from .table import Table

    session = Session.with_options(jobs, timeout or (86400 if every else 600), 4, False)
    with Output(json_file) as output:
        if output.is_standard_output:
            session.screen_to(sys.stderr)
        scripts, answers = session.resolve(targets or ("all",)), []
        table = Table(session.screen, scripts, mutants.NUMBERS, titles=False)
        for script, answer in session.ask(scripts, "symnorm.mutation:answer", "all" if every else str(each)):
            answers.append((script, answer))
            if "failure" in answer:
                mutants.failure(session.screen, script, answer)
            for score in mutants.found([(script, answer)], targets):
                mutants.theorem(session.screen, score, table, verbose)
        scores = mutants.found(answers, targets)
        total = mutants.summary(scores, answers, session.seconds)
        mutants.total(session.screen, total)
        output.write(lambda: mutants.document(scores, total))
    return mutants.status(answers, total)


@commands.command("figures", short_help="Draw figures from verified statements.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("-o", "--output", "folder", metavar="DIR", default="figures", show_default=True, help="The folder.")
@click.option("--list", "list_", is_flag=True, help="List the figures, and draw none.")
@verifies
def figures_(session: Session, names: tuple[str, ...], folder: str, list_: bool) -> int:
    """Draw figures from verified statements: those of the papers, and our own.

    Each figure is written as NAME.svg, NAME.png and NAME.json. The last has the numbers, and the statements, with their
    hashes, of which they are values. Needs matplotlib: pip install 'symnorm[figures]'.

    \b
      symnorm figures -o figures
      symnorm figures eln_1 eln_3
      symnorm figures --list
    """
    from . import figures

    if list_:
        figures.listing(session.screen)
        return OK
    return figures.drawn(session, names, folder)


@commands.command(short_help="Explain a rule, a statement, a term, a concept or a lemma.")
@click.argument("name", metavar="[NAME]", default="", shell_complete=completion.explained)
def explain(name: str) -> int:
    """Explain a rule, a statement, a term, a method of a theorem, a kind of erratum, a lemma, or a word of mathematics.

    Without a name, it lists everything that can be written in a proof script, with one line for each.

    \b
      symnorm explain
      symnorm explain by.algebra
      symnorm explain inequality
      symnorm explain zero-derivative
    """
    from ..glossary import glossary, look_up
    from . import reference
    from .screen import Screen

    screen = Screen(sys.stdout)
    if name:
        reference.explained(screen, look_up(name))
    else:
        reference.listing(screen, glossary())
    return OK


@commands.command(short_help="Begin a theorem of your own.")
@click.argument("path", metavar="PATH")
def new(path: str) -> int:
    """Begin a theorem of your own: a proof script that verifies, and the notation of its paper.

    PATH is the script to write, such as mypaper/theorem_1, or a folder that exists. Nothing is overwritten.

    \b
      symnorm new mypaper/theorem_1
      symnorm verify mypaper
    """
    from shlex import quote

    from ..catalog import shown
    from ..skeleton import begin
    from .screen import Screen

    screen = Screen(sys.stdout)
    written = begin(path)
    for file in written:
        screen.line(f"wrote {shown(file)}")
    script = quote(shown(written[-1]))
    screen.line()
    for command, purpose in (
        (f"symnorm verify {script}", "verifies it; then replace what it says, line by line, and verify again"),
        ("symnorm explain", "lists what can be written; `symnorm explain by.algebra` tells more"),
        (f"symnorm mutate {script}", "changes each line a little: nothing false may be accepted"),
    ):
        screen.entry(f"  {command}", purpose, at=max(36, len(script) + 18))
    return OK


@commands.command("completion", short_help="Let the Tab key of a shell complete commands and ids.")
@click.argument("shell", type=click.Choice(completion.SHELLS))
def completion_(shell: str) -> int:
    """Print what a shell has to run so that the Tab key completes commands, options, and the ids of theorems.

    \b
      eval "$(symnorm completion bash)"                     in ~/.bashrc
      eval "$(symnorm completion zsh)"                      in ~/.zshrc
      symnorm completion fish > ~/.config/fish/completions/symnorm.fish
    """
    click.echo(completion.script(commands, shell))
    return OK


add_formats(verifies)
commands.add_command(export)
from .kernels import kernels  # noqa: E402 - they need what is above
from .read import read  # noqa: E402
from .verifying import verify  # noqa: E402

commands.add_command(kernels)
commands.add_command(read)
commands.add_command(verify)
