"""Theorems as plain data: what a script builds reaches those who judge it as JSON, and as nothing else.

A record has the theorems, and a table of the terms in them, each once and after those inside it. It is read strictly,
because a script may have written anything in its place: names, labels and statements are checked as they are where
a script writes them, and every field by its annotation.

    >>> [again] = theorems_from(record(theorem))
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ..checker.forms import MAX_INDICES, MAX_START, channel, set_of
from .applied import terms_for
from .by import Relation, Rule
from .elsewhere import placed
from .entries import Chain, Counterexample, Entry, Gap, MissingHypothesis, Printed
from .entrywise import Entrywise
from .graph import loss, slope, still
from .magnitudes import norm
from .matrices import identity, ones, product, shape, trace
from .operators import covariance, variance
from .provenance import Provenance
from .refusals import LanguageError, allowed
from .said import Untyped, said
from .statements import RELATIONS, Cases, EntriesThere, Statement, cases, differentiable, eq
from .terms import MAX_EXPONENT, Index, Term, _latex, _name, is_length, term
from .theorem import Theorem
from .vector_there import entries_there
from .whole import powered, sequence, up_to

PARTS: dict[str, Any] = {
    made.__name__: made
    for made in (Relation, Rule, Untyped, Printed, Chain, Counterexample, MissingHypothesis, Gap, Provenance)
}
"""What a theorem is made of besides terms, statements and entries."""

ROLES = ("where", "given", "suppose", "step", "claim", "constant")
NUMBER = re.compile("-?[0-9]+(/[0-9]+)?")

Record = dict[str, Any]


def record(*theorems: Theorem) -> Record:
    """The record of some theorems."""
    writer = _Writer()
    written = [writer.theorem(t) for t in theorems]
    return {"terms": writer.terms, "theorems": written}


def theorems_from(document: Any) -> list[Theorem]:
    """The theorems of a record. Raises LanguageError for whatever is none."""
    try:
        reader = _Reader()
        for node in document["terms"]:
            reader.terms.append(reader.node(node))
        return [reader.theorem(t) for t in document["theorems"]]
    except LanguageError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, ArithmeticError) as error:
        raise LanguageError(f"this is no record of theorems: {type(error).__name__}: {str(error)[:80]}") from error


class _Writer:
    def __init__(self) -> None:
        self.terms: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def theorem(self, t: Theorem) -> dict[str, Any]:
        """All of a theorem. Its hypotheses are among its entries."""
        return {
            "id": t.id, "title": t.title, "paper": t.paper,
            "along": self.value(t.along), "model": self.value(t.model), "model_by": self.value(t.model_by),
            "notation": self.value(t.notation), "words": self.value(t.words),
            "entries": [
                [self.value(getattr(e, f.name)) for f in fields(e) if f.name not in ("theorem", "number")]
                for e in t.entries
            ],
            "errata": [self.value(e) for e in t.errata],
        }  # fmt: skip

    def value(self, v: Any) -> Any:
        """Anything that stands in a theorem: a term is [its number], what is tagged a list that begins with a word."""
        if isinstance(v, Term):
            return (self.number(v),)
        match v:
            case None | str() | int():
                return v
            case Fraction():
                return "number", str(v)
            case Index():
                return "index", v.name, self.value(v.dimension)
            case Cases():
                return "cases", self.value(v.left), *map(self.value, v.rows)
            case EntriesThere():
                return "there", self.value(v.body), self.value(v.pairs), self.value(v.values)
            case Entrywise():
                return "entrywise", *map(self.value, v.shown)
            case Statement():
                return "statement", v.kind, *map(self.value, v.parts)
            case Entry():
                return "entry", v.number
            case tuple() | list():
                return "list", *map(self.value, v)
            case Mapping():
                return "map", *((self.value(key), self.value(one)) for key, one in v.items())
        if is_dataclass(v) and type(v).__name__ in PARTS:
            return type(v).__name__, *(self.value(getattr(v, f.name)) for f in fields(v))
        return self.value(term(v))  # a number of SymPy

    def number(self, top: Term) -> int:
        """The number of a term in the table, which it keeps as its mark; terms may be nested deeper than calls."""
        ahead = [] if top.mark[0] is self else [top]
        while ahead:
            t = ahead[-1]
            inside = t.shown() if t.size is None else (*t.shown(), t.size)
            if missing := [part for part in inside if part.mark[0] is not self]:
                ahead += missing
                continue
            ahead.pop()
            if t.mark[0] is not self:
                size = None if t.size is None else t.size.mark[1]
                node = t.op, t.latex, size, *map(self.value, t.args)
                number = self.numbers.setdefault(node, len(self.terms))
                t.mark = self, number
                if number == len(self.terms):
                    self.terms.append(node)
        return top.mark[1]


class _Reader:
    def __init__(self) -> None:
        self.terms: list[Term] = []
        self.made: Theorem

    def theorem(self, data: dict[str, Any]) -> Theorem:
        """The theorem, built as a script builds it."""
        started = ("along", "model", "model_by", "notation", "words")
        along, model, rule, notation, words = (self.value(data[p]) for p in started)
        _expect(rule is None or isinstance(rule, Rule), rule)
        self.made = Theorem(
            data["id"], data["title"], along=along, model=model, model_by=rule, paper=_text(data["paper"]),
            notation=notation, words=words,
        )  # fmt: skip
        names = [f.name for f in fields(Entry) if f.name not in ("theorem", "number")]
        for one in data["entries"]:
            self.entry(dict(zip(names, map(self.value, one), strict=True)))
        for erratum in map(self.value, data["errata"]):
            _expect(isinstance(erratum, Counterexample | MissingHypothesis | Gap), erratum)
            self.made._kind(getattr(erratum, "kind", "gap"))
            said(erratum.label, erratum.note)
            self.made.errata.append(erratum)
        return self.made

    def entry(self, said: dict[str, Any]) -> None:
        """One more entry, with the rules that hold for those of a script."""
        _conform(Entry, said)
        _expect(said["role"] in ROLES, said["role"])
        wrong = said["printed"]
        printed = {"printed": wrong.untyped or wrong.statement, "kind": wrong.kind, "at": wrong.point} if wrong else {}
        _expect(wrong is None or wrong.untyped is None or wrong.statement == said["statement"], "what is printed")
        _expect(wrong is None or wrong.note == said["note"], "a note")
        _expect(len(said["also"]) == len(said["also_reads"]), "what is quoted")
        more = {name: said[name] for name in ("source", "note", "reads", "provenance")}
        _expect(said["provenance"] is None or _is_hypothesis(said), said["provenance"])
        more["put"] = terms_for(dict(said["put"]))
        _expect(more["put"] == said["put"] and (said["role"] == "given" or not said["put"]), said["put"])
        more["also"] = dict(zip(said["also"], said["also_reads"], strict=True))
        entry = self.made._add(said["label"], said["role"], said["statement"], said["by"], **more, **printed)
        entry.point, entry.line, entry.chain = said["point"], said["line"], said["chain"]

    def value(self, v: Any) -> Any:
        """What was written as a value."""
        if type(v) is list and len(v) == 1 and type(v[0]) is int:
            return self.term(v[0])
        match v:
            case None | str() | int() if not isinstance(v, bool):
                return v
            case ["number", str(written)] if NUMBER.fullmatch(written):
                return Fraction(written)
            case ["index", name, dimension]:
                size = self.value(dimension)
                _expect(isinstance(size, Term) and size.op == "sym", size)
                _expect(set_of(_index(name)) == (size.args[0] if is_length(size) else ""), name)
                return Index(name, size)
            case ["statement", str(kind), *parts]:
                return _statement(kind, tuple(map(self.value, parts)))
            case ["cases", left, *rows]:
                read = map(self.value, rows)
                return eq(self.value(left), cases(*(row[0] if row[1] is None else row for row in read)))
            case ["there", body, pairs, values]:
                return _there(self.value(body), self.value(pairs), self.value(values))
            case ["entrywise", left, right]:
                return Entrywise(self.value(left), self.value(right))
            case ["entry", int(number)] if 0 <= number < len(self.made.entries):
                return self.made.entries[number]
            case ["list", *items]:
                return tuple(map(self.value, items))
            case ["map", *pairs]:
                return {self.value(key): self.value(one) for key, one in pairs}
            case [str(name), *values] if name in PARTS:
                made = PARTS[name]
                named = dict(zip((f.name for f in fields(made)), map(self.value, values), strict=True))
                _conform(made, named)
                return made(**named)
        raise _refused(v)

    def term(self, number: int) -> Term:
        """A term that stands before in the table."""
        _expect(0 <= number < len(self.terms), number)
        return self.terms[number]

    def node(self, data: Any) -> Term:
        """A term of the table."""
        op, latex, size, *args = data
        made = Term(_text(op), tuple(map(self.value, args)), latex, None if size is None else self.term(size))
        _check(made)
        return made


def _check(t: Term) -> None:
    """Raises LanguageError unless a term is one that the language makes."""
    name: Any = None
    match t.op, t.args:
        case ("num", (Fraction(),)):
            pass
        case ("sym", (name,)) | ("sym", (name, "length")):
            pass
        case ("vector", (name, *lengths)) if 0 < len(lengths) <= MAX_INDICES and t.axes:
            for one in lengths:
                _expect(one.op == "sym" if isinstance(one, Term) else bool(_index(one)), one)
        case ("coord", (name, *indices)) if 0 < len(indices) <= MAX_INDICES:
            for index in indices:
                _index(index)
        case ("delta", (i, j)):
            _index(i), _index(j)
        case ("add" | "mul", (Term(), Term(), *more)) if all(isinstance(m, Term) for m in more):
            pass
        case ("neg", (Term(),)) | ("div", (Term(), Term())) | ("pow", (Term(), int())):
            pass
        case ("fn", ("sqrt" | "exp" | "log" | "tanh", Term())) | ("abs", (Term(),)):
            pass
        case ("max" | "min", (Term(), Term(), *more)) if all(isinstance(m, Term) for m in more):
            pass
        case (("norm" | "norm_1") as op, (Term() as x,)):
            _expect(norm(x, 2 if op == "norm" else 1) == t, x)
        case ("app", (name, tuple(orders), tuple(arguments))) if len(orders) == len(arguments) > 0:
            _expect(all(type(o) is int for o in orders) and all(isinstance(a, Term) for a in arguments), orders)
        case ("sum", (index, Term(op="sym"), tuple(excluded), Term())):
            for i in (index, *excluded):
                _index(i)
        case ("def", (name, tuple(own), Term(axes=axes))) if 1 < len(own) <= MAX_INDICES:
            left = [i for i in own if str(i).startswith(":")]
            _expect(len(left) == len(axes) and {*left} == {f":{a.args[0]}" for a in axes}, own)
            for i in own:
                _expect(i in left or bool(_index(i)), i)
        case ("def", (name, index, Term())):
            _expect(index is None or bool(_index(index)), index)
        case ("D" | "integral", (Term() as body, Term(op="sym" | "coord"))):
            still(body)
        case ("at", (Term() as body, Term(op="sym" | "coord"), Term())):
            still(body)
        case ("there", (Term() as body, *pairs)) if pairs and all(map(_is_put, pairs)):
            is_one_symbol = len(pairs) == 1 and isinstance(pairs[0][0], Term) and pairs[0][0].op == "sym"
            _expect(len({pair[0] for pair in pairs}) == len(pairs) and not is_one_symbol, pairs)
            placed(still(body), tuple(pairs))
        case ("slope", (Term() as body, variable, tuple(held))):
            slope(body, variable, held)
        case ("loss", (name, of)):
            loss(name, of)
        case ("whole", (name, int(start))):
            _expect(0 <= start <= MAX_START, start)
        case ("seq", (str(called), str(shown), Term() as number)):
            _expect(sequence(called, shown)[number] == t, t)
        case ("upto", (over, last, Term() as body)):
            _expect(up_to(body, over, last) == t, t)
        case ("between", (over, first, last, Term() as body)):
            _expect(up_to(body, over, last, first) == t, t)
        case ("power", (Term() as base, Term() as exponent)):
            _expect(powered(base, exponent) == t, t)
        case ("half", (Term(), int(numerator))):
            _expect(numerator % 2 == 1 and numerator != 1 and abs(numerator) <= MAX_EXPONENT, numerator)
        case ("var", (x, ddof)):
            variance(x, ddof)
        case ("cov", (x, y, ddof)):
            covariance(x, y, ddof)
        case ("inner", (Term() as a, Term() as b)):
            _expect(product(a, b).op == "inner", a)
        case ("trace", (a,)):
            trace(a)
        case (("identity" | "ones") as op, (name, size)):
            made = identity(size) if op == "identity" else ones(size)
            _expect((made.args, made.latex) == (t.args, t.latex), op)
        case ("matrix", (name, Term(), rows, columns)):
            _expect(all(s is None or (isinstance(s, Term) and s.op == "sym") for s in (rows, columns)), name)
            shape(t)
        case (("transpose" | "matmul" | "diag" | "jacobian"), parts) if all(isinstance(p, Term) for p in parts):
            shape(t)
        case ("interval", (Term(op="sym" | "coord"), Term())):
            pass
        case _:
            raise _refused(t.op)
    _expect(t.latex is None or (name is not None and _latex(_name(name), t.latex) == t.latex), t.latex)
    _expect(name is None or bool(_name(name)), name)


def _is_hypothesis(said: Mapping[str, Any]) -> bool:
    """Whether an entry is one, and not what another theorem claims."""
    return bool(said["role"] == "where" or (said["role"] == "given" and said["source"] == "hypothesis"))


def _there(body: Any, pairs: Any, values: Any) -> Statement:
    """The equation of a vector at a point and its entries there."""
    _expect(isinstance(body, Term) and isinstance(pairs, tuple) and all(map(_is_put, pairs)), pairs)
    _expect(len({pair[0] for pair in pairs}) == len(pairs), pairs)
    return entries_there(still(body), pairs, values)


def _is_put(pair: Any) -> bool:
    """Whether it is a symbol with a term, a vector with its entries, or an index with the number of a channel."""
    match pair:
        case (str(index), int(number)):
            return bool(_index(index)) and number > 0
        case (Term(op="sym") as symbol, Term()):
            return not is_length(symbol)
        case (Term(op="vector", axes=axes), *entries):
            is_plain = len(axes) == 1 == len(pair[0].args) - 1
            return is_plain and bool(entries) and all(isinstance(e, Term) for e in entries)
    return False


def _statement(kind: str, parts: tuple[Any, ...]) -> Statement:
    """A statement of a kind that there is."""
    if kind == "differentiable":
        _expect(len(parts) == 2 and all(isinstance(p, Term) for p in parts), kind)
        function, times = parts
        _expect(times.op == "num", kind)
        return differentiable(function, int(times.args[0]))
    if kind in RELATIONS:
        _expect(len(parts) == 2 and all(isinstance(p, Term) for p in parts), kind)
    else:
        _expect(kind in ("or", "and") or (kind in ("implies", "iff") and len(parts) == 2), kind)
        _expect(len(parts) > 1 and all(isinstance(p, Statement) for p in parts), kind)
    return Statement(kind, parts)


def _index(name: Any) -> str:
    """The name of an index; those of `every` are a star and a digit."""
    _expect(isinstance(name, str) and (name[0] != "*" or int(name[1]) <= MAX_INDICES), name)
    return allowed(channel, name)


def _text(value: Any) -> str:
    _expect(isinstance(value, str), value)
    return str(value)


def _conform(kind: type, values: Mapping[str, Any]) -> None:
    """Raises LanguageError unless every value is what the annotation of its field says."""
    for name, hint in _hints(kind).items():
        if name in values and not _is_a(values[name], hint):
            raise LanguageError(f"the {name} of a {kind.__name__} is {values[name]!r:.60}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, localns={"Entry": Entry, "Theorem": Theorem})


def _is_a(value: Any, hint: Any) -> bool:
    """Whether a value is of a type as annotations write it."""
    origin, parts = _read(hint)
    if origin is None:
        return hint is Any or (isinstance(value, hint) and type(value) is not bool)
    if origin in (Union, UnionType):
        return any(value is None if one is NoneType else _is_a(value, one) for one in parts)
    if origin is tuple:
        return isinstance(value, tuple) and all(_is_a(v, parts[0]) for v in value)
    return isinstance(value, origin)


@cache
def _read(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """What an annotation is a form of, and what stands in its brackets."""
    return get_origin(hint), get_args(hint)


def _expect(condition: bool, value: Any) -> None:
    if not condition:
        raise _refused(value)


def _refused(value: Any) -> LanguageError:
    return LanguageError(f"this is no record of theorems: {value!r:.60} stands where it does not belong")
