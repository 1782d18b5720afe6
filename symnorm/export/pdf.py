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

PACKAGES = ("texlive-latex-base", "texlive-latex-recommended")
"""What has to be installed, by the names of Debian and Ubuntu. amsmath, amssymb, geometry and hyperref are in them."""

INSTALL = f"on Debian or Ubuntu: apt-get install {' '.join(PACKAGES)}; elsewhere TeX Live, MacTeX or MiKTeX"

RUNS = 4
"""So often LaTeX is run at most, until its references do not change any more."""

SECONDS = 300.0
"""For one run."""

RERUN = re.compile(rb"Rerun to get|Rerun LaTeX|has changed\. Rerun|No file .*\.toc")


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
            made[f"{paper.id}.pdf"] = compiled(paper_document(edition, paper), paper.id)
        else:
            for theorem in paper.theorems:
                made[f"{theorem.name}.pdf"] = compiled(theorem_document(edition, paper, theorem), theorem.id)
    return made


def compiled(source: str, name: str) -> bytes:
    """A document as PDF, the same bytes each time. Raises UserError with the first error of TeX."""
    with tempfile.TemporaryDirectory(prefix="symnorm-") as folder:
        Path(folder, "document.tex").write_text(source, "utf-8")
        for _ in range(RUNS):
            _run(folder, name)
            if not RERUN.search(Path(folder, "document.log").read_bytes()):
                break
        return Path(folder, "document.pdf").read_bytes()


def _run(folder: str, name: str) -> None:
    """One run of pdflatex. It executes nothing, and knows neither the day nor the name of the folder."""
    command = [
        require_tex(), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape",
        r"\pdftrailerid{}\pdfsuppressptexinfo=-1 \input{document.tex}",
    ]  # fmt: skip
    epoch = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
    try:
        done = subprocess.run(
            [*command[:4], "-jobname=document", command[4]],
            cwd=folder, env={**os.environ, **epoch}, capture_output=True, timeout=SECONDS, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise UserError(f"{name}: pdflatex took more than {SECONDS:.0f} seconds", "export it as LaTeX") from None
    if done.returncode:
        raise UserError(f"{name}: pdflatex fails: {_first_error(done.stdout)}", INSTALL)


def _first_error(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").splitlines()
    return next((line.removeprefix("! ") for line in lines if line.startswith("!")), "no error is told")
