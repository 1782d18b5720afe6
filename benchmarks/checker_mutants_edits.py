"""The mutants of a Python file: one slip each, in an operator, a constant, a comparison, a branch, a call.

`mutants(file, text)` yields them in the order of the file. One is named by its function and by the statement that was
changed, before and after, as Python writes it: such a name survives moved lines. A mutant that Python compiles to what
was there before is none.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "numerator": "denominator",
         "denominator": "numerator", "left": "right", "right": "left"}  # fmt: skip
RELATIONS = (">", ">=", "!=")
SYMMETRIC = ("min", "max", "gcd", "lcm")
"""Functions that give the same whatever the order of their arguments."""

LARGE = 1_000
"""From here on a constant is a bound: one more is the same."""

NOWHERE = "nowhere"
"""A string that stands nowhere else."""


@dataclass(frozen=True)
class Mutant:
    """A slip in one statement of one function; `tree` makes the whole module with it."""

    file: str
    function: str
    before: str
    after: str
    kind: str
    line: int
    tree: Callable[[], ast.Module]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it is known by."""
        return self.file, self.function, self.before, self.after


@dataclass(frozen=True)
class Place:
    """A node of a tree: the field of its parent that holds it, the statement and the function that it stands in."""

    node: ast.AST
    owner: ast.AST
    field: str
    number: int | None
    statement: ast.AST
    line: int
    function: str
    returns: str
    whole: ast.AST | None
    """The function that it stands in, the outermost one: with it alone, it can be compiled."""

    def put(self, other: ast.AST) -> None:
        """Something else in this place."""
        if self.number is None:
            setattr(self.owner, self.field, other)
        else:
            getattr(self.owner, self.field)[self.number] = other


