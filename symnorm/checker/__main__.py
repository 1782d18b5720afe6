"""`python -m symnorm.checker [-v] FILE ...`: re-check bundles of certificates, and say what they claim."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import Form, Malformed, check_bundle, freeze, parse_json
from .forms import FUNCTIONS, dimensions
from .normal import renamed

MAX_BYTES = 64 * 1024 * 1024
USAGE = """usage: python -m symnorm.checker [-v] FILE ...

Re-checks bundles of certificates, as `symnorm verify --certificates FILE` writes them, with the standard
library alone. With -v it prints what every theorem supposes and claims, as the certificate has it.
Exit status: 0 every entry of every theorem accepted, 1 something rejected, 2 not a bundle."""

SIGNS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "or": "or", "and": "and",
         "implies": "=>", "iff": "<=>"}  # fmt: skip
OPERATIONS = ("D", "at", "delta", "integral", "sum", *FUNCTIONS)
"""What is written as functions are: a function of such a name is pointed out."""

SUM, PRODUCT, POWER, ATOM = range(4)
"""How tightly a written expression holds together."""


def main(arguments: list[str]) -> int:
    """Prints a line per theorem and one per rejected entry; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    files = [a for a in arguments if a not in ("-v", "--verbose")]
    if not files or "-h" in files or "--help" in files:
        print(USAGE)
        return 0 if files else 2
    rejected = 0
    for file in files:
        try:
            lines, bad = _checked(Path(file), verbose=len(files) < len(arguments))
        except (OSError, Malformed) as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 2
        print("\n".join(lines), flush=True)
        rejected += bad
    return 1 if rejected else 0


def _checked(path: Path, verbose: bool) -> tuple[list[str], int]:
    """What there is to say of a bundle, and how many of its entries are rejected."""
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    match parse_json(path.read_bytes()):
        case {"theorems": list(theorems)} if theorems:
            pass
        case _:
            raise Malformed("a bundle is an object with a non-empty list of theorems")
    lines, rejected = [], 0
    for bundle in theorems:
        judgements = check_bundle(bundle)
        bad = [j for j in judgements if not j.accepted]
        rejected += len(bad)
        lemmas = sorted({lemma for j in judgements for lemma in j.lemmas})
        rests = f", rests on {', '.join(lemmas)}" if lemmas else ""
        lines.append(f"{bundle['id']}: {len(judgements) - len(bad)} of {len(judgements)} entries accepted{rests}")
        lines += [f"  {j.label}: {j.reason}" for j in bad]
        if verbose:
            lines += _claimed(bundle)
    return [_shown(line) for line in lines], rejected


def _claimed(bundle: dict[str, Any]) -> Iterator[str]:
    """What a theorem starts from and what it claims, and what the names of expressions in there mean."""
    entries = [(e["role"], e["label"], freeze(e["statement"])) for e in bundle["entries"]]
    told = [e for e in entries if e[0] in ("where", "given", "constant", "claim")]
    for dimension in sorted({d for _, _, s in entries for d in dimensions(s)}, key=repr):
        yield f"  where   {_written(dimension)} is the number of channels"
    for variable in freeze(bundle["along"]):
        match variable:
            case ("interval", inner, point):
                yield f"  where   {_written(inner)} ranges over an interval that contains {_written(point)}"
            case ("vector", name):
                yield f"  where   {name} ranges over an open set"
            case _:
                yield f"  where   {_written(variable)} ranges over an interval"
    for role, label, statement in told:
        yield f"  {role:<6}  {'' if role == 'where' else f'{_label(label)}: '}{_written(statement)}"
    seen = set()
    for definition in (d for _, _, s in told for d in _definitions(s)):
        if (meaning := _meaning(definition)) not in seen:
            seen.add(meaning)
            yield f"  with    {_written(definition)} = {_written(definition[3])}"
    meanings = {m for _, _, s in told for m in _meanings(s)} | {(name, "operation") for name in OPERATIONS}
    for name in sorted({n for n, meaning in meanings if any(n == m and meaning != what for m, what in meanings)}):
        yield f"  beware  {name} stands for several things"


