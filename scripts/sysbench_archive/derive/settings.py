"""What a result says of server settings: which values were used, and what changing one did.

What a setting does is told by pairs of servers of one result: the same product, version and
machine, and of all that is recorded nothing differs but this setting. Servers whose settings are
partly unrecorded count as alike in what nobody recorded of either. Settings of the binary log that
apply to one side only come with the binary log, and are no difference of their own.

A setting that the table of conditions knows goes by the first variable it is read from, and has the
value that the table reads; any other has the value its option was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from sysbench_archive.comparability.differences import (
    RULES,
    find_difference,
    pair_sides,
    text_of,
)
from sysbench_archive.comparability.fields import of_bytes, of_mib
from sysbench_archive.comparability.settings import DEFAULT_OF, spelled
from sysbench_archive.comparability.table import FIELDS, NAMES, VARIABLE, variable_field
from sysbench_archive.comparability.variables import is_setting
from sysbench_archive.derive.judging import sampled_workload
from sysbench_archive.derive.servers import host_of
from sysbench_archive.metrics import METRICS, throughput_metric
from sysbench_archive.model.base import Named, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparability import ConditionDetail, Field
from sysbench_archive.model.comparison import ContrastRecord, EvidenceStatus
from sysbench_archive.model.result import ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.verdicts.sentences import verdict_record


class ServerSetting(Record):
    """Servers of one result that ran with the same value of a setting."""

    bundle: str
    """Id of the result."""
    variable: str
    """Variable of the server."""
    value: str
    """Value, as the archive spells it."""
    origin: Literal["chosen", "default"]
    """Whether somebody set it; where nobody did, the version's default."""
    servers: list[str]
    """Labels of the servers; empty where they are all of the result's."""


class SettingContrast(Record):
    """Two servers of one result that differ in one setting, and in nothing else that is recorded,
    under one workload.
    """

    bundle: str
    """Id of the result."""
    variable: str
    """Variable of the server."""
    servers: list[str]
    """Ids of the baseline and of the candidate."""
    baseline: str
    """Value of the baseline."""
    candidate: str
    """Value of the candidate."""
    setup: str
    """Product and version of both servers, machine and buffer pool in short, as far as recorded."""
    workload: str
    """Title of the workload."""
    path: str
    """Comparison that shows both."""
    status: EvidenceStatus
    """Evidence status."""
    strip: list[ContrastRecord]
    """What is found at each headline thread count."""


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
_BINARY_LOG = "binary_log"
_WITH_BINARY_LOG = "of binary log"


def result_settings(result: ResultRecord) -> ResultSettings:
    """What one result says of settings."""
    return ResultSettings(
        uses=list(_uses(result)),
        contrasts=[
            contrast for workload in result.workloads for contrast in _contrasts(result, workload)
        ],
    )


def _uses(result: ResultRecord) -> Iterator[ServerSetting]:
    used: dict[tuple[str, str, bool], list[str]] = {}
    for server in result.servers:
        for variable, value, chosen in chosen_or_default(result, server):
            used.setdefault((variable, value, chosen), []).append(server.label)
    for (variable, value, chosen), servers in used.items():
        yield ServerSetting(
            bundle=result.id,
            variable=variable,
            value=value,
            origin="chosen" if chosen else "default",
            servers=servers if len(servers) < len(result.servers) else [],
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


def option_text(value: str) -> str:
    """The value of an option; a size with a suffix in its unit."""
    plain = value.strip()
    return plain if plain.isdigit() else of_bytes(plain) or "empty"


def _contrasts(result: ResultRecord, workload: WorkloadRecord) -> Iterator[SettingContrast]:
    """Each value of a setting beside the first server's that differs from it in nothing else."""
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = throughput_metric(runs)
    if metric is None or METRICS[metric].direction != "higher" or workload.rate_limited:
        return
    sampled = sampled_workload(result, workload, metric)
    ran = [server for server in result.servers if sampled.cells[server.id]]
    for baseline, candidate, field, values in _single_differences(result, ran):
        verdict = sampled.verdict(baseline.id, candidate.id)
        named = [Named(id=server.id, label=server.label) for server in (baseline, candidate)]
        strip = verdict_record(verdict, baseline=named[0], candidate=named[1]).headline
        if strip:
            yield SettingContrast(
                bundle=result.id,
                variable=field.source[0],
                servers=[baseline.id, candidate.id],
                baseline=values[0],
                candidate=values[1],
                setup=_setup(result, candidate, field),
                workload=workload.title,
                path=f"/comparisons/{result.id}--{workload.id}/",
                status=verdict.status,
                strip=strip,
            )


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
    """The setting that two servers of one product, version and machine differ in, if it is all."""
    same = ("product", "version", "host")
    if any(getattr(baseline, name) != getattr(candidate, name) for name in same):
        return None
    sides = [result.conditions.servers[server.id] for server in (baseline, candidate)]
    names = [
        name
        for name in dict.fromkeys((*sides[0], *sides[1]))
        if text_of(sides[0], name) != text_of(sides[1], name)
    ]
    pair = pair_sides(*sides)
    found = []
    for name in names:
        field = _FIELDS.get(name)
        if name.startswith(VARIABLE):
            field = variable_field(name.removeprefix(VARIABLE))
        if field is None or field.subject not in _SERVER_SUBJECTS or name in _OF_THE_PAIR:
            continue
        difference = find_difference(field, pair, "info")
        if (
            difference
            and difference.status in ("differs", "intended")
            and difference.note != "left"
        ):
            found.append(field)
    if any(field.name == _BINARY_LOG for field in found):
        found = [field for field in found if field.reading != _WITH_BINARY_LOG]
    if len(found) != 1 or found[0].subject != "setting":
        return None
    values = text_of(sides[0], found[0].name), text_of(sides[1], found[0].name)
    return (found[0], values) if all(_is_known(value) for value in values) else None


def _is_known(value: str) -> bool:
    return value not in ("", *RULES.unknowns) and not value.startswith(DEFAULT_OF)


_POOL = "innodb_buffer_pool_size"


def _setup(result: ResultRecord, server: ServerRecord, field: Field) -> str:
    """Product, version, machine, processors, memory and buffer pool, as far as they are recorded;
    no buffer pool where it is what differs.
    """
    host = host_of(result, server.id)
    parts = [f"{PRODUCTS[server.product]} {server.version}", host.machine or host.cpu_model]
    if host.cpus:
        parts.append(f"{host.cpus} CPUs")
    if host.memory_mib:
        parts.append(f"{host.memory_mib / 1024:,.0f} GiB")
    if server.buffer_pool_mib and field.source[0] != _POOL:
        parts.append(f"pool {of_mib(server.buffer_pool_mib)}")
    return ", ".join(filter(None, parts))
