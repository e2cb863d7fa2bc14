"""Finds the reports in a file and reads each line into the report it belongs to.

A report begins at a banner, or at the first line that only sysbench's summary can begin with, and
ends with the block that quotes it. `prepare`, `cleanup` and bare banners yield no report, nor does
what only says again what the report before it said. A checkpoint's summary is passed over: it
covers a part of the run. Of every line in a report it is known whether it was read, is one that
sysbench prints without a figure, or was not understood. Work is one pass, with a bounded amount for
every line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sysbench_archive.sysbench.report import csv_summary, fields, intervals
from sysbench_archive.sysbench.report.fields import Draft
from sysbench_archive.sysbench.report.model import Interval, Report
from sysbench_archive.sysbench.report.unwrapping import (
    LONGEST_LINE,
    Wrapper,
    bare,
    numbered_lines,
)

HEADING_END: Final = re.compile(r"[ \t]{0,200}(?:--|#|//|<-|\Z)")
"""What follows the colon of a heading that may begin a report: nothing, or a note."""
_NOTE: Final = re.compile(r"(?!\s*[0-9])")
"""What follows that of a heading inside of one: anything that is no figure."""

RUN_BEGINS: Final = "Running the test with following options"
_LAST_HEAD: Final = fields.FAIRNESS[1]

_CHECKPOINT: Final = re.compile(r"\[ {0,12}[0-9]{1,12}s {0,2}\] Checkpoint report:")
_CLOCK: Final = re.compile(r"\[ {0,12}[0-9]{1,12}s {0,2}\] ")
_BUCKET: Final = re.compile(r"([0-9]{1,15}\.[0-9]{3}) \|\*{0,40}[ \t]{0,50}([0-9]{1,20})\Z")
_UNFINISHED: Final = "Number of unfinished transactions on forced shutdown"
_PREPARATIONS: Final = (
    "Creating table",
    "Creating a secondary index",
    "Creating secondary index",
    "Creating files for the test",
    "Inserting ",
    "Dropping table",
    "Removing test files",
)
_RUN_EVIDENCE: Final = (RUN_BEGINS, "Threads started!")
_NEUTRAL: Final = ("(last message repeated ", "Done.")
_JSON_MARKS: Final = frozenset(("{", "}", "},", "[", "]"))
_JSON_BESIDE: Final = ('"qps"', '"reads"', '"writes"', '"other"')


def read_line(draft: Draft, line: str, number: int, *, head: str, rest: str) -> bool:
    """Read `line`, split at its first colon into `head` and `rest`; tell if sysbench wrote it."""
    if head == "FATAL":
        # Only `prepare` and `cleanup` are called this way; a run fails in other functions.
        draft.prepared |= "sysbench.cmdline.call_command" in rest and not draft.announced
        draft.fatal = True
        return True
    if draft.held and _continues(draft, line):
        return True
    if draft.checkpoint is not None and not _CLOCK.match(line):
        return _pass_checkpoint(draft, head)
    if draft.ended:
        return line.startswith(_NEUTRAL)
    if draft.columns:
        return csv_summary.read_row(draft, line, number)
    if "tps:" in line:
        return _read_interval(draft, line, number)
    if len(head) < len(line) and _read_figure(draft, head, rest, number):
        return True
    reader = _BY_FIRST_CHARACTER.get(line[:1], _read_words)
    return reader(draft, line, number)


def _pass_checkpoint(draft: Draft, head: str) -> bool:
    """Pass a line of a checkpoint's summary; other threads print interval lines between them."""
    if head == _LAST_HEAD:
        draft.checkpoint = None
    return head in fields.HEADS or fields.PERCENTILE.match(head) is not None


