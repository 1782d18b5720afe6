"""That what is written is defined: the same conditions as `Translator.defined` prints, each with its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from ..checker.calculus.generators import COUNTED
from ..checker.calculus.normal import renamed
from ..checker.forms import Form, free_indices, put_for
from .conditions import SAID
from .everywhere import Everywhere
from .moving import Facts, Scene
from .names import identifier
from .printed import Unproved
from .statement import ATOM

Duty = tuple[str, Callable[[], str]]
"""What has to hold, as it is printed, and what makes its proof."""


class Duties:
    """The proofs that terms and statements of a theorem are defined."""

    def __init__(self, facts: Facts, everywhere: Everywhere) -> None:
        self.facts, self.script, self.everywhere = facts, facts.script, everywhere

    def all(self, form: Form) -> str:
        """The proof of all conditions of a form, as one."""
        return self._together(self._duties(form), "(conj {} {})")

    def required(self, statement: Form) -> str:
        """The same of a statement: of every channel where it is about every one."""
        letters = [self.script.bind(star) for star in stars(statement)]

        def wrap(_: str, proof: str) -> str:
            return f"(fun {' '.join(f'{k} r_{k}' for k in letters)} => {proof})" if letters else proof

        duties = ((text, partial(_wrapped, wrap, "", thunk)) for text, thunk in self._duties(statement))
        return self._together(duties, "(conj {} {})")

    def _together(self, duties: Iterable[Duty], pair: str) -> str:
        ordered: dict[str, Callable[[], str]] = {}
        for text, thunk in duties:
            ordered.setdefault(text, thunk)
        parts = [thunk() for thunk in ordered.values()]
        whole = parts[-1]
        for part in reversed(parts[:-1]):
            whole = pair.format(part, whole)
        return whole

    def _signed(self, form: Form) -> tuple[str, Form] | None:
        """The sign that the outermost operation of a form needs, and of what."""
        match form:
            case ("div", _, b) if b[0] != "num":
                return "!=", b
            case ("pow", a, int(n)) if n < 0:
                return "!=", a
            case ("fn", "sqrt" | "log" as name, a):
                return (">=" if name == "sqrt" else ">"), a
        return None

    def _parts(self, form: Form) -> tuple[Form, ...]:
        """What an operation is made of."""
        match form:
            case ("pow" | "fn", *_):
                return (form[2] if form[0] == "fn" else form[1],)
        return tuple(part for part in form if isinstance(part, tuple))

    def _duties(self, form: Form) -> Iterator[Duty]:
        said, facts = self.script.translator, self.facts
        match form:
            case ("sum", k, _, _, body):
                yield from self._under(
                    k, body, self._duties, lambda own, proof: f"(fun {own} r_{own} => {proof})"
                )
            case ("upto", _, first, last, body):
                yield from self._counted(form, first, last, body)
            case ("power", a, exponent):
                yield from self._duties(a)
                yield f"(0 <= {said.integer(exponent)})%Z \\/ {said.term(a)} <> 0", lambda: self._power(a, exponent)
            case ("whole", *_):
                return
            case ("D", a, v):
                for text, thunk in self._around(a, v):
                    yield said._around(text, v), thunk
                rule, ex = (
                    ("p_exists _ _ _ _", "ex_partial") if v[0] == "coord" else ("d_exists _ _ _", "ex_derive")
                )
                yield f"{ex} {said.function(a, v)} {said.place(v)}", lambda: f"({rule} {facts.slope(a, v)[1]})"
            case ("def", name, _, body):
                if said.defined(body):
                    yield said._applied(name, form, "_defined"), lambda: self._definition(form)
            case ("at", a, v, point):
                yield from self._duties(point)
                scene = self.facts.scene(a, v)
                for text, proof in self._moving(a, scene):
                    yield f"(fun {v[1]} => {text}) {said.term(point, ATOM)}", partial(scene.at, point, proof)
            case ("integral", integrand, _):
                yield from self._duties(integrand)
                *_, text = said.defined(form)
                yield text, lambda: self.everywhere.antiderivative(form)
            case ("app", _, (0,), (argument,)):
                yield from self._duties(argument)
            case ("app", name, (order,), (argument,)):
                yield from self._duties(argument)
                text = f"ex_derive_n {identifier(name)} {order} {said.term(argument, ATOM)}"
                yield text, lambda: facts.existing.proof(name, order, argument)
            case _:
                for part in self._parts(form):
                    yield from self._duties(part)
                if found := self._signed(form):
                    sign, e = found
                    yield SAID[sign].format(said.term(e)), lambda: facts.duty(sign, e)

    def _power(self, a: Form, exponent: Form) -> str:
        ring, value = self.facts.ring, self.facts.value
        times, rest = ring.units(value(exponent))
        is_plain = all(n >= 0 for n in (rest, *times.values()))
        plain = f"(or_introl (ltac:(lia) : (0 <= {self.script.translator.integer(exponent)})%Z))"
        return plain if is_plain else f"(or_intror {self.facts.duty('!=', a)})"

    def _counted(self, form: Form, first: int, last: Form, body: Form) -> Iterator[Duty]:
        """The duties of what is summed up to a whole number."""
        inner, own = self.script.translator.counting(form)
        texts = inner.defined(body)
        fresh = self.facts.ring.fresh_index(COUNTED)
        letter = self.script.bind(fresh, first)
        found: dict[str, Callable[[], str]] = {}
        for text, thunk in self._duties(put_for(body, ("whole", *form[1:3]), ("whole", fresh, first))):
            found.setdefault(text, thunk)
        if len(found) != len(texts):
            raise Unproved("duties under a sum")
        end = self.script.translator.integer(last)
        for text, thunk in zip(texts, found.values(), strict=True):
            said = f"forall {own}, ({first} <= {own})%nat -> (Z.of_nat {own} <= {end})%Z -> {text}"
            yield said, partial(_wrapped, lambda k, proof: f"(fun {k} r_{k} b_{k} => {proof})", letter, thunk)

    def _moving(self, form: Form, scene: Scene) -> Iterator[tuple[str, Callable[[], str]]]:
        """The duties of a form as they are printed, with their proofs for another value of its variable."""
        texts = self.script.translator.defined(form)
        found: dict[str, Callable[[], str]] = {}
        with scene.open():
            for text, thunk in self._duties(scene.form):
                found.setdefault(text, thunk)
        if len(found) != len(texts):
            raise Unproved("duties at another point")
        yield from zip(texts, found.values(), strict=True)

    def _definition(self, form: Form) -> str:
        """That what a definition stands for is defined."""

        def make() -> str:
            text = self.script.translator._applied(form[1], form, "_defined")
            return self.script.lemma(text, self.all(form[3]))

        found: str = self.facts.memory.once("defined", form, make)
        return found

    def _under(self, k: str, body: Form, duties: Any, wrap: Callable[[str, str], str]) -> Iterator[Duty]:
        """The duties of what is summed: the text as it is printed, the proof for an index of its own."""
        inner, own = self.script.translator.under(k)
        texts = inner.defined(body)
        fresh = self.facts.ring.fresh_index(k)
        letter = self.script.bind(fresh)
        found: dict[str, Callable[[], str]] = {}
        for text, thunk in duties(renamed(body, k, fresh)):
            found.setdefault(text, thunk)
        if len(found) != len(texts):
            raise Unproved("duties under a sum")
        for text, thunk in zip(texts, found.values(), strict=True):
            yield (
                f"forall {own}, ({own} < {self.script.size})%nat -> {text}",
                partial(_wrapped, wrap, letter, thunk),
            )

    # --- around a point ---------------------------------------------------------------------------------------

    def _around(self, form: Form, v: Form) -> Iterator[Duty]:
        """The same around a point, for what is differentiated along a variable."""
        said = self.script.translator
        r, place = ("a", "_ _") if v[0] == "coord" else ("l", "_")
        match form:
            case ("sum", k, _, _, body):
                holes = f"{self.script.size} _ {place}"
                yield from self._under(
                    k, body, lambda f: self._around(f, v),
                    lambda own, proof: f"({r}_every {holes} (fun {own} r_{own} => {proof}))",
                )  # fmt: skip
            case ("def", name, _, body):
                if said.defined(body):
                    yield said._applied(name, form, "_defined"), lambda: self._definition_around(form, v)
            case ("app", _, (0,), (argument,)):
                yield from self._around(argument, v)
            case ("app", *_):
                raise Unproved("where a derivative of a derivative of an unknown function is defined")
            case ("at" | "D", *_):
                scene = self.facts.scene(form, v)
                for text, proof in self._moving(form, scene):
                    yield text, partial(scene.around, v, proof)
            case _:
                for part in self._parts(form):
                    yield from self._around(part, v)
                if found := self._signed(form):
                    sign, e = found
                    yield SAID[sign].format(said.term(e)), lambda: self.facts.near(sign, e, v)

    def _definition_around(self, form: Form, v: Form) -> str:
        said = self.script.translator
        r, place = ("a", "_ _") if v[0] == "coord" else ("l", "_")

        def make() -> str:
            whole = self._together(self._around(form[3], v), f"({r}_and _ _ {place} {{}} {{}})")
            text = said._around(said._applied(form[1], form, "_defined"), v)
            return self.script.lemma(text, whole)

        found: str = self.facts.memory.once("around", (form, v), make)
        return found


def stars(form: Form) -> list[str]:
    """The indices that stand for every channel in a form, in the order in which it is said of them."""
    return sorted(i for i in free_indices(form) if i[0] == "*")


def _wrapped(wrap: Callable[[str, str], str], letter: str, thunk: Callable[[], str]) -> str:
    return wrap(letter, thunk())
