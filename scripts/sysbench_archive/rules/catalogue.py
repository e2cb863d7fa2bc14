"""The list of all rules: every code the program can print, and every check.

To add a rule, write it in the module of its family; a new module adds a line to `FAMILIES`. The
order is that of the page of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from types import ModuleType

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
from sysbench_archive.bundle import figures as bundle_figures
from sysbench_archive.ledger import comparisons, record
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

FAMILIES: tuple[ModuleType, ...] = (
    *(load, files, strict_yaml, formatting, schema, references, bundle_figures, series, slices),
    *(findings, text, dates, commands, loading, plausible, runs, figures, queries, intervals),
    *(innodb, loads, counts, evidence, cells, slice_rules, archive, curated, sources, campaigns),
    *(prose, record, comparisons),
)
"""Every module with rules, in the order in which a bundle meets them."""
RULES: tuple[Rule, ...] = tuple(
    dict.fromkeys(
        value for family in FAMILIES for value in vars(family).values() if isinstance(value, Rule)
    )
)
"""Every code in the program."""
CHECKS: tuple[Callable[[Bundle], Iterable[Problem]], ...] = tuple(
    family.check for family in FAMILIES if hasattr(family, "check")
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
