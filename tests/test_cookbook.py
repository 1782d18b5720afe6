"""What docs/cookbook.md teaches is so: each recipe verifies, and prints what stands below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cookbook.md").read_text("utf-8")
RECIPES: dict[str, tuple[str, str]] = {
    title: (code, printed)
    for title, code, printed in re.findall(
        r"^## (.+)\n\n(?:[^`#\n].*\n|`[^`].*\n)+\n```python\n((?:(?!```).*\n)+)```\n\n```text\n((?:(?!```).*\n)+)```\n",
        PAGE,
        re.M,
    )
}


def name(title: str) -> str:
    """What the file of a recipe is called: as its theorem."""
    [found] = re.findall(r'^theorem = Theorem\("cookbook/(\w+)", ', RECIPES[title][0], re.M)
    return str(found)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, str]]:
    """What `symnorm verify -v` says of all recipes: its exit status, and the lines below each theorem."""
    folder = tmp_path_factory.mktemp("cookbook")
    for title, (code, _) in RECIPES.items():
        (folder / f"{name(title)}.py").write_text(code, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "symnorm", "verify", "-v", "--no-cache", "."], cwd=folder, capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )  # fmt: skip
    parts = re.split(r"^\S cookbook/(\w+) .*\n", done.stdout.rpartition("\n\n")[0] + "\n", flags=re.M)
    lines = {id: re.sub(r"^  ", "", part, flags=re.M) for id, part in zip(parts[1::2], parts[2::2], strict=True)}
    return done.returncode, lines


def test_every_part_of_the_page_is_a_recipe_that_its_table_names() -> None:
    titles = re.findall(r"^## (.+)$", PAGE, re.M)
    anchors = re.findall(r"^\| \[.+?\]\(#(.+?)\) \|", PAGE, re.M)
    assert list(RECIPES) == titles
    assert anchors == [re.sub(r"[^\w ]", "", title).lower().replace(" ", "-") for title in titles]
    assert PAGE.count("```python") == len(titles) == len({name(title) for title in titles})


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_prints_what_stands_below_it(title: str, printed: tuple[int, dict[str, str]]) -> None:
    assert printed[1][name(title)] == RECIPES[title][1]


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_is_short(title: str) -> None:
    lines = [line for line in RECIPES[title][0].splitlines() if line]
    assert 5 <= len(lines) <= 15
    assert max(map(len, lines)) <= 120


def test_one_recipe_shows_a_line_that_is_false_and_all_others_are_proved(printed: tuple[int, dict[str, str]]) -> None:
    assert printed[0] == 1
    marks = {id: {line[0] for line in text.splitlines() if line[0] != " "} for id, text in printed[1].items()}
    assert {id for id, found in marks.items() if found != {"✓"}} == {"false"}
    assert marks["false"] == {"✓", "✗"}
