"""Two-way analysis of variance: the sum of squares of a table is that of its rows, its columns and what is left.

x_{ab} is the observation in row a and column b, r_a and c_b are the means of a row and of a column, m is that of all.
"""

from symnorm import Theorem, array, define, eq, indices, length, mean, total

A, B = length("A"), length("B")
x = array("x", A, B)
(a,), (b,) = indices("a", A), indices("b", B)
r, c = define("r", mean(x, over=B)), define("c", mean(x, over=A))
m = define("m", mean(x, over=[A, B]))
e = define("e", x - r - c + m)

theorem = Theorem("examples/anova", "Two-way analysis of variance")
theorem.claim("(1)", eq(total(r - m), 0))
theorem.claim("(2)", eq(total((c[b] - m) * m, over=b), 0))
theorem.claim("(3)", eq(total(e[a, b], over=a), 0))
theorem.claim("(4)", eq(total(e[a, b], over=b), 0))
theorem.claim("(5)", eq(total((r - m) * (c - m), over=[A, B]), 0))
theorem.claim("(6)", eq(total((r[a] - m) * e[a, b], over=[a, b]), 0))
theorem.claim(
    "(7)",
    eq(
        total((x[a, b] - m) ** 2, over=[a, b]),
        B * total((r[a] - m) ** 2, over=a) + A * total((c[b] - m) ** 2, over=b) + total(e[a, b] ** 2, over=[a, b]),
    ),
)
