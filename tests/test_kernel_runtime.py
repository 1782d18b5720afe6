"""Blocks, threads and plans change nothing but the time; extreme parameters and bfloat16 take the careful path."""

from __future__ import annotations

import inspect
import os
import signal
import threading
import typing
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symnorm import kernels
from symnorm.kernels import functions, runtime, target, workspace

CALLS: dict[str, tuple[Any, ...]] = {
    "layer_norm_vjp": ("gain", "gain"), "rms_norm_vjp": ("gain",), "dyt_vjp": (0.7, "gain", "gain"), "eln_vjp": (1.3,),
    "eln_general_vjp": ("gain",), "isru_vjp": (0.4,), "ada_norm_vjp": (), "detach_norm_vjp": (),
    "gradient_variance": (),
}  # fmt: skip


def arguments(name: str, shape: tuple[int, ...], dtype: str = "float32") -> list[Any]:
    """Arguments of a function: g, x, and its parameters."""
    random = np.random.default_rng(5)
    g, x = (random.standard_normal(shape).astype(dtype) for _ in range(2))
    gain = random.uniform(0.5, 2, shape[-1]).astype(dtype)
    return [g, x, *(gain if p == "gain" else p for p in CALLS[name])]


def parts(result: Any) -> list[np.ndarray]:
    return [np.asarray(p) for p in (result if isinstance(result, tuple) else (result,)) if p is not None]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("name", CALLS)
def test_blocks_and_threads_are_of_no_consequence(
    name: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = arguments(name, (53, 96))
    at_once = parts(getattr(kernels, name)(*given))
    for constant, value in (
        ("SMALL_BYTES", 0),
        ("BYTES_PER_THREAD", 1),
        ("BLOCK_BYTES", 3000),
        ("THREADED_BLOCK_BYTES", 900),
    ):
        monkeypatch.setattr(runtime, constant, value)
    in_blocks = parts(getattr(kernels, name)(*given, threads=threads))
    assert len(at_once) == len(in_blocks)
    for one, other in zip(at_once, in_blocks, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5 * np.abs(one).max())


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", CALLS)
def test_a_plan_gives_the_same_bits_every_time(name: str, threads: int) -> None:
    given = arguments(name, (700, 1024))
    function = getattr(kernels, name)
    right = parts(function(*given, threads=threads))
    with kernels.Plan(function, given[1].shape, "float32", threads=threads) as plan:
        out = np.full_like(right[0], np.nan)
        for _ in range(3):
            found = parts(plan(*given, out=out))
            assert found[0] is out or np.shares_memory(found[0], out)
            for one, other in zip(right, found, strict=True):
                np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", CALLS)
def test_what_a_call_returned_is_not_touched_by_the_next(name: str) -> None:
    given = arguments(name, (5, 96))
    function = getattr(kernels, name)
    found = parts(function(*given))
    before = [part.copy() for part in found]
    function(given[0] + 1, given[1] * 2, *given[2:])
    for part, copied in zip(found, before, strict=True):
        np.testing.assert_array_equal(part, copied)


def test_a_call_within_a_call_has_a_workspace_of_its_own() -> None:
    """As one of a finalizer would be, which Python may run at any time."""
    used = []
    g, x, beta = arguments("eln_vjp", (3, 8))

    def function(work: workspace.Workspace, *given: Any) -> tuple[Any, ...]:
        used.append(work)
        if len(used) == 2:
            runtime.run(kernel, (g, x), (), (beta,), None, 1)
        return functions._eln_vjp(work, *given)

    kernel = replace(functions.ELN_VJP, function=function, spares=[])
    for _ in range(2):
        runtime.run(kernel, (g, x), (), (beta,), None, 1)
    first, outer, inner = used
    assert outer is first
    assert inner is not outer


def test_calls_on_several_threads_do_not_share_memory() -> None:
    random = np.random.default_rng(3)
    pairs = random.standard_normal((64, 2, 20, 96)).astype("float32")
    right = [kernels.layer_norm_vjp(g, x).dx for g, x in pairs]
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(lambda pair: kernels.layer_norm_vjp(*pair).dx, pairs)]
    np.testing.assert_array_equal(found, right)


