"""The API: the columns of its tables, its lists and its index.

A list is cut by the month bundle ids begin with, so that a page stays as it is while the archive
grows: only a correction changes an old one. Columns are read off the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger.record import Row
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.api import (
    ApiComparedServer,
    ApiComparison,
    ApiComparisons,
    ApiContrast,
    ApiCounts,
    ApiDownload,
    ApiIndex,
    ApiMachine,
    ApiMachines,
    ApiMetric,
    ApiResultEntry,
    ApiResults,
    ApiShard,
    ApiVerdictPages,
    ApiVerdicts,
    ApiWithdrawn,
)
from sysbench_archive.model.api_bundle import ApiBundle, ApiHost, ApiResult
from sysbench_archive.model.base import shared_fields
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.tables import SCHEMA

ROOT = "/api/v1/"
WRITTEN_BY_HAND = "curated"
"""The page of comparisons that belong to no month; it is there even with nothing on it."""


def bundle_path(bundle: str) -> str:
    """The address of a bundle's document."""
    return f"{ROOT}bundles/{bundle}.json"


def result_entry(document: ApiBundle) -> ApiResultEntry:
    """A bundle in a list, from its document."""
    tests = dict.fromkeys(workload.test for workload in document.workloads if workload.test)
    return ApiResultEntry(
        **shared_fields(document, ApiResult),
        run_count=len(document.runs),
        servers=document.servers,
        tests=list(tests),
        data=bundle_path(document.bundle),
    )


def machine_entries(document: ApiBundle) -> Iterator[ApiMachine]:
    """The hosts of a bundle that ran a server."""
    serving = {server.host for server in document.servers}
    for host in document.hosts:
        if host.host in serving:
            yield ApiMachine(
                **shared_fields(host, ApiHost), bundle=document.bundle, path=document.path
            )


def withdrawn_entry(bundle: str, row: Row, base: str) -> ApiWithdrawn:
    """A withdrawn bundle: in the list of its month, and in place of its document."""
    path = f"/results/{bundle}/"
    return ApiWithdrawn(
        bundle=bundle,
        title=row.title,
        path=path,
        permalink=f"{base}{path}",
        revision=row.revision,
        status="withdrawn",
        standing=row.standing,
        revision_date=row.date,
        reason=row.reason,
        run_count=len(row.runs.split()),
    )


def comparison_record(entry: ComparisonEntry, base: str) -> ApiComparison:
    """A comparison in a list, from its entry in the lists of pages."""
    return ApiComparison(
        comparison=entry.slug,
        path=entry.path,
        permalink=f"{base}{entry.path}",
        kind=entry.kind,
        title=entry.title,
        question=entry.question,
        direction=entry.direction,
        evidence_status=entry.status,
        evidence=list(entry.evidence),
        runs=entry.runs,
        servers=[
            ApiComparedServer(
                label=server.label,
                product=server.product,
                version=server.version,
                series=server.series,
            )
            for server in entry.servers
        ],
        tests=list(entry.tests),
        data=f"{entry.path}index.json",
        figures=f"{entry.path}comparison.csv",
    )


def contrast_entries(comparison: Comparison) -> Iterator[ApiContrast]:
    """Every headline contrast of a comparison."""
    for panel in comparison.panels:
        baseline = panel.sides[0]
        for candidate, verdict in zip(panel.sides[1:], panel.verdicts, strict=True):
            for contrast in verdict.headline:
                yield ApiContrast(
                    comparison=comparison.slug,
                    path=comparison.path,
                    bundle=panel.bundle.id,
                    workload=panel.workload.id,
                    metric=panel.metric.name,
                    baseline_server=baseline.id,
                    baseline_product=baseline.product,
                    baseline_version=baseline.version,
                    candidate_server=candidate.id,
                    candidate_product=candidate.product,
                    candidate_version=candidate.version,
                    threads=contrast.threads,
                    role=contrast.role,
                    ratio=contrast.ratio,
                    low=contrast.low,
                    high=contrast.high,
                    direction=contrast.direction,
                    verdict=verdict.direction,
                    evidence_status=verdict.status,
                    limitations=verdict.limitations,
                    candidate_runs=contrast.n[0],
                    baseline_runs=contrast.n[1],
                    paired=contrast.paired,
                )


ALL_VERDICTS = "/api/v1/verdicts.json"
ListPage = ApiResults | ApiComparisons | ApiVerdicts | ApiMachines | ApiVerdictPages


@dataclass(frozen=True, slots=True)
class ListIndex:
    """How an index lists the pages of every list; `withdrawn` counts bundles."""

    results: list[ApiShard]
    comparisons: list[ApiShard]
    verdicts: list[ApiShard]
    machines: list[ApiShard]
    withdrawn: int


