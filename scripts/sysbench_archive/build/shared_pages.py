"""Pages that span bundles: which there are, which there were, and what is left of those."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.survey import Survey
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger import SHARED_PAGES, read_shared_pages, write_shared_pages
from sysbench_archive.model.base import Reference
from sysbench_archive.pages import KINDS
from sysbench_archive.pages.kinds import Listed


def listed_of(
    surveys: Sequence[Survey],
    comparisons: Sequence[ComparisonEntry] = (),
    pages: Sequence[ComparisonEntry] = (),
    appearances: Mapping[str, Sequence[Reference]] | None = None,
) -> Listed:
    """What such pages are made of; which there are does not depend on comparisons."""
    results = [survey.entry for survey in surveys if survey.entry]
    return Listed(
        results=sorted(results, key=lambda entry: (entry.submitted, entry.id), reverse=True),
        comparisons=sorted(comparisons, key=lambda entry: (entry.kind, entry.slug)),
        pages=pages,
        appearances=appearances or {},
        drawn={entry.path for survey in surveys for entry in survey.comparisons},
        facts={survey.id: survey.listed for survey in surveys if survey.listed},
        points=[point for survey in surveys for point in survey.points],
        classes=[record for survey in surveys for record in survey.classes],
        settings=[survey.settings for survey in surveys if survey.settings],
        counted=[release for survey in surveys for release in survey.counted],
    )


def shared_pages(surveys: Sequence[Survey]) -> dict[str, str]:
    """Path to title of every page that spans the bundles of an archive."""
    listed = listed_of(surveys)
    return {path: title for kind in KINDS for path, title in kind.titles(kind.made(listed))}


def recorded_pages(archive: Archive) -> dict[str, str]:
    """The record of such pages; none where it has no file. Raises UsageError where it is broken."""
    file = archive.root / SHARED_PAGES
    return read_shared_pages(file.read_bytes()) if file.is_file() else {}


def record_shared_pages(
    archive: Archive, surveys: Sequence[Survey], published: Sequence[str] = ()
) -> list[str]:
    """Write a row for each such page that has none: the path of the file where it changed.

    So has each that was `published`, though it may not be made any more: then nobody knows its
    title, and it is called by the last part of its path.
    """
    recorded = recorded_pages(archive)
    # A title that changed is no other page.
    pages = {path: path.strip("/").rpartition("/")[2] for path in published}
    pages |= shared_pages(surveys) | recorded
    if pages == recorded:
        return []
    (archive.root / SHARED_PAGES).write_text(write_shared_pages(pages), encoding="utf-8")
    return [SHARED_PAGES]
