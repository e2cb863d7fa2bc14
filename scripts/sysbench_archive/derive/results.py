"""A bundle as the record that everything else is derived from, and what identifies its parts.

Nothing is compared here. Identifiers are SWHIDs, qualified where they also say in which folder a
file lies, and which lines of it are meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.bundle.files import content_swhid, directory_hash, directory_swhid
from sysbench_archive.comparability.held import held_cells
from sysbench_archive.derive.facts import (
    fact_rows,
    label_of,
    option_rows,
    stated_facts,
    text_of,
    variable_rows,
)
from sysbench_archive.derive.offered_load import load_points
from sysbench_archive.derive.residency import (
    buffer_pool_mib,
    conditions_record,
    dataset_mib,
    residency_of,
    stated_place,
)
from sysbench_archive.derive.runs import published_path, run_record, run_turns
from sysbench_archive.derive.workloads import (
    LOADS,
    canonical_test,
    load_of,
    scale_words,
    workload_title,
)
from sysbench_archive.hardware.classes import classify
from sysbench_archive.hardware.processors import implied_architecture
from sysbench_archive.ledger.record import (
    Identity,
    attributed_digest,
    digest_of,
    figures_of_runs,
    ran_on,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import (
    FactRow,
    FactState,
    Named,
    PublishedFile,
    as_record,
    narrowed,
)
from sysbench_archive.model.bundle import (
    Bundle,
    Facts,
    Host,
    Server,
    Workload,
    state_of,
    stated,
)
from sysbench_archive.model.history import ManualVerification
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import (
    ClientRecord,
    HostRecord,
    ParameterRow,
    ReportedDifference,
    ResultRecord,
    RunRecord,
    Scalar,
    ServerRecord,
    VariableTable,
    WorkloadRecord,
)
from sysbench_archive.model.slices import Stopping
from sysbench_archive.sysbench.command import effective_parameters

STATED = "stated"
"""What a fact rests on that somebody stated."""
ABOUT = "about {day}"
"""How a day is shown that was inferred."""
_SHOWN_ELSEWHERE = {
    "server": ("options", "options_basis", "product", "version", "variant", "regime"),
    "workload": ("command", "prepare", "title", "stated_parameters"),
}
"""Facts that a record has in fields of their own, in place of rows."""


_OF_TYPE = "stated_for_type"


def bundle_swhid(bundle: Bundle) -> str:
    """The SWHID of a bundle's folder."""
    files = ((file.path, file.sha1_git) for file in bundle.files.values())
    return directory_swhid(directory_hash(files))


def result_record(bundle: Bundle) -> ResultRecord:
    """The record of a bundle; `revision`, `charts` and `comparisons` are filled in once known."""
    facts = bundle.facts
    source, campaign = facts.get("source", {}), facts.get("campaign", {})
    submitter, disclosure = facts["submitter"], facts["disclosure"]
    if isinstance(disclosure, Mapping):
        told = (f"{name.replace('_', ' ')}: {text}" for name, text in disclosure.items())
        disclosure = "; ".join(told)
    hosts = {name: _host_record(host) for name, host in bundle.hosts.items()}
    servers = [_server_record(server) for server in bundle.servers.values()]
    workloads = [
        _workload_record(bundle, workload, servers, hosts) for workload in bundle.workloads.values()
    ]
    turns = run_turns(bundle)
    held = held_cells(bundle)
    reasons: dict[tuple[str, str, int], list[str]] = {}
    for cell in held:
        reasons.setdefault((cell.workload, cell.server, cell.threads), []).append(cell.text)
    runs = [
        run_record(
            bundle, run, turns[run.id], reasons.get((run.workload, run.server, run.threads), ())
        )
        for run in bundle.runs
    ]
    return ResultRecord(
        id=bundle.id,
        path=f"/results/{bundle.id}/",
        title=bundle.title,
        submitted=facts["submitted"],
        evidence=bundle.evidence,
        submitter=", ".join(
            str(submitter[name]) for name in ("name", "affiliation") if submitter.get(name)
        ),
        license=facts["license"],
        disclosure=disclosure,
        notes=facts.get("notes", ""),
        reproduces=list(facts["reproduces"]) if "reproduces" in facts else UNSET,
        supersedes=list(facts["supersedes"]) if "supersedes" in facts else UNSET,
        revision=None,
        swhid=bundle_swhid(bundle),
        completeness=completeness(facts),
        source=_source_rows(source),
        source_url=stated(source.get("url")) or "",
        campaign=fact_rows(campaign),
        hosts=list(hosts.values()),
        servers=servers,
        clients=[
            ClientRecord(
                id=client.id,
                label=f"sysbench {client.sysbench or ''}".rstrip(),
                facts=fact_rows(client.facts),
                stated=stated_facts(client.facts),
            )
            for client in bundle.clients.values()
        ],
        workloads=workloads,
        variables=_variable_table(bundle),
        metrics=[name for name in METRICS if any(name in run.figures for run in runs)],
        runs=runs,
        held=list(held),
        files=[
            PublishedFile(
                path=file.path,
                href=published_path(bundle.id, file.path, len(file.data), bundle.evidence),
                size=len(file.data),
                sha256=file.sha256,
                swhid=content_swhid(file.sha1_git),
            )
            for file in bundle.files.values()
        ],
        reported=[
            _reported_difference(bundle, entry) for entry in facts.get("reported_comparisons", ())
        ],
        charts=[],
        comparisons=[],
        order=str(stated(campaign.get("order")) or ""),
        stopping=as_record(campaign["stopping"], Stopping) if "stopping" in campaign else None,
        published=str(stated(source.get("published")) or ""),
        conditions=conditions_record(bundle, workloads),
        loads=load_points(bundle),
    )


