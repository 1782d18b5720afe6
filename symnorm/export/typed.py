r"""Mathematics as people type it into a note: found in plain text, and written as LaTeX.

>>> list(formulas("the slope is 1/nu where x_i >= mu, by (5)"))
[(13, 17, '1/\\nu'), (24, 33, 'x_i \\geq \\mu')]

formula  = [-] product (operator [-] product)*
product  = factor (" " factor)*                      y_i y_j, sqrt(C - 1) t
factor   = (number | name | "(" list ")" | "|" formula "|") script*    x_i^2, σ², phi(y_i), (b_1, ..., b_H)
list     = formula ("," formula)*
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

NAMES = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi
    omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
GREEK = frozenset(NAMES.split())

OPERATORS = {
    "<=>": r"\iff", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "->": r"\to", "=>": r"\Rightarrow",
    "+": "+", "-": "-", "=": "=", "<": "<", ">": ">", "/": "/", "*": r"\cdot",
    "≠": r"\neq", "≤": r"\leq", "≥": r"\geq", "±": r"\pm", "·": r"\cdot", "×": r"\times", "−": "-", "→": r"\to",
    "⇒": r"\Rightarrow", "⇔": r"\iff", "∈": r"\in", "∉": r"\notin", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim",
    "∝": r"\propto", "⟂": r"\perp", "⊙": r"\odot", "∘": r"\circ", "⋅": r"\cdot", "≪": r"\ll", "≫": r"\gg",
}  # fmt: skip
LETTERS = {
    "∞": r"\infty", "ℝ": r"\mathbb{R}", "ℓ": r"\ell", "∂": r"\partial", "∑": r"\sum", "∏": r"\prod", "∫": r"\int",
    "∇": r"\nabla", "∅": r"\emptyset", "ε": r"\varepsilon", "ϵ": r"\epsilon", "ϕ": r"\phi", "√": r"\surd", "‖": r"\|",
    "′": "'", "∀": r"\forall", "∃": r"\exists", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "°": r"^\circ",
}  # fmt: skip
FUNCTIONS = {
    "log": r"\log",
    "exp": r"\exp",
    "tanh": r"\tanh",
    "max": r"\max",
    "min": r"\min",
    "mean": r"\mathrm{mean}",
}

NUMBER = re.compile(r"\d+(?:\.\d+)?(?!\.?\d|[A-Za-z])")
NAME = re.compile(r"[A-Za-z]+|[α-ωΑ-Ωϕϵ∞ℝℓ]")
SCRIPT = re.compile(
    r"([_^])(?:[{(]([^{}()]*)[)}]|(-?[A-Za-z0-9]+|[α-ω]))|([⁰¹²³⁴-⁻ⁿⁱ]+)|([₀-₎ᵢⱼₖₐ-ₜ]+)|('+)(?![A-Za-z])"
)
OPERATOR = re.compile("|".join(re.escape(o) for o in sorted(OPERATORS, key=len, reverse=True)))
WORD = re.compile(
    r"w/o|v[1-9](?![\w_^(])|[A-Z]\.(?:\d| [A-Z])|[AaI](?![A-Za-z_^(]| ?[-=+<>]| [≤≥≠/]| [b-z] [-+=<>])"
)
START = re.compile(r"(?<![\w.\\'’/-])[-|A-Za-z0-9(α-ωΑ-Ωϕϵ∞ℝℓ√]")

DEEPEST = 20
"""In so many parentheses at most."""


class _NoFormula(Exception):
    """Here begins none."""


def formulas(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a formula begins and ends, and how LaTeX writes it."""
    at = 0
    while match := START.search(text, at):
        found = _Scanner(text, match.start())
        try:
            latex = found.formula()
        except _NoFormula:
            latex = ""
        followed = text[found.at : found.at + 1]
        if latex and found.is_mathematics and not followed.isalnum() and followed not in ("_", "^", "\\"):
            yield match.start(), found.at, latex
            at = found.at
        else:
            at = match.end()
            while match[0].isalpha() and at < len(text) and text[at].isalpha():
                at += 1


def letter(c: str) -> str:
    """A character that is not ASCII, in a formula."""
    if c in OPERATORS or c in LETTERS:
        return f"{OPERATORS.get(c) or LETTERS[c]} "
    name = unicodedata.name(c, "")
    if re.fullmatch(r"GREEK (?:SMALL|CAPITAL) LETTER \w+", name):
        word = name.split()[-1].replace("LAMDA", "LAMBDA")
        word = word.capitalize() if "CAPITAL" in name else word.lower()
        return rf"\{word} " if word in GREEK else word[0]
    plain = unicodedata.decomposition(c)
    if plain.startswith(("<super>", "<sub>")):
        return f"{'^' if plain.startswith('<super>') else '_'}{{{_plain(c)}}}"
    return rf"\text{{[U+{ord(c):04X}]}}"


