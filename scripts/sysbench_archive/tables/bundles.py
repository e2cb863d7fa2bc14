"""A bundle as rows: a record type a table, whose fields are its columns, and what makes its rows.

`schema/api-1.schema.json` is made of these types. They are flat records, joined by ids: a bundle's
document in the API has them, and so have the downloads. What nobody recorded is null. No figure is
computed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any

from msgspec import UNSET
from msgspec.structs import asdict

from sysbench_archive.derive.facts import text_of
from sysbench_archive.derive.runs import archive_path
from sysbench_archive.derive.workloads import warehouses_of
from sysbench_archive.metrics import throughput_metric
from sysbench_archive.model.base import Number, Record, RecordT, example, narrowed
from sysbench_archive.model.bundle import Load
from sysbench_archive.model.comparison import Comparison, Window
from sysbench_archive.model.result import (
    FactValue,
    HostRecord,
    Residency,
    ResultRecord,
    Scalar,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.tables import SHA256, Value, columns_of
from sysbench_archive.tables.comparisons import difference_rows
from sysbench_archive.tables.series import TableSeries
from sysbench_archive.tables.settings import setting_rows
from sysbench_archive.words.phrases import machine_line


class ApiResult(Record):
    """A bundle."""

    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle: one campaign on one set of hosts. Never reused."""
    title: Annotated[str, example("MariaDB 10.11 on a small virtual machine")]
    """Title of the bundle."""
    path: Annotated[str, example("/results/2026-11-mariadb-small-vm/")]
    """Page of the bundle, relative to the site's base."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/results/2026-11-mariadb-small-vm/")
    ]
    """Permanent address of the bundle, for citations."""
    revision: Annotated[int | None, example(1, unit="1")]
    """Revision of the bundle, counted from 1."""
    status: Annotated[str | None, example("published")]
    """What the newest row of its publication record says happened: published, corrected, reparsed
    or withdrawn.
    """
    standing: Annotated[str | None, example("permanent")]
    """Whether that row may still be replaced (provisional) or never (permanent)."""
    revision_date: Annotated[str | None, example("2026-11-21", text_format="date")]
    """Day of that row."""
    swhid: Annotated[str, example("swh:1:dir:66fed60efa4470738bc4bfbccfdb1dac815ef4ff")]
    """SWHID (ISO/IEC 18670) of the bundle's folder, which is git's tree hash."""
    figures_sha256: Annotated[str | None, example(SHA256)]
    """SHA-256 of the bundle's figures in canonical form, as in its publication record."""
    submitted: Annotated[str, example("2026-11-20", text_format="date")]
    """Day the bundle was submitted."""
    submitter: Annotated[str, example("Ada Lovelace")]
    """Who submitted it."""
    license: Annotated[str, example("CC0-1.0")]
    """Licence of its data, as an SPDX identifier."""
    evidence: Annotated[str, example("raw-output")]
    """Where its figures come from: raw-output, linked-output, published-table or published-text."""


