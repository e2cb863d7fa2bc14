"""Reading one line into the report it belongs to.

Owns which kind of line it is: interval, figure, heading, error, histogram bucket, checkpoint.
Refuses to decide where a report begins. A checkpoint's summary is passed over: it covers a part
of the run, and the report holds the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sysbench_archive.sysbench.report import fields, intervals
from sysbench_archive.sysbench.report.draft import Draft
from sysbench_archive.sysbench.report.model import Interval
from sysbench_archive.sysbench.report.text import HEADING_END

RUN_BEGINS: Final = "Running the test with following options"
_LAST_HEAD: Final = "execution time (avg/stddev)"

_CHECKPOINT: Final = re.compile(r"\[ {0,12}[0-9]{1,12}s {0,2}\] Checkpoint report:")
_CLOCK: Final = re.compile(r"\[ {0,12}[0-9]{1,12}s {0,2}\] ")
_BUCKET: Final = re.compile(r"([0-9]{1,15}\.[0-9]{3}) \|\*{0,40} {0,50}([0-9]{1,20})\Z")
_SECTIONS: Final = {
    "OLTP test statistics": "",
    "SQL statistics": "",
    "queries performed": "queries performed",
    "General statistics": "",
    "Test execution summary": "",
    "File operations": "File operations",
    "Throughput": "Throughput",
    "Latency (ms)": "Latency (ms)",
    "response time": "response time",
    "per-request statistics": "response time",
    "Query execution statistics": "",
    "Results fetching statistics": "",
    "Threads fairness": "",
}
_UNFINISHED: Final = "Number of unfinished transactions on forced shutdown"
_TESTS: Final = {
    "CPU speed": "cpu",
    "Prime numbers limit": "cpu",
    "Primer numbers limit": "cpu",
    "Maximum prime number checked in CPU test": "cpu",
    "Running memory speed test with the following options": "memory",
    "Extra file open flags": "fileio",
    "Doing OLTP test.": "oltp",
    "Doing CPU performance benchmark": "cpu",
    "Doing memory operations speed test": "memory",
    "Doing thread subsystem performance test": "threads",
    "Doing mutex performance test": "mutex",
}
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


def read_line(draft: Draft, line: str, head: str, rest: str, number: int) -> bool:
    """Read `line`, split at its first colon into `head` and `rest`; tell if sysbench wrote it."""
    if head == "FATAL":
        _read_fatal(draft, rest)
        return True
    if draft.checkpoint is not None and not _CLOCK.match(line):
        if head == _LAST_HEAD:
            draft.checkpoint = None
        return True
    draft.checkpoint = None
    if draft.ended:
        return line.startswith(_NEUTRAL)
    if "tps:" in line:
        return _keep(draft, intervals.read_sql_interval(line), line, number)
    if len(head) < len(line) and _read_figure(draft, head, rest, number):
        return True
    reader = _BY_FIRST_CHARACTER.get(line[:1], _read_words)
    return reader(draft, line, number)


def _read_figure(draft: Draft, head: str, rest: str, number: int) -> bool:
    field = fields.ANYWHERE.get(head) or fields.BY_SECTION.get((draft.section, head))
    if field is not None:
        field(draft, rest, number)
        return True
    if head in _SECTIONS and HEADING_END.match(rest):
        draft.section = _SECTIONS[head]
    elif head == _UNFINISHED:
        draft.warn(f"line {number}: transactions left unfinished on forced shutdown:{rest[:20]}")
    elif head == _LAST_HEAD:
        draft.ended = True
    else:
        return fields.percentile(draft, head, rest, number)
    return True


def _read_fatal(draft: Draft, message: str) -> None:
    # Only `prepare` and `cleanup` are called this way; a run fails in other functions.
    if "sysbench.cmdline.call_command" in message and not draft.announced:
        draft.prepared = True
    draft.fatal = True


def _keep(draft: Draft, interval: Interval | None, line: str, number: int) -> bool:
    if draft.complete:
        return False
    if interval is not None:
        draft.add_interval(interval, number)
    elif _CLOCK.search(line):
        draft.warn(f"line {number} is an interval line cut short")
    return interval is not None


def _read_clocked(draft: Draft, line: str, number: int) -> bool:
    if _CHECKPOINT.match(line):
        draft.checkpoint = set()
        draft.warn("checkpoint reports are left out; the summary covers the time since the last")
        return True
    if _CLOCK.match(line) is None:
        return False
    interval = intervals.read_other_interval(line)
    return _keep(draft, interval, line, number) if interval is not None else "queue length" in line


def _read_json(draft: Draft, line: str, number: int) -> bool:
    interval = draft.json.feed(line)
    return interval is not None and _keep(draft, interval, line, number)


def _read_digits(draft: Draft, line: str, number: int) -> bool:
    if draft.section == "histogram":
        bucket = _BUCKET.match(line)
        if bucket is not None:
            draft.histogram.append((float(bucket[1]), int(bucket[2])))
            return True
    interval = intervals.read_csv_interval(line) if draft.announced else None
    if interval is not None:
        return _keep(draft, interval, line, number)
    return fields.transferred(draft, line, number)


def _read_words(draft: Draft, line: str, number: int) -> bool:
    head = line.partition(":")[0]
    if head in _TESTS:
        draft.put("test", _TESTS[head], number)
    elif line.startswith(_RUN_EVIDENCE):
        draft.announced = True
    elif line.startswith("Latency histogram (values are in milliseconds)"):
        draft.section = "histogram"
    elif line.startswith(_PREPARATIONS):
        draft.prepared = True
    else:
        return line.startswith(_NEUTRAL)
    return True


_Reader = Callable[[Draft, str, int], bool]
_BY_FIRST_CHARACTER: Final[dict[str, _Reader]] = {
    "[": _read_clocked,
    '"': _read_json,
    **dict.fromkeys("0123456789", _read_digits),
}
