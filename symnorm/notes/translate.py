"""A tree of a note as an expression of the language in which theorems are written.

Vectors and matrices are taken entry by entry; a function of the note is put in where it stands; what has a value only
where something is positive, or is not zero, is noted as a condition.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .definitions import Definition, mentions
from .ellipses import summed
from .letters import free_letters
from .meaning import Meaning
from .trees import Node

LOGISTIC = "(1 / (1 + exp(-({0}))))"
FUNCTIONS = {
    "exp": "exp({0})", "log": "log({0})", "tanh": "tanh({0})", "Tanh": "tanh({0})", "sqrt": "sqrt({0})",
    "sinh": "((exp({0}) - exp(-({0}))) / 2)", "cosh": "((exp({0}) + exp(-({0}))) / 2)", "sigmoid": LOGISTIC,
    "Sigmoid": LOGISTIC, r"\sigma": LOGISTIC, "SiLU": "({0} / (1 + exp(-({0}))))", "Swish": "({0} / (1 + exp(-({0}))))",
    "Softplus": "log(1 + exp({0}))", "softplus": "log(1 + exp({0}))", "Softsign": "({0} / (1 + abs({0})))",
}  # fmt: skip
RELATIONS = {"=": "eq({}, {})", "==": "eq({}, {})", ":=": "eq({}, {})", "!=": "ne({}, {})", "<": "lt({}, {})",
             ">": "gt({}, {})", "<=": "le({}, {})", ">=": "ge({}, {})"}  # fmt: skip
DEEPEST = 40


class Untranslated(Exception):
    """The language has no word for this, or not in this place."""


@dataclass
class Words:
    """The names that a script declares, in the order of their need."""

    meaning: Meaning
    known: Mapping[str, Definition]
    sizes: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    indices: dict[tuple[str, str], str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    conditions: dict[str, None] = field(default_factory=dict)
    fresh: int = 0
    plain_names: bool = False
    """Whether names are printed as Python has them, because the note's are too much alike."""
    plain: frozenset[str] = frozenset()
    """Single names of which that is so."""
    pending: set[str] = field(default_factory=set)
    of_definitions: dict[str, dict[str, None]] = field(default_factory=dict)
    """The conditions under which each definition has a value."""
    has_derivatives: bool = False
    """Whether a relation has a derivative, so that a root needs something positive below it."""

    # --- names ----------------------------------------------------------------------------------------------

    def size(self, member: str) -> str:
        """The number of entries of an index set: one is the number of channels, and each other has its own."""
        root = self.meaning.sets.root(member)
        if root not in self.sizes:
            latex = root.removeprefix("length:") if root.startswith("length:") else "C"
            name = self.identifier(latex, self.sizes.values())
            self.sizes[root] = name
            made = "symbol" if len(self.sizes) == 1 else "length"
            self.lines.append(f"{name} = {made}({name!r})")
        return self.sizes[root]

    def index(self, letter: str, member: str) -> str:
        """The name of an index, which is declared."""
        root = self.meaning.sets.root(member)
        if (letter, root) not in self.indices:
            taken = {*self.indices.values(), *self.names.values(), *self.sizes.values()}
            free = (one for one in (letter, *"ijkmnpqrstuvw") if one not in taken and one not in UNCLEAR)
            name = next(free) if len(letter) == 1 else self.identifier(letter)
            self.indices[letter, root] = name
            self.lines.append(f"({name},) = indices({name!r}, {self.size(member)})")
        return self.indices[letter, root]

    def new_index(self, member: str) -> str:
        """An index that no formula of the note has."""
        self.fresh += 1
        return self.index(f"k{self.fresh}", member)

    def identifier(self, latex: str, taken: object = ()) -> str:
        """A name for Python."""
        text = latex
        for accent, word in ((r"\hat", "hat"), (r"\bar", "bar"), (r"\tilde", "tilde"), (r"\dot", "dot")):
            if text.startswith(f"{accent}{{"):
                text = f"{text[len(accent) + 1 :].replace('}', '', 1)}_{word}"
        text = text.replace("^{*}", "_star").replace("^2", "2").replace("^{+}", "_plus").replace("'", "_prime")
        text = re.sub(r"[^A-Za-z0-9]+", "_", text.replace(r"\mathcal", "")).strip("_") or "u"
        text = text if text[0].isalpha() else f"n{text}"
        text = UNCLEAR.get(text, text)
        used = {*self.names.values(), *self.sizes.values(), *self.indices.values(), *RESERVED}
        return next(
            one
            for one in (text, *(f"{text}{letter}" for letter in "abcdefghijkmnpqrstuvwxyz"))
            if one not in used
        )

    def latex(self, key: str, name: str) -> list[str]:
        """The LaTeX of a name as Python has it: raw, so that a person can read it; nothing where it is the name."""
        shown = key.replace("*star*", "*")
        is_plain = self.plain_names or name in self.plain or not set(shown) & set("\\^_{")
        if is_plain or not shown.isascii() or '"' in shown:
            return []
        return [f'r"{shown}"']

    def leaf(self, key: str) -> str:
        """A symbol, a vector or an array that is left open."""
        if key not in self.names:
            sets = self.meaning.sets
            arity = max(sets.arity.get(key, 0), int(key in sets.vectors))
            sizes = [self.size(sets.place(key, at)) for at in range(arity)]
            name = self.identifier(key)
            made = ("symbol", "vector", "array")[min(arity, 2)]
            self.names[key] = name
            self.lines.append(f"{name} = {made}({', '.join([repr(name), *sizes, *self.latex(key, name)])})")
        return self.names[key]

    def defined(self, key: str) -> str:
        """A definition, with all that it needs before it. Raises Untranslated where it is no vector by its entries."""
        if key in self.names:
            self.conditions |= self.of_definitions.get(key, {})
            return self.names[key]
        if key in self.pending:
            raise Untranslated("a definition in a circle")
        own = self.known[key]
        if len(own.letters) > 1 or (own.arguments and own.letters):
            raise Untranslated("a definition with several indices")
        self.pending.add(key)
        before, self.conditions = self.conditions, {}
        try:
            inner = Terms(self, {own.letters[0]: None} if own.letters else {}, own.scope)
            rank = 0 if own.letters else inner.rank(own.body)[0]
            body = inner.entry(own.body, [None] * rank)
        finally:
            self.pending.discard(key)
            self.of_definitions[key] = self.conditions
            self.conditions = before | self.conditions
        name = self.identifier(key)
        self.names[key] = name
        self.lines.append(f"{name} = define({', '.join([repr(name), body, *self.latex(key, name)])})")
        return name

    def loss(self, key: str) -> str:
        """An arbitrary loss of one vector or number."""
        sinks = self.meaning.losses[key]
        if len(sinks) != 1:
            raise Untranslated("a loss of several things")
        self.conditions |= self.of_definitions.get(sinks[0], {})
        if key not in self.names:
            inner = self.defined(sinks[0]) if sinks[0] in self.known else self.leaf(sinks[0])
            name = self.identifier(key)
            self.names[key] = name
            self.lines.append(f"{name} = loss({', '.join([repr(name), inner, *self.latex(key, name)])})")
        return self.names[key]


