"""Whatever the language can say is printed so that it is read as just that: every constructor, in every other one."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import meaning
import pytest
import round_trip
from loading import theorems
from meaning import DIGITS, Function, Place, Undefined, Unsure, value
from round_trip import LEAVES, MAKERS, a, made, nested

import symnorm.language
from symnorm.language import LanguageError, Statement, Term, eq
from symnorm.language.entrywise import is_of_matrices
from symnorm.language.latex import Latex, latex
from symnorm.language.lookalikes import statements
from symnorm.language.matrices import is_matrix
from symnorm.language.statements import RELATIONS
from symnorm.language.terms import bare, form, free_indices
from symnorm.mutation.edits import Scope, variants
from symnorm.reader import Notation, harmless, read
from symnorm.reader.shapes import at_places

FORGIVEN = ("before brackets is a factor", "a number stands for a vector, all of whose entries it is")
"""What may be told of what we print: x - mu is a vector, although mu is a number."""
BUILDS_NO_TERM = {
    "KINDS", "Counterexample", "Entry", "Gap", "Index", "LanguageError", "MissingHypothesis", "Printed", "Relation",
    "Rule", "Statement", "Term", "Theorem", "Untyped", "by", "link", "untyped", "stated", "silent", "editors",
    "interval", "gt", "ge", "lt", "le",
}  # fmt: skip
"""What of the language makes no term or statement, is in along= alone, or is written with <, <=, > and >=."""


def said(t: Any) -> Statement:
    """A statement about a term."""
    if isinstance(t, Statement):
        return t
    return eq(t, 0) if is_matrix(t) or t.axes else eq(t, a)


def read_again(statement: Statement) -> Statement:
    """What our LaTeX of a statement says, for a reader who knows the names in it."""
    found = read(latex(statement), Notation([statement]), of_matrices=is_of_matrices(statement))
    assert all(told.endswith(FORGIVEN) for told in found.tolerances), (latex(statement), found.tolerances)
    assert isinstance(found.meaning, Statement)
    return found.meaning


def comes_back(statement: Statement) -> bool:
    twins = Notation([statement]).twins
    return harmless(read_again(statement), twins) == harmless(at_places(statement), twins)


def statements_at_random(name: str, count: int) -> Iterator[Statement]:
    for seed in range(count):
        source = random.Random(f"{name}/{seed}")
        try:
            yield said(made(source.choice(MAKERS), source, 3 + seed % 2))
        except LanguageError:  # nothing is done to the gradient of a loss
            continue


# --- nothing is left out --------------------------------------------------------------------------------------


def printed_operations() -> set[str]:
    """The operations for which the page has a rule."""
    return {rule.removeprefix("on_") for rule in dir(Latex) if rule.startswith("on_")} - {"other"}


def test_every_operation_of_the_language_is_made_here() -> None:
    tops = [t for s in map(said, nested(random.Random("all"))) for t in (*s.printed(), *s.terms())]
    tops += [t for leaves in LEAVES.values() for t in leaves if isinstance(t, Term)]
    assert {part.op for t in dict.fromkeys(tops) for part in t.as_written()} == printed_operations()


def test_every_operation_that_the_language_makes_is_printed_by_a_rule() -> None:
    folder = Path(symnorm.language.__file__).parent
    nodes = (n for file in folder.glob("*.py") for n in ast.walk(ast.parse(file.read_text("utf-8"))))
    calls = [n for n in nodes if isinstance(n, ast.Call)]
    made_by_name = {
        call.args[0].value for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Term" and isinstance(call.args[0], ast.Constant)
    }  # fmt: skip
    assert len(made_by_name) > 20
    assert made_by_name - {"interval"} <= printed_operations()


def test_every_public_constructor_is_used_here() -> None:
    used = {n.id for n in ast.walk(ast.parse(Path(round_trip.__file__).read_text("utf-8"))) if isinstance(n, ast.Name)}
    assert {*symnorm.language.__all__} - used == BUILDS_NO_TERM - used


def test_every_kind_of_statement_is_made_here() -> None:
    def kinds(s: Statement) -> Iterator[str]:
        yield type(s).__name__
        yield s.kind
        for part in s.parts:
            if isinstance(part, Statement):
                yield from kinds(part)

    found = {kind for s in map(said, nested(random.Random("all"))) for kind in kinds(s)}
    signs = {*Latex.signs} - {"pm"}
    assert found == {*signs, "differentiable", "Statement", "Cases", "Entrywise"}


# --- what is printed is what was meant ------------------------------------------------------------------------


def test_our_latex_of_each_constructor_in_each_other_reads_as_it() -> None:
    found = [said(t) for t in nested(random.Random("nested"))]
    assert len(found) > 5_000
    assert [latex(s) for s in found if not comes_back(s)] == []


@pytest.mark.parametrize("part", range(8))
def test_our_latex_of_a_random_statement_reads_as_it(part: int) -> None:
    found = list(statements_at_random(f"deep/{part}", 100))
    assert len(found) > 90
    assert [latex(s) for s in found if not comes_back(s)] == []


def letters(s: Statement) -> set[str]:
    """The letters of the indices of a statement, those of its sums as well."""
    terms = [part for t in s.terms() for part in t.walk()]
    free = {i for t in s.terms() for i in free_indices(t) if i[0] != "*"}
    return {bare(i) for i in free | {t.args[0] for t in terms if t.op == "sum"}}


@pytest.mark.parametrize("part", range(4))
def test_every_statement_of_a_theorem_reads_as_it(part: int) -> None:
    """With the names that scripts give it, which may look like operations, and indices of one letter."""
    all_of_them = (s for theorem in theorems("all", "examples")[part::4] for s in statements(theorem))
    found = {latex(s): s for s in all_of_them if all(len(i) == 1 for i in letters(s))}
    wrong = []
    for shown, s in found.items():
        notation = Notation([s])
        meaning_of = read(shown, notation, of_matrices=is_of_matrices(s)).meaning
        if harmless(meaning_of, notation.twins) != harmless(at_places(s), notation.twins):
            wrong.append(shown)
    assert wrong == []
    assert len(found) > 300


# --- and not because the comparison forgets too much ------------------------------------------------------------


def waves(*slopes: int) -> Function:
    """The function sin(a u + b v + ...), with all of its derivatives."""

    def of(ar: Any, orders: tuple[int, ...], *arguments: Any) -> Any:
        at = sum((s * u for s, u in zip(slopes, arguments, strict=True)), ar.one / 3)
        turned = (ar.sin(at), ar.cos(at), -ar.sin(at), -ar.cos(at))[sum(orders) % 4]
        for slope, order in zip(slopes, orders, strict=True):
            turned = turned * slope**order
        return turned

    return Function(of)


NAMES = {"f": waves(1), "g": waves(2), "phi": waves(3), "psi": waves(1, 2), "m": waves(5), "q": waves(7)}


def place(source: random.Random) -> Place:
    """Numbers for all names, in two rows and three channels."""

    def one() -> Fraction:
        return Fraction(source.randrange(1, 40), source.randrange(5, 20))

    vectors = {name: tuple(one() for _ in range(3)) for name in ("x", "y", "gradient__ell__z")}
    vectors |= {"u": (one(), one()), "X": tuple(tuple(one() for _ in range(3)) for _ in range(2))}
    symbols = {name: one() for name in ("a", "beta", "t")} | {"shift__mu": Fraction(0), "shift__sigma2": Fraction(0)}
    indices = {name: source.randrange(3) for name in ("i", "j", "k", "*r", "*c", "*1")}
    indices |= {name: source.randrange(2) for name in ("b:N", "d:N", "*r:N", "*c:N", "*1:N", "i:N", "j:N")}
    wholes = {"n": 2 + source.randrange(2), "p": source.randrange(3), "s": 1}
    return Place(symbols, vectors, indices, {"N": 2}, wholes).in_(DIGITS)


def number(t: Term, here: Place) -> str:
    """The value of a term, to many digits; nothing where it has none, or is too large or too small to tell."""
    try:
        found = value(DIGITS, form(t), here)
    except (Undefined, Unsure, OverflowError):
        return ""
    return f"{float(found):.12e}" if 1e-9 < abs(found) < 1e9 else ""


def told_apart(one: Statement, other: Statement, here: Place) -> bool:
    """Whether two relations of one kind have sides with other values."""
    pairs = zip(one.terms(), other.terms(), strict=True)
    return any(v and w and v != w for v, w in ((number(p, here), number(q, here)) for p, q in pairs))


@pytest.mark.parametrize("part", range(4))
def test_what_is_read_as_it_has_its_value(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the comparison takes for the same: what is read, and statements with one slip in them."""
    monkeypatch.setattr(meaning, "FUNCTIONS", NAMES)
    source, compared, wrong = random.Random(part), 0, []
    for statement in statements_at_random(f"values/{part}", 60):
        shown, twins = at_places(statement), Notation([statement]).twins
        slips = (v.statement for v in islice(variants(statement, Scope.of([statement])), 40))
        for other in map(at_places, (read_again(statement), *slips)):
            if other.kind == shown.kind in RELATIONS and harmless(other, twins) == harmless(shown, twins):
                compared += other.parts != shown.parts
                wrong += [(latex(statement), latex(other))] * told_apart(shown, other, place(source))
    assert wrong == []
    assert compared > 10


def test_what_is_made_otherwise_of_the_same_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "FUNCTIONS", NAMES)
    makers = [maker for maker in MAKERS if maker.sort == "number"]
    found = [*LEAVES["number"]]
    for n in range(8):
        parts = {sort: leaves[n % len(leaves)] for sort, leaves in LEAVES.items()}
        found += [maker.make(*(parts[part] for part in maker.parts)) for maker in makers]
    alike: dict[Any, list[Term]] = {}
    for t in found:
        alike.setdefault(harmless(t), []).append(t)
    several = [list({form(t): t for t in terms}.values()) for terms in alike.values()]
    here = place(random.Random(1))
    assert [terms for terms in several if len({number(t, here) for t in terms}) > 1] == []
    assert len(several) > 400
