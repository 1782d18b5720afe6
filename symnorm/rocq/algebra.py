"""Equations of what is made of normal forms by arithmetic: each is a lemma about real numbers, and an application.

The lemma speaks of numbers alone: every generator is a variable, every factor of a denominator is one, d, of which it
is known that it is not zero and what it is. So what decides them looks at nothing large (see `Rational.v`), all that it
asks for is among the hypotheses, and equations of one shape are one lemma.

    roots     r^2 = n / d becomes s^2 = n d, with r = s / d: a relation between polynomials, where it is needed
    deltas    both cases: delta = 1, where what speaks of one index equals what speaks of the other, and delta = 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import lcm
from typing import Any, NamedTuple, Protocol

from ..checker.calculus.polynomial import Monomial, Polynomial, whole
from ..checker.calculus.quotient import Quotient
from .needed import Standing, needed
from .printed import Printer, divisors, multiplied, summed
from .script import Script
from .statement import _number

Tree = Any
"""A form made by arithmetic, with quotients and forms of which the value is known as its leaves."""


@dataclass(frozen=True)
class Fact:
    """What a term is equal to, with the proof; none where it is printed alike."""

    text: str
    value: Quotient
    proof: str

    @property
    def equality(self) -> str:
        """The proof as a term."""
        return self.proof or "eq_refl"


class Grounds(Protocol):
    """What is known besides the equation."""

    def nonzero(self, p: Polynomial) -> str:
        """The proof that a polynomial is not zero."""

    def signed(self, sign: str, q: Quotient) -> str:
        """The proof that a quotient has a sign."""

    def either(self, delta: int, pairs: Sequence[tuple[int, int]]) -> str:
        """The proof that a delta is 1, and pairs of generators are equal, or that it is 0."""


class Lemma(NamedTuple):
    """A lemma about real numbers: what it says, and the tactics that prove it."""

    statement: str
    script: list[str]


@dataclass
class Equation:
    """An equation between two trees, taken apart into variables and what is known of them."""

    printer: Printer
    facts: Mapping[Tree, Fact]
    atoms: dict[int, str] = field(default_factory=dict)
    """The variables of generators."""
    below: dict[Polynomial, str] = field(default_factory=dict)
    """Those of polynomials by which something is divided, and which are no generators."""
    single: dict[int, None] = field(default_factory=dict)
    """The generators by which something is divided."""
    used: dict[Tree, str] = field(default_factory=dict)
    """The variables of terms that have another normal form."""
    divisors: set[Tree] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=dict)
    """What stands for generators in the case that is looked at."""

    @property
    def ring(self) -> Any:
        """The ring of all quotients."""
        return self.printer.ring

    # --- what stands in it ------------------------------------------------------------------------------------

    def note(self, tree: Tree, is_divisor: bool = False) -> None:
        """Takes in a tree and all that it is made of."""
        value = tree if isinstance(tree, Quotient) else self.facts[tree].value if tree in self.facts else None
        if value is not None:
            self._note_quotient(value)
            if is_divisor:
                self.divisors.add(tree)
                self._divide(value.num)
            if not isinstance(tree, Quotient) and self.facts[tree].proof:
                self.used.setdefault(tree, f"u{len(self.used)}")
            return
        match tree:
            case ("num", _):
                return
            case ("add" | "mul" | "neg", *parts):
                for n, part in enumerate(parts):
                    self.note(part[1] if tree[0] == "add" and n and _is_negative(part) else part, is_divisor)
            case ("div", a, b):
                self.note(a, is_divisor)
                self.note(b, is_divisor=True)
            case ("pow", a, n):
                self.note(a, is_divisor or n < 0)
            case _:
                raise KeyError(tree)

    def _note_quotient(self, q: Quotient) -> None:
        for a in sorted(q.num.atoms(), reverse=True):
            self._note_atom(a)
        for p in q.den:
            self._divide(p)

    def _note_atom(self, a: int) -> None:
        match self.ring.keys[a]:
            case ("inv", p):
                self._divide(p)
                return
            case ("sqrt", q) if a not in self.atoms:
                self._note_quotient(q)
        self.atoms.setdefault(a, f"v{len(self.atoms)}")

    def _divide(self, p: Polynomial) -> None:
        if p.as_constant() is not None or p in self.below:
            return
        for a in sorted(p.atoms(), reverse=True):
            self._note_atom(a)
        if (one := _single(p)) is not None:
            self.single[one] = None
        else:
            self.below.setdefault(p, f"d{len(self.below)}")

    # --- how it is printed ------------------------------------------------------------------------------------

    def atom(self, a: int) -> str:
        """A generator."""
        key = self.ring.keys[a]
        return f"(1 / ({self.factor(key[1])}))" if key[0] == "inv" else self.names.get(a) or self.atoms[a]

    def factor(self, p: Polynomial) -> str:
        """What something is divided by."""
        a = _single(p)
        return self.below[p] if a is None else self.atom(a)

    def quotient(self, q: Quotient, is_divisor: bool = False) -> str:
        """A quotient; with a name for its numerator if something is divided by it."""
        above = self.below.get(q.num, "") if is_divisor else ""
        above = above or summed(q.num, self.atom)
        return f"({above}) / ({self.denominator(q)})" if q.den else above

    def denominator(self, q: Quotient) -> str:
        """The denominator of a quotient."""
        factors = [(self.factor(p), e) for p, e in divisors(q)]
        return " * ".join(f"({p})" if e == 1 else f"({p}) ^ {e}" for p, e in factors)

    def tree(self, tree: Tree) -> str:
        """A tree, in parentheses."""
        is_divisor = tree in self.divisors
        if isinstance(tree, Quotient):
            return f"({self.quotient(tree, is_divisor)})"
        if tree in self.facts:
            return self.used.get(tree) or f"({self.quotient(self.facts[tree].value, is_divisor)})"
        match tree:
            case ("num", value):
                return f"({_number(value)[0]})"
            case ("add", first, *rest):
                text = self.tree(first)
                for part in rest:
                    text += f" - {self.tree(part[1])}" if _is_negative(part) else f" + {self.tree(part)}"
                return f"({text})"
            case ("mul", *parts):
                return f"({' * '.join(map(self.tree, parts))})"
            case ("neg", a):
                return f"(- {self.tree(a)})"
            case ("div", a, b):
                return f"({self.tree(a)} / {self.tree(b)})"
            case ("pow", a, n):
                return f"({self.tree(a)} ^ {n})" if n >= 0 else f"(/ {self.tree(a)} ^ {-n})"
        raise KeyError(tree)

    # --- what is known ----------------------------------------------------------------------------------------

    def roots(self) -> list[int]:
        """The roots, inner ones first."""
        found = [a for a in self.atoms if self.ring.keys[a][0] == "sqrt"]
        return sorted(found, key=lambda a: (len(self.ring.inside[a]), -a))

    def deltas(self) -> dict[int, list[tuple[int, int]]]:
        """The deltas, each with the pairs of generators that are equal where it is 1."""
        found = {}
        for delta in self.atoms:
            if self.ring.keys[delta][0] == "delta":
                _, i, j = self.ring.keys[delta]
                change = self.ring.renaming(j, i)
                pairs = []
                for a in self.atoms:
                    if a != delta and j in self.ring.indices_of[a]:
                        image = change(Quotient(self.ring, Polynomial.atom(a), {})).as_atom()
                        if image is not None and image in self.atoms:
                            pairs.append((a, image))
                found[delta] = pairs
        return found

    def lemma(self, left: Tree, right: Tree, conclusion: str = "") -> Lemma:
        """The equation as a lemma about numbers."""
        variables = [*self.atoms.values(), *self.below.values(), *self.used.values()]
        said = []
        deltas = self.deltas()
        for delta, pairs in deltas.items():
            equal = "".join(f" /\\ {self.atoms[a]} = {self.atoms[b]}" for a, b in pairs)
            said.append(f"{self.atoms[delta]} = 1{equal} \\/ {self.atoms[delta]} = 0")
        for a in self.roots():
            said.append(f"root {self.atoms[a]} ({self.quotient(self.ring.keys[a][1])})")
        for p, d in self.below.items():
            said += [f"{d} <> 0", f"named {d} ({summed(p, self.atom)})"]
        said += [f"{self.atoms[a]} <> 0" for a in self.single]
        for tree, u in self.used.items():
            said.append(f"{u} = {self.quotient(self.facts[tree].value, tree in self.divisors)}")
        binders = f" ({' '.join(variables)} : R)" if variables else ""
        premises = "".join(f"({s}) -> " for s in said)
        statement = f"{binders} : {premises}{self.tree(left)} = {self.tree(right)}"
        return Lemma(statement, self._script(deltas, (left, right)))

    def _script(self, deltas: Mapping[int, Sequence[tuple[int, int]]], sides: tuple[Tree, Tree]) -> list[str]:
        names = [f"Z{n}" for n in range(len(deltas))] + [f"R{n}" for n in range(len(self.roots()))]
        names += [name for n in range(len(self.below)) for name in (f"N{n}", f"D{n}")]
        names += [f"M{n}" for n in range(len(self.single))] + [f"U{n}" for n in range(len(self.used))]
        lines = [f"intros {' '.join(names)}."] if names else []
        if not deltas:
            return [*lines, *self._case(sides, [], {})]
        for n, pairs in enumerate(deltas.values()):
            taken = nested([f"Z{n}", *(f"P{n}_{k}" for k in range(len(pairs)))])
            lines.append(f"{'all: ' if n else ''}destruct Z{n} as [{taken}|Z{n}].")
        for case in product((True, False), repeat=len(deltas)):
            merged = [
                pair for holds, pairs in zip(case, deltas.values(), strict=True) if holds for pair in pairs
            ]
            values: dict[int, bool] = {}
            same = _classes(merged)
            is_possible = all(values.setdefault(same(d), holds) == holds for d, holds in zip(deltas, case, strict=True))
            holding = dict(zip(deltas, case, strict=True))
            own = self._case(sides, merged, holding) if is_possible else ["exfalso; lra."]
            lines.append(f"{{ {' '.join(own)} }}")
        return lines

    def _substituted(self, merged: Sequence[tuple[int, int]], holding: Mapping[int, bool]) -> Iterator[str]:
        """Puts numbers for deltas, one generator for those that are equal, and normal forms for terms."""
        self.names = {delta: str(int(holds)) for delta, holds in holding.items()}
        yield from (f"subst {self.atoms[delta]}." for delta in holding)
        others = [(a, b) for a, b in merged if a not in holding and b not in holding]
        for n, (a, b) in enumerate(others):
            before = _classes(others[:n])
            if before(a) != before(b):
                yield f"subst {self.atoms[before(a)]}."
        same = _classes(others)
        self.names |= {a: self.atoms[same(a)] for pair in others for a in pair}
        yield from (f"subst {u}." for u in self.used.values())

    def _case(
        self, sides: tuple[Tree, Tree], merged: Sequence[tuple[int, int]], holding: Mapping[int, bool]
    ) -> Iterator[str]:
        """The tactics where pairs of generators are equal, and deltas are 1 or 0."""
        same = _classes(merged)
        yield from self._substituted(merged, holding)
        wanted, known = needed(self, sides, same, holding), Standing(self, holding)
        roots: dict[int, tuple[int, int]] = {}
        for n, a in enumerate(self.roots()):
            roots.setdefault(same(a), (n, a))
        scaled: dict[int, tuple[str, str]] = {}
        for n, a in roots.values() if wanted.roots else ():
            q = self.ring.keys[a][1]
            moved = {b: s for b, s in scaled.items() if any(same(b) == same(c) for c in q.num.atoms())}
            if not q.den and not moved and is_whole(q.num):
                known.given.append(f"R{n}")
                continue
            below = self.denominator(q) if q.den else "1"
            if moved or not is_whole(q.num):
                factor, above = self._homogeneous(q.num, scaled, same)
                below = f"({below}) * ({factor})"
                yield f"apply (root_over _ _ ({above}) ({below})) in R{n}; [|{known.rational}]."
            yield f"destruct (scaled _ _ _ R{n} ltac:(standing)) as [s{n} [Q{n} S{n}]]. subst {self.atom(a)}."
            scaled[a] = f"s{n}", below
            known.scaled(self.atom(a), n, [k for k, b in enumerate(self.single) if same(b) == same(a)])
        for n, (p, d) in enumerate(self.below.items() if wanted.divisors else ()):
            if any(same(b) == same(c) for b in scaled for c in p.atoms()) or not is_whole(p):
                factor, above = self._homogeneous(p, scaled, same)
                yield (f"destruct (rescaled {d} _ ({factor}) ({above}) D{n} N{n} ltac:(standing) "
                       f"ltac:({known.rational})) as [e{n} [Q{n}' [D{n}' N{n}']]]. subst {d}.")  # fmt: skip
                known.rescaled(d, n)
            else:
                known.given.append(f"D{n}")
        yield from (f"apply over_nonzero in M{k}." for k in known.over)
        known.nonzero += [f"M{k}" for k in known.over]
        yield f"{known.with_given}."

    def _homogeneous(
        self, p: Polynomial, scaled: Mapping[int, tuple[str, str]], same: Callable[[int], int]
    ) -> tuple[str, str]:
        """(k, q) with q = p k a polynomial with whole coefficients, where roots in p are quotients."""
        places = {same(a): s for a, s in scaled.items()}

        def degrees(monomial: Monomial) -> dict[int, int]:
            found: dict[int, int] = {}
            for a, e in monomial:
                if same(a) in places:
                    found[same(a)] = found.get(same(a), 0) + e
            return found

        top: dict[int, int] = {}
        for monomial in p.terms:
            for a, e in degrees(monomial).items():
                top[a] = max(top.get(a, 0), e)
        times = lcm(*(c.denominator for c in p.terms.values()))
        factor = " * ".join([str(times), *(f"({places[a][1]}) ^ {e}" for a, e in top.items())])
        parts = []
        for monomial, c in p.terms.items():
            own = degrees(monomial)
            rest = tuple(f for f in monomial if same(f[0]) not in places)
            text = f"({'-' if c < 0 else ''}{multiplied(rest, whole(max(c, -c) * times), self.atom)})"
            text += "".join(f" * {places[a][0]} ^ {e}" for a, e in own.items())
            text += "".join(
                f" * ({places[a][1]}) ^ {m - own.get(a, 0)}" for a, m in top.items() if m > own.get(a, 0)
            )
            parts.append(text)
        return factor, " + ".join(parts)


def _single(p: Polynomial) -> int | None:
    """The generator that a polynomial is."""
    found = p.as_monomial()
    return found[0][0][0] if found and found[1] == 1 and len(found[0]) == 1 and found[0][0][1] == 1 else None


def is_whole(p: Polynomial) -> bool:
    """Whether all coefficients are whole numbers: others are no constants for `ring`."""
    return all(c.denominator == 1 for c in p.terms.values())


def _is_negative(tree: Tree) -> bool:
    return isinstance(tree, tuple) and tree[0] == "neg"


def nested(names: Sequence[str]) -> str:
    """A pattern that takes a conjunction apart."""
    text = names[-1]
    for name in reversed(names[:-1]):
        text = f"[{name} {text}]"
    return text


def _classes(pairs: Sequence[tuple[int, int]]) -> Callable[[int], int]:
    """A representative of each generator, where pairs of them are equal."""
    leader: dict[int, int] = {}

    def find(a: int) -> int:
        while a in leader:
            a = leader[a]
        return a

    for a, b in pairs:
        if find(a) != find(b):
            leader[find(a)] = find(b)
    return find


class Algebra:
    """Proves equations, each shape once."""

    def __init__(self, script: Script, grounds: Grounds) -> None:
        self.script, self.printer, self.grounds = script, script.printer, grounds
        self._lemmas: dict[str, str] = {}

    def forget(self) -> None:
        """Lemmas that were taken back are written again where they are needed."""
        self._lemmas.clear()

    def equal(self, left: Tree, right: Tree, facts: Mapping[Tree, Fact] | None = None) -> str:
        """The proof that two trees are equal."""
        own = Equation(self.printer, facts or {})
        own.note(left)
        own.note(right)
        if own.tree(left) == own.tree(right):
            return "eq_refl"
        statement, script = own.lemma(left, right)
        grounds = self.grounds
        arguments = [*(f"({self.printer.atom(a)})" for a in own.atoms)]
        arguments += [f"({self.printer.factor(p)})" for p in own.below]
        arguments += ["_"] * len(own.used)
        arguments += [grounds.either(delta, pairs) for delta, pairs in own.deltas().items()]
        for a in own.roots():
            q = own.ring.keys[a][1]
            arguments.append(f"(root_square ({self.printer.quotient(q)}) {grounds.signed('>=', q)})")
        for p in own.below:
            arguments += [grounds.nonzero(p), "eq_refl"]
        arguments += [grounds.nonzero(Polynomial.atom(a)) for a in own.single]
        arguments += [own.facts[tree].proof for tree in own.used]
        name = self._lemmas.get(statement)
        if name is None:
            name = self._lemmas[statement] = self.script.general(statement, script)
        return f"({' '.join([name, *arguments])})"
