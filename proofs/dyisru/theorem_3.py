"""DyISRU, Theorem 3: RMSNorm rearranged; and DyISRU, which puts one beta in the place of all beta_i.

y_i = sqrt(C) x_i/sqrt(beta_i + x_i^2) with beta_i = sum_{k != i} x_k^2.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 3; proof in App. B.3.

All formulas are reconstructed with very high confidence, the value in (14) with high confidence.

The theorem holds wherever RMSNorm is defined, and beta_i does isolate the other channels. What is said about it
holds in one reading and not in another:
- "Exact element-wise counterpart": exact is (13), for each channel with a beta_i of its own. With one beta, (15), a
  channel with x_i != 0 is reproduced exactly if beta = beta_i, and two such channels only if x_i^2 = x_j^2. No
  element-wise function at all is exact, because off-diagonal derivatives do not vanish.
- "Avoids neglecting off-diagonal elements": the derivation does; of the result they vanish, as those of DyT.
- "The same decoupling": beta_i, which (15) makes a constant, does not depend on x_i; ||x||, which (8) makes
  one, does.
"""

from symnorm import D, Theorem, at, both, by, delta, editors, eq, iff, implies, ne, silent, sqrt, symbol

from .notation import C, beta, beta_i, beta_j, dyisru, i, j, nu, rms, s, v, x, y

xi, xj = x[i], x[j]
point = {C: 4, x: [1, 1, 3, 5], i: 1, j: 3}

# --- Theorem 3 ------------------------------------------------------------------------------------------------

theorem = Theorem("dyisru/3", "RMSNorm rearrangement", where=rms)

same_root = by.roots(s * nu, sqrt(beta_i + xi**2))
theorem.claim("(13)", eq(y[i], s * (xi / sqrt(beta_i + xi**2))), by.algebra(same_root))


def at_x(term):
    """The value of a term in beta and v at beta_i and x_i."""
    return at(at(term, beta, beta_i), v, xi)


constant = theorem.supplied("beta_i does not depend on x_i", eq(D(beta_i, xi), 0))
curve = dyisru(v)
theorem.claim(
    "Sec. 3 text 2",
    both(
        eq(D(beta_i, xi), 0),
        eq(D(y[i], xj), at_x(D(curve, v)) * delta(i, j) + at_x(D(curve, beta)) * D(beta_i, xj)),
    ),
    by.each(by.algebra(constant), by.algebra(same_root)),
    note="the other channels reach y_i through beta_i only, and x_i does not reach beta_i",
    reads=r"x_k, \quad k \neq i, \quad \beta_i",
)
theorem.claim(
    "Abstract text 2",
    eq(D(beta_i, xi), 0),
    note="as in (8), a constant takes the place of what the channels have in common. What (15) replaces does not "
    "depend on "
    "x_i, and so nothing is lost as long as the other channels stay; what (8) replaces does",
)
same_norm = theorem.claim("+one norm", eq(beta_i + xi**2, beta_j + xj**2))
theorem.counterexample(
    "Sec. 5 text 2",
    implies(eq(delta(i, j), 0), ne(beta_i + xi**2, beta_j + xj**2)),
    at=point,
    corrected=same_norm,
    kind="reading",
    note="if channel-specific is what differs between channels: beta_i in (15) does; ||x||^2 = beta_i + x_i^2 in (8) "
    "does "
    "not",
)

# --- DyISRU ---------------------------------------------------------------------------------------------------

b = symbol("b")
unit = Theorem("dyisru/unit", "DyISRU", where=[*rms, silent(beta > 0), editors(ne(xi, 0)), editors(ne(xj, 0))],
    words={
        "(15)": "using the replacement",
    },
)

replaced = unit.suppose("(15) as an equation", eq(beta_i, beta), at={beta: beta_i})
obtained = unit.step(
    "(16)",
    eq(y[i], dyisru(xi)),
    by.algebra(by.roots(s * nu, sqrt(beta + xi**2), replaced)),
    note="(13) with beta in the place of beta_i, (15)",
)
obtained_from = unit.claim(
    "Sec. 1 text 10",
    implies(replaced.statement, obtained.statement),
    by.discharge(replaced, obtained),
)
unit.claim(
    "Sec. 3 text 7",
    eq(D(dyisru(x)[i], xj), delta(i, j) * (s * beta / sqrt(beta + xi**2) ** 3)),
    note="no channel but x_i itself enters y_i; for DyT see Sec. 1 text 7",
)

one = unit.suppose("channel i agrees", eq(dyisru(xi), y[i]), at={beta: beta_i})
root_i = unit.supplied("roots in i", eq(sqrt(beta + xi**2), s * nu), by.algebra(one))
value_i = unit.supplied("beta is beta_i", eq(beta, beta_i), by.algebra(root_i))
two = unit.suppose("channel j agrees", eq(dyisru(xj), y[j]), at={beta: beta_j})
root_j = unit.supplied("roots in j", eq(sqrt(beta + xj**2), s * nu), by.algebra(two))
squares = unit.supplied("equal squares", eq(xi**2, xj**2), by.algebra(root_i, root_j))
only_then = unit.supplied("if j agrees", implies(two.statement, squares.statement), by.discharge(two, squares))
exact = unit.claim(
    "+exact in two channels only where their squares agree",
    implies(one.statement, only_then.statement),
    by.discharge(one, only_then),
)
back = unit.suppose("beta equals beta_i", eq(beta, beta_i), at={beta: beta_i})
agrees = unit.supplied("agreement", one.statement, by.algebra(by.roots(sqrt(beta + xi**2), s * nu, back)))
unit.claim("+exact for one beta", iff(one.statement, back.statement), by.discharge(one, value_i, back, agrees))

unit.counterexample(
    "(15)",
    eq(beta_i, beta_j),
    at=point,
    kind="approximation",
    note="a replacement, and called one: beta_i - beta_j = x_j^2 - x_i^2; (15) is reconstructed",
    reads=r"\beta_i \to \beta",
)

everywhere = implies(one.statement, two.statement)
wrong_in_j = {**point, beta: 35}
one_beta = (
    "with one beta for all channels, (15): then it is exact in channels whose squares agree. With a beta_i for each, "
    "(13), it "
    "is exact in all"
)
for label in ("Abstract text 3", "Sec. 5 text 3", "Sec. 4.2 text 4"):
    unit.counterexample(label, everywhere, at=wrong_in_j, corrected=exact, kind="reading", note=one_beta)

unit.counterexample(
    "Sec. 3 text 1",
    eq(D(dyisru(x)[i], xj), D(y[i], xj)),
    at=wrong_in_j,
    corrected=obtained_from,
    kind="reading",
    note="of the result, whose off-diagonal elements vanish, as those of every element-wise function. The derivation "
    "neglects none: it has no derivatives",
)
