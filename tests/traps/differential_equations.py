"""Differential equations."""

from symnorm.language import D, at, by, either, eq, exp, interval, log, ne, sqrt, tanh

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, Trap, c, roots, t, y

TRAPS = {
    "y' = 2y, y(0) = 0 gives y = 0": Trap(
        PROVED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2, t, 0, (p,), (q,))),
        given=[eq(D(y, t), 2 * y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: 0 * t},
    ),
    "y' = 2y gives y = 0": Trap(
        REFUTED, eq(y, 0), rule=lambda p: by.algebra(by.linear_equation(y, 2, t, 0, (p,), ())),
        given=[eq(D(y, t), 2 * y)], along=[interval(t, 0)], model={y: exp(2 * t)},
    ),
    "y(1) = 0 is not y(0) = 0": Trap(
        LOOSE, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2, t, 0, (p,), (q,))),
        given=[eq(D(y, t), 2 * y), eq(at(y, t, 1), 0)], along=[interval(t, 0)], model={y: 0 * t},
    ),
    "an interval without the point": Trap(
        LOOSE, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2, t, 0, (p,), (q,))),
        given=[eq(D(y, t), 2 * y), eq(at(y, t, 0), 0)], along=[t], model={y: 0 * t},
    ),
    "y' = sqrt(y) has more solutions": Trap(
        REFUTED, eq(y, 0), [y >= 0],
        lambda p, q: by.algebra(by.linear_equation(y, 1 / sqrt(y), t, 0, (p,), (q,))),
        [eq(D(y, t), sqrt(y)), eq(at(y, t, 0), 0)], [interval(t, 0)], {y: t**2 / 4, t: 2},
    ),
    "t y' = y has more solutions": Trap(
        REFUTED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 1 / t, t, 0, (p,), (q,))),
        given=[eq(t * D(y, t), y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: 3 * t},
    ),
    "dividing by y loses y = 0": Trap(
        REFUTED, eq(D(y, t), 1), rule=lambda p: by.algebra(p, times=y), given=[eq(D(y, t) * y, y)], along=[t],
        model={y: 0 * t},
    ),
    "squaring gains solutions": Trap(
        REFUTED, eq(D(y, t), y), given=[eq(D(y, t) ** 2, y**2)], along=[t], model={y: exp(-t)}
    ),
    "the coth branch": Trap(
        REFUTED, eq(y, tanh(t)), given=[eq(D(y, t), 1 - y**2)], along=[t],
        model={y: (exp(2 * t) + 1) / (exp(2 * t) - 1), t: 1},
    ),
    "a constant of one side only": Trap(
        LOOSE, eq(y, at(y, t, -1)), [ne(t, 0)], given=[eq(D(y, t), 0)], along=[t], model={y: 3 + 0 * t},
    ),
    "t^2/4 solves y' = sqrt(y)": Trap(
        REFUTED, eq(D(t**2 / 4, t), sqrt(t**2 / 4)), rule=roots(sqrt(t**2 / 4), t / 2)
    ),
    "t^2/4 solves y' = sqrt(y) for t >= 0": Trap(
        PROVED, eq(D(t**2 / 4, t), sqrt(t**2 / 4)), [t >= 0], roots(sqrt(t**2 / 4), t / 2)
    ),
    "no constant solves y' = log y": Trap(  # SymPy issue 29827
        REFUTED, ne(D(c, t), log(c)), [c > 0], by.sign()
    ),
    "dividing the logistic equation by y (1 - y)": Trap(
        UNDEFINED, eq(D(log(y / (1 - y)), t), 1), rule=by.algebra, given=[eq(D(y, t), y * (1 - y))], along=[t],
        model={y: 0 * t},
    ),
    "the same for 0 < y < 1": Trap(
        PROVED, eq(D(log(y / (1 - y)), t), 1), [y > 0, y < 1], by.algebra, [eq(D(y, t), y * (1 - y))], [t],
        {y: exp(t) / (1 + exp(t))},
    ),
    "t y' = 2y, y(0) = 0 gives y = 0": Trap(
        REFUTED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2 / t, t, 0, (p,), (q,))),
        given=[eq(t * D(y, t), 2 * y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: t**2},
    ),
    "t y' + 1 - y^2 = 0 gives y = -1": Trap(  # SymPy issue 7081
        REFUTED, eq(y, -1), given=[eq(t * D(y, t) + 1 - y**2, 0)], along=[t], model={y: 1 + 0 * t}
    ),
    "y'^2 = 1 gives y' = 1": Trap(
        REFUTED, eq(D(y, t), 1), given=[eq(D(y, t) ** 2, 1)], along=[t], model={y: -t}
    ),
    "y'^2 = 1 gives y' = 1 or y' = -1": Trap(
        PROVED, either(eq(D(y, t), 1), eq(D(y, t), -1)), given=[eq(D(y, t) ** 2, 1)], along=[t], model={y: -t}
    ),
    "y y' = t gives y = t": Trap(REFUTED, eq(y, t), given=[eq(y * D(y, t), t)], along=[t], model={y: -t}),
    "y y' = t gives (y^2 - t^2)' = 0": Trap(
        PROVED, eq(D(y**2 - t**2, t), 0), given=[eq(y * D(y, t), t)], along=[t], model={y: -t}
    ),
    "1/(1 - t) solves y' = y^2": Trap(UNDEFINED, eq(D(1 / (1 - t), t), (1 / (1 - t)) ** 2)),
    "1/(1 - t) solves y' = y^2 for t != 1": Trap(PROVED, eq(D(1 / (1 - t), t), (1 / (1 - t)) ** 2), [ne(t, 1)]),
    "cosh solves y' = sqrt(y^2 - 1)": Trap(  # SymPy issue 26595
        REFUTED, eq(D((exp(t) + exp(-t)) / 2, t), sqrt(((exp(t) + exp(-t)) / 2) ** 2 - 1)),
        rule=roots(sqrt(((exp(t) + exp(-t)) / 2) ** 2 - 1), (exp(t) - exp(-t)) / 2),
    ),
    "the same where sinh >= 0": Trap(
        PROVED, eq(D((exp(t) + exp(-t)) / 2, t), sqrt(((exp(t) + exp(-t)) / 2) ** 2 - 1)), [exp(t) >= exp(-t)],
        roots(sqrt(((exp(t) + exp(-t)) / 2) ** 2 - 1), (exp(t) - exp(-t)) / 2),
    ),
    "y' = y, y(0) = 1 gives y = exp t": Trap(
        PROVED, eq(y, exp(t)),
        rule=lambda p, q: by.algebra(by.linear_equation(y - exp(t), 1, t, 0, (p,), (q,))),
        given=[eq(D(y, t), y), eq(at(y, t, 0), 1)], along=[interval(t, 0)], model={y: exp(t)},
    ),
    "y' = y, y(0) = 1 gives y = 2 exp t": Trap(
        REFUTED, eq(y, 2 * exp(t)),
        rule=lambda p, q: by.algebra(by.linear_equation(y - 2 * exp(t), 1, t, 0, (p,), (q,))),
        given=[eq(D(y, t), y), eq(at(y, t, 0), 1)], along=[interval(t, 0)], model={y: exp(t)},
    ),
    "y' = y, y(0) = 1 gives y = 1 + t": Trap(
        REFUTED, eq(y, 1 + t), rule=by.algebra, given=[eq(D(y, t), y), eq(at(y, t, 0), 1)],
        along=[interval(t, 0)], model={y: exp(t)},
    ),
    "y' = t y, y(0) = 0 gives y = 0": Trap(
        PROVED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, t, t, 0, (p,), (q,))),
        given=[eq(D(y, t), t * y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: 0 * t},
    ),
    "y' = y/(1 - t), y(0) = 0 gives y = 0": Trap(
        UNDEFINED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 1 / (1 - t), t, 0, (p,), (q,))),
        given=[eq(D(y, t) * (1 - t), y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: 0 * t},
    ),
    "y' = y/(1 - t), y(0) = 0 gives y = 0 for t < 1": Trap(
        PROVED, eq(y, 0), [t < 1],
        lambda p, q: by.algebra(by.linear_equation(y, 1 / (1 - t), t, 0, (p,), (q,)), times=1 - t),
        [eq(D(y, t) * (1 - t), y), eq(at(y, t, 0), 0)], [interval(t, 0)], {y: 0 * t},
    ),
    "y' = 0 gives y = 0": Trap(REFUTED, eq(y, 0), given=[eq(D(y, t), 0)], along=[t], model={y: 3 + 0 * t}),
    "one initial value is not another": Trap(
        REFUTED, eq(at(y, t, 1), 1), given=[eq(D(y, t), y), eq(at(y, t, 0), 1)], along=[interval(t, 0)],
        model={y: exp(t)},
    ),
}  # fmt: skip
