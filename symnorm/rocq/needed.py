"""What an equation needs of what is known: found by its values at a random point. Nothing here is trusted.

Most equations hold whatever roots and divisors are, as long as these are the same on both sides. Values are taken
modulo a prime, exactly: an equation needs what its sides differ without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..checker.calculus.polynomial import Polynomial
from ..checker.calculus.quotient import Quotient

if TYPE_CHECKING:
    from .algebra import Equation

PRIME = 2**61 - 1


class Needed(NamedTuple):
    """Whether an equation needs what roots are, and what divisors are."""

    roots: bool
    divisors: bool


def needed(
    equation: Equation, sides: tuple[Any, Any], same: Callable[[int], int], holding: Mapping[int, bool]
) -> Needed:
    """What an equation needs; all of it where no value tells.

    `same` and `holding` say what is looked at: generators that are equal, and deltas that are 1 or 0.
    """
    for found in (Needed(roots=False, divisors=False), Needed(roots=False, divisors=True)):
        point = _Point(equation, found.divisors, same, holding)
        try:
            if point.tree(sides[0]) == point.tree(sides[1]):
                return found
        except ZeroDivisionError:
            break
    return Needed(roots=True, divisors=True)


class _Point:
    """Random values of all variables of an equation; divisors have others than what they are, if they may."""

    def __init__(
        self, equation: Equation, divisors: bool, same: Callable[[int], int], holding: Mapping[int, bool]
    ) -> None:
        self.equation, self.divisors, self.same, self.holding = equation, divisors, same, holding
        self._random = Random(0)
        self._values: dict[object, int] = {}

    def atom(self, a: int) -> int:
        """The value of a generator."""
        match self.equation.ring.keys[a]:
            case ("inv", p):
                return _inverse(self.factor(p))
        return int(self.holding[a]) if a in self.holding else self._any(self.same(a))

    def factor(self, p: Polynomial) -> int:
        """The value of what something is divided by."""
        return self.polynomial(p) if self.divisors or p not in self.equation.below else self._any(p)

    def polynomial(self, p: Polynomial) -> int:
        """The value of a polynomial."""
        total = 0
        for monomial, c in p.terms.items():
            value = c.numerator if c.denominator == 1 else c.numerator * _inverse(c.denominator)
            for a, e in monomial:
                value = value * pow(self.atom(a), e, PRIME) % PRIME
            total += value
        return total % PRIME

    def quotient(self, q: Quotient, is_divisor: bool = False) -> int:
        """The value of a quotient."""
        value = self.factor(q.num) if is_divisor else self.polynomial(q.num)
        for p, e in q.den.items():
            value = value * pow(_inverse(self.factor(p)), e, PRIME) % PRIME
        return value

    def tree(self, tree: Any) -> int:
        """The value of a tree."""
        is_divisor = tree in self.equation.divisors
        if isinstance(tree, Quotient):
            return self.quotient(tree, is_divisor)
        if tree in self.equation.facts:
            return self.quotient(self.equation.facts[tree].value, is_divisor)
        match tree:
            case ("num", value):
                above, _, below = value.partition("/")
                return int(above) * _inverse(int(below or 1)) % PRIME
            case ("add", *parts):
                return sum(map(self.tree, parts)) % PRIME
            case ("neg", a):
                return -self.tree(a) % PRIME
            case ("mul", *parts):
                value = 1
                for part in parts:
                    value = value * self.tree(part) % PRIME
                return value
            case ("div", a, b):
                return self.tree(a) * _inverse(self.tree(b)) % PRIME
            case ("pow", a, n):
                return pow(self.tree(a) if n >= 0 else _inverse(self.tree(a)), abs(n), PRIME)
        raise KeyError(tree)

    def _any(self, key: object) -> int:
        """A value of its own for everything."""
        return self._values.setdefault(key, self._random.randrange(1, PRIME))


def _inverse(n: int) -> int:
    if not n % PRIME:
        raise ZeroDivisionError
    return pow(n, -1, PRIME)


class Standing:
    """The variables of an equation as they are by now, and the names of what is known of them."""

    def __init__(self, equation: Equation, holding: Mapping[int, bool]) -> None:
        names = (equation.atom(a) for a in equation.atoms if a not in holding)
        self.variables = [*dict.fromkeys(names), *equation.below.values()]
        self.nonzero = [f"N{n}" for n in range(len(equation.below))] + [f"M{n}" for n in range(len(equation.single))]
        self.given: list[str] = []
        """Equations of polynomials."""
        self.over: list[int] = []
        """The generators by which something is divided, and which are fractions by now."""

    def scaled(self, variable: str, n: int, single: Sequence[int]) -> None:
        """A root is a fraction from now on, and so are generators by which something is divided."""
        self.variables[self.variables.index(variable)] = f"s{n}"
        self.given.append(f"S{n}")
        self.nonzero = [name for name in self.nonzero if name not in [f"M{k}" for k in single]]
        self.over += single

    def rescaled(self, variable: str, n: int) -> None:
        """A divisor is a fraction from now on."""
        self.variables[self.variables.index(variable)] = f"e{n}"
        self.nonzero[self.nonzero.index(f"N{n}")] = f"N{n}'"
        self.given.append(f"D{n}'")

    @property
    def rational(self) -> str:
        """The tactic for an equation that holds whatever is given."""
        return f"rational {_tuple(self.variables)} {_tuple(self.nonzero)} 0"

    @property
    def with_given(self) -> str:
        """The same for one that needs what is given."""
        return f"rational {_tuple(self.variables)} {_tuple(self.nonzero)} {_tuple(self.given)}"


def _tuple(names: Sequence[str]) -> str:
    return f"({', '.join(['0', *names])})" if names else "0"
