"""Which theorems a circle of citations consists of: words for what is said of them, on which no verdict rests."""

from __future__ import annotations

from collections.abc import Mapping

from .logic.citations import IN_A_CIRCLE, Standing, cut


def with_circles(theorems: Mapping[str, Standing], objected: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The objections to the citations of each theorem; where it is a circle, they say which one."""
    found: dict[str, list[str]] = {}
    for id in theorems:
        path: list[str] = []
        said = [IN_A_CIRCLE]
        while objected[id] == [IN_A_CIRCLE] and id not in found:
            found[id] = said
            path.append(id)
            sources = (cited.source for cited in theorems[id].cites)
            id = next(source for source in sources if objected.get(source) == [IN_A_CIRCLE])
        if id in path:
            around = " -> ".join((*path[path.index(id) :], id))
            said[:] = [f"{IN_A_CIRCLE}: {cut(around)}"]
        elif path:  # it leads to a circle that was met before
            said[:] = found[id]
    return {**objected, **found}
