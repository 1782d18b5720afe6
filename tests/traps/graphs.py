"""Derivatives by defined quantities, total and direct, and an arbitrary loss."""

from symnorm.language import (
    D,
    at,
    by,
    covariance,
    define,
    delta,
    differentiable,
    eq,
    function,
    loss,
    mean,
    ne,
    others,
    sqrt,
    total,
    variance,
)

from .kit import PROVED, REFUTED, UNDEFINED, C, Trap, a, i, j, k, ln, mu, sigma2, t, u, w, x

p = define("p", t**2)
q = define("q", t * p)
square = define("square", mean(x**2) - mu**2)
out = define("v", a * ln + w)
ell, other = loss("ell", out, r"\ell"), loss("L", out)
own = loss("W", x)
WHERE = [C > 1, sigma2 > 0]

TRAPS = {
    "total is not direct": Trap(REFUTED, eq(D(q, t), D(q, t, holding=[p]))),
    "total, along all paths": Trap(PROVED, eq(D(q, t), 3 * t**2)),
    "direct, with p held": Trap(PROVED, eq(D(q, t, holding=[p]), p)),
    "the chain rule without what is direct": Trap(REFUTED, eq(D(q, t), D(q, p) * D(p, t))),
    "the chain rule": Trap(PROVED, eq(D(q, t), D(q, t, holding=[p]) + D(q, p) * D(p, t))),
    "the inverse of a derivative": Trap(REFUTED, eq(D(p, t), 1 / D(p, t)), [t > 0]),
    "the variance by its mean": Trap(PROVED, eq(D(sigma2, mu), 0), [C > 0]),
    "the variance by its mean, written with the mean of squares": Trap(PROVED, eq(D(square, mu), -2 * mu), [C > 0]),
    "what is equal has equal derivatives": Trap(REFUTED, eq(D(square, mu), D(sigma2, mu)), [C > 0]),
    "though it is equal": Trap(PROVED, eq(square, sigma2), [C > 0]),
    "a premise is not differentiated by what is defined": Trap(
        REFUTED, eq(D(square, x[i], holding=[mu]), D(sigma2, x[i], holding=[mu])), [C > 0],
        lambda p: by.algebra(p.d(x[i])), [eq(square, sigma2)],
    ),
    "one entry of a vector, and not all": Trap(REFUTED, eq(D(total(ln), ln[i]), C), WHERE),
    "one entry of a sum over the same letter": Trap(
        REFUTED, eq(D(total(ln[i] * w[i], over=i), ln[i]), total(w)), WHERE
    ),
    "and what it is": Trap(PROVED, eq(D(total(ln[i] * w[i], over=i), ln[i]), w[i]), WHERE),
    "an entry that a sum leaves out": Trap(PROVED, eq(D(others(ln, i), ln[j]), 1 - delta(i, j)), WHERE),
    "an entry moves alone, and its mean with it": Trap(PROVED, eq(D(mean(ln), ln[i]), 1 / C), WHERE),
    "although the mean is zero": Trap(PROVED, eq(mean(ln), 0), WHERE),
    "a root by what is below it": Trap(UNDEFINED, eq(D(sqrt(p), p) * 2 * sqrt(p), 1)),
    "a root by what is below it, and not zero": Trap(PROVED, eq(D(sqrt(p), p) * 2 * sqrt(p), 1), [ne(t, 0)]),
    "a function that need not have a derivative": Trap(
        UNDEFINED, eq(D(function("f", p), p), at(D(function("f", u), u), u, p))
    ),
    "a function that has one": Trap(
        PROVED, eq(D(function("f", p), p), at(D(function("f", u), u), u, p)), [differentiable(function("f", u))]
    ),
    "the gradient of a loss at its argument": Trap(PROVED, eq(D(ell, ln[i]), a * D(ell, out[i])), WHERE),
    "of two losses": Trap(REFUTED, eq(D(ell, out[i]), D(other, out[i])), WHERE),
    "a loss is no sum": Trap(REFUTED, eq(D(ell, out[i]), 1), WHERE),
    "a loss of something else": Trap(PROVED, eq(D(own, w[i]), 0)),
    "the gradient of a loss need not vanish": Trap(REFUTED, eq(D(own, x[i]), 0)),
    "nor be the same in all entries": Trap(REFUTED, eq(D(own, x[i]), D(own, x[j]))),
    "the loss by the mean": Trap(PROVED, eq(D(ell, mu), -a * total(D(ell, out[k]), over=k) / sqrt(sigma2)), WHERE),
    "the loss by a shift of all entries": Trap(PROVED, eq(total(D(ell, x[i]), over=i), 0), WHERE),
    "the loss by every entry of another vector": Trap(REFUTED, eq(total(D(ell, w[i]), over=i), 0), WHERE),
    "what is supposed of a gradient at a point": Trap(
        REFUTED, eq(0, 1), [C > 0], lambda p: by.algebra(p.d(x[i])), [eq(D(own, x[i]), x[i])], model={C: 1, x: [0]}
    ),
    "the variance over one less": Trap(REFUTED, eq(variance(x), variance(x, ddof=1)), [C > 1]),
    "the variance over one less, of one entry": Trap(UNDEFINED, eq(variance(x, ddof=1) * 0, 0), [C > 0]),
    "the variance of a sum": Trap(REFUTED, eq(variance(x + w), variance(x) + variance(w)), [C > 1]),
    "the variance of a sum, with the covariance": Trap(
        PROVED, eq(variance(x + w), variance(x) + variance(w) + 2 * covariance(x, w)), [C > 1]
    ),
}  # fmt: skip
