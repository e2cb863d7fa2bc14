"""What lists, and pages that span bundles, know of a result and of a comparison.

They are made from these alone, so that no record has to be loaded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import field

from sysbench_archive.comparability.settings import spelled
from sysbench_archive.derive.facts import text_of
from sysbench_archive.derive.servers import author_of, listed_servers
from sysbench_archive.derive.workloads import titles_of_tests
from sysbench_archive.hardware.classes import class_record, classify, doubling
from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.metrics import METRICS, PERCENTILES
from sysbench_archive.model.base import ComparisonKind, ListedServer, Number, Record, narrowed
from sysbench_archive.model.bundle import Bundle, Evidence, Load, stated
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.listing import HardwareClassRecord, HardwareClassSummary
from sysbench_archive.model.result import HostRecord, ResultRecord, ServerRecord
from sysbench_archive.words.phrases import count_text


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
    names: list[str]
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
    words: list[str] = field(default_factory=list)
    """What else is recorded that readers look for: builds, forks, proxies, hosts, its source."""
    finding: str = ""
    """First finding of its page; empty where it has none."""


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
    own: bool = False
    """Whether a result has it of its own."""
    alone: bool = False
    """Whether its page tells what a view of a campaign does not: counts, offered loads, slices."""
    drawn: bool = False
    """Whether it has a chart of throughput, which can be embedded."""


def result_entry(result: ResultRecord) -> ResultEntry:
    """A bundle as a list shows it, and as versions, workloads and machines file it."""
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
        words=_words(result),
    )


def comparison_entry(comparison: Comparison) -> ComparisonEntry:
    """A comparison as a list shows it, and as versions and workloads file it."""
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
        alone=any(panel.counted or panel.load or panel.design for panel in comparison.panels),
        drawn=any(panel.chart("throughput") for panel in comparison.panels),
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
        "title": host.machine or processor_text(host.cpu_model) or names[0]
        if names
        else host.hardware_class.label,
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


_LOOKED_FOR = (
    *("fork", "replication.kind", "proxy.product", "storage_engine", "allocator"),
    *("build.distribution", "build.vendor"),
    *("kind", "cloud.provider", "hypervisor", "cpu.microarchitecture", "os"),
    *("storage.filesystem", "storage.model", "placement", "link"),
    *("dataset.residency", "script.name"),
)
"""Facts of servers, hosts, clients and workloads that a search finds a result by."""
_OF_SOURCE = ("title", "publisher", "repository")


def _words(result: ResultRecord) -> list[str]:
    """Facts that readers look for, its source, its id, and the percentiles that its runs have."""
    parts = [
        each.stated
        for group in (result.servers, result.hosts, result.clients, result.workloads)
        for each in group
    ]
    facts = [str(part[name]) for name in _LOOKED_FOR for part in parts if name in part]
    arch = [host.arch for host in result.hosts if host.arch]
    source = [fact.value for fact in result.source if fact.name in _OF_SOURCE]
    percentiles = [METRICS[n].label for n in PERCENTILES.values() if n in result.metrics]
    return list(dict.fromkeys([result.id, *facts, *arch, *source, *percentiles]))


class SourceMention(Record):
    """What a bundle says of where it comes from. Empty where it says nothing."""

    title: str
    """Title of the source."""
    author: str
    address: str
    """Repository, else web address."""
    commit: str
    retrieved: str = ""
    """ISO day or month the figures were taken from it."""
    archived: bool = False
    """Whether it names a lasting copy of its page."""


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
        retrieved=str(stated(source.get("retrieved")) or ""),
        archived="archived_url" in source,
    )
