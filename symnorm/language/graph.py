r"""What varies: derivatives, antiderivatives and values elsewhere; by a defined quantity, and of an arbitrary loss.

A derivative by a defined quantity, as D(y, mu), is taken on the graph of definitions. The quantity becomes a variable
of its own, what is defined by it moves with it, and then its definition is put back: D(y, mu) means

    at(D(y with mu + h in the place of mu, h), h, 0)

and D(y, n[i]) likewise with n[k] + delta(k, i) h. So its value depends on how the definitions are written, and `paths`
says which of them stand between. It is total: every definition moves in which the quantity stands. With
`holding=[sigma2]` it is direct: sigma2 does not move, nor what is moved by sigma2 alone.

An arbitrary loss moves as the inner product of its gradient and what it is a function of: D(loss("l", y), v) means
D(total(g * y), v), where g is a vector of which nothing is known. At another point the gradient is another one, and no
formula says which. So what it stands in is neither differentiated nor evaluated elsewhere. What holds of a whole number
t holds of t + 1: so a loss is of nothing that speaks of one, and a theorem with a loss speaks of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import count
from typing import Any

from ..checker import forms
from .arrays import filled, total
from .letters import renamed
from .names import name_of
from .refusals import LanguageError, allowed
from .terms import MEANINGS, Term, _latex, _name, as_variable, free_indices, term

VARIABLES = ("sym", "coord")
BINDING = ("D", "at", "integral", "slope")


def D(body: Any, variable: Term, holding: Iterable[Term] = ()) -> Term:
    """The derivative of a term with respect to a symbol, a coordinate x[i], or what is defined: mu, or an entry n[i].

    By a defined quantity it is taken on the graph of definitions, and is total: all that is defined by mu moves with
    it. With holding=[sigma2] it is direct: sigma2 stays as it is. A derivative of a loss is one by the chain rule.
    """
    if not isinstance(holding, list | tuple) or not all(isinstance(one, Term) for one in holding):
        raise LanguageError(f"holding= is a list of what is defined, as holding=[sigma2], and not {holding!r}")
    body, held = term(body), tuple(holding)
    if body.op != "loss" and not held and isinstance(variable, Term) and variable.op in VARIABLES:
        return Term("D", (still(body), as_variable(variable)))
    return slope(body, variable, held)


def integral(body: Any, variable: Term) -> Term:
    """Some antiderivative. An equation with an integral in it holds up to a constant."""
    return Term("integral", (still(term(body)), as_variable(variable)))


def at(body: Any, variable: Term | Mapping[Any, Any], point: Any = None) -> Term:
    """The value where the variable takes the value `point`; or at a point with several, as at(mu, {x: [3, 1, 0]})."""
    if isinstance(variable, Mapping):
        from .elsewhere import elsewhere

        if point is not None:
            raise LanguageError(f"at(u, {{x: ...}}) has its values with the names, and {point!r} belongs to none")
        made: Term = elsewhere(still(term(body)), variable)
        return made
    return Term("at", (still(term(body)), as_variable(variable), term(point)))


def loss(name: str, of: Term, latex: str | None = None) -> Term:
    """An arbitrary loss: any totally differentiable function of all entries of a vector, and of nothing else.

    It is differentiated, as D(l, y[i]) and D(l, x[j]), and stands nowhere else: no formula says what its value is.
    """
    is_vector = isinstance(of, Term) and (of.op == "vector" or (of.op == "def" and of.is_channel))
    if not is_vector or free_indices(of):
        raise LanguageError(f"a loss is a function of a vector that has a name, as loss('l', y), and not of {of!r}")
    number = next((part for part in of.as_written() if part.op == "whole"), None)
    if number is not None:
        raise LanguageError(
            f"{of} speaks of the whole number {number}, and a gradient is known for one value of it alone: take a loss "
            "of a vector that speaks of no whole number"
        )
    made = Term("loss", (_name(name), still(of)), _latex(name, latex))
    allowed(forms.name, gradient(made).args[0])
    return made


def still(body: Term) -> Term:
    """A term that may vary. Raises LanguageError where the gradient of a loss is in it, which would vary, too."""
    for part in body.as_written():
        if part.op == "loss":
            raise LanguageError(
                f"the gradient of the loss {part} stands in {body}, and what it is elsewhere is not known: it is "
                "neither differentiated nor evaluated at another point"
            )
    return body


def slope(body: Term, variable: Term, held: tuple[Term, ...]) -> Term:
    """A derivative on the graph of definitions, or of a loss. Raises LanguageError where there is none."""
    if not isinstance(variable, Term) or variable.op not in (*VARIABLES, "def") or variable.is_channel:
        is_value = isinstance(variable, Term) and variable.op == "app"
        raise LanguageError(
            f"{variable} is not a variable: a symbol, a coordinate x[i], or what is defined, as mu or an entry n[i]"
            + ("; numbers with two indices are an array, X = array('X', N, F), with entries X[b, f]" * is_value)
        )
    if variable.op == "sym":
        as_variable(variable)
    root = _root(body)
    if body.op != "loss" and _indices(variable) and root.is_channel:
        raise LanguageError(f"by an entry of a vector an entry is differentiated: write {body}[k] for {body}")
    for one in (variable, *held):
        _is_closed(one)
    if variable.op == "def" and not stands_in(root, variable):
        raise LanguageError(
            f"no definition leads from {variable} to {body}: a derivative by {variable} is taken on the graph of "
            f"definitions, and {variable} has to stand in {body}, or in what is defined there"
        )
    for one in held:
        if _indices(one):
            raise LanguageError(f"{one} is an entry, and holding= names the whole vector: all of its entries are held")
        if not (leads(variable, one) and stands_in(root, one)):
            raise LanguageError(f"{one} is not held: holding= names what {variable} defines on its way to {body}")
    made = Term("slope", (body, variable, held))
    allowed(forms.name, step(variable).args[0])
    return made


def _root(body: Term) -> Term:
    """The end of all paths: what is differentiated, or what it is a loss of."""
    root: Term = body.args[1] if body.op == "loss" else body
    return still(root)


def _meaning(body: Term, variable: Term, held: tuple[Term, ...]) -> Term:
    """What a derivative on the graph of definitions, or of a loss, means."""
    moving = total(gradient(body) * body.args[1], over=body.args[1].axes) if body.op == "loss" else body
    if variable.op in VARIABLES and not held:
        return Term("D", (moving, variable))
    h = step(variable)
    return Term("at", (Term("D", (_Moved(variable, held, h).of(moving), h)), h, term(0)))


def step(variable: Term) -> Term:
    """By what a quantity moves. No script can give anything its name."""
    return Term("sym", (f"shift__{variable.args[0]}",), "h")


MEANINGS["slope"] = _meaning


def gradient(made: Term) -> Term:
    """The vector that is the gradient of a loss. No script can give anything its name."""
    name, of = made.args
    shown = rf"\frac{{d{name_of(made)}}}{{d{name_of(of)}}}"
    return Term("vector", (f"gradient__{name}__{of.args[0]}", *of.axes), shown)


class _Moved:
    """Terms in which a quantity has moved by h, and with it what is defined by it, but for what is held."""

    def __init__(self, variable: Term, held: tuple[Term, ...], h: Term) -> None:
        self.variable, self.held, self.h = variable, held, h
        self.indices = _indices(variable)

    def of(self, t: Term) -> Term:
        """A term after the move."""
        if any(same(t, one) for one in self.held) or not stands_in(t, self.variable):
            return t
        if same(t, self.variable):
            return t + reduce(Term.__mul__, [*self._here(t), self.h])
        if t.op in BINDING:
            raise LanguageError(
                f"{self.variable} stands in {t}, which varies something itself: a derivative by {self.variable} is one "
                "of what is made of it without derivatives, integrals and values elsewhere"
            )
        if t.op == "def":
            return self.of(t.args[2])
        if t.op in MEANINGS:  # of a vector as such, the entries move
            return self.of(t.parts()[0])
        if t.op == "sum" and t.args[0] in self.indices:
            t = _with_other_letter(t)
        if t.op == "upto":
            self._stays_free(t.args[0])
        return t.rebuilt(self.of)

    def _stays_free(self, over: Term) -> None:
        """Raises LanguageError where a sum over a whole number would make many of one quantity that speaks of it."""
        for one in (self.variable, *self.held):
            if over in one.as_written():
                raise LanguageError(
                    f"{one} speaks of {over}: which {one} is meant in a sum over {over}, cannot be said; the sum needs "
                    "another letter"
                )

    def _here(self, t: Term) -> list[Term]:
        """Factors that are 1 in the channel that moves, and 0 in the others."""
        own = _indices(t)
        if len(own) != len(self.indices):
            raise LanguageError(f"{t} stands without an index where its entry {self.variable} moves: write {t}[k]")
        sizes = {i: p.size for p in t.as_written() for i in own if p.size is not None and i in p.args}
        return [Term("delta", pair, size=sizes.get(pair[0])) for pair in zip(own, self.indices, strict=True)]


def _indices(t: Term) -> tuple[str, ...]:
    """The channel of an entry, or several of an array; nothing of a number, or where one is missing."""
    found = t.args[1:] if t.op == "coord" else t.args[1] if t.op == "def" else ()
    listed = found if isinstance(found, tuple) else (found,)
    return listed if all(isinstance(i, str) and i[:1] != ":" for i in listed) else ()


def same(t: Term, one: Term) -> bool:
    """Whether a term is a quantity, in whatever channel. Raises LanguageError for two definitions of one name."""
    if one.op != "def" or t.op != "def":
        return {t.op, one.op} in ({"sym"}, {"coord"}, {"vector", "coord"}) and bool(t.args[0] == one.args[0])
    if t.args[0] == one.args[0] and _anywhere(t) != _anywhere(one):
        raise LanguageError(f"{t.args[0]} is defined twice, as {t.args[2]} and as {one.args[2]}")
    return bool(t.args[0] == one.args[0])


def _anywhere(t: Term) -> Term:
    """The body of a definition, for any of its entries: those that are named and those that are not are the same."""
    for n, axis in enumerate(t.axes):
        t = filled(t, axis, f"@{n}:{axis.args[0]}")
    body: Term = t.args[2]
    for n, index in enumerate(_indices(t)):
        body = renamed(body, index, f"@@{n}")
    return body


def stands_in(t: Term, one: Term) -> bool:
    """Whether a quantity stands in a term, or in what is defined there."""
    return any(same(p, one) for p in t.as_written())


def leads(variable: Term, one: Term) -> bool:
    """Whether something else is defined by a quantity."""
    return one.op == "def" and not same(one, variable) and stands_in(one.args[2], variable)


def _is_closed(t: Term) -> None:
    """Raises LanguageError for a definition that speaks of a channel by which it is not called."""
    hidden = [i for i in free_indices(t) if t.op == "def" and i not in _indices(t)]
    if hidden:
        raise LanguageError(
            f"{t} speaks of the channel {hidden[0]}, and is not called by it: which {t} moves, cannot be said; define "
            f"it for the vector, as {t.args[0]} = define({t.args[0]!r}, x**2), and take {t.args[0]}[{hidden[0]}]"
        )


def _with_other_letter(t: Term) -> Term:
    """A sum whose index has another letter, which stands nowhere in it."""
    index, size, excluded, body = t.args
    taken = {a for p in body.walk() for arg in p.args for a in (arg if isinstance(arg, tuple) else (arg,))}
    name, colon, of = index.partition(":")
    letters = (f"{name}{n}{colon}{of}" for n in count(2))
    letter = next(i for i in letters if i not in {*taken, *excluded})
    return Term("sum", (letter, size, excluded, renamed(body, index, letter)))
