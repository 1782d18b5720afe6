"""ELN, Theorem 4: layer normalization is the general ELN with a beta_i of its own for each channel.

(x_i - mu)/sqrt(sigma^2) = sqrt(C - 1) (x_i - mu)/sqrt(beta + (x_i - mu)^2)  exactly if
beta = beta_i = (C - 1) sigma_{!=i}^2 - sigma^2, provided that x_i != mu.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 3; proof in App. A.4.
"""

from symnorm import Theorem, by, define, eq, iff, link, mean, ne, others, silent, sqrt, symbol, total

from .notation import C, i, layer, mu, sigma2, sigma2_others, t, x, y

beta = symbol("beta", r"\beta")
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
rest = others((x - mu) ** 2, i)
beta_i = (C - 1) * sigma2_others - sigma2

theorem = Theorem(
    "eln/4",
    "Learnable parameter beta",
    where=[*layer, silent(ne(t, 0)), silent(beta + t**2 > 0)],
    notation={r"\beta \equiv \beta_i": beta, r"\beta_i": beta},
    words={"(14)-4": r"$\beta \equiv \beta_i$"},  # which is shown, not supposed
)

spread = sqrt(mean((x - mu) ** 2))
B = (C - 1) / C * rest - 1 / C * t**2
theorem.chain(
    "A.4-1",
    y[i],
    t / sqrt(sigma2),
    t / spread,
    link(sqrt(C) * (t / sqrt(rest + t**2)), by.algebra(by.roots(sqrt(C) * spread, sqrt(rest + t**2)))),
    link(
        s * (t / sqrt((C - 1) / C * rest + (C - 1) / C * t**2)),
        by.algebra(
            by.roots(
                s * sqrt(rest + t**2),
                sqrt(C) * sqrt((C - 1) / C * rest + (C - 1) / C * t**2),
            )
        ),
    ),
    s * (t / sqrt(B + t**2)),
    claim=True,
)

match = theorem.suppose("(14) holds", eq(t / sqrt(sigma2), s * (t / sqrt(beta + t**2))), at={beta: beta_i})
values = theorem.chain(
    "A.4-2",
    beta,
    link(B, by.algebra(match)),
    rest - 1 / C * total((x - mu) ** 2),
    beta_i,
)

matched = theorem.step("(14)-5", eq(beta, beta_i), by.algebra(values))
value = theorem.suppose("beta is beta_i", eq(beta, beta_i), at={beta: beta_i})
back = theorem.supplied(
    "the two agree",
    match.statement,
    by.algebra(by.roots(sqrt(beta + t**2), s * sqrt(sigma2), value)),
)
equivalence = theorem.claim(
    "(14)-3",
    iff(match.statement, value.statement),
    by.discharge(match, matched, value, back),
    also={
        "A.4 text 3": "",
        "Sec. 3 text 5": r"\beta",
    },
)
theorem.missing(
    "(14)-3",
    equivalence,
    ne(t, 0),
    at={C: 3, x: [0, 1, 2], i: 2, beta: 1},
    note="where x_i = mu both sides of (13) vanish, whatever beta is",
)
