"""What `symnorm export rocq` writes: the library, two files for each theorem, and how to run Rocq on them.

NAME.v has a theorem with its proofs; NAME_check.v states it once more, as the translator does, and holds every
proposition against the proof in NAME.v, so that whatever stands there proves what is stated and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UserError
from .document import Document
from .proof import Proved, prove
from .statement import Untranslated

LIBRARY = Path(__file__).with_name("Symnorm.v")

AXIOMS = (
    "ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec", "functional_extensionality_dep",
    "classic",
)  # fmt: skip
"""What Rocq's real numbers rest on, as `Print Assumptions` names it. No theorem may rest on anything else."""

PACKAGES = ("coq", "libcoq-coquelicot")
"""What has to be installed, by the names of Debian and Ubuntu."""

MAKEFILE = """\
all: $(patsubst %.v,%.vo,$(wildcard *_check.v))

Symnorm.vo: Symnorm.v
\tcoqc -R . Symnorm $<

%_check.vo: %_check.v %.vo
\tcoqc -R . Symnorm $<

%.vo: %.v Symnorm.vo
\tcoqc -R . Symnorm $<

clean:
\trm -f *.vo *.vok *.vos *.glob .*.aux

.PHONY: all clean
"""

README = """\
# The theorems for Rocq (Coq)

`make -j2` lets Rocq judge them; it needs Coq 8.16 or later and Coquelicot (Debian and Ubuntu:
`apt-get install --no-install-recommends {packages}`).

To know what was proved, read three things: the definitions at the top of `Symnorm.v`, the statements in a file
NAME_check.v, and the axioms that Rocq prints when it has accepted that. These should be {axioms}: what its real numbers
rest on. Everything in NAME.v may be passed over.

{counted}
{open}
"""


def name_of(theorem: str) -> str:
    """The name of the files of a theorem.

    >>> name_of("eln/2_all")
    'eln_2_all'
    """
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in theorem)


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
    """The content of every file, by its name; how many steps and claims there are, and how many have a proof there."""

    files: dict[str, bytes]
    entries: int
    proved: int


def files(bundles: Iterable[tuple[Mapping[str, Any], str]]) -> Made:
    """The files for Rocq, of theorems from their bundles and titles.

    Raises UserError where two theorems would have files of one name.
    """
    made = {"Symnorm.v": LIBRARY.read_text("utf-8"), "Makefile": MAKEFILE}
    entries = shown = 0
    open_: list[str] = []
    names: dict[str, str] = {}
    for bundle, title in bundles:
        entries += len([e for e in bundle["entries"] if e["role"] in ("step", "claim")])
        try:
            proved = prove(bundle, title)
        except Untranslated as error:
            open_.append(f"- {bundle['id']}: not stated yet, for it has {error}")
            continue
        if (other := names.setdefault(name_of(bundle["id"]), bundle["id"])) != bundle["id"]:
            raise UserError(f"the files of {other} and {bundle['id']} have one name", "export one of them at a time")
        shown += len(proved.entries)
        open_ += _open(bundle["id"], proved)
        made[f"{name_of(bundle['id'])}.v"] = proved.text
        made[f"{name_of(bundle['id'])}_check.v"] = check(proved.document, proved.entries)
    made["_CoqProject"] = "\n".join(["-R . Symnorm", *sorted(n for n in made if n.endswith(".v")), ""])
    made["README.md"] = README.format(
        packages=" ".join(PACKAGES), axioms=", ".join(f"`{a}`" for a in AXIOMS),
        counted=f"{shown} of {entries} steps and claims have a proof here.",
        open="\n".join(["", "Those that have none, with the reason:", "", *open_]) if open_ else "",
    )  # fmt: skip
    return Made({name: text.encode() for name, text in made.items()}, entries, shown)


def _open(theorem: str, proved: Proved) -> list[str]:
    return [f"- {theorem}, {proved.document.entries[n].label}: {why}" for n, why in proved.open.items()]
