"""Whether what is supposed can hold, all of it at one point: exactly there, and identically where something varies.

A given equation in which no function stands and nothing varies is decided at the point, by rational numbers or by the
checker's algebraic ones. Any other, and a hypothesis that holds with equality where it varies, has to hold along a
whole interval: what the model says is put in, and what comes out is proved from the hypotheses, by the prover and the
checker, like a claim. That all of it holds at the point at once is for the checker to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from typing import Any

from ..checker.forms import RELATIONS, Form, dimensions, free_wholes, lengths, varies_in
from ..checker.logic.entry import ranges
from ..checker.logic.instances import Put
from ..checker.refutation.check import Refutations
from ..checker.refutation.interpreted import put_in
from ..checker.refutation.point import Place, Rejected, interpretation
from ..checker.refutation.values import NoValue, Undecided
from ..language import D, Entry, Statement, Term, Theorem, by, eq, ne
from ..language.by import Rule
from ..language.points import Interpretation, given_value, read
from ..language.terms import form, term
from ..language.text import text
from ..language.whole import open_numbers
from ..prover import Proof, Prover
from ..prover.explain import explain
from ..witness import Point
from ..witness.arithmetic import EXACT, Undefined
from ..witness.judge import judge


def put_of(entry: Entry) -> Put:
    """The symbols of a cited theorem, each with the term in its place."""
    return tuple((form(symbol), form(value)) for symbol, value in entry.put)


def bundle(theorem: Theorem, prover: Prover, proofs: Sequence[Proof]) -> dict[str, Any]:
    """A theorem with its certificates, as the checker reads it."""
    entries = [
        {
            "label": p.entry.label,
            "role": p.entry.role,
            "source": p.entry.source,
            "statement": p.statement,
            "certificate": p.certificate,
            **({"put": put_of(p.entry)} if p.entry.put else {}),
        }
        for p in proofs
    ]
    return {"id": theorem.id, "along": list(prover.checked.along), "entries": entries}


HINT = "give values with which it does, as model={a: 2, y: t**2}"


@dataclass
class Model:
    """Terms that stand for the functions of a theorem, and what shows that they satisfy what is given.

    `shown` is the theorem that claims so, as the bundle has it, or None where nothing has to be shown; `point` is one
    at which all that is supposed holds, according to the `checker`, or None where none was found or nothing is; `due`
    is what nothing shows.
    """

    functions: Mapping[str, Interpretation] = field(default_factory=dict)
    values: Mapping[Term, Term] = field(default_factory=dict)
    shown: dict[str, Any] | None = None
    problems: list[str] = field(default_factory=list)
    point: Point | None = None
    checker: Refutations | None = None
    due: Sequence[Entry] = ()

    def form(self) -> dict[str, Any] | None:
        """The model as the bundle has it."""
        if self.shown is None:
            return None
        return {**_forms(self.functions, self.values), "theorem": self.shown}


def satisfied(theorem: Theorem, points: Sequence[Point]) -> Model:
    """A model of a theorem, with one of the points at which the checker finds that all that is supposed holds."""
    if not any(e.role in ("where", "given") for e in theorem.entries):
        return Model()
    found: list[Model] = []
    for point in sorted((_at_ends(theorem, p) for p in points), key=lambda p: len(undecided(theorem, p))):
        tried = model(theorem, [point], is_local=True)
        checker = reading(theorem, theorem.entries, tried)
        again = checker.satisfied(point.form())
        if again.outcome == "satisfied":
            return replace(tried, problems=[], point=point, checker=checker)
        why = f"nothing shows that all that is supposed holds at once, exactly, where it is tried ({again.reason})"
        found.append(replace(tried, problems=tried.problems or [f"{theorem.id}: {why}: {HINT}"], checker=checker))
    return found[0] if found else Model()


def reading(theorem: Theorem, entries: Iterable[Entry], tried: Model) -> Refutations:
    """Entries of a theorem as the checker reads them, to judge points."""
    listed = [{"role": e.role, "statement": e.statement.form()} for e in entries]
    return Refutations({"entries": listed, "along": _along(theorem), "model": tried.form()})


def _along(theorem: Theorem) -> Form:
    return tuple(form(v) if v.op != "vector" else ("vector", v.args[0]) for v in theorem.along)


def _at_ends(theorem: Theorem, point: Point) -> Point:
    """The point, with each variable at what its interval is said to contain: the interval may be small."""
    values = dict(point.values)
    for variable, end in (v.args for v in theorem.along if v.op == "interval"):
        value, (name, *index) = given_value(end), variable.args
        if not index:
            values["symbol", name] = value
        elif ("vector", name) in values:
            entries, channel = values["vector", name], point.indices[index[0]]
            values["vector", name] = (*entries[: channel - 1], value, *entries[channel:])
    return Point(values, point.notation)


def model(
    theorem: Theorem, points: Sequence[Point], omit: Sequence[Statement] = (), is_local: bool = False
) -> Model:  # fmt: skip
    """The functions at the points, and how it is known that what is given holds; the hypotheses in `omit` do not.

    Where it `is_local`, what is given is shown where the functions have values, which is around the point; and
    hypotheses that hold with equality there are shown as well.
    """
    if not points:
        return Model()
    point = points[0]
    given = [e for e in theorem.entries if _is_equation(e) or _is_smooth(e)]
    varied = [e for e in theorem.entries if e.statement not in omit and _varies(theorem, e)] if is_local else []
    equal = [e for e in varied if _is_equality(e, point)]
    if not (given or equal or any(map(_is_about_all, theorem.entries))):
        return Model()
    functions = {n: v for (kind, n), v in point.values.items() if kind == "function"}
    inequalities = [e for e in theorem.entries if e.role == "where" or (e.role == "given" and e not in given)]
    about_all = [e for e in inequalities if e.statement not in omit and _is_about_all(e)]
    equal += [e for e in about_all if e not in equal]
    identical = equal + [e for e in given if _is_smooth(e) or _is_identity(theorem, e.statement)]
    failing: list[Entry] = []
    for candidate in points:
        failing = undecided(theorem, candidate)
        if not failing:
            break
    shown, values, due = None, {}, dict.fromkeys(identical + failing, "")
    for values in _values(theorem, point) if due else ():
        put = [*(f.body for f in functions.values()), *values.values()] if is_local else []
        for beside in dict.fromkeys(((), tuple(_conditions(put)))):
            shown, left = _shown(theorem, [*due], functions, values, omit, beside)
            if not left:
                break
        due = {e: left.get(e, "") for e in due} if left else {}
        if not due:
            break
    problems = [
        f"line {e.line}: nothing shows that {_named(e)} where it is tried{why and f' ({why})'}: {HINT}"
        for e, why in due.items()
    ]
    return Model(functions, values, shown, problems, due=[*due])


def _named(e: Entry) -> str:
    """The statements that have to be shown of an entry."""
    how = "exactly" if e.role == "given" else "on an interval or an open set"
    return f"{e.label}, {text(e.statement)}, holds {how}"


def undecided(theorem: Theorem, point: Point) -> list[Entry]:
    """The given equations, of those that say something of a point alone, of which exact numbers do not show that."""
    given = [e for e in theorem.entries if _is_equation(e) and not _is_identity(theorem, e.statement)]
    return [e for e in given if not _holds(theorem, point, e.statement)]


def _is_equation(e: Entry) -> bool:
    return e.role == "given" and e.statement.kind in ("eq", "or")


def _is_smooth(e: Entry) -> bool:
    return e.statement.kind == "differentiable"


def _is_about_all(e: Entry) -> bool:
    """Whether something is said of every whole number."""
    return bool(free_wholes(e.statement.form()))


def _varies(theorem: Theorem, e: Entry) -> bool:
    """Whether something is said of what varies."""
    return any(varies_in(e.statement.form(), v) for v in ranges(_along(theorem)))


def _is_equality(e: Entry, point: Point) -> bool:
    """Whether a hypothesis a >= b holds with a = b at a point: around it, a may be smaller."""
    if e.role != "where" or e.statement.kind not in ("le", "ge"):
        return False
    _, left, right = e.statement.form()
    return _is_true(point, ("eq", left, right))


def _is_identity(theorem: Theorem, statement: Statement) -> bool:
    """Whether a given equation says something along a variable, or of a function."""
    parts = {t for top in statement.terms() for t in top.walk()}
    vectors = {v.args[0] for v in theorem.variables if v.op in ("coord", "vector")}
    return any(
        t.op == "app" or t in theorem.variables or (t.op == "coord" and t.args[0] in vectors) for t in parts
    )


def _holds(theorem: Theorem, point: Point, statement: Statement) -> bool:
    """Whether an equation holds at a point, by exact numbers."""
    try:
        outcome = judge(point.frame(EXACT), statement)
        if outcome.holds is not None:
            return outcome.holds
        return _is_true(point, statement.form())
    except Undefined:
        return False


def _is_true(point: Point, plain: Form) -> bool:
    """Whether a statement holds at a point, by the checker's numbers."""
    try:
        return Place(point.form(), dimensions(plain), [plain]).truth(plain) is True
    except (NoValue, Rejected, Undecided):
        return False


