"""Expressions and statements as text: what stands here can be read in one way only.

Names are written as they are, so each has to have one meaning in a theorem. An index is written without its set: of
two sets, none has an index of one name. A channel that a sum binds gets primes
where something else has its name; a definition is written with every channel of which it speaks, as W[i, j]; and an
operation on bare numerals has parentheses, for -2 and 1/2 are numbers themselves: -(2) and (1)/2 are calculated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from .calculus.budget import spend
from .calculus.normal import lettered, renamed
from .forms import (
    FUNCTIONS,
    RELATIONS,
    Form,
    Malformed,
    free_indices,
    free_wholes,
    lengths,
    of_the_set,
    own_indices,
    set_of,
    size,
)
from .skeleton import skeleton

SIGNS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "or": "or", "and": "and",
         "implies": "=>", "iff": "<=>"}  # fmt: skip
OPERATIONS = frozenset(["D", "at", "delta", "integral", "power", "sum", *FUNCTIONS])
"""Words that are written as functions are: nothing else may be called so."""

FAMILIAR = """
    sin cos tan cot sec csc sinh cosh coth sech csch arcsin arccos arctan arcsinh arccosh arctanh asin acos atan asinh
    acosh atanh arsinh arcosh artanh ln lg lb log2 log10 log1p expm1 pow cbrt abs sgn sign max min sup inf lim argmax
    argmin arg det floor ceil mod gcd lcm erf erfc prod product diff
"""
"""Functions that everybody knows, and that this language does not have: who reads the name would take it for them."""

CONSTANTS = {
    "e": "the base of exp", "pi": "the number 3.14...", "π": "the number 3.14...", "infty": "infinity",
    "infinity": "infinity", "inf": "infinity", "oo": "infinity", "nan": "what is no number",
    "true": "a truth value", "false": "a truth value",
    **dict.fromkeys(("or", "and", "not", "is", "every", "times", "supposing", "without"), "a word of a statement"),
}  # fmt: skip
"""The usual meanings of names that stand by themselves. No number is complex: i and j may be anything."""

SPECIAL = """
    sigmoid sigm expit logistic logit probit softmax softmin softplus softsign relu elu selu celu gelu silu swish mish
    hardtanh sinc heaviside dirac erfi erfinv gamma digamma trigamma polygamma lgamma gammaln zeta Gamma Zeta Γ ζ Φ Phi
