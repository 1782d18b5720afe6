"""AdaNorm, Sec. 4.1: where the scaling weight is positive, Chebyshev's inequality (7), the choice k = 1/10.

phi(y_i) = C(1 - k y_i) is positive where y_i < 1/k, if k > 0. P is a share of the channels: the probability
that a channel chosen at random has the property. Xu et al. 2019 (arXiv:1911.07013), Sec. 4.1.

`adanorm/sign`: k > 0 is needed, and not said; |y_i| < 1/k is not needed for one vector, whose entries are not
symmetric, but for all vectors together.
`adanorm/chebyshev`: (7) holds. For k = 1/10 it gives at least 99 %, not more, and every smaller k gives more.
There s_i is 1 in the channels with |y_i| >= 1/k, and 0 in the others; needed is only that s_i/k^2 <= y_i^2.
`adanorm/one_side`: y_i < 1/k alone has at least the probability 1/(1 + k^2).
`adanorm/few_channels`: with at most 100 channels |y_i| < 10 is sure.
"""

from fractions import Fraction

from symnorm import (
    Theorem,
    by,
    define,
    editors,
    eq,
    every,
    function_of,
    ge,
    gt,
    iff,
    implies,
    mean,
    others,
    silent,
    sqrt,
    stated,
    total,
    vector,
)

from .notation import C, H, i, k, layer, x
from .notation import y as normalized

phi = define("phi", C * (1 - k * normalized), r"\phi(y)")
z = define("z", phi * normalized)


# --- where phi is positive --------------------------------------------------------------------------------

at_top = {H: 3, x: [0, 0, 3], i: 3, C: 1, k: 1}  # y = (-1, -1, 2)/sqrt(2)
at_bottom = {**at_top, x: [0, 0, -3]}

chi = function_of("chi", r"\chi")
"""1 for a number whose absolute value is less than 1/k, and 0 for another; (7)-1 holds for any function."""

average = define("average", mean(normalized), "E(y_i)")
inside = define("inside", mean(chi(normalized)), "P(|y_i| < 1/k)")
around = define("around", mean(chi(normalized - average)), "P'")
sign = Theorem(
    "adanorm/sign",
    "Where the scaling weight is positive",
    where=[*layer, stated(C > 0, "Sec. 4.1 text 8", "C>0"), silent(k > 0)],
    notation={"P(|y_i - E(y_i)| < 1/k)": around},
    words={
        "Sec. 4.1 text 14": "Due to the symmetry of $y_i$, $|y_i| < 1/k$ is required to hold too.",
        "7.3 text 18": "$k=-C_2/C$",  # k is any number here
    },
)
sign.claim("(7)-1", eq(inside, around), note="the two events are one, since the mean of y is 0")

beyond = sign.suppose("1 - k y_i < 0", 1 - k * normalized[i] < 0, at=at_top)
excess = k * normalized[i] - 1
turned = sign.supplied(
    "z_i against y_i", z[i] * normalized[i] < 0, by.sign(C * excess * (1 + excess) ** 2 / k**2, beyond)
)
sign.claim(
    "Sec. 4.1 text 11",
    implies(beyond.statement, turned.statement),
    by.discharge(beyond, turned),
    note="the direction of the entry: z_i and y_i have different signs",
    reads="1 - ky_i < 0",
)

positive = sign.suppose("phi > 0", phi[i] > 0, at=at_bottom)
below = sign.step("Sec. 4.1 text 13", normalized[i] < 1 / k, by.sign(phi[i] / (C * k), positive))
within = sign.suppose("y_i < 1/k", normalized[i] < 1 / k, at=at_bottom)
back = sign.supplied("phi positive", phi[i] > 0, by.sign(C * k * (1 / k - normalized[i]), within))
sign.claim(
    "+where phi is positive",
    iff(positive.statement, below.statement),
    by.discharge(positive, below, within, back),
)
sign.missing(
    "Sec. 4.1 text 13",
    below,
    k > 0,
    at={H: 3, x: [0, 1, 2], i: 2, C: 1, k: -1},
    note="the sign of k is not given; for k < 0 the bound is y_i > 1/k, for k = 0 there is none",
)

mirrored = define("y_mirrored", (-x - mean(-x)) / sqrt(mean((-x - mean(-x)) ** 2)), "N(-x)")
of_all = sign.claim(
    "+of all inputs",
    eq(mirrored[i], -normalized[i]),
    note="of all inputs: -x is one as well, so that y_i < 1/k for all of them is |y_i| < 1/k for all of them",
)
sign.counterexample(
    "Sec. 4.1 text 14",
    abs(normalized[i]) < 1 / k,
    under=[phi[i] > 0],
    at=at_bottom,
    corrected=of_all,
    kind="reading",
    note="of one vector, whose entries need not be symmetric: phi(y_i) > 0 wherever y_i < 0. Of all inputs together it "
    "holds, for -x is one as well",
)

# --- (7) --------------------------------------------------------------------------------------------------

y = vector("y", H)
"""Any vector with mean zero and mean square one: these are the normalized vectors (adanorm/2_vectors)."""

