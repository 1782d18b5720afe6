"""Orders: chains, combinations of inequalities, sums over channels, functions that grow, and squares."""

from symnorm.language import by, eq, every, exp, log, mean, ne, norm, rational, sqrt, tanh, total

from .kit import MISSED, PROVED, REFUTED, UNDEFINED, UNREFUTED, C, Trap, a, b, c, i, t, u, w, x

linear, monotone = by.linear(), by.monotone()
ones = {a: 1, b: 1, c: 1, t: 1}

CHAINS = {
    "a <= b <= c gives a <= c, associated": Trap(PROVED, a <= c, [a <= b, b <= c], by.sign((c - b) + (b - a))),
    "a <= b <= c gives a <= c, without a term": Trap(PROVED, a <= c, [b <= c, a <= b], by.sign()),
    "a <= b < c gives a < c": Trap(PROVED, a < c, [a <= b, b < c], linear),
    "a <= b <= c gives a < c": Trap(REFUTED, a < c, [a <= b, b <= c], linear),
    "a <= b, c <= b give a <= c": Trap(REFUTED, a <= c, [a <= b, c <= b], linear),
    "a < b < c gives a != c": Trap(PROVED, ne(a, c), [a < b, b < c], linear),
    "a <= b <= c gives a != c": Trap(REFUTED, ne(a, c), [a <= b, b <= c], linear),
    "a root of what a chain shows": Trap(PROVED, sqrt(c - a) >= 0, [a <= b, b <= c], by.sign()),
    "a root of the reverse": Trap(UNDEFINED, sqrt(a - c) >= 0, [a <= b, b <= c], by.sign()),
    "a chain with an equation": Trap(PROVED, a <= c, [a <= b], linear, [eq(b, c)], model={b: 2, c: 2}),
    "a chain with a wrong equation": Trap(
        REFUTED, a <= c, [a <= b], linear, [eq(b, 2 * c)], model={a: 2, b: 2, c: 1}
    ),
    "a + b <= 4, b <= 2 give 2a + 3b <= 10": Trap(PROVED, 2 * a + 3 * b <= 10, [a + b <= 4, b <= 2], linear),
    "a + b <= 4, b <= 2 give 2a + 3b <= 9": Trap(
        REFUTED, 2 * a + 3 * b <= 9, [a + b <= 4, b <= 2], linear, model={a: 2, b: 2}
    ),
    "a <= b <= a gives a = b": Trap(PROVED, eq(a, b), [a <= b, b <= a], linear, model={a: b}),
    "a <= b gives a = b": Trap(REFUTED, eq(a, b), [a <= b], linear),
    "t/a <= b <= c gives t/a <= c": Trap(PROVED, t / a <= c, [ne(a, 0), t / a <= b, b <= c], linear),
    "t/a <= b gives t <= a b": Trap(REFUTED, t <= a * b, [ne(a, 0), t / a <= b], linear),
    "t/a <= b gives t <= a b for a > 0": Trap(PROVED, t <= a * b, [a > 0, t / a <= b], linear),
}  # fmt: skip

PRODUCTS = {
    "a <= b gives a c <= b c for c >= 0": Trap(PROVED, a * c <= b * c, [a <= b, c >= 0], linear),
    "a <= b gives a c <= b c": Trap(REFUTED, a * c <= b * c, [a <= b], linear),
    "a <= c, b <= t give a b <= c t for a, b >= 0": Trap(
        PROVED, a * b <= c * t, [a >= 0, b >= 0, a <= c, b <= t], linear
    ),
    "a <= c, b <= t give a b <= c t for a >= 0": Trap(
        REFUTED, a * b <= c * t, [a >= 0, a <= c, b <= t], linear, model={a: 1, b: -1, c: 2, t: -1}
    ),
    "1/a <= 1/b for a >= b > 0": Trap(PROVED, 1 / a <= 1 / b, [b > 0, b <= a], linear),
    "1/a <= 1/b for a >= b": Trap(REFUTED, 1 / a <= 1 / b, [ne(a, 0), ne(b, 0), b <= a], linear),
    "a^2 <= b^2 gives a <= b for b >= 0": Trap(PROVED, a <= b, [a**2 <= b**2, b >= 0], linear),
    "a^2 <= b^2 gives a <= b": Trap(REFUTED, a <= b, [a**2 <= b**2], linear),
    "a b <= (a^2 + b^2)/2": Trap(PROVED, a * b <= (a**2 + b**2) / 2, rule=linear),
    "a b <= (a^2 + b^2)/3": Trap(REFUTED, a * b <= (a**2 + b**2) / 3, rule=linear),
    "ab + bc + ca <= a^2 + b^2 + c^2": Trap(
        PROVED, a * b + b * c + c * a <= a**2 + b**2 + c**2, rule=linear
    ),
    "ab + bc + ca < a^2 + b^2 + c^2": Trap(REFUTED, a * b + b * c + c * a < a**2 + b**2 + c**2, rule=linear),
}  # fmt: skip

