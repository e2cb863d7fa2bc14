"""What a result says of server settings and builds: which values were used, what changing one did.

What a setting does is told by pairs of servers of one result: the same product, version and
machine, and of all that is recorded nothing differs but this setting. Servers whose settings are
partly unrecorded count as alike in what nobody recorded of either. Settings of the binary log that
apply to one side only come with the binary log, and are no difference of their own. Two builds of a
release differ in nothing else than how they were built.

A setting that the table of conditions knows goes by the first variable it is read from, and has the
value that the table reads; any other has the value its option was given.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Literal

from sysbench_archive.comparability.differences import (
    RULES,
    SideConditions,
    Status,
    find_difference,
    pair_sides,
    text_of,
)
from sysbench_archive.comparability.fields import of_bytes, of_mib
from sysbench_archive.comparability.settings import DEFAULT_OF, spelled
from sysbench_archive.comparability.table import FIELDS, NAMES, VARIABLE, variable_field
from sysbench_archive.comparability.variables import is_setting
from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.judging import SampledWorkload, sampled_workload, server_noise
from sysbench_archive.derive.servers import host_of
from sysbench_archive.hardware.processors import machine_text_of
from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparability import ConditionDetail, Field
from sysbench_archive.model.comparison import ContrastRecord, EvidenceStatus, Window
from sysbench_archive.model.result import ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.verdicts.noise import PHYSICAL, machine_regime
from sysbench_archive.verdicts.sentences import verdict_record


class ServerSetting(Record):
    """Servers of one result that ran with the same value of a setting."""

    bundle: str
    """Id of the result."""
    variable: str
    value: str
    """Value, as the archive spells it."""
    origin: Literal["chosen", "default"]
    """Whether somebody set it; where nobody did, the version's default."""
    servers: list[str]
    """Labels of the servers; empty where they are all of the result's."""
    given: str = ""
    """Value as an option file has it; empty where its variable was not set by its own name."""


class RatioAt(Record):
    """A ratio of runs that settled and are not held."""

    threads: int
    ratio: Number
    runs: int
    """Runs of the candidate."""
    settled: Window
    """The part of the runs that the ratio is of."""


class SettingContrast(Record):
    """Two servers of one result that differ in one setting, or in how they were built, and in
    nothing else that is recorded, under one workload.
    """

    bundle: str
    """Id of the result."""
    subject: Literal["setting", "build"]
    """What differs."""
    variable: str
    """Variable of the server; of a build the fact, as `build.pgo`."""
    label: str
    """Name of what differs, for readers."""
    servers: list[str]
    """Ids of the baseline and of the candidate."""
    baseline: str
    """Value of the baseline."""
    candidate: str
    """Value of the candidate."""
    flushed: str
    """Where the binary log itself differs, the `sync_binlog` of the side that has one."""
    product: str
    version: str
    pool_mib: Number | None
    """Buffer pool of both; null where it differs or was not recorded."""
    alike: str
    """Digest of all that is recorded of both sides and the workload but the buffer pool."""
    setup: str
    """Product and version of both servers, machine and buffer pool in short, as far as recorded."""
    workload: str
    """Title of the workload."""
    workload_id: str
    metric: str
    """What is compared: throughput, or counted instructions."""
    path: str
    """Comparison that shows both."""
    status: EvidenceStatus
    strip: list[ContrastRecord]
    """What is found at each headline thread count."""
    points: list[RatioAt]
    """Candidate over baseline at each thread count where runs settled and are not held."""
    session_error: Number | None
    """Standard error of the logarithm of a ratio by what sessions differ by, which all points of
    two servers share; null where that was never measured for such machines.
    """
    campaign_error: Number
    """The same by what campaigns differ by, which all points of a campaign share."""


class ResultSettings(Record):
    """What one result says of settings."""

    uses: list[ServerSetting]
    """Values in use."""
    contrasts: list[SettingContrast]
    """Pairs of servers that differ in one setting alone."""


_FIELDS: Mapping[str, Field] = {field.name: field for field in FIELDS}
READ = {field.source[0]: field for field in FIELDS if field.subject == "setting"}
"""Variable to the condition that is read from it first."""
_SERVER_SUBJECTS = ("server", "setting", "host")
_OF_THE_PAIR = ("variant",)
"""What differs with a setting by itself: the label that names the deviation."""
_OF_A_POOL = (*_OF_THE_PAIR, "buffer_pool", "buffer_pool_instances", "residency", "campaign")
"""What differs with the size of the buffer pool by itself, and between bundles of a series."""
_BUILD = "build."
"""How the source of a condition begins that says how a server was built."""
_BINARY_LOG = "binary_log"
_FLUSHES = "sync_binlog"
_WITH_BINARY_LOG = "of binary log"
_FOLLOWS = {
    "binary_log": ("log_*_updates",),
    "character_set": ("character_set_[cdr]*", "collation_[cd]*"),
    "doublewrite": ("innodb_doublewrite_*",),
    "flush_log_at_commit": ("innodb_log_file_buffering",),
    "performance_schema": ("performance_schema_*",),
}
"""Condition to the variables that go by its value where nobody sets them: MariaDB 10.11.19 shows
file buffering OFF at 1 and ON at 2, and sizes of its instruments as -1 while they are off; MySQL
8.0.33 no files of doublewrite without it, and updates of replicas logged where it logs at all; the
character sets of client, connection, database and results are the server's."""
_CHARACTER_SET, _COLLATION = "character_set", "collation"


