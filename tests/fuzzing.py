"""What the fuzzers share: certificates changed at random, and the truth about what a checker then accepts.

A `Subject` is a theorem with its certificates. `changed` makes another entry of one of them, `tried` asks the checker
about it, with the hash made right as an attacker would, and where a statement is accepted that was not there before,
asks the witness whether it is true. `undermined` changes what a theorem starts from; `after` looks at what is still
accepted then.

Everything random comes from a `Source`, for which random.Random will do: so hypothesis, a coverage-guided fuzzer and a
seed can all stand behind it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from symnorm.checker import Judgement, Malformed
from symnorm.checker import Theorem as Checked
from symnorm.checker.forms import Form, check_statement, freeze, of_the_set, set_of
from symnorm.language import LanguageError, Statement, Term, Theorem
from symnorm.mutation.ground import Ground, falsified
from symnorm.prover import Prover, beginning
from symnorm.second import review_bundle
from symnorm.witness import NoPoint, refute

TOO_LONG = 20.0
"""Seconds of work that no judgement may take."""


class Source(Protocol):
    """Where choices come from."""

    def randrange(self, n: int) -> int: ...


def choice(source: Source, items: Sequence[Any]) -> Any:
    """One of several."""
    return items[source.randrange(len(items))]


def chance(source: Source, percent: int) -> bool:
    """Whether something happens; the smallest choice is that it does not."""
    return source.randrange(100) >= 100 - percent


# --- subjects -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One entry as the checker reads it, and the judgement on it."""

    role: str
    statement: Form
    defined: Form
    proof: Form
    judgement: Judgement


class Subject:
    """A theorem, its certificates, and the checker's view of it."""

    def __init__(self, theorem: Theorem) -> None:
        self.theorem = theorem
        prover = Prover(theorem)
        proofs = [prover.prove(entry) for entry in theorem.entries]
        self.checked = prover.checked
        self.lines = [
            Line(p.entry.role, p.statement, *freeze(p.certificate)[1:], p.judgement) for p in proofs
        ]
        self.accepted = [n for n, line in enumerate(self.lines) if line.judgement.accepted]
        self.shown = [n for n in self.accepted if self.lines[n].role in ("step", "claim")]
        self.pool = [part for line in self.lines for part in parts((line.statement, line.defined, line.proof))]
        self.names = sorted({p for part in self.pool for p in part if isinstance(p, str)})
        found = {i for part in self.pool if part and part[0] in ("coord", "delta", "sum") for i in part[1:3]}
        found |= {i for part in self.pool if part and part[0] == "coord" for i in part[3:]}
        self.indices = sorted(i for i in found if isinstance(i, str) and ":" in i)
        """The indices of sets of their own."""
        self.truth = Truth(theorem)

    def says(self, change: Change, judgement: Judgement) -> bool:
        """Whether a line says what is there already, under no fewer suppositions."""
        if change.number == len(self.lines):
            return False
        line = self.lines[change.number]
        return change.statement == line.statement and set(line.judgement.assumptions) <= {*judgement.assumptions}

    def before(self, number: int) -> Checked:
        """The checker, up to an entry."""
        return beginning(self.checked, number)


class Truth:
    """The truth about statements under what a theorem starts from."""

    def __init__(self, theorem: Theorem) -> None:
        self.theorem, self.ground = theorem, Ground(theorem)

    def __call__(self, form: Form, assumptions: Sequence[int]) -> tuple[str, str]:
        """("false", where), or "not refuted", or "cannot be judged" with the reason."""
        try:
            statement, supposed = as_statement(form), [self.theorem.entries[n] for n in assumptions]
            points = self.ground.points(supposed)
            if where := falsified(statement, points):
                return "false", where
            found = refute(self.theorem, statement, open_suppositions=supposed)
        except (LanguageError, KeyError, NoPoint) as error:
            return "cannot be judged", str(error)
        if found is not None and found.kind != "undefined":
            return "false", found.text
        return ("not refuted", "") if points else ("cannot be judged", "no points")


