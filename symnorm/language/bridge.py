"""To SymPy and back, for those who want to go on with an expression there. No verdict depends on this module.

SymPy decides by itself what it evaluates, reorders and cancels. `to_sympy` asks it not to; what comes back
through `from_sympy` has the same value, and not always the same form. No string is ever given to SymPy to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from .graph import D
from .magnitudes import maximum, minimum
from .refusals import LanguageError
from .statements import Statement
from .terms import MEANINGS, Index, Term, bare, exp, function, is_length, log, set_of, sqrt, symbol, tanh, term


def to_sympy(
    written: Term | Statement, dimension: int | Mapping[Term, int] | None = None,
    channels: Mapping[Index, int] | None = None,
) -> Any:
    """A term as a SymPy expression, a statement as a SymPy relation, evaluated as little as SymPy allows.

    Symbols and functions are real; names of expressions are replaced by what they mean. Vectors and sums exist
    only at a concrete `dimension`: the coordinates of x are then the symbols x_1, x_2, ..., and
    `channels={i: 1}` says which channel a free index names. Where a sum shows which symbol is the dimension,
    that symbol becomes the number. Of arrays over several sets, `dimension={C: 3, N: 2}` has the lengths of all, and
    the entries are the symbols x_1_2, ... A statement about every channel becomes a conjunction. Raises LanguageError
    where one of the two is needed and not given.
    """  # fmt: skip
    writer = _Writer(written, dimension)
    chosen = {i.name: number for i, number in (channels or {}).items()}
    for name, number in chosen.items():
        if dimension is not None and not 1 <= number <= (size := writer.length(name)):
            raise LanguageError(f"{bare(name)} = {number} is no channel: channels are numbered 1 to {size}")
    return writer.term(written, chosen) if isinstance(written, Term) else writer.statement(written, chosen)


class _Writer:
    def __init__(self, written: Term | Statement, dimension: int | Mapping[Term, int] | None) -> None:
        terms = [written] if isinstance(written, Term) else list(written.terms())
        self.taken = {t.args[0] for top in terms for t in top.walk() if t.op == "sym"}
        self.names = {a for top in terms for t in top.walk() if t.op in ("coord", "delta") for a in t.args}
        shown = (t for top in terms for t in top.walk() if t.op in ("vector", "sum"))
        sizes = {a for t in shown for a in t.args[1 : 2 if t.op == "sum" else None] if isinstance(a, Term)}
        self.default = None if isinstance(dimension, Mapping) else dimension
        given = [*dimension.values()] if isinstance(dimension, Mapping) else [] if dimension is None else [dimension]
        for number in given:
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise LanguageError(f"dimension={number!r} is not a number of channels: an integer from 1")
        if self.default is not None and len(sizes) > 1:
            raise LanguageError("vectors of different dimensions: give them all, as dimension={C: 3, N: 2}")
        self.sizes: dict[Term, int] = dict(dimension) if isinstance(dimension, Mapping) else {}
        if self.default is not None:
            self.sizes = dict.fromkeys(sizes, self.default)

    def statement(self, s: Statement, channels: Mapping[str, int]) -> Any:
        import sympy

        every = sorted(n for n in self.names if n.startswith("*") and n not in channels)
        if every and (self.sizes or self.default is not None):
            numbers = product(*(range(1, self.length(n) + 1) for n in every))
            return sympy.And(
                *(self.statement(s, {**channels, **dict(zip(every, n, strict=True))}) for n in numbers)
            )
        makers = {
            "eq": sympy.Eq, "ne": sympy.Ne, "lt": sympy.Lt, "le": sympy.Le, "gt": sympy.Gt, "ge": sympy.Ge,
            "or": sympy.Or, "and": sympy.And, "implies": sympy.Implies, "iff": sympy.Equivalent,
        }  # fmt: skip
        parts = (
            self.statement(p, channels) if isinstance(p, Statement) else self.term(p, channels) for p in s.parts
        )
        return makers[s.kind](*parts, evaluate=False)

    def term(self, t: Term, channels: Mapping[str, int]) -> Any:
        import sympy

        def one(part: Term) -> Any:
            return self.term(part, channels)

        if t.op in MEANINGS:
            return one(t.parts()[0])
        match t.op, t.args:
            case "num", (value,):
                return sympy.Rational(value.numerator, value.denominator)
            case "sym", (name, *_):
                return sympy.Integer(self.sizes[t]) if t in self.sizes else sympy.Symbol(name, real=True)
            case "whole", (name, start):
                return sympy.Symbol(name, integer=True, nonnegative=True, positive=start > 0 or None)
            case "power", (a, exponent):
                return sympy.Pow(one(a), one(exponent), evaluate=False)
            case "upto", (over, last, body):
                return sympy.Sum(one(body), (one(over), over.args[1], one(last)))
            case "add" | "mul", parts:
                return _joined(sympy.Add if t.op == "add" else sympy.Mul, map(one, parts))
            case "neg", (a,) if a.op == "num":
                return -one(a)
            case "neg", (a,):
                return sympy.Mul(-1, one(a), evaluate=False)
            case "div", (a, b):
                return sympy.Mul(one(a), sympy.Pow(one(b), -1, evaluate=False), evaluate=False)
            case "pow", (a, n):
                return sympy.Pow(one(a), n, evaluate=False)
            case "fn", ("sqrt", a):
                return sympy.Pow(one(a), sympy.Rational(1, 2), evaluate=False)
            case "fn", (name, a):
                return {"exp": sympy.exp, "log": sympy.log, "tanh": sympy.tanh}[name](one(a), evaluate=False)
            case "app", (name, orders, arguments):
                return _applied(name, orders, [one(a) for a in arguments])
            case "def", (_, _, body):
                return one(body)
            case "coord", (name, *indices):
                coordinate = "_".join([name, *(str(self.channel(t, i, channels)) for i in indices)])
                if coordinate in self.taken:
                    raise LanguageError(
                        f"the symbol {coordinate} has the name of a channel of {name}: rename one"
                    )
                return sympy.Symbol(coordinate, real=True)
            case "delta", (i, j):
                return sympy.Integer(self.channel(t, i, channels) == self.channel(t, j, channels))
            case "sum", (index, _, excluded, body):
                size = self.length(index, t)
                skipped = {self.channel(t, i, channels) for i in excluded}
                taken = (n for n in range(1, size + 1) if n not in skipped)
                return _joined(sympy.Add, (self.term(body, {**channels, index: n}) for n in taken))
            case "D", (a, v):
                return sympy.Derivative(one(a), one(v), evaluate=False)
            case "integral", (a, v):
                return sympy.Integral(one(a), one(v))
            case "at", (a, v, point):
                return sympy.Subs(one(a), one(v), one(point))
        raise LanguageError(f"{t} has no counterpart in SymPy; take a channel of a vector, as x[i]")

    def length(self, index: str, t: Term | None = None) -> int:
        """How many members the set of an index has."""
        own = set_of(index)
        known = (n for size, n in self.sizes.items() if own == (size.args[0] if is_length(size) else ""))
        found = next(known, self.default)
        if found is None:
            what = bare(index) if t is None else t
            raise LanguageError(f"{what} stands for any number of channels, SymPy needs one: give dimension=3, say")
        return found

    def channel(self, t: Term, index: str, channels: Mapping[str, int]) -> int:
        size = self.length(index, t)
        if index not in channels:
            raise LanguageError(
                f"{t} has a free index: say which channel of {size} is meant, channels={{{bare(index)}: 1}}"
            )
        return channels[index]


def _joined(operation: Any, parts: Iterator[Any]) -> Any:
    """Unevaluated, but without the sum of one term, which SymPy would print as such."""
    made = list(parts)
    return made[0] if len(made) == 1 else operation(*made, evaluate=False)


def _applied(name: str, orders: tuple[int, ...], arguments: list[Any]) -> Any:
    """An unknown function, or a partial derivative of one, at the arguments."""
    import sympy

    f = sympy.Function(name, real=True)
    if not any(orders):
        return f(*arguments)
    places = [sympy.Dummy(f"u_{n}", real=True) for n in range(len(arguments))]
    by = [(place, order) for place, order in zip(places, orders, strict=True) if order]
    return sympy.Subs(sympy.Derivative(f(*places), *by), places, arguments)


def from_sympy(expression: Any, assuming: Iterable[Statement] = ()) -> Term:
    """A SymPy expression as a term, in the order in which SymPy holds it.

    Raises LanguageError for a part that has no place in the language, and says what to write instead. A symbol is a
    real number. What SymPy assumes of one besides, it may have used, as sqrt(a**2) = a: so it has to be told, and
    whoever reads it there puts it among the hypotheses of the theorem as well.

    >>> import sympy
    >>> a = symbol("a")
    >>> from_sympy(sympy.sqrt(sympy.Symbol("a", positive=True) ** 2), assuming=[a > 0])
    a
    """
    import sympy

    if not isinstance(expression, sympy.Expr):
        raise LanguageError(
            f"{expression!r} is of type {type(expression).__name__} and no SymPy expression; "
            "write equations as eq(a, b), comparisons as a < b, vectors as vector('x', C)"
        )
    names: dict[str, Any] = {}
    for s in sorted(expression.atoms(sympy.Symbol), key=sympy.default_sort_key):
        if names.setdefault(s.name, s) != s:
            raise LanguageError(
                f"two different SymPy symbols are called {s.name}; make both from one symbol('{s.name}')"
            )
    functions: dict[str, Any] = {}
    for f in (value.func for value in _unknown(expression)):
        if functions.setdefault(f.__name__, f) != f:
            raise LanguageError(
                f"two different functions of SymPy are called {f.__name__}; make both from one Function('{f.__name__}')"
            )
    read = _read(expression)
    _require_told([*names.values(), *_unknown(expression)], list(assuming))
    return read


def _unknown(expression: Any) -> list[Any]:
    """The values of unknown functions in a SymPy expression, in order."""
    import sympy
    from sympy.core.function import AppliedUndef

    return sorted(expression.atoms(AppliedUndef), key=sympy.default_sort_key)


SIGNS = (("positive", ">"), ("negative", "<"), ("nonnegative", ">="), ("nonpositive", "<="), ("nonzero", "!="))
"""What SymPy may assume of the sign of a real number, the strongest first, and how that compares with 0."""

KINDS = {">": ("gt", "lt"), "<": ("lt", "gt"), ">=": ("ge", "le"), "<=": ("le", "ge"), "!=": ("ne", "ne")}
"""Of the statement that says so, and of the same turned round."""

STRONG = ("zero", "prime", "even", "odd", "integer", "noninteger", "irrational", "rational")
"""What else SymPy may assume, the most telling first."""

PLAIN = frozenset(("commutative", "complex", "finite", "hermitian", "infinite", "extended_real"))
"""What is so of a real number, and may be assumed of what SymPy does not know to be one."""


def _require_told(things: list[Any], told: list[Statement]) -> None:
    """Raises LanguageError for what SymPy assumes of a symbol or of an unknown function, and nobody tells."""
    missing: list[str] = []
    for e in (e for e in things if e.is_real is not False):
        sign = next((s for s in SIGNS if getattr(e, f"is_{s[0]}")), None)
        if beyond := _beyond(e, sign[0] if sign else "real"):
            raise LanguageError(
                f"SymPy assumes of {e} whether it is {beyond}, which is no hypothesis here: make it a real symbol with "
                "a sign or none; a whole number is whole('n')"
            )
        if sign and not any(_says(s, _read(e), sign[1]) for s in told):
            missing.append(f"ne({e}, 0)" if sign[1] == "!=" else f"{e} {sign[1]} 0")
    if missing:
        said = ", ".join(missing)
        raise LanguageError(
            f"SymPy assumes {said}, and may have used it: write from_sympy(..., assuming=[{said}]), and where=[{said}] "
            "in the theorem"
        )


def _says(statement: Statement, t: Term, sign: str) -> bool:
    """Whether a statement says how a term compares with 0."""
    zero, (kind, turned) = term(0), KINDS[sign]
    return (statement.kind, statement.parts) in ((kind, (t, zero)), (turned, (zero, t)))


def _beyond(e: Any, kind: str) -> str:
    """What SymPy assumes of a symbol or an unknown function besides its sign, by a name; nothing where that is all."""
    import sympy

    held = e.assumptions0 if e.is_Symbol else e._assumptions
    known = {name: value for name, value in held.items() if value is not None}
    if e.is_real:
        plain = sympy.Symbol("a", **{"real": True, kind: True}).assumptions0
        beyond = [name for name, value in known.items() if plain.get(name) is not value]
    else:
        beyond = [name for name, value in known.items() if name not in PLAIN or value is (name == "infinite")]
    given = getattr(e, "_assumptions_orig", {})
    return next((name for name in (*given, *STRONG) if name in beyond), min(beyond, default=""))


def _read(e: Any) -> Term:
    import sympy
    from sympy.core.function import AppliedUndef

    match e:
        case sympy.Rational():
            return term(Fraction(int(e.p), int(e.q)))
        case sympy.Add():
            return reduce(_plus, map(_read, e.args))
        case sympy.Mul():
            return _product(e)
        case sympy.Pow():
            return _power(e.base, e.exp)
        case sympy.exp():
            return exp(_read(e.args[0]))
        case sympy.log() if len(e.args) == 1:
            return log(_read(e.args[0]))
        case sympy.tanh():
            return tanh(_read(e.args[0]))
        case sympy.Abs():
            return abs(_read(e.args[0]))
        case sympy.Max() | sympy.Min():
            return (maximum if e.func is sympy.Max else minimum)(*map(_read, e.args))
        case AppliedUndef() if e.is_real is not False and e.is_commutative:
            return function(e.func.__name__, *map(_read, e.args))
        case sympy.Derivative() if all(v.is_Symbol for v, _ in e.variable_count):
            variables = [_read(v) for v, n in e.variable_count for _ in range(_count(n))]
            return reduce(D, variables, _read(e.expr))
        case sympy.Symbol() if type(e) is sympy.Symbol and e.is_real is not False and e.is_commutative:
            return symbol(e.name)
    if e is sympy.E:
        return exp(1)
    raise LanguageError(f"{e} has no place in a statement: {_instead(e)}")


def _plus(left: Term, right: Term) -> Term:
    if right.op == "neg":
        positive: Term = right.args[0]
        return left - positive
    if right.op == "num" and right.args[0] < 0:
        return left - term(-right.args[0])
    return left + right


def _product(e: Any) -> Term:
    """A product: its sign in front, and what has a negative exponent below the line."""
    above: list[Term] = []
    below: list[Term] = []
    negative = False
    for n, factor in enumerate(e.args):
        if n == 0 and factor.is_Rational and factor < 0 and len(e.args) > 1:
            negative, factor = True, -factor
            if factor == 1:
                continue
        is_below = factor.is_Pow and factor.exp.is_Rational and factor.exp < 0
        (below if is_below else above).append(_power(factor.base, -factor.exp) if is_below else _read(factor))
    made: Term = reduce(Term.__mul__, above or [term(1)])
    made = made / reduce(Term.__mul__, below) if below else made
    return -made if negative else made


def _power(base: Any, exponent: Any) -> Term:
    import sympy

    if base is sympy.E:
        return exp(_read(exponent))
    if not (exponent.is_Rational and exponent.q in (1, 2)):
        raise LanguageError(
            f"{sympy.Pow(base, exponent, evaluate=False)} has the exponent {exponent}, and exponents are "
            "integers and 1/2: write exp(p * log(x)) for x to the power p"
        )
    if exponent < 0:
        return 1 / _power(base, -exponent)
    made = _read(base) if exponent.q == 1 else sqrt(_read(base))
    return made if exponent.p == 1 else made ** int(exponent.p)


def _count(n: Any) -> int:
    if n.is_Integer:
        return int(n)
    raise LanguageError(f"a derivative of order {n}: write it as D(D(f, x), x), as often as it needs")


def _instead(e: Any) -> str:
    """What to write in the place of a SymPy object that is refused."""
    import sympy

    match e:
        case sympy.Float():
            return f"statements are exact, write rational('{float(e):.15g}')"
        case _ if e is sympy.I or (e.is_Symbol and e.is_real is False):
            return "all numbers are real"
        case _ if e in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
            return "it is not a real number; write a bound as an inequality"
        case sympy.Dummy() | sympy.Wild():
            return "it has no name of its own, write symbol('t')"
        case sympy.NumberSymbol():
            return f"write symbol('{str(e).lower()}') and what is needed of it as a hypothesis"
        case sympy.Function():
            return "the functions are sqrt, exp, log and tanh, and unknown ones, as function('f', x)"
        case sympy.Sum() | sympy.Indexed() | sympy.IndexedBase():
            return "write vectors as vector('x', C) and sums as total(x)"
        case sympy.Integral():
            return "write integral(a, x), an equation up to a constant"
        case sympy.Subs():
            return "write at(a, x, point)"
        case sympy.Derivative():
            return "derivatives are with respect to a symbol, D(a, x), or a coordinate, D(a, x[i])"
    return f"the language has no term of type {type(e).__name__}"
