"""Files of `data/sources/`: what is known of the repositories and articles results come from.

A file is refused that does not fit its schema, whose refusals are more than was found, or that
names a bundle which is not there. Two files never claim one address.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.bundle.schema import Definition, read_definition
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.model.sources import SourceDefinition
from sysbench_archive.problems import RULES, Problem, got_expected

FOLDER = "data/sources"
SCHEMA = "source-1"

COUNTS = RULES["source-counts"]
REFERENCE = RULES["source-unknown"]
TWICE = RULES["source-twice"]


SourceFile = Definition[SourceDefinition]


def read_source(path: Path, label: str, bundles: Collection[str]) -> SourceFile:
    """Read one file; `bundles` are the ids there are."""

    def further(document: Document, definition: SourceDefinition) -> Iterator[Problem]:
        yield from _count_problems(document, definition)
        for index, name in enumerate(definition.bundles):
            if name not in bundles:
                message = got_expected("no such bundle", name, "the id of a bundle")
                yield document.at(REFERENCE, message, f"/bundles/{index}")

    return read_definition(path, label, SCHEMA, SourceDefinition, further)


def _count_problems(document: Document, definition: SourceDefinition) -> Iterator[Problem]:
    for index, part in enumerate(definition.parts):
        refused = sum(refusal.count for refusal in part.refused)
        if refused > part.found:
            message = got_expected("more refused than found", refused, f"at most {part.found}")
            yield document.at(COUNTS, message, f"/parts/{index}/found")


def claimed(definition: SourceDefinition) -> list[str]:
    """Addresses and bundles that belong to a source."""
    addresses = [definition.url, *definition.repositories] if definition.url else []
    return [*(plain_address(a) for a in addresses or definition.repositories), *definition.bundles]


def plain_address(url: str) -> str:
    """An address without what may be written either way."""
    return url.rstrip("/").removesuffix(".git").lower()


def doubled(files: Sequence[SourceFile]) -> Iterator[Problem]:
    """Claims that an earlier file made already."""
    first = owners(files)
    for file in files:
        for claim in claimed(file.record) if file.record else ():
            if (owner := first[claim].id) != file.id:
                message = got_expected("claimed by another file", claim, f"only {owner}.yaml")
                yield TWICE.at(file.document.path, message)


def owners(files: Sequence[SourceFile]) -> Mapping[str, SourceFile]:
    """Address or bundle to the file that claims it first."""
    claims = [(claim, file) for file in files if file.record for claim in claimed(file.record)]
    return dict(reversed(claims))
