"""The figures: their numbers against independent calculations, their files, and what is said where there are none."""

from __future__ import annotations

import dataclasses
import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from symnorm import runner
from symnorm.catalog import Catalog
from symnorm.cli import main
from symnorm.errors import UserError
from symnorm.figures import FIGURES, named
from symnorm.figures.figure import Figure, Numbers
from symnorm.figures.outliers import root
from symnorm.files import RECORD
from symnorm.report import Report

PROOFS = Path(__file__).parent.parent / "proofs"
Reports = Mapping[str, Report]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SYMNORM_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def verified(figures: list[Figure], proofs: Path = PROOFS) -> Reports:
    catalog = Catalog(proofs)
    scripts = catalog.resolve(dict.fromkeys(id for figure in figures for id in figure.theorems))
    events = runner.verify(scripts, catalog.near, runner.Limits(), runner.Cache())
    return {r.report.id: r.report for r in events if isinstance(r, runner.Result)}


@pytest.fixture(scope="module")
def reports(cache: None) -> Reports:
    return verified(list(FIGURES))


@pytest.fixture(scope="module")
def numbers(reports: Reports) -> dict[str, Numbers]:
    return {figure.name: figure.numbers(reports) for figure in FIGURES}


# --- independent calculations ------------------------------------------------------------------------------------

SAMPLE = sorted(2 * v for v in np.random.RandomState(1).randn(100).tolist())


def layer_norm(x: list[float]) -> list[float]:
    mean = sum(x) / len(x)
    deviation = (sum((v - mean) ** 2 for v in x) / len(x)) ** 0.5
    return [(v - mean) / deviation for v in x]


def rms_norm(x: list[float]) -> list[float]:
    return [v / (sum(w * w for w in x) / len(x)) ** 0.5 for v in x]


def jacobian(f: Any, x: Any) -> Any:
    """d f_i/d x_j by complex steps."""
    return np.array([f(x + 1e-100j * e).imag / 1e-100 for e in np.eye(len(x))]).T


def normalized(x: Any, centre: bool = True) -> Any:
    t = x - x.mean() if centre else x
    return t / np.sqrt((t * t).mean())


def column(numbers: Numbers, table: str, name: str) -> Any:
    return np.asarray(numbers.series[table][name])


@pytest.mark.parametrize(("figure", "name", "scale"), [("eln_1", "ELN", 7.0), ("dyisru_2", "DyISRU", 50**0.5)])
def test_shapes(figure: str, name: str, scale: float, numbers: dict[str, Numbers]) -> None:
    found = numbers[figure]
    for alpha in (0.1, 0.05):
        x = column(found, f"DyT, alpha = {alpha}", "x")
        assert (x[0], x[-1]) == (-60, 60)
        e = np.exp(2 * alpha * x)
        np.testing.assert_allclose(
            column(found, f"DyT, alpha = {alpha}", "y"), scale * (e - 1) / (e + 1), atol=1e-13
        )
    for beta in (100, 500):
        x = column(found, f"{name}, beta = {beta}", "x")
        np.testing.assert_allclose(
            column(found, f"{name}, beta = {beta}", "y"), scale * x / np.hypot(np.sqrt(beta), x), atol=1e-13
        )
    assert found.parameters["extremum"] == pytest.approx(scale, rel=1e-15)
    (crossing,) = [t["x"] for n, t in found.series.items() if n.startswith("above this x")]
    assert crossing.tolist() == [0, 0, pytest.approx(43.53, abs=0.02), 0]
    assert np.tanh(0.05 * 43.5) < 43.5 / np.hypot(10, 43.5)
    assert np.tanh(0.05 * 43.6) > 43.6 / np.hypot(10, 43.6)


