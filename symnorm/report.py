"""The report on a theorem: everything that is said of it, from the judge to the terminal, the cache and the edition.

    Report -> Line -> Erratum -> Point -> Value

A report is made by `symnorm.judge`, and after that it is only read: what changes a verdict makes another report. All
formulas are LaTeX without dollars, with the same for a terminal beside it. Lines are referred to by their numbers, as
`report.lines[n]`: a label is what a line is called, and nothing is read from it.

It is written and read as JSON by the types of its fields (`symnorm.as_json`).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Annotated, Any

from .as_json import APART

VERDICTS = ("proved", "unknown", "refuted", "fault")
"""What can be said of a line or a theorem, best first; "fault": it was not judged, or the toolkit erred."""

PREMISES = ("where", "given", "suppose")
"""The roles of lines that a theorem starts from: hypotheses, equations, suppositions. To the others, a rule leads."""

Verdict = Annotated[str, VERDICTS]
Role = Annotated[str, (*PREMISES, "step", "constant", "claim")]
Kind = Annotated[str, ("typo", "false", "reading", "approximation", "hypothesis", "gap", "notation", "extraction")]
SEVERITIES = ("breaks", "repairable", "cosmetic", "none")
"""How much is wrong, the worst first: what is claimed is not to be had; it holds as corrected, with a hypothesis or by
another argument; what is meant is plain and holds; nothing, for the paper means no more than what holds."""

Severity = Annotated[str, SEVERITIES]
Falsity = Annotated[str, ("exact", "enclosure", "undefined")]
Supposed = Annotated[str, ("condition", "range", "channels", "array", "loss", "whole")]
Whose = Annotated[str, ("stated", "silent", "editors", "own", "setting")]
Seen = Annotated[str, ("agrees", "disagrees", "undecided")]
OUTCOMES = ("bound", "declared", "interpretation", "not understood", "value", "differs")
"""What can become of the comparison of print with a statement, best first."""

Outcome = Annotated[str, OUTCOMES]
Cause = Annotated[str, ("script", "time", "memory", "tool")]
"""Strings that are one of a few."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: LaTeX without dollars, and the same for a terminal."""

    latex: str
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a name at a point: `name = value` as a terminal has it, and the equation as LaTeX.

    The name is that of the script; of a function, it has the arguments with it.
    """

    name: str
    value: str
    latex: str


@dataclass(frozen=True, slots=True)
class Point:
    """A point at which something fails, and both sides there.

    `kind` tells exact numbers (rational ones, or any of which the opposite is proved) from enclosures, which exclude
    equality as well, and from a point at which there is no value ("undefined"; then there are no sides). `values` are
    those that the statement needs, `others` those that only the hypotheses need. `remark` says in words what is special
    ("division by zero", "derivatives along x_i"). `text` is all of it on one line.
    """

    kind: Falsity
    values: tuple[Value, ...]
    others: tuple[Value, ...]
    left: Formula | None
    right: Formula | None
    remark: str
    text: str

    @property
    def is_undefined(self) -> bool:
        """Whether the statement is not false there but has no value."""
        return self.kind == "undefined"


@dataclass(frozen=True, slots=True)
class Quote:
    """What the paper has under a label, letter for letter, from its transcript.

    `latex` is "" for a claim in words; `words` are those around a formula, with formulas in dollars. `extractions`
    print it so, `readings` are what the others print. A formula that none of them has is `reconstructed`, with that
    confidence; then it is not known to be printed, and may be the `alternative` instead.
    """

    where: str
    latex: str
    words: str
    extractions: tuple[str, ...]
    readings: Mapping[str, str]
    reconstructed: str = ""
    alternative: str = ""

    @property
    def is_reconstructed(self) -> bool:
        """Whether it has a formula that no extraction has."""
        return bool(self.latex and self.reconstructed)

    @property
    def told(self) -> str:
        """How it is known what is printed."""
        return f"reconstructed, {self.reconstructed} confidence" if self.is_reconstructed else "printed"


@dataclass(frozen=True, slots=True)
class Erratum:
    """What is wrong with a printed line: a misprint, a counterexample, a missing hypothesis, a gap.

    `statement` is the printed claim as it was judged, and `verdict` what it is worth; without a point it is not shown
    to be wrong, and a problem of the script. `printed` is what the paper has in this place, letter for letter: LaTeX
    where `is_formula`, else words, and `printed_words` are these for a terminal. Where the script signs that it says
    the statement, it `is_signed`. Of a gap, the statement is what the argument assumes. `corrected` holds, under the
    `condition` if there is one; `mended` is the number of that line. Both are None where nothing takes the place.
    `under` is all that is supposed at the point besides the hypotheses: only there is it shown to fail. `graph` says of
    derivatives by defined quantities what they are, as that of a line does. `severity` says how much is wrong.
    """

    paper: str
    theorem: str
    label: str
    kind: Kind
    verdict: Verdict
    quote: Quote | None
    printed: str
    printed_is_formula: bool
    printed_words: str
    statement: Formula
    corrected: Formula | None
    condition: Formula | None
    under: tuple[Formula, ...]
    mended: int | None
    point: Point | None
    note: str
    extractions: tuple[str, ...]
    origin: str
    anchor: str
    severity: Severity
    graph: tuple[Formula, ...] = ()
    is_signed: bool = False

    @property
    def printed_text(self) -> str:
        """The formula that is printed, for a terminal: where the statement is another, the LaTeX of the paper."""
        is_another = self.is_signed or self.assumes is not None
        return self.printed if is_another and self.printed_is_formula else self.statement.text

    @property
    def charged_as(self) -> Formula | None:
        """What is judged in the place of a formula that is printed, where the script signs that it says so."""
        return self.statement if self.is_signed and self.printed_is_formula and self.kind != "gap" else None

    @property
    def assumes(self) -> Formula | None:
        """What is assumed in silence, in a gap."""
        return self.statement if self.kind == "gap" else None

    @property
    def where(self) -> str:
        """Where in the paper it stands, "" without a transcript."""
        return self.quote.where if self.quote else ""

    @property
    def is_reconstructed(self) -> bool:
        """Whether it is about a formula that no extraction has."""
        return bool(self.quote and self.quote.is_reconstructed and self.printed_is_formula)

    @property
    def printed_as(self) -> str:
        """How it is known what is printed, in a word or three."""
        return self.quote.told if self.quote and self.is_reconstructed else "printed"

    @property
    def alternative(self) -> str:
        """What a reconstructed formula may be instead."""
        return self.quote.alternative if self.quote and self.is_reconstructed else ""

    @property
    def words(self) -> str:
        """What the paper says around it."""
        return self.quote.words if self.quote else ""

    @property
    def readings(self) -> Mapping[str, str]:
        """What the extractions print that have something else."""
        return self.quote.readings if self.quote else {}

    @property
    def correction(self) -> Formula | None:
        """What takes the place of what is printed, with its condition."""
        if self.corrected is None or self.condition is None:
            return self.corrected
        latex = rf"{self.corrected.latex} \quad\text{{if}}\quad {self.condition.latex}"
        return Formula(latex, f"{self.corrected.text} if {self.condition.text}")


@dataclass(frozen=True, slots=True)
class Certificate:
    """The first leg: what the checker was given, whole in the bundle.

    `digest` binds it to the statement and to all that stands before it. `conditions` counts the side conditions that it
    establishes (denominators, roots), `relations` the premises with a cofactor in its identities.
    """

    digest: str
    conditions: int
    relations: int


@dataclass(frozen=True, slots=True)
class Witness:
    """The second leg: at how many points a statement was evaluated, and what came of it."""

    verdict: Seen
    points: int
    detail: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The place of a line in a chain a = b = c: its link, from 1; 0 is what the chain shows as a whole, a = c."""

    label: str
    link: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a theorem: a hypothesis, what is given or supposed, or what is shown.

    `label` is the paper's own, or a name that the editors gave to a line which they supplied (`is_supplied`).
    `also` are other printed lines that say the same. `sides` are the parts of the formula, [left, relation,
    right] for an equation or an inequality; joined, they are its LaTeX. `accepted` is what the checker says,
    `witness` what the evaluation says, None where none is due. `refutation` is where a refuted line fails.
    `premises` are the lines that the script names, `uses` those that the checker used, `suppositions` those
    that are still open. `source` is where what is given comes from: "hypothesis" or the id of a theorem.
    `hash` is that of what a claim, or what is cited, says, whatever names its definitions have; "" where
    nobody can cite it. `script_line` is where it stands in the script.
    `anchor` is the label as an identifier, which no other line has. `graph` says of derivatives by defined quantities,
    and of a loss, whether they are total or direct, and which definitions lie between. `put` are the symbols of a cited
    theorem, each with the term in its place. `provenance` is whose a hypothesis is, None for other lines.
    """

    number: int
    label: str
    is_supplied: bool
    chain: Chain | None
    also: tuple[str, ...]
    role: Role
    verdict: Verdict
    reason: str
    accepted: bool
    certificate: Certificate
    formula: Formula
    sides: tuple[str, ...]
    rule: str
    premises: tuple[int, ...]
    uses: tuple[int, ...]
    suppositions: tuple[int, ...]
    lemmas: tuple[str, ...]
    witness: Witness | None
    refutation: Point | None
    source: str
    hash: str
    quote: Quote | None
    printed: Erratum | None
    note: str
    script_line: int
    anchor: str
    graph: tuple[Formula, ...] = ()
    put: tuple[Formula, ...] = ()
    provenance: Provenance | None = None

    @property
    def name(self) -> str:
        """The label as a script writes it, where a + says that the line is supplied; no two lines have the same."""
        return f"+{self.label}" if self.is_supplied else self.label

    @property
    def is_premise(self) -> bool:
        """Whether the theorem starts from it, and no rule leads to it."""
        return self.role in PREMISES

    @property
    def is_cited(self) -> bool:
        """Whether it is a claim of another theorem."""
        return self.role == "given" and self.source != "hypothesis"

    @property
    def origin(self) -> str:
        """Where what is given comes from, with the terms in the place of its symbols."""
        terms = ", ".join(placed.text for placed in self.put)
        return f"{self.source} with {terms}" if terms else self.source


@dataclass(frozen=True, slots=True)
class Provenance:
    """Whose a hypothesis is, as the script says.

    It is "stated" by the paper: in the line `label`, which stands at `where`, with these `words` of it, formulas in
    dollars ("" where it is the line itself), and which is `reconstructed` with that confidence where no extraction has
    it. The paper is "silent" of it where what it claims, or how it argues, needs it all the same; the "editors" suppose
    it for what they claim or how they argue. A theorem that belongs to no paper has its "own" hypotheses. The "setting"
    is how formulas are read: that C counts channels, that a variable ranges over an interval.
    """

    whose: Whose
    label: str = ""
    words: str = ""
    where: str = ""
    reconstructed: str = ""

    @property
    def told(self) -> str:
        """All of it in a few words."""
        if self.whose != "stated":
            return TOLD[self.whose]
        sure = f", as reconstructed with {self.reconstructed} confidence" if self.reconstructed else ""
        place = self.label if self.label.startswith(self.where.partition(",")[0]) else f"{self.where}: {self.label}"
        return f"stated in {place}{sure}"


TOLD = {
    "silent": "not stated by the paper, which needs it",
    "editors": "the editors'",
    "own": "the theorem's own",
    "setting": "how the formulas are read",
}
"""Whose a hypothesis is that the paper does not state."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What a theorem supposes: a "condition", the "range" of a variable, that a symbol counts the "channels",
    that an arbitrary "loss" is totally differentiable.

    An "array" is said to have entries over sets of their own, a "whole" number to be any one from its start.

    `missing_from` are printed lines for which it is enough and which fail without it; the paper does not state it.
    `is_used`: some line rests on it. `provenance`: whose it is.
    """

    kind: Supposed
    formula: Formula
    is_used: bool
    missing_from: tuple[str, ...] = ()
    provenance: Provenance = Provenance("setting")


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that is used in a theorem and what it stands for.

    `value` is LaTeX, rounded to ten digits, where the body is a number of many digits; "" elsewhere. `of` is the name
    that statements have for it.
    """

    name: Formula
    body: Formula
    value: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Assumption:
    """What a theorem that cites this one has to suppose as well, in words, and a hash of what it says."""

    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """What `python -m symnorm.checker` re-checks of a theorem, compressed: most of a report, and hardly ever looked at.

    `digest` is the SHA-256 of the bytes.
    """

    packed: str
    digest: str

    @classmethod
    def of(cls, document: Any) -> Bundle:
        """The bundle of a document, as the checker reads it."""
        content = cls.written(document)
        return cls(b64encode(zlib.compress(content, 1)).decode(), sha256(content).hexdigest())

    @staticmethod
    def written(document: Any) -> bytes:
        """A document as the bytes of which the digest is made."""
        return json.dumps(document).encode()

    @property
    def content(self) -> bytes:
        """The bytes, as JSON."""
        return zlib.decompress(b64decode(self.packed))

    @property
    def document(self) -> Any:
        """What the bytes say."""
        return json.loads(self.content)


