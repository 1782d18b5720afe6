"""Several statements, and premises."""

from fractions import Fraction

from symnorm.language import D, both, by, either, eq, iff, implies, ne

from .kit import PROVED, REFUTED, C, Implication, Trap, a, b, c, i, mu, sigma2, x

TRAPS = {
    "one of two": Trap(PROVED, either(eq(a, a), eq(a, b))),
    "one of two that both may fail": Trap(REFUTED, either(eq(a, b), eq(a, c))),
    "both": Trap(PROVED, both(eq(a, a), a**2 >= 0), rule=by.each(by.algebra(), by.sign())),
    "both where one fails": Trap(REFUTED, both(eq(a, a), eq(a, b)), rule=by.each(by.algebra(), by.algebra())),
    "from a = b to a = c": Trap(REFUTED, eq(a, c), given=[eq(a, b)]),
    "1 + 10^-9": Trap(REFUTED, eq(a, a * (1 + Fraction(1, 10**9)))),
    "a factor 2": Trap(REFUTED, eq(D(sigma2, x[i]), (x[i] - mu) / C)),
    "a = b from nothing": Trap(REFUTED, eq(a, b)),
    "a = 0 gives a b = 0": Implication(PROVED, implies(eq(a, 0), eq(a * b, 0))),
    "a b = 0 gives a = 0": Implication(REFUTED, implies(eq(a * b, 0), eq(a, 0))),
    "a b = 0 gives a = 0, by its converse": Implication(
        REFUTED, implies(eq(a * b, 0), eq(a, 0)), shows=(eq(a, 0), eq(a * b, 0))
    ),
    "a = b exactly if 2a = 2b": Implication(PROVED, iff(eq(a, b), eq(2 * a, 2 * b)), back=by.algebra),
    "a = b exactly if a^2 = b^2": Implication(REFUTED, iff(eq(a, b), eq(a**2, b**2)), back=by.algebra),
    "an equivalence shown one way": Implication(REFUTED, iff(eq(a, 0), eq(a * b, 0))),
    "a > 0 gives a^2 > 0": Implication(PROVED, implies(a > 0, a**2 > 0), rule=lambda p: by.sign()),
    "a^2 > 0 gives a > 0": Implication(REFUTED, implies(a**2 > 0, a > 0), rule=lambda p: by.sign()),
    "a >= 0 gives a > 0": Implication(REFUTED, implies(a >= 0, a > 0), rule=lambda p: by.sign()),
    "a > b gives 1/a < 1/b": Implication(
        REFUTED, implies(a > b, 1 / a < 1 / b), [ne(a, 0), ne(b, 0)], lambda p: by.sign((a - b) / (a * b))
    ),
}  # fmt: skip
