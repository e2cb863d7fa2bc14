"""What one bundle shows of upgrades: a point for each contrast of an older and a newer release.

A contrast is one workload at one thread count. Settings are never mixed: both servers of a point
ran under the same regime. A series is represented by its last release that existed when the other
came out.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from sysbench_archive.derive.cells import Cell, throughput_metric
from sysbench_archive.derive.entries import storage_kinds
from sysbench_archive.derive.judging import sampled_workload
from sysbench_archive.derive.servers import author_of, machine_key, version_key
from sysbench_archive.derive.upgrades.releases import release_order
from sysbench_archive.derive.upgrades.series import regime_of, server_pairs
from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Number
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import (
    FactValue,
    HostRecord,
    Residency,
    ResultRecord,
    Scalar,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.model.upgrade import Band, PointFields, Regime, UpgradeFamily
from sysbench_archive.verdicts import JudgedContrast, Verdict

FAMILY_TESTS: dict[UpgradeFamily, str] = {
    "point": "oltp_point_select",
    "range": "oltp_read_only",
    "read-write": "oltp_read_write",
    "write": "oltp_write_only",
    "connect": "connect",
}
"""Families that upgrades are shown for, in the order of tables, to the best known test of each."""
FAMILY_LABELS: dict[UpgradeFamily, str] = {
    **{family: FAMILIES[family] for family in FAMILY_TESTS},
    "range": "Range and mixed reads (read only)",
    "write": "Writes only",
}
BAND_LABELS: dict[Band, str] = {
    "one": "1 thread",
    "up-to-half": "up to half the cores",
    "about-cores": "about the cores",
    "oversubscribed": "oversubscribed",
    "unrecorded": "several threads, cores not recorded",
}
"""Band to its words, in the order pages list them."""
HALF, TWICE = 0.5, 2.0
"""Threads for each processor: below the first, up to half the cores; above the other, too many."""
REGIME_LABELS: dict[Regime, str] = {
    "defaults": "default settings",
    "pinned": "pinned settings",
    "other": "settings not recorded",
}
NOT_COMPARABLE: Direction = "not-comparable"


def band_of(threads: int, cpus: int | None) -> Band:
    """Client threads beside the processors of the machine; None where nobody recorded them."""
    if threads == 1:
        return "one"
    if not cpus:
        return "unrecorded"
    if threads / cpus < HALF:
        return "up-to-half"
    return "about-cores" if threads / cpus <= TWICE else "oversubscribed"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Two release series and the address of their page: an older and a newer one of a product, or
    one of each of two products.
    """

    product: str
    from_series: str
    to_series: str
    to_product: str = ""
    """Product of the second series, where that is another."""

    @property
    def reached(self) -> str:
        """Product of the second series."""
        return self.to_product or self.product

    @property
    def from_label(self) -> str:
        """`MySQL 5.6`."""
        return f"{PRODUCTS[self.product]} {self.from_series}"

    @property
    def to_label(self) -> str:
        """`MySQL 5.7`."""
        return f"{PRODUCTS[self.reached]} {self.to_series}"

    @property
    def title(self) -> str:
        """`MySQL 5.6 to MySQL 5.7`."""
        return f"{self.from_label} to {self.to_label}"

    @property
    def brief(self) -> str:
        """The second series beside the first, within a sentence: `8.0`, `MySQL 8.0`."""
        return self.from_label if self.to_product else self.from_series

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return f"{self.product}-{self.from_series}-to-{self.reached}-{self.to_series}"

    @property
    def key(self) -> str:
        """The name of its record, which has no dots."""
        return self.slug.replace(".", "-")

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/upgrades/{self.slug}/"

    @property
    def data_path(self) -> str:
        """The address of its cells and points in the API."""
        return f"/api/v1/upgrades/{self.slug}.json"


@dataclass(frozen=True, slots=True)
class CellKey:
    """What points of one cell share: everything that decides a ratio but the machine.

    The band is in it for its label to hold for every machine of the cell.
    """

    upgrade: Upgrade
    workload: str
    test: str
    parameters: str
    threads: int
    band: Band
    regime: Regime
    residency: Residency
    pools_mib: tuple[float | None, float | None]
    dataset: tuple[int | None, int | None, Number | None]
    placement: str

    @property
    def id(self) -> str:
        """Its name in the API: the same as long as what it is made of is."""
        parts = (self.upgrade.slug, self.workload, self.test, self.parameters, self.threads)
        rest = (self.band, self.regime, self.residency, self.pools_mib, self.dataset)
        return _digest_text(repr((parts, rest, self.placement)))