class _Scanner:
    """Reads one formula from a place in a text on."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at, self.depth = text, at, 0
        self.is_mathematics = False
        """Whether there is more than a number, an article or words in parentheses."""

    def formula(self) -> str:
        out = self._sign() + self._product()
        while True:
            before = self.at
            space = " " if self._take(" ") else ""
            operator = self._matching(OPERATOR)
            if not operator:
                self.at = before
                return out
            after = " " if self._take(" ") else ""
            try:
                right = self._sign() + self._product()
            except _NoFormula:
                right = ""
            if not right or bool(space) != bool(after) or (not space and operator in ("-", "->", "=>")):
                self.at = before
                return out
            self.is_mathematics = True
            sign = OPERATORS[operator]
            out += f" {sign} {right}" if operator != "/" or space else f"/{right}"

    def _sign(self) -> str:
        return "-" if self._take("-") else ""

    def _product(self) -> str:
        out = self._factor()
        while self.is_mathematics:
            before = self.at
            if not (self._take(" ") and self.text[self.at : self.at + 1].isalpha()):
                self.at = before
                return out
            try:
                out = f"{out} {self._factor()}"
            except _NoFormula:
                self.at = before
                return out
        return out

    def _factor(self) -> str:
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                raise _NoFormula
            return self._plain_factor()
        finally:
            self.depth -= 1

    def _plain_factor(self) -> str:
        if self._take("("):
            return self._scripts("(" + self._list() + ")")
        if self._take("|"):
            inside = self.formula()
            if not self._take("|"):
                raise _NoFormula
            return self._scripts(f"|{inside}|")
        number = self._matching(NUMBER)
        if number:
            return self._scripts(number)
        if WORD.match(self.text, self.at):
            raise _NoFormula
        if self._take("√"):
            return self._root() if self.text[self.at : self.at + 1] == "(" else rf"\sqrt{{{self._factor()}}}"
        return self._name(self._matching(NAME))

    def _name(self, name: str) -> str:
        called = self.text[self.at : self.at + 1] == "("
        script = SCRIPT.match(self.text, self.at)
        scripted = script is not None
        is_genitive = script is not None and bool(script[6])  # the others' mean
        if name == "sqrt" and called:
            return self._root()
        if name in FUNCTIONS and called:
            latex = FUNCTIONS[name]
        elif name == "sum" and scripted:
            latex = r"\sum"
        elif name in GREEK:
            latex, self.is_mathematics = rf"\{name}", True
        elif name in ("eps", "epsilon"):
            latex, self.is_mathematics = r"\varepsilon", True
        elif len(name) == 1:
            latex, self.is_mathematics = name if name.isascii() else letter(name).strip(), True
            if digits := self._matching(re.compile(r"[0-9](?![\w])")):
                latex += f"_{digits}"
        elif re.fullmatch(r"d[a-z]", name) and (scripted or self._beside("/")):
            latex = name
        elif re.fullmatch(r"[a-z]bar", name):
            latex, self.is_mathematics = rf"\bar {name[0]}", True
        elif scripted and not is_genitive and len(name) <= 6:
            latex = rf"\mathrm{{{name}}}"
        else:
            raise _NoFormula
        latex = self._scripts(latex)
        if self._take("("):
            self.is_mathematics = True
            latex = self._scripts(f"{latex}({self._list()})")
        return latex

    def _root(self) -> str:
        """The root of what stands in the parentheses that follow."""
        self.at += 1
        self.is_mathematics = True
        return self._scripts(rf"\sqrt{{{self._list()}}}")

    def _beside(self, sign: str) -> bool:
        """Whether a name of letters, which was just read, has a sign before or after it."""
        return sign in (self.text[self.at : self.at + 1], re.split(r"[a-z]+$", self.text[: self.at])[0][-1:])

    def _list(self) -> str:
        """Up to the closing parenthesis."""
        parts = []
        while True:
            if self._take("..."):
                parts.append(r"\dots")
            else:
                parts.append(self.formula())
            if self._take(")"):
                return ", ".join(parts)
            if not self._take(","):
                raise _NoFormula
            self._take(" ")

    def _scripts(self, latex: str) -> str:
        """What was read, with the scripts that follow it: one below and one above."""
        seen = ""
        while match := SCRIPT.match(self.text, self.at):
            mark, braced, plain, above, below, primes = match.groups()
            kind = "'" if primes else mark or ("^" if above else "_")
            if kind in seen or (primes and "^" in seen):
                raise _NoFormula
            seen += kind
            if mark:
                inside = braced if braced is not None else plain
                latex += mark + _braced(_script(inside))
            else:
                latex += primes or f"{kind}{_braced(_plain(above or below))}"
            self.at, self.is_mathematics = match.end(), True
        return latex

    def _take(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def _matching(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]


def _script(inside: str) -> str:
    found = _Scanner(inside, 0)
    try:
        latex = found.formula()
    except _NoFormula:
        latex = ""
    if found.is_mathematics and found.at == len(inside):
        return latex
    inside = "".join(c if c.isascii() else letter(c).strip() for c in inside)
    if inside in GREEK:
        return rf"\{inside}"
    return rf"\mathrm{{{inside}}}" if re.fullmatch(r"[A-Za-z]{3,}", inside) else inside


def _braced(inside: str) -> str:
    return inside if len(inside) == 1 else f"{{{inside}}}"


def _plain(scripts: str) -> str:
    """Superscripts and subscripts on the line."""
    return "".join(chr(int(unicodedata.decomposition(c).split()[1], 16)) for c in scripts).replace("−", "-")
