"""Imports run one way, and nothing heavy is imported before it is needed. Found by reading, as imports are written.

cli -> runner, catalog -> judge -> prover, witness -> language -> checker -> nothing of ours
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STANDARD = sys.stdlib_module_names

ALLOWED = {
    "checker": {"checker"},
    "pieces.py": set(),
    "language": {"language", "checker", "pieces"},
    "language/bridge.py": {"language", "sympy"},
    "in_python.py": {"runner", "report", "as_json", "catalog", "errors", "language", "cli", "export"},
    "witness": {"witness", "language", "mpmath"},
    "as_json.py": set(),
    "report.py": {"as_json"},
    "score.py": set(),
    "checker/__main__.py": {"checker", "second"},
    "checker/account.py": {"checker", "second"},
    "second": {"second", "checker"},
    "rigor": {"rigor", "second", "flint"},
    "prover": {"prover", "language", "checker", "sympy"},
    "prover/gram.py": {"checker", "numpy"},
    "reader": {"reader", "language", "report", "transcript", "pieces", "checker"},
    "judge": {"judge", "reader", "report", "prover", "witness", "checker", "language", "transcript", "mutation"},
    "mutation": {"mutation", "score", "as_json", "prover", "witness", "checker", "language"},
    "codegen": {"codegen", "report", "runner", "catalog", "checker", "errors", "validation", "numpy"},
    "codegen/emit/face.py": {"codegen", "kernels"},  # a docstring says for which parameters the runtime is right
    "validation": {"validation", "checker", "errors", "numpy"},
    "validation/worker.py": {"numpy", "numba", "torch"},
    "figures": {"figures", "report", "codegen", "errors", "numpy", "matplotlib"},
    "errors.py": set(),
    "files.py": {"errors"},
    "glossary.py": {"concepts", "language", "checker", "errors", "tables", "symnorm"},
    "concepts.py": set(),
    "skeleton.py": {"errors", "files", "catalog", "checker"},
    "pytest_plugin.py": {"runner", "report", "catalog", "errors", "pytest"},
    "catalog": {"catalog", "errors", "checker"},
    "transcript.py": {"errors"},
    "coverage.py": {"report", "transcript"},
    "faults.py": {"report"},
    "tables.py": {"transcript", "language"},
    "runner": {"runner", "report", "as_json", "catalog", "errors", "transcript", "language", "judge", "second",
        "rigor", "checker"},
    "export": {"export", "coverage", "faults", "report", "as_json", "runner", "catalog", "errors", "transcript",
        "checker", "pieces", "symnorm", "glossary", "jinja2", "latex2mathml", "markupsafe"},
    "export/sympy/checks.py": {"sympy", "mpmath"},  # it is copied into scripts that know nothing of symnorm
    "notes": {"notes", "reader", "pieces", "language", "files", "checker", "errors", "export", "symnorm", "mpmath"},
    "rocq": {"rocq", "checker", "errors", "report", "as_json"},
    "kernels": {"kernels", "numpy"},
    "kernels/numba.py": {"kernels", "numpy", "numba"},
    "codegen/numba/prelude.py": {"numpy", "numba"},
    "torch": {"torch"},
    "cli": {"cli", "coverage", "faults", "files", "report", "score", "as_json", "runner", "codegen", "catalog",
        "errors", "transcript", "checker", "symnorm", "click", "rich", "glossary", "skeleton", "figures", "export",
        "rigor", "validation", "rocq", "notes"},
    "__init__.py": {"language", "tables", "symnorm", "codegen"},
    "__main__.py": {"cli"},
}
"""What a room, or a file in it, may import: rooms of symnorm, third parties, and always the standard library."""

LAZY = {
    "language": {"bridge"},
    "runner": {"language", "judge", "transcript", "second", "rigor"},
    "cli": {"rich", "runner", "transcript", "checker", "export", "codegen", "rigor", "validation", "notes"},
    "__init__.py": {"language", "tables", "codegen"},
}
"""What a room may import only inside a function; the command line does so where importing it has to be cheap."""


@dataclass(frozen=True)
class Import:
    """An import as written: the absolute name, and whether it happens as the file is loaded."""

    name: str
    at_once: bool

    @property
    def room(self) -> str:
        """The room of symnorm, symnorm itself, or the package of somebody else."""
        first, *rest = self.name.split(".")
        return rest[0] if first == "symnorm" and {rest[0], f"{rest[0]}.py"} & set(ALLOWED) else first


def imports(path: Path) -> Iterator[Import]:
    """Every import of a file, whatever it stands in; those for type checking do not count."""
    package = list(path.relative_to(ROOT).with_suffix("").parts[:-1])
    yield from _imports(ast.parse(path.read_text("utf-8")).body, package, at_once=True)


def _imports(nodes: list[ast.stmt], package: list[str], at_once: bool) -> Iterator[Import]:
    for node in nodes:
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (Import(alias.name, at_once) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                inside = ".".join([*base, *([module] if module else [])])
                yield from (Import(f"{inside}.{alias.name}", at_once) for alias in names)
        inner = at_once and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _imports([n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)], package, inner)
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _imports(part.body, package, inner)


def room_of(path: Path) -> str:
    """The room that a file of symnorm is in; a file at the top is a room of its own."""
    return path.relative_to(ROOT / "symnorm").parts[0]


OURS = sorted((ROOT / "symnorm").rglob("*.py"))
PROOFS = sorted((ROOT / "proofs").rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def offences(path: Path) -> list[str]:
    """The imports of a file of symnorm that its room does not allow."""
    inside = path.relative_to(ROOT / "symnorm").as_posix()
    allowed = ALLOWED.get(inside, ALLOWED.get(room_of(path), set()))
    return [i.name for i in imports(path) if i.room not in allowed | STANDARD]


@pytest.mark.parametrize("path", OURS, ids=named)
def test_a_room_imports_only_what_lies_below_it(path: Path) -> None:
    assert offences(path) == []


@pytest.mark.parametrize("path", [p for p in OURS if room_of(p) in LAZY], ids=named)
def test_what_is_heavy_is_imported_where_it_is_needed(path: Path) -> None:
    lazy = LAZY[room_of(path)]
    loaded = [i for i in imports(path) if i.at_once]
    if path.parent.name == "cli" and path.name != "__init__.py":
        loaded = [i for i in loaded if i.room != "runner"]
    assert [i.name for i in loaded if i.room in lazy or i.name.split(".")[-2:-1] == ["bridge"]] == []


@pytest.mark.parametrize("path", PROOFS, ids=named)
def test_a_proof_imports_symnorm_and_its_own_notation_and_data(path: Path) -> None:
    folder = path.parent.relative_to(ROOT).as_posix().replace("/", ".")
    beside = (f"{folder}.notation.", f"{folder}._")
    others = [i.name for i in imports(path) if not i.name.startswith(beside)]
    assert [name for name in others if name.partition(".")[0] not in {"symnorm", *STANDARD}] == []


@pytest.mark.parametrize("path", OURS, ids=named)
def test_symnorm_knows_no_proof(path: Path) -> None:
    assert [i.name for i in imports(path) if {"proofs", "_proofs"} & set(i.name.split("."))] == []


def test_the_second_judge_shares_nothing_with_the_checker_but_the_reader_of_forms() -> None:
    used = [i.name for path in OURS if room_of(path) == "second" for i in imports(path) if i.room == "checker"]
    assert used
    assert [name for name in used if not name.startswith("symnorm.checker.forms.")] == []


def test_every_room_has_rules() -> None:
    assert {room_of(path) for path in OURS} - set(ALLOWED) == set()


DECIDING = {
    "forms.py": {"calculus"},
    "calculus": {"forms", "calculus"},
    "logic": {"forms", "calculus", "logic"},
}
"""What decides that a claim is proved, and the parts of the checker that each may import."""


@pytest.mark.parametrize("room", DECIDING)
def test_no_proof_rests_on_refutations_or_on_what_is_printed(room: str) -> None:
    within = ROOT / "symnorm" / "checker" / room
    files = [within] if within.is_file() else sorted(within.glob("*.py"))
    used = [i.name for path in files for i in imports(path) if i.room not in STANDARD]
    parts = {name.removeprefix("symnorm.checker.").split(".")[0] for name in used}
    assert parts == DECIDING[room]


def test_reading_forms_needs_nothing_but_the_count_of_work() -> None:
    used = [i.name for i in imports(ROOT / "symnorm" / "checker" / "forms.py") if i.room not in STANDARD]
    assert used == ["symnorm.checker.calculus.budget.spend"]
    counted = imports(ROOT / "symnorm" / "checker" / "calculus" / "budget.py")
    assert [i.name for i in counted if i.room not in STANDARD] == []


PRINTING = {
    "forms.py": set[str](),
    "claims": set[str](),
    "lambdify": {"claims", "forms", "graph"},
    "graph": {"forms"},
    "operators": {"claims", "graph"},
    "numpy": {"graph", "operators"},
    "numba": {"graph", "operators", "numpy"},
    "torch": {"graph", "operators"},
    "emit": {"claims", "graph", "operators", "numpy", "numba", "torch"},
}
"""The rooms of what makes functions of statements, and those that each may import besides itself."""


@pytest.mark.parametrize("room", PRINTING)
def test_a_target_shares_the_graph_and_knows_nothing_of_the_file(room: str) -> None:
    within = ROOT / "symnorm" / "codegen" / room
    files = [within] if within.is_file() else sorted(within.glob("*.py"))
    names = [i.name for path in files for i in imports(path) if i.room == "codegen"]
    assert {n.split(".")[2] for n in names} - {room} <= PRINTING[room]


def test_every_room_that_makes_functions_has_rules() -> None:
    found = {p.name for p in (ROOT / "symnorm" / "codegen").iterdir() if not p.name.startswith("__")}
    assert found == set(PRINTING)


@pytest.mark.parametrize("room", ["calculus", "logic", "refutation"])
def test_the_rooms_of_the_checker_hold_no_circle(room: str) -> None:
    """Every import counts, wherever it stands: also those for type checking alone."""
    files = {path.stem: ast.parse(path.read_text("utf-8")) for path in (ROOT / "symnorm/checker" / room).glob("*.py")}
    needs = {
        name: {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level == 1}
        for name, tree in files.items()
    }
    while free := [name for name, needed in needs.items() if not needed & set(needs)]:
        for name in free:
            del needs[name]
    assert needs == {}


def test_no_cache_makes_terms_of_terms() -> None:
    """It would compare them, and equal ones differ in LaTeX and in size: `once` remembers what was made of each."""
    found = []
    for path in sorted((ROOT / "symnorm").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and any("cache" in ast.unparse(d) for d in node.decorator_list):
                taken = {n.id for a in node.args.args if a.annotation for n in ast.walk(a.annotation)
                         if isinstance(n, ast.Name)}  # fmt: skip
                made = {n.id for n in ast.walk(node.returns or ast.Pass()) if isinstance(n, ast.Name)}
                if "Term" in taken and made & {"Term", "Shape"}:
                    found.append(f"{path.name}: {node.name}")
    assert found == []
