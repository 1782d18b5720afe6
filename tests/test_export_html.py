"""The web edition: formulas, structure, links, escaping, the same bytes twice; and in Chromium, where there is one."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from exports import write
from hypothesis import given
from hypothesis import strategies as st

from symnorm import files as folder
from symnorm.catalog import Catalog
from symnorm.cli.session import Session
from symnorm.errors import UserError
from symnorm.export import html
from symnorm.export.edition import Edition
from symnorm.report import Failure
from symnorm.transcript import read_transcript

pytest.importorskip("jinja2")
pytest.importorskip("latex2mathml")

from symnorm.export.html import graph
from symnorm.export.html.mathml import mathml
from symnorm.export.html.words import as_printed, paragraph, prose, words

SCRIPT = r'''
"""Odd <names> & "quotes": a script that has one of everything.

It has `code <b>` and mathematics, x_i >= mu, and

    an indented <paragraph>
"""

from symnorm import Theorem, by, editors, eq, exp, mean, silent, symbol, vector

C, u, a = symbol("C"), symbol("u"), symbol("a")
x = vector("x", C)

first = Theorem("odd/1", "Less < than & more", where=[editors(C > 1), editors(mean(x**2) > 0)])
centred = first.step(
    "(1)", eq(mean(x - mean(x)), 0), by.algebra(), note="<em>centred</em> & done",
    reads=r"\overline{{x - \overline{{x}}}} = 0",
)
first.claim(
    "(2)", eq(mean((x - mean(x)) ** 2), {right}), by.algebra(centred),
    printed=eq(mean((x - mean(x)) ** 2), mean(x**2) + mean(x) ** 2), note="<script>alert(1)</script>",
    reads=r"\frac{{1}}{{C}} \sum_{{k=1}}^{{C}} (x_k - \bar x)^2 = \overline{{x^2}} + \bar x^2",
)

second = Theorem("odd/2", "Cites & uses a lemma", where=[editors(C > 1), editors(mean(x**2) > 0)])
variance = second.given("(2)", eq(mean((x - mean(x)) ** 2), {right}), "odd/1")
second.claim("(3)", eq(2 * mean((x - mean(x)) ** 2), 2 * ({right})), by.algebra(variance))
second.claim("a <b> label", exp(u) >= 1 + u, by.exponential_bound(u))

third = Theorem("odd/3", "Wrong")
third.claim("(4)", eq(mean(x), 1), by.algebra())

fourth = Theorem("odd/4", "Lacks a hypothesis", where=[silent(a > 0)])
quotient = fourth.claim("(5)", eq(a / a, 1), by.algebra())
fourth.claim("+twice", eq(a + a, 2 * a), by.algebra())
fourth.missing("(5)", quotient, a > 0, at={{a: 0}}, note="a = 0 & all is lost")
fourth.counterexample("(6)", eq(a, 1), at={{a: 2}}, note="said <everywhere>")
'''

RIGHT = "mean(x**2) - mean(x) ** 2"

TRANSCRIPT = r"""
[paper]
id = "odd"
title = "Odd <names> & signs"
authors = ["A. <Author>", "B & C"]
year = 2025
[paper.extractions]
"a" = "one <extraction>"
"b" = "another"
[[line]]
label = "(1)"
where = "Sec. 1"
latex = '\overline{x - \overline{x}} = 0'
text = 'centring $x < y$ & more'
extractions = ["a"]
[[line]]
label = "(2)"
where = "Sec. <2>"
latex = '\frac{1}{C} \sum_{k=1}^{C} (x_k - \bar x)^2 = \overline{x^2} + \bar x^2'
extractions = ["a"]
readings = { "b" = 'x < 2' }
[[line]]
label = "(3)"
where = "Sec. 2"
[[line]]
label = "(4)"
where = "Sec. 2"
[[line]]
label = "(5)"
where = "Sec. 2"
latex = 'a / a = 1'
[[line]]
label = "(6)"
where = "Sec. 3"
text = "a is <always> one & costs $5"
[[line]]
label = "a <b> label"
where = "Sec. 3"
[[line]]
label = "(7)"
where = "Sec. 3"
reason = "a <definition>"
[[line]]
label = "(8)"
where = "Sec. 3"
"""


def written(place: Path, right: str = RIGHT) -> Path:
    """The folder of a paper with one of everything."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "script.py").write_text(SCRIPT.format(right=right), "utf-8")
    (place / "transcript.toml").write_text(TRANSCRIPT, "utf-8")
    return place


def edition_of(*targets: object) -> Edition:
    session = Session(use_cache=False)
    return session.edition([r for target in targets for r in session.wanted(str(target))])


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """That paper, and a theorem with many errata."""
    return edition_of(written(tmp_path_factory.mktemp("odd")), "eln/3")


