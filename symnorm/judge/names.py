"""The meaning of the names in a theorem: each has one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..checker.calculus.normal import lettered
from ..checker.forms import Malformed, of_the_set
from ..checker.written import Writer
from ..language import LanguageError, Statement, Term, Theorem
from ..language.arrays import filled
from ..language.by import Relation, Rule
from ..language.letters import renamed
from ..language.lookalikes import statements
from ..language.looks import look, spelled
from ..language.matrices import as_definition, is_matrix
from ..language.names import name_of
from ..language.terms import bare, form, free_indices, is_length, once
from ..language.text import text
from ..prover import Prover


def one_name_one_meaning(theorem: Theorem) -> dict[str, Term]:
    """The names in a theorem, each with a term that it heads. Raises LanguageError where one stands for two things.

    Whatever is proved can be written by the checker's program, which refuses such names too.
    """
    seen: dict[str, tuple[Any, Term]] = {}
    first_of: dict[str, Term] = {}
    looked_at: set[int] = set()  # by identity: terms are equal whatever LaTeX their names have
    printed = list(statements(theorem))
    ahead = [*(t for s in printed for t in s.terms()), *theorem.along]
    channels = {i: None for t in ahead for i in sorted(free_indices(t))}
    matrices = [t for s in printed for top in s.printed() for t in top.walk() if t.op == "matrix"]
    ahead += matrices  # their entries, of which the statements are, do not have their names
    while ahead:
        t = ahead.pop()
        if id(t) in looked_at:
            continue
        looked_at.add(id(t))
        if t.op != "matrix":
            ahead += (*t.parts(), *t.shown(), *([] if t.size is None else [t.size]))
        first_of.setdefault(t.op, t)
        what = _meaning_of_name(t)
        if what is None:
            continue
        first, other = seen.setdefault(t.args[0], (what, t))
        if first != what and lettered(first) != lettered(what):
            raise LanguageError(
                f"{theorem.id}: the name {t.args[0]!r} stands for two things: {_described(other)} and "
                f"{_described(t)}; give one another name"
            )
    if "loss" in first_of:
        _one_gradient(theorem, first_of["loss"], first_of.get("whole"))
    try:
        losses = [("sym", name) for name, (_, t) in seen.items() if t.op == "loss"]
        Writer([*losses, *(s.form() for s in printed)])
    except Malformed as error:
        raise LanguageError(f"{theorem.id}: {error}; give it another name") from None
    names = {name: t for name, (_, t) in seen.items()}
    _apart_from_channels(theorem, names.values(), channels)
    return names


def _one_gradient(theorem: Theorem, loss: Term, number: Term | None) -> None:
    """Raises LanguageError where the gradient of a loss would be another one for another value of something."""
    if theorem.along:
        raise LanguageError(
            f"{theorem.id}: nothing varies along= where there is a loss: the gradient of {loss} would vary with it, "
            "and nobody knows how"
        )
    if number is not None:
        raise LanguageError(
            f"{theorem.id}: there is no whole number where there is a loss: what is said of {number} is said of every "
            f"one, and the gradient of {loss} is known for one value alone; put what speaks of {number} into a theorem "
            "without a loss"
        )


def _apart_from_channels(theorem: Theorem, named: Iterable[Term], channels: Iterable[str]) -> None:
    """Raises LanguageError for a name that is printed as a channel is: x_i i with a number i."""
    letters = {look(spelled(i)).key: i for i in map(bare, channels) if i[0] != "*"}
    for t in named:
        if (key := look(name_of(t)).key) in letters:
            raise LanguageError(
                f"{theorem.id}: {_described(t)} is printed as the channel {letters[key]} is, and nobody could tell "
                "them apart; give it another LaTeX, or the channel another name"
            )


def is_shown(prover: Prover, statement: Statement) -> bool:
    """Whether an equation, or that something is not negative, follows from what a theorem starts from."""
    last = prover.theorem.entries[-1]
    if statement.kind == "ge":
        return prover.could_prove(last, statement, Rule("sign")) is not None
    given = [Relation("use", e) for e in prover.theorem.entries if e.role == "given" and e.statement.kind == "eq"]
    rules = [Rule("algebra"), *([Rule("algebra", tuple(given))] if given else [])]
    return any(prover.could_prove(last, statement, rule) is not None for rule in rules)


def _meaning_of_name(t: Term) -> Any:
    """The meaning of the name at the head of a term, None where there is no name."""
    if t.op == "matrix" or (t.op == "def" and is_matrix(t)):
        return ("def" if t.op == "def" else t.op), t.latex, _anywhere(as_definition(t))
    match t.op:
        case "sym" | "coord":
            return t.op, t.latex
        case "app":
            return t.op, len(t.args[2]), t.latex
        case "whole":
            return t.op, t.args[1], t.latex
        case "loss":
            return t.op, t.args[1], t.latex
        case "def":
            return t.op, t.latex, _anywhere(t)
    return None


@once
def _anywhere(t: Term) -> Any:
    """The body of a definition, in whatever channel."""
    _, own, body = t.args
    open_ = {f":{axis.args[0]}": axis for axis in body.axes}
    places = [*open_] if own is None else own if isinstance(own, tuple) else [own]
    for n, place in enumerate(places):
        axis = open_.get(place)
        star = f"*{n}" if axis is None or not is_length(axis) else f"*{n}{place}"
        body = renamed(body, place, of_the_set(star, place)) if axis is None else filled(body, axis, star)
    return form(body)


def _described(t: Term) -> str:
    match t.op:
        case "sym":
            return f"the symbol {t.latex}"
        case "coord":
            return f"the vector {t.latex}"
        case "loss":
            return f"a loss of {text(t.args[1])}"
        case "whole":
            return f"the whole number {t.latex} from {t.args[1]}"
        case "app":
            return f"a function of {len(t.args[2])} arguments"
    made = as_definition(t) if t.op == "matrix" else t
    return f"the definition {text(made)} := {text(made.args[2])}"
