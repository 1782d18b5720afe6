"""One kernel: the claims that it comes from, held against each other, its graph and its schedule, and its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..checker.logic.citations import meaning
from ..errors import UserError
from ..language import eq
from ..language.terms import Term, symbol
from ..language.text import text
from ..language.vocabulary import for_channel_i
from ..validation.laws import Scaling, expression, fault
from .claims import Claims, Written
from .lower import Graph, Rank
from .numpy_printer import Printer
from .schedule import Schedule, schedule
from .table import CENTRE, MOSTLY_ONE, OPTIONAL, SECH, Form, Operator


class KernelSource:
    """One kernel: its graph and its schedule, and what is printed of it."""

    def __init__(self, operator: Operator, claims: Claims) -> None:
        self.operator, self.claims = operator, claims
        claim = self._form(operator.result)
        graph = Graph(
            _dimension(claim),
            tuple(operator.arrays),
            operator.channels,
            operator.fixed,
            operator.others,
        )
        self.result = graph.lowered(claim.right)
        self.gradients = {name: graph.lowered(self._form(f).right) for name, f in operator.gradients.items()}
        self.plan: Schedule = schedule(self.result, self.gradients)

    def _form(self, form: Form) -> Written:
        """The claim to compute; its left side has to be what it is a form of."""
        claim = self.claims[form.computed]
        if form.of is not None:
            whole = self.claims[form.of]
            if meaning(eq(claim.left, 0).form()) != meaning(eq(whole.right, 0).form()):
                raise UserError(
                    f"the left side of {form.computed} is not the right side of {form.of}",
                    "state the closed form of that theorem, as it stands there",
                )
        return claim

    def law(self, form: Form) -> str:
        """By which powers of a and c the result for a (x - b) and c g has to be multiplied: read off the claim.

        Without a claim, or a factor in it, by none. Raises UserError where what the kernel computes does not scale so.
        """
        right = self.claims[form.scale].right if form.scale else None
        powers = _powers(right.args[0]) if right is not None and right.op == "mul" else None
        law = powers or (0, 0)
        o, claim = self.operator, self.claims[form.computed]
        side = claim.statement[2 if o.fixed else 1]  # where a number is fixed, the right side has a name for it
        scaling = Scaling(o.scaling, o.shifts, o.rowwise or bool(o.scaling), "g" in o.arrays)
        wrong = fault(expression(side, next(iter(o.fixed), "")), law, scaling)
        if wrong:
            raise UserError(
                f"{o.name} does not scale as {form.scale or 'it is said to, which is not at all'}: {wrong}",
                "cite a claim that says of this form by which powers of a and c it is multiplied",
            )
        return f"Law({law[0]}, {law[1]})"

    def source(self) -> str:
        """The function on a block."""
        o = self.operator
        parameters = [
            "work: Workspace", *(f"{a}: Array" for a in o.arrays),
            *(f"{v}: Array | None" if v in OPTIONAL else f"{v}: Array" for v in o.channels),
            "C: int", *(f"{s}: float" for s in o.scalars), "out: Array",
        ]  # fmt: skip
        ones = (*MOSTLY_ONE, *(name for name, value in o.fixed.items() if value == 1))
        lines = list(Printer(self.plan, OPTIONAL, ones).body(self.result, self.gradients))
        gradients = [*self.gradients]
        returned = f"({', '.join(gradients)}{',' if len(gradients) == 1 else ''})"
        lines.append(f"return {returned}")
        body = "\n".join(f"    {line}" for line in lines)
        comment = f'    """{o.result.computed}{", with gradients" if gradients else ""}."""'
        return f"\ndef _{o.name}(\n    {', '.join(parameters)}\n) -> tuple[Any, ...]:\n{comment}\n{body}\n"

    def laws(self) -> tuple[str, list[str]]:
        """The laws of the result, and of each gradient. Raises UserError where one does not hold."""
        return self.law(self.operator.result), [self.law(f) for f in self.operator.gradients.values()]

    def record(self, needs: dict[str, object]) -> str:
        """The description of the kernel for the runtime, with what its function needs."""
        o = self.operator
        law, gradients = self.laws()
        fields = {
            "name": f'"{o.name}"', "function": f"_{o.name}", "arrays": as_tuple(f'"{a}"' for a in o.arrays),
            "channels": as_tuple(f'"{v}"' for v in o.channels), "scalars": as_tuple(f'"{s}"' for s in o.scalars),
            **{field: str(value) for field, value in needs.items()}, "rowwise": str(o.rowwise), "shifts": str(o.shifts),
            "per_row": str(self.result.rank != Rank.BLOCK), "law": law, "gradients": as_tuple(gradients),
            "scaling": "{" + ", ".join(f'"{k}": {v}' for k, v in o.scaling.items()) + "}",
        }  # fmt: skip
        if o.top:
            fields["top"] = o.top.upper()
        told = {k: v for k, v in fields.items() if v not in ("()", "{}", "0", "False", "Law(0, 0)")}
        return f"{o.name.upper()} = Kernel(\n" + "".join(f"    {k}={v},\n" for k, v in told.items()) + ")"

    def taken(self, needs: dict[str, object]) -> str:
        """The same for another target, which takes the description from `functions`."""
        self.laws()
        name, top = self.operator.name.upper(), self.operator.top.upper()
        told = {**needs, **({"top": top} if top else {})}
        given = [f"functions.{name}", f"_{self.operator.name}"]
        given += [f"{field}={value}" for field, value in told.items() if value not in (0, False)]
        return f"{name} = _on.kernel(\n    {', '.join(given)}\n)"

    def formulas(self) -> Iterator[str]:
        """What the kernel computes, for a docstring: each formula, and what the letters in it mean."""
        meanings: dict[str, str] = {}
        result = "dx" if "g" in self.operator.arrays and self.result.rank == Rank.BLOCK else "out"
        for name, form in ((result, self.operator.result), *self.operator.gradients.items()):
            claim = self.claims[form.of or form.computed]
            side = claim.right if form.of else claim.left
            index = "_i" if any(t.op == "coord" and t.args[1] == "i" for t in side.walk()) else ""
            yield f"{name}{index} = {text(side)}"
            for t in side.walk():
                if t.op == "def":
                    shown = for_channel_i(t)
                    meanings.setdefault(text(shown), text(shown.args[2]))
        for name, body in meanings.items():
            if name.replace(" ", "") != body.replace(" ", ""):
                yield f"    {name} = {body}"

    def sources(self) -> Iterator[str]:
        """The claims behind the kernel, for a docstring: what it computes, and by what it was rewritten."""
        forms = (self.operator.result, *self.operator.gradients.values())
        stated = [c for form in forms for c in (form.of, form.computed) if c is not None]
        used = [form.scale for form in forms if form.scale is not None]
        if any(step.node.op == "centred" for step in self.plan.steps):
            used = [*CENTRE, *used]
        if any(step.node.op == "half_sech" for step in self.plan.steps):
            used += SECH
        for word, cited in (("From", stated), ("By", used)):
            yield from (f"{word} {c} ({self.claims[c].hash[:16]})" for c in dict.fromkeys(cited))


def _dimension(claim: Written) -> Term:
    """The number of channels in a claim."""
    for t in claim.entry.statement.terms():
        for part in t.walk():
            if part.op == "sum":
                dimension: Term = part.args[1]
                return dimension
    return symbol("C")


def _powers(t: Term) -> tuple[int, int] | None:
    """The powers of a and c in a product of powers of them; None for anything else."""
    match t.op, t.args:
        case "num", (one,) if one == 1:
            return 0, 0
        case "sym", ("a",):
            return 1, 0
        case "sym", ("c",):
            return 0, 1
        case "pow", (base, n):
            inner = _powers(base)
            return None if inner is None else (inner[0] * n, inner[1] * n)
        case "mul" | "div", parts:
            found = [_powers(p) for p in parts]
            if any(f is None for f in found):
                return None
            sign = -1 if t.op == "div" else 1
            (a, c), *others = (f for f in found if f is not None)
            return a + sign * sum(o[0] for o in others), c + sign * sum(o[1] for o in others)
    return None


def as_tuple(parts: Iterable[str]) -> str:
    written = list(parts)
    return f"({', '.join(written)}{',' if len(written) == 1 else ''})"