def test_the_simulation(numbers: dict[str, Numbers]) -> None:
    found = numbers["eln_2"]
    for S in (0, 1, 2, 9):
        moved = [*SAMPLE[:-1], SAMPLE[-1] + 5 * S]
        np.testing.assert_allclose(column(found, f"S = {S}", "x"), moved, rtol=1e-15)
        np.testing.assert_allclose(column(found, f"S = {S}", "y"), layer_norm(moved), atol=1e-13)
    curve = found.series["curve through the outliers"]
    for S in range(10):
        at = int(np.argmin(np.abs(curve["x"] - (SAMPLE[-1] + 5 * S))))
        expected = layer_norm([*SAMPLE[:-1], SAMPLE[-1] + 5 * S])[-1]
        assert curve["y"][at] == pytest.approx(expected, rel=1e-12)
        assert column(found, "outliers", "y")[S] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("figure", "normalize", "name", "C"),
    [("eln_3", layer_norm, "ELN", 99), ("dyisru_3", rms_norm, "DyISRU", 100)],
)
def test_the_fits_are_the_best_ones(
    figure: str, normalize: Any, name: str, C: int, numbers: dict[str, Numbers]
) -> None:
    found = numbers[figure]
    points = [(SAMPLE[-1] + 5 * S, normalize([*SAMPLE[:-1], SAMPLE[-1] + 5 * S])[-1]) for S in range(1, 10)]
    x, y = map(np.array, zip(*points, strict=True))

    def dyt(alpha: float) -> Any:
        return C**0.5 * np.tanh(alpha * x) - y

    def algebraic(beta: float) -> Any:
        return C**0.5 * x / np.sqrt(beta + x * x) - y

    for residual, fitted, function in ((dyt, "alpha", "DyT"), (algebraic, "beta", name)):
        best = found.parameters[fitted]
        others = [sum(residual(best * (1 + e)) ** 2) for e in (-0.3, -1e-4, 1e-4, 0.3)]
        assert sum(residual(best) ** 2) < min(others)
        np.testing.assert_allclose(
            column(found, f"{function}, residuals", "residual"), residual(best), atol=1e-12
        )
        size = np.abs(residual(best)).mean()
        assert found.parameters[f"mean absolute residual of {function}"] == pytest.approx(size, abs=1e-13)


def test_the_fits_are_those_of_the_paper(numbers: dict[str, Numbers]) -> None:
    found = numbers["eln_3"].parameters
    assert 0.04861 < found["alpha"] < 0.04862
    assert 301.05 < found["beta"] < 301.15
    assert round(found["mean absolute residual of DyT"], 2) == 0.33
    assert found["mean absolute residual of ELN"] < 0.01
    assert 169.6 < found["beta of 50 values, C = 50"] < 169.7


def test_dyisru_leaves_nothing(numbers: dict[str, Numbers]) -> None:
    found = numbers["dyisru_3"].parameters
    assert found["beta"] == pytest.approx(sum(v * v for v in SAMPLE[:-1]), rel=1e-12)
    assert found["mean absolute residual of DyISRU"] < 1e-14


def test_the_jacobian_is_a_projection(numbers: dict[str, Numbers]) -> None:
    found = numbers["jacobian"]
    x = column(found, "input and output", "x")
    for name, centre, scale, zeros in (("LN", True, "sigma", 2), ("RMSNorm", False, "nu", 1)):
        expected = jacobian(lambda v, c=centre: normalized(v, c), x)
        matrix = column(found, f"Jacobian of {name}, scaled", "entry").reshape(12, 12)
        np.testing.assert_allclose(matrix, found.parameters[scale] * expected, atol=1e-13)
        np.testing.assert_allclose(matrix @ matrix, matrix, atol=1e-13)
        eigenvalues = column(found, f"eigenvalues of {name}, scaled", "value")
        np.testing.assert_allclose(eigenvalues, [0] * zeros + [1] * (12 - zeros), atol=1e-13)
    lost = found.series["directions that layer normalization loses"]
    matrix = column(found, "Jacobian of LN, scaled", "entry").reshape(12, 12)
    np.testing.assert_allclose(matrix @ np.stack([lost["ones"], lost["y"]], axis=1), 0, atol=1e-13)
    assert found.parameters["sigma"] == pytest.approx(np.std(x))


def test_the_variance_of_gradients(numbers: dict[str, Numbers]) -> None:
    found = numbers["gradient_variance"]
    for case, lowered in (("a", 0), ("b", 1), ("c", 1), ("d", 0)):
        for table in (f"variance, {case}", f"variance of the gradients, {case}"):
            rho, share = column(found, table, "correlation"), column(found, table, "share")
            assert rho[0] == pytest.approx(-1)
            np.testing.assert_allclose(share, 1 - lowered * rho**2, atol=1e-12)
    for case, kept in (("a", 1), ("b", 0), ("c", 1), ("d", 0)):
        for table in (f"mean, {case}", f"mean of the gradients, {case}"):
            mean, passed = column(found, table, "mean"), column(found, table, "passed")
            np.testing.assert_allclose(passed, kept * mean, atol=1e-12)


