"""Layer normalization as a function of one coordinate: exactly a general ELN about the mean of the others.

With m the mean of the other channels and S their sum of squares about it, neither of which depends on x_i,

    beta_i = (C - 1)/C S,    x_i - mu = (C - 1)/C (x_i - m),
    y_i = sqrt(C - 1) (x_i - m)/sqrt(B + (x_i - m)^2)    with    B = C^2/(C - 1)^2 beta_i = C/(C - 1) S.

In the experiment of the ELN paper (Sec. 4) only x_o changes. So its outliers lie on one such curve exactly,
without a fit; its centre is m, not mu. The plain ELN (15), which is fitted there, has the centre 0: the beta
with which it meets the outlier at x_o is B x_o^2/(x_o - m)^2, another one for each outlier unless m = 0.

`beyond/decoupled` is Theorem 3 with what is constant along x_i, beta_i, in the place of what is not, F(x): the
differential equation of layer normalization is then y' = (C - 1 - y^2)^(3/2)/((C - 1) sqrt(B)). Its solutions
with |y| < sqrt(C - 1) are the general ELNs and no others; the constant of integration is the centre.
"""

from symnorm import D, Theorem, by, define, delta, eq, function, iff, implies, ne, sqrt, symbol, total

from .notation import B, C, F, beta_i, d, i, j, k, layer, m, s, sigma, sigma2, spread, t, x, y

xi = x[i]
curve = s * (d / sqrt(B + d**2))

# --- beta_i -----------------------------------------------------------------------------------------------

beta = Theorem("beyond/beta", "The parameter beta of layer normalization", where=[C > 1])

closed = beta.claim("closed form", eq(beta_i, (C - 1) / C * spread))
beta.claim("by the variance", eq(beta_i, (C - 1) * sigma2 - t**2))
beta.claim("not negative", beta_i >= 0, by.sign((C - 1) / C * spread))
vanishes = beta.suppose("beta_i = 0", eq(beta_i, 0), at={C: 3, x: [2, 2, 5], i: 3})
equal = beta.supplied("the others are equal", eq(spread, 0), by.algebra(closed, vanishes))
supposed = beta.suppose("others equal", eq(spread, 0), at={C: 3, x: [2, 2, 5], i: 3})
back = beta.supplied("no beta", vanishes.statement, by.algebra(closed, supposed))
beta.claim(
    "zero exactly if the others are equal",
    iff(vanishes.statement, equal.statement),
    by.discharge(vanishes, equal, supposed, back),
)
beta.claim("constant along x_i", eq(D(beta_i, xi), 0))
beta.claim("centre constant along x_i", eq(D(m, xi), 0))
beta.claim(
    "derivatives",
    eq(D(beta_i, x[j]), 2 * (C - 1) / C * (1 - delta(i, j)) * (x[j] - m)),
)
beta.claim("all of them", eq(total(beta_i, over=i), C * (C - 2) * sigma2))

positive = Theorem(
    "beyond/beta_positive",
    "The parameter beta is positive unless all others are equal",
    where=[C > 1],
    model={C: 4, x: [0, 1, 5, 1], i: 1, j: 2},
)
other = positive.given("j is another channel", eq(delta(i, j), 0), "hypothesis")
rest = total(((1 - delta(i, k)) * (1 - delta(j, k)) * (x[k] - m)) ** 2, over=k)
differs = positive.suppose("x_j is not the mean of the others", ne(x[j], m))
above = positive.supplied("above", beta_i > 0, by.sign((C - 1) / C * ((x[j] - m) ** 2 + rest), other))
positive.claim("positive", implies(differs.statement, above.statement), by.discharge(differs, above))

# --- the curve --------------------------------------------------------------------------------------------

one = Theorem("beyond/one_coordinate", "Layer normalization as a function of one coordinate", where=layer)

one.claim("deviation", eq(t, (C - 1) / C * d))
one.claim("B", eq(B, C / (C - 1) * spread))
by_beta = by.roots(sqrt(beta_i + t**2), s * sigma)
by_B = by.roots(s * sqrt(B + d**2), C * sigma)
one.claim(
    "general ELN",
    eq(y[i], s * t / sqrt(beta_i + t**2)),
    by.algebra(by_beta),
    note="ELN, (14); here where x_i = mu, too",
)
one.claim("explicit curve", eq(y[i], curve), by.algebra(by_B), note="m and B do not depend on x_i")
one.claim("F along the curve", eq(F, s / (C * sqrt(beta_i + t**2))), by.algebra(by_beta))

