"""`explain`: why a rule exists, and what to do."""

from __future__ import annotations

from textwrap import fill

from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.problems import RULES, Rule, UsageError


def explanation(rule: Rule) -> str:
    """The long form of a rule: code, severity, summary, why, what to do."""
    parts = (
        f"{rule.code} ({rule.severity})",
        fill(rule.summary, 80),
        fill(f"why: {rule.reason}", 80),
        fill(f"what to do: {rule.hint}", 80),
    )
    return "\n\n".join(parts)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    if arguments.code not in RULES:
        raise UsageError(f"no rule {arguments.code!r}; the rules are {', '.join(sorted(RULES))}")
    answer(explanation(RULES[arguments.code]))
    return CLEAN
