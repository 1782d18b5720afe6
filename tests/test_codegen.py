"""From a theorem to NumPy: what is printed, what is refused, and that the emitted module is what is printed now."""

from __future__ import annotations

import dataclasses
import json
import operator
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from symnorm import define, exp, indices, mean, runner, sqrt, symbol, tanh, total, vector
from symnorm import kernels as package
from symnorm.catalog import Catalog
from symnorm.checker.forms import Form
from symnorm.cli import NOT_PROVED, OK, USAGE, main
from symnorm.codegen.claims.claim import Cited
from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.check import differences, statements
from symnorm.codegen.emit.module import module, whole
from symnorm.codegen.emit.standalone import self_contained
from symnorm.codegen.emit.target import NUMBA, NUMPY, Target
from symnorm.codegen.forms import Operations
from symnorm.codegen.graph.lower import Graph
from symnorm.codegen.graph.node import Node, Rank
from symnorm.codegen.graph.schedule import schedule, uses
from symnorm.codegen.graph.writing import Writing
from symnorm.codegen.numpy.printer import Printer
from symnorm.codegen.operators.kernel import KernelSource
from symnorm.codegen.operators.table import OPERATORS, needed
from symnorm.errors import UserError
from symnorm.files import is_as_written, sealed, unsealed
from symnorm.language.terms import Term, form

ROOT = Path(__file__).parent.parent
EMITTED = ROOT / "symnorm" / "kernels" / "functions.py"
BY_NAME = {o.name: o for o in OPERATORS}

C = symbol("C")
x = vector("x", C)
g = vector("g", C)
w = vector("w", C)
a = symbol("a")
(i,) = indices("i", C)


@pytest.fixture(scope="module")
def claims() -> Claims:
    found = Claims()
    found.verify(needed())
    return found


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """A copy of the proofs that kernels come from."""
    return Path(shutil.copytree(ROOT / "proofs" / "beyond", tmp_path / "beyond"))


def changed(proofs: Path, file: str, old: str, new: str) -> Claims:
    """The claims of the proofs with a change in one script."""
    path = proofs / file
    source = path.read_text("utf-8")
    assert source.count(old) == 1
    path.write_text(source.replace(old, new), "utf-8")
    return Claims(Catalog(proofs))


# --- what is emitted --------------------------------------------------------------------------------------


def test_the_emitted_module_is_what_is_printed_now(claims: Claims) -> None:
    source = EMITTED.read_text("utf-8")
    assert source == sealed(module(claims)), "symnorm kernels emit --package -o symnorm/kernels/functions.py"
    assert list(differences(unsealed(source), claims, EMITTED)) == []


@pytest.mark.parametrize("target", [NUMPY, NUMBA], ids=["functions", "numba"])
def test_the_hashes_beside_the_code_are_those_of_the_statements(claims: Claims, target: Target) -> None:
    path = EMITTED if target is NUMPY else EMITTED.with_name("numba.py")
    stated = statements(path.read_text("utf-8"), path)
    assert stated == statements(self_contained(whole(claims, target)), Path("elsewhere.py"))
    assert stated == {str(c): claims[c].hash for c in [*needed(), *target.cites]}
    assert is_as_written(path.with_suffix(".json"))


