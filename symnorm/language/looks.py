r"""Looks: what LaTeX a name may have, and what a reader takes it for.

A name is a letter, or a command for one, or a word in \mathrm, with accents, subscripts, marks above and primes:

    look     = ["-"] product (("+" | "-") product)*
    product  = quotient ((" " | "\cdot") quotient)*
    quotient = factor ["/" factor]
    factor   = primary scripts ["(" list ")"]
    primary  = number | ["d" | "\Delta" | "\partial"] (letter | accent "{" name "}" | alphabet "{" word "}")
             | "\frac{" look "}{" look "}" | "\sqrt{" look "}" | "(" look ")" | "\|" look "\|" | "|" look "|"
             | "\overline{" look "}"

A word is letters, and digits after them; one in a subscript may have blanks and hyphens. Whatever else this has is a
formula: \sigma^2 is a square, |a| an absolute value, and 2 a number. Papers do call things so, and may where the
formula holds; `symnorm.language.lookalikes` has to know.

>>> look(r"\operatorname{loss}_{i, 2}").key, look(r"\sigma_i^2").op, look(r"\sigma_i^2").parts[0].key
('loss_{i,2}', 'pow', 'σ_i')
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..checker.forms import GREEK as LETTERS_OF_NAMES
from ..checker.forms import short
from ..checker.skeleton import TWO_AS_ONE
from ..checker.written import FAMILIAR, OPERATIONS
from ..pieces import pieces
from .refusals import LanguageError

UNSEEN = re.compile(r"\\[,;:!> ]|[\s~]")
WORD = re.compile(r"[A-Za-z]+[0-9]*|[0-9]+")
BEFORE_SUBSCRIPT = re.compile(r"_+|(?<=[^\W\d])(?=\d)")
WORDS_BELOW = re.compile(r"[A-Za-z0-9]+(?:[ ./-][A-Za-z0-9]+)*")
"""Words in a subscript, which are no factors of anything."""
DIFFERENTIAL = re.compile("d[A-Za-z]")
"""A word that is printed as a differential is."""
DEEPEST = 12
LONGEST = 500
"""Letters in the LaTeX of a name."""


def _word(letter: str) -> str:
    word = unicodedata.name(letter).split()[-1].replace("LAMDA", "LAMBDA")
    return word.capitalize() if letter.isupper() else word.lower()


GREEK = {_word(letter): letter for letter in LETTERS_OF_NAMES}
"""The Greek letters by their names in TeX."""

WORDS = {letter: word for word, letter in GREEK.items()}
LETTERS = {f"\\{word}": letter for word, letter in GREEK.items()} | {
    r"\ell": "ℓ", r"\varepsilon": "ε", r"\varphi": "φ", r"\vartheta": "θ", r"\varrho": "ρ", r"\varsigma": "σ",
}  # fmt: skip
"""The letters that commands print; two hands of one letter look the same."""

ACCENTS = {
    r"\hat": "\u0302", r"\widehat": "\u0302", r"\tilde": "\u0303", r"\widetilde": "\u0303", r"\bar": "\u0304",
    r"\overline": "\u0304", r"\vec": "\u20d7", r"\dot": "\u0307", r"\ddot": "\u0308",
}  # fmt: skip
ACCENTED = re.compile("[\u0300-\u036f\u20d0-\u20ff]{2,}")

ALPHABETS = (
    r"\mathrm", r"\mathit", r"\mathbf", r"\mathcal", r"\mathsf", r"\boldsymbol", r"\bm", r"\operatorname", r"\text",
    r"\textrm",
)  # fmt: skip
r"""No alphabet tells two names apart: the terminal has one. That of \mathbb is for sets of numbers and expectations."""

BARS = (r"\bar", r"\overline")
"""Over a formula, these say that it is the mean of it; no other accent is over a formula."""

PREFIXES = {"d": "d", r"\Delta": "Δ", r"\partial": "∂"}
"""Signs that make another name of a name: a differential, a difference."""

DERIVATIVES = {"d ": "D", "∂ ": "partial"}
"""Operations that quotients of differentials are, by what the differentials begin with."""

MARKS = {r"\perp": "⊥", r"\prime": "′", r"\top": "⊤", r"\ast": "*", "*": "*", r"\star": "⋆", r"\dagger": "†", "T": "⊤"}
BELOW = {r"\neq": "≠", r"\ne": "≠", "=": "=", ",": ",", "(": "(", ")": ")", "+": "+", "-": "-", "*": "*", r"\perp": "⊥"}
RELATIONS = {"<": "<", ">": ">", "=": "=", r"\leq": "≤", r"\le": "≤", r"\geq": "≥", r"\ge": "≥", r"\neq": "≠"}
ALIKE = str.maketrans({"l": "1", "I": "1", "|": "1", "O": "0", "o": "0", "ν": "v", "⋆": "*"})
"""Signs that look like another one in the fonts of formulas, in italics or upright."""

TALKING = frozenset(("and", "or", "not", "if", "iff", "then", "for", "every", "all", "is", "where", "with"))
"""Words that would make a sentence of a formula."""


@lru_cache(maxsize=1 << 12)
def spelled(name: str) -> str:
    r"""The LaTeX made from a name: `\mu` for mu, `x_0` for x0, `c_{\mathrm{left}}` for c_left."""
    head, *below = [p for p in BEFORE_SUBSCRIPT.split(name) if p] or [name]
    subscript = ",".join(_letter(p) for p in below)
    return _letter(head) + (script("_", subscript) if subscript else "")


def _letter(word: str) -> str:
    word = WORDS.get(word, word)
    if word in GREEK:
        return f"\\{word}"
    is_short = len(word) == 1 or word.isdigit() or (len(word) == 2 and word[0] == "d")
    return word if is_short else rf"\mathrm{{{word}}}"


def script(mark: str, inside: str) -> str:
    """A subscript or superscript, in braces where TeX needs them."""
    return f"{mark}{inside}" if len(inside) == 1 else f"{mark}{{{inside}}}"


@dataclass(frozen=True)
class Look:
    """A look, as a reader sees it: a `name` (of one key for all that look so), a number (`num`), or an operation.

    The operations are those of terms, "D" and "partial" (quotients of two differentials), "app" (the first part is what
    is applied), "entry" (a formula in parentheses, with the key as its subscript), "abs" and "norm" (between bars),
    "mean" (under a bar), and "relation" (what no term means: the key is its sign).
    """

    op: str
    parts: tuple[Look, ...] = ()
    key: str = ""
    number: Fraction = Fraction(0)

    @property
    def is_name(self) -> bool:
        """Whether it is a name and nothing else."""
        return self.op == "name"

    def is_below(self, letter: str) -> bool:
        """Whether a letter stands in a subscript."""
        return letter in self.key.partition("_")[2] or any(p.is_below(letter) for p in self.parts)

    def is_number_with_marks(self) -> bool:
        """Whether it is a number with a subscript or a mark: 5', and 1_{i = j}."""
        return self.is_name and self.key[0].isdigit()

    def names(self) -> frozenset[str]:
        """The keys of the names in it."""
        return frozenset([self.key]) if self.is_name else frozenset().union(*(p.names() for p in self.parts))


