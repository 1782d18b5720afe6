"""LaTeX of the edition: words, rows of long formulas, documents without loose ends; and what TeX makes of them."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from exports import edition_of, write
from hypothesis import given
from hypothesis import strategies as st

from symnorm.cli import main
from symnorm.errors import UserError
from symnorm.export import pdf, tex, texmath, texparts, texshort
from symnorm.export.edition import Edition
from symnorm.export.texwords import bookmark, code, is_settable, printed_words, prose, settable, words
from symnorm.export.typed import formulas
from symnorm.report import Definition, Formula, Point, Value

needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (
            "100% of A & B, #1, {x}, a_long_name~",
            r"100\% of A \& $B$, \#1, \{$x$\}, a\_long\_name\textasciitilde{}",
        ),
        (r"at:\dir $5", r"at:\textbackslash{}dir \$5"),
        ("sigma^2 > 0 and x_i != mu", r"$\sigma^2 > 0$ and $x_i \neq \mu$"),
        ("σ² ≠ 0, x_i ≤ √(σ²), y⁻²", r"$\sigma^2 \neq 0$, $x_i \leq \sqrt{\sigma^2}$, $y^{-2}$"),
        ("y_i = (x_i - mu)/sqrt(sigma^2)", r"$y_i = (x_i - \mu)/\sqrt{\sigma^2}$"),
        ("dy_i/dx_i at x0, log(c) for c > 0", r"$dy_i/dx_i$ at $x_0$, $\log(c)$ for $c > 0$"),
        ("|a + b| >= -(a + b), V^(3/2)", r"$|a + b| \geq -(a + b)$, $V^{3/2}$"),
        ("sum_{k != i} x_k^2 = beta_{i,j}", r"$\sum_{k \neq i} x_k^2 = \beta_{i,j}$"),
        ("(b_1, ..., b_H) and 1_H^T", r"$(b_1, \dots, b_H)$ and $1_H^T$"),
        ("see (5), Eq. (13), A.3-1, Fig. 2 and 10-12", "see (5), Eq. (13), A.3-1, Fig. 2 and 10-12"),
        ("a line of a proof; I say; W. Rudin, v1, w/o", "a line of a proof; I say; W. Rudin, v1, w/o"),
        ("Layer normalization of a x + b", "Layer normalization of $a x + b$"),
        ('he says "no" – and “yes” …', r"he says ``no'' -- and ``yes'' \dots{}"),
        (
            "see `eln/3_sign` and `x < y`",
            r"see \texttt{eln/\allowbreak{}3\_\allowbreak{}sign} and \texttt{x < y}",
        ),
        ("Böhm, Erdős", "Böhm, Erdős"),
        ("the others' mean, f' and sigma'", r"the others' mean, $f'$ and $\sigma'$"),
        ("中 and 𝔸", r"$\text{[U+4E2D]}$ and $\text{[U+1D538]}$"),
        ("unclosed (x_i and sqrt(y", r"unclosed ($x_i$ and sqrt($y$"),
    ],
)
def test_words(text: str, latex: str) -> None:
    assert words(text) == latex


def test_where_a_formula_stands() -> None:
    text = "the slope is 1/nu where x_i >= mu, by (5)"
    assert [(text[a:b], latex) for a, b, latex in formulas(text)] == [
        ("1/nu", r"1/\nu"), ("x_i >= mu", r"x_i \geq \mu"),
    ]  # fmt: skip


def test_deep_nesting_is_words() -> None:
    assert words("(" * 5000) == "(" * 5000
    assert words("√" * 3000).count("[U+") == 0
    assert words("|a + " * 2000).count("$") % 2 == 0


@given(st.text(max_size=80))
def test_no_text_breaks_a_document(text: str) -> None:
    latex = words(text)
    plain = re.sub(r"\\[A-Za-z]+|\\.", "", latex)
    assert not set(plain) & set("#%&~") - {"~"}
    assert plain.count("$") % 2 == 0
    depth = 0
    for c in plain:
        depth += (c == "{") - (c == "}")
        assert depth >= 0
    assert depth == 0
    outside = re.sub(r"\$[^$]*\$", "", plain)
    assert not set(outside) & set("_^")


def test_words_of_a_paper() -> None:
    assert printed_words(r"each $x_i$ **is** it & 5%") == r"each $x_i$ is it \& 5\%"
    assert printed_words(r"a $\foo$") == r"a \texttt{\textbackslash{}foo}"


@pytest.mark.parametrize(
    ("source", "is_fine"),
    [
        (r"\frac{1}{C} \sum_{k=1}^{C} x_k", True), (r"\stackrel{(13)}{=}", True), (r"\input{/etc/passwd}", False),
        ("x}", False), ("{x", False), ("x & y", False), ("100% x", False), (r"\def\x{}", False), ("σ", False),
        ("a $ b", False), (r"\write18{ls}", False), (r"{\rm d}x", True),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_shown_as_source(source: str, is_fine: bool) -> None:
    assert is_settable(source) is is_fine


def test_a_parenthesis_too_many_stays_and_does_not_grow() -> None:
    assert settable(r"\left( \frac{a}{b} ) \right) \right|") == r"( \frac{a}{b} ) ) |"
    assert settable(r"\left( a \right)") == r"\left( a \right)"
    assert settable(r"\frac{\left( a}{b \right)}") == r"\frac{( a}{b )}"


def test_paragraphs_and_tables() -> None:
    assert prose("one\ntwo\n\nthree") == "one two\n\nthree"
    listed = "these:\n\\begin{itemize}\n\\item one two\n\\item three\n\\end{itemize}"
    assert prose("these:\n- one\n  two\n- three") == listed
    table = prose("here    there\nx_i     the input\n        none  ")
    assert "tabular" not in table, "not every line has two columns"
    table = prose("    here    there\n    x_i     the input")
    assert "\\begin{tabular}{@{}ll@{}}\nhere & there \\\\\n$x_i$ & the input\n\\end{tabular}" in table


def test_names_and_outlines() -> None:
    assert code("a_b/c") == r"\texttt{a\_\allowbreak{}b/\allowbreak{}c}"
    assert bookmark("σ² & x_i: 100%") == r"σ² \& x\_i: 100\%"


# --- rows -------------------------------------------------------------------------------------------------

LONG = r"\frac{1}{C} \sum_{k=1}^{C} (x_k - \mu) + \left(\frac{a}{b} + \frac{c}{d} - e\right) f = g"


def test_a_formula_that_fits_is_one_row() -> None:
    assert texmath.rows(LONG, 100, 100) == [LONG]


def test_rows_begin_with_a_relation_then_with_a_sign() -> None:
    whole = texmath.width(LONG)
    assert texmath.rows(LONG, whole - 1, 20) == [LONG.removesuffix(" = g"), "= g"]
    head, sign, *_ = texmath.rows(LONG, whole / 2, whole / 2)
    assert (head, sign[:13]) == (r"\frac{1}{C} \sum_{k=1}^{C} (x_k - \mu)", r"{} + \left(\f")


def test_parentheses_are_opened_where_nothing_else_helps() -> None:
    inner = " + ".join(rf"\frac{{a_{n}}}{{b}}" for n in range(9))
    made = texmath.rows(rf"x \left({inner}\right)^2", 8, 8)
    assert made[0].startswith(r"x \biggl( \frac{a_0}{b}")
    assert made[-1].endswith(r"\biggr)^2")
    assert all(texmath.width(row) <= 8.5 for row in made)
    assert r"\left" not in "".join(made)
    together = "".join(row.removeprefix("{} ") for row in made)
    assert re.sub(r"\s", "", together) == re.sub(r"\s", "", rf"x\biggl({inner}\biggr)^2")


def test_a_wide_fraction_has_rows_above_its_bar() -> None:
    inner = " + ".join(f"a_{n}" for n in range(9))
    assert texmath.rows(rf"\frac{{{inner}}}{{b}} = c", 9, 9)[0].startswith(r"\frac{\begin{aligned} & a_0 +")


def test_statements_are_parted_after_the_word_between_them() -> None:
    parts = [rf"\text{{Model {n}}}_{{n}} = {n}" for n in range(3)]
    made = texmath.rows(r" \quad\text{and}\quad ".join(parts), 16, 16)
    assert made == [rf"{parts[0]} \quad\text{{and}}\quad", rf"{parts[1]} \quad\text{{and}}\quad", parts[2]]


def test_no_row_is_broken_inside_parentheses_that_do_not_grow() -> None:
    made = texmath.rows("a (b + c) (d - e) + f (g + h) = i", 10, 10)
    assert all(row.count("(") == row.count(")") for row in made)


@needs_tex
def test_widths_are_what_tex_makes_of_them(everything: Edition) -> None:
    """Hardly ever too narrow by more than the margin, for what is as wide as a third of a line or more."""
    found = {line.formula.latex for theorem in everything.theorems for line in theorem.proof}
    shown = sorted(f for f in found if 14 < texmath.width(f) < 100)
    boxes = "\n".join(rf"\setbox0\hbox{{$\displaystyle {f}$}}\typeout{{WIDTH \the\wd0}}" for f in shown)
    _, log = pdf.compiled(
        "\\documentclass[11pt]{article}\\usepackage{amsmath,amssymb}\\begin{document}x\n"
        f"{boxes}\n\\end{{document}}",
        "widths",
    )
    true = [float(w) / 10.95 for w in re.findall(r"^WIDTH ([\d.]+)pt", log, re.MULTILINE)]
    assert len(true) == len(shown) > 200
    ratios = sorted(texmath.width(f) / w for f, w in zip(shown, true, strict=True))
    assert ratios[0] > 0.85
    assert ratios[len(ratios) // 20] > 0.95
    assert ratios[-1] < 1.25


# --- documents --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    return edition_of(write(tmp_path_factory.mktemp("proofs") / "mini"))


@pytest.fixture(scope="module")
def everything() -> Edition:
    return edition_of("all", use_cache=True)


@pytest.fixture(scope="module")
def files(mini: Edition) -> dict[str, str]:
    return {name: content.decode() for name, content in tex.files(mini).items()}


def test_one_file_per_paper_and_one_per_theorem(files: dict[str, str]) -> None:
    assert list(files) == ["mini.tex", "theorems/mini-1.tex", "theorems/mini-2_root.tex"]
    for content in files.values():
        assert content.startswith("\\documentclass[11pt,a4paper]{article}\n")
        assert content.endswith("\\end{document}\n")


def test_a_theorem_says_what_it_supposes_and_shows(files: dict[str, str]) -> None:
    told = " ".join(files["theorems/mini-1.tex"].split())
    assert r"\subsection{\texorpdfstring{Normalization \& co.}" in told
    assert r"Let $x \in \mathbb{R}^{C}$. Suppose $C \in \{1, 2, \dots\}$." in told
    assert r"Suppose, \emph{as the paper states}, $C > 1$ (Sec. 1: (1))." in told
    assert r"Suppose also, \emph{which the paper does not state and needs}, $\sigma^2 > 0$ (for (2))." in told
    own = " ".join(files["theorems/mini-2_root.tex"].split())
    assert r"Suppose also, \emph{which is the editors'}, $C > 1$, $\sigma^2 > 0$." in own
    assert r"$\sigma^2 = \frac{1}{C} \sum_{k=1}^{C} (x_k - \mu)^2$" in told
    assert r"By calculation (as $x_i - \mu$ has the mean 0):" in told
    assert r"\tag*{\corrected{\textup{(2)}}}\label{mini-1:2}" in told
    assert r"By algebra from \hyperref[mini-1:own-mean-zero]{\textup{[mean zero]}}" in told
    assert r"100\% about $y_i = (x_i - \mu)/\sqrt{\sigma^2}$ with $\sigma^2 > 0$" in told


def test_footnotes_have_what_is_printed_and_where_it_fails(files: dict[str, str]) -> None:
    notes = re.findall(r"\\footnote\{(.*)\}(?=\\text|\n)", files["mini.tex"])
    told = " ".join(" ".join(notes).split())
    assert r"(2): The paper prints $\overline{y^2} = C$ \emph{(misprint: $C_1$ \& $C$: 100\% wrong)}." in told
    fails = re.search(
        r"It fails at \$C = (\d)\$, \$x = .*?, where the left side is \$1\$, the right side \$(\d)\$\.", told
    )
    assert fails is not None
    assert fails[1] == fails[2] != "1", "the mean square is 1, and C is printed"
    assert r"It holds where $\sigma^2 > 0$, which the paper does not state. It has no value at $C = 2$" in told


def test_an_erratum_tells_all_that_is_supposed_where_it_fails(mini: Edition) -> None:
    erratum = replace(mini.papers[0].errata[0], under=(Formula("C > 1", "C > 1"), Formula("C < 9", "C < 9")))
    told = texparts.account(erratum, texparts.LINE)
    assert " Suppose also $C > 1$, $C < 9$. It fails at " in told
    assert "Suppose also" not in texparts.account(replace(erratum, under=()), texparts.LINE)


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("a_1 + a_2 + a_3 + a_4 + a_5", r"a_1 + \cdots + a_5"),
        ("a_1 + a_2 + a_3 + a_4", None),
        ("b + a_{8} + a_{9} + a_{10} + a_{11} + a_{12} - c", r"b + a_{8} + \cdots + a_{12} - c"),
        ("a_1 - a_2 + a_3 - a_4 + a_5", None),
        ("- a_1 - a_2 - a_3 - a_4 - a_5", r"- a_1 - \cdots - a_5"),
        ("a_1 + a_2 + a_4 + a_8 + a_{16}", None),
        ("a + a + a + a + a + a", None),
        ("a_1 x_7 + a_2 x_7 + a_3 x_7 + a_4 x_7 + a_5 x_7", r"a_1 x_7 + \cdots + a_5 x_7"),
        ("a_1 x_1 + a_2 x_1 + a_3 x_3 + a_4 x_4 + a_5 x_5 + a_6 x_6", None),
        ("a_1^2 + a_2^2 + a_3^3 + a_4^2 + a_5^2", None),
        (r"\frac{a_1 + a_2 + a_3 + a_4 + a_5}{9} b", r"\frac{a_1 + \cdots + a_5}{9} b"),
        (r"\sqrt{a_1 + a_2 + a_3 + a_4 + a_5}^3", r"\sqrt{a_1 + \cdots + a_5}^3"),
        (r"2 \left(a_1 + a_2 + a_3 + a_4 + a_5\right)^2", r"2 \left(a_1 + \cdots + a_5\right)^2"),
        (" + ".join(rf"\left(a_{k} - 1\right)" for k in range(1, 8)),
         r"\left(a_1 - 1\right) + \cdots + \left(a_7 - 1\right)"),
    ],
)  # fmt: skip
def test_a_long_sum_has_dots(long: str, short: str | None) -> None:
    assert texshort.dotted(long) == (long if short is None else short)


def test_numbers_of_many_digits_stand_in_a_table() -> None:
    def number(name: str, value: str) -> Definition:
        return Definition(Formula(name, name), Formula(r"\frac{12345678901234}{3}", "12345678901234/3"), value)

    made = texshort.notation(
        [number(f"{name}_{k}", f"{k}.5") for k in range(1, 6) for name in "xy"]
        + [number("z", "7.25"), Definition(Formula("C", "C"), Formula("100", "100"))]
    )
    rows = [rf"$x_{k} \approx {k}.5$ & $y_{k} \approx {k}.5$" for k in range(1, 6)]
    assert " \\\\\n  ".join(rows) in made
    assert made.startswith("Notation: \n\\begin{center}\\begin{tabular}{ll}\n")
    assert made.endswith(rf"$z \approx 7.25$. $C = 100$. {texshort.NOTE}")
    assert texshort.notation([Definition(Formula("C", "C"), Formula("100", "100"))]) == "Notation: $C = 100$."


def test_what_is_rounded_on_a_page_is_whole_in_the_json(everything: Edition) -> None:
    """x_1 is 9.371... by the author's notebook, whose sample has 16 digits."""
    fit = everything.by_id["eln/outlier_fit"]
    [x_1] = [d for d in fit.definitions if d.name.text == "x_1"]
    assert x_1.value == "9.371150813"
    above, below = re.fullmatch(r"\\frac\{(\d+)\}\{(\d+)\}", x_1.body.latex).groups()  # type: ignore[union-attr]
    assert float(above) / float(below) == pytest.approx(9.371150813, rel=1e-9)
    assert above in json.dumps(asdict(x_1))
    paper = next(p for p in everything.papers if p.id == "eln")
    document = tex.theorem_document(everything, paper, fit)
    assert above not in document
    assert document.count(texshort.NOTE) == 1
    assert r"$x_{1} \approx 9.371150813$" in document


