"""The page of notes: its structure, that nothing in a note becomes markup, and how it looks in Chromium."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import noted
import pytest
from noted import AGREES, FALSE, OPEN, PROVED, SAMPLE, chain, formula, judged, report

from symnorm.notes.model import Declaration, Judged, NoteReport, Point, Repair, Verdict
from symnorm.notes.page import MEANINGS, as_page, typeset

VOID = {"meta", "link", "br", "wbr", "hr", "img", "input"}


class Page(HTMLParser):
    """A page as a tree of (tag, attributes, children); elements have to be closed in their order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[Any] = [("", {}, [])]
        self.elements: list[Any] = []
        self.feed(html)
        self.close()
        assert len(self.open) == 1, [tag for tag, *_ in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = (tag, dict(attrs), [])
        self.open[-1][2].append(element)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        self.open[-1][2].append(data)

    def all(self, tag: str, **attributes: str) -> list[Any]:
        """The elements with a tag and with these classes and attributes."""
        return [
            e for e in self.elements
            if e[0] == tag and all(v in (e[1].get(k.rstrip("_")) or "").split() for k, v in attributes.items())
        ]  # fmt: skip


def words(element: Any) -> str:
    """The text of an element."""
    if isinstance(element, str):
        return element
    return "".join(map(words, element[2]))


def inside(element: Any, tag: str, **attributes: str) -> list[Any]:
    found = []
    for child in element[2]:
        if not isinstance(child, str):
            if child[0] == tag and all(v in (child[1].get(k.rstrip("_")) or "").split() for k, v in attributes.items()):
                found.append(child)
            found += inside(child, tag, **attributes)
    return found


def page(*reports: NoteReport) -> Page:
    return Page(as_page(reports))


def rows(found: Page) -> list[Any]:
    """The relations of a page."""
    return found.all("li", class_="line")


# --- structure -----------------------------------------------------------------------------------------------


def test_each_relation_stands_beside_its_verdict() -> None:
    found = page(SAMPLE)
    assert len(rows(found)) == len(SAMPLE.relations)
    for row, one in zip(rows(found), SAMPLE.relations, strict=True):
        (label,) = inside(row, "div", class_="label")
        (mark,) = inside(label, "span", class_="mark")
        assert one.verdict.value.replace(" ", "-") in mark[1]["class"].split(), "by colour"
        sign, word = inside(mark, "span")
        assert (sign[1], len(words(sign))) == ({"aria-hidden": "true"}, 1), "by a sign"
        assert words(word) == one.verdict.value, "by a word"
        (math,) = inside(row, "div", class_="formula")[0][2]
        assert math[1]["alttext"] == one.link.latex
        assert one.link.latex in words(inside(row, "details")[0])
        assert words(inside(label, "a")[0]) == f"line {one.link.line}"


def test_signs_differ() -> None:
    legend = page(SAMPLE).all("dl", class_="legend-of-verdicts")[0]
    said = [words(mark) for mark in inside(legend, "span", class_="mark")]
    assert len({text[0] for text in said}) == len(said) == len(Verdict) == len(MEANINGS)


def test_what_is_wrong_stands_below_the_formula() -> None:
    false, conditional, open_ = rows(page(SAMPLE))[3:]
    assert [words(dt) for dt in inside(false, "dt")] == ["fails at", "agrees as", "compared"]
    assert words(inside(false, "dd")[0]) == "N = 2, x = (0, 1): left 0.25, right 0.75"
    (repaired,) = inside(inside(false, "dd")[1], "math")
    assert repaired[1]["alttext"] == FALSE.repair.latex if FALSE.repair else False
    assert words(inside(false, "dd")[1]).endswith("- for +")
    assert r"\mu \ge 0" in words(conditional)
    assert [words(m) for m in inside(open_, "mark")] == [r"\star"]


def test_a_caret_at_the_end_is_seen() -> None:
    one = judged("a = b +", Verdict.NOT_UNDERSTOOD, caret=("b +", 3, 3))
    assert [words(m) for m in page(report(one)).all("mark")] == ["(here)"]


def test_a_chain_says_no_member_twice() -> None:
    links = chain(["a", "b", "c", "d"], [Verdict.PROVED, Verdict.FALSE, Verdict.AGREES])
    other = judged("d = e", Verdict.AGREES, 9)
    shown = [inside(row, "math")[0][1]["alttext"] for row in rows(page(report(*links, other)))]
    assert shown == ["a = b", "= c", "= d", "d = e"]


def test_a_left_side_that_is_new_is_said() -> None:
    first, second = chain(["a", "b", "c"], [Verdict.AGREES, Verdict.FALSE])
    second = replace(second, link=replace(second.link, left="B"))
    shown = [inside(row, "math")[0][1]["alttext"] for row in rows(page(report(first, second)))]
    assert shown == ["a = b", "B = c"]


def test_words_and_headings_of_the_note_stand_where_they_stood() -> None:
    first = formula("a = b", 3, before="As is known,", after="where", section=("Norms", "Of vectors"))
    second = formula("b = c", 3, 0, before="where", after="for all", section=("Norms", "Of vectors"))
    third = formula("c = d", 9, before="Then", section=("Norms", "Of matrices"))
    found = page(report(*(judged(f.latex, Verdict.AGREES, f.line, f) for f in (first, second, third))))
    told = [
        (e[0], words(e)) for e in found.elements
        if e[0] in ("h1", "h2", "h3") or (e[0], e[1].get("class")) in {("p", "words"), ("li", "line")}
    ]  # fmt: skip
    told = [(tag, "" if tag == "li" else text) for tag, text in told]
    assert told[: told.index(("h2", "What the verdicts mean"))] == [
        ("h1", "note.md"), ("h2", "Norms"), ("h3", "Of vectors"), ("p", "As is known,"), ("li", ""), ("p", "where"),
        ("li", ""), ("p", "for all"), ("h3", "Of matrices"), ("p", "Then"), ("li", ""),
    ]  # fmt: skip


def test_the_numbers_are_those_of_the_report() -> None:
    counts = [words(li) for li in inside(page(SAMPLE).all("ul", class_="counts")[0], "li")]
    assert counts[0] == "6 relations:"
    assert [int(c[1:].split()[0]) for c in counts[1:]] == [0, 1, 1, 1, 2, 1]


def test_links_lead_to_relations_and_ids_are_unique() -> None:
    found = page(SAMPLE, report(FALSE, AGREES, FALSE, file=Path("other.md")))
    ids = [e[1]["id"] for e in found.elements if "id" in e[1]]
    assert len(ids) == len(set(ids))
    hrefs = [a[1]["href"] for a in found.all("a")]
    assert {h[1:] for h in hrefs} <= set(ids)
    open_ = [nav for nav in found.all("nav") if nav[1]["aria-label"].startswith("To look at")]
    assert [len(inside(nav, "a")) for nav in open_] == [3, 2]
    by_id = {e[1]["id"]: e for e in rows(found)}
    first = inside(open_[0], "a")[0][1]["href"][1:]
    assert by_id[first][1]["data-verdict"] == "false"


def test_headings_skip_no_level() -> None:
    deep = formula("a = b", section=("A", "B", "C", "D", "E", "F", "G"))
    for reports in ([SAMPLE], [SAMPLE, report(judged("a = b", Verdict.AGREES, within=deep))]):
        levels = [int(e[0][1]) for e in page(*reports).elements if re.fullmatch("h[1-6]", e[0])]
        assert levels.count(1) == 1
        assert all(b <= a + 1 for a, b in pairwise(levels))


def test_problems_notation_and_what_is_no_relation_are_shown() -> None:
    found = page(report(
        AGREES, notation=(Declaration(r"\mu", "a & b", "line 3"),), passed_over=((4, "<x>"),),
        problems=((0, "not UTF-8"), (7, "no <end>")),
    ))  # fmt: skip
    assert [words(p) for p in found.all("p", class_="trouble")] == ["the file: not UTF-8", "line 7: no <end>"]
    assert [words(c) for c in inside(found.all("table", class_="notation")[0], "td")] == ["a & b", "line 3"]
    assert any("line 4 <x>" in words(d) for d in found.all("details"))
    assert any("No relation was found" in words(p) for p in page(report()).all("p"))


def test_of_several_notes_the_list_says_where_to_look() -> None:
    found = page(SAMPLE, report(PROVED), report(FALSE, problems=((1, "no"),)))
    (nav,) = [nav for nav in found.all("nav") if nav[1]["aria-label"] == "Notes"]
    assert [words(li) for li in inside(nav, "li")] == [
        "note.md: 1 false, 1 conditional, 1 not understood", "note.md", "note.md: 1 problem, 1 false",
    ]  # fmt: skip


def test_the_page_needs_nothing_else() -> None:
    found = page(SAMPLE)
    assert found.all("script") == []
    assert [e for e in found.elements if "src" in e[1]] == []
    assert [link[1]["href"] for link in found.all("link")] == ["data:,"]
    (style,) = found.all("style")
    assert "url(" not in words(style)
    assert "@import" not in words(style)
    assert "prefers-color-scheme: dark" in words(style)
    assert "@media print" in words(style)
    policy = next(m for m in found.all("meta") if m[1].get("http-equiv") == "Content-Security-Policy")
    assert policy[1]["content"].startswith("default-src 'none';")
    assert as_page([SAMPLE]) == as_page([SAMPLE])


# --- what is typeset -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "latex",
    [
        r"\hspace{-20em} \text{proved}", r"x \phantom{- 1} = 2", r"\href{javascript:alert(1)}{x}", r"a &= b \\ c",
        r"\rlap{x} y", "x_" * 3000, r"\frac{1}", r"\left", "{", "x" * 5000, r"\class{line}{x}", r"\kern-3em x",
    ],
)  # fmt: skip
def test_what_could_mislead_or_is_no_latex_is_shown_as_it_is_typed(latex: str) -> None:
    found = Page(f"<div>{typeset(latex)}</div>")
    assert found.all("math") == []
    assert words(found.all("code")[0]) == latex


