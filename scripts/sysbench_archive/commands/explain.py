"""`explain`: why a rule exists, and what to do."""

from __future__ import annotations

import argparse

from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.problems import UsageError
from sysbench_archive.rules.catalogue import RULES, explain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("code", metavar="CODE", help="code of a rule")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    codes = [rule.code for rule in RULES]
    if arguments.code not in codes:
        raise UsageError(f"no rule {arguments.code!r}; the rules are {', '.join(sorted(codes))}")
    answer(explain(arguments.code))
    return CLEAN
