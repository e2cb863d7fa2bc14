"""What one bundle shows of upgrades: a ratio of two releases for each machine and kind of load.

A release series is represented by its newest point release, a family of workloads by its
canonical test. Settings are never mixed: both servers of a point ran under the same regime.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeGuard, cast, get_args

import msgspec.structs

from sysbench_archive.derive.cells import Bounds, cells_of, head_metric
from sysbench_archive.derive.judging import (
    bottlenecks_of,
    compare_server_conditions,
    outside_bottleneck,
    samples_by_threads,
    verdict_context,
)
from sysbench_archive.derive.panels import version_key
from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import Direction, EvidenceStatus, ThreadRole
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import (
    HostRecord,
    Residency,
    ResultRecord,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.model.upgrade import (
    PointFields,
    Regime,
    UpgradeFamily,
)
from sysbench_archive.statistics import median
from sysbench_archive.verdicts import JudgedContrast, Verdict, VerdictContext, judge

FAMILY_TESTS: dict[UpgradeFamily, str] = {
    "point": "oltp_point_select",
    "range": "oltp_read_only",
    "read-write": "oltp_read_write",
    "write": "oltp_write_only",
    "connect": "connect",
}
"""Families of the chain table, in its order, to the test that represents each."""
FAMILY_LABELS: dict[UpgradeFamily, str] = {
    **{family: FAMILIES[family] for family in FAMILY_TESTS},
    "range": "Range and mixed reads (read only)",
    "write": "Writes only",
}
ROLE_LABELS: dict[ThreadRole, str] = {
    "one": "1 thread",
    "below": "fewer threads than CPUs",
    "cores": "about the core count",
    "over": "oversubscribed",
    "lowest": "lowest thread count",
    "middle": "middle thread count",
    "highest": "highest thread count",
}
"""Role of a thread count to its words, in the order pages list them."""
REGIME_LABELS: dict[Regime, str] = {
    "defaults": "default settings",
    "pinned": "pinned settings",
    "other": "settings not recorded",
}
RESIDENCY_LABELS: dict[Residency, str] = {
    "in-memory": "dataset in memory",
    "cached": "dataset in main memory, not in the buffer pool",
    "io-bound": "dataset larger than memory",
    "unrecorded": "size of dataset or memory not recorded",
}
NOT_COMPARABLE: Direction = "not-comparable"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An older and a newer release series of one product, and the address of their page."""

    product: str
    from_series: str
    to_series: str

    @property
    def from_label(self) -> str:
        """`MySQL 5.6`."""
        return f"{PRODUCTS[self.product]} {self.from_series}"

    @property
    def to_label(self) -> str:
        """`MySQL 5.7`."""
        return f"{PRODUCTS[self.product]} {self.to_series}"

    @property
    def title(self) -> str:
        """`MySQL 5.6 to MySQL 5.7`."""
        return f"{self.from_label} to {self.to_label}"

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return f"{self.product}-{self.from_series}-to-{self.product}-{self.to_series}"

    @property
    def key(self) -> str:
        """The name of its record, which has no dots."""
        return self.slug.replace(".", "-")

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/upgrades/{self.slug}/"


class MeasuredPoint(PointFields):
    """A ratio of two releases on one machine, as computed; pages get an `UpgradePoint` of it."""

    product: str
    """Product."""
    from_series: str
    """Older series."""
    to_series: str
    """Newer series."""
    regime: Regime
    """Settings of both servers."""
    test: str
    """Test that ran; empty where several of a family did."""
    workload: str
    """Title of the workload; empty where there are several."""
    hardware_class: HardwareClassSummary
    """Hardware class of the machine."""
    cores: int | None
    """Physical cores of the machine; None where nobody recorded them."""
    bundle: str
    """Id of the bundle."""
    log_ratio: float
    """Natural logarithm of newer release over older."""
    standard_error: float
    """Its standard error; of a single run, what runs of the same thing show in its regime."""

    @property
    def upgrade(self) -> Upgrade:
        """The upgrade it belongs to."""
        return Upgrade(self.product, self.from_series, self.to_series)

    @property
    def ratio(self) -> float:
        """Newer release over older."""
        return math.exp(self.log_ratio)


