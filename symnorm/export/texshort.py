r"""What a page need not have in full: numbers of many digits in a table, rounded; long sums with dots.

Nothing is lost: the JSON of an edition has everything as it was verified, and the page says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..report import Definition
from . import texmath
from .texnodes import Node, Nodes, read
from .texparts import LINE, listed

LONG = 5
"""So many summands in a row that differ by a running number alone are worth dots."""

NUMBER = re.compile(r"(?<=_)\{?\d+\}?")
"""A number below the line, as in x_1 and x_{10}."""

NOTE = "Numbers of many digits are rounded here and long sums have dots; the JSON edition has both in full."


def notation(definitions: Sequence[Definition]) -> str:
    """What names stand for: a table of the numbers of many digits, and formulas in the text."""
    data = [d for d in definitions if d.value]
    rest = [d for d in definitions if not d.value]
    bodies = [dotted(d.body.latex) for d in rest]
    parts = ["Notation:"]
    if data:
        parts.append(_numbers(data))
    if rest:
        parts.append(listed(f"{d.name.latex} = {body}" for d, body in zip(rest, bodies, strict=True)))
    if data or bodies != [d.body.latex for d in rest]:
        parts.append(NOTE)
    return " ".join(parts)


def _numbers(data: Sequence[Definition]) -> str:
    """Numbers: those with a running number in a table, a row for each and a column for what it runs through."""
    columns: dict[str, dict[str, str]] = {}
    for d in data:
        running = NUMBER.search(d.name.latex)
        name = d.name.latex if running is None else NUMBER.sub("", d.name.latex)
        columns.setdefault(name, {})[running[0].strip("{}") if running else ""] = rf"{d.name.latex} \approx {d.value}"
    tables: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for column in columns.values():
        tables.setdefault(tuple(column), []).append(column)
    return " ".join(_table(rows, found) if len(rows) > 3 else listed(f for c in found for f in c.values())
                    for rows, found in tables.items())  # fmt: skip


def _table(rows: Sequence[str], columns: Sequence[Mapping[str, str]]) -> str:
    """A table, or several, as many columns side by side as fit into a line."""
    widest = max(texmath.width(f) for c in columns for f in c.values()) + 1
    count = max(int(LINE // widest), 1)
    tables = []
    for n in range(0, len(columns), count):
        chosen = columns[n : n + count]
        body = " \\\\\n  ".join(" & ".join(f"${column[row]}$" for column in chosen) for row in rows)
        tables.append(f"\\begin{{tabular}}{{{'l' * len(chosen)}}}\n  {body}\n\\end{{tabular}}")
    return "\n\\begin{center}" + "\n\n".join(tables) + "\\end{center}\n"


def dotted(formula: str) -> str:
    r"""The formula with `f(x_1) + \cdots + f(x_9)` for a sum in which only a running number changes."""
    return "".join(node.source for node in _dotted(read(formula)))


def _dotted(nodes: Nodes) -> Nodes:
    summands = list(_summands(tuple(map(_inside, nodes))))
    out: list[Node] = []
    while summands:
        n = _alike(summands)
        dots = Node(rf"{_written(summands[0])[0]} \cdots ", 0.0)
        kept = summands[:1] if n < LONG else [summands[0], (dots,), summands[n - 1]]
        out += (node for summand in kept for node in summand)
        summands = summands[1 if n < LONG else n :]
    return tuple(out)


def _inside(node: Node) -> Node:
    """The node with what stands inside it shortened."""
    parts = ["".join(n.source for n in _dotted(inside)) for inside in node.inside]
    if parts == ["".join(n.source for n in inside) for inside in node.inside]:
        return node
    space = node.source[len(node.source.rstrip()) :]
    match node.kind:
        case "fraction":
            source = rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
        case "root":
            source = rf"\sqrt{{{parts[0]}}}"
        case _:
            source = rf"\left{node.ends[0]}{parts[0]}\right{node.ends[1]}"
    return Node(source + node.scripts + space, node.width, node.kind, node.depth)


def _summands(nodes: Nodes) -> Iterator[Nodes]:
    """The summands of a sum, each with its sign; whatever is no sum is one."""
    start = 0
    for k, node in enumerate(nodes):
        if k and node.depth == 0 and (node.kind == "relation" or node.source.strip() in ("+", "-")):
            yield nodes[start:k]
            start = k
    yield nodes[start:]


def _alike(summands: Sequence[Nodes]) -> int:
    """How many summands from the first one on differ by a running number alone."""
    written = [_written(s) for s in summands]
    numbers = [[int(n.strip("{}")) for n in NUMBER.findall(s)] for s in written]
    running: list[bool] | None = None
    for k in range(1, len(summands)):
        if NUMBER.sub("", written[k]) != NUMBER.sub("", written[0]):
            return k
        moved = [b - a for a, b in zip(numbers[0], numbers[k], strict=True)]
        running = running or [m == 1 for m in moved]
        if not any(running) or moved != [k * r for r in running]:
            return k
    return len(summands)


def _written(summand: Nodes) -> str:
    """A summand with its sign and without spaces."""
    source = re.sub(r"\s+", "", "".join(node.source for node in summand))
    return source if source[:1] in ("+", "-") else f"+{source}"
