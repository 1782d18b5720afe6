"""Theorems: hypotheses, what is given, and the steps of a proof, one printed line after the other.

Building a theorem is pure: nothing is checked, printed or evaluated. That is done by `symnorm verify`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar
from weakref import WeakSet

from ..checker import titles
from ..checker.forms import set_of, varies_in
from .applied import Put, apply, terms_for
from .by import Relation, Rule
from .entries import Chain, Counterexample, Entry, Erratum, Gap, Link, MissingHypothesis, Printed
from .entrywise import is_of_matrices, lettered, refuse_some_entries
from .for_every import given_for_every
from .matrices import SHAPED
from .provenance import Provenance, Supposed, apart
from .reasons import reason
from .refusals import LanguageError, allowed
from .said import Untyped, beside, labels, listed, meant, point, quoted_words, said, stated
from .statements import Statement, eq
from .terms import Index, Term, bare, form, free_indices, is_length, term
from .whole import induction, open_numbers, require_one_number
from .written import Written

KINDS = ("typo", "false", "reading", "approximation", "hypothesis", "gap", "notation", "extraction")
"""What can be wrong with a printed line: a misprint; a false statement; what is false in one reading and holds in
another, which is shown in its place and is no error of the author; an approximation that is printed as an
equation, which is no error where the paper says so; a hypothesis that is missing; an argument with a gap; a notation
that says something else; damage by the extraction, not by the author."""


class Theorem:
    """A theorem and its proof.

    `where` are the hypotheses: inequalities, and `differentiable(y)` of an unknown function y; where the paper has a
    transcript, each says whose it is, by `stated`, `silent` or `editors`. `along` are variables
    that range over an interval (a symbol, a coordinate x[i]; `interval(t, 0)` is one that contains 0) or an open set (a
    vector) on which the hypotheses hold: only along these can what is given be differentiated, and antiderivatives and
    constants of integration need an interval. `model` gives values, or terms for unknown functions, that satisfy what
    is given, so that a contradiction cannot hide; `model_by` is the rule that shows so, where by.algebra() does not.
    `notation` is what the paper writes in the place of a term: `{"x_i": x}` where the script drops the index, and
    `{"W": (w, i, j)}` for a matrix that the script has by its entry w. `words` quotes, by the label of a line that is
    said to be wrong, the words beside its formula that limit nothing there: `{"(8)": "for large $C$"}`.
    """

    made: ClassVar[WeakSet[Theorem]] = WeakSet()
    """Every theorem that there is, so that none of a script's is overlooked."""

    def __init__(
        self, identifier: str, title: str, *, where: Iterable[Statement | Supposed] = (), along: Iterable[Term] = (),
        model: Mapping[Any, Any] | None = None, model_by: Rule | None = None, paper: str | None = None,
        notation: Mapping[str, Any] | None = None, words: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.id, self.title = allowed(titles.identifier, identifier), allowed(titles.words, title)
        if isinstance(where, (Statement, Supposed)) or isinstance(along, (Term, Index)):
            raise LanguageError("where= is a list of hypotheses and along= a list of variables: write where=[t > 0]")
        if model is not None and not isinstance(model, Mapping):
            raise LanguageError(f"model= gives names a meaning, as model={{C: 3, y: tanh(t)}}, and not {model!r}")
        self.made.add(self)
        self.paper = allowed(titles.words, paper or identifier.partition("/")[0])
        if model_by is not None and not isinstance(model_by, Rule):
            raise LanguageError(f"model_by= is a rule, as by.algebra(premise), and not {model_by!r}")
        if notation is not None and not isinstance(notation, Mapping):
            raise LanguageError(f'notation= gives LaTeX a meaning, as notation={{"x_i": x}}, and not {notation!r}')
        self.along: tuple[Term, ...] = listed("along", along, "[t]")
        _check_along(self.along)
        self.model, self.model_by = point(model or {}), model_by
        self.notation = {latex: meant(latex, meaning) for latex, meaning in (notation or {}).items()}
        self.words = quoted_words(words or {})
        self.entries: list[Entry] = []
        self._labels: set[str] = set()
        self.errata: list[Erratum] = []
        self._written = Written(self)
        self._shapes: dict[str, tuple[str, ...]] = {}
        """The sets over which vectors and arrays have their entries; "" for channels."""
        self._sizes: dict[Term, Term] = {}
        self._gone_through: set[object] = set()
        """The marks of terms in which sizes and variables were looked for: equal terms may differ in size."""
        self._varied: dict[Term, Any] = {v: f"along=[{v}]" for v in self.variables}
        self._keep_fixed("along", self.along)
        for n, supposed in enumerate(listed("where", where, "[t > 0]"), start=1):
            statement, provenance = apart(supposed)
            self._add(f"+hypothesis {n}", "where", statement, None, provenance=provenance)
            if statement.kind == "eq":
                raise LanguageError(
                    f"where= has inequalities, and {statement} is an equation: give it a line of its own, as "
                    f'p = theorem.given("(1)", ..., "hypothesis"), and name it where it is used, as in by.algebra(p)'
                )

    def __repr__(self) -> str:
        return f"Theorem({self.id!r}, {self.title!r})"

    @property
    def changed(self) -> str:
        """What is not as it was written any more: a label, or what a theorem begins with; nothing where all is."""
        return self._written.changed(self.entries, self.errata)

    @property
    def variables(self) -> list[Term]:
        """The variables of `along`, without the points that their intervals contain."""
        return [v.args[0] if v.op == "interval" else v for v in self.along]

    # --- what a theorem starts from -----------------------------------------------------------------------

    def given(
        self, label: str, statement: Statement | Supposed, source: str, *, every: Sequence[Index] = (),
        put: Mapping[Any, Any] | None = None, **more: Any,
    ) -> Entry:  # fmt: skip
        """An equation that the theorem starts from: `source` is "hypothesis" or the id of another theorem.

        With put={a: t**2}, the other theorem claims it with these terms in the place of its symbols (see `apply`).

        A hypothesis under a label of the editors says whose it is, as given("+start", silent(...), "hypothesis").

        With every=[a, b] it is given for all members a and b of their sets, and what is returned is it for any two.
        """
        supposed, provenance = apart(statement)
        if provenance and source != "hypothesis":
            raise LanguageError(f"{label}: {source} claims it, and only a hypothesis is {provenance.whose}")
        members = listed("every", every, "[a, b]")
        more["provenance"] = provenance
        if put and (members or source == "hypothesis"):
            raise LanguageError(
                f"{label}: put= is for what another theorem claims, as it stands, and this "
                f"{'is said of every ' + ', '.join(map(str, members)) if members else 'is a hypothesis'}"
            )
        if members:
            return given_for_every(self, label, stated(label, supposed), members, source=source, **more)
        return self._add(label, "given", supposed, None, source=source, put=terms_for(put), **more)

    def apply(
        self, other: Theorem, values: Mapping[Any, Any], *, label: str = "", claim: str = "", by: Rule | None = None
    ) -> Entry:
        """What another theorem claims, of terms in the place of its symbols: a premise for the lines that follow.

        What it supposes of the terms stands among the hypotheses of this theorem, or is claimed in a line that is put
        before, by the rule `by` (by.linear(), of an inequality). `claim` is the label of the claim where there are
        several. The other theorem speaks of no derivative and lets nothing vary.

            tangent = Theorem("mine/tangent", "The tangent of tanh", where=[t >= 0])
            tangent.claim("(1)", tanh(t) <= t, by.increasing(t))
            theorem.apply(tangent, {t: x[i]**2})          # tanh(x[i]**2) <= x[i]**2
        """
        return apply(self, other, values, label, claim, by)

    def suppose(self, name: str, statement: Statement, *, at: Mapping[Any, Any] | None = None) -> Entry:
        """An assumption at one point, for the proof of an implication (see by.discharge); `at` is such a point."""
        return self._add(f"+{name}", "suppose", statement, None, place=None if at is None else point(at))

    # --- what is shown ------------------------------------------------------------------------------------

    def step(
        self, label: str, statement: Statement, by: Rule | None = None, *, printed: Any = None,
        kind: str = "typo", note: str = "", at: Mapping[Any, Any] | None = None, also: Iterable[str] = (),
        reads: str = "",
    ) -> Entry:  # fmt: skip
        """A printed line of the proof.

        Without `by`, an equation is tried by calculation (by.algebra()), an inequality by its sign (by.sign()).
        `printed` is what the paper has in its place: a statement, its right side alone where only that differs, or
        `untyped(...)` for what does not type. `kind` is of which kind that error is, `at` a point where it fails,
        `also` the labels of other printed lines that say the same. Where the statement is how the editors understand
        a formula, and not what it says by itself, `reads` quotes the formula, letter for letter, and so does `also`
        where it has formulas by their labels.
        """
        more: Any = {"printed": printed, "kind": kind, "note": note, "at": at, "also": also, "reads": reads}
        return self._add(label, "step", statement, by, **more)

    def claim(
        self, label: str, statement: Statement, by: Rule | None = None, *, printed: Any = None,
        kind: str = "typo", note: str = "", at: Mapping[Any, Any] | None = None, also: Iterable[str] = (),
        reads: str = "",
    ) -> Entry:  # fmt: skip
        """What the theorem states; the arguments are those of a step. Every theorem has at least one claim."""
        more: Any = {"printed": printed, "kind": kind, "note": note, "at": at, "also": also, "reads": reads}
        return self._add(label, "claim", statement, by, **more)

    def supplied(self, name: str, statement: Statement, by: Rule | None = None, *, note: str = "") -> Entry:
        """A line that the paper does not print and the proof needs."""
        return self._add(f"+{name}", "step", statement, by, note=note)

    def constant(self, name: str, statement: Statement, by: Rule) -> Entry:
        """A constant of integration: c = g, where dg/dx = 0 was shown and c is a new symbol."""
        return self._add(f"+{name}", "constant", statement, by)

    def chain(self, label: str, first: Any, *members: Any, claim: bool = False) -> Entry:
        """A chain a = b = c = d: every link is a line of its own, `label-1`, `label-2`, ...

        Returns what the chain shows as a whole, a = d. A member is a term, or a `link` with its reason.
        """
        if not members:
            raise LanguageError(f"{label}: a chain has at least two members, as chain(label, a, b)")
        shown, left, called = [], term(first), label.removeprefix("+")
        alone = "claim" if claim and len(members) == 1 else "step"
        for n, member in enumerate(members, start=1):
            here = member if isinstance(member, Link) else Link(term(member))
            is_link = len(members) > 1
            name = f"{label}{'.' if '-' in label else '-'}{n}" if is_link else label
            shown.append(
                self._add(
                    name, alone, eq(left, here.member), here.by, printed=here.printed,
                    kind=here.kind, note=here.note, also=here.also, at=here.point, reads=here.reads,
                    chain=Chain(called, n) if is_link else None,
                )
            )  # fmt: skip
            left = here.member
        if len(shown) == 1:
            return shown[0]
        reason = Rule("algebra", tuple(Relation("use", e) for e in shown))
        role = "claim" if claim else "step"
        return self._add(f"+{called} as a whole", role, eq(first, left), reason, chain=Chain(called, 0))

    def verify(self, *cited: Theorem, timeout: float = 120, memory: float = 4) -> Any:
        """Judges the theorem and returns the report on it (`symnorm.report.Report`), which shows itself.

        For a notebook or another program: a script is verified by `symnorm verify`. The verdict comes from a fresh
        process, which has so many seconds and GiB (0: no limit). Theorems that this one cites and that do not come with
        symnorm are named, as `theorem.verify(lemma)`. Raises UserError where no verdict is reached.

            report = theorem.verify()
            report.verdict                                # "proved", "refuted" or "unknown"
            [line.reason for line in report.steps if line.verdict != "proved"]
        """
        above = import_module("symnorm.in_python")  # by its name: the language knows nothing of the rooms above it
        return above.verified(self, cited, timeout, memory)

    # --- what is wrong ------------------------------------------------------------------------------------

    def counterexample(
        self, label: str, claim: Statement, *, at: Mapping[Any, Any], note: str, kind: str = "false",
        under: Sequence[Statement] = (), corrected: Entry | None = None, reading: str = "", reads: str = "",
    ) -> None:  # fmt: skip
        """A printed claim that is false: at the point, the hypotheses (and `under`) hold and the claim fails.

        `reading` names the extraction of the paper that alone prints it so (kind "extraction"); `reads` is that of a
        step.
        """
        self._kind(kind)
        said(label, note, reading)
        refuse_some_entries(self, label, "claim", stated(label, claim))
        supposed = listed("under", under, "[t > 0]")
        for one in supposed:
            refuse_some_entries(self, label, "where", stated(label, one))
        right = None if corrected is None else self._line(label, corrected)
        if kind == "reading" and right is None:
            raise LanguageError(f"{label}: kind='reading' has corrected=, the line that holds in the other reading")
        wrong = Counterexample(label, claim, point(at), note, kind, supposed, right, reading, _caller(), reads)
        self._written.add(self.errata, wrong)

    def missing(
        self, label: str, entry: Entry, hypothesis: Statement, *, at: Mapping[Any, Any], note: str, reads: str = ""
    ) -> None:
        """A hypothesis of this theorem that the printed line does not state: without it, it fails at the point.

        The label is one under which the statement of the entry is printed, or `reads` quotes what is printed there.
        """
        said(label, note)
        refuse_some_entries(self, label, "where", stated(label, hypothesis))
        self._line(label, entry)
        self._written.add(self.errata, MissingHypothesis(label, entry, hypothesis, point(at), note, _caller(), reads))

    def gap(
        self, label: str, *, assumes: Statement, at: Mapping[Any, Any], repaired: Entry, note: str, reads: str = ""
    ) -> None:
        """An argument that assumes something in silence, which fails at the point; `repaired` does not need it.

        That it is this which the argument assumes is the word of whoever writes the gap, and `note` gives the reason.
        The label is that of what is repaired or of another line of the theorem, or `reads` quotes what is printed.
        """
        said(label, note)
        refuse_some_entries(self, label, "claim", stated(label, assumes))
        self._line(label, repaired)
        self._written.add(self.errata, Gap(label, assumes, point(at), repaired, note, _caller(), reads))

    def induction(
        self, label: str, statement: Statement, *, over: Term, base: Rule | Sequence[Rule] | None = None,
        step: Any = None, smaller: Term | None = None, **more: Any,
    ) -> Entry:
        """A claim for every whole number: `base` shows it at the start, `step` at t + 1 from what is supposed at t.

        `step` is a function of that premise: `lambda p: by.algebra(p, recursion.at(t, t + 1))`. With rules for several
        first numbers, base=[r, s], it is of as many premises: `lambda p, q: ...` shows it at t + 2 from t and t + 1.
        With the letter of all smaller numbers, smaller=s, the claim is supposed of every s before t, and `step` shows
        it at t: `lambda p: by.algebra(recursion, p.summed(w))` from the sum over s of w times what is supposed. With a
        base as well, it is supposed of every s up to t, and shown at t + 1; then `p.at(t)` is what is supposed of t.
        """
        return induction(self, label, statement, over, base, step, smaller, **more)

    # --- inside -------------------------------------------------------------------------------------------

    def _add(
        self, label: str, role: str, statement: Statement, by: Rule | None, *, source: str = "",
        also: Iterable[str] = (), printed: Any = None, kind: str = "typo", note: str = "",
        at: Mapping[Any, Any] | None = None, reads: str = "", place: Mapping[Any, Any] | None = None,
        chain: Chain | None = None, put: Put = (), provenance: Provenance | None = None,
    ) -> Entry:  # fmt: skip
        if not isinstance(label, str):
            raise LanguageError(f'a line has a label in quotes, as "(5)", and not {label!r}')
        said(label, note, source)
        stated(label, statement)
        if not isinstance(by, Rule) and (by is not None or role == "constant"):
            raise LanguageError(f"{label}: by= needs a rule, as by.algebra(premise)")
        if role == "constant":
            require_one_number(label, statement)
        if role in ("step", "claim"):
            by = reason(self, label, statement, by)
        printed = beside(label, statement, printed)
        for other in by.entries() if by else ():
            self._line(label, other)
        for side in (t for s in (statement, printed) if isinstance(s, Statement) for t in s.terms()):
            if side.is_channel:
                raise LanguageError(
                    f"{label}: the vector {side} stands where a number belongs: take a channel, as x[i]; "
                    "or all, as every(x)"
                )
        if isinstance(printed, Statement):
            stated(label, printed)
        statement = self._lettered(statement)
        printed = self._lettered(printed) if isinstance(printed, Statement) else printed
        self._keep_fixed(label, (*statement.terms(), *(value for _, value in put)))
        for one in (s for s in (statement, printed) if isinstance(s, Statement)):
            refuse_some_entries(self, label, role, one, by)
        self._kind(kind)
        look = titles.shown(label)
        if look in self._labels:
            raise LanguageError(f"two lines of {self.id} have the label {label!r}, or one that looks so")
        self._labels.add(look)
        wrong = self._wrong(label, statement, printed, kind, note, at, reads)
        if not isinstance(reads, str):
            raise LanguageError(f"{label}: reads= quotes the formula as the transcript has it, and is not {reads!r}")
        others = labels(also)
        entry = Entry(
            self, len(self.entries), label, role, statement, by, source, tuple(others), wrong, note, place,
            line=_caller(), chain=chain, reads=reads, also_reads=tuple(others.values()), put=put,
            provenance=provenance,
        )  # fmt: skip
        self._written.add(self.entries, entry)
        return entry

    def _line(self, label: str, line: Any) -> Entry:
        """A line of this theorem. Raises LanguageError for anything else."""
        if not isinstance(line, Entry):
            raise LanguageError(f"{label}: {line!r} is no line of the theorem: a line is what step or claim returned")
        if line.theorem is not self:
            raise LanguageError(f"{label}: the premise {line.label} belongs to {line.theorem.id}")
        return line

    def _lettered(self, statement: Statement) -> Statement:
        """A statement whose rows and columns have letters that no line before has for members of another set."""
        if not is_of_matrices(statement):
            return statement
        terms = (t for e in self.entries for t in e.statement.terms())
        return lettered(statement, {bare(i): set_of(i) for t in terms for i in free_indices(t)})

    def _wrong(
        self, label: str, statement: Statement, printed: Any, kind: str, note: str, at: Any, reads: str
    ) -> Printed | None:
        """What is said to be printed in the place of a line."""
        if isinstance(printed, Untyped):
            if kind not in ("notation", "extraction") or at is not None or reads:
                raise LanguageError(
                    f"{label}: what does not type is false at no point and says nothing: it has kind='notation', or "
                    "'extraction', and neither at= nor reads="
                )
            return Printed(statement, kind, note, None, printed)
        place = None if at is None else point(at)
        if printed is None and place is not None:
            raise LanguageError(f"{label}: at= is a point where printed= fails, and nothing else is printed here")
        return None if printed is None else Printed(printed, kind, note, place)

    def _keep_fixed(self, label: str, terms: Iterable[Term]) -> None:
        """Raises LanguageError where the number of channels, a whole number, is a variable of calculus."""
        sizes, varied = dict(self._sizes), dict(self._varied)
        ahead, now = [*reversed(list(terms))], object()
        while ahead:
            t = ahead.pop()
            if t.mark[0] is now or t.mark[0] in self._gone_through:
                continue
            t.mark = now, 0
            ahead.extend(reversed(t.parts()))
            if t.op in ("coord", "vector"):
                over = tuple(a.args[0] if isinstance(a, Term) and is_length(a) else set_of(str(a)) for a in t.args[1:])
                if self._shapes.setdefault(t.args[0], over) != over:
                    both = (", ".join(one or "channels" for one in s) for s in (over, self._shapes[t.args[0]]))
                    told = f"{t.args[0]} has its entries over {' and over '.join(both)}"
                    raise LanguageError(f"{label}: {told}; give one of them another name")
            match t.op:
                case "coord" | "delta" if t.size is not None:
                    sizes.setdefault(t.size, t)
                case "sum":
                    sizes.setdefault(t.args[1], t)
                case "vector":
                    sizes.update((size, t) for size in t.axes if size not in sizes)
                case "D" | "integral" | "at" | "slope":
                    varied.setdefault(t.args[1], t)
                case op if op in SHAPED:
                    raise LanguageError(
                        f"{label}: the matrix {t} stands where a number belongs: take an entry, as A[i, j], or say "
                        "what holds of all of it, as eq(A, B)"
                    )
        lengths = {s.args[0] for s in sizes if is_length(s)}
        for size in (s for s in sizes if s.args[0] in lengths and not is_length(s)):
            raise LanguageError(f"{label}: {size} is the length of a set, and the number of channels: rename one")
        for size, t in sizes.items():
            if (varies := varied.get(Term("sym", size.args[:1]))) is not None:
                raise LanguageError(
                    f"{label}: {varies} lets {size} vary, the number of channels in {t}, which is a whole number and "
                    "fixed; write another symbol for what varies"
                )
        self._sizes, self._varied = sizes, varied
        self._gone_through.add(now)

    def _kind(self, kind: str) -> None:
        if kind not in KINDS:
            raise LanguageError(f"{kind!r} is no kind of erratum; the kinds are {', '.join(KINDS)}")


def _check_along(along: tuple[Term, ...]) -> None:
    for v in along:
        if not isinstance(v, Term) or v.op not in ("sym", "coord", "vector", "interval") or is_length(v):
            raise LanguageError(f"{v} in along= is not a symbol, a coordinate x[i], an interval(t, 0) or a vector")
        told = [*(str(w) for w in open_numbers(v)), *(f"channel {i}" for i in free_indices(v) if i[0] == "*")]
        if told:
            raise LanguageError(
                f"{v} in along= is another one for every {told[0]}, and what varies is the same for all: name a point "
                "that speaks of no whole number, as interval(t, 0), and of one channel, as x[i]"
            )
    for n, v in ((n, v) for n, v in enumerate(along) if v.op == "interval"):
        for later in (w.args[0] if w.op == "interval" else w for w in along[n:]):
            if varies_in(form(v.args[1]), (later.op, later.args[0])):
                raise LanguageError(
                    f"in along= the interval of {v.args[0]} is said to contain {v.args[1]}, which varies with {later}: "
                    "name a point that stays, as interval(t, 0), or one that depends on what stands before it in along="
                )


def _caller() -> int:
    """The line of the script that is being read, for messages."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("symnorm."):
        frame = frame.f_back
    return frame.f_lineno if frame is not None else 0
