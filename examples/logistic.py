"""Logistic growth (Verhulst 1838): y' = r y (1 - y/K), y(0) = y_0 has one solution, and which it is.

`examples/logistic` follows the textbook, where 1/y solves a linear equation; that needs y > 0. The second theorem
does not: for a population that starts at or below the capacity K, phi is a solution on any interval around 0, and the
only one. The third says what phi looks like if it starts below.
"""

from symnorm import D, Theorem, at, by, define, eq, exp, function, interval, link, symbol

t, r, K, y0, c = symbol("t"), symbol("r"), symbol("K"), symbol("y0", "y_0"), symbol("c")
y = function("y", t)
E = define("E", exp(r * t), "E")
q = define("q", K + y0 * (E - 1))
phi = define("phi", K * y0 * E / q, r"\varphi")
equation, start = eq(D(y, t), r * y * (1 - y / K)), eq(at(y, t, 0), y0)
near = {"along": [interval(t, 0)], "model": {y: phi, r: 1, K: 2, y0: 1}}

theorem = Theorem("examples/logistic", "Logistic growth", where=[K > 0, y0 > 0, y0 <= K, y > 0], **near)
theorem.supplied("q > 0", q > 0, by.sign(y0 * E + (K - y0)))
ode = theorem.given("(1)", equation, "hypothesis")
initial = theorem.given("(2)", start, "hypothesis")
inserted = link(-r * (1 - y / K) / y, by.algebra(ode))
linear = theorem.chain("(3)", D(1 / y, t), -D(y, t) / y**2, inserted, -r * (1 / y - 1 / K))
constancy = theorem.step("(4)", eq(D(E * (1 / y - 1 / K), t), 0), by.algebra(linear))
constant = theorem.constant("c", eq(c, E * (1 / y - 1 / K)), by.zero_derivative(constancy))
solved = theorem.step("(5)", eq(1 / y, 1 / K + c / E), by.algebra(constant))
theorem.supplied("y(0) > 0", at(y, t, 0) > 0, by.sign(y0, initial))
value = theorem.step("(6)", eq(c, 1 / y0 - 1 / K), by.algebra(constant, constancy.constant(0), initial))
theorem.claim("(7)", eq(y, phi), by.algebra(solved, value))

unique = Theorem("examples/logistic_unique", "Existence and uniqueness", where=[K > 0, y0 > 0, y0 <= K], **near)
unique.supplied("q > 0", q > 0, by.sign(y0 * E + (K - y0)))
ode = unique.given("(1)", equation, "hypothesis")
initial = unique.given("(2)", start, "hypothesis")
solves = unique.claim("(8)", eq(D(phi, t), r * phi * (1 - phi / K)))
starts = unique.claim("(9)", eq(at(phi, t, 0), y0))
rate = r * (1 - (y + phi) / K)
difference = unique.step("(10)", eq(D(y - phi, t), rate * (y - phi)), by.algebra(ode, solves))
vanishes = by.linear_equation(y - phi, rate, t, 0, slope=(difference,), start=(initial, starts))
unique.claim("(11)", eq(y, phi), by.algebra(vanishes))

shape = Theorem("examples/logistic_shape", "Growth towards the capacity", where=[r > 0, y0 > 0, y0 < K])
shape.supplied("capacity", K > 0, by.sign(y0 + (K - y0)))
shape.step("(12)", q > 0, by.sign(y0 * E + (K - y0)))
shape.claim("(13) positive", phi > 0, by.sign())
shape.claim("(13) below K", phi < K, by.sign(K * (K - y0) / q))
slope = shape.claim("(14)", eq(D(phi, t), r * phi * (1 - phi / K)))
shape.claim("(15) growing", D(phi, t) > 0, by.sign(r * phi * ((K - phi) / K), slope))
shape.claim("(16) bending", eq(D(D(phi, t), t), r**2 * phi * (1 - phi / K) * (1 - 2 * phi / K)))
