"""Mutates the trusted code, one slip at a time, and asks the checker's tests whether they notice.

    python benchmarks/checker_mutants.py                                every mutant, on two processes
    python benchmarks/checker_mutants.py --file logic/step --sample 50  a quick look at one file
    python benchmarks/checker_mutants.py --file calculus --file logic   two rooms
    python benchmarks/checker_mutants.py --since c6b9a40                those of statements that were not in a commit
    python benchmarks/checker_mutants.py --sample 0                     is every listed survivor a mutant still?
    python benchmarks/checker_mutants.py --write                        every mutant, and the page in docs

A mutant has another operator, constant, comparison, condition, branch, pattern or call in one statement of
symnorm/checker, or lacks a statement. The tests are tests/test_checker_*.py and the others that `TESTS` names; behind
them stands a corpus of certificates that have to be accepted or refused (`checker_mutants_corpus`). Mutants that
survive both are listed in checker_mutants.toml by class, with the reason why they do no harm. The exit status is 1
where one survives that is not listed there, or one is listed that the code does not have any more.

All tests take about a second of processor time a mutant, survivors longer: the whole run about three hours of it.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import heapq
import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent))

from checker_mutants_edits import Mutant, mutants
from checker_mutants_run import CHECKER, ROOT, Probe, Result, measured, tried, with_tests

from symnorm.files import Output, sealed_page

Key = tuple[str, str, str, str]
"""What a mutant is known by: file, function, statement before and after."""

PAGE = ROOT / "docs" / "mutation-of-the-checker.md"
REVIEWED = Path(__file__).with_suffix(".toml")
TESTS = (
    "test_checker_*.py", "test_laws.py", "test_differential.py", "test_points_agree.py", "test_put_in_agrees.py",
    "test_satisfied.py", "test_one_function.py", "test_calculated_points.py",
    "test_points_whole.py", "test_refutation_sets.py", "test_names_at_points.py",
)  # fmt: skip
WITHOUT = (
    "test_checker_mutants.py",
    "test_no_guard_is_idle", "test_no_guard_is_forgotten", "test_a_copy_with_all_guards_rejects_as_well",
    "test_the_bundles_are_those_of_the_judge", "test_every_bundle_is_accepted",
    "test_entries_left_out_doubled_or_moved", "test_a_false_statement_with_the_certificate_of_a_true_one",
    "test_what_is_kept_in_memory_counts_as_work", "test_a_normalizer_that_remembers_much_is_not_used_again",
    "test_bounds_are_work", "test_deep_nesting", "test_what_takes_long_is_given_up",
    "test_every_point_of_the_corpus_is_one",
)  # fmt: skip
"""Tests that are left out: of this program; what the corpus repeats in less time, or reads; seconds of hard work."""

TABLE = "calculus/laws"
"""No part of the checker reads it: the tests of the laws are made from it, and a change of a row changes a test."""

PARTS = {
    "what accepts": ("calculus", "logic", "forms", "__main__"),
    "what judges points": ("refutation",),
    "what shows": (),
}
"""The rooms and files of the checker by what rests on them; the last part has all others."""

CLASSES = {
    "equivalent": "no input tells them from the checker",
    "bound": "a limit on work, memory or size is another; what is accepted is as true",
    "speed": "a short cut, or what is remembered, is left out; the result is the same",
    "form": "a normal form is another one of the same value",
    "stricter": "less is accepted, and nothing that any theorem needs",
    "message": "another text, or another kind of refusal",
}
"""Why a survivor does no harm."""


def main() -> int:
    """Reads the command line, tries, prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", action="append", help="a file or a room of the checker, such as logic/rules or logic "
                        "(default: all); those named first are tried first")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen at random (default: all)")
    parser.add_argument("--since", help="a commit: only the mutants that its checker did not have (default: all)")
    parser.add_argument("--most", type=int, help="so many tests a mutant, without the corpus (default: all of both)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample and of the corpus (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--again", action="store_true", help="try the listed survivors too, which takes twice as long")
    parser.add_argument("--write", action="store_true", help="write docs/mutation-of-the-checker.md")
    parser.add_argument("--save", type=Path, help="a file for every result; what is in it is not tried again")
    parser.add_argument("--hints", type=Path, help="such a file of an earlier run: its killers are tried first")
    wanted = parser.parse_args()
    names = wanted.file or all_files()
    files = [*dict.fromkeys(f for n in names for f in all_files() if f == n or f.startswith(f"{n}/"))]
    if unknown := [n for n in wanted.file or () if not any(f == n or f.startswith(f"{n}/") for f in files)]:
        parser.error(f"no file of the checker is called {unknown[0]}: give a path such as logic/rules, without .py")
    before = of_a_commit(wanted.since, files) if wanted.since else frozenset()
    if before is None:
        parser.error(f"{wanted.since} is no commit of this repository: give one that git log names")
    with Output(str(PAGE) if wanted.write else None) as output:
        with open(wanted.save or os.devnull, "a+", encoding="utf-8") as kept:
            hints = killers(wanted.hints.read_text("utf-8")) if wanted.hints else {}
            outcome = run(files, wanted.sample, wanted.seed, wanted.jobs, wanted.most, kept, wanted.again, hints,
                          wanted.since, before)  # fmt: skip
        print(table(outcome))
        output.write_text(lambda: page(outcome), sealed_page)
    for result in outcome.open:
        print(entry(result.mutant), file=sys.stderr)
    for key in outcome.stale:
        print(f"listed, but no mutant any more: {' | '.join(key)}", file=sys.stderr)
    return 1 if outcome.open or outcome.stale or outcome.failing else 0


