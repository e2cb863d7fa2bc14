"""Upgrades in words: findings, ranges, thread counts and what a point ran on.

Words follow from the same points as the numbers beside them; nothing reads a number back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, get_args

from sysbench_archive.derive.upgrades.points import MeasuredPoint
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.result import Residency
from sysbench_archive.words.differences import (
    change_text,
    difference_text,
    is_too_wide,
    open_range,
    span_text,
)
from sysbench_archive.words.numbers import ratio_text
from sysbench_archive.words.phrases import DIRECTIONS, WORDS, count_text, threads_of

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
        name = "entry-published" if point.status == "reported" else "entry-single"
        return WORDS[name].format(difference=difference_text(point.ratio))
    return direction_text(direction)


def scope_text(machines: int, submitters: int) -> str:
    """How broad the evidence of a page is."""
    return f"{count_text(machines, 'machine')}, {count_text(submitters, 'author')}"


def left_out_text(count: int) -> str:
    """How many points the page leaves out, and why."""
    if not count:
        return ""
    some = "One point is" if count == 1 else f"{count} points are"
    return f"{some} left out: something besides the release decides the figures."


def threads_text(threads: int, cpus: int | None) -> str:
    """Client threads beside the processors of the machine."""
    count = threads_of([threads])
    return count if threads == 1 or not cpus else f"{count} of {count_text(cpus, 'CPU')}"


def runs_text(n: Sequence[int]) -> str:
    """Runs of the newer side and of the older."""
    newer, older = n
    return f"{newer} and {older} runs" if newer != older else f"{count_text(newer, 'run')} a side"


def setup_text(point: MeasuredPoint) -> str:
    """Dataset, buffer pool and place of the client, as far as recorded."""
    parts = [_RESIDENCIES[point.residency], _dataset_text(point)]
    if point.pool_mib:
        parts.append(f"pool {_size_text(point.pool_mib)}")
    if point.placement:
        parts.append(_PLACEMENTS.get(point.placement, f"client {point.placement}"))
    return ", ".join(part for part in parts if part)


_RESIDENCIES: dict[Residency, str] = {
    "in-memory": "in memory",
    "cached": "larger than the pool",
    "io-bound": "larger than memory",
    "unrecorded": "",
}
_PLACEMENTS = {"same-host": "client on the host", "other-host": "over a network"}
_MIB_PER_GIB = 1024


def _dataset_text(point: MeasuredPoint) -> str:
    if point.tables and point.table_size:
        return f"{count_text(point.tables, 'table')} of {point.table_size:,}"
    return _size_text(point.dataset_mib) if point.dataset_mib else ""


def _size_text(mib: float) -> str:
    return f"{mib / _MIB_PER_GIB:.3g} GiB" if mib >= _MIB_PER_GIB else f"{mib:.3g} MiB"


def place_text(point: MeasuredPoint) -> str:
    """Where and how a point was measured, within a sentence."""
    return f"{point.workload} at {threads_text(point.threads, point.cpus)}"


def order_texts(points: Sequence[MeasuredPoint]) -> list[str]:
    """A sentence for each pair of releases that is known to go backwards in time."""
    pairs = dict.fromkeys((p.from_release, p.to_release) for p in points if p.order == "backward")
    return [
        f"{older} is newer than {newer}: this step goes backwards in time."
        for older, newer in pairs
    ]


def clients_text(points: Sequence[MeasuredPoint]) -> str:
    """Clients beside the processors of one machine: `2 to 4 clients on 2 CPUs`."""
    counts = sorted({point.threads for point in points})
    number = " to ".join(dict.fromkeys((str(counts[0]), str(counts[-1]))))
    noun = "client" if counts == [1] else "clients"
    cpus = points[0].cpus
    return f"{number} {noun} on {count_text(cpus, 'CPU')}" if cpus else f"{number} {noun}"


_NO_PART_OF_A_NAME = re.compile(
    r"\((?:R|TM)\)|\bGenuine\b|\b(?:CPU|Processor)\b|@.*|\b\d+-Core\b", re.IGNORECASE
)
_UNKNOWN_MODEL = re.compile(r"\b0000\b")


def processor_text(model: str) -> str:
    """A processor as people call it: `Intel Xeon Gold 6230`."""
    return " ".join(_UNKNOWN_MODEL.sub("", _NO_PART_OF_A_NAME.sub(" ", model)).split())


def machine_texts(machines: Sequence[MeasuredPoint]) -> list[str]:
    """What tells machines from each other; those that read alike are numbered."""
    texts = [_machine_text(point) for point in machines]
    seen = Counter[str]()
    named = []
    for text in texts:
        seen[text] += 1
        named.append(text if texts.count(text) == 1 else f"{text} ({seen[text]})")
    return named


def _machine_text(point: MeasuredPoint) -> str:
    """Size, then processor or, where that is not known, its maker and model."""
    memory = _size_text(point.memory_mib) if point.memory_mib else ""
    size = count_text(point.cores, "core") if point.cores else ""
    if not size and point.cpus:
        size = count_text(point.cpus, "CPU")
    name = processor_text(point.cpu_model) or point.machine_label
    parts = [part for part in (size, memory, name) if part]
    return ", ".join(parts) if parts else f"Machine nobody described, by {point.submitter}"


def figure_text(point: MeasuredPoint) -> str:
    """A ratio in the evidence: `64: 1.15 (0.98 to 1.34)`."""
    text = f"{point.threads}: {ratio_text(point.ratio)}"
    if point.low is None or point.high is None:
        return text
    return f"{text} ({span_text(ratio_text(point.low), ratio_text(point.high))})"


def releases_text(point: MeasuredPoint) -> str:
    """Exact releases, runs and evidence status."""
    return f"{point.from_release} → {point.to_release}, {runs_text(point.n)}, {point.status}"
