"""A script for a note: its definitions, and a claim for each relation. What of it is proved, the toolkit says.

The script is text, as a person would write it, and is run as such: what a folder holds is what was verified.
"""

from __future__ import annotations

import contextlib
import keyword
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import UserError
from ..reader.cursor import NotUnderstood
from .definitions import mentions
from .findings import Findings
from .letters import free_letters
from .meaning import Parsed, relation
from .model import Judged, Verdict
from .points import Reading
from .tensors import Unknown
from .translate import RELATIONS, Terms, Untranslated, Words
from .trees import Node

IMPORTS = (
    "D", "Theorem", "array", "at", "cases", "define", "delta", "editors", "eq", "every", "exp", "ge", "gt", "indices",
    "le", "length", "log", "loss", "lt", "mean", "ne", "norm", "rational", "silent", "sqrt", "symbol", "tanh", "total",
    "vector",
)  # fmt: skip
MOST_RUNS = 12
"""So many scripts are verified at most for one note."""
MOST = 60
"""So many claims stand in one script at most."""


@dataclass(frozen=True)
class Claim:
    """A relation in the language: its label and its statement, and what it needs."""

    place: int
    label: str
    statement: str
    conditions: tuple[str, ...] = ()
    """Under which both sides have a value."""
    open: tuple[str, ...] = ()
    """The indices of the entry, where the sides are vectors or matrices."""


@dataclass
class Draft:
    """Scripts with the claims of a note."""

    stem: str
    lines: list[str]
    """What declares and defines the names."""
    claims: list[Claim]

    @property
    def id(self) -> str:
        """The id of the theorem."""
        return f"{self.stem}/1"

    def theorem(self) -> list[str]:
        """The lines of the theorems: one for all relations that have values under the same conditions."""
        said: list[str] = []
        for n, (conditions, claims) in enumerate(self.groups()):
            name, id_ = ("theorem", self.id) if n == 0 else (f"theorem_{n + 1}", f"{self.stem}/{n + 1}")
            said += ["", f"{name} = Theorem({id_!r}, {self.stem!r}, where=["] if n else [
                f"{name} = Theorem({id_!r}, {self.stem!r}, where=["
            ]
            said += [f"    {condition}," for condition in conditions] + ["])"]
            said += [f"{name}.claim({c.label!r}, {c.statement})" for c in claims]
        return said

    def groups(self) -> list[tuple[tuple[str, ...], list[Claim]]]:
        """The claims, by their conditions."""
        found: dict[frozenset[str], list[Claim]] = {}
        for claim in self.claims:
            found.setdefault(frozenset(claim.conditions), []).append(claim)
        return [(claims[0].conditions, claims) for claims in found.values()]

    def text(self) -> str:
        """All in one script."""
        return with_imports([*self.lines, "", *self.theorem()])


THEOREM = re.compile(r"theorem(?:_\d+)?")


def module(stem: str) -> str:
    """A name for a script: letters, digits and _, none of which Python reads as something else."""
    text = re.sub(r"[^A-Za-z0-9]+", "_", stem).strip("_") or "note"
    return f"note_{text}" if not text[0].isalpha() or text == "notation" or keyword.iskeyword(text) else text


def with_imports(body: Sequence[str]) -> str:
    """Lines with the names imported that they use."""
    text = "\n".join(body)
    used = [name for name in IMPORTS if re.search(rf"(?<![A-Za-z0-9_.]){name}\(", text)]
    head = ["from fractions import Fraction", ""] if "Fraction(" in text else []
    head += [f"from symnorm import {', '.join(used)}", ""] if used else []
    return "\n".join([*head, *body, ""])


class Drafter:
    """Puts relations of a note into the language, one after the other; what it has no word for leaves nothing."""

    def __init__(
        self, findings: Findings, plain_names: bool = False, plain: frozenset[str] = frozenset()
    ) -> None:
        self.meaning, self.positive = findings.meaning, findings.positive
        meaning = findings.meaning
        self.words = Words(meaning, meaning.definitions, plain_names=plain_names, plain=plain)
        self._labels: dict[int, str] = {}

    def label(self, place: int) -> str:
        """The label of a relation: its display, or its line, and its number there."""
        if place not in self._labels:
            link = self.meaning.parsed[place].link
            where = f"display {link.formula.display}" if link.formula.display else f"line {link.line}"
            first, taken = f"{where}, {link.number}", {*self._labels.values()}
            ahead = (f"{first}, {n}" for n in range(2, len(taken) + 3))
            self._labels[place] = next(one for one in (first, *ahead) if one not in taken)
        return self._labels[place]

    def claim(self, place: int, sides: tuple[Node, Node], reading: Reading, is_whole: bool = False) -> Claim:
        """A relation between two sides, at a place of the note; of vectors as a whole, if that is wanted and can be.

        Raises Untranslated or Unknown.
        """
        p, words = self.meaning.parsed[place], self.words
        saved = (
            len(words.lines), dict(words.of_definitions), dict(words.names), dict(words.sizes), dict(words.indices),
        )  # fmt: skip
        try:
            words.conditions = {}
            words.has_derivatives = any(n.op in ("partial", "prime") for t in sides for n in t.parts())
            statement, open_ = _statement(p, sides, words, reading, is_whole)
            if place in self.positive:
                words.conditions |= {f"gt({name}, 0)": None for name in self._positive(p, sides)}
            return Claim(place, self.label(place), statement, tuple(words.conditions), open_)
        except (Untranslated, Unknown):
            del words.lines[saved[0] :]
            words.of_definitions, words.names, words.sizes, words.indices = saved[1:]
            raise


    def _positive(self, p: Parsed, sides: tuple[Node, Node]) -> list[str]:
        """The names on which sides depend and that are positive wherever they stand."""
        known = self.meaning.known(p.link)
        found = sorted({name for side in sides for name in mentions(side, known)} & self.words.names.keys())
        return [self.words.names[key] for key in found if key not in known and self.meaning.is_positive(key)]

    def hypothesis(self, latex: str) -> str:
        """An inequality as a hypothesis; nothing where the language has none that says it. Raises Unknown."""
        try:
            p = relation(latex, self.meaning.survey)
        except NotUnderstood:
            return ""
        assert p.left is not None
        assert p.right is not None
        letters = free_letters(p.trees, self.meaning)
        try:
            if p.sign not in ("<", ">", "<=", ">=", "!=") or (letters and p.sign == "!="):
                return ""
            terms = Terms(self.words, dict.fromkeys(letters), p.scope)
            sides = [terms.entry(t, [None] * terms.rank(t)[0]) for t in p.trees]
            if letters or terms.rank(p.left)[0]:
                sides[0] = f"every({sides[0]})"
            return RELATIONS[p.sign].format(*sides)
        except Untranslated:
            return ""


