"""Writes docs/limits.md: what the toolkit proves, refutes and cannot decide, from the corpus of traps.

    python benchmarks/limits.py

Every trap in tests/traps is judged; what mathematics says of it was written by hand. Where the verdict is not the one
that is due, the page says so, and the exit status is 1.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from traps import THEMES, Due, Trap
from traps.unsaid import UNSAID, WITHOUT_WORDS, answer

from symnorm.files import Output, sealed_page
from symnorm.judge import judge
from symnorm.language.text import text

PAGE = Path(__file__).parent.parent / "docs" / "limits.md"

START = """# What is proved, refuted, and not decided

Written by `python benchmarks/limits.py`, which judges every trap in `tests/traps`: statements that look true, or false,
from the places where computer algebra and analysis are known to go wrong. What is true of each was written by hand. A
verdict is *proved*, *refuted* (with a point) or *unknown*; nothing is proved that does not hold.

Unknown is due to what has no value somewhere, does not follow, or stands on hypotheses that contradict each other. It
is also the answer where the toolkit is not good enough: to what **holds, and no proof is found** by the rule that the
trap names, and to what **is false, and no point is found**. These are its limits.
"""

SAID = """## What can be said, and what cannot

A statement is an equation or inequality of numbers, vectors or matrices, or is made of such by *and*, *or*, *if*, *if
and only if* and cases. Numbers are made of constants, variables, entries of vectors and arrays of two or three indices,
unknown functions and sequences, by arithmetic, roots, exp, log, tanh, absolute values, norms, the largest and the
smallest, derivatives (total or direct, on the graph of definitions), antiderivatives, values at a point, sums over
index sets of any length and over whole numbers, powers with a whole exponent, traces and inner products. Vectors and
matrices are names, rows of arrays, sums, multiples, products, transposes, Jacobians and sums of a family of vectors.
Whatever is claimed holds for every length and every whole number, by calculation or by induction.

What the language refuses, and in which words:

"""

UNSAYABLE = "There is no notation at all for\n\n"


@dataclass(frozen=True)
class Found:
    """The verdict on the claim of a trap, and why."""

    verdict: str
    reason: str


_kept: dict[int, tuple[Trap, Found]] = {}


def found(trap: Trap) -> Found:
    """What the toolkit says of a trap. It is asked once; a trap is not hashable, and is kept with the answer."""
    if id(trap) not in _kept:
        step = judge(trap.theorem()).lines[-1]
        _kept[id(trap)] = (trap, Found(step.verdict, step.reason))
    return _kept[id(trap)][1]


def failures(themes: Mapping[str, Mapping[str, Trap]]) -> list[str]:
    """The traps with a verdict that is not due."""
    return [
        f"{theme}: {name}"
        for theme, traps in themes.items()
        for name, trap in traps.items()
        if found(trap).verdict != trap.due.verdict
    ]


def page(themes: Mapping[str, Mapping[str, Trap]] = THEMES) -> str:
    """The whole page, as Markdown."""
    traps = [trap for own in themes.values() for trap in own.values()]
    dues = Counter(trap.due for trap in traps)
    lines = [START, "| of the statements | verdict | number |", "| --- | --- | ---: |"]
    lines += [f"| {due.truth} | {due.verdict} | {dues[due]} |" for due in Due]
    wrong = failures(themes)
    lines += [f"| have another verdict than is due | | {len(wrong)} |", f"| all | | {len(traps)} |", ""]
    for theme, own in themes.items():
        lines += section(theme, own)
    return "\n".join([*lines, *unsaid()])


def unsaid() -> list[str]:
    """What the language says and refuses."""
    rows = [f"| {what} | `{source}` | {_cell(answer(source))} |" for what, source in UNSAID.items()]
    words = "\n".join(f"* {what};" for what in WITHOUT_WORDS).removesuffix(";") + "."
    return [SAID + "| | as one would write it | answer |", "| --- | --- | --- |", *rows, "", UNSAYABLE + words, ""]


def section(theme: str, traps: Mapping[str, Trap]) -> list[str]:
    """The table of a theme."""
    rows = [f"| {_cell(name)} | {_cell(_said(trap))} | {_cell(_verdict(trap))} |" for name, trap in traps.items()]
    return [f"## {theme}", "", "| | statement | verdict |", "| --- | --- | --- |", *rows, ""]


def _said(trap: Trap) -> str:
    """The statement with all that it stands on, and the rule by which it is to be proved."""
    said = f"`{text(trap.statement)}`"
    start = [f"`{text(s)}`" for s in (*trap.where, *trap.given)]
    for v in trap.along:
        if v.op == "interval":
            start.append(f"`{text(v.args[0])}` ranges over an interval with `{text(v.args[1])}`")
        else:
            start.append(f"`{text(v)}` ranges over an interval")
    return f"{said} where {', '.join(start)}" if start else said


def _verdict(trap: Trap) -> str:
    """The verdict; where it is unknown, why; where it is another than is due, that."""
    got = found(trap)
    if got.verdict != trap.due.verdict:
        return f"**{got.verdict.upper()}, and it {trap.due.truth}**"
    match trap.due:
        case Due.PROVED:
            return "proved"
        case Due.REFUTED:
            return f"refuted: {_point(got.reason)}"
        case Due.MISSED | Due.UNREFUTED:
            return f"unknown, **{trap.due.truth}**"
    return f"unknown, {trap.due.truth}"


def _point(reason: str) -> str:
    """Where a statement fails, from the reason for which it is refuted."""
    return reason.partition("; ")[0].removeprefix("it fails at ").removeprefix(": ")


def _cell(content: str) -> str:
    return content.replace("|", "\\|")


def main() -> int:
    """Writes the page; the exit status."""
    PAGE.parent.mkdir(exist_ok=True)
    with Output(str(PAGE)) as output:
        output.write_text(page, sealed_page)
    for name in failures(THEMES):
        print(f"{name}: another verdict than is due", file=sys.stderr)
    return 1 if failures(THEMES) else 0


if __name__ == "__main__":
    sys.exit(main())