"""
"""Functions that everybody knows, and that a theorem may define: these names may stand for expressions."""

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "half")

USUAL_CONSTANTS = {skeleton(name): told for name, told in reversed(CONSTANTS.items())}
USUAL_CONSTANTS |= {skeleton(name): f"the number {name}" for name in NUMBERS}
"""The same by their skeletons: of two that look alike, the first is told."""
KNOWN = {skeleton(name): f"the function {name}" for name in SPECIAL.split()}


def taken_for(name: str, kind: str) -> str:
    """The known thing for which a reader would take a name of this kind; nothing where it may have that name.

    A letter alone is a function only with arguments: Γ may be a symbol, and gamma, which is γ in print.
    """
    look = skeleton(name)
    for one in (look, skeleton(name.lower())) if len(name) > 1 else (look,):
        if kind in ("sym", "whole") and one in USUAL_CONSTANTS:
            return USUAL_CONSTANTS[one]
    is_letter = len(name) == 1 or name.lower() in ("gamma", "zeta", "phi")
    return KNOWN.get(look, "") if kind == "app" or (kind not in ("index", "def") and not is_letter) else ""


USUAL = {skeleton(name): name for name in (*FAMILIAR.split(), *OPERATIONS)}

KINDS = {"sym": "a symbol", "whole": "a whole number", "coord": "a vector", "app": "a function", "index": "a channel"}

SUM, PRODUCT, POWER, ATOM = range(4)
"""How tightly a written expression holds together."""

Channels = Mapping[Any, str]
"""The letters of what sums bind: of channels by their names, of whole numbers by their forms."""

NONE: Channels = MappingProxyType({})

DIGITS = "".join(map(skeleton, "0123456789"))
"""The digits as they look (see `skeleton`)."""


class Writer:
    """Writes what stands in one theorem, of which it has to know every form.

    Raises Malformed where a name stands for two things there: a symbol and a vector, definitions of different bodies,
    functions of one and of two arguments, a function and an operation; and where two names look alike, or a name
    looks like a number that stands there.
    """

    def __init__(self, forms: Iterable[Form]) -> None:
        self.meanings: dict[str, Form] = {}
        """The meaning of every name, but for channels that sums bind."""
        self.definitions: dict[str, Form] = {}
        """A definition of each name that has one, in order."""
        self.looks: dict[str, str] = {}
        """The names by their skeletons."""
        self.numbers: dict[str, str] = {}
        """The numbers that stand there, without their signs, by their skeletons."""
        seen: dict[int, Form] = {}
        for form in forms:
            for i in sorted(free_indices(form)):
                if i[0] != "*":
                    self._means(_index(i), ("index", set_of(i)))
            for _, name, start in sorted(free_wholes(form)):
                if name[0] != "*":
                    self._means(name, ("whole", start))
            self._learn(form, seen)
            for _, length in sorted(lengths(form)):
                self._means(length, ("sym",))
        for look in self.looks.keys() & self.numbers.keys():
            self._not_a_number(self.looks[look], self.numbers[look])

    def __call__(self, form: Form) -> str:
        """A statement, an expression or a variable."""
        return self._within(form, SUM, NONE)

    def definition(self, name: str) -> str:
        """A definition as an equation: its name, and what it stands for."""
        form = self.definitions[name]
        channels: dict[Any, str] = {}
        for i in _channels_of(form):
            index, meaning = (i, ("index", set_of(i))) if isinstance(i, str) else (i[1], ("whole", i[2]))
            is_free = self.meanings.get(_index(index)) == meaning
            channels[i] = _index(index) if is_free else self._letter(index, channels, is_number=meaning[0] == "whole")
        return f"{self._within(form, SUM, channels)} = {self._within(form[3], SUM, channels)}"

    # --- names ----------------------------------------------------------------------------------------------

    def _learn(self, form: Form, seen: dict[int, Form]) -> None:
        """Enters the names of a form; `seen` are those looked at, which it keeps."""
        if id(form) in seen:
            return
        seen[id(form)] = form
        spend(1)
        match form:
            case ("num", value) | ("pow", _, value) | ("upto", _, value, _, _):
                shown = str(value).lstrip("-")
                self.numbers[skeleton(shown)] = shown
            case ("sym" | "coord" as kind, str(name), *_):
                self._means(name, (kind,))
            case ("vector", str(name)):
                self._means(name, ("coord",))
            case ("app", name, orders, _):
                self._means(name, ("app", len(orders)))
            case ("def", name, _, body):
                spend(size(body))
                places = {index: of_the_set(f"*0{n}", index) for n, index in enumerate(own_indices(form), 1)}
                for index, place in places.items():  # what is put there is no name of an index: nothing is captured
                    body = renamed(body, index, place)
                self._means(name, ("def", tuple(places[i] for i in own_indices(form)), body))
                self.definitions.setdefault(name, form)
        for part in form:
            if isinstance(part, tuple):
                self._learn(part, seen)

    def _means(self, name: str, meaning: Form) -> None:
        if self.meanings.get(name) == meaning:  # it was looked at where it stood first
            return
        look = skeleton(name)
        looks = (look, skeleton(name.lower())) if len(name) > 1 else (look,)
        if usual := next(filter(None, map(USUAL.get, looks)), ""):
            what = self._described(meaning)
            raise Malformed(f"{what} cannot be called {name}: it would be taken for the usual {usual}")
        if known := taken_for(name, meaning[0]):
            raise Malformed(f"{self._described(meaning)} cannot be called {name}: it would be taken for {known}")
        other = self.meanings.setdefault(name, meaning)
        if other != meaning and lettered(other) != lettered(meaning):
            told = f"{self._described(other)} and {self._described(meaning)}"
            raise Malformed(f"the name {name} stands for two things: {told}")
        if self.looks.setdefault(look, name) != name:
            raise Malformed(f"the names {self.looks[look]} and {name} look alike")

    def _not_a_number(self, name: str, number: str) -> None:
        """Raises Malformed for a name that stands by itself, as a number does: what has brackets is none."""
        meaning = self.meanings[name]
        if meaning[0] in ("sym", "whole") or (meaning[0] == "def" and not [*_channels_of(self.definitions[name])]):
            raise Malformed(f"{self._described(meaning)} cannot be called {name}: it would be taken for {number}")

    def _described(self, meaning: Form) -> str:
        match meaning:
            case ("app", number):
                return f"a function of {number} argument{'s' * (number > 1)}"
            case ("def", _, body):
                return f"the definition {self._within(body, SUM, NONE)[:200]}"
            case ("index", str(own)) if own:
                return f"a member of the set of {own}"
        return KINDS[meaning[0]]

    def _letter(self, index: str, channels: Channels, is_number: bool = False) -> str:
        """A name for what is bound: nothing else has it, or one that looks so; of a whole number, no number does."""
        letter, taken = _index(index), {skeleton(other) for other in channels.values()}
        while skeleton(letter) in self.looks or skeleton(letter) in taken or (is_number and _is_like_digits(letter)):
            letter += "'"
        return letter

    # --- expressions ----------------------------------------------------------------------------------------

    def _within(self, form: Form, least: int, channels: Channels) -> str:
        """An expression or a statement, in parentheses unless it holds together so tightly."""
        text, level = self._piece(form, channels)
        return text if level >= least else f"({text})"

    def _piece(self, form: Form, channels: Channels) -> tuple[str, int]:
        def within(part: Form, least: int = SUM) -> str:
            return self._within(part, least, channels)

        def index(name: str | Form) -> str:
            return channels.get(name) or (_index(name) if isinstance(name, str) else within(name))

        spend(1)
        match form:
            case ("num", value):
                return value, SUM if value.startswith("-") else PRODUCT if "/" in value else ATOM
            case ("sym" | "vector", name):
                return name, ATOM
            case ("whole", name, _):
                return channels.get(form) or _index(name), ATOM
            case ("coord", name, *indices):
                return f"{name}[{', '.join(map(index, indices))}]", ATOM
            case ("def", name, _, _):
                inside = ", ".join(map(index, _channels_of(form)))
                return f"{name}[{inside}]" if inside else name, ATOM
            case ("delta", i, j):
                return f"delta({index(i)}, {index(j)})", ATOM
            case ("add", first, *rest):
                signed = [("-", p[1]) if p[0] == "neg" else ("+", p) for p in rest]
                begun = within(first, PRODUCT if first[0] == "add" else SUM)
                return begun + "".join(f" {sign} {within(p, PRODUCT)}" for sign, p in signed), SUM
            case ("neg", a):
                return f"-({within(a)})" if _is_numeral(a, "/") else f"-{within(a, PRODUCT)}", SUM
            case ("mul", first, *rest):
                begun = within(first, POWER if first[0] == "mul" else PRODUCT)
                return "*".join([begun, *(within(p, POWER) for p in rest)]), PRODUCT
            case ("div", a, b):
                above = f"({a[1]})" if _is_numeral(a) and _is_numeral(b) else within(a, PRODUCT)
                return f"{above}/{within(b, POWER)}", PRODUCT
            case ("pow", a, n):
                return f"{within(a, ATOM)}**{n if n >= 0 else f'({n})'}", POWER
            case ("power", a, exponent):
                if exponent[0] == "num":  # not to be taken for a power of that form
                    return f"power({within(a)}, {exponent[1]})", ATOM
                return f"{within(a, ATOM)}**{within(exponent, ATOM)}", POWER
            case ("fn", name, a):
                return f"{name}({within(a)})", ATOM
            case ("app", name, orders, arguments):
                order = f"^({','.join(map(str, orders))})" if any(orders) else ""
                return f"{name}{order}({', '.join(map(within, arguments))})", ATOM
            case ("sum", k, dimension, excluded, a):
                letter = self._letter(k, channels)
                body = self._within(a, SUM, {**channels, k: letter})
                bounds = [f"{letter} = 1..{within(dimension, ATOM)}", *(f"{letter} != {index(i)}" for i in excluded)]
                return f"sum({body}, {', '.join(bounds)})", ATOM
            case ("upto", k, first, last, a):
                letter = self._letter(k, channels, is_number=True)
                body = self._within(a, SUM, {**channels, ("whole", k, first): letter})
                return f"sum({body}, {letter} = {first}..{within(last, ATOM)})", ATOM
            case ("D" | "integral" as name, a, v):
                return f"{name}({within(a)}, {within(v)})", ATOM
            case ("at", a, v, point):
                return f"at({within(a)}, {within(v)} = {within(point)})", ATOM
            case ("differentiable", function, ("num", times)):
                return f"{within(function)} is {times} times differentiable", SUM
            case (relation, a, b) if relation in RELATIONS:
                return f"{within(a)} {SIGNS[relation]} {within(b)}", SUM
            case (connection, *parts):
                return f" {SIGNS[connection]} ".join(f"({within(p)})" for p in parts), SUM
        raise Malformed("not an expression")


def _index(name: str) -> str:
    """The name of an index, without its set; what is said of every channel has a name of its own."""
    bare, _, own = name.partition(":")
    return f"every {bare[1:]}{own and f' of {own}'}" if bare.startswith("*") else bare


def _channels_of(definition: Form) -> Iterator[str | Form]:
    """The channels of which a definition speaks, its own first, and the whole numbers: none is hidden in a name."""
    own = own_indices(definition)
    yield from own
    yield from sorted(free_indices(definition[3]) - {*own})
    yield from sorted(free_wholes(definition[3]))


def _is_like_digits(name: str) -> bool:
    """Whether a name may be taken for a number, as l, O and l0 may."""
    return not skeleton(name).strip(DIGITS)


def _is_numeral(form: Form, more: str = "") -> bool:
    """Whether it is written as digits alone; with "/" as `more`, a fraction counts too."""
    return form[0] == "num" and not form[1].strip("0123456789" + more)
