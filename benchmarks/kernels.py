"""How fast the kernels are beside what people use on a CPU, measured in turn in one process per number of threads.

    python benchmarks/kernels.py --json results.json       what the README shows; only peers that are installed
    python benchmarks/kernels.py --quick                   the large and the small shape in float32
    python benchmarks/kernels.py --every                   all shapes in all types, all of it also with two threads
    python benchmarks/kernels.py --operators eln,dyt --shapes 64x768 --peers numpy,numba
    python benchmarks/kernels.py --render results.json     the tables of an earlier run

The machine's speed drifts; so in each round every peer has its turn, a ratio is between two peers in the same round,
and the median over the rounds is what counts. A peer whose result is not that of straightforward NumPy stops the
run. The process is given as many cores as it may use threads, and threads that wait for work do not spin, or those of
one peer would slow down the next. Whether a peer writes into arrays that it reuses is part of the result: fresh ones
cost page faults, which decide such comparisons.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import kernels_peers as peers
import kernels_tables as tables
import numpy as np
from kernels_formulas import FORMULAS

from symnorm.files import Output
from symnorm.validation import source

SHAPES = ("8192x4096", "4096x1024", "64x768", "1x4096")
TYPES = ("float32", "float64")
DIRECTIONS = ("forward", "vjp")
SETTINGS = {
    1: [*((shape, "float32") for shape in SHAPES), ("4096x1024", "float64"), ("64x768", "float64")],
    2: [("8192x4096", "float32"), ("4096x1024", "float32")],
}
"""By the number of threads, what is measured if nothing else is asked for: small arrays are not worth two threads."""
QUICK = {1: [("8192x4096", "float32"), ("64x768", "float32")], 2: [("8192x4096", "float32")]}
PEERS: dict[str, Any] = {
    "copy": peers.copy,
    "add": peers.add,
    "numpy target": lambda: peers.ours("symnorm.kernels", True),
    "numpy target (new arrays)": lambda: peers.ours("symnorm.kernels", False),
    "numba target": lambda: peers.ours("symnorm.kernels.numba", True),
    "numpy target (one thread)": lambda: peers.on_one_thread(peers.ours("symnorm.kernels", True)),
    "numba target (one thread)": lambda: peers.on_one_thread(peers.ours("symnorm.kernels.numba", True)),
    "NumPy": peers.numpy,
    "lambdify": peers.lambdify,
    "torch eager": peers.torch_eager,
    "torch.compile": peers.torch_compile,
    "jax.jit": peers.jax_jit,
    "numba by hand": peers.numba,
}
SINGLE = {"NumPy", "lambdify"}
"""What has one thread is not measured again where there are two."""

PASSIVE = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "0", "KMP_BLOCKTIME": "0"}
"""The libraries behind the peers let waiting threads sleep."""

SAMPLE = 0.001
"""Seconds: a sample is as many calls as take about that long."""
SAME_FORWARD = {"ada_norm_attached", "detach_norm", "detach_mean", "detach_variance"}
"""What differs from another operator in its derivative alone."""
MOST = 31
"""Rounds at most."""
LARGE = 2**22
"""Elements from which on a sample is one call."""


def first_rows(result: Any) -> np.ndarray:
    """The first rows of an output, or of the gradient at x, as NumPy's."""
    made = result[0] if isinstance(result, tuple | list) else result
    made = made.detach() if hasattr(made, "detach") else made
    return np.asarray(made[:16], dtype=float)


def agree(case: peers.Case, name: str, result: Any) -> None:
    """Stops if the result is not the one that the formula has in float64."""
    few = case._replace(x=case.x[:16].astype(float), g=case.g[:16].astype(float))
    made = peers.numpy()(few)
    assert made is not None
    right, found = first_rows(made.call()), first_rows(result)
    if not np.allclose(found, right, rtol=1e-3, atol=1e-4 * np.abs(right).max()):
        raise SystemExit(f"{name} computes something else: {case.operator}, {case.direction}, {case.x.shape}")


def rounds(case: peers.Case, made: dict[str, peers.Made], least: int, budget: float) -> dict[str, list[float]]:
    """Seconds per call of each peer in each round: `least` rounds, and up to `MOST` within `budget` seconds."""
    repeats = {}
    for name, peer in made.items():
        result = peer.call()  # compiles what is compiled
        if name not in ("copy", "add"):
            agree(case, name, result)
        del result
        repeats[name] = 1
        if case.x.size < LARGE:
            started = time.perf_counter()
            peer.call()
            repeats[name] = max(1, round(SAMPLE / (time.perf_counter() - started)))
    seconds: dict[str, list[float]] = {name: [] for name in made}
    order, started = list(made), time.perf_counter()
    while len(seconds[order[0]]) < least or (
        time.perf_counter() - started < budget and len(seconds[order[0]]) < MOST
    ):
        order = order[1:] + order[:1]
        for name in order:
            call, repeat = made[name].call, repeats[name]
            begun = time.perf_counter()
            for _ in range(repeat):
                call()
            seconds[name].append((time.perf_counter() - begun) / repeat)
    return seconds