SUMS = {
    "x_i <= w_i gives sums": Trap(PROVED, total(x) <= total(w), [every(x) <= every(w)], linear),
    "one x_i <= w_i gives sums": Trap(REFUTED, total(x) <= total(w), [x[i] <= w[i]], linear),
    "x_i < w_i gives sums": Trap(PROVED, total(x) < total(w), [every(x) < every(w)], linear),
    "x_i <= w_i gives sums with weights": Trap(
        PROVED, total(x * w) <= total(w**2), [every(x) <= every(w), every(w) >= 0], linear
    ),
    "x_i <= w_i gives sums with any weights": Trap(
        REFUTED, total(x * w) <= total(w**2), [every(x) <= every(w)], linear, model={x: [-2, -2], w: [-1, -1]}
    ),
    "x_i <= b gives a mean": Trap(PROVED, mean(x) <= b, [every(x) <= b], linear),
    "x_i <= b gives a sum": Trap(REFUTED, total(x) <= b, [every(x) <= b], linear),
    "x_i^2 <= sum of squares": Trap(PROVED, x[i] ** 2 <= total(x**2), rule=linear),
    "x_i <= sum": Trap(REFUTED, x[i] <= total(x), rule=linear),
    "x_i <= sum for x >= 0": Trap(PROVED, x[i] <= total(x), [every(x) >= 0], linear),
    "x_i < sum for x >= 0": Trap(REFUTED, x[i] < total(x), [every(x) >= 0], linear),
    "x_i^2 <= mean of squares": Trap(REFUTED, x[i] ** 2 <= mean(x**2), rule=linear),
    "a sum of squares is 0": Trap(PROVED, eq(x[i], 0), given=[eq(total(x**2), 0)], rule=linear, model={x: [0, 0]}),
    "a sum of cubes is 0": Trap(REFUTED, eq(x[i], 0), given=[eq(total(x**3), 0)], rule=linear, model={x: [1, -1]}),
    "the square of a sum": Trap(PROVED, total(x) ** 2 <= C * total(x**2), rule=linear),
    "the square of a sum, without C": Trap(REFUTED, total(x) ** 2 <= total(x**2), rule=linear),
    "the square of a mean": Trap(PROVED, mean(x) ** 2 <= mean(x**2), rule=linear),
    "Cauchy's inequality, found": Trap(PROVED, total(x * w) ** 2 <= total(x**2) * total(w**2), rule=linear),
    "Cauchy's inequality for means of deviations": Trap(
        PROVED, mean((x - mean(x)) * w) ** 2 <= mean((x - mean(x)) ** 2) * mean(w**2), rule=linear
    ),
    "Cauchy's inequality with cubes": Trap(REFUTED, total(x * w) ** 2 <= total(x**3) * total(w), rule=linear),
    "mean(x^2)^2 <= mean(x) mean(x^3) for x >= 0": Trap(
        PROVED, mean(x**2) ** 2 <= mean(x) * mean(x**3), [every(x) >= 0], linear
    ),
    "mean(x^2)^2 <= mean(x) mean(x^3)": Trap(REFUTED, mean(x**2) ** 2 <= mean(x) * mean(x**3), rule=linear),
    "the triangle inequality of norms": Trap(PROVED, norm(x + w) <= norm(x) + norm(w), rule=linear),
    "norms add up": Trap(REFUTED, norm(x + w) >= norm(x) + norm(w), rule=linear),
}  # fmt: skip

