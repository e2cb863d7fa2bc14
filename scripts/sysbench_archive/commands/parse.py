"""`parse`: what sysbench's output says, as JSON, a report a line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from sysbench_archive.commands.verb import CLEAN, Arguments, Verb, answer
from sysbench_archive.sysbench.report import parse_reports, report_to_json


def parse_files(paths: Sequence[Path]) -> Iterator[str]:
    """A JSON object for each report found, in file order. Raises OSError for an unreadable file."""
    for path in paths:
        for report in parse_reports(path.read_bytes()):
            yield json.dumps(report_to_json(report, str(path)), ensure_ascii=False)


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="sysbench output")


def _run(arguments: Arguments) -> int:
    for line in parse_files(arguments.files):
        answer(line)
    return CLEAN


VERB = Verb("print what sysbench output says, as JSON", _takes, _run)
