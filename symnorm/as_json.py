"""Frozen dataclasses as JSON, by the types of their fields: written, read back strictly, and described by a schema.

    >>> from_json(Report, to_json(report)) == report

A field is a string, a number, a truth value, an `Annotated[str, names]` that is one of a few, a tuple of things alike,
a Mapping from strings to things alike, another such class; or one of these or None.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

APART = {"apart": True}
"""The metadata of a field that is not published: it differs from run to run, or stands in a file of its own."""

_Kind = TypeVar("_Kind")


class Misfit(ValueError):
    """Says what stands in JSON where something else belongs, and the way there."""

    def __init__(self, due: str, value: Any, way: str = "") -> None:
        shown = repr(value)
        super().__init__(f"{way or 'this'} has to be {due}, and is {shown if len(shown) <= 60 else shown[:57] + '...'}")
        self.due, self.value, self.way = due, value, way

    def inside(self, step: str) -> Misfit:
        """The same, from further outside."""
        return Misfit(self.due, self.value, step + self.way)


def to_json(value: Any, *, published: bool = False) -> Any:
    """A report, or a part of it, as JSON has it: objects by the names of the fields, and arrays.

    What is to be published has no fields that stand apart.
    """
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    if kind is tuple:
        return [to_json(inside, published=published) for inside in value]
    if isinstance(value, Mapping):
        return {key: to_json(inside, published=published) for key, inside in value.items()}
    return {name: to_json(getattr(value, name), published=published) for name in names(kind, published)}


def from_json(kind: type[_Kind], document: Any) -> _Kind:
    """The object of a kind that `to_json` has written. Raises Misfit for whatever is not as the types of its fields."""
    annotation: Any = kind
    made: _Kind = _reader(annotation)(document)
    return made


ATOMS: dict[Any, str] = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


@cache
def names(kind: Any, published: bool = False) -> tuple[str, ...]:
    """The names of the fields of a class; with `published`, of those that do not stand apart."""
    return tuple(f.name for f in dataclasses.fields(kind) if not (published and f.metadata.get("apart")))


@cache
def _reader(annotation: Any) -> Callable[[Any], Any]:
    """What reads a value of a type that a field has."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in ATOMS:
        return lambda value: value if type(value) is annotation else _refuse(value, ATOMS[annotation])
    if origin is Annotated:
        choice = " or ".join(arguments[1])
        return lambda value: value if type(value) is str and value in arguments[1] else _refuse(value, choice)
    if origin in (UnionType, Union):  # with None, and nothing else
        inside = _reader(arguments[0])
        return lambda value: None if value is None else inside(value)
    if origin is tuple:
        return _array(_reader(arguments[0]))
    if origin is Mapping:
        return _mapping(_reader(arguments[1]))
    hints = get_type_hints(annotation, include_extras=True)
    return _object(annotation, {name: hints[name] for name in names(annotation)})


def _array(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def array(value: Any) -> Any:
        if type(value) is not list:
            _refuse(value, "array")
        made: list[Any] = []
        try:
            for inside in value:
                made.append(read(inside))
        except Misfit as error:
            raise error.inside(f"[{len(made)}]") from None
        return tuple(made)

    return array


def _mapping(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def mapping(value: Any) -> Any:
        if type(value) is not dict:
            _refuse(value, "object")
        made: dict[str, Any] = {}
        for key, inside in value.items():
            try:
                made[key] = read(inside)
            except Misfit as error:
                raise error.inside(f".{key}") from None
        return made

    return mapping


def _object(kind: type, hints: Mapping[str, Any]) -> Callable[[Any], Any]:
    atoms = [hint in ATOMS and hint for hint in hints.values()]
    members = [(atom, _reader(hint)) for atom, hint in zip(atoms, hints.values(), strict=True)]

    def made(value: Any) -> Any:
        if type(value) is not dict or value.keys() != hints.keys():
            _refuse(value, f"object with {', '.join(hints)}")
        found = [value[name] for name in hints]
        kinds = list(map(type, found))
        if kinds != atoms:  # most are atoms, and most objects are made of these
            n = 0
            try:
                for n, (atom, read) in enumerate(members):
                    if kinds[n] is not atom:
                        found[n] = read(found[n])
            except Misfit as error:
                raise error.inside(f".{[*hints][n]}") from None
        return kind(*found)

    return made


def _refuse(value: Any, due: str) -> Any:
    raise Misfit(due, value)


# --- a schema ---------------------------------------------------------------------------------------------


def schema(kind: type, title: str) -> dict[str, Any]:
    """The JSON schema of what is published of a class."""
    definitions: dict[str, Any] = {}
    top = _schema_of(kind, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **top,
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def _schema_of(annotation: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in ATOMS:
        return {"type": ATOMS[annotation]}
    if origin is Annotated:
        return {"enum": list(arguments[1])}
    if origin in (UnionType, Union):
        return {"anyOf": [_schema_of(a, definitions) for a in arguments]}
    if origin is tuple:
        return {"type": "array", "items": _schema_of(arguments[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1], definitions)}
    if annotation.__name__ not in definitions:
        definitions[annotation.__name__] = {}  # it may stand inside itself
        hints = get_type_hints(annotation, include_extras=True)
        published = names(annotation, published=True)
        definitions[annotation.__name__] = {
            "description": " ".join((annotation.__doc__ or "").split()),
            "type": "object",
            "properties": {name: _schema_of(hints[name], definitions) for name in published},
            "required": list(published),
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{annotation.__name__}"}