def test_a_plan_for_several_kernels() -> None:
    g, x = arguments("detach_norm_vjp", (3, 8))
    with kernels.Plan(kernels.detach_norm_vjp, x.shape, x.dtype) as plan:
        for detach in ("both", "mean", "variance", "both"):
            np.testing.assert_array_equal(
                plan(g, x, detach=detach), kernels.detach_norm_vjp(g, x, detach=detach)
            )


def test_a_plan_ends_its_threads() -> None:
    given = arguments("eln_vjp", (600, 1024))
    before = threading.active_count()
    plan = kernels.Plan(kernels.eln_vjp, given[1].shape, given[1].dtype, threads=3)
    plan(*given)
    assert threading.active_count() > before
    plan.close()
    assert threading.active_count() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_a_plan_that_was_used_works_on_in_a_forked_process() -> None:
    given = arguments("layer_norm_vjp", (600, 1024))
    with kernels.Plan(kernels.layer_norm_vjp, given[1].shape, given[1].dtype, threads=2) as plan:
        right = plan(*given)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of a fork where there are threads
            child = os.fork()
        if not child:
            signal.alarm(60)
            found = plan(*given)
            same = all(np.array_equal(a, b) for a, b in zip(right, found, strict=True))
            plan.close()
            os._exit(0 if same else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        np.testing.assert_array_equal(plan(*given).dx, right.dx)


def test_a_plan_is_for_one_function_shape_and_dtype() -> None:
    x = np.ones((4, 6), np.float32)
    plan = kernels.Plan(kernels.rms_norm, x.shape, x.dtype)
    with pytest.raises(ValueError, match=r"the plan is for shape \(4, 6\), not \(4, 5\)"):
        plan(x[:, :5])
    with pytest.raises(TypeError, match="the plan is for dtype float32, not float64"):
        plan(x.astype(float))
    for wrong in (np.tanh, kernels.Plan, kernels.ElnGradients, "rms_norm", None):
        with pytest.raises(TypeError, match=r"a plan is made for a function of symnorm\.kernels"):
            kernels.Plan(wrong, x.shape, x.dtype)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="dtype int64: kernels take"):
        kernels.Plan(kernels.eln, x.shape, np.int64)
    with pytest.raises(ValueError, match="threads is 0"):
        kernels.Plan(kernels.eln, x.shape, x.dtype, threads=0)
    with pytest.raises(TypeError, match=r"shape has to be whole numbers, as x.shape, not \(2, 3.5\)"):
        kernels.Plan(kernels.eln, (2, 3.5), x.dtype)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="dtype has to be that of x"):
        kernels.Plan(kernels.eln, x.shape, None)


def test_an_error_in_a_call_writes_nothing_and_leaves_the_plan_usable() -> None:
    x, out = np.ones((4, 6)), np.zeros((4, 6))
    with kernels.Plan(kernels.eln, x.shape, x.dtype) as plan:
        with pytest.raises(ValueError, match="beta is -1"):
            plan(x, -1.0, out=out)
        assert not out.any()
        assert plan(x, 1.0, out=out) is out
        assert out.all()


@pytest.mark.parametrize("beta", [1e-44, 1e-30, 1e30, 3e38])
def test_extreme_parameters_are_right_in_single_precision(beta: float) -> None:
    x = np.array([[-3e38, -1e-22, 0.0, 1e-44, 1.0, 2e19]], np.float32)
    y = kernels.eln(x, beta)
    for value, found in zip(x[0], y[0], strict=True):
        square = 5 * Fraction(float(value)) ** 2 / (Fraction(beta) + Fraction(float(value)) ** 2)
        true = float(np.sqrt(float(square))) * np.sign(value)
        assert abs(float(found) - true) <= 5 * float(np.spacing(np.float32(abs(true)))), (value, found, true)


def test_an_eps_that_single_precision_does_not_hold() -> None:
    x = np.random.default_rng(1).standard_normal((3, 8)).astype(np.float32)
    np.testing.assert_allclose(
        kernels.layer_norm(x, eps=1e60) * 1e30, kernels.layer_norm(x.astype(float), eps=1e60) * 1e30, rtol=1e-5
    )
    np.testing.assert_array_equal(kernels.layer_norm(x, eps=1e-60), kernels.layer_norm(x, eps=0.0))


def test_byte_order_is_of_no_consequence() -> None:
    x = np.random.default_rng(1).standard_normal((3, 8))
    np.testing.assert_array_equal(kernels.layer_norm(x.astype(">f8")), kernels.layer_norm(x))


