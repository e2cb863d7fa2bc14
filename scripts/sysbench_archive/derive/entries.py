"""What lists, and pages that span bundles, know of a result and of a comparison.

They are made from these alone, so that no record has to be loaded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import field

from sysbench_archive.comparability.settings import spelled
from sysbench_archive.derive.cells import cells_of
from sysbench_archive.derive.facts import text_of
from sysbench_archive.derive.servers import author_of, listed_servers, version_key
from sysbench_archive.derive.workloads import titles_of_tests
from sysbench_archive.hardware.classes import classify, doubling
from sysbench_archive.hardware.distance import class_record
from sysbench_archive.metrics import throughput_metric
from sysbench_archive.model.base import ComparisonKind, ListedServer, Number, Record, narrowed
from sysbench_archive.model.bundle import Bundle, Evidence, Load, stated
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.model.listing import HardwareClassRecord, HardwareClassSummary
from sysbench_archive.model.result import HostRecord, ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.words.phrases import count_text

Drawn = Literal["", "threads", "servers"]
"""What stands across a small drawing: thread counts, servers, or nothing is drawn."""


class ListMachine(Record):
    """A machine that ran a server, and what a bundle measured on it, as lists show it. Texts are
    empty where nothing is recorded.
    """

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
    hardware_class: HardwareClassSummary
    runs: int
    """Runs of servers on it."""
    servers: list[ListedServer]
    """These servers."""
    tests: dict[str, str]
    """Tests that ran on it, with their titles."""
    loads: list[Load]
    """Kinds of load of these."""
    threads: list[int]
    """Thread counts, ascending."""


class ResultEntry(Record):
    """A bundle in a list."""

    id: str
    path: str
    title: str
    submitted: str
    """Day."""
    evidence: Evidence
    runs: int
    servers: list[ListedServer]
    tests: dict[str, str]
    """Tests it is filed under, with their titles."""
    by: str
    """Who measured: the author of the source, or who submitted runs of their own; else empty."""
    machines: list[ListMachine]
    """Machines that ran a server, each once."""
    threads: list[int]
    """Thread counts, ascending."""
    loads: list[Load]
    """Kinds of load of its workloads."""
    settings: dict[str, list[str]]
    """Settings that its servers were given, with their values."""
    finding: str = ""
    """First finding of its page; empty where it has none."""
    points: str = ""
    """Throughput as the points of a line in a box of 60 by 16; else empty."""
    drawn: Drawn = ""
    """What stands across the line."""


class ComparisonEntry(Record):
    """A comparison in a list."""

    slug: str
    path: str
    kind: ComparisonKind
    title: str
    label: str
    """Title where the result it belongs to is named already."""
    direction: str
    """Direction of its verdicts; empty where they are not alike."""
    status: str
    """Evidence status; empty where they are not alike."""
    finding: str
    """Its first finding; empty where it has a single verdict."""
    question: str
    summary: str
    """Summary; else empty."""
    evidence: list[Evidence]
    """Evidence classes."""
    runs: int
    year: str
    """Newest year of its bundles."""
    servers: list[ListedServer]
    """Sides."""
    tests: dict[str, str]
    """Tests it is filed under, with their titles."""
    bundles: list[str] = field(default_factory=list)
    """Bundles it rests on."""
    threads: list[int] = field(default_factory=list)
    """Thread counts, ascending."""
    points: str = ""
    """The ratio of its last side as the points of a line in a box of 60 by 16; else empty."""
    drawn: Drawn = ""
    """What stands across the line."""
    own: bool = False
    """Whether a result has it of its own."""
    alone: bool = False
    """Whether its page tells what a view of a campaign does not: counts, offered loads, slices."""


def result_entry(result: ResultRecord) -> ResultEntry:
    """A bundle as a list shows it, and as versions, workloads and machines file it."""
    points, drawn = _drawing(result)
    return narrowed(
        result,
        ResultEntry,
        runs=len(result.runs),
        servers=listed_servers(result.servers),
        tests=titles_of_tests((workload.test, workload.title) for workload in result.workloads),
        finding=result.findings[0].text if result.findings else "",
        by=author_of(result),
        machines=list(_list_machines(result)),
        threads=sorted({run.threads for run in result.runs}),
        loads=sorted({workload.load for workload in result.workloads}),
        settings=_settings(result.servers),
        points=points,
        drawn=drawn,
    )


def comparison_entry(comparison: Comparison) -> ComparisonEntry:
    """A comparison as a list shows it, and as versions and workloads file it."""
    points, drawn = panel_line(comparison.panels[0]) if comparison.panels else ("", "")
    return narrowed(
        comparison,
        ComparisonEntry,
        own=comparison.kind == "matrix",
        finding=comparison.findings[0].text
        if len(comparison.verdicts) > 1 and comparison.findings
        else "",
        year=max((bundle.id[:4] for bundle in comparison.bundles), default=""),
        servers=listed_servers(comparison.sides),
        tests=titles_of_tests((panel.workload.test, panel.title) for panel in comparison.panels),
        bundles=[bundle.id for bundle in comparison.bundles],
        threads=sorted({row.threads for panel in comparison.panels for row in panel.rows}),
        points=points,
        drawn=drawn,
        alone=any(panel.counted or panel.load or panel.design for panel in comparison.panels),
    )


def hardware_classes(bundle: Bundle) -> list[HardwareClassRecord]:
    """The classes of a bundle's server machines, each once."""
    serving = {server.host for server in bundle.servers.values()}
    machines = [host.facts for host in bundle.hosts.values() if host.id in serving]
    return [class_record(kind) for kind in dict.fromkeys(map(classify, machines))]


