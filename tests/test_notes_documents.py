"""Notes as their authors write them: what is mathematics in a file, and where it stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Protocol

import pytest

from symnorm.notes.documents import Note, read_note
from symnorm.notes.macros import definitions


class Reading(Protocol):
    def __call__(self, text: str | bytes, name: str = "note.md") -> Note: ...


@pytest.fixture
def note(tmp_path: Path) -> Reading:
    def write(text: str | bytes, name: str = "note.md") -> Note:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_note(path)

    return write


def latex(read: Note) -> list[str]:
    return [formula.latex for formula in read.formulas]


def numbered(read: Note) -> list[tuple[int, str]]:
    return [(formula.display, formula.latex) for formula in read.formulas]


# --- Markdown ------------------------------------------------------------------------------------------------


def test_every_way_to_write_a_formula_in_markdown(note: Reading) -> None:
    text = r"""
Let $p = 1$ and \(q = 2\) and $`r = 3`$ and $$s = 4$$ in a line.

$$
t = 5
$$

\[ u = 6 \]

\begin{align*}
v &= 7
\end{align*}

```math
w = 8
```

\\[ x = 9 \\] and \\(y = 10\\)
"""
    read = note(text)
    assert numbered(read) == [
        (0, "p = 1"), (0, "q = 2"), (0, "r = 3"), (1, "s = 4"), (2, "t = 5"), (3, "u = 6"),
        (4, "\\begin{align*}\nv &= 7\n\\end{align*}"), (5, "w = 8"), (6, "x = 9"), (0, "y = 10"),
    ]  # fmt: skip
    assert [f.line for f in read.formulas] == [2, 2, 2, 2, 5, 8, 10, 15, 18, 18]
    assert read.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "Code `$p = 1$` and ``$$ ` p = 2$$``.",
        "```python\nprice = '$p = 1$'\n```\n",
        "~~~\n$$p = 1$$\n~~~\n",
        "Text.\n\n    echo $p=1$\n",
        "<!-- $p = 1$ -->",
        "<pre>$p = 1$</pre>",
        "---\ntitle: $p = 1$\n---\n",
        r"It costs \$5, that is p = 1, and \$6.",
        "It costs $5 and then $10.",
        "Set $HOME and then $PATH.",
        "An empty $$ $$ and $ $.",
    ],
)
def test_code_comments_and_money_are_no_mathematics(note: Reading, text: str) -> None:
    read = note(text)
    assert latex(read) == []


def test_quotes_and_lists_are_taken_off(note: Reading) -> None:
    text = (
        "> Quoted:\n> $$\n> p = q\n> $$\n\n* Item\n  1. Inner\n     $$\n     r\n     = s\n     $$\n\n"
        "> ```math\n> t = u\n> ```\n"
    )
    assert [f.split() for f in latex(note(text))] == [["p", "=", "q"], ["r", "=", "s"], ["t", "=", "u"]]


def test_a_row_of_a_display_may_begin_with_a_sign(note: Reading) -> None:
    assert latex(note("$$\np\n> q\n$$\n")) == ["p\n> q"]


def test_tables_hold_formulas(note: Reading) -> None:
    assert latex(note("| a | b |\n|---|---|\n| $p = 1$ | $q = 2$ if $r > 0$ |\n")) == ["p = 1", "q = 2", "r > 0"]


def test_what_markdown_and_html_make_of_a_formula_is_undone(note: Reading) -> None:
    text = r"$$\begin{align} \hat{x}\_i &amp;= \\{ p \\} \\\\ &= \text{a\_b} \end{align}$$ and $p &lt; q$"
    display, inline = latex(note(text))
    assert display == r"\begin{align} \hat{x}_i &= \{ p \} \\ &= \text{a\_b} \end{align}"
    assert inline == "p < q"
    assert latex(note(r"$$p \\{\bf q}$$")) == [r"p \\{\bf q}"]


def test_restructured_text_in_markdown(note: Reading) -> None:
    text = "Of :math:`p = 1`:\n\n.. math::\n   :label: one\n\n   q = 2\n\nText with $r = 3$.\n"
    assert numbered(note(text)) == [(0, "p = 1"), (1, "q = 2"), (0, "r = 3")]


def test_words_and_headings_around_a_formula(note: Reading) -> None:
    text = "# One\n\nFirst.\n\n## **Two**\n\nWe *define* $p$ by\n\n$$p = 1$$\n\nwhere 1 is one.\n\nMore.\n"
    text += "\n# Three\n$q$\n"
    name, display, last = note(text).formulas
    assert (name.before, name.after) == ("We define", "by")
    assert (display.before, display.after) == ("by", "where 1 is one.")
    assert display.section == ("One", "**Two**")
    assert (last.section, last.before) == (("Three",), "")


def test_headings_that_are_underlined_or_html(note: Reading) -> None:
    first, second = note("One\n===\n\n$p$\n\n<h2>Two</h2>\n\n$q$\n").formulas
    assert (first.section, second.section) == (("One",), ("One", "Two"))


def test_lines_belong_to_each_character(note: Reading) -> None:
    (formula,) = note("\n\n$$\np &= \\foo \\\\\n&= r\n$$\n\n$\\newcommand{\\foo}{q + q}$").formulas
    assert formula.latex == "p &= q + q \\\\\n&= r"
    assert formula.lines == tuple([4] * len("p &= q + q \\\\\n") + [5] * len("&= r"))
    assert formula.line_at(formula.latex.index("r")) == 5


def test_the_notation_of_a_note(note: Reading) -> None:
    assert note("Text.\n\n<!-- symnorm\nloss = \"L\"\n-->\n").front == ('\nloss = "L"\n', 3)
    assert note("<!-- symnormal -->").front is None
    tex = "\\section{A}\n%% symnorm\n%% loss = \"L\"\n%% end\n$p = q$"
    assert note(tex, "note.tex").front == ('loss = "L"\n', 2)


# --- macros --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("define", "use", "expected"),
    [
        (r"\newcommand{\B}{\mathcal{B}}", r"x_{\B}", r"x_{\mathcal{B}}"),
        (r"\newcommand{B}{\mathcal{B}}", r"x_{\B}", r"x_{\mathcal{B}}"),
        (r"\newcommand\R{\mathbb{R}}", r"\R^n", r"\mathbb{R}^n"),
        (r"\renewcommand*{\vec}[1]{\mathbf{#1}}", r"\vec x + \vec{yz}", r"\mathbf{x} + \mathbf{yz}"),
        (r"\newcommand{\D}[2][x]{\frac{d #2}{d #1}}", r"\D{y} + \D[t]{y}", r"\frac{d y}{d x} + \frac{d y}{d t}"),
        (r"\def\pair#1#2{(#1, #2)}", r"\pair{p}q", r"(p, q)"),
        (r"\let\eps=\varepsilon", r"\eps+1", r"\varepsilon+1"),
        (r"\DeclareMathOperator{\Var}{Var}", r"\Var(x)", r"\operatorname{Var}(x)"),
        (r"\DeclarePairedDelimiter{\len}{\lvert}{\rvert}", r"\len{x}", r"\left\lvert x\right\rvert"),
        (r"\NewDocumentCommand{\twice}{m}{#1 + #1}", r"\twice{\twice{p}}", "p + p + p + p"),
        (r"\newcommand{\al}{\alpha}", r"\al x", r"\alpha x"),
        (r"\newcommand{\al}{\alpha}", r"2\al{}x\al", r"2\alpha{}x\alpha"),
        (r"\require{physics}", r"\pdv{f}{x} + \pdv{x} + \pdv[2]{f}{x} + \pdv{f}{x}{y}",
         r"\frac{\partial f}{\partial x} + \frac{\partial }{\partial x} + \frac{\partial^{2} f}{\partial x^{2}}"
         r" + \frac{\partial^2 f}{\partial x \partial y}"),
        ("", r"\dv{f}{x} = \abs{x} \norm*{y}", r"\frac{d f}{d x} = \left|x\right| \left\|y\right\|"),
        (r"\newcommand{\abs}[1]{|#1|}", r"\abs{x}", "|x|"),
        ("", r"\R \E", r"\R \E"),
    ],
)  # fmt: skip
def test_macros_are_put_in(note: Reading, define: str, use: str, expected: str) -> None:
    for text in (f"$${define}$$\n\n$${use}$$", f"$${define} {use}$$"):
        read = note(text)
        assert latex(read) == [expected]
        assert read.problems == ()


def test_a_display_of_definitions_is_counted_and_holds_nothing(note: Reading) -> None:
    assert numbered(note(r"$$\newcommand{\h}{\eta}$$ $$\h = 1$$")) == [(2, r"\eta = 1")]


def test_a_macro_that_is_defined_again(note: Reading) -> None:
    text = r"$\newcommand{\h}{p}$ $\h = 1$ $\renewcommand{\h}{q}$ $\h = 2$"
    assert latex(note(text)) == ["p = 1", "q = 2"]


@pytest.mark.parametrize(
    "define",
    [
        r"\newcommand{\h}{\h + \h}",
        r"\newcommand{\h}{\k}\newcommand{\k}{\h}",
        r"\def\h{\k\k\k\k\k\k\k\k}\def\k{\l\l\l\l\l\l\l\l}\def\l{\m\m\m\m\m\m\m\m}\def\m{\n\n\n\n\n\n\n\n}\def\n{x}",
        r"\newcommand{\h}[1]{\h{#1#1}}",
    ],
)
def test_macros_without_end_are_left_and_told(note: Reading, define: str) -> None:
    read = note(f"$${define}$$\n\n$$\\h p = q$$\n\n$$r = s$$")
    assert latex(read) == [r"\h p = q", "r = s"]
    ((line, sentence),) = read.problems
    assert line == 3
    assert "macros" in sentence


def test_a_definition_that_is_not_closed_is_told() -> None:
    text = "\\newcommand{\\p}{1}\n\\newcommand{\\q}{{2}"
    made, wrong = definitions(text)
    assert [d.name for d in made] == [r"\p"]
    assert wrong == [(text.index("\n") + 1, r"the definition of \q is not understood: a brace is missing")]


# --- LaTeX, notebooks, docstrings ----------------------------------------------------------------------------


def test_a_latex_source(note: Reading, tmp_path: Path) -> None:
    (tmp_path / "macros.tex").write_text("\\newcommand{\\h}{\\eta}\n")
    (tmp_path / "part.tex").write_text("Part.\n\\begin{gather}\nt = \\h\n\\end{gather}\n")
    text = r"""\documentclass{article}
