"""What a figure is: where its curves come from, how its numbers are made, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..codegen.claims.claim import claim_of
from ..codegen.lambdify.function import function
from ..report import Report

Array = np.ndarray[Any, np.dtype[np.float64]]


class Source(NamedTuple):
    """A side of a claim, of which a function is made (see `symnorm.lambdify`)."""

    id: str
    label: str
    side: str = "right"


@dataclass(frozen=True)
class Numbers:
    """What a figure shows: `series` are tables of columns of equal length, `notes` what there is to say of them."""

    parameters: Mapping[str, float]
    series: Mapping[str, Mapping[str, Array]]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A figure. `compute` gets the functions made of the sources, by their names; all curves are values of these.

    `of` says which figure of which paper it is, `size` is its width and height in inches. `draw` puts the numbers
    on an empty matplotlib figure.
    """

    name: str
    title: str
    of: str
    sources: Mapping[str, Source]
    compute: Callable[[Mapping[str, Callable[..., Any]]], Numbers]
    draw: Callable[[Any, Numbers], None]
    size: tuple[float, float]

    @property
    def theorems(self) -> list[str]:
        """The theorems whose claims the figure shows."""
        return list(dict.fromkeys(source.id for source in self.sources.values()))

    def numbers(self, reports: Mapping[str, Report]) -> Numbers:
        """The numbers, from the reports on the theorems. Raises UserError where one is not proved."""
        return self.compute(
            {
                name: function(claim_of(reports[id], label), side)
                for name, (id, label, side) in self.sources.items()
            }
        )

    def sidecar(self, numbers: Numbers, reports: Mapping[str, Report]) -> dict[str, Any]:
        """The numbers, and the statements that they were calculated from, as JSON."""
        claims = {name: (claim_of(reports[s.id], s.label), s.side) for name, s in self.sources.items()}
        return {
            "figure": self.name,
            "title": self.title,
            "of": self.of,
            "notes": list(numbers.notes),
            "statements": [
                {
                    "function": name,
                    "theorem": claim.id,
                    "label": claim.label,
                    "side": side,
                    "statement": claim.text,
                    "statement_hash": claim.hash,
                }
                for name, (claim, side) in claims.items()
            ],
            "parameters": dict(numbers.parameters),
            "series": {
                name: {column: np.asarray(values).tolist() for column, values in table.items()}
                for name, table in numbers.series.items()
            },
        }


@dataclass
class Tables:
    """Tables to be filled, one after the other."""

    series: dict[str, dict[str, Array]] = field(default_factory=dict)

    def add(self, name: str, **columns: Any) -> None:
        """One more table; single numbers are repeated."""
        arrays = np.broadcast_arrays(*(np.asarray(c, dtype=float) for c in columns.values()))
        self.series[name] = dict(zip(columns, arrays, strict=True))