@dataclass(frozen=True, slots=True)
class Review:
    """What the second judge says of a theorem: how much it judged again, and why not the rest, by reason.

    `identities` and `signs` are certificates, `duties` are conditions of being defined. `rigor` has what python-flint
    adds, if it was asked for: the identities that were also multiplied out, the bounds that balls decide, and the rest
    by reason.
    """

    identities: int
    signs: int
    duties: int
    not_applicable: Mapping[str, int]
    disagreements: tuple[str, ...]
    rigor: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What Rocq (Coq) accepts of a theorem, by proofs of its own (see `symnorm.rocq`).

    `entries` counts the steps and claims of the bundle, that all that is supposed can hold, and the refuted lines;
    `accepted` those that have a proof which Rocq accepts, definedness included; `open` has the others by their labels,
    with the reason. `points` are the accepted statements of the last two kinds, with what they are: "possible",
    "false", "undefined". Of the `axioms` that Rocq names, `computed` are those about the numbers of the processor, and
    `strange` those on which no theorem may rest. `coq` is its version.
    """

    entries: int
    accepted: int
    axioms: tuple[str, ...]
    computed: tuple[str, ...]
    strange: tuple[str, ...]
    coq: str
    open: Mapping[str, str]
    points: Mapping[str, str]
    seconds: float = field(default=0.0, metadata=APART)

    @property
    def is_whole(self) -> bool:
        """Whether every entry is accepted, on no other axioms than are allowed."""
        return self.accepted == self.entries and not self.strange

    @property
    def told(self) -> str:
        """All of it in a sentence."""
        said = f"Coq {self.coq} accepts {self.accepted} of {self.entries} statements"
        if self.strange:
            return f"{said}, some on an axiom that is none of the real numbers: {', '.join(self.strange)}"
        more = " and of the numbers of the processor" if self.computed else ""
        return f"{said}, on the axioms of the real numbers{more}" if self.accepted else said


@dataclass(frozen=True, slots=True)
class Binding:
    """What became of the comparison of a printed line with the statement that has its label.

    `outcome` is "bound" (the print, read, is the statement), "declared" (with what was forgiven in `tolerances`),
    "interpretation" (the script says so, and quotes the print), "not understood", "value" (written otherwise, and each
    side shown to be equal) or "differs"; of the last three, `reason` says why. `place` shows the print, with carets
    below what is meant, and `script_line` is where the statement stands.
    """

    outcome: Outcome
    tolerances: tuple[str, ...] = ()
    reason: str = ""
    place: str = ""
    label: str = ""
    script_line: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no verdict: the script is wrong, it took too long or too much memory, or the toolkit failed."""

    cause: Cause
    reason: str
    hint: str = ""
    traceback: str = field(default="", metadata=APART)


