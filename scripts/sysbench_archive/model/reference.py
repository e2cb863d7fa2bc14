"""Pages of reference: rules, schemas and the API."""

from __future__ import annotations

from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.base import Record, StructuredData
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.problems import Severity


class RuleEntry(Record):
    """A rule."""

    code: str
    """Code."""
    path: str
    """Address."""
    severity: Severity
    """Whether it refuses."""
    summary: str
    """One line."""
    reason: str
    """Why it exists."""
    hint: str
    """What to do."""


class RuleList(Record):
    """Rules."""

    rules: list[RuleEntry]
    """Rules, by code."""


class SchemaField(Record):
    """A field."""

    name: str
    """Name."""
    kind: str
    """Kind of value."""
    required: bool
    """Whether it must be stated."""
    states: bool
    """Whether it may be unrecorded or unavailable."""
    unit: str
    """Unit; else empty."""
    description: str
    """Meaning."""
    example: str
    """Example; else empty."""
    values: list[str]
    """Allowed values."""


class SchemaObject(Record):
    """A kind of object."""

    place: str
    """Dotted place; empty for the document."""
    description: str
    """Meaning."""
    fields: list[SchemaField]
    """Fields."""


class SchemaEntry(Record):
    """A schema."""

    name: str
    """Name."""
    path: str
    """Address of its page."""
    href: str
    """Address of the schema itself."""
    title: str
    """Title."""
    description: str
    """Meaning."""
    objects: list[SchemaObject]
    """Kinds of objects, outermost first."""


class SchemaList(Record):
    """Schemas."""

    schemas: list[SchemaEntry]
    """Schemas."""


class ApiColumn(Record):
    """A column of the downloads."""

    name: str
    """Name."""
    kind: str
    """Type."""
    unit: str
    """Unit; empty where nothing is measured."""
    description: str
    """Meaning."""


class ApiPage(Record):
    """What the page about data and API shows besides its prose."""

    downloads: list[ApiDownload]
    """The whole archive as files."""
    columns: list[ApiColumn]
    """Their columns, in order."""
    terms: DataTerms
    """What the licences of the data cover."""
    structured: StructuredData
    """All runs, for search engines."""
