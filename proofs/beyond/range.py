"""What values normalization can take: y_i^2 <= C - 1 for layer normalization, r_i^2 <= C for RMSNorm.

The papers speak of "the minimum and maximum values" sqrt(C - 1) and sqrt(C) without a proof. Here the slack is
explicitly a sum of squares, and it shows when the bounds are attained: where all other channels are equal
(RMSNorm: zero), and nowhere else.
"""

from symnorm import Theorem, by, delta, eq, iff, implies, mean, ne, others, sqrt, symbol, total

from .notation import C, i, j, k, layer, m, nu2, r, rms, s, sigma2, spread, x, y

a = symbol("a")
b = symbol("b")

# --- layer normalization ----------------------------------------------------------------------------------

ln = Theorem("beyond/range_layer_norm", "The range of layer normalization", where=layer)

ln.claim("mean zero", eq(mean(y), 0))
ln.claim("mean square one", eq(mean(y**2), 1))

squares = (C - 1) / (C * sigma2) * spread
slack = ln.claim("slack", eq(C - 1 - y[i] ** 2, squares))
ln.claim("bound", y[i] ** 2 <= C - 1, by.sign(squares))
ln.claim("upper bound", y[i] <= s, by.sign(((s - y[i]) ** 2 + squares) / (2 * s)))
ln.claim("lower bound", -s <= y[i], by.sign(((s + y[i]) ** 2 + squares) / (2 * s)))

extreme = ln.suppose("extreme", eq(y[i] ** 2, C - 1), at={C: 3, x: [2, 2, 5], i: 3})
equal = ln.supplied("the others are equal", eq(spread, 0), by.algebra(slack, extreme))
supposed = ln.suppose("others equal", eq(spread, 0), at={C: 3, x: [2, 2, 5], i: 3})
attained = ln.supplied("attained", extreme.statement, by.algebra(slack, supposed))
ln.claim(
    "equality case",
    iff(extreme.statement, equal.statement),
    by.discharge(extreme, equal, supposed, attained),
    note="S, the sum of squares of the others about their mean, is zero exactly if they are all equal",
)
ln.claim(
    "slacks in all",
    eq(total(C - 1 - y**2), C * (C - 2)),
    note="with C = 2 all slacks are zero: each y_i is 1 or -1, whatever x is",
)

strict = Theorem(
    "beyond/range_layer_norm_strict",
    "Layer normalization stays below its maximum",
    where=layer,
    model={C: 4, x: [0, 1, 5, 1], i: 1, j: 2},
)
other = strict.given("j is another channel", eq(delta(i, j), 0), "hypothesis")
rest = total(((1 - delta(i, k)) * (1 - delta(j, k)) * (x[k] - m)) ** 2, over=k)
share = (C - 1) / (C * sigma2)
strict.claim("one of the others", (x[j] - m) ** 2 <= spread, by.sign(rest, other))
strict.claim("bound", y[i] ** 2 <= C - 1 - share * (x[j] - m) ** 2, by.sign(share * rest, other))
differs = strict.suppose("x_j is not the mean of the others", ne(x[j], m))
below = strict.supplied("below", y[i] ** 2 < C - 1, by.sign(share * ((x[j] - m) ** 2 + rest), other))
strict.claim(
    "strict",
    implies(differs.statement, below.statement),
    by.discharge(differs, below),
    note="unless all others are equal, one of them is not their mean",
)

spike = Theorem("beyond/range_attained", "A single outlier takes the maximum", where=[C > 1, ne(b, 0)])
average = 1 / C * total(a + b * delta(i, k), over=k)
square = 1 / C * total((a + b * delta(i, k) - average) ** 2, over=k)
spike.claim(
    "x_i = a + b, the others a",
    eq((a + b * delta(i, j) - average) / sqrt(square), b / sqrt(b**2) * (C * delta(i, j) - 1) / s),
    by.algebra(by.roots(C * sqrt(square), s * sqrt(b**2))),
    note="for b > 0: y_i = sqrt(C - 1), and y_j = -1/sqrt(C - 1) for all others; for b < 0 the signs change",
)

# --- RMSNorm ----------------------------------------------------------------------------------------------

rn = Theorem("beyond/range_rms_norm", "The range of RMSNorm", where=rms)

rn.claim("mean square one", eq(mean(r**2), 1))
off_mean = rn.claim("variance", eq(1 - mean(r) ** 2, sigma2 / nu2))
rn.claim("mean at most one", mean(r) ** 2 <= 1, by.sign(sigma2 / nu2, off_mean))

squares = others(x**2, i) / nu2
slack = rn.claim("slack", eq(C - r[i] ** 2, squares))
rn.claim("bound", r[i] ** 2 <= C, by.sign(squares))
rn.claim("upper bound", r[i] <= sqrt(C), by.sign(((sqrt(C) - r[i]) ** 2 + squares) / (2 * sqrt(C))))
rn.claim("lower bound", -sqrt(C) <= r[i], by.sign(((sqrt(C) + r[i]) ** 2 + squares) / (2 * sqrt(C))))

extreme = rn.suppose("extreme", eq(r[i] ** 2, C), at={C: 3, x: [0, 0, 5], i: 3})
zero = rn.supplied("the others are zero", eq(others(x**2, i), 0), by.algebra(slack, extreme))
supposed = rn.suppose("others zero", eq(others(x**2, i), 0), at={C: 3, x: [0, 0, 5], i: 3})
attained = rn.supplied("attained", extreme.statement, by.algebra(slack, supposed))
rn.claim(
    "equality case",
    iff(extreme.statement, zero.statement),
    by.discharge(extreme, zero, supposed, attained),
    note="a sum of squares is zero exactly if all of them are",
)

rms_strict = Theorem(
    "beyond/range_rms_norm_strict",
    "RMSNorm stays below its maximum",
    where=rms,
    model={C: 4, x: [0, 1, 5, 1], i: 1, j: 2},
)
other = rms_strict.given("j is another channel", eq(delta(i, j), 0), "hypothesis")
rest = total(((1 - delta(i, k)) * (1 - delta(j, k)) * x[k]) ** 2, over=k)
rms_strict.claim("bound", r[i] ** 2 <= C - x[j] ** 2 / nu2, by.sign(rest / nu2, other))
differs = rms_strict.suppose("x_j is not zero", ne(x[j], 0))
below = rms_strict.supplied("below", r[i] ** 2 < C, by.sign((x[j] ** 2 + rest) / nu2, other))
rms_strict.claim("strict", implies(differs.statement, below.statement), by.discharge(differs, below))
