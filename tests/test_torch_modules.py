"""The modules of symnorm.torch, in the place of those of torch.nn."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
st = pytest.importorskip("symnorm.torch")
nn = torch.nn


def sample(*shape: int) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


@pytest.mark.parametrize("shape", [6, (2, 6)])
@pytest.mark.parametrize("options", [{}, {"bias": False}, {"elementwise_affine": False}, {"eps": 0.5}])
def test_layer_norm_loads_the_state_of_torchs_and_computes_the_same(shape: Any, options: dict[str, Any]) -> None:
    theirs, ours = nn.LayerNorm(shape, **options), st.LayerNorm(shape, **options)
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.uniform_(0.5, 2)
    ours.load_state_dict(theirs.state_dict())
    x = sample(3, 2, 6)
    assert torch.allclose(ours(x), theirs(x), atol=1e-6)
    assert isinstance(ours, nn.LayerNorm)
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_rms_norm_takes_the_eps_that_torch_takes(dtype: Any) -> None:
    theirs, ours = nn.RMSNorm(6, dtype=dtype), st.RMSNorm(6, dtype=dtype)
    ours.load_state_dict(theirs.state_dict())
    x = (1e-4 * sample(3, 6)).to(dtype)
    assert torch.allclose(ours(x).double(), theirs(x).double(), rtol=2 * torch.finfo(dtype).eps)
    assert ours(x).dtype == theirs(x).dtype


MODULES = {
    "DyT": lambda: st.DyT(6), "ELN": lambda: st.ELN(6, beta=2.0), "DyISRU": lambda: st.DyISRU((2, 6), bias=False),
    "AdaNorm": lambda: st.AdaNorm(6), "DetachNorm": lambda: st.DetachNorm(6, detach="mean"),
    "LayerNorm": lambda: st.LayerNorm((2, 6)), "RMSNorm": lambda: st.RMSNorm(6),
}  # fmt: skip
FORMULAS = {
    "DyT": lambda x: torch.tanh(0.5 * x), "ELN": lambda x: 5**0.5 * x / (2 + x * x) ** 0.5,
    "DyISRU": lambda x: 12**0.5 * x / (1 + x * x) ** 0.5,
    "AdaNorm": lambda x: (y := nn.functional.layer_norm(x, (6,))) * (1 - 0.1 * y),
    "DetachNorm": lambda x: nn.functional.layer_norm(x, (6,)),
    "LayerNorm": lambda x: nn.functional.layer_norm(x, (2, 6)), "RMSNorm": lambda x: nn.functional.rms_norm(x, (6,)),
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_a_module_computes_its_formula_and_trains(name: str) -> None:
    layer, x = MODULES[name](), sample(4, 2, 6).requires_grad_()
    out = layer(x)
    assert torch.allclose(out, FORMULAS[name](x), atol=1e-6)
    (out**3).sum().backward()
    assert all(p.grad is not None and torch.isfinite(p.grad).all() for p in [x, *layer.parameters()])
    copy = MODULES[name]()
    copy.load_state_dict(layer.state_dict())
    assert torch.equal(copy(x), out)


@pytest.mark.parametrize("name", MODULES)
def test_autocast_and_narrow_inputs_keep_the_dtype_as_torchs_layers_do(name: str) -> None:
    layer, x = MODULES[name](), sample(4, 2, 6)
    with torch.autocast("cpu", torch.bfloat16):
        assert layer(x).dtype == torch.float32
        assert layer(x.bfloat16()).dtype == torch.bfloat16
    assert layer(x.half()).dtype == torch.float16


def test_three_lines_swap_the_norms_of_a_model() -> None:
    model = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
    x = sample(2, 3, 8)
    before = model(x)
    for name, child in list(model.named_children()):
        if isinstance(child, nn.LayerNorm):
            norm = st.LayerNorm(child.normalized_shape, eps=child.eps)
            norm.load_state_dict(child.state_dict())
            setattr(model, name, norm)
    assert torch.allclose(model(x), before, atol=1e-5)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="has to end in the dimensions"):
        st.DyT(6)(sample(3, 5))
    with pytest.raises(ValueError, match="beta has to be positive"):
        st.ELN(6, beta=0.0)