def result_settings(result: ResultRecord) -> ResultSettings:
    """What one result says of settings."""
    return ResultSettings(
        uses=list(_uses(result)),
        contrasts=[
            contrast for workload in result.workloads for contrast in _contrasts(result, workload)
        ],
    )


def _uses(result: ResultRecord) -> Iterator[ServerSetting]:
    used: dict[tuple[str, str, bool], list[ServerRecord]] = {}
    for server in result.servers:
        for variable, value, chosen in chosen_or_default(result, server):
            used.setdefault((variable, value, chosen), []).append(server)
    for (variable, value, chosen), servers in used.items():
        yield ServerSetting(
            bundle=result.id,
            variable=variable,
            value=value,
            origin="chosen" if chosen else "default",
            servers=[s.label for s in servers] if len(servers) < len(result.servers) else [],
            given=spelled(servers[0].set_options).get(variable, ""),
        )


_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""Options are named in bundles, and the name of one becomes an address."""


def chosen_or_default(
    result: ResultRecord, server: ServerRecord
) -> Iterator[tuple[str, str, bool]]:
    """Variable, value and whether somebody set it."""
    options = spelled(server.set_options)
    conditions = result.conditions.servers[server.id]
    for variable, field in READ.items():
        value = text_of(conditions, field.name)
        if value in ("", *RULES.unknowns) or value.startswith(DEFAULT_OF):
            continue
        condition = conditions[field.name]
        chosen = any(name in options for name in field.source)
        if isinstance(condition, ConditionDetail):
            chosen = condition.origin == "chosen"
        yield variable, value, chosen
    for variable, value in options.items():
        if variable not in NAMES and is_setting(variable) and _NAME.fullmatch(variable):
            yield variable, option_text(value), True


_MIB = 2**20
"""No option but a size is a multiple of it."""


def option_text(value: str) -> str:
    """The value of an option; a size in its unit."""
    plain = value.strip()
    is_count = plain.isascii() and plain.isdigit() and int(plain[:19]) % _MIB
    return plain if is_count or plain == "0" else of_bytes(plain) or "empty"


def _contrasts(result: ResultRecord, workload: WorkloadRecord) -> Iterator[SettingContrast]:
    """Each value of a setting beside the first server's that differs from it in nothing else."""
    runs = result.runs_of(workload.id)
    metric = head_metric(runs)
    if metric is None or workload.rate_limited:
        return
    sampled = sampled_workload(result, workload, metric)
    ran = [server for server in result.servers if sampled.cells[server.id]]
    for baseline, candidate, field, values in _single_differences(result, ran):
        verdict = sampled.verdict(baseline.id, candidate.id)
        strip = verdict_record(verdict, baseline=baseline, candidate=candidate).headline
        pools = {server.buffer_pool_mib for server in (baseline, candidate)}
        flushes = [
            text_of(result.conditions.servers[server.id], _FLUSHES)
            for server in (baseline, candidate)
        ]
        if strip:
            yield SettingContrast(
                bundle=result.id,
                subject="setting" if field.subject == "setting" else "build",
                variable=field.source[0],
                label=field.label,
                flushed="".join(flushes) if field.name == _BINARY_LOG else "",
                product=baseline.product,
                version=baseline.version,
                pool_mib=pools.pop() if len(pools) == 1 else None,
                alike=_digest_of_others(result, workload, (baseline, candidate)),
                workload_id=workload.id,
                points=[
                    RatioAt(
                        threads=threads,
                        ratio=found.ratio,
                        runs=found.n[0],
                        settled=found.window,
                    )
                    for threads, found in verdict.contrasts.items()
                    if not found.held and found.window != "never"
                ],
                session_error=_session_error(sampled, baseline, candidate),
                campaign_error=server_noise(result, workload, baseline.id).campaign,
                servers=[baseline.id, candidate.id],
                baseline=values[0],
                candidate=values[1],
                setup=_setup(result, candidate, field),
                workload=workload.title,
                metric=metric,
                path=f"/comparisons/{result.id}--{workload.id}/",
                status=verdict.status,
                strip=strip,
            )


def _digest_of_others(
    result: ResultRecord, workload: WorkloadRecord, servers: Sequence[ServerRecord]
) -> str:
    """SHA-256 of what is recorded of the sides and the workload, but the buffer pool."""
    sides = [result.conditions.servers[server.id] for server in servers]
    *servers_told, load = (
        sorted(
            (name, text_of(side, name))
            for name in side
            if name not in _OF_A_POOL and not name.startswith(RULES.identity)
        )
        for side in (*sides, result.conditions.workloads[workload.id])
    )
    # Either side may be the baseline.
    told = [*sorted(servers_told), load]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _session_error(
    sampled: SampledWorkload, baseline: ServerRecord, candidate: ServerRecord
) -> float | None:
    """All thread counts of a server share its sessions, so that what these differ by is in every
    ratio alike. None on machines that other guests or growing tables disturb, or may disturb: how
    far their sessions lie apart was not measured.
    """
    host = host_of(sampled.result, baseline.id)
    if not host.kind or machine_regime(host.kind, sampled.workload.test) != PHYSICAL:
        return None
    states = [
        min(sample.states() for sample in sampled.samples[server.id].values())
        for server in (baseline, candidate)
    ]
    noise = server_noise(sampled.result, sampled.workload, baseline.id)
    return noise.session * math.sqrt(math.fsum(1 / count for count in states))


