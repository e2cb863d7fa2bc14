"""The lines of header and summary that carry figures, all dialects in one table, `lines.tsv`.

A figure is kept with the line that printed it, and withdrawn with a warning where the report
contradicts itself. A figure that is not spelled as sysbench spells it stays absent.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

from sysbench_archive.sysbench.report import faults
from sysbench_archive.sysbench.report.histogram import RANKS, histogram_doubt, known_percentiles
from sysbench_archive.sysbench.report.intervals import milliseconds, read_number, read_rated
from sysbench_archive.sysbench.report.model import (
    PLAIN_FIELDS,
    Interval,
    LatencySummary,
    Percentiles,
    Report,
)
from sysbench_archive.sysbench.report.unwrapping import Wrapper

Figure = int | float | str | None

_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "latency_ms": LatencySummary.__slots__,
    "percentiles": tuple(RANKS),
    "memory": ("transferred_mib", "mib_per_s"),
    "fileio": (
        *("reads_per_s", "writes_per_s", "fsyncs_per_s"),
        *("read_mib_per_s", "written_mib_per_s"),
    ),
}
"""Figures that a report holds together, by the name of the group."""
_HEADER: Final = frozenset({"sysbench_version", "test", "threads", "target_rate", "warmup_s"})
_MOST_WARNINGS: Final = 50
TWICE: Final = "again with another value"
"""How it is said that a report contradicts itself."""
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
        self.queue: list[int] = []
        self.bucket_lines: list[int] = []
        self.warnings: dict[str, None] = {}
        self.announced = self.prepared = self.summarised = self.headless = False
        self.fatal = self.ended = self.fenced = self.checkpoints = False
        self.checkpoint: set[str] | None = None
        self.wrapper: Wrapper | None = None
        self.held: tuple[str, int] | None = None
        self.pending: list[int] = []
        self.unread: list[int] = []
        self.columns: tuple[str, ...] = ()
        self.doubt: str | None = None
        self.fairness: dict[str, float] = {}
        self.statistics = ""
        self.faults: dict[str, str] = {}
        self.again: list[tuple[int, int | None]] = []

    @property
    def whole(self) -> bool:
        """True once the summary has come to the run's time, or for 1.1 fileio to its end."""
        if self.figures.get("duration_s") is not None:
            return True
        return "fileio.reads_per_s" in self.figures and "latency_ms.sum" in self.figures

    @property
    def is_run(self) -> bool:
        """False for what `prepare` and `cleanup` print, and for a banner with nothing behind."""
        if self.summarised or (self.intervals and not self.headless):
            return True
        return (self.announced or self.fatal) and not self.prepared

    @property
    def expects_intervals(self) -> bool:
        """Whether an interval line would be one of this report, and nothing else."""
        return not (self.ended or self.fenced or self.held or self.columns)

    @property
    def passes_words(self) -> bool:
        """Whether a line of a single word changes nothing in it."""
        plain = self.wrapper is None and self.checkpoint is None and not self.headless
        return plain and self.expects_intervals

    def reach(self, line: int) -> bool:
        """A line was understood: those that are pending stand inside of the report."""
        if self.pending:
            self.unread += self.pending
            self.pending = []
        self.last_line = line
        return True

    def open_section(self, heading: str) -> None:
        """Lines below a heading mean something below it alone."""
        self.section = HEADINGS[heading]
        self.statistics = heading if heading in MUST else self.statistics

    def put(self, name: str, value: Figure, line: int) -> None:
        """Keep a figure; one printed again with another value is nobody's figure any more."""
        if name not in self.figures:
            self.figures[name] = value
            self.lines[name] = line
            self.summarised = self.summarised or (value is not None and name not in _HEADER)
        elif self.figures[name] != value and name not in _PRINTED_TWICE:
            self.figures[name] = None
            self.refuse(f"line {line} prints {name} {TWICE}")

    def refuse(self, sentence: str) -> None:
        """Keep why the figures of this report are none, the first time, and warn of it."""
        self.doubt = self.doubt or sentence
        self.warn(sentence)

    def spoil(self, name: str, fault: str) -> None:
        """Withdraw a figure that a fault of sysbench spoiled."""
        # A total time is one, if not the time of what was counted.
        if name in self.figures and name != "duration_s":
            self.figures[name] = None
        self.faults[name] = fault

    def warn(self, sentence: str) -> None:
        """Keep a warning, once, and no more of them than anybody reads."""
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings[sentence] = None

    def leave_cut(self, line: int) -> None:
        """Keep that nobody reads the end of an interval line."""
        self.warn(f"line {line} is an interval line cut short")
        self.unread.append(line)

    def add_interval(self, interval: Interval, line: int) -> None:
        """Keep an interval; time inside a run does not go backwards."""
        if self.intervals and interval.t <= self.intervals[-1].t:
            self.again.append((interval.t, interval.threads))
            if interval.t < self.intervals[-1].t:
                self.warn("interval lines that go back in time are left out")
                return
        if max(interval.tps or 0, interval.qps or 0) >= faults.MOST:
            self.spoil("intervals", "wrapped-counter")
            interval = interval._replace(tps=None, qps=None)
        self.intervals.append(interval)
        self.interval_lines.append(line)

    def finish(self, index: int) -> Report:
        """Return the frozen report, the `index`-th of its file."""
        if self.held is not None:
            self.leave_cut(self.held[1])
        if self._is_mixed():
            self.refuse("interval lines of several runs are mixed")
        if self.summarised and not self.whole:
            self.warn("the summary is cut short")
        missing = tuple(self._missing())
        for line, words in missing:
            self.warn(f"line {line} should print {words}, and does not")
        whole = self.whole and not any(words not in FAIRNESS for _, words in missing)
        for name, fault in list(faults.spoiled(self.figures, checkpoints=self.checkpoints)):
            self.spoil(name, fault)
        if self.whole and self.histogram:
            self._read_histogram()
        # The readers of fields decide the types.
        figures: dict[str, Any] = {name: self.figures.get(name) for name in PLAIN_FIELDS}
        groups: dict[str, Any] = {
            group: self._group(group, names) for group, names in _GROUPS.items()
        }
        latency, percentiles = groups.pop("latency_ms"), groups.pop("percentiles")
        events, execution = (self.fairness.get(head) for head in FAIRNESS)
        return Report(
            **figures,
            **groups,
            index=index,
            latency_ms=LatencySummary(**latency) if latency else None,
            percentiles=Percentiles(**percentiles) if percentiles else None,
            intervals=tuple(self.intervals),
            interval_lines=tuple(self.interval_lines),
            histogram=tuple(self.histogram) or None,
            queue=tuple(self.queue),
            complete=whole and self.doubt is None,
            doubt=self.doubt,
            fatal=self.fatal,
            warnings=tuple(self.warnings),
            first_line=self.first_line,
            last_line=self.last_line,
            lines={name: self.lines[name] for name in self.figures},
            fairness=None if events is None or execution is None else (events, execution),
            unread=tuple(sorted(set(self.unread))),
            missing=missing,
            faults=dict(self.faults),
        )

    def _read_histogram(self) -> None:
        """Keep the percentiles of a histogram that says what the summary says."""
        # The readers of fields decide the types.
        told: Mapping[str, Any] = self.figures
        printed = (told.get(f"latency_ms.{name}") for name in ("percentile", "percentile_value"))
        if doubt := histogram_doubt(self.histogram, told.get("total_events"), *printed):
            self.warn(doubt)
            return
        for name, place in known_percentiles(self.histogram):
            value, line = self.histogram[place][0], self.bucket_lines[place]
            if f"percentiles.{name}" not in self.figures:
                self.put(f"percentiles.{name}", value, line)

    def _is_mixed(self) -> bool:
        """Whether other interval lines stand between its own: of half of the times, or threads."""
        if not self.again:
            return False
        threads = {interval.t: interval.threads for interval in reversed(self.intervals)}
        other = any(count not in (None, threads.get(t)) for t, count in self.again)
        return other or len(self.intervals) <= 2 * len(self.again)

    def _missing(self) -> Iterator[tuple[int, str]]:
        """What the dialect must print and is not there, with the line where it should stand."""
        if not self.statistics:
            return
        line = self.last_line
        for name, words in MUST[self.statistics].items():
            if name in self.lines:
                line = self.lines[name]
            elif _INSTEAD.get(name) not in self.lines:
                yield line + 1, words
        yield from ((self.last_line + 1, head) for head in FAIRNESS if head not in self.fairness)

    def _group(self, group: str, names: Sequence[str]) -> dict[str, Any] | None:
        whole = {name: f"{group}.{name}" for name in names}
        present = any(name in self.figures for name in whole.values())
        return {n: self.figures.get(name) for n, name in whole.items()} if present else None


