"""Findings: what a page says first."""

from __future__ import annotations

from sysbench_archive.model.base import Record


class FindingContrast(Record):
    """A contrast that a finding speaks of."""

    panel: str
    """Its panel."""
    candidate: str
    """Side."""
    threads: int


class Finding(Record):
    """A sentence or two that a page opens with."""

    text: str
    """What was found."""
    cause: str
    """What else may explain it, where that is on record; else empty."""
    advice: str
    """What to do with it; else empty."""
    status: str
    """Weakest evidence status of what it speaks of; empty where it only quotes figures."""
    contrasts: list[FindingContrast]
    """What it speaks of; empty where somebody wrote it, or where it only quotes figures."""
