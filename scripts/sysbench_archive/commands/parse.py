"""`parse`: print what sysbench's output says, as JSON, one report a line.

What is no result, and why, is told apart from it. A file without any report is a problem.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.sysbench.report import parse_reports, report_to_json
from sysbench_archive.sysbench.results import log_faults

STANDARD_INPUT = "-"
_MAY_BE_PACKED = (b"PK", b"\x1f\x8b", b"BZ", b"\xfd7")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    found = [_print_reports(*log) for path in arguments.files for log in _logs(path)]
    return CLEAN if found and all(found) else PROBLEMS


def _logs(path: str) -> Iterator[tuple[str, bytes, str]]:
    """The logs of a file by name, each with its bytes, and why it cannot be read or ""."""
    data = sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
    if not data.startswith(_MAY_BE_PACKED):
        yield path, data, ""
        return
    # Here, because it takes longer to load than most logs to read.
    from sysbench_archive.importers.archives import most_of, unpacked

    yield from unpacked(path, data, most_of(data))


def _print_reports(name: str, data: bytes, fault: str) -> bool:
    """Print the reports of a log, and what is wrong with it; whether it has any."""
    reports = () if fault else parse_reports(data)
    for report in reports:
        answer(json.dumps(report_to_json(report, name), ensure_ascii=False))
    for owner, found in log_faults(data, reports):
        line = found.line or (owner.first_line if owner is not None else 1)
        say(f"{name}:{line}: {found.rule.code} {found.message}")
    if not reports:
        say(f"{name}: {fault or 'no report of sysbench in it'}")
    return bool(reports)
