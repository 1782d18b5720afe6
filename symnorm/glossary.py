"""What there is to write in a proof script, explained by the docstrings of the code itself.

`glossary()` lists the rules, the premises, the statements, the terms, the methods of a theorem, the kinds of errata,
the lemmas and what mathematics calls all that; `look_up` finds what a name means.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from textwrap import indent
from typing import Any

from . import __all__ as NAMES
from . import language
from .checker.lemmas import LEMMAS
from .concepts import CONCEPTS
from .errors import UserError
from .language import KINDS, Entry, Theorem, by
from .language import theorem as theorem_module
from .tables import printed_tables

GROUPS = {
    "rule": "Rules: why a step holds, as by=by.algebra(p)",
    "premise": "Premises: what follows from earlier lines at once, for rules to stand on",
    "statement": "Statements",
    "term": "Terms",
    "method": "Theorems and their methods",
    "kind of erratum": "Kinds of errata, as kind='typo'",
    "concept": "Concepts: what mathematics calls a thing, and how it is written",
    "lemma": "Lemmas: believed without a certificate, with a reference",
}
"""What a thing is, and the heading above all things of its group."""

DRAWN = re.compile(r"^-{3,}", re.MULTILINE)
"""The line of a rule, at the margin: there Python puts a drawing that only the first line of a docstring precedes."""

NO_RULE = ("relation",)
"""Functions of `by` that no script calls."""


@dataclass(frozen=True)
class Explanation:
    """One thing to write: how it is written, what it is a kind of, and the docstring that explains it."""

    name: str
    group: str
    written: str
    text: str
    aliases: tuple[str, ...] = ()

    @property
    def first_line(self) -> str:
        """What it is, in one line."""
        return " ".join(self.text.partition("\n\n")[0].split())

    @property
    def names(self) -> set[str]:
        """What it may be called: with or without what stands before the dot."""
        return {*map(_plain, (self.name, self.name.rpartition(".")[2], *self.aliases))}

    @property
    def options(self) -> set[str]:
        """The arguments that may be left out, as along= of a theorem."""
        return set(re.findall(r"(\w+)=", self.written))


@cache
def glossary() -> tuple[Explanation, ...]:
    """Everything, group by group."""
    return (*_of_by(), *_of_premises(), *_of_language(), *_of_theorem(), *_errata(), *_concepts(), *_lemmas())


def look_up(name: str) -> list[Explanation]:
    """What a name means, which may be several things. Raises UserError for a name that means nothing."""
    wanted = _plain(name.removesuffix("()"))
    named = [e for e in glossary() if wanted in e.names]
    found = [e for e in named if e.group != "concept" or wanted == _plain(e.name)] or named
    found = found or [e for e in glossary() if wanted in e.options]
    exact = [e for e in found if "." in name and _plain(e.name) == wanted]
    if not found:
        known = {n: e.name for e in glossary() for n in e.names}
        close = dict.fromkeys(known[n] for n in difflib.get_close_matches(wanted, known))
        question = f"did you mean {' or '.join(close)}? " if close else ""
        raise UserError(f"there is nothing called {name!r}", f"{question}`symnorm explain` lists what there is")
    return exact or found


def _of_by() -> Iterator[Explanation]:
    yield Explanation("by", "rule", "by", inspect.getdoc(by) or "")
    for group, result in (("rule", "Rule"), ("premise", "Relation")):
        for name, function in _functions(vars(by)):
            if function.__module__ == by.__name__ and _returns(function) == result and name not in NO_RULE:
                yield _explained(f"by.{name}", group, function)


def _of_premises() -> Iterator[Explanation]:
    for name, method in _functions(vars(Entry)):
        if _returns(method).startswith("Relation"):
            yield _explained(f"premise.{name}", "premise", method)


def _of_language() -> Iterator[Explanation]:
    terms = ("terms", "arrays", "magnitudes", "graph", "operators", "matrices", "tables", "whole")
    modules = {"statements": "statement", **dict.fromkeys(terms, "term")}
    for group in ("statement", "term"):
        for name in NAMES:
            thing = getattr(language, name, printed_tables)
            if inspect.isfunction(thing) and modules.get(thing.__module__.rpartition(".")[2]) == group:
                yield _explained(name, group, thing)


def _of_theorem() -> Iterator[Explanation]:
    yield _explained("Theorem", "method", Theorem)
    for name, method in _functions(vars(Theorem)):
        yield _explained(f"theorem.{name}", "method", method)
    yield _explained("link", "method", language.link)
    for name in ("untyped", "stated", "silent", "editors"):
        yield _explained(name, "method", getattr(language, name))


def _errata() -> Iterator[Explanation]:
    """The docstring of KINDS describes them in order, after a colon, separated by semicolons."""
    text = _docstring_of(theorem_module, "KINDS")
    described = [part.strip(" .\n") for part in text.partition(":")[2].split(";")]
    for kind, description in zip(KINDS, described, strict=True):
        yield Explanation(kind, "kind of erratum", f'kind="{kind}"', " ".join(description.split()))


def _concepts() -> Iterator[Explanation]:
    for name, one in CONCEPTS.items():
        see = f"See {', '.join(f'`symnorm explain {other!r}`' if ' ' in other else other for other in one.see)}."
        yield Explanation(name, "concept", name, f"{one.says}\n\n{indent(one.example, '    ')}\n\n{see}", one.aliases)


def _lemmas() -> Iterator[Explanation]:
    for name, lemma in LEMMAS.items():
        yield Explanation(name, "lemma", name, f"{lemma.statement}\n\n{lemma.reference}")


def _functions(namespace: Any) -> Iterable[tuple[str, Callable[..., Any]]]:
    return [(n, f) for n, f in namespace.items() if inspect.isfunction(f) and not n.startswith("_")]


def _returns(function: Callable[..., Any]) -> str:
    return str(function.__annotations__.get("return", ""))


def _explained(name: str, group: str, thing: Callable[..., Any]) -> Explanation:
    paragraphs = (inspect.getdoc(thing) or "").split("\n\n")
    text = "\n\n".join(indent(p, "    ") if DRAWN.search(p) else p for p in paragraphs)
    return Explanation(name, group, name + _signature(thing), text)


def _signature(thing: Callable[..., Any]) -> str:
    """The arguments as they are written, without their types."""
    parameters = [
        p.replace(annotation=inspect.Parameter.empty)
        for p in inspect.signature(thing).parameters.values()
        if p.name != "self"
    ]
    return str(inspect.Signature(parameters))


def _docstring_of(module: Any, constant: str) -> str:
    """The string below a constant in the source of a module."""
    body = ast.parse(inspect.getsource(module)).body
    for node, below in itertools.pairwise(body):
        match node, below:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(ast.Constant(str(text))) if name == constant:
                return inspect.cleandoc(text)
    return ""


def _plain(name: str) -> str:
    """A name as it is compared: zero-derivative, zero_derivative and "zero derivative" are the same."""
    return name.strip().replace("-", "_").replace(" ", "_")