def _source_rows(source: Facts) -> list[FactRow]:
    """The facts of a source; a day of publication that was inferred is about that day."""
    rows = fact_rows(source, ("url", "published_basis"))
    if source.get("published_basis") != "inferred":
        return rows
    return [
        replace(row, value=ABOUT.format(day=row.value))
        if row.name == "published" and row.state == "stated"
        else row
        for row in rows
    ]


def completeness(facts: Facts) -> dict[FactState, int]:
    """How many facts of hosts, servers, clients and workloads are in each state."""
    groups = (facts["hosts"], facts["servers"], facts["clients"], facts["workloads"])
    counts = Counter(state for group in groups for state in _states(group))
    return {state: counts[state] for state in get_args(FactState)}


def _states(value: Any) -> Iterator[FactState]:
    if isinstance(value, dict) and state_of(value) == "stated":
        for fact in value.values():
            yield from _states(fact)
    elif isinstance(value, list):
        for item in value:
            yield from _states(item)
    else:
        yield state_of(value)


def _host_record(host: Host) -> HostRecord:
    rows, known = _host_rows(host), stated_facts(host.facts)
    counts = (known.get(f"cpu.{name}") for name in ("cores", "threads"))
    cores, threads = (count if isinstance(count, int) else None for count in counts)
    memory = known.get("memory.size_mib")
    machine = str(known.get("machine", ""))
    hardware_class = classify(host.facts)
    arch, basis = implied_architecture(host.facts)
    if "arch" in known:
        arch, basis = str(known["arch"]), STATED
    elif arch:
        rows = [
            replace(row, value=f"{arch}, as {basis} implies", state="stated")
            if row.name == "arch"
            else row
            for row in rows
        ]
    return HostRecord(
        id=host.id,
        label=machine or host.id,
        facts=rows,
        stated=known,
        machine=machine,
        kind=str(known.get("kind", "")),
        cpu_model=str(known.get("cpu.model", "")),
        cpu_generation=hardware_class.generation.label if hardware_class.generation else "",
        arch=arch,
        arch_basis=basis if arch else "",
        cores=cores,
        hardware_threads=threads,
        cpus=threads or cores,
        memory_mib=memory if isinstance(memory, int | float) else None,
        hardware_class=narrowed(hardware_class, HardwareClassSummary),
    )


def _host_rows(host: Host) -> list[FactRow]:
    """Its facts; which of them are stated for its type is one row, its addresses the bundle's."""
    rows = fact_rows(host.facts, [_OF_TYPE])
    known = host.facts.get(_OF_TYPE)
    if known is None:
        return rows
    names = ", ".join(label_of(name) for name in known["facts"])
    row = FactRow(
        name=_OF_TYPE,
        label="Stated for the type, not measured",
        value=f"{names} ({known['by']})",
        unit="",
        state="stated",
        probe="",
    )
    return [*rows, row]


def _server_record(server: Server) -> ServerRecord:
    options = stated(server.facts["options"]) or {}
    options_state = state_of(server.facts["options"])
    left_out = _SHOWN_ELSEWHERE["server"]
    return narrowed(
        server,
        ServerRecord,
        variant=server.variant or "",
        facts=fact_rows(server.facts, left_out),
        options=option_rows(options),
        options_basis=server.facts.get("options_basis", "complete")
        if options_state == "stated"
        else options_state,
        stated=stated_facts(server.facts, left_out),
        set_options=dict(options),
        buffer_pool_mib=buffer_pool_mib(options),
    )


def _variable_table(bundle: Bundle) -> VariableTable | None:
    """Effective variables of the servers that dumped them; None where none did."""
    servers = [name for name in bundle.servers if name in bundle.variables]
    if not servers:
        return None
    return VariableTable(
        servers=[_named_server(bundle, name) for name in servers],
        rows=variable_rows(bundle.variables, servers),
    )


def _named_server(bundle: Bundle, name: str) -> Named:
    return Named(id=name, label=bundle.servers[name].label)