class ApiServer(Record):
    """A database server as it was run."""

    server: Annotated[str, example("mariadb-10-11-5")]
    """Id of the server in its bundle."""
    server_label: Annotated[str, example("MariaDB 10.11.5")]
    """Name of the server for readers."""
    product: Annotated[str, example("mariadb")]
    """Product."""
    version: Annotated[str, example("10.11.5")]
    """Exact version."""
    series: Annotated[str, example("10.11")]
    """Release series: the first two numbers of the version."""
    variant: Annotated[str, example("threadpool")]
    """What sets it apart from a plain server of its version; empty where nothing does."""
    maturity: Annotated[str | None, example("ga")]
    """Maturity of the release: milestone, rc, ga and the like."""
    regime: Annotated[str, example("defaults")]
    """Configuration: defaults of the version, pinned, or unrecorded."""
    build_distribution: Annotated[str | None, example("Debian packages")]
    """What the server was installed from."""
    allocator: Annotated[str | None, example("jemalloc")]
    """Memory allocator."""
    fork: Annotated[str | None, example("Facebook MySQL")]
    """Code it was built from, where that is not the product's own."""
    storage_engine: Annotated[str | None, example("rocksdb")]
    """Storage engine of the tables, where the server decides it."""
    replication: Annotated[str | None, example("group-replication")]
    """How changes reach other servers; null for a server of which no replication is stated."""
    replication_role: Annotated[str | None, example("primary")]
    """Role of the server in replication: source, replica, primary or member."""
    replication_nodes: Annotated[int | None, example(3, unit="1")]
    """Servers that take part in replication, this one included."""
    proxy: Annotated[str | None, example("ProxySQL")]
    """Proxy between client and server; null where none is stated."""
    flush_log_at_commit: Annotated[str | None, example("1")]
    """When the redo log is flushed (innodb_flush_log_at_trx_commit): as the server told it, as it
    was set, or the default of its version.
    """
    binary_log: Annotated[str | None, example("ON")]
    """Whether there is a binary log, ON or OFF; known in the same ways."""
    doublewrite: Annotated[str | None, example("ON")]
    """Whether pages are written twice, ON or OFF; known in the same ways."""
    host: Annotated[str, example("server-and-client")]
    """Id of the host the server ran on, in its bundle."""


class ApiHost(Record):
    """A machine, with what a reader compares with a machine of their own."""

    host: Annotated[str, example("server-and-client")]
    """Id of the host in its bundle."""
    hardware_class: Annotated[str, example("zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms")]
    """Hardware class of the host, by the archive's classification."""
    hardware_class_label: Annotated[str, example("Zen 5, virtual machine, 2 cores")]
    """Name of that class for readers."""
    machine: Annotated[str | None, example("HP DL380 G7")]
    """What the machine is called."""
    machine_label: Annotated[str | None, example("HP DL380 G7, Xeon X5650, 12 cores")]
    """The machine in a line: its name, processor and cores, as far as they are recorded."""
    kind: Annotated[str | None, example("vm")]
    """Kind of host: bare-metal, vm, container or cloud-instance."""
    cpu_model: Annotated[str | None, example("AMD EPYC")]
    """Processor model."""
    cpu_microarchitecture: Annotated[str | None, example("Zen 5")]
    """Processor generation, as stated."""
    cpu_generation: Annotated[str | None, example("Zen 5")]
    """Processor generation: what is stated, else what the name of the model means."""
    cpu_sockets: Annotated[int | None, example(2, unit="1")]
    """Processor sockets."""
    cpu_cores: Annotated[int | None, example(16, unit="1")]
    """Physical cores."""
    cpu_threads: Annotated[int | None, example(32, unit="1")]
    """Hardware threads."""
    cpu_clock_mhz: Annotated[Number | None, example(2596, unit="MHz")]
    """Nominal clock."""
    memory_size_mib: Annotated[int | None, example(24105, unit="MiB")]
    """Main memory."""
    storage_kind: Annotated[str | None, example("nvme")]
    """Kind of storage; several, separated by a comma, where there are several."""
    storage_fsync_us: Annotated[Number | None, example(264.2, unit="µs")]
    """Median latency of a 4 KiB write followed by fsync, on the slowest where there are several."""
    os: Annotated[str | None, example("Debian GNU/Linux 12 (bookworm)")]
    """Operating system."""
    kernel: Annotated[str | None, example("6.1.0-18-amd64")]
    """Kernel."""
    arch: Annotated[str | None, example("x86_64")]
    """Instruction set."""
    arch_basis: Annotated[str | None, example("stated")]
    """`stated`, or what implies it: the processor, the microarchitecture or the machine."""


