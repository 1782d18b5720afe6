"""What normalization does not see: shifts and scales of its input.

For a > 0, layer normalization of a x + b is that of x; for a < 0 the sign flips, so that every x is a
counterexample where y_i is not zero. Vectors with the same layer normalization differ by such a map and by
nothing else. RMSNorm does not see scales, but it sees shifts. The Jacobian at a x + b is the one at x divided
by |a|: it is homogeneous of degree -1, and large inputs get small gradients.
"""

from symnorm import D, Theorem, by, eq, iff, mean, ne, sqrt, symbol, total

from .notation import (
    C,
    deviation,
    i,
    j,
    layer,
    layer_norm,
    layer_norm_jacobian,
    mu,
    nu,
    nu2,
    r,
    rms,
    rms_norm,
    rms_norm_jacobian,
    sigma,
    sigma2,
    variance,
    w,
    x,
    y,
)

a = symbol("a")
b = symbol("b")
moved = a * x + b
scaled = a * x
size = sqrt(a**2)  # |a|

# --- layer normalization ----------------------------------------------------------------------------------

ln = Theorem("beyond/invariance_layer_norm", "Layer normalization of a x + b", where=[*layer, ne(a, 0)])
root = by.roots(deviation(moved), size * sigma)
ln.claim("output", eq(layer_norm(moved)[i], a / size * y[i]), by.algebra(root))
ln.claim("Jacobian of x", eq(D(y[i], x[j]), layer_norm_jacobian(x)))
ln.claim("Jacobian", eq(layer_norm_jacobian(moved), 1 / size * layer_norm_jacobian(x)), by.algebra(root))
ln.claim("slope", eq(D(layer_norm(moved)[i], x[j]), a / size * D(y[i], x[j])), by.algebra(root))

positive = Theorem("beyond/invariance_positive", "Layer normalization of a x + b, a > 0", where=[*layer, a > 0])
root = by.roots(deviation(moved), a * sigma)
positive.claim("output", eq(layer_norm(moved)[i], y[i]), by.algebra(root))
positive.claim("Jacobian", eq(layer_norm_jacobian(moved), 1 / a * layer_norm_jacobian(x)), by.algebra(root))

negative = Theorem("beyond/invariance_negative", "Layer normalization of a x + b, a < 0", where=[*layer, a < 0])
root = by.roots(deviation(moved), -a * sigma)
flipped = negative.claim("output", eq(layer_norm(moved)[i], -y[i]), by.algebra(root))
negative.claim("Jacobian", eq(layer_norm_jacobian(moved), -1 / a * layer_norm_jacobian(x)), by.algebra(root))
same = negative.suppose("same output", eq(layer_norm(moved)[i], y[i]), at={C: 3, x: [0, 1, 2], i: 2})
zero = negative.supplied("zero", eq(y[i], 0), by.algebra(same, flipped))
supposed = negative.suppose("y_i = 0", eq(y[i], 0), at={C: 3, x: [0, 1, 2], i: 2})
back = negative.supplied("then the same", same.statement, by.algebra(flipped, supposed))
negative.claim(
    "the same only at zero", iff(same.statement, zero.statement), by.discharge(same, zero, supposed, back)
)

fibre = Theorem(
    "beyond/invariance_converse", "Vectors with the same layer normalization", where=[*layer, variance(w) > 0]
)
image = mean(w) + deviation(w) / sigma * (x[i] - mu)
same = fibre.suppose("same output", eq(layer_norm(w)[i], y[i]), at={C: 3, x: [0, 1, 5], w: [1, 3, 11], i: 3})
affine = fibre.supplied("affine image", eq(w[i], image), by.algebra(same))
supposed = fibre.suppose("an affine image", eq(w[i], image), at={C: 3, x: [0, 1, 5], w: [1, 3, 11], i: 3})
back = fibre.supplied("then the same", same.statement, by.algebra(supposed))
fibre.claim(
    "exactly the affine images",
    iff(same.statement, affine.statement),
    by.discharge(same, affine, supposed, back),
    note="w = a x + b with a = sigma_w/sigma > 0 and b = mean(w) - a mu, the same for every channel",
)

twice = Theorem("beyond/idempotent", "Normalizing twice", where=layer)
twice.claim("layer normalization", eq(layer_norm(y)[i], y[i]))
twice.claim("RMSNorm after it", eq(rms_norm(y)[i], y[i]))
twice.supplied("not zero", nu2 > 0, by.sign(sigma2 + mu**2))
root = by.roots(nu * deviation(r), sigma)
twice.claim("layer normalization after RMSNorm", eq(layer_norm(r)[i], y[i]), by.algebra(root))
twice.claim("RMSNorm of the centred vector", eq(rms_norm(x - mu)[i], y[i]))

# --- RMSNorm ----------------------------------------------------------------------------------------------

rn = Theorem("beyond/invariance_rms_norm", "RMSNorm of a x", where=[*rms, ne(a, 0)])
root = by.roots(sqrt(mean(scaled**2)), size * nu)
rn.claim("output", eq(rms_norm(scaled)[i], a / size * r[i]), by.algebra(root))
rn.claim("Jacobian of x", eq(D(r[i], x[j]), rms_norm_jacobian(x)))
rn.claim("Jacobian", eq(rms_norm_jacobian(scaled), 1 / size * rms_norm_jacobian(x)), by.algebra(root))
rn.claim("slope", eq(D(rms_norm(scaled)[i], x[j]), a / size * D(r[i], x[j])), by.algebra(root))
rn.claim("twice", eq(rms_norm(r)[i], r[i]))

shifted = Theorem("beyond/shift_rms_norm", "RMSNorm sees shifts", where=rms)
shift = total(D(r[i], x[j]), over=j)  # the derivative along a shift of all channels
shifted.claim("derivative along a shift", eq(shift, (1 - r[i] * mean(r)) / nu))
shifted.claim(
    "its length",
    eq(total(shift**2, over=i), C * sigma2 / nu2**2),
    note="not zero unless all channels are equal",
)
