"""Prints a kernel as loops for numba: each row is read as often as its sums need, and everything else is fused.

A sum over the channels ends a loop, since what uses it has to wait; the sums that a loop can take are taken in the
last loop that is early enough. What is one number for each row is calculated in double precision. Functions that
numba does not vectorize are NumPy's, into scratch memory, before the loops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .lower import Node, Rank
from .numpy_printer import PRECEDENCE, SIGNS, UFUNCS, _literal, _within
from .table import OPTIONAL, Operator

SUMS = ("total", "dot")
VECTORIZED = ("tanh", "exp")
"""What NumPy computes several at a time, and numba does not."""


class Loops:
    """The loops of one kernel: in which loop each sum is taken, and what NumPy computes before."""

    def __init__(self, operator: Operator, result: Node, gradients: dict[str, Node]) -> None:
        self.operator, self.result, self.gradients = operator, result, gradients
        self.nodes = list(dict.fromkeys(n for top in (result, *gradients.values()) for n in top.walk()))
        self.before = [n for n in self.nodes if n.op in VECTORIZED and n.rank == Rank.BLOCK]
        self.last = max(self.level(top) for top in (result, *(g for g in gradients.values() if g.rank == Rank.BLOCK)))
        self.loop = self._placed()
        self.names: dict[Node, str] = {}
        self.scalars = self._scalars()

    def level(self, node: Node) -> int:
        """The first loop in which a node can be used."""
        if node in self.before:
            return 0
        below = max((self.level(a) for a in node.args), default=0)
        return max(below, 1) if node.op in ("centred", "variance") else below + (node.op in SUMS)

    def _placed(self) -> dict[Node, int]:
        """The loop in which each sum is taken: the last one before what uses it."""
        loop: dict[Node, int] = {}

        def needed(node: Node, by: int) -> None:
            if node in self.before:
                return
            if node.op in SUMS:
                by = loop[node] = min(loop.get(node, by), by - 1)
            for arg in node.args:
                needed(arg, by)

        needed(self.result, self.last)
        for gradient in self.gradients.values():
            needed(gradient, self.last if gradient.rank == Rank.BLOCK else self.last + 1)
        return loop

    def _scalars(self) -> dict[Node, str]:
        """Numbers and values of a row that have a name."""
        taken = {*self.operator.arrays, *self.operator.channels, *self.operator.scalars, *self.gradients, *"CTij"}
        found: dict[Node, str] = {}
        for node in self.nodes:
            if node.args and not node.rank & Rank.CHANNEL and (node.name or node.op in (*SUMS, "variance")):
                found[node] = _free(node.name[0] if node.name else node.op, taken)
        for node in self.nodes:
            if node.args and node.rank & Rank.CHANNEL and node.name and node not in self.before:
                self.names[node] = _free(node.name[0], taken)
        return found

    # --- the function that calls them

    def source(self, name: str) -> Iterator[str]:
        """The lines of the loops, and of the function on a block that calls them."""
        o = self.operator
        memory = {n: "out" if len(self.before) == 1 and self.result.rank == Rank.BLOCK else f"s{k}"
                  for k, n in enumerate(self.before)}  # fmt: skip
        fused = self.result not in self.before
        prepared = [m for m in memory.values() if m != "out"]
        taken = [*o.arrays, *prepared, *o.channels, "C", *o.scalars, "out"]
        asked = [f"with_{v}" for v in o.channels if v in OPTIONAL and f"d{v}" in self.gradients]
        if fused:
            yield "@loops"
            yield f"def {name}_loops({', '.join([*taken, *asked])}):"
            yield from _indented(self.body(memory))
            yield ""
            yield ""
        parameters = [
            "work: Workspace", *(f"{a}: Array" for a in o.arrays),
            *(f"{v}: Array | None" if v in OPTIONAL else f"{v}: Array" for v in o.channels),
            "C: int", *(f"{s}: float" for s in o.scalars), "out: Array",
        ]  # fmt: skip
        yield f"def {name}({', '.join(parameters)}) -> tuple[Any, ...]:"
        yield f'    """{o.result.computed}{", with gradients" if self.gradients else ""}."""'
        yield from _indented(self.called(name, memory, prepared, taken, asked, fused))

    @property
    def scratch(self) -> int:
        """How many scratch blocks are needed."""
        return 0 if len(self.before) == 1 and self.result.rank == Rank.BLOCK else len(self.before)

    def called(
        self, name: str, memory: dict[Node, str], prepared: list[str], taken: list[str], asked: list[str], fused: bool
    ) -> Iterator[str]:
        """The body of the function on a block."""
        if prepared:
            yield f"{', '.join(prepared)}{',' if len(prepared) == 1 else ''} = work.scratch({self.operator.arrays[-1]})"
        for node, target in memory.items():
            yield from self.by_numpy(node, target)
        if not fused:
            yield "return ()"
            return
        given = [f"work.zero if {t} is None else {t}" if t in OPTIONAL else t for t in taken]
        given += [f"{a.removeprefix('with_')} is not None" for a in asked]
        found = [*self.gradients]
        yield f"flagged, {', '.join(found)} = {name}_loops(" if found else f"flagged = {name}_loops("
        yield f"    {', '.join(given)},"
        yield ")"
        yield "if flagged:"
        yield "    work.flag()"
        optional = {f"d{v}": v for v in OPTIONAL}
        returned = [f"{d} if {optional[d]} is not None else None" if d in optional else d for d in found]
        yield f"return ({', '.join(returned)}{',' if len(found) == 1 else ''})"

    def by_numpy(self, node: Node, target: str) -> Iterator[str]:
        """Lines that compute a node of blocks into memory, operation by operation."""
        operands = []
        for arg in node.args:
            if arg.rank & Rank.CHANNEL and arg.op != "input":
                yield from self.by_numpy(arg, target)
                operands.append(target)
            else:
                operands.append(self.expression(arg, plain=True))
        yield f"{UFUNCS[node.op]}({', '.join(operands)}, out={target})"

    # --- the loops

    def body(self, memory: dict[Node, str]) -> Iterator[str]:
        """The lines of the loops."""
        columns = [d for d, node in self.gradients.items() if node.rank == Rank.BLOCK]
        totals = [d for d in self.gradients if d not in columns]
        yield "_begin()"
        yield "T = out.dtype.type"
        for node, scalar in self.scalars.items():
            if node.rank == Rank.NUMBER:
                yield f"{scalar} = {self.expression(node, named=False)}"
        for d in columns:
            yield f"{d} = np.zeros(C)"
        if totals:
            yield f"{' = '.join(totals)} = 0.0"
        yield f"for i in range(len({self.operator.arrays[0]})):"
        yield from _indented(self.row(memory, columns, totals))
        found = [*self.gradients]
        yield f"return {', '.join(['_left_range()', *found])}"

    def row(self, memory: dict[Node, str], columns: list[str], totals: list[str]) -> Iterator[str]:
        """The lines for one row."""
        rows = [*self.operator.arrays, *memory.values(), *(["out"] if self.result.rank == Rank.BLOCK else [])]
        rows = list(dict.fromkeys(rows))
        yield f"{', '.join(f'{a}_i' for a in rows)} = {', '.join(f'{a}[i]' for a in rows)}"
        self.arrays = {**{a: f"{a}_i" for a in rows}, **{v: v for v in self.operator.channels}}
        self.memory = memory
        known: set[Node] = set()
        centred = next((n for n in self.nodes if n.op == "centred"), None)
        if centred is not None:
            variance = next((s for n, s in self.scalars.items() if n.op == "variance"), "_")
            yield f"pilot, shift, {variance} = _moments({centred.args[0].leaf}_i)"
        for number in range(self.last + 1):
            yield from self.values(number, known)
            sums = [n for n, loop in self.loop.items() if loop == number]
            store = number == self.last and self.result.rank == Rank.BLOCK
            if sums or store:
                yield from self.fused(sums, store)
        yield from self.values(self.last + 1, known)
        if self.result.rank == Rank.ROW:
            yield f"out[i] = T({self.expression(self.result)})"
        for d in columns:
            yield from self.column(d)
        for d in totals:
            yield f"{d} += {self.expression(self.gradients[d])}"

    def values(self, number: int, known: set[Node]) -> Iterator[str]:
        """What is one number for this row, and known before a loop."""
        for node, name in self.scalars.items():
            if node.rank != Rank.ROW or node in known or node.op in (*SUMS, "variance"):
                continue
            if max((self.loop[n] + 1 for n in node.walk() if n in self.loop), default=0) <= number:
                known.add(node)
                yield f"{name} = {self.expression(node, named=False)}"

    def fused(self, sums: list[Node], store: bool) -> Iterator[str]:
        """A loop that takes sums, stores the result, or both."""
        if not sums:
            yield "for j in range(C):"
            yield from _indented(self.inner([self.result], [f"out_i[j] = {{{0}}}"]))
            return
        names = [self.scalars[n] for n in sums]
        yield f"{' = '.join(names)} = 0.0"
        arrays = self.arrays
        tops = [*sums, *([self.result] if store else [])]
        used = {self.array(n) for top in tops for n in self.below(top) if self.array(n)} | ({"out"} if store else set())
        yield "for first in range(0, C, CHUNK):"
        self.arrays = {a: f"{a}_c" for a in arrays}
        lines = [f"{a}_c = {arrays[a]}[first : first + CHUNK]" for a in arrays if a in used]
        lines.append(f"{' = '.join(f'{n}_c' for n in names)} = T(0)")
        length = next(a for a in arrays if a in used)
        lines.append(f"for j in range({length}_c.size):")
        patterns = [f"{n}_c += {{{k}}}" for k, n in enumerate(names)]
        patterns += [f"out_c[j] = {{{len(names)}}}"] if store else []
        lines += _indented(self.inner(tops, patterns))
        lines += [f"{n} += {n}_c" for n in names]
        yield from _indented(lines)
        self.arrays = arrays

    def column(self, d: str) -> Iterator[str]:
        """The loop that adds this row to the gradient of a parameter of a channel."""
        lines = ["for j in range(C):", *_indented(self.inner([self.gradients[d]], [f"{d}[j] += {{0}}"]))]
        if d.removeprefix("d") in OPTIONAL:
            yield f"if with_{d.removeprefix('d')}:"
            yield from _indented(lines)
        else:
            yield from lines

    def inner(self, tops: list[Node], patterns: list[str]) -> Iterator[str]:
        """What is done for one channel: intermediate results that are used twice, and the patterns filled in."""
        uses = Counter(a for top in tops for n in self.below(top) for a in n.args)
        uses.update(top for top in tops if top.op not in SUMS)
        fresh: dict[Node, str] = {}
        for node in dict.fromkeys(n for top in tops for n in self.below(top)):
            inside = node.rank & Rank.CHANNEL and node.args and node not in self.before and node.op not in SUMS
            if inside and node not in tops and uses[node] > 1:
                yield f"{self.local(node, fresh)} = {self.expression(node, named=False)}"
        texts = []
        for top in tops:
            body = self.product(top) if top.op in SUMS else self.expression(top)
            texts.append(body)
        for pattern in patterns:
            yield pattern.format(*texts)
        for node in fresh:
            del self.names[node]

    def local(self, node: Node, fresh: dict[Node, str]) -> str:
        """The name of an intermediate result of a channel."""
        if node not in self.names:
            self.names[node] = fresh[node] = f"u{len(fresh)}"
        self.defined = getattr(self, "defined", set()) | {node}
        return self.names[node]

    def below(self, top: Node) -> Iterator[Node]:
        """The nodes that a loop computes for each channel, operands first; a sum is taken apart at the top alone."""
        seen: set[Node] = set()

        def visit(node: Node) -> Iterator[Node]:
            if node in seen or not node.rank & Rank.CHANNEL and node is not top:
                return
            seen.add(node)
            if node not in self.before:
                for arg in node.args:
                    yield from visit(arg)
            yield node

        return visit(top)

    def array(self, node: Node) -> str | None:
        """The array that a node reads."""
        if node in self.before:
            return self.memory[node]
        return node.leaf if node.op == "input" or node.op == "parameter" and node.rank == Rank.CHANNEL else None

    # --- expressions

    def product(self, node: Node) -> str:
        """What a sum adds."""
        return " * ".join(self.expression(a, 2) for a in node.args)

    def expression(self, node: Node, above: int = 0, named: bool = True, plain: bool = False, inside: bool = False) -> str:
        """A node in the names that there are. In a loop, what all channels share is converted to the dtype of x."""
        raise NotImplementedError


def _free(wanted: str, taken: set[str]) -> str:
    """A name that is not taken."""
    wanted = wanted.rstrip("_0123456789") or "u"
    name, n = wanted, 2
    while name in taken:
        name, n = f"{wanted}{n}", n + 1
    taken.add(name)
    return name


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" if line else line for line in lines]
