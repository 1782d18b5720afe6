"""The draft of an edition: a folder of a note that verifies, in the layout of `proofs/`.

`notation.py` has the names, a script the claims, `transcript.toml` every relation as it is printed. A line that is
false stands there as printed, with what holds in its place or as a counterexample; one that lacks a hypothesis, with
that hypothesis. The folder is verified before it is written: what the toolkit objects to is signed, told in another
way or left open, with the objection. So it reads each line a second time, by the parser that binds transcripts.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import UserError
from ..files import add
from .draft import Claim, Drafter, module, with_imports
from .exact import entry_of, exact_of, gradient_of
from .findings import Failing, Findings
from .model import Judged, NoteReport, Verdict
from .points import Reading
from .tensors import Unknown
from .translate import Untranslated
from .trees import Node

Complaint = tuple[int, str]
"""The line of the script that is objected to, 0 for the whole, and the objection."""
Verify = Callable[[Mapping[str, str], str], Sequence[Complaint]]
"""Verifies the files of a folder, one of which is the script, and returns what is objected to."""

ROUNDS = 12
"""So often the folder is verified at most, with less to object to each time."""
WIDTH = 110
NAMED = re.compile(r"(?:\((\w+),\)|(\w+)) = ")
TEXTS = ('"', 'r"', "note=", "kind=", "reads=")
STRANGER = re.compile(r"no other line of the theorem says what (\w+) is")
ALIKE = re.compile(r"'(\w+)'[^;]* is printed as [^;]*; give it another LaTeX")
"""What is said of a name whose LaTeX looks like something else: it is printed as Python has it."""
LEFT = {
    Verdict.AGREES: "it agrees at points, and is not proved", Verdict.FALSE: "it is false under what the note supposes",
    Verdict.CONDITIONAL: "it is conditional", Verdict.NOT_UNDERSTOOD: "it is not understood",
}  # fmt: skip
OPEN = (Verdict.FALSE, Verdict.CONDITIONAL)


@dataclass
class Item:
    """A line of the edition: its statement, or the one in its place, and how what is printed is told."""

    claim: Claim
    latex: str
    printed: str = ""
    """The printed statement, where it is false."""
    point: str = ""
    missing: str = ""
    """The hypothesis that the print does not state."""
    is_apart: bool = False
    """Whether what is printed is refuted by itself, and nothing is put in its place."""
    kind: str = "false"
    note: str = ""
    reads: bool = False
    """Whether the script signs how the formula is understood."""
    beside: Claim | None = None
    """The line in whose theorem it stands, whatever it needs itself: that of a definition."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """The hypotheses under which it has a value, or holds."""
        return (*self.claim.conditions, *((self.missing,) if self.missing else ()))


@dataclass
class Edition:
    """The draft of an edition while it is made."""

    report: NoteReport
    findings: Findings
    drafter: Drafter
    items: list[Item] = field(default_factory=list)
    left_open: dict[str, str] = field(default_factory=dict)
    """Labels of lines with the reason why they have no verdict."""
    tried: set[tuple[int, int]] = field(default_factory=set)
    """Lines that are refuted, with the definitions that were put beside them."""

    @property
    def stem(self) -> str:
        """The name of the script and the id of the paper."""
        return module(self.report.file.stem)

    # --- the lines ----------------------------------------------------------------------------------------

    def add(self, place: int, judged: Judged) -> None:
        """Takes a relation in, as far as the language has words for it."""
        label = self.drafter.label(place)
        if self.findings.meaning.has_own_scope(self.findings.meaning.parsed[place]):
            self.left_open[label] = "a name means something else there than elsewhere: give that a script of its own"
            return
        try:
            if judged.verdict is Verdict.PROVED:
                claim = self._claim(place, self.findings.readings[place])
                self.items.append(Item(claim, judged.link.latex))
            elif judged.verdict in OPEN and place in self.findings.failing:
                self.items.append(self._failing(place, judged, self.findings.failing[place]))
            elif judged.verdict is not Verdict.DEFINITION:
                self.left_open[label] = judged.note or LEFT[judged.verdict]
        except (Untranslated, Unknown) as error:
            self.left_open[label] = f"the language has no word for it: {error}"

    def _claim(self, place: int, reading: Reading, right: Node | None = None, is_whole: bool = False) -> Claim:
        p = self.findings.meaning.parsed[place]
        right = right or p.right
        assert p.left is not None
        assert right is not None
        return self.drafter.claim(place, (p.left, right), reading, is_whole)

    def _failing(self, place: int, judged: Judged, failing: Failing) -> Item:
        printed = self._claim(place, failing.reading, is_whole=not failing.hypotheses and failing.mended is None)
        point = self._point(printed, failing)
        item = Item(printed, judged.link.latex, printed.statement, point, is_apart=True, note="as `symnorm read` found")
        if len(failing.hypotheses) == 1:
            supposed = self.drafter.hypothesis(failing.hypotheses[0])
            item = replace(item, kind="hypothesis", note=f"it holds where {failing.hypotheses[0]}")
            if supposed:
                return replace(item, printed="", missing=supposed, is_apart=False)
        if failing.mended is not None:
            held = self._claim(place, failing.reading, failing.mended)
            return replace(item, claim=held, is_apart=False, note=f"one edit mends it: {failing.edit}")
        return item

    def _point(self, claim: Claim, failing: Failing) -> str:
        """The point at which a relation fails, as a script writes it. Raises Untranslated where it is not exact."""
        words, place = self.drafter.words, failing.place
        said = [f"{words.sizes[root]}: {n}" for root, n in place.point.sizes.items() if root in words.sizes]
        for key, name in words.names.items():
            if key in place.point.leaves:
                said.append(f"{name}: {exact_of(place.point.leaves[key])}")
            elif key in self.findings.meaning.losses and re.search(rf"\b{name}\b", claim.statement):
                said.append(f"{name}: {gradient_of(words, key, self.findings, place.point.sizes)}")
        entry = dict(zip(claim.open, entry_of(failing, self.findings, claim), strict=True))
        named = {name: letter for (letter, _), name in words.indices.items()}
        letters = {name: place.letters[letter] for name, letter in named.items() if letter in place.letters}
        said += [f"{name}: {n}" for name, n in {**letters, **entry}.items()]
        return f"{{{', '.join(said)}}}"

    # --- the files ----------------------------------------------------------------------------------------

    def files(self) -> tuple[dict[str, str], dict[int, Item]]:
        """The files of the folder, and the item that stands on each line of the script."""
        lines, where = self._script()
        script = "\n".join(lines) + "\n"
        return {
            "notation.py": '"""The names of the note."""\n\n' + with_imports(self._names(script)),
            f"{self.stem}.py": script,
            "transcript.toml": self._transcript(),
        }, where

    def _names(self, script: str) -> list[str]:
        """The lines that declare what the script uses, and what these use."""
        kept: list[str] = []
        used = _words(script)
        for line in reversed(self.drafter.words.lines):
            declared = NAMED.match(line)
            if declared is None or used & {*declared.groups()}:
                kept.append(line)
                used |= _words(line)
        return _plain(kept[::-1])

    def _script(self) -> tuple[list[str], dict[int, Item]]:
        body, items = self._body()
        text = "\n".join(body)
        words = {*re.findall(r"(?<![\w.])[A-Za-z]\w*", text)}
        own = {n for line in self.drafter.words.lines if (m := NAMED.match(line)) for n in m.groups() if n}
        used = sorted(own & words)
        head = [f'"""{self._title()}"""', ""]
        if self.left_open:
            head[0] = head[0].removesuffix('"""')
            head[1:] = ["", "Left open:", "", *(_safe(f"{k}: {why}") for k, why in self.left_open.items()), '"""', ""]
        imports = with_imports([text]).split("\n")[: -len(body) - 1]
        lines = [*head, *imports]
        lines += [*_imported(used), ""] if used else []
        return [*lines, *body], {n + len(lines): item for n, item in items.items()}

    def _title(self) -> str:
        return _safe(f"The relations of {self.report.file.name}: a draft, written by `symnorm read`.")

    def _body(self) -> tuple[list[str], dict[int, Item]]:
        """The theorems, and the item on each line, counted from 1."""
        body: list[str] = []
        items: dict[int, Item] = {}
        for n, (own, some) in enumerate(self._groups(), start=1):
            theorem = "theorem" if n == 1 else f"theorem_{n}"
            body += [""] if n > 1 else []
            missing = {condition for item in some for condition in _plain([item.missing] if item.missing else [])}
            conditions = [f"{'silent' if c in missing else 'editors'}({c})" for c in _plain(own)]
            start = f'{theorem} = Theorem("{self.stem}/{n}", {_quoted(self.report.file.stem)}'
            within = f", where=[{', '.join(conditions)}]" if conditions else ""
            short = f"{start}{within})"
            body += [short] if len(short) <= WIDTH else [f"{start}, where=[", *(f"    {c}," for c in conditions), "])"]
            for item in some:
                for line in _lines(item, theorem):
                    body.append(line)
                    items[len(body)] = item
        return body, items

    def _groups(self) -> list[tuple[tuple[str, ...], list[Item]]]:
        """The items of each theorem: those under the same hypotheses, with what is refuted of their names."""
        found: dict[frozenset[str], list[Item]] = {}
        for item in self.items:
            if not item.is_apart and item.beside is None:
                found.setdefault(frozenset(item.conditions), []).append(item)
        conditions = {key: some[0].conditions for key, some in found.items()}
        for item in (i for i in self.items if i.is_apart and found):
            beside = [one for one in self.items if one.beside is item.claim]
            needed = frozenset(c for one in beside for c in one.conditions)
            key = max(found, key=lambda k: self._worth(item, needed, k, found[k]))
            found[key] += [*beside, item]
        return [(conditions[key], items) for key, items in found.items()]

    def _worth(
        self, item: Item, needed: frozenset[str], key: frozenset[str], others: Sequence[Item]
    ) -> tuple[bool, bool, int]:
        """How well what is refuted, and the definitions that it needs, stand in a theorem with such hypotheses."""
        told = (_words(one.claim.statement) for one in others if not one.reads)
        names = _words(item.printed) & set().union(*told)
        return needed <= key, key <= needed | frozenset(item.conditions), len(names)

    def _transcript(self) -> str:
        file = self.report.file.name
        head = [
            "# Every relation of the note, as it is printed. Nothing is repaired here.", "", "[paper]",
            f"id = {_toml(self.stem)}", f"title = {_toml(self.report.file.stem)}", 'authors = ["?"]', "year = 0", "",
            "[paper.extractions]", f'"note" = {_toml(file)}',
        ]  # fmt: skip
        for place, judged in enumerate(self.findings.judged):
            if judged is not None:
                head += self._line(place, judged)
        return "\n".join(head) + "\n"

    def _line(self, place: int, judged: Judged) -> list[str]:
        link = judged.link
        said = ["", "[[line]]", f"label = {_toml(self.drafter.label(place))}", f'where = "line {link.line}"',
                f"latex = {_toml(link.latex)}"]  # fmt: skip
        if words := " ".join(link.words.split()):
            said.append(f"text = {_toml(words)}")
        said.append('extractions = ["note"]')
        if judged.verdict is Verdict.DEFINITION:
            said.append('reason = "definition"')
        return said

    # --- objections ---------------------------------------------------------------------------------------

    def heeds(self, complaints: Sequence[Complaint]) -> bool:
        """Whether what is objected to is told in another way now, or left open."""
        _, where = self.files()
        found = {id(where[line]): (where[line], why) for line, why in reversed(complaints) if line in where}
        for item, why in found.values():
            self._heed(item, why)
        errata = [item for item in self.items if item.is_apart or item.printed or item.missing]
        if not found and errata:  # one of them is at fault for what is said of the whole
            self._drop(errata[-1], complaints[0][1])
        return bool(found or errata)

    def _heed(self, item: Item, why: str) -> None:
        n = next(k for k, one in enumerate(self.items) if one is item)
        stranger = STRANGER.search(why)
        if "reads=" in why and not item.reads:
            self.items[n] = replace(item, reads=True)
        elif stranger and item.is_apart and (told := self._definition(stranger[1], item)):
            self.items.append(told)
        elif item.printed and not item.is_apart:
            self.items[n] = replace(item, is_apart=True, note="as `symnorm read` found", reads=False)
        else:
            self._drop(item, why)

    def _definition(self, name: str, item: Item) -> Item | None:
        """The line of a definition that says what a name is, for the theorem in which an item stands."""
        for place, judged in enumerate(self.findings.judged):
            key = item.claim.place, place
            if judged is None or judged.verdict is not Verdict.DEFINITION or key in self.tried:
                continue
            with contextlib.suppress(Untranslated, Unknown):
                claim = self._claim(place, Reading())
                if name in _words(claim.statement):
                    self.tried.add(key)
                    return Item(claim, judged.link.latex, beside=item.claim)
        return None

    def _drop(self, item: Item, why: str) -> None:
        self.items = [one for one in self.items if one is not item and one.beside is not item.claim]
        self.left_open[item.claim.label] = " ".join(why.split())


