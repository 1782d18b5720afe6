"""Roots and squares."""

from symnorm.language import by, either, eq, ne, sqrt, term

from .kit import PROVED, REFUTED, UNDEFINED, Trap, a, b, roots, t

TRAPS = {
    "sqrt(t^2) = t": Trap(REFUTED, eq(sqrt(t**2), t)),
    "sqrt(t^2) = t by roots": Trap(REFUTED, eq(sqrt(t**2), t), rule=roots(sqrt(t**2), t)),
    "sqrt(t^2) = t for t >= 0": Trap(PROVED, eq(sqrt(t**2), t), [t >= 0], roots(sqrt(t**2), t)),
    "sqrt(t^2) = t for t != 0": Trap(REFUTED, eq(sqrt(t**2), t), [ne(t, 0)], roots(sqrt(t**2), t)),
    "sqrt(t^2) = -t for t <= 0": Trap(PROVED, eq(sqrt(t**2), -t), [-t >= 0], roots(sqrt(t**2), -t)),
    "sqrt(t)^2 = t": Trap(UNDEFINED, eq(sqrt(t) ** 2, t)),
    "sqrt(t)^2 = t for t >= 0": Trap(PROVED, eq(sqrt(t) ** 2, t), [t >= 0]),
    "sqrt(ab) = sqrt(a) sqrt(b)": Trap(UNDEFINED, eq(sqrt(a * b), sqrt(a) * sqrt(b))),
    "sqrt(ab) = sqrt(a) sqrt(b) for ab > 0": Trap(UNDEFINED, eq(sqrt(a * b), sqrt(a) * sqrt(b)), [a * b > 0]),
    "sqrt(ab) = sqrt(a) sqrt(b) for a, b > 0": Trap(
        PROVED, eq(sqrt(a * b), sqrt(a) * sqrt(b)), [a > 0, b > 0], roots(sqrt(a * b), sqrt(a) * sqrt(b))
    ),
    "sqrt(a + b) = sqrt(a) + sqrt(b)": Trap(REFUTED, eq(sqrt(a + b), sqrt(a) + sqrt(b)), [a > 0, b > 0]),
    "sqrt(4) = -2": Trap(REFUTED, eq(sqrt(term(4)), -2)),
    "sqrt(4) = 2": Trap(PROVED, eq(sqrt(term(4)), 2)),
    "sqrt(-1)^2 = -1": Trap(UNDEFINED, eq(sqrt(term(-1)) ** 2, -1)),
    "a^2 = b^2 gives a = b": Trap(REFUTED, eq(a, b), given=[eq(a**2, b**2)], model={b: -a}),
    "a^2 = b^2 gives a = b or a = -b": Trap(PROVED, either(eq(a, b), eq(a, -b)), given=[eq(a**2, b**2)],
    model={b: -a}),
    "a^2 = b^2 gives a = b for a, b >= 0": Trap(
        PROVED, eq(a, b), [a >= 0, b >= 0], roots(a, b), [eq(a**2, b**2)], model={b: a}
    ),
    "a^2 >= 0": Trap(PROVED, a**2 >= 0, rule=by.sign()),
    "a^2 > 0": Trap(REFUTED, a**2 > 0, rule=by.sign()),
    "a^2 > 0 for a != 0": Trap(PROVED, a**2 > 0, [ne(a, 0)], by.sign()),
    "a^3 >= 0": Trap(REFUTED, a**3 >= 0, rule=by.sign()),
    "a^2 + b^2 > 0": Trap(REFUTED, a**2 + b**2 > 0, rule=by.sign()),
    "sqrt((a - b)^2) = a - b": Trap(
        REFUTED, eq(sqrt((a - b) ** 2), a - b), rule=roots(sqrt((a - b) ** 2), a - b)
    ),
    "sqrt((a - b)^2) = a - b for a >= b": Trap(
        PROVED, eq(sqrt((a - b) ** 2), a - b), [a >= b], roots(sqrt((a - b) ** 2), a - b)
    ),
    "sqrt(t^4) = t^2": Trap(PROVED, eq(sqrt(t**4), t**2), rule=roots(sqrt(t**4), t**2)),
    "sqrt(t^6) = t^3": Trap(REFUTED, eq(sqrt(t**6), t**3), rule=roots(sqrt(t**6), t**3)),
    "sqrt(1/t) = 1/sqrt(t) for t != 0": Trap(UNDEFINED, eq(sqrt(1 / t), 1 / sqrt(t)), [ne(t, 0)]),
    "sqrt(1/t) = 1/sqrt(t) for t > 0": Trap(
        PROVED, eq(sqrt(1 / t), 1 / sqrt(t)), [t > 0], roots(sqrt(1 / t), 1 / sqrt(t))
    ),
    "sqrt(a/b) = sqrt(a)/sqrt(b) for a, b < 0": Trap(
        UNDEFINED, eq(sqrt(a / b), sqrt(a) / sqrt(b)), [a < 0, b < 0]
    ),
    "sqrt(a^2 + b^2) = a + b for a, b > 0": Trap(REFUTED, eq(sqrt(a**2 + b**2), a + b), [a > 0, b > 0]),
    "sqrt(2) sqrt(3) = sqrt(6)": Trap(
        PROVED, eq(sqrt(term(2)) * sqrt(term(3)), sqrt(term(6))),
        rule=roots(sqrt(term(2)) * sqrt(term(3)), sqrt(term(6))),
    ),
    "sqrt(2) + sqrt(3) = sqrt(5)": Trap(REFUTED, eq(sqrt(term(2)) + sqrt(term(3)), sqrt(term(5)))),
    "sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2)": Trap(
        PROVED, eq(sqrt(3 + 2 * sqrt(term(2))), 1 + sqrt(term(2))),
        rule=roots(sqrt(3 + 2 * sqrt(term(2))), 1 + sqrt(term(2))),
    ),
    "sqrt(3 - 2 sqrt(2)) = 1 - sqrt(2)": Trap(
        REFUTED, eq(sqrt(3 - 2 * sqrt(term(2))), 1 - sqrt(term(2))),
        rule=roots(sqrt(3 - 2 * sqrt(term(2))), 1 - sqrt(term(2))),
    ),
    "sqrt(t + 1) = sqrt(t) + 1": Trap(REFUTED, eq(sqrt(t + 1), sqrt(t) + 1), [t > 0]),
    "t = -sqrt(t^2) for t < 0": Trap(PROVED, eq(t, -sqrt(t**2)), [t < 0], roots(sqrt(t**2), -t)),
    "t = (t - 2)^2 gives sqrt(t) = t - 2": Trap(
        REFUTED, eq(sqrt(t), t - 2), rule=roots(sqrt(t), t - 2), given=[eq(t, (t - 2) ** 2)], model={t: 1}
    ),
    "the same for t >= 2": Trap(
        PROVED, eq(sqrt(t), t - 2), [t >= 2], roots(sqrt(t), t - 2), [eq(t, (t - 2) ** 2)], model={t: 4}
    ),
    "a root that squaring gains": Trap(  # SymPy issue 27381
        REFUTED, eq(b, -3 * a / (4 * sqrt(1 - a**2) + 5)), [a**2 < 1],
        given=[eq(a * (2 * sqrt(1 - b**2) + 1), b * (2 * sqrt(1 - a**2) + 1))], model={b: a},
    ),
    "t^2 = 2 gives t = sqrt(2)": Trap(
        REFUTED, eq(t, sqrt(term(2))), rule=roots(t, sqrt(term(2))), given=[eq(t**2, 2)],
        model={t: -sqrt(term(2))},
    ),
    "t^2 = 2 gives t = sqrt(2) or t = -sqrt(2)": Trap(
        PROVED, either(eq(t, sqrt(term(2))), eq(t, -sqrt(term(2)))), given=[eq(t**2, 2)],
        model={t: -sqrt(term(2))},
    ),
    "t^2 = 0 gives t = 0": Trap(
        PROVED, eq(t, 0), rule=lambda p: by.algebra(by.vanishing_square(t, p)), given=[eq(t**2, 0)], model={t: 0}
    ),
    "a^2 + b^2 = 0 gives a = 0": Trap(
        PROVED, eq(a, 0), given=[eq(a**2 + b**2, 0)], rule=by.linear, model={a: 0, b: 0}
    ),
    "sqrt(0) = 0": Trap(PROVED, eq(sqrt(term(0)), 0)),
    "a triangle, a, b >= 0": Trap(PROVED, sqrt(a**2 + b**2) <= a + b, [a >= 0, b >= 0], by.linear()),
    "a triangle, a, b > 0": Trap(
        PROVED, sqrt(a**2 + b**2) < a + b, [a > 0, b > 0], by.sign(2 * a * b / (a + b + sqrt(a**2 + b**2)))
    ),
}  # fmt: skip
