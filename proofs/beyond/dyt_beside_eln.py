"""When DyT is nearer to layer normalization than ELN, and when not.

Hyperbolic tangent and inverse square root unit are one function, after a hyperbolic sine: tanh t = ISRU(sinh t).
So DyT is above ELN of the same slope at 0, and both are below the line through 0 with that slope.

- The channels of one token lie on a line. There DyT of the slope of the line is nearer than ELN of that slope, in every
  channel: eln/ordinary_token has it for the best parameters, of one token.
- The outliers that one channel runs through, while the others stay, lie on one ELN (beyond/outliers): ELN is exact,
  and DyT is not.
"""

from symnorm import Theorem, both, by, eq, exp, sqrt, symbol, tanh

t, z = symbol("t"), symbol("z")
C, b = symbol("C"), symbol("b", r"\beta")


def sinh(u):
    """The hyperbolic sine."""
    return (exp(u) - exp(-u)) / 2


def cosh(u):
    """The hyperbolic cosine."""
    return (exp(u) + exp(-u)) / 2


def isru(u):
    """The inverse square root unit, with alpha = 1."""
    return u / sqrt(1 + u**2)


same = Theorem("beyond/tanh_isru", "tanh is ISRU of sinh")
root = by.roots(sqrt(1 + sinh(t) ** 2), cosh(t))
same.claim("tanh", eq(tanh(t), isru(sinh(t))), by.algebra(root))

tangent = Theorem("beyond/tanh_tangent", "tanh is below its tangent at 0", where=[z >= 0])
tangent.claim("the line", tanh(z) <= z, by.increasing(z, 0))

between = Theorem("beyond/isru_below_tanh", "ISRU is below tanh", where=[z >= 0])
between.claim("sinh", sinh(z) >= z, by.increasing(z, 0))
between.supplied(
    "of z and of sinh z",
    isru(z) <= isru(sinh(z)),
    by.squares((sinh(z) - z) * (sinh(z) - z + 2 * z) / ((1 + sinh(z) ** 2) * (1 + z**2))),
)
root = by.roots(sqrt(1 + sinh(z) ** 2), cosh(z))
hyperbolic = between.supplied("tanh is ISRU of sinh", eq(tanh(z), isru(sinh(z))), by.algebra(root))
between.claim("ISRU is below tanh", isru(z) <= tanh(z), by.sign(1 * (isru(sinh(z)) - isru(z)), hyperbolic))

nearer = Theorem("beyond/dyt_nearer", "Beside a line DyT is nearer than ELN", where=[C >= 1, b > 0, z >= 0])
s, x = sqrt(C - 1), sqrt(b) * z
line, dyt, eln = s / sqrt(b) * x, s * tanh(x / sqrt(b)), s * (x / sqrt(b + x**2))
nearer.given("ISRU is below tanh", isru(z) <= tanh(z), "beyond/isru_below_tanh")
nearer.given("the line", tanh(z) <= z, "beyond/tanh_tangent")
root = by.roots(sqrt(b) * sqrt(1 + z**2), sqrt(b + x**2))
scaled = nearer.supplied("ELN by ISRU", eq(eln, s * isru(z)), by.algebra(root))
nearer.claim(
    "nearer",
    both(line - dyt >= 0, line - dyt <= line - eln),
    by.each(by.sign(s * (z - tanh(z))), by.sign(s * (tanh(z) - isru(z)), scaled)),
    note="at x = sqrt(beta) z, any number that is not negative, of the slope that all three have at 0; for x < 0 all "
    "three change their signs",
)
