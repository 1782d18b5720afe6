"""DyISRU, Sec. 2, Decoupling: what (7) and (8) replace, and what is lost by it.

(6) becomes (9) if the off-diagonal entries of the Jacobian are replaced by 0 (7) and 1/||x|| by a constant (8); for an
element-wise function this system is one equation, (10), and DyT solves it.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 2. All formulas are reconstructed, (8) with medium confidence only: it may
put alpha for 1/nu instead (see `dyisru/2_alternative`).

The paper takes (7) for the approximation and (8) for the decoupling. It is the other way round. The equation on the
diagonal holds for RMSNorm exactly, and no off-diagonal entry stands in it. What is lost is lost in (8), because ||x|| is
more than a cross-dependency: it contains x_i itself. A decoupling in derivative space that removes the
cross-dependencies and nothing else keeps ||x||^2 = beta_i + x_i^2 and makes beta_i a constant; what then solves the
equation is not DyT but DyISRU, and nothing else does: `dyisru/derivative_space`.
"""

from symnorm import D, Theorem, at, by, define, delta, eq, function, implies, ne, sqrt, symbol

from .notation import C, alpha, beta, beta_i, dyisru, dyt, i, j, norm, nu, rms, s, x, y

xi, xj = x[i], x[j]
point = {C: 3, x: [2, 3, 6], i: 1, j: 2}

# --- The replacements -----------------------------------------------------------------------------------------

theorem = Theorem("dyisru/decoupling", "Decoupling in derivative space", where=[*rms, ne(xi, 0), ne(xj, 0)])

elsewhere = theorem.suppose("another channel", eq(delta(i, j), 0), at=point)
entry = theorem.supplied("off the diagonal", eq(D(y[i], xj), -xi * xj / (C * nu**3)), by.algebra(elsewhere))
not_zero = theorem.supplied("it does not vanish", ne(D(y[i], xj), 0), by.sign(-xi * xj / (C * nu**3), entry))
theorem.claim(
    "Sec. 2 text 6", implies(elsewhere.statement, not_zero.statement), by.discharge(elsewhere, not_zero)
)
theorem.claim("Sec. 2 text 7", eq(D(norm, xj), xj / norm), by.algebra())

diagonal = theorem.claim(
    "+the diagonal, exactly", eq(D(y[i], xi), s / norm * (1 - y[i] ** 2 / C)), by.algebra(by.roots(s * nu, norm))
)
slope = theorem.claim("+derivative of 1/||x||", eq(D(1 / norm, xi), -xi / norm**3), by.algebra())
isolated = theorem.claim("+beta_i is a constant", eq(D(beta_i, xi), 0), by.algebra())

no_entry = implies(elsewhere.statement, eq(D(y[i], xj), 0))
theorem.counterexample("(7)", no_entry, at=point, corrected=entry, note="an approximation, and called one")
theorem.counterexample(
    "(8)",
    eq(D(1 / norm, xi), 0),
    at=point,
    corrected=slope,
    note="a constant stands for what depends on x_i unless x_i = 0; not called an approximation",
)
theorem.gap(
    "Abstract text 1",
    assumes=no_entry,
    at=point,
    repaired=diagonal,
    note="the approximation that is meant, (7), is not needed: no off-diagonal entry stands in the equation on the "
    "diagonal, which holds as it is. It is the decoupling, (8), that is inexact",
)
theorem.gap(
    "Abstract text 2",
    assumes=eq(D(norm, xi), 0),
    at=point,
    repaired=isolated,
    note="not the same decoupling: (15) makes a constant of what does not depend on x_i, (8) of what does",
)
theorem.gap(
    "Sec. 3 text 1",
    assumes=eq(D(norm, xi), 0),
    at=point,
    repaired=isolated,
    note='not "as before": (15) makes a constant of what does not depend on x_i, (8) of what does',
)
theorem.counterexample(
    "Sec. 5 text 2",
    implies(elsewhere.statement, ne(beta_i + xi**2, beta_i.at(i,j) + xj**2)),
    at=point,
    note="",
)