def test_what_only_the_hypotheses_need_is_told_at_the_end() -> None:
    others = (Value("c", "3", "c = 3"), Value("phi(t)", "t**2", r"\phi(t) = t^2"))
    left, right = Formula("1", "1"), Formula("2", "2")
    found = Point("exact", (Value("t", "1", "t = 1"),), others, left, right, "along t", "text")
    assert texparts.failure(found, texparts.LINE) == (
        r"It fails at $t = 1$, where the left side is $1$, the right side $2$ (along $t$; "
        r"for the hypotheses, $c = 3$, $\phi(t) = t^2$)."
    )


def test_the_table_of_errata_and_what_does_not_hold(files: dict[str, str]) -> None:
    table = files["mini.tex"].partition(r"\section{Errata}")[2]
    assert re.findall(r"\\erratum\{(.*?)\}\{(.*?)\}\{(.*?)\}", table)[1:] == [
        ("(4)", "Sec. 2", "false"), ("(2)", "Sec. 1", "hypothesis"), ("(2)", "Sec. 1", "typo"),
    ], "the most severe first"  # fmt: skip
    assert r"Corrected: $\frac{1}{C} \sum_{k=1}^{C} y_k^2 = 1$." in table
    assert r"\head{What does not hold.}\textup{(4)} (Sec. 2): The paper prints" in files["mini.tex"]
    assert (
        r"The paper prints ``each $x_i$ is the mean \& so on'' \emph{(false: not in every channel)}." in table
    )


