"""The tables beside a document: `figures.csv` and `series.csv`.

Owns which bundles have them: a figure has one source, and so have its interval lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.bundle.figures import FILE as FIGURES
from sysbench_archive.bundle.figures import Row, read_figures, row_problems
from sysbench_archive.bundle.files import BundleFile
from sysbench_archive.bundle.series import FILE as SERIES
from sysbench_archive.bundle.series import read_series
from sysbench_archive.model import Stretch
from sysbench_archive.problems import Problem, Rule, got_expected

FIGURES_ABSENT = Rule(
    "figures-missing",
    "The bundle has runs without raw output and no figures.csv, or raw output and a figures.csv.",
    "Every figure has exactly one source: the raw output kept here, or the table of a source.",
    "add figures.csv for published figures; remove it where raw output is kept",
)
SERIES_PLACE = Rule(
    "series-place",
    "A bundle that is not linked output has a series.csv.",
    "Interval lines are read from the output where it is kept here, and a published table has"
    " none: a second source could contradict the first.",
    "remove series.csv",
)
RULES = (FIGURES_ABSENT, SERIES_PLACE)


@dataclass(frozen=True, slots=True)
class Tables:
    """By run id: rows of figures.csv and stretches of series.csv; and what is wrong with them."""

    rows: Mapping[str, Row]
    stretches: Mapping[str, tuple[Stretch, ...]]
    problems: tuple[Problem, ...]


def read_tables(authored: Mapping[str, Any], files: Mapping[str, BundleFile], label: str) -> Tables:
    """The tables of a bundle; one that is missing, superfluous or wrong counts as empty."""
    rows, faults = _rows(authored, files, f"{label}/{FIGURES}")
    stretches, others = _stretches(authored, files, f"{label}/{SERIES}")
    return Tables(rows, stretches, (*faults, *others))


def _rows(
    authored: Mapping[str, Any], files: Mapping[str, BundleFile], path: str
) -> tuple[Mapping[str, Row], list[Problem]]:
    wanted = authored["evidence"] != "raw-output" and bool(authored["runs"])
    if wanted != (FIGURES in files):
        got, expected = ("none", "one") if wanted else ("one", "none")
        return {}, [FIGURES_ABSENT.at(path, got_expected("figures.csv", got, expected))]
    if not wanted:
        return {}, []
    rows, problems = read_figures(files[FIGURES].data, path)
    if not problems:
        problems = row_problems(rows, (run["id"] for run in authored["runs"]), path)
    return rows, problems


def _stretches(
    authored: Mapping[str, Any], files: Mapping[str, BundleFile], path: str
) -> tuple[Mapping[str, tuple[Stretch, ...]], list[Problem]]:
    if SERIES not in files:
        return {}, []
    if authored["evidence"] != "linked-output":
        return {}, [SERIES_PLACE.at(path, f"{authored['evidence']} has no {SERIES}")]
    return read_series(files[SERIES].data, path, (run["id"] for run in authored["runs"]))
