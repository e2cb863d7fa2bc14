"""bundle.yaml as text: its form, putting a file into it, and writing one from a document.

Fields come in the order in which `schema/bundle-1.schema.json` lists them, a run on a line of
its own. `check --fix` moves lines as they are: a comment above a field goes with it, one above
the first field of a group stays at the head of the group. A file that could not be put together
again as the same document is left alone. What is written is read back the same: texts that look
like something else are quoted, and there are no aliases.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.bundle.schema import lean_schema, schema_problems
from sysbench_archive.bundle.strict_yaml import Document, is_text, pointer_to, read_yaml
from sysbench_archive.model.bundle import UNRECORDED
from sysbench_archive.problems import Problem, Rule, shown

FORM = Rule(
    "yaml-form",
    "bundle.yaml is right, but not in the archive's form.",
    "Fields in one order and plain line ends keep the difference between two bundles, and between"
    " two revisions of one, to what differs. It refuses nothing.",
    "run `.venv/bin/sysbench-archive check --fix`, which changes no stated value",
    "warning",
)
GAP = "# to fill in:"
"""The mark that `new` leaves where something has to be written by hand."""
SKELETON = Rule(
    "skeleton-unfilled",
    "bundle.yaml has a mark of `new` where nothing has been filled in.",
    "Nobody can tell an unfilled place from one that somebody looked for in vain.",
    "write what the source says and remove the mark; where the source does not say, leave"
    " `unrecorded` and remove the mark as well",
)
RULES = (FORM, SKELETON)

MAX_NAMED = 5
Node = Mapping[str, Any]
Fields = Mapping[str, tuple[int, Node]]
_NO_NODE: Node = {}


def form_problems(document: Document, data: bytes, digests: Mapping[str, str]) -> Iterator[Problem]:
    """What `check --fix` would change in a document that fits the schema.

    `digests`: path to SHA-256 of each file of the bundle.
    """
    for pointer in derivable(document.value, digests):
        message = "the hash of a script is unrecorded, though the script is here"
        yield FORM.at(document.path, message, pointer=pointer, line=document.line(pointer))
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if GAP in line:
            message = f"unfilled: {line.partition(GAP)[2].strip()[:80]}"
            yield SKELETON.at(document.path, message, line=number)
    if b"\r" in data:
        yield FORM.at(document.path, "lines end as on Windows", line=1)
    if not data.endswith(b"\n"):
        yield FORM.at(document.path, "the last line does not end", line=data.count(b"\n") + 1)
    misplaced = list(misordered(document.value))
    for pointer in misplaced[:MAX_NAMED]:
        more = f", and in {len(misplaced) - MAX_NAMED} more places"
        message = "fields are not in the schema's order"
        message += more if pointer == misplaced[:MAX_NAMED][-1] and misplaced[MAX_NAMED:] else ""
        yield FORM.at(
            document.path, message, pointer=shown_pointer(pointer), line=document.line(pointer)
        )


def derivable(value: Mapping[str, Any], digests: Mapping[str, str]) -> dict[str, str]:
    """Pointers of hashes nobody recorded, of scripts that are here, with what they are."""
    scripts = ((n, w.get("script", {})) for n, w in enumerate(value["workloads"]))
    return {
        f"/workloads/{number}/script/sha256": digests[script["file"]]
        for number, script in scripts
        if script.get("sha256") == UNRECORDED and script.get("file") in digests
    }


def shown_pointer(pointer: str) -> str:
    """A pointer of a readable length."""
    return pointer if len(pointer) <= 200 else shown(pointer, 200)


def misordered(value: Any, node: Node | None = None, pointer: str = "") -> Iterator[str]:
    """Pointers of the mappings whose keys are not in the schema's order."""
    schema = root() if node is None else node
    if isinstance(value, dict):
        fields = fields_of(schema)
        if fields and not _is_ordered(tuple(value), fields):
            yield pointer
        for name, child in value.items():
            if name in fields and isinstance(child, _NESTED):
                yield from misordered(child, fields[name][1], pointer_to(pointer, name))
    elif isinstance(value, list):
        items = items_of(schema)
        for index, child in enumerate(value):
            if isinstance(child, _NESTED):
                yield from misordered(child, items, f"{pointer}/{index}")


