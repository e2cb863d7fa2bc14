"""A bundle as the API says it: flat records joined by ids, and the rows of the downloads.

What nobody recorded is null. No figure is computed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.derive.cells import throughput_metric
from sysbench_archive.derive.facts import text_of
from sysbench_archive.derive.runs import archive_path
from sysbench_archive.derive.workloads import warehouses_of
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.api_bundle import (
    ApiBundle,
    ApiClient,
    ApiHost,
    ApiResult,
    ApiRun,
    ApiServer,
    ApiWorkload,
)
from sysbench_archive.model.base import Number, Record, narrowed
from sysbench_archive.model.result import (
    ClientRecord,
    FactValue,
    HostRecord,
    ResultRecord,
    RunRecord,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.words.phrases import machine_line

Facts = Mapping[str, FactValue]
"""Stated facts by dotted name."""


def bundle_document(result: ResultRecord, base: str) -> ApiBundle:
    """The document of a bundle, from its rounded record with its revision.

    `base` is what citations begin with, without a slash at its end.
    """
    revision = result.revision
    return ApiBundle(
        bundle=result.id,
        title=result.title,
        path=result.path,
        permalink=f"{base}{result.path}",
        revision=revision.number if revision else None,
        status=revision.status if revision else None,
        standing=revision.standing if revision else None,
        revision_date=revision.date if revision else None,
        swhid=result.swhid,
        figures_sha256=revision.figures_sha256 if revision else None,
        submitted=result.submitted,
        submitter=result.submitter,
        license=result.license,
        evidence=result.evidence,
        archive=archive_path(result.id),
        servers=[_server(result, server) for server in result.servers],
        hosts=[_host(host) for host in result.hosts],
        workloads=[_workload(result, workload) for workload in result.workloads],
        clients=[_client(client) for client in result.clients],
        runs=list(_runs(result, base)),
    )


def table_rows(document: ApiBundle) -> Mapping[str, Sequence[Record]]:
    """Rows of the tables that a bundle's document has, by the name of their folder."""
    return {
        "bundles": [narrowed(document, ApiResult)],
        "servers": document.servers,
        "hosts": document.hosts,
        "workloads": document.workloads,
        "clients": document.clients,
        "runs": [
            run if run.report else replace(run, report=_linked_report(run.source))
            for run in document.runs
        ],
    }


def _linked_report(source: str) -> int | None:
    """Which report of a file kept elsewhere, from 1; its path has it behind a mark, from 0."""
    number = source.partition("#")[2]
    return int(number) + 1 if number.isdigit() else None


def _server(result: ResultRecord, server: ServerRecord) -> ApiServer:
    return ApiServer(
        server=server.id,
        server_label=server.label,
        product=server.product,
        version=server.version,
        series=server.series,
        variant=server.variant,
        maturity=_text(server.stated, "maturity"),
        regime=server.regime,
        build_distribution=_text(server.stated, "build.distribution"),
        allocator=_text(server.stated, "allocator"),
        fork=_text(server.stated, "fork"),
        storage_engine=_text(server.stated, "storage_engine"),
        replication=_text(server.stated, "replication.kind"),
        replication_role=_text(server.stated, "replication.role"),
        replication_nodes=_whole_number(server.stated, "replication.nodes"),
        proxy=_text(server.stated, "proxy.product"),
        flush_log_at_commit=_condition(result, server, "flush_log_at_commit"),
        binary_log=_condition(result, server, "binary_log"),
        doublewrite=_condition(result, server, "doublewrite"),
        host=server.host,
    )


def _condition(result: ResultRecord, server: ServerRecord, field: str) -> str | None:
    """What was in force, as far as it is known: dumped, set, or the default of its version."""
    found = result.conditions.servers.get(server.id, {}).get(field, "")
    value = found if isinstance(found, str) else found.value
    return None if value is UNSET else value or None


