"""What theorems say of each other in a bundle: the checker compares statements and suppositions, and nothing else."""

from __future__ import annotations

import json
import re

import pytest
from test_checker_kit import (
    ONE,
    ZERO,
    Bundle,
    C,
    a,
    add,
    app,
    b,
    c,
    delta,
    eq,
    identity,
    num,
    power,
    t,
    total,
    u,
    use,
    x,
    y,
)

from symnorm.checker import forms
from symnorm.checker.__main__ import main
from symnorm.checker.calculus.budget import Budget
from symnorm.checker.circles import with_circles
from symnorm.checker.forms import WORDS, Malformed, check_expression
from symnorm.checker.logic.citations import Claim, Line, Standing, meaning, objections, standing
from symnorm.checker.logic.entry import are_arbitrary, ranges

PLAIN = identity()


def bundle_of(made: Bundle, identifier: str, sources: dict[str, str]) -> dict:
    """A theorem as a bundle holds it; `sources` by labels."""
    entries = [{**e, "source": sources.get(e["label"], "")} for e in made.entries]
    return {"id": identifier, "along": made.along, "entries": entries}


def citing(statement, *hypotheses, along=()) -> Bundle:
    """A theorem that starts from a statement and claims it."""
    made = Bundle(*along)
    for hypothesis in hypotheses:
        made.add("where", hypothesis)
    n = made.add("given", statement)
    made.accepts(statement, identity((use(n), ONE)))
    return made


def square(*hypotheses, along=()) -> Bundle:
    """(a + b)^2 = a^2 + 2ab + b^2, under hypotheses that it does not need."""
    made = Bundle(*along)
    for hypothesis in hypotheses:
        made.add("where", hypothesis)
    made.accepts(SQUARE)
    return made


SQUARE = eq(power(add(a, b), 2), add(power(a, 2), ("mul", num(2), a, b), power(b, 2)))


@pytest.fixture
def judged(tmp_path, capsys):
    """The exit status and the output of the program for theorems."""

    def run(*theorems: dict) -> tuple[int, str]:
        path = tmp_path / "bundle.json"
        path.write_text(json.dumps({"theorems": theorems}))
        status = main([str(path)])
        return status, capsys.readouterr().out

    return run


def test_a_citation_that_is_claimed(judged):
    status, said = judged(
        bundle_of(square(), "p/1", {}), bundle_of(citing(SQUARE), "p/2", {"(0)": "p/1"})
    )
    assert status == 3  # nothing is rejected, and nothing shows that the equation can hold
    assert "granted" not in said


@pytest.mark.parametrize(
    ("cited", "source", "reason"),
    [
        (square(), "p/3", "there is no theorem p/3"),
        (square(("gt", a, ZERO)), "p/1", "which also supposes a > 0"),
        (citing(eq(a, b)), "p/1", "which claims nothing that says so; it claims (1)"),
        (square(("ge", t, ZERO), along=[t]), "p/1", "which also supposes t >= 0, that t varies"),
        (square(), "p/2", "in a circle: p/2 -> p/2"),
    ],
)
def test_a_citation_that_is_not(judged, cited, source, reason):
    status, said = judged(bundle_of(cited, "p/1", {}), bundle_of(citing(SQUARE), "p/2", {"(0)": source}))
    assert status == 1
    assert reason in said


def test_a_citation_of_what_is_rejected(judged):
    wrong = Bundle()
    wrong.judged("claim", SQUARE, identity((use(7), ONE)))
    status, said = judged(bundle_of(wrong, "p/1", {}), bundle_of(citing(SQUARE), "p/2", {"(0)": "p/1"}))
    assert status == 1
    assert "which is not proved: rejected" in said


def test_what_is_cited_may_rest_on_a_citation_that_fails(judged):
    first = citing(SQUARE)
    status, said = judged(
        bundle_of(first, "p/1", {"(0)": "p/0"}), bundle_of(citing(SQUARE), "p/2", {"(0)": "p/1"})
    )
    assert status == 1
    assert said.count("there is no theorem p/0") == 2


def test_what_has_no_source_is_taken_for_granted(judged):
    status, said = judged(bundle_of(citing(SQUARE), "p/1", {}))
    assert status == 3
    assert "taken for granted  (0)" in said


def test_two_theorems_of_one_id(judged):
    assert judged(bundle_of(square(), "p/1", {}), bundle_of(square(), "p/1", {}))[0] == 2


def supposed(along, *lines) -> list[str]:
    return [*standing(along, [Line("", *line) for line in lines], repr).preconditions.values()]