class ApiWorkload(Record):
    """What sysbench was told to do."""

    workload: Annotated[str, example("oltp-read-only")]
    """Id of the workload in its bundle."""
    workload_label: Annotated[str, example("OLTP read-only")]
    """Name of the workload for readers."""
    test: Annotated[str, example("oltp_read_only")]
    """sysbench's test, by its canonical name; empty where nobody recorded it."""
    load: Annotated[Load, example("read-only")]
    """Kind of load by the statements of the workload, finer than `family`."""
    family: Annotated[str, example("range")]
    """Kind of workload: point, range, read-write, write, connect or other."""
    tables: Annotated[int | None, example(4, unit="1")]
    """Tables, after sysbench's defaults."""
    table_size: Annotated[int | None, example(100000, unit="1")]
    """Rows in each table, after sysbench's defaults."""
    warehouses: Annotated[int | None, example(1000, unit="1")]
    """Warehouses of a script after TPC-C, in all sets of tables."""
    dataset_size_mib: Annotated[Number | None, example(52.1, unit="MiB")]
    """Size of the dataset."""
    throughput_metric: Annotated[str | None, example("tps")]
    """Metric of throughput that most of its runs have: a column of the runs; null where none has
    any, or a load was offered, which is no throughput.
    """
    client: Annotated[str | None, example("local")]
    """Id of the client in its bundle."""


class ApiClient(Record):
    """The load generator."""

    client: Annotated[str, example("local")]
    """Id of the client in its bundle."""
    sysbench: Annotated[str | None, example("1.0.20")]
    """Version of sysbench."""
    placement: Annotated[str | None, example("same-host")]
    """Where the client stands relative to the server: same-host or other-host."""
    transport: Annotated[str | None, example("socket")]
    """Socket or TCP."""
    tls: Annotated[bool | None, example(False)]
    """Whether the connection is encrypted."""


Rate = Annotated[Number | None, example(1268.32, unit="1/s")]
Latency = Annotated[Number | None, example(3.15, unit="ms")]
PerTransaction = Annotated[Number | None, example(41235.5, unit="1")]
Count = Annotated[Number | None, example(12689, unit="1")]


