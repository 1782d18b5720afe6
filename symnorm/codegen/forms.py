"""The operations of a form, told apart in one place: whoever reads statements says what each operation is for him.

    class Names(Operations[str]):
        def on_sym(self, name): return name
        def on_add(self, *parts): return " + ".join(map(self.of, parts))

    Names().of(("add", ("sym", "a"), ("sym", "b")))    # "a + b"
"""

from __future__ import annotations

from typing import Generic, TypeVar

from ..checker.forms import Form

T = TypeVar("T")


class Operations(Generic[T]):
    """Reads forms: `on_add` has the parts of a sum, and so on, by the words of `symnorm.checker.forms`.

    A method is given what stands after the word, as forms: it asks `of` for what it needs of these.
    """

    def of(self, e: Form) -> T:
        """What a form is. Raises what `refused` says of an operation for which there is no method."""
        method = getattr(self, f"on_{e[0]}", None)
        if method is None:
            raise self.refused(e)
        found: T = method(*e[1:])
        return found

    def refused(self, e: Form) -> Exception:
        """The error for a form that is not read."""
        return NotImplementedError(f"a form of the kind {e[0]!r}")
