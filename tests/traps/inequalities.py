"""Inequalities."""

from fractions import Fraction

from symnorm.language import by, eq, ne, rational, sqrt, term

from .kit import MISSED, PROVED, REFUTED, Trap, a, b, c, t, third, u

TRAPS = {
    "a <= b gives a < b": Trap(REFUTED, a < b, [a <= b], by.sign(b - a)),
    "a < b gives a <= b": Trap(PROVED, a <= b, [a < b], by.sign(b - a)),
    "a < b gives a^2 < b^2": Trap(REFUTED, a**2 < b**2, [a < b], by.sign((b - a) * (b + a))),
    "a < b gives a^2 < b^2 for a > 0": Trap(PROVED, a**2 < b**2, [a < b, a > 0], by.sign((b - a) * (b + a))),
    "a < b gives 1/b < 1/a": Trap(REFUTED, 1 / b < 1 / a, [a < b, ne(a, 0), ne(b, 0)],
    by.sign((b - a) / (a * b))),
    "a != 0 gives a > 0": Trap(REFUTED, a > 0, [ne(a, 0)], by.sign(a)),
    "a != 0, b != 0 give a + b != 0": Trap(REFUTED, ne(a + b, 0), [ne(a, 0), ne(b, 0)], by.sign(a + b)),
    "a != 0, b != 0 give a b != 0": Trap(PROVED, ne(a * b, 0), [ne(a, 0), ne(b, 0)], by.sign(a * b)),
    "a b > 0 gives a > 0": Trap(REFUTED, a > 0, [a * b > 0], by.sign(a)),
    "1/3 = 0.333": Trap(REFUTED, eq(term(third), rational("0.333"))),
    "1/3 > 0.333": Trap(PROVED, term(third) > rational("0.333"), rule=by.bounds()),
    "sqrt(2) = 1.41421356": Trap(REFUTED, eq(sqrt(term(2)), rational("1.41421356")), rule=by.bounds()),
    "sqrt(2) < 1.41421356": Trap(REFUTED, sqrt(term(2)) < rational("1.41421356"), rule=by.bounds()),
    "sqrt(2) > 1.41421356": Trap(PROVED, sqrt(term(2)) > rational("1.41421356"), rule=by.bounds()),
    "sqrt(2)^2 > 2": Trap(REFUTED, sqrt(term(2)) ** 2 > 2, rule=by.bounds()),
    "a <= b and b <= a give a = b": Trap(PROVED, eq(a, b), [a <= b, b <= a], by.linear(), model={a: b}),
    "a < b, c < u give a c < b u": Trap(REFUTED, a * c < b * u, [a < b, c < u], by.sign(b * u - a * c)),
    "a < b gives a + c < b + c": Trap(PROVED, a + c < b + c, [a < b], by.sign(b - a)),
    "a < b gives -a < -b": Trap(REFUTED, -a < -b, [a < b], by.sign(a - b)),
    "a < b gives a c < b c": Trap(REFUTED, a * c < b * c, [a < b], by.sign((b - a) * c)),
    "a < b gives a c < b c for c >= 0": Trap(REFUTED, a * c < b * c, [a < b, c >= 0], by.sign((b - a) * c)),
    "a < b gives a c < b c for c > 0": Trap(PROVED, a * c < b * c, [a < b, c > 0], by.sign((b - a) * c)),
    "a != b, b != c give a != c": Trap(REFUTED, ne(a, c), [ne(a, b), ne(b, c)], by.sign(a - c)),
    "|a + b| <= |a| + |b|": Trap(PROVED, sqrt((a + b) ** 2) <= sqrt(a**2) + sqrt(b**2), rule=by.linear()),
    "|a + b| = |a| + |b|": Trap(REFUTED, eq(sqrt((a + b) ** 2), sqrt(a**2) + sqrt(b**2))),
    "a + 1/a >= 2 for a > 0": Trap(PROVED, a + 1 / a >= 2, [a > 0], by.sign((a - 1) ** 2 / a)),
    "a + 1/a > 2 for a > 0": Trap(REFUTED, a + 1 / a > 2, [a > 0], by.sign((a - 1) ** 2 / a)),
    "a + 1/a >= 2 for a != 0": Trap(REFUTED, a + 1 / a >= 2, [ne(a, 0)], by.sign((a - 1) ** 2 / a)),
    "a^2 + b^2 >= 2ab": Trap(PROVED, a**2 + b**2 >= 2 * a * b, rule=by.sign((a - b) ** 2)),
    "a^2 + b^2 > 2ab": Trap(REFUTED, a**2 + b**2 > 2 * a * b, rule=by.sign((a - b) ** 2)),
    "two means": Trap(
        PROVED, a + b >= 2 * sqrt(a * b), [a >= 0, b >= 0],
        by.sign((sqrt(a) - sqrt(b)) ** 2, by.roots(sqrt(a * b), sqrt(a) * sqrt(b))),
    ),
    "two means, strictly": Trap(
        REFUTED, a + b > 2 * sqrt(a * b), [a > 0, b > 0],
        by.sign((sqrt(a) - sqrt(b)) ** 2, by.roots(sqrt(a * b), sqrt(a) * sqrt(b))),
    ),
    "a^4 + b^4 >= a^3 b + a b^3": Trap(
        PROVED, a**4 + b**4 >= a**3 * b + a * b**3,
        rule=by.sign((a - b) ** 2 * ((a + b / 2) ** 2 + 3 * b**2 / 4)),
    ),
    "Motzkin's polynomial, which is no sum of squares": Trap(
        MISSED, a**4 * b**2 + a**2 * b**4 + 1 >= 3 * a**2 * b**2, rule=by.sign()
    ),
    "Motzkin's polynomial with a denominator": Trap(
        PROVED, a**4 * b**2 + a**2 * b**4 + 1 >= 3 * a**2 * b**2, [ne(a, 0)],
        by.sign(
            (a**2 * b**2 * (a**2 + b**2 + 1) * (a**2 + b**2 - 2) ** 2 + (a**2 - b**2) ** 2) / (a**2 + b**2) ** 2
        ),
    ),
    "Motzkin's polynomial is positive": Trap(
        REFUTED, a**4 * b**2 + a**2 * b**4 + 1 > 3 * a**2 * b**2, rule=by.sign()
    ),
    "t^2 > t for t > 0": Trap(REFUTED, t**2 > t, [t > 0], by.sign(t * (t - 1))),
    "t^2 > t for t > 1": Trap(PROVED, t**2 > t, [t > 1], by.sign(t * (t - 1))),
    "sqrt(a) >= 0 for a >= 0": Trap(PROVED, sqrt(a) >= 0, [a >= 0], by.sign()),
    "sqrt(a) > 0 for a >= 0": Trap(REFUTED, sqrt(a) > 0, [a >= 0], by.sign()),
    "1/a <= 1 for a >= 1": Trap(PROVED, 1 / a <= 1, [a >= 1], by.sign((a - 1) / a)),
    "1/a^2 <= 1 for a^2 >= 1": Trap(
        PROVED, 1 / a**2 <= 1, [a**2 >= 1], by.sign((a**2 - 1) / a**2)
    ),
    "1/10 + 2/10 = 3/10": Trap(PROVED, eq(rational("0.1") + rational("0.2"), rational("0.3"))),
    "1 + 10^-30 = 1": Trap(REFUTED, eq(1 + term(Fraction(1, 10**30)), 1)),
    "10^-30 > 0": Trap(PROVED, term(Fraction(1, 10**30)) > 0, rule=by.bounds()),
}  # fmt: skip
