"""Path length by release: instructions per transaction, a line a product, a release of it as 1.

A line joins releases of one bundle, since counts of another machine or session are others. Counts
stand in one panel only where the servers' settings, the machine, threads and dataset are alike.
What is said of the newest release has the noise of counts, as verdicts have.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from sysbench_archive.derive.servers import REGIMES, regime_of, version_key
from sysbench_archive.model.base import (
    AxisMark,
    BundleReference,
    Number,
    Record,
    bundle_reference,
    narrowed,
)
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.result import ResultRecord, RunRecord
from sysbench_archive.pages.kinds import PageKind
from sysbench_archive.tables.cells import setup_key
from sysbench_archive.verdicts.counted import counted_noise
from sysbench_archive.verdicts.policy import POLICY
from sysbench_archive.words.differences import difference_text
from sysbench_archive.words.numbers import percent_up
from sysbench_archive.words.phrases import DIRECTIONS

METRIC = "instructions_per_transaction"
LEAST_RELEASES = 3
REFERENCES = {"mysql": "5.6", "mariadb": "10.6"}
"""Product to the series whose newest release is 1; of another product it is the first release."""
HUES = {"mysql": 1, "mariadb": 2, "percona-server": 3}
_OTHER_HUE = 4
HEIGHT = 170
_TOP, _BOTTOM = 12, 12
"""Pixels above the highest and below the lowest point."""
_TICKS = (0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2, 3, 5, 7, 10, 20)
_MOST_TICKS = 6
_LEAST_SPAN = 1.2
"""An axis spans at least this factor: counts that hardly differ look so."""
_TESTS = (
    "oltp_point_select",
    "oltp_read_only",
    "oltp_read_write",
    "oltp_write_only",
    "oltp_insert",
    "connect",
)
"""The order of panels; other tests follow."""


class ReleasePoint(Record):
    """A release in a drawing of path length."""

    label: str
    """Server."""
    short: str
    """Its series, where the point before is of another; else empty."""
    path: str
    """Page of the run."""
    instructions: Number
    """Instructions per transaction."""
    ratio: Number
    """Over those of the release that is 1."""
    x: Number
    """Place from left to right, in percent."""
    y: Number


class ReleaseLine(Record):
    """The releases of a product, oldest first."""

    product: str
    label: str
    hue: int
    """Its hue in charts."""
    reference: str
    """The release that is 1."""
    finding: str
    """What its newest release executes beside that."""
    course: str
    """The line through its points, in a box that is 100 wide."""
    points: list[ReleasePoint]


class PathLength(Record):
    """Path length of a workload by release: a line a product, on one logarithmic axis."""

    id: str
    """Its id on the page."""
    test: str
    """Test; its page is `/workloads/<test>/`."""
    title: str
    settings: str
    """Settings of the servers, in words."""
    height: int
    """Pixels the drawing is high."""
    marks: list[AxisMark]
    lines: list[ReleaseLine]
    """Products."""


class PathLengthPage(Record):
    """Path length by release, a panel a workload."""

    panels: list[PathLength]
    """Workloads."""
    bundles: list[BundleReference]
    """Where the counts are from."""


def counted_releases(result: ResultRecord) -> list[CountedRelease]:
    """The counted runs of a bundle."""
    return [
        _release_of(result, run)
        for run in result.runs
        if run.state == "complete" and run.counted and METRIC in run.figures
    ]


def _release_of(result: ResultRecord, run: RunRecord) -> CountedRelease:
    server = next(s for s in result.servers if s.id == run.server.id)
    workload = next(w for w in result.workloads if w.id == run.workload.id)
    host = next(h for h in result.hosts if h.id == server.host)
    dataset = [f"{name}={workload.values.get(name)}" for name in ("tables", "table_size")]
    start = run.counted.start if run.counted else "server"
    alike = [server.regime, host.cpu_model, str(run.threads), *dataset]
    alike += [start] if start == "copy" else []
    return narrowed(
        server,
        CountedRelease,
        bundle=result.id,
        path=run.path,
        test=workload.test or workload.id,
        title=workload.title,
        tool=run.counted.tool if run.counted else "",
        regime=regime_of(server),
        setting=" ".join(alike),
        # Instructions of a server know neither kernel nor storage.
        setup=setup_key(result.conditions, workload, server.id, host=False),
        started=str(run.stated.get("started") or result.published or result.submitted),
        instructions=run.figures[METRIC].value,
        start=start,
    )


_Key = tuple[str, str, str]
"""Test, tool, and what the runs of a panel have alike."""


def path_length_page(
    releases: Iterable[CountedRelease], titles: Mapping[str, str]
) -> PathLengthPage:
    """Every panel; `titles` names the bundles."""
    groups: dict[_Key, list[CountedRelease]] = {}
    for release in releases:
        key = release.test, release.tool, release.setting
        groups.setdefault(key, []).append(release)
    panels = {key: path_length(group) for key, group in groups.items()}
    drawn = dict(_widest(panels))
    names = sorted({release.bundle for key in drawn for release in groups[key]})
    return PathLengthPage(
        panels=[drawn[key] for key in sorted(drawn, key=_place)],
        bundles=[bundle_reference(name, titles[name]) for name in names],
    )


def _place(key: _Key) -> tuple[int, _Key]:
    test = key[0]
    return _TESTS.index(test) if test in _TESTS else len(_TESTS), key


def path_length(releases: Sequence[CountedRelease]) -> PathLength | None:
    """The panel of counts that may stand beside each other; None without a line."""
    courses = dict(_courses(releases))
    if not courses:
        return None
    ratios = [ratio for _, course in courses.values() for _, _, ratio in course]
    axis = _Axis(min(ratios), max(ratios))
    first = releases[0]
    return PathLength(
        id=f"panel-{first.test}-{first.regime}",
        test=first.test,
        title=first.title,
        settings=REGIMES[first.regime],
        height=HEIGHT,
        marks=axis.marks(),
        lines=[
            _line_of(product, reference, course, axis)
            for product, (reference, course) in courses.items()
        ],
    )


def _widest(panels: Mapping[_Key, PathLength | None]) -> Iterator[tuple[_Key, PathLength]]:
    """Of the panels of a test in the same settings the one with most releases: what the others
    differ by, such as the machine or the size of the tables, stands at their results.
    """
    by_id: dict[str, list[tuple[_Key, PathLength]]] = {}
    for key, panel in sorted(panels.items()):
        if panel:
            by_id.setdefault(panel.id, []).append((key, panel))
    for alike in by_id.values():
        yield max(alike, key=lambda each: sum(len(line.points) for line in each[1].lines))


_Course = list[tuple[CountedRelease, float, float]]
"""A release, the mean of its counts, and that over the reference's; oldest first."""


