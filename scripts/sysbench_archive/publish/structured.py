"""What search engines for data read: schema.org records of bundles and of the archive.

Owns the choice of properties. A page carries its record as a block of data, which no browser runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.metrics import METRICS
from sysbench_archive.model import PRODUCTS
from sysbench_archive.publish.citation import Work
from sysbench_archive.publish.citation_formats import PUBLISHER

Record = dict[str, Any]
_CONTEXT = "https://schema.org"
_LICENCES = "https://spdx.org/licenses/{}.html"
_KINDS = {".json": "application/json", ".csv": "text/csv", ".yaml": "text/plain"}
PURPOSE = "A public, permanent, checkable archive of MySQL and MariaDB sysbench results."
SHORTEST = 50
"""Characters a description needs for search engines of data to take it."""


def dataset_record(result: Mapping[str, Any], whole: Work, base: str) -> Record:
    """A bundle as a schema.org Dataset, with permanent addresses."""
    url = f"{base}{result['path']}"
    record = {
        "@context": _CONTEXT,
        "@type": "Dataset",
        "@id": url,
        "url": url,
        "name": whole.title,
        "description": _description(result),
        "identifier": [url, *(edition.swhid for edition in whole.editions)],
        "version": "".join(str(edition.number) for edition in whole.editions),
        "license": _LICENCES.format(result["license"]),
        # Nobody says whether a name is a person's or a group's.
        "creator": [{"name": name} for name in whole.authors],
        "publisher": _publisher(base),
        "datePublished": result["submitted"],
        "dateModified": whole.day,
        "isBasedOn": result["source_url"],
        "includedInDataCatalog": {"@type": "DataCatalog", "@id": f"{base}/"},
        "isAccessibleForFree": True,
        "keywords": sorted(_keywords(result)),
        "measurementTechnique": sorted({client["label"] for client in result["clients"]}),
        "variableMeasured": [_variable(name) for name in result["metrics"]],
        "distribution": list(_downloads(result, base)),
    }
    return {name: value for name, value in record.items() if value not in ("", [])}


def catalog_record(counts: Mapping[str, int], days: Sequence[str], base: str) -> Record:
    """The archive as a schema.org DataCatalog; `days` are those of all rows of its record."""
    size = f"{counts['runs']} runs in {counts['bundles']} results"
    return {
        "@context": _CONTEXT,
        "@type": "DataCatalog",
        "@id": f"{base}/",
        "url": f"{base}/",
        "name": PUBLISHER,
        "description": f"{PURPOSE} It holds {size}.",
        "publisher": _publisher(base),
        "keywords": ["benchmark", "sysbench", *PRODUCTS.values()],
        "isAccessibleForFree": True,
        **({"dateModified": max(days)} if days else {}),
    }


def _publisher(base: str) -> Record:
    return {"@type": "Organization", "name": PUBLISHER, "url": f"{base}/"}


def _description(result: Mapping[str, Any]) -> str:
    """The author's notes where they say enough, else what was run on what."""
    notes = " ".join(result["notes"].split())
    if len(notes) >= SHORTEST:
        return notes
    servers = ", ".join(dict.fromkeys(server["label"] for server in result["servers"]))
    tests = ", ".join(dict.fromkeys(workload["title"] for workload in result["workloads"]))
    described = f"{len(result['runs'])} sysbench runs of {servers}: {tests}, with their evidence."
    return f"{described} {notes}".strip()


def _keywords(result: Mapping[str, Any]) -> set[str]:
    products = {PRODUCTS.get(server["product"], "") for server in result["servers"]}
    tests = {workload["test"] for workload in result["workloads"]}
    return ({"sysbench", "benchmark"} | products | tests) - {""}


def _variable(name: str) -> Record:
    metric = METRICS[name]
    unit = {"unitText": metric.unit} if metric.unit != "1" else {}
    return {"@type": "PropertyValue", "name": metric.label, **unit}


def _downloads(result: Mapping[str, Any], base: str) -> Iterator[Record]:
    yield _download("index.json", f"{base}{result['path']}index.json")
    for file in result["files"]:
        if "/" not in file["path"]:
            yield _download(file["path"], f"{base}{file['href']}")


def _download(name: str, url: str) -> Record:
    kind = next((kind for end, kind in _KINDS.items() if name.endswith(end)), "text/plain")
    return {"@type": "DataDownload", "name": name, "encodingFormat": kind, "contentUrl": url}
