"""A coverage-guided fuzzer on the checker and its reader: what it learns about the code, it uses to get further.

    pip install atheris
    python benchmarks/fuzz_atheris.py forge  -max_total_time=300 -len_control=0     certificates for false claims
    python benchmarks/fuzz_atheris.py bundle -max_total_time=300 FOLDER             bytes, read as a bundle

A false claim that is accepted, and an exception other than Malformed, end the run as a crash, with the input in a file.
What stands behind the mode goes to libFuzzer (-help=1 explains); the folder has bundles to begin with, one to a file.
Nothing here is needed by symnorm or its tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

with atheris.instrument_imports(include=["symnorm.checker"]):
    from symnorm.checker import Malformed, Theorem, check_bundle, freeze, parse_json

from forging import falsehoods, forged

LIES = falsehoods()


class Bytes:
    """Choices made by the bytes of an input."""

    def __init__(self, data: bytes) -> None:
        self.provider = atheris.FuzzedDataProvider(data)

    def randrange(self, n: int) -> int:
        """A number below n; 0 when the bytes have come to an end."""
        return int(self.provider.ConsumeIntInRange(0, n - 1))


def forge(data: bytes) -> None:
    """A certificate for a false claim."""
    source = Bytes(data)
    lie = LIES[source.randrange(len(LIES))]
    defined, proof = forged(source, lie)
    if lie.accepts(defined, proof):
        raise AssertionError(f"accepted: {lie.claim} by {defined}, {proof}")


def bundle(data: bytes) -> None:
    """Anything, as a bundle: as it is, and with the hashes made right."""
    try:
        document = parse_json(data)
        check_bundle(document)
        checked = Theorem(document["along"])
        for e in document["entries"]:
            proof = e["certificate"][1:] if isinstance(e["certificate"], list) else ()
            own = checked.hash_of(e["role"], freeze(e["statement"]))
            checked.add(e["label"], e["role"], e["statement"], [own, *proof])
    except Malformed:
        return


if __name__ == "__main__":
    modes = {"forge": forge, "bundle": bundle}
    if len(sys.argv) < 2 or sys.argv[1] not in modes:
        sys.exit(__doc__)
    mode = modes[sys.argv.pop(1)]
    atheris.Setup(sys.argv, mode)
    atheris.Fuzz()
