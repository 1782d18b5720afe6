"""Makes an emitted module self-contained: what it imports from its package is written into it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources

THIRD = ("import numba", "import numpy", "import torch")


@dataclass
class _Parts:
    """The modules of the package that are needed, in order, without their imports; and the imports of others."""

    package: str
    imports: set[tuple[str, str]] = field(default_factory=set)  # (module, name), or (module as written, "")
    bodies: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, source: str) -> None:
        """Adds a module, after those that it needs."""
        lines = source.splitlines()
        cut: set[int] = set()
        for node, room in _imports(source):
            cut |= set(range(node.lineno - 1, node.end_lineno or node.lineno))
            if room:
                if room not in self.bodies:
                    self.add(room, resources.files("symnorm").joinpath(self.package, f"{room}.py").read_text("utf-8"))
            elif isinstance(node, ast.Import):
                self.imports.add((ast.unparse(node), ""))
            elif node.module != "__future__":
                self.imports |= {(node.module or "", alias.name) for alias in node.names}
        first = ast.parse(source).body[0]
        if isinstance(first, ast.Expr):
            cut |= set(range(first.lineno - 1, first.end_lineno or first.lineno))
        self.bodies[name] = "\n".join(line for n, line in enumerate(lines) if n not in cut).strip("\n")


def self_contained(source: str, package: str = "kernels") -> str:
    """The emitted module with everything in it that it takes from its package; it needs nothing of symnorm then."""
    parts = _Parts(package)
    parts.add("", source)
    docstring = ast.get_docstring(ast.parse(source), clean=False)
    plain = sorted(module for module, name in parts.imports if not name)
    chosen: dict[str, list[str]] = {}
    for module, name in sorted(i for i in parts.imports if i[1]):
        chosen.setdefault(module, []).append(name)
    standard = [i for i in plain if not i.startswith(THIRD)]
    standard += [f"from {module} import {', '.join(names)}" for module, names in chosen.items()]
    third = [i for i in plain if i.startswith(THIRD)]
    sections = [
        f"# --- {name} {'-' * (112 - len(name) - 7)}\n\n{body}" for name, body in parts.bodies.items() if name
    ]
    head = [f'"""{docstring}"""\n\nfrom __future__ import annotations', "\n".join(standard), "\n".join(third)]
    return "\n\n".join(head) + "\n\n" + "\n\n\n".join([*sections, parts.bodies[""]]) + "\n"


def _imports(source: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """The imports at the top of a module, each with the module of its package that it names, if it does."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            yield node, ""
        elif isinstance(node, ast.ImportFrom):
            yield node, (node.module or "") if node.level else ""
