"""Logarithms and exponentials."""

from fractions import Fraction

from symnorm.language import by, eq, exp, log, ne, rational, sqrt, tanh, term

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, Trap, a, b, roots, t

TRAPS = {
    "log(t^2) = 2 log t": Trap(UNDEFINED, eq(log(t**2), 2 * log(t))),
    "log(t^2) = 2 log t for t != 0": Trap(
        UNDEFINED, eq(log(t**2), 2 * log(t)), [ne(t, 0)], lambda: by.algebra(by.logarithms({t**2: 1, t: -2}))
    ),
    "log(t^2) = 2 log t for t > 0": Trap(
        PROVED, eq(log(t**2), 2 * log(t)), [t > 0], lambda: by.algebra(by.logarithms({t**2: 1, t: -2}))
    ),
    "log(ab) = log a + log b for ab > 0": Trap(
        UNDEFINED, eq(log(a * b), log(a) + log(b)), [a * b > 0],
        lambda: by.algebra(by.logarithms({a * b: 1, a: -1, b: -1})),
    ),
    "log(a + b) = log a + log b": Trap(REFUTED, eq(log(a + b), log(a) + log(b)), [a > 0, b > 0]),
    "exp(log t) = t": Trap(UNDEFINED, eq(exp(log(t)), t)),
    "exp(log t) = t for t > 0": Trap(PROVED, eq(exp(log(t)), t), [t > 0]),
    "exp(log t) = t for t >= 0": Trap(UNDEFINED, eq(exp(log(t)), t), [t >= 0]),
    "log(exp t) = t": Trap(PROVED, eq(log(exp(t)), t)),
    "exp(a + b) = exp a + exp b": Trap(REFUTED, eq(exp(a + b), exp(a) + exp(b))),
    "exp(ab) = exp a exp b": Trap(REFUTED, eq(exp(a * b), exp(a) * exp(b))),
    "exp a = exp b gives a = b": Trap(
        PROVED, eq(a, b), rule=by.exponentials, given=[eq(exp(a), exp(b))], model={b: a}
    ),
    "a t = b t gives a = b by exponentials": Trap(
        LOOSE, eq(a, b), rule=lambda p: by.exponentials(p.exp(), times=t), given=[eq(t * a, t * b)],
        model={b: a}
    ),
    "exp t > 1 + t": Trap(REFUTED, exp(t) > 1 + t, rule=by.sign()),
    "exp t >= 1 + t": Trap(PROVED, exp(t) >= 1 + t, rule=by.exponential_bound(t)),
    "tanh is odd": Trap(PROVED, eq(tanh(-t), -tanh(t))),
    "tanh is even": Trap(REFUTED, eq(tanh(-t), tanh(t))),
    "tanh t = t": Trap(REFUTED, eq(tanh(t), t)),
    "log t + log(1/t) = 0 for t != 0": Trap(  # SymPy issue 24676
        UNDEFINED, eq(log(t) + log(1 / t), 0), [ne(t, 0)], by.algebra(by.logarithms({t: 1, 1 / t: 1}))
    ),
    "log t + log(1/t) = 0 for t > 0": Trap(
        PROVED, eq(log(t) + log(1 / t), 0), [t > 0], by.algebra(by.logarithms({t: 1, 1 / t: 1}))
    ),
    "log(-t) = -log t": Trap(UNDEFINED, eq(log(-t), -log(t)), [ne(t, 0)]),
    "(log t)^2 = 2 log t": Trap(REFUTED, eq(log(t) ** 2, 2 * log(t)), [t > 0]),
    "log(1 + t) = t": Trap(REFUTED, eq(log(1 + t), t), [t > 0]),
    "log t = 0": Trap(REFUTED, eq(log(t), 0), [t > 0]),
    "log 0 = log 0": Trap(UNDEFINED, eq(log(term(0)), log(term(0)))),
    "log a/log b = log(a/b)": Trap(REFUTED, eq(log(a) / log(b), log(a / b)), [a > 0, b > 1]),
    "exp t > 0": Trap(PROVED, exp(t) > 0, rule=by.sign()),
    "exp t >= 1 for t >= 0": Trap(PROVED, exp(t) >= 1, [t >= 0], by.linear()),
    "exp t < 1 + t": Trap(REFUTED, exp(t) < 1 + t, rule=by.sign()),
    "exp t > 1": Trap(REFUTED, exp(t) > 1, [t >= 0], by.sign()),
    "(exp t)^2 = exp(t^2)": Trap(REFUTED, eq(exp(t) ** 2, exp(t**2))),
    "(exp t)^2 = exp(2t)": Trap(PROVED, eq(exp(t) ** 2, exp(2 * t))),
    "exp t exp(-t) = 1": Trap(PROVED, eq(exp(t) * exp(-t), 1)),
    "log(exp a exp b) = a + b": Trap(
        PROVED, eq(log(exp(a) * exp(b)), a + b),
        rule=by.algebra(by.logarithms({exp(a) * exp(b): 1, exp(a): -1, exp(b): -1})),
    ),
    "log(exp a + exp b) = a + b": Trap(REFUTED, eq(log(exp(a) + exp(b)), a + b)),
    "log(1 + t) <= t": Trap(PROVED, log(1 + t) <= t, [t > -1], by.linear()),
    "exp(log(t)/2) = sqrt(t)": Trap(
        PROVED, eq(exp(log(t) / 2), sqrt(t)), [t > 0], roots(exp(log(t) / 2), sqrt(t))
    ),
    "exp(10 log 2) = 1024": Trap(PROVED, eq(exp(10 * log(term(2))), 1024)),
    "exp(1) > 2.718281828": Trap(PROVED, exp(term(1)) > rational("2.718281828"), rule=by.bounds()),
    "exp(1) = 2.718281828": Trap(REFUTED, eq(exp(term(1)), rational("2.718281828")), rule=by.bounds()),
    "tanh(2t) = 2 tanh t": Trap(REFUTED, eq(tanh(2 * t), 2 * tanh(t))),
    "tanh(2t) = 2 tanh t/(1 + tanh^2 t)": Trap(PROVED, eq(tanh(2 * t), 2 * tanh(t) / (1 + tanh(t) ** 2))),
    "1 - tanh(20)^2 = 0, as floating-point numbers say": Trap(REFUTED, eq(1 - tanh(term(20)) ** 2, 0)),
    "tanh t < 1": Trap(PROVED, tanh(t) < 1, rule=by.sign(2 / (exp(2 * t) + 1))),
    "tanh t <= 1/2": Trap(REFUTED, tanh(t) <= Fraction(1, 2), rule=by.sign()),
    "tanh t <= t for t >= 0": Trap(PROVED, tanh(t) <= t, [t >= 0], by.increasing(t)),
    "tanh t < t": Trap(REFUTED, tanh(t) < t, [t >= 0], by.sign()),
}  # fmt: skip
