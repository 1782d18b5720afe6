"""Writes docs/rocq.md: how much of each theorem Rocq accepts, how long that takes, and why not the rest.

    python benchmarks/rocq.py                          all theorems, and the page
    python benchmarks/rocq.py eln/4 adanorm --open     some of them, with what is not accepted; no page
    python benchmarks/rocq.py all --json FILE          also everything as JSON

Every entry is judged by itself: one that is not accepted takes no other with it but those that stand on it. A theorem
has so many seconds, a single lemma of one that is not accepted as a whole twenty. It needs Coq and Coquelicot.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symnorm.as_json import to_json
from symnorm.files import sealed_page
from symnorm.report import Acceptance
from symnorm.rocq.judge import UNCITED, Rocq, judged

PAGE = Path(__file__).parent.parent / "docs" / "rocq.md"

START = """# What Rocq accepts

Written by `python benchmarks/rocq.py`: each theorem as it is stated goes to Rocq (Coq) with a proof, and Rocq's kernel
accepts it or does not. Nobody has to trust our checker for it, nor what wrote the proof.

What is stated has its full meaning: a vector of C entries is a function from the natural numbers, C is any whole number
from 1, a sum is a sum, a derivative exists and is the limit that it is, roots, exponentials and logarithms are those of
Rocq. Entries are of four kinds:

- each step and claim of a theorem, under all that it supposes; accepted where what it says and that it is defined both
  have a proof, for Rocq's 1/0 is a number and must not prove anything;
- that all that a theorem supposes can hold at once, so that nothing is proved from a contradiction;
- each line that is refuted as false: there is a point where all that is supposed holds, all is defined, and the line
  does not hold;
- each line that is refuted as undefined: there is a point where all that is supposed holds, and the line has no value.

A point of a theorem in which something varies is a place in a set: all that is supposed holds in all of the set, and is
defined there.

What is still trusted:

- Rocq's kernel, and the axioms below;
- what is meant by the words of the statements: Rocq's real numbers with their roots, exponentials, logarithms and
  powers, Coquelicot's `is_derive`, `ex_derive`, `Derive`, `Derive_n`, `ex_derive_n` and `locally`, and thirteen
  definitions of ours: `sum`, `sum_but`, `sum_but_two`, `total`, `delta`, `upd`, `is_partial`, `ex_partial`, `partial`
  and `around` at the top of `symnorm/rocq/Symnorm.v`, `interval`, `segment` and `open_set` at the top of `Along.v`;
- that the statement in Rocq is the one of the bundle: `statement.py` and `along.py` print it term by term,
  `document.py` puts the theorem together, `points.py` what is stated of its points, `names.py` the identifiers,
  `files.py` the file in which all of it is held against the proofs, all in `symnorm/rocq`. They read the bundle by
  `symnorm/checker`: which indices are free in a form, on which suppositions a line stands, which variables range over
  an interval. Anybody can hold what they print beside the script (`symnorm export rocq ID -o DIR`, the files
  Check_NAME.v);
- that the bundle is the one of the script: the language writes out vectors, matrices and losses. A loss is in no
  statement, but the vector of its partial derivatives, of which nothing is known: a derivative of the loss is stated as
  that of the sum of these, each times the entry of which it is a loss. That this is the derivative of every function
  that is totally differentiable there is proved once, in `Loss.v` (`loss_derive`, `loss_partial`); that a statement is
  to be read so is not said in it;
- for the figures below, what runs coqc and reads what it prints: `judge.py`, `trial.py`, `said.py`.

What a theorem cites is none of its hypotheses in Rocq: it is stated without that, and Rocq accepts that it follows from
the cited theorem as that is stated in its own file.{citations}

Whether the script says what the paper says is another question, and no proof answers it.

Seconds are those of Rocq and of writing the proofs.
"""


def main() -> int:
    """Reads the command line, lets Rocq judge, prints; the exit status is 1 where something is not accepted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", default=["all"], help="theorems (default: all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=300, help="for one theorem (default: %(default)s)")
    parser.add_argument("--open", action="store_true", help="show what is not accepted, with the reason")
    parser.add_argument("--json", type=Path, help="a file for all that was found")
    wanted = parser.parse_args()
    started = time.monotonic()
    found = measured(bundles(wanted.targets), wanted.jobs, wanted.seconds)
    seconds = time.monotonic() - started
    if wanted.json:
        wanted.json.write_text(json.dumps({id: to_json(one) for id, one in found.items()}, indent=1), "utf-8")
    print(summary(found, seconds))
    if wanted.open:
        print("\n".join(f"{id}, {label}: {why}" for id, one in found.items() for label, why in one.open.items()))
    if wanted.targets == ["all"]:
        PAGE.write_text(sealed_page(page(found, seconds, wanted.jobs)), "utf-8")
    return 0 if all(one.is_whole for one in found.values()) else 1


