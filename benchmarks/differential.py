"""Compares the checker's normal forms with the values of the expressions as written, at random.

    python benchmarks/differential.py                              20,000 expressions
    python benchmarks/differential.py --count 1000000 --jobs 2     as many as the project asks for
    python benchmarks/differential.py --write                      docs/differential.md as well

An expression is made of roots, exponentials, logarithms, deltas, sums that may leave channels out, derivatives, values
at a point, unknown functions and antiderivatives, and is evaluated at three places with one to three channels; one in
four is the difference of two sides of a law. No normal form may have another value than its expression, and wherever
all conditions hold that the checker asks for, both must have a value. What breaks this is printed, and the exit status
is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import differential
from differential import BAD, ENLARGED, SAME, WRONG, Tally

from symnorm.files import Output, sealed_page

PAGE = Path(__file__).parent.parent / "docs" / "differential.md"
PIECE = 1_000
"""So many expressions are compared in one go."""


def main() -> int:
    """Reads the command line, compares, prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000, help="expressions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write the table to docs/differential.md")
    wanted = parser.parse_args()
    with Output(str(PAGE) if wanted.write else None) as output:
        tally, seconds = run(wanted.count, wanted.seed, wanted.jobs)
        shown = table(tally)
        print(f"{shown}\n\n{seconds:.0f} s")
        command = f"python benchmarks/differential.py --count {wanted.count} --seed {wanted.seed} --write"
        text = f"# Normal forms against direct evaluation\n\nWritten by `{command}`.\n\n{shown}\n"
        output.write_text(lambda: text, sealed_page)
    return 1 if tally.bad else 0


def run(count: int, seed: int, jobs: int) -> tuple[Tally, float]:
    """(what became of so many expressions, seconds); what must not be is printed as it is found."""
    started, tally = time.perf_counter(), Tally()
    sizes = [min(PIECE, count - start) for start in range(0, count, PIECE)]
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(partial(_piece, seed), sizes, range(len(sizes))):
            tally.add(part)
            for found in part.bad:
                print(json.dumps(found), file=sys.stderr, flush=True)
            if sys.stderr.isatty():
                print(f"\r{tally.expressions} of {count}, {len(tally.bad)} bad\r", end="", file=sys.stderr, flush=True)
    return tally, time.perf_counter() - started


def _piece(seed: int, size: int, number: int) -> Tally:
    return differential.run(size, f"{seed}/{number}")


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


if __name__ == "__main__":
    sys.exit(main())
