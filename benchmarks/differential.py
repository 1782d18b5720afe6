"""Compares, at random, normal forms with expressions as written, and plain forms with terms as printed.

    python benchmarks/differential.py                              20,000 expressions: the checker's normal forms
    python benchmarks/differential.py --count 1000000 --jobs 2     as many as the project asks for
    python benchmarks/differential.py printed --count 60000        terms as printed
    python benchmarks/differential.py --write                      docs/differential.md as well: its part of it

An expression is made of roots, exponentials, logarithms, deltas, sums that may leave channels out, derivatives, values
at a point, unknown functions and antiderivatives, and is evaluated at three places with one to three channels; one in
four is the difference of two sides of a law. No normal form may have another value than its expression, and wherever
all conditions hold that the checker asks for, both must have a value.

A term as printed is a number, a vector or a matrix with sums, definitions, derivatives and values at a point, in which
bound letters come from the same few as free ones. It is evaluated as it is printed, and its plain form by the checker:
no number may have two values. What breaks this is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import differential
import printed_and_meant
from differential import BAD, ENLARGED, SAME, WRONG, Tally
from printed_and_meant import DIFFERENT

from symnorm.files import Output, sealed_page

PAGE = Path(__file__).parent.parent / "docs" / "differential.md"
HEAD = "# Differential tests\n"
PIECE = 1_000
"""So many expressions are compared in one go."""


def main() -> int:
    """Reads the command line, compares, prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", nargs="?", choices=MODES, default="normal", help="(default: %(default)s)")
    parser.add_argument("--count", type=int, default=20_000, help="expressions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write the tables to docs/differential.md")
    wanted = parser.parse_args()
    mode = MODES[wanted.mode]
    with Output(str(PAGE) if wanted.write else None) as output:
        tally, seconds = run(mode, wanted.count, wanted.seed, wanted.jobs)
        shown = mode.table(tally)
        print(f"{shown}\n\n{seconds:.0f} s")
        called = "" if mode is MODES["normal"] else f" {wanted.mode}"
        command = f"python benchmarks/differential.py{called} --count {wanted.count} --seed {wanted.seed} --write"
        part = f"## {mode.title}\n\nWritten by `{command}`.\n\n{shown}\n"
        output.write_text(lambda: page(part), sealed_page)
    return 1 if tally.bad else 0


def run(mode: Mode, count: int, seed: int, jobs: int) -> tuple[Any, float]:
    """(what became of so many expressions, seconds); what must not be is printed as it is found."""
    started, tally = time.perf_counter(), mode.tally()
    sizes = [min(PIECE, count - start) for start in range(0, count, PIECE)]
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(partial(_piece, mode.run, seed), sizes, range(len(sizes))):
            tally.add(part)
            for found in part.bad:
                print(json.dumps(found), file=sys.stderr, flush=True)
            if sys.stderr.isatty():
                told = f"{tally.outcomes.total()} values, {len(tally.bad)} bad"
                print(f"\r{told}\r", end="", file=sys.stderr, flush=True)
    return tally, time.perf_counter() - started


def _piece(run: Callable[[int, str], Any], seed: int, size: int, number: int) -> Any:
    return run(size, f"{seed}/{number}")


def page(part: str) -> str:
    """The page with another part in the place of the one that has its title."""
    old = PAGE.read_text("utf-8").partition("<!-- sha256: ")[0] if PAGE.exists() else ""
    found = {p.partition("\n")[0]: p.rstrip() + "\n" for p in (*re.split("(?m)^(?=## )", old)[1:], part)}
    titles = [f"## {mode.title}" for mode in MODES.values()]
    return "\n".join([HEAD, *(found[title] for title in titles if title in found)])


def table(tally: Tally) -> str:
    """The outcomes as two Markdown tables."""
    found = tally.outcomes
    others = [(what, n) for what, n in found.most_common() if what not in (SAME, *BAD)]
    lines = [
        f"{tally.expressions:,} expressions, {tally.pairs:,} of them two sides of a law, with a value at one of three "
        f"places at least {tally.somewhere:,}: {found[WRONG]:,} wrong values, {found[ENLARGED]:,} domains enlarged "
        "without a condition.",
        "",
        "| at a place | times |",
        "| --- | ---: |",
        *(f"| {what} | {found[what]:,} |" for what in (SAME, *BAD)),
        *(f"| {what} | {n:,} |" for what, n in others),
        "",
        "| compared expressions with | number |",
        "| --- | ---: |",
        *(f"| {kind} | {n:,} |" for kind, n in tally.kinds.most_common()),
    ]
    return "\n".join(lines)


def table_of_printed(tally: printed_and_meant.Tally) -> str:
    """What became of terms as printed, as two Markdown tables."""
    found = tally.outcomes
    lines = [
        f"{tally.terms:,} terms, of {tally.compared:,} of which at least one number was compared: "
        f"{found[DIFFERENT]:,} numbers that are another one as printed.",
        "",
        "| a number as printed, and by its plain form | times |",
        "| --- | ---: |",
        *(f"| {what} | {found[what]:,} |" for what in (printed_and_meant.SAME, DIFFERENT)),
        *(f"| {what} | {n:,} |" for what, n in found.most_common() if what not in (printed_and_meant.SAME, DIFFERENT)),
        "",
        "| compared terms with | number |",
        "| --- | ---: |",
        *(f"| `{op}` | {n:,} |" for op, n in tally.kinds.most_common()),
    ]
    return "\n".join(lines)


@dataclass(frozen=True)
class Mode:
    """Two ways to a value that are compared."""

    title: str
    tally: Callable[[], Any]
    run: Callable[[int, str], Any]
    table: Callable[[Any], str]


MODES = {
    "normal": Mode("Normal forms against direct evaluation", Tally, differential.run, table),
    "printed": Mode("Plain forms against what is printed", printed_and_meant.Tally, printed_and_meant.run,
                    table_of_printed),
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
