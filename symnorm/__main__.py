"""`python -m symnorm` is the same as `symnorm`."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Runs a command and returns the exit status. An interrupt while the program is loaded just ends it."""
    interrupted = signal.getsignal(signal.SIGINT)
    if interrupted is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    signal.signal(signal.SIGINT, interrupted)
    return run()


if __name__ == "__main__":
    sys.exit(main())
