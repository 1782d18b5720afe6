"""`python -m symnorm.checker [-v] FILE ...`: re-check bundles of certificates, and say what they claim."""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..second import Budget as Values
from ..second import Outcome, review_bundle
from . import Form, Judgement, Malformed, check_bundle, freeze, parse_json
from .calculus.budget import MAX_WORK_OF_BUNDLE, Budget
from .forms import dimensions, subforms
from .logic.citations import Line, Standing, objections, standing
from .reasons import reason
from .refutation import Rechecked, check_refutations
from .skeleton import skeleton
from .titles import identifier, label, shown
from .written import Writer

MAX_BYTES = 64 * 1024 * 1024
MAX_VALUES_OF_BUNDLE = 2_000_000
"""So many values the second judge calculates for one file: several times what two hundred theorems take."""
USAGE = """usage: python -m symnorm.checker [-v] FILE ...

Re-checks bundles of certificates, as `symnorm verify --certificates FILE` writes them, with the standard
library alone, and says what is taken for granted without a citation. What is accepted is judged again by a second
judge, by evaluation modulo primes, and so is every point at which something is said to fail, by exact numbers. With
-v it prints all that every theorem supposes and claims, as the certificate has it. A bundle in which two things look
alike is refused. It does not look for a point at which the hypotheses hold: where they contradict each other,
everything follows.
Exit status: 0 every entry of every theorem accepted and the judges agree, 1 something rejected, 2 not a bundle."""


