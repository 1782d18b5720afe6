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
    at,
    both,
    by,
    define,
    differentiable,
    eq,
    link,
    mean,
    norm,
    symbol,
    total,
    vector,
)

from .notation import C, H, i, j, k, layer, ones_H, phi, sigma, x, y

u = symbol("u")


u1, u2 = define("u_1", ones_H, r"\mathbf{u}_1"), define("u_2", y, r"\mathbf{u}_2")
affine = {phi(u): C * (1 - k * u)}
theorem = Theorem(
    "adanorm/2",
    "Derivative of the scaling function",
    where=[*layer, differentiable(phi(u))],
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
differential = theorem.supplied("dy", eq(total(D(y[i], x[j]) * dx[j], over=j), dy[i]), by.algebra())

average = theorem.given(
    "Thm 2 hypothesis 2.1",
    eq(mean(phi(y)), C),
    "hypothesis",
)
sum_phi = theorem.step("(33)-1", eq(total(phi(y)), H * C), by.algebra(average))
sum_y = theorem.step("(33)-2", eq(total(y), 0), by.algebra())
sum_y2 = theorem.step("(33)-3", eq(total(y**2), H), by.algebra())

slope = theorem.supplied("slope", eq(total(v[i] * D(y[i], x[j]), over=i), 0), by.algebra(sum_phi.d(x[j])))
v_dy = theorem.chain(
    "(34)",
    v.T @ dy,
    total(at(D(phi(u), u), u, y) * dy),
    link(0, by.algebra(slope.summed(j, dx[j]), differential.summed(i, v[i]))),
)
one_dy = theorem.chain("(35)", ones_H.T @ dy, total(dy), 0)
y_dy = theorem.chain("(36)", y.T @ dy, total(y * dy), 0)

# --- the orthogonal basis ---------------------------------------------------------------------------------

# Of u_3, ..., u_H only the parts of dy and v are needed that are orthogonal to u_1 and u_2: the sum of
# alpha_i beta_i |u_i|^2 over i > 2 is their scalar product.
norm1, norm2 = norm(u1) ** 2, norm(u2) ** 2
alpha1, alpha2 = define("alpha_1", (u1.T @ dy) / norm1), define("alpha_2", (u2.T @ dy) / norm2)
beta1, beta2 = define("beta_1", (u1.T @ v) / norm1), define("beta_2", (u2.T @ v) / norm2)
rest_dy = define("rest_dy", dy - alpha1 * u1 - alpha2 * u2, r"d\mathbf{y}^\perp")
rest_v = define("rest_v", v - beta1 * u1 - beta2 * u2, r"\mathbf{v}^\perp")

product = theorem.step("7.3 text 3.1", eq(y.T @ ones_H, total(y)), by.algebra())
vertical = theorem.step("7.3 text 3.2", eq(total(y), 0), by.algebra(sum_y))
theorem.claim("7.3 text 4", eq(u1.T @ u2, 0), by.algebra(product, vertical))
theorem.claim(
    "7.3 text 5",
    both(norm1 > 0, norm2 > 0),
    by.each(by.sign(H), by.sign(H, sum_y2)),
    note="orthogonal vectors that are not zero can be completed to an orthogonal basis",
    reads=r"\mathbf{u}_{1} = \mathbf{1}_{H}, \mathbf{u}_{2} = \mathbf{y}, \mathbf{u}_{3}, ..., "
    r"\mathbf{u}_{H}",
)
rest = rest_v.T @ rest_dy
parseval = theorem.chain(
    "(37)-1",
    v.T @ dy,
    link(
        alpha1 * beta1 * norm1 + alpha2 * beta2 * norm2 + rest,
        reads=r"\mathbf{v}^{\mathrm{T}}d\mathbf{y} = \sum_{i=1}^{H} \alpha_{i}\beta_{i} "
        r"\|\mathbf{u}_{i}\|^{2}",
    ),
    link(0, by.algebra(v_dy), reads=r"\sum_{i=1}^{H} \alpha_{i}\beta_{i} \|\mathbf{u}_{i}\|^{2} = 0"),
)
alpha1_zero = theorem.chain(
    "(37)-2",
    ones_H.T @ dy,
    alpha1 * norm1,
    link(0, by.algebra(one_dy)),
)
alpha2_zero = theorem.chain("(37)-3", y.T @ dy, alpha2 * norm2, link(0, by.algebra(y_dy)))
theorem.claim(
    "7.3 text 8",
    eq(rest, 0),
    by.algebra(parseval, alpha1_zero, alpha2_zero),
    reads=r"\sum_{i=3}^{H} \alpha_i \beta_i \|\mathbf{u}_i\|^2 = 0",
)
no_rest = theorem.step(
    "7.3 text 9",
    eq(rest_v[j], 0),
    by.algebra(slope),
    note="among the directions dy are those of dx = (0, ..., 1, ..., 0)",
    reads=r"\beta_i = 0, (i > 2)",
)
span = theorem.step(
    "7.3 text 10",
    eq(v, beta1 * ones_H + beta2 * y),
    by.algebra(no_rest.at(j, i)),
)
theorem.claim("(38)-1", eq(at(D(phi(u), u), u, y[j]), beta1 + beta2 * y[j]), by.algebra(span.at(i, j)))

# --- what is wrong ----------------------------------------------------------------------------------------

theorem.counterexample(
    "7.3 text 6",
    eq(dy[j], 0),
    at={H: 3, x: [0, 1, 5], dx: [1, 0, 0], j: 1},
    kind="notation",
    note="alpha has no index: with one number alpha for all u_i, (37) gives alpha = 0, and dy = 0",
    reads=r"d\mathbf{y} = \sum_{i=1}^{H} \alpha \mathbf{u}_{i}",
)
