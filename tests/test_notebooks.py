r"""Statements render in notebooks: what `_repr_latex_` gives of every statement of every proof is balanced LaTeX.

Balanced is: one formula between two dollars; braces, `\left` and `\right`, `\begin` and `\end` in pairs that do not
cross; and after each command the arguments that it takes. The reader below knows nothing of the printer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from loading import theorems
from traps import TRAPS

from symnorm.catalog import Catalog
from symnorm.language import Statement, Theorem

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}$^_&#%~]|[^\\{}$^_&#%~\s]|\s+", re.S)
PAIRS = {("{", "}"), (r"\left", r"\right"), (r"\begin", r"\end")}
ARGUMENTS = {r"\frac": 2, r"\sqrt": 1, r"\text": 1, r"\mathrm": 1, r"\operatorname": 1, r"\bar": 1, r"\hat": 1}
SCRIPTS = {"^", "_"}


def unbalanced(source: str) -> str:
    """What is wrong with the LaTeX of a formula; empty where nothing is."""
    if not (source.startswith("$") and source.endswith("$") and len(source) > 2):
        return "no formula between dollars"
    tokens = [t for t in TOKEN.findall(source[1:-1]) if not t.isspace()]
    if len("".join(tokens)) != len(re.sub(r"\s", "", source[1:-1])):
        return "a backslash at the end"
    open_: list[str] = []
    for n, token in enumerate(tokens):
        rest = tokens[n + 1 : n + 2]
        if token in {"$", "&", "#", "%", "~"}:
            return f"{token} in a formula"
        if token in {"{", r"\left", r"\begin"}:
            open_.append(token)
        closes = token in {"}", r"\right", r"\end"}
        if closes and (not open_ or (open_.pop(), token) not in PAIRS):
            return f"{token} closes nothing"
        if token in {r"\left", r"\right"} and (not rest or rest[0].isalnum()):
            return f"{token} without a delimiter"
        if (token in ARGUMENTS or token in SCRIPTS) and (not rest or rest[0] in {"}", r"\right", *SCRIPTS}):
            return f"{token} without its argument"
        if token == r"\frac" and not _has_two_arguments(tokens[n + 1 :]):
            return r"\frac without its second argument"
        if token in SCRIPTS and _is_second_script(tokens[:n], token):
            return f"two {token} after another"
    return f"{open_[-1]} is not closed" if open_ else ""


def _has_two_arguments(tokens: list[str]) -> bool:
    end = _group(tokens)
    return end < len(tokens) and tokens[end] not in {"}", r"\right"}


def _group(tokens: list[str]) -> int:
    """How many tokens the first argument takes."""
    depth = 0
    for n, token in enumerate(tokens):
        depth += (token == "{") - (token == "}")
        if depth <= 0:
            return n + 1
    return len(tokens)


def _is_second_script(before: list[str], script: str) -> bool:
    """Whether the thing that a script is set to has one of this kind: x_{i}_{j}."""
    depth = 0
    n = len(before) - 1
    while n >= 0:
        depth += (before[n] == "}") - (before[n] == "{")
        if depth == 0:
            break
        n -= 1
    return n > 0 and before[n - 1] == script


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("$a + b$", ""),
        (r"$\frac{a}{b} = \left( x_{i} \right)^{2}$", ""),
        (r"$\frac12 \{a\}$", ""),
        ("a + b", "no formula"),
        ("$a$b$", "in a formula"),
        ("${a$", "is not closed"),
        ("$a}$", "closes nothing"),
        (r"$\left( {a \right) }$", "closes nothing"),
        (r"$\left( a$", "is not closed"),
        (r"$\frac{a}$", "second argument"),
        (r"${\frac{a}} b$", "second argument"),
        (r"$x_{i}_{j}$", "two _"),
        (r"$x^{}^2$", "two ^"),
        (r"$x^$", "without its argument"),
        (r"$\sqrt$", "without its argument"),
        ("$a \\$", "a backslash at the end"),
    ],
)
def test_the_reader_sees_what_is_wrong(source: str, wrong: str) -> None:
    assert wrong in unbalanced(source)
    assert bool(wrong) == bool(unbalanced(source))


SCRIPTS_OF_PROOFS = [script.ids[0] for script in Catalog().scripts if script.ids]


@cache
def loaded(id: str) -> list[Theorem]:
    return theorems(id)


def statements(theorem: Theorem) -> Iterator[tuple[str, Statement]]:
    """Every statement that a theorem speaks of, with the label of its line."""
    for entry in theorem.entries:
        yield entry.label, entry.statement
        if entry.printed is not None:
            yield entry.label, entry.printed.statement
    for erratum in theorem.errata:
        for name in ("claim", "hypothesis", "assumes"):
            if hasattr(erratum, name):
                yield erratum.label, getattr(erratum, name)


@pytest.mark.parametrize("script", SCRIPTS_OF_PROOFS)
def test_every_statement_is_balanced(script: str) -> None:
    found = [(t.id, label, s) for t in loaded(script) for label, s in statements(t)]
    assert found
    assert [(id, label, s._repr_latex_(), w) for id, label, s in found if (w := unbalanced(s._repr_latex_()))] == []


@pytest.mark.parametrize("script", SCRIPTS_OF_PROOFS)
def test_every_side_is_balanced(script: str) -> None:
    sides = {side for t in loaded(script) for _, s in statements(t) for side in s.terms()}
    assert [(s._repr_latex_(), w) for s in sides if (w := unbalanced(s._repr_latex_()))] == []


def test_every_trap_is_balanced() -> None:
    found = [s._repr_latex_() for trap in TRAPS.values() for s in (trap.statement, *trap.where, *trap.given)]
    assert [(s, w) for s in found if (w := unbalanced(s))] == []
