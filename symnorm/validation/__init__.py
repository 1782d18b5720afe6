"""Whether the functions of an emitted file compute what the verified statements say: by running them.

Nothing here prints kernels, and nothing is imported from the rooms that do: the statements come as the forms that the
checker has accepted, what a function is said to compute is written in `meaning`, and the values are enclosed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from . import helpers, laws, meaning
from .compare import Comparison
from .expected import Judge, Sample, Statements
from .known import Known
from .meaning import KERNELS, USES, Cited, Use
from .outcome import Covered, Outcome
from .plan import EXCEPTION, PATHS, PATHS_OF, Call, Samples, settings, ways
from .process import Answer, Source, run, source
from .promises import promised
from .rows import Array

GROUPS, COMPILED = 4, 2
"""So many processes run the functions of a file, one after the other or at once, where more than one may.

Each process compiles the head of a file for numba anew: there are fewer for such a file.
"""

__all__ = ["PATHS", "Cited", "Outcome", "Source", "Validation", "claims", "source"]


def claims() -> list[Cited]:
    """Every claim that a file is held against."""
    return list(dict.fromkeys((*meaning.claims(), *helpers.claims())))


class Validation:
    """Rows, and what the statements say of them; any number of files can be held against these.

    In a folder `keep`, what the statements say is kept for the next time, and what numba compiles.
    """

    def __init__(
        self, statements: Statements, *, seed: int = 0, thorough: bool = False, only: tuple[str, ...] = (),
        keep: Path | None = None,
    ) -> None:  # fmt: skip
        self.judge, self.keep = Judge(statements, keep), keep
        self.samples, self.thorough = Samples(seed, thorough), thorough
        self.uses = [u for u in USES if not only or u.function in only]
        self._known: dict[tuple[str, tuple[Any, ...]], Known] = {}
        self._made: dict[Use, list[Call]] = {}

    def calls(self, use: Use) -> list[Call]:
        """The calls that are made of a function in one of its ways."""
        if use not in self._made:
            self._made[use] = list(self._calls(use))
        return self._made[use]

    def known(self, kernel: str, sample: Sample) -> Known:
        """What the rows of a sample come to."""
        key = kernel, sample.key
        if key not in self._known:
            self._known[key] = self.judge.known(KERNELS[kernel], sample)
        return self._known[key]

    def _calls(self, use: Use) -> Iterator[Call]:
        """The calls of a function: with rows that have a value, in every way; and with all rows at once."""
        for dtype, channels, number in settings(use, self.thorough):
            given = (*use.vectors, *({"gain", "bias"} - {*KERNELS[use.kernel].vectors}))
            sample = self.samples.sample(dtype, channels, number, given)
            states = self.known(use.kernel, sample).states
            good = tuple(n for n, state in enumerate(states) if not state)
            good = good[: len(good) // 2 * 2] or good
            if not good:
                continue
            for way, options in ways(use, sample, number):
                if way != "leading axes" or len(good) > 1:
                    yield Call(use, sample, good if way != "no rows" else (), way, options)
            if len(good) < len(states) and len(KERNELS[use.kernel].outputs) == 1:
                yield Call(use, sample, tuple(range(len(states))), "at once")

    def of(
        self, file: Source, seconds: float, only: Collection[str] = (), jobs: int = 1
    ) -> Outcome:  # fmt: skip
        """Runs a file and says what its functions compute, or some of them. Raises UserError where it cannot be run.

        With several jobs the functions are run in groups, while the statements are evaluated for others.
        """
        uses = [u for u in self.uses if (not only or u.function in only) and u.is_for(file.target)]
        outcome = Outcome()
        with ThreadPoolExecutor(jobs) as pool:
            waiting: list[tuple[list[Call], Future[Answer]]] = []
            count = 1 if jobs == 1 else COMPILED if file.is_for_numba else GROUPS
            for group in _parted(uses, count):
                arrays: list[Array] = []
                calls = list(self._within(group, file.target))
                heads = helpers.job(arrays) if file.is_for_numba and not waiting else []
                job = {"calls": [_told(call, arrays) for call in calls], "helpers": heads}
                waiting.append((calls, pool.submit(run, file, job, arrays, seconds, self.keep)))
            self.judge.shelf.save()
            try:
                for calls, found in waiting:  # what has been run is compared while others are
                    outcome.functions += self._judged(calls, found.result(), file.target)
            finally:
                pool.shutdown(cancel_futures=True)
        first = waiting[0][1].result()
        kernels = {u.kernel for u in USES if u.is_for(file.target)} | ({*KERNELS} if file.target != "torch" else set())
        outcome.laws = list(laws.checked(first.told["records"], self.judge.statements, kernels))
        if file.is_for_numba:
            outcome.helpers = list(helpers.judged(first.told["helpers"], first.results, self.judge.statements))
        return outcome

    def _within(self, uses: Sequence[Use], target: str) -> Iterator[Call]:
        """The calls that are made of functions of a target, with a row at least if they have any."""
        for call in (c for use in uses for c in self.calls(use) if c.is_for(target)):
            found = call.within(target)
            if found.way == "leading axes":
                found = replace(found, chosen=found.chosen[: len(found.chosen) // 2 * 2])
            if found.chosen or not call.chosen:
                yield found

    def _judged(self, calls: Sequence[Call], answer: Answer, target: str) -> list[Covered]:
        """What is said of each function."""
        uses = list(dict.fromkeys(call.use for call in calls))
        covered = {u.function: Covered(u.function, wanted=PATHS_OF.get(target, PATHS)) for u in uses}
        documents: Mapping[str, str] = answer.told["docstrings"]
        for call, told in zip(calls, answer.told["calls"], strict=True):
            use = call.use
            entry, document = covered[use.function], documents.get(use.function, "")
            if "error" in told:
                entry.faults.append(f"{use}, {call.way}: {told['error']}")
                continue
            outputs = [(name, None if n is None else answer.results[n]) for name, n in told["outputs"]]
            if call.way == "at once":
                every = replace(call, chosen=tuple(range(len(call.sample.rows))))
                entry.skipped.update([EXCEPTION] * (len(every.chosen) - len(every.within(target).chosen)))
            known = self.known(use.kernel, call.sample)
            before = len(entry.faults)
            Comparison(KERNELS[use.kernel], promised(document), document).compare(call, known, outputs, entry)
            if len(entry.faults) == before:
                _note_paths(entry, call, told["paths"], sum(not known.states[n] for n in call.chosen))
        for use in uses:
            for (kernel, _), known in self._known.items():
                if kernel == use.kernel:
                    covered[use.function].skipped.update(filter(None, known.states))
            outputs_of = KERNELS[use.kernel].outputs
            covered[use.function].claims |= {
                n if not use.choice else f"{n}, {' '.join(map(str, use.choice.values()))}": ": ".join(o.claim)
                for n, o in outputs_of.items()
            }
        return list(covered.values())


def _parted(uses: Sequence[Use], count: int) -> list[list[Use]]:
    """About so many groups of uses, in order; what is one function stays together."""
    functions: dict[str, list[Use]] = {}
    for use in uses:
        functions.setdefault(use.function, []).append(use)
    parts: list[list[Use]] = [[]]
    for group in functions.values():
        if len(parts) < count and len(parts[-1]) * count >= len(uses):
            parts.append([])
        parts[-1] += group
    return parts


def _note_paths(entry: Covered, call: Call, paths: Mapping[str, int], rows: int) -> None:
    if paths.get("_computed"):
        entry.paths["repair"] += rows
    if paths.get("threads"):
        entry.paths["threads"] += rows
    for way in ("plan", "out", "leading axes", "gaps"):
        if call.way.startswith(way):
            entry.paths[way] += rows
    entry.paths["no rows"] += not rows


def _told(call: Call, arrays: list[Array]) -> dict[str, Any]:
    """A call as the worker is told of it; its arrays are added to the list."""
    kernel = KERNELS[call.use.kernel]

    def put(array: Array) -> int:
        arrays.append(array)
        return len(arrays) - 1

    rows = {"x": [r.x for r in call.sample.rows], "g": [r.g for r in call.sample.rows]}
    return {
        "function": call.use.function, "way": call.way, "with": dict(call.options), "choice": dict(call.use.choice),
        "rows": [put(np.stack(rows[name])[[*call.chosen]]) for name in kernel.arrays],
        "vectors": {name: put(call.sample.vectors[name]) for name in call.use.vectors},
        "numbers": {name: call.sample.numbers[name] for name in kernel.numbers},
    }  # fmt: skip
