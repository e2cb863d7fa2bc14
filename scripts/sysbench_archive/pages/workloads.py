"""Pages of sysbench's tests: the results and comparisons of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.derive.workloads import FAMILIES, test_named, titles_of_tests
from sysbench_archive.model.base import Record, Reference
from sysbench_archive.pages.kinds import PageKind, SearchDocument, reference


class TestEntry(Record):
    """A test."""

    name: str
    """sysbench's name."""
    title: str
    """Name for readers."""
    description: str
    """What it does; else empty."""
    path: str
    results: list[Reference]
    comparisons: list[Reference]


class WorkloadFamily(Record):
    """A family."""

    family: str
    label: str
    tests: list[TestEntry]


class WorkloadList(Record):
    """Workloads."""

    families: list[WorkloadFamily]


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
                        results=[reference(entry) for entry in results if name in entry.tests],
                        comparisons=[
                            reference(entry) for entry in comparisons if name in entry.tests
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


def _workload_documents(workloads: WorkloadList) -> Iterator[SearchDocument]:
    for family in workloads.families:
        for test in family.tests:
            yield SearchDocument(
                kind="workload",
                path=test.path,
                title=test.title,
                text=test.description,
                words=f"{test.name} {family.label}",
            )


WORKLOADS = PageKind(
    name="workloads",
    record=WorkloadList,
    made=lambda listed: workloads_record(listed.results, listed.pages),
    titles=lambda workloads: [(t.path, t.title) for f in workloads.families for t in f.tests],
    documents=lambda workloads, _: _workload_documents(workloads),
)