PERCENTILE: Final = re.compile(
    r"(?:approx\. {1,3})?([0-9]{1,3}(?:\.[0-9]{1,2})?)(?:th)? percentile\Z"
)
_FURTHER: Final = {rank / 10: f"percentiles.{name}" for name, rank in RANKS.items()}
"""Rank to the figure that has it, where a report prints several."""
_TRANSFERRED: Final = re.compile(
    r"([0-9]{1,18}\.[0-9]{2}) Mi?B transferred \(([0-9]{1,18}\.[0-9]{2}) Mi?B/sec\)"
)
_IOPS: Final = re.compile(
    r" {0,3}IOPS=([0-9]{1,18}\.[0-9]{2})(?: ([0-9]{1,18}\.[0-9]{2}) MiB/s \(|\Z)"
)


Kind = Literal["count", "number", "seconds", "ms", "latency", "rated", "iops", "off"]
"""How a figure is printed: a whole number, one with a unit or without, a duration, which always has
its unit, a latency without a unit and with one, a count and its rate in parentheses, and 1.1's
`read:  IOPS=12.00 0.19 MiB/s (0.20 MB/s)`; `off` says that it is not printed."""


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
    if row["kind"] not in ("heading", "test", "words")
}
"""Section and the text before the colon to what the line prints."""
WORDS: Final = tuple(row["line"] for row in _LINES if row["kind"] == "words")
"""How lines begin that sysbench prints without a figure of a run."""
FAIRNESS: Final = ("events (avg/stddev)", "execution time (avg/stddev)")
HEADS: Final = frozenset({*HEADINGS, *FAIRNESS, "FATAL", *(line for _, line in FIELDS)})
"""Every text before the colon of a line of sysbench."""


