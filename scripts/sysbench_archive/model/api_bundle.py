"""A bundle in the API, and the columns of the downloads: flat records, joined by ids.

`schema/api-1.schema.json` is made of them. Within version 1 fields may be added; none is renamed,
removed or given another meaning.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from sysbench_archive.model.base import Number, Record

_SHA256 = "cb0864605e5d280dbeb15440dbc51a6d59e61b3fb34d69fabffcee7d278225c3"


def example(value: Any, *, unit: str = "", text_format: str = "") -> Meta:
    """What the schema says of a field besides its meaning: an example, a unit, a format."""
    more = {name: word for name, word in (("unit", unit), ("format", text_format)) if word}
    return Meta(examples=[value], extra_json_schema=more or None)


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
    figures_sha256: Annotated[str | None, example(_SHA256)]
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


class ApiRun(Record, omit_defaults=True, kw_only=True):
    """A run. Figures stand as their evidence prints them; what would be null is left out."""

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
    """Client threads."""
    residency: Annotated[str, example("in-memory")]
    """Where the dataset lies while it runs, as stated or by its size: in-memory, cached, io-bound
    or unrecorded.
    """
    state: Annotated[str, example("complete")]
    """complete, or failed: a failed run counts nowhere."""
    failed: Annotated[str, example("the server went away")]
    """Why it failed; empty where it did not."""
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
    tps: Annotated[Number | None, example(1268.32, unit="1/s")] = None
    """Transactions divided by the run's total time, as sysbench prints it."""
    qps: Annotated[Number | None, example(1268.32, unit="1/s")] = None
    """Queries divided by the run's total time; printed by sysbench from 1.0 on."""
    events_per_s: Annotated[Number | None, example(1268.32, unit="1/s")] = None
    """Events of a test that has no transactions, divided by the run's total time."""
    rw_requests_per_s: Annotated[Number | None, example(1268.32, unit="1/s")] = None
    """Read and write queries per second, as sysbench before 1.0 prints it."""
    connections_per_s: Annotated[Number | None, example(1268.32, unit="1/s")] = None
    """Connections opened and closed per second, as a publication states it."""
    interval_tps_mean: Annotated[Number | None, example(1268.32, unit="1/s")] = None
    """Mean of the throughput lines sysbench printed during the run, after a warm-up the source cut
    off. Not the run's own total, and never mixed with it.
    """
    instructions_per_transaction: Annotated[Number | None, example(41235.5, unit="1")] = None
    """User-space instructions of the threads that serve connections, divided by transactions, or
    by events where each is a connection; of the whole server where perf stat counted, or where
    each event is a connection and nothing tells which threads serve. The path length:
    contention, the kernel and waits for memory or disk are not in it.
    """
    instructions_per_query: Annotated[Number | None, example(41235.5, unit="1")] = None
    """The same instructions divided by queries."""
    background_instructions_per_transaction: Annotated[Number | None, example(812.25, unit="1")] = (
        None
    )
    """User-space instructions of all other threads of the server while the transactions ran:
    purge, flushing, statistics. Told apart by callgrind only.
    """
    kernel_instructions_per_transaction: Annotated[Number | None, example(20110.75, unit="1")] = (
        None
    )
    """Instructions the kernel ran for the server, divided by transactions; perf stat only."""
    system_calls_per_transaction: Annotated[Number | None, example(12.25, unit="1")] = None
    """System calls of the whole server divided by transactions."""
    instructions: Annotated[Number | None, example(41235500, unit="1")] = None
    """User-space instructions of the whole server in a count; the mean of those that count."""
    transactions: Annotated[Number | None, example(12689, unit="1")] = None
    """Transactions the run committed. A source that averaged may state a fraction."""
    queries: Annotated[Number | None, example(12689, unit="1")] = None
    """Queries of all kinds the run performed. A source that averaged may state a fraction."""
    reads: Annotated[Number | None, example(12689, unit="1")] = None
    """SELECT queries the run performed. A source that averaged may state a fraction."""
    writes: Annotated[Number | None, example(12689, unit="1")] = None
    """INSERT, UPDATE and DELETE queries the run performed. A source that averaged may state a
    fraction.
    """
    others: Annotated[Number | None, example(12689, unit="1")] = None
    """Other queries: BEGIN, COMMIT and the like. A source that averaged may state a fraction."""
    rw_requests: Annotated[Number | None, example(12689, unit="1")] = None
    """Read and write queries, before sysbench 1.0. A source that averaged may state a fraction."""
    total_events: Annotated[Number | None, example(12689, unit="1")] = None
    """Events in sysbench's general statistics. A source that averaged may state a fraction."""
    ignored_errors: Annotated[Number | None, example(12689, unit="1")] = None
    """Errors sysbench ignored and retried. A source that averaged may state a fraction."""
    deadlocks: Annotated[Number | None, example(12689, unit="1")] = None
    """Deadlocks, as sysbench before 0.5.1 counts them. A source that averaged may state a fraction.
    """
    reconnects: Annotated[Number | None, example(12689, unit="1")] = None
    """Reconnections during the run. A source that averaged may state a fraction."""
    duration_s: Annotated[Number | None, example(10.0037, unit="s")] = None
    """Total time of the run."""
    latency_min_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """Shortest event."""
    latency_avg_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """Mean time of an event."""
    latency_p95_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """95th percentile of event times. Since 1.0 sysbench counts in buckets of about 2 %."""
    latency_p99_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """99th percentile of event times. Since 1.0 sysbench counts in buckets of about 2 %."""
    latency_max_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """Longest event."""
    intervals: Annotated[int, example(60, unit="1")]
    """Interval lines of the run."""
    slices: Annotated[int | None, example(60, unit="1")] = None
    """Slices the run was cut into, whose sums its figures are; absent where it was one piece."""
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
    """Which report in that file, counted from 1; in tables also of a file kept elsewhere."""
    first_line: Annotated[int | None, example(1, unit="1")] = None
    """First line of that report, counted from 1."""
    last_line: Annotated[int | None, example(47, unit="1")] = None
    """Last line of that report."""
    source: Annotated[str, example("results/read-only.log")]
    """Path of the evidence in its source's repository, `archive.zip!member` for a file in an
    archive; behind `#` which report in it, counted from 0 as in the bundle, or the line and column
    of a cell; empty where there is none."""
    sha256: Annotated[str, example(_SHA256)]
    """SHA-256 of the evidence file, here or there; empty where unknown."""
    archive_sha256: Annotated[str, example(_SHA256)] = ""
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
