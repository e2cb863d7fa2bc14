"""The decade: throughput of each release series over a reference series, chained within machines.

A contrast is a newer and an older series of one product under one workload at one thread count, in
one bundle on one machine. Its logarithms are averaged over the contrasts of a machine, and these
over machines: that is a step. A series is reached from the nearest series that at least two
machines ran beside it, else from the nearest one at all, and its ratio is the product of the steps
from the reference. A step of one machine has no range, and what lies behind it is weak.

Only runs whose own output is here or linked are chained, of general releases, with pinned settings
and data that fit the buffer pool as far as recorded. Contrasts that are too noisy to tell are left
out. Nothing is compared across machines.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import get_args

from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.upgrades.points import (
    FAMILY_TESTS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
)
from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.decade import CountedLength, DecadeKind, DecadePoint, DecadeRowName
from sysbench_archive.model.upgrade import Band
from sysbench_archive.verdicts.words import count_text, difference_text, is_too_wide

REFERENCES = {"mysql": "5.6", "mariadb": "10.6"}
"""Product to the series that the others are shown over: the oldest that links all later ones."""
FEWEST_MACHINES = 2
"""Independent machines of a step from which on it is not weak."""
KINDS: dict[DecadeKind, str] = {
    "point": "Reads by key",
    "range": "Read-only and range reads",
    "read-write": "Reads and writes",
    "write": "Writes",
}
CLIENTS: dict[DecadeRowName, Band] = {"one": "one", "many": "about-cores"}
"""Row of throughput to the band of client threads it shows."""
_FITTING = ("in-memory", "unrecorded")
_SERIES = Path(__file__).with_name("series.json")


class ProductSeries(Record):
    """When the series of a product became generally available, by where it was read."""

    product: str
    """Product."""
    source: str
    """Where the days are stated."""
    long_term: dict[str, str]
    """Series that were kept for years, to the month of its first general release."""
    short_term: dict[str, str]
    """Series that the next one replaced, likewise."""


@cache
def series_tables() -> dict[str, ProductSeries]:
    """Product to its series."""
    tables = read_record(_SERIES.read_bytes(), list[ProductSeries])
    return {table.product: table for table in tables}


@dataclass(frozen=True, slots=True)
class Contrast:
    """A newer series over an older one on one machine, as a logarithm."""

    older: str
    newer: str
    machine: str
    log_ratio: float


@dataclass(frozen=True, slots=True)
class Step:
    """What a newer series does over an older one: logarithms; the ends are machines."""

    older: str
    newer: str
    centre: float
    low: float
    high: float
    machines: int
    contrasts: int

    @property
    def ratio(self) -> float:
        """Newer over older."""
        return math.exp(self.centre)


@dataclass(frozen=True, slots=True)
class Link:
    """A series of a chain: its logarithm over the reference, and the step that leads to it.

    `below` and `above` are None where a step of the chain has one machine. `step` is None for the
    reference itself; `machines` is that of the step with the fewest.
    """

    series: str
    centre: float
    below: float | None
    above: float | None
    machines: int
    step: Step | None


def step_of(contrasts: Sequence[Contrast]) -> Step:
    """The step of contrasts between the same two series; at least one. Each machine counts once."""
    by_machine: dict[str, list[float]] = {}
    for contrast in contrasts:
        by_machine.setdefault(contrast.machine, []).append(contrast.log_ratio)
    means = [fmean(logs) for logs in by_machine.values()]
    return Step(
        older=contrasts[0].older,
        newer=contrasts[0].newer,
        centre=fmean(means),
        low=min(means),
        high=max(means),
        machines=len(means),
        contrasts=len(contrasts),
    )


def steps_of(contrasts: Iterable[Contrast]) -> dict[tuple[str, str], Step]:
    """Older and newer series to their step."""
    grouped: dict[tuple[str, str], list[Contrast]] = {}
    for contrast in contrasts:
        grouped.setdefault((contrast.older, contrast.newer), []).append(contrast)
    return {pair: step_of(own) for pair, own in grouped.items()}


def chain_of(contrasts: Iterable[Contrast], reference: str) -> list[Link]:
    """Every series that steps lead to from the reference, in order; none without any step.

    Series newer than the reference are reached from older ones, those before it from newer ones.
    """
    steps = steps_of(contrasts)
    series = sorted({name for pair in steps for name in pair}, key=version_key)
    if reference not in series:
        return []
    start = Link(reference, 0.0, 0.0, 0.0, 0, None)
    at = series.index(reference)
    links = [start]
    for names in (series[at + 1 :], series[:at][::-1]):
        links += _reached(names, start, steps)
    return sorted(links, key=lambda link: version_key(link.series))


def _reached(
    names: Sequence[str], start: Link, steps: Mapping[tuple[str, str], Step]
) -> Iterator[Link]:
    """The links of one direction, from the series next to the reference on."""
    placed = [start]
    for name in names:
        # The nearest first.
        known = [
            (link, step)
            for link in reversed(placed)
            if (step := steps.get(_in_order(link.series, name)))
        ]
        if not known:
            continue
        strong = (pair for pair in known if pair[1].machines >= FEWEST_MACHINES)
        placed.append(_linked(name, *next(strong, known[0])))
        yield placed[-1]


def _in_order(one: str, other: str) -> tuple[str, str]:
    older, newer = sorted((one, other), key=version_key)
    return older, newer


def _linked(series: str, link: Link, step: Step) -> Link:
    """One step further; ranges of independent steps add up as the root of the sum of squares."""
    forward = step.newer == series
    sign = 1 if forward else -1
    fewest = min(step.machines, link.machines or step.machines)
    below = above = None
    if step.machines >= FEWEST_MACHINES and link.below is not None and link.above is not None:
        down, up = step.centre - step.low, step.high - step.centre
        down, up = (down, up) if forward else (up, down)
        below, above = math.hypot(link.below, down), math.hypot(link.above, up)
    return Link(series, link.centre + sign * step.centre, below, above, fewest, step)


def decade_points(
    points: Iterable[MeasuredPoint], lengths: Iterable[CountedLength]
) -> list[DecadePoint]:
    """Every point of the decade, by row, kind, product and release."""
    chained = decade_contrasts(points)
    counted = _by_reference(lengths)
    found: list[DecadePoint] = []
    for row, kind, product in itertools.product(get_args(DecadeRowName), KINDS, REFERENCES):
        if row == "instructions":
            found += _counted_points(kind, product, counted.get((product, kind), []))
        else:
            found += _chained_points(row, kind, product, chained.get((product, kind, row), []))
    return found


def is_chained(point: MeasuredPoint) -> bool:
    """Whether a contrast may stand in a chain; one that is not comparable never comes here."""
    return (
        point.status != "reported"
        and point.regime == "pinned"
        and point.residency in _FITTING
        and point.order != "backward"
        and not (point.low and point.high and is_too_wide((point.low, point.high)))
        and all(map(_GENERAL.fullmatch, (point.from_release, point.to_release)))
    )


_GENERAL = re.compile(r"[0-9]+(\.[0-9]+)+[a-z]?(-[0-9]+)*")
"""A version of a general release: nothing behind it, as in 8.0.3 (rc) or 9.7.0-er."""


def machine_of(point: MeasuredPoint) -> str:
    """What counts as one machine here: of one author, as many processors are the same one.

    Descriptions of one machine may differ in how much memory they name, so this errs towards fewer.
    """
    return f"{point.submitter}\0{point.cpus}"


def decade_contrasts(
    points: Iterable[MeasuredPoint],
) -> dict[tuple[str, DecadeKind, DecadeRowName], list[Contrast]]:
    """Product, kind of load and row to the contrasts that may be chained."""
    rows = {band: row for row, band in CLIENTS.items()}
    found: dict[tuple[str, DecadeKind, DecadeRowName], list[Contrast]] = {}
    for point in comparable_points(points):
        shown = point.product in REFERENCES and point.family in KINDS and point.band in rows
        if shown and point.family != "connect" and is_chained(point):
            found.setdefault((point.product, point.family, rows[point.band]), []).append(
                Contrast(point.from_series, point.to_series, machine_of(point), point.log_ratio)
            )
    return found


def _chained_points(
    row: DecadeRowName, kind: DecadeKind, product: str, contrasts: Sequence[Contrast]
) -> Iterator[DecadePoint]:
    """The links of the chain of the series that are shown."""
    shown = shown_series(product, {name for c in contrasts for name in (c.older, c.newer)})
    own = [c for c in contrasts if c.older in shown and c.newer in shown]
    for link in chain_of(own, REFERENCES[product]):
        step = link.step
        other = _other_end(step, link.series) if step else ""
        sign = -1 if step and step.older == link.series else 1
        weak = link.below is None
        yield DecadePoint(
            row=row,
            kind=kind,
            product=product,
            series=link.series,
            month=shown[link.series],
            ratio=math.exp(link.centre),
            low=math.exp(link.centre - link.below) if step and link.below is not None else None,
            high=math.exp(link.centre + link.above) if step and link.above is not None else None,
            step_from=other,
            step_ratio=math.exp(sign * step.centre) if step else None,
            step_machines=step.machines if step else 0,
            machines=link.machines,
            cells=step.contrasts if step else 0,
            weak=weak,
            joined=bool(step) and _is_next(product, other, link.series),
            text=_link_text(product, link, "throughput"),
            path=_step_path(product, step, link.series),
        )


def _other_end(step: Step, series: str) -> str:
    return step.older if step.newer == series else step.newer


def _step_path(product: str, step: Step | None, series: str) -> str:
    if step is None:
        return f"/versions/{product}/{series}/"
    return Upgrade(product, step.older, step.newer).path


def _link_text(product: str, link: Link, what: str) -> str:
    """`MySQL 8.0: +12 % throughput against 5.6; step from 5.7 on 3 machines`."""
    name = f"{PRODUCTS[product]} {link.series}"
    if link.step is None:
        return f"{name}: the others are shown over it"
    step = f"step from {_other_end(link.step, link.series)} on"
    machines = count_text(link.step.machines, "machine")
    change = difference_text(math.exp(link.centre))
    return f"{name}: {change} {what} against {REFERENCES[product]}; {step} {machines}"


def shown_series(product: str, series: Iterable[str]) -> dict[str, str]:
    """Of some series those kept for years, and the newest, to their months.

    One without a known month isn't shown.
    """
    table = series_tables()[product]
    months = {**table.short_term, **table.long_term}
    known = sorted((name for name in series if name in months), key=version_key)
    return {n: months[n] for n in known if n in table.long_term or n == known[-1]}


def _is_next(product: str, one: str, other: str) -> bool:
    """Whether no long-term series lies between two."""
    low, high = sorted(map(version_key, (one, other)))
    return not any(low < version_key(name) < high for name in series_tables()[product].long_term)


def counted_lengths(releases: Iterable[CountedRelease]) -> list[CountedLength]:
    """What was counted of plain general releases at their defaults under known tests: the mean of
    the runs of a server in one comparison.
    """
    kinds = {FAMILY_TESTS[kind]: kind for kind in KINDS}
    groups: dict[tuple[str, str], list[CountedRelease]] = {}
    for release in releases:
        shown = release.plain and release.general and release.regime == "defaults"
        if shown and release.test in kinds:
            groups.setdefault((release.comparison, release.label), []).append(release)
    return [
        CountedLength(
            product=runs[0].product,
            series=runs[0].series,
            version=runs[0].version,
            kind=kinds[runs[0].test],
            instructions=fmean(run.instructions for run in runs),
            agrees=all(run.agrees for run in runs),
            path=path,
        )
        for (path, _), runs in groups.items()
    ]


def _by_reference(
    lengths: Iterable[CountedLength],
) -> dict[tuple[str, DecadeKind], list[CountedLength]]:
    """Product and kind to what one comparison counted of it: the one with most of its series.

    Only one in which the reference was counted will do; of a series its newest release speaks.
    """
    groups: dict[tuple[str, DecadeKind, str], dict[str, CountedLength]] = {}
    for length in sorted(lengths, key=lambda one: version_key(one.version)):
        if length.product in REFERENCES:
            key = length.product, length.kind, length.path
            groups.setdefault(key, {})[length.series] = length
    chosen: dict[tuple[str, DecadeKind], list[CountedLength]] = {}
    for (product, kind, _), group in sorted(groups.items(), key=lambda item: -len(item[1])):
        if REFERENCES[product] in group:
            chosen.setdefault((product, kind), list(group.values()))
    return chosen


def _counted_points(
    kind: DecadeKind, product: str, lengths: Sequence[CountedLength]
) -> Iterator[DecadePoint]:
    ordered = sorted(lengths, key=lambda one: version_key(one.series))
    shown = shown_series(product, {length.series for length in ordered})
    placed = [length for length in ordered if length.series in shown]
    if not placed:
        return
    reference = next(one for one in placed if one.series == REFERENCES[product])
    for before, length in zip([None, *placed], placed, strict=False):
        ratio = length.instructions / reference.instructions
        name = f"{PRODUCTS[product]} {length.version}"
        told = f"{length.instructions:,.0f} instructions per transaction"
        yield DecadePoint(
            row="instructions",
            kind=kind,
            product=product,
            series=length.series,
            month=shown[length.series],
            ratio=ratio,
            low=None,
            high=None,
            step_from="" if length is reference else reference.series,
            step_ratio=None if length is reference else ratio,
            step_machines=0 if length is reference else 1,
            machines=0 if length is reference else 1,
            cells=0 if length is reference else 1,
            weak=not (length.agrees and reference.agrees) and length is not reference,
            joined=before is not None and _is_next(product, before.series, length.series),
            text=f"{name}: {told}, {difference_text(ratio)} against {reference.version}",
            path=length.path,
        )
