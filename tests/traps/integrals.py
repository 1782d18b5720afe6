"""Integrals."""

from symnorm.language import D, by, define, differentiable, eq, exp, implies, integral, log, ne, sqrt, term

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, Implication, Trap, a, i, t, x, y

TRAPS = {
    "an antiderivative": Trap(PROVED, eq(integral(2 * t, t), t**2), along=[t]),
    "another antiderivative": Trap(PROVED, eq(integral(2 * t, t), t**2 + 7), along=[t]),
    "an antiderivative, and no interval": Trap(LOOSE, eq(integral(2 * t, t), t**2)),
    "an antiderivative along another variable": Trap(LOOSE, eq(integral(2 * t, t), t**2), along=[a]),
    "an antiderivative of what is given to vanish at a point": Trap(
        LOOSE, eq(integral(t - a, t), 5), given=[eq(t, a)], model={t: 1, a: 1}
    ),
    "an antiderivative of what is supposed to vanish at a point": Implication(
        LOOSE, implies(eq(t, a), eq(integral(t - a, t), 5))
    ),
    "an antiderivative of what two inequalities make vanish": Trap(
        LOOSE, eq(integral(t * a, t), 5), [t * a >= 0, t * a <= 0], by.algebra(by.squeezed(t * a)), model={a: 0}
    ),
    "an antiderivative of what they make vanish on an interval": Trap(
        PROVED, eq(integral(t * a, t), 5), [t * a >= 0, t * a <= 0], by.algebra(by.squeezed(t * a)), along=[t],
        model={a: 0},
    ),
    "an antiderivative on an open set": Trap(
        LOOSE, eq(integral(0 * x[i], x[i]), x[i] / sqrt(x[i] ** 2)), [ne(x[i], 0)], along=[x]
    ),
    "an antiderivative on an interval of a coordinate": Trap(
        PROVED, eq(integral(0 * x[i], x[i]), x[i] / sqrt(x[i] ** 2)), [ne(x[i], 0)], along=[x[i]]
    ),
    "no antiderivative": Trap(REFUTED, eq(integral(2 * t, t), t**2 + t)),
    "1/t without its logarithm's domain": Trap(UNDEFINED, eq(integral(1 / t, t), log(t)), [ne(t, 0)], along=[t]),
    "1/t for t > 0": Trap(PROVED, eq(integral(1 / t, t), log(t)), [t > 0], along=[t]),
    "two antiderivatives differ": Trap(
        REFUTED, eq(term(0), 1), rule=by.algebra,
        given=[eq(integral(2 * t, t), t**2), eq(integral(2 * t, t), t**2 + 1)],
    ),
    "a constant at a point": Trap(
        LOOSE, eq(integral(0, t), y), given=[eq(D(y, t), 0)], model={y: 3 + 0 * t}
    ),
    "a constant along t": Trap(
        PROVED, eq(integral(0, t), y), given=[eq(D(y, t), 0)], along=[t], model={y: 3 + 0 * t}
    ),
    "1/(1 - t) for t > 1": Trap(  # SymPy issue 11017
        PROVED, eq(integral(1 / (1 - t), t), -log(t - 1)), [t > 1], along=[t]
    ),
    "1/(1 - t) for t < 1": Trap(UNDEFINED, eq(integral(1 / (1 - t), t), -log(t - 1)), [t < 1], along=[t]),
    "1/t for t < 0": Trap(PROVED, eq(integral(1 / t, t), log(-t)), [t < 0], along=[t]),
    "1/|t| is not the derivative of log|t|": Trap(  # SymPy issue 22533
        REFUTED, eq(integral(1 / sqrt(t**2), t), log(sqrt(t**2))), [ne(t, 0)]
    ),
    "exp(t^2)": Trap(REFUTED, eq(integral(exp(t**2), t), exp(t**2) / (2 * t)), [ne(t, 0)]),
    "|t|": Trap(PROVED, eq(integral(sqrt(t**2), t), t * sqrt(t**2) / 2), [ne(t, 0)], along=[t]),
    "|t| at 0": Trap(UNDEFINED, eq(integral(sqrt(t**2), t), t * sqrt(t**2) / 2), along=[t]),
    "by another variable": Trap(REFUTED, eq(integral(t, a), t**2 / 2)),
    "a constant factor": Trap(PROVED, eq(integral(t, a), a * t), along=[a]),
    "y y'": Trap(
        PROVED, eq(integral(y * D(y, t), t), y**2 / 2), [differentiable(y, 2)], along=[t], model={y: 3 * t}
    ),
    "y y' for a y of which nothing is known": Trap(
        UNDEFINED, eq(integral(y * D(y, t), t), y**2 / 2), along=[t], model={y: sqrt(t**2)}
    ),
    "the derivative of an antiderivative": Trap(
        PROVED, eq(D(integral(y, t), t), y), [differentiable(y)], along=[t], model={y: 3 * t}
    ),
    "the derivative of an antiderivative with a name": Trap(
        PROVED, eq(D(define("G", integral(y, t)), t), y), [differentiable(y)], along=[t], model={y: 3 * t}
    ),
    "the derivative of an antiderivative of what need not be continuous": Trap(
        LOOSE, eq(D(integral(y, t), t), y), along=[t], model={y: 3 * t}
    ),
    "the derivative of an antiderivative, and no interval": Trap(
        LOOSE, eq(D(integral(y, t), t), y), [differentiable(y)], model={y: 3 * t}
    ),
    "the derivative of an antiderivative of y', which need not be continuous": Trap(
        LOOSE, eq(D(integral(D(y, t), t), t), D(y, t)), [differentiable(y)], along=[t], model={y: 3 * t}
    ),
    "the derivative of an antiderivative of y'": Trap(
        PROVED, eq(D(integral(D(y, t), t), t), D(y, t)), [differentiable(y, 2)], along=[t], model={y: 3 * t}
    ),
    "the derivative of an antiderivative and of what cancels": Trap(
        LOOSE, eq(D(integral(y, t) + (D(y, t) - D(y, t)), t), y), [differentiable(y)], along=[t], model={y: 3 * t}
    ),
    "the derivative of an antiderivative of |y|": Trap(
        LOOSE, eq(D(integral(sqrt(y**2), t), t), sqrt(y**2)), [differentiable(y)], along=[t], model={y: 3 * t}
    ),
    "y": Trap(REFUTED, eq(integral(y, t), y**2 / 2), model={y: 3 * t}),
    "sqrt(t) for t > 0": Trap(PROVED, eq(integral(sqrt(t), t), 2 * t * sqrt(t) / 3), [t > 0], along=[t]),
    "log t": Trap(PROVED, eq(integral(log(t), t), t * log(t) - t), [t > 0], along=[t]),
    "log t, without its constant term": Trap(REFUTED, eq(integral(log(t), t), t * log(t)), [t > 0]),
}  # fmt: skip