STORAGE = {
    "nvme": "NVMe",
    "ssd": "SSD",
    "hdd": "hard disk",
    "san": "SAN",
    "network-block": "network volume",
    "memory": "memory",
    "other": "other storage",
}
"""Kind of storage to its name for readers, fastest first as a rule."""


_SEVERAL = 2
_GIB = 1024


def _list_machines(result: ResultRecord) -> Iterator[ListMachine]:
    """Machines that ran a server; hosts of which the same is recorded are one."""
    serving = {server.host for server in result.servers}
    found: list[tuple[dict[str, Any], list[str]]] = []
    for host in result.hosts:
        if host.id in serving:
            machine = _described(host)
            own = next((hosts for known, hosts in found if known == machine), None)
            if own is None:
                found.append((machine, own := []))
            own.append(host.id)
    for machine, hosts in found:
        servers = [server for server in result.servers if server.host in hosts]
        names = {server.id for server in servers}
        runs = [run for run in result.runs if run.server.id in names]
        ran = {run.workload.id for run in runs}
        # Where a result has no runs, it is all it speaks of.
        workloads = [w for w in result.workloads if w.id in ran or not result.runs]
        yield ListMachine(
            **machine,
            runs=len(runs),
            servers=listed_servers(servers),
            tests=titles_of_tests((workload.test, workload.title) for workload in workloads),
            loads=sorted({workload.load for workload in workloads}),
            threads=sorted({run.threads for run in runs}),
        )


def _described(host: HostRecord) -> dict[str, Any]:
    size = host.cores or host.hardware_threads
    named = (host.machine, host.cpu_model, host.stated.get("cloud.instance_type"))
    names = list(dict.fromkeys(str(name) for name in named if name))
    storage = storage_kinds(host)
    return {
        "title": names[0] if names else host.hardware_class.label,
        "text": machine_text(host.cores, host.cpus, host.memory_mib, storage),
        "cores": doubling(size) if size else None,
        "memory": doubling(host.memory_mib / _GIB) if host.memory_mib else None,
        "storage": storage,
        "names": names,
        "hardware_class": host.hardware_class,
    }


def storage_kinds(host: HostRecord) -> list[str]:
    """Kinds of a host's storage: that with the log first, where roles tell."""
    named = {name: str(value) for name, value in host.stated.items() if name.startswith("storage")}
    kinds = [value for name, value in named.items() if name.endswith(".kind") and value in STORAGE]
    return list(dict.fromkeys(kinds))


