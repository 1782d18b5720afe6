"""Identifiers of Rocq: the names of a theorem, as they are wherever that is possible."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, count

from ..errors import UserError

KEYWORDS = """
    as at cofix else end exists exists2 fix for forall fun if IF in let match mod return Prop Set SProp then Type using
    where with by do Axiom Definition Lemma Theorem Proof Qed Section End Require Import From Open Scope
"""
USED = """
    R nat O S True False INR IZR Derive Derive_n is_derive ex_derive locally sqrt exp ln tanh sum sum_but sum_but_two
    delta upd is_partial ex_partial partial around hypotheses Symnorm pow ex_derive_n interval segment open_set along
"""
RESERVED = frozenset(KEYWORDS.split()) | frozenset(USED.split())
"""What stands for something in an exported file. No name of a theorem has a prime, so that one tells them apart."""


def name_of(theorem: str) -> str:
    """The name of the files of a theorem.

    >>> name_of("eln/2_all")
    'eln_2_all'
    """
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in theorem)


def require_own_names(theorems: Iterable[str]) -> None:
    """Raises UserError where two theorems would have files of one name: one would be judged by those of the other."""
    names: dict[str, str] = {}
    for theorem in theorems:
        if (other := names.setdefault(name_of(theorem), theorem)) != theorem:
            raise UserError(f"the files of {other} and {theorem} have one name", "ask for one of them at a time")



def identifier(name: str) -> str:
    """The identifier of a name.

    >>> identifier("sigma2"), identifier("R")
    ('sigma2', "R'")
    """
    return f"{name}'" if name in RESERVED else name


def letter(index: str, taken: Iterable[str]) -> str:
    """An identifier for a bound index: its own name, with primes where something else is called so.

    >>> letter("k", {"x", "k"}), letter("*1", ()), letter("b:N", ())
    ("k'", 'k1', 'b')
    """
    bare = index.partition(":")[0]
    found, others = identifier(bare.replace("*", "k")), set(taken)
    while found in others:
        found += "'"
    return found


def labels(said: Iterable[tuple[str, str]]) -> list[str]:
    """An identifier for each (role, label), no two of them the same.

    >>> labels([("claim", "(5)"), ("step", "A.2-1"), ("step", "A.2 1"), ("claim", "+y' = 0")])
    ['claim_5', 'step_A_2_1', 'step_A_2_1_b', 'claim_y_0']
    """
    found: list[str] = []
    for role, label in said:
        bare = "_".join([role, *re.findall("[A-Za-z0-9]+", label)])
        endings = chain([""], ("_" + c for c in "bcdefghijklmnopqrstuvwxyz"), (f"_{n}" for n in count(2)))
        found.append(next(bare + ending for ending in endings if bare + ending not in found))
    return found

