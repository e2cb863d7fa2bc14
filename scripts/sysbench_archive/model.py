"""What a bundle is once it has been read: frozen records in the field's own terms.

Owns the nouns of the archive. Refuses to read, check or compute; the values are those of
`schema/bundle-1.schema.json`, with `rest: unrecorded` written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

from sysbench_archive.sysbench.command import Command
from sysbench_archive.sysbench.report import Report

Evidence = Literal["raw-output", "linked-output", "published-table", "published-text"]
Facts = Mapping[str, Any]

UNRECORDED = "unrecorded"
PRODUCTS = {"mysql": "MySQL", "mariadb": "MariaDB", "percona-server": "Percona Server"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as its evidence states it. `line` is 1-based in the evidence, None if unknown."""

    value: int | float
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive interval lines of a run, as a row of `series.csv`.

    `part` is mean, warm-up, window or stall. Times are seconds since the run's start, rates
    transactions per second; `p01` is the window's 1st percentile, None in other parts. Lines are
    1-based in the source file.
    """

    part: str
    from_s: int
    to_s: int
    intervals: int
    mean: float
    lowest: float
    highest: float
    p01: float | None
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file of the bundle. Size in bytes, SHA-256 and git's blob hash in hexadecimal."""

    path: str
    size: int
    sha256: str
    sha1_git: str


@dataclass(frozen=True, slots=True)
class Host:
    """A machine, with all that is stated of it."""

    id: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Server:
    """A database server as it was run."""

    id: str
    product: str
    version: str
    variant: str | None
    regime: str
    host: str
    facts: Facts

    @property
    def label(self) -> str:
        """Product and version, with the variant in brackets."""
        name = f"{PRODUCTS[self.product]} {self.version}"
        return f"{name} ({self.variant})" if self.variant else name

    @property
    def series(self) -> str:
        """The release series: the first two numbers of the version."""
        return ".".join(self.version.split(".")[:2])


@dataclass(frozen=True, slots=True)
class Client:
    """The load generator and how it reaches the server."""

    id: str
    host: str
    sysbench: str | None
    placement: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Workload:
    """What sysbench was told to do. `command` is None where nobody recorded it."""

    id: str
    title: str
    client: str
    command: Command | None
    stated: Mapping[str, str | int | float | bool]
    facts: Facts


@dataclass(frozen=True, slots=True)
class Run:
    """One run. `figures` is empty where the run failed; `report` is None without raw output.

    `excerpt` holds the lines behind the figures: 1-based line of the evidence file, and its text.
    `series` is what `series.csv` keeps of the interval lines of output kept elsewhere.
    """

    id: str
    server: str
    workload: str
    threads: int
    file: str | None
    command: Command | None
    failed: str | None
    report: Report | None
    figures: Mapping[str, Figure]
    facts: Facts
    source: Mapping[str, str]
    excerpt: tuple[tuple[int, str], ...] = ()
    series: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class Bundle:
    """One campaign on one set of hosts. Mappings are keyed by id, in authored order.

    `variables` holds the effective variables of each server that dumped them.
    """

    id: str
    path: str
    evidence: Evidence
    title: str
    facts: Facts
    hosts: Mapping[str, Host]
    servers: Mapping[str, Server]
    clients: Mapping[str, Client]
    workloads: Mapping[str, Workload]
    runs: tuple[Run, ...]
    files: Mapping[str, EvidenceFile]
    reports: Mapping[str, tuple[Report, ...]]
    lines: Mapping[str, int]
    variables: Mapping[str, Mapping[str, str]]

    def runs_of(self, workload: str) -> Iterator[Run]:
        """The runs of a workload, in authored order."""
        return (run for run in self.runs if run.workload == workload)

    def line(self, pointer: str) -> int:
        """The line of `bundle.yaml` a JSON pointer, or its nearest recorded parent, stands on."""
        while pointer and pointer not in self.lines:
            pointer = str(PurePosixPath(pointer).parent).rstrip("/")
        return self.lines.get(pointer, 1)