FUNCTIONS = {
    "sqrt grows": Trap(PROVED, sqrt(a) <= sqrt(b), [a >= 0, a <= b], linear),
    "sqrt grows strictly": Trap(PROVED, sqrt(a) < sqrt(b), [a >= 0, a < b], linear),
    "sqrt grows, of what may be negative": Trap(UNDEFINED, sqrt(a) <= sqrt(b), [a <= b], linear),
    "exp grows": Trap(PROVED, exp(a) <= exp(b), [a <= b], linear),
    "exp grows strictly": Trap(REFUTED, exp(a) < exp(b), [a <= b], linear),
    "exp(-a) grows": Trap(REFUTED, exp(-a) <= exp(-b), [a <= b], linear),
    "exp(-a) falls": Trap(PROVED, exp(-b) <= exp(-a), [a <= b], linear),
    "log grows": Trap(PROVED, log(a) <= log(b), [a > 0, a <= b], linear),
    "tanh grows": Trap(PROVED, tanh(a) <= tanh(b), [a <= b], linear),
    "tanh grows twice as fast": Trap(REFUTED, tanh(b) - tanh(a) >= b - a, [a <= b], linear),
    "the logistic function grows": Trap(PROVED, 1 / (1 + exp(-a)) < 1 / (1 + exp(-b)), [a < b], linear),
    "tanh^2 < 1": Trap(PROVED, tanh(a) ** 2 < 1, rule=linear),
    "log t <= t - 1": Trap(PROVED, log(t) <= t - 1, [t > 0], linear),
    "log t < t - 1": Trap(REFUTED, log(t) < t - 1, [t > 0], linear),
    "e^t > 1 + t": Trap(REFUTED, exp(t) > 1 + t, rule=linear),
    "e^t >= 1 + t": Trap(PROVED, exp(t) >= 1 + t, rule=linear),
    "e^t >= 1": Trap(REFUTED, exp(t) >= 1, rule=linear),
    "a <= sqrt(a^2 + b^2)": Trap(PROVED, a <= sqrt(a**2 + b**2), rule=linear),
    "sqrt(a^2 + b^2) <= a + b": Trap(REFUTED, sqrt(a**2 + b**2) <= a + b, rule=linear),
}  # fmt: skip

PARTS = {
    "a <= b gives a^3 <= b^3": Trap(PROVED, a**3 <= b**3, [a <= b], monotone),
    "a < b gives a^5 < b^5": Trap(PROVED, a**5 < b**5, [a < b], monotone),
    "a <= b gives a^2 <= b^2": Trap(REFUTED, a**2 <= b**2, [a <= b], monotone),
    "0 <= a <= b gives a^2 <= b^2": Trap(PROVED, a**2 <= b**2, [a >= 0, a <= b], monotone),
    "-b <= a <= b gives a^4 <= b^4": Trap(PROVED, a**4 <= b**4, [-b <= a, a <= b], monotone),
    "-b <= a <= b gives |a| <= |b|": Trap(PROVED, abs(a) <= abs(b), [-b <= a, a <= b], monotone),
    "a <= b gives |a| <= |b|": Trap(REFUTED, abs(a) <= abs(b), [a <= b], monotone),
    "b <= a <= 0 gives a^2 <= b^2": Trap(PROVED, a**2 <= b**2, [b <= a, a <= 0], monotone),
    "b <= a <= 0 gives a^3 <= b^3": Trap(REFUTED, a**3 <= b**3, [b <= a, a <= 0], monotone),
    "tanh of cubes": Trap(PROVED, tanh(a**3) <= tanh(b**3), [a <= b], monotone),
    "tanh of squares": Trap(REFUTED, tanh(a**2) <= tanh(b**2), [a <= b], monotone),
    "softplus grows": Trap(PROVED, log(1 + exp(a)) <= log(1 + exp(b)), [a <= b], monotone),
    "softplus grows strictly": Trap(UNREFUTED, log(1 + exp(a)) < log(1 + exp(b)), [a <= b], monotone),
    "1/sqrt falls": Trap(PROVED, 1 / sqrt(b) <= 1 / sqrt(a), [a > 0, a <= b], monotone),
    "1/sqrt grows": Trap(REFUTED, 1 / sqrt(a) < 1 / sqrt(b), [a > 0, a <= b], monotone),
    "1/sqrt of what may be 0": Trap(UNDEFINED, 1 / sqrt(b) <= 1 / sqrt(a), [a >= 0, a <= b], monotone),
    "a multiple that may be negative": Trap(REFUTED, c * exp(a) <= c * exp(b), [a <= b], monotone),
    "a multiple that is negative": Trap(PROVED, c * exp(b) <= c * exp(a), [c <= 0, a <= b], monotone),
    "products of two that grow": Trap(PROVED, exp(a) * t <= exp(b) * u, [a <= b, t >= 0, t <= u], monotone),
    "products of two that grow, without a sign": Trap(
        PROVED, exp(a) * t <= exp(b) * u, [a <= b, t <= u, u >= 0], monotone
    ),
    "t <= u gives t e^a <= u e^b": Trap(
        REFUTED, exp(a) * t <= exp(b) * u, [a <= b, t <= u], monotone, model={a: 0, b: 1, t: -2, u: -2}
    ),
    "t/b <= t/a for 0 < a <= b": Trap(PROVED, t / b <= t / a, [a > 0, a <= b, t >= 0], monotone),
    "t/b <= t/a for 0 < a <= b and any t": Trap(REFUTED, t / b <= t / a, [a > 0, a <= b], monotone),
    "x_i <= w_i gives sums of exponentials": Trap(
        PROVED, total(exp(x**3)) <= total(exp(w**3)), [every(x) <= every(w)], monotone
    ),
    "x_i <= w_i gives sums of squares": Trap(
        REFUTED, total(x**2) <= total(w**2), [every(x) <= every(w)], monotone, model={x: [-2, -2], w: [-1, -1]}
    ),
    "0 <= x_i <= w_i gives norms": Trap(PROVED, norm(x) <= norm(w), [every(x) >= 0, every(x) <= every(w)], monotone),
    "one 0 <= x_i <= w_i gives norms": Trap(REFUTED, norm(x) <= norm(w), [x[i] >= 0, x[i] <= w[i]], monotone),
    "x_i < w_i gives a mean": Trap(PROVED, mean(x) < mean(w), [every(x) < every(w)], monotone),
    "x_i <= w_i gives a mean, strictly": Trap(REFUTED, mean(x) < mean(w), [every(x) <= every(w)], monotone),
}  # fmt: skip

