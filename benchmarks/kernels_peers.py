"""What `kernels.py` compares: each peer makes a callable from an operator and its arrays, ready in its own form.

A peer says whether it writes into arrays that are reused from call to call (`reuses`). Where it can be asked to, it is.
A peer that is not installed says so by `ImportError` when it is made.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from kernels_formulas import FORMULAS, PER_CHANNEL, VALUES, Library


class Case(NamedTuple):
    """One thing to measure: an operator, its direction, and arrays of rows to run it on."""

    operator: str
    direction: str  # "forward" or "vjp"
    x: np.ndarray
    g: np.ndarray
    threads: int

    @property
    def n(self) -> int:
        return self.x.shape[-1]

    @property
    def vjp(self) -> bool:
        return self.direction == "vjp"

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return (self.x, self.g) if self.vjp else (self.x,)

    @property
    def parameters(self) -> dict[str, Any]:
        """Name -> value: one for each channel, or a Python number."""
        names = FORMULAS[self.operator].parameters
        values = np.linspace(0.5, 1.5, self.n, dtype=self.x.dtype)
        return {name: values.copy() if name in PER_CHANNEL else VALUES[name] for name in names}

    @property
    def formula(self) -> Callable[..., Any]:
        formula = FORMULAS[self.operator]
        return formula.vjp if self.vjp else formula.forward


class Made(NamedTuple):
    """A callable that computes a case once, and whether what it writes is reused."""

    call: Callable[[], Any]
    reuses: bool


Peer = Callable[[Case], Made | None]
"""None: the peer has nothing for this case."""


def in_rows(case: Case, work: Callable[..., Any], *arrays: np.ndarray) -> Callable[[], Any]:
    """A call of work on all rows, halved among threads."""
    if case.threads == 1:
        return lambda: work(*arrays)
    pool = ThreadPoolExecutor(case.threads)
    parts = list(zip(*(np.array_split(a, case.threads) for a in arrays), strict=True))
    return lambda: list(pool.map(lambda part: work(*part), parts))


def copy() -> Peer:
    """The copy floor: np.copyto into a reused array."""
    return lambda case: Made(in_rows(case, np.copyto, np.zeros_like(case.x), case.x), True)


def add() -> Peer:
    """np.add into a reused array: two arrays read, one written, as by the vector-Jacobian products."""

    def make(case: Case) -> Made | None:
        work = lambda out, x, g: np.add(x, g, out=out)  # noqa: E731
        return Made(in_rows(case, work, np.zeros_like(case.x), case.x, case.g), True) if case.vjp else None

    return make


FUNCTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "dyt_simple": ("dyt", {}),
    "ada_norm": ("ada_norm", {"detach": True}),
    "ada_norm_attached": ("ada_norm", {"detach": False}),
    "detach_norm": ("detach_norm", {"detach": "both"}),
    "detach_mean": ("detach_norm", {"detach": "mean"}),
    "detach_variance": ("detach_norm", {"detach": "variance"}),
}
"""Operator -> (our function, what else its vector-Jacobian product is told), where that is not the operator's name."""


def ours(module: str, reuses: bool) -> Peer:
    """The kernels of a target: a plan that writes into a reused array, or plain calls that make new ones."""
    target = importlib.import_module(module)

    def make(case: Case) -> Made:
        name, particular = FUNCTIONS.get(case.operator, (case.operator, {}))
        parameters, out = case.parameters, np.zeros_like(case.x)
        if case.vjp:
            function, arrays, parameters = (
                getattr(target, f"{name}_vjp"),
                (case.g, case.x),
                parameters | particular,
            )
        else:
            function, arrays = getattr(target, name), (case.x,)
        if not reuses:
            return Made(lambda: function(*arrays, **parameters, threads=case.threads), False)
        plan = target.Plan(function, case.x.shape, case.x.dtype, threads=case.threads)
        return Made(lambda: plan(*arrays, **parameters, out=out), True)

    return make


def on_one_thread(peer: Peer) -> Peer:
    """The same where the process may use more; nothing where it may not."""
    return lambda case: peer(case._replace(threads=1)) if case.threads > 1 else None


NUMPY = Library(
    mean=lambda a: a.mean(axis=-1, keepdims=True),
    rows=lambda a: a.sum(axis=tuple(range(a.ndim - 1))),
    total=lambda a: a.sum(),
    sqrt=np.sqrt,
    tanh=np.tanh,
)


def numpy() -> Peer:
    """NumPy as people write it."""

    def make(case: Case) -> Made:
        p = case.parameters.values()
        return Made(lambda: case.formula(NUMPY, case.n, *case.arrays, *p), False)

    return make


