"""What a validation found: for each function what was compared, on which paths, how large errors were; and faults."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .plan import PATHS


@dataclass
class Covered:
    """What is said of one public function. `worst` has for each output (machine epsilons, what is promised)."""

    name: str
    claims: dict[str, str] = field(default_factory=dict)
    rows: int = 0
    values: int = 0
    dtypes: set[str] = field(default_factory=set)
    channels: set[int] = field(default_factory=set)
    paths: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    worst: dict[str, tuple[float, str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    wanted: tuple[str, ...] = PATHS

    @property
    def not_covered(self) -> list[str]:
        """The paths on which nothing was compared."""
        return [p for p in self.wanted if not self.paths[p]] + self.left_out

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "name": self.name, "claims": self.claims, "rows": self.rows, "values": self.values,
            "dtypes": sorted(self.dtypes), "channels": sorted(self.channels),
            "paths": {p: self.paths[p] for p in self.wanted},
            "not_compared": dict(self.skipped), "not_covered": self.not_covered, "faults": self.faults,
            "worst": {
                name: {"eps_m": float(f"{error:.3g}"), "promised": said} for name, (error, said) in self.worst.items()
            },
        }  # fmt: skip


@dataclass
class Checked:
    """Something else that is bound to a statement: the scale laws of a kernel, a function of the head of the file."""

    name: str
    claims: list[str]
    points: int = 0
    faults: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"name": self.name, "claims": self.claims, "points": self.points, "faults": self.faults}


@dataclass
class Outcome:
    """All of it."""

    functions: list[Covered] = field(default_factory=list)
    laws: list[Checked] = field(default_factory=list)
    helpers: list[Checked] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        functions = any(f.faults for f in self.functions)
        return not (self.faults or functions or any(c.faults for c in (*self.laws, *self.helpers)))

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "passed": self.passed, "functions": [f.as_json() for f in self.functions],
            "scale_laws": [c.as_json() for c in self.laws], "helpers": [c.as_json() for c in self.helpers],
            "faults": self.faults,
        }  # fmt: skip
