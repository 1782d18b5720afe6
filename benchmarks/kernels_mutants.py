"""Mutates what kernels are made of, one slip at a time, and asks `kernels check` whether it notices by running them.

    python benchmarks/kernels_mutants.py                       a sample of all files
    python benchmarks/kernels_mutants.py --file kernels/repair --sample 20
    python benchmarks/kernels_mutants.py --write               the sample, and the page in docs

A mutant has another operator, constant, comparison, condition, branch or call in one statement of the runtime, of the
printers, or of what stands at the head of a file for numba. A mutant of a printer prints the kernels anew. The text is
not compared: what is held against the statements is what the functions compute, their scale laws, and the functions at
the head. Mutants that nothing notices are listed in kernels_mutants.toml by class, with the reason why nothing that is
compared comes out wrong. The exit status is 1 where one survives that is not listed there.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

from checker_mutants_edits import Mutant, mutants

from symnorm.codegen.claims.claim import Cited
from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.target import NUMBA
from symnorm.codegen.operators.table import needed
from symnorm.errors import UserError
from symnorm.files import Output, sealed_page, unsealed
from symnorm.validation import Validation, claims, source
from symnorm.validation.meaning import USES

ROOT = Path(__file__).parent.parent
OURS = ROOT / "symnorm"
PAGE = ROOT / "docs" / "mutation-of-the-kernels.md"
REVIEWED = Path(__file__).with_suffix(".toml")

RUNTIME = {"kernels/repair": 40, "kernels/runtime": 25, "kernels/workspace": 40}
PRINTERS = {"codegen/operators/table": 70, "codegen/operators/kernel": 14, "codegen/graph/lower": 50,
            "codegen/graph/node": 4, "codegen/graph/schedule": 24, "codegen/graph/writing": 10,
            "codegen/numpy/printer": 30, "codegen/numba/prelude": 20, "codegen/numba/printer": 14,
            "codegen/numba/loops": 6, "codegen/numba/block": 4, "codegen/emit/public": 30}  # fmt: skip
"""The files, and how many mutants of each are tried, unless told otherwise."""

FIRST = ("layer_norm_simple_vjp", "eln_vjp")
THEN = ("dyt_vjp", "eln_general_vjp", "layer_norm", "beta_i")
LAST = ("rms_norm_vjp", "ada_norm_vjp", "isru_vjp", "gradient_variance", "dyt_scaled")
"""Functions that are run one after the other: most mutants are noticed by the first."""

MOST_FOR_NUMBA = 2
"""So many functions are compiled for a mutant that the first did not notice."""

SECONDS = 240.0

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
    every = RUNTIME | PRINTERS
    if unknown := [f for f in wanted.file or () if f not in every]:
        parser.error(f"no file is called {unknown[0]}: give one of {', '.join(every)}")
    files = {f: wanted.sample or every[f] for f in wanted.file or every}
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
    """Some mutants of each file: of a smaller number, all are among those of a larger one."""
    for file, count in files.items():
        found = list(mutants(file, (OURS / f"{file}.py").read_text("utf-8")))
        chosen = random.Random(f"{seed} {file}").sample(range(len(found)), len(found))[:count]
        yield from (found[n] for n in sorted(chosen))


def code() -> str:
    """A hash of all that is mutated, and of what judges it."""
    rooms = ("kernels", "codegen", "validation")
    texts = [p.read_bytes() for room in rooms for p in sorted((OURS / room).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def tried(found: Sequence[Mutant], jobs: int, save: Path | None) -> list[Result]:
    """What becomes of each mutant; results are added to a file, and those that it has of this code are taken."""
    before, now = {}, code()
    if save and save.exists():
        rows = map(json.loads, save.read_text("utf-8").splitlines())
        before = {tuple(row[1:5]): row[5:] for row in rows if row[0] == now}
    bench, started, done = Bench(), time.perf_counter(), Counter[str]()

    def one(mutant: Mutant) -> Result:
        if mutant.key in before:
            return Result(mutant, *before[mutant.key])
        result = Result(mutant, *bench.fate(mutant))
        done[result.fate] += 1
        told = f"{time.perf_counter() - started:6.0f} s  {sum(done.values())} of {len(found)}, {done['']} survive"
        print(told, file=sys.stderr, flush=True)
        if save:
            with save.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps([now, *mutant.key, result.fate, result.by]) + "\n")
        return result

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, found))


# --- trying ---------------------------------------------------------------------------------------------------

PRINT = """
import pickle, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
import symnorm
assert symnorm.__file__.startswith(sys.argv[3])
from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.module import module
from symnorm.codegen.emit.target import NUMBA, NUMPY

reports = pickle.loads(Path(sys.argv[1]).read_bytes())

class Known(Claims):
    def _reported(self, wanted):
        return reports

known = Known()
for name, target in (("functions", NUMPY), ("numba", NUMBA)):
    Path(sys.argv[2], name + ".py").write_text(module(known, target), "utf-8")
