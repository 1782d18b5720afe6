"""How often an unknown function is differentiable, and where."""

from symnorm.language import (
    D,
    at,
    by,
    differentiable,
    either,
    eq,
    every,
    exp,
    function,
    implies,
    interval,
    log,
    ne,
    sqrt,
    total,
)

from .kit import LOOSE, MISSED, PROVED, REFUTED, UNDEFINED, C, Trap, a, i, j, k, t, u, w, x, y

v = function("v", t)
f = function("f", t, u)
kink = sqrt(t**2)


def Y(argument):
    """The function y of another argument."""
    return function("y", argument)


def F(*arguments):
    """The function f of other arguments."""
    return function("f", *arguments)


def chain(q, variable):
    """d(q^2) = 2 q dq: it has a value where q has a derivative."""
    return eq(D(q**2, variable), 2 * q * D(q, variable))


def linear(p):
    """A rule: v' = p v and v(0) = 0 give v = 0."""
    return lambda slope, start: by.algebra(by.linear_equation(v, p, t, 0, (slope,), (start,)))


def starting(p):
    """What is given of v by v' = p v and v(0) = 0."""
    return [eq(D(v, t), p * v), eq(at(v, t, 0), 0)]


TRAPS = {
    "y'' = y'' for a y that is differentiable once": Trap(
        UNDEFINED, eq(D(D(y, t), t), D(D(y, t), t)), [differentiable(y)], along=[t], model={y: t * kink}
    ),
    "y'' = y'' for a y that is differentiable twice": Trap(
        PROVED, eq(D(D(y, t), t), D(D(y, t), t)), [differentiable(y, 2)], along=[t], model={y: t**3}
    ),
    "y' - y' = 0": Trap(UNDEFINED, eq(D(y, t) - D(y, t), 0), model={y: kink}),
    "(y - y)' = 0": Trap(PROVED, eq(D(y - y, t), 0)),
    "t y' = 2y gives t y'' = y'": Trap(
        UNDEFINED, eq(t * D(D(y, t), t), D(y, t)), rule=lambda p: by.algebra(p.d(t)),
        given=[eq(t * D(y, t), 2 * y)], along=[t], model={y: t * kink},
    ),
    "t y' = 2y gives t y'' = y' for t != 0": Trap(
        PROVED, eq(t * D(D(y, t), t), D(y, t)), [ne(t, 0)], lambda p: by.algebra(p.d(t)),
        [eq(t * D(y, t), 2 * y)], [t], {y: t * kink},
    ),
    "t y' = 2y gives t y'' = y' for a y that is differentiable twice": Trap(
        PROVED, eq(t * D(D(y, t), t), D(y, t)), [differentiable(y, 2)], lambda p: by.algebra(p.d(t)),
        [eq(t * D(y, t), 2 * y)], [t], {y: t**2},
    ),
    "t y' = 2y gives y(1) = y(-1)": Trap(
        REFUTED, eq(at(y, t, 1), at(y, t, -1)), given=[eq(t * D(y, t), 2 * y)], along=[interval(t, 1)],
        model={y: t * kink},
    ),
    "(y^2)' = 0 gives y y' = 0": Trap(
        UNDEFINED, eq(y * D(y, t), 0), given=[eq(D(y**2, t), 0)], along=[t], model={y: t / kink}
    ),
    "(y^2)' = 0 gives y y' = 0 for a y that is differentiable": Trap(
        PROVED, eq(y * D(y, t), 0), [differentiable(y)], given=[eq(D(y**2, t), 0)], along=[t],
        model={y: 3 + 0 * t},
    ),
    "the order of two derivatives": Trap(UNDEFINED, eq(D(D(f, t), u), D(D(f, u), t))),
    "the order of two derivatives of what is differentiable once": Trap(
        UNDEFINED, eq(D(D(f, t), u), D(D(f, u), t)), [differentiable(f)], model={f: t * u * kink}
    ),
    "the order of two derivatives of what is differentiable twice": Trap(
        PROVED, eq(D(D(f, t), u), D(D(f, u), t)), [differentiable(f, 2)], model={f: t**2 * u}
    ),
    "f(t, t)' is the sum of two derivatives": Trap(
        UNDEFINED, eq(D(function("f", t, t), t), at(D(f, t) + D(f, u), u, t)), model={f: sqrt((t * u) ** 2)}
    ),
    "f(t, t)' is the sum of two derivatives where f is differentiable": Trap(
        PROVED, eq(D(function("f", t, t), t), at(D(f, t) + D(f, u), u, t)), [differentiable(f)],
        model={f: t * u**2},
    ),
    "y' = e^y gives y'' = y'^2": Trap(
        PROVED, eq(D(D(y, t), t), D(y, t) ** 2), [t < 1],
        lambda p: by.algebra(p, p.d(t)),
        [eq(D(y, t), exp(y))], [t], {y: -log(1 - t)},
    ),
    "y' = e^y at a point gives y'' = y'^2": Trap(
        UNDEFINED, eq(D(D(y, t), t), D(y, t) ** 2), [t < 1], lambda p: by.algebra(p, p.d(t)),
        [eq(D(y, t), exp(y))], model={y: -log(1 - t)},
    ),
    "y' + sqrt(y') = 2 gives y'' = 0": Trap(
        MISSED, eq(D(D(y, t), t), 0), [D(y, t) > 0], lambda p: by.algebra(p.d(t)),
        [eq(D(y, t) + sqrt(D(y, t)), 2)], [t], {y: t},
    ),
    "y'^2 = 1 gives y' y'' = 0": Trap(
        MISSED, eq(D(y, t) * D(D(y, t), t), 0), rule=lambda p: by.algebra(p.d(t)),
        given=[eq(D(y, t) ** 2, 1)], along=[t], model={y: -t},
    ),
    "v' = y v, v(0) = 0 gives v = 0": Trap(
        LOOSE, eq(v, 0), rule=linear(y), given=starting(y), along=[interval(t, 0)], model={y: 1 + t, v: 0 * t}
    ),
    "v' = y v, v(0) = 0 gives v = 0 for a y that is differentiable": Trap(
        PROVED, eq(v, 0), [differentiable(y)], linear(y), starting(y), [interval(t, 0)], {y: 1 + t, v: 0 * t}
    ),
    "v' = y'^2 v, v(0) = 0 gives v = 0 for a y that is differentiable": Trap(
        LOOSE, eq(v, 0), [differentiable(y)], linear(D(y, t) ** 2), starting(D(y, t) ** 2), [interval(t, 0)],
        {y: 1 + t, v: 0 * t},
    ),
    "v' = y'^2 v, v(0) = 0 gives v = 0 for a y that is differentiable twice": Trap(
        PROVED, eq(v, 0), [differentiable(y, 2)], linear(D(y, t) ** 2), starting(D(y, t) ** 2),
        [interval(t, 0)], {y: 1 + t, v: 0 * t},
    ),
    "y(2t)' = 2 y'(2t)": Trap(
        UNDEFINED, eq(D(Y(2 * t), t), 2 * at(D(Y(u), u), u, 2 * t)), [t > 1, differentiable(y)], along=[t],
        model={y: t},
    ),
    "y(2t)' = 2 y'(2t) for a y that is differentiable everywhere": Trap(
        PROVED, eq(D(Y(2 * t), t), 2 * at(D(Y(u), u), u, 2 * t)), [t > 1, differentiable(Y(u))], along=[t],
        model={y: t},
    ),
    "y(-t)' = -y'(-t) where y' is given": Trap(
        UNDEFINED, eq(D(Y(-t), t), -at(D(Y(u), u), u, -t)), [t > 0], given=[eq(D(y, t), 1)], along=[t],
        model={y: t},
    ),
    "y'(x_j) where y'(x_i) is given": Trap(
        UNDEFINED, eq(D(Y(x[j]) ** 2, x[j]), 2 * Y(x[j]) * D(Y(x[j]), x[j])), given=[eq(D(Y(x[i]), x[i]), 1)],
        along=[x[i]], model={y: t},
    ),
    "y'(x_j) where y'(x_k) is given of every channel": Trap(
        PROVED, eq(D(Y(x[j]) ** 2, x[j]), 2 * Y(x[j]) * D(Y(x[j]), x[j])),
        given=[eq(total(D(Y(x[k]), x[k]), over=k), C)], model={y: t},
    ),
    "(y^2)' for a y that is differentiable at every number": Trap(
        PROVED, chain(y, t), [differentiable(Y(u))], model={Y(u): u**3}
    ),
    "(y^2)' for a y that is differentiable at every number above 0": Trap(
        UNDEFINED, chain(y, t), [u > 0, differentiable(Y(u))], model={Y(u): sqrt(u**2)}
    ),
    "(y^2)' for a y that is differentiable at every number but 0": Trap(
        UNDEFINED, chain(y, t), [ne(u, 0), differentiable(Y(u))], model={Y(u): sqrt(u**2)}
    ),
    "(y^2)' for a y that is differentiable at the number of channels": Trap(
        UNDEFINED, eq(D(y, t) + total(1 + 0 * x), C + D(y, t)), [differentiable(Y(C))], model={Y(u): sqrt((u - 5) ** 2)}
    ),
    "f(t, a) for an f that is differentiable on the diagonal": Trap(
        UNDEFINED, chain(F(t, a), t), [differentiable(F(u, u))], model={f: sqrt((t - u - 1) ** 2)}
    ),
    "f(t, 0) for an f that is differentiable at every (t, t)": Trap(
        UNDEFINED, chain(F(t, 0), t), [differentiable(F(t, t))], along=[interval(t, 0)],
        model={f: sqrt((t - u - 1) ** 2)},
    ),
    "f(t, a) for an f that is differentiable at every pair": Trap(
        PROVED, chain(F(t, a), t), [differentiable(f)], model={f: t * u**2}
    ),
    "f(t, u) for an f that is differentiable as t varies, for some u": Trap(
        UNDEFINED, chain(F(t, a), t), [differentiable(f)], along=[t], model={f: sqrt((t - u) ** 2)}
    ),
    "f(x_i, w_j) for an f that is differentiable at every (x_k, w_k)": Trap(
        UNDEFINED, chain(F(x[i], w[j]), x[i]), [every(x) > every(w), differentiable(F(every(x), every(w)))],
        model={f: sqrt((t - u) ** 2)},
    ),
    "f(x_i, w_i) for an f that is differentiable at every (x_k, w_k)": Trap(
        PROVED, chain(F(x[i], w[i]), x[i]), [every(x) > every(w), differentiable(F(every(x), every(w)))],
        model={f: t - u},
    ),
    "(y^2)' where t > 0 gives y' = 1": Trap(
        UNDEFINED, chain(y, t), given=[implies(t > 0, eq(D(y, t), 1))], along=[t], model={y: sqrt(t**2)}
    ),
    "(y^2)' where y' = 1 or y = t": Trap(
        UNDEFINED, chain(y, t), given=[either(eq(D(y, t), 1), eq(y, t))], along=[t], model={y: t}
    ),
}  # fmt: skip
