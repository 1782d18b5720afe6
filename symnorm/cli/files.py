"""Files that are written in one piece, or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from ..errors import UserError
from . import streams


class Output:
    """A file to be. It is opened beside its place on entering, so that a wrong place is noticed before the work.

    The target None is nothing, "-" is standard output. What exists and is no regular file is written directly.
    """

    def __init__(self, target: str | None) -> None:
        self.target = target
        self.is_standard_output = target == "-"
        self._place = Path(target or ".").resolve()
        self._beside: Path | None = None
        self._file: TextIO | None = None

    def __enter__(self) -> Output:
        if self.target is None:
            return self
        if self.is_standard_output:
            if streams.is_closed():
                raise UserError("cannot write -: standard output is closed", "name a file")
            self._file = sys.stdout
            return self
        try:
            if not self._place.exists() or self._place.is_file():
                self._beside = self._place.with_name(f".{self._place.name}.{os.getpid()}")
            elif self._place.is_dir():
                raise UserError(f"cannot write {self.target}: it is a folder", "name a file in it")
            self._file = (self._beside or self._place).open("w", encoding="utf-8")
        except OSError as error:
            raise self._unwritable(error) from None
        return self

    def write(self, document: Callable[[], Any]) -> None:
        """Makes the document and writes it as JSON; nothing is made where nothing is to be written."""
        self.write_text(lambda: json.dumps(document(), indent=1) + "\n")

    def write_text(self, text: Callable[[], str]) -> None:
        """Makes a text and writes it; nothing is made where nothing is to be written."""
        if self._file is None:
            return
        try:
            self._file.write(text())
            self._file.flush()
            if self._beside is not None:
                self._file.close()
                self._beside.replace(self._place)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._unwritable(error) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._file is not None and not self.is_standard_output:
            with contextlib.suppress(OSError):
                self._file.close()
        if self._beside is not None:
            self._beside.unlink(missing_ok=True)

    def _unwritable(self, error: OSError) -> UserError:
        return UserError(
            f"cannot write {self.target}: {error.strerror}", "name a file in a folder that you can write to"
        )
