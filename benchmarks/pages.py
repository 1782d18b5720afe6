"""Writes what README.md and the pages in docs say of the project in numbers, between markers: none of them is typed.

    python benchmarks/pages.py            all parts but `kernels` (a quarter of an hour) and `fuzz` (an hour or two)
    python benchmarks/pages.py verify     one of them
    python benchmarks/pages.py kernels=one.json,two.json    from what `kernels.py --json` has written
    python benchmarks/pages.py fuzz=30000,7                 so many certificates, with this seed
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import kernels
import kernels_tables
import speed

ROOT = Path(__file__).parent.parent
RUNS = 5


def symnorm(*arguments: str) -> str:
    """What a command of symnorm prints, into a pipe."""
    command = [sys.executable, "-m", "symnorm", *arguments]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return done.stdout


def verify() -> str:
    """The answer of `verify all`: the theorems of the first paper's proof, and the summary."""
    table, _, total = symnorm("verify", "all", "--no-cache").rstrip().rpartition("\n\n")
    names, *lines = table.split("\n")
    shown = [line for line in lines if re.match(r"\S eln/[1-4]( |_[a-z])", line)]
    return "\n".join(["```text", "$ symnorm verify all", names, "...", *shown, "...", "", total, "```"])


def alone() -> str:
    """How many equations hold by their normal forms alone: their certificates are empty."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bundle.json")
        symnorm("verify", "all", "--certificates", str(path))
        theorems = json.loads(path.read_text("utf-8"))["theorems"]
    entries = [entry for theorem in theorems for entry in theorem["entries"] if entry["role"] in ("step", "claim")]
    proofs = [e["certificate"][2] for e in entries if e["statement"][0] in ("eq", "or")]
    number = sum(proof == ["identity", ["ident", [], None]] for proof in proofs)
    return (
        f"Of the {len(proofs)} equations that are proved, {number} ({number / len(proofs):.0%}) hold by their normal "
        "forms alone:\ntheir certificates are empty."
    )


def errata() -> str:
    """One erratum, as it is listed between others."""
    listed = symnorm("errata", "adanorm/1").strip().split("\n\n")
    shown = next(e for e in listed if "Thm 1 (1) variance" in e)
    return f"```text\n$ symnorm errata adanorm/1\n...\n\n{shown}\n\n...\n```"


def coverage() -> str:
    """A table of printed lines and errata per paper."""
    papers = json.loads(symnorm("coverage", "--json", "-"))["papers"]
    wrong = json.loads(symnorm("errata", "--json", "-"))["errata"]
    lines = ["| paper | printed lines | with a verdict | taken for granted | no verdict due | missing | errata |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]  # fmt: skip
    for p in papers:
        own = sum(e["places"][0]["paper"] == p["paper"] for e in wrong)
        lines.append(
            f"| {p['title']} | {p['lines']} | {p['verdict'] + p['also']} | {p['given']} | {p['reason']} | "
            f"{p['missing']} | {own} |"
        )
    return "\n".join(lines)


def binding() -> str:
    """A table of the formulas that have a statement, by what binds them, and of slips of the pen in them."""
    papers = json.loads(symnorm("coverage", "--slips", "--json", "-"))["papers"]
    lines = ["| paper | formulas with a statement | as printed | by a declaration | interpreted "
             "| not understood | equal by value only | differ | slips tried | missed |",
             f"|{' --- |'}{' ---: |' * 9}"]  # fmt: skip
    for p in papers:
        cells = [len(p["comparisons"]), *p["binding"].values(), p["slips"], len(p["missed"])]
        lines.append(f"| {p['title']} | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def measured() -> str:
    """The table of `speed.py`."""
    return speed.table(speed.measure(RUNS), RUNS)


def mutate() -> str:
    """The score of the mutants, by paper and by kind of edit."""
    found = json.loads(symnorm("mutate", "all", "--json", "-"))
    score, theorems = found["summary"], found["theorems"]
    lines = [
        f"`symnorm mutate all`, in {score['seconds']:.0f} s on {len(os.sched_getaffinity(0))} cores: a sample of every "
        "line, and every theorem without each of its hypotheses.",
        "",
        "| paper | theorems | lines | mutants | false at a point | false and accepted | weak lines |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    groups = {paper: [t for t in theorems if t["paper"] == paper] for paper in sorted({t["paper"] for t in theorems})}
    for paper, own in {**groups, "all": theorems}.items():
        counts = [sum(t[key] for t in own) for key in ("steps", "mutants", "false")]
        counts += [sum(len(t[key]) for t in own) for key in ("accepted", "weak")]
        lines.append(f"| {paper} | {len(own)} | {' | '.join(f'{n:,}' for n in counts)} |")
    kinds = sorted(score["edits"].items(), key=lambda item: -item[1]["false"])
    lines += ["", "False, by the slip: " + ", ".join(f"{kind} {n['false']}" for kind, n in kinds) + "."]
    if score["troubles"]:
        lines.append(f"On {score['troubles']} mutants the prover failed.")
    return "\n".join(lines)


def fuzzed(count: str = "100000", seed: str = "1") -> str:
    """The table of `fuzz.py`; so many certificates take an hour or two."""
    import fuzz

    outcome = fuzz.run(["all"], int(count), int(seed), len(os.sched_getaffinity(0)))
    if outcome.holes:
        raise SystemExit("something false was accepted; the page is left as it is")
    return f"`python benchmarks/fuzz.py --count {count} --seed {seed}`:\n\n{fuzz.table(outcome)}"


def costs() -> str:
    """The tables of `scaling.py`."""
    import scaling

    return scaling.tables()


def accurate() -> str:
    """The tables of `accuracy.py` and of `accuracy_map.py`; its figure is drawn anew as well."""
    import accuracy
    import accuracy_map

    found, missing = accuracy_map.measured()
    (ROOT / "docs" / "accuracy.svg").write_text(accuracy_map.figure(found), "utf-8")
    parts = ["\n".join(accuracy_map.tables(found, missing)), "\n".join(accuracy_map.climbed()), accuracy.table()]
    return "\n\n".join([kernels.code(), *(part.strip() for part in parts)])


def conforming() -> str:
    """The table of `conformance.py`."""
    import conformance

    return conformance.table()


def compared(*files: str) -> str:
    """The tables of `kernels.py`, with the peers that are installed here; takes a quarter of an hour.

    Or those of earlier runs, from the files that they wrote: one for each number of threads.
    """
    parts = [json.loads(Path(file).read_text("utf-8")) for file in files]
    if not parts:
        return kernels_tables.page(kernels.measured([], ["1", "2"]))
    return kernels_tables.page({**parts[0], "cases": [case for part in parts for case in part["cases"]]})


def short() -> str:
    """The tables of `kernels_small.py`."""
    import kernels_small

    return kernels_small.tables()


PARTS: dict[str, Callable[..., str]] = {
    "verify": verify, "alone": alone, "errata": errata, "coverage": coverage, "binding": binding,
    "speed": measured, "mutate": mutate,
    "costs": costs, "accuracy": accurate, "conformance": conforming, "kernels": compared, "small": short,
    "fuzz": fuzzed,
}  # fmt: skip
LONG = ("kernels", "fuzz")


def main() -> None:
    """Replaces what stands between the markers of each part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", default=[p for p in PARTS if p not in LONG], help=", ".join(PARTS))
    wanted = [asked.replace("=", ",").split(",") for asked in parser.parse_args().part]
    if unknown := [name for name, *_ in wanted if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]}: the parts are {', '.join(PARTS)}")
    for name, *files in wanted:
        replace(name, PARTS[name](*files))


def replace(name: str, made: str) -> None:
    """Puts a part into its page as that stands now: to make the part may have taken an hour."""
    begin, end = f"<!-- begin: {name} -->\n", f"<!-- end: {name} -->"
    pages = [p for p in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if begin in p.read_text("utf-8")]
    if len(pages) != 1:
        raise SystemExit(f"{len(pages)} pages have a part named {name}: {', '.join(p.name for p in pages)}")
    before, _, rest = pages[0].read_text("utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{pages[0].name} has no end of the part {name}: put {end} behind it")
    temporary = pages[0].with_suffix(".new")
    temporary.write_text(f"{before}{begin}{made}\n{end}{after}", "utf-8")
    temporary.replace(pages[0])


if __name__ == "__main__":
    main()
