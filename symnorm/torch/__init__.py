"""Normalization layers for PyTorch: modules for torch.nn, and functions, printed from verified theorems.

    from symnorm.torch import LayerNorm
    model.norm = LayerNorm(768)            # in the place of torch.nn.LayerNorm(768), with its state dict

`functions` says of each layer what it computes, how accurately, and from which theorems.
"""

try:
    import torch as _torch  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("these layers need PyTorch: pip install 'symnorm[torch]'", name="torch") from error

from .functions import *  # noqa: F403
from .functions import __all__ as _functions
from .modules import *  # noqa: F403
from .modules import __all__ as _modules

__all__ = [*_functions, *_modules]
