"""AdaNorm, Theorem 2, as printed, second half: (39) to (41), the average of z.

For phi(y_i) = C_1 + C_2 y_i + C_3 y_i^2 the average of z is C_2 + (C_3/H) sum_i y_i^3. A vector for which it
is large, (40), shows C_3 = 0; then phi(y_i) = C(1 - k y_i). Xu et al. 2019 (arXiv:1911.07013), App. 7.3.

`adanorm/2_bound`, (39); `adanorm/2_vector`, (40). Right up to slips of the pen.
`adanorm/2_limit`: C_3 = 0 follows if one phi has one bound M for all H. If H is "the hidden size", as Theorem
2 says, there is no limit to take, and C_3 is free (`adanorm/2_fixed_H`).
`adanorm/2_linear`, (41): the factor C is lost; the average of z is -C k, not -k.
"""

from fractions import Fraction

from symnorm import (
    Theorem,
    by,
    define,
    delta,
    editors,
    eq,
    gt,
    indices,
    mean,
    silent,
    sqrt,
    stated,
    symbol,
    total,
    vector,
)

from .notation import C, H, i

C1, C2, C3, M = symbol("C_1"), symbol("C_2"), symbol("C_3"), symbol("M")

y = vector("y", H)
"""Any vector with mean zero and mean square one: the normalized vectors are these (adanorm/2_vectors)."""

phi = define("phi", C1 + C2 * y + C3 * y**2, r"\phi(y)")  # (38)-2
z = define("z", phi * y)
weight = {r"\phi(y_i)": phi[i]}
any_vector = {
    "(2)-1": r"$\mathbf{y} = \frac{\mathbf{x} - \mu}{\sigma}$",
    "(8)": r"$\phi(y_i) = C(1 - \frac{y_i}{10})$",
}
"""Definitions of the paper that its proof does not keep to: it speaks of any y, and of any phi of degree two."""


def triangle(theorem, label, a, b):
    """|a + b| >= |b| - |a|, by the squares of both sides."""
    theorem.supplied("|a| |b| >= -a b", abs(a) * abs(b) >= -(a * b), by.squares())
    return theorem.step(label, abs(a + b) >= abs(b) - abs(a), by.squares(2 * (abs(a) * abs(b) + a * b)))


# --- (39) -------------------------------------------------------------------------------------------------

