"""The tables of the archive: what a row of each is, its columns and its key.

A column is a field of a record type of `model`, which has its type, unit and meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.model.reference import ApiColumn

SCHEMA = "api-1"
PARTS = ("result", "server", "host", "workload", "client", "run")
"""What a run's row is joined from; where two parts share a field, the later one fills it."""
_SCALARS = frozenset({"string", "integer", "number", "boolean"})


@cache
def columns_of(part: str) -> tuple[ApiColumn, ...]:
    """The fields of a part that hold one value, in the schema's order."""
    properties = load_schema(SCHEMA)["$defs"][part]["properties"]
    found = (_column(name, schema) for name, schema in properties.items())
    return tuple(column for column in found if column)


def _column(name: str, schema: Mapping[str, Any]) -> ApiColumn | None:
    # One of a few words has no type of its own in a schema.
    types = "string" if "enum" in schema else schema.get("type", ())
    kinds = {types} if isinstance(types, str) else set(types)
    scalar = next(iter(kinds & _SCALARS), None)
    if scalar is None:
        return None
    return ApiColumn(
        name=name,
        kind=schema.get("format", scalar),
        unit=schema.get("unit", ""),
        description=schema["description"],
    )


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what a row is, the parts of the schema it is joined from, and its key, which is
    the order of its rows as well; where it has none that is every column.

    One that is long is no CSV: most readers of one would have to hold all of it.
    """

    name: str
    title: str
    description: str
    parts: Sequence[str]
    key: Sequence[str] = ()
    has_bundle: bool = False
    is_long: bool = False

    @property
    def parquet(self) -> str:
        """Name of its Parquet file."""
        return f"{self.name}.parquet"

    @property
    def csv(self) -> str:
        """Name of its CSV file; empty where it has none."""
        return "" if self.is_long else f"{self.name}.csv.gz"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of its files."""
        return (self.parquet, self.csv) if self.csv else (self.parquet,)

    @property
    def order(self) -> Sequence[str]:
        """The columns that its rows are in the order of."""
        return self.key or [column.name for column in self.columns]

    @property
    def columns(self) -> tuple[ApiColumn, ...]:
        """Its columns, each name once."""
        return _columns(self.parts, has_bundle=self.has_bundle)


TABLES = {
    table.name: table
    for table in (
        Table(
            "runs",
            "Runs",
            "A run, with its bundle, source, server, host, workload and client.",
            (*PARTS, "table_source"),
            ("bundle", "run"),
        ),
        Table(
            "series",
            "Throughput over time",
            "A line that sysbench printed during a run; of output kept elsewhere, the mean of"
            " several.",
            ("table_series",),
            has_bundle=True,
            is_long=True,
        ),
        Table(
            "settings",
            "Settings and variables",
            "An option that was set, a variable as the server told it, or a known default.",
            ("table_setting",),
            # Settings of one name together take the fewest bytes.
            ("bundle", "name", "server", "origin"),
            has_bundle=True,
        ),
        Table(
            "servers",
            "Servers",
            "A database server as it was run.",
            ("server",),
            ("bundle", "server"),
            has_bundle=True,
        ),
        Table(
            "hosts",
            "Hosts",
            "A machine that ran servers or clients.",
            ("host",),
            ("bundle", "host"),
            has_bundle=True,
        ),
        Table(
            "contrasts",
            "Contrasts and verdicts",
            "A server against its baseline at one thread count: ratio, interval, verdict.",
            ("contrast",),
            ("comparison", "workload", "bundle", "metric", "candidate_server", "threads"),
        ),
        Table(
            "comparisons",
            "Comparisons",
            "A comparison, with its verdict where all its verdicts are the same.",
            ("comparison",),
            ("comparison",),
        ),
        Table(
            "sources",
            "Sources",
            "A repository, article or document that results were taken from.",
            ("table_source_row",),
            ("source_id",),
        ),
        Table(
            "revisions",
            "Revisions of comparisons",
            "What a comparison, or a page that several share, said at a revision.",
            ("table_revision",),
            ("comparison", "revision"),
        ),
    )
}
"""The tables that are published, in the order in which pages name them."""


@cache
def _columns(parts: Sequence[str], *, has_bundle: bool) -> tuple[ApiColumn, ...]:
    first = columns_of("result")[:1] if has_bundle else ()
    named = {column.name: column for part in parts for column in columns_of(part)}
    return (*first, *named.values())
