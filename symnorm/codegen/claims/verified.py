"""The claims that kernels are printed from: verified now, or there is no kernel.

A claim is read from the certificate that the checker has accepted. Its script is run to be verified, by the runner, and
not again: what it writes is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ... import runner
from ...catalog import Catalog, Script
from ...checker.forms import Form
from ...errors import UserError
from .claim import Cited, Claim, claim_of


class Claims:
    """The claims of a catalog, for kernels. Looking one up raises UserError unless the theorem is proved, as of now."""

    def __init__(
        self, catalog: Catalog | None = None,
        verified: Callable[[list[Script]], Iterable[runner.Result]] | None = None,
    ) -> None:  # fmt: skip
        self._catalog = catalog or Catalog()
        self._verified = verified or self._run
        self._found: dict[Cited, Claim] = {}
        self._reports: dict[str, runner.Report] = {}
        self._scripts_verified: set[Script] = set()

    def verify(self, cited: Iterable[Cited]) -> None:
        """Verifies the theorems of these claims, or finds that they were since anything changed. Raises UserError."""
        wanted = [one for one in dict.fromkeys(cited) if one not in self._found]
        reports = self._reported(wanted)
        for one in wanted:
            claim = claim_of(reports[one.theorem], one.label)
            if claim.statement[0] != "eq":
                raise UserError(f"no kernel from {one}: it is no equation", "claim left = right")
            self._found[one] = claim

    def statements(self, cited: Iterable[Cited]) -> dict[Cited, Form]:
        """The claims as the certificates have them, verified likewise."""
        wanted = list(dict.fromkeys(cited))
        self.verify(wanted)
        return {one: self[one].statement for one in wanted}

    def __getitem__(self, cited: Cited) -> Claim:
        self.verify([cited])
        return self._found[cited]

    def _reported(self, wanted: Iterable[Cited]) -> dict[str, runner.Report]:
        """The reports on the theorems of claims, by id; a theorem is verified once."""
        scripts = [s for s in self._scripts(wanted) if s not in self._scripts_verified]
        self._reports |= {result.report.id: result.report for result in (self._verified(scripts) if scripts else ())}
        self._scripts_verified.update(scripts)
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

    def _run(self, scripts: list[Script]) -> Iterator[runner.Result]:
        for event in runner.verify(scripts, self._catalog.near, runner.Limits(), runner.Cache()):
            if isinstance(event, runner.Result):
                yield event
