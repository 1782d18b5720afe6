"""`theorem.verify()`: the verdict on a theorem that was built in Python, in a notebook for example.

As with a script, the verdict comes from a process that has never run what built the theorem: a fresh interpreter gets
its record, judges it and answers.

    python -m symnorm.in_python MEMORY     reads {"headings": ..., "built": ...} from standard input
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import fields
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .as_json import from_json
from .catalog import Catalog, Heading, Script
from .errors import UserError
from .report import Failure, Formula, Line, Report
from .runner import Cache, Limits, Result, verify
from .runner.ledger import Ledger
from .runner.worker import answer, serve

if TYPE_CHECKING:
    from .language import Theorem

HERE = Path("python")
"""What stands in the place of a script in messages."""

COLOURS = {"proved": "#1a7f37", "refuted": "#cf222e", "unknown": "#9a6700", "fault": "#8250df"}


class Verified(Report):
    """A report that shows itself: as `symnorm show` does in a terminal, and as a table in a notebook."""

    __slots__ = ()

    @classmethod
    def of(cls, report: Report) -> Verified:
        """The same report."""
        return cls(**{f.name: getattr(report, f.name) for f in fields(Report)})

    def __repr__(self) -> str:
        from .cli import pages
        from .cli.screen import Screen

        written = io.BytesIO()
        shown = io.TextIOWrapper(written, encoding=sys.stdout.encoding or "utf-8", errors="backslashreplace")
        pages.theorem(Screen(shown), self)
        return written.getvalue().decode(shown.encoding).rstrip()

    def _repr_html_(self) -> str:
        """The verdict, what is wrong, and a row for each line; formulas are MathML where latex2mathml is installed."""
        told = "".join(f"<li>{escape(said)}</li>" for said in (*self.problems, *self.notes))
        rows = "".join(map(_row, self.proof))
        return (
            f"<div><p><strong>{_verdict(self.verdict)}</strong> {escape(self.id)}: {escape(self.title)}</p>"
            f"{f'<ul>{told}</ul>' if told else ''}<table><tbody>{rows}</tbody></table></div>"
        )


def verified(theorem: Theorem, cited: Iterable[Theorem], timeout: float, memory: float) -> Verified:
    """The report on a theorem; `cited` are theorems of the same session that it cites, directly or through others.

    Those that come with symnorm are found by themselves. Raises UserError where no verdict is reached.
    """
    ledger = Ledger()
    for report in _judged(list(dict.fromkeys((theorem, *cited))), timeout, memory):
        ledger.add(report)
    found = ledger.reports[theorem.id]
    for report in _elsewhere(ledger.cited(found) - ledger.reports.keys(), timeout, memory):
        ledger.add(report)
    return Verified.of(ledger.settled(found))


def _judged(theorems: list[Theorem], timeout: float, memory: float) -> list[Report]:
    """The reports of a process that knows nothing of this one."""
    from .language.record import record

    ids = [t.id for t in theorems]
    if len({*ids}) < len(ids):
        raise UserError(f"two of the theorems have one id: {', '.join(ids)}", "give each an id of its own")
    headings = [(t.id, t.title, t.paper) for t in theorems]
    asked = {"headings": headings, "built": json.dumps({"record": record(*theorems)})}
    try:
        process = subprocess.run(
            [sys.executable, "-m", __name__, str(int(memory * 2**30))], input=json.dumps(asked).encode(),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=timeout, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise UserError(f"{ids[0]} did not finish within {timeout:g} s", "timeout= gives it longer") from None
    said = json.loads(process.stdout) if process.stdout else {}
    if "failure" in said:
        failure = from_json(Failure, said["failure"])
        is_full = failure.cause == "memory"
        reason = f"{ids[0]} ran out of memory (limit {memory:g} GiB)" if is_full else failure.reason
        raise UserError(reason.removeprefix(f"{HERE}:0: "), "memory= gives it more" if is_full else failure.hint)
    if "reports" not in said:
        raise UserError(f"the process that judges {ids[0]} ended with exit status {process.returncode}")
    return [from_json(Report, report) for report in said["reports"]]


def _elsewhere(ids: set[str], timeout: float, memory: float) -> list[Report]:
    """The reports on theorems that come with symnorm, and on those that they cite."""
    catalog = Catalog()
    scripts = [s for s in catalog.scripts if ids & {*s.ids}]
    limits = Limits(timeout=timeout, memory=int(memory * 2**30))
    return [e.report for e in verify(scripts, catalog.near, limits, Cache()) if isinstance(e, Result)]


def _row(line: Line) -> str:
    """A line of a theorem as a row: its verdict, its label, what it says, and why."""
    start = "supposed" if line.role == "suppose" else f"given by {line.origin}" if line.is_cited else "given"
    why = start if line.is_premise else f"by {line.rule}" if line.verdict == "proved" else line.reason
    told = escape(why)
    if line.printed is not None:
        told += f"<br>printed: {escape(line.printed.printed_text)}"
        point = line.printed.point
        told += f"<br>{'' if point.is_undefined else 'fails at '}{escape(point.text)}" if point else ""
    cells = (_verdict(line.verdict, short=True), escape(line.name), _formula(line.formula), told)
    return "<tr>" + "".join(f'<td style="text-align: left">{cell}</td>' for cell in cells) + "</tr>"


def _verdict(verdict: str, short: bool = False) -> str:
    from .cli.screen import MARKS

    said = MARKS[verdict] if short else f"{MARKS[verdict]} {verdict}"
    return f'<span style="color: {COLOURS[verdict]}" title="{verdict}">{said}</span>'


def _formula(formula: Formula) -> str:
    try:
        from .export.html.mathml import mathml

        return mathml(formula.latex)
    except (ImportError, UserError):
        return f"<code>{escape(formula.text)}</code>"


def main(memory: str) -> None:
    """Judges what standard input has, and answers on standard output."""
    asked: dict[str, Any] = json.load(sys.stdin.buffer)
    headings = (Heading(id, title, paper, name="", line=0) for id, title, paper in asked["headings"])
    script = Script(HERE, tuple(headings))
    serve(lambda: answer(script, asked["built"].encode()), os.dup(1), int(memory))


if __name__ == "__main__":
    main(*sys.argv[1:])
