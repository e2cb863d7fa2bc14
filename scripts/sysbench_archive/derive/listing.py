"""Lists of results, comparisons and machines as rows: who measured what, on what, and the finding.

The only place that decides what a row says. A row never has a figure of its own but the line drawn
of its throughput.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sysbench_archive.comparability.settings import spelled
from sysbench_archive.derive.cells import cells_of, throughput_metric
from sysbench_archive.derive.facts import text_of
from sysbench_archive.derive.lines import line_points
from sysbench_archive.derive.servers import author_of, listed_servers, version_key
from sysbench_archive.derive.workloads import titles_of_tests
from sysbench_archive.hardware.classes import doubling, span_text
from sysbench_archive.model.base import ListedServer
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.list_rows import ListFacts, ListMachine, ListRow, MachineUse
from sysbench_archive.model.listing import ComparisonEntry, Drawn, ResultEntry
from sysbench_archive.model.result import HostRecord, ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.verdicts.words import count_text, joined

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
_MOST_NAMED = 2
_ONE, _SEVERAL = 1, 2
_GIB = 1024


def list_facts(result: ResultRecord) -> ListFacts:
    """What lists know of a bundle, from its record."""
    hosts = _hosts_by_machine(result)
    points, drawn = _drawing(result)
    return ListFacts(
        by=_measured_by(result),
        machines=[machine for machine, _ in hosts],
        uses=[_use_of(result, own) for _, own in hosts],
        threads=sorted({run.threads for run in result.runs}),
        families=sorted({workload.family for workload in result.workloads}),
        settings=_settings(result.servers),
        points=points,
        drawn=drawn,
    )


def _hosts_by_machine(result: ResultRecord) -> list[tuple[ListMachine, list[str]]]:
    """Machines that ran a server, with the hosts of which the same is recorded."""
    serving = {server.host for server in result.servers}
    found: list[tuple[ListMachine, list[str]]] = []
    for host in result.hosts:
        if host.id in serving:
            machine = _list_machine(host)
            own = next((hosts for known, hosts in found if known == machine), None)
            if own is None:
                found.append((machine, own := []))
            own.append(host.id)
    return found


def _use_of(result: ResultRecord, hosts: Sequence[str]) -> MachineUse:
    """What was measured on some hosts; where a result has no runs, all it speaks of."""
    servers = [server for server in result.servers if server.host in hosts]
    names = {server.id for server in servers}
    runs = [run for run in result.runs if run.server.id in names]
    ran = {run.workload.id for run in runs}
    workloads = [w for w in result.workloads if w.id in ran or not result.runs]
    return MachineUse(
        runs=len(runs),
        servers=listed_servers(servers),
        tests=titles_of_tests((workload.test, workload.title) for workload in workloads),
        families=sorted({workload.family for workload in workloads}),
        threads=sorted({run.threads for run in runs}),
    )


def _measured_by(result: ResultRecord) -> str:
    """The author or publisher of the source; of results of their own the submitter.

    Who submits what somebody else published did not measure it.
    """
    named = {fact.name for fact in result.source if fact.state == "stated"}
    return author_of(result) if not result.source or named & {"author", "publisher"} else ""


def _list_machine(host: HostRecord) -> ListMachine:
    size = host.cores or host.hardware_threads
    named = (host.machine, host.cpu_model, host.stated.get("cloud.instance_type"))
    names = list(dict.fromkeys(str(name) for name in named if name))
    return ListMachine(
        title=names[0] if names else host.hardware_class.label,
        text=machine_text(host),
        cores=doubling(size) if size else None,
        memory=doubling(host.memory_mib / _GIB) if host.memory_mib else None,
        storage=storage_kinds(host),
        names=names,
        class_path=host.hardware_class.path,
    )


def storage_kinds(host: HostRecord) -> list[str]:
    """Kinds of a host's storage: that with the log first, where roles tell."""
    named = {name: str(value) for name, value in host.stated.items() if name.startswith("storage")}
    kinds = [value for name, value in named.items() if name.endswith(".kind") and value in STORAGE]
    return list(dict.fromkeys(kinds))


