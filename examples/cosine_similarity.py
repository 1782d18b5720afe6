"""Cosine similarity of two vectors of any dimension: its gradient, its invariance, and its bounds.

n = u/|u| and m = v/|v| are the directions. The gradient along u is orthogonal to u, because the length of u does not
matter; the bounds have sums of squares as slacks, and (13), due to Lagrange, has Cauchy's inequality (14) without them.
"""

from symnorm import D, Theorem, by, define, eq, implies, indices, link, ne, others, sqrt, symbol, total, vector

C, a = symbol("C"), symbol("a")
u, v = vector("u", C), vector("v", C)
i, = indices("i", C)
length_u = define("length_u", sqrt(total(u**2)), "|u|")
length_v = define("length_v", sqrt(total(v**2)), "|v|")
n, m = define("n", u / length_u), define("m", v / length_v)
cos = define("similarity", total(u * v) / (length_u * length_v), r"S(u, v)")
defined = [total(u**2) > 0, total(v**2) > 0]

theorem = Theorem("examples/cosine_similarity", "The gradient of cosine similarity", where=defined)
dot = theorem.step("(1)", eq(D(total(u * v), u[i]), v[i]))
norm = theorem.step("(2)", eq(D(length_u, u[i]), n[i]))
unit = theorem.step("(3)", eq(total(n**2), 1))
inner = theorem.step("(4)", eq(cos, total(n * m)))
gradient = theorem.chain(
    "(5)",
    D(cos, u[i]),
    D(total(u * v), u[i]) / (length_u * length_v) - total(u * v) * D(length_u, u[i]) / (length_u**2 * length_v),
    link(v[i] / (length_u * length_v) - total(u * v) * n[i] / (length_u**2 * length_v), by.algebra(dot, norm)),
    (m[i] - cos * n[i]) / length_u,
    claim=True,
)
product = link(total((m - cos * n) * n), by.algebra(gradient.summed(i, u[i])))
orthogonal = link(cos - cos * 1, by.algebra(inner, unit))
theorem.chain("(6)", total(D(cos, u[i]) * u[i], over=i), product, orthogonal, 0, claim=True)
both_sides = D(cos, u[i]) + (m[i] - cos * n[i]) / length_u
squares = link(total((m - cos * n) ** 2) / length_u**2, by.algebra(gradient.summed(i, both_sides)))
theorem.chain("(7)", total(D(cos, u[i]) ** 2, over=i), squares, (1 - cos**2) / length_u**2, claim=True)

scaled = Theorem("examples/cosine_scale", "Cosine similarity ignores lengths", where=[*defined, a > 0])
stretched = sqrt(total((a * u) ** 2))
scaling = scaled.step("(8)", eq(stretched, a * length_u), by.algebra(by.roots(stretched, a * length_u)))
scaled.claim("(9)", eq(total(a * u * v) / (stretched * length_v), cos), by.algebra(scaling))

bounds = Theorem("examples/cosine_bounds", "The bounds of cosine similarity", where=defined)
below = bounds.step("(10)", eq(1 - cos, total((n - m) ** 2) / 2))
above = bounds.step("(11)", eq(1 + cos, total((n + m) ** 2) / 2))
bounds.claim("(12) upper", cos <= 1, by.sign(total((n - m) ** 2) / 2, below))
bounds.claim("(12) lower", cos >= -1, by.sign(total((n + m) ** 2) / 2, above))
differ = bounds.suppose("directions differ", ne(n[i], m[i]))
strict = bounds.supplied("strict", cos < 1, by.sign(((n[i] - m[i]) ** 2 + others((n - m) ** 2, i)) / 2, below))
bounds.claim("(12) strict", implies(differ.statement, strict.statement), by.discharge(differ, strict))

cauchy = Theorem("examples/cauchy", "Cauchy's inequality, for any two vectors")
cauchy.claim("(13)", total(u * v) ** 2 <= total(u**2) * total(v**2), by.linear())
