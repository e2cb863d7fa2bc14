"""Writes the API but the documents of bundles, the tables of the downloads, and what is explored.

All are made from what is written of bundles by then, so that they cannot disagree. A worker writes
them: its memory is free again before Hugo starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sysbench_archive.build.survey import Survey
from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry, SourceMention
from sysbench_archive.ledger.comparisons import ComparisonRows
from sysbench_archive.ledger.record import Row, is_withdrawn
from sysbench_archive.model.base import read_record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.pages.explore import explore_files, explore_rows
from sysbench_archive.pages.questions import answered_questions
from sysbench_archive.pages.sources import ArchiveTerms, SourceEntry, SourceList
from sysbench_archive.publish.api import (
    CROISSANT,
    ROOT,
    ApiWithdrawn,
    Lists,
    bundle_path,
    host_entries,
    index_record,
    lines_by_path,
    list_pages,
    openapi_record,
    result_entry,
    upgrade_shards,
    withdrawn_entry,
)
from sysbench_archive.publish.citation import Imprint, Work
from sysbench_archive.publish.croissant import croissant_record
from sysbench_archive.publish.downloads import FOLDER, ApiDownload, download_record
from sysbench_archive.publish.output import Output, round_record
from sysbench_archive.publish.structured import runs_record, runs_work
from sysbench_archive.publish.tables import (
    PACKAGE,
    ApiPage,
    DownloadTable,
    datapackage_record,
    table_record,
    write_table,
)
from sysbench_archive.tables import SCHEMA, row_lines
from sysbench_archive.tables.bundles import ApiBundle
from sysbench_archive.tables.comparisons import (
    ApiContrast,
    comparison_row,
    difference_rows,
    revision_row,
)
from sysbench_archive.tables.database import TABLES, check_tables, open_tables, rows_path
from sysbench_archive.tables.effects import Effect
from sysbench_archive.tables.ledger import event_rows
from sysbench_archive.tables.release_pairs import ReleasePair
from sysbench_archive.tables.sources import TableSourceRow

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


INDEX = "tables/index.json"
"""The index of the API before it says which commit it is of: the tables are the same for many."""


@dataclass(frozen=True, slots=True)
class OpenData:
    """What it is made of besides what is written of bundles, whose ids these are in order: rows
    that belong to none, withdrawals, also those that were undone, and the pairs of releases.

    `imprint` is what citations state of the archive, `work` all runs as they are described, `terms`
    what the licences of the archive cover.
    """

    imprint: Imprint
    bundles: Sequence[str]
    rows: Mapping[str, Sequence[Any]]
    withdrawn: Sequence[ApiWithdrawn]
    ever_withdrawn: Sequence[str]
    pairs: Sequence[ReleasePair]
    work: Work
    terms: DataTerms


def open_data(
    derived: Path,
    drawn: Sequence[Comparison],
    pairs: Sequence[ReleasePair],
    results: Sequence[ResultEntry],
    comparisons: Sequence[ComparisonEntry],
    contrasts: Sequence[ApiContrast],
    effects: Sequence[Effect],
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    recorded: ComparisonRows,
    sources: SourceList,
    mentions: Mapping[str, SourceMention],
    terms: ArchiveTerms,
    imprint: Imprint,
    executor: Executor,
) -> Output:
    """Let a worker write the tables and the lists of the API."""
    given = OpenData(
        imprint=imprint,
        bundles=sorted(entry.id for entry in results),
        rows={
            "cells": [cell for survey in surveys for cell in survey.cells],
            "lines": pairs,
            "effects": [round_record(point) for effect in effects for point in effect.points],
            "differences": [row for comparison in drawn for row in difference_rows(comparison)],
            **archive_rows(
                sources.sources, mentions, records, recorded, comparisons, contrasts, imprint.base
            ),
        },
        withdrawn=[
            withdrawn_entry(name, rows[-1], imprint.base)
            for name, rows in sorted(records.items())
            if is_withdrawn(rows)
        ],
        ever_withdrawn=[
            name for name, rows in records.items() if any(row.status == "withdrawn" for row in rows)
        ],
        pairs=pairs,
        work=runs_work(row.date for rows in records.values() for row in rows),
        terms=terms.whole(),
    )
    return executor.submit(write_open_data, derived, given).result()


def archive_rows(
    sources: Sequence[SourceEntry],
    mentions: Mapping[str, SourceMention],
    records: Mapping[str, Sequence[Row]],
    recorded: ComparisonRows,
    comparisons: Iterable[ComparisonEntry],
    contrasts: Iterable[ApiContrast],
    base: str,
) -> dict[str, list[Any]]:
    """The rows that belong to no bundle, by the table they are stored in."""
    return {
        "sources": [
            TableSourceRow(
                source_id=source.id,
                source_title=source.title,
                source_kind=source.kind,
                source_author=source.author or None,
                source_license=source.licence or None,
                source_license_note=source.licence_note or None,
                source_url=source.url or None,
                bundles=len(source.bundles),
                runs=source.runs,
                refused=source.refused,
            )
            for source in sources
        ],
        "bundle_sources": [
            {
                "bundle": bundle.id,
                "source_id": source.id,
                # What the bundle says of its source, else what is known of the source.
                "source_title": mention.title or source.title,
                "source_author": mention.author or source.author or None,
                "source_license": source.licence or None,
                "source_url": mention.address or source.url or None,
            }
            for source in sources
            for bundle in source.bundles
            for mention in [mentions[bundle.id]]
        ],
        "ledger": [row for name, own in sorted(records.items()) for row in event_rows(name, own)],
        "revisions": [revision_row(row) for _, own in sorted(recorded.items()) for row in own],
        "comparisons": sorted(
            (comparison_row(entry, base) for entry in comparisons), key=lambda it: it.comparison
        ),
        "contrasts": [round_record(row) for row in sorted(contrasts, key=lambda it: it.comparison)],
    }


def write_open_data(derived: Path, given: OpenData) -> Output:
    """Write the tables and the lists of the API, and what describes both, from documents and rows
    of bundles, which have to be there.
    """
    output = Output(derived)
    for name, rows in given.rows.items():
        output.bytes(rows_path(name), row_lines(rows))
    lists, licenses = _write_lists(output, given)
    with open_tables(output.folder) as connection:
        check_tables(connection)
        tables = write_tables(output, connection)
        for path, record in explore_files(explore_rows(connection)):
            output.json(f"static/{path}", record)
    package = datapackage_record(
        tables=tables, licenses=licenses, homepage=f"{given.imprint.base}/"
    )
    output.json(f"static{PACKAGE}", package)
    about = "The description of all tables, as a Frictionless Data Package."
    name, folder = PACKAGE.removeprefix(FOLDER), output.folder / f"static{FOLDER}"
    described = download_record(name, "application/json", about, folder / name)
    downloads: list[ApiDownload] = [*(file for table in tables for file in table.files), described]
    index = index_record(
        lists,
        upgrades=upgrade_shards(given.pairs),
        runs=tables[0].rows,
        downloads=downloads,
        base=given.imprint.base,
    )
    output.json(INDEX, index)
    output.json(f"static{ROOT}openapi.json", openapi_record(load_schema(SCHEMA)))
    structured = runs_record(downloads, given.work, given.terms, given.imprint)
    croissant = croissant_record(structured, tables, given.work, given.imprint)
    output.json(f"static{CROISSANT}", croissant)
    page = ApiPage(downloads=downloads, tables=tables, terms=given.terms, structured=structured)
    output.json("data/api.json", page)
    output.json("data/questions.json", {"questions": answered_questions(folder)})
    return output


def _write_lists(output: Output, given: OpenData) -> tuple[Lists, set[str]]:
    """Read every document once: the lists, and the licences of bundles."""
    results, hosts = [], []
    for bundle in given.bundles:
        file = output.folder / f"static{bundle_path(bundle)}"
        document = read_record(file.read_bytes(), ApiBundle)
        results.append(result_entry(document))
        hosts += host_entries(document)
    lists = list_pages(
        results=results,
        comparisons=given.rows["comparisons"],
        contrasts=given.rows["contrasts"],
        hosts=hosts,
        withdrawn=given.withdrawn,
        ever_withdrawn=given.ever_withdrawn,
    )
    for gone in given.withdrawn:
        output.json(f"static{bundle_path(gone.bundle)}", gone)
    for path, listed in lines_by_path(lists).items():
        output.json_lines(f"static{path}", listed)
    return lists, {entry.license for entry in results}


def write_tables(output: Output, connection: DuckDBPyConnection) -> list[DownloadTable]:
    """Write every table; the tables as pages list them."""
    written = []
    for table in TABLES.values():
        paths = [f"static{FOLDER}{name}" for name in table.names]
        write_table(connection, table, [output.partial(path) for path in paths])
        for path in paths:
            output.take(path)
        (count,) = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone() or (0,)
        written.append(table_record(table, count, output.folder / f"static{FOLDER}"))
    return written