def test_bfloat16_is_computed_in_single_precision() -> None:
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    x = np.random.default_rng(1).standard_normal((3, 8)).astype(bfloat16)
    found = kernels.layer_norm(x)
    assert found.dtype == bfloat16
    np.testing.assert_array_equal(found, kernels.layer_norm(x.astype(np.float32)).astype(bfloat16))


def test_a_bad_row_of_half_precision_leaves_the_others_as_they_are() -> None:
    random = np.random.default_rng(1)
    g, x = random.standard_normal((2, 4, 8)).astype(np.float16)
    gain = random.uniform(0.5, 2, 8).astype(np.float32)
    right = kernels.layer_norm_vjp(g[1:], x[1:], gain)
    x[0, 3] = np.inf
    found = kernels.layer_norm_vjp(g, x, gain)
    np.testing.assert_array_equal(found.dx[1:], right.dx)
    assert np.isnan(found.dx[0]).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_nearly_constant_rows_are_centred_at_their_first_value(dtype: str) -> None:
    """Their deviation, some units in the last place, is less than the error of a mean."""
    ulp = 2.0**17 * float(np.finfo(dtype).eps)
    steps = np.random.default_rng(3).integers(-4, 5, (5, 512))
    x = (2.0**17 * 1.1 + steps * ulp).astype(dtype)
    x[2], x[3] = 0.1, np.arange(512) - 100
    work = workspace.Workspace(workspace.Kernel("centred", lambda: None, ("x",)), 5, 512, x.dtype)
    left, variance = work.centred(x, np.empty_like(x))
    exact = [[Fraction(float(v)) for v in row] for row in x]
    for row, found, var in zip(exact, left, variance, strict=True):
        mean = sum(row) / 512
        true = np.array([float(v - mean) for v in row])
        error = np.linalg.norm(found.astype(float) - true)
        assert error <= np.finfo(dtype).eps * np.linalg.norm(true)
        np.testing.assert_allclose(float(var), (true**2).mean(), rtol=4 * np.finfo(dtype).eps)
    assert not work.flagged


@pytest.mark.parametrize("offset", [0.0, 0.2, 0.3, 3.0, 1e4, -1e7])
@pytest.mark.parametrize("channels", [3, workspace.SOME, 5 * workspace.SOME])
def test_a_deviation_or_a_variance_alone_is_as_right_as_both(channels: int, offset: float) -> None:
    """Whether the first channels vary or not, and wherever the other rows are."""
    x = np.random.default_rng(4).standard_normal((3, channels))
    x[1, : workspace.SOME] *= 1e-3
    x = (x + offset).astype(np.float32)
    x[2] -= np.float32(offset)
    work = workspace.Workspace(workspace.Kernel("centred", lambda: None, ("x",)), 3, channels, x.dtype)
    eps, exact = np.finfo(np.float32).eps, x.astype(np.float64)
    true = exact - exact.mean(1, keepdims=True)
    found, variance = work.deviation(x, np.empty_like(x)), work.variance(x, np.empty_like(x))
    assert (np.linalg.norm(found - true, axis=1) <= 1.5 * eps * np.linalg.norm(true, axis=1)).all()
    np.testing.assert_allclose(variance, (true**2).mean(1), rtol=3 * eps)


def test_a_mean_far_from_zero_is_taken_out_in_two_steps() -> None:
    """The pilot alone would leave an error of the size of the deviation."""
    x = np.arange(1e6, 1e6 + 64, dtype=np.float32)[None, :]
    kernel = workspace.Kernel("centred", lambda: None, ("x",))
    work = workspace.Workspace(kernel, 1, 64, x.dtype)
    left, variance = work.centred(x, np.empty_like(x))
    np.testing.assert_array_equal(left[0], np.arange(64) - 31.5)
    assert float(variance[0]) == (64**2 - 1) / 12
    assert not work.flagged