_NESTED = (dict, list)
_ORDERED: dict[tuple[int, tuple[str, ...]], bool] = {}
"""A bundle has thousands of runs, and few ways to write one."""


def _is_ordered(names: tuple[str, ...], fields: Fields) -> bool:
    key = id(fields), names
    if key not in _ORDERED:
        ranks = [fields[name][0] for name in names if name in fields]
        _ORDERED[key] = ranks == sorted(ranks)
    return _ORDERED[key]


_KNOWN: dict[int, dict[str, tuple[int, Node]]] = {}


def root() -> Node:
    """The node of a whole bundle.yaml, references written out."""
    return lean_schema("bundle-1")


def fields_of(node: Node) -> Fields:
    """Field to its place in the order and its own node, of all alternatives together."""
    if id(node) not in _KNOWN:
        listed = [
            pair for branch in _branches(node) for pair in branch.get("properties", {}).items()
        ]
        found: dict[str, tuple[int, Node]] = {}
        for place, (name, child) in enumerate(listed):
            found.setdefault(name, (place, child))
        _KNOWN[id(node)] = found
    return _KNOWN[id(node)]


def items_of(node: Node) -> Node:
    """The node of a list's items."""
    return next((b["items"] for b in _branches(node) if isinstance(b.get("items"), dict)), _NO_NODE)


def _branches(node: Node) -> list[Node]:
    return [node, *node.get("anyOf", ()), *node.get("oneOf", ())]


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Entry:
    """A key and its value.

    Block style: `line` and `column` of the key, `above` the first of the blank and comment lines
    over it (all from 0). Flow style: `start` and `end` are offsets into the text.
    """

    name: str
    line: int
    column: int
    above: int
    start: int
    end: int = 0


@dataclass(slots=True)
class Place:
    """A mapping. `pointer` is its JSON pointer, `last` the line after it where in block style."""

    pointer: str
    is_flow: bool
    entries: list[Entry] = field(default_factory=list)
    last: int = 0


def places(text: str) -> list[Place]:
    """Every mapping of a document that `read_yaml` accepts; inner ones before outer ones."""
    walk = _Walk(_events(text))
    for event in walk.events:
        if isinstance(event, yaml.DocumentStartEvent):
            walk.node(next(walk.events), "")
    return walk.found


