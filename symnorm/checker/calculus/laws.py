"""The laws that are applied: each a row of a table, data only.

A row says that its statement holds wherever its conditions do. An equation is read from left to right: a normal form
has the right side in the place of the left one. It may, because the right side has a value wherever the left one has
and the conditions hold: no domain grows, and nothing comes in that would need another condition. Each condition of a
row is one that an expression names when it is read (`normal`), or that is looked for where the law is applied.
`SIGNS` and `RELATIONS` are the rows of what is inferred (`logic.rules`, `logic.statements`): what has a sign, and what
vanishes. An equation among them is no rewriting.

In a row, symbols a, b, c, d stand for any expressions, the coordinate f_i or g_i for any expression that speaks of
channel i, h_nq for one that speaks of both, the function f(t) or g(t) for any expression in t, x for a vector, y for
an unknown function, p for a whole number from 1 and z for any whole number. ("eq", e, e) says that e has a value; the
index *1 stands for every channel. What a row says of channels holds of every other set, and with two indices, of two.
The function f(s), of a whole number s, stands for any expression that speaks of s, and h(s, q) for one that speaks of
both; the whole number *1 for every one, and *2.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..forms import Form


@dataclass(frozen=True)
class Law:
    """One row: wherever all of `where` hold, so does the statement.

    What stands in `throughout` holds for every t of an interval, in which t lies and every point that the row names.
    """

    name: str
    statement: Form
    why: str
    where: tuple[Form, ...] = ()
    throughout: tuple[Form, ...] = ()


def _has_value(e: Form) -> Form:
    return ("eq", e, e)


def _fn(name: str, e: Form) -> Form:
    return ("fn", name, e)


def _times(*parts: Form) -> Form:
    return ("mul", *parts)


def _plus(*parts: Form) -> Form:
    return ("add", *parts)


def _minus(a: Form, b: Form) -> Form:
    return ("add", a, ("neg", b))


def _over(a: Form, b: Form) -> Form:
    return ("div", a, b)


def _at(e: Form, point: Form) -> Form:
    return ("at", e, T, point)


def _d(e: Form) -> Form:
    return ("D", e, T)


def _sum(e: Form, *excluded: str) -> Form:
    return ("sum", "n", C, excluded, e)


def _over_q(e: Form) -> Form:
    return ("sum", "q", C, (), e)


def _to(last: Form, e: Form, first: int = 1) -> Form:
    return ("upto", "s", first, last, e)


def _to_q(e: Form) -> Form:
    return ("upto", "q", 1, M, e)


def _in(name: str, *numbers: Form) -> Form:
    return ("app", name, (0,) * len(numbers), numbers)


A, B, C_, D_, T, C = (("sym", name) for name in ("a", "b", "c", "d", "t", "C"))
ZERO, ONE, TWO, P, Z = (("num", n) for n in ("0", "1", "2", "p", "z"))
D_IJ = ("delta", "i", "j")
F_I, F_J, F_N, F_ALL = (("coord", "f", i) for i in ("i", "j", "n", "*1"))
G_N, G_ALL = (("coord", "g", i) for i in ("n", "*1"))
H_NQ, H_ALL = (("coord", "h", *i) for i in (("n", "q"), ("*1", "*2")))
F, G = (("app", name, (0,), (T,)) for name in "fg")
M, N = (("whole", name, 0) for name in "mn")
S, S_TWO, S_ALL = ("whole", "s", 1), ("whole", "s", 2), ("whole", "*1", 1)
F_ANY = _in("f", S_ALL)
H_SQ, H_ANY = _in("h", S, ("whole", "q", 1)), _in("h", S_ALL, ("whole", "*2", 1))

RING = (
    Law("ring-sum", ("eq", _plus(A, B, C_), _plus(_plus(C_, B), A)), "addition commutes and associates"),
    Law("ring-product", ("eq", _times(A, B, C_), _times(_times(C_, B), A)), "multiplication commutes and associates"),
    Law("ring-distribute", ("eq", _times(A, _plus(B, C_)), _plus(_times(A, B), _times(A, C_))), "distributivity"),
    Law("ring-negative", ("eq", _plus(A, ("neg", A)), ZERO), "-a = (-1) a"),
    Law("power-zero", ("eq", ("pow", A, 0), ONE), "the empty product, for every a"),
    Law("power-next", ("eq", ("pow", A, "p"), _times(A, ("pow", A, "p-1"))), "a power is a product"),
    Law("power-negative", ("eq", ("pow", A, "-p"), _over(ONE, ("pow", A, "p"))), "by definition", (("ne", A, ZERO),)),
)

FRACTIONS = (
    Law("fraction-sum", ("eq", _plus(_over(A, B), _over(C_, B)), _over(_plus(A, C_), B)),
        "over one denominator; two denominators are brought to their product", (("ne", B, ZERO),)),
    Law("fraction-product", ("eq", _times(_over(A, B), _over(ONE, C_)), _over(A, _times(B, C_))),
        "numerators and denominators are multiplied", (("ne", B, ZERO), ("ne", C_, ZERO))),
    Law("fraction-cancel", ("eq", _over(_times(A, B), _times(C_, B)), _over(A, C_)),
        "a common factor, which is not zero, goes", (("ne", B, ZERO), ("ne", C_, ZERO))),
    Law("fraction-inverse", ("eq", _over(ONE, _over(A, B)), _over(B, A)),
        "both are not zero where the left side has a value", (("ne", A, ZERO), ("ne", B, ZERO))),
    Law("fraction-zero", ("eq", _over(ZERO, A), ZERO), "nothing stays that needs a value", (("ne", A, ZERO),)),
)  # fmt: skip

FUNCTIONS = (
    Law("root-square", ("eq", ("pow", _fn("sqrt", A), 2), A),
        "by definition; a has a value where its root has, with all its denominators", (("ge", A, ZERO),)),
    Law("root-below", ("eq", _over(ONE, _fn("sqrt", A)), _over(_fn("sqrt", A), A)),
        "a is not zero where its root is not", (("gt", A, ZERO),)),
    Law("root-scaled", ("eq", _fn("sqrt", _times(("num", "4"), A)), _times(TWO, _fn("sqrt", A))),
        "a positive rational square comes out; a >= 0 where 4 a >= 0", (("ge", A, ZERO),)),
    Law("root-zero", ("eq", _fn("sqrt", ZERO), ZERO), "by definition"),
    Law("exp-sum", ("eq", _fn("exp", _plus(A, B)), _times(_fn("exp", A), _fn("exp", B))),
        "the functional equation, term by term: each term has a value where the sum has"),
    Law("exp-multiple", ("eq", _fn("exp", _times(Z, A)), ("pow", _fn("exp", A), "z")),
        "the functional equation; an exponential is never zero"),
    Law("exp-log", ("eq", _fn("exp", _times(Z, _fn("log", A))), ("pow", A, "z")),
        "a is positive where its logarithm has a value", (("gt", A, ZERO),)),
    Law("exp-half-log", ("eq", _fn("exp", _times(_over(Z, TWO), _fn("log", A))), ("pow", _fn("sqrt", A), "z")),
        "a is positive where its logarithm has a value, and so is its root", (("gt", A, ZERO),)),
    Law("log-exp", ("eq", _fn("log", _fn("exp", A)), A), "the inverse function on all real numbers"),
    Law("log-one", ("eq", _fn("log", ONE), ZERO), "by definition"),
    Law("tanh", ("eq", _fn("tanh", A), _over(_minus(_fn("exp", _times(TWO, A)), ONE),
                                             _plus(_fn("exp", _times(TWO, A)), ONE))),
        "by definition; the denominator is at least 1"),
)  # fmt: skip

CHANNELS = (
    Law("delta-same", ("eq", ("delta", "i", "i"), ONE), "by definition"),
    Law("delta-order", ("eq", ("delta", "j", "i"), D_IJ), "by definition"),
    Law("delta-square", ("eq", ("pow", D_IJ, 2), D_IJ), "it is 0 or 1"),
    Law("delta-rename", ("eq", _times(D_IJ, F_J), _times(D_IJ, F_I)),
        "only where f_i has a value whatever i is, or stands there too: f_j alone may have one",
        (_has_value(F_I), _has_value(F_J))),
    Law("sum-delta", ("eq", _sum(_times(("delta", "n", "i"), F_N)), F_I),
        "f has a value in every channel, so in channel i", (_has_value(F_ALL),)),
    Law("sum-linear", ("eq", _sum(_plus(_times(A, F_N), G_N)), _plus(_times(A, _sum(F_N)), _sum(G_N))),
        "each term has a value in every channel where the sum has", (_has_value(F_ALL), _has_value(G_ALL))),
    Law("sum-below", ("eq", _sum(_over(F_N, A)), _over(_sum(F_N), A)),
        "there is a channel, so a is not zero", (("ne", A, ZERO), _has_value(F_ALL))),
    Law("sum-constant", ("eq", _sum(A), _times(C, A)), "C equal terms, at least one of them", (_has_value(A),)),
    Law("sum-into", ("eq", _sum(_times(F_N, _over_q(H_NQ))), _sum(_over_q(_times(F_N, H_NQ)))),
        "distributivity; so with a power of a sum, which is a product of sums",
        (_has_value(F_ALL), _has_value(H_ALL))),
    Law("sum-swap", ("eq", _sum(_over_q(H_NQ)), _over_q(_sum(H_NQ))),
        "so many terms, in any order; the sets need not be the same", (_has_value(H_ALL),)),
    Law("sum-index", ("eq", _sum(F_N), _over_q(("coord", "f", "q"))), "a bound index has any name"),
    Law("sum-excluded", ("eq", _sum(F_N, "i"), _minus(_sum(F_N), F_I)),
        "f is asked for a value in every channel, those left out as well", (_has_value(F_ALL),)),
    Law("sum-excluded-twice", ("eq", _sum(F_N, "i", "j"),
                               _minus(_minus(_sum(F_N), F_I), _times(F_J, _minus(ONE, D_IJ)))),
        "two channels that are left out may be one", (_has_value(F_ALL),)),
)  # fmt: skip

WHOLE = (
    Law("power-number", ("eq", ("power", A, P), ("pow", A, "p")), "a power is a product"),
    Law("power-one", ("eq", ("power", ONE, N), ONE), "a product of ones"),
    Law("power-sum", ("eq", ("power", A, _plus(M, N, P)),
                      _times(("power", A, M), ("power", A, N), ("power", A, P))),
        "a product of so many factors, for every a; none of the exponents is negative"),
    Law("power-less", ("eq", ("power", A, _minus(M, N)), _over(("power", A, M), ("power", A, N))),
        "so many factors are cancelled, or too many", (("ne", A, ZERO),)),
    Law("upto-first", ("eq", _to(_plus(N, ONE), _in("f", S_TWO), 2), _to(N, _in("f", _plus(S, ONE)))),
        "the terms are counted from 1"),
    Law("upto-index", ("eq", _to(N, _in("f", S)), ("upto", "q", 1, N, _in("f", ("whole", "q", 1)))),
        "a bound number has any name"),
    Law("upto-empty", ("eq", _to(ZERO, _in("f", S)), ZERO), "by definition"),
    Law("upto-backwards", ("eq", _to(("neg", P), _in("f", S)), ZERO), "by definition: there is no such number"),
    Law("upto-next", ("eq", _to(_plus(N, ONE), _in("f", S)), _plus(_to(N, _in("f", S)), _in("f", _plus(N, ONE)))),
        "by definition; f is asked for a value at every whole number from the first, without an end",
        (_has_value(F_ANY),)),
    Law("upto-linear", ("eq", _to(N, _plus(_times(A, _in("f", S)), _in("g", S))),
                        _plus(_times(A, _to(N, _in("f", S))), _to(N, _in("g", S)))),
        "each term has a value where the sum is asked to",
        (_has_value(F_ANY), _has_value(_in("g", S_ALL)), _has_value(A))),
    Law("upto-below", ("eq", _to(N, _over(_in("f", S), A)), _over(_to(N, _in("f", S)), A)),
        "a is asked not to be zero, even where there is no term", (("ne", A, ZERO), _has_value(F_ANY))),
    Law("upto-constant", ("eq", _to(N, A), _times(N, A)), "n equal terms, or none", (_has_value(A),)),
    Law("upto-ones", ("eq", _to(_minus(M, P), A), _times(A, _to(_minus(M, P), ("power", ONE, _minus(S, ONE))))),
        "equal terms, as many as there are numbers: none where the last is less than 1", (_has_value(A),)),
    Law("upto-into", ("eq", _to(N, _times(_in("f", S), _to_q(H_SQ))), _to(N, _to_q(_times(_in("f", S), H_SQ)))),
        "distributivity; the inner sum ends where it ends, whatever s is", (_has_value(F_ANY), _has_value(H_ANY))),
    Law("upto-swap", ("eq", _to(N, _to_q(H_SQ)), _to_q(_to(N, H_SQ))),
        "so many terms, in any order; neither sum ends at the number of the other", (_has_value(H_ANY),)),
    Law("upto-channels", ("eq", _sum(_to(N, _times(_in("f", S), ("power", F_N, S)))),
                          _to(N, _sum(_times(_in("f", S), ("power", F_N, S))))),
        "so many terms, in any order; so with whatever speaks of n and of s", (_has_value(F_ALL), _has_value(F_ANY))),
)  # fmt: skip

VALUES = (
    Law("at-variable", ("eq", _at(T, A), A), "by definition"),
    Law("at-sum", ("eq", _at(_plus(F, G), A), _plus(_at(F, A), _at(G, A))), "values at one point"),
    Law("at-product", ("eq", _at(_times(F, G), A), _times(_at(F, A), _at(G, A))), "values at one point"),
    Law("at-quotient", ("eq", _at(_over(F, G), A), _over(_at(F, A), _at(G, A))),
        "the denominator is asked not to vanish at the point", (("ne", _at(G, A), ZERO),)),
    Law("at-sqrt", ("eq", _at(_fn("sqrt", F), A), _fn("sqrt", _at(F, A))), "f is asked for its sign at the point",
        (("ge", _at(F, A), ZERO),)),
    Law("at-exp", ("eq", _at(_fn("exp", F), A), _fn("exp", _at(F, A))), "values at one point"),
    Law("at-log", ("eq", _at(_fn("log", F), A), _fn("log", _at(F, A))), "f is asked for its sign at the point",
        (("gt", _at(F, A), ZERO),)),
    Law("at-app", ("eq", _at(("app", "y", (0,), (F,)), A), ("app", "y", (0,), (_at(F, A),))), "values at one point"),
    Law("at-channels", ("eq", _at(_sum(_times(F, F_N)), A), _times(_at(F, A), _sum(F_N))),
        "f_n does not speak of t; a value in the place of t is the same in every channel", (_has_value(F_ALL),)),
    Law("at-power", ("eq", _at(("power", F, N), A), ("power", _at(F, A), N)), "values at one point"),
    Law("at-upto", ("eq", _at(_to(N, _times(F, _in("f", S))), A), _times(_at(F, A), _to(N, _in("f", S)))),
        "f(s) does not speak of t", (_has_value(F_ANY), _has_value(_at(F, A)))),
)  # fmt: skip

DERIVATIVES = (
    Law("derivative-variable", ("eq", _d(T), ONE), "a difference quotient that is 1"),
    Law("derivative-constant", ("eq", _d(A), ZERO), "a does not speak of t", (_has_value(A),)),
    Law("derivative-coordinate", ("eq", ("D", ("coord", "x", "i"), ("coord", "x", "j")), D_IJ),
        "coordinates are independent; i and j may be one channel"),
    Law("derivative-sum", ("eq", _d(_plus(F, G)), _plus(_d(F), _d(G))), "limits are added",
        (_has_value(_d(F)), _has_value(_d(G)))),
    Law("derivative-product", ("eq", _d(_times(F, G)), _plus(_times(_d(F), G), _times(F, _d(G)))), "the product rule",
        (_has_value(_d(F)), _has_value(_d(G)))),
    Law("derivative-power", ("eq", _d(("pow", F, "p")), _times(P, ("pow", F, "p-1"), _d(F))),
        "the product rule, repeated", (_has_value(_d(F)),)),
    Law("derivative-quotient", ("eq", _d(_over(F, G)), _minus(_over(_d(F), G), _over(_over(_times(F, _d(G)), G), G))),
        "not zero at a point, then around it, for g is continuous there",
        (("ne", G, ZERO), _has_value(_d(F)), _has_value(_d(G)))),
    Law("derivative-sqrt", ("eq", _d(_fn("sqrt", F)), _over(_d(F), _times(TWO, _fn("sqrt", F)))),
        "f > 0 is asked for: at 0 there is none", (("gt", F, ZERO), _has_value(_d(F)))),
    Law("derivative-exp", ("eq", _d(_fn("exp", F)), _times(_fn("exp", F), _d(F))), "the chain rule",
        (_has_value(_d(F)),)),
    Law("derivative-log", ("eq", _d(_fn("log", F)), _over(_d(F), F)), "the chain rule",
        (("gt", F, ZERO), _has_value(_d(F)))),
    Law("derivative-app", ("eq", _d(("app", "y", (0,), (F,))), _times(("app", "y", (1,), (F,)), _d(F))),
        "the chain rule, one argument after the other; y is as smooth as what is written needs", (_has_value(_d(F)),)),
    Law("derivative-channels", ("eq", _d(_sum(_times(F, F_N))), _times(_d(F), _sum(F_N))),
        "a sum of so many terms; f_n does not speak of t", (_has_value(_d(F)), _has_value(F_ALL))),
    Law("derivative-delta", ("eq", _d(_times(D_IJ, F)), _times(D_IJ, _d(F))), "it is a number", (_has_value(_d(F)),)),
    Law("derivative-integral", ("eq", _d(("integral", F, T)), F), "by definition", (_has_value(F),)),
    Law("derivative-whole-power", ("eq", _d(("power", F, N)), _over(_times(N, ("power", F, N), _d(F)), F)),
        "the product rule, so many times; f is asked not to be zero, for n may be",
        (("ne", F, ZERO), _has_value(_d(F)))),
    Law("derivative-upto", ("eq", _d(_to(N, _times(F, _in("f", S)))), _times(_d(F), _to(N, _in("f", S)))),
        "a sum of so many terms; f(s) does not speak of t", (_has_value(_d(F)), _has_value(F_ANY))),
    Law("derivative-still", ("eq", _d(_fn("sqrt", A)), ZERO), "a constant: a >= 0 is enough", (("ge", A, ZERO),)),
)  # fmt: skip

SIGNS = (
    Law("sign-number", ("gt", ("num", "7/3"), ZERO), "numbers are compared"),
    Law("sign-hypothesis", ("gt", _minus(B, A), ZERO), "the larger less the smaller", (("lt", A, B),)),
    Law("sign-square", ("ge", ("pow", A, 2), ZERO), "real numbers", (_has_value(A),)),
    Law("sign-square-positive", ("gt", ("pow", A, 2), ZERO), "real numbers", (("ne", A, ZERO),)),
    Law("sign-sum", ("ge", _plus(A, B), ZERO), "an ordered field", (("ge", A, ZERO), ("ge", B, ZERO))),
    Law("sign-sum-positive", ("gt", _plus(A, B), ZERO), "an ordered field", (("gt", A, ZERO), ("ge", B, ZERO))),
    Law("sign-product", ("ge", _times(A, B), ZERO), "an ordered field", (("ge", A, ZERO), ("ge", B, ZERO))),
    Law("sign-product-positive", ("gt", _times(A, B), ZERO), "an ordered field", (("gt", A, ZERO), ("gt", B, ZERO))),
    Law("sign-product-nonzero", ("ne", _times(A, B), ZERO), "a field", (("ne", A, ZERO), ("ne", B, ZERO))),
    Law("sign-inverse", ("gt", _over(ONE, A), ZERO), "an ordered field", (("gt", A, ZERO),)),
    Law("sign-inverse-nonzero", ("ne", _over(ONE, A), ZERO), "a field", (("ne", A, ZERO),)),
    Law("sign-negative", ("ne", ("neg", A), ZERO), "a group", (("ne", A, ZERO),)),
    Law("sign-exp", ("gt", _fn("exp", A), ZERO), "an exponential is positive", (_has_value(A),)),
    Law("sign-exp-bound", ("ge", _minus(_minus(_fn("exp", A), A), ONE), ZERO),
        "e^a lies above its tangent at 0: Rudin, Principles of Mathematical Analysis, 8.6", (_has_value(A),)),
    Law("sign-root", ("ge", _fn("sqrt", A), ZERO), "by definition", (("ge", A, ZERO),)),
    Law("sign-root-positive", ("gt", _fn("sqrt", A), ZERO), "only the root of 0 is 0", (("gt", A, ZERO),)),
    Law("sign-channels", ("ge", _sum(F_N, "i"), ZERO), "a sum may hold no term", (("ge", F_ALL, ZERO),)),
    Law("sign-channels-all", ("gt", _sum(F_N), ZERO), "there is a channel", (("gt", F_ALL, ZERO),)),
    Law("sign-channel", ("gt", F_J, ZERO), "what holds in every channel", (("gt", F_ALL, ZERO),)),
    Law("sign-whole", ("ge", _minus(_plus(_times(TWO, M), S), ONE), ZERO), "each is at least what it starts from"),
    Law("sign-length", ("ge", _minus(C, ONE), ZERO), "a set has a member"),
    Law("sign-power", ("ge", ("power", A, N), ZERO), "a product", (("ge", A, ZERO),)),
    Law("sign-power-positive", ("gt", ("power", A, _minus(M, N)), ZERO), "a product, or its inverse",
        (("gt", A, ZERO),)),
    Law("sign-power-nonzero", ("ne", ("power", A, _minus(M, N)), ZERO), "a product, or its inverse",
        (("ne", A, ZERO),)),
    Law("sign-upto", ("ge", _to(N, _in("f", S)), ZERO), "there may be no term", (("ge", F_ANY, ZERO),)),
    Law("sign-instance", ("gt", _in("f", _plus(N, ONE)), ZERO), "what holds for every whole number",
        (("gt", F_ANY, ZERO),)),
    Law("sign-rise", ("ge", _minus(F, _at(F, A)), ZERO), "the mean value theorem: Rudin, 5.10", (),
        (("ge", _times(_minus(T, A), _d(F)), ZERO),)),
    Law("sign-rise-positive", ("gt", _minus(F, _at(F, A)), ZERO), "the mean value theorem; at a there is no rise",
        (("ne", T, A),), (("or", ("eq", T, A), ("gt", _times(_minus(T, A), _d(F)), ZERO)), _has_value(_d(F)))),
    Law("sign-rise-along", ("ge", _times(_minus(T, A), _minus(F, _at(F, A))), ZERO), "the mean value theorem", (),
        (("ge", _d(F), ZERO),)),
    Law("sign-equal", ("gt", A, ZERO), "an equation", (("eq", A, B), ("gt", B, ZERO))),
    Law("sign-implied", ("and", ("ge", A, ZERO), ("ne", A, ZERO)), "an ordered field", (("gt", A, ZERO),)),
)  # fmt: skip

RELATIONS = (
    Law("relation-use", ("eq", _minus(A, B), ZERO), "an equation", (("eq", A, B),)),
    Law("relation-either", ("eq", _times(A, B), ZERO), "a product with a factor that is zero",
        (("or", ("eq", A, ZERO), ("eq", B, ZERO)),)),
    Law("relation-product", ("or", ("eq", A, ZERO), ("eq", B, ZERO)), "a field", (("eq", _times(A, B), ZERO),)),
    Law("relation-combination", ("eq", A, ZERO), "a field; so with several that vanish",
        (("ne", B, ZERO), ("eq", C_, ZERO), ("eq", _times(B, A), _times(D_, C_)))),
    Law("relation-derivative", ("eq", _d(F), _d(G)), "equal functions have equal slopes",
        (_has_value(_d(F)),), (("eq", F, G),)),
    Law("relation-channel", ("eq", F_J, ZERO), "what holds in every channel", (("eq", F_ALL, ZERO),)),
    Law("relation-sum", ("eq", _sum(_times(G_N, F_N)), ZERO), "every term is zero",
        (("eq", F_ALL, ZERO), _has_value(G_ALL))),
    Law("relation-instance", ("eq", _in("f", _plus(N, ONE)), ZERO), "what holds for every whole number",
        (("eq", F_ANY, ZERO),)),
    Law("relation-induction", ("eq", _in("f", S), ZERO), "Peano: whatever holds of 1, and of the next with each, holds",
        (("eq", _in("f", ONE), ZERO),
         ("implies", ("eq", F_ANY, ZERO), ("eq", _in("f", _plus(S_ALL, ONE)), ZERO)))),
    Law("relation-exp", ("eq", _fn("exp", _times(C_, A)), _fn("exp", _times(C_, B))), "a function",
        (("eq", A, B), _has_value(C_))),
    Law("relation-exponent", ("eq", A, B), "an exponential takes each value once",
        (("ne", C_, ZERO), ("eq", _fn("exp", _times(C_, A)), _fn("exp", _times(C_, B))))),
    Law("relation-root", ("eq", A, B), "of numbers that are not negative, the squares tell them apart",
        (("ge", A, ZERO), ("ge", B, ZERO), ("eq", ("pow", A, 2), ("pow", B, 2)))),
    Law("relation-square", ("eq", A, ZERO), "only the square of 0 is 0", (("eq", ("pow", A, 2), ZERO),)),
    Law("relation-log", ("eq", _plus(_times(P, _fn("log", A)), _times(Z, _fn("log", B))), ZERO),
        "the logarithm of a product", (("gt", A, ZERO), ("gt", B, ZERO),
                                       ("eq", _times(("pow", A, "p"), ("pow", B, "z")), ONE))),
    Law("relation-constant", ("eq", F, _at(F, A)), "the mean value theorem: Rudin, 5.11",
        throughout=(("eq", _d(F), ZERO),)),
    Law("relation-linear", ("eq", F, ZERO), "f exp(-P) has the slope 0, where P is an antiderivative of g",
        (("eq", _at(F, A), ZERO),), (("eq", _d(F), _times(G, F)), _has_value(_d(G)))),
)  # fmt: skip

REWRITINGS = (*RING, *FRACTIONS, *FUNCTIONS, *CHANNELS, *WHOLE, *VALUES, *DERIVATIVES)
LAWS = (*REWRITINGS, *SIGNS, *RELATIONS)