class MeasuredPoint(PointFields):
    """A ratio of two releases on one machine, as computed; pages get an `UpgradePoint` of it."""

    product: str
    """Product of the older series."""
    to_product: str
    """Product of the newer series where that is another; else empty."""
    from_series: str
    """Older series."""
    to_series: str
    """Newer series."""
    regime: Regime
    """Settings of both servers."""
    test: str
    """Test that ran."""
    workload: str
    """Title of the workload."""
    parameters: str
    """Digest of the parameters of sysbench that decide what a transaction does."""
    pools_mib: tuple[float | None, float | None]
    """Buffer pool of the older server and of the newer."""
    metric: str
    """Metric of the ratio."""
    newer_runs: list[str]
    """Ids of the newer release's runs."""
    older_runs: list[str]
    """Ids of the older release's runs."""
    hardware_class: HardwareClassSummary
    """Hardware class of the machine."""
    cores: int | None
    """Physical cores of the machine; None where nobody recorded them."""
    memory_mib: Number | None
    """Main memory of the machine in MiB; None where nobody recorded it."""
    storage: list[str]
    """Kinds of its storage; empty where nobody recorded them."""
    cpu_model: str
    """Model of its processor; empty where nobody recorded it."""
    bundle: str
    """Id of the bundle."""
    log_ratio: float
    """Natural logarithm of newer release over older."""
    standard_error: float
    """Its standard error; of a single run, what runs of the same thing show in its regime."""

    @property
    def upgrade(self) -> Upgrade:
        """The upgrade it belongs to."""
        return Upgrade(self.product, self.from_series, self.to_series, self.to_product)

    @property
    def ratio(self) -> float:
        """Newer release over older."""
        return math.exp(self.log_ratio)

    @property
    def cell(self) -> CellKey:
        """What it shares with points that show the same of other machines or bundles."""
        return CellKey(
            upgrade=self.upgrade,
            workload=self.workload,
            test=self.test,
            parameters=self.parameters,
            threads=self.threads,
            band=self.band,
            regime=self.regime,
            residency=self.residency,
            pools_mib=self.pools_mib,
            dataset=(self.tables, self.table_size, self.dataset_mib),
            placement=self.placement,
        )


def comparable_points(points: Iterable[MeasuredPoint]) -> list[MeasuredPoint]:
    """Those between whose releases nothing else differs that decides the figures."""
    return [point for point in points if point.direction != NOT_COMPARABLE]


def points_by_upgrade(points: Iterable[MeasuredPoint]) -> dict[Upgrade, list[MeasuredPoint]]:
    """Every upgrade with evidence, in order, to its points."""
    groups: dict[Upgrade, list[MeasuredPoint]] = {}
    for point in points:
        groups.setdefault(point.upgrade, []).append(point)
    return dict(sorted(groups.items(), key=lambda item: _upgrade_order(item[0])))


def ordered_upgrades(points: Iterable[MeasuredPoint]) -> list[Upgrade]:
    """Every upgrade with evidence: by product, then by series."""
    return sorted({point.upgrade for point in points}, key=_upgrade_order)


def _upgrade_order(upgrade: Upgrade) -> tuple[object, ...]:
    series = (upgrade.from_series, upgrade.to_series)
    return (upgrade.to_product, upgrade.product, *map(version_key, series))


_KEY_LENGTH = 12
NORMAL_QUANTILE = 1.959964
"""The threshold of single runs is taken for so many standard errors of a difference."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Who measured the bundle, and the day, month or year it was published, or was submitted."""

    author: str
    day: str


def upgrade_points(result: ResultRecord) -> list[MeasuredPoint]:
    """A point for each upgrade, workload and headline thread count of a bundle."""
    source = _source_of(result)
    return [
        point
        for workload in result.workloads
        for point in _workload_points(result, workload, source)
    ]


def _is_tabled(family: str) -> TypeGuard[UpgradeFamily]:
    return family in FAMILY_TESTS


def _source_of(result: ResultRecord) -> _Source:
    return _Source(author=author_of(result), day=result.published or result.submitted)


