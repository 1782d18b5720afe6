"""One Python file, read and not run: the theorems that it announces, and the modules that it imports.

A theorem is announced where it is bound at top level, with its id and title as literal strings:

    theorem = Theorem("mypaper/1", "The gradient of the norm", ...)
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..checker.forms import Malformed
from ..checker.titles import words

IMPORTERS = ("import_module", "__import__")
"""The functions that import a module by its name."""


@dataclass(frozen=True)
class Heading:
    """A theorem as its script announces it; `name` is the variable that it is bound to."""

    id: str
    title: str
    paper: str
    name: str
    line: int


@dataclass(frozen=True)
class Script:
    """A proof script, of so many bytes. `broken` says why it cannot be read; then it has no headings.

    One that has neither is a file that has to be run to see that it makes no theorem (see `below`).
    """

    path: Path
    headings: tuple[Heading, ...] = field(compare=False)
    docstring: str = field(default="", compare=False)
    size: int = field(default=0, compare=False)
    broken: str = field(default="", compare=False)
    inner: tuple[str, ...] = field(default=(), compare=False)
    """The ids of theorems under an `if` or the like, or in a function, whether or not the script gets there."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its theorems, in the order of the file."""
        return tuple(h.id for h in self.headings)

    @property
    def is_silent(self) -> bool:
        """Whether the file can be read and announces no theorem."""
        return not (self.headings or self.broken)

    @property
    def is_left_out(self) -> bool:
        """Whether the script is verified only where it is named itself."""
        return self.path.name[0] in "._" or self.path.name == "notation.py"

    @property
    def transcript(self) -> Path | None:
        """The transcript of the paper, if the folder has one."""
        path = self.path.parent / "transcript.toml"
        return path if path.is_file() else None


Module = tuple[int, str]
"""A module as an import names it: how many dots, and the rest."""


@dataclass(frozen=True)
class Source:
    """What is read of a file: of `all` that it imports, it always has those beside it in `sure`, if it runs to its end.

    What one with headings imports besides is not asked for: it is run anyway. One that `is_foreign` is no Python and
    does not speak of theorems; one that `is_empty` has no statement.
    """

    script: Script
    all: frozenset[Module] = frozenset()
    sure: frozenset[str] = frozenset()
    is_foreign: bool = False
    is_empty: bool = False


def read(path: Path) -> Source:
    """What is in a file; `broken` says why it cannot be read."""
    path, source = path.resolve(), b""
    try:
        source = path.read_bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(source, str(path))
        headings = tuple(_headings(module))
        docstring = _docstring(module) if headings else ""
        script = Script(path, headings, docstring, len(source), inner=tuple(_inner(module)))
    except SyntaxError as error:
        return _broken(path, f"{shown(path)}:{error.lineno or 1}: {error.msg}", source)
    except (OSError, ValueError, RecursionError) as error:
        return _broken(path, f"{shown(path)}: {error}", source)
    is_empty = all(isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) for n in module.body)
    every = frozenset[Module]() if headings else frozenset(_imports(ast.walk(module)))
    return Source(script, every, frozenset(_surely(module.body)), is_empty=is_empty)


def _broken(path: Path, why: str, source: bytes) -> Source:
    """A file that cannot be read; where nothing is known of it, or it speaks of theorems, that is a fault."""
    letters = source.replace(b"\0", b"")  # of UTF-16 as well
    speaks = not source or b"Theorem" in letters or b"symnorm" in letters
    return Source(Script(path, (), broken=why), is_foreign=not speaks)


def shown(path: Path) -> str:
    """A path as a message shows it: relative where it lies below the current folder."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _surely(body: list[ast.stmt]) -> Iterator[str]:
    """The modules beside a file that it imports at its top level, whatever else it does."""
    for node in body:
        match node:
            case ast.ImportFrom(module=str(module), level=1):
                yield module
            case ast.ImportFrom(names=names, level=1):
                yield from (n.name for n in names)


def _imports(nodes: Iterator[ast.AST]) -> Iterator[Module]:
    """The modules that may be imported, each name of `from x import name` as if it were one."""
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from ((0, n.name) for n in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                yield from ((level, ".".join(filter(None, (module, n.name)))) for n in names)
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(said)), *_]
            ) if name in IMPORTERS:
                yield 0, said


def _headings(module: ast.Module) -> Iterator[Heading]:
    for node in module.body:
        match node:
            case ast.Assign(targets=[*_, ast.Name(id=name)], value=ast.Call() as call):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call() as call):
                pass
            case _:
                continue
        match call.func:
            case ast.Name(id="Theorem") | ast.Attribute(attr="Theorem"):
                yield _heading(name, call)


def _inner(module: ast.Module) -> Iterator[str]:
    """The ids of theorems that stand below the top level, as literal strings: in a branch, a function, a class."""
    announced = {id(node.value) for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)}
    for node in ast.walk(module):
        match node:
            case ast.Call(
                func=ast.Name(id="Theorem") | ast.Attribute(attr="Theorem"), args=[ast.Constant(value=str(said)), *_]
            ) if id(node) not in announced:
                yield said


def _heading(name: str, call: ast.Call) -> Heading:
    paper = next((k.value for k in call.keywords if k.arg == "paper"), ast.Constant(""))
    match [*call.args, paper]:
        case [ast.Constant(value=str(id)), ast.Constant(value=str(title)), ast.Constant(value=str(written))]:
            for text in (id, title, written):
                _check_words(text, "the heading of a theorem", call.lineno)
            return Heading(id, title, written or id.partition("/")[0], name, call.lineno)
    raise SyntaxError(
        'id, title and paper of a theorem are literal strings, as in Theorem("mypaper/1", "Title")',
        ("", call.lineno, 0, None),
    )


def _docstring(module: ast.Module) -> str:
    """What a script says of itself: lines of words, as titles and notes are."""
    text = ast.get_docstring(module) or ""
    for line in text.split("\n"):
        _check_words(line, "the docstring", 1)
    return text


def _check_words(text: str, where: str, line: int) -> None:
    """Raises SyntaxError where a text does something to a terminal or a page in the place of being read."""
    try:
        words(text)
    except Malformed as error:
        raise SyntaxError(f"{where}: {error}", ("", line, 0, None)) from None
