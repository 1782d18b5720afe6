"""Channels."""

from symnorm.language import by, define, delta, eq, every, mean, ne, others, sqrt, total

from .kit import MISSED, PROVED, REFUTED, UNDEFINED, C, Trap, i, j, k, ln, mu, sigma2, w, x

TRAPS = {
    "sum of 1 over k != i is C - 1": Trap(PROVED, eq(others(x / x, i), C - 1), [ne(every(x), 0)]),
    "sum of 1 over k != i is C": Trap(REFUTED, eq(total(x[i] - x[i] + 1, over=i), C - 1)),
    "the mean of squares": Trap(REFUTED, eq(mean(x**2), mean(x) ** 2)),
    "deviations": Trap(PROVED, eq(total(x - mu), 0), [C > 0]),
    "deviations of the others": Trap(REFUTED, eq(others(x - mu, i), 0)),
    "the variance": Trap(PROVED, eq(sigma2, mean(x**2) - mu**2), [C > 0]),
    "the variance with C - 1": Trap(REFUTED, eq(1 / (C - 1) * total((x - mu) ** 2), mean(x**2) - mu**2),
    [C > 1]),
    "1/(C - 1) without C > 1": Trap(UNDEFINED, eq(1 / (C - 1) * ((C - 1) * mu), mu)),
    "C = 1 has no variance": Trap(UNDEFINED, eq(ln[i] * sqrt(sigma2), x[i] - mu), [C > 1]),
    "and with one": Trap(PROVED, eq(ln[i] * sqrt(sigma2), x[i] - mu), [C > 1, sigma2 > 0]),
    "the variance may vanish": Trap(REFUTED, sigma2 > 0, [C > 1], by.sign(sigma2)),
    "the variance is not negative": Trap(PROVED, sigma2 >= 0, [C > 0], by.sign(sigma2)),
    "x_i = x_j": Trap(REFUTED, eq(x[i], x[j]), [C > 1]),
    "a product of sums": Trap(REFUTED, eq(total(x * w), total(x) * total(w))),
    "a bound index": Trap(PROVED, eq(total(x[k] ** 2, over=k), total(x[j] ** 2, over=j))),
    "a free index under a sum": Trap(PROVED, eq(total(x[i] * x[k], over=k), x[i] * total(x))),
    "an index captured by a sum": Trap(REFUTED, eq(total(x[i] * x[i], over=i), x[i] * total(x))),
    "a definition captured by a sum": Trap(
        PROVED, eq(total(x * define("d", x[i] - mu)), define("d", x[i] - mu) * total(x)), [C > 0]
    ),
    "delta picks": Trap(PROVED, eq(total(delta(i, k) * x[k], over=k), x[i])),
    "delta is no 1": Trap(REFUTED, eq(total(delta(i, k) * x[k], over=k), total(x))),
    "x_i delta_ij = x_j delta_ij": Trap(PROVED, eq(x[i] * delta(i, j), x[j] * delta(i, j))),
    "x_i > 0 gives a sum > 0": Trap(PROVED, total(x) > 0, [every(x) > 0], by.sign(total(x))),
    "x_i > 0 gives a sum >= 0": Trap(PROVED, total(x) >= 0, [every(x) > 0], by.sign(total(x))),
    "one x_i > 0 gives a sum >= 0": Trap(REFUTED, total(x) >= 0, [x[i] > 0], by.sign(total(x))),
    "one x_i > 0 gives another": Trap(REFUTED, x[j] > 0, [x[i] > 0], by.sign(x[j])),
    "sum of delta_ik is 1": Trap(PROVED, eq(total(delta(i, k), over=k), 1)),
    "sum of delta_ik is C": Trap(REFUTED, eq(total(delta(i, k), over=k), C)),
    "sum of delta_kk is C": Trap(PROVED, eq(total(delta(k, k), over=k), C)),
    "delta_ik delta_kj, summed": Trap(PROVED, eq(total(delta(i, k) * delta(k, j), over=k), delta(i, j))),
    "delta_ij^2 = delta_ij": Trap(PROVED, eq(delta(i, j) ** 2, delta(i, j))),
    "delta_ij = 0": Trap(REFUTED, eq(delta(i, j), 0)),
    "delta_ij x_j = x_j": Trap(REFUTED, eq(delta(i, j) * x[j], x[j])),  # SymPy issue 14809
    "a delta among several factors": Trap(  # SymPy issue 28950
        PROVED, eq(total(delta(i, j) * x[j] * w[j], over=j), x[i] * w[i])
    ),
    "a delta that is contracted too often": Trap(
        REFUTED, eq(total(delta(i, j) * x[j] * w[j], over=j), total(x * w))
    ),
    "the order of two sums": Trap(
        PROVED, eq(total(total(x[i] * w[k], over=k), over=i), total(total(x[i] * w[k], over=i), over=k))
    ),
    "the main index for the bound one": Trap(
        REFUTED, eq(total(x[i] * w[k], over=k), total(x[k] * w[i], over=k))
    ),
    "only the diagonal": Trap(REFUTED, eq(total(total(x[i] * x[k], over=k), over=i), total(x**2))),
    "all but the diagonal": Trap(
        PROVED, eq(total(total(x) * x[i] - x[i] * x[i], over=i), total(x) ** 2 - total(x**2))
    ),
    "pairs": Trap(
        PROVED, eq(total(total((x[j] - x[k]) ** 2, over=k), over=j), 2 * C**2 * sigma2), [C > 0]
    ),
    "pairs, with C - 1": Trap(
        REFUTED, eq(total(total((x[j] - x[k]) ** 2, over=k), over=j), 2 * C * (C - 1) * sigma2), [C > 1]
    ),
    "the mean of a product": Trap(REFUTED, eq(mean(x * w), mean(x) * mean(w))),
    "the mean of squares is at least the square of the mean": Trap(
        PROVED, mean(x**2) >= mean(x) ** 2, [C > 0], by.sign(sigma2)
    ),
    "and more than it": Trap(REFUTED, mean(x**2) > mean(x) ** 2, [C > 1], by.sign(sigma2)),
    "one square is at most their sum": Trap(PROVED, x[i] ** 2 <= total(x**2), rule=by.sign(others(x**2, i))),
    "one square is less than their sum": Trap(REFUTED, x[i] ** 2 < total(x**2), rule=by.sign(others(x**2, i))),
    "one entry is at most the sum of all": Trap(REFUTED, x[i] <= total(x), rule=by.sign(others(x, i))),
    "one entry is at most the sum of all, none negative": Trap(
        PROVED, x[i] <= total(x), [every(x) >= 0], by.sign(others(x, i))
    ),
    "a sum of squares > 0 gives x_i != 0": Trap(REFUTED, ne(x[i], 0), [total(x**2) > 0], by.sign(x[i])),
    "the mean of what is at most 1": Trap(PROVED, mean(x) <= 1, [every(x) <= 1, C > 0], by.sign(mean(1 - x))),
    "the mean of what is at most 1 is less": Trap(
        REFUTED, mean(x) < 1, [every(x) <= 1, C > 0], by.sign(mean(1 - x))
    ),
    "Cauchy's inequality": Trap(
        PROVED, total(x * w) ** 2 <= total(x**2) * total(w**2),
        rule=by.sign(total(total((x[i] * w[j] - x[j] * w[i]) ** 2, over=i), over=j) / 2),
    ),
    "Cauchy's inequality, strictly": Trap(
        REFUTED, total(x * w) ** 2 < total(x**2) * total(w**2),
        rule=by.sign(total(total((x[i] * w[j] - x[j] * w[i]) ** 2, over=i), over=j) / 2),
    ),
    # true for C = 1 or C = 2 and no other
    "mean(x) = x_i, as for C = 1": Trap(REFUTED, eq(mean(x), x[i])),
    "all is x_i + x_j, as for C = 2": Trap(REFUTED, eq(total(x), x[i] + x[j]), [C > 1]),
    "(x_i - x_j)^2 = 4 sigma^2, as for C = 2": Trap(REFUTED, eq((x[i] - x[j]) ** 2, 4 * sigma2), [C > 1]),
    "the third moment vanishes, as for C = 2": Trap(REFUTED, eq(mean((x - mu) ** 3), 0), [C > 1]),
    "normalized entries are 1 or -1, as for C = 2": Trap(REFUTED, eq(ln[i] ** 2, 1), [C > 1, sigma2 > 0]),
    "normalized squares are below C - 1, except for C = 2": Trap(
        REFUTED, ln[i] ** 2 < C - 1, [C > 1, sigma2 > 0], by.sign()
    ),
    "1/(C - 2) for C > 1": Trap(UNDEFINED, eq((C - 2) / (C - 2), 1), [C > 1]),
    "the others of one channel": Trap(UNDEFINED, eq(1 / (C - 1) * others(x / x, i), 1), [ne(every(x), 0)]),
    "the others of more": Trap(PROVED, eq(1 / (C - 1) * others(x / x, i), 1), [ne(every(x), 0), C > 1]),
    "a whole number above 1 is at least 2": Trap(MISSED, C >= 2, [C > 1, sigma2 >= 0], by.sign()),
    "more than one channel": Trap(REFUTED, C > 1, [sigma2 >= 0], by.sign()),
    "C >= 1": Trap(PROVED, C >= 1, [sigma2 >= 0], by.sign()),
}  # fmt: skip
