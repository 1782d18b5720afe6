"""What every exported script begins with: it is copied there, and needs SymPy and mpmath alone.

A theorem of C channels is written for one C at a time, with x[1], ..., x[C] as symbols. An equation is checked by
SymPy, within a limit of time, and where that does not decide by mpmath with 50 digits, at points where the hypotheses
hold; an inequality by mpmath alone.
"""

import itertools
import random
import signal
import sys
import time
from contextlib import contextmanager

import mpmath
import sympy
from sympy import Function, Integer, Integral, Rational, S, Symbol, diff, exp, log, sqrt, tanh  # noqa: F401

TOTAL = 45.0  # seconds for the whole script
LIMIT = 1.5  # seconds for SymPy to decide, and twice as many for points
DIGITS = 50
POINTS = 3
TRIES = 400

BEGUN = time.monotonic()

mpmath.mp.dps = DIGITS + 10

found = {"checked by SymPy": 0, "numeric only": 0, "not said to SymPy": 0, "FAILED": 0}


def is_over(label):
    """Whether the time of the script is over; then it says so of a line, and does not look at it."""
    over = time.monotonic() - BEGUN > TOTAL
    if over:
        tell(label, "not said to SymPy", "no time is left")
    return over


class TooLong(Exception):
    """SymPy takes longer than it may."""


@contextmanager
def limit(seconds):
    """Within it, what takes longer raises TooLong; where the system has no such clock, nothing does."""

    def end(*_):
        raise TooLong

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def real(name):
    """A real number."""
    return Symbol(name, real=True)


def vector(name, *sizes):
    """The entries of a vector or an array, by their numbers from 1."""
    numbers = itertools.product(*(range(1, int(n) + 1) for n in sizes))
    return {n if len(n) > 1 else n[0]: real(f"{name}_{'_'.join(map(str, n))}") for n in numbers}


def total(body, size, without=()):
    """The sum over 1, ..., size, but for what is left out."""
    return sum((body(k) for k in range(1, int(size) + 1) if k not in without), Integer(0))


def up_to(body, first, last):
    """The sum of body(k) for k from first to last."""
    return sum((body(k) for k in range(int(first), int(last) + 1)), Integer(0))


def delta(i, j):
    """1 where i = j, else 0."""
    return Integer(i == j)


def slope(f, orders, *arguments):
    """A derivative of an unknown function, so often along each of its arguments, at a point."""
    names = [sympy.Dummy(real=True) for _ in arguments]
    made = f(*names)
    for name, order in zip(names, orders, strict=True):
        made = diff(made, name, order) if order else made
    return made.subs(list(zip(names, arguments, strict=True)))


def at(body, variable, value):
    """The value of an expression where a variable has another one."""
    return S(body).doit().subs(variable, value)


def holds(relation, left, right):
    """Whether a relation of two numbers holds, with 50 digits; of two that agree in these, none is the larger one."""
    a, b = mpmath.mpf(left), mpmath.mpf(right)
    near = abs(a - b) <= mpmath.mpf(10) ** (12 - DIGITS) * (1 + abs(a) + abs(b))
    return {
        "=": near, "!=": not near, "<": a < b and not near, "<=": a <= b or near, ">": a > b and not near,
        ">=": a >= b or near,
    }[relation]  # fmt: skip


def number(e, point):
    """The value of an expression at a point, with 50 digits; None where it has none."""
    value = S(e).subs(point).subs(point)
    try:
        value = sympy.N(value.doit(), DIGITS + 10)
    except (ZeroDivisionError, ValueError, TypeError):
        return None
    if not value.is_number or value.is_real is False or not value.is_finite:
        return None
    return mpmath.mpmathify(value) if value.is_real else None


def plain(e):
    """An expression in which values of unknown functions, and their derivatives, are numbers of their own."""
    atoms = e.atoms(sympy.core.function.AppliedUndef, sympy.Derivative, sympy.Subs)
    for n, atom in enumerate(sorted(atoms, key=lambda a: -len(str(a)))):  # a derivative before what it is of
        e = e.subs(atom, real(f"value_{n}"))
    return e


def concrete(e):
    """An expression in which each unknown function is one that is known: what holds of any holds of that."""
    e = S(e)
    for f in sorted({a.func for a in e.atoms(sympy.core.function.AppliedUndef)}, key=str):
        first = Rational(sum(map(ord, str(f))) % 7 + 1, 5)
        e = e.replace(f, lambda *a, first=first: sum(sympy.sin(first + n * u) for n, u in enumerate(a, start=1)))
    return e.doit()


