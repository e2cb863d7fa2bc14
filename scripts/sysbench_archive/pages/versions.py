"""Pages of release series: the results and comparisons of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.derive.servers import version_key
from sysbench_archive.model.base import Record, Reference
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.pages.kinds import PageKind, SearchDocument, reference


class SeriesEntry(Record):
    """A series."""

    series: str
    label: str
    path: str
    versions: list[str]
    """Versions, oldest first."""
    results: list[Reference]
    comparisons: list[Reference]


class ProductVersions(Record):
    """A product."""

    product: str
    label: str
    series: list[SeriesEntry]
    """Series, newest first."""


class VersionList(Record):
    """Release series."""

    products: list[ProductVersions]


def versions_record(
    results: Sequence[ResultEntry], comparisons: Sequence[ComparisonEntry]
) -> VersionList:
    """Products, each with its series, newest first, and where they appear."""
    listed = []
    for product, label in PRODUCTS.items():
        series = _series_entries(product, results, comparisons)
        if series:
            listed.append(ProductVersions(product=product, label=label, series=series))
    return VersionList(products=listed)


def _series_entries(
    product: str, results: Sequence[ResultEntry], comparisons: Sequence[ComparisonEntry]
) -> list[SeriesEntry]:
    versions: dict[str, set[str]] = {}
    for result in results:
        for server in result.servers:
            if server.product == product:
                versions.setdefault(server.series, set()).add(server.version)
    return [
        SeriesEntry(
            series=series,
            label=f"{PRODUCTS[product]} {series}",
            path=f"/versions/{product}/{series}/",
            versions=sorted(versions[series], key=version_key),
            results=[reference(entry) for entry in results if _runs_series(entry, product, series)],
            comparisons=[
                reference(entry) for entry in comparisons if _runs_series(entry, product, series)
            ],
        )
        for series in sorted(versions, key=version_key, reverse=True)
    ]


def _runs_series(entry: ResultEntry | ComparisonEntry, product: str, series: str) -> bool:
    return any(s.product == product and s.series == series for s in entry.servers)


def _version_documents(versions: VersionList) -> Iterator[SearchDocument]:
    for listed in versions.products:
        for series in listed.series:
            yield SearchDocument(
                kind="version",
                path=series.path,
                title=series.label,
                text=", ".join(series.versions),
                product=[listed.product],
            )


VERSIONS = PageKind(
    name="versions",
    record=VersionList,
    made=lambda listed: versions_record(listed.results, listed.pages),
    titles=lambda versions: [(s.path, s.label) for p in versions.products for s in p.series],
    documents=lambda versions, _: _version_documents(versions),
)
