"""`python -m symnorm.checker FILE ...`: re-check bundles of certificates."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from . import Malformed, check_bundle, parse_json

MAX_BYTES = 64 * 1024 * 1024
USAGE = """usage: python -m symnorm.checker FILE ...

Re-checks bundles of certificates, as `symnorm verify --certificates FILE` writes them, with the standard
library alone. Exit status: 0 every entry of every theorem accepted, 1 something rejected, 2 not a bundle."""


def main(arguments: list[str]) -> int:
    """Prints a line per theorem and one per rejected entry; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if not arguments or "-h" in arguments or "--help" in arguments:
        print(USAGE)
        return 0 if arguments else 2
    rejected = 0
    for file in arguments:
        try:
            rejected += _check_file(Path(file))
        except (OSError, Malformed) as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 2
    return 1 if rejected else 0


def _check_file(path: Path) -> int:
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    match parse_json(path.read_bytes()):
        case {"theorems": list(theorems)} if theorems:
            pass
        case _:
            raise Malformed("a bundle is an object with a non-empty list of theorems")
    rejected = 0
    for bundle in theorems:
        judgements = check_bundle(bundle)
        bad = [j for j in judgements if not j.accepted]
        rejected += len(bad)
        lemmas = sorted({lemma for j in judgements for lemma in j.lemmas})
        rests = f", rests on {', '.join(lemmas)}" if lemmas else ""
        print(f"{_shown(bundle['id'])}: {len(judgements) - len(bad)} of {len(judgements)} entries accepted{rests}")
        for j in bad:
            print(f"  {_shown(j.label)}: {_shown(j.reason)}")
    return rejected


def _shown(text: str) -> str:
    """Text from the file without anything that could pass for output of this program."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
