"""The theorems that come with symnorm, built in the process of the tests."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from once import made_once

from symnorm.catalog import Catalog
from symnorm.language import Theorem
from symnorm.runner.script import load
from symnorm.runner.watch import PACKAGE


def theorems(*targets: str) -> list[Theorem]:
    """The theorems of papers, scripts or ids. What their scripts import is forgotten again."""
    found: list[Theorem] = []
    for script in Catalog().resolve(targets):
        found += load(script)
        for name in [m for m in sys.modules if m.partition(".")[0] == PACKAGE]:
            del sys.modules[name]
    return found


@cache
def bundles() -> list[dict[str, Any]]:
    """The certificates of all theorems that come with symnorm, as `symnorm verify all --certificates` writes them."""
    file = made_once("all.json", _verify_all)
    return json.loads(file.read_bytes())["theorems"]  # type: ignore[no-any-return]


def _verify_all(file: Path) -> None:
    program = [sys.executable, "-m", "symnorm", "verify", "all", "--certificates", str(file)]
    subprocess.run(program, check=True, capture_output=True)
