"""Rows of the tables, as files of the derived folder, and the downloads that are made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log

from msgspec.structs import asdict

from sysbench_archive.derive.entries import SourceMention
from sysbench_archive.ledger.comparisons import ComparisonRows, revision_page
from sysbench_archive.model.api import ApiComparison, ApiContrast
from sysbench_archive.model.api_bundle import ApiBundle
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.reference import DownloadTable
from sysbench_archive.model.tables import (
    BundleTables,
    TableRevision,
    TableSeries,
    TableSetting,
    TableSource,
    TableSourceRow,
)
from sysbench_archive.pages.explore import explore_files, explore_rows
from sysbench_archive.pages.sources import SourceEntry, SourceList
from sysbench_archive.publish.api_bundle import table_rows
from sysbench_archive.publish.downloads import FOLDER
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.tables import table_record, write_table
from sysbench_archive.tables import TABLES
from sysbench_archive.tables.database import open_tables, row_lines, rows_path


def bundle_sources(
    listed: SourceList, mentions: Mapping[str, SourceMention]
) -> dict[str, TableSource]:
    """Bundle to its source: what the bundle says of it, else what is known of the source."""
    return {
        bundle.id: _bundle_source(source, mentions[bundle.id])
        for source in listed.sources
        for bundle in source.bundles
    }


def _bundle_source(source: SourceEntry, mention: SourceMention) -> TableSource:
    return TableSource(
        source_id=source.id,
        source_title=mention.title or source.title,
        source_author=mention.author or source.author or None,
        source_license=source.licence or None,
        source_url=mention.address or source.url or None,
    )


def _source_row(source: SourceEntry) -> TableSourceRow:
    return TableSourceRow(
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


def _revision_row(row: ComparisonRow) -> TableRevision:
    """A row of the record of comparisons with the headline ratio that is furthest from 1."""
    ratios = [
        (verdict.candidate, each)
        for panel in row.panels
        for verdict in panel.verdicts
        for each in verdict.ratios
        if each.ratio > 0
    ]
    candidate, each = max(ratios, key=lambda one: abs(log(one[1].ratio)), default=(None, None))
    return TableRevision(
        comparison=row.comparison,
        revision=row.revision,
        revision_date=row.date,
        standing=row.standing,
        methodology=row.methodology,
        title=row.title,
        bundles="; ".join(f"{named.bundle} {named.revision}" for named in row.bundles),
        headline_candidate=candidate,
        headline_threads=each.threads if each else None,
        headline_ratio=each.ratio if each else None,
        headline_low=each.low if each else None,
        headline_high=each.high if each else None,
        headline_direction=each.direction if each else None,
        verdicts_sha256=row.verdicts,
        reason=row.reason or None,
        path=revision_page(row.comparison, row.revision),
    )


def bundle_rows(document: ApiBundle, pieces: BundleTables) -> Iterator[tuple[str, bytes]]:
    """The rows of a bundle, each file of them with its path in the derived folder."""
    bundle = {"bundle": document.bundle}
    for name, records in table_rows(document).items():
        yield rows_path(name, document.bundle), row_lines(bundle | asdict(one) for one in records)
    for name, kind, rows in (
        ("settings", TableSetting, pieces.settings),
        ("series", TableSeries, pieces.series),
    ):
        fields = kind.__struct_fields__
        lines = row_lines(bundle | dict(zip(fields, row, strict=True)) for row in rows)
        yield rows_path(name, document.bundle), lines


def archive_rows(
    sources: Iterable[SourceEntry],
    bundle_sources: Mapping[str, TableSource],
    recorded: ComparisonRows,
    compared: Sequence[tuple[ApiComparison, Sequence[ApiContrast]]],
) -> Iterator[tuple[str, bytes]]:
    """The rows that belong to no bundle, as `bundle_rows` gives those of one."""
    yield rows_path("sources"), row_lines(map(_source_row, sources))
    rows = [{"bundle": name} | asdict(source) for name, source in bundle_sources.items()]
    yield rows_path("bundle_sources"), row_lines(rows)
    revisions = (_revision_row(row) for _, own in sorted(recorded.items()) for row in own)
    yield rows_path("revisions"), row_lines(revisions)
    yield rows_path("comparisons"), row_lines(said for said, _ in compared)
    yield rows_path("contrasts"), row_lines(row for _, rows in compared for row in rows)


def write_tables(output: Output) -> list[DownloadTable]:
    """Write every table, and what is explored of them, from the rows in the derived folder; the
    tables as pages list them.
    """
    written = []
    with open_tables(output.folder) as connection:
        for table in TABLES.values():
            paths = [f"static{FOLDER}{name}" for name in table.names]
            write_table(connection, table, [output.partial(path) for path in paths])
            for path in paths:
                output.take(path)
            (count,) = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone() or (0,)
            written.append(table_record(table, count, output.folder / f"static{FOLDER}"))
        for path, record in explore_files(explore_rows(connection)):
            output.json(f"static/{path}", record)
    return written
