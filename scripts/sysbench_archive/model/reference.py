"""Pages of reference: rules, schemas and the API."""

from __future__ import annotations

from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.base import Record, StructuredData
from sysbench_archive.model.sources import DataTerms


class ApiColumn(Record):
    """A column of the downloads."""

    name: str
    kind: str
    """Type."""
    unit: str
    """Unit; empty where nothing is measured."""
    description: str
    """Meaning."""


class DownloadTable(Record):
    """A table of the downloads."""

    name: str
    """Name: that of its files."""
    title: str
    """Name for readers."""
    description: str
    """What a row is."""
    rows: int
    key: list[str]
    """Columns that together tell a row from all others; none where rows have no key."""
    files: list[ApiDownload]
    """It as Parquet, and as CSV where it has that."""
    columns: list[ApiColumn]
    """Columns, in order."""


class ApiPage(Record):
    """What the page about data and API shows besides its prose."""

    downloads: list[ApiDownload]
    """The whole archive as files."""
    tables: list[DownloadTable]
    """Tables with their files."""
    terms: DataTerms
    """What the licences of the data cover."""
    structured: StructuredData
    """All runs, for search engines."""
