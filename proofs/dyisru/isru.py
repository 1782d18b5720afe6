"""DyISRU, App. C: the inverse square root unit.

f(x) = x/sqrt(1 + alpha x^2) = sqrt(beta) x/sqrt(beta + x^2), beta = 1/alpha; DyISRU is sqrt(C)/sqrt(beta) f.
Stollenwerk 2026 (arXiv:2503.21708v3). All formulas are reconstructed with very high confidence.

alpha is not the one of DyT (fn. 2). That it has to be positive is not said; (33) alone is defined as long
as 1 + alpha x^2 > 0.
"""

from symnorm import Theorem, by, define, eq, silent, sqrt, symbol

from .notation import dimension, s

x = symbol("x")
alpha = symbol("alpha", r"\alpha")
beta = define("beta", 1 / alpha, r"\beta")  # (35)
f = define("f", x / sqrt(1 + alpha * x**2), "f(x)")  # (33)
dyisru = s * (x / sqrt(beta + x**2))

theorem = Theorem("dyisru/isru", "ISRU and DyISRU", where=[dimension, silent(1 + alpha * x**2 > 0), silent(alpha > 0)],
    words={
        "(34)": "This can also be written as ... where we have identified ... in the second step",
    },
)

same_root = by.roots(sqrt(beta) * sqrt(1 + alpha * x**2), sqrt(beta + x**2))
rewritten = theorem.claim("(34)", eq(f, sqrt(beta) * (x / sqrt(beta + x**2))), by.algebra(same_root))
theorem.missing(
    "(34)",
    rewritten,
    alpha > 0,
    at={alpha: 0, x: 1},
    note="for alpha = 0, where f(x) = x, there is no beta; (34) is reconstructed",
)
theorem.claim("C text 1", eq(f / sqrt(beta), dyisru / s), by.algebra(rewritten))
theorem.claim("Sec. 3 text 4", eq(dyisru, s / sqrt(beta) * f), by.algebra(rewritten))