class ApiRun(Record, omit_defaults=True, kw_only=True):
    """A run. Figures stand as their evidence prints them; a source that averaged may state a
    fraction of a count. What would be null is left out.
    """

    run: Annotated[str, example("oltp-read-only-t4-r1")]
    """Id of the run in its bundle. Never reused."""
    path: Annotated[str, example("/results/2026-11-mariadb-small-vm/oltp-read-only-t4-r1/")]
    """Page of the run, relative to the site's base."""
    permalink: Annotated[
        str,
        example(
            "https://sysbench-archive.example/results/2026-11-mariadb-small-vm/oltp-read-only-t4-r1/"
        ),
    ]
    """Permanent address of the run, for citations."""
    server: Annotated[str, example("mariadb-10-11-5")]
    """Id of the server in its bundle."""
    workload: Annotated[str, example("oltp-read-only")]
    """Id of the workload in its bundle."""
    threads: Annotated[int, example(4, unit="1")]
    residency: Annotated[str, example("in-memory")]
    """Where the dataset lies while it runs, as stated or by its size: in-memory, cached, io-bound
    or unrecorded.
    """
    derived_residency: Annotated[Residency, example("fits")]
    """The data beside the buffer pool: fits (up to 0.85 of it), about (to 1.25), to-three-times,
    beyond, or unrecorded.
    """
    state: Annotated[str, example("complete")]
    """complete, or failed: a failed run counts nowhere."""
    failed: Annotated[str, example("the server went away")]
    """Why it failed; empty where it did not."""
    held: Annotated[bool, example(value=False)]
    """Whether it is held: it carries no verdict and is in no summary."""
    started: Annotated[str | None, example("2026-11-21T03:36:01Z", text_format="date-time")] = None
    """When the run started, in UTC."""
    sequence_load: Annotated[int | None, example(1, unit="1")] = None
    """Which load of the dataset it ran on, counted from 1."""
    sequence_session: Annotated[int | None, example(1, unit="1")] = None
    """Which server session it ran in, counted from 1."""
    sequence_block: Annotated[int | None, example(1, unit="1")] = None
    """Which block of interleaved runs it stands in, counted from 1."""
    sequence_position: Annotated[int | None, example(4, unit="1")] = None
    """Its position in the sequence, counted from 1."""
    sequence_repetition: Annotated[int | None, example(1, unit="1")] = None
    """Repetition of the same cell, counted from 1."""
    sequence_seconds_since_load: Annotated[Number | None, example(49, unit="s")] = None
    """Time since the dataset was loaded."""
    # What a figure means stands in the table of metrics.
    tps: Rate = None
    qps: Rate = None
    events_per_s: Rate = None
    rw_requests_per_s: Rate = None
    connections_per_s: Rate = None
    interval_tps_mean: Rate = None
    instructions_per_transaction: PerTransaction = None
    instructions_per_query: PerTransaction = None
    background_instructions_per_transaction: Annotated[Number | None, example(812.25, unit="1")] = (
        None
    )
    kernel_instructions_per_transaction: Annotated[Number | None, example(20110.75, unit="1")] = (
        None
    )
    system_calls_per_transaction: PerTransaction = None
    instructions: Count = None
    transactions: Count = None
    queries: Count = None
    reads: Count = None
    writes: Count = None
    others: Count = None
    rw_requests: Count = None
    total_events: Count = None
    ignored_errors: Count = None
    deadlocks: Count = None
    reconnects: Count = None
    duration_s: Annotated[Number | None, example(10.0037, unit="s")] = None
    latency_min_ms: Latency = None
    latency_avg_ms: Latency = None
    latency_p50_ms: Latency = None
    latency_p75_ms: Latency = None
    latency_p90_ms: Latency = None
    latency_p95_ms: Latency = None
    latency_p99_ms: Latency = None
    latency_p999_ms: Latency = None
    latency_max_ms: Latency = None
    intervals: Annotated[int, example(60, unit="1")]
    """Interval lines of the run."""
    slices: Annotated[int | None, example(60, unit="1")] = None
    """Slices the run was cut into, whose sums its figures are; absent where it was one piece."""
    settled: Annotated[Window | None, example("whole")] = None
    """Where its throughput was settled: whole, last-three-quarters, last-half or never; null where
    there are too few interval lines to tell.
    """
    tps_last_three_quarters: Annotated[Number | None, example(1269.11, unit="1/s")] = None
    """Mean throughput of its interval lines over the last three quarters of them."""
    tps_last_half: Annotated[Number | None, example(1269.83, unit="1/s")] = None
    """The same over the last half."""
    window_tps: Annotated[Number | None, example(1269.589, unit="1/s")] = None
    """Mean throughput of the intervals behind the warm-up, the first tenth."""
    p01: Annotated[Number | None, example(1137.85, unit="1/s")] = None
    """1st percentile of those intervals."""
    stalls: Annotated[int | None, example(0, unit="1")] = None
    """Stretches of intervals below a tenth of their median."""
    longest_stall_s: Annotated[Number | None, example(0, unit="s")] = None
    """Length of the longest such stretch."""
    telemetry_server_cpu_s: Annotated[Number | None, example(12.62, unit="s")] = None
    """CPU time of the server during the run."""
    telemetry_client_cpu_s: Annotated[Number | None, example(4.94, unit="s")] = None
    """CPU time of the client during the run."""
    telemetry_steal_percent: Annotated[Number | None, example(0.1, unit="%")] = None
    """Share of CPU time the hypervisor gave to others."""
    command: Annotated[str, example("sysbench --threads=4 oltp_read_only run")]
    """Command, with the run's threads in place of a placeholder; empty where nobody recorded it."""
    file: Annotated[str, example("raw/oltp-read-only-t4-r1.txt")]
    """Evidence file in the bundle; empty where none is kept here."""
    report: Annotated[int | None, example(1, unit="1")] = None
    """Which report in the evidence file, here or there, counted from 1."""
    first_line: Annotated[int | None, example(1, unit="1")] = None
    """First line of that report, counted from 1."""
    last_line: Annotated[int | None, example(47, unit="1")] = None
    """Last line of that report."""
    source: Annotated[str, example("results/read-only.log")]
    """Path of the evidence in its source's repository, `archive.zip!member` for a file in an
    archive; behind `#` which report in it, counted from 0 as in the bundle, or the line and column
    of a cell; empty where there is none."""
    sha256: Annotated[str, example(SHA256)]
    """SHA-256 of the evidence file, here or there; empty where unknown."""
    archive_sha256: Annotated[str, example(SHA256)] = ""
    """SHA-256 of the archive that holds the evidence file; empty where none does."""
    url: Annotated[str, example("https://example.org/benchmark")]
    """Web address where the figures can be looked up; empty where there is none: of a file in an
    archive, the archive's."""


