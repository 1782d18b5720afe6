"""AdaNorm, Theorem 2, what is true.

For H >= 5, phi has the same average C for all normalized vectors exactly if

    phi(u) = C_1 + C_2 u + C_3 u^2  with  C_1 + C_3 = C   for |u| <= sqrt(H - 1):

`adanorm/2_quadratic` here, and theorem_2_five.py. The average of z is then bounded, by a number that grows
with H, and C_2 and C_3 are free (`adanorm/2_fixed_H`): Theorem 2 is false for every fixed H >= 3. If one phi
and one M are to serve all H, C_3 = 0 (`adanorm/2_limit`), and what is left is phi(u) = C(1 - k u) with
C |k| < M: not one solution but one for every such k, k = 0 and negative ones included. For H = 2, 3 and 4
there are more (theorem_2_small.py).

Xu et al. 2019 (arXiv:1911.07013), Sec. 4.1; App. 7.3.
"""

from fractions import Fraction

from symnorm import (
    Theorem,
    both,
    by,
    define,
    editors,
    eq,
    every,
    implies,
    mean,
    others,
    silent,
    sqrt,
    stated,
    symbol,
    total,
    vector,
)

from .notation import C, H, i, k, sigma, x
from .notation import y as normalized

y = vector("y", H)
"""Any vector with mean zero and mean square one: `adanorm/2_vectors`."""

M, k2 = symbol("M"), symbol("k_2")
point = {y: [-1, -Fraction(1, 3), -Fraction(1, 3), Fraction(5, 3)]}


# --- "for all y": which vectors ---------------------------------------------------------------------------

vectors = Theorem("adanorm/2_vectors", "The normalized vectors", where=[editors(H > 1)], model={x: point[y]})
zero = vectors.given("+mean zero", editors(eq(total(x), 0)), "hypothesis")
one = vectors.given("+mean square one", editors(eq(total(x**2), H)), "hypothesis")
unit = vectors.supplied("sigma = 1", eq(sigma, 1), by.algebra(by.roots(sigma, 1, zero, one)))
vectors.supplied("sigma > 0", sigma > 0, by.sign(1, unit))
vectors.claim("+normalized already", eq(normalized[i], x[i]), by.algebra(unit, zero, times=sigma))

# --- C(1 - k y): a solution for every k -------------------------------------------------------------------

phi = define("phi", C * (1 - k * y), r"\phi(y)")
z = define("z", phi * y)

