"""What programs read: the lists of the API, its description, and the downloads.

Everything is made from the documents of bundles that are published already, so that the API and
the downloads cannot disagree. It runs in a worker: its memory is free again before Hugo starts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.ledger import Row, is_withdrawn
from sysbench_archive.publish.api import (
    ROOT,
    bundle_path,
    comparison_record,
    index_record,
    machine_entries,
    pages,
    result_entry,
    withdrawn_entry,
)
from sysbench_archive.publish.api_bundle import table_rows
from sysbench_archive.publish.api_fields import SCHEMA, columns
from sysbench_archive.publish.datapackage import datapackage_record
from sysbench_archive.publish.downloads import (
    FOLDER,
    RunTable,
    csv_file,
    download_record,
    parquet_file,
)
from sysbench_archive.publish.openapi import openapi_record
from sysbench_archive.publish.output import Output, json_bytes

Record = dict[str, Any]

_CSV = "Every run, one row each, as gzipped CSV."
_PARQUET = "Every run, one row each, as Parquet with typed columns, their units and meanings."
_PACKAGE = "The description of both, as a Frictionless Data Package."
_FILES = (
    ("runs.parquet", "application/vnd.apache.parquet", _PARQUET),
    ("runs.csv.gz", "application/gzip", _CSV),
)
_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Lists:
    """What the lists are made of: ids of bundles in order, entries of comparisons and withdrawals.

    `base` is what citations begin with.
    """

    base: str
    bundles: Sequence[str]
    comparisons: Sequence[Record]
    withdrawn: Sequence[Record]


def lists_of(
    base: str,
    results: Iterable[Record],
    comparisons: Sequence[Record],
    records: Mapping[str, Sequence[Row]],
) -> Lists:
    """The lists, from the entries that pages list and from the publication record."""
    gone = [
        withdrawn_entry(name, rows[-1], base)
        for name, rows in sorted(records.items())
        if is_withdrawn(rows)
    ]
    return Lists(base, sorted(entry["id"] for entry in results), comparisons, gone)


def write_open_data(derived: Path, told: Lists) -> Output:
    """Write everything but the documents of bundles, which have to be there."""
    output, table = Output(derived), RunTable()
    results: list[Record] = []
    machines: list[Record] = []
    for document in _documents(derived, told.bundles):
        results.append(result_entry(document))
        machines += machine_entries(document)
        table.add(table_rows(document))
    compared = [comparison_record(entry, told.base) for entry in told.comparisons]
    ordered = sorted(compared, key=lambda entry: str(entry["comparison"]))
    lists = {
        "results": pages("results", results, told.withdrawn),
        "comparisons": pages("comparisons", ordered, told.withdrawn),
        "machines": pages("machines", machines, told.withdrawn),
    }
    for entry in told.withdrawn:
        _put(output, bundle_path(entry["bundle"]), entry)
    for path, page in (item for found in lists.values() for item in found.items()):
        _put(output, path, page)
    licenses = {entry["license"] for entry in results}
    downloads = _downloads(output, table, licenses, told.base)
    schema = load_schema(SCHEMA)
    _put(output, f"{ROOT}index.json", index_record(lists, table.rows, downloads, told.base))
    _put(output, f"{ROOT}openapi.json", openapi_record(schema, schema["description"]))
    output.json("data/api.json", _page(downloads))
    return output


def _documents(derived: Path, bundles: Iterable[str]) -> Iterator[Record]:
    for bundle in bundles:
        yield json.loads((derived / f"static{bundle_path(bundle)}").read_bytes())


def _put(output: Output, path: str, record: Record) -> None:
    output.bytes(f"static{path}", json_bytes(record))


def _downloads(output: Output, table: RunTable, licenses: Iterable[str], base: str) -> list[Record]:
    parquet, csv = parquet_file(table), csv_file(table)
    listed = [
        download_record(*told, data) for told, data in zip(_FILES, (parquet, csv), strict=True)
    ]
    package = datapackage_record(listed[1], listed[0], columns(), licenses, f"{base}/")
    described = json_bytes(package)
    output.bytes(f"static{FOLDER}runs.parquet", parquet)
    output.bytes(f"static{FOLDER}runs.csv.gz", csv)
    output.bytes(f"static{FOLDER}datapackage.json", described)
    return [*listed, download_record("datapackage.json", _JSON, _PACKAGE, described)]


def _page(downloads: Sequence[Record]) -> Record:
    """What the page about the API shows besides its prose."""
    return {"downloads": list(downloads), "columns": [asdict(column) for column in columns()]}