def test_colours_of_a_note_are_left_out() -> None:
    found = Page(typeset(r"\color{red}{x} + \textcolor[rgb]{1,1,1}{y} = \textcolor{white}{z}"))
    assert [e[1] for e in found.elements if any("color" in k or "background" in k for k in e[1])] == []
    assert re.sub(r"\s", "", words(found.all("math")[0])) == "x+y=z"


def test_without_latex2mathml_the_source_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "symnorm.export.html.mathml", None)
    found = page(SAMPLE)
    assert found.all("math") == []
    for row, one in zip(rows(found), SAMPLE.relations, strict=True):
        assert words(inside(row, "pre", class_="source")[0]) == one.link.latex


# --- hostile notes -------------------------------------------------------------------------------------------

EVIL = [
    "</script><img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "</style></code></pre></math><svg onload=alert(1)>",
    "<!-- --><iframe src='https://example.org'>",
    r"\text{</mtext></math><img src=x onerror=alert(1)>}",
    r"\color{red\" onclick=\"alert(1)}{x}",
    "&lt;img src=x onerror=alert(1)&gt;",
    "x\x00\x1b[31m\u202e y",
]
ALLOWED = {
    "html", "head", "meta", "title", "link", "style", "body", "a", "main", "h1", "h2", "h3", "h4", "ul", "ol", "li",
    "span", "nav", "article", "div", "p", "code", "pre", "mark", "details", "summary", "dl", "dt", "dd", "table",
    "thead", "tbody", "tr", "th", "td", "section", "footer",
    "math", "mrow", "mi", "mo", "mn", "mtext", "msub", "msup", "msubsup", "mfrac", "msqrt", "munderover", "munder",
    "mover", "mspace", "mstyle",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "rel", "href", "class", "id", "tabindex", "aria-label",
    "aria-hidden", "data-verdict", "scope",
    "alttext", "displaystyle", "stretchy", "lspace", "rspace", "form", "width", "mathvariant", "fence", "accent",
    "linebreak", "separator",
}  # fmt: skip


