"""The kernels at infinities and NaN, for any layout of memory, and what they refuse."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import kernel_reference as reference
import numpy as np
import pytest
from kernel_reference import TYPES, gains, hard, stacked, unchanged

import symnorm.kernels as sk

# --- infinities, NaN, neighbours --------------------------------------------------------------------------


def everything(dtype: str, channels: int) -> dict[str, tuple[Callable[..., Any], int, dict[str, Any]]]:
    """Name -> (function, number of arrays of rows, parameters), forward and back."""
    given = gains(dtype, channels)
    parameters: dict[str, dict[str, Any]] = {
        "layer_norm": given, "layer_norm_simple": {}, "rms_norm": {"gain": given["gain"]},
        "dyt": {"alpha": 0.75, **given}, "dyt_scaled": {"alpha": 0.75}, "dyt_scaled_rms": {"alpha": 0.75},
        "eln": {"beta": 1.7}, "dyisru": {"beta": 1.7}, "isru": {"alpha": 0.75},
        "eln_general": {"betas": given["gain"]}, "ada_norm": {}, "detach_norm": {},
    }  # fmt: skip
    forward = {name: (getattr(sk, name), 1, p) for name, p in parameters.items()}
    back = {f"{name}_vjp": (getattr(sk, f"{name}_vjp"), 2, p) for name, p in parameters.items()}
    return forward | back | {"beta_i": (sk.beta_i, 1, {}), "gradient_variance": (sk.gradient_variance, 2, {})}


EVERYTHING = list(everything("float64", 2))
ROWWISE = [n for n in EVERYTHING if n.removesuffix("_vjp") not in reference.ELEMENTWISE]


def first(result: Any) -> np.ndarray:
    """The result for the rows themselves."""
    return result if isinstance(result, np.ndarray) else result[0]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", EVERYTHING)
def test_a_bad_row_does_not_touch_its_neighbours(name: str, dtype: str, threads: int) -> None:
    call, count, parameters = everything(dtype, 40)[name]
    good = np.random.default_rng(6).standard_normal((2, 3000, 40)).astype(dtype)[:count]
    bad = good.copy()
    rows = np.arange(0, 3000, 7)
    bad[-1, rows] *= np.finfo(dtype).max / 8
    bad[-1, rows[::3], 5], bad[-1, rows[1::3], 6] = np.nan, -np.inf
    clean = np.setdiff1d(np.arange(3000), rows)
    right = first(call(*good, **parameters, threads=threads))
    found = first(unchanged(call, *bad, **parameters, threads=threads))
    np.testing.assert_array_equal(found[clean], right[clean])
    if name in ROWWISE:
        assert np.isnan(found[rows[::3]]).all()
        assert np.isnan(found[rows[1::3]]).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_limits_at_infinity(dtype: str) -> None:
    x = np.array([[np.inf, -np.inf, 0.0, np.nan, 1.0]], dtype)
    g = np.ones_like(x)
    for name, top in (
        ("eln", 2.0),
        ("dyisru", 5**0.5),
        ("isru", 0.75**-0.5),
        ("dyt", 1.0),
        ("dyt_scaled", 2.0),
    ):
        parameter = {"beta": 1.7} if name in ("eln", "dyisru") else {"alpha": 0.75}
        y = getattr(sk, name)(x, **parameter)[0]
        np.testing.assert_allclose(y[:3], [top, -top, 0], rtol=1e-6, err_msg=name)
        assert np.isnan(y[3])
        dx = first(getattr(sk, f"{name}_vjp")(g, x, **parameter))[0]
        assert (dx[:2] == 0).all()
        assert np.isnan(dx[3])


@pytest.mark.parametrize("name", EVERYTHING)
def test_no_warning_is_given(name: str) -> None:
    call, count, parameters = everything("float32", 7)[name]
    x = np.concatenate([stacked(hard("float32", 7)), np.full((1, 7), np.inf), np.full((1, 7), np.nan)]).astype(
        "float32"
    )
    before = np.geterr(), np.getbufsize()
    with np.errstate(all="raise"):
        call(*[x] * count, **parameters)
    assert (np.geterr(), np.getbufsize()) == before


# --- layouts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", EVERYTHING)
def test_a_row_alone_is_the_row_among_many(name: str, dtype: str) -> None:
    call, count, parameters = everything(dtype, 300)[name]
    arrays = np.random.default_rng(7).standard_normal((count, 2000, 300)).astype(dtype)
    many = first(call(*arrays, **parameters, threads=2))
    room = 50 * np.finfo(dtype).eps * np.abs(many).max()
    every_other, backwards = np.repeat(arrays[:, 990:999], 2, axis=-1)[..., ::2], arrays[:, 998:989:-1]
    np.testing.assert_allclose(first(call(*arrays[:, 997], **parameters)), many[997], rtol=0, atol=room)
    np.testing.assert_allclose(first(call(*every_other, **parameters)), many[990:999], rtol=0, atol=room)
    np.testing.assert_allclose(first(call(*backwards, **parameters)), many[998:989:-1], rtol=0, atol=room)
    cube = arrays.reshape(count, 20, 100, 300)
    shaped = first(call(*cube, **parameters))
    assert shaped.shape[:2] == (20, 100)
    np.testing.assert_allclose(shaped.reshape(many.shape), many, rtol=0, atol=room)
    across = np.asfortranarray(cube[:, :3, :4].T).T  # strides of another order
    np.testing.assert_allclose(first(call(*across, **parameters)), shaped[:3, :4], rtol=0, atol=room)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("shape", [(7,), (1, 7), (3, 5, 7), (0, 7), (2, 0, 7), (7, 0), (6000, 7), (3, 70000)])
@pytest.mark.parametrize("name", EVERYTHING)
def test_any_shape_and_into_a_given_array(name: str, shape: tuple[int, ...], threads: int) -> None:
    call, count, parameters = everything("float32", shape[-1])[name]
    if name == "gradient_variance" and not shape[-1]:
        return  # the variance of no channels
    arrays = np.random.default_rng(8).standard_normal((count, *shape)).astype("float32")
    new = first(call(*arrays, **parameters, threads=threads))
    assert new.shape == (shape[:-1] if name == "gradient_variance" else shape)
    if name != "gradient_variance":
        out = np.full(shape, np.nan, "float32")
        result = call(*arrays, **parameters, threads=threads, out=out)
        assert first(result) is out
        np.testing.assert_array_equal(out, new)
        wide = np.full((*shape, 2), np.nan, "float32")
        call(*arrays, **parameters, threads=threads, out=wide[..., 1])
        np.testing.assert_allclose(wide[..., 1], new, rtol=1e-5, atol=1e-5)
        assert np.isnan(wide[..., 0]).all()


@pytest.mark.parametrize("name", EVERYTHING)
def test_half_precision_is_computed_in_single(name: str) -> None:
    call, count, parameters = everything("float32", 40)[name]
    half = np.random.default_rng(9).standard_normal((count, 30, 40)).astype("float16")
    found = first(call(*half, **parameters))
    right = first(call(*half.astype("float32"), **parameters))
    assert found.dtype == np.float16
    np.testing.assert_array_equal(found, right.astype("float16"))


# --- what is refused --------------------------------------------------------------------------------------

BAD = np.zeros((3, 4), "float32")
REFUSED: dict[str, tuple[type[Exception], str, dict[str, Any]]] = {
    "integers": (TypeError, "x", {"x": np.zeros((3, 4), int)}),
    "complex numbers": (TypeError, "x", {"x": np.zeros((3, 4), complex)}),
    "objects": (TypeError, "x", {"x": np.zeros((3, 4), object)}),
    "nothing": (TypeError, "x has to be an array of numbers, not NoneType", {"x": None}),
    "a masked array": (TypeError, "x is a masked array", {"x": np.ma.masked_array(np.ones((3, 4), "float32"))}),
    "a masked out": (
        TypeError,
        "out is a masked array",
        {"out": np.ma.masked_array(np.ones((3, 4), "float32"))},
    ),
    "a number": (ValueError, "x", {"x": np.array(1.0, "float32")}),
    "out of another shape": (ValueError, "out", {"out": np.ones((3, 5), "float32")}),
    "out of another type": (TypeError, "out", {"out": np.ones((3, 4))}),
    "out is not an array": (TypeError, "out", {"out": [1.0]}),
    "no threads": (ValueError, "threads", {"threads": 0}),
    "half a thread": (TypeError, "threads", {"threads": 1.5}),
}
PARTICULAR: dict[str, dict[str, tuple[type[Exception], dict[str, Any]]]] = {
    "eps": {"negative": (ValueError, {"eps": -1e-5}), "NaN": (ValueError, {"eps": np.nan}),
            "text": (TypeError, {"eps": "a"})},
    "beta": {"zero": (ValueError, {"beta": 0.0}), "negative": (ValueError, {"beta": -1}),
             "infinite": (ValueError, {"beta": np.inf}), "an array": (TypeError, {"beta": np.ones(4)})},
    "betas": {"one is zero": (ValueError, {"betas": np.array([1, 0, 1, 1], "float32")}),
              "NaN": (ValueError, {"betas": np.array([1, np.nan, 1, 1], "float32")}),
              "five": (ValueError, {"betas": np.ones(5, "float32")})},
    "alpha": {"infinite": (ValueError, {"alpha": np.inf}), "text": (TypeError, {"alpha": "a"}),
              "masked": (TypeError, {"alpha": np.ma.masked}),
              "text in an array": (TypeError, {"alpha": np.array("a", object)})},
    "gain": {"five": (ValueError, {"gain": np.ones(5, "float32")}), "double": (TypeError, {"gain": np.ones(4)}),
             "integers": (TypeError, {"gain": np.ones(4, int)})},
    "bias": {"five": (ValueError, {"bias": np.ones(5, "float32")})},
    "kappa": {"NaN": (ValueError, {"kappa": np.nan})},
    "c": {"infinite": (ValueError, {"c": -np.inf})},
}  # fmt: skip


def refused(name: str, error: type[Exception], said: str, changes: dict[str, Any]) -> None:
    """The call raises one error that names the argument, and leaves `out` as it was."""
    call, count, parameters = everything("float32", 4)[name]
    random = np.random.default_rng(10)
    arrays = {key: random.standard_normal((3, 4)).astype("float32") for key in ("g", "x")[2 - count :]}
    out = np.full((3, 4), 7, "float32")
    given: dict[str, Any] = {
        **arrays,
        **parameters,
        **({} if name == "gradient_variance" else {"out": out}),
        **changes,
    }
    if "g" in given and "x" in changes:
        given["g"] = np.ones((3, 4), "float32") if given["x"] is None else np.asarray(given["x"])
    call(**arrays, **parameters)  # it leaves a workspace that fits
    with pytest.raises(error, match=rf"\b{said}\b") as raised:
        call(**given)
    assert type(raised.value) is error
    assert (out == 7).all()


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("name", EVERYTHING)
def test_bad_arrays_are_refused(name: str, what: str) -> None:
    refused(name, *REFUSED[what])


APPLICABLE = [
    (name, parameter, case)
    for name in EVERYTHING
    for parameter in inspect.signature(everything("float32", 4)[name][0]).parameters
    for case in PARTICULAR.get(parameter, ())
]


@pytest.mark.parametrize(("name", "parameter", "case"), APPLICABLE)
def test_bad_parameters_are_refused(name: str, parameter: str, case: str) -> None:
    error, changes = PARTICULAR[parameter][case]
    refused(name, error, parameter, changes)


def test_isru_needs_alpha_of_at_least_zero() -> None:
    refused("isru", ValueError, "alpha", {"alpha": -0.1})
    assert (sk.isru(BAD + 2, 0.0) == 2).all()


@pytest.mark.parametrize("name", [n for n in EVERYTHING if n.endswith("_vjp")])
def test_a_gradient_must_be_like_x(name: str) -> None:
    refused(name, ValueError, "g", {"g": np.ones((3, 5), "float32")})
    refused(name, TypeError, "g", {"g": np.ones((3, 4))})


@pytest.mark.parametrize("name", [n for n in EVERYTHING if n != "gradient_variance"])
def test_overlapping_memory_is_refused(name: str) -> None:
    call, count, parameters = everything("float32", 4)[name]
    memory = np.arange(40, dtype="float32")
    x, over, beside = memory[:12].reshape(3, 4), memory[8:20].reshape(3, 4), memory[12:24].reshape(3, 4)
    g = memory[26:38].reshape(3, 4)
    arrays = (g, x)[2 - count :]
    call(*arrays, **parameters)  # it leaves a workspace that fits
    for out in (x, over, *([g] if count == 2 else [])):
        before = memory.copy()
        with pytest.raises(ValueError, match=r"\bout\b"):
            call(*arrays, **parameters, out=out)
        np.testing.assert_array_equal(memory, before)
    result = first(call(*arrays, **parameters))
    np.testing.assert_array_equal(first(call(*arrays, **parameters, out=beside)), result)
    fixed = np.zeros((3, 4), "float32")
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match=r"\bout\b"):
        call(*arrays, **parameters, out=fixed)


@pytest.mark.parametrize("name", [n for n in EVERYTHING if n != "gradient_variance"])
def test_an_array_may_not_be_written_that_an_input_is_a_view_of(name: str) -> None:
    call, count, parameters = everything("float32", 4)[name]
    arrays = [np.arange(12, dtype="float32").reshape(3, 4).copy() for _ in range(count)]
    call(*arrays, **parameters)  # it leaves a workspace that fits
    for n, out in enumerate(arrays):
        before = out.copy()
        with pytest.raises(ValueError, match=r"\bout\b"):
            call(*(a[:] if k == n else a for k, a in enumerate(arrays)), **parameters, out=out)
        np.testing.assert_array_equal(out, before)


@pytest.mark.parametrize("name", ["detach_norm_vjp", "ada_norm_vjp", "gradient_variance"])
def test_what_can_be_detached(name: str) -> None:
    with pytest.raises((TypeError, ValueError), match=r"\bdetach\b"):
        getattr(sk, name)(BAD, BAD, detach="all")


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("name", ["layer_norm_vjp", "dyt_vjp", "eln_vjp"])
def test_more_threads_than_rows(name: str, threads: int) -> None:
    call, _, parameters = everything("float32", 600_000)[name]
    g, x = np.random.default_rng(3).standard_normal((2, 1, 600_000)).astype("float32")
    alone, together = call(g, x, **parameters), call(g, x, **parameters, threads=threads)
    np.testing.assert_array_equal(first(alone), first(together))


def test_rows_without_channels_have_no_variance() -> None:
    out = np.full(3, 7.25)
    assert np.isnan(sk.gradient_variance(np.empty((3, 0)), np.empty((3, 0)), out=out)).all()
    assert np.isnan(out).all()
    assert sk.layer_norm(np.empty((3, 0))).shape == (3, 0)


@pytest.mark.parametrize(
    "number", [np.complex64(1e-5 + 1j), np.True_, np.array(True), np.array("1.5"), np.array(b"1"), "1", None]
)
def test_a_parameter_is_a_real_number(number: object) -> None:
    with pytest.raises(TypeError, match=r"\beps\b"):
        sk.layer_norm(np.ones((2, 3)), eps=number)


def test_a_matrix_is_no_place_for_a_result() -> None:
    out = np.zeros((2, 3)).view(np.matrix)
    with pytest.raises(TypeError, match="matrix"):
        sk.layer_norm(np.ones((2, 3)), out=out)
    assert (out == 0).all()


@pytest.mark.parametrize("gain", [2.0**34, 1e11, 2.0**40])
def test_a_large_gain_beside_a_saturated_element(gain: float) -> None:
    x = np.array([[0.5, 1], [0.5, 50]], "float32")
    g = np.full((2, 2), 1e-20, "float32")
    found = sk.dyt_vjp(g, x, 1.0, np.array([gain, 1], "float32"))
    true = 1e-20 * gain / np.cosh(0.5) ** 2
    np.testing.assert_allclose(found.dx[:, 0], true, rtol=1e-5)
    np.testing.assert_allclose(found.dalpha, true, rtol=1e-5)  # the sum over two rows of x = 1/2


@pytest.mark.parametrize(("dtype", "beta"), [("float32", 1e-31), ("float32", 1e-37), ("float64", 1e-220)])
@pytest.mark.parametrize("name", ["eln_vjp", "dyisru_vjp"])
def test_the_gradient_of_a_tiny_beta(name: str, dtype: str, beta: float) -> None:
    x, g = np.array([[1, -2], [3, 0.5]], dtype), np.ones((2, 2), dtype)
    scale = 1.0 if name == "eln_vjp" else np.sqrt(2)
    true = -scale / 2 * float((np.sign(x) / x.astype(float) ** 2).sum())  # where beta is nothing beside x^2
    np.testing.assert_allclose(getattr(sk, name)(g, x, beta).dbeta, true, rtol=1e-5)


@pytest.mark.parametrize(
    ("dtype", "x", "alpha"),
    [
        ("float64", [1.0, 0.5], 1e140), ("float64", [1e-3, 1.0], 1e150), ("float64", [1e-200, 1.0], 1e250),
        ("float64", [1e50, 2.0], 1e130), ("float32", [1.0, 1e4], 1e30),
    ],
)  # fmt: skip
def test_isru_where_alpha_is_large(dtype: str, x: list[float], alpha: float) -> None:
    given = np.array(x, dtype)
    true = [v / math.hypot(1.0, math.sqrt(alpha) * v) for v in given.tolist()]
    np.testing.assert_allclose(sk.isru(given, alpha), true, rtol=2e-6 if dtype == "float32" else 2e-15)
    if dtype == "float32":
        found = sk.isru_vjp(np.ones(1, dtype), np.ones(1, dtype), alpha)
        np.testing.assert_allclose(found.dx, 1 / math.hypot(1.0, math.sqrt(alpha)) ** 3, rtol=1e-5, atol=1e-45)
