"""Finds proofs by reading them. Nothing is imported or run, so a broken script breaks nothing here.

A proof script is a Python file that announces a theorem (see `script`). `notation.py`, `__init__.py` and names that
begin with an underscore are no scripts, unless one is named itself. A `transcript.toml` in the same folder belongs to
every script of the folder.

A file that announces none and might make some all the same, by another name for Theorem or in a function, is a script
without headings: it is run with the others, and has to make none. What is left out is named (see `below`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from ..checker.skeleton import skeleton
from ..errors import UserError
from .below import Below, Looking, read_script
from .script import Heading, Script, read, shown

__all__ = ["Below", "Catalog", "Heading", "Script", "read", "read_script", "refuse_duplicates", "shown"]

NEW_THEOREM = 'bind it at top level, as theorem = Theorem("mypaper/1", "Title", ...)'
LEFT_OUT = "notation.py and files that begin with _ are left out"
OWN = "one of your own is named by its file"


class Catalog:
    """The proofs below a folder: by default those that come with symnorm."""

    def __init__(self, root: Path | None = None, looking: Looking = lambda folder: None) -> None:
        self.root = _own_proofs() if root is None else root
        self.looking = looking
        self.left_out: dict[Path, str] = {}
        """What is left out of the folders that were named, with the reasons."""
        self._folders: dict[Path, list[Script]] = {}

    @cached_property
    def scripts(self) -> tuple[Script, ...]:
        """Every script below the root, by id."""
        return tuple(s for s in self._below.scripts if not s.is_silent)

    @cached_property
    def _below(self) -> Below:
        """What there is below the root, read once."""
        return Below(self.root, self.looking)

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
            own = [s for s in self._below.scripts if s.path.parent == folder]
            self._folders[folder] = own or Below(folder, deepest=0).scripts
            refuse_duplicates(self._folders[folder])
        return {id: s for s in (*self.scripts, *self._folders[folder]) for id in s.ids}

    def _resolve_one(self, target: str) -> list[Script]:
        if not target:
            raise UserError("an empty name is no theorem, paper, file or folder", "`.` is the current folder")
        if target == "all":
            self._refuse_two_meanings(target)
            if not self.scripts:
                raise UserError(
                    f"there are no proofs in {shown(self.root)}", "name a file or a folder of your own"
                )
            return self._taken(self._below)
        if not _is_path(target):
            named = [s for s in self.scripts if target in s.ids or _is_of_paper(s, target)]
            if named:
                self._refuse_two_meanings(target)
                return named
        path = Path(target)
        if path.is_dir():
            below = Below(path, self.looking)
            if all(s.is_silent for s in below.scripts):
                raise UserError(f"no script in {target} has a theorem", f"{NEW_THEOREM}; {LEFT_OUT}")
            return self._taken(below)
        if path.is_file():
            return [_read_explicitly(path)]
        around = _scripts_around()
        own = [s for s in around if target in s.ids]
        if not own:
            raise self._unknown(target, around)
        return own

    def _refuse_two_meanings(self, target: str) -> None:
        """Raises UserError where a name of what comes with symnorm is that of a folder of other proofs as well."""
        path = Path(target)
        if not path.is_dir() or path.resolve().is_relative_to(self.root.resolve()):
            return
        if not all(s.is_silent for s in Below(path, self.looking).scripts):
            raise UserError(
                f"{target} may be what comes with symnorm, or the folder of that name",
                f"the folder is ./{target}; from another folder, {target} is what comes with symnorm",
            )

    def _taken(self, below: Below) -> list[Script]:
        """The scripts below a folder; what is left out there is noted."""
        self.left_out |= below.left_out
        return below.scripts

    def _unknown(self, target: str, around: Iterable[Script]) -> UserError:
        if Path(target).exists():
            return UserError(f"{target} is no regular file or folder", "name a proof script or a folder of them")
        if Path(target).is_symlink():
            return UserError(f"{target} is a link that leads nowhere", "name a proof script or a folder of them")
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


def _own_proofs() -> Path:
    package = Path(__file__).resolve().parent.parent
    installed = package / "_proofs"
    return installed if installed.is_dir() else package.parent / "proofs"


def _scripts_around() -> list[Script]:
    """The scripts in the current folder and in the folders directly below it."""
    try:
        return Below(Path(), deepest=1).scripts
    except (OSError, UserError):
        return []


def _read_explicitly(path: Path) -> Script:
    script = read(path).script
    if script.is_silent:
        raise UserError(f"{shown(path)} has no theorem", NEW_THEOREM)
    return script


def _is_path(target: str) -> bool:
    return target.endswith(".py") or target.startswith(".") or Path(target).is_absolute()


def _is_of_paper(script: Script, paper: str) -> bool:
    return any(h.paper == paper for h in script.headings) or (
        not script.headings and script.path.parent.name == paper
    )


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