def machine_text(
    cores: int | None, cpus: int | None, memory_mib: Number | None, storage: Iterable[str]
) -> str:
    """`8 cores, 32 GB, NVMe and hard disk`, as far as it is recorded."""
    size = count_text(cores, "core") if cores else count_text(cpus, "CPU") if cpus else ""
    memory = f"{max(1, round(memory_mib / _GIB))} GB" if memory_mib else ""
    kinds = " and ".join(STORAGE[kind] for kind in storage)
    return ", ".join(part for part in (size, memory, kinds) if part)


def _settings(servers: Iterable[ServerRecord]) -> dict[str, list[str]]:
    """Settings that servers were given, with underscores as the server writes them.

    An option that stands for a variable, as `skip_log_bin` does, is found by either name.
    """
    found: dict[str, dict[str, None]] = {}
    for server in servers:
        given = {n.replace("-", "_").lower(): text_of(v) for n, v in server.set_options.items()}
        for name, value in [*given.items(), *spelled(server.set_options).items()]:
            found.setdefault(name, {})[value] = None
    return {name: list(values) for name, values in sorted(found.items())}


def _drawing(result: ResultRecord) -> tuple[str, Drawn]:
    """Throughput of the last server over thread counts, else of all servers, oldest first.

    The workload is the one with most runs: what the bundle is about.
    """
    own = [workload for workload in result.workloads if not workload.offers_load]
    counts = {w.id: sum(run.workload.id == w.id for run in result.runs) for w in own}
    workload = max(own, key=lambda w: counts[w.id], default=None)
    return _drawing_of(result, workload) if workload else ("", "")


def _drawing_of(result: ResultRecord, workload: WorkloadRecord) -> tuple[str, Drawn]:
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = throughput_metric(runs)
    if metric is None:
        return "", ""
    servers = sorted(result.servers, key=lambda s: (s.product, version_key(s.version)))
    cells = cells_of(runs, [server.id for server in servers], metric)
    ran = [server.id for server in servers if cells[server.id]]
    sweep = [cell.centre for _, cell in sorted(cells[ran[-1]].items())] if ran else []
    if len(sweep) > _SEVERAL:
        return line_points(sweep), "threads"
    shared = set.intersection(*(set(cells[name]) for name in ran)) if ran else set()
    if len(ran) <= _SEVERAL or not shared:
        return "", ""
    return line_points([cells[name][max(shared)].centre for name in ran]), "servers"


WIDTH, HEIGHT = 60, 16
"""Box of the line of a row."""
_FEWEST = 3


def line_points(values: Sequence[Number | None]) -> str:
    """Points of a line in the box; empty where fewer than three values are known."""
    known = [(place, value) for place, value in enumerate(values) if value]
    top = max((value for _, value in known), default=0)
    if len(known) < _FEWEST or not top:
        return ""
    across = WIDTH / (len(values) - 1)
    return " ".join(f"{place * across:.0f},{HEIGHT - HEIGHT * v / top:.0f}" for place, v in known)


def panel_line(panel: Panel) -> tuple[str, Drawn]:
    """Ratios that stand, of the last side over thread counts, else of all sides, as points."""
    rows = [
        [cell.ratio if cell and cell.stands else None for cell in row.cells] for row in panel.rows
    ]
    if len(rows) >= _FEWEST:
        points = line_points([ratios[-1] if ratios else None for ratios in rows])
        return points, "threads" if points else ""
    points = line_points(rows[-1]) if rows else ""
    return points, "servers" if points else ""


class SourceMention(Record):
    """What a bundle says of where it comes from. Empty where it says nothing."""

    title: str
    """Title of the source."""
    author: str
    address: str
    """Repository, else web address."""
    commit: str
    """Commit of the repository."""


def source_mention(bundle: Bundle) -> SourceMention | None:
    """What a bundle says of its source; None where it was measured for the archive."""
    source = bundle.facts.get("source")
    if source is None:
        return None
    return SourceMention(
        title=str(stated(source.get("title")) or ""),
        author=str(stated(source.get("author")) or ""),
        address=str(source.get("repository") or stated(source.get("url")) or ""),
        commit=str(source.get("commit") or ""),
    )
