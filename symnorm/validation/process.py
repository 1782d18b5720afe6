"""Runs the functions of a file in a process of its own: a copy of it, with a time limit, and nothing to write to."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UserError
from .rows import Array

WORKER = Path(__file__).with_name("worker.py")
ROOMS = {"numpy": "kernels", "numba": "kernels", "torch": "torch"}
"""Where in symnorm the runtime of a target is."""

KEPT = "kernels-for-numba-"
"""Compiled functions of a file are kept in a folder of this name and the hash of the file."""


@dataclass(frozen=True)
class Source:
    """A file with kernels: its text, and the files of its runtime beside it, if it is a part of a package."""

    text: str
    path: Path
    runtime: Mapping[str, bytes]

    @cached_property
    def target(self) -> str:
        """What it is written for: numba or torch, if it imports that, wherever in the file."""
        return target_of(self.text)

    @property
    def is_for_numba(self) -> bool:
        """Whether it is compiled before it can be run."""
        return self.target == "numba"

    @cached_property
    def digest(self) -> str:
        """The hash of all of it."""
        parts = [self.text.encode(), *(p for name in sorted(self.runtime) for p in (name.encode(), self.runtime[name]))]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()


def source(text: str, path: Path) -> Source:
    """A file, with its runtime: files beside it, and where there are none, those of symnorm."""
    wanted = {n[1:].partition(".")[0] for n in imported(text) if n.startswith(".")}
    if not wanted:
        return Source(text, path, {})
    found = {}
    for file in sorted((Path(__file__).parent.parent / ROOMS[target_of(text)]).glob("*.py")):
        beside = path.parent / file.name
        if file.stem not in {"__init__", "functions", "modules", "numba"} - wanted:
            found[file.name] = (beside if beside.is_file() else file).read_bytes()
    return Source(text, path, found)


def target_of(text: str) -> str:
    """What a file is written for."""
    names = {name.partition(".")[0] for name in imported(text)}
    return next((target for target in ("numba", "torch") if target in names), "numpy")


def imported(text: str) -> Iterator[str]:
    """The modules that a file imports; those of its own package begin with a dot."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module:
                yield "." * node.level + node.module
            else:
                yield from ("." * node.level + alias.name for alias in node.names)


@dataclass(frozen=True)
class Answer:
    """What the process said."""

    told: Mapping[str, Any]
    results: Sequence[Array]


def run(
    source: Source, job: Mapping[str, Any], arrays: Sequence[Array], seconds: float, keep: Path | None
) -> Answer:
    """Runs a job on a copy of the file. Raises UserError where the file cannot be run, or takes too long."""
    with tempfile.TemporaryDirectory(prefix="symnorm-kernels-") as room, _staged(source, Path(room), keep) as stage:
        folder = Path(room)
        (folder / "job.json").write_text(json.dumps({
            **job, "file": str(stage / "emitted.py"), "beside": [str(stage)] if source.runtime else [],
            "target": source.target, "writable": [str(stage), str(folder)],
            "arrays": [[a.dtype.str, list(a.shape)] for a in arrays],
        }), "utf-8")  # fmt: skip
        with (folder / "arrays").open("wb") as file:
            for a in arrays:
                file.write(np.ascontiguousarray(a).tobytes())
        _finished(folder, stage, seconds, source.path)
        told = json.loads((folder / "answer.json").read_text("utf-8"))
        content = (folder / "results").read_bytes()
        results = [
            np.frombuffer(content, dtype, int(np.prod(shape)), offset=at).reshape(shape)
            for dtype, shape, at in told["results"]
        ]
        return Answer(told, results)


@contextmanager
def _staged(source: Source, room: Path, keep: Path | None) -> Iterator[Path]:
    """A folder with a copy of the file. What numba compiles takes long, and is kept for the next time."""
    stage = room / "stage"
    if source.is_for_numba and keep is not None:
        stage = keep / (KEPT + source.digest[:24])
        for old in sorted(keep.glob(f"{KEPT}*"), key=lambda p: p.stat().st_mtime)[:-3]:
            if old != stage:
                shutil.rmtree(old, ignore_errors=True)
    with suppress(FileExistsError):
        stage.mkdir(mode=0o700, parents=True)
    for name, content in {"emitted.py": source.text.encode(), **source.runtime}.items():
        if not (stage / name).is_file() or (stage / name).read_bytes() != content:
            (stage / name).write_bytes(content)
    yield stage


def _finished(folder: Path, stage: Path, seconds: float, path: Path) -> None:
    """Runs the worker to its end. Raises UserError."""
    environment = {
        "PATH": os.environ.get("PATH", ""), "HOME": str(folder), "TMPDIR": str(folder),
        "NUMBA_CACHE_DIR": str(stage / "compiled"), "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    }  # fmt: skip
    for name in ("SYSTEMROOT", "LD_LIBRARY_PATH"):
        if name in os.environ:
            environment[name] = os.environ[name]
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", str(WORKER), str(folder)],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
            start_new_session=True,
        )  # fmt: skip
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise UserError(
                f"the functions of {path} took more than {seconds:g} seconds", "--timeout gives them more"
            ) from None
        finally:
            if process.poll() is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL) if os.name == "posix" else process.kill()
                process.wait()
        if status:
            said.seek(0)
            lines = said.read().decode(errors="replace").strip().splitlines() or [f"exit status {status}"]
            raise UserError(
                f"{path} could not be run: {lines[-1][:300]}", "name a file that `symnorm kernels emit` wrote"
            )

