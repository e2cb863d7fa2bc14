"""The form of bundle.yaml: fields in the schema's order, plain line ends.

Owns what a machine may say about form without reading anything into it. The order is the one in
which `schema/bundle-1.schema.json` lists fields, so that readers find a field where they found it
in the last bundle. Refuses to judge values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.bundle.schema import validator
from sysbench_archive.bundle.strict_yaml import Document, pointer_to
from sysbench_archive.model import UNRECORDED
from sysbench_archive.problems import Problem, Rule, shown

FORM = Rule(
    "yaml-form",
    "bundle.yaml is right, but not in the archive's form.",
    "Fields in one order and plain line ends keep the difference between two bundles, and between"
    " two revisions of one, to what differs. It refuses nothing.",
    "run `.venv/bin/sysbench-archive check --fix`, which changes no stated value",
    "warning",
)
RULES = (FORM,)

MAX_NAMED = 5
Node = Mapping[str, Any]
Fields = Mapping[str, tuple[int, Node]]
_NO_NODE: Node = {}


def form_problems(document: Document, data: bytes, digests: Mapping[str, str]) -> Iterator[Problem]:
    """What `check --fix` would mend in a document that fits the schema.

    `digests`: path to SHA-256 of each file of the bundle.
    """
    for pointer in derivable(document.value, digests):
        message = "the hash of a script is unrecorded, though the script is here"
        yield FORM.at(document.path, message, pointer=pointer, line=document.line(pointer))
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
    if isinstance(value, Mapping):
        fields = fields_of(schema)
        if fields and not _is_ordered(tuple(value), fields):
            yield pointer
        for name, child in value.items():
            if name in fields and isinstance(child, Mapping | list):
                yield from misordered(child, fields[name][1], pointer_to(pointer, name))
    elif isinstance(value, list):
        items = items_of(schema)
        for index, child in enumerate(value):
            if isinstance(child, Mapping | list):
                yield from misordered(child, items, f"{pointer}/{index}")


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
    schema = validator("bundle-1").schema
    return schema if isinstance(schema, Mapping) else _NO_NODE


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
