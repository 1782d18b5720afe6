"""Formulas of notes as trees, their values at a point, and what a script says for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from mpmath import mp

from symnorm.notes.chains import links
from symnorm.notes.declared import Declared, declared
from symnorm.notes.draft import Drafter
from symnorm.notes.findings import Findings
from symnorm.notes.meaning import Meaning, understand
from symnorm.notes.model import Formula
from symnorm.notes.points import Env, Point, Reading
from symnorm.notes.tensors import Tensor, Undefined, Unknown, flat
from symnorm.notes.translate import Untranslated
from symnorm.notes.trees import Node
from symnorm.notes.values import Values


def meant(*latex: str, notation: str = "") -> Meaning:
    """What the relations of a note mean, each a display."""
    formulas = [Formula(text, Path("n.md"), n, n) for n, text in enumerate(latex, start=1)]
    found, _ = links(formulas)
    return understand(found, formulas, declared(notation, "n.toml") if notation else Declared())


def side(latex: str, *before: str, notation: str = "") -> tuple[Meaning, Node]:
    """The right side of the last of some relations."""
    meaning = meant(*before, f"q = {latex}", notation=notation)
    last = meaning.parsed[-1]
    assert last.error is None, last.error
    assert last.right is not None
    return meaning, last.right


@pytest.mark.parametrize(
    ("latex", "tree"),
    [
        ("a + b c", ("add", ("name", "a"), ("mul", ("name", "b"), ("name", "c")))),
        (r"-\frac{a}{b}", ("neg", ("div", ("name", "a"), ("name", "b")))),
        ("a^2", ("pow", ("name", "a"), ("num", "2"))),
        (r"\sqrt{a}", ("sqrt", ("name", "a"))),
        (r"a^{\mathrm{T}}", ("transpose", ("name", "a"))),
        (r"\partial a / \partial b", ("partial", ("name", "a"), ("name", "b"))),
        (r"|a|", ("abs", ("name", "a"))),
        ("x_i", ("name", "x", ("name", "i"))),
        (r"\exp(a)", ("call", "exp", ("name", "a"))),
    ],
)
def test_a_formula_is_a_tree(latex: str, tree: tuple[object, ...]) -> None:
    def shape(node: Node) -> tuple[object, ...]:
        return (node.op, *([node.name] if node.name else []), *map(shape, node.args))

    assert shape(side(latex)[1]) == tree


@pytest.mark.parametrize("latex", [r"a \star b", r"\pm a", r"\frac{a}", r"a +", r"\sup a"])
def test_what_is_not_understood_has_its_place(latex: str) -> None:
    last = meant(f"q = {latex}").parsed[-1]
    assert last.error is not None
    assert 0 <= last.error.start <= last.error.end <= len(last.link.right) + 1


X = Tensor((3,), (mp.mpf(1), mp.mpf(2), mp.mpf(6)))
POINT = {"x": X, "t": mp.mpf(3), "s": mp.mpf(-2)}


def value(latex: str, *before: str) -> list[object]:
    """The numbers of a term where x = (1, 2, 6), t = 3 and s = -2."""
    meaning, tree = side(latex, *before, notation='vectors = { x = "n" }')
    point = Point({meaning.sets.root(meaning.sets.length("n")): 3}, dict(POINT))
    values = Values(meaning, meaning.known(meaning.parsed[-1].link), point, Reading())
    with mp.workdps(40):
        return [round(float(v), 9) for v in flat(values.of(tree, Env(scope=meaning.parsed[-1].scope)))]


MEAN = r"m = \frac{1}{n} \sum_{i=1}^n x_i"


@pytest.mark.parametrize(
    ("latex", "numbers"),
    [
        (r"\sum_{i=1}^n x_i", [9]),
        ("n", [3]),
        (r"x^\top x", [41]),
        (r"\|x\|^2", [41]),
        (r"x - m \mathbf{1}_n", [-2, -1, 3]),
        (r"\frac{1}{n} \sum_{i=1}^n (x_i - m)^2", [14 / 3]),
        (r"\frac{\partial m}{\partial x_2}", [1 / 3]),
        (r"\frac{d}{dt} t^3", [27]),
        (r"|s|", [2]),
        (r"\max_i x_i", [6]),
        (r"t^{-2}", [1 / 9]),
    ],
)
def test_a_term_has_its_value(latex: str, numbers: list[float]) -> None:
    assert value(latex, MEAN) == pytest.approx(numbers, abs=1e-8)


@pytest.mark.parametrize("latex", [r"\sqrt{s}", r"\log s", r"\frac{1}{s + 2}", r"\frac{d}{ds} |s + 2|"])
def test_a_term_may_have_no_value(latex: str) -> None:
    with pytest.raises(Undefined):
        value(latex)


def test_a_name_that_depends_on_nothing_is_not_differentiated() -> None:
    with pytest.raises(Unknown):
        value(r"\frac{\partial s}{\partial t}")


@pytest.mark.parametrize(
    ("relations", "statement", "conditions"),
    [
        ((MEAN, r"\sum_{i=1}^n (x_i - m) = 0"), "eq(total((x[i] - m), over=i), 0)", ()),
        (("a = \\frac{b}{c}", "a c = b"), "eq((a * c), b)", ("ne(c, 0)",)),
        (("\\sqrt{b} = c + h",), "eq(sqrt(b), (c + h))", ("ge(b, 0)",)),
        (("\\sqrt{b^2} = c + h",), "eq(sqrt((b ** 2)), (c + h))", ()),
        (("b^2 \\le c + h",), "le((b ** 2), (c + h))", ()),
    ],
)
def test_a_relation_is_written_as_a_script_has_it(
    relations: tuple[str, ...], statement: str, conditions: tuple[str, ...]
) -> None:
    meaning = meant(*relations)
    last = meaning.parsed[-1]
    assert last.left is not None
    assert last.right is not None
    claim = Drafter(Findings(meaning)).claim(len(meaning.parsed) - 1, (last.left, last.right), Reading())
    assert (claim.statement, claim.conditions) == (statement, conditions)


@pytest.mark.parametrize("latex", [r"\pi = c + h", r"b^c = c + h", r"\int_0^b t dt = c + h"])
def test_what_the_language_lacks_leaves_nothing(latex: str) -> None:
    meaning = meant(latex)
    last = meaning.parsed[-1]
    assert last.left is not None
    assert last.right is not None
    drafter = Drafter(Findings(meaning))
    with pytest.raises(Untranslated):
        drafter.claim(0, (last.left, last.right), Reading())
    assert drafter.words.lines == []
