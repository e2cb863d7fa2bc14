"""Reproductions in the whole archive: which paths exist, and what was found on running them again.

Works on surveys and outcomes of the store; only bundles that reproduce something, and what they
name, are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from sysbench_archive.build.store import Outcome, Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.bundle.curated import Curated
from sysbench_archive.derive.reproductions import (
    Campaign,
    ComparedPanel,
    FindCampaign,
    Original,
    campaign_of,
    named_by,
    originals_of_comparison,
    originals_of_runs,
    reproduction_of,
)
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.base import as_record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.problems import Problem
from sysbench_archive.rules.archive import unknown_paths

Reproduced = Mapping[str, Sequence[ReproductionRecord]]
"""Site path of a comparison or a run to what reproduced it, in the order of dates."""


def unknown_originals(
    surveys: Sequence[Survey],
    curated: Iterable[Curated],
    records: Mapping[str, Sequence[Row]],
    folder: str,
) -> Iterator[Problem]:
    """Paths in `reproduces` that are not in the archive; `folder` is how messages name bundles'."""
    known = {path for survey in surveys for path in _survey_paths(survey)}
    known |= {path for c in curated for path in _curated_addresses(c)}
    rows = [(bundle, row) for bundle, rows in records.items() for row in rows]
    known |= {f"/results/{bundle}/{run}/" for bundle, row in rows for run in row.runs.split()}
    known |= {f"/comparisons/{b}--{name}/" for b, row in rows for name in row.comparisons.split()}
    mentions = {survey.id: survey.reproduces for survey in surveys}
    # What a bundle with errors is compared in is not known; its own errors come first.
    broken = tuple(f"/comparisons/{s.id}--" for s in surveys if s.entry is None)
    named = {path for paths in mentions.values() for path, _ in paths}
    known |= {path for path in named if broken and path.startswith(broken)}
    yield from unknown_paths(mentions, known, folder)


def _survey_paths(survey: Survey) -> Iterator[str]:
    yield from (entry.path for entry in survey.comparisons)
    if survey.identity:
        yield from (f"/results/{survey.id}/{run}/" for run in survey.identity.runs)


def _curated_addresses(curated: Curated) -> Iterator[str]:
    yield f"/comparisons/{curated.slug}/"
    if curated.definition:
        yield from curated.definition.aliases


def find_reproductions(
    surveys: Sequence[Survey], drawn: Sequence[Comparison], store: Store
) -> dict[str, list[ReproductionRecord]]:
    """Everything that was run again, by path; `drawn` are the curated comparisons."""
    keys = {survey.id: survey.key for survey in surveys}
    curated = {page.path: page for page in drawn}

    @cache
    def find_outcome(bundle: str) -> Outcome | None:
        return store.get(keys[bundle]) if bundle in keys else None

    @cache
    def find_campaign(bundle: str) -> Campaign | None:
        outcome = find_outcome(bundle)
        return campaign_of(outcome.result) if outcome and outcome.result else None

    def find_comparison(path: str) -> Comparison | None:
        outcome = find_outcome(named_by(path))
        matrix = outcome.matrix if outcome else []
        return curated.get(path) or next((c for c in matrix if c.path == path), None)

    found: dict[str, list[ReproductionRecord]] = {}
    for survey in surveys:
        paths = [path for path, _ in survey.reproduces]
        campaign = find_campaign(survey.id) if paths else None
        if campaign:
            for original in _originals_at(paths, find_comparison, find_campaign):
                _file_under_paths(found, original, reproduction_of(original, campaign))
    return {path: sorted(records, key=_date_order) for path, records in found.items()}


def _originals_at(
    paths: Sequence[str],
    find_comparison: Callable[[str], Comparison | None],
    find_campaign: FindCampaign,
) -> Iterator[Original]:
    runs = [path for path in paths if path.startswith("/results/")]
    yield from originals_of_runs(runs, find_campaign)
    for path in paths:
        comparison = find_comparison(path) if path.startswith("/comparisons/") else None
        if comparison is not None:
            panels = [
                as_record(panel, ComparedPanel, attributes=True)
                for panel in comparison.panels
                if panel.rows
            ]
            yield from originals_of_comparison(comparison.path, panels, find_campaign)


def _file_under_paths(
    found: dict[str, list[ReproductionRecord]], original: Original, record: ReproductionRecord
) -> None:
    """Under every path; a panel that was not run again does not stand beside one that was."""
    for path in original.paths:
        known = found.setdefault(path, [])
        same = [other for other in known if other.bundle == record.bundle]
        if record.rows and all(not other.rows for other in same):
            known[:] = [other for other in known if other not in same]
        if record.rows or not same:
            known.append(record)


def _date_order(record: ReproductionRecord) -> tuple[str, str, str]:
    return record.date, record.bundle.path, record.workload