def test_a_chain_is_one_display(files: dict[str, str]) -> None:
    displays = re.findall(r"\\begin\{align\*\}.*?\\end\{align\*\}", files["mini.tex"], re.DOTALL)
    display = next(d for d in displays if "(3)-1" in d)
    assert re.findall(r"\\tag\*\{\\textup\{(.*?)\}\}", display) == ["(3)-1", "(3)-2"]
    assert display.count(r"\frac{1}{C} \sum_{k=1}^{C} (x_k^2 - 2 \mu x_k + \mu^2)") == 1


def test_every_reference_leads_to_one_label(everything: Edition) -> None:
    for name, content in tex.files(everything).items():
        document = content.decode()
        labels = re.findall(r"\\label\{(.*?)\}", document)
        assert len(labels) == len(set(labels)), name
        assert set(re.findall(r"\\hyperref\[(.*?)\]", document)) <= set(labels), name
        items = set(re.findall(r"\\bibitem\{(.*?)\}", document))
        assert set(re.findall(r"\\cite\{(.*?)\}", document)) <= items, name


def test_every_line_is_in_its_document_once_as_it_was_verified(everything: Edition) -> None:
    made = tex.files(everything)
    for theorem in everything.theorems:
        document = made[f"theorems/{theorem.name}.tex"].decode()
        for line in theorem.proof:
            assert document.count(rf"\label{{{theorem.name}:{line.anchor}}}") == 1
            if texmath.width(line.formula.latex) < 20 and len(line.sides) != 3:
                assert line.formula.latex in document
            elif texmath.width(line.formula.latex) < 20:
                assert all(side.strip() in document for side in line.sides)