UNCLEAR = {"l": "ell", "d": "dim", "o": "om", "O": "Om", "I": "Id"}
"""Letters that the language does not have as names, for they are taken for something else."""
RESERVED = frozenset({
    "D", "at", "by", "eq", "ne", "lt", "le", "gt", "ge", "exp", "log", "tanh", "sqrt", "abs", "total", "mean", "delta",
    "define", "symbol", "vector", "array", "indices", "length", "loss", "every", "cases", "rational", "Fraction",
    "Theorem", "theorem", "norm", "others", "maximum", "minimum", *keyword.kwlist,
})  # fmt: skip


class Terms:
    """Translates the trees of one relation; `at` says what its letters are: the name of an index, or None for all."""

    def __init__(self, words: Words, at: Mapping[str, str | None], scope: str, depth: int = 0) -> None:
        self.words, self.at, self.scope, self.depth = words, dict(at), scope, depth
        self.meaning, self.known = words.meaning, words.known
        self.sets = words.meaning.sets
        self.plain: frozenset[str] = frozenset()
        """Names that are numbers where they have no index."""
        self.over: dict[str, str] = {}
        """Arguments of functions that are put in."""
        if depth > DEEPEST:
            raise Untranslated("too deep")

    def with_letter(self, letter: str, index: str | None) -> Terms:
        """The same with one letter more."""
        inner = Terms(self.words, self.at | {letter: index}, self.scope, self.depth + 1)
        inner.over, inner.plain = self.over, self.plain
        return inner

    # --- ranks ----------------------------------------------------------------------------------------------

    def rank(self, node: Node) -> tuple[int, bool]:
        """The number of indices that are open, and whether a vector is a row."""
        match node.op:
            case "name":
                return self._rank_of_name(node.name, len(node.args)), False
            case "ones":
                return 1, False
            case "transpose":
                rank, row = self.rank(node.args[0])
                return rank, (not row if rank == 1 else False)
            case "add" | "div" | "pow" | "neg" | "sqrt":
                return max((self.rank(a) for a in node.args), key=lambda r: r[0])
            case "mul":
                return self._rank_of_product(node)
            case "call":
                return (2, False) if node.name == "diag" else self._rank_of_call(node)
            case "partial":
                above, below = self.rank(node.args[0]), self.rank(node.args[1])
                return above[0] + below[0], False
            case "at":
                return max(0, self.rank(node.args[0])[0] - len(node.args) + 1), False
            case "sum" | "prod":
                return self.rank(node.args[0])
        return 0, False

    def _rank_of_name(self, key: str, given: int) -> int:
        if key in self.over or (key in self.plain and not given and key not in self.known):
            return 0
        if key in self.known:
            own = self.known[key]
            if own.letters:
                return max(0, len(own.letters) - given)
            return max(0, Terms(self.words, {}, own.scope, self.depth + 1).rank(own.body)[0] - given)
        if key == "I" and not given:
            return 2
        if key in self.sets.lengths or key in self.at or key in self.meaning.losses:
            return 0
        return max(0, max(self.sets.arity.get(key, 0), int(key in self.sets.vectors)) - given)

    def _rank_of_product(self, node: Node) -> tuple[int, bool]:
        (a, row_a), (b, row_b) = (self.rank(x) for x in node.args)
        if node.name == "o" or 0 in (a, b):
            return (a, row_a) if a >= b else (b, row_b)
        match a, b:
            case 1, 1:
                if (row_a and not row_b) or (node.name == "." and row_a == row_b):
                    return 0, False
                return (2, False) if row_b and not row_a else (1, row_a)
            case 2, 1:
                return 1, False
            case 1, 2:
                return 1, True
        return 2, False

    def _rank_of_call(self, node: Node) -> tuple[int, bool]:
        own = self.known.get(node.name)
        if own is None or not own.arguments:
            if node.name in self.known or node.name in self.meaning.losses:
                return self._rank_of_name(node.name, 0), False
            return self.rank(node.args[0]) if node.args else (0, False)
        return (len(own.letters) or self._rank_of_name(node.name, 0)), False

    # --- entries --------------------------------------------------------------------------------------------

    def number(self, node: Node) -> str:
        """A number."""
        if self.rank(node)[0]:
            raise Untranslated("a vector where a number belongs")
        return self.entry(node, [])

    def entry(self, node: Node, places: list[str | None]) -> str:
        """The entry of a term at some places; of a number, itself."""
        rank = self.rank(node)[0]
        if rank < len(places):
            places = places[:0] if rank == 0 else places[:rank]
        elif rank > len(places):
            raise Untranslated("an index is missing")
        method = getattr(self, f"_{node.op}", None)
        if method is None:
            raise Untranslated(f"{node.op} is not translated")
        return str(method(node, places))

    def _num(self, node: Node, places: list[str | None]) -> str:
        return f"rational({node.name!r})" if "." in node.name else node.name

    def _ones(self, node: Node, places: list[str | None]) -> str:
        return "1"

    def _name(self, node: Node, places: list[str | None]) -> str:
        key = self.meaning.declared.synonyms.get(node.name, node.name)
        if key in self.over:
            return self.over[key]
        if key in self.plain and not node.args and key not in self.known:
            return self.words.leaf(f"{key} ")
        if key in self.sets.lengths and not node.args:
            return self.words.size(self.sets.length(key))
        if not node.args and key in self.at:
            raise Untranslated("an index is no number here")
        if key == "e" and key not in self.known:
            return "exp(1)"
        if key == r"\pi":
            raise Untranslated("pi is not in the language")
        given = [self._index(a) for a in node.args]
        if key not in self.known and (labelled := self._labelled(key)):
            key = labelled
        if f"{key}^2" in self.known and key not in self.known:
            return f"sqrt({self._member(f'{key}^2', given + places)})"
        if key in self.known:
            return self._member(key, given + places)
        if key in self.meaning.losses:
            return self.words.loss(key)
        if key == "I" and len(places) == 2:
            return _delta(places[0], places[1])
        return _at(self.words.leaf(key), given + places)

    def _labelled(self, key: str) -> str:
        plain = key.split("_")[0]
        if plain != key and "^" not in key:
            return (
                plain if plain in self.known and not any(k.startswith(f"{plain}_") for k in self.known) else ""
            )
        found = [k for k in self.known if k.startswith(f"{key}_") and not k.endswith("^2")]
        return found[0] if len(found) == 1 and not self.sets.is_vector(key) else ""

    def _member(self, key: str, given: list[str | None]) -> str:
        """A definition at some places: by its name where the language can define it, else what it means."""
        own = self.known[key]
        moves = bool(self.over) and not {*self.over}.isdisjoint(mentions(own.body, self.known))
        try:
            if moves:
                raise Untranslated("what depends on an argument is put in")
            return _at(self.words.defined(key), given)
        except Untranslated:
            if None in given or own.arguments or (own.letters and len(given) != len(own.letters)):
                raise
            if not own.letters:
                inner = Terms(self.words, {}, own.scope, self.depth + 1)
                inner.over, inner.plain = self.over, self.plain
                return f"({inner.entry(own.body, list(given))})"
            inner = Terms(self.words, dict(zip(own.letters, given, strict=True)), own.scope, self.depth + 1)
            inner.over, inner.plain = self.over, self.plain
            return f"({inner.number(own.body)})"

    def _index(self, node: Node) -> str | None:
        if node.op == "name" and not node.args:
            if node.name in self.at:
                return self.at[node.name]
            if node.name not in self.sets.lengths:
                return self.words.index(node.name, self.sets.letter(node.name, self.scope))
        raise Untranslated("an index that is no letter")

    # --- calculation ----------------------------------------------------------------------------------------

    def _add(self, node: Node, places: list[str | None]) -> str:
        said = self.entry(node.args[0], places)
        for part in node.args[1:]:
            sign, term = (" - ", part.args[0]) if part.op == "neg" else (" + ", part)
            said += sign + self.entry(term, places)
        return f"({said})"

    def _neg(self, node: Node, places: list[str | None]) -> str:
        return f"(-{self.entry(node.args[0], places)})"

    def _mul(self, node: Node, places: list[str | None]) -> str:
        a, b = node.args
        (ra, row_a), (rb, row_b) = self.rank(a), self.rank(b)
        if node.name == "o" or 0 in (ra, rb):
            return f"({self.entry(a, places)} * {self.entry(b, places)})"
        if (ra, rb) == (1, 1):
            if (row_a and not row_b) or (node.name == "." and row_a == row_b):
                return self._summed(a, b, [], [])
            if row_b and not row_a:
                return f"({self.entry(a, places[:1])} * {self.entry(b, places[1:])})"
            return f"({self.entry(a, places)} * {self.entry(b, places)})"
        if (ra, rb) == (2, 1):
            return self._summed(a, b, places[:1], [])
        if (ra, rb) == (1, 2):
            return self._summed(a, b, [], places[:1])
        return self._summed(a, b, places[:1], places[1:])

    def _summed(self, a: Node, b: Node, before: list[str | None], behind: list[str | None]) -> str:
        """The sum over the index between two factors."""
        k = self.words.new_index(self._set(b) or self._set(a) or self.sets.main())
        return f"total({self.entry(a, [*before, k])} * {self.entry(b, [k, *behind])}, over={k})"

    def _set(self, node: Node) -> str:
        found = self.sets.whole([node])
        return found[0] if found else ""

    def _div(self, node: Node, places: list[str | None]) -> str:
        a, b = node.args
        below = self.entry(b, places if self.rank(b)[0] else [])
        if not re.fullmatch(r"[0-9]+", below) and below not in self.words.sizes.values():
            for factor in _factors(b):
                self._condition(factor, "ne")
        above = self.entry(a, places)
        if re.fullmatch(r"\(?-?[0-9]+\)?", above) and re.fullmatch(r"[0-9]+", below):
            return f"Fraction({above.strip('()')}, {below})"
        return f"({above} / {below})"

    def _pow(self, node: Node, places: list[str | None]) -> str:
        base, exponent = node.args
        if base.op == "name" and exponent.op == "num" and f"{base.name}^{exponent.name}" in self.known:
            return self._member(f"{base.name}^{exponent.name}", [self._index(a) for a in base.args] + places)
        if base.op == "name" and exponent.op == "num":
            labelled = self._labelled(base.name) if base.name not in self.known else ""
            if labelled and f"{labelled}^{exponent.name}" in self.known:
                return self._member(f"{labelled}^{exponent.name}", [self._index(a) for a in base.args] + places)
        if base.op == "name" and base.name == "e" and "e" not in self.known:
            return f"exp({self.entry(exponent, places)})"
        value = _constant(exponent)
        if value is None:
            raise Untranslated("an exponent that is no number")
        if value.denominator == 2:
            self._condition(base, "gt" if value < 0 or self.words.has_derivatives else "ge")
        elif value.denominator != 1:
            raise Untranslated("an exponent that is no half of a whole number")
        elif value < 0:
            self._condition(base, "ne")
        inner = self.entry(base, places)
        return (
            f"({inner} ** {value.numerator if value.denominator == 1 else f'Fraction({value.numerator}, 2)'})"
        )

    def _sqrt(self, node: Node, places: list[str | None]) -> str:
        if len(node.args) > 1:
            raise Untranslated("a root that is no square root")
        self._condition(node.args[0], "gt" if self.words.has_derivatives else "ge")
        return f"sqrt({self.entry(node.args[0], places)})"

    def _condition(self, node: Node, kind: str) -> None:
        """Notes that a term is positive, or not zero, for all values of the letters that sums bind."""
        if self.over or (kind == "ge" and _is_even_power(node)):
            return
        letters = [letter for letter in free_letters([node], self.meaning) if letter in self.at]
        try:
            if not letters and not self.rank(node)[0]:
                self.words.conditions[f"{kind}({self.number(node)}, 0)"] = None
            elif kind in ("gt", "ge"):
                inner = Terms(self.words, self.at | dict.fromkeys(letters), self.scope, self.depth + 1)
                rank = inner.rank(node)[0]
                sign = ">" if kind == "gt" else ">="
                self.words.conditions[f"every({inner.entry(node, [None] * rank)}) {sign} 0"] = None
        except Untranslated:
            pass

    def _transpose(self, node: Node, places: list[str | None]) -> str:
        return self.entry(node.args[0], places[::-1])

    def _inner(self, node: Node, places: list[str | None]) -> str:
        return self._summed(node.args[0], node.args[1], [], [])

    def _abs(self, node: Node, places: list[str | None]) -> str:
        return f"abs({self.entry(node.args[0], places)})"

    def _norm(self, node: Node, places: list[str | None]) -> str:
        inner = node.args[0]
        if self.rank(inner)[0] != 1:
            raise Untranslated("the norm of a matrix")
        k = self.words.new_index(self._set(inner) or self.sets.main())
        one = self.entry(inner, [k])
        if node.name == "1":
            return f"total(abs({one}), over={k})"
        if node.name != "2":
            raise Untranslated("this norm")
        if self.words.has_derivatives:
            self.words.conditions[f"gt(total({one} ** 2, over={k}), 0)"] = None
        return f"sqrt(total({one} ** 2, over={k}))"

    def _at(self, node: Node, places: list[str | None]) -> str:
        return self.entry(node.args[0], [self._index(a) for a in node.args[1:]] + places)

    def _sum(self, node: Node, places: list[str | None]) -> str:
        inner, over = self, []
        for bound in node.bounds:
            member = self.sets.letter(bound.letter, self.scope)
            if bound.low is not None and _constant(bound.low) != 1:
                raise Untranslated("a sum that does not begin with 1")
            if bound.high is not None and bound.high.op == "extent":
                member = self.sets.place(bound.high.name)
            elif bound.high is not None and not (
                bound.high.op == "name" and bound.high.name in self.sets.lengths
            ):
                raise Untranslated("a sum that does not run over all")
            elif bound.high is not None:
                member = self.sets.length(bound.high.name)
            index = self.words.index(bound.letter.replace("*", "x"), member)
            over.append(index)
            inner = inner.with_letter(bound.letter, index)
        body = inner.entry(node.args[0], places)
        for condition in node.conditions:
            if condition.op != "relation" or condition.name != "!=":
                raise Untranslated("this condition of a sum")
            a, b = (inner._index(x) for x in condition.args)
            body = f"(1 - {_delta(a, b)}) * {body}"
        for index in reversed(over):
            body = f"total({body}, over={index})"
        return body

    def _dots(self, node: Node, places: list[str | None]) -> str:
        return self.entry(summed(node), places)

    def _delta(self, node: Node, places: list[str | None]) -> str:
        return _delta(*map(self._index, node.args))

    def _indicator(self, node: Node, places: list[str | None]) -> str:
        condition = node.conditions[0]
        if condition.op != "relation" or condition.name not in ("=", "!="):
            raise Untranslated("this indicator")
        a, b = (self._index(x) for x in condition.args)
        return _delta(a, b) if condition.name == "=" else f"(1 - {_delta(a, b)})"

    def _cases(self, node: Node, places: list[str | None]) -> str:
        rows = list(zip(node.args[::2], node.args[1::2], strict=True))
        if len(rows) == 2 and all(c.op == "relation" and c.name in ("=", "!=") for _, c in rows):
            (u, first), (v, _) = rows
            a, b = (self._index(x) for x in first.args)
            one, other = (u, v) if first.name == "=" else (v, u)
            return f"({_delta(a, b)} * {self.number(one)} + (1 - {_delta(a, b)}) * {self.number(other)})"
        shown = []
        for value, condition in rows:
            if condition.op == "and" and not condition.args:
                shown.append(self.number(value))
            else:
                shown.append(f"({self.number(value)}, {self.relation(condition)})")
        return f"cases({', '.join(shown)})"

    def relation(self, node: Node) -> str:
        """A condition."""
        if node.op != "relation":
            raise Untranslated("several conditions")
        return RELATIONS[node.name].format(*(self.number(a) for a in node.args))

    # --- functions and derivatives --------------------------------------------------------------------------

    def _call(self, node: Node, places: list[str | None]) -> str:
        if node.name == "diag":
            return f"({_delta(places[0], places[1])} * {self.entry(node.args[0], places[:1])})"
        own = self.known.get(node.name)
        if own is not None and node.args and own.arguments and len(node.args) != len(own.arguments):
            own = self.known.get(f"{node.name}/{len(node.args)}")
            if own is None:
                raise Untranslated("another number of arguments")
        if own is None and node.name in self.meaning.losses:
            return self.words.loss(node.name)
        if own is None:
            if node.name in ("log",):
                self._condition(node.args[0], "gt")
            if node.name not in FUNCTIONS or len(node.args) != 1:
                raise Untranslated(f"{node.name} is not in the language")
            return FUNCTIONS[node.name].format(self.entry(node.args[0], places))
        same = len(node.args) == len(own.arguments) and not {*self.over} & {a.name for a in node.args} and all(
            a.op == "name" and a.name == n and not a.args
            for a, n in zip(node.args, own.arguments, strict=False)
        )
        if not own.arguments or not node.args or same:
            try:
                return self._member(own.key, places)
            except Untranslated:
                return self._inlined(own, places)
        if any(self.rank(a)[0] for a in node.args) or own.letters:
            raise Untranslated("a function of vectors at other vectors")
        inner = Terms(self.words, {}, own.scope, self.depth + 1)
        inner.over = self.over | {
            n: f"({self.number(a)})" for n, a in zip(own.arguments, node.args, strict=True)
        }
        return f"({inner.number(own.body)})"

    def _inlined(self, own: Definition, places: list[str | None]) -> str:
        if own.letters and None not in places:
            inner = Terms(self.words, dict(zip(own.letters, places, strict=True)), own.scope, self.depth + 1)
            return f"({inner.number(own.body)})"
        inner = Terms(self.words, dict.fromkeys(own.letters), own.scope, self.depth + 1)
        inner.over = self.over
        return f"({inner.entry(own.body, [] if own.letters else places)})"

    def _prime(self, node: Node, places: list[str | None]) -> str:
        call = node.args[0]
        if node.name != "1" or len(call.args) > 1:
            raise Untranslated("this derivative")
        own = self.known.get(call.name)
        if own is not None and len(own.arguments) != 1:
            raise Untranslated("this derivative")
        taken = sum(one.startswith("u_") for one in self.over.values())
        u = self.words.leaf(f"u_{taken + 1}")
        inner = Terms(self.words, {}, own.scope if own else self.scope, self.depth + 1)
        if own is not None:
            inner.over = {own.arguments[0]: u}
            inner.plain = self.plain
            body = inner.number(own.body)
            argument = (
                self.number(call.args[0]) if call.args else self.number(Node("name", name=own.arguments[0]))
            )
        elif call.name in FUNCTIONS and call.args:
            body, argument = FUNCTIONS[call.name].format(u), self.number(call.args[0])
        else:
            raise Untranslated("the derivative of this function")
        return f"at(D({body}, {u}), {u}, {argument})"

    def _partial(self, node: Node, places: list[str | None]) -> str:
        if len(node.args) != 2 or self.over:
            raise Untranslated("a derivative of higher order")
        above, below = node.args
        wide = self.rank(above)[0]
        return f"D({self.entry(above, places[:wide])}, {self._variable(below, places[wide:])})"

    def _variable(self, node: Node, places: list[str | None]) -> str:
        if node.op == "call" and all(a.op == "name" and not a.args for a in node.args):
            node = Node("name", (), node.name)
        if node.op == "pow" and node.args[0].op == "name" and node.args[1].name == "2":
            base = node.args[0]
            for key in (base.name, self._labelled(base.name)):
                if f"{key}^2" in self.known:
                    return _at(self.words.defined(f"{key}^2"), [self._index(a) for a in base.args] + places)
            raise Untranslated("a derivative by a square")
        if node.op != "name":
            raise Untranslated("a derivative by a term")
        key = self.meaning.declared.synonyms.get(node.name, node.name)
        if key not in self.known and (labelled := self._labelled(key)):
            key = labelled
        given = [self._index(a) for a in node.args] + places
        if key in self.plain and not given and key not in self.known:
            return self.words.leaf(f"{key} ")
        if None in given:
            raise Untranslated("a derivative by a whole vector")
        if key in self.known:
            return _at(self.words.defined(key), given)
        if f"{key}^2" in self.known or key in self.meaning.losses:
            raise Untranslated("a derivative by this")
        return _at(self.words.leaf(key), given)

    def _expectation(self, node: Node, places: list[str | None]) -> str:
        [only] = node.args
        if self.rank(only)[0] != 1:
            raise Untranslated("a mean of something else than a vector")
        return f"mean({self.entry(only, [None])})"


