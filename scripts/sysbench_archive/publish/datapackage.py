"""`datapackage.json`: the downloads for programs that read Frictionless Data Packages.

Owns the names of types and licences in that format. It carries no day: the same data describe
themselves the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.publish.api_fields import Field

Record = dict[str, Any]

KEY = ("bundle", "run")
_KINDS = {"date-time": "datetime"}
_SAFE = (
    "A text that begins like a formula has an apostrophe in front. An empty cell means that"
    " something does not apply, was not recorded or was not exposed."
)


def datapackage_record(
    csv: Mapping[str, Any],
    parquet: Mapping[str, Any],
    columns: Sequence[Field],
    licenses: Iterable[str],
    homepage: str,
) -> Record:
    """The data package of the runs, as CSV and as Parquet (`csv`, `parquet`: download records)."""
    return {
        "profile": "data-package",
        "name": "sysbench-archive",
        "title": "Sysbench Archive",
        "description": "Results of sysbench runs against MySQL and MariaDB, one row a run."
        " Every bundle of runs names its own licence, in the column `license`.",
        "homepage": homepage,
        "licenses": [{"name": name} for name in sorted(set(licenses))],
        "resources": [
            {
                **_file("runs", csv, "tabular-data-resource", "csv"),
                "description": f"{csv['description']} {_SAFE}",
                "encoding": "utf-8",
                "compression": "gz",
                "schema": {
                    "fields": [_field(column) for column in columns],
                    "primaryKey": list(KEY),
                    "missingValues": [""],
                },
            },
            {
                **_file("runs-parquet", parquet, "data-resource", "parquet"),
                "type": "file",
                "description": parquet["description"],
            },
        ],
    }


def _file(name: str, download: Mapping[str, Any], profile: str, form: str) -> Record:
    return {
        "name": name,
        "profile": profile,
        "path": download["name"],
        "format": form,
        "mediatype": download["media_type"],
        "bytes": download["bytes"],
        "hash": f"sha256:{download['sha256']}",
    }


def _field(column: Field) -> Record:
    unit = {"unit": column.unit} if column.unit else {}
    required = {"constraints": {"required": True}} if column.name in KEY else {}
    kind = _KINDS.get(column.kind, column.kind)
    return {
        "name": column.name,
        "type": kind,
        "description": column.description,
        **unit,
        **required,
    }