@pytest.fixture(scope="module")
def site(edition: Edition) -> Mapping[str, bytes]:
    return html.files(edition)


class Page(HTMLParser):
    """A page as a list of its elements, each with its attributes, its ancestors and its text."""

    VOID = ("meta", "link", "input", "wbr", "br", "hr", "img")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], tuple[str, ...]]] = []
        self.open: list[str] = []
        self.texts: list[list[str]] = []
        self._inside: list[int] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        self.elements.append((tag, {name: value or "" for name, value in attrs}, tuple(self.open)))
        self.texts.append([])
        if tag not in self.VOID:
            self.open.append(tag)
            self._inside.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1:] == [tag]
        self.open.pop()
        self._inside.pop()

    def handle_data(self, data: str) -> None:
        for n in self._inside:
            self.texts[n].append(data)

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes, _ in self.elements if not tags or tag in tags]

    def texts_of(self, tag: str) -> list[str]:
        """The texts of all elements of a kind."""
        return [
            "".join(text) for (name, _, _), text in zip(self.elements, self.texts, strict=True) if name == tag
        ]

    def text(self, **wanted: str) -> str:
        """The text of the one element with these attributes, with single spaces."""
        found = [
            " ".join("".join(text).split())
            for (_, attributes, _), text in zip(self.elements, self.texts, strict=True)
            if wanted.items() <= attributes.items()
        ]
        assert len(found) == 1, (wanted, found)
        return found[0]


@pytest.fixture(scope="module")
def pages(site: Mapping[str, bytes]) -> dict[str, Page]:
    return {name: Page(content.decode()) for name, content in site.items() if name.endswith(".html")}


# --- formulas ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("C > 1", "<mi>C</mi><mo>&gt;</mo><mn>1</mn>"),
        ("C - 1y", "<mi>C</mi><mo>−</mo><mn>1</mn><mi>y</mi>"),
        (r"\mathbf{x}^{\mathsf{T}} \mathbf{1}", "<msup><mi>𝐱</mi><mi>𝖳</mi></msup><mn>𝟏</mn>"),
        (r"y_{\mathrm{DyT}}", "<msub><mi>y</mi><mi>DyT</mi></msub>"),
        (r"I^{\mathrm{T}}", '<msup><mi>I</mi><mi mathvariant="normal">T</mi></msup>'),
        (r"\Delta", '<mi mathvariant="normal">Δ</mi>'),
        (r"f'", "<mrow><mi>f</mi><mi>′</mi></mrow>"),
        (r"g_i'", "<msub><mrow><mi>g</mi><mi>′</mi></mrow><mi>i</mi></msub>"),
        (r"\bar b", '<mover><mi>b</mi><mo stretchy="false">¯</mo></mover>'),
        (
            r"\overline{xy}",
            '<mover accent="true"><mrow><mi>x</mi><mi>y</mi></mrow><mo stretchy="true">\u0332</mo></mover>',
        ),
        (r"\hat\mu", '<mover accent="true"><mi>μ</mi><mo stretchy="false">ˆ</mo></mover>'),
        (r"x = -y", '<mi>x</mi><mo>=</mo><mo form="prefix">−</mo><mi>y</mi>'),
        (r"x - y", "<mi>x</mi><mo>−</mo><mi>y</mi>"),
        (
            r"a \log x",
            '<mi>a</mi><mspace width="0.167em"></mspace><mi>log</mi><mo>\u2061</mo><mspace width="0.167em"></mspace>'
            "<mi>x</mi>",
        ),
        (
            r"\tanh(x)",
            '<mi>tanh</mi><mo>\u2061</mo><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo>',
        ),
        (r"a \iff b", '<mi>a</mi><mo stretchy="false" lspace="0.4em" rspace="0.4em">⟺</mo><mi>b</mi>'),
        (r"x \sim y", "<mi>x</mi><mo>∼</mo><mi>y</mi>"),
        ("x := y", "<mi>x</mi><mo>:=</mo><mi>y</mi>"),
        (
            r"\sum_{k=1}^{C} x_k",
            '<munderover><mo>∑</mo><mrow><mi>k</mi><mo lspace="0" rspace="0">=</mo><mn>1</mn></mrow><mi>C</mi>'
            "</munderover><msub><mi>x</mi><mi>k</mi></msub>",
        ),
    ],
)
def test_mathml(latex: str, expected: str) -> None:
    made = mathml(latex)
    assert re.fullmatch(r'<math alttext="[^"]*">(.*)</math>', made)[1] == expected  # type: ignore[index]


def test_the_alternative_text_is_the_latex() -> None:
    assert ElementTree.fromstring(mathml('x <  "y" \\& z')).get("alttext") == 'x < "y" \\& z'