def test_a_name_for_an_expression_is_the_expression():
    named = ("def", "s", None, add(a, b))
    assert meaning(eq(named, a)) == meaning(eq(add(a, b), a))
    assert meaning(eq(named, a)) != meaning(eq(a, named))


def test_what_is_given_holds_along_what_varies():
    given = ("given", eq(y, ZERO), "hypothesis")
    assert f"that {t!r} varies" in supposed((t,), given)
    assert f"that {t!r} varies" not in supposed((t,), ("given", eq(y, ZERO), "p/1"))
    assert f"that {t!r} varies" not in supposed((t,), ("where", ("gt", t, ZERO)))
    assert f"that {t!r} varies" in supposed((t,), ("where", ("ge", t, ZERO)))
    assert f"that {u!r} varies" not in supposed((u,), ("where", ("ge", t, ZERO)))
    assert f"that {u!r} varies" in supposed((("interval", u, ZERO),), ("claim", eq(a, a)))
    assert "that x varies" in supposed((("vector", "x"),), ("where", ("ge", x("i"), ZERO)))


def test_differentiable_for_every_number_is_more_than_along_what_varies():
    said = ("where", ("differentiable", y, num(1)))
    assert len(supposed((), said)) == 2
    assert f"everywhere that {said[1]!r}" in supposed((), said)
    assert supposed((t,), said) == [repr(said[1]), f"that {t!r} varies"]


def test_of_which_function_it_is_supposed_that_it_is_differentiable_for_every_number():
    """A theorem that needs f(t^2) to have a slope is not cited where that is so of g alone, and of f along u."""
    f, g = app("f", u), app("g", b)
    square = power(t, 2)
    chain = eq(("D", app("f", square), t), ("mul", num(2), t, app("f", square, orders=(1,))))
    cited = standing_of((t,), ("where", ("differentiable", f, ONE)), ("claim", chain))
    given = ("given", chain, "p/1")
    for others, reason in (
        ([f, g], [f"it cites (2) of p/1, which also supposes everywhere that {('differentiable', f, ONE)!r}"]),
        ([g, f], [f"it cites (2) of p/1, which also supposes everywhere that {('differentiable', f, ONE)!r}"]),
    ):
        citing = standing_of((t, u), *(("where", ("differentiable", h, ONE)) for h in others), given)
        assert objections({"p/1": cited, "p/2": citing}, {"p/1": "proved"})["p/2"] == reason
    both = standing_of((t,), *(("where", ("differentiable", h, ONE)) for h in (g, f)), given)
    assert objections({"p/1": cited, "p/2": both}, {"p/1": "proved"})["p/2"] == []


def test_the_number_of_channels_is_supposed():
    assert supposed((), ("claim", eq(total(x("k")), app("f", a)))) == [f"that {C!r} is the number of channels"]


N, M = ("sym", "N"), ("sym", "M")


def test_every_length_is_supposed():
    line = eq(total(("coord", "X", "k:N", "b:M"), "k:N", dimension=N), app("f", a))
    assert {*supposed((), ("claim", line))} == {f"that {d!r} is the number of channels" for d in (N, M)}
    bare = eq(app("f", N), ZERO)
    cited = standing_of((), ("step", line), ("claim", bare))
    for others, is_fine in (((), False), ((("step", line),), True)):
        own = standing_of((), *others, ("given", bare, "p/1"))
        found = objections({"p/1": cited, "p/2": own}, {"p/1": "proved"})["p/2"]
        assert (found == []) is is_fine


@pytest.mark.parametrize("other", [
    ("sum", "k:M", M, (), ("coord", "u", "k:M")), ("sum", "k", N, (), ("coord", "u", "k")),
    ("sum", "k", C, (), ("coord", "u", "k")), ("sum", "k:N", N, ("b:N",), ("coord", "u", "k:N")),
], ids=str)  # fmt: skip
def test_a_citation_does_not_put_one_set_for_another(other):
    claimed = ("gt", total(("coord", "u", "k:N"), "k:N", dimension=N), ZERO)
    cited = standing_of((), ("claim", claimed))
    own = standing_of((), ("step", claimed), ("step", ("gt", other, ZERO)), ("given", ("gt", other, ZERO), "p/1"))
    [said] = objections({"p/1": cited, "p/2": own}, {"p/1": "proved"})["p/2"]
    assert "claims nothing that says so" in said


