"""A paper's printed tables, as exact numbers for the claims that its text draws from them."""

from __future__ import annotations

from pathlib import Path

from .language import LanguageError, Term, rational
from .transcript import read_transcript


class PrintedTable:
    """One table of a transcript."""

    def __init__(self, name: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        self.name, self.columns = name, columns
        self._rows = {row[0]: row for row in rows}

    def __call__(self, row: str, column: str) -> Term:
        """The number printed in a row and a column, exactly. Raises LanguageError where there is none."""
        if row not in self._rows or column not in self.columns:
            raise LanguageError(f"{self.name} has no row {row!r} with a column {column!r}")
        return rational(self._rows[row][self.columns.index(column)])


def printed_tables(script: str) -> dict[str, PrintedTable]:
    """The tables of the transcript beside a script: `printed_tables(__file__)["Table 1"]("LayerNorm", "En-De")`."""
    paper = read_transcript(Path(script).with_name("transcript.toml"))
    return {t.name: PrintedTable(t.name, t.columns, t.rows) for t in paper.tables}