def _workload_record(
    bundle: Bundle,
    workload: Workload,
    servers: Sequence[ServerRecord],
    hosts: Mapping[str, HostRecord],
) -> WorkloadRecord:
    facts, left_out = workload.facts, _SHOWN_ELSEWHERE["workload"]
    known = stated_facts(facts, left_out)
    parameters = list(_parameters(bundle, workload))
    values = {row.name: value for row, value in parameters if value is not None}
    load = load_of(workload)
    data = dataset_mib(known, values)
    return WorkloadRecord(
        id=workload.id,
        title=workload_title(workload),
        script=(workload.command.test if workload.command else None) or "",
        test=canonical_test(workload.command),
        command=stated(facts["command"]) or "",
        prepare=stated(facts["prepare"]) or "",
        parameters=[row for row, _ in parameters],
        scale=scale_words(values),
        facts=fact_rows(facts, left_out),
        stated=known,
        values=values,
        load=load,
        family=LOADS[load].family,
        rate_limited="offered_load" in facts or values.get("rate", 0) not in (0, "0", ""),
        residency={server.id: residency_of(data, server.buffer_pool_mib) for server in servers},
        place={
            server.id: stated_place(
                known, data, server.buffer_pool_mib, hosts[server.host].memory_mib
            )
            for server in servers
        },
    )


def _parameters(bundle: Bundle, workload: Workload) -> Iterator[tuple[ParameterRow, Scalar | None]]:
    """Effective parameters by origin and name; None is the value of a placeholder."""
    version = bundle.clients[workload.client].sysbench
    effective = effective_parameters(workload.command, version) if workload.command else {}
    rows: dict[str, tuple[Literal["command", "default", "stated"], Scalar | None]] = {
        name: (parameter.origin, parameter.value) for name, parameter in effective.items()
    }
    rows |= {name: ("stated", value) for name, value in workload.stated.items()}
    for name, (origin, value) in sorted(rows.items(), key=lambda item: (item[1][0], item[0])):
        text = "" if value is None else text_of(value)
        yield ParameterRow(name=name, value=text, origin=origin), value


def _reported_difference(bundle: Bundle, entry: Facts) -> ReportedDifference:
    difference = entry["difference"]
    workload = bundle.workloads[entry["workload"]]
    return ReportedDifference(
        workload=Named(id=workload.id, label=workload_title(workload)),
        baseline=_named_server(bundle, entry["baseline"]),
        candidate=_named_server(bundle, entry["candidate"]),
        metric=entry["metric"],
        mean=difference.get("mean"),
        minimum=difference.get("minimum"),
        maximum=difference.get("maximum"),
        approximate=entry["approximate"],
        slower_at_threads=list(entry.get("slower_at_threads", ())),
        notes=entry.get("notes", ""),
    )


def identity_of(bundle: Bundle, comparisons: Iterable[str]) -> Identity:
    """What the publication record keeps; `comparisons` are slugs of its matrix comparisons."""
    figures = figures_of_runs(bundle.runs)
    return Identity(
        swhid=bundle_swhid(bundle),
        figures_sha256=digest_of(figures),
        title=bundle.title,
        runs=" ".join(run.id for run in bundle.runs),
        authors="; ".join(authors(bundle.facts)),
        comparisons=" ".join(slug.removeprefix(f"{bundle.id}--") for slug in comparisons),
        figures_sha256_v2=attributed_digest(figures, ran_on(bundle.facts)),
    )


def authors(facts: Mapping[str, Any]) -> list[str]:
    """Whom to name: who submitted the bundle, and who wrote the source it is taken from."""
    submitter = facts["submitter"]
    names = [submitter["name"], stated(facts.get("source", {}).get("author"))]
    return list(dict.fromkeys(" ".join(str(name).split()) for name in names if name))


def identified(result: ResultRecord) -> ResultRecord:
    """A result record whose files and runs carry SWHIDs with their context (ISO/IEC 18670)."""
    files = [in_context(file, result.swhid) for file in result.files]
    swhids = {file.path: file.swhid_in_context for file in files if file.swhid_in_context}
    return replace(result, files=files, runs=[_identified_run(run, swhids) for run in result.runs])


def in_context(file: PublishedFile, folder: str) -> PublishedFile:
    """A file with its SWHID qualified by the folder it lies in and its path there."""
    return replace(file, swhid_in_context=f"{file.swhid};anchor={folder};path=/{file.path}")


def _identified_run(run: RunRecord, swhids: Mapping[str, str]) -> RunRecord:
    evidence = run.evidence
    if evidence.file not in swhids:
        return run
    lines = f";lines={evidence.first_line}-{evidence.last_line}" if evidence.first_line else ""
    return replace(run, evidence=replace(evidence, swhid=swhids[evidence.file] + lines))


def by_hand(folder: str, swhid: str) -> ManualVerification:
    """How to check the identity of a folder with git alone: a command and what it prints."""
    tree = swhid.rpartition(":")[2]
    return ManualVerification(
        command=f"git ls-tree HEAD {folder}", expected=f"040000 tree {tree}\t{folder}"
    )
