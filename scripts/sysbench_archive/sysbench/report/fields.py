"""The lines of header and summary that carry figures, all dialects in one table, `lines.tsv`.

A figure is kept with the line that printed it, and withdrawn with a warning where the report
contradicts itself. A figure that is not spelled as sysbench spells it stays absent.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

from sysbench_archive.sysbench.report.intervals import Number, milliseconds, read_number, read_rated
from sysbench_archive.sysbench.report.model import PLAIN_FIELDS, Interval, LatencySummary, Report

Figure = int | float | str | None

_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "latency_ms": LatencySummary.__slots__,
    "memory": ("transferred_mib", "mib_per_s"),
    "fileio": (
        *("reads_per_s", "writes_per_s", "fsyncs_per_s"),
        *("read_mib_per_s", "written_mib_per_s"),
    ),
}
"""Figures that a report holds together, by the name of the group."""
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
        self.json: dict[str, str | None] | None = None
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
        # The readers of fields decide the types.
        figures: dict[str, Any] = {name: self.figures.get(name) for name in PLAIN_FIELDS}
        groups: dict[str, Any] = {
            group: self._group(group, names) for group, names in _GROUPS.items()
        }
        latency = groups.pop("latency_ms")
        events, execution = (self.fairness.get(head) for head in FAIRNESS)
        return Report(
            **figures,
            **groups,
            index=index,
            latency_ms=LatencySummary(**latency) if latency else None,
            intervals=tuple(self.intervals),
            interval_lines=tuple(self.interval_lines),
            histogram=tuple(self.histogram) or None,
            complete=self.complete,
            doubt=self.doubt,
            fatal=self.fatal,
            warnings=tuple(self.warnings),
            first_line=self.first_line,
            last_line=self.last_line,
            lines={name: self.lines[name] for name in self.figures},
            fairness=None if events is None or execution is None else (events, execution),
        )

    def _group(self, group: str, names: Sequence[str]) -> dict[str, Any] | None:
        whole = {name: f"{group}.{name}" for name in names}
        present = any(name in self.figures for name in whole.values())
        return {n: self.figures.get(name) for n, name in whole.items()} if present else None


_PERCENTILE: Final = re.compile(r"(?:approx\. {1,3})?([0-9]{1,3})(?:th)? percentile\Z")
_TRANSFERRED: Final = re.compile(
    r"([0-9]{1,18}\.[0-9]{2}) Mi?B transferred \(([0-9]{1,18}\.[0-9]{2}) Mi?B/sec\)"
)
_IOPS: Final = re.compile(
    r" {0,3}IOPS=([0-9]{1,18}\.[0-9]{2})(?: ([0-9]{1,18}\.[0-9]{2}) MiB/s \(|\Z)"
)


Kind = Literal["count", "number", "seconds", "ms", "latency", "rated", "iops"]
"""How a figure is printed: a whole number, one with a unit or without, a duration, which always has
its unit, a latency without a unit and with one, a count and its rate in parentheses, and 1.1's
`read:  IOPS=12.00 0.19 MiB/s (0.20 MB/s)`."""


class Field(NamedTuple):
    """What a line prints: `name` and `second` of a rate or throughput are empty where not kept."""

    kind: Kind
    name: str
    second: str = ""


def _read_table() -> list[dict[str, str]]:
    with Path(__file__).with_name("lines.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


ANYWHERE: Final = "*"
"""The section of lines whose words are their own; others mean something under one heading only."""
_LINES: Final = _read_table()
HEADINGS: Final = {row["line"]: row["name"] for row in _LINES if row["kind"] == "heading"}
"""Heading to the section it opens."""
TESTS: Final = {row["line"]: row["name"] for row in _LINES if row["kind"] == "test"}
"""What a line of the head says to the test that says so."""
FIELDS: Final = {
    (row["section"], row["line"]): Field(cast("Kind", row["kind"]), row["name"], row["second"])
    for row in _LINES
    if row["kind"] not in ("heading", "test")
}
"""Section and the text before the colon to what the line prints."""

_FITS: Final[dict[str, Callable[[str, str], bool]]] = {
    "count": lambda digits, _: "." not in digits,
    "number": lambda *_: True,
    "seconds": lambda _, unit: unit == "s",
    "ms": lambda _, unit: not unit,
    "latency": lambda _, unit: bool(unit),
}


def read_field(draft: Draft, field: Field, text: str, line: int) -> None:
    """Read the text behind the colon of a line."""
    if field.kind == "rated":
        _read_rated(draft, field, text, line)
    elif field.kind == "iops":
        _read_iops(draft, field, text, line)
    else:
        _read_number(draft, field, text, line)


def _read_number(draft: Draft, field: Field, text: str, line: int) -> None:
    name = field.name
    digits, unit = read_number(text) or Number(None, "")
    if digits is None or not _FITS[field.kind](digits, unit):
        if name not in draft.figures:
            draft.put(name, None, line)
        draft.warn(f"line {line} prints no readable number for {name}: {text.strip()[:40]!a}")
    elif field.kind == "count":
        _put_count(draft, name, digits, line)
    elif field.kind in ("number", "seconds"):
        draft.put(name, float(digits), line)
    else:
        value = milliseconds(digits, unit)
        draft.put(name, value, line)
        if value is None:
            draft.warn(f"line {line} prints {digits} for {name}: there was no event")


def _read_rated(draft: Draft, field: Field, text: str, line: int) -> None:
    pair = read_rated(text)
    if pair is None:
        # Where the line is cut inside the parentheses the count is still whole.
        if field.name and "(" in text:
            _read_number(draft, Field("count", field.name), text, line)
        return
    digits, rate = pair
    if field.name:
        _put_count(draft, field.name, digits, line)
    if field.second:
        draft.put(field.second, None if rate is None else float(rate), line)
        if rate is None:
            draft.warn(f"line {line} prints no number for {field.second}")


def _read_iops(draft: Draft, field: Field, text: str, line: int) -> None:
    match = _IOPS.match(text)
    if match is None:
        return
    draft.put(field.name, float(match[1]), line)
    draft.put("test", "fileio", line)
    if field.second and match[2] is not None:
        draft.put(field.second, float(match[2]), line)


def _put_count(draft: Draft, name: str, digits: str, line: int) -> None:
    draft.put(name, int(digits), line)
    if digits.startswith("-"):
        draft.warn(f"line {line} prints {digits} for {name}: the counter has wrapped")


def percentile(draft: Draft, head: str, text: str, line: int) -> bool:
    """Read `95th percentile: 1.23` or `approx.  95 percentile: 1.23ms`; tell if it was one."""
    match = _PERCENTILE.match(head)
    value = FIELDS.get((draft.section, "percentile"))
    if match is None or value is None:
        return False
    draft.put("latency_ms.percentile", int(match[1]), line)
    read_field(draft, value, text, line)
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


FAIRNESS: Final = ("events (avg/stddev)", "execution time (avg/stddev)")
_SPREAD: Final = re.compile(r" {0,60}([0-9]{1,18}\.[0-9]{1,6})/[0-9]{1,18}\.[0-9]{1,6}\Z")


def fairness(draft: Draft, head: str, text: str) -> None:
    """Keep the mean of `events (avg/stddev):  5000.0000/0.00`, which is no figure of the run."""
    match = _SPREAD.match(text)
    if match is not None:
        draft.fairness.setdefault(head, float(match[1]))
