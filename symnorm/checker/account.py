"""The account of one theorem of a bundle, by both judges: its verdict, and what it supposes and claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..second import Outcome
from . import Form, Judgement, Malformed, freeze
from .forms import arrays, dimensions, lengths, quoted, subforms
from .logic.citations import GRANTED, Line, Standing, standing
from .logic.instances import read_put
from .places import written_point
from .reasons import reason
from .refutation.check import Rechecked
from .titles import identifier, label, shown
from .written import Writer


class Account:
    """The account of one theorem, of which every name and label can be read in one way only.

    Raises Malformed where one cannot.
    """

    def __init__(
        self, bundle: dict[str, Any], judgements: list[Judgement], second: Outcome, points: list[Rechecked],
        tried: Rechecked | None = None,
    ) -> None:  # fmt: skip
        self.id = identifier(bundle["id"])
        self.judgements, self.second, self.points, self.tried = judgements, second, points, tried
        self.accepted = sum(j.accepted for j in judgements)
        self.rejected = len(judgements) - self.accepted + len(second.disagreements)
        self.rejected += sum(p.outcome == "rejected" for p in points)
        self.open = sum(p.outcome == "open" for p in points)
        if tried is not None:
            self.rejected += tried.outcome == "rejected"
            self.open += tried.outcome == "open"
        self.along = freeze(bundle["along"])
        if tried is None and self.is_conditional:
            self.open += 1
        self.statements: list[Form] = [freeze(e["statement"]) for e in bundle["entries"]]
        self.lemmas: list[set[str]] = []
        """The named lemmas on which each entry rests, by whatever it uses: that stands before it."""
        for j in judgements:
            self.lemmas.append({*j.lemmas}.union(*(self.lemmas[n] for n in j.used)))
        try:
            self.sources = [identifier(e["source"]) if e.get("source") else "" for e in bundle["entries"]]
            self.put = [read_put(e.get("put", ())) for e in bundle["entries"]]
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
            self.point, self.model = bundle.get("point"), bundle.get("model")
            self.places = [(r["kind"], r["point"]) for r in bundle.get("refutations", ())]
            self.models = [r.get("model") for r in bundle.get("refutations", ())]
            values = [value for put in self.put for _, value in put]
            besides = [s for told in (*self.under, *self.left_out) for s in told]
            self.written = Writer([*self.along, *self.statements, *self.refuted, *besides, *values])
        except Malformed as error:
            raise Malformed(f"{self.id}: {error}") from None

    @property
    def standing(self) -> Standing:
        """The suppositions, claims and citations of the theorem."""
        entries = zip(self.judgements, self.statements, self.sources, self.put, strict=True)
        lines = [Line(j.label, j.role, statement, source, put) for j, statement, source, put in entries]
        return standing(self.along, lines, self.written)

    def lines(self, verbose: bool) -> Iterator[str]:
        """The verdict, what is rejected, what is taken for granted; and where it is asked for, all that is claimed."""
        lemmas = sorted(set().union(*self.lemmas))
        rests = f", rests on {', '.join(lemmas)}" if lemmas else ""
        yield f"{self.id}: {self.accepted} of {len(self.judgements)} entries accepted{rests}"
        for entry, statement in zip(self.judgements, self.statements, strict=True):
            if not entry.accepted:
                yield f"  {quoted(entry.label)}: {reason(entry, statement, self.written)}"
        yield from self.reviewed(verbose)
        yield from self.hypotheses(verbose)
        yield from self.refutations(verbose)
        if verbose:
            yield from self.claimed()
        else:
            for n, entry in enumerate(self.judgements):
                if entry.role == "given" and self.is_granted(n):
                    yield f"  taken for granted  {quoted(entry.label)}: {self.written(self.statements[n])}"

    @property
    def is_conditional(self) -> bool:
        """Whether the theorem supposes anything that might not be: also that an interval contains what need not be."""
        contained = (v[2] for v in self.along if v[0] == "interval")
        return any(j.role in ("where", "given") for j in self.judgements) or any(
            c[0] not in ("sym", "num") for c in contained
        )

    def reviewed(self, verbose: bool) -> Iterator[str]:
        """The verdict of the second judge, and with -v why parts were not judged."""
        second, open_ = self.second, sum(self.second.not_applicable.values())
        said = "disagrees" if second.disagreements else "agrees"
        counts = f"{second.identities} identities, {second.signs} signs, {second.duties} duties"
        yield f"  second judge: {said} ({counts}; {open_} not applicable)"
        yield from (f"  {disagreement}" for disagreement in second.disagreements)
        if verbose:
            yield from (f"    {times} not applicable: {why}" for why, times in second.not_applicable.items())

    def hypotheses(self, verbose: bool) -> Iterator[str]:
        """Whether all that the theorem supposes holds at a point at once; else it may be about nothing."""
        if self.tried is not None:
            at = f"at {self.at(self.point)}" if verbose else "at a point"
            match self.tried.outcome:
                case "satisfied":
                    yield f"  hypotheses: hold at once, {at}"
                    yield from self.shown_by(self.model) if verbose else ()
                case "open":
                    yield f"  hypotheses: NOT SHOWN HERE to hold at once, {at}: {self.tried.reason}"
                case _:
                    yield f"  REJECTED  hypotheses: they do not hold at once, {at}: {self.tried.reason}"
        elif self.is_conditional:
            yield "  hypotheses: nothing here shows that they hold at once: the bundle has no point at which they do"

    def refutations(self, verbose: bool) -> Iterator[str]:
        """The points at which something is said to fail: how many were judged again, why not others; with -v all."""
        refuted = sum(p.outcome == "refuted" for p in self.points)
        if self.points:
            yield f"  refutations: {refuted} of {len(self.points)} judged again"
        for n, (point, statement) in enumerate(zip(self.points, self.refuted, strict=True)):
            kind, place = self.places[n]
            said = f"{quoted(point.label)}: {self.written(statement)}"
            said += "".join(f", supposing {self.written(s)}" for s in self.under[n])
            said += "".join(f", without {self.written(s)}" for s in self.left_out[n])
            said += f", at {self.at(place)}" if verbose and any(place.values()) else ""
            if point.outcome == "rejected":
                what = "refutation of" if kind == "false" else "that this has no value: "
                yield f"  REJECTED  {what} {said}: {point.reason}"
            elif point.outcome == "open":
                what = "fail" if kind == "false" else "have no value"
                yield f"  NOT SHOWN HERE to {what}  {said}: {point.reason}"
            elif verbose:
                yield f"    {'refuted' if kind == 'false' else 'has no value'}  {said}"
                yield from self.shown_by(self.models[n])

    def at(self, point: Any) -> str:
        """A point as text."""
        return written_point(point, [*self.along, *self.statements, *self.refuted])

    def shown_by(self, model: Any) -> Iterator[str]:
        """The theorem of a model, by which something holds identically with what stands at the point for functions."""
        if model is None:
            return
        listed = [(e["role"], freeze(e["statement"])) for e in model["theorem"]["entries"]]
        told = [(role, s) for role, s in listed if role in ("where", "claim")]
        own, meant = [s for _, s in told], ""
        try:
            written = Writer([*self.along, *self.statements, *self.refuted, *own])
        except Malformed:  # a number may stand in a definition of the model, in the place of a symbol
            meant = ", in which names mean what they mean there"
            try:
                written = Writer(own)
            except Malformed as error:
                yield f"    by a model, a theorem that cannot be written: {error}"
                return
        yield f"    by a model, a theorem of its own{meant}:"
        yield from (f"      {role:<6}  {written(s)}" for role, s in told)

    def claimed(self) -> Iterator[str]:
        """The suppositions and claims of the theorem, and the meaning of the names in them."""
        told = [n for n, j in enumerate(self.judgements) if j.role in ("where", "given", "constant", "claim")]
        yield from (f"  where   {supposed}" for supposed in self.supposed())
        for n in told:
            judgement, statement = self.judgements[n], self.written(self.statements[n])
            match judgement.role:
                case "where":
                    yield f"  where   {statement}"
                case "given":
                    source = ", taken for granted" if self.is_granted(n) else f", by {self.sources[n]}{self.placed(n)}"
                    yield f"  given   {quoted(judgement.label)}: {statement}{source}"
                case role:
                    role = role if judgement.accepted else "REJECTED"
                    lemmas = sorted(self.lemmas[n])
                    rests = f", by {', '.join(lemmas)}" if lemmas else ""
                    yield f"  {role:<6}  {quoted(judgement.label)}: {statement}{rests}"
        forms = (form for n in told for form in subforms(self.statements[n]))
        names = dict.fromkeys(form[1] for form in forms if form[:1] == ("def",))
        yield from (f"  with    {self.written.definition(name)}" for name in names)

    def placed(self, number: int) -> str:
        """The terms in the place of the symbols of what is cited, in words."""
        told = [f"{quoted(symbol[1])} = {self.written(value)}" for symbol, value in self.put[number]]
        return f" with {', '.join(told)}" if told else ""

    def supposed(self) -> Iterator[str]:
        """Suppositions of the notation itself: of the number of channels, of variables, of functions."""
        for dimension in sorted({d for s in self.statements for d in dimensions(s)}, key=repr):
            yield f"{self.written(dimension)} is the number of channels, a whole number from 1"
        for length in sorted({d for s in self.statements for d in lengths(s)}):
            yield f"{self.written(length)} is a length, a whole number from 1"
        for name, sets in sorted({a for s in self.statements for a in arrays(s)}):
            if any(sets):
                yield f"{name} has an entry for every choice of {', '.join(n or 'a channel' for n in sets)}"
        for variable in self.along:
            match variable:
                case ("interval", inner, point):
                    yield f"{self.written(inner)} ranges over an interval that contains {self.written(point)}"
                case ("vector", name):
                    yield f"{name} ranges over an open set"
                case _:
                    yield f"{self.written(variable)} ranges over an interval"
        for name, meaning in self.written.meanings.items():
            if meaning[0] == "whole":
                yield f"{name} is any whole number from {meaning[1]}"
            if meaning[0] == "app":
                yield f"{name} is an unknown function of {meaning[1]} argument{'s' * (meaning[1] > 1)}"

    def is_granted(self, number: int) -> bool:
        """Whether nothing is cited for what is given."""
        return self.sources[number] in GRANTED
