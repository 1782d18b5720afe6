"""Terms and statements on one line of a terminal.

>>> text(eq(sigma2, mean((x - mu) ** 2)))
'σ² = 1/C · ∑ₖ (x_k - μ)²'
>>> text(eq(sigma2, mean((x - mu) ** 2)), ascii=True)
'sigma2 = 1/C*sum((x[k] - mu)**2, k=1..C)'

The ASCII form has the names and the notation of a proof script: a term without sums, derivatives and the like
is the Python expression of its value.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from functools import lru_cache
from typing import Any, ClassVar

from .latex import indexed, tokens
from .letters import own_indices
from .looks import GREEK, WORDS
from .names import name_of
from .printer import ADD, ATOM, FACTOR, MUL, NEG, Piece, Printer, written
from .statements import Statement
from .terms import Term

_RAISED = dict(zip("0123456789+-()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ", strict=True)) | {"′": "′", "⊤": "ᵀ"}
_LOWERED = dict(zip("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304",
            "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308"}  # fmt: skip
_SIGNS = {"neq": "≠", "ne": "≠", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "pm": "±", "cdot": "·",
          "times": "×", "infty": "∞", "ell": "ℓ", "partial": "∂", "nabla": "∇", "prime": "′", "top": "⊤",
          "lVert": "‖", "rVert": "‖", "Vert": "‖", "|": "‖", "varepsilon": "ε", "varphi": "φ", "vartheta": "ϑ",
          "ast": "*", "star": "⋆"}  # fmt: skip
_UNSEEN = {"mathbf", "mathrm", "mathit", "mathcal", "mathbb", "mathsf", "boldsymbol", "bm", "text", "textrm",
           "operatorname", "left", "right", "limits", "big", "bigl", "bigr", "displaystyle", ",", ";", ":",
           "!", " ", "quad"}  # fmt: skip


class Text(Printer):
    """The terminal, in Unicode."""

    signs: ClassVar = {
        "eq": " = ", "ne": " ≠ ", "lt": " < ", "le": " ≤ ", "gt": " > ", "ge": " ≥ ", "pm": "±",
        "or": " or ", "and": " and ", "implies": " ⇒ ", "iff": " ⇔ ",
    }  # fmt: skip
    for_every = " for every "
    too_deep = "<nested too deeply to be printed>"

    def named(self, t: Term, index: str | None = None) -> Piece:
        """A name, with parentheses in store for one that is a formula of its own."""
        return self.piece_of(name_of(t), index)

    @staticmethod
    @lru_cache(maxsize=4_096)
    def piece_of(source: str, index: str | None) -> Piece:
        """The piece of a name, given as LaTeX, with the index of a channel or without."""
        name = unicode(source if index is None else indexed(source, index))
        outside = _outside(name)
        if any(mark in outside for mark in "+-=·×± "):
            return Piece(name, ADD)
        raised = "^" in outside or name[-1] in _RAISED.values() or "√" in outside
        return Piece(name, MUL if "/" in outside else FACTOR if raised else ATOM)

    def on_num(self, t: Term) -> Piece:
        value = t.args[0]
        return Piece(str(value), NEG if value < 0 else ATOM if value.denominator == 1 else MUL)

    def on_sym(self, t: Term) -> Piece:
        return self.named(t)

    on_loss = on_identity = on_ones = on_matrix = on_sym

    def fraction(self, above: str, below: str) -> Piece:
        return Piece(f"{above}/{below}", MUL)

    def on_coord(self, t: Term) -> Piece:
        return self.named(t, self.together(t) or None)

    on_def = on_vector = on_coord

    def on_app(self, t: Term) -> Piece:
        name, (_, orders, arguments) = self.named(t), t.args
        called = name.text if name.level == ATOM else self.parenthesized(name.text)
        if any(orders):
            mark = "'" * orders[0] if len(orders) == 1 else f"^({','.join(map(str, orders))})"
            called, name = called + mark, Piece(called + mark, FACTOR)
        if self.hides_arguments(t):
            return name
        return Piece(f"{called}({', '.join(self.piece(a).text for a in arguments)})", ATOM)

    def on_delta(self, t: Term) -> Piece:
        i, j = (self.index(a) for a in t.args)
        return Piece(f"δ_{i}{j}" if len(i + j) == 2 else f"δ_{{{i},{j}}}", ATOM)

    def product(self, factors: list[Term], pieces: list[Piece]) -> str:
        loose = "/" in _outside(pieces[0].text)
        return (" · " if loose else "·").join(p.text for p in pieces)

    def on_whole(self, t: Term) -> Piece:
        return self.named(t)

    def on_seq(self, t: Term) -> Piece:
        name, number = self.named(t.parts()[0]), self.piece(t.args[2]).text
        return Piece(f"{name.text}_{number}" if len(number) == 1 else f"{name.text}_{{{number}}}", ATOM)

    def on_power(self, t: Term) -> Piece:
        return Piece(f"{self.within(t.args[0], ATOM)}^{self.within(t.args[1], ATOM)}", FACTOR)

    def on_upto(self, t: Term) -> Piece:
        over, last, body = t.args
        bounds = f"{self.piece(over).text}={over.args[1]}..{self.piece(last).text}"
        return Piece(f"∑_{{{bounds}}} {self.within(body, MUL)}", MUL, True)

    def on_between(self, t: Term) -> Piece:
        over, first, last, body = t.args
        bounds = f"{self.piece(over).text}={self.piece(first).text}..{self.piece(last).text}"
        return Piece(f"∑_{{{bounds}}} {self.within(body, MUL)}", MUL, True)

    def on_div(self, t: Term) -> Piece:
        above = self.piece(t.args[0])
        is_product = above.level in (NEG, MUL) and not above.is_open and "/" not in _outside(above.text)
        if not (above.level >= FACTOR or is_product):
            above = Piece(self.parenthesized(above.text), ATOM)
        return Piece(f"{above.text}/{self.within(t.args[1], FACTOR)}", min(MUL, above.level))

    def on_pow(self, t: Term) -> Piece:
        return Piece(self.within(t.args[0], ATOM) + "".join(_RAISED[c] for c in str(t.args[1])), FACTOR)

    def on_half(self, t: Term) -> Piece:
        return Piece(f"{self.within(t.args[0], ATOM)}^({t.args[1]}/2)", FACTOR)

    def on_fn(self, t: Term) -> Piece:
        inside = self.piece(t.args[1]).text
        return Piece(f"√({inside})", FACTOR) if t.args[0] == "sqrt" else Piece(f"{t.args[0]}({inside})", ATOM)

    def on_abs(self, t: Term) -> Piece:
        return Piece(f"|{self.piece(t.args[0]).text}|", ATOM)

    def on_norm(self, t: Term) -> Piece:
        return Piece(f"‖{self.piece(t.args[0]).text}‖{'_1' if t.op == 'norm_1' else ''}", ATOM)

    on_norm_1 = on_norm

    def on_sum(self, t: Term) -> Piece:
        _, dimension, excluded, body = t.args
        others = ",".join(map(self.index, excluded))
        with self.bound(t) as k:
            if excluded:
                bounds = f"_{{{k}≠{others}}}"
            elif self.several_dimensions:
                bounds = f"_{{{k}=1..{self.piece(dimension).text}}}"
            else:
                bounds = _LOWERED.get(k, f"_{k}")
            return Piece(f"∑{bounds} {self.within(body, MUL)}", MUL, True)

    def on_D(self, t: Term, d: str = "d") -> Piece:
        below = f"{d}{self.within(t.args[1], ATOM)}"
        if self.is_plain(t.args[0]):
            return Piece(f"{d}{self.piece(t.args[0]).text}/{below}", MUL)
        return Piece(f"{d}/{below}({self.piece(t.args[0]).text})", MUL)

    def on_slope(self, t: Term) -> Piece:
        if not t.args[2]:
            return self.on_D(t)
        held = ", ".join(self.piece(one).text for one in t.args[2])
        return Piece(f"({self.on_D(t, '∂').text})_{{{held}}}", ATOM)

    def on_var(self, t: Term) -> Piece:
        return self.operated("Var", t)

    def on_cov(self, t: Term) -> Piece:
        return self.operated("Cov", t)

    def operated(self, name: str, t: Term) -> Piece:
        """An operator of vectors; what it divides by is said where that is not the number of channels."""
        *vectors, ddof = t.args
        below = f"_{{{self.piece(vectors[0].dimension - 1).text}}}" if ddof else ""
        return Piece(f"{name}{below}({', '.join(self.piece(x).text for x in vectors)})", ATOM)

    def on_integral(self, t: Term) -> Piece:
        return Piece(f"∫ {self.within(t.args[0], MUL)} d{self.within(t.args[1], ATOM)}", MUL, True)

    def on_at(self, t: Term) -> Piece:
        body, variable, point = (self.piece(a) for a in t.args)
        where = f"{variable.text} = {point.text}"
        if t.args[0].op in ("app", "def") and self.is_plain(t.args[0]) and not body.text.endswith(")"):
            return Piece(f"{body.text}({where})", ATOM)
        shown = body.text if body.level == ATOM else self.parenthesized(body.text)
        return Piece(f"{shown}|_{{{where}}}", FACTOR)

    def on_there(self, t: Term) -> Piece:
        return Piece(self.there_of(t.args[0], t.args[1:]), FACTOR)

    def there_of(self, body: Term, pairs: tuple[tuple[Any, ...], ...]) -> str:
        return f"{self.within(body, ATOM)}|_{{{self.there(pairs)}}}"


class Ascii(Text):
    """The terminal, in ASCII: the names and the notation of a proof script."""

    signs: ClassVar = {
        "eq": " = ", "ne": " != ", "lt": " < ", "le": " <= ", "gt": " > ", "ge": " >= ",
        "or": " or ", "and": " and ", "implies": " => ", "iff": " <=> ",
    }  # fmt: skip

    def named(self, t: Term, index: str | None = None) -> Piece:
        name = ascii_name(str(t.args[0]))
        return Piece(name if index is None else f"{name}[{index}]", ATOM)

    def index(self, name: str) -> str:
        return ascii_name(super().index(name))

    def together(self, t: Term) -> str:
        return ", ".join(map(self.index, own_indices(t)))

    def product(self, factors: list[Term], pieces: list[Piece]) -> str:
        return "*".join(p.text for p in pieces)

    def on_pow(self, t: Term) -> Piece:
        n = t.args[1]
        return Piece(f"{self.within(t.args[0], ATOM)}**{n if n >= 0 else f'({n})'}", FACTOR)

    def on_half(self, t: Term) -> Piece:
        return Piece(f"{self.within(t.args[0], ATOM)}**Fraction({t.args[1]}, 2)", FACTOR)

    def on_seq(self, t: Term) -> Piece:
        return Piece(f"{self.named(t.parts()[0]).text}[{self.piece(t.args[2]).text}]", ATOM)

    def on_power(self, t: Term) -> Piece:
        return Piece(f"{self.within(t.args[0], ATOM)}**{self.within(t.args[1], ATOM)}", FACTOR)

    def on_upto(self, t: Term) -> Piece:
        over, last, body = (self.piece(a).text for a in t.args)
        return Piece(f"sum({body}, {over}={t.args[0].args[1]}..{last})", ATOM)

    def on_between(self, t: Term) -> Piece:
        over, first, last, body = (self.piece(a).text for a in t.args)
        return Piece(f"sum({body}, {over}={first}..{last})", ATOM)

    def on_fn(self, t: Term) -> Piece:
        return self.on_other(t, t.args[0], t.args[1:])

    def on_delta(self, t: Term) -> Piece:
        return Piece(f"delta({', '.join(map(self.index, t.args))})", ATOM)

    def on_sum(self, t: Term) -> Piece:
        _, dimension, excluded, body = t.args
        others = [self.index(i) for i in excluded]
        with self.bound(t) as k:
            bounds = [f"{k}=1..{self.piece(dimension).text}", *(f"{k}!={i}" for i in others)]
            return Piece(f"sum({self.piece(body).text}, {', '.join(bounds)})", ATOM)

    def on_matmul(self, t: Term) -> Piece:
        return Piece(f"{self.within(t.args[0], MUL)} @ {self.within(t.args[1], FACTOR)}", MUL)

    on_inner = on_matmul

    def on_transpose(self, t: Term) -> Piece:
        return Piece(f"{self.within(t.args[0], ATOM)}.T", ATOM)

    def on_identity(self, t: Term) -> Piece:
        return Piece(f"{t.op}({self.piece(t.args[1]).text})", ATOM)

    on_ones = on_identity

    def on_norm_1(self, t: Term) -> Piece:
        return Piece(f"norm({self.piece(t.args[0]).text}, 1)", ATOM)

    def on_other(self, t: Term, name: str = "", arguments: tuple[Term, ...] = ()) -> Piece:
        inside = ", ".join(self.piece(a).text for a in arguments or t.shown())
        return Piece(f"{name or t.op}({inside})", ATOM)

    def on_D(self, t: Term, d: str = "") -> Piece:
        return self.on_other(t)

    on_integral = on_at = on_abs = on_norm = on_jacobian = on_diag = on_trace = on_other

    def on_there(self, t: Term) -> Piece:
        return Piece(self.there_of(t.args[0], t.args[1:]), ATOM)

    def there_of(self, body: Term, pairs: tuple[tuple[Any, ...], ...]) -> str:
        return f"at({self.piece(body).text}, {{{self.there(pairs, ': ', '[]')}}})"

    def on_max(self, t: Term) -> Piece:
        return self.on_other(t, f"{t.op}imum")

    on_min = on_max

    def on_slope(self, t: Term) -> Piece:
        body, variable = (self.piece(a).text for a in t.args[:2])
        holding = f", holding=[{', '.join(self.piece(one).text for one in t.args[2])}]" if t.args[2] else ""
        return Piece(f"D({body}, {variable}{holding})", ATOM)

    def operated(self, name: str, t: Term) -> Piece:
        *vectors, ddof = t.args
        more = f", ddof={ddof}" if ddof else ""
        called = {"Var": "variance", "Cov": "covariance"}[name]
        return Piece(f"{called}({', '.join(self.piece(x).text for x in vectors)}{more})", ATOM)


def text(printed: Term | Statement, ascii: bool = False) -> str:
    """A term or a statement on one line, in Unicode or in ASCII."""
    return written(Ascii if ascii else Text, printed)


def prose(words: str) -> str:
    r"""What a paper says in words, with σ² for `$\sigma^2$`; a formula that is longer than a name stays as it is."""
    names = re.sub(r"\$([^$\s]+)\$", lambda found: unicode(found[1]), words)
    return names.replace("**", "")


@lru_cache(maxsize=4_096)
def unicode(source: str) -> str:
    r"""The LaTeX of a name in Unicode: σ² for `\sigma^2`, ŷ_i for `\hat y_i`, σ_{≠i} for `\sigma_{\neq i}`."""
    parts = [p for p in tokens(source) if not p.isspace()]
    out, n = "", 0

    def argument() -> str:
        nonlocal n
        n += 1
        return unicode(parts[n - 1]) if n <= len(parts) else ""

    while n < len(parts):
        part = parts[n]
        n += 1
        command = part[1:] if part.startswith("\\") else None
        if part.startswith("{"):
            out += unicode(part[1:].removesuffix("}"))
        elif part == "_":
            below = argument()
            out += f"_{below}" if len(below) == 1 else f"_{{{below}}}"
        elif part == "^":
            above = argument()
            is_short = all(c in _RAISED for c in above)
            out += "".join(_RAISED[c] for c in above) if is_short else f"^({above})"
        elif part == "'":
            out += "′"
        elif command == "frac":
            above, below = (p if p.isalnum() else f"({p})" for p in (argument(), argument()))
            out += f"{above}/{below}"
        elif command == "sqrt":
            out += f"√({argument()})"
        elif command in _ACCENTS:
            out += unicodedata.normalize("NFC", argument() + _ACCENTS[command])
        elif command not in _UNSEEN:
            out += part if command is None else GREEK.get(command) or _SIGNS.get(command, command)
    return out or source


def _outside(name: str) -> str:
    """What stands outside of all parentheses and braces."""
    out, depth = "", 0
    for c in name:
        depth -= c in ")}" and depth > 0
        out += "" if depth else c
        depth += c in "({"
    return out


def ascii_name(name: str) -> str:
    """An identifier in ASCII: Greek letters by name, others by number, and Python's own words with a _."""
    out = "".join(c if c.isascii() else WORDS.get(c, f"u{ord(c):04x}") for c in name)
    return f"{out}_" if keyword.iskeyword(out) else out
