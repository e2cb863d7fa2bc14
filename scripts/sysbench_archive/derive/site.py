"""Lists of the whole archive: results, comparisons, releases, workloads, machines, classes.

All are made from the small entries of lists, so that no record has to be loaded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sysbench_archive.derive.cells import metric_record
from sysbench_archive.derive.lines import panel_line
from sysbench_archive.derive.servers import listed_servers, version_key
from sysbench_archive.derive.upgrades.points import MeasuredPoint, ordered_upgrades
from sysbench_archive.derive.workloads import FAMILIES, test_named, titles_of_tests
from sysbench_archive.hardware import classify
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.hardware.distance import class_record, hardware_tables
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Reference
from sysbench_archive.model.bundle import PRODUCTS, Bundle
from sysbench_archive.model.comparison import ComparisonRecord, DerivedComparison
from sysbench_archive.model.listing import (
    ComparisonEntry,
    EvidenceKind,
    HardwareClassPage,
    HardwareClassRecord,
    HardwareList,
    Label,
    ProductVersions,
    ResultEntry,
    SeriesEntry,
    SiteRecord,
    TestEntry,
    VersionList,
    WorkloadFamily,
    WorkloadList,
)
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.verdicts.words import DIRECTIONS, STATUSES

_KEPT = "Every figure is parsed from sysbench's own output, which is kept here."
_LINKED = """Every figure is parsed from sysbench's own output, which is kept elsewhere and named
 here by address, commit and checksum.""".replace("\n", "")
_COPIED = "The figures are copied from {} somebody published; the output behind them is not here."

EVIDENCE = {
    "raw-output": EvidenceKind(label="Raw output", description=_KEPT),
    "linked-output": EvidenceKind(label="Linked output", description=_LINKED),
    "published-table": EvidenceKind(label="Published table", description=_COPIED.format("a table")),
    "published-text": EvidenceKind(label="Published text", description=_COPIED.format("prose")),
}
"""Evidence class to its name and meaning for readers, strongest first."""


def result_entry(result: ResultRecord) -> ResultEntry:
    """A bundle as a list shows it, and as versions, workloads and machines file it."""
    serving = {server.host for server in result.servers}
    return ResultEntry(
        id=result.id,
        path=result.path,
        title=result.title,
        submitted=result.submitted,
        evidence=result.evidence,
        runs=len(result.runs),
        servers=listed_servers(result.servers),
        tests=titles_of_tests((workload.test, workload.title) for workload in result.workloads),
        classes=list(
            dict.fromkeys(host.hardware_class.id for host in result.hosts if host.id in serving)
        ),
        finding=result.findings[0].text if result.findings else "",
    )


def comparison_entry(comparison: DerivedComparison | ComparisonRecord) -> ComparisonEntry:
    """A comparison as a list shows it, and as versions and workloads file it."""
    points, drawn = panel_line(comparison.panels[0]) if comparison.panels else ("", "")
    return ComparisonEntry(
        slug=comparison.slug,
        path=comparison.path,
        kind=comparison.kind,
        title=comparison.title,
        label=comparison.label,
        direction=comparison.answer.direction,
        status=comparison.answer.status,
        finding=comparison.findings[0].text
        if len(comparison.answer.verdicts) > 1 and comparison.findings
        else "",
        question=comparison.question,
        summary=comparison.summary,
        evidence=comparison.evidence,
        runs=comparison.runs,
        year=_newest_year(comparison.bundles),
        servers=listed_servers(comparison.sides),
        tests=titles_of_tests((panel.workload.test, panel.title) for panel in comparison.panels),
        bundles=[bundle.path.split("/")[2] for bundle in comparison.bundles],
        threads=sorted({row.threads for panel in comparison.panels for row in panel.rows}),
        points=points,
        drawn=drawn,
        alone=any(panel.counted or panel.load or panel.design for panel in comparison.panels),
    )


def _newest_year(bundles: Iterable[Reference]) -> str:
    """The newest year of its bundles, which their ids begin with."""
    return max((bundle.path.split("/")[2][:4] for bundle in bundles), default="")


def site_record() -> SiteRecord:
    """What readers call directions, statuses, metrics and evidence."""
    return SiteRecord(
        directions={name: Label(label=label) for name, label in DIRECTIONS.items()},
        statuses={name: Label(label=label) for name, label in STATUSES.items()},
        metrics={name: metric_record(name) for name in METRICS},
        evidence=EVIDENCE,
    )


def _reference(entry: ResultEntry | ComparisonEntry) -> Reference:
    return Reference(path=entry.path, title=entry.title)


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
            results=[
                _reference(entry) for entry in results if _runs_series(entry, product, series)
            ],
            comparisons=[
                _reference(entry) for entry in comparisons if _runs_series(entry, product, series)
            ],
        )
        for series in sorted(versions, key=version_key, reverse=True)
    ]


def _runs_series(entry: ResultEntry | ComparisonEntry, product: str, series: str) -> bool:
    return any(s.product == product and s.series == series for s in entry.servers)


def workloads_record(
    results: Sequence[ResultEntry], comparisons: Sequence[ComparisonEntry]
) -> WorkloadList:
    """Families of workloads, each with its tests and where they were run."""
    titles = titles_of_tests(pair for result in results for pair in result.tests.items())
    tests = {name: test_named(name, title) for name, title in sorted(titles.items())}
    families = {test.family for test in tests.values()}
    return WorkloadList(
        families=[
            WorkloadFamily(
                family=family,
                label=label,
                tests=[
                    TestEntry(
                        name=test.name,
                        title=test.title,
                        description=test.description,
                        path=f"/workloads/{name}/",
                        results=[_reference(entry) for entry in results if name in entry.tests],
                        comparisons=[
                            _reference(entry) for entry in comparisons if name in entry.tests
                        ],
                    )
                    for name, test in tests.items()
                    if test.family == family
                ],
            )
            for family, label in FAMILIES.items()
            if family in families
        ]
    )


def hardware_classes(bundle: Bundle) -> list[HardwareClassRecord]:
    """The classes of a bundle's server machines, each once."""
    serving = {server.host for server in bundle.servers.values()}
    machines = [host.machine for host in bundle.hosts.values() if host.id in serving]
    return [class_record(kind) for kind in dict.fromkeys(map(classify, machines))]


