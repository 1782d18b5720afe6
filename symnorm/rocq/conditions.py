"""What is known not to be zero, to be positive, or not to be negative; and what follows of the parts of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from ..checker.calculus.polynomial import Monomial, Number, Polynomial, ratio
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring
from ..checker.calculus.substitution import rename
from .algebra import Algebra, Tree
from .printed import Printer, Unproved, divisors, summed
from .script import Script

REWRITE = {"!=": "same_nonzero", ">": "same_positive", ">=": "same_nonneg"}
SAID = {"!=": "{} <> 0", ">": "0 < {}", ">=": "0 <= {}"}
WEAKER = {(">", "!="): "positive_nonzero", (">", ">="): "positive_nonneg"}


@dataclass(frozen=True)
class Known:
    """A quantity with a sign, and the proof, which may be stated of every channel."""

    sign: str
    value: Quotient
    proof: str
    suppositions: frozenset[int]


def weaker(sign: str, wanted: str, proof: str) -> str:
    """The proof of a sign that a sign implies."""
    return proof if sign == wanted else f"({WEAKER[sign, wanted]} _ {proof})"


def _multiple(a: Quotient, b: Quotient) -> Number | None:
    """The number c with a = c b; None where there is none. With roots, the quotient of equals need not be seen as 1."""
    if not (a and b):
        return None
    c = ratio(a.num.leading()[1], b.num.leading()[1])
    return c if b.scaled(c) == a else (a / b).as_constant()


class Memory:
    """What was proved before, with the suppositions that it rests on."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._found: dict[tuple[str, object], list[tuple[frozenset[int], Any]]] = {}
        self._open: set[tuple[str, object]] = set()

    def once(self, kind: str, key: object, make: Callable[[], Any]) -> Any:
        """What was made before under no other suppositions than are in scope. Raises Unproved where it needs itself."""
        for suppositions, found in self._found.get((kind, key), []):
            if suppositions <= self.script.scope:
                self.script.use(suppositions)
                return found
        if (kind, key) in self._open:
            raise Unproved("what would rest on itself")
        self._open.add((kind, key))
        try:
            with self.script.using() as used:
                made = make()
        finally:
            self._open.discard((kind, key))
        self.script.use(used)
        self._found.setdefault((kind, key), []).append((frozenset(used), made))
        return made

    def forget(self) -> None:
        """Facts whose lemmas were taken back are proved again where they are needed."""
        self._found.clear()