def machine_text(host: HostRecord) -> str:
    """`8 cores, 32 GB, NVMe`, as far as it is recorded."""
    if host.cores:
        size = count_text(host.cores, "core")
    else:
        size = count_text(host.hardware_threads, "CPU") if host.hardware_threads else ""
    memory = f"{max(1, round(host.memory_mib / _GIB))} GB" if host.memory_mib else ""
    storage = storage_text(storage_kinds(host))
    return ", ".join(part for part in (size, memory, storage) if part)


def storage_text(kinds: Iterable[str]) -> str:
    """`NVMe and hard disk`; empty where nothing is recorded."""
    return " and ".join(STORAGE[kind] for kind in kinds)


def machines_text(texts: Iterable[str]) -> str:
    """Several machines in short, each once; those of which nothing is recorded are left out."""
    known = list(dict.fromkeys(text for text in texts if text))
    more = len(known) - _MOST_NAMED
    return "; ".join(known[:_MOST_NAMED]) + (f"; {more} more" if more > 0 else "")


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


def finding_of(entry: ResultEntry | ComparisonEntry, about: Sequence[ComparisonEntry]) -> str:
    """The finding a row shows: its summary, else what its verdicts found.

    `about` are the comparisons of a result. One that rests on this result alone has its summary;
    one that rests on others as well speaks of more than the result.
    """
    if isinstance(entry, ComparisonEntry):
        return entry.summary or entry.finding
    own = (other.summary for other in about if other.summary and other.bundles == [entry.id])
    return next(own, entry.finding)


def result_rows(
    results: Sequence[ResultEntry],
    comparisons: Sequence[ComparisonEntry],
    facts: Mapping[str, ListFacts],
) -> list[ListRow]:
    """A row a result, in the order given."""
    about: dict[str, list[ComparisonEntry]] = {}
    for comparison in comparisons:
        for bundle in comparison.bundles:
            about.setdefault(bundle, []).append(comparison)
    return [
        _row(
            entry,
            [facts[entry.id]],
            finding=finding_of(entry, about.get(entry.id, ())),
            day=entry.submitted,
            year=entry.id[:4],
            group=entry.id[:4],
            bundles=[entry.id],
            evidence=[entry.evidence],
        )
        for entry in results
    ]


def comparison_rows(
    comparisons: Sequence[ComparisonEntry], facts: Mapping[str, ListFacts]
) -> list[ListRow]:
    """A row a comparison, in the order given; its machines and settings are its bundles'."""
    return [
        _row(
            entry,
            [facts[bundle] for bundle in entry.bundles if bundle in facts],
            finding=finding_of(entry, ()),
            day=entry.year,
            year=entry.year,
            group=entry.kind,
            bundles=entry.bundles,
            evidence=entry.evidence,
        )
        for entry in comparisons
    ]


def _row(
    entry: ResultEntry | ComparisonEntry,
    facts: Sequence[ListFacts],
    *,
    finding: str,
    day: str,
    year: str,
    group: str,
    bundles: Sequence[str],
    evidence: Sequence[str],
) -> ListRow:
    drawn_by = entry if isinstance(entry, ComparisonEntry) else facts[0]
    threads = sorted({count for own in facts for count in own.threads})
    if isinstance(entry, ComparisonEntry) and entry.threads:
        threads = list(entry.threads)
    machines = [machine for own in facts for machine in own.machines]
    return ListRow(
        path=entry.path,
        title=entry.title,
        finding=finding,
        by=joined(list(dict.fromkeys(own.by for own in facts if own.by))),
        day=day,
        year=year,
        group=group,
        servers=servers_text(entry.servers),
        versions=" ".join(dict.fromkeys(server.label for server in entry.servers)),
        machine=machines_text(machine.text for machine in machines),
        hardware=_each_once(name for machine in machines for name in machine.names),
        loads=loads_text(list(dict.fromkeys(entry.tests.values()))),
        tests=" ".join(f"{name} {title}" for name, title in entry.tests.items()),
        threads=threads_text(threads),
        counts=" ".join(map(str, threads)),
        runs=entry.runs,
        points=drawn_by.points,
        drawn=drawn_by.drawn,
        bundles=list(bundles),
        product=sorted({server.product for server in entry.servers}),
        series=sorted({f"{server.product}-{server.series}" for server in entry.servers}),
        load=sorted({family for own in facts for family in own.families}),
        cores=_texts(machine.cores for machine in machines),
        memory=_texts(machine.memory for machine in machines),
        storage=sorted({kind for machine in machines for kind in machine.storage}),
        evidence=list(evidence),
    )


