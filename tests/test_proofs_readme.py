"""What proofs/README.md teaches is so: its scripts verify, and what it says of them is what the tool says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    both,
    by,
    either,
    eq,
    every,
    exp,
    indices,
    mean,
    ne,
    others,
    symbol,
    total,
    vector,
)
from symnorm.judge import judge
from symnorm.language import Rule, Statement

ROOT = Path(__file__).parent.parent
TAUGHT = (ROOT / "proofs" / "README.md").read_text("utf-8")
C, a, b = (symbol(n) for n in ("C", "a", "b"))
x = vector("x", C)
i, j = indices("i j", C)


def part(name: str) -> str:
    """The block of code between two markers."""
    [found] = re.findall(rf"<!-- begin: {name} -->\n```\w+\n(.*?)```\n<!-- end: {name} -->", TAUGHT, re.S)
    return found


def symnorm(folder: Path, *arguments: str) -> str:
    """What the program prints, in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "SYMNORM_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "symnorm", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The verdicts on the worked example, on two that it speaks of, and on the first script of all, by their ids."""
    folder = tmp_path_factory.mktemp("taught")
    example = part("example")
    no_hypothesis = example.replace(", x[i] > 0])", "])").replace("scale/1", "scale/2")
    no_C = example.replace("- y[i] * y[j] / C)", "- y[i] * y[j])", 1).replace("scale/1", "scale/3")
    notation, first = re.findall(r"   ```python\n   (.*?)   ```\n", TAUGHT, re.S)
    files = {"scale/theorem": example, "other/a": no_hypothesis, "other/b": no_C}
    files |= {"mypaper/notation": dedent(f"   {notation}"), "mypaper/theorem_1": dedent(f"   {first}")}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text(text)
    document = json.loads(symnorm(folder, "verify", ".", "--json", "-"))
    return {"errata": symnorm(folder, "errata", "scale"), **{t["id"]: t for t in document["theorems"]}}


def step(theorem: dict[str, Any], label: str) -> dict[str, Any]:
    return next(s for s in theorem["steps"] if s["label"] == label)


def test_the_scripts_verify(verdicts: dict[str, Any]) -> None:
    for id in ("mypaper/1", "scale/1"):
        assert (verdicts[id]["verdict"], verdicts[id]["problems"], verdicts[id]["notes"]) == ("proved", [], [])
    assert [e["kind"] for e in verdicts["scale/1"]["errata"]] == ["typo", "hypothesis"]


def test_the_errata_are_those_that_are_shown(verdicts: dict[str, Any]) -> None:
    assert verdicts["errata"].strip() == part("errata").strip()


def test_what_happens_to_the_example_without_its_hypothesis(verdicts: dict[str, Any]) -> None:
    assert step(verdicts["scale/2"], "(4)")["verdict"] == "refuted"
    assert re.search(r"it fails at C = \d+, x = \(-1, .*i = 1", step(verdicts["scale/2"], "(4)")["reason"])
    assert step(verdicts["scale/2"], "(3)")["verdict"] == "proved"


def test_what_happens_to_the_example_with_its_misprint(verdicts: dict[str, Any]) -> None:
    line = step(verdicts["scale/3"], "(3)")
    assert line["verdict"] == "refuted"
    assert re.search("it fails at .* left over is ", line["reason"])


def shown(statement: Statement, rule: Rule, *where: Statement) -> str:
    """The verdict on a claim."""
    theorem = Theorem("taught/1", "Taught", where=list(where))
    theorem.claim("(1)", statement, rule)
    verdict: str = judge(theorem).verdict
    return verdict


def test_a_sum_of_positive_terms() -> None:
    split = by.sign(x[i] + others(x, i))
    assert shown(total(x) > 0, split, every(x) > 0) == "proved"
    assert shown(total(x) > 0, by.sign(), every(x) > 0) == "proved"
    assert shown(total(x) >= 0, by.sign(), every(x) >= 0) == "proved"
    assert shown(total(x) > 0, split, every(x) >= 0) != "proved"
    assert shown(total(exp(x)) > 0, by.sign(exp(x[i]) + others(exp(x), i))) == "proved"


def test_a_mean_divides_by_the_number_of_channels() -> None:
    assert shown(eq(mean(x - mean(x)), 0), by.algebra()) == "proved"


def test_a_premise_for_another_channel() -> None:
    theorem = Theorem("taught/2", "Taught", where=[C > 0])
    line = theorem.claim("(1)", eq(D(mean(x), x[i]), 1 / C), by.algebra())
    theorem.claim("(2)", eq(D(mean(x), x[j]), 1 / C), by.algebra(line.at(i, j)))
    assert judge(theorem).verdict == "proved"
    theorem = Theorem("taught/3", "Taught", model={C: 2, x: [3, 3]})
    given = theorem.given("(1)", eq(x[i] ** 2, 3 * x[i]), "hypothesis")
    theorem.claim("(2)", eq(x[j] ** 2, 3 * x[j]), by.algebra(given.at(i, j)))
    assert "a hypothesis speaks of i" in judge(theorem).lines[-1].reason


def test_squaring_and_back() -> None:
    theorem = Theorem("taught/4", "Taught", where=[a > 0, b > 0], model={a: 2, b: 2})
    p = theorem.given("(1)", eq(a, b), "hypothesis")
    q = theorem.claim("(2)", eq(a**2, b**2), by.algebra(p))
    theorem.claim("(3)", either(eq(a, b), eq(a, -b)), by.algebra(q))
    theorem.claim("(4)", eq(a, b), by.algebra(by.roots(a, b, q)))
    assert judge(theorem).verdict == "proved"


def test_the_rules_in_the_table_for_signs() -> None:
    assert shown(eq(a, 0), by.algebra(by.squeezed(a)), a >= 0, a <= 0) == "proved"
    assert shown(both(a > 0, a >= 0), by.each(by.strict(a), by.sign(a)), a >= 0, ne(a, 0)) == "proved"