def mutants(file: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a module, each key once."""
    tree = ast.parse(text)
    seen = set()
    for top in tree.body:
        within, plain = None, None
        for place in list(_below(tree, top, top, 0, "", "", None)):
            whole = place.whole or top
            if whole is not within:
                within, plain = whole, _compiled(whole)
            own, before = ast.dump(place.node), _written(place.statement)
            for kind, other in _edits(place):
                if ast.dump(other) == own:
                    continue
                place.put(ast.copy_location(other, place.node))
                try:
                    after = _written(other if place.node is place.statement else place.statement)
                    is_other = _compiled(other if place.node is whole else whole) != plain
                except (SyntaxError, ValueError):  # a pattern that leaves the next ones unreachable, say
                    continue
                finally:
                    place.put(place.node)
                mutant = Mutant(file, place.function, before, after, kind, place.line, _Maker(tree, place, other))
                if is_other and mutant.key not in seen:
                    seen.add(mutant.key)
                    yield mutant


@dataclass(frozen=True)
class _Maker:
    """Makes a copy of a tree with something else in a place."""

    tree: ast.Module
    place: Place
    other: ast.AST

    def __call__(self) -> ast.Module:
        self.place.put(self.other)
        try:
            return copy.deepcopy(ast.fix_missing_locations(self.tree))
        finally:
            self.place.put(self.place.node)


def _compiled(statement: ast.AST) -> object:
    made = ast.Module([statement], [])  # type: ignore[list-item]
    return compile(ast.fix_missing_locations(made), "mutant", "exec")


# --- places ---------------------------------------------------------------------------------------------------

SKIPPED = ("annotation", "returns", "decorator_list", "bases")


def _below(
    node: ast.AST, only: ast.AST | None, statement: ast.AST, line: int, function: str, returns: str,
    whole: ast.AST | None,
) -> Iterator[Place]:  # fmt: skip
    """Every place below a node, or of one of its parts; nothing is changed in what is written for readers."""
    for field, value in ast.iter_fields(node):
        if field in SKIPPED or isinstance(node, ast.Raise | ast.Import | ast.ImportFrom):
            continue
        numbered: Sequence[tuple[int | None, object]] = (
            list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        )
        for number, part in numbered:
            if not isinstance(part, ast.AST) or _is_text(part) or _is_for_types(part):
                continue
            if only is not None and part is not only:
                continue
            here, begins, inner, gives = statement, line, function, returns
            if isinstance(part, ast.stmt | ast.match_case):
                here = part
            if isinstance(part, ast.stmt):
                begins = part.lineno
            if isinstance(part, ast.FunctionDef | ast.ClassDef):
                inner = f"{function}.{part.name}" if function else part.name
            if isinstance(part, ast.FunctionDef):
                gives = ast.unparse(part.returns) if part.returns else ""
                begins = part.body[0].lineno
            outermost = whole or (part if isinstance(part, ast.FunctionDef) else None)
            if isinstance(part, ast.stmt | ast.expr | ast.pattern):
                yield Place(part, node, field, number, here, begins, function, returns, outermost)
            elif isinstance(part, ast.match_case):
                yield Place(part.pattern, part, "pattern", None, part, begins, function, returns, outermost)
            yield from _below(part, None, here, begins, inner, gives, outermost)


def _is_text(node: ast.AST) -> bool:
    """Whether it is a docstring, or text made for a reader."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr():
            return True
        case ast.Constant(value=str(text)):
            return " " in text
    return False


def _is_for_types(node: ast.AST) -> bool:
    """Whether no function reads it: an import, the name of a type, a list of names; or what starts a program."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return not name.isupper() and name[0].isupper()
    return False


def _written(statement: ast.AST) -> str:
    """The statement on one line; of one that holds others, the line that opens it."""
    match statement:
        case ast.match_case(pattern=pattern, guard=guard):
            return f"case {ast.unparse(pattern)}" + (f" if {ast.unparse(guard)}" if guard else "")
        case ast.Match(subject=subject):
            return f"match {ast.unparse(subject)}"
        case ast.stmt() if hasattr(statement, "body"):
            ends = " break" if isinstance(statement, ast.For) and isinstance(statement.body[-1], ast.Break) else ""
            opening = copy.copy(statement)
            for field in ("body", "orelse", "handlers", "finalbody"):
                if hasattr(opening, field):
                    setattr(opening, field, [ast.Pass()] if field == "body" else [])
            lines = ast.unparse(opening).splitlines()
            return next(line for line in lines if not line.lstrip().startswith("@")) + ends
    return " ".join(ast.unparse(ast.fix_missing_locations(statement)).split())


# --- edits ----------------------------------------------------------------------------------------------------

Edit = tuple[str, ast.AST]


def _edits(place: Place) -> Iterator[Edit]:
    """What can be put in the place of a node."""
    match place.node:
        case ast.Compare() as node:
            yield from _comparisons(node)
        case ast.BinOp(left=left, op=op, right=right):
            if type(op) in OPERATORS:
                yield "operator", ast.BinOp(left, OPERATORS[type(op)](), right)
            if isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.BitOr | ast.BitAnd):
                yield "operand", left
                yield "operand", right
        case ast.BoolOp(op=op, values=values):
            yield "connective", ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
            for n in range(len(values)):
                rest = values[:n] + values[n + 1 :]
                yield "operand", rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "operator", operand
        case ast.Constant(value=value):
            yield from _constants(value)
        case ast.Call() as node if not isinstance(place.owner, ast.Expr):
            yield from _calls(node)
        case ast.Attribute(value=owner, attr=name, ctx=ast.Load()) if name in NAMES:
            yield "name", ast.Attribute(owner, NAMES[name], ast.Load())
        case ast.Tuple(elts=[_, _, *_] as parts) if all(isinstance(p, ast.Constant) for p in parts):
            for n in range(len(parts)):
                yield "element", ast.Tuple(parts[:n] + parts[n + 1 :], ast.Load())
        case ast.Dict(keys=keys, values=values):
            for n in range(len(keys)):
                yield "element", ast.Dict(keys[:n] + keys[n + 1 :], values[:n] + values[n + 1 :])
        case ast.Slice(lower=lower, upper=upper):
            if lower:
                yield "slice", ast.Slice(None, upper)
            if upper:
                yield "slice", ast.Slice(lower, None)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "branch", body
            yield "branch", orelse
            yield "branch", ast.IfExp(test, orelse, body)
        case ast.pattern() as node:
            yield from _patterns(node)
        case ast.stmt() as node:
            yield from _statements(place, node)
    yield from _conditions(place)


def _comparisons(node: ast.Compare) -> Iterator[Edit]:
    for n, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield "comparison", ast.Compare(node.left, [*node.ops[:n], other(), *node.ops[n + 1 :]], node.comparators)
    if len(node.ops) > 1:
        yield "comparison", ast.Compare(node.left, node.ops[:1], node.comparators[:1])
        yield "comparison", ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


def _constants(value: object) -> Iterator[Edit]:
    match value:
        case bool():
            yield "constant", ast.Constant(not value)
        case int():
            near = (value + 1, value - 1) if value < LARGE else (value // 2,)
            for other in dict.fromkeys((*near, 0, 1)):
                if other != value:
                    yield "constant", ast.Constant(other)
        case str() if value in RELATIONS:
            for relation in RELATIONS:
                if relation != value:
                    yield "constant", ast.Constant(relation)
        case str():
            yield "constant", ast.Constant(NOWHERE)


def _calls(node: ast.Call) -> Iterator[Edit]:
    if isinstance(node.func, ast.Name) and node.func.id in NAMES:
        yield "name", ast.Call(ast.Name(NAMES[node.func.id], ast.Load()), node.args, node.keywords)
    if isinstance(node.func, ast.Attribute) and not _is_context(node.func.value):
        yield "call", node.func.value
    given = [a for a in node.args if not isinstance(a, ast.Starred | ast.GeneratorExp) and not _is_context(a)]
    if given and all(map(_is_text, node.args)):
        return
    if given:
        yield "call", given[0]
    is_symmetric = isinstance(node.func, ast.Name) and node.func.id in SYMMETRIC
    if len(given) > 1 and given == node.args and not is_symmetric and ast.dump(given[0]) != ast.dump(given[1]):
        yield "arguments", ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)


def _is_context(node: ast.expr) -> bool:
    """Whether it is what a function works in, in the place of which nothing else makes sense."""
    return isinstance(node, ast.Name) and node.id in ("self", "step", "ring", "re", "json", "hashlib")


def _patterns(node: ast.pattern) -> Iterator[Edit]:
    """A pattern that fits less, or more."""
    match node:
        case ast.MatchValue(value=ast.Constant(value=str())):
            yield "pattern", ast.MatchValue(ast.Constant(NOWHERE))
            yield "pattern", ast.MatchAs()
        case ast.MatchOr(patterns=patterns):
            for n in range(len(patterns)):
                rest = patterns[:n] + patterns[n + 1 :]
                yield "pattern", rest[0] if len(rest) == 1 else ast.MatchOr(rest)
        case ast.MatchClass(patterns=[inner]):
            yield "pattern", inner
        case ast.MatchSequence(patterns=[*parts, ast.MatchStar()]) if parts:
            yield "pattern", ast.MatchSequence(list(parts))


def _conditions(place: Place) -> Iterator[Edit]:
    """A condition that is always met, never, or where it should not be."""
    node, owner = place.node, place.owner
    is_test = place.field == "test" and isinstance(owner, ast.If | ast.While | ast.IfExp)
    is_filter = place.field == "ifs" or (place.field == "guard" and isinstance(owner, ast.match_case))
    is_asked = isinstance(owner, ast.Return) and place.returns == "bool"
    if not (is_test or is_filter or is_asked) or not isinstance(node, ast.expr):
        return
    if not isinstance(owner, ast.While):
        yield "condition", ast.Constant(True)
    yield "condition", ast.Constant(False)
    turned = isinstance(node, ast.Compare) and len(node.ops) == 1
    if not turned and not isinstance(node, ast.UnaryOp | ast.Constant):
        yield "condition", ast.UnaryOp(ast.Not(), node)


def _statements(place: Place, node: ast.stmt) -> Iterator[Edit]:
    match node:
        case ast.AugAssign(target=target, op=op, value=value):
            if type(op) in OPERATORS:
                yield "operator", ast.AugAssign(target, OPERATORS[type(op)](), value)
            yield "operator", ast.Assign([target], value)
            yield "statement", ast.Pass()
        case ast.Expr() | ast.Raise() | ast.Delete() | ast.Continue() | ast.Break():
            yield "statement", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement", ast.Pass()
        case ast.For(target=target, body=body, orelse=orelse):
            yield "loop", ast.For(target, ast.Tuple([], ast.Load()), body, orelse)
            yield "loop", ast.For(target, node.iter, [*body, ast.Break()], orelse)
        case ast.Return(value=ast.expr()) if "None" in place.returns:
            yield "return", ast.Return(ast.Constant(None))
        case ast.Return(value=None):
            yield "return", ast.Pass()
