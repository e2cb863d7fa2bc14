"""Upgrades in words: findings, ranges, thread counts and what a point ran on.

Words follow from the same points as the numbers beside them; nothing reads a number back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, get_args

from sysbench_archive.derive.upgrades.points import BAND_LABELS, RESIDENCY_LABELS, MeasuredPoint
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.result import Residency
from sysbench_archive.verdicts.words import (
    DIRECTIONS,
    WORDS,
    change_text,
    count_text,
    difference_text,
    is_too_wide,
    open_range,
    threads_of,
)

NO_CLEAR_DIFFERENCE: Direction = "no-clear-difference"
_SIGNS: tuple[Direction, ...] = ("faster", "slower", "mixed")


class Unit(NamedTuple):
    """What a tally counts: `in 3 of 4 cells`, `on 1 of 2 machines`."""

    preposition: str
    noun: str


CELLS = Unit("in", "cell")
WORKLOADS = Unit("in", "workload")
BUNDLES = Unit("in", "bundle")
MACHINES = Unit("on", "machine")


def tally_text(directions: Sequence[Direction], unit: Unit, *, named: bool = True) -> str:
    """How many say what, most first: `slower in 3 of 4 cells, no clear difference in 1`.

    `named` tells whether the unit is named. Of a single direction there is nothing to count.
    """
    total, place = len(directions), unit.preposition
    if total == 1:
        return direction_text(directions[0])
    counts = Counter(directions)
    said: list[Direction] = [name for name in get_args(Direction) if counts[name]]
    first, *others = sorted(said, key=lambda name: (name not in _SIGNS, -counts[name]))
    noun = f" {unit.noun}s" if named else ""
    parts = [f"{direction_text(first)} {place} {counts[first]} of {total}{noun}"]
    for name in others:
        count = "the other" if total == 2 and named else str(counts[name])
        parts.append(f"{direction_text(name)} {place} {count}")
    return ", ".join(parts)


def direction_text(direction: Direction) -> str:
    """A direction within a sentence."""
    return DIRECTIONS[direction].lower()


def finding_text(point: MeasuredPoint) -> str:
    """What one point says."""
    direction = point.direction
    if direction in ("faster", "slower"):
        return change_text(point.ratio)
    if point.low is not None and point.high is not None:
        interval = point.low, point.high
        if direction == NO_CLEAR_DIFFERENCE and is_too_wide(interval):
            return WORDS["entry-too-noisy"].format(range=open_range(interval))
    elif direction == "cannot-tell":
        return f"{unresolved_text(point)}; {direction_text(direction)}"
    return direction_text(direction)


def unresolved_text(point: MeasuredPoint) -> str:
    """What a figure without repetitions shows: `reported +8 %`."""
    source = "reported" if point.status == "reported" else "single runs"
    return f"{source} {difference_text(point.ratio)}"


def scope_text(machines: int, submitters: int) -> str:
    """How broad the evidence of a page is."""
    return f"{count_text(machines, 'machine')}, {count_text(submitters, 'author')}"


def left_out_text(count: int) -> str:
    """How many points the page leaves out, and why."""
    if not count:
        return ""
    some = "One point is" if count == 1 else f"{count} points are"
    return f"{some} left out: besides the release something differs that decides the figures."


def threads_text(threads: int, cpus: int | None) -> str:
    """Client threads beside the processors of the machine."""
    count = threads_of([threads])
    return count if threads == 1 or not cpus else f"{count} of {count_text(cpus, 'CPU')}"


def band_place_text(points: Sequence[MeasuredPoint], *, residency_named: bool) -> str:
    """Where the points of one band and residency lie: `at 40 threads of 48 CPUs`, `at 1 thread`.

    `residency_named` tells whether the words name the residency.
    """
    first, places = points[0], {(point.threads, point.cpus) for point in points}
    about = []
    if first.band == "one":
        threads = threads_of([1])
    elif len(places) == 1:
        threads = threads_text(first.threads, first.cpus)
    else:
        counts = sorted({threads for threads, _ in places})
        ends = dict.fromkeys((str(counts[0]), str(counts[-1])))
        threads = f"{' to '.join(ends)} threads"
        about.append(_BRIEF_BANDS.get(first.band, BAND_LABELS[first.band]))
    if residency_named:
        about.append(RESIDENCY_LABELS[first.residency])
    return f"at {threads} ({', '.join(about)})" if about else f"at {threads}"


_BRIEF_BANDS = {"unrecorded": "cores not recorded"}


def runs_text(n: Sequence[int]) -> str:
    """Runs of the newer side and of the older."""
    newer, older = n
    return f"{newer} and {older} runs" if newer != older else f"{count_text(newer, 'run')} a side"


def setup_text(point: MeasuredPoint) -> str:
    """Dataset, buffer pool and place of the client, as far as recorded."""
    parts = [RESIDENCY_LABELS[point.residency], _dataset_text(point)]
    if point.pool_mib:
        parts.append(f"buffer pool {_size_text(point.pool_mib)}")
    if point.placement:
        parts.append(_PLACEMENTS.get(point.placement, f"client {point.placement}"))
    return ", ".join(part for part in parts if part)


_PLACEMENTS = {"same-host": "client on the same host", "other-host": "client on another host"}
_MIB_PER_GIB = 1024


def _dataset_text(point: MeasuredPoint) -> str:
    if point.tables and point.table_size:
        return f"{count_text(point.tables, 'table')} of {point.table_size:,} rows"
    return _size_text(point.dataset_mib) if point.dataset_mib else ""


def _size_text(mib: float) -> str:
    return f"{mib / _MIB_PER_GIB:.3g} GiB" if mib >= _MIB_PER_GIB else f"{mib:.3g} MiB"


def place_text(point: MeasuredPoint) -> str:
    """Where and how a point was measured, within a sentence."""
    return f"{point.workload} at {threads_text(point.threads, point.cpus)}"


def interval_text(point: MeasuredPoint) -> str:
    """The ends of a point's interval; empty where nothing was repeated."""
    if point.low is None or point.high is None:
        return ""
    return f"{point.low:.3f} to {point.high:.3f}"


def order_texts(points: Sequence[MeasuredPoint]) -> list[str]:
    """A sentence for each pair of releases that is known to go backwards in time."""
    pairs = dict.fromkeys((p.from_release, p.to_release) for p in points if p.order == "backward")
    return [
        f"{older} is newer than {newer}: this step goes backwards in time."
        for older, newer in pairs
    ]


LONGEST_LINE = 46
"""Characters of a line of text in a chart that is 330 pixels wide."""
_BRIEF_RESIDENCIES: dict[Residency, str] = {
    "in-memory": "in memory",
    "cached": "cached",
    "io-bound": "larger than memory",
    "unrecorded": "",
}


def title_text(point: MeasuredPoint) -> str:
    """What ran and at how many threads, as short as a chart on a phone needs it."""
    threads = f", {threads_text(point.threads, None)}"
    return shortened(point.workload, LONGEST_LINE - len(threads)) + threads


def note_text(point: MeasuredPoint) -> str:
    """Where it ran and on what, as short as a chart on a phone needs it."""
    pool = f"pool {_size_text(point.pool_mib)}" if point.pool_mib else ""
    parts = [_BRIEF_RESIDENCIES[point.residency], pool, point.hardware_class.brief]
    return shortened(", ".join(part for part in parts if part), LONGEST_LINE)


def shortened(text: str, most: int) -> str:
    """A text that is too long ends in an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