@pytest.mark.parametrize("channels", [1, 5, 64, 131, 1000, 256, 515])
def test_sums_are_the_same_where_several_threads_compute(channels: int) -> None:
    f, h = np.random.default_rng(2).integers(-9, 9, (2, 3, channels)).astype(np.float32)
    weights = np.array([1, -2, 3], np.float32)
    for shared in (False, True):
        work = workspace.Workspace(workspace.Kernel("sums", lambda: None, ("x",)), 3, channels, f.dtype)
        work.shared = shared
        np.testing.assert_array_equal(work.total(f), f.astype(int).sum(1))
        np.testing.assert_array_equal(work.dot(f, h), (f * h).astype(int).sum(1))
        np.testing.assert_array_equal(work.dot(f, h[0]), (f * h[0]).astype(int).sum(1))
        np.testing.assert_array_equal(work.columns(None, f), f.astype(int).sum(0))
        np.testing.assert_array_equal(work.columns(weights, f), (weights[:, None] * f).astype(int).sum(0))


def test_a_sum_that_overflows_is_noticed() -> None:
    x = np.full((2, 64), 1e38, np.float32)
    work = workspace.Workspace(workspace.Kernel("sums", lambda: None, ("x",)), 2, 64, x.dtype)
    with np.errstate(all="ignore"):
        assert np.isinf(work.total(x)).all()
    assert work.flagged


def test_numbers_of_many_rows_are_summed_without_their_rounding_errors_piling_up() -> None:
    """Of one sign, they pile up to hundreds of units in the last place where one number after the other is added."""
    work = workspace.Workspace(workspace.Kernel("sums", lambda: None, ("x",)), 1, 1, np.dtype(np.float64))
    rows = np.full(4096, 0.1)
    assert work.whole(rows) == pytest.approx(4096 * 0.1, rel=4 * np.finfo(float).eps, abs=0)
    assert work.whole(rows[:3]) == pytest.approx(0.3)
    assert type(work.whole(rows)) is type(work.whole(rows[:3])) is float


@pytest.mark.parametrize("rows", [1, workspace.FEW, workspace.FEW + 1, 200])
def test_means_are_within_a_share_of_squares_or_are_not(rows: int) -> None:
    means, squares = np.full(rows, 2.0, np.float32), np.full(rows, 8.0, np.float32)
    assert workspace._all_within(means, squares, 0.6)
    assert not workspace._all_within(means, squares, 0.5)
    for wrong in (1.0, np.inf, np.nan):
        squares[-1] = wrong
        assert not workspace._all_within(means, squares, 0.6)
    tiny = np.full(rows, 1e-30, np.float32)
    assert not workspace._all_within(tiny, tiny * tiny, 4.0)  # both underflow


# --- another target ---------------------------------------------------------------------------------------


def doubled(work: workspace.Workspace, x: Any, C: int, beta: float, out: Any) -> tuple[Any, ...]:
    """A function on a block that no kernel of the package has."""
    np.multiply(x, 2 * beta, out=out)
    return ()


def test_the_functions_of_another_target_run_its_kernels_and_no_others() -> None:
    on = target.Target("elsewhere")
    x = np.arange(12.0).reshape(3, 4)
    before = functions.eln(x, 1.5)
    own = on.kernel(functions.ELN, doubled, block_bytes=4096)
    eln, dyt = on.function(functions.eln), on.function(functions.dyt)
    np.testing.assert_array_equal(eln(x, 1.5), 3 * x)
    np.testing.assert_array_equal(dyt(x, 0.5), functions.dyt(x, 0.5))  # it has no kernel of its own for that
    np.testing.assert_array_equal(functions.eln(x, 1.5), before)
    assert own.spares is not functions.ELN.spares
    assert replace(own, function=functions.ELN.function, scratch=functions.ELN.scratch, block_bytes=0) == functions.ELN
    with pytest.raises(ValueError, match=r"beta is 0\.0: it has to be positive"):
        eln(x, 0.0)


def test_a_function_of_another_target_has_the_same_face() -> None:
    on = target.Target("elsewhere")
    eln = on.function(functions.eln)
    assert inspect.signature(eln) == inspect.signature(functions.eln)
    assert typing.get_type_hints(eln) == typing.get_type_hints(functions.eln)
    assert (eln.__name__, eln.__qualname__, eln.__module__) == ("eln", "eln", "elsewhere")
    assert eln.__doc__ == functions.eln.__doc__


def test_a_plan_is_made_for_a_function_of_another_target() -> None:
    on = target.Target("elsewhere")
    on.kernel(functions.ELN, doubled)
    x = np.ones((3, 4))
    with kernels.Plan(on.function(functions.eln), x.shape, x.dtype) as plan:
        np.testing.assert_array_equal(plan(x, 2.0), 4 * x)