\input{macros}
\title{$p = 0$}
\begin{document}
\section{One \emph{big}}
We have $p = 1$. % not $q = 2$
\begin{verbatim}
$r = 3$
\end{verbatim}
\begin{equation} \label{eq:s} s = 4\% \end{equation}
\begin{comment} $x$ \end{comment} \verb|$y$| \iffalse $z$ \fi
\input{part} and
\begin{subequations}\begin{align} u &= 5 \\[2pt] &= v \end{align}\end{subequations}
Cost: \$7 and $$w = 8$$.
\end{document}
$p = 9$
"""
    read = note(text, "note.tex")
    assert [(f.file.name, f.line, f.display, f.latex) for f in read.formulas] == [
        ("note.tex", 6, 0, "p = 1"),
        ("note.tex", 10, 1, r"\begin{equation} \label{eq:s} s = 4\% \end{equation}"),
        ("part.tex", 2, 1, "\\begin{gather}\nt = \\eta\n\\end{gather}"),
        ("note.tex", 13, 2, r"\begin{align} u &= 5 \\[2pt] &= v \end{align}"),
        ("note.tex", 14, 3, "w = 8"),
    ]
    assert read.formulas[0].section == (r"One \emph{big}",)
    assert read.problems == ()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("note", "within itself"), ("absent", "no such file"), ("../outside", "outside of the folder")],
)
def test_an_input_that_is_not_read_is_told(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "outside.tex").write_text("$secret = 1$")
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "note.tex").write_text(f"$p = 1$\n\\input{{{name}}}\n$q = 2$\n")
    read = read_note(folder / "note.tex")
    assert latex(read) == ["p = 1", "q = 2"]
    ((line, said),) = read.problems
    assert line == 2
    assert sentence in said


def test_inputs_that_multiply_end(tmp_path: Path) -> None:
    for n in range(9):
        (tmp_path / f"n{n}.tex").write_text(f"\\input{{n{n + 1}}}\n" * 3)
    (tmp_path / "n9.tex").write_text("$p = q$")
    assert any("too much" in sentence for _, sentence in read_note(tmp_path / "n0.tex").problems)


def test_a_notebook(note: Reading) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# One\n", "\n", "$$p = 1$$ é\n", "and $q$"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["'$r = 3$'"]},
        {"cell_type": "markdown", "metadata": {}, "source": "An open $$\n"},
        {"cell_type": "markdown", "metadata": {}, "source": "$$s = 4$$"},
    ]
    text = json.dumps({"cells": cells, "nbformat": 4}, indent=1)
    read = note(text, "note.ipynb")
    assert numbered(read) == [(1, "p = 1"), (0, "q"), (2, "s = 4")]
    rows = text.split("\n")
    for formula in read.formulas:
        assert formula.latex in rows[formula.line - 1]
    assert read.formulas[2].section == ("One",)
    ((line, sentence),) = read.problems
    assert "An open" in rows[line - 1]
    assert sentence == "$$ is not closed"


def test_docstrings_of_python(note: Reading) -> None:
    text = '''r"""Module with $p = \\frac{1}{2}$."""
import os


class A:
    """A class.

    $$\\\\frac{q}{2} = 1$$
    """

    def f(self):
        r"""
        $$
        r = 3
        $$
        """
        return "$s = 4$"  # $t = 5$
'''
    read = note(text, "note.py")
    assert [(f.line, f.display, f.latex) for f in read.formulas] == [
        (1, 0, r"p = \frac{1}{2}"), (8, 1, r"\frac{q}{2} = 1"), (14, 2, "r = 3"),
    ]  # fmt: skip


def test_an_unknown_extension_is_markdown(note: Reading) -> None:
    assert latex(note("$p = q$", "note.notes")) == ["p = q"]


# --- what is wrong with a file -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        (b"\xff\xfe p", "note.md", "this is not UTF-8"),
        (b"p\n\0", "note.md", "null bytes"),
        (b"p" * 5_000_001, "note.md", "more than 5 megabytes"),
        (b"{", "note.ipynb", "no notebook"),
        (b"[1]", "note.ipynb", "no notebook"),
        (b'{"cells": [1]}', "note.ipynb", "no notebook"),
        (b"[" * 100_000, "note.ipynb", "no notebook"),
        (b"def", "note.py", "no Python"),
    ],
)
def test_a_file_that_is_no_note_is_one_problem(note: Reading, content: bytes, name: str, sentence: str) -> None:
    read = note(content, name)
    assert read.formulas == ()
    ((line, said),) = read.problems
    assert line == 0
    assert sentence in said
    assert "\n" not in said


def test_no_file_and_a_folder_are_problems(tmp_path: Path) -> None:
    assert "no such file" in read_note(tmp_path / "absent.md").problems[0][1]
    assert "is a folder" in read_note(tmp_path).problems[0][1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("$p$\n\n$$ p = 1", (3, "$$ is not closed")),
        ("\\[ p = 1\n\nMore.", (1, "\\[ is not closed")),
        ("\\begin{align} p = 1", (1, "\\begin{align} is not closed")),
        ("```math\np = 1\n", (1, "```math is not closed")),
        ("$$\n\\frac{p}{q = 1\n$$", (2, "a brace is not closed in this formula")),
        ("$$\np} = 1\n$$", (2, "a brace closes nothing in this formula")),
    ],
)
def test_what_is_not_closed_is_told_once(note: Reading, text: str, problem: tuple[int, str]) -> None:
    assert note(text).problems == (problem,)


def test_what_is_not_closed_does_not_turn_text_into_mathematics(note: Reading) -> None:
    read = note("$$ p = 1\n\nSome words follow here.\n\n$$q = 2$$\n\nAnd more words.\n\n$$r = 3$$\n")
    assert latex(read) == ["q = 2", "r = 3"]
    assert read.problems == ((1, "$$ is not closed"),)


@pytest.mark.parametrize(
    "text",
    ["$" * 100_000, "\\[" * 50_000, "\\(" * 100_000, "$ " * 100_000, "\\" * 100_000, ">" * 100_000, " " * 100_000,
     "".join("`" * n + " " for n in range(400)), "<h1>" * 20_000, "# a" + " " * 50_000 + "b",
     "$$" + "{" * 20_000 + "$$", "\\(" * 100_000 + "\\)", "\\[" + "\n\n" * 20_000 + "\\]",
     "\\newcommand{\\a}[" * 5_000, "% symnorm\n" * 2_000],
    ids=["dollars", "brackets", "parentheses", "spaced", "backslashes", "quotes", "spaces", "ticks", "html", "heading",
         "braces", "far", "blank", "definitions", "notation"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["note.md", "note.tex"])
def test_hostile_texts_end(note: Reading, text: str, name: str) -> None:
    read = note(text, name)
    assert len(read.problems) <= 2
