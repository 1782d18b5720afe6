"""Certificates from nothing, for claims that are false: well-formed, otherwise arbitrary.

`falsehoods` are the claims, after entries that the checker has accepted; `forged` makes conditions and a proof for one.
What is random comes from a Source, as in `fuzzing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fuzzing import Source, chance, choice

from symnorm.checker import Malformed
from symnorm.checker import Theorem as Checked
from symnorm.checker.forms import Form
from symnorm.prover import beginning


@dataclass
class Grammar:
    """Certificates that are well-formed and otherwise arbitrary, about so many earlier entries."""

    source: Source
    entries: int
    names: Sequence[str] = ("a", "b", "C", "t", "c")
    indices: Sequence[str] = ("i", "j", "*1", "*2", "k")
    known: int = 0
    depth: int = 0
    numbers: Sequence[str] = ("0", "1", "-1", "2", "1/2")
    true: Sequence[Form] = ()
    """Conditions that hold, with their witnesses: a certificate that begins with them goes further."""

    def deeper(self) -> Grammar:
        """The same, one level further down, where things become smaller."""
        return replace(self, depth=self.depth + 1)

    def pick(self, options: Sequence[Callable[[], Any]], leaves: int) -> Any:
        """One of several; far down one of the first, which are leaves."""
        return choice(self.source, options[:leaves] if self.depth > 3 else options)()

    def entry(self) -> int:
        """The number of an earlier entry."""
        return self.source.randrange(max(self.entries, 1))

    def index(self) -> str:
        """An index."""
        return str(choice(self.source, self.indices))

    def variable(self) -> Form:
        """A symbol or a coordinate."""
        if chance(self.source, 60):
            return ("sym", choice(self.source, self.names))
        return ("coord", "x", self.index())

    def expression(self) -> Form:
        """An expression."""
        inner = self.deeper()
        e = inner.expression
        options: list[Callable[[], Form]] = [
            lambda: ("num", choice(self.source, self.numbers)),
            self.variable,
            lambda: ("app", "y", (self.source.randrange(2),), (("sym", "t"),)),
            lambda: ("delta", self.index(), self.index()),
            lambda: ("add", e(), e()),
            lambda: ("mul", e(), e()),
            lambda: ("neg", e()),
            lambda: ("div", e(), e()),
            lambda: ("pow", e(), self.source.randrange(7) - 3),
            lambda: ("fn", choice(self.source, ("sqrt", "exp", "log", "tanh")), e()),
            lambda: ("sum", self.index(), ("sym", "C"), (self.index(),) if chance(self.source, 20) else (), e()),
            lambda: ("D", e(), self.variable()),
            lambda: ("at", e(), self.variable(), e()),
            lambda: ("integral", e(), self.variable()),
        ]
        return self.pick(options, 4)

    def sign(self) -> Form:
        """A sign witness."""
        inner = self.deeper()
        s, e = inner.sign, inner.expression
        renaming = ((self.index(), self.index()),) if chance(self.source, 30) else ()
        options: list[Callable[[], Form]] = [
            lambda: ("num", choice(self.source, self.numbers)),
            lambda: ("hyp", self.entry(), renaming),
            lambda: ("known", self.source.randrange(self.known + 1)),
            lambda: ("sq", e()),
            lambda: ("exp", e()),
            lambda: ("exp-bound", e()),
            lambda: ("length", choice(self.source, (("sym", "C"), ("sym", "t"), e()))),
            lambda: ("sq+", s()),
            lambda: ("add", s(), s()),
            lambda: ("mul", s(), s()),
            lambda: ("inv", s()),
            lambda: ("neg", s()),
            lambda: ("root", s()),
            lambda: ("sum", choice(self.source, ("*1", "*2")), (), s()),
            lambda: ("is", e(), s(), inner.identity()),
        ]
        return self.pick(options, 6)

    def relation(self) -> Form:
        """A quantity that vanishes, as it is said."""
        inner = self.deeper()
        e, s, i = inner.expression, inner.sign, inner.identity
        options: list[Callable[[], Form]] = [
            lambda: ("use", self.entry()),
            lambda: ("rename", self.entry(), self.index(), self.index()),
            lambda: ("sum", self.entry(), self.index(), e()),
            lambda: ("exp", self.entry(), e()),
            lambda: ("constant", self.entry(), e()),
            lambda: ("deriv", inner.relation(), self.variable()),
            lambda: ("root", e(), e(), s(), s(), i()),
            lambda: ("square", e(), i()),
            lambda: ("powers", e(), self.source.randrange(6) - 1),
            lambda: ("log", ((self.source.randrange(5) - 2, e(), s()),), i()),
            lambda: ("linear", e(), e(), self.variable(), e(), i(), i()),
        ]
        return self.pick(options, 5)

    def identity(self) -> Form:
        """An identity certificate."""
        inner = self.deeper()
        pairs = tuple((inner.relation(), inner.expression()) for _ in range(self.source.randrange(3)))
        return ("ident", pairs, inner.sign() if chance(self.source, 40) else None)

    def conditions(self) -> Form:
        """Conditions of being defined."""
        made: list[Form] = []
        while chance(self.source, 50):
            here = replace(self, known=len(made))
            if self.true and chance(self.source, 70):
                made.append(choice(self.source, self.true))
            else:
                made.append((choice(self.source, (">", ">=", "!=")), here.expression(), here.sign()))
        return tuple(made)

    def proof(self, statement: Form) -> Form:
        """A proof of a kind that can fit the statement."""
        match statement[0]:
            case "eq" | "or":
                if chance(self.source, 20):
                    return ("exp", self.sign(), self.identity())
                return ("identity", self.identity())
            case "and":
                return ("all", *(self.proof(part) for part in statement[1:]))
            case "implies":
                return ("discharge", self.entry(), self.entry())
            case "iff":
                return ("discharge", self.entry(), self.entry(), self.entry(), self.entry())
        return ("bounds",) if chance(self.source, 10) else ("sign", self.sign())


@dataclass(frozen=True)
class Falsehood:
    """A false claim, after entries that the checker has accepted."""

    checked: Checked
    claim: Form

    def accepts(self, defined: Form, proof: Form) -> bool:
        """Whether the checker accepts the claim. Malformed counts as no; every other exception is a crash."""
        hash_ = self.checked.hash_of("claim", self.claim)
        try:
            checked = beginning(self.checked, len(self.checked.entries))
            return checked.add("false", "claim", self.claim, (hash_, defined, proof)).accepted
        except Malformed:
            return False


def falsehoods() -> list[Falsehood]:
    """Claims that do not follow from a > 0, x_k >= 0, y' = y, y(0) = 1, a b = 1 and, supposed, c = 0."""
    zero, one, two = (("num", n) for n in "012")
    a, b, c, t, k = (("sym", n) for n in ("a", "b", "c", "t", "K"))
    xi, xj, y = ("coord", "x", "i"), ("coord", "x", "j"), ("app", "y", (0,), (t,))
    every = ("coord", "x", "*1")
    total: Form = ("sum", "k", ("sym", "C"), (), ("coord", "x", "k"))
    fading: Form = ("mul", y, ("fn", "exp", ("neg", t)))
    made = Checked([["interval", t, zero], ["vector", "x"]])
    slope: Form = ("identity", ("ident", ((("use", 2), ("fn", "exp", ("neg", t))),), None))
    entries: list[tuple[str, Form, Any]] = [
        ("where", ("gt", a, zero), ()),
        ("where", ("ge", every, zero), ()),
        ("given", ("eq", ("D", y, t), y), ()),
        ("given", ("eq", ("at", y, t, zero), one), ()),
        ("given", ("eq", ("mul", a, b), one), ()),
        ("step", ("eq", ("D", fading, t), zero), slope),
        ("constant", ("eq", k, fading), 5),
        ("step", ("eq", total, total), ("identity", ("ident", (), None))),
        ("suppose", ("eq", c, zero), ()),
        ("step", ("eq", ("mul", c, a), zero), ("identity", ("ident", ((("use", 8), a),), None))),
    ]
    for role, statement, proof in entries:
        judgement = made.add(role, role, statement, (made.hash_of(role, statement), (), proof))
        assert judgement.accepted, judgement.reason
    root: Form = ("fn", "sqrt", ("pow", t, 2))
    claims: list[Form] = [
        ("eq", one, zero), ("eq", a, one), ("eq", a, b), ("lt", a, zero), ("ge", a, one), ("le", b, zero),
        ("eq", c, zero), ("eq", t, zero), ("eq", y, zero), ("eq", y, one), ("eq", y, ("add", one, t)),
        ("eq", ("D", y, t), zero),
        ("eq", k, zero), ("eq", k, two), ("gt", t, zero), ("ne", t, zero), ("eq", xi, xj), ("eq", xi, zero),
        ("gt", xi, zero), ("ne", xi, xj), ("gt", total, zero), ("eq", total, zero), ("eq", total, ("sym", "C")),
        ("gt", ("sym", "C"), one), ("ge", xi, total), ("eq", ("delta", "i", "j"), one),
        ("eq", ("delta", "i", "j"), zero), ("eq", root, t), ("ge", t, root), ("gt", root, zero),
        ("eq", ("fn", "exp", t), ("add", one, t)), ("lt", ("fn", "exp", t), one), ("ge", ("pow", t, 3), zero),
        ("eq", ("D", total, xj), zero), ("eq", ("at", y, t, one), one), ("eq", ("mul", c, a), zero),
        ("implies", ("eq", c, zero), ("eq", a, one)), ("implies", ("eq", ("mul", c, a), zero), ("eq", t, zero)),
        ("iff", ("eq", c, zero), ("eq", xi, zero)), ("and", ("gt", a, zero), ("gt", t, zero)),
        ("or", ("eq", xi, xj), ("eq", t, zero)), ("gt", ("pow", t, 2), zero), ("le", total, zero),
    ]  # fmt: skip
    return [Falsehood(made, claim) for claim in claims]


def grammar(source: Source, falsehood: Falsehood) -> Grammar:
    """Certificates for a false claim."""
    a, t, x = ("sym", "a"), ("sym", "t"), ("coord", "x", "*1")
    true: list[Form] = [
        (">", a, ("hyp", 0, ())), (">=", x, ("hyp", 1, ())), (">=", ("coord", "x", "i"), ("hyp", 1, (("*1", "i"),))),
        (">=", ("pow", t, 2), ("sq", t)), (">", ("fn", "exp", t), ("exp", t)),
        (">", ("add", ("pow", t, 2), ("num", "1")), ("add", ("sq", t), ("num", "1"))),
        (">=", ("sum", "k", ("sym", "C"), (), ("coord", "x", "k")), ("sum", "*1", (), ("hyp", 1, ()))),
    ]  # fmt: skip
    return Grammar(source, len(falsehood.checked.entries), ("a", "b", "c", "t", "C", "K"), true=true)


def forged(source: Source, falsehood: Falsehood) -> tuple[Form, Form]:
    """(conditions, proof) for a false claim."""
    rules = grammar(source, falsehood)
    defined = rules.conditions()
    return defined, replace(rules, known=len(defined)).proof(falsehood.claim)
