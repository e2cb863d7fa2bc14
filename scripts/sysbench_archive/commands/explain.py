"""`explain`: why a rule exists, and what to do."""

from __future__ import annotations

import argparse

from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.problems import UsageError
from sysbench_archive.rules.lookup import explanation, find_rule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("code", metavar="CODE", help="code of a rule")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    rule = find_rule(arguments.code)
    if rule is None:
        raise UsageError(f"no rule {arguments.code!r}; the rules are {', '.join(_codes())}")
    answer(explanation(rule))
    return CLEAN


def _codes() -> list[str]:
    # Imported here, because it loads every module that has a rule.
    from sysbench_archive.rules.catalogue import RULES

    return sorted(rule.code for rule in RULES)