def write(report: NoteReport, folder: Path, verify: Verify) -> list[Path]:
    """Writes the draft of an edition. Raises UserError where nothing can be verified, or a file is not ours."""
    files = drafted(report, verify)
    if not files:
        raise UserError(f"no relation of {report.file} is proved, so that there is no draft to write", "-v shows why")
    return add(str(folder), {name: text.encode() for name, text in files.items()})


def drafted(report: NoteReport, verify: Verify) -> dict[str, str]:
    """The files of a folder that verifies; none where nothing is left to verify."""
    for plain_names in (False, True):
        plain: frozenset[str] = frozenset()
        made = _edition(report, plain_names, plain)
        for _ in range(ROUNDS + 2 * len(made.items)):
            if not any(not item.is_apart for item in made.items):
                break
            files, _ = made.files()
            complaints = verify(files, f"{made.stem}.py")
            if not complaints:
                return files
            if alike := {m[1] for _, why in complaints for m in ALIKE.finditer(why)} - plain:
                plain |= alike
                made = _edition(report, plain_names, plain)
            elif not made.heeds(complaints):
                break
    return {}


def _edition(report: NoteReport, plain_names: bool, plain: frozenset[str]) -> Edition:
    assert report.findings is not None
    made = Edition(report, report.findings, Drafter(report.findings, plain_names, plain))
    for place, judged in enumerate(report.findings.judged):
        if judged is not None:
            made.add(place, judged)
    return made


