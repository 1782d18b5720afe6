"""Programs that some tests need, and that need not be there."""

from __future__ import annotations

import pytest

from symnorm.errors import UserError
from symnorm.rocq.installed import require_coqc


def _lacking() -> str:
    """Why Rocq cannot be asked, or nothing."""
    try:
        require_coqc()
    except UserError as error:
        return str(error)
    return ""


needs_coqc = pytest.mark.skipif(bool(_lacking()), reason=_lacking())
