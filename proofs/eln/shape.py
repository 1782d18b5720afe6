"""ELN, the shapes of DyT (11) and ELN (15): their extrema, how fast they reach them, how they bend.

Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 1 to 3 and 5, Fig. 1 and Fig. 3.

Both are odd, increase, stay strictly between their extrema and bend towards the axis. ELN approaches the
extrema like 1/x^2, and the distance of DyT vanishes against that, whatever alpha and beta are. It does not
follow that DyT is the nearer one at every x: in Fig. 1 it is not. At the same value and slope, the curvature of
layer normalization is that of ELN, and that of DyT two thirds of it.
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    define,
    editors,
    eq,
    exp,
    implies,
    log,
    rational,
    silent,
    sqrt,
    symbol,
    tanh,
)

from .notation import C, i, layer
from .notation import x as sample
from .notation import y as normalized

x = symbol("v", "x")
w = symbol("w", "y")
alpha, beta = symbol("alpha", r"\alpha"), symbol("beta", r"\beta")
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
dyt = define("dyt", s * tanh(alpha * x), r"y_{\mathrm{DyT}}")
eln = define("eln", s * (x / sqrt(beta + x**2)), r"y_{\mathrm{ELN}}")
r = sqrt(beta + x**2)
sech2 = 4 * exp(2 * alpha * x) / (exp(2 * alpha * x) + 1) ** 2  # 1 - tanh^2


def slope(f):
    """df/dx."""
    return D(f, x)


# --- DyT as it was proposed ---------------------------------------------------------------------------------

proposed = Theorem("eln/shape_proposed", "The original DyT")
f = tanh(alpha * x)
proposed.claim(
    "Sec. 1 text 4",
    both(
        eq(at(slope(f), x, 0), alpha),
        eq(at(slope(slope(f)), x, 0), 0),
        1 - f**2 > 0,
        f * slope(slope(f)) <= 0,
    ),
    by.each(by.algebra(), by.algebra(), by.sign(sech2), by.sign(2 * alpha**2 * f**2 * sech2)),
    note="linear to second order at 0; bounded, and bent towards the axis everywhere",
)

# --- The extrema of DyT and ELN ------------------------------------------------------------------------------

extrema = Theorem(
    "eln/shape_extrema",
    "The extrema of DyT and ELN",
    where=[silent(C > 1), silent(alpha > 0), silent(beta > 0), editors(s - w > 0), editors(s + w > 0)],
)
extrema.supplied("between", C - 1 - w**2 > 0, by.sign((s - w) * (s + w)))
dyt_bounded = C - 1 - dyt**2 > 0
dyt_reaches = eq(at(dyt, x, 1 / (2 * alpha) * log((s + w) / (s - w))), w)
extrema.claim(
    "Sec. 2 text 6",
    both(dyt_bounded, dyt_reaches),
    by.each(by.sign((C - 1) * sech2), by.algebra()),
    note="between its bounds DyT takes every value y, but not the bounds themselves; layer normalization does",
    reads=r"\sqrt{C - 1}",
)
eln_bounded = C - 1 - eln**2 > 0
inverse = sqrt(beta) * w / sqrt(C - 1 - w**2)
eln_reaches = eq(at(eln, x, inverse), w)
same_root = by.roots(sqrt(beta + inverse**2), s * sqrt(beta) / sqrt(C - 1 - w**2))
extrema.claim(
    "Sec. 3 text 2",
    both(eln_bounded, eln_reaches),
    by.each(by.sign((C - 1) * beta / r**2), by.algebra(same_root)),
    note="x stands for x_i - mu: between its bounds (13) takes every value y, but not the bounds themselves",
    reads=r"\sqrt{C - 1}",
)
extrema.claim(
    "Fig. 1 text 2.1",
    both(dyt_bounded, dyt_reaches, eln_bounded, eln_reaches),
    by.each(by.sign((C - 1) * sech2), by.algebra(), by.sign((C - 1) * beta / r**2), by.algebra(same_root)),
    note="least upper and greatest lower bounds, which are not attained",
    reads=r"y = \pm \sqrt{C - 1}",
)
fifty = extrema.suppose("50 channels", eq(C, 50), at={C: 50})
is_seven = by.algebra(by.roots(s, 7, fifty))
seven = extrema.step("Fig. 1 text 2.2", both(eq(s, 7), eq(-s, -7)), by.each(is_seven, is_seven))
extrema.claim("+greatest, of 50 channels", eq(sqrt(rational(50) - 1), 7))
extrema.claim("+the extrema", implies(fifty.statement, seven.statement), by.discharge(fifty, seven))

# --- What DyT and ELN have in common ------------------------------------------------------------------------

shape = Theorem(
    "eln/shape",
    "What DyT and ELN have in common",
    where=[silent(C > 1), silent(alpha > 0), silent(beta > 0)],
)
shape.claim(
    "Fig. 3 text 1",
    both(eq(at(dyt, x, -x) - (-w), -(dyt - w)), eq(at(eln, x, -x) - (-w), -(eln - w))),
    note="the residuals at a mirrored data point (-x, -y)",
)
shape.claim(
    "+similar shapes",
    both(slope(dyt) > 0, slope(eln) > 0, dyt * slope(slope(dyt)) <= 0, eln * slope(slope(eln)) <= 0),
    by.each(
        by.sign(alpha * s * sech2),
        by.sign(s * beta / r**3),
        by.sign(2 * alpha**2 * dyt**2 * sech2),
        by.sign(3 * beta / r**4 * eln**2),
    ),
    also={"Sec. 3 text 15": r"\pm \sqrt{C - 1}"},
    note="both increase and bend towards the axis",
)

# --- How fast the extrema are approached --------------------------------------------------------------------

a = symbol("a")
e, p = exp(a * x), 1 + a * x
dyt_gap = s - s * tanh(define("alpha", 2 * a, r"\alpha") * x)
eln_gap = s - eln
least = s * beta / (2 * (beta + x**2))

speed = Theorem(
    "eln/shape_speed",
    "DyT converges faster than ELN",
    where=[silent(C > 1), silent(a > 0), silent(beta > 0), editors(x > 0)],
)
speed.supplied("root", r - x > 0, by.sign(beta / (r + x)))
speed.supplied("ELN below the maximum", eln_gap > 0, by.sign(s * beta / (r * (r + x))))
speed.claim(
    "+ELN at most",
    eln_gap <= s * beta / (2 * x**2),
    by.sign(s * beta * (r - x) * (r + 2 * x) / (2 * x**2 * r * (r + x))),
)
speed.supplied("ELN at least", eln_gap - least >= 0, by.sign(least * (r - x) / (r + x)))
speed.supplied("exponential", e >= p, by.exponential_bound(a * x))
speed.supplied(
    "DyT at most", 2 * s / p**4 - dyt_gap > 0, by.sign(2 * s * (e**4 - p**4 + 1) / (p**4 * (e**4 + 1)))
)
speed.claim(
    "Sec. 3 text 15",
    dyt_gap / eln_gap <= 4 * (beta + x**2) / (beta * p**4),
    by.sign((2 * s / p**4 - dyt_gap) / least + dyt_gap * (eln_gap - least) / (least * eln_gap)),
    note="with a = alpha/2: for all positive alpha and beta, the right side tends to zero for large x",
    reads=r"\pm \sqrt{C - 1}",
)
speed.claim(
    "+not the nearer one at every x",
    7 * tanh(Fraction(1, 20) * rational(10)) < 7 * (10 / sqrt(rational(100) + 10**2)),
    by.bounds(),
    note="at x = 10 ELN is nearer to the maximum, for C = 50, alpha = 0.05 and beta = 100, as in Fig. 1",
)

# --- How they bend ------------------------------------------------------------------------------------------

bending = Theorem(
    "eln/shape_bending", "ELN bends like layer normalization, and DyT less", where=[*layer, silent(beta > 0)]
)
xi, yi = sample[i], normalized[i]
bending.claim(
    "Sec. 3 text 14",
    both(
        eq((C - 1 - yi**2) * D(D(yi, xi), xi), -3 * D(yi, xi) ** 2 * yi),
        eq((C - 1 - eln**2) * slope(slope(eln)), -3 * slope(eln) ** 2 * eln),
        eq((C - 1 - dyt**2) * slope(slope(dyt)), -2 * slope(dyt) ** 2 * dyt),
    ),
    note="at the same value and slope, layer normalization along x_i has the curvature of ELN, DyT 2/3 of it",
)

contact = Theorem(
    "eln/shape_contact", "DyT agrees with layer normalization around the mean", where=[silent(C > 1), silent(beta > 0)]
)
frozen = define("frozen", s * tanh(x / sqrt(beta)), r"y_{\mathrm{DyT}}")
contact.claim(
    "Sec. 5 text 1",
    both(
        eq(at(eln, x, 0), at(frozen, x, 0)),
        eq(at(slope(eln), x, 0), at(slope(frozen), x, 0)),
        eq(at(slope(slope(eln)), x, 0), at(slope(slope(frozen)), x, 0)),
    ),
    note="layer normalization is ELN of x_i - mu with beta_i; DyT with alpha^2 = 1/beta is so to second order",
)
contact.claim(
    "+no further",
    eq(at(slope(slope(slope(eln))), x, 0), Fraction(3, 2) * at(slope(slope(slope(frozen))), x, 0)),
)