def _read_figure(draft: Draft, head: str, rest: str, number: int) -> bool:
    known = fields.FIELDS
    field = known.get((fields.ANYWHERE, head)) or known.get((draft.section, head))
    if field is not None:
        fields.read_field(draft, field, rest, number)
        return True
    if head in fields.HEADINGS and _NOTE.match(rest):
        draft.open_section(head)
    elif head == _UNFINISHED:
        draft.warn(f"line {number}: transactions left unfinished on forced shutdown:{rest[:20]}")
    elif head in fields.FAIRNESS:
        fields.fairness(draft, head, rest)
        draft.ended = head == _LAST_HEAD
    else:
        return fields.percentile(draft, head, rest, number)
    return True


def _keep(draft: Draft, interval: Interval | None, number: int) -> bool:
    if draft.whole or interval is None:
        return False
    draft.add_interval(interval, number)
    return True


def _read_interval(draft: Draft, line: str, number: int) -> bool:
    found = intervals.read_sql_interval(line)
    if draft.whole or (found is None and not _CLOCK.search(line)):
        return False
    if found is not None:
        draft.add_interval(found[0], number)
    if found is None or found[1]:
        draft.held = line, number
    return True


def _continues(draft: Draft, line: str) -> bool:
    """Whether the line is the rest of an interval line that a terminal broke."""
    assert draft.held
    (held, begun), draft.held = draft.held, None
    interval = None if line.startswith("[") else intervals.joined_interval(held, line)
    if interval is None:
        draft.leave_cut(begun)
        return False
    if draft.interval_lines[-1:] == [begun]:
        del draft.intervals[-1], draft.interval_lines[-1]
    draft.add_interval(interval, begun)
    return True


_QUEUE: Final = re.compile(r"queue length: ([0-9]{1,12}), concurrency: [0-9]")
"""With a rate sysbench prints how many events wait for a thread, below each interval line."""


def _read_clocked(draft: Draft, line: str, number: int) -> bool:
    if _CHECKPOINT.match(line):
        draft.checkpoint, draft.checkpoints = set(), True
        draft.warn("checkpoint reports are left out; the summary covers the time since the last")
        return True
    if _CLOCK.match(line) is None:
        return False
    interval = intervals.read_other_interval(line)
    if interval is not None:
        return _keep(draft, interval, number)
    if queue := _QUEUE.search(line):
        draft.queue.append(int(queue[1]))
    return "queue length" in line


def _read_json(draft: Draft, line: str, number: int) -> bool:
    draft.json, interval = intervals.read_json_member(draft.json, line)
    inside = draft.json is not None or line.startswith(_JSON_BESIDE)
    return inside if interval is None else _keep(draft, interval, number)


def _read_digits(draft: Draft, line: str, number: int) -> bool:
    if draft.section == "histogram":
        bucket = _BUCKET.match(line)
        if bucket is not None:
            draft.histogram.append((float(bucket[1]), int(bucket[2])))
            draft.bucket_lines.append(number)
            return True
    interval = intervals.read_csv_interval(line) if draft.announced else None
    if interval is not None:
        return _keep(draft, interval, number)
    return fields.transferred(draft, line, number)


def _read_words(draft: Draft, line: str, number: int) -> bool:
    head = line.partition(":")[0]
    if head in fields.TESTS:
        draft.put("test", fields.TESTS[head], number)
    elif line.startswith(_RUN_EVIDENCE):
        draft.announced = True
    elif line.startswith("Latency histogram (values are in milliseconds)"):
        draft.section = "histogram"
    elif line.startswith(_PREPARATIONS):
        draft.prepared = True
    elif csv_summary.read_header(draft, line):
        draft.announced = True
    else:
        return line.startswith(fields.WORDS) or line in _JSON_MARKS
    return True


_BY_FIRST_CHARACTER: Final[dict[str, Callable[[Draft, str, int], bool]]] = {
    "[": _read_clocked,
    '"': _read_json,
    **dict.fromkeys("0123456789", _read_digits),
}


