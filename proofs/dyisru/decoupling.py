"""DyISRU, Sec. 2, Decoupling: what (7) and (8) replace, and what that costs.

(6) becomes (9) if the off-diagonal entries of the Jacobian are replaced by 0 (7) and 1/||x|| by a constant (8); for an
element-wise function this system is one equation, (10), and DyT solves it.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 2. All formulas are reconstructed; that (8) puts alpha for 1/||x|| and not for
1/nu with medium confidence only (see `dyisru/2_alternative`).

The paper takes (7) for the approximation and (8) for the decoupling. It is the other way round: the equation on the
diagonal holds for RMSNorm exactly, and no off-diagonal entry stands in it. What is lost is lost in (8), because ||x|| is
more than a cross-dependency: it contains x_i itself. A decoupling in derivative space that removes the
cross-dependencies and nothing else keeps ||x||^2 = beta_i + x_i^2 and makes a constant of beta_i only; its solution is
not DyT but DyISRU (`dyisru/derivative_space`).
"""

from symnorm import D, Theorem, at, by, define, delta, eq, function, implies, ne, sqrt, symbol

from .notation import C, alpha, beta, beta_i, dyisru, dyt, i, j, norm, nu, rms, s, x, y

three_channels = {C: 3, x: [2, 3, 6], i: 1, j: 2}
"""A point with ||x|| = 7."""

# --- (6) before the replacements, and each of them ------------------------------------------------------------

theorem = Theorem("dyisru/decoupling", "Decoupling in derivative space", where=[*rms, ne(x[i], 0), ne(x[j], 0)])

elsewhere = theorem.suppose("another channel", eq(delta(i, j), 0), at=three_channels)
entry = theorem.supplied("off the diagonal", eq(D(y[i], x[j]), -(x[i] * x[j]) / (C * nu**3)), by.algebra(elsewhere))
not_zero = theorem.supplied("not zero", ne(D(y[i], x[j]), 0), by.sign(-(x[i] * x[j]) / (C * nu**3), entry))
theorem.claim(
    "Sec. 2 text 6", implies(elsewhere.statement, not_zero.statement), by.discharge(elsewhere, not_zero)
)
theorem.claim("Sec. 2 text 7", eq(D(norm, x[j]), x[j] / norm), by.algebra())

scaled = by.roots(s * nu, norm)
diagonal = theorem.claim("+the diagonal, exactly", eq(D(y[i], x[i]), s / norm * (1 - y[i] ** 2 / C)), by.algebra(scaled))
isolated = theorem.claim("+beta", eq(D(beta_i, x[i]), 0), by.algebra())
