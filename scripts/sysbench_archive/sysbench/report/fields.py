"""The lines of header and summary that carry figures, all dialects in one table.

A figure is kept with the line that printed it, and withdrawn with a warning where the report
contradicts itself. A figure that is not spelled as sysbench spells it stays absent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from sysbench_archive.sysbench.report.intervals import (
    JsonIntervals,
    milliseconds,
    read_number,
    read_rated,
)
from sysbench_archive.sysbench.report.model import (
    PLAIN_FIELDS,
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
        self.columns: tuple[str, ...] = ()
        self.doubt: str | None = None
        self.fairness: dict[str, float] = {}

    @property
    def whole(self) -> bool:
        """True once the summary has come to the run's time, or for 1.1 fileio to its end."""
        if self.figures.get("duration_s") is not None:
            return True
        return "fileio.reads_per_s" in self.figures and "latency_ms.sum" in self.figures

    @property
    def complete(self) -> bool:
        """True for a whole summary that does not contradict itself."""
        return self.whole and self.doubt is None

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

    def add_intervals(self, intervals: Sequence[Interval], first: int) -> None:
        """Keep the intervals of neighbouring lines, the first of which is line `first`."""
        times = [interval.t for interval in (*self.intervals[-1:], *intervals)]
        if times == sorted(times):
            self.intervals += intervals
            self.interval_lines += range(first, first + len(intervals))
            return
        for line, interval in enumerate(intervals, first):
            self.add_interval(interval, line)

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
            doubt=self.doubt,
            fatal=self.fatal,
            warnings=tuple(self.warnings),
            memory=self._group("memory", _MEMORY),
            fileio=self._group("fileio", _FILEIO),
            first_line=self.first_line,
            last_line=self.last_line,
            lines={name: self.lines[name] for name in self.figures},
            fairness=self._fairness(),
        )

    def _fairness(self) -> tuple[float, float] | None:
        events, execution = (self.fairness.get(head) for head in FAIRNESS)
        return None if events is None or execution is None else (events, execution)

    def _latency(self) -> LatencySummary | None:
        values = [self.figures.get(f"latency_ms.{name}") for name in _LATENCY]
        if not any(f"latency_ms.{name}" in self.figures for name in _LATENCY):
            return None
        return LatencySummary(*values)  # type: ignore[arg-type]

    def _group(self, group: str, names: tuple[str, ...]) -> dict[str, float | None] | None:
        figures = {name: self.figures.get(f"{group}.{name}") for name in names}
        present = any(f"{group}.{name}" in self.figures for name in names)
        return figures if present else None  # type: ignore[return-value]


Field = Callable[[Draft, str, int], None]
"""Takes the draft, the text behind the colon, and the line number."""

_PERCENTILE: Final = re.compile(r"(?:approx\. {1,3})?([0-9]{1,3})(?:th)? percentile\Z")
_TRANSFERRED: Final = re.compile(
    r"([0-9]{1,18}\.[0-9]{2}) Mi?B transferred \(([0-9]{1,18}\.[0-9]{2}) Mi?B/sec\)"
)
_IOPS: Final = re.compile(
    r" {0,3}IOPS=([0-9]{1,18}\.[0-9]{2})(?: ([0-9]{1,18}\.[0-9]{2}) MiB/s \(|\Z)"
)


def count(name: str) -> Field:
    """Return a field that reads a whole number."""

    def read(draft: Draft, text: str, line: int) -> None:
        number = read_number(text)
        if number is None or number.digits is None or "." in number.digits:
            _unreadable(draft, name, text, line)
        else:
            _put_count(draft, name, number.digits, line)

    return read


def decimal(name: str) -> Field:
    """Return a field that reads a number with a unit or without."""

    def read(draft: Draft, text: str, line: int) -> None:
        number = read_number(text)
        if number is None or number.digits is None:
            _unreadable(draft, name, text, line)
        else:
            draft.put(name, float(number.digits), line)

    return read


def seconds(name: str) -> Field:
    """Return a field that reads a duration, which sysbench always prints with its unit."""

    def read(draft: Draft, text: str, line: int) -> None:
        number = read_number(text)
        if number is None or number.digits is None or number.unit != "s":
            _unreadable(draft, name, text, line)
        else:
            draft.put(name, float(number.digits), line)

    return read


def latency(name: str, unit: bool) -> Field:
    """Return a field that reads a latency into milliseconds; `unit` tells if one is printed."""

    def read(draft: Draft, text: str, line: int) -> None:
        number = read_number(text)
        if number is None or number.digits is None or bool(number.unit) != unit:
            _unreadable(draft, name, text, line)
            return
        value = milliseconds(number.digits, number.unit)
        draft.put(name, value, line)
        if value is None:
            draft.warn(f"line {line} prints {number.digits} for {name}: there was no event")

    return read


def rated(name: str | None, rate_name: str | None) -> Field:
    """Return a field that reads a count and its rate in parentheses."""

    def read(draft: Draft, text: str, line: int) -> None:
        pair = read_rated(text)
        if pair is None:
            # Where the line is cut inside the parentheses the count is still whole.
            if name is not None and "(" in text:
                count(name)(draft, text, line)
            return
        if name is not None:
            _put_count(draft, name, pair[0], line)
        if rate_name is not None:
            _put_rate(draft, rate_name, pair[1], line)

    return read


