r"""Terms and statements as LaTeX, in the manner of the papers and in the order in which they were written.

`symnorm.language.printer` has what this has in common with the form of the terminal.

>>> latex(eq(D(y[i], x[i]), F * (C - 1 - y[i] ** 2)))
'\\frac{dy_i}{dx_i} = F (C - 1 - y_i^2)'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar

from ..pieces import pieces
from .looks import script
from .names import NAMED, may_be_argument, name_of
from .printer import ADD, ATOM, FACTOR, MUL, NEG, Piece, Printer, written
from .statements import RELATIONS, Cases, Statement
from .terms import Term

ENTRY = re.compile(r"\([^()]*\)(?:_\w|_\{[^{}]*\})?")
"""A formula in parentheses, with a subscript or without: (W_1)_{ij}."""

WORD = re.compile(
    r"\\(?:math(?:rm|it|bf|cal|sf)|operatorname|text(?:rm)?|boldsymbol|bm)\s*\{\s*[A-Za-z]{2}"
    r"|\\(?:Sigma|Pi)(?![A-Za-z])"
)
"""What would be taken for an operation on what stands behind it, as in Var (a + b): a word, or a large letter."""

PARTIAL = r"\partial "


class Latex(Printer):
    """The page on paper."""

    signs: ClassVar = {
        "eq": " = ", "ne": r" \neq ", "lt": " < ", "le": r" \leq ", "gt": " > ", "ge": r" \geq ", "pm": r"\pm ",
        "or": r" \quad\text{or}\quad ", "and": r" \quad\text{and}\quad ", "implies": r" \Rightarrow ", "iff": r" \iff ",
    }  # fmt: skip
    for_every = r" \quad\forall "
    bars = 0
    """Inside how many bars one is: there, a dot says on which side of another one its factor stands."""
    too_deep = r"\text{nested too deeply to be printed}"
    transposed = "^T"

    def words(self, said: str) -> str:
        return rf"\text{{{said}}}"

    def by_cases(self, s: Cases) -> str:
        said = ((self.piece(v).text, self.when(c)) for v, c in s.rows)
        rows = r" \\ ".join(f"{value} & {when}" for value, when in said)
        return rf"{self.piece(s.left).text} = \begin{{cases}} {rows} \end{{cases}}"

    def parenthesized(self, inner: str, tall: bool = False) -> str:
        """In parentheses, which grow where the content is tall."""
        tall = tall or any(mark in inner for mark in (r"\frac", r"\sum", r"\int", r"\left"))
        return rf"\left({inner}\right)" if tall else f"({inner})"

    def on_num(self, t: Term) -> Piece:
        p, q = t.args[0].numerator, t.args[0].denominator
        if q == 1:
            return Piece(str(p), ATOM if p >= 0 else NEG)
        return Piece(("-" if p < 0 else "") + rf"\frac{{{abs(p)}}}{{{q}}}", FACTOR if p > 0 else NEG)

    def on_sym(self, t: Term) -> Piece:
        return _named(name_of(t))

    on_loss = on_identity = on_ones = on_matrix = on_sym

    def fraction(self, above: str, below: str) -> Piece:
        above, below = (part.removeprefix(r"\,") for part in (above, below))  # a differential stands alone there
        return Piece(rf"\frac{{{above}}}{{{below}}}", FACTOR)

    def called(self, name: str, t: Term) -> Piece:
        return super().called(rf"\operatorname{{{name}}}", t)

    def on_coord(self, t: Term) -> Piece:
        below = self.together(t)
        return _named(indexed(name_of(t), below) if below else name_of(t))

    on_def = on_vector = on_coord

    def on_app(self, t: Term) -> Piece:
        name, (_, orders, arguments) = _named(name_of(t)), t.args
        if any(orders):
            mark = "'" * orders[0] if len(orders) == 1 else f"^{{({','.join(map(str, orders))})}}"
            name = Piece(self.within_name(name) + mark, FACTOR)
        if self.hides_arguments(t):
            return name
        inside = ", ".join(self.piece(a).text for a in arguments)
        return Piece(self.within_name(name) + self.parenthesized(inside), ATOM)

    def within_name(self, name: Piece) -> str:
        return name.text if name.level >= FACTOR else self.parenthesized(name.text)

    def on_delta(self, t: Term) -> Piece:
        i, j = (self.index(a) for a in t.args)
        return Piece(rf"\delta_{{{i}{'' if len(i + j) == 2 else ','}{j}}}", ATOM)

    def product(self, factors: list[Term], pieces: list[Piece]) -> str:
        out = pieces[0].text
        starts = [_last(factors[0]) if out.startswith("-") else factors[0], *factors[1:]]
        for before, after, left, right in zip(starts, factors[1:], pieces, pieces[1:], strict=False):
            shown = right.text.removeprefix(r"\left. ")  # of which nothing is drawn
            while before.op in ("matmul", "inner", "mul"):  # its last factor stands beside
                before = before.args[-1]
            numbers = shown[0].isdigit() or (before.op == "num" and shown.startswith(r"\frac"))
            inside, bracketed = (t.args[0] if t.op in ("pow", "power") else t for t in (before, after))
            called = shown.startswith(("(", r"\left(")) and (
                (inside.op == "app" and (inside is not before or self.hides_arguments(inside)))
                or before.op in ("D", "slope", "jacobian")
                or (inside.op == "def" and (bracketed.op != "add" or may_be_argument(inside, after)))
            )
            numbers = numbers or (after.op == "num" and before.op == "num")
            called = called or (before.op in ("D", "slope") and left.text.endswith(")"))
            called = called or (inside.op in NAMED and WORD.match(name_of(inside)) is not None)
            numbers = numbers or (self.bars > 0 and ("|" in shown or "|" in out))
            out += (r" \cdot " if numbers or called else " ") + right.text
        return out

    def on_whole(self, t: Term) -> Piece:
        return self.on_sym(t)

    def on_seq(self, t: Term) -> Piece:
        return _named(indexed(name_of(t.parts()[0]), self.piece(t.args[2]).text))

    def on_power(self, t: Term) -> Piece:
        made = self.piece(t.args[0])
        if made.level < ATOM or (t.args[0].op == "fn" and t.args[0].args[0] != "sqrt"):
            made = Piece(self.parenthesized(made.text, tall=made.level == FACTOR), ATOM)
        return Piece(made.text + script("^", self.piece(t.args[1]).text), FACTOR)

    def on_upto(self, t: Term) -> Piece:
        over, last, body = t.args
        bounds = rf"_{{{self.piece(over).text}={over.args[1]}}}^{{{self.piece(last).text}}}"
        return Piece(rf"\sum{bounds} {self.within(body, MUL)}", MUL, True)

    def on_between(self, t: Term) -> Piece:
        over, first, last, body = t.args
        over, first, last = (self.piece(a).text for a in (over, first, last))
        return Piece(rf"\sum_{{{over}={first}}}^{{{last}}} {self.within(body, MUL)}", MUL, True)

    def on_div(self, t: Term) -> Piece:
        return self.fraction(*(self.piece(a).text for a in t.args))

    def on_pow(self, t: Term) -> Piece:
        base, n = t.args
        if base.op == "fn" and base.args[0] in ("tanh", "log") and n > 1:
            inside = self.parenthesized(self.piece(base.args[1]).text)
            return Piece(rf"\{base.args[0]}{script('^', str(n))}{inside}", FACTOR)
        made = self.piece(base)
        if made.level < ATOM or (base.op == "fn" and base.args[0] != "sqrt"):
            made = Piece(self.parenthesized(made.text, tall=made.level == FACTOR), ATOM)
        return Piece(made.text + script("^", str(n)), FACTOR)

    def on_half(self, t: Term) -> Piece:
        base = self.piece(t.args[0])
        if base.level < ATOM or t.args[0].op == "fn":
            base = Piece(self.parenthesized(base.text, tall=base.level == FACTOR), ATOM)
        return Piece(f"{base.text}^{{{t.args[1]}/2}}", FACTOR)

    def on_fn(self, t: Term) -> Piece:
        name, inside = t.args[0], self.piece(t.args[1]).text
        return Piece(rf"\sqrt{{{inside}}}" if name == "sqrt" else rf"\{name}{self.parenthesized(inside)}", ATOM)

    def on_abs(self, t: Term) -> Piece:
        return Piece(self.fenced("|", t), ATOM)

    def on_norm(self, t: Term) -> Piece:
        return Piece(self.fenced(r"\|", t), ATOM)

    def on_norm_1(self, t: Term) -> Piece:
        return Piece(self.fenced(r"\|", t) + "_1", ATOM)

    def fenced(self, bar: str, t: Term) -> str:
        """Between two bars, of which anyone can see which is the first where there are others inside."""
        self.bars += 1
        inside = self.piece(t.args[0]).text
        self.bars -= 1
        grows = any(mark in inside for mark in ("|", r"\frac", r"\sum", r"\int", r"\left"))
        return rf"\left{bar}{inside}\right{bar}" if grows else f"{bar}{inside}{bar}"

    def on_max(self, t: Term) -> Piece:
        return Piece(rf"\{t.op}{self.parenthesized(', '.join(self.piece(a).text for a in t.args))}", ATOM)

    on_min = on_max

    def on_sum(self, t: Term) -> Piece:
        _, dimension, excluded, body = t.args
        others = ", ".join(map(self.index, excluded))
        with self.bound(t) as k:
            below = rf"{k} \neq {others}" if excluded else f"{k}=1"
            above = "" if excluded else f"^{{{self.piece(dimension).text}}}"
            return Piece(rf"\sum_{{{below}}}{above} {self.within(body, MUL)}", MUL, True)

    def on_D(self, t: Term, d: str = "d") -> Piece:
        below = f"{d}{self.within(t.args[1], ATOM)}"
        if self.is_plain(t.args[0]):
            return Piece(rf"\frac{{{d}{self.piece(t.args[0]).text}}}{{{below}}}", FACTOR)
        return Piece(rf"\frac{{{d.strip()}}}{{{below}}} " + self.parenthesized(self.piece(t.args[0]).text), FACTOR)

    def on_slope(self, t: Term) -> Piece:
        if not t.args[2]:
            return self.on_D(t)
        held = ", ".join(self.piece(one).text for one in t.args[2])
        return Piece(rf"{self.parenthesized(self.on_D(t, PARTIAL).text, tall=True)}_{{{held}}}", ATOM)

    def on_var(self, t: Term) -> Piece:
        return self.operated(r"\operatorname{Var}", t)

    def on_cov(self, t: Term) -> Piece:
        return self.operated(r"\operatorname{Cov}", t)

    def operated(self, name: str, t: Term) -> Piece:
        """An operator of vectors; what it divides by is said where that is not the number of channels."""
        *vectors, ddof = t.args
        below = f"_{{{self.piece(vectors[0].dimension - 1).text}}}" if ddof else ""
        return Piece(name + below + self.parenthesized(", ".join(self.piece(x).text for x in vectors)), ATOM)

    def on_integral(self, t: Term) -> Piece:
        return Piece(rf"\int {self.within(t.args[0], MUL)} \, d{self.within(t.args[1], ATOM)}", MUL, True)

    def on_at(self, t: Term) -> Piece:
        body, variable, point = (self.piece(a) for a in t.args)
        where = f"{variable.text} = {point.text}"
        if t.args[0].op in ("app", "def") and self.is_plain(t.args[0]) and not body.text.endswith(")"):
            return Piece(body.text + self.parenthesized(where), ATOM)
        inside = self.within(t.args[0], FACTOR)  # a point draws nothing: only brackets say where the bar begins
        return Piece(rf"\left. {inside} \right|_{{{where}}}", FACTOR)

    def on_there(self, t: Term) -> Piece:
        return Piece(self.there_of(t.args[0], t.args[1:]), FACTOR)

    def there_of(self, body: Term, pairs: tuple[tuple[Any, ...], ...]) -> str:
        return rf"\left. {self.within(body, FACTOR)} \right|_{{{self.there(pairs)}}}"


def latex(printed: Term | Statement) -> str:
    """A term or a statement as LaTeX, without dollars."""
    return written(Latex, printed)


def sides(statement: Statement) -> list[str]:
    """The parts of a relation as LaTeX, [left, sign, right]; joined they are its LaTeX. Else the whole, alone."""
    if statement.kind not in RELATIONS:
        return [latex(statement)]
    try:
        printer = Latex(statement)
        left, right = (printer.piece(p).text for p in statement.shown)
        return [left, printer.signs[statement.kind], right + printer.quantifier()]
    except RecursionError:
        return [Latex.too_deep]


def decimal(number: str) -> str:
    r"""A number as the witness shows it, as LaTeX: `-\frac{2}{3}`, `1.15 \pm 10^{-19}`; other words as text."""
    if match := re.fullmatch(r"(-?)(\d+)/(\d+)", number):
        return rf"{match[1]}\frac{{{match[2]}}}{{{match[3]}}}"
    if match := re.fullmatch(r"(-?[\d.]+)(?:[eE]\+?(-?\d+))?(?: ± 1e(-?\d+))?", number):
        mantissa, exponent, error = match.groups()
        size = rf" \cdot 10^{{{exponent}}}" if exponent else ""
        return mantissa + size + (rf" \pm 10^{{{error}}}" if error else "")
    if match := re.fullmatch(r"\((.*)\)", number):
        rows = re.findall(r"\((?:[^()]|\([^()]*\))*\)", match[1])
        return f"({', '.join(_runs(rows or match[1].split(', ')))})"
    return rf"\text{{{number}}}"


def _runs(entries: list[str]) -> Iterator[str]:
    """The entries of a vector; more than five of a kind in a row are counted, not repeated."""
    for entry, same in groupby(entries):
        number = len(list(same))
        if number > 5:
            yield rf"\underbrace{{{decimal(entry)}, \dots, {decimal(entry)}}}_{{{number}}}"
        else:
            yield from [decimal(entry)] * number


def tokens(source: str) -> list[str]:
    """LaTeX as a list of commands, characters, and groups in braces."""
    out: list[str] = []
    depth = 0
    for token, _ in pieces(source):
        depth -= token == "}" and depth > 0
        if depth or (token == "}" and out):
            out[-1] += token
        else:
            out.append(token)
        depth += token == "{"
    return out


def scripts(source: str) -> tuple[str, str, str, str]:
    """A name in four parts: what stands first, its subscript, its superscript, and what follows."""
    parts, n, found = tokens(source), 0, {"_": "", "^": ""}
    while n < len(parts) and parts[n] not in ("_", "^", "'"):
        n += 1
    base = "".join(parts[:n])
    while n < len(parts) and parts[n] in ("_", "^", "'"):
        if parts[n] == "'":
            found["^"] += r"\prime"
        else:
            n += 1
            inside = parts[n] if n < len(parts) else ""
            found[parts[n - 1]] += inside[1:-1] if inside.startswith("{") else inside
        n += 1
    return base, found["_"], found["^"], "".join(parts[n:])


@lru_cache(maxsize=4_096)
def indexed(source: str, index: str) -> str:
    r"""A name with an index: `x_i`, `\hat y_i`, `\sigma_{0,i}^2`, `F_i(x)`."""
    base, below, above, rest = scripts(source)
    if "(" in base[1:] and base.endswith(")") and r"\left" not in base and not rest:
        base, _, rest = base.partition("(")
        rest = f"({rest}"
    elif rest and not rest.startswith("("):
        base, below, above, rest = f"{{{source}}}", "", "", ""
    below = f"{below},{index}" if below else index
    return base + script("_", below) + (script("^", above) if above else "") + rest


@lru_cache(maxsize=4_096)
def _named(source: str) -> Piece:
    """A name, with parentheses in store for one that is a formula of its own."""
    if ENTRY.fullmatch(source):
        return Piece(source, ATOM)
    _, _, above, rest = scripts(source)
    is_formula = any(t in ("+", "-", "=", "/", "<", ">", r"\pm", r"\cdot", r"\times") for t in tokens(source))
    if is_formula or (rest and not rest.startswith("(")):
        return Piece(source, ADD)
    return Piece(source, FACTOR if (above and not rest) or source.startswith(r"\frac") else ATOM)


def _last(t: Term) -> Term:
    """The factor with which a term ends, behind its sign."""
    return _last(t.args[0 if t.op == "neg" else -1]) if t.op in ("neg", "mul") else t
