"""`python -m symnorm` is the same as `symnorm`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
