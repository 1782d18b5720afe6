"""What a theorem has recorded stays as it was written: a script that changes it afterwards is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import write
from test_runner import failure, run, verdicts

THEOREM = """
from symnorm import Theorem, by, either, eq, link, symbol
a, b = symbol("a"), symbol("b")
theorem = Theorem("kept/1", "Kept", where=[a > 0], model={b: 2}, notation={"x_a": a})
first = theorem.step("(1)", eq(a, a), by.algebra(), printed=eq(a, 2 * a), note="n", at={a: 1})
s = theorem.suppose("s", a > 1, at={a: 2, b: 2})
theorem.chain("(3)", a + b, b + a, link(a + b, by.algebra(), note="m"), claim=True)
theorem.claim("(2)", either(eq(a, a), a > 1), by.algebra(first))
theorem.counterexample("(4)", eq(a, a + 1), at={a: 1, b: 2}, note="n")
theorem.gap("(5)", assumes=a > 1, at={a: 1}, repaired=first, note="g")
"""

CHANGES = {
    "the last line": ("theorem.entries.pop()", "(2)"),
    "the last line, and its label": ("theorem._labels.discard(theorem.entries.pop().label)", "(2)"),
    "a line between": ("del theorem.entries[2]", "+s"),
    "all lines but one": ("del theorem.entries[:-1]", "+hypothesis 1"),
    "the order": ("theorem.entries.reverse()", "+hypothesis 1"),
    "a line again": ("theorem.entries.append(first)", "what was not written there"),
    "a copy": ("import copy\ntheorem.entries[1] = copy.copy(first)", "(1)"),
    "a statement": ("first.statement = eq(b, b)", "(1)"),
    "what it says": ("first.statement.parts = (b, b)", "(1)"),
    "its relation": ("first.statement.kind = 'ge'", "(1)"),
    "a part of a statement": ("theorem.entries[-1].statement.parts[0].parts = (b, b)", "(2)"),
    "a term": ("first.statement.parts[0].args = ('b',)", "along=, model=, notation= or words="),
    "a term within": ("first.printed.statement.parts[1].args[0].args = (3,)", "(1)"),
    "the LaTeX of a term": ("theorem.entries[-2].statement.parts[0].latex = 'c'", "(3)-1"),
    "the operation of a term": ("theorem.entries[-2].statement.parts[0].op = 'mul'", "(3)-1"),
    "a term of a point": ("next(iter(theorem.errata[0].point)).latex = 'q'", "along=, model=, notation= or words="),
    "a reason": ("first.by = by.algebra()", "(1)"),
    "a role": ("theorem.entries[-1].role = 'step'", "(2)"),
    "a note": ("first.note = ''", "(1)"),
    "what is printed": ("first.printed = None", "(1)"),
    "how it is printed": ("first.printed.statement.parts = (a, a)", "(1)"),
    "where it fails": ("first.printed.point.clear()", "(1)"),
    "a point": ("s.point[a] = 3", "+s"),
    "a place in a chain": ("theorem.entries[-2].chain = None", "+(3) as a whole"),
    "all errata": ("theorem.errata.clear()", "(4)"),
    "an erratum": ("theorem.errata.pop()", "(5)"),
    "another erratum": ("theorem.errata.append(theorem.errata[0])", "what was not written there"),
    "the point of an erratum": ("theorem.errata[0].point[a] = 2", "(4)"),
    "another list": ("theorem.entries = [*theorem.entries]", "what was not written there"),
    "no list": ("theorem.errata = []", "a list"),
    "what varies": ("theorem.along = (a,)", "along=, model=, notation= or words="),
    "the model": ("theorem.model[b] = 3", "along=, model=, notation= or words="),
    "its reason": ("theorem.model_by = by.algebra()", "along=, model=, notation= or words="),
    "the notation": ("theorem.notation.clear()", "along=, model=, notation= or words="),
}


@pytest.mark.parametrize(("change", "what"), CHANGES.values(), ids=CHANGES)
def test_a_script_that_changes_what_it_has_written_is_named(tmp_path: Path, change: str, what: str) -> None:
    found = failure(tmp_path / "a", f"{THEOREM}{change}\n")
    assert found.cause == "script"
    assert f"bad.py:4: {what} of kept/1 was changed or taken away after it was written" in found.reason
    assert found.hint == "a theorem keeps every line and every erratum as it is written"


def test_what_is_not_changed_is_as_it_was_written(tmp_path: Path) -> None:
    folder = write(tmp_path / "a", theorem=THEOREM + "print(theorem, first, theorem.entries, theorem.errata)\n")
    assert verdicts(run(folder)).keys() == {"kept/1"}
    assert "fault" not in verdicts(run(folder)).values()