four = {y: [-1, -Fraction(1, 3), -Fraction(1, 3), Fraction(5, 3)], i: 1}
positive = {**four, C1: 5, C2: 1, C3: 1, M: 100}
"""Where phi(y_i) > 0, as the paper expects."""
bound = Theorem(
    "adanorm/2_bound",
    "Average of z for a quadratic scaling function",
    where=[silent(H > 1)],
    model=four,
    notation=weight,
    words=any_vector,
)
zero = bound.given("+(33)-2", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = bound.given("+(33)-3", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")

expanded = mean(C1 * y + C2 * y**2 + C3 * y**3)
literal = 1 / H * total(C1 * y) + C2 * y[i] ** 2 + C3 * y[i] ** 3
parentheses = (
    "no parentheses stand around the three terms: read literally, only the first is summed and divided by H. With "
    "them, as "
    "is meant, it holds"
)
sums = 1 / H * (C1 * total(y) + C2 * total(y**2) + C3 * total(y**3))
two_sums = 1 / H * (C2 * H + C3 * total(y**3))
cubic = C3 / H * total(y**3)

bound.given(
    "(39)-1",
    abs(mean(z)) < M,
    "hypothesis",
    also={"Thm 2 hypothesis 3": r"\exists M, s.t. | \frac{1}{H} \sum_{i=1}^{H} z_i | < M \ (M>0)"},
)
links = [
    bound.step("(39)-2", eq(abs(mean(z)), abs(mean(phi * y)))),
    bound.step(
        "(39)-3",
        eq(abs(mean(phi * y)), abs(expanded)),
        printed=eq(abs(mean(phi * y)), abs(literal)),
        kind="notation",
        at=positive,
        note=parentheses,
    ),
    bound.step(
        "(39)-4",
        eq(abs(expanded), abs(sums)),
        printed=eq(abs(literal), abs(sums)),
        kind="notation",
        at=positive,
        note=parentheses,
    ),
    bound.step(
        "(39)-5", eq(abs(sums), abs(two_sums)), by.algebra(by.roots(abs(sums), abs(two_sums), zero, one))
    ),
    bound.step("(39)-6", eq(abs(two_sums), abs(C2 + cubic))),
]
triangle(bound, "(39)-7", C2, cubic)
gap = 1 * (M - abs(mean(z))) + (abs(C2 + cubic) - (abs(cubic) - abs(C2)))
bound.claim("+(39) as a whole", gt(M, abs(cubic) - abs(C2)), by.sign(gap, *links))

# --- (40): one vector for each H --------------------------------------------------------------------------

N = define("N", sqrt(H / 6), r"\sqrt{H/6}")
first, second, third = indices("p q r", H)
"""The channels 1, 2 and 3, which are not the same."""

y_i = define("y_i", N * (2 * delta(i, first) - delta(i, second) - delta(i, third)), "y_i")
"""7.3 text 11: y_1 = 2 sqrt(H/6), y_2 = y_3 = -sqrt(H/6), and 0 in all other channels."""


def sum_40(f):
    """The sum of f(y_i) over the channels of this vector."""
    return total(f(y_i), over=i)


def three_channels(theorem):
    """That the first three channels are three, as premises."""
    pairs = {"1, 2": delta(first, second), "1, 3": delta(first, third), "2, 3": delta(second, third)}
    return [theorem.given(f"+channels {names}", editors(eq(same, 0)), "hypothesis") for names, same in pairs.items()]


cubes = (2 * N) ** 3 + (-N) ** 3 + (-N) ** 3
printed_cubes = C3 / H * ((2 * N) ** 3 + (-N) ** 3) + (-N) ** 3
misplaced = "the third cube stands outside of the brackets; one closing parenthesis too many is left out here"
squares = 4 * H / 6 + H / 6 + H / 6
printed_squares = 4 * H / 6 + H / 6 + 4 * H / 6
not_4 = "y_3^2 is H/6, not 4H/6"
thirds = (4 * H / 3 - H / 6 - H / 6) * N
average_40 = 1 / H * sum_40(lambda a: (C1 + C2 * a + C3 * a**2) * a)
cubic_40 = C3 / H * sum_40(lambda a: a**3)

places = {first: 1, second: 2, third: 3}
vector_40 = Theorem(
    "adanorm/2_vector", "A vector for which the average of z is large", where=[silent(H >= 3)], model=places
)
apart = three_channels(vector_40)
vector_40.supplied("some channels", H > 0, by.sign((H - 3) + 3))
vector_40.supplied("N > 0", N > 0, by.sign())
vector_40.claim("7.3 text 12", eq(sum_40(lambda a: a), 0))
length = vector_40.step(
    "7.3 text 13.1",
    eq(sum_40(lambda a: a**2), squares),
    by.algebra(*apart),
    printed=eq(sum_40(lambda a: a**2), printed_squares),
    note=not_4,
)
vector_40.claim("7.3 text 13.2", eq(squares, H), by.algebra(length), printed=eq(printed_squares, H), note=not_4)

links = [
    vector_40.step(
        "(40)-2",
        eq(abs(cubic_40) - abs(C2), abs(C3 / H * cubes) - abs(C2)),
        by.algebra(by.roots(abs(cubic_40), abs(C3 / H * cubes), *apart)),
        printed=eq(abs(cubic_40) - abs(C2), abs(printed_cubes) - abs(C2)),
        note=misplaced,
        reads=r"\left| \frac{C_3}{H} \sum_{i=1}^{H} y_i^3 \right| - \left| C_2 \right| = \left| "
        r"\frac{C_3}{H} \left( (2\sqrt{H/6})^3 + (-\sqrt{H/6})^3 \right) + (-\sqrt{H/6})^3 "
        r"\right) \right| - \left| C_2 \right|",
    ),
    vector_40.step(
        "(40)-3",
        eq(abs(C3 / H * cubes) - abs(C2), abs(C3 / H * thirds) - abs(C2)),
        printed=eq(abs(printed_cubes) - abs(C2), abs(C3 / H * thirds) - abs(C2)),
        note=misplaced,
        reads=r"\left| \frac{C_3}{H} \left( (2\sqrt{H/6})^3 + (-\sqrt{H/6})^3 \right) + (-\sqrt{H/6})^3 "
        r"\right) \right| - \left| C_2 \right| = \left| \frac{C_3}{H} \left( \frac{4H}{3} - "
        r"\frac{H}{6} - \frac{H}{6} \right) \sqrt{H/6} \right| - \left| C_2 \right|",
    ),
    vector_40.step("(40)-4", eq(abs(C3 / H * thirds) - abs(C2), abs(C3 * N) - abs(C2))),
]
triangle(vector_40, "+(39)-7", C2, C3 * N)
vector_40.given(
    "+(39)-1",
    stated(abs(average_40) < M, "(39)-1", r"M > \left| \frac{1}{H} \sum_{i=1}^{H} z_{i} \right|"),
    "hypothesis",
)
gap = 1 * (M - abs(average_40)) + (abs(C2 + C3 * N) - (abs(C3 * N) - abs(C2)))
start = vector_40.step(
    "(40)-1",
    gt(M, abs(cubic_40) - abs(C2)),
    by.sign(
        gap,
        by.roots(abs(average_40), abs(C2 + C3 * N), *apart),
        by.roots(abs(cubic_40), abs(C3 * N), *apart),
    ),
)
product = vector_40.supplied(
    "|C_3 N|", eq(abs(C3 * N), abs(C3) * N), by.algebra(by.roots(abs(C3 * N), abs(C3) * N))
)
vector_40.claim(
    "7.3 text 14",
    abs(C3) < (abs(C2) + M) / N,
    by.sign((M - (abs(cubic_40) - abs(C2))) / N, *links, product),
)

# --- 7.3 text 15: H approaches infinity -------------------------------------------------------------------

limit = Theorem(
    "adanorm/2_limit",
    "No common bound for all H",
    where=[
        silent(H >= 3),
        stated(M > 0, "Thm 2 hypothesis 3", "(M>0)"),
        editors(6 * (M + abs(C2)) ** 2 <= C3**2 * H),  # if C_3 is not 0: all H from some H on
    ],
    model={C3: 2, C2: 1, M: 1, **places},
)
apart = three_channels(limit)
triangle(limit, "+(39)-7", C2, C3 * N)
excess = (C3**2 * H - 6 * (M + abs(C2)) ** 2) / 6
limit.supplied("|C_3 N|", abs(C3 * N) - abs(C2) - M >= 0, by.sign(excess / (abs(C3 * N) + abs(C2) + M)))
gap = 1 * (abs(C2 + C3 * N) - (abs(C3 * N) - abs(C2))) + 1 * (abs(C3 * N) - abs(C2) - M)
limit.claim(
    "7.3 text 15",
    abs(average_40) >= M,
    by.sign(gap, by.roots(abs(average_40), abs(C2 + C3 * N), *apart)),
    note="if C_3 is not 0, (39) fails from some H on: C_3 = 0, provided that phi and M are the same for all H",
    reads="|C_3|=0",
)

# --- (41): phi is affine ----------------------------------------------------------------------------------

k = define("k", -C2 / C)  # 7.3 text 18
average_phi = C * total(y) - C * k * total(y**2)
printed_average = C * total(y) - k * total(y**2)
lost = "the factor C is lost in (41): C_2 = -C k, and the average of z is -C k"

linear = Theorem(
    "adanorm/2_linear", "Average of z for an affine scaling function", where=[silent(H > 1)], model={**four, C1: C},
    notation=weight, words=any_vector,
)
zero = linear.given("+(33)-2", stated(eq(total(y), 0), "(33)-2", r"\sum_{i=1}^{H} y_i = 0"), "hypothesis")
one = linear.given("+(33)-3", stated(eq(total(y**2), H), "(33)-3", r"\sum_{i=1}^{H} y_i^2 = H"), "hypothesis")
linear.given("Thm 2 hypothesis 2.2", C > 0, "hypothesis")
given = linear.given("+(33)-1", stated(eq(total(phi), C * H), "(33)-1", r"\sum_{i=1}^{H} \phi(y_i) = HC"), "hypothesis")
no_C3 = linear.given("+|C_3| = 0", stated(eq(C3, 0), "7.3 text 15", "|C_3|=0"), "hypothesis")

s1 = linear.step("7.3 text 16.1", eq(total(phi), C1 * H + C2 * total(y)), by.algebra(no_C3))
s2 = linear.step("7.3 text 16.2", eq(C1 * H + C2 * total(y), C1 * H), by.algebra(zero))
s3 = linear.step("7.3 text 16.3", eq(C1 * H, C * H), by.algebra(s1, s2, given))
C1_is_C = linear.step("7.3 text 17", eq(C1, C), by.algebra(s3))
linear.claim("7.3 text 19", eq(phi[i], C * (1 - k * y[i])), by.algebra(C1_is_C, no_C3))

b4 = linear.step(
    "(41)-4",
    eq(abs(expanded), abs(1 / H * average_phi)),
    by.algebra(by.roots(abs(expanded), abs(1 / H * average_phi), C1_is_C, no_C3)),
    printed=eq(abs(literal), abs(1 / H * printed_average)),
    kind="notation",
    note=parentheses,
)
linear.counterexample(
    "(41)-4", eq(abs(expanded), abs(1 / H * printed_average)), at={C: 2, C2: -2}, note=lost, corrected=b4,
    reads=r"\left| \frac{1}{H} \sum_{i=1}^{H} C_{1} y_{i} + C_{2} y_{i}^{2} + C_{3} y_{i}^{3} "
    r"\right| = \left| \frac{1}{H} (C \sum_{i=1}^{H} y_{i} - k \sum_{i=1}^{H} y_{i}^{2}) "
    r"\right|",
)
b5 = linear.supplied(
    "(41)-5 with the factor C",
    eq(abs(1 / H * average_phi), abs(C * k)),
    by.algebra(by.roots(abs(1 / H * average_phi), abs(C * k), zero, one)),
)
linear.claim(
    "(41)-5",
    eq(abs(1 / H * printed_average), abs(k)),
    by.algebra(by.roots(abs(1 / H * printed_average), abs(k), zero, one)),
    note="it goes on from (41)-4 without the factor C, on both sides",
)
linear.given("(41)-1", abs(mean(z)) < M, "hypothesis")
linear.claim("+what M has to be", abs(C * k) < M, by.sign(M - abs(mean(z)), b4, b5))
