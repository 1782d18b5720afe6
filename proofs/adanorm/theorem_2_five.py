"""AdaNorm, Theorem 2 for five channels or more: phi is quadratic, and nothing else can be said.

If phi is differentiable and has the average C over every normalized vector, then

    phi(c) = C_1 + C_2 c + C_3 c^2    for all c with c^2 < H - 1,

that is, at every value that an entry of y can take (at the two extreme ones because phi is continuous). With
C_1 + C_3 = C, every such phi has this average: `adanorm/2_quadratic`. This is (38), by an argument without
the gap; that phi is differentiable is enough, as in the paper.

`adanorm/2_vector_of_five`: three entries a, b, c of a normalized vector may be chosen freely, within bounds.
`adanorm/2_five`: the derivatives of the average along them put the slopes of phi at a, b and c on a line; so
for p, q and a, and for p, q and b. Hence C_2 and C_3 are given by p and q, and C_1 is phi(0), whatever c is.
`adanorm/2_five_everywhere`: with p, q = 1/2, -1/2, there are such a and b for each c with c^2 < H - 1, and
they serve for all numbers from 0 to c.

Xu et al. 2019 (arXiv:1911.07013), Sec. 4.1; App. 7.3.
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    define,
    differentiable,
    editors,
    eq,
    interval,
    ne,
    sqrt,
    stated,
    symbol,
)

from .notation import C, H, phi

a, b, c, p, q, u = (symbol(letter) for letter in "abcpqu")


def slope(v):
    """phi'(v)."""
    return at(D(phi(u), u), u, v)


def room(a, b, c):
    """2 d^2, what a, b, c and the mean m of the others leave of the sum of squares H."""
    return H - a**2 - b**2 - c**2 - (a + b + c) ** 2 / (H - 3)


def centre(a, b, c):
    """m and d."""
    return -(a + b + c) / (H - 3), sqrt(room(a, b, c) / 2)


def sum_of(f, a, b, c):
    """The sum of f(y_i) over the channels of y = (a, b, c, m + d, m - d, m, ..., m)."""
    m, d = centre(a, b, c)
    return f(a) + f(b) + f(c) + f(m + d) + f(m - d) + (H - 5) * f(m)


# --- the vector -------------------------------------------------------------------------------------------

vector = Theorem(
    "adanorm/2_vector_of_five",
    "Three entries are free",
    where=[editors(H >= 5), editors(room(a, b, c) > 0)],
)
vector.claim("+mean zero", eq(sum_of(lambda v: v, a, b, c), 0))
vector.claim("+mean square one", eq(sum_of(lambda v: v**2, a, b, c), H))

# --- phi is quadratic -------------------------------------------------------------------------------------

five = Theorem(
    "adanorm/2_five",
    "Five channels or more",
    where=[
        editors(H >= 5),
        stated(differentiable(phi(u)), "Thm 2 hypothesis 1", r"Suppose $\phi(y_i)$ is derivable"),
        editors(ne(p, q)),
        editors(room(p, q, a) > 0),
        editors(room(p, q, b) > 0),
        editors(ne(a, b)),
        editors(room(a, b, c) > 0),
        editors(room(a, b, 0) > 0),
    ],
    along=[p, q, a, b, interval(c, 0)],
    model={phi(u): C - 2 + 3 * u + 2 * u**2},
    notation={"y_i": c},
)


def line(number, a, b, c):
    """The slopes at a, b and c lie on a line: each is beta_1 + beta_2 times the distance from m."""
    average = five.given(
        f"+average weight {number}",
        stated(eq(sum_of(phi, a, b, c), H * C), "Thm 2 hypothesis 2.1", r"\sum_{i=1}^{H}\phi(y_i)=C"),
        "hypothesis",
    )
    m, d = centre(a, b, c)
    beta1 = (slope(m + d) + slope(m - d) + (H - 5) * slope(m)) / (H - 3)
    beta2 = define(f"beta_2_{number}", (slope(m + d) - slope(m - d)) / (2 * d), rf"\beta_2^{{({number})}}")
    at_a, at_b, at_c = (
        five.supplied(f"along {v}, {number}", eq(slope(v), beta1 + beta2 * (v - m)), by.algebra(average.d(v)))
        for v in (a, b, c)
    )
    to_b = five.supplied(f"to {b}, {number}", eq(slope(b) - slope(a), beta2 * (b - a)), by.algebra(at_a, at_b))
    to_c = five.supplied(f"to {c}, {number}", eq(slope(c) - slope(a), beta2 * (c - a)), by.algebra(at_a, at_c))
    straight = eq((slope(c) - slope(a)) * (b - a), (slope(b) - slope(a)) * (c - a))
    return five.supplied(f"line {number}", straight, by.algebra(to_b, to_c))


C3 = define("C_3", (slope(q) - slope(p)) / (q - p) / 2)
C2 = define("C_2", slope(p) - 2 * C3 * p)
C1 = define("C_1", phi(0))

at_a = five.supplied("slope at a", eq(slope(a), C2 + 2 * C3 * a), by.algebra(line(1, p, q, a)))
at_b = five.supplied("slope at b", eq(slope(b), C2 + 2 * C3 * b), by.algebra(line(2, p, q, b)))
at_c = five.supplied("slope at c", eq(slope(c), C2 + 2 * C3 * c), by.algebra(line(3, a, b, c), at_a, at_b))
constancy = five.supplied("constant rest", eq(D(phi(c) - C2 * c - C3 * c**2, c), 0), by.algebra(at_c))
five.claim(
    "(38)-2",
    eq(phi(c), C1 + C2 * c + C3 * c**2),
    by.algebra(constancy.constant(0)),
    note="for five channels or more, wherever |c| < sqrt(H - 1), with the same constants for all c",
)

# --- every c ----------------------------------------------------------------------------------------------

t = symbol("t")  # t c is any number from 0 to c
everywhere = Theorem(
    "adanorm/2_five_everywhere",
    "Every entry is reached",
    where=[editors(H >= 5), editors(H - 1 - c**2 > 0), editors(t >= 0), editors(1 - t >= 0)],
)
half = Fraction(1, 2)
share = define("kappa", c**2 / (H - 1), r"\kappa")  # between 0 and 1
e, f = define("e", sqrt((1 - share) / 4)), define("f", c / (H - 1))
near, far = e - f, -e - f  # a and b
everywhere.supplied("H - 3 > 0", H - 3 > 0, by.sign(1 * (H - 5) + 2))
everywhere.supplied("H - 1 > 0", H - 1 > 0, by.sign(1 * (H - 5) + 4))
everywhere.supplied("e > 0", e > 0, by.sign())
least = (15 + 12 * (H - 5) + 2 * (H - 5) ** 2) / (2 * (H - 3))
rest = share * (H - 5) / (2 * (H - 1))
at_1 = t * (1 - share) * (H - 1)
at_0 = (1 - t) * (1 * (H - 1) + share * (H - 5) / (H - 3))
between = t * (1 - t) * c**2 * (H - 2) / (H - 3)
everywhere.claim(
    "+a and b for each c",
    both(
        ne(near, far),
        room(half, -half, near) > 0,
        room(half, -half, far) > 0,
        room(near, far, t * c) > 0,
    ),
    by.each(
        by.sign(2 * e),
        by.sign(least + (H - 2) / (H - 3) * ((e + f) ** 2 + rest)),
        by.sign(least + (H - 2) / (H - 3) * ((e - f) ** 2 + rest)),
        by.sign((1 - share) / 2 + at_1 + at_0 + between),
    ),
    note="with p, q = 1/2, -1/2 these are the conditions of adanorm/2_five",
)