def _meanings(form: Any) -> Iterator[tuple[str, Any]]:
    """(a name, what it stands for): a symbol, a vector, a function, or an expression of one channel or none."""
    match form:
        case ("sym" | "coord" | "app" as kind, str(name), *_):
            yield name, kind
        case ("def", name, *_):
            yield name, _meaning(form)
    if isinstance(form, tuple):
        for part in form:
            yield from _meanings(part)


def _meaning(definition: Form) -> Form:
    """What a name stands for, whatever channel it speaks of."""
    _, name, index, body = definition
    return name, renamed(body, index or "", "*")


def _definitions(form: Any) -> Iterator[Form]:
    if isinstance(form, tuple):
        if form[:1] == ("def",):
            yield form
        for part in form:
            yield from _definitions(part)


def _written(form: Form, least: int = SUM) -> str:
    """A statement or an expression in the notation of Python, in parentheses unless it holds together so tightly."""
    text, level = _piece(form)
    return text if level >= least else f"({text})"


def _piece(form: Form) -> tuple[str, int]:
    match form:
        case ("num", value):
            return value, SUM if value.startswith("-") else PRODUCT if "/" in value else ATOM
        case ("sym", name) | ("def", name, None, _):
            return name, ATOM
        case ("coord", name, index) | ("def", name, index, _):
            return f"{name}[{_index(index)}]", ATOM
        case ("delta", i, j):
            return f"delta({_index(i)}, {_index(j)})", ATOM
        case ("add", first, *rest):
            signed = [("-", p[1]) if p[0] == "neg" else ("+", p) for p in rest]
            return _written(first) + "".join(f" {sign} {_written(p, PRODUCT)}" for sign, p in signed), SUM
        case ("neg", a):
            return f"-{_written(a, PRODUCT)}", SUM
        case ("mul", first, *rest):
            return "*".join([_written(first, PRODUCT), *(_written(p, POWER) for p in rest)]), PRODUCT
        case ("div", a, b):
            return f"{_written(a, PRODUCT)}/{_written(b, POWER)}", PRODUCT
        case ("pow", a, n):
            return f"{_written(a, ATOM)}**{n if n >= 0 else f'({n})'}", POWER
        case ("fn", name, a):
            return f"{name}({_written(a)})", ATOM
        case ("app", name, orders, arguments):
            order = f"^({','.join(map(str, orders))})" if any(orders) else ""
            return f"{name}{order}({', '.join(map(_written, arguments))})", ATOM
        case ("sum", k, dimension, excluded, a):
            bounds = [f"{k} = 1..{_written(dimension)}", *(f"{k} != {_index(i)}" for i in excluded)]
            return f"sum({_written(a)}, {', '.join(bounds)})", ATOM
        case ("D" | "integral" as name, a, v):
            return f"{name}({_written(a)}, {_written(v)})", ATOM
        case ("at", a, v, point):
            return f"at({_written(a)}, {_written(v)} = {_written(point)})", ATOM
        case (relation, *parts) if parts[0][0] not in SIGNS:
            return f" {SIGNS[relation]} ".join(map(_written, parts)), SUM
        case (connection, *parts):
            return f" {SIGNS[connection]} ".join(f"({_written(p)})" for p in parts), SUM
    raise Malformed("not an expression")


def _index(name: str) -> str:
    """The name of a channel; what is said of every channel has a name of its own."""
    return f"every {name[1:]}" if name.startswith("*") else name


def _label(label: str) -> str:
    """A label, in quotes where it could pass for a statement."""
    return repr(label) if any(c in label for c in "=<>:") else label


def _shown(text: str) -> str:
    """Text from the file without anything that could pass for output of this program."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def _run() -> int:
    """`main` with the arguments of the program; a standard output that takes no more is said, or passed over."""
    try:
        return main(sys.argv[1:])
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            return 141
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(_run())
