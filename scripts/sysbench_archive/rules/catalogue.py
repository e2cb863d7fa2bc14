"""The list of all rules: every code the program can print, and every check.

To add a rule, write its module and add one line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from textwrap import fill

from sysbench_archive import curated, ledger
from sysbench_archive.bundle import (
    figures,
    files,
    flood,
    form,
    load,
    output,
    references,
    schema,
    series,
    tables,
    yaml_rules,
)
from sysbench_archive.model import Bundle
from sysbench_archive.problems import Problem, Rule
from sysbench_archive.redaction import findings
from sysbench_archive.rules import (
    agreement,
    cells,
    commands,
    completeness,
    counters,
    dates,
    duration,
    evidence,
    origin,
    placeholders,
    private,
    published,
    queries,
    repeats,
    reproduced,
    text,
)

RULES: tuple[Rule, ...] = (
    *load.RULES,
    *tables.RULES,
    *output.RULES,
    *flood.RULES,
    *files.RULES,
    *yaml_rules.RULES,
    *form.RULES,
    *schema.RULES,
    *references.RULES,
    *figures.RULES,
    *series.RULES,
    *findings.RULES,
    *text.RULES,
    *dates.RULES,
    *commands.RULES,
    *agreement.RULES,
    *duration.RULES,
    *origin.RULES,
    *completeness.RULES,
    *placeholders.RULES,
    *counters.RULES,
    *queries.RULES,
    *published.RULES,
    *evidence.RULES,
    *cells.RULES,
    *repeats.RULES,
    *reproduced.RULES,
    *curated.RULES,
    *ledger.RULES,
)
"""Every code in the program, in the order in which a bundle meets them."""

CHECKS: tuple[Callable[[Bundle], Iterable[Problem]], ...] = (
    text.check,
    private.check,
    commands.check,
    agreement.check,
    duration.check,
    origin.check,
    completeness.check,
    placeholders.check,
    counters.check,
    queries.check,
    published.check,
    evidence.check,
    cells.check,
)
"""Every check of a loaded bundle that needs nothing else; `dates` needs today as well."""


def check_bundle(bundle: Bundle, today: date) -> list[Problem]:
    """What the rules find in a loaded bundle, sorted and each once; of a flood only the first."""
    found = {problem for check in CHECKS for problem in check(bundle)}
    return flood.bounded(found.union(dates.check(bundle, today)), bundle.path)


def explain(code: str) -> str:
    """The long form of a rule: code, severity, summary, why, what to do.

    Raises KeyError for an unknown code.
    """
    rule = _by_code()[code]
    parts = (
        f"{rule.code} ({rule.severity})",
        fill(rule.summary, 80),
        fill(f"why: {rule.reason}", 80),
        fill(f"what to do: {rule.hint}", 80),
    )
    return "\n\n".join(parts)


@cache
def _by_code() -> dict[str, Rule]:
    return {rule.code: rule for rule in RULES}
