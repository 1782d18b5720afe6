"""What the tests of the exports share: a small paper with an erratum of every kind, and editions."""

from __future__ import annotations

from pathlib import Path

from symnorm.cli.session import Session
from symnorm.export.edition import Edition

NOTATION = r"""
from symnorm import define, indices, mean, sqrt, symbol, vector

C, t = symbol("C"), symbol("t")
x, w = vector("x", C), vector("w", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))
"""

SCRIPT = r'''
"""Mini, Theorem 1: what & why.

It is 100% about y_i = (x_i - mu)/sqrt(sigma^2) with σ² > 0; see `mini/2_root`.
"""

from symnorm import Theorem, by, editors, eq, exp, implies, link, mean, silent, stated

from .notation import C, i, mu, sigma2, t, w, x, y

theorem = Theorem("mini/1", "Normalization & co.", where=[stated(C > 1, "(1)", "$C > 1$"), silent(sigma2 > 0)])
centred = theorem.step(
    "(1)", eq(mean(y), 0), by.algebra(), note="as x_i - mu has the mean 0", reads=r"\bar y = 0"
)
square = theorem.claim(
    "(2)", {statement}, by.algebra(),
    printed=eq(mean(y**2), C + 0 * w[i]), note="C_1 & C: 100% wrong",
    reads=r"\overline{{y^2}} = C",
)
theorem.missing("(2)", square, sigma2 > 0, at={{x: [1, 1]}}, note="divides by σ² = 0")
whole = theorem.chain(
    "(3)", mean((x - mu) ** 2), mean(x**2 - 2 * mu * x + mu**2), link(mean(x**2) - mu**2, by.algebra()), claim=True
)
theorem.counterexample("(4)", eq(x[i], mu), at={{C: 2, x: [0, 2], i: 1}}, note="not in every channel")
zero = theorem.suppose("mean zero", eq(mu, 0), at={{x: [-1, 1]}})
plain = theorem.supplied("then", eq(mean(x) + mean(y), 0 * x[i]), by.algebra(zero, centred))
theorem.claim("+both", implies(zero.statement, plain.statement), by.discharge(zero, plain))

root = Theorem("mini/2_root", "A root", where=[editors(C > 1), editors(sigma2 > 0)])
given = root.given("(3)", eq(mean((x - mu) ** 2), mean(x**2) - mu**2), "mini/1")
root.claim("+twice", eq(2 * mean((x - mu) ** 2), 2 * mean(x**2) - 2 * mu**2), by.algebra(given))
root.claim("(5)", exp(t) >= 1 + t, by.exponential_bound(t))
'''

STATEMENT = "eq(mean(y**2), 1)"

TRANSCRIPT = r"""
[paper]
id = "mini"
title = "A mini paper & more"
authors = ["Ann Author", "Bo Böhm"]
year = 2024
arxiv = "0000.00000"
[paper.extractions]
"a" = "the only one"
[[line]]
label = "(1)"
where = "Sec. 1"
latex = '\bar y = 0'
text = "for $C > 1$ channels"
[[line]]
label = "(2)"
where = "Sec. 1"
latex = '\overline{y^2} = C'
text = "so that"
extractions = ["a"]
[[line]]
label = "(3)-1"
where = "Sec. 2"
[[line]]
label = "(3)-2"
where = "Sec. 2"
[[line]]
label = "(3)"
where = "Sec. 2"
same_as = "(3)-2"
[[line]]
label = "(4)"
where = "Sec. 2"
text = "each $x_i$ **is** the mean & so on"
[[line]]
label = "(5)"
where = "Sec. 3"
[[line]]
label = "(6)"
where = "Sec. 3"
reason = "a definition"
[[line]]
label = "(7)"
where = "Sec. 3"
"""


def write(place: Path, statement: str = STATEMENT) -> Path:
    """The folder of the small paper."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "notation.py").write_text(NOTATION, "utf-8")
    (place / "theorem.py").write_text(SCRIPT.format(statement=statement), "utf-8")
    (place / "transcript.toml").write_text(TRANSCRIPT, "utf-8")
    return place


def edition_of(*targets: object, use_cache: bool = False) -> Edition:
    """The edition of what the targets name."""
    session = Session(use_cache=use_cache)
    return session.edition([r for target in targets for r in session.wanted(str(target))])