def comparable_points(points: Iterable[MeasuredPoint]) -> list[MeasuredPoint]:
    """Those between whose releases nothing else differs that decides the figures."""
    return [point for point in points if point.direction != NOT_COMPARABLE]


def ordered_upgrades(points: Iterable[MeasuredPoint]) -> list[Upgrade]:
    """Every upgrade with evidence: by product, then by series."""
    return sorted(
        {point.upgrade for point in points},
        key=lambda upgrade: (
            upgrade.product,
            version_key(upgrade.from_series),
            version_key(upgrade.to_series),
        ),
    )


def majority_direction(directions: Sequence[Direction]) -> Direction:
    """The direction that more than half of several say, else `mixed`."""
    ((most, count),) = Counter(directions).most_common(1)
    return most if 2 * count > len(directions) else "mixed"


def shared_status(statuses: Sequence[EvidenceStatus]) -> EvidenceStatus:
    """The evidence status of several; those of different strength are indicative together."""
    return statuses[0] if len(set(statuses)) == 1 else "indicative"


_KEY_LENGTH = 12
# A/A thresholds are the 95th percentile of a difference: so many standard errors.
_NORMAL_QUANTILE = 1.959964


@dataclass(frozen=True, slots=True)
class _Source:
    """Who measured the bundle, and the day or month it was published."""

    author: str
    day: str


def upgrade_points(result: ResultRecord) -> list[MeasuredPoint]:
    """A point for each upgrade, family, role, regime, residency and machine of a bundle."""
    source = _source_of(result)
    grouped: dict[tuple[object, ...], list[MeasuredPoint]] = {}
    for workload in result.workloads:
        for point in _workload_points(result, workload, source):
            grouped.setdefault(_grouping_key(point), []).append(point)
    return [_combined_point(points) for points in grouped.values()]


def _is_tabled(family: str) -> TypeGuard[UpgradeFamily]:
    return family in FAMILY_TESTS


def _source_of(result: ResultRecord) -> _Source:
    stated = {fact.name: fact.value for fact in result.source}
    return _Source(
        author=stated.get("author") or stated.get("publisher") or result.submitter,
        day=stated.get("published") or result.submitted,
    )


def _grouping_key(point: MeasuredPoint) -> tuple[object, ...]:
    return (
        point.upgrade,
        point.family,
        point.role,
        point.regime,
        point.residency,
        point.machine,
    )


def _workload_points(
    result: ResultRecord, workload: WorkloadRecord, source: _Source
) -> Iterator[MeasuredPoint]:
    """The headline contrasts of each pair of servers under one workload."""
    family = workload.family
    if not _is_tabled(family):
        return
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = head_metric(runs)
    # Held to a rate, every server shows the rate.
    if metric is None or METRICS[metric].direction != "higher" or workload.rate_limited:
        return
    servers = [server for server in result.servers if not server.variant]
    cells = cells_of(runs, [server.id for server in servers], metric)
    bottlenecks = bottlenecks_of(cells)
    hosts = {host.id: host for host in result.hosts}
    for older, newer in server_pairs([server for server in servers if cells[server.id]]):
        context = _context_of(result, workload, metric, (older, newer), bottlenecks)
        baseline, candidate = (samples_by_threads(cells[s.id]) for s in (older, newer))
        verdict = judge(baseline, candidate, context)
        for judged in verdict.headline:
            yield _point(
                result=result,
                workload=workload,
                family=family,
                source=source,
                host=hosts[newer.host],
                older=older,
                newer=newer,
                judged=judged,
                verdict=verdict,
            )


def server_pairs(servers: Iterable[ServerRecord]) -> Iterator[tuple[ServerRecord, ServerRecord]]:
    """Every older and newer series of one product, host and regime; no variants among `servers`.

    A series is represented by its newest point release; regimes are never mixed.
    """
    groups: dict[tuple[str, str, Regime], dict[str, ServerRecord]] = {}
    for server in sorted(servers, key=lambda s: (version_key(s.version), s.id)):
        group = groups.setdefault((server.product, server.host, regime_of(server)), {})
        group[server.series] = server
    for group in groups.values():
        ordered = sorted(group.values(), key=lambda s: version_key(s.series))
        yield from combinations(ordered, 2)