def _values(theorem: Theorem, point: Point) -> list[dict[Term, Term]]:
    """Values for symbols, in turn: terms that are their values; numbers of the model; all of the point."""
    said = read(theorem.model)[0]
    symbols = {n: v for (kind, n), v in point.values.items() if kind == "symbol" and not _is_fixed(theorem, n)}
    terms = {Term("sym", (n,)): v for n, v in symbols.items() if isinstance(v, Term)}
    numbers = {Term("sym", (n,)): term(v) for n, v in symbols.items() if isinstance(v, Fraction)}
    modelled = {s: v for s, v in numbers.items() if ("symbol", s.args[0]) in said}
    return [dict(t) for t in dict.fromkeys(tuple({**terms, **more}.items()) for more in ({}, modelled, numbers))]


def _is_fixed(theorem: Theorem, name: str) -> bool:
    """Whether no number can be put in the place of a symbol: it varies, or counts the channels."""
    forms = (e.statement.form() for e in theorem.entries)
    counted = any(("sym", name) in dimensions(plain) | lengths(plain) for plain in forms)
    return not name or counted or Term("sym", (name,)) in theorem.variables


def _conditions(put: Iterable[Term]) -> list[Statement]:
    """That no denominator in what is put in vanishes, and that what stands under a root or a logarithm is positive."""
    found: dict[Statement, None] = {}
    ahead = list(put)
    while ahead:
        t = ahead.pop(0)
        match t.op, t.args:
            case "div", (_, below) if below.op != "num":
                found[ne(below, 0)] = None
            case "fn", ("sqrt" | "log", inside) if inside.op != "num":
                found[inside > 0] = None
        ahead += t.parts() if t.op != "sum" else ()
    return list(found)[::-1]


