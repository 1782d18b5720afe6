"""What `symnorm kernels check` says of the functions of a file: what they were compared on, and what is wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .screen import Screen

if TYPE_CHECKING:
    from ..codegen.claims.verified import Claims
    from ..validation import Outcome, Source
    from .session import Session

COMPILING = 5
"""Times as much time a file for numba has, which is compiled first."""

SHOWN = 4
"""So many faults of one function are shown."""

COLUMNS = (("rows", 8), ("repair", 8), ("threads", 8), ("plan", 6), ("out", 6), ("axes", 6), ("gaps", 6), ("none", 6))


def outcome(session: Session, file: Source, claims: Claims, seed: int, thorough: bool) -> Outcome:
    """Validates a file. Raises UserError where a statement is not proved, or where the file cannot be run."""
    from .. import runner
    from ..codegen.claims.claim import Cited
    from ..validation import Validation
    from ..validation import claims as wanted

    stated = claims.statements(Cited(*claim) for claim in wanted())
    session.screen.passing("evaluating the statements")
    folder = runner.cache.default_folder() if session.cache else None
    validation = Validation(
        {(c.theorem, c.label): form for c, form in stated.items()}, seed=seed, thorough=thorough, keep=folder
    )
    session.screen.passing("running the functions" + (", which numba compiles first" if file.is_for_numba else ""))
    seconds = session.limits.timeout * (COMPILING if file.is_for_numba else 1)
    found = validation.of(file, seconds, jobs=session.limits.jobs)
    session.screen.passing()
    return found


def page(screen: Screen, found: Outcome, file: str, is_as_printed: bool) -> None:
    """The table, what is not covered, and the verdict."""
    from ..validation import PATHS

    width = max(len(f.name) for f in found.functions) + 2
    heads = "".join(f"{name:>{room}}" for name, room in COLUMNS)
    screen.line(screen.styled(" " * width + heads + "  largest error", dim=True))
    for function in found.functions:
        counts = (function.rows, *(function.paths[path] for path in PATHS))
        row = "".join(f"{count:>{room},}" for count, (_, room) in zip(counts, COLUMNS, strict=True))
        screen.line(f"{function.name:<{width}}{row}  {_error(function.worst)}")
        _faults(screen, function.name, function.faults)
    for name, parts in (("scale laws", found.laws), ("head", found.helpers)):
        for part in parts:
            _faults(screen, f"{name}: {part.name}", part.faults)
    screen.line()
    for line in _summary(found):
        screen.entry("", line, at=0)
    told = f"{file} computes what the verified statements say" if found.passed else f"{file} computes something else"
    screen.heading(told + ("" if is_as_printed else ", and its text is not what they print"))


def _error(worst: dict[str, tuple[float, str]]) -> str:
    """The largest error of the first output, beside what is promised of it."""
    error, promised = next(iter(worst.values()), (0.0, ""))
    return f"{error:.3g} of {promised or '64, not promised'}" if worst else "none"


def _faults(screen: Screen, name: str, faults: list[str]) -> None:
    for fault in faults[:SHOWN]:
        screen.entry(f"  {screen.mark('refuted')}", fault, at=4)
    if len(faults) > SHOWN:
        screen.entry("", f"and {len(faults) - SHOWN} more of {name}", at=4)


def _summary(found: Outcome) -> list[str]:
    """What was covered, and what was not."""
    values = sum(f.values for f in found.functions)
    skipped = Counter[str]()
    for function in found.functions:
        skipped.update(function.skipped)
    lines = [
        f"{values:,} numbers of {len(found.functions)} functions, {_range(found)}; errors are in machine epsilons, "
        "beside what the docstring promises",
        f"scale laws: {sum(c.points for c in found.laws)} evaluations for {len(found.laws)} kernels, at points; a "
        "text that is as it is printed has those that are proved for all numbers",
    ]
    if found.helpers:
        names = ", ".join(c.name for c in found.helpers)
        lines.append(f"head: {names}, {sum(c.points for c in found.helpers):,} numbers in single precision")
    if skipped:
        told = "; ".join(f"{count:,} rows, since {why}" for why, count in skipped.most_common())
        lines.append(f"not compared: {told}")
    for function in found.functions:
        if function.not_covered:
            lines.append(f"not covered: {function.name}: {', '.join(function.not_covered)}")
    lines.append(
        "not covered: bfloat16; longer rows; half precision in rows of other lengths; parameters beyond 2^-60 and "
        "2^60, but for a few; processes that fork; what is refused"
    )
    return lines


def _range(found: Outcome) -> str:
    dtypes = sorted({d for f in found.functions for d in f.dtypes})
    channels = sorted({c for f in found.functions for c in f.channels}) or [0]
    return f"{', '.join(dtypes)}, {channels[0]} to {channels[-1]:,} channels"
