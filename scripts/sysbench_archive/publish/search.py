"""What the search knows: a small document for every page worth finding.

Results and comparisons grow with the archive. They are no documents of their own: the search reads
the rows of their lists, a piece after another, while the first file is searched already. A document
per run would make the index as large as the archive: runs are found through their results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote_plus

from sysbench_archive.derive.site import EVIDENCE
from sysbench_archive.derive.upgrades.points import FAMILY_TESTS
from sysbench_archive.derive.workloads import TESTS
from sysbench_archive.model.glossary import Glossary
from sysbench_archive.model.list_rows import ListTable, SettingUses
from sysbench_archive.model.listing import (
    HardwareClassPage,
    HardwareList,
    VersionList,
    WorkloadList,
)
from sysbench_archive.model.reader import (
    PageKind,
    SearchDocument,
    SearchIndex,
    SearchLabels,
    SearchPieceEntry,
)
from sysbench_archive.model.reference import RuleList
from sysbench_archive.model.upgrade import UpgradeList, UpgradePairEntry
from sysbench_archive.publish.lists import PIECE
from sysbench_archive.verdicts.words import count_text

_KIND_LABELS: dict[PageKind, str] = {
    "result": "Result",
    "comparison": "Comparison",
    "upgrade": "Upgrade",
    "version": "Version",
    "setting": "Setting",
    "workload": "Workload",
    "hardware": "Hardware",
    "author": "Author",
    "page": "Explanation",
    "rule": "Rule",
}
_MOST_VALUES = 12
"""Values of a setting that its document names."""


def search_record(
    *,
    lists: ListTable,
    settings: SettingUses,
    versions: VersionList,
    workloads: WorkloadList,
    rules: RuleList,
    upgrades: UpgradeList,
    hardware: HardwareList,
    glossary: Glossary,
    answers: Mapping[str, str],
    prose: Sequence[SearchDocument] = (),
) -> SearchIndex:
    """All documents with the facets readers narrow by: kind, product, evidence, year.

    `answers` has what each pair of releases found, by its path.
    """
    return SearchIndex(
        labels=SearchLabels(
            kind={str(kind): label for kind, label in _KIND_LABELS.items()},
            product={entry.product: entry.label for entry in versions.products},
            evidence={name: entry.label for name, entry in EVIDENCE.items()},
        ),
        documents=[
            *(_upgrade_document(pair, answers.get(pair.path, "")) for pair in upgrades.pairs),
            *_version_documents(versions),
            *_setting_documents(settings),
            *_workload_documents(workloads),
            *(_hardware_document(page, lists) for page in hardware.classes),
            *_author_documents(lists),
            *prose,
            *_term_documents(glossary),
            *_rule_documents(rules),
        ],
        pieces=[*_pieces("result", lists), *_pieces("comparison", lists)],
    )


def _pieces(kind: PageKind, lists: ListTable) -> Iterator[SearchPieceEntry]:
    rows = lists.results.rows if kind == "result" else lists.comparisons.rows
    for number, at in enumerate(range(0, len(rows), PIECE)):
        count = min(PIECE, len(rows) - at)
        yield SearchPieceEntry(path=f"lists/{kind}s-{number}.json", kind=kind, rows=count)


def _document(
    kind: PageKind,
    *,
    path: str,
    title: str,
    text: str = "",
    words: Iterable[str] = (),
    product: Sequence[str] = (),
    evidence: Sequence[str] = (),
    year: str = "",
) -> SearchDocument:
    return SearchDocument(
        path=path,
        title=title,
        kind=kind,
        text=text,
        words=" ".join(word for word in words if word),
        product=list(product),
        evidence=list(evidence),
        year=year,
    )


def _upgrade_document(pair: UpgradePairEntry, answer: str) -> SearchDocument:
    """A pair by the words of its question: releases, tests as readers call them, machine size."""
    tests = [TESTS[FAMILY_TESTS[family]] for family in pair.families]
    named = [f"{test.title} {test.name}" for test in tests]
    sizes = [f"{count} cores" for count in pair.cores] + [f"{count} CPUs" for count in pair.cpus]
    return _document(
        "upgrade",
        path=pair.path,
        title=pair.title,
        text=answer,
        words=["upgrade regression slower faster", *named, *sizes],
        product=[name for name in (pair.product, pair.to_product) if name],
        year=pair.newest[:4],
    )


def _term_documents(glossary: Glossary) -> Iterator[SearchDocument]:
    for entry in (entry for group in glossary.groups for entry in group.entries):
        yield _document(
            "page",
            path=f"/glossary/#{entry.id}",
            title=f"Glossary: {entry.term}",
            text=entry.text,
            words=[entry.id],
        )


def _version_documents(versions: VersionList) -> Iterator[SearchDocument]:
    for listed in versions.products:
        for series in listed.series:
            yield _document(
                "version",
                path=series.path,
                title=series.label,
                text=", ".join(series.versions),
                product=[listed.product],
            )


def _setting_documents(uses: SettingUses) -> Iterator[SearchDocument]:
    """A setting leads to its own page, else to the results that were given it."""
    for setting in uses.settings:
        values = [
            f"{entry.value} in {count_text(len(entry.bundles), 'result')}"
            for entry in setting.values
        ]
        more = len(values) - _MOST_VALUES
        yield _document(
            "setting",
            path=setting.path or setting_path(setting.name),
            title=setting.name,
            text=", ".join(values[:_MOST_VALUES]) + (f" and {more} more" if more > 0 else ""),
        )


def setting_path(setting: str) -> str:
    """The list of results narrowed to a setting: its name, or `name=value`."""
    return f"/results/?setting={quote_plus(setting)}"


def _author_documents(lists: ListTable) -> Iterator[SearchDocument]:
    """Who measured leads to their results."""
    by: dict[str, list[str]] = {}
    for row in lists.results.rows:
        by.setdefault(row.by, []).append(row.title)
    for name, titles in sorted(by.items()):
        if name:
            yield _document(
                "author",
                path=f"/results/?by={quote_plus(name)}",
                title=name,
                text=f"{count_text(len(titles), 'result')}, newest: {titles[0]}",
            )


def _workload_documents(workloads: WorkloadList) -> Iterator[SearchDocument]:
    for family in workloads.families:
        for test in family.tests:
            words = [test.name, family.label]
            yield _document(
                "workload", path=test.path, title=test.title, text=test.description, words=words
            )


def _hardware_document(page: HardwareClassPage, lists: ListTable) -> SearchDocument:
    """A class by the processors, instance types and sizes of its machines."""
    own = [row for row in lists.machines.rows if row.path == page.path]
    words = ["hardware class machine", page.brief, *(row.hardware for row in own)]
    return _document(
        "hardware",
        path=page.path,
        title=page.label,
        text="; ".join(dict.fromkeys(f"{row.title} ({row.machine})" for row in own[:3])),
        words=words,
    )


def _rule_documents(rules: RuleList) -> Iterator[SearchDocument]:
    for rule in rules.rules:
        yield _document(
            "rule", path=rule.path, title=rule.code, text=rule.summary, words=[rule.hint]
        )
