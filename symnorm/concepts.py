"""What mathematics calls a thing, and how a script writes it: for `symnorm explain`, which finds it by several names.

Each has an example, of which `where` says what its names are; the tests run them all.
"""

from __future__ import annotations

from typing import NamedTuple


class Concept(NamedTuple):
    """How something is written: other names for it, a sentence, an example, and what else to look up."""

    aliases: tuple[str, ...]
    says: str
    example: str
    see: tuple[str, ...]


WHERE = """
from symnorm import *
C = symbol("C")
a, b, c, t = (symbol(name) for name in "abct")
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
mu = define("mu", mean(x))
theorem = Theorem("paper/1", "Title", where=[C > 1, a > 0, b > 0])
"""
"""The names of the examples."""

CONCEPTS = {
    "absolute value": Concept(
        ("abs", "modulus", "magnitude"), "Python's own abs of a number: it is the root of the square.",
        "theorem.claim('(1)', eq(abs(t) ** 2, t**2))", ("norm", "by.squares", "cases"),
    ),
    "calculation": Concept(
        ("simplify", "default", "reason"),
        "What a line without a reason is tried by: definitions, derivatives, sums, and the laws of roots, exponentials "
        "and logarithms. An inequality is tried by its sign.",
        "theorem.claim('(1)', eq(total(x - mu), 0))", ("by.algebra", "by.sign"),
    ),
    "decimal": Concept(
        ("float", "number"), "All numbers are exact: a decimal is the fraction that it says.",
        "rational('0.044715') * t**3", ("rational", "by.bounds"),
    ),
    "derivative": Concept(
        ("differentiate", "gradient", "slope", "partial"),
        "By a variable or by an entry of a vector; by what a definition defines, on the graph of definitions.",
        "theorem.claim('(1)', eq(D(total(x**2), x[i]), 2 * x[i]))", ("D", "jacobian", "loss", "premise.d"),
    ),
    "equation": Concept(
        ("equality", "equal", "identity"),
        "The mathematical statement is eq; == asks whether two terms are written alike.",
        "theorem.claim('(1)', eq((a + b) ** 2, a**2 + 2 * a * b + b**2))", ("eq", "by.algebra", "theorem.chain"),
    ),
    "hypothesis": Concept(
        ("assumption", "premise", "condition"),
        "An inequality stands in where= of the theorem; an equation is given in a line of its own, and named where it "
        "is used.",
        "p = theorem.given('(1)', eq(a, b), 'hypothesis')", ("Theorem", "theorem.given", "theorem.suppose"),
    ),
    "index": Concept(
        ("channel", "entry", "coordinate", "subscript"),
        "A name for one member of a set; every(x) speaks of all.",
        "theorem.claim('(1)', eq(total(delta(i, k) * x[k], over=k), x[i]))", ("indices", "every", "array", "length"),
    ),
    "inequality": Concept(
        ("inequalities", "bound", "positive", "negative", "less", "greater"),
        "Written with <, <=, >, >=; != is ne. It is shown by the sign of the difference of its sides, which by.sign(w) "
        "says in a form that shows it.",
        "theorem.claim('(1)', 2 * a * b <= a**2 + b**2, by.sign((a - b) ** 2))",
        ("by.sign", "by.strict", "by.squares", "by.bounds", "every"),
    ),
    "power": Concept(
        ("exponent", "square", "cube"),
        "A whole number as exponent, or one half of it; any other is exp(p * log(x)).",
        "theorem.claim('(1)', eq(exp(log(a) / 3) ** 3, a))", ("sqrt", "exp", "log", "whole"),
    ),
    "proof by contradiction": Concept(
        ("contradiction", "implication"),
        "What follows from a supposition is an implication; there is no rule for a contradiction.",
        "p = theorem.suppose('p', eq(t, a))\n"
        "q = theorem.supplied('q', eq(t * b, a * b), by.algebra(p))\n"
        "theorem.claim('(1)', implies(eq(t, a), eq(t * b, a * b)), by.discharge(p, q))",
        ("by.discharge", "theorem.suppose", "implies"),
    ),
    "root": Concept(
        ("square root", "radical"),
        "The root that is not negative, of what is known not to be: sqrt(t**2) is abs(t).",
        "theorem.claim('(1)', eq(sqrt(a) * sqrt(b), sqrt(a * b)))", ("sqrt", "by.roots", "absolute value"),
    ),
    "sum": Concept(
        ("summation", "sigma", "add up", "average"),
        "total(x) is that of all entries, mean(x) the average, others(x, i) leaves out one; with over= the index is "
        "named, and with up_to= it is a whole number.",
        "theorem.claim('(1)', eq(total(a * x[k] + w[k], over=k), a * total(x) + total(w)))",
        ("total", "mean", "others", "premise.summed", "whole"),
    ),
}  # fmt: skip
