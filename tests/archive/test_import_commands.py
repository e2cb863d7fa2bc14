"""Every imported bundle says the command that makes it, from what this checkout has."""

from __future__ import annotations

import argparse
import csv
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from built_sites import ROOT
from surveyed_archive import ARCHIVE
from sysbench_archive.commands import import_results
from sysbench_archive.importers.layout import Layout, built_in, read_layout

PROGRAM = ["sysbench-archive", "import"]
_HEADS = ("source", "imported")


@dataclass(frozen=True, slots=True)
class Command:
    """The command of a bundle as the program reads it, and what the bundle says of its source."""

    bundle: str
    options: argparse.Namespace
    source: dict[str, Any]
    layout: str

    @property
    def prefix(self) -> str:
        """The folder of the repository that was imported, "" or with a slash at its end."""
        _, _, inside = str(self.options.folder).partition("/")
        return f"{inside}/" if inside else ""


def imported_heads() -> Iterator[tuple[str, dict[str, Any]]]:
    """Bundles that an import made, each with what it says of its source and its import."""
    for folder in ARCHIVE.bundles():
        lines = (folder / "bundle.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
        head = yaml.load("".join(_parts_of(lines)), yaml.CSafeLoader) or {}
        if "imported" in head:
            yield folder.name, head


def _parts_of(lines: list[str]) -> Iterator[str]:
    """The lines of the parts that are looked at: most of a bundle are its runs."""
    kept = False
    for line in lines:
        if line[0] not in " -#\n":
            kept = line.partition(":")[0] in _HEADS
        if kept:
            yield line


def read_command(bundle: str, head: dict[str, Any]) -> Command:
    """The command of a bundle. Raises SystemExit where the program has no such option."""
    words = shlex.split(head["imported"]["command"])
    assert words[:2] == PROGRAM, bundle
    parser = argparse.ArgumentParser()
    import_results.add_arguments(parser)
    options = parser.parse_args(words[2:])
    return Command(bundle, options, head["source"], head["imported"]["layout"])


@pytest.fixture(scope="module")
def commands() -> list[Command]:
    return [
        read_command(bundle, head)
        for bundle, head in imported_heads()
        if "command" in head["imported"]
    ]


def test_every_import_says_its_command() -> None:
    silent = [name for name, head in imported_heads() if not head["imported"].get("command")]
    assert silent == []


def test_a_command_names_what_the_checkout_has(commands: list[Command]) -> None:
    faults = []
    for command in commands:
        facts: Path | None = command.options.facts
        if command.options.layout not in built_in() or command.options.layout != command.layout:
            faults.append(f"{command.bundle}: layout {command.options.layout}")
        if facts is not None and (facts.is_absolute() or not (ROOT / facts).is_file()):
            faults.append(f"{command.bundle}: facts {facts}")
    assert faults == []


def test_a_command_names_the_source_of_its_bundle(commands: list[Command]) -> None:
    for command in commands:
        name = command.source["repository"].rpartition("/")[2]
        assert command.options.folder.parts[0] == name, command.bundle
        assert command.options.commit == command.source["commit"], command.bundle


def test_every_figure_is_of_a_file_the_command_reads(commands: list[Command]) -> None:
    """Its path is below the folder, selected, and named by the layout with the facts."""
    layouts: dict[tuple[str, Path | None], Layout] = {}
    faults = []
    for command in commands:
        key = command.options.layout, command.options.facts
        if key not in layouts:
            layouts[key] = read_layout(key[0], key[1] and ROOT / key[1])
        for path in _sources_of(command.bundle):
            if not path.startswith(command.prefix):
                faults.append(f"{command.bundle}: {path} is not below {command.prefix}")
            elif not _reads(command, layouts[key], path.removeprefix(command.prefix)):
                faults.append(f"{command.bundle}: {path} is not read")
    assert faults[:10] == []


def _sources_of(bundle: str) -> set[str]:
    """The files that the runs of a bundle are linked to, without the place in them."""
    table = ARCHIVE.results / bundle / "figures.csv"
    with table.open(encoding="utf-8", newline="") as rows:
        return {row["source"].rpartition("#")[0] or row["source"] for row in csv.DictReader(rows)}


def _reads(command: Command, layout: Layout, path: str) -> bool:
    select = command.options.select
    entry = next((e for e in layout.files if e.path.match(path) is not None), None)
    named = entry is not None and entry.refuse is None
    return named and (select is None or fnmatchcase(path, select))
