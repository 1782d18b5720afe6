"""A sample of the theorems for Rocq: of every kind that is stated there, and small."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from loading import bundles

from symnorm.checker import Theorem as Checked
from symnorm.checker.forms import Form
from symnorm.rocq.axioms import AXIOMS, COMPUTED
from symnorm.rocq.judge import Rocq
from symnorm.rocq.kept import Kept
from symnorm.runner.cache import default_folder

PLAIN = (
    "adanorm/2_quadratic", "adanorm/2_two", "adanorm/models", "adanorm/table_3", "beyond/gradient_equality",
    "beyond/kernel_root", "beyond/range_rms_norm_strict", "dyisru/bounds", "dyisru/bounds_rmsnorm", "dyisru/squashing",
    "eln/shape_proposed", "eln/shape_speed",
)  # fmt: skip
REFUTING = (
    "adanorm/2_affine", "adanorm/forward", "adanorm/table_2", "dyisru/2_all",
    "dyisru/decoupling", "dyisru/rmsnorm", "dyisru/unit", "eln/layer",
)  # fmt: skip

KINDS = {
    # what is stated
    "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "implies", "iff", "D", "at", "app", "def", "delta", "sum", "sqrt",
    "exp", "log", "tanh",
    # how that is shown
    "identity", "sign", "bounds", "all", "discharge", "use", "root", "square", "hyp", "known", "sq", "sq+", "inv",
    "exp-bound", "is",
    # what the lines are, and what fails
    "where", "given", "suppose", "step", "claim", "false", "undefined",
}  # fmt: skip


@cache
def bundle(id: str) -> dict[str, Any]:
    """The bundle of a theorem that comes with symnorm."""
    return next(b for b in bundles() if b["id"] == id)


def words(part: Any) -> Iterator[str]:
    """All words in a part of a bundle."""
    if isinstance(part, str):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from words(inner)


def of_entries(
    *entries: tuple[str, Form, Any], id: str = "forged/1", along: tuple[Form, ...] = ()
) -> dict[str, Any]:  # fmt: skip
    """A theorem of these entries, (role, statement, conditions and proof), whether the checker accepts them or not."""
    made, listed = Checked(list(along)), []
    for n, (role, statement, certificate) in enumerate(entries):
        whole = (made.hash_of(role, statement), *certificate)
        made.add(f"({n})", role, statement, whole)
        listed.append({"label": f"({n})", "role": role, "statement": statement, "certificate": whole, "source": ""})
    data: dict[str, Any] = json.loads(json.dumps({"id": id, "along": along, "entries": listed}))
    return data


def keep_library(rocq: Rocq, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets what is verified from now on find the library as it is compiled, in a cache that has nothing else."""
    monkeypatch.setenv("SYMNORM_CACHE", str(folder / "cache"))
    Kept(default_folder()).store_library(rocq.coq.digest, rocq.folder)


def require_accepted(rocq: Rocq, id: str) -> None:
    """Fails where Rocq does not accept all of a theorem, on the axioms that are allowed."""
    data = bundle(id)
    found = rocq.judge(data)
    lines = [e for e in data["entries"] if e["role"] in ("step", "claim")]
    kinds = ["possible"] * (data.get("point") is not None) + [r["kind"] for r in data.get("refutations", [])]
    assert found.open == {}
    assert found.entries == len(lines) + len(kinds)
    assert found.is_whole
    assert found.axioms
    assert {*found.axioms} <= {*AXIOMS, *COMPUTED}
    assert [*found.points.values()] == kinds
