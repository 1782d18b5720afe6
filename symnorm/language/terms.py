"""Terms: mathematical expressions that stay as they were written.

A term is inert. `x/x` stays `x/x`, `sqrt(t**2)` stays what it is, and `x - mu` is printed in this order:
nothing is simplified, evaluated or reordered, because the printed line is what is judged. What a term
means is the business of the checker (exactly) and of the witness (numerically); see `symnorm.checker.forms`
for the plain form in which a term leaves this module.

A *channel* term has one value per channel: a vector `x`, or anything built from one, as `x - mu`; `x[i]` is its value
in channel i. A term with several *open axes* has one for every choice of members of several sets. See
`symnorm.language.arrays` for these, and for sums.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..checker import forms
from ..checker.forms import set_of as set_of
from .looks import look, spelled
from .refusals import InertIndex, InertTerm, LanguageError, allowed, refused_value

if TYPE_CHECKING:
    from .statements import Statement


MAX_EXPONENT = 100

MEANINGS: dict[str, Callable[..., Term]] = {}
"""What is printed in a way of its own and stands for another term, as |u| for the root of u^2: how that is made."""


class Index(InertIndex):
    """The name of a channel: i, j, k. Channels are numbered 1 to `dimension`.

    Where that is the length of a set of its own, the name ends with it, as b:N.
    """

    __slots__ = ("dimension", "name")

    def __init__(self, name: str, dimension: Term) -> None:
        self.name, self.dimension = name, dimension

    def __repr__(self) -> str:
        return bare(self.name)


def bare(index: str) -> str:
    """The name of an index as it is written: without its set."""
    return index.partition(":")[0]


class Term(InertTerm):
    """One node of an expression. Made by the functions of this module and by arithmetic."""

    __slots__ = (
        "_as_made", "_form", "_free", "_hash", "_inside", "_parts", "_written", "args", "axes", "height", "known",
        "latex", "mark", "names", "op", "size",
    )  # fmt: skip

    def __init__(
        self, op: str, args: tuple[Any, ...], latex: str | None = None, size: Term | None = None
    ) -> None:
        self.op, self.args, self.latex = op, args, latex
        self.size = size
        """Of an entry x_i, of delta_ij: the number of channels, where it is known. It is no part of what is written.

        Of an entry or a row of an array it is that of the index that does not tell its set, if there is one.
        """
        self._as_made = op, args, latex, size
        self._hash = hash((op, args))
        self._parts = (MEANINGS[op](*args),) if op in MEANINGS else _terms_of(args)
        self.height: int = 1 + max([part.height for part in self._parts], default=0)
        """So many terms are nested in it, itself included."""
        self._inside: tuple[Term, ...] = ()
        self._written: tuple[Term, ...] = ()
        self._free: tuple[str, ...] | None = None
        self._form: tuple[Any, ...] = ()
        self.names: Any = None
        """The names in it, once it was printed (see `symnorm.language.names`)."""
        self.known: dict[Any, Any] | None = None
        """The results of functions that are asked `once`."""
        self.mark: tuple[object, int] = (None, 0)
        """Left by who goes through terms: what for, a number. (`id` is slow in a watched script: an audit event.)"""
        self.axes: tuple[Term, ...] = ()
        """The sets over which the term has values, each by its length: first those of the part that has most."""
        if op == "vector":
            self.axes = tuple(a for a in args[1:] if isinstance(a, Term))
        elif op != "loss":
            for axes in (part.axes for part in self._parts if part.axes and part.axes != self.axes):
                first, more = (axes, self.axes) if len(axes) > len(self.axes) else (self.axes, axes)
                self.axes = (*first, *(a for a in more if a not in first))

    @property
    def is_as_made(self) -> bool:
        """Whether nothing in this node was changed where it stands; the terms inside are not looked at."""
        return all(a is b for a, b in zip(self._as_made, (self.op, self.args, self.latex, self.size), strict=True))

    def parts(self) -> tuple[Term, ...]:
        """The terms directly inside; of what stands for another term, that one."""
        return self._parts

    def shown(self) -> tuple[Term, ...]:
        """The terms directly inside as they are printed."""
        return _terms_of(self.args) if self.op in MEANINGS else self._parts

    def walk(self) -> tuple[Term, ...]:
        """This term and every term inside it, each once, in the order in which they are read."""
        if not self._inside:
            self._inside = _within(self, Term.parts)
        return self._inside

    def as_written(self) -> tuple[Term, ...]:
        """The same as it is printed, in definitions too; not what is meant alone, as under a variance."""
        if not self._written:
            self._written = _within(self, Term.shown)
        return self._written

    def rebuilt(self, change: Callable[[Term], Term]) -> Term:
        """This node with `change` applied to the terms directly inside."""

        def one(arg: Any) -> Any:
            if isinstance(arg, Term):
                return change(arg)
            return tuple(map(one, arg)) if isinstance(arg, tuple) else arg

        args = tuple(one(a) for a in self.args)
        return self if args == self.args else Term(self.op, args, self.latex)

    @property
    def is_channel(self) -> bool:
        """Whether the term has one value per channel, or for every choice of members of several sets."""
        return bool(self.axes)

    @property
    def dimension(self) -> Term:
        """The number of channels of a channel term."""
        if not self.axes:
            raise LanguageError(f"{self} is a number, not a vector: it has no channels")
        if len(self.axes) > 1:
            over = " and ".join(map(str, self.axes))
            raise LanguageError(f"{self} has values over {over}: say which is meant, as in over={self.axes[0]}")
        return self.axes[0]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Term) or self._hash != other._hash:
            return False
        return self.op == other.op and self.args == other.args

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        from .text import text

        return text(self)

    def _repr_latex_(self) -> str:
        from .latex import latex

        return f"${latex(self)}$"

    def _sympy_(self) -> Any:
        from .bridge import to_sympy

        return to_sympy(self)

    def __getitem__(self, index: Index | tuple[Index, ...]) -> Term:
        from .arrays import entry

        return entry(self, index if isinstance(index, tuple) else (index,))

    def __add__(self, other: Any) -> Term:
        return _joined("add", self, term(other))

    def __radd__(self, other: Any) -> Term:
        return _joined("add", term(other), self)

    def __sub__(self, other: Any) -> Term:
        return _joined("add", self, Term("neg", (term(other),)))

    def __rsub__(self, other: Any) -> Term:
        return term(other) - self

    def __neg__(self) -> Term:
        return Term("neg", (self,))

    def __abs__(self) -> Term:
        return Term("abs", (self,))

    def __mul__(self, other: Any) -> Term:
        return _joined("mul", self, term(other))

    def __rmul__(self, other: Any) -> Term:
        return _joined("mul", term(other), self)

    def __truediv__(self, other: Any) -> Term:
        return Term("div", (self, term(other)))

    def __rtruediv__(self, other: Any) -> Term:
        return term(other) / self

    def __pow__(self, exponent: Any) -> Term:
        if isinstance(exponent, Term):
            from .whole import powered

            return powered(self, exponent)
        is_half = isinstance(exponent, Fraction) and exponent.denominator == 2
        if isinstance(exponent, bool) or not (isinstance(exponent, int) or is_half):
            raise LanguageError(
                f"an exponent is an integer of Python or a Fraction(p, 2), not {exponent!r}; write sqrt(x), or "
                "exp(p * log(x)) for x to the power p"
            )
        if abs(exponent.numerator) > MAX_EXPONENT:
            raise LanguageError(f"an exponent beyond {MAX_EXPONENT}; give the power a name and a line of its own")
        if is_half:
            return sqrt(self) if exponent.numerator == 1 else Term("half", (self, exponent.numerator))
        return Term("pow", (self, exponent))

    def __matmul__(self, other: Any) -> Term:
        from .matrices import product

        return product(self, other)

    def __rmatmul__(self, other: Any) -> Term:
        made: Term = term(other).__matmul__(self)
        return made

    @property
    def T(self) -> Term:
        """The transpose, a row of a vector."""
        from .matrices import transpose

        return transpose(self)

    def __lt__(self, other: Any) -> Statement:
        return _compare("lt", self, other)

    def __le__(self, other: Any) -> Statement:
        return _compare("le", self, other)

    def __gt__(self, other: Any) -> Statement:
        return _compare("gt", self, other)

    def __ge__(self, other: Any) -> Statement:
        return _compare("ge", self, other)


Asked = TypeVar("Asked", bound=Callable[..., Any])


def once(function: Asked) -> Asked:
    """A function of a term that is asked once for each, and for whatever else it is given.

    A cache would take equal terms for the same, and these may differ in LaTeX and in size: those of two theorems do.
    """

    @wraps(function)
    def asked(t: Term, *more: Any) -> Any:
        if t.known is None:
            t.known = {}
        key = (function, *more)
        if key not in t.known:
            t.known[key] = function(t, *more)
        return t.known[key]

    return cast("Asked", asked)


def _compare(kind: str, left: Any, right: Any) -> Statement:
    from .statements import Statement

    return Statement(kind, (term(left), term(right)))


def _joined(op: str, left: Term, right: Term) -> Term:
    """a + b + c as one sum of three: Python groups to the left, and so does the printed page."""
    return Term(op, (*left.args, right) if left.op == op else (left, right))


def term(value: Any) -> Term:
    """A Python or SymPy number or expression as a term. Raises LanguageError for floats and strings."""
    if isinstance(value, Term):
        return value
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return _number(Fraction(value))
    if any((c.__module__ or "").startswith("sympy.") for c in type(value).__mro__):
        from .bridge import from_sympy

        return from_sympy(value)
    raise refused_value(value)


def number(value: Any) -> Term:
    """The same where it is a number. Raises LanguageError for a vector, too."""
    made = term(value)
    if made.is_channel:
        raise LanguageError(f"the vector {made} stands where a number belongs: take a channel, as x[i]")
    return made


def rational(decimal: str | int) -> Term:
    """The exact value of a decimal as a paper prints it: rational("0.049") is 49/1000."""
    if isinstance(decimal, bool):
        raise LanguageError(f"{decimal!r} is not a decimal or a fraction")
    if isinstance(decimal, float):
        raise LanguageError(f"write the decimal as it is printed, in quotes: rational('{decimal}')")
    try:
        value = Fraction(decimal)
    except (ValueError, ZeroDivisionError, TypeError):
        raise LanguageError(f"{decimal!r} is not a decimal or a fraction") from None
    return _number(value)


def _number(value: Fraction) -> Term:
    """A number, which may be written with so many digits."""
    if max(abs(value.numerator), value.denominator) >= 10**forms.MAX_DIGITS:
        told = "write it by powers, as (rational(10)**100)**-5"
        raise LanguageError(f"a number of more than {forms.MAX_DIGITS} digits: {told}")
    return Term("num", (value,))


def symbol(name: str, latex: str | None = None) -> Term:
    """A real scalar: a constant, a parameter or a variable."""
    return Term("sym", (_name(name),), _latex(name, latex))


def vector(name: str, dimension: Term, latex: str | None = None) -> Term:
    """A real vector with one entry per channel, `dimension` (a symbol) of them."""
    if term(dimension).op != "sym":
        raise LanguageError(f"the dimension of {name} has to be a symbol, as C = symbol('C')")
    return Term("vector", (_name(name), dimension), _latex(name, latex))


def indices(names: str, dimension: Term) -> tuple[Index, ...]:
    """Indices of channels, their names separated by blanks."""
    if term(dimension).op != "sym":
        raise LanguageError(f"the dimension of {names} has to be a symbol, as C = symbol('C')")
    if not isinstance(names, str) or not names.split() or len({*names.split()}) < len(names.split()):
        raise LanguageError(f"{names!r}: give the names of channels, each once, as indices('i j', C)")
    own = f":{dimension.args[0]}" if is_length(dimension) else ""
    return tuple(Index(_channel(n) + own, dimension) for n in names.split())


def is_length(t: Term) -> bool:
    """Whether a term is the length of a set of its own, and no other symbol."""
    return t.op == "sym" and len(t.args) == 2


def interval(variable: Term, containing: Any) -> Term:
    """In along=: the variable ranges over an interval that contains a point, at which something is known."""
    return Term("interval", (as_variable(variable), term(containing)))


def function(name: str, *arguments: Term, latex: str | None = None) -> Term:
    """An unknown function of the arguments, and of nothing else: y(x). Nothing says that it has a derivative.

    That is granted by `differentiable(y, k)` in where=; for a function of one argument also by a hypothesis or a given
    equation in which D(y, t) stands, or by an equation that is solved for it.
    """
    if not arguments:
        raise LanguageError(f"the function {name} needs its arguments: function({name!r}, x)")
    return Term("app", (_name(name), (0,) * len(arguments), tuple(map(term, arguments))), _latex(name, latex))


def define(name: str, body: Any, latex: str | None = None) -> Term:
    """A name for an expression. It is printed as the name and means the expression."""
    body = term(body)
    made: Term = type(body)("def", (_name(name), None, body), _latex(name, latex))
    return made


def delta(i: Index, j: Index) -> Term:
    """Kronecker's delta: 1 where i = j, else 0."""
    if not (isinstance(i, Index) and isinstance(j, Index)):
        raise LanguageError("delta(i, j) is of two indices, as i, j = indices('i j', C)")
    if i.dimension != j.dimension:
        raise LanguageError(f"{i} is one of {i.dimension} channels, {j} one of {j.dimension}: they cannot be compared")
    return Term("delta", (i.name, j.name), size=i.dimension)




