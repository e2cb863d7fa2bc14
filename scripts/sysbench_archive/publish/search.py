"""What the search knows: a small document for every page worth finding.

Runs are found through their results; a document per run would make the index as large as the
archive. Results and their comparisons still grow with it: what does not fit in the first file is in
pieces, which a browser adds while the first is searched already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.derive.upgrades.points import FAMILY_TESTS
from sysbench_archive.derive.workloads import TESTS
from sysbench_archive.model.base import Record
from sysbench_archive.model.listing import (
    ComparisonEntry,
    HardwareClassPage,
    HardwareList,
    ResultEntry,
    SiteRecord,
    VersionList,
    WorkloadList,
)
from sysbench_archive.model.reader import (
    PageKind,
    SearchDocument,
    SearchIndex,
    SearchLabels,
    SearchPiece,
)
from sysbench_archive.model.reference import RuleList
from sysbench_archive.model.upgrade import UpgradeList, UpgradePairEntry

_KIND_LABELS: dict[PageKind, str] = {
    "result": "Result",
    "comparison": "Comparison",
    "upgrade": "Upgrade",
    "version": "Version",
    "workload": "Workload",
    "hardware": "Hardware",
    "rule": "Rule",
}
_OF_BUNDLES = frozenset[PageKind]({"result", "comparison"})
"""Kinds of page of which every further bundle has some."""


FIRST_FILE = 1000
"""Documents that are searched at once."""
FURTHER_FILE = 1000
"""Documents of every other file."""


def search_files(index: SearchIndex) -> Iterator[tuple[str, Record]]:
    """(site-relative path without its first slash, record) of an index with all documents.

    The file that is loaded first comes last: every page that is not of a bundle, and of the others
    as many as fit, in their order.
    """
    growing = [document for document in index.documents if document.kind in _OF_BUNDLES]
    others = [document for document in index.documents if document.kind not in _OF_BUNDLES]
    room = max(0, FIRST_FILE - len(others))
    starts = range(room, len(growing), FURTHER_FILE)
    pieces = {
        f"search/documents-{number}.json": SearchPiece(documents=growing[at : at + FURTHER_FILE])
        for number, at in enumerate(starts, start=1)
    }
    yield from pieces.items()
    yield (
        "search/documents.json",
        replace(index, documents=[*growing[:room], *others], pieces=list(pieces)),
    )


def search_record(
    *,
    site: SiteRecord,
    versions: VersionList,
    workloads: WorkloadList,
    rules: RuleList,
    upgrades: UpgradeList,
    hardware: HardwareList,
) -> SearchIndex:
    """All documents with the facets readers narrow by: kind, product, evidence, year."""
    return SearchIndex(
        labels=SearchLabels(
            kind={str(kind): label for kind, label in _KIND_LABELS.items()},
            product={entry.product: entry.label for entry in versions.products},
            evidence={name: entry.label for name, entry in site.evidence.items()},
        ),
        documents=[
            *(_comparison_document(entry) for entry in site.comparisons if _is_curated(entry)),
            *map(_result_document, site.results),
            *(_comparison_document(entry) for entry in site.comparisons if not _is_curated(entry)),
            *map(_upgrade_document, upgrades.pairs),
            *_version_documents(versions),
            *_workload_documents(workloads),
            *map(_hardware_document, hardware.classes),
            *_rule_documents(rules),
        ],
        pieces=[],
    )


def _is_curated(entry: ComparisonEntry) -> bool:
    return entry.kind == "curated"


def _document(
    kind: PageKind,
    *,
    path: str,
    title: str,
    words: Iterable[str],
    product: Sequence[str] = (),
    evidence: Sequence[str] = (),
    year: str = "",
) -> SearchDocument:
    return SearchDocument(
        path=path,
        title=title,
        kind=kind,
        text=" ".join(text for text in words if text),
        product=list(product),
        evidence=list(evidence),
        year=year,
    )


def _result_document(entry: ResultEntry) -> SearchDocument:
    machines = [
        f"{m.label} {m.cpu} {f'{m.cores} cores' if m.cores else ''}" for m in entry.machines
    ]
    return _document(
        "result",
        path=entry.path,
        title=entry.title,
        words=[*_servers_and_tests(entry), *machines],
        product=_products(entry),
        evidence=[entry.evidence],
        year=entry.id[:4],
    )


def _comparison_document(entry: ComparisonEntry) -> SearchDocument:
    return _document(
        "comparison",
        path=entry.path,
        title=entry.title,
        words=[entry.question, entry.summary, *_servers_and_tests(entry)],
        product=_products(entry),
        evidence=entry.evidence,
        year=entry.year,
    )


def _products(entry: ResultEntry | ComparisonEntry) -> list[str]:
    return sorted({server.product for server in entry.servers})


def _servers_and_tests(entry: ResultEntry | ComparisonEntry) -> Iterator[str]:
    yield from (server.label for server in entry.servers)
    yield from (f"{name} {title}" for name, title in entry.tests.items())


def _upgrade_document(pair: UpgradePairEntry) -> SearchDocument:
    """A pair by the words of its question: releases, tests as readers call them, machine size."""
    tests = [TESTS[FAMILY_TESTS[family]] for family in pair.families]
    named = [f"{test.title} {test.name}" for test in tests]
    sizes = [f"{count} cores" for count in pair.cores] + [f"{count} CPUs" for count in pair.cpus]
    return _document(
        "upgrade",
        path=pair.path,
        title=pair.title,
        words=["upgrade regression slower faster", *named, *sizes],
        product=[pair.product],
        year=pair.newest[:4],
    )


def _version_documents(versions: VersionList) -> Iterator[SearchDocument]:
    for listed in versions.products:
        for series in listed.series:
            yield _document(
                "version",
                path=series.path,
                title=series.label,
                words=series.versions,
                product=[listed.product],
            )


def _workload_documents(workloads: WorkloadList) -> Iterator[SearchDocument]:
    for family in workloads.families:
        for test in family.tests:
            words = [test.name, test.description, family.label]
            yield _document("workload", path=test.path, title=test.title, words=words)


def _hardware_document(page: HardwareClassPage) -> SearchDocument:
    words = ["hardware class machine", page.brief]
    return _document("hardware", path=page.path, title=page.label, words=words)


def _rule_documents(rules: RuleList) -> Iterator[SearchDocument]:
    for rule in rules.rules:
        yield _document("rule", path=rule.path, title=rule.code, words=[rule.summary, rule.hint])