def _each_once(names: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(names))


def _texts(sizes: Iterable[int | None]) -> list[str]:
    return [str(size) for size in sorted({size for size in sizes if size})]


def servers_text(servers: Sequence[ListedServer]) -> str:
    """`MySQL 5.6 to 9.5, MariaDB 11.4`: each product with its oldest and newest series."""
    found: dict[str, set[str]] = {}
    for server in servers:
        found.setdefault(server.product, set()).add(server.series)
    texts = []
    for product, series in found.items():
        ordered = sorted(series, key=version_key)
        span = ordered[0] if len(ordered) == _ONE else f"{ordered[0]} to {ordered[-1]}"
        texts.append(f"{PRODUCTS.get(product, product)} {span}")
    return ", ".join(texts)


def loads_text(titles: Sequence[str]) -> str:
    """The first workloads, and how many there are besides."""
    more = len(titles) - _MOST_NAMED
    return ", ".join(titles[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def threads_text(counts: Sequence[int]) -> str:
    """`1 to 1,024 threads`."""
    if not counts:
        return ""
    if len(counts) == _ONE:
        return count_text(counts[0], "thread")
    return f"{counts[0]:,} to {counts[-1]:,} threads"


def machine_rows(results: Sequence[ListRow], facts: Mapping[str, ListFacts]) -> list[ListRow]:
    """A row for every kind of machine that ran a server, with what was measured on it.

    By cores; those of which nobody recorded how many come last. Machines of which the same is
    recorded are one row, which does not claim that they are one machine; those of which nothing is
    recorded are left out.
    """
    found: dict[bytes, tuple[ListMachine, list[tuple[ListRow, MachineUse]]]] = {}
    for row in results:
        own = facts[row.bundles[0]]
        for machine, use in zip(own.machines, own.uses, strict=True):
            if machine.text or machine.names:
                key = msgspec.json.encode(machine)
                found.setdefault(key, (machine, []))[1].append((row, use))
    return sorted((_machine_row(*entry) for entry in found.values()), key=_machine_order)


def _machine_row(machine: ListMachine, measured: Sequence[tuple[ListRow, MachineUse]]) -> ListRow:
    """`measured` are the results with what they measured on it, newest first."""
    rows, uses = [row for row, _ in measured], [use for _, use in measured]
    servers = [server for use in uses for server in use.servers]
    newest = rows[0]
    more = len(rows) - 1
    return ListRow(
        path=machine.class_path,
        title=machine.title,
        finding=newest.title + (f"; {count_text(more, 'more result')}" if more else ""),
        by=joined(list(dict.fromkeys(row.by for row in rows))),
        day=newest.day,
        year=newest.year,
        group=band_text(str(machine.cores), "cores") if machine.cores else "",
        servers=servers_text(servers),
        versions="",
        machine=machine.text,
        hardware="; ".join(machine.names),
        loads=loads_text(list(dict.fromkeys(t for use in uses for t in use.tests.values()))),
        tests="",
        threads=threads_text(sorted({count for use in uses for count in use.threads})),
        counts="",
        runs=sum(use.runs for use in uses),
        points="",
        drawn="",
        bundles=[row.bundles[0] for row in rows],
        product=sorted({server.product for server in servers}),
        series=sorted({f"{s.product}-{s.series}" for s in servers}, key=version_key),
        load=sorted({name for use in uses for name in use.families}),
        cores=_texts([machine.cores]),
        memory=_texts([machine.memory]),
        storage=machine.storage,
        evidence=sorted({name for row in rows for name in row.evidence}),
    )


def _machine_order(row: ListRow) -> tuple[bool, int, int, str]:
    sizes, memory = [int(size) for size in row.cores], [int(size) for size in row.memory]
    return not sizes, max(sizes, default=0), max(memory, default=0), row.title


def band_text(size: str, unit: str) -> str:
    """`9 to 16 cores`, of the upper end of a doubling."""
    return f"{span_text(int(size))} {unit.removesuffix('s') if size == '1' else unit}"
