r"""Two things that read the same: refused, wherever in a theorem they stand.

What is judged is the term; what a person reads is its printed form. So no two names of a theorem may look alike, on the
page or in a terminal, in printed lines and in the bodies of definitions as well. A name that looks like a formula, as
\sigma^2 does beside \sigma, has to be equal to it: `alike` says which equations have to be proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from ..checker.written import taken_for
from .latex import Latex, Piece
from .looks import PREFIXES, Look, look
from .names import name_of
from .refusals import LanguageError
from .statements import Statement, eq
from .terms import Term, renamed, sqrt, term
from .text import ascii_name, text
from .theorem import Counterexample, MissingHypothesis, Theorem

NAMED = ("sym", "def", "app", "vector", "coord")
ARITHMETIC = ("neg", "add", "mul", "div", "pow", "sqrt", "group")


@dataclass(frozen=True)
class Alike:
    """A term and the formula of other names that it looks like: they have to be equal."""

    shown: Term
    formula: Term

    @property
    def statement(self) -> Statement:
        """What has to hold."""
        return eq(self.shown, self.formula)

    def refused(self, theorem: Theorem) -> LanguageError:
        """That nothing shows them to be equal."""
        of = ", ".join(dict.fromkeys(_described(t) for t in self.formula.walk() if t.op in NAMED))
        return LanguageError(
            f"{theorem.id}: {_described(self.shown)} is printed as {text(self.shown)}, and nothing shows that it is "
            f"{text(self.formula, ascii=True)}{f', with {of}' if of else ''}; give it another LaTeX"
        )


def alike(theorem: Theorem) -> list[Alike]:
    """The equations that have to hold so that every name may look as it does. Raises LanguageError where none can."""
    seen = _Seen(theorem.id)
    for statement in statements(theorem):
        seen.read(statement)
    for variable in theorem.variables:
        seen.read(variable)
    return list(seen.alike())


def statements(theorem: Theorem) -> Iterator[Statement]:
    """Every statement that is printed of a theorem."""
    for entry in theorem.entries:
        yield entry.statement
        if entry.printed is not None:
            yield entry.printed.statement
    for erratum in theorem.errata:
        match erratum:
            case MissingHypothesis():
                yield erratum.hypothesis
            case Counterexample():
                yield erratum.claim
                yield from erratum.under
            case _:
                yield erratum.assumes


class _Seen:
    """What the names of a theorem look like."""

    def __init__(self, identifier: str) -> None:
        self.id = identifier
        self.names: dict[Look, Term] = {}
        """What stands by itself, by its look: symbols, entries of vectors, definitions, functions without arguments."""
        self.functions: dict[Look, Term] = {}
        """Functions, by the look of what stands before their arguments."""
        self.derivatives: dict[Look, Term] = {}
        """Derivatives of a name that are printed as a quotient of differentials."""
        self.quotients: dict[Look, Term] = {}
        """Quotients of what looks like differentials."""
        self.hidden: dict[str, Term] = {}
        """Functions that are printed without their arguments, by their names."""
        self.plain: dict[str, Term] = {}
        """Names in ASCII."""
        self.entries: dict[str, Term] = {}
        """What has an entry in every channel, by the look of what stands before the index."""
        self.channels = set("ijklmn")
        """Letters that a reader takes for a channel: the usual ones, and those in the theorem."""
        self.has_exponentials = False
        self.defined: set[str] = set()
        self.taken: set[tuple[Term, str | None, str, bool]] = set()
        """The names taken down so far, with their LaTeX, how each was printed, and whether without its arguments."""

    def read(self, printed: Term | Statement) -> None:
        """Prints something, and takes down what its names look like, and those in the bodies of its definitions."""
        _Reader(printed, self)

    def take(self, t: Term, shown: str, hides: bool, letter: str | None = None) -> None:
        """A name, as it is printed; of an entry, with the letter that is printed for its index."""
        if (t, t.latex, shown, hides) in self.taken:
            return
        self.taken.add((t, t.latex, shown, hides))
        if letter is not None:
            t = renamed(t, t.args[1], letter)
        if t.op == "def" and t.args[0] not in self.defined:
            self.defined.add(t.args[0])
            self.read(t.args[2])
        if _has_channels(t):
            self.entries.setdefault(look(name_of(t)).key, t)
            self.channels.update(a for a in t.args[1:2] if isinstance(a, str))
        if t.op == "app":
            self._place(self.functions, look(name_of(t)), t)
            self._place(self.names, look(name_of(t)), t)
            if hides and self.hidden.setdefault(t.args[0], t).args[2] != t.args[2]:
                raise self._refused(self.hidden[t.args[0]], t, shown)
        if t.op != "app" or hides:
            self._place(self.names, look(shown), t)
        other = self.plain.setdefault(ascii_name(str(t.args[0])), t)
        if _thing(other) != _thing(t):
            raise self._refused(other, t, ascii_name(str(t.args[0])))

    def _place(self, table: dict[Look, Term], shown: Look, t: Term) -> None:
        other = table.setdefault(shown, t)
        if _thing(other) != _thing(t):
            raise self._refused(other, t, text(t))

    def _refused(self, one: Term, other: Term, shown: str) -> LanguageError:
        return LanguageError(
            f"{self.id}: {_described(one)} and {_described(other)} are both printed as {shown}, and nobody could tell "
            "them apart; give one of them another LaTeX"
        )

    # --- formulas -------------------------------------------------------------------------------------------

    def alike(self) -> Iterator[Alike]:
        """What has to be equal, because it looks so."""
        spoken_of: dict[str, Term] = {}
        for shown, t in self.names.items():
            if shown.is_name:
                self._not_a_product(shown, t)
                self._not_of_another(shown.key, t)
                self._not_known(shown.key, t)
                continue
            if t.op != "def" and _has_signs(shown):
                raise LanguageError(f"{self.id}: {_described(t)} is no definition and cannot be printed as {text(t)}")
            written = self.derivatives.get(shown, self.quotients.get(shown))
            formula = self._formula(shown) if written is None else written
            if formula is not None:
                yield Alike(t, formula)
                continue
            for name in shown.names() if shown.op in ARITHMETIC else ():
                other = spoken_of.setdefault(name, t)
                if _thing(other) != _thing(t) and Look("name", key=name) not in self.names:
                    raise LanguageError(
                        f"{self.id}: {_described(other)} and {_described(t)} are both printed as formulas of {name}, "
                        "which stands for nothing; give one of them another LaTeX"
                    )
        for shown, t in self.derivatives.items():
            if shown in self.quotients:
                yield Alike(t, self.quotients[shown])

    def _not_a_product(self, shown: Look, t: Term) -> None:
        r"""Raises LanguageError for dx where there are d and x."""
        first, _, rest = shown.key.partition(" ")
        if first in PREFIXES.values() and rest:
            one, other = (self.names.get(Look("name", key=key)) for key in (first, rest))
            if one is not None and other is not None:
                raise LanguageError(
                    f"{self.id}: {_described(t)} is printed as {text(t)}, as the product of {_described(one)} and "
                    f"{_described(other)} is; give one of them another LaTeX"
                )

    def _not_known(self, key: str, t: Term) -> None:
        """Raises LanguageError for a symbol pi and an unknown function sigmoid, on the page or in a terminal."""
        for shown in (key, str(t.args[0])):
            if known := taken_for(shown, t.op):
                told = "give it another name and LaTeX, or define it by what it is"
                raise LanguageError(f"{self.id}: {_described(t)} is printed as {shown}, as {known} is; {told}")

    def _not_of_another(self, key: str, t: Term) -> None:
        """Raises LanguageError for y' beside a function y, x_j beside a vector x, delta_ij, and e beside exp."""
        taken = ""
        base, _, below = key.partition("_")
        if "′" in key and Look("name", key=key.replace("^′", "′").replace("′", "")) in self.functions:
            taken = "a derivative"
        elif base == "δ" and len(below.strip("{}").replace(",", "")) == 2:
            taken = "Kronecker's delta"
        elif below in self.channels and base in self.entries and not _has_channels(t):
            taken = f"an entry of {_described(self.entries[base])}"
        elif key == "e" and self.has_exponentials:
            taken = "the base of exp"
        if taken and not (t.op == "app" and "′" not in key):
            raise LanguageError(f"{self.id}: {_described(t)} is printed as {taken} is; give it another LaTeX")

    def _formula(self, shown: Look) -> Term | None:
        """The formula of other names that a look is; None where it speaks of what is not in the theorem."""
        if shown.op == "name":
            return self.names.get(shown)
        if shown.op == "num":
            return term(shown.number)
        if shown.op == "entry":
            return self._formula(_entry(shown.parts[0], shown.key, self.names))
        if shown.op == "sign":
            return None
        if shown.op == "app":
            return self._applied(shown)
        parts = [self._formula(p) for p in shown.parts]
        known = [p for p in parts if p is not None]
        if len(known) < len(parts):
            return None
        match shown.op:
            case "group":
                return known[0]
            case "pow":
                return known[0] ** int(shown.number)
            case "sqrt":
                return sqrt(known[0])
            case "D" if known[1].op not in ("sym", "coord"):
                return None
        return Term(shown.op, tuple(known))

    def _applied(self, shown: Look) -> Term | None:
        """f(x) where f is a function, and a product where it is not; None where it is nothing."""
        head = self.functions.get(shown.parts[0])
        inside = [self._formula(p) for p in shown.parts[1:]]
        arguments = tuple(a for a in inside if a is not None)
        if head is None:
            factor = self.names.get(shown.parts[0])
            return None if factor is None or len(arguments) != 1 else factor * arguments[0]
        if len(arguments) < len(head.args[2]):
            return None
        return Term("app", (*head.args[:2], arguments), head.latex)


