"""The theorems that come with symnorm, built in the process of the tests."""

from __future__ import annotations

import sys

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
