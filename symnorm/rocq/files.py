"""What `symnorm export rocq` writes: the library, two files for each theorem, and how to run Rocq on them.

T_NAME.v has a theorem with its proofs and its points with theirs; Check_NAME.v states all that once more, as the
translator does, and holds every proposition against the proof in T_NAME.v, so that whatever stands there proves what is
stated and nothing else. No two theorems have one NAME, and no file of the library begins so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from . import points
from .axioms import AXIOMS
from .bundles import objections
from .modules import Modules
from .names import name_of, require_one_each
from .points import Pointed, Points
from .proof import Proved, prove
from .statement import Untranslated

LIBRARIES = tuple(
    Path(__file__).with_name(f"{name}.v")
    for name in ("Rational", "Symnorm", "Along", "Rise", "Laws", "Ground", "Bounds", "Points", "Beside", "Whole")
)
"""The files of the library, each after those that it needs."""

PACKAGES = ("coq", "libcoq-coquelicot", "libcoq-interval")
"""What has to be installed, by the names of Debian and Ubuntu."""

OPTIONS = "-q -w none -R . Symnorm"
"""What coqc is told: to read no file that somebody has for his own sessions, and where the library is."""

MAKEFILE = f"""\
CHECKS := $(patsubst %.v,%.vo,$(wildcard Check_*.v))

all: Laws.vo $(CHECKS)

Symnorm.vo: Rational.vo
Along.vo: Symnorm.vo
Rise.vo: Symnorm.vo
Laws.vo: Rise.vo
Whole.vo: Symnorm.vo
Ground.vo: Symnorm.vo
Bounds.vo: Ground.vo
Points.vo: Bounds.vo
Beside.vo: Points.vo Along.vo
$(CHECKS): Check_%.vo: T_%.vo
$(CHECKS:Check_%.vo=T_%.vo): Beside.vo Whole.vo Rise.vo

%.vo: %.v
\tcoqc {OPTIONS} $<

coqchk: all
\tcoqchk -silent -o -R . Symnorm $(patsubst %.v,-norec Symnorm.%,$(wildcard *.v))

clean:
\trm -f *.vo *.vok *.vos *.glob .*.aux

.PHONY: all coqchk clean
"""

README = """\
# The theorems for Rocq (Coq)

`make -j2` lets Rocq judge them; it needs Coq 8.16 or later, Coquelicot and Interval (Debian and Ubuntu:
`apt-get install --no-install-recommends {packages}`).

There are two files for each theorem. To know what was proved, read three things: the definitions at the top of
`Symnorm.v` and, where something varies, of `Along.v`, the statements in a file Check_NAME.v, and the axioms that Rocq
prints when it has accepted that. These should be {axioms}: what its real numbers rest on. Where a line about numbers
is decided by interval arithmetic, the integers and floating-point numbers of the processor stand there too:
`PrimInt63`, `Uint63`, `PrimFloat`, `FloatAxioms`. Nothing else may stand there. Everything in T_NAME.v may be passed
over. The modules at the end of Check_NAME.v state that all that the theorem supposes can hold, and of each line that
is refuted that it fails somewhere: there is a point where all that is supposed holds and is defined, and the line does
not hold.

A hypothesis that is marked "cited" is claimed by another theorem. In Rocq it is supposed: look whether that theorem is
here, too, claims the same, and supposes no more. A vector whose name begins with `gradient__` has the partial
derivatives of a loss: a derivative of the loss is stated through them, by the chain rule, which was applied before
anything was written for Rocq.

`make coqchk` lets another program, the checker of Coq, judge the compiled files once more, without Coq's tactics; none
of the axioms that it lists may begin with `Symnorm`. It lists all that was loaded, used or not: parameters of module
types of Coq's own library stand there as well.

What is left to trust is Coq's kernel and the axioms of its real numbers; what its library, Coquelicot and the thirteen
definitions at the top of `Symnorm.v` and `Along.v` mean by a root, a derivative, a sum; and that the statements in Rocq
are those of the scripts: that symnorm's language writes a script out as it should, and that `statement.py`, `along.py`,
`document.py`, `points.py`, `names.py` and `files.py` in `symnorm/rocq`, with what they need of `symnorm/checker` to
read a bundle, print that. Hold Check_NAME.v beside the script.

