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
    Original,
    named_by,
    originals_of_comparison,
    originals_of_runs,
    reproduction_of,
)
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.model.result import ResultRecord
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
    known = {entry.path for survey in surveys for entry in survey.comparisons}
    identities = [(survey.id, survey.identity) for survey in surveys if survey.identity]
    known |= {f"/results/{name}/{run}/" for name, found in identities for run in found.runs.split()}
    for comparison in curated:
        known.add(f"/comparisons/{comparison.slug}/")
        known.update(comparison.definition.aliases if comparison.definition else ())
    rows = [(bundle, row) for bundle, rows in records.items() for row in rows]
    known |= {f"/results/{bundle}/{run}/" for bundle, row in rows for run in row.runs.split()}
    known |= {f"/comparisons/{b}--{name}/" for b, row in rows for name in row.comparisons.split()}
    mentions = {survey.id: survey.reproduces for survey in surveys}
    # What a bundle with errors is compared in is not known; its own errors come first.
    broken = tuple(f"/comparisons/{s.id}--" for s in surveys if s.entry is None)
    named = {path for paths in mentions.values() for path, _ in paths}
    known |= {path for path in named if broken and path.startswith(broken)}
    yield from unknown_paths(mentions, known, folder)


def find_reproductions(
    surveys: Sequence[Survey], drawn: Sequence[Comparison], store: Store
) -> dict[str, list[ReproductionRecord]]:
    """Everything that was run again, by path; `drawn` are the curated comparisons."""
    keys = {survey.id: survey.key for survey in surveys}
    curated = {page.path: page for page in drawn}

    @cache
    def find_outcome(bundle: str) -> Outcome | None:
        return store.get(keys[bundle]) if bundle in keys else None

    found: dict[str, list[ReproductionRecord]] = {}
    for survey in surveys:
        paths = [path for path, _ in survey.reproduces]
        outcome = find_outcome(survey.id) if paths else None
        if outcome and outcome.result:
            for original in _originals_at(paths, curated, find_outcome):
                _file_under_paths(found, original, reproduction_of(original, outcome.result))
    return {
        path: sorted(records, key=lambda record: (record.date, record.bundle.path, record.workload))
        for path, records in found.items()
    }


def _originals_at(
    paths: Sequence[str],
    curated: Mapping[str, Comparison],
    find_outcome: Callable[[str], Outcome | None],
) -> Iterator[Original]:
    def find_result(bundle: str) -> ResultRecord | None:
        outcome = find_outcome(bundle)
        return outcome.result if outcome else None

    yield from originals_of_runs([p for p in paths if p.startswith("/results/")], find_result)
    for path in paths:
        outcome = find_outcome(named_by(path))
        matrix = {comparison.path: comparison for comparison in outcome.matrix} if outcome else {}
        if comparison := curated.get(path) or matrix.get(path):
            yield from originals_of_comparison(path, comparison.panels, find_result)


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