SPACES = "\n\u00a0\u2061"
"""The ends of lines, and what MathML has for a blank and for a function that is applied."""


def evil_everywhere(evil: str) -> NoteReport:
    """A report that says the same in each of its places."""
    within = formula(evil, 1, before=evil, after=f"{evil}.", section=(evil,))
    one = judged(
        f"{evil} = {evil}", Verdict.FALSE, within=within, note=evil, reading=evil, hypotheses=(evil,), points=1,
        counterexample=Point({evil: evil}, evil, evil), repair=Repair(evil, evil), caret=(evil, 0, 3),
        tolerances=(evil,), certificate=evil,
    )  # fmt: skip
    notation, lines = (Declaration(evil, evil, evil),), ((1, evil),)
    return NoteReport(Path(f"{evil}.md"), notation, (one, OPEN), passed_over=lines, problems=lines)


@pytest.mark.parametrize("evil", EVIL)
def test_nothing_in_a_note_becomes_markup(evil: str) -> None:
    for reports in ([evil_everywhere(evil)], [evil_everywhere(evil), SAMPLE]):
        html = as_page(reports)
        found = Page(html)
        assert {e[0] for e in found.elements} <= ALLOWED
        assert {name for e in found.elements for name in e[1]} <= ATTRIBUTES
        assert all(a[1]["href"].startswith("#") for a in found.all("a"))
        assert all(c.isprintable() or c in SPACES for c in html)
        assert found.all("title")[0][2] != []


