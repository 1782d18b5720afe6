r"""LaTeX as MathML Core, which browsers draw by themselves.

`latex2mathml` reads the LaTeX. What it makes of it is MathML 3 in places: here it is brought into the form that
Chromium, Firefox and Safari all draw, and is spaced as TeX spaces it.

>>> mathml(r"\mathbf{x}^2")
'<math alttext="\\mathbf{x}^2"><msup><mi>𝐱</mi><mn>2</mn></msup></math>'
"""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element
from latex2mathml.exceptions import ExtraLeftOrMissingRightError

from ...errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable

OPERATOR_NAMES = (
    "arg", "argmax", "cos", "cosh", "det", "dim", "exp", "ln", "log", "max", "min", "sign", "sin", "sinh", "tan",
    "tanh",
)  # fmt: skip
"""What TeX sets upright, with a thin space to either side unless a delimiter or an operator stands there."""

ALPHABETS = {
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
    "sans-serif": (0x1D5A0, 0x1D5BA, 0x1D7E2),
}
"""By the name of an alphabet where its A, a and 0 stand in Unicode: browsers know no other way to a bold letter."""

HINT = "write LaTeX that needs no package but amsmath"
ARITY = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
"""How many children an element has to have."""

ROWS = ("math", "mrow", "msqrt", "mstyle")
SCRIPTED = ("msub", "msup", "msubsup", "munder", "mover", "munderover")
BARS = BAR, _, _ = "\u00af", "\u203e", "\u2015"
LINE = "\u0332"
"""What grows over a formula in the fonts for mathematics: their overlines do not."""

HAT = "\u02c6"
ARROWS = "\u2190\u2192\u21d2\u21d4\u27f8\u27f9\u27fa"
RELATIONS = ("=", "<", ">", "\u2260", "\u2264", "\u2265", ":=", "\u2261", *ARROWS)
CAPITALS = "ΓΔΘΛΞΠΣΥΦΨΩ"
SIGNS = "+-\u2212\u00b1\u2213"
PRIMES = "\u2032\u2033\u2034"
OPENING, CLOSING = "([{", ")]}"
THIN = "0.167em"
APPLIED = "\u2061"
UPRIGHT = re.compile(r"\\mathrm\s*\{([A-Za-z])\}")
"""A single letter, which latex2mathml would leave slanted."""

GROWING = re.compile(r"\\(?:left|right)(?![A-Za-z])\s*\.?")


@cache
def mathml(latex: str, display: bool = False) -> str:
    """A formula as a `<math>` element, whose alttext is the LaTeX. Raises UserError for what is no LaTeX."""
    root = _read(latex)
    for node in root.iter():
        node.text = unescape(node.text or "")
        if len(node) != ARITY.get(node.tag, len(node)):
            raise UserError(f"not a formula: {latex!r} (something is missing in it)", HINT)
    root.tag = "math"
    root.attrib = {**({"displaystyle": "true"} if display else {}), "alttext": " ".join(latex.split())}
    if len(root) == 1 and root[0].tag == "mrow":
        root[:] = list(root[0])
    _dress(root)
    while len(root) and root[0].tag == "mspace":
        del root[0]
    if display:
        root[:] = _rows(list(root))
    return _written(root)


def _read(latex: str) -> Element:
    latex = UPRIGHT.sub(r"{\\rm \1}", latex)
    try:
        try:
            return convert_to_element(latex, display="block")
        except ExtraLeftOrMissingRightError:  # a paper may print a parenthesis too many: then none grows
            return convert_to_element(GROWING.sub("", latex), display="block")
    except Exception as error:
        raise UserError(f"not a formula: {latex!r} ({type(error).__name__})", HINT) from error


def _dress(node: Element) -> None:
    """Brings everything inside an element into its final form."""
    for child in node:
        _dress(child)
    node[:] = [child[0] if child.tag == "mrow" and len(child) == 1 else child for child in node]
    for child in node:
        _dress_leaf(child)
    if node.tag in ROWS:
        node[:] = _spaced(_joined(c for c in node if c.tag != "mo" or c.text))
    elif node.tag == "mover":
        _dress_accent(node)
    elif node.tag in ("msup", "msubsup"):
        _dress_prime(node)
    if node.tag in SCRIPTED:
        for operator in (leaf for part in node[1:] for leaf in part.iter("mo") if not leaf.attrib):
            operator.attrib = {"lspace": "0", "rspace": "0"}


def _dress_leaf(leaf: Element) -> None:
    """Letters of an alphabet by their code points, and signs that stand for themselves."""
    alphabet = leaf.attrib.get("mathvariant", "normal")
    if alphabet in ALPHABETS:
        del leaf.attrib["mathvariant"]
        leaf.text = "".join(_styled(letter, ALPHABETS[alphabet]) for letter in leaf.text or "")
    if leaf.tag == "mo" and leaf.text in ("|", "\u2016", "/", ".") and "form" not in leaf.attrib:
        leaf.attrib = {"stretchy": "false", "lspace": "0", "rspace": "0"}
    elif leaf.text and leaf.text in ARROWS:
        leaf.tag, leaf.attrib = "mo", {"stretchy": "false", "lspace": "0.4em", "rspace": "0.4em"}
    elif leaf.tag == "mi" and leaf.text and leaf.text in SIGNS:
        leaf.tag = "mo"
    elif leaf.tag == "mi" and leaf.text == "~":
        leaf.tag, leaf.text = "mo", "\u223c"
    elif leaf.tag == "mi" and leaf.text and leaf.text in CAPITALS:
        leaf.set("mathvariant", "normal")
    elif leaf.tag == "mo" and leaf.text in OPERATOR_NAMES:
        leaf.tag, leaf.attrib = "mi", {}


