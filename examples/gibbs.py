"""Gibbs' inequality and the inequality of the means, from log(u) <= u - 1 summed over all entries.

The relative entropy D(p||q) = sum_k p_k log(p_k/q_k) is not negative, so that no code for q is shorter on average
than one for p; and the geometric mean of positive numbers is at most the arithmetic one.
"""

from fractions import Fraction

from symnorm import Theorem, by, define, eq, every, indices, log, mean, symbol, total, vector

C = symbol("C")
p, q, x = vector("p", C), vector("q", C), vector("x", C)
i, = indices("i", C)
half, third = Fraction(1, 2), Fraction(1, 3)

gibbs = Theorem("examples/gibbs", "Gibbs' inequality", where=[every(p) > 0, every(q) > 0],
                model={p: [half, half], q: [third, 2 * third]})  # fmt: skip
whole = gibbs.given("(1)", eq(total(p), 1), "hypothesis")
also_whole = gibbs.given("(2)", eq(total(q), 1), "hypothesis")
tangent = gibbs.step("(3)", log(q[i] / p[i]) <= q[i] / p[i] - 1, by.linear())
gibbs.claim("(4)", total(p * log(q / p)) <= 0, by.linear(tangent, whole, also_whole))

m = define("m", mean(x))
means = Theorem("examples/means", "The inequality of the means", where=[every(x) > 0])
bound = means.step("(1)", log(x[i] / m) <= x[i] / m - 1, by.linear())
means.claim("(2)", mean(log(x / m)) <= 0, by.linear(bound))
