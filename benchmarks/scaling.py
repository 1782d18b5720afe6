"""How the cost of judging a theorem grows with the number of its lines.

    python benchmarks/scaling.py

One cold run of `symnorm verify all`, one process at a time, so that theorems do not slow each other down; the theorems
are grouped by their number of lines, and the medians of each group are printed.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

BOUNDS = (5, 10, 20, 40, 80)
COMMAND = [sys.executable, "-m", "symnorm", "verify", "all", "--no-cache", "-j", "1", "--json", "-"]


def measure() -> list[tuple[int, float]]:
    """(lines, seconds) of every theorem."""
    done = subprocess.run(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return [(len(t["steps"]), t["seconds"]) for t in json.loads(done.stdout)["theorems"]]


def table(costs: list[tuple[int, float]]) -> str:
    """A Markdown table: theorems by their number of lines, with the median cost of a theorem and of a line."""
    rows = ["| lines | theorems | median s per theorem | median ms per line |", "| ---: | ---: | ---: | ---: |"]
    low = 1
    for high in BOUNDS:
        group = [(n, s) for n, s in costs if low <= n <= high]
        if group:
            each = statistics.median(s for _, s in group)
            line = statistics.median(1000 * s / n for n, s in group)
            rows.append(f"| {low} to {high} | {len(group)} | {each:.2f} | {line:.1f} |")
        low = high + 1
    lines, seconds = sum(n for n, _ in costs), sum(s for _, s in costs)
    rows.append(f"| all: {lines} | {len(costs)} | | {1000 * seconds / lines:.1f} (mean) |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table(measure()))
