"""Every check of a loaded bundle.

To add a rule, write it in the module of its family, and its texts in `rules.tsv`; a new module adds
a line to `FAMILIES`.
"""

from __future__ import annotations

from datetime import date

from sysbench_archive.bundle.load import first_of_many
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import Problem
from sysbench_archive.rules import (
    cells,
    commands,
    copies,
    counts,
    dates,
    evidence,
    figures,
    held,
    intervals,
    loads,
    logs,
    plausible,
    queries,
    runs,
    slices,
    text,
)

FAMILIES = (
    *(text, dates, commands, plausible, logs, runs, figures, queries, intervals),
    *(held, loads, counts, evidence, copies, cells, slices),
)
"""Every module that checks a loaded bundle, and needs nothing else; dates to come need today."""


def check_bundle(bundle: Bundle, today: date | None) -> list[Problem]:
    """What the rules find in a loaded bundle, sorted and each once; of a flood only the first.

    Without `today` nothing is called a date in the future, so that what is found holds any day.
    """
    found = {problem for family in FAMILIES for problem in family.check(bundle)}
    if today:
        found.update(dates.check_future(bundle, today))
    return first_of_many(found, bundle.path)