def main(arguments: list[str]) -> int:
    """Prints a line per theorem and one per rejected entry; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    files = [a for a in arguments if a not in ("-v", "--verbose")]
    if not files or "-h" in files or "--help" in files:
        print(USAGE)
        return 0 if files else 2
    rejected = 0
    for file in files:
        try:
            lines, bad = _checked(Path(file), verbose=len(files) < len(arguments))
        except (OSError, Malformed) as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 2
        print("\n".join(lines), flush=True)
        rejected += bad
    return 1 if rejected else 0


def _checked(path: Path, verbose: bool) -> tuple[list[str], int]:
    """What there is to say of a bundle, and how many of its entries are rejected."""
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    match parse_json(path.read_bytes()):
        case {"theorems": list(theorems)} if theorems:
            pass
        case _:
            raise Malformed("a bundle is an object with a non-empty list of theorems")
    accounts: dict[str, Account] = {}
    looks: dict[str, str] = {}
    budget, values = Budget(MAX_WORK_OF_BUNDLE, "one bundle"), Values(MAX_VALUES_OF_BUNDLE)
    for bundle in theorems:
        with budget:
            judgements = check_bundle(bundle)
            points = check_refutations(bundle)
        second = review_bundle(bundle, [j.accepted for j in judgements], budget=Values(whole=values))
        theorem = Account(bundle, judgements, second, points)
        other = looks.setdefault(skeleton(theorem.id), theorem.id)
        if theorem.id in accounts:
            raise Malformed(f"two theorems have the id {theorem.id}")
        if other != theorem.id:
            raise Malformed(f"the ids {other} and {theorem.id} look alike: give one theorem another")
        accounts[theorem.id] = theorem
    standings = {id: theorem.standing for id, theorem in accounts.items()}
    verdicts = {id: "rejected" if theorem.rejected else "proved" for id, theorem in accounts.items()}
    lines: list[str] = []
    rejected = 0
    for id, theorem in accounts.items():
        against = list(objections(standings, verdicts, id))
        rejected += theorem.rejected + len(against)
        lines += theorem.lines(verbose)
        lines += (f"  REJECTED: {objection}" for objection in against)
    return lines, rejected


class Account:
    """What there is to say of one theorem, of which every name and label can be read in one way only.

    Raises Malformed where one cannot.
    """

    def __init__(
        self, bundle: dict[str, Any], judgements: list[Judgement], second: Outcome, points: list[Rechecked]
    ) -> None:
        self.id = identifier(bundle["id"])
        self.judgements, self.second, self.points = judgements, second, points
        self.accepted = sum(j.accepted for j in judgements)
        self.rejected = len(judgements) - self.accepted + len(second.disagreements)
        self.rejected += sum(p.outcome == "rejected" for p in points)
        self.along = freeze(bundle["along"])
        self.statements: list[Form] = [freeze(e["statement"]) for e in bundle["entries"]]
        try:
            self.sources = [identifier(e["source"]) if e.get("source") else "" for e in bundle["entries"]]
            labels = [label(j.label) for j in judgements]
            if twice := [name for name, number in Counter(map(shown, labels)).items() if number > 1]:
                same = " and ".join(dict.fromkeys(repr(n) for n in labels if shown(n) == twice[0]))
                raise Malformed(f"two lines have the label {same}")
            self.refuted: list[Form] = [freeze(r["statement"]) for r in bundle.get("refutations", ())]
            self.under, self.left_out = (
                [list(map(freeze, r[part])) for r in bundle.get("refutations", ())] for part in ("under", "fails")
            )
            for point in points:
                label(point.label)
            besides = [s for told in (*self.under, *self.left_out) for s in told]
            self.written = Writer([*self.along, *self.statements, *self.refuted, *besides])
        except Malformed as error:
            raise Malformed(f"{self.id}: {error}") from None

    @property
    def standing(self) -> Standing:
        """What the theorem supposes, claims and cites."""
        entries = zip(self.judgements, self.statements, self.sources, strict=True)
        return standing(self.along, [Line(j.label, j.role, s, source) for j, s, source in entries], self.written)

    def lines(self, verbose: bool) -> Iterator[str]:
        """The verdict, what is rejected, what is taken for granted; and where it is asked for, all that is claimed."""
        lemmas = sorted({lemma for j in self.judgements for lemma in j.lemmas})
        rests = f", rests on {', '.join(lemmas)}" if lemmas else ""
        yield f"{self.id}: {self.accepted} of {len(self.judgements)} entries accepted{rests}"
        for entry, statement in zip(self.judgements, self.statements, strict=True):
            if not entry.accepted:
                yield f"  {_label(entry.label)}: {reason(entry, statement, self.written)}"
        yield from self.reviewed(verbose)
        yield from self.refutations(verbose)
        if verbose:
            yield from self.claimed()
        else:
            for n, entry in enumerate(self.judgements):
                if entry.role == "given" and self.is_granted(n):
                    yield f"  taken for granted  {_label(entry.label)}: {self.written(self.statements[n])}"

    def reviewed(self, verbose: bool) -> Iterator[str]:
        """What the second judge says, and with -v why not of the rest."""
        second, open_ = self.second, sum(self.second.not_applicable.values())
        said = "disagrees" if second.disagreements else "agrees"
        counts = f"{second.identities} identities, {second.signs} signs, {second.duties} duties"
        yield f"  second judge: {said} ({counts}; {open_} not applicable)"
        yield from (f"  {disagreement}" for disagreement in second.disagreements)
        if verbose:
            yield from (f"    {times} not applicable: {why}" for why, times in second.not_applicable.items())

    def refutations(self, verbose: bool) -> Iterator[str]:
        """What of the points at which something is said to fail was judged again; with -v all of it, and why not."""
        times = Counter(p.outcome for p in self.points)
        if self.points:
            yield f"  refutations: {times['refuted']} of {len(self.points)} judged again"
        for n, (point, statement) in enumerate(zip(self.points, self.refuted, strict=True)):
            said = f"{_label(point.label)}: {self.written(statement)}"
            said += "".join(f", supposing {self.written(s)}" for s in self.under[n])
            said += "".join(f", without {self.written(s)}" for s in self.left_out[n])
            if point.outcome == "rejected":
                yield f"  REJECTED  refutation of {said}: {point.reason}"
            elif verbose and point.outcome == "open":
                yield f"    not judged again  {said}: {point.reason}"
            elif verbose:
                yield f"    refuted  {said}"

    def claimed(self) -> Iterator[str]:
        """What the theorem supposes and claims, and what the names in there mean."""
        told = [n for n, j in enumerate(self.judgements) if j.role in ("where", "given", "constant", "claim")]
        yield from (f"  where   {supposed}" for supposed in self.supposed())
        for n in told:
            judgement, statement = self.judgements[n], self.written(self.statements[n])
            match judgement.role:
                case "where":
                    yield f"  where   {statement}"
                case "given":
                    source = ", taken for granted" if self.is_granted(n) else f", by {self.sources[n]}"
                    yield f"  given   {_label(judgement.label)}: {statement}{source}"
                case role:
                    role = role if judgement.accepted else "REJECTED"
                    lemmas = sorted(self.lemmas(n))
                    rests = f", by {', '.join(lemmas)}" if lemmas else ""
                    yield f"  {role:<6}  {_label(judgement.label)}: {statement}{rests}"
        forms = (form for n in told for form in subforms(self.statements[n]))
        names = dict.fromkeys(form[1] for form in forms if form[:1] == ("def",))
        yield from (f"  with    {self.written.definition(name)}" for name in names)

    def supposed(self) -> Iterator[str]:
        """What the notation itself supposes: of the number of channels, of variables, of functions."""
        for dimension in sorted({d for s in self.statements for d in dimensions(s)}, key=repr):
            yield f"{self.written(dimension)} is the number of channels, a whole number from 1"
        for variable in self.along:
            match variable:
                case ("interval", inner, point):
                    yield f"{self.written(inner)} ranges over an interval that contains {self.written(point)}"
                case ("vector", name):
                    yield f"{name} ranges over an open set"
                case _:
                    yield f"{self.written(variable)} ranges over an interval"
        for name, meaning in self.written.meanings.items():
            if meaning[0] == "app":
                yield f"{name} is an unknown function of {meaning[1]} argument{'s' * (meaning[1] > 1)}"

    def is_granted(self, number: int) -> bool:
        """Whether nothing is cited for what is given."""
        return self.sources[number] in ("", "hypothesis")

    def lemmas(self, number: int) -> set[str]:
        """The named lemmas on which an entry rests, by whatever it uses."""
        found: set[str] = set()
        seen: set[int] = set()
        ahead = {number}
        while ahead:
            n = ahead.pop()
            seen.add(n)
            found.update(self.judgements[n].lemmas)
            ahead |= {*self.judgements[n].used} - seen
        return found


def _label(label: str) -> str:
    """A label, in quotes where it could pass for a statement."""
    return repr(label) if any(c in label for c in "=<>:") else label


def _run() -> int:
    """`main` with the arguments of the program; a standard output that takes no more is said, or passed over."""
    try:
        return main(sys.argv[1:])
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            return 141
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(_run())