# --- as a script writes it ---------------------------------------------------------------------------------------


def _lines(item: Item, theorem: str) -> Iterator[str]:
    """The statement of a script that tells an item."""
    label, reads = _quoted(item.claim.label), f"reads={_quoted(item.latex)}" if item.reads else ""
    if item.is_apart:
        parts = [label, item.printed, f"at={item.point}", f"note={_quoted(item.note)}", f'kind="{item.kind}"', reads]
        yield from _call(f"{theorem}.counterexample", parts)
        return
    parts = [label, item.claim.statement]
    if item.printed:
        parts += [f"printed={item.printed}", f"note={_quoted(item.note)}", f"at={item.point}"]
    if not item.missing:
        yield from _call(f"{theorem}.claim", [*parts, reads])
        return
    yield from _call(f"line = {theorem}.claim", [*parts, reads])
    parts = [label, "line", item.missing, f"at={item.point}", f"note={_quoted(item.note)}", reads]
    yield from _call(f"{theorem}.missing", parts)


def _imported(names: Sequence[str]) -> list[str]:
    """The import of the names, on lines that are not too long."""
    short = f"from .notation import {', '.join(names)}"
    if len(short) <= WIDTH:
        return [short]
    indent = " " * 4
    lines = textwrap.wrap(f"{', '.join(names)},", WIDTH, initial_indent=indent, subsequent_indent=indent)
    return ["from .notation import (", *lines, ")"]


