"""Reproductions in the whole archive: which paths exist, and what was found on running them again.

Works on surveys and outcomes of the store; only bundles that reproduce something, and what they
name, are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from sysbench_archive.commands.store import Store
from sysbench_archive.commands.survey import Survey
from sysbench_archive.curated import Curated
from sysbench_archive.derive.originals import Original, of_comparison, of_runs
from sysbench_archive.derive.reproductions import reproduction
from sysbench_archive.ledger import Row
from sysbench_archive.problems import Problem
from sysbench_archive.rules.reproduced import unknown_paths

Record = dict[str, Any]
Reproduced = Mapping[str, Sequence[Record]]
"""Site path of a comparison or a run to what reproduced it, in the order of dates."""


def unknown_originals(
    surveys: Sequence[Survey],
    curated: Iterable[Curated],
    records: Mapping[str, Sequence[Row]],
    folder: str,
) -> Iterator[Problem]:
    """Paths in `reproduces` that are not in the archive; `folder` is how messages name bundles'."""
    known = {path for survey in surveys for path in _paths(survey)}
    known |= {path for c in curated for path in _addresses(c)}
    rows = [(bundle, row) for bundle, rows in records.items() for row in rows]
    known |= {f"/results/{bundle}/{run}/" for bundle, row in rows for run in row.runs.split()}
    known |= {f"/comparisons/{b}--{name}/" for b, row in rows for name in row.comparisons.split()}
    mentions = {survey.id: survey.reproduces for survey in surveys}
    # What a bundle with errors is compared in is not known; its own errors come first.
    broken = tuple(f"/comparisons/{s.id}--" for s in surveys if s.entry is None)
    named = {path for paths in mentions.values() for path, _ in paths}
    known |= {path for path in named if broken and path.startswith(broken)}
    yield from unknown_paths(mentions, known, folder)


def _paths(survey: Survey) -> Iterator[str]:
    yield from (entry["path"] for entry in survey.comparisons)
    if survey.identity:
        yield from (f"/results/{survey.id}/{run}/" for run in survey.identity.runs)


def _addresses(curated: Curated) -> Iterator[str]:
    yield f"/comparisons/{curated.slug}/"
    yield from (curated.value or {}).get("aliases", ())


def reproduced(
    surveys: Sequence[Survey], pages: Iterable[Record], store: Store
) -> dict[str, list[Record]]:
    """Everything that was run again; `pages` are the records of curated comparisons."""
    keys = {survey.id: survey.key for survey in surveys}
    curated = {page["path"]: page for page in pages}

    @cache
    def outcome(bundle: str) -> Record:
        found = store.get(keys[bundle]) if bundle in keys else None
        return found or {"result": None, "matrix": []}

    def result(path: str) -> Record | None:
        found: Record | None = outcome(path.split("/")[2])["result"]
        return found

    def comparison(path: str) -> Record | None:
        matrix = outcome(path.split("/")[2].partition("--")[0])["matrix"]
        return curated.get(path) or next((c for c in matrix if c["path"] == path), None)

    found: dict[str, list[Record]] = {}
    for survey in surveys:
        paths = [path for path, _ in survey.reproduces]
        new = result(f"/results/{survey.id}/") if paths else None
        for original in _originals(paths, comparison, result) if new else ():
            _add(found, original, reproduction(original, new or {}))
    return {path: sorted(records, key=_order) for path, records in found.items()}


def _originals(
    paths: Sequence[str],
    comparison: Callable[[str], Record | None],
    result: Callable[[str], Record | None],
) -> Iterator[Original]:
    yield from of_runs([path for path in paths if path.startswith("/results/")], result)
    for path in paths:
        record = comparison(path) if path.startswith("/comparisons/") else None
        if record is not None:
            yield from of_comparison(record, result)


def _add(found: dict[str, list[Record]], original: Original, record: Record) -> None:
    """Under every path; a panel that was not run again does not stand beside one that was."""
    for path in original.paths:
        known = found.setdefault(path, [])
        same = [other for other in known if other["bundle"] == record["bundle"]]
        if record["rows"] and all(not other["rows"] for other in same):
            known[:] = [other for other in known if other not in same]
        if record["rows"] or not same:
            known.append(record)


def _order(record: Record) -> tuple[str, str, str]:
    return record["date"], record["bundle"]["path"], record["workload"]
