"""Runs whose reports say the same: one execution that was counted as two.

Bytes that are the same are another rule's; here a digit or a line around the report may differ.
Of 11,071 pairs in the archive that share some figures, the most alike differ in 4 of 15.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import NamedTuple

from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import RULES, Problem
from sysbench_archive.rules.places import in_document, numbered_reports
from sysbench_archive.sysbench.report import Report

COPIED = RULES["report-copied"]

MOST_OTHER, FEWEST = 2, 10
"""A copy has at most so many other figures; a report with few says too little to tell."""
_TELLING = (("total_events", "duration_s"), ("sum", "max"), ("tps", "avg"))
"""Whatever two figures of a copy are other ones, one of these pairs is the same."""
_STATED = frozenset(("index", "threads", "target_rate", "warmup_s", "percentile"))
_RATES = ("tps", "qps", "latency", "errors", "reconnects")
_COMPARED = 20
"""With how many others of one pair a report is compared: nobody has so many by chance."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Compare every report with those before it that share a pair of figures."""
    like: dict[tuple[object, ...], list[_Told]] = {}
    for pointer, run in numbered_reports(bundle):
        figures = measured(run.report) if run.report else {}
        if run.report is None or run.file is None or len(figures) < FEWEST:
            continue
        mine = _Told(run.id, (bundle.files[run.file].sha256, run.report.index), figures)
        keys = [(a, figures.get(a), figures.get(b)) for a, b in _TELLING]
        others = (other for key in keys if None not in key for other in like.get(key, ()))
        twin = next((other for other in others if mine.repeats(other)), None)
        if twin is not None:
            message = f"run {run.id!r} has the figures of run {twin.run!r} again"
            yield in_document(bundle, COPIED, f"{pointer}/file", message)
        for key in keys:
            if len(kept := like.setdefault(key, [])) < _COMPARED:
                kept.append(mine)


class _Told(NamedTuple):
    """What a report tells: its run, the bytes it stands in, and figures."""

    run: str
    place: tuple[str, int]
    figures: Mapping[str, float]

    def repeats(self, other: _Told) -> bool:
        """Whether the other is a copy, and not the same bytes, of which other rules tell."""
        names = self.figures.keys() | other.figures.keys()
        differ = sum(self.figures.get(name) != other.figures.get(name) for name in names)
        return differ <= MOST_OTHER and self.place != other.place


def measured(report: Report) -> dict[str, float]:
    """What was measured, by name; a zero says nothing."""
    found: dict[str, object] = dict(report.plain_figures())
    if report.latency_ms is not None:
        found |= asdict(report.latency_ms)
    found = {name: value for name, value in found.items() if name not in _STATED}
    for line in report.intervals:
        found |= {
            f"{name} at {line.t}": value for name, value in zip(_RATES, line[2:], strict=True)
        }
    return {k: v for k, v in found.items() if isinstance(v, int | float) and v}
