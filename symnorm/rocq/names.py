"""Identifiers of Rocq: the names of a theorem, as they are wherever that is possible."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain, count

from ..errors import UserError

KEYWORDS = """
    as at cofix else end exists exists2 fix for forall fun if IF in let match mod return Prop Set SProp then Type using
    where with by do Axiom Definition Lemma Theorem Proof Qed Section End Require Import From Open Scope
"""
USED = """
    R nat O S True False INR IZR Derive Derive_n is_derive ex_derive locally sqrt exp ln tanh sum sum_but sum_but_two
    delta upd is_partial ex_partial partial around hypotheses hypotheses_defined Symnorm pow ex_derive_n
    interval segment open_set along total powerRZ Z possible stated checked holds all_of_them
"""
RESERVED = frozenset(KEYWORDS.split()) | frozenset(USED.split())
"""What stands for something in an exported file. No name of a theorem has a prime, so that one tells them apart."""


OWN = re.compile("(claim|step|checked|refuted)_")
"""How names begin that propositions and theorems have."""

MAX_NAME = 150
"""Longer names are hashes, for a name of a file has at most 255 bytes."""

SEPARATOR = {"/": "_", "_": "__"}
"""How what stands between two small letters or digits is written."""

ESCAPED = re.compile("(?<=[a-z0-9])([/_])(?=[a-z0-9])|([^a-z0-9])")


def name_of(theorem: str) -> str:
    """The name of a theorem in those of its files. No two theorems have one, not even where case does not count.

    Underscores stand alone for a slash, in pairs for one of their own; three begin a character by its number, so that
    there are no capitals, and four a hash.

    >>> name_of("eln/2_all"), name_of("eln_2/all"), name_of("ELN/")
    ('eln_2__all', 'eln__2_all', '___000045___00004c___00004e___00002f')
    """
    name = ESCAPED.sub(lambda m: SEPARATOR[m[1]] if m[1] else f"___{ord(m[2]):06x}", theorem)
    return name if len(name) <= MAX_NAME else f"____{sha256(theorem.encode()).hexdigest()}"


def require_one_each(theorems: Iterable[str]) -> None:
    """Raises UserError where two theorems have one id: one would be judged by the files of the other."""
    found: set[str] = set()
    for theorem in theorems:
        if theorem in found:
            raise UserError(f"there are two theorems {theorem}", "ask for one of them at a time")
        found.add(theorem)


def identifier(name: str) -> str:
    """The identifier of a name.

    >>> identifier("sigma2"), identifier("R"), identifier("claim_1")
    ('sigma2', "R'", "claim_1'")
    """
    return f"{name}'" if name in RESERVED or OWN.match(name) else name


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


DEFINED = "_defined"
"""What the name of a proposition ends with that says where another one is defined."""


def labels(said: Iterable[tuple[str, str]]) -> list[str]:
    """An identifier for each (role, label), no two of them the same.

    >>> labels([("claim", "(5)"), ("step", "A.2-1"), ("step", "A.2 1"), ("claim", "+y' = 0")])
    ['claim_5', 'step_A_2_1', 'step_A_2_1_b', 'claim_y_0']
    >>> labels([("claim", "5"), ("claim", "5 defined"), ("claim", "6 defined"), ("claim", "6")])
    ['claim_5', 'claim_5_defined_b', 'claim_6_defined', 'claim_6_b']
    """
    found: list[str] = []
    for role, label in said:
        bare = "_".join([role, *re.findall("[A-Za-z0-9]+", label)])
        endings = chain([""], ("_" + c for c in "bcdefghijklmnopqrstuvwxyz"), (f"_{n}" for n in count(2)))
        names = (bare + ending for ending in endings)
        found.append(next(n for n in names if not {n, n + DEFINED, n.removesuffix(DEFINED)} & {*found}))
    return found

