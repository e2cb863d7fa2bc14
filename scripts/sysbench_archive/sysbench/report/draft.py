"""A report while it is being read.

Owns what happens to a figure on its way into a report: it is kept with the line that printed
it, and withdrawn with a warning where the report contradicts itself. Refuses to read text.
"""

from __future__ import annotations

from typing import Final

from sysbench_archive.sysbench.report.intervals import JsonIntervals
from sysbench_archive.sysbench.report.model import (
    PLAIN_FIELDS,
    Figures,
    Interval,
    LatencySummary,
    Report,
)

Figure = int | float | str | None

_LATENCY: Final = LatencySummary.__slots__
_MEMORY: Final = ("transferred_mib", "mib_per_s")
_FILEIO: Final = (
    "reads_per_s",
    "writes_per_s",
    "fsyncs_per_s",
    "read_mib_per_s",
    "written_mib_per_s",
)
_HEADER: Final = frozenset({"sysbench_version", "test", "threads", "target_rate", "warmup_s"})
_MOST_WARNINGS: Final = 50
_PRINTED_TWICE: Final = frozenset({"events_per_s", "test"})
"""1.1 prints the rate of cpu and memory events twice, with two decimals and with four."""


class Draft:
    """Mutable record of one report; `finish` freezes it."""

    def __init__(self, line: int) -> None:
        """Begin a report at `line` (from 1)."""
        self.first_line = self.last_line = line
        self.section = ""
        self.seen: set[str] = set()
        self.figures: dict[str, Figure] = {}
        self.lines: dict[str, int] = {}
        self.intervals: list[Interval] = []
        self.interval_lines: list[int] = []
        self.json = JsonIntervals()
        self.histogram: list[tuple[float, int]] = []
        self.warnings: dict[str, None] = {}
        self.announced = self.prepared = self.summarised = False
        self.fatal = self.ended = self.fenced = False
        self.checkpoint: set[str] | None = None
        self.prefix_length, self.prefix_shape = 0, ""

    @property
    def complete(self) -> bool:
        """True once the summary has come to the run's time, or for 1.1 fileio to its end."""
        if self.figures.get("duration_s") is not None:
            return True
        return "fileio.reads_per_s" in self.figures and "latency_ms.sum" in self.figures

    @property
    def guarded(self) -> bool:
        """True where a line must be looked at before it counts: quoted, prefixed or passed over."""
        passed_over = self.ended or self.checkpoint is not None
        return passed_over or self.fenced or bool(self.prefix_length)

    @property
    def is_run(self) -> bool:
        """False for what `prepare` and `cleanup` print, and for a banner with nothing behind."""
        if self.summarised or self.intervals:
            return True
        return (self.announced or self.fatal) and not self.prepared

    def put(self, name: str, value: Figure, line: int) -> None:
        """Keep a figure; one printed again with another value is nobody's figure any more."""
        if name not in self.figures:
            self.figures[name] = value
            self.lines[name] = line
            self.summarised = self.summarised or (value is not None and name not in _HEADER)
        elif self.figures[name] != value and name not in _PRINTED_TWICE:
            self.figures[name] = None
            self.warn(f"line {line} prints {name} again with another value")

    def warn(self, sentence: str) -> None:
        """Keep a warning, once, and no more of them than anybody reads."""
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings[sentence] = None

    def add_interval(self, interval: Interval, line: int) -> None:
        """Keep an interval; time inside a run does not go backwards."""
        if self.intervals and interval.t < self.intervals[-1].t:
            self.warn("interval lines that go back in time are left out")
        else:
            self.intervals.append(interval)
            self.interval_lines.append(line)

    def finish(self, index: int) -> Report:
        """Return the frozen report, the `index`-th of its file."""
        plain = {name: self.figures.get(name) for name in PLAIN_FIELDS}
        return Report(
            index=index,
            **plain,  # type: ignore[arg-type]  # the readers of fields decide the types
            latency_ms=self._latency(),
            intervals=tuple(self.intervals),
            interval_lines=tuple(self.interval_lines),
            histogram=tuple(self.histogram) or None,
            complete=self.complete,
            fatal=self.fatal,
            warnings=tuple(self.warnings),
            memory=self._group("memory", _MEMORY),
            fileio=self._group("fileio", _FILEIO),
            first_line=self.first_line,
            last_line=self.last_line,
            lines=Figures({name: self.lines[name] for name in self.figures}),
        )

    def _latency(self) -> LatencySummary | None:
        values = [self.figures.get(f"latency_ms.{name}") for name in _LATENCY]
        if not any(f"latency_ms.{name}" in self.figures for name in _LATENCY):
            return None
        return LatencySummary(*values)  # type: ignore[arg-type]

    def _group(self, group: str, names: tuple[str, ...]) -> Figures[float | None] | None:
        figures = {name: self.figures.get(f"{group}.{name}") for name in names}
        present = any(f"{group}.{name}" in self.figures for name in names)
        return Figures(figures) if present else None  # type: ignore[arg-type]
