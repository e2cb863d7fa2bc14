"""Runs that were cut into slices, how servers took turns in them, and when a campaign ended."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import Number, Record


class Stopping(Record, kw_only=True):
    """Until when blocks were added, where their number was not fixed beforehand."""

    resolve_percent: Number
    """What was to be resolved, in percent."""
    at_most_s: int
    """How long it might take, in seconds."""
    blocks_at_most: int
    """How many blocks fitted into that, by the pilot."""
    pilot: dict[Literal["blocks", "seconds", "resolvable_percent"], Number]
    """The first blocks, and what they let expect."""
    looks: list[int]
    """After how many blocks figures were looked at."""
    reason: Literal["resolved", "time"]
    """Why it ended at the last of them."""


class SliceTable(Record, kw_only=True):
    """The slices of a run, a column each, in order of time."""

    metric: str
    """Metric of the figures."""
    seconds: Number
    """Length of a slice."""
    rounds: list[int]
    """Round of each, from 1."""
    blocks: list[int]
    """Block of each, from 1."""
    loads: list[int]
    """Load of the tables each ran on, from 1."""
    sessions: list[int]
    """Start of the server each belongs to, from 1."""
    turns: list[int]
    """When each began, in tenths of a second since the first slice of the bundle."""
    values: list[Number]
    """Figure of each, as its report prints it."""
    lines: list[int]
    """Line of the evidence file that prints it."""


class RoundTable(Record):
    """Rounds of slices at a thread count."""

    threads: int
    rounds: list[int]
    """Rounds that every side has, from 1."""
    values: list[list[Number]]
    """For each side the figures of its slices in these rounds."""


class PanelDesign(Record, kw_only=True):
    """How servers took turns in slices, and why a campaign ended that was to resolve something."""

    text: str
    """How they took turns, in words; empty where they did not run in slices."""
    stopping: str
    """Until when blocks were added, in words; empty where their number was fixed beforehand."""
    tables: list[RoundTable]
    """Rounds of slices, by thread count."""
