"""The named lemmas in words: what is believed without a certificate, because algebra cannot say it.

They are applied in `logic.rules`, which has the conditions of each. Everything else that a theorem rests on is the
arithmetic of this package: polynomial identities, the laws listed in `calculus.laws`, and signs that are plain from
their form.
"""

from __future__ import annotations

from dataclasses import dataclass

from .logic.entry import EXPONENTIAL_BOUND, LINEAR_EQUATION, MEAN_VALUE, ZERO_DERIVATIVE


@dataclass(frozen=True)
class Lemma:
    """A textbook fact, with the place where it is proved."""

    statement: str
    reference: str


LEMMAS = {
    ZERO_DERIVATIVE: Lemma(
        "A differentiable function on an interval whose derivative is zero is constant.",
        "W. Rudin, Principles of Mathematical Analysis, 3rd ed., Theorem 5.11(b)",
    ),
    LINEAR_EQUATION: Lemma(
        "If p is continuous on an interval, the only solution of v' = p v with v(x0) = 0 is v = 0.",
        "E. A. Coddington and N. Levinson, Theory of Ordinary Differential Equations, Chapter 3, Theorem 1.1 "
        "(or: the derivative of v exp(-P), P' = p, is zero)",
    ),
    EXPONENTIAL_BOUND: Lemma(
        "e^u >= 1 + u for every real u.",
        "G. H. Hardy, J. E. Littlewood and G. Polya, Inequalities, 2nd ed., Theorem 142 "
        "(the curve lies above its tangent at 0)",
    ),
    MEAN_VALUE: Lemma(
        "Where f is differentiable from a to t, f(t) - f(a) = f'(s) (t - a) for an s between them.",
        "W. Rudin, Principles of Mathematical Analysis, 3rd ed., Theorem 5.10",
    ),
}
