"""What satisfies AdaNorm's condition that phi has the same average over every normalized vector.

AdaNorm, Theorem 2, says that phi(y) = C (1 - k y) alone does. But every quadratic does, for every number of
channels; its output is bounded, too, for each number of channels. With two, three or four channels other
functions do as well, because then some moments of y are constant, or combinations of others.
"""

from fractions import Fraction

from symnorm import D, Theorem, at, by, either, eq, function, mean, sqrt, symbol

from .notation import layer, y

c0 = symbol("c0", "c_0")
c1 = symbol("c1", "c_1")
c2 = symbol("c2", "c_2")
u = symbol("u")

quadratic = Theorem("beyond/average_quadratic", "Every quadratic has a constant average", where=layer)
quadratic.claim("constant average", eq(mean(c0 + c1 * y + c2 * y**2), c0 + c2), by.algebra())
quadratic.claim(
    "mean of the output",
    eq(mean((c0 + c1 * y + c2 * y**2) * y), c1 + c2 * mean(y**3)),
    by.algebra(),
    note="bounded for each C, since |mean(y^3)| <= (C - 2)/sqrt(C - 1); see beyond/moments",
)

y1, y2, y3, y4 = (symbol(f"y{n}", f"y_{n}") for n in (1, 2, 3, 4))

two = Theorem("beyond/average_two", "Constant averages with two channels", model={y1: 1, y2: -1})
centred = two.given("mean zero", eq(y1 + y2, 0), "hypothesis")
scaled = two.given("mean square one", eq(y1**2 + y2**2, 2), "hypothesis")
two.claim("opposite", eq(y2, -y1), by.algebra(centred))
two.claim(
    "one of two vectors",
    either(eq(y1, 1), eq(y1, -1)),
    by.algebra(centred, scaled),
    note="so the condition says phi(1) + phi(-1) = 2 c and nothing else",
)
f = function("f", u)
odd = c0 + f - at(f, u, -u)
two.claim(
    "any odd function",
    eq((at(odd, u, y1) + at(odd, u, -y1)) / 2, c0),
    by.algebra(),
    note="u^3, say, whose third derivative is 6",
)

three = Theorem(
    "beyond/average_three",
    "Constant averages with three channels",
    model={y1: sqrt(2), y2: -1 / sqrt(2), y3: -1 / sqrt(2)},
)
centred = three.given("mean zero", eq(y1 + y2 + y3, 0), "hypothesis")
scaled = three.given("mean square one", eq(y1**2 + y2**2 + y3**2, 3), "hypothesis")
three.claim("u^4", eq(y1**4 + y2**4 + y3**4, Fraction(9, 2)), by.algebra(centred, scaled))
fifth = u**5 - Fraction(5, 2) * u**3
three.claim(
    "u^5 - 5/2 u^3",
    eq(at(fifth, u, y1) + at(fifth, u, y2) + at(fifth, u, y3), 0),
    by.algebra(centred, scaled),
)
three.claim("u^4 is no quadratic", eq(D(D(D(u**4, u), u), u), 24 * u), by.algebra())

four = Theorem(
    "beyond/average_four", "Constant averages with four channels", model={y1: 1, y2: 1, y3: -1, y4: -1}
)
centred = four.given("mean zero", eq(y1 + y2 + y3 + y4, 0), "hypothesis")
scaled = four.given("mean square one", eq(y1**2 + y2**2 + y3**2 + y4**2, 4), "hypothesis")
fifth = u**5 - Fraction(10, 3) * u**3
four.claim(
    "u^5 - 10/3 u^3",
    eq(at(fifth, u, y1) + at(fifth, u, y2) + at(fifth, u, y3) + at(fifth, u, y4), 0),
    by.algebra(centred, scaled),
)
four.claim("it is no quadratic", eq(D(D(D(fifth, u), u), u), 60 * u**2 - 20), by.algebra())
