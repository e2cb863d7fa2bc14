"""bundle.yaml as text: its form, putting a file into it, and writing one from a document.

Fields come in the order in which `schema/bundle-1.schema.json` lists them, a run on a line of
its own. `check --fix` writes a file anew where they do not: a comment above a field of the bundle
goes with it, one at the head stays there, and a file with comments elsewhere is left alone. What is
written is read back the same: texts that look like something else are quoted, and there are no
aliases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.bundle.files import replace_file
from sysbench_archive.bundle.schema import load_schema, schema_problems
from sysbench_archive.bundle.strict_yaml import Document, is_text, pointer_to, read_yaml
from sysbench_archive.model.bundle import UNRECORDED
from sysbench_archive.problems import RULES, FaultError, Problem, got_expected, shown

FORM = RULES["yaml-form"]
GAP = "# to fill in:"
"""The mark that `new` leaves where something has to be written by hand."""
SKELETON = RULES["skeleton-unfilled"]

MAX_NAMED = 5
Node = Mapping[str, Any]
Fields = Mapping[str, tuple[int, Node]]
_NO_NODE: Node = {}
"""One for all: nodes are told apart by where they are in memory."""


def form_problems(document: Document, data: bytes, digests: Mapping[str, str]) -> Iterator[Problem]:
    """What `check --fix` would change in a document that fits the schema.

    `digests`: path to SHA-256 of each file of the bundle.
    """
    for pointer in derivable(document.value, digests):
        message = "the hash of a script is unrecorded, though the script is here"
        yield document.at(FORM, message, pointer)
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if GAP in line:
            message = f"unfilled: {line.partition(GAP)[2].strip()[:80]}"
            yield SKELETON.at(document.path, message, line=number)
    if b"\r" in data:
        yield FORM.at(document.path, "lines end as on Windows", line=1)
    if not data.endswith(b"\n"):
        yield FORM.at(document.path, "the last line does not end", line=data.count(b"\n") + 1)
    misplaced = list(misordered(document.value))
    for number, pointer in enumerate(misplaced[:MAX_NAMED], 1):
        message = "fields are not in the schema's order"
        if number == MAX_NAMED < len(misplaced):
            message += f", and in {len(misplaced) - MAX_NAMED} more places"
        place = pointer if len(pointer) <= 200 else shown(pointer, 200)
        yield FORM.at(document.path, message, pointer=place, line=document.line(pointer))


def derivable(value: Mapping[str, Any], digests: Mapping[str, str]) -> dict[str, str]:
    """Pointers of hashes nobody recorded, of scripts that are here, with what they are."""
    scripts = ((n, w.get("script", {})) for n, w in enumerate(value["workloads"]))
    return {
        f"/workloads/{number}/script/sha256": digests[script["file"]]
        for number, script in scripts
        if script.get("sha256") == UNRECORDED and script.get("file") in digests
    }


def misordered(value: Any) -> Iterator[str]:
    """Pointers of the mappings whose keys are not in the schema's order."""
    return _out_of_order(value, ordered(value), "")


def _out_of_order(value: Any, wanted: Any, pointer: str) -> Iterator[str]:
    if isinstance(value, dict):
        if list(value) != list(wanted):
            yield pointer
        for name, child in value.items():
            if isinstance(child, dict | list):
                yield from _out_of_order(child, wanted[name], pointer_to(pointer, name))
    elif isinstance(value, list):
        for index, (child, other) in enumerate(zip(value, wanted, strict=True)):
            if isinstance(child, dict | list):
                yield from _out_of_order(child, other, f"{pointer}/{index}")


_KNOWN: dict[int, dict[str, tuple[int, Node]]] = {}


def _fields_of(node: Node) -> Fields:
    """Field to its place in the order and its own node, of all alternatives together."""
    if id(node) not in _KNOWN:
        listed = [
            pair for branch in _branches(node) for pair in branch.get("properties", {}).items()
        ]
        # Of two fields of one name the first counts.
        places = reversed(list(enumerate(listed)))
        _KNOWN[id(node)] = {name: (place, child) for place, (name, child) in places}
    return _KNOWN[id(node)]


def _items_of(node: Node) -> Node:
    """The node of a list's items."""
    return next((b["items"] for b in _branches(node) if isinstance(b.get("items"), dict)), _NO_NODE)


def _branches(node: Node) -> list[Node]:
    """The node and its alternatives, what they refer to in their place."""
    known = load_schema("bundle-1")["$defs"]
    found = [node, *node.get("anyOf", ()), *node.get("oneOf", ())]
    return [known.get(str(b.get("$ref", "")).rpartition("/")[2], b) for b in found]


