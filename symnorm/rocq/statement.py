"""The translator: from a statement as it is written in a bundle to what it means in Rocq.

It is trusted, with the definitions of `Symnorm.v`: what a theorem says there is what this module prints. A vector is a
function from the natural numbers, an array of several indices one of as many, a number of channels a natural number
from 1, a sum a sum; a derivative exists and is the limit that it is; roots, exponentials and logarithms are those of
Rocq. Functions of Rocq have values everywhere, 1/0 among them, so every statement has a companion that says where it is
defined: no divisor is zero, no root is of a negative number, each derivative exists, and around the point all that is
differentiated is defined.

A whole number from s is a natural number that is s at least, and stands as INR n among real numbers. The ends of sums
and exponents are integers, so that t - 1 is what it is: a sum up to less than its start is empty, and b^0 is 1. What is
supposed or shown of a whole number is said of each, but what stands on a supposition is said of the one of that. A
sequence is a function, which is spoken of at whole numbers alone; what it is elsewhere is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from ..checker.calculus.budget import spend
from ..checker.calculus.normal import lettered, renamed
from ..checker.forms import (
    COMBINATIONS,
    Form,
    arrays,
    dimensions,
    free_indices,
    free_wholes,
    lengths,
    own_indices,
    subforms,
)
from ..checker.logic.entry import are_arbitrary, ranges
from ..checker.logic.statements import derivatives_in
from .names import identifier, letter

SUM, PRODUCT, MINUS, POWER, APPLIED, ATOM = range(6)
"""How tightly a term holds together, as Rocq reads it."""

RELATIONS = {"eq": "=", "ne": "<>", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
CONNECTIONS = {"and": "/\\", "or": "\\/", "implies": "->", "iff": "<->"}
FUNCTIONS = {"sqrt": "sqrt", "exp": "exp", "log": "ln", "tanh": "tanh"}

Letters = Mapping[str, str]
"""The identifiers of indices that are bound, by their names."""


class Untranslated(Exception):
    """What the translator has no words for yet."""


@dataclass
class Setting:
    """The names of a theorem, in the order in which everything is stated of them."""

    dimensions: tuple[str, ...]
    vectors: tuple[str, ...]
    functions: tuple[str, ...]
    symbols: tuple[str, ...]
    indices: tuple[str, ...]
    definitions: dict[str, Form] = field(default_factory=dict)
    """A definition of each name, inner ones first."""
    along: tuple[Form, ...] = ()
    """What varies, as a bundle says it."""
    constants: tuple[str, ...] = ()
    """The symbols that are constants of integration: nobody chooses them."""
    arrays: dict[str, int] = field(default_factory=dict)
    """How many indices those of the vectors have that have several."""
    wholes: dict[str, int] = field(default_factory=dict)
    """What each whole number starts from that no sum binds, by its name."""

    @staticmethod
    def of(
        statements: Sequence[Form], along: tuple[Form, ...] = (), constants: tuple[str, ...] = (),
        beside: Sequence[Form] = (),
    ) -> Setting:  # fmt: skip
        """The names of which statements speak; those `beside` them say too which name is the number of channels.

        Raises Untranslated for what has no translation.
        """
        dims = frozenset().union(*(dimensions(s) for s in (*statements, *beside)))
        if any(lengths(s) for s in statements):
            raise Untranslated("indices of a set of its own: whatever has an index ranges over the channels there")
        names: dict[str, dict[str, None]] = {kind: {} for kind in ("sym", "coord", "app")}
        for statement in statements:
            for part in subforms(statement):
                if part and part[0] in names:
                    names[part[0]].setdefault(part[1])
                _require_known(part)
        shaped = {a for s in statements for a in arrays(s)}
        if len(shaped) > len(names["coord"]):
            raise Untranslated("one name of arrays with different numbers of indices")
        several = {x: len(sets) for x, sets in shaped if len(sets) > 1}
        if any(v[1] in several for v in (f[1] if f[0] == "interval" else f for f in along)):
            raise Untranslated("an array that varies")
        free = {i for s in statements for i in free_indices(s)}
        indices = sorted(i for i in free if i[0] != "*")
        spoken = [d[1] for d in dims if free or d[1] in names["sym"]]
        found = Setting(
            tuple(spoken), tuple(names["coord"]), tuple(names["app"]),
            tuple(n for n in names["sym"] if ("sym", n) not in dims), tuple(indices), {}, along, constants,
            several, _wholes(statements),
        )  # fmt: skip
        if found.wholes and along:
            raise Untranslated("whole numbers where something varies")
        if len(dims) > 1:
            raise Untranslated("two numbers of channels")
        for statement in statements:
            found._define(statement)
        if free and not dims:  # no sum names it
            found.dimensions = (letter("n", found.taken),)
        found._require_one_meaning()
        return found

    def _require_one_meaning(self) -> None:
        """Raises Untranslated where one name stands for two things: there it would be the one that is bound last."""
        kinds = (self.dimensions, self.vectors, self.functions, self.symbols, self.indices, self.wholes,
                 self.definitions, (f"{name}_defined" for name in self.definitions))  # fmt: skip
        found: set[str] = set()
        for name in map(identifier, chain.from_iterable(kinds)):
            if name in found:
                raise Untranslated(f"one name of two things: {name}")
            found.add(name)

    def _define(self, form: Form) -> None:
        for part in form:
            if isinstance(part, tuple):
                self._define(part)
        if form[:1] == ("def",):
            if not {*self.counted(form)} <= self.wholes.keys():
                raise Untranslated(f"{form[1]}, which speaks of a whole number that a sum binds")
            if any(i[0] == "*" for i in self.spoken(form)):
                raise Untranslated(f"{form[1]}, which does not say of which bound index it speaks")
            other = self.definitions.setdefault(form[1], form)
            if other != form and lettered(_of_own(other)) != lettered(_of_own(form)):
                raise Untranslated(f"a name with two meanings: {form[1]}")

    @property
    def taken(self) -> set[str]:
        """The identifiers that stand for something throughout the theorem."""
        named = (*self.dimensions, *self.vectors, *self.functions, *self.symbols, *self.indices, *self.definitions,
                 *self.wholes)  # fmt: skip
        return set(map(identifier, named))

    def variables(self, of: Form | None = None) -> list[tuple[str, str]]:
        """(identifier, type) of all names but constants, or of those of which a form speaks."""
        kinds = (("sym", self.dimensions, "nat"), *(("coord", (x,), self.shape(x)) for x in self.vectors),
                 ("app", self.functions, "R -> R"), ("sym", self.symbols, "R"))  # fmt: skip
        spoken = None if of is None else {part[:2] for part in subforms(of)}
        found = [
            (identifier(n), t) for kind, names, t in kinds for n in names
            if (n not in self.constants if spoken is None else (kind, n) in spoken)
        ]  # fmt: skip
        free = self.indices if of is None else (*self.spoken(of), *own_indices(of))
        if of is not None:
            found += [(identifier(n), "nat") for n in self.counted(of)]
        return [*found, *((identifier(i), "nat") for i in free)]

    def counted(self, *forms: Form) -> list[str]:
        """The whole numbers of which forms speak."""
        return sorted({n for form in forms for _, n, _ in free_wholes(form)})

    def shape(self, vector: str) -> str:
        """The type of a vector or an array: a function of as many indices."""
        return "nat -> " * self.arrays.get(vector, 1) + "R"

    def spoken(self, definition: Form) -> list[str]:
        """The indices of which a definition speaks and which are none of its own: those bound around it come first."""
        free = free_indices(definition[3]) - {*own_indices(definition)}
        return [*sorted(free.difference(self.indices)), *(i for i in self.indices if i in free)]


def _require_known(part: Form) -> None:
    match part:
        case ("D" | "integral", _, ("coord", _, _, _, *_)):
            raise Untranslated(f"the form {part[0]} along an entry of an array")
        case ("app", _, (int(),), (_,)) | ("differentiable", ("app", _, (0,), (_,)), _):
            return
        case ("app" | "differentiable" as kind, *_):
            raise Untranslated(f"the form {kind} of this shape")
        case ("sum", _, _, excluded, _) if len(excluded) > 2:
            raise Untranslated("a sum without three of its terms")
        case ("at", _, ("coord", *_), _):
            raise Untranslated("a value where one entry of a vector is another")


def _wholes(statements: Sequence[Form]) -> dict[str, int]:
    found: dict[str, int] = {}
    for _, name, start in sorted(frozenset().union(*map(free_wholes, statements))):
        if found.setdefault(name, start) != start:
            raise Untranslated("one name of whole numbers that start from different ones")
    return found


def _of_own(definition: Form) -> Form:
    """A definition with places for its own indices, so that y_i and y_j are seen to be one."""
    body = definition[3]
    for n, index in enumerate(own_indices(definition), 1):
        body = renamed(body, index, f"*0{n}")
    return (definition[1], len(own_indices(definition)), body)


@dataclass(frozen=True)
class Translator:
    """Prints the forms of one theorem."""

    setting: Setting
    letters: Letters = field(default_factory=dict)

    # --- expressions ----------------------------------------------------------------------------------------

    def term(self, e: Form, least: int = SUM) -> str:
        """An expression as a term of type R, in parentheses unless it holds together so tightly."""
        text, level = self._term(e)
        return text if level >= least else f"({text})"

    def _term(self, e: Form) -> tuple[str, int]:
        match e:
            case ("num", value):
                return _number(value)
            case ("sym", name) if name in self.setting.dimensions:
                return f"INR {identifier(name)}", APPLIED
            case ("sym", name):
                return identifier(name), ATOM
            case ("coord", x, *indices):
                return " ".join([identifier(x), *map(self.index, indices)]), APPLIED
            case ("delta", i, j):
                return f"delta {self.index(i)} {self.index(j)}", APPLIED
            case ("add", first, *rest):
                text = self.term(first)
                for part in rest:
                    sign, inner = ("-", part[1]) if part[0] == "neg" else ("+", part)
                    text += f" {sign} {self.term(inner, PRODUCT)}"
                return text, SUM
            case ("neg", a):
                return f"- {self.term(a, MINUS)}", MINUS
            case ("mul", first, *rest):
                return " * ".join([self.term(first, PRODUCT), *(self.term(p, MINUS) for p in rest)]), PRODUCT
            case ("div", a, b):
                return f"{self.term(a, PRODUCT)} / {self.term(b, MINUS)}", PRODUCT
            case ("pow", a, n) if n < 0:
                return f"/ {self.term(a, APPLIED)} ^ {-n}", MINUS
            case ("pow", a, n):
                return f"{self.term(a, APPLIED)} ^ {n}", POWER
            case ("fn", name, a):
                return f"{FUNCTIONS[name]} {self.term(a, ATOM)}", APPLIED
            case ("app", name, (0,), (a,)):
                return f"{identifier(name)} {self.term(a, ATOM)}", APPLIED
            case ("app", name, (order,), (a,)):
                return f"Derive_n {identifier(name)} {order} {self.term(a, ATOM)}", APPLIED
            case ("sum", k, ("sym", n), excluded, body):
                inner, own = self.under(k)
                name = ("sum", "sum_but", "sum_but_two")[len(excluded)]
                left_out = "".join(f" {self.index(i)}" for i in excluded)
                return f"{name} {identifier(n)}{left_out} (fun {own} => {inner.term(body)})", APPLIED
            case ("D", a, v):
                head, place = ("partial", self.place(v)) if v[0] == "coord" else ("Derive", self.place(v))
                return f"{head} {self.function(a, v)} {place}", APPLIED
            case ("at", a, v, point):
                return f"{self.function(a, v)} {self.term(point, ATOM)}", APPLIED
            case ("whole", *_):
                return f"INR {self.natural(e)}", APPLIED
            case ("upto", _, first, last, body):
                inner, own = self.counting(e)
                return f"total {first} ({self.integer(last)})%Z (fun {own} => {inner.term(body)})", APPLIED
            case ("power", a, exponent):
                return f"powerRZ {self.term(a, ATOM)} ({self.integer(exponent)})%Z", APPLIED
            case ("def", name, _, _):
                return self._applied(name, e), APPLIED if self.setting.variables(e) else ATOM
        raise Untranslated(f"the form {e[0]}")

    def _applied(self, name: str, definition: Form, suffix: str = "") -> str:
        """A definition with all that it speaks of: its own indices are those that stand here."""
        found = self.setting.variables(definition)
        bound = (*self.setting.counted(definition), *self.setting.spoken(definition), *own_indices(definition))
        names = [n for n, _ in found[: len(found) - len(bound)]]
        names += map(self.natural, sorted(free_wholes(definition)))
        spoken, formal = (self.setting.spoken(d) for d in (definition, self.setting.definitions[name]))
        if spoken != formal and not len(spoken) == len(formal) == 1:
            raise Untranslated(f"{name}, which speaks of several indices, at others")
        indices = map(self.index, [*spoken, *own_indices(definition)])
        return " ".join([identifier(name) + suffix, *names, *indices])

    def index(self, i: str) -> str:
        """An index as a term of type nat."""
        return self.letters.get(i) or identifier(i)

    def natural(self, whole: Form) -> str:
        """A whole number as a term of type nat."""
        return self.letters.get(counted(whole)) or identifier(whole[1])

    def integer(self, e: Form) -> str:
        """The end of a sum or an exponent as a term of type Z."""
        match e:
            case ("num", value) if "/" not in value:
                return value if value[0] != "-" else f"({value})"
            case ("whole", *_):
                return f"Z.of_nat {self.natural(e)}"
            case ("neg", a):
                return f"- {self._factor(a)}"
            case ("add", first, *rest):
                signed = (("-", p[1]) if p[0] == "neg" else ("+", p) for p in rest)
                return " ".join([self._factor(first), *(f"{sign} {self._factor(p)}" for sign, p in signed)])
            case ("mul", *parts):
                return " * ".join(map(self._factor, parts))
        raise Untranslated(f"the form {e[0]} in the end of a sum or in an exponent")

    def _factor(self, e: Form) -> str:
        return self.integer(e) if e[0] in ("num", "whole") else f"({self.integer(e)})"

    def counting(self, e: Form) -> tuple[Translator, str]:
        """The translator under what a sum up to a whole number binds, and the identifier of that."""
        own = letter(e[1], self.setting.taken | set(self.letters.values()))
        return replace(self, letters={**self.letters, counted(("whole", *e[1:3])): own}), own

    def under(self, index: str) -> tuple[Translator, str]:
        """The translator under what binds an index, and the identifier of that."""
        own = letter(index, self.setting.taken | set(self.letters.values()))
        return replace(self, letters={**self.letters, index: own}), own

    def function(self, a: Form, v: Form) -> str:
        """An expression as a function of a variable: of a number, or of the whole vector."""
        return f"(fun {identifier(v[1])} => {self.term(a)})"

    def place(self, v: Form) -> str:
        """Where a derivative is taken."""
        return f"{identifier(v[1])} {self.index(v[2])}" if v[0] == "coord" else identifier(v[1])

    # --- statements -----------------------------------------------------------------------------------------

    def statement(self, s: Form) -> str:
        """A statement as a proposition; one about every channel says so."""
        inner, text = self.every(s)
        return text + inner._said(s)

    def each(self, *forms: Form) -> str:
        """The words that say something of every whole number of which forms speak."""
        names = self.setting.counted(*forms)
        return "".join(f"forall {identifier(n)}, ({self.setting.wholes[n]} <= {identifier(n)})%nat -> " for n in names)

    def every(self, form: Form) -> tuple[Translator, str]:
        """The translator of a form about every channel, and the words that say so."""
        inner, text = self, ""
        for star in sorted(i for i in free_indices(form) if i[0] == "*"):
            inner, own = inner.under(star)
            text += f"forall {own}, ({own} < {identifier(self.setting.dimensions[0])})%nat -> "
        return inner, text

    def required(self, s: Form) -> list[str]:
        """All that has to hold for a statement to be defined: in every channel where it is about every one."""
        inner, text = self.every(s)
        return [text + duty for duty in inner.defined(s)]

    def granted(self, s: Form) -> list[str]:
        """That the derivatives exist that stand in a hypothesis: it says so, of unknown functions."""
        found: dict[str, None] = {}
        for derivative in derivatives_in(s):
            inner, text = self.every(derivative)
            duties = inner.defined(derivative)
            if s[0] == "eq" and derivative == s[1]:  # `is_derive` says it
                duties.pop()
            found |= dict.fromkeys(text + duty for duty in duties)
        return list(found)

    def _said(self, s: Form) -> str:
        match s:
            case ("eq", ("D", a, v), b):
                head = "is_partial" if v[0] == "coord" else "is_derive"
                return f"{head} {self.function(a, v)} {self.place(v)} {self.term(b, ATOM)}"
            case (relation, a, b) if relation in RELATIONS:
                return f"{self.term(a)} {RELATIONS[relation]} {self.term(b)}"
            case (connection, *parts) if connection in COMBINATIONS:
                return f" {CONNECTIONS[connection]} ".join(f"({self._said(p)})" for p in parts)
            case ("differentiable", ("app", name, _, (argument,)), ("num", order)):
                return self._differentiable(name, argument, int(order))
        raise Untranslated(f"the statement {s[0]}")

    def _differentiable(self, name: str, argument: Form, order: int) -> str:
        """A function has so many derivatives: at every number, or where its argument is."""
        is_everywhere = are_arbitrary((argument,), self.setting.along)
        place = self.term(argument, ATOM)
        every = f"forall {place}, " if is_everywhere else ""
        if order == 1:
            return f"{every}ex_derive {identifier(name)} {place}"
        if is_everywhere or argument in ranges(self.setting.along):
            m = letter("m", self.setting.taken)
            return f"forall {m}, ({m} <= {order})%nat -> {every}ex_derive_n {identifier(name)} {m} {place}"
        raise Untranslated("a function that is differentiable more than once at a point")

    def defined(self, form: Form) -> list[str]:
        """All that has to hold for an expression or a statement to be defined, as propositions, each once."""
        found = list(dict.fromkeys(self._defined(form)))
        spend(sum(map(len, found)))  # one that is inside of others is written once more for each
        return found

    def _defined(self, form: Form) -> Iterable[str]:
        match form:
            case ("div", a, b):
                yield from self._defined(a)
                yield from self._defined(b)
                if b[0] != "num":
                    yield f"{self.term(b)} <> 0"
            case ("pow", a, int(n)) if n < 0:
                yield from self._defined(a)
                yield f"{self.term(a)} <> 0"
            case ("fn", name, a):
                yield from self._defined(a)
                if name in ("sqrt", "log"):
                    yield f"0 {'<=' if name == 'sqrt' else '<'} {self.term(a)}"
            case ("app", name, (order,), (a,)):
                yield from self._defined(a)
                if order:
                    yield f"ex_derive_n {identifier(name)} {order} {self.term(a, ATOM)}"
            case ("sum", k, ("sym", n), _, body):
                inner, own = self.under(k)
                for duty in inner.defined(body):
                    yield f"forall {own}, ({own} < {identifier(n)})%nat -> {duty}"
            case ("upto", _, first, last, body):
                inner, own = self.counting(form)
                for duty in inner.defined(body):
                    ranged = f"({first} <= {own})%nat -> (Z.of_nat {own} <= {self.integer(last)})%Z"
                    yield f"forall {own}, {ranged} -> {duty}"
            case ("power", a, exponent):
                yield from self._defined(a)
                yield f"(0 <= {self.integer(exponent)})%Z \\/ {self.term(a)} <> 0"
            case ("whole", *_):
                return
            case ("D", a, v):
                for duty in self.defined(a):
                    yield self._around(duty, v)
                yield f"{'ex_partial' if v[0] == 'coord' else 'ex_derive'} {self.function(a, v)} {self.place(v)}"
            case ("at", a, v, point):
                yield from self._defined(point)
                for duty in self.defined(a):
                    yield f"(fun {identifier(v[1])} => {duty}) {self.term(point, ATOM)}"
            case ("def", name, _, body):
                if self.defined(body):
                    yield self._applied(name, form, "_defined")
            case _:
                for part in form:
                    if isinstance(part, tuple):
                        yield from self._defined(part)

    def _around(self, duty: str, v: Form) -> str:
        if v[0] == "coord":
            return f"around (fun {identifier(v[1])} => {duty}) {self.place(v)}"
        return f"locally {identifier(v[1])} (fun {identifier(v[1])} => {duty})"


def counted(whole: Form) -> str:
    """The key of a whole number among the letters: no index is called so."""
    return " ".join(map(str, whole))


def _number(value: str) -> tuple[str, int]:
    above, _, below = value.lstrip("-").partition("/")
    text, level = (f"{above} / {below}", PRODUCT) if below else (above, ATOM)
    if not value.startswith("-"):
        return text, level
    return f"- {text}" if level == ATOM else f"- ({text})", MINUS



def binders(variables: Iterable[tuple[str, str]]) -> str:
    """Variables as the binders of a definition."""
    return "".join(f" ({name} : {kind})" for name, kind in variables)


def conjunction(parts: Sequence[str]) -> str:
    """All of several propositions, one on each line."""
    return " /\\\n  ".join(f"({p})" for p in parts) if parts else "True"