def test_a_citation_does_not_swap_two_lengths():
    one = total(("coord", "u", "k:N"), "k:N", dimension=N), total(("coord", "v", "k:M"), "k:M", dimension=M)
    other = total(("coord", "u", "k:M"), "k:M", dimension=M), total(("coord", "v", "k:N"), "k:N", dimension=N)
    assert meaning(eq(*one)) != meaning(eq(*other))


@pytest.mark.parametrize("word", sorted(WORDS))
def test_no_channel_is_called_by_a_word_of_the_notation(word):
    """A list of channels that begins so would be read as an expression: ("def", p, q, l) as what it stands for, l."""
    for form in (total(x("k"), "k", word, "p", "q", "l"), x(word), delta("i", word)):
        with pytest.raises(Malformed, match=f"a channel cannot be called {word}, a word of the notation"):
            check_expression(form)


def test_the_words_of_the_notation_are_those_that_it_explains():
    told = {word for line in re.findall(r'\["[^\]]*?(?=,)', forms.__doc__) for word in re.findall(r'"(\w+)"', line)}
    assert told
    assert told <= WORDS


def test_what_leaves_out_more_channels_is_no_other_claim():
    few, many = total(x("k"), "k", "l"), total(x("k"), "k", "deff", "p", "q", "l")
    assert meaning(eq(few, a)) != meaning(eq(many, a))


# --- what a theorem supposes, claims and cites ----------------------------------------------------------------


def standing_of(along, *lines):
    return standing(along, [Line(f"({n})", *line) for n, line in enumerate(lines)], repr)


def hashes(along, *lines):
    return [*standing_of(along, *lines).preconditions]


def test_what_speaks_of_a_constant_of_integration_is_not_cited():
    found = standing_of(
        (t,), ("given", eq(y, a)), ("constant", eq(c, y)), ("claim", eq(y, c)), ("claim", eq(a, a)),
        ("claim", eq(add(c, a), a)), ("step", eq(b, b)),
    )  # fmt: skip
    assert [claim.label for claim in found.claims] == ["(3)"]
    assert [claim.number for claim in found.claims] == [3]
    assert found.cites == ()


def test_what_is_given_is_cited_or_supposed():
    given = [("given", eq(a, b), "p/1"), ("given", eq(b, c)), ("given", eq(a, c), "hypothesis")]
    found = standing_of((), *given, ("where", ("gt", a, b)))
    assert [(cited.label, cited.source, cited.hash) for cited in found.cites] == [("(0)", "p/1", meaning(eq(a, b)))]
    assert {*found.preconditions.values()} == {repr(eq(b, c)), repr(eq(a, c)), repr(("gt", a, b))}


def test_suppositions_are_compared_by_what_they_say():
    named = ("def", "s", None, ("def", "r", None, add(a, b)))
    plain, other = ("gt", add(a, b), ZERO), ("gt", a, ZERO)
    assert hashes((), ("where", ("gt", named, ZERO))) == hashes((), ("where", plain)) != hashes((), ("where", other))
    functions = [("where", ("differentiable", app(name, t), num(1))) for name in ("y", "f")]
    dimensions = [("claim", eq(total(x("k"), dimension=d), a)) for d in (a, b)]
    for one, two in (functions, dimensions):
        assert set(hashes((), one)).isdisjoint(hashes((), two))
        assert set(hashes((), one, two)) == {*hashes((), one), *hashes((), two)}
    assert len(hashes((("vector", "x"),), functions[0])) == 2
    assert set(hashes((), functions[0])).isdisjoint(hashes((), dimensions[0]))


@pytest.mark.parametrize("relation", ["ge", "le", "gt", "lt", "ne"])
def test_what_varies_where_an_inequality_speaks_of_it(relation):
    """One that is not strict may hold where nothing can vary."""
    is_closed = relation in ("ge", "le")
    for v, part in ((t, t), (x("i"), x("j")), (("vector", "x"), x("i"))):
        said = ("where", (relation, add(a, part), ZERO))
        assert len(hashes((v,), said)) == 1 + is_closed
        assert len(hashes((u, v), said, ("where", ("gt", b, ZERO)))) == 2 + is_closed
        assert len(hashes((v, u), ("where", ("gt", b, ZERO)), said)) == 2 + is_closed
    assert len(hashes((t, u), ("where", (relation, add(t, u), ZERO)))) == 1 + 2 * is_closed
    assert len(hashes((("vector", "x"),), ("where", (relation, ("sym", "x"), ZERO)))) == 1
    assert len(hashes((("sym", "x"),), ("where", (relation, x("i"), ZERO)))) == 1


