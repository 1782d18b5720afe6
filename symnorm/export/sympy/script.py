"""A theorem as a script: definitions, hypotheses, every line with its reason as SymPy can check it, and what is wrong.

The statements are those of the bundle, and so are the combinations by which equations follow from others: that a
script finds them right is a judgement by SymPy, and none by symnorm. It is no proof, though: it is for some numbers of
channels, and where SymPy does not say that an expression is zero, some numbers have to do.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from importlib.resources import files as resources
from typing import TYPE_CHECKING, Any

from ...checker.forms import Form, free_indices, free_wholes, freeze, integrated, lengths
from .writer import Writer

if TYPE_CHECKING:
    from ..edition import Edition, Theorem

RELATIONS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
CHANNELS = (2, 3, 4, 5)
WHOLES = (0, 1, 2, 3)
"""How much a whole number is more than its start."""

ABOUT = """It needs SymPy and mpmath alone, and runs in at most a minute. What is `checked by SymPy` holds for so many
channels, as SymPy has it; `numeric only` is what SymPy does not decide, and what holds to 50 digits at points where the
hypotheses hold; `not said to SymPy` has a reason that this script cannot put into SymPy, or no time is left. It is a
check by another program, and no proof for every number of channels."""

PREMISES = ("where", "given", "suppose")
WIDTH = 118


def files(edition: Edition) -> dict[str, bytes]:
    """The script of every theorem that has a bundle, by its name."""
    proved = (t for t in edition.theorems if t.bundle is not None)
    return {f"{t.id.replace('/', '-')}.py": Script(t, edition.version).text.encode() for t in proved}


class Script:
    """The script of one theorem."""

    def __init__(self, theorem: Theorem, version: str) -> None:
        assert theorem.bundle is not None
        document = theorem.bundle.document
        self.theorem, self.version = theorem, version
        self.entries = [freeze(e["statement"]) for e in document["entries"]]
        self.roles = [e["role"] for e in document["entries"]]
        self.certificates = [freeze(e["certificate"]) for e in document["entries"]]
        self.refutations = document["refutations"]
        forms = [*self.entries, *(form for wrong in self.refutations for form in _forms(wrong))]
        self.write = Writer(forms)
        self.statements = forms
        self.dimension = theorem.channels and next(iter(self.write.sizes), None)

    @property
    def text(self) -> str:
        """The whole of it."""
        checks = resources(__package__).joinpath("checks.py").read_text("utf-8")
        runtime = checks.split('"""', 2)[2].strip()
        return "\n".join([self._head(), runtime, "", "", *self._theorem(), "", *self._main(), ""])

    def _head(self) -> str:
        t = self.theorem
        title = f"{t.id}: {t.title}".replace("\\", "\\\\").replace('"', "'")
        written = f"Written by symnorm {self.version} from its statements. {ABOUT}"
        return "\n".join(['"""' + textwrap.fill(title, WIDTH), "", textwrap.fill(written, WIDTH), '"""', ""])

    # --- the theorem for some numbers -----------------------------------------------------------------------

    def _theorem(self) -> Iterator[str]:
        yield f"def theorem({', '.join([*self._places(), 'wrong=None'])}):"
        yield f'    """The theorem{" for so many channels" if self._sizes() else ""}."""'
        for line in self._names():
            yield f"    {line}"
        yield ""
        for name in self._ordered():
            yield from self._defined(name)
        if self.refutations:
            yield from self._wrong()
        yield from self._where()
        for n, (role, statement) in enumerate(zip(self.roles, self.entries, strict=True)):
            if role != "where":
                yield ""
                yield from (f"    {line}" for line in self._line(n, role, statement))

    def _sizes(self) -> list[str]:
        """The numbers of members of all sets, as the theorem names them."""
        found = dict.fromkeys(self.write.sizes)
        found.update((size[1], None) for s in self.statements for size in sorted(lengths(s)))
        for sets in self.write.arrays.values():
            found.update(dict.fromkeys(filter(None, sets)))
        if not self.dimension and any("" in sets for sets in self.write.arrays.values()):
            found = {**found, "channels": None}
        return [*found]

    def _size(self, own: str) -> str:
        """The name of the number of members of a set."""
        return self.write.name("sym", own or self.dimension or "channels")

    def _indices(self) -> list[str]:
        return sorted({i for s in self._claimed() for i in free_indices(s)}, key=lambda i: (i[0] == "*", i))

    def _claimed(self) -> list[Form]:
        """What is shown or printed. An index that stands for every member of its set is looked at for one of them."""
        own = (e for role, e in zip(self.roles, self.entries, strict=True) if role != "where")
        return [*own, *(freeze(r["statement"]) for r in self.refutations)]

    def _wholes(self) -> list[Form]:
        return sorted({w for s in self._claimed() for w in free_wholes(s)})

    def _places(self) -> list[str]:
        write = self.write
        sizes = (write.name("sym", size) for size in self._sizes())
        return [*sizes, *map(write.index, self._indices()), *map(write.whole, self._wholes())]

    def _names(self) -> Iterator[str]:
        write, sizes = self.write, {*self._sizes()}
        for size in self._sizes():
            yield f"{write.name('sym', size)} = Integer({write.name('sym', size)})"
        for name, sets in write.arrays.items():
            yield f'{write.name("coord", name)} = vector("{name}", {", ".join(map(self._size, sets))})'
        for name in write.symbols:
            if name not in sizes:
                yield f'{write.name("sym", name)} = real("{name}")'
        for name in write.functions:
            yield f'{write.name("app", name)} = Function("{name}", real=True)'

    def _ordered(self) -> list[str]:
        """The definitions, each after those that it is made of."""
        found: dict[str, None] = {}

        def visit(form: Form) -> None:
            for part in form:
                if isinstance(part, tuple):
                    visit(part)
            if form[:1] == ("def",):
                found.setdefault(form[1])

        for form in self.statements:
            visit(form)
        return [*found]

    def _defined(self, name: str) -> Iterator[str]:
        told = next((d for d in self.theorem.definitions if d.name.text.split("_")[0] == name), None)
        if told is not None:
            yield f"    # {told.name.text} = {told.body.text}"
        yield f"    {self.write.definition(name)}"

    def _where(self) -> Iterator[str]:
        """The hypotheses, as far as points can be looked for at which they hold."""
        yield ""
        yield "    where = ["
        for role, statement in zip(self.roles, self.entries, strict=True):
            if role == "where" and statement[0] in RELATIONS:
                written = self._related(statement)
                stars = sorted(i for i in free_indices(statement) if i[0] == "*")
                ranges = "".join(f" for {self.write.index(i)} in range(1, {self._size(_set(i))} + 1)" for i in stars)
                yield f"        *[{written}{ranges}]," if ranges else f"        {written},"
        yield "    ]"

    def _related(self, statement: Form) -> str:
        relation, left, right = statement
        return f'("{RELATIONS[relation]}", {self.write(left)}, {self.write(right)})'

    # --- lines ------------------------------------------------------------------------------------------------

    def _line(self, n: int, role: str, statement: Form) -> Iterator[str]:
        told = self.theorem.lines[n]
        yield from _comment(f"{told.name}: {told.formula.text}")
        if role in ("given", "suppose"):
            yield f"# {'supposed' if role == 'suppose' else 'given'}"
        if statement[0] == "eq":
            yield self._sides(f"line_{n}", statement)
        label = told.name
        if role in PREMISES:
            return
        yield from self._checked(n, label, statement, self.certificates[n][2] if self.certificates[n] else ())

    def _sides(self, name: str, statement: Form) -> str:
        places = ", ".join(self.write.places(statement))
        return f"def {name}({places}): return {self.write(statement[1])}, {self.write(statement[2])}"

    def _checked(self, n: int, label: str, statement: Form, proof: Any) -> Iterator[str]:
        if integrated(statement):
            yield self._up_to_a_constant(n, label, statement, proof)
            return
        match statement, proof:
            case ("eq", _, _), ("identity", ("ident", tuple(combination), times)) if self._is_plain(combination, times):
                yield self._check(label, f"line_{n}", statement, combination)
            case ("eq", _, _), int():
                yield "# introduced by this line"
            case ("and", *parts), ("all", *proofs):
                for k, (part, inner) in enumerate(zip(parts, proofs, strict=True), start=1):
                    yield from self._checked_part(n, k, label, part, inner)
            case (relation, left, right), ("sign" | "bounds", *_) if relation in RELATIONS and self._is_free(n):
                sides = f"lambda: ({self.write(left)}, {self.write(right)})"
                yield f'compare({label!r}, "{RELATIONS[relation]}", {sides}, where)'
            case _:
                yield f"skip({label!r}, {self._why(n)!r})"

    def _up_to_a_constant(self, n: int, label: str, statement: Form, proof: Any) -> str:
        """An equation with antiderivatives holds up to a constant: what is checked is its derivative."""
        variables = sorted(integrated(statement))
        if statement[0] != "eq" or proof != ("identity", ("ident", (), None)) or len(variables) > 1:
            return f"skip({label!r}, {self._why(n)!r})"
        along = self.write(variables[0])
        sides = f"line_{n}({', '.join(self.write.places(statement))})"
        slopes = f"[diff(side, {along}) for side in {sides}]"
        return f"check({label!r}, lambda: {slopes}, where)  # it holds up to a constant"

    def _check(self, label: str, name: str, statement: Form, combination: Any) -> str:
        """The check of an equation, as a combination of others."""
        sides = f"lambda: {name}({', '.join(self.write.places(statement))})"
        parts = ", ".join(f"({self.write(cofactor)}, {self._equation(one)})" for one, cofactor in combination)
        return f"check({label!r}, {sides}, where{f', lambda: [{parts}]' if parts else ''})"

    def _checked_part(self, n: int, k: int, label: str, part: Form, proof: Any) -> Iterator[str]:
        named = f"{label} part {k}"
        if part[0] == "eq" and proof[:1] == ("identity",) and proof[1][0] == "ident" and self._is_plain(*proof[1][1:]):
            yield self._sides(f"line_{n}_{k}", part)
            yield self._check(named, f"line_{n}_{k}", part, proof[1][1])
        elif part[0] in RELATIONS and proof[0] in ("sign", "bounds") and self._is_free(n):
            sides = f"lambda: ({self.write(part[1])}, {self.write(part[2])})"
            yield f"compare({named!r}, \"{RELATIONS[part[0]]}\", {sides}, where)"
        else:
            yield f"skip({named!r}, {self._why(n)!r})"

    def _is_free(self, n: int) -> bool:
        """Whether nothing but the hypotheses is supposed where a line holds: so points can be looked for."""
        line = self.theorem.lines[n]
        return not line.suppositions and all(self.roles[k] == "where" for k in line.uses)

    def _is_plain(self, combination: Any, times: Any) -> bool:
        """Whether an identity is a combination of equations that are lines of the script."""
        return times is None and all(self._known(relation) for relation, _ in combination)

    def _known(self, relation: Form) -> bool:
        match relation:
            case ("use", n) | ("rename", n, _, _) | ("sum", n, _, _):
                return bool(self.entries[n][0] == "eq")
            case ("deriv", inner, _):
                return self._known(inner)
        return False

    def _equation(self, relation: Form) -> str:
        write = self.write
        match relation:
            case ("use", n):
                return f"line_{n}({', '.join(write.places(self.entries[n]))})"
            case ("rename", n, i, j):
                places = (write.index(j) if p == write.index(i) else p for p in write.places(self.entries[n]))
                return f"line_{n}({', '.join(places)})"
            case ("sum", n, i, weight):
                size, k = self._size(_set(i)), write.index(i)
                one = f"line_{n}({', '.join(write.places(self.entries[n]))})"
                return f"[total(lambda {k}: ({write(weight)}) * {one}[side], {size}) for side in (0, 1)]"
            case ("deriv", inner, variable):
                return f"[diff(side, {write(variable)}) for side in {self._equation(inner)}]"
        raise AssertionError(relation)

    def _why(self, n: int) -> str:
        line = self.theorem.lines[n]
        rests = ", ".join(self.theorem.named(k for k in line.uses if self.roles[k] != "where"))
        return f"by {line.rule}" + (f", from {rests}" if rests else "")

    # --- what is wrong, and all of it --------------------------------------------------------------------------

    def _wrong(self) -> Iterator[str]:
        """What is printed and false, or without a value: each is looked at where it is that."""
        yield ""
        yield "    # what is printed, and false or without a value at a point"
        for n, wrong in enumerate(self.refutations):
            yield f"    if wrong == {n}:"
            yield f"        return {self._failing(wrong)}"

    def _failing(self, wrong: Mapping[str, Any]) -> str:
        write, statement, point = self.write, freeze(wrong["statement"]), wrong["point"]
        label, undefined = wrong["label"], wrong["kind"] == "undefined"
        if statement[0] not in RELATIONS:
            return f"skip({label!r}, 'what is printed is no equation and no inequality')"
        sizes = {*self._sizes()}
        symbols = {name: freeze(value) for name, value in point["symbols"].items() if name not in sizes}
        values = [f"{write.name('sym', name)}: {write(value)}" for name, value in symbols.items()]
        for name, entries in point["vectors"].items():
            values += [f"{write.name('coord', name)}[{at}]: {write(freeze(v))}" for at, v in _entries(entries)]
        functions = ""
        for name, (formals, body) in point["functions"].items():
            given = ", ".join(map(write, freeze(formals)))
            functions += f"({write.name('app', name)}, ({given},), {write(freeze(body))}), "
        sides = f"lambda: ({write(statement[1])}, {write(statement[2])})"
        relation = "" if undefined else f'"{RELATIONS[statement[0]]}", '
        called = "has_no_value" if undefined else "fails"
        return f"{called}({label!r}, {relation}{sides}, {{{', '.join(values)}}}, ({functions}))"

    def _where_wrong(self, wrong: Mapping[str, Any]) -> list[str]:
        """The numbers of members of sets and the numbers of indices at the point of what is wrong."""
        point, sizes = wrong["point"], self._sizes()
        found = []
        for size in sizes:
            value = freeze(point["symbols"].get(size, ("num", "0")))
            own = next((len(e) for n, e in point["vectors"].items() if self.write.arrays.get(n) == ("",)), 2)
            found.append(value[1] if value[0] == "num" and value[1] != "0" else str(own))
        found += [str(point["indices"].get(i, 1)) for i in self._indices()]
        wholes = (freeze(point["symbols"].get(w[1], ("num", str(w[2])))) for w in self._wholes())
        return [*found, *(w[1] for w in wholes)]

    def _main(self) -> Iterator[str]:
        yield ""
        yield 'if __name__ == "__main__":'
        for values in self._cases():
            told = ", ".join(f"{place} = {value}" for place, value in zip(self._places(), values, strict=True))
            yield f"    print({told + ':'!r})" if told else "    pass"
            yield f"    theorem({', '.join(map(str, values))})"
        for n, wrong in enumerate(self.refutations):
            yield f"    theorem({', '.join([*self._where_wrong(wrong), f'wrong={n}'])})"
        yield "    end()"

    def _cases(self) -> Iterator[tuple[int, ...]]:
        """The numbers for which the theorem is checked; different indices are different members, where there are."""
        sizes, indices, wholes = self._sizes(), self._indices(), self._wholes()
        if not sizes and not wholes:
            yield tuple(1 for _ in indices)
            return
        for c in CHANNELS if sizes else WHOLES:
            members = [min(n, c) for n, _ in enumerate(indices, start=1)]
            yield (*[c] * len(sizes), *members, *(w[2] + c - (2 if sizes else 0) for w in wholes))


def _forms(wrong: Mapping[str, Any]) -> Iterator[Form]:
    """The statement of a refutation, and what stands at its point."""
    point = wrong["point"]
    yield freeze(wrong["statement"])
    yield from map(freeze, point["symbols"].values())
    yield from (freeze(entry) for entries in point["vectors"].values() for _, entry in _entries(entries))
    for formals, body in point["functions"].values():
        yield from map(freeze, (*formals, body))


def _entries(entries: Any) -> Iterator[tuple[str, Any]]:
    """The entries of a vector or an array at a point, each with its numbers."""
    for n, entry in enumerate(entries, start=1):
        if entry and isinstance(entry[0], str):
            yield str(n), entry
        else:
            yield from ((f"{n}, {m}", inner) for m, inner in _entries(entry))


def _set(index: str) -> str:
    return index.partition(":")[2]


def _comment(text: str) -> Iterator[str]:
    yield from (f"# {line}" for line in textwrap.wrap(text, WIDTH - 6, break_on_hyphens=False, break_long_words=False))
