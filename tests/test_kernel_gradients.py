"""The vector-Jacobian products against other people's: complex steps, automatic differentiation of PyTorch and of JAX.

All differentiate the definitions in `kernel_reference`, in float64, on ordinary inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import kernel_reference as reference
import numpy as np
import pytest
from kernel_reference import DEFINITIONS, ELEMENTWISE, LEARNED, PER_CHANNEL, Library, gains

import symnorm.kernels as sk

CHANNELS = 24
GIVEN = gains("float64", CHANNELS)
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "layer_norm": ("layer_norm", {**GIVEN, "eps": 1e-5}),
    "layer_norm_simple": ("layer_norm_simple", {"eps": 0.01}),
    "rms_norm": ("rms_norm", {"gain": GIVEN["gain"], "eps": 1e-5}),
    "dyt": ("dyt", {"alpha": 0.7, **GIVEN}),
    "dyt_scaled": ("dyt_scaled", {"alpha": 0.7}), "dyt_flat": ("dyt", {"alpha": 0.0, **GIVEN}),
    "dyt_scaled_rms": ("dyt_scaled_rms", {"alpha": -0.7}),
    "eln": ("eln", {"beta": 1.7}),
    "eln_general": ("eln_general", {"betas": GIVEN["gain"]}),
    "dyisru": ("dyisru", {"beta": 0.3}),
    "isru": ("isru", {"alpha": 0.7}),
    "ada_norm": ("ada_norm", {"c": 0.7, "kappa": 0.3, "detach": True, "eps": 1e-5}),
    "ada_norm, attached": ("ada_norm", {"c": 0.7, "kappa": 0.3, "detach": False, "eps": 1e-5}),
    "detach_norm, mean": ("detach_norm", {"detach": "mean", "eps": 1e-5}),
    "detach_norm, variance": ("detach_norm", {"detach": "variance", "eps": 1e-5}),
    "detach_norm, both": ("detach_norm", {"detach": "both", "eps": 1e-5}),
}
ROWS = np.random.default_rng(11).standard_normal((2, 5, CHANNELS))


def compared(case: str, gradients: Callable[..., dict[str, Any]]) -> None:
    """All gradients of the case are those that `gradients(definition, g, x, parameters)` finds."""
    operator, parameters = CASES[case]
    g, x = ROWS
    result = getattr(sk, f"{operator}_vjp")(g, x, **parameters)
    found = {"dx": result} if isinstance(result, np.ndarray) else result._asdict()
    right = gradients(operator, g, x, parameters)
    assert set(found) == {"dx", *(f"d{name}" for name in parameters if name in LEARNED)} == set(right)
    for name, value in right.items():
        value = np.asarray(value).astype(float)
        np.testing.assert_allclose(found[name], value, rtol=1e-11, atol=1e-11, err_msg=name)


def complex_step(operator: str, g: np.ndarray, x: np.ndarray, parameters: dict[str, Any]) -> dict[str, Any]:
    lib = Library(np.sqrt, np.tanh, np.real, math.sqrt)
    step = 1e-200j
    slope = lambda x, **given: g * DEFINITIONS[operator](lib, x, **parameters | given).imag / 1e-200  # noqa: E731
    dx = np.stack([slope(x + step * along).sum(-1) for along in np.eye(CHANNELS)], -1)
    made: dict[str, Any] = {"dx": dx}
    for name in (name for name in LEARNED if name in parameters):
        summands = slope(x, **{name: parameters[name] + step})
        made[f"d{name}"] = summands.sum(0) if name in PER_CHANNEL else summands.sum()
    return made


@pytest.mark.parametrize("case", CASES)
def test_complex_steps(case: str) -> None:
    compared(case, complex_step)


@pytest.mark.parametrize("case", CASES)
def test_the_reference_of_the_other_tests(case: str) -> None:
    compared(case, lambda operator, g, x, parameters: reference.vjp(operator, g, x, **parameters))


@pytest.mark.parametrize("case", CASES)
def test_automatic_differentiation_by_torch(case: str) -> None:
    torch = pytest.importorskip("torch")
    lib = Library(torch.sqrt, torch.tanh, torch.Tensor.detach, math.sqrt)

    def gradients(operator: str, g: Any, x: Any, parameters: dict[str, Any]) -> dict[str, Any]:
        wrap = lambda v: torch.tensor(v, dtype=torch.float64, requires_grad=True)  # noqa: E731
        leaves = {"x": wrap(x), **{k: wrap(parameters[k]) for k in LEARNED if k in parameters}}
        DEFINITIONS[operator](lib, **parameters | leaves).backward(torch.tensor(g))
        return {f"d{name}": leaf.grad.numpy() for name, leaf in leaves.items()}

    compared(case, gradients)


@pytest.mark.parametrize("case", CASES)
def test_automatic_differentiation_by_jax(case: str) -> None:
    jax = pytest.importorskip("jax")
    lib = Library(jax.numpy.sqrt, jax.numpy.tanh, jax.lax.stop_gradient, math.sqrt)

    def gradients(operator: str, g: Any, x: Any, parameters: dict[str, Any]) -> dict[str, Any]:
        leaves = {"x": x, **{k: parameters[k] for k in LEARNED if k in parameters}}
        with jax.enable_x64():
            leaves = {k: jax.numpy.asarray(v, dtype="float64") for k, v in leaves.items()}
            back = jax.vjp(lambda leaves: DEFINITIONS[operator](lib, **parameters | leaves), leaves)[1]
            (made,) = back(jax.numpy.asarray(g))
            return {f"d{name}": np.asarray(value) for name, value in made.items()}

    compared(case, gradients)


def test_elementwise_operators_have_no_cross_terms() -> None:
    """What the reference takes for granted about them, by complex steps of all channels one by one."""
    for name in ELEMENTWISE:
        g, x = ROWS
        parameters = CASES[name][1]
        np.testing.assert_allclose(
            complex_step(name, g, x, parameters)["dx"],
            reference.vjp(name, g, x, **parameters)["dx"].astype(float),
            rtol=1e-11,
        )


# --- diagnostics ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", reference.TYPES)
@pytest.mark.parametrize("channels", [2, 7, 65])
def test_beta_i(dtype: str, channels: int) -> None:
    rows = reference.hard(dtype, channels)
    small = {
        n: r
        for n, r in rows.items()
        if n not in ("near the largest", "the largest, one sign", "squares overflow")
    }
    small = {n: r for n, r in small.items() if float(abs(r).max()) < np.finfo(dtype).max ** 0.5 / channels}
    x = reference.stacked(small)
    with reference.digits():
        centred = reference.exact(x) - reference.mean(reference.exact(x))
        true = reference.beta_i(reference.exact(x))
        allowed = 4 * float(np.finfo(dtype).eps) * (centred**2).sum(-1, keepdims=True)
        assert (
            reference.difference(sk.beta_i(x), true) <= allowed + float(np.finfo(dtype).smallest_subnormal) * 4
        ).all()


@pytest.mark.parametrize("detach", ["none", "mean", "variance", "both"])
@pytest.mark.parametrize("eps", [0.0, 1e-5])
def test_the_variance_of_the_gradient(detach: str, eps: float) -> None:
    g, x = ROWS
    if detach == "none":
        dx = reference.vjp("layer_norm_simple", g, x, eps=eps)["dx"]
    else:
        dx = reference.vjp("detach_norm", g, x, detach=detach, eps=eps)["dx"]
    with reference.digits():
        true = reference.mean((dx - reference.mean(dx)) ** 2)[:, 0].astype(float)
    np.testing.assert_allclose(sk.gradient_variance(g, x, detach=detach, eps=eps), true, rtol=1e-13)
