"""The Jacobians of layer normalization and of RMSNorm: scaled orthogonal projections.

As operators on any vector v:

    J v = (v - mean(v) - y mean(y v))/sigma        for RMSNorm:        J v = (v - r mean(r v))/nu

sigma J is the orthogonal projection along 1 and y; nu J is the one along r. The ELN paper has the diagonal, and
AdaNorm the matrix W_1; neither says what it is: of rank C - 2, with the eigenvalues 0, 0, 1/sigma, ..., 1/sigma
(for RMSNorm of rank C - 1, with 0, 1/nu, ..., 1/nu).
"""

from symnorm import D, Theorem, by, define, delta, eq, iff, mean, total

from .notation import C, i, j, k, layer, nu, r, rms, sigma, v, w, x, y

# --- layer normalization ----------------------------------------------------------------------------------

ln = Theorem("beyond/jacobian_layer_norm", "The Jacobian of layer normalization", where=layer)

Jv = define("Jv", (v - mean(v) - y * mean(y * v)) / sigma, r"J^{(v)}")
Jw = define("Jw", (w - mean(w) - y * mean(y * w)) / sigma, r"J^{(w)}")

ln.claim("matrix", eq(D(y[i], x[j]), (delta(i, j) - 1 / C - y[i] * y[j] / C) / sigma))
ln.claim("operator", eq(total(D(y[i], x[j]) * v[j], over=j), Jv[i]))
ln.claim("transposed operator", eq(total(D(y[j], x[i]) * v[j], over=j), Jv[i]))
ln.claim("symmetric", eq(D(y[i], x[j]), D(y[j], x[i])))
ln.claim("self-adjoint", eq(total(w * Jv), total(v * Jw)))

ln.claim("constants vanish", eq(total(D(y[i], x[j]), over=j), 0))
ln.claim("y vanishes", eq(total(D(y[i], x[j]) * y[j], over=j), 0))
ln.claim("x vanishes", eq(total(D(y[i], x[j]) * x[j], over=j), 0))
null = ln.suppose("J v = 0", eq(Jv[i], 0), at={C: 3, x: [0, 1, 5], v: [1, 2, 6]})
spanned = ln.supplied("spanned", eq(v[i], mean(v) + mean(y * v) * y[i]), by.algebra(null))
span = ln.suppose("v in the span of 1 and y", spanned.statement, at={C: 3, x: [0, 1, 5], v: [1, 2, 6]})
vanishes = ln.supplied("vanishes", null.statement, by.algebra(span))
ln.claim(
    "null space",
    iff(null.statement, spanned.statement),
    by.discharge(null, spanned, span, vanishes),
    note="for each channel; so J v = 0 exactly if v is a combination of 1 and y",
)

ln.claim("image without mean", eq(mean(Jv), 0))
ln.claim("image orthogonal to y", eq(mean(y * Jv), 0))
ln.claim("1/sigma on the image", eq(total(D(y[i], x[j]) * Jv[j], over=j), 1 / sigma * Jv[i]))
ln.claim(
    "projection",
    eq(total(sigma * D(y[i], x[j]) * (sigma * D(y[j], x[k])), over=j), sigma * D(y[i], x[k])),
)
ln.claim(
    "trace",
    eq(total(D(y[i], x[i]), over=i), (C - 2) / sigma),
    note="the trace of a projection is its rank: sigma J has rank C - 2; J has the eigenvalue 1/sigma C - 2 "
    "times and 0 twice",
)
ln.claim(
    "length",
    eq(total(Jv**2), (total(v**2) - C * mean(v) ** 2 - C * mean(y * v) ** 2) / sigma**2),
)
ln.claim(
    "operator norm",
    total(Jv**2) <= total(v**2) / sigma**2,
    by.sign(C * (mean(v) ** 2 + mean(y * v) ** 2) / sigma**2),
    note="an equality on the image, so that for C > 2 the norm of J is 1/sigma",
)
ln.claim("positive semidefinite", total(v * Jv) >= 0, by.sign(sigma * total(Jv**2)))

complement = Theorem(
    "beyond/jacobian_complement",
    "The Jacobian of layer normalization on the complement of 1 and y",
    where=layer,
    model={x: [-1, 0, 1], v: [1, -2, 1]},
)
centred = complement.given("v orthogonal to 1", eq(mean(v), 0), "hypothesis")
orthogonal = complement.given("v orthogonal to y", eq(mean(y * v), 0), "hypothesis")
complement.claim(
    "1/sigma times the identity",
    eq(total(D(y[i], x[j]) * v[j], over=j), 1 / sigma * v[i]),
    by.algebra(centred, orthogonal),
)

# --- RMSNorm ----------------------------------------------------------------------------------------------

rn = Theorem("beyond/jacobian_rms_norm", "The Jacobian of RMSNorm", where=rms)

Rv = define("Rv", (v - r * mean(r * v)) / nu, r"J^{(v)}")
Rw = define("Rw", (w - r * mean(r * w)) / nu, r"J^{(w)}")

rn.claim("matrix", eq(D(r[i], x[j]), (delta(i, j) - r[i] * r[j] / C) / nu))
rn.claim("operator", eq(total(D(r[i], x[j]) * v[j], over=j), Rv[i]))
rn.claim("transposed operator", eq(total(D(r[j], x[i]) * v[j], over=j), Rv[i]))
rn.claim("symmetric", eq(D(r[i], x[j]), D(r[j], x[i])))
rn.claim("self-adjoint", eq(total(w * Rv), total(v * Rw)))

rn.claim("r vanishes", eq(total(D(r[i], x[j]) * r[j], over=j), 0))
rn.claim("x vanishes", eq(total(D(r[i], x[j]) * x[j], over=j), 0))
null = rn.suppose("J v = 0", eq(Rv[i], 0), at={C: 3, x: [0, 1, 5], v: [0, 2, 10]})
spanned = rn.supplied("spanned", eq(v[i], mean(r * v) * r[i]), by.algebra(null))
span = rn.suppose("v a multiple of r", spanned.statement, at={C: 3, x: [0, 1, 5], v: [0, 2, 10]})
vanishes = rn.supplied("vanishes", null.statement, by.algebra(span))
rn.claim(
    "null space",
    iff(null.statement, spanned.statement),
    by.discharge(null, spanned, span, vanishes),
    note="for each channel; so J v = 0 exactly if v is a multiple of r",
)

rn.claim("image orthogonal to r", eq(mean(r * Rv), 0))
rn.claim("1/nu on the image", eq(total(D(r[i], x[j]) * Rv[j], over=j), 1 / nu * Rv[i]))
rn.claim(
    "projection",
    eq(total(nu * D(r[i], x[j]) * (nu * D(r[j], x[k])), over=j), nu * D(r[i], x[k])),
)
rn.claim(
    "trace",
    eq(total(D(r[i], x[i]), over=i), (C - 1) / nu),
    note="the trace of a projection is its rank: nu J has rank C - 1; J has the eigenvalue 1/nu C - 1 times "
    "and 0 once",
)
rn.claim("length", eq(total(Rv**2), (total(v**2) - C * mean(r * v) ** 2) / nu**2))
rn.claim(
    "operator norm",
    total(Rv**2) <= total(v**2) / nu**2,
    by.sign(C * mean(r * v) ** 2 / nu**2),
    note="an equality on the image, so that for C > 1 the norm of J is 1/nu",
)
rn.claim("positive semidefinite", total(v * Rv) >= 0, by.sign(nu * total(Rv**2)))