def _dress_accent(node: Element) -> None:
    """A hat close to its letter; a bar at some distance, since as an accent it touches the b below it."""
    mark = node[1]
    if mark.text == "^":
        node.set("accent", "true")
        mark.text, mark.attrib = HAT, {"stretchy": "false"}
    elif mark.text in BARS and len(node[0]):
        node.set("accent", "true")
        mark.text, mark.attrib = LINE, {"stretchy": "true"}
    elif mark.text in BARS:
        node.attrib.clear()
        mark.text, mark.attrib = BAR, {"stretchy": "false"}


def _dress_prime(node: Element) -> None:
    """A prime stands beside its letter: the sign is raised by itself, and in an exponent it would fly."""
    if not set(node[-1].text or "-") <= set(PRIMES):
        return
    row = _row([node[0], _leaf("mi", node[-1].text or "")])
    if node.tag == "msup":
        node.tag, node[:] = "mrow", list(row)
    else:
        node.tag, node[:] = "msub", [row, node[1]]


def _styled(letter: str, alphabet: tuple[int, int, int]) -> str:
    for first, start in zip("Aa0", alphabet, strict=True):
        if 0 <= ord(letter) - ord(first) < (10 if first == "0" else 26):
            return chr(start + ord(letter) - ord(first))
    return letter


def _joined(row: Iterable[Element]) -> list[Element]:
    """Upright letters in a row are a word, and := and ... are one sign each."""
    done: list[Element] = []
    for child in row:
        before = done[-1] if done else Element("none")
        if child.tag == before.tag == "mi" and _is_upright(child) and _is_upright(before):
            before.text = f"{before.text}{child.text}"
        elif before.text == ":" and child.text == "=":
            before.tag, before.text = "mo", ":="
        elif child.text == "." and len(done) > 1 and done[-1].text == done[-2].text == ".":
            done[-2:] = [_leaf("mi", "\u2026")]
        else:
            done.append(child)
    for word in done:
        if word.tag == "mi" and len(word.text or "") > 1:
            word.attrib.pop("mathvariant", None)
    return done


def _is_upright(leaf: Element) -> bool:
    return leaf.attrib.get("mathvariant") == "normal"


def _spaced(row: list[Element]) -> list[Element]:
    """Signs close to what they belong to; the names of operators apart from what stands beside them.

    A name with an argument is marked as applied, for those who listen to a formula.
    """
    done: list[Element] = []
    for n, child in enumerate(row):
        if child.tag == "mo" and (child.text or " ") in SIGNS and not (done and _ends_operand(done[-1])):
            child.attrib = {"form": "prefix"}
        after = row[n + 1] if n + 1 < len(row) else None
        is_name = _base(child).text in OPERATOR_NAMES
        if is_name and done and _ends_operand(done[-1]):
            done.append(Element("mspace", width=THIN))
        done.append(child)
        if is_name and after is not None and after.tag not in ("mspace", "mtext"):
            is_argument = after.tag != "mo" or (after.text or "") in OPENING
            done += [_leaf("mo", APPLIED)] if is_argument else []
            if is_argument and not _starts_open(after) and _base(after).text not in OPERATOR_NAMES:
                done.append(Element("mspace", width=THIN))
    return done


def _rows(children: list[Element]) -> list[Element]:
    """A formula in parts, each of which may stand in a line of its own: a = b = c may be broken before every sign.

    The page lays the parts out itself, so that a sign which were one would lose the space that it has in a formula.
    """
    rows: list[list[Element]] = [[]]
    for n, child in enumerate(children):
        follows_words = rows[-1] and rows[-1][0].tag == "mspace" and len(rows[-1]) < 4
        is_word = child.tag == "mspace" and n + 1 < len(children) and children[n + 1].tag == "mtext"
        if rows[-1] and (is_word or ((_base(child).text or " ") in RELATIONS and not follows_words)):
            rows.append([])
        rows[-1].append(child)
    return children if len(children) == 1 else [_row(row) for row in rows]


def _row(children: list[Element]) -> Element:
    row = Element("mrow")
    row[:] = children
    return row


def _base(node: Element) -> Element:
    return _base(node[0]) if node.tag in SCRIPTED and len(node) else node


def _ends_operand(node: Element) -> bool:
    """Whether a thing in a row is an operand, or closes one."""
    base = _base(node)
    if base.tag == "mo":
        return (base.text or " ") in CLOSING
    return base.tag != "mspace"


def _starts_open(node: Element) -> bool:
    while len(node) and node.tag == "mrow":
        node = node[0]
    base = _base(node)
    return base.tag == "mo" and (base.text or " ") in OPENING


def _leaf(tag: str, text: str) -> Element:
    leaf = Element(tag)
    leaf.text = text
    return leaf


def _written(node: Element) -> str:
    inside = escape(node.text or "", quote=False) + "".join(map(_written, node))
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attrib.items())
    return f"<{node.tag}{attributes}>{inside}</{node.tag}>"
