"""Results, comparisons, the table of all runs and the archive as a whole, as schema.org records.

Search engines of data and programs that keep references read them in the pages. They say whose
figures they are, what the licence covers, and where the figures were taken from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sysbench_archive.bundle.people import Name
from sysbench_archive.derive.runs import archive_path
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import StructuredData
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import Comparison, Side
from sysbench_archive.model.result import ResultFields, ResultRecord
from sysbench_archive.model.sources import DataTerms, SourceOfData
from sysbench_archive.pages.campaign import CampaignRecord
from sysbench_archive.pages.sources import words_of
from sysbench_archive.publish.api import bundle_path
from sysbench_archive.publish.citation import (
    ORCID,
    PUBLISHER,
    Imprint,
    Work,
    archive_work,
)
from sysbench_archive.publish.downloads import ApiDownload
from sysbench_archive.words.phrases import first_of

Json = dict[str, Any]
"""A part of a schema.org record, whose format is not ours."""
_CONTEXT = "https://schema.org"
_LICENCES = "https://spdx.org/licenses/{}.html"
_KINDS = {
    ".gz": "application/gzip",
    ".json": "application/json",
    ".csv": "text/csv",
    ".yaml": "text/plain",
}
PURPOSE = "A public, permanent, checkable archive of MySQL and MariaDB sysbench results."
SHORTEST = 50
"""Characters a description needs for search engines of data to take it."""


def dataset_record(
    result: ResultRecord, work: Work, terms: DataTerms, imprint: Imprint
) -> StructuredData:
    """A bundle as a schema.org Dataset, with permanent addresses."""
    return _without_nothing(
        {
            **_described("Dataset", work, _description(result), terms, imprint),
            "identifier": [f"{imprint.base}{work.path}", *(each.swhid for each in work.editions)],
            "version": "".join(str(edition.number) for edition in work.editions),
            "datePublished": result.submitted,
            "isBasedOn": [
                _source(source, result.source_url or source.url, imprint)
                for source in terms.sources
            ],
            "keywords": sorted(
                {"sysbench", "benchmark", *(workload.test for workload in result.workloads)}
                | {PRODUCTS[server.product] for server in result.servers}
            ),
            "measurementTechnique": sorted({client.label for client in result.clients}),
            "variableMeasured": [_variable(name) for name in result.metrics],
            "distribution": list(_downloads(result, imprint.base)),
        }
    )


def compared_record(
    page: Comparison | CampaignRecord,
    sides: Sequence[Side],
    work: Work,
    rested: Sequence[Work],
    terms: DataTerms,
    imprint: Imprint,
    files: Sequence[str] = (),
) -> StructuredData:
    """A comparison or a campaign as a schema.org Dataset that rests on the bundles that are
    cited as its data; `files` lie beside its page.
    """
    servers = _servers(side.label for side in sides)
    said = f"{page.runs} sysbench runs of {servers}." if page.runs else f"{work.title}: {servers}."
    described = " ".join([*(finding.text for finding in page.findings), said])
    products = {PRODUCTS[side.product] for side in sides}
    return _without_nothing(
        {
            **_described("Dataset", work, described, terms, imprint),
            "isBasedOn": [f"{imprint.base}{bundle.path}" for bundle in rested],
            "keywords": sorted({"sysbench", "benchmark"} | products),
            "distribution": [_download(name, f"{imprint.base}{page.path}{name}") for name in files],
        }
    )


def runs_record(
    downloads: Iterable[ApiDownload], work: Work, terms: DataTerms, imprint: Imprint
) -> StructuredData:
    """All runs as one schema.org Dataset, with the files that hold them."""
    return _without_nothing(
        {
            **_described("Dataset", work, RUNS_DESCRIBED, terms, imprint),
            "keywords": sorted({"sysbench", "benchmark", *PRODUCTS.values()}),
            "distribution": [
                {
                    "@type": "DataDownload",
                    "name": download.name,
                    "description": download.description,
                    "encodingFormat": download.media_type,
                    "contentUrl": f"{imprint.base}{download.path}",
                    "contentSize": f"{download.bytes} B",
                    "sha256": download.sha256,
                }
                for download in downloads
            ],
        }
    )


def runs_work(days: Iterable[str]) -> Work:
    """All runs of the archive as they are described; `days` are those of all rows of its record."""
    return replace(archive_work(days), title=f"Every run of the {PUBLISHER}", path=RUNS_PATH)


RUNS_DESCRIBED = (
    "Every sysbench run of the archive as tables, Parquet and CSV: version, workload, threads,"
    " throughput, latency and conditions of each run, its seconds, settings and hosts, comparisons"
    " with their verdicts, and sources."
)


def catalog_record(
    work: Work, terms: DataTerms, imprint: Imprint, *, runs: int, bundles: int
) -> StructuredData:
    """The archive as a schema.org DataCatalog."""
    size = f"{runs} runs in {bundles} results"
    return _without_nothing(
        {
            **_described("DataCatalog", work, f"{PURPOSE} It holds {size}.", terms, imprint),
            "name": PUBLISHER,
            "keywords": ["benchmark", "sysbench", *PRODUCTS.values()],
            "dataset": f"{imprint.base}{RUNS_PATH}",
            "includedInDataCatalog": "",
        }
    )


RUNS_PATH = "/api/"
"""Where the files of all runs are described."""


def _described(kind: str, work: Work, description: str, terms: DataTerms, imprint: Imprint) -> Json:
    """What every record says."""
    url = f"{imprint.base}{work.path}"
    return {
        "@context": _CONTEXT,
        "@type": kind,
        "@id": url,
        "url": url,
        "name": work.title,
        "description": description.strip(),
        "creator": [_agent(imprint.name(name)) for name in work.names()],
        "publisher": {"@type": "Organization", "name": PUBLISHER, "url": f"{imprint.base}/"},
        "dateModified": work.day,
        "license": license_addresses(terms),
        "copyrightNotice": words_of(terms),
        "usageInfo": f"{imprint.base}{TERMS_PATH}",
        "includedInDataCatalog": {"@type": "DataCatalog", "@id": f"{imprint.base}/"},
        "isAccessibleForFree": True,
    }


def license_addresses(terms: DataTerms) -> list[str]:
    """Where the licences of some data stand."""
    return [_LICENCES.format(name) for name in terms.licences]


TERMS_PATH = "/about/#text-licences"
"""Where licences, facts and rights in databases are explained."""


def _agent(name: Name) -> Json:
    """Who is named: a person, where nobody said that it is an organisation."""
    if name.kind == "organisation":
        return {"@type": "Organization", "name": name.name}
    parts = {"givenName": name.given, "familyName": name.family} if name.family else {}
    orcid = {"@id": f"{ORCID}{name.orcid}"} if name.orcid else {}
    return {"@type": "Person", **orcid, "name": name.name, **parts}


_IDENTIFIER = re.compile(r"[A-Za-z0-9.+-]+")
"""Form of SPDX identifiers; what a source says of its licence may be a sentence."""


def _source(source: SourceOfData, url: str, imprint: Imprint) -> Json:
    is_named = _IDENTIFIER.fullmatch(source.licence)
    return _without_nothing(
        {
            "@type": "CreativeWork",
            "name": source.title,
            "url": url,
            "creator": [_agent(imprint.name(source.author))] if source.author else [],
            "license": _LICENCES.format(source.licence) if is_named else "",
            "usageInfo": f"{imprint.base}{source.path}",
        }
    )


def _without_nothing(record: Json) -> Json:
    return {name: value for name, value in record.items() if value not in ("", [])}


def _description(result: ResultRecord) -> str:
    """The author's notes where they say enough, else what was run on what."""
    notes = " ".join(result.notes.split())
    if len(notes) >= SHORTEST:
        return notes
    servers = _servers(server.label for server in result.servers)
    tests = ", ".join(dict.fromkeys(workload.title for workload in result.workloads))
    described = f"{len(result.runs)} sysbench runs of {servers}: {tests}, with their evidence."
    return f"{described} {notes}".strip()


MOST_SERVERS = 8
"""Servers a description names; the rest are counted."""


def _servers(labels: Iterable[str]) -> str:
    return first_of(list(dict.fromkeys(labels)), MOST_SERVERS)


def _variable(name: str) -> Json:
    metric = METRICS[name]
    unit = {"unitText": metric.unit} if metric.unit != "1" else {}
    return {"@type": "PropertyValue", "name": metric.label, **unit}


def _downloads(result: ResultFields, base: str) -> Iterator[Json]:
    yield _download(f"{result.id}.json", f"{base}{bundle_path(result.id)}")
    if result.archive:
        yield _download(f"{result.id}.tar.gz", f"{base}{result.archive.href}")
    for file in result.files:
        if "/" not in file.path and file.href != archive_path(result.id):
            yield _download(file.path, f"{base}{file.href}")


def _download(name: str, url: str) -> Json:
    kind = next((kind for end, kind in _KINDS.items() if name.endswith(end)), "text/plain")
    return {"@type": "DataDownload", "name": name, "encodingFormat": kind, "contentUrl": url}