def test_a_long_formula_may_be_broken_before_its_signs_and_words() -> None:
    made = ElementTree.fromstring(mathml(r"a = b \leq c \quad\text{if}\quad d", display=True))
    assert ["".join(row.itertext()) for row in made] == ["a", "=b", "≤c", "ifd"]
    assert made.get("displaystyle") == "true"


@pytest.mark.parametrize("latex", [r"x \in \mathbb{R}^C", "C(1 - k y)", r"\mu, \sigma", r"x \sim y", "x = y"])
def test_a_sign_keeps_its_space_where_the_page_lays_out_the_parts(latex: str) -> None:
    """Chromium gives a sign that is itself a box of the page none: x∈R."""
    made = ElementTree.fromstring(mathml(latex, display=True))
    assert {row.tag for row in made} == {"mrow"}
    assert [row.tag for row in ElementTree.fromstring(mathml("x", display=True))] == ["mi"]


@pytest.mark.parametrize("latex", [r"\frac{a", "{", "a^", "_", r"\sqrt", "%", ""])
def test_what_is_no_latex_is_refused_and_in_a_paper_shown_as_typed(latex: str) -> None:
    with pytest.raises(UserError, match=re.escape(repr(latex))) as raised:
        mathml(latex)
    assert "amsmath" in raised.value.hint
    assert as_printed(latex) == f'<div class="formula"><code>{latex}</code></div>'
    assert prose(f"so ${latex}$ & on") == f"so ${latex}$ &amp; on"


PIECES = [
    *r"ab1_^{}\'&<>$#%~()|=-+.:",
    r"\frac",
    r"\left(",
    r"\right)",
    r"\bar ",
    r"\sum ",
    r"\mathbf",
    r"\text",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_text_breaks_a_page(latex: str) -> None:
    with contextlib.suppress(UserError):
        ElementTree.fromstring(mathml(latex, display=True))
    ElementTree.fromstring(f"<p>{words(latex)}{prose(latex)}</p>")


def test_a_parenthesis_too_many_is_printed_as_it_is_printed_in_the_paper() -> None:
    made = ElementTree.fromstring(mathml(r"\left( a \right) \right)"))
    assert "".join(made.itertext()) == "(a))"


LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "phi": "ϕ", "rho": "ρ", "sigma": "σ", "tau": "τ", "theta": "θ", "Delta": "Δ", "ell": "ℓ",
    "log": "log", "exp": "exp", "tanh": "tanh", "partial": "∂", "sum": "∑", "int": "∫", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "pm": "±", "cdot": "·", "odot": "⊙", "in": "∈", "ni": "∋", "to": "→",
    "Rightarrow": "⇒", "iff": "⟺", "perp": "⟂", "forall": "∀", "exists": "∃", "equiv": "≡", "gg": "≫", "sim": "∼",
    "leftarrow": "←", "Longrightarrow": "⟹", "Longleftrightarrow": "⟺", "mid": "∣", "prime": "′", "cdots": "⋯",
    "dots": "…", "ldots": "…", "|": "‖", "{": "{", "}": "}", "hat": "ˆ", "bar": "¯",
}  # fmt: skip
"""What the commands of the papers look like, by hand: those that are not here draw nothing by themselves."""

ALPHABETS = {"mathbf": (0x1D400, 0x1D41A, 0x1D7CE), "mathsf": (0x1D5A0, 0x1D5BA, 0x1D7E2)}
SILENT = re.compile(r"\\(left|right|stackrel|text|mathrm|operatorname\*?|rm|quad|frac|sqrt|overline)(?![a-z])")
DRAWN = re.compile(r"\\(?:mathbb\{R\}|mathcal\{.\})|\\[A-Za-z]+|\\.|.", re.DOTALL)


def drawn(latex: str) -> Counter[str]:
    """Every sign that a formula of a paper draws, without its order; read by another way than the code's."""
    latex = SILENT.sub(" ", latex)
    signs: Counter[str] = Counter()
    for token in DRAWN.findall(re.sub(r"\\math(bf|sf)\s*\{?(\w+)\}?", r"\2", latex).replace("...", r"\dots")):
        if token.startswith(r"\math"):
            signs["ℝ" if "mathbb" in token else {"L": "ℒ", "N": "𝒩"}[token[-2]]] += 1
        elif token.startswith("\\"):
            signs.update(LETTERS.get(token[1:], "") if token != r"\ " else "")
        elif token not in "{}^_&~$" and not token.isspace():
            signs[{"-": "−", "'": "′", "*": "*"}.get(token, token)] += 1
    return signs