_BANNER: Final = re.compile(
    r"(?<![\w/.])sysbench v?(?P<version>[0-9][\w.+~-]{0,40})"
    r"(?:: {1,4}multi-threaded system evaluation|\s{1,4}\(using )"
)
_OPENERS: Final = {
    RUN_BEGINS: HEADING_END,
    "OLTP test statistics": _NOTE,
    "SQL statistics": _NOTE,
    "CPU speed": HEADING_END,
    "File operations": HEADING_END,
    "General statistics": HEADING_END,
    "Test execution summary": HEADING_END,
    "Throughput": HEADING_END,
    "Operations performed": re.compile(r" {0,3}[0-9]{1,20} (?:\(|[Rr]eads?, )"),
    "Total operations": re.compile(r" {0,3}[0-9]{1,20} \("),
    "total time": re.compile(r" {0,60}[0-9]{1,12}\.[0-9]{4}s"),
}
"""What may begin a report that lost its banner, and a second summary behind a first, by the
text before the colon; the pattern says how the text behind it goes on."""
_HEADINGS: Final = re.compile(
    r"(?:SQL statistics|OLTP test statistics|General statistics|Test execution summary"
    r"|Running the test with following options):"
    r"|\[ {0,12}[0-9]{1,12}s {0,2}\] {1,3}(?:thds|threads): [0-9]"
)
"""What sysbench alone writes, wherever in a line it stands: before it is what others wrote."""
_HEADING_WORDS: Final = (" statistics:", " summary:", "following options:", "] th")
_LANDMARK: Final = re.compile(
    rf"{_HEADINGS.pattern}|Threads started!|(?:Number of threads|Warmup time): [0-9]"
    r"|(?:queries performed|Latency \(ms\)|Threads fairness):"
    r"|(?:total time|total number of events|transactions|queries|read/write requests"
    r"|ignored errors|reconnects|read|write|other|total|min|avg|max|sum|[0-9]{1,2}th percentile"
    r"|(?:events|execution time) \(avg/stddev\)): {2,99}[0-9]"
)
_FAR: Final = 3
"""How many lines behind interval lines without a banner their summary begins at most."""


_SHORTEST: Final = 8
"""A word without a sign is nothing of sysbench's where it is shorter. Two megabytes may hold a
million of such lines.
"""


def parse_reports(data: bytes) -> tuple[Report, ...]:
    """Return every report in `data`, in file order. Never raises; one pass over the bytes."""
    scanner = _Scanner()
    for number, line in numbered_lines(data):
        if line:
            scanner.take(line, number)
    scanner.close()
    return tuple(scanner.reports)


