"""What `symnorm export rocq` writes: the library, two files for each theorem, and how to run Rocq on them.

NAME.v has a theorem with its proofs; NAME_check.v states it once more, as the translator does, and holds every
proposition against the proof in NAME.v, so that whatever stands there proves what is stated and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .axioms import AXIOMS
from .document import Document
from .names import name_of, require_own_names
from .points import Points
from .proof import Proved, prove
from .statement import Untranslated

LIBRARIES = tuple(
    Path(__file__).with_name(f"{name}.v") for name in ("Symnorm", "Laws", "Ground", "Bounds", "Points")
)  # fmt: skip
"""The files of the library, each after those that it needs."""

PACKAGES = ("coq", "libcoq-coquelicot", "libcoq-interval")
"""What has to be installed, by the names of Debian and Ubuntu."""

MAKEFILE = """\
all: Laws.vo $(patsubst %.v,%.vo,$(wildcard *_check.v))

Symnorm.vo: Symnorm.v
\tcoqc -R . Symnorm $<

Laws.vo: Laws.v Symnorm.vo
\tcoqc -R . Symnorm $<

Ground.vo: Ground.v Symnorm.vo
\tcoqc -R . Symnorm $<

Bounds.vo: Bounds.v Ground.vo
\tcoqc -R . Symnorm $<

Points.vo: Points.v Bounds.vo
\tcoqc -R . Symnorm $<

%_check.vo: %_check.v %.vo
\tcoqc -R . Symnorm $<

%_points.vo: %_points.v Points.vo
\tcoqc -R . Symnorm $<

%.vo: %.v Symnorm.vo
\tcoqc -R . Symnorm $<

clean:
\trm -f *.vo *.vok *.vos *.glob .*.aux

.PHONY: all clean
"""

README = """\
# The theorems for Rocq (Coq)

`make -j2` lets Rocq judge them; it needs Coq 8.16 or later, Coquelicot and Interval (Debian and Ubuntu:
`apt-get install --no-install-recommends {packages}`).

To know what was proved, read three things: the definitions at the top of `Symnorm.v`, the statements in a file
NAME_check.v, and the axioms that Rocq prints when it has accepted that. These should be {axioms}: what its real numbers
rest on. Where a line about numbers is decided by interval arithmetic, the integers and floating-point numbers of the
processor stand there too: `PrimInt63`, `Uint63`, `PrimFloat`, `FloatAxioms`. Everything in NAME.v and in NAME_points.v
may be passed over. NAME_points_check.v states that all that the theorem supposes can hold, and of each line that is
refuted that it fails somewhere: there is a point where all that is supposed holds and is defined, and the line does not
hold.

{counted}
{open}
"""


def check(document: Document, proved: Iterable[int]) -> str:
    """A theorem as it is stated, each proposition held against its proof."""
    name = name_of(document.id)
    lines = [document.text, f"From Symnorm Require {name}.", ""]
    wanted = [s for s in document.stated if s.number in set(proved)]
    propositions = [p for s in wanted for p in (s.name, s.companion) if p]
    lines += [f"Theorem checked_{p} : {p}.\nProof. exact {name}.{p}_holds. Qed." for p in propositions]
    if propositions:
        pairs = ", ".join(f"checked_{p}" for p in propositions)
        lines += ["", f"Definition all_of_them := ({pairs}, tt).", "Print Assumptions all_of_them."]
    return "\n".join([*lines, ""])


class Made(NamedTuple):
    """The content of every file, by its name; how many statements there are, and how many have a proof there."""

    files: dict[str, bytes]
    entries: int
    proved: int


def files(bundles: Iterable[tuple[Mapping[str, Any], str]]) -> Made:
    """The files for Rocq, of theorems from their bundles and titles.

    Raises UserError where two theorems would have files of one name.
    """
    bundles = list(bundles)
    made = {**{path.name: path.read_text("utf-8") for path in LIBRARIES}, "Makefile": MAKEFILE}
    entries = shown = 0
    open_: list[str] = []
    require_own_names(bundle["id"] for bundle, _ in bundles)
    for bundle, title in bundles:
        entries += len([e for e in bundle["entries"] if e["role"] in ("step", "claim")])
        at = Points(bundle)
        entries, shown = entries + at.entries, shown + len(at.stated)
        open_ += [f"- {bundle['id']}, {label}: {why}" for label, why in at.open.items()]
        if at.stated:
            made[f"{name_of(bundle['id'])}_points.v"] = at.text(at.stated)
            made[f"{name_of(bundle['id'])}_points_check.v"] = at.check(at.stated)
        try:
            proved = prove(bundle, title)
        except Untranslated as error:
            open_.append(f"- {bundle['id']}: not stated yet, for it has {error}")
            continue
        shown += len(proved.entries)
        open_ += _open(bundle["id"], proved)
        made[f"{name_of(bundle['id'])}.v"] = proved.text
        made[f"{name_of(bundle['id'])}_check.v"] = check(proved.document, proved.entries)
    made["_CoqProject"] = "\n".join(["-R . Symnorm", *sorted(n for n in made if n.endswith(".v")), ""])
    made["README.md"] = README.format(
        packages=" ".join(PACKAGES), axioms=", ".join(f"`{a}`" for a in AXIOMS),
        counted=f"{shown} of {entries} statements have a proof here: steps, claims, that all that is supposed can\n"
        "hold, and that lines which are refuted fail.",
        open="\n".join(["", "Those that have none, with the reason:", "", *open_]) if open_ else "",
    )  # fmt: skip
    return Made({name: text.encode() for name, text in made.items()}, entries, shown)


def _open(theorem: str, proved: Proved) -> list[str]:
    return [f"- {theorem}, {proved.document.entries[n].label}: {why}" for n, why in proved.open.items()]
