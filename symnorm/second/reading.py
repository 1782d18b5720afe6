"""A theorem, read: its entries with what has to be zero in them, what has to be defined, and what each stands on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..checker.forms import Form, arrays, dimensions, freeze, lengths
from .accounts import Accounts
from .certificate import Entry
from .evaluate import Budget
from .inductive import InductiveReader
from .nodes import Graph, Objection
from .points import Points
from .smoothness import Smoothness


class Reading:
    """The entries of a theorem that the checker has accepted, in one graph, and the points to evaluate it at."""

    def __init__(self, theorem: Mapping[str, Any], accepted: Sequence[bool], budget: Budget | None = None) -> None:
        along: Form = freeze(theorem["along"])
        written = [
            (e["label"], e["role"], freeze(e["statement"]), freeze(e["certificate"])) for e in theorem["entries"]
        ]
        dimension = {str(d[1]) for _, _, statement, _ in written for d in dimensions(statement)}  # of any form
        self.graph = Graph()
        seed = sha256(repr((along, written)).encode()).hexdigest()
        statements = [statement for _, _, statement, _ in written]
        sets = sorted({str(n) for s in (along, *statements) for _, n in lengths(s)})
        self.points = Points(seed, next(iter(sorted(dimension)), ""), budget=budget, sets=sets)
        self.entries: list[Entry] = []
        judged = (s for s, is_accepted in zip(statements, accepted, strict=False) if is_accepted)
        shapes = {shape for s in (along, *judged) for shape in arrays(s)}
        accounts, smoothness = Accounts(along, dimension, shapes), Smoothness()
        for (label, role, statement, certificate), is_accepted in zip(written, accepted, strict=False):
            entry = Entry(label, role, statement)
            if is_accepted:
                try:
                    bound, defined, proof = certificate
                    InductiveReader(self.graph, along, self.entries, entry, smoothness).read(defined, proof)
                    accounts.add(entry, bound)
                    smoothness.add(entry)
                except Objection as error:
                    entry.objection = str(error)
                except (ValueError, TypeError, IndexError, AttributeError, KeyError):
                    entry.objection = "a certificate of an unknown form"
            else:
                accounts.pass_over(entry)
            self.entries.append(entry)
