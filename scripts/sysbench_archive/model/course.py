"""The course of a run: its throughput as a drawing, and the quoted lines of its evidence."""

from __future__ import annotations

from sysbench_archive.model.base import Number, Record


class ThroughputLine(Record):
    """Throughput during the run, as a drawing."""

    heading: str
    """What the drawing shows."""
    points: str
    """Points of a polyline in a box of 600 by 120."""
    count: int
    """Interval lines."""
    from_s: Number
    """First interval's time."""
    to_s: Number
    """Last interval's time."""
    lowest: Number
    """Lowest interval."""
    highest: Number
    """Highest interval."""
    top: Number
    """Throughput at the top of the box."""
    window: Number
    """Mean of the intervals behind the warm-up, per second."""
    window_from_s: Number
    """Where the window begins: behind the first tenth of the intervals."""
    p01: Number | None
    """1st percentile of the window's intervals, per second."""
    stalls: int
    """Stretches below a tenth of the window's median."""
    longest_stall_s: Number
    """Length of the longest stall in seconds; 0 where there is none."""
    steadiness: str
    """Whether its last third was steady, in words; empty where there are too few intervals."""


class Excerpt(Record):
    """Lines that print figures, with the headings between and above them.

    Two lists: an archive has more quoted lines than anything else.
    """

    numbers: list[int]
    """Number of each line, from 1."""
    texts: list[str]
    """Text of each."""
