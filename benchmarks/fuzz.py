"""Changes certificates of all theorems at random, and forges some, to see whether the checker accepts anything false.

    python benchmarks/fuzz.py                          10,000 certificates
    python benchmarks/fuzz.py --count 100000 --jobs 2  as many as the project asks for
    python benchmarks/fuzz.py eln --seed 7 --save DIR  other changes, and what must not be, as JSON

Three kinds of attack, in the proportion 16 : 1 : 3. A line of a proof gets a changed statement, a changed certificate,
or those of another line, with the hash made right. A premise, or what the theorem runs along, is changed, and a few of
the lines that are accepted all the same are looked at. A claim that is false gets a certificate from nothing.

An accepted line that says what was proved before is fine. Any other is evaluated by the witness at points of several
dimensions where everything holds that it stands on, and by the second judge; where one of them objects, where the
checker takes too long or fails with an exception, the certificate is shown and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from forging import falsehoods, forged
from fuzzing import Subject, after, changed, tried, undermined
from loading import theorems

from symnorm.catalog import Catalog

ATTACKS = {"changed": "a line changed", "premise": "a premise changed", "forged": "from nothing, for a false claim"}
SHARES = (16, 1, 3)
PIECE = 500
"""So many changes are made in one go."""

Found = dict[str, Any]


def main() -> int:
    """Reads the command line, attacks, prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", default=["all"], help="theorems (default: all)")
    parser.add_argument("--count", type=int, default=10_000, help="certificates (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--save", type=Path, help="a folder for what must not be")
    wanted = parser.parse_args()
    outcome = run(wanted.targets, wanted.count, wanted.seed, wanted.jobs)
    if wanted.save:
        wanted.save.mkdir(parents=True, exist_ok=True)
        for n, hole in enumerate(outcome.holes):
            (wanted.save / f"hole_{n}.json").write_text(json.dumps(hole, indent=1), "utf-8")
    print(table(outcome))
    return 1 if outcome.holes else 0


@dataclass
class Outcome:
    """What became of the attacks: (attack, outcome) and how often, what must not be, the longest judgement."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    holes: list[Found] = field(default_factory=list)
    slowest: float = 0.0
    seconds: float = 0.0

    def add(self, part: Outcome) -> None:
        """Takes in the outcome of a piece of the work."""
        self.counts.update(part.counts)
        self.holes += part.holes
        self.slowest = max(self.slowest, part.slowest)


def run(targets: list[str], count: int, seed: int, jobs: int) -> Outcome:
    """So many attacks; holes are printed as they are found, and the progress where somebody watches."""
    started = time.perf_counter()
    outcome = Outcome()
    for part in results(targets, count, seed, jobs):
        outcome.add(part)
        outcome.seconds = time.perf_counter() - started
        for hole in part.holes:
            print(json.dumps(hole)[:2000], file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            shown = f"{outcome.counts.total()} of {count}, {len(outcome.holes)} holes"
            print(f"\r{shown}, {outcome.seconds:.0f} s\r", end="", file=sys.stderr, flush=True)
    return outcome


def table(outcome: Outcome) -> str:
    """The outcomes as a Markdown table."""
    lines = [
        f"{outcome.counts.total():,} certificates in {outcome.seconds:.0f} s, the slowest judged in "
        f"{outcome.slowest:.2f} s: {len(outcome.holes)} that must not be.",
        "",
        "| attack | outcome | certificates |",
        "| --- | --- | ---: |",
    ]
    ordered = sorted(outcome.counts.items(), key=lambda item: (list(ATTACKS).index(item[0][0]), -item[1]))
    shown = ""
    for (attack, what), n in ordered:
        lines.append(f"| {ATTACKS[attack] if attack != shown else ''} | {what} | {n:,} |")
        shown = attack
    return "\n".join(lines)


# --- the work, in pieces --------------------------------------------------------------------------------------


def results(targets: list[str], count: int, seed: int, jobs: int) -> Iterator[Outcome]:
    """What became of the attacks, piece by piece. The number of processes changes nothing about them."""
    scripts = [s for s in Catalog().resolve(targets) if s.ids]
    size = sum(s.size for s in scripts)
    share = [max(1, round(count * s.size / size)) for s in scripts]
    share[0] += count - sum(share)
    tasks = [
        (script.ids[0], min(PIECE, number - start), f"{seed}/{start}")
        for script, number in zip(scripts, share, strict=True)
        for start in range(0, number, PIECE)
    ]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(attack, tasks)


_subjects: dict[str, list[Subject]] = {}


def attack(task: tuple[str, int, str]) -> Outcome:
    """So many attacks on the theorems of a script."""
    target, count, seed = task
    if target not in _subjects:
        _subjects.clear()
        _subjects[target] = [s for t in theorems(target) if (s := Subject(t)).shown]
    subjects, lies = _subjects[target], falsehoods()
    source = random.Random(f"{seed}/{target}")
    found = Outcome()
    for _ in range(count):
        subject = source.choices(subjects, [len(s.shown) for s in subjects])[0]
        kind = source.choices(tuple(ATTACKS), SHARES)[0]
        match kind:
            case "changed":
                trial = tried(subject, changed(source, subject))
                outcome = trial.outcome
                found.slowest = max(found.slowest, trial.seconds)
                if trial.is_hole:
                    found.holes.append(_shown(subject, trial))
            case "premise":
                change = undermined(source, subject)
                trials = list(after(subject, change, source))
                worst = next((t for t in trials if t.is_hole), trials[0] if trials else None)
                outcome = worst.outcome if worst else "rejected"
                if worst is not None and worst.is_hole:
                    found.holes.append({**_shown(subject, worst), "premise": str(change)})
            case _:
                lie = source.choice(lies)
                defined, proof = forged(source, lie)
                outcome = "false" if lie.accepts(defined, proof) else "rejected"
                if outcome == "false":
                    found.holes.append({"claim": lie.claim, "defined": defined, "proof": proof})
        found.counts[kind, outcome] += 1
    return found


def _shown(subject: Subject, trial: Any) -> Found:
    change = trial.change
    return {
        "theorem": subject.theorem.id, "what": change.what,
        "outcome": trial.outcome, "detail": trial.detail, "entry": change.number, "role": change.role,
        "statement": change.statement, "defined": change.defined, "proof": change.proof,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
