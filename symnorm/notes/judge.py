"""The verdict on each relation of a note, by its values at points and then by a proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from mpmath import mp

from ..errors import UserError
from ..reader.cursor import NotUnderstood
from .chains import links
from .declared import Declared, declared
from .definitions import has_no_names, is_number, mentions, target
from .documents import read_note
from .draft import verified
from .findings import Failing, Findings
from .hypotheses import TOTAL, counted, example, extent, likely, not_negative, of_letters, stated, suitable
from .index_sets import is_capital
from .meaning import Meaning, Parsed, understand
from .model import Formula, Judged, Link, NoteReport, Point, Repair, Verdict
from .points import Reading, TooMuch
from .repairs import Edit, repaired
from .rounding import is_decimal, rounded
from .samples import NICE, SMALL, shown
from .tensors import Tensor, Unknown, flat
from .trees import Node
from .trials import Hypothesis, Outcome, Place, Trial
from .values import Values, compare

CASE = re.compile(r"(?<![A-Za-z0-9_\\{])([a-z])\s*(=|!=|≠|\\ne(?:q)?(?![a-z]))\s*([a-z])(?![A-Za-z0-9_(])")
MOST_WORK = 150_000
"""So many nodes are evaluated at most to find a hypothesis for one relation."""
MOST_OF_NOTE = 1_500_000
"""When so many nodes were evaluated for the false relations of a note, no edits are looked for in further ones."""
FEW = (0, 1, 3, 5)
"""The points at which hypotheses are tried first."""
WORDS = re.compile(
    r"\b(?:if|when|whenever|case|since|assum\w*|provided|suppos\w*|unless|only for|except|approximately|roughly)\b"
    r"|当|若|如果|假设|假定|近似|만약|때|もし|場合|とき|nếu|khi|quando|caso|\bse\b|\bsi\b|\bwenn\b|\bfalls\b",
    re.IGNORECASE,
)
AGAIN = re.compile(
    r"\b(?:let|set|put|(?:re)?defin(?:e[sd]?|ing)|denot(?:e[sd]?|ing)|introduc(?:e[sd]?|ing)|propos(?:e[sd]?|ing)|call(?:ed)?)\b"
    r"|定义|记|令|정의|とおく|定義|definimos|đặt",
    re.IGNORECASE,
)
"""Words with which a name is given another meaning than before."""
ARROW = re.compile(r"\\(?:implies|Rightarrow|Longrightarrow|therefore)(?![A-Za-z])|=>|⇒")
IMPLIED = re.compile(rf"\s*(?:{ARROW.pattern})")
ACCENTED = re.compile(r"\\(?:hat|bar|tilde|dot|check|breve)\{")
CONSTANTS = ("C", "K", "C_{1}", "c_{1}", "C_{0}", "c_{0}", "C_{2}", "c_{2}")
LENGTHS = ("n", "N", "m", "M", "d", "D", "C", "K", "H", "T", "B")
STATISTICS = (r"\mu", r"\sigma", r"\sigma^2", "s", "r", "v", "m", r"\rho")
KINKS = ("abs", "cases", "max", "min", "largest", "smallest")
KINKED = ("sign", "sgn", "ReLU", "relu", "ELU", "LeakyReLU")


def read_files(
    paths: Sequence[Path], notation: Path | None = None, progress: Callable[[str], None] | None = None
) -> list[NoteReport]:
    """Reads notes and judges their relations. Raises UserError for what is wrong with a file or its notation."""
    text = None
    if notation is not None:
        try:
            text = notation.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(
                f"{notation} cannot be read: {getattr(error, 'strerror', '') or 'it is not UTF-8'}"
            ) from None
    shared = declared(text, str(notation)) if text is not None else None
    return [read_file(path, shared, progress) for path in paths]


def read_file(path: Path, shared: Declared | None, progress: Callable[[str], None] | None = None) -> NoteReport:
    """Reads one note."""
    note = read_note(path)
    if not note.formulas and note.problems and note.problems[0][0] == 0:
        raise UserError(note.problems[0][1])
    own = shared
    if own is None:
        own = declared(note.front[0], f"{path}, line {note.front[1]}") if note.front else Declared()
    found, others = links(note.formulas)
    try:
        meaning = understand(found, note.formulas, own)
    except NotUnderstood as error:
        raise UserError(f"the notation is not understood: {error.why}: {error.source}") from None
    judge = Judge(meaning)
    judged: list[Judged | None] = []
    for place in range(len(meaning.parsed)):
        if progress:
            progress(f"{path}: {place + 1} of {len(meaning.parsed)} relations")
        judged.append(judge.judged(place))
    if progress:
        progress(f"{path}: proving what agrees")
    relations = with_proofs(judge, judged, path.stem)
    passed = [(f.line, f.latex) for f in others] + judge.passed_over
    return NoteReport(path, meaning.declarations(), tuple(relations), tuple(passed),
                      note.problems + tuple(meaning.problems), judge.findings)  # fmt: skip


def with_proofs(judge: Judge, judged: Sequence[Judged | None], stem: str) -> list[Judged]:
    """The relations, those proved whose certificate the checker accepts."""
    found = verified(judge.findings, judged, stem)
    out: list[Judged | None] = []
    for place, one in enumerate(judged):
        verdict, theorem = found.get(place, ("", ""))
        if one is not None and verdict == "proved":
            one = replace(one, verdict=Verdict.PROVED, certificate=theorem)
        elif one is not None and verdict == "refuted":
            one = replace(
                one,
                verdict=Verdict.CONDITIONAL,
                note="it agrees at ordinary points, and fails at a special one",
            )
        out.append(one)
    judge.findings.judged = out
    return [one for one in out if one is not None]


class Judge:
    """Judges the relations of one note."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning
        self.passed_over: list[tuple[int, str]] = []
        self.case: tuple[Hypothesis, Formula] | None = None
        self.suppositions: list[tuple[int, Hypothesis]] = []
        self.spent = 0
        """The nodes that were evaluated for what is false so far."""
        self.findings = Findings(meaning)
        self.verdicts: dict[int, Verdict] = {}
        """Those on the relations before, by their places."""
        self.always = [h for p in meaning.supposed if (h := stated(p, meaning))]

    def judged(self, place: int) -> Judged | None:
        """The verdict on one relation; None where it is none, but names a case."""
        found = self._judged(place)
        if found is not None:
            self.verdicts[place] = found.verdict
        return found

    def _judged(self, place: int) -> Judged | None:
        p = self.meaning.parsed[place]
        link = p.link
        if self._is_case(p):
            self.passed_over.append((link.line, link.latex))
            return None
        if p.error is not None:
            return Judged(
                link, Verdict.NOT_UNDERSTOOD, p.error.why, caret=(p.error.source, p.error.start, p.error.end)
            )
        if place in self.meaning.defining:
            is_example = self.meaning.defining[place] == "example"
            is_update = self.meaning.defining[place] == "update"
            note = (
                "the value of an example"
                if is_example
                else "an update, which says nothing"
                if is_update
                else ""
            )
            return Judged(link, Verdict.DEFINITION, note)
        if p.sign == "==" and _says_how_it_is_written(p):
            return Judged(link, Verdict.DEFINITION, "another way to write it, which says nothing")
        try:
            found = self._by_values(p)
        except Unknown as error:
            return self._unknown(p, error)
        except TooMuch:
            return Judged(link, Verdict.NOT_UNDERSTOOD, "too much to calculate: write it as several relations")
        except RecursionError:
            return Judged(link, Verdict.NOT_UNDERSTOOD, "the definitions that this needs go round in a circle")
        return replace(found, tolerances=(*p.tolerances, *found.tolerances))

    def _unknown(self, p: Parsed, error: Unknown) -> Judged:
        node = error.node
        sides = [(p.link.left, p.left), (p.link.right, p.right)]
        source = next(
            (s for s, tree in sides if tree is not None and any(part is node for part in tree.parts())), ""
        )
        caret = (source, node.start, node.end) if source and node.end > node.start else None
        return Judged(p.link, Verdict.NOT_UNDERSTOOD, error.why, caret=caret)

    # --- cases ----------------------------------------------------------------------------------------------

    def _is_case(self, p: Parsed) -> bool:
        """Whether a relation only says which indices are meant in what follows, as i = j in running text."""
        is_letter = [t.op == "name" and not t.args and len(t.name) == 1 and t.name.islower() for t in p.trees]
        if p.error or is_letter != [True, True] or p.sign not in ("=", "!="):
            return False
        assert p.left is not None
        assert p.right is not None
        names = p.left.name, p.right.name
        if not all(self.meaning.survey.is_index("x", n) for n in names):
            return False
        if p.link.formula.display == 0:
            self.case = of_letters(p.sign == "=", names), p.link.formula
        return True

    def _case_at(self, p: Parsed) -> list[Hypothesis]:
        """The case that the words before a display name, or the one named before it in the same section."""
        formula = p.link.formula
        if found := list(CASE.finditer(f"{formula.before[-80:]} {p.link.words}")):
            a, sign, b = found[-1].groups()
            if a != b and all(self.meaning.survey.is_index("x", n) for n in (a, b)):
                return [of_letters(sign == "=", (a, b))]
        if self.case and self.case[1].section == formula.section and _is_near(self.case[1], formula):
            return [self.case[0]]
        return []

    # --- values ---------------------------------------------------------------------------------------------

    def _by_values(self, p: Parsed) -> Judged:
        link = p.link
        trial = Trial(p, self.meaning, self.meaning.known(link))
        if p.sign == "much":
            why = "this says that one side is much larger, and not how much: state a bound"
            return Judged(link, Verdict.NOT_UNDERSTOOD, why)
        if p.sign == "~" or self._is_numeric(p):
            judged = self._by_numbers(p, trial)
            if judged is not None:
                return judged
        if p.sign == "~":
            return Judged(
                link, Verdict.NOT_UNDERSTOOD, "this says about how large, and not within what: state a bound"
            )
        cases = self._case_at(p)
        base = [*self.always, *cases]
        reading = self._reading(p, trial, base)
        direct = replace(reading, held=self._held(p))
        if self.meaning.declared.derivatives == "direct":
            reading = direct
        outcome = trial.run(reading, base, layout=self.meaning.declared.layout)
        told = tuple(h.text for h in cases)
        if outcome.is_clear:
            return self._on_one_side(p, trial, reading, base, outcome) or self._agreed(
                p, trial, reading, outcome, told
            )
        if not outcome.fails or outcome.is_misfit:
            for looser, text in self._looser(p, reading):
                again = self._again(trial, looser, base)
                if again.is_clear:
                    return self._agreed(p, trial, looser, again, (*told, text))
                if again.fails and not again.has_identity:
                    return self._failed(p, trial, looser, replace(looser, held=self._held(p)), base, again)
            return self._without_points(p, outcome)
        return self._failed(p, trial, reading, direct, base, outcome)

    def _on_one_side(
        self, p: Parsed, trial: Trial, reading: Reading, base: Sequence[Hypothesis], outcome: Outcome
    ) -> Judged | None:
        """The verdict where one side has values at which the other has none, and a sign would change that."""
        if len({half.point.seed for half in outcome.halves}) < 2:
            return None
        place = outcome.halves[0]
        names = tuple(n for n in place.names if n in place.point.leaves)
        for hypothesis in (h for h in likely(names, self.meaning, outcome, trial.letters) if h.positive):
            again = trial.run(reading, [*base, hypothesis])
            if again.is_clear and not again.halves:
                return Judged(p.link, Verdict.CONDITIONAL, "one side has values where the other has none",
                              hypotheses=(hypothesis.text,), points=outcome.holds)  # fmt: skip
        return None

    def _reading(self, p: Parsed, trial: Trial, base: Sequence[Hypothesis]) -> Reading:
        """The reading under which both sides have one shape."""
        if not any(n.op == "mul" and n.name == "." for t in self._trees(p) for n in t.parts()):
            return TOTAL
        for reading in (TOTAL, replace(TOTAL, dot=False)):
            outcome = trial.run(reading, base, seeds=FEW[:2], layout=self.meaning.declared.layout)
            if outcome.holds and not outcome.fails:
                return reading
        for reading in (TOTAL, replace(TOTAL, dot=False)):
            outcome = trial.run(reading, base, seeds=FEW[:1])
            if not outcome.is_misfit:
                return reading
        return TOTAL

    def _trees(self, p: Parsed) -> list[Node]:
        """The sides of a relation and the bodies of the definitions on which they depend."""
        known = self.meaning.known(p.link)
        out = list(p.trees)
        seen: set[str] = set()
        for tree in out:
            for part in tree.parts():
                names = [part.name, f"{part.name}^2"] if part.op in ("name", "call") else []
                if part.op == "pow" and part.args[0].op == "name":
                    names.append(f"{part.args[0].name}^2")
                for name in names:
                    if name in known and name not in seen:
                        seen.add(name)
                        out.append(known[name].body)
        return out

    def _held(self, p: Parsed) -> frozenset[str]:
        """What is a variable somewhere in a relation, and defined: held by a derivative that is direct."""
        known = self.meaning.known(p.link)
        found: set[str] = set()
        for tree in p.trees:
            for node in tree.parts():
                if node.op == "partial":
                    for one in node.args[1:]:
                        name = f"{one.args[0].name}^2" if one.op == "pow" else one.name
                        found |= {n for n in (name, name.split("_")[0]) if n in known}
        return frozenset(found)

    # --- verdicts -------------------------------------------------------------------------------------------

    def _agreed(
        self, p: Parsed, trial: Trial, reading: Reading, outcome: Outcome, told: tuple[str, ...]
    ) -> Judged:
        text = [] if reading.dot else ["a dot between vectors multiplies entry by entry"]
        if outcome.has_identity:
            text.append("the number is so many times the identity")
        if told:
            text.append(f"for {' and '.join(told)}")
        if hypothesis := self._at_kinks(p, trial, reading):
            return Judged(p.link, Verdict.CONDITIONAL, "at a kink, one side has no value or another",
                          hypotheses=(hypothesis,), points=outcome.holds)  # fmt: skip
        stated_ = tuple(h.text for h in self.always if outcome.holds) if self.always else ()
        if self._is_free(p):
            return Judged(
                p.link,
                Verdict.CONDITIONAL,
                "this is supposed, and nothing that is shown",
                hypotheses=(p.link.latex,),
            )
        if (
            not stated_
            and not [one for one in told if "\\neq" in one or " = " in one]
            and not outcome.has_identity
        ):
            self.findings.readings[self._place(p)] = reading
        return Judged(p.link, Verdict.AGREES, reading="; ".join(text), points=outcome.holds, hypotheses=stated_)

    def _place(self, p: Parsed) -> int:
        return next(n for n, q in enumerate(self.meaning.parsed) if q is p)

    def _in_example(self, p: Parsed) -> Hypothesis | None:
        """The values of the example, where a relation has numbers of its own, or one side that is nothing else."""
        given = example(self.meaning, p)
        has_point = any(n.op == "num" and "." in n.name for t in p.trees for n in t.parts())
        return given if given and (has_point or any(map(has_no_names, p.trees))) else None

    def _looser(self, p: Parsed, reading: Reading) -> list[tuple[Reading, str]]:
        """Readings in which a name without an index is a number, although it has an index elsewhere."""
        sets, known = self.meaning.sets, self.meaning.known(p.link)
        trees = self._trees(p)
        bare = {n.name for t in trees for n in t.parts() if n.op == "name" and not n.args}
        bare = {n for n in bare if sets.arity.get(n, 0) == 1 and n not in known}
        indexed = {n.name for t in p.trees for n in t.parts() if n.op == "name" and n.args}
        out = []
        if bare and not bare & indexed:
            out.append((replace(reading, plain=frozenset(bare)), f"{', '.join(sorted(bare))} a number"))
        counts = {(n.name, len(n.args)) for t in trees for n in t.parts() if n.op == "name" and n.args}
        short = {name for name, count in counts if count < sets.arity.get(name, 0) and name not in known}
        if short:
            text = f"{', '.join(sorted(short))} with fewer indices is another vector"
            out.append((replace(reading, apart=frozenset(short)), text))
            if out[0][0].plain:
                out.append((replace(out[0][0], apart=frozenset(short)), f"{out[0][1]}; {text}"))
        return out

    def _again(self, trial: Trial, reading: Reading, base: Sequence[Hypothesis]) -> Outcome:
        """The outcome under another reading; nothing where that has no sense."""
        try:
            return trial.run(reading, base, layout=self.meaning.declared.layout)
        except (Unknown, TooMuch):
            return Outcome()

    def _sizes(self, p: Parsed, names: Sequence[str], outcome: Outcome) -> list[Hypothesis]:
        """How many entries there are, where the note says so by a row or by a letter that nothing else explains."""
        out = []
        for key, count, link in self.meaning.extents:
            if link.line <= p.link.line:
                out.append(extent(key, count, f"{link.latex.strip()}, line {link.line}"))
        roots = {r for f in outcome.fails for r in f.point.sizes if not r.startswith("length:")}
        if any(r.startswith("length:") for f in outcome.fails for r in f.point.sizes):
            return out
        out += [
            counted(name, root)
            for name in names
            for root in sorted(roots)
            if name in LENGTHS and not self.meaning.sets.is_vector(name)
        ]
        return out

    def _constant(
        self, p: Parsed, trial: Trial, reading: Reading, base: Sequence[Hypothesis], names: Sequence[str]
    ) -> str:
        """A constant that the note does not define, for some value of which a relation holds at every point."""
        for name in names:
            try:
                if name in CONSTANTS and trial.run(reading, [*base, suitable(name, trial)], FEW).is_clear:
                    return name
            except (Unknown, TooMuch):
                continue
        return ""

    def _is_free(self, p: Parsed) -> bool:
        """Whether two names that are left open are said to differ, or to be in an order."""
        known = self.meaning.known(p.link)
        names = [t.name for t in p.trees if t.op == "name" and t.name not in known]
        return p.sign not in ("=", "==", ":=") and len(names) == 2

    def _without_points(self, p: Parsed, outcome: Outcome) -> Judged:
        if outcome.is_misfit:
            return Judged(p.link, Verdict.NOT_UNDERSTOOD,
                          "a vector or a matrix stands against something of another shape: declare both")  # fmt: skip
        return Judged(p.link, Verdict.NOT_UNDERSTOOD, "no point was found at which both sides have a value")

    def _failed(
        self,
        p: Parsed,
        trial: Trial,
        reading: Reading,
        direct: Reading,
        base: Sequence[Hypothesis],
        outcome: Outcome,
    ) -> Judged:
        names = tuple(dict.fromkeys(n for place in outcome.fails for n in place.names))
        open_names = [n for n in names if n in outcome.fails[0].point.leaves]
        if given := self._in_example(p):
            again = trial.run(reading, [*base, given])
            if again.is_clear:
                return Judged(
                    p.link,
                    Verdict.AGREES,
                    reading=f"at the values of the example: {given.text}",
                    points=again.holds,
                )
        for looser, text in self._looser(p, reading):
            again = self._again(trial, looser, base)
            if again.is_clear:
                return self._agreed(p, trial, looser, again, (text,))
        for hypothesis in self._sizes(p, open_names, outcome):
            again = trial.run(reading, [*base, hypothesis])
            if again.is_clear:
                return Judged(p.link, Verdict.AGREES, reading=hypothesis.text, points=again.holds)
        if hypotheses := self._way_out(p, trial, reading, direct, base, outcome, tuple(open_names)):
            texts, note = hypotheses
            self.findings.failing[self._place(p)] = Failing(reading, outcome.fails[0], hypotheses=texts)
            return Judged(p.link, Verdict.CONDITIONAL, note, hypotheses=texts, points=outcome.holds,
                          counterexample=_shown(outcome.fails[0]))  # fmt: skip
        if name := self._constant(p, trial, reading, base, open_names):
            return Judged(p.link, Verdict.CONDITIONAL, f"it holds for some {name}, and the note does not say which",
                          hypotheses=(f"a suitable {name}",), points=outcome.holds)  # fmt: skip
        if self._is_supposition(p, open_names):
            if supposed := stated(p, self.meaning):
                self.suppositions.append((p.link.line, supposed))
            return Judged(p.link, Verdict.CONDITIONAL, "this is supposed, and nothing that is shown",
                          hypotheses=(p.link.latex,))  # fmt: skip
        if another := self._another_meaning(p):
            return Judged(p.link, Verdict.NOT_UNDERSTOOD, another)
        if doubtful := self._doubtful(p, open_names):
            why = f"it fails unless {doubtful} means what the note does not say: define it in the notation"
            return Judged(p.link, Verdict.NOT_UNDERSTOOD, why)
        if before := self._line_before(p, reading, base) or self._behind_arrow(p):
            return before
        if unclear := self._setting(p, open_names):
            return unclear
        if word := self._word_nearby(p, base):
            why = f"it fails as it stands, and the word nearby may limit it: {word}"
            return Judged(p.link, Verdict.CONDITIONAL, why, points=outcome.holds,
                          counterexample=_shown(outcome.fails[0]))  # fmt: skip
        return self._false(p, trial, reading, base, outcome)

    def _another_meaning(self, p: Parsed) -> str:
        """Why a name may mean something else in a relation than what was calculated with; nothing where it may not."""
        known = self.meaning.known(p.link)
        opened = self.meaning.is_open_at(p.link)
        if found := sorted(opened & {name for t in p.trees for name in mentions(t, known)}):
            return f"{found[0]} is open in this section, as the notation says"
        wanted = target(p.left, self.meaning.sets.is_vector) if p.left is not None else None
        own = known.get(wanted.key) if wanted is not None else None
        if own is None or p.link.carried or not AGAIN.search(f"{p.link.formula.before[-60:]} {p.link.words}"):
            return ""
        return f"{own.key} is defined in {own.place} already, and this defines something else"

    def _setting(self, p: Parsed, names: Sequence[str]) -> Judged | None:
        """The verdict where a relation is no claim: it sets a value, or brings in something of which nothing was said.

        A fair author would not call it false that y = tanh(a x), after y was something else.
        """
        assert p.left is not None
        assert p.right is not None
        known = self.meaning.known(p.link)
        is_name = p.left.op == "name" or (p.left.op == "call" and p.left.name in known)
        has_derivative = any(n.op in ("partial", "prime") for n in p.left.parts())
        if (
            (is_name or has_derivative)
            and p.sign == "="
            and p.right.op in ("num", "neg")
            and has_no_names(p.right)
        ):
            if p.link.formula.display and has_derivative:
                return None
            return Judged(
                p.link, Verdict.CONDITIONAL, "a value is set, and nothing is shown", hypotheses=(p.link.latex,)
            )
        if p.left.op == "name" and p.right.op in ("name", "num") and p.sign not in ("=", "=="):
            return Judged(p.link, Verdict.CONDITIONAL, "this is supposed, and nothing that is shown",
                          hypotheses=(p.link.latex,))  # fmt: skip
        if any(n.op in ("call", "prime") and r"\phi" in (n.name, *(a.name for a in n.args)) and r"\phi" not in known
               for t in self._trees(p) for n in t.parts()):  # fmt: skip
            return Judged(p.link, Verdict.NOT_UNDERSTOOD, r"\phi is not defined: define it in the notation")
        left, right = (self._depends(t, p) for t in (p.left, p.right))
        alone, others = ([n for n in names if n in side and n not in SMALL] for side in (left, right))
        if alone and others and not {*alone} & {*others}:
            why = f"nothing in the note says what {alone[0]} has to do with {others[0]}: define one of them"
            return Judged(p.link, Verdict.NOT_UNDERSTOOD, why)
        for name in names:
            is_new = (name in right) != (name in left) and name not in LENGTHS and name not in SMALL
            if is_new and name in right and (is_name or has_derivative or any(n in known for n in left)):
                first = known.get(p.left.name) if is_name else None
                where = f"{p.left.name} is defined in {first.place}, and " if first else ""
                why = f"{where}{name} stands on the right alone: say what it is, or that this defines something else"
                return Judged(p.link, Verdict.NOT_UNDERSTOOD, why)
        return None

    def _depends(self, tree: Node, p: Parsed) -> set[str]:
        """The names on which a side depends, through definitions and losses."""
        found = mentions(tree, self.meaning.known(p.link))
        for key in found & {*self.meaning.losses}:
            for sink in self.meaning.losses[key]:
                found |= mentions(Node("name", name=sink), self.meaning.known(p.link))
        return found

    def _line_before(self, p: Parsed, reading: Reading, base: Sequence[Hypothesis]) -> Judged | None:
        """The verdict on `=> D = ...` against the line before, which says something of the same left side."""
        if not IMPLIED.match(p.link.formula.latex) or p.left is None or p.right is None:
            return None
        place = self._place(p)
        q = self.meaning.parsed[place - 1] if place else None
        if q is None or q.left is None or q.right is None or q.left.key != p.left.key or p.sign != "=":
            return None
        try:
            outcome = Trial(p, self.meaning, self.meaning.known(p.link)).run(
                reading, base, swap=(q.right, p.right), scope=q.scope
            )
        except (Unknown, TooMuch):
            return None
        if not outcome.is_clear:
            return None
        return Judged(p.link, Verdict.AGREES, f"it follows from line {q.link.line}", "implied by the line before",
                      points=outcome.holds)  # fmt: skip

    def _behind_arrow(self, p: Parsed) -> Judged | None:
        """The verdict on what follows from a relation of the same formula that is not known to hold."""
        place = self._place(p)
        q = self.meaning.parsed[place - 1] if place else None
        if q is None or q.link.formula is not p.link.formula or q.link.chain == p.link.chain:
            return None
        if self.verdicts.get(place - 1) not in (Verdict.CONDITIONAL, Verdict.NOT_UNDERSTOOD):
            return None
        if not ARROW.search(p.link.formula.latex):
            return None
        return Judged(p.link, Verdict.CONDITIONAL, "it is said to follow from what stands before the arrow",
                      hypotheses=(q.link.latex,))  # fmt: skip

    def _word_nearby(self, p: Parsed, base: Sequence[Hypothesis]) -> str:
        """A word right before or behind a formula that may be a condition."""
        if base:
            return ""
        before = re.split(r"[.!?。！？;；]\s", p.link.formula.before)[-1][-60:]
        after = re.split(r"[.!?。！？;；,，]", p.link.formula.after.lstrip(" ,，"))[0][:40]
        found = WORDS.search(f"{before} {p.link.words}") or WORDS.match(after)
        place = self._place(p)
        last = self.meaning.parsed[place - 1].link.formula if place else None
        if (
            not found
            and last is not None
            and last.display == 0
            and last.line == p.link.line
            and p.link.formula.display == 0
        ):
            found = WORDS.search(last.before[-20:])
        return found[0].strip() if found else ""

    def _false(
        self, p: Parsed, trial: Trial, reading: Reading, base: Sequence[Hypothesis], outcome: Outcome
    ) -> Judged:
        nice = trial.run(reading, base, NICE).fails
        place = min(nice or outcome.fails, key=lambda f: (sum(f.point.sizes.values()), f.point.seed))
        later = self._recovers(p, reading, base)
        note = f"the chain recovers: its first member equals that of line {later}" if later else ""
        if outcome.has_identity:
            note = f"the number is read as so many times the identity{'; ' if note else ''}{note}"
        is_worth = p.sign in ("=", "==") and self.spent < MOST_OF_NOTE
        edit = repaired(trial, reading, base) if is_worth else None
        self.spent += trial.spent
        if not base:
            mended, text = (edit.tree, edit.text) if edit else (None, "")
            self.findings.failing[self._place(p)] = Failing(reading, place, mended, text)
        repair = _as_repair(p.link, edit) if edit else None
        return Judged(p.link, Verdict.FALSE, note, counterexample=_shown(place), repair=repair,
                      points=outcome.holds + len(outcome.fails))  # fmt: skip

    def _recovers(self, p: Parsed, reading: Reading, base: Sequence[Hypothesis]) -> int:
        """The line of a later member of the chain that equals the first member; 0 where there is none."""
        chain = [q for q in self.meaning.parsed if q.link.chain == p.link.chain and q.error is None]
        after = chain[chain.index(p) + 1 :] if p in chain else []
        for q in after:
            try:
                one = Trial(q, self.meaning, self.meaning.known(q.link))
                if chain[0].left is not None and q.right is not None and q.sign == "=":
                    outcome = one.run(reading, base, FEW, swap=(chain[0].left, q.right), scope=chain[0].scope)
                    if outcome.is_clear:
                        return q.link.line
            except (Unknown, TooMuch):
                continue
        return 0

    # --- ways out -------------------------------------------------------------------------------------------

    def _way_out(
        self,
        p: Parsed,
        trial: Trial,
        reading: Reading,
        direct: Reading,
        base: Sequence[Hypothesis],
        outcome: Outcome,
        names: tuple[str, ...],
    ) -> tuple[tuple[str, ...], str] | None:
        """Hypotheses under which a relation holds that fails as it stands, with a sentence."""
        for one in (direct, replace(direct, total_of_losses=True)):
            found = trial.run(one, base) if direct.held else Outcome()
            if found.is_clear and any(n != 0 for place in found.held for n in flat(place.left)):
                held = ", ".join(sorted(direct.held))
                return (
                    f"held: {held}",
                ), "it holds where the derivatives are direct, and fails where they are total"
        has_derivative = any(n.op == "partial" for t in p.trees for n in t.parts())
        is_square = has_derivative and any(
            isinstance(f.left, Tensor) and len(f.left.shape) == 2 for f in outcome.fails
        )
        is_open = is_square and self.meaning.declared.layout == "either"
        if is_open and trial.run(reading, base, layout="denominator").is_clear:
            return ("denominator layout",), "the layout of the derivative is not stated"
        if outcome.has_identity and self._holds_on_diagonal(trial, reading, base):
            return ("the same index",), "it holds on the diagonal alone, where one entry is differentiated by itself"
        sizes = [f.point.sizes.values() for f in outcome.fails]
        if all(one and sum(one) == len(one) for one in sizes) and outcome.holds > 2:
            return ("more than one entry",), "with one entry it fails"
        known = self.meaning.known(p.link)
        defined = {
            n.name: n for t in p.trees for n in t.parts() if n.op == "name" and n.name in known and not n.args
        }
        candidates = [*self._stated_near(p), *map(not_negative, defined.values())]
        candidates += likely(names, self.meaning, outcome, trial.letters)
        stated_ = tuple(self._stated_near(p))
        pairs = [stated_] if len(stated_) > 1 else []
        pairs += [(one,) for one in candidates] + list(combinations(candidates[:9], 2))
        if len(trial.letters) == 2:
            a, b = trial.letters
            pairs.append((of_letters(False, (a, b)),))  # what holds on the diagonal alone is false
        start = trial.spent
        for some in pairs:
            if trial.spent - start > MOST_WORK:
                return None
            try:
                if (
                    trial.run(reading, [*base, *some], FEW).is_clear
                    and trial.run(reading, [*base, *some]).is_clear
                ):
                    where = next((h.stated for h in some if h.stated), "")
                    return tuple(h.text for h in some), f"stated in {where}" if where else ""
            except (Unknown, TooMuch):
                continue
        return None

    def _holds_on_diagonal(self, trial: Trial, reading: Reading, base: Sequence[Hypothesis]) -> bool:
        """Whether a matrix that stands against a number has that on its diagonal."""
        places = trial.run(reading, base).fails
        pairs = [(f.left, f.right) for f in places if isinstance(f.left, Tensor) and isinstance(f.right, Tensor)]
        return len(pairs) > 1 and all(
            compare("=", a.entry(n, n), b.entry(n, n)) for a, b in pairs for n in range(1, min(a.shape) + 1)
        )

    def _stated_near(self, p: Parsed) -> list[Hypothesis]:
        """What the note supposes, the nearest first."""
        found = list(self.suppositions)
        for q in self.meaning.parsed:
            is_open = q.left is not None and q.left.op == "name" and q.left.name not in self.meaning.definitions
            is_order = (
                q.error is None and q.link.formula.display == 0 and q.sign in ("<", ">", "<=", ">=", "!=")
            )
            if q is not p and is_open and is_order and (hypothesis := stated(q, self.meaning)):
                found.append((q.link.line, hypothesis))
        found.sort(key=lambda one: abs(one[0] - p.link.line))
        return [h for _, h in found[:4]]

    def _is_supposition(self, p: Parsed, names: Sequence[str]) -> bool:
        """Whether a relation of running text restricts names that are left open, and no others."""
        is_inline = p.link.formula.display == 0
        simple = ("name", "num", "sum", "neg", "abs", "norm", "ones", "dots", "add", "matrix")
        if not any(map(has_no_names, p.trees)) and not (p.trees[0].op == p.trees[-1].op == "name"):
            return False
        if not all(n.op in simple for t in p.trees for n in t.parts()):
            return False
        found = {n.name for t in p.trees for n in t.parts() if n.op in ("name", "call", "partial")}
        known = self.meaning.known(p.link)
        return (
            is_inline
            and not any(n in known for n in found)
            and bool(names)
            and not any(n.op == "partial" for t in p.trees for n in t.parts())
        )

    def _doubtful(self, p: Parsed, names: Sequence[str]) -> str:
        """A name that a note uses as if it were defined, and is not."""
        for name in names:
            if is_capital(name) and any(n.op == "transpose" for t in p.trees for n in t.parts()):
                return name
            is_word = len(name) > 1 and not name.startswith("\\") and not {"_", "^", " "} & {*name}
            if ACCENTED.match(name) or is_word or "\\mathbb" in name:
                return name
            has_derivative = any(n.op == "partial" for t in self._trees(p) for n in t.parts())
            if name in STATISTICS[:3] or (
                name in STATISTICS and has_derivative and not self.meaning.sets.is_vector(name)
            ):
                return name
        return ""

    def _at_kinks(self, p: Parsed, trial: Trial, reading: Reading) -> str:
        """A name that must not be 0, where a derivative of something with a kink agrees elsewhere."""
        trees = self._trees(p)
        has_kink = any(
            n.op in KINKS or (n.op == "norm" and n.name != "2") or n.name in KINKED
            for t in trees
            for n in t.parts()
        )
        if not has_kink or not any(n.op in ("partial", "prime") for t in trees for n in t.parts()):
            return ""
        outcome = trial.run(reading, self.always, FEW[:1])
        names = [n for place in outcome.held for n in place.names if n in place.point.leaves]
        for name in dict.fromkeys(names):

            def at_zero(point: object, values: Values, name: str = name) -> bool:
                value = values.leaf(name, values.sets.arity.get(name, 0), Node("name", name=name))
                zero = mp.mpf(0)
                values.point.leaves[name] = value.map(lambda _: zero) if isinstance(value, Tensor) else zero
                return True

            found = trial.sides_at(reading, 0, at_zero)
            has_gap = any(n.op == "cases" for t in trees for n in t.parts())
            if any(a != b or (a and b and not same) or (has_gap and not a) for a, b, same in found):
                return rf"{name}_i \neq 0" if self.meaning.sets.is_vector(name) else rf"{name} \neq 0"
        return ""

    # --- numbers --------------------------------------------------------------------------------------------

    def _is_numeric(self, p: Parsed) -> bool:
        """Whether a relation is of numbers that were calculated, and may be rounded."""
        assert p.left is not None
        assert p.right is not None
        has_decimals = any(is_decimal(n) for t in p.trees for n in t.parts())
        is_row = any(t.op == "matrix" and is_number(t) for t in p.trees)
        lone = [has_no_names(t) for t in p.trees]
        has_point = any(
            n.op == "num" and "." in n.name
            for t, one in zip(p.trees, lone, strict=True)
            if one
            for n in t.parts()
        )
        return (
            all(lone) or (any(lone) and (has_point or is_row)) or (has_decimals and bool(self.meaning.examples))
        )

    def _by_numbers(self, p: Parsed, trial: Trial) -> Judged | None:
        """The verdict where numbers are rounded, with the values of the note's example."""
        given = example(self.meaning, p)
        hypotheses = [*self.always, *([given] if given else [])]
        known = dict(self.meaning.known(p.link))
        for key, _, link in self.meaning.examples:
            if link.line <= p.link.line and key in known:
                known.pop(key)
        inner = Trial(p, self.meaning, known)
        found = rounded(inner, hypotheses)
        if found is None:
            return None
        holds, place = found
        roots = [r for r in place.point.sizes if not r.startswith("length:")]
        lengths = [n for n in place.names if n in LENGTHS and n in place.point.leaves]
        if (
            not holds and len(roots) == 1 and lengths
        ):  # n is the number of entries, where nothing else says what it is
            holds, place = rounded(inner, [*hypotheses, counted(lengths[0], roots[0])]) or found
        reading = (
            f"at the values of the example: {given.text}"
            if given and not all(map(has_no_names, p.trees))
            else ""
        )
        if holds:
            return Judged(
                p.link, Verdict.AGREES, reading=reading, points=1, tolerances=("numbers are rounded",)
            )
        if all(map(has_no_names, p.trees)):
            return Judged(p.link, Verdict.FALSE, "", reading, _shown(place), points=1)
        if p.sign != "~" and not any(map(has_no_names, p.trees)):
            return None
        if not given:
            return Judged(
                p.link, Verdict.NOT_UNDERSTOOD, "at which values? the note gives no example that is understood"
            )
        return Judged(p.link, Verdict.FALSE, "", reading, _shown(place), points=1)


def _says_how_it_is_written(p: Parsed) -> bool:
    """Whether both sides are one name, with and without what it depends on, as F(x) and F."""
    sides = [t for t in p.trees if t.op in ("name", "call")]
    return len(sides) == 2 and sides[0].name == sides[1].name and sides[0].op != sides[1].op


def _is_near(one: Formula, other: Formula) -> bool:
    return 0 <= other.line - one.line <= 12


def _as_repair(link: Link, edit: Edit) -> Repair:
    return Repair(f"{link.left} {link.sign} {edit.latex}", edit.text)


def _shown(place: Place) -> Point:
    with mp.workdps(20):
        return Point(place.values(), shown(place.left), shown(place.right))
