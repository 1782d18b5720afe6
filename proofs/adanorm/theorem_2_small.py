"""AdaNorm, Theorem 2 for two, three and four channels: there are still more solutions.

With so few channels the condition that the average of phi(y_i) is C says less. For H = 2 it speaks of phi(1)
and phi(-1) only; for H = 3, C + a (u^4 - 3/2) is a solution, for H = 4, C + a (u^5 - 10/3 u^3).
So (38), which the paper has for every H, is false, and adanorm/2_written_out shows it with the layer written out.
Xu et al. 2019 (arXiv:1911.07013), Sec. 4.1; App. 7.3.
"""

from fractions import Fraction

from symnorm import D, Theorem, at, both, by, define, differentiable, eq, silent, sqrt, stated, symbol

from .notation import C, phi

y1, y2, y3, y4 = symbol("y_1"), symbol("y_2"), symbol("y_3"), symbol("y_4")
a, u = symbol("a"), symbol("u")


# --- H = 2 ------------------------------------------------------------------------------------------------

slope = define("k", (phi(-1) - phi(1)) / (2 * C))
two = Theorem(
    "adanorm/2_two",
    "Two channels",
    where=[stated(C > 0, "Thm 2 hypothesis 2.2", "C>0")],
    model={phi(u): C + u**3, y1: 1, y2: -1},
)
zero = two.given("+sum", stated(eq(y1 + y2, 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = two.given("+sum of squares", stated(eq(y1**2 + y2**2, 2), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
average = two.given(
    "+average weight",
    stated(eq((phi(1) + phi(-1)) / 2, C), "Thm 2 hypothesis 2.1", r"\frac{1}{H}\sum_{i=1}^{H}\phi(y_i)=C"),
    "hypothesis",
)
two.claim(
    "+y is (1, -1) or (-1, 1)",
    both(eq(y1**2, 1), eq(y2, -y1)),
    by.each(by.algebra(zero, one), by.algebra(zero)),
)
two.claim(
    "+every function",
    both(eq(phi(1), C * (1 - slope)), eq(phi(-1), C * (1 + slope))),
    by.each(by.algebra(average), by.algebra(average)),
    note="at 1 and -1, the only values of y_i, phi is C(1 - k y_i); elsewhere it is free",
)

# --- H = 3 ------------------------------------------------------------------------------------------------


def over_three(f):
    """The average of f(y_i) over three channels."""
    return (f(y1) + f(y2) + f(y3)) / 3


def quartic(v):
    """A solution for three channels."""
    return C + a * (v**4 - Fraction(3, 2))


root = sqrt(Fraction(3, 2))
three = Theorem("adanorm/2_three", "Three channels", model={y1: root, y2: -root, y3: 0})
zero = three.given("+sum", stated(eq(y1 + y2 + y3, 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = three.given(
    "+sum of squares", stated(eq(y1**2 + y2**2 + y3**2, 3), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis"
)
three.claim("+fourth powers", eq(over_three(lambda v: v**4), Fraction(3, 2)), by.algebra(zero, one))
three.claim("+average weight", eq(over_three(quartic), C), by.algebra(zero, one))
three.claim(
    "+average of z",
    eq(over_three(lambda v: quartic(v) * v), Fraction(5, 2) * a * (y1 * y2 * y3)),
    by.algebra(zero, one),
)
discriminant = ((y1 - y2) * (y2 - y3) * (y3 - y1)) ** 2 / 27
three.claim("+bounded", (y1 * y2 * y3) ** 2 <= Fraction(1, 2), by.sign(discriminant, zero, one))

# --- H = 3, with the layer written out: where (38) errs ----------------------------------------------------

x1, x2, x3 = inputs = symbol("x_1"), symbol("x_2"), symbol("x_3")
middle = define("m", (x1 + x2 + x3) / 3, r"\mu")
spread = define("w", ((x1 - middle) ** 2 + (x2 - middle) ** 2 + (x3 - middle) ** 2) / 3, r"\sigma^2")


def averaged(f):
    """The average of f over the outputs of a layer with three channels."""
    one, two, three = ((entry - middle) / sqrt(spread) for entry in inputs)
    return (f(one) + f(two) + f(three)) / 3


def slope_at(v):
    """phi'(v)."""
    return at(D(phi(u), u), u, v)


beta1 = define("beta_1", averaged(slope_at))
beta2 = define("beta_2", averaged(lambda v: v * slope_at(v)))
written_out = Theorem(
    "adanorm/2_written_out",
    "Three channels: the argument for one solution",
    where=[silent(spread > 0), stated(differentiable(phi(u)), "Thm 2 hypothesis 1", r"$\phi(y_i)$ is derivable")],
    along=inputs,
    model={phi(u): quartic(u), a: 1},
)
constant = written_out.given(
    "Thm 2 hypothesis 2.1",
    eq(averaged(phi), C),
    "hypothesis",
    reads=r"\forall \mathbf{y}, \quad \frac{1}{H}\sum_{i=1}^{H}\phi(y_i)=C",
)
written_out.claim(
    "+normalized",
    both(eq(averaged(lambda v: v), 0), eq(averaged(lambda v: v**2), 1)),
)
written_out.claim("+does not change", eq(D(averaged(phi), x1), 0), by.algebra(constant.d(x1)))
written_out.claim("+other solutions", eq(averaged(quartic), C), note="for every a")

failing = {x1: 0, x2: 1, x3: 5, C: 1, a: 1, u: 1, phi(u): quartic(u)}
written_out.counterexample(
    "(38)-2",
    both(eq(D(beta1, x1), 0), eq(D(beta2, x1), 0)),
    at=failing,
    kind="gap",
    note="integrated as if beta_1 and beta_2 were constants: here beta_1 is 4 y_1 y_2 y_3, which depends on y; "
    "adanorm/2_five has an argument for five channels or more",
    reads=r"\phi(y_i) = C_1 + C_2 y_i + C_3 y_i^2",
)
written_out.counterexample(
    "(38)-2",
    eq(D(D(D(phi(u), u), u), u), 0),
    at=failing,
    kind="hypothesis",
    note="five channels are needed (adanorm/2_five); for H = 3 the average of y^4 is 3/2 for every y "
    "(adanorm/2_three): phi need not be quadratic",
    reads=r"\phi(y_i) = C_1 + C_2 y_i + C_3 y_i^2",
)

# --- H = 4 ------------------------------------------------------------------------------------------------


def over_four(f):
    """The average of f(y_i) over four channels."""
    return (f(y1) + f(y2) + f(y3) + f(y4)) / 4


def quintic(v):
    """A solution for four channels."""
    return C + a * (v**5 - Fraction(10, 3) * v**3)


point = {y1: -1, y2: -Fraction(1, 3), y3: -Fraction(1, 3), y4: Fraction(5, 3)}
four = Theorem("adanorm/2_four", "Four channels", model=point)
zero = four.given("+sum", stated(eq(y1 + y2 + y3 + y4, 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = four.given(
    "+sum of squares",
    stated(eq(y1**2 + y2**2 + y3**2 + y4**2, 4), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"),
    "hypothesis",
)
four.claim("+average weight", eq(over_four(quintic), C), by.algebra(zero, one))
fourth, sixth = over_four(lambda v: v**4), over_four(lambda v: v**6)
four.claim(
    "+average of z",
    eq(over_four(lambda v: quintic(v) * v), a * (sixth - Fraction(10, 3) * fourth)),
    by.algebra(zero),
)
square = y1**2 + y2**2 + y3**2 + y4**2
four.claim(
    "+bounded",
    both(fourth <= 4, sixth <= 16),
    by.each(by.sign(square**2 / 4 - fourth, one), by.sign(square**3 / 4 - sixth, one)),
)
