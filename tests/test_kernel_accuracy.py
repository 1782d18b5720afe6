"""The kernels against exact values, on inputs where hand-written code fails.

The reference is `kernel_reference`: the papers' definitions in 100 digits. Row operators are measured in the
Euclidean norm of a row, the others element by element, in units in the last place.
"""

from __future__ import annotations

from typing import Any

import kernel_reference as reference
import numpy as np
import pytest
from kernel_reference import TYPES, gains, hard, stacked, unchanged

import symnorm.kernels as sk
from symnorm.kernels import workspace

ROW_BOUND = 2.5  # machine epsilons, normwise
EPS = float(np.finfo(np.float32).eps)
ULPS = 5


def column_bound(rows: int) -> float:
    """Machine epsilons, times the sum of the absolute values, for a sum over rows."""
    return 4 + rows**0.5


# --- row operators ----------------------------------------------------------------------------------------


def row_operators(dtype: str, channels: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Case -> (operator, parameters)."""
    given = gains(dtype, channels)
    return {
        "layer_norm": ("layer_norm", given),
        "layer_norm_simple": ("layer_norm_simple", {}),
        "rms_norm": ("rms_norm", {"gain": given["gain"]}),
        "ada_norm": ("ada_norm", {"c": 0.75, "kappa": 0.3, "detach": True}),
        "ada_norm, attached": ("ada_norm", {"c": 0.75, "kappa": 0.3, "detach": False}),
        **{f"detach_norm, {d}": ("detach_norm", {"detach": d}) for d in ("mean", "variance", "both")},
    }


ROW_CASES = list(row_operators("float64", 1))


def called_forward(operator: str, x: np.ndarray, parameters: dict[str, Any]) -> np.ndarray:
    given = {name: value for name, value in parameters.items() if name != "detach"}  # of no concern forward
    return unchanged(lambda x: getattr(sk, operator)(x, **given), x)


def called_vjp(
    operator: str, g: np.ndarray, x: np.ndarray, parameters: dict[str, Any]
) -> dict[str, np.ndarray]:
    """{"dx": ..., "dgain": ...}"""
    result = unchanged(lambda g, x: getattr(sk, f"{operator}_vjp")(g, x, **parameters), g, x)
    made = {"dx": result} if isinstance(result, np.ndarray) else result._asdict()
    return {name: value for name, value in made.items() if value is not None}


def sizes(operator: str, x: np.ndarray, parameters: dict[str, Any]) -> tuple[Any, Any]:
    """(sqrt(variance + eps) of each row, the normalized row), exact."""
    with reference.digits():
        x, eps = reference.exact(x), reference.exact(parameters["eps"])
        centred = x if operator == "rms_norm" else x - reference.mean(x)
        root = reference.EXACT.sqrt(reference.mean(centred**2) + eps)
        return root[:, 0], centred / root


def within(found: np.ndarray, true: Any, scale: Any, rows: dict[str, np.ndarray], least: float = 1.0) -> None:
    """Each row of `found` is within ROW_BOUND epsilons of `scale`, one for each row.

    Where that is less than a subnormal number can tell, within `least` of these for each channel.
    """
    limits = np.finfo(found.dtype)
    smallest = least * float(limits.smallest_subnormal) * found.shape[-1] ** 0.5
    for name, values, right, size in zip(rows, found, true, scale, strict=True):
        if size * 4 > float(limits.max):
            continue  # the result itself overflows
        assert np.isfinite(values).all(), name
        error = reference.norm(reference.difference(values, right))
        allowed = ROW_BOUND * float(limits.eps) * size + smallest
        assert error <= allowed, f"{name}: {float(error / (size or 1)) / limits.eps:.3g} epsilons"


@pytest.mark.parametrize(
    ("channels", "eps"), [(1, 1e-5), *((n, eps) for n in (2, 7, 65) for eps in (0.0, 1e-5))]
)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("case", ROW_CASES[:4])
def test_a_normalized_row_is_right(case: str, dtype: str, eps: float, channels: int) -> None:
    operator, parameters = row_operators(dtype, channels)[case]
    rows = hard(dtype, channels)
    x, parameters = stacked(rows), {**parameters, "eps": eps}
    true = reference.forward(operator, x, **({"detach": True} if operator == "ada_norm" else {}) | parameters)
    _, y = sizes(operator, x, parameters)
    with reference.digits():
        scale = reference.norm(true)
        if "bias" in parameters:  # it cancels
            scale = scale + reference.norm(reference.exact(parameters["gain"]) * y)
        if operator == "ada_norm":  # c y and c kappa y^2 do
            scale = scale + reference.norm(y)
    within(called_forward(operator, x, parameters), true, scale, rows)


def long_rows(channels: int, mean: float) -> np.ndarray:
    """Rows far from zero or not, some with an outlier, some of multiples of one number: halves are rounded to even."""
    random = np.random.default_rng(channels)
    x = random.normal(mean, 1, (12, channels))
    x[6:] = np.round(x[6:] * 2**10) / 2**10
    x[::3, 0] += 1e6
    return x.astype(np.float32)


@pytest.mark.parametrize("channels", [768, 4096, 4099])
@pytest.mark.parametrize("mean", [0.0, 0.9, 2.0, 3.0, 1e4])
@pytest.mark.parametrize("slant", [0.0, 100.0])
@pytest.mark.parametrize("operator", ["layer_norm_simple", "rms_norm", "mean", "variance"])
def test_long_rows_are_right(operator: str, slant: float, mean: float, channels: int) -> None:
    x = long_rows(channels, mean)
    g = np.random.default_rng(1).normal(slant, 1, x.shape).astype(np.float32)
    exact, incoming = x.astype(float), g.astype(float)  # double precision is exact beside single
    centred = exact if operator == "rms_norm" else exact - exact.mean(-1, keepdims=True)
    root = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    y = centred / root
    of_mean = 0.0 if operator in ("rms_norm", "mean") else incoming.mean(-1, keepdims=True)
    of_root = 0.0 if operator == "variance" else y * (y * incoming).mean(-1, keepdims=True)
    if operator in ("mean", "variance"):
        found = called_vjp("detach_norm", g, x, {"detach": operator, "eps": 1e-5})["dx"]
    else:
        found = called_vjp(operator, g, x, {"eps": 1e-5})["dx"]
        forward = called_forward(operator, x, {"eps": 1e-5})
        assert (np.linalg.norm(forward - y, axis=-1) <= ROW_BOUND * EPS * np.linalg.norm(y, axis=-1)).all()
    size = np.linalg.norm(incoming / root, axis=-1)
    error = np.linalg.norm(found - (incoming - of_mean - of_root) / root, axis=-1)
    assert (error <= ROW_BOUND * EPS * size).all(), f"{(error / size).max() / EPS:.3g} epsilons"


@pytest.mark.parametrize("channels", [2, 7])
@pytest.mark.parametrize("eps", [0.0, 1e-5])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("case", ROW_CASES)
def test_gradients_of_normalized_rows_are_right(case: str, dtype: str, eps: float, channels: int) -> None:
    operator, parameters = row_operators(dtype, channels)[case]
    rows = hard(dtype, channels)
    x, parameters = stacked(rows), {**parameters, "eps": eps}
    g = np.random.default_rng(2).standard_normal(x.shape).astype(dtype)
    found, true = called_vjp(operator, g, x, parameters), reference.vjp(operator, g, x, **parameters)
    root, y = sizes(operator, x, parameters)
    with reference.digits():
        exact_g = reference.exact(g)
        weight = reference.exact(parameters["gain"]) if "gain" in parameters else 1
        if operator == "ada_norm":
            weight = reference.exact(0.75) * (1 + reference.exact(0.3) * abs(y) * (2 - parameters["detach"]))
        incoming = reference.norm(exact_g * weight)
    within(found["dx"], true["dx"], incoming / root, rows)
    assert set(found) == set(true)
    for name in set(found) - {"dx"}:
        with reference.digits():
            size = (
                (reference.norm(y)[:, None] * abs(exact_g)).sum(0) if name == "dgain" else abs(exact_g).sum(0)
            )
            allowed = 4 * float(np.finfo(dtype).eps) * size
        assert (reference.difference(found[name], true[name]) <= allowed).all(), name


@pytest.mark.parametrize("value", [0.1, 1e6 + 0.3, 3e-40, 1e38, 0.0])
@pytest.mark.parametrize("channels", [1, 3, 1000])
@pytest.mark.parametrize("dtype", TYPES)
def test_a_constant_row(dtype: str, channels: int, value: float) -> None:
    x = np.full((3, channels), value, dtype)
    assert (sk.layer_norm_simple(x) == 0).all()
    assert (sk.layer_norm(x, np.ones(channels, dtype), np.full(channels, 0.5, dtype)) == 0.5).all()
    assert np.isnan(sk.layer_norm_simple(x, eps=0.0)).all()


# --- element by element -----------------------------------------------------------------------------------


def elementwise(name: str, dtype: str) -> tuple[np.ndarray, dict[str, Any]]:
    """(hard values, parameters)"""
    parameter = {"alpha": 0.75} if name in ("isru", "dyt_scaled", "dyt_scaled_rms") else {"beta": 1.7}
    return stacked(hard(dtype, 33)), parameter


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["eln", "dyisru", "isru"])
def test_algebraic_functions_are_right(name: str, dtype: str) -> None:
    x, parameters = elementwise(name, dtype)
    found = unchanged(getattr(sk, name), x, **parameters)
    assert reference.ulps(found, reference.forward(name, x, **parameters)).max() <= ULPS


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["eln", "dyisru", "isru"])
def test_gradients_of_algebraic_functions_are_right(name: str, dtype: str) -> None:
    x, parameters = elementwise(name, dtype)
    g = np.random.default_rng(3).standard_normal(x.shape).astype(dtype)
    found, true = called_vjp(name, g, x, parameters), reference.vjp(name, g, x, **parameters)
    assert reference.ulps(found["dx"], true["dx"]).max() <= ULPS
    for parameter in set(true) - {"dx"}:
        error = abs(float(found[parameter]) - float(true[parameter]))
        size = np.abs(g).sum() * x.shape[-1] ** 0.5  # no summand is larger than |g| sqrt(C)
        assert error <= 4 * np.finfo(dtype).eps * size, parameter


@pytest.mark.parametrize("beta", [1e-30, 1e-3, 1.0, 1e30])
@pytest.mark.parametrize("dtype", TYPES)
def test_eln_for_any_beta(dtype: str, beta: float) -> None:
    x = stacked(hard(dtype, 9))
    assert (
        reference.ulps(sk.eln(x, beta), reference.forward("eln", x, beta=np.dtype(dtype).type(beta))).max()
        <= ULPS
    )


@pytest.mark.parametrize("dtype", TYPES)
def test_the_general_eln_is_right(dtype: str) -> None:
    rows = hard(dtype, 7)
    x, betas = stacked(rows), np.linspace(0.5, 4, 7).astype(dtype)
    g = np.random.default_rng(4).standard_normal(x.shape).astype(dtype)
    true = reference.forward("eln_general", x, betas=betas)
    with reference.digits():
        scale = reference.norm(true)
        slope = reference.norm(reference.exact(g)) * float((6 / betas.min()) ** 0.5)
    within(
        unchanged(lambda x: sk.eln_general(x, betas), x), true, scale, rows, least=4
    )  # y is up to 3.5 (x - mu)
    found = called_vjp("eln_general", g, x, {"betas": betas})
    right = reference.vjp("eln_general", g, x, betas=betas)
    within(found["dx"], right["dx"], slope, rows)
    allowed = 4 * np.finfo(dtype).eps * np.abs(g).sum(0) * (6 / betas) ** 0.5
    assert (reference.difference(found["dbetas"], right["dbetas"]) <= allowed).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_dyt_is_what_tanh_of_numpy_gives(dtype: str) -> None:
    x = np.r_[stacked(hard(dtype, 33)).ravel(), np.linspace(-30, 30, 301, dtype=dtype)].reshape(-1, 2)
    theirs = np.tanh(np.dtype(dtype).type(0.75) * x)
    true = reference.forward("dyt_scaled", x, alpha=0.75)  # sqrt(C - 1) = 1
    best = reference.ulps(theirs, true).max()
    assert reference.ulps(unchanged(sk.dyt, x, alpha=0.75), true).max() <= best
    given = gains(dtype, 2)
    affine = reference.forward("dyt", x, alpha=0.75, **given)
    error = reference.difference(sk.dyt(x, 0.75, **given), affine)
    assert (error <= (best + 2) * np.finfo(dtype).eps * (given["gain"] + given["bias"])).all()
    for name, scale in (("dyt_scaled", 1.0), ("dyt_scaled_rms", 1.5)):
        found = getattr(sk, name)(x, 0.75)
        assert reference.ulps(found, reference.forward(name, x, alpha=0.75)).max() <= best * scale + 2


@pytest.mark.parametrize("by_cosh", [False, True])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["dyt", "dyt_scaled", "dyt_scaled_rms"])
def test_gradients_of_dyt_are_right_in_the_tails(
    name: str, dtype: str, by_cosh: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(workspace._COSH_IS_FAST, np.dtype(dtype), by_cosh)
    limits = np.finfo(dtype)
    last = -np.log(float(limits.smallest_subnormal)) / 2 / 0.75
    x = np.r_[np.linspace(-last - 2, last + 2, 801), 0, 1e-30, limits.max, -limits.max].astype(dtype)
    x = np.c_[x, x[::-1]]
    g = np.random.default_rng(5).uniform(1, 2, x.shape).astype(dtype)
    parameters = {"alpha": 0.75} | (gains(dtype, 2) if name == "dyt" else {})
    found, true = called_vjp(name, g, x, parameters), reference.vjp(name, g, x, **parameters)
    representable = abs(true["dx"]) >= float(limits.smallest_subnormal)
    assert (found["dx"][representable] != 0).all()
    assert np.isfinite(found["dx"]).all()
    with reference.digits():
        relative = (6 + 4 * abs(0.75 * x.clip(-last, last).astype(float))) * float(limits.eps)
        allowed = relative * abs(true["dx"]) + 2 * float(limits.smallest_subnormal)
        assert (reference.difference(found["dx"], true["dx"]) <= allowed).all()
        sizes = {
            "dalpha": np.abs(g * x.clip(-9, 9)).sum() * 2,
            "dgain": np.abs(g).sum(0),
            "dbias": np.abs(g).sum(0),
        }
        for parameter in set(true) - {"dx"}:
            error = reference.difference(found[parameter], true[parameter])
            assert np.all(error <= column_bound(len(x)) * float(limits.eps) * sizes[parameter]), parameter