def _read_must(heading: str) -> Mapping[str, str]:
    """Figures that a report with this heading prints, in order, with what prints them."""
    return {
        name: row["line"] if row["section"] == ANYWHERE else f"{row['line']} of {row['section']}"
        for row in _LINES
        if row["must"] in ("both", heading)
        for name in (row["name"], row["second"])
        if name
    }


MUST: Final = {
    heading: _read_must(heading) for heading in ("SQL statistics", "OLTP test statistics")
}
"""Heading to what must follow it: of 16,929 whole reports none lacks any."""
_INSTEAD: Final = {
    "deadlocks": "ignored_errors",
    "ignored_errors": "deadlocks",
    "reconnects": "deadlocks",
}
"""Before 1.0 a report has the one or the other."""

_FITS: Final[dict[str, Callable[[str, str], bool]]] = {
    "count": lambda digits, _: "." not in digits,
    "number": lambda digits, _: digits[0] != "-",
    "seconds": lambda digits, unit: unit == "s" and digits[0] != "-",
    "ms": lambda digits, unit: not unit and digits[0] != "-",
    "latency": lambda digits, unit: unit != "" and digits[0] != "-",
}


_COUNT_BEFORE_RATE: Final = re.compile(r"\s*(-?[0-9]{1,20})\s+\(")


def read_field(draft: Draft, field: Field, text: str, line: int) -> None:
    """Read the text behind the colon of a line."""
    if field.kind == "rated":
        _read_rated(draft, field, text, line)
    elif field.kind == "iops":
        _read_iops(draft, field, text, line)
    elif field.kind == "off":
        draft.put(field.name, None, line)
    else:
        _read_number(draft, field, text, line)


def _read_number(draft: Draft, field: Field, text: str, line: int) -> None:
    name = field.name
    number = read_number(text)
    if number is None or (
        number.digits is not None and not _FITS[field.kind](number.digits, number.unit)
    ):
        _put_unreadable(draft, name, text, line)
    elif number.digits is None:
        draft.put(name, None, line)
        draft.warn(f"line {line} prints no number for {name}")
    elif field.kind == "count":
        draft.put(name, int(number.digits), line)
    elif field.kind in ("number", "seconds"):
        draft.put(name, float(number.digits), line)
    else:
        value = milliseconds(number.digits, number.unit)
        draft.put(name, value, line)
        if value is None:
            draft.spoil(name, "wrapped-latency")


def _put_unreadable(draft: Draft, name: str, text: str, line: int) -> None:
    """What is not as sysbench prints it may mean anything: then the report has no figures."""
    if name not in draft.figures:
        draft.put(name, None, line)
    told = f"line {line} prints no readable number for {name}: {text.strip()[:40]!a}"
    if name in _HEADER:
        draft.warn(told)
    else:
        draft.refuse(told)


def _read_rated(draft: Draft, field: Field, text: str, line: int) -> None:
    pair = read_rated(text)
    if pair is None and field.name:
        # Where the line is cut inside the parentheses the count is still whole.
        count = _COUNT_BEFORE_RATE.match(text)
        if count is None:
            _put_unreadable(draft, field.name, text, line)
        else:
            draft.put(field.name, int(count[1]), line)
    if pair is None:
        return
    digits, rate = pair
    if field.name:
        draft.put(field.name, int(digits), line)
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


def percentile(draft: Draft, head: str, text: str, line: int) -> bool:
    """Read `95th percentile: 1.23` or `approx.  95 percentile: 1.23ms`; tell if it was one."""
    match = PERCENTILE.match(head)
    if match is None:
        return False
    if draft.section == "histogram":
        # Builds with sysbench's pull request 473 print some of the buckets above once more.
        return True
    value = FIELDS.get((draft.section, "percentile"))
    if value is None:
        return False
    rank = float(match[1])
    if rank.is_integer() and draft.figures.get("latency_ms.percentile", rank) == rank:
        draft.put("latency_ms.percentile", int(rank), line)
        read_field(draft, value, text, line)
    elif rank in _FURTHER:
        # A list of them, as with pull request 268.
        read_field(draft, value._replace(name=_FURTHER[rank]), text, line)
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


_SPREAD: Final = re.compile(r"\s{0,60}([0-9]{1,18}\.[0-9]{1,6})/[0-9]{1,18}\.[0-9]{1,6}(?![\w.])")


def fairness(draft: Draft, head: str, text: str) -> None:
    """Keep the mean of `events (avg/stddev):  5000.0000/0.00`, which is no figure of the run."""
    match = _SPREAD.match(text)
    if match is not None:
        draft.fairness.setdefault(head, float(match[1]))
