"""The edition as PDF: the LaTeX of `tex`, compiled."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from ..errors import UserError
from .edition import Edition
from .tex import paper_document, theorem_document

PACKAGES = ("texlive-latex-base",)
"""What has to be installed, by the names of Debian and Ubuntu. amsmath, amssymb, geometry and hyperref are in it."""

INSTALL = f"on Debian or Ubuntu: apt-get install {' '.join(PACKAGES)}; elsewhere TeX Live, MacTeX or MiKTeX"

RUNS = 4
"""So often LaTeX is run at most, until its references do not change any more."""

SECONDS = 300.0
"""For one run."""

RERUN = re.compile(r"Rerun to get|Rerun LaTeX|has changed\. Rerun|No file .*\.toc")


def require_tex() -> str:
    """The path of pdflatex. Raises UserError, with what to install, where there is none."""
    found = shutil.which("pdflatex")
    if found is None:
        raise UserError("there is no pdflatex, which makes PDF of LaTeX", INSTALL)
    return found


def files(edition: Edition) -> dict[str, bytes]:
    """The PDF of every paper that is complete, and of every theorem of the others. Raises UserError without TeX."""
    made = {}
    for paper in edition.papers:
        if paper.is_complete:
            made[f"{paper.id}.pdf"], _ = compiled(paper_document(edition, paper), paper.id)
        else:
            for theorem in paper.theorems:
                made[f"{theorem.name}.pdf"], _ = compiled(theorem_document(edition, paper, theorem), theorem.id)
    return made


def compiled(source: str, name: str) -> tuple[bytes, str]:
    """A document as PDF, the same bytes each time, and what TeX says of it. Raises UserError with TeX's first error."""
    with tempfile.TemporaryDirectory(prefix="symnorm-") as folder:
        Path(folder, "document.tex").write_text(source, "utf-8")
        log = ""
        for _ in range(RUNS):
            _run(folder, name)
            log = Path(folder, "document.log").read_text("utf-8", "replace")
            if not RERUN.search(log):
                break
        return Path(folder, "document.pdf").read_bytes(), log


def _run(folder: str, name: str) -> None:
    """One run of pdflatex. It executes nothing, and knows neither the day nor the name of the folder."""
    command = [
        require_tex(),
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-no-shell-escape",
        "-jobname=document",
    ]
    start = r"\pdftrailerid{}\pdfsuppressptexinfo=-1 \input{document.tex}"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "max_print_line": "10000"}
    try:
        done = subprocess.run(
            [*command, start], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise UserError(
            f"{name}: pdflatex took more than {SECONDS:.0f} seconds", "export it as LaTeX"
        ) from None
    if done.returncode:
        raise UserError(f"{name}: pdflatex fails: {_first_error(done.stdout)}", INSTALL)


def _first_error(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").splitlines()
    return next((line.removeprefix("! ") for line in lines if line.startswith("!")), "no error is told")