def shown(made: str) -> Counter[str]:
    """Every sign that stands in MathML; letters of an alphabet as plain ones."""
    text = "".join(ElementTree.fromstring(made).itertext()).replace(":=", ":=")
    plain = str.maketrans({
        chr(first + n): chr(ord(letter) + n)
        for starts in ALPHABETS.values() for first, letter in zip(starts, "Aa0", strict=True)
        for n in range(10 if letter == "0" else 26)
    })  # fmt: skip
    hidden = {"\u2061", "\u0332", "\u00a0"}
    text = text.translate(plain).replace("″", "′′").replace("‴", "′′′")
    return Counter(c for c in text if c not in hidden and not c.isspace())


def printed_formulas() -> list[str]:
    papers = [read_transcript(path) for path in Catalog().transcripts()]
    lines = [line for paper in papers for line in paper.lines]
    found = [line.latex for line in lines if line.latex]
    found += [reading for line in lines if line.latex for reading in line.readings.values()]
    found += [part for line in lines for part in line.text.split("$")[1::2] if line.text.count("$") % 2 == 0]
    return list(dict.fromkeys(found))


CORE = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
    "munder", "mover", "munderover", "mstyle",
}  # fmt: skip
ATTRIBUTES = {
    "alttext", "displaystyle", "mathvariant", "stretchy", "form", "fence", "lspace", "rspace", "width", "accent",
    "movablelimits",
}  # fmt: skip
ARITY = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}


def test_every_printed_formula_is_mathml_core_and_loses_no_sign() -> None:
    formulas = printed_formulas()
    assert len(formulas) > 400
    for latex in formulas:
        made = mathml(latex, display=True)
        for node in ElementTree.fromstring(made).iter():
            assert node.tag in CORE, latex
            assert set(node.attrib) <= ATTRIBUTES, latex
            assert node.get("mathvariant", "normal") == "normal", latex
            assert len(node) == ARITY.get(node.tag, len(node)), latex
        assert shown(made) == drawn(latex), latex


def test_every_verified_formula_loses_no_sign(edition: Edition) -> None:
    formulas = {line.formula.latex for theorem in edition.theorems for line in theorem.proof}
    assert len(formulas) > 30
    for latex in formulas:
        if r"\left." not in latex:
            assert shown(mathml(latex)) == drawn(latex), latex


# --- words ------------------------------------------------------------------------------------------------


def test_mathematics_in_words_is_found_and_the_rest_is_escaped() -> None:
    made = words("where x_i >= mu, <em>not</em> & so on")
    assert '<math alttext="x_i \\geq \\mu">' in made
    assert "&lt;em&gt;not&lt;/em&gt; &amp; so on" in made


def test_dollars_are_delimiters_only_in_pairs() -> None:
    assert prose("for $x < y$ & $z$").count("<math") == 2
    assert prose("it costs $5 & <more>") == "it costs $5 &amp; &lt;more&gt;"


def test_paragraphs_of_a_docstring() -> None:
    assert paragraph("see `a <b>`") == "<p>see <code>a &lt;b&gt;</code></p>"
    assert paragraph("  a = <b>\n    c") == '<pre tabindex="0">a = &lt;b&gt;\n  c</pre>'
    assert paragraph("one ` only") == "<p>one ` only</p>"


# --- drawings ---------------------------------------------------------------------------------------------


def boxes(drawing: str) -> dict[str, tuple[float, float, float]]:
    """Left, middle and width of every box, by what stands in it."""
    root = ElementTree.fromstring(drawing)
    found = {}
    for link in root.findall("a"):
        rect = link.find("rect")
        assert rect is not None
        x, y, width, height = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        found[link.findtext("text", "")] = (x, y + height / 2, width)
    return found


def drawn_graph(names: str, *edges: str) -> dict[str, tuple[float, float, float]]:
    vertices = [graph.Vertex(n, n, "proved", f"#{n}", f"the <{n}>") for n in names]
    return boxes(graph.drawing(vertices, [(e[0], e[1]) for e in edges], "a & b", "g"))


def test_what_rests_on_something_stands_to_the_right_of_it() -> None:
    edges = ("ab", "bc", "ac", "cd", "ae", "ed")
    found = drawn_graph("dcbae", *edges)
    assert all(found[a][0] + found[a][2] < found[b][0] for a, b in edges)


def test_boxes_do_not_overlap_whatever_the_graph() -> None:
    import random

    for seed in range(30):
        rng = random.Random(seed)
        names = "abcdefghijklmnop"
        edges = [a + b for a in names for b in names if a < b and rng.random() < 0.15]
        places = sorted(drawn_graph(names, *edges).values())
        for (x, y, width), (other, z, _) in ((p, q) for n, p in enumerate(places) for q in places[n + 1 :]):
            assert x + width < other or abs(y - z) >= graph.HEIGHT


