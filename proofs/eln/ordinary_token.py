"""ELN and DyT beside layer normalization, across the channels of one token without outliers.

Stollenwerk 2025 (arXiv:2503.21708v1), Abstract, Sec. 1 and 4. The paper compares the two on the outliers of one sample,
and there ELN is nearer (eln/outlier_fit). On x = (-2, -1, 0, 1, 2), whose layer normalization is x/sqrt(2), it is the
other way round: where each of the sums of squares over the five channels has its minimum, that of ELN is twice that of
DyT.
"""

from functools import reduce
from operator import add

from symnorm import Theorem, both, by, define, eq, rational, sqrt, tanh

token = [rational(str(v)) for v in (-2, -1, 0, 1, 2)]
r2 = sqrt(2)


def added(terms):
    """The sum of some terms."""
    return reduce(add, terms)


def eln(beta, x):
    """(15) for five channels."""
    return 2 * (x / sqrt(beta + x**2))


def dyt(alpha, x):
    """(11) for five channels."""
    return 2 * tanh(alpha * x)


def eln_slope(beta, x):
    """The derivative of (ELN - y)^2 with respect to beta, by eln/outlier_slopes with another factor."""
    return (x / r2 - eln(beta, x)) * 2 * x / sqrt(beta + x**2) ** 3


def dyt_slope(alpha, x):
    """The derivative of (DyT - y)^2 with respect to alpha."""
    return 2 * (dyt(alpha, x) - x / r2) * 2 * x * (1 - tanh(alpha * x) ** 2)


def over_token(name, latex, value, parameter):
    """A sum over the channels, under a name."""
    return define(name, added(value(rational(parameter), x) for x in token), latex)


ordinary = Theorem("eln/ordinary_token", "A token without outliers")
ordinary.claim(
    "+layer normalization of the token",
    both(*[eq(x / sqrt(added(v**2 for v in token) / 5), x / r2) for x in token]),
    by.each(by.algebra()),
    note="its mean is 0, and its variance 2",
)
falls = over_token("elnFalls", r"Q_{\mathrm{ELN}}'(5.13)", eln_slope, "5.13")
rises = over_token("elnRises", r"Q_{\mathrm{ELN}}'(5.14)", eln_slope, "5.14")
ordinary.claim(
    "+the best beta",
    both(falls < 0, rises > 0),
    by.each(by.bounds(), by.bounds()),
    note="the sum of squares of ELN has a minimum between 5.13 and 5.14",
)
falls = over_token("dytFalls", r"Q_{\mathrm{DyT}}'(0.412)", dyt_slope, "0.412")
rises = over_token("dytRises", r"Q_{\mathrm{DyT}}'(0.413)", dyt_slope, "0.413")
ordinary.claim(
    "+the best alpha",
    both(falls < 0, rises > 0),
    by.each(by.bounds(), by.bounds()),
    note="that of DyT has one between 0.412 and 0.413",
)
of_eln = over_token("elnSquares", r"Q_{\mathrm{ELN}}(5.138)", lambda b, x: (eln(b, x) - x / r2) ** 2, "5.138")
of_dyt = over_token("dytSquares", r"Q_{\mathrm{DyT}}(0.4127)", lambda a, x: (dyt(a, x) - x / r2) ** 2, "0.4127")
ordinary.claim(
    "+DyT is nearer",
    2 * of_dyt < of_eln,
    by.bounds(),
    note="0.0179 for DyT, 0.0366 for ELN",
)
