"""The verdict on each relation of a note, by its values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .calculated import Calculated
from .findings import Failing
from .hypotheses import TOTAL, of_letters, stated
from .meaning import Parsed
from .model import Formula, Judged, Link, Repair, Verdict
from .points import Reading, TooMuch
from .relations import shown_place
from .repairs import Edit, repaired
from .samples import NICE
from .tensors import Unknown
from .trials import Hypothesis, Outcome, Trial
from .ways_out import FEW

CASE = re.compile(r"(?<![A-Za-z0-9_\\{])([a-z])\s*(=|!=|≠|\\ne(?:q)?(?![a-z]))\s*([a-z])(?![A-Za-z0-9_(])")
MOST_OF_NOTE = 1_500_000
"""When so many nodes were evaluated for the false relations of a note, no edits are looked for in further ones."""


class Judge(Calculated):
    """Judges the relations of one note."""

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
                          counterexample=shown_place(outcome.fails[0]))  # fmt: skip
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
                          counterexample=shown_place(outcome.fails[0]))  # fmt: skip
        return self._false(p, trial, reading, base, outcome)

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
        return Judged(p.link, Verdict.FALSE, note, counterexample=shown_place(place), repair=repair,
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


def _says_how_it_is_written(p: Parsed) -> bool:
    """Whether both sides are one name, with and without what it depends on, as F(x) and F."""
    sides = [t for t in p.trees if t.op in ("name", "call")]
    return len(sides) == 2 and sides[0].name == sides[1].name and sides[0].op != sides[1].op


def _is_near(one: Formula, other: Formula) -> bool:
    return 0 <= other.line - one.line <= 12


def _as_repair(link: Link, edit: Edit) -> Repair:
    return Repair(f"{link.left} {link.sign} {edit.latex}", edit.text)
