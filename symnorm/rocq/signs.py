"""Signs and vanishing quantities, proved as the certificate of an entry says."""

from __future__ import annotations

from functools import reduce
from operator import mul
from typing import Protocol

from ..checker.calculus.normal import renamed
from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form, free_indices, number
from ..checker.logic.rules import INEQUALITIES
from ..checker.logic.step import implies
from .facts import REWRITE, SAID, Facts
from .printed import Unproved

Signed = tuple[Quotient, str, str]
"""A quantity, its sign, and the proof."""


class Entries(Protocol):
    """What is known of the entries before."""

    def statement(self, number: int) -> Form:
        """What an entry says."""

    def proof(self, number: int) -> str:
        """The proof of an entry, as it is stated."""


class Signs:
    """The rules of the certificates that are signs (see `checker.logic.rules`), each of them as lemmas of Rocq."""

    def __init__(self, facts: Facts, entries: Entries) -> None:
        self.facts, self.entries = facts, entries
        self.ring = facts.ring
        self.known: list[Signed] = []
        """The conditions that the entry has established so far."""

    def named(self, q: Quotient, sign: str, text: str, proof: str, values: list[Quotient]) -> Signed:
        """What has a sign as it is put together has it as a normal form."""
        told = self.facts.told(q)
        if text != told:
            proof = self.facts.script.lemma(
                SAID[sign].format(f"({told})"),
                lambda: [f"apply ({REWRITE[sign]} ({text})); [|exact {proof}].", *self.facts.closing([q, *values])],
                self.ring.indices(q).union(*(self.ring.indices(v) for v in values)),
            )
        return q, sign, proof

    def sign(self, witness: Form) -> Signed:
        """The quantity of a sign witness, its sign, and the proof. Raises Unproved."""
        told = self.facts.told
        match witness:
            case ("num", value):
                c = number(value)
                sign, q = ">" if c > 0 else "!=" if c < 0 else ">=", self.ring.constant(c)
                return q, sign, f"(ltac:(lra) : {SAID[sign].format(told(q))})"
            case ("hyp", n, renaming):
                return self._hypothesis(n, dict(renaming))
            case ("known", n):
                return self.known[n]
            case ("sq", e):
                q = self.facts.value(e)
                return self.named(q.power(2), ">=", f"({told(q)}) ^ 2", f"(pow2_ge_0 ({told(q)}))", [q])
            case ("sq+", inner):
                q, s, proof = self.sign(inner)
                if not implies(s, "!="):
                    return self.named(q.power(2), ">=", f"({told(q)}) ^ 2", f"(pow2_ge_0 ({told(q)}))", [q])
                positive = f"(square_positive _ {self._weaker(s, '!=', proof)})"
                return self.named(q.power(2), ">", f"({told(q)}) ^ 2", positive, [q])
            case ("add", *_):
                return reduce(self._plus, map(self.sign, witness[1:]))
            case ("mul", *_):
                return reduce(self._times, map(self.sign, witness[1:]))
            case ("inv", inner):
                q, s, proof = self.sign(inner)
                rule = {">": "Rinv_0_lt_compat _", "!=": "Rinv_neq_0_compat _"}[s]
                return self.named(q.inverse(), s, f"/ ({told(q)})", f"({rule} {proof})", [q])
            case ("neg", inner):
                q, s, proof = self.sign(inner)
                opposite = f"(Ropp_neq_0_compat _ {self._weaker(s, '!=', proof)})"
                return self.named(-q, "!=", f"- ({told(q)})", opposite, [q])
            case ("exp", e):
                return self._exponential(self.facts.value(e))
            case ("exp-bound", e):
                u = self.facts.value(e)
                q, _, _ = self._exponential(u)
                lemma = self.facts.script.lemma(
                    f"exp ({told(u)}) = {told(q)}", lambda: self.facts._exponential(u, q), self.ring.indices(u)
                )
                result = q - u - self.ring.constant(1)
                proof = f"(eq_ind _ (fun z' => 0 <= z' - ({told(u)}) - 1) (exp_bound ({told(u)})) _ {lemma})"
                return self.named(result, ">=", f"({told(q)}) - ({told(u)}) - 1", proof, [q, u])
            case ("root", inner):
                q, s, proof = self.sign(inner)
                rule = "sqrt_lt_R0 _" if s == ">" else "sqrt_pos"
                root = self.ring.sqrt(q)
                shown = f"({rule} {proof})" if s == ">" else f"(sqrt_pos ({told(q)}))"
                return self._rooted(root, s, q, shown)
            case ("sum", str(index), excluded, inner):
                return self._sum(index, excluded, inner)
            case ("is", e, inner, certificate):
                q, s, proof = self.sign(inner)
                target = self.facts.value(e)
                zero = self.identity(target - q, certificate)
                equal = self.facts.script.lemma(
                    f"{told(q)} = {told(target)}",
                    lambda: [f"apply eq_sym, equal_of_vanishing. transitivity ({told(target - q)}); [|exact {zero}].",
                             *self.facts.closing([q, target, target - q])],
                    self.ring.indices(q) | self.ring.indices(target))  # fmt: skip
                return target, s, f"({REWRITE[s]} _ _ {equal} {proof})"
        raise Unproved(f"the sign witness {witness[0]}")

    def _weaker(self, s: str, wanted: str, proof: str) -> str:
        if s == wanted:
            return proof
        rule = {"!=": "positive_nonzero", ">=": "positive_nonneg"}[wanted]
        return f"({rule} _ {proof})"

    def _plus(self, a: Signed, b: Signed) -> Signed:
        (p, s, left), (q, t, right) = a, b
        rule = {(">", ">"): "plus_positive", (">", ">="): "plus_positive_nonneg", (">=", ">"): "plus_nonneg_positive",
                (">=", ">="): "plus_nonneg"}[s, t]  # fmt: skip
        sign = ">" if ">" in (s, t) else ">="
        return self.named(p + q, sign, *self._both(p, "+", q), f"({rule} _ _ {left} {right})", [p, q])

    def _both(self, p: Quotient, operation: str, q: Quotient) -> tuple[str]:
        return (f"({self.facts.told(p)}) {operation} ({self.facts.told(q)})",)

    def _times(self, a: Signed, b: Signed) -> Signed:
        (p, s, left), (q, t, right) = a, b
        if s == t == ">":
            sign, rule = ">", "Rmult_lt_0_compat"
        elif implies(s, "!=") and implies(t, "!="):
            sign, rule = "!=", "mult_nonzero"
        else:
            sign, rule = ">=", "Rmult_le_pos"
        left, right = (proof if s == sign else self._weaker(s, sign, proof) for s, proof in ((s, left), (t, right)))
        return self.named(p * q, sign, *self._both(p, "*", q), f"({rule} _ _ {left} {right})", [p, q])

    def _exponential(self, u: Quotient) -> Signed:
        q, told = self.ring.exp(u), self.facts.told
        positive = f"(exp_pos ({told(u)}))"
        if told(q) == f"exp ({told(u)})":
            return q, ">", positive
        return q, ">", self.facts.script.lemma(
            f"0 < {told(q)}",
            lambda: [f"apply (same_positive (exp ({told(u)}))); [|exact {positive}].", *self.facts._exponential(u, q)],
            self.ring.indices(u),
        )

    def _rooted(self, root: Quotient, s: str, q: Quotient, shown: str) -> Signed:
        told = self.facts.told
        if told(root) == f"sqrt ({told(q)})":
            return root, s, shown
        return root, s, self.facts.script.lemma(
            SAID[s].format(f"({told(root)})"),
            lambda: [f"apply ({REWRITE[s]} (sqrt ({told(q)}))); [|exact {shown}].", *self.facts._root(q, root)],
            self.ring.indices(q),
        )

    def _sum(self, index: str, excluded: tuple[str, ...], inner: Form) -> Signed:
        own = self.facts.script.bind(index)
        q, s, proof = self.sign(inner)
        proof = proof if s == ">=" else self._weaker(s, ">=", proof)
        if excluded:
            raise Unproved("the sign of a sum without some of its terms")
        whole, moments = self.facts.moments(q, index)
        length = self.facts.script.setting.dimensions[0]
        shown = f"(sum_nonneg {length} (fun {own} => {self.facts.told(q)}) (fun {own} r_{own} => {proof}))"
        return whole, ">=", f"(same_nonneg _ _ {moments} {shown})"

    def _hypothesis(self, n: int, renaming: dict[str, str]) -> Signed:
        statement, proof = self.entries.statement(n), self.entries.proof(n)
        for star in sorted(i for i in free_indices(statement) if i[0] == "*"):
            to = renaming.get(star, star)
            if to[0] == "*":
                self.facts.script.bind(to)
            proof = f"({proof} {self.facts.printer.index(to)} {self.facts.script.in_range(to)})"
        for old, new in renaming.items():
            statement = renamed(statement, old, new)
        return self.excess(statement, proof)

    def excess(self, statement: Form, proof: str) -> Signed:
        """The larger side of an inequality less the smaller one."""
        relation, a, b = statement
        if relation not in INEQUALITIES:
            raise Unproved("an inequality")
        left, right = self.facts.fact(a), self.facts.fact(b)
        low, high = (left, right) if relation in ("lt", "le") else (right, left)
        q, sign, told = high.value - low.value, INEQUALITIES[relation], self.facts.told
        text = f"({told(high.value)}) - ({told(low.value)})"
        lemma = self.facts.script.lemma(
            SAID[sign].format(f"({told(q)})"),
            lambda: [f"pose proof ({proof}) as P'.", *(f"rewrite ({f.proof} : {f.text} = {told(f.value)}) in P'."
                                                       for f in dict.fromkeys([left, right]) if f.proof),
                     f"apply ({REWRITE[sign]} ({text})); [|lra].", *self.facts.closing([q, high.value, low.value])],
            free_indices(statement))  # fmt: skip
        return q, sign, lemma

    # --- what vanishes ----------------------------------------------------------------------------------------

    def identity(self, target: Quotient, certificate: Form) -> str:
        """The proof that a normal form is zero."""
        _, parts, witness = certificate
        told = self.facts.told
        found = [(self.facts.value(cofactor), *self.relation(relation)) for relation, cofactor in parts]
        factor, _, nonzero = (self.ring.constant(1), "", "") if witness is None else self.sign(witness)
        if not target:
            return "eq_refl"
        total = " + ".join(f"({told(c)}) * ({told(q)})" for c, q, _ in found) or "0"
        values = [target, factor, *(v for c, q, _ in found for v in (c, q))]
        lines = [f"transitivity ({total}).", "2: { " + " ".join(f"rewrite ({p} : {told(q)} = 0)." for _, q, p in found)
                 + " ring. }"]  # fmt: skip
        if witness is not None:
            s = self.sign(witness)[1]
            lines = [f"apply (vanishing_factor ({told(factor)})); [exact {self._weaker(s, '!=', nonzero)}|].", *lines]
        indices = frozenset().union(*(self.ring.indices(v) for v in values))
        return self.facts.script.lemma(
            f"{told(target)} = 0", lambda: [*lines, *self.facts.closing(values)], indices
        )

    def relation(self, certificate: Form) -> tuple[Quotient, str]:
        """A quantity that vanishes, and the proof."""
        told = self.facts.told
        match certificate:
            case ("use", n):
                return self._use(self.entries.statement(n), self.entries.proof(n))
            case ("root", a, b, sign_a, sign_b, squares):
                p, q = self.facts.value(a), self.facts.value(b)
                signs = [self.sign(sign_a), self.sign(sign_b)]
                zero = self.identity(p * p - q * q, squares)
                shown = [proof if s == ">=" else self._weaker(s, ">=", proof) for _, s, proof in signs]
                lemma = self.facts.script.lemma(
                    f"{told(p - q)} = 0",
                    lambda: [f"transitivity (({told(p)}) - ({told(q)})).",
                             f"{{ {' '.join(self.facts.closing([p, q, p - q]))} }}",
                             f"apply equal_roots; [exact {shown[0]}|exact {shown[1]}|].",
                             f"transitivity ({told(p * p - q * q)}); [|exact {zero}].",
                             *self.facts.closing([p, q, p * p - q * q])],
                    self.ring.indices(p) | self.ring.indices(q))  # fmt: skip
                return p - q, lemma
            case ("square", a, square):
                q = self.facts.value(a)
                zero = self.identity(q.power(2), square)
                return q, self.facts.script.lemma(
                    f"{told(q)} = 0",
                    lambda: ["apply square_vanishing.", f"transitivity ({told(q.power(2))}); [|exact {zero}].",
                             *self.facts.closing([q, q.power(2)])],
                    self.ring.indices(q))  # fmt: skip
        raise Unproved(f"the relation {certificate[0]}")

    def _use(self, statement: Form, proof: str) -> tuple[Quotient, str]:
        if any(i[0] == "*" for i in free_indices(statement)):
            raise Unproved("an equation about every channel")
        if statement[0] == "or":
            return self._either(statement, proof)
        if statement[0] != "eq":
            raise Unproved("an equation")
        _, a, b = statement
        left, right = self.facts.fact(a), self.facts.fact(b)
        q = left.value - right.value
        if not q:
            return q, "eq_refl"
        shown = self.equation(statement, proof)
        told = self.facts.told
        return q, self.facts.script.lemma(
            f"{told(q)} = 0",
            lambda: [f"transitivity (({told(left.value)}) - ({told(right.value)})).",
                     f"{{ {' '.join(self.facts.closing([q, left.value, right.value]))} }}",
                     "apply vanishing. "
                     f"exact (eq_trans (eq_sym {left.equality}) (eq_trans {shown} {right.equality}))."],
            free_indices(statement))  # fmt: skip

    def _either(self, statement: Form, proof: str) -> tuple[Quotient, str]:
        parts = [self.facts.value(a) - self.facts.value(b) for _, a, b in statement[1:]]
        q, told = reduce(mul, parts), self.facts.told

        def prove() -> list[str]:
            lines = [f"transitivity ({' * '.join(f'({told(p)})' for p in parts)}).",
                     f"{{ {' '.join(self.facts.closing([q, *parts]))} }}"]  # fmt: skip
            pattern = "P'"
            for _ in parts[1:]:
                pattern = f"P'|[{pattern}]" if pattern != "P'" else "P'|P'"
            lines.append(f"destruct ({proof}) as [{pattern}].")
            for part, said in zip(parts, statement[1:], strict=True):
                left, right = self.facts.fact(said[1]), self.facts.fact(said[2])
                lines.append(f"{{ assert (Z' : {told(part)} = 0).")
                lines.append(f"  {{ transitivity (({told(left.value)}) - ({told(right.value)})). "
                             f"{{ {' '.join(self.facts.closing([part, left.value, right.value]))} }} "
                             "apply vanishing. "
                             f"exact (eq_trans (eq_sym {left.equality}) (eq_trans P' {right.equality})). }}"
                             )  # fmt: skip
                lines.append("  rewrite Z'. ring. }")
            return lines

        return q, self.facts.script.lemma(f"{told(q)} = 0", prove, free_indices(statement))

    def equation(self, statement: Form, proof: str) -> str:
        """The proof that both sides of an equation are equal, from the proof of the equation as it is stated."""
        _, a, _ = statement
        if a[0] != "D":
            return proof
        rule, holes = ("p", 4) if a[2][0] == "coord" else ("d", 3)
        return f"({rule}_value{' _' * holes} {proof})"
