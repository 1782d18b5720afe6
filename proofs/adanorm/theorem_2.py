"""AdaNorm, Theorem 2, as printed, first half: (33) to (38), the derivative of phi.

"Suppose phi(y_i) is derivable, for all y, (1/H) sum_i phi(y_i) = C > 0, and there is an M with
|(1/H) sum_i z_i| < M. There exists only one solution: phi(y_i) = C(1 - k y_i)." Here z_i = phi(y_i) y_i.
Xu et al. 2019 (arXiv:1911.07013), Sec. 4.1; proof in App. 7.3.

What the argument shows, for every H, is phi'(y_i) = beta_1 + beta_2 y_i. But beta_1 and beta_2 are sums over
all channels and depend on y; (38) integrates as if they were constants. For H = 3 the result is false: see
adanorm/2_written_out in theorem_2_small.py. The second half of the argument is in theorem_2_average.py, the
right theorem in theorem_2_truth.py and theorem_2_five.py.
"""

from symnorm import (
    D,
    Theorem,
    array,
    at,
    both,
    by,
    define,
    delta,
    differentiable,
    editors,
    eq,
    implies,
    indices,
    link,
    matrix,
    mean,
    norm,
    others,
    stated,
    symbol,
    total,
    vector,
)

from .notation import C, H, i, j, k, layer, ones_H, phi, sigma, x, y

u = symbol("u")


affine = {phi(u): C * (1 - k * u)}
theorem = Theorem(
    "adanorm/2",
    "Derivative of the scaling function",
    where=[*layer, stated(differentiable(phi(u)), "Thm 2 hypothesis 1", r"Suppose $\phi(y_i)$ is derivable")],
    along=[x],
    notation={"y_i": y[j]},
    model=affine,
    words={
        "7.3 text 6": "Suppose",
    },
)

v = define("v", at(D(phi(u), u), u, y), r"\mathbf{v}")  # 7.3 text 2
dx = vector("dx", H, r"dx")
dy = define("dy", (dx - mean(dx) - y * mean(y * dx)) / sigma, r"dy")
differential = theorem.supplied("dy", eq(total(D(y[i], x[j]) * dx[j], over=j), dy[i]))

average = theorem.given(
    "Thm 2 hypothesis 2.1",
    eq(mean(phi(y)), C),
    "hypothesis",
)
sum_phi = theorem.step("(33)-1", eq(total(phi(y)), H * C), by.algebra(average))
sum_y = theorem.step("(33)-2", eq(total(y), 0))
theorem.claim("(33)-3", eq(total(y**2), H))

slope = theorem.supplied("slope", eq(total(v[i] * D(y[i], x[j]), over=i), 0), by.algebra(sum_phi.d(x[j])))
theorem.chain(
    "(34)",
    v.T @ dy,
    total(at(D(phi(u), u), u, y) * dy),
    link(0, by.algebra(slope.summed(j, dx[j]), differential.summed(i, v[i]))),
    claim=True,
)
theorem.chain("(35)", ones_H.T @ dy, total(dy), 0, claim=True)
theorem.chain("(36)", y.T @ dy, total(y * dy), 0, claim=True)

product = theorem.step("7.3 text 3.1", eq(y.T @ ones_H, total(y)))
vertical = theorem.step("7.3 text 3.2", eq(total(y), 0), by.algebra(sum_y))
theorem.claim("7.3 text 4", eq(ones_H.T @ y, 0), by.algebra(product, vertical))

# What (37) shows along a basis, below, is seen at once from dx = (0, ..., 1, ..., 0).
beta1, beta2 = define("beta_1", mean(v)), define("beta_2", mean(y * v))
entry = theorem.supplied("v", eq(v[j], beta1 + beta2 * y[j]), by.algebra(slope))
span = theorem.step("7.3 text 10", eq(v, beta1 * ones_H + beta2 * y), by.algebra(entry.at(j, i)))
theorem.claim("(38)-1", eq(at(D(phi(u), u), u, y[j]), beta1 + beta2 * y[j]), by.algebra(span.at(i, j)))

# --- the orthogonal basis, (37) ----------------------------------------------------------------------------

