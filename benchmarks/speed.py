"""How long the commands take, as ratios to `python -c "import sympy"`, measured in turn in one run.

    python benchmarks/speed.py             print the table
    python benchmarks/speed.py --runs 9    more runs

The machine's speed drifts; so the commands take turns, each run is compared with the import of SymPy next to it, and
the median of these ratios is what counts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

SYMNORM = [sys.executable, "-m", "symnorm"]
BASE = [sys.executable, "-c", "import sympy"]
COMMANDS = {
    "verify all, nothing kept": [*SYMNORM, "verify", "all", "--no-cache"],
    "verify all, nothing changed": [*SYMNORM, "verify", "all"],
    "--help": [*SYMNORM, "--help"],
}


def seconds(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """(wall time in seconds, peak memory in MiB of the largest process) of one run."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with exit status {process.returncode}")
    return elapsed, usage.ru_maxrss / 1024


def measure(runs: int) -> list[tuple[str, float, float, float]]:
    """(command, median ratio to the import of SymPy, median seconds, largest MiB) for each command."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SYMNORM_CACHE": cache}
        for command in (BASE, *COMMANDS.values()):  # fills the cache, compiles what is not compiled yet
            seconds(command, environment)
        ratios: dict[str, list[float]] = {name: [] for name in COMMANDS}
        times: dict[str, list[float]] = {name: [] for name in COMMANDS}
        memory: dict[str, float] = dict.fromkeys(COMMANDS, 0.0)
        for _ in range(runs):
            for name, command in COMMANDS.items():
                base, _ = seconds(BASE, environment)
                own, peak = seconds(command, environment)
                ratios[name].append(own / base)
                times[name].append(own)
                memory[name] = max(memory[name], peak)
    return [
        (name, statistics.median(ratios[name]), statistics.median(times[name]), memory[name])
        for name in COMMANDS
    ]


def table(rows: list[tuple[str, float, float, float]], runs: int) -> str:
    """The measurements as a Markdown table."""
    lines = [
        f"Medians of {runs} runs in turn on {len(os.sched_getaffinity(0))} cores, Python {sys.version.split()[0]}.",
        "",
        "| command | times `import sympy` | seconds | MiB, largest process |",
        "| --- | ---: | ---: | ---: |",
    ]
    lines += [f"| `symnorm {n}` | {r:.2f} | {t:.2f} | {m:.0f} |" for n, r, t, m in rows]
    return "\n".join(lines)


def main() -> None:
    """Reads the command line, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="runs of each command (default: %(default)s)")
    runs = parser.parse_args().runs
    print(table(measure(runs), runs))


if __name__ == "__main__":
    main()
