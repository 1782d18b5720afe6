"""The second judge: certificates that the checker has accepted, checked again by other means.

What a certificate says is read again from its form (`certificate`), and every value in it is calculated again from
the expressions as written (`evaluate`), for concrete numbers of channels: no code of `symnorm.checker` but its reader
of forms takes part. There are two arithmetics. `modular` evaluates at random points modulo primes of 257 bits: an
identity that does not hold passes with a probability below 2^-200. `exact`, where python-flint is installed (the extra
`rigor`), multiplies out in polynomials over the rationals: what it finds zero is zero for all values.

| what a certificate says | modular | exact |
| --- | --- | --- |
| multiplier * target = sum of cofactor * relation, in all relations | yes | without exp, log and tanh |
| the quantity of a sign witness is the one that was asked for | yes, at one point | no |
| the sign of a witness, by its form | read again, nothing to calculate | |
| bounds of numbers | no | by balls |

What it does not look at: whether everything is defined (a duty that the checker forgets), suppositions and their
discharge but for the statements, which channels and variables an equation holds for, hashes, the named lemmas. Numbers
of channels are 3, 5 and 7 (exact: 3, or 2), so that an error which shows only for many channels is not found. What
counts as positive modulo a prime is not what is positive: a root with the wrong sign passes with a probability of 1/8
modulo the prime. What is not zero multiplied out has to be different from zero at a point modulo a prime as well; so it
is with a wrong sign, and not where a denominator is a divisor of zero, as sqrt(q^2) - q is. Not applicable are
exponentials of exponentials and of products of logarithms; what is too large, or has roots that depend on each other as
sqrt(q^2) and sqrt((sqrt(q^2) - q)^2) do, is not multiplied out.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..checker.forms import Form, dimensions, freeze
from .certificate import Comparison, Duty, Objection, Reader
from .evaluate import Arithmetic, Calculus, Channels, Frame, Inapplicable, Unlucky
from .modular import Residues, Tower
from .nodes import Graph

__all__ = ["has_flint", "review", "reviewed"]

Report = dict[str, Any]

SIZES = (3, 5, 7)
"""The numbers of channels of the points; one point is enough for the quantity of a sign witness."""

ATTEMPTS = 240
"""So many points are tried: half of them are without a root for every radicand."""

LARGE_ATTEMPTS = 60
"""After so many points, two and three channels, where fewer roots are needed, have to be enough."""


MORE_ATTEMPTS = 90
"""At so many more points an identity is looked at that does not hold multiplied out."""


def has_flint() -> bool:
    """Whether python-flint is installed."""
    return importlib.util.find_spec("flint") is not None


def reviewed(report: Report) -> Report:
    """The report on a theorem, with what the second judge says; where the judges disagree, it is a fault."""
    second = review(report["certificate"], [step["accepted"] for step in report["steps"]])
    told = [f"the second judge disagrees with the checker: {d}" for d in second["disagreements"]]
    verdict = "fault" if told else report["verdict"]
    return {**report, "verdict": verdict, "problems": [*report["problems"], *told], "rigor": second}


def review(bundle: Report, accepted: Sequence[bool]) -> Report:
    """What the second judge says of a theorem, given its certificates and which of them the checker has accepted.

    `identities`, `signs` and `bounds` count what was checked again, `exact` the identities that were also multiplied
    out; `not_applicable` and `not_exact` count the rest by reason. `disagreements` should be empty.
    """
    statements = [freeze(entry["statement"]) for entry in bundle["entries"]]
    tally, disagreements = _Tally(), []
    established = [freeze(entry["certificate"][1]) for entry in bundle["entries"]]
    for number, entry in enumerate(bundle["entries"]):
        if not accepted[number]:
            continue
        proof = freeze(entry["certificate"][2])
        reader = Reader(Graph(), statements, established[:number])
        try:
            reader.read(statements[number], entry["role"], established[number], proof)
            found = _Review(reader, _dimension(statements), tally).objections()
        except Objection as error:
            found = str(error)
        if found:
            disagreements.append(f"{entry['label']}: {found}")
    return {
        "identities": tally.done["identity"], "signs": tally.done["sign"], "bounds": tally.done["bounds"],
        "exact": tally.done["exact"], "not_applicable": dict(sorted((+tally.open).items())),
        "not_exact": dict(sorted((+tally.inexact).items())), "disagreements": disagreements,
    }  # fmt: skip


def _dimension(statements: Sequence[Form]) -> str:
    """The symbol of the number of channels; empty if nothing is summed."""
    return next((str(d[1]) for s in statements for d in dimensions(s)), "")


@dataclass
class _Tally:
    """What was done, by kind; what was not, by reason; and which identities were not multiplied out, by reason."""

    done: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    inexact: Counter[str] = field(default_factory=Counter)


class _Review:
    """The review of one entry."""

    def __init__(self, reader: Reader, dimension: str, tally: _Tally) -> None:
        self.reader, self.dimension, self.tally = reader, dimension, tally
        self.where: dict[int, tuple[int, int]] = {}
        """Where a duty was evaluated with the fewest channels: the seed and the size."""

    def objections(self) -> str:
        """The first duty or comparison that fails; empty if there is none."""
        return next(iter([*self._modular(), *self._exact(), *self._bounds()]), "")

    # --- residues -----------------------------------------------------------------------------------------

    def _at(self, attempt: int) -> tuple[Frame, Channels]:
        """The point of an attempt."""
        size = SIZES[attempt % 3] if attempt < LARGE_ATTEMPTS else 3 - attempt % 2
        arithmetic: Arithmetic = Tower(attempt) if self.reader.has_exponentials else Residues(attempt)
        return Frame(Calculus(arithmetic), self.dimension, size), _Chosen(attempt, size)

    def _modular(self) -> Iterator[str]:
        duties = self.reader.duties
        left = {n: 1 if duty.kind == "sign" else len(SIZES) for n, duty in enumerate(duties)}
        trouble: dict[int, str] = {}
        for attempt in range(ATTEMPTS):
            if not left:
                break
            frame, channels = self._at(attempt)
            for n in list(left):
                try:
                    value = duties[n].value(frame, channels)
                except Unlucky as error:
                    trouble[n] = str(error)
                    continue
                except Inapplicable as error:
                    trouble[n] = str(error)
                    del left[n]
                    continue
                if not frame.calculus.base.is_zero(value):
                    yield f"{_named(duties[n])} does not hold modulo a prime, with {frame.size} channels"
                    return
                if n not in self.where or frame.size < self.where[n][1]:
                    self.where[n] = attempt, frame.size
                left[n] -= 1
                if not left[n]:
                    del left[n]
        for n, duty in enumerate(duties):
            if n in self.where:
                self.tally.done[duty.kind] += 1
            else:
                self.tally.open[f"{duty.kind}: {trouble[n]}"] += 1

    # --- polynomials --------------------------------------------------------------------------------------

    def _exact(self) -> Iterator[str]:
        identities = {n: d for n, d in enumerate(self.reader.duties) if d.kind == "identity" and n in self.where}
        if not has_flint() or self.reader.has_exponentials:
            reason = "an exponential or a logarithm" if has_flint() else "without python-flint"
            self.tally.inexact[reason] += len(identities)
            return
        from .exact import GENERATORS, TooMany

        for seed, size in sorted({self.where[n] for n in identities}):
            here = [d for n, d in identities.items() if self.where[n] == (seed, size)]
            for generators in GENERATORS:
                try:
                    yield from self._multiplied_out(here, seed, size, generators)
                    break
                except TooMany:
                    continue

    def _multiplied_out(self, duties: list[Duty], seed: int, size: int, generators: int) -> list[str]:
        from .exact import Ratios

        arithmetic = Ratios(seed, generators)
        frame, channels = Frame(Calculus(arithmetic), self.dimension, size), _Chosen(seed, size)
        trouble: Counter[str] = Counter()
        for duty in duties:
            try:
                if arithmetic.is_zero(duty.value(frame, channels)):
                    continue
            except (Inapplicable, Unlucky) as error:
                trouble[str(error)] += 1
                continue
            if self._fails_somewhere(duty):
                return [f"{_named(duty)} does not hold multiplied out, with {size} channels"]
            trouble["a divisor of zero"] += 1
        self.tally.done["exact"] += len(duties) - sum(trouble.values())
        self.tally.inexact.update(trouble)
        return []

    def _fails_somewhere(self, duty: Duty) -> bool:
        """Whether a value is different from zero at one of many points."""
        for attempt in range(ATTEMPTS, ATTEMPTS + MORE_ATTEMPTS):
            frame, channels = self._at(attempt)
            try:
                if not frame.calculus.base.is_zero(duty.value(frame, channels)):
                    return True
            except Unlucky:
                continue
        return False

    # --- balls --------------------------------------------------------------------------------------------

    def _bounds(self) -> Iterator[str]:
        for comparison in self.reader.comparisons:
            answer = _decided(comparison)
            if answer is False:
                yield "bounds show the contrary"
            elif answer:
                self.tally.done["bounds"] += 1
            else:
                self.tally.open["bounds: balls do not decide" if has_flint() else "bounds: without python-flint"] += 1


def _decided(comparison: Comparison) -> bool | None:
    if not has_flint():
        return None
    from .bounds import decide

    return decide(comparison.relation, comparison.left, comparison.right)


def _named(duty: Duty) -> str:
    return "an identity" if duty.kind == "identity" else "the quantity of a sign witness"


class _Chosen(dict[str, int]):
    """A channel for every free index: one after the other at an even attempt, any otherwise."""

    def __init__(self, seed: int, size: int) -> None:
        super().__init__()
        self.residues, self.seed, self.size = Residues(seed), seed, size

    def __missing__(self, index: str) -> int:
        any_channel = self.residues.random(("index", index)) % self.size
        self[index] = 1 + (len(self) % self.size if self.seed % 2 == 0 else any_channel)
        return self[index]


