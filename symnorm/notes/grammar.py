r"""LaTeX of a note, read as a tree. What the names mean is not known here; what a survey of the note told is.

    a + b, a - b                    sums
    -a, a b, a \cdot b, a / b       products; \sum and d/dx reach to the end of theirs, d/dx (a) to the bracket
    a^2, a', a_i, a^T               what stands above and below
    names, (a), \frac, \sqrt, ...   factors

Notes are looser than papers: brackets that nothing opened are forgiven at the end of a side, and listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..reader.cursor import NotUnderstood
from ..reader.tokens import Token
from .lexing import STAR, lexed
from .named import RELATIONS, STOPS, Named, outermost, split
from .survey import ACCENTS, Survey, closing, group, merged
from .trees import Node

UNKNOWN = (
    r"\pm", r"\mp", "±", "∓",
    r"\otimes", r"\oplus", r"\propto", r"\perp", r"\mid", r"\vdots", r"\ddots", r"\cup", r"\cap", r"\setminus", "!",
    r"\lim", r"\limsup", r"\liminf", r"\sup", r"\inf", r"\arg", r"\det", r"\Pr", r"\binom", r"\sim",
)  # fmt: skip
"""Signs of which nobody can say without the note what they do."""
TRANSPOSED = (["T"], [r"\top"], [r"\intercal"], [r"\mathsf", "T"], [r"\mathrm", "T"])
DIFFERENTIAL = "a differential is not understood: write a derivative"
DEEPEST = 40
LONGEST = 900


class Grammar(Named):
    """Reads one side of a relation."""

    def __init__(
        self, source: str, survey: Survey, found: Sequence[Token] | None = None, depth: int = 0
    ) -> None:
        self.source, self.survey, self.at, self.depth = source, survey, 0, depth
        self.found = list(merged(lexed(source), source) if found is None else found)
        self.tolerances: dict[str, None] = {}
        if len(self.found) > LONGEST:
            raise NotUnderstood(f"a formula of more than {LONGEST} tokens: write it as several", source, 0, 1)

    # --- places ---------------------------------------------------------------------------------------------

    def next(self, ahead: int = 0) -> str:
        """The text of a token that comes; nothing at the end."""
        place = self.at + ahead
        return self.found[place].text if place < len(self.found) else ""

    def taken(self, *wanted: str) -> str:
        """The next token where it is one of those, else nothing."""
        if self.at < len(self.found) and self.found[self.at].text in wanted:
            self.at += 1
            return self.found[self.at - 1].text
        return ""

    def refuse(self, why: str) -> NotUnderstood:
        """What is not understood here."""
        if self.at < len(self.found):
            token = self.found[self.at]
            return NotUnderstood(why, self.source, token.start, max(token.end, token.start + 1))
        end = self.found[-1].end if self.found else len(self.source)
        return NotUnderstood(why, self.source, max(0, end - 1), max(1, end))

    def made(self, node: Node, start: int) -> Node:
        """A node, with the place of the tokens that it was read from."""
        if not self.found:
            return node
        first, last = self.found[min(start, len(self.found) - 1)], self.found[max(start, self.at - 1)]
        return replace(node, start=first.start, end=last.end)

    def inside(self, found: Sequence[Token]) -> Grammar:
        """A reader of some of the tokens."""
        if self.depth > DEEPEST:
            raise self.refuse("nested too deeply")
        reader = Grammar(self.source, self.survey, found, self.depth + 1)
        reader.tolerances = self.tolerances
        return reader

    def whole(self) -> Node:
        """All of the side. Raises NotUnderstood."""
        if not self.found:
            raise self.refuse("nothing stands on this side")
        while self.found and self.found[-1].text in (".", ",", ";", ":", r"\\"):
            self.found.pop()
        node = self.sum()
        while self.next() in (")", "]", r"\}", "}"):
            self.tolerances["a bracket that nothing opens is left out"] = None
            self.at += 1
        if self.at < len(self.found):
            raise self.refuse("what begins here is not understood")
        return node

    def rest(self) -> Node:
        """All of what is left, in brackets or in a group."""
        node = self.sum()
        if self.at < len(self.found):
            raise self.refuse("what begins here is not understood")
        return node

    # --- sums and products ----------------------------------------------------------------------------------

    def sum(self) -> Node:
        """Terms with + and - between them, and perhaps an ellipsis."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refuse("nested too deeply")
        start, self_parts = self.at, list[Node]()
        is_open = False
        while True:
            begin = self.at
            sign = self.taken("+", "-")
            if self.taken(r"\ldots"):
                self_parts = [self.made(Node("dots", tuple(self_parts)), start)]
                is_open = True
            elif is_open and self_parts[0].op == "dots" and len(self_parts) == 1 and self.next():
                part = self.product()
                part = self.made(Node("neg", (part,)), begin) if sign == "-" else part
                self_parts = [replace(self_parts[0], args=(*self_parts[0].args, part), name="last")]
                is_open = False
            else:
                part = self.product()
                self_parts.append(self.made(Node("neg", (part,)), begin) if sign == "-" else part)
            if self.next() not in ("+", "-"):
                break
        self.depth -= 1
        if len(self_parts) == 1:
            return self_parts[0]
        return self.made(Node("add", tuple(self_parts)), start)

    def product(self) -> Node:
        """Factors side by side, which may have a sign before them."""
        start = self.at
        if self.taken("-"):
            return self.made(Node("neg", (self.product(),)), start)
        self.taken("+")
        made = self.factor()
        while True:
            sign = self.taken(r"\cdot", r"\odot", "/")
            if sign == "/":
                made = self.made(Node("div", (made, self.factor())), start)
            elif sign:
                name = "o" if sign == r"\odot" else "."
                begin = self.at
                right = (
                    self.factor() if not self.taken("-") else self.made(Node("neg", (self.factor(),)), begin)
                )
                made = self.made(Node("mul", (made, right), name), start)
            elif self.begins():
                made = self.made(Node("mul", (made, self.factor())), start)
            else:
                return made

    def begins(self) -> bool:
        """Whether a factor begins here."""
        text = self.next()
        if text in ("|", r"\|"):
            return self.bar_opens()
        if text in STOPS or self.at >= len(self.found):
            return False
        return not (
            self.found[self.at].kind == "word"
            and text in ("if", "for", "and", "or", "where", "otherwise", "else")
        )

    bars: tuple[str, ...] = ()

    def bar_opens(self) -> bool:
        """Whether a bar that comes begins something: none is open, and it is closed later."""
        bar = self.next()
        return bar not in self.bars and any(t.text == bar for t in self.found[self.at + 1 :])

    def factor(self) -> Node:
        """Something with what stands above and below it."""
        start = self.at
        node = self.primary()
        while True:
            if self.next() == "^":
                node = self.raised(node, start)
            elif self.next() == "_" and node.op != "name":
                node = self.entry(node, start)
            elif self.next() == "'" and node.op != "call":
                raise self.refuse("this prime belongs to no function that is known")
            else:
                return node

    def raised(self, node: Node, start: int) -> Node:
        """A power, or what is transposed."""
        self.at += 1
        end = group(self.found, self.at)
        texts = [t.text for t in self.found[self.at : end] if t.text not in ("{", "}")]
        if texts in TRANSPOSED and texts[0] not in self.survey.tops:
            self.at = end
            return self.made(Node("transpose", (node,)), start)
        exponent = self.argument()
        return self.made(Node("pow", (node, exponent)), start)

    def entry(self, node: Node, start: int) -> Node:
        """The entry of a vector that is no name, as softmax(z)_i or (x - mu)_i."""
        self.at += 1
        end = group(self.found, self.at)
        inside = [t for t in self.found[self.at : end] if t.text not in ("{", "}")]
        if node.op == "num" and node.name == "1" and any(t.text in RELATIONS for t in inside):
            self.at = end
            return self.made(Node("indicator", conditions=(self.inside(inside).conditions(),)), start)
        is_one = node.op == "ones" or (node.op == "num" and node.name == "1")
        if is_one and len(inside) == 1 and inside[0].text in self.survey.tops:
            self.at = end
            return self.made(Node("ones", name=inside[0].text), start)
        if node.op in ("norm", "ones"):
            raise self.refuse("this subscript is not understood")
        if any(t.kind == "word" or t.text.startswith("\\") for t in inside):
            self.tolerances["what stands below brackets, and is no index, is passed over"] = None
            self.at = end
            return node
        self.at = end
        return self.made(Node("at", (node, *self.indices(inside))), start)

    def argument(self) -> Node:
        """What a command takes: one token, or a group in braces."""
        end = group(self.found, self.at)
        if end == self.at:
            raise self.refuse("something is missing here")
        inside = self.found[self.at : end]
        inside = inside[1:-1] if inside[0].text == "{" and len(inside) > 1 else inside
        self.at = end
        if not inside:
            raise self.refuse("something is missing here")
        return self.inside(inside).rest()

    def conditions(self) -> Node:
        """Relations with commas or words between them, as they stand below a sum or behind a value."""
        start, found = self.at, [self.relation()]
        while self.taken(",", "and", r"\land", r"\wedge", ";"):
            found.append(self.relation())
        if self.at < len(self.found):
            raise self.refuse("what begins here is not understood")
        flat = tuple(part for one in found for part in (one.args if one.op == "and" else (one,)))
        return flat[0] if len(flat) == 1 else self.made(Node("and", flat), start)

    def relation(self) -> Node:
        """A relation, or a chain of such, as 1 <= i <= n."""
        start = self.at
        left, found = self.sum(), list[Node]()
        while self.next() in RELATIONS:
            sign = RELATIONS[self.taken(*RELATIONS)]
            right = self.sum()
            found.append(self.made(Node("relation", (left, right), sign), start))
            left = right
        if not found:
            raise self.refuse("a relation belongs here")
        return found[0] if len(found) == 1 else self.made(Node("and", tuple(found)), start)

    # --- factors --------------------------------------------------------------------------------------------

    def primary(self) -> Node:
        """A name, a number, or what brackets and commands make."""
        start, token = self.at, self.found[self.at] if self.at < len(self.found) else None
        if token is None:
            raise self.refuse("something is missing here")
        text = token.text
        special = self.special()
        if special is not None:
            return self.made(special, start)
        if token.kind == "number":
            self.at += 1
            return self.made(Node("num", name=text), start)
        if text.isdecimal():
            self.at += 1
            if self.next() == "_" and any(
                t.text in RELATIONS for t in self.found[self.at : group(self.found, self.at + 1)]
            ):
                return self.made(Node("num", name=text), start)
            return self.made(Node("ones" if text == "1" else "num", name=text), start)
        if text in ("(", "[", r"\{"):
            return self.bracketed()
        if text == "{":
            return self.argument()
        if text in STOPS or text in (r"\end",):
            raise self.refuse("something is missing here")
        if text == "d" and self.is_differential():
            self.at += 1
            node = self.name()
            if node.op != "name":
                raise self.refuse(DIFFERENTIAL)
            return self.made(replace(node, name=f"d {node.name}"), start)
        if text == STAR or text in UNKNOWN:
            raise self.refuse(
                f"{self.source[token.start : token.end]} has no meaning: define it in the notation"
            )
        return self.name()

    def is_differential(self) -> bool:
        """Whether d and a letter right behind it come, as in dx or d\\mathbf{y}."""
        if self.at + 1 >= len(self.found):
            return False
        here, behind = self.found[self.at], self.found[self.at + 1]
        is_letter = (len(behind.text) == 1 and behind.text.isalpha()) or behind.text in ACCENTS
        return is_letter and not any(c.isspace() for c in self.source[here.end : behind.start])

    def bracketed(self) -> Node:
        """What stands in brackets: a term, or a row of numbers."""
        start, end = self.at, closing(self.found, self.at)
        inside = self.found[self.at + 1 : end]
        if end >= len(self.found):  # real notes lose brackets: this one reaches to the end
            self.tolerances["a bracket that is not closed reaches to the end"] = None
        self.at = min(end + 1, len(self.found))
        parts = split(inside, (",", ";"))
        if len(parts) == 1:
            if self.found[start].text == "[" and any(t.text in RELATIONS for t in outermost(inside)):
                return self.made(Node("indicator", conditions=(self.inside(inside).conditions(),)), start)
            node = self.inside(inside).rest()
            return (
                self.made(replace(node, name=node.name), start) if node.op != "mul" else self.made(node, start)
            )
        entries = []
        for part in parts:
            if [t.text for t in part] == [r"\ldots"]:
                entries.append(Node("dots"))
            elif part:
                entries.append(self.inside(part).rest())
        return self.made(Node("matrix", tuple(entries), str(len(entries))), start)
















