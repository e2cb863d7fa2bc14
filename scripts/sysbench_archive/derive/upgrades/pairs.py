"""The page of each pair of release series: the answers, then the machines, then every measurement.

Regimes are never mixed: a kind of load has a part of the page for each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sysbench_archive.derive.entries import storage_text
from sysbench_archive.derive.upgrades.answers import (
    NOUNS,
    answers_of,
    fewer_or_more,
    is_seldom_clear,
    machine_lines,
    median_text,
    notes_of,
    part_of,
    part_text,
    words_of,
)
from sysbench_archive.derive.upgrades.axis import Axis, axis_of
from sysbench_archive.derive.upgrades.cells import points_by_machine
from sysbench_archive.derive.upgrades.points import (
    BAND_LABELS,
    REGIME_LABELS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    points_by_upgrade,
)
from sysbench_archive.derive.upgrades.words import (
    clients_text,
    figure_text,
    left_out_text,
    machine_texts,
    order_texts,
    releases_text,
    scope_text,
    setup_text,
)
from sysbench_archive.model.upgrade import (
    Band,
    UpgradeAnswer,
    UpgradeAnswerPart,
    UpgradeClients,
    UpgradeEvidence,
    UpgradeEvidenceRow,
    UpgradeFigure,
    UpgradeLoad,
    UpgradeMachine,
    UpgradeOption,
    UpgradePair,
    UpgradeRow,
)

MIB_PER_GIB = 1024
BAND_TITLES: dict[Band, str] = {
    "one": "One client",
    "up-to-half": "Fewer clients than half the CPUs",
    "about-cores": "About as many clients as CPUs",
    "oversubscribed": "More than twice as many clients as CPUs",
    "unrecorded": "Several clients, CPUs not recorded",
}
_NOTHING = "No runs of {} and {} are comparable."
_BANDS = tuple(BAND_LABELS)


@dataclass(frozen=True, slots=True)
class _Page:
    """What the parts of a page share: the upgrade, its axis and the position of each machine."""

    upgrade: Upgrade
    axis: Axis
    machines: dict[str, int]


def pair_records(points: Sequence[MeasuredPoint]) -> Iterator[UpgradePair]:
    """The page of each pair, in order."""
    for upgrade, own in points_by_upgrade(points).items():
        yield _pair_record(upgrade, own)


def _pair_record(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> UpgradePair:
    comparable = comparable_points(points)
    answers = answers_of(upgrade, comparable)
    left_out = len(points) - len(comparable)
    machines = len({point.machine for point in points})
    submitters = sorted({point.submitter for point in points})
    hosts = _machines(upgrade, comparable)
    axis = axis_of([end for answer in answers for part in answer.parts for end in _ends(part)])
    page = _Page(upgrade, axis, {name: place for place, (name, _) in enumerate(hosts)})
    leading = {answer.regime: answer for answer in reversed(answers)}
    loads = [
        _load_record(page, answer, comparable, first=leading[answer.regime] is answer)
        for answer in answers
    ]
    bands = [band for band in _BANDS if any(part.band == band for a in answers for part in a.parts)]
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
        order_text="" if upgrade.to_product else " ".join(order_texts(comparable)),
        data=upgrade.data_path,
        left_out=left_out,
        left_out_text=left_out_text(left_out),
        machines=machines,
        submitters=submitters,
        scope=scope_text(machines, len(submitters)),
        newest=max(point.day for point in points),
        bands=[UpgradeOption(name=band, label=BAND_TITLES[band]) for band in bands],
        glance=[]
        if len(loads) == 1
        else [
            [next((c for c in load.clients if c.band == band), None) for band in bands]
            for load in loads
        ],
        axis=axis.ticks,
        one=axis.place(0.0),
        loads=loads,
        hosts=[record for _, record in hosts],
    )


def _ends(part: UpgradeAnswerPart) -> tuple[float, float]:
    return part.low, part.high


def _machines(
    upgrade: Upgrade, points: Sequence[MeasuredPoint]
) -> list[tuple[str, UpgradeMachine]]:
    """Machines by their key, those with fewer cores first and those nobody described last."""
    own = sorted(points_by_machine(points).items(), key=lambda item: _size_order(item[1][0]))
    labels = machine_texts([group[0] for _, group in own])
    # Of a single machine the loads below say the same.
    lines = [machine_lines(upgrade, group) if len(own) > 1 else [] for _, group in own]
    return [
        (name, _machine_record(group, said, label=label, number=number))
        for number, ((name, group), label, said) in enumerate(
            zip(own, labels, lines, strict=True), 1
        )
    ]


def _size_order(point: MeasuredPoint) -> tuple[float, float, str]:
    return (
        point.cores or point.cpus or math.inf,
        point.memory_mib or math.inf,
        point.machine,
    )


def _machine_record(
    points: Sequence[MeasuredPoint], lines: list[str], *, label: str, number: int
) -> UpgradeMachine:
    point = points[0]
    return UpgradeMachine(
        id=f"machine-{number}",
        label=label,
        cores=point.cores or point.cpus,
        memory_gib=point.memory_mib / MIB_PER_GIB if point.memory_mib else None,
        storage=point.storage,
        storage_text=storage_text(point.storage) or "storage not recorded",
        path=point.hardware_class.path,
        by=point.submitter,
        lines=lines,
    )


def _load_record(
    page: _Page, answer: UpgradeAnswer, points: Sequence[MeasuredPoint], *, first: bool
) -> UpgradeLoad:
    """One kind of load under one regime: each number of clients, and the evidence."""
    own = [p for p in points if (p.family, p.regime) == (answer.family, answer.regime)]
    noun = NOUNS[answer.family]
    return UpgradeLoad(
        id=f"{answer.family}-{answer.regime}",
        family=answer.family,
        regime=answer.regime,
        anchor=answer.regime if first else "",
        title=f"{noun[:1].upper()}{noun[1:]}, {REGIME_LABELS[answer.regime]}",
        status=answer.status,
        clients=[_clients_record(page, part, own) for part in answer.parts],
        evidence=list(_evidence(page, answer, own)),
        measurements=len(own),
    )


def _spread_text(part: UpgradeAnswerPart, spread: str) -> str:
    """The range over machines; where signs differ, or stand of the fewer measurements, how many
    say what.
    """
    said = part.tally if part.direction == "mixed" or is_seldom_clear(part) else ""
    return "; ".join(filter(None, (spread, said)))


def _clients_record(
    page: _Page, part: UpgradeAnswerPart, points: Sequence[MeasuredPoint]
) -> UpgradeClients:
    own = points_by_machine(point for point in points if point.band == part.band)
    spread = fewer_or_more(part.low, part.high)
    median = median_text(part)
    return UpgradeClients(
        band=part.band,
        title=BAND_TITLES[part.band],
        said=part_text(part),
        text=median,
        spread=_spread_text(part, spread if spread != median else ""),
        direction=part.direction,
        mark=page.axis.mark(part.low, part.ratio, part.high),
        rows=[
            _row(page, name, part_of(part.band, group), group, alone=len(own) == 1)
            for name, group in sorted(own.items(), key=lambda item: page.machines[item[0]])
        ],
    )


def _row(
    page: _Page,
    machine: str,
    part: UpgradeAnswerPart,
    points: Sequence[MeasuredPoint],
    *,
    alone: bool,
) -> UpgradeRow:
    """A machine; of one alone the line above says what it says."""
    count = "" if part.measurements == 1 else f"{part.measurements} measurements"
    return UpgradeRow(
        machine=page.machines[machine],
        clients=clients_text(points),
        text="" if alone else words_of(part),
        note="; ".join(text for text in ("" if alone else notes_of(part), count) if text),
        direction=part.direction,
        mark=page.axis.mark(part.low, part.ratio, part.high),
    )


def _evidence(
    page: _Page, answer: UpgradeAnswer, points: Sequence[MeasuredPoint]
) -> Iterator[UpgradeEvidence]:
    """What ran on each machine with the same two releases: a row for each workload of a bundle."""
    places = page.machines
    groups: dict[tuple[int, str], dict[str, list[MeasuredPoint]]] = {}
    for point in sorted(points, key=lambda p: (places[p.machine], p.workload, p.bundle, p.threads)):
        group = groups.setdefault((places[point.machine], releases_text(point)), {})
        group.setdefault(point.path, []).append(point)
    for (machine, releases), paths in groups.items():
        yield UpgradeEvidence(
            machine=machine,
            releases=releases,
            rows=[_evidence_row(answer, path, own) for path, own in paths.items()],
        )


def _evidence_row(
    answer: UpgradeAnswer, path: str, points: Sequence[MeasuredPoint]
) -> UpgradeEvidenceRow:
    return UpgradeEvidenceRow(
        work=points[0].workload,
        path=path,
        setup=setup_text(points[0]),
        figures=[
            [
                UpgradeFigure(text=figure_text(point), sign=_SIGNS.get(point.direction, ""))
                for point in points
                if point.band == part.band
            ]
            for part in answer.parts
        ],
    )


_SIGNS: dict[str, Literal["faster", "slower"]] = {"faster": "faster", "slower": "slower"}