class ApiBundle(ApiResult, kw_only=True):
    """`/api/v1/bundles/<bundle>.json`: a bundle with its runs. A row of the downloads is a run
    with its server, that server's host, its workload and that workload's client.
    """

    archive: Annotated[str, example("/results/2026-11-mariadb-small-vm/bundle.tar.gz")]
    """The bundle's own files as one file, relative to the site's base: a tar archive packed with
    gzip, in a folder that has the SWHID.
    """
    servers: Annotated[list[ApiServer], example([])]
    """Servers, in authored order."""
    hosts: Annotated[list[ApiHost], example([])]
    """Hosts, in authored order."""
    workloads: Annotated[list[ApiWorkload], example([])]
    """Workloads, in authored order."""
    clients: Annotated[list[ApiClient], example([])]
    """Clients, in authored order."""
    runs: Annotated[list[ApiRun], example([])]
    """Runs, in authored order."""


def bundle_document(result: ResultRecord, base: str) -> ApiBundle:
    """The document of a bundle, from its rounded record with its revision.

    `base` is what citations begin with, without a slash at its end.
    """
    revision = result.revision
    return narrowed(
        result,
        ApiBundle,
        bundle=result.id,
        permalink=f"{base}{result.path}",
        revision=revision.number if revision else None,
        status=revision.status if revision else None,
        standing=revision.standing if revision else None,
        revision_date=revision.date if revision else None,
        figures_sha256=revision.figures_sha256 if revision else None,
        archive=archive_path(result.id),
        servers=[_server(result, server) for server in result.servers],
        hosts=[_host(host) for host in result.hosts],
        workloads=[_workload(result, workload) for workload in result.workloads],
        clients=[_row(ApiClient, client.stated, client=client.id) for client in result.clients],
        runs=list(_runs(result, base)),
    )


def document_rows(document: ApiBundle) -> dict[str, list[dict[str, Any]]]:
    """The rows of a bundle that are in its document, by the table they are stored in."""
    rows: dict[str, Sequence[Record]] = {
        "bundles": [narrowed(document, ApiResult)],
        "servers": document.servers,
        "hosts": document.hosts,
        "workloads": document.workloads,
        "clients": document.clients,
        "runs": document.runs,
    }
    named = {"bundle": document.bundle}
    return {name: [named | asdict(row) for row in own] for name, own in rows.items()}


def bundle_rows(
    document: ApiBundle,
    result: ResultRecord,
    series: Iterable[Sequence[Value]],
    matrix: Iterable[Comparison],
) -> dict[str, list[dict[str, Any]]]:
    """All rows of a bundle; `series` are those of `series_rows`, `matrix` its comparisons."""
    named: dict[str, Any] = {"bundle": document.bundle}
    fields = TableSeries.__struct_fields__
    return document_rows(document) | {
        # Settings of one name together take the fewest bytes; servers keep their order.
        "settings": [
            named | asdict(row) for row in sorted(setting_rows(result), key=attrgetter("name"))
        ],
        "series": [named | dict(zip(fields, row, strict=True)) for row in series],
        "held": [named | asdict(cell) for cell in result.held],
        "differences": [asdict(row) for one in matrix for row in difference_rows(one)],
    }