def points(hypotheses, *expressions):
    """Points with rational numbers at which the hypotheses hold, with the values of some expressions there."""
    expressions = [concrete(e) for e in expressions]
    conditions = [(relation, concrete(left), concrete(right)) for relation, left, right in hypotheses]
    about = [*expressions, *(side for c in conditions for side in c[1:])]
    names = sorted({s for e in about for s in e.free_symbols}, key=str)
    chance, given = random.Random(1), 0
    for tried in range(TRIES):
        low = 1 if tried % 2 else -12
        point = {s: Rational(chance.randint(low, 12), chance.randint(1, 4)) for s in names}
        sides = ((r, number(left, point), number(right, point)) for r, left, right in conditions)
        if all(a is not None and b is not None and holds(r, a, b) for r, a, b in sides):
            values = [number(e, point) for e in expressions]
            if None not in values:
                yield values
                given += 1
        if given == POINTS:
            return


def is_zero(e):
    """Whether SymPy shows an expression to be zero in the time that it has; None where it does not say."""
    try:
        with limit(LIMIT):
            e = plain(e)
            above = sympy.together(e).as_numer_denom()[0]
            if sympy.expand(above) == 0:
                return True
            return True if sympy.simplify(e) == 0 else None
    except (TooLong, NotImplementedError, ValueError, TypeError, RecursionError):
        return None


def check(label, sides, where=(), combination=list):
    """An equation, as a combination of equations before it: left - right is the sum of c (l - r)."""
    if is_over(label):
        return None
    try:
        with limit(2 * LIMIT):
            left, right = sides()
            e = S(left - right - sum((c * (a - b) for c, (a, b) in combination()), Integer(0))).doit()
    except TooLong:
        return tell(label, "not said to SymPy", "it takes too long to write out")
    if is_zero(e):
        return tell(label, "checked by SymPy")
    values = sampled(where, lambda: [e])
    if not values:
        return tell(label, "not said to SymPy", "no point is found at which the hypotheses hold")
    worst = max(abs(v) for v, in values)
    is_small = worst < mpmath.mpf(10) ** (12 - DIGITS)
    return tell(label, "numeric only" if is_small else "FAILED", "" if is_small else mpmath.nstr(worst, 5))


def compare(label, relation, sides, where=()):
    """An inequality, at points where the hypotheses hold."""
    if is_over(label):
        return None
    values = sampled(where, sides)
    if not values:
        return tell(label, "not said to SymPy", "no point is found at which the hypotheses hold")
    told = [(a, b) for a, b in values if not holds("=", a, b) or relation in ("<=", ">=")]
    if not told:
        return tell(label, "not said to SymPy", "the sides agree in 50 digits where they are tried")
    return tell(label, "numeric only" if all(holds(relation, a, b) for a, b in told) else "FAILED")


def sampled(where, expressions):
    """The values of some expressions at points where the hypotheses hold, as many as are found in the time."""
    values = []
    try:
        with limit(2 * LIMIT):
            for found_there in points(where, *expressions()):
                values.append(found_there)
    except TooLong:
        pass
    return values


def values_at(label, sides, point, functions):
    """The values of both sides where names and functions are what they are at a point; none where no time is left."""
    if is_over(label):
        return []
    values = []
    try:
        with limit(4 * LIMIT):
            for side in map(S, sides()):
                for f, formals, body in functions:
                    side = side.replace(f, lambda *a, of=formals, b=body: S(b).subs(list(zip(of, a, strict=True))))
                values.append(number(side.doit(), point))
    except TooLong:
        tell(label, "not said to SymPy", "it takes too long to evaluate")
        return []
    except ZeroDivisionError:
        return [None]
    return values


def fails(label, relation, sides, point, functions=()):
    """What is printed is false at this point: both sides have a value there, and these are not so related."""
    values = values_at(label, sides, point, functions)
    if None in values:
        tell(label, "not said to SymPy", "SymPy has no value there")
    elif values:
        seen = f"printed, and false: {mpmath.nstr(values[0], 15)} is not {relation} {mpmath.nstr(values[1], 15)}"
        tell(label, "FAILED" if holds(relation, *values) else "checked by SymPy", seen)


def has_no_value(label, sides, point, functions=()):
    """What is printed has no value at this point."""
    values = values_at(label, sides, point, functions)
    if None in values:
        tell(label, "checked by SymPy", "printed, and without a value there")
    elif values:
        tell(label, "not said to SymPy", "SymPy cancels what has no value there")


def skip(label, why):
    """What this script does not say, and why."""
    tell(label, "not said to SymPy", why)


def tell(label, outcome, more=""):
    """One line on what was found."""
    found[outcome] += 1
    print(f"  {outcome:18} {label}" + (f"  ({more})" if more else ""), flush=True)


def end():
    """The sum of it all; the exit status is 1 where something failed."""
    print("; ".join(f"{n} {what}" for what, n in found.items() if n or what != "FAILED"))
    sys.exit(1 if found["FAILED"] else 0)