SQUARES = {
    "a^4 + b^4 >= a^3 b + a b^3, found": Trap(PROVED, a**4 + b**4 >= a**3 * b + a * b**3, rule=linear),
    "a^4 + b^4 > a^3 b + a b^3": Trap(REFUTED, a**4 + b**4 > a**3 * b + a * b**3, rule=linear),
    "a^4 - 3 a^2 + 3 > 0": Trap(PROVED, a**4 - 3 * a**2 + 3 > 0, rule=linear),
    "a^4 - 3 a^2 + 2 >= 0": Trap(REFUTED, 4 * a**4 - 12 * a**2 + 8 >= 0, rule=linear, model={a: rational("1.25")}),
    "means of four": Trap(PROVED, a**4 + b**4 + c**4 + t**4 >= 4 * a * b * c * t, rule=linear),
    "means of four, with 5": Trap(REFUTED, a**4 + b**4 + c**4 + t**4 >= 5 * a * b * c * t, rule=linear, model=ones),
    "means of three": Trap(PROVED, a**3 + b**3 + c**3 >= 3 * a * b * c, [a >= 0, b >= 0, c >= 0], linear),
    "means of three, of any sign": Trap(REFUTED, a**3 + b**3 + c**3 >= 3 * a * b * c, rule=linear),
    "a fraction of three": Trap(
        PROVED, a / (b + c) + b / (c + a) + c / (a + b) >= rational("1.5"), [a > 0, b > 0, c > 0], linear
    ),
    "a fraction of three, strictly": Trap(
        REFUTED, a / (b + c) + b / (c + a) + c / (a + b) > rational("1.5"), [a > 0, b > 0, c > 0], linear
    ),
    "Motzkin's polynomial, found": Trap(PROVED, a**4 * b**2 + a**2 * b**4 + 1 >= 3 * a**2 * b**2, rule=linear),
    "Motzkin's polynomial, with 4": Trap(REFUTED, a**4 * b**2 + a**2 * b**4 + 1 >= 4 * a**2 * b**2, rule=linear),
    "Cauchy's inequality for two": Trap(
        PROVED, (a * c + b * t) ** 2 <= (a**2 + b**2) * (c**2 + t**2), rule=linear
    ),
    "Cauchy's inequality for two, strictly": Trap(
        REFUTED, (a * c + b * t) ** 2 < (a**2 + b**2) * (c**2 + t**2), rule=linear
    ),
    "a^3 <= a between 0 and 1": Trap(PROVED, a**3 <= a, [a >= 0, a <= 1], linear),
    "a^3 <= a": Trap(REFUTED, a**3 <= a, rule=linear),
    "a (1 - a) <= 1/4": Trap(PROVED, a * (1 - a) <= rational("0.25"), rule=linear),
    "a (1 - a) < 1/4": Trap(REFUTED, a * (1 - a) < rational("0.25"), rule=linear, model={a: rational("0.5")}),
    "e^a + e^-a >= 2": Trap(PROVED, exp(a) + exp(-a) >= 2, rule=linear),
    "e^a + e^-a > 2": Trap(REFUTED, exp(a) + exp(-a) > 2, rule=linear),
    "a b <= a^2/(2c) + c b^2/2": Trap(PROVED, a * b <= a**2 / (2 * c) + c * b**2 / 2, [c > 0], linear),
    "a b <= a^2/(2c) + c b^2/2 for c != 0": Trap(REFUTED, a * b <= a**2 / (2 * c) + c * b**2 / 2, [ne(c, 0)], linear),
    "Robinson's polynomial, which is no sum of squares": Trap(
        PROVED, a**6 + b**6 + 1 + 3 * a**2 * b**2 >= a**4 * b**2 + a**2 * b**4 + a**4 + b**4 + a**2 + b**2, rule=linear
    ),
    "cyclic means of three": Trap(
        MISSED, a**2 * b + b**2 * c + c**2 * a >= 3 * a * b * c, [a > 0, b > 0, c > 0], linear
    ),
    "three absolute values": Trap(PROVED, abs(a - c) <= abs(a - b) + abs(b - c), rule=linear),
    "three absolute values, the other way": Trap(REFUTED, abs(a - c) >= abs(a - b) + abs(b - c), rule=linear),
}  # fmt: skip