def all_files() -> list[str]:
    """The files of the checker, without their suffix."""
    return sorted({p.relative_to(CHECKER).with_suffix("").as_posix() for p in CHECKER.rglob("*.py")} - {TABLE})


@dataclass
class Outcome:
    """The results in the order of the mutants, and the tests that fail without any."""

    scope: str = ""
    results: list[Result] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    reviewed: dict[Key, tuple[str, str]] = field(default_factory=dict)
    older: list[Mutant] = field(default_factory=list)
    """Survivors that are listed, and were left out as an earlier commit had them already."""
    stale: list[Key] = field(default_factory=list)
    """Survivors that are listed, and of which the code that they change is gone."""

    @property
    def survivors(self) -> list[Result]:
        """The results that say that nothing noticed."""
        return [r for r in self.results if not r.fate]

    @property
    def open(self) -> list[Result]:
        """The survivors that nobody has reviewed."""
        return [r for r in self.survivors if r.mutant.key not in self.reviewed]


def run(
    files: Sequence[str], sample: int | None, seed: int, jobs: int, most: int | None = None,
    kept: IO[str] | None = None, again: bool = False, hints: Mapping[Key, str] | None = None,
    since: str | None = None, old: Collection[Key] = (),
) -> Outcome:  # fmt: skip
    """Tries the mutants of these files, or a sample of them, but those that `kept` has; results are added to it.

    `hints` are the probes that come first, each for its mutant. The `old` mutants are left out: the checker had them
    already in the commit `since`.

    Survivors that are listed count as such without a trial, unless they are to be tried `again`.
    """
    started = time.perf_counter()
    found = [m for f in files for m in mutants(f, (CHECKER / f"{f}.py").read_text("utf-8"))]
    keys, listed = {m.key for m in found}, reviewed()
    older = [m for m in found if m.key in old and m.key in listed]
    found = [m for m in found if m.key not in old]
    there = {m.key for m in found}
    if sample is not None:
        chosen = set(heapq.nsmallest(sample, there, key=lambda key: drawn(seed, key)))
        found = [m for m in found if m.key in chosen]
    told = scope(files, len(found), len(there), seed, most, since)
    outcome = Outcome(told, reviewed=listed, older=older)
    others = {*all_files()} - {*files}
    outcome.stale = [key for key in outcome.reviewed if key not in keys and key[0] not in others]
    before: dict[Key, tuple[str, str, int, float]] = {} if again else dict.fromkeys(outcome.reviewed, ("", "", 0, 0.0))
    before |= earlier(kept, most) if kept else {}
    outcome.results = [Result(m, *before[m.key]) for m in found if m.key in before]
    left = [m for m in found if m.key not in before]
    left.sort(key=lambda m: (files.index(m.file), drawn(seed, m.key)))

    def loop(tests: list[Probe]) -> None:
        from checker_mutants_corpus import corpus

        behind = corpus(seed) if most is None else ()
        probes, outcome.failing = measured([*tests, *behind], files)
        for name in outcome.failing:
            note(f"left out, for it fails without any change: {name}", started)
        note(f"{len(left)} mutants, {len(probes)} probes of {sum(k.seconds for k in probes):.0f} s", started)
        for n, result in enumerate(tried(left, probes, jobs, most, hints or {}), start=1):
            outcome.results.append(result)
            if kept:
                row = [*result.mutant.key, result.fate, result.by, result.probes, most, round(result.seconds, 3)]
                print(json.dumps(row), file=kept, flush=True)
            if n % 100 == 0:
                note(f"{n} of {len(left)}, {len(outcome.survivors)} survive", started)

    if left:
        with_tests(sorted(p for pattern in TESTS for p in (ROOT / "tests").glob(pattern)), WITHOUT, loop)
    places = {m.key: n for n, m in enumerate(found)}
    outcome.results.sort(key=lambda r: places[r.mutant.key])
    return outcome