class _Reader(Latex):
    """Prints, and takes down every name as it is printed."""

    def __init__(self, printed: Term | Statement, seen: _Seen) -> None:
        super().__init__(printed)
        self.seen = seen
        self.told: Term | None = None
        """A function of which the derivative around it tells the argument."""
        if isinstance(printed, Statement):
            self.statement(printed)
        else:
            self.piece(printed)

    def piece(self, t: Term) -> Piece:
        if t.op == "D" and t.args[0].op == "app" and t.args[0].args[2] == t.args[1:]:
            self.told = t.args[0]
        made = super().piece(t)
        self.seen.has_exponentials |= t.op == "fn" and t.args[0] == "exp"
        if t.op in NAMED:
            hides = t.op == "app" and t is not self.told and self.hides_arguments(t)
            own = t.args[1] if t.op in ("coord", "def") else None
            self.seen.take(t, made.text, hides, None if own is None else self.index(own))
        elif t.op in ("D", "div") and all(part.op in NAMED for part in t.parts()) and self.is_plain(t.args[0]):
            with suppress(LanguageError):  # what is no look of a name cannot be taken for one
                shown = look(made.text)
                if shown.op == "D":
                    (self.seen.derivatives if t.op == "D" else self.seen.quotients).setdefault(shown, t)
        return made

    def statement(self, s: Statement, inside: bool = False) -> str:
        if s.kind == "differentiable":  # which is said of a function, whatever its arguments
            self.seen.take(s.parts[0], name_of(s.parts[0]), hides=False)
            return ""
        return super().statement(s, inside)

    def captures(self, k: str, captured: list[Term]) -> str:
        for d in captured:
            if k in self._letters:
                raise LanguageError(f"{self.seen.id}: a sum over {k} is around {text(d)}, and another {k} beside it")
            if not look(name_of(d)).is_below(k):
                told = f"a sum over {k} is around {_described(d)}, which needs {k} as a subscript in its LaTeX"
                raise LanguageError(f"{self.seen.id}: {told}")
        return super().captures(k, captured)


