"""Input changed at random: nothing false is accepted, nothing fails but as it should, and nothing takes long.

`benchmarks/fuzz.py` does more of this, for longer.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
import shell
from forging import falsehoods, forged
from fuzzing import Subject, after, changed, tried, undermined
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loading import theorems

from symnorm.catalog import Catalog
from symnorm.checker import Malformed, check_bundle, parse_json
from symnorm.checker.logic import rules as checker_rules
from symnorm.checker.logic import step as checker_step
from symnorm.coverage import standing
from symnorm.errors import UserError
from symnorm.report import Report
from symnorm.runner import Cache
from symnorm.transcript import Paper, read_transcript

ROOT = Path(__file__).parent.parent
LONG = 10.0
"""Seconds that no reading and no judgement may take."""

fuzz = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
sources = st.randoms(use_true_random=False)


@contextmanager
def in_time() -> Iterator[None]:
    started = time.process_time()
    yield
    assert time.process_time() - started < LONG


@cache
def subjects() -> list[Subject]:
    ids = ("eln/1", "eln/2_unique", "eln/layer", "eln/3_family", "dyisru/bounds", str(ROOT / "examples" / "adam.py"))
    made = [Subject(t) for t in theorems(*ids)]
    return [s for s in made if s.shown]


# --- certificates ---------------------------------------------------------------------------------------------


@given(sources)
@settings(fuzz, max_examples=250)
def test_certificates_changed(source):
    subject = subjects()[source.randrange(len(subjects()))]
    trial = tried(subject, changed(source, subject))
    assert not trial.is_hole, (trial.outcome, trial.detail, trial.change)


def test_certificates_changed_by_seed():
    """As many again, and the fuzzer is one: it also makes what is accepted."""
    source, outcomes = random.Random(1), Counter()
    for _ in range(300):
        subject = source.choice(subjects())
        trial = tried(subject, changed(source, subject))
        assert not trial.is_hole, (trial.outcome, trial.detail, trial.change)
        outcomes[trial.outcome] += 1
    assert min(outcomes["rejected"], outcomes["same statement"], outcomes["not refuted"]) > 3


def test_certificates_of_arrays_changed_by_seed():
    """Indices of several sets, one for another, and arrays with more of them or fewer."""
    paths = (f"examples/{name}.py" for name in ("batch_norm_2d", "group_norm", "layer_norm_weights"))
    made = [Subject(t) for path in paths for t in theorems(path)]
    assert all(len({i.partition(":")[2] for i in s.indices}) >= 1 for s in made)
    source, outcomes = random.Random(4), Counter()
    for _ in range(400):
        subject = source.choice(made)
        trial = tried(subject, changed(source, subject))
        assert not trial.is_hole, (trial.outcome, trial.detail, trial.change)
        outcomes[trial.outcome] += 1
    assert min(outcomes["rejected"], outcomes["same statement"], outcomes["not refuted"]) > 3


@given(sources)
@settings(fuzz, max_examples=15)
def test_premises_changed(source):
    subject = subjects()[source.randrange(len(subjects()))]
    for trial in after(subject, undermined(source, subject), source):
        assert not trial.is_hole, (trial.outcome, trial.detail, trial.change)


@given(sources)
@settings(fuzz, max_examples=400)
def test_false_claims_with_certificates_from_nothing(source):
    lies = falsehoods_once()
    lie = lies[source.randrange(len(lies))]
    assert not lie.accepts(*forged(source, lie))


def test_false_claims_with_certificates_by_seed():
    source = random.Random(2)
    for _ in range(3_000):
        lie = source.choice(falsehoods_once())
        defined, proof = forged(source, lie)
        assert not lie.accepts(defined, proof), (lie.claim, defined, proof)


@cache
def falsehoods_once():
    return falsehoods()


def test_the_fuzzer_notices_a_hole(monkeypatch):
    """A checker that forgets what a claim stands on, and one for which everything is positive."""
    source = random.Random(3)
    for module in (checker_rules, checker_step):
        monkeypatch.setattr(module, "implies", lambda sign, relation: True)
    monkeypatch.setattr(checker_step.Step, "suppositions", lambda step: frozenset())
    monkeypatch.setattr(checker_step.Step, "require", lambda step, duties: None)
    found = []
    while not found:
        subject = source.choice(subjects())
        trial = tried(subject, changed(source, subject))
        found += [trial] if trial.outcome in ("false", "second judge") else []


# --- documents ------------------------------------------------------------------------------------------------

scraps = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
words = st.sampled_from(
    ["num", "sym", "coord", "add", "mul", "div", "pow", "fn", "sum", "D", "at", "eq", "gt", "and", "implies", "ident",
     "identity", "use", "sign", "hyp", "known", "sq", "all", "discharge", "bounds", "C", "x", "i", "*1", "0", "1/0"]
)  # fmt: skip
documents = st.recursive(
    scraps | words,
    lambda inner: st.lists(inner, max_size=5)
    | st.tuples(words, inner, inner).map(list)
    | st.dictionaries(st.sampled_from(["id", "along", "entries", "label", "role", "statement", "certificate"]), inner),
    max_leaves=25,
)


def judged(document):
    """The judgements on a bundle, or None where it is none."""
    with in_time():
        try:
            return check_bundle(document)
        except Malformed:
            return None


@given(documents)
@settings(fuzz, max_examples=200)
def test_documents_that_are_no_bundles(document):
    judged(document)


@given(documents, documents, st.sampled_from(["where", "given", "suppose", "constant", "step", "claim"]))
@settings(fuzz, max_examples=200)
def test_entries_of_anything(statement, certificate, role):
    entries = [
        {"label": "a", "role": role, "statement": statement, "certificate": certificate},
        {"label": "b", "role": "claim", "statement": ["eq", ["num", "1"], ["num", "0"]], "certificate": certificate},
    ]
    found = judged({"id": "x/1", "along": [["sym", "t"]], "entries": entries})
    assert found is None or not found[-1].accepted


@cache
def bundle() -> bytes:
    subject = next(s for s in subjects() if len(s.lines) > 3)
    entries = [
        {"label": str(n), "role": x.role, "statement": x.statement, "certificate": [
            subject.before(n).hash_of(x.role, x.statement), x.defined, x.proof,
        ]}
        for n, x in enumerate(subject.lines)
    ]  # fmt: skip
    return json.dumps({"id": "x/1", "along": subject.checked.along, "entries": entries}).encode()


edits = st.lists(
    st.tuples(st.integers(0, 10**6), st.sampled_from(["cut", "put", "drop", "double"]), st.binary(max_size=4)),
    min_size=1, max_size=3,
)  # fmt: skip


def spoiled(content: bytes, changes) -> bytes:
    """Bytes cut off, overwritten, left out or doubled."""
    for place, what, new in changes:
        n = place % (len(content) + 1)
        match what:
            case "cut":
                content = content[:n]
            case "put":
                content = content[:n] + new + content[n + len(new) :]
            case "drop":
                content = content[:n] + content[n + 1 + place % 40 :]
            case _:
                content = content[: n + place % 40] + content[n:]
    return content


def said(document):
    """What a bundle states."""
    return document["along"], [(e["role"], e["statement"]) for e in document["entries"]]


@given(edits)
@settings(fuzz, max_examples=60)
def test_a_bundle_with_spoiled_bytes(changes):
    """It is not JSON, no bundle, has rejected entries, or says what it said."""
    try:
        document = parse_json(spoiled(bundle(), changes))
    except Malformed:
        return
    found = judged(document)
    if found is not None and all(j.accepted for j in found):
        assert said(document) == said(parse_json(bundle()))


def test_the_bundle_is_accepted_as_it_is():
    assert all(j.accepted for j in judged(parse_json(bundle())))


# --- transcripts ----------------------------------------------------------------------------------------------

TRANSCRIPT = b"""[paper]
id = "a"
title = "A"
authors = ["B"]
year = 2025
[paper.extractions]
"a" = "b"
[[line]]
label = "(1)"
where = "Sec. 1"
latex = 'x'
extractions = ["a"]
readings = { "a" = 'y' }
[[line]]
label = "(2)"
where = ""
same_as = "(1)"
[[table]]
name = "T"
columns = ["a", "b"]
rows = [["1", "2"]]
bold = [["1", "b"]]
"""


def read(path: Path, content: bytes) -> Paper | None:
    """What the reader makes of a transcript; None where it complains as it should."""
    path.write_bytes(content)
    with in_time():
        try:
            paper = read_transcript(path)
        except UserError as error:
            told = error
        else:
            for line in paper.lines:
                standing(paper, line, {})
                paper.reason(line)
            return paper
    assert str(path) in str(told)
    assert told.hint
    return None


@given(edits)
@settings(fuzz, max_examples=200)
def test_transcripts_with_spoiled_bytes(tmp_path_factory, changes):
    read(tmp_path_factory.getbasetemp() / "transcript.toml", spoiled(TRANSCRIPT, changes))


@given(st.integers(0, 2), edits)
@settings(fuzz, max_examples=12)
def test_real_transcripts_with_spoiled_bytes(tmp_path_factory, number, changes):
    real = Catalog().transcripts()[number]
    read(tmp_path_factory.getbasetemp() / "transcript.toml", spoiled(real.read_bytes(), changes))


@given(st.dictionaries(st.sampled_from(["id", "title", "authors", "year", "label", "same_as", "rows"]), scraps))
@settings(fuzz, max_examples=60)
def test_transcripts_with_any_values(tmp_path_factory, table):
    text = "[paper]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in table.items())
    text += "[[line]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in table.items())
    read(tmp_path_factory.getbasetemp() / "transcript.toml", text.encode("utf-8", "surrogatepass"))


def _toml(value: object) -> str:
    return json.dumps(value) if not isinstance(value, float) else repr(value)


CHAIN = "".join(f"[[line]]\nlabel = 'a{n}'\nwhere = ''\nsame_as = 'a{n + 1}'\n" for n in range(2_000))
HARM = {
    "not UTF-8": b"\xff",
    "a null": b"\x00",
    "deep lists": b"a = " + b"[" * 100_000,
    "deep tables": b"[" * 100_000,
    "a long dotted key": b"a." * 50_000 + b"b = 1",
    "long dotted keys": b"['a' . 'b'." + b"'a'  .\t" * 50_000 + b"b]\n",
    "a float beyond all": b"x = 1e999999999",
    "a long number": b"[paper]\nyear = " + b"9" * 5_000,
    "a date": b"x = 1979-05-27",
    "a number for an id": b"[paper]\nid = 7",
    "a list of papers": b"[[paper]]",
    "lines that repeat each other": TRANSCRIPT + CHAIN.encode() + b"[[line]]\nlabel = 'a2000'\nwhere = ''",
}


@pytest.mark.parametrize("content", HARM.values(), ids=HARM)
def test_transcripts_made_to_do_harm(tmp_path, content):
    assert read(tmp_path / "transcript.toml", content) is None


# --- the cache ------------------------------------------------------------------------------------------------


@given(edits)
@settings(fuzz, max_examples=60)
def test_a_spoiled_cache_says_nothing(tmp_path_factory, changes):
    folder = tmp_path_factory.getbasetemp() / "fuzzed cache"
    script = shell.write(folder / "a", one=shell.good("a/1"))
    [made] = Catalog(folder).resolve([str(script)])
    cache = Cache(folder / "cache")
    reports = [Report("a/1", "A title", "a", "refuted")]
    assert cache.load(made) in (None, reports)
    cache.store(made, reports)
    [slot] = (folder / "cache").glob("*.json")
    content = slot.read_bytes()
    slot.write_bytes(spoiled(content, changes))
    with in_time():
        assert cache.load(made) is None or slot.read_bytes() == content
    slot.write_bytes(content)
    assert cache.load(made) == reports