def lambdify() -> Peer:
    """sympy.lambdify(cse=True) of the same formula; sums are functions that it is given."""
    import sympy

    names = ("mean", "rows", "total")
    symbolic = Library(*map(sympy.Function, names), sqrt=sympy.sqrt, tanh=sympy.tanh)
    given = {name: getattr(NUMPY, name) for name in names}

    def make(case: Case) -> Made:
        symbols = sympy.symbols(["x", "g"][: len(case.arrays)] + list(case.parameters), real=True)
        made = case.formula(symbolic, sympy.Integer(case.n), *symbols)
        f = sympy.lambdify(symbols, made, modules=[given, "numpy"], cse=True)
        p = case.parameters.values()
        return Made(lambda: f(*case.arrays, *p), False)

    return make


def _torch() -> tuple[Any, Library]:
    import torch

    return torch, Library(
        mean=lambda a: a.mean(dim=-1, keepdim=True),
        rows=lambda a: a.sum(dim=tuple(range(a.ndim - 1))),
        total=lambda a: a.sum(),
        sqrt=torch.sqrt,
        tanh=torch.tanh,
    )


def _tensors(torch: Any, case: Case) -> tuple[list[Any], dict[str, Any]]:
    torch.set_num_threads(case.threads)
    wrap = lambda a: torch.from_numpy(a) if isinstance(a, np.ndarray) else a  # noqa: E731
    return [wrap(a) for a in case.arrays], {k: wrap(v) for k, v in case.parameters.items()}


def torch_eager() -> Peer:
    """PyTorch's own functions, and autograd back through them; the formula where it has none."""
    torch, library = _torch()

    def builtin(case: Case) -> Callable[..., Any] | None:
        shape = (case.n,)
        if case.operator == "layer_norm":
            return lambda x, p: torch.nn.functional.layer_norm(x, shape, p["gain"], p["bias"], p["eps"])
        if case.operator == "rms_norm":
            return lambda x, p: torch.nn.functional.rms_norm(x, shape, p["gain"], p["eps"])
        simple = (
            {"layer_norm_simple"}
            if case.vjp
            else {"layer_norm_simple", "detach_norm", "detach_mean", "detach_variance"}
        )
        if case.operator in simple:
            return lambda x, p: torch.nn.functional.layer_norm(x, shape, None, None, p["eps"])
        return None

    def make(case: Case) -> Made:
        arrays, p = _tensors(torch, case)
        own = builtin(case)
        if own is None:
            with torch.no_grad():
                return Made(lambda: case.formula(library, case.n, *arrays, *p.values()), False)
        if not case.vjp:
            return Made(lambda: own(arrays[0], p), False)
        x, g = arrays
        wanted = [x.requires_grad_(), *(p[k].requires_grad_() for k in p if k in PER_CHANNEL)]
        y = own(x, p)  # the backward pass alone is measured; what it needs of the forward pass is kept
        return Made(lambda: torch.autograd.grad(y, wanted, g, retain_graph=True), False)

    return make


def torch_compile() -> Peer:
    """torch.compile of the formula, writing into a reused tensor."""
    torch, library = _torch()
    from torch._inductor import config

    config.cpp.dynamic_threads = True
    torch._dynamo.config.recompile_limit = 1000

    def make(case: Case) -> Made:
        arrays, p = _tensors(torch, case)
        out, formula, n = torch.zeros_like(arrays[0]), case.formula, case.n

        def into(out: Any, *a: Any) -> Any:
            made = formula(library, n, *a)
            if not isinstance(made, tuple):
                return out.copy_(made)
            return (out.copy_(made[0]), *made[1:])

        torch._dynamo.reset()
        f = torch.compile(into, dynamic=False)
        return Made(lambda: f(out, *arrays, *p.values()), True)

    return make


def jax_jit() -> Peer:
    """jax.jit of the formula. It has one thread for each core that the process may use."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    library = Library(
        mean=lambda a: a.mean(axis=-1, keepdims=True),
        rows=lambda a: a.sum(axis=tuple(range(a.ndim - 1))),
        total=lambda a: a.sum(),
        sqrt=jnp.sqrt,
        tanh=jnp.tanh,
    )

    def make(case: Case) -> Made:
        f = jax.jit(lambda *a: case.formula(library, case.n, *a))
        wrap = lambda a: jnp.asarray(a) if isinstance(a, np.ndarray) else a  # noqa: E731
        a = [wrap(v) for v in (*case.arrays, *case.parameters.values())]
        return Made(lambda: jax.block_until_ready(f(*a)), False)

    return make


def numba() -> Peer:
    """Written by hand for numba, into a reused array."""
    import kernels_numba
    import numba

    def make(case: Case) -> Made:
        numba.set_num_threads(case.threads)
        f = kernels_numba.FUNCTIONS[case.operator][case.vjp]
        p = tuple(v if isinstance(v, np.ndarray) else case.x.dtype.type(v) for v in case.parameters.values())
        out = np.zeros_like(case.x)
        if case.vjp:
            return Made(lambda: f(case.x, case.g, p, out, case.threads), True)
        return Made(lambda: f(case.x, p, out), True)

    return make
