"""Finds proofs by reading them. Nothing is imported or run, so a broken script breaks nothing here.

A proof script is a Python file that binds a theorem at top level, with its id and title as literal strings:

    theorem = Theorem("mypaper/1", "The gradient of the norm", ...)

`notation.py`, `__init__.py` and names that begin with an underscore are no scripts, unless one is named itself. A
`transcript.toml` in the same folder belongs to every script of the folder.

A file that binds none and might make some all the same, by another name for Theorem or in a function, is a script
without headings: it is run with the others, and has to make none. Tests (test_*.py, *_test.py, conftest.py) are not.
"""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from .checker.forms import Malformed
from .checker.skeleton import skeleton
from .checker.titles import words
from .errors import UserError

NEW_THEOREM = 'bind it at top level, as theorem = Theorem("mypaper/1", "Title", ...)'
LEFT_OUT = "notation.py and files that begin with _ are left out"
TESTS = ("test_*.py", "*_test.py", "conftest.py")
CONDITIONAL = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
OWN = "one of your own is named by its file"


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

    One that has neither is a file that has to be run to see that it makes no theorem.
    """

    path: Path
    headings: tuple[Heading, ...] = field(compare=False)
    docstring: str = field(default="", compare=False)
    size: int = field(default=0, compare=False)
    broken: str = field(default="", compare=False)
    conditional: tuple[str, ...] = field(default=(), compare=False)
    """The ids of theorems under an `if` or the like at the top level, whether or not the script gets there."""

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


Looking = Callable[[Path], object]
"""What is told each folder that is looked into."""


class Catalog:
    """The proofs below a folder: by default those that come with symnorm."""

    def __init__(self, root: Path | None = None, looking: Looking = lambda folder: None) -> None:
        self.root = _own_proofs() if root is None else root
        self.looking = looking
        self._folders: dict[Path, list[Script]] = {}

    @cached_property
    def scripts(self) -> tuple[Script, ...]:
        """Every script below the root, by id."""
        return tuple(s for s in self._below if not s.is_silent)

    @cached_property
    def _below(self) -> list[Script]:
        """What there is below the root, read once."""
        return scripts_below(self.root, self.looking)

    def resolve(self, targets: Iterable[str]) -> list[Script]:
        """The scripts that are meant by "all", an id, the id of a paper, a file or a folder."""
        found: dict[Path, Script] = {}
        for target in targets:
            for script in self._resolve_one(target):
                found.setdefault(script.path, script)
        refuse_duplicates(found.values())
        return list(found.values())

    def transcripts(self) -> list[Path]:
        """Every transcript below the root."""
        return sorted(self.root.rglob("transcript.toml"))

    def near(self, script: Script) -> dict[str, Script]:
        """Where a script may find the theorems that it cites: the catalog, and before it its own folder.

        Raises UserError where two theorems of that folder have one id.
        """
        folder = script.path.parent
        if folder not in self._folders:
            own = [s for s in self._below if s.path.parent == folder]
            self._folders[folder] = own or _scripts_in(folder)
            refuse_duplicates(self._folders[folder])
        return {id: s for s in (*self.scripts, *self._folders[folder]) for id in s.ids}

    def _resolve_one(self, target: str) -> list[Script]:
        if not target:
            raise UserError("an empty name is no theorem, paper, file or folder", "`.` is the current folder")
        if target == "all":
            if not self.scripts:
                raise UserError(
                    f"there are no proofs in {shown(self.root)}", "name a file or a folder of your own"
                )
            return self._below
        if not _is_path(target):
            named = [s for s in self.scripts if target in s.ids or _is_of_paper(s, target)]
            if named:
                return named
        path = Path(target)
        if path.is_dir():
            below = scripts_below(path, self.looking)
            if all(s.is_silent for s in below):
                raise UserError(f"no script in {target} has a theorem", f"{NEW_THEOREM}; {LEFT_OUT}")
            return below
        if path.is_file():
            return [_read_explicitly(path)]
        around = _scripts_around()
        own = [s for s in around if target in s.ids]
        if not own:
            raise self._unknown(target, around)
        return own

    def _unknown(self, target: str, around: Iterable[Script]) -> UserError:
        if Path(target).exists():
            return UserError(f"{target} is no regular file or folder", "name a proof script or a folder of them")
        if _is_path(target):
            return UserError(f"there is no file or folder {target}", "name a proof script or a folder of them")
        broken = next((s.broken for s in self.scripts if s.broken), None)
        if broken:
            return UserError(
                f"there is no theorem, paper or file {target!r}", f"one script is unreadable: {broken}"
            )
        from difflib import get_close_matches

        known = {id for s in self.scripts for id in (*s.ids, *(h.paper for h in s.headings))}
        known |= {id for s in around for id in s.ids}
        spelled = {id.lower(): id for id in sorted(known)}
        close = [spelled[name] for name in get_close_matches(target.lower(), spelled, n=2)]
        question = f"did you mean {' or '.join(close)}? " if close else ""
        return UserError(
            f"there is no theorem, paper or file {target!r}",
            f"{question}`symnorm list` shows what there is; {OWN}",
        )


def read_script(path: Path) -> Script | None:
    """The script in a file, or None where the file makes no theorem."""
    path = path.resolve()
    try:
        source = path.read_bytes()
        if b"Theorem" not in source and not _may_get_theorems(path, source):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(source, str(path))
        headings = tuple(_headings(module))
        docstring = _docstring(module) if headings else ""
        conditional = tuple(_conditional(module))
    except SyntaxError as error:
        return Script(path, (), broken=f"{shown(path)}:{error.lineno or 1}: {error.msg}")
    except (OSError, ValueError, RecursionError) as error:
        return Script(path, (), broken=f"{shown(path)}: {error}")
    if not headings and not _may_make_theorems(path, module):
        return None
    return Script(path, headings, docstring, len(source), conditional=conditional)


def _may_get_theorems(path: Path, source: bytes) -> bool:
    """Whether a file that does not speak of theorems imports from one beside it that does."""
    imported = {m.decode() for m in re.findall(rb"^\s*from\s+\.(\w+)\s+import\b", source, re.MULTILINE)}
    beside = (path.with_name(f"{name}.py") for name in imported)
    return any(b"Theorem" in p.read_bytes() for p in beside if p.is_file())


def _may_make_theorems(path: Path, module: ast.Module) -> bool:
    """Whether a file without headings is no test, and uses Theorem or what stands beside it."""
    if any(fnmatch(path.name, pattern) for pattern in TESTS):
        return False
    imports = [n for n in ast.walk(module) if isinstance(n, ast.Import | ast.ImportFrom)]
    modules = {a.name for n in imports if isinstance(n, ast.Import) for a in n.names}
    modules |= {n.module or "" for n in imports if isinstance(n, ast.ImportFrom) and not n.level}
    is_beside = any(isinstance(n, ast.ImportFrom) and n.level for n in imports)
    return is_beside or any(m.partition(".")[0] == "symnorm" for m in modules)


def scripts_below(folder: Path, looking: Looking = lambda folder: None) -> list[Script]:
    """The scripts in a folder and in the folders below it, by id. Hidden folders and environments are left out.

    Raises UserError where one of the folders cannot be read: what is in there might not be proved.
    """
    scripts: list[Script] = []
    try:
        for place, folders, _ in os.walk(folder, onerror=_refused):
            looking(Path(place))
            folders[:] = [f for f in folders if _is_of_interest(Path(place, f))]
            scripts += _scripts_in(Path(place))
    except OSError as error:
        place = shown(Path(error.filename or folder))
        raise UserError(f"cannot read {place}: {error.strerror}", "name the folders that have proofs") from None
    ids = {s: [_natural(id) for id in s.ids] or [_natural(s.path.as_posix())] for s in scripts}
    return sorted(scripts, key=lambda s: (s.is_silent, ids[s]))


def shown(path: Path) -> str:
    """A path as a message shows it: relative where it lies below the current folder."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _own_proofs() -> Path:
    package = Path(__file__).resolve().parent
    installed = package / "_proofs"
    return installed if installed.is_dir() else package.parent / "proofs"


