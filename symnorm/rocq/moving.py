"""Values at other points: what holds of an expression wherever its variable is, as long as its conditions hold there.

An expression is looked at with another variable in the place of one of its own, a number or a vector, under the
conditions that it needs to be defined. So one knows its value at a point; and around a point, for conditions that hold
there hold around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form, varies_in
from .conditions import SAID, Known
from .names import identifier
from .printed import Unproved
from .slopes import Slopes
from .statement import ATOM
from .written import as_form


@dataclass(frozen=True)
class Scene:
    """An expression with another variable in the place of one of its own, and the conditions that it needs there."""

    facts: Facts
    form: Form
    variable: Form
    conditions: tuple[tuple[str, str, Quotient], ...]
    """(name of the proof, sign, quantity) of each."""
    names: tuple[str, ...]

    @contextmanager
    def open(self) -> Iterator[None]:
        """Within it, the conditions are known."""
        known = self.facts.conditions.known
        before, existing = len(known), len(self.facts.existing.more)
        try:
            for name, sign, q in self.conditions:
                if sign == "exists":
                    self.facts.existing.more.append((*_applied(q), name))
                else:
                    self.facts.conditions.add(Known(sign, q, name, frozenset()))
            yield
        finally:
            del known[before:], self.facts.existing.more[existing:]

    def proved(self, proof: Callable[[], str]) -> str:
        """What is proved of the other variable, as a function of it and of the conditions."""
        with self.open():
            shown = proof()
        return f"(fun {' '.join(self.names)} => {shown})"

    def at(self, point: Form, proof: Callable[[], str]) -> str:
        """The same at a point."""
        shown = [self._condition(sign, q, point) for _, sign, q in self.conditions] or ["I"]
        place = self.facts.script.translator.term(point, ATOM)
        return f"({self.proved(proof)} {place} {' '.join(shown)})"

    def around(self, v: Form, proof: Callable[[], str]) -> str:
        """The same around a point: wherever a variable is moved a little."""
        r = "a" if v[0] == "coord" else "l"
        place = self.facts.script.translator.place(v)
        whole = f"({r}_all _ {place} {self.proved(proof)})"
        for _, sign, q in self.conditions:
            whole = f"({r}_mp _ _ {place} {whole} {self._near(sign, q, v)})"
        return whole if self.conditions else f"({r}_mp _ _ {place} {whole} ({r}_all _ {place} (fun _ => I)))"

    def with_(self, q: Quotient, point: Form) -> Form:
        """A normal form of the other variable, with a point or a variable in its place."""
        return put(as_form(q), self.variable, point)

    def _stars(self, q: Quotient) -> list[str]:
        return sorted(i for i in self.facts.ring.indices(q) if i[0] == "*")

    def _condition(self, sign: str, q: Quotient, point: Form) -> str:
        if sign == "exists":
            name, order, place = _applied(q)
            return self.facts.existing.proof(name, order, put(place, self.variable, point))
        letters = list(map(self.facts.script.bind, self._stars(q)))
        shown = self.facts.duty(sign, self.with_(q, point))
        return f"(fun {' '.join(f'{k} r_{k}' for k in letters)} => {shown})" if letters else shown

    def _near(self, sign: str, q: Quotient, v: Form) -> str:
        if sign == "exists":
            name, order, place = _applied(q)
            return self.facts.near_place(name, order, put(place, self.variable, v), v)
        shown = self.facts.near(sign, self.with_(q, v), v)
        for star in self._stars(q):
            k = self.facts.script.bind(star)
            r, holes = ("a", "_ _") if v[0] == "coord" else ("l", "_")
            shown = f"({r}_every {self.facts.script.size} _ {holes} (fun {k} r_{k} => {shown}))"
        return shown


class Facts(Slopes):
    """All facts of one theorem, each of them proved once."""

    near_place: Callable[[str, int, Form, Form], str]
    """That a derivative exists wherever a variable is moved a little: what knows where variables range says so."""

    def scene(self, a: Form, v: Form) -> Scene:
        """An expression with another variable in the place of one of its own."""
        found: Scene = self.memory.once("scene", (a, v), lambda: self._scene(a, v))
        return found

    def _scene(self, a: Form, v: Form) -> Scene:
        name = self.script.fresh(v[1])
        kind = "R" if v[0] == "sym" else "nat -> R"
        variable: Form = (v[0], name, *v[2:])
        form = put(a, v, variable)
        self.printer.kinds[name] = kind
        number = name.rpartition("'")[2]
        conditions: list[tuple[str, str, Quotient]] = []
        known: list[tuple[str, str]] = []
        duties = dict.fromkeys(map(self.normal.canonical, self.normal._normal(form).duties))
        for relation, q in duties:
            if relation == "exists" and self.existing.is_everywhere(_applied(q)[0]):
                continue
            if q.as_constant() is None and any(varies_in(as_form(q), w) for w in [variable]):
                own = f"k'{number}_{len(conditions)}"
                conditions.append((own, relation, q))
                known.append((own, self._said(relation, q)))
        if not known:
            known.append((f"k'{number}_", "True"))
        self.script.binder(name, kind, known)
        return Scene(self, form, variable, tuple(conditions), (name, *(c for c, _ in known)))

    def _said(self, sign: str, q: Quotient) -> str:
        stars = sorted(i for i in self.ring.indices(q) if i[0] == "*")
        if sign == "exists":
            name, order, place = _applied(q)
            return f"ex_derive_n {identifier(name)} {order} {self.script.translator.term(place, ATOM)}"
        taking = "".join(
            f"forall {k}, ({k} < {self.script.size})%nat -> " for k in map(self.script.bind, stars)
        )
        return taking + SAID[sign].format(f"({self.told(q)})")

    # --- values and derivatives ---------------------------------------------------------------------------------

    def _proof(self, e: Form, q: Quotient) -> str:
        match e:
            case ("at", a, v, point):
                scene = self.scene(a, v)
                with scene.open():
                    inner = self.fact(scene.form)
                there = self.equals(scene.with_(inner.value, point), q)
                return f"(eq_trans {scene.at(point, lambda: inner.equality)} {there})"
        return super()._proof(e, q)

    def _slope(self, a: Form, v: Form) -> tuple[Quotient, str]:
        match a:
            case ("D", ("app", name, (order,), (place,)), along) if place == along == v:
                q, proof = self.slope(("app", name, (order + 1,), (v,)), v)
                if v[0] == "sym":
                    return q, f"({proof} : {self.derivative(a, v, self.told(q))})"
                index = self.script.translator.index(v[2])
                return q, f"(entry_slope_again {identifier(name)} {order} {identifier(v[1])} {index} _ {proof})"
        if a[0] not in ("D", "at") or not varies_in(a, v):
            return super()._slope(a, v)
        q = self.value(("D", a, v))
        scene = self.scene(a, v)
        with scene.open():
            inner = self.fact(scene.form)
        own = scene.with_(inner.value, v)
        slope, proof = self.slope(own, v)
        r, holes = ("p", "_ _") if v[0] == "coord" else ("d", "_")
        shown = f"({r}_near _ _ {holes} _ {scene.around(v, lambda: inner.equality)} {proof})"
        if slope != q:
            shown = f"({r}_eq _ {holes} _ _ {shown} {self.algebra.equal(slope, q)})"
        return q, self.script.lemma(self.derivative(a, v, self.told(q)), shown)


def _applied(q: Quotient) -> tuple[str, int, Form]:
    """The function, the order and the place of a derivative that exists."""
    number = q.as_atom()
    assert number is not None
    _, name, (order,), (place,) = q.ring.keys[number]
    return name, order, as_form(place)


def put(form: Form, v: Form, value: Form) -> Form:
    """A form with a value in the place of a variable, or another vector in the place of one.

    What binds the variable is left alone.
    """
    if not varies_in(form, v):
        return form
    if form == v and v[0] == "sym":
        return value
    match form:
        case ("coord", x, *indices) if v[0] == "coord" and x == v[1]:
            return ("coord", value[1], *indices)
        case ("def", name, own, body):
            return ("def", name, own, put(body, v, value))
        case ("at", a, u, point):
            return ("at", a if u == v else put(a, v, value), u, put(point, v, value))
        case ("D", a, u) if u[:2] == v[:2]:
            if value[0] != v[0]:
                raise Unproved("a derivative at a point")
            return ("D", put(a, v, value), (value[0], value[1], *u[2:]))
    return tuple(put(part, v, value) if isinstance(part, tuple) else part for part in form)
