"""The runs in what somebody pasted.

Owns which reports become runs. A report that stops early is kept as a failed run; one without a
thread count, and output without any report, are complained of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.intake.body import Complaint
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines

FILE = "raw/output.txt"
MAX_REPORTS = 200


@dataclass(frozen=True, slots=True)
class Pasted:
    """What the output holds: reports in order, and what is wrong."""

    reports: tuple[Report, ...]
    complaints: tuple[Complaint, ...]


def pasted(text: str, heading: str) -> Pasted:
    """Read the output."""
    data = text.encode()
    reports = parse_reports(data)
    said = [*_faults(reports), *_repeated(reports[:MAX_REPORTS], readable_lines(data))]
    return Pasted(reports, tuple(Complaint(heading, sentence) for sentence in said))


def _faults(reports: Sequence[Report]) -> Iterator[str]:
    if not reports:
        yield "there is no report of sysbench in it: paste everything it printed, from its version"
    if len(reports) > MAX_REPORTS:
        yield f"there are {len(reports)} reports in it; this form takes at most {MAX_REPORTS}"
    elif reports and not any(report.complete for report in reports):
        yield "every report in it stops before its summary: paste everything sysbench printed"
    for report in reports[:MAX_REPORTS]:
        if report.threads is None:
            yield f"the report that begins on line {report.first_line} states no number of threads"
    versions = {report.sysbench_version for report in reports}
    if len(versions) > 1:
        yield "the reports come from several versions of sysbench: open an issue for each"


def _repeated(reports: Sequence[Report], lines: Sequence[str]) -> Iterator[str]:
    """One run pasted twice would look like a repetition without any noise."""
    first: dict[tuple[str, ...], int] = {}
    for report in reports:
        own = (line.strip() for line in lines[report.first_line - 1 : report.last_line])
        key = tuple(filter(None, own))
        if key in first:
            place = f"line {report.first_line}"
            yield f"the report on {place} is the one on line {first[key]} again: leave one of them"
        first.setdefault(key, report.first_line)


def run_entries(
    reports: Sequence[Report], server: str, workload: str
) -> list[dict[str, str | int | dict[str, int]]]:
    """The runs of the bundle, in the order of the output."""
    seen: Counter[int] = Counter()
    entries: list[dict[str, str | int | dict[str, int]]] = []
    for report in reports:
        threads = report.threads or 1
        seen[threads] += 1
        entry: dict[str, str | int | dict[str, int]] = {
            "id": f"{workload}-t{threads}-r{seen[threads]}",
            "server": server,
            "workload": workload,
            "threads": threads,
            "file": FILE,
            "report": report.index,
            "sequence": {"repetition": seen[threads]},
        }
        if report.fatal or not report.complete:
            entry["failed"] = "sysbench reported a fatal error" if report.fatal else "it stopped"
        entries.append(entry)
    return entries