def drafted(findings: Findings, places: Sequence[int], stem: str, plain_names: bool = False) -> Draft:
    """A script with the relations at some places, as far as the language has words for them."""
    drafter = Drafter(findings, plain_names)
    claims: list[Claim] = []
    for place in places[:MOST]:
        p = findings.meaning.parsed[place]
        assert p.left is not None
        assert p.right is not None
        with contextlib.suppress(Untranslated, Unknown):
            claims.append(drafter.claim(place, (p.left, p.right), findings.readings.get(place, Reading())))
    return Draft(module(stem), drafter.words.lines, claims)


def _statement(
    p: Parsed, sides: tuple[Node, Node], words: Words, reading: Reading, is_whole: bool
) -> tuple[str, tuple[str, ...]]:
    """A relation between two sides, entry by entry, with the indices of the entry."""
    if reading.held or not reading.dot:
        raise Untranslated("this reading")
    terms = Terms(words, {}, p.scope)
    terms.plain = reading.plain
    rank = max(terms.rank(side)[0] for side in sides)
    if rank == 1 and is_whole:
        with contextlib.suppress(Untranslated):
            return RELATIONS[p.sign].format(*(f"every({terms.entry(side, [None])})" for side in sides)), ()
    whole = [*terms.sets.whole(list(sides)), terms.sets.main()]
    places = [words.new_index(whole[0]) for _ in range(rank)]
    left, right = (terms.entry(side, list(places)) for side in sides)
    return RELATIONS[p.sign].format(left, right), tuple(places)


Verdicts = dict[int, tuple[str, str]]
"""Verdicts of the toolkit with the ids of their theorems, by the places of the relations."""


def verified(findings: Findings, judged: Sequence[Judged | None], stem: str) -> Verdicts:
    """The verdicts of the toolkit on the relations that agree and can be written in the language.

    They are stated without what is positive by its name or by the notation, and with it where that does not do.
    """
    meaning = findings.meaning
    places = [
        n for n, one in enumerate(judged)
        if one and one.verdict is Verdict.AGREES and n in findings.readings
        and not meaning.has_own_scope(meaning.parsed[n])
    ]  # fmt: skip
    found = _verdicts(findings, places, stem)
    again = [n for n, (verdict, _) in found.items() if verdict != "proved" and meaning.has_positive(meaning.parsed[n])]
    findings.positive |= {*again}
    return found | (_verdicts(findings, again, stem) if again else {})


def _verdicts(findings: Findings, places: Sequence[int], stem: str) -> Verdicts:
    draft = drafted(findings, places, stem)
    found = _told(draft) if draft.claims else {}
    if found is not None:
        return found
    # the names of the note are too much alike, or one of the claims cannot be stated
    return _by_halves(lambda some: drafted(findings, some, stem, plain_names=True), places[:MOST], [MOST_RUNS])


def _by_halves(draft: Callable[[Sequence[int]], Draft], places: Sequence[int], left: list[int]) -> Verdicts:
    """The same where a script cannot be run as a whole, in so many runs at most as are left."""
    if not places or not left[0]:
        return {}
    left[0] -= 1
    made = draft(places)
    found = _told(made) if made.claims else {}
    if found is not None or len(places) == 1:
        return found or {}
    half = len(places) // 2
    return _by_halves(draft, places[:half], left) | _by_halves(draft, places[half:], left)


def _told(draft: Draft) -> Verdicts | None:
    """The verdict on each line; None where the script does not run, or is not judged."""
    from ..language.refusals import LanguageError  # here, since most notes are read without a proof

    space: dict[str, object] = {}
    try:
        exec(compile(draft.text(), f"<draft of {draft.id}>", "exec"), space)
        reports = [one.verify() for name, one in space.items() if THEOREM.fullmatch(name)]  # type: ignore[attr-defined]
    except (LanguageError, UserError, TypeError, ValueError, ZeroDivisionError):
        return None
    places = {claim.label: claim.place for claim in draft.claims}
    return {
        places[line.label]: (str(line.verdict), report.id)
        for report in reports for line in report.lines if line.label in places
    }  # fmt: skip
