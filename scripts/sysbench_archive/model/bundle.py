"""What a bundle is once it has been read: frozen records in the field's own terms.

It neither reads files nor checks nor computes; the values are those of
`schema/bundle-1.schema.json`, with `rest: unrecorded` written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sysbench_archive.model.base import FactState, FigureValue
from sysbench_archive.problems import at_nearest

if TYPE_CHECKING:
    from sysbench_archive.counters.evidence import Count
    from sysbench_archive.sysbench.command import Command
    from sysbench_archive.sysbench.report import Report

Evidence = Literal["raw-output", "linked-output", "published-table", "published-text"]
Facts = Mapping[str, Any]
Family = Literal["point", "range", "read-write", "write", "connect", "other"]
"""What a difference of conditions weighs by: the statements of a workload, in broad terms."""
Load = Literal[
    "point", "point-list", "range", "scan", "read-only", "read-write", "update-index",
    "update-non-index", "insert", "delete", "delete-insert", "write", "connect", "tpcc", "sequence",
    "other",
]  # fmt: skip
"""Kind of load: the statements of a workload."""

UNRECORDED = "unrecorded"
PRODUCTS = {"mysql": "MySQL", "mariadb": "MariaDB", "percona-server": "Percona Server"}
TWINS = {"mysql": "percona-server", "percona-server": "mysql"}
"""Product to the one that shares its base release."""


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


MEMBER_MARK = "!"
"""Between the path of an archive and that of a file in it."""
ARCHIVE_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz")
"""How archives are called whose members can be linked to."""


@dataclass(frozen=True, slots=True)
class LinkedPlace:
    """Where linked output is: the file, the member where it is an archive, which report in it.

    `member` is empty for an ordinary file, `report` None where the file holds one report.
    """

    file: str
    member: str
    report: int | None


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A file of a bundle: path below its folder, bytes, SHA-256 and git's blob hash of them."""

    path: str
    data: bytes
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
        """Product and version, with the code it was built from and the variant in brackets."""
        name = f"{PRODUCTS[self.product]} {self.version}"
        special = ", ".join(word for word in (self.fork, self.variant) if word)
        return f"{name} ({special})" if special else name

    @property
    def fork(self) -> str:
        """The code it was built from, where that is not the product's own; else empty."""
        return stated(self.facts.get("fork")) or ""

    @property
    def series(self) -> str:
        """The release series: the first two numbers of the version."""
        return ".".join(self.version.split(".")[:2])


@dataclass(frozen=True, slots=True)
class Client:
    """The load generator and how it reaches the server.

    `host` is empty where it ran on the host of whichever server it met.
    """

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
class Slice:
    """A short run that is part of a run, and where it stood, as a row of `slices.csv`.

    Block, round, place in the round, load and session are counted from 1; `started_s` are seconds
    since the first slice of the bundle.
    """

    block: int
    round: int
    place: int
    load: int
    session: int
    started_s: float
    report: Report
    figures: Mapping[str, FigureValue]


@dataclass(frozen=True, slots=True)
class Run:
    """One run. `figures` is empty where the run failed; `report` is None without raw output.

    `excerpt` holds the lines behind the figures: 1-based line of the evidence file, and its text.
    `series` is what `series.csv` keeps of the interval lines of output kept elsewhere. A run that
    was cut into `slices` has no report of its own, and figures that are sums over them. `counts`
    are those of instructions in its evidence file; the last is the run's.
    """

    id: str
    server: str
    workload: str
    threads: int
    file: str | None
    command: Command | None
    failed: str | None
    report: Report | None
    figures: Mapping[str, FigureValue]
    facts: Facts
    source: Mapping[str, str]
    excerpt: tuple[tuple[int, str], ...] = ()
    counts: tuple[Count, ...] = ()
    series: tuple[Stretch, ...] = ()
    slices: tuple[Slice, ...] = ()

    @property
    def events_per_s(self) -> float | None:
        """Events a second of a run that counts; None where its report does not tell."""
        report = None if self.failed else self.report
        if report is None or not report.total_events or not report.duration_s:
            return None
        if "duration_s" in report.faults:
            return None
        return report.total_events / report.duration_s

    @property
    def linked(self) -> LinkedPlace:
        """Where its output is in the source's repository; all empty where it is kept here."""
        path, _, number = self.source.get("source", "").partition("#")
        report = int(number) if number.isdigit() else None
        if not self.source.get("archive_sha256"):
            return LinkedPlace(path, "", report)
        file, _, member = path.partition(MEMBER_MARK)
        return LinkedPlace(file, member, report)


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """One campaign on one set of hosts. Mappings are keyed by id, in authored order. Each is equal
    to itself alone.

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
    files: Mapping[str, BundleFile]
    reports: Mapping[str, tuple[Report, ...]]
    lines: Mapping[str, int]
    variables: Mapping[str, Mapping[str, str]]

    def runs_of(self, workload: str) -> Iterator[Run]:
        """The runs of a workload, in authored order."""
        return (run for run in self.runs if run.workload == workload)

    def machine_of(self, host: str) -> str:
        """One host of those that describe the same machine in several states, always the same."""
        return _one_of_all(self.hosts, host, "same_machine_as")

    def process_of(self, server: str) -> str:
        """One server of those that were one process under changed dynamic variables."""
        return _one_of_all(self.servers, server, "same_process_as")

    def line(self, pointer: str) -> int:
        """The line of `bundle.yaml` a JSON pointer, or its nearest recorded parent, stands on."""
        return at_nearest(self.lines, pointer, 1)


def _one_of_all(things: Mapping[str, Host] | Mapping[str, Server], name: str, fact: str) -> str:
    """The first by name of those that a fact says are the same, one of another."""
    passed: list[str] = []
    while name not in passed:
        passed.append(name)
        name = things[name].facts.get(fact, name)
    return min(passed[passed.index(name) :])


def state_of(value: object) -> FactState:
    """Which of the three states a fact is in."""
    if isinstance(value, str):
        return "unrecorded" if value == UNRECORDED else "stated"
    # Facts are read from YAML, as dictionaries; to ask for a mapping takes several times as long.
    if isinstance(value, dict) and len(value) == 1 and "unavailable" in value:
        return "unavailable"
    return "stated"


def stated(value: Any) -> Any:
    """The value of a fact, or None where it is not stated."""
    return value if state_of(value) == "stated" else None


def stated_at(facts: Facts, *path: str) -> Any:
    """The fact at the end of a path; None where it, or a group on the way to it, is not stated."""
    found: Any = facts
    for name in path:
        found = stated((found or {}).get(name))
    return found
