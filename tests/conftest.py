"""What several files of tests have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from symnorm.rocq.judge import Rocq


@pytest.fixture(scope="session")
def rocq() -> Iterator[Rocq]:
    """Rocq with its library, compiled once; for tests that need coqc."""
    with Rocq(120) as found:
        yield found