def _scripts_around() -> list[Script]:
    """The scripts in the current folder and in the folders directly below it."""
    try:
        below = sorted(p for p in Path().iterdir() if p.is_dir() and _is_of_interest(p))
        return [s for folder in (Path(), *below) for s in _scripts_in(folder)]
    except OSError:
        return []


def _is_of_interest(folder: Path) -> bool:
    """Whether scripts are looked for in a folder: it is not hidden, and no environment of Python."""
    return folder.name[0] not in "._" and not os.path.exists(folder / "pyvenv.cfg")


def _refused(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _scripts_in(folder: Path) -> list[Script]:
    paths = [
        p for p in sorted(folder.glob("*.py")) if p.name[0] not in "._" and p.name != "notation.py" and p.is_file()
    ]
    return [s for s in map(read_script, paths) if s is not None]


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


def _conditional(module: ast.Module) -> Iterator[str]:
    """The ids of theorems in what may not be reached, functions and classes aside."""
    inside: list[ast.AST] = [n for n in module.body if isinstance(n, CONDITIONAL)]
    while inside:
        match inside.pop():
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
            case ast.Call(
                func=ast.Name(id="Theorem") | ast.Attribute(attr="Theorem"), args=[ast.Constant(value=str(id)), *_]
            ):
                yield id
            case node:
                inside += ast.iter_child_nodes(node)


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


def _read_explicitly(path: Path) -> Script:
    script = read_script(path)
    if script is None or script.is_silent:
        raise UserError(f"{shown(path)} has no theorem", NEW_THEOREM)
    return script


def _is_path(target: str) -> bool:
    return target.endswith(".py") or target.startswith(".") or Path(target).is_absolute()


def _is_of_paper(script: Script, paper: str) -> bool:
    return any(h.paper == paper for h in script.headings) or (
        not script.headings and script.path.parent.name == paper
    )


def _natural(text: str) -> list[tuple[str, int]]:
    """Puts eln/10 after eln/9."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D*)(\d*)", text)]


def refuse_duplicates(scripts: Iterable[Script]) -> None:
    """Raises UserError where two theorems have one id, or ids that look alike."""
    seen: dict[str, Script] = {}
    looks: dict[str, str] = {}
    for script in scripts:
        for heading in script.headings:
            like = looks.setdefault(skeleton(heading.id), heading.id)
            if like != heading.id:
                raise UserError(
                    f"the ids {like} and {heading.id} look alike: {shown(seen[like].path)} and "
                    f"{shown(script.path)}:{heading.line}",
                    "give one of them another id",
                )
            other = seen.setdefault(heading.id, script)
            if other is not script or script.ids.count(heading.id) > 1:
                raise UserError(
                    f"two theorems have the id {heading.id}: {shown(other.path)} and "
                    f"{shown(script.path)}:{heading.line}",
                    "give one of them another id",
                )
