"""Writes the API but the documents of bundles, and the tables of the downloads.

Both are made from what is written of bundles by then, so that the two cannot disagree. A worker
writes them: its memory is free again before Hugo starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.build.write_tables import archive_rows, bundle_sources, write_tables
from sysbench_archive.bundle.files import read_together
from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry, SourceMention
from sysbench_archive.ledger.comparisons import ComparisonRows
from sysbench_archive.ledger.record import Row, is_withdrawn
from sysbench_archive.model.api import (
    ApiComparison,
    ApiContrast,
    ApiDownload,
    ApiMachine,
    ApiResultEntry,
    ApiShard,
    ApiWithdrawn,
)
from sysbench_archive.model.api_bundle import ApiBundle
from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.reference import ApiPage, DownloadTable
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.model.tables import TableSource
from sysbench_archive.pages.questions import answered_questions
from sysbench_archive.pages.sources import ArchiveTerms, SourceEntry, SourceList
from sysbench_archive.publish.api import (
    ROOT,
    Shards,
    bundle_path,
    comparison_record,
    contrast_entries,
    index_record,
    list_pages,
    machine_entries,
    result_entry,
    withdrawn_entry,
)
from sysbench_archive.publish.citation import Work
from sysbench_archive.publish.downloads import FOLDER, download_record
from sysbench_archive.publish.openapi import openapi_record
from sysbench_archive.publish.output import Output, json_bytes
from sysbench_archive.publish.structured import runs_record, runs_work
from sysbench_archive.publish.tables import PACKAGE, datapackage_record
from sysbench_archive.tables import SCHEMA
from sysbench_archive.tables.database import remove_rows_of_others
from sysbench_archive.tables.release_pairs import ReleasePair, upgrade_shards


@dataclass(frozen=True, slots=True)
class Lists:
    """What the lists of the API are made of: ids of bundles in order, comparisons, withdrawals,
    the documents of upgrades as the index lists them, sources, the source of each bundle, and the
    record of comparisons.

    `base` is what citations begin with, `work` all runs as they are described, `terms` what the
    licences of the archive cover.
    """

    base: str
    bundles: Sequence[str]
    comparisons: Sequence[ComparisonEntry]
    withdrawn: Sequence[ApiWithdrawn]
    work: Work
    terms: DataTerms
    upgrades: Sequence[ApiShard]
    sources: Sequence[SourceEntry]
    bundle_sources: Mapping[str, TableSource]
    recorded: ComparisonRows


def open_data(
    derived: Path,
    pairs: Sequence[ReleasePair],
    results: Sequence[ResultEntry],
    comparisons: Sequence[ComparisonEntry],
    records: Mapping[str, Sequence[Row]],
    recorded: ComparisonRows,
    sources: SourceList,
    mentions: Mapping[str, SourceMention],
    terms: ArchiveTerms,
    base: str,
    executor: Executor,
) -> Output:
    """Let a worker write the tables and the lists of the API."""
    withdrawn = [
        withdrawn_entry(name, rows[-1], base)
        for name, rows in sorted(records.items())
        if is_withdrawn(rows)
    ]
    lists = Lists(
        base=base,
        bundles=sorted(entry.id for entry in results),
        comparisons=comparisons,
        withdrawn=withdrawn,
        work=runs_work(row.date for rows in records.values() for row in rows),
        terms=terms.whole(),
        upgrades=upgrade_shards(pairs),
        sources=sources.sources,
        bundle_sources=bundle_sources(sources, mentions),
        recorded=recorded,
    )
    return executor.submit(write_open_data, derived, lists).result()


def _write_lists(output: Output, lists: Lists) -> tuple[Shards, set[str]]:
    """Read every document once, for its entries in lists, and for rows of comparisons: the pages
    of lists, and the licences of the bundles in them.
    """
    results: list[ApiResultEntry] = []
    machines: list[ApiMachine] = []
    for document in _read_documents(output.folder, lists.bundles):
        results.append(result_entry(document))
        machines += machine_entries(document)
    compared = list(_read_contrasts(output.folder, lists))
    rows = archive_rows(lists.sources, lists.bundle_sources, lists.recorded, compared)
    for path, lines in rows:
        output.bytes(path, lines)
    listed = list_pages(
        contrasts={comparison.comparison: found for comparison, found in compared},
        results=results,
        comparisons=sorted((said for said, _ in compared), key=lambda entry: entry.comparison),
        machines=machines,
        withdrawn=lists.withdrawn,
    )
    for gone in lists.withdrawn:
        _write_unrounded(output, bundle_path(gone.bundle), gone)
    for path, page in listed.pages():
        _write_unrounded(output, path, page)
    return listed.shards(), {entry.license for entry in results}


def write_open_data(derived: Path, lists: Lists) -> Output:
    """Write the lists of the API, the tables and what describes both, from documents and rows of
    bundles, which have to be there.
    """
    output = Output(derived)
    shards, licenses = _write_lists(output, lists)
    remove_rows_of_others(output.folder, lists.bundles)
    tables = write_tables(output)
    downloads = _write_downloads(output, tables, licenses, lists.base)
    index = index_record(
        shards,
        withdrawn=len(lists.withdrawn),
        upgrades=lists.upgrades,
        runs=tables[0].rows,
        downloads=downloads,
        base=lists.base,
    )
    _write_unrounded(output, f"{ROOT}index.json", index)
    _write_unrounded(output, f"{ROOT}openapi.json", openapi_record(load_schema(SCHEMA)))
    described = ApiPage(
        downloads=downloads,
        tables=tables,
        terms=lists.terms,
        structured=runs_record(downloads, lists.work, lists.terms, lists.base),
    )
    output.json("data/api.json", described)
    output.json("data/questions.json", answered_questions(derived / f"static{FOLDER}"))
    return output


def _read_documents(derived: Path, bundles: Iterable[str]) -> Iterator[ApiBundle]:
    paths = [derived / f"static{bundle_path(bundle)}" for bundle in bundles]
    yield from (read_record(data, ApiBundle) for data in read_together(paths))


def _read_contrasts(
    derived: Path, lists: Lists
) -> Iterator[tuple[ApiComparison, list[ApiContrast]]]:
    paths = [derived / f"static{entry.path}index.json" for entry in lists.comparisons]
    for entry, data in zip(lists.comparisons, read_together(paths), strict=True):
        comparison = read_record(data, Comparison)
        yield comparison_record(entry, lists.base), list(contrast_entries(comparison))


def _write_unrounded(output: Output, path: str, record: Record | Mapping[str, Any]) -> None:
    """Write a document of the API; what it holds was rounded before."""
    output.bytes(f"static{path}", json_bytes(record))


def _write_downloads(
    output: Output, tables: Sequence[DownloadTable], licenses: Iterable[str], base: str
) -> list[ApiDownload]:
    """Write the description of the tables; how all downloads are listed."""
    package = datapackage_record(tables=tables, licenses=licenses, homepage=f"{base}/")
    output.bytes(f"static{PACKAGE}", json_bytes(package))
    described = download_record(
        PACKAGE.removeprefix(FOLDER),
        "application/json",
        "The description of all tables, as a Frictionless Data Package.",
        output.folder / f"static{PACKAGE}",
    )
    return [*(file for table in tables for file in table.files), described]
