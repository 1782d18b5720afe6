"""Takes the pictures in README.md: a page of the web edition, and a run in a terminal.

    python benchmarks/pictures.py

The page is drawn by Chromium without a window, which has to be installed; the terminal by rich, from what the
command prints.
"""

from __future__ import annotations

import io
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

DOCS = Path(__file__).parent.parent / "docs"
PAGE = "errata.html"
SIZE = (1280, 1000)
COLUMNS = 100
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def page(target: Path) -> None:
    """A page of the web edition."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("Chromium draws the page, and is not installed (Debian: apt install chromium)")
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        subprocess.run([sys.executable, "-m", "symnorm", "export", "html", "all", "-o", site], check=True)
        subprocess.run(
            [chromium, *QUIET, f"--user-data-dir={folder}/profile", f"--window-size={SIZE[0]},{SIZE[1]}",
             f"--screenshot={target}", (site / PAGE).as_uri()],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip


def terminal(target: Path) -> None:
    """A run as one sees it: in a terminal of so many columns, in its colours."""
    command = ["verify", "eln/1", "eln/2", "eln/3", "eln/4", "--no-cache"]
    shown: list[bytes] = []

    def read(descriptor: int) -> bytes:
        shown.append(os.read(descriptor, 65536))
        return shown[-1]

    os.environ |= {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    os.environ.pop("NO_COLOR", None)
    pty.spawn([sys.executable, "-m", "symnorm", *command], read)
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), highlight=False)
    console.print(f"$ symnorm {' '.join(command)}", style="bold")
    console.print(Text.from_ansi(_last_state(b"".join(shown).decode())))
    svg = console.export_svg(title="symnorm", unique_id="symnorm")
    svg = re.sub(r"\s*@font-face \{.*?\}|\s*<!--.*?-->", "", svg, flags=re.DOTALL)  # the fonts that rich would load
    target.write_text(svg, "utf-8")


def _last_state(printed: str) -> str:
    """What stays on the screen: the bar that shows the progress is wiped out in the end."""
    lines = printed.replace("\r\n", "\n").split("\n")
    kept = [re.split(r"\r|\x1b\[2K|\x1b\[1A|\x1b\[\?25[lh]", line)[-1] for line in lines]
    return "\n".join(line for line in kept if "━" not in line)


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    page(DOCS / "edition.png")
    terminal(DOCS / "terminal.svg")