def _delta(a: str | None, b: str | None) -> str:
    if a is None or b is None:
        raise Untranslated("a row of the identity matrix")
    return f"delta({a}, {b})"


def _at(name: str, given: list[str | None]) -> str:
    if not given or given == [None]:
        return name
    if None in given:
        raise Untranslated("a row of an array")
    return f"{name}[{', '.join(str(g) for g in given)}]"


def _factors(node: Node) -> list[Node]:
    """The factors of a divisor that may be 0: no numbers, and of a power its base."""
    if node.op == "mul":
        return [f for a in node.args for f in _factors(a)]
    if node.op == "pow" and _constant(node.args[1]) is not None:
        return _factors(node.args[0])
    return [] if node.op == "num" else [node]


def _is_even_power(node: Node) -> bool:
    value = _constant(node.args[1]) if node.op == "pow" else None
    return value is not None and value.denominator == 1 and value.numerator % 2 == 0


def _constant(node: Node) -> Fraction | None:
    """The number that a term is, if it is one as it is written."""
    if node.op == "num":
        return Fraction(node.name)
    if node.op == "neg":
        value = _constant(node.args[0])
        return None if value is None else -value
    if node.op == "div":
        a, b = map(_constant, node.args)
        return a / b if a is not None and b else None
    return None
