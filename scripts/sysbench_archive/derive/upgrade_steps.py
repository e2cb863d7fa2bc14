"""Which pairs of releases are steps of a chain, and which lead several steps at once.

Works on pairs alone. A step leads from a series to the next newer one it was run beside; a series
nobody ran beside its predecessor is reached from the newest older one it was run beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sysbench_archive.derive.sides import version_key
from sysbench_archive.derive.upgrade_names import Step
from sysbench_archive.derive.upgrades import Record

MOST_WAYS = 3
"""Pairs of several steps that a table shows beside its steps."""

Cells = Mapping[tuple[Step, str], Sequence[Record]]
"""(pair, family) to points."""


def steps_of(pairs: Sequence[Step]) -> list[Step]:
    """The steps among pairs of one product, by their older series."""
    place = _places(pairs)
    following = {
        min((pair for pair in pairs if pair[1] == name), key=lambda pair: place[pair[2]])
        for name in {pair[1] for pair in pairs}
    }
    reached = {pair[2] for pair in following}
    leading = {
        max((pair for pair in pairs if pair[2] == name), key=lambda pair: place[pair[1]])
        for name in {pair[2] for pair in pairs} - reached
    }
    return sorted(following | leading, key=lambda pair: (place[pair[1]], place[pair[2]]))


def _places(pairs: Sequence[Step]) -> dict[str, int]:
    series = sorted({name for _, *both in pairs for name in both}, key=version_key)
    return {name: position for position, name in enumerate(series)}


def whole_ways(several: Sequence[Step], cells: Cells) -> list[Step]:
    """A few pairs of several steps: the longest much was run on, and those with most points."""
    place = _places(several)

    def length(pair: Step) -> int:
        filled = sum(step == pair for step, _ in cells)
        return filled * (place[pair[2]] - place[pair[1]])

    def evidence(pair: Step) -> int:
        return sum(len(group) for (step, _), group in cells.items() if step == pair)

    by_evidence = sorted(several, key=evidence, reverse=True)
    longest = sorted(several, key=length, reverse=True)[:1]
    chosen = [*longest, *(pair for pair in by_evidence if pair not in longest)][:MOST_WAYS]
    return sorted(chosen, key=lambda pair: (place[pair[1]], place[pair[2]]))
