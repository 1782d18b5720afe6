"""Links of chains: which relations a formula holds, and what stands beside them."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from symnorm.notes.chains import kind, links
from symnorm.notes.model import Formula, Link

NOTE = Path("note.md")


def displays(*latex: str, before: str = "") -> list[Formula]:
    return [Formula(text, NOTE, n, n, before if n > 1 else "") for n, text in enumerate(latex, 1)]


def found(*latex: str) -> list[Link]:
    return links(displays(*latex))[0]


def relations(*latex: str) -> list[str]:
    return [link.latex for link in found(*latex)]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"u = v = w", ["u = v", "v = w"]),
        (r"0 \le t < 1 \ll T", [r"0 \le t", "t < 1", r"1 \ll T"]),
        (r"y &= 2x \\ &\approx 3", ["y = 2x", r"2x \approx 3"]),
        (r"y &= 2x + \\ & 1 \\ &= 3", ["y = 2x + 1", "2x + 1 = 3"]),
        (r"y = 2x \\ + 1 \\ = 3", ["y = 2x + 1", "2x + 1 = 3"]),
        (r"p + q \\ = r", ["p + q = r"]),
        (r"\begin{multline} p = q + r \\ - s = t \end{multline}", ["p = q + r - s", "q + r - s = t"]),
        (r"p = \\ q = \\ r", ["p = q", "q = r"]),
        (r"p =& q \newline =& r \cr =& s", ["p = q", "q = r", "r = s"]),
        (r"p &= q \\[4pt] &= r", ["p = q", "q = r"]),
        (r"p = q, \quad r = s", ["p = q", "r = s"]),
        (r"p = q; r = s", ["p = q", "r = s"]),
        (r"p = g(s, t)", ["p = g(s, t)"]),
        (r"j = 0, 1, \ldots, m.", [r"j = 0, 1, \ldots, m"]),
        (r"\alpha, \beta \geq 0", [r"\alpha, \beta \geq 0"]),
        (r"p &= q & r &= s \\ t &= u & v &= w", ["p = q", "r = s", "t = u", "v = w"]),
        (r"p = q \implies r = s", ["p = q", "r = s"]),
        (r"\Rightarrow p = q", ["p = q"]),
        (r"-p = q \\ -r = s", ["-p = q", "-r = s"]),
        (r"p = 1, 2, ...", ["p = 1, 2, ..."]),
        (r"p = 3 \pm 1.", [r"p = 3 \pm 1"]),
    ],
)
def test_rows_and_statements_make_chains(latex: str, expected: list[str]) -> None:
    assert relations(latex) == expected


@pytest.mark.parametrize(
    "latex",
    [
        r"t \in (0, 1)",
        r"h : U \to V",
        r"u \mapsto u^2",
        r"z \sim N(0, 1)",
        r"p \propto q",
        r"\sum_{k=1}^{K} c_k",
        r"w_{i<j}",
        r"(k = 1)",
        r"\{ t : t > 0 \}",
        r"\text{a = b}",
        r"p -> q",
        r"\begin{cases} 1, & k = l \\ 0, & k \neq l \end{cases}",
        r"\left[\begin{array}{cc} p & q \\ r & s = t \end{array}\right]",
        "=",
        r"p = ",
    ],
)
def test_these_hold_no_relation(latex: str) -> None:
    formulas = displays(latex)
    assert links(formulas) == ([], formulas)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\boxed{p = q}", ["p = q"]),
        (r"\color{blue}{p = q}", ["p = q"]),
        (r"\color{blue}{p} = \textcolor{red}{q}", [r"\color{blue}{p} = \textcolor{red}{q}"]),
        (r"\mathbf{p = q}", ["p = q"]),
        (r"\mathbf{p} = \mathbf{q}", [r"\mathbf{p} = \mathbf{q}"]),
        (r"\underbrace{p = q}_{\text{as above}}", ["p = q"]),
        (r"\underbrace{p + q}_{=0} = r", [r"\underbrace{p + q}_{=0} = r"]),
        (r"\displaystyle p = q", ["p = q"]),
        (r"\displaystyle{ p = q }", ["p = q"]),
        (r"p {=} q", ["p = q"]),
        (r"\begin{aligned} p &= q \\ &= r \end{aligned}", ["p = q", "q = r"]),
        (r"\begin{array}{rcl} p &=& q \\ &=& r \end{array}", ["p = q", "q = r"]),
        (r"\begin{equation}\begin{split} p &= q \\ &= r \end{split}\end{equation}", ["p = q", "q = r"]),
        (r"\left\{\begin{aligned} p &= q \\ r &= s \end{aligned}\right.", ["p = q", "r = s"]),
        (r"\begin{cases} p = q \\ r = s \end{cases}", ["p = q", "r = s"]),
    ],
)
def test_what_only_decorates_or_aligns_is_looked_through(latex: str, expected: list[str]) -> None:
    assert relations(latex) == expected


@pytest.mark.parametrize(
    "side",
    [
        r"\begin{cases} 1, & k = l \\ 0, & k \neq l \end{cases}",
        r"\left\{ \begin{array}{ll} t, & t > 0 \\ 0, & t \le 0 \end{array}\right.",
        r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
        r"\left. \frac{dh}{dt} \right|_{t=0}",
        r"\langle u, v \rangle",
        r"<u, v>",
        r"n!",
    ],
)
def test_a_side_stays_whole(side: str) -> None:
    assert relations(f"{side} = g") == [f"{side} = g"]
    assert relations(f"h = {side}") == [f"h = {side}"]


@pytest.mark.parametrize(
    "latex",
    [
        r"h &= 3 (p - q) ) \\ &= 4",
        r"h &= 3 [(p - q\right) + r] \\ &= 4",
        r"h &= \left[ 3 \\ &= 4",
        r"h &= ((3 \\ &= 4",
        r"h &= \frac{3 \\ &= 4",
        r"h &= 3}} \\ &= 4",
        r"h &= \begin{cases} 3 \\ &= 4",
        r"h &= 3 \end{cases} \\ &= 4",
        r"h(t = 3 = 4",
    ],
)
def test_a_bracket_without_a_partner_loses_no_relation(latex: str) -> None:
    assert len(found(latex)) == 2


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"h(t) = t \quad \text{if } t > 0", ["if t > 0"]),
        (r"h(t) = t \text{ for } t > 0 \text{ and } s > 0", ["for t > 0 and s > 0"]),
        (r"\text{For } t > 0, \quad h(t) = t", ["For t > 0"]),
        (r"p = q, \text{where } r = s", ["where r = s"]),
        (r"p = q \\ \text{where } r = s", ["", "where"]),
        (r"p = q \quad \text{se } r > 0", ["se r > 0"]),
        (r"p = q, \quad \forall k \in K", [r"\forall k \in K"]),
        (r"\text{Let }~ p = q", ["Let"]),
        (r"p = q \quad \text{with} \quad r = s", ["", "with"]),
        (r"p = q \qquad (3.2)", [""]),
        (r"p = q \tag{4} \label{eq:p} \nonumber", [""]),
        (r"p = q \quad \text{falls } t > 0, \quad p = r \quad \text{sonst}", ["falls t > 0", "sonst"]),
        (r"\text{ELU}(t) = \text{ReLU}(t)", [""]),
        (r"\text{new weight} = \text{old weight} - \text{step}", [""]),
        (r"\text{损失} = h, \quad \text{其中 } t = 3", ["其中 t = 3"]),
    ],
)
def test_words_are_kept_beside_the_relation(latex: str, words: list[str]) -> None:
    assert [link.words for link in found(latex)] == words


def test_a_name_in_text_stays_in_its_side() -> None:
    assert relations(r"\text{new weight} = \text{old weight} - \text{step}") == [
        r"\text{new weight} = \text{old weight} - \text{step}"
    ]


def test_a_row_that_begins_with_a_sign_carries_the_last_member() -> None:
    first, second, third = found(r"p &= q = r \\ &= s")
    assert [link.number for link in (first, second, third)] == [1, 2, 3]
    assert [link.carried for link in (first, second, third)] == [False, False, True]
    assert third.left == "r"
    assert first.chain == second.chain == third.chain


def test_separate_statements_are_separate_chains() -> None:
    first, second = found(r"p = q, \quad r = s")
    assert (first.number, second.number) == (1, 2)
    assert first.chain != second.chain


def test_a_display_goes_on_with_the_one_before() -> None:
    first, second = found("p = q", "= r")
    assert second.latex == "q = r"
    assert second.carried
    assert (second.formula.display, second.number) == (2, 1)
    assert first.chain == second.chain
    assert relations("p = q =", "r") == ["p = q", "q = r"]


def test_a_display_does_not_go_on_across_a_paragraph_or_a_heading() -> None:
    long = displays("p = q", "= r", before="many words that have nothing to do with it " * 4)
    assert [link.latex for link in links(long)[0]] == ["p = q"]
    first, second = displays("p = q", "= r")
    apart = Formula(second.latex, NOTE, 2, 2, section=("Another",))
    assert [link.latex for link in links([first, apart])[0]] == ["p = q"]


def test_running_text_does_not_take_part_in_the_chain_of_displays() -> None:
    first, second = displays("p = q", "= r")
    inline = Formula("t = 1", NOTE, 1, 0)
    assert [link.latex for link in links([first, inline, second])[0]] == ["p = q", "t = 1", "q = r"]


def test_a_link_knows_the_line_of_its_sign() -> None:
    latex = "p\n&= q \\\\\n&= r"
    lines = tuple(10 + latex[:k].count("\n") for k in range(len(latex)))
    made, _ = links([Formula(latex, NOTE, 10, 1, lines=lines)])
    assert [link.line for link in made] == [11, 12]


@pytest.mark.parametrize(
    ("signs", "meaning"),
    [
        ((r"=", "&=&", r"\overset{(2)}{=}", r"\stackrel{!}{=}", r"\xlongequal{t}", "{=}".strip("{}")), "="),
        ((r"\neq", r"\ne", r"\not=", "≠"), "!="),
        (("<", r"\lt"), "<"),
        ((">", r"\gt"), ">"),
        ((r"\ll", r"\gg", "≫"), "much"),
        ((r"\le", r"\leq", r"\leqslant", "≤", r"\underset{t}{\le}"), "<="),
        ((r"\ge", r"\geqslant"), ">="),
        ((r"\approx", r"\simeq", r"\approxeq", r"\stackrel{t \to 0}{\approx}"), "~"),
        ((":=", "=:", r"\coloneqq", r"\triangleq", r"\leftarrow", r"\gets", r"\doteq"), ":="),
        ((r"\stackrel{\text{def}}{=}", r"\overset{\triangle}{=}", r"\overset{\Delta}{=}", r"\mathrel{:=}"), ":="),
        ((r"\equiv",), "=="),
    ],
)
def test_a_sign_has_a_meaning_and_is_printed_as_it_is(signs: tuple[str, ...], meaning: str) -> None:
    for sign in signs:
        assert kind(sign) == meaning
        (link,) = found(f"p {sign} q")
        assert (link.left, link.right) == ("p", "q")
        assert kind(link.sign) == meaning


def test_an_arrow_with_something_above_is_no_relation() -> None:
    assert found(r"p \overset{d}{\to} q") == []


@pytest.mark.parametrize(
    "latex",
    ["{" * 20_000, "(" * 20_000 + "p = q", r"\boxed{" * 4_000 + "p = q" + "}" * 4_000, "= " * 20_000, ", " * 20_000,
     r"\begin{cases}" * 3_000, r"\stackrel" * 5_000, r"\text{if } p = q " * 2_000, "\\" * 40_000],
    ids=lambda latex: re.sub(r"\W+", " ", latex[:24]).strip() or "signs",
)  # fmt: skip
def test_hostile_formulas_end(latex: str) -> None:
    made, others = links(displays(latex))
    assert made or others


@pytest.mark.parametrize("module", ["chains", "macros", "places", "rows", "scan", "signs"])
def test_worked_examples_run(module: str) -> None:
    shown = doctest.testmod(importlib.import_module(f"symnorm.notes.{module}"))
    assert (shown.failed, shown.attempted > 0) == (0, True)