def hardware_record(
    classes: Iterable[HardwareClassRecord],
    results: Sequence[ResultEntry],
    appearances: Mapping[str, Sequence[Reference]],
    points: Sequence[MeasuredPoint],
) -> HardwareList:
    """Every class that a machine on file belongs to, most results first, and the tables.

    `appearances` names the comparisons of each bundle by its id.
    """
    described = {record.id: record for record in classes}
    ran: dict[str, list[Reference]] = {name: [] for name in described}
    compared: dict[str, dict[str, Reference]] = {name: {} for name in described}
    for entry in results:
        for name in entry.classes:
            ran[name].append(_reference(entry))
            for reference in appearances.get(entry.id, ()):
                compared[name].setdefault(reference.path, reference)
    upgrades = _upgrades_by_class(points)
    pages = [
        HardwareClassPage(
            id=record.id,
            path=record.path,
            label=record.label,
            brief=record.brief,
            values=record.values,
            facts=record.facts,
            results=ran[name],
            comparisons=list(compared[name].values()),
            upgrades=upgrades.get(name, []),
        )
        for name, record in described.items()
    ]
    tables = hardware_tables()
    return HardwareList(
        scales=tables.scales,
        dimensions=tables.dimensions,
        platforms=tables.platforms,
        tiers=tables.tiers,
        generations=tables.generations,
        processors=tables.processors,
        vendors=tables.vendors,
        longest_model=tables.longest_model,
        lscpu=tables.lscpu,
        classes=sorted(pages, key=lambda p: (p.id == UNKNOWN, -len(p.results), p.id)),
    )


def _upgrades_by_class(points: Iterable[MeasuredPoint]) -> dict[str, list[Reference]]:
    """Class to the pages of the upgrades with evidence on it, in order."""
    grouped: dict[str, list[MeasuredPoint]] = {}
    for point in points:
        grouped.setdefault(point.hardware_class.id, []).append(point)
    return {
        name: [
            Reference(path=upgrade.path, title=upgrade.title) for upgrade in ordered_upgrades(group)
        ]
        for name, group in grouped.items()
    }
