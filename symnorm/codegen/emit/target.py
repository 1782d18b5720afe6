"""What kernels are printed for: the head of a module, and how a kernel is written. Another target is one more here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources

from .. import numba
from ..claims.claim import Cited
from ..numba import block as numba_block
from ..numpy import block as numpy_block
from ..operators.kernel import KernelSource
from ..operators.table import CENTRED_PRODUCT, ROOT, TANH
from ..torch import block as torch_block
from . import layers, modules
from .face import FUNCTIONS, Function, tuple_name
from .public import printed

TUPLES = [name for f in FUNCTIONS if (name := tuple_name(f))]

PUBLIC = ("Plan", *(f.name for f in FUNCTIONS), *TUPLES)
"""The names of the public functions, of their tuples and of Plan."""


@dataclass(frozen=True)
class Target:
    """What kernels are printed for: the head of the module, and of each kernel its function on a block of rows.

    `needs` is what that function needs of the runtime: fields of its record; `cites`, the claims that it uses besides
    those of its kernel. A target that `prints` some kernels alone has functions for these, which are `public` and
    `exported`. In symnorm.kernels only the NumPy target prints the public functions; the head of another one, `within`
    it, takes them from there. A file that stands alone has `more`, in which the names `defined` are; what describes
    a kernel has a `prefix` beside these.
    """

    header: str
    source: Callable[[KernelSource], str]
    needs: Callable[[KernelSource], dict[str, object]]
    cites: tuple[Cited, ...] = ()
    within: str = ""
    prints: Callable[[KernelSource], bool] = lambda kernel: True
    public: Callable[[Function, dict[str, KernelSource]], Iterator[str]] = printed
    exported: tuple[str, ...] = PUBLIC
    more: str = ""
    defined: tuple[str, ...] = ()
    package: str = "kernels"
    prefix: str = ""


STATED = "{stated}"
"""In the head of a module: where its hashes are."""

NUMPY_HEAD = f'''"""NumPy kernels of normalization layers, printed from verified statements. Not to be edited.

Each function on a block of rows is the right side of a theorem, line by line. `symnorm kernels emit` writes this file,
`symnorm kernels check` compares it with what is verified.
{STATED}
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .arguments import Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace
'''

NUMBA_HEAD = f'''"""Kernels of normalization layers for numba, printed by `symnorm kernels emit --target numba`.

Not to be edited. They are those of `symnorm.kernels`, in fused loops that are compiled at the first call, with the same
functions, and at least as accurate. `symnorm kernels check` compares them with what is verified.
{STATED}
"""

# fmt: off
# mypy: disable-error-code="untyped-decorator, no-untyped-call, call-arg, call-overload, attr-defined"
from __future__ import annotations

import math
import platform
from typing import Any%s

try:
    import numba
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("these kernels need numba: pip install 'symnorm[numba]'", name="numba") from error
import numpy as np

%s

'''

NUMBA_ALONE = '''\
from .arguments import FLOAT32, Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace'''

NUMBA_WITHIN = f'''\
from . import functions
from .arguments import FLOAT32, Array
{"".join(f"from .functions import {name} as {name}{chr(10)}" for name in sorted(TUPLES))}\
from .functions import __all__ as __all__
from .runtime import Plan as Plan
from .target import Target
from .workspace import Workspace'''

PRELUDE = (
    resources.files(numba).joinpath("prelude.py").read_text("utf-8").partition("import numpy as np\n")[2].strip()
)

NUMPY = Target(NUMPY_HEAD, numpy_block.source, numpy_block.needs)

NUMBA = Target(
    NUMBA_HEAD % (", NamedTuple", NUMBA_ALONE) + PRELUDE, numba_block.source, numba_block.needs,
    (CENTRED_PRODUCT, *TANH, *ROOT), within=NUMBA_HEAD % ("", NUMBA_WITHIN) + PRELUDE,
)  # fmt: skip

TORCH_HEAD = f'''"""Normalization layers for PyTorch, printed from verified statements. Not to be edited.

Each function on rows is the right side of a theorem; the gradients, which autograd is told, are those of others.
`symnorm kernels emit --target torch` writes this file, `symnorm kernels check` compares it with what is verified.
{STATED}
"""

# fmt: off
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .runtime import (
    Back,
    Kernel,
    Law,
    Operator,
    as_channel,
    as_number,
    as_rows,
    centred,
    columns,
    computed,
    deviation,
    gradients,
    half_sech,
    or_one,
    total,
    variance,
    whole,
)
'''

TORCH = Target(
    TORCH_HEAD, torch_block.source, torch_block.needs, prints=torch_block.is_layer, public=layers.printed,
    exported=layers.exported(FUNCTIONS), more=modules.SOURCE, defined=modules.NAMES,
    package="torch", prefix=layers.PREFIX,
)  # fmt: skip

TARGETS = {"numpy": NUMPY, "numba": NUMBA, "torch": TORCH}
