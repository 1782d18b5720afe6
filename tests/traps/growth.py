"""The mean value theorem: what grows from a point, and what does not, or not from there, or not all the way."""

from symnorm.language import (
    D,
    at,
    by,
    differentiable,
    either,
    eq,
    exp,
    interval,
    log,
    ne,
    rational,
    sqrt,
    tanh,
    total,
)

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, C, Trap, a, b, t, x, y

increasing = by.increasing

TAYLOR = {
    "tanh t <= t for t >= 0": Trap(PROVED, tanh(t) <= t, [t >= 0], increasing(t)),
    "tanh t <= t for t <= 0": Trap(REFUTED, tanh(t) <= t, [t <= 0], increasing(t)),
    "tanh t <= t for every t": Trap(REFUTED, tanh(t) <= t, rule=increasing(t)),
    "tanh t < t for t > 0": Trap(PROVED, tanh(t) < t, [t > 0], increasing(t)),
    "tanh t < t for t >= 0": Trap(REFUTED, tanh(t) < t, [t >= 0], increasing(t)),
    "tanh t >= t for t <= 0": Trap(PROVED, tanh(t) >= t, [t <= 0], increasing(t)),
    "t - tanh t <= t^3/3 for t >= 0": Trap(PROVED, t - tanh(t) <= t**3 / 3, [t >= 0], increasing(t)),
    "t - tanh t <= t^3/4 for t >= 0": Trap(REFUTED, t - tanh(t) <= t**3 / 4, [t >= 0], increasing(t)),
    "t - tanh t <= t^3/3 for every t": Trap(REFUTED, t - tanh(t) <= t**3 / 3, rule=increasing(t)),
    "e^t >= 1 for t >= 0": Trap(PROVED, exp(t) >= 1, [t >= 0], increasing(t)),
    "e^t >= 1 for t >= -1": Trap(REFUTED, exp(t) >= 1, [t >= -1], increasing(t)),
    "e^t > 1 for t >= 0": Trap(REFUTED, exp(t) > 1, [t >= 0], increasing(t)),
    "e^t > 1 for t > 0": Trap(PROVED, exp(t) > 1, [t > 0], increasing(t)),
    "e^t >= 1 + t": Trap(PROVED, exp(t) >= 1 + t, rule=increasing(t)),
    "e^t > 1 + t": Trap(REFUTED, exp(t) > 1 + t, rule=increasing(t)),
    "e^t > 1 + t for t > 0": Trap(PROVED, exp(t) > 1 + t, [t > 0], increasing(t)),
    "e^t >= 1 + 2t": Trap(REFUTED, exp(t) >= 1 + 2 * t, rule=increasing(t)),
    "e^t >= 1 + t + t^2/2 for t >= 0": Trap(PROVED, exp(t) >= 1 + t + t**2 / 2, [t >= 0], increasing(t)),
    "e^t >= 1 + t + t^2/2 for every t": Trap(REFUTED, exp(t) >= 1 + t + t**2 / 2, rule=increasing(t)),
    "e^t <= 1 + t + t^2/2 for t <= 0": Trap(PROVED, exp(t) <= 1 + t + t**2 / 2, [t <= 0], increasing(t)),
    "e^t <= 1 + t + t^2 for t <= 2": Trap(
        REFUTED, exp(t) <= 1 + t + t**2, [t <= 2, t >= 0], increasing(t), model={t: 2}
    ),
    "e^t >= 1 + t + t^2/2 + t^3/6": Trap(PROVED, exp(t) >= 1 + t + t**2 / 2 + t**3 / 6, rule=increasing(t)),
    "log t <= t - 1": Trap(PROVED, log(t) <= t - 1, [t > 0], increasing(t, 1)),
    "log t < t - 1": Trap(REFUTED, log(t) < t - 1, [t > 0], increasing(t, 1)),
    "log t <= t - 1 from a point that is not there": Trap(REFUTED, log(t) <= t - 2, [t >= 2], increasing(t, 1)),
    "log t <= t - 2 for t >= 2": Trap(REFUTED, log(t) <= t - 2, [t >= 2], increasing(t, 2)),
    "log t <= t - 1 for t >= 0": Trap(UNDEFINED, log(t) <= t - 1, [t >= 0], increasing(t, 1)),
    "log(1 + t) <= t - t^2/2 + t^3/3": Trap(
        PROVED, log(1 + t) <= t - t**2 / 2 + t**3 / 3, [t > -1], increasing(t)
    ),
    "log(1 + t) >= t - t^2/2 for t > -1": Trap(REFUTED, log(1 + t) >= t - t**2 / 2, [t > -1], increasing(t)),
    "Bernoulli": Trap(PROVED, (1 + t) ** 5 >= 1 + 5 * t, [t >= -1], increasing(t)),
    "Bernoulli for every t": Trap(REFUTED, (1 + t) ** 5 >= 1 + 5 * t, rule=increasing(t)),
    "a tangent of the logarithm at a": Trap(PROVED, log(t) - log(a) <= (t - a) / a, [t > 0, a > 0], increasing(t, a)),
    "a tangent of the logarithm at a, the other way": Trap(
        REFUTED, log(t) - log(a) >= (t - a) / a, [t > 0, a > 0], increasing(t, a)
    ),
    "|tanh t - t| <= t^3/3": Trap(
        PROVED, abs(t - tanh(t)) <= t**3 / 3, [t >= 0, tanh(t) <= t, t - tanh(t) <= t**3 / 3], by.linear()
    ),
}  # fmt: skip

