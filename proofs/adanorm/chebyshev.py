"""AdaNorm, Sec. 4.1: the sign of phi, Chebyshev's inequality (7), and the choice k = 1/10.

"""

from fractions import Fraction

from symnorm import Theorem, both, by, define, eq, every, iff, implies, mean, ne, others, rational, sqrt, total, vector

from .notation import C, D_y, H, i, j, k, layer, sigma, x, y, ybar

phi = define("phi", C * (1 - k * y), r"\phi(y)")
z = define("z", phi * y)


def size(a):
    """The absolute value."""
    return sqrt(a**2)


# --- where phi is positive ----------------------------------------------------------------------------------------

sign = Theorem("adanorm/sign", "Where the scaling weight is positive", where=[*layer, C > 0, k > 0])
flipped = sign.suppose("1 - k y_i < 0", 1 - k * y[i] < 0, at={H: 3, x: [0, 0, 3], i: 3, C: 1, k: 1})
turned = sign.supplied("z_i against y_i", z[i] * y[i] < 0, by.sign(C * (k * y[i] - 1) * (k * y[i]) ** 2 / k**2))
sign.claim("Sec. 4.1 text 11", implies(flipped.statement, turned.statement), by.discharge(flipped, turned))
positive = sign.suppose("phi > 0", phi[i] > 0)
