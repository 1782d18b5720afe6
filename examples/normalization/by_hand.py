"""What the command left open: bounds of what is normalized, and the invariance of RMSNorm.

Display 20 stays open: it holds for epsilon = 0 alone, and what its derivative holds is not printed.
"""

from symnorm import Theorem, by, editors, eq, mean, others, silent, sqrt, symbol

from .notation import RMS, a, epsilon, i, m, n, na, sigma_B_2, x, x_hat

V = sigma_B_2 + epsilon

theorem = Theorem("normalization/range", "The range of batch normalization", where=[
    editors(V > 0), editors(epsilon > 0), editors(m > 1),
])
spread = others((x - others(x, i) / (m - 1)) ** 2, i)  # of the other entries, about their mean
theorem.claim("display 26, 1", x_hat[i] ** 2 <= m - 1, by.sign(((m - 1) / m * spread + (m - 1) * epsilon) / V))

rms = Theorem("normalization/range_rms", "The range of RMSNorm", where=[editors(mean(a**2) > 0)])
rms.claim(
    "display 42, 1",
    (a[n] / RMS) ** 2 <= na,
    by.sign(others(a**2, n) / mean(a**2)),
    reads=r"\left( \frac{a_i}{\mathrm{RMS}(a)} \right)^2 \le n",
)

alpha = symbol("alpha", r"\alpha")
scaled = sqrt(mean((alpha * a) ** 2))

positive = Theorem("normalization/scaled", "RMSNorm of what is scaled by a positive number", where=[silent(alpha > 0)])
printed = r"\mathrm{RMS}(\alpha a) = \alpha \mathrm{RMS}(a)"
line = positive.claim("display 37, 1", eq(scaled, alpha * sqrt(mean(a**2))), reads=printed)
negative = {na: 2, a: [1, 1], alpha: -1}
positive.missing("display 37, 1", line, alpha > 0, at=negative, note="a root is not negative", reads=printed)

number = Theorem("normalization/scaled_by_any", "RMSNorm of what is scaled by any number")
number.claim(
    "display 38, 1",
    eq(scaled, abs(alpha) * sqrt(mean(a**2))),
    reads=r"\mathrm{RMS}(\alpha a) = |\alpha| \mathrm{RMS}(a)",
)
