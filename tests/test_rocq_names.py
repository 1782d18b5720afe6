"""Names of files for Rocq: each theorem has its own, whatever its id is, and none is judged by those of another."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from needed import needs_coqc

from symnorm import Theorem, by, define, eq, symbol
from symnorm.errors import UserError
from symnorm.judge import judge
from symnorm.rocq import trial
from symnorm.rocq.files import LIBRARIES, files
from symnorm.rocq.judge import Rocq, judged
from symnorm.rocq.names import name_of, require_one_each

WRITTEN = re.compile("___([0-9a-f]{6})|(__?)|([a-z0-9])")
a, b = symbol("a"), symbol("b")


def bundle(id: str, power: int = 2) -> dict[str, Any]:
    theorem = Theorem(id, "A power", where=[a > 0])
    theorem.claim("(1)", eq((a * b) ** power, a**power * b**power), by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    return dict(made.document)


def read(name: str) -> str:
    """The id that a name is of."""
    assert WRITTEN.sub("", name) == ""
    return WRITTEN.sub(lambda m: chr(int(m[1], 16)) if m[1] else {"_": "/", "__": "_"}.get(m[2]) or m[3], name)


def test_an_id_can_be_read_from_its_name_which_has_no_capitals() -> None:
    ids = ["".join(some) for length in range(7) for some in product("aE0/_", repeat=length)]
    ids += ["eln/2_unique", "a/1_check", "a/1__check", "a/1/check", "\u0130/\u03c3", "a\n"]
    for id in ids:
        assert read(name_of(id)) == id
        assert name_of(id) == name_of(id).lower()
        assert f"T_{name_of(id)}".isascii()
        assert f"T_{name_of(id)}".isidentifier()


def test_a_long_id_has_a_name_that_a_file_may_have_and_that_no_other_id_has() -> None:
    long = "/".join(["A_" * 32] * 4)
    ids = [long, long.lower(), long[:-1], long + "_", "a" * 150, "a" * 151]
    names = {name_of(id) for id in ids}
    assert len(names) == len(ids)
    assert max(map(len, names)) <= 200
    assert name_of("a" * 150) == "a" * 150
    assert name_of(name_of(long)) != name_of(long)


def test_no_file_of_one_theorem_is_one_of_another_or_of_the_library() -> None:
    own = [path.stem for path in LIBRARIES]
    ids = ["a/1", "a/1_check", "a/1_Check", "a_1", "A/1", "Check/a/1", "T_a", "check_a/1", *own, *map(str.lower, own)]
    made = files([(bundle(id), "") for id in ids]).files
    sources = [name for name in made if name.endswith(".v")]
    assert len(sources) == len({name.lower() for name in sources}) == 2 * len(ids) + len(own)
    for path in LIBRARIES:
        assert made[path.name] == path.read_bytes()
    for id in ids:
        assert made[f"T_{name_of(id)}.v"].startswith(f"(* {id} *)".encode())
        assert f"From Symnorm Require T_{name_of(id)}.\n".encode() in made[f"Check_{name_of(id)}.v"]


@needs_coqc
def test_a_definition_may_be_called_as_what_is_stated_is(rocq: Rocq) -> None:
    names = ("claim_1", "all_of_them", "stated", "holds", "possible")
    called = [define(name, a + n, f"m_{n}") for n, name in enumerate(names)]
    theorem = Theorem("mine/called", "Names", where=[a > 0])
    for label in ("1", "1 defined"):
        theorem.claim(label, eq(sum(called) / a, 5 + 10 / a), by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    assert rocq.judge(made.document).is_whole


def test_two_theorems_of_one_id_are_not_asked_about_together() -> None:
    require_one_each(["a/b_c", "a/b", "a_b/c"])
    with pytest.raises(UserError, match="there are two theorems a/b"):
        require_one_each(["a/b", "a/c", "a/b"])
    with pytest.raises(UserError, match="there are two theorems a/1"):
        files([(bundle("a/1"), ""), (bundle("a/1", 3), "")])


@needs_coqc
def test_a_theorem_is_held_against_its_own_proofs_whatever_another_is_called(rocq: Rocq) -> None:
    """The files of both are written, and then those of the first are judged: its own are there as they were."""
    first, second = bundle("mine/7"), bundle("mine/7_check", 3)
    found = dict(judged(rocq, [(first, ""), (second, ""), (bundle("Points", 4), "")], 2))
    assert [one.is_whole for one in found.values()] == [True] * 3
    for id, power in (("mine/7", 2), ("mine/7_check", 3), ("Points", 4)):
        check = Path(rocq.folder, f"Check_{name_of(id)}.v").read_text("utf-8")
        assert check.startswith(f"(* {id} *)")
        assert f"(a * b) ^ {power}" in check
    assert Path(rocq.folder, "Points.v").read_bytes() == next(p for p in LIBRARIES if p.stem == "Points").read_bytes()
    with pytest.raises(UserError, match="there are two theorems mine/7"):
        list(judged(rocq, [(first, ""), (bundle("mine/7", 3), "")], 2))


def test_statements_and_proofs_are_written_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the checker keeps of forms is emptied now and then, whoever is at work: a second one would miss it."""
    at_work: list[int] = []

    def alone(made: Any) -> Any:
        def writing(*arguments: Any) -> Any:
            at_work.append(1)
            sleep(0.01)
            assert len(at_work) == 1
            try:
                return made(*arguments)
            finally:
                at_work.clear()

        return writing

    for name in ("Points", "prove"):
        monkeypatch.setattr(trial, name, alone(getattr(trial, name)))

    class Stopped:
        is_over = True
        folder = Path()

    monkeypatch.setattr(trial._Trial, "run", lambda *_: (-9, ""))
    bundles = [bundle(f"mine/{n}") for n in range(8)]
    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(trial.accepted, Stopped(), one) for one in bundles]
    assert {why for one in done for why in one.result().open.values()} == {trial.STOPPED}
