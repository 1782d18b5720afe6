"""Reasons why a relation that fails is no false claim: it sets something, or speaks of what the note does not say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .definitions import has_no_names, mentions, target
from .index_sets import is_capital
from .meaning import Parsed
from .model import Judged, Verdict
from .points import Reading, TooMuch
from .relations import Relations
from .samples import SMALL
from .tensors import Unknown
from .trials import Hypothesis, Trial

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
LENGTHS = ("n", "N", "m", "M", "d", "D", "C", "K", "H", "T", "B")
STATISTICS = (r"\mu", r"\sigma", r"\sigma^2", "s", "r", "v", "m", r"\rho")


class Doubts(Relations):
    """Looks for what makes it unfair to call a relation false."""

    def _is_free(self, p: Parsed) -> bool:
        """Whether two names that are left open are said to differ, or to be in an order."""
        known = self.meaning.known(p.link)
        names = [t.name for t in p.trees if t.op == "name" and t.name not in known]
        return p.sign not in ("=", "==", ":=") and len(names) == 2

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