def drawn(seed: int, key: Key) -> bytes:
    """A mutant's place in the draw: its own, so that a changed statement leaves the others of a sample in it."""
    return hashlib.sha256(repr((seed, key)).encode()).digest()


def of_a_commit(commit: str, files: Sequence[str]) -> frozenset[Key] | None:
    """The mutants of these files as they were in a commit; None where there is no such commit."""
    git = functools.partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=False)
    if git(["git", "rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}"]).returncode:
        return None
    found: set[Key] = set()
    for file in files:
        shown = git(["git", "show", f"{commit}:{(CHECKER / file).relative_to(ROOT)}.py"])
        if not shown.returncode:  # else there was no such file
            found |= {m.key for m in mutants(file, shown.stdout)}
    return frozenset(found)


def scope(files: Sequence[str], tried: int, there: int, seed: int, most: int | None, since: str | None = None) -> str:
    """What a run is about, in words."""
    kind = f"mutants that the commit {since} did not have" if since else "mutants"
    told = f"All {there:,} {kind}"
    if tried < there:
        told = f"A random sample: {tried:,} of {there:,} {kind}, drawn with the seed {seed}"
    if rest := [file for file in all_files() if file not in files]:
        told += f" of {', '.join(sorted(files))} (not tried: {', '.join(rest)})"
    tests = "all tests that reach it" if most is None else f"the {most} fastest tests that reach it, without the corpus"
    told += f"; for each, {tests}."
    if tried < there:
        told += " What survived at first led to tests, so that the score of a sample is better than that of all."
    return f"{told} Of code that has changed since, nothing is claimed."


def earlier(kept: IO[str], most: int | None) -> dict[Key, tuple[str, str, int, float]]:
    """The results of an earlier run, by mutant; one that survived fewer tests is to be tried again."""
    kept.seek(0)
    rows = [json.loads(line) for line in kept]
    return {tuple(row[:4]): (row[4], row[5], row[6], row[8]) for row in rows if row[4] or row[7] == most}


def killers(saved: str) -> dict[Key, str]:
    """What killed the mutants of an earlier run, from what it saved."""
    rows = map(json.loads, saved.splitlines())
    return {tuple(row[:4]): row[5] for row in rows if row[5]}


def note(text: str, started: float) -> None:
    """Says on standard error how far it is."""
    print(f"{time.perf_counter() - started:6.0f} s  {text}", file=sys.stderr, flush=True)


def reviewed() -> dict[Key, tuple[str, str]]:
    """(class, reason) of every survivor that was looked at."""
    found = {}
    for e in tomllib.loads(REVIEWED.read_text("utf-8"))["survivor"] if REVIEWED.exists() else ():
        for after in e["after"]:
            found[e["file"], e["function"], e["before"], after] = e["class"], e["reason"]
    return found