def _thing(t: Term) -> tuple[str, ...]:
    """What a name is the name of; a derivative of a function has a name of its own."""
    if t.op == "app":
        return "app", t.args[0], *map(str, t.args[1])
    return {"coord": "vector"}.get(t.op, t.op), t.args[0]


def _has_channels(t: Term) -> bool:
    """Whether a name has a value in every channel: a vector, an entry of one, a definition of these."""
    return t.op in ("coord", "vector") or (t.op == "def" and t.args[1] is not None)


def _has_signs(shown: Look) -> bool:
    return shown.op == "sign" or any(map(_has_signs, shown.parts))


def _entry(shown: Look, scripts: str, names: Mapping[Look, Term]) -> Look:
    """The formula with a subscript at each of its names that has an entry: (g - h)_i as g_i - h, where h has none."""
    if shown.is_name:
        entry = Look("name", key=shown.key + scripts)
        return entry if entry in names else shown
    return replace(shown, parts=tuple(_entry(p, scripts, names) for p in shown.parts))


def _described(t: Term) -> str:
    match t.op:
        case "sym":
            return f"the symbol {t.args[0]!r}"
        case "app":
            return f"the function {t.args[0]!r} of {', '.join(map(text, t.args[2]))}"
        case "def":
            return f"the definition {t.args[0]!r} ({text(t)} := {text(t.args[2])})"
        case "D":
            return f"the derivative {text(t, ascii=True)}"
    return f"the vector {t.args[0]!r}"
