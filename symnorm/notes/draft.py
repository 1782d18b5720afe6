"""A script for a note: its definitions, and a claim for each relation. What of it is proved, the toolkit says.

The script is text, as a person would write it, and is run as such: what a folder holds is what was verified.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import UserError
from ..files import add
from .meaning import Meaning, Parsed
from .model import Judged, NoteReport, Verdict
from .points import Reading
from .tensors import Unknown
from .translate import RELATIONS, Terms, Untranslated, Words

IMPORTS = (
    "D", "Theorem", "array", "at", "cases", "define", "delta", "eq", "every", "exp", "ge", "gt", "indices", "le",
    "length", "log", "loss", "lt", "mean", "ne", "norm", "rational", "sqrt", "symbol", "tanh", "total", "vector",
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
        return f"notes/{self.stem}"

    def theorem(self) -> list[str]:
        """The lines of the theorems: one for all relations that have values under the same conditions."""
        said: list[str] = []
        for n, (conditions, claims) in enumerate(self.groups()):
            name, id_ = ("theorem", self.id) if n == 0 else (f"theorem_{n + 1}", f"{self.id}/{n + 1}")
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
        return _with_imports([*self.lines, "", *self.theorem()])

    def files(self) -> dict[str, str]:
        """The same as a folder of scripts: what the names mean, and the theorem."""
        own = sorted({name for line in self.lines if (m := DECLARED.match(line)) for name in m.groups() if name})
        words = {*re.findall(r"(?<![\w.])[A-Za-z]\w*", "\n".join(self.theorem()))}
        used = [name for name in own if name in words]
        title = f"The relations of {self.stem} that agree as they stand: a draft, without the print beside it."
        return {
            "notation.py": '"""What the names of the note mean."""\n\n' + _with_imports(self.lines),
            f"{_module(self.stem)}.py": f'"""{title}"""\n\n' + _with_imports(
                [f"from .notation import {', '.join(used)}", "", *self.theorem()]
            ),
        }


THEOREM = re.compile(r"theorem(?:_\d+)?")
DECLARED = re.compile(r"(?:\((\w+),\)|(\w+)) = ")


def _module(stem: str) -> str:
    """A name for a script: letters, digits and _, none of which Python reads as something else."""
    text = re.sub(r"[^A-Za-z0-9]+", "_", stem).strip("_") or "note"
    return f"note_{text}" if not text[0].isalpha() or text == "notation" or keyword.iskeyword(text) else text


def _with_imports(body: Sequence[str]) -> str:
    """Lines with the names imported that they use."""
    text = "\n".join(body)
    used = [name for name in IMPORTS if re.search(rf"(?<![A-Za-z0-9_.]){name}\(", text)]
    head = ["from fractions import Fraction", ""] if "Fraction(" in text else []
    head += [f"from symnorm import {', '.join(used)}", ""] if used else []
    return "\n".join([*head, *body, ""])


def drafted(
    meaning: Meaning,
    readings: Mapping[int, Reading],
    places: Sequence[int],
    stem: str,
    plain_names: bool = False,
) -> tuple[Draft, list[str]]:
    """A script with the relations at some places, as far as the language has words for them, and what it lacks."""
    words = Words(meaning, meaning.definitions, plain_names=plain_names)
    claims: list[Claim] = []
    lacking: list[str] = []
    for place in places[:MOST]:
        p = meaning.parsed[place]
        saved = (
            len(words.lines),
            dict(words.of_definitions),
            dict(words.names),
            dict(words.sizes),
            dict(words.indices),
        )
        try:
            label = _label(p, {c.label for c in claims})
            words.conditions = {}
            words.has_derivatives = any(n.op in ("partial", "prime") for t in p.trees for n in t.parts())
            statement = _statement(p, words, readings.get(place, Reading()))
            claims.append(Claim(place, label, statement, tuple(words.conditions)))
        except (Untranslated, Unknown) as error:
            lacking.append(f"line {p.link.line}: {error}")
            del words.lines[saved[0] :]
            words.of_definitions, words.names, words.sizes, words.indices = saved[1:]
    return Draft(_module(stem), words.lines, claims), lacking


def _label(p: Parsed, taken: set[str]) -> str:
    where = f"display {p.link.formula.display}" if p.link.formula.display else f"line {p.link.line}"
    first = f"{where}, {p.link.number}"
    return next(one for one in (first, *(f"{first}, {n}" for n in range(2, MOST + 2))) if one not in taken)


def _statement(p: Parsed, words: Words, reading: Reading) -> str:
    assert p.left is not None
    assert p.right is not None
    if reading.held or not reading.dot:
        raise Untranslated("this reading")
    terms = Terms(words, {}, p.scope)
    terms.plain = reading.plain
    rank = max(terms.rank(p.left)[0], terms.rank(p.right)[0])
    whole = [*terms.sets.whole([p.left, p.right]), terms.sets.main()]
    places: list[str | None] = [words.new_index(whole[0]) for _ in range(rank)]
    left, right = (terms.entry(side, list(places)) for side in (p.left, p.right))
    return RELATIONS[p.sign].format(left, right)


def verified(
    meaning: Meaning, readings: Mapping[int, Reading], judged: Sequence[Judged | None], stem: str
) -> tuple[dict[int, str], Draft]:
    """The verdicts of the toolkit on the relations that agree and can be written in the language, by their places.

    With them comes the script: of what is proved, and where nothing is, of what was tried.
    """
    places = [n for n, one in enumerate(judged) if one and one.verdict is Verdict.AGREES and n in readings]
    draft, _ = drafted(meaning, readings, places, stem)
    lines = _lines(draft) if draft.claims else {}
    if lines is not None:
        found = {c.place: lines[c.label] for c in draft.claims if c.label in lines}
    else:  # the names of the note are too much alike, or one of the claims cannot be stated
        draft, _ = drafted(meaning, readings, places, stem, plain_names=True)
        found = _verified(draft, [MOST_RUNS])
    proved = [place for place, verdict in found.items() if verdict == "proved"]
    if len(proved) < len(draft.claims):
        draft, _ = drafted(meaning, readings, proved, stem, plain_names=lines is None)
    return found, draft


def _verified(draft: Draft, left: list[int]) -> dict[int, str]:
    """The same where a script cannot be run as a whole: by halves, in so many runs at most as are left."""
    if not draft.claims or not left[0]:
        return {}
    left[0] -= 1
    lines = _lines(draft)
    if lines is not None:
        return {c.place: lines[c.label] for c in draft.claims if c.label in lines}
    if len(draft.claims) == 1:
        return {}
    half = len(draft.claims) // 2
    parts = (draft.claims[:half], draft.claims[half:])
    return {
        place: one
        for part in parts
        for place, one in _verified(replace(draft, claims=list(part)), left).items()
    }


def _lines(draft: Draft) -> dict[str, str] | None:
    """The verdict on each line; None where the script does not run, or is not judged."""
    from ..language.refusals import LanguageError  # here, since most notes are read without a proof

    space: dict[str, object] = {}
    try:
        exec(compile(draft.text(), f"<draft of {draft.id}>", "exec"), space)
        reports = [one.verify() for name, one in space.items() if THEOREM.fullmatch(name)]  # type: ignore[attr-defined]
    except (LanguageError, UserError, TypeError, ValueError, ZeroDivisionError):
        return None
    return {line.label: str(line.verdict) for report in reports for line in report.lines}


def write(report: NoteReport, folder: Path) -> list[Path]:
    """Writes the scripts of a note, which verify. Raises UserError where nothing was proved, or a file is not ours."""
    if not report.scripts:
        raise UserError(f"nothing of {report.file} is proved, so that there are no scripts to write")
    return add(str(folder), {name: text.encode() for name, text in report.scripts.items()})


__all__ = ["Draft", "drafted", "verified", "write"]
