"""`parse`: print what sysbench's output says, as JSON, one report a line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.sysbench.report import parse_reports, report_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="sysbench output")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    for path in arguments.files:
        for report in parse_reports(path.read_bytes()):
            answer(json.dumps(report_to_json(report, str(path)), ensure_ascii=False))
    return CLEAN
