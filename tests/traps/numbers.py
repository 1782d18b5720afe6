"""Numbers, and laws of roots, logarithms and exponentials, by the rule that one would try first: none."""

from fractions import Fraction

from symnorm.language import D, by, eq, exp, log, ne, rational, sqrt, tanh, term

from .kit import PROVED, REFUTED, UNDEFINED, Trap, a, b, c, t

half, two, three, six, eight = Fraction(1, 2), *map(term, (2, 3, 6, 8))
gelu = tanh(t + rational("0.044715") * t**3)

TRAPS = {
    "sqrt 2 sqrt 8 = 4": Trap(PROVED, eq(sqrt(two) * sqrt(eight), 4)),
    "sqrt 2 sqrt 8 = -4": Trap(REFUTED, eq(sqrt(two) * sqrt(eight), -4)),
    "sqrt 2 sqrt 8 = 4 + 10^-15": Trap(REFUTED, eq(sqrt(two) * sqrt(eight), 4 + Fraction(1, 10**15))),
    "sqrt 2 + sqrt 8 = 3 sqrt 2": Trap(PROVED, eq(sqrt(two) + sqrt(eight), 3 * sqrt(two))),
    "sqrt 2 + sqrt 8 = sqrt 10": Trap(REFUTED, eq(sqrt(two) + sqrt(eight), sqrt(term(10)))),
    "1/sqrt 2 = sqrt 2/2": Trap(PROVED, eq(1 / sqrt(two), sqrt(two) / 2)),
    "sqrt(1/2) = sqrt 2/2": Trap(PROVED, eq(sqrt(term(half)), sqrt(two) / 2)),
    "sqrt a sqrt b = sqrt(ab)": Trap(PROVED, eq(sqrt(a) * sqrt(b), sqrt(a * b)), [a >= 0, b >= 0]),
    "sqrt a sqrt b = sqrt(ab), for ab >= 0": Trap(UNDEFINED, eq(sqrt(a) * sqrt(b), sqrt(a * b)), [a * b >= 0]),
    "sqrt a sqrt b = -sqrt(ab)": Trap(REFUTED, eq(sqrt(a) * sqrt(b), -sqrt(a * b)), [a >= 0, b >= 0]),
    "sqrt a sqrt b = sqrt(a + b)": Trap(REFUTED, eq(sqrt(a) * sqrt(b), sqrt(a + b)), [a >= 0, b >= 0]),
    "t sqrt a sqrt b + 1 = t sqrt(ab) + 1": Trap(
        PROVED, eq(t * sqrt(a) * sqrt(b) + 1, t * sqrt(a * b) + 1), [a >= 0, b >= 0]
    ),
    "sqrt a sqrt b <= sqrt(ab)": Trap(PROVED, sqrt(a) * sqrt(b) <= sqrt(a * b), [a >= 0, b >= 0]),
    "sqrt a sqrt b < sqrt(ab)": Trap(REFUTED, sqrt(a) * sqrt(b) < sqrt(a * b), [a >= 0, b >= 0]),
    "sqrt(a^2 b) = a sqrt b": Trap(PROVED, eq(sqrt(a**2 * b), a * sqrt(b)), [a >= 0, b >= 0]),
    "sqrt(a^2 b) = a sqrt b for every a": Trap(REFUTED, eq(sqrt(a**2 * b), a * sqrt(b)), [b >= 0]),
    "sqrt(a^2 b) = |a| sqrt b": Trap(PROVED, eq(sqrt(a**2 * b), abs(a) * sqrt(b)), [b >= 0]),
    "|t| = t for t >= 0": Trap(PROVED, eq(abs(t), t), [t >= 0]),
    "|t| = -t for t >= 0": Trap(REFUTED, eq(abs(t), -t), [t >= 0]),
    "sqrt(a/b) = sqrt a/sqrt b": Trap(PROVED, eq(sqrt(a / b), sqrt(a) / sqrt(b)), [a >= 0, b > 0]),
    "sqrt(ab)/sqrt b = sqrt a": Trap(PROVED, eq(sqrt(a * b) / sqrt(b), sqrt(a)), [a > 0, b > 0]),
    "1/(sqrt 3 - sqrt 2) = sqrt 3 + sqrt 2": Trap(
        PROVED, eq((sqrt(three) - sqrt(two)) * (sqrt(three) + sqrt(two)), 1)
    ),
    "sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3": Trap(PROVED, eq(sqrt(5 + 2 * sqrt(six)), sqrt(two) + sqrt(three))),
    "sqrt(5 - 2 sqrt 6) = sqrt 2 - sqrt 3": Trap(REFUTED, eq(sqrt(5 - 2 * sqrt(six)), sqrt(two) - sqrt(three))),
    "sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3 + 10^-30": Trap(
        REFUTED, eq(sqrt(5 + 2 * sqrt(six)), sqrt(two) + sqrt(three) + Fraction(1, 10**30))
    ),
    "a = b from a^2 = b^2, not negative": Trap(
        PROVED, eq(a, b), [a >= 0, b >= 0], given=[eq(a**2, b**2)], model={b: a}
    ),
    "a = b from a^2 = b^2, one not negative": Trap(REFUTED, eq(a, b), [a >= 0], given=[eq(a**2, b**2)], model={b: -a}),
    "a = 0 from a^2 = 0": Trap(PROVED, eq(a, 0), given=[eq(a**2, 0)], model={a: 0}),
    "a = b from (a - b)^2 = 0": Trap(PROVED, eq(a, b), given=[eq((a - b) ** 2, 0)], model={b: a}),
    "log 2 + log 3 = log 6": Trap(PROVED, eq(log(two) + log(three), log(six))),
    "log 2 + log 3 = log 5": Trap(REFUTED, eq(log(two) + log(three), log(term(5)))),
    "log 8 = 3 log 2": Trap(PROVED, eq(log(eight), 3 * log(two))),
    "log 8/log 2 = 3": Trap(PROVED, eq(log(eight) / log(two), 3)),
    "log 8/log 2 = 2": Trap(REFUTED, eq(log(eight) / log(two), 2)),
    "log(1/2) = -log 2": Trap(PROVED, eq(log(term(half)), -log(two))),
    "log(sqrt 2) = log(2)/2": Trap(PROVED, eq(log(sqrt(two)), log(two) / 2)),
    "log(12) = 2 log 2 + log 3": Trap(PROVED, eq(log(term(12)), 2 * log(two) + log(three))),
    "t log 2 + t log 3 = t log 6": Trap(PROVED, eq(t * log(two) + t * log(three), t * log(six))),
    "log(ab) = log a + log b, unasked": Trap(PROVED, eq(log(a * b), log(a) + log(b)), [a > 0, b > 0]),
    "log(a^3/b) = 3 log a - log b": Trap(PROVED, eq(log(a**3 / b), 3 * log(a) - log(b)), [a > 0, b > 0]),
    "log(a^3/b) = 3 log a - log b, both negative": Trap(
        UNDEFINED, eq(log(a**3 / b), 3 * log(a) - log(b)), [a < 0, b < 0]
    ),
    "log(a + b) = log a + log b": Trap(REFUTED, eq(log(a + b), log(a) + log(b)), [a > 0, b > 0]),
    "log(2 e^t) = t + log 2": Trap(PROVED, eq(log(2 * exp(t)), t + log(two))),
    "log(2 e^t) = 2t": Trap(REFUTED, eq(log(2 * exp(t)), 2 * t)),
    "log a = 2 log b from a = b^2": Trap(
        PROVED, eq(log(a), 2 * log(b)), [a > 0, b > 0], given=[eq(a, b**2)], model={a: 4, b: 2}
    ),
    "a = b^2 from log a = 2 log b": Trap(
        PROVED, eq(a, b**2), [a > 0, b > 0], given=[eq(log(a), 2 * log(b))], model={a: b**2}
    ),
    "log 2 > 0": Trap(PROVED, log(two) > 0),
    "log a > 0 for a > 1": Trap(PROVED, log(a) > 0, [a > 1]),
    "log a > 0 for a > 0": Trap(REFUTED, log(a) > 0, [a > 0]),
    "log a >= 0 for a >= 1": Trap(PROVED, log(a) >= 0, [a >= 1]),
    "(exp(log(2)/3))^3 = 2": Trap(PROVED, eq(exp(log(two) / 3) ** 3, 2)),
    "(exp(log(2)/3))^3 = 3": Trap(REFUTED, eq(exp(log(two) / 3) ** 3, 3)),
    "(exp(log(a)/3))^3 = a": Trap(PROVED, eq(exp(log(a) / 3) ** 3, a), [a > 0]),
    "(exp(log(a)/3))^3 = a for a >= 0": Trap(UNDEFINED, eq(exp(log(a) / 3) ** 3, a), [a >= 0]),
    "(exp(t/2))^2 = exp t": Trap(PROVED, eq(exp(t / 2) ** 2, exp(t))),
    "(exp(t/2))^2 = exp(t^2/4)": Trap(REFUTED, eq(exp(t / 2) ** 2, exp(t**2 / 4))),
    "(exp(t/2))^3 = (exp(t/4))^6": Trap(PROVED, eq(exp(t / 2) ** 3, exp(t / 4) ** 6)),
    "sqrt(exp t) = exp(t/2)": Trap(PROVED, eq(sqrt(exp(t)), exp(t / 2))),
    "sqrt(exp t) = exp(sqrt t)": Trap(REFUTED, eq(sqrt(exp(t)), exp(sqrt(t))), [t >= 0]),
    "a = b from tanh a = tanh b": Trap(PROVED, eq(a, b), given=[eq(tanh(a), tanh(b))], model={b: a}),
    "a = -b from tanh a = tanh b": Trap(REFUTED, eq(a, -b), given=[eq(tanh(a), tanh(b))], model={b: a}),
    "a = b from exp(3a) = exp(3b)": Trap(PROVED, eq(a, b), given=[eq(exp(3 * a), exp(3 * b))], model={b: a}),
    "a = b from log a = log b": Trap(PROVED, eq(a, b), [a > 0, b > 0], given=[eq(log(a), log(b))], model={b: a}),
    "tanh a = tanh b from a = b": Trap(PROVED, eq(tanh(a), tanh(b)), given=[eq(a, b)], model={a: 2, b: 2}),
    "tanh a = tanh b from a^2 = b^2": Trap(REFUTED, eq(tanh(a), tanh(b)), given=[eq(a**2, b**2)], model={b: -a}),
    "the slope of tanh with a decimal in it": Trap(
        PROVED, eq(D(gelu, t), (1 - gelu**2) * (1 + 3 * rational("0.044715") * t**2))
    ),
    "the slope of tanh with a decimal in it, without its 3": Trap(
        REFUTED, eq(D(gelu, t), (1 - gelu**2) * (1 + rational("0.044715") * t**2))
    ),
    "exp(0.044715 t) exp(-0.044715 t) = 1": Trap(
        PROVED, eq(exp(rational("0.044715") * t) * exp(-rational("0.044715") * t), 1)
    ),
    "exp(0.044715 t) = exp(0.044716 t)": Trap(
        REFUTED, eq(exp(rational("0.044715") * t), exp(rational("0.044716") * t))
    ),
    "(sqrt 2)^2 = 2 by bounds": Trap(PROVED, eq(sqrt(two) ** 2, 2), rule=by.bounds()),
    "(sqrt 2)^2 <= 2 by bounds": Trap(PROVED, sqrt(two) ** 2 <= 2, rule=by.bounds()),
    "(sqrt 2)^2 < 2 by bounds": Trap(REFUTED, sqrt(two) ** 2 < 2, rule=by.bounds()),
    "(sqrt 2)^2 != 2": Trap(REFUTED, ne(sqrt(two) ** 2, 2)),
    "tanh 400 < 1": Trap(PROVED, tanh(term(400)) < 1),
    "tanh 400 < 1 by bounds": Trap(PROVED, tanh(term(400)) < 1, rule=by.bounds()),
    "tanh 400 >= 1": Trap(REFUTED, tanh(term(400)) >= 1),
    "exp(-9999) > 0": Trap(PROVED, exp(term(-9999)) > 0),
    "exp(-9999) > 0 by bounds": Trap(PROVED, exp(term(-9999)) > 0, rule=by.bounds()),
    "exp(-9999) < 0": Trap(REFUTED, exp(term(-9999)) < 0),
    "sqrt 2 < 3/2, unasked": Trap(PROVED, sqrt(two) < Fraction(3, 2)),
    "sqrt 2 < 7/5": Trap(REFUTED, sqrt(two) < Fraction(7, 5)),
    "exp 1 > 2.718281828": Trap(PROVED, exp(term(1)) > rational("2.718281828")),
    "exp 1 > 2.718281829": Trap(REFUTED, exp(term(1)) > rational("2.718281829")),
    "log 2 < 7/10": Trap(PROVED, log(two) < Fraction(7, 10)),
    "log 2 < 69/100": Trap(REFUTED, log(two) < Fraction(69, 100)),
    "log 3/log 2 > 19/12, as in music": Trap(PROVED, log(three) / log(two) > Fraction(19, 12)),
    "log 3/log 2 < 19/12": Trap(REFUTED, log(three) / log(two) < Fraction(19, 12)),
    "log 6 < log 2 + log 3": Trap(REFUTED, log(six) < log(two) + log(three)),
    "log(sqrt 2 - 3/2) < 0": Trap(UNDEFINED, log(sqrt(two) - Fraction(3, 2)) < 0),
    "sqrt(c) + c = 6 gives c = 4": Trap(PROVED, eq(c, 4), [c >= 0], given=[eq(sqrt(c) + c, 6)], model={c: 4}),
    "c - sqrt(c) = 6 gives c = 9": Trap(PROVED, eq(c, 9), [c >= 0], given=[eq(c - sqrt(c), 6)], model={c: 9}),
    "c - sqrt(c) = 6 gives c = 4": Trap(REFUTED, eq(c, 4), [c >= 0], given=[eq(c - sqrt(c), 6)], model={c: 9}),
    "c = sqrt(c) gives c = 1": Trap(REFUTED, eq(c, 1), [c >= 0], given=[eq(c, sqrt(c))], model={c: 0}),
    "c = sqrt(c) gives c = 1 for c > 0": Trap(PROVED, eq(c, 1), [c > 0], given=[eq(c, sqrt(c))], model={c: 1}),
}