@dataclass(frozen=True, slots=True)
class ListPages:
    """The pages of every list by address, oldest month first."""

    results: Mapping[str, ApiResults]
    comparisons: Mapping[str, ApiComparisons]
    verdicts: Mapping[str, ApiVerdicts]
    machines: Mapping[str, ApiMachines]

    def pages(self) -> dict[str, ListPage]:
        """Every page of every list, and the list of those with contrasts."""
        listed = self.index().verdicts
        count = sum(shard.count for shard in listed)
        return {
            **self.results,
            **self.comparisons,
            **self.verdicts,
            ALL_VERDICTS: ApiVerdictPages(version=1, count=count, pages=listed),
            **self.machines,
        }

    def index(self) -> ListIndex:
        """What is told of them."""
        return ListIndex(
            results=[_shard(path, p.name, p.results) for path, p in self.results.items()],
            comparisons=[
                _shard(path, p.name, p.comparisons) for path, p in self.comparisons.items()
            ],
            verdicts=[_shard(path, p.name, p.verdicts) for path, p in self.verdicts.items()],
            machines=[_shard(path, p.name, p.machines) for path, p in self.machines.items()],
            withdrawn=sum(len(page.withdrawn) for page in self.results.values()),
        )


def _shard(path: str, name: str, listed: Sequence[object]) -> ApiShard:
    return ApiShard(name=name, path=path, count=len(listed))


def list_pages(
    *,
    results: Iterable[ApiResultEntry],
    comparisons: Iterable[ApiComparison],
    contrasts: Mapping[str, Sequence[ApiContrast]],
    machines: Iterable[ApiMachine],
    withdrawn: Sequence[ApiWithdrawn],
) -> ListPages:
    """The pages of the lists; a month of which every bundle was withdrawn keeps its pages.

    `contrasts` has those of each comparison by its id.
    """
    gone = _by_page((entry.bundle[:7], entry) for entry in withdrawn)
    by_month = _by_page(((entry.bundle[:7], entry) for entry in results), gone)
    compared = _by_page(
        ((_page_of(entry), entry) for entry in comparisons), [*gone, WRITTEN_BY_HAND]
    )
    verdicts = {
        name: [contrast for entry in page for contrast in contrasts.get(entry.comparison, ())]
        for name, page in compared.items()
    }
    hosts = _by_page(((machine.bundle[:7], machine) for machine in machines), gone)
    return ListPages(
        results={
            _page_path("results", name): ApiResults(
                version=1, name=name, results=listed, withdrawn=gone.get(name, [])
            )
            for name, listed in by_month.items()
        },
        comparisons={
            _page_path("comparisons", name): ApiComparisons(
                version=1, name=name, comparisons=listed
            )
            for name, listed in compared.items()
        },
        verdicts={
            _page_path("verdicts", name): ApiVerdicts(version=1, name=name, verdicts=listed)
            for name, listed in verdicts.items()
        },
        machines={
            _page_path("machines", name): ApiMachines(version=1, name=name, machines=listed)
            for name, listed in hosts.items()
        },
    )


Entry = TypeVar("Entry")


def _by_page(
    entries: Iterable[tuple[str, Entry]], always: Iterable[str] = ()
) -> dict[str, list[Entry]]:
    pages: dict[str, list[Entry]] = {name: [] for name in always}
    for name, entry in entries:
        pages.setdefault(name, []).append(entry)
    return dict(sorted(pages.items()))


def _page_of(comparison: ApiComparison) -> str:
    return comparison.comparison[:7] if comparison.kind == "matrix" else comparison.kind


def _page_path(kind: str, name: str) -> str:
    return f"{ROOT}{kind}/{name}.json"


def index_record(
    lists: ListIndex,
    *,
    upgrades: Sequence[ApiShard],
    runs: int,
    downloads: Sequence[ApiDownload],
    base: str,
) -> ApiIndex:
    """The index: what there is, and where."""
    return ApiIndex(
        version=1,
        documentation="/api/",
        changelog="/api/#text-changelog",
        schema=f"/schema/{SCHEMA}.schema.json",
        openapi=f"{ROOT}openapi.json",
        permanent_base=base,
        counts=ApiCounts(
            bundles=sum(shard.count for shard in lists.results),
            runs=runs,
            comparisons=sum(shard.count for shard in lists.comparisons),
            verdicts=sum(shard.count for shard in lists.verdicts),
            machines=sum(shard.count for shard in lists.machines),
            upgrades=len(upgrades),
            withdrawn=lists.withdrawn,
        ),
        results=lists.results,
        comparisons=lists.comparisons,
        verdicts=lists.verdicts,
        machines=lists.machines,
        upgrades=list(upgrades),
        metrics=[
            ApiMetric(
                name=metric.name,
                label=metric.label,
                unit=metric.unit,
                direction=metric.direction,
                description=metric.description,
            )
            for metric in METRICS.values()
        ],
        downloads=list(downloads),
    )
