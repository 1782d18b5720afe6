"""Theorems that come with symnorm, of every kind that is stated for Rocq: it accepts each of them whole."""

from __future__ import annotations

import pytest
from needed import needs_coqc
from rocq_sample import KINDS, PLAIN, REFUTING, bundle, require_accepted, words

from symnorm.rocq.judge import Rocq


def test_the_sample_has_theorems_of_every_kind_and_refutations() -> None:
    sample = [bundle(id) for id in (*PLAIN, *REFUTING)]
    assert len(sample) >= 20
    assert sum(len(b.get("refutations", [])) for b in sample) >= 20
    assert {*words(sample)} >= KINDS


@needs_coqc
@pytest.mark.parametrize("id", PLAIN)
def test_rocq_accepts_a_theorem_whole(rocq: Rocq, id: str) -> None:
    require_accepted(rocq, id)