@lru_cache(maxsize=1 << 12)
def in_print(key: str) -> str:
    r"""The same for names that few can tell apart on a page.

    These are x_l and x_1, O and 0, modern and modem, a b and ab, a_{12} and a_{1,2}, a^* and a^\star, and names with
    the same accents in another order.
    """
    key = ACCENTED.sub(lambda m: "".join(sorted(m[0])), unicodedata.normalize("NFD", key))
    key = key.replace(" ", "").replace(",", "")
    for two, one in TWO_AS_ONE:
        key = key.replace(two, one)
    return key.translate(ALIKE).replace("{", "").replace("}", "")


@lru_cache(maxsize=1 << 14)
def look(source: str) -> Look:
    """The look of LaTeX. Raises LanguageError where it is neither a name nor a formula of names."""
    if len(source) > LONGEST:
        raise LanguageError(f"the LaTeX {short(source)} has {len(source)} letters, and a name {LONGEST} at most")
    reader = _Reader(source)
    found = reader.look()
    if not reader.at_end():
        raise reader.refused()
    return found


class _Reader:
    """Reads LaTeX from left to right; what is not seen is no token."""

    def __init__(self, source: str) -> None:
        self.source, self.depth = source, 0
        self.tokens = [piece for piece in pieces(source, numbers=True) if not UNSEEN.fullmatch(piece[0])]
        self.at = 0

    def next(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def at_end(self) -> bool:
        return self.at == len(self.tokens)

    def taken(self, *wanted: str) -> str:
        """The next token where it is one of those, else nothing."""
        if self.next() in wanted and not self.at_end():
            self.at += 1
            return self.tokens[self.at - 1][0]
        return ""

    def need(self, wanted: str) -> None:
        if not self.taken(wanted):
            raise self.refused()

    def refused(self) -> LanguageError:
        """The error that says what cannot be read, and where."""
        place = self.tokens[self.at][1] if not self.at_end() else len(self.source)
        found = f"at {self.source[place:place + 20]!r}" if not self.at_end() else "at its end"
        return LanguageError(
            f"the LaTeX {self.source!r} is no name, {found}: a name is a letter, a command for one or a word in "
            r"\mathrm{...}, with accents as \hat, subscripts, marks above and primes"
        )

    # --- formulas -------------------------------------------------------------------------------------------

    def look(self) -> Look:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refused()
        parts = [Look("neg", (self.product(),)) if self.taken("-") else self.product()]
        while sign := self.taken("+", "-"):
            part = self.product()
            parts.append(part if sign == "+" else Look("neg", (part,)))
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Look("add", tuple(parts))

    def product(self) -> Look:
        parts = [self.quotient()]
        while self.taken(r"\cdot") or self.begins():
            parts.append(self.quotient())
        return parts[0] if len(parts) == 1 else Look("mul", tuple(parts))

    def begins(self) -> bool:
        """Whether a factor begins here."""
        token = self.next()
        opens = ("(", r"\frac", r"\sqrt", *ACCENTS, *ALPHABETS, *PREFIXES, "{")
        return token in opens or token in LETTERS or token[:1].isdigit() or (token.isascii() and token.isalpha())

    def quotient(self) -> Look:
        above = self.factor()
        return Look("div", (above, self.factor())) if self.taken("/") else above

    def factor(self) -> Look:
        made = self.scripts(self.primary())
        if made.is_name and self.taken("("):
            made = Look("app", (made, *self.arguments()))
            self.need(")")
            made = self.scripts(made)
        return made

    def arguments(self) -> list[Look]:
        found = []
        while True:
            one = self.look()
            if sign := self.taken(*RELATIONS):
                one = Look("relation", (one, self.look()), RELATIONS[sign])
            found.append(one)
            if not self.taken(","):
                return found

    def primary(self) -> Look:
        token = self.next()
        if token[:1].isdigit():
            self.at += 1
            return Look("num", number=Fraction(token))
        if self.taken("("):
            inside = self.look()
            self.need(")")
            return Look("group", (inside,))
        if self.taken(r"\|", "|"):
            inside = self.look()
            self.need(token)
            return Look("norm" if token == r"\|" else "abs", (inside,))
        if self.taken(r"\sqrt"):
            return Look("sqrt", (self.braced(),))
        if self.taken(r"\frac"):
            return _fraction(self.braced(), self.braced())
        if self.taken("{"):
            self.at -= 1
            return self.braced()
        return self.name()

    def braced(self) -> Look:
        self.need("{")
        inside = self.look()
        self.need("}")
        return inside

    # --- names ----------------------------------------------------------------------------------------------

    def name(self) -> Look:
        token = self.next()
        if token in PREFIXES and self.is_prefix():
            self.at += 1
            inner = self.primary()
            if not inner.is_name:
                raise self.refused()
            return Look("name", key=f"{PREFIXES[token]} {inner.key}")
        if token in ACCENTS:
            self.at += 1
            inner = self.braced() if self.next() == "{" else self.primary()
            if inner.is_name:
                return _accented(inner.key, ACCENTS[token])
            if token not in BARS:
                raise self.refused()
            return Look("mean", (inner,))
        if token in ALPHABETS:
            return self.word(WORD)
        if token in LETTERS or (len(token) == 1 and token.isascii() and token.isalpha()):
            self.at += 1
            return Look("name", key=LETTERS.get(token, token))
        raise self.refused()

    def is_prefix(self) -> bool:
        """Whether the letter stands before a name, as the d of dx does."""
        after = self.next(1)
        return after in LETTERS or after in (*ACCENTS, *ALPHABETS, r"\|") or (after.isascii() and after.isalpha())

    def word(self, allowed: re.Pattern[str]) -> Look:
        r"""The word in \mathrm{...}, or the letter."""
        self.at += 1
        if not self.taken("{"):
            return self.name()
        start = self.tokens[self.at][1] if not self.at_end() else len(self.source)
        if self.next() in LETTERS or self.next() in ACCENTS:
            inside = self.name()
            self.need("}")
            return inside
        end = self.source.find("}", start)
        word = self.source[start:end].strip()
        if not allowed.fullmatch(word) or TALKING & {*word.split()} or word in OPERATIONS or word in FAMILIAR.split():
            raise self.refused()
        while self.next() != "}":
            self.at += 1
        self.need("}")
        if allowed is WORD and DIFFERENTIAL.fullmatch(word):
            return Look("name", key=f"d {word[1]}")
        return Look("num", number=Fraction(word)) if word.isdecimal() else Look("name", key=word)

    # --- scripts --------------------------------------------------------------------------------------------

    def scripts(self, base: Look) -> Look:
        """A base that was read, with its subscript, the marks above and its power."""
        below = marks = ""
        power: int | None = None
        while mark := self.taken("_", "^", "'"):
            if mark == "'":
                marks += "′"
            elif mark == "_" and not below:
                below = self.subscript()
            elif mark == "^" and power is None:
                found = self.superscript()
                power, marks = (int(found), marks) if found.lstrip("-").isdigit() else (None, marks + found)
            else:
                raise self.refused()
        made = self.scripted_with(base, below, marks)
        return made if power is None else Look("pow", (made,), number=Fraction(power))

    def scripted_with(self, base: Look, below: str, marks: str) -> Look:
        """A name or a formula in parentheses with a subscript and marks; nothing else has such."""
        if not (below or marks):
            return base
        scripts = (f"_{{{below}}}" if len(below) > 1 else f"_{below}" if below else "") + (f"^{marks}" if marks else "")
        if base.is_name or base.op == "num":
            return Look("name", key=(base.key or str(base.number)) + scripts)
        if base.op == "group":
            return Look("entry", base.parts, scripts)
        if base.op == "norm" and scripts == "_2":
            return base
        raise self.refused()

    def subscript(self) -> str:
        if not self.taken("{"):
            return self.digit() or self.below()
        out = ""
        while not self.taken("}"):
            inner = self.below()
            out += inner + (self.scripted() if self.next() in ("_", "^", "'") else "")
        return out

    def scripted(self) -> str:
        """The scripts at a part of a subscript, as the o of x_{i_o}; a power is none."""
        found = self.scripts(Look("name"))
        if not found.is_name:
            raise self.refused()
        return found.key

    def digit(self) -> str:
        """A digit that is raised or lowered without braces: TeX takes the first one alone."""
        token = self.next()
        if not token[:1].isdigit():
            return ""
        if len(token) > 1:
            raise self.refused()
        self.at += 1
        return token

    def below(self) -> str:
        token = self.next()
        if token in BELOW:
            self.at += 1
            return BELOW[token]
        if token[:1].isdigit():
            self.at += 1
            return token
        inner = self.word(WORDS_BELOW) if token in ALPHABETS else self.name()
        if inner.op == "num":
            return str(inner.number)
        if not inner.is_name:
            raise self.refused()
        return inner.key

    def superscript(self) -> str:
        """A power, as digits, or a mark."""
        if not self.taken("{"):
            return self.digit() or self.mark()
        sign, token = self.taken("-"), self.next()
        if token.isdigit():
            self.at += 1
            self.need("}")
            return sign + token
        if sign:
            raise self.refused()
        out = ""
        if self.taken("("):
            while not self.taken(")"):
                out += self.below()
            self.need("}")
            return f"({out})"
        while not self.taken("}"):
            out += self.mark()
        return out

    def mark(self) -> str:
        token = self.next()
        if token in MARKS:
            self.at += 1
            return MARKS[token]
        if token in ALPHABETS:
            word = self.word(WORDS_BELOW).key
            return MARKS.get(word, f"({word})")
        raise self.refused()


def _fraction(above: Look, below: Look) -> Look:
    """A quotient, or the derivative that it is where both are differentials."""
    for sign, op in DERIVATIVES.items():
        if all(part.is_name and part.key.startswith(sign) for part in (above, below)):
            return Look(op, tuple(Look("name", key=p.key.removeprefix(sign)) for p in (above, below)))
    return Look("div", (above, below))


def _accented(key: str, accent: str) -> Look:
    """A name under an accent, which stands over the name and not over its subscript."""
    end = next((n for n, c in enumerate(key) if c in "_^"), len(key))
    return Look("name", key=unicodedata.normalize("NFC", key[:end] + accent) + key[end:])
