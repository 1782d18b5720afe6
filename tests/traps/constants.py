"""Constants of integration: where they are constant, and whose they are."""

from symnorm.language import D, at, by, eq, ne, others, sqrt, total

from .kit import LOOSE, PROVED, REFUTED, C, Constant, a, c, i, j, k, t, u, x, y

absolute = sqrt(x[i] ** 2)
rest = others(x, i)

TRAPS = {
    "y' = 0 gives y = c": Constant(
        PROVED, eq(y, c), given=[eq(D(y, t), 0)], along=[t], model={y: 3 + 0 * t}, made_of=y, variable=t
    ),
    "y' = 0 at a point gives y = c": Constant(
        LOOSE, eq(y, c), given=[eq(D(y, t), 0)], model={y: 3 + 0 * t}, made_of=y, variable=t
    ),
    "y' = 0 along another variable gives y = c": Constant(
        LOOSE, eq(y, c), given=[eq(D(y, t), 0)], along=[u], model={y: 3 + 0 * t}, made_of=y, variable=t
    ),
    "x_i/|x_i| is a constant on an open set": Constant(
        LOOSE, eq(c * absolute, x[i]), [ne(x[i], 0)], rule=lambda k: by.algebra(k), along=[x],
        made_of=x[i] / absolute, variable=x[i],
    ),
    "x_i/|x_i| is a constant on an interval": Constant(
        PROVED, eq(c * absolute, x[i]), [ne(x[i], 0)], rule=lambda k: by.algebra(k), along=[x[i]],
        made_of=x[i] / absolute, variable=x[i],
    ),
    "the sum of the others is a constant along x_i": Constant(
        PROVED, eq(c + x[i], total(x)), along=[x[i]], made_of=rest, variable=x[i]
    ),
    "what is made of x_i is constant along t": Constant(
        PROVED, eq(2 * c, 2 * x[i]), along=[t], made_of=x[i], variable=t
    ),
    "and the sum of all x_i is C times it": Constant(
        REFUTED, eq(C * c, total(x)), [C > 1], lambda k: by.algebra(k.summed(i)), along=[t], made_of=x[i], variable=t
    ),
    "and it is x_j": Constant(
        REFUTED, eq(c, x[j]), [C > 1], lambda k: by.algebra(k.at(i, j)), along=[t], made_of=x[i], variable=t
    ),
    "and the sum of C copies of it, written as a sum over i": Constant(
        LOOSE, eq(total(c + 0 * x[i], over=i), C * c), along=[t], made_of=x[i], variable=t
    ),
    "what is made of the others of i is summed over i": Constant(
        LOOSE, eq(total(c + x[i], over=i), C * c + total(x)), along=[x[i]], made_of=rest, variable=x[i]
    ),
    "what is made of x_i is C times itself in a sum over k": Constant(
        PROVED, eq(total(c * x[k], over=k), c * total(x)), along=[t], made_of=x[i], variable=t
    ),
    "what is made of a is C times itself in a sum": Constant(
        PROVED, eq(total(c * x), a * total(x)), along=[t], made_of=a, variable=t
    ),
    "a constant along t has no derivative by what it is made of": Constant(
        LOOSE, eq(D(c, u), 0), along=[t, u], made_of=u, variable=t
    ),
    "a constant along t keeps its value elsewhere": Constant(
        LOOSE, eq(at(c, u, 0), c), along=[t, u], made_of=u, variable=t
    ),
}  # fmt: skip