def _shown(
    theorem: Theorem, due: list[Entry], functions: Mapping[str, Interpretation], values: Mapping[Term, Term],
    omit: Sequence[Statement] = (), beside: Sequence[Statement] = (),
) -> tuple[dict[str, Any] | None, dict[Entry, str]]:  # fmt: skip
    """A theorem that claims what is due, with the functions and values put in; and what of it is not proved, and why.

    It supposes what the theorem does, without what is omitted or due, and what is said `beside`. What is not plain of
    every whole number is tried by induction.
    """
    said = _forms(functions, values)
    interpreted = {n: interpretation(n, f) for n, f in said["functions"].items()}

    def put(statement: Statement) -> Statement:
        return as_statement(put_in(statement.form(), interpreted, said["symbols"], ranges(_along(theorem))))

    def rule(s: Statement) -> Rule:
        return theorem.model_by or (by.algebra() if s.kind in ("eq", "or") else by.sign())

    wanted = [(e, s) for e in due for s in _wanted(e.statement)]
    try:
        supposed = [e.statement for e in theorem.entries if e.role == "where" and not _is_smooth(e) and e not in due]
        where = [put(s) for s in (*(s for s in supposed if s not in omit), *beside)]
        claims = [(put(s), rule(s)) for _, s in wanted]
    except Undecided:
        return None, dict.fromkeys(due, "")
    found, failing = _proved(theorem, where, claims, frozenset())
    if again := frozenset(n for n in failing if len(_open(claims[n][0])) == 1):
        found, failing = _proved(theorem, where, claims, again)
    return found, {e: failing[n] for n, (e, _) in enumerate(wanted) if n in failing}


