"""Upgrades in the API: a document for each pair of release series. No figure is computed here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.derive.upgrades.cells import points_by_cell, upgrade_cell
from sysbench_archive.derive.upgrades.points import (
    BAND_LABELS,
    FAMILY_TESTS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    points_by_upgrade,
)
from sysbench_archive.model.api import ApiShard
from sysbench_archive.model.api_upgrades import (
    ApiUpgrade,
    ApiUpgradeCell,
    ApiUpgradePoint,
)

_BANDS, _FAMILIES = tuple(BAND_LABELS), tuple(FAMILY_TESTS)


def upgrade_documents(points: Sequence[MeasuredPoint], base: str) -> Iterator[ApiUpgrade]:
    """The document of each pair, in order; `base` is what citations begin with."""
    for upgrade, own in points_by_upgrade(points).items():
        yield _document(upgrade, own, base)


def upgrade_shard(document: ApiUpgrade) -> ApiShard:
    """A document as the index lists it."""
    path = f"/api/v1/upgrades/{document.upgrade}.json"
    return ApiShard(name=document.upgrade, path=path, count=len(document.points))


def _document(upgrade: Upgrade, points: Sequence[MeasuredPoint], base: str) -> ApiUpgrade:
    comparable = sorted(comparable_points(points), key=_document_order)
    cells = points_by_cell(comparable)
    return ApiUpgrade(
        version=1,
        upgrade=upgrade.slug,
        path=upgrade.path,
        permalink=f"{base}{upgrade.path}",
        product=upgrade.product,
        to_product=upgrade.reached,
        from_series=upgrade.from_series,
        to_series=upgrade.to_series,
        left_out=len(points) - len(comparable),
        cells=[_cell(own) for own in cells.values()],
        points=[_point(point) for own in cells.values() for point in own],
    )


def _document_order(point: MeasuredPoint) -> tuple[int, int, str, int, str, str]:
    return (
        _BANDS.index(point.band),
        _FAMILIES.index(point.family),
        point.workload,
        point.threads,
        point.cell.id,
        point.bundle,
    )


def _cell(points: Sequence[MeasuredPoint]) -> ApiUpgradeCell:
    evidence, point = upgrade_cell(points), points[0]
    return ApiUpgradeCell(
        cell=point.cell.id,
        workload=point.workload,
        test=point.test,
        family=point.family,
        threads=point.threads,
        band=point.band,
        regime=point.regime,
        residency=point.residency,
        pool_mib=point.pool_mib,
        tables=point.tables,
        table_size=point.table_size,
        dataset_size_mib=point.dataset_mib,
        placement=point.placement or None,
        parameters=point.parameters,
        basis=evidence.basis,
        ratio=evidence.ratio,
        low=evidence.low,
        high=evidence.high,
        direction=evidence.direction,
        finding=evidence.finding,
        status=evidence.status,
        machines=evidence.machines,
        points=evidence.points,
        runs=evidence.runs,
        releases=evidence.releases,
    )


def _point(point: MeasuredPoint) -> ApiUpgradePoint:
    newer, older = point.n
    return ApiUpgradePoint(
        cell=point.cell.id,
        bundle=point.bundle,
        path=point.path,
        from_release=point.from_release,
        to_release=point.to_release,
        order=point.order,
        cpus=point.cpus,
        machine=point.machine,
        hardware_class=point.hardware_class.id,
        metric=point.metric,
        ratio=point.ratio,
        low=point.low,
        high=point.high,
        status=point.status,
        direction=point.direction,
        newer_n=newer,
        older_n=older,
        newer_runs=point.newer_runs,
        older_runs=point.older_runs,
    )
