"""Pages of release series and of sysbench's tests: the results and comparisons of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import LOAD_LABELS, load_named, test_named, titles_of_tests
from sysbench_archive.model.base import Named, Reference
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.pages.kinds import (
    Listed,
    PageCard,
    PageKind,
    SearchDocument,
    reference,
)
from sysbench_archive.pages.listing import series_id
from sysbench_archive.words.phrases import count_text


class FiledPage(Reference):
    """A page that results and comparisons are filed under."""

    name: str
    """Release series; sysbench's name of a test."""
    about: list[str]
    """Versions of a series, oldest first; what a test does, where that is described."""
    results: list[Reference]
    comparisons: list[Reference]
    sentence: str = ""
    """Versions of a series in a sentence; of tests empty."""
    scope: str = ""
    """How many results and comparisons a series has, in words; of tests empty."""


class FiledGroup(Named):
    """Pages that stand under one heading: a product of series, or a kind of load of tests."""

    pages: list[FiledPage]


def versions_record(
    results: Sequence[ResultEntry], comparisons: Sequence[ComparisonEntry]
) -> list[FiledGroup]:
    """Products, each with its series, newest first, and where they appear."""
    versions: dict[tuple[str, str], set[str]] = {}
    for server in (server for result in results for server in result.servers):
        versions.setdefault((server.product, server.series), set()).add(server.version)
    newest = sorted(versions, key=lambda key: version_key(key[1]), reverse=True)

    def page(product: str, series: str) -> FiledPage:
        def ran(entry: ResultEntry | ComparisonEntry) -> bool:
            return f"{product}-{series}" in map(series_id, entry.servers)

        about = sorted(versions[product, series], key=version_key)
        own = [reference(entry) for entry in results if ran(entry)]
        compared = [reference(entry) for entry in comparisons if ran(entry)]
        return FiledPage(
            name=series,
            title=f"{PRODUCTS[product]} {series}",
            path=f"/versions/{product}/{series}/",
            about=about,
            results=own,
            comparisons=compared,
            sentence=f"Measured: {', '.join(about)}.",
            scope=f"{count_text(len(own), 'result')}, {count_text(len(compared), 'comparison')}",
        )

    pages = [(product, page(product, series)) for product, series in newest]
    return list(_groups(PRODUCTS.items(), pages))


def workloads_record(
    results: Sequence[ResultEntry], comparisons: Sequence[ComparisonEntry]
) -> list[FiledGroup]:
    """Kinds of load, each with its tests and where they were run."""
    titles = titles_of_tests(pair for result in results for pair in result.tests.items())
    pages = []
    for name, title in sorted(titles.items()):
        test = test_named(name, title)
        page = FiledPage(
            name=test.name,
            title=test.title,
            path=f"/workloads/{name}/",
            about=[test.description] if test.description else [],
            results=[reference(entry) for entry in results if name in entry.tests],
            comparisons=[reference(entry) for entry in comparisons if name in entry.tests],
        )
        pages.append((load_named(name) or "other", page))
    return list(_groups(LOAD_LABELS.items(), pages))


def _groups(
    labels: Iterable[tuple[str, str]], pages: Sequence[tuple[str, FiledPage]]
) -> Iterator[FiledGroup]:
    for group, label in labels:
        if own := [page for name, page in pages if name == group]:
            yield FiledGroup(id=group, label=label, pages=own)


def _titles(filed: Iterable[FiledGroup]) -> list[tuple[str, str]]:
    return [(page.path, page.title) for group in filed for page in group.pages]


_LONG_TERM = {
    "mysql": ("8.4", "9.7"),
    "mariadb": ("10.6", "10.11", "11.4", "11.8"),
    "percona-server": ("8.4",),
}
"""Series with long-term support, as <https://dev.mysql.com/doc/refman/9.7/en/mysql-releases.html>
and <https://mariadb.org/about/#maintenance-policy> name them; Percona Server follows MySQL."""


def _version_documents(versions: Iterable[FiledGroup]) -> Iterator[SearchDocument]:
    """A series by its releases; the newest of a product, and those with long-term support, say so
    in the words that people ask with.
    """
    for group in versions:
        for page in group.pages:
            is_long = page.name in _LONG_TERM.get(group.id, ())
            standing = ["Newest series here" if page is group.pages[0] else ""]
            standing += ["Long-term support (LTS)" if is_long else ""]
            yield SearchDocument(
                kind="version",
                path=page.path,
                title=page.title,
                text=". ".join(filter(None, [*standing, ", ".join(page.about)])),
                product=[group.id],
                series=[f"{group.id}-{page.name}"],
                releases=page.about,
            )


def _workload_documents(workloads: Iterable[FiledGroup]) -> Iterator[SearchDocument]:
    for group in workloads:
        for page in group.pages:
            yield SearchDocument(
                kind="workload",
                path=page.path,
                title=page.title,
                text="".join(page.about),
                words=f"{page.name} {group.label}",
            )


def _followed(filed: Iterable[FiledGroup], listed: Listed) -> Iterator[tuple[str, set[str]]]:
    ids = {entry.path: entry.id for entry in listed.results}
    for page in (page for group in filed for page in group.pages):
        yield page.path, {ids[result.path] for result in page.results}


def _cards(versions: Iterable[FiledGroup], _: Listed) -> Iterator[PageCard]:
    for page in (page for group in versions for page in group.pages):
        yield PageCard(path=page.path, title=page.title, text=page.sentence, basis=page.scope)


VERSIONS = PageKind(
    name="versions",
    record=FiledGroup,
    made=lambda listed: versions_record(listed.results, listed.pages),
    titles=_titles,
    documents=lambda versions, _: _version_documents(versions),
    followed=_followed,
    cards=_cards,
)
WORKLOADS = PageKind(
    name="workloads",
    record=FiledGroup,
    made=lambda listed: workloads_record(listed.results, listed.pages),
    titles=_titles,
    documents=lambda workloads, _: _workload_documents(workloads),
)