LOGARITHMS = {
    "log(ab), with nothing named": Trap(PROVED, eq(log(a * b), log(a) + log(b)), [a > 0, b > 0]),
    "log(ab), for ab > 0, with nothing named": Trap(UNDEFINED, eq(log(a * b), log(a) + log(b)), [a * b > 0]),
    "log(ab) of two that are negative": Trap(PROVED, eq(log(a * b), log(-a) + log(-b)), [a < 0, b < 0]),
    "log(ab) = log(-a) + log(-b)": Trap(UNDEFINED, eq(log(a * b), log(-a) + log(-b)), [a > 0, b > 0]),
    "log(a/b), with nothing named": Trap(PROVED, eq(log(a / b), log(a) - log(b)), [a > 0, b > 0]),
    "log(a/b) = log a/log b": Trap(REFUTED, eq(log(a / b), log(a) + log(b)), [a > 0, b > 0]),
    "log of a product of powers and a root": Trap(
        PROVED, eq(log(a * sqrt(b) / c**2), log(a) + log(b) / 2 - 2 * log(c)), [a > 0, b > 0, c > 0]
    ),
    "log of a product of powers, with a wrong one": Trap(
        REFUTED, eq(log(a * sqrt(b) / c**2), log(a) + log(b) / 2 - log(c)), [a > 0, b > 0, c > 0]
    ),
    "log(a^2 - b^2)": Trap(PROVED, eq(log(a**2 - b**2), log(a - b) + log(a + b)), [a > b, b > 0]),
    "log(a^2) = 2 log a, with nothing named": Trap(PROVED, eq(log(a**2), 2 * log(a)), [a > 0]),
    "log(a^2) = 2 log a for a != 0, with nothing named": Trap(UNDEFINED, eq(log(a**2), 2 * log(a)), [ne(a, 0)]),
    "log(ab) <= a + b - 2": Trap(PROVED, log(a * b) <= a + b - 2, [a > 0, b > 0], linear),
    "log(ab) <= a + b - 3": Trap(REFUTED, log(a * b) <= a + b - 3, [a > 0, b > 0], linear),
}  # fmt: skip

TRAPS = {**PARTS, **SQUARES, **LOGARITHMS, **CHAINS, **PRODUCTS, **SUMS, **FUNCTIONS}