ON_THE_WAY = {
    "1/t falls across 0": Trap(REFUTED, 1 / t <= -1, [ne(t, 0), t >= -1], increasing(t, -1)),
    "-1/t grows across 0": Trap(REFUTED, -1 / t >= 1, [ne(t, 0), t >= -1], increasing(t, -1)),
    "-1/t grows across 0, by a square": Trap(REFUTED, -1 / t >= 1, [t**2 > 0, t >= -1], increasing(t, -1)),
    "-1/t grows, outside of an interval": Trap(REFUTED, -1 / t >= 1, [t**2 > 1, t >= -2], increasing(t, -1)),
    "a slope that is 0 where t is not between": Trap(
        REFUTED, t**3 - 3 * t >= 2, [t**2 >= 1, t >= -1], increasing(t, -1)
    ),
    "a slope that is 0 where t is not between, by cases": Trap(
        REFUTED, t**3 - 3 * t >= 2, [t >= -1, (t - 1) * (t + 1) >= 0], increasing(t, -1)
    ),
    "a sign has the slope 0": Trap(REFUTED, t / sqrt(t**2) <= -1, [ne(t, 0), t >= -1], increasing(t, -1)),
    "|t| falls from -1": Trap(REFUTED, abs(t) <= 1, [t >= -1, ne(t, 0)], increasing(t, -1)),
    "the slope of |t| at 0": Trap(REFUTED, abs(t) <= t, [t <= 0], increasing(t)),
    "sqrt(t) at 0": Trap(REFUTED, sqrt(t) <= t, [t >= 0], increasing(t)),
    "t log t at 0": Trap(REFUTED, t * log(t) >= 0, [t > 0], increasing(t)),
    "exp(-1/t) from 0": Trap(REFUTED, exp(-1 / t) <= 0, [t > 0], increasing(t)),
    "the point is outside": Trap(REFUTED, t >= 1, [t >= 0], increasing(t, 1)),
    "the point is outside, beyond a bound": Trap(REFUTED, t**2 >= 4, [t >= -1, t <= 1], increasing(t, 2)),
    "a concave hypothesis holds on the way": Trap(PROVED, t**3 <= 3 * t, [t**2 <= 1, t >= 0], increasing(t)),
    "a concave hypothesis holds on the way, but the slope has no sign": Trap(
        REFUTED, t**3 <= t / 2, [t**2 <= 1, t >= 0], increasing(t)
    ),
    "a convex hypothesis may fail on the way": Trap(
        REFUTED, 1 / (t**2 - 1) <= 1, [t**2 > 1], increasing(t, -2), model={t: rational("1.1")}
    ),
    "a cubic hypothesis may fail on the way": Trap(
        REFUTED, t**3 - t <= 0, [t**3 - t >= 0, t <= 2, t >= -1], increasing(t, -1)
    ),
    "t between a and b": Trap(PROVED, t**2 <= b**2, [t >= 0, t <= b], increasing(b, t)),
    "t^2 <= b^2 for t <= b": Trap(REFUTED, t**2 <= b**2, [t <= b], increasing(b, t)),
    "another variable that grows with t": Trap(REFUTED, t <= a, [a >= t - 1, t >= 0], increasing(t)),
    "a hypothesis that joins t and a": Trap(REFUTED, t * a <= a, [a * t >= 0, a >= 0], increasing(t)),
    "the slope along another variable": Trap(REFUTED, a - t >= 0, [t >= 0, a >= 0], increasing(a)),
    "a slope that is not negative where t = a alone": Trap(REFUTED, t**2 >= a**2, [t >= a], increasing(t, a)),
    "an equation between t and a": Trap(
        REFUTED, t >= 2 * a, [t >= 0], increasing(t), [eq(t, a)], model={t: 1, a: 1}
    ),
    "an equation that holds at t alone": Trap(
        REFUTED, t**3 - t >= 1, [t >= 0], increasing(t), [eq(t**2, 1)], model={t: 1}
    ),
    "one of two equations that hold at t alone": Trap(
        REFUTED, t**3 - t >= 1, [t >= 0], increasing(t), [either(eq(t, 0), eq(t, 1))], model={t: 1}
    ),
}  # fmt: skip