_Pair = tuple[ServerRecord, ServerRecord, Field, tuple[str, str]]


def _single_differences(result: ResultRecord, servers: Sequence[ServerRecord]) -> Iterator[_Pair]:
    """Baseline, candidate, what they differ in, and both values.

    Of servers that differ from one another in the same setting the first that runs with its
    default is the baseline, else the first.
    """
    spoken_for: set[tuple[str, str]] = set()
    for baseline in servers:
        for candidate in servers:
            found = None if candidate is baseline else _only_difference(result, baseline, candidate)
            if found is None:
                continue
            field, values = found
            variable = field.source[0]
            known = {(baseline.id, variable), (candidate.id, variable)} & spoken_for
            if known or _is_better_baseline(result, candidate, baseline, field):
                continue
            spoken_for.add((candidate.id, variable))
            yield baseline, candidate, field, values


def _is_better_baseline(
    result: ResultRecord, server: ServerRecord, other: ServerRecord, field: Field
) -> bool:
    """Whether only the first of two servers left a setting to its version."""
    left = [
        isinstance(value := result.conditions.servers[one.id].get(field.name), ConditionDetail)
        and value.origin == "default"
        for one in (server, other)
    ]
    return left[0] and not left[1]


def _only_difference(
    result: ResultRecord, baseline: ServerRecord, candidate: ServerRecord
) -> tuple[Field, tuple[str, str]] | None:
    """The setting that two servers of one product, version and machine differ in, if it is all; of
    builds the fact that the comparison is about.
    """
    same = ("product", "version", "host")
    if any(getattr(baseline, name) != getattr(candidate, name) for name in same):
        return None
    sides = [result.conditions.servers[server.id] for server in (baseline, candidate)]
    found = list(_differences(*sides))
    if any(field.name == _BINARY_LOG for field, _ in found):
        found = [each for each in found if each[0].reading != _WITH_BINARY_LOG]
    if any(field.name == _CHARACTER_SET for field, _ in found):
        # No collation serves two character sets.
        found = [each for each in found if each[0].name != _COLLATION]
    given = spelled(baseline.set_options).keys() | spelled(candidate.set_options).keys()
    for follow in [p for field, _ in found for p in _FOLLOWS.get(field.name, ())]:
        found = [
            each
            for each in found
            if each[0].source[0] in given or not fnmatchcase(each[0].source[0], follow)
        ]
    is_build = all(field.source[0].startswith(_BUILD) for field, _ in found)
    fields = [field for field, status in found if status == "intended" or not is_build]
    if len(fields) != 1 or not (is_build or fields[0].subject == "setting"):
        return None
    values = text_of(sides[0], fields[0].name), text_of(sides[1], fields[0].name)
    return (fields[0], values) if all(_is_known(value) for value in values) else None


def _differences(one: SideConditions, other: SideConditions) -> Iterator[tuple[Field, Status]]:
    """What is known of two servers and differs, and whether that is the point of it."""
    pair = pair_sides(one, other)
    for name in dict.fromkeys((*one, *other)):
        if text_of(one, name) == text_of(other, name) or name in _OF_THE_PAIR:
            continue
        field = _FIELDS.get(name)
        if name.startswith(VARIABLE):
            field = variable_field(name.removeprefix(VARIABLE))
        if field is None or field.subject not in _SERVER_SUBJECTS:
            continue
        difference = find_difference(field, pair, "info")
        is_known = difference and difference.status in ("differs", "intended")
        if difference and is_known and difference.note != "left":
            yield field, difference.status


def _is_known(value: str) -> bool:
    return value not in ("", *RULES.unknowns) and not value.startswith(DEFAULT_OF)


_POOL = "innodb_buffer_pool_size"


def _setup(result: ResultRecord, server: ServerRecord, field: Field) -> str:
    """Product, version, machine, processors, memory and buffer pool, as far as they are recorded;
    no buffer pool where it is what differs.
    """
    host = host_of(result, server.id)
    machine = machine_text_of(host.machine, host.cpu_model)
    parts = [f"{PRODUCTS[server.product]} {server.version}", machine]
    if host.cpus:
        parts.append(f"{host.cpus} CPUs")
    if host.memory_mib:
        parts.append(f"{host.memory_mib / 1024:,.0f} GiB")
    if server.buffer_pool_mib and field.source[0] != _POOL:
        parts.append(f"pool {of_mib(server.buffer_pool_mib)}")
    return ", ".join(filter(None, parts))
