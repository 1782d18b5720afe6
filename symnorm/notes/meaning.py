"""What the names of a note are: definitions, vectors, numbers of entries, losses, suppositions, examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..reader.cursor import NotUnderstood
from .declared import Declared
from .definitions import Definition, has_no_names, is_number, is_recursion, is_told, mentions, shifted, target
from .grammar import DIFFERENTIAL, Grammar
from .index_sets import IndexSets
from .model import Declaration, Formula, Link
from .samples import SMALL
from .signs import kind
from .survey import Survey, survey
from .trees import Node
from .usual import is_usual, meaning_of

ALIASES = {
    "LN": ("LayerNorm", "Layernorm"), "BN": ("BatchNorm", "Batchnorm"), "LayerNorm": ("LN",), "BatchNorm": ("BN",),
    "RMSNorm": ("RMS", "RN"), r"\mathcal{L}": (), "RMS": ("rms",),
}  # fmt: skip
"""Words that papers shorten: the other is read where only one is defined."""
SIGN = re.compile(r"[{}()\[\]]|:=|=|<|>|\\(?:leq?|geq?|neq?|leqslant|geqslant)(?![A-Za-z])")
REALS = re.compile(
    r"([A-Za-z]|\\[a-z]+|\\math(?:bf|bb|cal)\s*\{?[A-Za-z]\}?)\s*\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*(\{[^{}]*\}|\w)"
)


@dataclass
class Parsed:
    """A relation whose sides are trees, or the reason why they are none."""

    link: Link
    scope: str
    sign: str
    left: Node | None = None
    right: Node | None = None
    error: NotUnderstood | None = None
    tolerances: tuple[str, ...] = ()

    @property
    def trees(self) -> tuple[Node, ...]:
        """The sides that are understood."""
        return tuple(t for t in (self.left, self.right) if t is not None)


@dataclass
class Meaning:
    """What is known of the names of one note."""

    parsed: list[Parsed]
    survey: Survey
    sets: IndexSets
    declared: Declared
    definitions: dict[str, Definition] = field(default_factory=dict)
    entries: dict[tuple[str, int], Definition] = field(default_factory=dict)
    later: list[Definition] = field(default_factory=list)
    """Definitions of a name that has one already, in a section of their own."""
    scoped: dict[str, dict[str, Definition | None]] = field(default_factory=dict)
    """By the beginning of a heading: definitions that are in force below it, and names that are open there."""
    defining: dict[int, str] = field(default_factory=dict)
    """The relations that are definitions, by their place in the note, with what they define."""
    examples: list[tuple[str, Node, Link]] = field(default_factory=list)
    extents: list[tuple[str, int, Link]] = field(default_factory=list)
    """Vectors of which all entries are written out, with how many these are."""
    supposed: list[Parsed] = field(default_factory=list)
    losses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)
    used: dict[str, str] = field(default_factory=dict)
    """Usual names that are used, with what they mean."""

    def known(self, link: Link | None) -> Mapping[str, Definition]:
        """The definitions that are in force at a relation: those of its section come before those above."""
        if link is None or not (self.later or self.scoped):
            return self.definitions
        found = self.definitions | {d.key: d for d in self.later if d.link and _is_before(d.link, link)}
        for key, own in self.below(link).items():
            found = found | {key: own} if own else {k: d for k, d in found.items() if k not in (key, f"{key}^2")}
        return found

    def below(self, link: Link) -> dict[str, Definition | None]:
        """What the notation says of the section of a relation."""
        found: dict[str, Definition | None] = {}
        for heading, own in self.scoped.items():
            if any(one.startswith(heading) for one in link.formula.section):
                found |= own
        return found

    def is_open_at(self, link: Link) -> set[str]:
        """The names of which the notation says that they are open in the section of a relation."""
        return {key for key, own in self.below(link).items() if own is None}

    def is_positive(self, key: str) -> bool:
        """Whether a number is positive wherever it stands, by the notation or by its name."""
        is_number = not self.sets.is_vector(key) and key not in self.sets.lengths
        return is_number and (key in self.declared.positive or key in SMALL or key.startswith(r"\epsilon"))

    def has_positive(self, p: Parsed) -> bool:
        """Whether a relation depends on something that is positive wherever it stands."""
        known = self.known(p.link)
        return any(n not in known and self.is_positive(n) for t in p.trees for n in mentions(t, known))

    def has_own_scope(self, p: Parsed) -> bool:
        """Whether a name of a relation means something else there than elsewhere."""
        known = self.known(p.link)
        if known is self.definitions:
            return False
        found = {name for tree in p.trees for name in mentions(tree, known)}
        return any(known.get(name) is not self.definitions.get(name) for name in found)

    def declarations(self) -> tuple[Declaration, ...]:
        """Everything that a reader of the note has to confirm."""
        out = [*self.declared.declarations()]
        for d in [*self.definitions.values(), *self.entries.values(), *self.later]:
            if d.link is not None:
                out.append(Declaration(d.link.left.strip(), d.link.right.strip(), d.place))
        out += [Declaration(key, meaning, "usual") for key, meaning in self.used.items()]
        out += [
            Declaration(key, f"any smooth function of {', '.join(sinks)}", "read so")
            for key, sinks in self.losses.items()
            if sinks
        ]
        return tuple(out)


def _is_before(one: Link, other: Link) -> bool:
    same = one.formula.section == other.formula.section[: len(one.formula.section)]
    return same and one.line <= other.line


def understand(links: Sequence[Link], formulas: Sequence[Formula], declared: Declared) -> Meaning:
    """Reads all relations of a note and finds what its names mean."""
    sides = [(s, s is link.left) for link in links for s in (link.left, link.right)]
    sides += [(side, n == 0) for text in declared.formulas() for n, side in enumerate(text.split("=", 1))]
    seen = survey(sides)
    seen.functions |= {*declared.functions}
    seen.tops |= {*declared.dimensions}
    parsed = [_parsed(link, seen, n) for n, link in enumerate(links)]
    sets = IndexSets(seen, declared.dimensions)
    sets.vectors |= {*declared.vectors}
    meaning = Meaning(parsed, seen, sets, declared)
    told = [relation(text, seen, n) for n, text in enumerate(declared.definitions)]
    supposed = [relation(text, seen, 10_000 + n) for n, text in enumerate(declared.suppose)]
    scoped = _scoped(declared, seen, meaning)
    everything = [*told, *supposed, *scoped, *parsed]
    sets.count(tree for p in everything for tree in p.trees)
    _lengths(formulas, meaning)
    _define(told, meaning, from_note=False)
    meaning.supposed += supposed
    _define(parsed, meaning, from_note=True)
    _endless(meaning)
    for p in everything:
        _join(p, meaning)
    _losses(meaning)
    return meaning


def _scoped(declared: Declared, seen: Survey, meaning: Meaning) -> list[Parsed]:
    """Takes what the notation says of sections, and returns its definitions. Raises NotUnderstood."""
    made: list[Parsed] = []
    for heading, some in declared.scopes.items():
        own = meaning.scoped.setdefault(heading, {})
        for text in some:
            if not SIGN.search(re.sub(r"\{[^{}]*\}", "", text)):
                own[text] = None
                continue
            p = relation(text, seen, 20_000 + len(made))
            made.append(p)
            wanted = target(p.left, meaning.sets.is_vector) if p.left is not None else None
            if wanted is None or p.right is None:
                raise NotUnderstood("a name belongs on the left", text, 0, len(text))
            own[wanted.key] = Definition(wanted.key, wanted.letters, wanted.arguments, p.right, None, p.scope, True)
    return made


def _parsed(link: Link, seen: Survey, number: int) -> Parsed:
    made = Parsed(link, str(number), kind(link.sign))
    notes: dict[str, None] = {}
    for name, source in (("left", link.left), ("right", link.right)):
        try:
            grammar = Grammar(source, seen)
            setattr(made, name, grammar.whole())
            notes |= grammar.tolerances
        except NotUnderstood as error:
            made.error = made.error or error
    made.tolerances = tuple(notes)
    _refuse_differentials(made)
    return made


def _refuse_differentials(p: Parsed) -> None:
    """Takes a differential for a number of its own where one stands on both sides and no other: dy/a = dy/b."""
    found = [{n.name: n for n in tree.parts() if n.op == "name" and n.name.startswith("d ")} for tree in p.trees]
    if not any(found):
        return
    if len(found) == 2 and found[0].keys() == found[1].keys() and len(found[0]) == 1:
        p.tolerances = (*p.tolerances, f"{next(iter(found[0])).replace(' ', '')} is a number of its own")
        return
    node = next(iter(found[0].values() if found[0] else found[-1].values()))
    source = p.link.left if found[0] else p.link.right
    p.error = p.error or NotUnderstood(DIFFERENTIAL, source, node.start, node.end)


def relation(text: str, seen: Survey, number: int = 0) -> Parsed:
    """A relation that stands by itself, as one of the notation. Raises NotUnderstood."""
    depth, found = 0, None
    for m in SIGN.finditer(text):
        depth += (m[0] in "{([") - (m[0] in "})]")
        if depth == 0 and m[0] not in "{([})]":
            found = m
            break
    if found is None:
        raise NotUnderstood("a relation belongs here, as in a = b", text, 0, len(text))
    formula = Formula(text, Declared.PLACE, 0, 0)
    made = _parsed(Link(text[: found.start()], found[0], text[found.end() :], formula, 1, 0, 0), seen, number)
    made.scope = f"n{number}"
    if made.error:
        raise made.error
    return made


def _lengths(formulas: Sequence[Formula], meaning: Meaning) -> None:
    r"""Takes x \in \mathbb{R}^d for what it says."""
    for formula in formulas:
        for m in REALS.finditer(formula.latex):
            name = re.sub(r"\\math(?:bf|bb|cal)\s*\{?|\}", "", m[1]) if m[1].startswith(r"\math") else m[1]
            sizes = tuple(s.strip() for s in re.split(r"\\times|\\cdot|,", m[2].strip("{} ")) if s.strip())
            if not sizes or len(sizes) > 2 or not all(re.fullmatch(r"[A-Za-z]|\\[a-z]+", s) for s in sizes):
                continue
            meaning.sets.lengths |= {*sizes}
            meaning.sets.arity[name] = max(meaning.sets.arity.get(name, 0), len(sizes))
            for at, size in enumerate(sizes):
                meaning.sets.same(meaning.sets.length(size), meaning.sets.place(name, at))
    for name, sizes in meaning.declared.shapes().items():
        meaning.sets.arity[name] = max(meaning.sets.arity.get(name, 0), len(sizes))
        for at, size in enumerate(sizes):
            if size:
                meaning.sets.lengths.add(size)
                meaning.sets.same(meaning.sets.length(size), meaning.sets.place(name, at))


# --- definitions ---------------------------------------------------------------------------------------------


def _define(parsed: Sequence[Parsed], meaning: Meaning, from_note: bool) -> None:
    members: dict[tuple[int, int, int], list[Parsed]] = {}
    for place, p in enumerate(parsed):
        members.setdefault(
            (p.link.formula.display, p.link.chain, id(p.link.formula) if not from_note else 0), []
        ).append(p)
        if p.sign not in ("=", ":=", "==") or p.left is None:
            continue
        _try(place, p, parsed, meaning, from_note)


def _try(place: int, p: Parsed, parsed: Sequence[Parsed], meaning: Meaning, from_note: bool) -> None:
    """Takes a relation as a definition where it is one."""
    assert p.left is not None
    link, told = p.link, p.sign == ":=" or is_told(p.link)
    scope = p.scope
    wanted, body = target(p.left, meaning.sets.is_vector), p.right
    if wanted is None and body is not None and (back := shifted(p.left, body)):
        wanted, body = back
    known = meaning.definitions.get(wanted.key) if wanted is not None else None
    if wanted is not None and wanted.number is not None and known and not is_recursion(known.body, known.key):
        return  # an entry of what is calculated: a claim
    if wanted is not None and body is not None and wanted.number is not None:
        _entry(wanted.key, wanted.number, body, p, meaning, place if from_note else None)
        return
    if wanted is not None and body is not None and wanted.key in _extents(body):
        meaning.extents.append((wanted.key, len(body.args), link))
        meaning.defining[place] = "example"
        return
    if wanted is not None and body is not None and is_number(body) and wanted.letters and body.op != "matrix":
        return
    if wanted is not None and wanted.arguments and wanted.key in meaning.definitions:
        first = meaning.definitions[wanted.key]
        if first.arguments and len(first.arguments) != len(wanted.arguments):
            wanted = replace(wanted, key=f"{wanted.key}/{len(wanted.arguments)}")
    if wanted is not None and body is not None and p.sign == ":=" and _speaks_of(body, wanted.key):
        meaning.defining[place] = "update"
        return
    if wanted is not None and body is not None and not _is_taken(wanted.key, meaning):
        following = parsed[place + 1] if place + 1 < len(parsed) else None
        is_chain = following is not None and following.link.chain == link.chain
        if is_chain and following is not None and following.right is not None and _calls_unknown(body, meaning):
            body, scope = following.right, following.scope  # r = RMS(x) = sqrt(...) defines both
        if from_note and is_number(body) and not told and wanted.key not in meaning.declared.names():
            meaning.examples.append((wanted.key, body, link))
            meaning.defining[place] = "example"
            return
        if not told and _is_bounded(wanted.key, place, parsed):
            return  # it was spoken of before, and this is a claim on it
        if from_note and is_number(body) and body.op == "matrix":
            meaning.examples.append((wanted.key, body, link))
            meaning.defining[place] = "example"
            return
        own = Definition(
            wanted.key, wanted.letters, wanted.arguments, body, link if from_note else None, scope, told
        )
        if _may_define(own, meaning):
            meaning.definitions[wanted.key] = own
            if from_note:
                meaning.defining[place] = wanted.key
            return
    before = meaning.definitions.get(wanted.key) if wanted is not None else None
    if wanted is not None and body is not None and before and from_note and is_number(body) and is_number(before.body):
        meaning.later.append(Definition(wanted.key, (), (), body, link, scope, told))  # another setting
        meaning.defining[place] = "example"
        return
    if wanted is not None and body is not None and wanted.key in meaning.definitions and told and from_note:
        first = meaning.definitions[wanted.key]
        if first.link and first.link.formula.section != link.formula.section and wanted.number is None:
            own = Definition(wanted.key, wanted.letters, wanted.arguments, body, link, scope, told)
            meaning.later.append(own)
            meaning.defining[place] = wanted.key
        return
    if body is None or not from_note or p.sign == ":=":
        return
    other = target(body, meaning.sets.is_vector)
    is_new = (
        other is not None and other.number is None and not other.arguments and not _is_taken(other.key, meaning)
    )
    is_open = other is not None and other.key not in meaning.declared.names()
    if other is not None and is_new and is_open and wanted is None and not _was_used(other.key, place, parsed):
        own = Definition(other.key, other.letters, (), p.left, link, scope, told)
        if _may_define(own, meaning) and not has_no_names(p.left):
            meaning.definitions[other.key] = own
            meaning.defining[place] = other.key


def _speaks_of(body: Node, key: str) -> bool:
    return any(p.op == "name" and p.name == key for p in body.parts()) and not is_recursion(body, key)


def _extents(body: Node) -> set[str]:
    """The vectors of which a row writes out all entries, as (x_1, x_2)."""
    if body.op != "matrix" or not all(a.op == "name" and len(a.args) == 1 for a in body.args):
        return set()
    found = [(a.name, a.args[0].name) for a in body.args]
    wanted = [(body.args[0].name, str(n + 1)) for n in range(len(body.args))]
    return {body.args[0].name} if found == wanted else set()


def _calls_unknown(body: Node, meaning: Meaning) -> bool:
    """Whether a side is the value of a function that has no definition yet."""
    outer = body.args[0] if body.op == "at" else body
    return outer.op == "call" and outer.name not in meaning.definitions and not is_usual(outer.name)


def _entry(key: str, number: int, body: Node, p: Parsed, meaning: Meaning, place: int | None) -> None:
    if (key, number) in meaning.entries and is_number(body) and place is not None:
        meaning.defining[place] = "example"  # another setting
    if (key, number) not in meaning.entries and has_no_names(body):
        meaning.entries[key, number] = Definition(
            key, (), (), body, p.link if place is not None else None, p.scope
        )
        if place is not None:
            meaning.defining[place] = key


def _is_taken(key: str, meaning: Meaning) -> bool:
    is_square = key.endswith("^2") and key[:-2] in meaning.definitions
    return is_square or key in meaning.definitions or key in meaning.sets.lengths or key in meaning.declared.leaves()


def _may_define(own: Definition, meaning: Meaning) -> bool:
    """Whether a body does not depend on what it defines."""
    if own.body.op == "infinity" or any(p.op == "dots" and not p.args for p in own.body.parts()):
        return False
    if is_recursion(own.body, own.key):
        return True
    own_names = {own.key, own.key.removesuffix("^2")} if own.key.endswith("^2") else {own.key}
    found = mentions(own.body, meaning.definitions)
    if own.key.endswith("^2") or f"{own.key}^2" not in meaning.definitions:
        return not own_names & found
    plain = {p.name for p in own.body.parts() if p.op == "name"} - {
        p.args[0].name
        for p in own.body.parts()
        if p.op == "pow" and p.args[0].op == "name" and p.args[1].name == "2"
    }  # "let sigma = sqrt(sigma^2 + eps)", where sigma^2 has a meaning of its own
    return own.key not in plain


def _is_bounded(key: str, place: int, parsed: Sequence[Parsed]) -> bool:
    """Whether an inequality before a place says something of a name."""
    return any(
        p.sign in ("<", ">", "<=", ">=") and any(t.op == "name" and t.name == key and not t.args for t in p.trees)
        and not any(t.op in ("num", "neg") for t in p.trees)
        for p in parsed[:place]
    )  # fmt: skip


def _was_used(key: str, place: int, parsed: Sequence[Parsed]) -> bool:
    """Whether a name stands in a relation before a place."""
    return any(
        q.op in ("name", "call") and q.name in (key, key.removesuffix("^2"))
        for p in parsed[:place]
        for t in p.trees
        for q in t.parts()
    )


def _endless(meaning: Meaning) -> None:
    """Leaves the first value of a recursion open where the note gives none."""
    for key, own in meaning.definitions.items():
        if is_recursion(own.body, key) and not any(k == key for k, _ in meaning.entries):
            others = [p for p in own.body.parts() if p.op == "name" and p.name != key]
            start = int(any(a.op == "add" for p in others for a in p.args))  # s_t = c s_{t-1} + h_{t-1} begins with s_1
            first = Node("name", name=f"{key}({start})")
            meaning.entries[key, start] = Definition(key, (), (), first, None, own.scope)


# --- index sets and losses -----------------------------------------------------------------------------------


def _join(p: Parsed, meaning: Meaning) -> None:
    sets = meaning.sets
    for tree in p.trees:
        sets.join(tree, p.scope)
    if any(sets.arity.get(n.name, 0) > 1 for t in p.trees for n in t.parts() if n.op == "name" and not n.args):
        return
    names = [n for t in p.trees for n in t.parts() if n.op == "name"]
    lengths = {n.name for n in names if not n.args and n.name in sets.lengths}
    places = {sets.root(sets.place(n.name)) for n in names if sets.is_vector(n.name)}
    if len(lengths) == len(places) == 1 and not next(iter(places)).startswith("length:"):
        sets.same(sets.length(lengths.pop()), places.pop())  # sqrt(n) beside a vector that nothing else gives a length
    whole = sets.whole(p.trees)
    for one in whole[1:]:
        sets.same(whole[0], one)
    for tree in p.trees:
        for node in tree.parts():
            own = meaning.definitions.get(node.name) if node.op == "call" else None
            for argument, value in zip(own.arguments if own else (), node.args, strict=False):
                for one in sets.whole([value]):
                    sets.same(sets.place(argument), one)


def _losses(meaning: Meaning) -> None:
    """What a derivative is taken of and nobody defines: an arbitrary function of what comes last."""
    found: dict[str, set[str]] = {}
    for p in meaning.parsed:
        for tree in (*p.trees, *(d.body for d in meaning.definitions.values() if d.link is None)):
            for node in tree.parts():
                if (
                    node.op != "partial"
                    or node.args[0].op not in ("name", "call")
                    or (node.args[0].args
                    and (node.args[0].op == "name"))
                ):
                    continue
                key = node.args[0].name
                is_new = (
                    key not in meaning.definitions
                    and f"{key}^2" not in meaning.definitions
                    and not is_usual(key)
                )
                if is_new and (is_loss(key) or key in meaning.declared.losses):
                    found.setdefault(key, set()).update(_variable(one) for one in node.args[1:])
    for key, variables in found.items():
        sinks = meaning.declared.losses.get(key) or _sinks(variables - {""}, meaning)
        meaning.losses[key] = tuple(sorted(sinks))


def _variable(node: Node) -> str:
    if node.op == "pow" and node.args[0].op == "name" and node.args[1].name == "2":
        return f"{node.args[0].name}^2"
    return node.name if node.op in ("name", "call") else ""


def is_loss(key: str) -> bool:
    """Whether a name is one that losses have."""
    return key.split("_")[0] in (
        "L", r"\ell", r"\mathcal{L}", "l", "J", "E", "loss", "Loss", r"\mathcal{J}", r"\mathcal{E}", "C",
    )  # fmt: skip


def _sinks(variables: set[str], meaning: Meaning) -> set[str]:
    """The variables from which no other one is calculated."""
    left = set(variables)
    for one in variables:
        for other in variables - {one}:
            if other in meaning.definitions and one in mentions(
                meaning.definitions[other].body, meaning.definitions
            ):
                left.discard(one)
    known = meaning.definitions
    is_adjoint = {k for k in left if k in known and any(p.op == "partial" for p in known[k].body.parts())}
    return left - is_adjoint


def renamed(node: Node, name: str) -> Node:
    """The same name with another key."""
    return replace(node, name=name)


def usual_name(key: str, meaning: Meaning) -> bool:
    """Whether a function is a usual one; its use is noted."""
    if not is_usual(key):
        return False
    if text := meaning_of(key):
        meaning.used.setdefault(key, text)
    return True
