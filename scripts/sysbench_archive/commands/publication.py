"""Writing what a build derived: the shares of all bundles, and what the archive has as a whole.

Workers write the shares while the main process writes the rest; the lists and downloads of the
API are made from the shares, and come last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.schema import SCHEMA_FOLDER, load_schema
from sysbench_archive.commands.appearances import appearances_of
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.comparison_files import with_reproduced, write_comparison
from sysbench_archive.commands.curated_records import curated_records
from sysbench_archive.commands.histories import read_histories, standing_comparisons
from sysbench_archive.commands.history_files import write_histories
from sysbench_archive.commands.manifest import Manifest, Written
from sysbench_archive.commands.open_data import lists_of, write_open_data
from sysbench_archive.commands.outward import (
    Works,
    cited_comparison,
    works_of,
    write_announcements,
)
from sysbench_archive.commands.reproductions import reproduced
from sysbench_archive.commands.shares import Share, reproduced_in, revision_record, start_writing
from sysbench_archive.commands.spanning import Gathered, gather, spanning_files
from sysbench_archive.commands.store import Store
from sysbench_archive.commands.survey import Survey
from sysbench_archive.curated import Curated
from sysbench_archive.derive.shelves import versions_record, workloads_record
from sysbench_archive.derive.site import comparison_entry, site_record
from sysbench_archive.ledger import Row
from sysbench_archive.publish.condition_fields import condition_fields_record
from sysbench_archive.publish.explore.index import explore_files
from sysbench_archive.publish.output import Output, json_bytes, remove_others
from sysbench_archive.publish.pages import pages_record
from sysbench_archive.publish.policy import policy_file
from sysbench_archive.publish.reference import rules_record, schema_record
from sysbench_archive.publish.search import search_record
from sysbench_archive.rules.catalogue import RULES

Record = dict[str, Any]
_ROOMS = ("data", "records", "charts", "pictures", "static")


@dataclass(frozen=True, slots=True)
class Sources:
    """What is published: every bundle as surveyed, curated comparisons, the publication record."""

    surveys: Sequence[Survey]
    curated: Sequence[Curated]
    records: Mapping[str, Sequence[Row]]


def publish(
    archive: Archive, sources: Sources, store: Store, executor: Executor, last: Manifest
) -> tuple[dict[str, Written], set[str], bool]:
    """What each bundle has now, the files that changed, and whether any are gone."""
    surveys, records = sources.surveys, sources.records
    stand = standing_comparisons(sources.curated, records)
    appearances = appearances_of(surveys, stand.definitions)
    pages = curated_records(stand.definitions, {s.id: s.key for s in surveys}, store)
    again = reproduced(surveys, pages, store)
    histories = read_histories(archive, records, surveys, store)
    base, works = archive.permanent_base, works_of(records)
    shares = [
        Share(
            archive.results / survey.id,
            survey.key,
            revision_record(records.get(survey.id, ())),
            appearances[survey.id],
            works[survey.id],
            reproduced_in(again, survey.id),
            base,
            histories.get(survey.id, {}).get("notices", ()),
        )
        for survey in surveys
    ]
    derived = archive.derived
    writing = start_writing(shares, store, derived, executor, last)
    entries = [survey.entry for survey in surveys if survey.entry]
    matrix = [comparison for survey in surveys for comparison in survey.comparisons]
    shown = [
        stand.noticed(cited_comparison(with_reproduced(page, again), works, base)) for page in pages
    ]
    output = _write_archive(derived, entries, matrix, shown, gather(surveys, appearances))
    told = lists_of(base, entries, [*map(comparison_entry, shown), *matrix], records)
    output.json("data/pages.json", _pages(surveys, shown, works))
    written, changed = writing.finish()
    opened = executor.submit(write_open_data, derived, told)
    write_announcements(output, records, entries, base)
    _write_exploring(output, [survey.series for survey in surveys if survey.series])
    output.include(write_histories(archive, histories, stand, records))
    output.include(opened.result())
    kept = output.written.union(*(share.paths for share in written.values()))
    removed = remove_others(derived, kept, _ROOMS)
    return written, changed | output.changed, removed


def _pages(surveys: Sequence[Survey], curated: Sequence[Record], works: Works) -> Record:
    results = [
        (survey.entry, survey.identity.runs, works[survey.id].day)
        for survey in surveys
        if survey.entry and survey.identity
    ]
    matrix = [(entry, works[s.id].day) for s in surveys for entry in s.comparisons]
    return pages_record(results, [*((page, page["cite"]["day"]) for page in curated), *matrix])


def _write_archive(
    derived: Path,
    entries: Sequence[Record],
    matrix: Sequence[Record],
    curated: Sequence[Record],
    gathered: Gathered,
) -> Output:
    """Write the curated comparisons, the lists of the archive, and the schemas."""
    output = Output(derived)
    for comparison in curated:
        write_comparison(output, comparison)
    listed = [*(comparison_entry(comparison) for comparison in curated), *matrix]
    site = site_record(entries, listed)
    versions = versions_record(site["results"], site["comparisons"])
    workloads = workloads_record(site["results"], site["comparisons"])
    rules = rules_record(RULES)
    lists = {"site": site, "versions": versions, "workloads": workloads, "rules": rules}
    pages = {"schema": _schemas(), "fields": condition_fields_record()}
    for name, record in (lists | pages).items():
        output.json(f"data/{name}.json", record)
    spanning = spanning_files(gathered, site["results"])
    for place, record in spanning.items():
        output.json(place, record)
    upgrades, hardware = (spanning[f"data/{name}.json"] for name in ("upgrades", "hardware"))
    found = search_record(site, versions, workloads, rules, upgrades, hardware)
    output.json("static/search/documents.json", found)
    for path in sorted(SCHEMA_FOLDER.glob("*.json")):
        output.bytes(f"static/schema/{path.name}", path.read_bytes())
    return output


def _write_exploring(output: Output, series: Sequence[Record]) -> None:
    """Write what readers narrow, sort and choose from, and the rules a browser compares by."""
    for path, record in explore_files(series):
        output.bytes(f"static/{path}", json_bytes(record))
    output.json("static/policy.json", policy_file())


def _schemas() -> Record:
    names = ("bundle-1", "comparison-1")
    return {"schemas": [schema_record(name, load_schema(name)) for name in names]}