def parts(form: Any) -> Iterator[Form]:
    """All tuples in a form, itself included."""
    if isinstance(form, tuple):
        yield form
        for part in form:
            yield from parts(part)


# --- changes --------------------------------------------------------------------------------------------------

EXPRESSIONS = (
    "num", "sym", "coord", "delta", "add", "mul", "neg", "div", "pow", "fn", "app", "sum", "D", "integral", "at",
)  # fmt: skip
SIGNS = ("num", "hyp", "known", "sq", "sq+", "add", "mul", "inv", "neg", "exp", "exp-bound", "root", "sum", "is",
         "length")  # fmt: skip
RELATIONS = ("use", "deriv", "rename", "sum", "exp", "root", "square", "log", "constant", "linear")
SIBLINGS = (
    ("eq", "ne", "lt", "le", "gt", "ge"), (">", ">=", "!="), ("add", "mul"), ("sqrt", "exp", "log", "tanh"),
    ("sq", "sq+"), ("inv", "neg"), ("or", "and"), ("implies", "iff"), ("identity", "sign"), ("step", "claim"),
    ("use", "known", "hyp"), ("exp", "exp-bound"), ("square", "root"), ("D", "integral"),
)  # fmt: skip


def edited(source: Source, form: Any, subject: Subject) -> Any:
    """The form with one random change at a random place."""
    places = list(_places(form))
    path = choice(source, places)
    return _put(form, path, lambda old: _other(source, old, subject))


