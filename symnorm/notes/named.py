"""Names in a formula: with accents, indices, labels and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..reader.cursor import NotUnderstood
from ..reader.tokens import Token
from .big import Big
from .survey import ACCENTS, closing, group
from .trees import Node

RELATIONS = {"=": "=", "<": "<", ">": ">", r"\leq": "<=", r"\geq": ">=", r"\neq": "!="}
STOPS = (")", "]", "}", "+", "-", "=", "<", ">", ",", "&", "^", "_", "'", "/", r"\leq", r"\geq", r"\neq", ";", ".", ":",
         "", r"\}", r"\\", r"\end{cases}", r"\cdot", r"\odot", r"\ldots", r"\rangle", r"\approx", r"\in", r"\end", "|",
         r"\|", r"\mid", r"\to", r"\forall")  # fmt: skip
ELEMENTARY = {
    r"\log": "log", r"\ln": "log", "ln": "log", "log": "log", r"\exp": "exp", "exp": "exp", r"\tanh": "tanh",
    r"\sinh": "sinh", r"\cosh": "cosh", r"\sin": "sin", r"\cos": "cos", r"\tan": "tan", r"\arctan": "arctan",
    r"\lg": "log10", "tanh": "tanh", "Tanh": "Tanh", "sinh": "sinh", "cosh": "cosh", "sin": "sin", "cos": "cos",
    "erf": "erf", r"\arcsin": "arcsin", r"\coth": "coth", r"\operatorname": "", "sign": "sign", "sgn": "sign",
    "sech": "sech", "erfc": "erfc", "artanh": "artanh", "arctan": "arctan", "logit": "logit",
}  # fmt: skip
"""Functions that may stand before an argument without brackets."""
MOMENTS = {
    "E": "expectation", r"\mathbb{E}": "expectation", r"\E": "expectation", "mean": "expectation", "Var": "variance",
    "var": "variance", r"\Var": "variance", "Cov": "covariance", "cov": "covariance", r"\Cov": "covariance",
}  # fmt: skip


class Named(Big):
    """The part of the grammar that reads names, their indices and arguments."""

    def indices(self, inside: Sequence[Token]) -> tuple[Node, ...]:
        """The indices in a subscript: letters and numbers side by side or with commas, each with what is added."""
        out: list[Node] = []
        sign = ""
        for token in inside:
            if token.text in (",", ";"):
                sign = ""
            elif token.text in ("+", "-"):
                sign = token.text
            else:
                made = Node(
                    "num" if token.text.isdecimal() else "name",
                    name=token.text,
                    start=token.start,
                    end=token.end,
                )
                if sign and out:
                    one = Node("neg", (made,)) if sign == "-" else made
                    out[-1] = Node("add", (out[-1], one), start=out[-1].start, end=token.end)
                    sign = ""
                else:
                    out.append(made)
        return tuple(out)

    def name(self) -> Node:
        """A name with its indices; of a function that is one, its value."""
        start = self.at
        key, indices = self.base()
        power: Node | None = None
        primes = 0
        while True:
            if self.next() == "_":
                if indices:
                    break
                key, indices = self.below(key)
            elif self.next() == "'":
                self.at += 1
                primes += 1
            elif self.next() == "^" and (label := self.label()):
                if isinstance(label, str):
                    key += f"^{{{label}}}"
                else:
                    indices = (*label, *indices)
            elif self.next() == "^" and power is None and (self.power_inside() or self.is_function(key)):
                self.at += 1
                power = self.argument()
            else:
                break
        node = self.made(Node("name", indices, key), start)
        is_call = self.next() in ("(", "[") and (self.is_function(key) or key in MOMENTS)
        if is_call or (self.next() == r"\{" and key in MOMENTS):
            node = self.call(key, primes, start)
            if indices:
                node = self.made(Node("at", (node, *indices)), start)
        elif key in ELEMENTARY or (
            self.is_function(key) and self.found[start].kind == "word" and self.bare_argument()
        ):
            node = self.applied(key, primes, start)
        elif primes and (self.is_function(key) or self.survey.functions & {key}):
            node = self.made(Node("prime", (Node("call", (), key),), str(primes)), start)
        elif primes:
            node = replace(node, name=key + "'" * primes)
        return node if power is None else self.made(Node("pow", (node, power)), start)

    def bare_argument(self) -> bool:
        """Whether an argument without brackets comes, behind a word that is a function, as in logit p."""
        token = self.found[self.at] if self.at < len(self.found) else None
        return token is not None and not token.apart and (len(token.text) == 1 and token.text.isalpha())

    def is_function(self, key: str) -> bool:
        """Whether a name is that of a function."""
        return key in self.survey.functions or key in ELEMENTARY

    def base(self) -> tuple[str, tuple[Node, ...]]:
        """A letter, a command or a word, with its accents; what stands below it within the accent is handed on."""
        text = self.next()
        if text in ACCENTS:
            self.at += 1
            end = group(self.found, self.at)
            inside = self.found[self.at : end]
            inside = inside[1:-1] if inside and inside[0].text == "{" else inside
            if not inside:
                raise self.refuse("something is missing here")
            self.at = end
            reader = self.inside(inside)
            key, indices = reader.base()
            if reader.next() == "_":
                key, indices = reader.below(key)
            if reader.at < len(reader.found):
                raise NotUnderstood("an accent over more than a name is not understood", self.source,
                                    inside[0].start, inside[-1].end)  # fmt: skip
            return f"{text}{{{key}}}", indices
        self.at += 1
        if text == r"\mathcal":
            letter = self.next().strip("{}")
            self.at = group(self.found, self.at - 1 + 1) if letter else self.at + 1
            if not letter:
                self.at = group(self.found, self.at - 1)
            return rf"\mathcal{{{letter}}}", ()
        if text == r"\operatorname":
            raise self.refuse("this operator is not understood")
        return text, ()

    def below(self, key: str) -> tuple[str, tuple[Node, ...]]:
        """What stands below a name: a part of the name, or its indices."""
        self.at += 1
        end = group(self.found, self.at)
        inside = [t for t in self.found[self.at : end] if t.text not in ("{", "}")]
        self.at = end
        if not inside:
            raise self.refuse("something is missing here")
        texts = [t.text for t in inside]
        labels = [t for t in texts if t not in (",", "+", "-", ";") and not self.survey.is_index(key, t)]
        if any(t in RELATIONS for t in texts):
            raise NotUnderstood(
                "a condition below a name is not understood", self.source, inside[0].start, inside[-1].end
            )
        if not labels:
            return key, self.indices(inside)
        if (
            len(labels) < len([t for t in texts if t not in (",", ";")])
            and not {"+", "-"} & {*texts}
            and "," in texts
        ):
            kept = [t for t in inside if t.text not in labels]
            return f"{key}_{{{joined(labels)}}}", self.indices(kept)
        return f"{key}_{{{joined(texts)}}}", ()

    def label(self) -> str | tuple[Node, ...]:
        """What stands above a name and is no power: a star, a word, an index in brackets; "" where it is a power."""
        end = group(self.found, self.at + 1)
        inside = [t for t in self.found[self.at + 1 : end] if t.text not in ("{", "}")]
        texts = [t.text for t in inside]
        if not texts:
            return ""
        if (
            len(texts) == 1
            and (texts[0] in ("+", "-", r"\dagger", "*star*", r"\ast", "'") or inside[0].kind == "word")
        ) or (len(texts) == 1 and texts[0] == r"\cdot"):
            self.at = end
            return "*" if texts[0] in ("*star*", r"\cdot", r"\ast") else texts[0]
        if (
            len(texts) == 3
            and texts[0] == "("
            and (texts[1].isdecimal() or inside[1].kind == "word" or len(texts[1]) == 1)
        ):
            self.at = end
            if texts[1].isdecimal() or inside[1].kind == "word":
                return f"({texts[1]})"
            return self.indices(inside[1:2])
        return ""

    def power_inside(self) -> bool:
        """Whether a power comes with a subscript behind it, as in \\sigma^2_B."""
        end = group(self.found, self.at + 1)
        return end < len(self.found) and self.found[end].text == "_" and self.found[end - 1].text.isdecimal()

    def call(self, key: str, primes: int, start: int) -> Node:
        """A function with its arguments in brackets."""
        end = closing(self.found, self.at)
        inside = self.found[self.at + 1 : end]
        self.at = min(end + 1, len(self.found))
        if not inside:
            raise self.refuse("an argument is missing")
        args = tuple(self.inside(part).rest() for part in split(inside, (",", ";", r"\|", "|", r"\mid")))
        if key in MOMENTS:
            return self.made(Node(MOMENTS[key], args), start)
        node = self.made(Node("call", args, ELEMENTARY.get(key, key) or key), start)
        return self.made(Node("prime", (node,), str(primes)), start) if primes else node

    def applied(self, key: str, primes: int, start: int) -> Node:
        """A function with its argument without brackets: one factor, and the plain names behind it."""
        if self.at >= len(self.found) or (self.next() in STOPS and self.next() not in ("|", r"\|")):
            if primes:
                return self.made(
                    Node("prime", (Node("call", (), ELEMENTARY.get(key, key)),), str(primes)), start
                )
            raise self.refuse("the argument is missing")
        begin = self.at
        argument = self.factor()
        is_plain = argument.op in ("num", "name")
        while is_plain and self.at < len(self.found) and self.begins():
            text = self.next()
            if (
                text in ELEMENTARY
                or text in ("(", "[", r"\{", r"\frac", r"\sqrt", r"\sum", "|", r"\|")
                or (self.found[self.at].kind == "word")
            ):
                break
            argument = self.made(Node("mul", (argument, self.factor())), begin)
        node = self.made(Node("call", (argument,), ELEMENTARY.get(key, key)), start)
        return self.made(Node("prime", (node,), str(primes)), start) if primes else node


def joined(texts: Sequence[str]) -> str:
    r"""The texts of a label as one: \mathcal keeps its braces."""
    out, at = "", 0
    while at < len(texts):
        is_styled = texts[at] == r"\mathcal" and at + 1 < len(texts)
        out += rf"\mathcal{{{texts[at + 1]}}}" if is_styled else texts[at]
        at += 2 if is_styled else 1
    return out


def outermost(found: Sequence[Token]) -> list[Token]:
    """The tokens that stand in no brackets."""
    depth, out = 0, []
    for token in found:
        depth += (token.text in ("(", "[", "{", r"\{")) - (token.text in (")", "]", "}", r"\}"))
        if depth == 0:
            out.append(token)
    return out


def split(found: Sequence[Token], signs: tuple[str, ...]) -> list[list[Token]]:
    """The tokens between signs that stand in no brackets; a double bar is a sign only where there is one of it."""
    depth, parts = 0, list[list[Token]]([[]])
    lone = {bar for bar in (r"\|", "|") if sum(t.text == bar for t in found) == 1}
    for token in found:
        depth += (token.text in ("(", "[", "{", r"\{", r"\langle", r"\begin{cases}", r"\begin")) - (
            token.text in (")", "]", "}", r"\}", r"\rangle", r"\end{cases}", r"\end")
        )
        if depth == 0 and token.text in signs and (token.text not in (r"\|", "|") or token.text in lone):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