_PYTHON_TYPES = {"integer": (int,), "number": (int, float), "boolean": (bool,)}


def _row(
    kind: type[RecordT],
    stated: Mapping[str, FactValue],
    *records: Record | None,
    **known: Any,
) -> RecordT:
    """A row of what is known. Its other columns have the single values of that name in `records`,
    else what is stated under their names, with `_` for each dot. A number that is stated as text is
    none.
    """
    columns = columns_of(kind)
    row: dict[str, Any] = dict.fromkeys(columns)
    for name, value in stated.items():
        if column := columns.get(name.replace(".", "_")):
            types = _PYTHON_TYPES.get(column.kind)
            if types is None:
                row[column.name] = text_of(value)
            elif type(value) in types:
                row[column.name] = value
    for record in filter(None, records):
        for name in record.__struct_fields__:
            if name in columns and isinstance(value := getattr(record, name), Scalar):
                row[name] = value
    return kind(**row | known)


def _server(result: ResultRecord, server: ServerRecord) -> ApiServer:
    renamed = {"replication.kind": "replication", "proxy.product": "proxy"}
    conditions = result.conditions.servers.get(server.id, {})

    def in_force(field: str) -> str | None:
        """As far as it is known: dumped, set, or the default of its version."""
        found = conditions.get(field, "")
        value = found if isinstance(found, str) else found.value
        return None if value is UNSET else value or None

    return _row(
        ApiServer,
        {renamed.get(name, name): value for name, value in server.stated.items()},
        server,
        server=server.id,
        server_label=server.label,
        flush_log_at_commit=in_force("flush_log_at_commit"),
        binary_log=in_force("binary_log"),
        doublewrite=in_force("doublewrite"),
    )


def _host(host: HostRecord) -> ApiHost:
    kinds = map(text_of, _of_devices(host, "kind"))
    return _row(
        ApiHost,
        host.stated,
        host=host.id,
        hardware_class=host.hardware_class.id,
        hardware_class_label=host.hardware_class.label,
        machine_label=machine_line(host) or None,
        cpu_generation=host.cpu_generation or None,
        cpu_cores=host.cores,
        cpu_threads=host.hardware_threads,
        storage_kind=", ".join(dict.fromkeys(kinds)) or None,
        storage_fsync_us=max(_of_devices(host, "fsync_us"), default=None),
        arch=host.arch or None,
        arch_basis=host.arch_basis or None,
    )


def _of_devices(host: HostRecord, name: str) -> list[Any]:
    """A fact of every storage device; one alone has no number."""
    named = re.compile(rf"storage\.(?:[0-9]+\.)?{name}")
    return [value for key, value in host.stated.items() if named.fullmatch(key)]


def _workload(result: ResultRecord, workload: WorkloadRecord) -> ApiWorkload:
    runs = result.runs_of(workload.id)
    return _row(
        ApiWorkload,
        {**workload.values, **workload.stated},
        workload,
        workload=workload.id,
        workload_label=workload.title,
        warehouses=warehouses_of(workload.values),
        throughput_metric=None if workload.offers_load else throughput_metric(runs),
    )


def _runs(result: ResultRecord, base: str) -> Iterator[ApiRun]:
    workloads = {workload.id: workload for workload in result.workloads}
    for run in result.runs:
        yield _row(
            ApiRun,
            run.stated,
            run,
            run.evidence,
            run.line,
            **{name: figure.value for name, figure in run.figures.items()},
            run=run.id,
            held=bool(run.held),
            permalink=f"{base}{run.path}",
            server=run.server.id,
            workload=run.workload.id,
            residency=workloads[run.workload.id].place[run.server.id],
            derived_residency=workloads[run.workload.id].residency[run.server.id],
            window_tps=run.line.window if run.line else None,
            archive_sha256=run.evidence.archive_sha256 or "",
        )