def _events(text: str) -> Iterator[yaml.Event]:
    loader = _Loader(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


def _at(mark: Any) -> tuple[int, int, int]:
    """Line, column and offset, all from 0. The parser's events always have marks."""
    return mark.line, mark.column, mark.index


class _Walk:
    """Follows the events, remembering where the last value ended."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self.events = events
        self.found: list[Place] = []
        self.line = 0
        self.end = 0

    def node(self, event: yaml.Event, pointer: str) -> None:
        if isinstance(event, yaml.MappingStartEvent):
            self.mapping(pointer, is_flow=bool(event.flow_style))
        elif isinstance(event, yaml.SequenceStartEvent):
            index = 0
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                self.node(inner, f"{pointer}/{index}")
                index += 1
            self.ended(inner, exact=bool(event.flow_style))
        else:
            self.ended(event, exact=True)

    def ended(self, event: yaml.Event, *, exact: bool) -> None:
        """Note where a value ended; the end of a block collection is that of its last value."""
        if exact:
            line, column, self.end = _at(event.end_mark)
            self.line = line + (1 if column else 0)

    def mapping(self, pointer: str, *, is_flow: bool) -> None:
        place = Place(pointer, is_flow)
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            name = str(getattr(event, "value", ""))
            line, column, start = _at(event.start_mark)
            above = min(self.line, line) if place.entries else line
            entry = Entry(name, line, column, above, start)
            self.node(next(self.events), f"{pointer}/{name}")
            entry.end = self.end
            place.entries.append(entry)
        place.last = self.line
        self.ended(event, exact=is_flow)
        self.found.append(place)


_DASHES = re.compile(r"[ -]*")


class CannotFixError(Exception):
    """The file was left as it is; the message says why."""


def fixed_document(data: bytes, digests: Mapping[str, str]) -> bytes:
    """The bytes in form; the same bytes where they are already. Raises CannotFixError.

    `digests`: path to SHA-256 of each file of the bundle; an unrecorded hash of a script that is
    here is filled in, the only value this ever writes.
    """
    before = read_yaml(data, "")
    if before.value is None or schema_problems(before, "bundle-1"):
        raise CannotFixError("it does not fit the schema; first fix what `check` lists")
    plain = _plain(data.decode("utf-8"))
    text = _ordered(plain, set(misordered(before.value)))
    if read_yaml(text.encode(), "").value != before.value or Counter(text) != Counter(plain):
        raise CannotFixError("its lines cannot be moved without changing what it says")
    return _filled(text, derivable(before.value, digests)).encode()


def _filled(text: str, hashes: Mapping[str, str]) -> str:
    """The text with hashes in place of `unrecorded`, the last first so that places stay true."""
    spans = {
        f"{place.pointer}/{entry.name}": (entry.start, entry.end)
        for place in (places(text) if hashes else ())
        for entry in place.entries
    }
    for pointer in sorted(hashes, key=lambda p: spans[p], reverse=True):
        start, end = spans[pointer]
        # In quotes: a hash of digits alone would be a number.
        filled = text[start:end].replace(UNRECORDED, f'"{hashes[pointer]}"')
        text = text[:start] + filled + text[end:]
    return text


def _plain(text: str) -> str:
    """Lines that end in a line feed, the last one too."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else f"{text}\n"


def _ordered(text: str, pointers: set[str]) -> str:
    if not pointers:
        return text
    wanted = [place for place in places(text) if place.pointer in pointers]
    for place in wanted:
        if place.is_flow:
            text = _flow_ordered(text, place)
    lines = text.split("\n")
    for place in wanted:
        if not place.is_flow:
            _order_lines(lines, place)
    return "\n".join(lines)


def _sorted(place: Place) -> list[Entry]:
    """The entries in the schema's order; names it does not know keep to the one before them."""
    ranks = fields_of(_node(place.pointer))
    keys, last = {}, (-1, 0)
    for number, entry in enumerate(place.entries):
        last = (ranks[entry.name][0] if entry.name in ranks else last[0], number)
        keys[entry.name] = last
    return sorted(place.entries, key=lambda entry: keys[entry.name])


def _node(pointer: str) -> Node:
    node = root()
    for part in filter(None, pointer.split("/")):
        node = items_of(node) if part.isdecimal() else fields_of(node).get(part, (0, _NO_NODE))[1]
    return node


def _flow_ordered(text: str, place: Place) -> str:
    """Entries of `{a: 1, b: 2}` change places; commas and blanks between them stay."""
    entries = place.entries
    gaps = [text[a.end : b.start] for a, b in pairwise(entries)]
    if any("#" in gap for gap in gaps):
        raise CannotFixError("a comment stands inside braces, where it cannot be moved")
    parts = [text[entry.start : entry.end] for entry in _sorted(place)]
    joined = parts[0] + "".join(gap + part for gap, part in zip(gaps, parts[1:], strict=True))
    return text[: entries[0].start] + joined + text[entries[-1].end :]


def _order_lines(lines: list[str], place: Place) -> None:
    """The fields of a block change places, with the lines above and below that are theirs."""
    entries = place.entries
    first, column = entries[0].line, entries[0].column
    head = lines[first][:column]
    if not _DASHES.fullmatch(head) or any(e.column != column for e in entries):
        raise CannotFixError(f"line {first + 1} is laid out in a way that cannot be moved")
    lines[first] = " " * column + lines[first][column:]
    ends = [entry.above for entry in entries[1:]] + [place.last]
    blocks = {e.name: (e, lines[e.above : end]) for e, end in zip(entries, ends, strict=True)}
    moved = [blocks[entry.name] for entry in _sorted(place)]
    leading = moved[0][0].line - moved[0][0].above
    lines[first : place.last] = [line for _, block in moved for line in block]
    lines[first + leading] = head + lines[first + leading][column:]


FILE = "bundle.yaml"
WIDTH = 96
"""Characters of a line, where it can be broken."""
ONE_LINE = 1_000_000
MAX_SHORT = 40
"""Characters of a value that is quoted as soon as any reader could take it for something else."""
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


class _Value(str):
    """A text of the document, as against a key."""


class _Dumper(yaml.SafeDumper):
    """Writes the same thing out each time, and quotes what only looks like a number or a word."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Whether something may not be named and referred to: nothing may."""
        return True


def _key(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None if is_text(text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _value(dumper: yaml.SafeDumper, text: _Value) -> yaml.ScalarNode:
    """`on`, `y` and `10.11` are quoted whatever this writer's own reader makes of them."""
    plain = text[:1].isalpha() and text.lower() not in _WORDS
    free = is_text(text) and (plain or len(text) > MAX_SHORT)
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=None if free else '"')


_Dumper.add_representer(str, _key)
_Dumper.add_representer(_Value, _value)


def write_document(
    folder: Path, document: Mapping[str, Any], remarks: Mapping[str, str] | None = None
) -> None:
    """Write bundle.yaml into the folder of a bundle."""
    (folder / FILE).write_text(as_yaml(document, remarks), encoding="utf-8")


def as_yaml(document: Mapping[str, Any], remarks: Mapping[str, str] | None = None) -> str:
    """The text of bundle.yaml; `remarks`, by JSON pointer, stand above the field they are about."""
    parts = []
    for key, value in _marked(ordered(document)).items():
        if key == "runs":
            parts.append("runs:\n" + "".join(f"  - {_line(run)}\n" for run in value))
        else:
            parts.append(_dump({key: value}, width=WIDTH, flow=False))
    text = "".join(parts)
    return _remarked(text, remarks) if remarks else text


def as_plain_yaml(document: Mapping[str, Any]) -> str:
    """The text of another document, such as a layout, in the order it has."""
    return _dump(_marked(document), width=WIDTH, flow=False)


def _marked(value: Any) -> Any:
    """The same document, its texts told from its keys."""
    if isinstance(value, Mapping):
        return {name: _marked(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_marked(entry) for entry in value]
    return _Value(value) if isinstance(value, str) else value


def _line(run: Mapping[str, Any]) -> str:
    return _dump(run, width=ONE_LINE, flow=True).strip()


def _dump(value: Any, *, width: int, flow: bool) -> str:
    return yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=width,
        default_flow_style=flow,
    )  # fmt: skip


def _remarked(text: str, remarks: Mapping[str, str]) -> str:
    places = read_yaml(text.encode(), FILE).lines
    lines = text.splitlines()
    for pointer in sorted(remarks, key=lambda pointer: places[pointer], reverse=True):
        at = places[pointer] - 1
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip(" "))]
        lines.insert(at, f"{indent}{remarks[pointer]}")
    return "\n".join([*lines, ""])


def ordered(value: Any, node: Node | None = None) -> Any:
    """The same value, fields in the order of the schema; those it does not know come last."""
    schema = root() if node is None else node
    if isinstance(value, list):
        return [ordered(item, items_of(schema)) for item in value]
    if not isinstance(value, Mapping):
        return value
    fields = fields_of(schema)
    places = {name: fields[name][0] if name in fields else len(fields) for name in value}
    names = sorted(value, key=lambda name: places[name])
    return {n: ordered(value[n], fields[n][1] if n in fields else _NO_NODE) for n in names}
