"""What commands make: fractions and derivatives, sums, integrals, cases, matrices, norms, deltas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..reader.cursor import NotUnderstood
from ..reader.tokens import Token
from .survey import BIG, Survey, group
from .trees import Bound, Node

if TYPE_CHECKING:
    from .grammar import Grammar

MATRICES = ("matrix", "bmatrix", "pmatrix", "Bmatrix", "smallmatrix")
SIGNS = {"=": "=", "<": "<", ">": ">", r"\leq": "<=", r"\geq": ">=", r"\neq": "!="}
WORDS = ("if", "for", "when", "otherwise", "else", "where", "若", "当", "其他", "otherwise.")


class Big:
    """The part of the grammar that commands begin."""

    source: str
    survey: Survey
    found: list[Token]
    at: int
    bars: tuple[str, ...]
    tolerances: dict[str, None]

    if TYPE_CHECKING:

        def next(self, ahead: int = 0) -> str: ...
        def taken(self, *wanted: str) -> str: ...
        def refuse(self, why: str) -> NotUnderstood: ...
        def made(self, node: Node, start: int) -> Node: ...
        def inside(self, found: Sequence[Token]) -> Grammar: ...
        def argument(self) -> Node: ...
        def factor(self) -> Node: ...
        def product(self) -> Node: ...
        def sum(self) -> Node: ...
        def begins(self) -> bool: ...
        def indices(self, inside: Sequence[Token]) -> tuple[Node, ...]: ...
        def name(self) -> Node: ...
        def base(self) -> tuple[str, tuple[Node, ...]]: ...
        def below(self, key: str) -> tuple[str, tuple[Node, ...]]: ...

    def special(self) -> Node | None:
        """What a command makes that begins here; None where a name, a number or a bracket begins."""
        text = self.next()
        match text:
            case r"\frac" | r"\dfrac" | r"\tfrac" | r"\cfrac":
                return self.fraction()
            case r"\sqrt":
                return self.root()
            case r"\partial" | r"\nabla":
                return self.gradient() if text == r"\nabla" else self.partial_inline()
            case r"\int":
                return self.integral()
            case r"\|" | "|":
                return self.between_bars()
            case r"\langle":
                return self.inner()
            case r"\begin{cases}":
                return self.cases()
            case r"\begin":
                return self.matrix()
            case r"\infty":
                self.at += 1
                return Node("infinity")
            case r"\delta" | "I" | r"\mathbf" | r"\chi":
                return self.delta()
            case "diag" | "Diag" | "tr" | "Tr" if self.next(1) in ("(", "[", r"\{"):
                self.at += 1
                return Node("call", (self.factor(),), text.lower())
            case r"\sum" | r"\prod" | r"\max" | r"\min":
                return self.big(BIG[text])
            case "max" | "min" if self.next(1) in ("_", "(", r"\{"):
                return self.big(text)
        return None

    # --- fractions and derivatives --------------------------------------------------------------------------

    def fraction(self) -> Node:
        """A fraction, or a derivative that looks like one."""
        self.at += 1
        start = self.at
        above_end = group(self.found, start)
        below_end = group(self.found, above_end)
        above, below = self.group_at(start, above_end), self.group_at(above_end, below_end)
        if not above or not below:
            raise self.refuse("something is missing in this fraction")
        if sign := derivative_sign(above, below):
            self.at = below_end
            return self.derivative(above, below, sign)
        self.at = below_end
        return Node("div", (self.inside(above).rest(), self.inside(below).rest()))

    def group_at(self, start: int, end: int) -> list[Token]:
        """The tokens of a group, without its braces."""
        inside = self.found[start:end]
        return inside[1:-1] if len(inside) > 1 and inside[0].text == "{" else inside

    def derivative(self, above: Sequence[Token], below: Sequence[Token], sign: str) -> Node:
        """A derivative; where nothing stands above but the sign, of the bracket or the product that follows."""
        place, order = 1, 1
        if place < len(above) and above[place].text == "^":
            end = group(above, place + 1)
            digits = "".join(t.text for t in above[place + 1 : end] if t.text not in "{}")
            if not digits.isdecimal() or int(digits) > 4:
                raise self.refuse("a derivative of this order is not understood")
            place, order = end, int(digits)
        wanted = self.variables(below, sign, order)
        if place < len(above):
            return Node("partial", (self.inside(above[place:]).rest(), *wanted))
        if self.next() in ("(", "[", r"\{"):
            return Node("partial", (self.factor(), *wanted))
        if not self.begins():
            raise self.refuse("what is differentiated is missing")
        return Node("partial", (self.product(), *wanted))

    def variables(self, below: Sequence[Token], sign: str, order: int) -> list[Node]:
        """By what is differentiated, once for each time."""
        places = [
            n
            for n, t in enumerate(below)
            if t.text == sign and (sign != "d" or n == 0 or below[n - 1].text != "_")
        ]
        out: list[Node] = []
        for one, behind in zip(places, [*places[1:], len(below)], strict=True):
            node = self.inside(below[one + 1 : behind]).rest()
            is_repeated = (
                order > 1 and len(places) == 1 and node.op == "pow" and node.args[1].name == str(order)
            )
            out += [node.args[0]] * order if is_repeated else [node]
        if len(out) != order:
            raise self.refuse("the orders of this derivative differ above and below")
        return out

    def partial_inline(self) -> Node:
        r"""A derivative written with a slash, as \partial L / \partial y_i, or as \partial_x L."""
        self.at += 1
        if self.next() == "_":
            end = group(self.found, self.at + 1)
            variable = self.inside(self.group_at(self.at + 1, end)).rest()
            self.at = end
            return Node("partial", (self.factor(), variable))
        above = self.factor()
        if not (self.taken("/") and self.taken(r"\partial")):
            raise self.refuse(r"\partial belongs above and below a fraction")
        return Node("partial", (above, self.factor()))

    def gradient(self) -> Node:
        r"""\nabla_x L: the derivative by a vector."""
        self.at += 1
        order = 2 if self.next() == "^" and self.next(1) == "2" else 1
        if order == 2:
            self.at += 2
        if self.next() != "_":
            node = self.factor()
            if node.op != "call" or len(node.args) != 1 or node.args[0].op != "name" or node.args[0].args:
                raise self.refuse(r"a gradient by what? write \nabla_x")
            return Node("partial", (node, *[node.args[0]] * order), "gradient")
        end = group(self.found, self.at + 1)
        variable = self.inside(self.group_at(self.at + 1, end)).rest()
        self.at = end
        return Node("partial", (self.factor(), variable), "gradient")

    # --- sums, products, maxima, integrals ------------------------------------------------------------------

    def big(self, op: str) -> Node:
        """A sum or the like over letters, or the largest and smallest of some."""
        self.at += 1
        below: list[Token] = []
        above: list[Token] = []
        for _ in range(2):
            if self.next() in ("_", "^"):
                end = group(self.found, self.at + 1)
                inside = self.group_at(self.at + 1, end)
                below, above = (inside, above) if self.next() == "_" else (below, inside)
                self.at = end
        if op in ("max", "min") and not below:
            return self.largest(op)
        bounds, conditions = self.bounds(below, above)
        if op in ("max", "min"):
            body = self.factor() if self.next() in ("(", "[", r"\{", "{") else self.tight()
        else:
            if not self.begins() and self.next() not in ("-",):
                raise self.refuse("what is summed is missing")
            body = self.product()
        if not below:
            bounds = [Bound(self.only_letter(body), None, bounds[0].high)]
        return Node(op, (body,), bounds=tuple(bounds), conditions=tuple(conditions))

    def only_letter(self, body: Node) -> str:
        r"""The letter of a sum that names none, as in \sum x_k^2."""
        found = {a.name for p in body.parts() if p.op == "name" for a in p.args if a.op == "name"}
        if len(found) != 1:
            raise self.refuse("over which letter is this sum?")
        return found.pop()

    def tight(self) -> Node:
        """The factors of which a maximum is taken."""
        start, node = self.at, self.factor()
        while self.begins():
            node = self.made(Node("mul", (node, self.factor())), start)
        return node

    def bounds(self, below: Sequence[Token], above: Sequence[Token]) -> tuple[list[Bound], list[Node]]:
        """The letters that a sum runs over, with what restricts them."""
        high = self.inside(above).rest() if above else None
        if not below:
            return [Bound("", None, high)], []
        texts = [t.text for t in below]
        if r"\in" in texts or any(t.kind == "word" for t in below):
            raise NotUnderstood("a sum over a set is not understood: write its bounds", self.source,
                                below[0].start, below[-1].end)  # fmt: skip
        if not any(t in SIGNS for t in texts):
            letters = [t for t in texts if t not in (",", "{", "}")]
            if not all(len(t) == 1 and t.isalpha() for t in letters):
                raise NotUnderstood("this sum runs over something that is not understood", self.source,
                                    below[0].start, below[-1].end)  # fmt: skip
            return [Bound(letter, None, high) for letter in letters], []
        condition = self.inside(below).conditions()
        relations = list(condition.args) if condition.op == "and" else [condition]
        bounds: list[Bound] = []
        others: list[Node] = []
        for one in relations:
            left, right = one.args
            is_letter = left.op == "name" and not left.args
            if one.name == "=" and is_letter:
                bounds.append(Bound(left.name, right, high))
            elif one.name == "<=" and right.op == "name" and len(relations) == 2:
                bounds.append(Bound(right.name, left, relations[1].args[1]))
                break
            else:
                others.append(one)
        known = {b.letter for b in bounds}
        for one in others:
            first = [a.name for a in one.args if a.op == "name" and not a.args]
            fresh = first if one.name in ("<", "<=", ">", ">=") else first[:1]
            bounds += [Bound(letter) for letter in fresh if letter not in known and not known]
        if not bounds:
            raise NotUnderstood(
                "the letter of this sum is not understood", self.source, below[0].start, below[-1].end
            )
        return bounds, others

    def largest(self, op: str) -> Node:
        """The largest or smallest of several arguments in brackets."""
        if self.next() not in ("(", r"\{", "["):
            raise self.refuse("brackets have to say of what")
        node = self.factor()
        args = node.args if node.op == "matrix" else (node,)
        return Node("largest" if op == "max" else "smallest", args)

    def integral(self) -> Node:
        """An integral with its bounds, as far as the differential."""
        self.at += 1
        limits: dict[str, Node] = {}
        while self.next() in ("_", "^"):
            sign, end = self.next(), group(self.found, self.at + 1)
            limits[sign] = self.inside(self.group_at(self.at + 1, end)).rest()
            self.at = end
        if len(limits) != 2:
            raise self.refuse("an integral without bounds is not understood")
        depth = 0
        for place in range(self.at, len(self.found) - 1):
            text = self.found[place].text
            depth += (text in ("(", "{", "[", r"\{")) - (text in (")", "}", "]", r"\}"))
            if depth == 0 and text == "d" and self.found[place + 1].text.isalpha():
                body = self.inside(self.found[self.at : place]).rest()
                self.at = place + 2
                return Node(
                    "integral", (body, limits["_"], limits["^"]), bounds=(Bound(self.found[place + 1].text),)
                )
        raise self.refuse("the differential of this integral is missing")

    # --- others ---------------------------------------------------------------------------------------------

    def root(self) -> Node:
        """A square root, or another."""
        self.at += 1
        if self.next() == "[":
            self.at += 1
            degree = self.argument()
            if not self.taken("]"):
                raise self.refuse("] belongs here")
            return Node("sqrt", (self.argument(), degree))
        return Node("sqrt", (self.argument(),))

    def between_bars(self) -> Node:
        """An absolute value or a norm."""
        bar = self.next()
        self.at += 1
        depth = 0
        for place in range(self.at, len(self.found)):
            text = self.found[place].text
            depth += (text in ("(", "{", "[", r"\{", r"\begin")) - (text in (")", "}", "]", r"\}", r"\end"))
            if text == bar and depth <= 0 and place > self.at:
                break
        else:
            raise self.refuse(f"{bar} is not closed")
        body = self.inside(self.found[self.at : place]).rest()
        self.at = place + 1
        if bar == "|":
            return Node("abs", (body,))
        kind = "2"
        if self.next() == "_":
            end = group(self.found, self.at + 1)
            kind = "".join(t.text for t in self.found[self.at + 1 : end] if t.text not in "{}")
            self.at = end
        if kind not in ("1", "2", r"\infty", "F"):
            raise self.refuse("this norm is not understood")
        return Node("norm", (body,), kind)

    def inner(self) -> Node:
        """An inner product."""
        self.at += 1
        depth, places = 1, []
        for place in range(self.at, len(self.found)):
            text = self.found[place].text
            depth += (text in ("(", "[", r"\{", r"\langle")) - (text in (")", "]", r"\}", r"\rangle"))
            if depth == 1 and text in (",", "|"):
                places.append(place)
            if depth == 0:
                break
        else:
            raise self.refuse(r"\rangle is missing")
        if len(places) != 1:
            raise self.refuse("an inner product has two factors")
        a, b = (
            self.inside(self.found[self.at : places[0]]).rest(),
            self.inside(self.found[places[0] + 1 : place]).rest(),
        )
        self.at = place + 1
        return Node("inner", (a, b))

    def delta(self) -> Node | None:
        """Kronecker's delta and the indicator of a condition; None where the letter is a name."""
        if self.next(1) not in ("_", "[", r"\{") or (self.next(1) != "_" and self.next() != "I"):
            return None
        end = group(self.found, self.at + 2) if self.next(1) == "_" else 0
        inside = self.group_at(self.at + 2, end) if end else []
        texts = [t.text for t in inside]
        if any(t in SIGNS for t in texts):
            self.at = end
            return Node("indicator", conditions=(self.inside(inside).conditions(),))
        letters = [t for t in inside if t.text != ","]
        if (
            self.next() == r"\delta"
            and len(letters) == 2
            and all(len(t.text) == 1 or t.text.isdecimal() for t in letters)
        ):
            self.at = end
            return Node("delta", self.indices(letters))
        return None

    def cases(self) -> Node:
        """Values with the conditions under which they hold."""
        self.at += 1
        depth, end = 1, self.at
        while end < len(self.found):
            depth += (self.found[end].text == r"\begin{cases}") - (self.found[end].text == r"\end{cases}")
            if depth == 0:
                break
            end += 1
        rows = _rows(self.found[self.at : end])
        self.at = min(end + 1, len(self.found))
        args: list[Node] = []
        for row in rows:
            places = [n for n, t in enumerate(row) if t.text == "&"]
            place = places[0] if places else next((n for n, t in enumerate(row) if t.text in WORDS), len(row))
            value = [t for t in row[:place] if True]
            while value and value[-1].text in (",", ";"):
                value.pop()
            condition = [t for t in row[place:] if t.text != "&" and t.text not in WORDS]
            while condition and condition[-1].text in (",", ";", "."):
                condition.pop()
            args.append(self.inside(value).rest())
            args.append(self.inside(condition).conditions() if condition else Node("and"))
        if not args:
            raise self.refuse("there are no cases")
        return Node("cases", tuple(args))

    def matrix(self) -> Node:
        """A matrix that is written out."""
        end = group(self.found, self.at + 1)
        kind = "".join(t.text for t in self.group_at(self.at + 1, end))
        if kind.rstrip("*") not in MATRICES:
            raise self.refuse(f"the environment {kind} is not understood here")
        stop = next((n for n in range(end, len(self.found)) if self.found[n].text == r"\end"), None)
        if stop is None:
            raise self.refuse(r"\end is missing")
        rows = _rows(self.found[end:stop])
        self.at = group(self.found, stop + 1)
        cells = [_cells(row) for row in rows]
        if len({len(row) for row in cells}) != 1:
            raise self.refuse("the rows of this matrix differ in length")
        entries = []
        for cell in (c for row in cells for c in row):
            is_dots = all(t.text in (r"\ldots", r"\vdots", r"\ddots") for t in cell)
            entries.append(Node("dots") if is_dots else self.inside(cell).rest())
        return Node("matrix", tuple(entries), f"{len(rows)}x{len(cells[0])}")


def derivative_sign(above: Sequence[Token], below: Sequence[Token]) -> str:
    """The sign of a derivative that a fraction is; nothing where it is a quotient."""
    for sign in (r"\partial", "d"):
        if above[0].text == sign and below[0].text == sign and len(below) > 1:
            return sign
    return ""


def _rows(found: Sequence[Token]) -> list[list[Token]]:
    out: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        depth += (token.text in (r"\begin", r"\begin{cases}")) - (token.text in (r"\end", r"\end{cases}"))
        if token.text == r"\\" and depth == 0:
            out.append([])
        else:
            out[-1].append(token)
    return [row for row in out if row]


def _cells(row: Sequence[Token]) -> list[list[Token]]:
    out: list[list[Token]] = [[]]
    for token in row:
        if token.text == "&":
            out.append([])
        else:
            out[-1].append(token)
    return out