def _call(name: str, parts: Sequence[str]) -> Iterator[str]:
    parts = [_short(part) for part in parts if part]
    short = f"{name}({', '.join(parts)})"
    if len(short) <= WIDTH:
        yield short
        return
    yield from (f"{name}(", *(f"    {part}," for part in parts), ")")


def _short(part: str) -> str:
    """An argument without superfluous brackets; texts stay as they are."""
    if part.startswith(TEXTS):
        return part
    name, equals, value = part.partition("=") if part.startswith(("printed=", "at=")) else ("", "", part)
    return f"{name}{equals}{_plain([value])[0]}"


def _quoted(text: str) -> str:
    """A text as Python has it: raw where it has backslashes and may be so."""
    text = " ".join(text.split())
    if "\\" in text and '"' not in text and not text.endswith("\\"):
        return f'r"{text}"'
    return json.dumps(text, ensure_ascii=False)


def _plain(lines: Sequence[str]) -> list[str]:
    """Lines without superfluous brackets, one statement to each."""
    return ast.unparse(ast.parse("\n".join(lines))).splitlines()


def _words(text: str) -> set[str]:
    return {*re.findall(r"[A-Za-z]\w*", text)}


def _safe(text: str) -> str:
    """A text of one line within a docstring."""
    return " ".join(text.split()).replace("\\", "/").replace('"', "'")


def _toml(text: str) -> str:
    text = " ".join(text.split())
    return f"'{text}'" if "'" not in text and text.isprintable() else json.dumps(text, ensure_ascii=True)
