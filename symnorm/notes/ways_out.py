"""Ways in which a relation that fails may be meant: other readings, and hypotheses under which it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from mpmath import mp

from .definitions import has_no_names
from .doubts import LENGTHS, Doubts
from .hypotheses import counted, example, extent, likely, not_negative, of_letters, stated, suitable
from .meaning import Parsed
from .model import Judged, Verdict
from .points import Reading, TooMuch
from .tensors import Tensor, Unknown, flat
from .trees import Node
from .trials import Hypothesis, Outcome, Trial
from .values import Values, compare

MOST_WORK = 150_000
"""So many nodes are evaluated at most to find a hypothesis for one relation."""
FEW = (0, 1, 3, 5)
"""The points at which hypotheses are tried first."""
CONSTANTS = ("C", "K", "C_{1}", "c_{1}", "C_{0}", "c_{0}", "C_{2}", "c_{2}")
KINKS = ("abs", "cases", "max", "min", "largest", "smallest")
KINKED = ("sign", "sgn", "ReLU", "relu", "ELU", "LeakyReLU")


class WaysOut(Doubts):
    """Looks for readings and hypotheses."""

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

    def _in_example(self, p: Parsed) -> Hypothesis | None:
        """The values of the example, where a relation has numbers of its own, or one side that is nothing else."""
        given = example(self.meaning, p)
        has_point = any(n.op == "num" and "." in n.name for t in p.trees for n in t.parts())
        return given if given and (has_point or any(map(has_no_names, p.trees))) else None

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