def measure(options: argparse.Namespace, threads: int) -> dict[str, Any]:
    """All cases of this process: {"versions", "missing", "cases": [{operator, ..., "seconds", "reuses"}]}."""
    made, missing = {}, []
    for name in options.peers:
        if threads > 1 and name in SINGLE:
            continue
        try:
            made[name] = PEERS[name]()
        except ImportError as absent:
            missing.append(f"{name} ({absent.name or absent} is not installed)")
    cases = []
    random = np.random.default_rng(0)
    for shape, dtype in asked(options, threads):
        size = tuple(map(int, shape.split("x")))
        x, g = (random.standard_normal(size, dtype=dtype) for _ in "xg")
        for operator, direction in itertools.product(options.operators, options.directions):
            if direction == "forward" and operator in SAME_FORWARD:
                continue
            case = peers.Case(operator, direction, x, g, threads)
            here = {name: peer(case) for name, peer in made.items()}
            found = {name: peer for name, peer in here.items() if peer is not None}
            seconds = rounds(case, found, options.rounds, options.budget)
            cases.append(
                {"operator": operator, "direction": direction, "shape": shape, "dtype": dtype, "threads": threads,
                 "seconds": {name: [float(f"{s:.4g}") for s in each] for name, each in seconds.items()},
                 "reuses": {name: peer.reuses for name, peer in found.items()}}
            )  # fmt: skip
            print(f"{threads} {shape} {dtype} {operator} {direction}", file=sys.stderr, flush=True)
    loaded = ("numpy", "sympy", "torch", "jax", "numba")
    versions = {name: sys.modules[name].__version__ for name in loaded if name in sys.modules}
    return {"versions": versions, "missing": missing, "cases": cases}


def asked(options: argparse.Namespace, threads: int) -> list[tuple[str, str]]:
    """The shapes and types to measure with so many threads."""
    if options.every or options.shapes or options.dtypes:
        return [*itertools.product(options.shapes or SHAPES, options.dtypes or TYPES)]
    return (QUICK if options.quick else SETTINGS)[threads]


def code() -> str:
    """Which code is measured: the files of both targets with their runtime, as `symnorm kernels check` names them."""
    folder = Path(__file__).parent.parent / "symnorm" / "kernels"
    files = [folder / f"{name}.py" for name in ("functions", "numba")]
    named = [f"{f.name} {source(f.read_text('utf-8'), f).digest[:12]}" for f in files]
    return f"Code (`sha256` in `symnorm kernels check --json -`): {', '.join(named)}."


def measured(arguments: list[str], threads: list[str]) -> dict[str, Any]:
    """The results of a command line, a process for each number of threads."""
    parts = [in_a_process(arguments, int(count)) for count in threads]
    cases = [case for part in parts for case in part["cases"]]
    return {
        **parts[0], "cases": cases, "python": platform.python_version(), "machine": platform.machine(), "code": code(),
    }  # fmt: skip


def in_a_process(arguments: list[str], threads: int) -> dict[str, Any]:
    """What `measure` returns in a process that has as many cores as threads."""
    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.json"
        command = [sys.executable, __file__, *arguments, "--child", str(threads), "--json", str(file)]
        try:
            os.sched_setaffinity(0, sorted(cores)[-threads:])
            subprocess.run(command, check=True, env={**os.environ, **PASSIVE})
        finally:
            os.sched_setaffinity(0, cores)
        return json.loads(file.read_text())


def listed(allowed: Any) -> Any:
    """A command-line type: names with commas between, each allowed."""

    def read(text: str) -> list[str]:
        names = text.split(",")
        if unknown := [name for name in names if name not in allowed]:
            raise argparse.ArgumentTypeError(f"no {', '.join(unknown)}: choose from {', '.join(allowed)}")
        return names

    return read


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = made.add_argument
    add("--operators", type=listed(FORMULAS), default=list(FORMULAS), metavar="A,B")
    add("--directions", type=listed(DIRECTIONS), default=list(DIRECTIONS), metavar="A,B")
    add("--shapes", type=listed(SHAPES), metavar="A,B", help=f"of {', '.join(SHAPES)}")
    add("--dtypes", type=listed(TYPES), metavar="A,B")
    add("--peers", type=listed(PEERS), default=list(PEERS), metavar="A,B", help=f"of {', '.join(PEERS)}")
    add("--threads", type=listed("12"), default=["1", "2"], metavar="1,2")
    add("--every", action="store_true", help="all shapes in all types, with one thread and with two")
    add("--quick", action="store_true", help="two shapes, float32")
    add("--rounds", type=int, default=3, metavar="N", help="at least (default: %(default)s)")
    add("--budget", type=float, default=0.3, metavar="SECONDS", help="for more rounds (default: %(default)s)")
    add("--json", metavar="FILE", help="write all that was measured")
    add("--render", type=Path, metavar="FILE", help="measure nothing, print the tables of such a file")
    add("--child", type=int, help=argparse.SUPPRESS)
    return made


def main() -> None:
    """Reads the command line, measures, prints the tables."""
    options = parser().parse_args()
    if options.child:
        Path(options.json).write_text(json.dumps(measure(options, options.child)), "utf-8")
        return
    if options.render:
        results = json.loads(options.render.read_text("utf-8"))
    else:
        with Output(options.json) as output:
            results = measured(sys.argv[1:], options.threads)
            output.write(lambda: results)
    print(tables.rendered(results))


if __name__ == "__main__":
    main()
