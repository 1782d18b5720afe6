"""The first files of somebody's own proof: they verify as they are, and are there to be replaced line by line."""

from __future__ import annotations

import re
from pathlib import Path

from .catalog import shown
from .checker.forms import Malformed
from .checker.titles import identifier
from .errors import UserError
from .files import create

NOTATION = '''"""The symbols of the paper, each once."""

from symnorm import define, mean, sqrt, symbol, vector

C = symbol("C")  # the number of channels
x = vector("x", C)  # x[i] is x_i with i, = indices("i", C); x - mu is a vector, too

mu = define("mu", mean(x), r"\\mu")  # printed as \\mu, means the mean
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))
'''

SCRIPT = '''"""What the theorem says, in a sentence.

Author year, title, where it stands.
"""

from symnorm import Theorem, by, eq, mean

from .notation import C, mu, sigma2, x, y

# Hypotheses are inequalities. One that is missing is named when a line needs it: try it without sigma2 > 0.
theorem = Theorem("{id}", "Normalization", where=[C > 1, sigma2 > 0])

# A printed line has its label, what it says, and why, unless calculation shows it: the lines from which it follows.
centred = theorem.step("(1)", eq(mean(x - mu), 0))

# What the theorem states is a claim. Where the paper prints something else, add it as printed=, with a note=.
theorem.claim("(2)", eq(mean(y), 0), by.algebra(centred))
theorem.claim("(3)", eq(mean(y**2), 1))
'''

ALONE = '''"""What the theorem says, in a sentence.

Author year, title, where it stands.
"""

from symnorm import Theorem, by, eq, symbol

# Symbols that the paper uses more than once belong in notation.py: from .notation import ...
t = symbol("t")

# Hypotheses are inequalities. One that is missing is named when a line needs it: try it without t > 1.
theorem = Theorem("{id}", "A quotient", where=[t > 1])

# A printed line has its label, what it says, and why, unless calculation shows it: the lines from which it follows.
factors = theorem.step("(1)", eq(t**2 - 1, (t - 1) * (t + 1)))

# What the theorem states is a claim. Where the paper prints something else, add it as printed=, with a note=.
theorem.claim("(2)", eq((t**2 - 1) / (t - 1), t + 1), by.algebra(factors))
'''


def begin(target: str) -> list[Path]:
    """Writes a proof script, and notation.py beside it unless there is one; returns what was written, the script last.

    The target is a script, with or without .py, or a folder that is there (or ends with a slash): then the script is
    theorem_1.py in it. Raises UserError where a file is in the way, a name will not do, or nothing can be written.
    """
    if not target.strip():
        raise UserError("an empty name is no script and no folder", "`.` is the current folder")
    path = Path(target)
    if path.resolve() == path.resolve().parent:
        raise UserError(f"{target} is the folder of all folders", "name one of your own, as mypaper/theorem_1")
    if target.endswith(("/", "\\")) or path.is_dir():
        path = path / "theorem_1.py"
    if path.suffix != ".py":
        path = path.with_name(f"{path.name}.py")
    if path.name[0] in "._" or path.name in ("notation.py", "__init__.py"):
        raise UserError(f"{path.name} is never read as a proof script", "call it theorem_1, say")
    path = path.parent.resolve() / path.name
    if not all(p.is_dir() for p in path.parents if p.exists()):
        raise UserError(f"cannot write {shown(path)}: {shown(path.parent)} is no folder", "name another folder")
    notation = path.with_name("notation.py")
    try:
        id = identifier(f"{_word(path.parent.name, 'mypaper')}/{_word(path.stem, 'theorem')}")
    except Malformed as error:
        raise UserError(str(error), "give the folder or the script, of which the id is made, another name") from None
    if path.exists():
        raise UserError(f"{shown(path)} is there already", "give the new theorem another name")
    files = {path: ALONE} if notation.exists() else {notation: NOTATION, path: SCRIPT}
    try:
        create({place: text.replace("{id}", id) for place, text in files.items()})
    except OSError as error:
        raise UserError(
            f"cannot write {shown(path)}: {error.strerror}", "name a place that you can write to"
        ) from None
    return list(files)


def _word(name: str, default: str) -> str:
    """A name of a file as part of an id."""
    return re.sub(r"\W+", "_", name).strip("_") or default
