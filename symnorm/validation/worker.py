"""Runs the functions of a file on given arrays, in a process of its own. Needs NumPy, and nothing of symnorm.

    python -I worker.py FOLDER

reads FOLDER/job.json and FOLDER/arrays, and writes FOLDER/answer.json and FOLDER/results. The file is somebody's: while
it is loaded and run, nothing is written outside of the folders that the job names, and no program is started.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import sys
import types
import warnings
from collections import Counter, namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = "_kernels"

WATCHED = ("_computed",)
"""Functions of the runtime that show which path was taken: rows that are computed anew."""

WRITES = {"open", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod", "os.truncate",
          "os.chown", "os.utime"}  # fmt: skip
"""Events that are harmless in a folder of ours."""

FORBIDDEN = ("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.kill", "os.putenv",
             "os.chdir", "os.chroot", "os.setxattr", "subprocess.", "socket.", "shutil.", "ftplib.", "urllib.", "http.",
             "smtplib.", "pty.", "webbrowser.", "sqlite3.", "signal.", "ctypes.dlopen")  # fmt: skip
"""How events begin that kernels have nothing to do with."""


MEMORY, LARGEST_FILE = 8 << 30, 1 << 30
"""Bytes that the process may take, and write into one file."""


def main(folder: Path) -> None:
    """Does the job of a folder."""
    _limit()
    job = json.loads((folder / "job.json").read_text("utf-8"))
    arrays = list(_arrays(folder, job["arrays"]))
    answer: dict[str, Any] = {"calls": [], "helpers": []}
    results: list[Any] = []
    with (folder / "results").open("wb") as kept:
        if job["target"] != "numpy":
            importlib.import_module(job["target"])  # what it does as it is loaded is its own affair
        _guard(tuple(job["writable"]))
        module = _loaded(Path(job["file"]), job["beside"])
        counts, records = _watched(), _records(module)
        module = _OfTensors(module) if job["target"] == "torch" else module
        answer |= {"records": records, "docstrings": _docstrings(module)}
        for call in job["calls"]:
            counts.clear()
            told: dict[str, Any] = {"outputs": []}
            try:
                for name, value in _called(module, call, arrays):
                    told["outputs"].append([name, None if value is None else _keep(kept, results, value)])
            except Exception as error:
                told = {"outputs": [], "error": f"{type(error).__name__}: {error}"[:300]}
            answer["calls"].append(told | {"paths": dict(counts)})
        for helper in job["helpers"]:
            answer["helpers"].append(_helped(module, helper, arrays, kept, results))
    answer["results"] = results
    (folder / "answer.json").write_text(json.dumps(answer), "utf-8")


def _limit() -> None:
    """Bounds what the process may take, where the system can."""
    if importlib.util.find_spec("resource") is None:
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, LARGEST_FILE), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _arrays(folder: Path, listed: list[Any]) -> Iterator[Any]:
    content = (folder / "arrays").read_bytes()
    at = 0
    for dtype, shape in listed:
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        yield np.frombuffer(bytearray(content[at : at + size]), dtype).reshape(shape)  # which may be written
        at += size


def _keep(kept: Any, results: list[Any], value: Any) -> int:
    """Writes an array; its number."""
    value = np.asarray(value)
    results.append([value.dtype.str, list(value.shape), kept.tell()])
    kept.write(np.ascontiguousarray(value).tobytes())
    return len(results) - 1


# --- the file ---------------------------------------------------------------------------------------------


def _guard(writable: tuple[str, ...]) -> None:
    """From now on, what would change something outside of these folders raises PermissionError."""

    def look(event: str, args: tuple[Any, ...]) -> None:
        if event.startswith(FORBIDDEN) and not (event == "ctypes.dlopen" and "numba" in sys.modules):
            raise PermissionError(f"kernels that are checked must not do this: {event}")
        if event not in WRITES or (event == "open" and not _writes(*args[1:3])):
            return
        for path in args[: 2 if event in ("os.rename", "os.link", "os.symlink") else 1]:
            if isinstance(path, str | bytes) and not str(Path(_text(path)).absolute()).startswith(writable):
                raise PermissionError(f"kernels that are checked must not write: {event} {_text(path)}")

    sys.addaudithook(look)


def _writes(mode: Any, flags: Any) -> bool:
    return bool((isinstance(flags, int) and flags & 3) or (isinstance(mode, str) and set(mode) & set("wax+")))


def _text(path: str | bytes) -> str:
    return path if isinstance(path, str) else path.decode(errors="replace")


def _loaded(file: Path, beside: list[str]) -> Any:
    """The module of the file; if it is a part of a package, the other parts are in one of the folders beside."""
    name = PACKAGE
    if beside:
        package = types.ModuleType(PACKAGE)
        package.__path__ = beside
        sys.modules[PACKAGE] = package
        name = f"{PACKAGE}.{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _ours() -> list[Any]:
    """The modules that the file consists of."""
    return [m for name, m in sys.modules.items() if name.partition(".")[0] == PACKAGE]


def _watched() -> Counter[str]:
    """Counts from now on how often the functions of the runtime are called that show a path."""
    counts: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            counts[name] += 1
            return function(*args, **named)

        return call

    for module in _ours():
        for name in WATCHED:
            if hasattr(module, name):
                setattr(module, name, counted(name, getattr(module, name)))
    teams = {m.Team for m in _ours() if hasattr(m, "Team")}
    for team in teams:
        team.map = counted("threads", team.map)
    return counts


def _records(module: Any) -> dict[str, Any]:
    """The description of each kernel: how it is scaled, and by which law its results are scaled back."""
    found = {}
    for value in vars(module).values():
        if type(value).__name__ == "Kernel":
            found[str(value.name)] = {
                "law": [value.law.a, value.law.h], "gradients": [[law.a, law.h] for law in value.gradients],
                "scaling": dict(value.scaling), "shifts": bool(value.shifts),
                "rowwise": bool(value.rowwise), "arrays": list(value.arrays),
                "channels": list(value.channels), "scalars": list(value.scalars),
            }  # fmt: skip
    return found


def _docstrings(module: Any) -> dict[str, str]:
    return {name: str(getattr(module, name, None).__doc__) for name in module.__all__}


# --- tensors ----------------------------------------------------------------------------------------------


LEARNT = ("alpha", "beta", "gain", "bias", "betas")
"""Parameters that have a gradient, in the order in which a product has them."""

OF_THE_GRADIENT = "Of the gradient dx: "
"""How the docstring of a layer begins what it promises of its gradient."""


class _OfTensors:
    """A module of functions of tensors, as one of arrays: the product of each is what autograd finds."""

    def __init__(self, module: Any) -> None:
        self._module = module
        forward = [n for n in module.__all__ if inspect.isfunction(getattr(module, n))]
        self.__all__ = [*forward, *(f"{n}_vjp" for n in forward)]

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._module, name.removesuffix("_vjp"))
        text = str(function.__doc__)
        made: Any = _product(function) if name.endswith("_vjp") else _plain(function)
        made.__doc__ = text.replace("Accuracy: ", "Of the result: ").replace(OF_THE_GRADIENT, "Accuracy: ") \
            if name.endswith("_vjp") else text.partition(OF_THE_GRADIENT)[0]  # fmt: skip
        return made


def _tensors(function: Any, x: Any, named: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """x and the parameters that the function takes, as tensors; those that are learnt wait for a gradient."""
    import torch

    taken = inspect.signature(function).parameters
    found: dict[str, Any] = {}
    dtype = torch.float64 if x.dtype == np.float64 else torch.float32
    for name, value in named.items():
        if name in LEARNT:
            learnt = torch.from_numpy(value) if isinstance(value, np.ndarray) else torch.tensor(value, dtype=dtype)
            found[name] = learnt.requires_grad_()
        elif name in taken:
            found[name] = value
    return torch.from_numpy(x).requires_grad_(), found


def _plain(function: Any) -> Callable[..., Any]:
    """A function of arrays that computes what a function of tensors does."""

    def call(x: Any, **named: Any) -> Any:
        given, parameters = _tensors(function, x, named)
        return function(given, **parameters).detach().numpy()

    return call


def _product(function: Any) -> Callable[..., Any]:
    """Its vector-Jacobian product, by autograd: a tuple with a name for each gradient."""

    def call(g: Any, x: Any, **named: Any) -> Any:
        import torch

        taken = inspect.signature(function).parameters
        detached = {name: value for name, value in named.items() if name in taken}
        given, parameters = _tensors(function, x, detached)
        learnt = {n: parameters.get(n) for n in LEARNT if n in taken}
        wanted = [given, *(p for p in learnt.values() if p is not None)]
        found = iter(torch.autograd.grad(function(given, **parameters), wanted, torch.from_numpy(g)))
        names = ["dx", *(f"d{n}" for n in learnt)]
        values: list[Any] = [next(found), *(None if p is None else next(found) for p in learnt.values())]
        arrays = [None if v is None else v.numpy() for v in values]
        if len(names) == 1:
            return arrays[0]
        named_so: Any = namedtuple
        return named_so("Gradients", names)(*arrays)

    return call


# --- calls ------------------------------------------------------------------------------------------------


def _called(module: Any, call: dict[str, Any], arrays: list[Any]) -> Iterator[tuple[str, Any]]:
    """The results of one call, each with its name."""
    function = getattr(module, call["function"])
    rows = [arrays[n] for n in call["rows"]]
    named = {name: arrays[n] for name, n in call["vectors"].items()} | call["numbers"] | call["choice"]
    before = [a.tobytes() for a in (*rows, *named.values()) if isinstance(a, np.ndarray)]
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield from WAYS[call["way"]](module, function, rows, named, **call["with"])
    after = [a.tobytes() for a in (*rows, *named.values()) if isinstance(a, np.ndarray)]
    if before != after:
        raise ValueError("an input was changed")


def _parts(found: Any) -> list[tuple[str, Any]]:
    """What a function returned: an array, or a tuple with names."""
    if isinstance(found, np.ndarray | np.generic):
        return [("out", found)]
    return list(zip(type(found)._fields, found, strict=True))


def _at_once(module: Any, function: Any, rows: list[Any], named: Any) -> Iterator[tuple[str, Any]]:
    yield from _parts(function(*rows, **named))


def _row_by_row(module: Any, function: Any, rows: list[Any], named: Any) -> Iterator[tuple[str, Any]]:
    found = [_parts(function(*each, **named)) for each in zip(*rows, strict=True)]
    for n, (name, value) in enumerate(found[0]):
        yield name, None if value is None else np.stack([np.asarray(parts[n][1]) for parts in found])


def _along_axes(module: Any, function: Any, rows: list[Any], named: Any) -> Iterator[tuple[str, Any]]:
    folded = [a.reshape(2, -1, a.shape[-1]) for a in rows]
    for name, value in _parts(function(*folded, **named)):
        if value is not None and np.ndim(value) > 1 and value.shape[:2] == folded[0].shape[:2]:
            value = value.reshape(-1, *value.shape[2:])
        yield name, value


def _apart(a: Any) -> Any:
    """A copy whose numbers do not lie side by side in memory."""
    room = np.full((*a.shape[:-1], 2 * a.shape[-1]), 7, a.dtype)
    room[..., ::2] = a
    return room[..., ::2]


def _with_gaps(module: Any, function: Any, rows: list[Any], named: Any) -> Iterator[tuple[str, Any]]:
    plain = function(*rows, **named)
    out = _apart(np.full_like(_parts(plain)[0][1], 3))
    named = {n: _apart(v) if isinstance(v, np.ndarray) else v for n, v in named.items()}
    found = _parts(function(*map(_apart, rows), **named, out=out))
    if found[0][1] is not out:
        raise ValueError("the result is not the array that was passed as out")
    yield from found


def _into(module: Any, function: Any, rows: list[Any], named: Any) -> Iterator[tuple[str, Any]]:
    out = np.full_like(_parts(function(*rows, **named))[0][1], 3)
    found = _parts(function(*rows, **named, out=out))
    if found[0][1] is not out:
        raise ValueError("the result is not the array that was passed as out")
    yield from found


def _planned(
    module: Any, function: Any, rows: list[Any], named: Any, threads: int = 1, times: int = 1
) -> Iterator[tuple[str, Any]]:
    others = {n: v for n, v in named.items() if n not in ("gain", "bias")}
    with module.Plan(function, (rows[0].shape[0] * times, *rows[0].shape[1:]), rows[0].dtype, threads=threads) as plan:
        if len(others) < len(named):  # a plan may run several kernels in turn
            plan(*(np.tile(a, (times, 1)) for a in rows), **others)
        plan(*(np.tile(a[::-1], (times, 1)) for a in rows), **named)  # other rows leave their traces
        yield from _folded(plan(*(np.tile(a, (times, 1)) for a in rows), **named), times)


def _on_threads(
    module: Any, function: Any, rows: list[Any], named: Any, threads: int, times: int
) -> Iterator[tuple[str, Any]]:
    yield from _folded(function(*(np.tile(a, (times, 1)) for a in rows), **named, threads=threads), times)


def _many(module: Any, function: Any, rows: list[Any], named: Any, times: int) -> Iterator[tuple[str, Any]]:
    yield from _folded(function(*(np.tile(a, (times, 1)) for a in rows), **named), times)


def _folded(found: Any, times: int) -> Iterator[tuple[str, Any]]:
    """The results for the same rows again and again: the least and the largest of each number."""
    for name, value in _parts(found):
        if name not in ("out", "dx") or times == 1:
            yield name, value
        else:
            each = value.reshape(times, -1, *value.shape[1:])
            yield name, each.min(axis=0)
            yield name, each.max(axis=0)


WAYS: dict[str, Callable[..., Iterator[tuple[str, Any]]]] = {
    "at once": _at_once, "no rows": _at_once,
    "row by row": _row_by_row, "leading axes": _along_axes, "gaps": _with_gaps, "out": _into,
    "plan": _planned, "threads": _on_threads, "many rows": _many, "plan, threads": _planned,
}  # fmt: skip


def _helped(module: Any, helper: dict[str, Any], arrays: list[Any], kept: Any, results: list[Any]) -> dict[str, Any]:
    """The results of a function of the head, on each number in turn, called from compiled code as loops call it."""
    import numba

    function, given = getattr(module, helper["name"], None), [arrays[n] for n in helper["arguments"]]
    if function is None:
        return {"absent": True}

    def of_one(out: Any, a: Any) -> None:
        for n in range(len(a)):
            out[n] = function(a[n])

    def of_two(out: Any, a: Any, b: Any) -> None:
        for n in range(len(a)):
            out[n] = function(a[n], b[n])

    out = np.empty_like(given[0])
    try:
        numba.njit(error_model="numpy")(of_one if len(given) == 1 else of_two)(out, *given)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:300]}
    return {"result": _keep(kept, results, out)}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
