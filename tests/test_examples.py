"""The examples are proved, short, written with the public names alone, and say what is printed of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from loading import theorems
from shell import ROOT

import symnorm
from symnorm.catalog import Catalog
from symnorm.judge import judge
from symnorm.reader import Reader
from symnorm.reader.slips import SURVIVED, slips
from symnorm.runner.script import load

SHORT = ("adam", "anova", "backpropagation", "batch_norm_2d", "gibbs", "group_norm", "layer_norm_weights", "welford")
"""What is written as briefly as on paper."""

PRINTED = {
    "adam": {
        "(1)": r"m_t = \beta \cdot m_{t-1} + (1 - \beta) \cdot g_t",
        "(3)": r"m_t = (1 - \beta) \sum_{s=1}^t \beta^{t-s} \cdot g_s",
        "(4)": r"(1 - \beta) \sum_{s=1}^t \beta^{t-s} = 1 - \beta^t",
        "(7)": r"\hat{m}_t = \frac{1 - \beta}{1 - \beta^t} \sum_{s=1}^t \beta^{t-s} g_s",
    },
    "batch_norm_2d": {
        "(1)": r"\frac{1}{N} \sum_{b=1}^N \hat{x}_{bi} = 0",
        "(3)": r"\frac{\partial y_{bi}}{\partial x_{aj}} = \frac{\gamma_i}{\sqrt{\sigma_i^2 + \varepsilon}} "
        r"\delta_{ij} \left(\delta_{ab} - \frac{1}{N} - \frac{\hat{x}_{ai} \hat{x}_{bi}}{N}\right)",
        "(4)": r"\frac{\partial \ell}{\partial x_{aj}} = \frac{\gamma_j}{\sqrt{\sigma_j^2 + \varepsilon}} \left("
        r"\frac{\partial \ell}{\partial y_{aj}} - \frac{1}{N} \sum_{b=1}^N \frac{\partial \ell}{\partial y_{bj}} - "
        r"\hat{x}_{aj} \frac{1}{N} \sum_{b=1}^N \frac{\partial \ell}{\partial y_{bj}} \hat{x}_{bj}\right)",
    },
    "group_norm": {
        "(1)": r"\frac{1}{K S} \sum_{k=1}^K \sum_{s=1}^S \hat{x}_{gks} = 0",
        "(2)": r"\frac{1}{K S} \sum_{k=1}^K \sum_{s=1}^S \hat{x}_{gks}^2 "
        r"= 1 - \frac{\varepsilon}{\sigma_g^2 + \varepsilon}",
        "(3)": r"\frac{\partial y_{gks}}{\partial x_{hmt}} = \frac{\gamma_{gk}}{\sqrt{\sigma_g^2 + \varepsilon}} "
        r"\delta_{gh} \left(\delta_{km} \delta_{st} - \frac{1 + \hat{x}_{gks} \hat{x}_{gmt}}{K S}\right)",
    },
    "layer_norm_weights": {
        "(1)": "h = W x", "(2)": "f = (a W) x", "(4)": "z = y",
        "(5)": r"\sum_{i=1}^C \sum_{m=1}^M W_{im} \frac{\partial L}{\partial W_{im}} = 0",
    },
    "welford": {
        "(1)": r"\mu_n = \mu_{n-1} + \frac{x_n - \mu_{n-1}}{n}",
        "(2)": r"M_n = M_{n-1} + (x_n - \mu_{n-1})(x_n - \mu_n)",
        "(5)": r"\mu_n = \frac{1}{n} \sum_{k=1}^n x_k",
        "(6)": r"M_n = \sum_{k=1}^n (x_k - \mu_n)^2",
        "(7)": r"\bar{z}_{n,m} = \bar{x}_n + (\bar{y}_m - \bar{x}_n) \frac{m}{n + m}",
        "(8)": r"\sum_{k=1}^n (x_k - \bar{z}_{n,m})^2 + \sum_{k=1}^m (y_k - \bar{z}_{n,m})^2 "
        r"= \sum_{k=1}^n (x_k - \bar{x}_n)^2 + \sum_{k=1}^m (y_k - \bar{y}_m)^2 "
        r"+ (\bar{y}_m - \bar{x}_n)^2 \cdot \frac{n m}{n + m}",
    },
}  # fmt: skip
"""Lines as a paper writes them; those of backpropagation are in tests/test_graph_print.py."""

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def test_which_there_are() -> None:
    others = {"batch_norm", "cosine_similarity", "layer_norm_jacobian", "logistic", "magnitudes", "softmax"}
    assert {path.stem for path in EXAMPLES} == {*others, *SHORT}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_theorem_of_it_is_proved(path: Path) -> None:
    [script] = Catalog().resolve([str(path)])
    for report in map(judge, load(script)):
        wrong = [(s.label, s.reason) for s in report.lines if s.verdict != "proved"]
        assert (report.verdict, wrong, report.problems) == ("proved", [], ())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_is_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= (40 if path.stem in SHORT else 60)


@pytest.mark.parametrize("name", PRINTED)
def test_it_says_what_is_printed_and_nothing_else(name: str) -> None:
    [theorem] = theorems(f"examples/{name}.py")
    reader, statements = Reader(theorem), {e.label: e.statement for e in theorem.entries}
    for label, printed in PRINTED[name].items():
        found = reader.bind(printed, statements[label])[0]
        assert found.outcome == "bound" or all(" is total: " in told for told in found.tolerances), (label, found)
        assert found.outcome in SURVIVED, (label, found)
        passed = [s for s in list(slips(printed))[::5] if reader.bind(s, statements[label])[0].outcome in SURVIVED]
        assert passed == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_imports_public_names_alone(path: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    assert not any(isinstance(node, ast.Import) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    for node in imports:
        allowed = {"symnorm": set(symnorm.__all__), "fractions": {"Fraction"}}[node.module or ""]
        assert {alias.name for alias in node.names} <= allowed