def _host(host: HostRecord) -> ApiHost:
    known = host.stated
    return ApiHost(
        host=host.id,
        hardware_class=host.hardware_class.id,
        hardware_class_label=host.hardware_class.label,
        machine=host.machine or None,
        machine_label=machine_line(host) or None,
        kind=host.kind or None,
        cpu_model=host.cpu_model or None,
        cpu_microarchitecture=_text(known, "cpu.microarchitecture"),
        cpu_sockets=_whole_number(known, "cpu.sockets"),
        cpu_cores=host.cores,
        cpu_threads=host.hardware_threads,
        cpu_clock_mhz=_number(known, "cpu.clock_mhz"),
        memory_size_mib=_whole_number(known, "memory.size_mib"),
        storage_kind=", ".join(dict.fromkeys(map(text_of, _of_devices(known, "kind")))) or None,
        storage_fsync_us=max(_numbers(_of_devices(known, "fsync_us")), default=None),
        os=_text(known, "os"),
        kernel=_text(known, "kernel"),
        arch=host.arch or None,
        arch_basis=host.arch_basis or None,
    )


def _workload(result: ResultRecord, workload: WorkloadRecord) -> ApiWorkload:
    runs = [run for run in result.runs if run.workload.id == workload.id]
    return ApiWorkload(
        workload=workload.id,
        workload_label=workload.title,
        test=workload.test,
        family=workload.family,
        tables=_whole_number(workload.values, "tables"),
        table_size=_whole_number(workload.values, "table_size"),
        warehouses=warehouses_of(workload.values),
        dataset_size_mib=_number(workload.stated, "dataset.size_mib"),
        throughput_metric=None if workload.offers_load else throughput_metric(runs),
        client=_text(workload.stated, "client"),
    )


def _client(client: ClientRecord) -> ApiClient:
    tls = client.stated.get("tls")
    return ApiClient(
        client=client.id,
        sysbench=_text(client.stated, "sysbench"),
        placement=_text(client.stated, "placement"),
        transport=_text(client.stated, "transport"),
        tls=tls if isinstance(tls, bool) else None,
    )


def _runs(result: ResultRecord, base: str) -> Iterator[ApiRun]:
    residency = {workload.id: workload.residency for workload in result.workloads}
    for run in result.runs:
        yield _run(run, residency[run.workload.id][run.server.id], base)


def _run(run: RunRecord, residency: str, base: str) -> ApiRun:
    known, evidence, line = run.stated, run.evidence, run.line
    figures = {name: run.figures[name].value if name in run.figures else None for name in METRICS}
    return ApiRun(
        run=run.id,
        path=run.path,
        permalink=f"{base}{run.path}",
        server=run.server.id,
        workload=run.workload.id,
        threads=run.threads,
        residency=residency,
        state=run.state,
        failed=run.failed,
        started=_text(known, "started"),
        sequence_load=_whole_number(known, "sequence.load"),
        sequence_session=_whole_number(known, "sequence.session"),
        sequence_block=_whole_number(known, "sequence.block"),
        sequence_position=_whole_number(known, "sequence.position"),
        sequence_repetition=_whole_number(known, "sequence.repetition"),
        sequence_seconds_since_load=_number(known, "sequence.seconds_since_load"),
        **figures,
        intervals=run.intervals,
        slices=_whole_number(known, "slices"),
        window_tps=line.window if line else None,
        p01=line.p01 if line else None,
        stalls=line.stalls if line else None,
        longest_stall_s=line.longest_stall_s if line else None,
        telemetry_server_cpu_s=_number(known, "telemetry.server_cpu_s"),
        telemetry_client_cpu_s=_number(known, "telemetry.client_cpu_s"),
        telemetry_steal_percent=_number(known, "telemetry.steal_percent"),
        command=run.command,
        file=evidence.file,
        report=evidence.report,
        first_line=evidence.first_line,
        last_line=evidence.last_line,
        source=evidence.source,
        sha256=evidence.sha256,
        archive_sha256=evidence.archive_sha256 or "",
        url=evidence.url,
    )


def _of_devices(facts: Facts, name: str) -> list[FactValue]:
    """A fact of every storage device; one alone has no number."""
    named = re.compile(rf"storage\.(?:[0-9]+\.)?{name}")
    return [value for key, value in facts.items() if named.fullmatch(key)]


def _text(facts: Facts, name: str) -> str | None:
    return text_of(facts[name]) if name in facts else None


def _number(facts: Facts, name: str) -> Number | None:
    return next(iter(_numbers([facts.get(name, "")])), None)


def _numbers(values: Sequence[FactValue]) -> list[Number]:
    return [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]


def _whole_number(facts: Mapping[str, FactValue], name: str) -> int | None:
    """A whole number, also one that stands in a command as text."""
    value = facts.get(name)
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
