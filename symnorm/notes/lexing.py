r"""Tokens of a note: those of the printed papers, after what is only for the eye has been blanked.

Places stay: what is blanked is replaced by as many spaces, so that a caret points into the note as it is.
"""

from __future__ import annotations

import re

from ..reader.tokens import Token, tokens

STAR = "*star*"
"""A star above a name, which is no product."""
GREEK_LETTERS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩϵϕ"
GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
    " omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega epsilon phi"
)
GREEK = {letter: f"\\{name}" for letter, name in zip(GREEK_LETTERS, GREEK_NAMES.split(), strict=True)}
SAME = GREEK | {
    r"\varepsilon": r"\epsilon", r"\varphi": r"\phi", r"\vartheta": r"\theta", r"\infin": r"\infty", "∞": r"\infty",
    "⋅": r"\cdot", "·": r"\cdot", "×": r"\cdot", "*": r"\cdot", "∗": r"\cdot", r"\ast": r"\cdot", r"\circ": r"\odot",
    "⊙": r"\odot", r"\otimes": r"\otimes", "∂": r"\partial", "∇": r"\nabla", "∑": r"\sum", "√": r"\sqrt", "−": "-",
    "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "∏": r"\prod", "∫": r"\int", r"\lt": "<", r"\gt": ">",
    r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\prime": "'", "′": "'", "ˆ": "^",
    r"\mathcal": r"\mathcal", r"\intercal": r"\top", r"\widehat": r"\hat", r"\widetilde": r"\tilde",
    r"\overline": r"\bar", "（": "(", "）": ")", "，": ",", "；": ";", "…": r"\ldots", r"\star": STAR,
}  # fmt: skip
BLANKED = re.compile(
    r"\\(?:color|textcolor)\s*\{[^{}]*\}|\\(?:boxed|displaystyle|limits|nolimits|mathop|mathopen|mathclose|mathbin|mathrel"
    r"|strut|phantom|hfill|nonumber|notag|text(?=\s*\{\s*\\?[A-Za-z]\s*\})|vec|mathscr|mathfrak|mathsf|mathtt|pmb|cal)(?![A-Za-z])"
    r"|\\(?:label|tag\*?)\s*\{[^{}]*\}|\\(?:left|right)\s*\.|\\middle(?![A-Za-z])"
)
ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*([dr]cases|cases)\s*\}")
BRACE = re.compile(r"\\(?:under|over)brace(?![A-Za-z])")


def lexed(source: str) -> list[Token]:
    """The tokens of one side of a relation."""
    seen = _without_braces(BLANKED.sub(lambda m: " " * len(m[0]), source)).replace("||", r"\|")
    if seen.count(r"\|") == 2 * seen.count(r"\|\|"):  # Markdown's way to write a double bar
        seen = seen.replace(r"\|\|", "\\|  ")
    seen = seen.replace(r"\_", " _")
    seen = ENVIRONMENT.sub(lambda m: rf"\{m[1]}{{cases}}".ljust(len(m[0])), seen)
    found = list(tokens(seen))
    for n, token in enumerate(found):
        is_above = n > 0 and (
            found[n - 1].text == "^" or [t.text for t in found[max(0, n - 2) : n]] == ["^", "{"]
        )
        text = STAR if is_above and token.text in ("*", "∗", r"\ast") else SAME.get(token.text, token.text)
        found[n] = token._replace(text=text)
    return [t for t in found if t.text not in (r"\text", "$")]


def _without_braces(source: str) -> str:
    r"""The source without its \underbrace{..}_{..}, whose content stays, and what is written below it does not."""
    while found := BRACE.search(source):
        opening = source.find("{", found.end())
        if opening < 0:
            return source[: found.start()] + " " * len(found[0]) + source[found.end() :]
        closing = group_end(source, opening)
        behind = closing + 1
        below = re.match(r"\s*[_^]\s*", source[behind:])
        if below:
            behind += below.end()
            behind = group_end(source, behind) + 1 if source[behind : behind + 1] == "{" else behind + 1
        blank = " " * (opening + 1 - found.start())
        source = (
            source[: found.start()]
            + blank
            + source[opening + 1 : closing]
            + " " * (min(behind, len(source)) - closing)
            + source[behind:]
        )
    return source


def group_end(source: str, opening: int) -> int:
    """The place of the brace that closes what one at a place opens; the end where there is none."""
    depth = 0
    for place in range(opening, len(source)):
        if source[place - 1 : place] == "\\":
            continue
        depth += (source[place] == "{") - (source[place] == "}")
        if depth == 0:
            return place
    return len(source)
