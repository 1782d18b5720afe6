r"""Words as LaTeX: whatever stands in a title, a note or a docstring, with the mathematics that people type.

    >>> words("sigma^2 > 0, x_i != mu & 100%")
    '$\\sigma^2 > 0$, $x_i \\neq \\mu$ \\& 100\\%'

What is mathematics, `typed` finds. Everything else is escaped and stays words.
"""

from __future__ import annotations

import re

from .typed import GREEK, formulas, letter

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": r"\textbar{}",
    "`": "`", "\u00a0": "~", "–": "--", "—": "---", "…": r"\dots{}", "’": "'", "‘": "`",
    "“": "``", "”": "''", "\u00ad": r"\-", '"': "''",
}  # fmt: skip

CODE = re.compile(r"`([^`\n]+)`")
DOLLARS = re.compile(r"\$([^$]+)\$")
QUOTES = re.compile(r'"([^"]*)"')


def words(text: str) -> str:
    """Plain text as LaTeX."""
    out = []
    for k, part in enumerate(CODE.split(text)):
        out.append(code(part) if k % 2 else _quoted(part))
    return "".join(out)


def prose(text: str) -> str:
    """Paragraphs as LaTeX; one that is set in columns becomes a table, lines that begin with a dash a list."""
    return "\n\n".join(_table(p) or _list(p) for p in re.split(r"\n\s*\n", text))


def _list(paragraph: str) -> str:
    first, *items = (words(" ".join(part.split())) for part in re.split(r"(?:^|\n)\s*[-*] ", paragraph))
    if not items:
        return first
    return "\n".join([first, r"\begin{itemize}", *(rf"\item {item}" for item in items), r"\end{itemize}"])


def _table(paragraph: str) -> str:
    """A paragraph whose lines have blanks in common places, as a table; else nothing."""
    lines = paragraph.expandtabs().splitlines()
    if len(lines) < 2 or not all(re.search(r"\S {2,}\S", line) for line in lines):
        return ""
    wide = max(map(len, lines))
    is_blank = [all(line.ljust(wide)[n] == " " for line in lines) for n in range(wide)]
    columns = [m.span() for m in re.finditer(r"x+( x+)*", "".join(" " if blank else "x" for blank in is_blank))]
    if len(columns) < 2:
        return ""
    rows = " \\\\\n".join(" & ".join(words(line[a:b].strip()) for a, b in columns) for line in lines)
    return f"{{\\footnotesize\\begin{{tabular}}{{@{{}}{'l' * len(columns)}@{{}}}}\n{rows}\n\\end{{tabular}}}}"


def bookmark(text: str) -> str:
    """Plain text for the outline of a PDF, where no formulas can stand."""
    return "".join(
        c if c.isalnum() or c in " .,:;()-+=/'<>" else rf"\{c}" if c in "_&%#$" else " " for c in text
    )


def printed_words(text: str) -> str:
    """The words of a transcript, in which formulas stand in dollars and emphasis between asterisks."""
    out = []
    for k, part in enumerate(DOLLARS.split(text)):
        plain = re.sub(r"\*\*([^*]+)\*\*", r"\1", part)
        out.append(printed_formula(part) if k % 2 else _quoted(plain))
    return "".join(out)


def printed_formula(source: str) -> str:
    """LaTeX from a transcript, letter for letter, in dollars; as source where TeX would not read it."""
    return f"${settable(source)}$" if is_settable(source) else code(source)


def settable(source: str) -> str:
    r"""A formula is copied with a parenthesis too many where one is printed; then \left and \right do not grow."""
    if all(_is_paired(part) for part in re.split(r"(?<!\\)[{}]", source)):
        return source
    return re.sub(r"\\(?:left|right)(?![A-Za-z])\.?", "", source)


def _is_paired(part: str) -> bool:
    """Whether \\left and \\right come in pairs, as TeX wants them within every group."""
    marks = re.findall(r"\\(left|right)(?![A-Za-z])", part)
    depth = 0
    for mark in marks:
        depth += 1 if mark == "left" else -1
        if depth < 0:
            return False
    return depth == 0


def is_settable(source: str) -> bool:
    """Whether TeX can read a formula from a transcript: braces in pairs, no dollars, no commands but the usual."""
    depth = 0
    for token in re.findall(r"\\[A-Za-z]+|\\.|.", source, re.DOTALL):
        depth += (token == "{") - (token == "}")
        if depth < 0 or token in ("$", "%", "#", "&") or (token.startswith("\\") and token[1:] not in KNOWN):
            return False
    return depth == 0 and source.isascii()


COMMANDS = r"""
    frac dfrac tfrac sqrt sum int prod left right text mathrm mathsf mathbf mathbb mathcal mathit rm bf operatorname
    bar hat tilde overline underline vec dot widehat stackrel overset underset quad qquad , ; : ! { } | \ cdot cdots
    dots ldots times pm mp odot circ to in ni notin neq ne leq le geq ge equiv approx sim propto perp parallel mid iff
    Rightarrow Longrightarrow Leftrightarrow Longleftrightarrow rightarrow leftarrow partial nabla infty ell prime
    forall exists tanh log exp ln max min sinh cosh lim arg sup inf det big Big bigg Bigg bigl bigr Bigl Bigr biggl
    biggr langle rangle lVert rVert lvert rvert Vert vert top varepsilon varphi vartheta varrho binom underbrace
    overbrace displaystyle textstyle boldsymbol star ast dagger
"""
KNOWN = {*GREEK, *COMMANDS.split(), " "}
"""The commands of formulas that amsmath and amssymb know."""


def code(text: str) -> str:
    """A name of a program or a file; it may be broken after a slash or an underscore."""
    plain = _known("".join(c if c in "<>|" else SPECIAL.get(c, c) for c in text))
    breakable = re.sub(r"(/|\\_)", r"\1\\allowbreak{}", plain)
    return rf"\texttt{{{breakable}}}"


def escaped(text: str) -> str:
    """Plain text without any mathematics in it."""
    return _known("".join(SPECIAL.get(c, c) for c in text))


def _quoted(text: str) -> str:
    out = []
    for k, part in enumerate(QUOTES.split(text)):
        made = _with_formulas(part)
        out.append(f"``{made}''" if k % 2 else made)
    return "".join(out)


def _with_formulas(text: str) -> str:
    out, at = [], 0
    for start, end, formula in formulas(text):
        out += [escaped(text[at:start]), f"${formula}$"]
        at = end
    return "".join([*out, escaped(text[at:])])


def _known(text: str) -> str:
    """Characters beyond ASCII, as far as TeX has them; others by their number."""
    return "".join(c if c.isascii() or _is_latin(c) else f"${letter(c).strip()}$" for c in text)


def _is_latin(c: str) -> bool:
    return "À" <= c <= "ž" and c not in "×÷"
