"""One edit of a printed side after which a relation holds: a sign, a factor, an exponent, an index, an accent.

It is offered, not made: it says what would be true, and not what the author meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .points import Reading, TooMuch
from .tensors import Unknown
from .trees import Node, number
from .trials import Hypothesis, Trial

MOST = 160
"""So many edits are tried at most."""
MOST_WORK = 120_000
"""So many nodes are evaluated at most to find one."""
FEW = (0, 1)
SURE = (0, 1, 2, 3, 5)


@dataclass(frozen=True)
class Edit:
    """A side after one edit: its tree, its LaTeX, and what was done."""

    tree: Node
    latex: str
    text: str


def repaired(trial: Trial, reading: Reading, hypotheses: Sequence[Hypothesis]) -> Edit | None:
    """The first edit of the right side after which a relation holds at every point; None where there is none."""
    start = trial.spent
    for n, edit in enumerate(edits(trial.right, trial.parsed.link.right, trial)):
        if n >= MOST or trial.spent - start > MOST_WORK:
            return None
        try:
            swap = trial.left, edit.tree
            if (
                trial.run(reading, hypotheses, FEW, swap=swap).is_clear
                and trial.run(reading, hypotheses, SURE, swap=swap).is_clear
            ):
                return edit
        except (Unknown, TooMuch):
            continue
    return None


def edits(tree: Node, source: str, trial: Trial) -> Iterator[Edit]:
    """All single edits of a side, likely ones first."""
    for node in tree.parts():
        yield from _signs(tree, node, source)
    yield from _factors(tree, source, trial)
    for node in tree.parts():
        yield from _numbers(tree, node, source)
        yield from _names(tree, node, source, trial)
        yield from _left_out(tree, node, source)


def _put(tree: Node, old: Node, new: Node) -> Node:
    """A tree with one node in the place of another."""
    if tree is old:
        return new
    return replace(tree, args=tuple(_put(a, old, new) for a in tree.args)) if tree.args else tree


def _edit(tree: Node, old: Node, new: Node, source: str, latex: str, text: str) -> Edit:
    return Edit(_put(tree, old, new), source[: old.start] + latex + source[old.end :], text)


def _signs(tree: Node, node: Node, source: str) -> Iterator[Edit]:
    if node.op == "add":
        for n, part in enumerate(node.args):
            other = part.args[0] if part.op == "neg" else Node("neg", (part,), start=part.start, end=part.end)
            new = replace(node, args=(*node.args[:n], other, *node.args[n + 1 :]))
            if part.op == "neg":
                latex = source[: part.start] + ("+" if n else "") + source[part.start + 1 :]
                yield Edit(_put(tree, node, new), latex, "+ for -")
            else:
                plus = source.rfind("+", node.start, part.start) if n else -1
                cut = (plus, plus + 1) if plus >= 0 else (part.start, part.start)
                yield Edit(_put(tree, node, new), source[: cut[0]] + "-" + source[cut[1] :], "- for +")
    if node.op == "neg" and node.end > node.start:
        yield _edit(tree, node, node.args[0], source, source[node.start + 1 : node.end], "without the sign -")
    if node.op == "pow" and node.args[1].op in ("name", "mul"):
        exponent = node.args[1]
        inner = source[exponent.start : exponent.end].strip("{}")
        yield _edit(
            tree, exponent, Node("neg", (exponent,)), source, f"{{-{inner}}}", "a sign - in the exponent"
        )
    if node is tree and node.op not in ("add", "neg"):
        yield Edit(Node("neg", (tree,)), f"-{source}", "a sign - before all")


def _factors(tree: Node, source: str, trial: Trial) -> Iterator[Edit]:
    """A factor, or a divisor, of the whole side."""
    names = [p for t in (trial.left, trial.right) for p in t.parts() if p.op == "name"]
    sizes = [Node("name", name=n) for n in sorted(trial.meaning.sets.lengths)]
    known = [replace(p, start=0, end=0) for p in names if p.name in trial.known or p.op == "name"]
    seen: set[object] = set()
    for factor in (number(2), *sizes, *known):
        if factor.key in seen or len(seen) > 8:
            continue
        seen.add(factor.key)
        shown = shown_name(factor)
        yield Edit(Node("mul", (factor, tree)), f"{shown} \\left({source}\\right)", f"a factor {shown}")
        yield Edit(
            Node("div", (tree, factor)),
            f"\\frac{{1}}{{{shown}}} \\left({source}\\right)",
            f"a factor 1/{shown}",
        )


def shown_name(node: Node) -> str:
    """A name, or a number, as LaTeX."""
    if node.op == "num":
        return node.name
    below = "".join(shown_name(a) if a.op in ("num", "name") else "" for a in node.args)
    return f"{node.name}_{{{below}}}" if below else node.name


def _numbers(tree: Node, node: Node, source: str) -> Iterator[Edit]:
    if node.op == "num" and node.end > node.start and "." not in node.name:
        value = int(node.name)
        for other in (value + 1, value - 1, 2 * value):
            if other != value and other >= 0:
                yield _edit(
                    tree, node, replace(node, name=str(other)), source, f"{{{other}}}", f"{other} for {value}"
                )
    if node.op == "pow" and node.args[1].op == "num":
        base = node.args[0]
        yield _edit(
            tree, node, base, source, source[base.start : base.end], f"without the exponent {node.args[1].name}"
        )
    if node.op == "sqrt" and len(node.args) == 1:
        inner = node.args[0]
        yield _edit(tree, node, inner, source, f"({source[inner.start : inner.end]})", "without the root")
    if node.op == "name" and node.end > node.start:
        yield _edit(
            tree,
            node,
            Node("pow", (node, number(2))),
            source,
            f"{source[node.start : node.end]}^{{2}}",
            "a square",
        )


def _names(tree: Node, node: Node, source: str, trial: Trial) -> Iterator[Edit]:
    """Another accent, or another index."""
    if node.op != "name" or node.end <= node.start:
        return
    sets = trial.meaning.sets
    bare = (
        node.name.split("{")[-1].rstrip("}") if node.name.startswith("\\") and "{" in node.name else node.name
    )
    known = {*trial.known, *sets.arity, *sets.vectors}
    for other in sorted(known):
        is_near = other != node.name and (other.endswith(f"{{{bare}}}") or other == bare)
        if is_near and sets.arity.get(other, 0) >= len(node.args):
            new = replace(node, name=other)
            yield _edit(
                tree,
                node,
                new,
                source,
                shown_name(new),
                f"{shown_name(new)} for {source[node.start : node.end]}",
            )
    for n, index in enumerate(node.args):
        for letter in trial.letters:
            if index.op == "name" and index.name != letter:
                new = replace(node, args=(*node.args[:n], replace(index, name=letter), *node.args[n + 1 :]))
                yield _edit(tree, node, new, source, shown_name(new), f"the index {letter} for {index.name}")


def _left_out(tree: Node, node: Node, source: str) -> Iterator[Edit]:
    """One factor, divisor or term less."""
    if node.op == "mul":
        for n, other in ((0, 1), (1, 0)):
            gone, kept = node.args[n], node.args[other]
            text = f"without the factor {source[gone.start : gone.end].strip()}"
            yield _edit(tree, node, kept, source, source[kept.start : kept.end], text)
    if node.op == "div":
        above, below = node.args
        yield _edit(tree, node, above, source, f"({source[above.start : above.end].strip('{}')})",
                    f"without the divisor {source[below.start : below.end].strip()}")  # fmt: skip
    if node.op == "add" and len(node.args) > 1:
        for n, part in enumerate(node.args):
            rest = node.args[:n] + node.args[n + 1 :]
            new = rest[0] if len(rest) == 1 else replace(node, args=rest)
            latex = source[: part.start].rstrip(" +") + " " + source[part.end :].lstrip(" +" if n == 0 else " ")
            yield Edit(
                _put(tree, node, new), latex, f"without the term {source[part.start : part.end].strip()}"
            )