POSITIVE = ("gt", a, ZERO)


def test_every_citation_and_every_supposition_counts(judged):
    """The first is good in each."""
    first, second = bundle_of(square(), "p/1", {}), bundle_of(square(POSITIVE), "p/2", {})
    both = Bundle()
    n = both.add("given", SQUARE)
    both.add("given", SQUARE)
    both.accepts(SQUARE, identity((use(n), ONE)))
    for sources in ({"(0)": "p/1", "(1)": "p/2"}, {"(0)": "p/2", "(1)": "p/1"}):
        status, said = judged(first, second, bundle_of(both, "p/3", sources))
        assert status == 1
        assert "p/2, which also supposes a > 0" in said
    status, said = judged(first, second, bundle_of(citing(SQUARE, POSITIVE), "p/3", {"(1)": "p/2"}))
    assert status == 3
    more = bundle_of(square(POSITIVE, ("gt", b, ZERO)), "p/2", {})
    status, said = judged(more, bundle_of(citing(SQUARE, POSITIVE), "p/3", {"(1)": "p/2"}))
    assert status == 1
    assert "which also supposes b > 0" in said
    assert "a > 0" not in said.split("also supposes")[1].split("\n")[0]


def test_a_label_that_the_cited_theorem_has_for_something_else(judged):
    other = Bundle()
    other.accepts(eq(a, a))
    status, said = judged(bundle_of(other, "p/1", {}), bundle_of(citing(SQUARE), "p/2", {"(0)": "p/1"}))
    assert status == 1
    assert "it cites (0) of p/1, which states it differently" in said


def test_what_ranges_over_an_interval():
    along = (t, ("interval", u, ZERO), ("vector", "x"), x("i"))
    assert ranges(along) == {t, u, ("vector", "x"), x("i")}
    assert are_arbitrary((a, b), along)
    for arguments in ((a, t), (u, a), (x("k"), a), (ONE,)):
        assert not are_arbitrary(arguments, along)
# --- many citations -------------------------------------------------------------------------------------------


def chained(length: int, times: int, last: str = "proved") -> dict[str, list[str]]:
    """What speaks against theorems each of which cites the next one, so many times; the last one has a verdict."""
    claims = tuple(Claim(n, f"({n})", "h") for n in range(times))
    standings = {
        f"t/{n}": Standing({}, claims, tuple(Claim(k, f"g{k}", "h", f"t/{n + 1}") for k in range(times)))
        for n in range(length)
    }
    standings[f"t/{length}"] = Standing({}, claims, ())
    return objections(standings, {**dict.fromkeys(standings, "proved"), f"t/{length}": last})


def test_a_theorem_is_looked_at_once_however_often_it_is_cited():
    """By every path there would be 3^400 of them."""
    with Budget(400 * 40, "a test"):
        assert set(map(tuple, chained(400, 3).values())) == {()}


def test_a_chain_of_citations_may_be_long():
    assert set(map(tuple, chained(5_000, 1).values())) == {()}
    against = chained(5_000, 1, last="rejected")
    assert against["t/4999"] == ["it cites g0 of t/5000, which is not proved: rejected"]
    assert against["t/4998"] == [f"it cites g0 of t/4999, which is not proved: {against['t/4999'][0]}"]
    assert all(against[f"t/{n}"] for n in range(5_000))
    assert len(against["t/0"][0]) < 700


def test_whoever_cites_what_is_in_a_circle_is_not_proved():
    def standing_of(*sources: str) -> Standing:
        return Standing({}, (Claim(0, "(1)", "h"),), tuple(Claim(1, "g", "h", source) for source in sources))

    standings = {
        "t/out": standing_of("t/a"), "t/a": standing_of("nowhere", "t/fine", "t/b"), "t/b": standing_of("t/c"),
        "t/c": standing_of("t/a"), "t/fine": standing_of(), "t/self": standing_of("t/self"),
    }  # fmt: skip
    for first in standings:  # wherever one begins
        order = (first, *standings)
        ordered = {id: standings[id] for id in order}
        objected = objections(ordered, dict.fromkeys(standings, "proved"))
        assert {id for id, against in objected.items() if against} == set(standings) - {"t/fine"}
        found = with_circles(ordered, objected)
        assert {id for id, against in found.items() if against} == set(standings) - {"t/fine"}
        assert found["t/self"] == ["theorems cite each other in a circle: t/self -> t/self"]
    assert "theorems cite each other in a circle: t/a -> t/b -> t/c -> t/a" in found["t/out"][0]
