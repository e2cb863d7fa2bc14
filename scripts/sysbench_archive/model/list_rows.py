"""Rows of the lists of results, comparisons and machines: what a reader chooses by.

All three are one kind of row: pages show it as a table, a browser narrows and sorts it, and the
search finds it by the same texts.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sysbench_archive.model.base import ListedServer, Number, Record
from sysbench_archive.model.listing import Drawn
from sysbench_archive.model.reader import Facet, TextColumn

ListName = Literal["results", "comparisons", "machines"]
"""A list that readers narrow and sort."""
ListPath = Annotated[str, Meta(pattern="^lists/[a-z]+-[0-9]+\\.json$")]
"""Site-relative path of a piece of a list, without a slash before."""


class ListMachine(Record):
    """A machine that ran a server, as lists show it. Texts are empty where nothing is recorded."""

    title: str
    """Its name, else its processor, else its class."""
    text: str
    """In short, as `8 cores, 32 GB, NVMe`."""
    cores: int | None
    """Cores, or CPUs where only those are recorded, as the upper end of a doubling."""
    memory: int | None
    """Main memory in GiB as the upper end of a doubling."""
    storage: list[str]
    """Kinds of storage."""
    names: list[str]
    """Name, processor and instance type."""
    class_path: str
    """Address of its hardware class."""


class MachineUse(Record):
    """What a bundle measured on one of its machines."""

    runs: int
    """Runs of servers on it."""
    servers: list[ListedServer]
    """These servers."""
    tests: dict[str, str]
    """Tests that ran on it, with their titles."""
    families: list[str]
    """Families of these."""
    threads: list[int]
    """Thread counts, ascending."""


class ListFacts(Record):
    """What lists know of a bundle besides its entry."""

    by: str
    """Who measured: the author of the source, or who submitted runs of their own; else empty."""
    machines: list[ListMachine]
    """Machines that ran a server, each once."""
    uses: list[MachineUse]
    """What was measured on each of them, in the same order."""
    threads: list[int]
    """Thread counts, ascending."""
    families: list[str]
    """Families of its workloads."""
    settings: dict[str, list[str]]
    """Settings that its servers were given, with their values."""
    points: str
    """Throughput, or its ratio, as the points of a line in a box of 60 by 16; else empty."""
    drawn: Drawn
    """What stands across the line."""


class ListRow(Record):
    """A row of a list. Texts are empty where nothing is recorded."""

    path: str
    """Address."""
    title: str
    """Title."""
    finding: str
    """What was found, in a sentence."""
    by: str
    """Who measured."""
    day: str
    """Newest day, or the year."""
    year: str
    """Year."""
    group: str
    """What the row stands under where the list is read from top to bottom."""
    servers: str
    """Products and series in short."""
    versions: str
    """Every server's product and version, to find it by."""
    machine: str
    """Machines in short."""
    hardware: str
    """Names, processors and instance types of machines, to find it by."""
    loads: str
    """Workloads in short."""
    tests: str
    """sysbench's tests and their titles, to find it by."""
    threads: str
    """Thread counts in short."""
    counts: str
    """Every thread count, to find it by."""
    runs: int
    """Runs."""
    points: str
    """Throughput, or its ratio, as the points of a line in a box of 60 by 16; else empty."""
    drawn: Drawn
    """What stands across the line."""
    bundles: list[str]
    """Bundles it rests on."""
    product: list[str]
    """Products."""
    series: list[str]
    """Products and release series, as `mysql-8.0`."""
    load: list[str]
    """Families of workloads."""
    cores: list[str]
    """Cores as upper ends of doublings."""
    memory: list[str]
    """Main memory in GiB as upper ends of doublings."""
    storage: list[str]
    """Kinds of storage."""
    evidence: list[str]
    """Evidence classes."""


class ListColumns(Record):
    """Columns of a list by name. Ids of which a row has several are parted by spaces."""

    path: TextColumn
    """Address."""
    title: TextColumn
    """Title."""
    finding: TextColumn
    """What was found, in a sentence; else empty."""
    by: TextColumn
    """Who measured."""
    day: TextColumn
    """Newest day, or the year."""
    year: TextColumn
    """Year."""
    servers: TextColumn
    """Products and series in short."""
    versions: TextColumn
    """Every server's product and version."""
    machine: TextColumn
    """Machines in short."""
    hardware: TextColumn
    """Names, processors and instance types of machines."""
    loads: TextColumn
    """Workloads in short."""
    tests: TextColumn
    """sysbench's tests and their titles."""
    threads: TextColumn
    """Thread counts in short."""
    counts: TextColumn
    """Every thread count."""
    runs: list[int]
    """Runs."""
    points: TextColumn
    """Throughput, or its ratio, as the points of a line in a box of 60 by 16; else empty."""
    drawn: TextColumn
    """What stands across the line."""
    bundles: TextColumn
    """Bundles."""
    product: TextColumn
    """Products."""
    series: TextColumn
    """Products and release series."""
    load: TextColumn
    """Families of workloads."""
    cores: TextColumn
    """Cores as upper ends of doublings."""
    memory: TextColumn
    """Main memory in GiB as upper ends of doublings."""
    storage: TextColumn
    """Kinds of storage."""
    evidence: TextColumn
    """Evidence classes."""


class ListPiece(Record):
    """A piece of a list, in its order."""

    rows: int
    """How many."""
    columns: ListColumns
    """Columns by name."""


class ListPieceEntry(Record):
    """A piece of a list."""

    path: ListPath
    """Where it is."""
    rows: int
    """How many rows."""


class Nearness(Record):
    """What a difference between machines counts when the nearest come first."""

    weight: Number
    """Of a doubling, or of being another."""
    unknown: Number
    """Where it is not recorded."""


class ListRecord(Record):
    """A list, as pages show it."""

    rows: list[ListRow]
    """Rows, in the list's own order."""
    facets: list[Facet]
    """What it is narrowed by; `series` counts rows."""


class ListYear(Record):
    """A year of results, which has a page of its own."""

    year: str
    """Year."""
    path: str
    """Address."""
    rows: int
    """How many results."""
    on_list: bool
    """Whether the list of all results has its rows as well: the newest years."""


class ListTable(Record):
    """All lists of the archive, for its pages."""

    results: ListRecord
    """Results, newest first."""
    comparisons: ListRecord
    """Comparisons, those written by hand first."""
    machines: ListRecord
    """Machines that ran a server, by cores; those nobody described last."""
    years: list[ListYear]
    """Years of results, newest first."""


class ListIndex(Record):
    """What a browser needs of a list before its rows."""

    rows: int
    """How many rows all pieces have."""
    pieces: list[ListPieceEntry]
    """The pieces, in the order of their rows."""
    evidence: dict[str, str]
    """Evidence class to its name."""
    near: dict[str, Nearness]
    """What a difference in cores, memory or storage counts."""


class SettingValue(Record):
    """A value of a setting."""

    value: str
    """Value as it was given."""
    bundles: list[Annotated[int, Meta(ge=0)]]
    """Places, among the bundles, of those that used it."""


class SettingUse(Record):
    """A setting and who used which value."""

    name: str
    """Name, with underscores."""
    path: str
    """Address of its page; empty where it has none."""
    values: list[SettingValue]
    """Values, the most used first."""


class SettingUses(Record):
    """`lists/settings.json`: which bundles gave their servers which settings."""

    bundles: list[str]
    """Ids of bundles."""
    settings: list[SettingUse]
    """Settings by name."""