def test_formulas_are_not_taken_for_entities() -> None:
    latex = "&lt;b&gt; = 1"
    assert latex in words(rows(page(report(judged(latex, Verdict.FALSE))))[0])


# --- in Chromium ---------------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


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


def test_in_a_browser_it_fits_is_drawn_and_asks_for_nothing(browser: Any, tmp_path: Path) -> None:
    wide = judged(" + ".join(f"x_{{{n}}}^2" for n in range(60)) + " = b", Verdict.AGREES, 11)
    typed = judged(r"\hspace{1em} " + "y + " * 90 + "z = b", Verdict.FALSE, 12)
    relations: tuple[Judged, ...] = (*SAMPLE.relations, wide, typed, PROVED)
    file = tmp_path / "page.html"
    file.write_text(as_page([noted.report(*relations), *map(evil_everywhere, EVIL)]), "utf-8")
    for width in (360, 1280):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.get(file.as_uri())
        browser.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    sizes = browser.execute_script(
        "return [...document.querySelectorAll('#n1 math')].map(m => m.getBoundingClientRect())"
        ".map(b => [b.width, b.height])"
    )
    assert len(sizes) > len(SAMPLE.relations)
    assert all(width > 4 and height > 4 for width, height in sizes)
    label, body = browser.execute_script(
        "const row = document.querySelector('li.line');"
        "return ['.label', '.body'].map(s => row.querySelector(s).getBoundingClientRect()).map(b => [b.right, b.left])"
    )
    assert label[0] <= body[1], "the verdict stands in the margin"
    assert browser.get_log("browser") == []
    sent = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [
        m["params"]["request"]["url"] for m in sent
        if m["method"] == "Network.requestWillBeSent" and m["params"]["documentURL"].startswith("file:")
    ]  # fmt: skip
    assert {url for url in asked if not url.startswith("data:")} == {file.as_uri()}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(c) / 255 for c in re.findall(r"\d+", colour)[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_verdicts_are_legible(browser: Any, tmp_path: Path, scheme: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(as_page([noted.report(*SAMPLE.relations, PROVED)]), "utf-8")
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(file.as_uri())
    paper, inks = browser.execute_script(
        "const colour = (e, what) => getComputedStyle(e)[what];"
        "return [colour(document.body, 'backgroundColor'),"
        " [...document.querySelectorAll('.mark')].map(m => colour(m, 'color'))]"
    )
    assert len(set(inks)) == len(Verdict)
    assert min(contrast(paper, ink) for ink in inks) >= 4.5