"""
"""What prints both modules, in a process of its own, of claims that were verified here."""


class Bench:
    """The statements, what they say of the rows, and the files that ship."""

    def __init__(self) -> None:
        found, cited = Claims(), [*needed(), *NUMBA.cites]
        found.statements(cited)
        self.claims = pickle.dumps(found._reports)
        stated = found.statements(Cited(*claim) for claim in claims())
        self.validation = Validation({(c.theorem, c.label): form for c, form in stated.items()})
        self.shipped = {n: (OURS / "kernels" / f"{n}.py").read_text("utf-8") for n in ("functions", "numba")}
        with tempfile.TemporaryDirectory(prefix="symnorm-mutant-") as room:
            self.printed("", "", Path(room), Path(room))
            for name, text in self.shipped.items():
                assert unsealed(text) == (Path(room) / f"{name}.py").read_text("utf-8"), f"{name}.py is not printed now"

    def fate(self, mutant: Mutant) -> tuple[str, str]:
        """(what became of it, what noticed it)."""
        with tempfile.TemporaryDirectory(prefix="symnorm-mutant-") as room:
            text = ast.unparse(mutant.tree())
            folder = Path(shutil.copytree(OURS / "kernels", Path(room) / "kernels"))
            if mutant.file in RUNTIME:
                (folder / Path(f"{mutant.file}.py").name).write_text(text, "utf-8")
                return self.noticed(folder / "functions.py", [])
            try:
                self.printed(mutant.file, text, folder, Path(room))
                printed = {n: (folder / f"{n}.py").read_text("utf-8") for n in self.shipped}
                changed = [n for n, shown in printed.items() if body(shown) != body(self.shipped[n])]
            except (subprocess.SubprocessError, SyntaxError) as error:
                said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
                return "prints nothing", said[-1][:120] if said else ""
            for name in changed:
                names = concerned(self.shipped[name], printed[name])
                fate = self.noticed(folder / f"{name}.py", names)
                if fate[0]:
                    return fate
            return ("", "") if changed else ("prints the same", "")

    def printed(self, file: str, text: str, folder: Path, room: Path) -> None:
        """Prints both modules by a copy of symnorm with another text in one file. Raises SubprocessError."""
        (room / "claims").write_bytes(self.claims)
        home = room / "home" / "symnorm"
        shutil.copytree(OURS, home, ignore=shutil.ignore_patterns("__pycache__", "export", "figures", "kernels"))
        if file:
            (home / f"{file}.py").write_text(text, "utf-8")
        shutil.copytree(OURS / "kernels", home / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
        subprocess.run(
            [sys.executable, "-c", PRINT, str(room / "claims"), str(folder), str(home.parent)],
            cwd=room, capture_output=True, text=True, check=True, timeout=SECONDS,
        )  # fmt: skip

    def noticed(self, path: Path, names: list[str]) -> tuple[str, str]:
        """What notices that the functions of a file are wrong: first a few of those that are concerned, then others."""
        is_numba = path.stem == "numba"
        every = list(dict.fromkeys(u.function for u in USES))
        names = names or every
        first = [n for n in FIRST if n in names] or names[:2]
        then = [n for n in THEN if n in names and n not in first][: MOST_FOR_NUMBA if is_numba else None]
        rest = [n for n in LAST if n in names and n not in (*first, *then) and not is_numba]
        file = source(path.read_text("utf-8"), path)
        for some in (first, then, rest):
            try:
                outcome = self.validation.of(file, SECONDS, only=some) if some else None
            except UserError as error:
                return "does not run", str(error)[:120]
            if outcome and not outcome.passed:
                parts = {"values": outcome.functions, "laws": outcome.laws, "head": outcome.helpers}
                found = [(k, p.name, f) for k, group in parts.items() for p in group for f in p.faults]
                kind, name, fault = next((f for f in found if "Error: " not in f[2]), found[0])
                return "raises" if "Error: " in fault else kind, f"{name}: {fault}"[:160]
        return "", ""


def body(text: str) -> str:
    """A module without what is written for readers."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def concerned(before: str, after: str) -> list[str]:
    """The public functions that run a kernel of which a part differs; all, where it is none of a kernel."""
    old, new = ({ast.unparse(node) for node in ast.parse(body(text)).body} for text in (before, after))
    names = {name for node in (old ^ new) for name in (u.kernel for u in USES) if names_kernel(node, name)}
    own = {u.function for u in USES if any(node.startswith(f"def {u.function}(") for node in old ^ new)}
    return list(dict.fromkeys(u.function for u in USES if u.kernel in names or u.function in own))


def names_kernel(text: str, name: str) -> bool:
    """Whether a piece of source is a part of a kernel."""
    starts = (f"def _{name}(", f"def _{name}_loops(", f"def _{name}_fused(", f"{name.upper()} = ")
    return any(start in text for start in starts)


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
printers, or of the head of a file for numba: another operator, constant, comparison, condition, branch or call, or it
lacks the statement. What it prints, or runs, is held against the statements as `symnorm kernels check` does, with up to
eleven of the functions, and four for numba; the text is not compared. The survivors are listed below, each with the
reason why nothing that is compared comes out wrong.
"""


def page(results: Sequence[Result], seed: int) -> str:
    """The whole page, as Markdown: what became of the mutants, and the survivors by class and reason."""
    noticed = sum(r.fate not in ("", "prints the same") for r in results)
    chosen = f"{len(results)} mutants, chosen at random with the seed {seed}, all of one code. {noticed} are noticed."
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
