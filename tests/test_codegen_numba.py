"""What is printed for numba: the module in the repository, and which loop takes which sum. Needs no numba."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest

from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.module import module
from symnorm.codegen.emit.target import NUMBA
from symnorm.files import sealed

EMITTED = Path(__file__).parent.parent / "symnorm" / "kernels" / "numba.py"


@pytest.fixture(scope="module")
def printed() -> str:
    return module(Claims(), NUMBA)


def loops(source: str, name: str) -> str:
    """The loops of a kernel."""
    found = re.search(rf"^def _{name}_loops\(.*?(?=^def |^@)", source, re.M | re.S)
    assert found is not None
    return found[0]


def test_the_emitted_module_is_what_is_printed_now(printed: str) -> None:
    assert EMITTED.read_text("utf-8") == sealed(printed), "symnorm kernels emit --target numba"


@pytest.mark.parametrize(
    ("name", "over_rows", "over_moments"),
    [
        ("eln", 1, 0),
        ("eln_vjp", 1, 0),  # the sum for dbeta is taken where dx is stored
        ("rms_norm", 2, 0),
        ("layer_norm", 1, 1),
        ("layer_norm_simple_vjp", 2, 0),  # both sums in the loop of the mean, which is run again where that is far
        ("layer_norm_vjp", 3, 0),  # dgain along with dx, dbias by itself
        ("ada_norm_vjp", 2, 1),  # its sums have squares of what is centred
        ("detach_norm_variance_vjp", 2, 1),
        ("gradient_variance_both", 0, 2),
    ],
)
def test_a_row_is_read_as_often_as_its_sums_need(
    printed: str, name: str, over_rows: int, over_moments: int
) -> None:
    body = loops(printed, name)
    assert body.count("for j in range(") == over_rows
    assert body.count("= _moments(") == over_moments


def test_a_quotient_that_two_loops_need_is_divided_once(printed: str) -> None:
    body = loops(printed, "eln_general_vjp")
    assert body.count("math.sqrt(S)") == 1
    assert body.index("dbetas[j] +=") < body.rindex("out_i[j] =")  # before its place is taken


def test_what_all_channels_share_is_not_of_double_precision_where_results_are_stored(printed: str) -> None:
    for name in ("ada_norm_vjp", "eln", "layer_norm"):
        inner = [line for line in loops(printed, name).split("\n") if "[j] = " in line]
        assert inner
        for line in inner:
            assert not re.search(
                r"(?<![\w(])(r|q|p|s|c|beta|kappa)(?![\w(])", re.sub(r"T\([^()]*\)", "", line)
            ), line


def test_numpy_computes_what_numba_does_not_vectorize(printed: str) -> None:
    assert "tanh" not in loops(printed, "dyt_vjp")
    assert "exp" not in loops(printed, "dyt_vjp")
    assert "_dyt_simple_loops" not in printed  # nothing is left to do
    assert re.search(r"def _dyt_simple\(.*?np\.tanh\(out, out=out\)\n    return \(\)", printed, re.S)


def test_in_single_precision_loops_compute_all_of_it(printed: str) -> None:
    fused = re.search(r"^def _dyt_vjp_fused\(.*?(?=^def |^@)", printed, re.M | re.S)
    assert fused is not None
    assert fused[0].count("_half_sech(") == fused[0].count("_tanh(") == 1
    for name in ("dyt", "dyt_vjp"):
        assert re.search(rf"def _{name}\([^)]*\)[^\n]*\n[^\n]*\n    if work.dtype is FLOAT32:\n", printed)
    large = r"    if work.dtype is FLOAT32 and x.nbytes > CACHED:\n"  # where all of it is tanh, NumPy's is faster
    assert re.search(rf"def _dyt_simple\([^)]*\)[^\n]*\n[^\n]*\n{large}", printed)


def coefficients(name: str) -> list[np.float32]:
    """A tuple of numbers of the printed head, rounded to single precision."""
    tree = ast.parse(EMITTED.read_text("utf-8"))
    [value] = [n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == name]
    numbers = [n for n in ast.walk(value) if isinstance(n, ast.Tuple)][-1]
    return [np.float32(number) for number in ast.literal_eval(numbers)]


@pytest.mark.parametrize(
    ("name", "function", "start", "within"),
    [
        ("EXP", lambda r: mp.hyp1f1(1, 3, r) / 2, (-mp.log(2) / 2, mp.log(2) / 2), 7e-8),
        ("TANH", lambda s: (mp.tanh(mp.sqrt(s)) / mp.sqrt(s) - 1) / s, (0, 1), 2e-9),
    ],
)
def test_the_polynomials_are_nearly_the_best(
    name: str, function: Callable[[mp.mpf], mp.mpf], start: tuple[mp.mpf, mp.mpf], within: float
) -> None:
    found = coefficients(name)
    with mp.workdps(40):
        best, error = mp.chebyfit(function, start, len(found), error=True)
    assert error < within
    assert found == [np.float32(float(c)) for c in best]


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "symnorm.kernels.numba", raising=False)
    with pytest.raises(ImportError, match=r"need numba: pip install 'symnorm\[numba\]'"):
        importlib.import_module("symnorm.kernels.numba")
