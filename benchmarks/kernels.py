"""How fast the kernels are beside what people use on a CPU, measured in turn in one process per number of threads.

    python benchmarks/kernels.py --json results.json       everything (peers that are not installed are left out)
    python benchmarks/kernels.py --quick                   the large and the small shape, float32, fewer rounds
    python benchmarks/kernels.py --operators eln,dyt --shapes 64x768 --peers numpy,numba
    python benchmarks/kernels.py --render results.json     the tables of an earlier run

The machine's speed drifts; so in each round every peer has its turn, a ratio is between two peers in the same round,
and the median over the rounds is what counts. A peer whose result is not that of straightforward NumPy stops the
run. The process is given as many cores as it may use threads. Whether a peer writes into arrays that it reuses is
part of the result: fresh ones cost page faults, which decide such comparisons.
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

SHAPES = ("8192x4096", "4096x1024", "64x768", "1x4096")
PEERS: dict[str, Any] = {
    "copy": peers.copy,
    "add": peers.add,
    "numpy target": lambda: peers.ours("symnorm.kernels", True),
    "numpy target (new arrays)": lambda: peers.ours("symnorm.kernels", False),
    "numba target": lambda: peers.ours("symnorm.kernels.numba", True),
    "NumPy": peers.numpy,
    "lambdify": peers.lambdify,
    "torch eager": peers.torch_eager,
    "torch.compile": peers.torch_compile,
    "jax.jit": peers.jax_jit,
    "numba by hand": peers.numba,
}
SINGLE = {"NumPy", "lambdify"}
"""What has one thread is not measured again where there are two."""

SAMPLE = 0.001  # seconds: a sample is as many calls as take about that long
SAME_FORWARD = {"ada_norm_attached", "detach_norm", "detach_mean", "detach_variance"}
"""What differs from another operator in its derivative alone."""
LARGE = 2**22  # elements from which on one call does


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
    """Seconds per call of each peer in each round; rounds go on for `budget` seconds, and for `least` rounds."""
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
        time.perf_counter() - started < budget and len(seconds[order[0]]) < 5 * least
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
    for shape, dtype in itertools.product(options.shapes, options.dtypes):
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


def in_a_process(arguments: list[str], threads: int) -> dict[str, Any]:
    """What `measure` returns in a process that has as many cores as threads."""
    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.json"
        command = [sys.executable, __file__, *arguments, "--child", str(threads), "--json", str(file)]
        try:
            os.sched_setaffinity(0, sorted(cores)[-threads:])
            subprocess.run(command, check=True)
        finally:
            os.sched_setaffinity(0, cores)
        return json.loads(file.read_text())


def written(path: Path, results: dict[str, Any]) -> None:
    """Writes the results beside the file, then puts them in its place."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(json.dumps(results), "utf-8")
    temporary.replace(path)


def listed(allowed: Any) -> Any:
    """A command-line type: names with commas between, each allowed."""

    def read(text: str) -> list[str]:
        names = text.split(",")
        if unknown := [name for name in names if name not in allowed]:
            raise argparse.ArgumentTypeError(f"no {', '.join(unknown)}: choose from {', '.join(allowed)}")
        return names

    return read


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--operators", type=listed(FORMULAS), default=list(FORMULAS), metavar="A,B")
    made.add_argument(
        "--directions", type=listed(("forward", "vjp")), default=["forward", "vjp"], metavar="A,B"
    )
    made.add_argument(
        "--shapes", type=lambda text: text.split(","), default=list(SHAPES), metavar="8192x4096,..."
    )
    made.add_argument("--dtypes", type=listed(("float32", "float64")), default=["float32", "float64"])
    made.add_argument("--peers", type=listed(PEERS), default=list(PEERS), metavar="A,B")
    made.add_argument("--threads", type=listed("12"), default=["1", "2"])
    made.add_argument("--rounds", type=int, default=5, help="rounds at least (default: %(default)s)")
    made.add_argument(
        "--budget", type=float, default=0.3, help="seconds of a case at least (default: %(default)s)"
    )
    made.add_argument("--quick", action="store_true", help="two shapes, float32, three rounds")
    made.add_argument("--json", type=Path, metavar="FILE", help="write all that was measured")
    made.add_argument(
        "--render", type=Path, metavar="FILE", help="measure nothing, print the tables of such a file"
    )
    made.add_argument("--child", type=int, help=argparse.SUPPRESS)
    return made


def main() -> None:
    """Reads the command line, measures, prints the tables."""
    options = parser().parse_args()
    if options.quick:
        options.shapes, options.dtypes, options.rounds = ["8192x4096", "64x768"], ["float32"], 3
    if options.child:
        written(options.json, measure(options, options.child))
        return
    if options.render:
        results = json.loads(options.render.read_text("utf-8"))
    else:
        parts = [in_a_process(sys.argv[1:], int(threads)) for threads in options.threads]
        results = {
            **parts[0], "cases": [case for part in parts for case in part["cases"]],
            "python": platform.python_version(), "machine": platform.machine(),
        }  # fmt: skip
        if options.json:
            written(options.json, results)
    print(tables.rendered(results))


if __name__ == "__main__":
    main()
