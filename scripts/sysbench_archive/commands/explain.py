"""`explain`: why a rule exists, and what to do."""

from __future__ import annotations

import argparse

from sysbench_archive.commands.verb import CLEAN, Arguments, UsageError, Verb, answer
from sysbench_archive.rules.catalogue import RULES, explain


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="code of a rule")


def _run(arguments: Arguments) -> int:
    codes = [rule.code for rule in RULES]
    if arguments.code not in codes:
        raise UsageError(f"no rule {arguments.code!r}; the rules are {', '.join(sorted(codes))}")
    answer(explain(arguments.code))
    return CLEAN


VERB = Verb("say why a rule exists and what to do", _takes, _run)
