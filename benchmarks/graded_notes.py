"""Reads notes that somebody has graded by hand, and compares the verdicts of `symnorm read` with the grades.

    python benchmarks/graded_notes.py FOLDER             all of them
    python benchmarks/graded_notes.py FOLDER 03 12       those whose names begin so

The folder has the notes, and a `key.json`: a list of objects with the "file", the "id" ("D4.2" is the second link of
the chain in the fourth display; anything else stands in the text), the "latex" of the relation and the "verdict":
"holds", "false", "hypothesis", "definition" or "notation-abuse". The notation that a note needs besides is ours, in the
files of `graded_notes/`, which are called as the note begins. Every relation whose verdict is not the one of the key is
told; the last lines count.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from symnorm.notes.declared import declared
from symnorm.notes.judge import read_file
from symnorm.notes.model import Judged, Verdict

NOTATION = Path(__file__).with_suffix("")
FITTING = {
    "holds": {Verdict.PROVED, Verdict.AGREES},
    "definition": {Verdict.DEFINITION, Verdict.PROVED, Verdict.AGREES},
    "false": {Verdict.FALSE},
    "hypothesis": {Verdict.CONDITIONAL},
    "notation-abuse": {Verdict.CONDITIONAL, Verdict.NOT_UNDERSTOOD},
}
"""The verdicts that are right for a relation of each grade."""
HOLDING = FITTING["holds"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("only", nargs="*", metavar="BEGINNING")
    wanted = parser.parse_args()
    grades: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for grade in json.loads((wanted.folder / "key.json").read_text("utf-8")):
        if not wanted.only or grade["file"].startswith(tuple(wanted.only)):
            grades[grade["file"]].append(grade)
    counted = Counter[tuple[str, str]]()
    for file, listed in sorted(grades.items()):
        counted += compared(wanted.folder / file, listed)
    for (grade, verdict), number in sorted(counted.items()):
        print(f"{grade:15} {verdict:15} {number:4}")
    print(summed_up(counted))


def compared(path: Path, grades: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """How often each grade of a note has each verdict; those that do not fit are told."""
    own = next((one for one in sorted(NOTATION.glob("*.toml")) if path.name.startswith(one.stem)), None)
    report = read_file(path, declared(own.read_text("utf-8"), own.name) if own else None)
    counted = Counter[tuple[str, str]]()
    for grade in grades:
        found = relation(grade, report.relations)
        verdict = str(found.verdict) if found else "absent"
        counted[grade["verdict"], verdict] += 1
        if found is None or found.verdict not in FITTING[grade["verdict"]]:
            print(f"{path.name} {grade['id']}: {grade['verdict']}, called {verdict}: {grade['latex'][:100]}")
            if found and (found.note or found.hypotheses):
                print(f"    {found.note} {', '.join(found.hypotheses)}".rstrip())
    return counted


def relation(grade: dict[str, Any], judged: tuple[Judged, ...] | list[Judged]) -> Judged | None:
    """The relation of a grade: by the numbers of its display and link, or by its LaTeX where it stands in the text."""
    place = re.match(r"D(\d+)\.(\d+)", grade["id"])
    for one in judged:
        link = one.link
        if place and (link.formula.display, link.number) == (int(place[1]), int(place[2])):
            return one
        in_text = not place and not link.formula.display
        if in_text and plain(grade["latex"]) in map(plain, (link.latex, link.formula.latex)):
            return one
    return None


def plain(latex: str) -> str:
    """LaTeX without spaces, marks of columns and the sign at its end."""
    joined = latex.replace("\\\\\\\\", "\\\\").replace("\\_", "_")
    return re.sub(r"[.,\s]+$", "", re.sub(r"\s|\\_|~|\\[,;: ]|&", "", joined))


def summed_up(counted: Counter[tuple[str, str]]) -> str:
    """What a person asks first: how many are right, and whether anything wrong is said to hold."""

    def of(grade: str, *verdicts: Verdict) -> int:
        return sum(counted[grade, str(v)] for v in verdicts)

    def all_of(grade: str) -> int:
        return sum(n for (one, _), n in counted.items() if one == grade)

    wrong = sum(of(grade, *HOLDING) for grade in ("false", "hypothesis", "notation-abuse"))
    return (
        f"{of('holds', *HOLDING)} of {all_of('holds')} true ones hold, {of('holds', Verdict.PROVED)} proved; "
        f"{of('false', Verdict.FALSE)} of {all_of('false')} false ones found; "
        f"{of('hypothesis', Verdict.CONDITIONAL)} of {all_of('hypothesis')} hypotheses; "
        f"{of('holds', Verdict.FALSE)} true ones called false; {wrong} others called proved or agreeing"
    )


if __name__ == "__main__":
    main()
