"""NumPy kernels of normalization layers: forward and vector-Jacobian product, printed from verified statements.

    from symnorm.kernels import layer_norm, layer_norm_vjp

    y = layer_norm(x, gain, bias, eps=1e-5)
    dx, dgain, dbias = layer_norm_vjp(g, x, gain, bias, eps=1e-5)

They work over the last axis of an array of any rank, and need NumPy alone. Each says in its docstring what it computes,
from which theorem it comes, and how accurate it is. `Plan` keeps memory and threads for hot loops.
"""

from .functions import *  # noqa: F403
from .functions import __all__ as __all__