def sqrt(argument: Any) -> Term:
    """The non-negative square root."""
    return Term("fn", ("sqrt", term(argument)))


def exp(argument: Any) -> Term:
    """The exponential."""
    return Term("fn", ("exp", term(argument)))


def log(argument: Any) -> Term:
    """The natural logarithm."""
    return Term("fn", ("log", term(argument)))


def tanh(argument: Any) -> Term:
    """The hyperbolic tangent, (e^2u - 1)/(e^2u + 1)."""
    return Term("fn", ("tanh", term(argument)))


def _terms_of(args: tuple[Any, ...]) -> tuple[Term, ...]:
    inside = (arg if type(arg) is tuple else (arg,) for arg in args)
    return tuple([a for several in inside for a in several if isinstance(a, Term)])


def as_variable(v: Any) -> Term:
    """A symbol or an entry of a vector. Raises LanguageError for anything else."""
    if isinstance(v, Term) and v.op in ("sym", "coord"):
        if is_length(v):
            raise LanguageError(f"{v} is the length of a set, a whole number that never varies, and no variable")
        return v
    raise LanguageError(f"{v} is not a variable: a symbol, or a coordinate x[i]")


def _name(text: str) -> str:
    found = allowed(forms.name, text)
    if "__" in found:
        raise LanguageError(f"{text} has two underscores in a row, as names have that the toolkit gives: write one")
    return found


