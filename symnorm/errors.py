"""The errors that a user can put right."""

from __future__ import annotations


class UserError(Exception):
    """What is wrong with the input, in one line, and in `hint` what to do about it; a traceback shows it, too."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        if hint:
            self.add_note(f"hint: {hint}")
