"""What holds at every point that a naive sampler tries."""

from fractions import Fraction

from symnorm.language import by, eq, exp, ne, sqrt, tanh

from .kit import REFUTED, UNREFUTED, C, Trap, a, b, i, j, t, x

TRAPS = {
    "t^2 - t + 1/4 > 0, except at 1/2": Trap(
        REFUTED, t**2 - t + Fraction(1, 4) > 0, rule=by.sign((t - Fraction(1, 2)) ** 2)
    ),
    "(3t - 1)^2 > 0, except at 1/3": Trap(REFUTED, (3 * t - 1) ** 2 > 0, rule=by.sign((3 * t - 1) ** 2)),
    "3t != 1": Trap(REFUTED, ne(3 * t, 1), rule=by.sign(3 * t - 1)),
    "(7t - 3)^2 > 0, except at 3/7": Trap(REFUTED, (7 * t - 3) ** 2 > 0, rule=by.sign((7 * t - 3) ** 2)),
    "t^2 != 2, except at an irrational point": Trap(UNREFUTED, ne(t**2, 2), rule=by.sign(t**2 - 2)),
    "(exp t - 2)^2 > 0, except at log 2": Trap(
        UNREFUTED, (exp(t) - 2) ** 2 > 0, rule=by.sign((exp(t) - 2) ** 2)
    ),
    "a product that vanishes at 0, ..., 9": Trap(
        REFUTED,
        eq(t * (t - 1) * (t - 2) * (t - 3) * (t - 4) * (t - 5) * (t - 6) * (t - 7) * (t - 8) * (t - 9), 0),
    ),
    "a product that vanishes where two are equal": Trap(REFUTED, eq(a * b * (a - b) * (a + b), 0)),
    "a change of 10^-12": Trap(REFUTED, eq(t * (1 + Fraction(1, 10**12)), t)),
    "a change of 10^-60, beyond every float": Trap(REFUTED, eq(t + Fraction(1, 10**60), t)),
    "t^2 >= t, except between 0 and 1": Trap(REFUTED, t**2 >= t, rule=by.sign(t * (t - 1))),
    "t^3 < 1000, except far out": Trap(REFUTED, t**3 < 1000, rule=by.sign(1000 - t**3)),
    "t < 10^12, except very far out": Trap(REFUTED, t < 10**12, rule=by.sign(10**12 - t)),
    "exp t > t^3, except near 3": Trap(REFUTED, exp(t) > t**3, [t >= 0], by.sign()),
    "1 + t + t^2/2 = exp t, almost": Trap(REFUTED, eq(1 + t + t**2 / 2, exp(t))),
    "x_i = x_j, where all are equal": Trap(REFUTED, eq(x[i] * x[j], x[i] ** 2)),
    "entries are distinct": Trap(REFUTED, ne(x[i], x[j]), [C > 1], by.sign(x[i] - x[j])),
    "sqrt(t + 10^-20) = sqrt(t)": Trap(REFUTED, eq(sqrt(t + Fraction(1, 10**20)), sqrt(t)), [t > 0]),
    "tanh t = 1 for t > 50": Trap(REFUTED, eq(tanh(t), 1), [t > 50]),
    "exp(-t) = 0 for t > 1000": Trap(REFUTED, eq(exp(-t), 0), [t > 1000]),
    "sqrt(t^2 + 1) = t for t > 10^10": Trap(REFUTED, eq(sqrt(t**2 + 1), t), [t > 10**10]),
}  # fmt: skip
