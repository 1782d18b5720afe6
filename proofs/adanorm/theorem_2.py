"""AdaNorm, Theorem 2: which functions phi keep the average of phi(y) fixed?"""

from fractions import Fraction

from symnorm import D, Theorem, at, both, by, define, eq, function, link, mean, symbol, total, vector

from .notation import C, H, i, j, k, layer, sigma, x, y

u = symbol("u")


def phi(a):
    """phi, one unknown function of one variable."""
    return function("phi", a, latex=r"\phi")


dphi = at(D(phi(u), u), u, y)

theorem = Theorem("adanorm/2", "Constant average weight", where=[*layer, C > 0], along=[x], model={phi(u): C * (1 - k * u)})

v = define("v", dphi, r"\mathbf{v}")
dx = vector("dx", H, r"dx")
dy = define("dy", (dx - mean(dx) - y * mean(y * dx)) / sigma, r"dy")
differential = theorem.supplied("dy", eq(total(D(y[i], x[j]) * dx[j], over=j), dy[i]), by.algebra())

average = theorem.given("Thm 2 hypothesis 2.1", eq(mean(phi(y)), C), "hypothesis")
e1 = theorem.step("(33)-1", eq(total(phi(y)), H * C), by.algebra(average))
e2 = theorem.step("(33)-2", eq(total(y), 0), by.algebra())
e3 = theorem.step("(33)-3", eq(total(y**2), H), by.algebra())

slope = theorem.supplied("slope", eq(total(v[i] * D(y[i], x[j]), over=i), 0), by.algebra(e1.d(x[j])))
theorem.chain("(34)", total(v * dy), total(v * dy), link(0, by.algebra(slope.summed(j, dx[j]), differential.summed(i, v[i]))))