def _workload_points(
    result: ResultRecord, workload: WorkloadRecord, source: _Source
) -> Iterator[MeasuredPoint]:
    """The headline contrasts of each pair of servers under one workload."""
    family = workload.family
    if not _is_tabled(family):
        return
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = throughput_metric(runs)
    # Held to a rate, every server shows the rate.
    if metric is None or METRICS[metric].direction != "higher" or workload.rate_limited:
        return
    servers = [server for server in result.servers if server.plain]
    sampled = sampled_workload(result, workload, metric)
    cells = sampled.cells
    hosts = {host.id: host for host in result.hosts}
    for older, newer in server_pairs([server for server in servers if cells[server.id]]):
        verdict = sampled.verdict(older.id, newer.id)
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
                metric=metric,
                cells=cells,
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
    metric: str,
    cells: Mapping[str, Mapping[int, Cell]],
) -> MeasuredPoint:
    contrast, (low, high) = judged.contrast, judged.interval or (None, None)
    error = contrast.standard_error if judged.half is not None else None
    threads, pools = contrast.threads, (older.buffer_pool_mib, newer.buffer_pool_mib)
    newer_cell, older_cell = (cells[server.id][threads] for server in (newer, older))
    return MeasuredPoint(
        family=family,
        threads=threads,
        cpus=host.cpus,
        band=band_of(threads, host.cpus),
        residency=workload.residency[newer.id],
        pool_mib=pools[1] if pools[0] == pools[1] else None,
        tables=_whole(workload.values.get("tables")),
        table_size=_whole(workload.values.get("table_size")),
        dataset_mib=_number(workload.stated.get("dataset.size_mib")),
        placement=_placement(result, workload),
        status=verdict.status,
        direction=judged.direction,
        low=low,
        high=high,
        n=list(contrast.n),
        from_release=_release_text(older),
        to_release=_release_text(newer),
        order=release_order(older.product, older.version, newer.version, newer.product),
        machine=machine_key(host, source.author),
        machine_label=host.machine,
        submitter=source.author,
        day=source.day,
        path=f"/comparisons/{result.id}--{workload.id}/",
        product=older.product,
        to_product="" if newer.product == older.product else newer.product,
        from_series=older.series,
        to_series=newer.series,
        regime=regime_of(newer),
        test=workload.test,
        workload=workload.title,
        parameters=_digest_text(repr(_load_parameters(workload))),
        pools_mib=pools,
        metric=metric,
        newer_runs=[run.id for run in newer_cell.runs],
        older_runs=[run.id for run in older_cell.runs],
        hardware_class=host.hardware_class,
        cores=host.cores,
        memory_mib=host.memory_mib,
        storage=storage_kinds(host),
        cpu_model=host.cpu_model,
        bundle=result.id,
        log_ratio=contrast.log.centre,
        standard_error=error or verdict.context.threshold / NORMAL_QUANTILE,
    )


_NO_MATTER_OF_LOAD = frozenset(
    {
        *("threads", "events", "time", "warmup_time", "report_interval", "percentile"),
        *("histogram", "verbosity", "debug", "validate", "thread_stack_size", "rand_seed"),
        *("thread_init_timeout", "forced_shutdown", "db_driver", "mysql_user", "mysql_host"),
        *("mysql_port", "mysql_socket", "mysql_db", "mysql_debug", "mysql_dry_run"),
        *("tables", "table_size", "table_name", "rand_init", "mysql_ignore_errors"),
    }
)
"""Parameters of sysbench that do not decide what a transaction does, or are in the key already."""


def _load_parameters(workload: WorkloadRecord) -> list[tuple[str, Scalar]]:
    return sorted(
        (name, value) for name, value in workload.values.items() if name not in _NO_MATTER_OF_LOAD
    )


def _placement(result: ResultRecord, workload: WorkloadRecord) -> str:
    """Where the workload's client stood; empty where nobody recorded it."""
    named = workload.stated.get("client")
    client = next((client for client in result.clients if client.id == named), None)
    placement = client.stated.get("placement") if client else None
    return placement if isinstance(placement, str) and placement != "unrecorded" else ""


def _whole(value: Scalar | None) -> int | None:
    """A whole number, also where a command has it as text."""
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: FactValue | None) -> Number | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _digest_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY_LENGTH]


def _release_text(server: ServerRecord) -> str:
    """The exact version, and its maturity where it is not a general release."""
    maturity = server.stated.get("maturity", "ga")
    return server.version if maturity == "ga" else f"{server.version} ({maturity})"