# --- what TeX makes of it ---------------------------------------------------------------------------------

COMPLAINTS = re.compile(r"^(?:LaTeX Warning|! |.*undefined|.*multiply).*", re.MULTILINE)
OVERFULL = re.compile(r"^Overfull \\[hv]box \(([\d.]+)pt.*", re.MULTILINE)


def complaints(log: str) -> list[str]:
    """What TeX complains about: warnings of LaTeX, and boxes that are more than 2 pt too wide or too high."""
    return COMPLAINTS.findall(log) + [m[0] for m in OVERFULL.finditer(log) if float(m[1]) > 2]


@needs_tex
@pytest.mark.parametrize("paper", ["adanorm", "beyond", "dyisru", "eln"])
def test_a_paper_compiles_without_a_complaint(everything: Edition, paper: str) -> None:
    source = next(p for p in everything.papers if p.id == paper)
    made, log = pdf.compiled(tex.paper_document(everything, source), paper)
    assert complaints(log) == []
    assert made.startswith(b"%PDF-")


@needs_tex
@pytest.mark.parametrize("id", ["eln/3", "adanorm/2_five", "eln/outlier_fit", "beyond/invariance_negative"])
def test_a_theorem_compiles_by_itself(everything: Edition, id: str) -> None:
    theorem = everything.by_id[id]
    paper = next(p for p in everything.papers if p.id == theorem.paper)
    assert complaints(pdf.compiled(tex.theorem_document(everything, paper, theorem), id)[1]) == []