def regime_of(server: ServerRecord) -> Regime:
    """`defaults`, `pinned`, or `other` where nobody recorded which."""
    return cast("Regime", server.regime) if server.regime in get_args(Regime) else "other"


def _context_of(
    result: ResultRecord,
    workload: WorkloadRecord,
    metric: str,
    pair: tuple[ServerRecord, ServerRecord],
    bottlenecks: Bounds,
) -> VerdictContext:
    older, newer = (server.id for server in pair)
    return verdict_context(
        result,
        workload,
        metric=metric,
        server=older,
        compared=compare_server_conditions(result, workload, [older, newer]).candidates[0],
        bottleneck=outside_bottleneck(bottlenecks[older], bottlenecks[newer]),
    )


def _point(
    *,
    result: ResultRecord,
    workload: WorkloadRecord,
    family: UpgradeFamily,
    source: _Source,
    host: HostRecord,
    older: ServerRecord,
    newer: ServerRecord,
    judged: JudgedContrast,
    verdict: Verdict,
) -> MeasuredPoint:
    contrast, (low, high) = judged.contrast, judged.interval or (None, None)
    error = contrast.log.standard_error if judged.half is not None else None
    return MeasuredPoint(
        family=family,
        role=judged.role,
        threads=contrast.threads,
        cpus=host.cpus,
        residency=workload.residency[newer.id],
        status=verdict.status,
        direction=judged.direction,
        low=low,
        high=high,
        n=list(contrast.n),
        workloads=1,
        from_release=_release_text(older),
        to_release=_release_text(newer),
        machine=_machine_key(host, source.author),
        machine_label=host.machine,
        submitter=source.author,
        day=source.day,
        path=f"/comparisons/{result.id}--{workload.id}/",
        product=newer.product,
        from_series=older.series,
        to_series=newer.series,
        regime=regime_of(newer),
        test=workload.test,
        workload=workload.title,
        hardware_class=host.hardware_class,
        cores=host.cores,
        bundle=result.id,
        log_ratio=contrast.log.centre,
        standard_error=error or verdict.context.threshold / _NORMAL_QUANTILE,
    )


def _machine_key(host: HostRecord, author: str) -> str:
    """The same for what counts as one machine: one author, and the same is recorded of it.

    It errs towards fewer, so that nobody's machine counts twice.
    """
    recorded = (
        host.machine,
        host.cpu_model,
        host.cores,
        host.hardware_threads,
        host.memory_mib,
    )
    parts = [author, host.hardware_class.id, *(str(value or "") for value in recorded)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_KEY_LENGTH]


def _release_text(server: ServerRecord) -> str:
    """The exact version, and its maturity where it is not a general release."""
    maturity = server.stated.get("maturity", "ga")
    return server.version if maturity == "ga" else f"{server.version} ({maturity})"


def _combined_point(points: Sequence[MeasuredPoint]) -> MeasuredPoint:
    """One point for a family on a machine: its canonical test, else the median of the others."""
    canonical = FAMILY_TESTS[points[0].family]
    usable = comparable_points(points) or points
    chosen = [point for point in usable if point.test == canonical] or usable
    first = chosen[0]
    if len(chosen) == 1:
        return first
    logs = [point.log_ratio for point in chosen]
    return msgspec.structs.replace(
        first,
        log_ratio=median(logs),
        # Ends of the workloads, not an interval: how far they differ is no matter of noise.
        low=math.exp(min(logs)),
        high=math.exp(max(logs)),
        standard_error=math.fsum(point.standard_error for point in chosen) / len(chosen),
        n=[sum(point.n[side] for point in chosen) for side in (0, 1)],
        direction=majority_direction([point.direction for point in chosen]),
        status=shared_status([point.status for point in chosen]),
        test=canonical if first.test == canonical else "",
        workload="",
        workloads=len(chosen),
        path=f"/results/{first.bundle}/",
    )
