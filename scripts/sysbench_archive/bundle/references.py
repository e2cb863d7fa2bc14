"""Ids in a bundle: their form, each unique in its list, and each mention leading somewhere.

Works on the authored document, before there is a model, so that the model never holds a name
that leads nowhere. An id is the same in an address, in the name of a folder and in a shell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.problems import RULES, Problem, got_expected

MAX_ID = 80
_BUNDLE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-[a-z0-9]+(-[a-z0-9]+)*")
_OTHERS = re.compile(r"[^a-z0-9]+")


def is_bundle_id(name: str) -> bool:
    """Whether a folder's name can be a bundle's: yyyy-mm-slug of at most `MAX_ID` characters."""
    return len(name) <= MAX_ID and _BUNDLE.fullmatch(name) is not None


def identifier(text: str) -> str:
    """A text as an id: lower case, digits, hyphens between them; "" where it has neither."""
    return _OTHERS.sub("-", text.lower()).strip("-")


RESERVED_IDS = frozenset(
    {"all", "api", "assets", "config", "data", "edit", "feed", "figures", "index"}
    | {"new", "raw", "revisions", "runs", "schema", "search", "static"}
)

DUPLICATE = RULES["id-duplicate"]
RESERVED = RULES["id-reserved"]
REFERENCE = RULES["id-unknown"]

_LISTS = ("hosts", "servers", "clients", "workloads", "runs")
_MENTIONS = (
    ("hosts", "same_machine_as", "hosts"),
    ("servers", "host", "hosts"),
    ("servers", "same_process_as", "servers"),
    ("clients", "host", "hosts"),
    ("workloads", "client", "clients"),
    ("runs", "server", "servers"),
    ("runs", "workload", "workloads"),
    ("reported_comparisons", "workload", "workloads"),
    ("reported_comparisons", "baseline", "servers"),
    ("reported_comparisons", "candidate", "servers"),
)
"""(list, field, list the field's value must name an entry of)."""


def reference_problems(document: Document) -> list[Problem]:
    """Duplicate, reserved and dangling names of a bundle that fits the schema."""
    return [*_duplicates(document), *_dangling(document)]


def _duplicates(document: Document) -> Iterator[Problem]:
    for name in _LISTS:
        seen: dict[str, int] = {}
        for index, entry in enumerate(document.value[name]):
            pointer = f"/{name}/{index}/id"
            if entry["id"] in seen:
                message = f"id {entry['id']!r} again, first at /{name}/{seen[entry['id']]}"
                yield document.at(DUPLICATE, message, pointer)
            if entry["id"] in RESERVED_IDS:
                message = got_expected("reserved id", entry["id"], "another word")
                yield document.at(RESERVED, message, pointer)
            seen.setdefault(entry["id"], index)


def _dangling(document: Document) -> Iterator[Problem]:
    known = {name: dict.fromkeys(e["id"] for e in document.value[name]) for name in _LISTS}
    for name, mention, target in _MENTIONS:
        for index, entry in enumerate(document.value.get(name, ())):
            if mention in entry and entry[mention] not in known[target]:
                names = list(known[target])
                expected = f"one of {', '.join(names[:8])}{' …' if len(names) > 8 else ''}"
                message = got_expected(f"no such entry in {target}", entry[mention], expected)
                yield document.at(REFERENCE, message, f"/{name}/{index}/{mention}")
