"""Writes the tables of the downloads: rows come in by bundle and by comparison, none is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from sysbench_archive.build.write_bundles import tables_path
from sysbench_archive.model.api import ApiComparison, ApiContrast, ApiDownload
from sysbench_archive.model.api_bundle import ApiBundle
from sysbench_archive.model.reference import DownloadTable
from sysbench_archive.model.sources import SourceEntry, SourceList, SourceMention
from sysbench_archive.model.tables import (
    BundleTables,
    Cell,
    TableSeries,
    TableSetting,
    TableSource,
    TableSourceRow,
)
from sysbench_archive.publish.api_bundle import (
    cells_of_record,
    host_rows,
    server_rows,
    table_rows,
)
from sysbench_archive.publish.downloads import FOLDER, download_record
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.tables import TABLES, TableFiles, table_record

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


@dataclass(slots=True)
class ArchiveTables:
    """The tables while they are written. `sources` has the source of each bundle that has one."""

    output: Output
    sources: Mapping[str, TableSource]
    files: dict[str, TableFiles] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin every file."""
        for name, table in TABLES.items():
            parquet, *csv = (self.output.partial(_published(n)) for n in table.names)
            self.files[name] = TableFiles(table, parquet, csv[0] if csv else None)

    def add_bundle(self, document: ApiBundle) -> None:
        """Take in the rows of a bundle."""
        source = self.sources.get(document.bundle)
        author = asdict(source) if source else {}
        self.files["runs"].add({**row, **author} for row in table_rows(document))
        self.files["servers"].add(server_rows(document))
        self.files["hosts"].add(host_rows(document))
        made = (self.output.folder / tables_path(document.bundle)).read_bytes()
        pieces = msgspec.json.decode(made, type=BundleTables)
        first: Row = {"bundle": document.bundle}
        self.files["settings"].add(_rows(first, TableSetting.__struct_fields__, pieces.settings))
        self.files["series"].add(_rows(first, TableSeries.__struct_fields__, pieces.series))

    def add_comparison(self, comparison: ApiComparison, contrasts: Iterable[ApiContrast]) -> None:
        """Take in a comparison and its contrasts."""
        self.files["comparisons"].add([cells_of_record("comparison", comparison)])
        self.files["contrasts"].add(cells_of_record("contrast", row) for row in contrasts)

    def add_sources(self, sources: Iterable[SourceEntry]) -> None:
        """Take in what results were taken from."""
        self.files["sources"].add(asdict(_source_row(source)) for source in sources)

    def finish(self) -> list[DownloadTable]:
        """End every file and put it in its place; the tables as pages list them."""
        for table, files in zip(TABLES.values(), self.files.values(), strict=True):
            files.close()
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


def _rows(first: Row, names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[Row]:
    for row in rows:
        yield {**first, **dict(zip(names, row, strict=True))}