def entry(mutant: Mutant) -> str:
    """The beginning of an entry of checker_mutants.toml."""
    named = zip(("file", "function", "before"), mutant.key, strict=False)
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in named]
    return "\n".join(["[[survivor]]", *lines, f"after = [{json.dumps(mutant.after, ensure_ascii=False)}]"])


# --- what is shown --------------------------------------------------------------------------------------------

FATES = {"tests": "killed by the tests", "corpus": "by the corpus", "timeout": "by their time",
         "crash": "as they are imported", "": "survive"}  # fmt: skip


def fate(result: Result) -> str:
    """The column of a result."""
    return result.fate if result.fate != "killed" else "corpus" if result.by.startswith("corpus") else "tests"


def table(outcome: Outcome) -> str:
    """The score of every file, as a Markdown table."""
    counts = Counter((r.mutant.file, fate(r)) for r in outcome.results)
    lines = [
        f"| file | mutants | {' | '.join(FATES.values())} | score |",
        f"| --- | ---: | {' | '.join('---:' for _ in FATES)} | ---: |",
    ]

    def add(title: str, files: Collection[str]) -> None:
        row = [sum(n for (f, kind), n in counts.items() if f in files and kind == k) for k in FATES]
        score = f"{100 * (1 - row[-1] / sum(row)):.1f} %" if any(row) else "none tried"
        lines.append(f"| {title} | {sum(row):,} | {' | '.join(f'{n:,}' for n in row)} | {score} |")

    there = sorted({file for file, _ in counts})
    for name in PARTS:
        if files := [file for file in there if part(file) == name]:
            for file in files:
                add(file, [file])
            add(f"**{name}**", files)
    add("**all**", there)
    return "\n".join(lines)


def part(file: str) -> str:
    """The part of the checker that a file belongs to."""
    *named, last = PARTS
    return next((p for p in named if file.split("/")[0] in PARTS[p]), last)


START = """# Mutation of the trusted code

Written by `python benchmarks/checker_mutants.py --write`. A mutant of the checker has one slip in one statement:
another operator, constant, comparison, condition, branch, pattern or call, or lacks the statement. The tests of the
checker that reach the statement are run against it, and behind them a corpus of certificates: bundles of all theorems,
which have to be accepted, and false claims, which have to be refused. The survivors are listed below, each with the
reason why it does no harm: none accepts anything false. Those that were listed before are not tried again. Of
statements that stand twice alike in a function, the first is changed. The table of laws is left out: no part of the
checker reads it, and the tests of the laws are made from it.
"""


def page(outcome: Outcome) -> str:
    """The whole page, as Markdown: the score, and the survivors by class and reason."""
    kinds = Counter(r.mutant.kind for r in outcome.results)
    told = ", ".join(f"{n:,} {kind}" for kind, n in kinds.most_common())
    minutes = sum(r.seconds for r in outcome.results) / 60
    cost = f"The trials took {minutes:.0f} minutes of one process; several share them."
    lines = [START, outcome.scope, "", table(outcome), "", f"Their kinds: {told}.", "", cost, "", "## Survivors", ""]
    groups: dict[str, dict[str, list[Mutant]]] = {}
    for mutant in [*outcome.older, *(r.mutant for r in outcome.survivors)]:
        kind, reason = outcome.reviewed.get(mutant.key, ("open", "Nobody has looked at these."))
        groups.setdefault(kind, {}).setdefault(reason, []).append(mutant)
    lines += ["| class | mutants | |", "| --- | ---: | --- |"]
    for kind in sorted(groups):
        lines.append(f"| {kind} | {sum(map(len, groups[kind].values()))} | {CLASSES.get(kind, '')} |")
    for kind in sorted(groups):
        lines += ["", f"### {kind}", ""]
        for reason, own in groups[kind].items():
            lines.append(f"- {reason}")
            lines += [f"  - `{m.file}` `{m.function}`: `{m.before}` → `{m.after}`" for m in own]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