def bundles(targets: list[str]) -> list[dict[str, Any]]:
    """The bundles of theorems, as `symnorm verify` writes them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bundle.json")
        command = [sys.executable, "-m", "symnorm", "verify", *targets, "--certificates", str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["theorems"]
        return found


def measured(theorems: list[dict[str, Any]], jobs: int, seconds: float) -> dict[str, Acceptance]:
    """What Rocq accepts of theorems, in their order; each is told as it is known, where somebody watches."""
    found: dict[str, Acceptance] = {}
    with Rocq(seconds) as rocq:
        for id, one in judged(rocq, [(bundle, "") for bundle in theorems], jobs):
            found[id] = one
            told = f"{id}: {one.accepted} of {one.entries}, {one.seconds:.0f} s"
            print(f"{len(found)} of {len(theorems)}, {told}", file=sys.stderr, flush=True)
    return {bundle["id"]: found[bundle["id"]] for bundle in theorems}


def summary(found: Mapping[str, Acceptance], seconds: float) -> str:
    """The whole in one sentence."""
    entries, accepted = sum(one.entries for one in found.values()), sum(one.accepted for one in found.values())
    whole = sum(one.is_whole for one in found.values())
    return (
        f"Rocq accepts {accepted} of {entries} statements, {whole} of {len(found)} theorems whole, "
        f"in {seconds:.0f} seconds."
    )


def page(found: Mapping[str, Acceptance], seconds: float, jobs: int) -> str:
    """The whole page, as Markdown."""
    version = next((one.coq for one in found.values()), "?")
    said = f"{summary(found, seconds)} That was Coq {version}, {jobs} processes at a time."
    lines = [START.format(citations=citations(found)), said, ""]
    kinds = Counter(kind for one in found.values() for kind in one.points.values())
    lines += [f"Of {kinds['possible']} theorems it accepts that what they suppose can hold; {kinds['false']} lines are "
              f"false at a point, and {kinds['undefined']} have no value at one.", ""]  # fmt: skip
    lines += [*axioms(found), "", "| theorem | entries | accepted | seconds |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {id} | {one.entries} | {one.accepted} | {one.seconds:.1f} |" for id, one in found.items()]
    return "\n".join([*lines, "", *open_lines(found)])


def citations(found: Mapping[str, Acceptance]) -> str:
    """The theorems that suppose what they cite, each with the reason; or that there are none."""
    cited = {id: [a.removeprefix(UNCITED) for a in one.strange if a.startswith(UNCITED)] for id, one in found.items()}
    if not any(cited.values()):
        return " No theorem supposes what it cites."
    return " These suppose it, and are not whole:\n\n" + "\n".join(
        f"- {id}: {why}" for id, reasons in cited.items() for why in reasons
    )


def axioms(found: Mapping[str, Acceptance]) -> list[str]:
    """On what everything rests: the axioms of the real numbers, and apart from these what calculates."""
    named = sorted({a for one in found.values() for a in one.axioms})
    computed = sorted({a for one in found.values() for a in one.computed})
    strange = sorted({a for one in found.values() for a in one.strange})
    real = [a for a in named if a not in computed and a not in strange]
    lines = [
        "All that was accepted rests on these axioms, as Rocq names them, which are those of its real numbers: "
        + ", ".join(f"`{a}`" for a in real) + "."
    ]  # fmt: skip
    if computed:
        theorems = [id for id, one in found.items() if one.computed]
        modules = sorted({a.partition(".")[0] for a in computed})
        lines.append(
            f"{len(theorems)} theorems ({', '.join(theorems)}) have lines about numbers which interval arithmetic "
            f"decides, and rest as well on {len(computed)} axioms that say what the integers and floating-point "
            f"numbers of the processor are: {', '.join(f'`{m}`' for m in modules)}."
        )
    if strange:
        lines.append(f"**These are others, on which no theorem may rest: {', '.join(f'`{a}`' for a in strange)}.**")
    else:
        lines.append("There are no others.")
    return lines


def open_lines(found: Mapping[str, Acceptance]) -> list[str]:
    """What is not accepted, by the reason, the most frequent one first."""
    causes: defaultdict[str, list[str]] = defaultdict(list)
    for id, one in found.items():
        for label, why in one.open.items():
            causes[cause(why)].append(f"{id}, {label}")
    if not causes:
        return []
    lines = ["## What is not accepted", "", "| why | entries |", "| --- | ---: |"]
    ordered = sorted(causes.items(), key=lambda item: (-len(item[1]), item[0]))
    lines += [f"| {_cell(why)} | {len(labels)} |" for why, labels in ordered]
    for why, labels in ordered:
        lines += ["", f"{_cell(why)}:", "", *(f"- {_cell(label)}" for label in labels)]
    return [*lines, ""]


def cause(why: str) -> str:
    """A reason without what is particular to the entry."""
    for general in ("it stands on", "the sign of a quantity", "a divisor"):
        if why.startswith(general):
            return f"{general} something that has no proof" if general == "it stands on" else general
    return why


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