def _courses(releases: Sequence[CountedRelease]) -> Iterator[tuple[str, tuple[str, _Course]]]:
    """Product to its reference and course, from the bundle with most of its releases. A release of
    which a bundle ran several servers is none of them: what these differ by are settings.
    """
    for product in PRODUCTS:
        by_bundle: dict[str, dict[str, list[CountedRelease]]] = {}
        for release in releases:
            if release.product == product:
                by_label = by_bundle.setdefault(release.bundle, {})
                by_label.setdefault(release.label, []).append(release)
        single = [_single_servers(by_label) for _, by_label in sorted(by_bundle.items())]
        chosen = max(single, key=len, default={})
        if len(chosen) < LEAST_RELEASES:
            continue
        ordered = sorted(
            chosen.values(), key=lambda runs: (version_key(runs[0].version), runs[0].label)
        )
        wanted = REFERENCES.get(product)
        known = [runs[0] for runs in ordered if runs[0].plain and runs[0].series == wanted]
        reference = (known[-1] if known else ordered[0][0]).label
        one = _mean(chosen[reference])
        course = [(runs[0], _mean(runs), _mean(runs) / one) for runs in ordered]
        yield product, (reference, course)


def _single_servers(
    by_label: Mapping[str, list[CountedRelease]],
) -> dict[str, list[CountedRelease]]:
    servers = Counter(runs[0].version for runs in by_label.values())
    return {label: runs for label, runs in by_label.items() if servers[runs[0].version] == 1}


def _mean(runs: Sequence[CountedRelease]) -> float:
    return sum(run.instructions for run in runs) / len(runs)


class _Axis:
    """A logarithmic axis of ratios, with 1 always on it."""

    def __init__(self, low: float, high: float) -> None:
        low, high = min(low, 1.0), max(high, 1.0)
        lacking = math.sqrt(max(1.0, _LEAST_SPAN / (high / low)))
        self.low, self.high = low / lacking, high * lacking

    def y(self, ratio: float) -> float:
        part = math.log(ratio / self.low) / math.log(self.high / self.low)
        return HEIGHT - _BOTTOM - part * (HEIGHT - _TOP - _BOTTOM)

    def marks(self) -> list[AxisMark]:
        """The ticks in sight, those about 1 first to go where there are too many."""
        inside = [tick for tick in _TICKS if self.low * 0.97 <= tick <= self.high * 1.03]
        while len(inside) > _MOST_TICKS:
            gaps = [
                (math.log(after / before), after if before == 1 else before)
                for before, after in pairwise(inside)
            ]
            inside.remove(min(gaps)[1])
        return [AxisMark(at=self.y(tick), text=f"{tick:g}") for tick in inside]


def _finding(reference: str, course: _Course) -> str:
    """What the newest release executes beside the reference, where counts can tell."""
    release, _, ratio = course[-1]
    noise = counted_noise(release.test, release.start).threshold
    if release.label == reference:
        return f"{reference} is the newest release counted."
    if abs(math.log(ratio)) <= noise:
        share = math.expm1(noise)
        found = DIRECTIONS["no-clear-difference" if share <= POLICY.clear else "too-noisy"].lower()
        return (
            f"{release.label} and {reference}: {found}"
            f" (two runs of the same thing differ by up to {percent_up(share)})."
        )
    word = "more" if ratio > 1 else "fewer"
    change = difference_text(ratio)
    return f"{release.label} executes {word} instructions than {reference}: {change}."


def _line_of(product: str, reference: str, course: _Course, axis: _Axis) -> ReleaseLine:
    step = 100 / len(course)
    seen = ["", *(release.series for release, _, _ in course)]
    points = [
        ReleasePoint(
            label=release.label,
            short="" if release.series == seen[position] else release.series,
            path=release.path,
            instructions=instructions,
            ratio=ratio,
            x=step * (position + 0.5),
            y=axis.y(ratio),
        )
        for position, (release, instructions, ratio) in enumerate(course)
    ]
    return ReleaseLine(
        product=product,
        label=PRODUCTS[product],
        hue=HUES.get(product, _OTHER_HUE),
        reference=reference,
        finding=_finding(reference, course),
        course=" ".join(f"{point.x:.2f},{point.y:.1f}" for point in points),
        points=points,
    )


PATH_LENGTHS = PageKind(
    name="path_lengths",
    record=PathLengthPage,
    made=lambda listed: path_length_page(listed.counted, listed.titles),
)
