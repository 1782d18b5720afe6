"""Theorems that come with symnorm and lines that they refute: Rocq accepts that each of these fails, and how."""

from __future__ import annotations

import pytest
from needed import needs_coqc
from rocq_sample import REFUTING, bundle, require_accepted

from symnorm.rocq.judge import Rocq


def test_each_of_them_refutes_something() -> None:
    assert all(bundle(id)["refutations"] for id in REFUTING)


@needs_coqc
@pytest.mark.parametrize("id", REFUTING)
def test_rocq_accepts_a_theorem_and_that_lines_fail(rocq: Rocq, id: str) -> None:
    require_accepted(rocq, id)
