"""A figure as SVG and PNG. The same numbers give the same bytes: no dates, no random ids, no settings of the user."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

from ..errors import UserError
from ..report import Report
from .figure import Figure, Numbers
from .style import RC

WITHOUT = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
"""The formats, and what matplotlib would say in them that differs from day to day or from version to version."""


def require_matplotlib() -> None:
    """Raises UserError where matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UserError("figures are drawn with matplotlib, which is not installed",
                        "pip install 'symnorm[figures]'") from None  # fmt: skip


def files(figure: Figure, reports: Mapping[str, Report]) -> dict[str, bytes]:
    """The files of a figure by their names: NAME.svg, NAME.png, and NAME.json with the numbers and their sources.

    Raises UserError where a theorem is not proved, and where matplotlib is missing.
    """
    require_matplotlib()
    numbers = figure.numbers(reports)
    sidecar = json.dumps(figure.sidecar(numbers, reports), indent=1, ensure_ascii=False) + "\n"
    return {**pictures(figure, numbers), f"{figure.name}.json": sidecar.encode()}


def pictures(figure: Figure, numbers: Numbers) -> dict[str, bytes]:
    """NAME.svg and NAME.png."""
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    made = {}
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(RC | {"svg.hashsalt": figure.name})  # so that figures can share a page
        canvas = Canvas(figsize=figure.size, layout="constrained")
        figure.draw(canvas, numbers)
        canvas.get_layout_engine().execute(canvas)
        canvas.set_layout_engine("none")  # it is laid out, once for both files
        for kind, without in WITHOUT.items():
            buffer = io.BytesIO()
            canvas.savefig(buffer, format=kind, metadata={"Title": figure.title, **without})
            made[f"{figure.name}.{kind}"] = buffer.getvalue()
    return made