def _put_count(draft: Draft, name: str, digits: str, line: int) -> None:
    draft.put(name, int(digits), line)
    if digits.startswith("-"):
        draft.warn(f"line {line} prints {digits} for {name}: the counter has wrapped")


def _put_rate(draft: Draft, name: str, digits: str | None, line: int) -> None:
    draft.put(name, None if digits is None else float(digits), line)
    if digits is None:
        draft.warn(f"line {line} prints no number for {name}")


def _unreadable(draft: Draft, name: str, text: str, line: int) -> None:
    if name not in draft.figures:
        draft.put(name, None, line)
    draft.warn(f"line {line} prints no readable number for {name}: {text.strip()[:40]!a}")


def percentile(draft: Draft, head: str, text: str, line: int) -> bool:
    """Read `95th percentile: 1.23` or `approx.  95 percentile: 1.23ms`; tell if it was one."""
    match = _PERCENTILE.match(head)
    value = BY_SECTION.get((draft.section, "percentile"))
    if match is None or value is None:
        return False
    draft.put("latency_ms.percentile", int(match[1]), line)
    value(draft, text, line)
    return True


def transferred(draft: Draft, text: str, line: int) -> bool:
    """Read `102400.00 MiB transferred (3249.37 MiB/sec)`; 0.4 wrote MB for the same 2**20."""
    match = _TRANSFERRED.match(text)
    if match is None:
        return False
    draft.put("memory.transferred_mib", float(match[1]), line)
    draft.put("memory.mib_per_s", float(match[2]), line)
    draft.put("test", "memory", line)
    return True


def iops(operations: str, throughput: str | None) -> Field:
    """Return a field that reads 1.1's `read:  IOPS=12.00 0.19 MiB/s (0.20 MB/s)`."""

    def read(draft: Draft, text: str, line: int) -> None:
        match = _IOPS.match(text)
        if match is None:
            return
        draft.put(operations, float(match[1]), line)
        draft.put("test", "fileio", line)
        if throughput is not None and match[2] is not None:
            draft.put(throughput, float(match[2]), line)

    return read


FAIRNESS: Final = ("events (avg/stddev)", "execution time (avg/stddev)")
_SPREAD: Final = re.compile(r" {0,60}([0-9]{1,18}\.[0-9]{1,6})/[0-9]{1,18}\.[0-9]{1,6}\Z")


def fairness(draft: Draft, head: str, text: str) -> None:
    """Keep the mean of `events (avg/stddev):  5000.0000/0.00`, which is no figure of the run."""
    match = _SPREAD.match(text)
    if match is not None:
        draft.fairness.setdefault(head, float(match[1]))


ANYWHERE: Final[dict[str, Field]] = {
    "Number of threads": count("threads"),
    "Target transaction rate": count("target_rate"),
    "Warmup time": count("warmup_s"),
    "transactions": rated("transactions", "tps"),
    "queries": rated("queries", "qps"),
    "deadlocks": rated("deadlocks", None),
    "read/write requests": rated("rw_requests", "rw_requests_per_s"),
    "ignored errors": rated("ignored_errors", None),
    "reconnects": rated("reconnects", None),
    "Total operations": rated(None, "events_per_s"),
    "Operations performed": rated(None, "events_per_s"),
    "events per second": decimal("events_per_s"),
    "events/s (eps)": decimal("events_per_s"),
    "total time": seconds("duration_s"),
    "time elapsed": seconds("duration_s"),
    "total number of events": count("total_events"),
}
"""Figures whose words are their own, by the text before the colon."""

_LATENCIES: Final = {
    "min": "latency_ms.min",
    "avg": "latency_ms.avg",
    "max": "latency_ms.max",
    "percentile": "latency_ms.percentile_value",
    "sum": "latency_ms.sum",
}

BY_SECTION: Final[dict[tuple[str, str], Field]] = {
    **{("Latency (ms)", head): latency(name, unit=False) for head, name in _LATENCIES.items()},
    **{("response time", head): latency(name, unit=True) for head, name in _LATENCIES.items()},
    ("queries performed", "read"): count("reads"),
    ("queries performed", "write"): count("writes"),
    ("queries performed", "other"): count("others"),
    ("queries performed", "total"): count("queries"),
    ("File operations", "reads/s"): decimal("fileio.reads_per_s"),
    ("File operations", "writes/s"): decimal("fileio.writes_per_s"),
    ("File operations", "fsyncs/s"): decimal("fileio.fsyncs_per_s"),
    ("Throughput", "read, MiB/s"): decimal("fileio.read_mib_per_s"),
    ("Throughput", "written, MiB/s"): decimal("fileio.written_mib_per_s"),
    ("Throughput", "read"): iops("fileio.reads_per_s", "fileio.read_mib_per_s"),
    ("Throughput", "write"): iops("fileio.writes_per_s", "fileio.written_mib_per_s"),
    ("Throughput", "fsync"): iops("fileio.fsyncs_per_s", None),
}
"""Figures whose words mean something under one heading only."""