def test_a_straight_chain_is_drawn_straight() -> None:
    assert len({y for _, y, _ in drawn_graph("abcd", "ab", "bc", "cd").values()}) == 1


def test_a_circle_is_drawn_all_the_same() -> None:
    found = drawn_graph("abc", "ab", "bc", "ca", "aa")
    assert len({x for x, _, _ in found.values()}) == 3


def test_a_drawing_escapes_what_it_says() -> None:
    made = graph.drawing([graph.Vertex("n", "<n>", "proved", "a?b&c", '"')], [], "a & b", "g")
    assert "&lt;n&gt;" in made
    assert ElementTree.fromstring(made).findtext("title") == "a & b"


# --- the pages --------------------------------------------------------------------------------------------


def test_the_pages_that_there_are(site: Mapping[str, bytes]) -> None:
    assert set(site) == {
        "index.html", "errata.html", "graph.html", "coverage.html", "about.html", "style.css", "site.js",
        "papers/odd.html", *(f"theorems/odd-{n}.html" for n in (1, 2, 3, 4)), "theorems/eln-3.html",
    }  # fmt: skip


def test_structure(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        tags = Counter(tag for tag, _, _ in page.elements)
        for once in ("html", "head", "h1", "main", "header", "footer"):
            assert tags[once] == 1, (name, once)
        assert [tag for tag, _, above in page.elements if above[-1:] == ("head",)].count("title") == 1
        assert page.all("html")[0]["lang"] == "en"
        levels = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
        assert levels[0] == 1
        assert all(b <= a + 1 for a, b in pairwise(levels)), name
        ids = [a["id"] for a in page.all() if "id" in a]
        assert [i for i, times in Counter(ids).items() if times > 1] == [], name
        for attribute in ("aria-labelledby", "for"):
            assert {i for a in page.all() for i in a.get(attribute, "").split()} <= set(ids), name
        assert all(a.get("scope") in ("col", "row") for a in page.all("th")), name
        assert all(a.get("alttext") for a in page.all("math")), name
        assert page.all("a")[0] == {"class": "skip", "href": "#content"}
        assert {a["for"] for a in page.all("label")} == {a["id"] for a in page.all("select", "input")}, name


def test_every_link_leads_somewhere(pages: dict[str, Page], site: Mapping[str, bytes]) -> None:
    ids = {name: {a["id"] for a in page.all() if "id" in a} for name, page in pages.items()}
    checked = 0
    for name, page in pages.items():
        for attributes in page.all("a", "link", "script"):
            target = attributes.get("href", attributes.get("src", ""))
            if target == "data:,":
                continue
            path, _, anchor = target.partition("#")
            at = normpath(join(dirname(name), unquote(path))) if path else name
            assert at in site, (name, target)
            assert not anchor or anchor in ids[at], (name, target)
            checked += 1
    assert checked > 300


def test_nothing_is_asked_of_another_host(site: Mapping[str, bytes], pages: dict[str, Page]) -> None:
    for page in pages.values():
        for attributes in page.all():
            for name in ("src", "href", "srcset", "action", "data", "poster"):
                assert ":" not in attributes.get(name, "").removeprefix("data:")
            assert "style" not in attributes
            assert not [name for name in attributes if name.startswith("on")]
    for name in ("style.css", "site.js"):
        assert not re.search(rb"https?:|//[a-z]|url\(|@import|fetch|XMLHttp|import\s", site[name])


def test_nothing_that_a_script_or_a_transcript_says_is_taken_for_html(pages: dict[str, Page]) -> None:
    known = {"b", "em", "names", "extraction", "always", "everywhere", "paragraph", "author", "definition"}
    for name, page in pages.items():
        assert not known & {tag for tag, _, _ in page.elements}, name
        assert len(page.all("script")) == 1, name
    assert "<script>alert(1)</script>" in pages["errata.html"].text(id="content")
    assert pages["papers/odd.html"].text(id="content").count("Odd <names> & signs") == 1
    assert "an indented <paragraph>" in pages["theorems/odd-1.html"].text(id="content")


def test_every_line_is_on_its_page_as_it_was_verified(edition: Edition, pages: dict[str, Page]) -> None:
    for theorem in edition.theorems:
        page = pages[f"theorems/{theorem.name}.html"]
        formulas = Counter(a["alttext"] for a in page.all("math"))
        for line in theorem.proof:
            assert line.is_supplied or page.text(id=line.anchor).startswith(line.label)
            assert line.verdict in page.text(id=line.anchor)
            assert formulas[" ".join(line.formula.latex.split())], line.label
        for erratum in theorem.errata:
            assert erratum.kind in page.text(id=erratum.anchor)
            if erratum.printed_is_formula:
                assert formulas[" ".join(erratum.printed.split())]
            for value in (*erratum.point.values, *filter(None, [erratum.point.left])):
                assert formulas[" ".join(value.latex.split())], erratum.label


def test_what_is_said_of_a_line(pages: dict[str, Page]) -> None:
    line = pages["theorems/odd-2.html"].text(id="3")
    assert "✓proved by algebra from (2)" in line
    assert "claim" in line
    assert "agrees, " in line
    assert "accepted by the checker: " in line
    assert "given by odd/1 (2)" in pages["theorems/odd-2.html"].text(id="2")
    assert "exponential-bound" in pages["theorems/odd-2.html"].text(id="a-b-label")
    assert "e^u" not in pages["about.html"].text(id="lemma-exponential-bound")


def test_what_is_printed_stands_beside_what_holds(pages: dict[str, Page]) -> None:
    assert "printed" in pages["theorems/odd-1.html"].text(id="2")
    assert "holds" in pages["theorems/odd-1.html"].text(id="2")
    assert "“a is <always> one & costs $5”" in pages["errata.html"].text(id="content")
    assert "holds if a>0" in pages["theorems/odd-4.html"].text(id="erratum-5")


def test_what_is_not_proved_is_shown_as_such(pages: dict[str, Page], edition: Edition) -> None:
    assert edition.by_id["odd/3"].verdict == "refuted"
    page = pages["theorems/odd-3.html"]
    assert "refuted" in page.text(id="4")
    assert "it fails at" in page.text(id="4").replace("\u2061", "")
    assert "✗ refuted" in page.text(id="content") or "✗refuted" in page.text(id="content")
    row = re.search(r"Odd <names> & signs ✗\s?refuted", pages["index.html"].text(id="content"))
    assert row, "the paper is as good as its worst theorem"


def test_steps_are_counted_as_the_terminal_counts_them(tmp_path: Path) -> None:
    """mini/1 has (1), (2), three lines of (3), two supplied lines, and a supposition; mini/2_root two and a given."""
    edition = edition_of(write(tmp_path / "mini"))
    assert [len(t.steps) for t in edition.theorems] == [7, 2]
    assert [len(t.proof) for t in edition.theorems] == [8, 3]
    pages = {n: Page(c.decode()) for n, c in html.files(edition).items() if n.endswith(".html")}
    rows = pages["index.html"].text(id="content").split("mini/")[1:]
    assert "7 steps" in pages["theorems/mini-1.html"].text(id="content")
    assert "2 steps" in pages["theorems/mini-2_root.html"].text(id="content")
    assert re.search(r"& co\. ?7 ?3", rows[0]), rows[0]
    assert re.search(r"root ?2\b", rows[1]), rows[1]


def test_numbers_of_many_digits_are_rounded_and_the_page_says_so() -> None:
    """x_1 of the outlier experiment is 10550977827439553/1125899906842624, or 9.371150813."""
    page = html.files(edition_of("eln/outlier_fit"))["theorems/eln-outlier_fit.html"].decode()
    assert "9.371150813" in page
    assert "10550977827439553" not in page
    assert page.count("Numbers of many digits are rounded here; the JSON edition has them in full.") == 1
    assert "rounded" not in html.files(edition_of("eln/1"))["theorems/eln-1.html"].decode()


def test_a_point_has_what_only_the_hypotheses_need(edition: Edition, pages: dict[str, Page]) -> None:
    """That c^LHS and c^RHS are not zero is a hypothesis of eln/3; A.3-3 speaks of neither."""
    erratum = next(e for e in edition.by_id["eln/3"].errata if e.label == "A.3-3")
    assert [value.latex.partition(" = ")[0] for value in erratum.point.others] == [
        r"c^{\text{LHS}}", r"c^{\text{RHS}}",
    ]  # fmt: skip
    assert "for the hypotheses" in pages["theorems/eln-3.html"].text(id=erratum.anchor)


def test_a_theorem_that_could_not_be_judged_says_why(edition: Edition) -> None:
    paper = edition.papers[0]
    broken = replace(
        paper.theorems[0], verdict="fault", failure=Failure("tool", "it broke <here>"), lines=(), conceptual=(),
        hypotheses=(), bundle=None, lemmas=(),
    )  # fmt: skip
    made = html.files(replace(edition, papers=(replace(paper, theorems=(broken, *paper.theorems[1:])),)))
    page = Page(made[f"theorems/{broken.name}.html"].decode())
    assert "it broke <here>" in page.text(id="content")
    assert "fault" in page.text(id="content")


def test_the_id_of_a_paper_may_be_anything(edition: Edition) -> None:
    (odd,) = (paper for paper in edition.papers if paper.id == "odd")
    hostile = ("../../<odd>", "ODD")
    made = html.files(
        replace(
            edition,
            papers=tuple(
                replace(paper, id=id, theorems=tuple(replace(t, paper=id) for t in paper.theorems))
                for paper, id in zip((odd, odd), hostile, strict=True)
            ),
        )
    )
    assert {name for name in made if name.startswith("papers/")} == {"papers/odd.html", "papers/odd-2.html"}
    assert not [name for name in made if ".." in name or "<" in name]
    links = [a["href"] for a in Page(made["index.html"].decode()).all("a")]
    assert "papers/odd-2.html" in links


def test_the_printed_lines_of_a_paper(pages: dict[str, Page], edition: Edition) -> None:
    (odd,) = (paper for paper in edition.papers if paper.id == "odd")
    page = pages["papers/odd.html"]
    assert [page.text(id=f"line-{n}").split(" ")[0] for n in (1, 2, 8, 9)] == ["(1)", "(2)", "(7)", "(8)"]
    assert "no verdict due: a <definition>" in page.text(id="line-8")
    assert page.text(id="line-9").endswith("missing")
    assert "typo" in page.text(id="line-2")
    counts = odd.coverage
    shown = counts["verdict"] + counts["also"]
    expected = f"{len(odd.printed)} {shown} {counts['given']} {counts['reason']} {counts['missing']}"
    assert expected in " ".join(pages["coverage.html"].texts_of("td"))
    assert "1 are missing" in pages["coverage.html"].text(id="content")


def test_the_graph_has_every_citation_and_lemma(pages: dict[str, Page]) -> None:
    links = pages["graph.html"].all("a")
    assert next(a["class"] for a in links if a["href"] == "theorems/odd-1.html").startswith("proved")
    assert "lemma" in {a.get("class") for a in links if a["href"] == "about.html#lemma-exponential-bound"}
    assert "odd/1, exponential-bound" in pages["graph.html"].texts_of("td")
    assert "✗ odd/3" in pages["graph.html"].text(id="content")


# --- the same twice, and another where a statement is another -----------------------------------------------


def test_another_statement_is_another_page(site: Mapping[str, bytes], tmp_path: Path) -> None:
    changed = html.files(edition_of(written(tmp_path / "odd", right="mean(x * x) - mean(x) ** 2")))
    for name in ("theorems/odd-1.html", "theorems/odd-2.html", "errata.html"):
        alternatives = {a["alttext"] for a in Page(changed[name].decode()).all("math")}
        before = {a["alttext"] for a in Page(site[name].decode()).all("math")}
        assert any(r"x_k x_k" in latex for latex in alternatives), name
        assert not any(r"x_k x_k" in latex for latex in before), name


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    source = written(tmp_path / "odd")
    sites = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "SYMNORM_CACHE": str(tmp_path / f"cache{seed}")}
        target = tmp_path / f"site{seed}"
        command = [sys.executable, "-m", "symnorm", "export", "html", str(source), "-o", str(target)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 1, done.stderr  # one theorem is wrong
        sites.append({p.relative_to(target): p.read_bytes() for p in target.rglob("*") if p.is_file()})
    assert sites[0] == sites[1]
    assert Path("theorems/odd-1.html") in sites[0]


@pytest.mark.parametrize("missing", ["jinja2", "latex2mathml"])
def test_what_is_missing_is_named(missing: str, edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [m for m in sys.modules if m.startswith(("symnorm.export.html.", missing))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(UserError, match=f"needs {missing}") as raised:
        html.files(edition)
    assert "symnorm[html]" in raised.value.hint


# --- in Chromium ------------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
ROOT = Path(__file__).parent.parent
AXE = next((p for p in (ROOT / "node_modules/axe-core/axe.min.js",) if p.is_file()), None)
SCHEMES = ("light", "dark")
WIDTHS = (360, 1280)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium of its own."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium drives the browser")
    if not (CHROMIUM and DRIVER):
        pytest.skip("there is no Chromium with its driver")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        try:
            yield driver
        finally:
            driver.quit()


@pytest.fixture(scope="module")
def place(site: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "site"
    folder.write(str(target), site)
    return target


def show(browser: Any, page: Path, width: int = 1280, scheme: str = "light", scripts: bool = True) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page.as_uri())


def names(site: Mapping[str, bytes]) -> list[str]:
    return [name for name in site if name.endswith(".html")]


def test_pages_load_without_an_error_and_without_a_request(
    browser: Any, place: Path, site: Mapping[str, bytes]
) -> None:
    browser.get_log("performance")
    for name in names(site):
        show(browser, place / name)
        assert browser.get_log("browser") == [], name
    sent = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [
        m["params"]["request"]["url"]
        for m in sent
        if m["method"] == "Network.requestWillBeSent" and m["params"]["documentURL"].startswith("file:")
    ]
    assert len(asked) > len(names(site))
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_window(
    browser: Any, place: Path, site: Mapping[str, bytes], width: int
) -> None:
    for name in names(site):
        show(browser, place / name, width)
        browser.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, name


def test_formulas_are_drawn(browser: Any, place: Path, pages: dict[str, Page]) -> None:
    show(browser, place / "theorems/eln-3.html")
    sizes = browser.execute_script(
        "document.querySelectorAll('details').forEach(d => { d.open = true; });"
        "const boxes = [...document.querySelectorAll('math')].map(m => m.getBoundingClientRect());"
        "return boxes.map(box => [box.width, box.height])"
    )
    assert len(sizes) == len(pages["theorems/eln-3.html"].all("math")) > 100
    assert all(width > 4 and height > 4 for width, height in sizes)
    fraction, text = browser.execute_script(
        "const fraction = document.querySelector('.formula mfrac').getBoundingClientRect();"
        "return [fraction.height, parseFloat(getComputedStyle(document.body).fontSize)]"
    )
    assert fraction > 1.5 * text, "a fraction is two lines high"


def test_errata_are_filtered_by_paper_kind_and_words(browser: Any, place: Path, edition: Edition) -> None:
    show(browser, place / "errata.html")
    count = "return [...document.querySelectorAll('.erratum')].filter(e => e.checkVisibility()).length"
    choose = (
        "const c = document.getElementById(arguments[0]); c.value = arguments[1];"
        "c.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    errata = [e for paper in edition.papers for e in paper.errata]
    assert browser.execute_script(count) == len(errata)
    browser.execute_script(choose, "kind", "typo")
    assert browser.execute_script(count) == len([e for e in errata if e.kind == "typo"])
    browser.execute_script(choose, "paper", "odd")
    assert (
        browser.execute_script(count) == len([e for e in errata if e.kind == "typo" and e.paper == "odd"]) == 1
    )
    assert (
        browser.execute_script("return document.querySelector('output').textContent") == f"1 of {len(errata)}"
    )
    browser.execute_script(choose, "kind", "")
    browser.execute_script(choose, "search", "all is lost")
    assert browser.execute_script(count) == 1


def test_without_scripts_everything_is_there_and_no_control_is(
    browser: Any, place: Path, edition: Edition
) -> None:
    show(browser, place / "errata.html", scripts=False)
    assert len(browser.find_elements("css selector", ".erratum")) == sum(len(p.errata) for p in edition.papers)
    assert not [c for c in browser.find_elements("css selector", "select, input, button") if c.is_displayed()]
    show(browser, place / "index.html")


def test_the_colours_follow_the_system_until_one_chooses(browser: Any, place: Path) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    seen = []
    for scheme in SCHEMES:
        show(browser, place / "index.html", scheme=scheme)
        seen.append(browser.execute_script(colour))
    assert seen[0] != seen[1]
    browser.find_element("id", "theme").click()
    assert browser.execute_script(colour) == seen[0]
    show(browser, place / "about.html", scheme="dark")
    assert browser.execute_script(colour) == seen[0], "the choice is kept"
    browser.execute_script("localStorage.clear()")


def test_the_keyboard_reaches_the_content_and_what_scrolls(browser: Any, place: Path) -> None:
    show(browser, place / "theorems/eln-3.html", width=360)
    browser.find_element("tag name", "body").send_keys("\ue004")
    assert browser.switch_to.active_element.get_attribute("class") == "skip"
    unreachable = browser.execute_script(
        "document.querySelectorAll('details').forEach(d => { d.open = true; }); dispatchEvent(new Event('resize'));"
        "return [...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1"
        " && getComputedStyle(e).overflowX === 'auto' && e.tabIndex < 0).length"
    )
    assert unreachable == 0


@pytest.mark.skipif(AXE is None, reason="npm install axe-core, for an audit of accessibility")
@pytest.mark.parametrize(("width", "scheme"), list(zip(WIDTHS, SCHEMES, strict=True)))
def test_axe_finds_nothing(
    browser: Any, place: Path, site: Mapping[str, bytes], width: int, scheme: str
) -> None:
    assert AXE is not None
    source = AXE.read_text("utf-8")
    for name in (name for name in names(site) if "eln" not in name):
        show(browser, place / name, width, scheme)
        browser.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        browser.execute_script(source)
        found = browser.execute_async_script(
            "const done = arguments[0]; axe.run({resultTypes: ['violations']})"
            ".then(r => done(r.violations.map(v => [v.id, v.nodes[0].html])))"
        )
        assert found == [], name