E = define("E", mean(y), "E(y_i)")
D_y = define("D_y", mean((y - E) ** 2), "D_y")

s = vector("s", H)
"""1 in the channels in which |y_i| >= 1/k, and 0 in the others. Needed is only s_i/k^2 <= y_i^2."""

P = define("P", 1 - mean(s), "P(|y_i| < 1/k)")
"""The share of the channels in which |y_i| < 1/k."""

two_of_200 = {H: 200, y: [10, -10, *[0] * 198], s: [1, 1, *[0] * 198], k: Fraction(1, 10)}

chebyshev = Theorem(
    "adanorm/chebyshev",
    "Chebyshev's inequality",
    where=[silent(H > 1), silent(k > 0), editors(every(y**2 - s / k**2) >= 0)],
    model=two_of_200,
    notation={"P(|y_i - E(y_i)| < 1/k)": P},  # by (7)-1
    words={
        "Sec. 4.1 text 17":
            "If we expect that $|y_i|<1/k$ holds with a probability higher than 99%, $k=1/10$ should be choose "
            "based on Eq. (7).",
    },
)
zero = chebyshev.given("+(3) mean", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = chebyshev.given("+(3) variance", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
chebyshev.claim(
    "+the two events are one",
    eq(abs(y[i]), abs(y[i] - E)),
    by.algebra(by.roots(abs(y[i]), abs(y[i] - E), zero)),
)
chebyshev.claim(
    "(7)-2",
    ge(P, 1 - D_y / (1 / k) ** 2),
    by.sign(k**2 * mean(y**2 - s / k**2), zero),
)
rewritten = chebyshev.step("(7)-3", eq(1 - D_y / (1 / k) ** 2, 1 - k**2 * D_y))
unit = chebyshev.step("Sec. 4.1 text 16", eq(D_y, 1), by.algebra(zero, one))
chebyshev.claim("+(7) as a whole", ge(P, 1 - k**2), by.sign(P - (1 - D_y / (1 / k) ** 2), rewritten, unit))

# --- k = 1/10 ---------------------------------------------------------------------------------------------

tenth, percent = Fraction(1, 10), Fraction(1, 100)
smaller_k = {H: 2, y: [1, -1], s: [0, 0], k: Fraction(1, 20)}

chosen = chebyshev.suppose("k = 1/10", eq(k, tenth))
enough = chebyshev.supplied("99 %", ge(P, 99 * percent), by.sign(P - (1 - k**2), chosen))
chebyshev.claim(
    "Sec. 4.1 text 17",
    implies(chosen.statement, enough.statement),
    by.discharge(chosen, enough),
    printed=implies(chosen.statement, gt(P, 99 * percent)),
    at=two_of_200,
    kind="false",
    note="not higher than 99 %, but at least 99 %: with 10 and -10 among 200 entries it is 99 % exactly",
    reads=r"|y_i|<1/k, \quad k=1/10",
)
smaller = chebyshev.suppose("k < 1/10", tenth - k > 0, at=smaller_k)
margin = 1 * (P - (1 - k**2)) + (tenth - k) * (tenth + k)
higher = chebyshev.supplied("higher than 99 %", gt(P, 99 * percent), by.sign(margin, smaller))
chebyshev.claim(
    "+smaller k",
    implies(smaller.statement, higher.statement),
    by.discharge(smaller, higher),
    note="more than 99 % for every k with 0 < k < 1/10",
)

# For phi(y_i) > 0 only y_i < 1/k is needed: let s be 1 where y_i >= 1/k, and then y_i + k >= 1/k + k, else 0.
skew = {y: [-1, -Fraction(1, 3), -Fraction(1, 3), Fraction(5, 3)]}
excess = (y + k) ** 2 - s * (1 / k + k) ** 2

one_side = Theorem(
    "adanorm/one_side",
    "One side of Chebyshev's inequality",
    where=[editors(H > 1), editors(k > 0), editors(every(excess) >= 0)],
    model={**skew, s: [0, 0, 0, 1], k: 1},
)
zero = one_side.given("+(3) mean", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = one_side.given("+(3) variance", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
one_side.claim(
    "+P(phi > 0)",
    1 - mean(s) >= 1 / (1 + k**2),
    by.sign(k**2 / (1 + k**2) ** 2 * mean(excess), zero, one),
    note="100/101 for k = 1/10: phi is positive with a probability higher than 99 %",
)

few = Theorem("adanorm/few_channels", "At most 100 channels", where=[editors(H > 1), editors(H <= 100)], model=skew)
zero = few.given("+(3) mean", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = few.given("+(3) variance", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
rest = others((y + y[i] / (H - 1)) ** 2, i)
few.claim("+largest entry", y[i] ** 2 <= H - 1, by.sign((H - 1) / H * rest, zero, one))
gap = 1 + (100 - H) + (H - 1 - y[i] ** 2)
few.claim(
    "+sure", abs(y[i]) < 10, by.sign(gap / (10 + abs(y[i]))), note="for k = 1/10, phi is positive for sure"
)
