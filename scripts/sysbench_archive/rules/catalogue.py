"""The list of all rules: every code the program can print, and every check.

To add a rule, write it in the module of its family; a new module adds a line to `RULES` and
one to `CHECKS`, a new first word of a code one to `rules/lookup.py`. The order is that of the page
of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from sysbench_archive import ledger
from sysbench_archive.bundle import (
    campaigns,
    curated,
    files,
    formatting,
    load,
    references,
    schema,
    series,
    slices,
    sources,
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
    counts,
    dates,
    evidence,
    figures,
    innodb,
    intervals,
    loading,
    loads,
    plausible,
    prose,
    queries,
    runs,
    text,
)
from sysbench_archive.rules import slices as slice_rules

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
    *slices.RULES,
    *findings.RULES,
    *text.TEXT_RULES,
    *dates.RULES,
    *commands.RULES,
    *loading.RULES,
    *plausible.RULES,
    *runs.AGREEMENT_RULES,
    *runs.DURATION_RULES,
    *runs.ORIGIN_RULES,
    *runs.COMPLETENESS_RULES,
    *text.PLACEHOLDERS_RULES,
    *figures.COUNTERS_RULES,
    *queries.RULES,
    *intervals.RULES,
    *innodb.RULES,
    *loads.RULES,
    *counts.RULES,
    *figures.PUBLISHED_RULES,
    *evidence.RULES,
    *cells.RULES,
    *slice_rules.RULES,
    *archive.REPEATS_RULES,
    *archive.REPRODUCED_RULES,
    *archive.SUPERSEDED_RULES,
    *curated.RULES,
    *sources.RULES,
    *campaigns.RULES,
    *prose.RULES,
    *ledger.RULES,
    *ledger.COMPARISON_RULES,
)
"""Every code in the program, in the order in which a bundle meets them."""

CHECKS: tuple[Callable[[Bundle], Iterable[Problem]], ...] = (
    text.check,
    commands.check,
    loading.check,
    plausible.check,
    runs.check_agreement,
    runs.check_duration,
    runs.check_origin,
    runs.check_completeness,
    text.check_placeholders,
    figures.check_counters,
    queries.check,
    intervals.check,
    innodb.check,
    loads.check,
    counts.check,
    figures.check_published_figures,
    evidence.check,
    cells.check,
    slice_rules.check,
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
