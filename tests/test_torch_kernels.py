"""The kernels for PyTorch: against exact values, their own derivatives, torch's layers, and sabotage."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kernel_reference as reference
import numpy as np
import pytest

from symnorm.codegen.claims.claim import Cited
from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.check import differences
from symnorm.codegen.emit.module import module, whole
from symnorm.codegen.emit.standalone import self_contained
from symnorm.codegen.emit.target import TORCH
from symnorm.files import sealed, unsealed
from symnorm.validation import Outcome, Validation, source
from symnorm.validation import claims as wanted

torch = pytest.importorskip("torch")
st = pytest.importorskip("symnorm.torch")

FOLDER = Path(__file__).parent.parent / "symnorm" / "torch"
DOUBLE = torch.float64

random = np.random.default_rng(0)
ROWS = random.normal(size=(3, 5))
GAIN, BIAS, BETAS = random.uniform(0.5, 2, 5), random.normal(size=5), random.uniform(0.5, 2, 5)

OPERATORS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "layer_norm": ("layer_norm", {"gain": GAIN, "bias": BIAS}, {"eps": 1e-5}),
    "layer_norm, no bias": ("layer_norm", {"gain": GAIN}, {"eps": 1e-5}),
    "layer_norm, no gain": ("layer_norm", {"bias": BIAS}, {"eps": 1e-5}),
    "layer_norm_simple": ("layer_norm_simple", {}, {"eps": 1e-5}),
    "rms_norm": ("rms_norm", {"gain": GAIN}, {"eps": 1e-5}),
    "dyt": ("dyt", {"alpha": 0.75, "gain": GAIN, "bias": BIAS}, {}),
    "dyt, no gain": ("dyt", {"alpha": 0.75}, {}),
    "dyt, alpha 0": ("dyt", {"alpha": 0.0, "gain": GAIN, "bias": BIAS}, {}),
    "dyt_scaled": ("dyt_scaled", {"alpha": -0.75}, {}),
    "dyt_scaled_rms": ("dyt_scaled_rms", {"alpha": 0.75}, {}),
    "eln": ("eln", {"beta": 1.25}, {}),
    "dyisru": ("dyisru", {"beta": 1.25}, {}),
    "isru": ("isru", {"alpha": 0.75}, {}),
    "eln_general": ("eln_general", {"betas": BETAS}, {}),
    "ada_norm, attached": ("ada_norm", {}, {"c": 0.75, "kappa": 0.25, "detach": False, "eps": 1e-5}),
}
"""Functions with their parameters: those that are learnt, and others."""

DETACHED = {
    "ada_norm": {"c": 0.75, "kappa": 0.25, "detach": True, "eps": 1e-5},
    **{f"detach_norm, {what}": {"detach": what, "eps": 1e-5} for what in ("both", "mean", "variance")},
}


def called(name: str, learnt: tuple[str, ...], rest: dict[str, Any]) -> Callable[..., Any]:
    """A function of x and the parameters that are learnt, in order."""
    return lambda x, *values: getattr(st, name)(x, **dict(zip(learnt, values, strict=True)), **rest)


def tensors(values: dict[str, Any], dtype: Any = DOUBLE) -> list[Any]:
    return [torch.tensor(v, dtype=dtype, requires_grad=True) for v in values.values()]


@pytest.mark.parametrize("case", OPERATORS)
def test_gradients_and_theirs_are_the_derivatives(case: str) -> None:
    name, learnt, rest = OPERATORS[case]
    arguments = tensors({"x": ROWS, **learnt})
    assert torch.autograd.gradcheck(called(name, tuple(learnt), rest), arguments)
    if learnt.get("alpha") != 0:  # a second derivative there is one from a side
        assert torch.autograd.gradgradcheck(called(name, tuple(learnt), rest), arguments)


def test_a_gradient_is_computed_for_each_row_by_vmap() -> None:
    loss = torch.func.grad(lambda x: st.layer_norm(x).pow(3).sum())
    x = torch.tensor(ROWS)
    each = torch.stack([loss(row) for row in x])
    assert torch.allclose(torch.func.vmap(loss)(x), each, rtol=1e-12)


HARD = {
    "far from zero": lambda C: 1e4 + random.normal(size=C),
    "nearly constant": lambda C: np.where(np.arange(C) == 3, np.float32(0.1) * (1 + 2.0**-20), np.float32(0.1)),
    "one outlier": lambda C: np.where(np.arange(C) == 3, 1e6, random.normal(size=C)),
    "tiny": lambda C: 1e-25 * random.normal(size=C),
    "subnormal": lambda C: random.integers(1, 1000, C) * 2.0**-149,
    "large": lambda C: 1e30 * random.normal(size=C),
    "near the largest": lambda C: 3.4e38 * random.uniform(0.5, 1, C) * random.choice([-1, 1], C),
}
NORMALIZED: dict[str, dict[str, Any]] = {
    "layer_norm_simple": {"eps": 0.0}, "detach_norm": {"eps": 0.0, "detach": "mean"}, "rms_norm": {"eps": 0.0},
    "ada_norm": {"c": 1.0, "kappa": 0.25, "detach": True, "eps": 0.0},
}  # fmt: skip


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("row", HARD)
@pytest.mark.parametrize("name", NORMALIZED)
def test_rows_out_of_the_ordinary_are_right(name: str, row: str, dtype: str) -> None:
    x = HARD[row](48).astype(dtype)[None]
    rest, given = NORMALIZED[name], dict(NORMALIZED[name])
    if name == "rms_norm":
        given["gain"] = np.ones(48)
    found = getattr(st, name)(torch.tensor(x), **rest).numpy()
    true = reference.forward(name, x, **given)
    eps = float(np.finfo(dtype).eps)
    error = np.sqrt((reference.difference(found, true) ** 2).sum()) / np.sqrt((true**2).sum())
    assert float(error) <= 16 * eps


@pytest.mark.parametrize("row", ["far from zero", "one outlier", "tiny", "large"])
@pytest.mark.parametrize("name", ["layer_norm_simple", "rms_norm", *DETACHED])
def test_gradients_of_such_rows_are_right(name: str, row: str) -> None:
    function = name.partition(",")[0]
    rest = DETACHED.get(name, {"eps": 1e-5}) | {"eps": 0.0}
    x, g = HARD[row](24).astype(np.float32)[None], random.normal(size=(1, 24)).astype(np.float32)
    given = dict(rest) | ({"gain": np.ones(24)} if name == "rms_norm" else {})
    tensor = torch.tensor(x, requires_grad=True)
    (found,) = torch.autograd.grad(getattr(st, function)(tensor, **rest), tensor, torch.tensor(g))
    true = reference.vjp(function, g, x, **given)["dx"]
    wide = x.astype(float)
    size = np.linalg.norm(g) / (np.sqrt((wide**2).mean()) if name == "rms_norm" else wide.std())
    assert float(np.sqrt((reference.difference(found.numpy(), true) ** 2).sum()) / size) <= 16 * 2.0**-23


@pytest.mark.parametrize("name", ["eln", "dyisru"])
def test_elements_are_right_whatever_their_size(name: str) -> None:
    x = (10.0 ** random.uniform(-37, 38, (4, 40)) * random.choice([-1, 1], (4, 40))).astype(np.float32)
    found = getattr(st, name)(torch.tensor(x), 1.25).numpy()
    normal = np.abs(x) > 1e-35
    assert reference.ulps(found, reference.forward(name, x, beta=1.25))[normal].max() <= 5


def test_one_row_does_not_spoil_another() -> None:
    x = torch.tensor(ROWS, dtype=torch.float32)
    with_bad = torch.cat([x, torch.full((1, 5), torch.nan), torch.full((1, 5), torch.inf), 1e38 * x])
    assert torch.equal(st.layer_norm(with_bad)[:3], st.layer_norm(x))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_narrow_rows_are_computed_in_single_precision_and_rounded_once(dtype: Any) -> None:
    x = torch.tensor(ROWS).to(dtype).requires_grad_()
    gain = torch.tensor(GAIN, dtype=torch.float32, requires_grad=True)
    out = st.layer_norm(x, gain)
    assert out.dtype == dtype
    assert torch.equal(out, st.layer_norm(x.float(), gain).to(dtype))
    out.sum().backward()
    assert (x.grad.dtype, gain.grad.dtype) == (dtype, torch.float32)


def test_what_is_no_tensor_of_rows_is_refused() -> None:
    x = torch.tensor(ROWS)
    with pytest.raises(TypeError, match="not ndarray"):
        st.layer_norm(ROWS)
    with pytest.raises(TypeError, match="int64"):
        st.rms_norm(torch.arange(5))
    with pytest.raises(ValueError, match="a channel at least"):
        st.layer_norm(torch.ones(3, 0))
    with pytest.raises(ValueError, match=r"gain needs shape \(5,\)"):
        st.layer_norm(x, torch.ones(4))
    with pytest.raises(ValueError, match="alpha has to be one number"):
        st.dyt(x, torch.ones(5))
    with pytest.raises(ValueError, match="detach has to be one of"):
        st.detach_norm(x, detach="none")


@pytest.mark.parametrize("name", ["nn.functional.layer_norm", "nn.functional.rms_norm"])
def test_the_samples_that_torch_tests_its_layers_with_agree(name: str) -> None:
    pytest.importorskip("expecttest")
    from torch.testing._internal.common_methods_invocations import op_db

    ours = {"nn.functional.layer_norm": st.LayerNorm, "nn.functional.rms_norm": st.RMSNorm}[name]
    theirs = getattr(torch.nn.functional, name.rpartition(".")[2])
    samples = next(op for op in op_db if op.name == name).sample_inputs("cpu", DOUBLE)
    seen = 0
    for sample in samples:
        shape, *parameters = sample.args
        if not sample.input.numel():
            continue
        expected = theirs(sample.input, shape, *parameters, **sample.kwargs)
        layer = ours(shape, **{"eps": sample.kwargs.get("eps", layer_eps(name))}, elementwise_affine=False)
        named = dict(zip(("weight", "bias"), parameters, strict=False)) | sample.kwargs
        for parameter in ("weight", "bias"):
            if named.get(parameter) is not None:
                setattr(layer, parameter, torch.nn.Parameter(named[parameter].detach()))
        assert torch.allclose(layer(sample.input), expected, rtol=1e-12, atol=1e-12)
        seen += 1
    assert seen > 2


def layer_eps(name: str) -> float | None:
    return 1e-5 if name.endswith("layer_norm") else None


# --- compiled ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not any(map(shutil.which, ("g++", "clang++", "c++"))), reason="torch.compile needs a compiler")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore::FutureWarning")  # torch's own
@pytest.mark.parametrize("case", ["layer_norm", "eln"])
def test_torch_compile_makes_one_graph_that_computes_the_same(case: str) -> None:
    name, learnt, rest = OPERATORS[case]
    function = called(name, tuple(learnt), rest)
    x = np.concatenate([ROWS, 1e-25 * ROWS, 1e30 * ROWS])
    results = []
    for each in (function, torch.compile(function, fullgraph=True)):
        given = tensors({"x": x, **learnt}, torch.float32)
        out = each(*given)
        results.append([out, *torch.autograd.grad(out, given, torch.ones_like(out))])
    for plain, compiled in zip(*results, strict=True):
        scale = plain.abs().amax(-1, keepdim=True) if plain.ndim else plain.abs()
        assert bool(((plain - compiled).abs() <= 1e-5 * scale).all())


# --- what is emitted --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def claims() -> Claims:
    return Claims()


@pytest.fixture(scope="module")
def validation(claims: Claims) -> Validation:
    stated = claims.statements(Cited(*claim) for claim in wanted())
    only = ("layer_norm_simple", "rms_norm_vjp", "eln_vjp")
    return Validation({(c.theorem, c.label): form for c, form in stated.items()}, only=only)


def of(validation: Validation, path: Path) -> Outcome:
    return validation.of(source(path.read_text("utf-8"), path), 300.0)


def test_the_module_is_what_is_printed_now(claims: Claims) -> None:
    path = FOLDER / "functions.py"
    text = path.read_text("utf-8")
    command = "symnorm kernels emit --target torch --package -o symnorm/torch/functions.py"
    assert text == sealed(module(claims, TORCH)), command
    assert list(differences(unsealed(text), claims, path, TORCH)) == []


def test_a_file_that_stands_alone_needs_torch_alone(claims: Claims, tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(self_contained(whole(claims, TORCH), TORCH.package), "utf-8")
    script = (
        "import sys; sys.modules['symnorm'] = sys.modules['sympy'] = None\n"
        "import torch, alone\n"
        "x = torch.arange(12.0).reshape(3, 4)\n"
        "print(all(torch.isfinite(getattr(alone, n)(4)(1e30 * x)).all() for n in\n"
        "      ('LayerNorm', 'RMSNorm', 'DyT', 'ELN', 'DyISRU', 'AdaNorm', 'DetachNorm')), sorted(alone.__all__)[:2])"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout.strip(), done.returncode) == ("True ['AdaNorm', 'DetachNorm']", 0), done.stderr


def test_importing_symnorm_imports_no_torch() -> None:
    script = "import sys, symnorm, symnorm.kernels, symnorm.codegen.emit.target; print('torch' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", script], text=True).strip() == "False"


def test_the_file_that_ships_is_right(validation: Validation) -> None:
    outcome = of(validation, FOLDER / "functions.py")
    assert [f.faults for f in outcome.functions] == [[]] * 3
    assert outcome.passed


SABOTAGES = {
    "another sign": ("functions.py", "g * gain - x * q", "g * gain + x * q"),
    "another law": ("functions.py", "    law=Law(1, -1),\n", "    law=Law(2, -1),\n"),
    "the pilot twice": ("runtime.py", "x - pilot\n", "x - 2 * pilot\n"),
    "no scaling of rows": ("runtime.py", "    up, bias = -exponents(size)", "    up, bias = 0 * exponents(size)"),
}


@pytest.mark.parametrize("name", SABOTAGES)
def test_what_is_wrong_is_noticed(name: str, validation: Validation, tmp_path: Path) -> None:
    file, old, new = SABOTAGES[name]
    for each in ("functions.py", "functions.json", "runtime.py"):
        shutil.copy(FOLDER / each, tmp_path / each)
    text = (tmp_path / file).read_text("utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new), "utf-8")
    assert not of(validation, tmp_path / "functions.py").passed