@needs_tex
def test_the_small_paper_compiles_to_the_same_bytes_each_time(mini: Edition) -> None:
    first = pdf.files(mini)
    assert list(first) == ["mini.pdf"]
    assert pdf.files(mini) == first
    assert re.search(rb"CreationDate ?\(D:(?!1970)", first["mini.pdf"]) is None


@needs_tex
def test_another_statement_is_another_pdf(mini: Edition, tmp_path: Path) -> None:
    other = edition_of(write(tmp_path / "mini", "eq(7 * mean(y**2), 7)"))
    assert pdf.files(other)["mini.pdf"] != pdf.files(mini)["mini.pdf"]


@needs_tex
def test_any_words_compile() -> None:
    odd = [
        r"\x $y {z} #1 %2 &3 ~4 ^5 _6 <a> |b| `c` \"d\"", "中𝔸é–“x”…", "σ² ≠ x_i ≤ √(σ²) ∑ ∂ ∞ ℝ ⟂ ‖x‖",
        "x_{a b} ^^41 x_1_2 y^2' y'^2 x^a^b x₁₂² x'' (x_i)^2_3 |x|^2"]  # fmt: skip
    text = "\n\n".join(words(t) + code(t.replace("\n", " ")) for t in odd)
    _, log = pdf.compiled(f"{tex.PREAMBLE}\\begin{{document}}\n{text}\n\\end{{document}}", "words")
    assert [c for c in complaints(log) if "Font" not in c] == []


@needs_tex
def test_an_error_of_tex_is_told() -> None:
    with pytest.raises(UserError, match=r"mine/1: pdflatex fails: Undefined control sequence"):
        pdf.compiled("\\documentclass{article}\\begin{document}\\nonsense\\end{document}", "mine/1")


@needs_tex
def test_nothing_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    pdf.compiled(
        f"\\documentclass{{article}}\\begin{{document}}\\immediate\\write18{{touch {mark}}}x\\end{{document}}",
        "x",
    )
    assert not mark.exists()


def test_without_tex_it_says_what_to_install(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["export", "pdf", "eln/1", "-o", str(tmp_path / "out")]) == 2
    err = capfd.readouterr().err
    assert "there is no pdflatex" in err
    assert "apt-get install texlive-latex-base;" in err
    assert not (tmp_path / "out").exists()


@needs_tex
def test_the_command_compiles_one_theorem(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    write(tmp_path / "mini")
    assert main(["export", "pdf", str(tmp_path / "mini"), "-o", str(tmp_path / "out"), "--no-cache"]) == 0
    assert (tmp_path / "out/mini.pdf").read_bytes().startswith(b"%PDF-")
    assert "2 theorems, 1 file\n" in capfd.readouterr().out
