"""Division."""

from symnorm.language import by, eq, exp, ne, sqrt, tanh, term

from .kit import PROVED, REFUTED, UNDEFINED, Trap, a, b, c, roots, t, u

TRAPS = {
    "x/x = 1": Trap(UNDEFINED, eq(t / t, 1)),
    "x/x = 1 for x != 0": Trap(PROVED, eq(t / t, 1), [ne(t, 0)]),
    "0/0 = 0/0": Trap(UNDEFINED, eq(term(0) / 0, term(0) / 0)),
    "0/x = 0": Trap(UNDEFINED, eq(0 / t, 0)),
    "1/x - 1/x = 0": Trap(UNDEFINED, eq(1 / t - 1 / t, 0)),
    "(a^2 - b^2)/(a - b) = a + b": Trap(UNDEFINED, eq((a**2 - b**2) / (a - b), a + b)),
    "the same for a != b": Trap(PROVED, eq((a**2 - b**2) / (a - b), a + b), [ne(a, b)]),
    "a/(b/c) = a b/c": Trap(REFUTED, eq(a / (b / c), a * b / c), [ne(b, 0), ne(c, 0)]),
    "a/b + c/b = (a + c)/2b": Trap(REFUTED, eq(a / b + c / b, (a + c) / (2 * b)), [b > 0]),
    "1/(a + b) = 1/a + 1/b": Trap(REFUTED, eq(1 / (a + b), 1 / a + 1 / b), [a > 0, b > 0]),
    "a b = a c gives b = c": Trap(REFUTED, eq(b, c), given=[eq(a * b, a * c)], model={a: 0}),
    "a b = a c gives b = c for a != 0": Trap(
        PROVED, eq(b, c), [ne(a, 0)], lambda p: by.algebra(p, times=a), [eq(a * b, a * c)], model={c: b}
    ),
    "a b = a c gives b = c, times 0": Trap(
        REFUTED, eq(b, c), rule=lambda p: by.algebra(p, times=a - a), given=[eq(a * b, a * c)], model={a: 0}
    ),
    "1 = 0, times 0": Trap(REFUTED, eq(term(1), 0), rule=by.algebra(times=0)),
    "x^0 = 1": Trap(PROVED, eq(t**0, 1)),
    "(1/x)^0 = 1": Trap(UNDEFINED, eq((1 / t) ** 0, 1)),
    "(a/b) b = a": Trap(UNDEFINED, eq(a / b * b, a)),
    "(a/b) b = a for b != 0": Trap(PROVED, eq(a / b * b, a), [ne(b, 0)]),
    "1/(1/t) = t": Trap(UNDEFINED, eq(1 / (1 / t), t)),
    "0 (1/t) = 0": Trap(UNDEFINED, eq(0 * (1 / t), 0)),
    "a/(b - b) = 0": Trap(UNDEFINED, eq(a / (b - b), 0)),
    "t^-1 t = 1": Trap(UNDEFINED, eq(t**-1 * t, 1)),
    "(t^3 - 1)/(t - 1) = t^2 + t + 1": Trap(UNDEFINED, eq((t**3 - 1) / (t - 1), t**2 + t + 1)),
    "the same for t != 1": Trap(PROVED, eq((t**3 - 1) / (t - 1), t**2 + t + 1), [ne(t, 1)]),
    "(exp t - 1)/(exp t - 1) = 1": Trap(UNDEFINED, eq((exp(t) - 1) / (exp(t) - 1), 1)),
    "the same for t != 0": Trap(PROVED, eq((exp(t) - 1) / (exp(t) - 1), 1), [ne(t, 0)]),
    "the same for t != -1": Trap(UNDEFINED, eq((exp(t) - 1) / (exp(t) - 1), 1), [ne(t, -1)]),
    "(exp t - 2)/(exp t - 2) = 1 for t != 0": Trap(UNDEFINED, eq((exp(t) - 2) / (exp(t) - 2), 1), [ne(t, 0)]),
    "tanh t/tanh t = 1 for t != 0": Trap(PROVED, eq(tanh(t) / tanh(t), 1), [ne(t, 0)]),
    "tanh t/tanh t = 1": Trap(UNDEFINED, eq(tanh(t) / tanh(t), 1)),
    "exp t > 1 for t != 0": Trap(REFUTED, exp(t) > 1, [ne(t, 0)], by.sign()),
    "the same for exp t != 1": Trap(PROVED, eq((exp(t) - 1) / (exp(t) - 1), 1), [ne(exp(t), 1)]),
    "(a - 1)^2/(a^2 - 2a + 1) = 1": Trap(UNDEFINED, eq((a - 1) ** 2 / (a**2 - 2 * a + 1), 1)),
    "(a^2 + 1)/(a^2 + 1) = 1": Trap(PROVED, eq((a**2 + 1) / (a**2 + 1), 1)),
    "(a^2 + b^2)/(a^2 + b^2) = 1": Trap(UNDEFINED, eq((a**2 + b**2) / (a**2 + b**2), 1)),
    "(a^2 + b^2)/(a^2 + b^2) = 1 for a != 0": Trap(
        PROVED, eq((a**2 + b**2) / (a**2 + b**2), 1), [ne(a, 0)]
    ),
    "t/|t| = 1 for t != 0": Trap(REFUTED, eq(t / sqrt(t**2), 1), [ne(t, 0)], roots(sqrt(t**2), t)),
    "a/b = c/u gives a u = b c": Trap(
        PROVED, eq(a * u, b * c), [ne(b, 0), ne(u, 0)], given=[eq(a / b, c / u)], model={a: b * c / u}
    ),
    "a = b gives 1 = 2, through a^2 - ab = 0": Trap(
        REFUTED, eq(term(1), 2), rule=lambda p: by.algebra(p, times=a - b), given=[eq(a, b)], model={a: b}
    ),
    "a/b > 0 gives a > 0": Trap(REFUTED, a > 0, [a / b > 0, ne(b, 0)], by.sign(a)),
}  # fmt: skip
