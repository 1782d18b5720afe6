"""The frozen sample of the ELN paper's outlier experiment is what NumPy's legacy generator draws."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FROZEN = Path(__file__).parent.parent / "proofs" / "eln" / "_outlier_sample.py"


@pytest.fixture
def frozen() -> ModuleType:
    spec = importlib.util.spec_from_file_location("outlier_sample", FROZEN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("channels", [50, 100])
def test_the_numbers_are_those_of_the_published_recipe(frozen: ModuleType, channels: int) -> None:
    drawn = np.random.RandomState(1).randn(channels)
    np.testing.assert_allclose(frozen.DRAWN[:channels], drawn, rtol=4e-16)  # a logarithm may differ by an ulp


def test_the_sample_is_twice_the_numbers_exactly(frozen: ModuleType) -> None:
    assert frozen.sample == tuple(Fraction(2 * number) for number in frozen.DRAWN)
    assert len(frozen.sample) == 100
