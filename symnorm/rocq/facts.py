"""Facts about single terms: that what is written equals its normal form, and what its derivative is.

A fact follows the structure of its term. Sums, quotients and powers of other terms are one step: these are rewritten
first, and `field` does the rest, with every root as a variable whose square is a polynomial. A sum over channels is
taken apart into moments; a derivative has one rule for each constructor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..checker.calculus.normal import Normalizer, renamed
from ..checker.calculus.polynomial import Monomial, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.substitution import rename
from ..checker.forms import Form, free_indices, varies_in
from .document import Document
from .printed import Printer, Unproved
from .script import Script

ARITHMETIC = ("num", "add", "mul", "neg", "div", "pow")
REWRITE = {"!=": "same_nonzero", ">": "same_positive", ">=": "same_nonneg"}
SAID = {"!=": "{} <> 0", ">": "0 < {}", ">=": "0 <= {}"}


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


@dataclass(frozen=True)
class Known:
    """A quantity with a sign, and the proof, which may be stated of every channel."""

    sign: str
    value: Quotient
    proof: str
    suppositions: frozenset[int]


class Facts:
    """All facts of one theorem, each of them proved once."""

    def __init__(self, document: Document, normal: Normalizer) -> None:
        self.normal, self.ring = normal, normal.ring
        self.printer = Printer(self.ring, document.setting)
        self.script = Script(document, self.printer)
        self.known: list[Known] = []
        self._facts: dict[tuple[str, object], list[tuple[frozenset[int], object]]] = {}

    def _once(self, kind: str, key: object, make):  # type: ignore[no-untyped-def]
        """What was made before under no other suppositions than are in scope."""
        for suppositions, found in self._facts.get((kind, key), []):
            if suppositions <= self.script.scope:
                self.script.use(suppositions)
                return found
        with self.script.using() as used:
            made = make()
        self.script.use(used)
        self._facts.setdefault((kind, key), []).append((frozenset(used), made))
        return made

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

    def forget(self) -> None:
        """Facts whose lemmas were taken back are proved again where they are needed."""
        self._facts.clear()

    @property
    def dimension(self) -> Form:
        """The number of channels."""
        assert self.normal.dimension is not None
        return self.normal.dimension

    def said(self, e: Form) -> str:
        """An expression as it is written."""
        return self.script.translator.term(e)

    def value(self, e: Form) -> Quotient:
        """The normal form of an expression."""
        found: Quotient = self.normal._normal(e).value
        return found

    def told(self, q: Quotient) -> str:
        """A normal form, printed."""
        return self.printer.quotient(q)

    # --- terms ------------------------------------------------------------------------------------------------

    def fact(self, e: Form) -> Fact:
        """That an expression equals its normal form."""
        found: Fact = self._once("value", e, lambda: self._fact(e))
        return found

    def _fact(self, e: Form) -> Fact:
        text, q = self.said(e), self.value(e)
        if text == self.told(q):
            return Fact(text, q, "")
        if e[0] == "def":
            return Fact(text, q, self.fact(e[3]).equality)
        proof = self.script.lemma(f"{text} = {self.told(q)}", lambda: self._proof(e, q), free_indices(e))
        return Fact(text, q, proof)

    def _proof(self, e: Form, q: Quotient) -> list[str]:
        match e:
            case (kind, *_) if kind in ARITHMETIC:
                leaves = [self.fact(leaf) for leaf in self.leaves(e)]
                return [*self.rewriting(leaves), *self.closing([*(f.value for f in leaves), q], leaves)]
            case ("delta", i, j):
                return [f"apply {'delta_same' if i == j else 'delta_sym'}."]
            case ("fn", "sqrt", a):
                return [*self.rewriting([self.fact(a)]), *self._root(self.value(a), q)]
            case ("fn", "exp", a):
                return [*self.rewriting([self.fact(a)]), *self._exponential(self.value(a), q)]
            case ("fn", "tanh", a):
                square = self.fact(("fn", "exp", ("mul", ("num", "2"), a)))
                return [f"rewrite (tanh_double ({self.said(a)})).", *self.rewriting([square]),
                        *self.closing([square.value, q], [square])]  # fmt: skip
            case ("fn", "log", a):
                return [*self.rewriting([self.fact(a)]), "first [reflexivity | apply ln_1 | apply ln_exp]."]
            case ("sum", k, _, excluded, body):
                return self._sum(e, k, excluded, body, q)
            case ("D", a, v):
                _, proof = self.slope(a, v)
                rule = "p_value _ _ _ _" if v[0] == "coord" else "d_value _ _ _"
                return [f"exact ({rule} {proof})."]
        raise Unproved(f"a value of {e[0]}")

    def leaves(self, e: Form) -> list[Form]:
        """What an arithmetic expression is made of: what is no arithmetic, and its divisors."""
        return list(dict.fromkeys(self._leaves(e)))

    def _leaves(self, e: Form) -> Iterator[Form]:
        match e:
            case ("num", _):
                return
            case ("add" | "mul" | "neg", *parts):
                for part in parts:
                    yield from self._leaves(part)
            case ("div", a, b):
                yield from self._leaves(a)
                yield b
            case ("pow", a, n):
                yield from self._leaves(a) if n >= 0 else [a]
            case _:
                yield e

    def rewriting(self, facts: Sequence[Fact]) -> list[str]:
        """Puts normal forms in the place of terms, the longest ones first."""
        ordered = sorted((f for f in facts if f.proof), key=lambda f: -len(f.text))
        return [f"try rewrite ({f.proof} : {f.text} = {self.told(f.value)})." for f in ordered]

    def _root(self, inner: Quotient, q: Quotient) -> list[str]:
        if not q:
            return ["apply sqrt_0."]
        if (c := q.as_constant()) is not None:
            return [f"replace ({self.told(inner)}) with ({c} ^ 2) by field.", "apply sqrt_pow2; lra."]
        ((monomial, c),) = q.num.terms.items()
        if c == 1:
            return ["reflexivity."]
        rest = self.ring.keys[monomial[0][0]][1]
        return [f"replace ({self.told(inner)}) with (({c}) ^ 2 * ({self.told(rest)})).",
                f"2: {{ {' '.join(self.closing([inner, rest]))} }}",
                f"rewrite sqrt_scaled; [|lra|exact {self.signed('>=', rest)}].",
                *self.closing([q])]  # fmt: skip

    def _exponential(self, inner: Quotient, q: Quotient) -> list[str]:
        """exp of a sum, term by term: exp(c u) is a power of exp(u)."""
        terms, lines = [], []
        for monomial, c in inner.num.terms.items():
            unit = self.ring.quotient(Polynomial({monomial: Fraction(1, c.denominator)}), inner.den)
            if any(self.ring.keys[a][0] == "log" for a, _ in monomial):
                raise Unproved("an exponential of a logarithm")
            terms.append((f"({c.numerator}) * ({self.told(unit)})", unit))
            rule = "exp_multiple" if c > 0 else "exp_divided"
            lines.append(f"rewrite ({rule} {abs(c.numerator)} ({c.numerator}) ({self.told(unit)})) by (simpl; lra).")
        if not terms:
            return ["apply exp_0."]
        total = " + ".join(t for t, _ in terms)
        values = [inner, *(u for _, u in terms)]
        return [f"replace ({self.told(inner)}) with ({total}).",
                f"2: {{ {' '.join(self.closing(values))} }}",
                "rewrite ?exp_plus.", *lines, *self.closing([q])]  # fmt: skip

    # --- the end of a proof -----------------------------------------------------------------------------------

    def closing(self, values: Sequence[Quotient], divisors: Sequence[Fact] = ()) -> list[str]:
        """Tactics that prove an equation of what is made of these normal forms.

        Where a delta stands, both of its cases are looked at. A root becomes a variable s, over a denominator; its
        square is a polynomial. All that is divided by is known not to be zero.
        """
        below = dict.fromkeys(p for q in values for p in q.den)
        below.update(dict.fromkeys(f.value.num for f in divisors if f.value.num.as_constant() is None))
        roots = list(dict.fromkeys(self.printer.tops("sqrt", *values)))
        inner = [self.ring.keys[a][1] for a in roots]
        below.update(dict.fromkeys(p for q in inner for p in q.den))
        lines = []
        for n, p in enumerate(below):
            proof = self.nonzero(p, is_needed=any(p in q.den for q in (*values, *inner)))
            if proof:
                lines.append(f"pose proof ({proof}) as N{n}'.")
        for n, q in enumerate(inner):
            if any(self.ring.keys[b][0] == "sqrt" for p in q.den for b in p.atoms()):
                raise Unproved("a root over a denominator with a root")
            rule = f"root_over _ ({self.printer.polynomial(q.num)}) ({self.printer.below(q)}) eq_refl" if q.den else (
                f"root_poly ({self.told(q)})"
            )
            condition = f" (ltac:(conditions) : {self.printer.below(q)} <> 0)" if q.den else ""
            lines.append(f"destruct ({rule} {self.signed('>=', q)}{condition}) as [t{n}' [E{n}' S{n}']].")
            if above := self.nonzero(q.num, is_needed=False):
                tail = f" (mult_nonzero _ _ {above}{condition})" if q.den else f" {above}"
                lines.append(f"pose proof (square_nonzero _ _ S{n}'{tail}) as M{n}'.")
        for n in range(len(roots)):
            lines.append(f"try rewrite E{n}' in *.")
        for a in dict.fromkeys(self.printer.tops("delta", *values)):
            _, i, j = self.ring.keys[a]
            lines.append(
                f"all: destruct (delta_case {self.printer.index(i)} {self.printer.index(j)}) as [[e' d']|[e' d']];"
                " rewrite ?d' in *; clear d'; try rewrite e' in *."
            )
        given = f" [{' '.join(f'S{n}{chr(39)}' for n in range(len(roots)))}]" if roots else ""
        return [*lines, f"all: field{given}; conditions."]

    # --- signs ------------------------------------------------------------------------------------------------

    def signed(self, sign: str, q: Quotient) -> str:
        """The proof that a quantity is positive or not negative. Raises Unproved where that is not known."""
        found: str = self._once(sign, q, lambda: self._signed(sign, q))
        return found

    def _signed(self, sign: str, q: Quotient) -> str:
        if (c := q.as_constant()) is not None and (c > 0 or (sign == ">=" and c == 0)):
            return f"(ltac:(lra) : {SAID[sign].format(self.told(q))})"
        for known in self._candidates(q):
            if known.sign == sign or (known.sign == ">" and sign == ">="):
                ratio = q / known.value if known.value else q
                c = ratio.as_constant()
                if c is None or c <= 0:
                    continue
                self.script.use(known.suppositions)
                proof = known.proof if known.sign == sign else f"(positive_nonneg _ {known.proof})"
                if c == 1:
                    return proof
                rule = "Rmult_lt_0_compat" if sign == ">" else "Rmult_le_pos"
                lines = [f"apply ({REWRITE[sign]} (({c}) * ({self.told(known.value)}))).",
                         f"{{ {' '.join(self.closing([q, known.value]))} }}",
                         f"apply {rule}; [lra|exact {proof}]."]  # fmt: skip
                return self.script.lemma(SAID[sign].format(f"({self.told(q)})"), lines, self.ring.indices(q))
        if sign == ">" and (proof := self._plainly_positive(q.num)) and not q.den:
            return proof
        raise Unproved(f"the sign of a quantity: {self.told(q)[:80]} {sign} 0")

    def _plainly_positive(self, p: Polynomial) -> str:
        """The proof that a polynomial in exponentials is positive, where it has no negative coefficient."""
        kinds = {self.ring.keys[a][0] for a in p.atoms()}
        if kinds <= {"exp"} and all(c > 0 for c in p.terms.values()):
            return self.script.lemma(f"0 < {self.printer.polynomial(p)}", lambda: ["positive."],
                                     self.ring.indices(Quotient(self.ring, p, {})))  # fmt: skip
        return ""

    def _candidates(self, q: Quotient) -> Iterator[Known]:
        """All that has a sign, at the indices of a quantity where it has one in every channel."""
        for known in self.known:
            if not known.suppositions <= self.script.scope:
                continue
            stars = sorted(i for i in self.ring.indices(known.value) if i[0] == "*")
            if not stars:
                yield known
            elif len(stars) == 1:
                for i in sorted(self.ring.indices(q)):
                    value = rename(known.value, stars[0], i)
                    at = f"({known.proof} {self.printer.index(i)} {self.script.in_range(i)})"
                    yield Known(known.sign, value, at, known.suppositions)

    def nonzero(self, p: Polynomial, is_needed: bool = True) -> str:
        """The proof that a polynomial is not zero; nothing where it is not known and not needed."""
        try:
            found: str = self._once("!=", p, lambda: self._nonzero(p))
        except Unproved:
            if is_needed:
                raise
            return ""
        return found

    def _nonzero(self, p: Polynomial) -> str:
        if p.as_constant() is not None:
            return f"(ltac:(lra) : {self.printer.polynomial(p)} <> 0)"
        text = self.printer.polynomial(p)
        own = Quotient(self.ring, p, {})
        for known in self._candidates(own):
            if known.sign == ">=":
                continue
            n = known.value.num
            h = n.divided_by(p)
            if h is None:
                continue
            self.script.use(known.suppositions)
            proof = f"(positive_nonzero _ {known.proof})" if known.sign == ">" else known.proof
            if known.value.den:
                factors = [f for f in known.value.den if f != p]
                proof_of_d = [f"pose proof ({self.nonzero(f)}) as N{i}'." for i, f in enumerate(factors)]
                above = self.printer.polynomial(n)
                lines = [*proof_of_d,
                         f"apply (nonzero_factor ({above}) _ ({self.printer.polynomial(h)})); [|field].",
                         f"intros Z'; apply ({proof}); rewrite Z'; unfold Rdiv; ring."]  # fmt: skip
            elif h.as_constant() == 1:
                return proof
            else:
                lines = [f"apply (nonzero_factor _ _ ({self.printer.polynomial(h)}) {proof}); field."]
            return self.script.lemma(f"{text} <> 0", lines, self.ring.indices(own))
        if proof := self._plainly_positive(p):
            return f"(positive_nonzero _ {proof})"
        single = p.as_monomial()
        if single and len(single[0]) == 1 and single[0][0][1] == 1:
            (a, _), = single[0]
            key = self.ring.keys[a]
            if key[0] == "exp" and single[1] == 1:
                return f"(exp_nonzero ({self.told(key[1])}))"
            if key[0] == "sqrt" and single[1] == 1:
                above = self.nonzero(key[1].num)
                rest = [f"pose proof ({self.nonzero(f)}) as N{i}'." for i, f in enumerate(key[1].den)]
                return self.script.lemma(f"{text} <> 0", lambda: [
                    f"pose proof ({above}) as N'.", *rest,
                    f"apply sqrt_nonzero; [exact {self.signed('>=', key[1])}|].", "nonzero_quotient."],
                    self.ring.indices(own))  # fmt: skip
        common = p.content()
        if common and not (single and len(common) == 1 and common[0][1] == 1):
            rest_ = p.over(common)
            parts = [self.nonzero(Polynomial.atom(a)) for a, _ in common]
            if rest_.as_constant() is None:
                parts.append(self.nonzero(rest_))
            product = " * ".join([self.printer.monomial(common), f"({self.printer.polynomial(rest_)})"])
            return self.script.lemma(f"{text} <> 0", lambda: [
                *(f"pose proof ({part}) as N{i}'." for i, part in enumerate(parts)),
                f"apply (same_nonzero ({product})); [field|].", "nonzero."], self.ring.indices(own))  # fmt: skip
        raise Unproved(f"a divisor: {text[:80]}")

    # --- sums -------------------------------------------------------------------------------------------------

    def _sum(self, e: Form, k: str, excluded: tuple[str, ...], body: Form, q: Quotient) -> list[str]:
        fresh = self.ring.fresh_index(k)
        own = self.script.bind(fresh)
        inner = self.fact(renamed(body, k, fresh))
        whole, moments = self.moments(inner.value, fresh)
        length = self.script.setting.dimensions[0]
        terms = f"(sum_ext {length} _ (fun {own} => {self.told(inner.value)}) (fun {own} r_{own} => {inner.equality}))"
        equal = f"(eq_trans {terms} {moments})"
        if not excluded:
            return [f"exact {equal}."]
        places = [self.script.printer.index(i) for i in excluded]
        ranges = [self.script.in_range(i) for i in excluded]
        rule = ("", "sum_but_all", "sum_but_two_all")[len(excluded)]
        at = [self.fact(renamed(body, k, i)) for i in excluded]
        deltas = [self.ring.delta(*excluded)] if len(excluded) == 2 else []
        return [f"rewrite ({rule} {length} {' '.join(places)} _ {' '.join(ranges)}).", "cbv beta.",
                f"replace ({self.said(('sum', k, e[2], (), body))}) with ({self.told(whole)}) "
                f"by exact (eq_sym {equal}).",
                *self.rewriting(at), *self.closing([whole, q, *(f.value for f in at), *deltas])]  # fmt: skip

    def moments(self, q: Quotient, index: str) -> tuple[Quotient, str]:
        """The sum of a quantity over an index: its value, and the proof of that."""
        dimension = self.ring.generator(self.dimension)
        whole = self.ring.sum(q, index, dimension)
        found: str = self._once("moments", (q, index), lambda: self._moments(q, index, whole))
        return whole, found

    def _moments(self, q: Quotient, index: str, whole: Quotient) -> str:
        ring, told = self.ring, self.told
        own, length = self.printer.letters[index], self.script.setting.dimensions[0]
        dimension = ring.generator(self.dimension)
        outside: dict[Polynomial, int] = {}
        inside = Polynomial.constant(1)
        for p, e in q.den.items():
            if any(index in ring.indices_of[a] for a in p.atoms()):
                inside = inside * Polynomial.atom(ring.atom(("inv", p)), e)
            else:
                outside[p] = e
        over = ring.quotient(Polynomial.constant(1), outside)
        parts: list[tuple[Quotient, str, str, str]] = []
        images: list[Quotient] = []
        for monomial, c in (q.num * inside).terms.items():
            free = Quotient(ring, Polynomial({tuple(f for f in monomial if index not in ring.indices_of[f[0]]): c}), {})
            bound = tuple(f for f in monomial if index in ring.indices_of[f[0]])
            deltas = [a for a, _ in bound if ring.keys[a][0] == "delta"]
            factor = free * over
            if deltas:
                _, i, j = ring.keys[deltas[0]]
                other = j if i == index else i
                rest = tuple(f for f in bound if f[0] != deltas[0])
                if dict(bound)[deltas[0]] != 1:
                    raise Unproved("a power of a delta in a sum")
                b = f"delta {own} {self.printer.index(other)} * ({self.printer.monomial(rest)})"
                function = f"(fun {own} => {self.printer.monomial(rest)})"
                images.append(rename(Quotient(ring, Polynomial({rest: 1}), {}), index, other))
                value = f"(({function}) {self.printer.index(other)})"
                proof = f"(sum_delta {length} {self.printer.index(other)} {function} {self.script.in_range(other)})"
            elif not bound:
                b, value, proof = "1", f"INR {length}", f"(sum_one {length})"
            else:
                moment = ring._sum_monomial(bound, index, dimension)
                number = moment.as_atom()
                key = () if number is None else ring.keys[number]
                if key[:1] != ("sum",) or ring.level(bound) != ring.level(key[2]):
                    raise Unproved("a sum of sums")
                b = self._of_moment(key[2], own)
                value, proof = told(moment), "eq_refl"
            parts.append((factor, b, value, proof))
        if not parts:
            return self.script.lemma(f"sum {length} (fun {own} => {told(q)}) = 0", lambda: ["apply sum_zero."],
                                     ring.indices(q) - {index})  # fmt: skip
        def prove() -> list[str]:
            f, b, v, proof = parts[-1]
            split, total = f"({told(f)}) * ({b})", f"({told(f)}) * {v}"
            term = f"(sum_last {length} ({told(f)}) (fun {own} => {b}) ({v}) {proof})"
            for f, b, v, proof in reversed(parts[:-1]):
                term = (f"(sum_step {length} ({told(f)}) (fun {own} => {b}) (fun {own} => {split}) ({v}) ({total}) "
                        f"{proof} {term})")  # fmt: skip
                split, total = f"({told(f)}) * ({b}) + ({split})", f"({told(f)}) * {v} + ({total})"
            factors = [f for f, *_ in parts]
            return [f"transitivity (sum {length} (fun {own} => {split})).",
                    f"{{ apply sum_ext; intros {own} r_{own}. {' '.join(self.closing([q, *factors]))} }}",
                    f"transitivity ({total}).",
                    f"{{ exact {term}. }}",
                    "cbv beta. rewrite ?delta_same.",
                    *self.closing([whole, *factors, *images])]  # fmt: skip
        statement = f"sum {length} (fun {own} => {told(q)}) = {told(whole)}"
        return self.script.lemma(statement, prove, ring.indices(q) - {index})

    def _of_moment(self, monomial: Monomial, own: str) -> str:
        """The monomial of a moment, with a letter for what it binds."""
        bound = self.ring.bound(monomial)
        self.printer.letters[bound] = own
        try:
            return self.printer.monomial(monomial)
        finally:
            del self.printer.letters[bound]

    # --- derivatives ------------------------------------------------------------------------------------------

    def slope(self, a: Form, v: Form) -> tuple[Quotient, str]:
        """The derivative of an expression along a variable: its normal form, and the proof."""
        found: tuple[Quotient, str] = self._once("slope", (a, v), lambda: self._slope(a, v))
        return found

    def _is(self, a: Form, v: Form, d: str) -> str:
        said = self.script.translator
        head = "is_partial" if v[0] == "coord" else "is_derive"
        return f"{head} {said.function(a, v)} {said.place(v)} ({d})"

    def _slope(self, a: Form, v: Form) -> tuple[Quotient, str]:
        q = self.value(("D", a, v))
        rule = "p" if v[0] == "coord" else "d"
        if a[0] == "def":
            return q, f"({self.slope(a[3], v)[1]} : {self._is(a, v, self.told(q))})"
        if not varies_in(a, v):
            return q, f"({rule}_const ({self.said(a)}) {self.script.translator.place(v)})"
        if a == v and v[0] == "sym":
            return q, f"(d_id {self.script.translator.place(v)})"
        def prove() -> list[str]:
            proof, facts, values = self._ruled(a, v)
            return [f"refine ({rule}_eq{' _' * (5 if rule == 'p' else 4)} {proof} _).",
                    "cbv beta. simpl INR; simpl pred. rewrite ?delta_same.",
                    *self.rewriting(facts), *self.closing([*(f.value for f in facts), *values, q], facts)]  # fmt: skip

        free = free_indices(a) | (frozenset([v[2]]) if v[0] == "coord" else frozenset())
        return q, self.script.lemma(self._is(a, v, self.told(q)), prove, free)

    def _ruled(self, a: Form, v: Form) -> tuple[str, list[Fact], list[Quotient]]:
        """The derivative by one rule after the other, as a term; the facts of what stands in it, and its values."""
        facts: dict[Form, Fact] = {}
        values: list[Quotient] = []
        r, holes = ("p", " _ _") if v[0] == "coord" else ("d", " _")

        def note(e: Form) -> None:
            for leaf in self.leaves(e):
                facts[leaf] = self.fact(leaf)

        def rule(e: Form, is_top: bool = False) -> str:
            match e:
                case _ if not varies_in(e, v):
                    note(e)
                    return f"({r}_const ({self.said(e)}){holes})"
                case ("add", first, *rest):
                    proof = rule(first)
                    for part in rest:
                        kind, inner = ("minus", part[1]) if part[0] == "neg" else ("plus", part)
                        proof = f"({r}_{kind} _ _{holes} _ _ {proof} {rule(inner)})"
                    return proof
                case ("mul", first, *rest):
                    note(e)
                    proof = rule(first)
                    for part in rest:
                        proof = f"({r}_mult _ _{holes} _ _ {proof} {rule(part)})"
                    return proof
                case ("neg", inner):
                    return f"({r}_opp _{holes} _ {rule(inner)})"
                case ("div", above, below):
                    note(e)
                    note(below)
                    condition = "ltac:(lra)" if below[0] == "num" else self.duty("!=", below)
                    return f"({r}_div _ _{holes} _ _ {rule(above)} {rule(below)} {condition})"
                case ("pow", inner, n) if n > 0:
                    note(e)
                    return f"({r}_pow _ {n}{holes} _ {rule(inner)})"
                case ("fn", name, inner) if is_top:
                    facts[inner], facts[e] = self.fact(inner), self.fact(e)
                    slope, proof = self.slope(inner, v)
                    values.append(slope)
                    condition = f" {self.duty('>', inner)}" if name in ("sqrt", "log") else ""
                    return f"({r}_{'ln' if name == 'log' else name} _{holes} _ {proof}{condition})"
                case ("sum", *_) if is_top:
                    return self._sum_rule(e, v, r, holes, values)
                case ("coord", _, i) if is_top:
                    values.append(self.ring.delta(i, v[2]))
                    k, j = self.printer.index(i), self.printer.index(v[2])
                    entry = f"(p_entry _ {k} {j})"
                    return entry if [i, v[2]] == sorted([i, v[2]]) else f"(p_eq _ _ _ _ _ {entry} (delta_sym {k} {j}))"
                case (kind, *_) if is_top:
                    raise Unproved(f"a derivative of {kind}")
            slope, proof = self.slope(e, v)
            values.append(slope)
            return proof

        return rule(a, is_top=True), list(facts.values()), values

    def _sum_rule(self, e: Form, v: Form, r: str, holes: str, values: list[Quotient]) -> str:
        _, k, _, excluded, body = e
        fresh = self.ring.fresh_index(k)
        own = self.script.bind(fresh)
        length = self.script.setting.dimensions[0]
        inner, proof = self.slope(renamed(body, k, fresh), v)
        whole, moments = self.moments(inner, fresh)
        values.append(whole)
        kind = ("sum", "sum_but", "sum_but_two")[len(excluded)]
        out = "".join(f" {self.printer.index(i)}" for i in excluded)
        every = f"(fun {own} => {self.told(inner)}) (fun {own} r_{own} => {proof})"
        rule = f"({r}_{kind} {length}{out} _{holes} {every})"
        if excluded:
            ranges = " ".join(self.script.in_range(i) for i in excluded)
            at = [rename(inner, fresh, i) for i in excluded]
            values += at
            if len(excluded) == 2:
                values.append(self.ring.delta(*excluded))
            moments = self._without_terms(inner, whole, fresh, excluded, at, moments, ranges)
        return f"({r}_eq _{holes} _ _ {rule} {moments})"

    def _without_terms(self, inner: Quotient, whole: Quotient, index: str, excluded: tuple[str, ...],
                       at: Sequence[Quotient], moments: str, ranges: str) -> str:  # fmt: skip
        """The sum of a quantity over all channels but some."""
        length, own = self.script.setting.dimensions[0], self.printer.letters[index]
        value = self.normal.total(inner, index, excluded)
        kind = ("", "sum_but", "sum_but_two")[len(excluded)]
        out = "".join(f" {self.printer.index(i)}" for i in excluded)
        deltas = [self.ring.delta(*excluded)] if len(excluded) == 2 else []
        return self.script.lemma(
            f"{kind} {length}{out} (fun {own} => {self.told(inner)}) = {self.told(value)}",
            lambda: [f"rewrite ({kind}_all {length}{out} _ {ranges}).",
                     f"replace (sum {length} (fun {own} => {self.told(inner)})) with ({self.told(whole)}) "
                     f"by exact (eq_sym {moments}).",
                     "cbv beta. rewrite ?delta_same.", *self.closing([whole, value, *at, *deltas])],
            self.ring.indices(inner) - {index} | {*excluded},
        )  # fmt: skip

    # --- what has to hold ---------------------------------------------------------------------------------------

    def duty(self, sign: str, e: Form) -> str:
        """The proof that an expression, as it is written, has a sign."""
        found: str = self._once("duty" + sign, e, lambda: self._duty(sign, e))
        return found

    def _duty(self, sign: str, e: Form) -> str:
        fact = self.fact(e)
        if sign != "!=":
            proof = self.signed(sign, fact.value)
        elif fact.value.den:
            parts = [self.nonzero(fact.value.num), *(self.nonzero(p) for p in fact.value.den)]
            proof = self.script.lemma(
                f"{self.told(fact.value)} <> 0",
                lambda: [*(f"pose proof ({part}) as N{n}'." for n, part in enumerate(parts)), "nonzero_quotient."],
                self.ring.indices(fact.value) | free_indices(e),
            )
        else:
            proof = self.nonzero(fact.value.num)
        return f"({REWRITE[sign]} _ _ (eq_sym {fact.proof}) {proof})" if fact.proof else proof

