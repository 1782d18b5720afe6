"""The claims that kernels are printed from: verified now, or there is no kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from .. import runner
from ..catalog import Catalog, Script
from ..checker.forms import Form
from ..checker.logic.citations import meaning
from ..errors import UserError
from ..language import Entry, Theorem
from ..language.record import theorems_from
from ..language.terms import Term
from .claim import Claim, claim_of
from .table import Cited


@dataclass(frozen=True)
class Written(Claim):
    """A claim as its script writes it, in terms: an equation, of which a kernel is printed."""

    entry: Entry

    @property
    def left(self) -> Term:
        """The left side of the equation."""
        side: Term = self.entry.statement.parts[0]
        return side

    @property
    def right(self) -> Term:
        """The right side of the equation."""
        side: Term = self.entry.statement.parts[1]
        return side


class Claims:
    """The claims of a catalog, for kernels. Looking one up raises UserError unless the theorem is proved, as of now."""

    def __init__(
        self, catalog: Catalog | None = None,
        verified: Callable[[list[Script]], Iterable[runner.Result]] | None = None,
    ) -> None:  # fmt: skip
        self._catalog = catalog or Catalog()
        self._verified = verified or self._run
        self._found: dict[Cited, Written] = {}
        self._reports: dict[str, runner.Report] = {}
        self._verified_scripts: set[Script] = set()

    def verify(self, cited: Iterable[Cited]) -> None:
        """Verifies the theorems of these claims, or finds that they were since anything changed. Raises UserError."""
        wanted = list(dict.fromkeys(cited))
        reports = self._reported(wanted)
        theorems = {t.id: t for t in _theorems(self._scripts(wanted))}
        for one in wanted:
            self._found[one] = _written(one, theorems[one.theorem], reports[one.theorem])

    def statements(self, cited: Iterable[Cited]) -> dict[Cited, Form]:
        """The claims as the certificates have them, verified likewise; no script is asked for its terms."""
        wanted = list(dict.fromkeys(cited))
        reports = self._reported(wanted)
        return {one: claim_of(reports[one.theorem], one.label).statement for one in wanted}

    def _reported(self, wanted: Iterable[Cited]) -> dict[str, runner.Report]:
        """The reports on the theorems of claims, by id; a theorem is verified once."""
        scripts = [s for s in self._scripts(wanted) if s not in self._verified_scripts]
        self._reports |= {result.report.id: result.report for result in (self._verified(scripts) if scripts else ())}
        self._verified_scripts.update(scripts)
        return self._reports

    def _scripts(self, wanted: Iterable[Cited]) -> list[Script]:
        """The scripts of the theorems of claims. Raises UserError where there is no such theorem."""
        near = {id: s for s in self._catalog.scripts for id in s.ids}
        for one in wanted:
            if one.theorem not in near:
                raise UserError(
                    f"a kernel needs {one}, and there is no theorem {one.theorem}", "`symnorm list`"
                )
        return list({near[one.theorem].path: near[one.theorem] for one in wanted}.values())

    def __getitem__(self, cited: Cited) -> Written:
        if cited not in self._found:
            self.verify([cited])
        return self._found[cited]

    def _run(self, scripts: list[Script]) -> Iterator[runner.Result]:
        for event in runner.verify(scripts, self._catalog.near, runner.Limits(), runner.Cache()):
            if isinstance(event, runner.Result):
                yield event


def _theorems(scripts: list[Script]) -> Iterator[Theorem]:
    """The theorems of scripts, which are run in processes of their own. Raises UserError where one fails."""
    limits = replace(runner.Limits(), question=("symnorm.language.record:record",))
    for event in runner.ask(scripts, limits):
        if isinstance(event, runner.Progress):
            continue
        _, answer = event
        if "failure" in answer:
            raise UserError(answer["failure"]["reason"], answer["failure"]["hint"])
        for record in answer["reports"]:
            yield from theorems_from(record)


def _written(cited: Cited, theorem: Theorem, report: runner.Report) -> Written:
    """The claim, with the line of the script as it is now."""
    claim = claim_of(report, cited.label)
    entry = next((e for e in theorem.entries if e.label == claim.label), None)
    if entry is None or meaning(entry.statement.form()) != claim.hash:
        raise UserError(f"no kernel from {cited}: what was verified says something else", "verify it again")
    if entry.statement.kind != "eq":
        raise UserError(f"no kernel from {cited}: it is no equation", "claim left = right")
    return Written(**vars(claim), entry=entry)