def _open(statement: Statement) -> list[Term]:
    """The whole numbers of which every one is spoken of."""
    return sorted(frozenset().union(*map(open_numbers, statement.terms())), key=repr)


def _proved(
    theorem: Theorem, where: Sequence[Statement], claims: Sequence[tuple[Statement, Rule]], inductive: frozenset[int]
) -> tuple[dict[str, Any], dict[int, str]]:
    """A theorem that makes some claims, some of them by induction; and which of them are not proved, and why."""
    made = Theorem(theorem.id, "The model", where=where, along=theorem.along)
    entries = [
        made.induction(f"+{n}", statement, over=_open(statement)[0])
        if n in inductive
        else made.claim(f"+{n}", statement, rule)
        for n, (statement, rule) in enumerate(claims)
    ]
    prover = Prover(made)
    proofs = [prover.prove(e) for e in made.entries]
    failing = {
        n: explain(proofs[e.number], made)
        for n, e in enumerate(entries)
        if not proofs[e.number].judgement.accepted
    }
    return bundle(made, prover, proofs), failing


def _wanted(statement: Statement) -> list[Statement]:
    """Statements that show one of functions: itself; of one that is differentiable, that its derivatives exist."""
    if statement.kind != "differentiable":
        return [statement]
    function, times = statement.parts
    several = combinations_with_replacement(function.args[2], int(times.args[0]))
    derivatives = [reduce(D, variables, function) for variables in several]
    return [eq(d, d) for d in derivatives]


def _forms(functions: Mapping[str, Interpretation], values: Mapping[Term, Term]) -> dict[str, Any]:
    """Functions and symbols with what stands for them, in plain form."""
    made = Point({("function", n): f for n, f in functions.items()}).form()["functions"]
    return {"functions": made, "symbols": {s.args[0]: form(t) for s, t in values.items()}}


def as_statement(form: Form) -> Statement:
    """A statement from its plain form."""
    if form[0] in RELATIONS:
        return Statement(form[0], tuple(map(as_term, form[1:])))
    return Statement(form[0], tuple(map(as_statement, form[1:])))


def as_term(form: Form) -> Term:
    """A term from its plain form."""
    match form:
        case ("num", value):
            return Term("num", (Fraction(value),))
        case ("app", name, orders, arguments):
            return Term("app", (name, orders, tuple(map(as_term, arguments))))
        case ("sum", index, dimension, excluded, body):
            return Term("sum", (index, as_term(dimension), excluded, as_term(body)))
        case ("def", name, tuple(own), body):
            return Term("def", (name, own, as_term(body)))
        case ("upto", index, first, last, body):
            return Term("upto", (Term("whole", (index, first)), as_term(last), as_term(body)))
    return Term(form[0], tuple(as_term(part) if isinstance(part, tuple) else part for part in form[1:]))
