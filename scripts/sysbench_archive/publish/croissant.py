"""The tables as a Croissant data set, which libraries of machine learning and search engines read.

Record sets rest on Parquet, which has the types: readers of Croissant guess those of CSV, and take
the series 10.10 for 10.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.model.base import StructuredData
from sysbench_archive.publish.citation import Imprint, Work, citation_record, text_of
from sysbench_archive.publish.downloads import ApiDownload
from sysbench_archive.publish.tables import PARQUET, DownloadTable
from sysbench_archive.tables import ApiColumn

Json = dict[str, Any]
"""A part of a Croissant file, whose format is not ours."""
_FORM = "http://mlcommons.org/croissant/"
_TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes"
    " isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace"
    " samplingRate separator source subField transform"
)
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": _FORM,
    "rai": f"{_FORM}RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS.split()},
}
"""That of the format's authors, whole: their reader warns of another."""
_TYPES = {
    "string": "sc:Text",
    "integer": "sc:Integer",
    "number": "sc:Float",
    "boolean": "sc:Boolean",
    "date": "sc:Date",
    "date-time": "sc:DateTime",
}
"""Kind of a column to its type."""
_FORMATS = {PARQUET: "application/x-parquet", "application/gzip": "text/csv"}
"""Media type of a file to the name that Croissant has for it: readers unpack gzip themselves."""


def croissant_record(
    described: StructuredData, tables: Iterable[DownloadTable], work: Work, imprint: Imprint
) -> Json:
    """The tables, `described` as a whole by schema.org's words, which are Croissant's as well."""
    tables = list(tables)
    dated: Json = {}
    if work.day:
        year, month, day = map(int, work.day.split("-"))
        dated = {
            "datePublished": work.day,
            "version": f"{year}.{month}.{day}",
            "citeAs": text_of(citation_record(work, imprint), "bibtex"),
        }
    return {
        **described,
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": f"{_FORM}1.0",
        "isLiveDataset": True,
        **dated,
        "distribution": [_file(file, imprint.base) for table in tables for file in table.files],
        "recordSet": [_record_set(table) for table in tables],
    }


def _file(file: ApiDownload, base: str) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "description": file.description,
        "contentUrl": f"{base}{file.path}",
        "contentSize": f"{file.bytes} B",
        "encodingFormat": _FORMATS[file.media_type],
        "sha256": file.sha256,
    }


def _record_set(table: DownloadTable) -> Json:
    key: Sequence[Json] = [{"@id": f"{table.name}/{name}"} for name in table.key]
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.description,
        **({"key": key} if key else {}),
        "field": [_field(table, column) for column in table.columns],
    }


def _field(table: DownloadTable, column: ApiColumn) -> Json:
    unit = f" In {column.unit}." if column.unit else ""
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": f"{column.description}{unit}",
        "dataType": _TYPES[column.kind],
        "source": {
            "fileObject": {"@id": f"{table.name}.parquet"},
            "extract": {"column": column.name},
        },
    }