@dataclass(frozen=True, slots=True)
class Report:
    """All that is said of a theorem.

    `channels` is the number of channels, the C of R^C; None where nothing is summed. `vectors` are those that
    stand in the theorem, `variables` what ranges over an interval or an open set. `assumes` is what citing it
    takes. `conceptual` are the errata that are no misprints of a line. `bindings` compare the lines with what is
    printed, and `defined` are the labels of printed lines that are definitions of the theorem. `rocq` is what Rocq
    says of the bundle, where it was asked and that is known. A theorem without a `failure` has lines, and a bundle.
    """

    id: str
    title: str
    paper: str
    verdict: Verdict
    hypotheses: tuple[Hypothesis, ...] = ()
    channels: Formula | None = None
    vectors: tuple[Formula, ...] = ()
    variables: tuple[Formula, ...] = ()
    definitions: tuple[Definition, ...] = ()
    assumes: tuple[Assumption, ...] = ()
    lemmas: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    conceptual: tuple[Erratum, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    failure: Failure | None = None
    review: Review | None = None
    bindings: tuple[Binding, ...] = ()
    defined: tuple[str, ...] = ()
    rocq: Acceptance | None = None
    bundle: Bundle | None = field(default=None, metadata=APART)
    ground_types: str = field(default="", metadata=APART)
    seconds: float = field(default=0.0, metadata=APART)

    @property
    def proof(self) -> tuple[Line, ...]:
        """The lines without the hypotheses: what is given and supposed, and what is shown."""
        return tuple(line for line in self.lines if line.role != "where")

    @property
    def steps(self) -> tuple[Line, ...]:
        """What the theorem has to show: neither hypotheses nor what is given or supposed."""
        return tuple(line for line in self.lines if not line.is_premise)

    @property
    def claims(self) -> tuple[Line, ...]:
        """What the theorem states."""
        return tuple(line for line in self.lines if line.role == "claim")

    @property
    def citations(self) -> tuple[Line, ...]:
        """The claims of other theorems from which this one starts."""
        return tuple(line for line in self.lines if line.is_cited)

    @property
    def errata(self) -> tuple[Erratum, ...]:
        """The errata that are shown at a point, of lines and apart, of which what is said to hold instead is proved."""
        printed = (line.printed for line in self.lines)
        shown = (*(e for e in printed if e is not None and e.point is not None), *self.conceptual)
        return tuple(e for e in shown if e.mended is None or self.lines[e.mended].verdict == "proved")

    def read_by(self, label: str) -> list[str]:
        """What the reading of a printed line rests on: declarations, or that the script signs what it says."""
        found = (b for b in self.bindings if b.label == label)
        signed = {"interpretation": ("as the script signs",)}
        read = [(*b.tolerances, *signed.get(b.outcome, ())) for b in found]
        return [*dict.fromkeys(one for tolerances in read for one in tolerances)]

    def named(self, numbers: Iterable[int]) -> list[str]:
        """The names of lines, by their numbers."""
        return [self.lines[n].name for n in numbers]

    def doubted(self, doubts: Mapping[int, str]) -> Report:
        """The report where some of its premises are not to be had, by their numbers and with the reasons.

        What rests on them is unknown, and so is the theorem if it was proved.
        """
        lines = [_doubted(line, doubts[line.number]) if line.number in doubts else line for line in self.lines]
        verdict = "unknown" if self.verdict == "proved" else self.verdict
        return replace(self.worsened(verdict, dict.fromkeys(doubts.values())), lines=resting(lines))

    def worsened(self, verdict: str, problems: Iterable[str]) -> Report:
        """The report with another verdict, and with the problems that it comes from."""
        return replace(self, verdict=verdict, problems=(*self.problems, *problems))


def resting(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of a theorem; one that is proved from a line which is not proved is unknown."""
    found: list[Line] = []
    for line in lines:
        open_ = [found[n].name for n in line.uses if found[n].verdict != "proved"]
        said = f"it rests on {', '.join(open_)}, which {'is' if len(open_) == 1 else 'are'} not proved"
        found.append(_doubted(line, said) if open_ and line.verdict == "proved" else line)
    return tuple(found)


def _doubted(line: Line, reason: str) -> Line:
    return replace(line, verdict="unknown", reason=reason)


def slug(label: str) -> str:
    """A label as an identifier: "(27)-3" is "27-3"."""
    return re.sub(r"[^0-9A-Za-z]+", "-", label).strip("-").lower() or "line"
