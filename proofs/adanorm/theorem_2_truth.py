"""AdaNorm, Theorem 2, what is true.

"""

from fractions import Fraction

from symnorm import Theorem, by, both, define, delta, eq, implies, mean, sqrt, symbol, total, vector

from .notation import C, H, i, j, k, mu, sigma, x
from .notation import y as normalized

y = vector("y", H)
"""Any vector with mean zero and mean square one."""

M = symbol("M")
l = symbol("l", "k'")
half, third = Fraction(1, 2), Fraction(1, 3)
four = {y: [-1, -third, -third, Fraction(5, 3)]}


def size(a):
    """The absolute value."""
    return sqrt(a**2)


# --- "for all y": which vectors ---------------------------------------------------------------------------------

vectors = Theorem("adanorm/2_vectors", "The normalized vectors", where=[H > 1], model={x: [-1, -third, -third, Fraction(5, 3)]})
zero = vectors.given("+mean zero", eq(total(x), 0), "hypothesis")
one = vectors.given("+mean square one", eq(total(x**2), H), "hypothesis")
unit = vectors.supplied("sigma = 1", eq(sigma, 1), by.algebra(by.roots(sigma, 1, zero, one)))
vectors.supplied("sigma > 0", sigma > 0, by.sign(1, unit))
vectors.claim("+normalized already", eq(normalized[i], x[i]), by.algebra(unit, zero, times=sigma))

# --- C(1 - k y): a solution for every k ---------------------------------------------------------------------------

phi = define("phi", C * (1 - k * y), r"\phi(y)")
z = define("z", phi * y)

affine = Theorem("adanorm/2_affine", "Every k is a solution", where=[H > 1, C > 0], model=four)
zero = affine.given("+(33)-2", eq(total(y), 0), "hypothesis")
one = affine.given("+(33)-3", eq(total(y**2), H), "hypothesis")
weight = affine.supplied("average weight", eq(mean(phi), C), by.algebra(zero))
value = affine.supplied("average of z", eq(size(mean(z)), C * size(k)), by.algebra(by.roots(size(mean(z)), C * size(k), zero, one)))
affine.claim("Thm 2 existence", both(eq(mean(phi), C), size(mean(z)) < C * size(k) + 1), by.each(by.algebra(weight), by.sign(1, value)))
enough = affine.suppose("M > C |k|", C * size(k) < M, at={C: 2, k: 1, M: 3})
shown = affine.supplied("M is a bound", size(mean(z)) < M, by.sign(M - C * size(k), value))
affine.claim(
    "7.3 text 20", implies(enough.statement, shown.statement), by.discharge(enough, shown),
    printed=implies(size(k) < M, shown.statement), at={C: 2, k: 1, M: Fraction(3, 2)}, kind="false",
    note="the average of z is -C k: the factor C was lost in (41)",
)  # fmt: skip
affine.counterexample(
    "Sec. 4.1 text 10", eq(C * (1 - k * y[i]), C * (1 - l * y[i])), under=[C * size(k) < M, C * size(l) < M],
    at={C: 1, k: 0, l: Fraction(1, 10), i: 1, M: 1},
    note="not unique: every k with C |k| < M is a solution, also k = 0 (no scaling at all) and k < 0",
)  # fmt: skip

# --- C_1 + C_2 y + C_3 y^2: a solution for every fixed H --------------------------------------------------------------

C2, C3 = symbol("C_2"), symbol("C_3")
phi = define("phi", (C - C3) + C2 * y + C3 * y**2, r"\phi(y)")
z = define("z", phi * y)
skewness = define("m_3", mean(y**3))
bound = define("M", sqrt(1 + 2 * C2**2 + 2 * C3**2 * H))

fixed = Theorem("adanorm/2_fixed_H", "Quadratic solutions for one H", where=[H > 1, C > 0], model=four)
zero = fixed.given("+(33)-2", eq(total(y), 0), "hypothesis")
one = fixed.given("+(33)-3", eq(total(y**2), H), "hypothesis")
fixed.claim("+average weight", eq(mean(phi), C), by.algebra(zero, one))
value = fixed.supplied("average of z", eq(mean(z), C2 + C3 * skewness), by.algebra(zero, one))
pairs = total(total(((1 - delta(i, j)) * (y[i] * y[j])) ** 2, over=j), over=i)
fourth = fixed.supplied("sum of fourth powers", H**2 - total(y**4) >= 0, by.sign(pairs, one))
third_power = fixed.supplied("(mean of cubes)^2 <= H", H - skewness**2 >= 0, by.sign(mean((y**2 - skewness * y)**2) + 1/H*(H**2 - total(y**4)), one))
margin = 1 + (C2 - C3 * skewness) ** 2 + 2 * C3**2 * (H - skewness**2)
fixed.supplied("squares", bound**2 - mean(z) ** 2 > 0, by.sign(margin, value))
fixed.supplied("M>0", bound > 0, by.sign())
fixed.claim("+bounded", size(mean(z)) < bound, by.sign((bound**2 - mean(z) ** 2) / (bound + size(mean(z)))))
