"""Mutates what kernels are made of, one slip at a time, and asks `kernels check` whether it notices by running them.

    python benchmarks/kernels_mutants.py                       a sample of all files
    python benchmarks/kernels_mutants.py --file kernels/repair --sample 20
    python benchmarks/kernels_mutants.py --write               the sample, and the page in docs

A mutant has another operator, constant, comparison, condition, branch or call in one statement of the runtime, of the
printers, of what stands at the head of a file for numba, or of the kernels as they are printed. A mutant of a printer
prints them anew. The text is not compared: what is held against the statements is what the functions compute, their
scale laws, and the functions at the head. Mutants that nothing notices are listed in kernels_mutants.toml by class,
with the reason why nothing that is compared comes out wrong. The exit status is 1 where one survives that is not listed
there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
import tomllib
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

from checker_mutants_edits import Mutant, mutants
from kernels_mutants_run import OURS, Bench, fates

from symnorm.files import Output, sealed_page

PAGE = OURS.parent / "docs" / "mutation-of-the-kernels.md"
REVIEWED = Path(__file__).with_suffix(".toml")

FILES = {"kernels/functions": 220, "kernels/workspace": 28, "kernels/repair": 18, "kernels/concerned": 10,
         "kernels/runtime": 15, "codegen/operators/table": 8, "codegen/operators/kernel": 5,
         "codegen/graph/lower": 12, "codegen/graph/node": 2, "codegen/graph/schedule": 10, "codegen/graph/writing": 4,
         "codegen/numpy/printer": 12, "codegen/emit/public": 12, "codegen/numba/prelude": 6, "codegen/numba/printer": 3,
         "codegen/numba/loops": 2, "codegen/numba/block": 2, "kernels/numba": 4}  # fmt: skip
"""The files, and how many mutants of each are tried, unless told otherwise."""

CLASSES = {
    "speed": "blocks, threads, memory or a short cut are others; the numbers are the same, bit for bit or to rounding",
    "accuracy": "the error grows, or a path is taken by other rows, and stays within what is promised",
    "equivalent": "no input tells them apart",
    "text": "names, comments or docstrings are others",
    "uncovered": "it matters for what `kernels check` says that it does not compare",
    "refusal": "something that is wrong is refused otherwise, or not at all: the statement says nothing there",
}
"""Why a survivor does no harm."""


@dataclass(frozen=True)
class Result:
    """What became of a mutant, and what noticed it; a survivor has the fate ""."""

    mutant: Mutant
    fate: str
    by: str = ""


def main() -> int:
    """Reads the command line, tries, prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", action="append", help="a file, such as kernels/repair (default: all)")
    parser.add_argument("--sample", type=int, help="so many mutants of each file")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at once (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write docs/mutation-of-the-kernels.md")
    parser.add_argument("--save", type=Path, help="a file for every result; what the same code left is not tried again")
    wanted = parser.parse_args()
    if unknown := [f for f in wanted.file or () if f not in FILES]:
        parser.error(f"no file is called {unknown[0]}: give one of {', '.join(FILES)}")
    files = {f: wanted.sample or FILES[f] for f in wanted.file or FILES}
    with Output(str(PAGE) if wanted.write else None) as output:
        results = tried(list(sampled(files, wanted.seed)), wanted.jobs, wanted.save)
        print(table(results))
        output.write_text(lambda: page(results, wanted.seed), sealed_page)
    known = reviewed()
    unlisted = [r.mutant for r in results if not r.fate and r.mutant.key not in known]
    for mutant in unlisted:
        print(entry(mutant), file=sys.stderr)
    return 1 if unlisted else 0


def sampled(files: dict[str, int], seed: int) -> Iterator[Mutant]:
    """Some mutants of each file, in any order: a larger number begins with those of a smaller one."""
    warnings.simplefilter("ignore", SyntaxWarning)
    for file, count in files.items():
        found = list(mutants(file, (OURS / f"{file}.py").read_text("utf-8")))
        chosen = random.Random(f"{seed} {file}").sample(range(len(found)), len(found))[:count]
        yield from (found[n] for n in chosen)


def code() -> str:
    """A hash of all that is mutated, and of what judges it."""
    rooms = ("kernels", "codegen", "validation")
    texts = [p.read_bytes() for room in rooms for p in sorted((OURS / room).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def tried(found: Sequence[Mutant], jobs: int, save: Path | None) -> list[Result]:
    """What becomes of each mutant; results are added to a file, and those that it has of this code are taken."""
    before: dict[tuple[str, ...], tuple[str, str]] = {}
    now = code()
    if save and save.exists():
        rows = map(json.loads, save.read_text("utf-8").splitlines())
        before = {tuple(row[1:5]): (row[5], row[6]) for row in rows if row[0] == now}
    left = [m for m in found if m.key not in before]
    started, done = time.perf_counter(), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="symnorm-mutants-") as room:
        for mutant, fate in fates(Bench(Path(room)), left, jobs) if left else ():
            before[mutant.key] = fate
            done[fate[0]] += 1
            told = f"{time.perf_counter() - started:6.0f} s  {done.total()} of {len(left)}, {done['']} survive"
            print(told, file=sys.stderr, flush=True)
            if save:
                with save.open("a", encoding="utf-8") as kept:
                    kept.write(json.dumps([now, *mutant.key, *fate]) + "\n")
    return [Result(m, *before[m.key]) for m in found]


# --- what is shown --------------------------------------------------------------------------------------------


def reviewed() -> dict[tuple[str, str, str, str], tuple[str, str]]:
    """(class, reason) of every survivor that was looked at."""
    listed = tomllib.loads(REVIEWED.read_text("utf-8"))["survivor"] if REVIEWED.exists() else ()
    return {
        (e["file"], e["function"], e["before"], after): (e["class"], e["reason"])
        for e in listed
        for after in e["after"]
    }


def entry(mutant: Mutant) -> str:
    """The beginning of an entry of kernels_mutants.toml."""
    named = zip(("file", "function", "before"), mutant.key, strict=False)
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in named]
    return "\n".join(["[[survivor]]", *lines, f"after = [{json.dumps(mutant.after, ensure_ascii=False)}]"])


FATES = {
    "values": "computes something else", "laws": "scales otherwise", "head": "has another head", "raises": "raises",
    "does not run": "does not run", "prints nothing": "prints nothing", "prints the same": "prints the same",
    "": "survive",
}  # fmt: skip


def table(results: Sequence[Result]) -> str:
    """What became of the mutants of each file, as a Markdown table."""
    counts = Counter((r.mutant.file, r.fate) for r in results)
    lines = [
        f"| file | mutants | {' | '.join(FATES.values())} |",
        f"| --- | ---: | {' | '.join('---:' for _ in FATES)} |",
    ]
    for file in [*dict.fromkeys(r.mutant.file for r in results), "all"]:
        row = [sum(n for (f, kind), n in counts.items() if file in (f, "all") and kind == k) for k in FATES]
        lines.append(f"| {file} | {sum(row):,} | {' | '.join(f'{n:,}' for n in row)} |")
    return "\n".join(lines)


START = """# Mutation of the kernels

Written by `python benchmarks/kernels_mutants.py --write`. A mutant has one slip in one statement of the runtime, of the
printers, of the head of a file for numba, or of the kernels as they are printed: another operator, constant,
comparison, condition, branch or call, or it lacks the statement. What it prints, or runs, is held against the
statements as `symnorm kernels check` does, until something is noticed; a survivor has been run with every function that
it may concern. The text is not compared. The survivors are listed below, each with the reason why nothing that is
promised comes out wrong; or, as *uncovered*, with what it takes to go wrong, which is not compared.
"""


def page(results: Sequence[Result], seed: int) -> str:
    """The whole page, as Markdown: what became of the mutants, and the survivors by class and reason."""
    counts = Counter(r.fate for r in results)
    apart = {fate: counts[fate] for fate in ("prints nothing", "prints the same", "")}
    chosen = (
        f"{len(results)} mutants, chosen at random with the seed {seed}, all of one code ({code()}). "
        f"{len(results) - sum(apart.values())} are noticed as they are run; {apart['prints nothing']} print nothing, "
        f"{apart['prints the same']} the same, and {apart['']} survive."
    )
    lines = [START, chosen, "", table(results), ""]
    groups: dict[str, dict[str, list[Mutant]]] = {}
    for result in results:
        if not result.fate:
            kind, reason = reviewed().get(result.mutant.key, ("open", "Nobody has looked at these."))
            groups.setdefault(kind, {}).setdefault(reason, []).append(result.mutant)
    lines += ["## Survivors", "", "| class | mutants | |", "| --- | ---: | --- |"]
    lines += [f"| {k} | {sum(map(len, groups[k].values()))} | {CLASSES.get(k, '')} |" for k in sorted(groups)]
    for kind in sorted(groups):
        lines += ["", f"### {kind}", ""]
        for reason, own in groups[kind].items():
            lines.append(f"- {reason}")
            lines += [f"  - `{m.file}` `{m.function}`: `{m.before}` → `{m.after}`" for m in own]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
