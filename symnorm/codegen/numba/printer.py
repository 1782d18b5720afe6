"""Prints the loops of one kernel for numba: each row is read as often as its sums need, and everything else is fused.

What is one number for each row is calculated in double precision, what is stored for each channel in the dtype `T` of
x. In this a few numbers are summed at a time, over a row or for the gradient of one parameter, and such sums in double.
C is the number of channels in a formula; the rows of a block of elements that are repaired have another width.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from ..graph.node import Node, Rank
from ..graph.writing import LEVELS, Writing, within
from ..operators.table import OPTIONAL, Operator
from .loops import INLINE, SUMS, Loops, factors

MOMENTS = -1
"""The number of the loop that takes a mean and a variance by themselves, before the others."""

RESERVED = ("width", "few", "fetches", "mean", "is_near", "first", "attempt")
"""Names of the loops themselves."""


class LoopPrinter(Writing):
    """Prints the loops of one kernel: with `fused`, in single precision, all of it."""

    call: ClassVar = {"sqrt": "math.sqrt", "abs": "abs", "tanh": "_tanh", "half_sech": "_half_sech"}

    def __init__(
        self, operator: Operator, result: Node, gradients: dict[str, Node], fused: bool = False
    ) -> None:
        self.operator, self.result, self.gradients = operator, result, gradients
        self.loops = Loops(result, gradients, fused)
        self.some = "AHEAD" if fused else "FEW"
        self.ready = {**self.loops.before}
        self.products: dict[tuple[Node, Node], Node] = {}
        self.taken = {*operator.arrays, *operator.channels, *operator.scalars, *gradients, *"CTij", *RESERVED}
        self.later = self._later()
        self.scalars = {
            node: self.free(node.name[0] if node.name else node.op)
            for node in self.loops.nodes
            if node.args and not node.rank & Rank.CHANNEL and (node.name or node.op in (*SUMS, "variance"))
        }

    def free(self, wanted: str) -> str:
        """A name that is not taken; it is taken then."""
        wanted = wanted.rstrip("_0123456789") or "u"
        name, n = wanted, 2
        while name in self.taken:
            name, n = f"{wanted}{n}", n + 1
        self.taken.add(name)
        return name

    def body(self) -> list[str]:
        """The lines of the loops."""
        x = self.operator.arrays[-1]
        lines = ["_begin()"]
        row = list(self.row())
        if used("width", row):
            lines.append(f"width = {x}.shape[1]")
        if any("T(" in line for line in row):
            lines.append(f"T = {x}.dtype.type")
        if used("fetches", row):
            lines.append(f"fetches = {x}.nbytes > CACHED")
        if any("range(0, width, few)" in line for line in row):
            lines.append(f"few = AHEAD if {x}.nbytes > CACHED else CHUNK")
        for node, name in self.scalars.items():
            if node.rank == Rank.NUMBER:
                lines.append(f"{name} = {self.scalar(node, named=False)}")
        lines += [f"{d}_ = _begun({d}, len({x}))" for d in self.loops.columns]
        if self.loops.totals:
            lines.append(f"{' = '.join(self.loops.totals)} = NOTHING")
        lines.append(f"for i in range(len({self.operator.arrays[0]})):")
        lines += indented(row)
        lines += [f"_ended({d}, {d}_)" for d in self.loops.columns]
        lines.append(f"return {', '.join(['_left_range()', *(f'_whole({d})' for d in self.loops.totals)])}")
        return lines

    def row(self) -> Iterator[str]:
        """The lines for one row."""
        blocks = [*self.operator.arrays, *self.loops.before.values()]
        if self.result.rank == Rank.BLOCK:
            blocks.append("out")
        arrays = {a: f"{a}_i" for a in blocks} | {v: v for v in self.operator.channels}
        lines = list(self.with_moments(arrays))
        for node in reversed(self.loops.nodes):
            if node.op == "centred" and not self.loops.joint:
                x = node.args[0].leaf
                variance = next(
                    (s for n, s in self.scalars.items() if n.op == "variance" and n.args[0] is node), "_"
                )
                found = [n if used(n, lines) else "_" for n in (f"pilot_{x}", f"shift_{x}", variance)]
                later = [f"{a}_i, fetches" for a in self.later.get(MOMENTS, [])] or [f"{x}_i, False"]
                lines.insert(0, f"{', '.join(found)} = _moments({x}_i, {later[0]})")
        read = [a for a in dict.fromkeys(blocks) if used(f"{a}_i", lines)]
        yield f"{', '.join(f'{a}_i' for a in read)} = {', '.join(f'{a}[i]' for a in read)}"
        yield from lines

    def with_moments(self, arrays: dict[str, str]) -> Iterator[str]:
        """The lines for one row of which the mean and the variance are known, where they are needed."""
        known: set[Node] = set()
        if self.loops.joint:
            yield from self.joint(self.loops.joint, arrays)
        for number in range(self.loops.last + 1):
            yield from self.values(number, known)
            sums, stored = self.loops.tops(number)
            if stored is self.result:
                if self.loops.kept:
                    self.ready[self.loops.kept] = "out"
                yield from self.columns_of([d for d in self.loops.columns if d != self.along], arrays)
            if sums or stored:
                yield from self.fused(number, sums, stored, arrays)
        yield from self.values(self.loops.last + 1, known)
        if self.result.rank == Rank.ROW:
            yield f"out[i] = {self.scalar(self.result)}"
        if self.loops.columns:
            yield "if i % ROWS == ROWS - 1:"
            yield from (f"    _flushed({d}, {d}_)" for d in self.loops.columns)
        for d in self.loops.totals:
            yield f"{d} = _and({d}, {self.scalar(self.gradients[d])})"

    @property
    def along(self) -> str | None:
        """The gradient that the loop of the result adds to; with more, there are too many arrays to tell apart."""
        if self.loops.last in self.loops.loop.values():
            return None
        return next((d for d in self.loops.columns if d.removeprefix("d") not in OPTIONAL), None)

    def columns_of(self, gradients: list[str], arrays: dict[str, str]) -> Iterator[str]:
        """The loops that add this row to gradients, one for each."""
        for d in gradients:
            lines = [*self.plain([(self.gradients[d], f"{d}[j] += {{}}")], arrays)]
            parameter = d.removeprefix("d")
            if parameter in OPTIONAL:
                yield f"if {d}.size:"
            yield from indented(lines) if parameter in OPTIONAL else lines

    def values(self, number: int, known: set[Node]) -> Iterator[str]:
        """What is one number for this row, and known before a loop."""
        for node, name in self.scalars.items():
            if node.rank != Rank.ROW or node in known or node.op in (*SUMS, "variance"):
                continue
            if max((self.loops.loop[n] + 1 for n in node.walk() if n in self.loops.loop), default=0) <= number:
                known.add(node)
                yield f"{name} = {self.scalar(node, named=False)}"

    def joint(self, sums: list[Node], arrays: dict[str, str]) -> Iterator[str]:
        """The loop that takes sums along with the mean and the variance; where the mean is far from zero, once more.

        What is centred is off by the mean that is found: by `beyond/kernel_centre` this is mended afterwards.
        """
        centre = next(n for n in self.loops.nodes if n.op == "centred")
        x = centre.args[0].leaf
        variance = next((s for n, s in self.scalars.items() if n.op == "variance"), "_")
        total, squares = map(self.free, ("total", "squares"))
        summed = {total: centre, squares: self.product([centre, centre])}
        names = {tuple(factors(n)): self.scalars[n] for n in sums}
        mended = []
        for node in sums:
            weights = tuple(f for f in factors(node) if f is not centre)
            is_centred = centre in factors(node)
            summed[self.scalars[node]] = self.product([*weights, *[centre] * is_centred])
            if is_centred:
                if weights not in names:
                    names[weights] = self.free("weights")
                    summed[names[weights]] = self.product([*weights])
                mended.append(f"{self.scalars[node]} -= mean * {names[weights]}")
        yield f"pilot_{x} = shift_{x} = T(0)"
        yield "for attempt in range(3):"
        yield from indented(self.pieces(0, summed, None, arrays))
        yield f"    mean, {variance}, is_near = _about({total}_sum, {squares}_sum, {x}_i)"
        yield "    if is_near or attempt == 2:"
        yield "        break"
        yield f"    pilot_{x}, shift_{x} = _moved(pilot_{x}, shift_{x}, mean, attempt)"
        yield from (f"{s} = _whole({s}_sum)" for s in summed if s not in (total, squares))
        yield from mended
        yield f"pilot_{x}, shift_{x} = _settled(pilot_{x}, shift_{x}, mean, attempt)"

    def product(self, nodes: list[Node]) -> Node:
        """The product of nodes for each channel, each product once."""
        whole = nodes[0]
        for node in nodes[1:]:
            key = (whole, node)
            whole = self.products.setdefault(key, Node("mul", key, whole.rank | node.rank))
        return whole

    def fused(
        self, number: int, sums: list[Node], stored: Node | None, arrays: dict[str, str]
    ) -> Iterator[str]:
        """A loop that takes sums, stores a node as the result, or both."""
        if sums or not stored:
            yield from self.sums(number, {self.scalars[n]: n for n in sums}, stored, arrays)
            return
        tops = [(stored, "out_i[j] = {}")]
        if stored is self.result and self.along:
            tops.insert(0, (self.gradients[self.along], f"{self.along}[j] += {{}}"))
        yield from self.plain(tops, arrays)

    def plain(self, tops: list[tuple[Node, str]], arrays: dict[str, str]) -> Iterator[str]:
        """A loop that takes no sums: a few channels at a time if it fetches those that follow."""
        if not self.is_long(tops):
            yield from _loop(self.inside(tops, arrays), "width")
            return
        written = [pattern.partition("[j]")[0] for _, pattern in tops]
        parts = {a: f"{a}_" for a in arrays if a in self.read(tops)}
        parts |= {w: f"part_{w}" for w in written}
        patterns = [(n, f"part_{pattern}") for n, pattern in tops]
        yield "for first in range(0, width, few):"
        lines = [f"{part} = {arrays.get(a, a)}[first : first + few]" for a, part in parts.items()]
        lines += self.ahead(parts, arrays)
        lines += _loop(self.inside(patterns, parts), f"{next(iter(parts.values()))}.size")
        yield from indented(lines)

    def is_long(self, tops: list[tuple[Node, str]]) -> bool:
        """Whether so much is computed for each channel that a processor does not look ahead far enough by itself."""
        return any(n.op in INLINE and n not in self.ready for top, _ in tops for n in self.below(top))

    def ahead(self, names: Iterable[str], arrays: dict[str, str]) -> list[str]:
        """Lines that fetch what the loop needs a little later."""
        rows = [f"{a}_i" for a in names if arrays.get(a) == f"{a}_i"]
        rows += [a for a in names if a.endswith("_i")]
        return ["if few == AHEAD:", *(f"    _fetched({row}, first + few, few)" for row in rows)]

    def read(self, tops: list[tuple[Node, str]]) -> set[str | None]:
        """The arrays that a loop reads."""
        return {self.array(n) for top, _ in tops for n in self.below(top)}

    def sums(
        self, number: int, summed: dict[str, Node], stored: Node | None, arrays: dict[str, str]
    ) -> Iterator[str]:
        """A loop that takes sums over the channels by their names, and may store a node as the result."""
        yield from self.pieces(number, summed, stored, arrays)
        yield from (f"{s} = _whole({s}_sum)" for s in summed)

    def pieces(
        self, number: int, summed: dict[str, Node], stored: Node | None, arrays: dict[str, str]
    ) -> Iterator[str]:
        """The same, with each sum in two parts: a rounded number, and what was lost."""
        tops = [(n, f"{s}_ = _plus({s}_, {{}})") for s, n in summed.items()]
        tops += [(stored, "out_[j] = {}")] if stored else []
        read = self.read(tops) | ({"out"} if stored else set())
        parts = {a: f"{a}_" for a in arrays if a in read}
        later = self.later.get(number, [])
        yield f"{' = '.join(f'{n}_sum' for n in summed)} = NOTHING"
        few = "few" if self.is_long(tops) or self.operator.rowwise else "CHUNK"
        lines = [f"{part} = {arrays[a]}[first : first + {few}]" for a, part in parts.items()]
        if self.operator.rowwise:
            yield "first = 0"
            yield "while first < width:"
            lines.insert(0, f"few = _piece({self.operator.arrays[-1]}_i, first)")
        else:
            yield f"for first in range(0, width, {few}):"
        if self.is_long(tops):
            lines += self.ahead(parts, arrays)
        elif later:
            lines += ["if fetches:", *(f"    _fetched({arrays[a]}, first, few)" for a in later)]
        lines.append(f"{' = '.join(f'{n}_' for n in summed)} = T(0)")
        lines += _loop(self.inside(tops, parts), f"{next(iter(parts.values()))}.size")
        lines += [f"{n}_sum = _and({n}_sum, {n}_)" for n in summed]
        lines += ["first += few"] * self.operator.rowwise
        yield from indented(lines)

    def _later(self) -> dict[int, list[str]]:
        """By the number of a loop, the rows that the next one needs first: they are fetched while this one works."""
        if self.loops.before or self.some == "AHEAD":  # a block that is in the cache, or loops that look ahead
            return {}
        stages = {n: rows for n in range(MOMENTS, self.loops.last + 1) if (rows := self.rows(n))}
        found, seen = {}, set[str]()
        for number, then in itertools.pairwise(stages):
            seen |= stages[number]
            found[number] = sorted(stages[then] - seen)
        return found

    def rows(self, number: int) -> set[str]:
        """The arrays of which a loop reads or writes a row."""
        centred = [n for n in self.loops.nodes if n.op == "centred"]
        if number == MOMENTS:
            return set() if self.loops.joint else {str(n.args[0].leaf) for n in centred}
        sums, stored = self.loops.tops(number)
        tops = [*sums, *([*self.loops.joint, *centred] if number == 0 and self.loops.joint else [])]
        if stored:
            tops.append(stored)
        if stored is self.result:
            tops += [self.gradients[d] for d in self.loops.columns]
        read = {self.array(n) for top in tops for n in self.below(top)} & {*self.operator.arrays}
        return {str(a) for a in read} | ({"out"} if stored else set())

    def inside(self, tops: list[tuple[Node, str]], arrays: dict[str, str]) -> list[str]:
        """What is done for one channel: what is used twice, by name, and then for each node its pattern, filled in."""
        order = list(dict.fromkeys(n for top, _ in tops for n in self.below(top)))
        uses = Counter(a for n in order if n not in self.ready for a in n.args)
        uses.update(top for top, _ in tops)
        names: dict[Node, str] = {}
        taken = set(self.taken)
        lines = []
        for node in order:
            if node.args and node.op not in SUMS and node not in self.ready and uses[node] > 1:
                wanted = (node.name[0] if node.name else "u").rstrip("_0123456789") or "u"
                name = next(n for n in (wanted, *(f"{wanted}{k}" for k in range(2, 99))) if n not in taken)
                taken.add(name)
                lines.append(f"{name} = {self.element(node, names, arrays)}")
                names[node] = name
        for top, pattern in tops:
            is_product = top.op in SUMS or (top.op == "mul" and top not in names and "_plus(" in pattern)
            factors_ = top.args if is_product else (top,)
            lines.append(pattern.format(", ".join(self.element(a, names, arrays) for a in factors_)))
        return lines

    def below(self, top: Node) -> Iterator[Node]:
        """The nodes that a loop computes for each channel, operands first."""
        seen: set[Node] = set()

        def visit(node: Node) -> Iterator[Node]:
            if node in seen or (not node.rank & Rank.CHANNEL and node is not top):
                return
            seen.add(node)
            if node not in self.ready:
                for arg in node.args:
                    yield from visit(arg)
            yield node

        return visit(top)

    def array(self, node: Node) -> str | None:
        """The array that a node is read from."""
        if node in self.ready:
            return self.ready[node]
        return str(node.leaf) if node.op in ("input", "parameter") and node.rank & Rank.CHANNEL else None

    # --- expressions

    def element(self, node: Node, names: dict[Node, str], arrays: dict[str, str], above: int = 0) -> str:
        """A node for one channel, in the dtype of x."""
        if node in names:
            return names[node]
        if not node.rank & Rank.CHANNEL:
            return f"T({self.scalar(node)})"
        found = self.array(node)
        if found is not None:
            return f"{arrays[found]}[j]"
        if node.op == "centred":
            x = node.args[0].leaf
            plain = self.element(node.args[0], names, arrays)
            return within(f"{plain} - pilot_{x} - shift_{x}", LEVELS["sub"], above)
        if node.op == "div" and (root := node.args[1]).op == "sqrt" and root not in names:
            of = [self.element(a, names, arrays) for a in (node.args[0], root.args[0])]
            return f"_over_root({', '.join(of)})"
        return self.written(node, above, lambda a, level: self.element(a, names, arrays, level))

    def scalar(self, node: Node, above: int = 0, named: bool = True) -> str:
        """A node that all channels share, in double precision."""
        if named and node in self.scalars:
            return self.scalars[node]
        return self.written(node, above, self.scalar)

    def is_strict(self, node: Node) -> bool:
        """Not for a sum of sums, nor for a product of products."""
        return node.op in ("sub", "div") or node.args[1].op != node.op


def used(name: str, lines: list[str]) -> bool:
    return any(re.search(rf"\b{name}\b", line) for line in lines)


def _loop(lines: list[str], length: str) -> list[str]:
    return [f"for j in range({length}):", *indented(lines)]


def indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" if line else line for line in lines]
