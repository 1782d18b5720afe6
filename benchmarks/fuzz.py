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
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from forging import falsehoods, forged
from fuzzing import Subject, after, changed, tried, undermined
from loading import theorems

from symnorm.catalog import Catalog

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
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    holes: list[Found] = []
    slowest = 0.0
    for part in results(wanted):
        counts.update(part["counts"])
        holes += part["holes"]
        slowest = max(slowest, part["slowest"])
        for hole in part["holes"]:
            print(json.dumps(hole)[:2000], flush=True)
        if sys.stderr.isatty():
            shown = f"{sum(counts.values())} of {wanted.count}, {len(holes)} holes"
            print(f"\r{shown}, {time.perf_counter() - started:.0f} s\r", end="", file=sys.stderr, flush=True)
    if wanted.save:
        wanted.save.mkdir(parents=True, exist_ok=True)
        for n, hole in enumerate(holes):
            (wanted.save / f"hole_{n}.json").write_text(json.dumps(hole, indent=1), "utf-8")
    print(table(counts, len(holes), slowest, time.perf_counter() - started))
    return 1 if holes else 0


def table(counts: Counter[str], holes: int, slowest: float, seconds: float) -> str:
    """The outcomes as a Markdown table."""
    total = sum(counts.values())
    lines = [
        f"{total:,} certificates in {seconds:.0f} s, the slowest judged in {slowest:.2f} s; {holes} holes.",
        "",
        "| attack: outcome | certificates |",
        "| --- | ---: |",
    ]
    lines += [f"| {name} | {n:,} |" for name, n in sorted(counts.items(), key=lambda item: (item[0][:4], -item[1]))]
    return "\n".join(lines)


# --- the work, in pieces --------------------------------------------------------------------------------------


def results(wanted: argparse.Namespace) -> Iterator[Found]:
    """What became of the changes, piece by piece. The number of processes changes nothing about them."""
    scripts = [ids for s in Catalog().resolve(wanted.targets) if (ids := s.ids)]
    sizes = [s.size for s in Catalog().resolve(wanted.targets) if s.ids]
    share = [max(1, round(wanted.count * size / sum(sizes))) for size in sizes]
    share[0] += wanted.count - sum(share)
    tasks = [
        (ids[0], min(PIECE, number - start), f"{wanted.seed}/{start}")
        for ids, number in zip(scripts, share, strict=True)
        for start in range(0, number, PIECE)
    ]
    with ProcessPoolExecutor(wanted.jobs) as pool:
        yield from pool.map(attack, tasks)


_subjects: dict[str, list[Subject]] = {}


def attack(task: tuple[str, int, str]) -> Found:
    """So many attacks on the theorems of a script."""
    target, count, seed = task
    if target not in _subjects:
        _subjects.clear()
        _subjects[target] = [s for t in theorems(target) if (s := Subject(t)).shown]
    subjects, lies = _subjects[target], falsehoods()
    source = random.Random(f"{seed}/{target}")
    counts: Counter[str] = Counter()
    holes, slowest = [], 0.0
    for _ in range(count):
        subject = source.choices(subjects, [len(s.shown) for s in subjects])[0]
        match source.choices(("changed", "undermined", "forged"), SHARES)[0]:
            case "changed":
                trial = tried(subject, changed(source, subject))
                counts[f"changed: {trial.outcome}"] += 1
                slowest = max(slowest, trial.seconds)
                if trial.is_hole:
                    holes.append(_shown(subject, trial))
            case "undermined":
                change = undermined(source, subject)
                trials = list(after(subject, change, source))
                worst = next((t for t in trials if t.is_hole), trials[0] if trials else None)
                counts[f"premise: {worst.outcome if worst else 'rejected'}"] += 1
                if worst is not None and worst.is_hole:
                    holes.append({**_shown(subject, worst), "premise": str(change)})
            case _:
                lie = source.choice(lies)
                defined, proof = forged(source, lie)
                accepted = lie.accepts(defined, proof)
                counts[f"forged: {'false' if accepted else 'rejected'}"] += 1
                if accepted:
                    holes.append({"claim": lie.claim, "defined": defined, "proof": proof})
    return {"counts": counts, "holes": holes, "slowest": slowest}


def _shown(subject: Subject, trial: Any) -> Found:
    change = trial.change
    return {
        "theorem": subject.theorem.id, "what": change.what,
        "outcome": trial.outcome, "detail": trial.detail, "entry": change.number, "role": change.role,
        "statement": change.statement, "defined": change.defined, "proof": change.proof,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
