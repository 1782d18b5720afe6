"""Theorems that are proved beside points, each once, as a module of its own: models, and what introduces a constant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..checker.forms import Form
from ..checker.logic.entry import Judgement
from ..checker.logic.theorem import check_bundle
from .names import identifier
from .proof import Proved, prove
from .statement import Untranslated


class Module(NamedTuple):
    """A theorem with its proofs, and the name under which it stands in a file."""

    name: str
    proved: Proved


class Modules:
    """All modules of one file."""

    def __init__(self) -> None:
        self._found: dict[tuple[Any, ...], Module] = {}

    def text(self, proofs: Iterable[str]) -> str:
        """The modules of which proofs speak."""
        proofs = list(proofs)
        used = [m for m in self._found.values() if any(f"{m.name}." in proof for proof in proofs)]
        return "".join(f"\nModule {name}.\n{_body(proved)}\nEnd {name}.\n" for name, proved in used)

    def model(self, theorem: Mapping[str, Any], wanted: Sequence[Form]) -> Module:
        """A model, with the hypotheses on which what is wanted of it rests. Raises Untranslated where that is open."""
        entries = check_bundle(theorem)
        claims = {n for n, e in enumerate(entries) if e.role == "claim" and e.statement in wanted}
        found = self._module(theorem, frozenset(), _used(entries, claims))
        if failed := [found.proved.open[n] for n in claims if n in found.proved.open]:
            raise Untranslated(f"a model that is not proved: {failed[0]}")
        return found

    def introducing(self, bundle: Mapping[str, Any], constants: Sequence[str], supposed: Sequence[Form]) -> Module:
        """A theorem as far as it introduces constants, with no more hypotheses than these.

        Raises Untranslated where they cannot be introduced so.
        """
        entries = check_bundle(bundle)
        wanted = {n for n, e in enumerate(entries) if e.role == "constant" and e.statement[1][1] in constants}
        needed = _used(entries, wanted, [e["certificate"][1] for e in bundle["entries"]])
        left_out = {n for n, e in enumerate(entries) if e.role in ("where", "given") and e.statement not in supposed}
        kept = frozenset(needed - left_out)
        found = self._module(bundle, frozenset(range(len(entries))) - kept, kept)
        if any(f"Lemma x_{identifier(c)}' " not in found.proved.text for c in constants):
            raise Untranslated("a constant of integration of which it is not shown that it exists")
        return found

    def _module(self, bundle: Mapping[str, Any], without: frozenset[int], supposed: frozenset[int]) -> Module:
        key = id(bundle), without, supposed
        if key not in self._found:
            self._found[key] = Module(f"Beside{len(self._found) + 1}", prove(bundle, "", without, supposed))
        return self._found[key]


def _body(proved: Proved) -> str:
    """A file without its head."""
    return proved.text.partition("Open Scope R_scope.\n")[2]


def _used(entries: Sequence[Judgement], wanted: Iterable[int], conditions: Sequence[Any] = ()) -> frozenset[int]:
    """All entries on which some rest, and those that have established a condition of theirs."""
    ahead, found = list(wanted), set[int]()
    while ahead:
        n = ahead.pop()
        if n not in found:
            found.add(n)
            ahead += entries[n].used
            ahead += [c[0] for c in conditions[n] if isinstance(c[0], int)] if conditions else []
    return frozenset(found)
