"""What the language cannot say: as one would write it, and it is refused."""

from __future__ import annotations

import symnorm
from symnorm.language import LanguageError

NAMES = """
C, N, a = symbol("C"), length("N"), symbol("a")
(i, j), (b, d) = indices("i j", C), indices("b d", N)
x, u, X = vector("x", C), vector("u", N), array("X", N, C)
A = matrix("A", x[i] * x[j], i, j)
t, n, s, m = whole("t"), whole("n"), whole("s"), sequence("m")
theorem = Theorem("mine/1", "What cannot be said")
"""

UNSAID = {
    "a sum over an index set from its third member on": "total(x, over=C, start=3)",
    "a sum to where it may run backwards": "total(m[s], over=s, start=t + 1, up_to=n)",
    "a sum to a real number": "total(m[s], over=s, up_to=a)",
    "a sum of vectors over whole numbers": "total(m[s] * x, over=s, up_to=t)",
    "a power with a real exponent": "x[i] ** a",
    "the norm of a matrix": "norm(A)",
    "a norm to another power than 1 and 2": "norm(x, 3)",
    "the variance of the entries of an array, over all its sets": "variance(X)",
    "a product of vectors entry by entry, among matrices": "A @ (x * x)",
    "a function of all entries of a matrix": "eq(sqrt(A), A)",
    "a gradient without a layout": "D(x[i] ** 2, x)",
    "an equation of matrices that is supposed": 'theorem.given("(1)", eq(X @ X.T, identity(N)), "hypothesis")',
    "an equation of vectors in an implication": "implies(eq(x, 2 * x), eq(x[i], 0))",
    "an array of four indices": 'array("Y", N, N, C, C)',
    "a derivative by a whole number": "D(m[t], t)",
}
"""What is refused, by what it would say."""

WITHOUT_WORDS = (
    "inverses, determinants, ranks and eigenvalues of matrices",
    "limits, series without an end, convergence and order of magnitude",
    "complex numbers, and whole numbers modulo another",
    "probabilities and expectations, but for averages over an index set",
    "that something exists, but by writing it down; and that something holds for every function",
    "an induction that supposes what it shows for all smaller numbers at once, and not for the last ones, or of two "
    "statements together",
    "a choice or a permutation of members of an index set, and an index that is calculated, as x_{i + 1} or x_{t - s}",
)
"""For these there is no notation at all."""


def answer(source: str) -> str:
    """What the language says where that is written; nothing where it can be said."""
    names = {name: getattr(symnorm, name) for name in symnorm.__all__}
    exec(NAMES, names)
    try:
        made = eval(source, names)
        symnorm.Theorem("mine/2", "Said").claim("(1)", made, symnorm.by.algebra())
    except (LanguageError, TypeError) as error:
        return str(error)
    return ""
