"""The page of each pair of release series: the evidence of all machines that ran both.

Regimes are never mixed: everything on a page is grouped by regime first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.derive.upgrades.cells import (
    left_out_text,
    machines_text,
    note_text,
    place_text,
    ratio_text,
    runs_text,
    scope_text,
    span_text,
    tally_text,
    threads_text,
    title_text,
    upgrade_cell,
    work_text,
)
from sysbench_archive.derive.upgrades.points import (
    FAMILY_LABELS,
    FAMILY_TESTS,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    ROLE_LABELS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    ordered_upgrades,
)
from sysbench_archive.model.comparison import ThreadRole
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import Residency
from sysbench_archive.model.upgrade import (
    ClassReference,
    Regime,
    UpgradeFamily,
    UpgradeGroup,
    UpgradeGroupRow,
    UpgradePair,
    UpgradePoint,
)

WITH_REGIME: dict[Regime, str] = {
    "defaults": "with default settings",
    "pinned": "with pinned settings",
    "other": "with settings nobody recorded",
}
"""Regime to its words within a sentence, in the order pages list them."""
_FAMILIES, _ROLES, _RESIDENCIES = tuple(FAMILY_TESTS), tuple(ROLE_LABELS), tuple(RESIDENCY_LABELS)


def pair_records(points: Sequence[MeasuredPoint]) -> Iterator[UpgradePair]:
    """The page of each pair, in order."""
    grouped: dict[Upgrade, list[MeasuredPoint]] = {}
    for point in points:
        grouped.setdefault(point.upgrade, []).append(point)
    for upgrade in ordered_upgrades(points):
        yield _pair_record(upgrade, grouped[upgrade])


def _pair_record(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> UpgradePair:
    comparable = comparable_points(points)
    left_out = len(points) - len(comparable)
    classes = {point.hardware_class.id: point.hardware_class for point in points}
    machines = len({point.machine for point in points})
    submitters = sorted({point.submitter for point in points})
    return UpgradePair(
        slug=upgrade.slug,
        key=upgrade.key,
        path=upgrade.path,
        title=upgrade.title,
        from_label=upgrade.from_label,
        to_label=upgrade.to_label,
        product=upgrade.product,
        from_series=upgrade.from_series,
        to_series=upgrade.to_series,
        answer=_answer_text(upgrade, comparable),
        left_out=left_out,
        left_out_text=left_out_text(left_out),
        machines=machines,
        submitters=submitters,
        scope=scope_text(machines, len(submitters)),
        newest=max(point.day for point in points),
        groups=[
            _group_record(upgrade, regime, of_regime)
            for regime, of_regime in _points_by_regime(comparable).items()
        ],
        classes=[_class_reference(summary) for _, summary in sorted(classes.items())],
    )


def _points_by_regime(points: Sequence[MeasuredPoint]) -> dict[Regime, list[MeasuredPoint]]:
    """Regimes with points, in the order pages list them."""
    grouped = {regime: [p for p in points if p.regime == regime] for regime in WITH_REGIME}
    return {regime: group for regime, group in grouped.items() if group}


def _answer_text(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> str:
    """The first lines of the page: a sentence or two for each regime."""
    if not points:
        return f"No runs of {upgrade.from_label} and {upgrade.to_label} are comparable."
    return " ".join(
        _regime_text(upgrade, regime, group) for regime, group in _points_by_regime(points).items()
    )


def _regime_text(upgrade: Upgrade, regime: Regime, points: Sequence[MeasuredPoint]) -> str:
    """What one regime says: kinds of load counted by direction, the lowest and highest ratio.

    A kind of load is a family, a role and a dataset; machines have a vote each in what it says.
    """
    lowest, highest = (choose(points, key=lambda p: p.log_ratio) for choose in (min, max))
    machines = machines_text(len({point.machine for point in points}))
    directions = [upgrade_cell(group).direction for group in _points_by_load(points).values()]
    loads = "1 kind of load" if len(directions) == 1 else f"{len(directions)} kinds of load"
    counted = (
        f"{upgrade.to_label} beside {upgrade.from_label} {WITH_REGIME[regime]},"
        f" {loads} on {machines}: {tally_text(directions)}."
    )
    if lowest is highest:
        return f"{counted} The ratio is {_ratio_at_text(lowest)}."
    return f"{counted} Ratios go from {_ratio_at_text(lowest)} to {_ratio_at_text(highest)}."


def _ratio_at_text(point: MeasuredPoint) -> str:
    return f"{ratio_text(point.ratio)} ({place_text(point)})"


def _group_record(
    upgrade: Upgrade, regime: Regime, points: Sequence[MeasuredPoint]
) -> UpgradeGroup:
    """What one regime shows: a table of cells, and its points."""
    ordered = sorted(points, key=_page_order)
    label = REGIME_LABELS[regime]
    return UpgradeGroup(
        regime=regime,
        label=label,
        title=label.capitalize(),
        caption=f"{upgrade.to_label} over {upgrade.from_label}, {label}",
        chart=f"upgrade-{upgrade.slug}--{regime}",
        rows=[
            UpgradeGroupRow(
                family=FAMILY_LABELS[family],
                role=ROLE_LABELS[role],
                residency=RESIDENCY_LABELS[residency],
                cell=upgrade_cell(group),
            )
            for (family, role, residency), group in _points_by_load(ordered).items()
        ],
        points=[published_point(point) for point in ordered],
    )


def _page_order(point: MeasuredPoint) -> tuple[int, int, int, str, str]:
    return (
        _FAMILIES.index(point.family),
        _ROLES.index(point.role),
        _RESIDENCIES.index(point.residency),
        point.hardware_class.id,
        point.bundle,
    )


def _points_by_load(
    points: Sequence[MeasuredPoint],
) -> dict[tuple[UpgradeFamily, ThreadRole, Residency], list[MeasuredPoint]]:
    groups: dict[tuple[UpgradeFamily, ThreadRole, Residency], list[MeasuredPoint]] = {}
    for point in points:
        groups.setdefault((point.family, point.role, point.residency), []).append(point)
    return groups


def published_point(point: MeasuredPoint) -> UpgradePoint:
    """A point as pages and programs get it."""
    return UpgradePoint(
        family=point.family,
        role=point.role,
        threads=point.threads,
        cpus=point.cpus,
        residency=point.residency,
        status=point.status,
        direction=point.direction,
        low=point.low,
        high=point.high,
        n=point.n,
        workloads=point.workloads,
        from_release=point.from_release,
        to_release=point.to_release,
        machine=point.machine,
        machine_label=point.machine_label,
        submitter=point.submitter,
        day=point.day,
        path=point.path,
        ratio=point.ratio,
        log_error=point.standard_error,
        work=work_text(point),
        threads_text=threads_text(point.threads, point.cpus),
        residency_text=RESIDENCY_LABELS[point.residency],
        span=span_text(point),
        runs_text=runs_text(point.n),
        title=title_text(point),
        note=note_text(point),
        hardware_class=_class_reference(point.hardware_class),
    )


def _class_reference(summary: HardwareClassSummary) -> ClassReference:
    return ClassReference(id=summary.id, title=summary.label, path=summary.path)
