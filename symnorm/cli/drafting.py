"""The draft of an edition, verified before it is written."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..report import Report

PLACE = re.compile(r"line (\d+): ")
FAULT = re.compile(r"\.py:(\d+): ")


def complaints(files: Mapping[str, str], script: str) -> list[tuple[int, str]]:
    """Everything that `symnorm verify` objects to in a folder: the line of the script, 0 for the whole, and why."""
    from ..catalog import Catalog
    from ..runner import Limits, Result, verify

    with tempfile.TemporaryDirectory(prefix="symnorm-draft-") as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        catalog = Catalog()
        scripts = catalog.resolve([str(Path(folder) / script)])
        events = verify(scripts, catalog.near, Limits(), None)
        return [one for event in events if isinstance(event, Result) for one in _objections(event.report)]


def _objections(report: Report) -> Iterator[tuple[int, str]]:
    if report.failure is not None:
        found = FAULT.search(report.failure.reason)
        yield int(found[1]) if found else 0, report.failure.reason[found.end() if found else 0 :]
        return
    for problem in report.problems:
        found = PLACE.match(problem)
        yield int(found[1]) if found else 0, problem[found.end() if found else 0 :]
    for line in report.lines:
        if line.verdict != "proved" and not line.is_premise:
            yield line.script_line, line.reason or f"{line.label} is {line.verdict}"
        elif line.printed is not None and line.printed.verdict != "refuted":
            yield line.script_line, f"nothing shows that what is printed as {line.label} is false"
    if report.verdict != "proved":
        yield 0, f"{report.id} is {report.verdict}"
