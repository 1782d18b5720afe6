"""What fails only where people do not look: at 0, where entries coincide, for one channel, far out, at a bound."""

from fractions import Fraction

from symnorm.language import by, eq, every, exp, log, maximum, mean, ne, norm, sqrt, tanh, total

from .kit import PROVED, REFUTED, C, Trap, a, b, c, i, j, mu, sigma2, t, w, x

TRAPS = {
    "a sum of squares is positive": Trap(REFUTED, total(x**2) > 0),
    "a sum of squares is positive where an entry is": Trap(PROVED, total(x**2) > 0, [every(x) > 0]),
    "a norm is positive": Trap(REFUTED, norm(x) > 0, [C > 1]),
    "a variance is positive": Trap(REFUTED, sigma2 > 0, [C > 1]),
    "the variance of distinct entries may be anything": Trap(REFUTED, sigma2 > Fraction(1, 10**6), [sigma2 > 0, C > 1]),
    "the triangle inequality of all entries, strictly": Trap(REFUTED, abs(total(x)) < total(abs(x)), [C > 1]),
    "|x + w| < |x| + |w|": Trap(REFUTED, norm(x + w) < norm(x) + norm(w), [C > 1]),
    "Jensen's inequality for squares, strictly": Trap(REFUTED, mean(x) ** 2 < mean(x**2), [C > 1]),
    "an entry is less than the largest bound": Trap(REFUTED, x[i] < maximum(x[i], x[j]), [C > 1]),
    "x_i w_i = 0 gives nothing for one channel": Trap(REFUTED, ne(total(x * w), 0), [every(x) > 0]),
    "the mean is no entry": Trap(REFUTED, ne(mu, x[i])),
    "the mean of several is no entry": Trap(REFUTED, ne(mu, x[i]), [C > 2]),
    "more than two channels": Trap(REFUTED, C > 2, [sigma2 > 0]),
    "a sum of one or more ones": Trap(REFUTED, total(x**2) > total(x) ** 2 / C, [C > 1]),
    "a < 10^6": Trap(REFUTED, a < 10**6),
    "a > -10^6": Trap(REFUTED, a > -(10**6)),
    "ab < 10^12 for positive a, b": Trap(REFUTED, a * b < 10**12, [a > 0, b > 0]),
    "a^2 > 10^-20 for a != 0": Trap(REFUTED, a**2 > Fraction(1, 10**20), [ne(a, 0)]),
    "a positive number is no less than 10^-9": Trap(REFUTED, a >= Fraction(1, 10**9), [a > 0]),
    "(11t - 5)^2 > 0": Trap(REFUTED, (11 * t - 5) ** 2 > 0),
    "(13t - 4)(t - 8) != 0": Trap(REFUTED, ne((13 * t - 4) * (t - 8), 0)),
    "17 t != 23": Trap(REFUTED, ne(17 * t, 23)),
    "t = 100 is not above 100": Trap(REFUTED, t > 100, [t >= 100]),
    "t > 99 is": Trap(PROVED, t > 99, [t >= 100]),
    "(t - 1000)^2 > 0 near 1000": Trap(REFUTED, (t - 1000) ** 2 > 0, [t > 999]),
    "tanh t = 1 from 100 on": Trap(REFUTED, eq(tanh(t), 1), [t >= 100]),
    "log t < 10": Trap(REFUTED, log(t) < 10, [t > 0]),
    "log t > -10": Trap(REFUTED, log(t) > -10, [t > 0]),
    "exp t > 10^-12": Trap(REFUTED, exp(t) > Fraction(1, 10**12)),
    "sqrt(t) < 1000": Trap(REFUTED, sqrt(t) < 1000, [t >= 0]),
    "t/(1 + t) < 1 - 10^-9": Trap(REFUTED, t / (1 + t) < 1 - Fraction(1, 10**9), [t > 0]),
    "t/(1 + t) < 1": Trap(PROVED, t / (1 + t) < 1, [t > 0], by.sign(1 / (1 + t))),
    "(a - b)^2 + (b - c)^2 > 0": Trap(REFUTED, (a - b) ** 2 + (b - c) ** 2 > 0),
    "a b c != 0": Trap(REFUTED, ne(a * b * c, 0), [a + b + c > 0]),
    "|a| + |b| > 0": Trap(REFUTED, abs(a) + abs(b) > 0),
    "|a - b| > 0": Trap(REFUTED, abs(a - b) > 0, [a > 0, b > 0]),
    "a/b + b/a > 2": Trap(REFUTED, a / b + b / a > 2, [a > 0, b > 0]),
    "a/b + b/a >= 2": Trap(PROVED, a / b + b / a >= 2, [a > 0, b > 0], by.sign((a - b) ** 2 / (a * b))),
}