affine = Theorem(
    "adanorm/2_affine",
    "Every k is a solution",
    where=[silent(H > 1), stated(C > 0, "Thm 2 hypothesis 2.2", "C>0")],
    model=point,
    notation={r"\phi(y_i)": phi[i]},
    words={
        "7.3 text 20": r"Namely $M > |\frac{1}{H} \sum_{i=1}^{H} z_i|$ can hold if M > |k|.",
    },
)
zero = affine.given("+(33)-2", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = affine.given("+(33)-3", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
weight = affine.supplied("average weight", eq(mean(phi), C), by.algebra(zero))
value = affine.supplied(
    "average of z", eq(abs(mean(z)), C * abs(k)), by.algebra(by.roots(abs(mean(z)), C * abs(k), zero, one))
)
existence = affine.claim(
    "Thm 2 existence",
    both(eq(mean(phi), C), abs(mean(z)) < C * abs(k) + 1),
    by.each(by.algebra(weight), by.sign(1, value)),
    reads=r"\phi(y_i) = C(1 - ky_i)",
)
enough = affine.suppose("M > C |k|", C * abs(k) < M, at={C: 2, k: 1, M: 3})
shown = affine.supplied("M is a bound", abs(mean(z)) < M, by.sign(M - C * abs(k), value))
bounded = affine.claim("+every M > C |k|", implies(enough.statement, shown.statement), by.discharge(enough, shown))
affine.counterexample(
    "7.3 text 20",
    abs(mean(z)) < M,
    under=[abs(k) < M],
    at={C: 2, k: 1, M: Fraction(3, 2)},
    corrected=bounded,
    note="the factor C is lost in (41): C_2 = -C k, and the average of z is -C k",
)
affine.claim("+average weight for another k", eq(mean(C * (1 - k2 * y)), C), by.algebra(zero))
affine.counterexample(
    "Sec. 4.1 text 10",
    eq(C * (1 - k * every(y)), C * (1 - k2 * every(y))),
    under=[C * abs(k) < M, C * abs(k2) < M],
    at={C: 1, k: 0, k2: Fraction(1, 10), M: 1},
    kind="reading",
    corrected=existence,
    note="as one function; the theorem itself leaves k open: every k with C |k| < M is a solution, also k = 0 (no "
    "scaling at all) and k < 0",
)

# --- C_1 + C_2 y + C_3 y^2: a solution for every fixed H --------------------------------------------------

C1, C2, C3 = symbol("C_1"), symbol("C_2"), symbol("C_3")
free = C1 + C2 * y + C3 * y**2

which = Theorem("adanorm/2_quadratic", "Quadratic functions with the average C", where=[editors(H > 1)], model=point)
zero = which.given("+(33)-2", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = which.given("+(33)-3", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
which.claim(
    "+average weight",
    eq(mean(free), C1 + C3),
    by.algebra(zero, one),
    note="for every normalized y: so it is C exactly if C_1 + C_3 = C",
)

quadratic = define("phi", (C - C3) + C2 * y + C3 * y**2, r"\phi(y)")
z = define("z", quadratic * y)
m3 = define("m_3", mean(y**3))
bound = define("bound", sqrt(1 + 2 * C2**2 + 2 * C3**2 * H))

fixed = Theorem(
    "adanorm/2_fixed_H",
    "Quadratic solutions for one H",
    where=[editors(H > 1), stated(C > 0, "Thm 2 hypothesis 2.2", "C>0")],
    model=point,
    notation={r"\phi(y_i)": quadratic[i]},
    words={
        "Thm 2 uniqueness": "There exists only one solution:",
        "(2)-1": r"$\mathbf{y} = \frac{\mathbf{x} - \mu}{\sigma}$",  # y is any vector here
        "(8)": r"$\phi(y_i) = C(1 - \frac{y_i}{10})$",  # any of degree two
        "7.3 text 18": "$k=-C_2/C$",  # k is any number here
        "7.3 text 14": r"Therefore $|C_3|<\frac{|C_2|+M}{\sqrt{H/6}}$ holds for any H",
    },
)
zero = fixed.given("+(33)-2", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = fixed.given("+(33)-3", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
fixed.claim("+average weight", eq(mean(quadratic), C), by.algebra(zero, one))

value = fixed.supplied("average of z", eq(mean(z), C2 + C3 * m3), by.algebra(zero, one))
pairs = total(y[i] ** 2 * others(y**2, i), over=i)
fixed.supplied("fourth powers", H**2 - total(y**4) >= 0, by.sign(pairs, one))
cauchy = mean((y**2 - m3 * y) ** 2) + 1 / H * (H**2 - total(y**4))
fixed.supplied("third powers", H - m3**2 >= 0, by.sign(cauchy, one))
margin = 1 + (C2 - C3 * m3) ** 2 + 2 * C3**2 * (H - m3**2)
fixed.supplied("squares", bound**2 - mean(z) ** 2 > 0, by.sign(margin, value))
fixed.supplied("the bound is positive", bound > 0, by.sign())
fixed.claim(
    "+bounded",
    abs(mean(z)) < bound,
    by.sign((bound**2 - mean(z) ** 2) / (bound + abs(mean(z)))),
    note="by beyond/moments, even |C_2| + |C_3| (H - 2)/sqrt(H - 1) bounds it",
)

bounded = fixed.suppose("M is a bound", abs(mean(z)) < M, at={M: 40})
positive = fixed.supplied("M > 0", M > 0, by.sign((M - abs(mean(z))) + abs(mean(z)), bounded))
fixed.claim("+a bound is positive", implies(bounded.statement, M > 0), by.discharge(bounded, positive))

root = sqrt(Fraction(3, 2))
fixed.counterexample(
    "Thm 2 uniqueness",
    eq(every(quadratic), C * (1 - k * every(y))),
    at={H: 3, y: [root, -root, 0], C: 1, C2: 0, C3: 1},
    note="every C - C_3 + C_2 y + C_3 y^2 is a solution for this H, the hidden size, and for y_i = 0 no k helps. App. "
    "7.3 "
    "lets H approach infinity; then phi and M have to be the same for all H (adanorm/2_limit)",
)
fixed.counterexample(
    "7.3 text 14",
    abs(C3) < (abs(C2) + M) / sqrt(H / 6),
    under=[bounded.statement],
    at={H: 2, y: [1, -1], C: 1, C2: 0, C3: 10, M: 1},
    kind="hypothesis",
    note="(40) needs three channels, and then it holds (adanorm/2_vector); for H = 2 the average of z is C_2, "
    "whatever C_3 is",
)
