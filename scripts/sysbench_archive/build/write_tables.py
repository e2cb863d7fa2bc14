"""Writes the tables of the downloads: rows come in by bundle and by comparison, none is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path

from msgspec.structs import asdict

from sysbench_archive.build.write_bundles import tables_path
from sysbench_archive.ledger import ComparisonRows, revision_page
from sysbench_archive.model.api import ApiComparison, ApiContrast, ApiDownload
from sysbench_archive.model.api_bundle import ApiBundle
from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.reference import DownloadTable
from sysbench_archive.model.sources import SourceEntry, SourceList, SourceMention
from sysbench_archive.model.tables import (
    BundleTables,
    Cell,
    TableRevision,
    TableSeries,
    TableSetting,
    TableSource,
    TableSourceRow,
)
from sysbench_archive.publish.api import ListIndex
from sysbench_archive.publish.api_bundle import (
    cells_of_record,
    host_rows,
    server_rows,
    table_rows,
)
from sysbench_archive.publish.downloads import FOLDER, download_record
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.tables import TABLES, Table, TableFiles, table_record

Row = Mapping[str, Cell]


def bundle_sources(
    listed: SourceList, mentions: Mapping[str, SourceMention]
) -> dict[str, TableSource]:
    """Bundle to its source: what the bundle says of it, else what is known of the source."""
    return {
        bundle: _bundle_source(source, mentions[bundle])
        for source in listed.sources
        for bundle in (reference.path.split("/")[2] for reference in source.bundles)
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


PIECES: Mapping[str, type[Record]] = {"settings": TableSetting, "series": TableSeries}
"""Tables of a field of `BundleTables`, and what a row of theirs is."""


@dataclass(frozen=True, slots=True)
class WrittenLists:
    """What is told of the lists of the API, and the licences of the bundles in them."""

    index: ListIndex
    licenses: frozenset[str]


@dataclass(frozen=True, slots=True)
class WrittenTables:
    """Tables as pages list them, the files that were written, and the lists of the API that
    were made of the same documents.
    """

    output: Output
    tables: Sequence[DownloadTable]
    listed: WrittenLists | None = None


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


@dataclass(slots=True)
class ArchiveTables:
    """Tables while they are written. `sources` has the source of each bundle that has one, `names`
    are those of the tables: rows of others are passed over.
    """

    output: Output
    sources: Mapping[str, TableSource]
    names: Collection[str] = tuple(TABLES)
    files: dict[str, TableFiles] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin every file."""
        for table in self._tables():
            parquet, *csv = (self.output.partial(_published(n)) for n in table.names)
            self.files[table.name] = TableFiles(table, parquet, csv[0] if csv else None)

    def _tables(self) -> list[Table]:
        return [table for name, table in TABLES.items() if name in self.names]

    @property
    def has_documents(self) -> bool:
        """Whether any has rows that are not `pieces` of a bundle."""
        return not self.files.keys() <= PIECES.keys()

    def add_bundle(self, document: ApiBundle) -> None:
        """Take in the rows of a bundle."""
        self.add_document(document)
        self.add_pieces(document.bundle)

    def add_document(self, document: ApiBundle) -> None:
        """Take in those rows of a bundle that its document in the API has."""
        source = self.sources.get(document.bundle)
        author = asdict(source) if source else {}
        self._add("runs", ({**row, **author} for row in table_rows(document)))
        self._add("servers", server_rows(document))
        self._add("hosts", host_rows(document))

    def add_pieces(self, bundle: str) -> None:
        """Take in those rows of a bundle that its document in the API does not have."""
        pieces: BundleTables | None = None
        for name in PIECES.keys() & self.files.keys():
            pieces = pieces or self._read_pieces(bundle)
            rows: list[list[Cell]] = getattr(pieces, name)
            if rows:
                fields = PIECES[name].__struct_fields__
                columns = dict(zip(fields, zip(*rows, strict=True), strict=True))
                columns["bundle"] = (bundle,) * len(rows)
                self.files[name].add_columns(columns, len(rows))

    def _read_pieces(self, bundle: str) -> BundleTables:
        made = (self.output.folder / tables_path(bundle)).read_bytes()
        return read_record(made, BundleTables)

    def add_comparison(self, comparison: ApiComparison, contrasts: Iterable[ApiContrast]) -> None:
        """Take in a comparison and its contrasts."""
        self._add("comparisons", [cells_of_record("comparison", comparison)])
        self._add("contrasts", (cells_of_record("contrast", row) for row in contrasts))

    def add_sources(self, sources: Iterable[SourceEntry]) -> None:
        """Take in what results were taken from."""
        self._add("sources", (asdict(_source_row(source)) for source in sources))

    def add_revisions(self, recorded: ComparisonRows) -> None:
        """Take in the record of comparisons."""
        rows = (row for _, own in sorted(recorded.items()) for row in own)
        self._add("revisions", (asdict(_revision_row(row)) for row in rows))

    def _add(self, name: str, rows: Iterable[Row]) -> None:
        if name in self.files:
            self.files[name].add(rows)

    def finish(self) -> list[DownloadTable]:
        """End every file and put it in its place; the tables as pages list them."""
        for table in self._tables():
            self.files[table.name].close()
            for name in table.names:
                self.output.take(_published(name))
        return [table_record(n, files.rows, self._listed) for n, files in self.files.items()]

    def _listed(self, name: str, media_type: str, description: str) -> ApiDownload:
        return download_record(name, media_type, description, self.output.folder / _published(name))

    @property
    def folder(self) -> Path:
        """Where the files are once they are finished."""
        return (self.output.folder / _published("runs")).parent


def _published(name: str) -> str:
    return f"static{FOLDER}{name}"