class _Scanner:
    """The open report, if any, and the finished ones."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.draft: Draft | None = None

    def take(self, raw: str, number: int) -> None:
        """Take the next line."""
        draft = self.draft
        # Most lines of most logs are these.
        interval = draft is not None and raw[0] == "[" and "tps:" in raw and draft.expects_intervals
        if draft and interval and _read_interval(draft, raw[:LONGEST_LINE], number):
            draft.reach(number)
            return
        if "sysbench " in raw and self._banner(raw, number):
            return
        if len(raw) > LONGEST_LINE:
            raw = raw[:LONGEST_LINE] + "_"
        line = bare(raw)
        wrapped = line and draft is not None and draft.wrapper is not None
        if draft is not None and len(line) < _SHORTEST and line.isalnum() and draft.passes_words:
            draft.pending.append(number)
            return
        if self._read_wrapped(raw, line, number) if wrapped else self._read(line, number):
            return
        if not self._learn(raw, number) and self.draft is not None:
            self.draft.pending.append(number)

    def _read_wrapped(self, raw: str, line: str, number: int) -> bool:
        """Read a line without what stood before those above it, or else as it is."""
        wrapper = self.draft.wrapper if self.draft is not None else None
        inside = None if wrapper is None or _is_known(line) else wrapper.inside(raw)
        if inside is None:
            return self._read(line, number)
        text = bare(inside)
        return not text or self._read(text, number) or self._read(line, number)

    def _read(self, line: str, number: int) -> bool:
        """Read a line into its report; False where it was not understood, or there is none."""
        if not line:
            return True
        draft = self.draft
        if line[0] == "`" and line.startswith("```"):
            return self._fence()
        if draft is not None and draft.fenced:
            self.close()
        head, _, rest = line.partition(":")
        if head in _OPENERS or self.draft is None or line.startswith(csv_summary.OPENING):
            self._begin(line, number, head, rest)
        draft = self.draft
        if draft is None:
            return False
        if read_line(draft, line, number, head=head, rest=rest):
            return draft.reach(number)
        if draft.ended or (draft.headless and number - draft.last_line > _FAR):
            self.close()
        return False

    def _fence(self) -> bool:
        """End the report at the end of its quotation, unless another follows at once."""
        if self.draft is not None:
            self.draft.fenced = not self.draft.fenced
        return True

    def _begin(self, line: str, number: int, head: str, rest: str) -> None:
        """Begin a report, or another one, where a line does."""
        draft = self.draft
        if head in _OPENERS:
            inside = draft is not None and not draft.whole and head in fields.HEADINGS
            if (_NOTE if inside else _OPENERS[head]).match(rest):
                self._opener(head, number)
        elif line.startswith(csv_summary.OPENING):
            self._opener(csv_summary.OPENING, number)
        elif draft is None and line[0] == "[" and intervals.read_sql_interval(line):
            self._open(number).headless = True

    def _learn(self, raw: str, number: int) -> bool:
        """See what stands before a line of sysbench, and read it without; tell if it is one."""
        wrapped = self.draft is not None and self.draft.wrapper is not None
        if not wrapped and not any(words in raw for words in _HEADING_WORDS):
            return False
        landmark = (_LANDMARK if wrapped else _HEADINGS).search(raw)
        prefix = "" if landmark is None else raw[: landmark.start()]
        if landmark is None or not bare(prefix):
            return False
        wrapper = Wrapper(prefix)
        if not self._read(bare(wrapper.inside(raw) or ""), number):
            return False
        if self.draft is not None:
            self.draft.wrapper = wrapper
        return True

    def close(self) -> None:
        """End the open report and keep it if it was a run."""
        draft, self.draft = self.draft, None
        if draft is None or not draft.is_run:
            return
        report = draft.finish(len(self.reports))
        if not (self.reports and _says_again(report, self.reports[-1])):
            self.reports.append(report)

    def _banner(self, raw: str, number: int) -> bool:
        match = _BANNER.search(raw)
        if match is None:
            return False
        draft = self._open(number)
        draft.put("sysbench_version", match["version"], number)
        prefix = raw[: match.start()]
        if bare(prefix):
            draft.wrapper = Wrapper(prefix)
        return True

    def _open(self, number: int) -> Draft:
        self.close()
        self.draft = Draft(number)
        return self.draft

    def _opener(self, head: str, number: int) -> None:
        draft = self.draft
        if draft is not None and draft.checkpoint is not None:
            if head not in draft.checkpoint:
                draft.checkpoint.add(head)
                return
            draft.checkpoint = None
        if draft is not None and draft.headless:
            draft.headless = number - draft.last_line > _FAR
        if draft is None or draft.whole or draft.headless or head in draft.seen:
            wrapper = draft.wrapper if draft is not None else None
            draft = self._open(number)
            draft.wrapper = wrapper
        if "sysbench_version" not in draft.figures:
            draft.warn("the report has no banner")
        draft.seen.add(head)


def _is_known(line: str) -> bool:
    """Whether a line is sysbench's as it stands, although others of its report are wrapped."""
    head = line.partition(":")[0]
    own = head in fields.HEADS or line.startswith(_RUN_EVIDENCE)
    return own or any(
        form.match(text) for form, text in ((fields.PERCENTILE, head), (_CLOCK, line))
    )


def _says_again(report: Report, before: Report) -> bool:
    """Whether a report without a banner explains the one before: it has none but its figures."""
    if report.sysbench_version is not None or report.complete or report.intervals:
        return False
    return all(
        value is None or value == getattr(before, name) for name, value in report.plain_figures()
    )
