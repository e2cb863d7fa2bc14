"""Finding the reports of a file and feeding each its lines.

Owns where a report begins and ends: at a banner, at the first line only sysbench's summary can
begin with, at the end of the block that quotes it. Refuses to keep what is no run: `prepare`,
`cleanup` and bare banners yield no report. Work is one pass, a bounded amount for every line.
"""

from __future__ import annotations

import re
from typing import Final

from sysbench_archive.sysbench.report.draft import Draft
from sysbench_archive.sysbench.report.intervals import read_sql_interval
from sysbench_archive.sysbench.report.model import Report
from sysbench_archive.sysbench.report.reading import RUN_BEGINS, read_line
from sysbench_archive.sysbench.report.text import (
    FENCE,
    HEADING_END,
    LONGEST_LINE,
    bare,
    shape,
    split_lines,
)

_BANNER: Final = re.compile(
    r"(?<![^\s>|\"'`\]:])sysbench v?(?P<version>[0-9][\w.+~-]{0,40})"
    r"(?:: {1,4}multi-threaded system evaluation|\s{1,4}\(using )"
)
_OPENERS: Final = {
    RUN_BEGINS: HEADING_END,
    "OLTP test statistics": HEADING_END,
    "SQL statistics": HEADING_END,
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


def parse_reports(data: bytes) -> tuple[Report, ...]:
    """Return every report in `data`, in file order. Never raises; one pass over the bytes."""
    scanner = _Scanner()
    for number, line in enumerate(split_lines(data), 1):
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
        if raw[0] == "[" and self._plain_interval(raw, number):
            return
        if len(raw) > LONGEST_LINE:
            raw = raw[:LONGEST_LINE] + "_"
        if "sysbench " in raw and self._banner(raw, number):
            return
        if self.draft is not None and self.draft.prefix_length:
            raw = _without_prefix(self.draft, raw)
        line = bare(raw)
        if line and not self._fenced(line):
            self._read(line, number)

    def _plain_interval(self, raw: str, number: int) -> bool:
        """Read a whole interval line of an undecorated log, which is most lines of an archive.

        Only what every other line is asked and such a line cannot be is left out.
        """
        draft = self.draft
        if draft is None or draft.guarded or len(raw) > LONGEST_LINE or "sysbench " in raw:
            return False
        interval = read_sql_interval(raw)
        if interval is None:
            return False
        if not draft.complete:
            draft.add_interval(interval, number)
            draft.last_line = number
        return True

    def _fenced(self, line: str) -> bool:
        """End the report at the end of its quotation, unless another follows at once."""
        draft, fence = self.draft, line.startswith(FENCE)
        if draft is not None and fence:
            draft.fenced = not draft.fenced
        elif draft is not None and draft.fenced:
            self.close()
        return fence

    def _read(self, line: str, number: int) -> None:
        head, _, rest = line.partition(":")
        if head in _OPENERS and _OPENERS[head].match(rest):
            self._opener(head, number)
        if self.draft is not None:
            self._feed(self.draft, line, head, rest, number)

    def close(self) -> None:
        """End the open report and keep it if it was a run."""
        draft, self.draft = self.draft, None
        if draft is None or not draft.is_run:
            return
        if draft.summarised and not draft.complete:
            draft.warn("the summary is cut short")
        self.reports.append(draft.finish(len(self.reports)))

    def _banner(self, raw: str, number: int) -> bool:
        match = _BANNER.search(raw)
        if match is None:
            return False
        draft = self._open(number)
        draft.put("sysbench_version", match["version"], number)
        prefix = raw[: match.start()]
        if bare(prefix):
            draft.prefix_length, draft.prefix_shape = len(prefix), shape(prefix)
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
        if draft is None or draft.complete or head in draft.seen:
            draft = self._open(number)
            draft.warn("the report has no banner")
        draft.seen.add(head)

    def _feed(self, draft: Draft, line: str, head: str, rest: str, number: int) -> None:
        if read_line(draft, line, head, rest, number):
            draft.last_line = number
        elif draft.ended:
            self.close()


def _without_prefix(draft: Draft, raw: str) -> str:
    length = draft.prefix_length
    return raw[length:] if shape(raw[:length]) == draft.prefix_shape else raw