def test_functions_of_the_same_average(numbers: dict[str, Numbers]) -> None:
    found = numbers["uniqueness"]
    phi = {
        "affine": lambda v: 1 - 0.1 * v,
        "quadratic": lambda v: 1 + 0.1 * (v**2 - 1),
        "quartic": lambda v: 1 + 0.05 * (v**4 - 1.5),
        "quintic": lambda v: 1 + 0.04 * (v**5 - 10 / 3 * v**3),
    }
    flat = {("affine", 3), ("affine", 4), ("affine", 5), ("quadratic", 3), ("quadratic", 4), ("quadratic", 5),
            ("quartic", 3), ("quintic", 4)}  # fmt: skip
    for name, function in phi.items():
        u = column(found, f"phi, {name}", "y")
        np.testing.assert_allclose(column(found, f"phi, {name}", "phi"), function(u), atol=1e-13)
        for H in (3, 4, 5):
            angles = np.radians(column(found, f"average of phi, {name}, H = {H}", "degrees"))
            apart = np.array([1.0, -1] + [0] * (H - 2)) / 2**0.5
            alone = np.array([1.0] * (H - 1) + [1 - H]) / (H * (H - 1)) ** 0.5
            y = [H**0.5 * (np.cos(t) * apart + np.sin(t) * alone) for t in angles]
            assert all(abs(v.mean()) < 1e-14 and abs((v * v).mean() - 1) < 1e-14 for v in y)
            average = column(found, f"average of phi, {name}, H = {H}", "average")
            np.testing.assert_allclose(average, [function(v).mean() for v in y], atol=1e-13)
            assert (np.ptp(average) < 1e-12) == ((name, H) in flat)
            if (name, H) in flat:  # for all normalized vectors, not on the circle alone
                others = np.random.default_rng(H).normal(size=(200, H))
                averages = [function(np.array(layer_norm(v))).mean() for v in others.tolist()]
                np.testing.assert_allclose(averages, 1, atol=1e-12)


def test_a_root() -> None:
    assert root(lambda v: v**3 - 2, 0, 2) == pytest.approx(2 ** (1 / 3), rel=1e-15)
    with pytest.raises(ValueError, match="no change from minus to plus between 2 and 3"):
        root(lambda v: v**3 - 2, 2, 3)


# --- where the numbers come from ---------------------------------------------------------------------------------


def test_the_sidecar_names_the_statements(reports: Reports, numbers: dict[str, Numbers]) -> None:
    for figure in FIGURES:
        sidecar = json.loads(json.dumps(figure.sidecar(numbers[figure.name], reports)))
        assert sidecar["series"]
        assert sidecar["notes"]
        assert len(sidecar["statements"]) == len(figure.sources)
        for statement in sidecar["statements"]:
            claims = {c.name: c.hash for c in reports[statement["theorem"]].claims}
            assert statement["statement_hash"] == claims[statement["label"]]
        for table in sidecar["series"].values():
            assert len({len(values) for values in table.values()}) == 1
            assert np.isfinite([v for values in table.values() for v in values]).all()


def test_what_differs_from_the_paper_is_said(reports: Reports, numbers: dict[str, Numbers]) -> None:
    notes = {f.name: " ".join(numbers[f.name].notes) for f in FIGURES}
    assert "N = 50" in notes["eln_2"]
    assert "N = 50" in notes["eln_3"]
    assert "lost" in notes["dyisru_2"]
    assert "lost" in notes["dyisru_3"]


def test_another_statement_is_another_figure(
    tmp_path: Path, numbers: dict[str, Numbers], reports: Reports
) -> None:
    for paper in ("beyond", "eln"):
        shutil.copytree(PROOFS / paper, tmp_path / paper, ignore=shutil.ignore_patterns("transcript.toml"))
    script = tmp_path / "beyond" / "vjp_elementwise.py"
    text = script.read_text()
    changed = text.replace("s * tanh(alpha * x)", "2 * s * tanh(alpha * x)").replace("s * T[i]", "2 * s * T[i]")
    changed = changed.replace("s * g[i] * alpha", "2 * s * g[i] * alpha").replace(
        "s * total(g * x * (1", "2 * s * total(g * x * (1"
    )
    assert changed != text
    script.write_text(changed)
    (figure,) = named(["eln_1"])
    other = verified([figure], tmp_path)
    before, after = numbers["eln_1"], figure.numbers(other)
    np.testing.assert_allclose(
        after.series["DyT, alpha = 0.1"]["y"], 2 * before.series["DyT, alpha = 0.1"]["y"], rtol=1e-14
    )
    hashes = [{s["function"]: s["statement_hash"] for s in figure.sidecar(n, r)["statements"]}
              for n, r in ((before, reports), (after, other))]  # fmt: skip
    assert hashes[0]["dyt"] != hashes[1]["dyt"]
    assert hashes[0]["eln"] == hashes[1]["eln"]


