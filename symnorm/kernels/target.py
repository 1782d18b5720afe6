"""The public functions for another target: the same arguments, checks and docstrings, over other kernels.

A module for a target has functions on blocks of its own. What they take, how they scale, and the functions that
everybody calls, are those of `functions.py`:

    _on = Target(__name__)
    BETA_I = _on.kernel(functions.BETA_I, _beta_i, block_bytes=1 << 24)
    beta_i = _on.function(functions.beta_i)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any, TypeVar

from . import functions
from .workspace import Kernel

F = TypeVar("F", bound=Callable[..., Any])


class Target:
    """A module with kernels of its own. What else its public functions know is what those of `functions` know."""

    def __init__(self, module: str) -> None:
        self._names = {**vars(functions), "__name__": module}

    def kernel(self, like: Kernel, function: Callable[..., Any], scratch: int = 0, **needs: Any) -> Kernel:
        """The kernel of this target: its function on a block, and what that needs of the runtime."""
        found = replace(like, function=function, scratch=scratch, spares=[], **needs)
        self._names[like.name.upper()] = found
        return found

    def function(self, like: F) -> F:
        """A public function over the kernels of this target.

        Python keeps in the code of a function where it has found its names: each target has a copy, and is as fast.
        """
        assert isinstance(like, FunctionType)
        made: Any = FunctionType(like.__code__.replace(), self._names, like.__name__, like.__defaults__)
        made.__kwdefaults__, made.__annotations__ = like.__kwdefaults__, like.__annotations__
        made.__doc__ = like.__doc__
        return made  # type: ignore[no-any-return]