def _places(form: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    yield path
    if isinstance(form, tuple):
        for n, part in enumerate(form):
            yield from _places(part, (*path, n))


def _put(form: Any, path: tuple[int, ...], change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(form)
    n, *rest = path
    return (*form[:n], _put(form[n], tuple(rest), change), *form[n + 1 :])


def _other(source: Source, old: Any, subject: Subject) -> Any:
    """Something else in the place of a part of a form."""
    if isinstance(old, bool) or old is None:
        return choice(source, (None, ("num", "1"), ("hyp", 0, ())))
    if isinstance(old, int):
        return choice(source, (old + 1, old - 1, -old, 0, source.randrange(len(subject.lines) + 1)))
    if isinstance(old, str):
        return _other_name(source, old, subject)
    if not old:
        return (choice(source, subject.pool),)
    return _other_tuple(source, old, subject)


def _other_name(source: Source, old: str, subject: Subject) -> str:
    siblings = [s for group in SIBLINGS if old in group for s in group if s != old]
    if siblings and chance(source, 80):
        return str(choice(source, siblings))
    try:
        value = Fraction(old)
    except (ValueError, ZeroDivisionError):
        return str(choice(source, subject.names))
    near = value + Fraction(1, 10**9)
    return str(choice(source, (value + 1, value - 1, -value, 2 * value, value / 2, Fraction(0), near)))


def _other_tuple(source: Source, old: Form, subject: Subject) -> Form:
    """A swap, a part less or twice, a part for the whole, the whole within another, or something from elsewhere."""
    match source.randrange(8):
        case 0 if len(old) > 2:
            i, j = source.randrange(len(old)), source.randrange(len(old))
            made = list(old)
            made[i], made[j] = made[j], made[i]
            return tuple(made)
        case 1:
            n = source.randrange(len(old))
            return old[:n] + old[n + 1 :]
        case 2:
            n = source.randrange(len(old))
            return (*old[:n], old[n], *old[n:])
        case 3:
            inner = [part for part in old if isinstance(part, tuple)]
            return choice(source, inner) if inner else old
        case 4:
            return _wrapped(source, old)
    head = old[0] if isinstance(old[0], str) else ""
    alike = [k for k in (EXPRESSIONS, SIGNS, RELATIONS) if head in k]
    wanted = {name for kind in alike for name in kind}
    pool = [p for p in subject.pool if p and p[0] in wanted] if wanted and chance(source, 85) else subject.pool
    return choice(source, pool or subject.pool)


def _wrapped(source: Source, old: Form) -> Form:
    two, square = ("num", "2"), ("pow", old, 2)
    options = (
        ("neg", old), ("mul", two, old), ("add", old, ("num", "1")), ("div", old, two), square, ("inv", old),
        ("fn", "sqrt", old), ("sq+", old), ("root", old), ("fn", "sqrt", square), ("add", old, ("neg", old)),
    )  # fmt: skip
    made: Form = choice(source, options)
    return made


@dataclass(frozen=True)
class Change:
    """An entry in the place of another."""

    number: int
    role: str
    statement: Form
    defined: Form
    proof: Form
    what: str


def changed(source: Source, subject: Subject) -> Change:
    """One of the lines that were shown, changed in its statement, its certificate or both; or one more line."""
    if chance(source, 8):
        return consequence(source, subject)
    number = choice(source, subject.shown)
    line = subject.lines[number]
    made = Change(number, line.role, line.statement, line.defined, line.proof, "")
    match source.randrange(14):
        case 10 | 11 | 12:
            made = _everywhere(source, subject, made)
        case 0 | 1 | 2:
            made = replace(made, statement=edited(source, line.statement, subject), what="statement")
        case 3 | 4 | 5:
            made = replace(made, proof=edited(source, line.proof, subject), what="proof")
        case 6:
            made = replace(made, defined=edited(source, line.defined, subject), what="conditions")
        case 7:
            other = subject.lines[choice(source, subject.shown)]
            made = replace(made, defined=other.defined, proof=other.proof, what="certificate of another line")
        case 8:
            other = subject.lines[choice(source, subject.shown)]
            made = replace(made, statement=other.statement, what="statement of another line")
        case _:
            made = replace(
                made, role=choice(source, ("step", "claim")), statement=edited(source, line.statement, subject),
                proof=edited(source, line.proof, subject), what="statement and proof",
            )  # fmt: skip
    while chance(source, 25):
        match source.randrange(3):
            case 0:
                made = replace(made, statement=edited(source, made.statement, subject), what=f"{made.what}, again")
            case 1:
                made = replace(made, proof=edited(source, made.proof, subject), what=f"{made.what}, again")
            case _:
                made = replace(made, defined=edited(source, made.defined, subject), what=f"{made.what}, again")
    return made


def _everywhere(source: Source, subject: Subject, made: Change) -> Change:
    """Something else for a part of the statement, in the certificate as well: true where it is an instance of it."""
    old = choice(source, [p for p in parts(made.statement) if p and p[0] in EXPRESSIONS] or [made.statement])
    if old[0] == "coord" and chance(source, 50):
        old, new = choice(source, old[2:]), choice(source, ("i", "j", "k", "*1", *subject.indices))
    else:
        new = _other(source, old, subject)
    statement, defined, proof = _replaced((made.statement, made.defined, made.proof), old, new)
    return replace(made, statement=statement, defined=defined, proof=proof, what="everywhere")


def consequence(source: Source, subject: Subject) -> Change:
    """One more line: the derivative of an equation, the sum of it, or what it says of another channel or at a point.

    It is right to accept it where the equation holds for every value of the variable or the index, and not elsewhere.
    """
    number = len(subject.lines)
    equations = [n for n in subject.accepted if subject.lines[n].statement[0] == "eq"]
    if not equations:
        return changed(source, subject)
    n = choice(source, equations)
    _, left, right = subject.lines[n].statement
    defined = subject.lines[n].defined
    made: list[Form] = [left, right]
    one: Form = ("num", "1")
    match source.randrange(4):
        case 0:
            variables = [p for p in subject.pool if len(p) > 1 and p[0] in ("sym", "coord") and isinstance(p[1], str)]
            v = choice(source, variables or [("sym", "t")])
            made, relation = [("D", part, v) for part in made], ("deriv", ("use", n), v)
            if chance(source, 40):
                relation = ("deriv", relation, v)
                made = [("D", part, v) for part in made]
        case 1:
            i, j = choice(source, ("i", "j", "*1", *subject.indices)), choice(source, ("i", "j", "k", *subject.indices))
            made, relation = [_renamed(part, i, j) for part in made], ("rename", n, i, j)
        case 2:
            i = choice(source, ("i", "j", "*1", *subject.indices))
            size = next(iter(subject.checked.dimensions), ("sym", "C"))
            size = ("sym", set_of(i)) if set_of(i) else size
            q = of_the_set("q", i)
            made, relation = [("sum", q, size, (), _renamed(part, i, q)) for part in made], ("sum", n, i, one)
        case _:
            point = choice(source, [p for p in subject.pool if p and p[0] in ("num", "sym", "coord")])
            made = [made[0][1], ("at", *made[0][1:], point)] if left[0] == "D" else made
            relation = ("constant", n, point)
    proof: Form = ("identity", ("ident", ((relation, one),), None))
    role = choice(source, ("claim", "claim", "step"))
    return Change(number, role, ("eq", *made), defined, proof, f"consequence of {n}")


def _renamed(form: Form, old: str, new: str) -> Form:
    if form[0] == "coord":
        return ("coord", form[1], *(new if i == old else i for i in form[2:]))
    if form[0] == "delta":
        return ("delta", *(new if i == old else i for i in form[1:]))
    return tuple(_renamed(p, old, new) if isinstance(p, tuple) and p else p for p in form)


def _replaced(form: Any, old: Any, new: Any) -> Any:
    if form == old:
        return new
    return tuple(_replaced(part, old, new) for part in form) if isinstance(form, tuple) else form


# --- verdicts -------------------------------------------------------------------------------------------------


@dataclass
class Trial:
    """What became of a change.

    `outcome` is "rejected", "malformed", "same statement", "not refuted", "cannot be judged", or one of what must not
    be: "false", "crash", "slow", "second judge".
    """

    change: Change
    outcome: str = "rejected"
    detail: str = ""
    seconds: float = 0.0

    @property
    def is_hole(self) -> bool:
        """Whether it must not be."""
        return self.outcome in ("false", "crash", "slow", "second judge")


def tried(subject: Subject, change: Change) -> Trial:
    """The checker asked about a change, and the truth about what it accepts."""
    trial = Trial(change)
    checked = subject.before(change.number)
    started = time.process_time()
    try:
        certificate = (checked.hash_of(change.role, change.statement), change.defined, change.proof)
        judgement = checked.add("changed", change.role, change.statement, certificate)
    except Malformed:
        trial.outcome = "malformed"
        return trial
    except Exception as error:
        trial.outcome, trial.detail = "crash", f"{type(error).__name__}: {error}"
        return trial
    finally:
        trial.seconds = time.process_time() - started
    if trial.seconds > TOO_LONG:
        trial.outcome, trial.detail = "slow", f"{trial.seconds:.1f} s"
    elif judgement.accepted:
        _judge_accepted(subject, trial, judgement)
    return trial


def _judge_accepted(subject: Subject, trial: Trial, judgement: Judgement) -> None:
    change = trial.change
    objection = second_opinion(subject, change)
    if objection:
        trial.outcome, trial.detail = "second judge", objection
    elif subject.says(change, judgement):
        trial.outcome = "same statement"
    else:
        trial.outcome, trial.detail = subject.truth(change.statement, judgement.assumptions)


def second_opinion(subject: Subject, change: Change) -> str:
    """What the second judge objects to an accepted change."""
    lines = subject.lines[: change.number]
    checked = subject.before(change.number)
    hashes = [*(e.hash for e in checked.entries), checked.hash_of(change.role, change.statement)]
    written = [*((x.role, x.statement, x.defined, x.proof) for x in lines)]
    written.append((change.role, change.statement, change.defined, change.proof))
    entries = [
        {"label": str(n), "role": role, "statement": statement, "certificate": (hashed, defined, proof)}
        for n, ((role, statement, defined, proof), hashed) in enumerate(zip(written, hashes, strict=True))
    ]
    accepted = [*(x.judgement.accepted for x in lines), True]
    found = review_bundle({"along": checked.along, "entries": entries}, accepted, since=change.number)
    return "; ".join(found.disagreements)


@dataclass(frozen=True)
class Undermining:
    """What a theorem starts from, changed: another statement for a premise, or other variables that it runs along."""

    along: tuple[Form, ...]
    number: int
    statement: Form


def undermined(source: Source, subject: Subject) -> Undermining:
    """A premise of a theorem changed, or what it runs along."""
    premises = [n for n in subject.accepted if subject.lines[n].role in ("where", "given", "suppose")]
    along = subject.checked.along
    if not premises or (along and chance(source, 15)):
        n = source.randrange(max(len(along), 1))
        return Undermining(along[:n] + along[n + 1 :], -1, ())
    number = choice(source, premises)
    weak: Form = ("gt", ("num", "1"), ("num", "0"))
    statement = subject.lines[number].statement
    is_dropped = subject.lines[number].role == "where" and chance(source, 30)
    return Undermining(along, number, weak if is_dropped else edited(source, statement, subject))


def after(subject: Subject, change: Undermining, source: Source) -> Iterator[Trial]:
    """What is still accepted of a theorem that starts from something else: a few of its lines, judged anew."""
    started = time.process_time()
    try:
        checked = Checked(list(change.along))
        judgements = []
        for n, line in enumerate(subject.lines):
            statement = change.statement if n == change.number else line.statement
            certificate = (checked.hash_of(line.role, statement), line.defined, line.proof)
            judgements.append(checked.add(str(n), line.role, statement, certificate))
    except Malformed:
        return
    except Exception as error:
        made = Change(max(change.number, 0), "", change.statement, (), (), "premise")
        yield Trial(made, "crash", f"{type(error).__name__}: {error}", time.process_time() - started)
        return
    if change.number >= 0 and not judgements[change.number].accepted:
        return
    truth = Truth(_starting_from(subject.theorem, change, subject.checked.along))
    left = [n for n in subject.shown if judgements[n].accepted]
    for n in {choice(source, left) for _ in range(3)} if left else ():
        line = subject.lines[n]
        made = Change(n, line.role, line.statement, line.defined, line.proof, f"premise {change}")
        yield Trial(made, *truth(line.statement, judgements[n].assumptions))


def _starting_from(theorem: Theorem, change: Undermining, before: tuple[Form, ...]) -> Theorem:
    """The theorem of the language that starts from this."""
    made = copy(theorem)
    kept = [v for v, form in zip(theorem.along, before, strict=True) if form in change.along]
    made.along = tuple(kept)
    made.entries = [replace(e, theorem=made) for e in theorem.entries]
    if change.number >= 0:
        made.entries[change.number].statement = as_statement(change.statement)
    return made


def as_statement(form: Form) -> Statement:
    """A statement of the language from its form. Raises Malformed where it is none."""
    check_statement(form)
    return _statement(form)


def _statement(form: Form) -> Statement:
    if form[0] in ("or", "and", "implies", "iff"):
        return Statement(form[0], tuple(map(_statement, form[1:])))
    return Statement(form[0], tuple(map(_term, form[1:])))


def _term(form: Form) -> Term:
    match form:
        case ("num", value):
            return Term("num", (Fraction(value),))
        case ("app", name, orders, args):
            return Term("app", (name, orders, tuple(map(_term, args))))
        case ("sum", index, dimension, excluded, body):
            return Term("sum", (index, _term(dimension), excluded, _term(body)))
        case ("def", name, tuple(own), body):
            return Term("def", (name, own, _term(body)))
        case ("upto", index, first, last, body):
            return Term("upto", (Term("whole", (index, first)), _term(last), _term(body)))
    return Term(form[0], tuple(_term(p) if isinstance(p, tuple) else p for p in form[1:]))