def test_no_figure_of_what_is_not_proved(reports: Reports) -> None:
    (figure,) = named(["eln_1"])
    doubtful = {**reports, "beyond/vjp_eln": dataclasses.replace(reports["beyond/vjp_eln"], verdict="unknown")}
    with pytest.raises(UserError, match="beyond/vjp_eln is not proved: unknown"):
        figure.numbers(doubtful)


def test_the_command_draws_nothing_that_is_not_proved(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    for paper in ("beyond", "eln"):
        shutil.copytree(PROOFS / paper, tmp_path / paper, ignore=shutil.ignore_patterns("transcript.toml"))
    script = tmp_path / "beyond" / "vjp_elementwise.py"
    script.write_text(script.read_text().replace("scaled[i], s * T[i]", "scaled[i], s * T[i] + 1"))
    monkeypatch.setattr("symnorm.catalog._own_proofs", lambda: tmp_path)
    assert main(["figures", "eln_1", "-o", str(tmp_path / "out")]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert lines[1].startswith("✗ beyond/vjp_dyt_scaled")
    assert lines[-1] == "No figure is drawn of what is not proved."
    assert not (tmp_path / "out").exists()


# --- files -------------------------------------------------------------------------------------------------------


def test_files_are_the_same_twice(reports: Reports) -> None:
    pytest.importorskip("matplotlib")
    from symnorm.figures.render import files

    for figure in FIGURES:
        made = files(figure, reports)
        assert list(made) == [f"{figure.name}.{kind}" for kind in ("svg", "png", "json")]
        svg, png, sidecar = made.values()
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert b"<dc:date>" not in svg
        assert png.startswith(b"\x89PNG")
        assert b"Software" not in png[:400]
        assert json.loads(sidecar)["figure"] == figure.name
    again = files(FIGURES[-1], reports)
    assert again == made


def test_settings_of_the_user_play_no_part(reports: Reports, numbers: dict[str, Numbers]) -> None:
    mpl = pytest.importorskip("matplotlib")
    from symnorm.figures.render import pictures

    (figure,) = named(["eln_1"])
    before = pictures(figure, numbers["eln_1"])
    with mpl.rc_context({"font.size": 20, "lines.linewidth": 5, "axes.grid": True}):
        assert pictures(figure, numbers["eln_1"]) == before
        assert mpl.rcParams["font.size"] == 20


def test_the_command(reports: Reports, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "new" / "figures"
    assert main(["figures", "eln_1", "-o", str(folder)]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert [line.rpartition("/")[2] for line in out.splitlines()] == ["eln_1.svg", "eln_1.png", "eln_1.json"]
    assert sorted(p.name for p in folder.iterdir()) == [RECORD, "eln_1.json", "eln_1.png", "eln_1.svg"]


def test_the_list(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["figures", "--list"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [figure.name for figure in FIGURES]
    assert "(Elementwise Layer Normalization, Fig. 1)" in lines[0]


def refused(capfd: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["figures", *map(str, arguments)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    return err


def test_what_cannot_be_drawn(
    reports: Reports, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "there is no figure 'eln_4'\n  hint: did you mean eln_" in refused(capfd, "eln_4", "-o", tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = refused(capfd, "eln_1", "-o", tmp_path)
    assert "matplotlib, which is not installed\n  hint: pip install 'symnorm[figures]'" in said
    assert list(tmp_path.iterdir()) == []


def test_all_files_or_none(
    reports: Reports, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "eln_1.json").mkdir()
    assert "eln_1.json: it is a folder" in refused(capfd, "eln_1", "-o", tmp_path)
    (tmp_path / "file").write_text("")
    assert "cannot write to" in refused(capfd, "eln_1", "-o", tmp_path / "file")

    def fails(canvas: Any, numbers: Numbers) -> None:
        raise RuntimeError("no ink")

    broken = dataclasses.replace(named(["eln_3"])[0], draw=fails)
    monkeypatch.setattr("symnorm.cli.figures.named", lambda names: [*named(["eln_1"]), broken])
    assert main(["figures", "-o", str(tmp_path)]) == 3
    assert "no ink" in capfd.readouterr().err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["eln_1.json", "file"]
