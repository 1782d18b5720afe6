"""`python -m symnorm.runner FILE MEMORY [rigor [QUESTION...]]`: the process of one script, where there is no fork.

Writes the answer to standard output.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..catalog import read_script
from .worker import serve

if __name__ == "__main__":
    script = read_script(Path(sys.argv[1]))
    assert script is not None
    serve(script, os.dup(1), int(sys.argv[2]), "rigor" in sys.argv[3:4], tuple(sys.argv[4:]))
