"""One kernel: the claims that it comes from, held against each other, its graph and its schedule, and its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...checker.forms import subforms
from ...checker.logic.citations import meaning
from ...errors import UserError
from ..claims.claim import Claim
from ..claims.scaling import Scaling, law
from ..claims.verified import Claims
from ..graph.lower import Graph
from ..graph.node import Rank
from ..graph.schedule import Schedule, schedule
from .table import CENTRE, CHOSEN, OPTIONAL, SECH, Form, Operator


class KernelSource:
    """One kernel: its graph and its schedule, and what is printed of it for every target."""

    def __init__(self, operator: Operator, claims: Claims) -> None:
        self.operator, self.claims = operator, claims
        claim = self._form(operator.result)
        self.graph = Graph(
            claim.dimension or "C", tuple(operator.arrays), operator.channels, operator.fixed, CHOSEN, operator.others
        )
        self.result = self.graph.of(claim.sides[1])
        self.gradients = {name: self.graph.of(self._form(f).sides[1]) for name, f in operator.gradients.items()}
        self.plan: Schedule = schedule(self.result, self.gradients)

    def _form(self, form: Form) -> Claim:
        """The claim to compute; its left side has to be what it is a form of."""
        claim = self.claims[form.computed]
        if form.of is not None:
            whole = self.claims[form.of]
            if meaning(claim.sides[0]) != meaning(whole.sides[1]):
                raise UserError(
                    f"the left side of {form.computed} is not the right side of {form.of}",
                    "state the closed form of that theorem, as it stands there",
                )
        return claim

    def law(self, form: Form) -> str:
        """By which powers of a and h the result for a (x - b) and h g has to be multiplied: read off the claim.

        Without a claim, by none. Raises UserError where what is claimed is not that what the kernel computes scales so.
        """
        o, computed = self.operator, self.claims[form.computed]
        formula = computed.statement[2 if o.fixed else 1]  # where a number is fixed, the right side has a name for it
        scaling = Scaling(o.shifts, o.rowwise or bool(o.scaling), o.scaling, o.fixed)
        found = law(formula, self.claims[form.scale] if form.scale else None, scaling)
        if found is None:
            raise UserError(
                f"{o.name} does not scale as {form.scale or 'it is said to, which is not at all'}",
                f"cite a claim whose left side is what {form.computed} computes, and whose right side is a product of "
                "powers of a and h with the same formula for a (x - b), h g and scaled parameters",
            )
        return f"Law{found}"

    @property
    def parameters(self) -> list[str]:
        """What its function on a block takes, as in its signature."""
        o = self.operator
        return [
            "work: Workspace", *(f"{a}: Array" for a in o.arrays),
            *(f"{v}: Array | None" if v in OPTIONAL else f"{v}: Array" for v in o.channels),
            "C: int", *(f"{s}: float" for s in o.scalars), "out: Array",
        ]  # fmt: skip

    @property
    def comment(self) -> str:
        """The docstring of that function: the claim that it computes."""
        return f'    """{self.operator.result.computed}{", with gradients" if self.gradients else ""}."""'

    def laws(self) -> tuple[str, list[str]]:
        """The laws of the result, and of each gradient. Raises UserError where one does not hold."""
        return self.law(self.operator.result), [self.law(f) for f in self.operator.gradients.values()]

    def record(self, needs: dict[str, object], prefix: str = "") -> str:
        """The description of the kernel for the runtime, with what its function needs; its name may have a prefix."""
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
        return f"{prefix}{o.name.upper()} = Kernel(\n" + "".join(f"    {k}={v},\n" for k, v in told.items()) + ")"

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
            left, _, right = claim.text.rpartition(" = ")  # values at a point, as on the left of some, have one as well
            side, shown = (claim.sides[1], right) if form.of else (claim.sides[0], left)
            parts = list(subforms(side))
            index = "_i" if any(part[:1] == ("coord",) and part[2] == "i" for part in parts) else ""
            yield f"{name}{index} = {shown}"
            known = {of: (letter, body) for of, letter, body in claim.definitions}
            for part in parts:
                if part[:1] == ("def",) and part[1] in known:  # one that is called what it means has no letter
                    meanings.setdefault(*known[part[1]])
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


def as_tuple(parts: Iterable[str]) -> str:
    written = list(parts)
    return f"({', '.join(written)}{',' if len(written) == 1 else ''})"
