"""AdaNorm, in words: what the text says about gradients, re-centering and re-scaling.

Xu et al. 2019 (arXiv:1911.07013), Abstract, Sec. 1, 3.2 and 3.3; also Sec. 6.

With a, b, c, d of Theorem 1, b = c - cbar and d = a - abar: the derivative of the mean re-centers the
gradient, exactly. The derivative of the standard deviation does not re-scale it: it takes the component along
y away, which is a projection. The variance gets smaller by mean(y g)^2/sigma^2, which may be zero. Nor does
DetachNorm leave the gradient as it is without normalization: it divides it by sigma.
"""

from symnorm import Theorem, both, by, define, eq, mean, total

from .notation import (
    TWO,
    C,
    D_b,
    D_d,
    D_g,
    a,
    abar,
    b,
    c,
    cbar,
    d,
    g,
    i,
    j,
    k,
    layer,
    sigma,
    x,
    y,
)

gradients = Theorem("adanorm/gradients", "What the derivatives of mean and variance do", where=layer,
    words={
        "Sec. 3.3 text 3":
            r"derivative of $\sigma$ with of LayerNorm-simple, we find that the derivative of $\sigma$ reduces "
            r"the variance of $\frac{\partial \ell}{\partial x}$",
    },
)

# --- Sec. 3.2: DetachNorm and no normalization ------------------------------------------------------------

scaled = gradients.claim("+DetachNorm divides the gradient by sigma", eq(a, g[i] / sigma))
gradients.counterexample(
    "Sec. 3.2 text 13",
    eq(a, g[i]),
    at={**TWO, i: 1},
    corrected=scaled,
    note="without normalization, the gradient is g: the gap shows a gradient divided by sigma as well",
)

# --- Sec. 3.3: re-centering -------------------------------------------------------------------------------

gradients.claim(
    "Sec. 3.3 text 2",
    both(eq(b, c - cbar), eq(d, a - abar)),
    also=["Sec. 1 text 9"],
    note="whether the standard deviation is detached or not",
    reads=r"\frac{\partial \ell}{\partial \mathbf{x}}",
)

# --- Sec. 3.3: "re-scaling" -------------------------------------------------------------------------------

projection = gradients.claim(
    "+the derivative of sigma takes the component along y away",
    eq(b, d - mean(y * g) / sigma * y[i]),
    note="mean(y g)/sigma is the mean of the y_i d_i",
)
is_multiple = eq(total(b * d, over=i) ** 2, total(b**2, over=i) * total(d**2, over=i))
bent = {**TWO, g: [0, 0, 1, 3]}
gradients.counterexample(
    "Sec. 3.3 text 4",
    is_multiple,
    at=bent,
    corrected=projection,
    note="a projection, not a re-scaling: b is no multiple of d (Cauchy-Schwarz would be an equation)",
)
gradients.counterexample(
    "Sec. 1 text 10",
    is_multiple,
    at=bent,
    corrected=projection,
    note="they project gradients: b is no multiple of d",
)
gradients.counterexample(
    "Abstract text 2",
    is_multiple,
    at=bent,
    corrected=projection,
    note="re-centering it is; but the re-centered gradient d is projected to b, not re-scaled",
)

variance = gradients.claim(
    "+how much the variance gets smaller", eq(D_b, D_d - (mean(y * g) / sigma) ** 2)
)
not_larger = gradients.claim("+it never gets larger", D_b <= D_d, by.sign((mean(y * g) / sigma) ** 2, variance))
gradients.counterexample(
    "Sec. 3.3 text 3",
    D_b < D_d,
    under=[D_g > 0],
    at=TWO,
    corrected=not_larger,
    note="it does not increase it; where g is orthogonal to y, it leaves it as it is",
    reads=r"\frac{\partial \ell}{\partial x}",
)
gradients.counterexample(
    "Sec. 3.3 text 8",
    eq(D_b, 1),
    at=TWO,
    corrected=variance,
    note="the mean of the gradient becomes 0, as that of y; its variance does not become 1, as that of y does",
)
gradients.counterexample(
    "Sec. 3.3 text 8",
    is_multiple,
    at=bent,
    corrected=projection,
    note="nor in the sense of Sec. 3.3 text 5: what is re-centered is then projected, not re-scaled",
)

# --- Sec. 1: AdaNorm's weights ----------------------------------------------------------------------------

weight = define("weight", C * (1 - k * y), r"\phi(y)")
gradients.claim(
    "Sec. 1 text 15",
    eq(weight[i] - weight[j], -C * k * ((x[i] - x[j]) / sigma)),
    note="by (9): channels have different weights exactly where their inputs differ, if C k is not 0",
)
