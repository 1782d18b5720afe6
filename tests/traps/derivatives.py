"""Derivatives."""

from symnorm.language import D, at, by, delta, differentiable, eq, exp, log, mean, ne, sqrt, total

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, C, Trap, a, i, j, k, mu, sigma2, t, x, y

TRAPS = {
    "dx_j/dx_i = 1": Trap(REFUTED, eq(D(x[j], x[i]), 1)),
    "dx_j/dx_i = delta_ij": Trap(PROVED, eq(D(x[j], x[i]), delta(i, j))),
    "the mean is no constant": Trap(REFUTED, eq(D(x[i] - mu, x[i]), 1)),
    "the derivative of the mean": Trap(PROVED, eq(D(mu, x[i]), 1 / C), [C > 0]),
    "the derivative of |t|": Trap(UNDEFINED, eq(D(sqrt(t**2), t) * sqrt(t**2), t)),
    "the derivative of |t| for t != 0": Trap(PROVED, eq(D(sqrt(t**2), t) * sqrt(t**2), t), [ne(t, 0)]),
    "the derivative of sqrt(t) for t >= 0": Trap(UNDEFINED, eq(D(sqrt(t) ** 2, t), 1), [t >= 0]),
    "a product of derivatives": Trap(REFUTED, eq(D(t * t, t), D(t, t) * D(t, t))),
    "a chain rule without its inner part": Trap(REFUTED, eq(D(exp(2 * t), t), exp(2 * t))),
    "the value first": Trap(REFUTED, eq(D(at(t**2, t, 3), t), at(D(t**2, t), t, 3))),
    "what holds at a point is not differentiated": Trap(
        LOOSE, eq(D(y, t), 0), rule=lambda p: by.algebra(p.d(t)), given=[eq(y, a)], model={y: a}
    ),
    "what holds along t is": Trap(
        PROVED, eq(D(y, t), 0), rule=lambda p: by.algebra(p.d(t)), given=[eq(y, a)], along=[t], model={y: a}
    ),
    "a function is not its derivative": Trap(REFUTED, eq(D(y, t), y), model={y: t**2}),
    "the derivative of the mean by the channel that names it": Trap(  # SymPy issue 21891
        REFUTED, eq(D(mean(x), x[k]), 1), [C > 1]
    ),
    "and what it is": Trap(PROVED, eq(D(mean(x), x[k]), 1 / C), [C > 0]),
    "the variance by the channel that names its sum": Trap(REFUTED, eq(D(sigma2, x[k]), 0), [C > 1]),
    "the derivative of the variance": Trap(PROVED, eq(D(sigma2, x[k]), 2 * (x[k] - mu) / C), [C > 0]),
    "a sum has derivative C": Trap(REFUTED, eq(D(total(x), x[i]), C)),  # SymPy issue 12751
    "a sum has derivative 1": Trap(PROVED, eq(D(total(x), x[i]), 1)),
    "d(x_i^2)/dx_j = 2 x_i": Trap(REFUTED, eq(D(x[i] ** 2, x[j]), 2 * x[i])),
    "d(x_i^2)/dx_j = 2 x_i delta_ij": Trap(PROVED, eq(D(x[i] ** 2, x[j]), 2 * x[i] * delta(i, j))),
    "x/|x| without its second term": Trap(  # SymPy issue 23931
        REFUTED, eq(D(x[i] / sqrt(total(x**2)), x[j]), delta(i, j) / sqrt(total(x**2))), [total(x**2) > 0]
    ),
    "x/|x| with it": Trap(
        PROVED,
        eq(
            D(x[i] / sqrt(total(x**2)), x[j]),
            delta(i, j) / sqrt(total(x**2)) - x[i] * x[j] / sqrt(total(x**2)) ** 3,
        ),
        [total(x**2) > 0],
    ),
    "a derivative under a sum, by another index": Trap(
        PROVED, eq(total(D(x[k] ** 2, x[j]), over=k), 2 * x[j])
    ),
    "a product rule with one term": Trap(REFUTED, eq(D(t * exp(t), t), exp(t))),
    "the derivative of 1/t": Trap(UNDEFINED, eq(D(1 / t, t), -1 / t**2)),
    "the derivative of 1/t for t != 0": Trap(PROVED, eq(D(1 / t, t), -1 / t**2), [ne(t, 0)]),
    "the derivative of t^0": Trap(PROVED, eq(D(t**0, t), 0)),
    "the derivative of log|t|": Trap(PROVED, eq(D(log(sqrt(t**2)), t), 1 / t), [ne(t, 0)]),
    "the derivative of log t^2 for t < 0": Trap(PROVED, eq(D(log(t**2), t), 2 / t), [t < 0]),
    "the derivative of sqrt(t) at 0": Trap(UNDEFINED, eq(at(D(sqrt(t), t), t, 0), 0)),
    "the derivative of t sqrt(t) at 0": Trap(UNDEFINED, eq(D(t * sqrt(t), t), 3 * sqrt(t) / 2), [t >= 0]),
    "the derivative of t sqrt(t)": Trap(PROVED, eq(D(t * sqrt(t), t), 3 * sqrt(t) / 2), [t > 0]),
    "the derivative of a value": Trap(PROVED, eq(D(at(t**2, t, a), a), 2 * a)),
    "a value does not vary": Trap(PROVED, eq(D(at(t**2, t, a), t), 0)),
    "a value of a derivative is no derivative of a value": Trap(
        REFUTED, eq(at(D(t**2 * a, a), t, a), D(at(t**2 * a, t, a), a))
    ),
    "a function of something else": Trap(PROVED, eq(D(y, a), 0)),
    "d(y^2)/dt = 2y": Trap(REFUTED, eq(D(y**2, t), 2 * y), model={y: 3 * t}),
    "d(y^2)/dt = 2y y'": Trap(PROVED, eq(D(y**2, t), 2 * y * D(y, t)), [differentiable(y)], model={y: 3 * t}),
    "d(y^2)/dt = 2y y' where y may have a kink": Trap(UNDEFINED, eq(D(y**2, t), 2 * y * D(y, t))),
    "y' = 0 at a point does not give y'' = 0": Trap(
        REFUTED, eq(D(D(y, t), t), 0), rule=lambda p: by.algebra(p.d(t)), given=[eq(D(y, t), 0)],
        model={y: t**2, t: 0},
    ),
}  # fmt: skip
