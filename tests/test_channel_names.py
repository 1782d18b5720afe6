"""What is printed as a channel is one: nothing else of a theorem has the letter of a free index."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, define, delta, eq, every, function, indices, others, symbol, total, vector
from symnorm.judge import judge
from symnorm.language import LanguageError, Statement, Term

C, t = symbol("C"), symbol("t")
x = vector("x", C)
i, j = indices("i j", C)

LOOK_SO = {
    "a symbol": symbol("s", latex="i"), "in another script": symbol("s", latex=r"\mathrm{i}"),
    "a definition": define("s", C + 1, latex="i"), "a function": function("g", t, latex="i"),
    "a vector": total(vector("v", C, latex="i")), "a number of channels": total(vector("v", symbol("n", latex="i"))),
}  # fmt: skip
SPEAK_OF_I = {"an entry": eq(x[i], x[i]), "a delta": eq(delta(i, j), delta(j, i)),
              "a channel that is left out": eq(others(x, i), others(x, i))}  # fmt: skip


def judged(statement: Statement, other: Statement, **more: Any) -> None:
    theorem = Theorem("channels/1", "Channels", **more)
    theorem.claim("(1)", other, by.algebra())
    theorem.claim("(2)", statement, by.algebra())
    judge(theorem)


@pytest.mark.parametrize("statement", SPEAK_OF_I.values(), ids=SPEAK_OF_I)
@pytest.mark.parametrize("t", LOOK_SO.values(), ids=LOOK_SO)
def test_what_looks_like_a_channel_is_refused(t: Term, statement: Statement) -> None:
    for other in (eq(t, t), eq(t + x[i], t + x[i])):
        with pytest.raises(LanguageError, match="is printed as the channel i is, and nobody could"):
            judged(statement, other)


def test_what_varies_is_no_channel_either() -> None:
    s = symbol("s", latex="i")
    with pytest.raises(LanguageError, match="the symbol i is printed as the channel i is"):
        judged(eq(x[i], x[i]), eq(C, C), along=[s])


@pytest.mark.parametrize("t", [symbol("s", latex="k"), symbol("s", latex="i_0"), symbol("s", latex="I")])
def test_other_letters_are_not(t: Term) -> None:
    judged(eq(x[i], x[i]), eq(t * total(x), t * total(x)))


def test_the_channel_of_a_sum_makes_way() -> None:
    s = symbol("s", latex="i")
    judged(eq(total(x[i], over=i), total(x)), eq(s, s), where=[every(x) > 0])
