"""Terms at random, in which what binds an index takes its letter from the same few as what is free.

There are channels and a set N, with the letters i and k in both; families of vectors (the rows of A and B), what is
defined, sums that leave members out, matrices, values at points, whole numbers, and slopes on graphs of definitions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from printed_world import opened

from symnorm.language import (
    D,
    Index,
    Statement,
    Term,
    array,
    at,
    covariance,
    define,
    delta,
    diag,
    eq,
    exp,
    function,
    function_of,
    identity,
    indices,
    jacobian,
    length,
    log,
    loss,
    matrix,
    maximum,
    mean,
    minimum,
    norm,
    ones,
    others,
    outer,
    sequence,
    sqrt,
    symbol,
    tanh,
    term,
    total,
    trace,
    variance,
    vector,
    whole,
)
from symnorm.witness import Point

C, N = symbol("C"), length("N")
CHANNELS, MEMBERS = indices("i j k l", C), indices("n d k i", N)
a, b = symbol("a"), symbol("b")
x, w, v = vector("x", C), vector("w", C), vector("v", N)
A, B, X = array("A", C, C), array("B", C, C), array("X", N, C)
s, t = whole("s"), whole("t")
m, f, g = sequence("m"), function_of("f"), function_of("g")

NUMBERS = {"a": "3/4", "b": "-3/2", "s": "2", "t": "3", "C": "3", "N": "2"}
ARRAYS = {
    "x": "3/2 -2 3", "w": "2 1/2 -1", "v": "5/4 -3", "A": "1 2 -1; 1/2 3 2; -2 1 4", "B": "2 -1 1; 1 1/4 1/3; 3 1 -1",
    "X": "1 -2 1/2; 3 1 2", "gradient__L__q": "2 -1/3 5",
}  # fmt: skip
PLACES = {"i": 1, "j": 3, "k": 2, "l": 3, "n:N": 2, "d:N": 1, "k:N": 1, "i:N": 2}
p, q = symbol("p"), symbol("q")
FUNCTIONS = {
    "m": ((whole("u"),), whole("u") ** 2 / 4 - 1),
    "f": ((p,), p**3 / 2 - p + tanh(p)),
    "g": ((p, q), p**2 * q - q**2 / 3),
}


def point() -> Point:
    """What all names stand for: no two numbers are equal where they may be taken for each other."""
    from symnorm.language.points import Interpretation

    def row(numbers: str) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, numbers.split()))

    values: dict[Any, Any] = {("symbol", n): Fraction(value) for n, value in NUMBERS.items()}
    for name, said in ARRAYS.items():
        values["vector", name] = tuple(map(row, said.split(";"))) if ";" in said else row(said)
    values |= {("index", n): place for n, place in PLACES.items()}
    values |= {("function", n): Interpretation(*of) for n, of in FUNCTIONS.items()}
    return Point(values)


def shapes() -> Statement:
    """An equation in which all arrays stand, so that it is known over which sets they have entries."""
    i, n = CHANNELS[0], MEMBERS[0]
    return eq(total(x * w), total(v[n] * X[n, i] * A[i, i] * B[i, i], over=[n, i]))


class Terms:
    """Numbers, vectors and matrices at random. What is defined in the last of them is in `defined`, by its name."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.defined: dict[str, Term] = {}

    def statement(self) -> Statement:
        """An equation with a term on both sides. What the language refuses raises LanguageError."""
        self.defined = {}
        kind, depth = self.one(self.number, self.number, self.vector, self.matrix), self.one(1, 2, 2, 3)
        made = kind(depth)
        return eq(made, made)

    def one(self, *items: Any) -> Any:
        return items[self.random.randrange(len(items))]

    def define(self, name: str, body: Term) -> Term:
        """A name for a term; no other one has it."""
        made = define(f"{name}{len(self.defined) or ''}", body)
        self.defined[made.args[0]] = body
        return made

    def channel(self) -> Index:
        return self.random.choice(CHANNELS)

    def index(self) -> Index:
        return self.random.choice(MEMBERS)

    def number(self, depth: int) -> Term:
        """A number, that may be another one for each index."""
        return self._leaf() if depth <= 0 else self.random.choice(self._numbers(depth))()

    def vector(self, depth: int) -> Term:
        """What has a value for each channel."""
        return self._vector() if depth <= 0 else self.random.choice(self._vectors(depth))()

    def matrix(self, depth: int) -> Term:
        """A matrix of so many rows and columns as there are channels."""
        if depth <= 0:
            return self.random.choice([A, B, identity(C)])
        return self.random.choice(self._matrices(depth))()

    def _leaf(self) -> Term:
        i, j, n = self.channel(), self.channel(), self.index()
        return self.random.choice([
            a, b, x[i], w[i], v[n], A[i, j], X[n, i], delta(i, j), delta(n, self.index()), m[t], C, N, term(2),
            term(-1), term(Fraction(1, 2)), x[i], w[j],
        ])  # fmt: skip

    def _vector(self) -> Term:
        return self.random.choice([x, x, w, A[self.channel()], X[self.index()], self.define("c", x - mean(x))])

    def _numbers(self, depth: int) -> tuple[Callable[[], Term], ...]:
        def e(less: int = 1) -> Term:
            return self.number(depth - self.one(less, less, less + 1))

        def u() -> Term:
            return self.vector(depth - 1)

        def z() -> Term:
            return self.define("z", u())

        def matrix() -> Term:
            return self.matrix(depth - 1)

        i, j, n, d = self.channel(), self.channel(), self.index(), self.index()
        return (
            lambda: e() + e(), lambda: e() - e(), lambda: e() * e(), lambda: e() / e(), lambda: -e(),
            lambda: e() ** self.one(2, 3, -1), lambda: abs(e()), lambda: sqrt(e()), lambda: exp(e() / 4),
            lambda: log(e()), lambda: tanh(e()), lambda: (1 + e() ** 2) ** Fraction(self.one(-3, -1, 3), 2),
            lambda: maximum(e(), e()), lambda: minimum(e(), e(), e()), lambda: f(e()), lambda: g(e(), e()),
            lambda: norm(z()), lambda: norm(z(), 1), lambda: norm(matrix() @ z()), lambda: norm(self.others() * z()),
            lambda: variance(u(), ddof=self.one(0, 1)), lambda: covariance(u(), u(), ddof=self.one(0, 1)),
            lambda: total(u()), lambda: mean(u()), lambda: others(u(), i), lambda: others(u(), [i, j]),
            lambda: total(e() * self.one(x, w)[i], over=i), lambda: total(self.others() * x[i], over=i),
            lambda: total(e() * v[n], over=n), lambda: others(e() * x[i], j, over=i),
            lambda: total(X * u(), over=[N, C]), lambda: mean(X * u(), over=[N, C]), lambda: total(X, over=N)[i],
            lambda: total(X, over=C)[n], lambda: others(X, n)[i], lambda: total(X * z(), over=C)[d],
            lambda: z()[i], lambda: self.define("r", e()), lambda: self.define("Y", X - z())[n, i],
            lambda: self.define("Y", X * u())[n][j], lambda: z().T @ z(), lambda: z().T @ matrix() @ z(),
            lambda: trace(matrix()), lambda: trace(matrix() @ matrix()), lambda: matrix()[i, j],
            lambda: self.define("Q", matrix())[i, j], lambda: self.define("Q", matrix())[i, i],
            lambda: D(e(), self.one(a, x[i], w[i], A[i, j], X[n, i], v[n])), lambda: at(e(), a, e()),
            lambda: at(e(), x[i], e()), lambda: self.there(e()), lambda: self.there(e()), lambda: self.there(e()),
            lambda: D(D(e(), self.one(a, x[i])), self.one(a, x[j])), lambda: self.slope(), lambda: self.slope(),
            lambda: total(m[s] * e(), over=s, up_to=t), lambda: total(e() ** s, over=s, up_to=t + self.one(-5, -1, 1)),
            lambda: total(m[s] + e(), over=s, start=t + 1, up_to=t + self.one(0, 1, 2)),
            lambda: total(e() * m[s], over=s, start=self.one(2, 3, 6), up_to=t), lambda: e() ** (t - s),
            lambda: m[self.one(t + 1, 2 * t, t + s)], lambda: D(function("f", e()), a),
        )  # fmt: skip

    def _vectors(self, depth: int) -> tuple[Callable[[], Term], ...]:
        def u() -> Term:
            return self.vector(depth - 1)

        def e() -> Term:
            return self.number(depth - 1)

        i, n = self.channel(), self.index()
        return (
            lambda: u() + u(), lambda: u() - u(), lambda: e() * u(), lambda: u() / e(), lambda: -u(),
            lambda: self.define("z", u()), lambda: self.others() * u(), lambda: self.define("z", u() * u()),
            lambda: total(self.one(x, w)[i] * self.one(A[i], B[i], u()), over=i),
            lambda: total(v[n] * self.one(X[n], X[n], u()), over=n), lambda: total(v * X, over=N),
            lambda: total(X, over=N), lambda: mean(X, over=N), lambda: self.matrix(depth - 1) @ u(),
            lambda: self.matrix(depth - 1).T @ u(), lambda: diag(u()) @ u(), lambda: e() * ones(C),
            lambda: matrix("c", e(), self.channel()),
        )  # fmt: skip

    def _matrices(self, depth: int) -> tuple[Callable[[], Term], ...]:
        def u() -> Term:
            return self.vector(depth - 1)

        def matrix_() -> Term:
            return self.matrix(depth - 1)

        def e() -> Term:
            return self.number(depth - 1)

        i, j = self.random.sample(CHANNELS, 2)
        return (
            lambda: matrix_() + matrix_(), lambda: e() * matrix_(), lambda: -matrix_(), lambda: matrix_() @ matrix_(),
            lambda: matrix_().T, lambda: outer(u(), u()), lambda: diag(u()), lambda: self.define("Q", matrix_()),
            lambda: total(self.one(x, w)[i] * outer(self.one(A, B)[i], u()), over=i), lambda: matrix("M", e(), i, j),
            lambda: total(w[i] * matrix_(), over=i), lambda: jacobian(self.define("z", u()), self.one(x, w)),
            lambda: X.T @ X, lambda: X.T @ matrix("K", e(), self.index(), j), lambda: matrix_() / e(),
        )  # fmt: skip

    def others(self) -> Term:
        """A sum that leaves one or two members out."""
        left_out = self.one([self.channel()], self.random.sample(CHANNELS, 2))
        return others(self.one(x, w), left_out)

    def there(self, body: Term) -> Term:
        """A term at a point, which has numbers for some of what it speaks of."""
        spoken = {t.args[0] for t in body.as_written() if t.op in ("sym", "vector", "coord")}
        vectors = [u for u in (x, w) if u.args[0] in spoken and self.random.randrange(4)]
        many, said = self.one(2, 3, 3), dict[Any, Any]()
        for u in vectors:
            said[u] = [self.one(1, -2, b), 2, self.one(3, a)][:many]
        if "a" in spoken and (self.random.randrange(2) or not said):
            said[a] = self.one(2, b, a + 1)
        said.update((i, self.one(1, 2)) for i in CHANNELS if i.name in opened(body) and self.random.randrange(4))
        return at(body, said)

    def slope(self) -> Term:
        """A derivative by what is defined, or of a loss."""
        i, j, k = self.channel(), self.channel(), self.channel()
        mu = self.define("mu", mean(x))
        n = self.define("n", self.one(x**2, x * w, x * total(x), (x - mu) * self.one(x[j], x[k])))
        sigma = self.define("sigma", self.one(variance(n), total(n * n[k]), norm(n)))
        y = self.define("y", self.one(n * total(n), n * sigma + mu, total(n[j] * x[j], over=j) * n, n / (9 + sigma**2),
                                      n + others(n[k] * x[k], j, over=k), (n - mu) * maximum(n, mu)))  # fmt: skip
        of = define("q", x * total(x) + a * w)
        ways: list[Callable[[], Term]] = [
            lambda: D(y[i], n[k]), lambda: D(y[i], mu), lambda: D(y[i], n[k], holding=[sigma]), lambda: D(y[i], sigma),
            lambda: D(y[i], x[k], holding=[mu]), lambda: D(loss("L", of), self.one(a, x[i], w[i], of[i])),
            lambda: total(D(y[i], n[i]) * x[i], over=i), lambda: total(D(y[i], n[k]), over=self.one(i, k)),
        ]  # fmt: skip
        return self.random.choice(ways)()