gradient, step = vector("v", H, r"\mathbf{v}"), vector("dy", H, r"dy")
family = array("u", H, H, latex=r"\mathbf{u}")
p, q, m, n = indices("p q m n", H)
"""Channels: the first two are called p and q."""
square = norm(family[n]) ** 2
alpha = define("alpha", matrix("a", (family[n].T @ step) / square, n), r"\alpha")
beta = define("beta", matrix("b", (family[n].T @ gradient) / square, n), r"\beta")
basis = Theorem(
    "adanorm/2_basis",
    "What vanishes along an orthogonal basis",
    where=layer,
    notation={"1": p, "2": q},
    model={
        **{x: [-2, -2, 2, 2], p: 1, q: 2, step: [1, -1, 2, -2], gradient: [1, 1, 3, 3]},
        family: [[1, 1, 1, 1], [-1, -1, 1, 1], [1, -1, 1, -1], [1, -1, -1, 1]],
    },
)
apart = basis.given("+1 is not 2", editors(eq(delta(p, q), 0)), "hypothesis")
basis.given("+no u_n is 0", stated(square > 0, "7.3 text 5", "an orthogonal basis"), "hypothesis", every=[n])
u_1 = basis.given(
    "+u_1",
    stated(eq(family[p, i], 1), "7.3 text 5", r"\mathbf{u}_{1} = \mathbf{1}_{H}"),
    "hypothesis",
    every=[i],
)
u_2 = basis.given(
    "+u_2",
    stated(eq(family[q, i], y[i]), "7.3 text 5", r"\mathbf{u}_{2} = \mathbf{y}"),
    "hypothesis",
    every=[i],
)
orthogonal = basis.given(
    "+orthogonal",
    stated(eq(family[n].T @ family[m], delta(n, m) * square), "7.3 text 5", "an orthogonal basis"),
    "hypothesis",
    every=[n, m],
)
whole = basis.given(
    "+complete",
    stated(eq(total(family[n, i] * family[n, j] / square, over=n), delta(i, j)), "7.3 text 5", "an orthogonal basis"),
    "hypothesis",
    every=[i, j],
)
basis.claim(
    "7.3 text 5",
    both(eq(family[p], ones_H), eq(family[q], y)),
    by.each(by.algebra(u_1), by.algebra(u_2)),
)
expanded = basis.supplied(
    "v", eq(gradient, total(beta[n] * family[n], over=n)), by.algebra(whole.summed(j, gradient[j]))
)
v_dy = basis.given(
    "+(34)",
    stated(eq(gradient.T @ step, 0), "(34)-2", r"\sum_{i=1}^{H} \phi'(y_i)dy_i = 0"),
    "hypothesis",
)
one_dy = basis.given("+(35)", stated(eq(ones_H.T @ step, 0), "(35)-2", r"\sum_{i=1}^{H} dy_{i} = 0"), "hypothesis")
y_dy = basis.given("+(36)", stated(eq(y.T @ step, 0), "(36)-2", r"\sum_{i=1}^{H} y_i dy_i = 0"), "hypothesis")
products = basis.step(
    "(37)-1.1",
    eq(gradient.T @ step, total(alpha[n] * beta[n] * square, over=n)),
    by.algebra(expanded.summed(i, step[i])),
)
sum_is_0 = basis.step("(37)-1.2", eq(total(alpha[n] * beta[n] * square, over=n), 0), by.algebra(v_dy, products))
first = basis.step(
    "(37)-2.1", eq(ones_H.T @ step, alpha[p] * norm(family[p]) ** 2), by.algebra(u_1.summed(i, step[i]))
)
first_is_0 = basis.step("(37)-2.2", eq(alpha[p] * norm(family[p]) ** 2, 0), by.algebra(one_dy, first))
second = basis.step("(37)-3.1", eq(y.T @ step, alpha[q] * norm(family[q]) ** 2), by.algebra(u_2.summed(i, step[i])))
second_is_0 = basis.step("(37)-3.2", eq(alpha[q] * norm(family[q]) ** 2, 0), by.algebra(y_dy, second))
basis.claim(
    "7.3 text 8",
    eq(others(alpha[n] * beta[n] * square, [p, q], over=n), 0),
    by.algebra(apart, sum_is_0, first_is_0, second_is_0),
)
H_1 = basis.supplied("|u_1|^2", eq(norm(family[p]) ** 2, H), by.algebra(u_1.summed(i, family[p, i] + 1)))
H_2 = basis.supplied("|u_2|^2", eq(norm(family[q]) ** 2, H), by.algebra(u_2.summed(i, family[q, i] + y[i])))
one_u = basis.supplied(
    "1_H^T u_n",
    eq(ones_H.T @ family[n], H * delta(n, p)),
    by.algebra(orthogonal.at(m, p), u_1.summed(i, family[n, i]), H_1),
)
y_u = basis.supplied(
    "y^T u_n",
    eq(y.T @ family[n], H * delta(n, q)),
    by.algebra(orthogonal.at(m, q), u_2.summed(i, family[n, i]), H_2),
)
every_dx = basis.given(
    "+(34) for every dx", editors(eq(total(gradient[i] * D(y[i], x[j]), over=i), 0)), "hypothesis", every=[j]
)
along_u = basis.supplied(
    "v^T u_i",
    eq(gradient.T @ family[i], (gradient.T @ ones_H) * delta(i, p) + (gradient.T @ y) * delta(i, q)),
    by.algebra(every_dx.summed(j, family[i, j]), one_u.at(n, i), y_u.at(n, i)),
)
not_1 = basis.suppose("i is not 1", eq(delta(i, p), 0), at={i: 3})
not_2 = basis.suppose("i is not 2", eq(delta(i, q), 0), at={i: 3})
no_beta = basis.supplied("beta_i", eq(beta[i], 0), by.algebra(along_u, not_1, not_2))
if_not_2 = basis.supplied("i > 1", implies(not_2.statement, no_beta.statement), by.discharge(not_2, no_beta))
basis.claim(
    "7.3 text 9",
    implies(not_1.statement, if_not_2.statement),
    by.discharge(not_1, if_not_2),
    note="among the directions dy are those of dx = (0, ..., 1, ..., 0)",
)

# --- what is wrong ----------------------------------------------------------------------------------------

theorem.counterexample(
    "7.3 text 6",
    eq(dy[j], 0),
    at={H: 3, x: [0, 1, 5], dx: [1, 0, 0], j: 1},
    kind="notation",
    note="alpha has no index: with one number alpha for all u_i, (37) gives alpha = 0, and dy = 0",
    reads=r"d\mathbf{y} = \sum_{i=1}^{H} \alpha \mathbf{u}_{i}",
)
