"""The page of each pair of release series: the evidence of all machines that ran both.

Regimes are never mixed: everything on a page is grouped by regime first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sysbench_archive.derive.upgrades.answers import answers_of
from sysbench_archive.derive.upgrades.cells import finding_of, upgrade_cell
from sysbench_archive.derive.upgrades.points import (
    BAND_LABELS,
    FAMILY_LABELS,
    FAMILY_TESTS,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    points_by_upgrade,
)
from sysbench_archive.derive.upgrades.words import (
    band_place_text,
    finding_text,
    interval_text,
    left_out_text,
    note_text,
    order_texts,
    runs_text,
    scope_text,
    setup_text,
    threads_text,
    title_text,
)
from sysbench_archive.model.base import shared_fields
from sysbench_archive.model.comparison import EvidenceStatus
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import Residency
from sysbench_archive.model.upgrade import (
    Band,
    ClassReference,
    PointFields,
    Regime,
    UpgradeFamily,
    UpgradeFinding,
    UpgradeGroup,
    UpgradeGroupRow,
    UpgradePair,
    UpgradePoint,
)
from sysbench_archive.verdicts.words import STATUSES, count_text, joined

WITH_REGIME: dict[Regime, str] = {
    "defaults": "with default settings",
    "pinned": "with pinned settings",
    "other": "with settings nobody recorded",
}
"""Regime to its words within a sentence, in the order pages list them."""
MOST_CHARTED = 40
"""Lines a chart may have."""
MOST_LEADING = 3
"""Findings of a pair that the page of all pairs shows."""
_FAMILIES, _BANDS, _RESIDENCIES = tuple(FAMILY_TESTS), tuple(BAND_LABELS), tuple(RESIDENCY_LABELS)


def pair_records(points: Sequence[MeasuredPoint]) -> Iterator[UpgradePair]:
    """The page of each pair, in order."""
    for upgrade, own in points_by_upgrade(points).items():
        yield _pair_record(upgrade, own)


def _pair_record(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> UpgradePair:
    comparable = comparable_points(points)
    answers = answers_of(upgrade, comparable)
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
        to_product=upgrade.to_product,
        from_series=upgrade.from_series,
        to_series=upgrade.to_series,
        answer=answers[0] if answers else None,
        description=answers[0].sentence
        if answers
        else _NOTHING.format(upgrade.from_label, upgrade.to_label),
        order_text=" ".join(order_texts(comparable)),
        data=upgrade.data_path,
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


_NOTHING = "No runs of {} and {} are comparable."


def _scope_text(regime: Regime, points: Sequence[MeasuredPoint]) -> str:
    machines = count_text(len({point.machine for point in points}), "machine")
    used = {point.status for point in points}
    statuses = joined([status for status in STATUSES if status in used])
    return f"{_capitalized(WITH_REGIME[regime])}, on {machines} ({statuses})"


class _Finding(NamedTuple):
    """What a band and a residency say: where it is and what, within a sentence; how many points."""

    place: str
    text: str
    points: int

    @property
    def line(self) -> str:
        """Both as an entry of a list."""
        return f"{_capitalized(self.place)}: {self.text}"


def _findings(points: Sequence[MeasuredPoint]) -> list[_Finding]:
    """What each band and residency says, in order."""
    groups: dict[tuple[Band, Residency], list[MeasuredPoint]] = {}
    for point in sorted(points, key=_page_order):
        groups.setdefault((point.band, point.residency), []).append(point)
    in_order = sorted(groups, key=lambda k: (_BANDS.index(k[0]), _RESIDENCIES.index(k[1])))
    several_machines = len({point.machine for point in points}) > 1
    several_residencies = len({point.residency for point in points}) > 1
    return [
        _Finding(
            place=band_place_text(groups[key], residency_named=several_residencies),
            text=_finding_with_place(groups[key], machines_named=several_machines),
            points=len(groups[key]),
        )
        for key in in_order
    ]


def leading_finding(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> UpgradeFinding:
    """The few findings with the most points, of the regime with the most; its page has the rest."""
    by_regime = _points_by_regime(points)
    regime = max(by_regime, key=lambda name: len(by_regime[name]))
    found = _findings(by_regime[regime])
    most = sorted(found, key=lambda finding: finding.points, reverse=True)[:MOST_LEADING]
    scope = _scope_text(regime, by_regime[regime])
    return UpgradeFinding(
        path=upgrade.path,
        title=upgrade.title,
        scope=f"{scope[:1].lower()}{scope[1:]}",
        lines=[finding.line for finding in found if finding in most],
    )


def _finding_with_place(points: Sequence[MeasuredPoint], *, machines_named: bool) -> str:
    """A finding with the workload where there is one, and with the machines where asked for."""
    workloads = {point.workload for point in points}
    finding = finding_of(points)
    if len(workloads) == 1:
        return f"{finding} in {points[0].workload}"
    machines = count_text(len({point.machine for point in points}), "machine")
    return f"{finding}, on {machines}" if machines_named else finding


def _group_record(
    upgrade: Upgrade, regime: Regime, points: Sequence[MeasuredPoint]
) -> UpgradeGroup:
    """What one regime shows: a table of cells, and its points."""
    ordered = sorted(points, key=_page_order)
    charted = charted_positions(ordered)
    label = REGIME_LABELS[regime]
    return UpgradeGroup(
        regime=regime,
        label=label,
        title=label.capitalize(),
        scope=_scope_text(regime, points),
        findings=[finding.line for finding in _findings(points)],
        caption=f"{upgrade.to_label} over {upgrade.from_label}, {label}",
        chart=f"upgrade-{upgrade.slug}--{regime}",
        chart_note=_chart_note(ordered, charted),
        charted=charted,
        rows=[
            UpgradeGroupRow(
                band=_capitalized(BAND_LABELS[band]),
                family=FAMILY_LABELS[family],
                residency=RESIDENCY_LABELS[residency],
                cell=upgrade_cell(group),
            )
            for (band, family, residency), group in _points_by_load(ordered).items()
        ],
        status=_shared_status(ordered),
        points=[published_point(point) for point in ordered],
    )


def _shared_status(points: Sequence[MeasuredPoint]) -> EvidenceStatus | Literal[""]:
    statuses = {point.status for point in points}
    return statuses.pop() if len(statuses) == 1 else ""


def charted_positions(points: Sequence[MeasuredPoint]) -> list[int]:
    """Positions of the points a chart shows: all, or those of the best known tests; never too many.

    Of still too many those in between are left out evenly, so that the chart has every band.
    """
    every = list(range(len(points)))
    if len(every) <= MOST_CHARTED:
        return every
    known = [at for at in every if points[at].test == FAMILY_TESTS[points[at].family]]
    chosen = known or every
    step = max(1.0, len(chosen) / MOST_CHARTED)
    return [chosen[int(number * step)] for number in range(min(len(chosen), MOST_CHARTED))]


def _chart_note(points: Sequence[MeasuredPoint], charted: Sequence[int]) -> str:
    if len(charted) == len(points):
        return ""
    return f"It shows {len(charted)} of {len(points)} points; the table below has all of them."


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _page_order(point: MeasuredPoint) -> tuple[int, int, int, str, int, str, str]:
    return (
        _BANDS.index(point.band),
        _FAMILIES.index(point.family),
        _RESIDENCIES.index(point.residency),
        point.workload,
        point.threads,
        point.hardware_class.id,
        point.bundle,
    )


def _points_by_load(
    points: Sequence[MeasuredPoint],
) -> dict[tuple[Band, UpgradeFamily, Residency], list[MeasuredPoint]]:
    groups: dict[tuple[Band, UpgradeFamily, Residency], list[MeasuredPoint]] = {}
    for point in points:
        groups.setdefault((point.band, point.family, point.residency), []).append(point)
    return groups


def published_point(point: MeasuredPoint) -> UpgradePoint:
    """A point as pages and programs get it."""
    return UpgradePoint(
        **shared_fields(point, PointFields),
        ratio=point.ratio,
        log_error=point.standard_error,
        work=point.workload,
        threads_text=threads_text(point.threads, point.cpus),
        setup=setup_text(point),
        finding=finding_text(point),
        span=interval_text(point),
        runs_text=runs_text(point.n),
        title=title_text(point),
        note=note_text(point),
        hardware_class=_class_reference(point.hardware_class),
    )


def _class_reference(summary: HardwareClassSummary) -> ClassReference:
    return ClassReference(id=summary.id, title=summary.label, path=summary.path)