def _channel(text: str) -> str:
    return allowed(forms.channel, _name(text))


def _latex(name: str, latex: str | None) -> str:
    """How a name is printed: by its LaTeX, or as it is."""
    if not (latex is None or isinstance(latex, str)):
        raise LanguageError(f"the LaTeX of {name} is a string, as r'\\mu', not {latex!r}")
    look(spelled(name) if latex in (None, name) else latex)
    return name if latex is None else latex


def _within(top: Term, inside: Callable[[Term], tuple[Term, ...]]) -> tuple[Term, ...]:
    """A term and every term inside it, each once, in the order in which they are read."""
    found: dict[Term, None] = {}
    ahead = [top]
    while ahead:
        t = ahead.pop()
        if t not in found:
            found[t] = None
            ahead.extend(reversed(inside(t)))
    return tuple(found)


def free_indices(t: Term) -> tuple[str, ...]:
    """The indices of a term that no sum in it binds, in the order of their appearance."""
    if t._free is None:
        t._free = _free_indices(t)
    return t._free


def _free_indices(t: Term) -> tuple[str, ...]:
    found: dict[str, None] = {}
    match t.op, t.args:
        case "coord", (_, *indices):
            found.update(dict.fromkeys(indices))
        case "vector", (_, *places):
            found.update(dict.fromkeys(i for i in places if isinstance(i, str)))
        case "delta", both:
            found.update(dict.fromkeys(both))
        case "sum", (index, _, excluded, body):
            found.update(dict.fromkeys(excluded))
            found.update((i, None) for i in free_indices(body) if i != index)
        case _:
            for part in t.parts():
                found.update(dict.fromkeys(free_indices(part)))
    if t.op == "matrix":
        found = {i: None for i in found if i[0] != "*"}
    return tuple(found)


def form(t: Term) -> tuple[Any, ...]:
    """The plain form of a term (see `symnorm.checker.forms`): nested tuples of strings and integers."""
    if not t._form:
        if t.op == "vector":
            raise LanguageError(f"the vector {t.args[0]} stands where a number belongs: take a channel, as x[i]")
        if t.op == "loss":
            raise LanguageError(f"the value of the loss {t} is not known: it stands in derivatives alone, as D({t}, v)")
        plain = (t.op, str(t.args[0])) if t.op in ("num", "sym") else None
        if t.op == "upto":
            over, last, body = t.args
            plain = ("upto", *over.args, form(last), form(body))
        t._form = plain or (form(t._parts[0]) if t.op in MEANINGS else (t.op, *map(_plain, t.args)))
    return t._form


def _plain(arg: Any) -> Any:
    if isinstance(arg, Term):
        return form(arg)
    return tuple(map(_plain, arg)) if isinstance(arg, tuple) else arg
