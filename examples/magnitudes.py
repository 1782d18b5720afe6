"""Activations by a maximum, Huber's loss by cases, and the triangle inequality for numbers and in the 1-norm."""

from symnorm import D, Theorem, by, cases, define, eq, indices, maximum, minimum, ne, norm, symbol, vector

C, a, u, v = map(symbol, "Cauv")
d, x, z = symbol("d", r"\delta"), vector("x", C), vector("z", C)
i, = indices("i", C)

relu = define("rectified", maximum(u, 0), r"\mathrm{ReLU}(u)")
leaky = define("leaky", maximum(u, a * u), r"\mathrm{LeakyReLU}(u)")
gap = abs(u - a * u)

activations = Theorem("magnitudes/activations", "ReLU and LeakyReLU", where=[a > 0, 1 - a > 0])
by_sign = by.cases(by.algebra(by.roots(abs(u - 0), u)), by.algebra(by.roots(abs(u - 0), -u)))
activations.claim("(1)", eq(relu, cases((u, u >= 0), (0, u < 0))), by_sign)
by_sign = by.cases(by.algebra(by.roots(gap, (1 - a) * u)), by.algebra(by.roots(gap, (1 - a) * -u)))
activations.claim("(2)", eq(leaky, cases((u, u >= 0), a * u)), by_sign)
slope = Theorem("magnitudes/slope", "Where |u| has a slope", where=[ne(u, 0)])
slope.claim("(3)", eq(D(abs(u), u), u / abs(u)))

huber = Theorem("magnitudes/huber", "Huber's loss", where=[d > 0])
h = minimum(abs(u), d)
loss = define("loss", h**2 / 2 + d * (abs(u) - h), "L_\\delta")
near, far = by.roots(abs(abs(u) - d), d - abs(u)), by.roots(abs(abs(u) - d), abs(u) - d)
huber.claim(
    "(4)",
    eq(loss, cases((u**2 / 2, abs(u) <= d), d * (abs(u) - d / 2))),
    by.cases(by.algebra(near), by.algebra(far)),
)

triangle = Theorem("magnitudes/triangle", "The triangle inequality", where=[C >= 1])
triangle.claim("(5)", abs(u + v) <= abs(u) + abs(v), by.linear())
triangle.supplied("entry", abs(x[i] + z[i]) <= abs(x[i]) + abs(z[i]), by.linear())
triangle.claim("(6)", norm(x + z, 1) <= norm(x, 1) + norm(z, 1), by.linear())