class Conditions:
    """The signs that are known, and proofs from them."""

    def __init__(self, script: Script, memory: Memory) -> None:
        self.script, self.memory = script, memory
        self.printer: Printer = script.printer
        self.ring: Ring = self.printer.ring
        self.algebra = Algebra(script, self)
        self.known: list[Known] = []
        self.moved: Callable[[Quotient, Mapping[str, str]], str] = lambda q, places: "eq_refl"
        """That a normal form, as printed at other indices, is the normal form there: what knows of terms says so."""

    def add(self, known: Known) -> None:
        """A quantity has a sign from now on; and so has the radicand of a root that is not zero."""
        if known in self.known:
            return
        self.known.append(known)
        if known.sign == ">=" or any(i[0] == "*" for i in self.ring.indices(known.value)):
            return
        for a, _ in known.value.num.content():
            key = self.ring.keys[a]
            if key[0] == "sqrt" and not any(k.sign == ">" and k.value == key[1] for k in self.known):
                proof = f"(root_positive _ {self.nonzero(Polynomial.atom(a))})"
                self.add(Known(">", key[1], proof, known.suppositions))

    def every(self, known: Known) -> Known:
        """What is known at an index that stands for every channel, as it is known of all."""
        stars = sorted(i for i in self.ring.indices(known.value) if i[0] == "*")
        if not stars:
            return known
        proof, said = known.proof, SAID[known.sign].format(f"({self.told(known.value)})")
        for star in reversed(stars):
            proof, said = self.closed(star, said, proof), self.forall(star, said)
        return Known(known.sign, known.value, proof, known.suppositions)

    def forall(self, index: str, said: str) -> str:
        """What is said, of every channel."""
        k = self.script.bind(index)
        return f"forall {k}, ({k} < {self.script.size})%nat -> {said}"

    def closed(self, index: str, said: str, proof: str) -> str:
        """What is proved at an index, as a lemma about every channel: the index may stand beside it."""
        k = self.script.bind(index)
        return self.script.lemma(self.forall(index, said), f"(fun {k} r_{k} => {proof})")

    @contextmanager
    def also(self, sign: str, q: Quotient, proof: str) -> Iterator[None]:
        """Within it, a quantity is known to have a sign."""
        known = self.every(Known(sign, q, proof, frozenset()))
        self.known.append(known)
        try:
            yield
        finally:
            self.known.remove(known)

    def told(self, q: Quotient) -> str:
        """A normal form, printed."""
        return self.printer.quotient(q)

    def whole(self, p: Polynomial) -> Quotient:
        """A polynomial as a quotient, as it is."""
        return Quotient(self.ring, p, {})

    def monomial(self, monomial: Monomial) -> Quotient:
        """A monomial as a quotient, as it is."""
        return self.whole(Polynomial({monomial: 1}))

    def either(self, delta: int, pairs: Sequence[tuple[int, int]]) -> str:
        """The proof that a delta is 1, and pairs of generators are equal, or that it is 0."""
        found: str = self.memory.once("either", (delta, tuple(pairs)), lambda: self._either(delta, pairs))
        return found

    def _either(self, delta: int, pairs: Sequence[tuple[int, int]]) -> str:
        _, i, j = self.ring.keys[delta]
        places, atom = f"{self.printer.index(i)} {self.printer.index(j)}", self.printer.atom
        equal = "".join(f" /\\ {atom(a)} = {atom(b)}" for a, b in pairs)
        shown = [f"rewrite <- E'; exact {self.moved(self.whole(Polynomial.atom(a)), {j: i})}." for a, _ in pairs]
        return self.script.lemma(f"delta {places} = 1{equal} \\/ delta {places} = 0", [
            f"destruct (delta_case {places}) as [[E' D']|[N' D']]; [left|right; exact D'].",
            *(["split; [exact D'|]."] if shown else ["exact D'."]),
            *(f"split; [{tactic.removesuffix('.')}|]." for tactic in shown[:-1]), *shown[-1:]])  # fmt: skip

    # --- signs ------------------------------------------------------------------------------------------------

    def signed(self, sign: str, q: Quotient) -> str:
        """The proof that a quantity is positive or not negative. Raises Unproved where that is not known."""
        found: str = self.memory.once(sign, q, lambda: self._signed(sign, q))
        return found

    def _signed(self, sign: str, q: Quotient) -> str:
        said = SAID[sign].format(f"({self.told(q)})")
        if (c := q.as_constant()) is not None and (c > 0 or (sign == ">=" and c == 0)):
            return f"(ltac:(lra) : {said})"
        for known, shown in self._candidates(q):
            if known.sign != "!=" and (known.sign == sign or sign == ">=") and known.value:
                c = _multiple(q, known.value)
                if c is None or c <= 0:
                    continue
                self.script.use(known.suppositions)
                proof = weaker(known.sign, sign, shown())
                if known.value == q:
                    return proof
                number = self.ring.constant(c)
                rule = "Rmult_lt_0_compat" if sign == ">" else "Rmult_le_pos"
                own = f"(ltac:(lra) : {SAID[sign].format(f'({self.told(number)})')})"
                equal = self.algebra.equal(("mul", number, known.value), q)
                return self.script.lemma(said, f"({REWRITE[sign]} _ _ {equal} ({rule} _ _ {own} {proof}))")
        if sign == ">" and not q.den and (proof := self._plainly_positive(q.num)):
            return proof
        if q.den:
            return self._quotient(sign, q)
        raise Unproved(f"the sign of a quantity: {self.printer.whole(q)[:80]} {sign} 0")

    def _quotient(self, sign: str, q: Quotient) -> str:
        """A quotient has a sign, for its numerator has it and all divisors are positive."""
        above = self.signed(sign, self.whole(q.num))
        parts = [f"(pow_lt _ {e} {self.signed('>', self.whole(p))})" for p, e in divisors(q)]
        first, power = divisors(q)[0]
        tree: Tree = ("pow", self.whole(first), power)
        below = parts[0]
        for (p, e), part in zip(divisors(q)[1:], parts[1:], strict=True):
            tree, below = ("mul", tree, ("pow", self.whole(p), e)), f"(Rmult_lt_0_compat _ _ {below} {part})"
        equal = self.algebra.equal(("div", self.whole(q.num), tree), q)
        rule = "Rdiv_lt_0_compat" if sign == ">" else "nonneg_over"
        statement = SAID[sign].format(f"({self.told(q)})")
        return self.script.lemma(statement, f"({REWRITE[sign]} _ _ {equal} ({rule} _ _ {above} {below}))")

    def _plainly_positive(self, p: Polynomial) -> str:
        """The proof that a polynomial in exponentials is positive, where it has no negative coefficient."""
        kinds = {self.ring.keys[a][0] for a in p.atoms()}
        if not (kinds <= {"exp"} and all(c > 0 for c in p.terms.values())):
            return ""
        atoms = list(dict.fromkeys(p.atoms()))
        names = {a: f"v{n}" for n, a in enumerate(atoms)}
        said = "".join(f"0 < {v} -> " for v in names.values())
        binders = f" ({' '.join(names.values())} : R)" if names else ""
        general = self.script.general(f"{binders} : {said}0 < {summed(p, names.__getitem__)}",
                                      [f"intros{' ?' * len(names)}.", "positive."])  # fmt: skip
        taken = [f"({self.printer.atom(a)})" for a in atoms]
        shown = [f"(exp_pos ({self.told(self.ring.keys[a][1])}))" for a in atoms]
        return f"({' '.join([general, *taken, *shown])})"

    def _candidates(self, q: Quotient) -> Iterator[tuple[Known, Callable[[], str]]]:
        """All that has a sign, at the indices of a quantity where it has one in every channel, with the proof."""
        for known in self.known:
            if not known.suppositions <= self.script.scope:
                continue
            stars = sorted(i for i in self.ring.indices(known.value) if i[0] == "*")
            if not stars:
                yield known, partial(str, known.proof)
                continue
            for places in product(sorted(self.ring.indices(q)), repeat=len(stars)):
                value = known.value
                for star, i in zip(stars, places, strict=True):
                    value = rename(value, star, i)
                shown = partial(self._at, known, dict(zip(stars, places, strict=True)))
                yield Known(known.sign, value, "", known.suppositions), shown

    def _at(self, known: Known, places: Mapping[str, str]) -> str:
        """What is known of every channel, at one of them, or at several where it is of every choice of these."""
        applied = "".join(f" {self.printer.index(i)} {self.script.in_range(i)}" for i in places.values())
        proof = f"({known.proof}{applied})"
        for star in places:
            self.script.bind(star)
        moved = self.moved(known.value, places)
        return proof if moved == "eq_refl" else f"({REWRITE[known.sign]} _ _ {moved} {proof})"

    # --- what is not zero -------------------------------------------------------------------------------------

    def nonzero(self, p: Polynomial) -> str:
        """The proof that a polynomial is not zero. Raises Unproved where that is not known."""
        found: str = self.memory.once("!=", p, lambda: self._nonzero(p))
        return found

    def _nonzero(self, p: Polynomial) -> str:
        if p.as_constant() is not None:
            return f"(ltac:(lra) : {self.printer.polynomial(p)} <> 0)"
        for known, shown in self._candidates(self.whole(p)):
            if known.sign != ">=" and (h := known.value.num.divided_by(p)) is not None:
                try:
                    found = self._factor(p, known, shown(), h)
                except Unproved:
                    continue
                self.script.use(known.suppositions)
                return found
        if proof := self._plainly_positive(p):
            return f"(positive_nonzero _ {proof})"
        common = p.content()
        if len(p.terms) == 1 and len(common) == 1 and p.terms[common] == 1:
            return self._power(*common[0])
        if common:
            return self._product(p, common)
        for known, _ in self._candidates(self.whole(p)):
            n = known.value.num
            if known.sign != ">=" and len(n.terms) > 1 and (rest := p.divided_by(n)) is not None:
                return self._split(p, n, rest)
        raise Unproved(f"a divisor: {self.printer.polynomial(p)[:80]}")

    def _split(self, p: Polynomial, n: Polynomial, rest: Polynomial) -> str:
        """p = n times the rest is not zero, for neither is."""
        equal = self.algebra.equal(("mul", self.whole(n), self.whole(rest)), self.whole(p))
        shown = f"(mult_nonzero _ _ {self.nonzero(n)} {self.nonzero(rest)})"
        return self.script.lemma(f"{self.printer.factor(p)} <> 0", f"(same_nonzero _ _ {equal} {shown})")

    def _factor(self, p: Polynomial, known: Known, proof: str, h: Polynomial) -> str:
        """p is not zero, for p h / d is not."""
        proof = weaker(known.sign, "!=", proof)
        if h.as_constant() == 1 and not known.value.den:
            return proof
        rest = Quotient(self.ring, h, known.value.den)
        equal = self.algebra.equal(known.value, ("mul", self.whole(p), rest))
        return self.script.lemma(f"{self.printer.factor(p)} <> 0", f"(nonzero_factor _ _ _ {proof} {equal})")

    def _power(self, a: int, e: int) -> str:
        """A power of a generator is not zero."""
        if e > 1:
            return f"(pow_nonzero _ {e} {self.nonzero(Polynomial.atom(a))})"
        match self.ring.keys[a]:
            case ("exp", q):
                return f"(exp_nonzero ({self.told(q)}))"
            case ("power", base, exponent):
                shown = f"(powerRZ_NOR ({self.told(base)}) ({self.printer.count(exponent)})%Z {self.different(base)})"
                return self.script.lemma(f"{self.printer.atom(a)} <> 0", shown)
            case ("sqrt", q):
                above = self.nonzero(q.num)
                whole = f"(nonzero_over _ _ {above} {self.below(q)})" if q.den else above
                return self.script.lemma(
                    f"{self.printer.atom(a)} <> 0",
                    f"(sqrt_nonzero ({self.told(q)}) {self.signed('>=', q)} {whole})",
                )
        raise Unproved(f"a divisor: {self.printer.atom(a)[:80]}")

    def _product(self, p: Polynomial, common: Monomial) -> str:
        """A product is not zero, for its factors are not."""
        rest = p.over(common)
        parts: list[tuple[Tree, str]] = []
        for a, e in common:
            one = Polynomial.atom(a)
            parts.append((("pow", self.whole(one), e), f"(pow_nonzero _ {e} {self.nonzero(one)})"))
        parts.append((self.whole(rest), self.nonzero(rest)))
        tree, proof = parts[0]
        for other, shown in parts[1:]:
            tree, proof = ("mul", tree, other), f"(mult_nonzero _ _ {proof} {shown})"
        equal = self.algebra.equal(tree, self.whole(p))
        return self.script.lemma(f"{self.printer.factor(p)} <> 0", f"(same_nonzero _ _ {equal} {proof})")

    def below(self, q: Quotient) -> str:
        """The proof that the denominator of a quotient is not zero, as it is printed."""
        parts = [f"(pow_nonzero _ {e} {self.nonzero(p)})" if e > 1 else self.nonzero(p) for p, e in divisors(q)]
        whole = parts[0] if parts else "R1_neq_R0"
        for part in parts[1:]:
            whole = f"(mult_nonzero _ _ {whole} {part})"
        return whole

    def different(self, q: Quotient) -> str:
        """The proof that a quotient is not zero."""
        above = self.nonzero(q.num)
        return f"(nonzero_over _ _ {above} {self.below(q)})" if q.den else above
