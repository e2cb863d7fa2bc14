"""What a log is by itself: the one judge of `parse`, `check`, `import`, the form and `/check/`.

A report that broke off, contradicts itself, lacks what its version prints, or is of no server of
MySQL, MariaDB or Percona Server, is refused; of lines that nobody understands, and of figures that
a fault of sysbench spoiled, everybody is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sysbench_archive.problems import RULES, Rule
from sysbench_archive.sysbench.report import TWICE, Report

INCOMPLETE = RULES["run-incomplete"]
LINES = RULES["report-lines"]
PRINTED_TWICE = RULES["counters-twice"]
UNREAD = RULES["report-unread"]
SPOILED = RULES["sysbench-fault"]
OTHER = RULES["product-other"]
NONE = RULES["product-none"]

FATAL = "the report holds a fatal error"
UNFINISHED = "the report ends before its summary"
_SHOWN_LINES = 5
_OTHER = re.compile(
    rb"--db[-_]driver(?:=|\s{1,4})[\"']?(?!mysql|attachsql|drizzle|STRING)([a-z][a-z0-9]{1,20})"
    rb"|--(pgsql|mongo)[-_a-z]{0,40}(?!=STRING)\b"
    rb"|^\s*db[-_]driver\s?=\s?(pgsql|sqlite|mongo)"
    rb"|(setting write concern to)"
    rb"|(PostgreSQL [0-9]{1,2}\.[0-9]{1,2}[ .]|psql \(|PQ(?:exec|prepare|connect))",
    re.MULTILINE,
)
_WORDS = (b"driver", b"pgsql", b"mongo", b"write concern", b"PostgreSQL", b"psql", b"PQ")
"""One of them stands in whatever `_OTHER` finds, and is found much faster."""
_NAMES = {"pgsql": "PostgreSQL", "mongo": "MongoDB"}


class Fault(NamedTuple):
    """A rule that a log breaks, the line of the log or 0, and the sentence."""

    rule: Rule
    line: int
    message: str


def log_faults(data: bytes, reports: Sequence[Report]) -> list[tuple[Report | None, Fault]]:
    """What is wrong with a log, each with its report; None is the whole log."""
    found: list[tuple[Report | None, Fault]] = []
    if name := other_database(data):
        found.append((None, Fault(OTHER, 0, f"is a result of {name}")))
    return found + [(report, fault) for report in reports for fault in report_faults(report)]


def report_faults(report: Report) -> Iterator[Fault]:
    """What is wrong with a report; that it is no result before anything else."""
    yield from _refusals(report)
    if report.unread:
        listed = ", ".join(map(str, report.unread[:_SHOWN_LINES]))
        more = ", …" if len(report.unread) > _SHOWN_LINES else ""
        told = f"lines inside of the report are not understood: {listed}{more}"
        yield Fault(UNREAD, report.unread[0], told)
    for figure, fault in report.spoiled():
        told = f"{figure} does not count: {fault.text}"
        yield Fault(SPOILED, report.lines.get(figure, report.first_line), told)


def _refusals(report: Report) -> Iterator[Fault]:
    if report.fatal:
        yield Fault(INCOMPLETE, 0, FATAL)
    elif report.doubt is not None:
        yield Fault(PRINTED_TWICE if TWICE in report.doubt else INCOMPLETE, 0, report.doubt)
    elif report.missing and report.duration_s is not None:
        for line in dict.fromkeys(line for line, _ in report.missing):
            words = ", ".join(words for at, words in report.missing if at == line)
            yield Fault(LINES, line, f"line {line} should print {words}, and does not")
    elif not report.complete:
        yield Fault(INCOMPLETE, 0, UNFINISHED)
    elif report.reads is None and "reads" not in report.faults:
        yield Fault(
            NONE, report.first_line, "is no result of a database: the report counts no queries"
        )


def refusal_of(report: Report) -> str:
    """Why the figures of a report are no result; "" where they are."""
    errors = (f.message for f in report_faults(report) if f.rule.severity == "error")
    return next(errors, "")


def other_database(text: bytes) -> str:
    """The database of another kind that a log or a command names; "" where it names none."""
    if not any(word in text for word in _WORDS):
        return ""
    match = _OTHER.search(text)
    if match is None:
        return ""
    driver, prefix, configured, concern, _ = (m.decode() if m else "" for m in match.groups())
    named = driver or prefix or configured or ("mongo" if concern else "pgsql")
    return _NAMES.get(named, named)