ALONG_T = [interval(t, 0)]
FUNCTIONS = {
    "y' = y^2 along an interval around 0": Trap(
        PROVED, y >= at(y, t, 0), [t >= 0], increasing(t), [eq(D(y, t), y**2)], along=ALONG_T, model={y: 0}
    ),
    "y' = y^2 along an interval that may not hold 0": Trap(
        LOOSE, y >= at(y, t, 0), [t >= 0], increasing(t), [eq(D(y, t), y**2)], along=[t], model={y: 0}
    ),
    "y' = y^2 at t alone": Trap(
        LOOSE, y >= at(y, t, 0), [t >= 0], increasing(t), [eq(D(y, t), y**2)], model={y: 0}
    ),
    "y' >= 0 along an interval, and t < 0": Trap(
        REFUTED, y >= at(y, t, 0), [t <= 0, D(y, t) >= 0], increasing(t), along=ALONG_T, model={y: t}
    ),
    "y' >= 0 along an interval, and y(0) < 0": Trap(
        REFUTED, y >= 0, [t >= 0, D(y, t) >= 0], increasing(t), along=ALONG_T, model={y: t - 5}
    ),
    "y' = y^2, y(0) = 1 gives y >= 1": Trap(
        PROVED, y >= 1, [t >= 0, t < 1], increasing(t), [eq(D(y, t), y**2), eq(at(y, t, 0), 1)], along=ALONG_T,
        model={y: 1 / (1 - t)},
    ),
    "y' = -y, y(0) = 1 gives y >= 1": Trap(
        REFUTED, y >= 1, [t >= 0, y >= 0], increasing(t), [eq(D(y, t), -y), eq(at(y, t, 0), 1)], along=ALONG_T,
        model={y: exp(-t)},
    ),
    "y that is differentiable has any slope": Trap(
        REFUTED, y >= at(y, t, 0), [t >= 0, differentiable(y)], increasing(t), along=ALONG_T, model={y: -t}
    ),
    "a sum over channels grows with a": Trap(PROVED, total(exp(a * x**2)) >= C, [a >= 0], increasing(a)),
    "a sum over channels grows with every a": Trap(REFUTED, total(exp(a * x)) >= C, [a >= 0], increasing(a)),
}  # fmt: skip

TRAPS = {**TAYLOR, **ON_THE_WAY, **FUNCTIONS}
