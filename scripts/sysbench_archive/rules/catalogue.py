"""The list of all rules: every code the program can print, and every check.

To add a rule, write it in the module of its family; a new module adds a line to `RULES` and
one to `CHECKS`. The order is that of the page of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from textwrap import fill

from sysbench_archive import ledger
from sysbench_archive.bundle import (
    curated,
    files,
    formatting,
    load,
    references,
    schema,
    series,
    strict_yaml,
)
from sysbench_archive.bundle import (
    figures as bundle_figures,
)
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import Problem, Rule
from sysbench_archive.redaction import findings
from sysbench_archive.rules import (
    archive,
    cells,
    commands,
    dates,
    evidence,
    figures,
    prose,
    queries,
    runs,
    text,
)

RULES: tuple[Rule, ...] = (
    *load.RULES,
    *bundle_figures.TABLE_RULES,
    *bundle_figures.OUTPUT_RULES,
    *load.LIMIT_RULES,
    *files.RULES,
    *strict_yaml.RULES,
    *formatting.RULES,
    *schema.RULES,
    *references.RULES,
    *bundle_figures.RULES,
    *series.RULES,
    *findings.RULES,
    *text.TEXT_RULES,
    *dates.RULES,
    *commands.RULES,
    *runs.AGREEMENT_RULES,
    *runs.DURATION_RULES,
    *runs.ORIGIN_RULES,
    *runs.COMPLETENESS_RULES,
    *text.PLACEHOLDERS_RULES,
    *figures.COUNTERS_RULES,
    *queries.RULES,
    *figures.PUBLISHED_RULES,
    *evidence.RULES,
    *cells.RULES,
    *archive.REPEATS_RULES,
    *archive.REPRODUCED_RULES,
    *curated.RULES,
    *prose.RULES,
    *ledger.RULES,
)
"""Every code in the program, in the order in which a bundle meets them."""

CHECKS: tuple[Callable[[Bundle], Iterable[Problem]], ...] = (
    text.check_characters,
    text.check_private_data,
    commands.check,
    runs.check_agreement,
    runs.check_duration,
    runs.check_origin,
    runs.check_completeness,
    text.check_placeholders,
    figures.check_counters,
    queries.check,
    figures.check_published_figures,
    evidence.check,
    cells.check,
    dates.check,
)
"""Every check of a loaded bundle that needs nothing else; dates to come need today as well."""


def check_bundle(bundle: Bundle, today: date | None) -> list[Problem]:
    """What the rules find in a loaded bundle, sorted and each once; of a flood only the first.

    Without `today` nothing is called a date in the future, so that what is found holds any day.
    """
    found = {problem for check in CHECKS for problem in check(bundle)}
    if today:
        found.update(dates.check_future(bundle, today))
    return load.first_of_many(found, bundle.path)


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
