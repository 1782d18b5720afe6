"""AdaNorm, in words: what the text says about gradients, re-centering and re-scaling.

Xu et al. 2019 (arXiv:1911.07013), Abstract, Sec. 1, 3.2 and 3.3; also Sec. 6.

With a, b, c, d of Theorem 1, b = c - cbar and d = a - abar: the derivative of the mean re-centers the
gradient, exactly. The derivative of the standard deviation takes the component along y away, which is a projection:
the variance gets smaller by mean(y g)^2/sigma^2, which may be zero. The paper calls that a kind of re-scaling, and
both together gradient normalization; what it says with these words holds in this sense. DetachNorm divides the
gradient by sigma, which no normalization would not do.
"""

from symnorm import Theorem, both, by, define, eq, mean

from .notation import (
    TWO,
    C,
    D_b,
    D_d,
    D_g,
    a,
    abar,
    b,
    bbar,
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

gradients.claim(
    "Sec. 3.2 text 13",
    eq(a, g[i] / sigma),
    note="the forward pass is that of layer normalization, and the gradient at x is that at y over sigma: the gap "
    "shows "
    "both. Without normalization there is no sigma",
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
    note="mean(y g)/sigma is the mean of the y_i d_i: a projection, and no multiple of d",
)
variance = gradients.claim(
    "+how much the variance gets smaller", eq(D_b, D_d - (mean(y * g) / sigma) ** 2)
)
not_larger = gradients.claim(
    "Sec. 3.3 text 4",
    D_b <= D_d,
    by.sign((mean(y * g) / sigma) ** 2, variance),
    also=["Sec. 1 text 10"],
    note="re-scaling is what the paper calls it that the variance does not get larger, and in that sense it holds. The "
    "gradient is not multiplied by a number: it loses its component along y",
)
gradients.counterexample(
    "Sec. 3.3 text 3",
    D_b < D_d,
    under=[D_g > 0],
    at=TWO,
    corrected=not_larger,
    kind="reading",
    note="as a strict inequality; where g is orthogonal to y, the variance stays as it is. Theorem 1 has <=",
    reads=r"\frac{\partial \ell}{\partial x}",
)
gradients.claim(
    "Sec. 3.3 text 8",
    both(eq(bbar, 0), D_b <= D_d),
    by.each(by.algebra(), by.sign((mean(y * g) / sigma) ** 2, variance)),
    also=["Abstract text 2"],
    note="by its definition: gradient normalization is re-centering and re-scaling in the sense of Sec. 3.3. The "
    "variance of the gradient does not become 1, as that of y does",
)

# --- Sec. 1: AdaNorm's weights ----------------------------------------------------------------------------

weight = define("weight", C * (1 - k * y), r"\phi(y)")
gradients.claim(
    "Sec. 1 text 15",
    eq(weight[i] - weight[j], -C * k * ((x[i] - x[j]) / sigma)),
    note="by (9): channels have different weights exactly where their inputs differ, if C k is not 0",
)
