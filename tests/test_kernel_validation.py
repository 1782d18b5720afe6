"""`symnorm kernels check` runs the functions of a file: what it accepts, what it has to notice, what it says."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import kernel_reference as reference
import mpmath
import numpy as np
import pytest

from symnorm.cli import NOT_PROVED, OK, main
from symnorm.codegen.claims.claim import Cited
from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.check import differences
from symnorm.codegen.emit.module import module, whole
from symnorm.codegen.emit.standalone import self_contained
from symnorm.codegen.emit.target import NUMBA
from symnorm.codegen.numpy import printer
from symnorm.codegen.operators.kernel import KernelSource
from symnorm.codegen.operators.table import OPERATORS, needed
from symnorm.errors import UserError
from symnorm.validation import Outcome, Validation, source, worker
from symnorm.validation import claims as wanted
from symnorm.validation.expected import Judge, Sample
from symnorm.validation.laws import Scaling, expression, fault
from symnorm.validation.meaning import KERNELS, USES
from symnorm.validation.process import run
from symnorm.validation.promises import promised
from symnorm.validation.rows import Row, rows

KERNELS_FOLDER = Path(__file__).parent.parent / "symnorm" / "kernels"
BY_NAME = {o.name: o for o in OPERATORS}
SECONDS = 300.0
SOME = ("layer_norm", "layer_norm_vjp", "eln_vjp", "isru_vjp", "beta_i")

has_numba = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="needs numba")


@pytest.fixture(scope="module")
def claims() -> Claims:
    return Claims()


@pytest.fixture(scope="module")
def statements(claims: Claims) -> dict[tuple[str, str], object]:
    found = claims.statements(Cited(*claim) for claim in wanted())
    return {(c.theorem, c.label): form for c, form in found.items()}


@pytest.fixture(scope="module")
def some(statements: dict) -> Validation:
    return Validation(statements, only=SOME)


def of(validation: Validation, path: Path, **rest: object) -> Outcome:
    return validation.of(source(path.read_text("utf-8"), path), SECONDS, **rest)


def faults(outcome: Outcome) -> dict[str, list[str]]:
    """Everything that is wrong, by what it is wrong with."""
    parts = (*outcome.functions, *outcome.laws, *outcome.helpers)
    return {part.name: part.faults for part in parts if part.faults}


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A copy of the kernels in which something in one file is another thing; the path of functions.py there."""

    def changed(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "kernels"
        if not folder.exists():
            shutil.copytree(KERNELS_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")
        return folder / "functions.py"

    return changed


# --- what is noticed --------------------------------------------------------------------------------------


SABOTAGES = {
    "C - 1 under the variance": ("workspace.py", "variance: Array = self.dot(out, out) / self.number(self.C)",
                                 "variance: Array = self.dot(out, out) / self.number(self.C - 1)"),
    "the pilot twice": ("repair.py", "    x -= pilot\n", "    x -= 2 * pilot\n"),
    "scales of 3^n": ("repair.py", "np.multiply(values, 2.0**exponent, out=out)",
                      "np.multiply(values, 3.0**exponent, out=out)"),
    "another law": ("functions.py", "    law=Law(1, -1),\n", "    law=Law(2, -1),\n"),
    "the law of the forward function": ("functions.py", "    gradients=(Law(2, -1),),", "    gradients=(Law(0, 0),),"),
    "a sum for a difference": ("functions.py", "np.subtract(", "np.add("),
    "another power of a parameter": ("functions.py", 'scaling={"eps": 2}', 'scaling={"eps": 1}'),
    "threads that take the same rows": ("runtime.py", "span = range(blocks * n // helpers * height",
                                        "span = range(blocks * 0 // helpers * height"),
    "a plan that keeps what was": ("runtime.py", "self._function(*arguments, threads=self._team, **named)",
                                   "self._kept if hasattr(self, '_kept') else self.__dict__.setdefault('_kept', "
                                   "self._function(*arguments, threads=self._team, **named))"),
    "an out that is not written": ("runtime.py", "    if not direct:\n", "    if not direct and threads is None:\n"),
    "a repair that repairs nothing": ("repair.py", "        if not bad.any():\n", "        if bad.any():\n"),
    "parameters of any size as they are": ("concerned.py", "        bad[:] = True\n", "        bad[:] = False\n"),
    "half precision that is not rounded": ("runtime.py", "    if out.dtype == work.dtype:\n",
                                           "    if out.dtype != work.dtype:\n"),
    "a plan that runs its first kernel": ("runtime.py", " or work.kernel is not kernel:", ":"),
}  # fmt: skip


@pytest.mark.parametrize("name", SABOTAGES)
def test_what_is_wrong_in_the_runtime_or_the_file_is_noticed(
    name: str, some: Validation, copy: Callable[[str, str, str], Path]
) -> None:
    assert faults(of(some, copy(*SABOTAGES[name])))


def test_a_printer_that_writes_a_sum_for_a_difference_is_noticed(
    some: Validation, claims: Claims, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(printer.UFUNCS, "sub", "np.add")
    path = tmp_path / "printed.py"
    path.write_text(self_contained(whole(claims)), "utf-8")
    found = faults(of(some, path))
    assert {"layer_norm_vjp", "beta_i"} <= set(found)
    assert "and the statement says" in found["beta_i"][0]


def test_the_file_that_ships_is_right(some: Validation) -> None:
    outcome = of(some, KERNELS_FOLDER / "functions.py", jobs=2)
    assert faults(outcome) == {}
    assert outcome.passed
    assert [f.name for f in outcome.functions] == list(dict.fromkeys(u.function for u in USES if u.function in SOME))
    assert [f.not_covered for f in outcome.functions] == [[]] * len(outcome.functions)
    assert {c.name for c in outcome.laws} == set(KERNELS)


@has_numba
def test_the_file_for_numba_is_right_and_its_constants_are_bound(
    statements: dict, tmp_path: Path, copy: Callable[[str, str, str], Path]
) -> None:
    few = Validation(statements, only=("rms_norm",), keep=tmp_path / "kept")
    outcome = of(few, KERNELS_FOLDER / "numba.py")
    assert faults(outcome) == {}
    assert {c.name for c in outcome.helpers} == {"_tanh", "_half_sech", "_over_root"}
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]  # what was compiled is not beside the file
    copy("numba.py", "-0.33333334)", "-0.33343334)")
    changed = copy("numba.py", "y * HALF * (ONE - square", "y * HALF * (TWO - square").with_name("numba.py")
    assert {"_tanh", "_over_root"} <= set(faults(of(few, changed)))


def test_a_file_for_numba_is_compared_with_what_is_printed_for_numba(claims: Claims, tmp_path: Path) -> None:
    printed, place = module(claims, NUMBA), KERNELS_FOLDER / "numba.py"
    assert source(printed, tmp_path / "k.py").is_for_numba
    assert not source(module(claims), tmp_path / "k.py").is_for_numba
    assert list(differences(printed, claims, place, NUMBA)) == []
    assert list(differences(self_contained(whole(claims, NUMBA)), claims, tmp_path / "alone.py", NUMBA)) == []


def test_a_target_runs_with_the_functions_that_are_beside_it(copy: Callable[[str, str, str], Path]) -> None:
    path = copy("functions.py", "law=Law(0, -1)", "law=Law(0, -2)").with_name("numba.py")
    found = source(path.read_text("utf-8"), path).runtime
    assert found["functions.py"] == path.with_name("functions.py").read_bytes()
    assert {"numba.py", "__init__.py"}.isdisjoint(found)
    alone = path.with_name("functions.py")
    assert {"functions.py", "numba.py", "__init__.py"}.isdisjoint(source(alone.read_text("utf-8"), alone).runtime)


# --- scale laws -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operator", "scale"),
    [
        ("layer_norm_vjp", "scale: forward"),  # the law of the forward function, whose factor is none
        ("layer_norm_vjp", "scale: simple, dx"),  # the law of another kernel, with the same powers
        ("layer_norm", "scale: dx"),
        ("eln_vjp", "scale_eln: ELN, forward"),
        ("eln_vjp", "scale_eln: DyISRU, dx"),
        ("isru_vjp", "scale_isru: dalpha"),
        ("gradient_variance_none", "scale_variances: mean"),
        ("layer_norm_vjp", ""),
    ],
)
def test_a_law_that_what_is_computed_does_not_obey_yields_no_kernel(
    claims: Claims, operator: str, scale: str
) -> None:
    theorem, _, label = scale.partition(": ")
    cited = Cited(f"beyond/kernel_{theorem}", label) if scale else None
    kernel = KernelSource(BY_NAME[operator], claims)
    with pytest.raises(UserError, match=f"^{operator} does not scale as "):
        kernel.law(dataclasses.replace(kernel.operator.result, scale=cited))
    form = dataclasses.replace(kernel.operator.result, scale=cited)
    with pytest.raises(UserError, match=f"^{operator} does not scale as "):
        KernelSource(dataclasses.replace(BY_NAME[operator], result=form), claims).record({})


def test_a_gradient_with_the_law_of_its_function_yields_no_kernel(claims: Claims) -> None:
    operator = BY_NAME["eln_vjp"]
    form = dataclasses.replace(operator.gradients["dbeta"], scale=operator.result.scale)
    with pytest.raises(UserError, match="eln_vjp does not scale as beyond/kernel_scale_eln: ELN, dx"):
        KernelSource(dataclasses.replace(operator, gradients={"dbeta": form}), claims).record({})


def test_a_law_holds_for_all_of_a_statement(statements: dict) -> None:
    _, _, dx = statements["beyond/vjp_layer_norm", "dx"]
    e = expression(dx)
    right = Scaling({"eps": 2}, True, True, True)
    assert fault(e, (1, -1), right) == ""
    assert "at a = 3" in fault(e, (0, -1), right)
    assert fault(e, (1, 0), right) != ""
    assert fault(e, (1, -1), Scaling({}, True, True, True)) != ""
    _, _, rms = statements["beyond/vjp_rms_norm", "dx"]
    assert fault(expression(rms), (1, -1), Scaling({"eps": 2}, False, True, True)) == ""
    assert fault(expression(rms), (1, -1), right) != ""  # it must not be shifted


def test_what_functions_are_said_to_compute_is_what_kernels_are_printed_from() -> None:
    for name, operator in BY_NAME.items():
        outputs = list(KERNELS[name].outputs.values())
        forms = [operator.result, *operator.gradients.values()]
        assert [o.claim for o in outputs] == [
            (f.of or f.computed).theorem and ((f.of or f.computed).theorem, (f.of or f.computed).label) for f in forms
        ], name
    assert set(BY_NAME) == set(KERNELS)
    assert {u.kernel for u in USES} == set(KERNELS) - {"beta_i_top"}


# --- what the statements say ------------------------------------------------------------------------------


def _mpf(q: Fraction) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


@pytest.mark.parametrize("name", ["layer_norm", "rms_norm", "eln_general", "dyt", "ada_norm"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_values_are_those_of_the_definitions(
    statements: dict, name: str, dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against the papers' definitions in 700 digits, which know nothing of certificates."""
    monkeypatch.setattr(reference, "DIGITS", 700)
    hard = rows(dtype, 5, 3)
    ends = {"gain": (0.5, 2), "bias": (-0.25, 1), "betas": (0.5, 2)}
    vectors = {n: np.linspace(*own, 5).astype(dtype) for n, own in ends.items()}
    numbers = {"eps": 2.0**-10, "alpha": 0.75, "c": 0.5, "kappa": 0.25, "beta": 1.0}
    judge, compared = Validation(statements, only=("beta_i",)).judge, 0
    for kernel in (name, f"{name}_vjp"):
        meaning = KERNELS[kernel]
        sample = Sample((kernel,), hard, vectors, numbers)
        for n, row in enumerate(hard):
            found = judge.expected(meaning, sample, n)
            if found.state:
                continue
            given = {k: vectors[k] for k in meaning.vectors} | {k: numbers[k] for k in meaning.numbers}
            given |= {"detach": True} if name == "ada_norm" else {}
            if kernel == name:
                true = {"out": reference.forward(name, row.x[None], **given)[0]}
            else:
                made = reference.vjp(name, row.g[None], row.x[None], **given)
                true = {k: v[0] if np.ndim(v) > 1 else v for k, v in made.items()}
            for output, values in found.values.items():
                least = mpmath.mpf(float(np.finfo(dtype).smallest_subnormal))
                with reference.digits():
                    size = max(map(abs, np.atleast_1d(true[output])))
                    for (low, high), right in zip(values.bounds(), np.atleast_1d(true[output]), strict=True):
                        error = max(abs(_mpf(end) - mpmath.re(right)) for end in (low, high))
                        assert error <= size * 1e-9 + least / 8, (kernel, row.name, output)
                        compared += 1
    assert compared > 200


def test_what_has_no_value_and_what_is_out_of_range_is_told(some: Validation) -> None:
    vectors = {n: np.ones(3) for n in ("gain", "bias", "betas")}
    constant, huge = np.full(3, 0.1), np.array([1e308, -1e308, 1.7e308])

    def state(kernel: str, x: np.ndarray, eps: float, key: int) -> str:
        numbers = {"eps": eps, "alpha": 1.0, "beta": 1.0, "c": 1.0, "kappa": 0.0}
        return some.judge.expected(KERNELS[kernel], Sample((key,), [Row("a", x, x)], vectors, numbers), 0).state

    assert state("layer_norm", constant, 0.0, 1) == "the statement has no value there"
    assert state("layer_norm", constant, 1e-5, 2) == ""
    assert state("layer_norm", huge, 0.0, 3) == ""
    assert state("beta_i", huge, 0.0, 4) == "the result is out of range"
    assert state("layer_norm", np.array([1.0, np.inf, 2.0]), 0.0, 5) == "the row is not finite"


def test_what_the_statements_say_is_kept_for_the_same_statements_and_rows(
    statements: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copy: Callable[[str, str, str], Path]
) -> None:
    def validation(**changed: object) -> Validation:
        return Validation(**{"statements": statements, "only": ("beta_i",), "keep": tmp_path / "kept"} | changed)

    outcome = of(validation(), KERNELS_FOLDER / "functions.py")
    assert outcome.passed
    evaluated = []
    real = Judge.expected
    monkeypatch.setattr(Judge, "expected", lambda *given: evaluated.append(given) or real(*given))
    assert of(validation(), KERNELS_FOLDER / "functions.py").as_json() == outcome.as_json()
    found = of(validation(), copy(*SABOTAGES["C - 1 under the variance"]))
    assert "and the statement says" in found.functions[0].faults[0]
    assert evaluated == []
    head, left, right = statements["beyond/beta", "by the variance"]
    twice = {**statements, ("beyond/beta", "by the variance"): (head, left, ("mul", ("num", 2), right))}
    assert not of(validation(statements=twice), KERNELS_FOLDER / "functions.py").passed
    assert evaluated
    evaluated.clear()
    assert of(validation(seed=1), KERNELS_FOLDER / "functions.py").passed
    assert evaluated


@pytest.mark.parametrize(
    ("words", "channels", "steepness", "value"),
    [
        ("Accuracy: per row, the error is at most 2.5 eps_m of it", 7, 0.0, 2.5),
        ("Accuracy: each element is right to 5 ulp, whatever", 7, 0.0, 5.0),
        ("Accuracy: dx is right to (6 + 4 |alpha x|) eps_m,\n    also", 7, 2.0, 14.0),
        ("Accuracy: the error is at most (2 + sqrt(C) / 4) eps_m of it", 64, 0.0, 4.0),
        ("Accuracy: the error is at most (2 + 0.5 log2(C)) eps_m of it", 64, 0.0, 5.0),
    ],
)
def test_what_a_docstring_promises_is_read(words: str, channels: int, steepness: float, value: float) -> None:
    promise = promised(words)
    assert promise is not None
    assert promise.at(channels, steepness) == value


@pytest.mark.parametrize(
    "words", ["at most 2 eps_m", "Accuracy: that of NumPy", "Accuracy: is at most (open(1)) eps_m"]
)
def test_what_promises_nothing_is_not_taken_for_a_promise(words: str) -> None:
    assert promised(words) is None


# --- a file of somebody -----------------------------------------------------------------------------------


HEAD = "STATEMENTS = {'beyond/kernel_eln: dx': '0'}\n__all__ = []\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("open({path!r}, 'w').write('x')", "must not write"),
        ("import os; os.mkdir({path!r})", "must not write"),
        ("import os; os.system('true')", "must not do this: os.system"),
        ("import subprocess; subprocess.run(['true'])", "must not do this: subprocess.Popen"),
        ("import socket; socket.socket()", "must not do this: socket"),
        ("import os; os.fork()", "must not do this: os.fork"),
        ("1 / 0", "ZeroDivisionError"),
        ("import sys; sys.exit(3)", "exit status 3"),
    ],
)
def test_a_file_that_is_not_ours_does_no_harm(some: Validation, tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "harm"
    with pytest.raises(UserError, match=message):
        some.of(source(HEAD + lines.format(path=str(path)), tmp_path / "k.py"), SECONDS)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_does_not_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="took more than 2 seconds"):
        run(source(HEAD + "while True: pass", tmp_path / "k.py"), {"calls": [], "helpers": []}, [], 2.0, None)


def test_a_file_without_functions_computes_nothing(some: Validation, tmp_path: Path) -> None:
    outcome = some.of(source(HEAD, tmp_path / "k.py"), SECONDS)
    assert not outcome.passed
    assert all("has no attribute" in f.faults[0] for f in outcome.functions)
    assert all(c.faults == ["the file has no such kernel"] for c in outcome.laws)


def test_a_path_that_is_not_taken_is_named(some: Validation, copy: Callable[[str, str, str], Path]) -> None:
    path = copy("repair.py", "_computed(", "computed_(")
    outcome = of(some, path)
    assert outcome.passed
    assert {"repair"} == {p for f in outcome.functions for p in f.not_covered}


def test_the_worker_needs_nothing_of_symnorm() -> None:
    assert "symnorm" not in Path(str(worker.__file__)).read_text("utf-8").partition('"""\n\nfrom')[2]


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_says_what_it_covered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tmp_path / "found.json"
    file = KERNELS_FOLDER / "functions.py"
    assert main(["kernels", "check", str(file), "--json", str(found)]) == OK
    out = capsys.readouterr().out
    assert "computes what the verified statements say" in out
    assert "not covered: bfloat16" in out
    told = json.loads(found.read_text("utf-8"))
    assert told["passed"] is True
    assert told["text"] == ["as printed"]
    assert told["target"] == "numpy"
    assert [f["name"] for f in told["functions"]] == list(dict.fromkeys(u.function for u in USES))
    for function in told["functions"]:
        assert function["not_covered"] == []
        assert function["dtypes"] == ["float16", "float32", "float64"]
        assert all(count > 0 for count in function["paths"].values())
    assert needed() != []


def test_the_command_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], copy: Callable[[str, str, str], Path]
) -> None:
    path = copy("workspace.py", "/ self.number(self.C) - squared_mean", "/ self.number(self.C) + squared_mean")
    assert main(["kernels", "check", str(path)]) == NOT_PROVED
    out = capsys.readouterr().out
    assert "gradient_variance" in out
    assert "computes something else" in out
    assert "eps_m" in out
