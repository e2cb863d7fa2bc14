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
from sysbench_archive.model.base import Record, shared_fields
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


Shards = Mapping[str, list[ApiShard]]
"""List to how an index has its pages."""


@dataclass(frozen=True, slots=True)
class ListPages:
    """The entries of every list by the name of their page, oldest month first."""

    results: Mapping[str, list[ApiResultEntry]]
    withdrawn: Mapping[str, list[ApiWithdrawn]]
    comparisons: Mapping[str, list[ApiComparison]]
    verdicts: Mapping[str, list[ApiContrast]]
    machines: Mapping[str, list[ApiMachine]]

    def shards(self) -> Shards:
        """How an index has the pages."""
        kinds: dict[str, Mapping[str, Sequence[Record]]] = {
            "results": self.results,
            "comparisons": self.comparisons,
            "verdicts": self.verdicts,
            "machines": self.machines,
        }
        return {
            kind: [
                ApiShard(name=name, path=_page_path(kind, name), count=len(listed))
                for name, listed in pages.items()
            ]
            for kind, pages in kinds.items()
        }

    def pages(self) -> Iterator[tuple[str, ListPage]]:
        """Every page with its address, and the list of those with contrasts."""
        for name, results in self.results.items():
            gone = self.withdrawn.get(name, [])
            page = ApiResults(version=1, name=name, results=results, withdrawn=gone)
            yield _page_path("results", name), page
        for name, listed in self.comparisons.items():
            compared = ApiComparisons(version=1, name=name, comparisons=listed)
            yield _page_path("comparisons", name), compared
        for name, found in self.verdicts.items():
            yield (
                _page_path("verdicts", name),
                ApiVerdicts(version=1, name=name, verdicts=found),
            )
        for name, hosts in self.machines.items():
            yield _page_path("machines", name), ApiMachines(version=1, name=name, machines=hosts)
        shards = self.shards()["verdicts"]
        count = sum(shard.count for shard in shards)
        yield ALL_VERDICTS, ApiVerdictPages(version=1, count=count, pages=shards)


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
    compared = _by_page(
        ((_page_of(entry), entry) for entry in comparisons), [*gone, WRITTEN_BY_HAND]
    )
    return ListPages(
        results=_by_page(((entry.bundle[:7], entry) for entry in results), gone),
        withdrawn=gone,
        comparisons=compared,
        verdicts={
            name: [contrast for entry in page for contrast in contrasts.get(entry.comparison, ())]
            for name, page in compared.items()
        },
        machines=_by_page(((machine.bundle[:7], machine) for machine in machines), gone),
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
    shards: Shards,
    *,
    withdrawn: int,
    upgrades: Sequence[ApiShard],
    runs: int,
    downloads: Sequence[ApiDownload],
    base: str,
) -> ApiIndex:
    """The index: what there is, and where; `withdrawn` counts bundles."""
    counts = {kind: sum(shard.count for shard in pages) for kind, pages in shards.items()}
    return ApiIndex(
        version=1,
        documentation="/api/",
        changelog="/api/#text-changelog",
        schema=f"/schema/{SCHEMA}.schema.json",
        openapi=f"{ROOT}openapi.json",
        permanent_base=base,
        counts=ApiCounts(
            bundles=counts["results"],
            runs=runs,
            comparisons=counts["comparisons"],
            verdicts=counts["verdicts"],
            machines=counts["machines"],
            upgrades=len(upgrades),
            withdrawn=withdrawn,
        ),
        **shards,
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
