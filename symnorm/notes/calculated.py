"""Relations between numbers that were calculated, and may be rounded."""

from __future__ import annotations

from .definitions import has_no_names, is_number
from .doubts import LENGTHS
from .hypotheses import counted, example
from .meaning import Parsed
from .model import Judged, Verdict
from .relations import shown_place
from .rounding import is_decimal, rounded
from .trials import Trial
from .ways_out import WaysOut


class Calculated(WaysOut):
    """Judges relations of numbers, with the values of the example of the note."""

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
            return Judged(p.link, Verdict.FALSE, "", reading, shown_place(place), points=1)
        if p.sign != "~" and not any(map(has_no_names, p.trees)):
            return None
        if not given:
            return Judged(
                p.link, Verdict.NOT_UNDERSTOOD, "at which values? the note gives no example that is understood"
            )
        return Judged(p.link, Verdict.FALSE, "", reading, shown_place(place), points=1)