_FIELD = re.compile(r"([A-Za-z_][A-Za-z0-9_]*):(?:\s|$)")
_COMMENT = re.compile(r"(?:^|\s)#")
_HASH = re.compile(rf"""(sha256["']?:\s*)["']?{UNRECORDED}["']?""")


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
    text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    text = text if text.endswith("\n") else f"{text}\n"
    if list(misordered(before.value)):
        text = _in_order(text, before.value)
    if read_yaml(text.encode(), "").value != before.value:
        raise CannotFixError("it cannot be put in order without changing what it says")
    lines, hashes = text.split("\n"), derivable(before.value, digests)
    places = read_yaml(text.encode(), "").lines if hashes else {}
    for pointer, digest in hashes.items():
        at = places[pointer] - 1
        # In quotes: a hash of digits alone would be a number.
        lines[at] = _HASH.sub(rf'\g<1>"{digest}"', lines[at], count=1)
    return "\n".join(lines).encode()


_NAME = re.compile(r"""(\bname:\s*)(?:"[^"\n]*"|'[^'\n]*'|[^,}#\n]+)""")


def with_submitter(data: bytes, name: str) -> bytes:
    """A document whose submitter has this name; the same bytes where it has.

    FaultError where the name cannot be put there without changing anything else.
    """
    before = read_yaml(data, FILE)
    stated = before.value.get("submitter") if isinstance(before.value, dict) else None
    if not isinstance(stated, dict) or stated.get("name") == name:
        return data
    lines = data.decode().split("\n")
    at = before.line("/submitter/name") - 1
    quoted = json.dumps(name, ensure_ascii=False)
    lines[at] = _NAME.sub(lambda match: match[1] + quoted, lines[at], count=1)
    new = "\n".join(lines).encode()
    if read_yaml(new, FILE).value != {**before.value, "submitter": {**stated, "name": name}}:
        place = f"{FILE}:{at + 1}:/submitter/name"
        raise FaultError(
            f"{place}: {got_expected('it cannot be changed', stated.get('name'), name)}"
            "\n  hint: write it there by hand, then repeat the same command"
        )
    return new


def _in_order(text: str, value: Mapping[str, Any]) -> str:
    """The document written anew; lines of comments go with the field of the bundle below them."""
    old, above = text.splitlines(), list[str]()
    comments: dict[str, list[str]] = {}
    for number, line in enumerate(old):
        if field := _FIELD.match(line):
            comments[field[1] if comments else ""], above = above, []
        if line.startswith("#"):
            above.append(line)
        elif mark := _COMMENT.search(line):
            without = [*old[:number], line[: mark.start()], *old[number + 1 :]]
            if read_yaml("\n".join(without).encode(), "").value == value:
                raise CannotFixError(f"line {number + 1} has a comment, which cannot be moved")
    lines = comments.pop("", [])
    for line in as_yaml(value).splitlines():
        lines += [*comments.pop(line.partition(":")[0], ()), line]
    return "\n".join([*lines, *above, ""])


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


def write_document(folder: Path, document: Mapping[str, Any]) -> None:
    """Write bundle.yaml into the folder of a bundle."""
    replace_file(folder / FILE, as_yaml(document).encode())


def as_yaml(document: Mapping[str, Any], remarks: Mapping[str, str] | None = None) -> str:
    """The text of bundle.yaml; `remarks`, by JSON pointer, stand above the field they are about."""
    parts = []
    for key, value in _marked(ordered(document)).items():
        if key == "runs" and value:
            runs = (_dump(run, width=ONE_LINE, flow=True).strip() for run in value)
            parts.append("runs:\n" + "".join(f"  - {run}\n" for run in runs))
        else:
            parts.append(_dump({key: value}, width=WIDTH, flow=False))
    text = "".join(parts)
    if not remarks:
        return text
    places = read_yaml(text.encode(), FILE).lines
    lines = text.splitlines()
    for pointer in sorted(remarks, key=lambda pointer: places[pointer], reverse=True):
        at = places[pointer] - 1
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip(" "))]
        lines.insert(at, f"{indent}{remarks[pointer]}")
    return "\n".join([*lines, ""])


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


def _dump(value: Any, *, width: int, flow: bool) -> str:
    return yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=width,
        default_flow_style=flow,
    )  # fmt: skip


def ordered(value: Any, node: Node | None = None) -> Any:
    """The same value, fields in the order of the schema; those it does not know come last."""
    schema = load_schema("bundle-1") if node is None else node
    if isinstance(value, list):
        return [ordered(item, _items_of(schema)) for item in value]
    if not isinstance(value, Mapping):
        return value
    fields = _fields_of(schema)
    unknown = len(fields), _NO_NODE
    names = sorted(value, key=lambda name: fields.get(name, unknown)[0])
    return {name: ordered(value[name], fields.get(name, unknown)[1]) for name in names}