def test_what_is_self_contained_needs_numpy_alone(claims: Claims, tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(self_contained(whole(claims)), "utf-8")
    script = (
        "import sys; sys.modules['symnorm'] = sys.modules['sympy'] = None\n"
        "import numpy as np, alone\n"
        "x = np.arange(24.0).reshape(4, 6) ** 2\n"
        "plan = alone.Plan(alone.layer_norm_vjp, x.shape, x.dtype)\n"
        "print(repr([plan(x + 1, x).dx.tolist(), alone.rms_norm(x * 1e200).tolist()]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    values = np.arange(24.0).reshape(4, 6) ** 2
    expected = [
        package.layer_norm_vjp(values + 1, values).dx.tolist(),
        package.rms_norm(values * 1e200).tolist(),
    ]
    assert done.stdout.strip() == repr(expected)


def test_importing_the_kernels_imports_numpy_alone() -> None:
    script = (
        "import sys, symnorm.kernels; print(sorted({'sympy', 'mpmath', 'click', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_function_says_where_it_comes_from() -> None:
    for name in package.__all__:
        doc = getattr(package, name).__doc__
        if name == "Plan" or name.endswith("Gradients"):
            continue
        for part in (
            "From beyond/kernel_",
            "Accuracy: ",
            "Raises TypeError or ValueError",
            "out: ",
            "threads: ",
        ):
            assert part in doc, (name, part)


# --- what yields no kernel --------------------------------------------------------------------------------


def test_a_claim_that_is_not_proved_yields_no_kernel(proofs: Path) -> None:
    found = changed(proofs, "kernels_normalization.py", "(g - t * q1 - p1) * r", "(g + t * q1 - p1) * r")
    with pytest.raises(UserError, match=r"^beyond/kernel_layer_norm_simple is not proved: refuted\n"):
        module(found)


def test_a_form_of_something_else_yields_no_kernel(proofs: Path) -> None:
    old = 'simple.claim("forward", eq(y[i], (t * r)[i]))'
    found = changed(proofs, "kernels_normalization.py", old, old.replace("y[i]", "-y[i]").replace("(t", "-(t"))
    with pytest.raises(
        UserError, match="the left side of beyond/kernel_layer_norm_simple: forward is not the right"
    ):
        module(found)


def test_a_claim_that_is_not_there_is_named(claims: Claims, proofs: Path) -> None:
    with pytest.raises(UserError, match="beyond/kernel_eln has no claim 'nothing'"):
        claims[Cited("beyond/kernel_eln", "nothing")]
    (proofs / "kernels_diagnostics.py").unlink()
    with pytest.raises(UserError, match="there is no theorem beyond/kernel_beta"):
        module(Claims(Catalog(proofs)))


def test_a_half_of_sech_is_one_operation() -> None:
    e = exp(-(a * x))
    assert printed(e / (1 + e * e)) == ["work.half_sech(x, a, out=out)"]
    grows, single = exp(a * x), exp(-x)
    assert lowered(grows / (1 + grows * grows)).op == lowered(single / (1 + single * single)).op == "div"
    assert lowered(e / (1 + x * e)).op == lowered(e / (2 + e * e)).op == lowered(x / (1 + e * e)).op == "div"


def test_a_parameter_that_is_fixed_has_the_value_of_the_theorem(claims: Claims) -> None:
    with pytest.raises(UserError, match="b is 1, and the kernel has 2"):
        KernelSource(dataclasses.replace(BY_NAME["isru"], fixed={"b": 2}), claims)


def test_what_is_said_of_a_file_that_is_old(claims: Claims, proofs: Path, tmp_path: Path) -> None:
    source = EMITTED.read_text("utf-8")
    [line] = differences(source.replace("np.sqrt(var_t + work.number(eps))", "np.sqrt(var_t)", 1), claims, EMITTED)
    assert line == "the statements hold, and the text differs from what is printed from them now"
    other = beside(tmp_path, lambda said: {**said, "beyond/kernel_eln: dx": "0" * 64})
    [line] = differences(source, claims, other)
    assert line == "beyond/kernel_eln: dx: the statement is another one now"
    stale = changed(proofs, "kernels_elementwise.py", "(x / sqrt(P) * n)[i]", "(x * n / sqrt(P))[i]")
    [line] = differences(source, stale, EMITTED)
    assert line == "beyond/kernel_dyisru: forward: the statement is another one now"
    fewer = beside(tmp_path, lambda said: {c: h for c, h in said.items() if "kernel_eln" not in c})
    [line] = differences(source, claims, fewer)
    assert line == "it was printed from other statements than what is printed now"


def beside(folder: Path, changed: Callable[[dict[str, str]], dict[str, str]]) -> Path:
    """A place for a copy of the emitted file, with other hashes beside it."""
    path = folder / EMITTED.name
    document = {"statements": changed(statements(EMITTED.read_text("utf-8"), EMITTED))}
    path.with_suffix(".json").write_text(json.dumps(document), "utf-8")
    return path


@pytest.mark.parametrize(
    "source",
    ["", "x = 1", "STATEMENTS = 1", "STATEMENTS = {'a': b}", "STATEMENTS = {1: 2}", "STATEMENTS = {[]: 1}", "(", "x\0"],
)
def test_a_file_that_says_nothing_is_refused(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "k.py"
    with pytest.raises(UserError, match=r"k\.py (is no Python|does not say)"):
        statements(source, path)
    path.write_text(source, "utf-8")
    assert main(["kernels", "check", str(path)]) == USAGE
    assert "symnorm failed" not in capsys.readouterr().err


@pytest.mark.parametrize("listed", ["", "{", "[]", "{}", '{"statements": ["a: b"]}', '{"statements": {"a: b": 1}}'])
def test_a_part_of_the_package_without_its_hashes_is_refused(listed: str, tmp_path: Path) -> None:
    (tmp_path / "k.json").write_text(listed, "utf-8")
    with pytest.raises(UserError, match=r"k\.py does not say"):
        statements(EMITTED.read_text("utf-8"), tmp_path / "k.py")


# --- from a term to a graph -------------------------------------------------------------------------------


def lowered(term: Term) -> Node:
    """The node of a term, in channel i, of the vectors x, g (blocks) and w (a parameter)."""
    return Graph("C", ("x", "g"), ("w",)).of(form(term[i] if term.is_channel else term))


def printed(term: Term) -> list[str]:
    """What is printed for a term."""
    node = lowered(term)
    return list(Printer(schedule(node, {}), ()).body(node, {}))


def test_what_is_written_first_is_computed_first() -> None:
    r = define("r", total(x * g) / C)
    assert printed(x * (r * (a * (r / (a - C))))) == [
        "r = work.dot(x, g) / work.number(C)",
        "np.multiply(x, work.column(r * (r / work.number(a - C) * work.number(a))), out=out)",
    ]
    assert printed(x - (g - x)) == ["np.subtract(g, x, out=out)", "np.subtract(x, out, out=out)"]


def test_equal_nodes_are_one_node() -> None:
    node = lowered(tanh(a * x) + tanh(a * x) * sqrt(x**2))
    assert sum(n.op == "tanh" for n in node.walk()) == 1


def test_a_mean_is_taken_about_a_pilot_only_where_it_is_taken_off() -> None:
    centred = x - total(x) / C
    assert lowered(centred).op == "centred"
    assert lowered(total(centred**2) / C).op == "variance"
    assert lowered(g - total(x) / C).op == "sub"
    assert lowered(x - mean(x)).op == "sub"  # 1/C sum(x) is another order of operations


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (x**3, "cannot compute"),
        (total(a * C, over=i), "sum of what does not depend"),
        (vector("h", C), "the vector h, which it does not take"),
        (total(vector("x", symbol("D"))), "in which there is 'sum'"),
    ],
    ids=str,
)
def test_what_no_kernel_computes_is_refused(term: Term, message: str) -> None:
    with pytest.raises(UserError, match=message):
        lowered(term)


def test_a_number_that_a_theorem_leaves_open_is_a_parameter_where_that_is_not_0() -> None:
    graph = Graph("C", ("x",), chosen={"taken": "alpha"})
    node = graph.of(form(x[i] / (2 * symbol("taken"))))
    assert [n.op for n in node.walk()] == ["input", "number", "parameter", "nonzero", "mul", "div"]
    [line] = Printer(schedule(node, {}), ()).body(node, {})
    assert line == "np.divide(x, work.number(2 * (alpha or 1.0)), out=out)"
    assert [n.leaf for n in graph.of(form(x[i] * a)).walk() if n.op == "parameter"] == ["a"]


@pytest.mark.parametrize("name", BY_NAME)
def test_a_graph_has_names_and_numbers_for_leaves_and_no_source(claims: Claims, name: str) -> None:
    kernel = KernelSource(BY_NAME[name], claims)
    leaves = {n.leaf for top in (kernel.result, *kernel.gradients.values()) for n in top.walk()} - {None}
    known = {*BY_NAME[name].arrays, *BY_NAME[name].channels, *BY_NAME[name].scalars}
    assert {leaf for leaf in leaves if not isinstance(leaf, Fraction)} <= known


def test_kernels_are_made_of_certificates_and_no_script_is_run_for_them(
    claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a script is run")

    source = module(claims, NUMBA)
    for name in ("ask", "verify"):
        monkeypatch.setattr(runner, name, refuse)
    found = Claims(verified=lambda _: [SimpleNamespace(report=r) for r in claims._reports.values()])
    assert module(found, NUMBA) == source


# --- operations, for all targets --------------------------------------------------------------------------


class Letters(Operations[str]):
    """Knows symbols and sums, and nothing else."""

    def on_sym(self, name: str) -> str:
        return name

    def on_add(self, *parts: Form) -> str:
        return "+".join(map(self.of, parts))


def test_a_target_is_asked_for_each_operation_that_it_has() -> None:
    assert Letters().of(form(a + C + a)) == "a+C+a"
    with pytest.raises(NotImplementedError, match="a form of the kind 'mul'"):
        Letters().of(form(a + a * C))


class Exact(Writing):
    """Writes numbers as fractions of Python."""

    call: ClassVar = {"square": "square", "half_sech": "square"}

    def __init__(self, is_strict: bool) -> None:
        self._is_strict = is_strict

    def number(self, value: Fraction, above: int) -> str:
        return f"F({value.numerator}, {value.denominator})"

    def is_strict(self, node: Node) -> bool:
        return self._is_strict or node.op in ("sub", "div")

    def text(self, node: Node, above: int = 0) -> str:
        return self.written(node, above, self.text)


def value(node: Node) -> Fraction:
    """The value of a graph of numbers."""
    given = [value(arg) for arg in node.args]
    match node.op, given:
        case "number", []:
            return Fraction(node.leaf)
        case "pow", [one]:
            return one**node.leaf
        case "neg", [one]:
            return -one
        case "nonzero", [one]:
            return one or Fraction(1)
        case "square", [one]:
            return one**2
        case "half_sech", [one, other]:
            return (one * other) ** 2
    signs = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv}
    found: Fraction = signs[node.op](*given)
    return found


@pytest.mark.parametrize("is_strict", [True, False])
def test_what_is_written_has_the_parentheses_that_it_needs(is_strict: bool) -> None:
    random = Random(3)
    arities = {"add": 2, "sub": 2, "mul": 2, "div": 2, "neg": 1, "nonzero": 1, "pow": 1, "square": 1, "half_sech": 2}

    def node(depth: int) -> Node:
        if not depth or random.random() < 0.2:
            return Node("number", (), Rank.NUMBER, Fraction(random.randint(-3, 3), random.randint(1, 3)))
        op = random.choice([*arities])
        leaf = random.randint(2, 3) if op == "pow" else None
        return Node(op, tuple(node(depth - 1) for _ in range(arities[op])), Rank.NUMBER, leaf)

    compared = 0
    for _ in range(400):
        top = node(4)
        try:
            true = value(top)
        except ZeroDivisionError:
            continue
        names = {"F": Fraction, "square": lambda u: u**2}
        written = Exact(is_strict).text(top).replace("1.0", "F(1, 1)")
        assert eval(written, names) == true, written
        compared += 1
    assert compared > 200


# --- from a graph to memory -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_NAME)
def test_nothing_is_overwritten_that_is_needed_later(claims: Claims, name: str) -> None:
    kernel = KernelSource(BY_NAME[name], claims)
    plan, held = kernel.plan, dict[str, Node]()
    for step in plan.steps:
        for used in uses(step):
            if used.rank == Rank.BLOCK and used.op != "input" and step.node.op != "variance":
                assert held[plan.memory[used]] is used
        if step.node.rank == Rank.BLOCK and not step.gradient:
            held[plan.memory[step.node]] = step.node
    if kernel.result.rank == Rank.BLOCK:
        assert held["out"] is kernel.result
    assert {s.gradient for s in plan.steps} - {""} == set(kernel.gradients)
    assert plan.scratch == len({m for m in plan.memory.values() if m != "out"}) <= 2


def test_memory_is_used_again() -> None:
    node = lowered(tanh(exp(sqrt(x * x)) * x) + g)
    assert set(schedule(node, {}).memory.values()) == {"out"}


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_emits_what_it_finds_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    assert main(["kernels", "emit", "-o", str(file)]) == OK
    assert main(["kernels", "check", str(file)]) == OK
    file.write_text(file.read_text("utf-8").replace("math.sqrt(C - 1)", "math.sqrt(C)"), "utf-8")
    assert main(["kernels", "check", str(file)]) == NOT_PROVED
    assert "the text differs" in capsys.readouterr().out
    assert main(["kernels", "emit", "--package", "-o", str(file)]) == USAGE, "what was edited is not replaced"
    file.unlink()
    assert main(["kernels", "emit", "--package", "-o", str(file)]) == OK
    assert file.read_bytes() == EMITTED.read_bytes()
    assert file.with_suffix(".json").read_bytes() == EMITTED.with_suffix(".json").read_bytes()
    file.with_suffix(".json").write_text("{}", "utf-8")
    assert main(["kernels", "check", str(file)]) == USAGE
    assert main(["kernels", "emit", "--package", "-o", "-"]) == USAGE
    assert "has a JSON file beside it" in capsys.readouterr().err


def test_the_command_refuses_what_it_cannot_read_or_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kernels", "check", str(tmp_path / "none.py")]) == USAGE
    assert main(["kernels", "emit", "-o", str(tmp_path / "no" / "where.py")]) == USAGE
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert main(["kernels", "check", str(tmp_path / "binary")]) == USAGE
    assert capsys.readouterr().err.count("hint: ") == 3
    assert [p.name for p in tmp_path.iterdir()] == ["binary"]


def test_the_command_lists_every_function(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kernels", "list"]) == OK
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert {n for n in package.__all__ if n != "Plan" and not n.endswith("Gradients")} <= listed
