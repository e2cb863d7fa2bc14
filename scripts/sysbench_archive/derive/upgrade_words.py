"""The words of upgrades: points, and sentences about several of them.

Owns every phrase of the upgrade pages that depends on figures. Computes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.derive.workloads import FAMILIES, TESTS

_RESIDENCY_BRIEF = {"in-memory": "in memory", "cached": "cached", "io-bound": "larger than memory"}


def ratio_text(ratio: float) -> str:
    """A ratio in figures: two decimals, three where it is small."""
    return f"{ratio:.3f}" if ratio < 0.1 else f"{ratio:.2f}"


def point_span(point: Mapping[str, Any]) -> str:
    """The ends of a point, and what they are; empty where nothing was repeated."""
    if point["low"] is None:
        return ""
    ends = f"{point['low']:.3f} to {point['high']:.3f}"
    return f"workloads: {ends}" if point["workloads"] > 1 else ends


def runs_text(n: Sequence[int]) -> str:
    """Runs of the newer side and of the older."""
    return (
        f"{n[0]} and {n[1]} runs"
        if n[0] != n[1]
        else f"{n[0]} {'run' if n[0] == 1 else 'runs'} a side"
    )


def left_out_text(count: int) -> str:
    """How many points the page leaves out, and why."""
    if not count:
        return ""
    some = "One point is" if count == 1 else f"{count} points are"
    return f"{some} left out: besides the release something differs that decides the figures."


def scope_text(machines: int, submitters: int) -> str:
    """How broad the evidence of a page is."""
    by = "1 author" if submitters == 1 else f"{submitters} authors"
    return f"{machines_text(machines)}, {by}"


def threads_text(threads: int, cpus: int | None) -> str:
    """Client threads, and how many that is for each processor."""
    count = f"{threads} thread{'' if threads == 1 else 's'}"
    if not cpus or threads == 1:
        return count
    return f"{count}, {threads / cpus:.1f} per CPU"


def work_text(point: Mapping[str, Any]) -> str:
    """What ran: the workload by its title, or how many of which test or family."""
    if point["workloads"] == 1:
        return str(point["workload"])
    named = TESTS[point["test"]].title if point["test"] else FAMILIES[point["family"]].lower()
    return f"{named}, median of {point['workloads']} workloads"


def title_text(point: Mapping[str, Any]) -> str:
    """What ran and at how many threads, as short as a chart on a phone needs it."""
    named = point["workload"] if point["workloads"] == 1 else work_text(point).partition(",")[0]
    threads = f", {threads_text(point['threads'], None)}"
    return cut(named, MOST_CHARACTERS - len(threads)) + threads


def note_text(point: Mapping[str, Any]) -> str:
    """Where it ran and on what, as short as a chart on a phone needs it."""
    several = f"{point['workloads']} workloads" if point["workloads"] > 1 else ""
    parts = [several, _RESIDENCY_BRIEF.get(point["residency"], ""), point["class_brief"]]
    return cut(", ".join(part for part in parts if part), MOST_CHARACTERS)


MOST_CHARACTERS = 46
"""Characters of a line of text in a chart that is 330 pixels wide."""


def cut(text: str, most: int) -> str:
    """A text that is too long ends in an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def machines_text(count: int) -> str:
    """A number of machines in words."""
    return "1 machine" if count == 1 else f"{count} machines"


_TALLY = {
    "faster": "{} faster",
    "slower": "{} slower",
    "equivalent": "{} equivalent",
    "mixed": "{} mixed",
    "none": "{} without a resolvable difference",
    "cannot-tell": "{} that cannot be told apart",
}


def tally(directions: Sequence[str]) -> str:
    """How many say what, in the order of the archive's directions."""
    counts = Counter(directions)
    named = [words.format(counts[name]) for name, words in _TALLY.items() if counts[name]]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def place_text(point: Mapping[str, Any]) -> str:
    """Where and how a point was measured, within a sentence."""
    return f"{work_text(point)} at {threads_text(point['threads'], None)}"