{counted}
{open}
"""


@dataclass(frozen=True)
class Content:
    """What of a theorem goes to Rocq: its proofs, if it can be stated, and its points.

    `theorem` is its id, and `beside` has the modules of which the proofs of the points speak.
    """

    theorem: str
    proved: Proved | None
    points: Sequence[Pointed]
    beside: Modules = field(default_factory=Modules)

    @property
    def name(self) -> str:
        """The name of the file that has the proofs."""
        return f"T_{name_of(self.theorem)}"

    @property
    def name_of_check(self) -> str:
        """The name of the file in which they are held against what is stated."""
        return f"Check_{name_of(self.theorem)}"

    @property
    def text(self) -> str:
        """All of it with its proofs."""
        parts = [self.proved.text] if self.proved else []
        if self.points:
            beside = self.beside.text(p.proof for p in self.points)
            parts += [points.HEAD + points.LIMIT, beside, *(p.text for p in self.points)]
        return "".join(parts)

    @property
    def check(self) -> str:
        """All of it as it is stated, each proposition held against its proof, with the axioms on which they rest."""
        lines = [self.proved.document.stating(self.proved.entries)] if self.proved else []
        lines.append(f"From Symnorm Require {self.name}.")
        lines += [f"Theorem checked_{p} : {p}.\nProof. exact {self.name}.{p}_holds. Qed." for p in self._shown]
        if self.points:
            lines += ["", points.HEAD, *(p.check(self.name) for p in self.points)]
        if self.shown:
            held = ", ".join(self.shown)
            lines += ["", f"Definition all_of_them := ({held}, tt).", "Print Assumptions all_of_them."]
        return "\n".join([*lines, ""])

    @property
    def shown(self) -> list[str]:
        """The theorems by which every proposition that has a proof is held against it."""
        return [f"checked_{p}" for p in self._shown] + [f"{p.name}.checked" for p in self.points]

    @property
    def _shown(self) -> list[str]:
        """The propositions of the theorem that are proved."""
        if self.proved is None:
            return []
        numbers = set(self.proved.entries)
        return [p for s in self.proved.document.stated if s.number in numbers for p in (s.name, s.companion) if p]


class Made(NamedTuple):
    """The content of every file, by its name; how many statements there are, and how many have a proof there."""

    files: dict[str, bytes]
    entries: int
    proved: int


def files(bundles: Iterable[tuple[Mapping[str, Any], str]]) -> Made:
    """The files for Rocq, of theorems from their bundles and titles.

    Raises UserError where two theorems have one id.
    """
    bundles = list(bundles)
    made = {**{path.name: path.read_text("utf-8") for path in LIBRARIES}, "Makefile": MAKEFILE}
    entries = shown = 0
    open_, rejected = list[str](), list[str]()
    require_one_each(bundle["id"] for bundle, _ in bundles)
    for bundle, title in bundles:
        at = Points(bundle)
        entries += len(steps_and_claims(bundle)) + Points.counted(bundle)
        open_ += [f"- {bundle['id']}, {label}: {why}" for label, why in at.open.items()]
        rejected += objections(bundle)
        proved = None
        try:
            proved = prove(bundle, title)
            open_ += _open(bundle["id"], proved)
        except Untranslated as error:
            open_.append(f"- {bundle['id']}: not stated yet, for it has {error}")
        shown += len(at.stated) + len(proved.entries if proved else ())
        content = Content(bundle["id"], proved, at.stated, at.modules)
        if content.text:
            made |= {f"{content.name}.v": content.text, f"{content.name_of_check}.v": content.check}
    made["_CoqProject"] = "\n".join(["-arg -q", "-R . Symnorm", *sorted(n for n in made if n.endswith(".v")), ""])
    made["README.md"] = README.format(
        packages=" ".join(PACKAGES), axioms=", ".join(f"`{a}`" for a in AXIOMS),
        counted=f"{shown} of {entries} statements have a proof here: steps, claims, that all that is supposed can\n"
        "hold, and that lines which are refuted fail.",
        open=_listed("Those that have none, with the reason:", open_)
        + _listed("**These lines of the bundle are not accepted by symnorm's own checker:**", rejected),
    )  # fmt: skip
    return Made({name: text.encode() for name, text in made.items()}, entries, shown)


def _listed(head: str, lines: Sequence[str]) -> str:
    return "\n".join(["", head, "", *lines, ""]) if lines else ""


def steps_and_claims(bundle: Mapping[str, Any]) -> list[str]:
    """The labels of all that a theorem shows, from its bundle."""
    return [entry["label"] for entry in bundle["entries"] if entry["role"] in ("step", "claim")]


def _open(theorem: str, proved: Proved) -> list[str]:
    return [f"- {theorem}, {proved.document.entries[n].label}: {why}" for n, why in proved.open.items()]
