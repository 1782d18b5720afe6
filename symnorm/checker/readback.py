"""Normal forms read back as expressions: for certificates and messages, and for points judged a second time."""

from __future__ import annotations

from .calculus.budget import TooLarge
from .calculus.polynomial import Monomial, Number, Polynomial
from .calculus.quotient import Quotient
from .calculus.ring import Ring
from .forms import Form, free_wholes, of_the_set, put_for

ONE: Form = ("num", "1")
MAX_BITS = 1_300
"""A number of so many bits has fewer digits than one that is read may have."""


def read_back(q: Quotient) -> Form:
    """An expression whose normal form is `q`. Raises TooLarge where a number in it is too long for a form."""
    num = polynomial(q.ring, q.num)
    if not q.den:
        return num
    factors = [_power(polynomial(q.ring, p), e) for p, e in q.den.items()]
    return ("div", num, _product(factors))


def _within(q: Quotient) -> Form:
    """An expression that is read as just this quotient, denominators and all, under the sign of a function.

    Equal quotients may differ in how their denominators are taken apart. A product of several sums below a fraction
    would be multiplied out, and the root of what is read be another generator: it is divided by one after the other.
    """
    sums = {p: e for p, e in q.den.items() if p.as_monomial() is None}
    if sum(sums.values()) < 2:
        return read_back(q)
    form = read_back(Quotient(q.ring, q.num, {p: e for p, e in q.den.items() if p not in sums}))
    for p, e in sums.items():
        for _ in range(e):
            form = ("div", form, polynomial(q.ring, p))
    return form


def extent(q: Quotient) -> int:
    """How many generators and terms are written for a quotient, those within generators as often as they are."""
    sizes: dict[int, int] = {}

    def of(part: Quotient | Polynomial) -> int:
        if isinstance(part, Quotient):
            return of(part.num) + sum(map(of, part.den))
        return sum(1 + sum(map(size, (a for a, _ in monomial))) for monomial in part.terms)

    def size(number: int) -> int:
        if number not in sizes:
            key = q.ring.keys[number]
            found = [of(part) for part in key if isinstance(part, Quotient | Polynomial)]
            match key:
                case ("sum" | "upto", _, monomial):
                    found += [size(a) for a, _ in monomial]
                case ("app", _, _, arguments):
                    found += map(of, arguments)
            sizes[number] = 1 + sum(found)
        return sizes[number]

    return of(q)


def polynomial(ring: Ring, p: Polynomial) -> Form:
    """An expression for a polynomial."""
    terms = [_term(ring, m, c) for m, c in sorted(p.terms.items(), key=lambda item: _order(item[0]))]
    if not terms:
        return ("num", "0")
    return terms[0] if len(terms) == 1 else ("add", *terms)


def _order(m: Monomial) -> tuple[int, Monomial]:
    return (-sum(e for _, e in m), tuple((-a, e) for a, e in m))


def _term(ring: Ring, m: Monomial, c: Number) -> Form:
    factors = [_power(atom(ring, a), e) for a, e in m]
    if c == -1 and factors:
        return ("neg", _product(factors))
    if c != 1 or not factors:
        if max(c.numerator.bit_length(), c.denominator.bit_length()) > MAX_BITS:
            raise TooLarge("a number of more digits than are read")
        factors.insert(0, ("num", str(c)))
    return _product(factors)


def _product(factors: list[Form]) -> Form:
    return factors[0] if len(factors) == 1 else ("mul", *factors)


def _power(base: Form, exponent: int) -> Form:
    return base if exponent == 1 else ("pow", base, exponent)


def atom(ring: Ring, number: int) -> Form:
    """An expression for one generator."""
    key = ring.keys[number]
    match key:
        case ("sym" | "coord" | "delta", *_):
            return key
        case ("whole", name, start):
            return ("whole", name.partition(":")[0], start)
        case ("power", base, exponent):
            return ("power", read_back(base), read_back(exponent))
        case ("sqrt" | "exp" | "log" as name, q):
            return ("fn", name, _within(q))
        case ("inv", p):
            return ("div", ONE, polynomial(ring, p))
        case ("integral", q, along):
            return ("integral", read_back(q), atom(ring, along))
        case ("sum", dimension, monomial):
            bound, letter = ring.bound(monomial), f"s{ring.level(monomial)}"
            while any(of_the_set(letter, bound) in ring.indices_of[a] for a, _ in monomial):
                letter += "_"
            index = of_the_set(letter, bound)
            return ("sum", index, read_back(dimension), (), _named(_term(ring, monomial, 1), bound, index))
        case ("upto", last, monomial):
            letter, body = f"s{ring.level(monomial)}", _term(ring, monomial, 1)
            while any(name == letter for _, name, _ in free_wholes(body)):
                letter += "_"
            counted = ("whole", ring.bound(monomial).partition(":")[0], 1)
            return ("upto", letter, 1, read_back(last), put_for(body, counted, ("whole", letter, 1)))
        case ("app", name, orders, args):
            return _application(name, orders, tuple(read_back(q) for q in args))
    raise AssertionError(f"a generator of an unknown kind {key[0]}")


def _application(name: str, orders: tuple[int, ...], args: tuple[Form, ...]) -> Form:
    return ("app", name, orders, args)


def _named(form: Form, old: str, new: str) -> Form:
    return tuple(
        _named(p, old, new) if isinstance(p, tuple) else (new if p == old else p) for p in form
    )
