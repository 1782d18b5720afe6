"""Hypotheses that contradict each other: whatever is proved from them is not proved."""

from fractions import Fraction

from symnorm.language import D, at, by, either, eq, every, exp, interval, log, mean, sqrt, term, total

from .kit import VACUOUS, C, Trap, a, b, c, mu, sigma2, t, u, x, y

TRAPS = {
    "a > 0 and a < 0": Trap(VACUOUS, eq(a, a), [a > 0, a < 0]),
    "a < b, b < c, c < a": Trap(VACUOUS, eq(a, a), [a < b, b < c, c < a]),
    "a^2 < 0": Trap(VACUOUS, eq(a, a), [a**2 < 0]),
    "a = 1 and a = 2": Trap(VACUOUS, eq(a, 1), given=[eq(a, 1), eq(a, 2)]),
    "a = 1 and a = 2 give 1 = 2": Trap(VACUOUS, eq(term(1), 2), given=[eq(a, 1), eq(a, 2)]),
    "1 = 0": Trap(VACUOUS, eq(a, a), given=[eq(term(1), 0)]),
    "t^2 = -1": Trap(VACUOUS, eq(t**4, 1), given=[eq(t**2, -1)]),
    "exp t = 0": Trap(VACUOUS, eq(a, b), rule=lambda p: by.algebra(p, times=exp(t)), given=[eq(exp(t), 0)]),
    "sqrt(t) = -1": Trap(VACUOUS, eq(t, 1), given=[eq(sqrt(t), -1)], where=[t >= 0]),
    "log t = 0 for t > 1": Trap(VACUOUS, eq(t, 1), [t > 1], lambda p: by.algebra(p.exp()), [eq(log(t), 0)]),
    "every x > 0 and their sum < 0": Trap(VACUOUS, eq(a, a), [every(x) > 0, total(x) < 0]),
    "every x > 0 and their mean is 0": Trap(VACUOUS, eq(mu, 0), [every(x) > 0], given=[eq(mean(x), 0)]),
    "the variance of one channel": Trap(VACUOUS, eq(a, a), [sigma2 > 0, C < 2]),
    "a number of channels between 1 and 2": Trap(VACUOUS, eq(total(x), C * mu), [C > 1, C < 2]),
    "t = 0 along t": Trap(VACUOUS, eq(a, a), given=[eq(t, 0)], along=[t]),
    "t does not vary": Trap(
        VACUOUS, eq(a, a), [t >= 0, -t >= 0], given=[eq(a * t, 0)], along=[t], model={t: 0}
    ),
    "y = t^2 and y' = t along t": Trap(
        VACUOUS, eq(a, a), given=[eq(y, t**2), eq(D(y, t), t)], along=[t], model={y: t**2}
    ),
    "a model that is none": Trap(VACUOUS, eq(a, a), [a > 0], model={a: -1}),
    "an interval of one point": Trap(VACUOUS, eq(a, a), [t <= u, u <= t], along=[t]),
    "an interval of two points": Trap(
        VACUOUS, eq(a, a), [(t - 2) * (t - 3) >= 0, (t - 2) * (3 - t) >= 0], along=[t], model={t: 2}
    ),
    "a polynomial that is zero at two points near each other": Trap(
        VACUOUS, eq(a, a), given=[eq((t - 2) * (t - Fraction(129, 64)), 0)], along=[t], model={t: 2}
    ),
    "t = 2 or t = 3 along t": Trap(VACUOUS, eq(a, a), given=[either(eq(t, 2), eq(t, 3))], along=[t], model={t: 2}),
    "zero along t, and zero along u, but not along both": Trap(
        VACUOUS, eq(a, a), given=[eq((t - 2) * (u - 3), 0)], along=[t, u], model={t: 2, u: 3}
    ),
    "entries that vary and are equal": Trap(VACUOUS, eq(a, a), [sigma2 <= 0, C > 1], along=[x]),
    "equal to sixty digits": Trap(
        VACUOUS, eq(b, 0), [a > 1], lambda p: by.algebra(p, times=a), model={b: 0},
        given=[eq(sqrt(term(2)) * (1 + a * Fraction(1, 10**60)), sqrt(term(2)))],
    ),
    "y' = 0 from y(-1) = -1/10 to y(2) = 1/10, by a ramp in between": Trap(
        VACUOUS, eq(a, a), along=[interval(t, -1), interval(t, 2)],
        given=[eq(D(y, t), 0), eq(at(y, t, -1), -Fraction(1, 10)), eq(at(y, t, 2), Fraction(1, 10))],
        model={y: sqrt((t - Fraction(1, 10)) ** 2) - sqrt((t - Fraction(1, 5)) ** 2), t: 1},
    ),
}  # fmt: skip
