"""What values normalization can take: y_i^2 <= C - 1 for layer normalization, r_i^2 <= C for RMSNorm.

The papers say "the minimum and maximum values", sqrt(C - 1) and sqrt(C), without a proof. Here the slack is an
explicit sum of squares, which shows when the bounds are attained: where all other channels are equal (RMSNorm:
zero), and only there. The third moment of y, which decides the mean of AdaNorm's output, has a sharp
bound as well.
"""

from symnorm import D, Theorem, by, eq, every, iff, implies, mean, ne, others, sqrt, total

from .notation import C, i, j, k, layer, m, mu, nu2, r, rms, s, sigma2, spread, x, y

# --- layer normalization ----------------------------------------------------------------------------------

ln = Theorem("beyond/range_layer_norm", "The range of layer normalization", where=layer)

ln.claim("mean zero", eq(mean(y), 0), by.algebra())
ln.claim("mean square one", eq(mean(y**2), 1), by.algebra())

slack = (C - 1) / (C * sigma2) * spread
exact = ln.claim("slack", eq(C - 1 - y[i] ** 2, slack), by.algebra())
bound = ln.claim("bound", y[i] ** 2 <= C - 1, by.sign(slack, exact))
ln.claim("upper bound", y[i] <= s, by.sign(((s - y[i]) ** 2 + (C - 1 - y[i] ** 2)) / (2 * s)))
ln.claim("lower bound", -s <= y[i], by.sign(((s + y[i]) ** 2 + (C - 1 - y[i] ** 2)) / (2 * s)))

extreme = ln.suppose("extreme", eq(y[i] ** 2, C - 1), at={C: 3, x: [2, 2, 5], i: 3})
equal = ln.supplied("the others are equal", eq(spread, 0), by.algebra(exact, extreme))
others_equal = ln.suppose("equal", eq(spread, 0), at={C: 3, x: [2, 2, 5], i: 3})
attained = ln.supplied("attained", extreme.statement, by.algebra(exact, others_equal))
ln.claim(
    "equality case", iff(extreme.statement, equal.statement), by.discharge(extreme, equal, others_equal, attained),
    note="the sum of squares of the others about their mean is zero exactly if they are all equal",
)  # fmt: skip
ln.claim(
    "sum of all slacks", eq(total(C - 1 - y**2), C * (C - 2)), by.algebra(),
    note="for C = 2 every slack is zero: then y_i is 1 or -1, whatever x is",
)  # fmt: skip

two = Theorem(
    "beyond/range_strict", "Two different channels keep the third below the maximum", where=layer,
    model={i: 1, j: 2, k: 3},
)  # fmt: skip
not_j = two.given("j is not i", eq(delta(i, j), 0), "hypothesis")
