"""One file of output: the reports in it that can be runs, and why the others cannot.

Owns the reasons. Refuses what is no result of MySQL, MariaDB or Percona Server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines

MAX_PREAMBLE = 300
MAX_LINE = 4_000
NO_RESULT = "holds no report of sysbench"
PREPARE = "is the log of a prepare: it holds a header and no result"
UNFINISHED = "the report ends before its summary"
FATAL = "the report holds a fatal error"
NO_QUERIES = "is no result of a database: the report counts no queries"
NOTHING = "the report counts no transactions and no queries"
_FOREIGN = (
    (b"--db-driver=pgsql", "is a result of PostgreSQL"),
    (b"--pgsql-", "is a result of PostgreSQL"),
    (b"--mongo", "is a result of MongoDB"),
)
_PREPARING = (
    b"Creating table 'sbtest",
    b"Inserting ",
    b" prepare\n",
    b"Creating a secondary index",
)


@dataclass(frozen=True, slots=True)
class Log:
    """A file: its SHA-256, its usable reports with the lines before each, refusals by report.

    The report is None where a refusal is about the whole file.
    """

    sha256: str
    reports: tuple[tuple[Report, tuple[str, ...]], ...]
    refused: tuple[tuple[int | None, str], ...]


def read_log(data: bytes) -> Log:
    """Everything a file of output holds."""
    digest = hashlib.sha256(data).hexdigest()
    foreign = next((reason for mark, reason in _FOREIGN if mark in data), None)
    if foreign is not None:
        return Log(digest, (), ((None, foreign),))
    reports = parse_reports(data)
    if not reports or not any(report.complete for report in reports):
        return Log(digest, (), ((None, _empty(data, reports)),))
    lines = readable_lines(data)
    good: list[tuple[Report, tuple[str, ...]]] = []
    refused: list[tuple[int | None, str]] = []
    for report, preamble in zip(reports, _preambles(lines, reports), strict=True):
        fault = _fault(report)
        if fault:
            refused.append((report.index if len(reports) > 1 else None, fault))
        else:
            good.append((report, preamble))
    return Log(digest, tuple(good), tuple(refused))


def _empty(data: bytes, reports: Sequence[Report]) -> str:
    if any(mark in data for mark in _PREPARING):
        return PREPARE
    if any(report.fatal for report in reports):
        return FATAL
    return UNFINISHED if reports else NO_RESULT


def _fault(report: Report) -> str | None:
    if report.fatal:
        return FATAL
    if not report.complete:
        return UNFINISHED
    if report.reads is None:
        return NO_QUERIES
    figures = figures_of(report)
    counted = [figures[name].value for name in ("transactions", "queries", "total_events")
               if name in figures]  # fmt: skip
    return None if any(counted) else NOTHING


def _preambles(lines: Sequence[str], reports: Sequence[Report]) -> Iterator[tuple[str, ...]]:
    """The lines since the report before, up to the end of each report's header."""
    start = 0
    for report in reports:
        end = report.first_line + 4
        wanted = lines[start:end][-MAX_PREAMBLE:]
        yield tuple(line.strip() for line in wanted if 0 < len(line) <= MAX_LINE)
        start = report.last_line


def kind_of(report: Report) -> str | None:
    """Whether a report counts reads, writes or both; None where it counts neither."""
    reads, writes = bool(report.reads), bool(report.writes)
    return {
        (True, False): "read-only",
        (False, True): "write-only",
        (True, True): "read-write",
    }.get((reads, writes))
