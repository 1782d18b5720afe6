"""Standard output and standard error as they may be: closed, full, gone, or in an encoding without our signs."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import TextIO

UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


def prepare() -> None:
    """Makes streams that a program can write to: one that is closed leads nowhere, no character is refused."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # then the next file to be opened would get the place of the stream
            with contextlib.suppress(OSError):
                setattr(sys, name, open(os.devnull, "w" if descriptor else "r", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def complaint(error: BaseException) -> str:
    """What to say of an error that is a stream's, which has no name and takes no more; of others nothing."""
    if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITABLE:
        return f"cannot write to standard output: {error.strerror}"
    return ""


def abandon(stream: TextIO) -> None:
    """Sends what a stream still holds nowhere, so that Python does not complain of it at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
