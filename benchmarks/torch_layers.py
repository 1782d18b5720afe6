"""Measures the layers of symnorm.torch beside torch's own: CPU time as ratios, and errors on rows out of the ordinary.

    python benchmarks/torch_layers.py                  # prints the tables
    python benchmarks/torch_layers.py --write          # and writes them into docs/torch.md

Needs torch and, for torch.compile, a C++ compiler. A ratio is of the least CPU times of two functions that take turns,
on one thread: above 1, ours takes longer. The references of the errors are computed with 100 digits.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import kernel_reference as reference  # noqa: E402

import symnorm.torch as st  # noqa: E402

PAGE = ROOT / "docs" / "torch.md"
SHAPES = ((16, 64), (256, 1024), (4096, 1024))
"""(rows, channels): small enough for the first cache, for the second, and for none."""

BUDGET = 0.6
"""Seconds for each comparison."""

HEAD = """# Layers for PyTorch beside torch's own

Written by `python benchmarks/torch_layers.py --write`; do not edit it.

`symnorm.torch` scales every row by a power of two before it is squared, without a branch that depends on a value, and
takes the mean out in two steps. That costs passes over the data: `torch.compile` fuses them, eager torch does not.
"""


def layers(rows: int, channels: int) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """(ours, torch's) for each layer, as functions of nothing; what torch has not is held against its layer_norm."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(rows, channels, generator=generator).requires_grad_()
    gain, bias = torch.ones(channels).requires_grad_(), torch.zeros(channels).requires_grad_()
    one, shape = torch.tensor(1.0).requires_grad_(), (channels,)

    def theirs() -> Any:
        return F.layer_norm(x, shape, gain, bias)

    return {
        "layer_norm": (lambda: st.layer_norm(x, gain, bias), theirs),
        "rms_norm": (lambda: st.rms_norm(x, gain, eps=1e-6), lambda: F.rms_norm(x, shape, gain, 1e-6)),
        "dyt": (lambda: st.dyt(x, one, gain, bias), theirs),
        "eln": (lambda: st.eln(x, one), theirs),
        "dyisru": (lambda: st.dyisru(x, one), theirs),
        "ada_norm": (lambda: st.ada_norm(x), theirs),
    }


def ratio(ours: Callable[[], Any], theirs: Callable[[], Any], backward: bool) -> float:
    """The least CPU time of ours over that of theirs; they take turns."""
    made = torch.ones_like(ours())

    def run(function: Callable[[], Any]) -> None:
        if backward:
            function().backward(made)
        else:
            with torch.no_grad():
                function()

    least = [float("inf")] * 2
    for function in (ours, theirs):
        run(function)
    end = time.process_time() + BUDGET
    while time.process_time() < end:
        for n, function in enumerate((ours, theirs)):
            start = time.process_time()
            run(function)
            least[n] = min(least[n], time.process_time() - start)
    return least[0] / least[1]


def speed() -> Iterator[str]:
    """The table of times."""
    ways = [f"{how}, {what}" for how in ("eager", "compiled") for what in ("forward", "with backward")]
    yield f"| layer | rows x channels | {' | '.join(ways)} |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for shape in SHAPES:
        torch.compiler.reset()
        for name, (ours, theirs) in layers(*shape).items():
            pairs = [(ours, theirs), tuple(torch.compile(f, fullgraph=True) for f in (ours, theirs))]
            found = [ratio(*pair, backward) for pair in pairs for backward in (False, True)]
            yield f"| {name} | {shape[0]} x {shape[1]} | " + " | ".join(f"{r:.2f}" for r in found) + " |"


def hard() -> dict[str, np.ndarray]:
    """Rows of 64 channels that are out of the ordinary."""
    random = np.random.default_rng(0)
    normal = random.normal(size=64)
    return {
        "random": normal, "1e4 and random": 1e4 + normal,
        "one outlier of 1e6": np.where(np.arange(64) == 5, 1e6, normal),
        "0.1, one differs by 1e-7": np.where(np.arange(64) == 5, 0.1 + 1e-7, 0.1),
        "1e-25 random": 1e-25 * normal, "1e30 random": 1e30 * normal,
    }  # fmt: skip


def accuracy() -> Iterator[str]:
    """The table of errors of single precision, in machine epsilons of the norm of the row."""
    yield "| rows | layer_norm, ours | torch's | rms_norm, ours | torch's | ELN, ours | by hand |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    ones = np.ones(64)
    for name, row in hard().items():
        x = row.astype(np.float32)[None]
        t = torch.tensor(x)
        zero = {"eps": 0.0}
        found = [
            (st.layer_norm(t, **zero), "layer_norm_simple", zero),
            (F.layer_norm(t, (64,), **zero), "layer_norm_simple", zero),
            (st.rms_norm(t, **zero), "rms_norm", {"gain": ones, **zero}),
            (F.rms_norm(t, (64,), **zero), "rms_norm", {"gain": ones, **zero}),
            (st.eln(t, 1.0), "eln", {"beta": 1.0}), (63**0.5 * t / torch.sqrt(1 + t * t), "eln", {"beta": 1.0}),
        ]  # fmt: skip
        errors = [error(out.numpy(), reference.forward(n, x, **p)) for out, n, p in found]
        yield f"| {name} | {' | '.join(errors)} |"


def error(found: np.ndarray, true: np.ndarray) -> str:
    """The norm of the errors in machine epsilons of that of the true values; or what is not finite."""
    if not np.isfinite(found).all():
        return "NaN" if np.isnan(found).any() else "inf"
    with reference.digits():
        size = np.sqrt((reference.difference(found, true) ** 2).sum()) / np.sqrt((true**2).sum())
    return f"{float(size) / 2.0**-23:.2g}"


def page() -> str:
    """All of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong, times = "\n".join(accuracy()), "\n".join(speed())
    return "\n".join([
        HEAD, "## Errors in single precision", "",
        "Machine epsilons of the norm of the row, at eps = 0; inf and NaN where the result is not finite.", "",
        wrong, "", "## Times", "",
        "Ours over torch's, least CPU times on one thread in one run "
        f"(torch {torch.__version__}, {platform.machine()}): above 1 ours\n"
        "takes longer. DyT, ELN, DyISRU and AdaNorm are held against `F.layer_norm`.", "", times, "",
    ])  # fmt: skip


def main() -> None:
    """Measures, prints, and writes where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/torch.md")
    options = parser.parse_args()
    torch.set_num_threads(1)
    text = page()
    print(text)
    if options.write:
        PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
