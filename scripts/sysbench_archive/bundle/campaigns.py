"""Files of `data/series/`: which bundles share the page of a campaign, and what tells them apart.

The name of a file is the last part of the address of its page. Refused is a file that does not fit
its schema, that names a bundle which is not there, or whose members are not told apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from sysbench_archive.bundle.schema import Definition, read_definition
from sysbench_archive.bundle.strict_yaml import Document, pointer_to
from sysbench_archive.model.base import Record
from sysbench_archive.problems import RULES, Problem, got_expected

FOLDER = "data/series"
SCHEMA = "series-1"

UNKNOWN = RULES["campaign-unknown"]
TWICE = RULES["campaign-twice"]
VALUES = RULES["campaign-values"]
SAME = RULES["campaign-same"]
NAME = RULES["campaign-name"]


class SeriesDefinition(Record):
    """A file of `data/series/`."""

    title: str
    """Title of the page."""
    question: str
    """What it answers."""
    dimensions: dict[str, str]
    """What differs between members, with its label, in the order of the switches."""
    members: dict[str, dict[str, str]]
    """Value of each dimension by bundle, in the order of the page."""


def read_series(path: Path, label: str) -> Definition[SeriesDefinition]:
    """Read one file."""
    return read_definition(path, label, SCHEMA, SeriesDefinition, _value_problems)


def _value_problems(document: Document, definition: SeriesDefinition) -> Iterator[Problem]:
    """Members without a value for each dimension, and those with the values of another."""
    first: dict[tuple[str, ...], str] = {}
    wanted = sorted(definition.dimensions)
    for name, values in definition.members.items():
        place = pointer_to("/members", name)
        if sorted(values) != wanted:
            given, expected = ", ".join(sorted(values)), ", ".join(wanted)
            message = got_expected("not one value for each dimension", given, expected)
            yield document.at(VALUES, message, place)
        elif (other := first.setdefault(tuple(values[key] for key in wanted), name)) != name:
            yield document.at(SAME, f"the values are those of {other}", place)


def series_problems(
    files: Sequence[Definition[SeriesDefinition]], bundles: Collection[str]
) -> Iterator[Problem]:
    """What is wrong with files in an archive: `bundles` are the ids there are or were."""
    owners: dict[str, str] = {}
    for file in files:
        yield from file.document.problems
        members = file.record.members if file.record else {}
        if members and file.id in bundles and file.id not in members:
            message = got_expected("the name of a bundle", file.id, "a member's")
            yield NAME.at(file.document.path, message)
        for name in members:
            place = pointer_to("/members", name)
            if name not in bundles:
                message = got_expected("no such bundle", name, "the id of a bundle")
                yield file.document.at(UNKNOWN, message, place)
            if (owner := owners.setdefault(name, file.id)) != file.id:
                message = got_expected("in another file as well", name, f"only {owner}.yaml")
                yield file.document.at(TWICE, message, place)