h = symbol("h")
moved_mean = 1 / C * total(x[k] + h * delta(i, k), over=k)
moved_square = 1 / C * total((x[k] + h * delta(i, k) - moved_mean) ** 2, over=k)
outlier = Theorem("beyond/outliers", "Outliers lie on one general ELN", where=[C > 1, moved_square > 0])
root = by.roots(s * sqrt(B + (d + h) ** 2), C * sqrt(moved_square))
outlier.claim(
    "x_i becomes x_i + h",
    eq((xi + h - moved_mean) / sqrt(moved_square), s * ((d + h) / sqrt(B + (d + h) ** 2))),
    by.algebra(root),
    note="ELN, Sec. 4 with h = 5 S: m and B are those of the sample before the step",
)
outlier.claim(
    "mirror image",
    eq(-((xi + h - moved_mean) / sqrt(moved_square)), s * ((-(xi + h) + m) / sqrt(B + (-(xi + h) + m) ** 2))),
    by.algebra(root),
    note="the mirrored points of the fit lie on the curve with the centre -m",
)

# --- the plain ELN, and the differential equation that is decoupled ---------------------------------------

b = symbol("b", r"\beta")
B_const = symbol("B_const", "B")
a = symbol("a", "m")
u = symbol("u", "x")

general = s * ((u - a) / sqrt(B_const + (u - a) ** 2))
eln = s * (u / sqrt(b + u**2))
plain = Theorem(
    "beyond/plain_eln",
    "Which plain ELN meets an outlier",
    where=[C > 1, B_const > 0, ne(u - a, 0), u / (u - a) > 0, b + u**2 > 0],
)
here = B_const * (u / (u - a)) ** 2
meets = plain.suppose("they meet", eq(general, eln), at={C: 3, u: 5, a: 1, b: here})
squares = plain.supplied(
    "squares", eq((u - a) ** 2 * (b + u**2), u**2 * (B_const + (u - a) ** 2)), by.algebra(meets)
)
found = plain.supplied("beta found", eq(b, here), by.algebra(squares))
value = plain.suppose("this beta", eq(b, here), at={C: 3, u: 5, a: 1, b: here})
root = by.roots(sqrt(b + u**2), u / (u - a) * sqrt(B_const + (u - a) ** 2), value)
back = plain.supplied("there they meet", meets.statement, by.algebra(root))
plain.claim(
    "exactly for B x^2/(x - m)^2",
    iff(meets.statement, value.statement),
    by.discharge(meets, found, value, back),
    note="ELN, (15): for m != 0 another beta for each outlier; it tends to B for large outliers",
)

slope = Theorem("beyond/slope", "The derivative of y_i as a function of y_i", where=[C > 1, beta_i > 0])
slope.supplied("channels differ", sigma2 > 0, by.sign((beta_i + t**2) / (C - 1)))
slope.claim("below the maximum", C - 1 - y[i] ** 2 > 0, by.sign(beta_i / sigma2))
slope.claim(
    "autonomous",
    eq(D(y[i], xi), (C - 1 - y[i] ** 2) * sqrt(C - 1 - y[i] ** 2) / (C * sqrt(beta_i))),
    by.algebra(by.roots(sqrt(beta_i), sigma * sqrt(C - 1 - y[i] ** 2))),
    note="ELN, (5), where F = sqrt(C - 1 - y_i^2)/(C sqrt(beta_i)), and C sqrt(beta_i) = (C - 1) sqrt(B)",
)

c = symbol("c")
Y = function("Y", u, latex="y")
equation = eq(D(Y, u), (C - 1 - Y**2) * sqrt(C - 1 - Y**2) / ((C - 1) * sqrt(B_const)))
solution = define("y_", general, "y")
rest = C - 1 - solution**2
its_root = by.roots(sqrt(rest) * sqrt(B_const + (u - a) ** 2), s * sqrt(B_const))
decoupled = Theorem(
    "beyond/decoupled",
    "General ELN, with a constant B",
    where=[C > 1, B_const > 0, C - 1 - Y**2 > 0],
    along=[u],
    model={Y: general},
    model_by=by.algebra(its_root),
)
ode = decoupled.given("differential equation", equation, "hypothesis")
ratio = Y / sqrt(C - 1 - Y**2)
first_integral = u - sqrt(B_const) * ratio
constancy = decoupled.supplied("first integral", eq(D(first_integral, u), 0), by.algebra(ode))
centre = decoupled.constant("centre", eq(c, first_integral), by.zero_derivative(constancy))
straight = decoupled.supplied("straight line", eq(sqrt(B_const) * ratio, u - c), by.algebra(centre))
root = by.roots(s * sqrt(B_const), sqrt(C - 1 - Y**2) * sqrt(B_const + (u - c) ** 2), straight)
decoupled.claim(
    "only general ELNs", eq(Y, s * ((u - c) / sqrt(B_const + (u - c) ** 2))), by.algebra(straight, root)
)

converse = Theorem(
    "beyond/decoupled_converse", "General ELNs solve the decoupled equation", where=[C > 1, B_const > 0]
)
converse.claim("below the maximum", rest > 0, by.sign((C - 1) * B_const / (B_const + (u - a) ** 2)))
converse.claim("solution", eq(D(solution, u), rest * sqrt(rest) / ((C - 1) * sqrt(B_const))), by.algebra(its_root))
