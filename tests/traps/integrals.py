"""Integrals."""

from symnorm.language import D, by, eq, exp, integral, log, ne, sqrt, term

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, Trap, a, t, y

TRAPS = {
    "an antiderivative": Trap(PROVED, eq(integral(2 * t, t), t**2)),
    "another antiderivative": Trap(PROVED, eq(integral(2 * t, t), t**2 + 7)),
    "no antiderivative": Trap(REFUTED, eq(integral(2 * t, t), t**2 + t)),
    "1/t without its logarithm's domain": Trap(UNDEFINED, eq(integral(1 / t, t), log(t)), [ne(t, 0)]),
    "1/t for t > 0": Trap(PROVED, eq(integral(1 / t, t), log(t)), [t > 0]),
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
        PROVED, eq(integral(1 / (1 - t), t), -log(t - 1)), [t > 1]
    ),
    "1/(1 - t) for t < 1": Trap(UNDEFINED, eq(integral(1 / (1 - t), t), -log(t - 1)), [t < 1]),
    "1/t for t < 0": Trap(PROVED, eq(integral(1 / t, t), log(-t)), [t < 0]),
    "1/|t| is not the derivative of log|t|": Trap(  # SymPy issue 22533
        REFUTED, eq(integral(1 / sqrt(t**2), t), log(sqrt(t**2))), [ne(t, 0)]
    ),
    "exp(t^2)": Trap(REFUTED, eq(integral(exp(t**2), t), exp(t**2) / (2 * t)), [ne(t, 0)]),
    "|t|": Trap(PROVED, eq(integral(sqrt(t**2), t), t * sqrt(t**2) / 2), [ne(t, 0)]),
    "|t| at 0": Trap(UNDEFINED, eq(integral(sqrt(t**2), t), t * sqrt(t**2) / 2)),
    "by another variable": Trap(REFUTED, eq(integral(t, a), t**2 / 2)),
    "a constant factor": Trap(PROVED, eq(integral(t, a), a * t)),
    "y y'": Trap(PROVED, eq(integral(y * D(y, t), t), y**2 / 2), model={y: 3 * t}),
    "y": Trap(REFUTED, eq(integral(y, t), y**2 / 2), model={y: 3 * t}),
    "sqrt(t) for t > 0": Trap(PROVED, eq(integral(sqrt(t), t), 2 * t * sqrt(t) / 3), [t > 0]),
    "log t": Trap(PROVED, eq(integral(log(t), t), t * log(t) - t), [t > 0]),
    "log t, without its constant term": Trap(REFUTED, eq(integral(log(t), t), t * log(t)), [t > 0]),
}  # fmt: skip
